//! What is kept on disk: games, their journals, and hashes of the tokens that hold their seats.
//!
//! This is the only module that knows SQL. The SQL is plain, so that another database can take SQLite's place. All
//! writing goes through one [`writer`], which gathers what is pending of all games into one transaction: a write is
//! answered only when that transaction is on disk. Reading goes through [`readers`], which cannot write.

mod backup;
mod check;
mod file;
mod history;
mod migrations;
mod readers;
mod wal;
mod writer;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use engine::{Entry, Outcome, Raw, Seat, Seats, Setup, Snapshot, StateHash, Stretch, Told, Value};
use futures_util::TryStreamExt;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteRow, SqliteSynchronous};
use sqlx::{ConnectOptions, FromRow, QueryBuilder, Row, Sqlite};
use thiserror::Error;

use crate::Metrics;
use crate::account::{Account, AccountKey};
use crate::letter::{Envelope, Letter};
use crate::player::Player;
use crate::room::{Orders, Request, Resignation, seated};
use crate::token::TokenHash;
pub use backup::{Backup, BackupError, backup};
use file::ServerLock;
use readers::Readers;
use writer::{WriteConnection, Writer};

/// Another program that holds the database is waited for so long: less than anybody waits for an answer.
const BUSY: Duration = Duration::from_secs(5);

/// Why something cannot be kept or found.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// The database does not do its work.
    #[error("the database fails: {0}")]
    Database(Arc<sqlx::Error>),
    /// The database is of another version of the program.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(Arc<sqlx::migrate::MigrateError>),
    /// Another server uses the file.
    #[error(
        "the database {} is in use by another server{}: stop that one first, or choose another file",
        path.display(),
        process.map_or(String::new(), |id| format!(" (process {id})"))
    )]
    InUse {
        /// Which file.
        path: PathBuf,
        /// The other server, if it says.
        process: Option<u32>,
    },
    /// The file is no use as it is.
    #[error("the database {} cannot be used: {why}", path.display())]
    Unusable {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// New entries would leave a gap in a journal, or stand where there are others already.
    #[error("the journal of game {game} has {before} entries: with {new} more there are not {number}")]
    DoesNotFollow {
        /// Of which game.
        game: String,
        /// How many entries it has.
        before: usize,
        /// How many were to be added.
        new: usize,
        /// How many it was to have then.
        number: usize,
    },
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

impl StoreError {
    fn unusable(path: &Path, why: impl ToString) -> StoreError {
        StoreError::Unusable { path: path.to_owned(), why: why.to_string() }
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
    /// On whose account its bots think.
    pub account: Account,
    /// Whether its seed was chosen.
    pub seed_chosen: bool,
    /// Who may act for which seats.
    pub tokens: Vec<SeatToken>,
}

/// What is kept of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatToken {
    /// Its hash.
    pub hash: TokenHash,
    /// The seats it holds.
    pub seats: Vec<Seat>,
    /// Whether whoever made the game sits there with it, on another device.
    pub lent: bool,
    /// Whether it is that of whoever made the game.
    pub host: bool,
    /// When it was last used, in milliseconds since 1970, to the day.
    pub used: Option<i64>,
}

/// How a game stands after its last entry.
#[derive(Clone, PartialEq, Debug)]
pub struct GameProgress {
    /// How many entries.
    pub number: usize,
    /// Who must decide.
    pub to_act: Vec<Seat>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// What somebody asks of the others.
    pub request: Option<Request>,
    /// When somebody last did something, in milliseconds since 1970; nothing if that was not kept.
    pub moved: Option<i64>,
    /// What lists of games tell of it; nothing if that has not changed.
    pub sight: Option<GameHeadline>,
}

/// What everybody sees of a game at a glance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameHeadline {
    /// Where it stands: "Year 1805 of 1807, turn 2 of 4".
    pub stage: String,
    /// What the seats play.
    pub parts: Vec<String>,
}

/// Something that happened in a game.
#[derive(Clone, Debug)]
pub struct Advance {
    /// In which.
    pub game: String,
    /// The new entries; the last has the number of the standing.
    pub entries: Vec<Entry<Raw>>,
    /// How the game stands after them.
    pub standing: GameProgress,
    /// What is told of the new entries; before the first entry, of the opening.
    pub told: Vec<Vec<Told>>,
    /// The state, if hands have changed or all have agreed to go back.
    pub snapshot: Option<Raw>,
    /// Revision of the rules.
    pub revision: u32,
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
    /// On whose account its bots think, if that is known.
    pub account: Option<Account>,
    /// How it stands.
    pub standing: GameProgress,
}

/// All that is kept of a game.
#[derive(Clone, Debug)]
pub struct StoredGame {
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
    pub tokens: Vec<SeatToken>,
    /// The seats whose own links have been used.
    pub claimed: Seats,
    /// What was ordered ahead for which seats: whether forced moves are played, and the game's standing orders.
    pub orders: Vec<(Seat, bool, BTreeMap<String, Value>)>,
    /// Who has written to whom.
    pub letters: Vec<Envelope>,
    /// The number of the last entry of which it was kept what was told.
    pub told: Option<usize>,
    /// The number of the first position that was kept.
    pub first_position: Option<usize>,
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
    pub standing: GameProgress,
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
    /// What is told of them.
    pub told: Vec<Vec<Told>>,
    /// How it stands.
    pub standing: GameProgress,
    /// The state now.
    pub snapshot: Raw,
}

/// Games and their journals, on disk.
#[derive(Clone, Debug)]
pub struct Store {
    readers: Arc<Readers>,
    writer: Writer,
}

impl Store {
    /// Opens the SQLite file `path`, makes it if there is none, checks it and brings it up to date.
    ///
    /// # Errors
    /// If another server uses it, if it is damaged, cannot be written or is of a newer program.
    pub async fn open(path: &Path, metrics: Arc<Metrics>) -> Result<Store, StoreError> {
        let path = file::resolve(path);
        let lock = ServerLock::take(&path)?;
        file::make_private(&path)?;
        // Before SQLite reads the log, and writes over what it does not understand.
        let damage = wal::examine(&path).await;
        let options = SqliteConnectOptions::new()
            .filename(&path)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY);
        let connected = options.connect().await;
        let mut connection = connected.map_err(|error| StoreError::unusable(&path, plainly(&error)))?;
        check::file(&mut connection, &path).await?;
        if let Some(damage) = damage {
            damage.settle(&mut connection).await?;
        }
        let migrated = async { Migrator::new(migrations::Embedded).await?.run_direct(&mut connection).await };
        migrated.await.map_err(|error| StoreError::Migration(Arc::new(error)))?;
        check::report(&check::journals(&mut connection).await?);
        let readers = Arc::new(Readers::new(&path));
        let connection = WriteConnection::new(connection, options, readers.clone());
        let store = Store { readers, writer: Writer::start(connection, lock, metrics) };
        match store.ping().await {
            Err(StoreError::Database(error)) => Err(StoreError::unusable(&path, plainly(&error))),
            written => written.map(|()| store),
        }
    }

    /// Whether the database takes writes.
    ///
    /// # Errors
    /// If it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Health(crate::games::now())).await
    }

    /// Closes the database when what is being written is written. Nothing can be kept or read after that.
    pub async fn close(&self) {
        self.readers.close().await;
        // The last to leave puts everything into one file.
        self.writer.close().await;
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

    /// Keeps that the link with this token has been used; those in `gone` hold nothing any more.
    ///
    /// # Errors
    /// If it is not on disk.
    pub async fn claim(&self, token: &TokenHash, gone: Vec<TokenHash>) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Claim(token.clone(), gone)).await
    }

    /// Keeps a fresh link; `claimed` if its seat has left the host. Those in `gone` hold nothing any more.
    ///
    /// # Errors
    /// If it is not on disk.
    pub async fn link(
        &self,
        game: &str,
        token: SeatToken,
        claimed: bool,
        gone: Vec<TokenHash>,
    ) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Link(game.to_owned(), token, claimed, gone)).await
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

    /// The letters of these numbers, in their order.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn letters(&self, game: &str, numbers: &[usize]) -> Result<Vec<Letter>, StoreError> {
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        let mut query = QueryBuilder::<Sqlite>::new("SELECT letter FROM letters WHERE game = ");
        query.push_bind(game).push(" AND number IN (");
        let mut list = query.separated(", ");
        for &number in numbers {
            list.push_bind(number as i64);
        }
        query.push(") ORDER BY number");
        let mut read = self.readers.begin().await?;
        let rows = query.build().persistent(false).fetch_all(&mut *read).await?;
        read.end().await?;
        rows.iter().map(|row| parse("a letter", row.try_get("letter")?)).collect()
    }

    /// Keeps what was told of a game from entry `first` on.
    ///
    /// # Errors
    /// If it is not on disk.
    pub async fn tell(&self, game: &str, first: usize, lines: Vec<Vec<Told>>) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Tell(game.to_owned(), first, lines)).await
    }

    /// Keeps who has given up in a game, and how it stands since.
    ///
    /// # Errors
    /// If it is not on disk.
    pub async fn resign(
        &self,
        game: &str,
        resigned: &[Resignation],
        standing: GameProgress,
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

    /// Keeps when tokens were last used.
    ///
    /// # Errors
    /// If it is not on disk.
    pub async fn used(&self, tokens: Vec<(TokenHash, i64)>) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Used(tokens)).await
    }

    /// Deletes a game with all that belongs to it. Nothing is left of it.
    ///
    /// # Errors
    /// If it is still on disk.
    pub async fn delete(&self, game: &str) -> Result<(), StoreError> {
        self.writer.write(writer::Write::Delete(game.to_owned())).await
    }

    /// What makes accounts of addresses.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn account_key(&self) -> Result<AccountKey, StoreError> {
        let mut read = self.readers.begin().await?;
        let row =
            sqlx::query("SELECT value FROM secrets WHERE name = 'accounts'").fetch_one(&mut *read).await?;
        read.end().await?;
        Ok(AccountKey::new(row.try_get("value")?))
    }

    /// The newest games, at most `most`.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn newest(&self, most: u32) -> Result<Vec<Listed>, StoreError> {
        let mut read = self.readers.begin().await?;
        let rows = sqlx::query_as::<_, GameRow>(
            "SELECT * FROM games JOIN standings ON game_id = id ORDER BY created DESC, id LIMIT $1",
        )
        .bind(i64::from(most))
        .fetch_all(&mut *read)
        .await?;
        read.end().await?;
        rows.into_iter().map(GameRow::listed).collect()
    }

    /// What lists tell of a game; nothing if there is none of this id.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn listed(&self, id: &str) -> Result<Option<Listed>, StoreError> {
        let mut read = self.readers.begin().await?;
        let row =
            sqlx::query_as::<_, GameRow>("SELECT * FROM games JOIN standings ON game_id = id WHERE id = $1")
                .bind(id)
                .fetch_optional(&mut *read)
                .await?;
        read.end().await?;
        row.map(GameRow::listed).transpose()
    }

    /// The games that are not over.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn unfinished(&self) -> Result<Vec<Listed>, StoreError> {
        let mut read = self.readers.begin().await?;
        let rows = sqlx::query_as::<_, GameRow>(
            "SELECT * FROM games JOIN standings ON game_id = id WHERE outcome IS NULL ORDER BY created",
        )
        .fetch_all(&mut *read)
        .await?;
        read.end().await?;
        rows.into_iter().map(GameRow::listed).collect()
    }

    /// All that is kept of a game; nothing if there is none of this id.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn load(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let mut read = self.readers.begin().await?;
        let row =
            sqlx::query_as::<_, GameRow>("SELECT * FROM games JOIN standings ON game_id = id WHERE id = $1")
                .bind(id)
                .fetch_optional(&mut *read)
                .await?;
        let Some(row) = row else {
            read.end().await?;
            return Ok(None);
        };
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
        let tokens = sqlx::query("SELECT hash, seats, host, used, claimed, lent FROM tokens WHERE game = $1")
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
                Ok(SeatToken {
                    hash: TokenHash(row.try_get("hash")?),
                    seats,
                    host: row.try_get("host")?,
                    lent: row.try_get("lent")?,
                    used: row.try_get("used")?,
                })
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
        let mut letters = Vec::new();
        let mut rows = sqlx::query("SELECT letter FROM letters WHERE game = $1 ORDER BY number")
            .bind(id)
            .fetch(&mut *read);
        // One after the other: nobody needs what they say all at once.
        while let Some(row) = rows.try_next().await? {
            letters.push(Envelope::from(&parse::<Letter>("a letter", row.try_get("letter")?)?));
        }
        drop(rows);
        let edges = sqlx::query(
            "SELECT (SELECT MAX(number) FROM told WHERE game = $1) AS told, \
                    (SELECT MIN(number) FROM positions WHERE game = $1) AS first_position",
        )
        .bind(id)
        .fetch_one(&mut *read)
        .await?;
        let edge = |column: &str| -> Result<Option<usize>, StoreError> {
            edges.try_get::<Option<i64>, _>(column)?.map(count).transpose()
        };
        read.end().await?;
        Ok(Some(StoredGame {
            told: edge("told")?,
            first_position: edge("first_position")?,
            orders: orders?,
            letters,
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
    pub async fn break_table(&self, path: &Path, table: &str) {
        alter(path, &format!("ALTER TABLE {table} RENAME TO broken")).await;
    }

    /// Ends that.
    pub async fn mend_table(&self, path: &Path, table: &str) {
        alter(path, &format!("ALTER TABLE broken RENAME TO {table}")).await;
    }
}

#[cfg(test)]
async fn alter(path: &Path, statement: &str) {
    let mut other = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    sqlx::query(statement).execute(&mut other).await.unwrap();
}

struct GameRow {
    id: String,
    game: String,
    revision: i64,
    setup: String,
    seats: String,
    auto: bool,
    created: i64,
    account: Option<i64>,
    number: i64,
    to_act: String,
    outcome: Option<String>,
    request: Option<String>,
    moved: Option<i64>,
    stage: Option<String>,
    parts: Option<String>,
    base: Option<String>,
    seed_chosen: bool,
    resigned: Option<String>,
}

impl FromRow<'_, SqliteRow> for GameRow {
    fn from_row(row: &SqliteRow) -> sqlx::Result<GameRow> {
        Ok(GameRow {
            id: row.try_get("id")?,
            game: row.try_get("game")?,
            revision: row.try_get("revision")?,
            setup: row.try_get("setup")?,
            seats: row.try_get("seats")?,
            auto: row.try_get("auto")?,
            created: row.try_get("created")?,
            account: row.try_get("account")?,
            number: row.try_get("number")?,
            to_act: row.try_get("to_act")?,
            outcome: row.try_get("outcome")?,
            request: row.try_get("request")?,
            moved: row.try_get("moved")?,
            stage: row.try_get("stage")?,
            parts: row.try_get("parts")?,
            base: row.try_get("base")?,
            seed_chosen: row.try_get("seed_chosen")?,
            resigned: row.try_get("resigned")?,
        })
    }
}

impl GameRow {
    fn listed(self) -> Result<Listed, StoreError> {
        let resigned = self.resigned.as_deref().map_or(Ok(Vec::new()), |text| parse("who gave up", text))?;
        Ok(Listed {
            setup: parse("a set-up", &self.setup)?,
            seats: seated(parse("the seats", &self.seats)?, &resigned),
            resigned,
            created: self.created,
            account: self.account.and_then(|account| account.try_into().ok()).map(Account),
            standing: GameProgress {
                number: count(self.number)?,
                to_act: parse("whose turn it is", &self.to_act)?,
                outcome: self.outcome.as_deref().map(|text| parse("an outcome", text)).transpose()?,
                request: self.request.as_deref().map(|text| parse("a request", text)).transpose()?,
                moved: self.moved,
                sight: match (self.stage, self.parts) {
                    (Some(stage), Some(parts)) => {
                        Some(GameHeadline { stage, parts: parse("what the seats play", &parts)? })
                    }
                    _ => None,
                },
            },
            id: self.id,
            game: self.game,
        })
    }
}

/// What the database says, in words that tell what to do about it.
fn plainly(error: &sqlx::Error) -> String {
    let code =
        error.as_database_error().and_then(|error| error.code()).and_then(|code| code.parse::<u32>().ok());
    // The lowest byte says what is wrong in general.
    let what = match code.map(|code| code & 0xff) {
        Some(5 | 6) => "another program holds it",
        Some(8) => "it cannot be written",
        Some(10) => "the disk fails",
        Some(11 | 26) => "it is damaged, or no database at all; restore it from a backup",
        Some(13) => "the disk is full",
        Some(14) => "it cannot be opened, or nothing can be written beside it",
        _ => return error.to_string(),
    };
    format!("{what} ({error})")
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

#[cfg(test)]
mod tests;
