//! How long a beaten army takes to gather at its Capital (16).

use arrayvec::ArrayVec;

use super::Judge;
use crate::board::BOARD;
use crate::components::{Kind, Power};
use crate::square::{Mask, Square};

impl Judge<'_> {
    /// About how many of its own turns an army takes until it has mobilised.
    pub(super) fn turns_to_mobilise(&self, power: Power) -> f32 {
        0.8 + self.way_to_mobilise(power)
    }

    /// What is still to be done until an army has mobilised: the way of each piece to a free starting square of its
    /// kind, around whatever stands in between.
    fn way_to_mobilise(&self, power: Power) -> f32 {
        let capital = &BOARD.base(power).capital;
        let free = *BOARD.land_of(power.home()) & !self.occupied;
        let mut way = 0.0;
        for kind in [Kind::General, Kind::Infantry, Kind::Cavalry] {
            let places: Mask = capital.places(kind).iter().copied().collect();
            let mut astray: ArrayVec<Square, 16> = self
                .pieces_of(power)
                .filter(|piece| piece.kind() == kind)
                .filter_map(|piece| self.square(piece))
                .filter(|square| !places.has(*square))
                .take(16)
                .collect();
            // Whoever stands on another kind's square is in the way.
            way += 0.15 * astray.iter().filter(|square| capital.all.has(**square)).count() as f32;
            let mut reached = places & free;
            if reached.is_empty() && kind != Kind::General {
                continue;
            }
            let mut pips = 0;
            while !astray.is_empty() && pips < 24 {
                pips += 1;
                let next = one_move_from(kind, reached, free);
                astray.retain(|square| {
                    let arrives = next.has(*square);
                    way += if arrives { 0.1 + 0.05 * pips as f32 } else { 0.0 };
                    !arrives
                });
                let grown = reached | (next & free);
                if grown == reached {
                    break;
                }
                reached = grown;
            }
            way += 1.0 * astray.len() as f32;
        }
        way
    }
}

/// Where pieces of a kind come from that get into `goal` with one move over `free` squares.
fn one_move_from(kind: Kind, goal: Mask, free: Mask) -> Mask {
    match kind {
        Kind::General => goal.sides() | goal.corners(),
        Kind::Infantry => goal.corners(),
        Kind::Cavalry => (goal.sides() & free).sides(),
    }
}
