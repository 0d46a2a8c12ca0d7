//! Grouped commits: one task writes for all games.

use std::sync::Arc;
use std::time::Instant;

use engine::{Raw, Seat};
use serde::Serialize;
use sqlx::{Acquire, QueryBuilder, Sqlite, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use super::{Advance, NewGame, Rebase, Standing, StoreError};
use crate::Metrics;
use crate::letter::Letter;
use crate::room::{Orders, Resignation};

/// How many writes go into one transaction at most.
const MOST: usize = 512;

/// Rows in one statement, each with a few values: well below what databases take.
const ROWS: usize = 200;

/// Something to write.
#[derive(Debug)]
pub(super) enum Write {
    /// A new game and how it starts.
    Create(Box<NewGame>, Advance),
    /// New entries.
    Advance(Advance),
    /// New orders for a seat.
    Order(String, Seat, Orders),
    /// A letter, after so many others in the game.
    Letter(String, usize, Letter),
    /// Who has given up in a game, and how it stands since.
    Resign(String, Vec<Resignation>, Standing),
    /// New rules.
    Rebase(Box<Rebase>),
}

type Pending = (Write, oneshot::Sender<Result<(), StoreError>>);

/// Takes what is to be written.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Pending>,
}

impl Writer {
    /// Starts the task; it ends when the last writer is dropped.
    pub fn start(pool: SqlitePool, metrics: Arc<Metrics>) -> Writer {
        let (queue, mut pending) = mpsc::channel::<Pending>(4 * MOST);
        tokio::spawn(async move {
            let mut batch = Vec::with_capacity(MOST);
            while pending.recv_many(&mut batch, MOST).await > 0 {
                let begun = Instant::now();
                let (writes, callers): (Vec<Write>, Vec<_>) = batch.drain(..).unzip();
                let written = write_all(&pool, &writes).await;
                metrics.committed(writes.len(), begun.elapsed());
                if written.is_ok() || writes.len() == 1 {
                    for caller in callers {
                        // Whoever has gone away does not want to know.
                        let _ = caller.send(written.clone());
                    }
                    continue;
                }
                // One of them spoils the others: each for itself.
                for (write, caller) in writes.into_iter().zip(callers) {
                    let _ = caller.send(write_all(&pool, &[write]).await);
                }
            }
        });
        Writer { queue }
    }

    /// Writes; answers when it is on disk.
    pub async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (caller, answer) = oneshot::channel();
        self.queue.send((write, caller)).await.map_err(|_| StoreError::Closed)?;
        answer.await.unwrap_or(Err(StoreError::Closed))
    }
}

async fn write_all(pool: &SqlitePool, writes: &[Write]) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    let mut advances = Vec::with_capacity(writes.len());
    for write in writes {
        match write {
            Write::Create(game, start) => {
                create(&mut transaction, game).await?;
                advances.push(start);
            }
            Write::Advance(advance) => advances.push(advance),
            Write::Order(game, seat, orders) => order(&mut transaction, game, *seat, orders).await?,
            Write::Letter(game, number, letter) => {
                keep_letter(&mut transaction, game, *number, letter).await?
            }
            Write::Resign(game, resigned, standing) => {
                resign(&mut transaction, game, resigned).await?;
                stand(&mut transaction, vec![(game, standing)]).await?;
            }
            Write::Rebase(new) => rebase(&mut transaction, new).await?,
        }
    }
    let rows = advances.iter().flat_map(|advance| {
        let first = advance.standing.number + 1 - advance.entries.len();
        (first..).zip(&advance.entries).map(|(number, entry)| (advance.game.as_str(), number, entry))
    });
    insert_entries(&mut transaction, rows.collect()).await?;
    let standings = advances.iter().map(|advance| (advance.game.as_str(), &advance.standing));
    stand(&mut transaction, standings.collect()).await?;
    let snapshots = advances.iter().filter_map(|advance| {
        Some((advance.game.as_str(), advance.standing.number, advance.snapshot.as_ref()?))
    });
    keep_snapshots(&mut transaction, snapshots.collect()).await?;
    transaction.commit().await?;
    Ok(())
}

async fn create(to: &mut SqliteConnection, game: &NewGame) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO games (id, game, revision, setup, seats, auto, created) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(&game.id)
    .bind(&game.game)
    .bind(i64::from(game.revision))
    .bind(json(&game.setup))
    .bind(json(&game.seats))
    .bind(game.auto)
    .bind(game.created)
    .execute(&mut *to)
    .await?;
    for (hash, seats) in &game.tokens {
        sqlx::query("INSERT INTO tokens (hash, game, seats) VALUES ($1, $2, $3)")
            .bind(&hash.0)
            .bind(&game.id)
            .bind(json(seats))
            .execute(&mut *to)
            .await?;
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
async fn stand(to: &mut SqliteConnection, rows: Vec<(&str, &Standing)>) -> Result<(), StoreError> {
    for rows in rows.chunks(ROWS) {
        let mut upsert =
            QueryBuilder::<Sqlite>::new("INSERT INTO standings (game_id, number, to_act, outcome, request) ");
        upsert.push_values(rows, |mut row, (game, standing)| {
            row.push_bind(*game).push_bind(standing.number as i64);
            row.push_bind(json(&standing.to_act)).push_bind(standing.outcome.as_ref().map(json));
            row.push_bind(standing.request.as_ref().map(json));
        });
        upsert.push(
            " ON CONFLICT (game_id) DO UPDATE \
             SET number = excluded.number, to_act = excluded.to_act, outcome = excluded.outcome, \
             request = excluded.request",
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
    sqlx::query("DELETE FROM entries WHERE game = $1").bind(&new.game).execute(&mut *to).await?;
    let rows = (new.first..).zip(&new.entries).map(|(number, entry)| (new.game.as_str(), number, entry));
    insert_entries(to, rows.collect()).await?;
    sqlx::query("UPDATE games SET revision = $1, base = $2 WHERE id = $3")
        .bind(i64::from(new.revision))
        .bind(json(&new.base))
        .bind(&new.game)
        .execute(&mut *to)
        .await?;
    stand(to, vec![(&new.game, &new.standing)]).await
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is kept is plain data")
}
