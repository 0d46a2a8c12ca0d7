//! Which point of the globe lies under a point of the paper.
//!
//! Going back from the plane to the globe can be slow and is asked for everywhere, so it is done at the corners of large squares
//! only; between them degrees change evenly.

use std::sync::Arc;

use super::Rect;
use crate::projection::Projection;
use crate::survey::Point;

/// How many squares the longer side of the paper has.
const SQUARES: f64 = 64.0;

/// The globe under a sheet of paper.
#[derive(Debug)]
pub(super) struct Lattice {
    pub(super) projection: Arc<dyn Projection>,
    low: Point,
    step: f64,
    columns: usize,
    rows: usize,
    /// Longitudes and latitudes of the corners, row by row.
    corners: Vec<Point>,
}

impl Lattice {
    /// The globe under `frame`; `plane` takes points of the paper to the plane.
    pub(super) fn new(
        projection: &Arc<dyn Projection>,
        frame: Rect,
        plane: impl Fn(Point) -> Point,
    ) -> Lattice {
        let step = frame.width().max(frame.height()) / SQUARES;
        let count = |length: f64| (length / step).ceil() as usize + 1;
        let (columns, rows) = (count(frame.width()), count(frame.height()));
        let corner = |i: usize| {
            let (column, row) = ((i % columns) as f64, (i / columns) as f64);
            let (x, y) = plane((frame.low.0 + column * step, frame.low.1 + row * step));
            projection.inverse(x, y)
        };
        let corners = (0..columns * rows).map(corner).collect();
        Lattice { projection: Arc::clone(projection), low: frame.low, step, columns, rows, corners }
    }

    /// Longitude and latitude of a point of the paper.
    pub(super) fn lon_lat(&self, at: Point) -> Point {
        let (x, y) = ((at.0 - self.low.0) / self.step, (at.1 - self.low.1) / self.step);
        let column = (x.max(0.0) as usize).min(self.columns - 2);
        let row = (y.max(0.0) as usize).min(self.rows - 2);
        let (right, down) = (x - column as f64, y - row as f64);
        let corner = |dx: usize, dy: usize| self.corners[(row + dy) * self.columns + column + dx];
        let mix = |of: fn(Point) -> f64| {
            let upper = of(corner(0, 0)) * (1.0 - right) + of(corner(1, 0)) * right;
            let lower = of(corner(0, 1)) * (1.0 - right) + of(corner(1, 1)) * right;
            upper * (1.0 - down) + lower * down
        };
        (mix(|p| p.0), mix(|p| p.1))
    }

    /// How far north leans to the right at a point of the paper, in radians.
    pub(super) fn north(&self, at: Point) -> f64 {
        let (lon, lat) = self.lon_lat(at);
        self.projection.lean(lon, lat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projection::Conic;

    #[test]
    fn between_corners_the_error_is_small() {
        let conic = Conic::europe();
        let frame = Rect { low: (0.0, 0.0), high: (2000.0, 1500.0) };
        let plane = |(x, y): Point| (x * 2.4 - 2200.0, y * 2.4 - 1700.0);
        let projection: Arc<dyn Projection> = Arc::new(conic);
        let lattice = Lattice::new(&projection, frame, plane);
        for i in 0..40 {
            let at = (f64::from(i) * 51.1, f64::from(i * 7 % 40) * 37.9);
            let (lon, lat) = lattice.lon_lat(at);
            let (there, back) = (plane(at), conic.forward(lon, lat));
            assert!((there.0 - back.0).hypot(there.1 - back.1) < 0.6, "{at:?}");
        }
    }
}
