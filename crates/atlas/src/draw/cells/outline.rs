//! Outlines of sets of cells.

use std::collections::BTreeMap;

use super::{Cells, Key};

/// The outlines of sets of cells, clockwise, holes the other way; `class` says to which set a cell belongs.
pub(in super::super) fn outlines<T: Ord + Copy>(
    cells: &Cells,
    class: impl Fn(usize) -> Option<T>,
) -> BTreeMap<T, Vec<Vec<Key>>> {
    let classes: Vec<Option<T>> = (0..cells.len()).map(class).collect();
    let mut edges: BTreeMap<T, BTreeMap<Key, Vec<Key>>> = BTreeMap::new();
    for (cell, class) in classes.iter().enumerate() {
        let Some(class) = class else { continue };
        for ([from, to], beyond) in cells.sides(cell).zip(cells.around(cell)) {
            if beyond.is_none_or(|beyond| classes[beyond] != Some(*class)) {
                edges.entry(*class).or_default().entry(from).or_default().push(to);
            }
        }
    }
    edges.into_iter().map(|(class, edges)| (class, rings(edges))).collect()
}

/// Joins edges to rings.
fn rings(mut edges: BTreeMap<Key, Vec<Key>>) -> Vec<Vec<Key>> {
    let mut rings = Vec::new();
    while let Some((&start, _)) = edges.first_key_value() {
        let (mut ring, mut at) = (Vec::new(), start);
        while let Some(ends) = edges.get_mut(&at) {
            ring.push(at);
            let next = ends.pop().expect("empty lists are taken out");
            if ends.is_empty() {
                edges.remove(&at);
            }
            at = next;
        }
        rings.push(ring);
    }
    rings
}
