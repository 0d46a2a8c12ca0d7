//! Who stands where, who controls what, and who is with whom. Rulebook 3.1, 6, 9.2, 17.3.

use atlas::topology::Id;

use crate::areas::{Area, AreaSet};
use crate::nations::{NATIONS, Nation, Nations};
use crate::state::{Bond, Conquests, FrigateId, Phase, Treaty};
use crate::troops::{Arms, Kind, Troops, counters};

/// Ground units by nation.
pub(crate) type Force = [Troops; NATIONS];

/// Units of one nation.
pub(crate) fn single(nation: Nation, troops: Troops) -> Force {
    let mut force = [Troops::NONE; NATIONS];
    force[nation.index()] = troops;
    force
}

/// The nations with units in a force.
pub(crate) fn nations_of(force: &Force) -> Nations {
    Nation::all().filter(|nation| !force[nation.index()].is_empty()).collect()
}

impl Conquests {
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

    /// The highest Morale among nations (N-11.2-allies).
    pub(crate) fn best_morale(&self, nations: Nations) -> u8 {
        nations.iter().map(|nation| self.morale[nation.index()]).max().unwrap_or(0)
    }

    /// The frigates of a nation in a sea.
    pub(crate) fn fleet(&self, nation: Nation, sea: Area) -> impl Iterator<Item = FrigateId> {
        FrigateId::of(nation).filter(move |frigate| self.frigate(*frigate).at == Some(sea))
    }

    /// Whether a nation has units in an area.
    #[inline]
    pub(crate) fn stands_in(&self, nation: Nation, area: Area) -> bool {
        match area.is_sea() {
            false => !self.troops(nation, area).is_empty(),
            true => self.fleet(nation, area).next().is_some(),
        }
    }

    /// The nations with units in an area.
    pub fn present(&self, area: Area) -> Nations {
        Nation::all().filter(|nation| self.stands_in(*nation, area)).collect()
    }

    /// The areas in which a nation has units.
    pub fn places(&self, nation: Nation) -> AreaSet {
        let seas = FrigateId::of(nation).filter_map(|frigate| self.frigate(frigate).at);
        self.lands.places(nation).chain(seas).collect()
    }

    /// Whether a combat is pending in an area (N-17.3-disputed).
    #[inline]
    pub(crate) fn is_disputed(&self, area: Area) -> bool {
        self.attackers[area.index()].is_some()
    }

    /// Who controls an area: the only nation with units in it, unless a combat is pending (N-6-control, N-6-shared-nothing).
    pub(crate) fn controller(&self, area: Area) -> Option<Nation> {
        if !area.is_sea() && self.is_disputed(area) {
            return None;
        }
        self.present(area).only()
    }

    /// Whether a nation controls an area.
    pub fn controls(&self, nation: Nation, area: Area) -> bool {
        self.controller(area) == Some(nation)
    }

    /// The lands that a nation controls.
    pub(crate) fn domain(&self, nation: Nation) -> AreaSet {
        self.lands.places(nation).filter(|land| self.controls(nation, *land)).collect()
    }

    /// The units that are in nobody's Reserve and not on the map: what bonus units are taken from (N-3.1-contingent-use).
    pub(crate) fn contingent(&self, nation: Nation) -> Troops {
        counters(nation) - self.reserves[nation.index()] - self.on_map(nation)
    }

    /// All units of a nation on the map, those aboard included.
    pub(crate) fn on_map(&self, nation: Nation) -> Troops {
        let ashore = self.lands.all(nation);
        let afloat =
            FrigateId::of(nation).map(|frigate| self.frigate(frigate)).filter(|frigate| frigate.at.is_some());
        afloat.fold(ashore, |all, frigate| all + frigate.cargo + Troops::one(Kind::Frigate))
    }

    /// Puts ground units of a nation into a land.
    pub(crate) fn put(&mut self, nation: Nation, troops: Troops, land: Area) {
        self.lands.set(nation, land, self.lands.get(nation, land) + troops);
        self.note_holder(land);
    }

    /// Puts ground units into a land, all at once: none of their nations has been alone there before the others.
    pub(crate) fn put_all(&mut self, force: &Force, land: Area) {
        for nation in nations_of(force).iter() {
            self.lands.set(nation, land, self.lands.get(nation, land) + force[nation.index()]);
        }
        self.note_holder(land);
    }

    /// Takes ground units of a nation out of a land.
    pub(crate) fn take(&mut self, nation: Nation, troops: Troops, land: Area) {
        self.lands.set(nation, land, self.lands.get(nation, land) - troops);
        self.note_departure(land);
    }

    /// Takes ground units out of a land, all at once.
    pub(crate) fn take_all(&mut self, force: &Force, land: Area) {
        for nation in nations_of(force).iter() {
            self.lands.set(nation, land, self.lands.get(nation, land) - force[nation.index()]);
        }
        self.note_departure(land);
    }

    /// Remembers who controls a land that units have left; a neutral capital that nobody is left in has its garrison again
    /// (N-11.7-revert).
    fn note_departure(&mut self, land: Area) {
        self.note_holder(land);
        if let Some(number) = Area::neutral_capitals().iter().position(|capital| *capital == land)
            && self.present(land).is_empty()
        {
            self.garrisons[number] = true;
        }
    }

    /// Puts a frigate of a nation that is not in use into a sea.
    pub(crate) fn launch(&mut self, nation: Nation, sea: Area) {
        let frigate = FrigateId::of(nation).find(|frigate| self.frigate(*frigate).at.is_none());
        let frigate = frigate.expect("a frigate is left");
        self.frigate_mut(frigate).at = Some(sea);
    }

    /// Remembers who controls a land (N-9.7-chooser), and whether others have stood in a capital without its captor
    /// (N-11.8-recapture). While a combat is fought or former Allies part, units go one by one that come and go together:
    /// that is noted when it is over.
    pub(crate) fn note_holder(&mut self, land: Area) {
        if self.battle.is_some() || self.phase == Phase::Separate {
            return;
        }
        let present = self.present(land);
        if !self.is_disputed(land)
            && let Some(nation) = present.only()
        {
            self.holders[land.index()] = Some(nation);
        }
        if let Some(owner) = land.capital_of()
            && let Some(captor) = self.captors[owner.index()]
            && !present.contains(captor)
            && !present.is_empty()
        {
            self.captors[owner.index()] = None;
        }
    }

    /// The same for all lands.
    pub(crate) fn note_holders(&mut self) {
        Area::lands().for_each(|land| self.note_holder(land));
    }

    /// Whether the garrison of a neutral capital stands (N-8.5-garrison).
    pub(crate) fn is_garrisoned(&self, area: Area) -> bool {
        let number = Area::neutral_capitals().iter().position(|capital| *capital == area);
        number.is_some_and(|number| self.garrisons[number])
    }

    /// The Alliances in force.
    pub(crate) fn bonds(&self) -> impl Iterator<Item = &Treaty> {
        self.treaties.iter().filter(|treaty| treaty.is_in_force())
    }

    /// The Alliance a nation is in: one at a time (N-9.2-one-at-a-time).
    pub(crate) fn bond(&self, nation: Nation) -> Option<&Treaty> {
        self.bonds().find(|treaty| treaty.members.contains(nation))
    }

    /// A nation and its Allies. A forced Ally whose place another has taken in this turn's combats is still one of
    /// Napoleon's (N-11.8-old-forced).
    #[inline]
    pub fn friends(&self, nation: Nation) -> Nations {
        let friends = self.bond(nation).map_or(Nations::from(nation), |treaty| treaty.members);
        let fading = self.treaties.iter().filter(|treaty| treaty.state == Bond::Fading);
        let fading = fading.fold(Nations::NONE, |all, treaty| all | treaty.members);
        match fading.is_empty() || (friends & fading).is_empty() {
            true => friends,
            false => {
                friends | fading | self.bond(Nation::France).map_or(Nations::NONE, |treaty| treaty.members)
            }
        }
    }

    /// Whether two nations are Allies, or the same.
    pub(crate) fn allied(&self, a: Nation, b: Nation) -> bool {
        self.friends(a).contains(b)
    }

    /// Whether not all of these nations are Allies.
    pub(crate) fn are_hostile(&self, nations: Nations) -> bool {
        nations.iter().any(|nation| !(nations - self.friends(nation)).is_empty())
    }

    /// The nation that Napoleon has forced into an Alliance (N-9.4-single).
    pub(crate) fn forced_ally(&self) -> Option<Nation> {
        self.bond(Nation::France).and_then(|treaty| treaty.members.without(Nation::France).only())
    }

    /// Whether two nations have units in the same area or in areas that touch (17.3).
    pub(crate) fn adjoins(&self, a: Nation, b: Nation) -> bool {
        let near =
            self.places(a).iter().fold(AreaSet::EMPTY, |near, area| near.with(area) | area.neighbours());
        !(near & self.places(b)).is_empty()
    }
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
