//! `grognard backup`: a copy of a server's database.

use std::io::Write;

use anyhow::{Context, Result};
use server::BackupError;

use crate::args::BackupArgs;
use crate::mistake::Mistake;

/// Copies a database that a server may be using.
pub fn backup(args: &BackupArgs, out: &mut dyn Write) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("cannot start the copying")?;
    let copied =
        runtime.block_on(server::backup(&args.database, &args.target)).map_err(|error| match &error {
            BackupError::Missing(_) => {
                Mistake::new(&error, "name the file that `grognard serve` keeps its games in with --database")
            }
            BackupError::Exists(_) => Mistake::new(&error, "nothing is overwritten: choose another name"),
            BackupError::Write { path, error } => Mistake::file("write", path, error),
            BackupError::Copy { .. } | BackupError::Unsound(_) => {
                Mistake::failure(&error, "keep the backups that you have, and see docs/hosting.md")
            }
        })?;
    let server::Backup { games, entries, bytes } = copied;
    let target = args.target.display();
    writeln!(out, "{target}: {games} games with {entries} entries, {:.1} MB, checked.", bytes as f64 / 1e6)?;
    Ok(())
}
