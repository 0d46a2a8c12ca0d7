//! Ground units in the lands, packed: they are most of the state, and it is copied a lot.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use atlas::topology::Id;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::areas::{Area, AreaSet, LANDS};
use crate::nations::{NATIONS, Nation, Nations};
use crate::troops::{Kind, Troops};

/// The ground units of every nation in every land.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ashore {
    /// Infantry, cavalry and cannon.
    stacks: [[u16; LANDS]; NATIONS],
    /// The Guard, which only France has.
    guards: [u8; LANDS],
    /// The lands in which each nation has units, the nations with units in each land, and all units of each nation: these
    /// follow from the units, and are asked for in every list of actions.
    places: [AreaSet; NATIONS],
    present: [Nations; LANDS],
    all: [Troops; NATIONS],
}

/// By the units alone, as recorded games were hashed.
impl Hash for Ashore {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stacks.hash(state);
        self.guards.hash(state);
    }
}

impl Ashore {
    /// Nobody anywhere.
    pub(crate) const NOBODY: Ashore = Ashore {
        stacks: [[0; LANDS]; NATIONS],
        guards: [0; LANDS],
        places: [AreaSet::EMPTY; NATIONS],
        present: [Nations::NONE; LANDS],
        all: [Troops::NONE; NATIONS],
    };

    /// The units of a nation in a land.
    #[inline]
    pub(crate) fn get(&self, nation: Nation, land: Area) -> Troops {
        let guard = if nation == Nation::France { self.guards[land.index()] } else { 0 };
        Troops::unpacked(self.stacks[nation.index()][land.index()], guard)
    }

    /// Puts units of a nation into a land in place of those that are there.
    #[inline]
    pub(crate) fn set(&mut self, nation: Nation, land: Area, troops: Troops) {
        self.all[nation.index()] = self.all(nation) - self.get(nation, land) + troops;
        let (stack, guard) = troops.packed();
        self.stacks[nation.index()][land.index()] = stack;
        if nation == Nation::France {
            self.guards[land.index()] = guard;
        }
        let (places, present) = (&mut self.places[nation.index()], &mut self.present[land.index()]);
        if troops.is_empty() {
            places.remove(land);
            present.remove(nation);
        } else {
            places.insert(land);
            present.insert(nation);
        }
    }

    /// The lands in which a nation has units.
    #[inline]
    pub(crate) fn places(&self, nation: Nation) -> AreaSet {
        self.places[nation.index()]
    }

    /// The nations with units in a land.
    #[inline]
    pub(crate) fn present(&self, land: Area) -> Nations {
        self.present[land.index()]
    }

    /// The lands in which anybody has units.
    pub(crate) fn manned(&self) -> AreaSet {
        Nation::all().fold(AreaSet::EMPTY, |all, nation| all | self.places(nation))
    }

    /// The lands in which a nation has units, and nobody else.
    pub(crate) fn held_alone(&self, nation: Nation) -> AreaSet {
        let others = Nation::all().filter(|other| *other != nation);
        others.fold(self.places(nation), |alone, other| alone - self.places(other))
    }

    /// The lands in which more than one nation has units.
    pub(crate) fn shared(&self) -> AreaSet {
        let (mut manned, mut shared) = (AreaSet::EMPTY, AreaSet::EMPTY);
        for nation in Nation::all() {
            let places = self.places(nation);
            shared = shared | (manned & places);
            manned = manned | places;
        }
        shared
    }

    /// All units of a nation.
    #[inline]
    pub(crate) fn all(&self, nation: Nation) -> Troops {
        self.all[nation.index()]
    }
}

/// Written by nation and land, where there are units.
impl Serialize for Ashore {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let of = |nation| self.places(nation).iter().map(|land| (land, self.get(nation, land))).collect();
        let all: BTreeMap<Nation, BTreeMap<Area, Troops>> =
            Nation::all().map(|nation| (nation, of(nation))).collect();
        all.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Ashore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ashore, D::Error> {
        let mut ashore = Ashore::NOBODY;
        for (nation, places) in BTreeMap::<Nation, BTreeMap<Area, Troops>>::deserialize(deserializer)? {
            let foreign = |kind: Kind| kind == Kind::Frigate || kind.is_guard() && nation != Nation::France;
            for (land, troops) in places {
                if land.is_sea() || troops.kinds().any(foreign) {
                    return Err(de::Error::custom(format!("{nation} cannot have {troops} in {land}")));
                }
                if ashore.all(nation).checked_add(troops).is_none() {
                    return Err(de::Error::custom(format!("nobody has as many units as {nation} here")));
                }
                ashore.set(nation, land, troops);
            }
        }
        Ok(ashore)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::troops::counters;

    #[test]
    fn what_is_put_ashore_is_found_again() {
        let mut ashore = Ashore::NOBODY;
        let land = Area::capital(Nation::France);
        for nation in Nation::all() {
            let fleet = Troops::of([0, 0, 0, counters(nation).count(crate::troops::Kind::Frigate)]);
            let army = counters(nation) - fleet;
            ashore.set(nation, land, army);
            assert_eq!((ashore.get(nation, land), ashore.all(nation)), (army, army));
            assert!(ashore.places(nation) == land.into() && ashore.present(land) == nation.into());
            ashore.set(nation, land, Troops::NONE);
            assert!(ashore.places(nation).is_empty() && ashore.present(land).is_empty());
            assert!(ashore == Ashore::NOBODY);
        }
    }

    #[test]
    fn more_units_than_can_be_counted_are_no_state() {
        let written = serde_json::json!({ "austria": { "vienna": { "INF": 9 }, "galicia": { "INF": 9 } } });
        assert!(serde_json::from_value::<Ashore>(written).is_err());
    }

    #[test]
    fn a_state_takes_no_more_than_three_kilobytes() {
        assert!(size_of::<crate::Conquests>() <= 3 * 1024, "{}", size_of::<crate::Conquests>());
    }
}
