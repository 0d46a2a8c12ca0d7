//! Alliance: its map. The rules are to come.
//!
//! `data/map.toml` says what the map is; `cargo run --release -p alliance --example survey-alliance` draws the outlines of regions and
//! seas from it into `data/outlines.bin`.

pub mod map;
pub mod outlines;
mod sheet;
mod survey;

pub use sheet::sheet;
