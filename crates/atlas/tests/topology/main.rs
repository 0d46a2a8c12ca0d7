//! Areas, hexes and ways, each held against the plainest way to say the same.

mod areas;
mod hexes;
mod paths;
mod places;
mod sets;
mod supply;
