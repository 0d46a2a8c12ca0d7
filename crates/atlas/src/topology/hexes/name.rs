//! The numbers printed in hexes: `W2627`, `E0417`.

use std::fmt;

use thiserror::Error;

use super::{HexGrid, HexId};

/// The number printed in a hex: the letter of its sheet, its column and its row there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HexName {
    /// The letter of the sheet, if it has one.
    pub sheet: Option<char>,
    /// The column, counted from 1 on each sheet.
    pub column: u16,
    /// The row, counted from 1.
    pub row: u16,
    /// How many digits column and row are written with.
    digits: u8,
}

impl fmt::Display for HexName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = usize::from(self.digits);
        if let Some(letter) = self.sheet {
            write!(f, "{letter}")?;
        }
        write!(f, "{:0digits$}{:0digits$}", self.column, self.row)
    }
}

/// Why something is not the number of a hex.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum HexNameError {
    /// Not written like one.
    #[error("{name:?} is not written like {like}")]
    Form {
        /// What was read.
        name: String,
        /// A number of this map.
        like: String,
    },
    /// A sheet the map does not have.
    #[error("{0:?} is on no sheet of this map")]
    GridSheet(String),
    /// A hex the map does not have.
    #[error("there is no hex {0:?} on this map")]
    Absent(String),
}

impl HexGrid {
    /// The number printed in a hex.
    pub fn name(&self, hex: HexId) -> HexName {
        let (mut column, row) = self.layout.column_row(hex);
        let mut sheets = self.sheets.iter();
        let mut sheet = sheets.next();
        while let Some(left) = sheet.filter(|sheet| column > sheet.columns) {
            column -= left.columns;
            sheet = sheets.next();
        }
        HexName { sheet: sheet.and_then(|sheet| sheet.letter), column, row, digits: self.digits() }
    }

    /// The hex with this number.
    pub fn find(&self, name: &str) -> Result<HexId, HexNameError> {
        let lettered = self.sheets[0].letter.is_some();
        let wrong = || HexNameError::Form { name: name.to_owned(), like: self.name(HexId(0)).to_string() };
        let letter = name.chars().next().filter(|_| lettered);
        let digits = &name[letter.map_or(0, char::len_utf8)..];
        if digits.len() != 2 * usize::from(self.digits())
            || !digits.bytes().all(|digit| digit.is_ascii_digit())
        {
            return Err(wrong());
        }
        let (column, row) = digits.split_at(digits.len() / 2);
        let column: u16 = column.parse().map_err(|_| wrong())?;
        let row: u16 = row.parse().map_err(|_| wrong())?;
        let index = self.sheets.iter().position(|sheet| sheet.letter == letter);
        let index = index.ok_or_else(|| HexNameError::GridSheet(name.to_owned()))?;
        let left: u16 = self.sheets[..index].iter().map(|sheet| sheet.columns).sum();
        let inside = (1..=self.sheets[index].columns).contains(&column) && (1..=self.rows).contains(&row);
        inside
            .then(|| self.layout.hex_in(left + column, row))
            .filter(|hex| self.exists(*hex))
            .ok_or_else(|| HexNameError::Absent(name.to_owned()))
    }

    /// Columns and rows have two digits, or three if there are so many.
    fn digits(&self) -> u8 {
        let columns = self.sheets.iter().map(|sheet| sheet.columns).max().unwrap_or(0);
        if columns.max(self.rows) > 99 { 3 } else { 2 }
    }
}
