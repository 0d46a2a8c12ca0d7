//! Nations in Arms: its map. The rules are to come.
//!
//! What the texts and history say of the map is in the TOML files of `data/` and in `printed.csv`;
//! `cargo run -p nations --example survey-nations` makes the text files from them and from the geography of the atlas.

pub mod map;
mod sheet;
pub mod survey;

pub use sheet::sheet;
