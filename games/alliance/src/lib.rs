//! Alliance: its map. The rules are to come.
//!
//! `data/map.toml` says what the map is; `cargo run --release -p alliance --example survey` draws the outlines of regions and
//! seas from it into `data/outlines.bin`.

mod blocks;
mod cards;
pub mod map;
pub mod outlines;
mod places;
mod scenarios;
mod sheet;
mod states;
mod survey;

pub use blocks::{Block, BlockId, BlockSet, Fire, Kind, Letter};
pub use cards::{Card, Cards, Leader};
pub use places::{BorderId, Crossing, Link, Place, PlaceSet, Room};
pub use sheet::sheet;
pub use states::{EMPIRES, State};
