//! A copy of a database, consistent even while a server writes to it.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use thiserror::Error;

use super::{BUSY, StoreError, check, file, plainly};

/// Why there is no backup.
#[derive(Debug, Error)]
pub enum BackupError {
    /// There is nothing to copy.
    #[error("there is no database {}", .0.display())]
    Missing(PathBuf),
    /// Nothing is overwritten.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// The copy cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The database does not let itself be copied.
    #[error("the database {} cannot be copied: {why}", path.display())]
    Copy {
        /// Which database.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// What was copied is not sound.
    #[error("the copy is not sound: {0}")]
    Unsound(#[from] StoreError),
}

/// What was copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backup {
    /// How many games.
    pub games: u64,
    /// How many entries their journals have.
    pub entries: u64,
    /// How large the copy is.
    pub bytes: u64,
}

/// Copies the database to `target`, which must not exist: all that was acknowledged before, as of one moment, even if a
/// server is writing to it. The copy is one file that only its owner reads, and is checked before it gets its name.
///
/// # Errors
/// If there is nothing to copy, something to overwrite, or it does not succeed; then there is no `target`.
pub async fn backup(database: &Path, target: &Path) -> Result<Backup, BackupError> {
    if !database.exists() {
        return Err(BackupError::Missing(database.to_owned()));
    }
    if target.symlink_metadata().is_ok() {
        return Err(BackupError::Exists(target.to_owned()));
    }
    let write = |path: &Path| {
        let path = path.to_owned();
        move |error| BackupError::Write { path, error }
    };
    let partial = file::beside(target, &format!(".{}.partial", std::process::id()));
    file::create(&partial).map_err(write(target))?;
    let copied = copy(database, &partial).await;
    let named = copied.and_then(|copied| {
        OpenOptions::new()
            .write(true)
            .open(&partial)
            .and_then(|file| file.sync_all())
            .map_err(write(target))?;
        if target.symlink_metadata().is_ok() {
            return Err(BackupError::Exists(target.to_owned()));
        }
        std::fs::rename(&partial, target).map_err(write(target))?;
        Ok(copied)
    });
    if named.is_err() {
        let _ = std::fs::remove_file(&partial);
    } else if let Some(folder) = file::resolve(target).parent() {
        // The name, too, should survive a power cut; not every system can do that.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    named
}

async fn copy(database: &Path, to: &Path) -> Result<Backup, BackupError> {
    let copied = async {
        let options = SqliteConnectOptions::new().filename(database).read_only(true).busy_timeout(BUSY);
        let mut source = options.connect().await?;
        let done = sqlx::query("VACUUM INTO $1").bind(to.to_string_lossy()).execute(&mut source).await;
        source.close().await?;
        done
    };
    copied.await.map_err(|error| BackupError::Copy { path: database.to_owned(), why: plainly(&error) })?;
    let mut copy =
        SqliteConnectOptions::new().filename(to).read_only(true).connect().await.map_err(unsound)?;
    check::whole_file(&mut copy, to).await?;
    let (games, entries) = (rows(&mut copy, "games").await?, rows(&mut copy, "entries").await?);
    copy.close().await.map_err(unsound)?;
    let bytes = to.metadata().map_or(0, |found| found.len());
    Ok(Backup { games, entries, bytes })
}

async fn rows(of: &mut SqliteConnection, table: &str) -> Result<u64, BackupError> {
    let count = sqlx::query_scalar::<_, i64>(&format!("SELECT COUNT(*) FROM {table}")).fetch_one(of).await;
    Ok(count.map_err(unsound)?.unsigned_abs())
}

fn unsound(error: sqlx::Error) -> BackupError {
    BackupError::Unsound(error.into())
}
