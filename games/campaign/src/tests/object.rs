//! The object of the game and the sequence of play. Rulebook, object; 0.3, 0.4.

use engine::{Seat, Seats};

use super::table::{At, four, four_with, game, game_with, on, sq};
use crate::action::Action;
use crate::components::Kind::{Cavalry, General, Infantry};
use crate::components::Power::{self, Austria, France, Russia, Spain};
use crate::event::Event;
use crate::state::EndReason::{Capitals, LastLeft, TimeLimit, Towns};
use crate::state::{Phase, Recovery, Status};

/// Two players: the first leads France and Spain, the second Russia and Austria.
fn two() -> At {
    game("introductory", 2, &[France, Russia, Austria, Spain])
}

fn three() -> At {
    game("introductory", 3, &[France, Russia, Austria])
}

fn five() -> At {
    game_with("introductory", 5, &Power::ALL, &on(["prussia", "five-players"]))
}

const EVERYWHERE: [&str; 12] = [
    "Rome", "Milan", "Turin", "Leipzig", "Dresden", "Stettin", "Hamburg", "Riga", "Kiev", "Smolensk", "Buda",
    "Trieste",
];

/// France holds so many foreign towns besides its own, and marches into Naples. How the turn ends.
fn naples_after(at: At, towns: usize) -> At {
    let at = EVERYWHERE[..towns].iter().fold(at, |at, name| at.card(name, France));
    let mut at = at.with(France, General, "19,20").turn(France, 6);
    at.step("19,20", "Naples").end_turn();
    assert_eq!(at.holder("Naples"), Some(France));
    at
}

fn won_by(at: &At, power: Power) -> bool {
    at.won() == Some((vec![at.game.seat_of(power)], Towns))
}

// Victory (0.3)

// proves C-0.3-eight, C-0.3-own
#[test]
fn the_eighth_foreign_town_wins_with_four_players() {
    assert_eq!(naples_after(four("introductory"), 6).won(), None, "seven and four at home");
    assert!(won_by(&naples_after(four("introductory"), 7), France));
}

// proves C-0.3-eight
#[test]
fn the_eighth_foreign_town_wins_with_two_players() {
    assert_eq!(naples_after(two(), 6).won(), None);
    assert!(won_by(&naples_after(two(), 7), France));
}

// proves C-0.3-eight
#[test]
fn the_captures_of_both_armies_of_a_player_are_added() {
    assert_eq!(naples_after(two().card("Buda", Spain), 5).won(), None, "five, one and Naples");
    assert!(won_by(&naples_after(two().cards(["Buda", "Trieste"], Spain), 5), France));
}

// proves C-0.3-own, C-0.3-eight
#[test]
fn towns_in_either_country_of_a_player_are_not_foreign_to_him() {
    let at = two().cards(["Madrid", "Seville"], France).cards(["Lyon", "Lille"], Spain);
    assert_eq!(naples_after(at, 6).won(), None);
}

// proves C-0.3-ten
#[test]
fn three_players_need_ten_towns() {
    assert_eq!(naples_after(three(), 8).won(), None);
    assert!(won_by(&naples_after(three(), 9), France));
}

// proves C-0.3-six
#[test]
fn five_players_need_six_towns() {
    assert_eq!(naples_after(five(), 4).won(), None);
    assert!(won_by(&naples_after(five(), 5), France));
}

// proves C-0.3-lost-home
#[test]
fn the_winner_may_have_lost_all_his_own_towns() {
    let home = ["Lyon", "Bordeaux", "Lille", "Marseilles"];
    assert!(won_by(&naples_after(four("introductory").cards(home, Spain), 7), France));
    assert!(won_by(&naples_after(five().cards(home, Spain), 5), France));
}

// proves C-0.3-own
#[test]
fn a_home_town_retaken_does_not_count() {
    let at = EVERYWHERE[..7].iter().fold(four("introductory"), |at, name| at.card(name, France));
    let mut at = at.card("Lyon", Austria).with(France, General, "14,12").turn(France, 6);
    at.step("14,12", "Lyon").end_turn();
    assert_eq!((at.holder("Lyon"), at.won()), (Some(France), None));
}

// proves C-0.4-victory
#[test]
fn victory_is_tested_for_the_active_player_alone() {
    let at = EVERYWHERE[..8].iter().fold(four("introductory"), |at, name| at.card(name, Austria));
    let mut at = at.open(France);
    at.idle();
    assert_eq!((at.army(), at.won()), (Russia, None), "not in another player's turn");
    at.idle().idle();
    assert!(won_by(&at, Austria), "but in his own next one");
}

// proves C-0.4-victory
#[test]
fn victory_is_tested_after_alliances_and_before_redeployment() {
    let at = four_with("introductory", &on(["redeployment"]));
    let at = EVERYWHERE[..7].iter().fold(at, |at, name| at.card(name, France));
    let mut at = at.with(France, General, "19,20").turn(France, 6);
    at.step("19,20", "Naples").done();
    assert_eq!((at.game.phase(), at.won()), (Phase::Business, None));
    at.done();
    assert!(won_by(&at, France));
    assert!(!at.log.events.iter().any(|event| matches!(event, Event::Redeployment { .. })));
}

/// The four towns of Austria are in French hands, Vienna is empty and a French General stands beside it.
fn before_vienna(at: At) -> At {
    at.cards(["Prague", "Buda", "Trieste", "Lemberg"], France)
        .with(Austria, General, "30,18")
        .without(["26,15"])
        .with(France, General, "26,15")
}

// proves C-0.3-capitals
#[test]
fn who_has_captured_the_capitals_of_all_opponents_wins() {
    let mut at = before_vienna(three()).turn(France, 6);
    at.step("26,15", "Vienna").end_turn();
    assert_eq!(at.won(), None, "Moscow still stands");
    let mut at = at
        .cards(["Riga", "Kiev", "Smolensk", "St Petersburg"], France)
        .with(Russia, General, "28,9")
        .without(["30,4"])
        .with(France, General, "30,4");
    at.begin(France, 6);
    at.step("30,4", "Moscow").end_turn();
    assert_eq!(at.won(), Some((vec![Seat(0)], Capitals)));
}

/// Three players; France has captured Lisbon, but the die keeps Spain in the game (6.2).
fn lisbon_fallen() -> At {
    let at = game_with("introductory", 3, &[France, Spain, Austria], &on(["britannia", "lisbon"]));
    let mut at = at
        .cards(["Madrid", "Seville", "Corunna", "Saragossa"], France)
        .with(Spain, General, "8,20")
        .without(["3,19"])
        .with(France, General, "3,19")
        .turn(France, 6);
    at.step("3,19", "Lisbon").load(&[6]);
    at.end_turn();
    assert!(at.game.is_active(Spain) && at.won().is_none());
    at
}

// proves C-0.3-capitals
#[test]
fn the_capital_of_a_spain_that_fights_on_counts_as_captured() {
    let mut at = before_vienna(lisbon_fallen());
    at.begin(France, 6);
    at.step("26,15", "Vienna").end_turn();
    assert!(at.game.is_active(Spain));
    assert_eq!(at.won(), Some((vec![Seat(0)], Capitals)));
}

// proves C-0.3-capitals
#[test]
fn an_opponent_who_is_out_has_no_capital_to_be_captured() {
    let mut at = lisbon_fallen().without_troops(Austria);
    at.begin(France, 6);
    at.end_turn();
    assert!(at.game.is_active(Spain));
    assert_eq!(at.won(), Some((vec![Seat(0)], Capitals)));
}

// proves C-0.3-capitals
#[test]
fn the_last_player_left_wins() {
    let mut at = three().without_troops(Russia).open(France);
    at.idle();
    assert_eq!(at.won(), None, "Austria is left");
    let mut at = at.without_troops(Austria);
    at.idle();
    assert_eq!(at.won(), Some((vec![Seat(0)], LastLeft)), "though it is not his turn");
}

// proves C-0.3-capitals
#[test]
fn the_last_player_left_wins_in_his_own_turn_too() {
    let mut at = three().without_troops(Russia).without_troops(Austria).open(France);
    at.idle();
    assert_eq!(at.won(), Some((vec![Seat(0)], LastLeft)));
}

// proves C-0.3-time
#[test]
fn after_the_last_turn_of_the_last_round_most_town_cards_win() {
    let at = four_with("introductory", &[("time-limit", 2.into())])
        .card("Rome", France)
        .cards(["Milan", "Turin", "Naples"], Austria);
    // Austria has lost three home towns to nobody in particular: more captures, but fewer cards.
    let at = ["Prague", "Buda", "Trieste"].into_iter().fold(at, |at, name| at.card(name, None));
    let mut at = at.open(Russia);
    at.game.turn.first = at.game.seat_of(Russia);
    for _ in 0..7 {
        at.idle();
        assert_eq!(at.won(), None);
    }
    assert_eq!((at.army(), at.game.turn.round), (France, 2), "the last turn of the second round");
    at.idle();
    assert_eq!(at.won(), Some((vec![at.game.seat_of(France)], TimeLimit)));
}

// proves C-0.3-time
#[test]
fn a_tie_at_the_deadline_is_shared() {
    let mut at = four_with("introductory", &[("time-limit", 1.into())]).card("Lyon", None).open(France);
    at.game.turn.first = Seat(0);
    at.idle().idle().idle().idle();
    assert_eq!(at.won(), Some((vec![Seat(1), Seat(2), Seat(3)], TimeLimit)));
}

// proves C-0.3-time
#[test]
fn without_a_time_limit_the_game_goes_on() {
    let mut at = four_with("introductory", &[("time-limit", 0.into())]).card("Rome", France).open(France);
    at.game.turn.round = 1000;
    for _ in 0..9 {
        at.idle();
    }
    assert_eq!(at.won(), None);
}

// Elimination (0.3)

// proves C-0.3-dead-capital
#[test]
fn who_has_lost_his_capital_and_all_his_towns_is_out() {
    let mut at = before_vienna(four("introductory")).turn(France, 6);
    at.step("26,15", "Vienna").end_turn();
    assert_eq!(at.game.power(Austria).status, Status::Out);
    assert_eq!(at.army(), Russia);
    at.idle();
    assert_eq!(at.army(), Spain, "Austria has no more turns");
}

// proves C-0.3-dead-capital
#[test]
fn to_lose_all_towns_or_to_have_an_enemy_in_the_capital_is_not_enough() {
    let mut at = before_vienna(four("introductory")).turn(France, 6);
    at.end_turn();
    assert!(at.game.is_active(Austria), "Vienna is not taken");
    let mut at = before_vienna(four("introductory")).card("Buda", Austria).turn(France, 6);
    at.step("26,15", "Vienna").end_turn();
    assert!(at.game.is_active(Austria), "Buda is Austrian");
}

/// Austria has its General and these infantry left; two French infantry can take the one on 5,17.
fn last_stand<const N: usize>(level: &str, infantry: [&str; N]) -> At {
    let at =
        four(level).without_troops(Austria).with(France, Infantry, "4,16").with(France, Infantry, "6,16");
    infantry.into_iter().fold(at, |at, square| at.with(Austria, Infantry, square)).turn(France, 6)
}

// proves C-0.3-dead-troops
#[test]
fn a_general_without_troops_is_out() {
    let mut at = last_stand("introductory", ["5,17"]);
    at.name("5,17").done().ok(Action::Strike(sq("5,17")));
    assert_eq!(at.game.power(Austria).status, Status::Out);
    assert_eq!(at.on("Vienna"), None);
    let mut at = last_stand("introductory", ["5,17", "28,17"]);
    at.name("5,17").done().ok(Action::Strike(sq("5,17")));
    assert!(at.game.is_active(Austria), "one infantry is left");
}

// proves C-0.3-dead-troops
#[test]
fn a_piece_gained_in_the_same_turn_saves_an_army() {
    let into = |name: &str, from: &str| {
        let mut at = four("standard").without_troops(Austria).with(Austria, General, from).turn(Austria, 6);
        at.step(from, name).done();
        at
    };
    let mut at = into("Milan", "17,15");
    at.ok(Action::Place(sq("16,15")));
    assert!(at.game.is_active(Austria), "red Milan raised an infantry");
    assert_eq!(into("Rome", "16,19").game.power(Austria).status, Status::Out, "yellow Rome does not");
}

// proves C-0.3-dead-troops
#[test]
fn a_captured_general_without_troops_does_not_recruit_but_is_out() {
    let strike_both = |spare: bool| {
        let mut at = four_with("standard", &on(["fronts"]))
            .without_troops(Austria)
            .with(Austria, Infantry, "5,17")
            .with(France, Infantry, "4,16")
            .with(France, Infantry, "6,16")
            .with(Austria, General, "18,18")
            .with(France, Infantry, "17,17")
            .with(France, Infantry, "19,17")
            .with(France, Cavalry, "18,19");
        if spare {
            at.add(Austria, Infantry, "28,17");
        }
        let mut at = at.turn(France, 6);
        at.name("5,17").name("18,18").done();
        at.ok(Action::Strike(sq("5,17"))).ok(Action::Strike(sq("18,18")));
        at
    };
    assert_eq!(strike_both(false).game.power(Austria).status, Status::Out);
    let at = strike_both(true);
    assert_eq!(at.game.power(Austria).recovery, Recovery::Mobilising, "with an infantry left it starts anew");
}

/// Austria, allied to Russia, holds Milan and three of its own towns when its last troops are gone.
fn fall_of_austria() -> At {
    let mut at = last_stand("standard", ["5,17"])
        .card("Milan", Austria)
        .card("Prague", France)
        .allied(Austria, Russia);
    let (austria, russia) = (at.game.seat_of(Austria), at.game.seat_of(Russia));
    at.game.diplomacy.admitted[russia.index()].insert(austria);
    at.name("5,17").done().ok(Action::Strike(sq("5,17")));
    at
}

// proves C-0.3-remains
#[test]
fn the_pieces_of_an_eliminated_player_leave_the_board() {
    let at = fall_of_austria();
    assert_eq!(at.game.power(Austria).status, Status::Out);
    assert_eq!(at.game.pieces_of(Austria).filter_map(|piece| at.game.square(piece)).count(), 0);
}

// proves C-0.3-remains
#[test]
fn the_cards_of_an_eliminated_player_become_neutral() {
    let at = fall_of_austria();
    for name in ["Milan", "Buda", "Trieste", "Lemberg"] {
        assert_eq!(at.holder(name), None, "{name}");
        assert!(at.hand(None).contains(&name.to_owned()), "{name}");
    }
    assert_eq!(at.holder("Prague"), Some(France), "who holds a town keeps it");
    let troops = [France, Russia, Spain].map(|power| at.game.troops(power).count());
    assert_eq!(troops, [10, 8, 8], "red Milan costs nobody a piece");
}

// proves C-0.3-remains
#[test]
fn the_alliance_cards_of_an_eliminated_player_are_returned() {
    let at = fall_of_austria();
    let russia = at.game.seat_of(Russia);
    assert_eq!(at.game.diplomacy.allied[russia.index()], Seats::NONE);
    assert!(at.hand(Some(russia)).contains(&"Alliance card of Russia".to_owned()));
    let hands = Seat::first(4).flat_map(|seat| at.hand(Some(seat)));
    assert!(!hands.into_iter().any(|card| card == "Alliance card of Austria"));
    assert!(at.game.diplomacy.admitted.iter().all(|admitted| admitted.is_empty()));
}

// The sequence of play (0.4)

// proves C-0.4-sequence
#[test]
fn a_turn_is_moving_attacking_business_and_redeployment() {
    let mut at = four_with("introductory", &on(["redeployment"]))
        .with(Austria, Infantry, "5,17")
        .with(France, Infantry, "4,16")
        .with(France, Infantry, "6,16")
        .open(France);
    let step = Action::Step { from: sq("10,6"), to: sq("9,5") };
    let strike = Action::Strike(sq("5,17"));
    let offer = Action::Offer(at.game.seat_of(Russia));
    let redeploy = Action::Redeploy { from: sq("12,6"), to: sq("13,6") };
    let all = [step, strike, offer, redeploy];
    let out_of_order = |at: &mut At, now: Action| {
        for action in all.into_iter().filter(|action| *action != now) {
            assert_eq!(at.refused(action), "C-0.4-sequence", "{action:?}");
        }
    };
    out_of_order(&mut at, Action::Throw);
    at.ok(Action::Throw).name("5,17");
    out_of_order(&mut at, step);
    at.ok(step).done();
    out_of_order(&mut at, strike);
    at.ok(strike);
    out_of_order(&mut at, offer);
    at.ok(offer).done();
    out_of_order(&mut at, redeploy);
    at.ok(redeploy).done();
    assert_eq!((at.game.phase(), at.army()), (Phase::Open, Russia));
}

// proves C-0.4-sequence
#[test]
fn only_who_has_the_turn_acts() {
    let mut at = four("introductory").open(France);
    let russia = at.game.seat_of(Russia);
    let denied = at.act_as(russia, Action::Throw).unwrap_err();
    assert_eq!(denied.rule.as_str(), "C-0.4-sequence");
    at.ok(Action::Throw);
}

// proves C-0.4-sequence
#[test]
fn redeployment_belongs_to_the_advanced_game() {
    let after_business = |level| {
        let mut at = four(level).with(Russia, Infantry, "27,9").turn(Russia, 2);
        at.done().done();
        (at.game.phase(), at.army())
    };
    assert_eq!(after_business("standard"), (Phase::Open, Austria));
    assert_eq!(after_business("advanced"), (Phase::Redeployment, Russia));
}

// proves C-0.4-business
#[test]
fn other_business_is_done_in_its_order() {
    // Spain takes a French infantry beside Lyon and captures Lyon, while Austria has no troops left.
    let mut at = four_with("standard", &on(["guerrillas"]))
        .without_troops(Austria)
        .with(France, Infantry, "12,12")
        .with(France, Infantry, "14,9")
        .with(Spain, Infantry, "13,13")
        .with(Spain, General, "14,12")
        .turn(Spain, 6);
    at.name("12,12").step("14,12", "Lyon").done().ok(Action::Strike(sq("12,12")));
    at.ok(Action::Place(sq("12,12"))); // its square is free again: the beaten are removed first
    let [austria, russia] = [Austria, Russia].map(|power| at.game.power(power).seat.unwrap());
    assert_eq!(at.refused(Action::Offer(austria)), "C-7.1-make", "Austria is out by now");
    at.ok(Action::Offer(russia)).done();
    let order: Vec<&str> = at
        .log
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Taken { .. } => Some("taken"),
            Event::TownTaken { .. } => Some("town"),
            Event::Lost { .. } => Some("lost"),
            Event::Gained { .. } => Some("gained"),
            Event::Eliminated { .. } => Some("eliminated"),
            Event::Offered { .. } => Some("alliance"),
            Event::Guerrillas { .. } => Some("guerrillas"),
            _ => None,
        })
        .collect();
    assert_eq!(order, ["taken", "town", "lost", "gained", "eliminated", "alliance", "guerrillas"]);
}
