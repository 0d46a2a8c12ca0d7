//! The checks every game gets, over every length, number of seats and option.

use conquests::Conquests;
use engine::kit::Kit;

fn kit() -> Kit<Conquests> {
    Kit::new().cap(20_000).every(60).mixes(24).hides()
}

#[test]
fn every_way_to_play_holds_the_contract() {
    let soaked = kit().soak();
    assert!(soaked.ends.contains_key("points"), "no game came to its last turn: {soaked:?}");
    println!("{soaked:?}");
}

// proves N-3.6-hidden, N-13.1-secret
#[test]
fn refusals_and_forced_moves_tell_nothing() {
    let found = kit().keeps_secrets(240);
    assert!(found.refusals > 100_000 && found.forced > 0 && found.at_once > 0, "{found}");
}
