//! Napoleon's Conquests: its map. The rules are to come.
//!
//! `data/map.toml` says what the map is; `cargo run --release -p conquests --example survey-conquests` draws the outlines of lands and
//! seas from it into `data/outlines.bin`.

mod areas;
pub mod map;
mod nations;
mod sheet;
mod survey;
mod troops;

pub use areas::{Area, AreaSet};
pub use nations::{Nation, Nations};
pub use sheet::sheet;
pub use survey::OUTLINES;
pub use troops::{Kind, Troops};
