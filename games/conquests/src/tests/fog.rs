//! What is hidden from whom. Rulebook 3.6, 13.1, 17.2.3.

use engine::kit::Kit;
use engine::{Game, GaugeValue, Seat, Seed, Setup, Stream, Table, Viewer};

use super::field::{Field, card};
use crate::by::By;
use crate::cards::{Card, Cards};
use crate::effects::{Age, Domain};
use crate::hidden::backs;
use crate::nations::{Nation, Side};
use crate::objectives::Objective;
use crate::{Conquests, hidden};

use Nation::{Austria, England, France, Prussia, Russia};

/// Cards of the first Age with a stripe.
fn old(side: Side, stripe: Domain) -> Vec<u8> {
    (Card::deck(side, Age::First) & Card::striped(stripe)).iter().map(Card::number).collect()
}

fn seen_by(field: &Field, nation: Nation) -> Table {
    field.game.view(Viewer::Seat(field.game.seat(nation)))
}

/// A position in which Napoleon holds this card; the decks show the same.
fn with_card(number: u8) -> Field {
    let mut field = Field::new().peopled().hand(France, &[number]);
    field.game.cards.tops = By::all(None);
    field
}

// proves N-3.6-talk
#[test]
fn an_ally_is_shown_no_cards_but_those_that_a_rule_grants() {
    let red = old(Side::Coalition, Domain::Military);
    let allied = |number: u8| {
        let mut field = Field::new().peopled().hand(Austria, &[number]).allied(Russia, &[Austria]);
        field.game.cards.tops = By::all(None);
        field
    };
    let (one, other) = (allied(red[0]), allied(red[1]));
    assert_eq!(seen_by(&one, Russia), seen_by(&other, Russia));
    assert_ne!(seen_by(&one, Austria), seen_by(&other, Austria));
}

// proves N-3.6-hidden, N-3.6-stripe
#[test]
fn faces_in_hand_are_hidden_and_backs_are_not() {
    let red = old(Side::France, Domain::Military);
    let (one, other) = (with_card(red[0]), with_card(red[1]));
    for nation in [England, Prussia, Austria, Russia] {
        assert_eq!(seen_by(&one, nation), seen_by(&other, nation));
    }
    assert_eq!(one.game.view(Viewer::Spectator), other.game.view(Viewer::Spectator));
    assert_ne!(seen_by(&one, France), seen_by(&other, France));
    // Another stripe shows, in hand and on top of the deck.
    let pink = with_card(old(Side::France, Domain::Society)[0]);
    assert_ne!(seen_by(&one, England), seen_by(&pink, England));
    let mut top = one.clone();
    top.game.cards.tops[Side::France] = Some(card(red[2]));
    let mut same = one.clone();
    same.game.cards.tops[Side::France] = Some(card(red[3]));
    assert_eq!(seen_by(&top, France), seen_by(&same, France));
    same.game.cards.tops[Side::France] = Some(card(old(Side::France, Domain::Finance)[0]));
    assert_ne!(seen_by(&top, England), seen_by(&same, England));
}

// proves N-17.2.3-see-hand
#[test]
fn whoever_has_looked_at_a_hand_sees_it_and_nobody_else() {
    let red = old(Side::France, Domain::Military);
    let look = |number: u8| {
        let mut field = with_card(number);
        let seat = field.game.seat(Austria);
        field.game.cards.known[seat].insert(card(number));
        field
    };
    let (one, other) = (look(red[0]), look(red[1]));
    assert_ne!(seen_by(&one, Austria), seen_by(&other, Austria));
    for nation in [England, Prussia, Russia] {
        assert_eq!(seen_by(&one, nation), seen_by(&other, nation));
    }
    // What he draws later he has not seen.
    let later = one.hand(France, &[red[2]]);
    let table = seen_by(&later, Austria);
    let named = |number: u8| {
        table.pieces.iter().any(|piece| piece.print.name.starts_with(&card(number).face().title))
    };
    assert!(named(red[0]) && !named(red[2]));
}

// proves N-13.1-secret, N-17.2.3-see-objective
#[test]
fn objectives_are_secret_until_the_end_but_to_those_who_looked() {
    let with_objective = |number: usize| {
        let mut field = Field::new().peopled();
        field.game.cards.objectives[Prussia] = Objective::all().nth(number);
        field
    };
    let (one, other) = (with_objective(2), with_objective(3));
    assert_ne!(seen_by(&one, Prussia), seen_by(&other, Prussia));
    for nation in [France, England, Austria, Russia] {
        assert_eq!(seen_by(&one, nation), seen_by(&other, nation));
    }
    let look = |mut field: Field| {
        let seat = field.game.seat(France);
        field.game.cards.seen[seat] = Prussia.into();
        field
    };
    let (one, other) = (look(one), look(other));
    assert_ne!(seen_by(&one, France), seen_by(&other, France));
    assert_eq!(seen_by(&one, Russia), seen_by(&other, Russia));
    let end = |field: Field| {
        let mut field = field.turn(3);
        field.verdict().expect("points decide");
        field
    };
    assert_ne!(seen_by(&end(one), Russia), seen_by(&end(other), Russia));
}

// proves N-13.1-secret
#[test]
fn the_running_score_of_others_does_not_tell_of_their_objective() {
    let mut field = Field::new().peopled().money(England, 12);
    field.game.feats.successes[England] = 1;
    field.game.cards.objectives[England] = Objective::all().find(|objective| objective.id() == "S06");
    let points = |nation| {
        let gauges = &seen_by(&field, nation).seats[field.game.seat(England).index()].gauges;
        gauges.iter().find(|gauge| gauge.name == "Points").expect("it is counted").value.clone()
    };
    let (GaugeValue::Number(told), GaugeValue::Number(heard)) = (points(England), points(France)) else {
        panic!("points are a number");
    };
    assert_eq!(told, heard + 10);
}

// proves N-3.6-public-stocks
#[test]
fn money_stocks_and_backs_are_open_to_all() {
    let hand = [old(Side::Coalition, Domain::Finance)[0], old(Side::Coalition, Domain::Morale)[0]];
    let field = Field::new().peopled().hand(Russia, &hand).money(Russia, 7);
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(4))] {
        let sheet = &field.game.view(viewer).seats[4];
        let gauge = |name: &str| {
            sheet.gauges.iter().find(|gauge| gauge.name == name).expect("it is shown").value.clone()
        };
        assert_eq!(
            (gauge("FG"), gauge("MP"), gauge("Cards")),
            (7.into(), 10.into(), "1 Finance, 1 Morale".into())
        );
        assert_eq!(gauge("Reserve").to_string(), "6 INF, 3 CAV, 3 CAN, 2 FRG");
        assert_eq!(gauge("Contingent").to_string(), "5 INF, 3 CAV, 2 CAN, 2 FRG");
    }
}

/// How many cards with each back lie in a set.
fn by_back(cards: Cards) -> Vec<usize> {
    backs().map(|back| (back & cards).len()).collect()
}

#[test]
fn worlds_keep_what_a_seat_knows_and_deal_the_rest_anew() {
    let setup = Setup::new("campaign", 5, Seed::from_number(11));
    let mut game = Conquests::new(&setup, &mut engine::Recorder::silent()).expect("the set-up is sound");
    let seat = game.seat(Austria);
    let shown = game.cards.hands[France].first().expect("Napoleon has cards");
    game.cards.known[seat].insert(shown);
    game.cards.seen[seat] = Russia.into();
    let mut others = 0;
    for luck in 0..32 {
        let world = hidden::determinize(&game, seat, &mut Stream::from_number(luck));
        assert_eq!(world.check(), Ok(()));
        assert_eq!(world.cards.hands[Austria], game.cards.hands[Austria]);
        assert!(world.cards.hands[France].contains(shown));
        for nation in Nation::all() {
            assert_eq!(by_back(world.cards.hands[nation]), by_back(game.cards.hands[nation]));
        }
        let stripes = |game: &Conquests| Side::all().map(|side| game.cards.tops[side].map(Card::stripe));
        assert_eq!(stripes(&world), stripes(&game));
        for nation in [Austria, Russia] {
            assert_eq!(world.cards.objectives[nation], game.cards.objectives[nation]);
        }
        others += usize::from(world.cards.hands[France] != game.cards.hands[France]);
        others += usize::from(world.cards.objectives[England] != game.cards.objectives[England]);
    }
    assert!(others > 48, "what is hidden differs in most worlds: {others}");
}

#[test]
fn what_others_have_seen_is_known_for_ones_own_hand_only() {
    let (red, pink) = (old(Side::France, Domain::Military), old(Side::Coalition, Domain::Society));
    let mut field = Field::new().peopled().hand(France, &red[..2]).hand(Russia, &pink[..2]);
    field.game.cards.known[Seat(2)] = [red[0], pink[0]].into_iter().map(card).collect();
    let known_to_prussia = |seat: u8| {
        hidden::determinize(&field.game, Seat(seat), &mut Stream::from_number(1)).cards.known[Seat(2)]
    };
    assert_eq!(known_to_prussia(0), Cards::from(card(red[0])));
    assert_eq!(known_to_prussia(4), Cards::from(card(pink[0])));
    assert_eq!(known_to_prussia(1), Cards::EMPTY);
    assert_eq!(known_to_prussia(2).len(), 2);
}

#[test]
fn after_a_reshuffle_only_the_discards_are_in_the_deck() {
    let red = old(Side::France, Domain::Military);
    let mut field = Field::new().peopled().hand(France, &red[..3]);
    let deck = Card::deck(Side::France, Age::First);
    field.game.cards.discards = field.game.cards.deck & deck;
    field.game.cards.deck = field.game.cards.deck - deck;
    field.game.uncover(Side::France);
    field.game.draw(France, &mut field.log);
    let held: Cards = red[..3].iter().map(|number| card(*number)).collect();
    for luck in 0..16 {
        let world = hidden::determinize(&field.game, Seat(1), &mut Stream::from_number(luck));
        assert!(held.is_within(&world.cards.hands[France]), "they were in no discards");
        assert_eq!(world.cards.hands[France].len(), 4);
    }
}

#[test]
fn nobody_learns_more_than_he_may_in_whole_games() {
    let kit = Kit::<Conquests>::new().every(24).hides();
    let mut secrets = 0;
    for (scenario, players, seed) in
        [("short", 5, 1), ("short", 3, 2), ("campaign", 4, 3), ("campaign", 2, 4)]
    {
        let setup = Setup::new(scenario, players, Seed::from_number(seed));
        secrets += kit.run(&setup).unwrap_or_else(|failure| panic!("{failure}")).secrets;
    }
    assert!(secrets > 0);
}
