//! The map: hexes and hexsides, places, regions and nations, sea boxes and their lanes.

pub mod grid;
mod landing;
pub mod sheet;
pub mod sources;
mod theatres;

use std::collections::VecDeque;
use std::sync::LazyLock;

use atlas::topology::{BoxSet, Components, HexGrid, HexId, Id, SideId};

use crate::ids::{PlaceId, RegionId};

pub use self::sources::{Class, Nation, Place, Region, Remote, SOURCES, SeaBox, Sources, Strait};
pub use self::theatres::Theatre;

/// What a hex is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terrain {
    /// Sea, or land too small to matter.
    Sea,
    /// Land outside the theatres of the game.
    OffMap,
    /// Open land.
    Clear,
    /// Woods and marshes.
    Woods,
}

/// What a hexside is. A river can run along the foot of mountains.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Side {
    /// A river.
    pub river: bool,
    /// Mountains.
    pub mountain: bool,
    /// Water between two land hexes, which nobody crosses by land.
    pub sea: bool,
    /// Whether that water is a lake, which is crossed when it is frozen (M-weather-9).
    pub lake: bool,
    /// A strait, which armies cross.
    pub strait: bool,
    /// Works, which are mountains in combat once the lines of Torres Vedras are built.
    pub works: bool,
}

/// How hard winter is in a hex, by the weather lines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Weather {
    /// South of line 1, and Iberia: mountains are hard from November to April.
    South,
    /// Between lines 1 and 2: mountains are hard from October to May.
    Middle,
    /// Beyond line 2: everything is hard from October to May, rivers freeze.
    North,
    /// Sea beyond line 3, which freezes.
    Ice,
}

/// A river, from its source.
#[derive(Debug)]
pub struct River {
    /// Its name.
    pub name: String,
    /// The sides it runs along, each touching the next.
    pub sides: Vec<SideId>,
}

/// A stop of ships: a port or a sea box, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchorage {
    /// A place with a sea path.
    Port(usize),
    /// A sea box.
    Box(usize),
}

/// The map.
#[derive(Debug)]
pub struct Map {
    /// The grid.
    pub grid: HexGrid,
    /// What is written by hand.
    pub sources: &'static Sources,
    /// The rivers.
    pub rivers: Vec<River>,
    terrain: Vec<Terrain>,
    coastal: Vec<bool>,
    regions: Vec<Option<u8>>,
    weather: Vec<Weather>,
    sides: Vec<Side>,
    sites: Vec<HexId>,
    places: Vec<Option<PlaceId>>,
    lakes: BoxSet<HexId>,
    /// What hangs together without straits.
    lands: Components<HexId>,
}

/// The map, read once.
pub static MAP: LazyLock<Map> = LazyLock::new(Map::read);

impl Map {
    fn read() -> Map {
        let grid = grid::grid();
        let sources = &*SOURCES;
        let terrain = sheet::read(&grid, include_str!("../data/board/terrain.txt"));
        let regions = sheet::read(&grid, include_str!("../data/board/regions.txt"));
        let weather = sheet::read(&grid, include_str!("../data/board/weather.txt"));
        let region = |code: &&str| sources.regions.iter().position(|region| region.code == **code);
        let sites = sites(&grid, sources, include_str!("../data/board/places.txt"));
        let rivers = rivers(&grid, include_str!("../data/board/rivers.txt"));
        let mut map = Map {
            coastal: terrain.iter().map(|word| matches!(*word, "C" | "W")).collect(),
            terrain: terrain.iter().map(|word| terrain_of(word)).collect(),
            regions: regions.iter().map(|code| region(code).map(|number| number as u8)).collect(),
            weather: weather.iter().map(|word| weather_of(word)).collect(),
            sides: vec![Side::default(); grid.side_count()],
            places: vec![None; grid.len()],
            lakes: BoxSet::with_room(grid.len()),
            sources,
            sites,
            rivers,
            lands: Components::new(&grid, |_, _, _| false),
            grid,
        };
        for (place, site) in map.sites.iter().enumerate() {
            map.places[site.index()] = Some(PlaceId::from_index(place));
        }
        map.mark_sides();
        map.lands = Components::new(&map.grid, |_, _, side| map.can_cross(side) && !map.side(side).strait);
        map
    }

    fn mark_sides(&mut self) {
        let mountains = sheet::read_sides(&self.grid, include_str!("../data/board/mountains.txt"));
        let seas = sheet::read_sides(&self.grid, include_str!("../data/board/sea_sides.txt"));
        for (index, side) in self.sides.iter_mut().enumerate() {
            (side.mountain, side.sea) = (mountains[index], seas[index]);
        }
        for side in self.rivers.iter().flat_map(|river| &river.sides) {
            self.sides[side.index()].river = true;
        }
        for [a, b] in self.sources.straits.iter().flat_map(|strait| &strait.crossings) {
            let side = self.marked(a, b);
            let side = &mut self.sides[side.index()];
            (side.sea, side.strait) = (false, true);
        }
        for [a, b] in &self.sources.marks.works {
            let side = self.marked(a, b);
            self.sides[side.index()].works = true;
        }
        for [a, b] in &self.sources.marks.lake_sides {
            let side = self.marked(a, b);
            self.sides[side.index()].lake = true;
        }
        for hex in &self.sources.marks.lakes {
            self.lakes.insert(self.hex(hex).expect("the hex of a lake"));
        }
    }

    /// The side between two marked hexes.
    fn marked(&self, a: &str, b: &str) -> SideId {
        let ends = self.hex(a).zip(self.hex(b));
        ends.and_then(|(a, b)| self.grid.side_between(a, b)).expect("marks lie between neighbours")
    }

    /// What a hex is.
    pub fn terrain(&self, hex: HexId) -> Terrain {
        self.terrain[hex.index()]
    }

    /// Whether armies can be in a hex.
    pub fn is_land(&self, hex: HexId) -> bool {
        matches!(self.terrain(hex), Terrain::Clear | Terrain::Woods)
    }

    /// Whether a hex of water is part of a lake: it has no ships, and freezes with the rivers.
    pub fn is_lake(&self, hex: HexId) -> bool {
        self.lakes.contains(hex)
    }

    /// Whether a land hex has a shore.
    pub fn is_coastal(&self, hex: HexId) -> bool {
        self.coastal[hex.index()]
    }

    /// What a hexside is.
    pub fn side(&self, side: SideId) -> Side {
        self.sides[side.index()]
    }

    /// Whether armies can step over a side, strait or not.
    pub fn can_cross(&self, side: SideId) -> bool {
        let (a, b) = self.grid.hexes_at(side);
        self.is_land(a) && b.is_some_and(|b| self.is_land(b)) && !self.side(side).sea
    }

    /// The region a hex belongs to, if it is land of the map.
    pub fn region(&self, hex: HexId) -> Option<&'static Region> {
        let region = &self.sources.regions[usize::from(self.regions[hex.index()]?)];
        region.nation.is_some().then_some(region)
    }

    /// The nation a hex belongs to at the start of 1805.
    pub fn nation(&self, hex: HexId) -> Option<&'static Nation> {
        let name = self.region(hex)?.nation.as_ref()?;
        self.sources.nations.iter().find(|nation| nation.name == *name)
    }

    /// How hard winter is in a hex.
    pub fn weather(&self, hex: HexId) -> Weather {
        self.weather[hex.index()]
    }

    /// Whether a hex is remote for supply: beyond weather line 2, in Iberia or in the Ottoman Empire.
    pub fn is_remote(&self, hex: HexId) -> bool {
        self.is_land(hex)
            && (self.weather(hex) >= Weather::North
                || self.region(hex).is_some_and(|region| region.remote.is_some()))
    }

    /// The hexes by which Prussia expands if France yields them.
    pub fn expansion(&self) -> impl Iterator<Item = HexId> {
        self.sources.marks.expansion.iter().map(|hex| self.hex(hex).expect("the hex of a white circle"))
    }

    /// The number of the region a hex belongs to, if it is land of the map.
    pub fn region_id(&self, hex: HexId) -> Option<RegionId> {
        self.region(hex)?;
        self.regions[hex.index()].map(RegionId)
    }

    /// The hex of each place, in the order of their numbers.
    pub fn sites(&self) -> &[HexId] {
        &self.sites
    }

    /// The hex of a place, by any of its names.
    pub fn site(&self, name: &str) -> Option<HexId> {
        self.sources.place(name).map(|place| self.sites[place])
    }

    /// A hex by its number or a place in it.
    pub fn hex(&self, name: &str) -> Option<HexId> {
        self.site(name).or_else(|| self.grid.find(name).ok())
    }

    /// The number of the place in a hex.
    pub fn place_id(&self, hex: HexId) -> Option<PlaceId> {
        self.places[hex.index()]
    }

    /// The place in a hex.
    pub fn place(&self, hex: HexId) -> Option<&'static Place> {
        self.place_id(hex).map(PlaceId::get)
    }

    /// The level of the fort in a hex, 0 if there is none.
    pub fn fort(&self, hex: HexId) -> u8 {
        self.place(hex).map_or(0, |place| place.fort)
    }

    /// How many hexes lie between two places, over whatever is between them.
    pub fn distance(&self, a: &str, b: &str) -> Option<u16> {
        Some(self.grid.distance(self.site(a)?, self.site(b)?))
    }

    /// A port or a sea box by name; if both have it, the port.
    pub fn anchorage(&self, name: &str) -> Option<Anchorage> {
        let port = self.sources.place(name).filter(|_| self.sources.is_port(name)).map(Anchorage::Port);
        port.or_else(|| self.sources.boxes.iter().position(|sea| sea.name == name).map(Anchorage::Box))
    }

    /// Where ships can go next: from a port to its boxes, from a box to its ports and the next boxes.
    pub fn lanes(&self, from: Anchorage) -> Vec<Anchorage> {
        match from {
            Anchorage::Port(port) => {
                let name = &self.sources.places[port].name;
                let serves = |sea: &SeaBox| sea.ports.contains(name);
                let boxes = self.sources.boxes.iter().enumerate().filter(|(_, sea)| serves(sea));
                boxes.map(|(number, _)| Anchorage::Box(number)).collect()
            }
            Anchorage::Box(sea) => {
                let sea = &self.sources.boxes[sea];
                let boxes = sea.lanes.iter().filter_map(|name| {
                    self.sources.boxes.iter().position(|sea| sea.name == *name).map(Anchorage::Box)
                });
                let ports = sea.ports.iter().filter_map(|name| self.sources.place(name).map(Anchorage::Port));
                boxes.chain(ports).collect()
            }
        }
    }

    /// How many moves ships need from one stop to another; ports on the way are not passed through.
    pub fn moves(&self, from: &str, to: &str) -> Option<u16> {
        let (from, to) = (self.anchorage(from)?, self.anchorage(to)?);
        let mut seen = vec![from];
        let mut open = VecDeque::from([(from, 0)]);
        while let Some((here, moves)) = open.pop_front() {
            if here == to {
                return Some(moves);
            }
            if matches!(here, Anchorage::Port(_)) && here != from {
                continue;
            }
            for next in self.lanes(here) {
                if !seen.contains(&next) {
                    seen.push(next);
                    open.push_back((next, moves + 1));
                }
            }
        }
        None
    }
}

fn terrain_of(word: &str) -> Terrain {
    match word {
        "~" => Terrain::Sea,
        "-" => Terrain::OffMap,
        "c" | "C" => Terrain::Clear,
        "w" | "W" => Terrain::Woods,
        _ => panic!("{word:?} is no terrain"),
    }
}

fn weather_of(word: &str) -> Weather {
    match word {
        "0" => Weather::South,
        "1" => Weather::Middle,
        "2" => Weather::North,
        "3" => Weather::Ice,
        _ => panic!("{word:?} is no weather"),
    }
}

/// Lines of a hex and the name of the place in it.
fn sites(grid: &HexGrid, sources: &Sources, text: &str) -> Vec<HexId> {
    let mut sites = vec![None; sources.places.len()];
    for line in text.lines() {
        let (hex, name) = line.split_once(' ').expect("a hex and a place");
        let place = sources.places.iter().position(|place| place.name == name);
        let place = place.unwrap_or_else(|| panic!("{name:?} is no place"));
        sites[place] = Some(grid.find(hex).expect("the hex of a place"));
    }
    sites.into_iter().map(|site| site.expect("every place has a hex")).collect()
}

/// Lines of a name, a colon and sides.
fn rivers(grid: &HexGrid, text: &str) -> Vec<River> {
    let river = |line: &str| {
        let (name, sides) = line.split_once(':').expect("a river and its sides");
        let side = |word| sheet::find_side(grid, word).unwrap_or_else(|| panic!("{word:?} is no hexside"));
        River { name: name.to_owned(), sides: sides.split_whitespace().map(side).collect() }
    };
    text.lines().map(river).collect()
}
