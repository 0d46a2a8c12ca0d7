//! Levies and new blocks. Rulebook 5.

use super::field::{Field, at, block};
use crate::action::Action;
use crate::state::Spot;
use crate::states::State::{Austria, Britain, France, Holland, Portugal, Russia, Spain};

fn levy(name: &str) -> Action {
    Action::Levy(block(name))
}

fn build(name: &str, place: &str) -> Action {
    Action::Build { block: block(name), at: at(place) }
}

// proves A-5.0-who, A-5.0-one
#[test]
fn every_step_costs_a_point_and_a_block_gains_one_in_a_turn() {
    let field = Field::duel().allied(Spain, France).put(France, ["Inf #1", "Inf #2", "Inf #3"], "Paris");
    let field = field.put(Spain, ["Inf #1"], "Madrid").put(Holland, ["Fort (Amsterdam)"], "Holland");
    let field = field.with_strength("France Inf #1", 1).with_strength("Spain Inf #1", 1);
    let field = field.with_strength("Holland Fort (Amsterdam)", 1).gold(France, 5);
    let mut field = field.turn_of(France, 3);
    field.act(levy("France Inf #1")).unwrap();
    assert_eq!((field.strength("France Inf #1"), field.game.turn.points), (2, 2));
    assert_eq!(field.refused(levy("France Inf #1")), "A-5.0-one");
    field.act(levy("Spain Inf #1")).unwrap();
    field.act(levy("Holland Fort (Amsterdam)")).unwrap();
    assert_eq!((field.strength("Spain Inf #1"), field.strength("Holland Fort (Amsterdam)")), (2, 2));
    // Then with gold.
    field.act(build("France Inf #8", "Paris")).unwrap();
    assert_eq!(field.game.treasuries[field.seat(France)], 4);
}

// proves A-5.0-one
#[test]
fn with_three_points_a_group_moves_and_two_blocks_grow() {
    let field = Field::duel().gold(France, 0).put(France, ["Inf #1", "Inf #2", "Inf #3"], "Paris");
    let field = field.with_strength("France Inf #1", 3).with_strength("France Inf #2", 3);
    let mut field = field.turn_of(France, 3);
    field.march("Paris", ["France Inf #3"], "Normandy");
    field.act(levy("France Inf #1")).unwrap();
    field.act(levy("France Inf #2")).unwrap();
    assert_eq!((field.strength("France Inf #1"), field.strength("France Inf #2")), (4, 4));
    assert_eq!(field.game.turn.points, 0);
    assert_eq!(field.no_step("France Inf #1", "Normandy"), "A-3.2-levy-still");
    // The next turn is a new one.
    field.done();
    assert!(field.game.turn.levied.is_empty());
}

// proves A-5.0-max
#[test]
fn a_block_at_full_strength_is_not_levied() {
    let mut field = Field::duel().put(France, ["Inf #1", "Inf #6"], "Paris").turn_of(France, 3);
    assert_eq!(field.refused(levy("France Inf #1")), "A-5.0-max");
    assert_eq!(field.strength("France Inf #6"), 3);
    assert_eq!(field.refused(levy("France Inf #6")), "A-5.0-max");
}

// proves A-5.0-who, A-4.0-never
#[test]
fn blocks_of_others_and_blocks_in_battle_are_not_levied() {
    let field = Field::of(&[France, Britain, Russia]).friends(Britain, Russia).allied(Austria, Britain);
    let field = field.put(Austria, ["Inf #1", "Inf #2"], "Bavaria").put(Austria, ["Inf #3"], "Vienna");
    let field = field.put(Russia, ["Inf #1"], "Moscow").put(France, ["Inf #1"], "Rhineland");
    let weak = ["Austria Inf #1", "Austria Inf #2", "Austria Inf #3", "Russia Inf #1", "France Inf #1"];
    let field = weak.iter().fold(field, |field, name| field.with_strength(name, 1));
    let mut field = field.cards([(France, 28), (Britain, 12), (Russia, 4)]);
    field.march("Rhineland", ["France Inf #1"], "Bavaria");
    assert_eq!(field.refused(levy("France Inf #1")), "A-3.2-levy-still");
    field.done();
    // One of two is pinned, but neither is levied.
    assert_eq!(field.refused(levy("Austria Inf #1")), "A-5.0-who");
    assert_eq!(field.refused(levy("Austria Inf #2")), "A-5.0-who");
    assert_eq!(field.refused(levy("Russia Inf #1")), "A-4.0-never");
    field.act(levy("Austria Inf #3")).unwrap();
}

// proves A-1.3-raise-fleet
#[test]
fn a_fleet_is_raised_at_sea_and_in_any_base_that_is_in_supply() {
    let field = Field::duel().allied(Spain, France).allied(Portugal, France);
    let field = field.put(France, ["Fleet #1"], "Bay of Biscay").put(France, ["Fleet #2"], "Andalusia");
    let field = field.put(Spain, ["Fleet #1"], "Majorca").put(France, ["Fleet #3"], "Levant Sea");
    let field = field.with_strength("France Fleet #1", 0).with_strength("France Fleet #2", 0);
    let field = field.with_strength("Spain Fleet #1", 0).with_strength("France Fleet #3", 0);
    let field = field.put(Britain, ["Fleet #1"], "Ionian").put(Britain, ["Fleet #2"], "Aegean");
    let mut field = field.put(Britain, ["Inf #1"], "Cyprus").allied(crate::states::State::Turkey, Britain);
    field = field.turn_of(France, 4);
    for name in ["France Fleet #1", "France Fleet #2", "Spain Fleet #1"] {
        field.act(levy(name)).unwrap();
        assert_eq!(field.strength(name), 1, "{name}");
    }
    assert_eq!(field.refused(levy("France Fleet #3")), "A-4.4-levy");
}

// proves A-5.1-where
#[test]
fn new_armies_appear_in_the_homeland_of_their_own_empire() {
    let field = Field::of(&[France, Britain, Russia]).friends(France, Russia).allied(Spain, France);
    let field = field.put(France, ["Inf #1"], "Italy").put(Britain, ["Inf #1"], "Flanders");
    let field = field.put(France, ["Inf #2"], "Moscow").put(France, ["Inf #3"], "Burgundy");
    let mut field = field.put(Britain, ["Inf #2"], "Champagne").turn_of(France, 4);
    assert_eq!(field.refused(build("France Inf #4", "Madrid")), "A-5.1-where");
    assert_eq!(field.refused(build("France Inf #4", "Moscow")), "A-5.1-where");
    assert_eq!(field.refused(build("Spain Inf #1", "Paris")), "A-5.1-where");
    assert_eq!(field.refused(build("France Inf #4", "Flanders")), "A-5.1-where", "the British are there");
    assert_eq!(field.refused(build("France Inf #4", "Italy")), "A-1.1-homeland");
    assert_eq!(field.refused(build("Russia Inf #1", "Moscow")), "A-4.0-never");
    field.act(build("France Inf #4", "Paris")).unwrap();
    field.act(build("Spain Inf #1", "Madrid")).unwrap();
    field.act(build("Spain Fort (Cadiz)", "Andalusia")).unwrap();
    let names = ["France Inf #4", "Spain Inf #1", "Spain Fort (Cadiz)"];
    assert_eq!(names.map(|name| field.strength(name)), [1, 1, 1]);
    assert_eq!(field.game.turn.points, 1);
}

// proves A-5.1-where
#[test]
fn new_armies_need_supply_peace_and_room() {
    let field =
        Field::duel().put(France, ["Fleet #1"], "Gulf of Lyon").put(Britain, ["Fleet #1"], "Tyrrhenian");
    let field = field.put(France, ["Inf #1"], "Brittany").put(France, ["Garde"], "Paris");
    let field = field.put(France, ["Cav #1", "Cav #2", "Art #1"], "Paris");
    let mut field = field.put(Britain, ["Inf #1"], "Normandy").cards([(Britain, 31), (France, 2)]);
    field.march("Normandy", ["Britain Inf #1"], "Brittany");
    field.done();
    assert_eq!(field.refused(build("France Inf #8", "Brittany")), "A-5.1-where");
    let mut last = field.clone().gold(France, 0);
    last.game.turn.points = 1;
    assert_eq!(last.refused(build("France Inf #8", "Paris")), "A-1.4-four", "nobody could leave any more");
    // Corsica is French homeland, and in supply over the sea while that is open.
    let cut = field.clone().put(Britain, ["Fleet #2"], "Gulf of Lyon");
    let mut cut = Field { game: cut.game, log: cut.log };
    cut.game.blocks.spots[block("France Fleet #1")] = Spot::READY;
    assert_eq!(cut.refused(build("France Inf #8", "Corsica")), "A-5.1-where");
    field.act(build("France Inf #8", "Corsica")).unwrap();
}

// proves A-5.1-where
#[test]
fn a_minors_block_is_built_again_in_the_minors_own_regions() {
    let mut field = Field::duel().put(Britain, ["Inf #1"], "London").turn_of(Britain, 3);
    assert_eq!(field.refused(build("Portugal Infantry (Beresford)", "London")), "A-5.1-where");
    field.act(build("Portugal Infantry (Beresford)", "Algarve")).unwrap();
    assert_eq!(field.whereabouts("Portugal Infantry (Beresford)"), Some("Algarve"));
}

// proves A-5.1-nomore
#[test]
fn a_new_block_neither_grows_nor_moves_in_the_turn_it_is_built() {
    let mut field = Field::duel().put(France, ["Inf #1"], "Paris").turn_of(France, 4);
    field.act(build("France Inf #8", "Paris")).unwrap();
    assert_eq!(field.refused(levy("France Inf #8")), "A-5.1-nomore");
    field.group("Paris").unwrap();
    assert_eq!(field.no_step("France Inf #8", "Normandy"), "A-3.2-levy-still");
    assert_eq!(field.strength("France Inf #8"), 1);
}

// proves A-11.5-nothome, A-1.1-british, A-1.1-homeland
#[test]
fn nobody_builds_on_small_islands_nor_at_gibraltar() {
    let field = Field::of(&[France, Britain, Russia]).allied(Spain, Britain);
    let field = field.put(Britain, ["Fleet #1"], "Malta").put(Britain, ["Fleet #2"], "Gibraltar");
    let mut field = field.put(Spain, ["Fleet #1"], "Majorca").turn_of(Britain, 3);
    assert_eq!(field.refused(build("Britain Inf #1", "Malta")), "A-11.5-nothome");
    assert_eq!(field.refused(build("Spain Inf #1", "Majorca")), "A-11.5-nothome");
    assert_eq!(field.refused(build("Britain Inf #1", "Gibraltar")), "A-1.1-homeland");
    field.act(build("Britain Inf #1", "Wales")).unwrap();
}
