//! The land as armies see it: hexes numbered without the sea, and the ways between them. Rulebook: Terrain.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use atlas::topology::{ArraySet, HexId, Id, SideId, words_for};
use serde::{Deserialize, Serialize};

use crate::map::{MAP, Side, Weather};

/// How many hexes of land there are.
pub const LANDS: usize = 3504;

atlas::id! {
    /// A hex of land, by its number among those.
    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct LandId(u16);
}

/// A set of hexes of land.
pub type LandSet = ArraySet<LandId, { words_for(LANDS) }>;

/// A hexside that armies cross, at least when it is frozen, and what lies beyond it.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The hex beyond.
    pub to: HexId,
    /// Its number among those of land.
    pub land: LandId,
    /// The hexside.
    pub over: SideId,
    /// What is there.
    pub side: Side,
    /// How hard winter is on its milder side, and on its harder one.
    pub winters: (Weather, Weather),
}

struct Ground {
    numbers: Vec<Option<LandId>>,
    hexes: Vec<HexId>,
    ways: Vec<ArrayVec<Way, 6>>,
}

static GROUND: LazyLock<Ground> = LazyLock::new(|| {
    let hexes: Vec<HexId> = MAP.grid.hexes().filter(|hex| MAP.is_land(*hex)).collect();
    assert_eq!(hexes.len(), LANDS, "the hexes of land are counted");
    let mut numbers = vec![None; MAP.grid.len()];
    for (number, hex) in hexes.iter().enumerate() {
        numbers[hex.index()] = Some(LandId::from_index(number));
    }
    let way = |from: HexId, to: HexId| {
        let over = MAP.grid.side_between(from, to)?;
        let side = MAP.side(over);
        let (here, there) = (MAP.weather(from), MAP.weather(to));
        let winters = (here.min(there), here.max(there));
        let land = numbers[to.index()]?;
        (!side.sea || side.lake).then_some(Way { to, land, over, side, winters })
    };
    let ways_of = |from: &HexId| MAP.grid.neighbours(*from).filter_map(|to| way(*from, to)).collect();
    let ways = hexes.iter().map(ways_of).collect();
    Ground { ways, numbers, hexes }
});

impl LandId {
    /// The number of a hex, if it is land.
    #[inline]
    pub fn of(hex: HexId) -> Option<LandId> {
        GROUND.numbers.get(hex.index()).copied().flatten()
    }

    /// Its hex.
    pub fn hex(self) -> HexId {
        GROUND.hexes[self.index()]
    }

    /// Every hex of land.
    pub fn all() -> impl Iterator<Item = LandId> {
        (0..LANDS).map(LandId::from_index)
    }
}

/// Where armies can go from a hex, over lakes only when these are frozen.
#[inline]
pub fn ways(from: HexId) -> &'static [Way] {
    LandId::of(from).map_or(&[], |land| &GROUND.ways[land.index()])
}

/// The way from a hex to the next, if armies can ever take it.
pub fn way(from: HexId, to: HexId) -> Option<Way> {
    ways(from).iter().find(|way| way.to == to).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves M-map-3
    #[test]
    fn no_way_leads_over_the_sea() {
        let mut lakes = 0;
        for land in LandId::all() {
            for way in ways(land.hex()) {
                assert!(MAP.is_land(way.to) && LandId::of(way.to).is_some());
                assert!(MAP.can_cross(way.over) || way.side.lake);
                lakes += usize::from(way.side.lake);
            }
        }
        assert!(lakes > 0);
        let (dover, calais) = (MAP.site("Dover").unwrap(), MAP.site("Calais").unwrap());
        assert!(way(dover, calais).is_none());
    }

    #[test]
    fn a_strait_that_armies_cross_is_a_way() {
        let hex = |name| MAP.site(name).unwrap();
        assert!(way(hex("Reggio"), hex("Messina")).is_some_and(|way| way.side.strait));
    }
}
