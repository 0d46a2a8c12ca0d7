//! Borders on rivers, drawn where the river runs.
//!
//! An area's outline is coarser than a river's course. Where the two keep together the border is drawn along the river.

use super::paper::Paper;
use super::shape::{Rect, Way};
use crate::survey::{Point, smooth};

/// A border and a river keep together while they are no farther apart, in kilometres.
const TOGETHER: f64 = 26.0;

/// From one look at the river to the next, in kilometres.
const LOOK: f64 = 12.0;

/// A river is followed for so many looks at least.
const FEWEST: usize = 3;

/// A stretch of river may be so many times as long as the piece of border it stands for.
const WINDING: f64 = 2.2;

/// The rivers on the paper.
pub(super) struct Courses<'a> {
    /// Each with its rank.
    rivers: Vec<(u8, &'a [Point])>,
}

impl<'a> Courses<'a> {
    pub(super) fn new(paper: &'a Paper) -> Courses<'a> {
        Courses {
            rivers: paper.courses.iter().map(|(river, course)| (river.rank, course.as_slice())).collect(),
        }
    }

    /// The border, along rivers wherever it keeps to them; `km` are the kilometres of a point.
    pub(super) fn follow(&self, border: &[Point], km: f64) -> Vec<Point> {
        let (near, way) = (TOGETHER / km, Way::new(border));
        let about = Rect::of(border).grown(near);
        let near_by = self.rivers.iter().filter(|(_, line)| Rect::of(line).overlaps(&about));
        let rivers: Vec<(f64, Way)> =
            near_by.map(|(rank, line)| (f64::from(*rank), Way::new(line))).collect();
        let count = (way.length() * km / LOOK).ceil().max(1.0) as usize;
        let step = way.length() / count as f64;
        let mut looks: Vec<(Point, Option<(usize, f64)>)> = Vec::with_capacity(count + 1);
        let mut last = None;
        for look in 0..=count {
            let at = way.at(look as f64 * step).0;
            // A great river draws more than a small one, and the one that is being followed most of all.
            let nearest = rivers.iter().enumerate().filter_map(|(number, (rank, river))| {
                let (far, walked) = river.nearest(at);
                let draw = (1.0 + rank) * if last == Some(number) { 0.4 } else { 1.0 };
                (far < near).then_some((far * draw, number, walked))
            });
            let nearest =
                nearest.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, number, walked)| (number, walked));
            last = nearest.map(|(number, _)| number);
            looks.push((at, nearest));
        }
        let mut line = vec![looks[0].0];
        for run in looks.chunk_by(|a, b| a.1.map(|a| a.0) == b.1.map(|b| b.0)) {
            let stretch = match (run[0].1, run[run.len() - 1].1) {
                (Some((river, from)), Some((_, to)))
                    if run.len() >= FEWEST && (to - from).abs() < WINDING * step * run.len() as f64 =>
                {
                    rivers[river].1.stretch(from, to)
                }
                _ => run.iter().map(|look| look.0).collect(),
            };
            line.extend(stretch);
        }
        line.push(looks[looks.len() - 1].0);
        smooth(&line, false, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follow(border: &[Point]) -> Vec<Point> {
        let river: Vec<Point> = (0..=20).map(|i| (f64::from(i) * 10.0, f64::from(i % 2) * 8.0)).collect();
        Courses { rivers: vec![(1, &river)] }.follow(border, 1.0)
    }

    #[test]
    fn a_border_near_a_river_runs_along_it() {
        let followed = follow(&[(20.0, -10.0), (180.0, -10.0)]);
        let inner: Vec<&Point> = followed.iter().filter(|point| (50.0..150.0).contains(&point.0)).collect();
        assert!(inner.len() > 10 && inner.iter().all(|point| (0.0..=8.0).contains(&point.1)));
        assert_eq!((followed[0], followed[followed.len() - 1]), ((20.0, -10.0), (180.0, -10.0)));
        let back = follow(&[(180.0, -10.0), (20.0, -10.0)]);
        assert_eq!(back[0], (180.0, -10.0));
        assert!(back.iter().any(|point| point.1 > 5.0));
    }

    #[test]
    fn a_border_far_from_rivers_stays() {
        let followed = follow(&[(20.0, 90.0), (180.0, 90.0)]);
        assert!(followed.iter().all(|point| point.1 == 90.0));
    }
}
