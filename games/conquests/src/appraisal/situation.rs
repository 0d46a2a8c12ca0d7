//! Who stands where, taken in once for all that is asked about it.

use arrayvec::ArrayVec;
use atlas::topology::Id;

use super::ways::within_reach;
use crate::areas::{AREAS, Area, LANDS};
use crate::by::{By, ByLand, ByNation};
use crate::forces::morale_edge;
use crate::nations::{Nation, Nations};
use crate::state::{Conquests, FRIGATES, FrigateId};
use crate::troops::{Arms, Kind, Troops};

/// The most armies there can be: all ground units of all nations, each for itself.
const ARMIES: usize = 128;

/// The ground units of a nation in a land, or aboard a frigate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Army {
    pub(super) nation: Nation,
    pub(super) at: Area,
    pub(super) troops: Troops,
    pub(super) strength: u8,
}

/// Who stands where.
pub(super) struct Situation {
    pub(super) armies: ArrayVec<Army, ARMIES>,
    /// The nations in each land.
    pub(super) present: ByLand<Nations>,
    /// The strength of each nation in each land.
    pub(super) strength: ByNation<ByLand<u8>>,
    /// The strength that each nation can bring to each land, the less the farther it is.
    pub(super) pressure: ByNation<ByLand<f32>>,
    /// Frigates in each sea.
    fleets: [ByNation<u8>; AREAS - LANDS],
    /// All units of each nation on the map.
    pub(super) units: ByNation<Troops>,
    /// Corps of each nation.
    pub(super) corps: ByNation<u8>,
    /// Whom each nation is with, itself included.
    pub(super) friends: ByNation<Nations>,
    /// What Morale gives each nation in a combat with another (N-11.2-morale).
    edges: ByNation<ByNation<i8>>,
}

impl Situation {
    pub(super) fn of(game: &Conquests) -> Situation {
        let edge =
            |own: Nation, other: Nation| morale_edge(game.tracks.morale[own], game.tracks.morale[other]);
        let mut situation = Situation {
            armies: ArrayVec::new(),
            present: By::all(Nations::NONE),
            strength: By::all(By::all(0)),
            pressure: By::all(By::all(0.0)),
            fleets: [By::all(0); AREAS - LANDS],
            units: By::all(Troops::NONE),
            corps: By::all(0),
            friends: By::from_fn(|nation| game.treaties.friends(nation)),
            edges: By::from_fn(|own| By::from_fn(|other| edge(own, other) as i8 - edge(other, own) as i8)),
        };
        for nation in game.order.iter().copied() {
            for land in game.forces.lands.places(nation).iter() {
                let troops = game.forces.troops(nation, land);
                situation.muster(nation, land, troops);
                situation.present[land].insert(nation);
            }
        }
        for number in 0..FRIGATES as u8 {
            let frigate = game.forces.frigate(FrigateId(number));
            let Some(sea) = frigate.at else { continue };
            let nation = FrigateId(number).nation();
            situation.fleets[sea.index() - LANDS][nation] += 1;
            situation.units[nation] += Troops::one(Kind::Frigate);
            if !frigate.cargo.is_empty() {
                situation.muster(nation, sea, frigate.cargo);
            }
        }
        situation
    }

    /// Takes an army in, with what it threatens.
    fn muster(&mut self, nation: Nation, at: Area, troops: Troops) {
        let arms = Arms::default().with(nation, troops);
        let strength = arms.strength();
        self.units[nation] += troops;
        if !at.is_sea() {
            self.strength[nation][at] = strength;
            self.corps[nation] += arms.corps();
        }
        let pressure = &mut self.pressure[nation];
        for (land, weight) in within_reach(at) {
            pressure[*land] += weight * f32::from(strength);
        }
        self.armies.push(Army { nation, at, troops, strength });
    }

    /// The frigates of a nation in a sea.
    #[inline]
    pub(super) fn fleet(&self, nation: Nation, sea: Area) -> u8 {
        self.fleets[sea.index() - LANDS][nation]
    }

    /// The frigates that can help nations in a land (N-11.2-naval-support).
    pub(super) fn frigates_beside(&self, nations: Nations, land: Area) -> u8 {
        let fleets = land.seas_beside();
        let fleets = fleets.iter().map(|sea| &self.fleets[sea.index() - LANDS]);
        fleets.map(|fleet| nations.iter().map(|nation| fleet[nation]).sum::<u8>()).sum()
    }

    /// The nations with frigates in a sea.
    pub(super) fn afloat(&self, sea: Area) -> Nations {
        let fleet = &self.fleets[sea.index() - LANDS];
        Nation::all().filter(|nation| fleet[*nation] > 0).collect()
    }

    /// What Morale gives a nation against another, less what it gives the other.
    #[inline]
    pub(super) fn edge(&self, own: Nation, other: Nation) -> f32 {
        f32::from(self.edges[own][other])
    }

    /// Whether two nations are Allies, or the same.
    #[inline]
    pub(super) fn allied(&self, one: Nation, other: Nation) -> bool {
        self.friends[one].contains(other)
    }
}
