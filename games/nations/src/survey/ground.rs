//! Land and water under the sheets, in cells much smaller than a hex.

use atlas::geography::{BOUNDS, Geography, Lake};
use atlas::topology::{HexGrid, HexId, Id};

use crate::map::Chart;

/// Cells to a hex, from flat side to flat side.
const FINE: usize = 12;

/// What a cell is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Water {
    /// None: it is dry.
    Dry,
    Lake,
    Sea,
}

/// One cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) water: Water,
    /// Metres between the highest and the lowest ground around.
    pub(super) relief: f64,
}

/// The cells of all hexes.
pub(super) struct Ground {
    columns: usize,
    hexes: Vec<Option<HexId>>,
    cells: Vec<Cell>,
    of: Vec<Vec<usize>>,
}

impl Ground {
    /// Looks at the globe under every cell.
    pub(super) fn new(geography: &Geography, chart: &Chart, grid: &HexGrid) -> Ground {
        let last = HexId::from_index(grid.len() - 1);
        let (width, height) = (grid.centre(last).0 + 1.0, grid.centre(last).1 + 1.0);
        let (columns, rows) = ((width * FINE as f64) as usize, (height * FINE as f64) as usize);
        let mut ground =
            Ground { columns, hexes: Vec::new(), cells: Vec::new(), of: vec![Vec::new(); grid.len()] };
        let lakes: Vec<Basin<'_>> = geography.fine.lakes.iter().map(Basin::new).collect();
        for cell in 0..columns * rows {
            let at = centre(cell % columns, cell / columns);
            let hex = grid.hex_at(at);
            ground.hexes.push(hex);
            ground.cells.push(look(geography, &lakes, hex.map(|_| chart.globe(at))));
            if let Some(hex) = hex {
                ground.of[hex.index()].push(cell);
            }
        }
        ground
    }

    /// The cells of a hex.
    pub(super) fn cells(&self, hex: HexId) -> impl Iterator<Item = Cell> {
        self.of[hex.index()].iter().map(|&cell| self.cells[cell])
    }

    /// Puts water where it is too narrow to be seen in cells: along a line on the sheets.
    pub(super) fn cut(&mut self, line: &[(f64, f64)]) {
        for pair in line.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let steps = ((to.0 - from.0).hypot(to.1 - from.1) * 4.0 * FINE as f64).ceil().max(1.0);
            for part in (0..=steps as usize).map(|step| step as f64 / steps) {
                let at = (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1));
                if let Some(cell) = self.cell_at(at) {
                    self.cells[cell].water = Water::Sea;
                }
            }
        }
    }

    /// Makes a lake of the sea that lies inside.
    pub(super) fn close(&mut self, inside: impl Fn((f64, f64)) -> bool) {
        for (number, cell) in self.cells.iter_mut().enumerate() {
            let at = centre(number % self.columns, number / self.columns);
            if cell.water == Water::Sea && inside(at) {
                cell.water = Water::Lake;
            }
        }
    }

    fn cell_at(&self, (x, y): (f64, f64)) -> Option<usize> {
        let (column, row) = (x * FINE as f64, y * FINE as f64);
        let inside = column >= 0.0 && row >= 0.0 && (column as usize) < self.columns;
        let cell = row as usize * self.columns + column as usize;
        (inside && cell < self.cells.len()).then_some(cell)
    }

    /// Whether one gets dry-shod from the main land of one hex to that of its neighbour without leaving the two.
    pub(super) fn joined(&self, a: HexId, b: HexId) -> bool {
        let (here, there) = (self.main_land(a), self.main_land(b));
        let inside = |cell: usize| self.hexes[cell] == Some(a) || self.hexes[cell] == Some(b);
        match (here.first(), there.first()) {
            (Some(&here), Some(&there)) => self.flood(here, inside).contains(&there),
            _ => false,
        }
    }

    /// The largest piece of land in a hex.
    fn main_land(&self, hex: HexId) -> Vec<usize> {
        let mut main = Vec::new();
        let mut seen = Vec::new();
        for &cell in &self.of[hex.index()] {
            if self.is_dry(cell) && !seen.contains(&cell) {
                let piece = self.flood(cell, |cell| self.hexes[cell] == Some(hex));
                seen.extend(&piece);
                if piece.len() > main.len() {
                    main = piece;
                }
            }
        }
        main
    }

    fn flood(&self, from: usize, inside: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut piece = vec![from];
        let mut next = 0;
        while let Some(&cell) = piece.get(next) {
            next += 1;
            let column = cell % self.columns;
            let west = (column > 0).then(|| cell - 1);
            let east = (column + 1 < self.columns).then_some(cell + 1);
            let north = cell.checked_sub(self.columns);
            let south = Some(cell + self.columns).filter(|south| *south < self.cells.len());
            for beside in [west, east, north, south].into_iter().flatten() {
                if inside(beside) && self.is_dry(beside) && !piece.contains(&beside) {
                    piece.push(beside);
                }
            }
        }
        piece
    }

    fn is_dry(&self, cell: usize) -> bool {
        self.cells[cell].water == Water::Dry
    }
}

fn centre(column: usize, row: usize) -> (f64, f64) {
    ((column as f64 + 0.5) / FINE as f64, (row as f64 + 0.5) / FINE as f64)
}

/// A lake and how far it goes, so that most can be passed over.
struct Basin<'l> {
    lake: &'l Lake,
    west: f64,
    east: f64,
    south: f64,
    north: f64,
}

impl<'l> Basin<'l> {
    fn new(lake: &'l Lake) -> Basin<'l> {
        let of = |axis: fn(&atlas::geography::Point) -> f32| {
            let values = || lake.outline.iter().map(axis).map(f64::from);
            (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
        };
        let ((west, east), (south, north)) = (of(|point| point.lon), of(|point| point.lat));
        Basin { lake, west, east, south, north }
    }

    fn contains(&self, lon: f64, lat: f64) -> bool {
        (self.west..=self.east).contains(&lon)
            && (self.south..=self.north).contains(&lat)
            && self.lake.contains(lon, lat)
    }
}

/// What is at a point of the globe; beyond the known world, what is at its edge.
fn look(geography: &Geography, lakes: &[Basin<'_>], at: Option<(f64, f64)>) -> Cell {
    let Some((lon, lat)) = at else { return Cell { water: Water::Sea, relief: 0.0 } };
    let lon = lon.clamp(f64::from(BOUNDS.west) + 0.01, f64::from(BOUNDS.east) - 0.01);
    let lat = lat.clamp(f64::from(BOUNDS.south) + 0.01, f64::from(BOUNDS.north) - 0.01);
    if !geography.is_land(lon, lat) {
        let is_lake = lakes.iter().any(|basin| basin.contains(lon, lat));
        return Cell { water: if is_lake { Water::Lake } else { Water::Sea }, relief: 0.0 };
    }
    let around = [-1.0, 0.0, 1.0].map(|step| step / geography.relief.per_degree);
    let heights = around.iter().flat_map(|east| around.iter().map(move |north| (east, north)));
    let heights = heights.map(|(east, north)| geography.height(lon + east, lat + north).max(0.0));
    let (low, high) =
        heights.fold((f64::INFINITY, 0.0_f64), |(low, high), metres| (low.min(metres), high.max(metres)));
    Cell { water: Water::Dry, relief: high - low }
}
