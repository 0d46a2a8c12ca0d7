//! Whole games between bots, recorded: one for every way a game can end. Each must replay to the very hashes it was
//! recorded with.
//!
//! A change that makes one of them drift changes how recorded games play: raise the revision in `options.rs` and
//! record it anew with `grognard play campaign --seats greedy,greedy,greedy --seed N` and `save`.

use campaign::Campaign;
use engine::Session;
use engine::kit::records;

fn replay(recorded: &str) -> Session<Campaign> {
    records::replay(recorded)
}

#[test]
fn a_game_that_ended_with_all_capitals_captured_replays() {
    let game = replay(include_str!("../fixtures/capitals.json"));
    assert_eq!(game.outcome().unwrap().reason, "capitals");
}

#[test]
fn a_game_that_ended_with_enough_towns_replays() {
    let game = replay(include_str!("../fixtures/towns.json"));
    assert_eq!(game.outcome().unwrap().reason, "towns");
}

#[test]
fn a_game_that_ended_with_one_player_left_replays() {
    let game = replay(include_str!("../fixtures/last-left.json"));
    assert_eq!(game.outcome().unwrap().reason, "last-left");
}

#[test]
fn an_advanced_game_with_every_house_rule_that_ended_on_time_replays() {
    let game = replay(include_str!("../fixtures/time-limit.json"));
    assert_eq!(game.outcome().unwrap().reason, "time-limit");
}

#[test]
fn a_touched_journal_is_noticed() {
    records::notices_a_touched_journal::<Campaign>(include_str!("../fixtures/towns.json"));
}
