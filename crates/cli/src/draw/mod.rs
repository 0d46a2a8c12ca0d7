//! Drawings of a board with its pieces, for any game: they know [`Board`](engine::Board) and
//! [`Table`](engine::Table), and no rule.
//!
//! `svg` makes a map for the eye, `text` one for the terminal. Both draw with the colours, drawings and letters that the
//! engine has for every word of the table.

mod palette;
mod svg;
mod text;

pub use svg::svg;
pub use text::{legend, listing, text, text_width, with_inside};
