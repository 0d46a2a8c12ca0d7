//! Areas and borders as a survey has found them.

use super::{Area, Border, BorderKind, Ground};
use crate::survey::{AreaNumber, Plan, Survey};

impl Survey {
    /// An area as it is drawn: open country or water, and nobody's.
    pub fn area(&self, number: AreaNumber, name: &str, is_sea: bool) -> Area {
        Area {
            name: name.to_owned(),
            is_sea,
            rings: self.outlines(number),
            anchor: self.anchors[usize::from(number)].unwrap_or_default(),
            ground: Ground::Clear,
            realm: None,
        }
    }

    /// Every border where it runs. What lies between two lands, the lower number first, is for `on_land` to say; where it says
    /// nothing, nothing is drawn.
    pub fn borders(
        &self,
        plan: &Plan,
        on_land: impl Fn(AreaNumber, AreaNumber) -> Option<BorderKind>,
    ) -> Vec<Border> {
        let borders = self.partition.arcs.iter().filter_map(|arc| {
            let (left, right) = (arc.left?, arc.right?);
            let kind = match (plan.is_sea(left), plan.is_sea(right)) {
                (true, true) => BorderKind::Sea,
                (false, false) => on_land(left.min(right), left.max(right))?,
                _ => BorderKind::Coast,
            };
            Some(Border { kind, line: arc.points.clone() })
        });
        borders.collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::survey::{Ground, PlannedArea};

    #[test]
    fn borders_are_drawn_as_what_they_part() {
        let area = |x, y, is_sea| PlannedArea { is_sea, points: vec![(x, y)], ..PlannedArea::default() };
        let plan = Plan {
            areas: vec![
                area(5.0, 5.0, false),
                area(15.0, 5.0, false),
                area(5.0, 15.0, true),
                area(15.0, 15.0, true),
            ],
            touching: [(0, 1), (0, 2), (1, 3), (2, 3), (0, 3), (1, 2)].into(),
            step: 1.0,
            corners: ((0.0, 0.0), (20.0, 20.0)),
            offshore: 0.0,
        };
        let survey = plan.carry_out(|(_, y)| Ground { is_land: y < 10.0, dear: 1.0 });
        let kinds = |on_land| -> BTreeSet<BorderKind> {
            survey
                .borders(&plan, |a, b| ((a, b) == (0, 1)).then_some(on_land)?)
                .iter()
                .map(|border| border.kind)
                .collect()
        };
        let wet = [BorderKind::Coast, BorderKind::Sea];
        assert_eq!(
            kinds(Some(BorderKind::Forest)),
            BTreeSet::from_iter(wet.into_iter().chain([BorderKind::Forest]))
        );
        assert_eq!(kinds(None), BTreeSet::from(wet));
        let lake = survey.area(2, "Lake", true);
        assert!(lake.is_sea && lake.rings == survey.outlines(2) && Some(lake.anchor) == survey.anchors[2]);
    }
}
