//! Whole games at random.

use engine::{Game, Seed, Setup, kit};

use crate::{Conquests, position};

/// Plays a game at random to its end.
fn play(setup: &Setup, seed: u64) {
    let mut count = 0;
    kit::wander(setup, seed, |game: &Conquests, _, _| {
        position::check(game).unwrap_or_else(|fault| panic!("{setup:?}: {fault}: {game:?}"));
        count += 1;
        assert!(count < 20_000, "{setup:?}: the game does not end");
    });
}

#[test]
fn games_at_random_come_to_an_end() {
    for scenario in ["short", "campaign"] {
        for players in 2..=5 {
            for seed in 0..10 {
                play(&Setup::new(scenario, players, Seed::from_number(seed)), seed);
            }
        }
    }
}

#[test]
fn games_with_other_rulings_come_to_an_end() {
    for option in &Conquests::info().options {
        for (value, seed) in [(true, 3), (false, 4)] {
            play(&Setup::new("campaign", 5, Seed::from_number(seed)).with(option.id, value), seed);
        }
    }
}

#[test]
fn a_game_that_is_written_down_goes_on_the_same() {
    kit::wander(&Setup::new("short", 3, Seed::from_number(9)), 9, |game: &Conquests, _, _| {
        let written = serde_json::to_string(game).expect("it can be written");
        assert_eq!(serde_json::from_str::<Conquests>(&written).expect("it can be read"), *game);
    });
}
