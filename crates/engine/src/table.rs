//! The table as data: what any client draws, without knowing the game.
//!
//! A [`Board`] never changes during a game and is sent once. A [`Table`] is what one viewer sees at one moment.

mod battle;
mod board;
mod choice;
mod piece;
mod telling;

use std::borrow::Cow;

use serde::Serialize;

pub use battle::{Battle, Factor, Fighter, Side, Turn};
pub use board::{Board, Layout, Level, Mark, Picture, Pointing, Sign, Space, SpaceRef};
pub use choice::{Choice, Effect, Target, Way};
pub use piece::{Facing, Form, Look, Piece, PieceRef, Spot, Steps, Tab};
pub use telling::{Die, Figure, Forecast, Line};

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
    /// Every piece the viewer knows of.
    pub pieces: Vec<Piece>,
    /// Cards and pieces beside the boards.
    pub hands: Vec<Hand>,
    /// Tracks: round, score.
    pub tracks: Vec<Track>,
    /// What is on record beside the boards: who is allied with whom.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub registers: Vec<Register>,
    /// Marks laid over spaces for the moment (a named target, control, reach).
    pub overlays: Vec<Overlay>,
    /// The battle that is being fought, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<Battle>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
}

/// What to do now.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Prompt {
    /// One sentence.
    pub text: Text,
    /// What is left to spend (pips, action points).
    pub left: Vec<Gauge>,
}

/// A named number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Gauge {
    /// What it counts.
    pub name: Text,
    /// How much.
    pub value: Text,
}

impl Gauge {
    /// `name`: `value`.
    pub fn new(name: impl Into<Text>, value: impl Into<Text>) -> Gauge {
        Gauge { name: name.into(), value: value.into() }
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
    /// Colour keys of what it plays.
    pub tints: Vec<&'static str>,
    /// Whether it is still in the game.
    pub alive: bool,
    /// Its figures.
    pub gauges: Vec<Gauge>,
    /// Short remarks ("allied with Austria", "misses a turn").
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
    /// Colour key.
    pub tint: &'static str,
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
    /// A key for the drawing (`target`, `held`).
    pub kind: &'static str,
    /// Colour key, where it says whose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tint: Option<&'static str>,
    /// The layer it belongs to, if it is shown only to those who ask for that layer ("Supply").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer: Option<Text>,
    /// The pieces it is about, if it is shown only while one of them is pointed at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceRef>,
    /// Where.
    pub spaces: Vec<SpaceRef>,
}

impl Overlay {
    /// A mark that is always shown.
    pub fn new(kind: &'static str, spaces: Vec<SpaceRef>) -> Overlay {
        Overlay { kind, tint: None, layer: None, pieces: Vec::new(), spaces }
    }

    /// Whether it is shown to everybody at all times, not only to those who ask.
    pub fn is_standing(&self) -> bool {
        self.layer.is_none() && self.pieces.is_empty()
    }

    /// In the colour of somebody.
    pub fn tinted(self, tint: &'static str) -> Overlay {
        Overlay { tint: Some(tint), ..self }
    }

    /// Shown only with its layer.
    pub fn in_layer(self, layer: impl Into<Text>) -> Overlay {
        Overlay { layer: Some(layer.into()), ..self }
    }
}
