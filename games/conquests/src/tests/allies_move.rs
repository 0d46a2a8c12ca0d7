//! Allies on the move: shared lands, mixed corps, Napoleon's forced Ally (9.2, 9.3, 9.4, 10.4).

use super::field::{Field, at, units};
use super::moving::{challenge, frigate, land, march, pick, sail};
use crate::action::Action;
use crate::by::By;
use crate::event::Event;
use crate::nations::Nation::{Austria, England, France, Prussia, Russia};
use crate::state::Phase;
use crate::troops::Kind::{Cannon, Cavalry, Infantry};
use crate::troops::Troops;

// proves N-9.2-share, N-9.3-no-combat, N-9.3-no-refusal
#[test]
fn allies_share_a_land_that_nobody_controls_then() {
    let mut field = Field::new()
        .put(Austria, units(1, 0, 0), "bohemia")
        .put(Prussia, units(2, 0, 0), "saxony")
        .put(Prussia, units(1, 0, 0), "berlin")
        .put(Prussia, units(1, 0, 0), "silesia")
        .put(Prussia, units(1, 0, 0), "poland")
        .put(Prussia, units(1, 0, 0), "pomerania")
        .allied(Austria, &[Prussia])
        .moves(Austria);
    assert_eq!((field.game.revenue(Prussia), field.game.controller(at("saxony"))), (5, Some(Prussia)));
    field.gather(Austria, units(1, 0, 0), "bohemia").march("saxony");
    assert_eq!(field.game.decider(), Some(Austria), "Prussia is not asked");
    assert_eq!((field.attacker("saxony"), field.game.controller(at("saxony"))), (None, None));
    assert_eq!(field.game.revenue(Prussia), 4, "it pays nobody");
    field.march("berlin").march("hanover").done();
    assert_eq!(field.mp(Austria), 7.0, "no land of an Ally stops it");
    assert_eq!(field.game.controller(at("saxony")), Some(Prussia));
}

// proves N-9.3-no-combat
#[test]
fn allies_declare_no_combat_at_sea() {
    let mut field = Field::new()
        .ship(Russia, "ligurian_sea", Troops::NONE)
        .ship(England, "tyrrhenian_sea", Troops::NONE)
        .ship(France, "tyrrhenian_sea", Troops::NONE)
        .allied(England, &[Russia])
        .moves(Russia);
    field.act(sail(frigate(Russia, 0), "tyrrhenian_sea")).done();
    assert_eq!(field.refused(challenge("tyrrhenian_sea", England, false)), "N-9.3-no-combat");
    assert_eq!(field.actions(), [challenge("tyrrhenian_sea", France, false), Action::Done]);
}

/// Austria moves; its infantry and cavalry stand with Prussian troops in Saxony.
fn beside_prussia(prussians: Troops) -> Field {
    Field::new()
        .put(Austria, units(1, 1, 0), "saxony")
        .put(Prussia, prussians, "saxony")
        .allied(Austria, &[Prussia])
        .moves(Austria)
}

// proves N-9.2-mixed-corps-move
#[test]
fn a_mixed_corps_moves_with_the_consent_of_the_ally() {
    let mut field = beside_prussia(units(1, 1, 2));
    assert_eq!(field.refused(pick(Prussia, Cannon, "saxony")), "N-10.1-owner-moves");
    field.act(Action::AskUnits(Prussia));
    assert_eq!(field.game.decider(), Some(Prussia));
    assert_eq!(field.actions(), [Action::Accept, Action::Refuse]);
    field.act(Action::Accept);
    assert_eq!(field.game.decider(), Some(Austria));
    field.gather(Prussia, units(0, 0, 1), "saxony");
    assert_eq!(field.refused(march("bohemia")), "N-9.2-mixed-corps-move", "a cannon alone is no corps");
    field.gather(Austria, units(1, 1, 0), "saxony").march("bohemia");
    assert_eq!((field.mp(Austria), field.mp(Prussia)), (8.0, 10.0), "the mover pays 2 MP");
    assert_eq!((field.troops(Austria, "bohemia"), field.troops(Prussia, "bohemia")), {
        (units(1, 1, 0), units(0, 0, 1))
    });
    assert_eq!(field.attacker("bohemia"), None);
    field.leave(Austria, units(1, 0, 0));
    assert_eq!(field.refused(march("vienna")), "N-9.2-mixed-corps-move", "the rest is no corps");
    field.leave(Prussia, units(0, 0, 1)).march("vienna");
    assert_eq!(field.troops(Prussia, "bohemia"), units(0, 0, 1));
}

// proves N-9.2-mixed-corps-move
#[test]
fn an_ally_may_refuse_its_units() {
    let mut field = beside_prussia(units(0, 0, 1));
    field.act(Action::AskUnits(Prussia)).act(Action::Refuse);
    assert_eq!(field.refused(Action::AskUnits(Prussia)), "N-9.2-mixed-corps-move");
    assert_eq!(field.refused(pick(Prussia, Cannon, "saxony")), "N-10.1-owner-moves");
    assert_eq!(field.refused(Action::AskUnits(Russia)), "N-9.2-mixed-corps-move", "no Ally");
    let field = beside_prussia(units(1, 1, 0));
    assert_eq!(field.refused(Action::AskUnits(Prussia)), "N-9.2-mixed-corps-move", "they make no corps");
}

// proves N-9.2-mixed-corps-move
#[test]
fn a_unit_of_the_mover_is_in_every_mixed_corps() {
    let mut field = beside_prussia(units(3, 3, 3));
    field.act(Action::AskUnits(Prussia)).act(Action::Accept);
    field.gather(Prussia, units(1, 0, 1), "saxony");
    for kind in [Infantry, Cavalry] {
        let why = "too few Austrians are there for the corps this would make";
        assert_eq!(field.refused(pick(Prussia, kind, "saxony")), "N-9.2-mixed-corps-move", "{why}");
    }
    assert_eq!(field.refused(march("bohemia")), "N-9.2-mixed-corps-move");
    field.act(pick(Austria, Cavalry, "saxony")).march("bohemia");
    assert_eq!(field.mp(Austria), 8.0);
}

// proves N-9.2-mixed-corps-move
#[test]
fn three_allies_make_a_corps_of_one_unit_each() {
    let saxony = || {
        Field::new()
            .put(Austria, units(1, 0, 0), "saxony")
            .put(Prussia, units(0, 1, 0), "saxony")
            .put(Russia, units(0, 0, 1), "saxony")
            .allied(Austria, &[Prussia, Russia])
            .moves(Austria)
    };
    let mut field = saxony();
    field.act(Action::AskUnits(Prussia)).act(Action::Accept);
    field.act(Action::AskUnits(Russia)).act(Action::Accept);
    field.gather(Russia, units(0, 0, 1), "saxony").gather(Prussia, units(0, 1, 0), "saxony");
    field.gather(Austria, units(1, 0, 0), "saxony").march("bohemia");
    assert_eq!((field.mp(Austria), field.troops(Russia, "bohemia")), (8.0, units(0, 0, 1)));
    let mut field = saxony();
    field.act(Action::AskUnits(Prussia)).act(Action::Refuse);
    assert_eq!(field.refused(Action::AskUnits(Russia)), "N-9.2-mixed-corps-move", "who would bring cavalry?");
}

// proves N-9.7-chooser
#[test]
fn units_that_march_together_come_and_go_at_once() {
    let mut field = beside_prussia(units(0, 0, 1));
    field.game.control.holders[at("bohemia")] = Some(Austria);
    field.game.control.holders[at("saxony")] = Some(Prussia);
    field.act(Action::AskUnits(Prussia)).act(Action::Accept);
    field.gather(Austria, units(1, 1, 0), "saxony").gather(Prussia, units(0, 0, 1), "saxony");
    field.march("bohemia");
    let held = ["saxony", "bohemia"].map(|land| field.game.control.holders[at(land)]);
    assert_eq!(held, [Some(Prussia), Some(Austria)], "nobody has been alone in either");
}

// proves N-9.2-mixed-corps-move
#[test]
fn units_wait_for_those_of_an_ally_that_make_them_a_corps() {
    let field = Field::new().put(Austria, units(1, 0, 1), "saxony").put(Prussia, units(0, 1, 0), "saxony");
    let mut field = field.allied(Austria, &[Prussia]).points(Austria, 2).moves(Austria);
    field.act(Action::AskUnits(Prussia)).act(Action::Accept);
    field.gather(Austria, units(1, 0, 1), "saxony");
    assert_eq!(field.actions(), [pick(Prussia, Cavalry, "saxony")], "3 MP until they are a corps");
    field.act(pick(Prussia, Cavalry, "saxony")).march("bohemia");
    assert_eq!((field.mp(Austria), field.troops(Prussia, "bohemia")), (0.0, units(0, 1, 0)));
}

// proves N-9.4-moves
#[test]
fn napoleon_moves_the_units_of_his_forced_ally() {
    let mut field = Field::new()
        .put(France, units(0, 1, 1), "saxony")
        .put(Prussia, units(1, 0, 0), "saxony")
        .ship(Prussia, "baltic_west", Troops::NONE)
        .allied(France, &[Prussia])
        .moves(France);
    field.gather(Prussia, units(1, 0, 0), "saxony").gather(France, units(0, 1, 1), "saxony").march("hanover");
    assert_eq!((field.mp(France), field.mp(Prussia)), (8.0, 10.0), "a corps, for French points");
    field.done().act(sail(frigate(Prussia, 0), "baltic_east"));
    assert_eq!((field.mp(France), field.mp(Prussia)), (6.0, 10.0));
    field.done();
    assert_eq!(field.game.phase, Phase::Move(2));
    field.gather(Prussia, units(1, 0, 0), "hanover").march("berlin");
    assert_eq!(field.mp(Prussia), 9.0, "it moves the same unit again");
    assert_eq!(field.refused(pick(France, Cavalry, "hanover")), "N-10.1-regroup");
    field.done();
    assert_eq!(field.refused(pick(France, Cavalry, "hanover")), "N-10.1-owner-moves", "but no French ones");
}

// proves N-11-forced-attacker
#[test]
fn napoleon_attacks_where_he_leads_his_forced_ally() {
    let mut field = Field::new()
        .put(Prussia, units(2, 0, 0), "berlin")
        .put(Austria, units(1, 0, 0), "saxony")
        .put(Austria, units(1, 0, 0), "vienna")
        .allied(France, &[Prussia])
        .moves(France);
    field.gather(Prussia, units(2, 0, 0), "berlin").march("saxony");
    assert_eq!(field.attacker("saxony"), Some(France));
}

/// Prussia is forced by Napoleon, who moves; so many Austrians hold Saxony; nobody has better Morale.
fn forced(austrians: u8) -> Field {
    let mut field = Field::new()
        .put(Prussia, units(1, 0, 0), "berlin")
        .put(France, units(1, 0, 0), "bavaria")
        .put(Austria, units(austrians, 0, 0), "saxony")
        .allied(France, &[Prussia]);
    field.game.tracks.morale = By::all(5);
    field.moves(France)
}

// proves N-9.4-no-suicide
#[test]
fn a_forced_ally_is_not_led_to_certain_defeat() {
    let mut field = forced(4);
    field.gather(Prussia, units(1, 0, 0), "berlin");
    assert_eq!(field.refused(march("saxony")), "N-9.4-no-suicide", "1 and a die of 2 against 4");
    let mut field = forced(3);
    field.gather(Prussia, units(1, 0, 0), "berlin").march("saxony");
    assert_eq!(field.attacker("saxony"), Some(France), "against 3 it may go well");
    let mut field = forced(4);
    field.gather(France, units(1, 0, 0), "bavaria").march("saxony");
    field.gather(Prussia, units(1, 0, 0), "berlin").march("saxony");
    assert_eq!(field.troops(Prussia, "saxony"), units(1, 0, 0), "with the French it is 2");
}

// proves N-9.4-no-suicide
#[test]
fn morale_works_and_frigates_count_before_a_forced_ally_attacks() {
    let tried = |field: Field, from: &str, to: &str| {
        let mut field = field;
        field.gather(Prussia, units(1, 0, 0), from);
        field.actions().contains(&march(to))
    };
    assert!(!tried(forced(3).morale(Austria, 6), "berlin", "saxony"), "Austria has the better Morale");
    assert!(tried(forced(4).morale(Prussia, 6), "berlin", "saxony"), "Prussia has");
    assert!(!tried(forced(4).morale(France, 12), "berlin", "saxony"), "France does not take part");
    let vienna = |owner| forced(1).put(owner, units(1, 0, 0), "vienna").put(Prussia, units(1, 0, 0), "tyrol");
    assert!(!tried(vienna(Austria).moves(France), "tyrol", "vienna"), "its own capital");
    assert!(tried(vienna(Russia).moves(France), "tyrol", "vienna"), "a foreign one");
    let naples = |ships: usize| {
        let field = forced(1).put(Prussia, units(1, 0, 0), "rome").put(England, units(2, 0, 0), "naples");
        (0..ships).fold(field, |field, _| field.ship(England, "ionian_sea", Troops::NONE)).moves(France)
    };
    assert!(tried(naples(1), "rome", "naples") && !tried(naples(2), "rome", "naples"));
    assert!(tried(naples(2).ship(France, "tyrrhenian_sea", Troops::NONE).moves(France), "rome", "naples"));
}

// proves N-9.4-no-suicide
#[test]
fn a_forced_ally_goes_where_it_likes_by_itself() {
    let mut field = forced(4).moves(Prussia);
    field.gather(Prussia, units(1, 0, 0), "berlin").march("saxony");
    assert_eq!(field.attacker("saxony"), Some(Prussia));
}

// proves N-9.4-no-suicide
#[test]
fn a_forced_ally_is_not_led_to_certain_defeat_from_the_sea_or_on_it() {
    let sea = |english: usize| {
        let field = forced(1)
            .ship(Prussia, "ligurian_sea", units(1, 0, 0))
            .put(Russia, units(5, 0, 0), "tuscany")
            .put(Russia, units(4, 0, 0), "corsica");
        let fleet = (0..english).fold(field, |field, _| field.ship(England, "tyrrhenian_sea", Troops::NONE));
        fleet.points(France, 20).moves(France)
    };
    let ship = frigate(Prussia, 0);
    assert_eq!(sea(0).refused(land(Infantry, ship, "tuscany")), "N-9.4-no-suicide", "1, its frigate and 2");
    let mut field = sea(0);
    field.act(land(Infantry, ship, "corsica"));
    assert_eq!(field.attacker("corsica"), Some(France));
    let mut field = sea(2);
    field.act(sail(ship, "tyrrhenian_sea")).done();
    assert_ne!(field.game.phase, Phase::Challenge(0), "2 and a die of 1 against 4: nothing to declare");
    let mut field = sea(1);
    field.act(sail(ship, "tyrrhenian_sea")).done();
    field.act(challenge("tyrrhenian_sea", England, false));
    assert_eq!(field.attacker("tyrrhenian_sea"), Some(France));
}

// proves N-9.2-mixed-corps-move
#[test]
fn a_player_does_not_ask_himself_for_units() {
    let saxony = |players| {
        Field::of("short", players)
            .put(Austria, units(1, 1, 0), "saxony")
            .put(Prussia, units(0, 0, 1), "saxony")
            .allied(Austria, &[Prussia])
            .moves(Austria)
    };
    let mut field = saxony(2);
    field.act(Action::AskUnits(Prussia));
    assert_eq!(field.game.decider(), Some(Austria));
    assert!(matches!(field.log.events.last(), Some(Event::AnsweredForUnits { lends: true, .. })));
    field
        .gather(Prussia, units(0, 0, 1), "saxony")
        .gather(Austria, units(1, 1, 0), "saxony")
        .march("bohemia");
    assert_eq!(field.troops(Prussia, "bohemia"), units(0, 0, 1));
    let mut field = saxony(4);
    field.act(Action::AskUnits(Prussia));
    assert_eq!(field.game.decider(), Some(Prussia), "another plays it");
}
