//! Borders on rivers, laid where the river runs.
//!
//! A border is surveyed in cells and made smooth, so it runs beside its river rather than in it. Where the two keep together the
//! border takes the river's course, for all who share it, if no point changes sides and no other border is crossed.

use std::ops::RangeInclusive;

use super::way::Way;
use super::{Arc, Partition, Point, smooth};

/// A border and a river keep together while they are no farther apart, in kilometres. No border is moved farther.
pub const TOGETHER: f64 = 24.0;

/// From one look at the river to the next, in kilometres.
const LOOK: f64 = 8.0;

/// A river is followed for so many looks at least.
const FEWEST: usize = 3;

/// A stretch of river may be so many times as long as the piece of border it stands for.
const WINDING: f64 = 2.2;

/// A stretch that does not fit is tried again without so many looks at either end.
const SHORTER: [usize; 6] = [0, 1, 2, 4, 7, 11];

/// A river on the plane.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    /// 1 for a great one; the greater draws more.
    pub rank: u8,
    /// Where it runs.
    pub points: Vec<Point>,
}

impl Partition {
    /// Lays borders along rivers: each along those that `rivers` gives for it. The `fixed` points stay on their sides.
    pub fn follow<'r>(&mut self, rivers: impl Fn(&Arc) -> Vec<&'r Course>, fixed: &[Point]) {
        for number in 0..self.arcs.len() {
            let arc = &self.arcs[number];
            let rivers = rivers(arc);
            if rivers.is_empty() || arc.closed || arc.points.len() < 2 {
                continue;
            }
            let about = Extent::of(&arc.points).grown(2.0 * TOGETHER);
            let others = self.arcs.iter().enumerate().filter(|(other, _)| *other != number);
            let others = others.flat_map(|(_, other)| {
                let closing = other.closed.then(|| [other.points.last(), other.points.first()]);
                let closing = closing.and_then(|[a, b]| Some([*a?, *b?]));
                other.points.windows(2).map(|pair| [pair[0], pair[1]]).chain(closing)
            });
            let bed = Bed {
                border: &arc.points,
                barriers: others.filter(|side| Extent::of(side).overlaps(&about)).collect(),
                fixed: fixed.iter().copied().filter(|&point| about.overlaps(&Extent::of(&[point]))).collect(),
            };
            self.arcs[number].points = bed.along(&rivers);
        }
    }
}

/// A border that looks for a river, and what it must not cross or pass.
struct Bed<'a> {
    border: &'a [Point],
    barriers: Vec<[Point; 2]>,
    fixed: Vec<Point>,
}

/// The nearest river at a look: its number, and how far along it that is.
type Look = Option<(usize, f64)>;

impl Bed<'_> {
    /// The border along rivers, wherever it keeps to them and may be laid there.
    fn along(&self, rivers: &[&Course]) -> Vec<Point> {
        let border = Way::new(self.border);
        let rivers: Vec<(f64, Way)> =
            rivers.iter().map(|river| (f64::from(river.rank), Way::new(&river.points))).collect();
        let count = (border.length() / LOOK).ceil().max(1.0) as usize;
        let step = border.length() / count as f64;
        let looks = looks(&border, step, count, &rivers);
        let mut best = self.border.to_vec();
        let mut laid: Vec<(RangeInclusive<usize>, Vec<Point>)> = Vec::new();
        for run in runs(&looks) {
            for (early, late) in shorter() {
                let (first, last) = (run.start() + early, run.end().saturating_sub(late));
                if last < first + FEWEST {
                    continue;
                }
                let (Some((river, from)), Some((_, to))) = (looks[first], looks[last]) else { break };
                if (to - from).abs() > WINDING * step * (last - first) as f64 {
                    continue;
                }
                laid.push((first..=last, rivers[river].1.stretch(from, to)));
                let line = line(&border, step, &laid);
                if self.fits(&border, &line) {
                    best = line;
                    break;
                }
                laid.pop();
            }
        }
        best
    }

    /// Whether a line may be laid instead of the border.
    fn fits(&self, border: &Way, line: &[Point]) -> bool {
        let sides: Vec<[Point; 2]> = line.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        let loop_of_both: Vec<Point> = line.iter().chain(self.border.iter().rev()).copied().collect();
        line.iter().all(|&point| border.nearest(point).0 <= TOGETHER)
            && !self.fixed.iter().any(|&point| is_inside(&loop_of_both, point))
            && !sides.iter().enumerate().any(|(i, side)| {
                let barred = self.barriers.iter().chain(&sides[..i]).any(|other| cross(side, other));
                barred || side[0] == side[1]
            })
    }
}

/// How many looks to leave out at the beginning and at the end, the fewest first.
fn shorter() -> Vec<(usize, usize)> {
    let pairs = SHORTER.iter().flat_map(|&early| SHORTER.map(|late| (early, late)));
    let mut pairs: Vec<(usize, usize)> = pairs.collect();
    pairs.sort_by_key(|(early, late)| early + late);
    pairs
}

/// Looks for the nearest river at equal steps along a border.
fn looks(border: &Way, step: f64, count: usize, rivers: &[(f64, Way)]) -> Vec<Look> {
    let mut last = None;
    let look = |number: usize| {
        let at = border.at(number as f64 * step).0;
        // A great river draws more than a small one, and the one that is being followed most of all.
        let nearest = rivers.iter().enumerate().filter_map(|(number, (rank, river))| {
            let (far, walked) = river.nearest(at);
            let draw = (1.0 + rank) * if last == Some(number) { 0.4 } else { 1.0 };
            (far < TOGETHER).then_some((far * draw, number, walked))
        });
        let nearest = nearest.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, number, walked)| (number, walked));
        last = nearest.map(|(number, _)| number);
        nearest
    };
    (0..=count).map(look).collect()
}

/// The looks, as runs along one and the same river.
fn runs(looks: &[Look]) -> Vec<RangeInclusive<usize>> {
    let river = |look: &Look| look.map(|(river, _)| river);
    let mut runs = Vec::new();
    let mut first = 0;
    for run in looks.chunk_by(|a, b| river(a) == river(b)) {
        if run[0].is_some() {
            runs.push(first..=first + run.len() - 1);
        }
        first += run.len();
    }
    runs
}

/// The border with some pieces of it laid elsewhere, its corners cut.
fn line(border: &Way, step: f64, laid: &[(RangeInclusive<usize>, Vec<Point>)]) -> Vec<Point> {
    let mut line = Vec::new();
    let mut walked = 0.0;
    for (looks, river) in laid {
        line.extend(border.stretch(walked, *looks.start() as f64 * step));
        line.extend(river);
        walked = *looks.end() as f64 * step;
    }
    line.extend(border.stretch(walked, border.length()));
    line.dedup();
    let mut line = smooth(&line, false, 1);
    line.dedup();
    line
}

/// Whether two sides cross; to touch is not to cross.
fn cross([a, b]: &[Point; 2], [c, d]: &[Point; 2]) -> bool {
    let turn = |a: &Point, b: &Point, c: &Point| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0
}

/// Whether a point lies inside a ring; where a ring crosses itself, what it goes round twice is outside.
fn is_inside(ring: &[Point], at: Point) -> bool {
    let next = ring.iter().cycle().skip(1);
    let east = |(a, b): &(&Point, &Point)| {
        (a.1 > at.1) != (b.1 > at.1) && at.0 < a.0 + (at.1 - a.1) / (b.1 - a.1) * (b.0 - a.0)
    };
    ring.iter().zip(next).filter(east).count() % 2 == 1
}

/// A box around points.
struct Extent {
    low: Point,
    high: Point,
}

impl Extent {
    fn of(points: &[Point]) -> Extent {
        let start = Extent { low: (f64::MAX, f64::MAX), high: (f64::MIN, f64::MIN) };
        points.iter().fold(start, |all, p| Extent {
            low: (all.low.0.min(p.0), all.low.1.min(p.1)),
            high: (all.high.0.max(p.0), all.high.1.max(p.1)),
        })
    }

    fn grown(self, by: f64) -> Extent {
        Extent { low: (self.low.0 - by, self.low.1 - by), high: (self.high.0 + by, self.high.1 + by) }
    }

    fn overlaps(&self, other: &Extent) -> bool {
        self.low.0 <= other.high.0
            && other.low.0 <= self.high.0
            && self.low.1 <= other.high.1
            && other.low.1 <= self.high.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two areas with a border along y = 0, and what else is there.
    fn follow(others: &[Vec<Point>], fixed: &[Point]) -> Vec<Point> {
        let arc = |points: Vec<Point>| Arc { left: Some(0), right: Some(1), points, closed: false };
        let border = arc(vec![(0.0, 0.0), (80.0, 0.0), (200.0, 0.0)]);
        let arcs = [border].into_iter().chain(others.iter().cloned().map(arc)).collect();
        let mut partition = Partition { arcs, rings: Default::default() };
        let points = (0..=30).map(|i| (f64::from(i) * 10.0 - 50.0, 8.0 + f64::from(i % 2) * 6.0)).collect();
        let river = Course { rank: 1, points };
        partition.follow(|arc| if arc.points[0] == (0.0, 0.0) { vec![&river] } else { Vec::new() }, fixed);
        partition.arcs.swap_remove(0).points
    }

    /// The least and the greatest y between two x.
    fn span(line: &[Point], from: f64, to: f64) -> (f64, f64) {
        let between = line.iter().filter(|point| (from..to).contains(&point.0));
        between.fold((f64::MAX, f64::MIN), |(low, high), point| (low.min(point.1), high.max(point.1)))
    }

    #[test]
    fn a_border_near_a_river_is_laid_in_it() {
        let line = follow(&[], &[(100.0, 20.0), (100.0, -5.0)]);
        assert_eq!((line[0], line[line.len() - 1]), ((0.0, 0.0), (200.0, 0.0)));
        let (low, high) = span(&line, 20.0, 180.0);
        assert!(low >= 8.0 && high <= 14.0, "{low} {high}");
    }

    #[test]
    fn no_point_changes_sides() {
        let line = follow(&[], &[(20.0, 4.0)]);
        assert!(span(&line, 10.0, 30.0).1 < 4.0);
        assert!(span(&line, 60.0, 180.0).0 >= 8.0, "elsewhere it follows");
        assert_eq!(follow(&[], &[(100.0, 4.0)]), [(0.0, 0.0), (80.0, 0.0), (200.0, 0.0)]);
    }

    #[test]
    fn no_other_border_is_crossed() {
        let line = follow(&[vec![(180.0, 2.0), (180.0, 40.0)]], &[]);
        assert!(span(&line, 175.0, 190.0).1 <= 2.0 && span(&line, 34.0, 120.0).0 >= 8.0, "{line:?}");
    }

    #[test]
    fn what_has_no_river_stays() {
        let other = vec![(0.0, 90.0), (180.0, 90.0)];
        let mut partition = Partition {
            arcs: vec![Arc { left: None, right: Some(1), points: other.clone(), closed: false }],
            rings: Default::default(),
        };
        let river = Course { rank: 1, points: vec![(0.0, 50.0), (180.0, 50.0)] };
        partition.follow(|_| vec![&river], &[]);
        assert_eq!(partition.arcs[0].points, other);
    }
}
