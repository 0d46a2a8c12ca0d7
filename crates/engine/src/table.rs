//! The table as data: what any client draws, without knowing the game.
//!
//! A [`Board`] never changes during a game and is sent once. A [`Table`] is what one viewer sees at one moment.

mod art;
mod battle;
mod board;
mod choice;
mod follower;
mod patch;
mod piece;
mod spaces;
mod stack;
mod telling;
mod vocabulary;

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

pub use art::{Colours, Glyph, Hatch, Paint, Part};
pub use battle::{Battle, Counts, Factor, Fighter, Side, Turn};
pub use board::{Board, Layout, Level, Mark, Picture, Pointing, Sign, Space, SpaceRef};
pub use choice::{Choice, Cost, Effect, LegalChoice, LegalRoute, Odds, Target, Way};
pub use follower::Follower;
pub use patch::{FightPatch, Patch, PiecePatch, Run};
pub use piece::{Facing, Form, Keyed, Piece, PieceKey, Print, Printed, Spot, Steps, Tab};
pub use spaces::SpaceSet;
pub use stack::Stack;
pub use telling::{
    BattleMark, BattleResult, BattleSide, Die, Figure, Forecast, Line, LineKind, March, Needed, Throw,
};
pub use vocabulary::{
    Badge, Badges, Currency, EffectKind, Ground, Layer, OverlayKind, Site, Symbol, Tint, Topic, Verb,
};

use crate::{Outcome, Seat, Seats};

/// Text that is mostly fixed and sometimes made.
pub type Text = Cow<'static, str>;

/// What one viewer sees at one moment.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Table {
    /// What to do now, for this viewer.
    pub prompt: Prompt,
    /// Who must decide.
    pub to_act: Seats,
    /// The seats, in order.
    pub seats: Vec<Sheet>,
    /// Every piece the viewer knows of, by their keys.
    pub pieces: Vec<Piece>,
    /// Cards and pieces beside the boards.
    pub hands: Vec<Hand>,
    /// Tracks: round, score.
    pub tracks: Vec<Track>,
    /// What is on record beside the boards: who is allied with whom.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub registers: Vec<Register>,
    /// Marks laid over spaces for the moment (a named target, a battle). What is only shown to those who ask is a [`Layer`].
    pub overlays: Vec<Overlay>,
    /// The battle that is being fought, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<Battle>,
    /// What the viewer may do.
    pub choices: Vec<LegalChoice>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
}

impl Table {
    /// The piece with this key.
    pub fn piece(&self, key: PieceKey) -> Option<&Piece> {
        self.pieces.binary_search_by_key(&key, |piece| piece.key).ok().map(|at| &self.pieces[at])
    }

    /// A table on which nothing lies, with the pieces in their order.
    pub fn of(mut pieces: Vec<Piece>) -> Table {
        piece::sort(&mut pieces);
        Table {
            prompt: Prompt::default(),
            to_act: Seats::NONE,
            seats: Vec::new(),
            pieces,
            hands: Vec::new(),
            tracks: Vec::new(),
            registers: Vec::new(),
            overlays: Vec::new(),
            battle: None,
            choices: Vec::new(),
            outcome: None,
        }
    }
}

/// What to do now.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Prompt {
    /// Which question it is: two prompts with the same key ask the same, whatever their words.
    pub key: &'static str,
    /// One sentence.
    pub text: Text,
    /// What is left to spend (pips, action points).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gauges: Vec<Gauge>,
}

impl Prompt {
    /// A question with nothing to be counted.
    pub fn new(key: &'static str, text: impl Into<Text>) -> Prompt {
        Prompt { key, text: text.into(), gauges: Vec::new() }
    }
}

/// A named number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Gauge {
    /// What it counts, in the singular or plural that its value takes.
    pub name: Text,
    /// How much.
    pub value: Value,
}

/// A number, or a few words in its place ("2 of 5", "1st").
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "describe", schemars(rename = "GaugeValue"))]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(i32),
    /// Words.
    Words(Text),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Words(words) => words.fmt(f),
        }
    }
}

macro_rules! from_numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Value {
            fn from(number: $number) -> Value {
                Value::Number(number.into())
            }
        })*
    };
}

from_numbers!(i8, u8, i16, u16, i32);

impl From<&'static str> for Value {
    fn from(words: &'static str) -> Value {
        Value::Words(words.into())
    }
}

impl From<String> for Value {
    fn from(words: String) -> Value {
        Value::Words(words.into())
    }
}

impl Gauge {
    /// `name`: `value`.
    pub const fn number(name: &'static str, value: i32) -> Gauge {
        Gauge { name: Cow::Borrowed(name), value: Value::Number(value) }
    }

    /// `name`: `value`.
    pub fn new(name: impl Into<Text>, value: impl Into<Value>) -> Gauge {
        Gauge { name: name.into(), value: value.into() }
    }

    /// So many of something, by what one of it and what several are called.
    pub fn count(value: impl Into<i32>, one: &'static str, several: &'static str) -> Gauge {
        let value = value.into();
        Gauge::number(if value == 1 { one } else { several }, value)
    }
}

/// What lies before a seat for all (or for the viewer alone) to see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Sheet {
    /// The seat.
    pub seat: Seat,
    /// What it plays ("France and Spain").
    pub name: Text,
    /// Colours of what it plays.
    pub tints: Vec<Tint>,
    /// Whether it is still in the game.
    pub alive: bool,
    /// Its figures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gauges: Vec<Gauge>,
    /// Short remarks ("allied with Austria", "misses a turn").
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Text>,
    /// The same for each of the powers that it plays, where these have figures of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<SheetPart>,
}

/// What lies before a seat for one of the powers that it plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct SheetPart {
    /// The power.
    pub name: Text,
    /// Its colour.
    pub tint: Tint,
    /// Its figures.
    pub gauges: Vec<Gauge>,
    /// Short remarks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Text>,
}

/// Cards or pieces beside the boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Hand {
    /// Its name ("At sea", "Town cards of France").
    pub title: Text,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// What lies there.
    pub role: Role,
}

/// What lies beside the boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// What somebody holds in his hand.
    Held,
    /// What lies before somebody for this turn.
    Played,
    /// What is out of play, or not in play yet.
    Pool,
}

/// A track with a marker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Track {
    /// Its name.
    pub title: Text,
    /// Where the marker is.
    pub at: i32,
    /// The last place, if there is one.
    pub end: Option<i32>,
    /// Whose marker it is, where a track has several: those share its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marker: Option<Marker>,
}

impl Track {
    /// A track with one marker.
    pub fn new(title: impl Into<Text>, at: impl Into<i32>, end: Option<i32>) -> Track {
        Track { title: title.into(), at: at.into(), end, marker: None }
    }
}

/// One of several markers on a track.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Marker {
    /// Whose it is ("Prussia"); its first letter doubles the colour.
    pub name: Text,
    /// Its colour.
    pub tint: Tint,
}

/// Something on record for all to see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Register {
    /// What it is about ("Alliances").
    pub title: Text,
    /// What is on record: whom it concerns, and what is to be said.
    pub entries: Vec<Gauge>,
}

/// A mark laid over spaces for the moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Overlay {
    /// What it says.
    pub kind: OverlayKind,
    /// Whose colour it has, where it says whose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tint: Option<Tint>,
    /// The pieces it is about, if it is shown only while one of them is pointed at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceKey>,
    /// Where.
    pub spaces: SpaceSet,
}

impl Overlay {
    /// A mark on spaces.
    pub fn new(kind: OverlayKind, spaces: impl IntoIterator<Item = SpaceRef>) -> Overlay {
        Overlay { kind, tint: None, pieces: Vec::new(), spaces: spaces.into_iter().collect() }
    }

    /// In the colour of somebody.
    pub fn tinted(self, tint: Tint) -> Overlay {
        Overlay { tint: Some(tint), ..self }
    }

    /// Shown only for these pieces.
    pub fn about(self, pieces: Vec<PieceKey>) -> Overlay {
        Overlay { pieces, ..self }
    }
}
