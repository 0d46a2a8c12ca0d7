//! What cards say, and against whom. 3.6, 17.2.1 to 17.2.3.

use engine::{Seat, Viewer};

use super::field::{Field, at, card, units};
use crate::action::Action;
use crate::cards::Cards;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::state::Phase;
use crate::tables::Zone;

/// A French unit far off, so that the turn stops at Napoleon's movement.
fn table() -> Field {
    Field::new().put(France, units(1, 0, 0), "norway")
}

fn on(number: u8, nation: Nation) -> Action {
    Action::PlayOn { card: card(number), nation }
}

// proves N-17.2.2-napoleon, N-17.2.2-advisor
#[test]
fn napoleon_picks_whom_a_card_hurts() {
    let field = table().hand(France, &[77]).morale(Prussia, 9).advisor(France, Zone::Morale, 3);
    let mut field = field.resolve();
    assert_eq!(field.refused(Action::Play(card(77))), "N-17.2.2-napoleon");
    assert_eq!(field.refused(on(77, France)), "N-17.2.2-napoleon");
    field.act(on(77, Prussia));
    assert_eq!(field.game.tracks.morale, [6, 5, 7, 4, 4].into());
    // No level pays anybody: 8 is passed downwards.
    assert_eq!(
        (field.game.treasury.money, field.game.treasury.points),
        ([11, 10, 10, 10, 10].into(), [20; 5].into())
    );
    assert!(field.game.errands.is_empty());

    let mut field = table().hand(France, &[77]).advisor(France, Zone::Society, 3);
    field.game.tracks.society = [1, 7].into();
    let mut field = field.resolve();
    assert_eq!(field.refused(on(77, Prussia)), "N-17.2.1-named");
    field.act(Action::Play(card(77)));
    assert_eq!(field.game.tracks.society, [1, 6].into());
    // Its other effects need their own zones.
    let field = table().hand(France, &[77]).advisor(France, Zone::Finance, 2).resolve();
    assert_eq!(field.refused(on(77, Prussia)), "N-3.6-advisor-needed");
}

// proves N-17.2.2-napoleon, N-3.6-symbol, N-17.2.1-partial
#[test]
fn a_card_that_names_its_victim_leaves_no_choice() {
    let mut field = table().hand(France, &[34]).advisor(France, Zone::Finance, 2).resolve();
    assert_eq!(field.refused(on(34, Prussia)), "N-17.2.1-named");
    field.act(Action::Play(card(34)));
    assert_eq!(field.game.treasury.money, [11, 8, 10, 10, 10].into());
    // Nobody is left to be hurt.
    let mut field = table().hand(France, &[34, 60]).advisor(France, Zone::Finance, 2);
    field.game.order.retain(|nation| *nation != England);
    let field = field.resolve();
    assert_eq!(field.refused(Action::Play(card(34))), "N-17.2.1-partial");
    assert_eq!(field.refused(on(60, England)), "N-17.2.1-partial");
    assert!(field.actions().contains(&on(60, Russia)));
}

// proves N-17.2.2-coalition, N-3.6-symbol
#[test]
fn cards_of_the_coalition_hurt_napoleon() {
    let play = |number, zone| {
        let mut field = table().hand(Austria, &[number]).advisor(Austria, zone, 3);
        field.game.tracks.society = [4, 4].into();
        let mut field = field.resolve();
        field.act(Action::Play(card(number)));
        (field.game.treasury.money[France], field.game.tracks.morale[France], field.game.tracks.society)
    };
    assert_eq!(play(97, Zone::Finance), (8, 6, [4, 4].into()));
    assert_eq!(play(79, Zone::Morale), (10, 4, [4, 4].into()));
    assert_eq!(play(79, Zone::Society), (10, 6, [3, 4].into()));
}

// proves N-17.2.1-named
#[test]
fn a_card_serves_those_it_names() {
    let wurmser = |nation| {
        let field = table().put(nation, units(1, 0, 0), "tyrol").hand(nation, &[14]).money(nation, 0);
        field.advisor(nation, Zone::Military, 1).resolve()
    };
    assert_eq!(wurmser(Prussia).refused(Action::Play(card(14))), "N-17.2.1-named");
    let mut field = wurmser(Austria);
    field.act(Action::Play(card(14)));
    assert_eq!(field.game.errands.len(), 2);
    // The title speaks of Jourdan, the effect of nobody: anybody may use it.
    let field = table().hand(Prussia, &[9]).money(Prussia, 0).advisor(Prussia, Zone::Military, 1).resolve();
    assert!(field.actions().contains(&Action::Play(card(9))));
}

// proves N-17.2.3-see-hand, N-17.2.3-see-and-point
#[test]
fn a_look_at_napoleons_hand_is_for_one_pair_of_eyes() {
    let field = table().hand(France, &[4, 7]).hand(Prussia, &[79, 111]).advisor(Prussia, Zone::Diplomacy, 3);
    let mut field = field.resolve();
    assert_eq!(field.refused(Action::Play(card(111))), "N-17.2.3-see-and-point");
    field.log.revealed = false;
    field.act(Action::Play(card(79)));
    assert!(field.log.revealed);
    let hand: Cards = [card(4), card(7)].into_iter().collect();
    assert_eq!(field.game.cards.known, [Cards::EMPTY, Cards::EMPTY, hand, Cards::EMPTY, Cards::EMPTY].into());
    let told = |viewer| {
        let lines = field.log.events.iter().filter_map(|event| event.tell(viewer));
        lines.filter(|line| line.text.to_string().contains(&card(7).face().title)).count()
    };
    assert_eq!((told(Viewer::Seat(Seat(2))), told(Viewer::Seat(Seat(1)))), (1, 0));
    // It was the one thing this advisor does.
    assert_eq!(
        (field.game.council.advisors(Prussia, Zone::Diplomacy), field.game.phase),
        (0, Phase::Move(0))
    );
    // Seeing the same cards again would change nothing.
    let mut again = table().hand(France, &[4]).hand(Prussia, &[79]).advisor(Prussia, Zone::Diplomacy, 3);
    again.game.cards.known[Seat(2)] = Cards::from(card(4));
    assert_eq!(again.resolve().refused(Action::Play(card(79))), "N-17.2.1-partial");
    // Nor would a look of Napoleon's, who was given the card, at his own hand.
    let own = table().hand(France, &[4, 79]).advisor(France, Zone::Diplomacy, 3).resolve();
    assert_eq!(own.refused(Action::Play(card(79))), "N-17.2.1-partial");
}

// proves N-17.2.3-see-objective
#[test]
fn a_look_at_an_objective_is_for_one_pair_of_eyes() {
    let mut field = table().hand(France, &[26]).advisor(France, Zone::Diplomacy, 3).resolve();
    assert_eq!(field.refused(on(26, France)), "N-17.2.3-see-objective");
    assert_eq!(field.refused(Action::Play(card(26))), "N-17.2.3-see-objective");
    field.act(on(26, Austria));
    assert_eq!(field.game.cards.seen[Seat(0)], Austria.into());
    assert!(field.game.cards.seen.iter().skip(1).all(|seen| seen.is_empty()));
    let objective = field.game.cards.objectives[Austria].expect("Austria has one");
    let told = |viewer| {
        let lines = field.log.events.iter().filter_map(|event| event.tell(viewer));
        lines.filter(|line| line.text.to_string().contains(objective.text(Austria))).count()
    };
    assert_eq!((told(Viewer::Seat(Seat(0))), told(Viewer::Seat(Seat(3)))), (1, 0));
    // With three players England's player knows Prussia's objective as his own.
    let field = Field::of("short", 3).hand(England, &[113]).advisor(England, Zone::Diplomacy, 3).resolve();
    assert_eq!(field.refused(on(113, Prussia)), "N-17.2.1-partial");
    assert!(field.actions().contains(&on(113, Russia)));
}

// proves N-3.4-areas
#[test]
fn lands_are_for_troops_and_seas_for_frigates() {
    let field = table().ship(England, "irish_sea", units(1, 0, 0));
    assert!(field.game.controls(England, at("irish_sea")) && !field.game.controls(England, at("ireland")));
    assert_eq!(field.game.forces.places(England).len(), 1);
    assert_eq!(field.game.forces.on_map(England).len(), 2);
}
