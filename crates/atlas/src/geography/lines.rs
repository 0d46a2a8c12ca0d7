//! How far is the nearest line? Lines cut into short runs, each with its box.

use super::shapes::Point;
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
    low: Point,
    high: Point,
    points: Vec<Point>,
}

impl Lines {
    pub(super) fn new(lines: impl IntoIterator<Item = (usize, Vec<Point>)>) -> Lines {
        let mut runs = Vec::new();
        for (owner, line) in lines {
            for start in (0..line.len().saturating_sub(1)).step_by(RUN - 1) {
                let points = line[start..line.len().min(start + RUN)].to_vec();
                let end = |f: fn(f32, f32) -> f32| Point {
                    lon: points.iter().map(|p| p.lon).fold(points[0].lon, f),
                    lat: points.iter().map(|p| p.lat).fold(points[0].lat, f),
                };
                runs.push(Run { owner, low: end(f32::min), high: end(f32::max), points });
            }
        }
        Lines { runs }
    }

    /// Whose line is nearest, and how many kilometres away.
    ///
    /// The globe is taken as flat around the point, so what is far away is measured roughly.
    pub(super) fn nearest(&self, lon: f64, lat: f64) -> Option<(usize, f64)> {
        let flat = Flat { lon, lat, shrink: lat.to_radians().cos() };
        let mut best: Option<(usize, f64)> = None;
        let mut order: Vec<(f64, &Run)> = self.runs.iter().map(|run| (flat.to_box(run), run)).collect();
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        for (at_least, run) in order {
            if best.is_some_and(|(_, km)| km <= at_least) {
                break;
            }
            for side in run.points.windows(2) {
                let km = flat.to_side(side[0], side[1]);
                if best.is_none_or(|(_, least)| km < least) {
                    best = Some((run.owner, km));
                }
            }
        }
        best
    }
}

/// The surroundings of a point as a plane.
struct Flat {
    lon: f64,
    lat: f64,
    shrink: f64,
}

impl Flat {
    fn plane(&self, point: Point) -> (f64, f64) {
        let km = EARTH_KM.to_radians();
        ((f64::from(point.lon) - self.lon) * self.shrink * km, (f64::from(point.lat) - self.lat) * km)
    }

    fn to_box(&self, run: &Run) -> f64 {
        let (low, high) = (self.plane(run.low), self.plane(run.high));
        let away = |low: f64, high: f64| low.max(-high).max(0.0);
        away(low.0, high.0).hypot(away(low.1, high.1))
    }

    fn to_side(&self, a: Point, b: Point) -> f64 {
        let (a, b) = (self.plane(a), self.plane(b));
        let along = (b.0 - a.0, b.1 - a.1);
        let length = along.0 * along.0 + along.1 * along.1;
        let share = if length > 0.0 { -(a.0 * along.0 + a.1 * along.1) / length } else { 0.0 };
        let share = share.clamp(0.0, 1.0);
        (a.0 + share * along.0).hypot(a.1 + share * along.1)
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
