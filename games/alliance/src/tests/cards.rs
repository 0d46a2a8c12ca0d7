//! Cards, actions and leaders. Rulebook 3.0 to 3.3, and the sidebar on game turns.

use engine::{Recorder, Seat, Seed, Session, Setup, Viewer};

use super::field::{Field, at, block};
use crate::action::Action;
use crate::cards::{Card, Cards};
use crate::event::Event;
use crate::state::{Alliance, Phase};
use crate::states::State::{self, Austria, Bavaria, Britain, France, Prussia, Russia, Spain};

/// The card of this number.
pub(super) fn card(number: u8) -> Card {
    Card::numbered(number).unwrap_or_else(|| panic!("there is no card {number}"))
}

/// Everybody holds just one card and plays it: what follows the reveal is next. Cards are given in the order of the seats.
pub(super) fn reveal<const N: usize>(mut field: Field, cards: [(State, u8); N]) -> Field {
    for (empire, number) in cards {
        let seat = field.seat(empire);
        let hand = &mut field.game.hands[seat];
        *hand = Default::default();
        hand.cards = [card(number)].into_iter().collect();
    }
    field.game.phase = Phase::Cards;
    for (_, number) in cards {
        field.act(Action::Play(card(number))).unwrap();
    }
    field
}

fn game(seats: u8) -> Alliance {
    Alliance::prepare(&Setup::new("1804", seats, Seed::from_number(7)), &mut Recorder::silent()).unwrap()
}

// proves A-3.0-deal
#[test]
fn every_player_gets_five_cards_and_no_other_empire_gets_any() {
    let game = game(4);
    let mut dealt = Cards::EMPTY;
    for seat in Seat::first(4) {
        let cards = game.hands[seat].cards;
        assert_eq!(cards.len(), 5);
        assert!(cards.iter().all(|card| !dealt.contains(card)), "a card is dealt once");
        dealt.extend(cards.iter());
        let seen = game.seen(Viewer::Seat(seat)).table();
        let shown = seen.pieces.iter().filter(|piece| piece.name().starts_with("Card ")).count();
        assert_eq!(shown, 5, "his own cards and nobody else's");
    }
    assert!(game.hands.as_array()[4..].iter().all(|hand| hand.cards.is_empty()));
}

// proves A-3.0-discard
#[test]
fn everybody_puts_one_card_aside_and_four_are_left() {
    let mut field = Field { game: game(2), log: Default::default() };
    let cards: Vec<Card> = field.game.hands[Seat(0)].cards.iter().collect();
    let theirs = field.game.hands[Seat(1)].cards.iter().next().unwrap();
    assert_eq!(field.refused(Action::Done), "A-3.0-discard");
    assert_eq!(field.refused(Action::Discard(theirs)), "A-3.0-deal");
    field.act(Action::Discard(cards[2])).unwrap();
    assert_eq!((field.game.hands[Seat(0)].cards.len(), field.game.hands[Seat(0)].aside), (4, Some(cards[2])));
    let Some(event @ Event::Discarded { .. }) = field.log.events.last() else { panic!("nothing is told") };
    let told = |viewer| event.tell(viewer).unwrap().text;
    assert_eq!(told(Viewer::Seat(Seat(1))), "France puts a card aside");
    assert_eq!(told(Viewer::Seat(Seat(0))), format!("You put card {} aside", cards[2]));
    field.act(Action::Discard(theirs)).unwrap();
    assert_eq!(field.game.phase, Phase::Cards);
    assert_eq!(field.refused(Action::Play(cards[2])), "A-3.0-deal");
}

// proves A-3.1-play, A-3.1-nopass
#[test]
fn cards_are_played_face_down_and_shown_together() {
    let mut field = Field { game: game(2), log: Default::default() };
    for seat in [0, 1] {
        let aside = field.game.hands[Seat(seat)].cards.iter().next().unwrap();
        field.act(Action::Discard(aside)).unwrap();
    }
    let [mine, theirs] = [0, 1].map(|seat| field.game.hands[Seat(seat)].cards.iter().next().unwrap());
    assert_eq!(field.refused(Action::Done), "A-3.1-nopass");
    field.act(Action::Play(mine)).unwrap();
    let shows = |field: &Field, card: Card| {
        let table = field.game.seen(Viewer::Seat(Seat(1))).table();
        table.pieces.iter().any(|piece| piece.name().starts_with(&format!("Card {card}")))
    };
    assert!(!shows(&field, mine));
    assert_eq!(field.refused(Action::Done), "A-3.1-nopass");
    field.act(Action::Play(theirs)).unwrap();
    assert!(shows(&field, mine) && shows(&field, theirs));
    assert_eq!(field.game.hands[Seat(0)].cards.len(), 3);
}

// proves A-3.1-order
#[test]
fn the_highest_card_moves_first() {
    let field = Field::of(&[France, Britain, Russia, Austria]).gold(Austria, 0);
    let cards = [(France, 25), (Britain, 17), (Russia, 33), (Austria, 37)];
    let mut field = reveal(field, cards);
    if field.game.phase == Phase::Bid {
        field.done();
    }
    let mut order = Vec::new();
    while field.game.phase == Phase::Actions {
        order.push(field.moving());
        field.done();
    }
    assert_eq!(order, [Austria, Russia, France, Britain]);
}

// proves A-3.2-three, A-3.2-own
#[test]
fn a_card_gives_three_points_and_one_more_to_its_own_empire() {
    let mut field = Field::duel().allied(Austria, Britain).cards([(France, 28), (Britain, 12)]);
    assert_eq!((field.moving(), field.game.turn.points), (France, 4));
    field.done();
    assert_eq!((field.moving(), field.game.turn.points), (Britain, 3));
}

// proves A-3.2-mix, A-3.2-save
#[test]
fn two_moves_and_a_levy_spend_three_points() {
    let mut field = Field::duel()
        .gold(France, 0)
        .put(France, ["Inf #1"], "Paris")
        .put(France, ["Inf #2"], "Burgundy")
        .put(France, ["Inf #3"], "Provence")
        .with_strength("France Inf #3", 1)
        .turn_of(France, 3);
    field.march("Paris", ["France Inf #1"], "Champagne");
    field.act(Action::Levy(block("France Inf #3"))).unwrap();
    field.march("Burgundy", ["France Inf #2"], "Lyonnais");
    assert_eq!((field.game.turn.points, field.strength("France Inf #3")), (0, 2));
    assert_eq!(field.refused(Action::Group(at("Provence"))), "A-3.2-mix");
    field.done();
    assert_eq!(field.game.treasuries[Seat(0)], 0);
}

// proves A-3.2-save, A-3.4-sources
#[test]
fn what_is_left_of_the_points_becomes_gold_after_the_turn() {
    let mut field = Field::duel()
        .gold(France, 0)
        .put(France, ["Inf #1", "Inf #2", "Inf #3"], "Paris")
        .with_strength("France Inf #1", 1)
        .with_strength("France Inf #2", 1)
        .turn_of(France, 3);
    field.act(Action::Levy(block("France Inf #1"))).unwrap();
    field.act(Action::Levy(block("France Inf #2"))).unwrap();
    assert_eq!(
        (field.game.treasuries[Seat(0)], field.game.purse()),
        (0, 0),
        "the last point is not gold yet"
    );
    field.done();
    assert_eq!(field.game.treasuries[Seat(0)], 1);
}

// proves A-3.2-levy, A-3.2-levy-still
#[test]
fn a_point_builds_a_block_or_adds_a_step_and_what_is_levied_stands_still() {
    let mut field = Field::duel()
        .put(France, ["Inf #1", "Inf #2"], "Paris")
        .with_strength("France Inf #1", 2)
        .with_strength("France Inf #2", 2)
        .turn_of(France, 4);
    field.act(Action::Levy(block("France Inf #1"))).unwrap();
    assert_eq!((field.strength("France Inf #1"), field.game.turn.points), (3, 3));
    field.act(Action::Build { block: block("France Cav #1"), at: at("Burgundy") }).unwrap();
    field.act(Action::Build { block: block("France Fleet #1"), at: at("Brittany") }).unwrap();
    assert_eq!((field.strength("France Cav #1"), field.strength("France Fleet #1")), (1, 0));
    assert_eq!(field.game.turn.points, 1);
    field.group("Paris").unwrap();
    assert_eq!(field.no_step("France Inf #1", "Champagne"), "A-3.2-levy-still");
    field.step("France Inf #2", "Champagne").unwrap();
    let mut rich = field.gold(France, 3);
    assert_eq!(rich.refused(Action::Levy(block("France Inf #2"))), "A-3.2-levy-still");
}

// proves A-3.3-eight
#[test]
fn alexander_is_39_and_napoleon_42() {
    assert_eq!(card(39).face().empire, Russia);
    assert_eq!((card(39).face().name.as_str(), card(42).face().name.as_str()), ("Alexander", "Napoléon"));
    assert_eq!((card(12).face().name.as_str(), card(28).face().name.as_str()), ("Grenzer", "Old Guard"));
}

// proves A-3.3-charles, A-3.3-event-once
#[test]
fn charles_widens_one_mountain_border() {
    let mut field = Field::duel()
        .allied(Austria, Britain)
        .put(France, ["Inf #1", "Inf #2", "Inf #3", "Inf #4"], "Lyonnais")
        .put(Austria, ["Grenzer"], "Italy")
        .put(Austria, ["Inf #5"], "Tyrol")
        .put(France, ["Inf #5", "Inf #6", "Inf #7"], "Swiss")
        .cards([(France, 40), (Britain, 1)]);
    field.march("Lyonnais", ["France Inf #1", "France Inf #2"], "Italy");
    assert!(!field.game.hands[Seat(0)].used);
    field.step("France Inf #3", "Italy").unwrap();
    assert!(field.game.hands[Seat(0)].used, "the third takes the event");
    assert_eq!(field.no_step("France Inf #4", "Italy"), "A-4.2-mountain");
    field.march("Swiss", ["France Inf #5", "France Inf #6"], "Tyrol");
    assert_eq!(field.no_step("France Inf #7", "Tyrol"), "A-4.2-mountain");
}

// proves A-3.3-charles, A-3.5-limits
#[test]
fn in_winter_charles_has_two_cross_a_mountain_border() {
    let mut field = Field::duel()
        .allied(Austria, Britain)
        .winter()
        .put(France, ["Inf #1", "Inf #2", "Inf #3"], "Lyonnais")
        .put(Austria, ["Grenzer"], "Italy")
        .cards([(France, 40), (Britain, 1)]);
    field.march("Lyonnais", ["France Inf #1", "France Inf #2"], "Italy");
    assert_eq!(field.no_step("France Inf #3", "Italy"), "A-3.5-limits");
}

// proves A-3.3-blucher
#[test]
fn bluecher_widens_one_river_border() {
    let mut field = Field::duel()
        .allied(Bavaria, Britain)
        .put(France, ["Inf #1", "Inf #2", "Inf #3", "Inf #4"], "Rhineland")
        .put(France, ["Inf #5"], "Rhineland")
        .put(Bavaria, ["Infantry (Munich)"], "Bavaria")
        .cards([(France, 38), (Britain, 1)]);
    let names = ["France Inf #1", "France Inf #2", "France Inf #3", "France Inf #4"];
    field.march("Rhineland", names, "Bavaria");
    assert_eq!(field.no_step("France Inf #5", "Bavaria"), "A-4.2-river");
}

// proves A-3.3-benefits
#[test]
fn a_leader_of_another_empire_allows_a_bid_besides_its_three_points() {
    let mut field = reveal(Field::duel().gold(France, 3), [(France, 39), (Britain, 2)]);
    assert_eq!(field.game.phase, Phase::Bid);
    field.done();
    assert_eq!((field.moving(), field.game.turn.points), (France, 3));
    let plain = reveal(Field::duel(), [(France, 34), (Britain, 2)]);
    assert_eq!(plain.game.phase, Phase::Actions, "no leader, no bid");
}

// proves A-GT-years
#[test]
fn a_game_turn_has_cards_then_actions_then_battles() {
    let mut field = Field::duel()
        .allied(Spain, Britain)
        .put(Spain, ["Inf #1"], "Madrid")
        .put(France, ["Inf #1", "Inf #2", "Inf #3", "Inf #4"], "Leon")
        .put(Britain, ["Inf #1", "Inf #2", "Inf #3", "Inf #4"], "London");
    field = reveal(field, [(France, 34), (Britain, 2)]);
    assert_eq!(field.refused(Action::Fight(at("Madrid"))), "A-3.2-mix");
    field.march("Leon", ["France Inf #1"], "Madrid");
    field.done();
    field.done();
    assert!(matches!(field.game.phase, Phase::Battles(_)));
    assert_eq!(field.refused(Action::Group(at("Leon"))), "A-GT-years");
    field.act(Action::Fight(at("Madrid"))).unwrap();
    for (scenario, first, last) in [("1804", 1804, 1807), ("1808", 1808, 1811), ("1812", 1812, 1815)] {
        let setup = Setup::new(scenario, 2, Seed::from_number(1));
        let game = Alliance::prepare(&setup, &mut Recorder::silent()).unwrap();
        assert_eq!((game.year, game.game_turn, game.rules.last_year), (first, 1, last));
    }
}

// proves A-GT-diplomacy, A-6.1-leader
#[test]
fn bids_are_made_after_the_reveal_and_before_the_first_turn() {
    let field = Field::duel().gold(France, 3).gold(Britain, 3);
    let mut field = reveal(field, [(France, 5), (Britain, 37)]);
    assert_eq!(field.refused(Action::Group(at("Paris"))), "A-GT-years");
    field.act(Action::Bid { target: Prussia, gold: 1 }).unwrap();
    field.done();
    assert_eq!((field.game.phase, field.moving()), (Phase::Actions, Britain));
    let again = Action::Bid { target: Russia, gold: 1 };
    assert_eq!(field.refused(again), "A-GT-diplomacy", "there is one bid in a game turn");
}

// proves A-3.1-nopass
#[test]
fn the_last_card_of_a_year_is_played_at_once() {
    let mut field = Field::duel();
    field.game.phase = Phase::Cards;
    for (hand, number) in field.game.hands.iter_mut().zip([7, 8]) {
        hand.cards = [card(number)].into_iter().collect();
    }
    let session = Session::from_position(Setup::new("1804", 2, Seed::from_number(1)), field.game).unwrap();
    let last = |number| Some(Action::Play(card(number)));
    assert_eq!([Seat(0), Seat(1)].map(|seat| session.forced(seat)), [last(7), last(8)]);
}
