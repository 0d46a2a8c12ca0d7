//! Winter, and empires that nobody plays. Rulebook 3.5, 3.6.

use engine::{Recorder, Seat, Seed, Setup};

use super::field::{Field, at, block};
use crate::action::Action;
use crate::cards::Cards;
use crate::event::Event;
use crate::state::{Alliance, EndReason, Phase, Spot, Standing};
use crate::states::State::{
    self, Austria, Britain, France, Poland, Portugal, Prussia, Russia, Spain, Swiss, Turkey,
};

/// The last game turn of a year is over, and nobody has done anything.
fn after_winter(field: Field) -> Field {
    let mut field = field.winter().turn_of(France, 0);
    while field.game.phase == Phase::Actions {
        field.done();
    }
    field
}

// proves A-3.5-which
#[test]
fn the_fourth_game_turn_is_winter() {
    let mut field = Field::duel();
    let mut winters = Vec::new();
    for turn in 1..=4 {
        field.game.game_turn = turn;
        winters.push(field.game.is_winter());
    }
    assert_eq!(winters, [false, false, false, true]);
}

// proves A-3.5-sequence, A-3.5-deal, A-3.4-sources
#[test]
fn in_winter_gold_comes_first_then_the_fallen_stand_up_then_all_else() {
    let mut field = Field::duel().neutral(Spain).gold(France, 2).put(France, ["Inf #1"], "Paris");
    field.game.blocks.spots[block("France Inf #2")] = Spot::DOWN;
    field.game.spent = [10, 11, 12].into_iter().map(super::cards::card).collect();
    let mut field = after_winter(field);
    assert_eq!(field.game.phase, Phase::Disband(0));
    assert_eq!(field.game.treasuries[Seat(0)], 7, "5 for the cities of France");
    assert_eq!(field.game.blocks.spots[block("France Inf #2")], Spot::READY);
    field.act(Action::Disband(block("France Inf #1"))).unwrap();
    assert_eq!(field.game.blocks.spots[block("France Inf #1")], Spot::DOWN, "after the others stood up");
    field.done();
    field.done();
    assert_eq!((field.game.year, field.game.game_turn), (1805, 1));
    assert_eq!(field.game.spent, Cards::EMPTY, "the whole deck is shuffled");
    assert!(
        field.game.hands.as_array()[..2].iter().all(|hand| hand.cards.len() == 5 && hand.aside.is_none())
    );
    assert_eq!(field.game.phase, Phase::Talks(engine::Seats::NONE), "cards are dealt before anybody talks");
    let order: Vec<&str> = field
        .log
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Collected { .. } => Some("gold"),
            Event::Dismissed { .. } => Some("disbanded"),
            Event::Dealt { .. } => Some("dealt"),
            _ => None,
        })
        .collect();
    assert_eq!(order, ["gold", "gold", "disbanded", "dealt"]);
    field.done();
    field.done();
    assert_eq!(field.game.phase, Phase::Discard);
}

// proves A-3.5-disband
#[test]
fn who_is_disbanded_misses_a_year() {
    let mut field = Field::duel().put(France, ["Inf #1", "HQ (Napoléon)"], "Paris");
    field.game.year = 1805;
    field.game.rules.last_year = 1815;
    let mut field = after_winter(field);
    let disband = |name: &str| Action::Disband(block(name));
    assert_eq!(field.refused(disband("France HQ (Napoléon)")), "A-3.5-disband");
    assert_eq!(field.refused(disband("France Inf #2")), "A-3.5-disband", "it is not on the map");
    assert_eq!(field.refused(disband("Britain Inf #1")), "A-4.0-never");
    field.act(disband("France Inf #1")).unwrap();
    for _ in 0..4 {
        field.done();
    }
    assert_eq!((field.game.year, field.game.phase), (1806, Phase::Discard));
    let build = Action::Build { block: block("France Inf #1"), at: at("Paris") };
    let mut field = field.turn_of(France, 3);
    assert_eq!(field.refused(build), "A-7.7-pool");
    let mut field = after_winter(field);
    for _ in 0..4 {
        field.done();
    }
    assert_eq!(field.game.year, 1807);
    let mut field = field.turn_of(France, 3);
    field.act(build).unwrap();
}

// proves A-3.5-disband, A-2.2.1-fog
#[test]
fn whoever_disbands_can_take_it_back_until_he_is_done() {
    let mut field = Field::duel().put(France, ["Inf #1", "Cav #1"], "Paris");
    field.game.rules.last_year = 1815;
    let mut field = after_winter(field);
    let france = field.seat(France);
    let (disband, names) = (Action::Disband(block("France Cav #1")), ["France Inf #1", "France Cav #1"]);
    assert!(
        !field.game.choices(france).choice(disband).seals
            && !field.game.choices(france).choice(Action::Done).seals
    );
    field.log = Default::default();
    field.act(disband).unwrap();
    assert!(!field.log.revealed, "nobody has learned which block it was");
    assert!(names.iter().all(|name| !field.sees(Britain, name)));
    assert!(field.sees(France, "France Cav #1"));
    assert_eq!(field.told(Britain), ["A French block in Paris is disbanded"]);
    assert_eq!(field.told(France), ["French Cav #1 in Paris is disbanded"]);
    assert!(field.game.choices(france).choice(Action::Done).seals);
    field.done();
    assert!(field.log.revealed && field.sees(Britain, "France Cav #1"));
    assert!(field.told(Britain).contains(&"France has disbanded French Cav #1".to_owned()));
}

// proves A-3.5-last
#[test]
fn the_last_winter_ends_the_game_without_new_cards() {
    let mut field = Field::duel().gold(Britain, 0);
    field.game.year = 1807;
    let field = after_winter(field);
    let end = field.game.ended.expect("it is over");
    assert_eq!(end.reason, EndReason::Years);
    assert_eq!(
        field.game.treasuries[Seat(1)],
        3 + 5 + 1,
        "3 saved, 5 at home, Lisbon and Stockholm for half"
    );
    assert!(!field.log.events.iter().any(|event| matches!(event, Event::Dealt { .. })));
    let mut linked = Field::duel();
    (linked.game.year, linked.game.rules.last_year) = (1807, 1815);
    assert_eq!(after_winter(linked).game.phase, Phase::Disband(0), "a linked campaign goes on");
}

fn start(scenario: &str, empires: &[State]) -> Alliance {
    let mut setup = Setup::new(scenario, empires.len() as u8, Seed::from_number(1));
    for empire in empires {
        setup = setup.with(crate::options::option_of(*empire), true);
    }
    Alliance::prepare(&setup, &mut Recorder::silent()).unwrap()
}

// proves A-3.6-npe
#[test]
fn empires_without_a_player_are_nobodys_or_an_allys() {
    let game = start("1804", &[France, Britain, Russia]);
    let played = |state: State| matches!(game.standings[state], Standing::Player(_));
    let others: Vec<State> = crate::states::EMPIRES.into_iter().filter(|empire| !played(*empire)).collect();
    assert_eq!(others, [Austria, Prussia, Spain, Turkey]);
    let all = start("1804", &crate::states::EMPIRES);
    assert!(crate::states::EMPIRES.into_iter().all(|e| matches!(all.standings[e], Standing::Player(_))));
}

// proves A-3.6-historical, A-3.6-one
#[test]
fn the_alliances_of_1804() {
    let game = start("1804", &[France, Britain]);
    let [france, britain] = [0, 1].map(engine::Seat);
    let standing = |state: State| game.standings[state];
    assert_eq!(standing(Spain), Standing::Ally(france));
    for empire in [Austria, Prussia, Russia, Turkey] {
        assert_eq!(standing(empire), Standing::Neutral);
    }
    assert_eq!((standing(Swiss), standing(Portugal)), (Standing::Ally(france), Standing::Ally(britain)));
    assert_eq!(standing(Poland), Standing::With(Prussia));
    let game = start("1804", &[France, Britain, Spain, Russia]);
    let seat = |empire| engine::Seat(game.empires.iter().position(|own| *own == empire).unwrap() as u8);
    assert!(game.are_allied(seat(France), seat(Spain)), "a Spanish player is allied to France, too");
    assert!(!game.are_allied(seat(France), seat(Russia)) && !game.are_allied(seat(Britain), seat(Spain)));
    let game = start("1812", &[France, Britain]);
    assert_eq!(game.standings[Austria], Standing::Ally(france));
    assert_eq!(game.standings[Spain], Standing::Ally(britain));
}

// proves A-3.6-nocards
#[test]
fn britain_pays_for_austria_from_its_own_points_and_gold() {
    let mut field = Field::duel()
        .allied(Austria, Britain)
        .gold(Britain, 2)
        .put(Austria, ["Inf #1"], "Vienna")
        .put(Austria, ["Inf #2"], "Bohemia")
        .put(Austria, ["Inf #3"], "Zala")
        .with_strength("Austria Inf #3", 1)
        .turn_of(Britain, 1);
    field.march("Vienna", ["Austria Inf #1"], "Moravia");
    field.march("Bohemia", ["Austria Inf #2"], "Moravia");
    field.act(Action::Levy(block("Austria Inf #3"))).unwrap();
    assert_eq!((field.game.treasuries[Seat(1)], field.game.budget()), (0, 0));
    assert!(
        field.game.hands.as_array()[2..].iter().all(|hand| hand.cards.is_empty()),
        "Austria has no cards"
    );
}

// proves A-3.6-many
#[test]
fn a_player_can_have_several_allies() {
    let field =
        Field::of(&[France, Britain, Austria, Russia]).friends(Britain, Austria).friends(Britain, Russia);
    let allied = |a, b| field.game.are_allied(field.seat(a), field.seat(b));
    assert!(allied(Britain, Austria) && allied(Russia, Britain) && !allied(Austria, Russia));
    field.game.auditor().audit().unwrap();
}
