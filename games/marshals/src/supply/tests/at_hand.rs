//! What units have at hand, against what the commissariat finds.

use engine::{Chance, Game, Recorder, Seed, Setup, Stream};

use crate::state::Marshals;
use crate::supply::{Commissariat, Event, Kind};

/// Whatever is asked about a stack, both say the same.
fn compare(game: &Marshals) -> u32 {
    let mut asked = 0;
    for force in game.forces.iter().filter(|force| !force.factors.is_empty()) {
        let (hex, nation) = (force.muster.hex, force.muster.nation);
        let mut commissariat = Commissariat::of(game, nation);
        let place = crate::event::hex_name(hex);
        assert_eq!(game.is_supplied(nation, hex), commissariat.feeds(hex), "{} at {place}", nation.name());
        for factors in [1, 6, 11, 17] {
            for event in [Event::Attack, Event::Defend] {
                let told = game.served(event, nation, hex, factors);
                let found = commissariat.supply(event, hex, factors).ok().map(|supply| supply.served);
                assert_eq!(told, found, "{factors} of {} at {place}, {event:?}", nation.name());
                asked += 1;
            }
        }
    }
    asked
}

#[test]
fn what_is_at_hand_is_what_the_commissariat_finds() {
    let (mut asked, mut cossacks) = (0, 0);
    for (number, scenario) in (1..).zip(&Marshals::info().scenarios) {
        let setup = Setup::new(scenario.id, scenario.seats.min, Seed::from_number(number));
        let mut game = Marshals::new(&setup, &mut Recorder::silent()).unwrap();
        let mut chance = Stream::from_number(number);
        let mut actions = Vec::new();
        for taken in 0..1500 {
            let Some(seat) = game.to_act().iter().next() else { break };
            actions.clear();
            game.actions(seat, &mut actions);
            let action = *chance.pick(&actions).unwrap();
            game.apply(seat, &action, &mut Recorder::silent()).unwrap();
            if taken % 75 == 0 {
                asked += compare(&game);
                cossacks += game.forces.iter().filter(|force| force.factors.cossacks > 0).count();
            }
        }
    }
    assert!(asked > 10_000 && cossacks > 0, "{asked}");
}

/// A lay that was worked out for another position, or for another nation, is not used again.
#[test]
fn the_commissariat_does_not_remember_what_has_changed() {
    let setup = Setup::new("ulm-1805", 2, Seed::from_number(1));
    let game = Marshals::new(&setup, &mut Recorder::silent()).unwrap();
    let force = *game.forces.iter().find(|force| force.supply > 0 && !force.factors.is_empty()).unwrap();
    let (hex, nation) = (force.muster.hex, force.muster.nation);
    let units = |game: &Marshals| {
        let found = Commissariat::of(game, nation).sources(hex, 1);
        found.iter().filter(|found| found.kind == Kind::Unit).count()
    };
    let before = units(&game);
    let mut less = game.clone();
    less.forces.unstore(force.muster, 1, 0);
    assert_eq!((units(&less), units(&game)), (before - 1, before));
}
