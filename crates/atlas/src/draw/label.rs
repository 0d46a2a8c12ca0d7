//! A label that has found its place.

use std::collections::BTreeSet;
use std::f64::consts::{FRAC_PI_2, PI};
use std::fmt::Write;

use super::lettering::{Glyph, HANG, RISE, Word};
use super::pen::short;
use super::shape::{Rect, Way};
use crate::survey::Point;

/// What a label names, and so its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Voice {
    /// Land and its towns.
    Land,
    /// Seas.
    Sea,
    /// Rivers.
    River,
    /// What matters most.
    Red,
}

/// A label that has found its place.
#[derive(Clone, Debug)]
pub struct Label {
    /// What it says.
    pub text: String,
    /// The boxes its letters lie in, in points of the picture.
    pub boxes: Vec<Rect>,
    /// What it names.
    pub voice: Voice,
    /// From the label to what it names, if that is not beside it.
    pub leader: Option<(Point, Point)>,
    pub(super) glyphs: BTreeSet<Glyph>,
    pub(super) drawing: String,
}

impl Label {
    /// A word on a straight level line that begins at `at`.
    pub(super) fn level(text: &str, word: &Word, size: f64, at: Point, voice: Voice) -> Label {
        let low = (at.0, at.1 - RISE * size);
        let boxes = vec![Rect { low, high: (at.0 + word.width * size, at.1 + HANG * size) }];
        let mut drawing =
            format!("<g transform=\"translate({} {})scale({})\">", short(at.0), short(at.1), scale(size));
        for ((key, number), x, _) in &word.glyphs {
            let x = (x * 1000.0).round();
            write!(drawing, "<use href=\"#{key}{number}\" x=\"{x}\"/>").expect("a string takes everything");
        }
        Label {
            text: text.to_owned(),
            boxes,
            voice,
            leader: None,
            glyphs: glyphs(word),
            drawing: drawing + "</g>",
        }
    }

    /// A word along a line, beginning after `start`, its feet `above` the line.
    ///
    /// `None` if the line is too short, or turns too sharply for letters.
    pub(super) fn along(
        text: &str,
        word: &Word,
        size: f64,
        (way, start, above): (&Way, f64, f64),
        voice: Voice,
    ) -> Option<Label> {
        if start < 0.0 || start + word.width * size > way.length() {
            return None;
        }
        let mut drawing = String::from("<g>");
        let mut boxes = Vec::new();
        let mut last: Option<f64> = None;
        for ((key, number), x, advance) in &word.glyphs {
            let middle = start + (x + advance / 2.0) * size;
            // The direction over an em or so, so that small bends do not shake the letters.
            let (a, b) = (way.at(middle - size * 0.8).0, way.at(middle + size * 0.8).0);
            let turn = (b.1 - a.1).atan2(b.0 - a.0);
            if turn.abs() > FRAC_PI_2 || last.is_some_and(|last| bend(last, turn) > 0.3) {
                return None;
            }
            last = Some(turn);
            let (along, down) = ((turn.cos(), turn.sin()), (-turn.sin(), turn.cos()));
            let (at, _) = way.at(middle);
            let half = advance * size / 2.0;
            let foot = (at.0 - along.0 * half - down.0 * above, at.1 - along.1 * half - down.1 * above);
            let corner =
                |x: f64, y: f64| (foot.0 + along.0 * x + down.0 * y, foot.1 + along.1 * x + down.1 * y);
            boxes.push(Rect::of(&[
                corner(0.0, -RISE * size),
                corner(2.0 * half, -RISE * size),
                corner(2.0 * half, HANG * size),
                corner(0.0, HANG * size),
            ]));
            let unit = size / 1000.0;
            let turned = [along.0, along.1, down.0, down.1].map(|n| format!("{:.5}", n * unit)).join(" ");
            write!(
                drawing,
                "<use href=\"#{key}{number}\" transform=\"matrix({turned} {} {})\"/>",
                short(foot.0),
                short(foot.1)
            )
            .expect("a string takes everything");
        }
        Some(Label {
            text: text.to_owned(),
            boxes,
            voice,
            leader: None,
            glyphs: glyphs(word),
            drawing: drawing + "</g>",
        })
    }
}

fn glyphs(word: &Word) -> BTreeSet<Glyph> {
    word.glyphs.iter().map(|(glyph, ..)| *glyph).collect()
}

fn scale(size: f64) -> String {
    format!("{:.4}", size / 1000.0)
}

fn bend(a: f64, b: f64) -> f64 {
    let turn = (a - b).abs();
    turn.min(2.0 * PI - turn)
}
