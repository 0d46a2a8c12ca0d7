//! Whole games, recorded: one for every way a game can end. Each must replay to the very hashes it was recorded with.
//!
//! A change that makes one of them drift changes how recorded games play: raise the revision in `options.rs` and record
//! them anew with `cargo run --release -p alliance --example record-alliance`.

use alliance::Alliance;
use engine::Outcome;
use engine::kit::records;

fn replay(recorded: &str) -> Outcome {
    records::replay::<Alliance>(recorded).outcome().expect("the game was played to the end")
}

// proves A-3.5-last
#[test]
fn a_game_that_ended_with_the_last_winter_replays() {
    let end = replay(include_str!("../fixtures/years.json"));
    assert_eq!((&*end.reason, end.winners.len()), ("years", 1));
}

// proves A-10.1-tie
#[test]
fn a_game_that_ended_in_a_shared_victory_replays() {
    let end = replay(include_str!("../fixtures/shared.json"));
    assert_eq!(end.reason, "years");
    let scores: Vec<i32> = end.winners.iter().map(|seat| end.scores[seat.index()]).collect();
    assert!(scores.len() > 1 && scores.iter().all(|score| Some(score) == end.scores.iter().max()));
}

// proves A-10.3-sudden
#[test]
fn a_game_that_ended_with_the_defeat_of_a_great_power_replays() {
    assert_eq!(replay(include_str!("../fixtures/defeat.json")).reason, "defeat");
}

// proves A-6.21-effect
#[test]
fn a_game_that_ended_with_a_surrender_replays() {
    assert_eq!(replay(include_str!("../fixtures/surrender.json")).reason, "defeat");
}

// proves A-7.71-napoleon
#[test]
fn a_game_that_ended_with_napoleon_replays() {
    assert_eq!(replay(include_str!("../fixtures/napoleon.json")).reason, "napoleon");
}

// proves A-12.2-win
#[test]
fn a_solitaire_game_that_was_won_replays() {
    let end = replay(include_str!("../fixtures/solitaire-won.json"));
    assert!(end.reason == "solitaire" && end.winners.len() == 1 && end.scores[0] >= 16);
}

// proves A-12.2-win
#[test]
fn a_solitaire_game_that_was_lost_replays() {
    let end = replay(include_str!("../fixtures/solitaire-lost.json"));
    assert!(end.reason == "solitaire" && end.winners.is_empty() && end.scores[0] < 16);
}

#[test]
fn a_touched_journal_is_noticed() {
    records::notices_a_touched_journal::<Alliance>(include_str!("../fixtures/defeat.json"));
}
