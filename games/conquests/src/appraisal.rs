//! How good it looks for a seat. For bots.

use engine::Seat;

use crate::action::Action;
use crate::state::Conquests;

impl Conquests {
    /// From 0 (lost) to 1 (won).
    pub(crate) fn prospects(&self, seat: Seat) -> f32 {
        match self.result() {
            Some(outcome) => outcome.share(seat),
            None => 1.0 / f32::from(self.players),
        }
    }

    /// How likely a sensible player is to do this.
    pub(crate) fn inclination(&self, _seat: Seat, _action: Action) -> f32 {
        1.0
    }
}
