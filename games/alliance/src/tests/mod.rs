//! Tests by chapter of the rulebook, and whole games at random.

mod battle;
mod bids;
mod borders;
mod cards;
mod closing;
mod combat;
mod control;
mod defeat;
mod ending;
mod field;
mod fleets;
mod fog;
mod gazetteer;
mod gold;
mod groups;
mod invasions;
mod leaders;
mod levies;
mod losses;
mod movement;
mod multiplayer;
mod neutrals;
mod odds;
mod orders;
mod pacts;
mod pursuit;
mod retreat;
mod rounds;
mod scenarios;
mod seas;
mod solitaire;
mod stacking;
mod supply;
mod table;
mod talks;
mod victory;
mod winter;

use engine::{Chance, Seed, Setup, Silent, Stream};

use crate::state::Alliance;

#[test]
fn games_come_to_an_end() {
    for seed in 0..40 {
        for scenario in ["1804", "1808", "1812"] {
            let seats = 2 + (seed % 6) as u8;
            let setup = Setup::new(scenario, seats, Seed::from_number(seed));
            let mut game = Alliance::prepare(&setup, &mut Silent).unwrap();
            let mut chance = Stream::new(Seed::from_number(seed + 1000));
            let mut actions = Vec::new();
            let mut count = 0;
            let mut trail = Vec::new();
            while game.ended.is_none() {
                let seat = game.deciders().iter().next().expect("somebody decides");
                actions.clear();
                game.list(seat, &mut actions);
                assert!(
                    !actions.is_empty(),
                    "{seat} has nothing to choose: {:?} {:?}",
                    game.phase,
                    game.fight
                );
                let action = *chance.pick(&actions).unwrap();
                game.act(seat, action, &mut Silent).unwrap_or_else(|denied| panic!("{action:?}: {denied}"));
                trail.push((seat, action));
                game.audit().unwrap_or_else(|wrong| {
                    panic!(
                        "{scenario} {seats} {seed}: {wrong}\n{:?}\n{:?} {:?}",
                        &trail[trail.len().saturating_sub(12)..],
                        game.engagements,
                        game.fight
                    )
                });
                count += 1;
                assert!(
                    count < 60_000,
                    "{scenario} with {seats}, seed {seed}: no end in {} turn {}",
                    game.year,
                    game.game_turn
                );
            }
        }
    }
}
