//! Computer players: what they judge, plan and never do.

use engine::{Game, Plans, Recorder, Seat};

use super::table::{At, four, game, sq};
use crate::action::Action;
use crate::components::{Kind, PieceId, Power};
use crate::square::Square;
use crate::state::{Campaign, Phase};

use Kind::{Cavalry, General, Infantry};
use Power::{Austria, France, Russia, Spain};

/// What `seat` may expect after doing this and nothing more in the turn.
fn after(at: &At, actions: &[Action]) -> f32 {
    let seat = at.decider();
    let mut game = at.game.clone();
    for action in actions {
        game.apply(seat, action, &mut Recorder::silent())
            .unwrap_or_else(|denied| panic!("{action:?}: {denied}"));
    }
    while game.ended.is_none() && game.turn.seat == seat && game.phase() != Phase::Open {
        let decider = game.to_act().iter().next().unwrap();
        let mut list = Vec::new();
        game.actions(decider, &mut list);
        let action = if list.contains(&Action::Done) { Action::Done } else { list[0] };
        game.apply(decider, &action, &mut Recorder::silent()).unwrap();
    }
    game.appraise(seat)
}

fn plans(game: &Campaign, seat: Seat) -> Vec<Vec<Action>> {
    let mut plans = Plans::new();
    game.plans(seat, &mut plans);
    plans.iter().map(<[Action]>::to_vec).collect()
}

/// The plans of whoever must decide that end on a square.
fn plans_to(at: &At, square: &str) -> Vec<Vec<Action>> {
    let ends = |plan: &Vec<Action>| matches!(plan.last(), Some(Action::Step { to, .. }) if *to == sq(square));
    plans(&at.game, at.decider()).into_iter().filter(ends).collect()
}

fn step(from: &str, to: &str) -> Action {
    Action::Step { from: sq(from), to: sq(to) }
}

/// France and Austria against each other in an empty country, Russia and Spain far away.
fn duel() -> At {
    four("standard").clear().camps()
}

#[test]
fn a_general_goes_to_a_town_that_he_can_capture() {
    let at = four("standard").clear().with(France, General, "14,12").camps().turn(France, 7);
    let plan = plans_to(&at, "Milan").pop().expect("there is a plan for Milan");
    let stay = after(&at, &[]);
    assert!(after(&at, &plan) > stay + 0.01);
}

#[test]
fn an_empty_capital_next_door_is_entered() {
    let at = game("standard", 2, &[France, Austria, Spain, Russia])
        .clear()
        .with(Austria, General, "13,8")
        .cards(["Lyon", "Bordeaux", "Lille", "Marseilles"], Austria)
        .camps()
        .turn(Austria, 2);
    let enter = [step("13,8", "12,7"), step("12,7", "Paris")];
    assert!(after(&at, &enter) > after(&at, &[]) + 0.05);
}

#[test]
fn a_winning_capture_is_taken() {
    let at = four("standard")
        .clear()
        .with(France, General, "16,13")
        .cards(["Leipzig", "Dresden", "Stettin", "Hamburg", "Turin", "Rome", "Naples"], France)
        .camps()
        .turn(France, 2);
    assert_eq!(after(&at, &[step("16,13", "Milan")]), 1.0);
    let mut listed = Vec::new();
    at.game.actions(at.decider(), &mut listed);
    let value = |action: &Action| {
        let mut game = at.game.clone();
        game.apply(at.decider(), action, &mut Recorder::silent()).unwrap();
        game.appraise(at.decider())
    };
    let best = listed.iter().max_by(|a, b| value(a).total_cmp(&value(b))).unwrap();
    assert_eq!(*best, step("16,13", "Milan"));
}

#[test]
fn a_piece_that_would_be_lost_for_nothing_goes_if_it_can() {
    let at = duel()
        .with(France, Infantry, "9,8")
        .with(Austria, Cavalry, "12,8")
        .with(Austria, Infantry, "12,9")
        .turn(France, 3);
    let away = [step("9,8", "8,7"), step("8,7", "7,6"), step("7,6", "6,7")];
    assert!(after(&at, &away) > after(&at, &[]));
}

#[test]
fn a_general_within_reach_of_enough_enemies_is_worse_off() {
    let army = [Cavalry, Cavalry, Infantry, Infantry];
    let with_army = |squares: [&str; 4]| {
        let place = |at: At, (kind, square)| at.with(Austria, kind, square);
        army.into_iter().zip(squares).fold(duel(), place).open(Russia)
    };
    let safe = with_army(["27,14", "28,14", "27,15", "28,16"]);
    let hunted = with_army(["8,9", "12,11", "9,9", "5,13"]);
    let french = safe.seat(France);
    assert!(hunted.game.appraise(french) < safe.game.appraise(french));
    let fears = hunted.game.motives(french);
    assert!(fears.iter().any(|motive| motive.about == "the safety of the French General"), "{fears:?}");
}

#[test]
fn an_attack_that_can_succeed_is_planned_and_succeeds() {
    let at = duel()
        .with(Austria, Infantry, "12,12")
        .with(France, Cavalry, "12,8")
        .with(France, Infantry, "9,9")
        .turn(France, 8);
    let seat = at.decider();
    let attacks = |plan: &Vec<Action>| plan[0] == Action::Name(sq("12,12"));
    let plan = plans(&at.game, seat).into_iter().find(attacks).expect("there is a plan of attack");
    let [choice] = &at.game.plan_choices(seat, &plan)[..] else { panic!("it shows once") };
    assert_eq!(choice.label, "Surround the Austrian infantry on 12,12");
    let mut game = at.game.clone();
    for action in plan.iter().chain([&Action::Done]) {
        game.apply(seat, action, &mut Recorder::silent()).unwrap();
    }
    let mut listed = Vec::new();
    game.actions(seat, &mut listed);
    assert!(listed.contains(&Action::Strike(sq("12,12"))));
    assert!(
        after(&at, &[&plan[..], &[Action::Done, Action::Strike(sq("12,12"))]].concat()) > after(&at, &[])
    );
}

#[test]
fn plans_are_few() {
    let mut at = game("standard", 2, &[France, Austria, Spain, Russia]);
    for _ in 0..40 {
        at.ok(Action::Throw);
        let plans = plans(&at.game, at.decider());
        assert!(plans.len() <= 12, "{plans:?}");
        if let Some(plan) = plans.first() {
            plan.iter().for_each(|action| {
                at.ok(*action);
            });
        }
        at.rest();
        if at.game.ended.is_some() {
            break;
        }
    }
}

#[test]
fn nobody_allies_himself_with_the_only_opponent() {
    let mut at = four("standard");
    for power in [Russia, Spain] {
        at.game.eliminate(power, &mut Recorder::silent());
    }
    let mut at = at.open(France);
    at.ok(Action::Throw).done();
    assert_eq!(at.game.phase(), Phase::Business);
    let (seat, other) = (at.decider(), at.seat(Austria));
    let listed = at.listed();
    assert!(listed.contains(&Action::Offer(other)));
    assert_eq!(at.game.prior(seat, &Action::Offer(other)), 0.0);
    assert_eq!(at.game.prior(seat, &Action::Accept(other)), 0.0);
    let before = at.game.appraise(seat);
    at.ok(Action::Offer(other));
    assert!(at.game.appraise(seat) < before);
}

#[test]
fn chances_of_all_add_up_and_are_the_same_one_by_one() {
    let at = four("advanced");
    let each = at.game.appraise_each(at.game.alive());
    let sum: f32 = each.iter().sum();
    assert!((0.97..1.03).contains(&sum), "{each:?}");
    for seat in at.game.alive().iter() {
        assert_eq!(at.game.appraise(seat), each[seat.index()]);
    }
}

#[test]
fn only_an_attack_under_way_is_not_quiet() {
    let mut at = four("standard").clear().with(France, Infantry, "12,12").with(Austria, Infantry, "13,14");
    at = at.camps().turn(France, 6);
    assert!(at.game.is_quiet());
    at.name("13,14");
    assert!(!at.game.is_quiet());
}

#[test]
fn breaking_an_alliance_is_faithless_and_attacking_bold() {
    let at = four("standard").allied(France, Austria).turn(France, 5);
    let (seat, other) = (at.seat(France), at.seat(Austria));
    assert!(at.game.temper(seat, &Action::Break(other)).loyalty < 0.0);
    let russian: Square = at.game.square(PieceId::general(Russia)).unwrap();
    assert!(at.game.temper(seat, &Action::Name(russian)).boldness > 0.0);
}
