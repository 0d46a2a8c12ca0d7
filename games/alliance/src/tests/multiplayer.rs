//! Battles of several players. Rulebook 7.8.

use super::field::{Field, at, block};
use crate::action::Action;
use crate::battle::Side;
use crate::state::{Stage, Standing};
use crate::states::State::{Austria, Britain, France, Prussia, Russia, Spain};

/// Britain (30) and Russia (17) hold Saxony against France; Prussia looks on.
fn allies() -> Field {
    let mut field = Field::of(&[France, Britain, Russia, Prussia])
        .friends(Britain, Russia)
        .put(Britain, ["Inf #1", "Inf #2"], "Saxony")
        .put(Russia, ["Inf #1", "Inf #2"], "Saxony")
        .put(France, ["Cav #1", "Inf #1"], "Hanover")
        .put(Prussia, ["Inf #1"], "Berlin")
        .put(Britain, ["Inf #3", "Inf #4", "Cav #1"], "London")
        .cards([(France, 33), (Britain, 30), (Russia, 17), (Prussia, 2)]);
    field.march("Hanover", ["France Cav #1", "France Inf #1"], "Saxony");
    field
}

// proves A-7.8-card, A-7.21-samegroup
#[test]
fn the_higher_card_acts_first_and_assigns_hits() {
    let mut field = allies().battle("Saxony");
    field.fire("France Cav #1", &[1, 6, 6, 6]);
    assert_eq!((field.stage(), field.deciding()), (Stage::Hits { side: Side::Defending, hits: 1 }, Britain));
    // All four have four steps: the higher card may spare its own.
    field.take("Russia Inf #1");
    assert_eq!(field.strength("Russia Inf #1"), 3);
    assert_eq!(field.no_fire("Russia Inf #2"), "A-7.8-card");
    field.hold("Britain Inf #2");
    field.hold("Britain Inf #1");
    field.hold("Russia Inf #2");
}

// proves A-7.8-card
#[test]
fn the_higher_card_regroups_first_and_says_who_makes_room() {
    let mut field = allies().put(Russia, ["Inf #3"], "Saxony").battle("Saxony");
    field.reach_round(2);
    field.retreat("France Cav #1", "Hanover");
    for name in ["Britain Inf #1", "Britain Inf #2", "Russia Inf #1", "Russia Inf #2", "Russia Inf #3"] {
        field.hold(name);
    }
    field.retreat("France Inf #1", "Hanover");
    assert!(field.is_won() && field.deciding() == Britain);
    assert_eq!(
        field.no_regroup("Russia Inf #1", "Westfalen"),
        "A-7.5-regroup",
        "others' blocks are never moved"
    );
    field.done();
    assert_eq!(field.deciding(), Russia);
    field.done();
    assert_eq!(field.deciding(), Britain, "five blocks are one too many");
    field.act(Action::Lose(block("Russia Inf #3"))).unwrap();
    assert!(field.game.fight.is_none());
}

// proves A-7.4-limits
#[test]
fn border_limits_of_a_retreat_are_each_players_own() {
    let mut field = allies().allied(Austria, Britain).put(Britain, ["Inf #3"], "Saxony").battle("Saxony");
    field.reach_round(2);
    field.hold("France Cav #1");
    // Mountains take two blocks of each.
    field.retreat("Britain Inf #1", "Bohemia");
    field.retreat("Britain Inf #2", "Bohemia");
    assert_eq!(field.no_retreat("Britain Inf #3", "Bohemia"), "A-4.2-mountain");
    field.hold("Britain Inf #3");
    field.retreat("Russia Inf #1", "Bohemia");
    field.retreat("Russia Inf #2", "Bohemia");
    assert_eq!(field.game.blocks_at(at("Bohemia")).len(), 4);
}

// proves A-7.8-join
#[test]
fn who_is_allied_to_neither_side_stays_out_and_who_is_shares_its_lot() {
    let mut field = allies();
    field.done();
    field.done();
    field.done();
    assert_eq!(field.moving(), Prussia);
    let mut stranger = field.clone();
    stranger.group("Berlin").unwrap();
    assert_eq!(stranger.no_step("Prussia Inf #1", "Saxony"), "A-7.8-join");
    field = field.friends(France, Prussia);
    field.march("Berlin", ["Prussia Inf #1"], "Saxony");
    assert!(field.game.reserves.contains(block("Prussia Inf #1")));
    assert!(field.game.attackers.contains(block("Prussia Inf #1")));
    let mut field = field.battle("Saxony");
    field.reach_round(4);
    field.retreat("France Cav #1", "Hanover");
    for name in ["Britain Inf #1", "Britain Inf #2", "Russia Inf #1", "Russia Inf #2"] {
        field.hold(name);
    }
    field.retreat("France Inf #1", "Hanover");
    assert_eq!(field.deciding(), Prussia);
    assert_eq!(field.no_fire("Prussia Inf #1"), "A-7.2-round4");
    field.retreat("Prussia Inf #1", "Berlin");
}

// proves A-7.8-join
#[test]
fn defenders_are_joined_too() {
    let mut field = allies();
    field.done();
    field.done();
    field.done();
    field = field.friends(Britain, Prussia).friends(Russia, Prussia);
    field.march("Berlin", ["Prussia Inf #1"], "Saxony");
    assert!(!field.game.attackers.contains(block("Prussia Inf #1")));
    let mut field = field.battle("Saxony");
    assert!(field.game.reserves.contains(block("Prussia Inf #1")));
    field.reach_round(2);
    assert!(field.game.ranks(at("Saxony"), Side::Defending).contains(block("Prussia Inf #1")));
}

// proves A-7.8-join
#[test]
fn who_is_allied_to_both_sides_chooses_one_and_keeps_to_it() {
    let mut field = allies().put(Prussia, ["Inf #2"], "Berlin");
    field.done();
    field.done();
    field.done();
    field = field.friends(Britain, Prussia).friends(Russia, Prussia);
    let aid = |name: &str| Action::Aid { block: block(name), to: at("Saxony") };
    field.group("Berlin").unwrap();
    assert_eq!(field.refused(aid("Prussia Inf #1")), "A-7.8-join", "the French are no friends");
    field = field.friends(France, Prussia);
    let mut defends = field.clone();
    field.act(aid("Prussia Inf #1")).unwrap();
    assert!(field.game.attackers.contains(block("Prussia Inf #1")));
    assert_eq!(field.refused(aid("Prussia Inf #2")), "A-7.8-join", "the side is chosen");
    field.step("Prussia Inf #2", "Saxony").unwrap();
    assert!(field.game.attackers.contains(block("Prussia Inf #2")));

    defends.step("Prussia Inf #1", "Saxony").unwrap();
    assert!(!defends.game.attackers.contains(block("Prussia Inf #1")));
    assert_eq!(defends.refused(aid("Prussia Inf #2")), "A-7.8-join");
}

// proves A-6.13-control
#[test]
fn whoever_turns_blocks_runs_them_in_the_battle_that_follows() {
    let mut field = Field::of(&[France, Britain, Russia])
        .allied(Spain, France)
        .put(Spain, ["Inf #1"], "La Mancha")
        .put(France, ["Inf #1"], "La Mancha")
        .cards([(France, 30), (Britain, 20), (Russia, 10)]);
    let russia = field.seat(Russia);
    field.game.change(Spain, Standing::Neutral, russia, &mut field.log);
    field.game.go_on(&mut field.log);
    field.hold("France Inf #1");
    assert_eq!(field.deciding(), Russia);
    assert_eq!(field.game.side_of(block("Spain Inf #1")), Side::Attacking);
}
