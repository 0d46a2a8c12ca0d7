//! What lies next to what: areas and hexes, the ways between them, and how far one gets.
//!
//! A game builds an [`AreaGraph`] or a [`HexGrid`] once, from its data. While it plays, it keeps a [`Paths`] at hand and
//! asks it who can get where; what a step costs, and whether it can be taken at all, the game says in a closure. Nothing
//! allocates after set-up, and equal ways are always decided the same: by the lower number.

mod areas;
mod components;
mod graph;
mod hexes;
mod id;
mod paths;
mod set;
mod supply;

pub use areas::{AreaGraph, AreaGraphBuilder, BorderError};
pub use components::Components;
#[doc(hidden)]
pub use engine::describe;
pub use graph::{Graph, Step};
pub use hexes::{
    Direction, GridError, GridPlan, GridSheet, HexGrid, HexId, HexName, HexNameError, Orientation, Parity,
    SideId,
};
pub use id::Id;
pub use paths::{Allowance, Paths, Reach, Way};
pub use set::{ArraySet, BoxSet, Set, Words, as_list, words_for};
pub use supply::{Barriers, Chain};
