//! Whole games, recorded: one for each of these ways to end. Each must replay to the very hashes it was recorded with.
//!
//! A change that makes one of them drift changes how recorded games play: raise the revision in `options.rs` and record
//! them anew with `cargo run --release -p alliance --example record-alliance`.

use alliance::Alliance;
use engine::{Game, Outcome, SavedGame, Session, What};

fn replay(recorded: &str) -> Outcome {
    let saved = SavedGame::parse(recorded).unwrap();
    assert_eq!(saved.revision, Alliance::info().revision);
    let (session, loaded) = Session::<Alliance>::load(saved).unwrap();
    assert!(loaded.resumed.is_none(), "every entry was replayed");
    session.outcome().expect("the game was played to the end")
}

// proves A-3.5-last
#[test]
fn a_game_that_ended_with_the_last_winter_replays() {
    let end = replay(include_str!("fixtures/years.json"));
    assert_eq!((&*end.reason, end.winners.len()), ("years", 1));
}

// proves A-10.1-tie
#[test]
fn a_game_that_ended_in_a_shared_victory_replays() {
    let end = replay(include_str!("fixtures/shared.json"));
    assert_eq!(end.reason, "years");
    let scores: Vec<i32> = end.winners.iter().map(|seat| end.scores[seat.index()]).collect();
    assert!(scores.len() > 1 && scores.iter().all(|score| Some(score) == end.scores.iter().max()));
}

/// The check behind the tests above: a journal that was touched does not pass.
#[test]
fn a_touched_journal_is_noticed() {
    let mut saved = SavedGame::parse(include_str!("fixtures/years.json")).unwrap();
    let last = saved.entries.iter().rposition(|entry| matches!(entry.what, What::Act(_))).unwrap();
    saved.entries.remove(last / 2);
    assert!(Session::<Alliance>::load(saved).is_err());
}
