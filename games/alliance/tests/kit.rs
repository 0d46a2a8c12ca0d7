//! The checks every game gets, over every scenario, number of seats and option.

use alliance::Alliance;
use engine::kit::Kit;

#[test]
fn every_way_to_play_holds_the_contract() {
    let soaked = Kit::<Alliance>::new().cap(60_000).every(256).soak();
    println!("{soaked:?}");
}
