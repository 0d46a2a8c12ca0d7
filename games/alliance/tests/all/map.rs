//! The map against every fact of the rulebook.

use std::collections::BTreeSet;

use alliance::map::{Border, BorderKind, MAP, Region, Terrain};
use alliance::outlines::OUTLINES;
use atlas::geography::europe;
use atlas::topology::{AreaGraph, Components, Id};

atlas::id! {
    /// A region or sea.
    struct AreaId(u8);
}

fn region(name: &str) -> &'static Region {
    MAP.regions.iter().find(|region| region.name == name).unwrap_or_else(|| panic!("no {name}"))
}

fn of(state: &str) -> Vec<&'static Region> {
    MAP.regions.iter().filter(|region| region.state.as_deref() == Some(state)).collect()
}

fn names(fits: impl Fn(&&Region) -> bool) -> BTreeSet<&'static str> {
    MAP.regions.iter().filter(fits).map(|region| region.name.as_str()).collect()
}

fn border(a: &str, b: &str) -> Option<BorderKind> {
    let is = |border: &&Border| [(a, b), (b, a)].contains(&(&border.a, &border.b));
    MAP.borders.iter().find(is).map(|border| border.kind)
}

#[test]
fn homelands_are_those_of_the_empires() {
    let homeland = |state: &str| of(state).into_iter().filter(|region| region.homeland).count();
    assert_eq!(homeland("Britain"), 6);
    for (name, state) in [
        ("Gibraltar", "Britain"),
        ("Malta", "Britain"),
        ("Corfu", "Russia"),
        ("Cyprus", "Turkey"),
        ("Rhodes", "Turkey"),
        ("Majorca", "Spain"),
    ] {
        assert_eq!(region(name).state.as_deref(), Some(state), "{name}");
        assert!(!region(name).homeland, "{name} is nobody's homeland");
    }
    for name in ["Italy", "Romagna", "Hanover", "Sardinia"] {
        assert_eq!(region(name).state, None, "{name}");
    }
    for (state, regions) in
        [("Portugal", &["Algarve", "Norte"][..]), ("Naples", &["Apulia", "Calabria", "Sicily"])]
    {
        assert_eq!(names(|region| region.state.as_deref() == Some(state)), regions.iter().copied().collect());
    }
}

#[test]
fn the_ground_carries_those_who_start_on_it() {
    let mountains = [
        "Armenia",
        "Calabria",
        "Corsica",
        "Greece",
        "Kurdistan",
        "Norway",
        "Sardinia",
        "Scotland",
        "Swiss",
        "Syria",
        "Tyrol",
        "Wales",
    ];
    assert_eq!(names(|region| region.terrain == Terrain::Mountain), BTreeSet::from(mountains));
    let four = [
        "Paris",
        "London",
        "Vienna",
        "Berlin",
        "Madrid",
        "Smolensk",
        "Thracia",
        "Wessex",
        "Andalusia",
        "Sanar",
        "Poland",
        "Norte",
        "Pomerania",
    ];
    for name in four {
        assert_eq!(region(name).terrain, Terrain::Clear, "four blocks start in {name}");
    }
}

#[test]
fn victory_cities_are_worth_what_the_text_says() {
    let worth = |state: &str| of(state).iter().map(|region| region.value).sum::<u8>();
    assert_eq!((worth("France"), worth("Spain")), (5, 4));
    for empire in ["Britain", "France", "Spain", "Austria", "Prussia", "Russia", "Turkey"] {
        let cities = of(empire).iter().filter(|region| region.city.is_some()).count();
        assert!((3..=4).contains(&cities), "{empire} has {cities} cities");
    }
    let cities = |state: &str| of(state).iter().filter(|region| region.city.is_some()).count();
    assert_eq!((cities("Spain"), cities("Austria")), (3, 3));
    for (name, city, value) in [
        ("Madrid", "Madrid", 2),
        ("Italy", "Milan", 1),
        ("Bavaria", "Munich", 1),
        ("Saxony", "Dresden", 1),
        ("Hansa", "Hamburg", 1),
    ] {
        assert_eq!((region(name).city.as_deref(), region(name).value), (Some(city), value), "{name}");
    }
    assert!(of("Denmark").iter().chain(&of("Portugal")).filter(|region| region.city.is_some()).count() == 2);
    for name in ["Holland", "Swiss", "Westfalen"] {
        assert_eq!(region(name).city, None, "the example of Gold counts nothing for {name}");
    }
    let stars = |name: &str| MAP.seas.iter().find(|sea| sea.name == name).unwrap().star;
    for sea in ["North Sea", "Bay of Biscay", "Gulf of Lyon"] {
        assert_eq!(stars(sea), 1, "{sea}");
    }
    assert_eq!(MAP.seas.iter().map(|sea| u32::from(sea.star)).sum::<u32>(), 9);
}

#[test]
fn fortresses_stand_where_the_text_puts_them() {
    let listed = [
        ("Flanders", "Antwerp"),
        ("Rhineland", "Mainz"),
        ("Brittany", "Brest"),
        ("Vendée", "Rochefort"),
        ("Gascony", "Bayonne"),
        ("Andalusia", "Cadiz"),
        ("La Mancha", "Badajoz"),
        ("Cataluña", "Barcelona"),
        ("Pomerania", "Danzig"),
        ("Silesia", "Breslau"),
        ("Wessex", "Portsmouth"),
        ("Scotland", "Edinburgh"),
        ("Ireland", "Cork"),
        ("Gibraltar", "Gibraltar"),
        ("Malta", "Malta"),
        ("Livonia", "Riga"),
        ("Krivy", "Odesa"),
        ("Thracia", "Istanbul"),
        ("Bulgaria", "Schumen"),
        ("Swiss", "Zurich"),
        ("Holland", "Amsterdam"),
        ("Veneto", "Mantua"),
        ("Norte", "Lisbon"),
        ("Tunisia", "Tunis"),
        ("Saxony", "Magdeburg"),
    ];
    let found =
        MAP.regions.iter().filter_map(|region| Some((region.name.as_str(), region.fortress.as_deref()?)));
    assert_eq!(found.collect::<BTreeSet<_>>(), BTreeSet::from(listed));
}

#[test]
fn fleets_have_their_bases_and_bases_their_seas() {
    let fleets = [
        "Brittany",
        "Provence",
        "Galicia",
        "Andalusia",
        "Murcia",
        "Illyria",
        "Pomerania",
        "Neva",
        "Crimea",
        "Thracia",
        "Greece",
        "Tunisia",
        "Denmark",
        "Sweden",
        "Gibraltar",
        "Malta",
        "Corfu",
        "Gascony",
        "Hansa",
        "Wessex",
        "Sicily",
        "Cyprus",
        "Rhodes",
        "Majorca",
    ];
    assert!(fleets.iter().all(|name| region(name).port.is_some()));
    for (name, port) in
        [("Gascony", "Bordeaux"), ("Hansa", "Hamburg"), ("Sicily", "Palermo"), ("Illyria", "Trieste")]
    {
        assert_eq!(region(name).port.as_deref(), Some(port));
    }
    for city in MAP.regions.iter().filter(|region| !region.coast.is_empty() && region.value > 0) {
        assert!(city.port.is_some(), "{} has a victory city by the sea", city.name);
    }
    for (port, seas) in [
        ("Brest", &["Bay of Biscay", "English Channel"]),
        ("Calais", &["English Channel", "North Sea"]),
        ("Gibraltar", &["Alboran", "Mid-Atlantic"]),
    ] {
        let base = MAP.regions.iter().find(|region| region.port.as_deref() == Some(port)).unwrap();
        assert_eq!(base.opens, seas, "{port}");
    }
}

/// Ports that ships reach by a river, and how far up, in kilometres.
const UPSTREAM: [(&str, f64); 4] = [("Rochefort", 9.0), ("Antwerp", 9.0), ("Hamburg", 10.0), ("Riga", 12.0)];

#[test]
fn ports_lie_by_the_sea_or_on_a_river_that_leads_there() {
    let mut inland = Vec::new();
    for port in MAP.regions.iter().filter_map(|region| region.port.as_deref()) {
        let town = europe().town(port).unwrap_or_else(|| panic!("where is {port}?"));
        let km = europe().coast_km(town.at.lon.into(), town.at.lat.into()).round();
        if km > 8.0 {
            inland.push((port, km));
        }
    }
    assert_eq!(inland, UPSTREAM);
}

#[test]
fn borders_are_crossed_as_the_text_says() {
    use BorderKind::{Marsh, Mountain, Narrow, River, RiverFrozen, Strait};
    for (a, b, kind) in [
        ("Rhineland", "Bavaria", River),
        ("Andalusia", "Gibraltar", Narrow),
        ("Gascony", "Vendée", Strait),
        ("Calabria", "Sicily", Strait),
        ("Denmark", "Sweden", Strait),
        ("Thracia", "Bithynia", Strait),
        ("Thracia", "Smyrna", Strait),
        ("Poltava", "Donbas", RiverFrozen),
        ("Angora", "Armenia", Mountain),
        ("Armenia", "Kurdistan", Mountain),
        ("Karaman", "Kurdistan", Mountain),
        ("Syria", "Kurdistan", Mountain),
        ("Serbia", "Wallachia", Mountain),
        ("Bavaria", "Swiss", Mountain),
        ("Belarus", "Ukraine", Marsh),
    ] {
        assert_eq!(border(a, b), Some(kind), "{a} and {b}");
    }
    for (a, b) in [
        ("Burgundy", "Bavaria"),
        ("Bohemia", "Bavaria"),
        ("Bohemia", "Moravia"),
        ("Norte", "La Mancha"),
        ("Andalusia", "La Mancha"),
        ("Egypt", "Syria"),
        ("Asturias", "Gascony"),
        ("Cataluña", "Languedoc"),
    ] {
        assert!(border(a, b).is_some(), "{a} and {b} touch");
    }
    // The Bug, the Dnister, the Kuban and the Nieman do not freeze.
    for border in &MAP.borders {
        let warm = matches!(border.name.as_deref(), Some("Bug" | "Dnister" | "Kuban" | "Nieman"));
        assert!(!warm || border.kind == River, "{} and {}", border.a, border.b);
    }
    let lakes = MAP.borders.iter().filter(|border| border.kind == BorderKind::Lake);
    assert_eq!(lakes.map(|border| border.name.as_deref()).collect::<Vec<_>>(), [Some("Lake Onega")]);
}

#[test]
fn seas_join_as_the_text_says() {
    let joined = |a: &str, b: &str| {
        MAP.passages.iter().any(|passage| [(a, b), (b, a)].contains(&(&passage.a, &passage.b)))
    };
    for (a, b) in [
        ("English Channel", "North Sea"),
        ("English Channel", "Bay of Biscay"),
        ("Mid-Atlantic", "Alboran"),
        ("Danish Sea", "Baltic"),
        ("Danish Sea", "Skagerrak"),
        ("Sea of Marmara", "Black Sea"),
        ("Sea of Marmara", "Aegean"),
        ("Tyrrhenian", "Ionian"),
    ] {
        assert!(joined(a, b), "{a} and {b}");
    }
    for (name, sea) in [
        ("Wessex", "English Channel"),
        ("Galicia", "Bay of Biscay"),
        ("Hansa", "North Sea"),
        ("Egypt", "Levant Sea"),
    ] {
        assert!(region(name).coast.iter().any(|coast| coast == sea), "{name} on the {sea}");
    }
    let guarded = MAP.passages.iter().filter(|passage| !passage.guards.is_empty());
    assert!(guarded.clone().all(|passage| passage.guards.len() == 2 && passage.strait.is_some()));
    assert_eq!(guarded.count(), 3, "the Kattegat, the Dardanelles and the Bosphorus");
}

#[test]
fn the_map_hangs_together() {
    let mut graph = AreaGraph::<AreaId, ()>::builder(MAP.names()).unwrap();
    for border in &MAP.borders {
        graph.border(&border.a, &border.b, ()).unwrap();
    }
    let by_land = Components::new(&graph.build(), |_, _, ()| true);
    let mut lands: Vec<Vec<&str>> = vec![Vec::new(); by_land.count()];
    for (number, region) in MAP.regions.iter().enumerate() {
        lands[by_land.of(AreaId::from_index(number)).unwrap()].push(&region.name);
    }
    let islands = lands.iter().filter(|land| (1..50).contains(&land.len())).map(|land| land.join(", "));
    let listed = [
        "Corfu",
        "Corsica",
        "Cyprus",
        "Ireland",
        "London, Wessex, Wales, Humbria, Scotland",
        "Majorca",
        "Malta",
        "Morocco",
        "Rhodes",
        "Sardinia",
        "Tunisia",
    ];
    assert_eq!(islands.collect::<BTreeSet<_>>(), BTreeSet::from(listed.map(String::from)));
    let mut graph = AreaGraph::<AreaId, ()>::builder(MAP.names()).unwrap();
    for passage in &MAP.passages {
        graph.border(&passage.a, &passage.b, ()).unwrap();
    }
    for region in &MAP.regions {
        region.coast.iter().for_each(|sea| {
            graph.border(&region.name, sea, ()).unwrap();
        });
    }
    let by_sea = Components::new(&graph.build(), |_, _, ()| true);
    let seas = (MAP.regions.len()..OUTLINES.anchors.len()).map(AreaId::from_index);
    assert_eq!(seas.map(|sea| by_sea.of(sea)).collect::<BTreeSet<_>>().len(), 1, "a fleet goes anywhere");
}
