//! Napoleon's Conquests: its map. The rules are to come.
//!
//! `data/map.toml` says what the map is; `cargo run --release -p conquests --example survey-conquests` draws the outlines of lands and
//! seas from it into `data/outlines.bin`.

pub mod map;
mod sheet;
mod survey;

pub use sheet::sheet;
pub use survey::OUTLINES;
