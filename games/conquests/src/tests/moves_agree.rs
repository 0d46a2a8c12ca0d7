//! What can be moved is listed exactly, and every movement comes to an end.

use engine::{Chance, Silent, Stream};

use super::field::{Field, units};
use crate::action::Action;
use crate::areas::Area;
use crate::nations::NATIONS;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::state::{FRIGATES, FrigateId, Phase};
use crate::troops::{Kind, Troops};

/// Troops of all nations all over the place.
fn crowd(seed: u64) -> Field {
    let mut chance = Stream::from_number(seed);
    let mut field = Field::new();
    field.game.reserves = [Troops::NONE; NATIONS];
    let alliances = [(Austria, vec![Prussia, Russia]), (France, vec![Prussia]), (England, vec![Russia])];
    for (initiator, others) in alliances.iter().skip(seed as usize % 4).take(1 + seed as usize % 2) {
        let free = others.iter().chain([initiator]).all(|nation| field.game.bond(*nation).is_none());
        if free {
            field = field.allied(*initiator, others);
        }
    }
    let lands: Vec<Area> = Area::lands().collect();
    let seas: Vec<Area> = Area::seas().collect();
    for nation in Nation::all() {
        for _ in 0..4 {
            let land = *chance.pick(&lands).unwrap();
            let strangers = field.game.present(land) - field.game.friends(nation);
            if strangers.is_empty() && field.game.troops(nation, land).is_empty() {
                field = field.put(nation, units(1 + seed as u8 % 2, 1, 1), land.id());
            }
        }
        for number in 0..3 {
            let sea = *chance.pick(&seas).unwrap();
            field = field.ship(nation, sea.id(), units(number % 2, 0, 0));
        }
    }
    field.moves(France)
}

/// Everything that could be said in movement.
fn everything() -> Vec<Action> {
    let frigates = || (0..FRIGATES as u8).map(FrigateId);
    let mut all = vec![Action::Done, Action::Accept, Action::Refuse];
    for nation in Nation::all() {
        all.push(Action::AskUnits(nation));
        for kind in Kind::all() {
            all.push(Action::Drop { nation, kind });
            all.extend(Area::all().map(|at| Action::Pick { nation, kind, at }));
        }
        for sea in Area::seas() {
            all.extend([false, true].map(|all| Action::Challenge { sea, nation, all }));
        }
    }
    for area in Area::all() {
        all.push(Action::March(area));
        all.extend(frigates().map(|frigate| Action::Sail { frigate, to: area }));
        for frigate in frigates() {
            for kind in [Kind::Infantry, Kind::Cavalry, Kind::Cannon, Kind::Frigate] {
                all.push(Action::Embark { kind, from: area, frigate });
                all.push(Action::Land { kind, frigate, to: area });
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
            assert!(game.act(seat, *action, &mut Silent).is_err(), "{action:?} is not listed");
        }
    }
    assert_eq!(game, field.game);
    for action in &listed {
        field
            .game
            .clone()
            .act(seat, *action, &mut Silent)
            .unwrap_or_else(|denied| panic!("{action:?}: {denied}"));
        assert!(everything.contains(action));
    }
}

#[test]
fn whatever_is_listed_can_be_done_and_nothing_else() {
    let everything = everything();
    for seed in 0..6 {
        let mut field = crowd(seed);
        let mut chance = Stream::from_number(seed + 100);
        for step in 0..60 {
            if !matches!(field.game.phase, Phase::Move(_) | Phase::Challenge(_)) {
                break;
            }
            if step % 12 == 0 {
                agrees(&field, &everything);
            }
            let action = *chance.pick(&field.actions()).unwrap();
            field.act(action);
            assert_eq!(field.game.audit(), Ok(()));
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
            let moving = |action: &&Action| **action != Action::Done;
            let actions = field.actions();
            let moves: Vec<Action> = actions.iter().filter(moving).copied().collect();
            assert!(!moves.is_empty(), "nobody is asked who has nothing to move");
            field.act(*chance.pick(&moves).unwrap_or(&Action::Done));
            if matches!(field.game.phase, Phase::Challenge(_)) {
                field.done();
            }
            steps += 1;
            assert!(steps < 2_000, "movement without an end");
        }
        let spent = Nation::all().all(|nation| field.game.points[nation.index()] < 20);
        assert!(spent || field.game.ended.is_some());
    }
}
