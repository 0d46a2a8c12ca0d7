//! The database file and what lies beside it: one server at a time, and nobody else reads it.
//!
//! Nothing here opens the database file itself once SQLite has: closing any handle of it would drop the locks that SQLite
//! holds through its own.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::StoreError;

/// What SQLite and we put beside the file.
const BESIDE: [&str; 3] = ["-wal", "-shm", LOCK];

/// The file that a server holds locked as long as it runs. The system unlocks it however the server ends.
const LOCK: &str = "-lock";

/// Keeps other servers away from a database until it is dropped.
#[derive(Debug)]
pub(super) struct ServerLock {
    _held: File,
}

impl ServerLock {
    /// Takes the lock beside `database`.
    ///
    /// # Errors
    /// If another server holds it, or nothing can be written there.
    pub fn take(database: &Path) -> Result<ServerLock, StoreError> {
        let path = beside(database, LOCK);
        let opened =
            private(OpenOptions::new().read(true).write(true).create(true).truncate(false)).open(&path);
        let mut file = opened.map_err(|error| {
            StoreError::unusable(database, format!("{} cannot be written: {error}", path.display()))
        })?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let process = std::fs::read_to_string(&path).ok().and_then(|text| text.trim().parse().ok());
                return Err(StoreError::InUse { path: database.to_owned(), process });
            }
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, "this file system knows no locks: see to it that no second server uses the database");
            }
        }
        // Only for the error message of the next one.
        let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(ServerLock { _held: file })
    }
}

/// The file itself, however many names lead to it.
pub(super) fn resolve(path: &Path) -> PathBuf {
    let folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        Some(folder.unwrap_or(Path::new(".")).canonicalize().ok()?.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(folder).unwrap_or_else(|| path.to_owned())
}

/// Makes the file if there is none, and sees to it that only its owner reads it and what lies beside it.
///
/// # Errors
/// If it cannot be made.
pub(super) fn make_private(database: &Path) -> Result<(), StoreError> {
    match create(database) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            return Err(StoreError::unusable(database, format!("it cannot be made: {error}")));
        }
        _ => {}
    }
    for path in BESIDE.map(|ending| beside(database, ending)).into_iter().chain([database.to_owned()]) {
        match tighten(&path) {
            Ok(true) => {
                tracing::warn!(file = %path.display(), "others could read this file: now only its owner can")
            }
            Ok(false) => {}
            Err(error) => tracing::warn!(file = %path.display(), %error, "others can read this file"),
        }
    }
    Ok(())
}

/// A new, empty file that only its owner reads.
///
/// # Errors
/// If there is one already, or it cannot be made.
pub(super) fn create(path: &Path) -> io::Result<()> {
    private(OpenOptions::new().write(true).create_new(true)).open(path).map(drop)
}

/// A file beside another.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

#[cfg(unix)]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600)
}

#[cfg(not(unix))]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Takes a file away from everybody but its owner; says whether that was needed.
#[cfg(unix)]
fn tighten(path: &Path) -> io::Result<bool> {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    let mode = match path.metadata() {
        Ok(found) => found.permissions().mode(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    if mode & 0o077 == 0 {
        return Ok(false);
    }
    std::fs::set_permissions(path, Permissions::from_mode(mode & 0o700))?;
    Ok(true)
}

#[cfg(not(unix))]
fn tighten(_: &Path) -> io::Result<bool> {
    Ok(false)
}
