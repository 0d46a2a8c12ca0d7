//! Cancelling Alliances, and when. Rulebook 8, 9.5.

use super::field::{Field, card, nations, units};
use crate::action::Action;
use crate::nations::Nation::{Austria, England, France, Prussia, Russia};
use crate::state::{Bond, Phase, Step};
use crate::tables::Zone;

/// Napoleon's advisor is on the last space of Diplomacy.
fn field() -> Field {
    Field::new().advisor(France, Zone::Diplomacy, 3)
}

/// The same, with Alliances made last turn.
fn old(mut field: Field) -> Field {
    for treaty in &mut field.game.treaties.list {
        treaty.made = 1;
    }
    field
}

// proves N-9.5-napoleon, N-9.5-when
#[test]
fn napoleon_pays_a_point_and_2_fg_for_each_member() {
    let three = |cards: &[u8]| old(field().allied(Russia, &[Austria, Prussia])).hand(France, cards);
    let mut field = three(&[16, 51, 7]).resolve();
    assert_eq!(field.actions(), [Action::Cancel(Prussia), Action::BuyCard, Action::Done]);
    field.act(Action::Cancel(Prussia)).act(Action::Pledge(card(51)));
    assert_eq!(field.refused(Action::Offer), "N-9.5-napoleon");
    field.act(Action::Pledge(card(16)));
    assert_eq!(field.purses(), [4, 10, 10, 10, 10].into());
    assert_eq!(
        (field.game.treaties.friends(Russia), field.game.treaties.list[0].state),
        (Russia.into(), Bond::Over)
    );
    assert_eq!(three(&[16]).resolve().refused(Action::Cancel(Prussia)), "N-9.5-napoleon");
    let poor = three(&[16, 51]).money(France, 5).resolve();
    assert_eq!(poor.refused(Action::Cancel(Prussia)), "N-9.5-napoleon");
}

// proves N-9.5-napoleon, N-8-buy-limits, N-8.7-action, N-9.1-excess
#[test]
fn napoleon_may_cancel_several_alliances_with_one_advisor_and_then_buys_no_card() {
    let field = field().allied(Russia, &[Austria]).allied(England, &[Prussia]);
    let mut field = old(field).hand(France, &[16, 51, 4, 7]).put(France, units(1, 0, 0), "saxony");
    field = field.put(Prussia, units(1, 0, 0), "berlin").resolve();
    field.act(Action::Cancel(Austria)).act(Action::Pledge(card(16)));
    assert_eq!(field.game.phase, Phase::Resolve(Zone::Diplomacy, 2, Step::Cancelled));
    assert_eq!(field.actions(), [Action::Cancel(England), Action::Done]);
    assert_eq!(field.label(Action::Done), "Cancel no more");
    assert_eq!(field.refused(Action::BuyCard), "N-8-buy-limits");
    assert_eq!(field.refused(Action::Force(Prussia)), "N-8.7-action");
    field.act(Action::Cancel(England)).act(Action::Pledge(card(51)));
    assert_eq!(field.purses()[France], 6, "the first is paid, the second not yet");
    field.act(Action::Pledge(card(4)));
    assert_eq!((field.purses()[France], field.game.treaties.bonds().count()), (2, 0));
    assert!(matches!(field.game.phase, Phase::Move(0)), "nothing is left to cancel");
}

// proves N-9.5-not-own
#[test]
fn the_coalition_cancels_no_alliance_of_its_own() {
    let field = Field::new().allied(Russia, &[Austria]).advisor(England, Zone::Diplomacy, 3);
    let field = old(field).hand(England, &[2, 14, 20]).resolve();
    assert_eq!(field.refused(Action::Cancel(Austria)), "N-9.5-not-own");
    let field = old(self::field().allied(France, &[Prussia])).hand(France, &[16, 3]).resolve();
    assert_eq!(field.refused(Action::Cancel(Prussia)), "N-9.5-not-own");
    assert_eq!(field.refused(Action::Cancel(Russia)), "N-9.5-when", "Russia is in no Alliance");
}

/// Russia, on space 1, makes an Alliance with Austria; Napoleon stands on space 3.
fn declared(field: Field) -> Field {
    let field = field.put(Russia, units(1, 0, 0), "poland").put(Austria, units(1, 0, 0), "galicia");
    let field = field.hand(Russia, &[2]).hand(France, &[16, 3]).advisor(Russia, Zone::Diplomacy, 1);
    let mut field = field.advisor(France, Zone::Diplomacy, 3).resolve();
    field.act(Action::Ally(nations(&[Russia, Austria]))).act(Action::Pledge(card(2))).act(Action::Accept);
    assert_eq!(field.asked(), France);
    field
}

// proves N-9.5-successful, N-9.5-when, N-9.5-no-refund
#[test]
fn what_is_cancelled_in_the_turn_it_was_made_is_no_success() {
    let mut field = declared(Field::new());
    field.act(Action::Cancel(Austria)).act(Action::Pledge(card(16)));
    assert_eq!(
        (field.game.treaties.list[0].state, field.game.feats.successes),
        (Bond::Prevented, [0; 5].into())
    );
    assert_eq!(field.purses(), [6, 10, 10, 7, 9].into(), "nothing is given back");
    assert!(field.game.cards.discards.contains(card(2)));
    let mut kept = declared(Field::new());
    kept.done();
    assert_eq!(
        (kept.game.treaties.list[0].state, kept.game.feats.successes),
        (Bond::Holds, [0, 0, 0, 0, 1].into())
    );
    // It stays a success if it is cancelled in the next turn.
    kept.game.turn = 3;
    let mut kept = kept.advisor(France, Zone::Diplomacy, 3).resolve();
    kept.act(Action::Cancel(Austria)).act(Action::Pledge(card(16)));
    assert_eq!(
        (kept.game.treaties.list[0].state, kept.game.feats.successes),
        (Bond::Over, [0, 0, 0, 0, 1].into())
    );
}

// proves N-9.5-no-refund
#[test]
fn what_a_cancelled_alliance_had_replaced_does_not_revive() {
    let field = old(Field::new().allied(France, &[Austria])).hand(Austria, &[10, 36]).hand(Russia, &[2]);
    let field = field.put(Russia, units(1, 0, 0), "poland").put(Austria, units(1, 0, 0), "galicia");
    let field = field.hand(France, &[16]).advisor(Russia, Zone::Diplomacy, 1);
    let mut field = field.advisor(France, Zone::Diplomacy, 3).resolve();
    field.act(Action::Ally(nations(&[Russia, Austria]))).act(Action::Pledge(card(2)));
    field.act(Action::Pledge(card(10))).act(Action::Pledge(card(36)));
    field.act(Action::Cancel(Austria)).act(Action::Pledge(card(16)));
    assert_eq!((field.game.treaties.forced_ally(), field.game.treaties.bonds().count()), (None, 0));
}

// The twenty-third of the tricky situations.
// proves N-9.5-not-twice
#[test]
fn the_same_alliance_is_not_prevented_twice_in_a_row() {
    let prevented = |members: &[_]| {
        let mut field = Field::new().allied(Austria, members);
        field.game.treaties.list[0].made = 1;
        field.game.treaties.list[0].state = Bond::Prevented;
        declared(field)
    };
    let again = prevented(&[Russia]);
    assert_eq!(again.refused(Action::Cancel(Austria)), "N-9.5-not-twice", "whoever began it");
    let mut another = prevented(&[Russia, Prussia]);
    another.act(Action::Cancel(Austria));
    // A turn later it can be cancelled.
    let mut later = prevented(&[Russia]);
    later.done();
    later.game.turn = 3;
    let later = later.advisor(France, Zone::Diplomacy, 3).resolve();
    assert!(later.actions().contains(&Action::Cancel(Austria)));
    // What held last turn and was made again can be cancelled at once.
    let mut renewed = Field::new().allied(Austria, &[Russia]);
    renewed.game.treaties.list[0].made = 1;
    declared(renewed).act(Action::Cancel(Austria));
}

// proves N-9.5-not-twice
#[test]
fn nor_does_a_forced_ally_that_gets_away_prevent_it_twice_in_a_row() {
    let leaves = |last: Bond| {
        let mut field = Field::new().allied(France, &[Prussia]).put(France, units(1, 0, 0), "saxony");
        field.game.treaties.list[0].made = 1;
        field.game.treaties.list[0].state = last;
        field = field.put(Prussia, units(1, 0, 0), "berlin").put(Russia, units(1, 0, 0), "poland");
        field = field.hand(France, &[16, 51]).hand(Prussia, &[10, 36, 14]).hand(Russia, &[2]);
        field = field.advisor(France, Zone::Diplomacy, 1).advisor(Russia, Zone::Diplomacy, 3).resolve();
        field.act(Action::Force(Prussia)).act(Action::Pledge(card(16))).act(Action::Pledge(card(51)));
        field.act(Action::Ally(nations(&[Russia, Prussia]))).act(Action::Pledge(card(2)));
        field.act(Action::Pledge(card(10))).act(Action::Pledge(card(36))).act(Action::Pledge(card(14)));
        assert_eq!(field.game.treaties.friends(Prussia), nations(&[Russia, Prussia]));
        (field.game.treaties.list[1].state, field.game.feats.successes[France])
    };
    assert_eq!(leaves(Bond::Over), (Bond::Prevented, 0));
    assert_eq!(leaves(Bond::Prevented), (Bond::Over, 1), "it goes, but Napoleon has had his Alliance");
}

// proves N-8-buy-limits
#[test]
fn an_advisor_who_made_an_alliance_or_cancelled_one_has_done_his_work() {
    let field = declared(Field::new());
    assert_eq!(field.game.council.advisor(Zone::Diplomacy, 0), None, "Russia's is back and bought nothing");
    assert_eq!(field.game.cards.hands[Russia].len(), 1, "but for the card of his space");
}
