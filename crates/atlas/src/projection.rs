//! From the globe to the plane and back.
//!
//! All maps lie on Lambert's conformal conic with one standard parallel, on a sphere: shapes keep their angles,
//! and near the standard parallel their size; away from the central meridian north leans over.

use std::f64::consts::FRAC_PI_4;
use std::fmt::Debug;

/// The radius of the sphere, in kilometres.
pub const EARTH_KM: f64 = 6371.0;

/// A way to lay the globe on a plane. Longitudes and latitudes are degrees, east and north positive; the plane is in
/// kilometres, x to the east, y to the south.
pub trait Projection: Debug + Send + Sync {
    /// Where a point of the globe lies on the plane.
    fn forward(&self, lon: f64, lat: f64) -> (f64, f64);

    /// Which point of the globe lies at `(x, y)`: longitude and latitude.
    fn inverse(&self, x: f64, y: f64) -> (f64, f64);

    /// How far north leans to the right at a point of the globe, in radians.
    fn lean(&self, lon: f64, lat: f64) -> f64 {
        const STEP: f64 = 0.01;
        let (a, b) = (self.forward(lon, lat - STEP), self.forward(lon, lat + STEP));
        (b.0 - a.0).atan2(a.1 - b.1)
    }
}

/// A conic projection. Longitudes and latitudes are degrees, east and north positive; the plane is in kilometres, x to
/// the east, y to the south, with its origin where the central meridian meets the standard parallel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conic {
    lon0: f64,
    phi0: f64,
    /// How much of a full turn the cone covers.
    n: f64,
    /// Kilometres from the apex to the standard parallel.
    rho0: f64,
    /// Kilometres from the apex to the equator.
    equator: f64,
}

impl Conic {
    /// The cone that touches the sphere along the parallel `phi0` and points north along the meridian `lon0`.
    ///
    /// # Panics
    /// If `phi0` is the equator or a pole, where the cone becomes a cylinder or a plane.
    pub fn new(lon0: f64, phi0: f64) -> Conic {
        assert!(phi0 != 0.0 && phi0.abs() < 90.0, "no cone touches the sphere along {phi0}");
        let n = phi0.to_radians().sin();
        let rho0 = EARTH_KM / phi0.to_radians().tan();
        Conic { lon0, phi0, n, rho0, equator: rho0 * steepness(phi0).powf(n) }
    }

    /// The cone of the area maps: Europe from Lisbon to Moscow with little distortion.
    pub fn europe() -> Conic {
        Conic::new(15.0, 47.0)
    }

    /// The central meridian, in degrees.
    pub fn lon0(&self) -> f64 {
        self.lon0
    }

    /// The standard parallel, in degrees.
    pub fn phi0(&self) -> f64 {
        self.phi0
    }

    /// Where a point of the globe lies on the plane: kilometres east and south.
    pub fn forward(&self, lon: f64, lat: f64) -> (f64, f64) {
        let rho = self.equator / steepness(lat).powf(self.n);
        let theta = self.n * (lon - self.lon0).to_radians();
        (rho * theta.sin(), rho * theta.cos() - self.rho0)
    }

    /// Which point of the globe lies at `(x, y)`: longitude and latitude.
    pub fn inverse(&self, x: f64, y: f64) -> (f64, f64) {
        let down = y + self.rho0;
        let rho = x.hypot(down).copysign(self.n);
        let theta = (x * self.n.signum()).atan2(down * self.n.signum());
        let lat = 2.0 * ((self.equator / rho).powf(1.0 / self.n).atan() - FRAC_PI_4);
        (self.lon0 + (theta / self.n).to_degrees(), lat.to_degrees())
    }

    /// How many kilometres of the plane one kilometre on the ground takes at `lat`.
    pub fn scale(&self, lat: f64) -> f64 {
        self.n * self.equator / steepness(lat).powf(self.n) / (EARTH_KM * lat.to_radians().cos())
    }
}

impl Projection for Conic {
    fn forward(&self, lon: f64, lat: f64) -> (f64, f64) {
        Conic::forward(self, lon, lat)
    }

    fn inverse(&self, x: f64, y: f64) -> (f64, f64) {
        Conic::inverse(self, x, y)
    }
}

/// Kilometres along the great circle between two points given as longitude and latitude.
pub fn great_circle_km(a: (f64, f64), b: (f64, f64)) -> f64 {
    let (lat_a, lat_b) = (a.1.to_radians(), b.1.to_radians());
    let up = ((lat_b - lat_a) / 2.0).sin().powi(2);
    let across = ((b.0 - a.0).to_radians() / 2.0).sin().powi(2);
    2.0 * EARTH_KM * (up + lat_a.cos() * lat_b.cos() * across).sqrt().min(1.0).asin()
}

/// The slope at which Mercator stretches the meridian away: the tangent of 45 degrees and half the latitude.
fn steepness(lat: f64) -> f64 {
    (FRAC_PI_4 + lat.to_radians() / 2.0).tan()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_origin_is_where_the_meridian_meets_the_parallel() {
        let (x, y) = Conic::europe().forward(15.0, 47.0);
        assert!(x.abs() < 1e-9 && y.abs() < 1e-9, "{x} {y}");
    }

    #[test]
    fn east_is_right_and_south_is_down() {
        let cone = Conic::europe();
        let (x, y) = cone.forward(37.62, 55.75);
        assert!(x > 0.0 && y < 0.0, "Moscow lies at {x} {y}");
        let (x, y) = cone.forward(-9.14, 38.72);
        assert!(x < 0.0 && y > 0.0, "Lisbon lies at {x} {y}");
    }

    #[test]
    fn there_and_back_again() {
        for cone in [Conic::europe(), Conic::new(-10.6974, 46.8992), Conic::new(20.0, -35.0)] {
            for lon in (-180..=180).step_by(7) {
                for lat in (-80..=80).step_by(5) {
                    let (lon, lat) = (f64::from(lon) / 2.0, f64::from(lat));
                    let (x, y) = cone.forward(lon, lat);
                    let (lon2, lat2) = cone.inverse(x, y);
                    assert!((lon - lon2).abs() < 1e-9 && (lat - lat2).abs() < 1e-9, "{lon} {lat}");
                }
            }
        }
    }

    #[test]
    fn short_ways_on_the_plane_are_scaled_ground() {
        let cone = Conic::europe();
        for (lon, lat) in [(2.35, 48.86), (30.31, 59.94), (-6.29, 36.53), (44.0, 56.33)] {
            for (east, north) in [(0.01, 0.0), (0.0, 0.01), (0.01, 0.01)] {
                let (a, b) = (cone.forward(lon, lat), cone.forward(lon + east, lat + north));
                let plane = (a.0 - b.0).hypot(a.1 - b.1);
                let ground = great_circle_km((lon, lat), (lon + east, lat + north));
                assert!((plane / ground / cone.scale(lat) - 1.0).abs() < 2e-4, "at {lon} {lat}");
            }
        }
    }

    #[test]
    fn scale_is_true_along_the_parallel() {
        assert!((Conic::europe().scale(47.0) - 1.0).abs() < 1e-12);
        assert!(Conic::europe().scale(36.0) > 1.01);
    }

    #[test]
    fn north_leans_inwards() {
        let cone = Conic::europe();
        assert!(cone.lean(15.0, 50.0).abs() < 1e-9);
        let lean = -20_f64.to_radians() * 47_f64.to_radians().sin();
        assert!((cone.lean(35.0, 50.0) - lean).abs() < 1e-6 && cone.lean(-5.0, 50.0) > 0.2);
    }

    #[test]
    fn paris_to_moscow_is_2487_km() {
        assert!((great_circle_km((2.35, 48.86), (37.62, 55.75)) - 2487.0).abs() < 2.0);
    }
}
