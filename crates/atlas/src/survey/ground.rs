//! The ground of the base geography, as surveyors cross it.

use std::collections::HashSet;

use super::{Ground, Point};
use crate::geography::Geography;
use crate::projection::Conic;

/// A river is so many times dearer to cross than easy ground, by its rank.
const RIVERS: [f64; 3] = [14.0, 9.0, 4.0];

/// A kilometre that rises or falls by so many metres is twice as dear as a level one.
const STEEP: f64 = 120.0;

/// The ground at any point of the plane, with rivers as wide as a cell of side `step`.
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
