//! Whose a place is, and whose blocks a player moves. Rulebook 4.0, 4.1.

use super::field::{Field, at, block};
use crate::action::Action;
use crate::control::Control::{Embattled, Enemy, Friendly, Neutral};
use crate::state::Standing;
use crate::states::State::{
    Austria, Bavaria, Britain, Denmark, France, Portugal, Prussia, Russia, Saxony, Spain,
};

// proves A-4.1-friendly, A-3.6-not-transitive
#[test]
fn a_place_is_friendly_where_blocks_of_oneself_or_of_allies_stand() {
    let field = Field::of(&[France, Britain, Russia]).friends(France, Russia);
    let field = field.allied(Spain, France).allied(Bavaria, France).allied(Prussia, Russia);
    let field = field.put(France, ["Inf #1"], "Hanover").put(Spain, ["Inf #1"], "Italy");
    let field = field.put(Bavaria, ["Infantry (Munich)"], "Romagna").put(Russia, ["Inf #1"], "Sardinia");
    let field = field.put(Prussia, ["Inf #1"], "Rome").put(Spain, ["Fleet #1"], "Alboran");
    let field = field.put(Russia, ["Fleet #1"], "Baltic").put(Britain, ["Fleet #1"], "North Sea");
    for place in ["Hanover", "Italy", "Romagna", "Sardinia", "Alboran", "Baltic"] {
        assert_eq!(field.control(France, place), Friendly, "{place}");
        assert_eq!(field.control(Britain, place), Enemy, "{place}");
    }
    // What an ally leads besides is not one's own ally.
    assert_eq!((field.control(France, "Rome"), field.control(Russia, "Rome")), (Enemy, Friendly));
    assert_eq!(field.control(Russia, "Romagna"), Enemy);
    assert_eq!(field.control(France, "North Sea"), Enemy);
}

// proves A-4.1-vacant, A-1.1-british, A-4.1-unclaimed
#[test]
fn vacant_homeland_is_friendly_and_what_is_nobodys_is_not() {
    let field = Field::of(&[France, Britain, Russia]).friends(France, Russia).allied(Spain, France);
    for place in ["Paris", "Madrid", "Holland", "Moscow"] {
        assert_eq!(field.control(France, place), Friendly, "{place}");
        assert_eq!(field.control(Britain, place), Enemy, "{place}");
    }
    assert_eq!((field.control(Britain, "Wales"), field.control(Britain, "Algarve")), (Friendly, Friendly));
    assert_eq!(field.control(Russia, "Madrid"), Enemy, "the allies of an ally are not allies");
    for place in ["Gibraltar", "Malta", "Corfu", "Majorca", "Italy", "Romagna", "Hanover", "Sardinia"] {
        for empire in [France, Britain, Russia] {
            assert_eq!(field.control(empire, place), Neutral, "{place} for {empire}");
        }
    }
    let income = field.game.player(field.seat(France)).income();
    let field = field.put(France, ["Inf #1"], "Italy");
    assert_eq!(
        field.game.player(field.seat(France)).income().abroad,
        income.abroad + 1,
        "Milan pays once it is held"
    );
}

// proves A-4.1-unclaimed
#[test]
fn whoever_enters_what_is_nobodys_provokes_nobody() {
    let mut field = Field::duel().put(France, ["Inf #1"], "Lyonnais").turn_of(France, 1);
    let before = field.game.standings;
    field.march("Lyonnais", ["France Inf #1"], "Italy");
    assert_eq!(field.game.standings, before);
    assert_eq!((field.control(France, "Italy"), field.control(Britain, "Italy")), (Friendly, Enemy));
}

// proves A-4.1-neutral, A-4.1-status, A-1.2-minors
#[test]
fn neutral_is_what_neutrals_hold_and_the_empty_sea() {
    let field = Field::of(&[France, Britain, Russia]).neutral(Austria).neutral(Denmark);
    let field = field.put(Austria, ["Inf #1"], "Hanover").put(Denmark, ["Fleet (Denmark)"], "North Sea");
    for empire in [France, Britain, Russia] {
        for place in ["Vienna", "Veneto", "Copenhagen", "Hanover", "North Sea", "Baltic"] {
            let place = if place == "Copenhagen" { "Denmark" } else { place };
            assert_eq!(field.control(empire, place), Neutral, "{place} for {empire}");
        }
    }
    // Players who are not allied are neutral to each other, and what each holds is the enemy's to the other.
    assert!(!field.game.are_allied(field.seat(France), field.seat(Russia)));
    assert_eq!(field.control(Russia, "Paris"), Enemy);
    // A minor is neutral, or with an empire.
    assert_eq!(field.game.standing(Denmark), Standing::Neutral);
    assert_eq!(field.game.standing(Portugal), Standing::Ally(field.seat(Britain)));
}

// proves A-4.1-enemy
#[test]
fn a_player_who_is_not_allied_can_be_attacked_and_nobody_else_comes_in() {
    let field = Field::of(&[France, Britain, Russia]).put(Russia, ["Inf #1"], "Hanover");
    let mut field = field.put(France, ["Inf #1"], "Westfalen").turn_of(France, 1);
    let before = field.game.standings;
    field.march("Westfalen", ["France Inf #1"], "Hanover");
    assert_eq!(field.game.standings, before);
    assert_eq!(field.control(France, "Hanover"), Embattled);
}

// proves A-4.1-embattled
#[test]
fn a_place_with_opponents_is_embattled_for_everybody_until_the_battle_is_over() {
    let field = Field::duel().put(Britain, ["Inf #1"], "Hanover").put(France, ["Inf #1"], "Westfalen");
    let mut field = field.with_strength("Britain Inf #1", 1).turn_of(France, 1);
    field.march("Westfalen", ["France Inf #1"], "Hanover");
    assert_eq!((field.control(France, "Hanover"), field.control(Britain, "Hanover")), (Embattled, Embattled));
    field.done();
    field.done();
    field.act(Action::Fight(at("Hanover"))).unwrap();
    while field.game.fight.is_some() {
        let seat = field.game.deciders().iter().next().unwrap();
        let mut actions = Vec::new();
        field.game.list(seat, &mut actions);
        field.act(actions[0]).unwrap();
    }
    assert_ne!(field.control(France, "Hanover"), Embattled);
}

// proves A-4.1-immediate, A-4.1-flags, A-4.0-pass
#[test]
fn control_changes_as_blocks_come_and_go_and_leaves_nothing_behind() {
    let field = Field::duel().allied(Austria, Britain).allied(Bavaria, Britain);
    let mut field = field.put(France, ["Inf #1"], "Burgundy").turn_of(France, 1);
    assert_eq!((field.control(France, "Bavaria"), field.control(Britain, "Bavaria")), (Enemy, Friendly));
    field.march("Burgundy", ["France Inf #1"], "Bavaria");
    assert_eq!((field.control(France, "Bavaria"), field.control(Britain, "Bavaria")), (Friendly, Enemy));
    field.step("France Inf #1", "Vienna").unwrap();
    assert_eq!((field.control(France, "Bavaria"), field.control(Britain, "Bavaria")), (Enemy, Friendly));
    assert_eq!((field.control(France, "Vienna"), field.control(Britain, "Vienna")), (Friendly, Enemy));
    assert_eq!(field.game.standing(Bavaria), Standing::Ally(field.seat(Britain)));
}

// proves A-4.0-pass
#[test]
fn blocks_pass_where_allies_stand() {
    let field = Field::of(&[France, Britain, Russia]).friends(France, Russia).allied(Saxony, France);
    let field = field.put(Saxony, ["Fort (Magdeburg)"], "Saxony").put(Russia, ["Inf #1"], "Berlin");
    let field = field.put(France, ["Inf #1"], "Hanover").put(France, ["Fleet #1"], "English Channel");
    let mut field = field.put(Russia, ["Fleet #1"], "North Sea").turn_of(France, 3);
    field.march("Hanover", ["France Inf #1"], "Saxony");
    field.step("France Inf #1", "Berlin").unwrap();
    field.march("English Channel", ["France Fleet #1"], "North Sea");
    field.step("France Fleet #1", "Skagerrak").unwrap();
}

// proves A-4.0-own, A-4.0-never, A-4.1-blocks
#[test]
fn a_player_moves_and_levies_his_own_and_his_allies_but_never_another_players_blocks() {
    let field = Field::of(&[France, Britain, Russia]).friends(France, Russia).allied(Spain, France);
    let field = field.neutral(Austria).put(France, ["Inf #1"], "Paris").put(Russia, ["Inf #1"], "Paris");
    let field = field.put(Spain, ["Inf #1"], "Madrid").put(Portugal, ["Infantry (Beresford)"], "Norte");
    let field = field.put(Austria, ["Inf #1"], "Vienna").with_strength("Russia Inf #1", 1);
    let mut field = field.put(Russia, ["Inf #2"], "Moscow").turn_of(France, 4);
    field.group("Paris").unwrap();
    assert_eq!(field.no_step("Russia Inf #1", "Normandy"), "A-4.0-never");
    field.step("France Inf #1", "Normandy").unwrap();
    field.march("Madrid", ["Spain Inf #1"], "Aragon");
    assert_eq!(field.refused(Action::Group(at("Norte"))), "A-4.0-never");
    assert_eq!(field.refused(Action::Group(at("Moscow"))), "A-4.0-never");
    assert_eq!(field.refused(Action::Group(at("Vienna"))), "A-4.0-own");
    assert_eq!(field.refused(Action::Levy(block("Russia Inf #1"))), "A-4.0-never");
    assert_eq!(field.game.blocks_of(field.seat(France)) & Field::set(["Russia Inf #1"]), Field::set([]));
}

// proves A-4.0-once
#[test]
fn a_block_moves_once_in_a_turn() {
    let mut field = Field::duel().put(France, ["Inf #1", "Inf #2"], "Paris").turn_of(France, 3);
    field.march("Paris", ["France Inf #1", "France Inf #2"], "Normandy");
    assert_eq!(field.no_step("France Inf #1", "Brittany"), "A-4.0-once");
    assert_eq!(field.refused(Action::Group(at("Normandy"))), "A-4.0-once");
}
