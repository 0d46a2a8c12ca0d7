//! Alliances made through Stockholm. Rulebook 8.5.

use super::field::{Field, card, nations, units};
use crate::action::Action;
use crate::nations::Nation::{Austria, England, France, Prussia, Russia};
use crate::state::{Bond, Phase};
use crate::tables::Zone;

/// Russia holds Stockholm and stands beside Prussia.
fn russian() -> Field {
    Field::new()
        .put(Russia, units(1, 0, 0), "stockholm")
        .put(Russia, units(1, 0, 0), "poland")
        .put(Prussia, units(1, 0, 0), "berlin")
        .hand(Russia, &[2])
        .hand(Prussia, &[36])
}

fn declare(field: &mut Field) {
    field.act(Action::Ally(nations(&[Russia, Prussia]))).act(Action::Pledge(card(2)));
    field.act(Action::Pledge(card(36)));
}

// proves N-8.5-stockholm, N-9.3-initiator, N-8-buy-limits
#[test]
fn the_holder_of_stockholm_makes_an_alliance_without_an_advisor() {
    let mut field = russian().resolve();
    assert_eq!((field.game.phase, field.asked()), (Phase::Powers(2), Russia));
    let sets = [nations(&[Russia, Prussia]), nations(&[Russia, Prussia, Austria])].map(Action::Ally);
    assert_eq!(field.actions(), [sets[0], sets[1], Action::Done]);
    assert_eq!(field.refused(Action::BuyCard), "N-8-buy-limits");
    assert_eq!(field.refused(Action::Cancel(Prussia)), "N-8.5-stockholm");
    declare(&mut field);
    assert_eq!(field.purses(), [10, 10, 7, 10, 7].into(), "all costs apply");
    assert_eq!(
        (field.game.treaties.friends(Russia), field.game.feats.successes[Russia]),
        (nations(&[Russia, Prussia]), 1)
    );
    let mut passed = russian().resolve();
    passed.done();
    assert!(matches!(passed.game.phase, Phase::Move(0)) && passed.game.treaties.list.is_empty());
}

// proves N-8.5-stockholm
#[test]
fn all_other_conditions_apply_and_nobody_is_asked_who_cannot() {
    let field = Field::new().put(Russia, units(1, 0, 0), "stockholm").put(Prussia, units(1, 0, 0), "berlin");
    let far = field.clone().hand(Russia, &[2]).hand(Prussia, &[36]).resolve();
    assert!(matches!(far.game.phase, Phase::Move(0)), "no unit is beside another");
    let shared = field.allied(Russia, &[Austria]).put(Austria, units(1, 0, 0), "stockholm");
    let mut shared = shared.hand(Russia, &[2]);
    shared.game.treaties.list[0].made = 1;
    let shared = shared.resolve();
    assert!(matches!(shared.game.phase, Phase::Move(0)), "nobody controls it");
}

// proves N-8.5-stockholm-cancel, N-9.5-successful
#[test]
fn napoleon_cancels_it_at_once_or_not_this_turn() {
    let field = || russian().hand(France, &[16]).advisor(France, Zone::Diplomacy, 2);
    let mut cancelled = field().resolve();
    declare(&mut cancelled);
    assert_eq!(
        (cancelled.asked(), cancelled.actions()),
        (France, vec![Action::Cancel(Prussia), Action::Done])
    );
    cancelled.act(Action::Cancel(Prussia)).act(Action::Pledge(card(16)));
    assert_eq!(
        (cancelled.game.treaties.list[0].state, cancelled.game.feats.successes),
        (Bond::Prevented, [0; 5].into())
    );
    // His advisor has acted: the bonus is paid, and that is all.
    assert!(matches!(cancelled.game.phase, Phase::Move(0)));
    assert_eq!((cancelled.purses()[France], cancelled.game.cards.hands[France].len()), (10 - 4 + 1, 1));
    let mut kept = field().resolve();
    declare(&mut kept);
    kept.done();
    assert_eq!((kept.game.treaties.list[0].state, kept.game.feats.successes[Russia]), (Bond::Holds, 1));
    assert_eq!(kept.asked(), France, "in Diplomacy");
    assert_eq!(kept.refused(Action::Cancel(Prussia)), "N-8.5-stockholm-cancel");
    assert!(kept.actions().contains(&Action::BuyCard), "his action was not used");
}

// proves N-8.5-stockholm-cancel
#[test]
fn without_an_advisor_in_diplomacy_nobody_is_asked() {
    let mut field = russian().hand(France, &[16]).resolve();
    declare(&mut field);
    assert!(matches!(field.game.phase, Phase::Move(0)));
    assert_eq!(field.game.feats.successes[Russia], 1);
    // One who has cards is asked, whatever they are.
    let mut field = russian().hand(France, &[7]).advisor(France, Zone::Diplomacy, 3).resolve();
    declare(&mut field);
    assert_eq!((field.asked(), field.actions()), (France, vec![Action::Done]));
}

/// France holds Stockholm and forces Prussia through it.
fn forced(field: Field) -> Field {
    let field = field.put(France, units(1, 0, 0), "stockholm").put(France, units(1, 0, 0), "saxony");
    let mut field = field.put(Prussia, units(1, 0, 0), "berlin").hand(France, &[16, 51]).resolve();
    field.act(Action::Force(Prussia)).act(Action::Pledge(card(16))).act(Action::Pledge(card(51)));
    field
}

// proves N-8.5-stockholm, N-8.5-stockholm-cancel
#[test]
fn the_coalition_cancels_at_once_what_napoleon_forces_through_stockholm() {
    let field = Field::new().advisor(England, Zone::Diplomacy, 3).advisor(Russia, Zone::Diplomacy, 1);
    let mut field = forced(field.hand(Russia, &[2]).hand(Austria, &[36]));
    assert_eq!((field.game.treaties.forced_ally(), field.asked()), (Some(Prussia), Russia));
    field.done();
    assert_eq!(field.asked(), England, "each with an advisor, by space");
    field.act(Action::Cancel(Prussia)).act(Action::Offer).act(Action::Pledge(card(36)));
    assert_eq!(field.asked(), Russia);
    field.act(Action::Pledge(card(2)));
    assert_eq!((field.game.treaties.forced_ally(), field.game.feats.successes), (None, [0; 5].into()));
    assert_eq!(field.asked(), Russia, "its own advisor is in Diplomacy, and free");
    field.done();
    assert!(matches!(field.game.phase, Phase::Move(0)), "England's has acted");
}

// proves N-8.5-stockholm-cancel
#[test]
fn an_attempt_that_fails_uses_the_advisor_and_the_next_may_try() {
    let field = Field::new().advisor(England, Zone::Diplomacy, 3).advisor(Russia, Zone::Diplomacy, 2);
    let mut field = forced(field.hand(Austria, &[10]));
    field.act(Action::Cancel(Prussia)).act(Action::Offer).act(Action::Refuse);
    assert_eq!(field.asked(), England);
    field.act(Action::Cancel(Prussia)).act(Action::Offer).act(Action::Pledge(card(10)));
    assert_eq!((field.game.treaties.forced_ally(), field.purses()), (None, [5, 6, 10, 10, 11].into()));
    let mut kept = forced(Field::new().advisor(England, Zone::Diplomacy, 3).hand(Austria, &[10]));
    kept.done();
    assert_eq!((kept.game.treaties.forced_ally(), kept.game.feats.successes[France]), (Some(Prussia), 1));
}

// proves N-9.3-fail-free, N-8-buy-limits
#[test]
fn an_advisor_who_objected_in_vain_can_still_buy_a_card() {
    let field = Field::new().advisor(England, Zone::Diplomacy, 3).advisor(Russia, Zone::Diplomacy, 2);
    let mut field = forced(field.hand(Austria, &[10]).hand(Russia, &[2, 14]).hand(England, &[36]));
    field.act(Action::Cancel(Prussia)).act(Action::Offer).act(Action::Refuse).act(Action::Refuse);
    assert_eq!(
        (field.asked(), field.game.treaties.forced_ally()),
        (England, Some(Prussia)),
        "Russia has failed"
    );
    let mut freed = field.clone();
    field.done();
    assert_eq!(field.asked(), Russia, "in Diplomacy");
    assert_eq!(field.actions(), [Action::BuyCard, Action::Done], "that, and nothing else");
    assert_eq!(field.refused(Action::Cancel(Prussia)), "N-8.7-action");
    assert_eq!(field.refused(Action::Play(card(14))), "N-8.7-action");
    let held = field.game.cards.hands[Russia].len();
    field.act(Action::BuyCard);
    assert_eq!((field.purses()[Russia], field.game.cards.hands[Russia].len()), (10, held + 1));
    assert_eq!(field.asked(), England, "which has let it pass, and has its action");
    assert_eq!(field.refused(Action::Cancel(Prussia)), "N-8.5-stockholm-cancel");
    // One whose objection was heard has done his work.
    freed.act(Action::Cancel(Prussia)).act(Action::Pledge(card(36))).act(Action::Offer);
    freed.act(Action::Pledge(card(10)));
    assert_eq!((freed.asked(), freed.game.treaties.forced_ally()), (Russia, None));
    freed.done();
    assert!(matches!(freed.game.phase, Phase::Move(0)), "England's advisor has cancelled an Alliance");
}

// proves N-8.5-stockholm-cancel
#[test]
fn an_objection_is_against_what_was_made_through_stockholm_only() {
    let mut field = russian().allied(England, &[Austria]).hand(France, &[16, 3]);
    field.game.treaties.list[0].made = 1;
    let mut field = field.advisor(France, Zone::Diplomacy, 3).resolve();
    declare(&mut field);
    assert_eq!((field.asked(), field.actions()), (France, vec![Action::Cancel(Prussia), Action::Done]));
    assert_eq!(field.refused(Action::Cancel(England)), "N-8.5-stockholm-cancel");
    field.done();
    assert_eq!(field.game.feats.successes[Russia], 1);
    field.act(Action::Cancel(England));
}

#[test]
fn an_advisor_in_diplomacy_is_told_what_he_forgoes() {
    let mut field = russian().hand(France, &[16, 51, 4]).advisor(France, Zone::Diplomacy, 3);
    field = field.advisor(Russia, Zone::Diplomacy, 1).hand(Russia, &[14]).resolve();
    assert_eq!(field.label(Action::Done), "Go without its power");
    declare(&mut field);
    assert_eq!((field.asked(), field.label(Action::Done)), (France, "Let it stand".to_owned()));
    field.done();
    assert_eq!((field.asked(), field.label(Action::Done)), (Russia, "Go without".to_owned()));
}
