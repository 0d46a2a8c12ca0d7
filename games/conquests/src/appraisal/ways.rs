//! How far areas are from each other.

use std::sync::LazyLock;

use atlas::topology::Id;

use crate::areas::{AREAS, Area, AreaSet};

/// Farther than this is out of reach.
const FAR: u8 = 7;

/// What is left of a force's weight after so many steps: the next land is as good as where it stands.
const WEIGHT: [f32; 4] = [1.0, 1.0, 0.7, 0.35];

/// The same of troops aboard, who have to land first.
const WEIGHT_AFLOAT: [f32; 3] = [0.0, 0.9, 0.5];

/// What a step more leaves of a goal.
const FADING: f32 = 0.62;

/// Lands farther than this are no goals, but capitals are.
const NEXT: u8 = 3;

struct Ways {
    /// The lands near each area, and how much of a force there can be expected in them.
    near: Vec<Vec<(Area, f32)>>,
    /// What can be marched or sailed for from each area, and how much is left of it after the way there.
    goals: Vec<Vec<(Area, f32)>>,
    /// Capitals and Malta.
    strongholds: AreaSet,
}

static WAYS: LazyLock<Ways> = LazyLock::new(|| {
    // Over land alone; from a sea over sea and land, and the first step ashore is a landing.
    let steps_from = |area: Area| match area.is_sea() {
        true => steps(area, Area::neighbours),
        false => steps(area, Area::lands_beside),
    };
    let steps: Vec<[u8; AREAS]> = Area::all().map(steps_from).collect();
    let near = |(from, steps): (Area, &[u8; AREAS])| {
        let weights = if from.is_sea() { &WEIGHT_AFLOAT[..] } else { &WEIGHT[..] };
        let weight = |to: Area| weights.get(usize::from(steps[to.index()])).copied();
        Area::lands().filter_map(|to| Some((to, weight(to)?))).collect()
    };
    let goals = |steps: &[u8; AREAS]| {
        let goal = |to: &Area| match steps[to.index()] {
            0 => false,
            step => step <= NEXT || step < FAR && to.is_capital(),
        };
        let left = |to: Area| FADING.powi(i32::from(steps[to.index()]) - 1);
        Area::lands().filter(goal).map(|to| (to, left(to))).collect()
    };
    Ways {
        near: Area::all().zip(&steps).map(near).collect(),
        goals: steps.iter().map(goals).collect(),
        strongholds: Area::lands().filter(|land| land.is_capital() || *land == Area::malta()).collect(),
    }
});

/// How many steps it takes from an area to any other, no more than [`FAR`].
fn steps(from: Area, beside: impl Fn(Area) -> AreaSet) -> [u8; AREAS] {
    let mut steps = [FAR; AREAS];
    steps[from.index()] = 0;
    let mut edge = AreaSet::from(from);
    for step in 1..FAR {
        let mut next = AreaSet::EMPTY;
        for area in edge.iter() {
            next.unite(&beside(area));
        }
        edge = next.iter().filter(|area| steps[area.index()] == FAR).collect();
        edge.iter().for_each(|area| steps[area.index()] = step);
    }
    steps
}

/// The lands that a force can reach soon from an area, and how much of it can be expected there.
#[inline]
pub(super) fn within_reach(from: Area) -> &'static [(Area, f32)] {
    &WAYS.near[from.index()]
}

/// What a force can march or sail for from an area, and how much is left of it after the way there.
#[inline]
pub(super) fn goals_from(from: Area) -> &'static [(Area, f32)] {
    &WAYS.goals[from.index()]
}

/// Whether a land is a capital or Malta: any other is worth the same as the next, and has no works.
#[inline]
pub(super) fn is_stronghold(land: Area) -> bool {
    WAYS.strongholds.contains(land)
}
