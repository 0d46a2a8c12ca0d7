//! The map: two sheets of hexes, W and E, side by side.
//!
//! Numbers of hexes are printed as column and row of their sheet: `W2627` is Paris. Columns run on from sheet to sheet, and
//! even ones sit half a hex lower.

mod chart;
mod plan;
mod read;
mod written;

use std::collections::HashMap;
use std::sync::LazyLock;

use atlas::topology::{Graph, HexGrid, HexId, Id, SideId};

pub use chart::{Chart, Point};
pub use plan::{Passage, Port, Printed, Province, Sea, Seat, Star, Town};
pub use read::MapError;

pub(crate) use plan::Plan;
pub(crate) use read::NOTHING;
pub(crate) use written::{land, letter, lists, rows, side};

/// The map, read once.
pub static MAP: LazyLock<Map> = LazyLock::new(|| Map::read().expect("the map is whole"));

/// The map.
#[derive(Debug)]
pub struct Map {
    /// Where on the globe the hexes lie.
    pub chart: Chart,
    /// The hexes.
    pub grid: HexGrid,
    /// The provinces, by [`ProvinceId`].
    pub provinces: Vec<Province>,
    /// The sea zones, by [`SeaId`].
    pub seas: Vec<Sea>,
    /// Straits between sea zones.
    pub passages: Vec<Passage>,
    /// The towns.
    pub towns: Vec<Town>,
    /// The rivers.
    pub rivers: Vec<River>,
    /// The hexes that the scenarios name.
    pub printed: Vec<Printed>,
    lands: Vec<Land>,
    areas: Vec<Area>,
    sides: Vec<Side>,
    coasts: Vec<Vec<SeaId>>,
    town_in: Vec<Option<u16>>,
    town_named: HashMap<String, usize>,
}

atlas::id! {
    /// A province.
    pub struct ProvinceId(u8);
}

atlas::id! {
    /// A sea zone.
    pub struct SeaId(u8);
}

/// What the ground of a hex is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Land {
    /// What is there.
    pub terrain: Terrain,
    /// Whether the sea is, too.
    pub coastal: bool,
}

/// What there is in a hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Terrain {
    /// The sea.
    Sea,
    /// A lake.
    Lake,
    /// Open country.
    Clear,
    /// Hills and other rough ground.
    Hill,
    /// High mountains.
    Mountain,
    /// A way through high mountains.
    Pass,
    /// Woods.
    Forest,
    /// Marshes.
    Marsh,
    /// Desert.
    Desert,
}

impl Terrain {
    /// Whether an army could stand there at all.
    pub fn is_land(self) -> bool {
        !matches!(self, Terrain::Sea | Terrain::Lake)
    }
}

/// To what a hex belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Area {
    /// Land.
    Province(ProvinceId),
    /// A sea zone.
    Sea(SeaId),
    /// Water that is no part of any sea zone.
    Nothing,
}

/// What lies between two hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Side {
    /// The river along it, by its number in [`Map::rivers`].
    pub river: Option<u8>,
    /// Whether one gets across.
    pub way: Way,
}

/// Whether one gets from land to land.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Way {
    /// By land.
    #[default]
    Land,
    /// By boat, over a strait.
    Strait,
    /// Not at all: there is open water between.
    Water,
}

/// A river along hexsides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct River {
    /// Its name.
    pub name: String,
    /// 1 for a great river of the rules, 2 for a large one, 3 for a lesser one.
    pub rank: u8,
    /// Its course, from source to mouth.
    pub sides: Vec<SideId>,
    /// The towns that stand on it.
    pub towns: Vec<String>,
}

impl Map {
    /// The ground of a hex.
    pub fn land(&self, hex: HexId) -> Land {
        self.lands[hex.index()]
    }

    /// What a hex belongs to.
    pub fn area(&self, hex: HexId) -> Area {
        self.areas[hex.index()]
    }

    /// The province a hex of land belongs to.
    pub fn province(&self, hex: HexId) -> Option<ProvinceId> {
        match self.area(hex) {
            Area::Province(province) => Some(province),
            _ => None,
        }
    }

    /// The sea zone a hex of water belongs to.
    pub fn sea(&self, hex: HexId) -> Option<SeaId> {
        match self.area(hex) {
            Area::Sea(sea) => Some(sea),
            _ => None,
        }
    }

    /// The sea zones that the coast of a hex touches.
    pub fn coast(&self, hex: HexId) -> &[SeaId] {
        &self.coasts[hex.index()]
    }

    /// What lies between two hexes.
    pub fn side(&self, side: SideId) -> Side {
        self.sides[side.index()]
    }

    /// The river along a side.
    pub fn river(&self, side: SideId) -> Option<&River> {
        self.side(side).river.map(|number| &self.rivers[usize::from(number)])
    }

    /// Whether land units get from one hex to the next, ferries over straits left out.
    pub fn joined(&self, a: HexId, b: HexId) -> bool {
        let land = |hex| self.land(hex).terrain.is_land();
        let by_land = |side| self.side(side).way == Way::Land;
        land(a) && land(b) && self.grid.side_between(a, b).is_some_and(by_land)
    }

    /// The rivers that run along a hex.
    pub fn rivers_of(&self, hex: HexId) -> impl Iterator<Item = &River> {
        self.grid.leaving(hex).filter_map(|(_, side)| self.river(side))
    }

    /// The town in a hex.
    pub fn town(&self, hex: HexId) -> Option<&Town> {
        self.town_in[hex.index()].map(|number| &self.towns[usize::from(number)])
    }

    /// The town of that name, however the texts spell it.
    pub fn town_named(&self, name: &str) -> Option<&Town> {
        self.town_named.get(name).map(|number| &self.towns[*number])
    }

    /// The hex a town stands in.
    pub fn hex_of(&self, town: &Town) -> HexId {
        self.grid.find(&town.hex).expect("towns stand on the map")
    }
}
