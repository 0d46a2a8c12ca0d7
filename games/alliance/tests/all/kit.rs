//! The checks every game gets, over every scenario, number of seats and option, and every preset.

use alliance::Alliance;
use engine::kit::Kit;
use engine::{Game, Seed, Setup};

fn kit() -> Kit<Alliance> {
    Kit::new().cap(40_000).every(160).mixes(24).hides()
}

#[test]
fn every_way_to_play_holds_the_contract() {
    let soaked = kit().soak();
    for end in ["years", "defeat", "napoleon", "solitaire"] {
        assert!(soaked.ends.contains_key(end), "no game ended with {end}: {soaked:?}");
    }
    println!("{soaked:?}");
}

#[test]
fn every_preset_holds_the_contract() {
    let presets = &Alliance::info().presets;
    for players in 1..=7 {
        assert!(presets.iter().any(|preset| preset.seats.contains(players)), "a preset for {players}");
    }
    for preset in presets {
        let setup = Setup::new(preset.scenario, preset.seats.min, Seed::from_number(1805));
        let options = preset.options.iter();
        let setup = options.fold(setup, |setup, (option, value)| setup.with(option, value.clone()));
        kit().run(&setup).unwrap_or_else(|failure| panic!("{}: {failure}", preset.id));
    }
}

// proves A-2.2.1-fog, A-3.4-hidden, A-6.2-secret
#[test]
fn refusals_and_forced_moves_tell_nothing() {
    let found = kit().keeps_secrets(240);
    assert!(found.refusals > 100_000 && found.forced > 0 && found.at_once > 0, "{found}");
}
