//! Names of rivers, along their course.

use std::rc::Rc;

use super::super::Detail;
use super::super::label::{Label, Voice};
use super::super::lettering::{Cut, HANG, set};
use super::super::shape::{Way, distance};
use super::Lettering;
use crate::survey::Point;

/// From one try to the next along a river, in points.
const STEP: f64 = 12.0;

/// A river is named again after so many ems.
const AGAIN: f64 = 55.0;

impl Lettering<'_, '_> {
    /// Letters rivers, the great ones first.
    pub(super) fn rivers(&mut self) {
        let least = match self.paper.detail {
            Detail::Overview => return,
            Detail::Table => 2,
            Detail::Close => 3,
        };
        for rank in 1..=least {
            let paper = self.paper;
            for (river, course) in paper.courses.iter().filter(|(river, _)| river.rank == rank) {
                self.river(&river.name, course, if rank == 1 { 1.15 } else { 1.0 });
            }
        }
    }

    /// Letters one river.
    pub(super) fn river(&mut self, name: &str, course: &[Point], larger: f64) {
        let size = self.sizes.river * larger;
        let word = Rc::new(set(name, Cut::Italic).spaced(0.1));
        let (way, wide) = (Way::new(course), word.width * size + 2.0 * size);
        if way.length() < wide * 1.2 {
            return;
        }
        let mut tries: Vec<(f64, f64, Label)> = Vec::new();
        for i in 0..((way.length() - wide) / STEP) as usize {
            let start = i as f64 * STEP;
            if !self.paper.frame().contains(way.at(start).0) {
                continue;
            }
            let straight = distance(way.at(start).0, way.at(start + wide).0) / wide;
            if straight < 0.88 {
                continue;
            }
            let line = calm(&way, start, wide);
            let on = Way::new(&line);
            let slack = on.length() - word.width * size;
            let above = (HANG + 0.12) * size + 1.0;
            if let Some(label) = Label::along(name, &word, size, (&on, slack / 2.0, above), Voice::River) {
                tries.push((straight, start, label));
            }
        }
        tries.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1)));
        let mut named: Vec<f64> = Vec::new();
        for (_, start, label) in tries {
            if named.iter().all(|other| (other - start).abs() > AGAIN * size) && self.first([label], |_| true)
            {
                named.push(start);
            }
        }
    }
}

/// A stretch of a river without its small bends, from left to right.
fn calm(way: &Way, start: f64, wide: f64) -> Vec<Point> {
    let reach = wide / 6.0;
    let mean = |at: f64| {
        let sum = (-3..=3).map(|k| way.at((at + f64::from(k) * reach / 3.0).clamp(start, start + wide)).0);
        sum.fold((0.0, 0.0), |sum: Point, p| (sum.0 + p.0 / 7.0, sum.1 + p.1 / 7.0))
    };
    let mut line: Vec<Point> = (0..=16).map(|i| mean(start + wide * f64::from(i) / 16.0)).collect();
    if line[0].0 > line[16].0 {
        line.reverse();
    }
    line
}
