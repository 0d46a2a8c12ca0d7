//! Drawings of a board with its pieces, for any game: they know [`Board`](engine::Board) and
//! [`Table`](engine::Table), and no rule.
//!
//! `svg` makes a map for the eye, `text` one for the terminal. What a game calls its colours and grounds is turned
//! into real ones in `palette`.

mod palette;
mod svg;
mod text;

pub use svg::svg;
pub use text::{legend, listing, text, text_width};
