//! What is kept on disk: games, their journals, and hashes of the tokens that hold their seats.
//!
//! This is the only module that knows SQL. The SQL is plain, so that another database can take SQLite's place. All
//! writing goes through one [`writer`], which gathers what is pending of all games into one transaction: a write is
//! answered only when that transaction is on disk.

mod writer;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use engine::{Entry, Outcome, Raw, Seat, Setup, Snapshot, StateHash, Stretch, Value};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{FromRow, Row, SqlitePool};
use thiserror::Error;

use crate::Metrics;
use crate::letter::Letter;
use crate::player::Player;
use crate::room::{Orders, Request, Resignation, seated};
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
    /// Who sits where now.
    pub seats: Vec<Player>,
    /// Who has given up.
    pub resigned: Vec<Resignation>,
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
    /// Its journal.
    pub entries: Vec<Entry<Json>>,
    /// The state at the last change of hands.
    pub snapshot: Option<Snapshot>,
    /// Who may act for which seats.
    pub tokens: Vec<(TokenHash, Vec<Seat>)>,
    /// What was ordered ahead for which seats: whether forced moves are played, and the game's standing orders.
    pub orders: Vec<(Seat, bool, BTreeMap<String, Value>)>,
    /// What people have written to each other.
    pub letters: Vec<Letter>,
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

    /// Keeps what was ordered ahead for a seat.
    ///
    /// # Errors
    /// If it is not on disk.
    pub async fn order(&self, game: &str, seat: Seat, orders: &Orders) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Order(game.to_owned(), seat, orders.clone())).await
    }

    /// Keeps a letter; `number` others were written in the game before.
    ///
    /// # Errors
    /// If it is not on disk.
    pub async fn letter(&self, game: &str, number: usize, letter: &Letter) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Letter(game.to_owned(), number, letter.clone())).await
    }

    /// Keeps who has given up in a game, and how it stands since.
    ///
    /// # Errors
    /// If it is not on disk.
    pub async fn resign(
        &self,
        game: &str,
        resigned: &[Resignation],
        standing: Standing,
    ) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Resign(game.to_owned(), resigned.to_vec(), standing)).await
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
        let entries = sqlx::query("SELECT entry FROM entries WHERE game = $1 ORDER BY number")
            .bind(id)
            .fetch_all(&mut *read)
            .await?;
        let entries = entries
            .iter()
            .map(|row| parse("a journal", row.try_get("entry")?))
            .collect::<Result<_, StoreError>>();
        let snapshot = sqlx::query("SELECT number, state FROM snapshots WHERE game = $1")
            .bind(id)
            .fetch_optional(&mut *read)
            .await?;
        let snapshot = match snapshot {
            Some(row) => Some(Snapshot {
                at: count(row.try_get("number")?)?,
                state: parse("a state", row.try_get("state")?)?,
            }),
            None => None,
        };
        let tokens = sqlx::query("SELECT hash, seats FROM tokens WHERE game = $1")
            .bind(id)
            .fetch_all(&mut *read)
            .await?;
        let tokens = tokens
            .iter()
            .map(|row| Ok((TokenHash(row.try_get("hash")?), parse("a token", row.try_get("seats")?)?)))
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
            entries: entries?,
            snapshot,
            tokens: tokens?,
            listed: row.listed()?,
        }))
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
    resigned: Option<String>,
}

impl GameRow {
    fn listed(self) -> Result<Listed, StoreError> {
        let resigned = self.resigned.as_deref().map_or(Ok(Vec::new()), |text| parse("who gave up", text))?;
        Ok(Listed {
            setup: parse("a set-up", &self.setup)?,
            seats: seated(parse("the seats", &self.seats)?, &resigned),
            resigned,
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
