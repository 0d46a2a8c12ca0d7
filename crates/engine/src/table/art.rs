//! How the words of the table look: one set of drawings for the browser, for pictures and for the terminal.
//!
//! A drawing fills a square from -1 to 1, with y pointing down. Its parts name paints, not colours: what [`Paint::Coat`] is
//! depends on whose piece it is ([`Tint::colours`]). Most drawings begin with their outline in ink, a little larger, so that
//! they stand out from a face of any colour.
//!
//! Every `match` is exhaustive: a word without a drawing does not compile.

mod badges;
mod sites;
mod symbols;
mod tints;

use serde::Serialize;

/// A drawing in a square from -1 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Glyph {
    /// What stands for it in a terminal.
    pub letter: char,
    /// Its parts, from the back to the front.
    pub parts: &'static [Part],
}

/// A part of a drawing. Lines have round ends and round corners.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Part {
    /// An SVG path.
    pub d: &'static str,
    /// What it is filled with.
    #[serde(skip_serializing_if = "Paint::is_none")]
    pub fill: Paint,
    /// What its outline is drawn with.
    #[serde(skip_serializing_if = "Paint::is_none")]
    pub stroke: Paint,
    /// How thick the outline is.
    #[serde(skip_serializing_if = "is_zero")]
    pub width: f32,
}

fn is_zero(width: &f32) -> bool {
    *width == 0.0
}

/// What a part of a drawing is painted with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paint {
    /// Nothing.
    None,
    /// What is written on the piece with.
    Ink,
    /// The piece itself.
    Face,
    /// The coat of whose piece it is.
    Coat,
    /// Collar, cuffs and plume.
    Trim,
    /// Steel and iron.
    Metal,
    /// Brass, gold and lace.
    Gold,
    /// A face, a hand.
    Skin,
    /// Felt, boots, the dark side of things.
    Dark,
    /// Linen, paper, sails.
    Pale,
    /// Timber and leather.
    Wood,
    /// Red, whoever's it is.
    Red,
    /// Blue, whoever's it is.
    Blue,
    /// Green, whoever's it is.
    Green,
}

impl Paint {
    /// All of them.
    pub const ALL: &[Paint] = &[
        Paint::None,
        Paint::Ink,
        Paint::Face,
        Paint::Coat,
        Paint::Trim,
        Paint::Metal,
        Paint::Gold,
        Paint::Skin,
        Paint::Dark,
        Paint::Pale,
        Paint::Wood,
        Paint::Red,
        Paint::Blue,
        Paint::Green,
    ];

    /// Whether nothing is painted.
    pub const fn is_none(&self) -> bool {
        matches!(self, Paint::None)
    }

    /// Its colour on a piece of these colours; nothing if nothing is painted.
    pub const fn colour(self, colours: &Colours) -> Option<&'static str> {
        match self {
            Paint::None => None,
            Paint::Ink => Some(colours.ink),
            Paint::Face => Some(colours.face),
            Paint::Coat => Some(colours.coat),
            Paint::Trim => Some(colours.trim),
            Paint::Metal => Some("#b9c0c9"),
            Paint::Gold => Some("#e7c15a"),
            Paint::Skin => Some("#e6bd98"),
            Paint::Dark => Some("#2b2622"),
            Paint::Pale => Some("#f7f0df"),
            Paint::Wood => Some("#8a5d36"),
            Paint::Red => Some("#b5382f"),
            Paint::Blue => Some("#2f4f8a"),
            Paint::Green => Some("#45713f"),
        }
    }
}

/// The colours of whoever has a [`Tint`](crate::Tint).
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Colours {
    /// The face of a piece.
    pub face: &'static str,
    /// What is written on it.
    pub ink: &'static str,
    /// The coat of a uniform.
    pub coat: &'static str,
    /// Its collar, cuffs and plume.
    pub trim: &'static str,
    /// The face on a terminal, of the 256 colours that one has.
    pub cell: u8,
    /// What is written on it there.
    pub cell_ink: u8,
    /// The pattern that doubles the colour.
    pub hatch: Hatch,
    /// A flag, in a rectangle from -1.5 to 1.5 and from -1 to 1.
    pub flag: &'static [Part],
}

/// A pattern that doubles a colour, drawn in the ink over the face.
///
/// Most are those by which engravers have shown colours since the seventeenth century (Petra Sancta): level lines for blue,
/// upright ones for red, dots for gold.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Hatch {
    /// An SVG path in a square tile from 0 to 1, to be drawn as lines with round ends.
    pub lines: &'static str,
    /// How thick the lines are.
    pub width: f32,
    /// The side of the tile on a piece from -1 to 1.
    pub tile: f32,
}

/// A part without an outline.
const fn fill(d: &'static str, fill: Paint) -> Part {
    Part { d, fill, stroke: Paint::None, width: 0.0 }
}

/// A line.
const fn line(d: &'static str, stroke: Paint, width: f32) -> Part {
    Part { d, fill: Paint::None, stroke, width }
}

/// A part with an outline.
const fn part(d: &'static str, fill: Paint, stroke: Paint, width: f32) -> Part {
    Part { d, fill, stroke, width }
}

/// The outline in ink that makes a drawing stand out from the face.
const fn halo(d: &'static str) -> Part {
    Part { d, fill: Paint::Ink, stroke: Paint::Ink, width: 0.14 }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{Badge, Site, Symbol, Tint};

    fn glyphs() -> Vec<(&'static str, Vec<Glyph>)> {
        vec![
            ("symbols", Symbol::ALL.iter().map(|word| word.glyph()).collect()),
            ("badges", Badge::ALL.iter().map(|word| word.glyph()).collect()),
            ("sites", Site::ALL.iter().map(|word| word.glyph()).collect()),
        ]
    }

    #[test]
    fn no_two_words_have_the_same_letter() {
        for (kind, glyphs) in glyphs() {
            let letters: BTreeSet<char> = glyphs.iter().map(|glyph| glyph.letter).collect();
            assert_eq!(letters.len(), glyphs.len(), "{kind}");
        }
    }

    #[test]
    fn every_part_is_a_path_that_shows() {
        let flags = Tint::ALL.iter().flat_map(|tint| tint.colours().flag);
        let parts: Vec<&Part> = glyphs()
            .iter()
            .flat_map(|(_, glyphs)| glyphs)
            .flat_map(|glyph| glyph.parts)
            .chain(flags)
            .collect();
        for Part { d, fill, stroke, width } in parts {
            assert!(d.starts_with('M'), "{d}");
            let known = |letter: char| "MLHVQTAZmlhvqtaz-. ".contains(letter) || letter.is_ascii_digit();
            assert!(d.chars().all(known), "{d}");
            assert!(!fill.is_none() || !stroke.is_none(), "{d}");
            assert_eq!(stroke.is_none(), *width == 0.0, "{d}");
        }
    }

    #[test]
    fn colours_and_patterns_tell_all_apart() {
        let tints = || Tint::ALL.iter().map(|tint| tint.colours());
        assert_eq!(tints().map(|colours| colours.face).collect::<BTreeSet<_>>().len(), Tint::ALL.len());
        assert_eq!(
            tints().map(|colours| colours.hatch.lines).collect::<BTreeSet<_>>().len(),
            Tint::ALL.len()
        );
        assert_eq!(tints().map(|colours| colours.cell).collect::<BTreeSet<_>>().len(), Tint::ALL.len());
        assert!(tints().all(|colours| !colours.flag.is_empty()));
    }
}
