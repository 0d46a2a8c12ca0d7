//! How likely a sensible player is to do something, and what it says about him.

use engine::{Seat, Temper};

use super::Judge;
use super::field::{Field, Stand};
use crate::action::Action;
use crate::battle::bears_from;
use crate::board::BOARD;
use crate::components::{Kind, PieceId};
use crate::square::Square;
use crate::state::{Phase, Recovery};

impl Judge<'_> {
    /// How likely a sensible player is to do this.
    pub(crate) fn prior(&self, seat: Seat, action: Action) -> f32 {
        match action {
            Action::Name(square) => {
                self.piece_on(square).map_or(0.0, |target| self.urge_to_attack(target, square))
            }
            Action::Step { from, to } | Action::Redeploy { from, to } => self.urge_to_move(seat, from, to),
            Action::Strike(_) => 20.0,
            Action::Parley(_) => 5.0,
            Action::Done if self.phase() == Phase::Moving && self.turn.pips > 0 => 0.2,
            // Nobody wins together with the only opponent.
            Action::Offer(_) | Action::Accept(_) if self.alive().len() == 2 => 0.0,
            Action::Accept(_) | Action::Admit(_) => 0.3,
            Action::Bar(_) | Action::Break(_) | Action::Decline | Action::Embark(_) => 0.1,
            Action::Offer(_) => 0.05,
            Action::Lend { .. } | Action::Recall(_) => 0.02,
            _ => 1.0,
        }
    }

    fn urge_to_attack(&self, target: PieceId, square: Square) -> f32 {
        const UNLIKELY: f32 = 0.01;
        let field = Field::of(self.game);
        let stand = Stand { piece: target, kind: target.kind(), square };
        let Some(army) = field.army(self.turn.power) else { return UNLIKELY };
        let Some(victims) = self.owner(target).and_then(|owner| field.army(owner)) else { return 0.5 };
        match self.pips_to_take(&field, army, victims, &stand, |_| true) {
            Some(pips) if pips <= self.turn.pips => 4.0 * self.price_of(victims, target),
            _ => UNLIKELY,
        }
    }

    fn urge_to_move(&self, seat: Seat, from: Square, to: Square) -> f32 {
        let Some(piece) = self.piece_on(from) else { return 0.0 };
        if self.power(self.turn.power).recovery == Recovery::Mobilising {
            let capital = BOARD.base(self.turn.power).capital.general;
            let home = BOARD.base(self.turn.power).capital.places(piece.kind());
            return match (home.contains(&from), home.contains(&to)) {
                (true, _) => 0.05,
                (false, true) => 8.0,
                _ if to.distance(capital) < from.distance(capital) => 2.0,
                _ => 0.3,
            };
        }
        if piece.kind() == Kind::General {
            let (before, after) = (self.way_to_go(from, seat), self.way_to_go(to, seat));
            return if after < before { 2.0 + 24.0 / (4.0 + f32::from(after)) } else { 0.1 };
        }
        let mut urge: f32 = 0.15;
        for target in self.turn.targets.iter().flatten().filter_map(|target| self.square(*target)) {
            let (before, after) =
                (bears_from(piece.kind(), from, target), bears_from(piece.kind(), to, target));
            if after && !before {
                urge = 6.0;
            } else if before && !after {
                urge = 0.02;
            } else if to.distance(target) < from.distance(target) && from.distance(target) < 10 {
                urge = urge.max(1.0);
            }
        }
        urge
    }

    /// What an action says about whoever takes it.
    pub(crate) fn temper(&self, seat: Seat, action: Action) -> Temper {
        let (boldness, loyalty) = match action {
            Action::Name(_) => (0.5, 0.0),
            Action::Strike(_) => (1.0, 0.0),
            Action::Step { from, to } => (self.boldness_of(seat, from, to), 0.0),
            Action::Offer(_) | Action::Accept(_) => (-0.3, 1.0),
            Action::Admit(_) | Action::Lend { .. } => (0.0, 0.5),
            Action::Bar(_) | Action::Recall(_) => (0.0, -0.4),
            Action::Break(_) => (0.5, -1.0),
            _ => (0.0, 0.0),
        };
        Temper { boldness, loyalty }
    }

    /// Whoever goes beside enemies is bold, whoever leaves them careful.
    fn boldness_of(&self, seat: Seat, from: Square, to: Square) -> f32 {
        let hostile = |square: Square| {
            self.occupied.touches(square)
                && square
                    .neighbours()
                    .filter_map(|near| self.piece_on(near))
                    .any(|piece| self.is_hostile(piece, seat))
        };
        match (hostile(from), hostile(to)) {
            (false, true) => 0.5,
            (true, false) => -0.5,
            _ => 0.0,
        }
    }
}
