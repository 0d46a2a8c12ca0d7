//! Whole games at random.

use engine::{Chance, Game, Seed, Setup, Silent, Stream};

use crate::Conquests;

#[test]
fn games_at_random_come_to_an_end() {
    for (scenario, players) in [("short", 2), ("short", 5), ("campaign", 3), ("campaign", 4)] {
        for seed in 0..20 {
            let setup = Setup::new(scenario, players, Seed::from_number(seed));
            let mut game = Conquests::prepare(&setup, &mut Silent).unwrap();
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
        }
    }
}
