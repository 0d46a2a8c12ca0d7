//! The minor powers. Rulebook 17.8.

use super::table::{At, four_with, game_with, on, sq, town};
use crate::action::Action;
use crate::components::Kind::{General, Infantry};
use crate::components::PieceId;
use crate::components::Power::{self, Austria, France, Prussia, Russia, Spain};
use crate::state::{Phase, Place, Recovery};
use crate::steps::Question;
use crate::towns::Gain;

/// A Standard game with minor powers: only their infantry is on the board.
fn minors() -> At {
    minors_with([])
}

fn minors_with<const N: usize>(options: [&'static str; N]) -> At {
    let options: Vec<_> = on(["minor-powers"]).into_iter().chain(on(options)).collect();
    let mut at = four_with("standard", &options);
    for power in Power::ALL {
        PieceId::set(power).for_each(|piece| at.game.put(piece, Place::BOX));
    }
    at
}

/// The neutral infantry of Milan.
fn milanese(at: &At) -> PieceId {
    at.on("Milan").unwrap()
}

/// The Austrian General stands beside Milan and throws this die.
fn parley(die: u8) -> At {
    let mut at = minors().with(Austria, General, "18,13").bystanders().turn(Austria, 6);
    at.done();
    at.load(&[die]);
    at.ok(Action::Parley(town("Milan")));
    at
}

/// Milan's infantry has joined Austria and stepped off, the Austrian General has captured the town and left.
fn austrian_milan() -> (At, PieceId) {
    let mut at = minors().card("Milan", Austria).with(Austria, General, "Vienna");
    let unit = milanese(&at);
    at.game.minors[unit.as_minor().unwrap()] = Some(Austria);
    at.game.put(unit, sq("20,17"));
    (at.bystanders(), unit)
}

// proves C-17.8-place
#[test]
fn a_neutral_infantry_starts_on_each_red_town_of_italy_and_prussia() {
    let at = four_with("standard", &on(["minor-powers"]));
    for name in ["Leipzig", "Dresden", "Milan", "Turin"] {
        let unit = at.on(name).unwrap();
        assert_eq!((unit.kind(), at.game.owner(unit)), (Infantry, None), "{name}");
    }
    for name in ["Rome", "Naples", "Stettin", "Hamburg", "Lyon", "Prague"] {
        assert_eq!(at.on(name), None, "{name}");
    }
    assert_eq!(four_with("standard", &[]).on("Milan"), None, "without the rule");
}

// proves C-17.8-place
#[test]
fn with_prussia_as_a_base_leipzig_and_dresden_have_none() {
    let at = game_with("standard", 3, &[Prussia, Russia, Austria], &on(["minor-powers"]));
    assert_eq!((at.on("Leipzig"), at.on("Dresden")), (None, None));
    assert!(at.on("Milan").is_some() && at.on("Turin").is_some());
}

// proves C-17.8-roll
#[test]
fn on_a_five_or_a_six_the_neutral_infantry_joins() {
    for die in 1..=6 {
        let at = parley(die);
        let owner = (die >= 5).then_some(Austria);
        assert_eq!(at.game.owner(milanese(&at)), owner, "a {die}");
    }
}

// proves C-17.8-roll
#[test]
fn the_general_must_stand_beside_the_town() {
    for (square, beside) in [("16,15", true), ("17,13", true), ("18,15", true), ("19,14", false)] {
        let mut at = minors().with(Austria, General, square).with(Austria, Infantry, "17,15").bystanders();
        at.begin(Austria, 6);
        assert_eq!(at.game.may_parley(town("Milan")).is_ok(), beside, "{square}");
        at.done();
        assert_eq!(at.game.phase() == Phase::Attack, beside, "there is something to decide, or there is not");
    }
}

// proves C-17.8-roll
#[test]
fn one_roll_uses_up_the_attack_of_the_turn() {
    // Beside Milan, and in position with two infantry against a Frenchman.
    let position = |options: &[&'static str]| {
        let mut at = if options.is_empty() { minors() } else { minors_with(["fronts"]) };
        for (power, kind, square) in [
            (Austria, General, "18,13"),
            (Austria, Infantry, "17,17"),
            (Austria, Infantry, "19,17"),
            (France, Infantry, "18,18"),
            (Austria, Infantry, "27,16"),
            (Austria, Infantry, "29,16"),
            (France, Infantry, "28,17"),
        ] {
            at.add(power, kind, square);
        }
        at.bystanders().turn(Austria, 6)
    };
    let mut at = position(&[]);
    at.name("18,18").done();
    at.load(&[1]);
    at.ok(Action::Parley(town("Milan")));
    assert_eq!(at.game.phase(), Phase::Business, "neither a second roll nor the attack is left");
    assert!(at.on("18,18").is_some());
    // The other way round.
    let mut at = position(&[]);
    at.name("18,18").done();
    at.ok(Action::Strike(sq("18,18")));
    assert_eq!(at.game.phase(), Phase::Business);
    // With an attack on each front the one in Italy is used up.
    let mut at = position(&["fronts"]);
    at.name("18,18").name("28,17").done();
    at.load(&[1]);
    at.ok(Action::Parley(town("Milan")));
    assert_eq!(at.refused(Action::Strike(sq("18,18"))), "C-9.3.1-fronts");
    assert_eq!(at.refused(Action::Parley(town("Milan"))), "C-9.3.1-fronts");
    at.ok(Action::Strike(sq("28,17")));
}

// proves C-17.8-roll
#[test]
fn one_who_stays_neutral_may_be_asked_again_next_turn() {
    let mut at = parley(4);
    at.rest().wait_for(Austria).ok(Action::Throw).done();
    at.load(&[5]);
    at.ok(Action::Parley(town("Milan")));
    assert_eq!(at.game.owner(milanese(&at)), Some(Austria));
}

// proves C-17.8-roll
#[test]
fn one_who_has_joined_is_asked_no_more() {
    let mut at = parley(5);
    at.rest();
    at.add(France, General, "16,13");
    at.begin(France, 6);
    assert_eq!(at.game.may_parley(town("Milan")).unwrap_err().rule, "C-17.8-roll");
    at.game.minors = Default::default();
    assert!(at.game.may_parley(town("Milan")).is_ok());
}

// proves C-17.8-roll, C-16.1-mobilise
#[test]
fn a_mobilising_general_wins_nobody_over() {
    let at = minors().with(Austria, General, "18,13").bystanders().turn(Austria, 6);
    let at = at.recovering(Austria, Recovery::Mobilising);
    assert_eq!(at.game.may_parley(town("Milan")).unwrap_err().rule, "C-16.1-mobilise");
}

// proves C-17.8-join
#[test]
fn the_general_enters_once_the_infantry_that_joined_has_moved_off() {
    let mut at = parley(6);
    let infantry = at.count(Austria, Infantry);
    assert_eq!(infantry, 1, "it is one of his infantry now");
    at.rest().wait_for(Austria);
    at.begin(Austria, 6);
    assert_eq!(at.step_refused("18,13", "Milan"), "C-4.1.2-one");
    at.step("Milan", "16,15").step("18,13", "Milan").done();
    assert_eq!(at.holder("Milan"), Some(Austria));
    assert_eq!((at.game.owed(), at.game.phase()), (None, Phase::Business), "section 13 gives nothing");
    assert_eq!(at.count(Austria, Infantry), 1);
}

// proves C-17.8-join
#[test]
fn red_towns_without_a_minor_power_still_give_a_piece() {
    let mut at =
        minors().with(Austria, General, "13,12").with(France, Infantry, "5,6").bystanders().turn(Austria, 6);
    at.step("13,12", "Lyon").done();
    assert_eq!(at.game.owed(), Some(Question::Gain(Gain(town("Lyon"), Austria))));
}

// proves C-17.8-join
#[test]
fn one_who_has_joined_attacks_and_supports_like_any_infantry() {
    let (mut at, _) = austrian_milan();
    at.add(Austria, Infantry, "18,17");
    at.add(France, Infantry, "19,16");
    assert!(at.turn(Austria, 6).can_take("19,16"));
    let (mut at, _) = austrian_milan();
    at.add(Austria, Infantry, "19,17");
    at.add(France, Infantry, "18,16");
    at.add(France, Infantry, "18,18");
    assert_eq!(at.turn(France, 6).saved_by("19,17"), "C-14.1.1-engage");
}

// proves C-17.8-join
#[test]
fn one_who_has_joined_spain_puts_to_sea_like_any_infantry() {
    let mut at = minors_with(["britannia"]).with(Spain, General, "Lisbon").bystanders();
    let unit = milanese(&at);
    at.game.minors[unit.as_minor().unwrap()] = Some(Spain);
    at.game.put(unit, sq("1,17"));
    at.begin(Spain, 6);
    at.ok(Action::Embark(sq("1,17"))).rest();
    assert_eq!(at.whereabouts(unit), "sea");
    at.begin(Spain, 6);
    at.ok(Action::Land { kind: Infantry, to: sq("14,18") });
    assert_eq!(at.on("14,18"), Some(unit));
}

/// France captures Milan.
fn france_takes_milan(at: &mut At) {
    at.add(France, General, "16,13");
    at.begin(France, 6);
    at.step("16,13", "Milan").done();
    assert_eq!(at.holder("Milan"), Some(France));
}

// proves C-17.8-defect
#[test]
fn the_infantry_goes_over_to_whoever_captures_its_town() {
    let (mut at, unit) = austrian_milan();
    at.add(Austria, Infantry, "18,17");
    france_takes_milan(&mut at);
    assert_eq!(at.game.owner(unit), Some(France));
    assert_eq!(at.whereabouts(unit), "20,17", "where it stands");
    assert_eq!(at.on("18,17").and_then(PieceId::set_owner), Some(Austria), "13.1 takes no other piece");
    assert_eq!((at.game.owed(), at.count(France, Infantry)), (None, 1), "and gives none");
}

// proves C-17.8-defect
#[test]
fn if_it_no_longer_exists_nothing_is_gained_or_lost() {
    let (mut at, unit) = austrian_milan();
    at.add(Austria, Infantry, "18,17");
    at.game.remove(unit);
    france_takes_milan(&mut at);
    assert_eq!((at.game.owed(), at.count(France, Infantry), at.count(Austria, Infantry)), (None, 0, 1));
    assert_eq!(at.whereabouts(unit), "aside");
}

// proves C-17.8-defect
#[test]
fn a_neutral_infantry_taken_by_attack_leaves_its_town_without_one() {
    let mut at = minors()
        .with(Austria, Infantry, "16,13")
        .with(Austria, Infantry, "18,13")
        .with(Austria, General, "17,12")
        .bystanders();
    let unit = milanese(&at);
    at.game.put(PieceId::general(Austria), sq("16,15"));
    at.begin(Austria, 6);
    at.name("Milan").done();
    at.ok(Action::Strike(sq("Milan")));
    assert_eq!(at.on("Milan"), None);
    at.rest();
    at.begin(Austria, 6);
    assert_eq!(at.game.may_parley(town("Milan")).unwrap_err().rule, "C-17.8-roll", "nobody is left to ask");
    at.step("16,15", "Milan").done();
    assert_eq!(at.holder("Milan"), Some(Austria));
    assert_eq!((at.game.owed(), at.count(Austria, Infantry)), (None, 2));
    assert_eq!(at.whereabouts(unit), "aside");
}

// proves C-17.8-defect
#[test]
fn one_at_sea_or_in_a_mobilising_army_goes_over_at_the_captors_capital() {
    let mut at = minors_with(["britannia"]).card("Milan", Spain).with(Spain, General, "Lisbon").bystanders();
    let unit = milanese(&at);
    at.game.minors[unit.as_minor().unwrap()] = Some(Spain);
    at.game.put(unit, Place::SEA);
    france_takes_milan(&mut at);
    assert_eq!((at.game.owner(unit), at.whereabouts(unit)), (Some(France), "Paris".into()));

    let (mut at, unit) = austrian_milan();
    at.game.power_mut(Austria).recovery = Recovery::Mobilising;
    at.game.put(unit, sq("29,17"));
    france_takes_milan(&mut at);
    assert_eq!((at.game.owner(unit), at.whereabouts(unit)), (Some(France), "Paris".into()));
}

// proves C-17.8-defect
#[test]
fn one_who_serves_the_captors_other_army_or_his_ally_stays_with_it() {
    let powers = [France, Russia, Spain, Austria];
    let mut at = game_with("standard", 2, &powers, &on(["minor-powers"])).card("Milan", Russia);
    let unit = milanese(&at);
    at.game.minors[unit.as_minor().unwrap()] = Some(Austria);
    at.game.put(unit, sq("20,17"));
    france_takes_milan(&mut at);
    assert_eq!(at.game.owner(unit), Some(Austria), "one player leads France and Austria");

    let (at, unit) = austrian_milan();
    let mut at = at.card("Milan", Russia).allied(France, Austria);
    france_takes_milan(&mut at);
    assert_eq!(at.game.owner(unit), Some(Austria));
}

// proves C-17.8-defect, C-0.1-limit
#[test]
fn a_captor_with_nine_infantry_gains_no_tenth() {
    let (mut at, unit) = austrian_milan();
    for column in 7..16 {
        at.add(France, Infantry, &format!("{column},9"));
    }
    france_takes_milan(&mut at);
    assert_eq!((at.count(France, Infantry), at.count(Austria, Infantry)), (9, 0));
    assert_eq!(at.whereabouts(unit), "aside");
}

// proves C-17.8-defect
#[test]
fn the_log_says_whose_infantry_goes_over_or_is_lost() {
    let told =
        |at: &At| -> Vec<String> { at.log.events.iter().map(|event| event.tell().text.into()).collect() };
    let (mut at, _) = austrian_milan();
    france_takes_milan(&mut at);
    assert!(
        told(&at).contains(&"The Austrian infantry changes sides and joins France.".to_owned()),
        "{:?}",
        told(&at)
    );

    let (mut at, _) = austrian_milan();
    for column in 7..16 {
        at.add(France, Infantry, &format!("{column},9"));
    }
    france_takes_milan(&mut at);
    assert!(told(&at).contains(&"The Austrian infantry is lost with Milan.".to_owned()), "{:?}", told(&at));
}

// proves C-17.8-support
#[test]
fn neutral_infantry_is_supported_by_nobody_and_supports_nobody() {
    // Two Austrians take it although a Frenchman stands beside.
    let attackers = |at: At| at.with(Austria, Infantry, "16,13").with(Austria, Infantry, "18,13");
    let at = attackers(minors().with(France, Infantry, "17,15")).turn(Austria, 6);
    assert!(at.can_take("Milan"));
    // A Frenchman beside it is alone.
    let at = minors()
        .with(France, Infantry, "18,15")
        .with(Austria, Infantry, "19,14")
        .with(Austria, Infantry, "19,16")
        .turn(Austria, 6);
    assert!(at.can_take("18,15"));
    // Once it has joined France it is neither.
    let mut at = attackers(minors().with(France, Infantry, "17,15")).turn(Austria, 6);
    let unit = milanese(&at);
    at.game.minors[unit.as_minor().unwrap()] = Some(France);
    assert_eq!(at.saved_by("Milan"), "C-14.1.1-engage");
}
