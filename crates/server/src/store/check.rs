//! What is checked when a database is opened, so that damage is found before anybody plays on it.

use std::path::Path;

use sqlx::{Row, SqliteConnection};

use super::{StoreError, count, plainly};

/// A file of so many bytes is checked as a whole, which takes about half a second. Of a larger one, all small tables are
/// checked, and of the large ones what was written last.
const WHOLE: u64 = 256 * 1024 * 1024;

/// The tables that grow with every action.
const LARGE: [&str; 3] = ["entries", "letters", "snapshots"];

/// So many of the latest entries are read from a large file.
const TAIL: i64 = 10_000;

/// So many games are named in the log.
pub(super) const NAMED: usize = 20;

/// A journal that is not whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Flaw {
    /// Of which game.
    pub game: String,
    /// What is missing or too much.
    pub what: String,
}

/// Checks that the file at `path` is sound.
///
/// # Errors
/// What is wrong with it.
pub(super) async fn file(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    let size = path.metadata().map_or(0, |found| found.len());
    if size <= WHOLE {
        return whole_file(connection, path).await;
    }
    judge(path, in_part(connection).await)
}

/// Checks that all of the file at `path` is sound, however large it is.
///
/// # Errors
/// What is wrong with it.
pub(super) async fn whole_file(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    judge(path, complaints(connection, "PRAGMA quick_check(3)").await)
}

fn judge(path: &Path, found: Result<Vec<String>, sqlx::Error>) -> Result<(), StoreError> {
    let found = found.map_err(|error| StoreError::unusable(path, plainly(&error)))?;
    if found.is_empty() {
        return Ok(());
    }
    let found = found.join("; ");
    Err(StoreError::unusable(path, format!("it is damaged; restore it from a backup ({found})")))
}

async fn in_part(connection: &mut SqliteConnection) -> Result<Vec<String>, sqlx::Error> {
    let tables = sqlx::query_scalar::<_, String>("SELECT name FROM sqlite_master WHERE type = 'table'")
        .fetch_all(&mut *connection)
        .await?;
    for table in tables.iter().filter(|table| !LARGE.contains(&table.as_str())) {
        let found = complaints(connection, &format!("PRAGMA quick_check('{table}')")).await?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    if !tables.iter().any(|table| table == "entries") {
        return Ok(Vec::new());
    }
    let broken = sqlx::query_scalar::<_, i64>(
        "SELECT COUNT(*) FROM (SELECT entry FROM entries ORDER BY rowid DESC LIMIT $1) \
         WHERE NOT json_valid(entry)",
    )
    .bind(TAIL)
    .fetch_one(connection)
    .await?;
    Ok((broken > 0).then(|| format!("{broken} of the latest entries cannot be read")).into_iter().collect())
}

/// What a check of SQLite finds; nothing if all is well.
async fn complaints(connection: &mut SqliteConnection, check: &str) -> Result<Vec<String>, sqlx::Error> {
    let mut found = sqlx::query_scalar::<_, String>(check).fetch_all(connection).await?;
    found.retain(|line| line != "ok");
    found.truncate(3);
    Ok(found)
}

/// The journals of games that are not over, as far as they have gaps or do not end where the game stands.
///
/// # Errors
/// If they cannot be read.
pub(super) async fn journals(connection: &mut SqliteConnection) -> Result<Vec<Flaw>, StoreError> {
    let rows = sqlx::query(
        "SELECT id, base IS NOT NULL AS rebased, standings.number AS stands, \
                (SELECT COUNT(*) FROM entries WHERE game = id) AS entries, \
                (SELECT MIN(number) FROM entries WHERE game = id) AS first, \
                (SELECT MAX(number) FROM entries WHERE game = id) AS last \
         FROM games LEFT JOIN standings ON game_id = id WHERE outcome IS NULL ORDER BY created, id",
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut flaws = Vec::new();
    for row in rows {
        let (game, rebased) = (row.try_get::<String, _>("id")?, row.try_get::<bool, _>("rebased")?);
        let Some(stands) = row.try_get::<Option<i64>, _>("stands")? else {
            flaws.push(Flaw { game, what: "it is not known how it stands".to_owned() });
            continue;
        };
        let (stands, entries) = (count(stands)?, count(row.try_get("entries")?)?);
        let number = |column| row.try_get::<Option<i64>, _>(column).map(|number| number.unwrap_or(0));
        let (first, last) = (count(number("first")?)?, count(number("last")?)?);
        // Under newer rules a journal goes on where the older ones stopped, and may have no entries at first.
        let (first, last) = match (rebased, entries) {
            (true, 0) => continue,
            (true, _) => (first, last),
            (false, _) => (1, last),
        };
        if entries == (stands + 1).saturating_sub(first) && last == stands {
            continue;
        }
        let numbers =
            sqlx::query_scalar::<_, i64>("SELECT number FROM entries WHERE game = $1 ORDER BY number")
                .bind(&game)
                .fetch_all(&mut *connection)
                .await?;
        let numbers = numbers.into_iter().map(count).collect::<Result<Vec<_>, _>>()?;
        flaws.push(Flaw { game, what: difference(&numbers, first, stands) });
    }
    Ok(flaws)
}

/// How `numbers` differ from all between `first` and `stands`.
fn difference(numbers: &[usize], first: usize, stands: usize) -> String {
    let mut missing = Vec::new();
    let mut expected = first;
    for &number in numbers.iter().filter(|&&number| number <= stands).chain([&(stands + 1)]) {
        match number.saturating_sub(expected) {
            0 => {}
            1 => missing.push(expected.to_string()),
            _ => missing.push(format!("{expected} to {}", number - 1)),
        }
        expected = expected.max(number + 1);
    }
    let beyond = numbers.iter().filter(|&&number| number > stands).count();
    let mut what = format!("it stands at entry {stands}");
    if !missing.is_empty() {
        what += &format!(", and of its entries these are missing: {}", missing.join(", "));
    }
    if beyond > 0 {
        what += &format!(", and entries after that: {beyond}");
    }
    what
}

/// Says in the log what is not as it should be.
pub(super) fn report(flaws: &[Flaw]) {
    for Flaw { game, what } in flaws.iter().take(NAMED) {
        tracing::warn!(game, "the journal of a game is not whole: {what}");
    }
    if flaws.len() > NAMED {
        tracing::warn!("the journals of {} more games are not whole", flaws.len() - NAMED);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(
            difference(&[1, 2, 5, 8], 1, 8),
            "it stands at entry 8, and of its entries these are missing: 3 to 4, 6 to 7"
        );
        assert_eq!(
            difference(&[2], 1, 3),
            "it stands at entry 3, and of its entries these are missing: 1, 3"
        );
        assert_eq!(difference(&[1, 2, 3], 1, 1), "it stands at entry 1, and entries after that: 2");
    }
}
