//! Zones of control. Rulebook: Zone of Control.
//!
//! Whether a stack has a zone is no secret: control of the hexes around it, which lies on the map, tells it.

use atlas::topology::HexId;

use crate::field::Stance;
use crate::forces::{Arm, Factors};
use crate::ground::{LandSet, Way, ways};
use crate::ids::{LeaderId, NationId};
use crate::map::Weather;
use crate::nations::Side;
use crate::scenarios::{Chief, Part};
use crate::staff::Post;
use crate::state::Marshals;

/// How many factors a leader needs for a zone (M-zoc-1).
pub(crate) const ZONE: u16 = 4;

/// How many factors a leader of cavalry may have for a zone of his own kind, and how many of them infantry (M-zoc-2).
const RAIDERS: (u16, u8) = (3, 2);

/// Whether these factors under a leader have a zone of control.
pub(crate) fn makes_zone(is_cavalry: bool, factors: Factors) -> bool {
    let total = factors.total();
    let (most, infantry) = RAIDERS;
    let raids =
        (1..=most).contains(&total) && factors[Arm::Infantry] <= infantry && factors[Arm::Artillery] == 0;
    total >= ZONE || (is_cavalry && raids)
}

impl Marshals {
    /// Whether a leader may lead units of a nation: his own, and on his side its clients, or those over whom the scenario sets him
    /// (M-stack-10, M-stack-11).
    pub fn leads(&self, leader: LeaderId, nation: NationId) -> bool {
        let own = leader.get().nation;
        let is_set_over = || self.realm(nation).patron == Some(own) || is_chief(self, leader, nation);
        !leader.get().is_admiral() && (own == nation || self.are_friends(own, nation) && is_set_over())
    }

    /// Whether a Coalition Military Leader of one nation on the map leads the troops of another.
    pub(crate) fn has_chief(&self, of: NationId, over: NationId) -> bool {
        chiefs_of(self, over).any(|chief| chief.get().nation == of && self.staff.hex(chief).is_some())
    }

    /// Whether a leader has a zone of control with those of a side whom he leads in a hex.
    fn has_zone(&self, leader: LeaderId, side: Side, hex: HexId) -> bool {
        let led =
            self.forces.open(hex, |nation| self.side(nation) == Some(side) && self.leads(leader, nation));
        makes_zone(leader.get().is_cavalry, led)
    }

    /// Who has a zone of control for a side by its stack in a hex.
    pub(crate) fn zone_at(&self, side: Side, hex: HexId) -> Option<NationId> {
        let of_side = |nation| self.side(nation) == Some(side);
        let factors = self.forces.open(hex, of_side);
        if factors.is_empty() {
            return None;
        }
        let leader = self.staff.at(hex, Stance::Open).find(|leader| {
            let own = self.side(leader.get().nation) == Some(side);
            own && self.has_zone(*leader, side, hex)
        })?;
        Some(leader.get().nation)
    }

    /// Whose zone of control of a side covers a hex, by a stack next to it (M-zoc-3).
    pub(crate) fn zone_source(&self, side: Side, hex: HexId) -> Option<NationId> {
        if matches!(self.part_of(hex), Some(Part::Neutral | Part::Closed)) {
            return None;
        }
        let open = ways(hex).iter().filter(|way| self.is_open(way));
        open.filter(|way| !self.forces.at(way.to).is_empty()).find_map(|way| self.zone_at(side, way.to))
    }

    /// Whether a hex lies in a zone of control of a side.
    #[inline]
    pub fn is_in_zone(&self, side: Side, hex: HexId) -> bool {
        self.zone_source(side, hex).is_some()
    }

    /// All hexes in zones of control of a side.
    pub(crate) fn zones_of(&self, side: Side) -> LandSet {
        let mut covered = LandSet::EMPTY;
        let mut last = None;
        for (leader, post) in self.staff.in_play() {
            let Post::Open(hex) = post else { continue };
            let own = leader.get().nation;
            if last == Some(hex) || self.side(own) != Some(side) || !self.has_zone(leader, side, hex) {
                continue;
            }
            last = Some(hex);
            for way in ways(hex) {
                let part = self.realm(self.control.of_land(way.land)).part;
                if !matches!(part, Some(Part::Neutral | Part::Closed)) && self.is_open(way) {
                    covered.insert(way.land);
                }
            }
        }
        covered
    }

    /// Whether the zone of control of a stack in a hex covers another (M-zoc-3).
    pub(crate) fn covers(&self, from: HexId, hex: HexId) -> bool {
        let way = ways(from).iter().find(|way| way.to == hex);
        way.is_some_and(|way| self.is_open(way))
            && !matches!(self.part_of(hex), Some(Part::Neutral | Part::Closed))
    }

    /// Whether armies and zones reach over a hexside: not over a lake unless it is frozen.
    pub(crate) fn is_open(&self, way: &Way) -> bool {
        !way.side.lake || self.is_frozen(way)
    }

    /// Whether the waters of a hexside are frozen: if both its hexes lie beyond weather line 2 (M-weather-9).
    pub(crate) fn is_frozen(&self, way: &Way) -> bool {
        self.date.is_frozen() && way.winters.0 >= Weather::North
    }
}

/// Whether a leader is the Coalition Military Leader of a nation's troops.
fn is_chief(game: &Marshals, leader: LeaderId, nation: NationId) -> bool {
    chiefs_of(game, nation).any(|chief| chief == leader)
}

/// The Coalition Military Leaders over a nation's troops, in play or not.
fn chiefs_of(game: &Marshals, nation: NationId) -> impl Iterator<Item = LeaderId> + '_ {
    let now = move |chief: &&Chief| {
        let waits = chief.after.is_some_and(|other| game.staff.hex(other).is_some());
        let in_time = chief.from.is_none_or(|from| game.date >= from)
            && chief.until.is_none_or(|until| game.date <= until);
        !waits && in_time && chief.over.contains(&nation)
    };
    game.scenario().chief.iter().filter(now).map(|chief| chief.leader)
}
