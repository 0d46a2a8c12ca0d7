//! The change of Age, and what low Society costs before it. Rulebook 14, 8.4.

use super::field::{Field, at, card, units};
use crate::action::Action;
use crate::cards::{Card, Cards};
use crate::effects::{Age, Domain};
use crate::nations::{Nation, Nations, Side};
use crate::state::{FrigateId, Phase};
use crate::troops::{Kind, Troops};
use engine::steps;

use Nation::{Austria, England, France, Prussia, Russia};

/// The first cards of a deck with a stripe, by number.
fn cards(side: Side, age: Age, stripe: Domain) -> Vec<u8> {
    (Card::deck(side, age) & Card::striped(stripe)).iter().map(Card::number).collect()
}

fn old(side: Side, stripe: Domain, nth: usize) -> u8 {
    cards(side, Age::First, stripe)[nth]
}

/// The end of turn 3 of the campaign, Society high enough.
fn eve() -> Field {
    Field::of("campaign", 5).peopled().turn(3).society(Side::Coalition, 6).society(Side::France, 5)
}

impl Field {
    /// The victory check of this turn is over.
    fn after_check(mut self) -> Field {
        self.game.after_check(&mut self.log);
        steps::settle(&mut self.game, &mut self.log);
        self
    }
}

fn strike(nation: Nation, kind: Kind, land: &str) -> Action {
    Action::Strike { nation, kind, at: at(land) }
}

// proves N-14-when, N-14-carry
#[test]
fn the_age_changes_after_turn_three_and_all_else_goes_on() {
    let mut field = eve().allied(Austria, &[Russia]).money(England, 3).morale(Prussia, 9);
    field.game.treasury.points[Russia] = 20;
    field.game.tracks.earned_morale[Prussia] = 1 << 6;
    let order = [Russia, France, England, Prussia, Austria];
    let before = field.clone().order(order);
    let after = before.clone().after_check().game;
    assert_eq!((after.turn, after.age(), after.phase), (4, Age::Second, Phase::Advisors(0)));
    assert_eq!(after.forces.lands, before.game.forces.lands);
    assert_eq!(after.treasury.points, before.game.treasury.points);
    assert_eq!(after.treasury.money[England], 3 + 3, "the revenue of turn 4");
    assert_eq!(
        (after.tracks.morale, after.tracks.society),
        (before.game.tracks.morale, before.game.tracks.society)
    );
    assert_eq!(
        (after.tracks.earned_morale, after.treaties),
        (before.game.tracks.earned_morale, before.game.treaties)
    );
    assert_eq!(after.order.as_slice(), order);
    for side in Side::all() {
        let top = after.cards.tops[side].expect("a card lies on top");
        assert!(Card::deck(side, Age::Second).contains(top));
    }
    // At the end of turn 2 the Age goes on.
    let early = eve().turn(2).hand(France, &[old(Side::France, Domain::Morale, 0)]).after_check().game;
    assert_eq!((early.turn, early.age(), early.cards.hands[France].len()), (3, Age::First, 1));
}

// proves N-14-keep-coalition
#[test]
fn a_nation_of_the_coalition_keeps_two_cards_of_different_types() {
    let own = |stripe, nth| old(Side::Coalition, stripe, nth);
    let hand =
        [own(Domain::Military, 0), own(Domain::Military, 1), own(Domain::Morale, 0), own(Domain::Finance, 0)];
    let mut field = eve().hand(Austria, &hand).after_check();
    assert_eq!(field.game.decider(), Some(Austria));
    assert_eq!(field.actions().len(), 5);
    assert_eq!(field.refused(Action::Keep(card(own(Domain::Society, 0)))), "N-14-keep-coalition");
    field.act(Action::Keep(card(hand[0])));
    assert_eq!(field.refused(Action::Keep(card(hand[0]))), "N-14-keep-coalition");
    assert_eq!(field.refused(Action::Keep(card(hand[1]))), "N-14-keep-coalition");
    // With the second all is settled: the rest goes, four new cards come.
    field.act(Action::Keep(card(hand[2])));
    assert_eq!(field.game.turn, 4);
    let kept: Cards = [hand[0], hand[2]].into_iter().map(card).collect();
    let first = Card::deck(Side::Coalition, Age::First);
    assert_eq!(field.game.cards.hands[Austria] & first, kept);
    assert_eq!(field.game.cards.hands[Austria].len(), 6);
    assert!(
        field.game.cards.discards.contains(card(hand[1]))
            && field.game.cards.discards.contains(card(hand[3]))
    );
    // Discarded for good: only cards of the second Age come back.
    field.game.cards.deck = field.game.cards.deck - Card::deck(Side::Coalition, Age::Second);
    field.game.uncover(Side::Coalition);
    assert_eq!(field.game.draw(Austria, &mut field.log), None);
}

// proves N-14-keep-coalition
#[test]
fn a_nation_may_keep_fewer_cards_or_none() {
    let hand = [old(Side::Coalition, Domain::Military, 0), old(Side::Coalition, Domain::Morale, 0)];
    let mut field = eve().hand(Russia, &hand).after_check();
    field.done();
    assert!(!field.game.cards.hands[Russia].meets(&Card::deck(Side::Coalition, Age::First)));
    // Who has one card only has nothing left to choose after keeping it.
    let mut one = eve().hand(Russia, &hand[..1]).after_check();
    one.act(Action::Keep(card(hand[0])));
    assert_eq!((one.game.turn, one.game.cards.hands[Russia].len()), (4, 5));
}

// proves N-14-keep-napoleon
#[test]
fn napoleon_keeps_one_card_of_each_type() {
    let mut hand: Vec<u8> = Domain::all().map(|stripe| old(Side::France, stripe, 0)).to_vec();
    hand.push(old(Side::France, Domain::Military, 1));
    let mut field = eve().hand(France, &hand).after_check();
    for number in &hand[..4] {
        field.act(Action::Keep(card(*number)));
    }
    // Military is the fifth type: one of the two.
    assert_eq!(field.actions().len(), 3);
    assert_eq!(field.refused(Action::Keep(card(hand[0]))), "N-14-keep-napoleon");
    field.act(Action::Keep(card(hand[5])));
    assert_eq!(field.game.cards.hands[France].len(), 5 + 8);
    assert!(field.game.cards.discards.contains(card(hand[4])));
}

// proves N-14-deal
#[test]
fn everybody_is_dealt_cards_of_the_second_age_as_in_turn_one() {
    for seed in 0..8 {
        let field = eve().seeded(seed).after_check();
        let hands = field.game.cards.hands;
        let counts: Vec<usize> = hands.iter().map(|hand| hand.len()).collect();
        assert_eq!(counts, [8, 4, 4, 4, 4]);
        let stripes = |hand: Cards| Domain::all().map(|domain| (hand & Card::striped(domain)).len());
        assert!(stripes(hands[France]).iter().all(|count| *count > 0));
        let dealt = hands.iter().skip(1).fold(Cards::EMPTY, |all, hand| all | *hand);
        // Finance, Morale, Society, Diplomacy, Military.
        assert_eq!(stripes(dealt), [2, 3, 3, 3, 5]);
        assert!(dealt.is_within(&Card::deck(Side::Coalition, Age::Second)));
    }
}

// proves N-14-deal-fewer
#[test]
fn fewer_nations_still_get_four_cards_each() {
    let mut field = eve().morale(Prussia, 0);
    assert_eq!(field.verdict(), None);
    let field = field.after_check();
    let counts: Vec<usize> = field.game.cards.hands.iter().map(|hand| hand.len()).collect();
    assert_eq!(counts, [8, 4, 0, 4, 4]);
    let deck = Card::deck(Side::Coalition, Age::Second);
    assert_eq!(field.game.deck_of(Side::Coalition).len(), deck.len() - 12);
}

// proves N-8.4-threshold-coalition, N-8.4-threshold-napoleon, N-8.4-threshold-choice
#[test]
fn low_society_costs_a_corps_and_frigates() {
    let mut field = eve()
        .society(Side::Coalition, 5)
        .society(Side::France, 4)
        .put(Austria, units(2, 1, 0), "tyrol")
        .put(Russia, units(1, 0, 1), "tyrol")
        .allied(Austria, &[Russia])
        .put(England, units(1, 1, 0), "london")
        .ship(England, "irish_sea", Troops::NONE)
        .ship(Russia, "black_sea", Troops::NONE)
        .ship(France, "gulf_of_lion", Troops::NONE)
        .ship(France, "ligurian_sea", units(1, 0, 0))
        .after_check();
    // Napoleon names his own frigate.
    assert_eq!(field.game.decider(), Some(France));
    assert_eq!(field.actions().len(), 2);
    assert_eq!(field.refused(strike(England, Kind::Frigate, "irish_sea")), "N-8.4-threshold-choice");
    field.act(strike(France, Kind::Frigate, "gulf_of_lion"));
    // Prussia names the rest: the corps that stands in Tyrol, from either nation.
    assert_eq!(field.game.decider(), Some(Prussia));
    let infantry = [Austria, Russia].map(|nation| strike(nation, Kind::Infantry, "tyrol"));
    assert_eq!(field.actions(), infantry);
    assert_eq!(field.refused(strike(England, Kind::Infantry, "london")), "N-8.4-threshold-choice");
    field.act(strike(Russia, Kind::Infantry, "tyrol"));
    assert_eq!(field.actions(), [strike(Austria, Kind::Cavalry, "tyrol")]);
    field.act(strike(Austria, Kind::Cavalry, "tyrol"));
    field.act(strike(Russia, Kind::Cannon, "tyrol"));
    assert_eq!(field.actions().len(), 2);
    field.act(strike(England, Kind::Frigate, "irish_sea"));
    let game = &field.game;
    assert_eq!(game.forces.troops(Austria, at("tyrol")), units(2, 0, 0));
    assert_eq!(game.forces.troops(Russia, at("tyrol")), Troops::NONE);
    assert_eq!(game.forces.troops(England, at("london")), units(1, 1, 0));
    assert_eq!(
        (game.forces.on_map(England).count(Kind::Frigate), game.forces.on_map(Russia).count(Kind::Frigate)),
        (0, 1)
    );
    assert_eq!(game.forces.on_map(France).count(Kind::Frigate), 1);
    assert_eq!(game.turn, 4);
}

// proves N-8.4-threshold-napoleon, N-8.4-threshold-coalition, N-11-cargo
#[test]
fn what_napoleon_loses_is_settled_before_the_coalition_loses_anything() {
    let mut field = eve()
        .society(Side::Coalition, 5)
        .society(Side::France, 4)
        .put(Prussia, units(1, 1, 1), "west_prussia")
        .ship(France, "baltic_east", units(1, 0, 0))
        .after_check();
    let frigate = FrigateId::of(France).next().expect("Napoleon has ten");
    field.act(Action::Sink(frigate));
    // His infantry comes ashore where there is room now, not where the Coalition is about to lose a corps.
    assert_eq!(field.game.decider(), Some(France));
    let land = |id: &str| Action::Land { kind: Kind::Infantry, frigate, to: at(id) };
    assert_eq!(field.refused(land("west_prussia")), "N-11-cargo");
    field.act(land("finland"));
    assert_eq!(field.game.decider(), Some(Prussia));
}

// proves N-8.4-threshold-choice, N-17.2.4-lose-frigate
#[test]
fn an_empty_frigate_goes_down_for_want_of_society_before_one_with_troops() {
    let field = eve().society(Side::Coalition, 6).society(Side::France, 4);
    let field = field.ship(France, "gulf_of_lion", Troops::NONE).ship(France, "gulf_of_lion", units(1, 0, 0));
    let field = field.after_check();
    assert_eq!(field.actions(), [strike(France, Kind::Frigate, "gulf_of_lion")]);
    let laden = FrigateId::of(France).nth(1).expect("Napoleon has ten");
    assert_eq!(field.refused(Action::Sink(laden)), "N-17.2.4-lose-frigate");
}

// proves N-8.4-threshold-choice
#[test]
fn without_a_corps_single_units_are_lost_as_far_as_there_are_any() {
    let scattered = || {
        eve().society(Side::Coalition, 5).put(Austria, units(0, 1, 0), "tyrol").ship(
            England,
            "irish_sea",
            units(1, 0, 0),
        )
    };
    let mut field = scattered().after_check();
    // Infantry of four nations at home and one aboard; cavalry; no cannon; a frigate.
    assert_eq!(field.actions().len(), 5);
    field.act(strike(England, Kind::Infantry, "irish_sea"));
    assert_eq!(field.game.forces.on_map(England).count(Kind::Infantry), 1);
    field.act(strike(Austria, Kind::Cavalry, "tyrol"));
    field.act(strike(England, Kind::Frigate, "irish_sea"));
    assert_eq!(field.game.turn, 4);
    // Without Prussia the first of the Coalition in the order decides.
    let mut out = scattered().order([Prussia, France, Russia, Austria, England]).morale(Prussia, 0);
    assert_eq!(out.verdict(), None);
    assert_eq!(out.after_check().game.decider(), Some(Russia));
    // Nothing to lose: nothing happens.
    let mut bare = Field::of("campaign", 5).turn(3).society(Side::France, 4).society(Side::Coalition, 6);
    bare = bare.peopled().after_check();
    assert_eq!(bare.game.turn, 4);
}

// proves N-8.4-threshold-coalition, N-8.4-threshold-napoleon
#[test]
fn society_that_reaches_the_threshold_costs_nothing() {
    let field = eve().ship(France, "gulf_of_lion", Troops::NONE).ship(England, "irish_sea", Troops::NONE);
    assert_eq!(field.after_check().game.turn, 4);
}

// proves N-8.4-threshold-short
#[test]
fn the_short_game_knows_no_threshold() {
    let mut field = Field::new().peopled().turn(3).society(Side::Coalition, 0).society(Side::France, 0);
    field = field.ship(France, "gulf_of_lion", Troops::NONE).ship(England, "irish_sea", Troops::NONE);
    field.game.phase = Phase::Idle(4);
    steps::settle(&mut field.game, &mut field.log);
    assert!(field.game.ended.is_some() && field.game.errands.is_empty());
    assert_eq!(field.game.forces.on_map(France).count(Kind::Frigate), 1);
    assert_eq!(field.game.in_play(), Nations::ALL);
}
