//! What is said by hand, from the texts and from history; the survey makes the rest of it.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::chart::Point;

/// Everything said by hand.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) printed: Vec<Printed>,
    pub(crate) towns: Vec<Town>,
    pub(crate) provinces: Vec<Province>,
    pub(crate) seas: Vec<Sea>,
    pub(crate) passages: Vec<Passage>,
    pub(crate) rivers: Vec<PlannedRiver>,
    pub(crate) straits: Vec<Strait>,
    pub(crate) closed: Vec<Closed>,
    pub(crate) covers: Vec<Cover>,
    pub(crate) passes: Vec<Pass>,
    pub(crate) corrections: Corrections,
}

impl Plan {
    /// Reads the files of `data/` that are written by hand.
    pub(crate) fn read() -> Result<Plan, String> {
        let Towns { town } = file("towns.toml", include_str!("../../data/towns.toml"))?;
        let Provinces { province } = file("provinces.toml", include_str!("../../data/provinces.toml"))?;
        let Seas { sea, passage } = file("seas.toml", include_str!("../../data/seas.toml"))?;
        let Rivers { river } = file("rivers.toml", include_str!("../../data/rivers.toml"))?;
        let Straits { strait, closed } = file("straits.toml", include_str!("../../data/straits.toml"))?;
        let Covers { cover, pass } = file("cover.toml", include_str!("../../data/cover.toml"))?;
        Ok(Plan {
            printed: printed(include_str!("../../data/printed.csv"))?,
            towns: town,
            provinces: province,
            seas: sea,
            passages: passage,
            rivers: river,
            straits: strait,
            closed,
            covers: cover,
            passes: pass,
            corrections: file("corrections.toml", include_str!("../../data/corrections.toml"))?,
        })
    }
}

/// A hex that the scenarios name, with the town in it or only as the place of a force.
#[derive(Clone, PartialEq, Debug)]
pub struct Printed {
    /// Its number.
    pub hex: String,
    /// The town, and its longitude and latitude.
    pub town: Option<(String, Point)>,
}

/// A town.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Town {
    /// Its name.
    pub name: String,
    /// The number of its hex.
    pub hex: String,
    /// The province it lies in.
    pub province: String,
    /// Whether it is the capital of something.
    pub seat: Option<Seat>,
    /// The level of its works; 0 for an open town.
    #[serde(default)]
    pub fortress: u8,
    /// Its harbour, if it has one.
    pub port: Option<Port>,
    /// The sea zones the harbour opens on.
    #[serde(default)]
    pub seas: Vec<String>,
    /// Whether holding it counts towards victory.
    pub star: Option<Star>,
    /// The first year in which the star counts, if it is not the first of all.
    pub star_from: Option<u16>,
    /// Other spellings of the texts.
    #[serde(default)]
    pub also: Vec<String>,
    /// Longitude and latitude, if the texts print no hex for it.
    pub at: Option<Point>,
}

/// What a town is the capital of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// A power, major or minor.
    State,
    /// A province.
    Province,
}

/// A harbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Port {
    /// For trade and landings.
    Minor,
    /// A naval base.
    Major,
}

/// A star in a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Star {
    /// Red: a key hex.
    Key,
    /// Gold: a victory hex.
    Victory,
}

/// A province.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Province {
    /// Two letters for it.
    pub code: String,
    /// Its name.
    pub name: String,
    /// To whom it belongs in 1792.
    pub owner_1792: String,
    /// To whom it belongs in 1805.
    pub owner_1805: String,
    /// Points of it besides its towns.
    #[serde(default)]
    pub(crate) also: Vec<Point>,
    /// How many hexes it goes from them at most.
    pub(crate) reach: Option<u16>,
}

/// A sea zone.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sea {
    /// Two letters for it.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Points of it.
    pub(crate) at: Vec<Point>,
    /// The zones that fleets reach from it.
    pub beside: Vec<String>,
}

/// A strait through which fleets get from one zone to another.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passage {
    /// One zone.
    pub from: String,
    /// The other.
    pub to: String,
    /// What the strait is called.
    pub strait: String,
}

/// A river to be traced.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlannedRiver {
    pub(crate) name: String,
    pub(crate) rank: u8,
    /// Its first side, if its upper course is left out.
    pub(crate) from: Option<String>,
    /// Its course above what the atlas knows of it.
    #[serde(default)]
    pub(crate) above: Vec<Point>,
    #[serde(default)]
    pub(crate) towns: Vec<String>,
}

/// A narrow water.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Strait {
    pub(crate) name: String,
    pub(crate) ferry: bool,
    pub(crate) line: Vec<Point>,
}

/// A water that counts as a lake.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Closed {
    #[serde(rename = "name")]
    _name: String,
    pub(crate) outline: Vec<Point>,
}

/// A forest, marsh or desert.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cover {
    pub(crate) name: String,
    pub(crate) letter: char,
    pub(crate) outline: Vec<Point>,
    #[serde(rename = "reason")]
    _reason: String,
}

/// A way through mountains.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pass {
    pub(crate) name: String,
    pub(crate) at: Point,
}

/// What is put right after the survey.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Corrections {
    pub(crate) terrain: Vec<TerrainCorrection>,
    pub(crate) side: Vec<SideCorrection>,
    pub(crate) area: Vec<AreaCorrection>,
    pub(crate) dry: Vec<DrySide>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TerrainCorrection {
    pub(crate) hex: String,
    pub(crate) letter: char,
    #[serde(rename = "reason")]
    _reason: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SideCorrection {
    pub(crate) hex: String,
    pub(crate) side: String,
    pub(crate) open: bool,
    #[serde(rename = "reason")]
    _reason: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AreaCorrection {
    pub(crate) hex: String,
    pub(crate) code: String,
    #[serde(rename = "reason")]
    _reason: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrySide {
    pub(crate) river: String,
    pub(crate) hex: String,
    pub(crate) side: String,
    #[serde(rename = "reason")]
    _reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Towns {
    town: Vec<Town>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Provinces {
    province: Vec<Province>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seas {
    sea: Vec<Sea>,
    passage: Vec<Passage>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rivers {
    river: Vec<PlannedRiver>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Straits {
    strait: Vec<Strait>,
    closed: Vec<Closed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Covers {
    cover: Vec<Cover>,
    pass: Vec<Pass>,
}

fn file<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, String> {
    engine::data::read(text).map_err(|error| format!("{name}: {error}"))
}

/// Reads the hexes of the scenarios: hex, and for a town its name, longitude and latitude.
fn printed(text: &str) -> Result<Vec<Printed>, String> {
    let line = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let [hex, place, lon, lat] = fields[..] else { return None };
        let town = match place {
            "" => None,
            name => Some((name.to_owned(), (lon.parse().ok()?, lat.parse().ok()?))),
        };
        Some(Printed { hex: hex.to_owned(), town })
    };
    let lines = text.lines().skip(1);
    lines.map(|text| line(text).ok_or_else(|| format!("printed.csv: cannot read {text:?}"))).collect()
}
