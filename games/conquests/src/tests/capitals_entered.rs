//! Neutral and major capitals that units come into or leave (10.1, 11.7, 11.8).

use super::field::{Field, at, units};
use super::moving::{land, march, pick};
use crate::nations::Nation::{Austria, England, France, Prussia, Russia};
use crate::troops::Kind::Infantry;

// proves N-10.1-garrison-stop
#[test]
fn whoever_enters_a_garrisoned_capital_stays_to_fight() {
    let mut field = Field::new()
        .put(France, units(4, 1, 1), "tuscany")
        .put(France, units(1, 0, 0), "paris")
        .points(France, 40)
        .moves(France);
    field.gather(France, units(4, 1, 1), "tuscany").march("rome");
    assert_eq!((field.attacker("rome"), field.game.control.is_garrisoned(at("rome"))), (Some(France), true));
    assert_eq!(field.refused(pick(France, Infantry, "rome")), "N-10.1-garrison-stop");
    assert_eq!(field.game.movement.group, None);
}

// proves N-11.7-revert
#[test]
fn the_garrison_is_back_when_the_last_unit_has_left() {
    let mut field = Field::new()
        .put(France, units(1, 0, 0), "rome")
        .put(England, units(1, 0, 0), "naples")
        .put(Russia, units(1, 0, 0), "moscow")
        .moves(France);
    assert_eq!(field.game.controller(at("rome")), Some(France));
    field.gather(France, units(1, 0, 0), "rome").march("tuscany");
    assert!(field.game.control.is_garrisoned(at("rome")) && field.game.controller(at("rome")).is_none());
    field.done().done();
    field.gather(England, units(1, 0, 0), "naples").march("rome");
    assert_eq!(field.attacker("rome"), Some(England), "it fights the garrison");
}

// proves N-11.7-contest
#[test]
fn a_second_nation_may_come_to_a_garrisoned_capital_and_a_third_may_not() {
    let mut field = Field::new()
        .order([Russia, France, Austria, England, Prussia])
        .put(Russia, units(1, 0, 0), "bulgaria")
        .ship(France, "aegean_sea", units(1, 0, 0))
        .put(Austria, units(1, 0, 0), "serbia")
        .moves(Russia);
    field.gather(Russia, units(1, 0, 0), "bulgaria").march("european_turkey");
    let frigate = super::moving::frigate(France, 0);
    field.act(land(Infantry, frigate, "european_turkey")).done();
    assert_eq!(field.attacker("european_turkey"), Some(Russia), "the first is the Attacker");
    field.gather(Austria, units(1, 0, 0), "serbia");
    assert_eq!(field.refused(march("european_turkey")), "N-10.1-no-third");
}

#[test]
fn an_empty_capital_of_a_stranger_is_attacked_but_does_not_stop_anybody() {
    let mut field =
        Field::new().put(France, units(1, 1, 0), "bavaria").put(Austria, units(1, 0, 0), "galicia");
    field = field.moves(France);
    field.gather(France, units(1, 1, 0), "bavaria").march("vienna");
    assert_eq!(field.attacker("vienna"), Some(France));
    field.march("hungary").done();
    assert_eq!(field.attacker("vienna"), None, "nobody is left in it");
    assert_eq!(field.attacker("hungary"), None, "an empty land is just entered");
    let mut field = Field::new().put(France, units(1, 0, 0), "bavaria").allied(France, &[Austria]);
    field = field.put(Austria, units(1, 0, 0), "galicia").moves(France);
    field.gather(France, units(1, 0, 0), "bavaria").march("vienna");
    assert_eq!(field.attacker("vienna"), None, "it is an Ally's");
    let mut field =
        Field::new().put(Prussia, units(1, 0, 0), "silesia").put(Russia, units(1, 0, 0), "moscow");
    field = field.moves(Prussia);
    field.gather(Prussia, units(1, 0, 0), "silesia").march("berlin");
    assert_eq!(field.attacker("berlin"), None, "it is its own");
}

#[test]
fn an_empty_capital_may_be_contested_by_its_owner() {
    let mut field = Field::new()
        .put(France, units(1, 0, 0), "bavaria")
        .put(Austria, units(1, 0, 0), "moravia")
        .put(Russia, units(1, 0, 0), "moscow")
        .moves(France);
    field.gather(France, units(1, 0, 0), "bavaria").march("vienna").done();
    field.done();
    field.gather(Austria, units(1, 0, 0), "moravia").march("vienna");
    assert_eq!(field.attacker("vienna"), Some(France));
}

// proves N-11.8-recapture
#[test]
fn a_captor_stays_one_until_another_nation_stands_in_the_capital_without_it() {
    let mut field = Field::new()
        .put(France, units(1, 0, 0), "vienna")
        .put(Prussia, units(2, 0, 0), "bavaria")
        .allied(France, &[Prussia])
        .moves(France);
    field.game.control.captors[Austria] = Some(France);
    field.gather(Prussia, units(1, 0, 0), "bavaria").march("vienna").march("tyrol").done();
    assert!(field.game.control.has_captured(France, Austria), "an Ally has come by");
    field.gather(France, units(1, 0, 0), "vienna").march("tyrol").march("vienna").done();
    assert!(field.game.control.has_captured(France, Austria), "it was empty in between");
    field.gather(Prussia, units(1, 0, 0), "bavaria").march("vienna").done();
    let mut both = field.clone();
    both.gather(France, units(1, 0, 0), "vienna").gather(Prussia, units(1, 0, 0), "vienna").march("tyrol");
    assert!(both.game.control.has_captured(France, Austria), "they have left together");
    field.gather(France, units(1, 0, 0), "vienna").march("tyrol");
    assert!(!field.game.control.has_captured(France, Austria));
}
