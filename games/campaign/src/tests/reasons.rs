//! Why something cannot be done: what is owed first, where nobody lands, what an attack lacks.

use engine::{Denied, Game, PieceKey, Target};

use super::table::{At, four, four_with, on, sq, town};
use crate::action::Action;
use crate::components::Kind::{Cavalry, General, Infantry};
use crate::components::Power::{Austria, France, Russia, Spain};
use crate::defeat::Expel;
use crate::event::{Event, space};
use crate::state::Phase;
use crate::steps::{Question, Sequence};
use crate::towns::{Forfeit, Gain, Plunder};

/// What whoever must decide is told when he clicks a square.
fn told(at: &At, square: &str) -> Vec<(&'static str, String)> {
    let reasons = at.game.explain(at.decider(), &Target::Space(space(sq(square))));
    reasons.into_iter().map(|Denied { rule, why }| (rule.as_str(), why.into_owned())).collect()
}

fn line(rule: &'static str, why: &str) -> Vec<(&'static str, String)> {
    vec![(rule, why.to_owned())]
}

/// Austria has captured Lyon, and its infantry is to be placed.
fn lyon_falls() -> At {
    let mut at = four("standard")
        .clear()
        .with(Austria, General, "13,12")
        .with(France, Infantry, "5,6")
        .with(Russia, Cavalry, "13,10")
        .bystanders()
        .turn(Austria, 6);
    at.step("13,12", "Lyon").done();
    at
}

// proves C-13.1-gain
#[test]
fn while_a_piece_is_gained_a_click_elsewhere_says_where_it_goes() {
    let at = lyon_falls();
    assert_eq!(at.game.owed(), Some(Question::Gain(Gain(town("Lyon"), Austria))));
    let owed = "place the piece that Lyon raises first, on an empty square beside it";
    assert_eq!(told(&at, "5,6"), line("C-13.1-gain", owed));
    assert_eq!(told(&at, "Vienna"), line("C-13.1-gain", owed));
    let beside = "the piece that Lyon raises cannot stand there: another piece stands there";
    assert_eq!(told(&at, "13,10"), line("C-13.1-gain", beside));
    let button = at.game.explain(at.decider(), &Target::Button);
    assert_eq!(button[0].rule.as_str(), "C-13.1-gain");
}

// proves C-13.1-lose
#[test]
fn while_a_piece_is_given_up_a_click_elsewhere_says_which() {
    let mut at = four("standard")
        .clear()
        .card("Lyon", France)
        .with(Austria, General, "13,12")
        .with(France, Infantry, "13,8")
        .with(France, Infantry, "11,8")
        .with(France, Infantry, "5,6")
        .bystanders()
        .turn(Austria, 6);
    at.step("13,12", "Lyon").done();
    assert_eq!(at.game.owed(), Some(Question::Forfeit(Forfeit(town("Lyon"), France))));
    let owed = "Lyon is lost: give up the French infantry nearest to it first";
    assert_eq!(told(&at, "5,6"), line("C-13.1-lose", owed));
    assert_eq!(told(&at, "Vienna"), line("C-13.1-lose", owed));
}

// proves C-15.2-expel, C-11.1-expel
#[test]
fn while_a_piece_is_expelled_a_click_elsewhere_says_where_to() {
    for (level, rule) in [("standard", "C-15.2-expel"), ("introductory", "C-11.1-expel")] {
        let mut at = four(level)
            .clear()
            .with(France, General, "18,16")
            .with(Austria, Infantry, "17,15")
            .with(Austria, Infantry, "19,15")
            .with(Austria, Cavalry, "18,17")
            .with(Russia, Infantry, "Paris")
            .bystanders()
            .turn(Austria, 6);
        at.name("18,16").done();
        at.ok(Action::Strike(sq("18,16")));
        assert!(matches!(at.game.owed(), Some(Question::Expel(Expel(France, _)))));
        let owed = "move the Russian infantry out first, to the perimeter of France";
        assert_eq!(told(&at, "Vienna"), line(rule, owed), "{level}");
    }
}

// proves C-17.3.1-napoleon, C-17.3.3-fervour, C-17.5.1-extra
#[test]
fn before_the_first_turn_a_click_elsewhere_says_what_is_to_be_placed() {
    let mut at = four("advanced");
    let owed = "place the other French General first, on empty land that touches the area of Paris";
    assert_eq!(told(&at, "Vienna"), line("C-17.3.1-napoleon", owed));
    at.ok(Action::Place(sq("9,5")));
    assert_eq!(told(&at, "Vienna")[0].0, "C-17.3.3-fervour");
    at.ok(Action::Decline);
    assert_eq!(told(&at, "Vienna")[0].0, "C-17.5.1-extra");
}

// proves C-17.2-plunder
#[test]
fn while_a_plundered_infantry_waits_a_click_elsewhere_says_where_it_goes() {
    let mut at = four_with("standard", &on(["plunder"]))
        .clear()
        .with(Austria, General, "18,16")
        .bystanders()
        .turn(Austria, 6);
    at.game.sequence = Sequence::new(Phase::Spoils, Some(Plunder(Austria).into()));
    let owed = "place the infantry won by plunder first, in the area of Vienna";
    assert_eq!(told(&at, "Paris"), line("C-17.2-plunder", owed));
}

#[test]
fn before_the_dice_and_after_the_moves_it_is_said_what_comes_next() {
    let mut at = four("standard").open(Austria);
    assert_eq!(told(&at, "Paris"), line("C-2.1-two-dice", "throw the dice first"));
    at.ok(Action::Throw).done();
    assert_eq!(at.game.phase(), Phase::Business);
    assert_eq!(told(&at, "Paris")[0].0, "C-0.4-business");
}

/// A Spanish infantry has been at sea since the last turn.
fn off_the_coast() -> At {
    four_with("standard", &on(["britannia"])).clear().afloat(Spain, Infantry).camps().turn(Spain, 6)
}

// proves C-17.4.2-land
#[test]
fn a_coast_where_nobody_lands_says_so() {
    let at = off_the_coast();
    let why = "it may land on a coast outside France, or in a wood on Prussia's shore";
    assert_eq!(told(&at, "Bordeaux"), line("C-17.4.2-land", why), "France is closed");
    assert_eq!(told(&at, "Vienna")[0].0, "C-17.4.2-land", "no coast");
    let piece = at.game.at_sea(Infantry).next().expect("it is at sea");
    let dragged = Target::Move { piece: PieceKey::of(&piece), to: space(sq("Bordeaux")) };
    assert_eq!(at.game.explain(at.decider(), &dragged)[0].rule.as_str(), "C-17.4.2-land");
    let ashore = four("standard").turn(Spain, 6);
    assert_eq!(told(&ashore, "19,15")[0].0, "C-8.2-moves", "nobody is at sea");
}

/// Austria has named the French infantry on 18,16 and brought one piece up.
fn lone_attack() -> At {
    let mut at = four("standard")
        .clear()
        .with(France, Infantry, "18,16")
        .with(Austria, Infantry, "16,14")
        .camps()
        .turn(Austria, 6);
    at.name("18,16").step("16,14", "17,15");
    at
}

// proves C-9.1-superior
#[test]
fn a_named_piece_says_what_the_attack_lacks() {
    let at = lone_attack();
    assert_eq!(told(&at, "18,16"), line("C-9.1-superior", "1 of 2 pieces bears on it"));
}

// proves C-9.1-superior, C-9.2-position, C-14.1.1-engage
#[test]
fn an_attack_that_fails_is_told_with_what_was_missing() {
    let failure = |mut at: At| {
        at.done();
        let told = at.log.events.iter().find(|event| matches!(event, Event::Failed { .. }));
        told.map(|event| event.tell().text.to_string())
    };
    let one = "Austria cannot take the French infantry on 18,16: 1 of 2 pieces bears on it.";
    assert_eq!(failure(lone_attack()).as_deref(), Some(one));
    let mut idle = four("standard").clear().with(France, General, "18,16").camps().turn(Austria, 6);
    idle.name("18,16");
    let none = "Austria cannot take the French General on 18,16: 0 of 3 pieces bear on it.";
    assert_eq!(failure(idle).as_deref(), Some(none));
    let mut supported = lone_attack().with(Austria, Infantry, "19,15").with(France, Cavalry, "18,17");
    supported.game.turn.in_hand = None;
    let engaged = "Austria cannot take the French infantry on 18,16: 1 piece supports it; 2 of 3 attackers are in position.";
    assert_eq!(failure(supported).as_deref(), Some(engaged));
    let mut taken = lone_attack().with(Austria, Infantry, "19,15");
    taken.done();
    taken.ok(Action::Strike(sq("18,16")));
    assert!(!taken.log.events.iter().any(|event| matches!(event, Event::Failed { .. })), "it succeeds");
}
