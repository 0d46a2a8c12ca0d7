//! A card between new Allies. Rulebook 5, 9.2.

use engine::{Game, Seat, Viewer, steps};

use super::field::{Field, card, nations, units};
use crate::Conquests;
use crate::action::Action;
use crate::event::Event;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::nations::Nations;
use crate::state::Phase;
use crate::tables::Zone;

/// These have made an Alliance this turn, and phase 4 begins.
fn allied(field: Field, others: &[Nation]) -> Field {
    let mut field = field.allied(Russia, others).everybody_somewhere();
    field.game.begin_implementation(&mut field.log);
    steps::settle(&mut field.game, &mut field.log);
    field
}

fn give(number: u8, to: Nation) -> Action {
    Action::Give { card: card(number), to }
}

fn show(number: u8, to: Nation) -> Action {
    Action::Show { card: card(number), to }
}

// proves N-9.2-card, N-9.2-promises
#[test]
fn each_new_ally_may_give_or_show_each_other_one_card() {
    let field = Field::new().hand(Prussia, &[36, 9]).hand(Russia, &[2]).hand(Austria, &[10]);
    let mut field = allied(field, &[Prussia, Austria]);
    assert_eq!((field.asked(), field.actions().len()), (Prussia, 9));
    assert_eq!(field.refused(give(36, England)), "N-9.2-card");
    assert_eq!(field.refused(give(2, Russia)), "N-9.2-card");
    field.log.revealed = false;
    field.act(give(36, Russia));
    assert!(field.log.revealed);
    assert!(field.game.cards.hands[Russia].contains(card(36)));
    assert_eq!(field.refused(show(9, Russia)), "N-9.2-card", "one card to each");
    assert_eq!(field.actions(), [give(9, Austria), show(9, Austria), Action::Done]);
    field.act(show(9, Austria));
    assert!(field.game.cards.hands[Prussia].contains(card(9)));
    assert_eq!(field.asked(), Austria);
    field.done();
    assert_eq!((field.asked(), field.actions().len()), (Russia, 9), "nobody must give anything back");
    field.done();
    assert!(matches!(field.game.phase, Phase::Move(0)));
}

// proves N-9.2-card
#[test]
fn only_allies_of_this_turn_exchange_cards() {
    let mut field = Field::new().hand(Prussia, &[36]).hand(Russia, &[2]).allied(Russia, &[Prussia]);
    field = field.everybody_somewhere();
    field.game.treaties.list[0].made = 1;
    field.game.begin_implementation(&mut field.log);
    steps::settle(&mut field.game, &mut field.log);
    assert!(matches!(field.game.phase, Phase::Move(0)));
    let field = Field::new().put(France, units(1, 0, 0), "saxony").put(Prussia, units(1, 0, 0), "berlin");
    let field = field.hand(France, &[16, 51, 7]).hand(Prussia, &[9]).advisor(France, Zone::Diplomacy, 3);
    let mut forced = field.resolve();
    forced.act(Action::Force(Prussia)).act(Action::Pledge(card(16))).act(Action::Pledge(card(51)));
    assert_eq!(forced.actions(), [give(7, Prussia), show(7, Prussia), Action::Done]);
    forced.done();
    assert_eq!(
        (forced.asked(), forced.actions()),
        (Prussia, vec![give(9, France), show(9, France), Action::Done])
    );
}

// proves N-3.6-hidden
#[test]
fn only_the_two_know_which_card_it_was() {
    let field = Field::new().hand(Prussia, &[36, 2, 9]).hand(Russia, &[14]);
    let mut field = allied(field, &[Prussia]);
    field.game.cards.known[Seat(0)] = [36, 2, 9].map(card).into_iter().collect();
    field.game.cards.known[Seat(3)].insert(card(9));
    let mut shown = field.clone();
    shown.act(show(36, Russia));
    assert!(shown.game.cards.known[Seat(4)].contains(card(36)));
    assert_eq!(shown.game.cards.known[Seat(3)], field.game.cards.known[Seat(3)]);
    let told = |field: &Field, seat: u8| {
        let event: &Event = field.log.events.last().unwrap();
        Conquests::tell(event, Viewer::Seat(Seat(seat))).unwrap().text
    };
    assert_eq!(told(&shown, 1), "Prussia shows Russia a card");
    assert!(
        told(&shown, 4).contains(&card(36).to_string()) && told(&shown, 2).contains(&card(36).to_string())
    );
    field.act(give(36, Russia));
    let known =
        |nation: Nation, number| field.game.cards.known[Seat(nation.index() as u8)].contains(card(number));
    assert!(known(Prussia, 36) && known(Russia, 36));
    assert!(
        !known(France, 36) && !known(France, 2),
        "France cannot tell which of the two with such a back it was"
    );
    assert!(known(France, 9) && known(Austria, 9));
    assert!(!told(&field, 0).contains(&card(36).to_string()));
}

#[test]
fn a_player_does_not_show_cards_to_himself() {
    let field = allied(Field::of("short", 2).hand(Prussia, &[36]), &[Prussia]);
    assert_eq!(field.actions(), [give(36, Russia), Action::Done]);
    assert_eq!(field.refused(show(36, Russia)), "N-9.2-card");
    assert_eq!(field.game.phase, Phase::Exchange { place: 2, served: Nations::NONE });
    assert_eq!(field.game.treaties.friends(Russia), nations(&[Russia, Prussia]));
}
