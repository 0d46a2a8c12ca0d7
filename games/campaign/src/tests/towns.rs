//! Capturing towns and Capitals, and the troops that come and go with red towns. Rulebook 5, 6, 13.

use super::table::{At, four, four_with, game, on, sq, town};
use crate::action::Action;
use crate::board::{BOARD, Town};
use crate::components::Kind::{Cavalry, General, Infantry};
use crate::components::Power::{Austria, France, Prussia, Russia, Spain};
use crate::components::{Country, Kind, PieceId, Power};
use crate::square::{AROUND, Square};
use crate::state::{EndReason, Phase, Place, Status};
use crate::steps::Question;
use crate::towns::Gain;

/// A board that is clear but for what the test puts on it, and everybody's camp.
fn clear(level: &str) -> At {
    four(level).clear()
}

/// The French General beside Turin, which Austria holds, on a board that is clear but for the camps.
fn before_turin(level: &str) -> At {
    clear(level).with(France, General, "15,17").card("Turin", Austria).camps().turn(France, 6)
}

// proves C-5.1-enter
#[test]
fn a_general_captures_a_town_by_moving_onto_it_and_must_halt_there() {
    let mut at = before_turin("introductory");
    at.step("15,17", "Turin");
    assert_eq!(at.step_refused("Turin", "13,15"), "C-5.1-enter");
    at.done();
    assert_eq!(at.holder("Turin"), Some(France));
}

// proves C-5.1-enter
#[test]
fn a_general_halts_in_a_town_that_nobody_holds() {
    let mut at = before_turin("introductory").card("Turin", None);
    at.step("15,17", "Turin");
    assert_eq!(at.step_refused("Turin", "13,15"), "C-5.1-enter");
}

// proves C-5.1-enter
#[test]
fn a_general_passes_through_a_town_he_holds() {
    let mut at = before_turin("introductory").card("Turin", France);
    at.step("15,17", "Turin").step("Turin", "13,15");
}

// proves C-5.1-enter, C-5.1-troops
#[test]
fn troops_do_not_halt_in_a_town() {
    let mut at = before_turin("introductory").with(France, Infantry, "15,15");
    at.step("15,15", "Turin").step("Turin", "13,15");
}

// proves C-5.1-enter
#[test]
fn a_general_leaves_in_his_next_turn_and_keeps_the_card() {
    let mut at = before_turin("introductory");
    at.step("15,17", "Turin").until(France).load(&[3, 3]);
    at.ok(Action::Throw).step("Turin", "13,15").until(Russia);
    assert_eq!(at.holder("Turin"), Some(France));
}

// proves C-5.1-card
#[test]
fn the_card_is_claimed_at_the_end_of_the_turn() {
    let mut at = before_turin("introductory").with(France, Cavalry, "18,17");
    at.step("15,17", "Turin").step("18,17", "18,19");
    assert_eq!(at.holder("Turin"), Some(Austria));
    at.done();
    assert_eq!(at.holder("Turin"), Some(France));
}

// proves C-4.1.1-capture, C-5.1-troops
#[test]
fn troops_capture_nothing_and_keep_a_general_out() {
    for kind in Kind::TROOPS {
        let mut at = before_turin("introductory").with(France, kind, "Turin");
        assert_eq!(at.step_refused("15,17", "Turin"), "C-4.1.2-one");
        at.done();
        assert_eq!(at.holder("Turin"), Some(Austria));
    }
}

// proves C-5.1-troops
#[test]
fn cavalry_rides_over_a_town() {
    let mut at = before_turin("introductory").with(France, Cavalry, "14,17");
    at.step("14,17", "14,15").done();
    assert_eq!(at.holder("Turin"), Some(Austria));
}

// proves C-5.1-ally
#[test]
fn a_general_may_stand_in_an_allys_town_but_does_not_capture_it() {
    let mut at = before_turin("introductory").allied(France, Austria);
    at.step("15,17", "Turin").done();
    assert_eq!(at.holder("Turin"), Some(Austria));
    assert_eq!(at.game.may_capture(France, town("Turin")).unwrap_err().rule, "C-5.1-ally");
    let mut at = before_turin("introductory").allied(France, Russia);
    at.step("15,17", "Turin").done();
    assert_eq!(at.holder("Turin"), Some(France), "Austria is no ally");
}

// proves C-5.2-delay
#[test]
fn a_town_cannot_be_captured_in_the_turn_in_which_its_defender_is_taken() {
    let mut at = before_turin("introductory")
        .with(Austria, Infantry, "Turin")
        .with(Austria, Cavalry, "29,19")
        .with(France, Infantry, "13,15");
    at.name("Turin");
    assert_eq!(at.step_refused("15,17", "Turin"), "C-4.1.2-one");
    at.done().ok(Action::Strike(sq("Turin")));
    assert_eq!(at.on("Turin"), None);
    assert_eq!(at.holder("Turin"), Some(Austria));
    at.until(France).load(&[3, 3]);
    at.ok(Action::Throw).step("15,17", "Turin").done();
    assert_eq!(at.holder("Turin"), Some(France), "next turn it can");
}

// proves C-5.2-delay
#[test]
fn after_the_attack_nobody_moves() {
    let mut at = four_with("introductory", &on(["fronts"]))
        .clear()
        .with(France, General, "15,17")
        .with(France, Infantry, "13,15")
        .with(Austria, Infantry, "Turin")
        .with(France, Infantry, "4,16")
        .with(France, Infantry, "6,16")
        .with(Austria, Infantry, "5,17")
        .with(Austria, Cavalry, "29,19")
        .camps()
        .turn(France, 6);
    at.name("Turin").name("5,17").done().ok(Action::Strike(sq("Turin")));
    assert_eq!(at.game.phase(), Phase::Attack, "the second attack is still to be made");
    assert!(at.on("Turin").is_some(), "the beaten piece still stands");
    assert_eq!(at.step_refused("15,17", "16,17"), "C-0.4-sequence");
}

// proves C-5.2.1-both
#[test]
fn a_general_takes_a_piece_and_captures_a_town_from_whose_square_he_attacks() {
    let both = |general: &str| {
        let mut at = clear("introductory")
            .with(France, General, "15,17")
            .with(France, Infantry, "12,16")
            .with(Austria, Infantry, "13,15")
            .with(Austria, Cavalry, "29,19")
            .card("Turin", Austria)
            .camps()
            .turn(France, 6);
        at.name("13,15").step("15,17", general).done();
        if at.game.phase() == Phase::Attack {
            at.ok(Action::Strike(sq("13,15")));
        }
        (at.holder("Turin"), at.on("13,15").is_none())
    };
    assert_eq!(both("Turin"), (Some(France), true));
    assert_eq!(both("15,16"), (Some(Austria), false));
}

// proves C-5.3-all
#[test]
fn every_town_on_the_board_can_be_captured() {
    for town in Town::all() {
        let captor = if town.country() == Country::France { Austria } else { France };
        let beside = AROUND
            .into_iter()
            .filter_map(|(columns, rows)| town.square().step(columns, rows))
            .find(|square| BOARD.land.has(*square))
            .unwrap();
        let mut at = clear("introductory").with(captor, General, &beside.to_string()).camps().turn(captor, 6);
        at.step(&beside.to_string(), town.name()).done();
        assert_eq!(at.holder(town.name()), Some(captor), "{town}");
    }
}

// proves C-5.3-nocard
#[test]
fn a_capital_has_no_card_and_is_no_town() {
    let seven = ["Milan", "Turin", "Rome", "Naples", "Leipzig", "Dresden", "Stettin"];
    let at = clear("introductory").with(France, General, "25,14");
    let mut at = seven.iter().fold(at, |at, name| at.card(name, France)).camps().turn(France, 6);
    assert_eq!(at.game.towns_to_win(), 8);
    at.step("25,14", "Vienna").done();
    assert_eq!(at.game.town_cards(at.seat(France)), 11, "seven and his own four");
    at.until(Russia);
    assert_eq!(at.game.ended, None, "Vienna is not the eighth town");

    let mut at = seven
        .iter()
        .fold(clear("introductory").with(France, General, "24,19"), |at, name| at.card(name, France))
        .camps()
        .turn(France, 6);
    at.step("24,19", "Trieste").done().done();
    assert_eq!(at.game.ended.map(|end| end.reason), Some(EndReason::Towns), "Trieste is");
}

// proves C-6.2-capitals
#[test]
fn the_capitals_are_paris_berlin_moscow_vienna_and_lisbon() {
    let capitals =
        [(France, "Paris"), (Prussia, "Berlin"), (Russia, "Moscow"), (Austria, "Vienna"), (Spain, "Lisbon")];
    for (power, name) in capitals {
        assert_eq!(BOARD.capital_at(sq(name)), Some(power));
        assert_eq!(BOARD.country(sq(name)), Some(power.home()));
        assert_eq!(BOARD.base(power).capital.general, sq(name));
    }
    assert_eq!(Square::all().filter(|square| BOARD.capital_at(*square).is_some()).count(), 5);
}

/// The French General beside Vienna, with Austria's towns in these hands.
fn before_vienna(holders: [Option<Power>; 4]) -> At {
    ["Prague", "Buda", "Trieste", "Lemberg"]
        .iter()
        .zip(holders)
        .fold(clear("introductory").with(France, General, "25,14"), |at, (name, holder)| {
            at.card(name, holder)
        })
        .camps()
        .turn(France, 6)
}

/// Whether the General takes Vienna when he enters it; Austria is out then.
fn vienna_falls(holders: [Option<Power>; 4]) -> bool {
    let mut at = before_vienna(holders);
    at.step("25,14", "Vienna").done();
    let taken = at.game.power(Austria).capital_to == Some(at.seat(France));
    assert_eq!(taken, at.game.power(Austria).status == Status::Out);
    taken
}

// proves C-6.1-condition
#[test]
fn a_capital_falls_only_while_all_four_towns_are_in_other_hands() {
    let [f, r, s, a] = [Some(France), Some(Russia), Some(Spain), Some(Austria)];
    assert!(vienna_falls([f, f, f, f]));
    assert!(vienna_falls([f, r, s, f]), "whoever holds them");
    assert!(vienna_falls([r, r, s, s]), "the captor need hold none");
    for retaken in 0..4 {
        let mut holders = [f, r, s, f];
        holders[retaken] = a;
        assert!(!vienna_falls(holders), "the owner has one back");
        holders[retaken] = None;
        assert!(!vienna_falls(holders), "a neutral town has not been captured");
    }
    let at = before_vienna([f, f, f, a]);
    assert_eq!(at.game.may_capture_capital(France, Austria).unwrap_err().rule, "C-6.1-condition");
}

// proves C-6.1-condition
#[test]
fn the_fourth_town_and_the_capital_fall_in_one_turn_to_two_generals() {
    let mut at = four_with("introductory", &on(["napoleon"]))
        .clear()
        .with(France, General, "25,14")
        .with_second(France, "24,19")
        .card("Prague", France)
        .card("Buda", France)
        .card("Lemberg", France)
        .camps()
        .turn(France, 6);
    at.step("25,14", "Vienna").step("24,19", "Trieste").done();
    assert_eq!(at.game.power(Austria).status, Status::Out);
}

// proves C-6.1-how
#[test]
fn a_general_takes_a_capital_and_troops_do_not() {
    let mut at =
        before_vienna([Some(France); 4]).with(France, Infantry, "26,16").with(France, Cavalry, "25,17");
    at.step("26,16", "Vienna").done();
    assert!(at.game.is_active(Austria));
    let mut at = before_vienna([Some(France); 4]).with(France, Cavalry, "25,17");
    at.step("25,17", "Vienna").done();
    assert!(at.game.is_active(Austria));
    assert!(vienna_falls([Some(France); 4]));
}

// proves C-6.1-how
#[test]
fn a_general_takes_a_capital_only_if_he_ends_his_move_there() {
    let mut at = before_vienna([Some(France); 4]);
    at.step("25,14", "Vienna").step("Vienna", "25,16").done();
    assert!(at.game.is_active(Austria));
    assert_eq!(at.game.power(Austria).capital_to, None);
}

// proves C-6.1-how
#[test]
fn a_general_does_not_take_the_capital_of_an_ally() {
    let mut at = before_vienna([Some(France), Some(Russia), Some(Russia), Some(France)])
        .allied(France, Austria)
        .admitted(Austria, France);
    at.step("25,14", "Vienna").done();
    assert!(at.game.is_active(Austria));
}

// proves C-6.1-occupied
#[test]
fn a_capital_with_a_piece_on_it_is_not_entered_and_falls_only_after_that_piece_is_gone() {
    let mut at = clear("introductory")
        .with(Austria, General, "10,6")
        .with(Austria, Infantry, "12,8")
        .with(Austria, Infantry, "12,6")
        .with(France, Infantry, "Paris")
        .with(France, General, "7,12");
    at = ["Lyon", "Bordeaux", "Lille", "Marseilles"].iter().fold(at, |at, name| at.card(name, Austria));
    let mut at = at.with(France, Cavalry, "9,12").camps().turn(Austria, 6);
    assert_eq!(at.step_refused("10,6", "Paris"), "C-4.1.2-one");
    at.name("Paris").done().ok(Action::Strike(sq("Paris")));
    assert_eq!(at.on("Paris"), None);
    assert!(at.game.is_active(France), "not in the turn in which the piece is taken");
    at.until(Austria).load(&[3, 3]);
    at.ok(Action::Throw).step("10,6", "Paris").done();
    assert!(!at.game.is_active(France));
}

// proves C-6.1-occupied
#[test]
fn a_general_on_his_capital_keeps_it() {
    let mut at = before_vienna([Some(France); 4]);
    at.game.put(PieceId::general(Austria), sq("Vienna"));
    assert_eq!(at.step_refused("25,14", "Vienna"), "C-4.1.2-one");
    at.done();
    assert!(at.game.is_active(Austria));
}

// proves C-6.1-out
#[test]
fn a_player_whose_capital_is_captured_is_out_at_once_whoever_holds_its_towns() {
    let mut at = before_vienna([Some(Russia), Some(Russia), Some(Spain), Some(Spain)])
        .with(Austria, Infantry, "5,17")
        .with(Austria, Cavalry, "29,17")
        .card("Milan", Austria);
    at.step("25,14", "Vienna").done();
    assert_eq!(at.game.power(Austria).status, Status::Out);
    assert_eq!(at.game.pieces_of(Austria).filter(|piece| at.game.square(*piece).is_some()).count(), 0);
    assert_eq!((at.holder("Prague"), at.holder("Milan")), (Some(Russia), None));
    at.until(Spain);
    assert!(!at.game.is_alive(at.seat(Austria)), "no turn of Austria's has come");
}

// proves C-6.1-out
#[test]
fn a_player_with_two_powers_loses_only_the_one_whose_capital_fell() {
    let at =
        game("introductory", 2, &[France, Austria, Russia, Spain]).clear().with(France, General, "25,14");
    let mut at = ["Prague", "Buda", "Trieste", "Lemberg"]
        .iter()
        .fold(at, |at, name| at.card(name, France))
        .camps()
        .turn(France, 6);
    let loser = at.seat(Austria);
    assert_eq!(loser, at.seat(Russia));
    at.step("25,14", "Vienna").done();
    assert_eq!(at.game.power(Austria).status, Status::Out);
    assert!(at.game.is_active(Russia) && at.game.is_alive(loser) && at.game.ended.is_none());
}

/// France takes Lisbon, the four Spanish towns being hers, and the next die shows this face.
fn lisbon_falls(options: &[&'static str], face: u8) -> At {
    let options: Vec<_> = options.iter().map(|option| (*option, true.into())).collect();
    let at = four_with("standard", &options).clear().with(France, General, "3,20");
    let mut at = ["Madrid", "Saragossa", "Corunna", "Seville"]
        .iter()
        .fold(at, |at, name| at.card(name, France))
        .with(Spain, Infantry, "1,17")
        .camps()
        .turn(France, 6);
    at.load(&[face]);
    at.step("3,20", "Lisbon").done();
    at
}

// proves C-6.2-lisbon
#[test]
fn when_lisbon_falls_a_six_keeps_spain_in_the_game() {
    for face in 1..=6 {
        let at = lisbon_falls(&["britannia", "lisbon"], face);
        assert_eq!(at.game.is_active(Spain), face == 6, "die {face}");
        assert_eq!(at.on("1,17").is_some(), face == 6, "its pieces stay where they are");
    }
    assert!(!lisbon_falls(&["britannia"], 6).game.is_active(Spain), "without the house rule there is no die");
}

// proves C-6.2-lisbon
#[test]
fn after_lisbon_spain_goes_on_from_the_sea_until_its_troops_are_gone() {
    let mut at = lisbon_falls(&["britannia", "lisbon"], 6);
    at.until(Spain).ok(Action::Throw).ok(Action::Embark(sq("1,17"))).until(France);
    assert!(at.game.is_active(Spain), "the infantry at sea is troops");
    let infantry = at.game.at_sea(Infantry).next().unwrap();
    at.game.put(infantry, Place::BOX);
    at.until(Russia);
    assert!(!at.game.is_active(Spain));
}

// proves C-6.2-lisbon
#[test]
fn no_other_capital_has_a_die() {
    let at =
        four_with("standard", &on(["britannia", "lisbon"])).clear().with(France, General, "25,14").camps();
    let mut at = ["Prague", "Buda", "Trieste", "Lemberg"]
        .iter()
        .fold(at, |at, name| at.card(name, France))
        .turn(France, 6);
    at.load(&[6]);
    at.step("25,14", "Vienna").done();
    assert!(!at.game.is_active(Austria));
}

/// France enters Turin (cavalry) in the Standard game; Austria, who held it, has these troops.
fn turin_falls(troops: &[(Kind, &str)]) -> At {
    let at = clear("standard").with(France, General, "15,17").with(France, Infantry, "13,4");
    let mut at = troops
        .iter()
        .fold(at, |at, (kind, square)| at.with(Austria, *kind, square))
        .card("Turin", Austria)
        .camps()
        .turn(France, 6);
    at.step("15,17", "Turin").done();
    at
}

// proves C-13.1-gain
#[test]
fn a_red_town_gives_a_piece_of_its_kind_on_an_empty_square_beside_it() {
    let mut at = turin_falls(&[(Cavalry, "20,17"), (Cavalry, "21,17"), (Infantry, "15,15")]);
    assert_eq!(at.game.owed(), Some(Question::Gain(Gain(town("Turin"), France))));
    assert_eq!(at.refused(Action::Place(sq("14,18"))), "C-13.1-gain", "not beside the town");
    assert_eq!(at.refused(Action::Place(sq("15,15"))), "C-13.1-gain", "not empty");
    assert_eq!(at.refused(Action::Place(sq("Turin"))), "C-13.1-gain", "the General stands there");
    assert_eq!(at.count(France, Cavalry), 0);
    at.ok(Action::Place(sq("13,15")));
    assert_eq!((at.count(France, Cavalry), at.count(France, Infantry)), (1, 1));
    assert_eq!(at.on("13,15").map(PieceId::kind), Some(Cavalry));
}

// proves C-13.1-gain
#[test]
fn a_red_town_with_an_infantry_symbol_gives_infantry() {
    let mut at = clear("standard").with(France, General, "16,15").camps().turn(France, 6);
    at.step("16,15", "Milan").done().ok(Action::Place(sq("18,15")));
    assert_eq!(at.on("18,15").map(PieceId::kind), Some(Infantry));
}

// proves C-13.1-gain
#[test]
fn the_gained_piece_may_stand_at_a_corner_or_a_side_but_not_in_the_sea() {
    let at = turin_falls(&[(Cavalry, "20,17")]);
    let squares: Vec<_> = at.listed();
    let expected: Vec<_> = ["13,15", "14,15", "15,15", "13,16", "15,16", "13,17", "14,17", "15,17"]
        .map(|square| Action::Place(sq(square)))
        .into();
    assert_eq!(squares, expected);
    let mut at = clear("standard").with(Austria, General, "8,8").camps().turn(Austria, 6);
    at.step("8,8", "Bordeaux").done();
    assert_eq!(at.refused(Action::Place(sq("6,9"))), "C-13.1-gain", "Bordeaux lies on the sea");
}

// proves C-13.1-gain
#[test]
fn the_gained_piece_stands_in_forest_only_with_the_terrain_rule() {
    let beside_kiev = |at: At| {
        let mut at = at.clear().with(France, General, "28,9").camps().turn(France, 6);
        at.step("28,9", "Kiev").done();
        at
    };
    assert_eq!(beside_kiev(four("standard")).refused(Action::Place(sq("27,11"))), "C-13.1-gain");
    beside_kiev(four_with("standard", &on(["terrain"]))).ok(Action::Place(sq("27,11")));
}

// proves C-13.1-gain
#[test]
fn the_gained_piece_does_not_enter_an_allys_country_without_his_consent() {
    let prague = |consent: bool| {
        let at = clear("standard").with(France, General, "21,15").with(France, Infantry, "13,4").camps();
        let at = at.card("Prague", Russia).allied(France, Austria).admitted(Austria, France);
        let mut at = at.turn(France, 6);
        at.step("21,15", "Prague");
        if !consent {
            at.game.diplomacy.admitted = Default::default();
        }
        at.done();
        at
    };
    prague(true).ok(Action::Place(sq("23,14")));
    assert_eq!(prague(false).refused(Action::Place(sq("23,14"))), "C-13.1-gain");
    prague(false).ok(Action::Place(sq("21,15")));
}

// proves C-13.1-gain
#[test]
fn with_no_empty_square_beside_the_town_nothing_is_gained() {
    let ringed = |free: bool| {
        let ring = ["13,15", "14,15", "15,15", "13,16", "15,16", "13,17", "14,17", "15,17"];
        let at = clear("standard").with(France, General, "Turin").card("Turin", Austria);
        let at = ring[usize::from(free)..].iter().fold(at, |at, square| at.with(France, Infantry, square));
        let mut at = at.with(Austria, Cavalry, "20,17").with(Austria, Infantry, "20,18").camps();
        at.begin(France, 6);
        at.done();
        at
    };
    let at = ringed(false);
    assert_eq!((at.game.owed(), at.count(France, Cavalry)), (None, 0));
    assert_eq!(at.holder("Turin"), Some(France), "the card is claimed all the same");
    assert_eq!(at.count(Austria, Cavalry), 0, "and the former holder pays");
    ringed(true).ok(Action::Place(sq("13,15")));
}

// proves C-13.1-gain, C-0.1-limit
#[test]
fn with_nine_of_the_kind_in_play_nothing_is_gained() {
    let with = |cavalry: usize| {
        let at = clear("standard").with(France, General, "15,17").card("Turin", Austria);
        let squares: Vec<String> = (0..cavalry).map(|column| format!("{},17", 1 + column)).collect();
        let mut at = squares.iter().fold(at, |at, square| at.with(France, Cavalry, square)).camps();
        at.begin(France, 6);
        at.step("15,17", "Turin").done();
        at
    };
    let mut at = with(8);
    at.ok(Action::Place(sq("13,15")));
    assert_eq!(at.count(France, Cavalry), 9);
    let at = with(9);
    assert_eq!((at.game.owed(), at.count(France, Cavalry)), (None, 9));
    assert_eq!(at.holder("Turin"), Some(France));
}

// proves C-13.1-gain, C-13.1-lose
#[test]
fn in_the_introductory_game_and_for_yellow_towns_no_piece_is_gained_or_lost() {
    for (level, name, from) in [("introductory", "Turin", "15,17"), ("standard", "Rome", "15,17")] {
        let mut at = clear(level)
            .with(France, General, from)
            .with(Austria, Infantry, "20,17")
            .with(Austria, Cavalry, "20,19")
            .card(name, Austria)
            .camps()
            .turn(France, 6);
        let before = [France, Austria].map(|power| at.game.troops(power).count());
        at.step(from, name).done();
        assert_eq!(at.game.owed(), None, "{level}");
        assert_eq!([France, Austria].map(|power| at.game.troops(power).count()), before);
        assert_eq!(at.holder(name), Some(France));
    }
}

// proves C-13.1-lose
#[test]
fn the_former_holder_loses_the_nearest_piece_of_the_kind() {
    // Turin lies on 14,16. An infantry stands nearer; by rows and columns the farther cavalry would be nearer.
    let at = turin_falls(&[(Infantry, "14,14"), (Cavalry, "17,19"), (Cavalry, "18,16"), (Cavalry, "20,17")]);
    assert_eq!(at.on("17,19"), None, "three king's steps");
    assert!(at.on("18,16").is_some(), "four");
    assert_eq!((at.count(Austria, Cavalry), at.count(Austria, Infantry)), (2, 1));
}

// proves C-13.1-lose
#[test]
fn of_equally_near_pieces_the_owner_chooses() {
    let mut at = turin_falls(&[(Cavalry, "17,19"), (Cavalry, "17,15"), (Cavalry, "20,17")]);
    assert_eq!(at.decider(), at.seat(Austria));
    assert_eq!(at.refused(Action::Forfeit(sq("20,17"))), "C-13.1-lose");
    at.ok(Action::Forfeit(sq("17,15")));
    assert_eq!(at.on("17,15"), None);
    assert!(at.on("17,19").is_some());
    assert_eq!(at.decider(), at.seat(France), "then the captor places his");
}

// proves C-13.1-lose
#[test]
fn lacking_the_kind_he_loses_one_of_the_other() {
    let at = turin_falls(&[(Infantry, "17,19"), (Infantry, "20,17")]);
    assert_eq!(at.on("17,19"), None);
    assert_eq!(at.count(Austria, Infantry), 1);
}

// proves C-13.1-lose
#[test]
fn a_general_is_never_lost_with_a_town_and_without_troops_his_power_is_out() {
    let mut at = turin_falls(&[(Infantry, "17,19")]);
    assert_eq!(at.on("17,19"), None);
    assert_eq!(at.game.square(PieceId::general(Austria)), Some(sq("30,18")), "he is not lost with the town");
    at.ok(Action::Place(sq("13,15")));
    assert!(!at.game.is_active(Austria), "but a General alone is no army");
}

// proves C-13.1-lose
#[test]
fn a_neutral_card_costs_nobody_a_piece() {
    let mut at = before_turin("standard").card("Turin", None);
    let troops = |at: &At| [Russia, Austria, Spain].map(|power| at.game.troops(power).count());
    let before = troops(&at);
    at.step("15,17", "Turin").done().ok(Action::Place(sq("13,15")));
    assert_eq!(troops(&at), before);
}

// proves C-13.1-home
#[test]
fn a_red_town_at_home_is_lost_with_a_piece_and_brings_it_back() {
    let mut at = clear("standard")
        .with(France, General, "4,16")
        .with(Spain, Infantry, "3,20")
        .with(Spain, Infantry, "8,20")
        .with(Spain, Infantry, "6,18")
        .with(Spain, General, "7,20")
        .camps()
        .turn(France, 6);
    at.step("4,16", "Madrid").done();
    assert_eq!(at.on("6,18"), None, "Spain removes the infantry nearest to Madrid");
    at.ok(Action::Place(sq("4,16")));
    assert_eq!((at.count(Spain, Infantry), at.count(France, Infantry)), (2, 2));

    at.begin(France, 6);
    at.step("Madrid", "5,16").until(Spain);
    at.game.put(PieceId::general(Spain), sq("6,18"));
    at.load(&[3, 3]);
    at.ok(Action::Throw).step("6,18", "Madrid").done().ok(Action::Place(sq("6,18")));
    assert_eq!((at.count(Spain, Infantry), at.count(France, Infantry)), (3, 1));
    assert_eq!(at.holder("Madrid"), Some(Spain));
}

// proves C-13.2-tied
#[test]
fn a_piece_gained_with_a_town_is_lost_with_it_at_once() {
    let mut at = turin_falls(&[(Cavalry, "20,17"), (Cavalry, "21,17")]);
    at.ok(Action::Place(sq("13,17")));
    assert_eq!(at.count(France, Cavalry), 1);
    at.begin(France, 6);
    at.step("Turin", "13,15").until(Austria);
    at.game.put(PieceId::general(Austria), sq("15,17"));
    at.load(&[3, 3]);
    at.ok(Action::Throw).step("15,17", "Turin").done();
    assert_eq!((at.on("13,17"), at.count(France, Cavalry)), (None, 0));
    at.ok(Action::Place(sq("15,17")));
    assert_eq!(at.count(Austria, Cavalry), 2, "one was lost with the town and one came back");
}

// proves C-13.2-tied
#[test]
fn tied_is_the_number_not_one_particular_piece() {
    let mut at = turin_falls(&[(Cavalry, "20,17"), (Cavalry, "21,17")]);
    at.ok(Action::Place(sq("13,17")));
    let gained = at.on("13,17").unwrap();
    at.game.put(gained, sq("8,8"));
    let nearer = at.add(France, Cavalry, "18,16");
    at.begin(France, 6);
    at.step("Turin", "13,15").until(Austria);
    at.game.put(PieceId::general(Austria), sq("15,17"));
    at.load(&[3, 3]);
    at.ok(Action::Throw).step("15,17", "Turin").done();
    assert_eq!((at.game.place(nearer), at.on("8,8")), (Place::BOX, Some(gained)));
}

// proves C-13.3-three
#[test]
fn in_one_turn_a_piece_is_taken_another_lost_with_a_red_town_and_one_gained() {
    let mut at = clear("standard")
        .with(Austria, General, "14,12")
        .with(Austria, Infantry, "11,9")
        .with(Austria, Cavalry, "20,17")
        .with(France, Infantry, "12,10")
        .with(France, Infantry, "10,12")
        .with(France, Infantry, "8,8")
        .with(France, Cavalry, "9,8")
        .camps()
        .turn(Austria, 6);
    at.name("12,10").step("14,12", "Lyon").done().ok(Action::Strike(sq("12,10")));
    assert_eq!((at.on("12,10"), at.on("10,12")), (None, None), "taken, and lost with Lyon");
    at.ok(Action::Place(sq("14,12")));
    assert_eq!((at.count(France, Infantry), at.count(France, Cavalry)), (1, 1));
    assert_eq!(at.count(Austria, Infantry), 2);
    assert_eq!(at.holder("Lyon"), Some(Austria));
}
