//! Napoleon and his Marshals: its map. The rules are to come.
//!
//! `data/` says what the map is. The files in `data/board/` are drawn from it and from the atlas by
//! `cargo run --release -p marshals --example survey-marshals`; whoever wants a hex otherwise writes a correction with a reason and
//! draws them anew.

pub mod map;
mod sheet;

pub use sheet::sheet;
