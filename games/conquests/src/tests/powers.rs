//! Neutral capitals. 8.5.

use super::field::{Field, at, card, units};
use crate::action::Action;
use crate::nations::Nation::{Austria, France, Russia};
use crate::nations::Side;
use crate::state::Phase;
use crate::tables::Zone;

/// A French unit far off, so that the turn stops at Napoleon's movement.
fn table() -> Field {
    Field::new().put(France, units(1, 0, 0), "norway")
}

// proves N-8.5-card-powers, N-8.5-timing, N-8.5-next-turn
#[test]
fn madrid_lets_napoleon_play_for_morale_without_an_advisor() {
    let field = table().turn(3).put(France, units(1, 0, 0), "madrid").hand(France, &[15]).money(France, 0);
    let mut field = field.advisor(Austria, Zone::Society, 3).advisor(France, Zone::Military, 6).resolve();
    assert_eq!((field.game.decider(), field.game.tracks.morale[France]), (Some(Austria), 6));
    field.done();
    assert_eq!((field.game.decider(), field.game.phase), (Some(France), Phase::Powers(0)));
    field.act(Action::Play(card(15)));
    assert_eq!((field.game.tracks.morale[France], field.game.treasury.money[France]), (8, 4));
    assert!(field.game.cards.discards.contains(card(15)));
    let Phase::Resolve(Zone::Military, 5, _) = field.game.phase else { panic!("the Military zone is next") };

    // The garrison's Madrid serves nobody, nor does one shared with an Ally or left again.
    let empty = table().hand(France, &[15]).resolve();
    assert_eq!(empty.game.phase, Phase::Move(0));
    let shared = table().put(France, units(1, 0, 0), "madrid").put(Austria, units(1, 0, 0), "madrid");
    let mut shared = shared.allied(France, &[Austria]).hand(France, &[15]).hand(Austria, &[2]);
    shared.game.treaties.list[0].made = 1;
    let shared = shared.resolve();
    assert_eq!(shared.game.phase, Phase::Move(0));
    let mut left = table().put(France, units(1, 0, 0), "madrid").hand(France, &[15]);
    left.game.take(France, units(1, 0, 0), at("madrid"));
    assert_eq!(left.resolve().game.phase, Phase::Move(0));
}

// proves N-8.5-card-powers, N-8.5-order, N-8.5-in-addition
#[test]
fn the_capitals_are_used_in_the_order_of_the_track() {
    let field = table().put(Russia, units(1, 0, 0), "european_turkey").put(Russia, units(1, 0, 0), "rome");
    let field = field.put(Russia, units(1, 0, 0), "madrid").hand(Russia, &[2, 20, 12, 49]).morale(Russia, 10);
    let mut field = field.advisor(Russia, Zone::Morale, 3).resolve();
    // An advisor's card, then three more: Morale, Society, Finance.
    field.act(Action::Play(card(2)));
    assert_eq!((field.game.tracks.morale[Russia], field.game.phase), (11, Phase::Powers(0)));
    assert_eq!(field.refused(Action::Play(card(49))), "N-8.5-card-powers", "it has no Morale effect");
    field.act(Action::Play(card(20)));
    assert_eq!((field.game.tracks.morale[Russia], field.game.phase), (12, Phase::Powers(1)));
    field.act(Action::Play(card(12)));
    assert_eq!((field.game.tracks.society[Side::Coalition], field.game.phase), (3, Phase::Powers(3)));
    field.act(Action::Play(card(49)));
    assert_eq!((field.game.treasury.money[Russia], field.game.phase), (10 + 1 + 3, Phase::Move(0)));
}

// proves N-8.5-garrison
#[test]
fn an_empty_neutral_capital_has_its_garrison() {
    let mut field = table().put(France, units(2, 0, 0), "rome");
    assert!(!field.game.control.is_garrisoned(at("rome")) && field.game.control.is_garrisoned(at("madrid")));
    assert!(!field.game.control.is_garrisoned(at("naples")));
    field.game.take(France, units(1, 0, 0), at("rome"));
    assert!(!field.game.control.is_garrisoned(at("rome")));
    field.game.take(France, units(1, 0, 0), at("rome"));
    assert!(field.game.control.is_garrisoned(at("rome")));
}
