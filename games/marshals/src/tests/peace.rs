//! Sue for Peace, as far as it ends scenarios, and what happens between turns.

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::forces::Factors;
use crate::nations::Side;
use crate::scenarios::Part;
use crate::staff::Post;

fn lower(field: &mut Field, whose: &str, to: u8) {
    let by = to as i8 - field.game.realm(nation(whose)).morale as i8;
    field.game.change_morale(nation(whose), by, &mut field.log);
}

// proves M-sue-1, M-nm-32
#[test]
fn a_nation_at_morale_1_sues_before_anything_else_happens() {
    let mut field = Field::of("ulm-1805");
    lower(&mut field, "Austria", 2);
    assert!(!field.game.country(nation("Austria")).must_sue());
    assert_eq!(field.game.country(nation("Austria")).may_sue(), Ok(()));
    assert_eq!(field.game.country(nation("Russia")).may_sue().unwrap_err().rule.as_str(), "M-sue-1");
    lower(&mut field, "Austria", 1);
    assert!(field.game.country(nation("Austria")).must_sue());
    engine::steps::settle(&mut field.game, &mut field.log);
    assert_eq!(field.game.realm(nation("Austria")).sued, Some(field.game.date));
    assert_eq!(field.game.realm(nation("Austria")).part, Some(Part::Open));
    assert!(field.game.forces.iter().all(|force| force.muster.nation != nation("Austria")));
    assert!(!field.game.is_over, "Russia fights on");
}

#[test]
fn who_has_sued_does_not_enter_the_war_again() {
    let mut field = Field::of("leipzig-1813").on("1813 Jul-Aug 5");
    assert_eq!(field.game.side(nation("Austria")), Some(Side::Coalition));
    field.game.sue(nation("Austria"), &mut field.log);
    let field = field.on("1813 Jul-Aug 6");
    assert_eq!(field.game.side(nation("Austria")), None);
    assert_eq!(field.game.realm(nation("Austria")).part, Some(Part::Open));
}

// proves M-sue-1
#[test]
fn a_nation_without_production_cities_sues() {
    let mut field = Field::of("ulm-1805");
    let cities: Vec<_> = field.game.country(nation("Austria")).home_cities().collect();
    assert!(cities.len() > 2);
    for city in &cities[1..] {
        field.game.control.set(city.hex(), nation("France"));
    }
    assert!(!field.game.country(nation("Austria")).must_sue());
    field.game.control.set(cities[0].hex(), nation("France"));
    assert!(field.game.country(nation("Austria")).must_sue());
}

// proves M-sue-4
#[test]
fn france_fights_on_for_lyon_paris_and_lille_the_first_time() {
    let mut field = Field::of("france-1814");
    lower(&mut field, "France", 1);
    for city in ["Paris", "Lille"] {
        field.game.control.set(hex(city), nation("Russia"));
    }
    assert!(!field.game.country(nation("France")).must_sue());
    field.game.control.set(hex("Lyon"), nation("Russia"));
    assert!(field.game.country(nation("France")).must_sue());
    // In 1815 it is the second time.
    let mut field = Field::of("hundred-days-1815");
    lower(&mut field, "France", 1);
    assert!(field.game.country(nation("France")).must_sue());
    engine::steps::settle(&mut field.game, &mut field.log);
    assert!(field.game.is_over);
    assert_eq!(engine::Game::outcome(&field.game).unwrap().reason, "coalition-decisive");
}

// proves M-sue-6
#[test]
fn russia_fights_on_with_enemies_on_its_soil() {
    let mut field = Field::of("russia-1812");
    lower(&mut field, "Russia", 1);
    assert!(field.game.country(nation("Russia")).must_sue());
    let mut field = field.put("France", Factors::infantry(1), "Minsk");
    assert!(!field.game.country(nation("Russia")).must_sue());
    let cities: Vec<_> = field.game.country(nation("Russia")).home_cities().collect();
    for city in cities {
        field.game.control.set(city.hex(), nation("France"));
    }
    assert!(field.game.country(nation("Russia")).must_sue());
}

#[test]
fn britain_never_must_sue() {
    let mut field = Field::of("hundred-days-1815");
    lower(&mut field, "Britain", 1);
    assert!(!field.game.country(nation("Britain")).must_sue());
}

// proves M-nm-30
#[test]
fn spirits_settle_at_the_end_of_a_season() {
    let mut field = Field::of("jena-1806");
    assert_eq!(field.game.realm(nation("France")).morale, 6);
    lower(&mut field, "Prussia", 2);
    field.game.date = "1806 Sep-Oct 5".parse().unwrap();
    field.act(Action::Done).act(Action::Done);
    assert_eq!(field.game.realm(nation("France")).morale, 6, "the season goes on");
    let (own, enemies) = field.game.country(nation("Prussia")).at_home();
    assert!(own > enemies);
    field.act(Action::Done).act(Action::Done);
    assert_eq!(field.game.realm(nation("France")).morale, 5);
    assert_eq!(field.game.realm(nation("Prussia")).morale, 3);
}

// proves M-nm-30
#[test]
fn a_nation_that_is_not_stronger_at_home_stays_low() {
    let mut field = Field::bare("jena-1806").put("Prussia", Factors::infantry(3), "Berlin");
    field = field.put("France", Factors::infantry(3), "Halle");
    assert_eq!(field.game.country(nation("Prussia")).at_home(), (3, 3));
    lower(&mut field, "Prussia", 2);
    field.game.date = "1806 Sep-Oct 6".parse().unwrap();
    field.act(Action::Done).act(Action::Done);
    assert_eq!(field.game.realm(nation("Prussia")).morale, 2);
}

#[test]
fn saxony_goes_over_with_dresden() {
    let mut field = Field::of("jena-1806");
    let saxony = nation("Saxony");
    assert_eq!(field.game.side(saxony), Some(Side::Coalition));
    field.give("Dresden", "France");
    field.act(Action::Done).act(Action::Done);
    assert_eq!(field.game.side(saxony), Some(Side::French));
    assert_eq!(field.game.realm(saxony).patron, Some(nation("France")));
    assert_eq!(field.game.seat(saxony), field.game.seat(nation("France")));
}

#[test]
fn westphalia_falls_apart_with_cassel() {
    let mut field = Field::of("leipzig-1813");
    field.give("Cassel", "Russia");
    for _ in 0..field.game.order().len() {
        field.act(Action::Done);
    }
    assert_eq!(field.game.side(nation("Westphalia")), None);
    assert!(field.game.forces.iter().all(|force| force.muster.nation != nation("Westphalia")));
}

#[test]
fn leaders_of_a_client_that_changes_sides_among_enemies_can_be_called_back() {
    let mut field = Field::bare("leipzig-1813")
        .on("1813 Sep-Oct 4")
        .put("Bavaria", Factors::infantry(2), "Dresden")
        .put("France", Factors::infantry(4), "Dresden")
        .lead("Wrede", "Dresden")
        .lead("Ney", "Dresden");
    field.game.close_turn(&mut field.log);
    assert_eq!(field.game.side(nation("Bavaria")), Some(Side::Coalition));
    assert_eq!(field.game.staff.post(leader("Wrede")), Post::Away);
    let field = field.season("1813 Nov-Dec 1");
    assert_eq!(field.game.general(leader("Wrede")).may_recall(), Ok(()));
    assert!(!field.game.staff.resting.contains(leader("Ney")));
}

#[test]
fn a_client_changes_sides_though_its_new_power_has_made_peace() {
    let mut field = Field::of("leipzig-1813").on("1813 Sep-Oct 4");
    field.game.sue(nation("Austria"), &mut field.log);
    assert_eq!(field.game.side(nation("Bavaria")), Some(Side::French));
    field.game.close_turn(&mut field.log);
    assert_eq!(field.game.side(nation("Bavaria")), Some(Side::Coalition));
    field.game.close_turn(&mut field.log);
    assert_eq!(field.game.side(nation("Bavaria")), Some(Side::Coalition));
}
