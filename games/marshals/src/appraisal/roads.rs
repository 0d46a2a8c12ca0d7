//! How far everything that is worth holding lies from everywhere, by road. Worked out once for each scenario.

use std::sync::{LazyLock, OnceLock};

use atlas::topology::{Allowance, HexId, Id, Paths};

use crate::ground::{LANDS, LandId};
use crate::ids::PlaceId;
use crate::map::MAP;
use crate::march::Ground;
use crate::scenarios::conditions::{Area, Condition, Score};
use crate::scenarios::{Part, SCENARIOS, Scenario};
use crate::state::Marshals;

/// Farther than anybody marches.
const FAR: u8 = u8::MAX;

/// A place that is worth holding.
#[derive(Debug)]
pub(super) struct Prize {
    pub(super) place: PlaceId,
    pub(super) hex: HexId,
    /// The stars that it pays.
    pub(super) stars: f32,
    /// The level of its fort.
    pub(super) fort: f32,
    /// How many movement factors it takes to get there, by land.
    way: Box<[u8]>,
}

impl Prize {
    /// How many movement factors it takes to get there from a hex.
    #[inline]
    pub(super) fn way(&self, from: HexId) -> usize {
        LandId::of(from).map_or(FAR, |land| self.way[land.index()]).into()
    }
}

/// What is worth holding in a scenario.
#[derive(Debug)]
pub(super) struct Roads {
    pub(super) prizes: Vec<Prize>,
    /// The prize at each place, by its number.
    at: Vec<Option<u8>>,
    /// The stars of all prizes together.
    pub(super) stars: f32,
}

static ROADS: LazyLock<Vec<OnceLock<Roads>>> =
    LazyLock::new(|| SCENARIOS.iter().map(|_| OnceLock::new()).collect());

impl Roads {
    fn of(scenario: &Scenario) -> Roads {
        let closed = |hex: HexId| {
            let holder = scenario.holdings().get(hex).map(|holding| holding.control);
            holder.is_none_or(|holder| {
                matches!(scenario.part(holder), Some(Part::Neutral | Part::Closed) | None)
            })
        };
        let named = named(scenario);
        let is_prize = |place: &PlaceId| {
            let home = scenario.holdings().get(place.hex()).map(|holding| holding.home);
            let is_fought_for = home.is_some_and(|home| scenario.side(home).is_some());
            named.contains(place) || place.get().stars > 0 && (is_fought_for || !closed(place.hex()))
        };
        let ground = Ground::on(scenario.first_turn);
        let mut paths = Paths::new(MAP.grid.len());
        let prize = |place: PlaceId| {
            let reach = paths.flood(&MAP.grid, [place.hex()], Allowance::UNLIMITED, |from, to, over| {
                if closed(to) { None } else { ground.price(from, to, over) }
            });
            let mut way: Box<[u8]> = [FAR; LANDS].into();
            for land in LandId::all() {
                way[land.index()] = reach.cost(land.hex()).map_or(FAR, |cost| cost.min(FAR.into()) as u8);
            }
            let line = place.get();
            Prize { place, hex: place.hex(), stars: line.stars.into(), fort: line.fort.into(), way }
        };
        let prizes: Vec<Prize> = PlaceId::all().filter(is_prize).map(prize).collect();
        let mut at = vec![None; PlaceId::all().count()];
        for (number, prize) in (0..).zip(&prizes) {
            at[prize.place.index()] = Some(number);
        }
        let stars = prizes.iter().map(|prize| prize.stars).sum::<f32>().max(1.0);
        Roads { prizes, at, stars }
    }

    /// The number of the prize at a place.
    pub(super) fn number(&self, place: PlaceId) -> Option<usize> {
        self.at[place.index()].map(usize::from)
    }
}

/// The places that the levels of victory and the points of a scenario name.
fn named(scenario: &Scenario) -> Vec<PlaceId> {
    let mut named = Vec::new();
    for victory in &scenario.victory {
        for part in victory.when.parts() {
            match part {
                Condition::Holds(holds) => named.extend(&holds.places),
                Condition::LeaderAt { place, .. } | Condition::Entered { place, .. } => named.push(*place),
                Condition::NoStack { area: Area::EastOfPlace(place), .. } => named.push(*place),
                _ => {}
            }
        }
    }
    for score in &scenario.points {
        if let Score::Places { places, .. } | Score::EachPlace { places, .. } = score {
            named.extend(places);
        }
    }
    named
}

impl Marshals {
    /// What is worth holding here.
    pub(super) fn roads(&self) -> &'static Roads {
        ROADS[self.scenario.index()].get_or_init(|| Roads::of(self.scenario()))
    }
}
