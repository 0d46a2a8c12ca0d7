//! The scenarios against the rulebook, and their checks against spoiled copies.

mod areas;
mod facts;
mod land;
mod spoiled;

use super::*;
use crate::map::MAP;

fn scenario(id: &str) -> &'static Scenario {
    Scenario::find(id).unwrap_or_else(|| panic!("{id} is a scenario"))
}

fn nation(name: &str) -> NationId {
    NationId::find(name).unwrap_or_else(|| panic!("{name} is a nation"))
}

/// Who controls the hex of a place at first.
fn holder(scenario: &Scenario, place: &str) -> &'static str {
    scenario.holdings().get(MAP.site(place).unwrap()).unwrap().control.name()
}
