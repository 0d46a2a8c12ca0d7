//! Disbanding troops.

use engine::Game;

use super::field::{Field, hex, nation};
use crate::Action;
use crate::boxes::Case;
use crate::forces::{Arm, Factors};

fn disband(whose: &str, place: &str) -> Action {
    Action::Disband { hex: hex(place), nation: nation(whose), arm: Arm::Infantry }
}

fn reduce(whose: &str) -> Action {
    Action::Reduce(nation(whose))
}

/// The French turn with troops at home, far from any supply, and of two clients.
fn french_turn() -> Field {
    Field::bare("wagram-1809")
        .put("France", Factors::infantry(50), "Paris")
        .put("France", Factors::infantry(3), "Krakow")
        .put("Bavaria", Factors::infantry(3), "Munich")
        .campaign_of("France")
}

fn casualties(field: &Field, whose: &str) -> u16 {
    field.game.boxes.factors(nation(whose), |case| matches!(case, Case::Fallen(_))).total()
}

// proves M-reinf-8, M-reinf-10
#[test]
fn disbanded_troops_are_casualties_if_they_are_in_supply() {
    let mut field = french_turn();
    let france = nation("France");
    assert!(!field.game.is_supplied(france, hex("Krakow")), "nothing feeds them there");
    field.act(reduce("France")).act(disband("France", "Paris"));
    assert_eq!((casualties(&field, "France"), field.open("France", "Paris").total()), (1, 49));
    let unbuilt = field.game.treasury(france).unbuilt.infantry;
    field.act(reduce("France")).act(disband("France", "Krakow"));
    assert_eq!((casualties(&field, "France"), field.open("France", "Krakow").total()), (1, 2));
    assert_eq!(field.game.treasury(france).unbuilt.infantry, unbuilt + 1);
    // Demobilizing takes supply at home, and brings them to the mobilization box.
    assert_eq!(field.game.treasury(france).ready, Factors::NONE);
    let mut field = field.season("1809 May-Jun 1");
    let home = |place| Action::Demobilize { hex: hex(place), nation: france, arm: Arm::Infantry };
    assert_eq!(field.denied("France", home("Krakow")), "M-mob-16");
    field.order("France", home("Paris")).order("France", Action::Done).order("Austria", Action::Done);
    assert_eq!(field.game.treasury(france).ready, Factors::infantry(1));
}

// proves M-reinf-7
#[test]
fn troops_of_clients_are_disbanded_and_those_of_minor_powers_are_not() {
    let mut field = french_turn();
    field.act(reduce("France")).act(disband("Bavaria", "Munich"));
    assert_eq!(field.open("Bavaria", "Munich"), Factors::infantry(2));
    let mut field = Field::bare("france-1814")
        .put("Spain", Factors::infantry(3), "Pamplona")
        .put("Portugal", Factors::infantry(2), "Pamplona")
        .put("Sweden", Factors::infantry(3), "Kiel")
        .campaign_of("Britain");
    field.act(reduce("Britain"));
    assert_eq!(field.refused(disband("Spain", "Pamplona")), "M-reinf-7");
    field.act(disband("Portugal", "Pamplona"));
    assert_eq!(field.refused(reduce("Sweden")), "M-reinf-5", "it has nobody whom it may disband");
    // A minor power with a purse of its own is one all the same.
    assert!(field.game.may_disband(nation("Sweden"), hex("Kiel"), nation("Sweden"), Arm::Infantry).is_err());
}

// proves M-reinf-5, M-reinf-6
#[test]
fn the_fifth_factor_of_a_season_costs_morale_until_it_is_two() {
    let mut field = french_turn();
    let france = nation("France");
    assert_eq!(field.game.realm(france).morale, 5);
    let mut told = Vec::new();
    for _ in 0..14 {
        field.act(reduce("France")).act(disband("France", "Paris"));
        told.push(field.game.realm(france).morale);
    }
    assert_eq!(told, [5, 5, 5, 5, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3]);
    field.act(reduce("France")).act(disband("Bavaria", "Munich"));
    assert_eq!(field.game.realm(france).morale, 2, "those of clients count");
    assert_eq!(field.refused(reduce("France")), "M-reinf-5");
    assert_eq!(field.game.treasury(france).disbanded, 15);
    // A new season begins to count anew.
    field.game.realm_mut(france).morale = 5;
    let field = field.season("1809 May-Jun 1");
    assert_eq!(field.game.treasury(france).disbanded, 0);
}

#[test]
fn a_fort_falls_with_the_last_who_is_disbanded() {
    let mut field = Field::bare("ulm-1805")
        .garrison("Austria", Factors::infantry(1), "Olmutz")
        .put("Austria", Factors::infantry(20), "Vienna")
        .put("France", Factors::infantry(4), "Olmutz")
        .stored("France", 2, 0, "Olmutz")
        .campaign_of("Austria");
    field.act(reduce("Austria")).act(disband("Austria", "Olmutz"));
    assert_eq!(field.holder("Olmutz"), "France");
    assert!(!field.game.to_act().is_empty());
}

#[test]
fn nobody_disbands_while_an_attack_waits() {
    let next = super::losses::next_to("Olmutz");
    let mut field = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(3), "Olmutz")
        .put("France", Factors::infantry(6), next)
        .stored("France", 4, 0, next)
        .lead("Davout", next)
        .campaign_of("France");
    field.march("Davout").act(Action::Attack(hex("Olmutz")));
    assert_eq!(field.refused(reduce("France")), "M-lead-42");
}
