//! What a bot is, and the simplest one.

use engine::{Chance, Game, Stream};

use crate::Observation;

/// Somebody who decides for a seat.
///
/// A bot may keep thoughts from one decision to the next, but holds nothing that the game depends on: it can be
/// dropped and replaced at any time.
pub trait Bot<G: Game>: Send {
    /// One of the legal actions of the observation's seat.
    ///
    /// # Panics
    /// May panic if there is none: a bot is asked only when its seat can act.
    fn choose(&mut self, observation: &Observation<G>) -> G::Action;

    /// What it means to do after the action it has just chosen, as far as that is decided.
    fn intended(&self) -> Vec<G::Action> {
        Vec::new()
    }

    /// What it is called, in lists and reports.
    fn name(&self) -> String;

    /// How many budgets it has begun to spend so far, if it has one for each turn. Whoever measures how long a turn takes
    /// needs to know: a very long turn gets more than one.
    fn budgets(&self) -> u64 {
        0
    }
}

/// Does anything that is legal, everything equally often.
#[derive(Clone, Debug)]
pub struct Random {
    chance: Stream,
}

impl Random {
    /// Draws from the stream of `seed`.
    pub fn new(seed: u64) -> Random {
        Random { chance: Stream::from_number(seed) }
    }
}

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, observation: &Observation<G>) -> G::Action {
        let mut actions = observation.actions();
        actions.swap_remove(self.chance.index(actions.len()))
    }

    fn name(&self) -> String {
        "random".to_owned()
    }
}
