//! Rivers traced along hexsides: as near to their true course as sides go.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use atlas::geography::{Geography, River};
use atlas::topology::{HexGrid, HexId, Id, SideId};

use crate::map::{Chart, Plan, Point, side};

/// The price of a side even if it lies right on the river, and the distance in hexes at which a side costs one more.
const NEAR: (f64, f64) = (0.12, 0.3);

/// Sides of a town on the river cost so much less.
const TOWN: f64 = 0.2;

/// What it costs to touch another river on the way.
const TOUCH: f64 = 3.0;

/// The sides and corners of all hexes.
pub(super) struct Corners<'g> {
    grid: &'g HexGrid,
    at: Vec<Point>,
    ends: Vec<[usize; 2]>,
    sides: Vec<Vec<SideId>>,
}

impl<'g> Corners<'g> {
    pub(super) fn new(grid: &'g HexGrid) -> Corners<'g> {
        let mut numbers: HashMap<(u64, u64), usize> = HashMap::new();
        let mut corners = Corners { grid, at: Vec::new(), ends: Vec::new(), sides: Vec::new() };
        for index in 0..grid.side_count() {
            let side = SideId::from_index(index);
            let ends = grid.ends(side).map(|at| {
                let number = *numbers.entry((at.0.to_bits(), at.1.to_bits())).or_insert(corners.at.len());
                if number == corners.at.len() {
                    corners.at.push(at);
                    corners.sides.push(Vec::new());
                }
                corners.sides[number].push(side);
                number
            });
            corners.ends.push(ends);
        }
        corners
    }

    /// The hexes around a corner.
    fn hexes(&self, corner: usize) -> impl Iterator<Item = HexId> {
        self.sides[corner].iter().flat_map(|side| {
            let (hex, beyond) = self.grid.hexes_at(*side);
            [Some(hex), beyond].into_iter().flatten()
        })
    }

    /// Whether a corner lies at the edge of the map.
    fn is_edge(&self, corner: usize) -> bool {
        self.sides[corner].iter().any(|side| self.grid.hexes_at(*side).1.is_none())
    }

    fn other_end(&self, side: SideId, corner: usize) -> usize {
        let [a, b] = self.ends[side.index()];
        if a == corner { b } else { a }
    }
}

/// A stretch of a river: its name, and its sides downstream.
pub(super) type Traced = (String, Vec<SideId>);

/// Traces all rivers of the plan, those that others join first. `dry` says whether a hex is land, `wet` whether it is water or
/// has a coast. A river that leaves the map and comes back has several stretches.
pub(super) fn trace(
    geography: &Geography,
    chart: &Chart,
    grid: &HexGrid,
    plan: &Plan,
    dry: impl Fn(HexId) -> bool,
    wet: impl Fn(HexId) -> bool,
) -> Result<Vec<Traced>, String> {
    let corners = Corners::new(grid);
    let (used, taken) = (vec![None; corners.at.len()], vec![false; grid.side_count()]);
    let mut tracer = Tracer { corners, chart, plan, dry, wet, used, taken, traced: Vec::new() };
    let mut waiting: Vec<usize> = (0..plan.rivers.len()).collect();
    while !waiting.is_empty() {
        let river = |number: usize| geography.river(&plan.rivers[number].name);
        let parent_is_traced = |number: &usize| {
            let into = river(*number).and_then(|river| river.into.as_deref());
            into.is_none_or(|into| !waiting.iter().any(|waits| plan.rivers[*waits].name == into))
        };
        let place = waiting.iter().position(parent_is_traced).ok_or("rivers flow in a circle")?;
        let number = waiting.remove(place);
        let name = &plan.rivers[number].name;
        tracer.trace(number, river(number).ok_or_else(|| format!("there is no river {name}"))?)?;
    }
    tracer.traced.sort_by_key(|(number, _)| *number);
    let traced = tracer.traced.into_iter();
    Ok(traced.map(|(number, sides)| (plan.rivers[number].name.clone(), sides)).collect())
}

/// Rivers being traced.
struct Tracer<'p, Dry, Wet> {
    corners: Corners<'p>,
    chart: &'p Chart,
    plan: &'p Plan,
    dry: Dry,
    wet: Wet,
    /// The first river to reach each corner.
    used: Vec<Option<usize>>,
    /// The sides along which a river runs.
    taken: Vec<bool>,
    traced: Vec<(usize, Vec<SideId>)>,
}

/// A stretch to be traced.
struct Stretch<'c> {
    course: &'c [Point],
    /// Whether it comes in over the edge of the map.
    enters: bool,
    /// Whether it goes out over it.
    leaves: bool,
    /// The river it joins.
    parent: Option<usize>,
}

impl<Dry: Fn(HexId) -> bool, Wet: Fn(HexId) -> bool> Tracer<'_, Dry, Wet> {
    fn trace(&mut self, number: usize, river: &River) -> Result<(), String> {
        let above = self.plan.rivers[number].above.iter().copied();
        let known = river.points.iter().map(|point| (point.lon.into(), point.lat.into()));
        let course: Vec<Point> = above.chain(known).map(|(lon, lat)| self.chart.drawn(lon, lat)).collect();
        let on_map: Vec<bool> = course.iter().map(|at| self.corners.grid.hex_at(*at).is_some()).collect();
        let parent = river.into.as_ref();
        let parent = parent.and_then(|into| self.plan.rivers.iter().position(|river| river.name == *into));
        let before = self.traced.len();
        let mut first = 0;
        while let Some(start) = (first..course.len()).find(|place| on_map[*place]) {
            let end = (start..course.len()).find(|place| !on_map[*place]).unwrap_or(course.len());
            let stretch = Stretch {
                course: &course[start..end],
                enters: start > 0,
                leaves: end < course.len(),
                parent,
            };
            let length: f64 = stretch.course.windows(2).map(|pair| off(pair[0], pair[1])).sum();
            // What only grazes the edge is no river of this map.
            if length > 1.0 || !(stretch.enters || stretch.leaves) {
                let sides = self.stretch(number, &stretch)?;
                self.keep(number, sides);
            }
            first = end;
        }
        if self.traced.len() == before { Err(format!("the {} is off the map", river.name)) } else { Ok(()) }
    }

    fn stretch(&self, number: usize, stretch: &Stretch<'_>) -> Result<Vec<SideId>, String> {
        let (corners, grid) = (&self.corners, self.corners.grid);
        let planned = &self.plan.rivers[number];
        let towns = self.towns(number)?;
        let kept_dry = self.kept_dry(number)?;
        let open = |side: SideId| {
            let (hex, beyond) = grid.hexes_at(side);
            let land = (self.dry)(hex) && beyond.is_some_and(&self.dry);
            land && !self.taken[side.index()] && !kept_dry.contains(&side)
        };
        let price = |side: SideId| {
            let [a, b] = grid.ends(side);
            let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
            let far = [a, middle, b].map(|at| distance(at, stretch.course).powi(2)).iter().sum::<f64>() / 3.0;
            let (hex, beyond) = grid.hexes_at(side);
            let by_town = towns.iter().any(|town| *town == hex || Some(*town) == beyond);
            (NEAR.0 + far / NEAR.1.powi(2)) * if by_town { TOWN } else { 1.0 }
        };
        let mouth = *stretch.course.last().expect("a stretch has points");
        // The Volga's mouth is drawn, but the Caspian is not.
        let beyond_the_edge =
            grid.hex_at(mouth).is_some_and(|hex| !grid.within(hex, 2).any(|near| (self.wet)(near)));
        let is_mouth = |corner: usize| match stretch.parent {
            _ if stretch.leaves => corners.is_edge(corner),
            Some(parent) => self.used[corner] == Some(parent),
            None if beyond_the_edge => corners.is_edge(corner),
            None => corners.hexes(corner).any(&self.wet),
        };
        let is_source = |corner: usize| match stretch.enters {
            true => corners.is_edge(corner),
            false => stretch.leaves || !is_mouth(corner),
        };
        let near = |corner: &usize| off(corners.at[*corner], stretch.course[0]);
        let far = |corner: &usize| off(corners.at[*corner], mouth);
        let source = match &planned.from {
            Some(first) => {
                let ends = corners.ends[side(grid, first)?.index()];
                ends.into_iter().max_by(|a, b| far(a).total_cmp(&far(b)))
            }
            None => (0..corners.at.len())
                .filter(|corner| is_source(*corner) && corners.sides[*corner].iter().any(|side| open(*side)))
                .min_by(|a, b| near(a).total_cmp(&near(b))),
        };
        let source = source.ok_or_else(|| format!("the {} has no source", planned.name))?;
        let touches = |corner: usize| {
            let other = self.used[corner].is_some_and(|other| Some(other) != stretch.parent);
            if other && !is_mouth(corner) { TOUCH } else { 0.0 }
        };
        let ending = |corner: usize| is_mouth(corner).then(|| far(&corner).powi(2) * 8.0);
        cheapest(corners, source, open, price, touches, ending)
            .ok_or_else(|| format!("the {} finds no way", planned.name))
    }

    fn keep(&mut self, number: usize, sides: Vec<SideId>) {
        for side in &sides {
            self.taken[side.index()] = true;
            for corner in self.corners.ends[side.index()] {
                self.used[corner].get_or_insert(number);
            }
        }
        self.traced.push((number, sides));
    }

    fn towns(&self, number: usize) -> Result<Vec<HexId>, String> {
        let hex = |name: &String| {
            let town = self.plan.towns.iter().find(|town| town.name == *name);
            let town = town.ok_or_else(|| format!("there is no town {name}"))?;
            self.corners.grid.find(&town.hex).map_err(|error| error.to_string())
        };
        self.plan.rivers[number].towns.iter().map(hex).collect()
    }

    fn kept_dry(&self, number: usize) -> Result<Vec<SideId>, String> {
        let dry = self.plan.corrections.dry.iter();
        let dry = dry.filter(|dry| dry.river == self.plan.rivers[number].name);
        dry.map(|dry| side(self.corners.grid, &format!("{}{}", dry.hex, dry.side))).collect()
    }
}

/// The cheapest way from the source to the best mouth.
fn cheapest(
    corners: &Corners<'_>,
    source: usize,
    open: impl Fn(SideId) -> bool,
    price: impl Fn(SideId) -> f64,
    touches: impl Fn(usize) -> f64,
    ending: impl Fn(usize) -> Option<f64>,
) -> Option<Vec<SideId>> {
    let micro = |price: f64| (price * 1e6) as u64;
    let mut least = vec![u64::MAX; corners.at.len()];
    let mut by: Vec<Option<SideId>> = vec![None; corners.at.len()];
    let mut heap = BinaryHeap::from([(Reverse(0), source)]);
    least[source] = 0;
    let mut best: Option<(u64, usize)> = None;
    while let Some((Reverse(cost), corner)) = heap.pop() {
        if cost > least[corner] || best.is_some_and(|(best, _)| best <= cost) {
            continue;
        }
        let total = ending(corner).filter(|_| corner != source).map(|end| cost + micro(end));
        if let Some(total) = total.filter(|total| best.is_none_or(|(best, _)| *total < best)) {
            best = Some((total, corner));
        }
        for &side in corners.sides[corner].iter().filter(|side| open(**side)) {
            let next = corners.other_end(side, corner);
            let total = cost + micro(price(side)) + micro(touches(next));
            if total < least[next] {
                least[next] = total;
                by[next] = Some(side);
                heap.push((Reverse(total), next));
            }
        }
    }
    let (_, mut corner) = best?;
    let mut sides = Vec::new();
    while let Some(side) = by[corner].filter(|_| corner != source) {
        sides.push(side);
        corner = corners.other_end(side, corner);
    }
    sides.reverse();
    Some(sides)
}

fn off(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// From a point to a line.
pub(super) fn distance(at: Point, line: &[Point]) -> f64 {
    let to_part = |pair: &[Point]| {
        let (from, along) = (pair[0], (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1));
        let length = along.0.powi(2) + along.1.powi(2);
        let part = ((at.0 - from.0) * along.0 + (at.1 - from.1) * along.1) / length.max(1e-12);
        let part = part.clamp(0.0, 1.0);
        off(at, (from.0 + part * along.0, from.1 + part * along.1))
    };
    line.windows(2).map(to_part).fold(f64::INFINITY, f64::min)
}
