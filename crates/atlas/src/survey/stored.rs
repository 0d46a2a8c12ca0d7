//! A survey as it is kept in a file: every border once, in steps of a tenth of a kilometre.

use serde::{Deserialize, Serialize};

use super::{Arc, Partition, Point, Ring, Survey};

/// Parts of a kilometre that are kept.
const PARTS: f64 = 10.0;

#[derive(Serialize, Deserialize)]
struct Stored {
    arcs: Vec<StoredArc>,
    /// For each area, its rings: arcs by number, walked forward or backward.
    rings: Vec<(u16, Vec<StoredRing>)>,
    anchors: Vec<Option<(i32, i32)>>,
}

type StoredRing = Vec<(u32, bool)>;

#[derive(Serialize, Deserialize)]
struct StoredArc {
    left: Option<u16>,
    right: Option<u16>,
    closed: bool,
    /// The first point, then steps from point to point.
    steps: Vec<(i32, i32)>,
}

fn parts(point: Point) -> (i32, i32) {
    ((point.0 * PARTS).round() as i32, (point.1 * PARTS).round() as i32)
}

fn point(parts: (i32, i32)) -> Point {
    (f64::from(parts.0) / PARTS, f64::from(parts.1) / PARTS)
}

impl Survey {
    /// As bytes. Faults are not kept.
    ///
    /// # Panics
    /// Never: it is plain data.
    pub fn to_bytes(&self) -> Vec<u8> {
        let arcs = self.partition.arcs.iter().map(|arc| {
            let mut before = (0, 0);
            let steps = arc.points.iter().map(|&at| {
                let now = parts(at);
                let step = (now.0 - before.0, now.1 - before.1);
                before = now;
                step
            });
            StoredArc { left: arc.left, right: arc.right, closed: arc.closed, steps: steps.collect() }
        });
        let ring = |ring: &Ring| ring.arcs.iter().map(|&(arc, back)| (arc as u32, back)).collect();
        let rings = self.partition.rings.iter();
        let stored = Stored {
            arcs: arcs.collect(),
            rings: rings.map(|(&area, rings)| (area, rings.iter().map(ring).collect())).collect(),
            anchors: self.anchors.iter().map(|anchor| anchor.map(parts)).collect(),
        };
        postcard::to_allocvec(&stored).expect("a survey is plain data")
    }

    /// What [`Survey::to_bytes`] wrote.
    ///
    /// # Errors
    /// If it is something else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Survey, postcard::Error> {
        let stored: Stored = postcard::from_bytes(bytes)?;
        let arcs = stored.arcs.into_iter().map(|arc| {
            let mut at = (0, 0);
            let points = arc.steps.into_iter().map(|step| {
                at = (at.0 + step.0, at.1 + step.1);
                point(at)
            });
            Arc { points: points.collect(), left: arc.left, right: arc.right, closed: arc.closed }
        });
        let ring = |arcs: StoredRing| Ring {
            arcs: arcs.into_iter().map(|(arc, back)| (arc as usize, back)).collect(),
        };
        let rings = stored.rings.into_iter();
        let partition = Partition {
            arcs: arcs.collect(),
            rings: rings.map(|(area, rings)| (area, rings.into_iter().map(ring).collect())).collect(),
        };
        let anchors = stored.anchors.into_iter().map(|anchor| anchor.map(point)).collect();
        Ok(Survey { partition, anchors, faults: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use crate::survey::{Ground, Plan, PlannedArea, Survey};

    #[test]
    fn a_survey_is_kept_to_a_tenth_of_a_kilometre() {
        let area = |x| PlannedArea { points: vec![(x, 10.0)], ..PlannedArea::default() };
        let plan = Plan {
            areas: vec![area(5.0), area(15.0)],
            touching: [(0, 1)].into(),
            step: 0.7,
            corners: ((0.0, 0.0), (20.0, 20.0)),
            offshore: 0.0,
        };
        let survey = plan.carry_out(|_| Ground { is_land: true, dear: 1.0 });
        let kept = Survey::from_bytes(&survey.to_bytes()).unwrap();
        assert_eq!(kept.partition.rings, survey.partition.rings);
        for (kept, arc) in kept.partition.arcs.iter().zip(&survey.partition.arcs) {
            let close =
                |(a, b): (&(f64, f64), &(f64, f64))| (a.0 - b.0).abs() < 0.051 && (a.1 - b.1).abs() < 0.051;
            assert!(kept.points.len() == arc.points.len() && kept.points.iter().zip(&arc.points).all(close));
        }
        assert_eq!(Survey::from_bytes(&kept.to_bytes()).unwrap(), kept);
        assert!(Survey::from_bytes(&[1, 2, 3]).is_err());
    }
}
