use std::collections::{BTreeMap, BTreeSet, VecDeque};

use atlas::topology::{
    Components, Direction, GridError, GridPlan, GridSheet, HexGrid, HexId, HexNameError, Id, Orientation,
    Parity,
};
use proptest::prelude::*;

const SHEETS: [GridSheet; 2] =
    [GridSheet { letter: Some('W'), columns: 42 }, GridSheet { letter: Some('E'), columns: 42 }];

/// Two sheets of Europe: hexes of 62.4 km, even columns lower.
const EUROPE: GridPlan<'_> = GridPlan {
    orientation: Orientation::FlatTop,
    shifted: Parity::Even,
    sheets: &SHEETS,
    rows: 54,
    origin: (-6.9802 * 62.3782, -32.4417 * 62.3782),
    pitch: 62.3782,
};

fn europe() -> HexGrid {
    HexGrid::new(&EUROPE).unwrap()
}

fn orientation() -> impl Strategy<Value = Orientation> {
    prop_oneof![Just(Orientation::FlatTop), Just(Orientation::PointedTop)]
}

fn parity() -> impl Strategy<Value = Parity> {
    prop_oneof![Just(Parity::Even), Just(Parity::Odd)]
}

/// Any small grid, some of its hexes left out.
fn grid() -> impl Strategy<Value = HexGrid> {
    let absent = prop::collection::btree_set((1..4u16, 1..7u16), 0..6);
    let origin = (-100.0..100.0f64, -100.0..100.0f64);
    (orientation(), parity(), 1..6u16, 0..6u16, 1..9u16, origin, 0.5..80.0f64, absent).prop_map(
        |(orientation, shifted, west, east, rows, origin, pitch, absent)| {
            let sheets = [
                GridSheet { letter: Some('W'), columns: west },
                GridSheet { letter: Some('E'), columns: east },
            ];
            let plan = GridPlan { orientation, shifted, sheets: &sheets, rows, origin, pitch };
            HexGrid::with_mask(&plan, |name| !absent.contains(&(name.column, name.row))).unwrap()
        },
    )
}

/// Steps from one hex to all others, by walking.
fn walk(grid: &HexGrid, from: HexId) -> BTreeMap<HexId, u16> {
    let mut steps = BTreeMap::from([(from, 0)]);
    let mut open = VecDeque::from([from]);
    while let Some(here) = open.pop_front() {
        for next in grid.neighbours(here) {
            if !steps.contains_key(&next) {
                steps.insert(next, steps[&here] + 1);
                open.push_back(next);
            }
        }
    }
    steps
}

fn apart(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// What a printed map of these two sheets shows; `true` where two hexes touch.
#[test]
fn hexes_touch_as_printed() {
    let grid = europe();
    let find = |name| grid.find(name).unwrap();
    for (a, b, touch) in [
        ("W3432", "W3533", true),
        ("W1842", "W1943", true),
        ("W1843", "W1943", true),
        ("W3632", "W3533", true),
        ("W3633", "W3533", true),
        ("W3632", "W3732", true),
        ("W3120", "W3219", true),
        ("W3426", "W3327", true),
        ("W3426", "W3526", true),
        ("W3526", "W3327", false),
        ("W3432", "W3532", true),
        ("W3432", "W3531", false),
        ("W4210", "E0110", true),
        ("W4210", "E0111", true),
        ("W4210", "E0109", false),
        ("W4210", "E0210", false),
    ] {
        assert_eq!(grid.adjacent(find(a), find(b)), touch, "{a} {b}");
        assert_eq!(grid.adjacent(find(b), find(a)), touch, "{b} {a}");
    }
    let turin = find("W3432");
    assert_eq!(grid.neighbour(turin, Direction::SouthEast), Some(find("W3533")));
    assert_eq!(grid.neighbour(turin, Direction::South), Some(find("W3433")));
    assert_eq!(grid.neighbour(turin, Direction::East), None, "flat tops have no east");
    assert_eq!(grid.distance(find("W0101"), find("E4201")), 83);
}

#[test]
fn every_column_runs_on_across_the_seam() {
    let grid = europe();
    for row in 1..=54 {
        let west = grid.find(&format!("W42{row:02}")).unwrap();
        let east = grid.find(&format!("E01{row:02}")).unwrap();
        assert_eq!(grid.neighbour(west, Direction::NorthEast), Some(east));
        assert_eq!(grid.neighbour(east, Direction::SouthWest), Some(west));
    }
}

#[test]
fn hexes_lie_where_the_formula_says() {
    let grid = europe();
    for (name, column, row) in
        [("W0101", 1.0, 1.0), ("W3432", 34.0, 32.5), ("E0417", 46.0, 17.5), ("E0549", 47.0, 49.0)]
    {
        let (u, v) = (0.866_025_4 * column, row);
        let (x, y) = ((u - 6.9802) * 62.3782, (v - 32.4417) * 62.3782);
        assert!(apart(grid.centre(grid.find(name).unwrap()), (x, y)) < 1e-3, "{name}");
    }
}

#[test]
fn numbers_are_read_as_printed_and_nothing_else_is() {
    let grid = europe();
    for hex in grid.hexes() {
        assert_eq!(grid.find(&grid.name(hex).to_string()), Ok(hex));
    }
    let last = HexId::from_index(grid.len() - 1);
    assert_eq!(grid.name(last).to_string(), "E4254");
    assert_eq!(grid.name(HexId(0)).to_string(), "W0101");
    for wrong in ["", "W", "2627", "W262", "W26270", "W26 7", "W+6+7", "Wé627", "é"] {
        assert!(matches!(grid.find(wrong), Err(HexNameError::Form { .. })), "{wrong}");
    }
    assert_eq!(grid.find("N2627"), Err(HexNameError::GridSheet("N2627".into())));
    for absent in ["W4301", "E0055", "E0100", "W0001"] {
        assert_eq!(grid.find(absent), Err(HexNameError::Absent(absent.into())));
    }
}

#[test]
fn a_grid_of_one_sheet_needs_no_letter() {
    let sheets = [GridSheet { letter: None, columns: 120 }];
    let grid = HexGrid::new(&GridPlan { sheets: &sheets, ..EUROPE }).unwrap();
    assert_eq!(grid.name(HexId(0)).to_string(), "001001");
    assert_eq!(grid.name(grid.find("104017").unwrap()).to_string(), "104017");
}

#[test]
fn pointed_tops_have_straight_rows() {
    let sheets = [GridSheet { letter: None, columns: 6 }];
    let plan =
        GridPlan { orientation: Orientation::PointedTop, shifted: Parity::Odd, sheets: &sheets, ..EUROPE };
    let grid = HexGrid::new(&plan).unwrap();
    let hex = grid.find("0305").unwrap();
    let around: Vec<String> = grid.neighbours(hex).map(|hex| grid.name(hex).to_string()).collect();
    assert_eq!(around, ["0404", "0405", "0406", "0306", "0205", "0304"]);
    assert_eq!(grid.centre(hex).1, grid.centre(grid.find("0405").unwrap()).1);
    assert!(grid.centre(hex).0 > grid.centre(grid.find("0304").unwrap()).0, "odd rows are farther right");
    assert_eq!(grid.neighbour(hex, Direction::West), grid.find("0205").ok());
    assert_eq!(grid.neighbour(hex, Direction::North), None);
}

#[test]
fn a_wrong_plan_is_refused() {
    fn with(plan: GridPlan<'_>) -> GridError {
        HexGrid::new(&plan).map(|_| ()).unwrap_err()
    }
    let w = GridSheet { letter: Some('W'), columns: 42 };
    assert_eq!(with(GridPlan { sheets: &[], ..EUROPE }), GridError::Empty);
    assert_eq!(with(GridPlan { rows: 0, ..EUROPE }), GridError::Empty);
    assert_eq!(with(GridPlan { sheets: &[w, w], ..EUROPE }), GridError::SameLetter('W'));
    assert_eq!(
        with(GridPlan { sheets: &[w, GridSheet { letter: None, ..w }], ..EUROPE }),
        GridError::NoLetter
    );
    assert_eq!(
        with(GridPlan { sheets: &[GridSheet { letter: Some('1'), ..w }], ..EUROPE }),
        GridError::NotALetter('1')
    );
    assert_eq!(with(GridPlan { rows: 999, ..EUROPE }), GridError::TooLarge { columns: 84, rows: 999 });
    assert_eq!(with(GridPlan { pitch: 0.0, ..EUROPE }), GridError::Pitch(0.0));
}

#[test]
fn distance_is_the_shortest_walk() {
    let sheets = [GridSheet { letter: None, columns: 9 }];
    for orientation in [Orientation::FlatTop, Orientation::PointedTop] {
        for shifted in [Parity::Even, Parity::Odd] {
            let grid =
                HexGrid::new(&GridPlan { orientation, shifted, sheets: &sheets, rows: 8, ..EUROPE }).unwrap();
            for from in grid.hexes() {
                let walked = walk(&grid, from);
                assert_eq!(walked.len(), grid.len());
                for (to, steps) in walked {
                    assert_eq!(grid.distance(from, to), steps);
                }
            }
        }
    }
}

#[test]
fn a_line_keeps_to_the_map_along_its_edge() {
    let grid = europe();
    let find = |name| grid.find(name).unwrap();
    for (from, to) in [("W0101", "E4101"), ("W0254", "E4254")] {
        assert_eq!(grid.line(find(from), find(to)).count(), 83, "{from} {to}");
    }
}

#[test]
fn nothing_lies_at_a_point_that_is_none() {
    let grid = europe();
    for point in [(f64::NAN, 0.0), (0.0, f64::INFINITY), (-1e300, 0.0), (1e12, 1e12), (1e9, -1e9)] {
        assert_eq!(grid.hex_at(point), None);
    }
}

proptest! {
    #[test]
    fn neighbours_are_mutual_and_share_a_side(grid in grid()) {
        let directions = grid.orientation().directions();
        let mut owners = vec![0; grid.side_count()];
        for hex in grid.hexes() {
            for (slot, direction) in directions.into_iter().enumerate() {
                let side = grid.side(hex, direction).unwrap();
                owners[side.index()] += 1;
                let corners = grid.corners(hex);
                let ends = [corners[(slot + 5) % 6], corners[slot]];
                match grid.neighbour(hex, direction) {
                    Some(beyond) => {
                        prop_assert_eq!(grid.neighbour(beyond, direction.opposite()), Some(hex));
                        prop_assert_eq!(grid.side(beyond, direction.opposite()), Some(side));
                        prop_assert_eq!(grid.side_between(hex, beyond), Some(side));
                        prop_assert_eq!(grid.hexes_at(side), (hex.min(beyond), Some(hex.max(beyond))));
                        prop_assert_eq!(grid.distance(hex, beyond), 1);
                        let shared = grid.ends(side);
                        prop_assert!(shared == ends || shared == [ends[1], ends[0]], "{:?} {:?}", shared, ends);
                        prop_assert!((apart(grid.centre(hex), grid.centre(beyond)) / grid.pitch() - 1.0).abs() < 1e-9);
                    }
                    None => {
                        prop_assert_eq!(grid.hexes_at(side), (hex, None));
                        prop_assert_eq!(grid.ends(side), ends);
                    }
                }
            }
        }
        for (side, owners) in owners.into_iter().enumerate() {
            let beyond = grid.hexes_at(Id::from_index(side)).1;
            prop_assert_eq!(owners, 1 + usize::from(beyond.is_some()));
        }
    }

    #[test]
    fn directions_point_where_they_say(grid in grid()) {
        for hex in grid.hexes() {
            for direction in grid.orientation().directions() {
                let Some(beyond) = grid.neighbour(hex, direction) else { continue };
                prop_assert_eq!(grid.direction(hex, beyond), Some(direction));
                let ((x, y), (to_x, to_y)) = (grid.centre(hex), grid.centre(beyond));
                let name = format!("{direction:?}");
                let turn = |more: &str, less: &str| i32::from(name.contains(more)) - i32::from(name.contains(less));
                let sign = |delta: f64| if delta.abs() < 1e-9 * grid.pitch() { 0 } else { delta.signum() as i32 };
                prop_assert_eq!(sign(to_x - x), turn("East", "West"), "{}", name);
                prop_assert_eq!(sign(to_y - y), turn("South", "North"), "{}", name);
            }
        }
    }

    #[test]
    fn names_are_unique_and_found_again(grid in grid()) {
        let names: BTreeSet<String> = grid.hexes().map(|hex| grid.name(hex).to_string()).collect();
        prop_assert_eq!(names.len(), grid.hexes().count());
        for hex in (0..grid.len()).map(HexId::from_index) {
            let name = grid.name(hex).to_string();
            let expected = if grid.exists(hex) { Ok(hex) } else { Err(HexNameError::Absent(name.clone())) };
            prop_assert_eq!(grid.find(&name), expected);
        }
    }

    #[test]
    fn rings_and_ranges_hold_what_is_so_far_away(grid in grid(), pick in any::<prop::sample::Index>(), radius in 0..12u16) {
        let hexes: Vec<HexId> = grid.hexes().collect();
        prop_assume!(!hexes.is_empty());
        let centre = hexes[pick.index(hexes.len())];
        let within: Vec<HexId> = grid.within(centre, radius).collect();
        let expected: Vec<HexId> = grid.hexes().filter(|hex| grid.distance(centre, *hex) <= radius).collect();
        prop_assert_eq!(within, expected);
        let ring: Vec<HexId> = grid.ring(centre, radius).collect();
        let expected: BTreeSet<HexId> = grid.hexes().filter(|hex| grid.distance(centre, *hex) == radius).collect();
        prop_assert_eq!(ring.len(), expected.len());
        prop_assert_eq!(ring.into_iter().collect::<BTreeSet<_>>(), expected);
        prop_assert_eq!(grid.within(centre, u16::MAX).count(), hexes.len());
        prop_assert_eq!(grid.ring(centre, u16::MAX).count(), 0);
    }

    #[test]
    fn a_line_is_straight_and_the_same_from_both_ends(
        orientation in orientation(), shifted in parity(), a in 0..4536u16, b in 0..4536u16, straight_across: bool,
    ) {
        let grid = HexGrid::new(&GridPlan { orientation, shifted, ..EUROPE }).unwrap();
        let length = if orientation == Orientation::FlatTop { 54 } else { 84 };
        let b = if straight_across { b / length * length + a % length } else { b };
        let (a, b) = (HexId(a), HexId(b));
        let line: Vec<HexId> = grid.line(a, b).collect();
        prop_assert_eq!((line[0], line[line.len() - 1]), (a, b));
        prop_assert_eq!(line.len(), usize::from(grid.distance(a, b)) + 1);
        prop_assert!(line.windows(2).all(|pair| grid.adjacent(pair[0], pair[1])));
        let mut back: Vec<HexId> = grid.line(b, a).collect();
        back.reverse();
        prop_assert_eq!(&line, &back);
        let (from, to) = (grid.centre(a), grid.centre(b));
        for (step, hex) in line.iter().enumerate() {
            let share = step as f64 / (line.len() - 1).max(1) as f64;
            let point = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            prop_assert!(apart(point, grid.centre(*hex)) <= grid.pitch() / 3f64.sqrt() + 1e-6);
        }
    }

    #[test]
    fn a_point_lies_in_the_hex_with_the_nearest_centre(grid in grid(), x in -0.2..1.2f64, y in -0.2..1.2f64) {
        let far = grid.hexes().map(|hex| grid.centre(hex)).fold((f64::MIN, f64::MIN), |far, at| (far.0.max(at.0), far.1.max(at.1)));
        let near = grid.hexes().map(|hex| grid.centre(hex)).fold((f64::MAX, f64::MAX), |near, at| (near.0.min(at.0), near.1.min(at.1)));
        prop_assume!(!grid.is_empty());
        let point = (near.0 + (far.0 - near.0 + grid.pitch()) * x, near.1 + (far.1 - near.1 + grid.pitch()) * y);
        let nearest = grid.hexes().min_by(|a, b| apart(grid.centre(*a), point).total_cmp(&apart(grid.centre(*b), point))).unwrap();
        match grid.hex_at(point) {
            Some(hex) => prop_assert_eq!(hex, nearest),
            // Nothing there, or a hex that was left out: then no centre is nearer than half a hex.
            None => prop_assert!(apart(grid.centre(nearest), point) > grid.pitch() / 2.0 - 1e-9),
        }
        for hex in grid.hexes() {
            prop_assert_eq!(grid.hex_at(grid.centre(hex)), Some(hex));
        }
    }

    #[test]
    fn hexes_that_do_not_exist_take_no_part(grid in grid()) {
        let parts = Components::new(&grid, |_, _, _| true);
        for hex in (0..grid.len()).map(HexId::from_index) {
            prop_assert_eq!(parts.of(hex).is_some(), grid.exists(hex));
            if grid.exists(hex) {
                let walked: Vec<HexId> = walk(&grid, hex).into_keys().collect();
                prop_assert_eq!(parts.members(parts.of(hex).unwrap()).collect::<Vec<_>>(), walked);
            } else {
                prop_assert_eq!(grid.neighbours(hex).count(), 0);
                prop_assert_eq!(grid.orientation().directions().map(|direction| grid.side(hex, direction)), [None; 6]);
            }
        }
    }
}
