//! What a survey is held against, wherever it is kept.

use super::{AreaNumber, Plan, Survey};
use crate::geography::{BOUNDS, europe};
use crate::projection::Conic;

impl Survey {
    /// How many points of its coasts, on the plane of a cone, lie farther than so many kilometres from any coast of the atlas,
    /// and how many points there are.
    pub fn coasts_astray(&self, plan: &Plan, conic: &Conic, limit: f64) -> (usize, usize) {
        let is_sea = |area: Option<AreaNumber>| area.is_some_and(|area| plan.is_sea(area));
        let coasts = self.partition.arcs.iter().filter(|arc| is_sea(arc.left) != is_sea(arc.right));
        let (mut astray, mut all) = (0, 0);
        for &(x, y) in coasts.flat_map(|arc| &arc.points) {
            let (lon, lat) = conic.inverse(x, y);
            astray += usize::from(BOUNDS.contain(lon, lat) && europe().coast_km(lon, lat) > limit);
            all += 1;
        }
        (astray, all)
    }

    /// Areas that meet in a corner though they do not touch by plan, the lower number first.
    pub fn strangers(&self, plan: &Plan) -> Vec<(AreaNumber, AreaNumber)> {
        let meeting = self.partition.corners().into_iter().flat_map(|areas| {
            let areas: Vec<AreaNumber> = areas.into_iter().collect();
            let pairs = areas
                .iter()
                .enumerate()
                .flat_map(|(place, &a)| areas[place + 1..].iter().map(move |&b| (a, b)));
            pairs.collect::<Vec<_>>()
        });
        meeting.filter(|&(a, b)| !plan.touch(a, b)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::survey::{Ground, PlannedArea};

    fn quarters() -> Plan {
        let area = |x, y| PlannedArea { points: vec![(x, y)], ..PlannedArea::default() };
        Plan {
            areas: vec![area(5.0, 5.0), area(15.0, 5.0), area(5.0, 15.0), area(15.0, 15.0)],
            touching: [(0, 1), (0, 2), (1, 3), (2, 3), (0, 3), (1, 2)].into(),
            step: 1.0,
            corners: ((0.0, 0.0), (20.0, 20.0)),
            offshore: 0.0,
        }
    }

    #[test]
    fn strangers_in_a_corner_are_found() {
        let plan = quarters();
        let survey = plan.carry_out(|_| Ground { is_land: true, dear: 1.0 });
        assert_eq!(survey.strangers(&plan), []);
        let nobody = Plan { touching: [].into(), ..plan };
        assert!(!survey.strangers(&nobody).is_empty());
        assert!(survey.strangers(&nobody).iter().all(|(a, b)| a < b));
    }

    #[test]
    fn a_coast_where_the_atlas_has_none_is_astray() {
        // North of the Alps, as far from the sea as can be.
        let conic = Conic::europe();
        let mut plan = quarters();
        let (x, y) = conic.forward(13.0, 48.5);
        for area in &mut plan.areas {
            area.points.iter_mut().for_each(|point| *point = (point.0 + x, point.1 + y));
        }
        plan.corners = ((x, y), (x + 20.0, y + 20.0));
        plan.areas[1].is_sea = true;
        plan.areas[3].is_sea = true;
        let survey = plan.carry_out(|(east, _)| Ground { is_land: east < x + 10.0, dear: 1.0 });
        let (astray, all) = survey.coasts_astray(&plan, &conic, 8.0);
        assert!(all > 0 && astray == all, "{astray} of {all}");
        assert_eq!(survey.coasts_astray(&plan, &conic, 2000.0), (0, all));
    }
}
