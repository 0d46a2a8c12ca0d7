//! Names of areas: level at the anchor, in two lines, curved along the area, or outside with a line to it.

use std::f64::consts::PI;
use std::rc::Rc;

use super::super::areas::Drawn;
use super::super::label::{Label, Voice};
use super::super::lettering::{Cut, RISE, Word, set};
use super::super::shape::{Fence, Rect, Way};
use super::{Lettering, all_around};
use crate::survey::Point;

/// How much ground rings enclose, in square points; holes do not count.
pub(super) fn ground(rings: &[Vec<Point>]) -> f64 {
    let twice = |ring: &Vec<Point>| {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>().abs()
    };
    rings.iter().map(twice).fold(0.0, f64::max) / 2.0
}

/// Where a name is tried about the anchor, in ems: right and down.
const ABOUT: [Point; 13] = [
    (0.0, 0.0),
    (0.0, 1.1),
    (0.0, -1.1),
    (1.2, 0.0),
    (-1.2, 0.0),
    (0.0, 2.2),
    (0.0, -2.2),
    (1.5, 1.2),
    (-1.5, 1.2),
    (1.5, -1.2),
    (-1.5, -1.2),
    (0.0, 3.3),
    (0.0, -3.3),
];

/// Where a name is tried outside, in ems from the anchor: how far, in eight directions.
const OUTSIDE: [f64; 3] = [2.5, 4.5, 7.0];

impl Lettering<'_, '_> {
    /// Letters one area.
    pub(super) fn area(&mut self, drawn: &Drawn) {
        if drawn.area.name.is_empty() {
            return;
        }
        let broad = ground(&drawn.rings).sqrt();
        let full = if drawn.area.is_sea { self.sizes.sea } else { self.sizes.area };
        let full = full * (broad / (12.0 * full)).clamp(0.75, 1.35);
        let line = spine(&drawn.rings, &drawn.fence);
        let words = Words::new(&drawn.area.name);
        for shrink in [1.0, 0.85, 0.72, 0.62] {
            let size = full * shrink;
            let curved = line.iter().flat_map(|line| along(drawn, &words, line, size));
            let level = level(drawn, &words, size);
            let fits = |label: &Label| all_around(&label.boxes, |point| drawn.fence.contains(point));
            // A sea is lettered along its length, a land first where it is widest.
            let found = match drawn.area.is_sea {
                true => self.first(curved.chain(level), fits),
                false => self.first(level.into_iter().chain(curved), fits),
            };
            if found {
                return;
            }
        }
        // A fortress that is all there is on an island has said its name.
        let said = self.labels.iter().any(|label| label.text == drawn.area.name);
        if !said {
            self.first(outside(drawn, &words, full * 0.8), |_| true);
        }
    }
}

/// A name, set in one line and, if it can be cut, in two.
struct Words {
    whole: Word,
    halves: Option<(Word, Word)>,
}

impl Words {
    fn new(name: &str) -> Words {
        let set = |text| set(text, Cut::SmallCaps);
        Words { whole: set(name), halves: halves(name).map(|(first, second)| (set(first), set(second))) }
    }
}

fn voice(drawn: &Drawn) -> Voice {
    if drawn.area.is_sea { Voice::Sea } else { Voice::Land }
}

/// Level names about the anchor, in one line or two.
fn level(drawn: &Drawn, words: &Words, size: f64) -> Vec<Label> {
    let mut tries = Vec::new();
    for spacing in [0.2, 0.1, 0.03] {
        let whole = Rc::new(words.whole.spaced(spacing));
        let halves = words.halves.as_ref();
        let halves = halves.map(|(a, b)| (Rc::new(a.spaced(spacing)), Rc::new(b.spaced(spacing))));
        for (right, down) in ABOUT {
            let at = (drawn.anchor.0 + right * size, drawn.anchor.1 + down * size);
            tries.push(centred(drawn, &whole, size, at));
            if let Some((first, second)) = &halves {
                let upper = centred(drawn, first, size, (at.0, at.1 - size * 0.5));
                tries.push(upper.with(centred(drawn, second, size, (at.0, at.1 + size * 0.5))));
            }
        }
    }
    tries
}

fn centred(drawn: &Drawn, word: &Rc<Word>, size: f64, at: Point) -> Label {
    let start = (at.0 - word.width * size / 2.0, at.1 + RISE * size * 0.36);
    Label::level(&drawn.area.name, word, size, start, voice(drawn))
}

/// A name cut at the space nearest its middle.
fn halves(name: &str) -> Option<(&str, &str)> {
    let middle = name.len() / 2;
    let (at, _) = name.match_indices([' ', '-']).min_by_key(|(at, _)| at.abs_diff(middle))?;
    let (first, second) = name.split_at(at + 1);
    Some((first.trim_end(), second))
}

/// Names along the middle of an area, widely spaced.
fn along(drawn: &Drawn, words: &Words, line: &[Point], size: f64) -> Vec<Label> {
    let way = Way::new(line);
    let gaps = words.whole.glyphs.len().max(2) as f64 - 1.0;
    let mut tries = Vec::new();
    for share in [0.62, 0.5, 0.4, 0.3, 0.0] {
        let spacing = ((way.length() * share / size - words.whole.width) / gaps).clamp(0.06, 1.3);
        let word = Rc::new(words.whole.spaced(spacing));
        let slack = way.length() - word.width * size;
        for shift in [0.5, 0.4, 0.6, 0.28, 0.72] {
            let on = (&way, slack * shift, -RISE * size * 0.36);
            tries.extend(Label::along(&drawn.area.name, &word, size, on, voice(drawn)));
        }
    }
    tries
}

/// Names outside, each with a line to the anchor.
fn outside(drawn: &Drawn, words: &Words, size: f64) -> Vec<Label> {
    let word = Rc::new(words.whole.spaced(0.04));
    let mut tries = Vec::new();
    for far in OUTSIDE {
        for eighth in 0..8 {
            let turn = PI * f64::from(eighth) / 4.0;
            let (right, down) = (turn.cos(), turn.sin());
            let half = word.width * size / 2.0;
            let at = (drawn.anchor.0 + right * (far * size + half), drawn.anchor.1 + down * far * size);
            let mut label = centred(drawn, &word, size, at);
            let near = (at.0 - right * half, at.1 - down * size * 0.5);
            label.leader = Some((near, drawn.anchor));
            tries.push(label);
        }
    }
    tries
}

/// A gently curved line through the middle of the largest ring, from left to right.
fn spine(rings: &[Vec<Point>], fence: &Fence) -> Option<Vec<Point>> {
    let ring = rings
        .iter()
        .max_by(|a, b| ground(std::slice::from_ref(a)).total_cmp(&ground(std::slice::from_ref(b))))?;
    let extent = Rect::of(ring);
    let step = (extent.width() * extent.height()).sqrt().max(1.0) / 26.0;
    let mut within = Vec::new();
    for row in 0..(extent.height() / step) as usize {
        for column in 0..(extent.width() / step) as usize {
            let at = (extent.low.0 + (column as f64 + 0.5) * step, extent.low.1 + (row as f64 + 0.5) * step);
            if fence.contains(at) {
                within.push(at);
            }
        }
    }
    if within.len() < 12 {
        return None;
    }
    let count = within.len() as f64;
    let sum = within.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
    let middle = (sum.0 / count, sum.1 / count);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for p in &within {
        let (x, y) = (p.0 - middle.0, p.1 - middle.1);
        (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y);
    }
    // The direction in which the area is longest; half a turn of the double angle keeps it between up and down.
    let turn = 0.5 * (2.0 * xy).atan2(xx - yy);
    let (along, down) = ((turn.cos(), turn.sin()), (-turn.sin(), turn.cos()));
    let local = within.iter().map(|p| {
        let (x, y) = (p.0 - middle.0, p.1 - middle.1);
        (x * along.0 + y * along.1, x * down.0 + y * down.1)
    });
    let local: Vec<Point> = local.collect();
    let bow = parabola(&local)?;
    let mut us: Vec<f64> = local.iter().map(|p| p.0).collect();
    us.sort_by(f64::total_cmp);
    let (from, to) = (us[us.len() / 50], us[us.len() - 1 - us.len() / 50]);
    // Flat enough to be read.
    let most = 0.9 / (to - from).max(1.0);
    let bend = bow[2].clamp(-most, most);
    let line = (0..=40).map(|i| {
        let u = from + (to - from) * f64::from(i) / 40.0;
        let v = bow[0] + bow[1] * u + bend * u * u;
        (middle.0 + u * along.0 + v * down.0, middle.1 + u * along.1 + v * down.1)
    });
    Some(line.collect())
}

/// The parabola `a + bu + cu²` nearest to points, by least squares.
fn parabola(points: &[Point]) -> Option<[f64; 3]> {
    let mut rows = [[0.0; 4]; 3];
    for &(u, v) in points {
        let powers = [1.0, u, u * u];
        for (row, power) in rows.iter_mut().zip(powers) {
            for (cell, other) in row.iter_mut().zip(powers) {
                *cell += power * other;
            }
            row[3] += power * v;
        }
    }
    for i in 0..3 {
        let pivot = rows[i];
        if pivot[i].abs() < 1e-9 {
            return None;
        }
        for (j, row) in rows.iter_mut().enumerate() {
            if j != i {
                let factor = row[i] / pivot[i];
                row.iter_mut().zip(pivot).for_each(|(cell, other)| *cell -= factor * other);
            }
        }
    }
    Some([rows[0][3] / rows[0][0], rows[1][3] / rows[1][1], rows[2][3] / rows[2][2]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bow_is_found() {
        let points: Vec<Point> =
            (-5..=5).map(|u| (f64::from(u), 1.0 + 0.5 * f64::from(u) - 0.1 * f64::from(u * u))).collect();
        let found = parabola(&points).unwrap();
        for (found, meant) in found.into_iter().zip([1.0, 0.5, -0.1]) {
            assert!((found - meant).abs() < 1e-9);
        }
        assert_eq!(parabola(&[(0.0, 0.0), (0.0, 1.0)]), None);
    }

    #[test]
    fn a_spine_runs_along() {
        let ring = vec![(0.0, 0.0), (100.0, 100.0), (90.0, 110.0), (-10.0, 10.0)];
        let rings = [ring];
        let line = spine(&rings, &Fence::new(&rings)).unwrap();
        let (first, last) = (line[0], line[line.len() - 1]);
        assert!(first.0 < 10.0 && last.0 > 80.0 && (last.1 - first.1 - (last.0 - first.0)).abs() < 10.0);
    }

    #[test]
    fn names_break_near_their_middle() {
        assert_eq!(halves("Gulf of Genoa"), Some(("Gulf of", "Genoa")));
        assert_eq!(halves("Castilla-León"), Some(("Castilla-", "León")));
        assert_eq!(halves("Wales"), None);
    }
}
