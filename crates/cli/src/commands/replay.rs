//! `grognard replay`: a saved game, run again.

use std::fs;
use std::io::Write;
use std::time::Instant;

use anyhow::{Result, bail};
use engine::{Game, SavedGame, Session, Viewer, What};
use registry::Visitor;

use crate::args::ReplayArgs;
use crate::mistake::Mistake;
use crate::setup::{info, load, names, read_saved, with_game};
use crate::style::{BOLD, DIM, GOOD, names_itself, verdict};

/// Runs a saved game and prints its log, or whether it holds.
pub fn replay(args: &ReplayArgs, out: &mut dyn Write) -> Result<()> {
    let saved = read_saved(&args.file)?;
    if info(&saved.game).is_err() {
        let what =
            format!("{} is a game of \"{}\", which is not known here", args.file.display(), saved.game);
        return Err(Mistake::failure(what, "`grognard games` lists those that are").into());
    }
    with_game(&saved.game.clone(), Replay { args, saved, out })
}

struct Replay<'a> {
    args: &'a ReplayArgs,
    saved: SavedGame,
    out: &'a mut dyn Write,
}

impl Visitor for Replay<'_> {
    type Out = Result<()>;

    fn visit<G: Game>(self) -> Result<()> {
        let Replay { args, saved, out } = self;
        let file = args.file.display();
        let recorded = saved.entries.len();
        let begun = Instant::now();
        let (session, loaded) = load::<G>(&args.file, saved)?;
        let seconds = begun.elapsed().as_secs_f64();
        if let Some(resumed) = loaded.resumed {
            bail!(
                "{file} was recorded under revision {} of the rules, and today's (revision {}) play it differently: {}",
                loaded.revision,
                G::info().revision,
                resumed.because
            );
        }
        if !args.verify {
            story(&session, out)?;
        }
        summary(&session, out)?;
        if args.verify {
            writeln!(
                out,
                "{GOOD}It holds:{GOOD:#} {recorded} entries led to the recorded states in {seconds:.2} s; the last is {}.",
                session.hash()
            )?;
        }
        if let Some(path) = &args.position {
            let json = serde_json::to_string_pretty(session.state())?;
            fs::write(path, json).map_err(|error| Mistake::file("write", path, &error))?;
            writeln!(out, "The last position is in {}.", path.display())?;
        }
        Ok(())
    }
}

/// Everything that happened, entry by entry.
fn story<G: Game>(session: &Session<G>, out: &mut dyn Write) -> Result<()> {
    let names = names(session.state());
    for line in session.full_log(Viewer::Spectator, 0) {
        let text = line.line.in_full();
        let who = line.line.seat.and_then(|seat| names.get(seat.index()));
        let who = who.filter(|name| !names_itself(&text, name)).map(|name| format!("{BOLD}{name}{BOLD:#}: "));
        let undone = if line.undone { " (taken back)" } else { "" };
        writeln!(out, "{DIM}{:>5}{DIM:#}  {}{text}{undone}", line.entry, who.unwrap_or_default())?;
    }
    Ok(())
}

fn summary<G: Game>(session: &Session<G>, out: &mut dyn Write) -> Result<()> {
    let setup = session.setup();
    let undos = session.entries().iter().filter(|entry| matches!(entry.what, What::Undo { .. })).count();
    let options: Vec<String> = setup.options.iter().map(|(id, value)| format!("{id}={value}")).collect();
    let with = if options.is_empty() { String::new() } else { format!(" with {}", options.join(", ")) };
    writeln!(
        out,
        "{BOLD}{}{BOLD:#}, {}{with}, {} players: {} entries, {undos} of them taken back.",
        G::info().title,
        setup.scenario,
        setup.seats,
        session.len()
    )?;
    match session.outcome() {
        Some(outcome) => {
            let names = names(session.state());
            writeln!(out, "{}.", verdict(&outcome, &names))?;
        }
        None => writeln!(out, "It is not over; `grognard play {} --load FILE` goes on.", G::info().id)?,
    }
    Ok(())
}
