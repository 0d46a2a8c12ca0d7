//! Whole games at random.

use engine::{Chance, Game, Seed, Setup, Silent, Stream};

use crate::Conquests;

/// Plays a game at random; how many decisions it took.
fn play(setup: &Setup, seed: u64) -> usize {
    let mut game = Conquests::prepare(setup, &mut Silent).unwrap();
    let mut chance = Stream::from_number(seed);
    let mut actions = Vec::new();
    let mut count = 0;
    while game.outcome().is_none() {
        let seat = game.to_act().iter().next().expect("somebody decides");
        actions.clear();
        game.list(seat, &mut actions);
        let action = *chance.pick(&actions).unwrap_or_else(|| panic!("nothing to do: {game:?}"));
        game.act(seat, action, &mut Silent).unwrap_or_else(|denied| panic!("{action:?}: {denied:?}"));
        if let Err(fault) = game.audit() {
            panic!("after {action:?}: {fault}");
        }
        count += 1;
        assert!(count < 20_000, "the game does not end");
    }
    count
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
    let mut game = Conquests::prepare(&Setup::new("short", 3, Seed::from_number(9)), &mut Silent).unwrap();
    let mut chance = Stream::from_number(9);
    let mut actions = Vec::new();
    while game.outcome().is_none() {
        let seat = game.to_act().iter().next().expect("somebody decides");
        actions.clear();
        game.list(seat, &mut actions);
        let action = *chance.pick(&actions).expect("something can be done");
        game.act(seat, action, &mut Silent).unwrap();
        let written = serde_json::to_string(&game).expect("it can be written");
        assert_eq!(serde_json::from_str::<Conquests>(&written).expect("it can be read"), game);
    }
}
