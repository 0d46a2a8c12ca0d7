//! States as they were written before their parts had names and before questions lay on a stack.

use std::collections::BTreeSet;

use engine::Game;
use serde_json::{Value, json};

use super::field::wander;
use crate::combat::After;
use crate::questions::Question;
use crate::state::Conquests;

/// The stage that a combat was said to be at.
fn stage(asked: Question) -> Value {
    match asked {
        Question::Avoid => json!("avoid"),
        Question::Effects(effects) => json!({ "effects": effects.role }),
        Question::Support(support) => json!({ "support": support.role }),
        Question::Recruit => json!("recruit"),
        Question::WhoPlays => json!("card"),
        Question::Reward(reward) => json!({ "reward": reward.nation }),
        Question::Cheer => json!("cheer"),
        Question::Losses(losses) => match losses.after {
            After::Result => json!({ "losses": "result" }),
            After::Retreat => json!({ "losses": "retreat" }),
        },
        Question::Grieve => json!("grieve"),
        Question::Retreat => json!("retreat"),
        Question::Captor => json!("fall"),
        Question::Follow => json!("follow"),
        Question::Aftermath => json!("aftermath"),
        other => panic!("{other:?} is not asked in a combat"),
    }
}

/// A state as revision 6 wrote it.
fn as_before(game: &Conquests) -> Value {
    let Value::Object(mut state) = serde_json::to_value(game).unwrap() else {
        panic!("a state is an object")
    };
    state.remove("stack");
    for part in ["forces", "treasury", "tracks", "feats", "council", "cards", "control", "objections"] {
        let Some(Value::Object(fields)) = state.remove(part) else { panic!("{part} is a part") };
        state.extend(fields);
    }
    if let Some(asked) = game.asked_in_combat() {
        state["battle"]["stage"] = stage(asked);
        state["battle"]["asked"] = json!(null);
    }
    Value::Object(state)
}

#[test]
fn an_older_state_is_read_as_what_it_was() {
    let mut asked = BTreeSet::new();
    for (players, seed) in [(5, 1), (4, 2), (3, 3), (2, 4)] {
        wander("campaign", players, seed, |game, _, _| {
            let words = format!("{:?}", game.asked());
            let kind = words.split(|c: char| !c.is_alphanumeric()).nth(1).unwrap_or_default().to_owned();
            let seen_often = !asked.insert((kind, players));
            if !seen_often || game.battle.is_some() || game.parley.is_some() {
                assert_eq!(Conquests::restore(&as_before(game), 6).as_ref(), Ok(game));
            }
        });
    }
    let kinds: BTreeSet<&str> = asked.iter().map(|(kind, _)| kind.as_str()).collect();
    for kind in ["Turn", "Errand", "Draft", "Join", "Effects", "Support", "Recruit", "Retreat"] {
        assert!(kinds.contains(kind), "{kind} was never asked, but {kinds:?}");
    }
}

#[test]
fn a_state_that_asks_what_cannot_be_asked_is_refused() {
    let mut field = super::field::Field::new().peopled();
    field.game.stack.push(crate::combat::Retreat);
    let written = serde_json::to_value(&field.game).unwrap();
    let why = Conquests::restore(&written, 7).unwrap_err();
    assert!(why.ends_with("cannot be asked"), "{why}");
}
