//! States as they were written before what is asked stood with the phase.

use engine::kit::wander;
use engine::{Game, Seed, Setup};
use serde_json::{Value, json};

use crate::state::Campaign;

/// A state as it was written then.
fn as_before(game: &Campaign) -> Value {
    let Value::Object(mut state) = serde_json::to_value(game).unwrap() else {
        panic!("a state is an object")
    };
    let Some(Value::Object(sequence)) = state.remove("sequence") else { panic!("a state has a sequence") };
    state.extend(sequence);
    Value::Object(state)
}

#[test]
fn an_older_state_is_read_as_what_it_was() {
    let mut owed = 0;
    for seed in 0..3 {
        wander::<Campaign>(&Setup::new("advanced", 3, Seed([seed; 32])), u64::from(seed), |game, _, _| {
            let before = as_before(game);
            assert!(before["sequence"].is_null());
            owed += usize::from(!before["ask"].is_null());
            assert_eq!(Campaign::restore(&before, 1).as_ref(), Ok(game));
        });
    }
    assert!(owed > 0, "nothing was owed in any of these states");
}

#[test]
fn a_phase_is_no_question() {
    let mut state = serde_json::to_value(super::table::four("standard").game).unwrap();
    state["sequence"]["ask"] = json!({ "phase": "moving" });
    let why = Campaign::restore(&state, 1).unwrap_err();
    assert!(why.contains("a phase is no question"), "{why}");
}
