//! Nations: what they are called, what they are, and the sides they take. Rulebook: List of Major Nations, Minor Nations and Client
//! States.

use std::sync::LazyLock;

use atlas::topology::{ArraySet, HexId, Id};
use serde::{Deserialize, Serialize};

use crate::ids::NationId;
use crate::map::{Class, MAP, Nation, SOURCES};
use crate::spelling::printed;

/// A set of nations.
pub type NationSet = ArraySet<NationId, 1>;

impl NationId {
    /// France.
    pub const FRANCE: NationId = NationId(0);
    /// Britain.
    pub const BRITAIN: NationId = NationId(1);
    /// Prussia.
    pub const PRUSSIA: NationId = NationId(2);
    /// Austria.
    pub const AUSTRIA: NationId = NationId(3);
    /// Russia.
    pub const RUSSIA: NationId = NationId(4);
    /// Spain.
    pub const SPAIN: NationId = NationId(5);
    /// Sweden.
    pub const SWEDEN: NationId = NationId(6);
    /// The Ottoman Empire.
    pub const OTTOMANS: NationId = NationId(7);

    /// Every nation that is or comes to be: major powers, minor powers, then the others.
    pub fn all() -> impl DoubleEndedIterator<Item = NationId> {
        (0..SOURCES.nations.len()).map(NationId::from_index)
    }

    /// The five major powers.
    pub fn major() -> impl Iterator<Item = NationId> {
        NationId::all().filter(|nation| nation.class() == Class::Major)
    }

    /// What is known of it.
    pub fn get(self) -> &'static Nation {
        &SOURCES.nations[self.index()]
    }

    /// "Württemberg".
    pub fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// What the data know it by: "Wurttemberg".
    pub fn key(self) -> &'static str {
        &self.get().name
    }

    /// What it is.
    pub fn class(self) -> Class {
        self.get().class
    }

    /// The nation of this name.
    pub fn find(name: &str) -> Option<NationId> {
        NationId::all().find(|nation| nation.key() == name)
    }

    /// Under whom it stands at the start of 1805.
    pub fn under(self) -> Option<NationId> {
        NationId::find(self.get().under.as_deref()?)
    }

    /// The hexes of its capitals.
    pub fn capitals(self) -> impl Iterator<Item = HexId> {
        self.get().capitals.iter().filter_map(|name| MAP.site(name))
    }
}

engine::by_name!(NationId, "nation", NationId::key);

/// What every nation is called.
static NAMES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| NationId::all().map(|nation| printed(nation.key())).collect());

/// The two sides of every war.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// France and whoever is allied with it or controlled by it (M-terms-6).
    French,
    /// Whoever is at war with France (M-terms-5).
    Coalition,
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::French, Side::Coalition];

    /// "the Coalition".
    pub fn name(self) -> &'static str {
        match self {
            Side::French => "the French Alliance",
            Side::Coalition => "the Coalition",
        }
    }

    /// The other.
    pub fn enemy(self) -> Side {
        match self {
            Side::French => Side::Coalition,
            Side::Coalition => Side::French,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(class: Class) -> Vec<&'static str> {
        NationId::all().filter(|nation| nation.class() == class).map(NationId::name).collect()
    }

    fn capitals(nation: NationId) -> Vec<&'static str> {
        nation.get().capitals.iter().map(String::as_str).collect()
    }

    // proves M-nations-1, M-nations-2
    #[test]
    fn five_major_and_three_minor_powers() {
        assert_eq!(names(Class::Major), ["France", "Britain", "Prussia", "Austria", "Russia"]);
        assert_eq!(names(Class::Minor), ["Spain", "Sweden", "Ottoman Empire"]);
        let seats: Vec<_> = NationId::all().take(8).map(capitals).collect();
        assert_eq!(
            seats,
            [
                vec!["Paris"],
                vec!["London"],
                vec!["Berlin"],
                vec!["Vienna"],
                vec!["St. Petersburg", "Moscow"],
                vec!["Madrid", "Cadiz"],
                vec!["Stockholm"],
                vec!["Constantinople"]
            ]
        );
        assert!(NationId::all().all(|nation| nation.capitals().count() == nation.get().capitals.len()));
    }

    #[test]
    fn the_powers_have_their_numbers() {
        let named = [
            (NationId::FRANCE, "France"),
            (NationId::BRITAIN, "Britain"),
            (NationId::PRUSSIA, "Prussia"),
            (NationId::AUSTRIA, "Austria"),
            (NationId::RUSSIA, "Russia"),
            (NationId::SPAIN, "Spain"),
            (NationId::SWEDEN, "Sweden"),
            (NationId::OTTOMANS, "Ottoman Empire"),
        ];
        for (nation, name) in named {
            assert_eq!((nation.name(), NationId::find(name)), (name, Some(nation)));
        }
        assert_eq!(NationId::find("Venice"), None);
        assert!(NationId::all().count() <= 64, "a set of nations is one word");
    }

    #[test]
    fn a_nation_is_written_by_name() {
        let saxony = NationId::find("Saxony").unwrap();
        assert_eq!(serde_json::to_string(&saxony).unwrap(), "\"Saxony\"");
        assert_eq!(serde_json::from_str::<NationId>("\"Saxony\"").unwrap(), saxony);
        assert!(serde_json::from_str::<NationId>("\"Venice\"").is_err());
        assert_eq!(saxony.under(), Some(NationId::PRUSSIA));
    }

    // proves M-nations-5
    #[test]
    fn bavaria_and_hesse_are_client_states() {
        for (name, capital) in [("Bavaria", "Munich"), ("Hesse", "Cassel")] {
            let nation = NationId::find(name).unwrap();
            assert_eq!(
                (nation.class(), capitals(nation), nation.under()),
                (Class::Client, vec![capital], None)
            );
        }
    }
}
