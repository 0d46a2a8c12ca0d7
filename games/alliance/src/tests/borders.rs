//! Border limits. Rulebook 3.5, 4.2, 11.12.

use super::field::{Field, at, block};
use crate::action::Action;
use crate::states::State::{self, Austria, Britain, France, Portugal, Russia, Spain, Turkey};

const MANY: [&str; 5] = ["Inf #1", "Inf #2", "Inf #3", "Inf #4", "Inf #5"];

/// Has blocks step over a border one after the other: how many go, and the rule that stops the next.
fn cross(field: &mut Field, names: &[String], from: &str, to: &str) -> (usize, &'static str) {
    if let Err(denied) = field.group(from) {
        return (0, denied.rule.as_str());
    }
    for (gone, name) in names.iter().enumerate() {
        if let Err(denied) = field.step(name, to) {
            return (gone, denied.rule.as_str());
        }
    }
    (names.len(), "none")
}

/// How many of five blocks get into battle over a border, and the rule that stops the next.
fn storm(attacker: State, from: &str, to: &str, winter: bool) -> (usize, &'static str) {
    let field = Field::of(&[France, Britain, Russia]).put(attacker, MANY, from).put(Britain, ["Inf #1"], to);
    let mut field = if winter { field.winter() } else { field }.turn_of(attacker, 4);
    cross(&mut field, &MANY.map(|name| format!("{attacker} {name}")), from, to)
}

// proves A-4.2-clear, A-4.2-river, A-4.2-forest, A-4.2-mountain, A-4.2-marsh, A-4.2-strait
#[test]
fn every_kind_of_border_has_its_limit_into_battle() {
    assert_eq!(storm(France, "Champagne", "Burgundy", false), (4, "A-4.2-clear"));
    assert_eq!(storm(France, "Rhineland", "Bavaria", false), (3, "A-4.2-river"));
    assert_eq!(storm(France, "Champagne", "Flanders", false), (3, "A-4.2-forest"));
    assert_eq!(storm(France, "Lyonnais", "Italy", false), (2, "A-4.2-mountain"));
    assert_eq!(storm(France, "Holland", "Hanover", false), (2, "A-4.2-marsh"));
    assert_eq!(storm(France, "Vendée", "Gascony", false), (2, "A-4.2-strait"));
}

// proves A-3.5-limits
#[test]
fn in_winter_every_limit_is_one_lower() {
    assert_eq!(storm(France, "Champagne", "Burgundy", true), (3, "A-3.5-limits"));
    assert_eq!(storm(France, "Rhineland", "Bavaria", true), (2, "A-3.5-limits"));
    assert_eq!(storm(France, "Champagne", "Flanders", true), (2, "A-3.5-limits"));
    assert_eq!(storm(France, "Lyonnais", "Italy", true), (1, "A-3.5-limits"));
    assert_eq!(storm(France, "Holland", "Hanover", true), (1, "A-3.5-limits"));
    assert_eq!(storm(France, "Vendée", "Gascony", true), (1, "A-3.5-limits"));
}

// proves A-3.5-limits, A-11.4-border
#[test]
fn nobody_storms_gibraltar_by_land_in_winter() {
    let mut field = Field::duel().allied(Spain, France).winter().put(France, ["Inf #1"], "Andalusia");
    field = field.put(Britain, ["Fort (Gibraltar)"], "Gibraltar").turn_of(France, 3);
    field.group("Andalusia").unwrap();
    assert_eq!(field.no_step("France Inf #1", "Gibraltar"), "A-3.5-limits");
}

// proves A-4.2-coast
#[test]
fn two_fleets_come_over_a_coast_into_battle_and_one_in_winter() {
    let coast = |winter: bool| {
        let field = Field::duel().put(Britain, ["Inf #1"], "Wessex");
        let field = field.put(France, ["Fleet #1", "Fleet #2", "Fleet #3"], "English Channel");
        let mut field = if winter { field.winter() } else { field }.turn_of(France, 3);
        let names = ["France Fleet #1", "France Fleet #2", "France Fleet #3"].map(String::from);
        cross(&mut field, &names, "English Channel", "Wessex")
    };
    assert_eq!((coast(false), coast(true)), ((2, "A-4.2-coast"), (1, "A-3.5-limits")));
}

// proves A-4.2-coast
#[test]
fn fleets_and_armies_that_land_share_the_limit_of_a_coast() {
    let field = Field::duel().put(France, ["Fort (Brest)"], "Brittany");
    let field = field.put(Britain, ["Inf #1", "Inf #2"], "Wessex");
    let field = field.put(Britain, ["Fleet #1", "Fleet #2", "Fleet #3"], "English Channel");
    let mut field = field.turn_of(Britain, 4);
    let land = |name: &str| Action::Invade { block: block(name), to: at("Brittany") };
    field.act(land("Britain Inf #1")).unwrap();
    field.march("English Channel", ["Britain Fleet #1"], "Brittany");
    assert_eq!(field.no_step("Britain Fleet #2", "Brittany"), "A-4.2-coast");
    assert_eq!(field.refused(land("Britain Inf #2")), "A-4.2-coast");
}

// proves A-4.2-sea
#[test]
fn any_number_of_fleets_comes_over_a_sea_border_into_battle() {
    let sail = |winter: bool| {
        let field = Field::duel().allied(Spain, France).put(Britain, ["Fleet #1"], "Mid-Atlantic");
        let fleets = ["Fleet #1", "Fleet #2", "Fleet #3"];
        let field = field.put(France, fleets, "Bay of Biscay").put(Spain, fleets, "Bay of Biscay");
        let mut field = if winter { field.winter() } else { field }.turn_of(France, 3);
        let names = [France, Spain].map(|state| fleets.map(|fleet| format!("{state} {fleet}"))).concat();
        cross(&mut field, &names, "Bay of Biscay", "Mid-Atlantic")
    };
    assert_eq!((sail(false), sail(true)), ((6, "none"), (6, "none")));
}

// proves A-4.2-when
#[test]
fn a_march_that_meets_nobody_knows_no_limit() {
    let field = Field::duel().winter().put(France, ["Inf #1", "Inf #2", "Inf #3", "Inf #4"], "Lyonnais");
    let mut field = field.turn_of(France, 1);
    let names = ["France Inf #1", "France Inf #2", "France Inf #3", "France Inf #4"].map(String::from);
    assert_eq!(cross(&mut field, &names, "Lyonnais", "Italy"), (4, "none"));
    assert!(field.game.turn.crossed.is_empty());
}

// proves A-4.2-perplayer
#[test]
fn each_player_has_his_own_limit_and_his_allies_share_it() {
    let field = Field::of(&[France, Britain, Spain]).friends(Britain, Spain).foes(France, Spain);
    let field = field.put(France, ["Inf #1", "Inf #2"], "La Mancha").put(
        Spain,
        ["Inf #1", "Inf #2", "Cav #1"],
        "Madrid",
    );
    let field = field.put(Britain, ["Inf #1", "Inf #2", "Inf #3"], "Madrid").put(
        Portugal,
        ["Infantry (Beresford)"],
        "Madrid",
    );
    let mut field =
        field.put(Spain, ["HQ (Cuesta)"], "Madrid").cards([(Britain, 31), (Spain, 22), (France, 2)]);
    let britons = ["Portugal Infantry (Beresford)", "Britain Inf #1", "Britain Inf #2", "Britain Inf #3"];
    assert_eq!(cross(&mut field, &britons.map(String::from), "Madrid", "La Mancha"), (3, "A-4.2-river"));
    field.step("Britain Inf #3", "Aragon").unwrap();
    field.done();
    let spaniards = ["Spain Inf #1", "Spain Inf #2", "Spain Cav #1", "Spain HQ (Cuesta)"];
    assert_eq!(cross(&mut field, &spaniards.map(String::from), "Madrid", "La Mancha"), (3, "A-4.2-river"));
}

// proves A-4.2-count
#[test]
fn all_group_moves_of_a_turn_count_together() {
    let field = Field::duel().allied(Austria, Britain).put(Austria, ["Inf #1"], "Bavaria");
    let field = field.put(France, ["Inf #1", "Inf #2", "Inf #3", "Inf #4"], "Rhineland");
    let mut field = field.put(France, ["Inf #5"], "Burgundy").turn_of(France, 4);
    field.march("Rhineland", ["France Inf #1", "France Inf #2"], "Bavaria");
    field.march("Burgundy", ["France Inf #5"], "Bavaria");
    field.march("Rhineland", ["France Inf #3"], "Bavaria");
    assert_eq!(field.no_step("France Inf #4", "Bavaria"), "A-4.2-river");
}

// proves A-11.12-limit, A-11.12-freeze, A-4.2-restrictive
#[test]
fn over_frozen_rivers_russians_keep_their_limit_and_others_do_not() {
    assert_eq!(storm(Russia, "Poltava", "Donbas", false), (3, "A-4.2-river"));
    assert_eq!(storm(Russia, "Poltava", "Donbas", true), (3, "A-11.12-limit"));
    assert_eq!(storm(France, "Poltava", "Donbas", true), (2, "A-11.12-limit"));
    assert_eq!(storm(Russia, "Smolensk", "Ukraine", true), (3, "A-11.12-limit"));
    assert_eq!(storm(France, "Smolensk", "Ukraine", true), (2, "A-11.12-limit"));
}

// proves A-11.12-unfrozen, A-11.12-freeze
#[test]
fn the_bug_the_dnister_the_kuban_and_the_nieman_do_not_freeze() {
    for (from, to) in
        [("Belarus", "Poland"), ("Ukraine", "Ruthenia"), ("Kuban", "Georgia"), ("Lithuania", "East Prussia")]
    {
        assert_eq!(storm(Russia, from, to, false), (3, "A-4.2-river"), "{from}");
        assert_eq!(storm(Russia, from, to, true), (2, "A-3.5-limits"), "{from}");
        assert_eq!(storm(France, from, to, true), (2, "A-3.5-limits"), "{from}");
    }
}

// proves A-11.12-onega
#[test]
fn lake_onega_is_crossed_in_winter_alone() {
    assert_eq!(storm(Russia, "Karelia", "Onega", true), (3, "A-11.12-limit"));
    assert_eq!(storm(France, "Karelia", "Onega", true), (2, "A-11.12-limit"));
    assert_eq!(storm(Russia, "Karelia", "Onega", false), (0, "A-11.12-onega"));
    let march = |field: Field| {
        let mut field = field.put(Russia, MANY, "Karelia").turn_of(Russia, 1);
        cross(&mut field, &["Russia Inf #1".to_owned()], "Karelia", "Onega")
    };
    let field = || Field::of(&[France, Britain, Russia]);
    assert_eq!((march(field()), march(field().winter())), ((0, "A-11.12-onega"), (1, "none")));
    let supplied =
        |field: &Field, from: &str, to: &str| at(from).supplies(field.game.is_winter()).contains(at(to));
    assert!(!supplied(&field(), "Karelia", "Onega") && supplied(&field().winter(), "Karelia", "Onega"));
}

// proves A-4.2-strait, A-11.13-garonne, A-11.7-messina, A-11.2-denmark, A-11.1-marmara
#[test]
fn an_army_stops_behind_a_strait() {
    for (state, from, to, on) in [
        (France, "Vendée", "Gascony", "Languedoc"),
        (France, "Gascony", "Vendée", "Auvergne"),
        (France, "Calabria", "Sicily", "Calabria"),
        (France, "Sweden", "Denmark", "Hansa"),
        (Turkey, "Thracia", "Bithynia", "Angora"),
        (Turkey, "Thracia", "Smyrna", "Angora"),
    ] {
        let mut field = Field::of(&[France, Britain, Turkey]).put(state, ["Inf #1"], from).turn_of(state, 1);
        let name = format!("{state} Inf #1");
        field.march(from, [name.as_str()], to);
        assert_eq!(field.no_step(&name, on), "A-3.2-stop", "{from} to {to}");
    }
    assert_eq!(storm(France, "Calabria", "Sicily", false), (2, "A-4.2-strait"));
}

// proves A-4.2-mountain, A-11.6-rivers
#[test]
fn an_army_stops_behind_mountains_and_behind_rivers_that_count_as_such() {
    for (state, from, to, on) in [
        (France, "Lyonnais", "Italy", "Romagna"),
        (France, "Swiss", "Bavaria", "Bohemia"),
        (Turkey, "Angora", "Armenia", "Georgia"),
        (Turkey, "Armenia", "Kurdistan", "Syria"),
        (Turkey, "Karaman", "Kurdistan", "Syria"),
        (Turkey, "Syria", "Kurdistan", "Karaman"),
        (Turkey, "Serbia", "Wallachia", "Bulgaria"),
    ] {
        let mut field = Field::of(&[France, Britain, Turkey]).put(state, ["Inf #1"], from).turn_of(state, 1);
        let name = format!("{state} Inf #1");
        field.march(from, [name.as_str()], to);
        assert_eq!(field.no_step(&name, on), "A-3.2-stop", "{from} to {to}");
    }
}
