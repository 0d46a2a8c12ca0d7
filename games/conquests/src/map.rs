//! Lands, seas and what touches what.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use atlas::survey::Frame;
use serde::Deserialize;

use crate::effects::Domain;

/// The map.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// Where it ends.
    pub frame: Frame,
    /// The lands.
    #[serde(rename = "land")]
    pub lands: Vec<Land>,
    /// The seas.
    #[serde(rename = "sea")]
    pub seas: Vec<Sea>,
    /// Water that has to be drawn wider than it is.
    #[serde(rename = "strait")]
    pub straits: Vec<Strait>,
    /// What touches what.
    pub adjacency: Adjacency,
    /// Named sets of lands, by id.
    pub regions: BTreeMap<String, Vec<String>>,
    /// Named sets of seas, by id.
    pub sea_groups: BTreeMap<String, Vec<String>>,
}

/// A territory on land.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Land {
    /// What the data calls it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The towns in it that matter, with commas between.
    pub city: Option<String>,
    /// The nation whose home it is, or the region it belongs to.
    pub home: String,
    /// Whether it is the capital of its nation.
    #[serde(default)]
    pub capital: bool,
    /// The domain it feeds, if it is a neutral capital.
    pub neutral_capital: Option<Domain>,
    /// Whether no land touches it.
    #[serde(default)]
    pub island: bool,
    /// What its fort adds to the defence.
    #[serde(default)]
    pub fort_sp: u8,
    /// The nation that its fort helps.
    pub fort_nation: Option<String>,
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
}

/// A territory at sea.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sea {
    /// What the data calls it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The waters it is part of.
    pub group: String,
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
}

/// Water that has to be drawn wider than it is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strait {
    /// What people call it.
    pub name: String,
    /// The seas it joins, or twice the sea it is part of.
    pub between: (String, String),
    /// The way through it.
    pub line: Vec<(f64, f64)>,
}

/// What touches what: pairs of ids, each once.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjacency {
    /// Two lands.
    pub land_land: Vec<(String, String)>,
    /// A land and a sea.
    pub land_sea: Vec<(String, String)>,
    /// Two seas.
    pub sea_sea: Vec<(String, String)>,
}

/// The map.
pub static MAP: LazyLock<Map> =
    LazyLock::new(|| engine::data::read(include_str!("../data/map.toml")).expect("the map is sound"));

impl Map {
    /// The number of every area by its id: the lands first, then the seas.
    pub fn numbers(&self) -> BTreeMap<&str, u16> {
        let lands = self.lands.iter().map(|land| land.id.as_str());
        lands.chain(self.seas.iter().map(|sea| sea.id.as_str())).zip(0..).collect()
    }
}

impl Adjacency {
    /// Every pair.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.land_land.iter().chain(&self.land_sea).chain(&self.sea_sea);
        all.map(|(a, b)| (a.as_str(), b.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn land(id: &str) -> &'static Land {
        MAP.lands.iter().find(|land| land.id == id).unwrap()
    }

    fn touch(a: &str, b: &str) -> bool {
        MAP.adjacency.pairs().any(|pair| pair == (a, b) || pair == (b, a))
    }

    #[test]
    fn every_id_is_known_and_every_pair_is_listed_once() {
        let numbers = MAP.numbers();
        assert_eq!((MAP.lands.len(), MAP.seas.len(), numbers.len()), (78, 26, 104));
        let mut pairs = BTreeSet::new();
        for (a, b) in MAP.adjacency.pairs() {
            let (a, b) = (numbers[a], numbers[b]);
            assert!(a != b && pairs.insert((a.min(b), a.max(b))));
        }
        let is_land = |id: &String| numbers.get(id.as_str()).is_some_and(|&number| number < 78);
        let is_sea = |id: &String| numbers.get(id.as_str()).is_some_and(|&number| number >= 78);
        assert!(MAP.adjacency.land_land.iter().all(|(a, b)| is_land(a) && is_land(b)));
        assert!(MAP.adjacency.land_sea.iter().all(|(a, b)| is_land(a) && is_sea(b)));
        assert!(MAP.adjacency.sea_sea.iter().all(|(a, b)| is_sea(a) && is_sea(b)));
        assert!(MAP.regions.values().flatten().all(is_land));
        assert!(MAP.sea_groups.values().flatten().all(is_sea));
        assert!(MAP.straits.iter().all(|strait| is_sea(&strait.between.0) && is_sea(&strait.between.1)));
    }

    #[test]
    fn homes_and_groups_are_what_the_sets_say() {
        for land in &MAP.lands {
            assert!(MAP.regions.contains_key(&land.home), "{}", land.home);
            assert!(MAP.regions[&land.home].contains(&land.id), "{}", land.id);
        }
        for sea in &MAP.seas {
            assert!(MAP.sea_groups[&sea.group].contains(&sea.id), "{}", sea.id);
        }
        let capitals = |of: &dyn Fn(&&Land) -> bool| {
            MAP.lands.iter().filter(of).map(|land| land.id.clone()).collect::<BTreeSet<_>>()
        };
        let set = |name: &str| MAP.regions[name].iter().cloned().collect::<BTreeSet<_>>();
        assert_eq!(capitals(&|land| land.capital), set("major_capitals"));
        assert_eq!(capitals(&|land| land.neutral_capital.is_some()), set("neutral_capitals"));
        let domains = MAP.lands.iter().filter_map(|land| land.neutral_capital);
        assert_eq!(domains.collect::<std::collections::HashSet<_>>().len(), 4, "each domain has one");
    }

    // proves N-17.1-atlantic, N-17.1-channel, N-17.1-north, N-17.1-mediterranean
    #[test]
    fn the_text_counts_lands_and_seas() {
        let lands = |set: &str| MAP.regions[set].iter().map(String::as_str).collect::<Vec<_>>();
        let seas = |set: &str| MAP.sea_groups[set].iter().map(String::as_str).collect::<BTreeSet<_>>();
        // The Channel and the Irish Sea count as Atlantic, Gibraltar does not; the Bosphorus is of the Black Sea.
        assert_eq!((seas("atlantic").len(), seas("channel").len()), (10, 2));
        assert!(seas("channel").is_subset(&seas("atlantic")) && seas("atlantic").contains("irish_sea"));
        assert!(!seas("atlantic").contains("strait_of_gibraltar"));
        assert!(seas("channel").iter().all(|sea| touch("artois", sea)), "north of Paris");
        assert!(seas("mediterranean").is_disjoint(&seas("black_sea")));
        assert_eq!(["north_sea", "baltic", "black_sea"].map(|set| seas(set).len()), [2; 3]);
        assert!(seas("black_sea").contains("bosphorus"));
        assert!(
            ["adriatic_sea", "strait_of_gibraltar"].iter().all(|sea| seas("mediterranean").contains(sea))
        );
        assert_eq!(lands("great_britain"), ["london", "northern_england", "scotland"]);
        assert_eq!(lands("major_capitals"), ["paris", "london", "berlin", "vienna", "moscow"]);
        assert!(lands("england").contains(&"ireland") && lands("england").contains(&"malta"));
        let mainland = lands("france").into_iter().filter(|land| *land != "corsica");
        assert_eq!(mainland.collect::<Vec<_>>(), lands("france_mainland"));
    }

    #[test]
    fn neutral_capitals_feed_their_domains() {
        let fed = MAP.lands.iter().filter_map(|land| Some((land.id.as_str(), land.neutral_capital?)));
        let mut fed: Vec<(&str, Domain)> = fed.collect();
        fed.sort_by_key(|(land, _)| *land);
        let listed = [
            ("european_turkey", Domain::Finance),
            ("madrid", Domain::Morale),
            ("rome", Domain::Society),
            ("stockholm", Domain::Diplomacy),
        ];
        assert_eq!(fed, listed);
        for (land, city) in [("european_turkey", "Constantinople"), ("madrid", "Madrid"), ("rome", "Rome")] {
            assert_eq!(self::land(land).city.as_deref(), Some(city));
        }
    }

    /// What hangs together by these pairs with what comes first.
    fn reached(pairs: &[(String, String)], first: &str) -> BTreeSet<String> {
        let mut known = BTreeSet::from([first.to_owned()]);
        loop {
            let next = pairs.iter().flat_map(|(a, b)| [(a, b), (b, a)]);
            let next: Vec<String> = next
                .filter(|(from, to)| known.contains(*from) && !known.contains(*to))
                .map(|(_, to)| to.clone())
                .collect();
            if next.is_empty() {
                return known;
            }
            known.extend(next);
        }
    }

    // proves N-3.4-islands
    #[test]
    fn the_map_hangs_together() {
        let mainland = reached(&MAP.adjacency.land_land, "paris");
        let apart = MAP.lands.iter().map(|land| land.id.as_str()).filter(|land| !mainland.contains(*land));
        let islands =
            ["london", "northern_england", "scotland", "ireland", "malta", "corsica", "sicily", "sardinia"];
        assert_eq!(apart.collect::<BTreeSet<_>>(), BTreeSet::from(islands));
        assert_eq!(reached(&MAP.adjacency.land_land, "london").len(), 3);
        assert_eq!(reached(&MAP.adjacency.sea_sea, "black_sea").len(), MAP.seas.len());
        let by_the_sea: BTreeSet<&str> =
            MAP.adjacency.land_sea.iter().map(|(land, _)| land.as_str()).collect();
        assert!(islands.iter().all(|island| by_the_sea.contains(island)));
    }

    #[test]
    fn the_map_is_as_the_text_tells() {
        let coast = |id: &str| {
            let seas = MAP.adjacency.land_sea.iter().filter(|(land, _)| land == id);
            seas.map(|(_, sea)| sea.as_str()).collect::<Vec<&str>>()
        };
        for land in MAP.lands.iter().filter(|land| land.home == "austria") {
            assert!(coast(&land.id).is_empty(), "{} has no coast", land.id);
        }
        assert_eq!(coast("artois"), ["channel_east", "channel_west"], "north of Paris");
        assert!(touch("saxony", "berlin") && touch("wallachia", "bulgaria"));
        assert!(touch("bulgaria", "european_turkey"));
        assert_eq!((land("malta").fort_sp, land("malta").fort_nation.as_deref()), (3, Some("england")));
        assert_eq!(land("rome").neutral_capital, Some(Domain::Society));
        for land in &MAP.lands {
            let by_land =
                MAP.adjacency.land_land.iter().filter(|(a, b)| *a == land.id || *b == land.id).count();
            assert_eq!(land.island, by_land == 0, "{}", land.id);
        }
    }
}
