//! The map: two sheets of hexes, W and E, side by side.
//!
//! Numbers of hexes are printed as column and row of their sheet: `W2627` is Paris. Columns run on from sheet to sheet, and
//! even ones sit half a hex lower.

mod chart;
mod plan;
mod written;

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use atlas::topology::{Graph, HexGrid, HexId, Id, SideId};
use thiserror::Error;

pub use chart::{Chart, Point};
pub use plan::{Passage, Port, Printed, Province, Sea, Seat, Star, Town};

pub(crate) use plan::Plan;
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

/// What is wrong with the data.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MapError {
    /// A file that cannot be read.
    #[error("{0}")]
    Form(String),
    /// A town where nobody can live.
    #[error("{0} stands in the water")]
    TownInWater(String),
    /// Two towns in one hex.
    #[error("{0} and {1} stand in the same hex")]
    SameHex(String, String),
    /// A town outside its province.
    #[error("{town} stands in {found}, not in its province {province}")]
    WrongProvince {
        /// The town.
        town: String,
        /// Where it should be.
        province: String,
        /// Where it is.
        found: String,
    },
    /// A harbour without the sea.
    #[error("{0} has a port but no coast")]
    PortInland(String),
    /// A harbour too far from its sea zone.
    #[error("the port of {0} is far from the {1}")]
    PortElsewhere(String, String),
    /// A hex with the wrong kind of area.
    #[error("{0} belongs to nothing it can belong to")]
    Astray(String),
}

impl Map {
    /// Reads the files of `data/`.
    pub fn read() -> Result<Map, MapError> {
        let (chart, grid, plan) = Map::plan().map_err(MapError::Form)?;
        let mut map = Map {
            lands: Vec::new(),
            areas: Vec::new(),
            sides: vec![Side::default(); grid.side_count()],
            coasts: vec![Vec::new(); grid.len()],
            town_in: vec![None; grid.len()],
            town_named: HashMap::new(),
            rivers: Vec::new(),
            chart,
            grid,
            provinces: plan.provinces,
            seas: plan.seas,
            passages: plan.passages,
            towns: plan.towns,
            printed: plan.printed,
        };
        map.read_hexes().map_err(MapError::Form)?;
        map.read_sides(&plan.rivers).map_err(MapError::Form)?;
        map.find_towns()?;
        map.find_coasts()?;
        map.check()?;
        Ok(map)
    }

    /// What is said by hand, and the hexes.
    pub(crate) fn plan() -> Result<(Chart, HexGrid, Plan), String> {
        let chart = Chart::read(include_str!("../data/grid.toml")).map_err(|error| error.to_string())?;
        let grid = chart.grid().map_err(|error| error.to_string())?;
        Ok((chart, grid, Plan::read()?))
    }

    fn read_hexes(&mut self) -> Result<(), String> {
        let letters = written::words(&self.grid, "terrain.txt", include_str!("../data/terrain.txt"), 1)?;
        for word in letters {
            let land = word.chars().next().and_then(written::land);
            self.lands.push(land.ok_or_else(|| format!("terrain.txt: what is {word:?}?"))?);
        }
        let codes = written::words(&self.grid, "areas.txt", include_str!("../data/areas.txt"), 2)?;
        for code in codes {
            let province = self.provinces.iter().position(|province| province.code == code);
            let sea = self.seas.iter().position(|sea| sea.code == code);
            self.areas.push(match (province, sea) {
                (Some(province), _) => Area::Province(ProvinceId::from_index(province)),
                (_, Some(sea)) => Area::Sea(SeaId::from_index(sea)),
                _ if code == NOTHING => Area::Nothing,
                _ => return Err(format!("areas.txt: what is {code:?}?")),
            });
        }
        Ok(())
    }

    fn read_sides(&mut self, planned: &[plan::PlannedRiver]) -> Result<(), String> {
        for (heading, sides) in written::read_lists(&self.grid, include_str!("../data/shores.txt"))? {
            let way = match heading {
                "water" => Way::Water,
                _ => Way::Strait,
            };
            sides.into_iter().for_each(|side| self.sides[side.index()].way = way);
        }
        for (name, sides) in written::read_lists(&self.grid, include_str!("../data/rivers.txt"))? {
            let planned = planned.iter().find(|river| river.name == name);
            let planned = planned.ok_or_else(|| format!("rivers.txt: what is the {name}?"))?;
            let number = self.rivers.len() as u8;
            sides.iter().for_each(|side| self.sides[side.index()].river = Some(number));
            let towns = planned.towns.clone();
            self.rivers.push(River { name: name.to_owned(), rank: planned.rank, sides, towns });
        }
        Ok(())
    }

    fn find_towns(&mut self) -> Result<(), MapError> {
        for (number, town) in self.towns.iter().enumerate() {
            let hex = self.grid.find(&town.hex).map_err(|error| MapError::Form(error.to_string()))?;
            if let Some(other) = self.town_in[hex.index()].replace(number as u16) {
                let other = self.towns[usize::from(other)].name.clone();
                return Err(MapError::SameHex(other, town.name.clone()));
            }
            for name in [&town.name].into_iter().chain(&town.also) {
                self.town_named.insert(name.clone(), number);
            }
        }
        Ok(())
    }

    /// A coast touches the zones beside it and those its port opens on; one deep inside an inlet touches those the coasts beside
    /// it touch.
    fn find_coasts(&mut self) -> Result<(), MapError> {
        let coasts: Vec<HexId> = self.grid.hexes().filter(|hex| self.land(*hex).coastal).collect();
        for &hex in &coasts {
            let beside = self.grid.neighbours(hex).filter_map(|beside| self.sea(beside));
            let port = self.town(hex).map(|town| town.seas.as_slice()).unwrap_or_default();
            let port = port.iter().map(|name| self.sea_named(name));
            let seas: Result<BTreeSet<SeaId>, MapError> = beside.map(Ok).chain(port).collect();
            self.coasts[hex.index()] = seas?.into_iter().collect();
        }
        loop {
            let inlets = coasts.iter().filter(|hex| self.coast(**hex).is_empty());
            let opening = |hex: &HexId| {
                let beside = self.grid.neighbours(*hex).flat_map(|beside| self.coast(beside));
                let seas: BTreeSet<SeaId> = beside.copied().collect();
                (*hex, seas.into_iter().collect::<Vec<SeaId>>())
            };
            let opened: Vec<_> = inlets.map(opening).filter(|(_, seas)| !seas.is_empty()).collect();
            if opened.is_empty() {
                return Ok(());
            }
            opened.into_iter().for_each(|(hex, seas)| self.coasts[hex.index()] = seas);
        }
    }

    fn sea_named(&self, name: &str) -> Result<SeaId, MapError> {
        let sea = self.seas.iter().position(|sea| sea.name == name);
        sea.map(SeaId::from_index).ok_or_else(|| MapError::Form(format!("there is no sea {name:?}")))
    }

    fn check(&self) -> Result<(), MapError> {
        for hex in self.grid.hexes() {
            let fits = match self.area(hex) {
                Area::Province(_) => self.land(hex).terrain.is_land(),
                Area::Sea(_) => self.land(hex).terrain == Terrain::Sea,
                Area::Nothing => !self.land(hex).terrain.is_land(),
            };
            if !fits {
                return Err(MapError::Astray(self.grid.name(hex).to_string()));
            }
        }
        self.towns.iter().try_for_each(|town| self.check_town(town))
    }

    fn check_town(&self, town: &Town) -> Result<(), MapError> {
        let hex = self.hex_of(town);
        let Some(province) = self.province(hex) else {
            return Err(MapError::TownInWater(town.name.clone()));
        };
        let found = &self.provinces[province.index()].name;
        if *found != town.province {
            let (town, province) = (town.name.clone(), town.province.clone());
            return Err(MapError::WrongProvince { town, province, found: found.clone() });
        }
        if town.port.is_some() && !self.land(hex).coastal {
            return Err(MapError::PortInland(town.name.clone()));
        }
        // Estuaries, fjords and islands may keep the open sea a little away.
        for name in &town.seas {
            let sea = self.sea_named(name)?;
            if !self.grid.within(hex, 3).any(|near| self.sea(near) == Some(sea)) {
                return Err(MapError::PortElsewhere(town.name.clone(), name.clone()));
            }
        }
        Ok(())
    }

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

/// How water that is no part of any sea zone is written in `areas.txt`.
pub(crate) const NOTHING: &str = "--";
