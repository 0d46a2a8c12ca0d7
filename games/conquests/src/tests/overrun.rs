//! Going on from where a combat is pending (10.2).

use super::field::{Field, units};
use super::moving::{embark, frigate, march, pick, sail};
use crate::nations::Nation::{Austria, England, France, Prussia, Russia};
use crate::troops::Kind::{Cavalry, Infantry};
use crate::troops::Troops;

/// Napoleon has come to Saxony with four corps.
fn in_saxony(prussians: u8, points: u16) -> Field {
    let mut field = Field::new()
        .put(France, units(4, 4, 4), "bavaria")
        .put(Prussia, units(prussians, 0, 0), "saxony")
        .put(Prussia, units(1, 0, 0), "berlin")
        .points(France, points)
        .moves(France);
    field.gather(France, units(4, 4, 4), "bavaria").march("saxony");
    field
}

// proves N-10.2-overrun
#[test]
fn napoleon_overruns_saxony_on_the_way_to_berlin() {
    let mut field = in_saxony(1, 20);
    assert_eq!(field.mp(France), 12.0, "four corps");
    assert_eq!(field.refused(march("berlin")), "N-10.2-overrun", "somebody stays");
    field.leave(France, units(1, 0, 0));
    assert_eq!(field.refused(march("berlin")), "N-10.2-overrun", "one unit is not enough");
    field.leave(France, units(0, 1, 1)).march("berlin");
    assert_eq!(field.mp(France), 3.0, "three corps and one enemy unit: 9 MP");
    assert_eq!((field.attacker("saxony"), field.attacker("berlin")), (Some(France), Some(France)));
    assert_eq!((field.troops(France, "saxony").len(), field.troops(France, "berlin").len()), (3, 9));
}

// proves N-10.2-overrun
#[test]
fn an_overrun_costs_three_points_for_every_enemy_unit() {
    let mut field = in_saxony(2, 15);
    field.leave(France, units(3, 3, 3));
    assert_eq!(field.refused(march("hanover")), "N-10-free-range", "2 + 6 MP are due and 7 left");
    let mut field = in_saxony(2, 16);
    field.leave(France, units(3, 3, 3)).march("hanover");
    assert_eq!(field.mp(France), 0.0);
}

// proves N-10.2-overrun-once
#[test]
fn an_overrun_is_paid_for_once_in_a_land() {
    let mut field = in_saxony(1, 20);
    field.leave(France, units(3, 3, 3)).march("hanover").done();
    assert_eq!(field.mp(France), 12.0 - 2.0 - 3.0);
    field.gather(France, units(0, 2, 0), "saxony").march("westphalia").done();
    assert_eq!(field.mp(France), 6.0, "two cavalry go on without a penalty");
    field.gather(France, units(3, 1, 1), "saxony");
    assert_eq!(field.refused(pick(France, crate::troops::Kind::Cannon, "saxony")), "N-10.2-overrun");
}

// proves N-10.2-no-sea
#[test]
fn frigates_pass_without_an_overrun() {
    let mut field = Field::new()
        .ship(France, "ligurian_sea", Troops::NONE)
        .ship(England, "tyrrhenian_sea", Troops::NONE)
        .ship(England, "tyrrhenian_sea", Troops::NONE)
        .moves(France);
    field.act(sail(frigate(France, 0), "tyrrhenian_sea")).act(sail(frigate(France, 0), "ionian_sea"));
    assert_eq!(field.mp(France), 10.0 - 4.0 - 2.0, "no penalty, and nobody stays");
}

/// Napoleon has come with so many infantry to Bohemia, and Austria moves.
fn in_bohemia(french: u8, austrians: Troops, points: u16) -> Field {
    let mut field = Field::new()
        .order([France, Austria, England, Prussia, Russia])
        .put(France, units(french, 0, 0), "bavaria")
        .put(Austria, austrians, "bohemia")
        .put(Austria, units(0, 1, 0), "hungary")
        .points(Austria, points)
        .points(France, french.into())
        .moves(France);
    field.gather(France, units(french, 0, 0), "bavaria").march("bohemia");
    assert_eq!((field.attacker("bohemia"), field.game.decider()), (Some(France), Some(Austria)));
    field
}

// proves N-10.2-refusal
#[test]
fn two_units_stay_when_the_others_refuse_combat() {
    let mut field = in_bohemia(2, units(3, 1, 1), 10);
    field.gather(Austria, units(1, 1, 1), "bohemia");
    assert_eq!(field.refused(pick(Austria, Infantry, "bohemia")), "N-10.2-refusal");
    field.march("moravia").done();
    assert_eq!(field.mp(Austria), 10.0 - 2.0 - 6.0, "a corps, and 6 MP for two enemy units");
    assert_eq!(field.troops(Austria, "bohemia"), units(2, 0, 0));
    assert_eq!(field.attacker("bohemia"), Some(France));
    assert_eq!(field.refused(pick(Austria, Infantry, "bohemia")), "N-10.2-refusal-small");
}

// proves N-10.2-refusal
#[test]
fn refusing_combat_has_to_be_paid_for() {
    let field = in_bohemia(2, units(3, 1, 1), 6);
    assert_eq!(field.refused(pick(Austria, Cavalry, "bohemia")), "N-10-free-range", "6.5 MP");
    let mut field = in_bohemia(2, units(3, 1, 1), 7);
    field.gather(Austria, units(0, 1, 0), "bohemia").march("vienna").done();
    assert_eq!(field.mp(Austria), 0.5);
}

// proves N-10.2-refusal-small
#[test]
fn one_or_two_units_cannot_refuse_combat() {
    for small in [units(1, 0, 0), units(0, 1, 1)] {
        let field = in_bohemia(1, small, 20);
        let kind = small.kinds().next().unwrap();
        assert_eq!(field.refused(pick(Austria, kind, "bohemia")), "N-10.2-refusal-small");
    }
    let mut field = in_bohemia(1, units(1, 1, 1), 20);
    field.gather(Austria, units(1, 0, 0), "bohemia").march("vienna").done();
    assert_eq!(field.mp(Austria), 16.0, "a corps is three units: one of them may leave");
}

#[test]
fn going_aboard_is_leaving_too() {
    let mut field = Field::new()
        .put(France, units(1, 0, 0), "rome")
        .put(Russia, units(3, 0, 0), "naples")
        .ship(Russia, "tyrrhenian_sea", Troops::NONE)
        .moves(France);
    field.gather(France, units(1, 0, 0), "rome").march("naples");
    let boards = embark(Infantry, "naples", frigate(Russia, 0));
    field.act(boards);
    assert_eq!(field.mp(Russia), 10.0 - 1.0 - 3.0, "a point for boarding, three for the enemy");
    assert_eq!(field.refused(boards), "N-10.2-refusal-small");
}
