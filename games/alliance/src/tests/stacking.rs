//! How many blocks a place takes. Rulebook 1.4, 11.4, 11.5.

use super::field::{Field, at, block};
use crate::action::Action;
use crate::states::State::{Britain, France, Russia, Spain};

const FOUR: [&str; 4] = ["Inf #1", "Inf #2", "Inf #3", "Inf #4"];

// proves A-1.4-timing
#[test]
fn blocks_pass_through_a_full_region_but_the_turn_does_not_end_there() {
    let mut field = Field::duel()
        .gold(France, 0)
        .put(France, FOUR, "Paris")
        .put(France, ["Inf #5"], "Champagne")
        .turn_of(France, 1);
    field.march("Champagne", ["France Inf #5"], "Paris");
    assert_eq!(field.refused(Action::Done), "A-1.4-timing");
    let levy = Action::Levy(block("France Inf #1"));
    assert_eq!(field.refused(levy), "A-1.4-timing", "first it goes on");
    field.step("France Inf #5", "Normandy").unwrap();
    field.done();
}

// proves A-1.4-four, A-1.4-timing
#[test]
fn the_fifth_block_stays_out_unless_others_can_still_leave() {
    let start = || {
        let field = Field::duel().gold(France, 0).put(France, FOUR, "Paris");
        field.put(France, ["Inf #5"], "Burgundy")
    };
    let mut field = start().turn_of(France, 1);
    field.march("Burgundy", ["France Inf #5"], "Champagne");
    assert_eq!(field.no_step("France Inf #5", "Paris"), "A-1.4-four");

    let mut field = start().turn_of(France, 2);
    field.march("Burgundy", ["France Inf #5"], "Champagne");
    field.step("France Inf #5", "Paris").unwrap();
    assert_eq!(field.refused(Action::Done), "A-1.4-timing");
    field.march("Paris", ["France Inf #1"], "Normandy");
    field.done();
}

// proves A-1.4-four
#[test]
fn allied_blocks_and_fleets_take_room_like_any_other() {
    let field = Field::duel().allied(Spain, France).gold(France, 0).put(France, ["Fleet #2"], "Provence");
    let field = field.put(Spain, ["Inf #1", "Inf #2"], "Provence").put(France, ["Inf #1"], "Provence");
    let mut field = field.put(France, ["Inf #2"], "Burgundy").turn_of(France, 1);
    field.march("Burgundy", ["France Inf #2"], "Lyonnais");
    assert_eq!(field.no_step("France Inf #2", "Provence"), "A-1.4-four");

    let field = Field::of(&[France, Britain, Russia]).friends(France, Russia).gold(France, 0);
    let field = field.put(Russia, ["Inf #1", "Inf #2", "Inf #3"], "Berlin").put(Russia, ["Guard"], "Berlin");
    let mut field = field.put(France, ["Inf #1"], "Westfalen").turn_of(France, 1);
    field.march("Westfalen", ["France Inf #1"], "Hanover");
    assert_eq!(field.no_step("France Inf #1", "Berlin"), "A-1.4-four");
}

// proves A-1.4-forest
#[test]
fn woods_take_three_blocks() {
    let field = Field::duel().gold(France, 0).put(France, ["Inf #1", "Inf #2"], "Auvergne");
    let mut field = field.put(France, ["Inf #3", "Inf #4"], "Languedoc").turn_of(France, 1);
    field.march("Languedoc", ["France Inf #3"], "Auvergne");
    assert_eq!(field.no_step("France Inf #4", "Auvergne"), "A-1.4-forest");
    field.done();
}

// proves A-1.4-mountain, A-1.4-timing
#[test]
fn mountains_take_two_blocks_and_no_more_come_than_can_leave() {
    let field = Field::duel().put(Britain, ["Fort (Edinburgh)", "Inf #1"], "Scotland");
    let mut field = field.put(Britain, ["Inf #2", "Inf #3"], "Humbria").turn_of(Britain, 3);
    field.march("Humbria", ["Britain Inf #2"], "Scotland");
    assert_eq!(field.no_step("Britain Inf #3", "Scotland"), "A-1.4-mountain");
    assert_eq!(field.refused(Action::Done), "A-1.4-timing");
    field.march("Scotland", ["Britain Inf #1"], "Humbria");
    field.done();
}

// proves A-1.4-timing
#[test]
fn where_nobody_can_leave_the_owner_gives_a_block_up() {
    let field = Field::duel().gold(Britain, 0).put(Britain, ["Inf #1", "Inf #2"], "Wales");
    let mut field = field.put(Britain, ["Inf #3"], "Wessex").turn_of(Britain, 2);
    field.march("Wessex", ["Britain Inf #3"], "Wales");
    field.group("Wales").unwrap();
    assert_eq!(field.refused(Action::Done), "A-1.4-timing");
    let lose = |name| Action::Lose(block(name));
    field.act(lose("Britain Inf #2")).unwrap();
    assert_eq!(field.whereabouts("Britain Inf #2"), None);
    assert_eq!(field.refused(lose("Britain Inf #1")), "A-1.4-timing");
    field.done();
}

// proves A-1.4-sea
#[test]
fn a_sea_takes_any_number_of_fleets() {
    let fleets = ["Fleet #1", "Fleet #2", "Fleet #3", "Fleet #4", "Fleet #5"];
    let field = Field::duel().put(Britain, fleets, "North Sea").put(Britain, ["Fleet #6"], "English Channel");
    let mut field = field.turn_of(Britain, 1);
    field.march("English Channel", ["Britain Fleet #6"], "North Sea");
    field.done();
}

// proves A-1.4-timing
#[test]
fn where_a_battle_is_to_be_fought_there_is_no_limit() {
    let field = Field::duel().put(Britain, FOUR, "Burgundy").put(France, FOUR, "Champagne");
    let mut field = field.put(France, ["Cav #1", "Cav #2"], "Lyonnais").turn_of(France, 2);
    let column = ["France Inf #1", "France Inf #2", "France Inf #3", "France Inf #4"];
    field.march("Champagne", column, "Burgundy");
    field.march("Lyonnais", ["France Cav #1", "France Cav #2"], "Burgundy");
    assert_eq!(field.game.blocks_at(at("Burgundy")).len(), 10);
    field.done();
}

// proves A-11.4-stack, A-11.4-border
#[test]
fn gibraltar_takes_an_army_and_a_fleet() {
    let field = Field::duel().allied(Spain, Britain).gold(Britain, 0);
    let field =
        field.put(Britain, ["Fort (Gibraltar)", "Fleet #1"], "Gibraltar").put(Britain, FOUR, "Andalusia");
    let mut field = field.put(Britain, ["Fleet #2"], "Bay of Biscay").turn_of(Britain, 2);
    field.group("Andalusia").unwrap();
    field.step("Britain Inf #1", "La Mancha").unwrap();
    field.group("Bay of Biscay").unwrap();
    for sea in ["Mid-Atlantic", "Alboran"] {
        field.step("Britain Fleet #2", sea).unwrap();
    }
    assert_eq!(field.no_step("Britain Fleet #2", "Gibraltar"), "A-11.4-stack");

    // In battle an army and a fleet of each side.
    let field = Field::of(&[France, Britain, Spain]).friends(France, Spain);
    let field = field.put(Britain, ["Fort (Gibraltar)", "Fleet #1"], "Gibraltar");
    let field = field.put(France, ["Inf #1", "Inf #2"], "Andalusia").put(Spain, ["Fleet #1"], "Alboran");
    let field = field.put(France, ["Fleet #1", "Fleet #2"], "Mid-Atlantic");
    let mut field = field.cards([(France, 28), (Spain, 25), (Britain, 5)]);
    field.march("Andalusia", ["France Inf #1"], "Gibraltar");
    assert_eq!(field.no_step("France Inf #2", "Gibraltar"), "A-11.4-border");
    field.march("Mid-Atlantic", ["France Fleet #1"], "Gibraltar");
    assert_eq!(field.no_step("France Fleet #2", "Gibraltar"), "A-11.4-stack");
    field.done();
    field.group("Alboran").unwrap();
    assert_eq!(field.no_step("Spain Fleet #1", "Gibraltar"), "A-11.4-stack");
}

// proves A-11.5-stack
#[test]
fn a_small_island_takes_an_army_and_a_fleet() {
    let field = Field::duel().gold(Britain, 0).put(Britain, ["Fort (Malta)", "Fleet #1"], "Malta");
    let mut field = field.put(Britain, ["Fleet #2"], "Ionian").turn_of(Britain, 1);
    field.group("Ionian").unwrap();
    for sea in ["Levant Sea", "Ionian"] {
        field.step("Britain Fleet #2", sea).unwrap();
    }
    assert_eq!(field.no_step("Britain Fleet #2", "Malta"), "A-11.5-stack");

    // Two of the enemy's fleets do not come into battle there.
    let field = Field::duel().put(Britain, ["Fort (Malta)", "Fleet #1"], "Malta");
    let mut field = field.put(France, ["Fleet #1", "Fleet #2"], "Ionian").turn_of(France, 1);
    field.march("Ionian", ["France Fleet #1"], "Malta");
    assert_eq!(field.no_step("France Fleet #2", "Malta"), "A-11.5-stack");
}

// proves A-1.4-timing
#[test]
fn nobody_leads_on_a_block_of_a_state_he_has_broken_with() {
    let mut field = Field::duel()
        .allied(Spain, France)
        .put(Spain, ["HQ (Cuesta)", "Inf #1", "Inf #2", "Art #1"], "Madrid")
        .put(Spain, ["Cav #1"], "La Mancha")
        .turn_of(France, 3);
    field.march("La Mancha", ["Spain Cav #1"], "Madrid");
    field.act(Action::Abandon(Spain)).unwrap();
    assert_eq!(field.no_step("Spain Cav #1", "La Mancha"), "A-4.0-own");
    let mut actions = Vec::new();
    field.game.list(field.seat(France), &mut actions);
    assert!(!actions.contains(&Action::Done), "the crowd in Madrid is of his making");
    assert!(actions.contains(&Action::Lose(block("Spain Cav #1"))));
    for action in actions {
        field.clone().act(action).unwrap_or_else(|denied| panic!("{action:?} was listed: {denied:?}"));
    }
}
