//! The ground that armies and their supply lines go over. Rulebook "Terrain Effects", "Weather and Remote Areas".
//!
//! [`Ground`] knows the price of every step on a date, over frozen seas as well. What a stack pays on the march is in
//! [`crate::movement`].

mod ground;
#[cfg(test)]
mod tests;

pub use self::ground::Ground;

/// What a forage takes of the movement of everybody who lives on it (M-supply-9).
pub const FORAGING: u8 = 2;
