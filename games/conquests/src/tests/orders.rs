//! Standing orders: only what they cover is answered, and always with something that is allowed.

use engine::{Game, steps};

use super::field::{Field, card, nations, units};
use crate::Conquests;
use crate::action::Action;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::state::Phase;
use crate::tables::Zone;

/// What a nation's player has decided ahead, if this is all that he has ordered.
pub(super) fn answer(field: &Field, nation: Nation, id: &str, choice: &str) -> Option<Action> {
    let given = std::iter::once((id.to_owned(), choice.into())).collect();
    let orders = Conquests::info().ordered(&given).expect("an order of the game");
    field.game.ordered(field.game.seat(nation), &orders)
}

/// Russia, with an advisor in Diplomacy, stands beside Prussia, and both have cards for an Alliance.
fn neighbours() -> Field {
    Field::new()
        .put(Russia, units(1, 0, 0), "poland")
        .put(Prussia, units(1, 0, 0), "berlin")
        .hand(Russia, &[2])
        .hand(Prussia, &[36])
}

fn declare(field: &mut Field) {
    field.act(Action::Ally(nations(&[Russia, Prussia]))).act(Action::Pledge(card(2)));
}

#[test]
fn an_offer_is_refused_by_whoever_wants_none() {
    let mut field = neighbours().advisor(Russia, Zone::Diplomacy, 3).resolve();
    assert_eq!(answer(&field, Russia, "offers", "refuse"), None, "it is Russia that drafts one");
    declare(&mut field);
    assert_eq!(field.asked(), Prussia);
    assert_eq!(answer(&field, Prussia, "offers", "ask"), None);
    assert_eq!(answer(&field, Prussia, "offers", "refuse"), Some(Action::Refuse));
    assert_eq!(answer(&field, Prussia, "freeing", "refuse"), None, "another order");
    assert_eq!(answer(&field, Austria, "offers", "refuse"), None, "nobody asks Austria");
}

#[test]
fn nobody_need_help_to_end_a_forced_alliance() {
    let field = Field::new().allied(France, &[Prussia]).advisor(England, Zone::Diplomacy, 3);
    let mut field = field.hand(England, &[2, 14]).hand(Russia, &[20]);
    field.game.treaties.list[0].made = 1;
    let mut field = field.resolve();
    field.act(Action::Cancel(Prussia)).act(Action::Pledge(card(2))).act(Action::Offer);
    let asked = field.asked();
    assert_eq!(answer(&field, asked, "freeing", "refuse"), Some(Action::Refuse));
    assert_eq!(answer(&field, asked, "offers", "refuse"), None, "another order");
}

#[test]
fn an_alliance_through_stockholm_can_be_let_pass() {
    let field = neighbours().put(Russia, units(1, 0, 0), "stockholm").hand(France, &[16]);
    let mut field = field.advisor(France, Zone::Diplomacy, 2).resolve();
    declare(&mut field);
    field.act(Action::Pledge(card(36)));
    assert_eq!(field.asked(), France);
    assert_eq!(answer(&field, France, "objections", "ask"), None);
    assert_eq!(answer(&field, France, "objections", "never"), Some(Action::Done));
}

#[test]
fn cards_are_kept_from_new_allies() {
    let mut field = neighbours().allied(Russia, &[Prussia]).everybody_somewhere();
    field.game.begin_implementation(&mut field.log);
    steps::settle(&mut field.game, &mut field.log);
    assert_eq!(field.asked(), Prussia);
    assert_eq!(answer(&field, Prussia, "cards", "never"), Some(Action::Done));
}

#[test]
fn units_are_lent_or_not_as_ordered() {
    let mut field = Field::new()
        .put(Austria, units(1, 1, 0), "saxony")
        .put(Prussia, units(0, 0, 1), "saxony")
        .allied(Austria, &[Prussia])
        .moves(Austria);
    assert_eq!(answer(&field, Austria, "lending", "always"), None, "its own movement");
    field.act(Action::AskUnits(Prussia));
    assert_eq!(answer(&field, Prussia, "lending", "ask"), None);
    assert_eq!(answer(&field, Prussia, "lending", "always"), Some(Action::Accept));
    assert_eq!(answer(&field, Prussia, "lending", "never"), Some(Action::Refuse));
}

#[test]
fn an_idle_advisor_buys_a_card_or_none_as_ordered() {
    let mut field = Field::new().peopled().advisor(Russia, Zone::Military, 6);
    field.game.phase = Phase::Idle(0);
    steps::settle(&mut field.game, &mut field.log);
    assert_eq!(field.asked(), Russia);
    assert_eq!(answer(&field, Russia, "idle", "ask"), None);
    assert_eq!(answer(&field, Russia, "idle", "never"), Some(Action::Done));
    assert_eq!(answer(&field, Russia, "idle", "always"), Some(Action::BuyCard));
}
