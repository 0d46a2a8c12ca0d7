//! Napoleon's Conquests: its map. The rules are to come.
//!
//! `data/map.toml` says what the map is; `cargo run --release -p conquests --example survey-conquests` draws the outlines of lands and
//! seas from it into `data/outlines.bin`.

mod areas;
mod cards;
mod effects;
mod grammar;
pub mod map;
mod nations;
mod objectives;
mod sheet;
mod survey;
pub mod tables;
mod troops;
mod wishes;
mod words;

pub use areas::{Area, AreaSet};
pub use cards::{Card, Cards};
pub use effects::{
    Age, Condition, Domain, Effect, Face, Gift, Ground, Length, Main, Military, Peek, Role, Tab, Target,
};
pub use nations::{Nation, Nations, Side};
pub use objectives::{Aim, Objective, Wish};
pub use sheet::sheet;
pub use survey::OUTLINES;
pub use troops::{Kind, Troops};
