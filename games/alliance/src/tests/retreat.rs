//! Retreats and regroups. Rulebook 7.22, 7.4, 7.5.

use engine::{PieceKey, Target};

use super::field::{Field, at, block};
use crate::action::Action;
use crate::state::{EndReason, Spot, Standing};
use crate::states::State::{Britain, France, Portugal, Prussia, Russia, Saxony, Spain, Westfalen};

/// So many French hold La Mancha, and a British block attacks them from Madrid.
fn french_hold(names: &[&str]) -> Field {
    let mut field = Field::duel().allied(Spain, France).put(Britain, ["Cav #1"], "Madrid");
    for name in names {
        field = field.put(France, [*name], "La Mancha");
    }
    let mut field = field.turn_of(Britain, 3);
    field.march("Madrid", ["Britain Cav #1"], "La Mancha");
    field
}

// proves A-7.4-option
#[test]
fn nobody_retreats_in_round_one() {
    let mut field = french_hold(&["Inf #1"]).battle("La Mancha");
    assert_eq!(field.no_retreat("Britain Cav #1", "Madrid"), "A-7.4-option");
    field.hold("Britain Cav #1");
    assert_eq!(field.no_retreat("France Inf #1", "Murcia"), "A-7.4-option");
    field.hold("France Inf #1");
    field.retreat("Britain Cav #1", "Madrid");
    assert_eq!(field.whereabouts("Britain Cav #1"), Some("Madrid"));
    assert!(field.is_won(), "it did not have to wait for round 4");
}

// proves A-7.4-where
#[test]
fn a_retreat_leads_to_what_is_adjacent_but_not_over_the_enemys_border() {
    let mut field = french_hold(&["Inf #1"]).battle("La Mancha");
    field.reach_round(2);
    field.hold("Britain Cav #1");
    assert_eq!(field.no_retreat("France Inf #1", "Madrid"), "A-7.4-where");
    assert_eq!(field.no_retreat("France Inf #1", "Galicia"), "A-7.4-where");
    // Friendly, and vacant although an ally of the enemy owns it.
    for to in ["Murcia", "Algarve"] {
        let mut field = field.clone();
        field.retreat("France Inf #1", to);
        assert_eq!(field.whereabouts("France Inf #1"), Some(to));
    }
}

// proves A-7.4-noenemy
#[test]
fn nobody_retreats_to_the_enemy_to_neutrals_or_into_a_battle() {
    let mut field = french_hold(&["Inf #1"])
        .neutral(Portugal)
        .put(Britain, ["Inf #2"], "Leon")
        .put(Portugal, ["Infantry (Beresford)"], "Algarve")
        .put(France, ["Inf #2"], "Valencia")
        .put(Britain, ["Inf #1"], "Murcia");
    field.march("Murcia", ["Britain Inf #1"], "Valencia");
    let mut field = field.battle("La Mancha");
    field.reach_round(2);
    field.hold("Britain Cav #1");
    for place in ["Leon", "Algarve", "Valencia"] {
        assert_eq!(field.no_retreat("France Inf #1", place), "A-7.4-noenemy", "{place}");
    }
    field.retreat("France Inf #1", "Murcia");
}

// proves A-7.4-limits
#[test]
fn a_border_takes_its_limit_of_retreats_in_each_round() {
    let names = ["Inf #1", "Inf #2", "Inf #3", "Inf #4"];
    let mut field = french_hold(&names).battle("La Mancha");
    field.reach_round(2);
    field.hold("Britain Cav #1");
    field.retreat("France Inf #1", "Leon");
    field.retreat("France Inf #2", "Leon");
    assert_eq!(field.no_retreat("France Inf #3", "Leon"), "A-4.2-mountain");
    field.hold("France Inf #3");
    field.hold("France Inf #4");
    field.hold("Britain Cav #1");
    field.retreat("France Inf #3", "Leon");
    field.retreat("France Inf #4", "Leon");

    let mut winter = french_hold(&["Inf #1", "Inf #2"]).winter().battle("La Mancha");
    winter.reach_round(2);
    winter.hold("Britain Cav #1");
    winter.retreat("France Inf #1", "Leon");
    assert_eq!(winter.no_retreat("France Inf #2", "Leon"), "A-3.5-limits");
}

// proves A-7.4-neutral
#[test]
fn a_retreat_into_vacant_neutral_land_rouses_its_owner() {
    let mut field = Field::duel()
        .neutral(Westfalen)
        .put(France, ["Inf #1"], "Hanover")
        .put(Britain, ["Inf #1"], "Hansa")
        .turn_of(Britain, 3);
    field.march("Hansa", ["Britain Inf #1"], "Hanover");
    let mut field = field.battle("Hanover");
    field.reach_round(2);
    assert_eq!(field.game.standing(Westfalen), Standing::Neutral);
    field.retreat("France Inf #1", "Westfalen");
    assert_eq!(field.game.standing(Westfalen), Standing::Ally(field.seat(Britain)));
    assert_eq!(field.whereabouts("France Inf #1"), Some("Westfalen"));
}

// proves A-7.4-neutral
#[test]
fn neutrals_who_retreat_to_their_own_land_rouse_nobody() {
    let mut field = Field::duel()
        .allied(Spain, France)
        .put(Spain, ["Inf #1"], "La Mancha")
        .put(France, ["Inf #1"], "La Mancha")
        .turn_of(France, 3);
    field.act(Action::Abandon(Spain)).unwrap();
    field.reach_round(2);
    field.hold("France Inf #1");
    field.retreat("Spain Inf #1", "Murcia");
    assert_eq!(field.game.standing(Spain), Standing::Neutral);
}

/// Napoléon attacks Gibraltar, and the British come up behind him.
fn trap() -> Field {
    let mut field = Field::duel()
        .allied(Spain, Britain)
        .put(Britain, ["Fort (Gibraltar)"], "Gibraltar")
        .put(France, ["HQ (Napoléon)"], "Andalusia")
        .put(France, ["Inf #1", "Inf #2", "Inf #3", "Inf #4"], "Paris")
        .put(Britain, ["Inf #1"], "La Mancha")
        .turn_of(France, 3);
    field.march("Andalusia", ["France HQ (Napoléon)"], "Gibraltar");
    field.done();
    field.march("La Mancha", ["Britain Inf #1"], "Andalusia");
    field.battle("Gibraltar")
}

// proves A-7.4-stuck, A-7.71-napoleon
#[test]
fn who_must_retreat_and_cannot_is_lost_and_with_napoleon_the_game() {
    let mut field = trap();
    field.reach_round(3);
    assert_eq!(
        field.refused(Action::Lose(block("France HQ (Napoléon)"))),
        "A-7.4-stuck",
        "he need not leave yet"
    );
    field.reach_round(4);
    assert_eq!(field.no_retreat("France HQ (Napoléon)", "Andalusia"), "A-7.4-noenemy");
    field.act(Action::Lose(block("France HQ (Napoléon)"))).unwrap();
    assert!(field.game.napoleon_fallen && field.game.ended.is_none());
    field.done();
    let end = field.game.ended.expect("the game turn is over");
    assert_eq!(end.reason, EndReason::Napoleon);
    assert!(!end.winners.contains(field.seat(France)));
    assert_eq!(field.told(Britain).last().unwrap(), "The game is over: Napoléon has fallen");
}

// proves A-7.4-stack
#[test]
fn a_retreat_needs_room() {
    let mut field = french_hold(&["Inf #1", "Inf #2"])
        .put(France, ["Inf #5", "Inf #6", "Inf #7"], "Murcia")
        .battle("La Mancha");
    field.reach_round(2);
    field.hold("Britain Cav #1");
    field.retreat("France Inf #1", "Murcia");
    assert_eq!(field.no_retreat("France Inf #2", "Murcia"), "A-7.4-stack");
}

/// Five French have won La Mancha: three over the river from Madrid, and two reserves from Valencia.
fn won() -> Field {
    let mut field = Field::duel()
        .allied(Spain, Britain)
        .neutral(Portugal)
        .put(Britain, ["Inf #4"], "La Mancha")
        .put(Britain, ["Inf #1"], "Murcia")
        .put(France, ["Inf #1", "Inf #2", "Inf #3"], "Madrid")
        .put(France, ["Inf #4", "Inf #5"], "Valencia")
        .with_strength("Britain Inf #4", 1)
        .turn_of(France, 3);
    field.march("Madrid", ["France Inf #1", "France Inf #2", "France Inf #3"], "La Mancha");
    field.march("Valencia", ["France Inf #4", "France Inf #5"], "La Mancha");
    let mut field = field.battle("La Mancha");
    field.hold("Britain Inf #4");
    field.fire("France Inf #1", &[1, 6, 6, 6]);
    assert!(field.is_won());
    field
}

// proves A-7.5-regroup
#[test]
fn the_victor_moves_to_adjacent_friendly_or_vacant_regions() {
    let mut field = won();
    assert_eq!(field.no_regroup("France Inf #1", "Murcia"), "A-7.4-noenemy");
    assert_eq!(field.no_regroup("France Inf #1", "Paris"), "A-7.4-where");
    assert_eq!(field.no_regroup("Britain Inf #1", "Andalusia"), "A-7.5-regroup");
    field.regroup("France Inf #1", "Leon");
    field.regroup("France Inf #2", "Leon");
    assert_eq!(field.no_regroup("France Inf #3", "Leon"), "A-4.2-mountain");
    field.regroup("France Inf #4", "Madrid");
    assert_eq!(field.whereabouts("France Inf #4"), Some("Madrid"));
    field.done();
    assert!(field.game.fight.is_none());
    assert_eq!(field.whereabouts("France Inf #3"), Some("La Mancha"));
}

// proves A-7.5-neutral
#[test]
fn a_regroup_into_vacant_neutral_land_rouses_its_owner() {
    let mut field = won();
    field.regroup("France Inf #1", "Algarve");
    assert_eq!(field.game.standing(Portugal), Standing::Ally(field.seat(Britain)));
}

// proves A-7.22-nolimit, A-7.4-stack
#[test]
fn the_victor_makes_room_by_regrouping_or_giving_up_blocks() {
    let mut field = won();
    field.done();
    assert_eq!(field.refused(Action::Done), "A-7.22-nolimit");
    assert_eq!(field.refused(Action::Lose(block("Britain Inf #1"))), "A-7.22-nolimit");
    field.act(Action::Lose(block("France Inf #4"))).unwrap();
    assert!(field.game.fight.is_none());
    assert_eq!(field.game.blocks_at(at("La Mancha")).len(), 4);
    assert_eq!(field.game.blocks.spots[block("France Inf #4")], Spot::DOWN);

    let mut field = won();
    field.regroup("France Inf #3", "Valencia");
    field.done();
    assert!(field.game.fight.is_none());
    assert_eq!(field.game.blocks_at(at("La Mancha")).len(), 4);
}

// proves A-7.5-regroup
#[test]
fn whoever_defends_and_wins_regroups_too() {
    let mut field = Field::duel()
        .neutral(Prussia)
        .allied(Saxony, France)
        .put(Saxony, ["Fort (Magdeburg)"], "Saxony")
        .put(France, ["Inf #1"], "Saxony")
        .put(Britain, ["Inf #1"], "Hanover")
        .turn_of(Britain, 3);
    field.march("Hanover", ["Britain Inf #1"], "Saxony");
    let mut field = field.battle("Saxony");
    field.reach_round(2);
    field.hold("Saxony Fort (Magdeburg)");
    field.hold("France Inf #1");
    field.retreat("Britain Inf #1", "Hanover");
    assert!(field.is_won() && field.deciding() == France);
    assert_eq!(field.no_regroup("Saxony Fort (Magdeburg)", "Westfalen"), "A-2.13-fortress");
    field.regroup("France Inf #1", "Westfalen");
    assert_eq!(field.whereabouts("France Inf #1"), Some("Westfalen"));
}

// proves A-7.4-limits
#[test]
fn mixed_columns_leave_over_a_frozen_river_as_they_come() {
    let mut field = Field::of(&[France, Russia])
        .allied(Spain, Russia)
        .winter()
        .put(Russia, ["Inf #1", "Inf #2"], "Donbas")
        .put(Spain, ["Inf #1", "Inf #2"], "Donbas")
        .put(France, ["Cav #1"], "Voronezh")
        .turn_of(France, 3);
    field.march("Voronezh", ["France Cav #1"], "Donbas");
    let mut field = field.battle("Donbas");
    field.reach_round(2);
    field.hold("France Cav #1");
    field.retreat("Russia Inf #1", "Poltava");
    field.retreat("Russia Inf #2", "Poltava");
    field.retreat("Spain Inf #1", "Poltava");
    assert_eq!(field.no_retreat("Spain Inf #2", "Poltava"), "A-11.12-limit");
}

// proves A-7.4-option, A-7.4-noenemy, A-7.31-strongest
#[test]
fn why_not_is_answered_in_battle() {
    let mut field = french_hold(&["Inf #1"]).put(Britain, ["Inf #2"], "Leon").battle("La Mancha");
    let why = |field: &Field, name: &str, to: &str| {
        let target = Target::Move { piece: PieceKey::of(&block(name)), to: crate::event::space(at(to)) };
        field.game.reasons(field.decider()).explain(&target)[0].rule.as_str()
    };
    assert_eq!(why(&field, "Britain Cav #1", "Madrid"), "A-7.4-option");
    field.reach_round(2);
    field.hold("Britain Cav #1");
    assert_eq!(why(&field, "France Inf #1", "Leon"), "A-7.4-noenemy");
    field.retreat("France Inf #1", "Murcia");
    assert!(field.is_won());
    assert_eq!(why(&field, "Britain Cav #1", "Murcia"), "A-7.6-others", "nobody pursues without an HQ");
    assert_eq!(why(&field, "Britain Cav #1", "Paris"), "A-7.4-where");
}
