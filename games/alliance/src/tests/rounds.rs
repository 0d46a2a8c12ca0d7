//! The sequence of battles, rounds, reserves and extensions. Rulebook 7.1, 7.2, 7.6.

use super::field::{Field, at, block};
use crate::action::Action;
use crate::battle::Side;
use crate::state::{Phase, Spot, Stage};
use crate::states::State::{Britain, France, Prussia, Russia, Spain};

/// France (first), Britain and Russia: French blocks attack Russians in Saxony and Poland.
fn three_empires() -> Field {
    Field::of(&[France, Britain, Russia])
        .put(Russia, ["Inf #1"], "Saxony")
        .put(Russia, ["Inf #2"], "Poland")
        .put(France, ["Inf #1"], "Hanover")
        .put(France, ["Inf #2"], "Silesia")
}

// proves A-7.1-forfeit, A-7.1-oneby
#[test]
fn players_choose_battles_in_turn_and_forfeit_the_choice_without_one() {
    let mut field = three_empires().cards([(France, 30), (Britain, 20), (Russia, 10)]);
    field.march("Hanover", ["France Inf #1"], "Saxony");
    field.march("Silesia", ["France Inf #2"], "Poland");
    field.end_turns();
    assert_eq!(field.deciding(), France);
    assert_eq!(field.refused(Action::Fight(at("Berlin"))), "A-7.1-oneby");
    field.act(Action::Fight(at("Poland"))).unwrap();
    field.fight_out();
    assert_eq!(field.deciding(), Russia, "Britain has no battle and forfeits its choice");
    field.act(Action::Fight(at("Saxony"))).unwrap();
    field.fight_out();
    assert_eq!((field.game.phase, field.game.game_turn), (Phase::Cards, 2));
}

// proves A-7.1-forfeit
#[test]
fn one_chooses_battles_of_ones_own_blocks() {
    let mut field = three_empires()
        .allied(Prussia, Russia)
        .put(Britain, ["Inf #1"], "Hansa")
        .put(Prussia, ["Inf #1"], "Berlin")
        .put(Russia, ["Inf #3"], "Finland")
        .put(Britain, ["Inf #2"], "Norway")
        .cards([(France, 30), (Britain, 20), (Russia, 10)]);
    field.march("Hanover", ["France Inf #1"], "Saxony");
    field.march("Silesia", ["France Inf #2"], "Poland");
    field.done();
    field.march("Hansa", ["Britain Inf #1"], "Berlin");
    field.end_turns();
    assert_eq!(field.refused(Action::Fight(at("Berlin"))), "A-7.1-forfeit");
    field.act(Action::Fight(at("Saxony"))).unwrap();
    field.fight_out();
    assert_eq!(field.deciding(), Britain);
    assert_eq!(field.refused(Action::Fight(at("Poland"))), "A-7.1-forfeit");
    field.act(Action::Fight(at("Berlin"))).unwrap();
    field.fight_out();
    assert_eq!(field.deciding(), Russia);
}

/// Names of blocks are 'side' 'name'; the French attack the British in La Mancha from Madrid.
fn attack(defenders: &[&str], attackers: &[&str]) -> Field {
    let mut field = Field::duel().allied(Spain, Britain);
    for name in defenders {
        field = field.put(Britain, [*name], "La Mancha");
    }
    for name in attackers {
        field = field.put(France, [*name], "Madrid");
    }
    let mut field = field.turn_of(France, 3);
    field.group("Madrid").unwrap();
    attackers.iter().for_each(|name| field.step(&format!("France {name}"), "La Mancha").unwrap());
    field
}

// proves A-7.2-rounds, A-7.2-round4
#[test]
fn in_round_four_the_attackers_leave_and_the_battle_is_over() {
    let mut field = attack(&["Inf #1"], &["Inf #1", "Cav #1"]).battle("La Mancha");
    field.reach_round(4);
    assert_eq!(field.no_fire("France Cav #1"), "A-7.2-round4");
    assert_eq!(field.refused(Action::Hold(block("France Cav #1"))), "A-7.2-round4");
    assert_eq!(field.refused(Action::Lose(block("France Cav #1"))), "A-7.4-stuck");
    field.retreat("France Cav #1", "Madrid");
    assert_eq!(field.no_retreat("France Inf #1", "Madrid"), "A-2.3.3-defender");
    field.fire("Britain Inf #1", &[1, 4, 4, 4]);
    assert_eq!(field.strength("France Inf #1"), 3, "defenders fire as before, at those who are still there");
    field.retreat("France Inf #1", "Madrid");
    assert!(field.is_won());
    assert_eq!((field.round(), field.deciding()), (4, Britain));
    let rounds = field.told(France).iter().filter(|line| line.starts_with("Round")).count();
    assert_eq!(rounds, 3);
}

// proves A-7.2-end, A-7.23-norsv
#[test]
fn a_battle_is_over_as_soon_as_a_side_is_gone() {
    let mut field = attack(&["Inf #1"], &["Cav #1", "Inf #1"]).with_strength("Britain Inf #1", 1);
    field = field.put(France, ["Inf #2"], "Valencia");
    field.march("Valencia", ["France Inf #2"], "La Mancha");
    let mut field = field.battle("La Mancha");
    field.fire("France Cav #1", &[1, 1, 1, 6]);
    assert!(field.is_won(), "nobody else fires, and no reserve has to come");
    assert_eq!((field.round(), field.deciding()), (1, France));
    assert!(field.told(Britain).contains(&"France wins the battle of La Mancha".to_owned()));
    field.done();
    assert_eq!(field.whereabouts("France Inf #2"), Some("La Mancha"));
    assert!(field.game.reserves.is_empty() && field.game.attackers.is_empty());
}

// proves A-7.23-round1
#[test]
fn reserves_neither_act_nor_take_hits_in_round_one() {
    let mut field = attack(&["Inf #1"], &["Inf #1"]).with_strength("France Inf #1", 2);
    field = field.put(France, ["Inf #2"], "Valencia");
    field.march("Valencia", ["France Inf #2"], "La Mancha");
    let mut field = field.battle("La Mancha");
    field.hits(Side::Attacking, 1);
    assert_eq!((field.strength("France Inf #1"), field.strength("France Inf #2")), (1, 4));
    field.hold("Britain Inf #1");
    assert_eq!(field.no_fire("France Inf #2"), "A-7.23-round1");
    assert_eq!(field.no_retreat("France Inf #2", "Valencia"), "A-7.23-round1");
    field.hold("France Inf #1");
    assert_eq!(field.round(), 2);
    field.hits(Side::Attacking, 1);
    assert_eq!(field.strength("France Inf #2"), 3);
    assert!(field.told(Britain).contains(&"Reserves arrive: French Inf #2 (4)".to_owned()));
}

// proves A-7.23-switch, A-7.23-loss
#[test]
fn reserves_of_defenders_who_are_gone_come_weaker_and_attack() {
    let mut field = attack(&["Inf #1"], &["Inf #1"])
        .with_strength("Britain Inf #1", 1)
        .put(Britain, ["Inf #2", "Inf #3"], "Algarve")
        .with_strength("Britain Inf #3", 1);
    field.done();
    field.march("Algarve", ["Britain Inf #2", "Britain Inf #3"], "La Mancha");
    let mut field = field.battle("La Mancha");
    field.hold("Britain Inf #1");
    field.fire("France Inf #1", &[1, 1, 1, 1]);
    assert_eq!(field.round(), 2);
    assert_eq!(field.strength("Britain Inf #2"), 3, "one step for coming late, no surplus hits");
    assert_eq!(field.game.blocks.spots[block("Britain Inf #3")], Spot::DOWN);
    assert_eq!(field.game.ranks(at("La Mancha"), Side::Attacking), Field::set(["Britain Inf #2"]));
    assert_eq!(field.hold_round(), ["French Inf #1", "British Inf #2"]);
    field.reach_round(4);
    field.hold("France Inf #1");
    assert_eq!(field.no_fire("Britain Inf #2"), "A-7.2-round4");
    assert_eq!(field.no_retreat("Britain Inf #2", "Madrid"), "A-7.4-where", "the French came from there");
    field.retreat("Britain Inf #2", "Algarve");
    assert!(field.is_won() && field.deciding() == France);
}

// proves A-7.23-maindead
#[test]
fn reserves_of_attackers_who_are_gone_attack_in_round_two() {
    let mut field = attack(&["Cav #1"], &["Inf #1"]).with_strength("France Inf #1", 1);
    field = field.put(France, ["Cav #2"], "Valencia");
    field.march("Valencia", ["France Cav #2"], "La Mancha");
    let mut field = field.battle("La Mancha");
    field.fire("Britain Cav #1", &[2, 2, 2]);
    assert_eq!((field.whereabouts("France Inf #1"), field.round()), (None, 2));
    assert_eq!(field.strength("France Cav #2"), 3, "no step is lost, and surplus hits are");
    assert_eq!(field.game.ranks(at("La Mancha"), Side::Attacking), Field::set(["France Cav #2"]));
    assert_eq!(field.hold_round(), ["British Cav #1", "French Cav #2"]);
}

// proves A-7.61-extend, A-7.61-again, A-7.6-step, A-7.6-napoleon
#[test]
fn napoleon_extends_a_battle_twice() {
    let mut field = attack(&["Inf #1"], &["HQ (Napoléon)", "Inf #1"]).battle("La Mancha");
    field.reach_round(3);
    for (round, steps) in [(3, 2), (4, 1)] {
        for name in ["France HQ (Napoléon)", "Britain Inf #1", "France Inf #1"] {
            field.hold(name);
        }
        assert!(matches!(field.stage(), Stage::Extend(_)), "at the end of round {round}");
        assert_eq!((field.round(), field.deciding()), (round, France));
        field.act(Action::Extend(France)).unwrap();
        assert_eq!((field.round(), field.strength("France HQ (Napoléon)")), (round + 1, steps));
    }
    field.fire("France HQ (Napoléon)", &[6]);
    field.hold("Britain Inf #1");
    field.fire("France Inf #1", &[6, 6, 6, 6]);
    assert_eq!((field.round(), field.stage()), (6, Stage::Fire), "the last step is not spent");
    assert_eq!(field.no_fire("France HQ (Napoléon)"), "A-7.2-round4");
    field.retreat("France HQ (Napoléon)", "Madrid");
}

// proves A-7.61-extend
#[test]
fn an_extension_can_be_left_and_is_not_the_defenders() {
    let mut field = attack(&["HQ (Wellington)"], &["HQ (Napoléon)"]).battle("La Mancha");
    field.reach_round(3);
    field.hold("Britain HQ (Wellington)");
    field.hold("France HQ (Napoléon)");
    assert_eq!(field.refused(Action::Extend(Britain)), "A-7.6-others", "defenders need not leave");
    assert_eq!(field.refused(Action::Hold(block("France HQ (Napoléon)"))), "A-7.61-extend");
    field.done();
    field.hold("Britain HQ (Wellington)");
    assert_eq!(field.no_fire("France HQ (Napoléon)"), "A-7.2-round4");
    assert_eq!(field.strength("France HQ (Napoléon)"), 3);
}

/// Napoléon and Cuesta attack, each with infantry; Cuesta has so many steps.
fn two_hqs(cuesta: u8) -> Field {
    let mut field = Field::duel()
        .allied(Spain, France)
        .put(Britain, ["Inf #1"], "Saxony")
        .put(France, ["HQ (Napoléon)", "Inf #1"], "Hanover")
        .put(Spain, ["HQ (Cuesta)", "Inf #1"], "Hanover")
        .with_strength("Spain HQ (Cuesta)", cuesta)
        .turn_of(France, 3);
    let all = ["France HQ (Napoléon)", "France Inf #1", "Spain HQ (Cuesta)", "Spain Inf #1"];
    field.march("Hanover", all, "Saxony");
    let mut field = field.battle("Saxony");
    field.reach_round(3);
    while field.stage() == Stage::Fire {
        let next = field.game.melee(field.game.fight()).acting().first().unwrap();
        field.act(Action::Hold(next)).unwrap();
    }
    field
}

// proves A-7.6-others, A-7.6-notself
#[test]
fn an_hq_extends_for_its_own_empire_alone() {
    let mut field = two_hqs(1);
    assert_eq!(field.refused(Action::Extend(Spain)), "A-7.6-notself");
    field.act(Action::Extend(France)).unwrap();
    assert_eq!(field.round(), 4, "nobody else is asked");
    field.fire("France HQ (Napoléon)", &[6, 6]);
    assert_eq!(field.no_fire("Spain HQ (Cuesta)"), "A-7.2-round4");
    field.retreat("Spain HQ (Cuesta)", "Hanover");
    field.hold("Britain Inf #1");
    field.fire("France Inf #1", &[6, 6, 6, 6]);
    assert_eq!(field.no_fire("Spain Inf #1"), "A-7.2-round4");

    let mut both = two_hqs(2);
    both.act(Action::Extend(Spain)).unwrap();
    assert_eq!(both.stage(), Stage::Extend(1 << Spain.index()));
    both.act(Action::Extend(France)).unwrap();
    assert_eq!(
        (both.round(), both.strength("Spain HQ (Cuesta)"), both.strength("France HQ (Napoléon)")),
        (4, 1, 2)
    );
    both.fire("Spain HQ (Cuesta)", &[6]);
}
