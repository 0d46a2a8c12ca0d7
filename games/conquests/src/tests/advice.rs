//! Placing advisors, and the order of the next turn. 7, 8.1.

use engine::{Recorder, steps};

use super::field::Field;
use crate::action::Action;
use crate::nations::NATIONS;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::state::Phase;
use crate::tables::Zone;

fn advise(zone: Zone, space: u8) -> Action {
    Action::Advise { zone, space: space - 1 }
}

/// Advisors are about to be placed.
fn placing() -> Field {
    let mut field = Field::new();
    field.game.phase = Phase::Advisors(0);
    field
}

// proves N-7-rounds, N-3.1-order-advisor, N-1-zones
#[test]
fn three_rounds_and_napoleons_two_more() {
    let mut field = placing();
    let mut placers = Vec::new();
    while let Phase::Advisors(_) = field.game.phase {
        placers.push(field.game.decider().expect("somebody places"));
        let action = field.actions()[0];
        let Action::Advise { zone, .. } = action else { panic!("{action:?} places no advisor") };
        assert!(Zone::all().contains(&zone));
        field.act(action);
    }
    let round = [France, England, Prussia, Austria, Russia];
    assert_eq!(placers, [&round[..], &round, &round, &[France, France]].concat());
}

// proves N-7-empty-space, N-7-one-per-zone, N-7-spaces, N-7-mandatory
#[test]
fn an_advisor_takes_any_empty_space_of_a_new_zone() {
    let mut field = placing();
    let all: usize = Zone::all().into_iter().map(|zone| usize::from(zone.spaces())).sum();
    assert_eq!((field.actions().len(), all), (23, 23));
    assert_eq!(Zone::all().map(Zone::spaces), [5, 3, 3, 3, 6, 3]);
    assert_eq!(field.refused(advise(Zone::Finance, 4)), "N-7-spaces");
    assert_eq!(field.refused(Action::Done), "N-7-mandatory");
    // The third space while the first two are free.
    field.act(advise(Zone::Finance, 3));
    assert_eq!(field.refused(advise(Zone::Finance, 3)), "N-7-empty-space");
    for space in 1..=4 {
        field.act(advise(Zone::Initiative, space));
    }
    assert_eq!(field.game.decider(), Some(France));
    assert_eq!(field.refused(advise(Zone::Finance, 1)), "N-7-one-per-zone");
    field.act(advise(Zone::Military, 1));
    for space in 2..=5 {
        field.act(advise(Zone::Military, space));
    }
    // Napoleon alone has two, and in the Military zone only.
    let mut napoleon = field.clone();
    napoleon.act(advise(Zone::Military, 6));
    field.act(advise(Zone::Morale, 1));
    assert_eq!(field.game.decider(), Some(England));
    assert_eq!(field.refused(advise(Zone::Military, 6)), "N-7-one-per-zone");
    let mut third = napoleon.clone();
    third.game.council.set_advisor(Zone::Military, 1, None);
    third.game.phase = Phase::Advisors(15);
    assert_eq!(
        (third.game.decider(), third.refused(advise(Zone::Military, 2))),
        (Some(France), "N-7-one-per-zone")
    );
}

// proves N-7-no-space
#[test]
fn an_advisor_without_room_stays_at_home() {
    let mut field = placing();
    for zone in [Zone::Finance, Zone::Morale, Zone::Society, Zone::Diplomacy] {
        for (space, nation) in (1..=3).zip([England, Prussia, Austria]) {
            field = field.advisor(nation, zone, space);
        }
    }
    field = field.advisor(Russia, Zone::Initiative, 1).advisor(Russia, Zone::Military, 1);
    // Russia's third turn, and the last of the three rounds.
    field.game.phase = Phase::Advisors(14);
    assert_eq!(field.game.adviser(14), None);
    steps::settle(&mut field.game, &mut Recorder::silent());
    assert_eq!((field.game.phase, field.game.decider()), (Phase::Advisors(15), Some(France)));
}

// proves N-7-bonus-later
#[test]
fn the_bonus_waits_for_the_resolution() {
    let mut field = placing();
    field.act(advise(Zone::Finance, 1));
    assert_eq!(field.game.treasury.money, [10; NATIONS].into());
    let field = field.resolve();
    assert_eq!((field.game.treasury.money[France], field.game.cards.hands[France].len()), (12, 0));
    // It needs no card.
    assert_eq!(field.game.decider(), Some(France));
}

/// The order of the next turn.
fn next_order(order: [Nation; NATIONS], initiative: &[(Nation, u8)]) -> Vec<Nation> {
    let capitals = ["paris", "london", "berlin", "vienna", "moscow"];
    let mut field =
        Nation::all().zip(capitals).fold(Field::new().order(order), |field, (nation, capital)| {
            field.put(nation, super::field::units(1, 0, 0), capital)
        });
    for (nation, space) in initiative {
        field = field.advisor(*nation, Zone::Initiative, *space);
    }
    let mut field = field.resolve();
    // Movement and combat still follow the old order.
    assert_eq!(field.game.order[..], order);
    field.game.phase = Phase::Idle(4);
    steps::settle(&mut field.game, &mut Recorder::silent());
    assert_eq!(field.game.turn, 3);
    field.game.order.to_vec()
}

// proves N-8.1-next-order, N-8.1-order-timing
#[test]
fn those_in_initiative_come_first() {
    let order = [Russia, England, Austria, Prussia, France];
    assert_eq!(next_order(order, &[(Prussia, 2), (Austria, 3)]), [Prussia, Austria, Russia, England, France]);
    let three = [(Prussia, 2), (Austria, 3), (France, 1)];
    assert_eq!(next_order(order, &three), [France, Prussia, Austria, Russia, England]);
    assert_eq!(next_order(order, &[]), order);
}

// proves N-8.1-spaces-2-3, N-8.1-spaces-others
#[test]
fn initiative_pays_cards_money_and_points() {
    let paid = |space| {
        let field = Field::new().put(Austria, super::field::units(1, 0, 0), "vienna");
        let game = field.advisor(Austria, Zone::Initiative, space).resolve().game;
        let nation = Austria;
        (
            game.cards.hands[nation].len(),
            game.treasury.money[nation] - 10,
            game.treasury.points[nation] - 20,
            game.tracks.morale[nation] - 4,
        )
    };
    assert_eq!(
        (1..=5).map(paid).collect::<Vec<_>>(),
        [(1, 0, 0, 0), (1, 2, 4, 0), (1, 0, 0, 1), (2, 0, 0, 0), (2, 2, 0, 0),]
    );
}
