//! Cards played and bought with advisors: 3.6, 8, 8.2.

use super::field::{Field, card, units};
use crate::action::Action;
use crate::cards::Cards;
use crate::event::Event;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::nations::Side;
use crate::state::Phase;
use crate::tables::Zone;

/// A French unit far off, so that the turn stops at Napoleon's movement.
fn table() -> Field {
    Field::new().put(France, units(1, 0, 0), "norway")
}

fn money(field: &Field, nation: Nation) -> u16 {
    field.game.treasury.money[nation]
}

fn holds(field: &Field, nation: Nation, number: u8) -> bool {
    field.game.cards.hands[nation].contains(card(number))
}

// proves N-3.6-three-tabs, N-3.6-number, N-8.2-effect, N-3.2-bank, N-8-advisor-back
#[test]
fn a_card_gives_the_number_of_one_tab_and_is_discarded() {
    // Society 1, Finance 2 or Morale 1.
    let mut field = table().hand(France, &[64]).advisor(France, Zone::Finance, 2).resolve();
    assert_eq!(money(&field, France), 11);
    field.act(Action::Play(card(64)));
    assert_eq!(money(&field, France), 13);
    assert_eq!((field.game.tracks.morale[France], field.game.tracks.society), (6, [1, 1].into()));
    assert!(!holds(&field, France, 64) && field.game.cards.discards.contains(card(64)));
    assert_eq!(field.game.council.advisor(Zone::Finance, 1), None);
    assert_eq!(field.game.treasury.money, [13, 10, 10, 10, 10].into());

    let mut field = table().hand(France, &[64]).advisor(France, Zone::Morale, 3).resolve();
    field.act(Action::Play(card(64)));
    assert_eq!(
        (money(&field, France), field.game.tracks.morale[France], field.game.tracks.society),
        (11, 7, [1, 1].into())
    );
}

// proves N-3.6-advisor-needed, N-3.6-when
#[test]
fn an_effect_needs_an_advisor_in_its_zone() {
    let field = table().hand(Prussia, &[20, 23]).advisor(Prussia, Zone::Morale, 2).resolve();
    assert_eq!(field.game.decider(), Some(Prussia));
    let plays = field.actions().into_iter().filter(|action| matches!(action, Action::Play(_)));
    let drawn = field.game.cards.hands[Prussia] - [card(20), card(23)].into_iter().collect::<Cards>();
    let plays: Vec<Action> =
        plays.filter(|play| !drawn.iter().any(|drawn| *play == Action::Play(drawn))).collect();
    assert_eq!(plays, [Action::Play(card(20))]);
    // English Bank Note has no Morale tab; its Finance would need an advisor there.
    assert_eq!(field.refused(Action::Play(card(23))), "N-3.6-advisor-needed");
    let unheld = if drawn.contains(card(31)) { 29 } else { 31 };
    assert_eq!(field.refused(Action::Play(card(unheld))), "N-3.6-when");
    // Without an advisor nothing is played at all: the next to decide is whoever moves.
    let field = table().hand(Prussia, &[20, 23]).resolve();
    assert_eq!((field.game.decider(), field.game.phase), (Some(France), Phase::Move(0)));
}

// proves N-3.6-one-card
#[test]
fn an_advisor_plays_one_card() {
    let field = table().hand(France, &[7, 21, 70]).money(France, 0);
    let mut field = field.advisor(France, Zone::Military, 5).advisor(France, Zone::Military, 6).resolve();
    assert_eq!(field.game.treasury.points[France], 20);
    field.act(Action::Play(card(7)));
    // The second advisor brings 2 MP, and another card.
    assert_eq!(field.game.treasury.points[France], 20 + 2 * 5 + 2 * 2);
    field.act(Action::Play(card(21)));
    assert_eq!(field.game.treasury.points[France], 34 + 2 * 6);
    assert!(holds(&field, France, 70));
    assert_eq!(field.game.phase, Phase::Move(0));

    let mut field = table().hand(Austria, &[2, 29]).money(Austria, 0);
    field = field.advisor(Austria, Zone::Morale, 3).resolve();
    field.act(Action::Play(card(2)));
    assert_eq!((field.game.tracks.morale[Austria], field.game.phase), (5, Phase::Move(0)));
}

// proves N-3.6-cost
#[test]
fn a_price_on_a_card_is_paid_at_once() {
    let military = |money| {
        let field = table().put(Prussia, units(1, 0, 0), "berlin").hand(Prussia, &[89]).money(Prussia, money);
        let mut field = field.advisor(Prussia, Zone::Military, 6).resolve();
        field.done();
        field
    };
    assert_eq!(military(10).refused(Action::Play(card(89))), "N-3.6-cost");
    let mut field = military(11);
    field.act(Action::Play(card(89)));
    assert_eq!(money(&field, Prussia), 0);

    let army = |points| {
        let field =
            Field::of("campaign", 5).turn(4).put(France, units(1, 0, 0), "bavaria").hand(France, &[223]);
        field.money(France, 0).points(France, points).advisor(France, Zone::Military, 6).resolve()
    };
    assert_eq!(army(1).refused(Action::Play(card(223))), "N-3.6-cost");
    let mut field = army(3);
    field.act(Action::Play(card(223)));
    assert_eq!((field.game.treasury.points[France], field.game.errands.len()), (2, 3));
}

// proves N-3.6-combat-only
#[test]
fn a_combat_effect_waits_for_combat() {
    let field = table().hand(France, &[18]).money(France, 0).advisor(France, Zone::Military, 1).resolve();
    assert_eq!(field.actions(), [Action::Done]);
    assert_eq!(field.refused(Action::Play(card(18))), "N-3.6-combat-only");
    assert_eq!(field.refused(Action::PlayForPoints(card(18))), "N-3.6-combat-only");
}

// proves N-8-buy-card, N-8.3-space-1
#[test]
fn a_card_can_be_bought_instead() {
    let mut field = table().advisor(Prussia, Zone::Morale, 1).resolve();
    assert_eq!(field.game.tracks.morale[Prussia], 5);
    let top = field.game.cards.tops[Side::Coalition].expect("a card is on top");
    field.act(Action::BuyCard);
    assert_eq!(money(&field, Prussia), 9);
    assert_eq!(field.game.cards.hands[Prussia], Cards::from(top));
    assert!(!field.game.cards.deck.contains(top));
    assert_eq!((field.game.council.advisors(Prussia, Zone::Morale), field.game.phase), (0, Phase::Move(0)));

    let poor = table().hand(Prussia, &[20]).money(Prussia, 0).advisor(Prussia, Zone::Morale, 1).resolve();
    assert_eq!(poor.refused(Action::BuyCard), "N-8-buy-card");
}

// proves N-8-bonus-first
#[test]
fn a_card_that_is_the_bonus_can_be_played() {
    let mut field = table().advisor(Prussia, Zone::Finance, 3);
    field.game.cards.tops[Side::Coalition] = Some(card(20));
    let mut field = field.resolve();
    field.act(Action::Play(card(20)));
    assert_eq!(money(&field, Prussia), 13);
}

// proves N-8-buy-limits, N-8.1-bonus
#[test]
fn no_card_is_bought_in_initiative_or_by_a_capital() {
    let mut field = table().put(Russia, units(1, 0, 0), "rome").hand(Russia, &[10]);
    field = field.advisor(Russia, Zone::Initiative, 2).resolve();
    // The bonus comes by itself; the first decision is about Rome.
    assert_eq!((field.game.decider(), field.game.phase), (Some(Russia), Phase::Powers(1)));
    assert_eq!((money(&field, Russia), field.game.treasury.points[Russia]), (12, 24));
    assert_eq!(field.game.cards.hands[Russia].len(), 2);
    assert_eq!(field.refused(Action::BuyCard), "N-8-buy-limits");
    assert_eq!(field.game.council.advisor(Zone::Initiative, 1), Some(Russia));
}

// proves N-8-optional-card
#[test]
fn both_card_and_purchase_can_be_declined() {
    for zone in [Zone::Finance, Zone::Morale, Zone::Society, Zone::Diplomacy] {
        let mut field = table().hand(Austria, &[2, 12]).advisor(Austria, zone, 3).resolve();
        let (hand, money) = (field.game.cards.hands, field.game.treasury.money);
        assert!(field.actions().contains(&Action::BuyCard));
        field.done();
        assert_eq!((field.game.cards.hands, field.game.treasury.money), (hand, money));
        assert_eq!((field.game.council.advisors(Austria, zone), field.game.phase), (0, Phase::Move(0)));
    }
}

// proves N-8-buy-unused-combat, N-8.6.4-keep-advisor
#[test]
fn an_advisor_kept_for_nothing_buys_a_card() {
    let mut field = table().advisor(France, Zone::Military, 1).resolve();
    field.done();
    // He has no card at all: a bluff.
    field.done();
    assert_eq!(field.game.council.advisor(Zone::Military, 0), Some(France));
    let mut field = field.clone().advisor(England, Zone::Military, 2);
    field.game.phase = Phase::Idle(0);
    assert_eq!(field.actions(), [Action::BuyCard, Action::Done]);
    field.act(Action::BuyCard);
    assert_eq!((money(&field, France), field.game.council.advisors(France, Zone::Military)), (9, 0));
    assert_eq!((field.game.decider(), field.game.phase), (Some(England), Phase::Idle(1)));
    // One who has bought his card already gets no other.
    let mut field = table().advisor(France, Zone::Military, 1).resolve();
    field.done().act(Action::BuyCard);
    assert_eq!(field.game.council.advisor(Zone::Military, 0), None);
    field.game.phase = Phase::Idle(0);
    assert_eq!(field.game.idler(0), None);
}

// proves N-8-left-to-right, N-5-zone-order
#[test]
fn advisors_act_zone_by_zone_from_left_to_right() {
    let mut field = table();
    let places = [
        (Russia, Zone::Initiative, 1),
        (France, Zone::Initiative, 4),
        (Austria, Zone::Finance, 1),
        (France, Zone::Finance, 3),
        (Prussia, Zone::Morale, 2),
        (England, Zone::Society, 1),
        (France, Zone::Society, 2),
        (Russia, Zone::Military, 2),
        (France, Zone::Military, 3),
        (Austria, Zone::Diplomacy, 3),
    ];
    // They are put down from right to left, which does not matter.
    for (nation, zone, space) in places.into_iter().rev() {
        field = field.advisor(nation, zone, space);
    }
    let mut field = field.resolve();
    while matches!(field.game.phase, Phase::Resolve(..)) {
        field.done();
    }
    let resolved = field.log.events.iter().filter_map(|event| match event {
        Event::Resolves { who, zone, space } => Some((who.nation, *zone, space + 1)),
        _ => None,
    });
    assert_eq!(resolved.collect::<Vec<_>>(), places);
}

// proves N-8.2-england, N-16-powers-persist
#[test]
fn england_supports_others_instead_of_itself() {
    for players in [2, 5] {
        let mut field = Field::of("short", players)
            .put(France, units(1, 0, 0), "norway")
            .hand(England, &[20])
            .allied(France, &[Prussia]);
        field = field.advisor(England, Zone::Finance, 2).resolve();
        field.act(Action::Subsidise(card(20)));
        for (nation, times) in [(Prussia, 2), (Austria, 3)] {
            assert_eq!(field.refused(Action::Grant(England)), "N-8.2-england");
            assert_eq!(field.refused(Action::Grant(France)), "N-8.2-england");
            for _ in 0..times {
                field.act(Action::Grant(nation));
            }
        }
        assert_eq!(field.game.treasury.money, [10, 11, 12, 13, 10].into());
        assert!(field.game.errands.is_empty() && field.game.cards.discards.contains(card(20)));
    }
    let field = Field::of("short", 2).hand(Prussia, &[20]).advisor(Prussia, Zone::Finance, 2).resolve();
    assert_eq!(field.refused(Action::Subsidise(card(20))), "N-8.2-england");
}

// proves N-8.2-loss-floor
#[test]
fn nobody_loses_more_than_he_has() {
    let england = |money| {
        let field = table().hand(France, &[34]).money(England, money);
        field.advisor(France, Zone::Finance, 2).resolve()
    };
    let mut field = england(1);
    field.act(Action::Play(card(34)));
    assert_eq!((money(&field, England), money(&field, France)), (0, 11));
    assert_eq!(england(0).refused(Action::Play(card(34))), "N-17.2.1-partial");
}
