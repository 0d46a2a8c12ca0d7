//! Names of mountain ranges, curved along them, and of lakes.

use std::rc::Rc;

use super::super::Detail;
use super::super::label::{Label, Voice};
use super::super::lettering::{Cut, RISE, set};
use super::super::shape::Way;
use super::Lettering;
use crate::geography::Kind;
use crate::survey::{Point, smooth};

/// How much of a range its name takes at most, and how far its letters stand apart at least, in ems.
const SHARES: [(f64, f64); 4] = [(0.8, 0.9), (0.6, 0.5), (0.45, 0.25), (0.0, 0.08)];

/// How far from the middle of a range its name may stand, in ems.
const ASIDE: [f64; 7] = [0.0, 0.7, -0.7, 1.4, -1.4, 2.2, -2.2];

impl Lettering<'_, '_> {
    /// Letters the ranges of a rank.
    pub(in super::super) fn ranges(&mut self, rank: u8) {
        let least = match self.paper.detail {
            Detail::Overview => 1,
            Detail::Table => 2,
            Detail::Close => 3,
        };
        let paper = self.paper;
        for range in paper.geography.ranges.iter().filter(|range| range.rank == rank && rank <= least) {
            let course: Option<Vec<Point>> = range.course.iter().map(|&at| paper.place(at)).collect();
            let is_seen = |course: &Vec<Point>| paper.frame().contains(course[course.len() / 2]);
            let Some(course) = course.filter(is_seen) else { continue };
            let size = self.sizes.area * if rank == 1 { 0.92 } else { 0.68 };
            self.range(&range.name, &smooth(&course, false, 3), size, Voice::Range);
        }
    }

    /// Letters what the sheet itself has written along lines.
    pub(in super::super) fn inscriptions(&mut self) {
        let paper = self.paper;
        for inscription in &paper.sheet.inscriptions {
            let course: Vec<Point> = inscription.course.iter().map(|&point| paper.at(point)).collect();
            let size = match (inscription.voice, &paper.cells) {
                (Voice::Sea, _) => self.sizes.sea,
                (_, Some(cells)) => 0.33 * cells.pitch,
                _ => 0.8 * self.sizes.area,
            };
            self.range(&inscription.text, &smooth(&course, false, 3), size, inscription.voice);
        }
    }

    fn range(&mut self, name: &str, course: &[Point], size: f64, voice: Voice) {
        let (way, word) = (Way::new(course), set(name, Cut::SmallCaps));
        let gaps = word.glyphs.len().max(2) as f64 - 1.0;
        let mut tries = Vec::new();
        for (share, least) in SHARES {
            let spacing = (way.length() * share / size - word.width) / gaps;
            let word = Rc::new(word.spaced(spacing.clamp(least.min(0.3), 1.4)));
            let slack = way.length() - word.width * size;
            for aside in ASIDE {
                for shift in [0.5, 0.3, 0.7, 0.1, 0.9] {
                    let on = (&way, slack * shift, (aside - RISE * 0.36) * size);
                    tries.extend(Label::along(name, &word, size, on, voice));
                }
            }
        }
        self.first(tries, |_| true);
    }

    /// Letters the lakes, on their water or beside it.
    pub(in super::super) fn lakes(&mut self) {
        let least = match self.paper.detail {
            Detail::Overview => return,
            Detail::Table => 2,
            Detail::Close => 3,
        };
        let paper = self.paper;
        for lake in
            paper.geography.places.iter().filter(|place| place.kind == Kind::Lake && place.rank <= least)
        {
            let Some(at) = paper.place(lake.at).filter(|&at| paper.frame().contains(at)) else { continue };
            let name = lake.name.trim_end_matches(" (lake)");
            let size = self.sizes.river;
            let word = Rc::new(set(name, Cut::Italic).spaced(0.04));
            let half = word.width * size / 2.0;
            let foot = |right: f64, down: f64| (at.0 - half + right, at.1 + RISE * size * 0.5 + down * size);
            let spots =
                [(0.0, 0.0), (0.0, 1.3), (0.0, -1.3), (half * 1.3, 0.0), (-half * 1.3, 0.0), (0.0, 2.2)];
            let tries =
                spots.map(|(right, down)| Label::level(name, &word, size, foot(right, down), Voice::River));
            self.first(tries, |_| true);
        }
    }
}
