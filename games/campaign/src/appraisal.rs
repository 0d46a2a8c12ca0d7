//! How good a position looks, for computer players.

use engine::Seat;

use crate::action::Action;
use crate::state::Campaign;

impl Campaign {
    pub(crate) fn prospects(&self, seat: Seat) -> f32 {
        if let Some(end) = self.ended {
            return if end.winners.contains(seat) { 1.0 / f32::from(end.winners.len()) } else { 0.0 };
        }
        0.5
    }

    pub(crate) fn inclination(&self, _seat: Seat, _action: Action) -> f32 {
        1.0
    }
}
