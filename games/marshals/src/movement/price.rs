//! What a march costs, and how far it goes. Rulebook: Land Movement, Terrain Effects on Movement.

use atlas::topology::HexId;

use crate::calendar::Poor;
use crate::forces::{Arm, Factors};
use crate::ground::Way;
use crate::ids::LeaderId;
use crate::map::{MAP, Terrain};
use crate::state::Marshals;

/// What it costs to enter a hex (M-move-7), and what is added for woods (M-terrain-5) and rivers (M-terrain-6).
const HEX: u8 = 1;
const WOODS: u8 = 1;
const RIVER: u8 = 1;

/// What mountains add in fair weather and in poor (M-terrain-8).
const MOUNTAINS: (u8, u8) = (1, 2);

/// The sizes from which a stack is slower by one and by two (M-stack-23).
const LARGE: u16 = 11;
const HUGE: u16 = 16;

/// How far leaders of cavalry march (M-lead-19), and with how many factors, of which so many infantry.
const RAIDERS: u8 = 6;
const RAID: (u16, u8) = (3, 2);

/// How far counters march without a leader (M-units-3).
const FOOT: u8 = 4;
const HORSE: u8 = 5;

/// How much slower a stack of this size is.
pub(crate) fn size_penalty(size: u16) -> u8 {
    u8::from(size >= LARGE) + u8::from(size >= HUGE)
}

impl Marshals {
    /// What a step costs by terrain and weather, zones left out. Mountains are hard if the weather is poor on either side of them.
    pub(crate) fn step_price(&self, way: &Way) -> u8 {
        let woods = if MAP.terrain(way.to) == Terrain::Woods { WOODS } else { 0 };
        let river = if way.side.river && !self.is_frozen(way) { RIVER } else { 0 };
        let mountains = match way.side.mountain {
            false => 0,
            true if self.is_hard(way) => MOUNTAINS.1,
            true => MOUNTAINS.0,
        };
        HEX + woods + river + mountains
    }

    /// Whether the weather is poor in the mountains of a hexside.
    pub(crate) fn is_hard(&self, way: &Way) -> bool {
        self.date.weather(way.winters.1) != Poor::Nowhere
    }

    /// Whether winter slows whoever sets out from a hex (M-terrain-11).
    pub(crate) fn is_wintry(&self, hex: HexId) -> bool {
        self.date.weather(MAP.weather(hex)) == Poor::Everywhere
    }

    /// How far a stack marches that has had this size, and now has these factors (M-move-9).
    pub(crate) fn allowance(
        &self,
        leader: Option<LeaderId>,
        factors: Factors,
        size: u16,
        wintry: bool,
    ) -> u8 {
        let rating = match leader {
            Some(leader) => rating(self, leader, factors, size),
            None if factors.mounted() == factors.total() => HORSE,
            None => FOOT,
        };
        rating.saturating_sub(size_penalty(size)).saturating_sub(wintry.into())
    }
}

fn rating(game: &Marshals, leader: LeaderId, factors: Factors, size: u16) -> u8 {
    let line = leader.get();
    let raids = size.max(factors.total()) <= RAID.0
        && factors[Arm::Infantry] <= RAID.1
        && factors[Arm::Artillery] == 0;
    if line.is_cavalry && raids {
        return RAIDERS;
    }
    line.movement + u8::from(game.is_reformed(line.nation))
}
