//! What Austria does for itself and for others, and how a forced Ally gets away. Rulebook 9.1, 9.3, 16.

use super::field::{Field, card, nations, units};
use crate::action::Action;
use crate::nations::Nation;
use crate::nations::Nation::{Austria, England, France, Prussia, Russia};
use crate::parley::points_of;
use crate::state::{Bond, Phase, Step};
use crate::tables::Zone;

/// Russia in Poland, Prussia in Berlin, England in Pomerania beside it, Austria far away in Tyrol; Russia's advisor is in Diplomacy.
fn field() -> Field {
    Field::new()
        .put(Russia, units(1, 0, 0), "poland")
        .put(Prussia, units(1, 0, 0), "berlin")
        .put(England, units(1, 0, 0), "pomerania")
        .put(Austria, units(1, 0, 0), "tyrol")
        .advisor(Russia, Zone::Diplomacy, 3)
}

fn speak_for(number: u8, nation: Nation) -> Action {
    Action::Sponsor { card: card(number), nation }
}

// proves N-9.1-points
#[test]
fn a_card_of_two_points_counts_two_for_austria_and_napoleon_only() {
    let counts = |number| Nation::all().map(|nation| points_of(nation, card(number))).collect::<Vec<_>>();
    assert_eq!(counts(10), [2, 1, 1, 2, 1]);
    assert_eq!((counts(36), counts(9)), (vec![1; 5], vec![0; 5]));
}

// proves N-9.3-austria-others
#[test]
fn austria_speaks_for_a_nation_without_being_in_the_alliance() {
    let mut field = field().hand(Russia, &[2]).hand(Prussia, &[9]).hand(Austria, &[36, 12]).resolve();
    field.act(Action::Ally(nations(&[Russia, Prussia]))).act(Action::Pledge(card(2)));
    assert_eq!((field.asked(), field.actions()), (Prussia, vec![Action::Accept, Action::Refuse]));
    assert_eq!(field.refused(speak_for(36, Prussia)), "N-9.3-austria-others");
    field.act(Action::Accept);
    assert_eq!((field.asked(), field.actions()), (Austria, vec![speak_for(36, Prussia), Action::Refuse]));
    assert_eq!(field.refused(speak_for(12, Prussia)), "N-9.3-austria-others");
    assert_eq!(field.refused(speak_for(36, Russia)), "N-9.3-austria-others");
    assert_eq!(field.refused(Action::Accept), "N-9.3-agreement");
    field.act(speak_for(36, Prussia));
    assert_eq!(field.game.treaties.friends(Russia), nations(&[Russia, Prussia]));
    assert_eq!(field.purses(), [10, 10, 7, 10, 7].into());
    assert_eq!(field.game.cards.hands[Austria].iter().collect::<Vec<_>>(), [card(12)]);
}

#[test]
fn without_austrias_help_one_who_lacks_a_card_stays_out() {
    let mut field = field().hand(Russia, &[2]).hand(Prussia, &[9]).hand(Austria, &[36]).resolve();
    field.act(Action::Ally(nations(&[Russia, Prussia]))).act(Action::Pledge(card(2))).act(Action::Accept);
    field.act(Action::Refuse);
    assert!(field.game.treaties.list.is_empty() && field.game.cards.discards.is_empty());
    assert_eq!(field.purses(), [10; 5].into());
}

// The twenty-fourth of the tricky situations.
// proves N-9.3-austria-others, N-9.1-points
#[test]
fn two_points_of_austria_cover_two_nations() {
    let mut field = field().hand(Prussia, &[9]).hand(Austria, &[10]).resolve();
    let both = nations(&[Russia, Prussia]);
    field.act(Action::Ally(both)).act(Action::Offer).act(Action::Accept);
    assert_eq!((field.asked(), field.actions().len()), (Austria, 3));
    field.act(speak_for(10, Russia));
    assert_eq!(field.game.treaties.friends(Russia), both, "the point that was left went to Prussia");
    // With two more who need help, Austria says who gets the point that is left.
    let mut field = self::field().hand(Russia, &[9]).hand(Prussia, &[12]).hand(Austria, &[10]).resolve();
    let all = nations(&[Russia, Prussia, England]);
    field.act(Action::Ally(all)).act(Action::Offer).act(Action::Accept).act(Action::Accept);
    field.act(speak_for(10, Russia));
    assert_eq!(
        field.actions(),
        [speak_for(10, England), speak_for(10, Prussia), Action::Accept],
        "one point is left for either"
    );
    field.act(speak_for(10, Prussia));
    assert_eq!(field.game.treaties.friends(Russia), both);
    assert_eq!(field.purses(), [10, 10, 7, 10, 7].into(), "England is left out and pays nothing");
}

// proves N-9.3-austria-self
#[test]
fn austria_begins_an_alliance_without_a_card_and_pays_its_share() {
    let field = Field::new().put(Austria, units(1, 0, 0), "galicia").put(Russia, units(1, 0, 0), "poland");
    let mut field =
        field.hand(Russia, &[2]).hand(Austria, &[36]).advisor(Austria, Zone::Diplomacy, 3).resolve();
    field.act(Action::Ally(nations(&[Austria, Russia])));
    assert_eq!(field.refused(Action::Pledge(card(36))), "N-9.3-austria-self");
    field.act(Action::Offer).act(Action::Pledge(card(2)));
    assert_eq!((field.purses(), field.game.feats.successes[Austria]), ([10, 10, 10, 7, 7].into(), 1));
    assert!(field.game.cards.hands[Austria].contains(card(36)));
}

#[test]
fn austria_as_initiator_helps_at_the_end() {
    let field = Field::new().put(Austria, units(1, 0, 0), "galicia").put(Russia, units(1, 0, 0), "poland");
    let mut field = field.hand(Austria, &[36]).advisor(Austria, Zone::Diplomacy, 3).resolve();
    field.act(Action::Ally(nations(&[Austria, Russia]))).act(Action::Offer).act(Action::Accept);
    assert_eq!((field.asked(), field.actions()), (Austria, vec![speak_for(36, Russia), Action::Accept]));
    assert_eq!(field.refused(Action::Refuse), "N-9.3-agreement");
    field.act(speak_for(36, Russia));
    assert_eq!(field.game.treaties.friends(Russia), nations(&[Russia, Austria]));
}

// The twenty-fifth of the tricky situations.
// proves N-9.3-from-forced
#[test]
fn a_forced_ally_gets_away_with_three_points_and_austrias_help() {
    let forced = || field().allied(France, &[Prussia]).hand(Russia, &[2]);
    let mut field = forced().hand(Prussia, &[36]).hand(Austria, &[10]).resolve();
    field.act(Action::Ally(nations(&[Russia, Prussia]))).act(Action::Pledge(card(2)));
    field.act(Action::Pledge(card(36)));
    assert_eq!((field.asked(), field.actions()), (Prussia, vec![Action::Accept, Action::Refuse]));
    field.act(Action::Accept).act(speak_for(10, Prussia));
    assert_eq!(field.game.treaties.friends(Prussia), nations(&[Russia, Prussia]));
    assert_eq!((field.game.treaties.forced_ally(), field.game.treaties.list[0].state), (None, Bond::Over));
    // Two points are not enough.
    let short = forced().hand(Prussia, &[36, 14]).resolve();
    assert_eq!(short.refused(Action::Ally(nations(&[Russia, Prussia]))), "N-9.3-from-forced");
    // Three of its own are.
    let mut field = forced().hand(Prussia, &[10, 36, 14]).resolve();
    field.act(Action::Ally(nations(&[Russia, Prussia]))).act(Action::Pledge(card(2)));
    field.act(Action::Pledge(card(10))).act(Action::Pledge(card(36)));
    assert_eq!((field.asked(), field.actions()), (Prussia, vec![Action::Pledge(card(14)), Action::Refuse]));
    field.act(Action::Pledge(card(14)));
    assert_eq!(field.game.treaties.friends(Prussia), nations(&[Russia, Prussia]));
}

// proves N-9.3-from-forced
#[test]
fn a_forced_ally_can_begin_an_alliance_with_three_points() {
    let forced = |cards: &[u8]| {
        let field = Field::new().put(Russia, units(1, 0, 0), "poland").put(Prussia, units(1, 0, 0), "berlin");
        let field = field.allied(France, &[Prussia]).hand(Russia, &[2]).hand(Prussia, cards);
        field.advisor(Prussia, Zone::Diplomacy, 3).resolve()
    };
    let both = Action::Ally(nations(&[Russia, Prussia]));
    assert_eq!(forced(&[36, 14, 9]).refused(both), "N-9.3-from-forced");
    let mut field = forced(&[36, 14, 52]);
    field.act(both).act(Action::Pledge(card(36))).act(Action::Pledge(card(14)));
    assert_eq!(field.refused(Action::Offer), "N-9.3-card-each");
    field.act(Action::Pledge(card(52)));
    assert_eq!(field.asked(), Russia);
    field.act(Action::Pledge(card(2)));
    assert_eq!(field.game.treaties.friends(Prussia), nations(&[Russia, Prussia]));
}

// proves N-9.3-austria-from-forced
#[test]
fn austria_pays_three_points_itself_to_leave_a_forced_alliance() {
    let forced = |cards: &[u8]| {
        let field =
            Field::new().put(Austria, units(1, 0, 0), "galicia").put(Russia, units(1, 0, 0), "poland");
        field.allied(France, &[Austria]).hand(Russia, &[2, 14, 20]).hand(Austria, cards)
    };
    let both = Action::Ally(nations(&[Austria, Russia]));
    let begun = |cards: &[u8]| forced(cards).advisor(Austria, Zone::Diplomacy, 3).resolve();
    assert_eq!(begun(&[10]).refused(both), "N-9.3-austria-from-forced");
    let mut field = begun(&[10, 36]);
    field.act(both).act(Action::Pledge(card(10))).act(Action::Pledge(card(36))).act(Action::Pledge(card(2)));
    assert_eq!(field.game.treaties.friends(Austria), nations(&[Austria, Russia]));
    // The same when it is asked to join.
    let asked = |cards: &[u8]| {
        let mut field = forced(cards).advisor(Russia, Zone::Diplomacy, 3).resolve();
        field.act(both).act(Action::Pledge(card(2)));
        field
    };
    let short = asked(&[36, 9]);
    assert_eq!((short.asked(), short.actions()), (Austria, vec![Action::Refuse]));
    assert_eq!(short.refused(Action::Pledge(card(36))), "N-9.3-austria-from-forced");
    let mut field = asked(&[36, 10]);
    field.act(Action::Pledge(card(36))).act(Action::Pledge(card(10)));
    assert_eq!(field.game.treaties.friends(Austria), nations(&[Austria, Russia]));
    assert_eq!(field.game.treaties.forced_ally(), None);
}

#[test]
fn austria_helps_a_forced_ally_only_all_the_way() {
    let mut field = field().allied(France, &[Prussia]).hand(Russia, &[2]).hand(Prussia, &[9]);
    field = field.hand(Austria, &[36, 14, 12]).resolve();
    field.act(Action::Ally(nations(&[Russia, Prussia]))).act(Action::Pledge(card(2))).act(Action::Accept);
    assert_eq!((field.asked(), field.actions()), (Austria, vec![Action::Refuse]));
    assert_eq!(field.refused(speak_for(36, Prussia)), "N-9.3-austria-others");
    field.act(Action::Refuse);
    assert_eq!(field.game.phase, Phase::Resolve(Zone::Diplomacy, 2, Step::Tried));
}

// proves N-9.3-from-forced
#[test]
fn a_forced_ally_pledges_no_card_in_vain() {
    let forced = |cards: &[u8], austrian: &[u8]| {
        let field = field().allied(France, &[Prussia]).hand(Russia, &[2]).hand(Prussia, cards);
        let mut field = field.hand(Austria, austrian).resolve();
        field.act(Action::Ally(nations(&[Russia, Prussia]))).act(Action::Pledge(card(2)));
        field
    };
    let short = forced(&[36, 14, 9], &[]);
    assert_eq!((short.asked(), short.actions()), (Prussia, vec![Action::Refuse]));
    assert_eq!(short.refused(Action::Pledge(card(36))), "N-9.3-from-forced");
    let helped = forced(&[36, 14, 9], &[12]);
    assert!(helped.actions().contains(&Action::Pledge(card(36))), "Austria's card may be worth a point");
}
