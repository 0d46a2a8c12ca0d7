//! What must hold on the map, by the texts and by geography.

use std::collections::{BTreeMap, BTreeSet};

use atlas::topology::{Components, HexId, Id, SideId};
use nations::map::{Area, MAP, Port, Province, ProvinceId, SeaId, Seat, Star, Terrain, Way};

fn hex(name: &str) -> HexId {
    MAP.grid.find(name).unwrap()
}

fn name(hex: HexId) -> String {
    MAP.grid.name(hex).to_string()
}

fn town(name: &str) -> HexId {
    MAP.hex_of(MAP.town_named(name).unwrap_or_else(|| panic!("no {name}")))
}

fn is_land(hex: HexId) -> bool {
    MAP.land(hex).terrain.is_land()
}

#[test]
fn every_town_of_the_texts_stands_in_its_hex() {
    let named: Vec<_> = MAP.printed.iter().filter_map(|hex| Some((&hex.hex, hex.town.as_ref()?))).collect();
    assert_eq!(named.len(), 125);
    for (printed, (place, (lon, lat))) in named {
        assert_eq!(&name(town(place)), printed, "{place}");
        assert_eq!(
            MAP.grid.hex_at(MAP.chart.drawn(*lon, *lat)),
            Some(hex(printed)),
            "{place} is drawn elsewhere"
        );
    }
}

#[test]
fn every_hex_where_the_texts_place_a_force_is_land() {
    let forces: Vec<HexId> =
        MAP.printed.iter().filter(|hex| hex.town.is_none()).map(|printed| hex(&printed.hex)).collect();
    assert_eq!(forces.len(), 35);
    for hex in forces {
        assert!(is_land(hex) && MAP.town(hex).is_none(), "{}", name(hex));
    }
}

#[test]
fn hexes_touch_as_the_texts_say() {
    let touch = |a: &str, b: &str| MAP.grid.adjacent(hex(a), hex(b));
    // South or south-east of Turin, and who may march to a battle there.
    assert!(touch("W3432", "W3533") && touch("W3533", "W3632") && touch("W3533", "W3633"));
    assert!(touch("W3632", "W3732"));
    // The hexes beside Madrid that are barred.
    assert!(touch("W1943", "W1842") && touch("W1943", "W1843"));
    // Hanover, Baden and Strasburg.
    assert!(touch("W3120", "W3219") && touch("W3426", "W3327") && touch("W3426", "W3526"));
    assert!(!touch("W3526", "W3327"));
    // The sheets join without a gap.
    assert!(touch("W4230", "E0130") && touch("W4230", "E0131"));
    // Amsterdam and Sebastopol have the same number on different sheets.
    assert_ne!(town("Amsterdam"), town("Sebastopol"));
}

#[test]
fn bonaparte_can_march_to_marengo() {
    let route = ["W3230", "W3331", "W3431", "W3432", "W3533"].map(hex);
    let grounds = route.map(|hex| MAP.land(hex).terrain);
    assert_eq!(grounds[1..3], [Terrain::Pass, Terrain::Forest]);
    assert_eq!(grounds[4], Terrain::Clear);
    for step in route.windows(2) {
        assert!(MAP.joined(step[0], step[1]), "{} {}", name(step[0]), name(step[1]));
    }
    // No river but that of Geneva, whose bridges are French.
    for step in route[1..].windows(2) {
        let side = MAP.grid.side_between(step[0], step[1]).unwrap();
        assert_eq!(MAP.river(side), None, "{} {}", name(step[0]), name(step[1]));
    }
    let to_genoa = MAP.grid.side_between(hex("W3533"), town("Genoa")).unwrap();
    assert_eq!(MAP.river(to_genoa), None);
}

#[test]
fn levels_that_the_texts_tell() {
    for (town, level) in [("Hanover", 1), ("Baden", 1), ("Turin", 1), ("Genoa", 2)] {
        assert_eq!(MAP.town_named(town).unwrap().fortress, level, "{town}");
    }
}

#[test]
fn stars_are_where_the_texts_put_them() {
    let stars = |star| {
        let towns = MAP.towns.iter().filter(|town| town.star == Some(star));
        towns.map(|town| town.name.as_str()).collect::<BTreeSet<_>>()
    };
    let keys = [
        "London",
        "Paris",
        "Lyon",
        "Bordeaux",
        "Antwerp",
        "Madrid",
        "Vienna",
        "Prague",
        "Budapest",
        "Berlin",
        "Konigsberg",
        "Warsaw",
        "St. Petersburg",
        "Moscow",
        "Kiev",
        "Odessa",
        "Constantinople",
    ];
    let victory = [
        "Cairo",
        "Rome",
        "Mantua",
        "Venice",
        "Munich",
        "Hanover",
        "Amsterdam",
        "Lisbon",
        "Gibraltar",
        "Hamburg",
        "Dresden",
        "Naples",
    ];
    assert_eq!(stars(Star::Key), BTreeSet::from(keys));
    assert_eq!(stars(Star::Victory), BTreeSet::from(victory));
    assert_eq!(MAP.town_named("Anvers").unwrap().star_from, Some(1805));
}

/// The ends of a side, so that equal corners are equal.
fn ends(side: SideId) -> [(u64, u64); 2] {
    MAP.grid.ends(side).map(|(x, y)| (x.to_bits(), y.to_bits()))
}

/// The hexes around a corner of a side.
fn around(side: SideId, corner: (u64, u64)) -> BTreeSet<HexId> {
    let (hex, _) = MAP.grid.hexes_at(side);
    let near = MAP.grid.neighbours(hex).chain([hex]);
    let bits = |(x, y): (f64, f64)| (x.to_bits(), y.to_bits());
    near.filter(|hex| MAP.grid.corners(*hex).map(bits).contains(&corner)).collect()
}

#[test]
fn rivers_run_on_until_they_end_in_water_in_another_river_or_at_the_edge() {
    let mut seen = BTreeSet::new();
    for river in &MAP.rivers {
        let sides = &river.sides;
        assert!(sides.iter().all(|side| seen.insert(*side)), "the {} shares a side", river.name);
        let mut corner = match sides[..] {
            [only] => ends(only)[1],
            _ => ends(sides[0]).into_iter().find(|end| !ends(sides[1]).contains(end)).unwrap(),
        };
        let mut corners = vec![corner];
        for side in sides {
            let [a, b] = ends(*side);
            assert!(
                corner == a || corner == b,
                "the {} breaks off at {}",
                river.name,
                name(MAP.grid.hexes_at(*side).0)
            );
            corner = if corner == a { b } else { a };
            assert!(!corners.contains(&corner), "the {} runs in a circle", river.name);
            corners.push(corner);
            let (hex, beyond) = MAP.grid.hexes_at(*side);
            assert!(is_land(hex) && beyond.is_none_or(is_land), "the {} runs along water", river.name);
        }
        // A river of one side may be written from either end.
        let candidates = if sides.len() == 1 { corners } else { vec![corner] };
        let last = sides[sides.len() - 1];
        let ends_well = candidates.iter().any(|corner| {
            let hexes = around(last, *corner);
            let at_water = hexes.iter().any(|hex| !is_land(*hex) || MAP.land(*hex).coastal);
            let others = MAP.rivers.iter().filter(|other| !std::ptr::eq(*other, river));
            let joins = others.flat_map(|other| &other.sides).any(|side| ends(*side).contains(corner));
            at_water || joins || hexes.len() < 3
        });
        assert!(ends_well, "the {} ends nowhere", river.name);
    }
}

#[test]
fn towns_stand_on_their_rivers() {
    let mut count = 0;
    let mut names: BTreeMap<&str, BTreeSet<HexId>> = BTreeMap::new();
    for river in &MAP.rivers {
        let hexes = river.sides.iter().flat_map(|side| {
            let (hex, beyond) = MAP.grid.hexes_at(*side);
            [Some(hex), beyond].into_iter().flatten()
        });
        names.entry(&river.name).or_default().extend(hexes);
    }
    for river in &MAP.rivers {
        for place in &river.towns {
            assert!(
                names[river.name.as_str()].contains(&town(place)),
                "{place} is not on the {}",
                river.name
            );
            count += 1;
        }
    }
    assert_eq!(count, 58);
}

#[test]
fn the_great_rivers_are_those_of_the_rules() {
    let great: BTreeSet<&str> =
        MAP.rivers.iter().filter(|river| river.rank == 1).map(|river| river.name.as_str()).collect();
    let rules = ["Rhine", "Danube", "Po", "Elbe", "Oder", "Vistula", "Niemen", "Dnieper"];
    assert_eq!(great, BTreeSet::from(rules));
}

/// Land that hangs together: its first hex, how many there are, and what it is.
const LANDS: [(&str, usize, &str); 42] = [
    ("W0919", 36, "Ireland"),
    ("W1039", 2486, "the mainland of Europe, Asia and Africa"),
    ("W1204", 1, "the Faroes"),
    ("W1212", 2, "Lewis and Harris"),
    ("W1213", 1, "Uist"),
    ("W1313", 87, "Great Britain"),
    ("W1315", 1, "Mull"),
    ("W1316", 1, "Islay"),
    ("W1610", 1, "the Orkneys"),
    ("W1807", 1, "the Shetlands"),
    ("W2403", 133, "Norway and Sweden"),
    ("W2845", 1, "Ibiza"),
    ("W3043", 3, "Majorca"),
    ("W3214", 3, "Funen"),
    ("W3242", 1, "Minorca"),
    ("W3413", 5, "Zealand"),
    ("W3415", 2, "Lolland and Falster"),
    ("W3737", 5, "Corsica"),
    ("W3806", 1, "the islands off Stockholm"),
    ("W3813", 1, "Bornholm"),
    ("W3839", 11, "Sardinia"),
    ("W3904", 1, "Aland"),
    ("W3910", 2, "Oland"),
    ("W3936", 1, "Elba"),
    ("W4001", 9, "Finland, cut off by the edge of the map"),
    ("W4008", 1, "Gotland"),
    ("E0104", 1, "Dago"),
    ("E0105", 4, "Osel"),
    ("E0443", 12, "Sicily"),
    ("E0633", 1, "Lissa"),
    ("E0845", 1, "Malta"),
    ("E1338", 1, "Corfu"),
    ("E1639", 1, "Cephalonia"),
    ("E1740", 1, "Zante"),
    ("E2036", 3, "Euboea"),
    ("E2232", 1, "Imbros"),
    ("E2242", 3, "Crete"),
    ("E2334", 2, "Lesbos"),
    ("E2438", 1, "the Cyclades"),
    ("E2537", 1, "Samos"),
    ("E2639", 1, "Rhodes"),
    ("E3140", 6, "Cyprus"),
];

#[test]
fn the_mainland_and_the_islands() {
    let parts = Components::new(&MAP.grid, |a, b, _| MAP.joined(a, b));
    let parts = (0..parts.count()).map(|part| parts.members(part).collect::<Vec<HexId>>());
    let lands: Vec<(String, usize)> =
        parts.filter(|part| is_land(part[0])).map(|part| (name(part[0]), part.len())).collect();
    let listed: Vec<(String, usize)> =
        LANDS.iter().map(|(first, hexes, _)| (String::from(*first), *hexes)).collect();
    assert_eq!(lands, listed);
}

#[test]
fn armies_get_to_every_town_without_ships() {
    let closed = |hex: HexId| MAP.land(hex).terrain == Terrain::Mountain && MAP.town(hex).is_none();
    let joined = |a, b, side| MAP.joined(a, b) || MAP.side(side).way == Way::Strait;
    let by_land = Components::new(&MAP.grid, joined);
    let by_army = Components::new(&MAP.grid, |a, b, side| joined(a, b, side) && !closed(a) && !closed(b));
    let paris = town("Paris");
    let cut_off: Vec<&str> = MAP
        .towns
        .iter()
        .filter(|town| {
            let hex = MAP.hex_of(town);
            by_land.joined(paris, hex) && !by_army.joined(paris, hex)
        })
        .map(|town| town.name.as_str())
        .collect();
    assert_eq!(cut_off, [""; 0]);
}

/// Provinces in several parts, each by its first hex: islands, and two that history left so.
const PARTED: [(&str, &[&str]); 12] = [
    ("Scotland", &["W1212", "W1213", "W1313", "W1315", "W1316", "W1610", "W1807"]),
    ("Balearics", &["W2845", "W3043", "W3242"]),
    ("Livonia", &["E0104", "E0105", "E0203"]),
    ("Greece", &["E1437", "E2036", "E2232", "E2242", "E2438"]),
    ("Anatolia", &["E2332", "E2334", "E2537", "E2639", "E3140"]),
    ("Sweden", &["W3101", "W3806", "W3910", "W4008"]),
    ("Finland", &["W3904", "W4001"]),
    ("Ionian Islands", &["E1338", "E1639", "E1740"]),
    // A strip of Bosnia comes down to the sea between Spalato and Ragusa.
    ("Dalmatian Coast", &["E0432", "E0633", "E0833"]),
    // Bremen by itself, Hamburg with Lubeck.
    ("Hanse", &["W3118", "W3216"]),
    ("Tuscany", &["W3834", "W3936"]),
    ("Denmark", &["W1204", "W3011", "W3214", "W3413", "W3415", "W3813"]),
];

#[test]
fn provinces_hang_together_but_for_islands_and_enclaves() {
    let province = |hex| MAP.province(hex);
    let parts = Components::new(&MAP.grid, |a, b, _| {
        MAP.joined(a, b) && province(a).is_some() && province(a) == province(b)
    });
    let mut firsts: BTreeMap<ProvinceId, Vec<String>> = BTreeMap::new();
    for part in 0..parts.count() {
        let first = parts.members(part).next().expect("a part has a hex");
        if let Some(province) = province(first) {
            firsts.entry(province).or_default().push(name(first));
        }
    }
    assert_eq!(firsts.len(), MAP.provinces.len(), "some province has no hex");
    let parted = firsts.into_iter().filter(|(_, parts)| parts.len() > 1);
    let parted: BTreeMap<&str, Vec<String>> =
        parted.map(|(province, parts)| (MAP.provinces[province.index()].name.as_str(), parts)).collect();
    let owned = |parts: &[&str]| parts.iter().copied().map(String::from).collect::<Vec<_>>();
    let listed: BTreeMap<&str, Vec<String>> =
        PARTED.iter().map(|(name, parts)| (*name, owned(parts))).collect();
    assert_eq!(parted, listed);
}

#[test]
fn every_coast_touches_a_sea_zone() {
    for hex in MAP.grid.hexes().filter(|hex| MAP.land(*hex).coastal) {
        assert!(!MAP.coast(hex).is_empty(), "{}", name(hex));
    }
}

#[test]
fn sea_zones_hang_together() {
    for (number, sea) in MAP.seas.iter().enumerate() {
        let id = SeaId::from_index(number);
        let part_of = |hex: HexId| MAP.sea(hex) == Some(id) || MAP.coast(hex).contains(&id);
        let parts = Components::new(&MAP.grid, |a, b, _| part_of(a) && part_of(b));
        let of: BTreeSet<_> =
            MAP.grid.hexes().filter(|hex| MAP.sea(*hex) == Some(id)).map(|hex| parts.of(hex)).collect();
        assert_eq!(of.len(), 1, "{}", sea.name);
    }
}

#[test]
fn sea_zones_touch_as_the_rules_say() {
    let mut wrong = Vec::new();
    for (number, sea) in MAP.seas.iter().enumerate() {
        let id = SeaId::from_index(number);
        let hexes = || MAP.grid.hexes().filter(|hex| MAP.sea(*hex) == Some(id));
        let beside = hexes().flat_map(|hex| MAP.grid.neighbours(hex)).filter_map(|hex| MAP.sea(hex));
        let open: BTreeSet<SeaId> = beside.filter(|other| *other != id).collect();
        let shared = MAP.grid.hexes().map(|hex| MAP.coast(hex)).filter(|coast| coast.contains(&id));
        let near: BTreeSet<SeaId> = shared.flatten().copied().chain(open.iter().copied()).collect();
        for (other, zone) in MAP.seas.iter().enumerate().filter(|(other, _)| *other != number) {
            let other = SeaId::from_index(other);
            let listed = sea.beside.contains(&zone.name);
            if listed && !near.contains(&other) || !listed && open.contains(&other) {
                wrong.push(format!("{} and {}", sea.name, zone.name));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn fleets_that_can_go_can_come_back() {
    for sea in &MAP.seas {
        for beside in &sea.beside {
            let other = MAP.seas.iter().find(|other| other.name == *beside);
            let other = other.unwrap_or_else(|| panic!("no {beside}"));
            assert!(other.beside.contains(&sea.name), "from {} to {beside} only", sea.name);
        }
    }
}

#[test]
fn lakes_are_where_they_are() {
    let lakes = MAP.grid.hexes().filter(|hex| MAP.land(*hex).terrain == Terrain::Lake).map(name);
    let lakes: BTreeSet<String> = lakes.collect();
    // The Vänern, and the Red Sea, which no fleet reaches.
    assert_eq!(lakes, BTreeSet::from(["W3407", "E4247", "E4148", "E4248"].map(String::from)));
    // Over Lake Peipus there is no way from Ingria to Livonia, but past it there is.
    assert!(!MAP.joined(hex("E0602"), hex("E0603")) && !MAP.joined(hex("E0603"), hex("E0703")));
    assert!(MAP.joined(hex("E0503"), hex("E0602")) && MAP.joined(hex("E0604"), hex("E0704")));
}

#[test]
fn harbours_open_on_the_sea_zones_beside_them() {
    let mut bases = 0;
    for town in MAP.towns.iter().filter(|town| town.port.is_some()) {
        let hex = MAP.hex_of(town);
        assert!(MAP.land(hex).coastal && !town.seas.is_empty(), "{}", town.name);
        for sea in &town.seas {
            let zone = MAP.seas.iter().position(|zone| zone.name == *sea);
            let zone = SeaId::from_index(zone.unwrap_or_else(|| panic!("no {sea}")));
            assert!(MAP.coast(hex).contains(&zone), "{} does not open on the {sea}", town.name);
            let near = MAP.grid.within(hex, 3).any(|near| MAP.sea(near) == Some(zone));
            assert!(near, "the {sea} is far from {}", town.name);
        }
        bases += usize::from(town.port == Some(Port::Major));
    }
    assert!(bases > 15, "{bases}");
    assert!(MAP.towns.iter().all(|town| town.port.is_some() || town.seas.is_empty()));
}

#[test]
fn powers_rule_from_their_capitals() {
    for (power, capital) in [
        ("France", "Paris"),
        ("Britain", "London"),
        ("Austria", "Vienna"),
        ("Prussia", "Berlin"),
        ("Russia", "St. Petersburg"),
        ("Spain", "Madrid"),
        ("Turkey", "Constantinople"),
    ] {
        let town = MAP.town_named(capital).unwrap();
        assert_eq!((town.seat, town.star), (Some(Seat::State), Some(Star::Key)), "{capital}");
        let province = MAP.province(MAP.hex_of(town)).unwrap();
        let Province { owner_1792, owner_1805, .. } = &MAP.provinces[province.index()];
        assert_eq!((owner_1792.as_str(), owner_1805.as_str()), (power, power), "{capital}");
    }
}

#[test]
fn provinces_lie_as_they_did() {
    let number = |name: &str| {
        let place = MAP.provinces.iter().position(|province| province.name == name);
        ProvinceId::from_index(place.unwrap_or_else(|| panic!("no {name}")))
    };
    let touch = |a: &str, b: &str| {
        let (a, b) = (number(a), number(b));
        let own = MAP.grid.hexes().filter(|hex| MAP.province(*hex) == Some(a));
        own.into_iter().any(|hex| MAP.grid.neighbours(hex).any(|near| MAP.province(near) == Some(b)))
    };
    for (a, b) in [
        ("Silesia", "Bohemia"),
        ("Silesia", "Brandenburg"),
        ("Silesia", "Moravia"),
        ("Hanover", "Hanse"),
        ("Hanover", "Brunswick"),
        ("Denmark", "Hanse"),
        ("Baden", "Alsace"),
        ("Baden", "Switzerland"),
        ("Württemberg", "Bavaria"),
        ("Lower Austria", "Moravia"),
        ("Tyrol", "Switzerland"),
        ("Venezia", "Illyria"),
        ("Piedmont", "Savoy"),
        ("Papacy", "Naples"),
        ("East Prussia", "Livonia"),
        ("Lithuania", "East Prussia"),
        ("Lithuania", "White Russia"),
        ("Galicia", "Portugal"),
        ("Gascony", "Old Castille"),
        ("Languedoc", "Catalonia"),
        ("Wallachia", "Transylvania"),
        ("Moldavia", "Podolia"),
        ("Crimea", "New Russia"),
    ] {
        assert!(touch(a, b) && touch(b, a), "{a} and {b}");
    }
    for (a, b) in [
        ("Magdeburg", "Hanse"),
        ("Palatinate", "Bavaria"),
        ("Moravia", "Masovia"),
        ("Bohemia", "Posen"),
        ("Denmark", "Prussian Pomerania"),
        ("Baden", "Tyrol"),
        ("Transylvania", "Rumelia"),
    ] {
        assert!(!touch(a, b), "{a} and {b}");
    }
}

#[test]
fn passages_lead_between_neighbours() {
    assert_eq!(MAP.passages.len(), 3);
    for passage in &MAP.passages {
        let from = MAP.seas.iter().find(|sea| sea.name == passage.from).unwrap();
        assert!(from.beside.contains(&passage.to), "{}", passage.strait);
    }
}

#[test]
fn straits_are_crossed_where_there_is_no_land() {
    let crossed = |a: &str, b: &str| {
        let side = MAP.grid.side_between(town(a), hex(b)).unwrap();
        MAP.side(side).way
    };
    assert_eq!(crossed("Constantinople", "E2628"), Way::Strait);
    for side in (0..MAP.grid.side_count()).map(SideId::from_index) {
        if MAP.side(side).way != Way::Land {
            let (a, b) = MAP.grid.hexes_at(side);
            assert!(is_land(a) && b.is_some_and(is_land), "{}", name(a));
        }
    }
}

#[test]
fn owners_change_with_the_years() {
    let owners = |name: &str| {
        let province = MAP.provinces.iter().find(|province| province.name == name).unwrap();
        (province.owner_1792.as_str(), province.owner_1805.as_str())
    };
    assert_eq!(owners("Masovia"), ("Poland", "Prussia"));
    assert_eq!(owners("Piedmont"), ("Piedmont", "France"));
    assert_eq!(owners("Salzburg"), ("Salzburg", "Austria"));
    assert_eq!(owners("Norway"), ("Denmark", "Denmark"));
    assert_eq!(owners("Bavaria"), ("Bavaria", "Bavaria"));
}

#[test]
fn every_hex_belongs_to_something() {
    let mut nothing = MAP.grid.hexes().filter(|hex| MAP.area(*hex) == Area::Nothing);
    assert!(nothing.all(|hex| MAP.land(hex).terrain == Terrain::Lake));
}

#[test]
fn every_province_has_a_seat_and_a_code_of_its_own() {
    let mut codes = BTreeSet::new();
    for province in &MAP.provinces {
        assert!(codes.insert(&province.code), "{} twice", province.code);
        let seats = MAP.towns.iter().filter(|town| town.province == province.name && town.seat.is_some());
        assert_eq!(seats.count(), 1, "{}", province.name);
    }
    assert_eq!(codes.len(), 124);
}

#[test]
fn rochefort_lies_on_the_bay_of_biscay() {
    let seas: Vec<&str> =
        MAP.coast(town("Rochefort")).iter().map(|sea| MAP.seas[sea.index()].name.as_str()).collect();
    assert_eq!(seas, ["Bay of Biscay"]);
}
