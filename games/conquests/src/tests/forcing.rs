//! Napoleon forces a nation into an Alliance. Rulebook 9.4.

use super::field::{Field, card, nations, units};
use crate::action::Action;
use crate::nations::Nation::{Austria, England, France, Prussia, Russia};
use crate::state::Bond;
use crate::tables::Zone;

/// France in Saxony beside Prussia in Berlin, with an advisor on the last space of Diplomacy.
fn field() -> Field {
    Field::new()
        .put(France, units(1, 0, 0), "saxony")
        .put(Prussia, units(1, 0, 0), "berlin")
        .put(Russia, units(1, 0, 0), "moscow")
        .put(England, units(1, 0, 0), "westphalia")
        .advisor(France, Zone::Diplomacy, 3)
}

// proves N-9.4-price
#[test]
fn a_forced_alliance_takes_three_points_and_5_fg() {
    let mut field = field().hand(France, &[16, 51, 7]).resolve();
    field.act(Action::Force(Prussia));
    assert_eq!(field.actions(), [Action::Pledge(card(16)), Action::Pledge(card(51))]);
    assert_eq!(field.refused(Action::Pledge(card(7))), "N-9.1-points");
    assert_eq!(field.refused(Action::Offer), "N-9.4-price");
    field.act(Action::Pledge(card(16)));
    assert_eq!((field.purses(), field.asked()), ([10; 5].into(), France));
    field.act(Action::Pledge(card(51)));
    assert_eq!(field.purses(), [5, 10, 10, 10, 10].into(), "nobody is asked");
    assert_eq!((field.game.treaties.forced_ally(), field.game.feats.successes[France]), (Some(Prussia), 1));
    assert_eq!(self::field().hand(France, &[16]).resolve().refused(Action::Force(Prussia)), "N-9.4-price");
    let poor = self::field().hand(France, &[16, 51]).money(France, 4).resolve();
    assert_eq!(poor.refused(Action::Force(Prussia)), "N-9.4-price");
}

// proves N-9.1-excess
#[test]
fn four_points_will_do_and_the_fourth_is_lost() {
    let mut field = field().hand(France, &[16, 3, 51]).resolve();
    field.act(Action::Force(Prussia)).act(Action::Pledge(card(16))).act(Action::Pledge(card(3)));
    assert_eq!(field.game.treaties.forced_ally(), Some(Prussia));
    assert_eq!(field.game.cards.hands[France].iter().collect::<Vec<_>>(), [card(51)]);
}

// proves N-9.4-who
#[test]
fn only_napoleon_forces_one_nation_that_is_in_no_alliance_and_never_england() {
    let field = || field().hand(France, &[16, 51]);
    assert_eq!(field().resolve().refused(Action::Force(England)), "N-9.4-who");
    assert_eq!(field().resolve().refused(Action::Force(France)), "N-9.4-who");
    let allied = field().allied(Prussia, &[Austria]).resolve();
    assert_eq!(allied.refused(Action::Force(Prussia)), "N-9.4-who");
    let russian = Field::new().put(Russia, units(1, 0, 0), "poland").put(Prussia, units(1, 0, 0), "berlin");
    let russian = russian.advisor(Russia, Zone::Diplomacy, 3).resolve();
    assert_eq!(russian.refused(Action::Force(Prussia)), "N-9.4-who");
    // One that is bound to Napoleon already can be forced anew, for two more turns.
    let mut again = field().allied(France, &[Prussia]);
    again.game.treaties.list[0].made = 1;
    let mut again = again.resolve();
    again.act(Action::Force(Prussia)).act(Action::Pledge(card(16))).act(Action::Pledge(card(51)));
    assert_eq!(again.game.treaties.bond(Prussia).map(|treaty| treaty.made), Some(2));
    assert_eq!(again.purses()[France], 5);
}

// proves N-9.4-adjacent
#[test]
fn a_french_unit_must_be_beside_a_unit_of_the_victim() {
    let field = field().hand(France, &[16, 51]);
    assert_eq!(field.clone().resolve().refused(Action::Force(Russia)), "N-9.4-adjacent");
    let shared = field.allied(France, &[Russia]).put(France, units(1, 0, 0), "moscow").resolve();
    assert!(shared.actions().contains(&Action::Force(Russia)), "the same land will do");
}

// proves N-9.4-single
#[test]
fn a_new_forced_alliance_ends_the_old_one() {
    let mut field = field().hand(France, &[16, 51]).allied(France, &[Austria]).resolve();
    field.act(Action::Force(Prussia)).act(Action::Pledge(card(16))).act(Action::Pledge(card(51)));
    assert_eq!(field.game.treaties.friends(France), nations(&[France, Prussia]));
    assert_eq!(field.game.treaties.friends(Austria), Austria.into());
    assert_eq!(field.game.treaties.list[0].state, Bond::Over);
}

/// Napoleon on space 2 has forced Prussia; Russia's advisor is on space 3.
fn example() -> Field {
    let field = Field::new()
        .put(France, units(1, 0, 0), "saxony")
        .put(Prussia, units(1, 0, 0), "berlin")
        .hand(France, &[16, 51])
        .hand(Prussia, &[10])
        .hand(Austria, &[36])
        .advisor(France, Zone::Diplomacy, 2)
        .advisor(Russia, Zone::Diplomacy, 3);
    let mut field = field.resolve();
    assert_eq!(
        (field.purses()[France], field.game.cards.hands[France].len()),
        (11, 3),
        "1 FG and a card come first"
    );
    field.act(Action::Force(Prussia)).act(Action::Pledge(card(16))).act(Action::Pledge(card(51)));
    assert_eq!((field.purses()[France], field.asked()), (6, Russia));
    assert_eq!(field.game.treaties.forced_ally(), Some(Prussia));
    field
}

// The example of 9.5.
// proves N-9.5-coalition, N-9.5-successful, N-9.1-points, N-9.4-plays-on
#[test]
fn the_coalition_cancels_together_what_napoleon_forced() {
    let mut field = example();
    field.act(Action::Cancel(Prussia)).act(Action::Share { nation: England, money: 2 }).act(Action::Offer);
    assert_eq!((field.asked(), field.actions()), (England, vec![Action::Accept, Action::Refuse]));
    field.act(Action::Accept);
    assert_eq!((field.asked(), field.actions()), (Prussia, vec![Action::Pledge(card(10)), Action::Refuse]));
    assert_eq!(field.refused(Action::Accept), "N-9.5-coalition");
    field.act(Action::Pledge(card(10)));
    assert_eq!(field.asked(), Austria, "Prussia's card counts one point only");
    field.act(Action::Pledge(card(36)));
    assert_eq!(field.purses(), [6, 8, 10, 10, 8].into());
    assert_eq!(field.game.treaties.list[0].state, Bond::Prevented);
    assert_eq!((field.game.treaties.forced_ally(), field.game.feats.successes), (None, [0; 5].into()));
    assert!([10, 16, 36, 51].iter().all(|number| field.game.cards.discards.contains(card(*number))));
}

// proves N-9.5-coalition, N-9.5-no-refund
#[test]
fn cancelling_takes_both_points_and_all_the_money() {
    let mut field = example();
    field.act(Action::Cancel(Prussia)).act(Action::Offer).act(Action::Refuse);
    assert_eq!(field.asked(), Austria, "its card could be worth two points");
    field.act(Action::Pledge(card(36)));
    assert_eq!((field.asked(), field.actions()), (Russia, vec![Action::BuyCard, Action::Done]));
    assert!(field.game.cards.hands[Austria].contains(card(36)), "one point is not enough");
    let mut field = example();
    field.act(Action::Cancel(Prussia)).act(Action::Share { nation: England, money: 1 }).act(Action::Offer);
    field.act(Action::Refuse);
    assert_eq!((field.asked(), field.actions()), (Russia, vec![Action::BuyCard, Action::Done]));
    assert_eq!(
        (field.game.treaties.forced_ally(), field.purses()),
        (Some(Prussia), [6, 10, 10, 10, 10].into())
    );
    let poor = [(England, 0), (Prussia, 0), (Austria, 0), (Russia, 3)];
    let poor = poor.into_iter().fold(example(), |field, (nation, money)| field.money(nation, money));
    assert_eq!(poor.refused(Action::Cancel(Prussia)), "N-9.5-coalition");
}

// proves N-9.5-coalition
#[test]
fn the_one_who_cancels_may_leave_all_the_cost_to_others() {
    let mut field = example().money(Russia, 0);
    field.act(Action::Cancel(Prussia)).act(Action::Share { nation: Austria, money: 3 });
    assert_eq!(field.game.parley.map(|parley| parley.shares), Some([0, 0, 1, 3, 0].into()));
    field.act(Action::Offer).act(Action::Pledge(card(10))).act(Action::Pledge(card(36)));
    assert_eq!((field.game.treaties.forced_ally(), field.purses()), (None, [6, 10, 9, 7, 0].into()));
}

// proves N-9.4-plays-on
#[test]
fn a_forced_ally_may_pay_for_an_alliance_of_others() {
    let field = Field::new().put(Russia, units(1, 0, 0), "poland").put(Austria, units(1, 0, 0), "galicia");
    let field = field.allied(France, &[Prussia]).hand(Russia, &[2]).money(Russia, 1).money(Austria, 1);
    let mut field = field.money(England, 0).advisor(Russia, Zone::Diplomacy, 3).resolve();
    field.act(Action::Ally(nations(&[Russia, Austria]))).act(Action::Pledge(card(2)));
    assert_eq!((field.asked(), field.actions()), (Prussia, vec![Action::Accept, Action::Refuse]));
    field.act(Action::Accept).act(Action::Accept);
    assert_eq!(field.purses(), [10, 0, 6, 0, 0].into());
    assert_eq!((field.game.treaties.forced_ally(), field.game.feats.successes[Russia]), (Some(Prussia), 1));
}

// proves N-9.5-coalition
#[test]
fn a_player_who_cancels_asks_himself_for_cards_only() {
    let field = Field::of("short", 2).allied(France, &[Prussia]).hand(Russia, &[2, 14]);
    let mut field = field.money(Russia, 1).advisor(Russia, Zone::Diplomacy, 3);
    field.game.treaties.list[0].made = 1;
    let mut field = field.resolve();
    field.act(Action::Cancel(Prussia)).act(Action::Pledge(card(2))).act(Action::Pledge(card(14)));
    assert_eq!((field.game.treaties.forced_ally(), field.purses()), (None, [10, 10, 7, 10, 0].into()));
}
