//! A battle, as all watch it.

use serde::Serialize;

use super::{Gauge, PieceKey, SpaceRef, Text, Tint};
use crate::RuleId;

/// A battle that is being fought, for all to watch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Battle {
    /// Its name ("Battle of Bavaria").
    pub title: Text,
    /// Where it is fought.
    pub at: SpaceRef,
    /// Where it stands ("Round 2 of 4").
    pub stage: Text,
    /// What is to be known now, in a few words each ("Attackers must retreat").
    pub notes: Vec<Text>,
    /// The sides; whoever attacks comes first.
    pub sides: Vec<Side>,
    /// Everybody in it, in the order in which they act.
    pub fighters: Vec<Fighter>,
    /// What comes of the throw that decides it, where one does: by what is thrown ("2-3").
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outlook: Vec<Gauge>,
}

/// A side of a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Side {
    /// What it is called ("Attackers: France").
    pub title: Text,
    /// Colours of those who are on it.
    pub tints: Vec<Tint>,
    /// What makes it as strong as it is, where that is added up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub factors: Vec<Factor>,
}

/// Something that makes a side of a battle stronger or weaker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Factor {
    /// What it is ("own capital").
    pub what: Text,
    /// By how much.
    pub points: i32,
    /// How it counts.
    #[serde(skip_serializing_if = "Counts::adds")]
    #[cfg_attr(feature = "describe", schemars(default))]
    pub counts: Counts,
    /// The rule that says so.
    pub rule: RuleId,
}

/// How a factor counts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// It is added to those above it.
    #[default]
    Adds,
    /// It is what those above it come to.
    Sums,
    /// It is a share of that, in percent.
    Percent,
}

impl Counts {
    fn adds(&self) -> bool {
        *self == Counts::Adds
    }
}

/// A piece in a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Fighter {
    /// Which.
    pub piece: PieceKey,
    /// Its side, by number.
    pub side: u8,
    /// Whether it has acted this round.
    pub turn: Turn,
    /// What it does when it acts ("dice 3", "hits on 1-2").
    pub figures: Vec<Gauge>,
    /// What has befallen it, in a few words each ("half a hit").
    pub notes: Vec<Text>,
}

/// Whether a piece has acted in a round of battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// It is its turn.
    Acts,
    /// Its turn is to come.
    Waits,
    /// It has acted.
    Done,
    /// It comes later: a reserve.
    Coming,
}
