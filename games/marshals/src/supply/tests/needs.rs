//! The table of supply, and what is burned.

use super::*;
use crate::combat;
use crate::supply::{Area, Event, Fields, Supply, Terms, supply, terms};

fn served(event: Event, stack: Stack, stores: &[Store]) -> Result<Supply, engine::Denied> {
    supply(event, stack, &Position::empty().found(stack, stores))
}

fn burned(supply: &Supply) -> Vec<Kind> {
    supply.burned.iter().map(|found| found.kind).collect()
}

// proves M-supply-21, M-supply-22, M-supply-24
#[test]
fn the_table_of_supply() {
    let row = |event, area, at_home| {
        [5, 6, 10, 11, 15, 16, 30].map(|factors| {
            let Terms { burned, shown } = terms(event, area, factors, at_home);
            (burned, shown)
        })
    };
    let nothing = [(0, 0); 7];
    for event in [Event::Move, Event::Attack, Event::Defend] {
        assert_eq!(row(event, Area::Developed, false), nothing);
    }
    for area in [Area::Iberia, Area::Remote] {
        assert_eq!(row(Event::Move, area, false), [(0, 0), (1, 0), (1, 0), (1, 0), (1, 0), (1, 0), (1, 0)]);
        assert_eq!(row(Event::Move, area, true), nothing);
        assert_eq!(row(Event::Attack, area, true), [(0, 0), (1, 0), (1, 0), (2, 0), (2, 0), (3, 0), (3, 0)]);
    }
    assert_eq!(row(Event::Defend, Area::Iberia, false), nothing);
    assert_eq!(
        row(Event::Defend, Area::Remote, false),
        [(0, 0), (1, 0), (1, 0), (1, 1), (1, 1), (1, 2), (1, 2)]
    );
}

#[test]
fn areas_are_where_they_should_be() {
    let areas = ["Leipzig", "Madrid", "Lisbon", "Smolensk", "Konigsberg", "Stockholm", "Constantinople"];
    let expected =
        [Area::Developed, Area::Iberia, Area::Iberia, Area::Remote, Area::Remote, Area::Remote, Area::Remote];
    assert_eq!(areas.map(|name| Area::of(hex(name))), expected);
}

// proves M-supply-3, M-supply-6, M-supply-15
#[test]
fn cities_and_forts_feed_units_at_home_but_no_attack() {
    let city = [store(Kind::Home, hex("Leipzig"), 1)];
    let at_home = Stack { at_home: true, ..stack("Leipzig", 20) };
    for event in [Event::Move, Event::Defend] {
        let supply = served(event, at_home, &city).unwrap();
        assert_eq!((supply.base.kind, supply.served, burned(&supply)), (Kind::Home, 20, vec![]));
        assert_eq!(served(event, stack("Leipzig", 20), &city).unwrap_err(), "M-supply-1");
    }
    assert_eq!(served(Event::Attack, at_home, &city).unwrap_err(), "M-supply-3");
}

// proves M-loc-9, M-supply-5, M-loc-16
#[test]
fn a_depot_of_the_line_lasts_and_one_that_is_cut_off_serves_one_attack() {
    let depot = |kind| [store(kind, eastwards("Leipzig", 4)[4], 1)];
    for event in [Event::Move, Event::Defend, Event::Move, Event::Attack] {
        let linked = served(event, stack("Leipzig", 20), &depot(Kind::Linked)).unwrap();
        assert_eq!((linked.served, burned(&linked)), (20, vec![]));
        let cut = served(event, stack("Leipzig", 20), &depot(Kind::Cut)).unwrap();
        let expected = if event == Event::Attack { vec![Kind::Cut] } else { vec![] };
        assert_eq!((cut.served, burned(&cut)), (20, expected));
    }
    assert!(served(Event::Attack, stack("Leipzig", 20), &[]).is_err());
}

// proves M-supply-4
#[test]
fn a_supply_unit_is_burned_by_an_attack_and_covers_all_that_follows() {
    let here = hex("Leipzig");
    let unit = [store(Kind::Unit, here, 1)];
    assert_eq!(burned(&served(Event::Move, stack("Leipzig", 4), &unit).unwrap()), []);
    assert_eq!(burned(&served(Event::Defend, stack("Leipzig", 4), &unit).unwrap()), []);
    assert_eq!(burned(&served(Event::Attack, stack("Leipzig", 4), &unit).unwrap()), [Kind::Unit]);
    let spent = [store(Kind::Spent, here, 1)];
    for event in [Event::Attack, Event::Defend] {
        let supply = served(event, stack("Halle", 9), &spent).unwrap();
        assert_eq!((supply.base.kind, supply.served, burned(&supply)), (Kind::Spent, 9, vec![]));
    }
    assert_eq!(served(Event::Move, stack("Halle", 9), &spent).unwrap_err(), "M-supply-1");
}

// proves M-supply-23
#[test]
fn sixteen_attack_in_spain_from_a_depot_and_burn_three_supply_units() {
    let stores = [store(Kind::Linked, hex("Madrid"), 1), store(Kind::Unit, hex("Madrid"), 5)];
    let attack = served(Event::Attack, stack("Madrid", 16), &stores).unwrap();
    assert_eq!((attack.base.kind, attack.served), (Kind::Linked, 16));
    assert_eq!(burned(&attack), [Kind::Unit, Kind::Unit, Kind::Unit]);
    let defence = served(Event::Defend, stack("Madrid", 16), &stores).unwrap();
    assert_eq!((defence.served, burned(&defence)), (16, vec![]));
}

// proves M-supply-23
#[test]
fn what_serves_as_base_of_an_attack_is_burned_too_and_depots_can_be() {
    let attack = |factors, stores: &[Store]| {
        let supply = served(Event::Attack, stack("Smolensk", factors), stores).unwrap();
        (supply.served, burned(&supply))
    };
    let units = |count| store(Kind::Unit, hex("Smolensk"), count);
    assert_eq!(attack(5, &[units(3)]), (5, vec![Kind::Unit]));
    assert_eq!(attack(10, &[units(3)]), (10, vec![Kind::Unit; 2]));
    assert_eq!(attack(15, &[units(3)]), (15, vec![Kind::Unit; 3]));
    assert_eq!(attack(16, &[units(3)]), (15, vec![Kind::Unit; 3]), "one factor has no supply");
    let depots = store(Kind::Linked, eastwards("Smolensk", 2)[2], 2);
    assert_eq!(attack(10, &[depots]), (10, vec![Kind::Linked]), "the other is the base");
    assert_eq!(attack(10, &[depots, units(1)]), (10, vec![Kind::Unit]));
    let spent = store(Kind::Spent, hex("Smolensk"), 3);
    assert_eq!(attack(16, &[depots, spent]), (16, vec![]), "an attack of the same turn has paid");
}

// proves M-supply-21
#[test]
fn davout_and_ney_hold_a_depot_in_east_prussia() {
    let depot = [store(Kind::Linked, hex("Konigsberg"), 1)];
    let defence = served(Event::Defend, stack("Konigsberg", 12), &depot).unwrap();
    assert_eq!((defence.served, burned(&defence)), (5, vec![]), "seven have no supply");
    assert_eq!(defence.level(12), combat::Supply::Partial);
    let small = served(Event::Defend, stack("Konigsberg", 5), &depot).unwrap();
    assert_eq!(small.level(5), combat::Supply::Full);
}

// proves M-supply-24
#[test]
fn large_stacks_burn_one_to_defend_and_show_the_others() {
    let defend = |factors, units| {
        let at = hex("Smolensk");
        let stores = [store(Kind::Linked, at, 1), store(Kind::Unit, at, units)];
        let supply = served(Event::Defend, stack("Smolensk", factors), &stores).unwrap();
        (supply.served, supply.burned.len())
    };
    assert_eq!(
        [defend(6, 1), defend(11, 2), defend(16, 3), defend(30, 3)],
        [(6, 1), (11, 1), (16, 1), (30, 1)]
    );
    assert_eq!([defend(11, 1), defend(16, 2), defend(16, 0)], [(10, 1), (15, 1), (5, 0)]);
    let depots = [store(Kind::Linked, hex("Smolensk"), 3)];
    let defence = served(Event::Defend, stack("Smolensk", 16), &depots).unwrap();
    assert_eq!(
        (defence.served, burned(&defence)),
        (10, vec![Kind::Linked]),
        "a depot is burned, none is shown"
    );
}

// proves M-supply-22
#[test]
fn six_or_more_burn_a_source_a_turn_to_move_in_remote_country() {
    let unit = [store(Kind::Unit, hex("Smolensk"), 1)];
    let six = stack("Smolensk", 6);
    let burns = |stack: Stack| burned(&served(Event::Move, stack, &unit).unwrap());
    assert_eq!(burns(six), [Kind::Unit]);
    assert_eq!(burns(stack("Smolensk", 5)), []);
    assert_eq!(burns(Stack { at_home: true, ..six }), []);
    let paid = [store(Kind::Linked, hex("Smolensk"), 1), store(Kind::Spent, hex("Smolensk"), 1)];
    assert_eq!(burned(&served(Event::Move, six, &paid).unwrap()), [], "what is burned is burned");
    let both = [store(Kind::Linked, hex("Smolensk"), 1), unit[0]];
    assert_eq!(burned(&served(Event::Move, six, &both).unwrap()), [Kind::Unit], "rather than the depot");
}

#[test]
fn sources_are_found_nearest_first_and_only_within_reach() {
    let way = eastwards("Leipzig", 5);
    let stores = [
        store(Kind::Unit, way[5], 1),
        store(Kind::Unit, way[3], 2),
        store(Kind::Linked, way[1], 1),
        store(Kind::Cut, way[3], 1),
    ];
    let kinds =
        |found: Vec<Found>| Vec::from_iter(found.into_iter().map(|found| (found.kind, found.line.length())));
    let found = kinds(Position::empty().found(stack("Leipzig", 5), &stores));
    assert_eq!(found, [(Kind::Linked, 1), (Kind::Cut, 3), (Kind::Unit, 3), (Kind::Unit, 3)]);
    let mut position = Position::corridor("Leipzig", &way[..2]);
    assert_eq!(kinds(position.found(stack("Leipzig", 5), &stores)), [(Kind::Linked, 1)]);
    let mut harassed = Position::corridor("Leipzig", &way);
    harassed.cossacks = vec![way[1], way[3]];
    let found = kinds(harassed.found(stack("Leipzig", 5), &stores));
    assert_eq!(found.len(), 4, "three hexes and two Cossacks count four");
}

#[test]
fn fields_say_what_stack_by_stack_would_be_said() {
    for name in ["Leipzig", "Smolensk"] {
        let all: Vec<HexId> = MAP.grid.within(hex(name), 6).collect();
        let pick = |skip: usize, step: usize| all.iter().copied().skip(skip).step_by(step);
        let kinds = [Kind::Home, Kind::Spent, Kind::Unit, Kind::Cut, Kind::Linked];
        let stores: Vec<Store> = pick(3, 41).zip(kinds).map(|(hex, kind)| store(kind, hex, 1)).collect();
        let mut position = Position {
            zones: set(pick(0, 2)),
            friends: set(pick(1, 5)),
            cossacks: pick(9, 31).collect(),
            ..Position::empty()
        };
        let mut fields = Fields::default();
        let (tracer, obstacles) = position.both();
        fields.lay(tracer, &obstacles, &stores);
        let mut answers = [0; 2];
        for here in MAP.grid.within(hex(name), 8) {
            for (event, at_home) in
                [Event::Move, Event::Attack, Event::Defend].into_iter().zip([true, false, true])
            {
                let stack = Stack { hex: here, factors: 5, at_home };
                let told = supply(event, stack, &position.found(stack, &stores)).is_ok();
                assert_eq!(fields.reach(event, here, at_home), told, "{name}: {event:?}");
                answers[usize::from(told)] += 1;
            }
        }
        assert!(answers.iter().all(|count| *count > 20), "{name}: {answers:?}");
    }
}
