//! Hexes and squares on the paper.
//!
//! Centres and corners are points of one lattice and known by their place in it, so that cells that share a corner share it
//! exactly.

mod boxes;
mod chain;
mod ground;
mod land;
mod lines;
mod natural;
mod outline;
mod plan;
mod realms;
mod ridges;
mod sides;
mod sites;

#[cfg(test)]
mod tests;

pub(super) use boxes::sample as box_sample;
pub(super) use ground::{Field, raise, sample as ground_sample};
pub(super) use land::shores;
pub(super) use outline::outlines;
pub(super) use plan::Plan;
pub(super) use sides::{courses, named, sample as side_sample};
pub(super) use sites::{Placed as PlacedSite, define as define_sites, sample as town_sample};

use super::grid::{Grid, Shape, Shore};
use crate::survey::Point;

/// A point of the lattice on which centres and corners lie, counted from the first cell's centre.
pub(super) type Key = (i32, i32);

/// From one line of hexes to the next, in pitches.
const LINE: f64 = 0.866_025_403_784_438_6;

/// Where corners lie about a centre, clockwise from the right end of the top.
const FLAT: [Key; 6] = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)];
const POINTED: [Key; 6] = [(1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2)];
const SQUARE: [Key; 4] = [(1, -1), (1, 1), (-1, 1), (-1, -1)];

/// The cells of a sheet.
pub(super) struct Cells<'a> {
    pub(super) grid: &'a Grid,
    /// From a centre to the next, in points.
    pub(super) pitch: f64,
    origin: Point,
    /// How long a step of the lattice is, across and down.
    unit: Point,
    keys: Vec<Key>,
    table: Table,
}

/// Cells by their place in the lattice, in rows.
#[derive(Default)]
struct Table {
    low: Key,
    columns: usize,
    cells: Vec<Option<u32>>,
}

impl Table {
    fn new(keys: &[Key]) -> Table {
        let range = |of: fn(&Key) -> i32| (keys.iter().map(of).min(), keys.iter().map(of).max());
        let ((Some(west), Some(east)), (Some(north), Some(south))) = (range(|key| key.0), range(|key| key.1))
        else {
            return Table::default();
        };
        let columns = (east - west) as usize + 1;
        let cells = vec![None; columns * ((south - north) as usize + 1)];
        let mut table = Table { low: (west, north), columns, cells };
        for (number, &key) in keys.iter().enumerate() {
            let place = table.place(key).expect("the table has room for all");
            table.cells[place] = Some(number as u32);
        }
        table
    }

    fn place(&self, key: Key) -> Option<usize> {
        let column = usize::try_from(key.0 - self.low.0).ok().filter(|&column| column < self.columns)?;
        let row = usize::try_from(key.1 - self.low.1).ok()?;
        Some(row * self.columns + column)
    }

    fn get(&self, key: Key) -> Option<usize> {
        self.cells.get(self.place(key)?).copied().flatten().map(|cell| cell as usize)
    }
}

impl<'a> Cells<'a> {
    /// The cells of a grid; `at` takes kilometres to points, and `km` are the kilometres of a point.
    pub(super) fn new(grid: &'a Grid, at: impl Fn(Point) -> Point, km: f64) -> Cells<'a> {
        let pitch = grid.pitch / km;
        let unit = match grid.shape {
            Shape::FlatHex => (LINE / 3.0 * pitch, pitch / 2.0),
            Shape::PointedHex => (pitch / 2.0, LINE / 3.0 * pitch),
            Shape::Square => (pitch / 2.0, pitch / 2.0),
        };
        let origin = grid.cells.first().map_or((0.0, 0.0), |cell| at(cell.centre));
        let mut cells = Cells { grid, pitch, origin, unit, keys: Vec::new(), table: Table::default() };
        cells.keys = grid.cells.iter().map(|cell| cells.key(at(cell.centre))).collect();
        cells.table = Table::new(&cells.keys);
        cells
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The nearest point of the lattice.
    pub(super) fn key(&self, (x, y): Point) -> Key {
        let across = (x - self.origin.0) / self.unit.0;
        (across.round() as i32, ((y - self.origin.1) / self.unit.1).round() as i32)
    }

    pub(super) fn point(&self, key: Key) -> Point {
        (self.origin.0 + f64::from(key.0) * self.unit.0, self.origin.1 + f64::from(key.1) * self.unit.1)
    }

    pub(super) fn centre(&self, cell: usize) -> Point {
        self.point(self.keys[cell])
    }

    /// Where corners lie about a centre, clockwise; side `i` runs from corner `i` to the next.
    fn about(&self) -> &'static [Key] {
        match self.grid.shape {
            Shape::FlatHex => &FLAT,
            Shape::PointedHex => &POINTED,
            Shape::Square => &SQUARE,
        }
    }

    /// The sides of a cell, clockwise.
    pub(super) fn sides(&self, cell: usize) -> impl Iterator<Item = [Key; 2]> + use<> {
        let (key, about) = (self.keys[cell], self.about());
        let corner = move |i: usize| (key.0 + about[i % about.len()].0, key.1 + about[i % about.len()].1);
        (0..about.len()).map(move |i| [corner(i), corner(i + 1)])
    }

    /// The cells that touch a cell, in the order of its sides.
    pub(super) fn around(&self, cell: usize) -> impl Iterator<Item = Option<usize>> {
        let (key, about) = (self.keys[cell], self.about());
        (0..about.len()).map(move |i| {
            let (a, b) = (about[i], about[(i + 1) % about.len()]);
            self.table.get((key.0 + a.0 + b.0, key.1 + a.1 + b.1))
        })
    }

    /// The cell in which a point lies.
    pub(super) fn cell_at(&self, at: Point) -> Option<usize> {
        let (x, y) = ((at.0 - self.origin.0) / self.unit.0, (at.1 - self.origin.1) / self.unit.1);
        let even = |a: f64| 2 * (a / 2.0).round() as i32;
        // Lines of hexes are three steps apart, and every other one is moved by one step.
        let in_line =
            |line: i32, along: f64| 2 * ((along - f64::from(line & 1)) / 2.0).round() as i32 + (line & 1);
        let lines = |across: f64| [-1, 0, 1].map(|by| (across / 3.0).round() as i32 + by);
        let candidates: [Key; 3] = match self.grid.shape {
            Shape::Square => [(even(x), even(y)); 3],
            Shape::FlatHex => lines(x).map(|line| (3 * line, in_line(line, y))),
            Shape::PointedHex => lines(y).map(|line| (in_line(line, x), 3 * line)),
        };
        let far = |key: &Key| {
            let there = self.point(*key);
            (there.0 - at.0).powi(2) + (there.1 - at.1).powi(2)
        };
        let nearest = candidates.into_iter().min_by(|a, b| far(a).total_cmp(&far(b)))?;
        self.table.get(nearest)
    }

    pub(super) fn is_water(&self, cell: usize) -> bool {
        self.grid.cells[cell].shore == Shore::Water
    }

    /// Among cells, the one that lies deepest among them: the farthest from all others, and there nearest to their middle.
    pub(super) fn heart(&self, among: impl Fn(usize) -> bool) -> Option<usize> {
        let members: Vec<usize> = (0..self.len()).filter(|&cell| among(cell)).collect();
        let count = members.len() as f64;
        let sum =
            members.iter().map(|&cell| self.centre(cell)).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        let middle = (sum.0 / count, sum.1 / count);
        let is_edge = |cell: usize| self.around(cell).any(|next| !next.is_some_and(&among));
        let mut depth = vec![None; self.len()];
        let mut front: Vec<usize> = members.iter().copied().filter(|&cell| is_edge(cell)).collect();
        for deep in 0.. {
            front.retain(|&cell| depth[cell].is_none() && among(cell));
            if front.is_empty() {
                break;
            }
            front.iter().for_each(|&cell| depth[cell] = Some(deep));
            front = front.iter().flat_map(|&cell| self.around(cell).flatten()).collect();
        }
        let far = |cell: usize| super::shape::distance(self.centre(cell), middle);
        let deeper = |a: &usize, b: &usize| depth[*a].cmp(&depth[*b]).then(far(*b).total_cmp(&far(*a)));
        members.into_iter().max_by(|a, b| deeper(a, b))
    }
}
