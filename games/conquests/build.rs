//! Reads the cards and objectives with the grammar of the game: one that says what no rule can carry out is not built.

use std::fs;

#[expect(dead_code, reason = "the build only asks whether the data can be read")]
#[path = "src/effects.rs"]
mod effects;
#[path = "src/grammar.rs"]
mod grammar;
#[expect(dead_code, reason = "the build only asks whether the data can be read")]
#[path = "src/nations.rs"]
mod nations;
#[expect(dead_code, reason = "the build only asks whether the data can be read")]
#[path = "src/troops.rs"]
mod troops;
#[path = "src/wishes.rs"]
mod wishes;

/// The places of the map, as far as the grammar asks for them: which there are, and which of them are seas.
mod areas {
    use std::collections::BTreeMap;
    use std::sync::LazyLock;

    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Map {
        land: Vec<Place>,
        sea: Vec<Place>,
        regions: BTreeMap<String, Vec<String>>,
        sea_groups: BTreeMap<String, Vec<String>>,
    }

    #[derive(Deserialize)]
    struct Place {
        id: String,
    }

    static MAP: LazyLock<Map> = LazyLock::new(|| toml::from_str(include_str!("data/map.toml")).unwrap());

    pub struct Area(usize);

    impl Area {
        pub fn is_sea(&self) -> bool {
            self.0 >= MAP.land.len()
        }

        pub fn listed(names: &[String]) -> Result<AreaSet, String> {
            let mut set = 0;
            for name in names {
                let members = match name.strip_prefix('@') {
                    Some(set) => MAP.regions.get(set).or_else(|| MAP.sea_groups.get(set)).map(Vec::as_slice),
                    None => Some(std::slice::from_ref(name)),
                };
                for id in members.ok_or_else(|| format!("there is no region {name:?}"))? {
                    let number = MAP.land.iter().chain(&MAP.sea).position(|place| place.id == *id);
                    set |= 1 << number.ok_or_else(|| format!("there is no area {id:?}"))?;
                }
            }
            Ok(AreaSet(set))
        }
    }

    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct AreaSet(u128);

    impl AreaSet {
        pub fn iter(&self) -> impl Iterator<Item = Area> {
            (0..128).filter(|number| self.0 >> number & 1 == 1).map(Area)
        }
    }
}

fn main() {
    for file in ["data/cards.toml", "data/objectives.toml"] {
        println!("cargo::rerun-if-changed={file}");
        let text = fs::read_to_string(file).expect("the data are there");
        let read = match file {
            "data/cards.toml" => grammar::cards(&text).map(|_| ()),
            _ => wishes::objectives(&text).map(|_| ()),
        };
        for fault in read.err().unwrap_or_default() {
            println!("cargo::error={file}: {fault}");
        }
    }
}
