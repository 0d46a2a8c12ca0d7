//! Who holds what, and where combats are pending. Rulebook 6, 8.5, 9.7, 10.3, 11, 17.3.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::collections::BTreeMap;

use atlas::topology::Id;

use crate::areas::{AREAS, Area, AreaSet, LANDS};
use crate::by::{ByArea, ByLand, ByNation, sparse};
use crate::nations::{Nation, Nations};
use crate::state::{Conquests, Phase};

/// Who holds the map, and who contests it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Control {
    /// Who last controlled each land.
    #[serde(with = "sparse")]
    pub(crate) holders: ByLand<Option<Nation>>,
    /// Whether the garrison of each neutral capital stands, in the order of the track.
    pub(crate) garrisons: [bool; 4],
    /// Who last captured each nation's capital, as long as no other nation has stood in it since (N-11.8-recapture).
    pub(crate) captors: ByNation<Option<Nation>>,
    /// Who was alone in Paris at the last victory check (N-13.2.2-single-paris).
    pub(crate) paris_held: Option<Nation>,
    /// Who attacks where a combat is pending: on land whoever entered first, at sea whoever declared it.
    #[serde(with = "sparse")]
    pub(crate) attackers: ByArea<Option<Nation>>,
    /// Whom a declared naval combat is against.
    pub(crate) challenged: Challenges,
    /// Combats that are fought before all others, since a nation has changed sides (N-11.8-turncoat).
    pub(crate) urgent: AreaSet,
    /// Frigates that have supported a combat on land in this turn, one bit each (N-11.2-naval-support).
    pub(crate) supported: u32,
}

/// Whom declared combats at sea are against, by sea.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Challenges([Nations; AREAS - LANDS]);

impl Challenges {
    /// None is declared.
    pub(crate) const NONE: Challenges = Challenges([Nations::NONE; AREAS - LANDS]);
}

impl Serialize for Challenges {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let declared = Area::seas().zip(self.0).filter(|(_, nations)| !nations.is_empty());
        declared.collect::<BTreeMap<Area, Nations>>().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Challenges {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Challenges, D::Error> {
        let mut challenges = Challenges::NONE;
        for (sea, nations) in BTreeMap::<Area, Nations>::deserialize(deserializer)? {
            let number = sea.index().checked_sub(LANDS);
            let number = number.ok_or_else(|| de::Error::custom(format!("{sea} is no sea")))?;
            challenges.0[number] = nations;
        }
        Ok(challenges)
    }
}

impl Control {
    /// Whether a combat is pending in an area (N-17.3-disputed).
    #[inline]
    pub(crate) fn is_disputed(&self, area: Area) -> bool {
        self.attackers[area].is_some()
    }

    /// Whether the garrison of a neutral capital stands (N-8.5-garrison).
    pub(crate) fn is_garrisoned(&self, area: Area) -> bool {
        let number = Area::neutral_capitals().iter().position(|capital| *capital == area);
        number.is_some_and(|number| self.garrisons[number])
    }

    /// Whether a nation holds the capital of another as its captor.
    pub(crate) fn has_captured(&self, captor: Nation, owner: Nation) -> bool {
        self.captors[owner] == Some(captor)
    }

    /// Whom a declared combat at sea is against.
    pub(crate) fn challenged(&self, sea: Area) -> Nations {
        self.challenged.0[sea.index() - LANDS]
    }

    pub(super) fn set_challenged(&mut self, sea: Area, nations: Nations) {
        self.challenged.0[sea.index() - LANDS] = nations;
    }

    /// A garrison is no more (N-11.7-dissolved).
    pub(super) fn dissolve_garrison(&mut self, land: Area) {
        if let Some(number) = Area::neutral_capitals().iter().position(|capital| *capital == land) {
            self.garrisons[number] = false;
        }
    }
}

impl Conquests {
    /// Who controls an area: the only nation with units in it, unless a combat is pending (N-6-control, N-6-shared-nothing).
    pub(crate) fn controller(&self, area: Area) -> Option<Nation> {
        if !area.is_sea() && self.control.is_disputed(area) {
            return None;
        }
        self.forces.present(area).only()
    }

    /// Whether a nation controls an area.
    pub fn controls(&self, nation: Nation, area: Area) -> bool {
        self.controller(area) == Some(nation)
    }

    /// The lands that a nation controls.
    pub(crate) fn domain(&self, nation: Nation) -> AreaSet {
        self.forces.lands.held_alone(nation).iter().filter(|land| !self.control.is_disputed(*land)).collect()
    }

    /// Remembers who controls a land (N-9.7-chooser), and whether others have stood in a capital without its captor
    /// (N-11.8-recapture). While a combat is fought or former Allies part, units go one by one that come and go together:
    /// that is noted when it is over.
    pub(crate) fn note_holder(&mut self, land: Area) {
        if self.battle.is_some() || self.phase == Phase::Separate {
            return;
        }
        let present = self.forces.present(land);
        if !self.control.is_disputed(land)
            && let Some(nation) = present.only()
        {
            self.control.holders[land] = Some(nation);
        }
        if let Some(owner) = land.capital_of()
            && let Some(captor) = self.control.captors[owner]
            && !present.contains(captor)
            && !present.is_empty()
        {
            self.control.captors[owner] = None;
        }
    }

    /// The same for all lands.
    pub(crate) fn note_holders(&mut self) {
        self.forces.lands.manned().iter().for_each(|land| self.note_holder(land));
    }
}
