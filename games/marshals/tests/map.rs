//! The map against the facts of the rulebook and of geography.

use std::collections::BTreeSet;

use atlas::geography::europe;
use atlas::topology::{Components, Graph, HexId, Id, SideId};
use marshals::map::{Anchorage, Class, MAP, Terrain, Weather};

fn hex(name: &str) -> HexId {
    MAP.site(name).unwrap_or_else(|| panic!("{name} is on the map"))
}

fn distance(a: &str, b: &str) -> u16 {
    MAP.distance(a, b).unwrap_or_else(|| panic!("{a} and {b} are on the map"))
}

fn row(name: &str) -> u16 {
    MAP.grid.name(hex(name)).row
}

fn land_sides() -> impl Iterator<Item = SideId> {
    (0..MAP.grid.side_count()).map(SideId::from_index).filter(|side| {
        let (a, b) = MAP.grid.hexes_at(*side);
        MAP.is_land(a) && b.is_some_and(|b| MAP.is_land(b))
    })
}

#[test]
fn a_landing_between_le_havre_and_dieppe_calls_up_the_coast_around() {
    assert_eq!(distance("Le Havre", "Dieppe"), 2);
    let dieppe = hex("Dieppe");
    let between =
        |hex: &HexId| MAP.is_coastal(*hex) && MAP.grid.adjacent(*hex, dieppe) && MAP.place(*hex).is_none();
    let landing: Vec<HexId> = MAP.grid.neighbours(hex("Le Havre")).filter(between).collect();
    assert_eq!(landing.len(), 1, "one coastal hex lies between the two");
    let near = |name: &str| MAP.grid.distance(landing[0], hex(name)) <= 4;
    for name in ["Le Havre", "Dieppe", "Cherbourg", "Calais", "Caen", "St. Lo", "Abbeville", "Boulogne"] {
        assert!(near(name) && MAP.is_coastal(hex(name)), "{name}");
    }
    assert!(!near("Dunkirk"));
    assert!(!MAP.is_coastal(hex("Rouen")));
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

/// Ports on rivers, to which ships come from the sea.
const RIVER_PORTS: [&str; 6] = ["Antwerp", "London", "Hamburg", "Bremen", "Stettin", "Kherson"];

#[test]
fn ports_are_on_a_coast() {
    let ports = MAP.sources.places.iter().filter(|place| MAP.sources.is_port(&place.name));
    let inland = ports.filter(|place| !MAP.is_coastal(hex(&place.name)));
    assert_eq!(inland.map(|place| place.name.as_str()).collect::<Vec<_>>(), RIVER_PORTS);
}

#[test]
fn only_ports_build_ships() {
    for place in MAP.sources.places.iter().filter(|place| place.builds_ships) {
        assert!(MAP.sources.is_port(&place.name), "{}", place.name);
    }
}

#[test]
fn lanes_go_both_ways_and_lead_somewhere() {
    let boxes = &MAP.sources.boxes;
    for sea in boxes {
        for lane in &sea.lanes {
            let other = boxes.iter().find(|other| other.name == *lane).unwrap_or_else(|| panic!("{lane}"));
            assert!(other.lanes.contains(&sea.name), "{} and {lane}", sea.name);
            assert_ne!(*lane, sea.name);
        }
        for port in &sea.ports {
            assert!(matches!(MAP.anchorage(port), Some(Anchorage::Port(_))), "{port}");
        }
        assert!(MAP.moves("English Channel", &sea.name).is_some(), "{} is cut off", sea.name);
    }
}

#[test]
fn coasts_run_from_port_to_port_of_the_box() {
    for sea in &MAP.sources.boxes {
        let ends = sea.coasts.iter().flatten();
        assert!(ends.clone().all(|port| sea.ports.contains(port)), "{}", sea.name);
        assert_eq!(sea.ports.is_empty(), ends.count() == 0, "{}", sea.name);
    }
}

#[test]
fn sea_distances_of_the_examples() {
    assert_eq!(MAP.moves("Valencia", "Lisbon"), Some(4));
    assert_eq!(MAP.moves("Lisbon", "Plymouth"), Some(4));
    assert_eq!(MAP.moves("London", "Hamburg"), Some(3));
    assert_eq!(MAP.moves("Dover", "Boulogne"), Some(2));
    assert_eq!(MAP.moves("Naples", "Palermo"), Some(2));
    assert_eq!(MAP.moves("Cadiz", "Finisterre"), Some(3));
    assert_eq!(MAP.moves("Paris", "London"), None);
}

#[test]
fn frozen_seas_lie_beyond_the_third_line() {
    for sea in &MAP.sources.boxes {
        for port in &sea.ports {
            let ice = MAP.grid.within(hex(port), 2).any(|hex| MAP.weather(hex) == Weather::Ice);
            // Stockholm and Gotland's ports lie between two boxes, Libau just outside the line.
            if sea.freezes {
                assert!(ice, "{port} freezes with {}", sea.name);
            }
        }
    }
    for port in ["Copenhagen", "Danzig", "Konigsberg", "Karlskrona", "London", "Bergen"] {
        assert!(!MAP.grid.within(hex(port), 2).any(|hex| MAP.weather(hex) == Weather::Ice), "{port}");
    }
}

#[test]
fn weather_lines_part_what_they_should() {
    for hex in MAP.grid.hexes().filter(|hex| MAP.is_land(*hex)) {
        let (weather, name) = (MAP.weather(hex), MAP.grid.name(hex));
        let region = MAP.region(hex).unwrap_or_else(|| panic!("{name} belongs to nobody"));
        let nation = region.nation.as_deref().unwrap();
        match (nation, region.name.as_str()) {
            (_, "Corsica" | "Elba") => assert_eq!(weather, Weather::South, "{name}"),
            ("Kingdom of Italy" | "France" | "Ottoman Empire" | "Austria", _) => {
                assert!(weather >= Weather::Middle, "{name} in {}", region.name);
            }
            ("Spain" | "Portugal" | "Naples", _) => assert_eq!(weather, Weather::South, "{name}"),
            ("Norway" | "Finland", _)
            | (_, "East Prussia" | "Sweden" | "Russia" | "Lithuania" | "Livonia") => {
                assert_eq!(weather, Weather::North, "{name} in {}", region.name);
            }
            _ => {}
        }
        assert_eq!(
            MAP.is_remote(hex),
            weather == Weather::North
                || matches!(nation, "Spain" | "Portugal" | "Ottoman Empire")
                || region.name == "Gibraltar",
            "{name}"
        );
    }
    assert_eq!(MAP.weather(hex("Rome")), Weather::South);
    assert_eq!(MAP.weather(hex("Berlin")), Weather::Middle);
}

#[test]
fn lands_hang_together_as_they_do() {
    let by_land = Components::new(&MAP.grid, |_, _, side| MAP.can_cross(side) && !MAP.side(side).strait);
    let with_straits = Components::new(&MAP.grid, |_, _, side| MAP.can_cross(side));
    let mut wrong = Vec::new();
    for place in &MAP.sources.places {
        let home = [
            "London",
            "Palermo",
            "Bastia",
            "Cagliari",
            "Elba",
            "Malta",
            "Corfu",
            "Palma",
            "Port Mahon",
            "Visby",
            "Copenhagen",
            "Odense",
            "Candia",
            "Brusa",
            "Stockholm",
            "Paris",
        ];
        let hung = home.iter().filter(|island| by_land.joined(hex(island), hex(&place.name))).count();
        if hung != 1 {
            wrong.push((&place.name, hung));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    for [a, b] in
        [["Paris", "Palermo"], ["Paris", "Copenhagen"], ["Odense", "Stockholm"], ["Vienna", "Brusa"]]
    {
        assert!(with_straits.joined(hex(a), hex(b)), "{a} and {b}");
    }
    for [a, b] in [["Paris", "London"], ["Cagliari", "Bastia"], ["Corfu", "Yanina"], ["Palma", "Port Mahon"]]
    {
        assert!(!with_straits.joined(hex(a), hex(b)), "{a} and {b}");
    }
}

#[test]
fn no_land_hex_stands_alone_but_islands() {
    let parts = Components::new(&MAP.grid, |_, _, side| MAP.can_cross(side));
    let is_land = |hex: &HexId| MAP.is_land(*hex);
    let lonely = MAP.grid.hexes().filter(is_land).filter(|hex| {
        let part = parts.of(*hex).unwrap();
        !parts.members(part).any(|hex| MAP.place(hex).is_some())
    });
    let lonely: Vec<String> = lonely.map(|hex| MAP.grid.name(hex).to_string()).collect();
    assert!(lonely.is_empty(), "{lonely:?} cannot be reached from any place");
}

#[test]
fn seas_between_lands_are_not_crossed() {
    for [a, b] in [["Dover", "Calais"], ["Palermo", "Naples"], ["Bastia", "Elba"]] {
        let side = MAP.grid.side_between(hex(a), hex(b));
        assert!(side.is_none_or(|side| !MAP.can_cross(side)), "{a} and {b}");
    }
    for side in (0..MAP.grid.side_count()).map(SideId::from_index).filter(|side| MAP.side(*side).sea) {
        assert!(land_sides().any(|land| land == side), "only sides between two lands are marked");
    }
}

#[test]
fn rivers_run_on_without_a_gap() {
    for river in &MAP.rivers {
        assert!(!river.sides.is_empty(), "{}", river.name);
        for pair in river.sides.windows(2) {
            let [a, b] = [MAP.grid.ends(pair[0]), MAP.grid.ends(pair[1])];
            assert!(a.iter().any(|end| b.contains(end)), "the {} is broken", river.name);
            assert_ne!(pair[0], pair[1]);
        }
    }
}

#[test]
fn towns_lie_on_their_rivers() {
    let runs_by = |river: &str, town: &str| {
        let river = MAP.rivers.iter().find(|drawn| drawn.name == river).unwrap_or_else(|| panic!("{river}"));
        let town = hex(town);
        river.sides.iter().any(|side| {
            let (a, b) = MAP.grid.hexes_at(*side);
            a == town || b == Some(town)
        })
    };
    let mut off = Vec::new();
    for (river, towns) in [
        ("Rhine", &["Basel", "Strasburg", "Mainz", "Coblenz", "Cologne", "Wesel"][..]),
        (
            "Danube",
            &[
                "Ulm",
                "Ingolstadt",
                "Regensburg",
                "Passau",
                "Linz",
                "Vienna",
                "Pressburg",
                "Buda-Pest",
                "Belgrade",
            ],
        ),
        ("Elbe", &["Dresden", "Torgau", "Magdeburg", "Hamburg"]),
        ("Oder", &["Breslau", "Glogau", "Kustrin", "Stettin"]),
        ("Vistula", &["Krakow", "Warsaw", "Thorn", "Graudenz", "Danzig"]),
        ("Niemen", &["Grodno", "Kovno", "Tilsit"]),
        ("Dnieper", &["Smolensk", "Orsha", "Kiev", "Kherson"]),
        ("Dvina", &["Vitebsk", "Polotsk", "Dunaburg", "Riga"]),
        ("Seine", &["Paris", "Troyes", "Rouen"]),
        ("Loire", &["Orleans", "Tours", "Nantes"]),
        ("Rhone", &["Geneva", "Lyon", "Avignon"]),
        ("Po", &["Turin", "Ferrara"]),
        ("Ebro", &["Saragossa", "Tudela", "Tortosa"]),
        ("Tagus", &["Toledo", "Talavera", "Abrantes", "Lisbon"]),
    ] {
        off.extend(towns.iter().filter(|town| !runs_by(river, town)).map(|town| (river, *town)));
    }
    assert!(off.is_empty(), "{off:?}");
}

#[test]
fn mountains_are_where_they_are() {
    let ridge = |a: &str, b: &str| {
        let line: Vec<HexId> = MAP.grid.line(hex(a), hex(b)).collect();
        line.windows(2)
            .filter_map(|pair| MAP.grid.side_between(pair[0], pair[1]))
            .filter(|side| MAP.side(*side).mountain)
            .count()
    };
    for (a, b) in [
        ("Perpignan", "Barcelona"),
        ("Bayonne", "Pamplona"),
        ("Grenoble", "Turin"),
        ("Innsbruck", "Trent"),
        ("Bern", "Milan"),
        ("Genoa", "Alessandria"),
        ("Bologna", "Florence"),
        ("Hermannstadt", "Bucharest"),
        ("Philippopolis", "Rustchuk"),
        ("Prague", "Dresden"),
    ] {
        assert!(ridge(a, b) > 0, "mountains between {a} and {b}");
    }
    for (a, b) in [
        ("Paris", "Brussels"),
        ("Milan", "Venice"),
        ("Berlin", "Warsaw"),
        ("Moscow", "Smolensk"),
        ("Buda-Pest", "Temesvar"),
        ("Vienna", "Pressburg"),
    ] {
        assert_eq!(ridge(a, b), 0, "no mountains between {a} and {b}");
    }
    let mountains = land_sides().filter(|side| MAP.side(*side).mountain).count();
    let all = land_sides().count();
    assert!((8..25).contains(&(100 * mountains / all)), "{mountains} of {all} sides are mountains");
}

#[test]
fn guerrillas_of_spain_find_cities_in_the_mountains() {
    let eligible = MAP.sources.places.iter().filter(|place| {
        let hex = hex(&place.name);
        let spanish = MAP.region(hex).unwrap().nation.as_deref() == Some("Spain");
        let sides = || MAP.grid.leaving(hex).map(|(_, side)| side);
        spanish && place.stars == 0 && sides().any(|side| MAP.side(side).mountain)
    });
    assert!(eligible.count() >= 8, "eight guerrillas can be in play at once");
}

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
fn the_board_is_mostly_clear() {
    let count = |terrain: Terrain| MAP.grid.hexes().filter(|hex| MAP.terrain(*hex) == terrain).count();
    let (clear, woods) = (count(Terrain::Clear), count(Terrain::Woods));
    assert!((3000..5000).contains(&(clear + woods)), "{clear} clear and {woods} woods");
    assert!((10..35).contains(&(100 * woods / (clear + woods))), "{woods} woods");
    assert_eq!(MAP.terrain(hex("Paris")), Terrain::Clear);
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

#[test]
fn the_lines_of_torres_vedras_shut_the_peninsula() {
    let works = |a: HexId, b: HexId| MAP.side(MAP.grid.side_between(a, b).unwrap()).works;
    let inside = ["Torres Vedras", "Lisbon"].map(hex);
    assert!(!works(inside[0], inside[1]));
    for here in inside {
        for next in MAP.grid.neighbours(here).filter(|next| MAP.is_land(*next) && !inside.contains(next)) {
            let side = MAP.side(MAP.grid.side_between(here, next).unwrap());
            assert!(
                side.works != side.river,
                "{} is neither fortified nor behind the Tagus",
                MAP.grid.name(next)
            );
        }
    }
    let all = (0..MAP.grid.side_count()).map(SideId::from_index).filter(|side| MAP.side(*side).works);
    assert_eq!(all.count(), MAP.sources.marks.works.len());
}

#[test]
fn landings_reach_from_the_hex_before_the_first_port_to_the_hex_behind_the_last() {
    let sea = |name: &str| MAP.sources.boxes.iter().find(|sea| sea.name == name).unwrap();
    let channel = MAP.landings(sea("English Channel"));
    for name in
        ["Dunkirk", "Calais", "Boulogne", "Abbeville", "Dieppe", "Le Havre", "Caen", "Cherbourg", "Dover"]
    {
        assert!(channel.contains(&hex(name)), "{name}");
    }
    for name in ["Rouen", "Paris", "Brest", "Amsterdam", "London"] {
        assert!(!channel.contains(&hex(name)), "{name}");
    }
    // The hex next to Dunkirk on the far side, and no farther.
    let beyond = |hex: &HexId| {
        MAP.grid.adjacent(*hex, self::hex("Dunkirk")) && !MAP.grid.adjacent(*hex, self::hex("Calais"))
    };
    assert!(channel.iter().any(|hex| beyond(hex) && MAP.place(*hex).is_none()));
    assert!(!channel.contains(&hex("Ostend")));
    for sea in &MAP.sources.boxes {
        let landings = MAP.landings(sea);
        assert!(landings.iter().all(|hex| MAP.is_coastal(*hex)), "{}", sea.name);
        for port in &sea.ports {
            let near = landings.iter().map(|landing| MAP.grid.distance(*landing, hex(port))).min();
            let far = if MAP.is_coastal(hex(port)) { 0 } else { 3 };
            assert!(near.is_some_and(|near| near <= far), "no landing at {port} from {}", sea.name);
        }
    }
    let yarmouth = MAP.landings(sea("North Sea"));
    assert!(
        yarmouth.len() > 2
            && yarmouth.iter().all(|landing| MAP.grid.distance(*landing, hex("Yarmouth")) <= 2)
    );
}

#[test]
fn a_side_that_is_all_water_is_closed_unless_a_correction_says_why() {
    let conic = marshals::map::grid::conic();
    let wet = |(x, y): (f64, f64)| {
        let (lon, lat) = conic.inverse(x, y);
        !europe().is_land(lon, lat)
    };
    let all_water = |side: SideId| {
        let [a, b] = MAP.grid.ends(side);
        (0..=20).map(|i| f64::from(i) / 20.0).all(|t| wet((a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1))))
    };
    let corrections = MAP.sources.corrections.sides.iter().filter(|change| change.sea == Some(false));
    let opened: BTreeSet<SideId> = corrections
        .map(|change| {
            let [a, b] = [0, 1].map(|end| MAP.hex(&change.between[end]).unwrap());
            MAP.grid.side_between(a, b).unwrap()
        })
        .collect();
    let closed = land_sides().filter(|side| all_water(*side) && !opened.contains(side));
    let closed: Vec<SideId> = closed.collect();
    assert!(closed.len() > 10, "{}", closed.len());
    for side in closed {
        let (sea, strait) = (MAP.side(side).sea, MAP.side(side).strait);
        assert!(sea || strait, "{} is open over water", MAP.grid.name(MAP.grid.hexes_at(side).0));
    }
}
