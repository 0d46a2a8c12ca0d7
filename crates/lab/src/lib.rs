//! The laboratory: what can be found out about a game without people.
//!
//! [`odds`] works out chances, exactly or by samples. [`self_play`] lets bots play many games at once and counts what came of them.

pub mod odds;
pub mod self_play;
