//! A label that has found its place.

use std::collections::BTreeSet;
use std::f64::consts::{FRAC_PI_2, PI};
use std::fmt::Write;
use std::rc::Rc;

use super::lettering::{Glyph, HANG, RISE, Word};
use super::pen::short;
use super::shape::{Rect, Way};
use crate::survey::Point;

/// What a label names, and so its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Voice {
    /// Land and its towns.
    Land,
    /// What has to do with winter.
    Frost,
    /// Those who own the land.
    Realm,
    /// Seas.
    Sea,
    /// Rivers and lakes.
    River,
    /// Mountain ranges.
    Range,
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
    lines: Vec<Line>,
}

/// A line of letters.
#[derive(Clone, Debug)]
enum Line {
    /// Level, beginning at a point.
    Level { word: Rc<Word>, size: f64, at: Point },
    /// Every letter with its foot at a point, turned by an angle.
    Bent { word: Rc<Word>, size: f64, feet: Vec<(Point, f64)> },
}

impl Label {
    /// A word on a straight level line that begins at `at`.
    pub(super) fn level(text: &str, word: &Rc<Word>, size: f64, at: Point, voice: Voice) -> Label {
        let low = (at.0, at.1 - RISE * size);
        let boxes = vec![Rect { low, high: (at.0 + word.width * size, at.1 + HANG * size) }];
        let lines = vec![Line::Level { word: Rc::clone(word), size, at }];
        Label { text: text.to_owned(), boxes, voice, leader: None, lines }
    }

    /// A word along a line, beginning after `start`, its feet `above` the line.
    ///
    /// `None` if the line is too short, or turns too sharply for letters.
    pub(super) fn along(
        text: &str,
        word: &Rc<Word>,
        size: f64,
        (way, start, above): (&Way, f64, f64),
        voice: Voice,
    ) -> Option<Label> {
        if start < 0.0 || start + word.width * size > way.length() {
            return None;
        }
        let (mut feet, mut boxes): (Vec<(Point, f64)>, Vec<Rect>) = (Vec::new(), Vec::new());
        for (_, x, advance) in &word.glyphs {
            let middle = start + (x + advance / 2.0) * size;
            // The direction over an em or so, so that small bends do not shake the letters.
            let (a, b) = (way.at(middle - size * 0.8).0, way.at(middle + size * 0.8).0);
            let turn = (b.1 - a.1).atan2(b.0 - a.0);
            if turn.abs() > FRAC_PI_2 || feet.last().is_some_and(|(_, last)| bend(*last, turn) > SHARP) {
                return None;
            }
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
            feet.push((foot, turn));
        }
        let lines = vec![Line::Bent { word: Rc::clone(word), size, feet }];
        Some(Label { text: text.to_owned(), boxes, voice, leader: None, lines })
    }

    /// Both labels as one.
    pub(super) fn with(mut self, other: Label) -> Label {
        self.boxes.extend(other.boxes);
        self.lines.extend(other.lines);
        self
    }

    /// The glyphs it is set with.
    pub(super) fn glyphs(&self) -> BTreeSet<Glyph> {
        let words = self.lines.iter().map(|line| match line {
            Line::Level { word, .. } | Line::Bent { word, .. } => word,
        });
        words.flat_map(|word| word.glyphs.iter().map(|(glyph, ..)| *glyph)).collect()
    }

    /// Its letters, without a colour.
    pub(super) fn draw(&self) -> String {
        self.lines.iter().map(Line::draw).collect()
    }
}

impl Line {
    fn draw(&self) -> String {
        let mut out = String::from("<g");
        let written = match self {
            Line::Level { word, size, at } => level(&mut out, word, *size, *at),
            Line::Bent { word, size, feet } => bent(&mut out, word, *size, feet),
        };
        written.expect("a string takes everything");
        out + "</g>"
    }
}

fn level(out: &mut String, word: &Word, size: f64, at: Point) -> std::fmt::Result {
    let unit = size / 1000.0;
    write!(out, " transform=\"translate({} {})scale({unit:.4})\">", short(at.0), short(at.1))?;
    for ((key, number), x, _) in &word.glyphs {
        write!(out, "<use href=\"#{key}{number}\" x=\"{}\"/>", (x * 1000.0).round())?;
    }
    Ok(())
}

fn bent(out: &mut String, word: &Word, size: f64, feet: &[(Point, f64)]) -> std::fmt::Result {
    let unit = size / 1000.0;
    out.push('>');
    for (((key, number), ..), (foot, turn)) in word.glyphs.iter().zip(feet) {
        let (cos, sin) = (turn.cos() * unit, turn.sin() * unit);
        let (x, y) = (short(foot.0), short(foot.1));
        write!(
            out,
            "<use href=\"#{key}{number}\" transform=\"matrix({cos:.5} {sin:.5} {:.5} {cos:.5} {x} {y})\"/>",
            -sin
        )?;
    }
    Ok(())
}

/// Letters that turn by more against each other, in radians, fall apart.
const SHARP: f64 = 0.3;

fn bend(a: f64, b: f64) -> f64 {
    let turn = (a - b).abs();
    turn.min(2.0 * PI - turn)
}
