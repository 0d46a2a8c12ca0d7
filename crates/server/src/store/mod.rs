//! What is kept on disk: games, their journals, and hashes of the tokens that hold their seats.
//!
//! This is the only module that knows SQL. The SQL is plain, so that another database can take SQLite's place. All
//! writing goes through one [`writer`], which gathers what is pending of all games into one transaction: a write is
//! answered only when that transaction is on disk.

mod writer;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use engine::{Entry, Outcome, Raw, Seat, Seats, Setup, Snapshot, StateHash, Stretch, Value};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{FromRow, Row, SqlitePool};
use thiserror::Error;

use crate::Metrics;
use crate::letter::Letter;
use crate::player::Player;
use crate::room::{Orders, Request};
use crate::token::TokenHash;
use writer::Writer;

/// Why something cannot be kept or found.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// The database does not do its work.
    #[error("the database fails: {0}")]
    Database(Arc<sqlx::Error>),
    /// The database is of another version of the program.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(Arc<sqlx::migrate::MigrateError>),
    /// What was kept cannot be read.
    #[error("what is kept of {what} cannot be read: {why}")]
    Unreadable {
        /// Of what.
        what: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// The program is about to end.
    #[error("the store is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(Arc::new(error))
    }
}

/// A game as it begins.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its id.
    pub id: String,
    /// Which game it is of.
    pub game: String,
    /// Revision of the rules.
    pub revision: u32,
    /// What it starts from.
    pub setup: Setup,
    /// Who sits where.
    pub seats: Vec<Player>,
    /// Whether forced moves are played for human seats.
    pub auto: bool,
    /// When, in milliseconds since 1970.
    pub created: i64,
    /// Whether its seed was chosen.
    pub seed_chosen: bool,
    /// Who may act for which seats.
    pub tokens: Vec<(TokenHash, Vec<Seat>)>,
}

/// How a game stands after its last entry.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// How many entries.
    pub number: usize,
    /// Who must decide.
    pub to_act: Vec<Seat>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// What somebody asks of the others.
    pub request: Option<Request>,
}

/// Something that happened in a game.
#[derive(Clone, Debug)]
pub struct Advance {
    /// In which.
    pub game: String,
    /// The new entries; the last has the number of the standing.
    pub entries: Vec<Entry<Raw>>,
    /// How the game stands after them.
    pub standing: Standing,
    /// The state, if hands have changed.
    pub snapshot: Option<Raw>,
}

/// A line of the lobby.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// Which game it is of.
    pub game: String,
    /// What it started from.
    pub setup: Setup,
    /// Who sits where.
    pub seats: Vec<Player>,
    /// When it was made.
    pub created: i64,
    /// How it stands.
    pub standing: Standing,
}

/// All that is kept of a game.
#[derive(Clone, Debug)]
pub struct Kept {
    /// What the lobby shows.
    pub listed: Listed,
    /// Revision of the rules it was recorded under.
    pub revision: u32,
    /// Whether forced moves are played for human seats.
    pub auto: bool,
    /// Where its entries start from, if not from the set-up.
    pub base: Option<Base>,
    /// Whether its seed was chosen.
    pub seed_chosen: bool,
    /// Its journal, as far as there is one: nothing is said about whether it can be replayed.
    pub entries: Vec<StoredEntry>,
    /// The state at the last change of hands, if it can be read.
    pub snapshot: Option<Snapshot>,
    /// How it was repaired.
    pub repairs: Vec<Repair>,
    /// Who may act for which seats.
    pub tokens: Vec<(TokenHash, Vec<Seat>)>,
    /// The seats whose own links have been used.
    pub claimed: Seats,
    /// What was ordered ahead for which seats: whether forced moves are played, and the game's standing orders.
    pub orders: Vec<(Seat, bool, BTreeMap<String, Value>)>,
    /// What people have written to each other.
    pub letters: Vec<Letter>,
}

/// An entry as it is on disk.
#[derive(Clone, Debug)]
pub struct StoredEntry {
    /// Its number.
    pub number: usize,
    /// As JSON, if it can be read at all.
    pub text: String,
}

/// A journal was found damaged, and the game went on all the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// After which entry.
    pub at: usize,
    /// What the players are told.
    pub note: String,
}

/// What is written when a damaged game goes on.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// Which game.
    pub game: String,
    /// How.
    pub repair: Repair,
    /// The entries that stay where they are; those after them are set aside.
    pub sound: usize,
    /// Where the entries start from now, if not where they did.
    pub rebase: Option<Rebase>,
    /// How it stands.
    pub standing: Standing,
    /// The state now.
    pub snapshot: Raw,
}

/// Where the entries of a game start from that went on under newer rules.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Base {
    /// The position.
    pub position: Option<Json>,
    /// What came before.
    pub history: Vec<Stretch>,
    /// How it stood then: what the game stands at as long as it has no entries.
    pub hash: StateHash,
}

/// A game that goes on under newer rules.
#[derive(Clone, Debug)]
pub struct Rebase {
    /// Which.
    pub game: String,
    /// Revision of the newer rules.
    pub revision: u32,
    /// Where its entries start from now.
    pub base: Base,
    /// The number of the first of the entries.
    pub first: usize,
    /// The entries that still stand.
    pub entries: Vec<Entry<Json>>,
    /// How it stands.
    pub standing: Standing,
}

/// Games and their journals, on disk.
#[derive(Clone, Debug)]
pub struct Store {
    pool: SqlitePool,
    writer: Writer,
}

impl Store {
    /// Opens the SQLite file `path`, makes it if there is none, and brings it up to date.
    ///
    /// # Errors
    /// If it cannot be opened or is of a newer program.
    pub async fn open(path: &Path, metrics: Arc<Metrics>) -> Result<Store, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full);
        let pool = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
        let migrated = sqlx::migrate!().run(&pool).await;
        migrated.map_err(|error| StoreError::Migration(Arc::new(error)))?;
        let writer = Writer::start(pool.clone(), metrics);
        Ok(Store { pool, writer })
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// If it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// Closes the database when what is being written is written. Nothing can be kept or read after that.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Keeps a new game and how it stands at the start.
    ///
    /// # Errors
    /// If it is not on disk.
    pub async fn create(&self, game: NewGame, start: Advance) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Create(Box::new(game), start)).await
    }

    /// Keeps what happened in a game.
    ///
    /// # Errors
    /// If it is not on disk.
    pub async fn advance(&self, advance: Advance) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Advance(advance)).await
    }

    /// Keeps what was ordered ahead for a seat, and what happened in the game because of it.
    ///
    /// # Errors
    /// If it is not on disk.
    pub async fn order(&self, seat: Seat, orders: Orders, advance: Advance) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Order(seat, orders, advance)).await
    }

    /// Keeps that the link with this token has been used.
    ///
    /// # Errors
    /// If it is not on disk.
    pub async fn claim(&self, token: &TokenHash) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Claim(token.clone())).await
    }

    /// Keeps that a damaged game goes on.
    ///
    /// # Errors
    /// If it is not on disk.
    pub async fn repair(&self, repaired: Repaired) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Repair(Box::new(repaired))).await
    }

    /// Keeps a letter; `number` others were written in the game before.
    ///
    /// # Errors
    /// If it is not on disk.
    pub async fn letter(&self, game: &str, number: usize, letter: &Letter) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Letter(game.to_owned(), number, letter.clone())).await
    }

    /// Keeps that a game goes on under newer rules.
    ///
    /// # Errors
    /// If it is not on disk.
    pub async fn rebase(&self, rebase: Rebase) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Rebase(Box::new(rebase))).await
    }

    /// The newest games, at most `most`.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn newest(&self, most: u32) -> Result<Vec<Listed>, StoreError> {
        let rows = sqlx::query_as::<_, GameRow>(
            "SELECT * FROM games JOIN standings ON game_id = id ORDER BY created DESC, id LIMIT $1",
        )
        .bind(i64::from(most))
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(GameRow::listed).collect()
    }

    /// The games that are not over.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn unfinished(&self) -> Result<Vec<Listed>, StoreError> {
        let rows = sqlx::query_as::<_, GameRow>(
            "SELECT * FROM games JOIN standings ON game_id = id WHERE outcome IS NULL ORDER BY created",
        )
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(GameRow::listed).collect()
    }

    /// All that is kept of a game; nothing if there is none of this id.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn load(&self, id: &str) -> Result<Option<Kept>, StoreError> {
        let mut read = self.pool.begin().await?;
        let row =
            sqlx::query_as::<_, GameRow>("SELECT * FROM games JOIN standings ON game_id = id WHERE id = $1")
                .bind(id)
                .fetch_optional(&mut *read)
                .await?;
        let Some(row) = row else { return Ok(None) };
        let entries = sqlx::query("SELECT number, entry FROM entries WHERE game = $1 ORDER BY number")
            .bind(id)
            .fetch_all(&mut *read)
            .await?;
        let entries = entries
            .iter()
            .map(|row| {
                Ok(StoredEntry { number: count(row.try_get("number")?)?, text: row.try_get("entry")? })
            })
            .collect::<Result<_, StoreError>>();
        let snapshot = sqlx::query("SELECT number, state FROM snapshots WHERE game = $1")
            .bind(id)
            .fetch_optional(&mut *read)
            .await?;
        let snapshot = match snapshot {
            Some(row) => {
                let at = count(row.try_get("number")?)?;
                // One that cannot be read is none: the journal tells all that it does.
                parse("a state", row.try_get("state")?).ok().map(|state| Snapshot { at, state })
            }
            None => None,
        };
        let repairs = sqlx::query("SELECT at, note FROM repairs WHERE game = $1 ORDER BY number")
            .bind(id)
            .fetch_all(&mut *read)
            .await?;
        let repairs = repairs
            .iter()
            .map(|row| Ok(Repair { at: count(row.try_get("at")?)?, note: row.try_get("note")? }))
            .collect::<Result<_, StoreError>>();
        let tokens = sqlx::query("SELECT hash, seats, claimed FROM tokens WHERE game = $1")
            .bind(id)
            .fetch_all(&mut *read)
            .await?;
        let mut claimed = Seats::NONE;
        let tokens = tokens
            .iter()
            .map(|row| {
                let seats: Vec<Seat> = parse("a token", row.try_get("seats")?)?;
                if row.try_get("claimed")? {
                    claimed = claimed.union(seats.iter().copied().collect());
                }
                Ok((TokenHash(row.try_get("hash")?), seats))
            })
            .collect::<Result<_, StoreError>>();
        let orders = sqlx::query("SELECT seat, auto, orders FROM orders WHERE game = $1")
            .bind(id)
            .fetch_all(&mut *read)
            .await?;
        let orders = orders
            .iter()
            .map(|row| {
                let seat = u8::try_from(row.try_get::<i64, _>("seat")?);
                let seat = seat.map_err(|error| unreadable("orders", error))?;
                Ok((Seat(seat), row.try_get("auto")?, parse("orders", row.try_get("orders")?)?))
            })
            .collect::<Result<_, StoreError>>();
        let letters = sqlx::query("SELECT letter FROM letters WHERE game = $1 ORDER BY number")
            .bind(id)
            .fetch_all(&mut *read)
            .await?;
        let letters = letters
            .iter()
            .map(|row| parse("a letter", row.try_get("letter")?))
            .collect::<Result<_, StoreError>>();
        Ok(Some(Kept {
            orders: orders?,
            letters: letters?,
            revision: u32::try_from(row.revision).map_err(|error| unreadable("a revision", error))?,
            auto: row.auto,
            base: row.base.as_deref().map(|base| parse("a base", base)).transpose()?,
            seed_chosen: row.seed_chosen,
            entries: entries?,
            snapshot,
            repairs: repairs?,
            tokens: tokens?,
            claimed,
            listed: row.listed()?,
        }))
    }
}

#[cfg(test)]
impl Store {
    /// Makes whatever needs `table` fail.
    pub async fn break_table(&self, table: &str) {
        let broken = format!("ALTER TABLE {table} RENAME TO broken");
        sqlx::query(&broken).execute(&self.pool).await.unwrap();
    }

    /// Ends that.
    pub async fn mend_table(&self, table: &str) {
        let mended = format!("ALTER TABLE broken RENAME TO {table}");
        sqlx::query(&mended).execute(&self.pool).await.unwrap();
    }
}

#[derive(FromRow)]
struct GameRow {
    id: String,
    game: String,
    revision: i64,
    setup: String,
    seats: String,
    auto: bool,
    created: i64,
    number: i64,
    to_act: String,
    outcome: Option<String>,
    request: Option<String>,
    base: Option<String>,
    seed_chosen: bool,
}

impl GameRow {
    fn listed(self) -> Result<Listed, StoreError> {
        Ok(Listed {
            setup: parse("a set-up", &self.setup)?,
            seats: parse("the seats", &self.seats)?,
            created: self.created,
            standing: Standing {
                number: count(self.number)?,
                to_act: parse("whose turn it is", &self.to_act)?,
                outcome: self.outcome.as_deref().map(|text| parse("an outcome", text)).transpose()?,
                request: self.request.as_deref().map(|text| parse("a request", text)).transpose()?,
            },
            id: self.id,
            game: self.game,
        })
    }
}

fn parse<T: DeserializeOwned>(what: &'static str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| unreadable(what, error))
}

fn count(number: i64) -> Result<usize, StoreError> {
    usize::try_from(number).map_err(|error| unreadable("a number", error))
}

fn unreadable(what: &'static str, why: impl ToString) -> StoreError {
    StoreError::Unreadable { what, why: why.to_string() }
}
