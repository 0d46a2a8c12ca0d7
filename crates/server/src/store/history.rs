//! What stays readable of a game when its rules have changed: the log as it was told, and positions on the way.

use std::io::{Read, Write as _};

use engine::{Raw, Told};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde_json::Value as Json;
use sqlx::{QueryBuilder, Row, Sqlite, SqliteConnection};

use super::writer::{ROWS, json};
use super::{Store, StoreError, count, parse, unreadable};

/// The largest state that is read, in bytes: whatever is larger is none of ours.
const LARGEST: u64 = 16 * 1024 * 1024;

/// A position that was kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    /// After how many entries.
    pub number: usize,
    /// Revision of the rules it was written under.
    pub revision: u32,
    /// The state.
    pub state: Json,
}

impl Store {
    /// All that was told of a game under its present rules.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn told(&self, id: &str) -> Result<Vec<Told>, StoreError> {
        let mut read = self.readers.begin().await?;
        let rows = sqlx::query("SELECT lines FROM told WHERE game = $1 ORDER BY number")
            .bind(id)
            .fetch_all(&mut *read)
            .await?;
        read.end().await?;
        let mut told = Vec::new();
        for row in rows {
            told.extend(parse::<Vec<Told>>("the log", row.try_get("lines")?)?);
        }
        Ok(told)
    }

    /// The latest position of a game after at most `number` entries.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn position(&self, id: &str, number: usize) -> Result<Option<Position>, StoreError> {
        let mut read = self.readers.begin().await?;
        let row = sqlx::query(
            "SELECT number, revision, state FROM positions WHERE game = $1 AND number <= $2 \
             ORDER BY number DESC LIMIT 1",
        )
        .bind(id)
        .bind(number as i64)
        .fetch_optional(&mut *read)
        .await?;
        read.end().await?;
        let Some(row) = row else { return Ok(None) };
        let revision = u32::try_from(row.try_get::<i64, _>("revision")?);
        Ok(Some(Position {
            number: count(row.try_get("number")?)?,
            revision: revision.map_err(|error| unreadable("a revision", error))?,
            state: decompress(row.try_get("state")?)?,
        }))
    }
}

/// Keeps what was told of entries.
pub(super) async fn keep_told(
    to: &mut SqliteConnection,
    rows: Vec<(&str, usize, &Vec<Told>)>,
) -> Result<(), StoreError> {
    for rows in rows.chunks(ROWS) {
        let mut upsert = QueryBuilder::<Sqlite>::new("INSERT INTO told (game, number, lines) ");
        upsert.push_values(rows, |mut row, (game, number, lines)| {
            row.push_bind(*game).push_bind(*number as i64).push_bind(json(lines));
        });
        upsert.push(" ON CONFLICT (game, number) DO UPDATE SET lines = excluded.lines");
        upsert.build().persistent(false).execute(&mut *to).await?;
    }
    Ok(())
}

/// Keeps states, written under these revisions of the rules.
pub(super) async fn keep_positions(
    to: &mut SqliteConnection,
    rows: Vec<(&str, usize, u32, &Raw)>,
) -> Result<(), StoreError> {
    for rows in rows.chunks(ROWS) {
        let mut upsert =
            QueryBuilder::<Sqlite>::new("INSERT INTO positions (game, number, revision, state) ");
        upsert.push_values(rows, |mut row, (game, number, revision, state)| {
            row.push_bind(*game).push_bind(*number as i64).push_bind(i64::from(*revision));
            row.push_bind(compress(state.text()));
        });
        upsert.push(
            " ON CONFLICT (game, number) DO UPDATE SET revision = excluded.revision, state = excluded.state",
        );
        upsert.build().persistent(false).execute(&mut *to).await?;
    }
    Ok(())
}

/// Forgets what comes after the first `number` entries: it does not stand.
pub(super) async fn cut(to: &mut SqliteConnection, game: &str, number: usize) -> Result<(), StoreError> {
    for cut in [
        "DELETE FROM told WHERE game = $1 AND number > $2",
        "DELETE FROM positions WHERE game = $1 AND number > $2",
    ] {
        sqlx::query(cut).bind(game).bind(number as i64).execute(&mut *to).await?;
    }
    Ok(())
}

fn compress(text: &str) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    let written = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    written.expect("memory takes everything")
}

fn decompress(bytes: &[u8]) -> Result<Json, StoreError> {
    let mut text = String::new();
    let read = ZlibDecoder::new(bytes).take(LARGEST).read_to_string(&mut text);
    read.map_err(|error| unreadable("a position", error))?;
    parse("a position", &text)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_state_comes_back_and_damage_is_noticed() {
        let state = json!({ "blocks": vec![json!({ "strength": 3 }); 400] });
        let mut kept = compress(&state.to_string());
        assert!(kept.len() * 10 < state.to_string().len());
        assert_eq!(decompress(&kept).unwrap(), state);
        kept.truncate(kept.len() / 2);
        assert!(matches!(decompress(&kept), Err(StoreError::Unreadable { .. })));
    }
}
