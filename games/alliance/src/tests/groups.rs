//! Group moves, attacks, reserves and pinning. Rulebook 4.3, 4.31, 4.33.

use super::field::{Field, at};
use crate::action::Action;
use crate::states::State::{Austria, Britain, France, Spain};

// proves A-4.3-group, A-4.3-split
#[test]
fn one_point_moves_any_of_a_group_to_different_places() {
    let field = Field::duel().put(France, ["Inf #1", "Inf #2", "Inf #3"], "Paris");
    let mut field = field.put(France, ["Inf #4"], "Champagne").turn_of(France, 3);
    field.group("Paris").unwrap();
    assert_eq!(field.game.turn.points, 2);
    field.step("France Inf #1", "Normandy").unwrap();
    field.step("France Inf #2", "Burgundy").unwrap();
    field.step("France Inf #2", "Lyonnais").unwrap();
    assert_eq!(field.game.turn.points, 2);
    assert_eq!(field.no_step("France Inf #4", "Burgundy"), "A-4.3-group");
    assert_eq!(field.refused(Action::Group(at("Paris"))), "A-4.3-group");
    field.march("Champagne", ["France Inf #4"], "Burgundy");
    assert_eq!(field.game.turn.points, 1);
    // What was left in Paris is a group again, for another point.
    field.march("Paris", ["France Inf #3"], "Vendée");
    assert_eq!(field.game.turn.points, 0);
    assert_eq!(field.whereabouts("France Inf #2"), Some("Lyonnais"));
}

// proves A-4.3-group
#[test]
fn without_points_or_gold_nobody_moves() {
    let field =
        Field::duel().gold(France, 1).put(France, ["Inf #1"], "Paris").put(France, ["Inf #2"], "Flanders");
    let mut field = field.put(France, ["Inf #3"], "Provence").turn_of(France, 1);
    field.march("Paris", ["France Inf #1"], "Normandy");
    field.march("Flanders", ["France Inf #2"], "Picardy");
    assert_eq!(field.game.treasuries[field.seat(France)], 0);
    assert_eq!(field.refused(Action::Group(at("Provence"))), "A-3.2-mix");
}

// proves A-4.3-mixed
#[test]
fn a_group_is_of_all_that_a_player_leads_armies_and_fleets() {
    let field = Field::duel().allied(Spain, France).put(France, ["Inf #1", "Fleet #1"], "Brittany");
    let mut field = field.put(Spain, ["Inf #1", "Fleet #1"], "Brittany").turn_of(France, 1);
    field.march("Brittany", ["France Inf #1", "Spain Inf #1"], "Normandy");
    field.step("France Fleet #1", "Bay of Biscay").unwrap();
    field.step("Spain Fleet #1", "English Channel").unwrap();
    assert_eq!(field.game.turn.points, 0);
}

fn attack_on_la_mancha() -> Field {
    let field = Field::duel().allied(Spain, Britain).put(France, ["Inf #1", "Inf #2"], "La Mancha");
    let field = field.put(Britain, ["Inf #1", "Inf #2", "Inf #3"], "Norte");
    field.put(Britain, ["Inf #4"], "Andalusia").turn_of(Britain, 4)
}

// proves A-4.31-main
#[test]
fn the_first_border_is_the_main_attack_and_all_others_are_reserves() {
    let mut field = attack_on_la_mancha();
    field.march("Norte", ["Britain Inf #1", "Britain Inf #2"], "La Mancha");
    field.march("Andalusia", ["Britain Inf #4"], "La Mancha");
    assert_eq!(field.game.attackers, Field::set(["Britain Inf #1", "Britain Inf #2", "Britain Inf #4"]));
    assert_eq!(field.game.reserves, Field::set(["Britain Inf #4"]));

    let mut field = attack_on_la_mancha();
    field.march("Andalusia", ["Britain Inf #4"], "La Mancha");
    field.march("Norte", ["Britain Inf #1", "Britain Inf #2"], "La Mancha");
    assert_eq!(field.game.reserves, Field::set(["Britain Inf #1", "Britain Inf #2"]));
}

// proves A-4.31-first-border
#[test]
fn whoever_crosses_the_first_border_later_in_the_turn_is_of_the_main_attack() {
    let mut field = attack_on_la_mancha();
    field.march("Norte", ["Britain Inf #1"], "La Mancha");
    field.march("Andalusia", ["Britain Inf #4"], "La Mancha");
    field.march("Norte", ["Britain Inf #2", "Britain Inf #3"], "La Mancha");
    assert_eq!(field.game.reserves, Field::set(["Britain Inf #4"]));
}

// proves A-4.31-later
#[test]
fn whoever_moves_later_in_the_game_turn_brings_reserves_even_over_the_first_border() {
    let field = Field::of(&[France, Britain, Spain]).friends(Britain, Spain).foes(France, Spain);
    let field = field.put(France, ["Inf #1"], "La Mancha").put(France, ["Inf #2"], "Murcia");
    let field = field.put(Britain, ["Inf #1"], "Norte").put(Spain, ["Inf #1", "Inf #2"], "Norte");
    let mut field = field.cards([(Britain, 31), (Spain, 22), (France, 2)]);
    field.march("Norte", ["Britain Inf #1"], "La Mancha");
    field.done();
    field.march("Norte", ["Spain Inf #1"], "La Mancha");
    field.done();
    field.march("Murcia", ["France Inf #2"], "La Mancha");
    assert_eq!(field.game.reserves, Field::set(["Spain Inf #1", "France Inf #2"]));
    assert_eq!(field.game.attackers, Field::set(["Britain Inf #1", "Spain Inf #1"]));
}

// proves A-4.31-adjacent
#[test]
fn whoever_has_marched_neither_attacks_nor_reinforces() {
    let field = Field::duel().allied(Austria, Britain).put(Austria, ["Inf #1"], "Bavaria");
    let field = field.put(France, ["Inf #1"], "Rhineland").put(France, ["Inf #2"], "Champagne");
    let field = field.put(Britain, ["Fleet #1"], "North Sea").put(France, ["Fleet #1"], "Bay of Biscay");
    let mut field = field.turn_of(France, 3);
    field.march("Rhineland", ["France Inf #1"], "Bavaria");
    field.march("Champagne", ["France Inf #2"], "Burgundy");
    assert_eq!(field.no_step("France Inf #2", "Bavaria"), "A-4.31-adjacent");
    field.march("Bay of Biscay", ["France Fleet #1"], "English Channel");
    assert_eq!(field.no_step("France Fleet #1", "North Sea"), "A-4.31-adjacent");
}

/// Three British blocks and a fortress are attacked: by this many over the first border, and by two more as reserves.
fn attacked_in_portsmouth(main: usize) -> Field {
    let names = ["France Inf #1", "France Inf #2", "France Inf #3", "France Cav #1"];
    let field = Field::duel().put(Britain, ["Fort (Portsmouth)", "Inf #1", "Inf #2", "Inf #3"], "Wessex");
    let field = field.put(France, ["Inf #1", "Inf #2", "Inf #3", "Cav #1"], "London");
    let mut field = field.put(France, ["Inf #4", "Inf #5"], "Humbria").cards([(France, 28), (Britain, 12)]);
    field.group("London").unwrap();
    for name in &names[..main] {
        field.step(name, "Wessex").unwrap();
    }
    field.march("Humbria", ["France Inf #4", "France Inf #5"], "Wessex");
    field.done();
    field
}

// proves A-4.33-pin, A-4.33-choice, A-4.33-reserves
#[test]
fn as_many_defenders_are_pinned_as_there_are_blocks_in_the_main_attack_of_their_owners_choice() {
    // The owner chooses: the fortress may be the one that is pinned.
    let blocks = ["Britain Inf #1", "Britain Inf #2", "Britain Inf #3"];
    for first in 0..3 {
        let mut field = attacked_in_portsmouth(2);
        field.march("Wessex", [blocks[first], blocks[(first + 1) % 3]], "Wales");
        assert_eq!(field.no_step(blocks[(first + 2) % 3], "Wales"), "A-4.33-pin");
    }
    let mut field = attacked_in_portsmouth(1);
    field.march("Wessex", [blocks[0], blocks[1]], "Wales");
    assert_eq!(field.no_step(blocks[2], "Wales"), "A-1.4-mountain", "the fortress alone is pinned");
    let mut field = attacked_in_portsmouth(4);
    assert_eq!(field.refused(Action::Group(at("Wessex"))), "A-4.33-pin");
}

// proves A-4.33-unpinned
#[test]
fn who_is_not_pinned_may_attack_elsewhere_but_not_where_the_enemy_came_from() {
    let mut field = attacked_in_portsmouth(2);
    field.group("Wessex").unwrap();
    assert_eq!(field.no_step("Britain Inf #1", "London"), "A-4.33-unpinned");
    assert_eq!(field.no_step("Britain Inf #1", "Humbria"), "A-4.33-unpinned");
    field.step("Britain Inf #1", "Wales").unwrap();

    let field = Field::duel().allied(Spain, Britain).put(Spain, ["Inf #1", "Inf #2"], "Madrid");
    let field = field.put(France, ["Inf #1"], "Aragon").put(France, ["Inf #2"], "Valencia");
    let field = field.put(France, ["Inf #3"], "La Mancha").put(Spain, ["Cav #1"], "Murcia");
    let mut field = field.cards([(France, 28), (Britain, 12)]);
    field.march("Aragon", ["France Inf #1"], "Madrid");
    field.done();
    // One attacks, another reinforces a battle.
    field.march("Murcia", ["Spain Cav #1"], "La Mancha");
    field.march("Madrid", ["Spain Inf #1"], "La Mancha");
    assert_eq!(field.game.reserves, Field::set(["Spain Inf #1"]));
    assert_eq!(field.no_step("Spain Inf #2", "Valencia"), "A-4.33-pin");
}

// proves A-4.33-unpinned
#[test]
fn who_came_to_help_and_broke_the_alliance_closes_no_border() {
    let mut field = Field::of(&[France, Britain, Spain])
        .foes(France, Spain)
        .friends(Britain, Spain)
        .put(Spain, ["Inf #1", "Inf #2", "Cav #1"], "Madrid")
        .put(Britain, ["Inf #1"], "Valencia")
        .put(France, ["Inf #1"], "Aragon")
        .cards([(France, 28), (Britain, 12), (Spain, 2)]);
    field.march("Aragon", ["France Inf #1"], "Madrid");
    field.done();
    field.march("Valencia", ["Britain Inf #1"], "Madrid");
    field.act(Action::Break(field.seat(Spain))).unwrap();
    field.done();
    field.group("Madrid").unwrap();
    assert_eq!(field.no_step("Spain Inf #1", "Aragon"), "A-4.33-unpinned");
    field.step("Spain Inf #1", "Valencia").unwrap();
    assert_eq!(field.game.attackers, Field::set(["France Inf #1"]), "he still defends in this battle");
}

// proves A-4.33-pin
#[test]
fn fleets_pin_fleets() {
    let field = Field::duel().put(Britain, ["Fleet #1", "Fleet #2"], "English Channel");
    let field = field.put(France, ["Fleet #1"], "Bay of Biscay").cards([(France, 28), (Britain, 12)]);
    let mut field = field;
    field.march("Bay of Biscay", ["France Fleet #1"], "English Channel");
    field.done();
    field.march("English Channel", ["Britain Fleet #1"], "North Sea");
    assert_eq!(field.no_step("Britain Fleet #2", "North Sea"), "A-4.33-pin");
}

// proves A-4.33-unpinned
#[test]
fn an_enemy_who_landed_has_not_come_over_the_land_border_to_his_port() {
    let field = Field::duel().allied(Spain, Britain).put(France, ["Inf #1", "Inf #2"], "Algarve");
    let field = field.put(Britain, ["Inf #1"], "Andalusia").put(Britain, ["Fleet #1"], "Mid-Atlantic");
    let mut field = field.cards([(Britain, 31), (France, 2)]);
    field.act(Action::Invade { block: super::field::block("Britain Inf #1"), to: at("Algarve") }).unwrap();
    field.done();
    field.march("Algarve", ["France Inf #1"], "Andalusia");
}
