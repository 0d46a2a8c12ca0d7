//! Losses without a battle. Rulebook "Attrition", "Movement Attrition in Poor Weather in Northern Remote Areas".

use atlas::topology::HexId;

use super::needs::Area;
use crate::calendar::{Date, Poor};
use crate::map::{MAP, Weather};

/// What a stack loses at the end of its owner's turn, after so many turns without any source on end, this one counted: nothing
/// the first time, then half, rounded down, and the last factor (M-attr-1, M-attr-2).
pub fn attrition(factors: u16, turns: u8) -> u16 {
    match (turns, factors) {
        (0 | 1, _) => 0,
        (_, 1) => 1,
        _ => factors / 2,
    }
}

/// How many turns on end a stack has had no source, after one more turn. Foraging is a source, too (M-attr-4).
pub fn count(turns: u8, has_source: bool) -> u8 {
    if has_source { 0 } else { turns.saturating_add(1) }
}

/// What a stack loses by moving through the north in poor weather with so many distinct sources, foraged hexes among them: a factor
/// for every five or part of five, unless each five have a source of their own (M-weather-7).
pub fn winter_march(factors: u16, sources: u16) -> u16 {
    let fives = factors.div_ceil(5);
    if sources >= fives { 0 } else { fives }
}

/// Whether moving through a hex costs such losses: only in the poor weather of the north, and not at home.
pub fn is_deadly(hex: HexId, date: Date, at_home: bool) -> bool {
    !at_home && date.weather(MAP.weather(hex)) == Poor::Everywhere
}

/// Where losses by attrition go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grave {
    /// To the casualties, from where they can be replaced.
    Casualties,
    /// To the units that are not built.
    Unbuilt,
}

/// Where losses by attrition in a hex go: away in the winter of remote country that is neither home nor an ally's (M-attr-3).
pub fn grave(hex: HexId, date: Date, at_home_or_allied: bool) -> Grave {
    let winter = match Area::of(hex) {
        Area::Developed => false,
        Area::Iberia => date.weather(Weather::South) != Poor::Nowhere,
        Area::Remote => date.weather(MAP.weather(hex)) == Poor::Everywhere,
    };
    if winter && !at_home_or_allied { Grave::Unbuilt } else { Grave::Casualties }
}
