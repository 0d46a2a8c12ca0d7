//! What can be moved is listed exactly, and every movement comes to an end.

use engine::{Chance, Game, Recorder, Stream};

use super::field::{Field, at, units};
use crate::action::Action;
use crate::areas::{Area, AreaSet};
use crate::by::By;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::position;
use crate::state::{FRIGATES, FrigateId, Phase};
use crate::troops::{Kind, Troops};

/// Lands and seas that are near each other.
const LANDS: [&str; 14] = [
    "saxony", "bohemia", "bavaria", "berlin", "silesia", "vienna", "moravia", "tyrol", "lombardy", "venetia",
    "tuscany", "rome", "naples", "corsica",
];
const SEAS: [&str; 5] = ["ligurian_sea", "tyrrhenian_sea", "adriatic_sea", "ionian_sea", "malta_channel"];

/// Troops of all nations in a crowd, in Alliances that differ.
fn crowd(seed: u64) -> Field {
    let mut chance = Stream::from_number(seed);
    let mut field = Field::new();
    field.game.forces.reserves = By::all(Troops::NONE);
    let alliances: [&[Nation]; 5] =
        [&[Austria, Prussia, Russia], &[France, Prussia], &[England, Russia], &[France, Austria], &[]];
    let first = seed as usize % 5;
    for members in [alliances[first], alliances[(first + 1) % 5]] {
        if !members.is_empty() && members.iter().all(|nation| field.game.treaties.bond(*nation).is_none()) {
            field = field.allied(members[0], &members[1..]);
        }
    }
    for nation in Nation::all() {
        field = field.points(nation, 12);
        for number in 0..4 {
            let land = chance.pick(&LANDS).unwrap();
            let strangers = field.game.forces.present(at(land)) - field.game.treaties.friends(nation);
            if strangers.is_empty() && field.game.forces.troops(nation, at(land)).is_empty() {
                field = field.put(nation, units(2, number % 3, number % 2), land);
            }
        }
        for number in 0..3 {
            field = field.ship(nation, chance.pick(&SEAS).unwrap(), units(number % 2, 0, 0));
        }
    }
    field.moves(France)
}

/// Everything that could be said in movement there, and beside it.
fn everything() -> Vec<Action> {
    let frigates = || (0..=FRIGATES as u8).map(FrigateId);
    let outside = ["paris", "hungary", "black_sea"];
    let areas = LANDS.iter().chain(&SEAS).chain(&outside).map(|id| at(id));
    let near = areas.fold(AreaSet::EMPTY, |near, area| near.with(area) | area.neighbours());
    let near: Vec<Area> = near.iter().collect();
    let mut all = vec![Action::Done, Action::Accept, Action::Refuse];
    for nation in Nation::all() {
        all.push(Action::AskUnits(nation));
        for kind in Kind::all() {
            all.push(Action::Drop { nation, kind });
            all.extend(near.iter().map(|at| Action::Pick { nation, kind, at: *at }));
        }
        for sea in &near {
            all.extend([false, true].map(|all| Action::Challenge { sea: *sea, nation, all }));
        }
    }
    for area in &near {
        all.push(Action::March(*area));
        for frigate in frigates() {
            all.push(Action::Sail { frigate, to: *area });
            for kind in [Kind::Infantry, Kind::Cavalry, Kind::Cannon, Kind::Frigate] {
                all.push(Action::Embark { kind, from: *area, frigate });
                all.push(Action::Land { kind, frigate, to: *area });
            }
        }
    }
    all
}

/// Checks that nothing but what is listed is accepted, and that a refusal changes nothing.
fn agrees(field: &Field, everything: &[Action]) {
    let listed = field.actions();
    let seat = field.game.seat(field.game.decider().unwrap());
    let mut game = field.game.clone();
    for action in everything {
        if !listed.contains(action) {
            assert!(game.apply(seat, action, &mut Recorder::silent()).is_err(), "{action:?} is not listed");
        }
    }
    assert_eq!(game, field.game);
    for action in &listed {
        field
            .game
            .clone()
            .apply(seat, action, &mut Recorder::silent())
            .unwrap_or_else(|denied| panic!("{action:?}: {denied}"));
    }
}

#[test]
fn whatever_is_listed_can_be_done_and_nothing_else() {
    let everything = everything();
    for seed in 0..10 {
        let mut field = crowd(seed);
        let mut chance = Stream::from_number(seed + 100);
        for step in 0..200 {
            if !matches!(field.game.phase, Phase::Move(_) | Phase::Challenge(_)) {
                break;
            }
            if step % 9 == 4 {
                agrees(&field, &everything);
            }
            let mut options = field.actions();
            options.retain(|action| *action != Action::Done || step % 8 == 0);
            field.act(*chance.pick(&options).unwrap_or(&Action::Done));
            assert_eq!(position::check(&field.game), Ok(()));
        }
    }
}

#[test]
fn every_movement_comes_to_an_end() {
    for seed in 0..20 {
        let mut field = crowd(seed);
        let mut chance = Stream::from_number(seed);
        let mut steps = 0;
        while matches!(field.game.phase, Phase::Move(_)) {
            let mut moves = field.actions();
            moves.retain(|action| *action != Action::Done);
            field.act(*chance.pick(&moves).expect("nobody is asked who has nothing to move"));
            if matches!(field.game.phase, Phase::Challenge(_)) {
                field.done();
            }
            steps += 1;
            assert!(steps < 2_000, "movement without an end");
        }
    }
}
