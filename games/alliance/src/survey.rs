//! The plan from which the outlines are drawn.

use std::collections::BTreeSet;

use atlas::projection::Conic;
use atlas::survey::{Plan, PlannedArea, Point};

use crate::map::Map;

/// The side of a cell, in kilometres.
const STEP: f64 = 4.0;

/// How much of the map lies beyond its outermost points, in kilometres.
const MARGIN: f64 = 160.0;

/// Islands belong to a region that is no farther, in kilometres.
const OFFSHORE: f64 = 120.0;

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
        Plan { touching: self.touching(), step: STEP, corners: corners(&areas), offshore: OFFSHORE, areas }
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
}

fn corners(areas: &[PlannedArea]) -> (Point, Point) {
    let all = || areas.iter().flat_map(|area| &area.points);
    let least = |of: fn(&Point) -> f64| all().map(of).fold(f64::INFINITY, f64::min) - MARGIN;
    let most = |of: fn(&Point) -> f64| all().map(of).fold(f64::NEG_INFINITY, f64::max) + MARGIN;
    ((least(|point| point.0), least(|point| point.1)), (most(|point| point.0), most(|point| point.1)))
}
