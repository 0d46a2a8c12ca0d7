//! What is told of what happened, or would.

use serde::{Deserialize, Deserializer, Serialize};

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
    /// What kind of line it is.
    #[serde(
        default,
        skip_serializing_if = "LineKind::is_plain",
        alias = "heading",
        deserialize_with = "LineKind::read"
    )]
    pub kind: LineKind,
    /// The way it tells of, if it is about a step of a march: steps that follow each other read as one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub march: Option<March>,
}

/// What a line of the log is to whoever reads it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LineKind {
    /// Something that happened.
    #[default]
    Plain,
    /// Something of its own begins: a year, a turn, a battle.
    Heading,
    /// How something ended that was thrown or fought for.
    Result,
    /// What nobody should miss: a power won or lost, a leader fallen, a capital taken.
    Great,
}

impl LineKind {
    fn is_plain(&self) -> bool {
        *self == LineKind::Plain
    }

    /// Logs that were kept before there were kinds only say whether a line is a heading.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<LineKind, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Kept {
            Heading(bool),
            Kind(LineKind),
        }
        Ok(match Kept::deserialize(deserializer)? {
            Kept::Heading(false) => LineKind::Plain,
            Kept::Heading(true) => LineKind::Heading,
            Kept::Kind(kind) => kind,
        })
    }
}

/// A step of a march.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct March {
    /// Who marches, as the line calls him: "An Austrian block".
    pub who: Text,
    /// From where.
    pub from: SpaceRef,
    /// To where.
    pub to: SpaceRef,
}

impl Line {
    /// A plain line.
    pub fn new(text: impl Into<Text>, seat: Option<Seat>, spaces: Vec<SpaceRef>) -> Line {
        Line { text: text.into(), seat, spaces, dice: Vec::new(), kind: LineKind::Plain, march: None }
    }

    /// The same as a heading.
    #[must_use]
    pub fn heading(self) -> Line {
        Line { kind: LineKind::Heading, ..self }
    }

    /// The same as a result.
    #[must_use]
    pub fn result(self) -> Line {
        Line { kind: LineKind::Result, ..self }
    }

    /// The same as something that nobody should miss.
    #[must_use]
    pub fn great(self) -> Line {
        Line { kind: LineKind::Great, ..self }
    }

    /// The same as a step of a march of `who`, between the two spaces it speaks of.
    #[must_use]
    pub fn march(self, who: impl Into<Text>) -> Line {
        let march = match self.spaces[..] {
            [from, to] => Some(March { who: who.into(), from, to }),
            _ => None,
        };
        Line { march, ..self }
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
