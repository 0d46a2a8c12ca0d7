//! Hits in runs: "How to Conduct Combat" 3 and 4.

use std::collections::BTreeSet;

use super::*;
use crate::combat::{Factor, Melee, Run, Target};
use crate::forces::Arm;

fn melee(stack: &Stack, hits: u16) -> Melee {
    Melee::new(std::slice::from_ref(stack), &[LayOut::canonical(stack)], hits)
}

fn group(group: u8, hits: u8) -> Run {
    Run { target: Target::Group { stack: 0, group }, hits }
}

fn leaderless(hits: u8) -> Run {
    let factor = Factor { stack: 0, contingent: 0, arm: Arm::Infantry, idle: false };
    Run { target: Target::Leaderless(factor), hits }
}

fn left(melee: &Melee, stack: &Stack) -> u16 {
    melee.survivors(std::slice::from_ref(stack))[0].all().total()
}

// proves M-combat-19
#[test]
fn hits_on_a_group_alternate_between_factors_and_leader() {
    let corps = infantry(FRANCE, 5, &[5]);
    for (hits, killed) in [(1, 1), (2, 1), (3, 2), (4, 2), (9, 5), (10, 5)] {
        let mut melee = melee(&corps, hits.into());
        melee.spend(group(0, hits)).expect("all hits on one group");
        assert_eq!(left(&melee, &corps), 5 - killed, "{hits} hits");
    }
}

// proves M-combat-20
#[test]
fn a_group_is_left_when_its_leader_has_absorbed_the_last_hit() {
    let mut corps = infantry(AUSTRIA, 2, &[1]);
    corps.contingents[0].fights = Factors::infantry(2);
    let mut melee = melee(&corps, 3);
    assert_eq!(melee.check(group(0, 1)).unwrap_err(), "M-combat-20");
    assert_eq!(melee.check(group(0, 3)).unwrap_err(), "M-combat-19");
    melee.spend(group(0, 2)).expect("one on the infantry, one on the leader");
    melee.spend(leaderless(1)).expect("the third goes elsewhere");
    assert_eq!((melee.left(), left(&melee, &corps)), (0, 0));
}

// proves M-combat-20
#[test]
fn the_last_hits_of_all_may_end_on_a_factor() {
    let two = infantry(FRANCE, 7, &[5, 2]);
    let mut melee = melee(&two, 7);
    melee.spend(group(1, 4)).expect("Ney's group");
    melee.spend(group(0, 3)).expect("infantry, Davout, infantry");
    assert_eq!(left(&melee, &two), 7 - 2 - 2);
}

// proves M-combat-21
#[test]
fn leaderless_factors_fall_one_by_one() {
    let mass = stack(RUSSIA, Factors::new(5, 1, 0), &[]);
    let mut melee = melee(&mass, 3);
    melee.spend(leaderless(2)).expect("two infantry");
    let horse = Factor { stack: 0, contingent: 0, arm: Arm::Cavalry, idle: false };
    melee.spend(Run { target: Target::Leaderless(horse), hits: 1 }).expect("and the horse");
    assert_eq!(melee.survivors(&[mass])[0].all(), Factors::infantry(3));
}

// proves M-combat-25
#[test]
fn at_low_morale_every_factor_is_leaderless() {
    let mut low = infantry(FRANCE, 5, &[5]);
    low.leaders[0].steady = false;
    low.contingents[0].steady = false;
    let mut melee = melee(&low, 4);
    assert_eq!(melee.check(group(0, 2)).unwrap_err(), "M-combat-19", "the group takes nothing");
    melee.spend(leaderless(4)).expect("nobody saves them");
    assert_eq!(left(&melee, &low), 1);
}

// proves M-combat-25
#[test]
fn among_allies_only_the_nation_at_low_morale_goes_unprotected() {
    let austrians = Contingent { steady: false, ..Contingent::new(AUSTRIA, Factors::infantry(2)) };
    let russians = Contingent::new(RUSSIA, Factors::infantry(2));
    let mut generals = leaders(RUSSIA, true, &[4]);
    generals[0].coalition = true;
    let endurance = |leaders: &[Commander]| {
        let allied = Stack::new(&[austrians, russians], leaders);
        assert_eq!((value(&allied), melee(&allied, 1).endurance()), (8, allied.strength().endurance()));
        assert_eq!(LayOut::canonical(&allied).strength(&allied), allied.strength());
        allied.strength().endurance()
    };
    assert_eq!(endurance(&generals), 4 + 2, "Kutuzov saves Russians and no Austrians");
    generals[0].steady = false;
    assert_eq!(endurance(&generals), 4, "and nobody if Russia's morale is low");
}

// proves M-combat-24
#[test]
fn leaders_are_not_harmed_by_what_they_absorb() {
    let corps = infantry(FRANCE, 5, &[5]);
    let mut melee = melee(&corps, 4);
    melee.spend(group(0, 4)).expect("all on Davout");
    let survivors = melee.survivors(std::slice::from_ref(&corps));
    assert_eq!(survivors[0].leaders, corps.leaders);
    assert_eq!(value(&survivors[0]), 3 + 3, "his value counts again, up to the factors left");
}

// proves M-combat-6, M-supply-25
#[test]
fn who_does_not_fight_can_be_hit() {
    let mut french = infantry(FRANCE, 5, &[5, 2]);
    french.contingents[0].idle = Factors::infantry(7);
    let mut melee = melee(&french, 12);
    let idle = Factor { stack: 0, contingent: 0, arm: Arm::Infantry, idle: true };
    melee.spend(Run { target: Target::Leaderless(idle), hits: 7 }).expect("first the unsupplied");
    melee.spend(group(0, 5)).expect("then Davout's");
    assert_eq!(left(&melee, &french), 5 - 3);
}

// proves M-combat-12, M-combat-23
#[test]
fn the_enemy_chooses_the_nation_that_bleeds() {
    let contingents =
        [Contingent::new(BRITAIN, Factors::infantry(5)), Contingent::new(SPAIN, Factors::infantry(5))];
    let allied = Stack::new(&contingents, &leaders(BRITAIN, true, &[3]));
    let side = std::slice::from_ref(&allied);
    let factor = |contingent| Factor { stack: 0, contingent, arm: Arm::Infantry, idle: false };
    let mut on_spain = melee(&allied, 5);
    on_spain.spend(Run { target: Target::Leaderless(factor(1)), hits: 5 }).expect("nobody leads Spaniards");
    assert_eq!(on_spain.survivors(side)[0].contingents[1].all(), Factors::NONE);
    let mut on_britain = melee(&allied, 5);
    on_britain.spend(Run { target: Target::Leaderless(factor(0)), hits: 2 }).expect("two are leaderless");
    on_britain.spend(group(0, 3)).expect("three hits on Wellesley's own");
    assert_eq!(on_britain.survivors(side)[0].contingents[0].all(), Factors::infantry(1));
}

#[test]
fn hits_beyond_what_they_can_suffer_are_dropped() {
    assert_eq!(melee(&infantry(AUSTRIA, 2, &[2]), 9).left(), 4);
    assert_eq!(melee(&infantry(AUSTRIA, 0, &[2]), 9).left(), 0);
    assert!(melee(&infantry(AUSTRIA, 0, &[2]), 9).runs().is_empty());
}

#[test]
fn too_many_hits_none_and_unknown_targets_are_refused() {
    let melee = melee(&infantry(FRANCE, 6, &[5]), 4);
    assert_eq!(melee.check(group(0, 5)).unwrap_err(), "M-combat-3");
    assert_eq!(melee.check(leaderless(0)).unwrap_err(), "M-combat-3");
    assert_eq!(melee.check(leaderless(2)).unwrap_err(), "M-combat-21");
    assert_eq!(melee.check(group(7, 2)).unwrap_err(), "M-combat-19");
    let nowhere = Target::Group { stack: 6, group: 0 };
    assert_eq!(melee.check(Run { target: nowhere, hits: 2 }).unwrap_err(), "M-combat-19");
}

// proves M-combat-23
#[test]
fn of_groups_that_are_alike_one_takes_all_hits_or_several_share_them() {
    let mut twins = stack(FRANCE, Factors::new(4, 0, 2), &[3, 3]);
    let asked = |stack: &Stack, hits| !melee(stack, hits).is_forced();
    assert_eq!([2, 3, 6, 12].map(|hits| asked(&twins, hits)), [false, true, true, false]);
    let mut shared = melee(&twins, 6);
    shared.spend(group(0, 4)).expect("two infantry of one");
    shared.spend(group(1, 2)).expect("and one of the other");
    assert_eq!(shared.survivors(std::slice::from_ref(&twins))[0].all(), Factors::new(1, 0, 2));
    twins.leaders.pop();
    twins.contingents[0].fights = Factors::new(2, 0, 1);
    assert!(!asked(&twins, 4), "there is one group");
}

/// What can be left, group by group, when hits are spent by any legal run, or only by listed ones.
fn ends(melee: &Melee, any: bool, found: &mut BTreeSet<String>) {
    if melee.left() == 0 {
        found.insert(format!("{melee:?}"));
        return;
    }
    let every = (0..8).flat_map(|number| (1..=12).map(move |hits| group(number, hits)));
    let every = every.chain((1..=12).map(leaderless));
    let runs: Vec<Run> = if any { every.collect() } else { melee.runs().to_vec() };
    for run in runs {
        let mut next = melee.clone();
        match next.spend(run) {
            Ok(()) => ends(&next, any, found),
            Err(denied) => assert!(any, "{run:?} is listed: {denied}"),
        }
    }
}

#[test]
fn the_listed_runs_reach_whatever_can_be_reached() {
    for (factors, printed) in [(4, &[2, 1][..]), (5, &[3]), (3, &[]), (6, &[4, 2]), (7, &[3, 2, 1])] {
        let corps = infantry(FRANCE, factors, printed);
        for hits in 1..=7 {
            let (mut all, mut listed) = (BTreeSet::new(), BTreeSet::new());
            ends(&melee(&corps, hits), true, &mut all);
            ends(&melee(&corps, hits), false, &mut listed);
            assert_eq!(all, listed, "{factors} under {printed:?}, {hits} hits");
        }
    }
}

// proves M-combat-20, M-combat-3
#[test]
fn every_hit_falls_on_a_factor_or_is_absorbed_by_the_leader_of_a_fallen_one() {
    for (factors, printed) in [(4, &[2, 1][..]), (6, &[4, 2]), (9, &[3, 2, 1])] {
        let corps = infantry(FRANCE, factors, printed);
        for hits in 0..=corps.strength().endurance() {
            let mut pending = vec![(melee(&corps, hits), 0)];
            while let Some((melee, absorbed)) = pending.pop() {
                let fallen = corps.all().total() - left(&melee, &corps);
                assert_eq!(fallen + absorbed + melee.left(), hits);
                for run in melee.runs() {
                    let mut next = melee.clone();
                    next.spend(run).expect("a listed run is legal");
                    let saved = match run.target {
                        Target::Leaderless(_) => 0,
                        Target::Group { .. } => u16::from(run.hits) / 2,
                    };
                    if run.hits % 2 == 1 && matches!(run.target, Target::Group { .. }) {
                        assert_eq!(
                            next.left(),
                            0,
                            "no group is left before its leader has absorbed the last hit"
                        );
                    }
                    pending.push((next, absorbed + saved));
                }
            }
        }
    }
}

#[test]
fn groups_that_are_alike_are_named_once_and_lists_stay_short() {
    let austrians = stack(AUSTRIA, Factors::new(16, 1, 1), &[3, 3, 2, 2]);
    let runs = melee(&austrians, 11).runs();
    assert_eq!(
        runs.len(),
        2 * (1 + 3),
        "leaderless infantry, the gun's group, the horse's, and one of two alike"
    );
    let grand_army = stack(FRANCE, Factors::new(40, 3, 3), &[6, 5, 5, 4, 4, 3, 3, 2]);
    assert!(melee(&grand_army, 25).runs().len() < 20);
}

#[test]
fn spending_all_at_once_kills_as_many_as_can_be_killed() {
    for (factors, printed) in [(4, &[2, 1][..]), (5, &[3]), (6, &[4, 2]), (9, &[3, 2, 1])] {
        let corps = infantry(FRANCE, factors, printed);
        for hits in 0..=8 {
            let mut fewest = u16::MAX;
            let mut pending = vec![melee(&corps, hits)];
            while let Some(melee) = pending.pop() {
                if melee.left() == 0 {
                    fewest = fewest.min(left(&melee, &corps));
                }
                pending.extend(melee.runs().iter().map(|run| {
                    let mut next = melee.clone();
                    next.spend(*run).expect("a listed run is legal");
                    next
                }));
            }
            let mut at_once = melee(&corps, hits);
            at_once.spend_all();
            assert_eq!(
                (at_once.left(), left(&at_once, &corps)),
                (0, fewest),
                "{factors}, {printed:?}, {hits}"
            );
        }
    }
}
