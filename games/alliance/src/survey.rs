//! The plan from which the outlines are drawn, and the ground they are drawn on.

use std::collections::BTreeSet;

use atlas::geography::{BOUNDS, europe};
use atlas::projection::Conic;
use atlas::survey::{Ground, Plan, PlannedArea, Point, Survey, ground};

use crate::map::{Frame, Map};

/// The side of a cell, in kilometres.
const STEP: f64 = 4.0;

/// Islands belong to a region that is no farther, in kilometres.
const OFFSHORE: f64 = 120.0;

/// So near to its bounds the atlas is not asked, in degrees.
const RIM: f64 = 0.05;

impl Map {
    /// Which areas there are, where, and which of them touch: regions first, then seas, as in [`Map::numbers`].
    pub fn plan(&self, conic: &Conic) -> Plan {
        let points = |lon: f64, lat: f64, also: &[(f64, f64)]| {
            let all = [(lon, lat)].into_iter().chain(also.iter().copied());
            all.map(|(lon, lat)| conic.forward(lon, lat)).collect::<Vec<Point>>()
        };
        let regions = self.regions.iter().map(|region| PlannedArea {
            name: region.name.clone(),
            is_sea: false,
            points: points(region.lon, region.lat, &region.also),
            reach: region.reach,
            handicap: region.handicap,
        });
        let seas = self.seas.iter().map(|sea| PlannedArea {
            name: sea.name.clone(),
            is_sea: true,
            points: points(sea.lon, sea.lat, &sea.also),
            reach: None,
            handicap: sea.handicap,
        });
        let areas: Vec<PlannedArea> = regions.chain(seas).collect();
        let Frame { west, north, east, south } = self.frame;
        Plan {
            touching: self.touching(),
            step: STEP,
            corners: ((west, north), (east, south)),
            offshore: OFFSHORE,
            areas,
        }
    }

    fn touching(&self) -> BTreeSet<(u16, u16)> {
        let numbers = self.numbers();
        let pair = |a: &str, b: &str| (numbers[a].min(numbers[b]), numbers[a].max(numbers[b]));
        let by_land = self.borders.iter().filter(|border| !border.kind.is_over_water());
        let by_land = by_land.map(|border| pair(&border.a, &border.b));
        let by_sea = self.passages.iter().map(|passage| pair(&passage.a, &passage.b));
        let coasts = self
            .regions
            .iter()
            .flat_map(|region| region.coast.iter().map(move |sea| (region.name.as_str(), sea.as_str())));
        by_land.chain(by_sea).chain(coasts.map(|(region, sea)| pair(region, sea))).collect()
    }

    /// Draws the outlines of regions and seas. Takes some seconds.
    pub fn survey(&self) -> Survey {
        let conic = Conic::europe();
        let plan = self.plan(&conic);
        let nature = ground(europe(), &conic, plan.step);
        let courses: Vec<(f64, Vec<Point>)> = self
            .waters
            .iter()
            .map(|water| {
                let course = water.course.iter().map(|&(lon, lat)| conic.forward(lon, lat));
                (water.width / 2.0, course.collect())
            })
            .collect();
        plan.carry_out(|point| {
            let wet = |(reach, course): &(f64, Vec<Point>)| {
                course.windows(2).any(|leg| distance(point, leg[0], leg[1]) < *reach)
            };
            let found = nature(inside(&conic, point));
            Ground { is_land: found.is_land && !courses.iter().any(wet), ..found }
        })
    }
}

/// The point itself; or, on the rim of the map in the north and east that the atlas does not know, the nearest that it does.
fn inside(conic: &Conic, point: Point) -> Point {
    let (north, east) = (f64::from(BOUNDS.north) - RIM, f64::from(BOUNDS.east) - RIM);
    match conic.inverse(point.0, point.1) {
        (lon, lat) if lat > north || lon > east => conic.forward(lon.min(east), lat.min(north)),
        _ => point,
    }
}

/// How far a point is from the straight line between two.
fn distance(point: Point, a: Point, b: Point) -> f64 {
    let (along, length) = ((b.0 - a.0, b.1 - a.1), (b.0 - a.0).hypot(b.1 - a.1));
    let share = ((point.0 - a.0) * along.0 + (point.1 - a.1) * along.1) / (length * length).max(f64::EPSILON);
    let share = share.clamp(0.0, 1.0);
    (point.0 - a.0 - along.0 * share).hypot(point.1 - a.1 - along.1 * share)
}
