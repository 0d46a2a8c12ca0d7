//! Land and water, rivers and mountains.

use std::collections::BTreeSet;

use atlas::geography::{Surface, europe};
use atlas::topology::{Components, Graph, HexId, Id, SideId};
use marshals::map::{MAP, Terrain};

use super::{hex, land_sides};

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
fn the_board_is_mostly_clear() {
    let count = |terrain: Terrain| MAP.grid.hexes().filter(|hex| MAP.terrain(*hex) == terrain).count();
    let (clear, woods) = (count(Terrain::Clear), count(Terrain::Woods));
    assert!((3000..5000).contains(&(clear + woods)), "{clear} clear and {woods} woods");
    assert!((10..35).contains(&(100 * woods / (clear + woods))), "{woods} woods");
    assert_eq!(MAP.terrain(hex("Paris")), Terrain::Clear);
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

#[test]
fn lakes_are_marked_where_they_are() {
    let conic = marshals::map::grid::conic();
    let is_lake = |(x, y): (f64, f64)| {
        let (lon, lat) = conic.inverse(x, y);
        matches!(europe().surface(lon, lat), Surface::Lake(_))
    };
    let along = |side: SideId| {
        let [a, b] = MAP.grid.ends(side);
        let at = move |t: f64| (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1));
        (0..=4).map(move |i| at(f64::from(i) / 4.0))
    };
    let closed = (0..MAP.grid.side_count()).map(SideId::from_index).filter(|side| MAP.side(*side).sea);
    for side in closed {
        let lake = along(side).filter(|point| is_lake(*point)).count() >= 3;
        let (a, _) = MAP.grid.hexes_at(side);
        assert_eq!(MAP.side(side).lake, lake, "a side of {}", MAP.grid.name(a));
    }
    for hex in MAP.grid.hexes().filter(|hex| MAP.terrain(*hex) == Terrain::Sea) {
        assert_eq!(MAP.is_lake(hex), is_lake(MAP.grid.centre(hex)), "{}", MAP.grid.name(hex));
    }
    assert!(land_sides().all(|side| MAP.side(side).sea || !MAP.side(side).lake));
}
