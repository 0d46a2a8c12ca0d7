//! Lines past the enemy, and Cossacks on them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use atlas::topology::Graph;

use super::*;
use crate::supply::RANGE;

// proves M-supply-1, M-loc-33
#[test]
fn four_hexes_and_not_five_whatever_the_ground() {
    for name in ["Leipzig", "Innsbruck", "Smolensk"] {
        let mut position = Position::empty();
        let near: Vec<HexId> = MAP.grid.ring(hex(name), 4).collect();
        let far: Vec<HexId> = MAP.grid.ring(hex(name), 5).collect();
        for goal in near {
            assert_eq!(position.line(hex(name), &set([goal])).map(|line| line.length()), Some(4), "{name}");
        }
        for goal in far {
            assert_eq!(position.line(hex(name), &set([goal])), None, "{name}");
        }
    }
}

// proves M-loc-10, M-guer-8, M-control-8
#[test]
fn zones_stop_a_line_but_not_where_a_friend_stands() {
    let way = eastwards("Leipzig", 4);
    let goal = set([way[4]]);
    let mut position = Position { zones: around("Leipzig", 9), ..Position::empty() };
    assert_eq!(position.line(way[0], &goal), None);
    position.friends = set(way[1..].iter().copied());
    assert_eq!(position.line(way[0], &goal).map(|line| line.hexes().to_vec()), Some(way.clone()));
    position.friends.remove(way[2]);
    assert_eq!(position.line(way[0], &goal), None, "the hex between is empty");
    position.friends.insert(way[2]);
    position.enemy.insert(way[2]);
    assert_eq!(position.line(way[0], &goal), None, "a guerrilla sits there");
    position.enemy.clear();
    position.zones.remove(way[3]);
    position.friends.remove(way[3]);
    assert!(position.line(way[0], &goal).is_some(), "what no zone covers needs no friend");
}

// proves M-guer-17, M-guer-18
#[test]
fn two_cossacks_on_the_line_are_worth_a_hex() {
    let way = eastwards("Smolensk", 4);
    let goal = set([way[4]]);
    let nearer = set([way[3]]);
    let beside = |hex| MAP.grid.neighbour(hex, Direction::NorthEast).unwrap();
    let (first, second) = (beside(way[0]), beside(way[2]));
    let mut position = Position::corridor("Smolensk", &way);
    let mut counted = |cossacks: &[HexId], goal: &BoxSet<HexId>| {
        position.cossacks = cossacks.to_vec();
        position.line(way[0], goal).map(|line| (line.length(), line.cossacks(), line.counted()))
    };
    assert_eq!(counted(&[], &goal), Some((4, 0, 4)));
    assert_eq!(counted(&[first], &goal), Some((4, 1, 4)));
    assert_eq!(counted(&[first, first], &goal), Some((4, 1, 4)), "they are stacked");
    assert_eq!(counted(&[first, second], &goal), None);
    assert_eq!(counted(&[first, second], &nearer), Some((3, 2, 4)));
    position.cossacks = vec![first, second];
    position.friends = set([way[3]]);
    assert_eq!(position.line(way[0], &goal), None, "the second harasses the hex before, too");
    position.friends.insert(way[2]);
    assert_eq!(
        position.line(way[0], &goal).map(|line| line.cossacks()),
        Some(1),
        "friends shield their hexes"
    );
}

#[test]
fn lines_go_round_cossacks() {
    let way = eastwards("Smolensk", 3);
    let mut position = Position::empty();
    position.cossacks = vec![way[1], MAP.grid.neighbour(way[1], Direction::NorthEast).unwrap()];
    let line = position.line(way[0], &set([way[3]])).unwrap();
    assert!(line.counted() <= 4 && line.cossacks() < 4);
}

/// How far the best line to a goal counts, by looking at every hex with every set of Cossacks met on the way there.
fn slowly(position: &Position, from: HexId, goals: &BoxSet<HexId>) -> Option<usize> {
    let ground = Ground::on(SUMMER.parse::<Date>().unwrap());
    let shut =
        |hex| position.enemy.contains(hex) || position.zones.contains(hex) && !position.friends.contains(hex);
    let met = |hex| -> Vec<HexId> {
        let near = |cossacks: &HexId| {
            let side = MAP.grid.side_between(*cossacks, hex);
            *cossacks == hex || side.is_some_and(|side| ground.passes(*cossacks, hex, side))
        };
        let harassing = position.cossacks.iter().copied().filter(near);
        harassing.filter(|_| !position.friends.contains(hex)).collect()
    };
    let start = (from, BTreeSet::new());
    let mut seen = BTreeMap::from([(start.clone(), 0)]);
    let mut open = VecDeque::from([start]);
    while let Some((here, cossacks)) = open.pop_front() {
        let steps = seen[&(here, cossacks.clone())];
        if steps == usize::from(RANGE) {
            continue;
        }
        for (to, over) in MAP.grid.leaving(here) {
            if shut(to) || !ground.passes(here, to, over) {
                continue;
            }
            let next = (to, cossacks.iter().copied().chain(met(to)).collect::<BTreeSet<HexId>>());
            if !seen.contains_key(&next) {
                seen.insert(next.clone(), steps + 1);
                open.push_back(next);
            }
        }
    }
    let counted = seen.iter().filter(|((hex, _), _)| goals.contains(*hex));
    counted.map(|((_, cossacks), steps)| steps + cossacks.len() / 2).min().filter(|far| *far <= RANGE.into())
}

#[test]
fn lines_and_fields_are_those_of_a_slow_search() {
    for (number, name) in ["Leipzig", "Smolensk", "Venice", "Riga"].into_iter().enumerate() {
        let all: Vec<HexId> = MAP.grid.within(hex(name), 7).collect();
        let pick = |skip: usize, step: usize| all.iter().copied().skip(skip + number).step_by(step);
        for cossacks in [0, 5] {
            let mut position = Position {
                enemy: set(pick(1, 11)),
                zones: set(pick(2, 3)),
                friends: set(pick(0, 4)),
                cossacks: pick(7, 29).take(cossacks).collect(),
                ..Position::empty()
            };
            let goals = set(pick(5, 37));
            let mut field = set([]);
            let (tracer, obstacles) = position.both();
            tracer.fill(&obstacles, &goals, RANGE, &mut field);
            let mut answers = BTreeSet::new();
            for from in MAP.grid.within(hex(name), 4) {
                let told = slowly(&position, from, &goals);
                let line = position.line(from, &goals);
                let found = line.map(|line| usize::from(line.counted()));
                assert_eq!(found, told, "{name}, {cossacks} Cossacks, from {}", MAP.grid.name(from));
                assert_eq!(field.contains(from), told.is_some(), "{name}, {cossacks} Cossacks");
                answers.insert(told);
            }
            assert!(answers.len() > 3, "{name}: some have supply, some not");
        }
    }
}
