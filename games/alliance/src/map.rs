//! Regions, seas and what lies between them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use atlas::survey::Frame;
use serde::Deserialize;

/// The map.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// Its edges.
    pub frame: Frame,
    /// Water that the atlas does not show.
    #[serde(rename = "water")]
    pub waters: Vec<Water>,
    /// Land in no region.
    pub beyond: Vec<Beyond>,
    /// The regions.
    #[serde(rename = "region")]
    pub regions: Vec<Region>,
    /// The seas.
    #[serde(rename = "sea")]
    pub seas: Vec<Sea>,
    /// Where two seas touch.
    #[serde(rename = "passage")]
    pub passages: Vec<Passage>,
    /// Where two regions touch.
    #[serde(rename = "border")]
    pub borders: Vec<Border>,
}

/// Water that the atlas does not show, or not wide enough.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Water {
    /// Its name.
    pub name: String,
    /// How wide it is drawn, in kilometres.
    pub width: f64,
    /// Longitude and latitude of points along it.
    pub course: Vec<(f64, f64)>,
}

/// Land on the map that is in no region.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beyond {
    /// Its name.
    pub name: String,
    /// A point in it.
    pub lon: f64,
    /// A point in it.
    pub lat: f64,
}

/// A region.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// The empire or minor state that owns it, if one does.
    pub state: Option<String>,
    /// Whether it is homeland of that state.
    #[serde(default)]
    pub homeland: bool,
    /// What its ground is like.
    pub terrain: Terrain,
    /// Its victory city.
    pub city: Option<String>,
    /// What that is worth.
    #[serde(default)]
    pub value: u8,
    /// The port of its naval base.
    pub port: Option<String>,
    /// Its fortress.
    pub fortress: Option<String>,
    /// The seas across which it can be invaded.
    #[serde(default)]
    pub coast: Vec<String>,
    /// The seas its naval base opens on.
    #[serde(default)]
    pub opens: Vec<String>,
    /// A point in it.
    pub lon: f64,
    /// A point in it.
    pub lat: f64,
    /// Further points in it.
    #[serde(default)]
    pub also: Vec<(f64, f64)>,
    /// How far it goes from them at most, in kilometres.
    pub reach: Option<f64>,
    /// How late it starts to grow, in kilometres.
    #[serde(default)]
    pub handicap: f64,
    /// Whether the rulebook names it.
    #[serde(default)]
    pub named: bool,
}

/// What the ground of a region is like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Terrain {
    /// Open country.
    Clear,
    /// Woods.
    Forest,
    /// Mountains.
    Mountain,
}

/// A sea.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sea {
    /// Its name.
    pub name: String,
    /// What holding it is worth.
    pub star: u8,
    /// A point in it.
    pub lon: f64,
    /// A point in it.
    pub lat: f64,
    /// Further points in it.
    #[serde(default)]
    pub also: Vec<(f64, f64)>,
    /// How late it starts to grow, in kilometres.
    #[serde(default)]
    pub handicap: f64,
    /// Whether the rulebook names it.
    #[serde(default)]
    pub named: bool,
}

/// Two seas that touch.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passage {
    /// One.
    pub a: String,
    /// The other.
    pub b: String,
    /// The narrows between them.
    pub strait: Option<String>,
    /// The regions that can close them.
    #[serde(default)]
    pub guards: Vec<String>,
}

/// Two regions that touch.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Border {
    /// One.
    pub a: String,
    /// The other.
    pub b: String,
    /// How it is crossed.
    #[serde(rename = "type")]
    pub kind: BorderKind,
    /// What makes it so: a river, say.
    pub name: Option<String>,
    /// Whether the rulebook tells of it.
    #[serde(default)]
    pub named: bool,
}

/// How a border is crossed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BorderKind {
    /// Freely.
    Clear,
    /// Through woods.
    Forest,
    /// Over a river.
    River,
    /// Over a river that freezes in Winter.
    RiverFrozen,
    /// Over mountains.
    Mountain,
    /// Through a marsh.
    Marsh,
    /// Over narrow water.
    Strait,
    /// By one road.
    Narrow,
    /// Over a lake, when it is frozen.
    Lake,
}

impl BorderKind {
    /// Whether the two regions lie on either side of water, so that they need not touch on the map.
    pub fn is_over_water(self) -> bool {
        matches!(self, BorderKind::Strait | BorderKind::Lake)
    }
}

/// The map.
pub static MAP: LazyLock<Map> =
    LazyLock::new(|| engine::data::read(include_str!("../data/map.toml")).expect("the map is sound"));

impl Map {
    /// The name of every area: the regions first, then the seas.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let regions = self.regions.iter().map(|region| region.name.as_str());
        regions.chain(self.seas.iter().map(|sea| sea.name.as_str()))
    }

    /// The number of every area, as they come in [`Map::names`].
    pub fn numbers(&self) -> BTreeMap<&str, u16> {
        self.names().zip(0..).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_name_is_known_and_every_pair_is_listed_once() {
        let numbers = MAP.numbers();
        assert_eq!((MAP.regions.len(), MAP.seas.len(), numbers.len()), (113, 20, 133));
        assert_eq!(MAP.borders.len(), 221);
        let pair = |a: &str, b: &str| (numbers[a].min(numbers[b]), numbers[a].max(numbers[b]));
        let mut pairs = BTreeSet::new();
        for (a, b) in MAP.borders.iter().map(|border| (&border.a, &border.b)) {
            assert!(pairs.insert(pair(a, b)) && a != b, "{a} and {b}");
        }
        for passage in &MAP.passages {
            assert!(pairs.insert(pair(&passage.a, &passage.b)));
            assert!(passage.guards.iter().all(|guard| numbers.contains_key(guard.as_str())));
        }
        for region in &MAP.regions {
            let sea = |name: &String| MAP.seas.iter().any(|sea| sea.name == *name);
            assert!(region.coast.iter().all(sea), "{}", region.name);
            assert!(region.opens.iter().all(|sea| region.coast.contains(sea)), "{}", region.name);
            assert_eq!(region.port.is_some(), !region.opens.is_empty(), "{}", region.name);
            assert_eq!(region.value > 0, region.city.is_some(), "{}", region.name);
        }
    }
}
