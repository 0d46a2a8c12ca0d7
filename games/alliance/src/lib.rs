//! Alliance: hidden blocks, cards and diplomacy from 1804 to 1815.
//!
//! The modules follow the chapters of the rulebook: `places` and `map` (1, 11), `blocks` (2), `cards` and `turn` (3), `control`,
//! `movement` and `supply` (4), `levies` (5), `diplomacy` and `pacts` (6), `battle` (7), `fleets` (8), `defeat` (9), `victory` (10),
//! `scenarios` (12) and `winter` (3.5).
//!
//! `data/map.toml` says what the map is; `cargo run --release -p alliance --example survey` draws the outlines of regions and
//! seas from it into `data/outlines.bin`.

mod action;
mod battle;
mod blocks;
mod cards;
mod control;
mod defeat;
mod diplomacy;
mod event;
mod fleets;
mod levies;
pub mod map;
mod movement;
mod options;
pub mod outlines;
mod pacts;
mod places;
mod position;
mod scenarios;
mod setup;
mod sheet;
mod state;
mod states;
mod supply;
mod survey;
mod turn;
mod victory;
mod winter;

#[cfg(test)]
mod tests;

pub use action::Action;
pub use blocks::{Block, BlockId, BlockSet, Fire, Kind, Letter};
pub use cards::{Card, Cards, Leader};
pub use event::Event;
pub use places::{BorderId, Crossing, Link, Place, PlaceSet, Room};
pub use sheet::sheet;
pub use state::{Alliance, EndReason};
pub use states::{EMPIRES, State};
