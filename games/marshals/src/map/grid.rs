//! Where the hexes lie on the globe.

use atlas::projection::Conic;
use atlas::topology::{GridPlan, GridSheet, HexGrid, Orientation, Parity};

/// From the middle of a hex to that of the next, in kilometres: a hex lies between Le Havre and Dieppe, and Calais is within
/// four of it.
pub const PITCH: f64 = 45.0;

/// Columns, from Portugal to Nizhny Novgorod.
pub const COLUMNS: u16 = 91;

/// Rows, from Uleaborg to Crete. They run from west to east.
pub const ROWS: u16 = 92;

/// Chosen so that the fewest places share a hex, and none that two sides hold at once.
const ORIGIN: (f64, f64) = (-2207.0, -2227.942);

/// The plane on which the grid lies.
pub fn conic() -> Conic {
    Conic::europe()
}

/// The grid.
pub fn grid() -> HexGrid {
    HexGrid::new(&GridPlan {
        orientation: Orientation::PointedTop,
        shifted: Parity::Even,
        sheets: &[GridSheet { letter: None, columns: COLUMNS }],
        rows: ROWS,
        origin: ORIGIN,
        pitch: PITCH,
    })
    .expect("the plan of the grid is sound")
}
