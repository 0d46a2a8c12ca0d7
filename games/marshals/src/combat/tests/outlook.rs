//! Whole battles at once, and who wins them: "How to Conduct Combat" 5 and 6.

use super::*;
use crate::combat::{Role, verdict};

// proves M-combat-33
#[test]
fn the_larger_value_wins_and_a_tie_is_the_defenders() {
    let judge = |attack, defence| {
        let end = verdict(&[infantry(FRANCE, attack, &[])], &infantry(AUSTRIA, defence, &[0]), false);
        (end.victor, end.retreat)
    };
    assert_eq!(judge(5, 4), (Role::Attacker, true));
    assert_eq!(judge(5, 5), (Role::Defender, false));
    assert_eq!(judge(4, 5), (Role::Defender, false));
    assert_eq!(judge(4, 0), (Role::Attacker, false), "nobody is left to retreat");
}

// proves M-combat-33
#[test]
fn units_are_rearranged_before_they_are_compared() {
    let end = verdict(&[infantry(FRANCE, 7, &[5])], &infantry(AUSTRIA, 11, &[2]), false);
    assert_eq!((end.attack_value, end.defence_value, end.victor), (12, 13, Role::Defender));
}

// proves M-combat-35
#[test]
fn a_force_without_a_leader_retreats_even_if_it_is_stronger() {
    let french = [infantry(FRANCE, 3, &[2])];
    let end = verdict(&french, &infantry(AUSTRIA, 9, &[]), false);
    assert_eq!((end.defence_value, end.victor, end.retreat), (9, Role::Attacker, true));
    let led = verdict(&french, &infantry(AUSTRIA, 9, &[1]), false);
    assert_eq!(led.victor, Role::Defender);
    let nobody = verdict(&[infantry(FRANCE, 0, &[2])], &infantry(AUSTRIA, 1, &[]), false);
    assert_eq!(nobody.victor, Role::Defender, "nobody is left to drive it off");
}

// proves M-combat-34
#[test]
fn a_beaten_attacker_stays() {
    let end = verdict(&[infantry(FRANCE, 3, &[])], &infantry(AUSTRIA, 9, &[2]), false);
    assert_eq!((end.victor, end.retreat), (Role::Defender, false));
}

// proves M-combat-33, M-combat-6
#[test]
fn who_lacked_supply_counts_in_the_end_and_who_was_left_out_does_not() {
    let with_idle = |nation| {
        let mut stack = infantry(nation, 3, &[5]);
        stack.contingents[0].idle = Factors::infantry(2);
        stack
    };
    let end = verdict(&[with_idle(FRANCE)], &with_idle(BRITAIN), false);
    assert_eq!((end.attack_value, end.defence_value), (6, 10));
}

#[test]
fn an_outlook_is_exact_where_nobody_chooses() {
    let alike = [infantry(FRANCE, 5, &[5])];
    assert!(battle(&alike, &infantry(AUSTRIA, 4, &[])).outlook().exact);
    assert!(!battle(&alike, &infantry(AUSTRIA, 4, &[2])).outlook().exact, "led or leaderless");
    let with_gun = [stack(FRANCE, Factors::new(5, 0, 1), &[6])];
    assert!(!battle(&with_gun, &stack(AUSTRIA, Factors::new(7, 1, 0), &[])).outlook().exact);
}

#[test]
fn what_was_there_is_lost_or_left() {
    for (attack, defence) in (1..=24).step_by(2).flat_map(|a| (1..=24).step_by(3).map(move |d| (a, d))) {
        let attackers =
            [stack(FRANCE, Factors::new(attack, 1, 1), &[5, 3]), infantry(FRANCE, attack / 2, &[2])];
        let defender =
            stack(RUSSIA, Factors { infantry: defence, cossacks: 2, artillery: 1, cavalry: 0 }, &[3, 2]);
        for surrounded in [false, true] {
            let outlook = Battle { surrounded, ..battle(&attackers, &defender) }.outlook();
            let left = |stacks: &[Stack]| stacks.iter().map(|stack| stack.all().total()).sum::<u16>();
            let (mine, his) = (&outlook.attackers, &outlook.defender);
            assert_eq!(left(&mine.stacks) + mine.lost, left(&attackers));
            assert_eq!(left(&his.stacks) + his.lost, left(std::slice::from_ref(&defender)));
            assert!(mine.casualties <= mine.lost && his.casualties <= his.lost);
            assert!(mine.lost <= outlook.exchange.counterattack + 1, "a gun may kill one more");
        }
    }
}

#[test]
fn bots_see_the_same_exchange_as_the_outlook() {
    let attackers = [infantry(FRANCE, 9, &[5, 2]), infantry(FRANCE, 3, &[3])];
    let defender = infantry(AUSTRIA, 9, &[3, 1]);
    let battle = battle(&attackers, &defender);
    assert_eq!(battle.exchange(), battle.outlook().exchange);
    assert_eq!(battle.victor(), battle.outlook().verdict.victor);
}
