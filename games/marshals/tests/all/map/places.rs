//! Towns, forts and battlefields, and how far they are from each other.

use std::collections::BTreeSet;

use atlas::topology::SideId;
use marshals::map::MAP;

use super::{distance, hex, land_sides, row};

#[test]
fn every_place_has_a_hex_of_land_to_itself() {
    let mut taken = BTreeSet::new();
    for place in &MAP.sources.places {
        let hex = hex(&place.name);
        assert!(MAP.is_land(hex), "{} is at sea", place.name);
        assert!(taken.insert(hex), "{} shares its hex", place.name);
        assert_eq!(MAP.place(hex).unwrap().name, place.name);
        assert_eq!(MAP.region(hex).unwrap().name, place.region, "{}", place.name);
    }
}

/// Every town, fort, port and battlefield the rulebook names, but for those off the map (`NOTES.md`).
const NAMED: [&str; 111] = [
    "Abbeville",
    "Amsterdam",
    "Ancona",
    "Antwerp",
    "Auerstadt",
    "Austerlitz",
    "Barcelona",
    "Bayonne",
    "Benevento",
    "Berlin",
    "Bordeaux",
    "Borodino",
    "Boulogne",
    "Bremen",
    "Brest",
    "Brunn",
    "Bucharest",
    "Buda-Pest",
    "Cadiz",
    "Caen",
    "Calais",
    "Cartagena",
    "Cassel",
    "Cherbourg",
    "Christiana",
    "Cleves",
    "Constantinople",
    "Copenhagen",
    "Corfu",
    "Danzig",
    "Dieppe",
    "Dover",
    "Dresden",
    "Dunkirk",
    "Elba",
    "Elsinor",
    "Erfurt",
    "Exeter",
    "Eylau",
    "Friedland",
    "Gaeta",
    "Geneva",
    "Gibraltar",
    "Glogau",
    "Hamburg",
    "Hanover",
    "Hastings",
    "Helsingborg",
    "Izmail",
    "Jena",
    "Kharkov",
    "Khotyn",
    "Kiel",
    "Kiev",
    "Konigsberg",
    "Krakow",
    "Kristinestad",
    "Le Havre",
    "Liege",
    "Lille",
    "Lisbon",
    "London",
    "Lubeck",
    "Lyon",
    "Madrid",
    "Magdeburg",
    "Mainz",
    "Malta",
    "Marseille",
    "Messina",
    "Milan",
    "Moscow",
    "Munich",
    "Namur",
    "Nantes",
    "Naples",
    "Neuchatel",
    "Nizhny Novgorod",
    "Oldenburg",
    "Paris",
    "Plymouth",
    "Prague",
    "Riga",
    "Rome",
    "Rouen",
    "Salonica",
    "Salzburg",
    "Sedan",
    "Smolensk",
    "Smyrna",
    "St. Lo",
    "St. Petersburg",
    "Stettin",
    "Stockholm",
    "Stralsund",
    "Strasburg",
    "Stuttgart",
    "Tarnopol",
    "Tilsit",
    "Torres Vedras",
    "Toulouse",
    "Trieste",
    "Trondheim",
    "Turin",
    "Ulm",
    "Uskudar",
    "Valencia",
    "Venice",
    "Vienna",
    "Wagram",
    "Warsaw",
];

#[test]
fn every_place_the_rulebook_names_is_on_the_map() {
    let missing: Vec<_> = NAMED.iter().filter(|name| MAP.site(name).is_none()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    for name in ["Birmingham", "Manchester", "Alexandria"] {
        assert_eq!(MAP.site(name), None, "{name} is off the map");
    }
}

#[test]
fn places_that_two_sides_hold_at_once_are_near_but_not_in_one_hex() {
    for (a, b) in [
        ("Elsinor", "Helsingborg"),
        ("Reggio", "Messina"),
        ("Constantinople", "Uskudar"),
        ("Badajoz", "Elvas"),
        ("Lisbon", "Torres Vedras"),
        ("Cattaro", "Cetinje"),
        ("Eylau", "Friedland"),
        ("Verona", "Legnago"),
        ("Allenstein", "Heilsberg"),
        ("Figueras", "Gerona"),
        ("Almeida", "Ciudad Rodrigo"),
        ("Modlin", "Warsaw"),
    ] {
        assert!((1..=2).contains(&distance(a, b)), "{a} and {b}");
    }
    assert_eq!(distance("Lisbon", "Torres Vedras"), 1, "the lines cover Lisbon");
}

#[test]
fn places_are_where_they_are() {
    let conic = marshals::map::grid::conic();
    for place in &MAP.sources.places {
        let (x, y) = MAP.grid.centre(hex(&place.name));
        let at = conic.forward(place.lon, place.lat);
        let km = (x - at.0).hypot(y - at.1);
        assert!(km < 60.0, "{} is {km:.0} km from its hex", place.name);
    }
}

#[test]
fn every_correction_has_a_reason_and_is_applied() {
    let corrections = &MAP.sources.corrections;
    for moved in &corrections.places {
        assert_eq!(MAP.grid.name(hex(&moved.place)).to_string(), moved.hex);
        assert!(!moved.reason.is_empty());
    }
    for line in &corrections.lines {
        assert!(!line.reason.is_empty());
        for on in MAP.grid.line(hex(&line.from), hex(&line.to)) {
            let region = MAP.place(on).map_or(&line.region, |place| &place.region);
            assert_eq!(MAP.region(on).unwrap().name, *region, "{}", MAP.grid.name(on));
        }
    }
    assert!(corrections.hexes.iter().all(|change| !change.reason.is_empty()));
    assert!(corrections.sides.iter().all(|change| !change.reason.is_empty()));
    for range in &corrections.ranges {
        assert!(!range.reason.is_empty());
        let along = |side: &SideId| {
            let (a, b) = MAP.grid.hexes_at(*side);
            let names =
                [Some(a), b].map(|hex| hex.and_then(|hex| MAP.region(hex)).map(|region| &region.name));
            let [one, other] = [&range.regions[0], &range.regions[1]].map(Some);
            names == [one, other] || names == [other, one]
        };
        let sides: Vec<SideId> = land_sides().filter(along).collect();
        assert!(
            !sides.is_empty() && sides.iter().all(|side| MAP.side(*side).mountain),
            "{:?}",
            range.regions
        );
    }
}

#[test]
fn the_distances_of_the_examples() {
    assert!(distance("Venice", "Vienna") > 5);
    assert!(distance("Plymouth", "Exeter") <= 4);
    assert!(distance("Mainz", "Dresden") <= 12, "two depots between them, four hexes apart at most");
}

#[test]
fn rows_run_from_west_to_east() {
    assert_eq!(row("Gaeta"), row("Benevento"));
    for (north, south) in
        [("Vasa", "Kristinestad"), ("Brest-Litovsk", "Kiev"), ("Valencia", "Seville"), ("Hamburg", "Cassel")]
    {
        assert!(row(north) < row(south), "{north} is north of {south}");
    }
}
