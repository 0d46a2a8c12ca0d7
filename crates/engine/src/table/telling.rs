//! What is told of what happened, or would.

use serde::{Deserialize, Serialize};

use super::{SpaceRef, Text};
use crate::Seat;

/// A line of the log, as one viewer may read it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Line {
    /// What happened, in a sentence.
    pub text: Text,
    /// Whose doing it was.
    pub seat: Option<Seat>,
    /// The spaces it speaks of.
    pub spaces: Vec<SpaceRef>,
    /// The dice that were thrown, if any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Die>,
    /// Whether something of its own begins with it: a year, a turn, a battle.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub heading: bool,
}

impl Line {
    /// A plain line.
    pub fn new(text: impl Into<Text>, seat: Option<Seat>, spaces: Vec<SpaceRef>) -> Line {
        Line { text: text.into(), seat, spaces, dice: Vec::new(), heading: false }
    }
}

/// A die that was thrown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Die {
    /// What it shows.
    pub face: u8,
    /// Whether that was good for whoever threw it.
    pub good: bool,
}

/// What would probably come of something, as one seat knows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Forecast {
    /// In sentences.
    pub lines: Vec<Text>,
    /// In figures.
    pub figures: Vec<Figure>,
    /// From how many samples; nothing if it is exact.
    pub samples: Option<u32>,
}

/// A figure of a forecast.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Figure {
    /// What it is, as a short key ("attackers-win"): a chance from 0 to 1, or a number to be expected.
    pub key: Text,
    /// How much.
    pub value: f64,
}

impl Figure {
    /// A figure.
    pub fn new(key: impl Into<Text>, value: f64) -> Figure {
        Figure { key: key.into(), value }
    }
}
