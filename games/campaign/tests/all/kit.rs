//! The checks every game gets, over every scenario, number of seats and option.

use campaign::Campaign;
use engine::Setup;
use engine::kit::Kit;

/// Five players need their house rule, or the Congress of Vienna.
fn seat_five(setup: &mut Setup, option: Option<&str>) {
    if setup.seats == 5 && !matches!(option, Some("congress" | "prussia" | "five-players")) {
        setup.options.insert("prussia".to_owned(), true.into());
        setup.options.insert("five-players".to_owned(), true.into());
    }
}

fn kit() -> Kit<Campaign> {
    Kit::new()
        .limit("time-limit", 10)
        .cap(12_000)
        .every(64)
        .adjust(seat_five)
        .endless(|setup| setup.options.get("time-limit") == Some(&0.into()))
}

#[test]
fn every_way_to_play_holds_the_contract() {
    let soaked = kit().soak();
    assert!(soaked.ends.keys().any(|end| end == "towns"), "{soaked:?}");
    println!("{soaked:?}");
}

/// Nothing is hidden but the dice.
#[test]
fn refusals_and_forced_moves_tell_nothing() {
    let found = kit().keeps_secrets(240);
    assert!(found.refusals > 100_000 && found.at_once == found.single, "{found}");
}
