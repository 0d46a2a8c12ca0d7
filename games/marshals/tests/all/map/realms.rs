//! Nations, regions and whose they are.

use std::collections::BTreeSet;

use atlas::topology::{Components, HexId};
use marshals::map::{Class, MAP, Theatre};

use super::hex;

#[test]
fn regions_and_nations_know_each_other() {
    let sources = MAP.sources;
    for region in &sources.regions {
        let hexes = MAP.grid.hexes().filter(|hex| MAP.region(*hex).is_some_and(|of| of.name == region.name));
        let Some(nation) = &region.nation else { continue };
        assert!(hexes.count() > 0, "{} is nowhere", region.name);
        assert!(sources.nations.iter().any(|known| known.name == *nation), "{nation}");
    }
    for nation in &sources.nations {
        assert_eq!(nation.class == Class::Open, nation.capitals.is_empty(), "{}", nation.name);
        for capital in &nation.capitals {
            let owner = MAP.nation(hex(capital)).unwrap();
            assert!(owner.name == nation.name || nation.later, "{capital} is no city of {}", nation.name);
        }
    }
    assert!(MAP.grid.hexes().all(|hex| MAP.is_land(hex) == MAP.nation(hex).is_some()));
}

#[test]
fn what_france_holds_and_may_annex() {
    let annexed = |name: &str| MAP.region(hex(name)).unwrap().annexed;
    for name in ["Turin", "Milan", "Zurich", "Antwerp", "Liege", "Namur", "Amsterdam"] {
        assert!(annexed(name), "{name}");
    }
    let area = |name: &str| MAP.region(hex(name)).unwrap().annexable.as_deref();
    assert_eq!(area("Barcelona"), Some("Catalonia"));
    assert_eq!(area("Florence"), Some("Tuscany"));
    assert_eq!((area("Rome"), area("Ancona")), (Some("Papal State"), Some("Papal State")));
    for name in ["Klagenfurt", "Laibach", "Trieste", "Zara"] {
        assert_eq!(area(name), Some("Illyrian Provinces"));
    }
    assert_eq!(area("Hamburg"), Some("German Coast"));
    let ceded = |hex: &HexId| MAP.region(*hex).is_some_and(|region| region.name == "Bialystok");
    assert_eq!(MAP.grid.hexes().filter(ceded).count(), 3, "Prussia can lose three hexes to Russia");
    assert!(MAP.region(hex("Paris")).unwrap().of_1789 && !MAP.region(hex("Antwerp")).unwrap().of_1789);
}

#[test]
fn prussia_expands_by_seventeen_hexes() {
    let circles: BTreeSet<HexId> = MAP.expansion().collect();
    assert_eq!(circles.len(), 17);
    let nation = |hex: HexId| MAP.nation(hex).map(|nation| nation.name.as_str());
    let taken = ["Hanover", "Wurttemberg", "Hesse", "Holland", "N. Germany", "Prussia", "Austria"];
    for &hex in &circles {
        let (number, region) = (MAP.grid.name(hex), MAP.region(hex).expect("a white circle is on land"));
        assert!(!taken.contains(&nation(hex).unwrap()), "{number} is in {}", region.name);
        assert!(!["Netherlands", "Holland", "Bavaria"].contains(&region.name.as_str()), "{number}");
        assert!(!region.of_1789, "{number} is old French soil");
    }
    // Each touches another or Prussia, so that Prussia can take them one after the other.
    let hung = Components::new(&MAP.grid, |a, b, _| {
        let fits = |hex| circles.contains(&hex) || nation(hex) == Some("Prussia");
        fits(a) && fits(b)
    });
    assert!(circles.iter().all(|circle| hung.joined(*circle, hex("Wesel"))));
}

// proves M-map-8
#[test]
fn the_board_is_divided_into_four_maps() {
    let maps = [
        (Theatre::Iberia, &["Madrid", "Lisbon", "Gibraltar", "Barcelona", "Palma"][..]),
        (Theatre::North, &["Moscow", "Vilna", "Riga", "Abo", "Stockholm", "Christiana", "Kherson"]),
        (Theatre::SouthEast, &["Constantinople", "Bucharest", "Belgrade", "Corfu", "Smyrna"]),
        (
            Theatre::Central,
            &["Paris", "London", "Vienna", "Naples", "Warsaw", "Stralsund", "Copenhagen", "Palermo"],
        ),
    ];
    for (map, places) in maps {
        for place in places {
            assert_eq!(MAP.theatre(hex(place)), Some(map), "{place}");
        }
    }
    assert!(MAP.grid.hexes().all(|hex| MAP.theatre(hex).is_some() == MAP.is_land(hex)));
}
