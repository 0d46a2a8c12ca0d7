//! Captured Generals and mobilisation. Rulebook 11, 15, 16.

use engine::Game;

use super::table::{At, four, four_with, game, on, sq, town};
use crate::action::Action;
use crate::board::{Area, BOARD};
use crate::components::Kind::{self, Cavalry, General, Infantry};
use crate::components::PieceId;
use crate::components::Power::{self, Austria, France, Russia, Spain};
use crate::defeat::{Expel, Recruit};
use crate::state::{Phase, Place, Recovery, Status};
use crate::steps::Question;
use crate::towns::Forfeit;

/// The General of a power stands at 18,16 in Italy with three Austrians in position around him.
fn beset(at: At, victim: Power) -> At {
    at.with(victim, General, "18,16")
        .with(Austria, Infantry, "17,15")
        .with(Austria, Infantry, "19,15")
        .with(Austria, Cavalry, "18,17")
}

/// Austria takes the General there; what follows is carried out up to the first decision.
fn take(at: At) -> At {
    let mut at = at.bystanders().turn(Austria, 6);
    at.name("18,16").done();
    at.ok(Action::Strike(sq("18,16")));
    at
}

/// How many troops of a kind stand on the squares of their kind in an area.
fn gathered(at: &At, power: Power, area: &Area, kind: Kind) -> usize {
    let stands = |piece: &PieceId| at.game.square(*piece).is_some_and(|s| area.places(kind).contains(&s));
    at.game.troops(power).filter(|piece| piece.kind() == kind).filter(stands).count()
}

/// The French General is taken while an Austrian and a Russian stand in his Capital area.
fn strangers_at_paris(level: &str) -> At {
    take(
        beset(four(level).clear(), France)
            .with(France, Infantry, "20,20")
            .with(France, Infantry, "16,17")
            .with(France, Infantry, "4,16")
            .with(France, Cavalry, "9,17")
            .with(Russia, Infantry, "Paris")
            .with(Austria, Cavalry, "11,6")
            .with(Spain, Cavalry, "6,7"),
    )
}

/// A French army of so many troops, holding so many red towns, whose General is taken.
fn defeat_with(troops: usize, red: usize) -> At {
    let mut at = beset(four("standard").clear(), France);
    for (town, number) in ["Lyon", "Bordeaux", "Milan"].into_iter().zip(1..) {
        at = at.card(town, (number <= red).then_some(France));
    }
    for number in 0..troops {
        at.add(France, if number % 2 == 0 { Infantry } else { Cavalry }, &format!("{},22", 2 + number));
    }
    let mut at = at.with(Russia, Infantry, "28,3").with(Spain, Infantry, "9,21").turn(Austria, 6);
    at.name("18,16").done();
    at.ok(Action::Strike(sq("18,16")));
    at
}

/// A French army that is mobilising, alone in France.
fn mobilising(level: &str) -> At {
    four(level).clear().recovering(France, Recovery::Mobilising)
}

// proves C-11.1-expel
#[test]
fn foreign_troops_in_the_capital_area_go_to_the_perimeter_the_attackers_first() {
    let mut at = strangers_at_paris("introductory");
    let [austrian, russian] = [at.on("11,6").unwrap(), at.on("Paris").unwrap()];
    assert_eq!(at.game.owed(), Some(Question::Expel(Expel(France, austrian))), "the attacker places first");
    assert_eq!(at.decider(), at.game.seat_of(Austria));
    assert_eq!(at.refused(Action::Place(sq("9,7"))), "C-11.1-expel", "9,7 touches France alone");
    assert_eq!(at.refused(Action::Place(sq("10,6"))), "C-11.1-expel", "that is still the Capital area");
    assert_eq!(at.refused(Action::Place(sq("16,6"))), "C-11.1-expel", "that is Prussia");
    assert_eq!(at.refused(Action::Place(sq("6,7"))), "C-11.1-expel", "a piece stands there");
    let home = at.ordered("displaced", "home").unwrap();
    assert_eq!(home, Action::Place(sq("15,6")), "no open square is nearer to Vienna");
    assert_eq!(at.ordered("displaced", "ask"), None);
    at.ok(Action::Place(sq("15,6")));
    assert_eq!(at.whereabouts(austrian), "15,6");
    assert_eq!(at.game.owed(), Some(Question::Expel(Expel(France, russian))));
    assert_eq!(at.decider(), at.game.seat_of(Russia), "the owner places his own piece");
    at.ok(Action::Place(sq("14,12")));
    assert_eq!(at.whereabouts(russian), "14,12", "beside the western Alps");
    assert_eq!(at.game.phase(), Phase::Business);
}

// proves C-11.1-expel
#[test]
fn the_enlistment_squares_on_the_perimeter_are_free_in_the_introductory_game() {
    let mut at = strangers_at_paris("introductory");
    at.ok(Action::Place(sq("7,11")));
    assert_eq!(at.on("7,11").map(|piece| piece.set_owner()), Some(Some(Austria)));
}

// proves C-11.1-expel
#[test]
fn an_ally_of_the_defeated_is_foreign_too() {
    let at = beset(four("introductory").clear(), France)
        .with(France, Infantry, "20,20")
        .with(Russia, Infantry, "Paris")
        .allied(France, Russia);
    let at = take(at);
    assert_eq!(at.game.owed(), Some(Question::Expel(Expel(France, at.on("Paris").unwrap()))));
}

// proves C-11.1-expel
#[test]
fn the_capital_area_is_no_perimeter_though_it_touch_the_sea() {
    let at = beset(four("introductory").clear(), Spain)
        .with(Spain, Infantry, "5,15")
        .with(Russia, Infantry, "Lisbon");
    let mut at = take(at);
    assert_eq!(at.refused(Action::Place(sq("1,18"))), "C-11.1-expel");
    at.ok(Action::Place(sq("1,17")));
}

// proves C-11.1-return, C-9.5-general
#[test]
fn the_defeated_general_and_his_troops_go_back_to_their_starting_squares() {
    let mut at = strangers_at_paris("introductory");
    at.ok(Action::Place(sq("15,6"))).ok(Action::Place(sq("14,12")));
    assert_eq!(at.whereabouts(PieceId::general(France)), "Paris");
    let capital = &BOARD.base(France).capital;
    assert_eq!(gathered(&at, France, capital, Infantry), 3);
    assert_eq!(gathered(&at, France, capital, Cavalry), 1);
    assert_eq!((at.count(France, Infantry), at.count(France, Cavalry)), (3, 1));
}

// proves C-11.1-return
#[test]
fn a_fifth_of_a_kind_stands_at_home_as_near_to_the_capital_as_can_be() {
    let mut at = beset(four("introductory").clear(), France);
    for square in ["20,20", "16,17", "4,16", "5,16", "6,16"] {
        at.add(France, Infantry, square);
    }
    let mut at = take(at);
    assert_eq!(gathered(&at, France, &BOARD.base(France).capital, Infantry), 4);
    assert!(matches!(at.game.owed(), Some(Question::Surplus(_))));
    assert_eq!(at.decider(), at.game.seat_of(France), "his own choice");
    assert_eq!(at.refused(Action::Place(sq("14,7"))), "C-11.1-return", "three squares from Paris");
    assert_eq!(at.refused(Action::Place(sq("11,6"))), "C-11.1-return", "a starting square of cavalry");
    at.ok(Action::Place(sq("13,8")));
    assert_eq!(at.on("13,8").map(|piece| (piece.set_owner(), piece.kind())), Some((Some(France), Infantry)));
    assert_eq!(at.game.phase(), Phase::Business);
}

// proves C-11.1-miss
#[test]
fn the_defeated_misses_a_turn_and_is_safe_until_he_has_played_the_next() {
    let mut at = take(beset(four("introductory"), France));
    at.rest();
    for power in [Spain, Russia, Austria, Spain] {
        assert_eq!(at.game.turn.power, power, "France misses the turn between Spain's and Russia's");
        at.ok(Action::Throw);
        assert_eq!(at.refused(Action::Name(sq("Paris"))), "C-11.1-miss");
        assert_eq!(at.refused(Action::Name(sq("10,6"))), "C-11.1-miss", "nor his troops");
        let other = if power == Austria { "Moscow" } else { "Vienna" };
        at.name(other).rest();
    }
    assert_eq!(at.game.turn.power, France, "then he plays in the usual way");
    at.ok(Action::Throw);
    at.step("10,8", "9,9").rest();
    assert_eq!(at.game.turn.power, Russia);
    at.ok(Action::Throw).name("Paris");
}

// proves C-11.1-timing
#[test]
fn a_captured_general_stays_where_he_is_until_the_end_of_the_turn() {
    for level in ["introductory", "standard"] {
        let mut at = beset(four_with(level, &on(["fronts"])), France)
            .with(Russia, Infantry, "28,17")
            .with(Austria, Infantry, "27,16")
            .with(Austria, Infantry, "29,16")
            .turn(Austria, 6);
        at.name("18,16").name("28,17").done();
        at.ok(Action::Strike(sq("18,16")));
        assert_eq!(at.whereabouts(PieceId::general(France)), "18,16", "another attack is still to be made");
        assert_eq!(at.recovery(France), Recovery::Ready);
        at.ok(Action::Strike(sq("28,17")));
        assert_eq!(at.game.phase(), Phase::Business);
        assert_ne!(at.whereabouts(PieceId::general(France)), "18,16");
        assert_ne!(at.recovery(France), Recovery::Ready);
    }
}

// proves C-15.1-replace
#[test]
fn the_level_decides_where_a_beaten_army_gathers_and_whether_it_misses_a_turn() {
    for (level, square, recovery, after_spain) in [
        ("introductory", "Paris", Recovery::Misses, Russia),
        ("standard", "8,12", Recovery::Mobilising, France),
    ] {
        let mut at = take(beset(four(level), France));
        assert_eq!(at.whereabouts(PieceId::general(France)), square);
        assert_eq!(at.recovery(France), recovery);
        at.rest().ok(Action::Throw).rest();
        assert_eq!(at.game.turn.power, after_spain, "France misses its turn or it does not");
    }
}

// proves C-15.2-expel
#[test]
fn strangers_leave_the_capital_area_in_the_standard_game_too() {
    let mut at = strangers_at_paris("standard");
    assert_eq!(at.game.owed(), Some(Question::Expel(Expel(France, at.on("11,6").unwrap()))));
    assert_eq!(at.refused(Action::Place(sq("9,7"))), "C-15.2-expel");
    assert_eq!(at.refused(Action::Place(sq("7,11"))), "C-15.2-expel", "the Enlistment area is needed too");
    at.ok(Action::Place(sq("15,6")));
    at.ok(Action::Place(sq("14,12")));
    assert!([sq("11,6"), sq("Paris")].iter().all(|square| at.game.piece_on(*square).is_none()));
}

// proves C-15.2-enlist
#[test]
fn strangers_leave_the_enlistment_area_as_well() {
    let mut at = take(beset(four("standard"), France).with(Russia, Infantry, "8,12"));
    let russian = at.on("8,12").unwrap();
    assert_eq!(at.game.owed(), Some(Question::Expel(Expel(France, russian))));
    at.ok(Action::Place(sq("7,10")));
    assert_eq!(at.whereabouts(russian), "7,10");
    assert_eq!(at.whereabouts(PieceId::general(France)), "8,12");
}

// proves C-15.2-enlist
#[test]
fn the_beaten_army_gathers_in_the_enlistment_area_wherever_it_was() {
    let at = beset(four_with("standard", &on(["britannia"])).clear(), Spain)
        .with(Spain, Infantry, "20,20")
        .with(Spain, Infantry, "Lisbon")
        .with(Spain, Cavalry, "16,17")
        .with(Spain, Cavalry, "13,7")
        .afloat(Spain, Infantry);
    let at = take(at);
    let enlistment = &BOARD.base(Spain).enlistment;
    assert_eq!(at.whereabouts(PieceId::general(Spain)), "8,19");
    assert_eq!(gathered(&at, Spain, enlistment, Infantry), 3);
    assert_eq!(gathered(&at, Spain, enlistment, Cavalry), 2);
    assert_eq!(at.on("Lisbon"), None);
    assert_eq!(at.recovery(Spain), Recovery::Mobilising);
}

// proves C-15.2-one
#[test]
fn one_troop_more_than_red_cards_recruits_one_piece_of_choice() {
    for (troops, red) in [(1, 0), (2, 1), (3, 2), (4, 3)] {
        for (kind, other) in [(Infantry, Cavalry), (Cavalry, Infantry)] {
            let mut at = defeat_with(troops, red);
            let (before, others) = (at.count(France, kind), at.count(France, other));
            assert_eq!(
                at.game.owed(),
                Some(Question::Recruit(Recruit(France))),
                "{troops} troops, {red} red cards"
            );
            assert_eq!(at.decider(), at.game.seat_of(France));
            at.ok(Action::Recruit(kind));
            assert_eq!((at.count(France, kind), at.count(France, other)), (before + 1, others));
            assert_eq!(at.game.phase(), Phase::Business, "no more than one");
            let enlistment = &BOARD.base(France).enlistment;
            assert_eq!(gathered(&at, France, enlistment, kind), before + 1, "the recruit starts there too");
        }
    }
}

// proves C-15.2-one
#[test]
fn two_troops_more_than_red_cards_recruit_nothing() {
    for (troops, red) in [(2, 0), (4, 2), (8, 2)] {
        let at = defeat_with(troops, red);
        assert_eq!(at.game.phase(), Phase::Business, "{troops} troops, {red} red cards");
        assert_eq!(at.game.troops(France).count(), troops);
    }
}

// proves C-15.2-two
#[test]
fn no_more_troops_than_red_cards_recruit_one_of_each_kind() {
    for (troops, red) in [(1usize, 1), (2, 2), (1, 2), (1, 3), (3, 3)] {
        let before = (troops.div_ceil(2), troops / 2);
        let at = defeat_with(troops, red);
        assert_eq!(at.game.phase(), Phase::Business, "{troops} troops, {red} red cards: nothing to choose");
        let after = (at.count(France, Infantry), at.count(France, Cavalry));
        assert_eq!(after, (before.0 + 1, before.1 + 1), "{troops} troops, {red} red cards");
        let enlistment = &BOARD.base(France).enlistment;
        assert_eq!(gathered(&at, France, enlistment, Infantry), after.0);
        assert_eq!(gathered(&at, France, enlistment, Cavalry), after.1);
    }
}

// proves C-15.2-two, C-0.3-dead-troops
#[test]
fn a_general_taken_with_no_troops_left_recruits_nothing_and_is_out() {
    for red in [0, 2] {
        let at = defeat_with(0, red);
        assert_eq!(at.game.power(France).status, Status::Out, "{red} red cards");
        assert_eq!(at.game.troops(France).count(), 0);
        assert_eq!(at.whereabouts(PieceId::general(France)), "box");
    }
}

// proves C-15.2-tied
#[test]
fn troops_in_the_enlistment_area_are_lost_with_their_town() {
    let mut at = take(beset(four("standard"), France).with(Russia, General, "13,12"));
    assert_eq!((at.count(France, Infantry), at.count(France, Cavalry)), (4, 4));
    at.rest().wait_for(Russia).ok(Action::Throw);
    at.step("13,12", "Lyon").done();
    assert_eq!(at.holder("Lyon"), Some(Russia));
    assert_eq!(
        at.game.owed(),
        Some(Question::Forfeit(Forfeit(town("Lyon"), France))),
        "two are equally near"
    );
    let forfeits = |at: &At, order| at.ordered("forfeit", order).unwrap();
    assert_eq!(forfeits(&at, "near"), forfeits(&at, "far"), "the General stands between them");
    at.game.put(PieceId::general(France), sq("10,14"));
    assert_eq!(forfeits(&at, "near"), Action::Forfeit(sq("9,13")));
    assert_eq!(forfeits(&at, "far"), Action::Forfeit(sq("9,11")));
    at.ok(Action::Forfeit(sq("9,11")));
    assert_eq!((at.count(France, Infantry), at.count(France, Cavalry)), (3, 4), "Lyon shows infantry");
    assert_eq!(gathered(&at, France, &BOARD.base(France).enlistment, Infantry), 3);
}

/// A French army with so many cavalry whose General has been taken; France is about to throw.
fn enlisted_cavalry(cavalry: usize) -> At {
    let mut at = beset(four("standard").clear(), France);
    for number in 0..cavalry {
        at.add(France, Cavalry, &format!("{},16", 1 + number));
    }
    let mut at = take(at);
    at.rest().wait_for(France);
    at
}

// proves C-15.3-space
#[test]
fn a_fifth_cavalry_waits_until_there_is_room_in_the_enlistment_area() {
    let mut at = enlisted_cavalry(5);
    let waiting = |at: &At| at.game.troops(France).filter(|p| at.game.place(*p) == Place::WAITING).count();
    let enlistment = &BOARD.base(France).enlistment;
    assert_eq!((gathered(&at, France, enlistment, Cavalry), waiting(&at)), (4, 1), "there is no room yet");
    at.load(&[3, 4]);
    at.ok(Action::Throw);
    at.step("8,11", "8,9").rest();
    assert_eq!(waiting(&at), 1, "it does not enter in the turn in which room was made");
    at.wait_for(France);
    assert_eq!((gathered(&at, France, enlistment, Cavalry), waiting(&at)), (4, 0), "before the throw");
    at.load(&[3, 4]);
    at.ok(Action::Throw);
    assert_eq!(at.game.turn.pips, 7, "at no cost");
}

// proves C-15.3-space
#[test]
fn infantry_does_not_wait_for_room_that_only_cavalry_lacks() {
    let at = take(beset(four("standard"), France).with(France, Cavalry, "20,20"));
    let enlistment = &BOARD.base(France).enlistment;
    assert_eq!(gathered(&at, France, enlistment, Infantry), 4);
    assert_eq!(gathered(&at, France, enlistment, Cavalry), 4);
    assert_eq!(at.count(France, Cavalry), 5);
}

// proves C-15.3-space
#[test]
fn waiting_troops_are_lost_last() {
    let mut at = enlisted_cavalry(5);
    let waiting = at.game.troops(France).find(|piece| at.game.place(*piece) == Place::WAITING).unwrap();
    at.add(Russia, General, "7,8");
    at.begin(Russia, 6);
    at.step("7,8", "Bordeaux").done();
    assert_eq!(at.count(France, Cavalry), 4);
    assert_eq!(at.on("8,11"), None, "the nearest on the board goes");
    assert_eq!(at.whereabouts(waiting), "waiting");
}

// proves C-15.3-space, C-16.2-done
#[test]
fn an_army_is_mobilised_although_a_ninth_cavalry_still_waits() {
    let mut at = four("standard").recovering(France, Recovery::Mobilising);
    for square in ["8,11", "7,12", "9,12", "8,13"] {
        at.add(France, Cavalry, square);
    }
    let ninth = at.game.spare(France, Cavalry).unwrap();
    at.game.put(ninth, Place::WAITING);
    let mut at = at.open(France);
    at.ok(Action::Throw).rest();
    assert_eq!((at.recovery(France), at.whereabouts(ninth)), (Recovery::Ready, "waiting".into()));
    at.game.check().unwrap();
    at.wait_for(France).ok(Action::Throw);
    at.step("8,11", "8,9").rest();
    at.wait_for(France);
    assert_eq!(at.whereabouts(ninth), "8,11", "it still enters when there is room");
}

// proves C-16.1-mobilise
#[test]
fn a_mobilising_army_attacks_nobody() {
    let position = |recovery| {
        mobilising("standard")
            .recovering(France, recovery)
            .with(France, General, "8,12")
            .with(France, Infantry, "9,9")
            .with(France, Cavalry, "10,9")
            .with(Austria, Infantry, "10,8")
            .bystanders()
            .turn(France, 6)
    };
    assert_eq!(position(Recovery::Mobilising).refused(Action::Name(sq("10,8"))), "C-16.1-mobilise");
    position(Recovery::Ready).name("10,8");
}

// proves C-16.1-mobilise
#[test]
fn a_mobilising_army_may_not_leave_its_country() {
    let mut at = mobilising("standard").with(France, Infantry, "15,6").with(France, General, "14,6");
    at.begin(France, 6);
    assert_eq!(at.step_refused("15,6", "16,7"), "C-16.1-mobilise");
    at.step("15,6", "14,7");
    let mut free = mobilising("standard").recovering(France, Recovery::Ready).with(France, Infantry, "15,6");
    free.begin(France, 6);
    free.step("15,6", "16,7");
}

// proves C-16.1-mobilise
#[test]
fn a_mobilising_army_does_not_put_to_sea() {
    let mut at = four_with("standard", &on(["britannia"]))
        .clear()
        .with(Spain, Infantry, "1,17")
        .recovering(Spain, Recovery::Mobilising)
        .turn(Spain, 6);
    assert_eq!(at.refused(Action::Embark(sq("1,17"))), "C-16.1-mobilise");
    at.game.power_mut(Spain).recovery = Recovery::Ready;
    at.ok(Action::Embark(sq("1,17")));
}

// proves C-16.1-mobilise
#[test]
fn a_mobilising_general_captures_no_town() {
    for (recovery, holder) in [(Recovery::Mobilising, Austria), (Recovery::Ready, France)] {
        let mut at = mobilising("standard")
            .recovering(France, recovery)
            .card("Lille", Austria)
            .with(France, General, "13,5")
            .bystanders()
            .turn(France, 6);
        at.step("13,5", "Lille").rest();
        assert_eq!(at.holder("Lille"), Some(holder), "{recovery:?}");
    }
}

// proves C-16.1-mobilise
#[test]
fn a_mobilising_piece_supports_no_ally() {
    for (recovery, taken) in [(Recovery::Mobilising, true), (Recovery::Ready, false)] {
        let at = mobilising("standard")
            .recovering(France, recovery)
            .allied(France, Russia)
            .with(Russia, Infantry, "10,10")
            .with(France, Infantry, "10,11")
            .with(Austria, Infantry, "9,9")
            .with(Austria, Infantry, "11,9")
            .turn(Austria, 6);
        assert_eq!(at.can_take("10,10"), taken, "{recovery:?}");
    }
}

/// Three infantry and five cavalry on their way; the last cavalry that is needed is a move from its square.
fn nearly_mobilised() -> At {
    mobilising("standard")
        .with(France, General, "Paris")
        .with(France, Infantry, "10,6")
        .with(France, Infantry, "12,6")
        .with(France, Infantry, "10,8")
        .with(France, Cavalry, "11,6")
        .with(France, Cavalry, "10,7")
        .with(France, Cavalry, "12,7")
        .with(France, Cavalry, "12,9")
        .with(France, Cavalry, "8,13")
        .with(Austria, Infantry, "14,9")
        .bystanders()
}

// proves C-16.2-done
#[test]
fn mobilisation_ends_when_all_who_have_a_starting_square_stand_on_it() {
    let mut at = nearly_mobilised().turn(France, 6);
    at.step("12,9", "11,8").done();
    assert_eq!(at.recovery(France), Recovery::Mobilising, "not before the following turn");
    at.rest();
    assert_eq!(at.recovery(France), Recovery::Ready, "the fifth cavalry may be anywhere");
    at.begin(Austria, 6);
    at.name("10,6");
    at.begin(France, 6);
    at.name("14,9");
}

// proves C-16.2-done
#[test]
fn mobilisation_goes_on_while_a_piece_with_a_free_square_is_elsewhere() {
    // A cavalry whose square is empty.
    let mut at = nearly_mobilised().turn(France, 6);
    at.rest();
    assert_eq!(at.recovery(France), Recovery::Mobilising);
    // An infantry, although all cavalry and the General have arrived.
    let mut at = nearly_mobilised();
    at.game.put(at.on("12,9").unwrap(), sq("11,8"));
    at.game.put(at.on("10,8").unwrap(), sq("9,9"));
    let mut at = at.turn(France, 6);
    at.rest();
    assert_eq!(at.recovery(France), Recovery::Mobilising);
    // The General.
    let mut at = nearly_mobilised();
    at.game.put(at.on("12,9").unwrap(), sq("11,8"));
    at.game.put(at.on("Paris").unwrap(), sq("11,9"));
    let mut at = at.turn(France, 6);
    at.rest();
    assert_eq!(at.recovery(France), Recovery::Mobilising);
}

// proves C-16.2-done
#[test]
fn infantry_on_a_square_of_cavalry_is_not_mobilised() {
    let mut at = mobilising("standard")
        .with(France, General, "Paris")
        .with(France, Infantry, "11,6")
        .bystanders()
        .turn(France, 6);
    at.rest();
    assert_eq!(at.recovery(France), Recovery::Mobilising);
}

// proves C-16.3-immune
#[test]
fn nobody_attacks_a_mobilising_piece() {
    let mut at = mobilising("standard")
        .with(France, General, "8,12")
        .with(France, Infantry, "14,12")
        .with(Russia, Infantry, "14,10")
        .turn(Austria, 6);
    assert_eq!(at.refused(Action::Name(sq("14,12"))), "C-16.3-immune");
    assert_eq!(at.refused(Action::Name(sq("8,12"))), "C-16.3-immune");
    at.name("14,10");
}

// proves C-16.3-immune
#[test]
fn nobody_attacks_into_the_capital_area_of_a_mobilising_army() {
    let mut at = mobilising("standard").with(Russia, Infantry, "10,6").turn(Austria, 6);
    assert_eq!(at.refused(Action::Name(sq("10,6"))), "C-16.3-immune");
    at.game.power_mut(France).recovery = Recovery::Ready;
    at.name("10,6");
}

// proves C-16.3-immune
#[test]
fn the_towns_of_a_mobilising_army_can_be_captured() {
    let mut at = mobilising("standard")
        .with(France, General, "8,12")
        .with(Austria, General, "13,5")
        .bystanders()
        .turn(Austria, 6);
    at.step("13,5", "Lille").done();
    assert_eq!(at.holder("Lille"), Some(Austria));
}

// proves C-16.3-hinder
#[test]
fn enemies_may_stand_between_the_areas_but_not_in_them() {
    let mut at = mobilising("standard")
        .with(Austria, General, "9,9")
        .with(Austria, Infantry, "10,12")
        .with(France, Infantry, "9,11")
        .turn(Austria, 6);
    assert_eq!(at.step_refused("9,9", "10,8"), "C-16.3-hinder", "the Capital area");
    assert_eq!(at.step_refused("10,12", "9,13"), "C-16.3-hinder", "the Enlistment area");
    at.step("9,9", "9,10");
    at.game.power_mut(France).recovery = Recovery::Ready;
    at.step("10,12", "9,13");
}

// proves C-16.3-hinder
#[test]
fn a_mobilising_piece_is_held_up_by_those_in_its_way() {
    let mut at = mobilising("standard")
        .with(France, Infantry, "9,11")
        .with(France, Infantry, "14,10")
        .with(Austria, Infantry, "8,10")
        .with(Austria, Cavalry, "12,9")
        .turn(France, 6);
    assert_eq!(at.step_refused("9,11", "8,10"), "C-4.1.2-one", "the way is blocked");
    at.step("14,10", "13,9");
    assert_eq!(at.step_refused("13,9", "12,8"), "C-12.1-zoc", "a controlled square ends the move");
}

// proves C-16.3-hinder
#[test]
fn not_even_an_ally_enters_the_areas_of_a_mobilising_army() {
    let mut at = mobilising("standard").allied(France, Austria).with(Austria, Infantry, "9,9");
    let [france, austria] = [at.game.seat_of(France), at.game.seat_of(Austria)];
    at.game.diplomacy.admitted[france.index()].insert(austria);
    at.begin(Austria, 6);
    assert_eq!(at.step_refused("9,9", "10,8"), "C-16.3-hinder");
    at.step("9,9", "8,8");
}

// proves C-11.1-miss
#[test]
fn of_two_armies_of_one_player_only_the_beaten_one_misses_its_turn() {
    let mut at = take(beset(game("introductory", 2, &[France, Austria, Russia, Spain]), France));
    at.rest();
    let order: Vec<Power> = (0..4)
        .map(|_| {
            let power = at.game.turn.power;
            at.ok(Action::Throw).rest();
            power
        })
        .collect();
    assert_eq!(order, [Russia, Spain, Austria, France], "France would have come before Russia");
}
