//! The map, read from its files and checked.

use std::collections::{BTreeSet, HashMap};

use atlas::topology::{HexGrid, HexId, Id};
use thiserror::Error;

use super::plan::PlannedRiver;
use super::{Area, Chart, Map, Plan, ProvinceId, River, SeaId, Side, Terrain, Town, Way, written};

/// How water that is no part of any sea zone is written in `areas.txt`.
pub(crate) const NOTHING: &str = "--";

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
        let chart = Chart::read(include_str!("../../data/grid.toml")).map_err(|error| error.to_string())?;
        let grid = chart.grid().map_err(|error| error.to_string())?;
        Ok((chart, grid, Plan::read()?))
    }

    fn read_hexes(&mut self) -> Result<(), String> {
        let letters = written::words(&self.grid, "terrain.txt", include_str!("../../data/terrain.txt"), 1)?;
        for word in letters {
            let land = word.chars().next().and_then(written::land);
            self.lands.push(land.ok_or_else(|| format!("terrain.txt: what is {word:?}?"))?);
        }
        let codes = written::words(&self.grid, "areas.txt", include_str!("../../data/areas.txt"), 2)?;
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

    fn read_sides(&mut self, planned: &[PlannedRiver]) -> Result<(), String> {
        for (heading, sides) in written::read_lists(&self.grid, include_str!("../../data/shores.txt"))? {
            let way = match heading {
                "water" => Way::Water,
                _ => Way::Strait,
            };
            sides.into_iter().for_each(|side| self.sides[side.index()].way = way);
        }
        for (name, sides) in written::read_lists(&self.grid, include_str!("../../data/rivers.txt"))? {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> Map {
        Map::read().unwrap()
    }

    fn hex(map: &Map, town: &str) -> usize {
        map.hex_of(map.town_named(town).unwrap()).index()
    }

    #[test]
    fn a_town_in_the_sea_is_an_error() {
        let mut map = map();
        let malta = hex(&map, "Malta");
        map.lands[malta] = written::land('~').unwrap();
        map.areas[malta] = Area::Sea(SeaId(0));
        assert_eq!(map.check(), Err(MapError::TownInWater("Malta".into())));
    }

    #[test]
    fn a_port_without_a_coast_is_an_error() {
        let mut map = map();
        let brest = hex(&map, "Brest");
        map.lands[brest].coastal = false;
        assert_eq!(map.check(), Err(MapError::PortInland("Brest".into())));
    }

    #[test]
    fn a_port_far_from_its_sea_is_an_error() {
        let mut map = map();
        let toulon = map.towns.iter_mut().find(|town| town.name == "Toulon").unwrap();
        toulon.seas = vec!["Baltic".into()];
        assert_eq!(map.check(), Err(MapError::PortElsewhere("Toulon".into(), "Baltic".into())));
    }

    #[test]
    fn a_town_outside_its_province_is_an_error() {
        let mut map = map();
        let paris = map.towns.iter_mut().find(|town| town.name == "Paris").unwrap();
        paris.province = "Normandy".into();
        assert!(matches!(map.check(), Err(MapError::WrongProvince { town, .. }) if town == "Paris"));
    }

    #[test]
    fn two_towns_in_a_hex_are_an_error() {
        let mut map = map();
        map.town_in.fill(None);
        map.towns[1].hex = map.towns[0].hex.clone();
        assert_eq!(map.find_towns(), Err(MapError::SameHex("Lisbon".into(), "Porto".into())));
    }

    #[test]
    fn land_that_belongs_to_a_sea_is_an_error() {
        let mut map = map();
        let paris = hex(&map, "Paris");
        map.areas[paris] = Area::Sea(SeaId(0));
        assert_eq!(map.check(), Err(MapError::Astray("W2627".into())));
    }
}
