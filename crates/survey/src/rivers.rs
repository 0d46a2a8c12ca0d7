//! Rivers: one course from source to mouth each, joined from the pieces of the source and from points by hand.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};

use anyhow::{Context, Result, ensure};
use atlas::geography::BOUNDS;
use serde::Deserialize;

use crate::land::Land;
use crate::packages::Source;
use crate::plane::{Degrees, Km, nearest, smooth};
use crate::shapefiles;

/// How wide a gap between two pieces of a river may be.
const GAP_KM: f64 = 40.0;
/// How far off the stated mouth, or the river it joins, a river may end.
const MOUTH_KM: f64 = 15.0;
/// How near another river must pass for its water to be the same.
const SAME_KM: f64 = 0.4;

/// A river.
pub struct River {
    pub name: String,
    pub also: Vec<String>,
    pub rank: u8,
    pub into: Option<String>,
    pub course: Vec<Degrees>,
}

/// `data/rivers.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    river: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    #[serde(default)]
    also: Vec<String>,
    rank: u8,
    into: Option<String>,
    mouth: Option<Degrees>,
    source: Option<Degrees>,
    #[serde(default)]
    numbers: Vec<u32>,
    #[serde(default)]
    course: Vec<Degrees>,
}

/// All rivers of the list, a tributary after the river it joins.
pub fn build(source: &Source, land: &Land) -> Result<Vec<River>> {
    let listed: Listed = toml::from_str(include_str!("../data/rivers.toml")).context("data/rivers.toml")?;
    let mut pieces: BTreeMap<u32, Vec<Vec<Degrees>>> = BTreeMap::new();
    for line in shapefiles::polylines(&source.natural_earth("rivers_lake_centerlines"))? {
        let number = shapefiles::number(&line.fields, "rivernum").context("a river has no number")?;
        pieces.entry(number as u32).or_default().extend(line.parts);
    }
    let mut rivers: Vec<River> = Vec::new();
    for entry in listed.river {
        let name = entry.name.clone();
        let river =
            river(entry, &pieces, &rivers, land).with_context(|| format!("the course of the {name}"))?;
        rivers.push(river);
    }
    Ok(rivers)
}

fn river(
    entry: Entry,
    pieces: &BTreeMap<u32, Vec<Vec<Degrees>>>,
    rivers: &[River],
    land: &Land,
) -> Result<River> {
    let mut parts = Vec::new();
    for number in &entry.numbers {
        parts.extend(
            pieces.get(number).with_context(|| format!("there is no piece {number}"))?.iter().cloned(),
        );
    }
    if !entry.course.is_empty() {
        parts.push(smooth(&entry.course));
    }
    let pieces = Pieces::new(parts);
    let parent = match &entry.into {
        Some(into) => {
            let parent = rivers.iter().find(|river| river.name == *into);
            parent.with_context(|| format!("the {into} does not come before it"))?.course.as_slice()
        }
        None => &[],
    };
    let parent_km: Vec<Km> = parent.iter().map(|&point| Km::of(point)).collect();
    let off = |at: Km| nearest(parent_km.iter().copied(), at).map_or(f64::INFINITY, |(_, km)| km);
    let (end, km) = match entry.mouth {
        Some(mouth) => nearest(pieces.spots.iter().copied(), Km::of(mouth)),
        None => pieces.spots.iter().map(|&spot| off(spot)).enumerate().min_by(|a, b| a.1.total_cmp(&b.1)),
    }
    .context("it has no points")?;
    ensure!(km < MOUTH_KM, "it ends {km:.0} km from its mouth");
    let mut course: Vec<Degrees> =
        pieces.course(entry.source, end)?.into_iter().map(|i| pieces.points[i]).collect();
    if let Some(meets) = course.iter().skip(1).position(|&point| off(Km::of(point)) < SAME_KM) {
        course.truncate(meets + 2);
    }
    if let Some((at, km)) = course.last().and_then(|&last| nearest(parent_km.iter().copied(), Km::of(last))) {
        if km < SAME_KM {
            course.pop();
        }
        course.push(parent[at]);
    }
    if let Some(outside) = course.iter().rposition(|&(lon, lat)| !BOUNDS.contain(lon, lat)) {
        course.drain(..=outside);
    }
    // Of an estuary only the first point of the sea is kept.
    while entry.into.is_none() && matches!(course[..], [.., a, b] if !land.contains(a) && !land.contains(b)) {
        course.pop();
    }
    ensure!(course.len() > 1, "nothing is left of it");
    Ok(River { name: entry.name, also: entry.also, rank: entry.rank, into: entry.into, course })
}

/// The pieces of a river as a graph.
struct Pieces {
    points: Vec<Degrees>,
    spots: Vec<Km>,
    /// Where one can go from each point, and what it costs.
    ways: Vec<Vec<(usize, f64)>>,
}

impl Pieces {
    fn new(parts: Vec<Vec<Degrees>>) -> Pieces {
        let mut pieces = Pieces { points: Vec::new(), spots: Vec::new(), ways: Vec::new() };
        let mut ranges = Vec::new();
        for part in parts {
            let first = pieces.points.len();
            for point in part {
                let i = pieces.points.len();
                pieces.points.push(point);
                pieces.spots.push(Km::of(point));
                pieces.ways.push(Vec::new());
                if i > first {
                    pieces.join(i - 1, i, 1.0);
                }
            }
            ranges.push(first..pieces.points.len());
        }
        // A gap costs more than water, so that it is crossed only where there is no other way.
        for (i, range) in ranges.iter().enumerate() {
            for other in ranges.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, other)| other) {
                for end in [range.start, range.end - 1] {
                    let near = nearest(pieces.spots[other.clone()].iter().copied(), pieces.spots[end]);
                    if let Some((at, _)) = near.filter(|&(_, km)| km < GAP_KM) {
                        pieces.join(end, other.start + at, 4.0);
                    }
                }
            }
        }
        pieces
    }

    fn join(&mut self, a: usize, b: usize, price: f64) {
        let cost = self.spots[a].to(self.spots[b]) * price;
        self.ways[a].push((b, cost));
        self.ways[b].push((a, cost));
    }

    /// The points from the source to the mouth: from the end farthest away, or from the one nearest to `source`.
    fn course(&self, source: Option<Degrees>, mouth: usize) -> Result<Vec<usize>> {
        let mut costs = vec![f64::INFINITY; self.points.len()];
        let mut next = vec![mouth; self.points.len()];
        let mut open = BinaryHeap::from([Step { cost: 0.0, at: mouth }]);
        costs[mouth] = 0.0;
        while let Some(Step { cost, at }) = open.pop() {
            if cost > costs[at] {
                continue;
            }
            for &(to, way) in &self.ways[at] {
                if cost + way < costs[to] {
                    (costs[to], next[to]) = (cost + way, at);
                    open.push(Step { cost: cost + way, at: to });
                }
            }
        }
        let reached = (0..self.points.len()).filter(|&i| costs[i].is_finite());
        let mut at = match source {
            Some(source) => reached.min_by(|&a, &b| {
                self.spots[a].to(Km::of(source)).total_cmp(&self.spots[b].to(Km::of(source)))
            }),
            None => reached.max_by(|&a, &b| costs[a].total_cmp(&costs[b])),
        }
        .context("it has no source")?;
        let mut course = vec![at];
        while at != mouth {
            at = next[at];
            course.push(at);
        }
        Ok(course)
    }
}

/// A point reached, the cheapest first.
struct Step {
    cost: f64,
    at: usize,
}

impl Ord for Step {
    fn cmp(&self, other: &Step) -> Ordering {
        other.cost.total_cmp(&self.cost).then(other.at.cmp(&self.at))
    }
}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Step) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Step {
    fn eq(&self, other: &Step) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Step {}
