//! Is it land? Sides of all shores, sorted into bands of latitude.

use super::shapes::{Bounds, Level, Point, crosses};

/// Bands per degree of latitude.
const BANDS: f64 = 16.0;

/// Every side of every shore, by the bands of latitude it passes through.
#[derive(Debug)]
pub struct Shores {
    bounds: Bounds,
    bands: Vec<Vec<[Point; 2]>>,
}

impl Shores {
    /// Sorts the shores of a level.
    pub fn new(level: &Level, bounds: Bounds) -> Shores {
        let count = (f64::from(bounds.north - bounds.south) * BANDS).ceil() as usize;
        let mut shores = Shores { bounds, bands: vec![Vec::new(); count] };
        for land in &level.lands {
            for ring in std::iter::once(&land.outline).chain(&land.holes) {
                for (i, &point) in ring.iter().enumerate() {
                    shores.add([point, ring[(i + 1) % ring.len()]]);
                }
            }
        }
        shores
    }

    fn add(&mut self, side: [Point; 2]) {
        let [a, b] = side.map(|point| self.band(f64::from(point.lat)));
        for band in a.min(b)..=a.max(b) {
            self.bands[band].push(side);
        }
    }

    fn band(&self, lat: f64) -> usize {
        let band = (lat - f64::from(self.bounds.south)) * BANDS;
        (band.max(0.0) as usize).min(self.bands.len() - 1)
    }

    /// Whether a point lies on land: it has an odd number of shores to its east, whatever islands and lakes lie there.
    pub fn is_land(&self, lon: f64, lat: f64) -> bool {
        let crossed = |side: &&[Point; 2]| crosses(side[0].into(), side[1].into(), lon, lat);
        self.bounds.contain(lon, lat) && self.bands[self.band(lat)].iter().filter(crossed).count() % 2 == 1
    }
}
