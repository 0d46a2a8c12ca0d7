//! The battles by which the designer has checked the system: "Designer's Notes". Casualties are as published, with forces as the
//! orders of battle propose them.

use super::*;
use crate::combat::losses::{Fate, casualties, tolls};
use crate::combat::{
    Factor, Mark, Melee, Outlook, Role, Run, Side, Supply, Target, Weather, destroy, fires, pursues, verdict,
};
use crate::forces::Arm;

/// Combat values, hits, losses and casualties, the attacker's first.
fn numbers(outlook: &Outlook) -> [(u16, u16); 4] {
    [
        (outlook.exchange.attack_value, outlook.exchange.defence_value),
        (outlook.exchange.attack, outlook.exchange.counterattack),
        (outlook.attackers.lost, outlook.defender.lost),
        (outlook.attackers.casualties, outlook.defender.casualties),
    ]
}

// proves M-design-1, M-combat-39, M-combat-31
#[test]
fn ulm() {
    let french = infantry(FRANCE, 21, &[5, 5, 2, 4, 3]);
    let austrians = infantry(AUSTRIA, 8, &[1, 3, 2, 2]);
    let mut ulm = battle(std::slice::from_ref(&french), &austrians);
    ulm.site.supply = Supply::None;
    ulm.surrounded = true;
    let outlook = ulm.outlook();
    assert_eq!(numbers(&outlook), [(40, 15), (24, 0), (0, 8), (0, 8)]);
    assert_eq!(outlook.exchange.excess, 9);
    assert!(outlook.exact, "nobody has anything to choose");
}

/// Losses and casualties of both sides, the attacker's first, if the defender hits these groups of the attacker and so spares
/// guns and horse, which then kill infantry.
fn sparing(battle: &Battle, groups: &[(u8, u8)]) -> [(u16, u16); 2] {
    let exchange = battle.exchange();
    let side = |stack: &Stack| -> Side { [stack.clone()].into_iter().collect() };
    let (before, enemies) = (side(&battle.attackers[0]), side(battle.defender));
    let mut melee = Melee::new(&before, &[LayOut::canonical(&before[0])], exchange.counterattack);
    for (group, hits) in groups {
        let target = Target::Group { stack: 0, group: *group };
        melee.spend(Run { target, hits: *hits }).expect("the run is legal");
    }
    assert_eq!(melee.left(), 0);
    let attackers = melee.survivors(&before);
    let mut melee = Melee::new(&enemies, &[LayOut::canonical(&enemies[0])], exchange.attack);
    melee.spend_all();
    let beaten = melee.survivors(&enemies);

    let mut end = beaten.clone();
    let infantry = Mark::Factor(Factor { stack: 0, contingent: 0, arm: Arm::Infantry, idle: false });
    assert!(fires(&attackers) && !fires(&beaten));
    destroy(&mut end, infantry).expect("infantry is left");
    assert!(verdict(&attackers, &end[0], false).retreat && pursues(&attackers));
    destroy(&mut end, infantry).expect("infantry is left");

    let count = |before: &[Stack], melee: &[Stack], end: &[Stack]| {
        let tolls = tolls(before, melee, end);
        (tolls.iter().map(|toll| toll.all().total()).sum(), casualties(&tolls, Fate::Halved))
    };
    [count(&before, &attackers, &attackers), count(&enemies, &beaten, &end)]
}

// proves M-design-1, M-arms-2, M-arms-5
#[test]
fn austerlitz() {
    let contingents =
        [Contingent::new(RUSSIA, Factors::infantry(13)), Contingent::new(AUSTRIA, Factors::infantry(4))];
    let mut generals = leaders(RUSSIA, false, &[3, 5, 3, 2]);
    generals.extend(leaders(AUSTRIA, false, &[3, 2]));
    let coalition = Stack::new(&contingents, &generals);

    let french = stack(FRANCE, Factors::new(12, 2, 1), &[5, 4, 5, 3]);
    let austerlitz = battle(std::slice::from_ref(&french), &coalition);
    let outlook = austerlitz.outlook();
    assert_eq!(numbers(&outlook)[..2], [(30, 29), (12, 12)]);
    assert_eq!(
        sparing(&austerlitz, &[(0, 8), (1, 4)]),
        [(6, 3), (9 + 2, 4 + 2)],
        "one short of the published 7"
    );
    assert_eq!(outlook.verdict.victor, Role::Attacker);

    let stronger = stack(FRANCE, Factors::new(14, 2, 1), &[5, 4, 5, 3, 5]);
    let austerlitz = battle(std::slice::from_ref(&stronger), &coalition);
    assert_eq!(numbers(&austerlitz.outlook())[..2], [(34, 29), (14, 12)]);
    assert_eq!(
        sparing(&austerlitz, &[(0, 8), (1, 4)]),
        [(6, 3), (10 + 2, 5 + 2)],
        "with Davout as published"
    );
}

// proves M-design-1, M-arms-2
#[test]
fn whoever_hits_napoleons_own_corps_silences_his_gun() {
    let russians = infantry(RUSSIA, 12, &[3, 2, 5, 3, 2]);
    let french = stack(FRANCE, Factors::new(10, 1, 1), &[5, 5, 2, 3, 3]);
    let outlook = battle(std::slice::from_ref(&french), &russians).outlook();
    assert_eq!(outlook.defender.tolls[0].outright.total(), 1, "pursued, but not fired at");
}

// proves M-design-1, M-arms-5
#[test]
fn jena() {
    let french = stack(FRANCE, Factors::new(9, 1, 0), &[5, 5, 4]);
    let prussians = infantry(PRUSSIA, 8, &[2, 2]);
    let outlook = battle(std::slice::from_ref(&french), &prussians).outlook();
    assert_eq!(numbers(&outlook), [(20, 12), (8, 5), (3, 6 + 1), (1, 4)]);
    assert_eq!(outlook.morale.as_slice(), [(FRANCE, 1), (PRUSSIA, -1)]);

    let at_weimar = stack(PRUSSIA, Factors::new(11, 0, 1), &[2, 2]);
    let outlook = battle(std::slice::from_ref(&french), &at_weimar).outlook();
    assert_eq!(outlook.exchange.counterattack, 6, "all of Weimar's twelve factors would do one more");
}

// proves M-design-1
#[test]
fn auerstadt() {
    let french = infantry(FRANCE, 5, &[5]);
    let prussians = infantry(PRUSSIA, 10, &[2, 2, 2, 1]);
    let outlook = battle(std::slice::from_ref(&french), &prussians).outlook();
    assert_eq!(numbers(&outlook), [(10, 17), (4, 7), (4, 4), (2, 2)]);
    assert_eq!((outlook.verdict.victor, outlook.verdict.retreat), (Role::Defender, false));
    assert_eq!((outlook.verdict.attack_value, outlook.verdict.defence_value), (2, 12));
    assert!(outlook.morale.is_empty());
}

// proves M-design-1, M-terrain-11
#[test]
fn eylau() {
    let french = infantry(FRANCE, 15, &[5, 5, 4, 3]);
    let russians = infantry(RUSSIA, 15, &[3, 2, 5, 3, 2]);
    let mut eylau = battle(std::slice::from_ref(&french), &russians);
    eylau.site.weather = Weather { northern: true, mountains: true };
    assert_eq!(numbers(&eylau.outlook()), [(30, 25), (18, 15), (8, 12), (4, 6)]);
}

// proves M-design-1, M-arms-2, M-arms-5
#[test]
fn friedland() {
    let french = stack(FRANCE, Factors::new(10, 1, 1), &[5, 5, 2, 3, 3]);
    let russians = infantry(RUSSIA, 12, &[3, 2, 5, 3, 2]);
    let friedland = battle(std::slice::from_ref(&french), &russians);
    assert_eq!(numbers(&friedland.outlook())[..2], [(24, 22), (10, 9)]);
    assert_eq!(sparing(&friedland, &[(0, 6), (1, 3)]), [(5, 2), (6 + 2, 3 + 2)]);
}
