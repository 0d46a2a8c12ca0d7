//! `grognard play`: a game in the terminal.

use std::io::{self, Write};

use anyhow::{Context, Result};
use bots::Level;
use engine::{Game, Session};
use registry::Visitor;

use crate::args::{PlayArgs, Who};
use crate::mistake::Mistake;
use crate::play::{Console, Play};
use crate::setup::{build, fresh_seed, read_position, read_saved, seats_of, with_game, wrong};
use crate::style::DIM;

/// Plays a game at the terminal, or from the lines of a script.
pub fn play(args: &PlayArgs, out: &mut dyn Write) -> Result<()> {
    with_game(&args.game, Start { args, out })
}

struct Start<'a> {
    args: &'a PlayArgs,
    out: &'a mut dyn Write,
}

impl Visitor for Start<'_> {
    type Out = Result<()>;

    fn visit<G: Game>(self) -> Result<()> {
        let Start { args, out } = self;
        let session: Session<G> = open(args, out)?;
        let players = seated(args.seats.as_deref(), session.setup().seats)?;
        let mut stdin = io::stdin().lock();
        Play::new(session, &players, Console::open(&mut stdin, out)?).run()
    }
}

/// The game to be played: a new one, a saved one, or one from a position.
fn open<G: Game>(args: &PlayArgs, out: &mut dyn Write) -> Result<Session<G>> {
    let info = G::info();
    if let Some(path) = &args.load {
        let (session, loaded) = Session::<G>::load(read_saved(path)?)
            .with_context(|| format!("{} cannot be loaded", path.display()))?;
        if let Some(resumed) = loaded.resumed {
            writeln!(
                out,
                "{DIM}The rules have changed since this game was saved: it goes on from entry {}; {} later decisions \
                 must be made again.{DIM:#}",
                resumed.at, resumed.dropped
            )?;
        }
        return Ok(session);
    }
    if let Some(path) = &args.position {
        let position: G = read_position(path)?;
        let setup = build(info, &args.setup, Some(seats_of(&position)), fresh_seed()?)?;
        return Session::from_position(setup, position)
            .with_context(|| format!("cannot start from {}", path.display()));
    }
    let seats = args.seats.as_ref().map(|seats| seats.len() as u8);
    let setup = build(info, &args.setup, seats, fresh_seed()?)?;
    Ok(Session::start(setup).map_err(|error| wrong(info, error))?)
}

/// Who sits where: what was said, or one human against greedy bots.
fn seated(said: Option<&[Who]>, seats: u8) -> Result<Vec<Who>, Mistake> {
    match said {
        Some(who) if who.len() == usize::from(seats) => Ok(who.to_vec()),
        Some(who) => {
            let what = format!("{} players are named, but this game has {seats} seats", who.len());
            Err(Mistake::new(what, "name one for each seat, or leave --seats out"))
        }
        None => {
            Ok((0..seats).map(|seat| if seat == 0 { Who::Human } else { Who::Bot(Level::Greedy) }).collect())
        }
    }
}
