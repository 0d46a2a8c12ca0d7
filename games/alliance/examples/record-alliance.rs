//! Records a game for every way in which one can end into `tests/fixtures`, where `tests/fixtures.rs` replays them.
//!
//! To be run whenever the rules play differently. Games are played at random until one has ended as wanted; the solo player
//! tries many ways to go on and takes the best.

use std::path::Path;

use alliance::{Action, Alliance};
use engine::kit::records::{Drive, Pull, Wanted, record};
use engine::{Game, Outcome, Seat, Seed, Session, Setup, What};

/// How many games are tried for one.
const TRIED: u64 = 4_000;

/// How many actions the solo player looks ahead.
const AHEAD: usize = 14;

fn main() -> std::io::Result<()> {
    let games = [
        open("years", "1804", 3, |end| end.reason == "years" && end.winners.len() == 1),
        open("shared", "1808", 4, |end| end.reason == "years" && end.winners.len() > 1),
        open("defeat", "1812", 3, |end| end.reason == "defeat"),
        surrender("surrender", "1804", 4),
        open("napoleon", "1812", 2, |end| end.reason == "napoleon"),
        alone("solitaire-lost", 1, |end| end.winners.is_empty()),
        alone("solitaire-won", 3_000, |end| !end.winners.is_empty()),
    ];
    record(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"), &games)
}

fn wanted(
    file: &'static str,
    setup: Setup,
    drive: Drive<Alliance>,
    is_it: impl Fn(&Session<Alliance>) -> bool + 'static,
) -> Wanted<Alliance> {
    Wanted { file, setup, drive, is_it: Box::new(is_it), tried: TRIED }
}

fn start(scenario: &str, seats: u8) -> Setup {
    Setup::new(scenario, seats, Seed::from_number(0))
}

/// A game at random in which nobody gives in.
fn open(file: &'static str, scenario: &str, seats: u8, is_it: fn(&Outcome) -> bool) -> Wanted<Alliance> {
    let drive = Drive::Random(|action| *action != Action::Surrender);
    wanted(file, start(scenario, seats), drive, move |game| game.outcome().as_ref().is_some_and(is_it))
}

/// A game at random that ends with a defeat after somebody has offered to give in.
fn surrender(file: &'static str, scenario: &str, seats: u8) -> Wanted<Alliance> {
    let offered = |game: &Session<Alliance>| {
        game.entries().iter().any(|entry| entry.what == What::Act(Action::Surrender))
    };
    let defeat = |game: &Session<Alliance>| game.outcome().is_some_and(|end| end.reason == "defeat");
    wanted(file, start(scenario, seats), Drive::Random(|_| true), move |game| offered(game) && defeat(game))
}

/// The solitaire game, where of so many ways to go on the best is gone.
fn alone(file: &'static str, ways: u32, is_it: fn(&Outcome) -> bool) -> Wanted<Alliance> {
    let hope = Box::new(|state: &Alliance| state.appraise(Seat(0)));
    let drive = Drive::Together(Pull { hope, ways, ahead: AHEAD, blind: 0 });
    let is_it = move |game: &Session<Alliance>| game.outcome().as_ref().is_some_and(is_it);
    wanted(file, start("solitaire", 1), drive, is_it)
}
