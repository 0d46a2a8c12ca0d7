//! What is written by hand: places, nations and regions, seas, woods, weather lines, corrections.

use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Longitude and latitude.
pub type Point = [f64; 2];

/// A city, fort or port.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// Degrees east.
    pub lon: f64,
    /// Degrees north.
    pub lat: f64,
    /// The region it lies in.
    pub region: String,
    /// What it produces; a reference city (red dot) produces nothing.
    #[serde(default)]
    pub stars: u8,
    /// The level of its fort, 0 if it has none.
    #[serde(default)]
    pub fort: u8,
    /// Whether it is a construction port, with an anchor.
    #[serde(default)]
    pub builds_ships: bool,
    /// Other names by which the rules call it, or what lies in the same hex.
    #[serde(default)]
    pub also: Vec<String>,
}

impl Place {
    /// How many factors its fort holds; none of them cavalry (M-fort-4).
    pub fn fort_room(&self) -> u8 {
        match self.fort {
            0 => 0,
            1 => 4,
            _ => 6,
        }
    }
}

/// What a nation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A major power.
    Major,
    /// A minor power.
    Minor,
    /// A client state.
    Client,
    /// A land on no list of nations: it may be entered without a declaration of war.
    Open,
}

/// A nation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nation {
    /// Its name.
    pub name: String,
    /// What it is.
    pub class: Class,
    /// Its capitals.
    #[serde(default)]
    pub capitals: Vec<String>,
    /// Under whom it stands at the start of 1805.
    pub under: Option<String>,
    /// Whether it only comes to be during the game.
    #[serde(default)]
    pub later: bool,
}

/// A remote area that no weather line bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remote {
    /// Spain, Portugal and Gibraltar: for supply and weather.
    Iberia,
    /// The Ottoman Empire: for supply only.
    Ottoman,
}

/// A region: land that changes hands together.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// Two letters, for the grid.
    pub code: String,
    /// Its name.
    pub name: String,
    /// The nation it belongs to at the start of 1805; none off the map.
    pub nation: Option<String>,
    /// Whether it lay within the French border of 1789.
    #[serde(default)]
    pub of_1789: bool,
    /// Whether France has annexed it before the game begins.
    #[serde(default)]
    pub annexed: bool,
    /// As part of which area France may annex it.
    pub annexable: Option<String>,
    /// The state it becomes, or joins, by a concession.
    pub becomes: Option<String>,
    /// To whom it can be ceded.
    pub to: Option<String>,
    /// The remote area it is part of, wherever the weather lines run.
    pub remote: Option<Remote>,
    /// Whether it can never be ceded.
    #[serde(default)]
    pub core: bool,
    /// Whether it is no more than the hexes of its places.
    #[serde(default)]
    pub enclave: bool,
    /// Points in it, besides its places.
    #[serde(default)]
    pub points: Vec<Point>,
}

/// A sea box.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeaBox {
    /// Its name.
    pub name: String,
    /// Where it is printed.
    pub at: Point,
    /// Whether the rulebook names it.
    #[serde(default)]
    pub named: bool,
    /// Whether it lies beyond weather line 3.
    #[serde(default)]
    pub freezes: bool,
    /// The boxes that sea paths join it to.
    pub lanes: Vec<String>,
    /// The ports that sea paths join it to.
    pub ports: Vec<String>,
    /// Stretches of coast, from port to port, on which one may land from it.
    pub coasts: Vec<[String; 2]>,
}

/// A narrow sea that armies cross as if by land.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strait {
    /// Its name.
    pub name: String,
    /// The boxes at its ends: who controls both closes it.
    pub boxes: [String; 2],
    /// Hexes on opposite shores, by number or a place in them.
    pub crossings: Vec<[String; 2]>,
}

/// A wood, or a marsh that plays as one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wood {
    /// Its name.
    pub name: String,
    /// How far it goes to either side of the line.
    pub km: f64,
    /// The line through its middle.
    pub points: Vec<Point>,
}

/// A narrow water.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Narrow {
    /// Its name.
    pub name: String,
    /// The line along its middle.
    pub points: Vec<Point>,
}

/// A weather line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherLine {
    /// Its number.
    pub line: u8,
    /// What it parts.
    pub what: String,
    /// Where it runs, from west to east.
    pub points: Vec<Point>,
    /// Points off the map around all that is colder.
    pub closing: Vec<Point>,
}

impl WeatherLine {
    /// Whether a point is north or east of it.
    pub fn beyond(&self, lon: f64, lat: f64) -> bool {
        let ring: Vec<&Point> = self.points.iter().chain(&self.closing).collect();
        let crosses = |a: &Point, b: &Point| {
            (a[1] > lat) != (b[1] > lat) && lon < a[0] + (lat - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
        };
        (0..ring.len()).filter(|&i| crosses(ring[i], ring[(i + 1) % ring.len()])).count() % 2 == 1
    }
}

/// A place is in another hex than it would be.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// Which place.
    pub place: String,
    /// Where it is.
    pub hex: String,
    /// Why.
    pub reason: String,
}

/// A hex is another than it would be.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexChange {
    /// Which hex, by its number or a place in it.
    pub hex: String,
    /// Its terrain, as a letter of the grid.
    pub terrain: Option<char>,
    /// Its region.
    pub region: Option<String>,
    /// Why.
    pub reason: String,
}

/// A side is another than it would be.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideChange {
    /// The hexes it parts, by number or a place in them.
    pub between: [String; 2],
    /// Whether it is a mountain side.
    pub mountain: Option<bool>,
    /// Whether it is sea that cannot be crossed.
    pub sea: Option<bool>,
    /// Whether rivers keep away from it.
    #[serde(default)]
    pub dry: bool,
    /// Why.
    pub reason: String,
}

/// All hexes in a straight line belong to a region.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionLine {
    /// The place at one end.
    pub from: String,
    /// The place at the other.
    pub to: String,
    /// The region.
    pub region: String,
    /// Why.
    pub reason: String,
}

/// All sides between two regions are mountains.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// The regions.
    pub regions: [String; 2],
    /// Why.
    pub reason: String,
}

/// What is not as the survey finds it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Corrections {
    /// Places.
    #[serde(rename = "moved")]
    pub places: Vec<Moved>,
    /// Hexes.
    #[serde(rename = "hex")]
    pub hexes: Vec<HexChange>,
    /// Sides.
    #[serde(rename = "side")]
    pub sides: Vec<SideChange>,
    /// Regions.
    #[serde(rename = "line")]
    pub lines: Vec<RegionLine>,
    /// Mountains along borders.
    #[serde(rename = "range")]
    pub ranges: Vec<Range>,
}

/// Hexes and sides marked on the map, by number or a place in them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marks {
    /// White circles: where Prussia expands if France yields it (concession k).
    pub expansion: Vec<String>,
    /// Sides that are works once the lines of Torres Vedras are built.
    pub works: Vec<[String; 2]>,
    /// Hexes of water that are lakes.
    pub lakes: Vec<String>,
    /// Sides of water between two land hexes that are lakes.
    pub lake_sides: Vec<[String; 2]>,
}

/// Everything written by hand.
#[derive(Debug)]
pub struct Sources {
    /// Places.
    pub places: Vec<Place>,
    /// Nations.
    pub nations: Vec<Nation>,
    /// Regions.
    pub regions: Vec<Region>,
    /// Sea boxes.
    pub boxes: Vec<SeaBox>,
    /// Straits.
    pub straits: Vec<Strait>,
    /// Woods.
    pub woods: Vec<Wood>,
    /// Waters too narrow for the survey to see.
    pub narrows: Vec<Narrow>,
    /// Weather lines.
    pub weather: Vec<WeatherLine>,
    /// Marked hexes and sides.
    pub marks: Marks,
    /// Corrections.
    pub corrections: Corrections,
}

/// Everything written by hand, read once.
pub static SOURCES: LazyLock<Sources> = LazyLock::new(Sources::read);

impl Sources {
    fn read() -> Sources {
        #[derive(Deserialize)]
        struct Places {
            place: Vec<Place>,
        }
        #[derive(Deserialize)]
        struct Regions {
            nation: Vec<Nation>,
            region: Vec<Region>,
        }
        #[derive(Deserialize)]
        struct Seas {
            #[serde(rename = "box")]
            boxes: Vec<SeaBox>,
            strait: Vec<Strait>,
        }
        #[derive(Deserialize)]
        struct Ground {
            wood: Vec<Wood>,
            narrows: Vec<Narrow>,
            weather: Vec<WeatherLine>,
        }
        let places: Places = parse(include_str!("../../data/places.toml"));
        let regions: Regions = parse(include_str!("../../data/regions.toml"));
        let seas: Seas = parse(include_str!("../../data/seas.toml"));
        let ground: Ground = parse(include_str!("../../data/ground.toml"));
        Sources {
            places: places.place,
            nations: regions.nation,
            regions: regions.region,
            boxes: seas.boxes,
            straits: seas.strait,
            woods: ground.wood,
            narrows: ground.narrows,
            weather: ground.weather,
            marks: parse(include_str!("../../data/marks.toml")),
            corrections: parse(include_str!("../../data/corrections.toml")),
        }
    }

    /// The number of the place of that name, by any of its names.
    pub fn place(&self, name: &str) -> Option<usize> {
        let is = |place: &Place| place.name == name;
        let also = |place: &Place| place.also.iter().any(|also| also == name);
        self.places.iter().position(is).or_else(|| self.places.iter().position(also))
    }

    /// Whether a sea path runs to the place.
    pub fn is_port(&self, name: &str) -> bool {
        self.boxes.iter().any(|sea| sea.ports.iter().any(|port| port == name))
    }

    /// The number of the region of that name.
    pub fn region(&self, name: &str) -> Option<usize> {
        self.regions.iter().position(|region| region.name == name)
    }
}

fn parse<T: DeserializeOwned>(text: &str) -> T {
    engine::data::read(text).unwrap_or_else(|error| panic!("the data of the map: {error}"))
}
