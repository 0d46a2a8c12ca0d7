//! Small geometry on the plane of the area maps, in kilometres.

use atlas::projection::Conic;

/// A point in degrees: longitude, latitude.
pub type Degrees = (f64, f64);

/// A point on the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Km {
    pub x: f64,
    pub y: f64,
}

impl Km {
    /// Where a point of the globe falls.
    pub fn of((lon, lat): Degrees) -> Km {
        let (x, y) = Conic::europe().forward(lon, lat);
        Km { x, y }
    }

    /// How far another point is.
    pub fn to(self, other: Km) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// Twice the area of a triangle: positive if it turns right on the map.
pub fn turn(a: Km, b: Km, c: Km) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// The area inside a ring, in square kilometres.
pub fn area(ring: &[Km]) -> f64 {
    let Some(&origin) = ring.first() else { return 0.0 };
    ring.windows(2).map(|side| turn(origin, side[0], side[1])).sum::<f64>().abs() / 2.0
}

/// Which of `points` is nearest, and how far.
pub fn nearest(points: impl IntoIterator<Item = Km>, to: Km) -> Option<(usize, f64)> {
    let distances = points.into_iter().map(|point| point.to(to));
    distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1))
}

/// A smooth curve through points, every few kilometres a point.
pub fn smooth(points: &[Degrees]) -> Vec<Degrees> {
    const STEP_KM: f64 = 3.0;
    let at = |i: isize| points[i.clamp(0, points.len() as isize - 1) as usize];
    let mut curve = Vec::new();
    for i in 0..points.len().saturating_sub(1) as isize {
        let (before, from, to, after) = (at(i - 1), at(i), at(i + 1), at(i + 2));
        let steps = (Km::of(from).to(Km::of(to)) / STEP_KM).ceil().max(1.0);
        for step in 0..steps as usize {
            let t = step as f64 / steps;
            let along = |a: f64, b: f64, c: f64, d: f64| {
                b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
            };
            curve.push((along(before.0, from.0, to.0, after.0), along(before.1, from.1, to.1, after.1)));
        }
    }
    curve.extend(points.last());
    curve
}
