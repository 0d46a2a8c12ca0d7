//! The plan from which the outlines are drawn, and the outlines.

use std::sync::LazyLock;

use atlas::geography::europe;
use atlas::projection::Conic;
use atlas::survey::{Channel, Plan, PlannedArea, Survey, dig, ground};

use crate::map::Map;

/// The outlines of lands and seas, numbered as in [`Map::numbers`].
pub static OUTLINES: LazyLock<Survey> = LazyLock::new(|| {
    Survey::from_bytes(include_bytes!("../data/outlines.bin")).expect("the outlines are whole")
});

impl Map {
    /// Which areas there are, where, and which of them touch: lands first, then seas, as in [`Map::numbers`].
    pub fn plan(&self, conic: &Conic) -> Plan {
        let area = |name: &str, is_sea, at: (f64, f64), also: &[(f64, f64)], handicap| PlannedArea {
            handicap,
            ..PlannedArea::of(conic, name, is_sea, [at].iter().chain(also))
        };
        let lands = self
            .lands
            .iter()
            .map(|land| area(&land.id, false, (land.lon, land.lat), &land.also, land.handicap));
        let seas =
            self.seas.iter().map(|sea| area(&sea.id, true, (sea.lon, sea.lat), &sea.also, sea.handicap));
        Plan::of_europe(self.frame, lands.chain(seas).collect(), self.adjacency.pairs())
    }

    /// Draws the outlines of lands and seas, with the straits open. Takes some seconds.
    pub fn survey(&self) -> Survey {
        let conic = Conic::europe();
        let plan = self.plan(&conic);
        let width = Channel::least(plan.step);
        let straits = self.straits.iter().map(|strait| Channel::along(&conic, width, &strait.line));
        plan.carry_out(dig(ground(europe(), &conic, plan.step), straits.collect()))
    }
}

#[cfg(test)]
mod tests;
