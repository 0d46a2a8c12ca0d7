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

/// The same curve with the small bends of a river: each new point is off by up to about a kilometre, less than its place
/// is known by. The given points stay.
pub fn meander(points: &[Degrees]) -> Vec<Degrees> {
    const OFF: f64 = 0.009;
    let mut curve = smooth(points);
    for (i, point) in curve.iter_mut().enumerate() {
        if !points.contains(point) {
            let sway = |salt: u64| (scatter(i as u64 * 2 + salt, points) - 0.5) * 2.0 * OFF;
            *point = (point.0 + sway(0) / point.1.to_radians().cos(), point.1 + sway(1));
        }
    }
    curve
}

/// A number between 0 and 1 that looks like chance and is always the same for the same river.
fn scatter(i: u64, points: &[Degrees]) -> f64 {
    let mut mixed = points.first().map_or(0, |&(lon, lat)| lon.to_bits() ^ lat.to_bits().rotate_left(32));
    mixed = mixed.wrapping_add(i.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAALE: [Degrees; 4] = [(11.36, 50.65), (11.59, 50.93), (11.80, 51.16), (11.96, 51.48)];

    #[test]
    fn a_river_passes_its_towns_and_strays_little() {
        let (smooth, meander) = (smooth(&SAALE), meander(&SAALE));
        assert!(SAALE.iter().all(|town| meander.contains(town)));
        assert_eq!(smooth.len(), meander.len());
        let off: Vec<f64> = smooth.iter().zip(&meander).map(|(&a, &b)| Km::of(a).to(Km::of(b))).collect();
        assert!(off.iter().all(|&km| km < 1.5), "{off:?}");
        assert!(off.iter().any(|&km| km > 0.3), "{off:?}");
    }

    #[test]
    fn a_square_of_ten_kilometres() {
        let corner = |x, y| Km { x, y };
        let ring = [corner(0.0, 0.0), corner(10.0, 0.0), corner(10.0, 10.0), corner(0.0, 10.0)];
        assert_eq!(area(&ring), 100.0);
    }
}
