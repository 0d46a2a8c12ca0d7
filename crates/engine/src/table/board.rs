//! Boards, their spaces and the drawn maps under them.

use serde::Serialize;

use super::{Ground, Site, Symbol, Text, Tint};

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
    /// Boxes in columns, each with a heading: what a space belongs to (its `land`). It lies beside the map and is always in
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
    /// What covers it.
    pub ground: Ground,
    /// The colour of whoever's land it is, where the board shows that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tint: Option<Tint>,
    /// One letter for the ground where there is no colour.
    pub letter: char,
    /// The land it belongs to, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub land: Option<Text>,
    /// What is drawn for that land elsewhere, on cards and pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<Symbol>,
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
    /// What it is.
    pub site: Site,
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
