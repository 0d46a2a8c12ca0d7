//! The map and its peculiar places. Rulebook 1, 11.

use std::collections::BTreeSet;

use engine::{Recorder, Seed, Setup};

use super::field::{Field, at};
use crate::map::{BorderKind, MAP, Region, Terrain};
use crate::places::{Crossing, Place, Room};
use crate::state::{Alliance, Standing};
use crate::states::EMPIRES;
use crate::states::State::{
    self, Austria, Britain, Denmark, France, Poland, Portugal, Prussia, Russia, Spain, Sweden, Turkey, Veneto,
};

fn prepared(scenario: &str, seats: u8, asked: &[State]) -> Result<Alliance, String> {
    let setup = Setup::new(scenario, seats, Seed::from_number(1));
    let setup =
        asked.iter().fold(setup, |setup, empire| setup.with(crate::options::option_of(*empire), true));
    Alliance::prepare(&setup, &mut Recorder::silent()).map_err(|wrong| wrong.to_string())
}

// proves A-1.1-players
#[test]
fn up_to_seven_players_each_lead_one_of_the_seven_empires() {
    for seats in 2..=7 {
        let game = prepared("1804", seats, &[]).unwrap();
        assert_eq!(game.empires.len(), usize::from(seats));
        assert!(game.empires.contains(&Britain) && game.empires.contains(&France));
        let empires: BTreeSet<State> = game.empires.iter().copied().collect();
        assert_eq!(empires.len(), usize::from(seats), "no empire has two players");
    }
    assert!(prepared("1804", 8, &[]).is_err());
    let seven = prepared("1804", 7, &[]).unwrap();
    assert!(EMPIRES.iter().all(|empire| seven.empires.contains(empire)));
    let asked = prepared("1804", 2, &[Austria, Turkey]).unwrap();
    assert_eq!(asked.empires[..], [Austria, Turkey], "without Britain and France if it is asked for");
    assert!(prepared("1804", 2, &[Austria, Turkey, Spain]).is_err());
}

// proves A-1.2-values
#[test]
fn cities_are_worth_what_the_map_says_and_nothing_else_is_worth_anything() {
    let worth = |state: State| {
        let cities = Place::homeland(state) & Place::cities();
        cities.iter().map(Place::value).collect::<Vec<u8>>()
    };
    let totals = EMPIRES.map(|empire| (worth(empire).len(), worth(empire).iter().sum::<u8>()));
    assert_eq!(totals, [(3, 4), (4, 5), (4, 5), (3, 4), (3, 5), (3, 4), (3, 4)]);
    assert!(Place::regions().all(|place| (place.value() > 0) == place.is_city()));
}

// proves A-1.3-star
#[test]
fn a_sea_with_a_star_pays_whoever_has_a_fleet_in_it() {
    let income = |field: &Field| field.game.player(field.seat(Britain)).income();
    let field = Field::duel();
    let before = income(&field);
    let score = field.game.player(field.seat(Britain)).score();
    let field = field.put(Britain, ["Fleet #1"], "North Sea").put(Britain, ["Fleet #2"], "Baltic");
    assert_eq!((income(&field).home, income(&field).abroad), (before.home, before.abroad + 2));
    assert_eq!(field.game.player(field.seat(Britain)).score(), score + 1, "two stars, halved");
    let field = field.put(Britain, ["Fleet #3"], "Irish Sea");
    assert_eq!(income(&field).abroad, before.abroad + 2, "the Irish Sea has no star");
    // A fleet without guns holds a sea as well.
    let field = field.with_strength("Britain Fleet #1", 0);
    assert_eq!(income(&field).abroad, before.abroad + 2);
}

// proves A-1.3-fleet-location
#[test]
fn a_fleet_stands_in_seas_and_in_naval_bases_that_open_on_the_sea_it_comes_from() {
    let field = Field::duel().put(Britain, ["Fleet #1", "Fleet #2"], "North Sea");
    let mut field = field.put(Britain, ["Fleet #3"], "English Channel").turn_of(Britain, 3);
    field.group("North Sea").unwrap();
    assert_eq!(field.no_step("Britain Fleet #1", "Hanover"), "A-1.3-fleet-location");
    field.step("Britain Fleet #1", "London").unwrap();
    field.group("English Channel").unwrap();
    assert_eq!(field.no_step("Britain Fleet #3", "London"), "A-1.3-fleet-location");
    field.step("Britain Fleet #3", "Wessex").unwrap();
}

// proves A-1.3-same-exit
#[test]
fn a_fleet_leaves_a_base_by_the_sea_from_which_it_came() {
    let field =
        Field::duel().put(France, ["Fleet #1"], "English Channel").put(France, ["Fleet #2"], "Brittany");
    let mut field = field.put(Britain, ["Inf #1"], "London").turn_of(France, 3);
    field.march("English Channel", ["France Fleet #1"], "Brittany");
    // The one that was built there, or placed there at the start, goes where it likes.
    field.march("Brittany", ["France Fleet #2"], "Bay of Biscay");
    field.done();
    let mut field = field.turn_of(France, 3);
    field.group("Brittany").unwrap();
    assert_eq!(field.no_step("France Fleet #1", "Bay of Biscay"), "A-1.3-same-exit");
    field.step("France Fleet #1", "English Channel").unwrap();
    field.step("France Fleet #1", "Bay of Biscay").unwrap();
}

// proves A-1.3-same-exit, A-11.4-sea
#[test]
fn at_gibraltar_too_a_fleet_leaves_as_it_came_but_others_sail_past() {
    let field = Field::duel().allied(Spain, Britain).put(Britain, ["Fleet #1", "Fleet #2"], "Mid-Atlantic");
    let mut field = field.turn_of(Britain, 3);
    field.march("Mid-Atlantic", ["Britain Fleet #1"], "Gibraltar");
    assert_eq!(field.no_step("Britain Fleet #1", "Alboran"), "A-1.3-same-exit");
    field.step("Britain Fleet #2", "Alboran").unwrap();
    field.step("Britain Fleet #2", "Gulf of Lyon").unwrap();

    // Whoever holds Gibraltar, Andalusia and Morocco, the sea is open.
    let field =
        Field::duel().put(Britain, ["Fort (Gibraltar)", "Fleet #1"], "Gibraltar").allied(Spain, Britain);
    let mut field = field.put(Britain, ["Inf #1"], "Morocco").put(France, ["Fleet #1"], "Mid-Atlantic");
    field = field.turn_of(France, 3);
    field.march("Mid-Atlantic", ["France Fleet #1"], "Alboran");
}

// proves A-1.3-islands, A-11.5-islands
#[test]
fn every_region_without_a_land_border_has_a_naval_base_and_other_islands_are_not_on_the_map() {
    let by_land = |place: &Place| place.links().iter().any(|link| matches!(link.crossing, Crossing::Land(_)));
    let islands: Vec<Place> = Place::regions().filter(|place| !by_land(place)).collect();
    assert_eq!(islands.len(), 10);
    assert!(islands.iter().all(|place| place.is_base()));
    for name in
        ["Minorca", "Ibiza", "Elba", "Crete", "Lesbos", "Chios", "Gotland", "Bornholm", "Man", "Zealand"]
    {
        assert_eq!(Place::named(name), None, "{name}");
    }
}

// proves A-1.4-legend
#[test]
fn nothing_that_is_drawn_matters_but_cities_bases_stars_and_terrain() {
    for (place, region) in Place::regions().zip(&MAP.regions) {
        let Region { terrain, city, value, port, state, homeland, .. } = region;
        let room = match terrain {
            _ if state.is_some() && !homeland => Room::Island,
            Terrain::Clear => Room::Blocks(4),
            Terrain::Forest => Room::Blocks(3),
            Terrain::Mountain => Room::Blocks(2),
        };
        let worth = if city.is_some() { *value } else { 0 };
        assert_eq!((place.room(), place.value(), place.is_base()), (room, worth, port.is_some()), "{place}");
    }
    // A fortress on the map is a place for its block and nothing else: without it the region is like any other.
    let field = Field::duel().put(Britain, ["Inf #1"], "Flanders");
    let mut field = field.put(France, ["Inf #1", "Inf #2"], "Picardy").turn_of(France, 1);
    field.march("Picardy", ["France Inf #1", "France Inf #2"], "Flanders");
}

// proves A-11.1-straits
#[test]
fn each_strait_of_the_marmara_is_closed_by_a_hostile_shore_of_its_own() {
    let sail = |hostile: &str, from: &str| {
        let field = Field::duel().put(France, ["Inf #1"], hostile).put(Britain, ["Fleet #1"], from);
        let mut field = field.turn_of(Britain, 3);
        field.group(from).unwrap();
        field.step("Britain Fleet #1", "Sea of Marmara").map_err(|denied| denied.rule.to_string())
    };
    let closed = || Err("A-11.1-straits".to_owned());
    assert_eq!((sail("Bithynia", "Black Sea"), sail("Bithynia", "Aegean")), (closed(), Ok(())));
    assert_eq!((sail("Smyrna", "Black Sea"), sail("Smyrna", "Aegean")), (Ok(()), closed()));
    assert_eq!((sail("Thracia", "Black Sea"), sail("Thracia", "Aegean")), (closed(), closed()));
    assert_eq!((sail("Angora", "Black Sea"), sail("Angora", "Aegean")), (Ok(()), Ok(())));
    // Out of it as well.
    let field = Field::duel().put(Britain, ["Fleet #1"], "Sea of Marmara").put(France, ["Inf #1"], "Smyrna");
    let mut field = field.turn_of(Britain, 3);
    field.group("Sea of Marmara").unwrap();
    assert_eq!(field.no_step("Britain Fleet #1", "Aegean"), "A-11.1-straits");
    field.step("Britain Fleet #1", "Black Sea").unwrap();
}

// proves A-8.1-strait, A-11.2-denmark
#[test]
fn fleets_pass_the_kattegat_while_denmark_and_sweden_are_friendly_or_neutral() {
    let sail = |field: Field| {
        let mut field = field.put(Britain, ["Fleet #1"], "Skagerrak").turn_of(Britain, 3);
        field.group("Skagerrak").unwrap();
        let passed = field.step("Britain Fleet #1", "Danish Sea").map_err(|denied| denied.rule.to_string());
        if passed.is_ok() {
            field.step("Britain Fleet #1", "Baltic").unwrap();
        }
        passed
    };
    let closed = || Err("A-8.1-strait".to_owned());
    assert_eq!(sail(Field::duel()), Ok(()), "Denmark is neutral, Sweden British");
    assert_eq!(sail(Field::duel().allied(Denmark, France)), closed());
    assert_eq!(sail(Field::duel().allied(Sweden, France)), closed());
    assert_eq!(sail(Field::duel().neutral(Sweden)), Ok(()));
    assert_eq!(sail(Field::duel().put(France, ["Inf #1"], "Denmark")), closed());
}

// proves A-11.7-messina
#[test]
fn fleets_sail_around_sicily() {
    let field = Field::duel().put(France, ["Inf #1"], "Calabria").put(France, ["Inf #2"], "Sicily");
    let mut field = field.put(Britain, ["Fleet #1"], "Tyrrhenian").turn_of(Britain, 3);
    field.march("Tyrrhenian", ["Britain Fleet #1"], "Ionian");
}

// proves A-11.13-garonne
#[test]
fn the_garonne_is_a_strait_of_armies_and_stops_no_fleet() {
    let link = at("Vendée").link(at("Gascony")).unwrap();
    assert_eq!(link.crossing, Crossing::Land(BorderKind::Strait));
    let field = Field::duel().put(Britain, ["Inf #1"], "Vendée").put(France, ["Fleet #1"], "Bay of Biscay");
    let mut field = field.turn_of(France, 1);
    field.march("Bay of Biscay", ["France Fleet #1"], "Gascony");
}

// proves A-11.6-rivers
#[test]
fn no_river_but_those_named_is_a_mountain_border() {
    let wet = ["Euphrates", "Danube at the Iron Gate", "Rhine as mountain"];
    let mut found: Vec<(&str, &str)> = Vec::new();
    for border in &MAP.borders {
        let name = border.name.as_deref().unwrap_or_default();
        let named = wet.iter().any(|river| name.starts_with(river));
        assert!(!named || border.kind == BorderKind::Mountain, "{} and {}", border.a, border.b);
        let rivers =
            ["Rhine", "Danube", "Euphrates", "Elbe", "Oder", "Vistula", "Inn", "Po", "Ebro", "Tagus"];
        if border.kind == BorderKind::Mountain
            && rivers.iter().any(|river| name.starts_with(river))
            && name != "Pontus"
        {
            found.push((&border.a, &border.b));
        }
    }
    let expected = [
        ("Bavaria", "Swiss"),
        ("Wallachia", "Serbia"),
        ("Angora", "Armenia"),
        ("Armenia", "Kurdistan"),
        ("Karaman", "Kurdistan"),
        ("Syria", "Kurdistan"),
    ];
    assert_eq!(found, expected);
}

// proves A-11.12-freeze, A-11.12-forest, A-4.2-restrictive
#[test]
fn the_rivers_within_russia_freeze_and_those_on_its_border_do_not() {
    let russian = |name: &str| at(name).home() == Some(Russia);
    for border in &MAP.borders {
        let inside = russian(&border.a) && russian(&border.b);
        let outside = !russian(&border.a) && !russian(&border.b);
        match border.kind {
            BorderKind::RiverFrozen => assert!(inside, "{} and {}", border.a, border.b),
            BorderKind::River => {
                let name = border.name.as_deref().unwrap_or_default();
                let kept = ["Bug", "Dnister", "Kuban", "Nieman"].contains(&name);
                assert_eq!(kept, !outside, "{} and {}", border.a, border.b);
                assert!(!inside, "{} and {}", border.a, border.b);
            }
            _ => {}
        }
    }
    // River and forest at once: a river, which freezes.
    for (a, b) in [("Poltava", "Donbas"), ("St. Petersburg", "Novgorod")] {
        assert_eq!(at(a).link(at(b)).unwrap().crossing, Crossing::Land(BorderKind::RiverFrozen), "{a}");
    }
}

// proves A-11.8-alignment
#[test]
fn denmark_poland_portugal_and_veneto_are_with_whom_the_gazetteer_says() {
    let [first, second, third] = ["1804", "1808", "1812"].map(|scenario| prepared(scenario, 2, &[]).unwrap());
    let seat = |empire: State| {
        let at = first.empires.iter().position(|own| *own == empire).unwrap();
        Standing::Ally(engine::Seat(at as u8))
    };
    assert_eq!(first.standings[Denmark], Standing::Neutral);
    assert_eq!(first.standings[Poland], Standing::With(Prussia));
    assert_eq!(first.standings[Prussia], Standing::Neutral);
    assert_eq!(first.standings[Veneto], Standing::With(Austria));
    for game in [&first, &second, &third] {
        assert_eq!(game.standings[Portugal], seat(Britain));
        assert_eq!(super::field::block("Portugal Infantry (Beresford)").state(), Portugal);
    }
    assert_eq!([&second, &third].map(|game| game.standings[Veneto]), [seat(France); 2]);
}
