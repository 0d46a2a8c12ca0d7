//! Why nothing can be done with a square or a piece in a phase, where no single action shows it.

use engine::{Denied, SpaceRef, Target, rule};

use crate::components::{Kind, PieceId, Power};
use crate::square::Square;
use crate::state::{Campaign, Phase};
use crate::steps::square_at;

impl Campaign {
    /// Whether the target is a square that can be reached by several moves.
    pub(crate) fn is_on_a_route(&self, target: &Target) -> bool {
        let free = |at: &SpaceRef| square_at(at).filter(|square| !self.occupied.has(*square));
        match target {
            Target::Space(at) => free(at).is_some_and(|to| self.army_reaches(to)),
            Target::Move { piece, to } => {
                let piece = piece.get::<PieceId>();
                let way = piece.and_then(|piece| Some((piece, self.square(piece)?, free(to)?)));
                way.is_some_and(|(piece, from, to)| self.reaches(piece, from, to))
            }
            Target::Piece { .. } | Target::Button => false,
        }
    }

    /// Why nothing can be done with a square or the piece on it.
    pub(crate) fn why_not_here(&self, square: Square) -> Vec<Denied> {
        let Some(piece) = self.piece_on(square) else {
            // Whoever has pieces at sea asks for a landing.
            let mut reasons = self.why_no_landing(&[Kind::General, Kind::Infantry, Kind::Cavalry], square);
            if reasons.is_empty() {
                reasons.extend(self.may_enter(self.turn.power, square).err());
            }
            if reasons.is_empty() && self.phase() == Phase::Moving {
                let pips = pips_left(self.turn.pips);
                let why = format!("none of your pieces can reach it; {pips}");
                reasons.push(Denied::new(rule!("C-8.2-moves"), why));
            }
            return reasons;
        };
        if self.owner_seat(piece) == Some(self.turn.seat) || self.commander(piece) == Some(self.turn.power) {
            let blocked = || {
                let pips = pips_left(self.turn.pips);
                let why = format!("every square it could move to is closed, taken or too dear; {pips}");
                Denied::new(rule!("C-4.1.2-block"), why)
            };
            return vec![self.may_move(piece).err().unwrap_or_else(blocked)];
        }
        // Of a piece that was named it is asked what the attack on it lacks.
        let named = self.turn.targets.contains(&Some(piece));
        let reason = match self.phase() {
            Phase::Attack => self.may_strike(square).err(),
            Phase::Moving if named => self.may_take(piece).err().or_else(|| self.may_name(square).err()),
            _ => self.may_name(square).err(),
        };
        reason.into_iter().collect()
    }

    /// Why pieces of these kinds that are at sea cannot land on `to`, each reason once; nothing if there are none.
    pub(crate) fn why_no_landing(&self, kinds: &[Kind], to: Square) -> Vec<Denied> {
        if self.phase() != Phase::Moving || self.turn.power != Power::Spain {
            return Vec::new();
        }
        let mut reasons: Vec<Denied> = Vec::new();
        let waits = |kind: &&Kind| self.at_sea(**kind).any(|piece| !self.turn.moved.contains(piece));
        for kind in kinds.iter().filter(waits) {
            reasons.extend(self.may_land(*kind, to).err().filter(|denied| !reasons.contains(denied)));
        }
        reasons
    }
}

/// "3 pips are left".
fn pips_left(pips: u8) -> String {
    match pips {
        0 => "no pip is left".to_owned(),
        1 => "1 pip is left".to_owned(),
        _ => format!("{pips} pips are left"),
    }
}
