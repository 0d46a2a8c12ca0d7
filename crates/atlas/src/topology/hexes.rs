//! Maps of hexes.

mod geometry;
mod layout;
mod name;

use thiserror::Error;

use self::layout::{Cell, Layout, Lean};
pub use self::layout::{Direction, Orientation, Parity};
pub use self::name::{HexName, HexNameError};
use super::{Graph, Id};

crate::id! {
    /// A hex. They are counted line by line: down the columns of a grid with flat tops, along the rows of one with
    /// pointed tops.
    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(transparent)]
    pub struct HexId(u16);
}

crate::id! {
    /// A side of a hex. Two hexes that touch have one in common; at the edge of the map a side belongs to one hex.
    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(transparent)]
    pub struct SideId(u16);
}

/// A printed sheet of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GridSheet {
    /// What the numbers of its hexes begin with, if the map has more than one sheet.
    pub letter: Option<char>,
    /// How many columns it has.
    pub columns: u16,
}

/// What a hex grid looks like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GridPlan<'s> {
    /// Which way the hexes stand.
    pub orientation: Orientation,
    /// Which columns sit half a hex lower, or which rows half a hex farther right: those of even or odd number. Columns
    /// are counted from 1 across all sheets.
    pub shifted: Parity,
    /// The sheets, from left to right. Each counts its columns from 1.
    pub sheets: &'s [GridSheet],
    /// How many rows there are, counted from 1.
    pub rows: u16,
    /// Where on the plane column 0 and row 0 would be, if not shifted.
    pub origin: (f64, f64),
    /// From the centre of a hex to that of its neighbour.
    pub pitch: f64,
}

/// What is wrong with the plan of a grid.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum GridError {
    /// Not a single hex.
    #[error("the grid has no hexes")]
    Empty,
    /// More hexes or hexsides than ids.
    #[error("a grid of {columns} columns and {rows} rows is too large")]
    TooLarge {
        /// Columns of all sheets.
        columns: usize,
        /// Rows.
        rows: usize,
    },
    /// Hexes could not be told apart by their numbers.
    #[error("two sheets have the letter {0:?}")]
    SameLetter(char),
    /// Hexes could not be told apart by their numbers.
    #[error("of several sheets each needs a letter")]
    NoLetter,
    /// Something that cannot begin a number.
    #[error("{0:?} is no letter")]
    NotALetter(char),
    /// A distance that is none.
    #[error("the distance between hexes cannot be {0}")]
    Pitch(f64),
}

const NONE: u16 = u16::MAX;

/// What lies on one side of a hex.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The hex beyond, if there is one.
    to: u16,
    side: u16,
}

/// A grid of hexes, on one sheet or several side by side.
///
/// Every place of the rectangle has an id, so that ids do not depend on which hexes are left out; one that is left out
/// has no neighbours, is nobody's neighbour and is not found by number or place.
#[derive(Clone, Debug)]
pub struct HexGrid {
    layout: Layout,
    sheets: Box<[GridSheet]>,
    rows: u16,
    origin: (f64, f64),
    pitch: f64,
    exists: Box<[bool]>,
    /// For each hex, what lies around it, clockwise as in [`Orientation::directions`].
    around: Box<[[Edge; 6]]>,
    /// For each side, a hex it belongs to and which of its sides it is.
    sides: Box<[(HexId, u8)]>,
}

impl HexGrid {
    /// A grid of all hexes of the plan.
    pub fn new(plan: &GridPlan<'_>) -> Result<HexGrid, GridError> {
        HexGrid::with_mask(plan, |_| true)
    }

    /// A grid of those hexes of the plan that exist.
    pub fn with_mask(
        plan: &GridPlan<'_>,
        mut exists: impl FnMut(HexName) -> bool,
    ) -> Result<HexGrid, GridError> {
        let columns = check(plan)?;
        let layout = Layout::new(plan.orientation, plan.shifted, columns, plan.rows);
        let mut grid = HexGrid {
            layout,
            sheets: plan.sheets.into(),
            rows: plan.rows,
            origin: plan.origin,
            pitch: plan.pitch,
            exists: Box::default(),
            around: Box::default(),
            sides: Box::default(),
        };
        grid.exists = (0..layout.len()).map(|index| exists(grid.name(HexId::from_index(index)))).collect();
        grid.join();
        Ok(grid)
    }

    /// Finds every hex's neighbours and numbers the sides.
    fn join(&mut self) {
        let mut around = vec![[Edge { to: NONE, side: NONE }; 6]; self.layout.len()];
        let mut sides = Vec::new();
        for hex in self.hexes() {
            for slot in 0..6 {
                let beyond = self.at(self.layout.cell(hex).step(self.layout.offset(slot), 1));
                let edge = &mut around[hex.index()][slot];
                edge.to = beyond.map_or(NONE, |beyond| beyond.0);
                if edge.side == NONE {
                    let side = sides.len() as u16;
                    edge.side = side;
                    sides.push((hex, slot as u8));
                    if let Some(beyond) = beyond {
                        around[beyond.index()][opposite(slot)].side = side;
                    }
                }
            }
        }
        self.around = around.into();
        self.sides = sides.into();
    }

    /// How many ids there are, for tables by hex.
    pub fn len(&self) -> usize {
        self.layout.len()
    }

    /// Whether no hex exists.
    pub fn is_empty(&self) -> bool {
        self.hexes().next().is_none()
    }

    /// All hexes that exist, lowest first.
    pub fn hexes(&self) -> impl DoubleEndedIterator<Item = HexId> {
        (0..self.len()).map(HexId::from_index).filter(|hex| self.exists(*hex))
    }

    /// Whether there is such a hex.
    #[inline]
    pub fn exists(&self, hex: HexId) -> bool {
        self.exists.get(hex.index()).is_some_and(|exists| *exists)
    }

    /// Which way the hexes stand.
    pub fn orientation(&self) -> Orientation {
        self.layout.orientation
    }

    /// The hex in this direction. Grids with flat tops have no east and west, others no north and south.
    #[inline]
    pub fn neighbour(&self, hex: HexId, direction: Direction) -> Option<HexId> {
        let to = self.around[hex.index()][self.orientation().slot(direction)?].to;
        (to != NONE).then_some(HexId(to))
    }

    /// The hexes that touch it, clockwise from the top.
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = HexId> {
        self.leaving(hex).map(|(to, _)| to)
    }

    /// In which direction `to` touches `from`, if it does.
    pub fn direction(&self, from: HexId, to: HexId) -> Option<Direction> {
        let slot = self.around[from.index()].iter().position(|edge| edge.to == to.0 && edge.to != NONE)?;
        Some(self.orientation().directions()[slot])
    }

    /// Whether two hexes touch.
    pub fn adjacent(&self, a: HexId, b: HexId) -> bool {
        self.direction(a, b).is_some()
    }

    /// The side of `hex` in this direction.
    #[inline]
    pub fn side(&self, hex: HexId, direction: Direction) -> Option<SideId> {
        let side = self.around[hex.index()][self.orientation().slot(direction)?].side;
        (side != NONE).then_some(SideId(side))
    }

    /// The side that two hexes have in common.
    pub fn side_between(&self, a: HexId, b: HexId) -> Option<SideId> {
        self.side(a, self.direction(a, b)?)
    }

    /// How many sides there are, for tables by side.
    pub fn side_count(&self) -> usize {
        self.sides.len()
    }

    /// The hexes a side belongs to, the lower one first; at the edge of the map there is only one.
    pub fn hexes_at(&self, side: SideId) -> (HexId, Option<HexId>) {
        let (hex, slot) = self.sides[side.index()];
        let to = self.around[hex.index()][usize::from(slot)].to;
        (hex, (to != NONE).then_some(HexId(to)))
    }

    /// How many steps lie between two hexes, over whatever is between them.
    pub fn distance(&self, a: HexId, b: HexId) -> u16 {
        self.layout.cell(a).distance(self.layout.cell(b)) as u16
    }

    /// The hexes at exactly this distance, clockwise, from the one straight in the first of
    /// [`Orientation::directions`].
    pub fn ring(&self, centre: HexId, radius: u16) -> impl Iterator<Item = HexId> {
        let (centre, radius) = (self.layout.cell(centre), self.layout.clip(radius));
        let alone = (radius == 0).then_some(centre);
        // From each of the six corners, the ring runs on in the direction after the next.
        let around = (0..6).flat_map(move |slot| {
            let corner = centre.step(self.layout.offset(slot), radius);
            (0..radius).map(move |along| corner.step(self.layout.offset((slot + 2) % 6), along))
        });
        alone.into_iter().chain(around).filter_map(|cell| self.at(cell))
    }

    /// The hexes within this distance, the centre included, lowest first.
    pub fn within(&self, centre: HexId, radius: u16) -> impl Iterator<Item = HexId> {
        let (centre, radius) = (self.layout.cell(centre), self.layout.clip(radius));
        let lines = (-radius).max(-centre.line)..=radius.min(self.layout.lines() - 1 - centre.line);
        lines.flat_map(move |line| {
            let spread = 2 * radius - line.abs();
            let first = centre.along - spread;
            (0..=spread)
                .filter_map(move |place| self.at(Cell { line: centre.line + line, along: first + 2 * place }))
        })
    }

    /// The hexes on the straight line from one centre to another, both ends included. Where it runs along a side it keeps
    /// to one side, the same from whichever end, unless only the hex on the other exists. Where no hex exists it has gaps.
    pub fn line(&self, from: HexId, to: HexId) -> impl Iterator<Item = HexId> {
        let (from, to) = (self.layout.cell(from), self.layout.cell(to));
        let steps = from.distance(to);
        (0..=steps).filter_map(move |step| {
            let leaning = |lean| self.at(from.towards(to, step, steps, lean));
            leaning(Lean::One).or_else(|| leaning(Lean::Other))
        })
    }

    /// The hex in this cell, if it exists.
    #[inline]
    fn at(&self, cell: Cell) -> Option<HexId> {
        self.layout.hex(cell).filter(|hex| self.exists(*hex))
    }
}

impl Graph for HexGrid {
    type Id = HexId;
    type Over = SideId;

    fn spaces(&self) -> usize {
        self.len()
    }

    fn exists(&self, id: HexId) -> bool {
        self.exists(id)
    }

    #[inline]
    fn leaving(&self, from: HexId) -> impl Iterator<Item = (HexId, SideId)> {
        let edges = self.around[from.index()].iter().filter(|edge| edge.to != NONE);
        edges.map(|edge| (HexId(edge.to), SideId(edge.side)))
    }

    #[inline]
    fn entering(&self, to: HexId) -> impl Iterator<Item = (HexId, SideId)> {
        self.leaving(to)
    }
}

/// The same side as seen from the hex beyond it.
fn opposite(slot: usize) -> usize {
    (slot + 3) % 6
}

/// Checks a plan; gives the number of columns of all sheets.
fn check(plan: &GridPlan<'_>) -> Result<u16, GridError> {
    let columns: usize = plan.sheets.iter().map(|sheet| usize::from(sheet.columns)).sum();
    let rows = usize::from(plan.rows);
    if columns == 0 || rows == 0 {
        return Err(GridError::Empty);
    }
    // Each hex adds three sides, and the edge of the map at most four for each row and each column.
    if columns > 999 || rows > 999 || 3 * columns * rows + 4 * (columns + rows) > usize::from(NONE) {
        return Err(GridError::TooLarge { columns, rows });
    }
    for (index, sheet) in plan.sheets.iter().enumerate() {
        match sheet.letter {
            None if plan.sheets.len() > 1 => return Err(GridError::NoLetter),
            Some(letter) if !letter.is_alphabetic() => return Err(GridError::NotALetter(letter)),
            Some(letter) if plan.sheets[..index].iter().any(|other| other.letter == sheet.letter) => {
                return Err(GridError::SameLetter(letter));
            }
            _ => {}
        }
    }
    if !(plan.pitch.is_finite() && plan.pitch > 0.0) {
        return Err(GridError::Pitch(plan.pitch));
    }
    Ok(columns as u16)
}
