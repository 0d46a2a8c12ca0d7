//! What is hidden from whom, and worlds that fit what somebody knows. Rulebook 3.6, 13.1.

use engine::{Chance, Seat};

use crate::state::Conquests;

impl Conquests {
    /// A world that fits what a seat knows.
    pub(crate) fn imagine(&self, _seat: Seat, chance: &mut impl Chance) -> Conquests {
        let mut world = self.clone();
        world.dice.reseed(chance);
        world
    }
}
