//! Guns, horse and cavalry leaders: "Artillery and Cavalry in Combat", "Cavalry Commanders".

use super::*;
use crate::combat::cavalry::{in_cavalry_mode, may_retreat_before_combat};
use crate::combat::{Factor, Mark, Role, Side, destroy, fires, kill, marks, pursues};
use crate::forces::Arm;

fn side(stack: Stack) -> Side {
    [stack].into_iter().collect()
}

fn factor(arm: Arm) -> Factor {
    Factor { stack: 0, contingent: 0, arm, idle: false }
}

// proves M-arms-2, M-arms-3
#[test]
fn guns_destroy_a_factor_of_any_arm_led_or_not() {
    let mut enemy = side(stack(AUSTRIA, Factors::new(2, 1, 1), &[2, 2]));
    let listed: Vec<Arm> = marks(&enemy)
        .iter()
        .map(|mark| match mark {
            Mark::Factor(factor) => factor.arm,
            Mark::Ship { .. } => panic!("there is no ship"),
        })
        .collect();
    assert_eq!(listed, [Arm::Infantry, Arm::Cavalry, Arm::Artillery]);
    destroy(&mut enemy, Mark::Factor(factor(Arm::Artillery))).expect("all of them are led");
    assert_eq!(enemy[0].all(), Factors::new(2, 1, 0));
    assert_eq!(destroy(&mut enemy, Mark::Factor(factor(Arm::Artillery))).unwrap_err(), "M-arms-2");
}

// proves M-arms-2
#[test]
fn a_gun_lost_in_the_melee_does_not_fire() {
    assert!(fires(&side(stack(FRANCE, Factors::new(3, 0, 1), &[]))));
    assert!(!fires(&side(stack(FRANCE, Factors::new(3, 1, 0), &[]))));
    let mut left_out = stack(FRANCE, Factors::infantry(3), &[]);
    left_out.contingents[0].idle = Factors::new(0, 0, 1);
    assert!(!fires(&side(left_out)), "nor does one that is left out of the attack");
}

// proves M-arms-1, M-arms-4
#[test]
fn however_many_guns_one_factor_falls_on_each_side() {
    let (french, austrians) =
        (stack(FRANCE, Factors::new(5, 0, 3), &[5]), stack(AUSTRIA, Factors::new(5, 0, 3), &[2]));
    let outlook = battle(std::slice::from_ref(&french), &austrians).outlook();
    for prospect in [&outlook.attackers, &outlook.defender] {
        assert_eq!(prospect.tolls[0].outright, Factors::new(0, 0, 1));
    }
}

// proves M-arms-5, M-arms-6
#[test]
fn horse_pursues_the_beaten_whatever_horse_they_have() {
    let french = stack(FRANCE, Factors::new(9, 3, 0), &[5, 5]);
    let austrians = stack(AUSTRIA, Factors::new(12, 2, 0), &[2]);
    let outlook = battle(std::slice::from_ref(&french), &austrians).outlook();
    assert!(outlook.verdict.retreat);
    assert_eq!(outlook.defender.tolls[0].outright.total(), 1, "one, for all three of them");
    assert_eq!(outlook.attackers.tolls[0].outright, Factors::NONE);
}

// proves M-arms-6
#[test]
fn a_beaten_attacker_is_not_pursued() {
    let french = infantry(FRANCE, 3, &[2]);
    let austrians = stack(AUSTRIA, Factors::new(8, 3, 0), &[2, 2]);
    let outlook = battle(std::slice::from_ref(&french), &austrians).outlook();
    assert_eq!(outlook.verdict.victor, Role::Defender);
    assert_eq!(outlook.attackers.tolls[0].outright, Factors::NONE);
}

// proves M-arms-5
#[test]
fn whose_only_horse_fell_does_not_pursue() {
    let mut french = side(stack(FRANCE, Factors::new(5, 1, 0), &[]));
    assert!(pursues(&french));
    kill(&mut french, factor(Arm::Cavalry)).expect("lost in the melee");
    assert!(!pursues(&french));
    assert_eq!(kill(&mut french, factor(Arm::Cavalry)).unwrap_err(), "M-arms-2");
}

// proves M-arms-7
#[test]
fn cossacks_pursue() {
    let cossacks = Factors { infantry: 4, cossacks: 1, ..Factors::NONE };
    assert!(pursues(&side(stack(RUSSIA, cossacks, &[2]))));
}

// proves M-bombard-3
#[test]
fn a_ship_fires_and_is_fired_at() {
    let mut port = infantry(BRITAIN, 3, &[]);
    port.ship = true;
    let mut port = side(port);
    assert!(fires(&port));
    assert!(marks(&port).contains(&Mark::Ship { stack: 0 }));
    destroy(&mut port, Mark::Ship { stack: 0 }).expect("the ship is there");
    assert!(!fires(&port));
    assert_eq!(destroy(&mut port, Mark::Ship { stack: 0 }).unwrap_err(), "M-bombard-3");
}

// proves M-combat-31
#[test]
fn fire_and_pursuit_do_not_count_as_an_overwhelming_offensive() {
    let french = stack(FRANCE, Factors::new(4, 1, 1), &[6]);
    let defender = infantry(AUSTRIA, 2, &[2]);
    let outlook = battle(std::slice::from_ref(&french), &defender).outlook();
    assert_eq!((outlook.exchange.attack, outlook.exchange.excess, outlook.exchange.counterattack), (5, 1, 1));
    assert_eq!((outlook.defender.lost, outlook.attackers.lost), (2, 1));
}

// proves M-lead-19, M-lead-20
#[test]
fn three_factors_make_cavalry_mode_and_three_of_infantry_do_not() {
    assert!(in_cavalry_mode(Factors::new(2, 1, 0)) && in_cavalry_mode(Factors::new(0, 3, 0)));
    assert!(in_cavalry_mode(Factors::infantry(2)));
    assert!(!in_cavalry_mode(Factors::infantry(3)));
    assert!(!in_cavalry_mode(Factors::new(1, 3, 0)));
    assert!(!in_cavalry_mode(Factors::new(1, 1, 1)));
    assert!(!in_cavalry_mode(Factors::NONE));
}

// proves M-combat-8
#[test]
fn murat_slips_away_unless_a_quicker_cavalry_leader_attacks() {
    let corps = Factors::new(2, 1, 0);
    assert_eq!(may_retreat_before_combat(corps, 4, None, false), Ok(()));
    assert_eq!(
        may_retreat_before_combat(corps, 4, Some(4), false),
        Ok(()),
        "equal initiative does not stop him"
    );
    assert_eq!(may_retreat_before_combat(corps, 4, Some(5), false).unwrap_err(), "M-combat-8");
    assert_eq!(may_retreat_before_combat(corps, 4, None, true).unwrap_err(), "M-combat-8");
    assert_eq!(may_retreat_before_combat(Factors::infantry(3), 4, None, false).unwrap_err(), "M-combat-8");
}
