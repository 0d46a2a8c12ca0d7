//! The ground of the base geography, as surveyors cross it.

use std::collections::HashSet;

use super::{Ground, Point};
use crate::geography::{BOUNDS, Geography};
use crate::projection::Conic;

/// A river is so many times dearer to cross than easy ground, by its rank.
const RIVERS: [f64; 3] = [14.0, 9.0, 4.0];

/// A kilometre that rises or falls by so many metres is twice as dear as a level one.
const STEEP: f64 = 120.0;

/// So far inside of what is known, in degrees, lies the ground that is taken to go on beyond it.
const EDGE: f64 = 0.02;

/// The ground at any point of the plane, with rivers as wide as a cell of side `step`. Beyond what is known it goes on as it is
/// at the edge.
pub fn ground<'a>(
    geography: &'a Geography,
    conic: &'a Conic,
    step: f64,
) -> impl Fn(Point) -> Ground + use<'a> {
    let cell = move |(x, y): Point| ((x / step).floor() as i64, (y / step).floor() as i64);
    let mut courses: [HashSet<(i64, i64)>; 3] = Default::default();
    for river in &geography.fine.rivers {
        let points: Vec<Point> =
            river.points.iter().map(|point| conic.forward(point.lon.into(), point.lat.into())).collect();
        let course = &mut courses[usize::from(river.rank.clamp(1, 3)) - 1];
        for pair in points.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let steps = ((b.0 - a.0).hypot(b.1 - a.1) / (step / 2.0)).ceil().max(1.0);
            for number in 0..=steps as u32 {
                let share = f64::from(number) / steps;
                course.insert(cell((a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)));
            }
        }
    }
    move |point| {
        let (lon, lat) = conic.inverse(point.0, point.1);
        let lon = lon.clamp(f64::from(BOUNDS.west) + EDGE, f64::from(BOUNDS.east) - EDGE);
        let lat = lat.clamp(f64::from(BOUNDS.south) + EDGE, f64::from(BOUNDS.north) - EDGE);
        let height = |east: f64, south: f64| {
            let (lon, lat) = conic.inverse(point.0 + east, point.1 + south);
            geography.height(lon, lat)
        };
        let slope = (height(5.0, 0.0) - height(-5.0, 0.0)).hypot(height(0.0, 5.0) - height(0.0, -5.0)) / 10.0;
        let river = courses.iter().zip(RIVERS).find(|(course, _)| course.contains(&cell(point)));
        Ground {
            is_land: geography.is_land(lon, lat),
            dear: 1.0 + slope / STEEP + river.map_or(0.0, |(_, dear)| dear),
        }
    }
}

/// Water along a line, wider than it is in nature.
#[derive(Clone, PartialEq, Debug)]
pub struct Channel {
    /// How wide it is dug, in kilometres.
    pub width: f64,
    /// The way through it.
    pub line: Vec<Point>,
}

impl Channel {
    /// A channel through these places, given by longitude and latitude.
    pub fn along(conic: &Conic, width: f64, places: &[(f64, f64)]) -> Channel {
        Channel { width, line: places.iter().map(|&(lon, lat)| conic.forward(lon, lat)).collect() }
    }

    /// So wide that in cells of side `step` some cell's side is always under water, whatever the slant, and nobody slips through
    /// between corners.
    pub fn least(step: f64) -> f64 {
        step * std::f64::consts::SQRT_2
    }

    fn floods(&self, point: Point) -> bool {
        self.line.windows(2).any(|pair| from_line(point, pair[0], pair[1]) <= self.width / 2.0)
    }
}

/// The same ground with these channels dug: straits narrower than a cell.
pub fn dig(ground: impl Fn(Point) -> Ground, channels: Vec<Channel>) -> impl Fn(Point) -> Ground {
    move |point| match channels.iter().any(|channel| channel.floods(point)) {
        true => Ground { is_land: false, dear: 1.0 },
        false => ground(point),
    }
}

/// How far a point is from the line between two others.
pub(super) fn from_line(point: Point, a: Point, b: Point) -> f64 {
    let (along, off) = ((b.0 - a.0, b.1 - a.1), (point.0 - a.0, point.1 - a.1));
    let length = along.0 * along.0 + along.1 * along.1;
    let share = if length > 0.0 { (off.0 * along.0 + off.1 * along.1) / length } else { 0.0 }.clamp(0.0, 1.0);
    (off.0 - along.0 * share).hypot(off.1 - along.1 * share)
}

#[cfg(test)]
mod tests {
    use super::super::{Plan, PlannedArea};
    use super::*;
    use crate::geography::europe;

    #[test]
    fn the_bosphorus_is_lost_in_large_cells_until_it_is_dug() {
        let conic = Conic::europe();
        let at = |lon, lat| conic.forward(lon, lat);
        let area = |is_sea, point| PlannedArea { is_sea, points: vec![point], ..PlannedArea::default() };
        let plan = Plan {
            areas: vec![area(false, at(28.5, 41.3)), area(true, at(28.6, 40.8)), area(true, at(29.0, 41.7))],
            touching: [(0, 1), (0, 2), (1, 2)].into(),
            step: 6.0,
            corners: (at(28.0, 42.0), at(30.0, 40.6)),
            offshore: 0.0,
        };
        let closed = plan.carry_out(ground(europe(), &conic, plan.step));
        assert_eq!(closed.partition.contacts().get(&(1, 2)), None);
        let places = [(28.97, 40.97), (29.05, 41.10), (29.15, 41.27)];
        let strait = Channel::along(&conic, Channel::least(plan.step), &places);
        let open = plan.carry_out(dig(ground(europe(), &conic, plan.step), vec![strait]));
        assert!(open.partition.contacts().contains_key(&(1, 2)));
    }

    #[test]
    fn a_dug_line_cuts_the_land_in_two_whatever_its_slant() {
        let area = |point| PlannedArea { points: vec![point], ..PlannedArea::default() };
        for slant in 0..40 {
            let line = vec![(40.0 - f64::from(slant), -5.0), (f64::from(slant), 45.0)];
            let plan = Plan {
                areas: vec![area((0.5, 20.5)), area((39.5, 20.5))],
                touching: [(0, 1)].into(),
                step: 1.0,
                corners: ((0.0, 0.0), (40.0, 40.0)),
                offshore: 0.0,
            };
            let channel = Channel { width: Channel::least(plan.step), line };
            let survey = plan.carry_out(dig(|_| Ground { is_land: true, dear: 1.0 }, vec![channel]));
            assert_eq!(survey.partition.contacts().len(), 0, "slant {slant}");
        }
    }

    #[test]
    fn land_goes_on_beyond_the_edge() {
        let conic = Conic::europe();
        let ground = ground(europe(), &conic, 4.0);
        assert!(ground(conic.forward(18.0, 66.3)).is_land && !ground(conic.forward(-20.0, 50.0)).is_land);
    }
}
