//! The plan from which the outlines are drawn, and the outlines.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use atlas::geography::europe;
use atlas::projection::Conic;
use atlas::survey::{Ground, Plan, PlannedArea, Point, Survey, dig, ground};

use crate::map::Map;

/// The side of a cell, in kilometres.
const STEP: f64 = 4.0;

/// Islands belong to a land that is no farther, in kilometres.
const OFFSHORE: f64 = 120.0;

/// The outlines of lands and seas, numbered as in [`Map::numbers`].
pub static OUTLINES: LazyLock<Survey> = LazyLock::new(|| {
    Survey::from_bytes(include_bytes!("../data/outlines.bin")).expect("the outlines are whole")
});

impl Map {
    /// Which areas there are, where, and which of them touch: lands first, then seas, as in [`Map::numbers`].
    pub fn plan(&self, conic: &Conic) -> Plan {
        let area = |name: &str, is_sea, at: (f64, f64), also: &[(f64, f64)], handicap| PlannedArea {
            name: name.to_owned(),
            is_sea,
            points: project(conic, [at].iter().chain(also)),
            reach: None,
            handicap,
        };
        let lands = self
            .lands
            .iter()
            .map(|land| area(&land.id, false, (land.lon, land.lat), &land.also, land.handicap));
        let seas =
            self.seas.iter().map(|sea| area(&sea.id, true, (sea.lon, sea.lat), &sea.also, sea.handicap));
        let frame = &self.frame;
        Plan {
            areas: lands.chain(seas).collect(),
            touching: self.touching(),
            step: STEP,
            corners: ((frame.west, frame.north), (frame.east, frame.south)),
            offshore: OFFSHORE,
        }
    }

    /// The ground of Europe with the straits open.
    pub fn ground<'a>(&self, conic: &'a Conic) -> impl Fn(Point) -> Ground + use<'a> {
        let straits: Vec<Vec<Point>> =
            self.straits.iter().map(|strait| project(conic, &strait.line)).collect();
        dig(ground(europe(), conic, STEP), straits, STEP)
    }

    /// The pairs that touch, by number, the lower one first.
    fn touching(&self) -> BTreeSet<(u16, u16)> {
        let numbers = self.numbers();
        let pair = |(a, b)| (numbers[a].min(numbers[b]), numbers[a].max(numbers[b]));
        self.adjacency.pairs().map(pair).collect()
    }
}

fn project<'a>(conic: &Conic, points: impl IntoIterator<Item = &'a (f64, f64)>) -> Vec<Point> {
    points.into_iter().map(|&(lon, lat)| conic.forward(lon, lat)).collect()
}

#[cfg(test)]
mod tests;
