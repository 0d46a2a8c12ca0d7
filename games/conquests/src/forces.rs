//! Units: who stands where. Rulebook 3.1, 17.3.

use serde::{Deserialize, Serialize};

use crate::areas::{Area, AreaSet};
use crate::ashore::Ashore;
use crate::by::{By, ByNation, Key};
use crate::nations::{Nation, Nations};
use crate::state::{Conquests, FRIGATES, Frigate, FrigateId};
use crate::troops::{Arms, Kind, Troops, counters};

/// Ground units by nation.
pub(crate) type Force = ByNation<Troops>;

/// Units of one nation.
pub(crate) fn single(nation: Nation, troops: Troops) -> Force {
    let mut force = Force::all(Troops::NONE);
    force[nation] = troops;
    force
}

/// The nations with units in a force.
pub(crate) fn nations_of(force: &Force) -> Nations {
    Nation::all().filter(|nation| !force[*nation].is_empty()).collect()
}

/// The units of all nations.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forces {
    /// The units of each nation on land. What stands neither here nor on a frigate nor in the Reserve is the Contingent.
    #[serde(rename = "troops")]
    pub(crate) lands: Ashore,
    #[serde(with = "at_sea")]
    pub(crate) frigates: ByFrigate<Frigate>,
    /// What can still be enlisted (N-3.1-reserve-use).
    pub(crate) reserves: ByNation<Troops>,
}

/// What a side's Morale is worth against that of the other (N-11.2-morale).
pub(crate) fn morale_edge(own: u8, other: u8) -> u8 {
    match own.saturating_sub(other) {
        0 => 0,
        1..=2 => 1,
        3..=5 => 2,
        _ => 3,
    }
}

impl Forces {
    /// The ground units of a nation in a land.
    #[inline]
    pub(crate) fn troops(&self, nation: Nation, land: Area) -> Troops {
        debug_assert!(!land.is_sea());
        self.lands.get(nation, land)
    }

    /// The ground units of nations in a land, together.
    pub(crate) fn arms(&self, nations: Nations, land: Area) -> Arms {
        nations.iter().fold(Arms::default(), |arms, nation| arms.with(nation, self.troops(nation, land)))
    }

    /// The frigates of a nation in a sea.
    pub(crate) fn fleet(&self, nation: Nation, sea: Area) -> impl Iterator<Item = FrigateId> {
        FrigateId::of(nation).filter(move |frigate| self.frigate(*frigate).at == Some(sea))
    }

    /// Whether a nation has units in an area.
    #[inline]
    pub(crate) fn stands_in(&self, nation: Nation, area: Area) -> bool {
        match area.is_sea() {
            false => self.lands.present(area).contains(nation),
            true => self.fleet(nation, area).next().is_some(),
        }
    }

    /// The nations with units in an area.
    #[inline]
    pub fn present(&self, area: Area) -> Nations {
        match area.is_sea() {
            false => self.lands.present(area),
            true => self.afloat(area),
        }
    }

    /// The nations with frigates in a sea.
    fn afloat(&self, sea: Area) -> Nations {
        Nation::all().filter(|nation| self.fleet(*nation, sea).next().is_some()).collect()
    }

    /// The areas in which a nation has units.
    pub fn places(&self, nation: Nation) -> AreaSet {
        let mut places = self.lands.places(nation);
        places.extend(FrigateId::of(nation).filter_map(|frigate| self.frigate(frigate).at));
        places
    }

    /// The areas in which a nation has units, and those that touch them (17.3).
    pub(crate) fn surroundings(&self, nation: Nation) -> AreaSet {
        self.places(nation).iter().fold(AreaSet::EMPTY, |near, area| near.with(area) | area.neighbours())
    }

    /// The units that are in nobody's Reserve and not on the map: what bonus units are taken from (N-3.1-contingent-use).
    pub(crate) fn contingent(&self, nation: Nation) -> Troops {
        counters(nation) - self.reserves[nation] - self.on_map(nation)
    }

    /// All units of a nation on the map, those aboard included.
    pub(crate) fn on_map(&self, nation: Nation) -> Troops {
        let ashore = self.lands.all(nation);
        let afloat =
            FrigateId::of(nation).map(|frigate| self.frigate(frigate)).filter(|frigate| frigate.at.is_some());
        afloat.fold(ashore, |all, frigate| all + frigate.cargo + Troops::one(Kind::Frigate))
    }

    /// Puts a frigate of a nation that is not in use into a sea.
    pub(crate) fn launch(&mut self, nation: Nation, sea: Area) {
        let frigate = FrigateId::of(nation).find(|frigate| self.frigate(*frigate).at.is_none());
        let frigate = frigate.expect("a frigate is left");
        self.frigate_mut(frigate).at = Some(sea);
    }

    pub(crate) fn frigate(&self, frigate: FrigateId) -> &Frigate {
        &self.frigates[frigate]
    }

    pub(crate) fn frigate_mut(&mut self, frigate: FrigateId) -> &mut Frigate {
        &mut self.frigates[frigate]
    }
}

impl Conquests {
    /// Puts ground units of a nation into a land.
    pub(crate) fn put(&mut self, nation: Nation, troops: Troops, land: Area) {
        self.forces.lands.set(nation, land, self.forces.lands.get(nation, land) + troops);
        self.note_holder(land);
    }

    /// Puts ground units into a land, all at once: none of their nations has been alone there before the others.
    pub(crate) fn put_all(&mut self, force: &Force, land: Area) {
        for nation in nations_of(force).iter() {
            self.forces.lands.set(nation, land, self.forces.lands.get(nation, land) + force[nation]);
        }
        self.note_holder(land);
    }

    /// Takes ground units of a nation out of a land.
    pub(crate) fn take(&mut self, nation: Nation, troops: Troops, land: Area) {
        self.forces.lands.set(nation, land, self.forces.lands.get(nation, land) - troops);
        self.note_departure(land);
    }

    /// Takes ground units out of a land, all at once.
    pub(crate) fn take_all(&mut self, force: &Force, land: Area) {
        for nation in nations_of(force).iter() {
            self.forces.lands.set(nation, land, self.forces.lands.get(nation, land) - force[nation]);
        }
        self.note_departure(land);
    }

    /// Remembers who controls a land that units have left; a neutral capital that nobody is left in has its garrison again
    /// (N-11.7-revert).
    fn note_departure(&mut self, land: Area) {
        self.note_holder(land);
        if let Some(number) = Area::neutral_capitals().iter().position(|capital| *capital == land)
            && self.forces.present(land).is_empty()
        {
            self.control.garrisons[number] = true;
        }
    }

    /// Whether two nations have units in the same area or in areas that touch (17.3).
    pub(crate) fn adjoins(&self, a: Nation, b: Nation) -> bool {
        self.forces.surroundings(a).meets(&self.forces.places(b))
    }
}

/// A table by frigate.
pub(crate) type ByFrigate<T> = By<FrigateId, T, FRIGATES>;

impl Key for FrigateId {
    #[inline]
    fn place(self) -> usize {
        self.0.into()
    }

    fn at(place: usize) -> FrigateId {
        FrigateId(place as u8)
    }
}

/// Frigates as a map of those that are at sea, by number.
mod at_sea {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    use super::{ByFrigate, FRIGATES, Frigate, FrigateId};

    pub(super) fn serialize<S: Serializer>(
        frigates: &ByFrigate<Frigate>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let at_sea = (0..).zip(frigates.iter()).filter(|(_, frigate)| frigate.at.is_some());
        at_sea.collect::<BTreeMap<u8, &Frigate>>().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<ByFrigate<Frigate>, D::Error> {
        let mut frigates = ByFrigate::all(Frigate::default());
        for (number, frigate) in BTreeMap::<u8, Frigate>::deserialize(deserializer)? {
            if usize::from(number) >= FRIGATES {
                return Err(de::Error::custom(format!("there is no frigate {number}")));
            }
            frigates[FrigateId(number)] = frigate;
        }
        Ok(frigates)
    }
}
