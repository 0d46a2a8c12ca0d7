//! Outlines light enough to be sent: fewer points, and still shared by both sides of a border.

use std::collections::{BTreeMap, BTreeSet};

use super::areas::{Key, key, sides};
use crate::draw::{Area, thin};
use crate::survey::Point;

/// Outlines may stray by so many kilometres.
const STRAY: f64 = 1.0;

/// Islands smaller than this, in square kilometres, are not pointed at; they belong to what lies around them.
const ISLET: f64 = 25.0;

/// The outlines of each area, thinned. Points where borders meet stay where they are.
pub(super) fn thinned(areas: &[Area]) -> Vec<Vec<Vec<Point>>> {
    let mut beside: BTreeMap<Key, BTreeSet<Key>> = BTreeMap::new();
    for (a, b) in areas.iter().flat_map(|area| &area.rings).flat_map(|ring| sides(ring)) {
        beside.entry(key(a)).or_default().insert(key(b));
        beside.entry(key(b)).or_default().insert(key(a));
    }
    let meets = |point: &Point| beside.get(&key(*point)).is_some_and(|others| others.len() != 2);
    let outlines = areas.iter().map(|area| {
        let mut rings: Vec<&Vec<Point>> = area.rings.iter().collect();
        rings.sort_by(|a, b| size(b).total_cmp(&size(a)));
        let kept = rings.into_iter().enumerate().filter(|(nth, ring)| *nth == 0 || size(ring) >= ISLET);
        kept.map(|(_, ring)| thin_ring(ring, meets)).filter(|ring| ring.len() > 2).collect()
    });
    outlines.collect()
}

/// A ring, thinned between the points where borders meet; an island between two points that any side of it would choose.
fn thin_ring(ring: &[Point], meets: impl Fn(&Point) -> bool) -> Vec<Point> {
    let mut stops: Vec<usize> = (0..ring.len()).filter(|&nth| meets(&ring[nth])).collect();
    if stops.len() < 2 {
        let order =
            |&a: &usize, &b: &usize| ring[a].0.total_cmp(&ring[b].0).then(ring[a].1.total_cmp(&ring[b].1));
        stops.extend((0..ring.len()).min_by(order));
        stops.extend((0..ring.len()).max_by(order));
        stops.sort_unstable();
        stops.dedup();
    }
    let mut thinned = Vec::new();
    for (nth, &from) in stops.iter().enumerate() {
        let to = stops[(nth + 1) % stops.len()];
        let length = (to + ring.len() - from - 1) % ring.len() + 2;
        let mut arc: Vec<Point> = (0..length).map(|step| ring[(from + step) % ring.len()]).collect();
        // Both sides thin a border from the same end.
        let backwards = key(arc[0]) > key(arc[length - 1]);
        if backwards {
            arc.reverse();
        }
        let mut arc = thin(&arc, STRAY);
        if backwards {
            arc.reverse();
        }
        arc.pop();
        thinned.extend(arc);
    }
    thinned
}

/// How many square kilometres a ring has.
fn size(ring: &[Point]) -> f64 {
    sides(ring).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>().abs() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Ground;

    fn area(ring: Vec<Point>) -> Area {
        let anchor = ring[0];
        Area {
            name: String::new(),
            is_sea: false,
            rings: vec![ring],
            anchor,
            ground: Ground::Clear,
            realm: None,
        }
    }

    /// Two areas side by side with a wavering border between them, each listed from another point.
    #[test]
    fn a_thinned_border_is_still_shared() {
        let border: Vec<Point> = (0..=40)
            .map(|n| {
                let n = f64::from(n);
                (100.0 + 6.0 * (n / 3.0).sin() + 0.3 * (n * 2.0).cos(), n * 5.0)
            })
            .collect();
        let mut west = vec![(0.0, 200.0), (0.0, 0.0)];
        west.extend(&border);
        let mut east: Vec<Point> = border.iter().rev().copied().collect();
        east.extend([(200.0, 0.0), (200.0, 200.0)]);
        east.rotate_left(17);
        let [west, east] = <[_; 2]>::try_from(thinned(&[area(west), area(east)])).unwrap();
        let corners = |ring: &[Point]| ring.iter().map(|&point| key(point)).collect::<BTreeSet<_>>();
        let shared = corners(&west[0]).intersection(&corners(&east[0])).count();
        assert!(west[0].len() < 30, "{}", west[0].len());
        assert_eq!((west[0].len() - shared, east[0].len() - shared), (2, 2));
        assert!((size(&west[0]) + size(&east[0]) - 40_000.0).abs() < 1e-6);
    }

    #[test]
    fn an_islet_is_not_pointed_at() {
        let square = |x: f64, side: f64| vec![(x, 0.0), (x + side, 0.0), (x + side, side), (x, side)];
        let mut land = area(square(0.0, 100.0));
        land.rings.push(square(200.0, 3.0));
        land.rings.push(square(300.0, 20.0));
        let lengths: Vec<usize> = thinned(&[land])[0].iter().map(Vec::len).collect();
        assert_eq!(lengths, [4, 4]);
    }
}
