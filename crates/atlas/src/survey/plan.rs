//! From a plan (which areas there are, where, and which of them touch) to a map of areas.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{
    AreaNumber, Cell, Claim, Law, Partition, Point, Raster, Ring, claim, ground::from_line, smooth, thin,
    tidy,
};
use crate::projection::Conic;

/// The side of a cell on a map of Europe, in kilometres.
const STEP: f64 = 4.0;

/// Islands of Europe belong to an area that is no farther, in kilometres.
const OFFSHORE: f64 = 120.0;

/// The edges of a map, in kilometres of the plane: x to the east, y to the south.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// Least x.
    pub west: f64,
    /// Least y.
    pub north: f64,
    /// Greatest x.
    pub east: f64,
    /// Greatest y.
    pub south: f64,
}

/// Which areas a map has, where they lie, and which of them touch.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plan {
    /// The areas; an [`AreaNumber`] counts in this list.
    pub areas: Vec<PlannedArea>,
    /// The pairs that touch, the lower number first. No others may.
    pub touching: BTreeSet<(AreaNumber, AreaNumber)>,
    /// The side of a cell, in kilometres.
    pub step: f64,
    /// The corners of the map in the north-west and the south-east, in kilometres.
    pub corners: (Point, Point),
    /// Land that no area has claimed belongs to the nearest, if that is no farther than so many kilometres: islands.
    pub offshore: f64,
}

/// An area as it is planned.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlannedArea {
    /// What people call it.
    pub name: String,
    /// Whether it is a piece of sea.
    pub is_sea: bool,
    /// Points that lie in it.
    pub points: Vec<Point>,
    /// How far it goes from them at most.
    pub reach: Option<f64>,
    /// How late it starts to grow.
    pub handicap: f64,
}

/// The ground at a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ground {
    /// Land rather than sea.
    pub is_land: bool,
    /// How many times dearer it is to cross than easy ground.
    pub dear: f64,
}

/// A plan carried out.
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// The borders and outlines.
    pub partition: Partition,
    /// Where pieces stand best in each area: inside it, far from its borders.
    pub anchors: Vec<Option<Point>>,
    /// What is not as it was planned.
    pub faults: Vec<Fault>,
}

/// Something that is not as it was planned.
#[derive(Clone, PartialEq, Debug)]
pub enum Fault {
    /// An area has got no ground at all.
    Nowhere(String),
    /// Two areas should touch and do not, or hardly.
    Apart(String, String),
    /// Ground that these areas surround belongs to none of them, and it is wide.
    Open(Vec<String>),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Nowhere(area) => write!(f, "{area} has no ground"),
            Fault::Apart(a, b) => write!(f, "{a} and {b} do not touch"),
            Fault::Open(areas) => write!(f, "much ground is open beside {}", areas.join(", ")),
        }
    }
}

/// Two areas touch if their common border is at least so many cells long.
const TOUCH: f64 = 2.0;

/// Patches of fewer cells are no areas of their own.
const SPECK: usize = 12;

impl PlannedArea {
    /// An area that holds these places, given by longitude and latitude.
    pub fn of<'a>(
        conic: &Conic,
        name: &str,
        is_sea: bool,
        places: impl IntoIterator<Item = &'a (f64, f64)>,
    ) -> PlannedArea {
        let points = places.into_iter().map(|&(lon, lat)| conic.forward(lon, lat)).collect();
        PlannedArea { name: name.to_owned(), is_sea, points, ..PlannedArea::default() }
    }
}

impl Plan {
    /// A plan for a map of Europe: its areas, and the names of those that touch.
    ///
    /// # Panics
    /// If no area is called so.
    pub fn of_europe<'a>(
        frame: Frame,
        areas: Vec<PlannedArea>,
        touching: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Plan {
        let numbers: BTreeMap<&str, AreaNumber> =
            areas.iter().map(|area| area.name.as_str()).zip(0..).collect();
        let pair = |(a, b)| (numbers[a].min(numbers[b]), numbers[a].max(numbers[b]));
        let touching = touching.into_iter().map(pair).collect();
        let corners = ((frame.west, frame.north), (frame.east, frame.south));
        Plan { areas, touching, step: STEP, corners, offshore: OFFSHORE }
    }

    /// Whether an area is a piece of sea.
    pub fn is_sea(&self, area: AreaNumber) -> bool {
        self.areas[usize::from(area)].is_sea
    }

    /// Whether two areas touch by plan.
    pub fn touch(&self, a: AreaNumber, b: AreaNumber) -> bool {
        self.touching.contains(&(a.min(b), a.max(b)))
    }

    /// Carries the plan out on this ground: first the land is shared out, then islands, then the sea.
    pub fn carry_out(&self, ground: impl Fn(Point) -> Ground) -> Survey {
        let ground = Raster::new(self.corners.0, self.corners.1, self.step, ground);
        let mut held: Raster<Option<AreaNumber>> = ground.map(|_, _| None);
        for sea in [false, true] {
            let law = Law {
                may_hold: &|area, ground: &Ground| ground.is_land != self.is_sea(area),
                // The sea comes second: how far it may go along which coast is known by then.
                may_meet: &|a, b| self.touch(a, b) || (!sea && self.is_sea(a) != self.is_sea(b)),
                dear: &|ground| ground.dear,
            };
            claim(&ground, &mut held, &self.claims(sea), &law);
            if !sea {
                self.share_islands(&ground, &mut held);
            }
        }
        tidy(
            &mut held,
            SPECK,
            |held, patch| self.stays(held, patch),
            |held, patch, heir| self.may_inherit(held, patch, heir),
        );
        let partition = Partition::trace(&held);
        let anchors = (0..self.areas.len()).map(|area| anchor(&held, area as AreaNumber)).collect();
        let mut faults = self.faults(&partition);
        faults.extend(self.open(&ground, &held));
        let step = self.step;
        let partition = partition.smoothed(|arc| {
            let light = thin(&arc.points, arc.closed, step * step * 0.6);
            smooth(&light, arc.closed, 2)
        });
        Survey { partition, anchors, faults }
    }

    fn claims(&self, sea: bool) -> Vec<Claim> {
        let areas = (0..).zip(&self.areas).filter(|(_, area)| area.is_sea == sea);
        areas
            .flat_map(|(number, area)| {
                let claim = move |&at| Claim { area: number, at, reach: area.reach, handicap: area.handicap };
                area.points.iter().map(claim)
            })
            .collect()
    }

    /// Gives land that nobody has claimed to the nearest area, across water.
    fn share_islands(&self, ground: &Raster<Ground>, held: &mut Raster<Option<AreaNumber>>) {
        let claims: Vec<(Cell, AreaNumber)> =
            held.cells().filter_map(|cell| Some((cell, (*held.get(cell))?))).collect();
        let mut nearest = held.clone();
        let mut front: Vec<(Cell, AreaNumber)> = claims;
        let rounds = (self.offshore / self.step) as usize;
        for _ in 0..rounds {
            let mut next = Vec::new();
            for (cell, area) in front {
                for (other, corner) in ground.around(cell) {
                    if !corner && nearest.get(other).is_none() {
                        nearest.set(other, Some(area));
                        next.push((other, area));
                    }
                }
            }
            front = next;
        }
        let mut seen = held.map(|_, _| false);
        for start in held.cells() {
            if held.get(start).is_some() || !ground.get(start).is_land || *seen.get(start) {
                continue;
            }
            let island = patch(ground, start, |cell| {
                held.get(cell).is_none() && ground.get(cell).is_land && !*seen.get(cell)
            });
            island.iter().for_each(|&cell| seen.set(cell, true));
            // Ground on the mainland that had to stay open between strangers is no island.
            let ashore = island.iter().any(|&cell| {
                ground.around(cell).any(|(other, _)| held.get(other).is_some_and(|area| !self.is_sea(area)))
            });
            // Nor is what goes on beyond the map: another continent.
            let goes_on = island.iter().any(|&cell| ground.around(cell).count() < 8);
            let owner = island.iter().filter_map(|&cell| *nearest.get(cell)).min();
            if let (false, Some(owner)) = (ashore || goes_on, owner) {
                island.into_iter().for_each(|cell| held.set(cell, Some(owner)));
            }
        }
    }

    /// Land beside an area of land, or water beside a sea, that belongs to nobody and is three cells wide.
    fn open(&self, ground: &Raster<Ground>, held: &Raster<Option<AreaNumber>>) -> Vec<Fault> {
        let mut seen = held.map(|_, owner| owner.is_some());
        let mut faults = Vec::new();
        for start in held.cells() {
            if *seen.get(start) {
                continue;
            }
            let is_land = ground.get(start).is_land;
            let alike = |cell: Cell| held.get(cell).is_none() && ground.get(cell).is_land == is_land;
            let open = patch(ground, start, alike);
            open.iter().for_each(|&cell| seen.set(cell, true));
            let around =
                open.iter().flat_map(|&cell| held.around(cell)).filter_map(|(cell, _)| *held.get(cell));
            let beside: BTreeSet<AreaNumber> = around.filter(|&area| self.is_sea(area) != is_land).collect();
            let wide = |&cell: &Cell| held.around(cell).filter(|&(other, _)| alike(other)).count() == 8;
            if !beside.is_empty() && open.iter().any(wide) {
                let name = |&area: &AreaNumber| self.areas[usize::from(area)].name.clone();
                faults.push(Fault::Open(beside.iter().map(name).collect()));
            }
        }
        faults
    }

    /// A small patch stays if it is an island, or the only one of its area.
    fn stays(&self, held: &Raster<Option<AreaNumber>>, patch: &[Cell]) -> bool {
        let Some(area) = patch.first().and_then(|&cell| *held.get(cell)) else { return true };
        let kind = self.is_sea(area);
        let around = patch.iter().flat_map(|&cell| held.around(cell)).filter_map(|(cell, _)| *held.get(cell));
        let neighbours: BTreeSet<AreaNumber> = around.filter(|&other| other != area).collect();
        let like = |&&other: &&AreaNumber| self.is_sea(other) == kind;
        neighbours.iter().filter(like).count() == 0
    }

    /// A patch goes to an area of its kind that may touch whatever lies around it.
    fn may_inherit(&self, held: &Raster<Option<AreaNumber>>, patch: &[Cell], heir: AreaNumber) -> bool {
        let alike = patch
            .first()
            .and_then(|&cell| *held.get(cell))
            .is_some_and(|own| self.is_sea(own) == self.is_sea(heir));
        let beyond =
            patch.iter().flat_map(|&cell| held.around(cell)).filter(|(cell, _)| !patch.contains(cell));
        let mut around = beyond.filter_map(|(cell, _)| *held.get(cell));
        alike && around.all(|other| other == heir || self.touch(other, heir))
    }

    fn faults(&self, partition: &Partition) -> Vec<Fault> {
        let contacts: BTreeMap<_, _> = partition.contacts();
        let name = |area: AreaNumber| self.areas[usize::from(area)].name.clone();
        let nowhere = (0..self.areas.len() as AreaNumber)
            .filter(|area| !partition.rings.contains_key(area))
            .map(|area| Fault::Nowhere(name(area)));
        let apart = self
            .touching
            .iter()
            .filter(|pair| contacts.get(pair).is_none_or(|&length| length < TOUCH * self.step))
            .map(|&(a, b)| Fault::Apart(name(a), name(b)));
        nowhere.chain(apart).collect()
    }
}

impl Survey {
    /// The largest ring of an area first, then its islands and holes.
    pub fn outlines(&self, area: AreaNumber) -> Vec<Vec<Point>> {
        let rings: &[Ring] = self.partition.rings.get(&area).map_or(&[], Vec::as_slice);
        rings.iter().map(|ring| self.partition.outline(ring)).collect()
    }

    /// Whether an area holds a point.
    pub fn holds(&self, area: AreaNumber, point: Point) -> bool {
        self.outlines(area).iter().map(|ring| crossed(ring, point)).sum::<usize>() % 2 == 1
    }

    /// How far the anchor of an area is from its outlines: what has no greater radius fits there. Nothing fits if the anchor lies
    /// outside.
    pub fn room(&self, area: AreaNumber) -> f64 {
        let anchor = self.anchors[usize::from(area)].filter(|&anchor| self.holds(area, anchor));
        let Some(anchor) = anchor else { return 0.0 };
        let outlines = self.outlines(area);
        let sides = outlines.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
        sides.map(|(&a, &b)| from_line(anchor, a, b)).fold(f64::INFINITY, f64::min)
    }
}

/// How often a way straight west from a point crosses a ring.
fn crossed(ring: &[Point], (x, y): Point) -> usize {
    let sides = ring.iter().zip(ring.iter().cycle().skip(1));
    let crosses =
        |(a, b): &(&Point, &Point)| (a.1 > y) != (b.1 > y) && x > a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0);
    sides.filter(crosses).count()
}

/// The cells that hang together with `start` and fit.
fn patch<T>(raster: &Raster<T>, start: Cell, fits: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let (mut patch, mut known) = (vec![start], BTreeSet::from([start]));
    let mut next = 0;
    while let Some(&cell) = patch.get(next) {
        next += 1;
        for (other, _) in raster.around(cell) {
            if fits(other) && known.insert(other) {
                patch.push(other);
            }
        }
    }
    patch
}

/// The middle of the cell of an area that lies farthest from its border.
fn anchor(held: &Raster<Option<AreaNumber>>, area: AreaNumber) -> Option<Point> {
    let own: Vec<Cell> = held.cells().filter(|&cell| *held.get(cell) == Some(area)).collect();
    let mut inner: BTreeSet<Cell> = own.iter().copied().collect();
    // Peel off the outermost cells until nothing would be left.
    loop {
        let rest: BTreeSet<Cell> = inner
            .iter()
            .copied()
            .filter(|&cell| held.around(cell).filter(|(other, _)| inner.contains(other)).count() == 8)
            .collect();
        if rest.is_empty() {
            break;
        }
        inner = rest;
    }
    let count = inner.len().max(1) as f64;
    let (column, row) = inner.iter().fold((0.0, 0.0), |(column, row), cell| {
        (column + f64::from(cell.column) / count, row + f64::from(cell.row) / count)
    });
    let far = |cell: &&Cell| (f64::from(cell.column) - column).hypot(f64::from(cell.row) - row);
    let middle = inner.iter().min_by(|a, b| far(a).total_cmp(&far(b)))?;
    let (x, y) = held.corner(middle.column, middle.row);
    Some((x + held.step() / 2.0, y + held.step() / 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two lands side by side on a continent, an islet east of it, and a sea around.
    fn plan() -> Plan {
        let area = |name: &str, is_sea, points: &[Point]| PlannedArea {
            name: name.to_owned(),
            is_sea,
            points: points.to_vec(),
            ..PlannedArea::default()
        };
        Plan {
            areas: vec![
                area("West", false, &[(20.0, 30.0)]),
                area("East", false, &[(40.0, 30.0)]),
                area("Ocean", true, &[(5.0, 5.0)]),
            ],
            touching: [(0, 1), (0, 2), (1, 2)].into(),
            step: 1.0,
            corners: ((0.0, 0.0), (80.0, 60.0)),
            offshore: 20.0,
        }
    }

    fn ground((x, y): Point) -> Ground {
        let continent = (10.0..50.0).contains(&x) && (15.0..45.0).contains(&y);
        let islet = (58.0..64.0).contains(&x) && (25.0..31.0).contains(&y);
        Ground { is_land: continent || islet, dear: 1.0 }
    }

    #[test]
    fn a_plan_is_carried_out() {
        let survey = plan().carry_out(ground);
        assert_eq!(survey.faults, []);
        assert_eq!(survey.outlines(0).len(), 1);
        assert_eq!(survey.outlines(1).len(), 2, "the islet is nearest to the east");
        let (x, y) = survey.anchors[0].unwrap();
        assert!((18.0..22.0).contains(&x) && (28.0..32.0).contains(&y), "{x}, {y}");
        assert_eq!(survey, plan().carry_out(ground), "the same plan gives the same map");
    }

    #[test]
    fn an_area_holds_what_lies_in_it_and_has_room_at_its_anchor() {
        let survey = plan().carry_out(ground);
        assert!(
            survey.holds(0, (20.0, 30.0)) && survey.holds(1, (61.0, 28.0)) && survey.holds(2, (55.0, 28.0))
        );
        assert!(!survey.holds(2, (20.0, 30.0)) && !survey.holds(0, (40.0, 30.0)));
        // A square of twenty by thirty kilometres.
        assert!((9.0..=10.5).contains(&survey.room(0)), "{}", survey.room(0));
    }

    #[test]
    fn a_plan_of_europe_knows_its_areas_by_name() {
        let conic = Conic::europe();
        let area = |name, is_sea, place| PlannedArea::of(&conic, name, is_sea, &[place]);
        let areas = vec![area("Sea", true, (2.0, 56.0)), area("Land", false, (15.0, 47.0))];
        let frame = Frame { west: -10.0, north: -20.0, east: 10.0, south: 20.0 };
        let plan = Plan::of_europe(frame, areas, [("Land", "Sea")]);
        assert!(plan.touch(0, 1) && plan.areas[1].points[0].0.abs() < 1e-6);
        assert_eq!(plan.corners, ((-10.0, -20.0), (10.0, 20.0)));
    }

    #[test]
    fn what_goes_on_beyond_the_map_is_no_island() {
        let beyond = |(x, y): Point| Ground { is_land: ground((x, y)).is_land || y > 55.0, dear: 1.0 };
        let survey = plan().carry_out(beyond);
        assert_eq!((survey.outlines(0).len(), survey.outlines(1).len(), survey.faults), (1, 2, vec![]));
    }

    #[test]
    fn wide_open_ground_is_said() {
        let mut plan = plan();
        plan.areas[1].reach = Some(12.0);
        plan.touching.remove(&(0, 1));
        plan.areas[0].reach = Some(6.0);
        let said: Vec<String> = plan.carry_out(ground).faults.iter().map(Fault::to_string).collect();
        assert_eq!(said, ["West and Ocean do not touch", "much ground is open beside West, East"]);
    }

    #[test]
    fn what_cannot_be_carried_out_is_said() {
        let mut plan = plan();
        plan.touching.remove(&(0, 1));
        let apart = plan.clone().carry_out(ground);
        assert_eq!(apart.partition.contacts().get(&(0, 1)), None);
        plan.areas[0].points.clear();
        plan.touching.insert((0, 1));
        let said: Vec<String> = plan.carry_out(ground).faults.iter().map(Fault::to_string).collect();
        assert_eq!(said, ["West has no ground", "West and East do not touch", "West and Ocean do not touch"]);
    }
}
