//! How names are printed: with their accents, and without what tells the counters of one man apart.
//!
//! The data, and whoever writes them, know everything by a name of plain letters.

use std::collections::HashMap;
use std::sync::LazyLock;

static PRINTED: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let lines = include_str!("../data/spelling.txt").lines();
    lines.map(|line| line.split_once(" = ").expect("a name, and how it is printed")).collect()
});

/// A name as it is printed.
pub(crate) fn printed(name: &'static str) -> &'static str {
    PRINTED.get(name).copied().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{LeaderId, NationId, PlaceId};
    use crate::map::MAP;

    #[test]
    fn every_spelling_is_of_something_on_the_map() {
        let leaders = LeaderId::all().map(LeaderId::key);
        let places = PlaceId::all().map(PlaceId::key);
        let nations = NationId::all().map(NationId::key);
        let rivers = MAP.rivers.iter().map(|river| river.name.as_str());
        let known: Vec<&str> = leaders.chain(places).chain(nations).chain(rivers).collect();
        for (name, printed) in PRINTED.iter() {
            assert!(known.contains(name), "{name} is nothing");
            assert!(name != printed && !printed.contains('('), "{name}");
        }
        let names = ["Olmutz", "Blucher (army)"].map(printed);
        assert_eq!(names, ["Olmütz", "Blücher"]);
    }

    #[test]
    fn names_are_found_and_written_in_plain_letters() {
        let olmutz = PlaceId::find("Olmutz").unwrap();
        assert_eq!((olmutz.key(), olmutz.name()), ("Olmutz", "Olmütz"));
        assert_eq!(serde_json::to_string(&olmutz).unwrap(), "\"Olmutz\"");
        let blucher = LeaderId::find("Blucher").unwrap();
        assert_eq!(blucher.name(), "Blücher");
    }
}
