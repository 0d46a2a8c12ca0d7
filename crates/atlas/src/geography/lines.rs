//! How far is the nearest line? Lines cut into short runs, each with its box.

use super::shapes::{Bounds, Point};
use crate::projection::EARTH_KM;

/// How many points a run has.
const RUN: usize = 16;

/// Lines, each with the number of what it belongs to.
#[derive(Debug)]
pub(super) struct Lines {
    runs: Vec<Run>,
}

#[derive(Debug)]
struct Run {
    owner: usize,
    bounds: Bounds,
    points: Vec<Point>,
}

impl Lines {
    pub(super) fn new(lines: impl IntoIterator<Item = (usize, Vec<Point>)>) -> Lines {
        let mut runs = Vec::new();
        for (owner, line) in lines {
            for start in (0..line.len().saturating_sub(1)).step_by(RUN - 1) {
                let points = line[start..line.len().min(start + RUN)].to_vec();
                runs.push(Run { owner, bounds: Bounds::around(&points), points });
            }
        }
        Lines { runs }
    }

    /// Whose line is nearest, and how many kilometres away.
    ///
    /// The globe is taken as flat around the point, so what is far away is measured roughly.
    pub(super) fn nearest(&self, lon: f64, lat: f64) -> Option<(usize, f64)> {
        let flat = Flat { lon, lat, shrink: lat.to_radians().cos() };
        let first = self.runs.iter().min_by(|a, b| flat.to_box(a).total_cmp(&flat.to_box(b)))?;
        let mut best = (first.owner, flat.to_run(first));
        for run in &self.runs {
            if flat.to_box(run) < best.1 {
                let far = flat.to_run(run);
                if far < best.1 {
                    best = (run.owner, far);
                }
            }
        }
        Some((best.0, best.1.sqrt() * EARTH_KM.to_radians()))
    }
}

/// The surroundings of a point as a plane, in degrees of latitude; distances are squared.
struct Flat {
    lon: f64,
    lat: f64,
    shrink: f64,
}

impl Flat {
    fn plane(&self, point: Point) -> (f64, f64) {
        ((f64::from(point.lon) - self.lon) * self.shrink, f64::from(point.lat) - self.lat)
    }

    fn to_box(&self, run: &Run) -> f64 {
        let Bounds { west, east, south, north } = run.bounds;
        let low = self.plane(Point { lon: west, lat: south });
        let high = self.plane(Point { lon: east, lat: north });
        let (x, y) = (low.0.max(-high.0).max(0.0), low.1.max(-high.1).max(0.0));
        x * x + y * y
    }

    fn to_run(&self, run: &Run) -> f64 {
        run.points.windows(2).map(|side| self.to_side(side[0], side[1])).fold(f64::INFINITY, f64::min)
    }

    fn to_side(&self, a: Point, b: Point) -> f64 {
        let (a, b) = (self.plane(a), self.plane(b));
        let along = (b.0 - a.0, b.1 - a.1);
        let length = along.0 * along.0 + along.1 * along.1;
        let share = if length > 0.0 { -(a.0 * along.0 + a.1 * along.1) / length } else { 0.0 };
        let share = share.clamp(0.0, 1.0);
        let (x, y) = (a.0 + share * along.0, a.1 + share * along.1);
        x * x + y * y
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projection::great_circle_km;

    fn meridian(lon: f32) -> Vec<Point> {
        (30..60).map(|lat| Point { lon, lat: lat as f32 }).collect()
    }

    #[test]
    fn the_nearer_of_two_meridians() {
        let lines = Lines::new([(7, meridian(10.0)), (8, meridian(12.0))]);
        let (owner, km) = lines.nearest(11.2, 45.5).unwrap();
        assert_eq!(owner, 8);
        let ground = great_circle_km((11.2, 45.5), (12.0, 45.5));
        assert!((km - ground).abs() < 0.2, "{km} {ground}");
    }

    #[test]
    fn no_lines_no_distance() {
        assert_eq!(Lines::new([]).nearest(0.0, 0.0), None);
    }
}
