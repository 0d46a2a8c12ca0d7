use atlas::topology::{
    Allowance, Graph, GridPlan, GridSheet, HexGrid, Id, Orientation, Parity, Paths, Reach, Step,
};
use proptest::prelude::*;

use crate::places::{Map, Place, build, map};

/// What a search should find, worked out by going over all borders until nothing changes any more.
struct Model {
    /// Cheapest cost on the march.
    go: Vec<Option<u16>>,
    /// Cheapest cost by a step that ends there.
    stop: Vec<Option<u16>>,
}

impl Model {
    fn new(map: &Map, sources: &[Place], points: u16, first_step: bool) -> Model {
        let mut model = Model { go: vec![None; map.len()], stop: vec![None; map.len()] };
        sources.iter().for_each(|source| model.go[source.index()] = Some(0));
        let lower = |known: &mut Option<u16>, cost: u16| {
            let better = known.is_none_or(|known| cost < known);
            if better {
                *known = Some(cost);
            }
            better
        };
        loop {
            let mut changed = false;
            for from in map.areas() {
                let Some(at) = model.go[from.index()] else { continue };
                for (to, step) in map.leaving(from) {
                    let (Step::Go(cost) | Step::Stop(cost)) = step else { continue };
                    let total = at + u16::from(cost);
                    changed |= if total > points {
                        first_step && sources.contains(&from) && lower(&mut model.stop[to.index()], points)
                    } else if matches!(step, Step::Go(_)) {
                        lower(&mut model.go[to.index()], total)
                    } else {
                        lower(&mut model.stop[to.index()], total)
                    };
                }
            }
            if !changed {
                return model;
            }
        }
    }

    fn cost(&self, place: Place) -> Option<u16> {
        let (go, stop) = (self.go[place.index()], self.stop[place.index()]);
        go.into_iter().chain(stop).min()
    }
}

/// As the map says.
fn step(_: Place, _: Place, step: Step) -> Step {
    step
}

/// Holds all that a search found against the model, and each way against the map.
fn agrees(
    map: &Map,
    mut reach: Reach<'_, Place>,
    model: &Model,
    sources: &[Place],
    points: u16,
) -> Result<(), TestCaseError> {
    for place in map.areas() {
        let cost = model.cost(place);
        prop_assert_eq!(reach.cost(place), cost, "{:?}", place);
        prop_assert_eq!(reach.contains(place), cost.is_some());
        prop_assert_eq!(reach.left(place), cost.map(|cost| points - cost));
        prop_assert_eq!(reach.left_to_go_on(place), model.go[place.index()].map(|cost| points - cost));
        let mut back: Vec<Place> = reach.back(place).collect();
        prop_assert_eq!(reach.before(place), back.get(1).copied());
        prop_assert_eq!(reach.source(place), back.last().copied());
        let Some(way) = reach.way(place) else {
            prop_assert!(cost.is_none() && back.is_empty());
            continue;
        };
        back.reverse();
        prop_assert_eq!(way.spaces, &back[..]);
        prop_assert_eq!(way.end(), place);
        prop_assert!(sources.contains(&way.spaces[0]));
        let steps = way.spaces.windows(2).map(|pair| *map.border(pair[0], pair[1]).unwrap());
        let mut total = 0;
        for (taken, step) in steps.enumerate() {
            match step {
                Step::Closed => prop_assert!(false, "a closed border was crossed"),
                Step::Go(cost) => total += u16::from(cost),
                Step::Stop(cost) => {
                    total += u16::from(cost);
                    prop_assert_eq!(taken + 1, way.steps(), "a stop is not the end");
                }
            }
        }
        prop_assert!(way.cost == total || (way.steps() == 1 && total > points && way.cost == points));
    }
    Ok(())
}

fn picked(map: &Map, picks: &[prop::sample::Index]) -> Vec<Place> {
    picks.iter().map(|pick| Place::from_index(pick.index(map.len()))).collect()
}

fn allowance(points: u16, first_step: bool) -> Allowance {
    if first_step { Allowance::points(points).or_one_step() } else { Allowance::points(points) }
}

fn picks(most: usize) -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 1..=most)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn all_is_reached_as_cheaply_as_can_be(map in map(14, 0), from in picks(4), points in 0..700u16, first_step: bool) {
        let sources = picked(&map, &from);
        let mut paths = Paths::new(map.len());
        // The same desk again and again: nothing of an older search may be left on it.
        for points in [points, 3, points / 2, points] {
            let model = Model::new(&map, &sources, points, first_step);
            let reach = paths.flood(&map, sources.iter().copied(), allowance(points, first_step), step);
            agrees(&map, reach, &model, &sources, points)?;
        }
    }

    #[test]
    fn equal_ways_are_decided_by_the_lower_number(map in map(14, 1), from in picks(4)) {
        let sources = picked(&map, &from);
        let mut paths = Paths::new(map.len());
        let model = Model::new(&map, &sources, 6000, false);
        let reach = paths.flood(&map, sources.iter().copied(), Allowance::points(6000), step);
        for place in map.areas().filter(|place| !sources.contains(place)) {
            let Some(cost) = model.cost(place) else { continue };
            let stops = model.go[place.index()] != Some(cost);
            let best = map.entering(place).filter_map(|(from, step)| {
                let points = match step {
                    Step::Go(points) if !stops => points,
                    Step::Stop(points) if stops => points,
                    _ => return None,
                };
                let at = model.go[from.index()]?;
                // On the march to `from`, not by a cheaper step that ends there.
                let source = march_source(&map, &model, &sources, from);
                (at + u16::from(points) == cost).then_some((source, from))
            });
            let (source, before) = best.min().unwrap();
            prop_assert_eq!((reach.source(place), reach.before(place)), (Some(source), Some(before)));
        }
    }

    #[test]
    fn the_nearest_goal_is_found(map in map(14, 0), from in any::<prop::sample::Index>(), to in picks(5), points in 0..700u16, first_step: bool) {
        let (from, goals) = (picked(&map, &[from])[0], picked(&map, &to));
        let model = Model::new(&map, &[from], points, first_step);
        let expected = goals.iter().filter_map(|goal| Some((model.cost(*goal)?, *goal))).min();
        let mut paths = Paths::new(map.len());
        for _ in 0..2 {
            let found = paths.nearest(&map, from, allowance(points, first_step), |place| goals.contains(&place), step);
            prop_assert_eq!(found.map(|way| (way.cost, way.end())), expected);
            let way = paths.way(&map, from, goals[0], allowance(points, first_step), step);
            prop_assert_eq!(way.map(|way| way.cost), model.cost(goals[0]));
        }
    }

    #[test]
    fn backwards_is_forwards_from_everywhere(map in map(12, 0), to in picks(3), points in 0..700u16) {
        let goals = picked(&map, &to);
        let mut paths = Paths::new(map.len());
        let reach = paths.flood_towards(&map, goals.iter().copied(), Allowance::points(points), step);
        for place in map.areas() {
            let model = Model::new(&map, &[place], points, false);
            let nearest = goals.iter().filter_map(|goal| model.cost(*goal)).min();
            prop_assert_eq!(reach.cost(place), nearest);
            let way: Vec<Place> = reach.back(place).collect();
            prop_assert!(way.windows(2).all(|pair| map.border(pair[0], pair[1]).is_some()));
            prop_assert_eq!(way.last().is_some_and(|end| goals.contains(end)), nearest.is_some());
        }
    }

    #[test]
    fn the_farthest_place_is_the_last_one_the_points_pay_for(map in map(14, 0), from in any::<prop::sample::Index>(), points in 0..30u16) {
        let from = picked(&map, &[from])[0];
        let mut paths = Paths::new(map.len());
        let mut reach = paths.reach(&map, from, Allowance::UNLIMITED, step);
        for place in map.areas() {
            let farthest = reach.farthest(place, points);
            let Some(way) = reach.way(place) else {
                prop_assert_eq!(farthest, None);
                continue;
            };
            let mut paid = 0;
            let mut last = from;
            for pair in way.spaces.windows(2) {
                let (Step::Go(cost) | Step::Stop(cost)) = *map.border(pair[0], pair[1]).unwrap() else { unreachable!() };
                paid += u16::from(cost);
                if paid <= points {
                    last = pair[1];
                }
            }
            prop_assert_eq!(farthest, Some(last));
        }
    }
}

/// The lowest source from which one gets to `place` on the march as cheaply as from any.
fn march_source(map: &Map, model: &Model, sources: &[Place], place: Place) -> Place {
    let alone = |source: &&Place| {
        Model::new(map, &[**source], 6000, false).go[place.index()] == model.go[place.index()]
    };
    *sources.iter().filter(alone).min().unwrap()
}

#[test]
fn a_cheap_step_that_ends_there_does_not_hide_a_dearer_way_on() {
    // Over the mountains it is one step to 2, but that is the end of it; round them it is two, and on to 3.
    let map =
        build(4, &[(0, 2, Step::Stop(1)), (0, 1, Step::Go(1)), (1, 2, Step::Go(1)), (2, 3, Step::Go(1))]);
    let mut paths = Paths::new(map.len());
    let mut reach = paths.reach(&map, Place(0), Allowance::points(3), step);
    assert_eq!(
        (reach.cost(Place(2)), reach.left(Place(2)), reach.left_to_go_on(Place(2))),
        (Some(1), Some(2), Some(1))
    );
    assert_eq!(reach.way(Place(2)).unwrap().spaces, [Place(0), Place(2)]);
    assert_eq!(reach.way(Place(3)).unwrap().spaces, [Place(0), Place(1), Place(2), Place(3)]);
}

#[test]
fn one_step_can_be_granted_whatever_it_costs() {
    let map = build(3, &[(0, 1, Step::Go(5)), (1, 2, Step::Go(0))]);
    let mut paths = Paths::new(map.len());
    assert!(!paths.reach(&map, Place(0), Allowance::points(2), step).contains(Place(1)));
    let reach = paths.reach(&map, Place(0), Allowance::points(2).or_one_step(), step);
    assert_eq!((reach.left(Place(1)), reach.left_to_go_on(Place(1))), (Some(0), None));
    assert!(!reach.contains(Place(2)), "and not one more");
}

#[test]
fn a_source_stays_one_even_if_another_leads_to_it_for_nothing() {
    let map = build(3, &[(0, 1, Step::Go(0)), (1, 2, Step::Go(5))]);
    let mut paths = Paths::new(map.len());
    let reach = paths.flood(&map, [Place(0), Place(1)], Allowance::points(2).or_one_step(), step);
    assert_eq!((reach.source(Place(1)), reach.before(Place(1))), (Some(Place(1)), None));
    assert_eq!(reach.left(Place(2)), Some(0), "its first step is a first step");
}

#[test]
fn costs_may_be_given_as_a_number_or_as_yes_and_no() {
    let map = build(3, &[(0, 1, Step::Go(7)), (1, 2, Step::Go(7))]);
    let mut paths = Paths::new(map.len());
    let reach = paths.reach(&map, Place(0), Allowance::UNLIMITED, |_, _, _| Some(4));
    assert_eq!(reach.cost(Place(2)), Some(8));
    let reach = paths.reach(&map, Place(0), Allowance::UNLIMITED, |_, to, _| to != Place(2));
    assert_eq!((reach.cost(Place(1)), reach.cost(Place(2))), (Some(1), None));
}

#[test]
fn long_ways_are_counted_as_far_as_numbers_go() {
    let borders: Vec<_> = (0..300).map(|place| (place, place + 1, Step::Go(255))).collect();
    let map = build(301, &borders);
    let mut paths = Paths::new(map.len());
    let reach = paths.reach(&map, Place(0), Allowance::points(u16::MAX), step);
    assert_eq!(reach.cost(Place(256)), Some(65_280));
    assert_eq!(reach.cost(Place(257)), None, "65,535 is no cost");
    assert_eq!(reach.spaces().len(), 257);
}

#[test]
fn rivers_are_crossed_at_the_side_between_two_hexes() {
    let sheets = [GridSheet { letter: None, columns: 5 }];
    let plan = GridPlan {
        orientation: Orientation::FlatTop,
        shifted: Parity::Even,
        sheets: &sheets,
        rows: 5,
        origin: (0.0, 0.0),
        pitch: 1.0,
    };
    let grid = HexGrid::new(&plan).unwrap();
    let find = |name| grid.find(name).unwrap();
    let river = grid.side_between(find("0303"), find("0302")).unwrap();
    let mut paths = Paths::new(grid.len());
    let reach = paths.reach(&grid, find("0303"), Allowance::points(2), |from, to, side| {
        assert_eq!(grid.side_between(from, to), Some(side));
        Some(1 + 2 * u8::from(side == river))
    });
    assert_eq!(reach.cost(find("0302")), Some(2), "round the river");
    assert_eq!(reach.before(find("0302")), Some(find("0202")), "on the side of the lower hex");
    assert_eq!(reach.cost(find("0301")), None);
    let within: Vec<_> = grid.within(find("0303"), 2).filter(|hex| *hex != find("0301")).collect();
    assert_eq!(reach.spaces().iter().collect::<Vec<_>>(), within);
}

#[test]
fn a_zone_of_control_stops_whoever_enters_but_not_whoever_leaves() {
    let borders = [(0, 1), (1, 2), (2, 3), (3, 4)].map(|(a, b)| (a, b, Step::Go(1)));
    let map = build(5, &borders);
    let zone = [Place(0), Place(2)];
    let mut paths = Paths::new(map.len());
    let reach = paths.reach(&map, Place(0), Allowance::points(6), |_, to, _| {
        if zone.contains(&to) { Step::Stop(1) } else { Step::Go(1) }
    });
    assert_eq!(reach.spaces().iter().collect::<Vec<_>>(), [Place(0), Place(1), Place(2)]);
    assert_eq!((reach.left(Place(2)), reach.left_to_go_on(Place(2))), (Some(4), None));
}
