//! Whose every hex is when a scenario begins (M-map-9).

use atlas::topology::{HexId, Id};
use serde::Deserialize;

use crate::ids::{NationId, PlaceId, RegionId};
use crate::map::MAP;

/// Land that is not as in 1805.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Land {
    /// Whose home it is now, if that has changed.
    pub home: Option<NationId>,
    /// Who controls it, if not the nation whose home it is.
    pub control: Option<NationId>,
    /// Whole regions.
    #[serde(default)]
    pub regions: Vec<RegionId>,
    /// Places, with the hexes around them.
    #[serde(default)]
    pub places: Vec<PlaceId>,
}

/// Whose a hex is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holding {
    /// Whose home it is.
    pub home: NationId,
    /// Who controls it.
    pub control: NationId,
}

impl Holding {
    fn of(home: NationId) -> Holding {
        Holding { home, control: home }
    }

    fn change(&mut self, land: &Land) {
        *self = land.home.map_or(*self, Holding::of);
        self.control = land.control.unwrap_or(self.control);
    }
}

/// Whose every hex is.
#[derive(Clone, Default, Debug)]
pub struct Holdings(Vec<Option<Holding>>);

impl Holdings {
    /// What 1805 and these changes make of the map. Places are stronger than regions, later lines than earlier ones; a hex without a
    /// place follows the nearest place of its region.
    pub fn new(changes: &[Land]) -> Holdings {
        let mut regions: Vec<Option<Holding>> =
            RegionId::all().map(|region| region.nation().map(Holding::of)).collect();
        for change in changes {
            for region in &change.regions {
                if let Some(holding) = &mut regions[region.index()] {
                    holding.change(change);
                }
            }
        }
        let region_of = |hex: HexId| MAP.region_id(hex).and_then(|region| regions[region.index()]);
        let mut places: Vec<Option<Holding>> = PlaceId::all().map(|place| region_of(place.hex())).collect();
        for change in changes {
            for place in &change.places {
                if let Some(holding) = &mut places[place.index()] {
                    holding.change(change);
                }
            }
        }
        let of_hex = |hex: HexId| {
            let region = MAP.region_id(hex)?;
            let nearest = nearest(hex, region).and_then(|place| places[place.index()]);
            nearest.or(regions[region.index()])
        };
        Holdings(MAP.grid.hexes().map(of_hex).collect())
    }

    /// Whose a hex is, if it is land of the map.
    pub fn get(&self, hex: HexId) -> Option<Holding> {
        self.0.get(hex.index()).copied().flatten()
    }

    /// Every hex of land with its holding.
    pub fn iter(&self) -> impl Iterator<Item = (HexId, Holding)> {
        let held = |(hex, holding): (usize, &Option<Holding>)| Some((HexId::from_index(hex), (*holding)?));
        self.0.iter().enumerate().filter_map(held)
    }
}

/// The nearest place of a region; of two, that with the lower hex number.
fn nearest(hex: HexId, region: RegionId) -> Option<PlaceId> {
    let inside = PlaceId::all().filter(|place| MAP.region_id(place.hex()) == Some(region));
    inside.min_by_key(|place| {
        let name = MAP.grid.name(place.hex());
        (MAP.grid.distance(hex, place.hex()), name.column, name.row)
    })
}
