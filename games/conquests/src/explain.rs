//! Why something cannot be done.

use engine::{Denied, Seat, Target, rule};

use crate::state::Conquests;

impl Conquests {
    /// Everything that stops a seat from doing anything with a target now.
    pub(crate) fn reasons(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        if self.ended.is_some() {
            return vec![Denied::new(rule!("N-5-phases"), "the game is over")];
        }
        if !self.deciders().contains(seat) {
            return vec![Denied::new(rule!("N-5-phases"), "it is not your turn to decide")];
        }
        let mut actions = Vec::new();
        self.list(seat, &mut actions);
        if actions.iter().any(|action| self.present_choice(seat, *action).target == *target) {
            return Vec::new();
        }
        vec![Denied::new(rule!("N-5-phases"), "there is nothing to do with that now")]
    }
}
