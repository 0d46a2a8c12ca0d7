//! Spain: Wellington, Britannia, guerrillas, and the start before Trafalgar. Rulebook 17.4, 17.9.

use engine::{Game, Value};

use super::table::{At, four_with, game_with, on, sq, town};
use crate::action::Action;
use crate::board::BOARD;
use crate::components::Kind::{self, Cavalry, General, Infantry};
use crate::components::PieceId;
use crate::components::Power::{Austria, France, Russia, Spain};
use crate::defeat::Leader;
use crate::event::Event;
use crate::state::{Phase, Place, Recovery, Status};
use crate::steps::Question;
use crate::towns::{Gain, Plunder};

/// A Standard game with these house rules, the board cleared.
fn bare<const N: usize>(options: [&'static str; N]) -> At {
    four_with("standard", &on(options)).clear()
}

fn spanish_general() -> PieceId {
    PieceId::general(Spain)
}

fn wellington() -> PieceId {
    PieceId::second(Spain)
}

fn land(kind: Kind, to: &str) -> Action {
    Action::Land { kind, to: sq(to) }
}

/// The Spanish General walks into a town beside him.
fn enters(at: At, from: &str, town: &str) -> At {
    let mut at = at.with(Spain, General, from).bystanders().turn(Spain, 6);
    at.step(from, town).done();
    at
}

// proves C-17.4.1-wellington
#[test]
fn wellington_comes_instead_of_the_first_piece_gained() {
    let mut at = enters(bare(["wellington"]), "15,17", "Turin");
    let cavalry = at.count(Spain, Cavalry);
    assert_eq!(at.game.owed(), Some(Question::Gain(Gain(town("Turin"), Spain))));
    assert_eq!(at.refused(Action::Wellington(sq("16,16"))), "C-13.1-gain", "not beside the town");
    at.ok(Action::Wellington(sq("15,16")));
    assert_eq!(at.whereabouts(wellington()), "15,16");
    assert_eq!(at.count(Spain, Cavalry), cavalry, "instead of the piece");
    assert_eq!(at.holder("Turin"), Some(Spain));
}

// proves C-17.4.1-wellington
#[test]
fn wellington_declined_at_the_first_gain_comes_no_more() {
    let mut at = enters(bare(["wellington"]), "15,17", "Turin");
    at.ok(Action::Place(sq("15,16"))).rest();
    at.begin(Spain, 6);
    at.game.put(spanish_general(), sq("18,13"));
    at.step("18,13", "Milan").done();
    assert_eq!(at.refused(Action::Wellington(sq("18,14"))), "C-17.4.1-wellington");
    at.ok(Action::Place(sq("18,14")));
}

// proves C-17.4.1-wellington
#[test]
fn wellington_comes_once_and_to_spain_alone() {
    let mut at = enters(bare(["wellington"]), "15,17", "Turin");
    at.ok(Action::Wellington(sq("15,16"))).rest();
    at.begin(Spain, 6);
    at.game.put(spanish_general(), sq("18,13"));
    at.step("18,13", "Milan").done();
    assert_eq!(at.refused(Action::Wellington(sq("18,14"))), "C-17.4.1-wellington");
    let mut at = bare(["wellington"]).with(Austria, General, "18,13").bystanders().turn(Austria, 6);
    at.step("18,13", "Milan").done();
    assert_eq!(at.refused(Action::Wellington(sq("18,14"))), "C-17.4.1-wellington");
    let mut at = enters(bare([]), "15,17", "Turin");
    assert_eq!(at.refused(Action::Wellington(sq("15,16"))), "C-17.4.1-wellington", "without the rule");
}

// proves C-17.4.1-wellington
#[test]
fn plunder_is_not_the_first_gain() {
    let mut at = bare(["wellington", "plunder"]).with(Spain, General, "17,19").bystanders().turn(Spain, 6);
    at.step("17,19", "Rome");
    at.load(&[6]);
    at.done();
    assert_eq!(at.game.owed(), Some(Question::Plunder(Plunder(Spain))));
    assert!(at.act(Action::Wellington(sq("1,18"))).is_err());
    at.ok(Action::Place(sq("1,18"))).rest();
    at.begin(Spain, 6);
    at.game.put(spanish_general(), sq("18,13"));
    at.step("18,13", "Milan").done();
    at.ok(Action::Wellington(sq("18,14")));
}

/// Austria attacks a Spanish General on 18,16.
fn austria_on(at: At, attackers: &[(Kind, &str)]) -> At {
    attackers.iter().fold(at, |at, (kind, square)| at.with(Austria, *kind, square)).turn(Austria, 6)
}

const TWO: [(Kind, &str); 2] = [(Infantry, "17,15"), (Infantry, "19,15")];
const THREE: [(Kind, &str); 3] = [(Infantry, "17,15"), (Infantry, "19,15"), (Cavalry, "18,17")];
const FOUR: [(Kind, &str); 4] =
    [(Infantry, "17,15"), (Infantry, "19,15"), (Cavalry, "18,17"), (Cavalry, "18,15")];

// proves C-17.4.1-wellington, C-17.4.1-other
#[test]
fn wellington_is_taken_by_four_and_not_by_three() {
    let at = || bare(["wellington"]).with_second(Spain, "18,16");
    assert_eq!(austria_on(at(), &THREE).saved_by("18,16"), "C-9.1-superior");
    assert!(austria_on(at(), &FOUR).can_take("18,16"));
}

// proves C-17.4.1-wellington
#[test]
fn wellington_attacks_with_one() {
    let at = bare(["wellington"]).with(Austria, Infantry, "18,16").with_second(Spain, "17,16").turn(Spain, 6);
    assert_eq!(at.saved_by("18,16"), "C-9.1-superior");
    assert!(at.with(Spain, Infantry, "17,15").can_take("18,16"));
}

// proves C-17.4.1-other
#[test]
fn with_wellington_in_play_two_take_the_other_general() {
    let alone = bare(["wellington"]).with(Spain, General, "18,16");
    assert_eq!(austria_on(alone, &TWO).saved_by("18,16"), "C-9.1-superior", "before Wellington came");
    let both = || bare(["wellington"]).with_second(Spain, "5,17").with(Spain, General, "18,16");
    assert!(austria_on(both(), &TWO).can_take("18,16"));
    assert_eq!(austria_on(both(), &TWO[..1]).saved_by("18,16"), "C-9.1-superior", "one is not enough");
    let attacking = both().with(Austria, Infantry, "17,16").turn(Spain, 6);
    assert_eq!(attacking.saved_by("17,16"), "C-9.1-superior", "he attacks with 1");
    assert!(attacking.with(Spain, Infantry, "16,15").can_take("17,16"));
}

// proves C-17.4.1-other
#[test]
fn the_other_general_stays_weak_when_wellington_is_set_aside() {
    let mut at = bare(["wellington"]).with_second(Spain, "5,17").with(Spain, General, "18,16");
    at.game.put(wellington(), Place::ASIDE);
    assert!(austria_on(at, &TWO).can_take("18,16"));
}

/// Austria takes the Spanish General on 18,16.
fn austria_takes(at: At, attackers: &[(Kind, &str)]) -> At {
    let mut at = austria_on(at, attackers).bystanders();
    at.name("18,16").done();
    at.ok(Action::Strike(sq("18,16")));
    at
}

// proves C-17.4.1-both
#[test]
fn spain_fights_on_while_it_has_one_of_its_generals() {
    let troops = |at: At| at.with(Spain, Infantry, "9,21").with(Spain, Infantry, "8,16");
    let at = bare(["wellington"]).with_second(Spain, "5,17").with(Spain, General, "18,16");
    let at = austria_takes(troops(at), &TWO);
    assert_eq!(
        (at.whereabouts(spanish_general()), at.whereabouts(wellington())),
        ("aside".into(), "Madrid".into())
    );
    assert_eq!(at.recovery(Spain), Recovery::Ready);
    let at = bare(["wellington"]).with_second(Spain, "18,16").with(Spain, General, "5,17");
    let at = austria_takes(troops(at), &FOUR);
    assert_eq!(
        (at.whereabouts(spanish_general()), at.whereabouts(wellington())),
        ("Madrid".into(), "aside".into())
    );
    assert_eq!(at.recovery(Spain), Recovery::Ready);
    assert_eq!(at.on("8,16").map(PieceId::kind), Some(Infantry), "nobody goes to the Enlistment area");
}

// proves C-17.4.1-both
#[test]
fn spain_is_defeated_when_both_are_captured_and_one_leads_on() {
    for second in [false, true] {
        let mut at = bare(["wellington"]).with_second(Spain, "18,16").with(Spain, Infantry, "9,21");
        at.game.put(spanish_general(), Place::ASIDE);
        for square in ["8,16", "8,15", "9,15"] {
            at.add(Spain, Infantry, square);
        }
        let mut at = austria_takes(at, &FOUR);
        assert_eq!(at.game.owed(), Some(Question::Leader(Leader(Spain))));
        assert_eq!(at.decider(), at.game.seat_of(Spain));
        at.ok(Action::Lead { second });
        let (leader, other) =
            if second { (wellington(), spanish_general()) } else { (spanish_general(), wellington()) };
        assert_eq!((at.whereabouts(leader), at.whereabouts(other)), ("8,19".into(), "aside".into()));
        assert_eq!(at.recovery(Spain), Recovery::Mobilising);
    }
}

// proves C-17.4.1-both
#[test]
fn both_generals_taken_in_one_turn_are_a_defeat() {
    let at = bare(["wellington", "fronts"])
        .with_second(Spain, "18,16")
        .with(Spain, General, "28,17")
        .with(Spain, Infantry, "9,21")
        .with(Austria, Infantry, "27,16")
        .with(Austria, Infantry, "29,16");
    let mut at = austria_on(at, &FOUR).bystanders();
    at.name("18,16").name("28,17").done();
    at.ok(Action::Strike(sq("18,16"))).ok(Action::Strike(sq("28,17")));
    assert_eq!(at.game.owed(), Some(Question::Leader(Leader(Spain))));
}

// proves C-17.4.1-one-moves
#[test]
fn only_one_spanish_general_moves_in_a_turn() {
    let both = || {
        bare(["wellington", "redeployment"])
            .with_second(Spain, "5,15")
            .with(Spain, General, "8,20")
            .bystanders()
            .turn(Spain, 6)
    };
    let mut at = both();
    at.step("5,15", "5,16").step("5,16", "6,17");
    assert_eq!(at.step_refused("8,20", "8,19"), "C-17.4.1-one-moves");
    let mut at = both();
    at.step("8,20", "8,19");
    assert_eq!(at.step_refused("5,15", "5,16"), "C-17.4.1-one-moves");
    at.done();
    at.load(&[6]);
    at.done();
    let redeploy = |from, to| Action::Redeploy { from: sq(from), to: sq(to) };
    assert_eq!(at.refused(redeploy("5,15", "5,16")), "C-17.4.1-one-moves", "redeployment is moving");
    at.ok(redeploy("8,19", "8,18"));
    at.done().wait_for(Spain).ok(Action::Throw);
    at.step("5,15", "5,16");
}

// proves C-17.4.1-one-moves
#[test]
fn only_one_spanish_general_is_redeployed() {
    let mut at = bare(["wellington", "redeployment"])
        .with_second(Spain, "5,15")
        .with(Spain, General, "8,20")
        .bystanders()
        .turn(Spain, 6);
    at.done();
    at.load(&[6]);
    at.done();
    at.ok(Action::Redeploy { from: sq("5,15"), to: sq("5,16") });
    let other = Action::Redeploy { from: sq("8,20"), to: sq("8,19") };
    assert_eq!(at.refused(other), "C-17.4.1-one-moves");
}

/// Spain's turn with these infantry in the field.
fn spain_with(infantry: &[&str]) -> At {
    let at = bare(["britannia", "terrain"]);
    infantry
        .iter()
        .fold(at, |at, square| at.with(Spain, Infantry, square))
        .with(Spain, General, "9,20")
        .bystanders()
        .turn(Spain, 6)
}

// proves C-17.4.2-embark
#[test]
fn spain_puts_one_infantry_to_sea_from_the_coast_for_one_pip() {
    let mut at = spain_with(&["1,17", "5,18", "1,15"]).with(Spain, Cavalry, "1,16");
    let infantry = at.on("1,17").unwrap();
    assert_eq!(at.refused(Action::Embark(sq("5,18"))), "C-17.4.2-embark", "not on the coast");
    assert_eq!(at.refused(Action::Embark(sq("1,16"))), "C-17.4.2-embark", "cavalry");
    at.game.put(spanish_general(), sq("1,18"));
    assert_eq!(at.refused(Action::Embark(sq("1,18"))), "C-17.4.2-embark", "a General");
    at.ok(Action::Embark(sq("1,17")));
    assert_eq!((at.whereabouts(infantry).as_str(), at.game.turn.pips), ("sea", 5));
    assert_eq!(at.refused(Action::Embark(sq("1,15"))), "C-17.4.2-embark", "one at a time");
}

// proves C-17.4.2-embark
#[test]
fn nobody_else_puts_to_sea_and_not_without_a_pip() {
    let mut at = bare(["britannia"]).with(France, Infantry, "7,8").turn(France, 6);
    assert_eq!(at.refused(Action::Embark(sq("7,8"))), "C-0.2-terrain");
    let mut at = bare([]).with(Spain, Infantry, "1,17").turn(Spain, 6);
    assert_eq!(at.refused(Action::Embark(sq("1,17"))), "C-0.2-terrain", "without the rule");
    let mut at = bare(["britannia"]).with(Spain, Infantry, "1,17").turn(Spain, 0);
    assert_eq!(at.refused(Action::Embark(sq("1,17"))), "C-8.2-moves");
}

// proves C-17.4.2-embark
#[test]
fn the_black_sea_is_out_of_reach() {
    let mut at = spain_with(&["31,18", "22,18"]);
    assert_eq!(at.refused(Action::Embark(sq("31,18"))), "C-17.4.2-embark");
    at.ok(Action::Embark(sq("22,18")));
}

/// Spain's infantry has been at sea since its last turn.
fn at_sea() -> At {
    bare(["britannia", "terrain"])
        .afloat(Spain, Infantry)
        .with(Spain, General, "9,20")
        .bystanders()
        .turn(Spain, 6)
}

// proves C-17.4.2-land
#[test]
fn infantry_lands_in_the_turn_after_it_put_to_sea() {
    let mut at = spain_with(&["1,17"]);
    at.ok(Action::Embark(sq("1,17")));
    assert_eq!(at.refused(land(Infantry, "14,18")), "C-17.4.2-land", "not in the same turn");
    at.rest().wait_for(Spain).ok(Action::Throw);
    let pips = at.game.turn.pips;
    at.ok(land(Infantry, "14,18"));
    assert_eq!(at.on("14,18").map(PieceId::kind), Some(Infantry));
    assert_eq!(at.game.turn.pips, pips - 1);
    assert_eq!(at.step_refused("14,18", "15,17"), "C-9.6-touch", "landing ends its move");
}

// proves C-17.4.2-land
#[test]
fn it_lands_on_any_coast_but_that_of_france() {
    for refused in ["7,8", "5,6", "12,14"] {
        assert_eq!(at_sea().refused(land(Infantry, refused)), "C-17.4.2-land", "{refused} is French");
    }
    for inland in ["16,17", "31,18", "5,17"] {
        assert_eq!(at_sea().refused(land(Infantry, inland)), "C-17.4.2-land", "{inland} is not on that sea");
    }
    for coast in ["14,18", "20,3", "22,18", "26,2", "1,17"] {
        at_sea().ok(land(Infantry, coast));
    }
    let mut at = at_sea().with(Austria, Infantry, "14,18");
    assert_eq!(at.refused(land(Infantry, "14,18")), "C-4.1.2-one", "somebody stands there");
}

// proves C-17.4.2-land
#[test]
fn it_lands_in_the_woods_of_prussia_and_in_no_others() {
    for wood in ["15,3", "16,3", "17,3", "15,4", "24,3", "25,3"] {
        at_sea().ok(land(Infantry, wood));
    }
    assert_eq!(at_sea().refused(land(Infantry, "27,1")), "C-17.4.2-land", "Russian woods");
    assert_eq!(at_sea().refused(land(Infantry, "24,21")), "C-17.4.2-land", "Austrian woods");
    assert_eq!(at_sea().refused(land(Infantry, "25,4")), "C-17.4.2-land", "away from the sea");
    let closed = || bare(["britannia"]).afloat(Spain, Infantry).turn(Spain, 6);
    closed().ok(land(Infantry, "16,3"));
    assert_eq!(closed().refused(land(Infantry, "27,1")), "C-17.4.2-land");
}

// proves C-17.4.2-land
#[test]
fn it_may_wait_at_sea_and_needs_a_pip_to_land() {
    let mut at = at_sea();
    at.rest().wait_for(Spain).ok(Action::Throw).rest();
    at.begin(Spain, 0);
    assert_eq!(at.refused(land(Infantry, "14,18")), "C-8.2-moves");
    at.begin(Spain, 1);
    at.ok(land(Infantry, "14,18"));
}

// proves C-17.4.2-inland
#[test]
fn from_the_woods_the_first_step_costs_one_pip_even_into_more_wood() {
    let mut at = at_sea();
    at.ok(land(Infantry, "16,3")).rest();
    at.begin(Spain, 6);
    at.step("16,3", "15,4");
    assert_eq!(at.game.turn.pips, 5, "one pip, though it be forest");
    at.step("15,4", "16,3");
    assert_eq!(at.game.turn.pips, 3, "after that forest costs double again");
}

// proves C-17.4.2-inland
#[test]
fn from_the_following_turn_it_moves_and_fights() {
    let mut at = at_sea().with(Austria, Infantry, "16,5").with(Spain, Infantry, "17,6");
    at.ok(land(Infantry, "16,3"));
    assert_eq!(at.step_refused("16,3", "17,4"), "C-9.6-touch");
    at.rest().wait_for(Spain);
    at.begin(Spain, 6);
    at.name("16,5").step("16,3", "17,4");
    assert_eq!(at.game.turn.pips, 5);
    at.done().ok(Action::Strike(sq("16,5")));
    assert_eq!(at.on("16,5"), None);
}

// proves C-17.4.2-safe
#[test]
fn a_piece_at_sea_neither_attacks_nor_supports() {
    // In position until it puts to sea.
    let mut at = spain_with(&["1,16", "3,16"]).with(Austria, Infantry, "2,17");
    assert!(at.can_take("2,17"));
    at.ok(Action::Embark(sq("1,16")));
    assert_eq!(at.saved_by("2,17"), "C-9.1-superior");
    // A supporter until it puts to sea.
    let pair =
        || spain_with(&["1,16", "2,16"]).with(Austria, Infantry, "1,17").with(Austria, Infantry, "3,15");
    assert_eq!(pair().turn(Austria, 6).saved_by("2,16"), "C-14.1.1-engage");
    let mut at = pair();
    at.ok(Action::Embark(sq("1,16"))).rest();
    assert!(at.turn(Austria, 6).can_take("2,16"));
}

// proves C-17.4.2-safe
#[test]
fn a_piece_at_sea_cannot_be_attacked_but_keeps_spain_in_the_game() {
    let mut at = bare(["britannia"]).afloat(Spain, Infantry).with(Spain, General, "Lisbon").bystanders();
    assert_eq!(at.game.troops(Spain).count(), 1);
    at.begin(Austria, 6);
    let prey = at.listed().into_iter().filter(|action| matches!(action, Action::Name(_))).count();
    assert_eq!(prey, 3, "the Spanish General and the two bystanders, nobody at sea");
    at.rest();
    assert_eq!(at.game.power(Spain).status, Status::Active);
    at.game.put(PieceId::troop(Spain, Infantry, 0), Place::BOX);
    at.wait_for(France).ok(Action::Throw).rest();
    assert_eq!(at.game.power(Spain).status, Status::Out, "with nobody at sea it is out");
}

/// The end of Spain's turn with these dice for the guerrillas.
fn guerrillas(mut at: At, dice: [u8; 2]) -> At {
    at.begin(Spain, 6);
    at.done();
    assert_eq!(at.game.phase(), Phase::Business);
    at.load(&dice);
    at.done();
    at
}

/// Strangers of every kind in and around Spain.
fn strangers(options: &[(&str, Value)]) -> At {
    four_with("standard", options)
        .with(France, Infantry, "5,15")
        .with(Austria, Cavalry, "8,17")
        .with(Russia, General, "9,21")
        .with(Russia, Infantry, "5,14")
}

// proves C-17.4.3-guerrillas
#[test]
fn a_twelve_removes_one_piece_in_spain_that_is_neither_red_nor_a_general() {
    let mut at = guerrillas(strangers(&on(["guerrillas"])), [6, 6]);
    assert_eq!(at.game.owed(), Some(Question::Ambush));
    assert_eq!(at.decider(), at.game.seat_of(Spain));
    let ambush = |square| Action::Ambush(sq(square));
    assert_eq!(at.refused(ambush("9,21")), "C-17.4.3-guerrillas", "a General");
    assert_eq!(at.refused(ambush("1,18")), "C-17.4.3-guerrillas", "a Spanish piece");
    assert_eq!(at.refused(ambush("5,14")), "C-17.4.3-guerrillas", "a piece in France");
    assert_eq!(at.refused(ambush("5,16")), "C-17.4.3-guerrillas", "nobody");
    at.ok(ambush("8,17"));
    assert_eq!(at.on("8,17"), None);
    assert_eq!(at.on("5,15").and_then(PieceId::set_owner), Some(France), "one piece only");
    assert_eq!(at.game.phase(), Phase::Open, "the turn is over");
}

// proves C-17.4.3-guerrillas
#[test]
fn less_than_twelve_removes_nobody_and_spain_may_decline() {
    for dice in [[6, 5], [5, 6], [1, 1], [3, 3]] {
        let at = guerrillas(strangers(&on(["guerrillas"])), dice);
        assert_eq!((at.game.owed(), at.game.phase()), (None, Phase::Open), "{dice:?}");
    }
    let mut at = guerrillas(strangers(&on(["guerrillas"])), [6, 6]);
    at.ok(Action::Decline);
    assert!(at.on("5,15").is_some() && at.on("8,17").is_some());
    assert_eq!(at.game.turn.power, France);
    let at = guerrillas(strangers(&[]), [6, 6]);
    assert_eq!(at.game.owed(), None, "without the rule");
}

// proves C-17.4.3-guerrillas
#[test]
fn an_ally_is_no_safer_and_average_dice_do_not_count() {
    let mut at = guerrillas(strangers(&on(["guerrillas", "average-dice"])).allied(Spain, Austria), [6, 6]);
    at.ok(Action::Ambush(sq("8,17")));
    assert_eq!(at.on("8,17"), None);
}

// proves C-17.4.3-guerrillas
#[test]
fn only_spain_has_guerrillas() {
    let mut at = strangers(&on(["guerrillas"])).turn(France, 6);
    at.done();
    at.load(&[6, 6]);
    at.done();
    assert_eq!(at.game.owed(), None);
    assert!(!at.log.events.iter().any(|event| matches!(event, Event::Guerrillas { .. })));
}

/// Before Trafalgar, nothing has moved yet.
fn before_trafalgar() -> At {
    four_with("standard", &on(["britannia", "before-trafalgar"]))
}

/// Infantry, cavalry and Generals of Spain on the board in its country.
fn at_home(at: &At) -> [usize; 3] {
    [Infantry, Cavalry, General].map(|kind| {
        let home = BOARD.land_of(crate::Country::Spain);
        at.game
            .pieces_of(Spain)
            .filter(|piece| piece.kind() == kind && at.game.square(*piece).is_some_and(|s| home.has(s)))
            .count()
    })
}

fn afloat(at: &At) -> [usize; 3] {
    [Infantry, Cavalry, General].map(|kind| at.game.at_sea(kind).count())
}

/// A French infantry crosses into Spain.
fn invade(at: &mut At) {
    at.add(France, Infantry, "4,14");
    at.begin(France, 6);
    at.step("4,14", "5,15");
}

// proves C-17.9.1-small, C-17.9.2-force
#[test]
fn before_trafalgar_spain_has_a_garrison_and_a_force_at_sea() {
    let at = before_trafalgar();
    assert_eq!(at_home(&at), [3, 2, 0]);
    assert_eq!(afloat(&at), [2, 1, 1]);
    assert!(at.game.partial);
    let usual = four_with("standard", &on(["britannia"]));
    assert_eq!((at_home(&usual), afloat(&usual)), ([4, 4, 1], [0, 0, 0]));
}

// proves C-17.9.1-partial
#[test]
fn the_garrison_stands_still_until_spain_is_invaded() {
    let mut at = four_with("standard", &on(["britannia", "before-trafalgar", "redeployment"]));
    let infantry = at.game.square(PieceId::troop(Spain, Infantry, 0)).unwrap();
    assert_eq!(infantry, sq("1,18"));
    at.begin(Spain, 6);
    assert_eq!(at.step_refused("1,18", "2,17"), "C-17.9.1-partial");
    assert_eq!(at.refused(Action::Embark(infantry)), "C-17.9.1-partial");
    at.done();
    at.load(&[6]);
    at.done();
    let redeploy = Action::Redeploy { from: infantry, to: sq("1,17") };
    assert_eq!(at.refused(redeploy), "C-17.9.1-partial");
    at.done();
    invade(&mut at);
    at.begin(Spain, 6);
    at.step("1,18", "2,17");
}

// proves C-17.9.1-partial
#[test]
fn the_garrison_does_not_attack_until_spain_is_invaded() {
    let mut at = before_trafalgar().with(Austria, Infantry, "2,17").turn(Spain, 6);
    assert!(!at.can_take("2,17"));
    at.game.partial = false;
    assert!(at.can_take("2,17"));
}

// proves C-17.9.2-force
#[test]
fn the_whole_force_lands_together_each_on_its_square() {
    let mut at = before_trafalgar().turn(Spain, 6);
    at.ok(land(General, "14,18"))
        .ok(land(Infantry, "14,19"))
        .ok(land(Infantry, "15,20"))
        .ok(land(Cavalry, "16,21"));
    assert_eq!(at.game.turn.pips, 2);
    assert_eq!(afloat(&at), [0, 0, 0]);
    assert_eq!(at.on("14,18"), Some(spanish_general()));
}

// proves C-17.9.2-force
#[test]
fn the_force_lands_where_britannia_may_but_not_in_spain() {
    for kind in [General, Infantry, Cavalry] {
        let mut at = before_trafalgar().turn(Spain, 6);
        assert_eq!(at.refused(land(kind, "1,16")), "C-17.9.2-force", "Spain");
        assert_eq!(at.refused(land(kind, "7,8")), "C-17.4.2-land", "France");
        at.ok(land(kind, "16,3"));
    }
}

// proves C-17.9.2-force
#[test]
fn the_force_does_not_walk_into_spain_either_but_may_put_to_sea_again() {
    let mut at = before_trafalgar();
    at.game.put(spanish_general(), sq("4,14"));
    at.game.put(PieceId::troop(Spain, Cavalry, 2), sq("13,17"));
    at.game.put(PieceId::troop(Spain, Infantry, 3), sq("14,18"));
    at.begin(Spain, 6);
    assert_eq!(at.step_refused("4,14", "4,15"), "C-17.9.2-force");
    at.ok(Action::Embark(sq("4,14"))).ok(Action::Embark(sq("13,17"))).ok(Action::Embark(sq("14,18")));
    assert_eq!(afloat(&at), [2, 1, 1]);
}

// proves C-17.9.1-invaded, C-17.9.2-transfer
#[test]
fn invaded_spain_has_its_full_army_at_lisbon_at_once() {
    let mut at = before_trafalgar();
    invade(&mut at);
    assert!(!at.game.partial);
    assert_eq!(at_home(&at), [4, 4, 1]);
    assert_eq!(afloat(&at), [0, 0, 0]);
    assert_eq!(at.whereabouts(spanish_general()), "Lisbon");
    let area = BOARD.base(Spain).capital.all;
    assert!(at.game.pieces_of(Spain).filter_map(|piece| at.game.square(piece)).all(|s| area.has(s)));
}

// proves C-17.9.1-small
#[test]
fn only_another_players_piece_in_spain_is_an_invasion() {
    let mut at = before_trafalgar().with(France, Infantry, "5,13").turn(France, 6);
    at.step("5,13", "4,14");
    assert!(at.game.partial, "at the border");
    at.step("4,14", "5,15");
    assert!(!at.game.partial);
    // One player's own other army does not invade.
    let options = on(["britannia", "before-trafalgar"]);
    let mut at = game_with("standard", 2, &[France, Austria, Russia, Spain], &options);
    at.add(France, Infantry, "4,14");
    at.begin(France, 6);
    at.step("4,14", "5,15");
    assert!(at.game.partial);
}

// proves C-17.9.1-small, C-17.9.1-invaded
#[test]
fn an_admitted_ally_is_a_guest_and_invades_when_the_alliance_breaks() {
    let mut at = before_trafalgar().allied(Spain, France).with(France, Infantry, "4,14");
    let [france, spain] = [at.game.seat_of(France), at.game.seat_of(Spain)];
    at.game.diplomacy.admitted[spain.index()].insert(france);
    at.begin(France, 6);
    at.step("4,14", "5,15");
    assert!(at.game.partial);
    at.ok(Action::Break(spain));
    assert_eq!((at.game.partial, at_home(&at)), (false, [4, 4, 1]));
}

// proves C-17.9.1-invaded
#[test]
fn a_piece_redeployed_into_spain_invades_it() {
    let mut at = four_with("standard", &on(["britannia", "before-trafalgar", "redeployment"]))
        .with(France, Infantry, "4,14")
        .turn(France, 6);
    at.done().done();
    at.ok(Action::Redeploy { from: sq("4,14"), to: sq("4,15") });
    assert_eq!((at.game.partial, at_home(&at)), (false, [4, 4, 1]));
}

// proves C-17.9.1-invaded, C-17.9.2-transfer
#[test]
fn losses_abroad_are_made_good_and_pieces_ashore_come_home() {
    let mut at = before_trafalgar();
    for number in [3, 4] {
        at.game.remove(PieceId::troop(Spain, Infantry, number));
    }
    at.game.put(PieceId::troop(Spain, Cavalry, 2), sq("14,18"));
    at.game.put(spanish_general(), sq("15,18"));
    invade(&mut at);
    assert_eq!(at_home(&at), [4, 4, 1]);
    assert_eq!((at.on("14,18"), at.on("15,18")), (None, None));
    assert_eq!(at.game.troops(Spain).count(), 8);
}

// proves C-17.9.2-transfer
#[test]
fn a_guest_on_the_starting_squares_does_not_keep_the_army_away() {
    let mut at = before_trafalgar().with(Austria, Infantry, "Lisbon").with(Austria, Cavalry, "3,20");
    at = at.allied(Spain, Austria);
    invade(&mut at);
    assert_eq!(at_home(&at), [4, 4, 1]);
    assert_eq!(at.on("Lisbon").and_then(PieceId::set_owner), Some(Austria));
    at.game.check().unwrap();
}

// proves C-17.9.2-transfer
#[test]
fn nobody_is_left_at_sea_to_land_elsewhere() {
    let mut at = before_trafalgar();
    invade(&mut at);
    at.begin(Spain, 6);
    assert_eq!(at.refused(land(General, "14,18")), "C-17.4.2-land");
    assert_eq!((at.count(Spain, Infantry), at.count(Spain, Cavalry)), (4, 4));
}

// proves C-17.9.1-small
#[test]
fn a_general_taken_before_spain_is_invaded_calls_the_whole_army_to_mobilise() {
    let mut at = before_trafalgar();
    at.game.put(spanish_general(), sq("18,16"));
    let mut at = austria_takes(at, &THREE);
    assert_eq!((at.game.partial, at.recovery(Spain)), (false, Recovery::Mobilising));
    assert_eq!((at.count(Spain, Infantry), at.count(Spain, Cavalry)), (5, 3));
    at.rest();
    invade(&mut at);
    assert_eq!(at.game.troops(Spain).count(), 8, "an invasion now brings nobody more");
}
