//! `grognard play`: a game in the terminal.

use std::io::{self, Write};

use anyhow::Result;
use bots::Level;
use engine::{Game, Session, Setup};
use registry::Visitor;

use crate::args::{PlayArgs, Who, player};
use crate::mistake::Mistake;
use crate::play::{Console, Play};
use crate::setup::{Position, build, fresh_seed, load, read_position, read_saved, with_game, wrong};
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
        let (session, kept) = open::<G>(args, out)?;
        let players = seated(args.seats.as_deref(), kept, session.setup().seats)?;
        let mut stdin = io::stdin().lock();
        Play::new(session, &players, Console::open(&mut stdin, out)?).run()
    }
}

/// The game to be played: a new one, a saved one, or one from a position; with who played it, if that is kept.
fn open<G: Game>(args: &PlayArgs, out: &mut dyn Write) -> Result<(Session<G>, Option<Vec<Who>>)> {
    let info = G::info();
    if let Some(path) = &args.load {
        let saved = read_saved(path)?;
        let players = saved.players.clone();
        let (session, loaded) = load::<G>(path, saved)?;
        if let Some(resumed) = loaded.resumed {
            writeln!(
                out,
                "{DIM}The rules have changed since this game was saved: it goes on from entry {}; {} later decisions \
                 must be made again.{DIM:#}",
                resumed.at, resumed.dropped
            )?;
        }
        let kept =
            if args.seats.is_some() { Vec::new() } else { who_played(&players, session.setup().seats, out)? };
        return Ok((session, Some(kept)));
    }
    if let Some(path) = &args.position {
        let Position { state, setup } = read_position::<G>(path)?;
        let setup = Setup { seed: args.setup.seed.map_or_else(fresh_seed, Ok)?, ..setup };
        let session = Session::from_position(setup, state).map_err(|error| {
            let what = format!("cannot start from {}: {error}", path.display());
            Mistake::failure(what, "`position` in `grognard play` writes one that can be")
        })?;
        return Ok((session, None));
    }
    let seats = args.seats.as_ref().map(|seats| seats.len() as u8);
    let setup = build(info, &args.setup, seats, fresh_seed()?)?;
    Ok((Session::start(setup).map_err(|error| wrong(info, error))?, None))
}

/// Who played a saved game. One that does not say so is taken up by people in all seats: a bot in the seat of a friend
/// would play on at once.
fn who_played(players: &[String], seats: u8, out: &mut dyn Write) -> Result<Vec<Who>> {
    if players.is_empty() {
        writeln!(
            out,
            "{DIM}This game does not say who played it: all seats are human. --seats names other players.{DIM:#}"
        )?;
        return Ok(vec![Who::Human; usize::from(seats)]);
    }
    let hint = "--seats says who plays on";
    if players.len() != usize::from(seats) {
        let what = format!("this game has {seats} seats, but names {} players", players.len());
        return Err(Mistake::failure(what, hint).into());
    }
    let read = |name: &String| player(name).map_err(|error| Mistake::failure(error, hint));
    let kept = players.iter().map(read).collect::<Result<Vec<Who>, Mistake>>()?;
    writeln!(out, "{DIM}Who plays: {}. --seats names other players.{DIM:#}", players.join(", "))?;
    Ok(kept)
}

/// Who sits where: what was said, or who is kept with the game, or one human against greedy bots.
fn seated(said: Option<&[Who]>, kept: Option<Vec<Who>>, seats: u8) -> Result<Vec<Who>, Mistake> {
    match said {
        Some(who) if who.len() == usize::from(seats) => Ok(who.to_vec()),
        Some(who) => {
            let what = format!("{} players are named, but this game has {seats} seats", who.len());
            Err(Mistake::new(what, "name one for each seat, or leave --seats out"))
        }
        None => Ok(kept.unwrap_or_else(|| {
            (0..seats).map(|seat| if seat == 0 { Who::Human } else { Who::Bot(Level::GREEDY) }).collect()
        })),
    }
}
