//! How far areas are from each other.

use std::sync::LazyLock;

use atlas::topology::Id;

use crate::areas::{AREAS, Area, AreaSet};

/// Farther than this is out of reach.
pub(super) const FAR: u8 = 7;

/// Steps between areas, over land alone and over land and sea.
struct Ways {
    land: Vec<[u8; AREAS]>,
    all: Vec<[u8; AREAS]>,
    /// The lands near each land, and how much of a force there can be expected in them.
    near: Vec<Vec<(Area, f32)>>,
}

static WAYS: LazyLock<Ways> = LazyLock::new(|| {
    let land: Vec<[u8; AREAS]> = Area::all().map(|area| steps(area, Area::lands_beside)).collect();
    let reach = |steps| match steps {
        0 | 1 => Some(1.0),
        2 => Some(0.7),
        3 => Some(0.35),
        _ => None,
    };
    let near =
        |ways: &[u8; AREAS]| Area::lands().filter_map(|to| Some((to, reach(ways[to.index()])?))).collect();
    Ways {
        near: land.iter().map(near).collect(),
        all: Area::all().map(|area| steps(area, Area::neighbours)).collect(),
        land,
    }
});

/// How many steps it takes from an area to any other, no more than [`FAR`].
fn steps(from: Area, beside: impl Fn(Area) -> AreaSet) -> [u8; AREAS] {
    let mut steps = [FAR; AREAS];
    steps[from.index()] = 0;
    let mut edge = AreaSet::from(from);
    for step in 1..FAR {
        let mut next = AreaSet::EMPTY;
        for area in edge.iter().flat_map(|area| beside(area).iter().collect::<Vec<_>>()) {
            if steps[area.index()] == FAR {
                steps[area.index()] = step;
                next.insert(area);
            }
        }
        edge = next;
    }
    steps
}

/// Steps over land; from a sea the first one is a landing.
pub(super) fn marches(from: Area, to: Area) -> u8 {
    WAYS.land[from.index()][to.index()]
}

/// Steps over land and sea.
pub(super) fn voyages(from: Area, to: Area) -> u8 {
    WAYS.all[from.index()][to.index()]
}

/// The lands within a few marches of a land, itself included, and how much of a force there can be expected in them.
pub(super) fn within_reach(from: Area) -> impl Iterator<Item = (Area, f32)> {
    WAYS.near[from.index()].iter().copied()
}
