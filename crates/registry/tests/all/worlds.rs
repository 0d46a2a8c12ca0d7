//! A bot that knows no more than its seat decides the same in every world that its seat cannot tell from the true one.

use bots::{Level, Observation, random_playout};
use engine::{Game, Recorder, Seed, Setup, Stream};
use registry::Visitor;

struct Worlds {
    level: Level,
    seats: u8,
}

impl Visitor for Worlds {
    type Out = usize;

    fn visit<G: Game>(self) -> usize {
        let mut compared = 0;
        for number in 0..12 {
            let setup = Setup::new(G::info().scenarios[0].id, self.seats, Seed::from_number(number));
            let mut state = G::new(&setup, &mut Recorder::silent()).expect("a sound set-up");
            let mut chance = Stream::from_number(number);
            random_playout(&mut state, &mut chance, &mut vec![], 40 * number);
            let Some(seat) = state.to_act().iter().next() else { continue };
            let choice = |world: &G| self.level.build(number).choose(&Observation::new(world, seat, 0));
            let truth = choice(&state);
            for _ in 0..3 {
                let world = state.determinize(seat, &mut chance);
                assert_eq!(choice(&world), truth, "{}, {} players, game {number}", G::info().id, self.seats);
                compared += usize::from(world != state);
            }
        }
        compared
    }
}

#[test]
fn nothing_hidden_changes_a_decision() {
    for text in ["greedy", "casual+bold", "search:60"] {
        let level: Level = text.parse().expect("a level");
        for game in registry::infos() {
            for seats in [2, 4] {
                let compared = registry::visit(game.id, Worlds { level, seats }).expect("a game");
                assert!(compared >= 12, "{}, {seats} players: only {compared} worlds differ", game.id);
            }
        }
    }
}
