//! `grognard bench`: how fast the games run.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use bots::random_playout;
use engine::{Game, Seat, Seed, Setup, Silent, Stream, Viewer};
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
        let start = G::new(&setup, &mut Silent).map_err(|error| wrong(info, error))?;
        let states = sample(&start);
        let seats: Vec<Viewer> = Seat::first(setup.seats).map(Viewer::Seat).collect();
        let mut turn = (0..states.len()).cycle();
        let mut next = || &states[turn.next().unwrap_or(0)];
        let mut viewer = seats.iter().cycle();
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
        })
    }
}

impl Measure {
    /// Actions a second over whole games, their set-up included.
    fn random_play<G: Game>(&self, setup: &Setup) -> Result<f64> {
        let mut chance = Stream::from_number(1);
        let mut list = Vec::new();
        let mut games = 0;
        let mut state = G::new(setup, &mut Silent)?;
        let rate = self.best(|| {
            let taken = random_playout(&mut state, &mut chance, &mut list, 10_000);
            if state.to_act().is_empty() {
                games += 1;
                let setup = Setup { seed: Seed::from_number(games), ..setup.clone() };
                if let Ok(fresh) = G::new(&setup, &mut Silent) {
                    state = fresh;
                }
            }
            taken
        });
        Ok(rate)
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
