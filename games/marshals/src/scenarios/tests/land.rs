//! Whose every hex is.

use super::*;
use crate::ids::RegionId;

fn change(home: Option<&str>, control: Option<&str>, regions: &[&str], places: &[&str]) -> Land {
    let region = |name: &&str| RegionId::all().find(|region| region.name() == *name).unwrap();
    Land {
        home: home.map(nation),
        control: control.map(nation),
        regions: regions.iter().map(region).collect(),
        places: places.iter().map(|name| PlaceId::find(name).unwrap()).collect(),
    }
}

#[test]
fn without_changes_it_is_1805() {
    let holdings = Holdings::new(&[]);
    assert_eq!(holdings.iter().count(), MAP.grid.hexes().filter(|hex| MAP.is_land(*hex)).count());
    for (hex, holding) in holdings.iter() {
        assert_eq!(Some(holding.home.key()), MAP.nation(hex).map(|nation| nation.name.as_str()));
        assert_eq!(holding.home, holding.control);
    }
}

// proves M-map-9
#[test]
fn a_hex_follows_the_nearest_place_of_its_region() {
    let holdings = Holdings::new(&[change(None, Some("Austria"), &[], &["Ulm", "Munich"])]);
    let mut both = [0, 0];
    for (hex, holding) in holdings.iter().filter(|(hex, _)| MAP.region(*hex).unwrap().name == "Bavaria") {
        let inside = MAP.sources.places.iter().filter(|place| place.region == "Bavaria");
        let order = |name: &str| {
            let number = MAP.grid.name(MAP.site(name).unwrap());
            (MAP.grid.distance(hex, MAP.site(name).unwrap()), number.column, number.row)
        };
        let nearest = inside.min_by_key(|place| order(&place.name)).unwrap();
        let is_taken = ["Ulm", "Munich"].contains(&nearest.name.as_str());
        assert_eq!(
            holding.control.key(),
            if is_taken { "Austria" } else { "Bavaria" },
            "{}",
            MAP.grid.name(hex)
        );
        assert_eq!(holding.home.key(), "Bavaria");
        both[usize::from(is_taken)] += 1;
    }
    assert!(both[0] > 2 && both[1] > 2, "{both:?}");
    let outside = holdings.iter().filter(|(hex, _)| MAP.region(*hex).unwrap().name != "Bavaria");
    assert!(outside.into_iter().all(|(_, holding)| holding.home == holding.control));
}

#[test]
fn a_place_is_stronger_than_a_region_and_a_later_line_than_an_earlier_one() {
    let lines = [
        change(Some("Poland"), None, &[], &["Warsaw", "Plock"]),
        change(None, Some("France"), &["Poland"], &["Warsaw"]),
    ];
    let holdings = Holdings::new(&lines);
    let at = |place| {
        let holding = holdings.get(MAP.site(place).unwrap()).unwrap();
        (holding.home.key(), holding.control.key())
    };
    assert_eq!(at("Warsaw"), ("Poland", "France"));
    assert_eq!(at("Plock"), ("Poland", "Poland"), "its new home, whoever controls the region");
    assert_eq!(at("Kalisch"), ("Prussia", "France"));
}

#[test]
fn who_holds_what_in_the_years() {
    let owners = [
        ("jena-1806", "Venice", "Kingdom of Italy"),
        ("jena-1806", "Hanover", "Prussia"),
        ("jena-1806", "Weimar", "Prussia"),
        ("jena-1806", "Frankfurt", "France"),
        ("eylau-1807", "Danzig", "Prussia"),
        ("eylau-1807", "Berlin", "France"),
        ("wagram-1809", "Warsaw", "Poland"),
        ("wagram-1809", "Cassel", "Westphalia"),
        ("wagram-1809", "Krakow", "Austria"),
        ("russia-1812", "Krakow", "Poland"),
        ("russia-1812", "Hamburg", "France"),
        ("russia-1812", "Izmail", "Russia"),
        ("leipzig-1813", "Dresden", "Russia"),
        ("leipzig-1813", "Halle", "Prussia"),
        ("leipzig-1813", "Danzig", "France"),
        ("france-1814", "Basel", "Austria"),
        ("france-1814", "Amsterdam", "Netherlands"),
        ("france-1814", "Bologna", "Naples"),
        ("france-1814", "Magdeburg", "France"),
        ("hundred-days-1815", "Milan", "Austria"),
        ("hundred-days-1815", "Christiana", "Sweden"),
    ];
    for (id, place, owner) in owners {
        assert_eq!(holder(scenario(id), place), owner, "{id}: {place}");
    }
}

#[test]
fn every_hex_has_a_holder_who_takes_part() {
    let land = MAP.grid.hexes().filter(|hex| MAP.is_land(*hex)).count();
    for one in SCENARIOS.iter() {
        assert_eq!(one.holdings().iter().count(), land);
        for (hex, holding) in one.holdings().iter() {
            assert!(one.part(holding.control).is_some(), "{}: {}", one.id, MAP.grid.name(hex));
        }
    }
}
