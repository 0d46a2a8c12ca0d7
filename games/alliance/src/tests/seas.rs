//! Fleets: how they move, are built and fight. Rulebook 8.1 to 8.3.

use super::field::{Field, at, block};
use crate::action::Action;
use crate::battle::Side;
use crate::state::Spot;
use crate::states::State::{Britain, Denmark, France, Portugal, Sweden};

// proves A-8.1-move
#[test]
fn a_fleet_sails_three_seas_and_attacks_what_is_adjacent() {
    let mut field = Field::duel()
        .put(Britain, ["Fleet #1", "Fleet #2", "Fleet #3"], "Irish Sea")
        .put(France, ["Fleet #1"], "Bay of Biscay")
        .turn_of(Britain, 3);
    field.group("Irish Sea").unwrap();
    for sea in ["North Atlantic", "North Sea", "Skagerrak"] {
        field.step("Britain Fleet #1", sea).unwrap();
    }
    assert_eq!(field.no_step("Britain Fleet #1", "North Sea"), "A-3.2-distance");
    field.step("Britain Fleet #2", "English Channel").unwrap();
    assert_eq!(field.no_step("Britain Fleet #2", "Bay of Biscay"), "A-4.31-adjacent");
    field.step("Britain Fleet #2", "Wessex").unwrap();
    assert_eq!(field.whereabouts("Britain Fleet #2"), Some("Wessex"), "into a base is a step too");

    let mut field = Field::duel()
        .put(Britain, ["Fleet #1"], "English Channel")
        .put(France, ["Fleet #1"], "Bay of Biscay")
        .turn_of(Britain, 3);
    field.group("English Channel").unwrap();
    field.step("Britain Fleet #1", "Bay of Biscay").unwrap();
    assert_eq!(field.no_step("Britain Fleet #1", "Mid-Atlantic"), "A-3.2-stop");
    assert!(field.game.is_embattled(at("Bay of Biscay")));
}

// proves A-8.1-nodirect, A-1.3-fleet-location
#[test]
fn a_fleet_goes_from_coast_to_coast_by_sea_and_only_to_bases() {
    let mut field = Field::duel().put(France, ["Fleet #1"], "Normandy").turn_of(France, 3);
    field.group("Normandy").unwrap();
    assert_eq!(field.no_step("France Fleet #1", "Brittany"), "A-8.1-nodirect");
    field.step("France Fleet #1", "English Channel").unwrap();
    field.step("France Fleet #1", "Bay of Biscay").unwrap();
    assert_eq!(field.no_step("France Fleet #1", "Asturias"), "A-1.3-fleet-location");
    field.step("France Fleet #1", "Brittany").unwrap();
}

// proves A-8.1-strait
#[test]
fn both_shores_of_a_strait_must_be_friendly_or_neutral() {
    let kattegat = |field: Field| {
        let mut field = field.put(Britain, ["Fleet #1"], "Skagerrak").turn_of(Britain, 3);
        // The North Sea is open in any case.
        field.group("Skagerrak").unwrap();
        field.step("Britain Fleet #1", "Danish Sea").map_err(|denied| denied.rule.to_string())
    };
    let duel = || Field::duel().neutral(Denmark).allied(Sweden, Britain);
    let closed = Err("A-8.1-strait".to_owned());
    assert_eq!(kattegat(duel()), Ok(()));
    assert_eq!(kattegat(duel().neutral(Sweden)), Ok(()));
    assert_eq!(kattegat(duel().allied(Denmark, France)), closed);
    assert_eq!(kattegat(duel().allied(Sweden, France)), closed);
    assert_eq!(kattegat(duel().put(France, ["Inf #1"], "Sweden")), closed);
}

// proves A-8.2-new, A-8.2-levy
#[test]
fn new_fleets_begin_without_a_step_in_naval_bases_at_home() {
    let build = |name: &str, base: &str| Action::Build { block: block(name), at: at(base) };
    let mut field = Field::duel()
        .put(Britain, ["Fleet #1"], "North Sea")
        .put(Britain, ["Inf #1"], "Malta")
        .with_strength("Britain Fleet #1", 0)
        .turn_of(Britain, 4);
    assert_eq!(field.refused(build("Britain Fleet #2", "Wales")), "A-8.2-new");
    assert_eq!(field.refused(build("Britain Fleet #2", "Malta")), "A-11.5-nothome");
    field.act(build("Britain Fleet #2", "Wessex")).unwrap();
    assert_eq!((field.strength("Britain Fleet #2"), field.game.turn.points), (0, 3));
    assert_eq!(field.refused(Action::Levy(block("Britain Fleet #2"))), "A-5.1-nomore");
    field.act(Action::Levy(block("Britain Fleet #1"))).unwrap();
    assert_eq!((field.strength("Britain Fleet #1"), field.game.turn.points), (1, 2));
    assert_eq!(field.refused(Action::Levy(block("Britain Fleet #1"))), "A-5.0-one");
}

// proves A-8.2-levy
#[test]
fn the_line_of_a_fleet_may_end_in_a_base_without_a_city() {
    let cities = ["London", "Humbria", "Scotland", "Ireland"];
    let french = ["Inf #1", "Inf #2", "Inf #3", "Inf #4"];
    let mut field = Field::duel()
        .neutral(Portugal)
        .neutral(Sweden)
        .put(Britain, ["Fleet #1"], "English Channel")
        .with_strength("Britain Fleet #1", 1);
    for (city, name) in cities.into_iter().zip(french) {
        field = field.put(France, [name], city);
    }
    let mut field =
        field.put(Britain, ["Inf #1"], "Wessex").with_strength("Britain Inf #1", 1).turn_of(Britain, 3);
    assert_eq!(field.refused(Action::Levy(block("Britain Inf #1"))), "A-4.4-levy", "armies need a city");
    field.act(Action::Levy(block("Britain Fleet #1"))).unwrap();
    let mut taken = field.put(France, ["Inf #5"], "Wessex").put(Britain, ["Inf #1"], "Wales");
    taken.game.turn.levied.remove(block("Britain Fleet #1"));
    assert_eq!(taken.refused(Action::Levy(block("Britain Fleet #1"))), "A-4.4-levy");
}

/// British fleets attack French ones in the English Channel, from the North Sea.
fn channel(french: u8, british: u8) -> Field {
    let mut field = Field::duel()
        .put(France, ["Fleet #1"], "English Channel")
        .put(Britain, ["Fleet #1"], "North Sea")
        .with_strength("France Fleet #1", french)
        .with_strength("Britain Fleet #1", british)
        .turn_of(Britain, 3);
    field.march("North Sea", ["Britain Fleet #1"], "English Channel");
    field.battle("English Channel")
}

// proves A-8.3-phase
#[test]
fn fleets_fight_at_sea_like_armies_on_land() {
    let mut field = channel(3, 3);
    assert_eq!(field.no_fire("Britain Fleet #1"), "A-2.3.3-defender");
    assert_eq!(field.no_retreat("France Fleet #1", "Bay of Biscay"), "A-7.4-option");
    field.fire("France Fleet #1", &[2, 3, 4]);
    assert_eq!(field.strength("Britain Fleet #1"), 2, "D2 at sea");
    field.fire("Britain Fleet #1", &[3, 4]);
    assert_eq!(field.strength("France Fleet #1"), 2, "D3 at sea");
    field.reach_round(4);
    field.hold("France Fleet #1");
    assert_eq!(field.no_fire("Britain Fleet #1"), "A-7.2-round4");
    field.retreat("Britain Fleet #1", "North Sea");
}

// proves A-8.2-zero, A-7.31-dead
#[test]
fn a_fleet_without_steps_does_not_fire_and_sinks_with_one_hit() {
    let mut field = channel(1, 3);
    field.hold("France Fleet #1");
    field.fire("Britain Fleet #1", &[1, 6, 6]);
    assert_eq!(
        (field.strength("France Fleet #1"), field.whereabouts("France Fleet #1")),
        (0, Some("English Channel"))
    );
    assert_eq!(field.no_fire("France Fleet #1"), "A-8.2-zero");
    field.hold("France Fleet #1");
    field.fire("Britain Fleet #1", &[1, 6, 6]);
    assert_eq!(field.game.blocks.spots[block("France Fleet #1")], Spot::DOWN);
    assert!(field.is_won());
}

// proves A-8.2-zero
#[test]
fn a_fleet_without_steps_moves_and_holds_a_sea() {
    let field = Field::duel().put(Britain, ["Inf #1"], "Wessex").put(Britain, ["Inf #2"], "Normandy").put(
        France,
        ["Fleet #1"],
        "Bay of Biscay",
    );
    let abroad = |field: &Field| field.game.player(field.seat(Britain)).income().abroad;
    let without = abroad(&field);
    let field = field.put(Britain, ["Fleet #1"], "English Channel").with_strength("Britain Fleet #1", 0);
    assert_eq!(abroad(&field), without + 1, "the star of the sea");
    let mut field = field.turn_of(Britain, 3);
    let mut away = field.clone();
    field.act(Action::Ship { block: block("Britain Inf #1"), to: at("Normandy") }).unwrap();
    away.march("English Channel", ["Britain Fleet #1"], "Bay of Biscay");
    assert!(away.game.is_embattled(at("Bay of Biscay")));
}

// proves A-8.3-region, A-8.3-minus, A-8.3-toSea
#[test]
fn fleets_fight_in_naval_bases_at_a_disadvantage() {
    let mut field = Field::duel()
        .put(France, ["Fort (Brest)", "Fleet #1"], "Brittany")
        .put(Britain, ["Fleet #1", "Fleet #2", "Fleet #3"], "English Channel")
        .turn_of(Britain, 3);
    field.group("English Channel").unwrap();
    field.step("Britain Fleet #1", "Brittany").unwrap();
    field.step("Britain Fleet #2", "Brittany").unwrap();
    assert_eq!(field.no_step("Britain Fleet #3", "Brittany"), "A-4.2-coast");
    let mut field = field.battle("Brittany");
    field.hold("France Fort (Brest)");
    field.fire("France Fleet #1", &[2, 2, 2]);
    assert_eq!(field.strength("Britain Fleet #1") + field.strength("Britain Fleet #2"), 6, "D2 fires as D1");
    field.fire("Britain Fleet #1", &[3, 3, 2]);
    assert_eq!(field.game.fight().cracked[1], Some(block("France Fort (Brest)")), "D3 fires as D2");
    field.reach_round(2);
    field.hold("France Fort (Brest)");
    assert_eq!(field.no_retreat("France Fleet #1", "Normandy"), "A-8.3-toSea");
    assert_eq!(field.no_retreat("France Fleet #1", "English Channel"), "A-7.4-noenemy");
    field.retreat("France Fleet #1", "Bay of Biscay");
    // Whoever came from one sea may leave by the other.
    field.hold("Britain Fleet #2");
    field.hold("Britain Fleet #1");
    field.hold("France Fort (Brest)");
    assert_eq!(field.no_retreat("Britain Fleet #1", "Bay of Biscay"), "A-7.4-noenemy");
    field.retreat("Britain Fleet #1", "English Channel");
}

// proves A-8.3-toSea, A-8.31-anyborder
#[test]
fn fleets_retreat_to_seas_even_where_the_enemy_came_from() {
    let mut field = channel(3, 3);
    field.reach_round(2);
    assert_eq!(field.no_retreat("France Fleet #1", "Normandy"), "A-8.3-toSea");
    assert_eq!(field.no_retreat("France Fleet #1", "Skagerrak"), "A-7.4-where");
    let mut past = field.clone();
    past.retreat("France Fleet #1", "North Sea");
    assert_eq!(past.whereabouts("France Fleet #1"), Some("North Sea"));
    assert_eq!(past.no_regroup("Britain Fleet #1", "North Sea"), "A-7.4-noenemy");
    assert_eq!(past.no_regroup("Britain Fleet #1", "Wessex"), "A-8.3-toSea");
    past.regroup("Britain Fleet #1", "Irish Sea");
    field.retreat("France Fleet #1", "Bay of Biscay");
}

// proves A-8.3-toSea
#[test]
fn a_fleet_leaves_a_base_for_seas_on_which_it_opens() {
    let mut field = Field::duel()
        .allied(Denmark, France)
        .put(Denmark, ["Fleet (Denmark)"], "Denmark")
        .put(Britain, ["Fleet #1"], "Danish Sea")
        .turn_of(Britain, 3);
    field.march("Danish Sea", ["Britain Fleet #1"], "Denmark");
    let mut field = field.battle("Denmark");
    field.reach_round(2);
    for sea in ["North Sea", "Skagerrak"] {
        assert_eq!(field.no_retreat("Denmark Fleet (Denmark)", sea), "A-8.3-toSea", "{sea}");
    }
    field.retreat("Denmark Fleet (Denmark)", "Danish Sea");
}

// proves A-8.3-atsea, A-8.31-armies
#[test]
fn armies_neither_go_to_sea_nor_retreat_by_it() {
    let mut field = Field::duel()
        .put(France, ["Inf #1"], "Normandy")
        .put(Britain, ["Inf #1"], "Picardy")
        .turn_of(Britain, 3);
    field.group("Picardy").unwrap();
    assert_eq!(field.no_step("Britain Inf #1", "English Channel"), "A-8.3-atsea");
    field.step("Britain Inf #1", "Normandy").unwrap();
    let mut field = field.battle("Normandy");
    field.reach_round(2);
    assert_eq!(field.no_retreat("France Inf #1", "English Channel"), "A-8.31-armies");
    field.hold("France Inf #1");
    assert_eq!(field.no_retreat("Britain Inf #1", "English Channel"), "A-8.31-armies");
}

// proves A-8.32-blockade, A-8.32-supply
#[test]
fn a_base_is_blockaded_when_all_its_seas_are_the_enemys() {
    let supplied = |field: &Field, empire, place: &str| {
        let lay = field.game.lay(field.seat(empire));
        field.game.ground(&lay).supply().armies.contains(at(place))
    };
    // Brest opens on two seas.
    let field = Field::duel().put(Britain, ["Inf #1"], "Brittany").put(France, ["Inf #1"], "Normandy");
    assert!(supplied(&field, Britain, "Brittany"));
    let field = field.put(France, ["Fleet #1"], "English Channel");
    assert!(supplied(&field, Britain, "Brittany"), "one of two seas is open");
    let field = field.put(France, ["Fleet #2"], "Bay of Biscay");
    assert!(!supplied(&field, Britain, "Brittany"));
    // Corsica opens on one.
    let field = Field::duel().put(France, ["Inf #9"], "Corsica").with_strength("France Inf #9", 1);
    assert!(supplied(&field, France, "Corsica"));
    let mut field = field.put(Britain, ["Fleet #1"], "Gulf of Lyon").turn_of(France, 3);
    assert_eq!(field.refused(Action::Levy(block("France Inf #9"))), "A-4.4-levy");
    assert_eq!(field.game.ranks(at("Corsica"), Side::Defending).len(), 1);
}
