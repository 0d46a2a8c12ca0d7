//! Pursuit and advance after combat. Rulebook 11.6.

use super::super::field::{at, card, units};
use super::{battlefield, guard, retreat};
use crate::action::Action;
use crate::combat::Verdict;
use crate::nations::Nation;
use crate::tables::Zone;
use crate::tests::field::Field;
use crate::troops::{Kind, Troops};

use Kind::{Cannon, Cavalry, Infantry};
use Nation::{Austria, France, Prussia, Russia};

/// France has beaten two Prussian infantry in Hanover, which have retreated to Mecklenburg.
fn rout(french: Troops) -> Field {
    let mut field = battlefield()
        .put(France, french, "hanover")
        .put(Prussia, units(2, 0, 0), "hanover")
        .put(Russia, units(1, 0, 0), "berlin")
        .attack(France, "hanover")
        .rolls(2)
        .combats();
    assert_eq!(field.fought().2, Verdict::Tactical);
    field.act(Action::RetreatAll { nation: Prussia, to: at("mecklenburg") });
    field
}

fn advance(kind: Kind, to: &str) -> Action {
    Action::Advance { nation: France, kind, to: at(to) }
}

// proves N-11.6-who, N-11.6-target, N-11.6-cav-only
#[test]
fn cavalry_pursues_the_beaten_where_they_stand_alone() {
    let mut field = rout(units(2, 2, 0)).rolls(2);
    assert_eq!(field.commands(), Some(France));
    assert!(field.actions().contains(&Action::Pursue(at("mecklenburg"))));
    assert_eq!(field.refused(Action::Pursue(at("berlin"))), "N-11.6-target");
    assert_eq!(field.refused(advance(Infantry, "mecklenburg")), "N-11.6-cav-only");
    field.act(Action::Pursue(at("mecklenburg")));
    assert_eq!(field.fought().0, 5, "2 SP each, and 1 for Morale 9 to 7");
    assert_eq!(field.purse(France), 10);
    let idle = rout(units(4, 0, 0));
    assert_ne!(idle.commands(), Some(France), "without cavalry nobody follows");
}

// proves N-11.6-cav-only, N-11.6-immediate, N-11.6-results
#[test]
fn a_pursuit_takes_units_and_ground_and_nothing_else() {
    let mut field = rout(units(2, 2, 0)).rolls(2);
    let levels = (field.level(France), field.level(Prussia));
    assert_eq!(levels, (9, 7));
    field.act(advance(Cavalry, "mecklenburg"));
    assert_eq!(field.refused(advance(Infantry, "saxony")), "N-11.6-immediate", "one pursuit or one advance");
    assert_eq!(field.combats_fought(), 1);
    field.done();
    assert_eq!(field.fought(), (3, 2, Verdict::Minor), "one of the two: 2 SP, and 1 for the new Morale");
    assert_eq!((field.level(France), field.level(Prussia)), levels, "no Morale");
    assert_eq!(field.game.treasury.money, [10; 5].into(), "no money");
    field.act(Action::RetreatAll { nation: Prussia, to: at("pomerania") });
    assert!(field.is_over(), "and no further pursuit");
    assert_eq!(
        (field.troops(France, "mecklenburg"), field.troops(France, "hanover")),
        (units(0, 1, 0), units(2, 1, 0))
    );
    assert_eq!(field.game.feats.victories[France], 1, "the first combat's");
}

// proves N-11.6-no-effects
#[test]
fn no_combat_effect_counts_in_a_pursuit() {
    let mut field = battlefield()
        .advisor(France, Zone::Military, 1)
        .advisor(France, Zone::Military, 2)
        .advisor(Austria, Zone::Military, 3)
        .hand(France, &[77, 18])
        .hand(Austria, &[53])
        .points(Austria, 0)
        .put(France, units(2, 1, 0), "swabia")
        .put(Austria, units(3, 0, 0), "swabia")
        .attack(France, "swabia")
        .rolls(2)
        .combats();
    field.act(Action::Play(card(77))).done().done();
    assert_eq!(field.fought(), (5, 3, Verdict::Tactical), "2 SP of the card");
    field.done().act(Action::Sacrifice);
    while field.commands() == Some(Austria) {
        let next = field.actions()[0];
        field.act(next);
    }
    let pursuit = field.actions().into_iter().find(|way| matches!(way, Action::Pursue(_)));
    let mut field = field.rolls(2);
    field.act(pursuit.expect("they stand alone"));
    assert_eq!(field.combats_fought(), 2, "both sides have advisors and cards left, and nobody is asked");
    assert_eq!(field.fought(), (3, 1, Verdict::Strategic), "a cavalry and Morale 9 to 7");
}

// proves N-11.6-results
#[test]
fn in_a_pursuit_a_unit_that_would_be_recruited_is_just_lost() {
    let mut field = rout(units(0, 3, 0) + units(1, 0, 0)).rolls(2);
    field.act(Action::Pursue(at("mecklenburg")));
    assert_eq!(field.fought(), (7, 2, Verdict::Strategic));
    assert_eq!(field.troops(France, "mecklenburg"), units(0, 3, 0));
    assert_eq!(field.game.forces.on_map(Prussia), units(1, 0, 0));
    assert_eq!(field.game.feats.victories[France], 1);
}

// proves N-11.6-cav-only
#[test]
fn guard_cavalry_counts_three_in_a_pursuit() {
    let mut field = rout(units(2, 0, 0) + guard(Kind::GuardCavalry)).rolls(2);
    field.act(Action::Pursue(at("mecklenburg")));
    assert_eq!(field.fought().0, 4);
}

// proves N-11.6-target
#[test]
fn nobody_is_pursued_to_where_others_already_stand() {
    let mut field = battlefield()
        .put(France, units(3, 1, 0), "hanover")
        .put(Prussia, units(2, 0, 0), "hanover")
        .put(Prussia, units(1, 0, 0), "berlin")
        .attack(France, "hanover")
        .rolls(2)
        .combats();
    field.act(Action::RetreatAll { nation: Prussia, to: at("berlin") });
    assert_eq!(field.refused(Action::Pursue(at("berlin"))), "N-11.6-target");
    let mut field = battlefield()
        .put(France, units(3, 1, 0), "hanover")
        .put(Prussia, units(2, 0, 0), "hanover")
        .attack(France, "hanover")
        .rolls(2)
        .combats();
    field.act(Action::RetreatAll { nation: Prussia, to: at("berlin") });
    assert_eq!(field.refused(Action::Pursue(at("berlin"))), "N-11.6-target", "a capital is defended");
}

// proves N-11.6-advance, N-11.6-who
#[test]
fn an_advance_moves_any_units_into_one_free_land_beside() {
    let mut field = rout(units(0, 2, 1)).rolls(2);
    assert_eq!(field.refused(advance(Cavalry, "berlin")), "N-11.6-advance", "Russia holds it");
    field.act(advance(Cannon, "saxony")).act(advance(Cavalry, "saxony"));
    assert_eq!(field.refused(advance(Cavalry, "holland")), "N-11.6-immediate");
    field.done();
    assert_eq!((field.troops(France, "saxony"), field.purse(France)), (units(0, 1, 1), 10));
    assert!(field.is_over());
    let mut field = rout(units(0, 2, 1));
    field.act(Action::AdvanceAll(at("westphalia")));
    assert_eq!(field.troops(France, "westphalia"), units(0, 2, 1));
    assert!(field.is_over());
}

// proves N-11.6-advance
#[test]
fn a_garrison_bars_an_advance_and_an_empty_capital_falls_to_it() {
    let mut field = battlefield()
        .put(France, units(3, 1, 0), "bavaria")
        .put(Austria, units(2, 0, 0), "bavaria")
        .attack(France, "bavaria")
        .rolls(2)
        .combats();
    field.act(Action::RetreatAll { nation: Austria, to: at("vienna") });
    assert_eq!(field.refused(advance(Infantry, "vienna")), "N-11.6-advance");
    let mut field = battlefield()
        .put(France, units(3, 1, 0), "bavaria")
        .put(Prussia, units(2, 0, 0), "bavaria")
        .attack(France, "bavaria")
        .rolls(2)
        .combats();
    field.act(Action::RetreatAll { nation: Prussia, to: at("saxony") });
    field.act(advance(Infantry, "vienna")).done();
    assert_eq!(field.game.control.captors[Austria], Some(France));
    assert_eq!(field.game.tracks.society, [6, 4].into());
    let mut field = battlefield()
        .put(France, units(3, 1, 0), "lombardy")
        .put(Austria, units(2, 0, 0), "lombardy")
        .garrison("rome")
        .attack(France, "lombardy")
        .rolls(2)
        .combats();
    field.act(Action::RetreatAll { nation: Austria, to: at("tyrol") });
    assert_eq!(field.refused(advance(Infantry, "rome")), "N-11.6-advance");
}

// proves N-11.6-who
#[test]
fn a_defender_never_follows() {
    let mut field = battlefield()
        .put(Prussia, units(3, 1, 0), "hanover")
        .put(France, units(2, 0, 0), "hanover")
        .attack(France, "hanover")
        .rolls(2)
        .combats();
    assert_eq!(field.fought().2, Verdict::Trap);
    field.act(retreat(France, Infantry, "holland"));
    assert!(field.is_over());
}

/// Russia and Prussia, Allies, have beaten a French infantry in Saxony, which has joined Prussia.
fn joint_victory() -> Field {
    let field = battlefield().allied(Russia, &[Prussia]).put(France, units(1, 0, 0), "saxony");
    let field = field.put(Russia, units(1, 1, 0), "saxony").put(Prussia, units(1, 0, 0), "saxony");
    let mut field = field.attack(Russia, "saxony").rolls(2).combats();
    assert_eq!(field.fought().2, Verdict::Strategic);
    while !field.actions().contains(&Action::AdvanceAll(at("hanover"))) {
        let next = field.actions()[0];
        field.act(next);
    }
    field
}

// proves N-11.6-advance, N-9.7-chooser
#[test]
fn allies_who_advance_come_into_a_land_together() {
    let holder = |field: &Field, land: &str| field.game.control.holders[at(land)];
    let mut all = joint_victory();
    all.act(Action::AdvanceAll(at("hanover")));
    assert!(all.is_over());
    assert_eq!(holder(&all, "hanover"), None, "none was alone there");
    assert_eq!(holder(&all, "saxony"), Some(France), "nor was one of them there");
    let one = |nation, kind| Action::Advance { nation, kind, to: at("hanover") };
    let mut some = joint_victory();
    some.act(one(Prussia, Infantry)).act(one(Prussia, Infantry)).act(one(Russia, Cavalry)).done();
    assert_eq!(some.game.forces.present(at("hanover")).len(), 2);
    assert_eq!(holder(&some, "hanover"), None, "one by one they come together, too");
    assert_eq!(holder(&some, "saxony"), Some(Russia), "who alone is left there holds it");
    let mut single = joint_victory();
    single.act(one(Prussia, Infantry)).done();
    assert_eq!(holder(&single, "hanover"), Some(Prussia));
}

// proves N-11.6-advance, N-11.8-recapture
#[test]
fn a_captor_who_comes_back_with_an_ally_does_not_capture_again() {
    let mut field = battlefield().allied(France, &[Prussia]).put(Russia, units(1, 0, 0), "bavaria");
    field = field.put(France, units(2, 1, 0), "bavaria").put(Prussia, units(1, 0, 0), "bavaria");
    field.game.control.captors[Austria] = Some(France);
    let mut field = field.attack(France, "bavaria").rolls(2).combats();
    let one = |nation| Action::Advance { nation, kind: Infantry, to: at("vienna") };
    while !field.actions().contains(&one(Prussia)) {
        let next = field.actions()[0];
        field.act(next);
    }
    field.act(one(Prussia)).act(one(France)).done();
    assert_eq!(
        (field.game.tracks.society, field.game.control.captors[Austria]),
        ([5, 5].into(), Some(France))
    );
}
