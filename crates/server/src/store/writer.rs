//! Grouped commits: one task writes for all games, through the only connection that writes.
//!
//! The connection is taken out while it is used and comes back only when its transaction is on disk. After anything else,
//! an error or a caller that was dropped, it is closed, which undoes whatever it had begun, and the next write opens
//! another. Transactions are begun and ended in plain SQL: SQLite ends some of them by itself when it fails, and anybody
//! who counts along would count wrong.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use engine::{Raw, Seat, Told};
use serde::Serialize;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, QueryBuilder, Row, Sqlite, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::file::ServerLock;
use super::history::{cut, keep_positions, keep_told};
use super::readers::Readers;
use super::{Advance, GameProgress, NewGame, Rebase, Repaired, SeatToken, StoreError, count};
use crate::Metrics;
use crate::letter::Letter;
use crate::room::{Orders, Resignation};
use crate::token::TokenHash;

/// How many writes go into one transaction at most.
const MOST: usize = 512;

/// Rows in one statement, each with a few values: well below what databases take.
pub(super) const ROWS: usize = 200;

/// Something to write.
#[derive(Debug)]
pub(super) enum Write {
    /// A new game and how it starts.
    Create(Box<NewGame>, Advance),
    /// New entries.
    Advance(Advance),
    /// New orders for a seat, and the entries that follow from them.
    Order(Seat, Orders, Advance),
    /// A letter, after so many others in the game.
    Letter(String, usize, Letter),
    /// Who has given up in a game, and how it stands since.
    Resign(String, Vec<Resignation>, GameProgress),
    /// New rules.
    Rebase(Box<Rebase>),
    /// What was told of a game from this entry on.
    Tell(String, usize, Vec<Vec<Told>>),
    /// Nothing but the time, to see whether it can be written.
    Health(i64),
    /// When tokens were last used.
    Used(Vec<(TokenHash, i64)>),
    /// The end of a game.
    Delete(String),
    /// A link was used, and others hold nothing any more.
    Claim(TokenHash, Vec<TokenHash>),
    /// A fresh link of a game, whether its seat has left the host, and those that hold nothing any more.
    Link(String, SeatToken, bool, Vec<TokenHash>),
    /// A damaged game goes on.
    Repair(Box<Repaired>),
}

type Pending = (Write, oneshot::Sender<Result<(), StoreError>>);

/// Takes what is to be written.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Pending>,
    closing: CancellationToken,
    task: TaskTracker,
}

impl Writer {
    /// Starts the task; it ends when it is told to or the last writer is dropped.
    pub fn start(mut connection: WriteConnection, lock: ServerLock, metrics: Arc<Metrics>) -> Writer {
        let (queue, mut pending) = mpsc::channel::<Pending>(4 * MOST);
        let (closing, task) = (CancellationToken::new(), TaskTracker::new());
        let closed = closing.clone();
        task.spawn(async move {
            let mut batch = Vec::with_capacity(MOST);
            loop {
                tokio::select! {
                    biased;
                    count = pending.recv_many(&mut batch, MOST) => if count == 0 { break },
                    // What is in the queue is still written.
                    () = closed.cancelled(), if !pending.is_closed() => pending.close(),
                }
                let (writes, callers): (Vec<Write>, Vec<_>) = batch.drain(..).unzip();
                if writes.is_empty() {
                    continue;
                }
                let begun = Instant::now();
                let answers = connection.write(&writes).await;
                if answers.iter().any(Result::is_ok) {
                    metrics.committed(writes.len(), begun.elapsed());
                }
                for (caller, answer) in callers.into_iter().zip(answers) {
                    // Whoever has gone away does not want to know.
                    let _ = caller.send(answer);
                }
            }
            connection.close().await;
            drop(lock);
        });
        task.close();
        Writer { queue, closing, task }
    }

    /// Writes; answers when it is on disk.
    pub async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (caller, answer) = oneshot::channel();
        self.queue.send((write, caller)).await.map_err(|_| StoreError::Closed)?;
        answer.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Writes what is in the queue, takes nothing more, and closes the connection.
    pub async fn close(&self) {
        self.closing.cancel();
        self.task.wait().await;
    }
}

/// The only connection that writes.
#[derive(Debug)]
pub(super) struct WriteConnection {
    options: SqliteConnectOptions,
    /// Outside of any transaction. Nothing while it is used, and after an error.
    idle: Option<SqliteConnection>,
    /// Opened anew together with it.
    readers: Arc<Readers>,
    /// Whether the last write failed because of the database.
    failing: bool,
}

/// Why nothing of a transaction is on disk.
enum Failure {
    /// It could not even begin: none of its writes is to blame.
    Begin(StoreError),
    /// One of its writes, or all of them together.
    Write(StoreError),
}

impl WriteConnection {
    /// A connection that was opened with `options`, and how to open the next.
    pub fn new(
        idle: SqliteConnection,
        options: SqliteConnectOptions,
        readers: Arc<Readers>,
    ) -> WriteConnection {
        WriteConnection { options, idle: Some(idle), readers, failing: false }
    }

    /// Writes all in one transaction; if one of them spoils it, each in its own. An answer for each.
    async fn write(&mut self, writes: &[Write]) -> Vec<Result<(), StoreError>> {
        let written = match self.transact(writes).await {
            Ok(()) => Ok(()),
            Err(Failure::Write(_)) if writes.len() > 1 => return self.write_each(writes).await,
            Err(Failure::Begin(error) | Failure::Write(error)) => Err(error),
        };
        vec![written; writes.len()]
    }

    async fn write_each(&mut self, writes: &[Write]) -> Vec<Result<(), StoreError>> {
        let mut answers = Vec::with_capacity(writes.len());
        for write in writes {
            match self.transact(std::slice::from_ref(write)).await {
                Ok(()) => answers.push(Ok(())),
                Err(Failure::Write(error)) => answers.push(Err(error)),
                Err(Failure::Begin(error)) => {
                    // Nor could the others: they need not wait for it one by one.
                    answers.resize(writes.len(), Err(error));
                    break;
                }
            }
        }
        answers
    }

    /// One transaction: all of it is on disk, or nothing.
    async fn transact(&mut self, writes: &[Write]) -> Result<(), Failure> {
        let written = match self.begin().await {
            Ok(mut connection) => match write_all(&mut connection, writes).await {
                Ok(()) => {
                    self.idle = Some(connection);
                    Ok(())
                }
                Err(error) => {
                    // Waits until it is closed, so that the next one does not find its locks.
                    let _ = connection.close().await;
                    Err(Failure::Write(error))
                }
            },
            Err(error) => Err(Failure::Begin(error)),
        };
        self.note(&written);
        written
    }

    /// A connection with a fresh transaction that may write. One that is still in another does not come out of this:
    /// SQLite begins none within another.
    async fn begin(&mut self) -> Result<SqliteConnection, StoreError> {
        let mut connection = match self.idle.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        let begun = sqlx::query("BEGIN IMMEDIATE").execute(&mut connection).await;
        if let Err(error) = begun {
            let _ = connection.close().await;
            return Err(error.into());
        }
        Ok(connection)
    }

    /// Logs when the database begins to fail, and when it does no more.
    fn note(&mut self, written: &Result<(), Failure>) {
        match written {
            Ok(()) if self.failing => {
                self.failing = false;
                tracing::info!("the database can be written again");
            }
            Err(Failure::Begin(error) | Failure::Write(error))
                if matches!(error, StoreError::Database(_)) =>
            {
                self.readers.renew();
                if !self.failing {
                    self.failing = true;
                    tracing::error!(%error, "the database cannot be written: what is not on disk is refused");
                }
            }
            _ => {}
        }
    }

    async fn close(&mut self) {
        if let Some(connection) = self.idle.take()
            && let Err(error) = connection.close().await
        {
            tracing::error!(%error, "the database is not closed properly");
        }
    }
}

/// Writes all within the transaction that has begun, and ends it.
async fn write_all(to: &mut SqliteConnection, writes: &[Write]) -> Result<(), StoreError> {
    let mut advances = Vec::with_capacity(writes.len());
    for write in writes {
        match write {
            Write::Create(game, start) => {
                create(to, game).await?;
                advances.push(start);
            }
            Write::Advance(advance) => advances.push(advance),
            Write::Order(seat, orders, advance) => {
                order(to, &advance.game, *seat, orders).await?;
                advances.push(advance);
            }
            Write::Letter(game, number, letter) => keep_letter(to, game, *number, letter).await?,
            Write::Rebase(new) => rebase(to, new).await?,
            Write::Tell(game, first, lines) => {
                let rows = (*first..).zip(lines).map(|(number, lines)| (game.as_str(), number, lines));
                keep_told(to, rows.collect()).await?;
            }
            Write::Health(now) => check_health(to, *now).await?,
            Write::Used(tokens) => use_tokens(to, tokens).await?,
            Write::Delete(game) => delete(to, game).await?,
            Write::Claim(token, gone) => {
                claim(to, token).await?;
                forget_tokens(to, gone).await?;
            }
            Write::Link(game, token, claimed, gone) => {
                keep_token(to, game, token).await?;
                if *claimed {
                    claim(to, &token.hash).await?;
                }
                forget_tokens(to, gone).await?;
            }
            Write::Repair(repaired) => repair(to, repaired).await?,
            Write::Resign(game, resigned, standing) => {
                resign(to, game, resigned).await?;
                stand(to, vec![(game, standing)]).await?;
            }
        }
    }
    all_follow(to, &advances).await?;
    let rows = advances.iter().flat_map(|advance| {
        let first = advance.standing.number + 1 - advance.entries.len();
        (first..).zip(&advance.entries).map(|(number, entry)| (advance.game.as_str(), number, entry))
    });
    insert_entries(to, rows.collect()).await?;
    let standings = advances.iter().map(|advance| (advance.game.as_str(), &advance.standing));
    stand(to, standings.collect()).await?;
    let snapshots = advances.iter().filter_map(|advance| {
        Some((advance.game.as_str(), advance.standing.number, advance.snapshot.as_ref()?))
    });
    keep_snapshots(to, snapshots.collect()).await?;
    let told = advances.iter().flat_map(|advance| {
        let first = advance.standing.number + 1 - advance.told.len();
        (first..).zip(&advance.told).map(|(number, lines)| (advance.game.as_str(), number, lines))
    });
    keep_told(to, told.collect()).await?;
    let positions = advances.iter().filter_map(|advance| {
        let (game, number) = (advance.game.as_str(), advance.standing.number);
        Some((game, number, advance.revision, advance.snapshot.as_ref()?))
    });
    keep_positions(to, positions.collect()).await?;
    sqlx::query("COMMIT").execute(to).await?;
    Ok(())
}

/// Checks that the new entries of every game follow those it has: no journal gets a gap.
async fn all_follow(to: &mut SqliteConnection, advances: &[&Advance]) -> Result<(), StoreError> {
    let mut standing = HashMap::new();
    for advances in advances.chunks(ROWS) {
        let mut select =
            QueryBuilder::<Sqlite>::new("SELECT game_id, number FROM standings WHERE game_id IN (");
        let mut ids = select.separated(", ");
        for advance in advances {
            ids.push_bind(&advance.game);
        }
        select.push(")");
        for row in select.build().persistent(false).fetch_all(&mut *to).await? {
            standing.insert(row.try_get::<String, _>("game_id")?, count(row.try_get("number")?)?);
        }
    }
    for Advance { game, entries, standing: GameProgress { number, .. }, .. } in advances {
        // A game that was just created stands nowhere yet.
        let before = standing.entry(game.clone()).or_default();
        if *before + entries.len() != *number {
            let (before, new, number) = (*before, entries.len(), *number);
            return Err(StoreError::DoesNotFollow { game: game.clone(), before, new, number });
        }
        *before = *number;
    }
    Ok(())
}

async fn check_health(to: &mut SqliteConnection, now: i64) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO health (id, checked) VALUES (0, $1) \
         ON CONFLICT (id) DO UPDATE SET checked = excluded.checked",
    )
    .bind(now)
    .execute(to)
    .await?;
    Ok(())
}

async fn create(to: &mut SqliteConnection, game: &NewGame) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO games (id, game, revision, setup, seats, auto, created, account, seed_chosen) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(&game.id)
    .bind(&game.game)
    .bind(i64::from(game.revision))
    .bind(json(&game.setup))
    .bind(json(&game.seats))
    .bind(game.auto)
    .bind(game.created)
    .bind(i64::from(game.account.0))
    .bind(game.seed_chosen)
    .execute(&mut *to)
    .await?;
    for token in &game.tokens {
        keep_token(to, &game.id, token).await?;
    }
    Ok(())
}

async fn keep_token(to: &mut SqliteConnection, game: &str, token: &SeatToken) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO tokens (hash, game, seats, host, used, lent) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(&token.hash.0)
        .bind(game)
        .bind(json(&token.seats))
        .bind(token.host)
        .bind(token.used)
        .bind(token.lent)
        .execute(to)
        .await?;
    Ok(())
}

async fn forget_tokens(to: &mut SqliteConnection, gone: &[TokenHash]) -> Result<(), StoreError> {
    for token in gone {
        sqlx::query("DELETE FROM tokens WHERE hash = $1").bind(&token.0).execute(&mut *to).await?;
    }
    Ok(())
}

async fn order(to: &mut SqliteConnection, game: &str, seat: Seat, orders: &Orders) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO orders (game, seat, auto, orders) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (game, seat) DO UPDATE SET auto = excluded.auto, orders = excluded.orders",
    )
    .bind(game)
    .bind(i64::from(seat.0))
    .bind(orders.auto)
    .bind(json(&orders.values))
    .execute(to)
    .await?;
    Ok(())
}

async fn keep_letter(
    to: &mut SqliteConnection,
    game: &str,
    number: usize,
    letter: &Letter,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO letters (game, number, letter) VALUES ($1, $2, $3)")
        .bind(game)
        .bind(number as i64)
        .bind(json(letter))
        .execute(to)
        .await?;
    Ok(())
}

async fn resign(to: &mut SqliteConnection, game: &str, resigned: &[Resignation]) -> Result<(), StoreError> {
    sqlx::query("UPDATE games SET resigned = $1 WHERE id = $2")
        .bind(json(&resigned))
        .bind(game)
        .execute(to)
        .await?;
    Ok(())
}

async fn insert_entries(
    to: &mut SqliteConnection,
    rows: Vec<(&str, usize, &impl Serialize)>,
) -> Result<(), StoreError> {
    for rows in rows.chunks(ROWS) {
        let mut insert = QueryBuilder::<Sqlite>::new("INSERT INTO entries (game, number, entry) ");
        insert.push_values(rows, |mut row, (game, number, entry)| {
            row.push_bind(*game).push_bind(*number as i64).push_bind(json(entry));
        });
        // The text differs with the number of rows: not worth keeping prepared.
        insert.build().persistent(false).execute(&mut *to).await?;
    }
    Ok(())
}

/// How games stand now. A game is written by one at a time, so none is named twice.
async fn stand(to: &mut SqliteConnection, rows: Vec<(&str, &GameProgress)>) -> Result<(), StoreError> {
    for rows in rows.chunks(ROWS) {
        let mut upsert = QueryBuilder::<Sqlite>::new(
            "INSERT INTO standings (game_id, number, to_act, outcome, request, moved, stage, parts) ",
        );
        upsert.push_values(rows, |mut row, (game, standing)| {
            row.push_bind(*game).push_bind(standing.number as i64);
            row.push_bind(json(&standing.to_act)).push_bind(standing.outcome.as_ref().map(json));
            row.push_bind(standing.request.as_ref().map(json)).push_bind(standing.moved);
            let sight = standing.sight.as_ref();
            row.push_bind(sight.map(|sight| sight.stage.as_str()))
                .push_bind(sight.map(|sight| json(&sight.parts)));
        });
        upsert.push(
            " ON CONFLICT (game_id) DO UPDATE \
             SET number = excluded.number, to_act = excluded.to_act, outcome = excluded.outcome, \
             request = excluded.request, moved = COALESCE(excluded.moved, standings.moved), \
             stage = COALESCE(excluded.stage, standings.stage), parts = COALESCE(excluded.parts, standings.parts)",
        );
        upsert.build().persistent(false).execute(&mut *to).await?;
    }
    Ok(())
}

async fn keep_snapshots(to: &mut SqliteConnection, rows: Vec<(&str, usize, &Raw)>) -> Result<(), StoreError> {
    for rows in rows.chunks(ROWS) {
        let mut upsert = QueryBuilder::<Sqlite>::new("INSERT INTO snapshots (game, number, state) ");
        upsert.push_values(rows, |mut row, (game, number, state)| {
            row.push_bind(*game).push_bind(*number as i64).push_bind(state.text());
        });
        upsert.push(" ON CONFLICT (game) DO UPDATE SET number = excluded.number, state = excluded.state");
        upsert.build().persistent(false).execute(&mut *to).await?;
    }
    Ok(())
}

/// The older entries move into the base, which is part of the game's row; what still stands is written anew.
async fn rebase(to: &mut SqliteConnection, new: &Rebase) -> Result<(), StoreError> {
    if new.first + new.entries.len() != new.standing.number + 1 {
        let (game, before) = (new.game.clone(), new.first.saturating_sub(1));
        return Err(StoreError::DoesNotFollow {
            game,
            before,
            new: new.entries.len(),
            number: new.standing.number,
        });
    }
    sqlx::query("DELETE FROM entries WHERE game = $1").bind(&new.game).execute(&mut *to).await?;
    let rows = (new.first..).zip(&new.entries).map(|(number, entry)| (new.game.as_str(), number, entry));
    insert_entries(to, rows.collect()).await?;
    // What was told before is part of the base now; what stands is told anew.
    cut(to, &new.game, new.first - 1).await?;
    sqlx::query("DELETE FROM told WHERE game = $1").bind(&new.game).execute(&mut *to).await?;
    let told = (new.first..).zip(&new.told).map(|(number, lines)| (new.game.as_str(), number, lines));
    keep_told(to, told.collect()).await?;
    sqlx::query("UPDATE games SET revision = $1, base = $2 WHERE id = $3")
        .bind(i64::from(new.revision))
        .bind(json(&new.base))
        .bind(&new.game)
        .execute(&mut *to)
        .await?;
    stand(to, vec![(&new.game, &new.standing)]).await?;
    // The next change of the rules must find a state of the revision that the game has now.
    let (game, number) = (new.game.as_str(), new.standing.number);
    keep_snapshots(to, vec![(game, number, &new.snapshot)]).await?;
    keep_positions(to, vec![(game, number, new.revision, &new.snapshot)]).await
}

async fn use_tokens(to: &mut SqliteConnection, tokens: &[(TokenHash, i64)]) -> Result<(), StoreError> {
    for (hash, used) in tokens {
        sqlx::query("UPDATE tokens SET used = $1 WHERE hash = $2")
            .bind(used)
            .bind(&hash.0)
            .execute(&mut *to)
            .await?;
    }
    Ok(())
}

/// What belongs to a game, and how it is named there. The game itself goes last.
const PARTS: [(&str, &str); 11] = [
    ("entries", "game"),
    ("standings", "game_id"),
    ("snapshots", "game"),
    ("told", "game"),
    ("repairs", "game"),
    ("set_aside", "game"),
    ("positions", "game"),
    ("tokens", "game"),
    ("orders", "game"),
    ("letters", "game"),
    ("games", "id"),
];

async fn delete(to: &mut SqliteConnection, game: &str) -> Result<(), StoreError> {
    for (table, column) in PARTS {
        sqlx::query(&format!("DELETE FROM {table} WHERE {column} = $1")).bind(game).execute(&mut *to).await?;
    }
    Ok(())
}

async fn claim(to: &mut SqliteConnection, token: &TokenHash) -> Result<(), StoreError> {
    sqlx::query("UPDATE tokens SET claimed = TRUE WHERE hash = $1").bind(&token.0).execute(to).await?;
    Ok(())
}

/// What cannot be used is set aside; what can stays, or is written anew behind its new base.
async fn repair(to: &mut SqliteConnection, repaired: &Repaired) -> Result<(), StoreError> {
    let Repaired { game, repair, sound, rebase: new, standing, snapshot } = repaired;
    let earlier: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM repairs WHERE game = $1")
        .bind(game)
        .fetch_one(&mut *to)
        .await?;
    sqlx::query("INSERT INTO repairs (game, number, at, note) VALUES ($1, $2, $3, $4)")
        .bind(game)
        .bind(earlier)
        .bind(repair.at as i64)
        .bind(&repair.note)
        .execute(&mut *to)
        .await?;
    sqlx::query(
        "INSERT INTO set_aside (game, repair, number, entry) \
         SELECT game, $1, number, entry FROM entries WHERE game = $2 AND number > $3",
    )
    .bind(earlier)
    .bind(game)
    .bind(*sound as i64)
    .execute(&mut *to)
    .await?;
    sqlx::query("DELETE FROM entries WHERE game = $1 AND number > $2")
        .bind(game)
        .bind(*sound as i64)
        .execute(&mut *to)
        .await?;
    if let Some(new) = new {
        rebase(&mut *to, new).await?;
    }
    // What was told of the entries that are set aside does not stand.
    cut(to, game, standing.number).await?;
    stand(&mut *to, vec![(game, standing)]).await?;
    keep_snapshots(to, vec![(game, standing.number, snapshot)]).await
}

pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is kept is plain data")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameRegistry;
    use crate::store::Store;

    /// A part of a game that is kept in another table, and was forgotten here, would stay, or keep the game from going.
    #[tokio::test]
    async fn everything_that_belongs_to_a_game_goes_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let games = GameRegistry::scratch(folder.path()).await;
        let known = "SELECT m.name AS name, f.\"from\" AS place FROM sqlite_master m \
                     JOIN pragma_foreign_key_list(m.name) f ON f.\"table\" = 'games' WHERE m.type = 'table'";
        let mut parts = vec![("games".to_owned(), "id".to_owned())];
        let mut read = games.store.readers.begin().await.unwrap();
        for row in sqlx::query(known).fetch_all(&mut *read).await.unwrap() {
            parts.push((row.get("name"), row.get("place")));
        }
        parts.sort();
        let mut deleted = PARTS.map(|(table, column)| (table.to_owned(), column.to_owned()));
        deleted.sort();
        assert_eq!(parts, deleted);
    }

    /// A full disk and a file that cannot be written, as SQLite meets them: for one connection at a time.
    #[tokio::test]
    async fn a_connection_that_failed_is_not_used_again_and_the_next_one_writes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        Store::open(&path, Arc::default()).await.unwrap().close().await;
        let sound = SqliteConnectOptions::new().filename(&path);
        let mut other = sound.connect().await.unwrap();
        sqlx::query("CREATE TABLE ballast (load TEXT)").execute(&mut other).await.unwrap();
        // Every write of the time takes some room, too.
        let load = "CREATE TRIGGER load AFTER UPDATE ON health \
                    BEGIN INSERT INTO ballast VALUES (hex(zeroblob(4000))); END";
        sqlx::query(load).execute(&mut other).await.unwrap();
        let mut connection = WriteConnection {
            options: sound.clone(),
            idle: None,
            readers: Arc::new(Readers::new(&path)),
            failing: false,
        };
        for (fault, value) in [("max_page_count", "1"), ("query_only", "ON")] {
            connection.close().await;
            connection.options = sound.clone().pragma(fault, value);
            let before = checked(&mut other).await;
            for now in 1..4 {
                let answers = connection.write(&[Write::Health(now), Write::Health(now)]).await;
                assert!(matches!(answers[..], [Err(_), Err(_)]), "{fault}: {answers:?}");
                assert!(connection.idle.is_none() && connection.failing, "{fault}");
                assert_eq!(checked(&mut other).await, before, "{fault}: refused and written");
            }
            connection.options = sound.clone();
            let answers = connection.write(&[Write::Health(before + 1)]).await;
            assert!(answers[0].is_ok() && !connection.failing, "{fault}: {answers:?}");
            assert_eq!(checked(&mut other).await, before + 1, "{fault}: acknowledged and not written");
        }
    }

    async fn checked(other: &mut SqliteConnection) -> i64 {
        sqlx::query_scalar("SELECT checked FROM health").fetch_one(other).await.unwrap()
    }
}
