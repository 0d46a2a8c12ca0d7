//! The engine's kit over all scenarios and numbers of seats.

use engine::Setup;
use engine::kit::Kit;
use marshals::Marshals;

/// Where options are tried: a short war, one with all nations in it, and one with hooks of its own.
const TRIALS: [&str; 3] = ["hundred-days-1815", "france-1814", "wagram-1809"];

/// Every scenario is played with every number of seats; every option in some, with two.
fn sparing(setup: &mut Setup, option: Option<&str>) {
    if option.is_some() {
        if !TRIALS.contains(&setup.scenario.as_str()) {
            setup.scenario = TRIALS[0].to_owned();
        }
        setup.seats = 2;
    }
}

#[test]
fn every_way_to_play_holds_the_contract() {
    let soaked = Kit::<Marshals>::new().mixes(0).every(400).hides().adjust(sparing).soak();
    let levels = ["coalition-decisive", "coalition-marginal", "draw", "french-decisive", "french-marginal"];
    assert!(soaked.ends.keys().all(|end| levels.contains(&end.as_ref())), "{soaked:?}");
    assert!(soaked.ends.len() > 1, "{soaked:?}");
    println!("{soaked:?}");
}
