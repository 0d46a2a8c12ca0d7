//! Who controls the hexes. Rulebook: Control.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use arrayvec::ArrayVec;
use atlas::topology::{BoxSet, HexId, Id};
use engine::Recorder;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::event::Event;
use crate::field::{Force, Stance};
use crate::ground::{LANDS, LandId, LandSet, ways};
use crate::ids::NationId;
use crate::map::MAP;
use crate::nations::{NationSet, Side};
use crate::scenarios::{Part, Scenario};
use crate::state::Marshals;
use crate::supply::Commissariat;

/// Whose every hex of land is now: the numbers of nations, which are compared and hashed as bytes at one go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Control([u8; LANDS]);

impl Control {
    /// As a scenario begins.
    pub(crate) fn of(scenario: &Scenario) -> Control {
        let mut control = Control([0; LANDS]);
        for land in LandId::all() {
            let holding = scenario.holdings().get(land.hex()).expect("all land is somebody's");
            control.0[land.index()] = holding.control.0;
        }
        control
    }

    /// Who controls a hex, if it is land.
    #[inline]
    pub fn get(&self, hex: HexId) -> Option<NationId> {
        LandId::of(hex).map(|land| NationId(self.0[land.index()]))
    }

    /// Who controls a hex of land.
    #[inline]
    pub(crate) fn of_land(&self, land: LandId) -> NationId {
        NationId(self.0[land.index()])
    }

    /// Every hex of land, with who controls it.
    fn iter(&self) -> impl Iterator<Item = (HexId, NationId)> {
        LandId::all().zip(&self.0).map(|(land, nation)| (land.hex(), NationId(*nation)))
    }

    pub(crate) fn set(&mut self, hex: HexId, nation: NationId) {
        if let Some(land) = LandId::of(hex) {
            self.0[land.index()] = nation.0;
        }
    }
}

impl Hash for Control {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash(hasher);
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Control of {LANDS} hexes")
    }
}

impl Serialize for Control {
    /// As runs of hexes with the same owner.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let runs = self.0.chunk_by(|a, b| a == b);
        serializer.collect_seq(runs.map(|run| (NationId(run[0]), run.len() as u16)))
    }
}

impl<'de> Deserialize<'de> for Control {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Control, D::Error> {
        let runs = Vec::<(NationId, u16)>::deserialize(deserializer)?;
        let owners = runs.into_iter().flat_map(|(nation, count)| std::iter::repeat_n(nation, count.into()));
        let owners: Vec<u8> = owners.map(|nation| nation.0).take(LANDS + 1).collect();
        let owners = owners.try_into().map_err(|_| D::Error::custom("every hex of land has one owner"))?;
        Ok(Control(owners))
    }
}

/// The nations in whose land control goes back to them (M-control-6).
static REVERTING: LazyLock<ArrayVec<NationId, 4>> = LazyLock::new(|| {
    ["Spain", "Portugal", "Ottoman Empire", "Russia"].into_iter().filter_map(NationId::find).collect()
});

/// A hex with those around it.
pub(crate) fn around(hex: HexId) -> impl Iterator<Item = HexId> {
    std::iter::once(hex).chain(ways(hex).iter().map(|way| way.to))
}

/// The hexes that belong to the lines of communications of powers, laid only if somebody asks.
#[derive(Default)]
struct Lines(Vec<(NationId, BoxSet<HexId>)>);

impl Lines {
    /// Whether a hex lies in the line of communications of whoever holds it (M-control-7).
    fn hold(&mut self, game: &Marshals, holder: NationId, hex: HexId) -> bool {
        let power = game.commands(holder);
        if self.0.iter().all(|(other, _)| *other != power) {
            let band = Commissariat::of(game, power).communications().band().clone();
            self.0.push((power, band));
        }
        self.0.iter().any(|(other, band)| *other == power && band.contains(hex))
    }
}

impl Marshals {
    /// Whose home a hex is.
    pub fn home(&self, hex: HexId) -> Option<NationId> {
        self.scenario().holdings().get(hex).map(|holding| holding.home)
    }

    /// What part the nation takes that controls a hex.
    pub(crate) fn part_of(&self, hex: HexId) -> Option<Part> {
        self.realm(self.control.get(hex)?).part
    }

    /// The side that controls a hex, if one does.
    #[inline]
    pub fn controls(&self, hex: HexId) -> Option<Side> {
        self.side(self.control.get(hex)?)
    }

    /// Works out anew who controls hexes round which something has changed: first by occupation, then by zones.
    pub(crate) fn settle_control(
        &mut self,
        touched: impl IntoIterator<Item = HexId>,
        log: &mut Recorder<Event>,
    ) {
        let mut lines = Lines::default();
        let mut settled = LandSet::EMPTY;
        for hex in touched {
            if !LandId::of(hex).is_some_and(|land| settled.insert(land)) {
                continue;
            }
            let Some(taker) = taker(self, hex, &mut lines) else { continue };
            if self.control.get(hex) == Some(taker) {
                continue;
            }
            self.control.set(hex, taker);
            self.overrun_works(hex, taker);
            if let Some(place) = MAP.place_id(hex) {
                log.record(|| Event::Taken { place, by: taker });
            }
        }
    }

    /// Works out anew who controls all land. Most of it is nobody's to take: no troops are there, and zones of neither side or of both.
    pub(crate) fn settle_all(&mut self, log: &mut Recorder<Event>) {
        let [french, coalition] = Side::ALL.map(|side| self.zones_of(side));
        let mut touched = (french - coalition) | (coalition - french);
        touched.extend(self.forces.iter().filter_map(|force| LandId::of(force.muster.hex)));
        for (hex, holder) in self.control.iter() {
            if self.home(hex).is_some_and(|home| REVERTING.contains(&home) && self.are_enemies(home, holder))
            {
                touched.extend(LandId::of(hex));
            }
        }
        self.settle_control(touched.iter().map(LandId::hex), log);
    }

    /// Looks at all land that goes back to its home as soon as nothing holds it: lines of communications have changed.
    pub(crate) fn settle_lines(&mut self, log: &mut Recorder<Event>) {
        let homes: ArrayVec<NationId, 4> =
            REVERTING.iter().copied().filter(|home| self.side(*home).is_some()).collect();
        if homes.is_empty() {
            return;
        }
        // Most hexes are held by nobody's enemy: that is asked first.
        let lost = |holder: NationId| homes.iter().any(|home| self.are_enemies(*home, holder));
        let hostile: NationSet = NationId::all().filter(|holder| lost(*holder)).collect();
        let is_lost = |(hex, holder): &(HexId, NationId)| {
            let home = self.home(*hex).filter(|home| homes.contains(home));
            home.is_some_and(|home| self.are_enemies(home, *holder))
        };
        let held = self.control.iter().filter(|(_, holder)| hostile.contains(*holder));
        let held: Vec<HexId> = held.filter(is_lost).map(|(hex, _)| hex).collect();
        self.settle_control(held, log);
    }
}

/// Whether control of a hex goes back to the nation whose home it is.
fn reverts(game: &Marshals, hex: HexId) -> bool {
    game.home(hex).is_some_and(|home| REVERTING.contains(&home))
}

/// Who takes control of a hex by what stands in it or near it now, if anybody does.
fn taker(game: &Marshals, hex: HexId, lines: &mut Lines) -> Option<NationId> {
    let holder = game.control.get(hex)?;
    let here = game.forces.at(hex);
    let fights = |force: &&Force| !force.factors.is_empty() && game.side(force.muster.nation).is_some();
    let garrison = here.iter().filter(fights).find(|force| force.muster.stance == Stance::Inside);
    let occupier = garrison.or_else(|| here.iter().find(fights)).map(|force| force.muster.nation);
    // Nobody takes the land of those who stand aside by passing through.
    if matches!(game.realm(holder).part, Some(Part::Neutral | Part::Closed)) {
        return None;
    }
    if let Some(nation) = occupier {
        return (!game.are_friends(nation, holder)).then(|| owner_for(game, nation, hex));
    }
    let zones = Side::ALL.map(|side| game.zone_source(side, hex));
    let holds = game.side(holder);
    match zones {
        [Some(nation), None] | [None, Some(nation)] => {
            (holds != game.side(nation)).then(|| owner_for(game, nation, hex))
        }
        _ => {
            let home = game.home(hex)?;
            let lapses = reverts(game, hex) && game.are_enemies(home, holder);
            (lapses && !lines.hold(game, holder, hex)).then_some(home)
        }
    }
}

/// For whom a nation takes a hex: a friend whose home it is gets it back; else it is the nation's own, or that of the power
/// whose client it is.
fn owner_for(game: &Marshals, nation: NationId, hex: HexId) -> NationId {
    let home = game.home(hex).filter(|home| game.are_friends(nation, *home));
    home.unwrap_or_else(|| game.commands(nation))
}
