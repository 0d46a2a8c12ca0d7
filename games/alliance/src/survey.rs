//! The plan from which the outlines are drawn, and the ground they are drawn on.

use atlas::geography::europe;
use atlas::projection::Conic;
use atlas::survey::{Channel, Plan, PlannedArea, Survey, dig, ground};

use crate::map::Map;

impl Map {
    /// Which areas there are, where, and which of them touch: regions first, then seas, as in [`Map::numbers`].
    pub fn plan(&self, conic: &Conic) -> Plan {
        let regions = self.regions.iter().map(|region| PlannedArea {
            reach: region.reach,
            handicap: region.handicap,
            ..PlannedArea::of(
                conic,
                &region.name,
                false,
                [(region.lon, region.lat)].iter().chain(&region.also),
            )
        });
        let seas = self.seas.iter().map(|sea| PlannedArea {
            handicap: sea.handicap,
            ..PlannedArea::of(conic, &sea.name, true, [(sea.lon, sea.lat)].iter().chain(&sea.also))
        });
        Plan::of_europe(self.frame, regions.chain(seas).collect(), self.touching())
    }

    /// Who touches whom: regions by land, seas, and regions the seas of their coasts.
    fn touching(&self) -> impl Iterator<Item = (&str, &str)> {
        let by_land = self.borders.iter().filter(|border| !border.kind.is_over_water());
        let by_land = by_land.map(|border| (border.a.as_str(), border.b.as_str()));
        let by_sea = self.passages.iter().map(|passage| (passage.a.as_str(), passage.b.as_str()));
        let coasts = self
            .regions
            .iter()
            .flat_map(|region| region.coast.iter().map(move |sea| (region.name.as_str(), sea.as_str())));
        by_land.chain(by_sea).chain(coasts)
    }

    /// Draws the outlines of regions and seas. Takes some seconds.
    pub fn survey(&self) -> Survey {
        let conic = Conic::europe();
        let plan = self.plan(&conic);
        let channels = self.waters.iter().map(|water| Channel::along(&conic, water.width, &water.course));
        plan.carry_out(dig(ground(europe(), &conic, plan.step), channels.collect()))
    }
}
