//! The board: everything the rulebook says of it holds, and every place can be reached.

use crate::board::{BOARD, Ground, TOWNS, Town};
use crate::components::{Country, Kind, Power};
use crate::square::{AROUND, Mask, SQUARES, Square};

fn square(column: i32, row: i32) -> Square {
    Square::at(column, row).unwrap()
}

/// Squares a piece can get to, alone on the board without house rules.
fn reach(kind: Kind, start: Square) -> Mask {
    let mut seen = Mask::EMPTY;
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        if !BOARD.land.has(at) || seen.has(at) {
            continue;
        }
        seen.insert(at);
        match kind {
            Kind::General => open.extend(at.neighbours()),
            Kind::Infantry => {
                open.extend(AROUND.iter().filter(|(c, r)| c * r != 0).filter_map(|(c, r)| at.step(*c, *r)));
            }
            Kind::Cavalry => {
                let sides = |s: Square| {
                    AROUND.into_iter().filter(|(c, r)| c * r == 0).filter_map(move |(c, r)| s.step(c, r))
                };
                for middle in sides(at).filter(|s| BOARD.land.has(*s)) {
                    open.extend(sides(middle));
                }
            }
        }
    }
    seen
}

// proves C-0.2-countries
#[test]
fn six_countries_are_about_equal() {
    let sizes = Country::ALL.map(|country| BOARD.land_of(country).count());
    assert_eq!(sizes, [85, 81, 88, 81, 75, 78]);
    assert_eq!(sizes.iter().sum::<u32>(), BOARD.land.count());
    assert!(
        sizes.iter().max().unwrap() * 4 < sizes.iter().min().unwrap() * 5,
        "none is a quarter larger than another"
    );
}

// proves C-0.2-towns, C-3.1-twelve, C-6.2-capitals
#[test]
fn every_country_has_four_towns_two_of_them_red_and_five_have_a_capital() {
    assert_eq!(Town::all().count(), TOWNS);
    for country in Country::ALL {
        let towns: Vec<Town> = Town::of(country).collect();
        assert_eq!(towns.len(), 4, "{country}");
        assert!(towns.iter().all(|town| BOARD.country(town.square()) == Some(country)), "{country}");
        let symbols: Vec<Kind> = towns.iter().filter_map(|town| town.symbol()).collect();
        assert_eq!(symbols, [Kind::Infantry, Kind::Cavalry], "{country}: one red town of each symbol");
    }
    assert_eq!(Town::all().filter(|town| town.is_red()).count(), 12);
    let capitals = Power::ALL.map(|power| BOARD.base(power).name.as_str());
    assert_eq!(capitals, ["Paris", "Berlin", "Moscow", "Vienna", "Lisbon"]);
    for power in Power::ALL {
        assert_eq!(BOARD.country(BOARD.base(power).capital.general), Some(power.home()));
    }
}

#[test]
fn names_are_unique_and_the_towns_of_the_rulebook_are_there() {
    let names: std::collections::HashSet<&str> = Square::all().map(|s| BOARD.name(s)).collect();
    assert_eq!(names.len(), usize::from(SQUARES));
    let red =
        |name: &str| Town::all().find(|town| town.name() == name).map(|town| (town.country(), town.is_red()));
    assert_eq!(red("Leipzig"), Some((Country::Prussia, true)));
    assert_eq!(red("Dresden"), Some((Country::Prussia, true)));
    assert_eq!(red("Milan"), Some((Country::Italy, true)));
    assert_eq!(red("Turin"), Some((Country::Italy, true)));
    assert_eq!(red("Stettin"), Some((Country::Prussia, false)));
}

#[test]
fn every_place_is_within_reach_of_every_army() {
    for power in Power::ALL {
        let base = BOARD.base(power);
        let general = reach(Kind::General, base.capital.general);
        assert_eq!(general.count(), BOARD.land.count(), "{power}: a General gets everywhere");
        for start in base.capital.infantry {
            let colour = BOARD.land.iter().filter(|s| s.is_even() == start.is_even()).count() as u32;
            assert_eq!(reach(Kind::Infantry, start).count(), colour, "{power}: infantry from {start}");
        }
        for start in base.capital.cavalry {
            let colour = BOARD.land.iter().filter(|s| s.is_even() == start.is_even()).count() as u32;
            assert_eq!(reach(Kind::Cavalry, start).count(), colour, "{power}: cavalry from {start}");
        }
    }
}

#[test]
fn mobilisation_is_possible_on_the_colour_of_the_enlistment_squares() {
    for power in Power::ALL {
        let (capital, enlistment) = (&BOARD.base(power).capital, &BOARD.base(power).enlistment);
        assert_eq!(capital.general.is_even(), enlistment.general.is_even(), "{power}");
        let squares = capital.infantry.iter().chain(&enlistment.infantry);
        assert!(
            squares.clone().all(|s| s.is_even() == capital.general.is_even()),
            "{power}: infantry on the corners"
        );
        let squares = capital.cavalry.iter().chain(&enlistment.cavalry);
        assert!(
            squares.clone().all(|s| s.is_even() != capital.general.is_even()),
            "{power}: cavalry on the sides"
        );
        let home = BOARD.land_of(power.home());
        assert!(
            (capital.all | enlistment.all).iter().all(|s| home.has(s)),
            "{power}: both areas lie at home"
        );
        assert!((capital.all & enlistment.all).is_empty(), "{power}");
        assert!(!BOARD.base(power).perimeter.is_empty());
    }
}

#[test]
fn stettin_lies_outside_the_ring_of_berlin_and_the_steppe_ring_is_all_land() {
    let stettin = Town::all().find(|town| town.name() == "Stettin").unwrap();
    assert!(!BOARD.base(Power::Prussia).ring.has(stettin.square()));
    let steppe = BOARD.base(Power::Russia).ring;
    assert_eq!((steppe.count(), (steppe & BOARD.land).count()), (16, 16));
}

#[test]
fn the_seas_part_and_the_woods_of_prussia_are_where_the_notes_say() {
    let woods = [(15, 3), (16, 3), (17, 3), (15, 4), (24, 3), (25, 3)].map(|(c, r)| square(c, r));
    assert_eq!(BOARD.woodland, woods.into_iter().collect());
    assert!(!BOARD.coast.has(square(31, 18)), "the Black Sea cannot be reached from Spain");
    assert!(BOARD.coast.has(square(1, 17)) && BOARD.coast.has(square(23, 19)));
    for country in Country::ALL {
        assert!(!(BOARD.coast & *BOARD.land_of(country)).is_empty(), "{country} has a coast");
    }
}

#[test]
fn the_eagle_looks_at_the_mountains_between_austria_and_italy() {
    assert!(BOARD.eagle.has(square(21, 13)) && BOARD.eagle.has(square(21, 14)));
    assert!(BOARD.eagle.iter().all(|s| matches!(BOARD.ground(s), Ground::Mountain(_))));
    // Ranges that cost the normal price touch neither France nor Spain.
    for s in BOARD.wild.iter().filter(|s| !BOARD.dear.has(*s)) {
        assert!(
            !BOARD.land_of(Country::France).touches(s) && !BOARD.land_of(Country::Spain).touches(s),
            "{s}"
        );
    }
}

#[test]
fn a_mask_lists_and_windows_what_is_in_it() {
    let corner: Mask = [square(0, 0), square(34, 23), square(1, 1)].into_iter().collect();
    assert_eq!(corner.iter().collect::<Vec<_>>(), [square(0, 0), square(1, 1), square(34, 23)]);
    assert_eq!(corner.window(square(0, 0)), [0, 0, 0b00100, 0b01000, 0]);
    assert!(
        corner.touches(square(1, 0)) && corner.touches(square(33, 22)) && !corner.touches(square(34, 23))
    );
    assert!(
        BOARD.water.window(square(0, 0)).iter().all(|row| *row == 0b11111),
        "beyond the edge nobody goes"
    );
}

#[test]
fn a_square_reads_back_and_nonsense_does_not() {
    assert_eq!("11,7".parse::<Square>(), Ok(square(11, 7)));
    for bad in ["", "11", "35,0", "0,24", "-1,3", "a,b", "1,2,3"] {
        assert!(bad.parse::<Square>().is_err(), "{bad}");
    }
}
