//! Connections that only read.

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::{BUSY, StoreError};

/// So many read at once.
const MOST: u32 = 4;

/// At the end, whoever still reads is waited for so long.
const FAREWELL: Duration = Duration::from_secs(1);

/// Connections that only read.
#[derive(Debug)]
pub(super) struct Readers {
    options: SqliteConnectOptions,
    permits: Semaphore,
    idle: Mutex<Idle>,
}

#[derive(Debug, Default)]
struct Idle {
    connections: Vec<SqliteConnection>,
    /// How often all have been opened anew: an older connection does not come back.
    generation: u64,
}

/// A read transaction: all that is read through it is of one moment. Dropped before its end, whether because of an error
/// or because nobody waits any more, it takes its connection along; so none is used again that may be in any
/// transaction.
pub(super) struct Read<'a> {
    connection: SqliteConnection,
    generation: u64,
    readers: &'a Readers,
    _place: SemaphorePermit<'a>,
}

impl Readers {
    /// Reads the database at `path`.
    pub fn new(path: &Path) -> Readers {
        let options = SqliteConnectOptions::new().filename(path).read_only(true).busy_timeout(BUSY);
        Readers { options, permits: Semaphore::new(MOST as usize), idle: Mutex::default() }
    }

    fn idle(&self) -> MutexGuard<'_, Idle> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to read.
    ///
    /// # Errors
    /// If the database cannot be opened, or was closed.
    pub async fn begin(&self) -> Result<Read<'_>, StoreError> {
        let place = self.permits.acquire().await.map_err(|_| StoreError::Closed)?;
        let (idle, generation) = {
            let mut idle = self.idle();
            (idle.connections.pop(), idle.generation)
        };
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        sqlx::query("BEGIN").execute(&mut connection).await?;
        Ok(Read { connection, generation, readers: self, _place: place })
    }

    /// Opens every connection anew before it is used again. SQLite shares what it knows of a file between the
    /// connections of a process, even that it could only be opened for reading: as long as one of them stays open, a
    /// new one would take that over although the file can be written again.
    pub fn renew(&self) {
        let mut idle = self.idle();
        idle.generation += 1;
        idle.connections.clear();
    }

    /// Closes all, and lets nobody read any more.
    pub async fn close(&self) {
        let _ = timeout(FAREWELL, self.permits.acquire_many(MOST)).await;
        self.permits.close();
        let connections = std::mem::take(&mut self.idle().connections);
        for connection in connections {
            let _ = connection.close().await;
        }
    }
}

impl Deref for Read<'_> {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.connection
    }
}

impl DerefMut for Read<'_> {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }
}

impl Read<'_> {
    /// Ends the transaction and leaves its connection to the next.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn end(self) -> Result<(), StoreError> {
        let Read { mut connection, generation, readers, _place: place } = self;
        sqlx::query("COMMIT").execute(&mut connection).await?;
        let mut idle = readers.idle();
        if idle.generation == generation && !readers.permits.is_closed() {
            idle.connections.push(connection);
        }
        drop(idle);
        drop(place);
        Ok(())
    }
}
