//! Alliances: made, broken and abused. Rulebook 7.

use super::table::{At, four, four_with, game, on, sq, town};
use crate::action::Action;
use crate::components::Kind::{Cavalry, General, Infantry};
use crate::components::Power::{Austria, France, Russia, Spain};
use crate::components::{PieceId, Power};
use crate::state::{Phase, Relation};

/// What stands between two powers.
fn relation(at: &At, a: Power, b: Power) -> Relation {
    at.game.relation(at.seat(a), at.seat(b))
}

/// A board that is clear but for everybody's camp, with France and Austria allied.
fn allies(level: &str) -> At {
    four(level).clear().allied(France, Austria)
}

// proves C-7.1-make
#[test]
fn an_alliance_is_offered_and_accepted_at_the_end_of_either_players_turn() {
    let mut at = four("introductory").turn(France, 6);
    let (france, austria) = (at.seat(France), at.seat(Austria));
    assert_eq!(at.refused(Action::Offer(austria)), "C-0.4-sequence", "not before step 3e");
    at.done().ok(Action::Offer(austria));
    assert_eq!(relation(&at, France, Austria), Relation::Hostile, "he has not agreed yet");
    at.until(Austria).ok(Action::Throw).done().ok(Action::Accept(france));
    assert_eq!(relation(&at, France, Austria), Relation::Allied);
    assert_eq!(relation(&at, Austria, France), Relation::Allied);
    assert_eq!(relation(&at, France, Russia), Relation::Hostile);
}

// proves C-7.1-make
#[test]
fn nobody_is_allied_without_his_agreement() {
    let mut at = four("introductory").turn(France, 6);
    let (france, russia, austria) = (at.seat(France), at.seat(Russia), at.seat(Austria));
    at.done().ok(Action::Offer(austria)).until(Russia).ok(Action::Throw).done();
    assert_eq!(at.refused(Action::Accept(france)), "C-7.1-make", "the offer was to Austria");
    at.until(Austria).ok(Action::Throw).done();
    assert_eq!(at.refused(Action::Accept(russia)), "C-7.1-make", "Russia has offered nothing");
    at.until(Austria).ok(Action::Throw).done();
    assert_eq!(at.refused(Action::Accept(france)), "C-7.1-make", "the offer has lapsed");
    assert_eq!(relation(&at, France, Austria), Relation::Hostile);
}

// proves C-7.1-make
#[test]
fn alliances_are_between_two_players_in_the_game() {
    let mut at = four("introductory").turn(France, 6);
    at.game.eliminate(Russia, &mut engine::Recorder::silent());
    let (france, russia, austria) = (at.seat(France), at.seat(Russia), at.seat(Austria));
    at.done();
    assert_eq!(at.refused(Action::Offer(france)), "C-7.1-make");
    assert_eq!(at.refused(Action::Offer(russia)), "C-7.1-make");
    at.ok(Action::Offer(austria));
    assert_eq!(at.refused(Action::Offer(austria)), "C-7.1-make", "it is on the table already");
}

// proves C-7.1-make
#[test]
fn with_two_players_there_is_nobody_to_ally_with() {
    let mut at = game("introductory", 2, &[France, Austria, Russia, Spain]).turn(France, 6);
    at.done();
    assert_eq!(at.game.phase(), Phase::Open, "the turn is over: there is nothing to negotiate");
}

// proves C-3.2-multiple
#[test]
fn a_player_may_have_several_allies_who_are_not_allied_with_each_other() {
    let mut at = four("introductory").allied(France, Austria).turn(France, 6);
    let (france, spain) = (at.seat(France), at.seat(Spain));
    at.done().ok(Action::Offer(spain)).until(Spain).ok(Action::Throw).done().ok(Action::Accept(france));
    assert_eq!(relation(&at, France, Austria), Relation::Allied);
    assert_eq!(relation(&at, France, Spain), Relation::Allied);
    assert_eq!(relation(&at, Austria, Spain), Relation::Hostile);
}

// proves C-7.1-own-pieces
#[test]
fn each_player_moves_his_own_pieces_and_not_his_allys() {
    let mut at = allies("introductory")
        .with(France, Cavalry, "18,17")
        .with(Austria, Cavalry, "20,17")
        .camps()
        .turn(France, 6);
    assert_eq!(at.step_refused("20,17", "20,19"), "C-7.1-own-pieces");
    assert_eq!(at.step_refused("19,17", "19,19"), "C-7.1-own-pieces", "nobody stands there");
    at.step("18,17", "18,19");
}

/// A French cavalry on the Austrian border, on 21,17.
fn on_the_border() -> At {
    four("introductory").clear().with(France, Cavalry, "21,17").camps().turn(France, 6)
}

// proves C-7.1-consent
#[test]
fn an_allys_country_is_not_entered_without_his_consent() {
    assert_eq!(on_the_border().allied(France, Austria).step_refused("21,17", "23,17"), "C-7.1-consent");
    on_the_border().step("21,17", "23,17");
    on_the_border().allied(France, Russia).step("21,17", "23,17");
    on_the_border().allied(France, Austria).admitted(Austria, France).step("21,17", "23,17");
    let mut at = on_the_border().allied(France, Austria).admitted(France, Austria);
    assert_eq!(at.step_refused("21,17", "23,17"), "C-7.1-consent", "it is Austria who must consent");
}

// proves C-7.1-consent
#[test]
fn cavalry_does_not_ride_through_an_allys_country_either() {
    // From 15,14 to 14,15, both in Italy: one way round is Italian, 15,15; the other is French, 14,14.
    let at = || allies("introductory").with(Austria, Cavalry, "15,14").camps().turn(Austria, 6);
    at().step("15,14", "14,15");
    let taken = || at().with(Austria, Infantry, "15,15");
    assert_eq!(taken().step_refused("15,14", "14,15"), "C-7.1-consent");
    taken().admitted(France, Austria).step("15,14", "14,15");
}

// proves C-7.1-consent
#[test]
fn consent_is_given_and_withdrawn_in_step_3e_or_between_turns() {
    let mut at = on_the_border().allied(France, Austria);
    let (france, austria) = (at.seat(France), at.seat(Austria));
    assert_eq!(at.act_as(austria, Action::Admit(france)).unwrap_err().rule, "C-0.4-sequence");
    at.until(Austria).ok(Action::Throw);
    assert_eq!(at.refused(Action::Admit(france)), "C-7.1-consent", "not while he moves");
    at.done().ok(Action::Admit(france));
    assert_eq!(at.refused(Action::Bar(france)), "C-7.1-consent", "settled for this turn");
    at.until(France).load(&[3, 3]);
    at.ok(Action::Throw).step("21,17", "23,17").until(France);
    at.act_as(austria, Action::Bar(france)).unwrap();
    at.load(&[3, 3]);
    at.ok(Action::Throw);
    assert_eq!(at.step_refused("23,17", "25,17"), "C-7.1-consent");
}

// proves C-7.1-consent
#[test]
fn consent_is_for_allies() {
    let mut at = four("introductory").turn(France, 6);
    let austria = at.seat(Austria);
    at.done();
    assert_eq!(at.refused(Action::Admit(austria)), "C-7.1-consent");
}

// proves C-7.1-consent
#[test]
fn when_consent_is_withdrawn_pieces_inside_stay_or_leave_but_do_not_go_on() {
    let mut at = allies("introductory")
        .with(France, Infantry, "22,16")
        .with(France, Cavalry, "22,18")
        .camps()
        .turn(France, 6);
    assert_eq!(at.step_refused("22,16", "23,17"), "C-7.1-consent");
    assert_eq!(at.step_refused("22,18", "24,18"), "C-7.1-consent");
    at.step("22,16", "21,15").done();
    assert!(at.on("22,18").is_some(), "the cavalry may stay");
}

// proves C-7.1-consent
#[test]
fn each_ally_settles_his_own_consent() {
    // Austria admits France between turns: that keeps neither from dealing with anybody else.
    let mut at = allies("introductory").allied(Austria, Spain).camps().open(France);
    let (france, austria, spain) = (at.seat(France), at.seat(Austria), at.seat(Spain));
    at.act_as(austria, Action::Admit(france)).unwrap();
    at.act_as(austria, Action::Admit(spain)).unwrap();
    assert_eq!(at.act_as(austria, Action::Bar(france)).unwrap_err().rule, "C-7.1-consent", "once a turn");
    at.ok(Action::Throw).done().ok(Action::Admit(austria));
}

// proves C-7.1-noattack
#[test]
fn allies_do_not_attack_each_other() {
    let at = || {
        four("introductory")
            .clear()
            .with(Austria, Infantry, "14,17")
            .with(France, Infantry, "13,16")
            .with(France, Infantry, "15,16")
            .camps()
            .turn(France, 6)
    };
    assert_eq!(at().allied(France, Austria).refused(Action::Name(sq("14,17"))), "C-7.1-noattack");
    assert_eq!(at().refused(Action::Name(sq("13,16"))), "C-7.1-noattack", "nor oneself");
    at().allied(France, Russia).name("14,17");
}

// proves C-7.1-noattack
#[test]
fn with_two_players_a_players_two_armies_do_not_attack_each_other() {
    let mut at = game("introductory", 2, &[France, Austria, Russia, Spain])
        .clear()
        .with(Spain, Infantry, "14,17")
        .with(Russia, Infantry, "14,19")
        .camps()
        .turn(France, 6);
    assert_eq!(at.refused(Action::Name(sq("14,17"))), "C-7.1-noattack");
    at.name("14,19");
}

/// Four players with passing of control; France and Austria are allied and both have pieces in Italy.
fn joint_force() -> At {
    four_with("introductory", &on(["pass-control"]))
        .clear()
        .allied(France, Austria)
        .with(France, Cavalry, "18,17")
        .with(France, Infantry, "12,16")
        .with(Austria, Infantry, "16,16")
        .camps()
        .turn(France, 6)
}

/// In France's step 3e, control of her cavalry on 18,17 is passed to Austria.
fn passed() -> At {
    let mut at = joint_force();
    let austria = at.seat(Austria);
    at.done().ok(Action::Lend { piece: sq("18,17"), to: austria });
    at
}

// proves C-7.1.1-control
#[test]
fn passed_pieces_move_in_the_controllers_turn_with_his_pips() {
    let mut at = passed();
    at.until(Austria).load(&[3, 3]);
    at.ok(Action::Throw).step("18,17", "18,19");
    assert_eq!(at.game.turn.pips, 5);
    assert_eq!(at.game.owner(at.on("18,19").unwrap()), Some(France), "they stay their owner's");
    assert_eq!(at.step_refused("12,16", "13,17"), "C-7.1-own-pieces", "no other French piece was passed");
}

// proves C-7.1.1-control
#[test]
fn passed_pieces_do_not_move_in_their_owners_turn() {
    let mut at = passed();
    at.until(France).load(&[3, 3]);
    at.ok(Action::Throw);
    assert_eq!(at.step_refused("18,17", "18,19"), "C-7.1.1-control");
    at.step("12,16", "13,17");
}

// proves C-7.1.1-control
#[test]
fn passed_pieces_do_not_leave_the_country() {
    for (piece, out, inside) in [("18,17", "23,16", "19,16"), ("12,16", "22,17", "20,17")] {
        let mut at = joint_force();
        at.game.put(at.on(piece).unwrap(), sq("21,16"));
        let austria = at.seat(Austria);
        at.done().ok(Action::Lend { piece: sq("21,16"), to: austria }).until(Austria).load(&[3, 3]);
        at.ok(Action::Throw);
        assert_eq!(at.step_refused("21,16", out), "C-7.1.1-control");
        at.step("21,16", inside);
    }
}

// proves C-7.1.1-control
#[test]
fn passed_cavalry_does_not_ride_through_another_country() {
    // From 15,14 to 14,15, both in Italy: one way round is Italian, 15,15; the other is French, 14,14.
    let at = || {
        let mut at = joint_force().admitted(France, Austria);
        at.game.put(at.on("18,17").unwrap(), sq("15,14"));
        let austria = at.seat(Austria);
        at.done().ok(Action::Lend { piece: sq("15,14"), to: austria }).until(Austria).load(&[3, 3]);
        at.ok(Action::Throw);
        at
    };
    at().step("15,14", "14,15");
    let mut taken = at().with(Austria, Infantry, "15,15");
    assert_eq!(taken.step_refused("15,14", "14,15"), "C-7.1.1-control");
}

// proves C-7.1.1-control
#[test]
fn both_allies_must_have_a_piece_in_the_country() {
    let mut at = joint_force();
    at.game.put(at.on("16,16").unwrap(), sq("25,17"));
    let austria = at.seat(Austria);
    at.done();
    assert_eq!(at.refused(Action::Lend { piece: sq("18,17"), to: austria }), "C-7.1.1-control");
    at.game.put(at.on("25,17").unwrap(), sq("16,16"));
    at.ok(Action::Lend { piece: sq("18,17"), to: austria });
}

// proves C-7.1.1-control
#[test]
fn a_passed_piece_is_not_the_allys_own_contribution() {
    // Austria has passed her only piece in Italy to France; France cannot pass hers back for it.
    let mut at = passed();
    at.until(Austria).ok(Action::Throw).done();
    let france = at.seat(France);
    at.game.put(at.on("12,16").unwrap(), sq("10,8"));
    assert_eq!(at.refused(Action::Lend { piece: sq("16,16"), to: france }), "C-7.1.1-control");
    at.game.put(at.on("10,8").unwrap(), sq("12,16"));
    at.ok(Action::Lend { piece: sq("16,16"), to: france });
}

// proves C-7.1.1-control
#[test]
fn control_is_passed_to_allies_of_ones_own_pieces_and_with_the_house_rule_only() {
    let mut at = joint_force().with(Russia, Infantry, "17,19");
    let (russia, austria) = (at.seat(Russia), at.seat(Austria));
    at.done();
    assert_eq!(at.refused(Action::Lend { piece: sq("18,17"), to: russia }), "C-7.1.1-control");
    assert_eq!(at.refused(Action::Lend { piece: sq("16,16"), to: austria }), "C-7.1.1-control");
    at.ok(Action::Lend { piece: sq("18,17"), to: austria });
    assert_eq!(at.refused(Action::Lend { piece: sq("18,17"), to: austria }), "C-7.1.1-control", "once");
    let mut at = allies("introductory")
        .with(France, Cavalry, "18,17")
        .with(Austria, Infantry, "16,16")
        .camps()
        .turn(France, 6);
    at.done();
    assert_eq!(at.refused(Action::Lend { piece: sq("18,17"), to: austria }), "C-7.1.1-control");
}

// proves C-7.1.1-control
#[test]
fn a_passed_general_captures_for_his_owner() {
    let mut at = four_with("introductory", &on(["pass-control"]))
        .clear()
        .allied(France, Austria)
        .with(France, General, "15,17")
        .with(Austria, Infantry, "18,18")
        .card("Turin", Russia)
        .camps()
        .turn(France, 6);
    let austria = at.seat(Austria);
    at.done().ok(Action::Lend { piece: sq("15,17"), to: austria }).until(Austria).load(&[3, 3]);
    at.ok(Action::Throw).step("15,17", "Turin").done();
    assert_eq!(at.holder("Turin"), Some(France));
}

// proves C-7.1.1-rescind
#[test]
fn control_is_not_taken_back_before_the_next_full_round() {
    let mut at = passed();
    assert_eq!(at.refused(Action::Recall(sq("18,17"))), "C-7.1.1-rescind");
    at.until(France).load(&[3, 3]);
    at.ok(Action::Throw).done().ok(Action::Recall(sq("18,17"))).until(France);
    at.load(&[3, 3]);
    at.ok(Action::Throw).step("18,17", "18,19");
}

// proves C-7.1.1-rescind
#[test]
fn only_what_one_has_passed_is_taken_back() {
    let mut at = passed();
    at.until(France).until(Austria).ok(Action::Throw).done();
    assert_eq!(at.refused(Action::Recall(sq("18,17"))), "C-7.1.1-rescind", "it is not Austria's");
    at.until(France).ok(Action::Throw).done();
    assert_eq!(at.refused(Action::Recall(sq("12,16"))), "C-7.1.1-rescind", "it was never passed");
}

// proves C-7.1.1-rescind
#[test]
fn passed_control_ends_at_once_when_the_alliance_is_broken() {
    for breaker in [France, Austria] {
        let mut at = passed();
        let (who, whom) = if breaker == France { (France, Austria) } else { (Austria, France) };
        let (who, whom) = (at.seat(who), at.seat(whom));
        at.until(Austria);
        at.act_as(who, Action::Break(whom)).unwrap();
        at.load(&[3, 3]);
        at.ok(Action::Throw);
        assert_eq!(at.step_refused("18,17", "18,19"), "C-7.1-own-pieces", "{breaker} broke");
        at.until(France).load(&[3, 3]);
        at.ok(Action::Throw).step("18,17", "18,19");
    }
}

// proves C-7.1.1-rescind
#[test]
fn breaking_with_one_ally_leaves_what_was_passed_to_another() {
    let mut at = passed().allied(France, Spain);
    let spain = at.seat(Spain);
    at.ok(Action::Break(spain)).until(Austria).load(&[3, 3]);
    at.ok(Action::Throw).step("18,17", "18,19");
}

// proves C-7.2-break
#[test]
fn an_ally_breaks_before_his_throw_while_he_moves_and_in_step_3e() {
    let at = || {
        four_with("introductory", &on(["redeployment"]))
            .clear()
            .allied(France, Austria)
            .with(France, Infantry, "13,16")
            .with(France, Infantry, "15,16")
            .with(Russia, Infantry, "14,17")
            .with(Russia, Infantry, "27,9")
            .camps()
            .open(France)
    };
    for phase in [Phase::Open, Phase::Moving, Phase::Attack, Phase::Business, Phase::Redeployment] {
        let mut at = at();
        let austria = at.seat(Austria);
        if phase != Phase::Open {
            at.ok(Action::Throw).name("14,17");
        }
        while at.game.phase() != phase {
            at.done();
        }
        if matches!(phase, Phase::Attack | Phase::Redeployment) {
            assert_eq!(at.refused(Action::Break(austria)), "C-7.2-break", "{phase:?}");
            continue;
        }
        at.ok(Action::Break(austria));
        assert_eq!(relation(&at, France, Austria), Relation::Hostile, "{phase:?}");
        assert_eq!(relation(&at, Austria, France), Relation::Hostile);
    }
}

// proves C-7.2-break
#[test]
fn an_alliance_is_broken_between_two_other_players_turns_but_not_inside_one() {
    let mut at = allies("introductory").camps().open(Russia);
    let (france, austria) = (at.seat(France), at.seat(Austria));
    at.ok(Action::Throw);
    assert!(at.act_as(france, Action::Break(austria)).is_err());
    at.done();
    assert!(at.act_as(france, Action::Break(austria)).is_err());
    at.until(Spain);
    at.act_as(france, Action::Break(austria)).unwrap();
    assert_eq!(relation(&at, France, Austria), Relation::Hostile);
}

// proves C-7.2-break
#[test]
fn only_an_alliance_can_be_broken() {
    let mut at = allies("introductory").camps().open(France);
    let (russia, austria) = (at.seat(Russia), at.seat(Austria));
    assert_eq!(at.refused(Action::Break(russia)), "C-7.2-break");
    at.ok(Action::Break(austria));
    assert_eq!(at.refused(Action::Break(austria)), "C-7.2-break");
}

// proves C-7.2-break, C-7.1-consent
#[test]
fn consent_ends_with_the_alliance() {
    let mut at =
        allies("introductory").admitted(Austria, France).admitted(France, Austria).camps().open(France);
    let (france, austria) = (at.seat(France), at.seat(Austria));
    at.ok(Action::Break(austria));
    assert!(!at.game.diplomacy.admitted[austria.index()].contains(france));
    assert!(!at.game.diplomacy.admitted[france.index()].contains(austria));
}

/// France and Austria, allied, each stand ready to take a piece of the other's in Italy.
fn face_to_face() -> At {
    allies("introductory")
        .with(Austria, Infantry, "14,17")
        .with(France, Infantry, "13,16")
        .with(France, Infantry, "15,16")
        .with(France, Infantry, "18,17")
        .with(Austria, Infantry, "17,16")
        .with(Austria, Infantry, "19,16")
        .camps()
}

/// The same, and France has broken with Austria in the middle of her turn.
fn falling_out() -> At {
    let mut at = face_to_face().turn(France, 6);
    let austria = at.seat(Austria);
    at.ok(Action::Break(austria));
    at
}

// proves C-7.2-clear-turn
#[test]
fn the_breaker_attacks_his_former_ally_only_after_the_others_next_turn() {
    let mut at = falling_out();
    assert_eq!(at.refused(Action::Name(sq("14,17"))), "C-7.2-clear-turn");
    at.until(Austria).until(France).load(&[3, 3]);
    at.ok(Action::Throw).name("14,17").done().ok(Action::Strike(sq("14,17")));
    assert_eq!(at.on("14,17"), None);
}

// proves C-7.2-clear-turn
#[test]
fn another_players_turn_is_no_clear_turn() {
    // Spain's turn follows Austria's; France breaks in her own and Austria's comes last.
    let mut at = falling_out();
    at.until(Russia).ok(Action::Throw).done().done();
    let (france, austria) = (at.seat(France), at.seat(Austria));
    assert_eq!(at.game.turn.power, Austria);
    assert_eq!(at.game.may_harm(france, austria).unwrap_err().rule, "C-7.2-clear-turn");
    at.until(Spain);
    assert!(at.game.may_harm(france, austria).is_ok());
}

// proves C-7.2-clear-turn
#[test]
fn the_former_ally_may_attack_at_once() {
    let mut at = falling_out();
    at.until(Austria).load(&[3, 3]);
    at.ok(Action::Throw).name("18,17").done().ok(Action::Strike(sq("18,17")));
    assert_eq!(at.on("18,17"), None);
}

// proves C-7.2-clear-turn
#[test]
fn the_former_ally_may_attack_at_once_also_when_the_breaker_chose_the_moment_before_his_throw() {
    let mut at = face_to_face().open(Austria);
    let (france, austria) = (at.seat(France), at.seat(Austria));
    at.act_as(france, Action::Break(austria)).unwrap();
    at.ok(Action::Throw).name("18,17").done().ok(Action::Strike(sq("18,17")));
    assert_eq!(at.on("18,17"), None);
}

// proves C-7.2-clear-turn
#[test]
fn the_breaker_may_move_up_to_his_former_ally_but_not_capture_his_towns() {
    let mut at = falling_out().with(France, General, "15,18").card("Rome", Austria);
    at.step("15,18", "Rome").done();
    assert_eq!(at.holder("Rome"), Some(Austria));
    assert_eq!(at.game.may_capture(France, town("Rome")).unwrap_err().rule, "C-7.2-clear-turn");
    at.until(Austria).until(France).ok(Action::Throw).done();
    assert_eq!(at.holder("Rome"), Some(France), "after the clear turn he who stands there captures it");
}

// proves C-7.2-clear-turn
#[test]
fn the_breaker_does_not_take_his_former_allys_capital_in_the_clear_turn() {
    let mut at = falling_out().with(France, General, "25,14");
    for name in ["Prague", "Buda", "Trieste", "Lemberg"] {
        at = at.card(name, Russia);
    }
    at.step("25,14", "Vienna").done();
    assert!(at.game.is_active(Austria));
    at.until(Austria).until(France).ok(Action::Throw).done();
    assert!(!at.game.is_active(Austria));
}

// proves C-7.2-clear-turn
#[test]
fn a_turn_that_is_missed_is_no_clear_turn() {
    let mut at = falling_out().recovering(Austria, crate::state::Recovery::Misses);
    at.until(France);
    let (france, austria) = (at.seat(France), at.seat(Austria));
    assert!(at.game.may_harm(france, austria).is_err());
    at.until(Spain);
    assert!(at.game.may_harm(france, austria).is_ok());
}

// proves C-7.2-clear-turn
#[test]
fn the_ban_is_on_the_former_ally_alone() {
    let mut at = falling_out();
    let infantry = at.add(Russia, Infantry, "16,19");
    at.name("16,19");
    assert_eq!(at.game.turn.targets.iter().flatten().copied().collect::<Vec<PieceId>>(), [infantry]);
}
