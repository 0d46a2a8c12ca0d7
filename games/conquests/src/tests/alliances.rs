//! Declaring an Alliance of the Coalition. Rulebook 8.7, 9.3.

use super::field::{Field, card, nations, units};
use crate::action::Action;
use crate::nations::Nation::{Austria, England, France, Prussia, Russia};
use crate::nations::{Nation, Nations, Side};
use crate::state::{Bond, Phase, Step};
use crate::tables::Zone;
use crate::troops::Troops;

/// Russia stands in Poland, between Prussia in Berlin and Austria in Galicia, with an advisor on the last space of Diplomacy.
fn neighbours() -> Field {
    Field::new()
        .put(Russia, units(1, 0, 0), "poland")
        .put(Prussia, units(1, 0, 0), "berlin")
        .put(Austria, units(1, 0, 0), "galicia")
        .put(England, units(1, 0, 0), "london")
        .advisor(Russia, Zone::Diplomacy, 3)
}

fn three() -> Nations {
    nations(&[Russia, Prussia, Austria])
}

fn share(nation: Nation, money: u8) -> Action {
    Action::Share { nation, money }
}

// proves N-9.3-cost, N-9.3-card-each, N-9.3-austria-self, N-9.3-initiator
#[test]
fn an_alliance_of_three_costs_9_fg_and_a_card_of_each_but_austria() {
    let mut field = neighbours().hand(Russia, &[2, 9]).hand(Prussia, &[36, 12]).resolve();
    assert_eq!(field.asked(), Russia);
    field.act(Action::Ally(three())).act(Action::Pledge(card(2)));
    assert_eq!((field.asked(), field.actions()), (Prussia, vec![Action::Pledge(card(36)), Action::Refuse]));
    assert_eq!(field.refused(Action::Pledge(card(12))), "N-9.1-points");
    assert_eq!(field.refused(Action::Accept), "N-9.3-card-each");
    field.act(Action::Pledge(card(36)));
    assert_eq!((field.asked(), field.actions()), (Austria, vec![Action::Accept, Action::Refuse]));
    assert_eq!(field.purses(), [10; 5].into(), "nothing is paid before all have answered");
    field.act(Action::Accept);
    assert_eq!(field.purses(), [10, 10, 7, 7, 7].into());
    assert_eq!(field.game.cards.discards.iter().collect::<Vec<_>>(), [card(2), card(36)]);
    assert_eq!(field.game.treaties.friends(Austria), three());
    assert_eq!(field.game.feats.successes, [0, 0, 0, 0, 1].into());
}

// proves N-9.3-agreement
#[test]
fn one_who_refuses_is_left_out_and_pays_nothing() {
    let mut field = neighbours().hand(Russia, &[2]).hand(Prussia, &[36]).resolve();
    field.act(Action::Ally(three())).act(Action::Pledge(card(2))).act(Action::Refuse).act(Action::Accept);
    assert_eq!(field.game.treaties.friends(Russia), nations(&[Russia, Austria]));
    assert_eq!(
        (field.purses(), field.game.treaties.friends(Prussia)),
        ([10, 10, 10, 7, 7].into(), Prussia.into())
    );
    assert!(field.game.cards.hands[Prussia].contains(card(36)));
}

// proves N-9.3-fail-free, N-8.7-action
#[test]
fn an_alliance_that_nobody_joins_costs_nothing_but_the_action() {
    let mut field = neighbours().hand(Russia, &[2]).hand(Prussia, &[36]).resolve();
    field.act(Action::Ally(three())).act(Action::Pledge(card(2))).act(Action::Refuse).act(Action::Refuse);
    assert_eq!(field.purses(), [10; 5].into());
    assert!(field.game.cards.discards.is_empty() && field.game.treaties.list.is_empty());
    assert_eq!(field.game.phase, Phase::Resolve(Zone::Diplomacy, 2, Step::Tried));
    assert_eq!((field.asked(), field.actions()), (Russia, vec![Action::BuyCard, Action::Done]));
    assert_eq!(field.label(Action::Done), "Buy no card");
    assert_eq!(field.refused(Action::Ally(three())), "N-8.7-action");
    field.act(Action::BuyCard);
    assert_eq!(field.purses(), [10, 10, 10, 10, 9].into());
}

#[test]
fn an_advisor_without_money_is_done_after_a_failure() {
    let mut field = neighbours().hand(Russia, &[2]).hand(Prussia, &[36]).money(Russia, 0).resolve();
    field.act(Action::Ally(nations(&[Russia, Prussia]))).act(Action::Pledge(card(2))).act(Action::Refuse);
    assert!(matches!(field.game.phase, Phase::Move(_)));
}

// proves N-9.3-cost, N-3.2-no-transfer
#[test]
fn outsiders_can_pay_and_all_goes_to_the_bank() {
    let mut field = neighbours().hand(Russia, &[2]).hand(Prussia, &[36]).money(Russia, 1).resolve();
    field.act(Action::Ally(nations(&[Russia, Prussia])));
    let shares = |field: &Field| field.game.parley.expect("there is an offer").shares;
    assert_eq!(shares(&field), [0, 0, 5, 0, 1].into(), "what Russia lacks falls to the other member");
    assert_eq!(field.refused(share(France, 1)), "N-9.3-cost");
    field.act(share(Austria, 1));
    assert_eq!(shares(&field), [0, 0, 5, 1, 0].into());
    assert_eq!(field.refused(share(Austria, 0)), "N-9.3-cost", "a share is set once");
    field.act(Action::Pledge(card(2))).act(Action::Pledge(card(36)));
    assert_eq!((field.asked(), field.actions()), (Austria, vec![Action::Accept, Action::Refuse]));
    field.act(Action::Accept);
    assert_eq!(field.purses(), [10, 10, 5, 9, 1].into());
    assert_eq!(
        field.game.treaties.friends(Russia),
        nations(&[Russia, Prussia]),
        "who pays is not therefore an Ally"
    );
}

// proves N-9.3-cost
#[test]
fn an_initiator_without_money_shares_the_price_among_others() {
    let mut field = neighbours().hand(Russia, &[2]).hand(Prussia, &[36]).money(Russia, 0).resolve();
    field.act(Action::Ally(nations(&[Russia, Prussia])));
    let shares = |field: &Field| field.game.parley.expect("there is an offer").shares;
    assert_eq!(shares(&field), [0, 0, 6, 0, 0].into());
    assert_eq!(field.refused(share(Austria, 7)), "N-9.3-cost", "more than the price");
    field.act(share(Austria, 4));
    assert_eq!(shares(&field), [0, 0, 2, 4, 0].into(), "Prussia's share has not been set");
    field.act(share(Prussia, 1));
    assert_eq!(shares(&field), [0, 1, 1, 4, 0].into(), "nor has England's");
    assert_eq!(field.refused(share(England, 0)), "N-9.3-cost", "nobody is left to pay that");
    field.act(Action::Pledge(card(2))).act(Action::Accept).act(Action::Pledge(card(36))).act(Action::Accept);
    assert_eq!(field.purses(), [10, 9, 9, 6, 0].into());
    assert_eq!(field.game.treaties.friends(Russia), nations(&[Russia, Prussia]));
}

// proves N-9.3-agreement, N-9.3-cost
#[test]
fn without_the_price_it_fails() {
    let mut field = neighbours().hand(Russia, &[2]).hand(Prussia, &[36]).resolve();
    field.act(Action::Ally(nations(&[Russia, Prussia]))).act(share(England, 2)).act(Action::Pledge(card(2)));
    assert_eq!(field.asked(), England);
    field.act(Action::Refuse);
    assert_eq!((field.purses(), field.game.treaties.list.len()), ([10; 5].into(), 0));
    let field = neighbours().hand(Russia, &[2]).hand(Prussia, &[36]);
    let poor = Nations::COALITION.iter().fold(field, |field, nation| field.money(nation, 2)).resolve();
    assert_eq!(poor.refused(Action::Ally(three())), "N-9.3-cost", "8 FG are less than 9");
    assert!(poor.actions().contains(&Action::Ally(nations(&[Russia, Prussia]))));
}

#[test]
fn what_was_meant_for_one_left_out_is_not_paid() {
    let mut field = neighbours().hand(Russia, &[2]).hand(Prussia, &[36]).resolve();
    field.act(Action::Ally(three())).act(share(Prussia, 0)).act(share(Austria, 1));
    field.act(Action::Pledge(card(2))).act(Action::Refuse).act(Action::Accept);
    assert_eq!(field.purses(), [10, 10, 10, 9, 5].into(), "Russia pays 5 of 6 instead of 8 of 9");
}

// proves N-9.3-adjacent
#[test]
fn the_initiator_needs_one_unit_beside_one_future_ally() {
    let field = neighbours().hand(Russia, &[2]).hand(England, &[14]).hand(Prussia, &[36]).resolve();
    assert_eq!(field.refused(Action::Ally(nations(&[Russia, England]))), "N-9.3-adjacent");
    let mut field = field;
    field.act(Action::Ally(nations(&[Russia, England, Prussia]))).act(Action::Pledge(card(2)));
    field.act(Action::Pledge(card(14)));
    assert_eq!(field.asked(), Prussia);
    field.act(Action::Refuse);
    assert!(field.game.treaties.list.is_empty(), "without Prussia, England is too far away");
    // A frigate beside a land, or in the same sea, will do.
    let ships = |sea: &str| {
        let field = neighbours().hand(Russia, &[2]).hand(England, &[14]);
        field.ship(Russia, "baltic_east", Troops::NONE).ship(England, sea, Troops::NONE).resolve()
    };
    let both = Action::Ally(nations(&[Russia, England]));
    assert!(ships("baltic_east").actions().contains(&both));
    assert!(ships("baltic_west").actions().contains(&both));
    assert!(!ships("irish_sea").actions().contains(&both));
}

// proves N-9.3-card-each
#[test]
fn one_who_has_no_card_for_it_is_asked_all_the_same() {
    let mut field = neighbours().hand(Russia, &[2]).hand(Prussia, &[9]).resolve();
    field.act(Action::Ally(nations(&[Russia, Prussia]))).act(Action::Pledge(card(2)));
    assert_eq!((field.asked(), field.actions()), (Prussia, vec![Action::Refuse]));
    let none = neighbours().hand(Russia, &[2]).resolve();
    assert_eq!(none.refused(Action::Ally(nations(&[Russia, Prussia]))), "N-9.3-card-each");
    let own = neighbours().hand(Russia, &[9]).hand(Prussia, &[36]).resolve();
    assert_eq!(own.refused(Action::Ally(nations(&[Russia, Prussia]))), "N-9.3-card-each");
}

// proves N-9.3-initiator
#[test]
fn an_initiator_allies_himself_with_others_of_the_coalition() {
    let field = neighbours().hand(Russia, &[2]).hand(Prussia, &[36]).put(France, units(1, 0, 0), "saxony");
    let field = field.resolve();
    for wrong in [&[Prussia, Austria][..], &[Russia], &[]] {
        assert_eq!(field.refused(Action::Ally(nations(wrong))), "N-9.3-initiator");
    }
    assert_eq!(field.refused(Action::Ally(nations(&[Russia, France]))), "N-9.4-who");
    let idle = Field::new().put(Prussia, units(1, 0, 0), "berlin").hand(Prussia, &[36]).resolve();
    assert!(matches!(idle.game.phase, Phase::Move(0)), "nobody has an advisor in Diplomacy");
}

// proves N-1-not-born-allied
#[test]
fn nations_of_the_coalition_begin_as_strangers() {
    for players in [2, 5] {
        let field = Field::of("short", players);
        for nation in Nation::all() {
            assert_eq!(field.game.treaties.friends(nation), nation.into());
        }
    }
}

// proves N-8.7-space-2, N-8.7-spaces-others
#[test]
fn spaces_of_diplomacy_pay_their_advisor_first() {
    let paid = |space| {
        let field = Field::new().advisor(Russia, Zone::Diplomacy, space).resolve();
        (field.game.treasury.money[Russia], field.game.cards.hands[Russia].len())
    };
    assert_eq!([1, 2, 3].map(paid), [(12, 1), (11, 1), (10, 0)]);
}

// The fifth of the tricky situations.
// proves N-8.7-space-2
#[test]
fn a_bonus_card_can_be_pledged_at_once() {
    let field = Field::new().put(Russia, units(1, 0, 0), "poland").put(Prussia, units(1, 0, 0), "berlin");
    let mut field = field.hand(Prussia, &[36]).advisor(Russia, Zone::Diplomacy, 2);
    field.game.cards.tops[Side::Coalition] = Some(card(2));
    let mut field = field.resolve();
    field.act(Action::Ally(nations(&[Russia, Prussia]))).act(Action::Pledge(card(2)));
    field.act(Action::Pledge(card(36)));
    assert_eq!(field.game.treaties.friends(Russia), nations(&[Russia, Prussia]));
}

// proves N-8.7-order
#[test]
fn advisors_act_by_space_and_the_last_cannot_be_answered() {
    let mut field = neighbours().hand(Russia, &[2]).hand(Prussia, &[36]).hand(France, &[16, 3]);
    field = field.advisor(France, Zone::Diplomacy, 2).put(France, units(1, 0, 0), "saxony").resolve();
    assert_eq!(field.asked(), France);
    assert_eq!(field.refused(Action::Cancel(Russia)), "N-9.5-when");
    field.done();
    assert_eq!(field.asked(), Russia);
    field.act(Action::Ally(nations(&[Russia, Prussia]))).act(Action::Pledge(card(2)));
    field.act(Action::Pledge(card(36)));
    assert!(matches!(field.game.phase, Phase::Move(0)));
    assert_eq!(field.game.treaties.bond(Russia).map(|treaty| treaty.state), Some(Bond::Holds));
}

// proves N-9.3-agreement, N-9.3-adjacent
#[test]
fn nobody_is_asked_any_more_when_everybody_can_tell_that_it_fails() {
    let order = [Prussia, England, Austria, Russia, France];
    let field = || neighbours().order(order).hand(Russia, &[2]).hand(Prussia, &[36]).hand(England, &[14]);
    let mut far = field().resolve();
    far.act(Action::Ally(nations(&[Russia, Prussia, England]))).act(Action::Pledge(card(2)));
    assert_eq!(far.asked(), Prussia);
    far.act(Action::Refuse);
    assert_eq!(
        far.game.phase,
        Phase::Resolve(Zone::Diplomacy, 2, Step::Tried),
        "England is not beside Russia"
    );
    // Whoever was to pay refuses, and the price is not met with or without Prussia.
    let order = [England, Prussia, Austria, Russia, France];
    let mut poor = field().order(order).money(Russia, 0).resolve();
    poor.act(Action::Ally(nations(&[Russia, Prussia]))).act(share(Prussia, 3));
    assert_eq!(poor.game.parley.map(|parley| parley.shares), Some([0, 3, 3, 0, 0].into()));
    poor.act(Action::Pledge(card(2))).act(Action::Refuse);
    assert!(matches!(poor.game.phase, Phase::Move(_)), "{:?}", poor.game.phase);
    // Nor is it met without Prussia, for which England was to pay: then nobody is left.
    let mut alone = field().order(order).resolve();
    alone.act(Action::Ally(nations(&[Russia, Prussia]))).act(share(Prussia, 2)).act(share(England, 1));
    assert_eq!(alone.game.parley.map(|parley| parley.shares), Some([0, 1, 2, 0, 3].into()));
    alone.act(Action::Pledge(card(2))).act(Action::Refuse);
    assert_eq!(alone.game.phase, Phase::Resolve(Zone::Diplomacy, 2, Step::Tried));
    // It may still be met if somebody is left out for whom others were to pay.
    let mut open = field().order(order).resolve();
    open.act(Action::Ally(three())).act(share(England, 1)).act(share(Prussia, 0));
    open.act(Action::Pledge(card(2))).act(Action::Refuse);
    assert_eq!(open.asked(), Prussia);
    open.act(Action::Refuse).act(Action::Accept);
    assert_eq!(open.game.treaties.friends(Russia), nations(&[Russia, Austria]));
}

// proves N-9.3-agreement
#[test]
fn a_player_does_not_answer_his_own_offer() {
    let field = Field::of("short", 2).put(Russia, units(1, 0, 0), "poland").hand(Russia, &[2]);
    let field = field.put(Prussia, units(1, 0, 0), "berlin").put(Austria, units(1, 0, 0), "galicia");
    let field = field.hand(Prussia, &[36]).advisor(Russia, Zone::Diplomacy, 3);
    let mut field = field.resolve();
    field.act(Action::Ally(three())).act(share(England, 1)).act(Action::Pledge(card(2)));
    assert_eq!((field.asked(), field.actions()), (Prussia, vec![Action::Pledge(card(36)), Action::Refuse]));
    field.act(Action::Pledge(card(36)));
    assert_eq!((field.game.treaties.friends(Russia), field.purses()), (three(), [10, 9, 7, 7, 8].into()));
}
