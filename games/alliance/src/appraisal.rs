//! How good it looks. For bots.

use engine::Seat;

use crate::action::Action;
use crate::blocks::BlockId;
use crate::state::Alliance;

impl Alliance {
    /// From 0 (lost) to 1 (won): victory points above all, then the strength on the map and the gold.
    pub(crate) fn prospects(&self, seat: Seat) -> f32 {
        if let Some(end) = self.ended {
            return if end.winners.contains(seat) { 1.0 / f32::from(end.winners.len()) } else { 0.0 };
        }
        if self.rules.solitaire {
            return self.prospects_alone();
        }
        let worth = |seat: Seat| {
            let points = f32::from(self.score(seat));
            let steps: u32 = self
                .blocks_of(seat)
                .iter()
                .filter(|block| self.place(*block).is_some())
                .map(|block| u32::from(self.strength(block)) * u32::from(weight(block)))
                .sum();
            points + steps as f32 / 40.0 + f32::from(self.treasuries[seat.index()]) / 12.0
        };
        let own = worth(seat);
        let others = Seat::first(self.players()).filter(|other| *other != seat);
        let best = others.map(worth).fold(0.0, f32::max);
        1.0 / (1.0 + (-(own - best) / 4.0).exp())
    }

    /// The solo player's: points against what was to be expected by now.
    fn prospects_alone(&self) -> f32 {
        let (gained, lost) = self.gains();
        let points = f32::from(self.solo.score) + f32::from(gained) - f32::from(lost);
        1.0 / (1.0 + (-(points - f32::from(self.flipped())) / 4.0).exp())
    }

    /// How likely a sensible player is to do this.
    pub(crate) fn inclination(&self, _seat: Seat, action: Action) -> f32 {
        match action {
            Action::Abandon(_) | Action::Break(_) | Action::Disband(_) | Action::Bar(_) => 0.002,
            Action::Surrender => 0.001,
            Action::Propose(_) => 0.02,
            Action::Grant(_) => 0.1,
            Action::Claim(_) => 0.3,
            Action::Hold(_) => 0.05,
            Action::Fire(_) => 4.0,
            Action::Retreat { .. } => 0.3,
            Action::Levy(_) => 1.5,
            Action::Build { .. } => 0.8,
            _ => 1.0,
        }
    }
}

/// How much a step of a block is worth.
fn weight(block: BlockId) -> u8 {
    block.printed().fire.number
}
