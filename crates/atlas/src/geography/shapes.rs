//! Land, lakes and rivers.

use crate::projection::{Projection, great_circle_km};

/// A point of the globe, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// East of Greenwich.
    pub lon: f32,
    /// North of the equator.
    pub lat: f32,
}

impl Point {
    /// Where it lies on a plane.
    pub fn on(self, plane: &(impl Projection + ?Sized)) -> (f64, f64) {
        plane.forward(self.lon.into(), self.lat.into())
    }
}

/// A part of the globe between two meridians and two parallels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The western meridian.
    pub west: f32,
    /// The eastern meridian.
    pub east: f32,
    /// The southern parallel.
    pub south: f32,
    /// The northern parallel.
    pub north: f32,
}

impl Bounds {
    /// Whether a point lies inside or on the edge.
    pub fn contain(&self, lon: f64, lat: f64) -> bool {
        (f64::from(self.west)..=f64::from(self.east)).contains(&lon)
            && (f64::from(self.south)..=f64::from(self.north)).contains(&lat)
    }

    /// Whether all of another part lies inside or on the edge.
    pub fn hold(&self, other: &Bounds) -> bool {
        self.west <= other.west
            && self.east >= other.east
            && self.south <= other.south
            && self.north >= other.north
    }

    /// The least part of the globe that holds all of these points.
    pub fn around(points: &[Point]) -> Bounds {
        let range = |get: fn(&Point) -> f32| {
            let values = points.iter().map(get);
            values.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            })
        };
        let ((west, east), (south, north)) = (range(|point| point.lon), range(|point| point.lat));
        Bounds { west, east, south, north }
    }

    /// Whether the line between two points runs along the edge: land is cut off there, it is no shore.
    pub fn edge(&self, a: Point, b: Point) -> bool {
        let along = |x: f32, y: f32, edges: [f32; 2]| x == y && edges.contains(&x);
        along(a.lon, b.lon, [self.west, self.east]) || along(a.lat, b.lat, [self.south, self.north])
    }
}

/// Everything with a shape, at one level of detail.
///
/// What two shapes share they share to the point: the hole that a lake leaves in the land is the outline of the lake.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// Continents and islands, islands in lakes among them.
    pub lands: Vec<Land>,
    /// Lakes.
    pub lakes: Vec<Lake>,
    /// Rivers; a tributary comes after the river it joins.
    pub rivers: Vec<River>,
}

impl Level {
    /// The river of that name, by any of its names.
    pub fn river(&self, name: &str) -> Option<&River> {
        let is = |river: &&River| river.name == name || river.also.iter().any(|also| also == name);
        self.rivers.iter().find(is)
    }

    /// The shores of the sea, cut open where the bounds cut the land.
    pub(super) fn coast(&self, bounds: &Bounds) -> Vec<(usize, Vec<Point>)> {
        let is_lake = |ring: &Vec<Point>| self.lakes.iter().any(|lake| lake.outline == *ring);
        let mut lines = Vec::new();
        for (i, land) in self.lands.iter().enumerate() {
            if self.lakes.iter().any(|lake| lake.islands.contains(&land.outline)) {
                continue;
            }
            for ring in std::iter::once(&land.outline).chain(land.holes.iter().filter(|hole| !is_lake(hole)))
            {
                let closed: Vec<Point> = ring.iter().chain(ring.first()).copied().collect();
                let mut line = Vec::new();
                for pair in closed.windows(2) {
                    line.push(pair[0]);
                    if bounds.edge(pair[0], pair[1]) {
                        lines.push((i, std::mem::take(&mut line)));
                    }
                }
                line.extend(closed.last());
                lines.push((i, line));
            }
        }
        lines.retain(|(_, line)| line.len() > 1);
        lines
    }
}

/// A continent or an island.
#[derive(Clone, Debug, PartialEq)]
pub struct Land {
    /// Its outer shore, counter-clockwise; the last point joins the first.
    pub outline: Vec<Point>,
    /// Lakes, and seas that land surrounds.
    pub holes: Vec<Vec<Point>>,
}

/// A lake.
#[derive(Clone, Debug, PartialEq)]
pub struct Lake {
    /// What it is called, if it is worth a name.
    pub name: Option<String>,
    /// Its shore, counter-clockwise; the last point joins the first.
    pub outline: Vec<Point>,
    /// The outlines of the islands in it, which are lands of their own.
    pub islands: Vec<Vec<Point>>,
}

impl Lake {
    /// Whether a point lies in its water.
    pub fn contains(&self, lon: f64, lat: f64) -> bool {
        inside(&self.outline, lon, lat) && !self.islands.iter().any(|island| inside(island, lon, lat))
    }
}

/// A river, from its source to the sea, a lake or another river.
#[derive(Clone, Debug, PartialEq)]
pub struct River {
    /// What it is called.
    pub name: String,
    /// What else it is called, or parts of it.
    pub also: Vec<String>,
    /// 1 for a great river, 2 for a middling one, 3 for a small one.
    pub rank: u8,
    /// The river it joins, if it does not reach the sea or a lake by itself.
    pub into: Option<String>,
    /// Its course, from source to mouth.
    pub points: Vec<Point>,
}

impl River {
    /// How long the drawn course is.
    pub fn km(&self) -> f64 {
        self.points.windows(2).map(|pair| great_circle_km(pair[0].into(), pair[1].into())).sum()
    }
}

impl From<Point> for (f64, f64) {
    fn from(point: Point) -> (f64, f64) {
        (f64::from(point.lon), f64::from(point.lat))
    }
}

/// Whether a point lies inside a ring, by counting the sides a ray to the east crosses.
pub(super) fn inside(ring: &[Point], lon: f64, lat: f64) -> bool {
    let mut inside = false;
    let Some(&last) = ring.last() else { return false };
    let mut a: (f64, f64) = last.into();
    for &point in ring {
        let b: (f64, f64) = point.into();
        inside ^= crosses(a, b, lon, lat);
        a = b;
    }
    inside
}

/// Whether the side from `a` to `b` is crossed by a ray from the point to the east.
pub(super) fn crosses(a: (f64, f64), b: (f64, f64), lon: f64, lat: f64) -> bool {
    (a.1 > lat) != (b.1 > lat) && lon < a.0 + (lat - a.1) / (b.1 - a.1) * (b.0 - a.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(points: &[(f32, f32)]) -> Vec<Point> {
        points.iter().map(|&(lon, lat)| Point { lon, lat }).collect()
    }

    #[test]
    fn a_lake_ends_at_its_islands() {
        let lake = Lake {
            name: None,
            outline: ring(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]),
            islands: vec![ring(&[(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)])],
        };
        assert!(lake.contains(3.0, 3.0));
        assert!(!lake.contains(1.5, 1.5));
        assert!(!lake.contains(5.0, 1.0));
    }

    #[test]
    fn land_cut_by_the_bounds_has_no_shore_there() {
        let bounds = Bounds { west: 0.0, east: 10.0, south: 0.0, north: 10.0 };
        let outline = ring(&[(0.0, 2.0), (3.0, 4.0), (0.0, 6.0)]);
        let level = Level { lands: vec![Land { outline, holes: vec![] }], ..Level::default() };
        let coast = level.coast(&bounds);
        assert_eq!(coast, vec![(0, ring(&[(0.0, 2.0), (3.0, 4.0), (0.0, 6.0)]))]);
    }
}
