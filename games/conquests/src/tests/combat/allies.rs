//! Allies in combat. Rulebook 11.5, 11.10.

use super::super::field::{at, card, units};
use super::{battlefield, lose, retreat};
use crate::action::Action;
use crate::combat::Verdict;
use crate::effects::Domain;
use crate::nations::Nation;
use crate::tests::field::Field;
use crate::troops::Kind;

use Kind::{Cannon, Infantry};
use Nation::{Austria, France, Prussia, Russia};

/// Russia has made an Alliance with Austria; both stand in Bavaria with 3 infantry each, against so many French.
fn stand(french: u8) -> Field {
    battlefield()
        .allied(Russia, &[Austria])
        .put(Austria, units(3, 0, 0), "bavaria")
        .put(Russia, units(3, 0, 0), "bavaria")
        .put(France, units(french, 0, 0), "bavaria")
        .rolls(2)
}

// proves N-11.5-initiator, N-11.5-total-losses
#[test]
fn the_initiator_decides_for_the_beaten_allies() {
    let mut field = stand(9).attack(France, "bavaria").combats();
    assert_eq!(field.fought(), (9, 6, Verdict::Tactical));
    field.act(lose(Austria, Infantry));
    assert_eq!(field.commands(), Some(Russia), "a third of all six: the second is the loser's choice");
    field.act(lose(Austria, Infantry));
    assert_eq!(field.commands(), Some(Russia));
    assert_eq!(field.actions(), [Action::Choose(Austria), Action::Choose(Russia)]);
    assert_eq!(field.refused(Action::Choose(Prussia)), "N-11.5-initiator");
    field.act(Action::Choose(Austria));
    assert_eq!((field.level(Austria), field.level(Russia)), (7, 8));
    assert_eq!(field.commands(), Some(Russia), "and says where to retreat");
    field.act(Action::Sacrifice).act(lose(Austria, Infantry));
    assert_eq!(
        (field.game.forces.on_map(Austria), field.game.forces.on_map(Russia)),
        (units(0, 0, 0), units(3, 0, 0))
    );
}

// proves N-11.5-initiator, N-11.5-recruit-owner, N-11.3.3-vp
#[test]
fn the_initiator_decides_for_the_victors() {
    let mut field = stand(2).put(France, units(0, 0, 1), "bavaria").hand(Austria, &[2]).hand(Russia, &[10]);
    field = field.put(Austria, units(3, 0, 0), "bavaria").attack(Austria, "bavaria").rolls(2).combats();
    field.done();
    assert_eq!(field.fought(), (9, 4, Verdict::Strategic));
    assert_eq!(field.commands(), Some(Russia));
    assert_eq!(
        field.refused(Action::Recruit { nation: France, kind: Cannon, to: Prussia }),
        "N-11.5-recruit-owner"
    );
    field.act(Action::Recruit { nation: France, kind: Cannon, to: Austria });
    assert_eq!(field.troops(Austria, "bavaria"), units(6, 0, 1));
    assert_eq!(field.actions(), [Action::Choose(Austria), Action::Choose(Russia), Action::Done]);
    field.act(Action::Choose(Austria));
    assert_eq!(field.commands(), Some(Austria), "whoever is named plays a card of his own");
    assert_eq!(
        field.refused(Action::Reward { card: card(10), domain: Domain::Diplomacy, on: None }),
        "N-3.6-when"
    );
    field.done();
    assert_eq!(field.commands(), Some(Russia));
    field.act(Action::Choose(Russia));
    assert_eq!((field.level(Austria), field.level(Russia)), (8, 9));
    assert_eq!(field.game.feats.victories, [0, 0, 0, 1, 1].into(), "each Ally has won");
}

// proves N-11.5-initiator
#[test]
fn without_its_initiator_in_play_the_ally_first_in_order_decides() {
    let mut field = stand(9).attack(France, "bavaria");
    field.game.treaties.list[0].initiator = Prussia;
    field.game.order = [France, Austria, Russia].into_iter().collect();
    let mut field = field.combats();
    field.act(lose(Russia, Infantry));
    assert_eq!(field.commands(), Some(Austria));
}

// proves N-11.5-forced, N-11-forced-attacker
#[test]
fn napoleon_decides_in_a_forced_alliance_and_each_pays_for_itself() {
    let mut field = battlefield()
        .allied(France, &[Prussia])
        .points(France, 0)
        .put(France, units(1, 0, 0), "saxony")
        .put(Prussia, units(2, 0, 0), "saxony")
        .put(Austria, units(5, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(field.fought(), (3, 5, Verdict::Heroic));
    assert_eq!(field.commands(), Some(Austria));
    field.act(lose(Prussia, Infantry));
    assert_eq!(field.commands(), Some(France));
    field.act(Action::Choose(Prussia));
    assert_eq!((field.level(Prussia), field.level(France)), (7, 8));
    assert_eq!(field.commands(), Some(France));
    assert_eq!(field.refused(retreat(France, Infantry, "rhineland")), "N-11.4-cost");
    field.act(retreat(Prussia, Infantry, "berlin"));
    assert_eq!(field.purse(Prussia), 9);
}

// proves N-11-forced-attacker, N-11-order
#[test]
fn where_napoleon_moved_his_ally_he_is_the_attacking_player() {
    let mut field = battlefield()
        .allied(France, &[Prussia])
        .put(Prussia, units(3, 0, 1), "saxony")
        .put(Austria, units(3, 0, 0), "saxony")
        .put(Prussia, units(3, 0, 0), "bohemia")
        .put(Austria, units(2, 0, 0), "bohemia")
        .attack(France, "saxony")
        .attack(France, "bohemia")
        .rolls(1)
        .combats();
    assert_eq!(field.commands(), Some(France), "he chooses the order");
    field.act(Action::Fight(at("saxony")));
    assert_eq!(field.fought(), (4, 3, Verdict::Minor));
    assert_eq!(field.level(Prussia), 9, "it is Prussia that has fought");
    assert_eq!(field.commands(), Some(Austria));
}

// proves N-11.10-coalition-fight
#[test]
fn nations_of_the_coalition_that_are_no_allies_fight_with_all_results() {
    let mut field = battlefield()
        .put(Prussia, units(4, 0, 0), "silesia")
        .put(Austria, units(1, 0, 0), "silesia")
        .attack(Prussia, "silesia")
        .rolls(2)
        .combats();
    assert_eq!(field.fought(), (4, 1, Verdict::Strategic));
    assert_eq!((field.level(Prussia), field.level(Austria)), (9, 7));
    assert_eq!(field.troops(Prussia, "silesia"), units(5, 0, 0), "the Austrian was recruited");
    assert_eq!(field.game.feats.victories[Prussia], 1);
    assert!(field.is_over());
    field.done();
}
