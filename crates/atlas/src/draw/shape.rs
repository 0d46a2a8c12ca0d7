//! Lines and rings of the paper: cut, thinned, walked along.

use crate::survey::Point;
pub(super) use crate::survey::way::{Way, between, distance};
use crate::survey::way::{share, square};

/// A box with its sides along the paper's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rect {
    /// Left and top.
    pub low: Point,
    /// Right and bottom.
    pub high: Point,
}

impl Rect {
    pub(super) fn around(at: Point, half: Point) -> Rect {
        Rect { low: (at.0 - half.0, at.1 - half.1), high: (at.0 + half.0, at.1 + half.1) }
    }

    pub(super) fn of(points: &[Point]) -> Rect {
        let start = Rect { low: (f64::MAX, f64::MAX), high: (f64::MIN, f64::MIN) };
        points.iter().fold(start, |rect, p| Rect {
            low: (rect.low.0.min(p.0), rect.low.1.min(p.1)),
            high: (rect.high.0.max(p.0), rect.high.1.max(p.1)),
        })
    }

    pub(super) fn joined(self, other: Rect) -> Rect {
        Rect {
            low: (self.low.0.min(other.low.0), self.low.1.min(other.low.1)),
            high: (self.high.0.max(other.high.0), self.high.1.max(other.high.1)),
        }
    }

    pub(super) fn grown(self, by: f64) -> Rect {
        Rect { low: (self.low.0 - by, self.low.1 - by), high: (self.high.0 + by, self.high.1 + by) }
    }

    /// Whether two boxes share more than an edge.
    pub fn overlaps(&self, other: &Rect) -> bool {
        self.low.0 < other.high.0
            && other.low.0 < self.high.0
            && self.low.1 < other.high.1
            && other.low.1 < self.high.1
    }

    pub(super) fn contains(&self, p: Point) -> bool {
        (self.low.0..=self.high.0).contains(&p.0) && (self.low.1..=self.high.1).contains(&p.1)
    }

    pub(super) fn encloses(&self, other: &Rect) -> bool {
        self.contains(other.low) && self.contains(other.high)
    }

    pub(super) fn width(&self) -> f64 {
        self.high.0 - self.low.0
    }

    pub(super) fn height(&self) -> f64 {
        self.high.1 - self.low.1
    }
}

/// How much ground a ring encloses; less than nothing if it does not run clockwise.
pub(super) fn turn(ring: &[Point]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>() / 2.0
}

/// A ring, clockwise or the other way.
pub(super) fn turned(mut ring: Vec<Point>, clockwise: bool) -> Vec<Point> {
    if clockwise != (turn(&ring) > 0.0) {
        ring.reverse();
    }
    ring
}

/// Rings that one can quickly ask whether a point lies inside: their sides, sorted into bands.
pub(super) struct Fence {
    extent: Rect,
    /// How high a band is.
    high: f64,
    bands: Vec<Vec<[Point; 2]>>,
}

impl Fence {
    pub(super) fn new(rings: &[Vec<Point>]) -> Fence {
        let extent = rings.iter().fold(Rect::of(&[]), |all, ring| all.joined(Rect::of(ring)));
        let count = rings.iter().map(Vec::len).sum::<usize>().clamp(1, 400);
        let high = (extent.height() / count as f64).max(1e-6);
        let mut fence = Fence { extent, high, bands: vec![Vec::new(); count] };
        for ring in rings {
            let Some(&(mut a)) = ring.last() else { continue };
            for &b in ring {
                let (top, bottom) = (fence.band(a.1.min(b.1)), fence.band(a.1.max(b.1)));
                fence.bands[top..=bottom].iter_mut().for_each(|band| band.push([a, b]));
                a = b;
            }
        }
        fence
    }

    fn band(&self, y: f64) -> usize {
        (((y - self.extent.low.1) / self.high).max(0.0) as usize).min(self.bands.len() - 1)
    }

    pub(super) fn extent(&self) -> Rect {
        self.extent
    }

    /// Whether a point lies inside, holes left out.
    pub(super) fn contains(&self, at: Point) -> bool {
        self.extent.contains(at)
            && self.bands[self.band(at.1)].iter().filter(|side| lies_east(side, at)).count() % 2 == 1
    }
}

/// Whether a point lies inside rings, holes left out; who asks often builds a [`Fence`].
pub(super) fn inside(rings: &[Vec<Point>], at: Point) -> bool {
    let sides = rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    sides.filter(|&(&a, &b)| lies_east(&[a, b], at)).count() % 2 == 1
}

/// Whether the side of a ring is met on the way from a point to the east.
fn lies_east(&[a, b]: &[Point; 2], at: Point) -> bool {
    (a.1 > at.1) != (b.1 > at.1) && at.0 < a.0 + (at.1 - a.1) / (b.1 - a.1) * (b.0 - a.0)
}

/// What of a ring lies in a box; where it is cut, the ring runs along the box.
pub(super) fn cut(ring: &[Point], frame: Rect) -> Vec<Point> {
    let depths: [fn(Point, Rect) -> f64; 4] = [
        |p, frame| p.0 - frame.low.0,
        |p, frame| frame.high.0 - p.0,
        |p, frame| p.1 - frame.low.1,
        |p, frame| frame.high.1 - p.1,
    ];
    let mut ring = ring.to_vec();
    for depth in depths {
        let Some(&(mut last)) = ring.last() else { break };
        let mut kept = Vec::with_capacity(ring.len());
        for &point in &ring {
            let (a, b) = (depth(last, frame), depth(point, frame));
            if (a < 0.0) != (b < 0.0) {
                kept.push(between(last, point, a / (a - b)));
            }
            if b >= 0.0 {
                kept.push(point);
            }
            last = point;
        }
        ring = kept;
    }
    ring
}

/// The pieces of a line that come near a box.
pub(super) fn pieces(line: &[Point], frame: Rect) -> Vec<Vec<Point>> {
    let mut pieces: Vec<Vec<Point>> = vec![Vec::new()];
    for pair in line.windows(2) {
        let piece = pieces.last_mut().expect("there is always one");
        if Rect::of(pair).overlaps(&frame) || pair.iter().any(|&point| frame.contains(point)) {
            if piece.is_empty() {
                piece.push(pair[0]);
            }
            piece.push(pair[1]);
        } else if !piece.is_empty() {
            pieces.push(Vec::new());
        }
    }
    pieces.retain(|piece| piece.len() > 1);
    pieces
}

/// Leaves out points that stray from the line by less than `tolerance` (Douglas and Peucker).
pub(crate) fn thin(line: &[Point], tolerance: f64) -> Vec<Point> {
    if line.len() < 3 {
        return line.to_vec();
    }
    let mut keep = vec![false; line.len()];
    (keep[0], keep[line.len() - 1]) = (true, true);
    let mut spans = vec![(0, line.len() - 1)];
    while let Some((from, to)) = spans.pop() {
        let farthest = (from + 1..to)
            .map(|i| (to_side(line[i], line[from], line[to]), i))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((stray, i)) = farthest
            && stray > tolerance * tolerance
        {
            keep[i] = true;
            spans.extend([(from, i), (i, to)]);
        }
    }
    line.iter().zip(keep).filter_map(|(&point, keep)| keep.then_some(point)).collect()
}

/// The same for a ring; `None` if it is too small to be seen.
pub(super) fn thin_ring(ring: &[Point], tolerance: f64) -> Option<Vec<Point>> {
    let first = *ring.first()?;
    // A ring starts and ends at the same point: cut it where it is farthest from there.
    let far = (0..ring.len()).max_by(|&a, &b| square(ring[a], first).total_cmp(&square(ring[b], first)))?;
    let mut thinned = thin(&ring[..=far], tolerance);
    let back: Vec<Point> = ring[far..].iter().copied().chain([first]).collect();
    let back = thin(&back, tolerance);
    thinned.extend(&back[1..back.len().max(2) - 1]);
    (thinned.len() > 2).then_some(thinned)
}

/// How far a point is from the straight line between two others, squared.
fn to_side(p: Point, a: Point, b: Point) -> f64 {
    square(p, between(a, b, share(p, a, b)))
}

/// How long a line is.
pub(super) fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|pair| distance(pair[0], pair[1])).sum()
}

/// A number between 0 and 1 that looks like chance and is always the same for the same numbers.
pub(super) fn scatter(a: i64, b: i64) -> f64 {
    let mut mixed =
        (a as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (b as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Point; 4] = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)];

    #[test]
    fn a_ring_is_cut_at_the_frame() {
        let kept = cut(&SQUARE, Rect { low: (5.0, -5.0), high: (20.0, 5.0) });
        assert_eq!(Rect::of(&kept), Rect { low: (5.0, 0.0), high: (10.0, 5.0) });
        assert!(cut(&SQUARE, Rect { low: (20.0, 20.0), high: (30.0, 30.0) }).is_empty());
    }

    #[test]
    fn a_line_is_kept_where_it_is_seen() {
        let line: Vec<Point> = (0..10).map(|x| (f64::from(x), 1.0)).collect();
        let frame = Rect { low: (2.5, 0.0), high: (4.5, 2.0) };
        assert_eq!(pieces(&line, frame), [[(2.0, 1.0), (3.0, 1.0), (4.0, 1.0), (5.0, 1.0)]]);
    }

    #[test]
    fn thinning_keeps_corners() {
        let line = [(0.0, 0.0), (5.0, 0.1), (10.0, 0.0), (10.0, 10.0)];
        assert_eq!(thin(&line, 0.5), [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]);
        assert_eq!(thin_ring(&SQUARE, 0.5), Some(SQUARE.to_vec()));
        assert_eq!(thin_ring(&SQUARE, 50.0), None);
    }

    #[test]
    fn a_hole_is_outside() {
        let hole = vec![(4.0, 4.0), (6.0, 4.0), (6.0, 6.0), (4.0, 6.0)];
        let fence = Fence::new(&[SQUARE.to_vec(), hole]);
        assert!(fence.contains((1.0, 1.0)) && fence.contains((5.0, 9.0)));
        assert!(!fence.contains((5.0, 5.0)) && !fence.contains((11.0, 5.0)) && !fence.contains((5.0, 12.0)));
        assert!(!Fence::new(&[]).contains((0.0, 0.0)));
    }
}
