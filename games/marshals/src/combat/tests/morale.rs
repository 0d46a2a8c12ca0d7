//! What battles do to National Morale: "National Morale".

use super::*;
use crate::combat::Role::{Attacker, Defender};
use crate::combat::morale::{Party, after_the_turn, changes, parties, shifted};
use crate::combat::{Role, Side};

fn party(nation: NationId, lost: u16) -> Party {
    Party { nation, has_morale: true, lost, dealt: true }
}

/// What a battle of France against Austria does to both.
fn duel(victor: Role, attacker: u16, defender: u16) -> (i8, i8) {
    let changes = changes(victor, &[party(FRANCE, attacker)], &[party(AUSTRIA, defender)]);
    let of = |nation| changes.iter().filter(|change| change.0 == nation).map(|change| change.1).sum();
    (of(FRANCE), of(AUSTRIA))
}

// proves M-nm-8, M-nm-9, M-nm-10, M-nm-13
#[test]
fn the_attacker_wins() {
    assert_eq!(duel(Attacker, 5, 5), (1, -1));
    assert_eq!(duel(Attacker, 5, 4), (-1, 0), "a Pyrrhic victory");
    assert_eq!(duel(Attacker, 4, 5), (1, -1));
    assert_eq!(duel(Attacker, 4, 4), (0, 0));
}

// proves M-nm-11, M-nm-12, M-nm-13
#[test]
fn the_defender_wins() {
    assert_eq!(duel(Defender, 5, 5), (-1, 1));
    assert_eq!(duel(Defender, 5, 4), (-1, 1));
    assert_eq!(duel(Defender, 4, 5), (0, -1), "a Pyrrhic victory");
    assert_eq!(duel(Defender, 4, 4), (0, 0));
}

// proves M-nm-15, M-nm-14
#[test]
fn two_nations_that_beat_the_french_both_gain() {
    let coalition = [party(AUSTRIA, 2), party(RUSSIA, 0)];
    let expected = [(AUSTRIA, 1), (RUSSIA, 1), (FRANCE, -1)];
    assert_eq!(changes(Attacker, &coalition, &[party(FRANCE, 5)]).as_slice(), expected);
}

// proves M-nm-16
#[test]
fn who_did_no_damage_gains_nothing() {
    let coalition = [party(AUSTRIA, 2), Party { dealt: false, ..party(RUSSIA, 0) }];
    let expected = [(AUSTRIA, 1), (FRANCE, -1)];
    assert_eq!(changes(Attacker, &coalition, &[party(FRANCE, 5)]).as_slice(), expected);
}

// proves M-nm-16
#[test]
fn nor_does_a_defender_who_did_none() {
    let coalition = [party(AUSTRIA, 2), Party { dealt: false, ..party(RUSSIA, 0) }];
    let expected = [(FRANCE, -1), (AUSTRIA, 1)];
    assert_eq!(changes(Defender, &[party(FRANCE, 5)], &coalition).as_slice(), expected);
    let idle = Contingent { idle: Factors::infantry(4), ..Contingent::new(RUSSIA, Factors::NONE) };
    let lookers_on = [Stack::new(&[idle], &[])];
    assert!(!parties(&lookers_on, &lookers_on)[0].dealt);
}

// proves M-nm-17
#[test]
fn only_the_nation_that_lost_five_loses_heart() {
    let coalition = [party(AUSTRIA, 5), party(RUSSIA, 3)];
    let expected = [(FRANCE, 1), (AUSTRIA, -1)];
    assert_eq!(changes(Attacker, &[party(FRANCE, 2)], &coalition).as_slice(), expected);
}

// proves M-nm-18
#[test]
fn four_and_four_are_not_five() {
    let coalition = [party(AUSTRIA, 4), party(RUSSIA, 4)];
    assert_eq!(changes(Attacker, &[party(FRANCE, 5)], &coalition).as_slice(), [(FRANCE, -1)]);
}

/// 5 British and 5 Spaniards, of whom so many fall, against France, which wins.
fn peninsula(british: u8, spanish: u8) -> Vec<(NationId, i8)> {
    let allied = |british, spanish| {
        let british = Contingent::new(BRITAIN, Factors::infantry(british));
        let spanish = Contingent {
            under: BRITAIN,
            answers: None,
            ..Contingent::new(SPAIN, Factors::infantry(spanish))
        };
        Stack::new(&[british, spanish], &[])
    };
    let theirs = parties(&[allied(5, 5)], &[allied(5 - british, 5 - spanish)]);
    changes(Attacker, &[party(FRANCE, 0)], &theirs).to_vec()
}

// proves M-nm-21
#[test]
fn british_morale_is_moved_by_british_losses_alone() {
    assert_eq!(peninsula(0, 5), [(FRANCE, 1)]);
    assert_eq!(peninsula(5, 0), [(FRANCE, 1), (BRITAIN, -1)]);
    assert_eq!(peninsula(4, 1), []);
    assert_eq!(peninsula(2, 3), []);
}

// proves M-nm-22
#[test]
fn clients_of_britain_move_french_morale_only() {
    let spaniards =
        Stack::new(&[Contingent { answers: None, ..Contingent::new(SPAIN, Factors::infantry(8)) }], &[]);
    let victors = parties(std::slice::from_ref(&spaniards), std::slice::from_ref(&spaniards));
    assert_eq!(changes(Defender, &[party(FRANCE, 6)], &victors).as_slice(), [(FRANCE, -1)]);
    let beaten = parties(&[spaniards], &[Stack::new(&[Contingent::new(SPAIN, Factors::NONE)], &[])]);
    assert_eq!(changes(Attacker, &[party(FRANCE, 0)], &beaten).as_slice(), [(FRANCE, 1)]);
}

#[test]
fn losses_of_clients_are_those_of_their_power() {
    let army = |french, bavarian| {
        let bavarian = Contingent {
            under: FRANCE,
            answers: Some(FRANCE),
            ..Contingent::new(BAVARIA, Factors::infantry(bavarian))
        };
        Stack::new(&[Contingent::new(FRANCE, Factors::infantry(french)), bavarian], &[])
    };
    let own = parties(&[army(5, 5)], &[army(3, 2)]);
    assert_eq!(own.as_slice(), [party(FRANCE, 5)]);
}

// proves M-combat-45
#[test]
fn the_disrupted_count_even_if_wellington_has_them_back() {
    let before: Side = [infantry(BRITAIN, 8, &[5])].into_iter().collect();
    let after: Side = [infantry(BRITAIN, 3, &[5])].into_iter().collect();
    let british = parties(&before, &after);
    assert_eq!(changes(Attacker, &[party(FRANCE, 0)], &british).as_slice(), [(FRANCE, 1), (BRITAIN, -1)]);
}

// proves M-nm-1
#[test]
fn morale_stays_between_1_and_6() {
    assert_eq!((shifted(6, 1), shifted(5, 1), shifted(1, -1), shifted(4, -2)), (6, 6, 1, 2));
}

// proves M-nm-27
#[test]
fn ten_in_the_boxes_shake_a_nation_and_hearten_who_fought() {
    let opponents = [(PRUSSIA, 4), (RUSSIA, 9), (BRITAIN, 3)];
    let lost = 3 + 2 + 2 + 1 + 2;
    let expected = [(FRANCE, -1), (PRUSSIA, 1), (RUSSIA, 1)];
    assert_eq!(after_the_turn(FRANCE, lost, &opponents).as_slice(), expected);
    assert!(after_the_turn(FRANCE, lost - 1, &opponents).is_empty(), "one of them is back");
    assert!(after_the_turn(RUSSIA, 8, &[(FRANCE, 15)]).is_empty());
}
