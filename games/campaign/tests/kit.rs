//! The checks every game gets, over every scenario, number of seats and option.

use campaign::Campaign;
use engine::kit::Kit;

#[test]
fn every_way_to_play_holds_the_contract() {
    let soaked = Kit::<Campaign>::new()
        .limit("time-limit", 12)
        .endless(|setup| setup.options.get("time-limit") == Some(&0.into()))
        .soak();
    println!("{soaked:?}");
}
