//! What one can click, and what comes of it.

use serde::Serialize;

use super::{PieceRef, SpaceRef, Text};

/// Something one can click, or ask about.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Target {
    /// A space.
    Space(SpaceRef),
    /// A piece.
    Piece {
        /// Which.
        piece: PieceRef,
    },
    /// A piece on its way to a space: "why can't this go there?"
    Move {
        /// Which piece.
        piece: PieceRef,
        /// Where to.
        to: SpaceRef,
    },
    /// A button beside the board.
    Button,
}

/// How a legal action shows at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Choice {
    /// What it says ("Move the infantry at 10,6 to 9,5").
    pub label: Text,
    /// What one clicks for it.
    pub target: Target,
    /// What comes of it, where that is more than its label says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// Which of the tabs of the piece that one clicks it is about, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<u8>,
}

impl Choice {
    /// A choice of which nothing more is to be said.
    pub fn new(label: impl Into<Text>, target: Target) -> Choice {
        Choice { label: label.into(), target, effect: None, tab: None }
    }

    /// A choice on a button.
    pub fn button(label: impl Into<Text>) -> Choice {
        Choice::new(label, Target::Button)
    }
}

/// What comes of a choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Effect {
    /// A key for how it is shown (`attack`, `reserve`, `neutral`, `grave`, `plain`; `treaty`, `give`, `ask`, `terms` for what players agree on).
    pub kind: &'static str,
    /// In a few words ("attacks over the river").
    pub words: Text,
    /// How much of the way has been used by others, where that is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub way: Option<Way>,
}

/// How many may go over a border, and how many have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Way {
    /// Where it begins.
    pub from: SpaceRef,
    /// How many have gone over it.
    pub used: u8,
    /// How many may.
    pub most: u8,
}
