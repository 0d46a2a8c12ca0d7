//! Sides as nature would draw them: a little off, and always off in the same way.

use super::super::shape::{between, scatter, thin, thin_ring};
use super::{Cells, Key};
use crate::survey::{Point, smooth};

/// How a line of sides is drawn.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    /// How far it strays from the sides, in pitches.
    pub(super) stray: f64,
    /// How far to its right it runs, in pitches: into the set that an outline surrounds.
    pub(super) right: f64,
    /// How far its corners are drawn in, of the way to where they would be no corners.
    pub(super) corners: f64,
    /// How often its corners are rounded.
    pub(super) round: usize,
}

/// Lines may stray by so many points.
const FINE: f64 = 0.18;

impl Cells<'_> {
    /// An outline or a line of sides, drawn by hand.
    pub(super) fn natural(&self, keys: &[Key], closed: bool, hand: Hand) -> Vec<Point> {
        let count = keys.len();
        let mut line = Vec::with_capacity(3 * count);
        for (i, &key) in keys.iter().enumerate() {
            let before = if i > 0 || closed { keys[(i + count - 1) % count] } else { key };
            let after = if i + 1 < count || closed { keys[(i + 1) % count] } else { key };
            let stray = [scatter(key.0.into(), key.1.into()), scatter(key.1.into(), i64::from(key.0) + 71)];
            let normal = self.normal(before, after);
            let by = |axis: usize, normal: f64| {
                (0.7 * hand.stray * 2.0 * (stray[axis] - 0.5) + hand.right * normal) * self.pitch
            };
            let chord = between(self.point(before), self.point(after), 0.5);
            let at = between(self.point(key), chord, hand.corners);
            line.push((at.0 + by(0, normal.0), at.1 + by(1, normal.1)));
            if after != key && (closed || i + 1 < count) {
                line.extend(self.bends(key, after, hand));
            }
        }
        let line = smooth(&line, closed, hand.round);
        match closed {
            true => thin_ring(&line, FINE).unwrap_or(line),
            false => thin(&line, FINE),
        }
    }

    /// To the right of the way from one point to another, as long as 1.
    fn normal(&self, from: Key, to: Key) -> Point {
        let (a, b) = (self.point(from), self.point(to));
        let far = (b.0 - a.0).hypot(b.1 - a.1).max(1e-9);
        (-(b.1 - a.1) / far, (b.0 - a.0) / far)
    }

    /// Two points along a side, to either side of it; the same from both ends.
    fn bends(&self, from: Key, to: Key, hand: Hand) -> [Point; 2] {
        let (a, b) = (self.point(from), self.point(to));
        let (low, high) = (from.min(to), from.max(to));
        let (straight, canon) = (self.normal(from, to), self.normal(low, high));
        let sum = (i64::from(low.0 + high.0), i64::from(low.1 + high.1));
        let turn = scatter(sum.0, sum.1 + 17) - 0.5;
        let bend = |share: f64| {
            // One bend goes the one way and the next the other.
            let from_low = if from == low { share } else { 1.0 - share };
            let way = if from_low < 0.5 { 1.0 } else { -0.6 };
            let off = hand.stray * self.pitch * 2.0 * turn * way;
            let right = hand.right * self.pitch;
            (
                a.0 + (b.0 - a.0) * share + canon.0 * off + straight.0 * right,
                a.1 + (b.1 - a.1) * share + canon.1 * off + straight.1 * right,
            )
        };
        [bend(0.34), bend(0.66)]
    }
}
