//! Once a map and its desk are made, nothing asked of them allocates.

use std::hint::black_box;

use allocation_counter::measure;
use atlas::topology::{
    Allowance, AreaGraph, ArraySet, Barriers, Chain, GridPlan, GridSheet, HexGrid, HexId, Id, Orientation,
    Parity, Paths, Step, words_for,
};

atlas::id! {
    struct Area(u8);
}

type Hexes = ArraySet<HexId, { words_for(84 * 54) }>;

fn grid() -> HexGrid {
    let sheets = [GridSheet { letter: Some('W'), columns: 42 }, GridSheet { letter: Some('E'), columns: 42 }];
    let plan = GridPlan {
        orientation: Orientation::FlatTop,
        shifted: Parity::Even,
        sheets: &sheets,
        rows: 54,
        origin: (0.0, 0.0),
        pitch: 1.0,
    };
    HexGrid::new(&plan).unwrap()
}

#[track_caller]
fn allocates_nothing(work: impl FnOnce()) {
    assert_eq!(measure(work).count_total, 0);
}

#[test]
fn the_counter_counts() {
    assert_eq!(measure(|| drop(black_box(Box::new(1)))).count_total, 1);
}

#[test]
fn searches_on_hexes_allocate_nothing() {
    let grid = grid();
    let (mut paths, mut chain) = (Paths::new(grid.len()), Chain::new(grid.len()));
    let (from, to) = (grid.find("W2627").unwrap(), grid.find("E0417").unwrap());
    let every_fifth = |hex: &HexId| {
        let name = grid.name(*hex);
        name.column.is_multiple_of(5) && name.row.is_multiple_of(5)
    };
    let depots: Hexes = grid.hexes().filter(every_fifth).collect();
    let sources = Hexes::EMPTY.with(to);
    let none = Hexes::EMPTY;
    let cost = |_, to: HexId, _| Some(1 + (to.0 % 3) as u8);
    allocates_nothing(|| {
        let mut reach = paths.reach(&grid, from, Allowance::UNLIMITED, cost);
        assert_eq!(reach.spaces().iter().count(), grid.len());
        assert!(reach.way(to).is_some() && reach.back(to).count() > 20 && reach.farthest(to, 9).is_some());
        assert!(paths.way(&grid, from, to, Allowance::UNLIMITED, cost).is_some());
        assert!(paths.flood_towards(&grid, [from, to], Allowance::points(9), cost).contains(to));
        let barriers = Barriers { enemy: &none, controlled: &none, friends: &none };
        assert!(paths.supply_line(&grid, from, &sources, &barriers, Allowance::UNLIMITED, cost).is_some());
        for _ in 0..20 {
            chain.link(&mut paths, &grid, &sources, &depots, Allowance::points(12), cost);
        }
        assert!(chain.linked().len() > 50 && chain.lines(depots.first().unwrap()).count() > 3);
    });
}

#[test]
fn questions_about_hexes_allocate_nothing() {
    let grid = grid();
    let (a, b) = (grid.find("W2627").unwrap(), grid.find("E0417").unwrap());
    allocates_nothing(|| {
        assert_eq!(grid.neighbours(a).count(), 6);
        assert_eq!(grid.ring(a, 5).count() + grid.within(a, 5).count(), 30 + 91);
        assert_eq!(grid.line(a, b).count(), usize::from(grid.distance(a, b)) + 1);
        assert_eq!(grid.hex_at(grid.centre(a)), Some(a));
        assert_eq!(grid.find("W2627"), Ok(a));
        assert!(grid.side_between(a, b).is_none());
        black_box((grid.corners(a), grid.name(b)));
    });
}

#[test]
fn searches_on_areas_allocate_nothing() {
    let names: Vec<String> = (0..100).map(|area| area.to_string()).collect();
    let mut builder = AreaGraph::<Area, Step>::builder(names.iter().map(String::as_str)).unwrap();
    for area in 0..99 {
        builder.border(&names[area], &names[area + 1], Step::Go(1)).unwrap();
    }
    let map = builder.build();
    let mut paths = Paths::new(map.len());
    let (first, last) = (Area(0), Area::from_index(99));
    allocates_nothing(|| {
        let mut reach = paths.reach(&map, first, Allowance::UNLIMITED, |_, _, step| step);
        assert_eq!(reach.way(last).unwrap().steps(), 99);
        assert_eq!(map.neighbours(last), [Area(98)]);
        assert!(map.border(first, Area(1)).is_some());
        assert_eq!(map.find("99"), Some(last));
    });
}
