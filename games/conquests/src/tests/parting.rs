//! Former Allies part, and where a retreat goes. Rulebook 9.7, 11.4.

use engine::{Game, Spot, Target, Viewer, steps};

use super::field::{Field, at, card, nations, units};
use super::moving::{frigate, land, sail};
use crate::action::Action;
use crate::areas::Area;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::state::{Bond, FrigateId, Phase};
use crate::troops::{Kind, Troops};
use crate::view;
use crate::view::space;

/// The Alliances of these nations end, and phase 4 begins.
pub(super) fn ended(field: Field) -> Field {
    implemented(over(field.everybody_somewhere()))
}

/// The Alliances of these nations end.
fn over(mut field: Field) -> Field {
    for treaty in &mut field.game.treaties.list {
        treaty.state = Bond::Over;
    }
    field
}

/// Phase 4 begins.
pub(super) fn implemented(mut field: Field) -> Field {
    field.game.begin_implementation(&mut field.log);
    steps::settle(&mut field.game, &mut field.log);
    field
}

/// All go to the first land they can.
fn settle(field: &mut Field) {
    while field.game.phase == Phase::Separate {
        let first = field.actions()[0];
        field.act(first);
    }
}

fn names(areas: impl IntoIterator<Item = Area>) -> Vec<&'static str> {
    areas.into_iter().map(Area::id).collect()
}

fn havens(field: &Field, nation: Nation, from: &str) -> Vec<&'static str> {
    names(field.game.havens(nation, at(from)).iter())
}

/// What a nation is asked.
pub(super) fn asked_of(field: &Field, nation: Nation) -> String {
    view::view(&field.game, Viewer::Seat(field.game.seat(nation))).prompt.text.to_string()
}

fn stands(field: &Field, nation: Nation, land: &str) -> Troops {
    field.game.forces.troops(nation, at(land))
}

/// Who last controlled a land.
fn holder(field: &Field, land: &str) -> Option<Nation> {
    field.game.control.holders[at(land)]
}

// proves N-5-implementation
#[test]
fn new_allies_exchange_cards_before_former_ones_part_and_both_before_movement() {
    let field = Field::new().hand(Prussia, &[36]).put(Austria, units(1, 0, 0), "saxony");
    let field = field.put(England, units(1, 0, 0), "saxony").allied(Austria, &[England]);
    let mut field = field.everybody_somewhere();
    field.game.treaties.list[0].state = Bond::Over;
    let mut field = field.allied(Russia, &[Prussia]);
    field.game.begin_implementation(&mut field.log);
    steps::settle(&mut field.game, &mut field.log);
    assert!(matches!(field.game.phase, Phase::Exchange { .. }));
    assert_eq!(field.asked(), Prussia, "it has a card, and a new Ally");
    assert_eq!(field.game.forces.present(at("saxony")), nations(&[Austria, England]));
    field.done();
    settle(&mut field);
    assert_eq!(field.game.forces.present(at("saxony")), nations(&[Austria]), "who held it before stays");
    assert_eq!(field.game.phase, Phase::Move(0));
}

// proves N-11.4-where, N-11.4-not-garrison
#[test]
fn a_retreat_goes_to_the_open_land_closest_to_the_capital() {
    let field = Field::new().put(Prussia, units(1, 0, 0), "saxony");
    assert_eq!(havens(&field, Prussia, "saxony"), ["berlin"]);
    let taken = field.put(France, units(1, 0, 0), "berlin");
    assert_eq!(havens(&taken, Prussia, "saxony"), ["silesia", "hanover"], "one step from Berlin each");
    let mut disputed = taken.clone();
    disputed.game.control.attackers[at("silesia")] = Some(France);
    assert_eq!(havens(&disputed, Prussia, "saxony"), ["hanover"]);
    let allied = taken.allied(Prussia, &[Austria]).put(Austria, units(1, 0, 0), "silesia");
    assert_eq!(havens(&allied, Prussia, "saxony"), ["silesia", "hanover"], "Allies take them in");
    let garrison =
        Field::new().put(France, units(1, 0, 0), "tuscany").put(France, units(1, 0, 0), "piedmont");
    let garrison = garrison.put(Austria, units(1, 0, 0), "lombardy");
    assert_eq!(havens(&garrison, Austria, "tuscany"), ["lombardy"], "its own");
    let garrison = garrison.put(France, units(1, 0, 0), "naples");
    assert!(havens(&garrison, Russia, "naples").is_empty(), "Rome has its garrison");
}

// proves N-9.7-separate, N-9.7-chooser
#[test]
fn who_last_controlled_the_land_stays_and_the_others_go_for_nothing() {
    let field = Field::new().put(Prussia, units(1, 0, 0), "berlin").put(Russia, units(2, 1, 0), "berlin");
    let mut field = ended(field.allied(Prussia, &[Russia]).points(Russia, 0));
    assert_eq!(havens(&field, Russia, "berlin"), ["west_prussia", "poland"], "three steps from Moscow");
    assert_eq!(field.asked(), Prussia, "the initiator chooses");
    let to = |land: &str| Action::Part { nation: Russia, to: at(land) };
    assert_eq!(field.refused(to("saxony")), "N-11.4-where");
    assert_eq!(field.refused(Action::Stay(Russia)), "N-9.7-chooser");
    assert_eq!(field.refused(Action::Done), "N-9.7-separate");
    assert_eq!(field.refused(Action::Part { nation: Prussia, to: at("poland") }), "N-9.7-chooser");
    assert_eq!(asked_of(&field, Prussia), "Former Allies part in Brandenburg: say where Russia goes.");
    field.act(to("poland"));
    assert_eq!((stands(&field, Russia, "poland"), field.game.treasury.points[Russia]), (units(2, 1, 0), 0));
    assert!(matches!(field.game.phase, Phase::Move(0)));
}

// proves N-11.4-split
#[test]
fn those_who_leave_can_be_split_among_lands_as_close() {
    let field = Field::new().put(Prussia, units(1, 0, 0), "berlin").put(Russia, units(2, 1, 0), "berlin");
    let mut field = ended(field.allied(Russia, &[Prussia]));
    assert_eq!(field.asked(), Russia);
    let one = |kind, land| Action::Retreat { nation: Russia, kind, to: at(land) };
    assert_eq!(field.refused(one(Kind::Cannon, "poland")), "N-11.4-split", "there is none");
    field.act(one(Kind::Infantry, "poland")).act(one(Kind::Cavalry, "west_prussia"));
    assert_eq!(field.refused(one(Kind::Infantry, "poland")), "N-11.4-split", "the last one goes as a whole");
    field.act(Action::Part { nation: Russia, to: at("poland") });
    assert_eq!(stands(&field, Russia, "poland"), units(2, 0, 0));
    assert_eq!(stands(&field, Russia, "west_prussia"), units(0, 1, 0));
}

// The thirty-seventh of the tricky situations.
// proves N-9.7-chooser
#[test]
fn napoleon_cannot_take_a_capital_by_forcing_its_nation() {
    let field = Field::new().put(Prussia, units(1, 0, 0), "berlin").put(France, units(1, 1, 1), "berlin");
    let field = ended(field.allied(France, &[Prussia]));
    assert_eq!(field.game.forces.present(at("berlin")), Prussia.into());
    let walked_in = Field::new().put(France, units(1, 1, 1), "berlin").put(Prussia, units(1, 0, 0), "berlin");
    let mut walked_in = ended(walked_in.allied(France, &[Prussia]));
    assert_eq!(walked_in.asked(), France);
    walked_in.act(Action::Part { nation: Prussia, to: at("pomerania") });
    assert_eq!(
        walked_in.game.forces.present(at("berlin")),
        France.into(),
        "it was his, and the Prussian leaves"
    );
}

// proves N-9.7-chooser
#[test]
fn where_nobody_present_held_the_land_the_initiator_says_who_stays() {
    let field = Field::new().put(Prussia, units(1, 0, 0), "saxony").put(Russia, units(1, 0, 0), "saxony");
    let field = field.put(Austria, units(1, 0, 0), "saxony").allied(Russia, &[Prussia, Austria]);
    let parting = |renewed: bool| {
        let mut field = field.clone();
        field.game.control.holders[at("saxony")] = Some(England);
        let mut field = ended(field);
        if renewed {
            field = field.allied(Prussia, &[Austria]);
        }
        field
    };
    let mut strangers = parting(false);
    assert_eq!(strangers.asked(), Russia);
    assert_eq!(asked_of(&strangers, Russia), "Former Allies part in Saxony: say who stays.");
    assert_eq!(strangers.actions(), [Prussia, Austria, Russia].map(Action::Stay));
    strangers.act(Action::Stay(Austria));
    settle(&mut strangers);
    assert_eq!(strangers.game.forces.present(at("saxony")), Austria.into());
    // Those who are still Allies stay together.
    let mut group = parting(true);
    assert_eq!(group.actions(), [Prussia, Russia].map(Action::Stay));
    assert_eq!(group.refused(Action::Stay(Austria)), "N-9.7-chooser");
    group.act(Action::Stay(Prussia));
    settle(&mut group);
    assert_eq!(group.game.forces.present(at("saxony")), nations(&[Prussia, Austria]));
    // With the initiator out of the game, the first of the others in the order.
    let mut gone = field.clone().order([Austria, Prussia, France, England, Russia]);
    gone.game.control.holders[at("saxony")] = None;
    gone.game.take(Russia, units(1, 0, 0), at("saxony"));
    gone.game.order.pop();
    assert_eq!(ended(gone).asked(), Austria);
}

// proves N-9.7-chooser, N-11.8-old-forced
#[test]
fn napoleon_parts_those_who_were_allies_only_through_him() {
    let saxony = |alliances: &[(Nation, &[Nation])]| {
        let field =
            Field::new().put(Prussia, units(1, 0, 0), "saxony").put(Austria, units(1, 0, 0), "saxony");
        let field = field.put(France, units(1, 0, 0), "bohemia").everybody_somewhere();
        let field =
            alliances.iter().fold(field, |field, (initiator, others)| field.allied(*initiator, others));
        implemented(over(field).allied(France, &[Austria]))
    };
    // Prussia fought on for Napoleon in the last turn, after Vienna had fallen to him.
    let mut field = saxony(&[(France, &[Prussia])]);
    assert_eq!(field.asked(), France, "both Alliances were his");
    field.act(Action::Part { nation: Austria, to: at("bohemia") });
    assert_eq!(field.game.forces.present(at("bohemia")), nations(&[France, Austria]));
    // An Alliance that the two made is what ends, whatever Napoleon has forced on them.
    assert_eq!(saxony(&[(France, &[Prussia]), (Prussia, &[Austria])]).asked(), Prussia);
    assert_eq!(saxony(&[(Prussia, &[Austria]), (France, &[Prussia])]).asked(), Prussia);
}

// proves N-9.7-separate, N-11.8-captured
#[test]
fn an_empty_capital_that_a_former_ally_leaves_for_is_attacked_by_it() {
    let field = Field::new().put(Prussia, units(1, 0, 0), "saxony").put(Russia, units(2, 0, 0), "saxony");
    let mut field = ended(field.allied(Russia, &[Prussia]));
    assert_eq!((field.asked(), havens(&field, Russia, "saxony")), (Russia, vec!["berlin", "silesia"]));
    let parts = |land: &str| Action::Part { nation: Russia, to: at(land) };
    assert_eq!(
        (field.words(parts("berlin")), field.words(parts("silesia"))),
        ("attacks the capital of Prussia".into(), "".into())
    );
    field.act(parts("berlin"));
    assert_eq!(field.game.phase, Phase::Move(0));
    assert_eq!((field.attacker("berlin"), field.game.controller(at("berlin"))), (Some(Russia), None));
    while !matches!(field.game.phase, Phase::Idle(_) | Phase::Advisors(_)) {
        field.done();
    }
    assert!(field.game.control.has_captured(Russia, Prussia), "Prussia has not come back for it");
}

// proves N-11.4-none, N-11.4-frigate
#[test]
fn on_an_island_one_boards_or_is_lost() {
    let field = Field::new().put(England, units(1, 0, 0), "sicily").put(Russia, units(2, 0, 1), "sicily");
    let field = field.allied(Russia, &[England]);
    assert_eq!(ended(field.clone()).game.forces.on_map(Russia), Troops::NONE);
    let frigate = FrigateId::of(Russia).next().unwrap();
    let board = |kind| Action::Board { nation: Russia, kind, frigate };
    let ship = |cargo| ended(field.clone().ship(Russia, "malta_channel", cargo).points(Russia, 2));
    let mut tight = ship(units(2, 0, 0));
    assert_eq!(tight.asked(), Russia);
    assert_eq!(tight.actions(), [board(Kind::Infantry), board(Kind::Cannon), Action::Done]);
    assert_eq!(tight.refused(board(Kind::Cavalry)), "N-11.4-frigate");
    tight.act(board(Kind::Cannon));
    assert_eq!(tight.game.forces.frigate(frigate).cargo, units(2, 0, 1));
    assert_eq!(
        (tight.game.treasury.points[Russia], tight.game.forces.on_map(Russia).len()),
        (2, 4),
        "the others are lost"
    );
    let mut poor = ship(Troops::NONE);
    poor.act(board(Kind::Infantry)).act(board(Kind::Infantry));
    assert_eq!(
        (poor.game.treasury.points[Russia], poor.game.forces.on_map(Russia).len()),
        (0, 3),
        "1 MP each"
    );
    let mut gone = ship(Troops::NONE);
    gone.done();
    assert_eq!(gone.game.forces.on_map(Russia).len(), 1);
    assert!(matches!(gone.game.phase, Phase::Move(0)));
}

// proves N-10.3-no-both
#[test]
fn a_frigate_boarded_in_parting_lands_nobody_in_the_same_turn() {
    let field = Field::new().put(England, units(1, 0, 0), "sicily").put(Russia, units(1, 0, 0), "sicily");
    let field = field.ship(Russia, "malta_channel", Troops::NONE).ship(
        Russia,
        "malta_channel",
        Troops::one(Kind::Cavalry),
    );
    let field = field.allied(Russia, &[England]).order([Russia, England, France, Prussia, Austria]);
    let mut field = ended(field);
    let (boarded, other) = (frigate(Russia, 0), frigate(Russia, 1));
    field.act(Action::Board { nation: Russia, kind: Kind::Infantry, frigate: boarded });
    assert_eq!((field.game.phase, field.asked()), (Phase::Move(0), Russia));
    let ashore = land(Kind::Infantry, boarded, "sicily");
    assert_eq!(field.refused(ashore), "N-10.3-no-both");
    assert!(field.actions().contains(&land(Kind::Cavalry, other, "sicily")), "it has taken nobody aboard");
    field.act(sail(boarded, "tyrrhenian_sea"));
    assert_eq!(field.refused(ashore), "N-10.3-no-both", "nor from another sea");
    field.game.begin_turn(&mut field.log);
    field.moves(Russia).act(ashore);
}

// proves N-9.7-chooser
#[test]
fn allies_who_leave_for_the_same_land_come_into_it_together() {
    let field = Field::new().put(Russia, units(1, 0, 0), "saxony").put(Prussia, units(1, 0, 0), "saxony");
    let mut field = field.put(Austria, units(1, 0, 0), "saxony").allied(Russia, &[Prussia, Austria]);
    for land in ["berlin", "bohemia", "bavaria"] {
        field = field.put(France, units(1, 0, 0), land);
    }
    let mut field = ended(field).allied(Prussia, &[Austria]);
    field.act(Action::Part { nation: Prussia, to: at("silesia") });
    field.act(Action::Part { nation: Austria, to: at("silesia") });
    assert_eq!(field.game.forces.present(at("silesia")), nations(&[Prussia, Austria]));
    assert_eq!(holder(&field, "silesia"), None, "neither has been alone there");
    let mut apart = field.clone().moves(Prussia);
    apart.gather(Prussia, units(1, 0, 0), "silesia").march("poland");
    assert_eq!(holder(&apart, "silesia"), Some(Austria), "now one is");
}

// proves N-9.7-separate, N-11.4-split
#[test]
fn those_who_leave_for_an_empty_capital_one_by_one_come_into_it_together() {
    let field = Field::new().put(Prussia, units(1, 0, 0), "saxony").put(Russia, units(3, 0, 0), "saxony");
    let mut field = ended(field.allied(Russia, &[Prussia]));
    let one = Action::Retreat { nation: Russia, kind: Kind::Infantry, to: at("berlin") };
    field.act(one).act(one).act(Action::Part { nation: Russia, to: at("berlin") });
    assert_eq!((stands(&field, Russia, "berlin"), field.attacker("berlin")), (units(3, 0, 0), Some(Russia)));
}

// proves N-9.7-separate
#[test]
fn allies_whose_alliance_holds_do_not_part() {
    let mut field = Field::new().put(Prussia, units(1, 0, 0), "berlin").put(Russia, units(1, 0, 0), "berlin");
    field = field.allied(Russia, &[Prussia]).hand(Russia, &[2]);
    field.game.begin_implementation(&mut field.log);
    steps::settle(&mut field.game, &mut field.log);
    assert_eq!(field.actions().len(), 3, "a card to give or show");
    assert!(field.actions().contains(&Action::Give { card: card(2), to: Prussia }));
    field.done();
    assert_eq!(field.game.forces.present(at("berlin")), nations(&[Prussia, Russia]));
}

/// Where the unit stands that is clicked for a choice.
fn clicked(field: &Field, action: Action) -> Option<Spot> {
    let seat = field.game.seat(field.asked());
    let (Target::Piece { piece } | Target::Move { piece, .. }) = field.game.choice(seat, &action).target
    else {
        return None;
    };
    let table = field.game.view(Viewer::Seat(seat));
    table.pieces.into_iter().find(|shown| shown.key == piece).map(|shown| shown.at)
}

// proves N-9.7-separate, N-11.4-frigate
#[test]
fn units_that_part_one_by_one_are_clicked_where_they_stand() {
    let there = |land: &str| Some(Spot::Space(space(at(land))));
    let field = Field::new().put(Prussia, units(1, 0, 0), "berlin").put(Russia, units(2, 1, 0), "berlin");
    let field = ended(field.allied(Russia, &[Prussia]));
    let one = Action::Retreat { nation: Russia, kind: Kind::Infantry, to: at("poland") };
    assert_eq!(clicked(&field, one), there("berlin"));
    let field = Field::new().put(England, units(1, 0, 0), "sicily").put(Russia, units(2, 0, 0), "sicily");
    let field = field.ship(Russia, "malta_channel", Troops::NONE).allied(Russia, &[England]);
    let field = ended(field);
    let board = Action::Board { nation: Russia, kind: Kind::Infantry, frigate: frigate(Russia, 0) };
    assert_eq!(clicked(&field, board), there("sicily"));
    assert_eq!(field.label(board), "Take Russian infantry aboard the Russian frigate 1");
    assert_eq!(field.price(board), "1 MP");
    assert_eq!(field.label(Action::Done), "Give up all that are left");
}
