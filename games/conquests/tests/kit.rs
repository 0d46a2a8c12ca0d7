//! The checks every game gets, over every length, number of seats and option.

use conquests::Conquests;
use engine::kit::Kit;

#[test]
fn every_way_to_play_holds_the_contract() {
    let soaked = Kit::<Conquests>::new().cap(20_000).every(60).mixes(24).hides().soak();
    assert!(soaked.ends.contains_key("points"), "no game came to its last turn: {soaked:?}");
    println!("{soaked:?}");
}
