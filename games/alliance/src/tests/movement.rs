//! Movement. Rulebook 4, 8.1.

use super::field::{Field, at, block};
use crate::action::Action;
use crate::states::State::{Austria, Bavaria, Britain, France, Russia, Spain};

fn attack(names: &[&str], from: &str, to: &str) -> Result<(), String> {
    let mut field = Field::duel().allied(Austria, Britain).allied(Bavaria, Britain);
    for name in names {
        field = field.put(France, [*name], from);
    }
    let defenders = if to == "Italy" { "Grenzer" } else { "Inf #5" };
    let mut field = field.put(Austria, [defenders], to).turn_of(France, 4);
    field.group(from).unwrap();
    for name in names {
        field.step(&format!("France {name}"), to).map_err(|denied| denied.rule.to_string())?;
    }
    Ok(())
}

// proves A-4.2-river
#[test]
fn a_river_takes_three_blocks_into_battle() {
    assert_eq!(attack(&["Inf #1", "Inf #2", "Inf #3"], "Rhineland", "Bavaria"), Ok(()));
    assert_eq!(
        attack(&["Inf #1", "Inf #2", "Inf #3", "Cav #1"], "Rhineland", "Bavaria"),
        Err("A-4.2-river".to_owned())
    );
}

// proves A-4.2-mountain
#[test]
fn mountains_take_two_blocks_into_battle() {
    assert_eq!(attack(&["Inf #1", "Inf #2"], "Lyonnais", "Italy"), Ok(()));
    assert_eq!(
        attack(&["Inf #1", "Inf #2", "Inf #3"], "Lyonnais", "Italy"),
        Err("A-4.2-mountain".to_owned())
    );
}

// proves A-3.2-stop, A-3.2-distance
#[test]
fn a_block_stops_behind_mountains_and_after_two_regions() {
    let mut field = Field::duel().put(France, ["Inf #1", "Inf #2"], "Lyonnais").turn_of(France, 3);
    field.group("Lyonnais").unwrap();
    field.step("France Inf #1", "Italy").unwrap();
    assert_eq!(field.no_step("France Inf #1", "Romagna"), "A-3.2-stop");
    field.step("France Inf #2", "Burgundy").unwrap();
    field.step("France Inf #2", "Champagne").unwrap();
    assert_eq!(field.no_step("France Inf #2", "Paris"), "A-3.2-distance");
    assert_eq!(field.no_step("France Inf #1", "Lyonnais"), "A-4.0-once");
}

// proves A-4.31-adjacent
#[test]
fn only_what_is_adjacent_is_attacked() {
    let mut field = Field::duel()
        .allied(Austria, Britain)
        .put(France, ["Inf #1"], "Champagne")
        .put(Austria, ["Inf #5"], "Bavaria")
        .turn_of(France, 3);
    field.group("Champagne").unwrap();
    field.step("France Inf #1", "Burgundy").unwrap();
    assert_eq!(field.no_step("France Inf #1", "Bavaria"), "A-4.31-adjacent");
}

// proves A-4.X-example, A-3.2-own, A-4.31-main, A-4.31-later, A-4.33-pin, A-4.33-reserves, A-5.0-who, A-3.2-save
#[test]
fn the_movement_example() {
    let mut field = Field::duel()
        .allied(Austria, Britain)
        .allied(Bavaria, Britain)
        .put(Austria, ["Inf #1", "Inf #2", "Inf #3"], "Bavaria")
        .put(Austria, ["Inf #4", "Cav #1"], "Bohemia")
        .put(Austria, ["Inf #5"], "Vienna")
        .put(France, ["Inf #1", "Inf #2", "Inf #3"], "Rhineland")
        .put(France, ["Inf #4", "Cav #1"], "Burgundy")
        .with_strength("Austria Inf #1", 2)
        .gold(France, 0)
        .gold(Britain, 0)
        .cards([(France, 28), (Britain, 12)]);
    assert_eq!((field.moving(), field.game.turn.points), (France, 4));
    field.march("Rhineland", ["France Inf #1", "France Inf #2", "France Inf #3"], "Bavaria");
    field.march("Burgundy", ["France Inf #4", "France Cav #1"], "Bavaria");
    assert_eq!(field.game.reserves, Field::set(["France Inf #4", "France Cav #1"]));
    field.done();
    assert_eq!(field.game.treasuries[field.seat(France)], 2);

    assert_eq!((field.moving(), field.game.turn.points), (Britain, 3));
    assert_eq!(field.refused(Action::Group(at("Bavaria"))), "A-4.33-pin");
    assert_eq!(field.refused(Action::Levy(block("Austria Inf #1"))), "A-5.0-who");
    field.march("Bohemia", ["Austria Inf #4", "Austria Cav #1"], "Bavaria");
    let late = ["France Inf #4", "France Cav #1", "Austria Inf #4", "Austria Cav #1"];
    assert_eq!(field.game.reserves, Field::set(late));
    field.done();
    assert_eq!(field.game.treasuries[field.seat(Britain)], 2);
}

// proves A-11.12-limit, A-11.12-forest, A-3.5-limits
#[test]
fn frozen_rivers_take_three_russians_and_two_others() {
    let cross = |russians: &[&str], others: &[&str]| {
        let mut field =
            Field::of(&[France, Britain, Russia]).friends(Britain, Russia).allied(Spain, Russia).winter();
        for name in russians {
            field = field.put(Russia, [*name], "Poltava");
        }
        for name in others {
            field = field.put(Spain, [*name], "Poltava");
        }
        let mut field = field.put(France, ["Inf #9"], "Donbas").turn_of(Russia, 3);
        field.group("Poltava").unwrap();
        let all = others.iter().map(|name| format!("Spain {name}"));
        let all: Vec<String> = all.chain(russians.iter().map(|name| format!("Russia {name}"))).collect();
        all.iter().filter(|name| field.step(name, "Donbas").is_ok()).count()
    };
    assert_eq!(cross(&["Inf #1", "Inf #2", "Inf #3", "Inf #4"], &[]), 3);
    assert_eq!(cross(&["Inf #1", "Inf #2"], &["Inf #1", "Inf #2"]), 3);
    assert_eq!(cross(&["Inf #1"], &["Inf #1", "Inf #2", "Cav #1"]), 3);
    assert_eq!(cross(&[], &["Inf #1", "Inf #2", "Cav #1"]), 2);
}
