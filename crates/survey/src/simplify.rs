//! Leaving out points without changing how shapes lie to each other.
//!
//! All shores and rivers make one network of spots. A spot with two neighbours can go if the triangle they make is
//! small and holds no other spot: then the side that takes its place crosses nothing. As a spot goes from all lines at
//! once, what two lines share they go on sharing. Where three lines meet, a spot stays. (Visvalingam and Whyatt's
//! method, with the check that it lacks.)

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use atlas::geography::stored::{self, Level, Line, PER_DEGREE, Spot};
use geo::LineString;

use crate::land::Land;
use crate::plane::{Degrees, Km, area, turn};
use crate::rivers::River;
use crate::waters::Lake;

/// How much is left out, in square kilometres.
pub struct Detail {
    /// A bend that cuts off less than this.
    pub bend: f64,
    /// A smaller island, or surrounded sea.
    pub island: f64,
    /// A smaller lake.
    pub lake: f64,
}

/// Every line by its spots, and the spots that are left.
pub struct Network {
    lands: Vec<(Vec<Spot>, Vec<Vec<Spot>>)>,
    lakes: Vec<(Option<String>, Vec<Spot>)>,
    rivers: Vec<(stored::River, Vec<Spot>)>,
    neighbours: BTreeMap<Spot, BTreeSet<Spot>>,
    squares: BTreeMap<(i32, i32), BTreeSet<Spot>>,
}

/// Sides of the squares that spots are kept in, in thousandths of a degree.
const SQUARE: i32 = 50;

impl Network {
    /// The network of everything that has a shape.
    pub fn new(land: &Land, lakes: &[Lake], rivers: &[River]) -> Network {
        let string = |line: &LineString| ring(line.coords().map(|c| (c.x, c.y)));
        let mut network = Network {
            lands: Vec::new(),
            lakes: Vec::new(),
            rivers: Vec::new(),
            neighbours: BTreeMap::new(),
            squares: BTreeMap::new(),
        };
        for piece in &land.pieces {
            let seas = piece.interiors().iter().map(string).filter(|ring| ring.len() > 2).collect();
            network.lands.push((string(piece.exterior()), seas));
        }
        network.lands.retain(|(outline, _)| outline.len() > 2);
        for lake in lakes {
            network.lakes.push((lake.name.clone(), ring(lake.outline.iter().copied())));
        }
        network.lakes.retain(|(_, outline)| outline.len() > 2);
        for river in rivers {
            let (name, also, into) = (river.name.clone(), river.also.clone(), river.into.clone());
            let course = Line::new(&[]);
            let stored = stored::River { name, also, rank: river.rank, into, course };
            network.rivers.push((stored, line(river.course.iter().copied())));
        }
        network.tie();
        network
    }

    /// Notes which spots are neighbours.
    fn tie(&mut self) {
        let mut sides = Vec::new();
        let mut ends = Vec::new();
        let rings = self.lands.iter().flat_map(|(outline, seas)| std::iter::once(outline).chain(seas));
        for ring in rings.chain(self.lakes.iter().map(|(_, outline)| outline)) {
            sides.extend(ring.iter().copied().zip(ring.iter().copied().cycle().skip(1)));
        }
        for (_, course) in &self.rivers {
            sides.extend(course.iter().copied().zip(course.iter().copied().skip(1)));
            ends.extend([course[0], course[course.len() - 1]]);
        }
        for (a, b) in sides {
            self.neighbours.entry(a).or_default().insert(b);
            self.neighbours.entry(b).or_default().insert(a);
        }
        // An end has a third neighbour that does not exist, and so stays.
        for end in ends {
            self.neighbours.entry(end).or_default().extend([(i32::MAX, 0), (i32::MAX, 1), (i32::MAX, 2)]);
        }
        for &spot in self.neighbours.keys() {
            self.squares.entry(square(spot)).or_default().insert(spot);
        }
    }

    /// Leaves out what the detail does not need, and tells what is left.
    pub fn simplify(&mut self, detail: &Detail) -> Level {
        let mut queue: BinaryHeap<Reverse<(u64, Spot)>> =
            self.neighbours.keys().filter_map(|&spot| Some(Reverse((self.bend(spot)?, spot)))).collect();
        while let Some(Reverse((size, spot))) = queue.pop() {
            if f64::from_bits(size) >= detail.bend {
                break;
            }
            if self.bend(spot) != Some(size) || !self.is_free(spot) {
                continue;
            }
            for neighbour in self.remove(spot) {
                queue.extend(self.bend(neighbour).map(|size| Reverse((size, neighbour))));
            }
        }
        self.level(detail)
    }

    /// The two neighbours of a spot that may go.
    fn sides(&self, spot: Spot) -> Option<(Spot, Spot)> {
        let neighbours = self.neighbours.get(&spot)?;
        let mut both = neighbours.iter();
        match (both.next(), both.next(), both.next()) {
            (Some(&a), Some(&b), None) => Some((a, b)),
            _ => None,
        }
    }

    /// The size of the bend at a spot, as bits, which sort as the sizes do.
    fn bend(&self, spot: Spot) -> Option<u64> {
        let (a, b) = self.sides(spot)?;
        Some((turn(km(a), km(spot), km(b)).abs() / 2.0).to_bits())
    }

    /// Whether nothing lies in the bend, and its chord is not a side already.
    fn is_free(&self, spot: Spot) -> bool {
        let Some((a, b)) = self.sides(spot) else { return false };
        if self.neighbours[&a].contains(&b) {
            return false;
        }
        let corners = [a, spot, b];
        let range = |get: fn(&Spot) -> i32| {
            let values = corners.iter().map(get);
            (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
        };
        let ((west, east), (south, north)) = (range(|s| s.0), range(|s| s.1));
        let (low, high) = (square((west, south)), square((east, north)));
        let squares = (low.0..=high.0).flat_map(|x| (low.1..=high.1).map(move |y| (x, y)));
        let mut near = squares.filter_map(|at| self.squares.get(&at)).flatten();
        !near.any(|other| !corners.contains(other) && covers(corners, *other))
    }

    fn remove(&mut self, spot: Spot) -> [Spot; 2] {
        let (a, b) = self.sides(spot).expect("only a spot between two others goes");
        self.neighbours.remove(&spot);
        for (from, to) in [(a, b), (b, a)] {
            let neighbours = self.neighbours.get_mut(&from).expect("a neighbour is a spot");
            neighbours.remove(&spot);
            neighbours.insert(to);
        }
        self.squares.get_mut(&square(spot)).expect("a spot lies in a square").remove(&spot);
        [a, b]
    }

    /// What is left, without what is too small.
    fn level(&self, detail: &Detail) -> Level {
        let left = |spots: &[Spot]| -> Vec<Spot> {
            spots.iter().copied().filter(|spot| self.neighbours.contains_key(spot)).collect()
        };
        let at_least = |ring: &[Spot], size: f64| {
            let plane: Vec<Km> = ring.iter().map(|&spot| km(spot)).collect();
            ring.len() > 2 && area(&plane) >= size
        };
        let mut level = Level::default();
        for (outline, seas) in &self.lands {
            let outline = left(outline);
            if at_least(&outline, detail.island) {
                let seas = seas.iter().map(|sea| left(sea)).filter(|sea| at_least(sea, detail.island));
                let seas = seas.map(|sea| Line::new(&sea)).collect();
                level.lands.push(stored::Land { outline: Line::new(&outline), seas });
            }
        }
        for (name, outline) in &self.lakes {
            let outline = left(outline);
            if at_least(&outline, detail.lake) {
                level.lakes.push(stored::Lake { name: name.clone(), outline: Line::new(&outline) });
            }
        }
        for (river, course) in &self.rivers {
            level.rivers.push(stored::River { course: Line::new(&left(course)), ..river.clone() });
        }
        level
    }

    /// How much a level holds.
    pub fn tally(&self, level: &Level) -> String {
        format!("{} lands, {} lakes, {} rivers", level.lands.len(), level.lakes.len(), level.rivers.len())
    }
}

fn km(spot: Spot) -> Km {
    Km::of((f64::from(spot.0) / PER_DEGREE, f64::from(spot.1) / PER_DEGREE))
}

fn square(spot: Spot) -> (i32, i32) {
    (spot.0.div_euclid(SQUARE), spot.1.div_euclid(SQUARE))
}

/// Whether a spot lies in a triangle or on its rim.
fn covers(corners: [Spot; 3], spot: Spot) -> bool {
    let side = |a: Spot, b: Spot| {
        let (a, b, c) = ((i64::from(a.0), i64::from(a.1)), (i64::from(b.0), i64::from(b.1)), spot);
        ((b.0 - a.0) * (i64::from(c.1) - a.1) - (b.1 - a.1) * (i64::from(c.0) - a.0)).signum()
    };
    let sides = [side(corners[0], corners[1]), side(corners[1], corners[2]), side(corners[2], corners[0])];
    !(sides.contains(&1) && sides.contains(&-1))
}

/// A line on the grid of spots, without standing still.
fn line(points: impl Iterator<Item = Degrees>) -> Vec<Spot> {
    let grid = |degrees: f64| (degrees * PER_DEGREE).round() as i32;
    let mut spots: Vec<Spot> = points.map(|(lon, lat)| (grid(lon), grid(lat))).collect();
    spots.dedup();
    spots
}

/// The same for a ring, whose last spot is not its first.
fn ring(points: impl Iterator<Item = Degrees>) -> Vec<Spot> {
    let mut spots = line(points);
    while spots.len() > 1 && spots.first() == spots.last() {
        spots.pop();
    }
    spots
}
