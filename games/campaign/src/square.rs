//! Squares and sets of squares.
//!
//! Everything asked of the board while a game runs is kept as a [`Mask`]: one bit per square, one word per row, with
//! a margin of two squares so that no look beside the edge needs a test.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Columns of the board.
pub const COLUMNS: u16 = 35;
/// Rows of the board.
pub const ROWS: u16 = 24;
pub(crate) const SQUARES: u16 = COLUMNS * ROWS;
/// Squares are numbered inside with this much room to a row, so that column and row are bits of the number.
const STRIDE: u16 = 64;
/// One more than the highest number of a square, for tables by square.
pub(crate) const NUMBERS: u16 = ROWS * STRIDE;

/// A square, written as column and row, both from 0 at the top left: `11,7` is Paris.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(u16);

impl Square {
    /// The square in this column and row, if there is one.
    pub fn at(column: i32, row: i32) -> Option<Square> {
        ((0..i32::from(COLUMNS)).contains(&column) && (0..i32::from(ROWS)).contains(&row))
            .then(|| Square((row * i32::from(STRIDE) + column) as u16))
    }

    /// Its column.
    pub fn column(self) -> i32 {
        i32::from(self.0 % STRIDE)
    }

    /// Its row.
    pub fn row(self) -> i32 {
        i32::from(self.0 / STRIDE)
    }

    /// The square so many columns and rows away, if there is one.
    pub(crate) fn step(self, columns: i32, rows: i32) -> Option<Square> {
        Square::at(self.column() + columns, self.row() + rows)
    }

    /// The squares that touch it at a side or corner.
    pub(crate) fn neighbours(self) -> impl Iterator<Item = Square> {
        AROUND.into_iter().filter_map(move |(columns, rows)| self.step(columns, rows))
    }

    /// How many steps a king of chess needs.
    pub(crate) fn distance(self, to: Square) -> i32 {
        (self.column() - to.column()).abs().max((self.row() - to.row()).abs())
    }

    /// Even or odd, as the colours of a chequered board.
    pub fn is_even(self) -> bool {
        (self.column() + self.row()) % 2 == 0
    }

    /// Every square, row by row.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES).filter_map(Square::from_space)
    }

    /// The square as a number into tables of [`NUMBERS`].
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The number of the square on the table: row by row, without gaps.
    pub(crate) fn space(self) -> u16 {
        self.0 / STRIDE * COLUMNS + self.0 % STRIDE
    }

    /// The square with this number on the table.
    pub(crate) fn from_space(space: u16) -> Option<Square> {
        (space < SQUARES).then(|| Square(space / COLUMNS * STRIDE + space % COLUMNS))
    }

    /// The square as a bare number, and back: for packing it with other things.
    #[inline]
    pub(crate) fn to_bits(self) -> u16 {
        self.0
    }

    #[inline]
    pub(crate) fn from_bits(bits: u16) -> Option<Square> {
        (bits < NUMBERS).then_some(Square(bits))
    }

    /// A square so many columns and rows away that is known to be on the board.
    #[inline]
    pub(crate) fn shifted(self, columns: i32, rows: i32) -> Square {
        Square((i32::from(self.0) + rows * i32::from(STRIDE) + columns) as u16)
    }
}

/// The eight directions.
pub(crate) const AROUND: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.column(), self.row())
    }
}

impl std::str::FromStr for Square {
    type Err = String;

    fn from_str(text: &str) -> Result<Square, String> {
        text.split_once(',')
            .and_then(|(column, row)| Square::at(column.trim().parse().ok()?, row.trim().parse().ok()?))
            .ok_or_else(|| format!("\"{text}\" is no square: write column and row, such as 11,7"))
    }
}

impl Serialize for Square {
    /// By column and row for people, by number for hashing.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u16(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
        if !deserializer.is_human_readable() {
            let bits = u16::deserialize(deserializer)?;
            let square = Square::all().find(|square| square.0 == bits);
            return square.ok_or_else(|| de::Error::custom("there is no such square"));
        }
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

engine::describe! {
    Square,
    engine::schemars::json_schema!({
        "description": "A square: its column and its row, both from 0 at the top left.",
        "type": "string",
        "pattern": "^([0-9]|[12][0-9]|3[0-4]),([0-9]|1[0-9]|2[0-3])$",
        "examples": ["11,7"],
    })
}

const MARGIN: i32 = 2;
const MASK_ROWS: usize = ROWS as usize + 2 * MARGIN as usize;

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Mask([u64; MASK_ROWS]);

impl Mask {
    pub(crate) const EMPTY: Mask = Mask([0; MASK_ROWS]);

    #[inline]
    fn bit(square: Square) -> (usize, u32) {
        (usize::from(square.0 / STRIDE) + MARGIN as usize, u32::from(square.0 % STRIDE) + MARGIN as u32)
    }

    #[inline]
    pub(crate) fn has(&self, square: Square) -> bool {
        let (row, column) = Mask::bit(square);
        self.0[row] >> column & 1 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, square: Square) {
        let (row, column) = Mask::bit(square);
        self.0[row] |= 1 << column;
    }

    #[inline]
    pub(crate) fn remove(&mut self, square: Square) {
        let (row, column) = Mask::bit(square);
        self.0[row] &= !(1 << column);
    }

    /// The five squares by five around `square`, as rows of five bits: bit 2 of row 2 is the square itself.
    #[inline]
    pub(crate) fn window(&self, square: Square) -> [u8; 5] {
        let (row, column) = Mask::bit(square);
        std::array::from_fn(|i| (self.0[row + i - 2] >> (column - 2) & 0b11111) as u8)
    }

    /// Whether any of the eight squares around `square` is in the set.
    #[inline]
    pub(crate) fn touches(&self, square: Square) -> bool {
        let (row, column) = Mask::bit(square);
        let around =
            (self.0[row - 1] | self.0[row + 1]) >> (column - 1) & 0b111 | self.0[row] >> (column - 1) & 0b101;
        around != 0
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Square> {
        (0..ROWS).flat_map(|row| self.in_row(row))
    }

    /// The squares of a mask that nobody else holds.
    pub(crate) fn into_squares(self) -> impl Iterator<Item = Square> {
        (0..ROWS).flat_map(move |row| self.in_row(row))
    }

    fn in_row(&self, row: u16) -> impl Iterator<Item = Square> + use<> {
        let mut rest = self.0[(i32::from(row) + MARGIN) as usize] >> MARGIN;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let column = rest.trailing_zeros();
                rest &= rest - 1;
                Square(row * STRIDE + column as u16)
            })
        })
    }

    #[cfg(test)]
    pub(crate) fn count(&self) -> u32 {
        self.iter().count() as u32
    }

    /// Every square beside one of the set, along rows and columns.
    pub(crate) fn sides(&self) -> Mask {
        let row = |row: usize| self.0.get(row).copied().unwrap_or(0);
        Mask(std::array::from_fn(|y| row(y.wrapping_sub(1)) | row(y + 1) | row(y) << 1 | row(y) >> 1))
    }

    /// Every square that touches one of the set at a corner.
    pub(crate) fn corners(&self) -> Mask {
        let row = |row: usize| self.0.get(row).copied().unwrap_or(0);
        Mask(std::array::from_fn(|y| {
            let beside = row(y.wrapping_sub(1)) | row(y + 1);
            beside << 1 | beside >> 1
        }))
    }

    /// The set one column (at most) and one row (at most) away.
    #[inline]
    pub(crate) fn moved(&self, columns: i32, rows: i32) -> Mask {
        Mask(std::array::from_fn(|y| {
            let row = self.0.get(y.wrapping_add_signed(-rows as isize)).copied().unwrap_or(0);
            match columns {
                ..0 => row >> 1,
                0 => row,
                _ => row << 1,
            }
        }))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|row| *row == 0)
    }
}

impl FromIterator<Square> for Mask {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Mask {
        let mut mask = Mask::EMPTY;
        squares.into_iter().for_each(|square| mask.insert(square));
        mask
    }
}

impl BitOr for Mask {
    type Output = Mask;
    fn bitor(self, other: Mask) -> Mask {
        Mask(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }
}

impl BitOrAssign for Mask {
    fn bitor_assign(&mut self, other: Mask) {
        *self = *self | other;
    }
}

impl BitAnd for Mask {
    type Output = Mask;
    fn bitand(self, other: Mask) -> Mask {
        Mask(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }
}

impl Not for Mask {
    type Output = Mask;
    fn not(self) -> Mask {
        Mask(self.0.map(|row| !row))
    }
}
