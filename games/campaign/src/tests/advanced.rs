//! House rules of the Advanced game: redeployment, plunder, France, Russia, Austria, Prussia. Rulebook 17.1 to
//! 17.3 and 17.5 to 17.7.

use super::table::{At, four, four_with, game_with, on, sq, town};
use crate::action::Action;
use crate::board::BOARD;
use crate::components::Kind::{self, Cavalry, General, Infantry};
use crate::components::PieceId;
use crate::components::Power::{self, Austria, France, Prussia, Russia, Spain};
use crate::defeat::{Leader, Recruit};
use crate::event::Event;
use crate::preparation::Extra;
use crate::state::{Phase, Recovery};
use crate::steps::Question;
use crate::towns::{Gain, Plunder};

/// A Standard game with these house rules, the board cleared.
fn bare<const N: usize>(options: [&'static str; N]) -> At {
    four_with("standard", &on(options)).clear()
}

/// What a General of `power` pays for a step on an empty board.
fn price<const N: usize>(options: [&'static str; N], power: Power, from: &str, to: &str) -> u8 {
    let mut at = bare(options).with(power, General, from).turn(power, 6);
    at.step(from, to);
    6 - at.game.turn.pips
}

/// The active player has nothing more to do but redeploy, and the die shows this.
fn redeploying(mut at: At, die: u8) -> At {
    at.done();
    assert_eq!(at.game.phase(), Phase::Business);
    at.load(&[die]);
    at.done();
    at
}

fn redeploy(from: &str, to: &str) -> Action {
    Action::Redeploy { from: sq(from), to: sq(to) }
}

/// Austria attacks with these pieces on a table where France and Russia have what they have.
fn austria_with(at: At, attackers: &[(Kind, &str)]) -> At {
    attackers.iter().fold(at, |at, (kind, square)| at.with(Austria, *kind, square)).turn(Austria, 6)
}

// proves C-17.0-layer
#[test]
fn the_advanced_game_adds_section_17_to_the_standard_game() {
    let mut at = four("advanced");
    assert_eq!(at.game.owed(), Some(Question::OtherGeneral), "17.3.1");
    at.ok(Action::Place(sq("9,5")));
    assert_eq!(at.game.owed(), Some(Question::Extra(Extra(France))), "17.3.3");
    at.ok(Action::Decline);
    assert_eq!(at.game.owed(), Some(Question::Extra(Extra(Russia))), "17.5.1");
    at.ok(Action::Reinforce { town: town("Kiev"), kind: Infantry });
    assert_eq!(at.game.owner(at.on("Milan").unwrap()), None, "17.8");
    // Supporters must be engaged, as in the Standard game.
    let attackers = [(Infantry, "17,15"), (Infantry, "19,15")];
    let alone = austria_with(at.clear().with(France, Infantry, "18,16"), &attackers);
    assert!(alone.can_take("18,16"));
    let supported = alone.with(France, Cavalry, "18,17");
    assert_eq!(supported.saved_by("18,16"), "C-14.1.1-engage");
    // A captured town gives a piece, and a turn ends with redeployment.
    let mut at = four("advanced")
        .clear()
        .with(Austria, General, "13,12")
        .with(France, Infantry, "5,6")
        .bystanders()
        .turn(Austria, 6);
    at.step("13,12", "Lyon").done();
    assert_eq!(at.game.owed(), Some(Question::Gain(Gain(town("Lyon"), Austria))));
    at.ok(Action::Place(sq("13,10"))).done();
    assert_eq!(at.game.phase(), Phase::Redeployment);
}

// proves C-17.0-layer
#[test]
fn the_standard_game_knows_nothing_of_section_17() {
    let at = four("standard");
    assert_eq!((at.game.owed(), at.game.phase()), (None, Phase::Open));
    assert_eq!(at.on("Milan"), None);
    assert_eq!(at.whereabouts(PieceId::general(France)), "Paris");
    let mut at = at.turn(Austria, 6);
    at.done().done();
    assert_eq!(at.game.phase(), Phase::Open, "there is no redeployment");
}

// proves C-17.1-redeploy
#[test]
fn the_die_says_how_many_pieces_are_redeployed() {
    let at = bare(["redeployment"])
        .with(Austria, Infantry, "24,20")
        .with(Austria, Cavalry, "25,18")
        .with(Austria, General, "27,18")
        .bystanders()
        .turn(Austria, 6);
    let mut at = redeploying(at, 2);
    assert_eq!(at.game.turn.redeployments, 2);
    at.ok(redeploy("25,18", "26,19"));
    at.ok(redeploy("27,18", "28,17"));
    assert_eq!(at.refused(redeploy("27,18", "27,19")), "C-17.1-redeploy", "nobody stands there");
    assert_eq!(at.refused(redeploy("24,20", "24,19")), "C-17.1-redeploy", "two are done");
    at.done();
    assert_eq!(at.game.turn.power, Spain, "the turn is over: no attack follows");
}

// proves C-17.1-redeploy
#[test]
fn a_piece_is_redeployed_to_any_adjacent_square_whatever_its_kind() {
    for kind in [General, Infantry, Cavalry] {
        for to in ["24,17", "25,17", "26,17", "24,18", "26,18", "24,19", "25,19", "26,19"] {
            let at = bare(["redeployment"]).with(Austria, kind, "25,18").bystanders().turn(Austria, 6);
            let mut at = redeploying(at, 3);
            assert_eq!(at.refused(redeploy("25,18", "27,18")), "C-17.1-redeploy", "two squares");
            at.ok(redeploy("25,18", to));
            assert_eq!(at.refused(redeploy(to, "25,18")), "C-17.1-redeploy", "each piece once");
        }
    }
}

// proves C-17.1-redeploy
#[test]
fn a_piece_that_has_moved_may_be_redeployed_as_well() {
    let mut at = bare(["redeployment"]).with(Austria, Infantry, "25,18").bystanders().turn(Austria, 6);
    at.step("25,18", "26,19");
    redeploying(at, 1).ok(redeploy("26,19", "26,18"));
}

// proves C-17.1-redeploy
#[test]
fn the_square_must_be_empty_and_one_that_can_be_entered() {
    let at = |terrain: bool| {
        let at = if terrain { bare(["redeployment", "terrain"]) } else { bare(["redeployment"]) };
        let at =
            at.with(Austria, Infantry, "9,9").with(Austria, Cavalry, "8,9").with(Austria, General, "9,14");
        redeploying(at.bystanders().turn(Austria, 6), 1)
    };
    let mut closed = at(false);
    assert_eq!(closed.refused(redeploy("9,9", "8,9")), "C-4.1.2-one");
    assert_eq!(closed.refused(redeploy("9,9", "10,10")), "C-0.2-terrain", "forest");
    assert_eq!(closed.refused(redeploy("9,14", "10,14")), "C-0.2-terrain", "the sea");
    at(true).ok(redeploy("9,9", "10,10"));
    assert_eq!(at(true).refused(redeploy("9,14", "10,14")), "C-0.2-terrain", "the sea");
}

// proves C-17.1-redeploy
#[test]
fn only_ones_own_pieces_are_redeployed() {
    let at = bare(["redeployment"]).with(France, Infantry, "9,9").bystanders().turn(Austria, 6);
    let mut at = redeploying(at, 6);
    assert_eq!(at.refused(redeploy("9,9", "9,8")), "C-7.1-own-pieces");
}

// proves C-17.1-no-capture
#[test]
fn a_general_redeployed_onto_a_town_captures_it_in_his_next_turn() {
    let at = bare(["redeployment"]).with(Austria, General, "17,19").bystanders().turn(Austria, 6);
    let mut at = redeploying(at, 1);
    at.ok(redeploy("17,19", "Rome")).done();
    assert_eq!(at.holder("Rome"), None);
    at.wait_for(Austria).ok(Action::Throw);
    assert_eq!(at.holder("Rome"), None, "not before step 3b");
    at.done();
    assert_eq!(at.holder("Rome"), Some(Austria));
}

// proves C-17.1-no-capture
#[test]
fn a_general_who_does_not_stay_captures_nothing() {
    let at = bare(["redeployment"]).with(Austria, General, "17,19").bystanders().turn(Austria, 6);
    let mut at = redeploying(at, 1);
    at.ok(redeploy("17,19", "Rome")).done();
    at.wait_for(Austria).ok(Action::Throw);
    at.step("Rome", "17,19").done();
    assert_eq!(at.holder("Rome"), None);
}

/// The Austrian General walks into a town beside him with the die loaded for plunder.
fn plundering(at: At, from: &str, town: &str, die: u8) -> At {
    let mut at = at.with(Austria, General, from).turn(Austria, 6);
    at.step(from, town);
    at.load(&[die]);
    at.done();
    at
}

// proves C-17.2-plunder
#[test]
fn a_six_for_a_yellow_town_brings_an_infantry_to_the_capital() {
    for die in 1..=5 {
        let at = plundering(bare(["plunder"]).bystanders(), "17,19", "Rome", die);
        assert_eq!((at.game.owed(), at.count(Austria, Infantry)), (None, 0), "a {die}");
    }
    let mut at = plundering(bare(["plunder"]).bystanders(), "17,19", "Rome", 6);
    assert_eq!(at.game.owed(), Some(Question::Plunder(Plunder(Austria))));
    assert_eq!(at.refused(Action::Place(sq("17,18"))), "C-17.2-plunder", "not at the town");
    assert_eq!(at.refused(Action::Place(sq("23,15"))), "C-17.2-plunder", "outside the Capital area");
    at.ok(Action::Place(sq("24,15")));
    assert_eq!(at.on("24,15").map(PieceId::kind), Some(Infantry));
    assert_eq!(at.game.phase(), Phase::Business);
}

// proves C-17.2-plunder
#[test]
fn a_red_town_is_not_plundered() {
    for (level, ask) in
        [("introductory", None), ("standard", Some(Question::Gain(Gain(town("Turin"), Austria))))]
    {
        let at = four_with(level, &on(["plunder"])).clear().bystanders();
        let at = plundering(at, "15,17", "Turin", 6);
        assert_eq!(at.game.owed(), ask, "{level}");
        assert!(!at.log.events.iter().any(|event| matches!(event, Event::Plunder { .. })), "{level}");
    }
}

// proves C-17.2-plunder
#[test]
fn with_the_capital_area_full_it_stands_as_near_as_can_be() {
    let at = four_with("standard", &on(["plunder"])).with(Austria, Cavalry, "25,20");
    let mut at = plundering(at, "17,19", "Rome", 6);
    at.game.put(at.on("25,20").unwrap(), sq("Vienna"));
    assert_eq!(at.refused(Action::Place(sq("28,15"))), "C-17.2-plunder", "three squares away");
    at.ok(Action::Place(sq("27,15")));
    assert_eq!(at.count(Austria, Infantry), 5);
}

// proves C-17.2-plunder
#[test]
fn an_empty_box_yields_no_plunder() {
    let mut at = four_with("standard", &on(["plunder"]));
    for column in 23..28 {
        at.add(Austria, Infantry, &format!("{column},19"));
    }
    let at = plundering(at, "17,19", "Rome", 6);
    assert_eq!((at.game.owed(), at.count(Austria, Infantry)), (None, 9));
}

// proves C-17.2-plunder
#[test]
fn plundered_infantry_is_not_tied_to_the_town_and_each_capture_throws_anew() {
    let mut at = plundering(bare(["plunder"]).bystanders(), "17,19", "Rome", 6);
    at.ok(Action::Place(sq("24,14"))).rest();
    at.game.put(PieceId::general(Austria), sq("17,19"));
    at.add(France, General, "15,19");
    at.begin(France, 6);
    at.step("15,19", "Rome");
    at.load(&[6]);
    at.done();
    assert_eq!(at.game.owed(), Some(Question::Plunder(Plunder(France))), "another capture, another die");
    assert_eq!(at.holder("Rome"), Some(France));
    assert_eq!(at.on("24,14").map(PieceId::kind), Some(Infantry), "Austria keeps its infantry");
}

// proves C-17.3.1-napoleon
#[test]
fn napoleon_starts_in_paris_and_the_other_general_beside_the_area() {
    let mut at = four_with("standard", &on(["napoleon"]));
    assert_eq!(at.whereabouts(PieceId::second(France)), "Paris");
    assert_eq!(at.decider(), at.game.seat_of(France));
    assert_eq!(at.refused(Action::Place(sq("8,7"))), "C-17.3.1-napoleon", "too far");
    assert_eq!(at.refused(Action::Place(sq("10,6"))), "C-17.3.1-napoleon", "taken");
    at.ok(Action::Place(sq("9,7")));
    assert_eq!(at.whereabouts(PieceId::general(France)), "9,7");
    assert_eq!(at.game.phase(), Phase::Open);
}

// proves C-17.3.1-napoleon
#[test]
fn napoleon_attacks_with_two() {
    let attack = |target, helpers: &[(Kind, &str)]| {
        let at = bare(["napoleon"]).with_second(France, "17,16").with(Austria, target, "18,16");
        helpers.iter().fold(at, |at, (kind, square)| at.with(France, *kind, square)).turn(France, 6)
    };
    assert!(attack(Infantry, &[]).can_take("18,16"), "2 exceeds 1");
    assert_eq!(attack(General, &[]).saved_by("18,16"), "C-9.1-superior", "2 does not exceed 2");
    assert!(attack(General, &[(Infantry, "17,15")]).can_take("18,16"), "2 + 1 exceeds 2");
    assert!(!attack(General, &[(Infantry, "18,15")]).can_take("18,16"), "infantry beside him adds nothing");
    let other = bare(["napoleon"]).with(France, General, "17,16").with(Austria, Infantry, "18,16");
    assert!(!other.turn(France, 6).can_take("18,16"), "the other General counts 1");
}

// proves C-17.3.1-napoleon
#[test]
fn napoleon_alone_engages_a_supporting_general() {
    let at = |napoleon: &str| {
        bare(["napoleon"])
            .with(Austria, Infantry, "18,16")
            .with(Austria, General, "19,16")
            .with(France, Infantry, "17,15")
            .with(France, Infantry, "17,17")
            .with_second(France, napoleon)
            .turn(France, 6)
    };
    assert!(at("20,16").can_take("18,16"), "his 2 meet the General, the infantry take the target");
    assert_eq!(at("17,16").saved_by("18,16"), "C-14.1.1-engage", "from there he reaches the target alone");
}

// proves C-17.3.1-napoleon
#[test]
fn napoleon_defends_with_two() {
    let at =
        |attackers: &[(Kind, &str)]| austria_with(bare(["napoleon"]).with_second(France, "18,16"), attackers);
    assert_eq!(at(&[(Infantry, "17,15"), (Infantry, "19,15")]).saved_by("18,16"), "C-9.1-superior");
    assert!(at(&[(Infantry, "17,15"), (Infantry, "19,15"), (Cavalry, "18,17")]).can_take("18,16"));
}

/// Three Austrians in position around 18,16, and Austria takes who stands there.
fn take_there(at: At) -> At {
    let mut at =
        austria_with(at, &[(Infantry, "17,15"), (Infantry, "19,15"), (Cavalry, "18,17")]).bystanders();
    at.name("18,16").done();
    at.ok(Action::Strike(sq("18,16")));
    at
}

// proves C-17.3.1-defeat
#[test]
fn france_fights_on_when_the_other_general_is_captured() {
    let at = bare(["napoleon"])
        .with(France, General, "18,16")
        .with_second(France, "9,9")
        .with(France, Infantry, "8,8");
    let mut at = take_there(at);
    assert_eq!(at.whereabouts(PieceId::general(France)), "aside");
    assert_eq!(at.whereabouts(PieceId::second(France)), "9,9");
    assert_eq!(at.on("8,8").map(PieceId::kind), Some(Infantry), "nobody goes to the Enlistment area");
    assert_eq!(at.recovery(France), Recovery::Ready);
    at.rest().wait_for(France).ok(Action::Throw);
    assert_eq!(at.whereabouts(PieceId::general(France)), "aside");
}

/// France loses Napoleon at 18,16 while the other General stands in France.
fn napoleon_falls() -> At {
    let at = bare(["napoleon"])
        .with_second(France, "18,16")
        .with(France, General, "9,9")
        .with(France, Infantry, "8,8")
        .with(France, Infantry, "7,8")
        .with(France, Infantry, "7,6")
        .with(France, Infantry, "8,6");
    take_there(at)
}

// proves C-17.3.1-defeat, C-17.3.1-restart
#[test]
fn france_is_defeated_with_napoleon_and_one_general_leads_on() {
    for second in [false, true] {
        let mut at = napoleon_falls();
        assert_eq!(at.game.owed(), Some(Question::Leader(Leader(France))));
        assert_eq!(at.decider(), at.game.seat_of(France));
        let order = if second { "second" } else { "first" };
        assert_eq!(at.ordered("leader", order), Some(Action::Lead { second }));
        assert_eq!((at.ordered("leader", "ask"), at.ordered("recruit", "cavalry")), (None, None));
        at.ok(Action::Lead { second });
        let [general, napoleon] = [PieceId::general(France), PieceId::second(France)];
        let (leader, other) = if second { (napoleon, general) } else { (general, napoleon) };
        assert_eq!(at.whereabouts(leader), "8,12");
        assert_eq!(at.whereabouts(other), "aside");
        assert_eq!(at.recovery(France), Recovery::Mobilising);
    }
}

// proves C-17.3.1-restart
#[test]
fn every_restart_offers_both_generals_again() {
    let mut at = napoleon_falls();
    at.ok(Action::Lead { second: false }).rest();
    at.game.power_mut(France).recovery = Recovery::Ready;
    at.game.put(PieceId::general(France), sq("18,16"));
    at.begin(Austria, 6);
    at.name("18,16").done();
    at.ok(Action::Strike(sq("18,16")));
    assert_eq!(
        at.game.owed(),
        Some(Question::Leader(Leader(France))),
        "without Napoleon in play the General's fall is defeat"
    );
    at.ok(Action::Lead { second: true });
    assert_eq!(at.whereabouts(PieceId::second(France)), "8,12");
    assert_eq!(at.whereabouts(PieceId::general(France)), "aside");
}

// proves C-17.3.1-capture
#[test]
fn both_french_generals_capture_towns() {
    let mut at = bare(["napoleon"])
        .with(France, General, "17,19")
        .with_second(France, "18,20")
        .bystanders()
        .turn(France, 6);
    at.step("17,19", "Rome").step("18,20", "Naples").done();
    assert_eq!((at.holder("Rome"), at.holder("Naples")), (Some(France), Some(France)));
}

// proves C-17.3.2-guard, C-17.5.2-guard
#[test]
fn one_french_and_one_russian_infantry_start_as_guard() {
    let at = four_with("standard", &on(["guards"]));
    for (power, guards) in [(France, 1), (Russia, 1), (Austria, 0), (Spain, 0)] {
        let guard = |piece: &PieceId| at.game.square(*piece).is_some() && at.game.defence_value(*piece) == 2;
        assert_eq!(at.game.troops(power).filter(guard).count(), guards, "{power}");
    }
}

/// Austria attacks the Guard of a power on 18,16.
fn on_the_guard(power: Power, attackers: &[(Kind, &str)]) -> At {
    austria_with(bare(["guards"]).with_guard(power, "18,16"), attackers)
}

// proves C-17.3.2-guard, C-17.5.2-guard
#[test]
fn three_attackers_take_the_guard_two_do_not() {
    for power in [France, Russia] {
        let two = [(Infantry, "17,15"), (Infantry, "19,15")];
        assert_eq!(on_the_guard(power, &two).saved_by("18,16"), "C-9.1-superior");
        let three = [(Infantry, "17,15"), (Infantry, "19,15"), (Cavalry, "18,17")];
        assert!(on_the_guard(power, &three).can_take("18,16"));
        let ordinary = bare(["guards"]).with(power, Infantry, "18,16");
        assert!(austria_with(ordinary, &two).can_take("18,16"), "an ordinary infantry is taken by two");
    }
}

// proves C-17.3.2-guard, C-17.5.2-guard
#[test]
fn two_attackers_engage_a_supporting_guard_one_does_not() {
    for power in [France, Russia] {
        let attack = |engaging: &[(Kind, &str)]| {
            let at = bare(["guards"]).with(power, Infantry, "18,16").with_guard(power, "19,16");
            let at = engaging.iter().fold(at, |at, (kind, square)| at.with(Austria, *kind, square));
            austria_with(at, &[(Infantry, "17,15"), (Infantry, "17,17")])
        };
        assert_eq!(attack(&[(Infantry, "20,15")]).saved_by("18,16"), "C-14.1.1-engage");
        assert!(attack(&[(Infantry, "20,15"), (Infantry, "20,17")]).can_take("18,16"));
    }
}

// proves C-17.3.2-guard, C-17.5.2-guard
#[test]
fn the_guard_attacks_with_one() {
    for power in [France, Russia] {
        let at = bare(["guards"]).with(Austria, Infantry, "18,16").with_guard(power, "17,15").turn(power, 6);
        assert_eq!(at.saved_by("18,16"), "C-9.1-superior");
        assert!(at.with(power, Infantry, "19,15").can_take("18,16"));
    }
}

// proves C-17.3.2-lost, C-17.5.2-guard
#[test]
fn a_guard_that_is_taken_never_comes_back() {
    for power in [France, Russia] {
        let at = bare(["guards"]).with_guard(power, "18,16").with(power, General, "18,13");
        let mut at = take_there(at.with(power, Cavalry, "9,17"));
        at.rest();
        at.begin(power, 6);
        at.step("18,13", "Milan").done();
        at.ok(Action::Place(sq("16,14")));
        let gained = at.on("16,14").unwrap();
        assert_eq!((gained.kind(), at.game.defence_value(gained)), (Infantry, 1), "an ordinary infantry");
        assert_eq!(at.whereabouts(PieceId::guard(power)), "aside");
    }
}

// proves C-17.3.2-lost
#[test]
fn the_guard_is_lost_with_a_town_too_if_it_is_nearest() {
    let mut at = bare(["guards"])
        .with_guard(France, "12,10")
        .with(France, Infantry, "10,8")
        .with(France, General, "Paris")
        .with(Austria, General, "13,12")
        .bystanders()
        .turn(Austria, 6);
    at.step("13,12", "Lyon").done();
    assert_eq!(at.whereabouts(PieceId::guard(France)), "aside");
    assert_eq!(at.on("10,8").map(PieceId::kind), Some(Infantry));
}

// proves C-17.3.2-lost
#[test]
fn recruits_after_a_defeat_are_ordinary_infantry() {
    let at = bare(["guards"]).with(France, General, "18,16").with(France, Cavalry, "9,9").card("Lyon", None);
    let mut at = at.card("Bordeaux", None);
    at.game.remove(PieceId::guard(France));
    let mut at = take_there(at);
    at.ok(Action::Recruit(Infantry));
    let recruit = at.game.troops(France).find(|piece| piece.kind() == Infantry).unwrap();
    assert_eq!(at.game.defence_value(recruit), 1);
}

// proves C-17.3.3-fervour
#[test]
fn france_may_start_with_an_extra_piece_on_a_red_town() {
    for (name, kind) in [("Lyon", Cavalry), ("Bordeaux", Infantry)] {
        let mut at = four_with("standard", &on(["fervour"]));
        assert_eq!(at.decider(), at.game.seat_of(France));
        let reinforce = |name, kind| Action::Reinforce { town: town(name), kind };
        assert_eq!(at.refused(reinforce("Lille", kind)), "C-17.3.3-fervour", "a yellow town");
        assert_eq!(at.refused(reinforce("Milan", kind)), "C-17.3.3-fervour", "not a French town");
        assert_eq!(at.refused(reinforce(name, General)), "C-17.3.3-fervour");
        at.ok(reinforce(name, kind));
        assert_eq!(at.on(name).map(|piece| (piece.set_owner(), piece.kind())), Some((Some(France), kind)));
        assert_eq!(at.count(France, kind), 5);
        assert_eq!(at.game.phase(), Phase::Open, "one piece only");
    }
}

// proves C-17.3.3-fervour
#[test]
fn france_may_go_without_the_extra_piece() {
    let mut at = four_with("standard", &on(["fervour"]));
    at.ok(Action::Decline);
    assert_eq!(at.game.troops(France).count(), 8);
    assert_eq!(at.game.phase(), Phase::Open);
}

// proves C-17.5.1-extra
#[test]
fn russia_starts_with_an_extra_piece_on_a_red_town() {
    for (name, kind) in [("Kiev", Infantry), ("St Petersburg", Cavalry)] {
        let mut at = four_with("standard", &on(["steppes"]));
        assert_eq!(at.decider(), at.game.seat_of(Russia));
        let reinforce = |name, kind| Action::Reinforce { town: town(name), kind };
        assert_eq!(at.refused(reinforce("Riga", kind)), "C-17.5.1-extra", "a yellow town");
        assert_eq!(at.refused(reinforce("Lyon", kind)), "C-17.5.1-extra", "not a Russian town");
        at.refused(Action::Decline);
        at.ok(reinforce(name, kind));
        assert_eq!(at.on(name).map(|piece| (piece.set_owner(), piece.kind())), Some((Some(Russia), kind)));
        assert_eq!(at.count(Russia, kind), 5);
        assert_eq!(at.game.phase(), Phase::Open, "one piece only");
    }
}

// proves C-17.5.1-steppes
#[test]
fn the_ring_around_moscow_costs_everybody_double() {
    for power in [Russia, Austria, France] {
        assert_eq!(price(["steppes"], power, "28,4", "29,4"), 2, "{power} enters the ring");
        assert_eq!(price(["steppes"], power, "29,4", "29,5"), 2, "{power} goes on in the ring");
        assert_eq!(price(["steppes"], power, "29,4", "30,4"), 1, "{power} enters the Capital area");
        assert_eq!(price(["steppes"], power, "29,4", "28,4"), 1, "{power} leaves the ring");
        assert_eq!(price([], power, "28,4", "29,4"), 1, "{power} without the rule");
    }
    for corner in ["29,2", "33,2", "29,6", "33,6"] {
        let beside = corner.replace("29,", "30,").replace("33,", "32,");
        assert_eq!(price(["steppes"], Austria, &beside, corner), 2, "the corners belong to the ring");
    }
    assert_eq!(price(["steppes"], Austria, "23,15", "23,16"), 1, "Vienna has no steppes");
}

// proves C-17.5.1-steppes
#[test]
fn cavalry_pays_double_for_riding_over_the_steppes_and_one_pip_is_not_enough() {
    let mut at = bare(["steppes"]).with(Austria, Cavalry, "28,4").with(Austria, Infantry, "28,5");
    at.begin(Austria, 3);
    at.step("28,4", "30,4");
    assert_eq!(at.game.turn.pips, 1);
    assert_eq!(at.step_refused("28,5", "29,6"), "C-8.2-moves");
    at.step("28,5", "27,6");
}

// proves C-17.6.1-eagle
#[test]
fn mountains_between_austria_and_italy_cost_austrians_alone_the_normal_price() {
    for (from, to) in [("22,13", "21,13"), ("20,14", "21,14")] {
        assert_eq!(price(["terrain", "eagle"], Austria, from, to), 1);
        for power in [France, Russia, Spain] {
            assert_eq!(price(["terrain", "eagle"], power, from, to), 2, "{power}");
        }
        for power in [Austria, France] {
            assert_eq!(
                price(["terrain"], power, from, to),
                1,
                "{power}: without 17.6.1 the exception is general"
            );
        }
    }
}

// proves C-17.6.1-eagle
#[test]
fn other_mountains_cost_what_they_cost() {
    let ranges = [
        ("5,14", "6,14", 2, "Pyrenees"),
        ("14,12", "15,12", 2, "western Alps"),
        ("16,13", "16,12", 1, "central Alps"),
        ("26,13", "26,12", 1, "Carpathians"),
        ("9,9", "10,10", 2, "forest"),
    ];
    for (from, to, pips, name) in ranges {
        for power in [Austria, France] {
            assert_eq!(price(["terrain", "eagle"], power, from, to), pips, "{name}, {power}");
            assert_eq!(price(["terrain"], power, from, to), pips, "{name}, {power}, without 17.6.1");
        }
    }
}

/// Three players with Prussia; its General at 18,16 is taken with so many troops left.
fn prussia_falls(troops: usize) -> At {
    let mut at = game_with("standard", 3, &[Prussia, Russia, Austria], &on(["liberation"])).clear();
    for number in 0..troops {
        at.add(Prussia, if number % 2 == 0 { Infantry } else { Cavalry }, &format!("{},22", 2 + number));
    }
    take_there(at.with(Prussia, General, "18,16"))
}

// proves C-17.7.1-liberation
#[test]
fn prussia_mobilises_with_an_extra_piece_of_its_choice() {
    for kind in [Infantry, Cavalry] {
        let mut at = prussia_falls(4);
        assert_eq!(
            at.game.owed(),
            Some(Question::Recruit(Recruit(Prussia))),
            "4 troops and 2 red cards alone recruit nothing"
        );
        let before = at.count(Prussia, kind);
        let order = if kind == Infantry { "infantry" } else { "cavalry" };
        assert_eq!(at.ordered("recruit", order), Some(Action::Recruit(kind)));
        at.ok(Action::Recruit(kind));
        assert_eq!(at.count(Prussia, kind), before + 1);
        assert_eq!(at.game.phase(), Phase::Business, "one piece only");
        let squares = BOARD.base(Prussia).enlistment.all;
        assert!(at.game.troops(Prussia).all(|p| at.game.square(p).is_some_and(|s| squares.has(s))));
    }
}

// proves C-17.7.1-liberation
#[test]
fn the_extra_piece_comes_on_top_of_the_recruits() {
    let mut at = prussia_falls(3);
    at.ok(Action::Recruit(Infantry)).ok(Action::Recruit(Cavalry));
    assert_eq!((at.count(Prussia, Infantry), at.count(Prussia, Cavalry)), (3, 2), "one and one");
    assert_eq!(at.game.phase(), Phase::Business);
    let mut at = prussia_falls(2);
    at.ok(Action::Recruit(Infantry));
    assert_eq!((at.count(Prussia, Infantry), at.count(Prussia, Cavalry)), (3, 2), "both kinds and one");
    assert_eq!(at.game.phase(), Phase::Business);
}

// proves C-17.7.1-liberation
#[test]
fn prussia_gets_its_extra_piece_each_time_and_others_get_none() {
    let mut at = prussia_falls(4);
    at.ok(Action::Recruit(Cavalry)).rest();
    at.game.power_mut(Prussia).recovery = Recovery::Ready;
    at.game.put(PieceId::general(Prussia), sq("18,16"));
    at.begin(Austria, 6);
    at.name("18,16").done();
    at.ok(Action::Strike(sq("18,16"))).ok(Action::Recruit(Cavalry));
    assert_eq!(at.count(Prussia, Cavalry), 4);
    let at = take_there(four_with("standard", &on(["liberation"])).with(France, General, "18,16"));
    assert_eq!((at.game.phase(), at.game.troops(France).count()), (Phase::Business, 8));
}
