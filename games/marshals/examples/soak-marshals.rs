//! Plays all scenarios, for every number of seats, at random to their end, again and again, and looks after every action whether the
//! position can be: `cargo run --release -p marshals --example soak-marshals -- [ACTIONS] [SEED]`. Half of the games are played by
//! players who do what is likely. Stops at the first fault, and says how to come there again.

use std::collections::BTreeMap;
use std::time::Instant;

use engine::{Chance, Game, Recorder, Seed, Setup, Stream};
use marshals::{Action, Marshals};

/// A game that goes on longer than this has no end.
const ENDLESS: u64 = 200_000;

/// What came of the games of a scenario.
#[derive(Default)]
struct Count {
    games: u64,
    actions: u64,
    ends: BTreeMap<String, u64>,
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|number| number.parse::<u64>().expect("a number"));
    let wanted = arguments.next().unwrap_or(10_000_000);
    let first = arguments.next().unwrap_or(1);
    let begun = Instant::now();
    let mut counts: BTreeMap<(&str, u8), Count> = BTreeMap::new();
    let mut taken = 0;
    for seed in first.. {
        for scenario in &Marshals::info().scenarios {
            for seats in scenario.seats.iter() {
                let setup = Setup::new(scenario.id, seats, Seed::from_number(seed));
                let (actions, end) = play(&setup, seed);
                taken += actions;
                let count = counts.entry((scenario.id, seats)).or_default();
                count.games += 1;
                count.actions += actions;
                *count.ends.entry(end).or_default() += 1;
            }
        }
        if taken >= wanted {
            break;
        }
    }
    for ((scenario, seats), Count { games, actions, ends }) in counts {
        println!("{scenario}, {seats} players: {games} games, {actions} actions, {ends:?}");
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("{taken} actions in {seconds:.0} s, each followed by a check");
}

/// A game to its end: how many actions it took, and how it ended.
fn play(setup: &Setup, seed: u64) -> (u64, String) {
    let mut chance = Stream::from_number(seed);
    let mut game = Marshals::new(setup, &mut Recorder::silent()).expect("the set-up is sound");
    let mut actions: Vec<Action> = Vec::new();
    let fault = |taken: u64, action: Option<&Action>, why: &str| -> ! {
        panic!(
            "{} with {} players, seed {seed}, action {taken} ({action:?}): {why}",
            setup.scenario, setup.seats
        )
    };
    for taken in 0..ENDLESS {
        let seats = game.to_act();
        let Some(seat) = chance.pick(&seats.iter().collect::<Vec<_>>()).copied() else {
            let end = game.outcome();
            return match end {
                Some(outcome) => (taken, outcome.reason.into_owned()),
                None => fault(taken, None, "nobody decides, and the game is not over"),
            };
        };
        actions.clear();
        game.actions(seat, &mut actions);
        let action = match seed % 2 {
            0 => chance.pick(&actions).copied(),
            _ => likely(&game, seat, &actions, &mut chance),
        };
        let Some(action) = action else { fault(taken, None, "nothing can be done") };
        if let Err(denied) = game.apply(seat, &action, &mut Recorder::silent()) {
            fault(taken, Some(&action), &denied.to_string());
        }
        if let Err(why) = game.check_as_played() {
            fault(taken, Some(&action), &why);
        }
    }
    fault(ENDLESS, None, "the game does not end")
}

/// One of the actions, as often as a sensible player might take it.
fn likely(game: &Marshals, seat: engine::Seat, actions: &[Action], chance: &mut Stream) -> Option<Action> {
    let priors: Vec<f32> = actions.iter().map(|action| game.prior(seat, action)).collect();
    let mut left = chance.fraction() * priors.iter().sum::<f32>();
    let drawn = priors.iter().position(|prior| {
        left -= prior;
        left < 0.0
    });
    actions.get(drawn.unwrap_or(0)).copied()
}
