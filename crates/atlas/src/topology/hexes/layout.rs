//! How hexes stand and which touch.
//!
//! A grid with pointed tops is one with flat tops, mirrored at the diagonal: its rows are the other's columns. So both are
//! counted in lines (columns or rows) of hexes that touch at their flat sides.

use super::{HexId, Id};

/// Which way hexes stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Orientation {
    /// Flat tops: straight columns, staggered rows.
    FlatTop,
    /// Pointed tops: straight rows, staggered columns.
    PointedTop,
}

/// Even or odd.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parity {
    /// 2, 4, 6.
    Even,
    /// 1, 3, 5.
    Odd,
}

/// A point of the compass on the sheet, north being its top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "they say it themselves")]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};

impl Direction {
    /// The other way.
    #[must_use]
    pub fn opposite(self) -> Direction {
        match self {
            North => South,
            NorthEast => SouthWest,
            East => West,
            SouthEast => NorthWest,
            South => North,
            SouthWest => NorthEast,
            West => East,
            NorthWest => SouthEast,
        }
    }
}

impl Orientation {
    /// The six directions in which hexes have neighbours, clockwise from the top.
    pub const fn directions(self) -> [Direction; 6] {
        match self {
            Orientation::FlatTop => [North, NorthEast, SouthEast, South, SouthWest, NorthWest],
            Orientation::PointedTop => [NorthEast, East, SouthEast, SouthWest, West, NorthWest],
        }
    }

    /// Which of [`Self::directions`] it is, if any.
    #[inline]
    pub(super) fn slot(self, direction: Direction) -> Option<usize> {
        self.directions().iter().position(|known| *known == direction)
    }
}

/// A place of the endless grid: a line, and half steps along it. Steps along a line are two half steps; those to the
/// next line are one half step, forwards or back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub(super) line: i32,
    pub(super) along: i32,
}

impl Cell {
    /// So many times that far from here.
    #[inline]
    pub(super) fn step(self, (line, along): (i32, i32), times: i32) -> Cell {
        Cell { line: self.line + line * times, along: self.along + along * times }
    }

    /// How many steps it is to another cell.
    pub(super) fn distance(self, to: Cell) -> i32 {
        let lines = (self.line - to.line).abs();
        let along = (self.along - to.along).abs();
        lines + (along - lines).max(0) / 2
    }

    /// The cell in which one is after `step` of `steps` equal parts of the straight line to `to`. A point between two
    /// cells falls to the one or the other, by the `lean`.
    pub(super) fn towards(self, to: Cell, step: i32, steps: i32, lean: Lean) -> Cell {
        let steps = steps.max(1);
        // In three coordinates that sum up to 0, all in parts of `scale`, and a little beside the true line.
        let scale = i64::from(steps) * 16;
        let beside = if lean == Lean::One { 1 } else { -1 };
        let offset = (self.along - self.line).rem_euclid(2);
        let across = |cell: Cell| (cell.along - cell.line).div_euclid(2);
        let part =
            |a: i32, b: i32| 16 * (i64::from(a) * i64::from(steps - step) + i64::from(b) * i64::from(step));
        let (q, r) = (part(self.line, to.line) + beside, part(across(self), across(to)) + 2 * beside);
        let (q, r) = round([q, r, -q - r], scale);
        Cell { line: q, along: 2 * r + q + offset }
    }
}

/// To which of two cells a point between them falls.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lean {
    One,
    Other,
}

/// The hex nearest to a point given by three coordinates in parts of `scale`.
fn round(point: [i64; 3], scale: i64) -> (i32, i32) {
    let whole = point.map(|x| (2 * x + scale).div_euclid(2 * scale));
    let off = [0, 1, 2].map(|axis| (whole[axis] * scale - point[axis]).abs());
    let [mut q, mut r, s] = whole;
    if off[0] > off[1] && off[0] > off[2] {
        q = -r - s;
    } else if off[1] > off[2] {
        r = -q - s;
    }
    (q as i32, r as i32)
}

/// Where the hexes of a grid are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    pub(super) orientation: Orientation,
    shifted: Parity,
    lines: u16,
    /// Hexes in a line.
    length: u16,
}

impl Layout {
    pub(super) fn new(orientation: Orientation, shifted: Parity, columns: u16, rows: u16) -> Layout {
        let (lines, length) = match orientation {
            Orientation::FlatTop => (columns, rows),
            Orientation::PointedTop => (rows, columns),
        };
        Layout { orientation, shifted, lines, length }
    }

    pub(super) fn len(&self) -> usize {
        usize::from(self.lines) * usize::from(self.length)
    }

    pub(super) fn lines(&self) -> i32 {
        i32::from(self.lines)
    }

    /// A radius, or one that is beyond the grid from everywhere if it is still longer.
    pub(super) fn clip(&self, radius: u16) -> i32 {
        i32::from(radius).min(i32::from(self.lines) + i32::from(self.length))
    }

    /// The step in the direction of this slot.
    #[inline]
    pub(super) fn offset(&self, slot: usize) -> (i32, i32) {
        const FLAT: [(i32, i32); 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];
        const POINTED: [(i32, i32); 6] = [(-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1)];
        match self.orientation {
            Orientation::FlatTop => FLAT[slot],
            Orientation::PointedTop => POINTED[slot],
        }
    }

    /// Half a step more in lines that are shifted. The first line has number 1.
    #[inline]
    pub(super) fn shift(&self, line: i32) -> i32 {
        let odd_number = line.rem_euclid(2) == 0;
        i32::from(odd_number == (self.shifted == Parity::Odd))
    }

    #[inline]
    pub(super) fn cell(&self, hex: HexId) -> Cell {
        let (line, place) = (i32::from(hex.0 / self.length), i32::from(hex.0 % self.length));
        Cell { line, along: 2 * place + self.shift(line) }
    }

    /// The hex in a cell, if it is inside the grid.
    #[inline]
    pub(super) fn hex(&self, cell: Cell) -> Option<HexId> {
        let place = (cell.along - self.shift(cell.line)).div_euclid(2);
        let inside = (0..self.lines()).contains(&cell.line) && (0..i32::from(self.length)).contains(&place);
        inside.then(|| HexId::from_index(cell.line as usize * usize::from(self.length) + place as usize))
    }

    /// Column and row of a hex, counted from 1.
    pub(super) fn column_row(&self, hex: HexId) -> (u16, u16) {
        let (line, place) = (hex.0 / self.length + 1, hex.0 % self.length + 1);
        match self.orientation {
            Orientation::FlatTop => (line, place),
            Orientation::PointedTop => (place, line),
        }
    }

    /// The hex in this column and row, counted from 1 and inside the grid.
    pub(super) fn hex_in(&self, column: u16, row: u16) -> HexId {
        let (line, place) = match self.orientation {
            Orientation::FlatTop => (column, row),
            Orientation::PointedTop => (row, column),
        };
        HexId((line - 1) * self.length + place - 1)
    }
}
