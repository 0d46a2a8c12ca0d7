//! Small maps made up by chance.

use atlas::topology::{AreaGraph, Step};
use proptest::prelude::*;

atlas::id! {
    /// A place on a map made up for tests.
    #[derive(serde::Serialize, serde::Deserialize)]
    pub struct Place(u16);
}

/// What one crosses: a step as the mover finds it.
pub type Map = AreaGraph<Place, Step>;

/// A map of up to `most` places with one-way borders as listed: from, to, and what the step means.
pub fn map(most: usize, cheapest: u8) -> impl Strategy<Value = Map> {
    (1..=most).prop_flat_map(move |places| {
        let step = prop_oneof![
            6 => (cheapest..6).prop_map(Step::Go),
            2 => (cheapest..6).prop_map(Step::Stop),
            1 => Just(Step::Closed),
            1 => (200u8..=255).prop_map(Step::Go),
        ];
        let border = (0..places, 0..places, step);
        prop::collection::vec(border, 0..3 * places).prop_map(move |borders| build(places, &borders))
    })
}

/// A map of so many places; of borders listed twice the first holds.
pub fn build(places: usize, borders: &[(usize, usize, Step)]) -> Map {
    let names: Vec<String> = (0..places).map(|place| format!("p{place}")).collect();
    let mut builder = Map::builder(names.iter().map(String::as_str)).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for (from, to, step) in borders {
        if from != to && seen.insert((from, to)) {
            builder.one_way(&names[*from], &names[*to], *step).unwrap();
        }
    }
    builder.build()
}
