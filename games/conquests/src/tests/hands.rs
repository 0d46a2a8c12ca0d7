//! Nations of one player have hands of their own. 2.

use engine::{Game, PieceKey, Target};

use super::field::{Field, card, nations, units};
use crate::action::Action;
use crate::nations::Nation::{Austria, England, Prussia, Russia};
use crate::state::Phase;
use crate::tables::Zone;

const SEPARATE: &str = "N-2-multi-separate";

/// Austria, of the one player of the Coalition, decides; Russia holds the card.
fn two_players(zone: Zone, austrian: &[u8], russian: u8) -> Field {
    Field::of("short", 2)
        .put(Austria, units(1, 0, 0), "vienna")
        .put(Russia, units(1, 0, 0), "galicia")
        .hand(Austria, austrian)
        .hand(Russia, &[russian])
        .advisor(Austria, zone, 3)
        .resolve()
}

// proves N-2-multi-separate
#[test]
fn an_advisor_plays_cards_of_his_own_nation() {
    let field = two_players(Zone::Society, &[12], 46);
    assert_eq!((field.asked(), field.actions().contains(&Action::Play(card(12)))), (Austria, true));
    assert_eq!(field.refused(Action::Play(card(46))), SEPARATE);
    assert_eq!(
        field.reason(Action::Play(card(46))),
        "Russia holds that card, and Austria decides: each nation has its own hand"
    );
    assert_eq!(field.refused(Action::Play(card(4))), "N-3.6-when", "that one is Napoleon's");
    let clicked = Target::Piece { piece: PieceKey::of(&card(46)) };
    let reasons = field.game.explain(field.game.seat(Austria), &clicked);
    assert_eq!(reasons[0].rule.as_str(), SEPARATE, "{reasons:?}");
}

// proves N-2-multi-separate
#[test]
fn an_alliance_is_paid_for_with_cards_of_each_nations_own() {
    let mut field = Field::of("short", 2)
        .put(Russia, units(1, 0, 0), "poland")
        .put(Prussia, units(1, 0, 0), "berlin")
        .put(England, units(1, 0, 0), "london")
        .hand(Russia, &[2])
        .hand(Prussia, &[36])
        .advisor(Russia, Zone::Diplomacy, 3)
        .resolve();
    field.act(Action::Ally(nations(&[Russia, Prussia])));
    assert_eq!((field.asked(), field.refused(Action::Pledge(card(36)))), (Russia, SEPARATE));
    assert_eq!(field.refused(Action::Pledge(card(16))), "N-9.1-points", "that one is nobody's");
    field.act(Action::Pledge(card(2)));
    assert_eq!(field.asked(), Prussia);
    assert_eq!(field.refused(Action::Pledge(card(2))), SEPARATE);
}

// proves N-2-multi-separate
#[test]
fn new_allies_give_cards_of_their_own() {
    let mut field = Field::of("short", 2)
        .put(Russia, units(1, 0, 0), "poland")
        .put(Prussia, units(1, 0, 0), "berlin")
        .put(England, units(1, 0, 0), "london")
        .hand(Russia, &[2, 46])
        .hand(Prussia, &[36, 12])
        .advisor(Russia, Zone::Diplomacy, 3)
        .resolve();
    field.act(Action::Ally(nations(&[Russia, Prussia])));
    field.act(Action::Pledge(card(2))).act(Action::Pledge(card(36)));
    assert!(matches!(field.game.phase, Phase::Exchange { .. }));
    let (own, other, to) = match field.asked() {
        Prussia => (12, 46, Russia),
        _ => (46, 12, Prussia),
    };
    assert!(field.actions().contains(&Action::Give { card: card(own), to }));
    assert_eq!(field.refused(Action::Give { card: card(other), to }), SEPARATE);
}

// proves N-2-multi-separate
#[test]
fn each_nation_keeps_cards_of_its_own() {
    let mut field = Field::of("campaign", 2).hand(Austria, &[12]).hand(Russia, &[46]);
    field.game.phase = Phase::Keep(3);
    assert_eq!((field.asked(), field.refused(Action::Keep(card(46)))), (Austria, SEPARATE));
}
