//! Why something cannot be done with what somebody clicks.

use engine::{Denied, PieceKey, Seat, SpaceRef, Target, rule};

use crate::components::{Kind, PieceId, Power};
use crate::square::Square;
use crate::state::{Campaign, Phase};

impl Campaign {
    /// Everything that stops `seat` from doing anything with `target` now.
    pub(crate) fn reasons(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        let mut listed = Vec::new();
        self.list(seat, &mut listed);
        if listed.iter().any(|action| is_about(&self.present(*action).target, target)) {
            return Vec::new();
        }
        if self.ended.is_some() {
            return vec![Denied::new(rule!("C-0.4-sequence"), "the game is over")];
        }
        if !self.deciders().contains(seat) {
            return vec![Denied::new(rule!("C-0.4-sequence"), "it is not your decision")];
        }
        let piece_of = |piece: &PieceKey| piece.get::<PieceId>();
        let square_of = |piece: &PieceKey| self.square(piece_of(piece)?);
        let square_at = |at: &SpaceRef| Square::from_space(at.space).filter(|_| at.board == 0);
        if let Some(ask) = self.ask {
            let clicked = match target {
                Target::Space(at) | Target::Move { to: at, .. } => square_at(at),
                Target::Piece { piece } => square_of(piece),
                Target::Button => None,
            };
            return vec![self.why_not_owed(ask, clicked)];
        }
        let first = |rule, why| vec![Denied::new(rule, why)];
        match self.phase {
            Phase::Bases => return first(self.bases_rule(), "choose the power you lead first"),
            Phase::Open => return first(rule!("C-2.1-two-dice"), "throw the dice first"),
            Phase::Business => {
                let why = "movement is over: make or break alliances, or go on";
                return first(rule!("C-0.4-business"), why);
            }
            _ => {}
        }
        if self.phase == Phase::Moving && self.is_on_a_route(target) {
            return Vec::new();
        }
        let reasons = match target {
            Target::Space(at) => square_at(at).map(|square| self.why_not_here(square)),
            Target::Piece { piece } => square_of(piece).map(|square| self.why_not_here(square)),
            Target::Move { piece, to } => match (square_of(piece), square_at(to)) {
                (Some(from), Some(to)) => Some(self.why_not_there(from, to)),
                (None, Some(to)) => piece_of(piece).map(|piece| self.why_no_landing(&[piece.kind()], to)),
                _ => None,
            },
            Target::Button => None,
        }
        .unwrap_or_default();
        if reasons.is_empty() {
            return vec![Denied::new(rule!("C-0.4-sequence"), "you can do nothing with it now")];
        }
        reasons
    }

    /// Whether the target is a square that can be reached by several moves.
    fn is_on_a_route(&self, target: &Target) -> bool {
        let free = |at: &SpaceRef| {
            let square = Square::from_space(at.space).filter(|_| at.board == 0);
            square.filter(|square| !self.occupied.has(*square))
        };
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
    fn why_not_here(&self, square: Square) -> Vec<Denied> {
        let Some(piece) = self.piece_on(square) else {
            // Whoever has pieces at sea asks for a landing.
            let mut reasons = self.why_no_landing(&[Kind::General, Kind::Infantry, Kind::Cavalry], square);
            if reasons.is_empty() {
                reasons.extend(self.may_enter(self.turn.power, square).err());
            }
            if reasons.is_empty() && self.phase == Phase::Moving {
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
        let reason = match self.phase {
            Phase::Attack => self.may_strike(square).err(),
            Phase::Moving if named => self.may_take(piece).err().or_else(|| self.may_name(square).err()),
            _ => self.may_name(square).err(),
        };
        reason.into_iter().collect()
    }

    /// Why pieces of these kinds that are at sea cannot land on `to`, each reason once; nothing if there are none.
    fn why_no_landing(&self, kinds: &[Kind], to: Square) -> Vec<Denied> {
        if self.phase != Phase::Moving || self.turn.power != Power::Spain {
            return Vec::new();
        }
        let mut reasons: Vec<Denied> = Vec::new();
        let waits = |kind: &&Kind| self.at_sea(**kind).any(|piece| !self.turn.moved.contains(piece));
        for kind in kinds.iter().filter(waits) {
            reasons.extend(self.may_land(*kind, to).err().filter(|denied| !reasons.contains(denied)));
        }
        reasons
    }

    fn why_not_there(&self, from: Square, to: Square) -> Vec<Denied> {
        let reason = match self.phase {
            Phase::Redeployment => self.may_redeploy(from, to).err(),
            Phase::Moving => self.may_move_to(from, to).err(),
            _ => Some(Denied::new(rule!("C-0.4-sequence"), "pieces move in the first part of a turn")),
        };
        reason.into_iter().collect()
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

/// Whether clicking `clicked` leads to a choice that is tied to `target`.
fn is_about(target: &Target, clicked: &Target) -> bool {
    match (target, clicked) {
        (Target::Move { piece, .. }, Target::Piece { piece: other }) => piece == other,
        (Target::Move { to, .. }, Target::Space(other)) => to == other,
        _ => target == clicked,
    }
}
