//! `grognard bench`: how fast the games run.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use bots::random_playout;
use engine::{
    AnySession, Chance, Follower, Game, Recorder, Seat, Seed, Session, Setup, Stream, Table, Viewer,
};
use registry::Visitor;
use serde::Serialize;

use super::sim::grouped;
use super::write_json;
use crate::args::BenchArgs;
use crate::setup::{usual, with_game, wrong};
use crate::style::{BOLD, DIM};

/// What is measured of a game, on one core.
#[derive(Serialize)]
struct Figures {
    game: &'static str,
    scenario: &'static str,
    seats: u8,
    /// Random play, with the legal actions listed each time.
    actions_per_second: f64,
    /// Tables made for a seat.
    views_per_second: f64,
    clone_ns: f64,
    state_bytes: usize,
    /// Random play in a session: with hash, journal and snapshots.
    session_actions_per_second: f64,
    /// A whole table for a seat, as JSON, in the middle.
    view_bytes: usize,
    /// What one action changes for one viewer, as JSON: in the middle, and the largest but for one in twenty.
    patch_bytes_p50: usize,
    patch_bytes_p95: usize,
    /// Random play in a session, each action with its patch for one viewer as JSON.
    patches_per_second: f64,
}

/// Measures one game, or all.
pub fn bench(args: &BenchArgs, out: &mut dyn Write) -> Result<()> {
    let ids = match &args.game {
        Some(id) => vec![id.as_str()],
        None => registry::ids(),
    };
    let time = Duration::from_secs_f64(args.seconds);
    let figures = ids
        .into_iter()
        .map(|id| with_game(id, Measure { time, seats: args.seats }))
        .collect::<Result<Vec<_>>>()?;
    if args.json {
        write_json(out, &figures)?;
        return Ok(());
    }
    for figures in figures {
        writeln!(
            out,
            "{BOLD}{}{BOLD:#} {DIM}{}, {} players, one core{DIM:#}",
            figures.game, figures.scenario, figures.seats
        )?;
        writeln!(
            out,
            "  {:>12} actions a second in random play",
            grouped(figures.actions_per_second as u64)
        )?;
        writeln!(out, "  {:>12} views a second", grouped(figures.views_per_second as u64))?;
        writeln!(out, "  {:>12.0} ns to clone the state", figures.clone_ns)?;
        writeln!(out, "  {:>12} bytes of state", grouped(figures.state_bytes as u64))?;
        writeln!(
            out,
            "  {:>12} actions a second in a session",
            grouped(figures.session_actions_per_second as u64)
        )?;
        writeln!(
            out,
            "  {:>12} actions a second in a session, each with its patch for one viewer as JSON",
            grouped(figures.patches_per_second as u64)
        )?;
        writeln!(
            out,
            "  {:>12} bytes of patch, at most {} in 95 of 100; a whole view has {}",
            grouped(figures.patch_bytes_p50 as u64),
            grouped(figures.patch_bytes_p95 as u64),
            grouped(figures.view_bytes as u64)
        )?;
    }
    Ok(())
}

struct Measure {
    time: Duration,
    seats: Option<u8>,
}

impl Visitor for Measure {
    type Out = Result<Figures>;

    fn visit<G: Game>(self) -> Result<Figures> {
        let info = G::info();
        let scenario = &info.scenarios[0];
        let seats = self.seats.unwrap_or_else(|| usual(scenario.seats));
        let setup = Setup::new(scenario.id, seats, Seed::from_number(1));
        let start = G::new(&setup, &mut Recorder::silent()).map_err(|error| wrong(info, error))?;
        let states = sample(&start);
        let seats: Vec<Viewer> = Seat::first(setup.seats).map(Viewer::Seat).collect();
        let mut turn = (0..states.len()).cycle();
        let mut next = || &states[turn.next().unwrap_or(0)];
        let mut viewer = seats.iter().cycle();
        let (patches_per_second, mut bytes) = self.patches::<G>(&setup)?;
        Ok(Figures {
            game: info.id,
            scenario: scenario.id,
            seats: setup.seats,
            actions_per_second: self.random_play::<G>(&setup)?,
            views_per_second: self.per_second(16, || {
                viewer.next().map(|viewer| black_box(next().view(*viewer)));
            }),
            clone_ns: 1e9
                / self.per_second(1024, || {
                    let copy = black_box(next()).clone();
                    black_box(&copy);
                }),
            state_bytes: size_of::<G>(),
            session_actions_per_second: {
                let mut game = RandomGame::<G>::start(&setup)?;
                self.best(|| (0..16).map_while(|_| game.act()).count() as u64)
            },
            view_bytes: quantile(&mut view_bytes::<G>(&setup)?, 50),
            patch_bytes_p50: quantile(&mut bytes, 50),
            patch_bytes_p95: quantile(&mut bytes, 95),
            patches_per_second,
        })
    }
}

impl Measure {
    /// Actions a second over whole games, their set-up included.
    fn random_play<G: Game>(&self, setup: &Setup) -> Result<f64> {
        let mut chance = Stream::from_number(1);
        let mut list = Vec::new();
        let mut games = 0;
        let mut state = G::new(setup, &mut Recorder::silent())?;
        let rate = self.best(|| {
            let taken = random_playout(&mut state, &mut chance, &mut list, 10_000);
            if state.to_act().is_empty() {
                games += 1;
                let setup = Setup { seed: Seed::from_number(games), ..setup.clone() };
                if let Ok(fresh) = G::new(&setup, &mut Recorder::silent()) {
                    state = fresh;
                }
            }
            taken
        });
        Ok(rate)
    }

    /// Actions a second in a session with what each changes for one viewer, as JSON; and how long these patches are. The viewer
    /// is a seat that follows a whole game with its choices, another one in every game.
    fn patches<G: Game>(&self, setup: &Setup) -> Result<(f64, Vec<usize>)> {
        let mut game = RandomGame::<G>::start(setup)?;
        let mut following: Option<(u64, Follower)> = None;
        let mut bytes = Vec::new();
        let mut json = Vec::new();
        let rate = self.best(|| {
            if game.next().is_none() {
                return 0;
            }
            let viewer = Seat((game.games % u64::from(setup.seats)) as u8);
            let follower = match &mut following {
                Some((known, follower)) if *known == game.games => follower,
                other => &mut other.insert((game.games, Follower::new(game.table(viewer)))).1,
            };
            if game.act().is_none() {
                return 0;
            }
            json.clear();
            serde_json::to_writer(&mut json, &follower.look(game.table(viewer))).ok();
            bytes.push(black_box(&json).len());
            1
        });
        Ok((rate, bytes))
    }

    /// How often a second `work` can be done; the clock is looked at once in `batch` times.
    fn per_second(&self, batch: u32, mut work: impl FnMut()) -> f64 {
        self.best(|| {
            (0..batch).for_each(|_| work());
            u64::from(batch)
        })
    }

    /// The best rate of several stretches: the machine may be busy with other things in some of them. `work` says how
    /// much it has done.
    fn best(&self, mut work: impl FnMut() -> u64) -> f64 {
        let stretch = self.time / STRETCHES;
        let rates = (0..STRETCHES).map(|_| {
            let begun = Instant::now();
            let mut done = 0;
            while begun.elapsed() < stretch {
                done += work();
            }
            done as f64 / begun.elapsed().as_secs_f64()
        });
        rates.fold(0.0, f64::max)
    }
}

const STRETCHES: u32 = 10;

/// States from the course of a random game.
fn sample<G: Game>(start: &G) -> Vec<G> {
    let mut chance = Stream::from_number(1);
    let mut list = Vec::new();
    let mut states = vec![start.clone()];
    let mut state = start.clone();
    while states.len() < 64 && random_playout(&mut state, &mut chance, &mut list, 7) == 7 {
        states.push(state.clone());
    }
    states
}

/// How long a session goes before another takes its place.
const LONG: usize = 3000;

/// Random play in sessions, one after the other.
struct RandomGame<G: Game> {
    session: Session<G>,
    chance: Stream,
    actions: Vec<G::Action>,
    games: u64,
}

impl<G: Game> RandomGame<G> {
    fn start(setup: &Setup) -> Result<RandomGame<G>> {
        let session = Session::start(setup.clone())?;
        Ok(RandomGame { session, chance: Stream::from_number(1), actions: Vec::new(), games: 0 })
    }

    /// Who acts next, in a new game if this one is over or has gone on for long.
    fn next(&mut self) -> Option<Seat> {
        if self.session.to_act().is_empty() || self.session.len() >= LONG {
            self.games += 1;
            let setup = Setup { seed: Seed::from_number(self.games), ..self.session.setup().clone() };
            self.session = Session::start(setup).ok()?;
        }
        self.session.to_act().iter().next()
    }

    /// One action. Returns whose it was.
    fn act(&mut self) -> Option<Seat> {
        let seat = self.next()?;
        self.actions.clear();
        self.session.state().actions(seat, &mut self.actions);
        let action = self.chance.pick(&self.actions)?;
        self.session.act(seat, action).ok()?;
        Some(seat)
    }

    fn table(&self, viewer: Seat) -> Table {
        AnySession::table(&self.session, Viewer::Seat(viewer))
    }
}

/// How long whole views from the course of a random game are, as JSON: of seat 0 and of whoever decides.
fn view_bytes<G: Game>(setup: &Setup) -> Result<Vec<usize>> {
    let mut game = RandomGame::<G>::start(setup)?;
    let mut bytes = Vec::new();
    for _ in 0..64 {
        let Some(seat) = game.next() else { break };
        bytes.extend([Seat(0), seat].map(|viewer| json_bytes(&game.table(viewer))));
        (0..7).for_each(|_| {
            game.act();
        });
    }
    Ok(bytes)
}

fn json_bytes(value: &impl Serialize) -> usize {
    serde_json::to_vec(value).map_or(0, |json| black_box(json).len())
}

/// The number that so many in a hundred do not exceed.
fn quantile(numbers: &mut [usize], percent: usize) -> usize {
    numbers.sort_unstable();
    let last = numbers.len().saturating_sub(1);
    numbers.get(last * percent / 100).copied().unwrap_or(0)
}
