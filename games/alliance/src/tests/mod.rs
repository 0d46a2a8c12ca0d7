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
mod players;
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
mod turmoil;
mod victory;
mod winter;
mod witness;

use engine::{Seed, Setup, kit};

use crate::state::Alliance;

#[test]
fn games_come_to_an_end() {
    for seed in 0..40 {
        for scenario in ["1804", "1808", "1812"] {
            let setup = Setup::new(scenario, 2 + (seed % 6) as u8, Seed::from_number(seed));
            let mut count = 0;
            kit::wander(&setup, seed + 1000, |game: &Alliance, _, _| {
                let told =
                    |wrong: &str| format!("{setup:?}: {wrong} in {} turn {}", game.year, game.game_turn);
                game.auditor().audit().unwrap_or_else(|wrong| panic!("{}: {game:?}", told(&wrong)));
                count += 1;
                assert!(count < 60_000, "{}", told("no end"));
            });
        }
    }
}
