//! Production and forts.

use marshals::map::MAP;

use super::hex;

#[test]
fn production_adds_up() {
    let stars = |names: &[&str]| -> u32 {
        names.iter().map(|name| u32::from(MAP.place(hex(name)).unwrap().stars)).sum()
    };
    let france = ["Paris", "Amsterdam", "Lille", "Marseille", "Lyon", "Toulouse", "Strasburg", "Geneva"];
    assert_eq!(stars(&france) + stars(&["Bordeaux", "Le Havre"]), 24);
    assert_eq!(stars(&["Antwerp", "Nantes"]), stars(&["Bordeaux", "Le Havre"]));
    assert_eq!(stars(&["Vienna", "Prague", "Buda-Pest", "Brunn", "Krakow", "Trieste"]), 16);
    assert_eq!(stars(&["Berlin", "Konigsberg", "Danzig", "Magdeburg", "Glogau", "Stettin"]), 12);
    let off_map = 2 + 2 + 4 + 8;
    assert_eq!(stars(&["London"]) + off_map, 22);
    assert_eq!(stars(&["Moscow", "St. Petersburg", "Kiev", "Riga", "Nizhny Novgorod", "Kharkov"]), 16);
    let others = [
        "Copenhagen",
        "Stockholm",
        "Hamburg",
        "Cassel",
        "Dresden",
        "Munich",
        "Warsaw",
        "Stuttgart",
        "Venice",
        "Milan",
        "Turin",
        "Rome",
        "Naples",
        "Madrid",
        "Cadiz",
        "Lisbon",
        "Barcelona",
        "Bucharest",
        "Salonica",
        "Constantinople",
        "Smyrna",
    ];
    assert!(others.iter().all(|name| stars(&[name]) == 2));
    let all: u32 = MAP.sources.places.iter().map(|place| u32::from(place.stars)).sum();
    assert_eq!(all, 24 + 4 + 16 + 12 + 6 + 16 + 42, "and nobody else produces anything");
}

#[test]
fn prussia_has_thirteen_production_cities_and_forts() {
    let counts = |place: &&marshals::map::Place| {
        let region = MAP.region(hex(&place.name)).unwrap();
        region.nation.as_deref() == Some("Prussia") && (place.stars > 0 || place.fort > 0)
    };
    assert_eq!(MAP.sources.places.iter().filter(counts).count(), 13);
}

#[test]
fn forts_the_rules_speak_of() {
    let level = |name: &str| MAP.place(hex(name)).unwrap().fort;
    assert_eq!((level("Hamburg"), level("Barcelona")), (2, 2));
    for name in ["Mainz", "Cadiz", "Gibraltar", "Izmail", "Khotyn", "Exeter", "Cherbourg"] {
        assert!((1..=2).contains(&level(name)), "{name}");
    }
    assert_eq!(level("Torres Vedras"), 0, "its lines are not built yet");
    assert!(MAP.sources.places.iter().all(|place| place.fort <= 2));
    let in_region = |region: &str| {
        MAP.sources.places.iter().filter(|place| place.region == region && place.fort > 0).count()
    };
    for region in ["Portugal", "Holland", "West Galicia", "Lithuania", "Eastern Poland"] {
        assert!(in_region(region) > 0, "{region}");
    }
}

#[test]
fn a_hex_knows_its_place_and_its_fort() {
    for place in &MAP.sources.places {
        let here = hex(&place.name);
        assert_eq!(MAP.place(here).map(|found| &found.name), Some(&place.name));
        assert_eq!(MAP.fort(here), place.fort, "{}", place.name);
    }
    assert_eq!((MAP.fort(hex("Modlin")), MAP.fort(hex("Paris"))), (1, 0));
    let held = MAP.grid.hexes().filter(|hex| MAP.place_id(*hex).is_some()).count();
    assert_eq!(held, MAP.sources.places.len());
}
