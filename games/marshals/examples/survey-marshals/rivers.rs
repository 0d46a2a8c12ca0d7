//! Rivers along hexsides: from source to mouth by the way that keeps closest to the real course.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use atlas::geography::{River, europe};
use atlas::projection::Conic;
use atlas::topology::{HexGrid, HexId, Id, SideId};
use marshals::map::grid::PITCH;

/// Small rivers shorter than this are no obstacle to an army of ten days' marches.
const SMALL_KM: f64 = 200.0;

/// How far off the course a side may be before it costs as much again as its length, in hexes.
const OFF_COURSE: f64 = 0.3;

/// The price of a side on the very course.
const ON_COURSE: f64 = 0.12;

/// How much dearer a side is that has the sea on it.
const ON_SHORE: f64 = 6.0;

/// How far from its mouth a river may reach the sea, in hexes.
const MOUTH: f64 = 1.5;

type Corner = usize;

/// The corners of the grid and the sides between them.
struct Web {
    points: Vec<(f64, f64)>,
    leaving: Vec<Vec<(Corner, SideId)>>,
}

impl Web {
    fn new(grid: &HexGrid) -> Web {
        let mut web = Web { points: Vec::new(), leaving: Vec::new() };
        let mut numbers = HashMap::new();
        for side in (0..grid.side_count()).map(SideId::from_index) {
            if grid.hexes_at(side).1.is_none() {
                continue;
            }
            let [a, b] = grid.ends(side).map(|point| {
                *numbers.entry((point.0.to_bits(), point.1.to_bits())).or_insert_with(|| {
                    web.points.push(point);
                    web.leaving.push(Vec::new());
                    web.points.len() - 1
                })
            });
            web.leaving[a].push((b, side));
            web.leaving[b].push((a, side));
        }
        web
    }

    /// Where a river may end that no other takes up: at the sea if that is near, or else in a lake or at the edge.
    fn mouths(&self, at: (f64, f64), wet: &impl Fn(SideId) -> bool) -> Vec<Corner> {
        let by_sea = |corner: &Corner| self.leaving[*corner].iter().any(|(_, side)| wet(*side));
        let near = |corner: &Corner| away(self.points[*corner], at) < MOUTH * PITCH;
        let mouths: Vec<Corner> =
            (0..self.points.len()).filter(|corner| near(corner) && by_sea(corner)).collect();
        if mouths.is_empty() { vec![self.nearest(at)] } else { mouths }
    }

    fn nearest(&self, at: (f64, f64)) -> Corner {
        let km = |corner: &Corner| away(self.points[*corner], at);
        (0..self.points.len()).min_by(|a, b| km(a).total_cmp(&km(b))).expect("there are corners")
    }
}

/// Where rivers can run.
pub struct Ground<Land, Sea, Shunned> {
    /// Whether a hex is land of the map.
    pub is_land: Land,
    /// Whether a hex is sea.
    pub is_sea: Sea,
    /// Whether a side is to stay dry.
    pub shunned: Shunned,
}

/// All rivers, each with its sides from the source.
pub fn rivers(
    grid: &HexGrid,
    conic: &Conic,
    ground: &Ground<impl Fn(HexId) -> bool, impl Fn(HexId) -> bool, impl Fn(SideId) -> bool>,
) -> Vec<(String, Vec<SideId>)> {
    let Ground { is_land, is_sea, shunned } = ground;
    let web = Web::new(grid);
    let dry = |side: SideId| {
        let (a, b) = grid.hexes_at(side);
        is_land(a) && b.is_some_and(is_land)
    };
    let wet = |side: SideId| {
        let (a, b) = grid.hexes_at(side);
        is_sea(a) || b.is_some_and(is_sea)
    };
    let mut drawn: Vec<(String, Vec<SideId>)> = Vec::new();
    let mut courses: HashMap<&str, Vec<Corner>> = HashMap::new();
    for river in europe().fine.rivers.iter().filter(|river| river.rank < 3 || river.km() >= SMALL_KM) {
        let line: Vec<(f64, f64)> =
            river.points.iter().map(|point| conic.forward(point.lon.into(), point.lat.into())).collect();
        let parent = river.into.as_deref().and_then(|name| europe().river(name));
        let parent = parent.and_then(|parent: &River| courses.get(parent.name.as_str()));
        let ends = match parent {
            Some(parent) => parent.clone(),
            None => web.mouths(line[line.len() - 1], &wet),
        };
        let (corners, sides) = course(&web, &line, &ends, &dry, shunned);
        courses.insert(&river.name, corners);
        // A river begins and ends where land is on both sides.
        let first = sides.iter().position(|side| dry(*side));
        let last = sides.iter().rposition(|side| dry(*side));
        if let Some((first, last)) = first.zip(last) {
            drawn.push((river.name.clone(), sides[first..=last].to_vec()));
        }
    }
    drawn
}

fn course(
    web: &Web,
    line: &[(f64, f64)],
    ends: &[Corner],
    dry: &impl Fn(SideId) -> bool,
    shunned: &impl Fn(SideId) -> bool,
) -> (Vec<Corner>, Vec<SideId>) {
    let mouth = line[line.len() - 1];
    let (low, high) = bounds(line);
    let inside = |corner: Corner| {
        let (x, y) = web.points[corner];
        x > low.0 && y > low.1 && x < high.0 && y < high.1
    };
    let source = web.nearest(line[0]);
    let mut cost = HashMap::from([(source, 0.0)]);
    let mut from: HashMap<Corner, (Corner, SideId)> = HashMap::new();
    let mut open = BinaryHeap::from([Entry(0.0, source)]);
    while let Some(Entry(paid, here)) = open.pop() {
        if paid > cost[&here] {
            continue;
        }
        for &(next, side) in web.leaving[here].iter().filter(|(next, side)| inside(*next) && !shunned(*side))
        {
            let (a, b) = (web.points[here], web.points[next]);
            let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
            let off = (to_line(a, line) + to_line(b, line) + to_line(middle, line)) / 3.0 / PITCH;
            let price = ON_COURSE + (off / OFF_COURSE).powi(2);
            let total = paid + if dry(side) { price } else { price * ON_SHORE };
            if cost.get(&next).is_none_or(|old| total < *old) {
                cost.insert(next, total);
                from.insert(next, (here, side));
                open.push(Entry(total, next));
            }
        }
    }
    // It ends where it meets its river or the sea, not too far from where it does so in truth.
    let price = |corner: &Corner| {
        cost.get(corner).map(|paid| paid + (away(web.points[*corner], mouth) / PITCH / OFF_COURSE).powi(2))
    };
    let end = ends.iter().filter_map(|corner| price(corner).map(|price| (price, *corner)));
    let (_, mut here) = end.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).unwrap_or((0.0, source));
    let (mut corners, mut sides) = (vec![here], Vec::new());
    while let Some(&(before, side)) = from.get(&here).filter(|_| here != source) {
        sides.push(side);
        corners.push(before);
        here = before;
    }
    corners.reverse();
    sides.reverse();
    (corners, sides)
}

/// The corner of a search, cheapest first.
struct Entry(f64, Corner);

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> Ordering {
        other.0.total_cmp(&self.0).then(other.1.cmp(&self.1))
    }
}

fn bounds(line: &[(f64, f64)]) -> ((f64, f64), (f64, f64)) {
    const MARGIN: f64 = 2.0 * PITCH;
    let fold = |f: fn(f64, f64) -> f64, of: fn(&(f64, f64)) -> f64| {
        line.iter().map(of).reduce(f).expect("a river has points")
    };
    let (x, y) = (|p: &(f64, f64)| p.0, |p: &(f64, f64)| p.1);
    (
        (fold(f64::min, x) - MARGIN, fold(f64::min, y) - MARGIN),
        (fold(f64::max, x) + MARGIN, fold(f64::max, y) + MARGIN),
    )
}

fn away(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// How far a point is from a line through points.
pub fn to_line(at: (f64, f64), line: &[(f64, f64)]) -> f64 {
    let to_piece = |a: (f64, f64), b: (f64, f64)| {
        let along = (b.0 - a.0, b.1 - a.1);
        let length = along.0 * along.0 + along.1 * along.1;
        let share = if length > 0.0 {
            (((at.0 - a.0) * along.0 + (at.1 - a.1) * along.1) / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        away(at, (a.0 + share * along.0, a.1 + share * along.1))
    };
    let alone = away(at, line[0]);
    line.windows(2).map(|pair| to_piece(pair[0], pair[1])).fold(alone, f64::min)
}
