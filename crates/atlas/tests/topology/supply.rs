use std::collections::BTreeSet;

use atlas::topology::{
    Allowance, ArraySet, Barriers, Chain, GridPlan, GridSheet, HexGrid, HexId, Id, Orientation, Parity,
    Paths, Step,
};
use proptest::prelude::*;

use crate::places::{Place, map};

type Hexes = ArraySet<HexId, 2>;

/// Ten columns of ten hexes.
fn grid() -> HexGrid {
    let sheets = [GridSheet { letter: None, columns: 10 }];
    let plan = GridPlan {
        orientation: Orientation::FlatTop,
        shifted: Parity::Even,
        sheets: &sheets,
        rows: 10,
        origin: (0.0, 0.0),
        pitch: 1.0,
    };
    HexGrid::new(&plan).unwrap()
}

fn hexes<const N: usize>(grid: &HexGrid, names: [&str; N]) -> Hexes {
    names.into_iter().map(|name| grid.find(name).unwrap()).collect()
}

/// The line from 0505 to a source in 0501, as numbers.
fn line(enemy: Hexes, controlled: Hexes, friends: Hexes, points: u16) -> Option<Vec<String>> {
    let grid = grid();
    let from = grid.find("0505").unwrap();
    let barriers = Barriers { enemy: &enemy, controlled: &controlled, friends: &friends };
    let mut paths = Paths::new(grid.len());
    let sources = hexes(&grid, ["0501"]);
    let way =
        paths.supply_line(&grid, from, &sources, &barriers, Allowance::points(points), |_, _, _| Some(1));
    way.map(|way| way.spaces.iter().map(|hex| grid.name(*hex).to_string()).collect())
}

const STRAIGHT: [&str; 5] = ["0505", "0504", "0503", "0502", "0501"];

#[test]
fn a_line_runs_to_its_source_as_far_as_the_points_go() {
    assert_eq!(line(Hexes::EMPTY, Hexes::EMPTY, Hexes::EMPTY, 4).unwrap(), STRAIGHT);
    assert_eq!(line(Hexes::EMPTY, Hexes::EMPTY, Hexes::EMPTY, 3), None);
}

#[test]
fn an_enemy_bars_his_hex_even_to_friends() {
    let enemy = hexes(&grid(), ["0503"]);
    let round = line(enemy, Hexes::EMPTY, enemy, 9).unwrap();
    assert_eq!(round.len(), 6, "{round:?}");
    assert!(!round.contains(&"0503".to_owned()));
    assert_eq!(line(enemy, Hexes::EMPTY, enemy, 4), None);
}

#[test]
fn a_friend_keeps_a_controlled_hex_open() {
    let zone = hexes(&grid(), ["0503", "0402", "0403", "0602", "0603"]);
    assert_ne!(line(Hexes::EMPTY, zone, Hexes::EMPTY, 99).unwrap(), STRAIGHT);
    assert_eq!(line(Hexes::EMPTY, zone, hexes(&grid(), ["0503"]), 4).unwrap(), STRAIGHT);
}

#[test]
fn whoever_stands_there_may_be_surrounded_but_not_begin_elsewhere() {
    let grid = grid();
    let around: Hexes = grid.neighbours(grid.find("0505").unwrap()).collect();
    let own = hexes(&grid, ["0505"]);
    assert_eq!(line(Hexes::EMPTY, own, Hexes::EMPTY, 4).unwrap(), STRAIGHT, "his own hex is not asked about");
    assert_eq!(line(around, Hexes::EMPTY, Hexes::EMPTY, 99), None);
    assert_eq!(
        line(hexes(&grid, ["0501"]), Hexes::EMPTY, Hexes::EMPTY, 99),
        None,
        "a source that is held is none"
    );
}

#[test]
fn depots_carry_supply_on() {
    let grid = grid();
    let (mut chain, mut paths) = (Chain::new(grid.len()), Paths::new(grid.len()));
    let find = |name| grid.find(name).unwrap();
    let sources = hexes(&grid, ["0101"]);
    let depots = hexes(&grid, ["0104", "0107", "0110", "0610"]);
    let link = |chain: &mut Chain<HexId>, paths: &mut Paths<HexId>, closed: Option<HexId>| {
        chain.link(paths, &grid, &sources, &depots, Allowance::points(3), |_, to, _| Some(to) != closed);
    };
    link(&mut chain, &mut paths, None);
    let linked: Hexes = chain.linked().iter().collect();
    assert_eq!(linked, hexes(&grid, ["0101", "0104", "0107", "0110"]), "0610 is too far from all of them");
    let ends: Vec<HexId> = chain.lines(find("0110")).map(|line| line[line.len() - 1]).collect();
    assert_eq!(ends, ["0107", "0104", "0101"].map(find));
    assert_eq!(chain.line(find("0104")), ["0104", "0103", "0102", "0101"].map(find));
    assert!(chain.line(find("0101")).is_empty() && chain.line(find("0610")).is_empty());
    link(&mut chain, &mut paths, Some(find("0105")));
    assert_eq!(
        chain.linked().iter().collect::<Hexes>(),
        hexes(&grid, ["0101", "0104"]),
        "the way round is too long"
    );
    assert!(chain.line(find("0107")).is_empty(), "what was linked before is not any more");
    let taken = hexes(&grid, ["0104"]);
    chain.link(&mut paths, &grid, &taken, &depots, Allowance::points(3), |_, _, _| true);
    assert!(chain.line(find("0104")).is_empty(), "a depot that became a source has no line");
    assert_eq!(chain.lines(find("0110")).count(), 2);
}

fn set(places: usize, picks: &[prop::sample::Index]) -> ArraySet<Place, 1> {
    picks.iter().map(|pick| Place::from_index(pick.index(places))).collect()
}

fn picks(most: usize) -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..=most)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// By adding links that get to one that is linked, until there are no more.
    #[test]
    fn what_can_be_linked_is_linked(map in map(14, 0), sources in picks(3), links in picks(8), points in 0..20u16) {
        let (sources, links) = (set(map.len(), &sources), set(map.len(), &links));
        let allowance = Allowance::points(points);
        let mut paths = Paths::new(map.len());
        let mut linked: BTreeSet<Place> = sources.iter().collect();
        loop {
            let reaches = |link: &Place| {
                paths.nearest(&map, *link, allowance, |place| linked.contains(&place), |_, _, step| step).is_some()
            };
            let new: Vec<Place> = links.iter().filter(|link| !linked.contains(link)).filter(reaches).collect();
            if new.is_empty() {
                break;
            }
            linked.extend(new);
        }
        let mut chain = Chain::new(map.len());
        for _ in 0..2 {
            chain.link(&mut paths, &map, &sources, &links, allowance, |_, _, step| step);
            prop_assert_eq!(chain.linked().iter().collect::<BTreeSet<_>>(), linked.clone());
            for link in &linked {
                let mut at = *link;
                for line in chain.lines(*link) {
                    prop_assert_eq!(line[0], at);
                    at = line[line.len() - 1];
                    let mut cost = 0;
                    for (taken, pair) in line.windows(2).enumerate() {
                        match map.border(pair[0], pair[1]) {
                            Some(Step::Go(points)) => cost += u16::from(*points),
                            Some(Step::Stop(points)) if taken + 2 == line.len() => cost += u16::from(*points),
                            other => prop_assert!(false, "{:?}", other),
                        }
                    }
                    prop_assert!(cost <= points);
                }
                prop_assert!(sources.contains(at));
            }
        }
        prop_assert!(map.areas().all(|place| linked.contains(&place) || chain.line(place).is_empty()));
    }
}
