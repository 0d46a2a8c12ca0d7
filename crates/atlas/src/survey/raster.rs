//! Square cells over a piece of the plane.

use super::Point;

/// A cell: column from the west, row from the north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// Column.
    pub column: u32,
    /// Row.
    pub row: u32,
}

/// A value for each cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Raster<T> {
    /// The north-west corner.
    origin: Point,
    /// The side of a cell.
    step: f64,
    columns: u32,
    rows: u32,
    values: Vec<T>,
}

impl<T> Raster<T> {
    /// Cells of side `step` from `north_west` to `south_east`, each with the value that its middle gets.
    pub fn new(
        north_west: Point,
        south_east: Point,
        step: f64,
        mut value: impl FnMut(Point) -> T,
    ) -> Raster<T> {
        let columns = ((south_east.0 - north_west.0) / step).ceil().max(1.0) as u32;
        let rows = ((south_east.1 - north_west.1) / step).ceil().max(1.0) as u32;
        let middle = |column: u32, row: u32| {
            (north_west.0 + (f64::from(column) + 0.5) * step, north_west.1 + (f64::from(row) + 0.5) * step)
        };
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let values = cells.map(|(column, row)| value(middle(column, row))).collect();
        Raster { origin: north_west, step, columns, rows, values }
    }

    /// The same cells with other values.
    pub fn map<U>(&self, mut value: impl FnMut(Cell, &T) -> U) -> Raster<U> {
        let values = self.cells().zip(&self.values).map(|(cell, old)| value(cell, old)).collect();
        Raster { origin: self.origin, step: self.step, columns: self.columns, rows: self.rows, values }
    }

    /// How many columns.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// How many rows.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The side of a cell.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// Every cell, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<T> {
        let (columns, rows) = (self.columns, self.rows);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell { column, row }))
    }

    /// The place of a cell in the list of all.
    pub fn index(&self, cell: Cell) -> usize {
        cell.row as usize * self.columns as usize + cell.column as usize
    }

    /// The cell at a place in the list of all.
    pub fn cell(&self, index: usize) -> Cell {
        let columns = self.columns as usize;
        Cell { column: (index % columns) as u32, row: (index / columns) as u32 }
    }

    /// The value of a cell.
    pub fn get(&self, cell: Cell) -> &T {
        &self.values[self.index(cell)]
    }

    /// Gives a cell another value.
    pub fn set(&mut self, cell: Cell, value: T) {
        let index = self.index(cell);
        self.values[index] = value;
    }

    /// The cell a point lies in.
    pub fn at(&self, point: Point) -> Option<Cell> {
        let column = ((point.0 - self.origin.0) / self.step).floor();
        let row = ((point.1 - self.origin.1) / self.step).floor();
        let inside =
            (0.0..f64::from(self.columns)).contains(&column) && (0.0..f64::from(self.rows)).contains(&row);
        inside.then_some(Cell { column: column as u32, row: row as u32 })
    }

    /// A corner of cells, counted from the north-west corner of the raster.
    pub fn corner(&self, column: u32, row: u32) -> Point {
        (self.origin.0 + f64::from(column) * self.step, self.origin.1 + f64::from(row) * self.step)
    }

    /// The neighbours of a cell: first the four that share a side with it, then the four that share a corner. With each,
    /// whether it is one of the latter.
    pub fn around(&self, cell: Cell) -> impl Iterator<Item = (Cell, bool)> + use<T> {
        const AROUND: [(i64, i64); 8] =
            [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        AROUND.into_iter().filter_map(move |(east, south)| {
            let (column, row) = (i64::from(cell.column) + east, i64::from(cell.row) + south);
            let inside = (0..columns).contains(&column) && (0..rows).contains(&row);
            let neighbour = Cell { column: column as u32, row: row as u32 };
            inside.then_some((neighbour, east != 0 && south != 0))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_finds_its_cell_and_a_cell_its_neighbours() {
        let raster = Raster::new((-10.0, -5.0), (10.0, 5.0), 2.0, |(x, _)| x);
        assert_eq!((raster.columns(), raster.rows()), (10, 5));
        let cell = raster.at((-9.9, 4.9)).unwrap();
        assert_eq!((cell, *raster.get(cell)), (Cell { column: 0, row: 4 }, -9.0));
        assert_eq!((raster.at((10.1, 0.0)), raster.at((0.0, -5.1))), (None, None));
        assert_eq!(raster.around(cell).map(|(_, corner)| corner).collect::<Vec<_>>(), [false, false, true]);
        assert!(raster.cells().all(|cell| raster.cell(raster.index(cell)) == cell));
    }
}
