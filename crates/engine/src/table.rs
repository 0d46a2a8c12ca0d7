//! The table as data: what any client draws, without knowing the game.
//!
//! A [`Board`] never changes during a game and is sent once. A [`Table`] is what one viewer sees at one moment.

use std::borrow::Cow;

use serde::Serialize;

use crate::{Outcome, RuleId, Seat, Seats};

/// Text that is mostly fixed and sometimes made.
pub type Text = Cow<'static, str>;

/// A board: spaces on a plane. Lengths are in units of the board's own.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Board {
    /// Its name.
    pub title: Text,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// How the spaces are laid out; tells a text terminal whether it can draw them.
    pub layout: Layout,
    /// The drawn map that lies under everything, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// What the signs on the picture mean.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub legend: Vec<Sign>,
    /// The spaces; a [`SpaceRef`] counts in this list.
    pub spaces: Vec<Space>,
}

impl Board {
    /// The outlines of a space, given or following from the layout; none if there is no such space.
    pub fn rings(&self, space: usize) -> Vec<Vec<(f32, f32)>> {
        let Some(Space { rings, centre: (x, y), .. }) = self.spaces.get(space) else { return Vec::new() };
        if !rings.is_empty() {
            return rings.clone();
        }
        let around = |corners: &[(f32, f32)]| corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        match self.layout {
            Layout::Areas | Layout::Mat => Vec::new(),
            Layout::Squares { columns, .. } => {
                let half = self.width / f32::from(columns) / 2.0;
                vec![around(&[(-half, -half), (half, -half), (half, half), (-half, half)])]
            }
            Layout::Hexes { pointing, pitch } => {
                let (half, side) = (pitch / 2.0, pitch / f32::sqrt(3.0));
                let up = [
                    (0.0, -side),
                    (half, -side / 2.0),
                    (half, side / 2.0),
                    (0.0, side),
                    (-half, side / 2.0),
                    (-half, -side / 2.0),
                ];
                vec![match pointing {
                    Pointing::Up => around(&up),
                    Pointing::Sideways => around(&up.map(|(x, y)| (-y, x))),
                }]
            }
        }
    }
}

/// How a board's spaces are laid out.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Layout {
    /// Squares that fill the board, row by row from the top left; space number = row * columns + column.
    Squares {
        /// Columns.
        columns: u16,
        /// Rows.
        rows: u16,
    },
    /// Areas of any shape.
    Areas,
    /// Boxes in columns, each with a heading: what a space belongs to ([`Space::land`]). It lies beside the map and is always in
    /// sight; where its boxes lie does not matter.
    Mat,
    /// Hexes, all alike: the outline of each follows from its middle.
    Hexes {
        /// Which way they stand.
        pointing: Pointing,
        /// From the middle of a hex to that of its neighbour.
        pitch: f32,
    },
}

/// Which way hexes stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Pointing {
    /// On a corner: neighbours left and right, in rows.
    Up,
    /// On a side: neighbours above and below, in columns.
    Sideways,
}

/// A drawn map, to be had in tiles.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Picture {
    /// What tells it from every other picture; another one as soon as anything in it changes.
    pub version: String,
    /// Its left edge on the board.
    pub left: f32,
    /// Its upper edge on the board.
    pub top: f32,
    /// How wide it is, in units of the board.
    pub width: f32,
    /// How high it is, in units of the board.
    pub height: f32,
    /// The side of a tile, in pixels. Tiles are counted from the left and from the top; the last ones are smaller.
    pub tile: u16,
    /// What it can be had in, from the coarsest to the finest; tiles name one by its number.
    pub levels: Vec<Level>,
}

/// A sign on a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Sign {
    /// What it means.
    pub words: Text,
    /// How it looks, as SVG.
    pub drawing: String,
}

/// How large a picture is drawn, and for how large a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Level {
    /// How wide the whole picture is meant to be seen, in points of the screen: so large are its letters.
    pub points: u32,
    /// How wide the whole picture is, in pixels.
    pub width: u32,
    /// How high it is, in pixels.
    pub height: u32,
}

/// A space on a board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Space {
    /// What people call it; unique on the board.
    pub name: String,
    /// Its middle.
    pub centre: (f32, f32),
    /// Its outlines, islands and holes among them; none on squares and hexes, where they follow from the layout.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rings: Vec<Vec<(f32, f32)>>,
    /// The spaces it touches, or reaches over a strait, on a board of areas; elsewhere that follows from the layout.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub touches: Vec<u16>,
    /// What covers it, as a key for colour and pattern (`sea`, `forest`, `land-france`).
    pub ground: &'static str,
    /// One letter for the ground where there is no colour.
    pub letter: char,
    /// The land it belongs to, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub land: Option<Text>,
    /// What is printed on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// What else is to be known of it, in a few words each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Text>,
}

/// Something printed on a space.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Mark {
    /// A key for the drawing (`capital`, `town-red-infantry`, `start-cavalry`).
    pub symbol: &'static str,
    /// One letter where there is no drawing.
    pub letter: char,
    /// Its lettering, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Text>,
}

/// A space: the board's number and the space's number on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct SpaceRef {
    /// Which board.
    pub board: u8,
    /// Which of its spaces.
    pub space: u16,
}

/// A piece, by a number that stays with it for the whole game as far as the viewer can follow it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct PieceRef(pub u16);

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

/// A piece on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Piece {
    /// Its number.
    pub id: PieceRef,
    /// Where it is.
    pub at: Spot,
    /// What it is called ("French Guard infantry").
    pub name: Text,
    /// How it looks.
    pub look: Look,
}

/// Where a piece is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Spot {
    /// On a board.
    Space(SpaceRef),
    /// In one of the [`Table::hands`], by number.
    Hand {
        /// Which.
        hand: u8,
    },
}

/// How a piece looks. The client draws it; a game only says what is to be seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Look {
    /// Its form.
    pub form: Form,
    /// Colour key.
    pub tint: &'static str,
    /// A letter that doubles the colour.
    pub letter: char,
    /// A key for the drawing (`infantry`, `cavalry`, `general`), none on a hidden face.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<&'static str>,
    /// Figures on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Gauge>,
    /// Its strength, if it is counted in steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Steps>,
    /// Lettering on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Text>,
    /// What is written on it, in a sentence or two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// What is written on it in parts: the tabs of a card.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tabs: Vec<Tab>,
    /// How it stands.
    pub facing: Facing,
    /// Extra marks (`guard`, `moved`, `defeated`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<&'static str>,
}

impl Look {
    /// A piece without anything on it, open to all.
    pub fn plain(form: Form, tint: &'static str, letter: char) -> Look {
        Look {
            form,
            tint,
            letter,
            symbol: None,
            figures: Vec::new(),
            steps: None,
            label: None,
            text: None,
            tabs: Vec::new(),
            facing: Facing::Open,
            badges: Vec::new(),
        }
    }

    /// Those of the marks that it bears.
    pub fn badges<const N: usize>(marks: [(bool, &'static str); N]) -> Vec<&'static str> {
        marks.into_iter().filter(|(borne, _)| *borne).map(|(_, badge)| badge).collect()
    }
}

/// A part of what is written on a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Tab {
    /// What it is about ("Finance").
    pub title: Text,
    /// Colour key.
    pub tint: &'static str,
    /// A key for the drawing that doubles the colour.
    pub symbol: &'static str,
    /// What it says.
    pub text: Text,
}

/// The strength of a piece: a block has its steps on its edges, and that which counts is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Steps {
    /// What it has.
    pub now: u8,
    /// The least with which it is in play.
    pub least: u8,
    /// What it has at full strength.
    pub most: u8,
}

/// The form of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A wooden block that stands with its face to the owner.
    Block,
    /// A flat counter.
    Counter,
    /// A card.
    Card,
    /// A token or marker.
    Token,
}

/// How a piece stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Facing {
    /// Face up for all.
    Open,
    /// Face down, or standing with its face to somebody else.
    Hidden,
    /// Standing with its face to the viewer; others see its back.
    Upright,
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
    /// Colour keys of those who are on it.
    pub tints: Vec<&'static str>,
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
    /// The rule that says so.
    pub rule: RuleId,
}

/// A piece in a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Fighter {
    /// Which.
    pub piece: PieceRef,
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
}

impl Choice {
    /// A choice of which nothing more is to be said.
    pub fn new(label: impl Into<Text>, target: Target) -> Choice {
        Choice { label: label.into(), target, effect: None }
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

/// A line of the log, as one viewer may read it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Line {
    /// What happened, in a sentence.
    pub text: Text,
    /// Whose doing it was.
    pub seat: Option<Seat>,
    /// The spaces it speaks of.
    pub spaces: Vec<SpaceRef>,
    /// The dice that were thrown, if any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Die>,
    /// Whether something of its own begins with it: a year, a turn, a battle.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub heading: bool,
}

impl Line {
    /// A plain line.
    pub fn new(text: impl Into<Text>, seat: Option<Seat>, spaces: Vec<SpaceRef>) -> Line {
        Line { text: text.into(), seat, spaces, dice: Vec::new(), heading: false }
    }
}

/// A die that was thrown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_piece_tells_its_colour_and_no_more() {
        let look = Look::plain(Form::Block, "blue", 'F');
        let told = serde_json::json!({ "form": "block", "tint": "blue", "letter": "F", "facing": "open" });
        assert_eq!(serde_json::to_value(look).unwrap(), told);
        assert_eq!(Look::badges([(true, "guard"), (false, "moved"), (true, "beaten")]), ["guard", "beaten"]);
    }
}
