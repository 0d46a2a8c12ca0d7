//! Land and water, cell by cell, and which lands hang together.

use std::collections::HashMap;

use atlas::geography::{Surface, europe};
use atlas::projection::Conic;
use atlas::survey::{Cell, Raster};
use atlas::topology::{HexGrid, HexId, Id, SideId};
use marshals::map::grid::PITCH;
use marshals::map::sources::Narrow;

use crate::rivers::to_line;

/// The side of a cell, in kilometres.
const STEP: f64 = 4.0;

/// A hex is land if this much of it is.
const LAND: f64 = 0.4;

/// A hex has a shore if this much of it is sea.
const SHORE: f64 = 0.04;

/// A side is dry if this much of it is.
const DRY: f64 = 0.08;

/// How far to either side of its line a narrow water is taken to reach, in kilometres: no cell may bridge it.
const NARROW: f64 = 3.0;

/// What a cell is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ground {
    Land(u16),
    Lake,
    Sea,
}

/// Land and water.
pub struct Lands {
    pub cells: Raster<Ground>,
    conic: Conic,
    /// For each hex, how many cells of what it has.
    hexes: Vec<HashMap<Ground, u32>>,
}

impl Lands {
    pub fn new(grid: &HexGrid, conic: &Conic, narrows: &[Narrow]) -> Lands {
        let line = |narrow: &Narrow| -> Vec<(f64, f64)> {
            narrow.points.iter().map(|[lon, lat]| conic.forward(*lon, *lat)).collect()
        };
        let narrows: Vec<Vec<(f64, f64)>> = narrows.iter().map(line).collect();
        let centres: Vec<(f64, f64)> = grid.hexes().map(|hex| grid.centre(hex)).collect();
        let (first, last) = (centres[0], centres[centres.len() - 1]);
        let (nw, se) = ((first.0 - PITCH, first.1 - PITCH), (last.0 + PITCH, last.1 + PITCH));
        let is_land = Raster::new(nw, se, STEP, |(x, y)| {
            let (lon, lat) = conic.inverse(x, y);
            europe().is_land(lon, lat) && !narrows.iter().any(|line| to_line((x, y), line) < NARROW)
        });
        let cells = label(&is_land, conic);
        let mut hexes = vec![HashMap::new(); grid.len()];
        for cell in cells.cells() {
            if let Some(hex) = grid.hex_at(middle(&cells, cell)) {
                *hexes[hex.index()].entry(*cells.get(cell)).or_insert(0) += 1;
            }
        }
        Lands { cells, conic: *conic, hexes }
    }

    /// The land nearest to a place.
    pub fn of(&self, lon: f64, lat: f64) -> Option<u16> {
        let (x, y) = self.conic.forward(lon, lat);
        let rings = (0..8).flat_map(|ring: i32| {
            let across = (-ring..=ring).flat_map(move |dx| (-ring..=ring).map(move |dy| (dx, dy)));
            across.filter(move |(dx, dy)| dx.abs().max(dy.abs()) == ring)
        });
        let mut near =
            rings.filter_map(|(dx, dy)| self.at((x + f64::from(dx) * STEP, y + f64::from(dy) * STEP)));
        near.find_map(|ground| if let Ground::Land(land) = ground { Some(land) } else { None })
    }

    fn at(&self, point: (f64, f64)) -> Option<Ground> {
        self.cells.at(point).map(|cell| *self.cells.get(cell))
    }

    /// How much of a hex is of this kind.
    pub fn share(&self, hex: HexId, ground: Ground) -> f64 {
        let count = |ground: &Ground| self.hexes[hex.index()].get(ground).copied().unwrap_or(0);
        let all: u32 = self.hexes[hex.index()].values().sum();
        f64::from(count(&ground)) / f64::from(all.max(1))
    }

    /// The land a hex belongs to, if it is land.
    pub fn main(&self, hex: HexId) -> Option<u16> {
        let lands = self.hexes[hex.index()].iter().filter_map(|(ground, cells)| match ground {
            Ground::Land(land) => Some((*cells, std::cmp::Reverse(*land))),
            _ => None,
        });
        let (_, std::cmp::Reverse(land)) = lands.max()?;
        (self.share(hex, Ground::Land(land)) + self.share(hex, Ground::Lake) >= LAND).then_some(land)
    }

    /// Whether a hex has a shore of the sea.
    pub fn has_shore(&self, hex: HexId) -> bool {
        self.share(hex, Ground::Sea) >= SHORE
    }

    /// Whether one can step over a side without leaving this land.
    pub fn is_dry(&self, grid: &HexGrid, side: SideId, land: u16) -> bool {
        const SAMPLES: u32 = 25;
        let [a, b] = grid.ends(side);
        let dry = (0..SAMPLES).filter(|sample| {
            let share = (f64::from(*sample) + 0.5) / f64::from(SAMPLES);
            self.at((a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)) == Some(Ground::Land(land))
        });
        dry.count() as f64 >= DRY * f64::from(SAMPLES)
    }
}

/// Tells lakes from the sea, and numbers the lands. Islands in a lake belong to the land around it.
fn label(is_land: &Raster<bool>, conic: &Conic) -> Raster<Ground> {
    let mut labels: Raster<Option<Ground>> = is_land.map(|_, _| None);
    for first in is_land.cells().filter(|cell| !is_land.get(*cell)) {
        if labels.get(first).is_none() {
            let (x, y) = middle(is_land, first);
            let (lon, lat) = conic.inverse(x, y);
            let is_lake = matches!(europe().surface(lon, lat), Surface::Lake(_));
            let water = if is_lake { Ground::Lake } else { Ground::Sea };
            flood(&mut labels, first, water, |cell| !is_land.get(cell));
        }
    }
    let lakes = labels.map(|_, ground| *ground == Some(Ground::Lake));
    let mut dry: Raster<Option<Ground>> = is_land.map(|_, _| None);
    let mut lands = 0;
    for first in is_land.cells().filter(|cell| *is_land.get(*cell)) {
        if dry.get(first).is_none() {
            lands += 1;
            flood(&mut dry, first, Ground::Land(lands), |cell| *is_land.get(cell) || *lakes.get(cell));
        }
    }
    labels.map(|cell, water| water.or(*dry.get(cell)).expect("every cell is land or water"))
}

/// Labels all cells that hang together with the first.
fn flood(labels: &mut Raster<Option<Ground>>, first: Cell, ground: Ground, joins: impl Fn(Cell) -> bool) {
    let mut open = vec![first];
    labels.set(first, Some(ground));
    while let Some(cell) = open.pop() {
        for (next, _) in labels.around(cell).filter(|(_, at_corner)| !at_corner) {
            if labels.get(next).is_none() && joins(next) {
                labels.set(next, Some(ground));
                open.push(next);
            }
        }
    }
}

fn middle<T>(cells: &Raster<T>, cell: Cell) -> (f64, f64) {
    let (x, y) = cells.corner(cell.column, cell.row);
    (x + cells.step() / 2.0, y + cells.step() / 2.0)
}
