//! Forage, attrition, and marches in the winter of the north.

use super::*;
use crate::map::Terrain;
use crate::supply::attrition::{Grave, attrition, count, grave, is_deadly, winter_march};
use crate::supply::forage::{deplete, may_draw, may_forage};
use crate::supply::{Area, distinct};

fn ground() -> &'static Ground {
    Ground::on(SUMMER.parse::<Date>().unwrap())
}

/// A clear hex with a wood on one side and clear land on another, both passable, in such country.
fn edge_of_a_wood(area: Area) -> (HexId, HexId, HexId) {
    let next_to = |hex: HexId, terrain: Terrain| {
        let fits = |next: &HexId| {
            let side = MAP.grid.side_between(hex, *next).unwrap();
            MAP.terrain(*next) == terrain && Area::of(*next) == area && ground().passes(hex, *next, side)
        };
        MAP.grid.neighbours(hex).find(fits)
    };
    let clear = MAP.grid.hexes().filter(|hex| MAP.terrain(*hex) == Terrain::Clear && Area::of(*hex) == area);
    let mut edges =
        clear.filter_map(|hex| Some((hex, next_to(hex, Terrain::Woods)?, next_to(hex, Terrain::Clear)?)));
    edges.next().unwrap()
}

// proves M-supply-8, M-supply-9
#[test]
fn clear_land_with_a_unit_feeds_itself_and_the_clear_land_round_it() {
    let (field, wood, meadow) = edge_of_a_wood(Area::Developed);
    let none = set([]);
    assert_eq!(may_forage(field, &set([field]), &none), Ok(()));
    assert_eq!(may_forage(field, &set([meadow]), &none).unwrap_err(), "M-supply-8");
    assert_eq!(may_forage(wood, &set([wood]), &none).unwrap_err(), "M-supply-8");
    assert_eq!([field, meadow].map(|hex| may_draw(hex, field, ground())), [Ok(()), Ok(())]);
    assert_eq!(may_draw(wood, field, ground()).unwrap_err(), "M-supply-9");
    let far = MAP.grid.ring(field, 2).next().unwrap();
    assert_eq!(may_draw(far, field, ground()).unwrap_err(), "M-supply-9");
}

// proves M-supply-12
#[test]
fn what_is_foraged_is_depleted_with_the_land_round_it() {
    for (area, ban) in [(Area::Developed, 1), (Area::Remote, 2), (Area::Iberia, 2)] {
        let (field, ..) = edge_of_a_wood(area);
        let (mut active, mut depleted) = (set([field]), set([]));
        assert_eq!(may_forage(field, &set([field]), &depleted), Ok(()), "an active marker depletes nothing");
        deplete(&mut active, &mut depleted);
        assert!(active.is_empty());
        for hex in MAP.grid.within(field, 3) {
            if MAP.terrain(hex) == Terrain::Clear {
                let expected = MAP.grid.distance(field, hex) > ban;
                assert_eq!(may_forage(hex, &set([hex]), &depleted).is_ok(), expected, "{area:?}");
            }
        }
        assert_eq!(may_forage(field, &set([field]), &depleted).unwrap_err(), "M-supply-12");
        depleted.clear();
        assert_eq!(may_forage(field, &set([field]), &depleted), Ok(()), "a new year");
    }
}

// proves M-attr-1, M-attr-2
#[test]
fn a_stack_of_seven_starves() {
    let mut left = 7;
    let losses: Vec<u16> = (1..=6)
        .map(|turn| {
            let loss = attrition(left, turn);
            left -= loss;
            loss
        })
        .collect();
    assert_eq!((losses, left), (vec![0, 3, 2, 1, 1, 0], 0));
}

// proves M-attr-4
#[test]
fn a_forage_in_between_resets_the_count() {
    let turns = |sources: &[bool]| sources.iter().fold(0, |turns, has_source| count(turns, *has_source));
    assert_eq!(attrition(7, turns(&[false, false])), 3);
    assert_eq!(attrition(7, turns(&[false, true, false])), 0);
    assert_eq!(attrition(7, turns(&[false, true, false, false])), 3);
}

// proves M-attr-3
#[test]
fn who_starves_in_the_winter_of_a_remote_country_is_lost() {
    let date = |text: &str| text.parse::<Date>().unwrap();
    let at = |name, date, home| grave(hex(name), date, home);
    assert_eq!(at("Smolensk", date(WINTER), false), Grave::Unbuilt);
    assert_eq!(at("Madrid", date(WINTER), false), Grave::Unbuilt);
    assert_eq!(at("Smolensk", date(WINTER), true), Grave::Casualties);
    assert_eq!(at("Constantinople", date(WINTER), false), Grave::Casualties, "remote for supply only");
    assert_eq!(at("Smolensk", date(SUMMER), false), Grave::Casualties);
    assert_eq!(at("Leipzig", date(WINTER), false), Grave::Casualties);
}

// proves M-weather-7
#[test]
fn eleven_frenchmen_march_near_smolensk_in_november() {
    let date = |text: &str| text.parse::<Date>().unwrap();
    let deadly = |name, turn, at_home| is_deadly(hex(name), date(turn), at_home);
    assert!(deadly("Smolensk", WINTER, false) && !deadly("Smolensk", SUMMER, false));
    assert!(!deadly("Smolensk", WINTER, true), "Russians are at home");
    assert!(!deadly("Madrid", WINTER, false) && !deadly("Leipzig", WINTER, false));
    let found = |stores: &[Store]| distinct(&Position::empty().found(stack("Smolensk", 11), stores));
    let depot = store(Kind::Linked, hex("Smolensk"), 1);
    let units = store(Kind::Unit, eastwards("Smolensk", 3)[3], 2);
    assert_eq!(winter_march(11, found(&[depot])), 3);
    assert_eq!(winter_march(11, found(&[depot]) + 1), 3, "with a foraged hex");
    assert_eq!(winter_march(11, found(&[depot, units])), 0);
    assert_eq!([winter_march(5, 0), winter_march(6, 1), winter_march(5, 1)], [1, 2, 0]);
}
