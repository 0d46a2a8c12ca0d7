//! Boards of areas.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Layout, Mark, Site, Space};

use super::outlines::thinned;
use super::{ground, place};
use crate::draw::{self, Area, BorderKind, MapSheet, MarkKind};
use crate::survey::Point;

/// One space for each area, with what it touches and what is marked on it.
pub(super) fn spaces(sheet: &MapSheet) -> (Layout, Vec<Space>) {
    let outlines = thinned(&sheet.areas);
    let areas = sheet.areas.iter().zip(&outlines);
    let mut spaces: Vec<Space> = areas.map(|(area, rings)| space(sheet, area, rings)).collect();
    for (a, b) in touching(sheet) {
        spaces[usize::from(a)].touches.push(b);
        spaces[usize::from(b)].touches.push(a);
    }
    for mark in &sheet.marks {
        let around = || sheet.areas.iter().position(|area| contains(area, mark.at));
        if let Some(space) = mark.area.or_else(around).and_then(|number| spaces.get_mut(number)) {
            put(space, mark);
        }
    }
    (Layout::Areas, spaces)
}

fn space(sheet: &MapSheet, area: &Area, rings: &[Vec<Point>]) -> Space {
    let (ground, letter) = ground(area.is_sea, area.ground);
    Space {
        name: area.name.clone(),
        centre: place(sheet, area.anchor),
        rings: rings.iter().map(|ring| ring.iter().map(|&point| place(sheet, point)).collect()).collect(),
        touches: Vec::new(),
        ground,
        tint: None,
        letter,
        land: area.realm.and_then(|realm| sheet.realms.get(realm)).map(|realm| realm.name.clone().into()),
        symbol: None,
        mark: None,
        notes: Vec::new(),
    }
}

/// Puts a mark on a space: the first is its sign, and of each there is a note. The space keeps its own name.
fn put(space: &mut Space, mark: &draw::Mark) {
    let (site, letter) = match mark.kind {
        MarkKind::Capital => (Site::Capital, '*'),
        MarkKind::City => (Site::City, 'o'),
        MarkKind::Fortress => (Site::Fortress, '#'),
        MarkKind::Base => (Site::NavalBase, 'b'),
        MarkKind::Star => (Site::Star, '+'),
        MarkKind::Town(..) => (Site::Town, ','),
        MarkKind::Start(_) => (Site::Start, 's'),
    };
    space.mark.get_or_insert(Mark { site, letter, label: None });
    let what = site.title().to_lowercase();
    let named = if mark.label.is_empty() { what } else { format!("{what} {}", mark.label) };
    space.notes.push(match (mark.kind, mark.value) {
        (_, 0) => named.into(),
        (MarkKind::Fortress, level) => format!("{named} of strength {level}").into(),
        (_, value) => format!("{named} worth {value}").into(),
    });
}

/// Whether a point lies in an area: on a way out of it one crosses its outlines an odd number of times.
fn contains(area: &Area, (x, y): Point) -> bool {
    let crossed =
        area.rings.iter().flat_map(|ring| sides(ring)).filter(|&((ax, ay), (bx, by))| {
            (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
        });
    crossed.count() % 2 == 1
}

/// A point, to be compared to the last bit.
pub(super) type Key = (u64, u64);

pub(super) fn key((x, y): Point) -> Key {
    (x.to_bits(), y.to_bits())
}

pub(super) fn sides(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    ring.iter().copied().zip(ring.iter().copied().cycle().skip(1))
}

/// The pairs of areas that have a piece of border in common, or a strait between them, the lower number first.
fn touching(sheet: &MapSheet) -> BTreeSet<(u16, u16)> {
    let pair = |a: u16, b: u16| (a.min(b), a.max(b));
    let mut owners: BTreeMap<_, u16> = BTreeMap::new();
    let mut shores: BTreeMap<_, BTreeSet<u16>> = BTreeMap::new();
    let mut pairs = BTreeSet::new();
    for (area, number) in sheet.areas.iter().zip(0..) {
        for (a, b) in area.rings.iter().flat_map(|ring| sides(ring)) {
            if !area.is_sea {
                shores.entry(key(a)).or_default().insert(number);
            }
            let (a, b) = (key(a), key(b));
            if let Some(other) = owners.insert((a.min(b), a.max(b)), number)
                && other != number
            {
                pairs.insert(pair(number, other));
            }
        }
    }
    let across = |kind| matches!(kind, BorderKind::Strait | BorderKind::Lake);
    for border in sheet.borders.iter().filter(|border| across(border.kind)) {
        let ends = border.line.first().zip(border.line.last());
        let Some((from, to)) = ends.and_then(|(a, b)| shores.get(&key(*a)).zip(shores.get(&key(*b)))) else {
            continue;
        };
        pairs.extend(from.iter().flat_map(|&a| to.iter().map(move |&b| pair(a, b))).filter(|(a, b)| a != b));
    }
    pairs
}
