//! Where hexes lie on the plane.
//!
//! Centres and corners are points of one lattice, counted in thirds of the distance between lines and in half steps along
//! them, and only then turned into units of the plane: so hexes that share a corner get it to the last bit.

use super::{Cell, HexGrid, HexId, Id, Orientation, SideId};

/// From one line to the next, if neighbours are 1 apart.
const LINE: f64 = 0.866_025_403_784_438_6;

/// Where the corners are seen from the centre, in thirds of a line and half steps, for flat tops and for pointed: the
/// first is the one after the first direction, and so on clockwise.
const FLAT: [(i32, i32); 6] = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)];
const POINTED: [(i32, i32); 6] = [(-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0)];

impl HexGrid {
    /// From the centre of a hex to that of its neighbour.
    pub fn pitch(&self) -> f64 {
        self.pitch
    }

    /// The centre of a hex.
    pub fn centre(&self, hex: HexId) -> (f64, f64) {
        self.point(self.layout.cell(hex), (0, 0))
    }

    /// The corners of a hex, clockwise. The side in the first of [`Orientation::directions`] runs from the last corner to
    /// the first, the next from the first to the second, and so on.
    pub fn corners(&self, hex: HexId) -> [(f64, f64); 6] {
        let offsets = match self.orientation() {
            Orientation::FlatTop => FLAT,
            Orientation::PointedTop => POINTED,
        };
        offsets.map(|offset| self.point(self.layout.cell(hex), offset))
    }

    /// The ends of a side, clockwise as seen from the first of [`Self::hexes_at`].
    pub fn ends(&self, side: SideId) -> [(f64, f64); 2] {
        let (hex, slot) = self.sides[side.index()];
        let corners = self.corners(hex);
        let slot = usize::from(slot);
        [corners[(slot + 5) % 6], corners[slot]]
    }

    /// The hex in which a point of the plane lies, if there is one.
    pub fn hex_at(&self, (x, y): (f64, f64)) -> Option<HexId> {
        let (x, y) = ((x - self.origin.0) / self.pitch, (y - self.origin.1) / self.pitch);
        let (across, along) = match self.orientation() {
            Orientation::FlatTop => (x, y),
            Orientation::PointedTop => (y, x),
        };
        // Numbers start at 1, lines and places at 0.
        let (line, along) = (across / LINE - 1.0, 2.0 * (along - 1.0));
        // Far outside, and where a coordinate is no number, there is nothing to count.
        if !(line.abs() < 1e6 && along.abs() < 1e6) {
            return None;
        }
        let nearest = line.round();
        let candidates = [nearest - 1.0, nearest, nearest + 1.0].map(|near| {
            let shift = f64::from(self.layout.shift(near as i32));
            let place = ((along - shift) / 2.0).round() * 2.0 + shift;
            let (lines, steps) = ((line - near) * LINE, (along - place) / 2.0);
            (lines * lines + steps * steps, near, place)
        });
        let (_, line, along) = candidates.into_iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
        self.at(Cell { line: line as i32, along: along as i32 })
    }

    /// A point given by a cell and an offset in thirds of a line and half steps.
    fn point(&self, cell: Cell, (thirds, halves): (i32, i32)) -> (f64, f64) {
        let across = f64::from(3 * (cell.line + 1) + thirds) * (LINE / 3.0 * self.pitch);
        let along = f64::from(cell.along + 2 + halves) * (self.pitch / 2.0);
        let (x, y) = match self.orientation() {
            Orientation::FlatTop => (across, along),
            Orientation::PointedTop => (along, across),
        };
        (self.origin.0 + x, self.origin.1 + y)
    }
}
