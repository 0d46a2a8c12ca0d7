//! Borders on rivers, drawn where the river runs.
//!
//! An area's outline is coarser than a river's course. Where the two keep together the border is drawn along the river.

use super::paper::Paper;
use super::shape::{Rect, Way, thin};
use crate::survey::Point;

/// A border and a river keep together while they are no farther apart, in kilometres.
const TOGETHER: f64 = 26.0;

/// From one look at the river to the next, in kilometres.
const LOOK: f64 = 12.0;

/// A river is followed for so many looks at least.
const FEWEST: usize = 3;

/// A stretch of river may be so many times as long as the piece of border it stands for.
const WINDING: f64 = 2.2;

/// The rivers on the paper.
pub(super) struct Courses {
    lines: Vec<Vec<Point>>,
}

impl Courses {
    pub(super) fn new(paper: &Paper) -> Courses {
        let lines = paper.level().rivers.iter().map(|river| {
            let course: Vec<Point> = river.points.iter().map(|&point| paper.globe(point)).collect();
            thin(&course, 0.35)
        });
        Courses { lines: lines.collect() }
    }

    /// The border, along rivers wherever it keeps to them; `km` are the kilometres of a point.
    pub(super) fn follow(&self, border: &[Point], km: f64) -> Vec<Point> {
        let (near, way) = (TOGETHER / km, Way::new(border));
        let about = Rect::of(border).grown(near);
        let rivers: Vec<Way> = self
            .lines
            .iter()
            .filter(|line| Rect::of(line).overlaps(&about))
            .map(|line| Way::new(line))
            .collect();
        let looks = (way.length() * km / LOOK).ceil().max(1.0) as usize;
        let step = way.length() / looks as f64;
        let looks: Vec<(Point, Option<(usize, f64)>)> = (0..=looks)
            .map(|look| {
                let at = way.at(look as f64 * step).0;
                let nearest = rivers.iter().enumerate().map(|(river, way)| (way.nearest(at), river));
                let nearest = nearest.min_by(|a, b| a.0.0.total_cmp(&b.0.0));
                (at, nearest.filter(|((far, _), _)| *far < near).map(|((_, walked), river)| (river, walked)))
            })
            .collect();
        let mut line = vec![looks[0].0];
        for run in looks.chunk_by(|a, b| a.1.map(|a| a.0) == b.1.map(|b| b.0)) {
            let stretch = match (run[0].1, run[run.len() - 1].1) {
                (Some((river, from)), Some((_, to)))
                    if run.len() >= FEWEST && (to - from).abs() < WINDING * step * run.len() as f64 =>
                {
                    rivers[river].stretch(from, to)
                }
                _ => run.iter().map(|look| look.0).collect(),
            };
            line.extend(stretch);
        }
        line.push(looks[looks.len() - 1].0);
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn river() -> Courses {
        Courses { lines: vec![(0..=20).map(|i| (f64::from(i) * 10.0, f64::from(i % 2) * 8.0)).collect()] }
    }

    #[test]
    fn a_border_near_a_river_runs_along_it() {
        let followed = river().follow(&[(20.0, -10.0), (180.0, -10.0)], 1.0);
        assert!(followed.contains(&(100.0, 0.0)) && followed.contains(&(110.0, 8.0)));
        assert_eq!((followed[0], followed[followed.len() - 1]), ((20.0, -10.0), (180.0, -10.0)));
        let back = river().follow(&[(180.0, -10.0), (20.0, -10.0)], 1.0);
        assert_eq!(back[0], (180.0, -10.0));
        assert!(back.contains(&(110.0, 8.0)));
    }

    #[test]
    fn a_border_far_from_rivers_stays() {
        let followed = river().follow(&[(20.0, 90.0), (180.0, 90.0)], 1.0);
        assert!(followed.iter().all(|point| point.1 == 90.0));
    }
}
