//! Napoleon attacks with his forced Ally: who may be left behind, and who joins a group (9.4, 10.1, 10.2).

use super::field::{Field, at, units};
use super::moving::{embark, frigate, march, pick, sail};
use crate::action::Action;
use crate::by::By;
use crate::nations::Nation::{Austria, England, France, Prussia, Russia};
use crate::troops::Kind::{Cannon, Cavalry, Infantry};
use crate::troops::Troops;

/// Two French corps and as many Prussian infantry have come to Saxony, which six Austrian infantry hold.
fn in_saxony() -> Field {
    let mut field = Field::new()
        .put(France, units(2, 2, 2), "bavaria")
        .put(Prussia, units(2, 0, 0), "bavaria")
        .put(Austria, units(6, 0, 0), "saxony")
        .allied(France, &[Prussia])
        .points(France, 60);
    field.game.tracks.morale = By::all(5);
    let mut field = field.moves(France);
    field.gather(France, units(2, 2, 2), "bavaria").gather(Prussia, units(2, 0, 0), "bavaria");
    field.march("saxony");
    field
}

// proves N-9.4-no-suicide
#[test]
fn a_forced_ally_is_not_left_behind_to_certain_defeat() {
    let mut field = in_saxony();
    field.leave(Prussia, units(2, 0, 0));
    assert_eq!(field.refused(march("berlin")), "N-9.4-no-suicide", "2 and a die of 2 against 6");
    field.leave(France, units(1, 0, 0));
    assert_eq!(field.refused(march("berlin")), "N-9.4-no-suicide", "one more is 5");
    field.leave(France, units(0, 0, 1)).march("berlin");
    assert_eq!(field.troops(France, "saxony"), units(1, 0, 1), "with a cannon it is 7");
    // The French alone are left wherever Napoleon likes.
    let mut field = in_saxony();
    field.leave(France, units(2, 0, 0)).march("berlin");
    assert_eq!(field.troops(Prussia, "berlin"), units(2, 0, 0));
    // Whoever has halted sets out again on the same terms.
    let mut field = in_saxony();
    field.done().gather(France, units(0, 2, 2), "saxony");
    assert_eq!(field.refused(pick(France, Infantry, "saxony")), "N-9.4-no-suicide", "that leaves three");
    field.march("berlin");
}

// proves N-9.4-no-suicide
#[test]
fn nor_do_the_french_go_aboard_and_leave_it() {
    let mut field = Field::new()
        .put(France, units(3, 0, 0), "rome")
        .put(Prussia, units(2, 0, 0), "rome")
        .put(Austria, units(6, 0, 0), "naples")
        .ship(France, "tyrrhenian_sea", Troops::NONE)
        .allied(France, &[Prussia])
        .points(France, 60);
    field.game.tracks.morale = By::all(5);
    let mut field = field.moves(France);
    field.gather(France, units(3, 0, 0), "rome").gather(Prussia, units(2, 0, 0), "rome").march("naples");
    field.done();
    let boards = embark(Infantry, "naples", frigate(France, 0));
    field.act(boards).act(boards);
    assert_eq!(field.refused(boards), "N-9.4-no-suicide", "2, the frigate and a die of 2 against 6");
}

// proves N-9.4-no-suicide
#[test]
fn a_forced_ally_that_attacked_by_itself_may_be_left() {
    let mut field = Field::new()
        .order([Prussia, France, England, Austria, Russia])
        .put(Prussia, units(2, 0, 0), "berlin")
        .put(Austria, units(6, 0, 0), "saxony")
        .put(France, units(0, 1, 0), "bavaria")
        .allied(France, &[Prussia])
        .points(France, 60)
        .moves(Prussia);
    field.gather(Prussia, units(2, 0, 0), "berlin").march("saxony");
    field.gather(France, units(0, 1, 0), "bavaria").march("saxony").march("hanover");
    assert_eq!(field.attacker("saxony"), Some(Prussia));
}

/// A French infantry and cannon in Naples beside a Prussian cavalry, with 2 MP; many Russians hold Rome, the only way out.
fn in_naples() -> Field {
    let mut field = Field::new()
        .put(France, units(1, 0, 1), "naples")
        .put(Prussia, units(0, 1, 0), "naples")
        .put(Russia, units(9, 0, 0), "rome")
        .allied(France, &[Prussia])
        .points(France, 2);
    field.game.tracks.morale = By::all(5);
    field.moves(France)
}

// proves N-9.4-no-suicide
#[test]
fn no_group_waits_for_cavalry_of_an_ally_that_may_not_come_along() {
    let mut field = in_naples();
    field.act(pick(France, Infantry, "naples"));
    assert_eq!(field.refused(pick(France, Cannon, "naples")), "N-9.4-no-suicide", "3 MP without the cavalry");
    field.march("rome");
    assert_eq!(field.attacker("rome"), Some(France));
    let mut field = in_naples().put(France, units(0, 1, 0), "naples");
    field.gather(France, units(1, 0, 0), "naples").gather(France, units(0, 0, 1), "naples");
    assert_eq!(field.actions(), [pick(France, Cavalry, "naples")], "French cavalry may");
    field.act(pick(France, Cavalry, "naples")).march("rome");
    assert!(
        field.game.control.is_disputed(at("rome")) && !field.actions().contains(&Action::March(at("naples")))
    );
}

// proves N-9.4-no-suicide
#[test]
fn nor_do_frigates_sail_away_that_keep_it_from_certain_defeat() {
    let naples = |ships: usize| {
        let field = Field::new()
            .put(Prussia, units(1, 0, 0), "rome")
            .put(England, units(4, 0, 0), "naples")
            .allied(France, &[Prussia]);
        let mut field = (0..ships).fold(field, |field, _| field.ship(France, "tyrrhenian_sea", Troops::NONE));
        field.game.tracks.morale = By::all(5);
        let mut field = field.moves(France);
        field.gather(Prussia, units(1, 0, 0), "rome").march("naples");
        field
    };
    let away = sail(frigate(France, 0), "ligurian_sea");
    let mut field = naples(1);
    assert!(!field.actions().contains(&away));
    assert_eq!(field.refused(away), "N-9.4-no-suicide", "1, the frigate and a die of 2 against 4");
    field.act(sail(frigate(France, 0), "ionian_sea"));
    assert_eq!(field.attacker("naples"), Some(France), "from there it can support as well");
    let mut field = naples(2);
    field.act(away);
    assert_eq!(field.refused(sail(frigate(France, 1), "ligurian_sea")), "N-9.4-no-suicide");
}

// proves N-9.4-no-suicide, N-10-free-range
#[test]
fn units_of_a_forced_ally_gather_until_they_are_strong_enough() {
    let naples = |points: u16| {
        let mut field = Field::new()
            .put(Prussia, units(5, 0, 0), "naples")
            .put(Russia, units(6, 0, 0), "rome")
            .put(France, units(1, 0, 0), "paris")
            .allied(France, &[Prussia])
            .points(France, points);
        field.game.tracks.morale = By::all(5);
        field.moves(France)
    };
    let mut field = naples(10);
    field.gather(Prussia, units(3, 0, 0), "naples");
    assert_eq!(field.actions(), [pick(Prussia, Infantry, "naples")], "3 and a die of 2 against 6");
    assert_eq!(field.refused(march("rome")), "N-9.4-no-suicide");
    field.gather(Prussia, units(1, 0, 0), "naples").march("rome");
    assert_eq!(field.attacker("rome"), Some(France));
    assert_eq!(naples(3).refused(pick(Prussia, Infantry, "naples")), "N-9.4-no-suicide", "four are too dear");
}

// proves N-9.4-no-suicide
#[test]
fn all_units_of_a_forced_ally_may_leave_an_attack_that_is_then_lost() {
    let mut field = Field::new()
        .put(France, units(5, 0, 0), "bavaria")
        .put(Prussia, units(2, 0, 0), "bavaria")
        .put(Austria, units(9, 0, 0), "saxony")
        .allied(France, &[Prussia])
        .points(France, 60);
    field.game.tracks.morale = By::all(5);
    let mut field = field.moves(France);
    field.gather(France, units(5, 0, 0), "bavaria").gather(Prussia, units(2, 0, 0), "bavaria");
    field.march("saxony").done();
    field.act(pick(Prussia, Infantry, "saxony"));
    assert_eq!(field.refused(march("berlin")), "N-9.4-no-suicide", "6 and a die of 2 against 9");
    field.act(pick(Prussia, Infantry, "saxony")).march("berlin");
    assert_eq!(field.troops(France, "saxony"), units(5, 0, 0), "the French alone fight on");
}
