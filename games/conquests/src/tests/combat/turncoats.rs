//! A nation that Napoleon binds by taking its capital changes sides. Rulebook 11.8.

use super::super::field::{at, card, units};
use super::battlefield;
use crate::action::Action;
use crate::nations::Nation;
use crate::position;
use crate::tables::Zone;
use crate::tests::field::Field;
use crate::troops::Kind;

use Nation::{Austria, England, France, Prussia, Russia};

/// Napoleon enters an empty Vienna, and Austria is Russia's Ally.
fn vienna_falls() -> Field {
    battlefield()
        .allied(Russia, &[Austria])
        .put(France, units(1, 0, 0), "vienna")
        .attack(France, "vienna")
        .rolls(2)
}

// proves N-11.8-switch, N-11.8-turncoat
#[test]
fn austria_changes_sides_in_combats_to_come_and_turns_on_russia_in_peace() {
    let mut field = vienna_falls()
        .put(Austria, units(1, 0, 0), "bavaria")
        .put(Russia, units(3, 0, 0), "bavaria")
        .put(France, units(2, 0, 0), "bavaria")
        .attack(Austria, "bavaria")
        .put(Austria, units(4, 0, 0), "galicia")
        .put(Russia, units(2, 0, 0), "galicia")
        .combats();
    assert_eq!(field.fought().0, 4, "in Galicia Austria attacks at once");
    assert_eq!(field.game.control.attackers[at("galicia")], Some(Austria));
    assert_eq!(field.game.control.attackers[at("bavaria")], Some(Russia), "left as the attacker");
    while field.combats_fought() == 1 {
        let next = field.actions()[0];
        field.act(next);
    }
    assert_eq!(field.fought().1, 4, "Austria stands with France in Bavaria: 3 units, and Morale 9 to 7");
}

// proves N-11.8-switch
#[test]
fn a_combat_between_it_and_napoleon_alone_is_off() {
    let field = battlefield()
        .order([France, Austria, England, Prussia, Russia])
        .put(France, units(1, 0, 0), "vienna")
        .attack(France, "vienna")
        .put(Austria, units(1, 0, 0), "bavaria")
        .put(France, units(2, 0, 0), "bavaria")
        .attack(Austria, "bavaria")
        .combats();
    assert!(field.is_over());
    assert_eq!(field.combats_fought(), 0);
    assert_eq!(field.troops(Austria, "bavaria"), units(1, 0, 0), "they share the land now");
}

// proves N-11.8-switch-other
#[test]
fn beside_a_former_ally_it_leaves_and_the_other_fights_alone() {
    let mut field = vienna_falls()
        .points(Austria, 0)
        .put(Austria, units(2, 0, 0), "silesia")
        .put(Russia, units(4, 0, 0), "silesia")
        .put(Prussia, units(3, 0, 0), "silesia")
        .attack(Austria, "silesia")
        .combats();
    assert_eq!(field.game.control.attackers[at("silesia")], Some(Russia));
    while field.combats_fought() == 0 {
        assert_eq!(field.commands(), Some(Austria), "it says where it goes");
        let next = field.actions()[0];
        field.act(next);
    }
    assert_eq!(field.troops(Austria, "silesia"), units(0, 0, 0), "without MP");
    assert_eq!(field.game.forces.on_map(Austria), units(2, 0, 0));
    assert_eq!((field.fought().0, field.fought().1), (4, 3));
}

// proves N-11.8-switch-other
#[test]
fn alone_on_its_side_it_fights_on() {
    let field = vienna_falls()
        .put(Austria, units(4, 0, 0), "silesia")
        .put(Prussia, units(3, 0, 0), "silesia")
        .attack(Austria, "silesia")
        .combats();
    assert_eq!((field.fought().0, field.fought().1), (4, 3));
}

// proves N-11.8-turncoat
#[test]
fn beaten_frenchmen_in_its_capital_turn_a_victor_on_his_ally() {
    let mut field = battlefield()
        .allied(Russia, &[Prussia])
        .put(Prussia, units(3, 0, 0), "saxony")
        .put(Russia, units(4, 0, 0), "saxony")
        .put(France, units(6, 0, 0), "saxony");
    for land in ["rhineland", "westphalia", "hanover", "silesia", "bohemia", "bavaria"] {
        field = field.put(England, units(1, 0, 0), land);
    }
    let mut field = field.attack(France, "saxony").rolls(2).combats();
    assert_eq!((field.fought().0, field.fought().1), (6, 7), "uncertain: France retreats");
    field.act(Action::Choose(Russia));
    assert_eq!(field.troops(France, "berlin"), units(6, 0, 0), "no other land is open");
    assert_eq!((field.game.treaties.forced_ally(), field.combats_fought()), (Some(Prussia), 2));
    assert_eq!((field.fought().0, field.fought().1), (3, 5), "Prussia attacks Russia, whose Morale is 9");
    field.play_out();
    assert_eq!(position::check(&field.game), Ok(()));
}

/// Napoleon enters an empty Vienna and an empty Berlin; Russia, Prussia and Austria are Allies.
fn two_capitals_fall() -> Field {
    battlefield()
        .allied(Russia, &[Austria, Prussia])
        .put(France, units(1, 0, 0), "vienna")
        .attack(France, "vienna")
        .put(France, units(1, 0, 0), "berlin")
        .attack(France, "berlin")
        .rolls(2)
}

// proves N-11.8-switch-other, N-11.8-old-forced
#[test]
fn two_nations_bound_in_one_turn_both_leave_a_combat_of_others() {
    let mut field = two_capitals_fall()
        .put(Austria, units(2, 0, 0), "hanover")
        .put(Prussia, units(2, 0, 0), "hanover")
        .put(Russia, units(4, 0, 0), "hanover")
        .put(England, units(2, 0, 0), "hanover")
        .attack(England, "hanover")
        .combats();
    field.act(Action::Fight(at("vienna")));
    while field.combats_fought() == 0 {
        let next = field.actions()[0];
        field.act(next);
    }
    assert_eq!((field.fought().0, field.fought().1), (2, 4), "Russia stands alone against England");
    assert_eq!(
        (field.game.forces.on_map(Austria), field.game.forces.on_map(Prussia)),
        (units(2, 0, 0), units(2, 0, 0))
    );
    field.play_out();
    assert_eq!(position::check(&field.game), Ok(()));
}

// proves N-11.8-switch, N-11.8-switch-other
#[test]
fn two_nations_bound_in_one_turn_stay_together_in_their_own_combat() {
    let mut field = battlefield()
        .allied(Austria, &[Prussia])
        .put(France, units(1, 0, 0), "vienna")
        .attack(France, "vienna")
        .put(France, units(1, 0, 0), "berlin")
        .attack(France, "berlin")
        .put(Austria, units(3, 0, 0), "hanover")
        .put(Prussia, units(3, 0, 0), "hanover")
        .put(England, units(2, 0, 0), "hanover")
        .attack(Austria, "hanover")
        .rolls(2)
        .combats();
    field.act(Action::Fight(at("vienna")));
    while field.combats_fought() == 0 {
        let next = field.actions()[0];
        field.act(next);
    }
    assert_eq!(field.fought().0, 6, "both are Napoleon's now, and so each other's");
}

// proves N-11.6-advance, N-11.8-switch
#[test]
fn allies_of_an_attacker_who_became_napoleons_do_not_advance_into_his_capital() {
    let mut field = battlefield()
        .allied(Austria, &[Prussia, Russia])
        .put(Austria, units(3, 1, 0), "silesia")
        .put(Russia, units(1, 0, 0), "silesia")
        .put(France, units(3, 0, 0), "silesia")
        .put(Russia, units(1, 0, 0), "poland")
        .put(Russia, units(1, 0, 0), "saxony")
        .put(Russia, units(1, 0, 0), "bohemia")
        .put(Russia, units(1, 0, 0), "moravia")
        .put(Russia, units(1, 0, 0), "galicia")
        .attack(Prussia, "silesia")
        .rolls(2)
        .combats();
    assert_eq!(
        (field.fought().0, field.fought().1),
        (5, 3),
        "Prussia has attacked and gone on: its Allies fight"
    );
    while field.game.treaties.forced_ally().is_none() {
        let retreat = Action::RetreatAll { nation: France, to: at("berlin") };
        let next = field.actions().into_iter().find(|way| *way == retreat);
        let next = next.unwrap_or(field.actions()[0]);
        field.act(next);
    }
    assert_eq!((field.game.treaties.forced_ally(), field.commands()), (Some(Prussia), Some(Austria)));
    assert!(field.actions().contains(&Action::AdvanceAll(at("bohemia"))), "to its Allies it can advance");
    assert_eq!(field.refused(Action::AdvanceAll(at("berlin"))), "N-11.6-advance");
}

// proves N-11.5-forced, N-11.8-old-forced
#[test]
fn napoleon_decides_for_two_nations_bound_in_one_turn_whichever_was_first() {
    for first in ["vienna", "berlin"] {
        let mut field = battlefield()
            .put(France, units(1, 0, 0), "vienna")
            .attack(France, "vienna")
            .put(France, units(1, 0, 0), "berlin")
            .attack(France, "berlin")
            .allied(Russia, &[Austria, Prussia])
            .put(Austria, units(3, 0, 0), "hanover")
            .put(Prussia, units(3, 0, 0), "hanover")
            .put(England, units(4, 0, 0), "hanover")
            .attack(Austria, "hanover")
            .rolls(2)
            .combats();
        field.act(Action::Fight(at(first)));
        assert_eq!((field.fought().0, field.fought().1), (6, 4));
        assert_eq!(field.commands(), Some(France), "{first} fell first: both Alliances are his");
    }
}

// proves N-11.8-switch, N-11.8-captured
#[test]
fn a_third_capital_falls_to_both_when_those_who_raced_for_it_are_allies() {
    let mut field = battlefield()
        .put(Austria, units(1, 0, 0), "vienna")
        .put(France, units(1, 0, 0), "moscow")
        .attack(France, "moscow")
        .attack(Russia, "vienna")
        .put(Russia, units(2, 0, 0), "vienna")
        .put(France, units(2, 0, 0), "vienna");
    field.game.take(Austria, units(1, 0, 0), at("vienna"));
    let field = field.combats();
    assert_eq!((field.combats_fought(), field.is_over()), (0, true));
    assert_eq!(
        (field.game.tracks.society, field.game.treaties.forced_ally()),
        ([7, 3].into(), Some(Austria))
    );
}

// proves N-11.8-old-forced
#[test]
fn an_older_forced_ally_fights_on_for_napoleon_this_turn() {
    let field = battlefield()
        .allied(France, &[Prussia])
        .put(France, units(1, 0, 0), "vienna")
        .attack(France, "vienna")
        .put(France, units(1, 0, 0), "saxony")
        .put(Prussia, units(2, 0, 0), "saxony")
        .put(Russia, units(2, 0, 0), "saxony")
        .attack(Russia, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(field.game.treaties.forced_ally(), Some(Austria));
    assert_eq!((field.fought().0, field.fought().1), (2, 3), "Prussia is still at his side");
}

// proves N-11.8-switch
#[test]
fn the_beaten_who_are_allies_now_are_not_pursued() {
    let mut field = battlefield()
        .put(France, units(12, 1, 0), "vienna")
        .put(Austria, units(3, 0, 0), "vienna")
        .attack(France, "vienna")
        .rolls(2)
        .combats();
    while field.commands() == Some(Austria) {
        let go = field.actions().into_iter().find(|way| matches!(way, Action::RetreatAll { .. }));
        field.act(go.expect("there is a way out"));
    }
    assert_eq!(field.game.treaties.forced_ally(), Some(Austria));
    assert!(!field.actions().iter().any(|way| matches!(way, Action::Pursue(_))));
}

// proves N-11.6-advance, N-11.8-switch
#[test]
fn cavalry_advances_to_the_beaten_who_are_allies_now() {
    let mut field = battlefield()
        .put(France, units(12, 1, 0), "vienna")
        .put(Austria, units(1, 0, 0), "vienna")
        .put(Austria, units(1, 0, 0), "moravia")
        .attack(France, "vienna")
        .rolls(2)
        .combats();
    while field.game.treaties.forced_ally().is_none() {
        let next = field.actions()[0];
        field.act(next);
    }
    let advance = Action::Advance { nation: France, kind: Kind::Cavalry, to: at("moravia") };
    assert!(field.actions().contains(&advance));
    field.act(advance);
    assert_eq!(field.troops(France, "moravia"), units(0, 1, 0));
    assert_eq!(field.combats_fought(), 1, "there is no combat among Allies");
}

// proves N-11.8-captured, N-11.8-turncoat, N-17.2.4-before-combat
#[test]
fn a_capital_falls_when_its_defenders_go_and_they_turn_on_the_ally_who_takes_them_in() {
    let mut field = battlefield()
        .allied(Russia, &[Austria])
        .advisor(Austria, Zone::Military, 1)
        .hand(Austria, &[73])
        .put(Austria, units(2, 0, 0), "vienna")
        .put(France, units(3, 0, 0), "vienna")
        .put(Russia, units(1, 0, 0), "bohemia")
        .attack(France, "vienna")
        .rolls(2)
        .combats();
    field.act(Action::Play(card(73))).act(Action::RetreatAll { nation: Austria, to: at("bohemia") });
    assert_eq!(
        (field.game.tracks.society, field.game.treaties.forced_ally()),
        ([6, 4].into(), Some(Austria)),
        "without a combat"
    );
    assert_eq!(field.combats_fought(), 1, "in Bohemia, at once");
    assert_eq!((field.fought().0, field.fought().1), (2, 1), "Austria attacks Russia");
    field.play_out();
    assert_eq!(position::check(&field.game), Ok(()));
}

// proves N-11.6-who, N-11.8-turncoat
#[test]
fn a_victor_bound_by_the_retreat_of_the_beaten_follows_nobody() {
    let mut field = battlefield()
        .allied(Russia, &[Prussia])
        .put(Prussia, units(0, 2, 0), "saxony")
        .put(Russia, units(2, 1, 0), "saxony")
        .put(France, units(3, 0, 0), "saxony");
    for land in ["rhineland", "westphalia", "hanover", "silesia", "bohemia", "bavaria"] {
        field = field.put(Russia, units(1, 0, 0), land);
    }
    let mut field = field.attack(Russia, "saxony").rolls(2).combats();
    assert_eq!((field.fought().0, field.fought().1), (5, 3), "a tactical victory, with cavalry");
    while field.game.treaties.forced_ally().is_none() {
        let retreat = Action::RetreatAll { nation: France, to: at("berlin") };
        let next = field.actions().into_iter().find(|way| *way == retreat);
        let next = next.unwrap_or(field.actions()[0]);
        field.act(next);
    }
    assert_eq!(field.game.treaties.forced_ally(), Some(Prussia), "Berlin has fallen to the beaten");
    assert_eq!(field.combats_fought(), 2, "nobody advances to other Russians: Prussia turns on them");
    field.play_out();
    assert_eq!(position::check(&field.game), Ok(()));
}
