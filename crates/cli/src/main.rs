//! `grognard`: Napoleonic board games in the terminal.
//!
//! The binary reads arguments and calls; what it calls lives in the modules below and in the crates they use.

mod args;
mod commands;
mod draw;
mod mistake;
mod play;
mod setup;
mod style;

use std::io;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use clap::error::ErrorKind;
use mimalloc::MiMalloc;

use args::{Command, Grognard};
use mistake::Mistake;
use style::{BAD, DIM};

/// Bots and the server allocate a lot of small things on many threads.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let done = match Grognard::try_parse() {
        Ok(args) => {
            if args.preview {
                registry::preview();
            }
            run(args.command)
        }
        // Help and version are no mistakes.
        Err(error) if !error.use_stderr() => error.exit(),
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.exit(),
        Err(error) => Err(mistake::unparsed(&error).into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if hung_up(&error) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("{BAD}error:{BAD:#} {error:#}");
            match error.downcast_ref::<Mistake>() {
                Some(mistake) => {
                    anstream::eprintln!("{DIM} hint: {}{DIM:#}", mistake.hint());
                    ExitCode::from(mistake.code())
                }
                None => ExitCode::FAILURE,
            }
        }
    }
}

fn run(command: Command) -> Result<()> {
    let out = &mut anstream::stdout().lock();
    match command {
        Command::Games(args) => commands::games(&args, out),
        Command::Play(args) => commands::play(&args, out),
        Command::Serve(args) => commands::serve(&args, out),
        Command::Backup(args) => commands::backup(&args, out),
        Command::Sim(args) => commands::sim(&args, out),
        Command::Replay(args) => commands::replay(&args, out),
        Command::Rules(args) => commands::rules(&args, out),
        Command::Map(args) => commands::map(&args, out),
        Command::Bench(args) => commands::bench(&args, out),
        Command::Ladder(args) => commands::ladder(&args, out),
    }
}

/// Whether the reader of the output has seen enough: no failure of ours.
fn hung_up(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    kind == Some(io::ErrorKind::BrokenPipe)
}
