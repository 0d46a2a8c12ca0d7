//! Chances worked out, for any game.
//!
//! A [`Process`] says what can happen next and how likely it is. [`exact`] follows everything that can happen, step by step,
//! and takes what comes to the same as one, so that its answer is the answer; it gives up where that would be too much.
//! [`sampled`] plays the process out many times instead. [`odds`] does the one if it can and else the other, and what it
//! gives says which it was.

mod dice;
mod odds;

pub use dice::hits;
pub use odds::{Method, Odds, exact, odds, sampled};

use std::hash::Hash;

/// Something that goes on by chance until it is over.
pub trait Process: Clone + Eq + Hash {
    /// Adds everything that can come next, with how likely each is, to `out`; nothing once it is over.
    fn next(&self, out: &mut Vec<(Self, f64)>);
}
