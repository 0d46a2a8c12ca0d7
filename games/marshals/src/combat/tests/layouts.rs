//! How stacks are laid out: "How to Conduct Combat" 2.

use super::*;
use crate::combat::{Group, Reckoning, Record, Slot, What};
use crate::forces::Arm;

fn group(leader: u8, led: &[Arm]) -> Group {
    Group { leader, led: led.iter().map(|arm| Slot { contingent: 0, arm: *arm }).collect() }
}

fn lay_out(groups: &[Group]) -> LayOut {
    LayOut { groups: groups.iter().cloned().collect() }
}

// proves M-combat-10, M-combat-2
#[test]
fn the_canonical_lay_out_fills_the_strongest_and_shields_guns_and_horse() {
    let french = stack(FRANCE, Factors::new(13, 1, 1), &[5, 2, 5]);
    let layout = LayOut::canonical(&french);
    let expected = [(0, Factors::new(4, 0, 1)), (2, Factors::new(4, 1, 0)), (1, Factors::infantry(2))];
    assert_eq!(groups(&layout), expected, "Napoleon, Davout, Ney; three infantry are leaderless");
    assert_eq!(layout.groups[0].led.last().map(|slot| slot.arm), Some(Arm::Artillery), "the gun is hit last");
}

// proves M-combat-10, M-combat-1
#[test]
fn the_reckoning_of_a_value_names_every_leader() {
    let french = stack(FRANCE, Factors::new(13, 1, 1), &[5, 2, 5]);
    let mut reckoning = Reckoning::default();
    let strength = LayOut::canonical(&french).reckon(&french, &mut reckoning);
    assert_eq!(reckoning.numbers(What::Factors).collect::<Vec<_>>(), [15]);
    assert_eq!(reckoning.numbers(What::Leader(LeaderId(1))).collect::<Vec<_>>(), [2]);
    assert_eq!(reckoning.numbers(What::Value).collect::<Vec<_>>(), [strength.value()]);
    reckoning.line(What::Leader(LeaderId(0)), 5, engine::rule!("M-combat-10"));
    assert_eq!(reckoning.lines[1].to_string(), "leader: 5 [M-combat-10]");
}

// proves M-combat-10
#[test]
fn an_owner_may_lay_out_less_than_he_could() {
    let french = stack(FRANCE, Factors::new(4, 0, 1), &[5]);
    let alone = lay_out(&[group(0, &[Arm::Artillery])]);
    assert_eq!(alone.check(&french), Ok(()));
    assert_eq!(alone.strength(&french).value(), 6);
    assert_eq!(LayOut::default().check(&french), Ok(()));
}

// proves M-combat-2, M-combat-10
#[test]
fn a_leader_protects_no_more_than_his_value_and_nobody_is_there_twice() {
    let ney = infantry(FRANCE, 4, &[2, 2]);
    let too_many = lay_out(&[group(0, &[Arm::Infantry; 3])]);
    assert_eq!(too_many.check(&ney).unwrap_err(), "M-combat-2");
    let twice = lay_out(&[group(0, &[Arm::Infantry]), group(0, &[Arm::Infantry])]);
    assert_eq!(twice.check(&ney).unwrap_err(), "M-combat-10");
    assert_eq!(lay_out(&[group(2, &[])]).check(&ney).unwrap_err(), "M-combat-10");
    let made_up = lay_out(&[group(0, &[Arm::Infantry, Arm::Artillery])]);
    assert_eq!(made_up.check(&ney).unwrap_err(), "M-combat-10");
}

// proves M-combat-12
#[test]
fn a_leader_is_refused_factors_of_another_nation() {
    let contingents =
        [Contingent::new(AUSTRIA, Factors::infantry(2)), Contingent::new(RUSSIA, Factors::infantry(2))];
    let allied = Stack::new(&contingents, &leaders(RUSSIA, false, &[2]));
    assert_eq!(lay_out(&[group(0, &[Arm::Infantry])]).check(&allied).unwrap_err(), "M-combat-12");
}

// proves M-stack-19
#[test]
fn portuguese_beyond_parity_are_refused() {
    let contingents = [
        Contingent { under: BRITAIN, lent: 1, ..Contingent::new(PORTUGAL, Factors::infantry(3)) },
        Contingent::new(BRITAIN, Factors::infantry(1)),
    ];
    let allied = Stack::new(&contingents, &leaders(BRITAIN, true, &[5]));
    assert_eq!(lay_out(&[group(0, &[Arm::Infantry; 2])]).check(&allied).unwrap_err(), "M-stack-19");
    assert_eq!(lay_out(&[group(0, &[Arm::Infantry])]).check(&allied), Ok(()));
}

// proves M-stack-20
#[test]
fn a_sixth_leader_of_an_unreformed_nation_is_refused() {
    let austrian = infantry(AUSTRIA, 12, &[2; 6]);
    let all: Vec<Group> = (0..6).map(|leader| group(leader, &[Arm::Infantry])).collect();
    assert_eq!(lay_out(&all).check(&austrian).unwrap_err(), "M-stack-20");
    assert_eq!(lay_out(&all[..5]).check(&austrian), Ok(()));
    assert_eq!(lay_out(&all).check(&infantry(FRANCE, 12, &[2; 6])), Ok(()));
}
