//! Supply and lines of communications. Rulebook "Line of Communications and Depots", "Supply", "Supply in Remote Areas",
//! "Attrition".
//!
//! Whatever needs supply traces a [`Line`] past the enemy ([`Obstacles`]), on a [`Tracer`] that is made once. A nation's depots are
//! linked to its home by its [`Communications`]. [`within_reach`] lists the sources that a stack can trace to, [`supply`] says what
//! it gets from them and what it burns; [`Fields`] answer the mere yes or no for all hexes at once. Who may use whose
//! sources is in `sharing`, what becomes of depots in `depots`; `forage` and `attrition` are for those who have no source.

mod at_hand;
pub mod attrition;
pub(crate) mod capture;
mod commissariat;
mod communications;
pub mod depots;
mod fields;
mod fighting;
pub mod forage;
pub(crate) mod haul;
mod needs;
pub(crate) mod orders;
pub mod sharing;
#[cfg(test)]
mod tests;
pub(crate) mod toll;
mod trace;

pub(crate) use self::commissariat::Commissariat;
pub use self::communications::{BY_LINE, Base, Communications};
pub use self::fields::Fields;
pub use self::needs::{
    Area, Event, FOUND, Found, Kind, Stack, Store, Supply, Terms, distinct, supply, terms, within_reach,
};
pub use self::trace::{Line, Obstacles, RANGE, Tracer, WITH_BERTHIER};
