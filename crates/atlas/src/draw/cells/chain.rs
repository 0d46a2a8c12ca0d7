//! Sides joined to lines.

use std::collections::BTreeMap;

use super::Key;

/// A course that is given side by side in its order; where a side does not touch the last, a new line begins.
pub(super) fn course(sides: impl IntoIterator<Item = [Key; 2]>) -> Vec<Vec<Key>> {
    let mut lines: Vec<Vec<Key>> = Vec::new();
    for [a, b] in sides {
        let Some(line) = lines.last_mut() else {
            lines.push(vec![a, b]);
            continue;
        };
        // The first side is turned by the second one.
        if line.len() == 2 && (line[0] == a || line[0] == b) {
            line.reverse();
        }
        match line[line.len() - 1] {
            last if last == a => line.push(b),
            last if last == b => line.push(a),
            _ => lines.push(vec![a, b]),
        }
    }
    lines
}

/// Sides in any order, joined to lines as long as may be; closed ones end where they begin.
pub(super) fn trails(sides: impl IntoIterator<Item = [Key; 2]>) -> Vec<Vec<Key>> {
    let mut ends: BTreeMap<Key, Vec<Key>> = BTreeMap::new();
    for [a, b] in sides {
        ends.entry(a).or_default().push(b);
        ends.entry(b).or_default().push(a);
    }
    let mut lines = Vec::new();
    // First from where lines must end, then round the rings that are left.
    let odd: Vec<Key> = ends.iter().filter(|(_, to)| to.len() % 2 == 1).map(|(&key, _)| key).collect();
    let all: Vec<Key> = ends.keys().copied().collect();
    for start in odd.into_iter().chain(all) {
        let (mut line, mut at) = (vec![start], start);
        while let Some(next) = ends.get_mut(&at).and_then(Vec::pop) {
            let back = ends.get_mut(&next).expect("every side has two ends");
            let place = back.iter().position(|&key| key == at).expect("and both know it");
            back.swap_remove(place);
            line.push(next);
            at = next;
        }
        if line.len() > 1 {
            lines.push(line);
        }
    }
    lines
}
