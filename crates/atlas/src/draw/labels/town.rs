//! Names of towns and other marks, beside their signs.

use std::rc::Rc;

use super::super::label::{Label, Voice};
use super::super::lettering::{Cut, HANG, RISE, set};
use super::super::sheet::MarkKind;
use super::super::signs::Placed;
use super::super::{Detail, Rect};
use super::{Lettering, Word};
use crate::geography::Kind;
use crate::survey::Point;

/// How far a name stands from its sign, in ems.
const GAP: f64 = 0.22;

/// How large names of marks are in cells, in pitches.
const IN_A_CELL: f64 = 0.27;

impl Lettering<'_, '_> {
    /// Letters the marks, in their order of importance.
    pub(super) fn marks(&mut self, marks: &[Placed]) {
        for placed in marks {
            let mark = &self.paper.sheet.marks[placed.number];
            let city = self.paper.cells.as_ref().map_or(self.sizes.city, |cells| IN_A_CELL * cells.pitch)
                * self.paper.sheet.lettering;
            let size = match (mark.kind, mark.value) {
                (MarkKind::Capital, _) => city * 1.15,
                (MarkKind::City, 2..) => city * 1.08,
                (MarkKind::Fortress | MarkKind::Base, _) => city * 0.88,
                _ => city,
            };
            let (text, voice) = match mark.kind {
                MarkKind::Star if mark.label.is_empty() => (mark.value.to_string(), Voice::Red),
                _ => (mark.label.clone(), Voice::Land),
            };
            // A fort in a town of the same name needs no second one.
            let again = self
                .labels
                .iter()
                .any(|label| label.text == text && label.boxes[0].grown(4.0 * size).contains(placed.at));
            let minor = matches!(mark.kind, MarkKind::Fortress | MarkKind::Base);
            let left_out = minor && self.paper.detail == Detail::Overview;
            if !text.is_empty() && !again && !left_out {
                let word = Rc::new(set(&text, Cut::Roman));
                self.first(beside(&text, &word, size, placed.extent, voice), |_| true);
            }
        }
    }

    /// Letters the towns of a rank that are no marks; returns where those that found room stand.
    pub(super) fn towns(&mut self, rank: u8) -> Vec<Point> {
        let paper = self.paper;
        let marks = &paper.sheet.marks;
        let mut stand = Vec::new();
        for place in &paper.geography.places {
            if place.rank != rank || !place.kind.is_settlement() {
                continue;
            }
            let Some(at) = paper.place(place.at) else { continue };
            let known = |label: &str| {
                let mut names = place.aliases.iter().chain(&place.modern);
                label == place.name || names.any(|name| name == label)
            };
            if !paper.frame().contains(at) || marks.iter().any(|mark| known(&mark.label)) {
                continue;
            }
            let sign = Rect::around(at, (3.0 * paper.detail.weight(), 3.0 * paper.detail.weight()));
            if !self.room.is_free(&[sign]) {
                continue;
            }
            let (cut, size) = match (rank, place.kind) {
                (1, _) => (Cut::Roman, self.sizes.town * 1.12),
                (_, Kind::Battle) => (Cut::Italic, self.sizes.town * 0.92),
                _ => (Cut::Roman, self.sizes.town),
            };
            let word = Rc::new(set(&place.name, cut));
            if self.first(beside(&place.name, &word, size, sign, Voice::Land), |_| true) {
                self.room.take(&[sign]);
                stand.push(at);
            }
        }
        stand
    }
}

/// The places beside a sign, the best first.
pub(super) fn beside(text: &str, word: &Rc<Word>, size: f64, sign: Rect, voice: Voice) -> Vec<Label> {
    let (wide, gap) = (word.width * size, GAP * size);
    let middle = ((sign.low.0 + sign.high.0) / 2.0, (sign.low.1 + sign.high.1) / 2.0);
    let (right, left, centre) = (sign.high.0 + gap, sign.low.0 - gap - wide, middle.0 - wide / 2.0);
    let level = middle.1 + (RISE - HANG) * size / 2.0;
    let (above, below) = (sign.low.1 - HANG * size, sign.high.1 + RISE * size);
    let (up, down) = (level - 0.45 * size, level + 0.45 * size);
    [
        (right, level),
        (left, level),
        (right, up),
        (right, down),
        (left, up),
        (left, down),
        (centre, below),
        (centre, above),
        (sign.high.0, below),
        (sign.low.0 - wide, below),
        (sign.high.0, above),
        (sign.low.0 - wide, above),
    ]
    .map(|at| Label::level(text, word, size, at, voice))
    .into()
}
