//! Forts: "Forts and Combat", "Sieges".

use super::*;
use crate::combat::fort::{
    Pressure, Rotation, capacity, check_garrison, may_assault, pressure, rotation, starves,
};
use crate::combat::{Role, Supply, Works, exchange};

fn guns(infantry: u8) -> Factors {
    Factors::new(infantry, 0, 1)
}

// proves M-fort-4, M-siege-1
#[test]
fn a_fort_holds_four_factors_or_six_and_no_horse() {
    assert_eq!((capacity(1), capacity(2)), (4, 6));
    assert_eq!(check_garrison(1, guns(3)), Ok(()));
    assert_eq!(check_garrison(1, guns(4)).unwrap_err(), "M-fort-4");
    assert_eq!(check_garrison(2, guns(5)), Ok(()));
    assert_eq!(check_garrison(2, Factors::new(1, 1, 0)).unwrap_err(), "M-siege-1");
    assert_eq!(check_garrison(2, Factors { cossacks: 1, ..Factors::NONE }).unwrap_err(), "M-siege-1");
}

// proves M-siege-4
#[test]
fn three_besiege_two() {
    for (inside, needed) in [(2, 3), (3, 5), (4, 6), (6, 9)] {
        assert_eq!(pressure(Factors::infantry(needed - 1), inside), Pressure::Occupied);
        assert_eq!(pressure(Factors::infantry(needed), inside), Pressure::Threatened);
    }
    assert_eq!(
        pressure(Factors::infantry(1), 0),
        Pressure::Threatened,
        "leaders and supply alone do not hold a fort"
    );
    assert_eq!(pressure(Factors::NONE, 0), Pressure::Occupied);
}

// proves M-siege-5
#[test]
fn barcelona_is_besieged_at_once_when_the_gun_arrives() {
    assert_eq!(pressure(Factors::infantry(5), 4), Pressure::Occupied);
    assert_eq!(pressure(guns(5), 4), Pressure::Besieged);
    assert_eq!(pressure(guns(4), 4), Pressure::Occupied);
}

// proves M-siege-4
#[test]
fn a_besieger_lost_to_a_sortie_lifts_the_siege() {
    assert_eq!(pressure(guns(5), 4), Pressure::Besieged);
    assert_eq!(pressure(guns(4), 4), Pressure::Occupied);
}

// proves M-siege-10, M-siege-11
#[test]
fn a_garrison_starves_every_turn_or_every_second_one() {
    let losses = |supplied| (1..=4).map(|phase| starves(phase, supplied)).collect::<Vec<_>>();
    assert_eq!(losses(false), [true; 4]);
    assert_eq!(losses(true), [false, true, false, true]);
}

// proves M-siege-24
#[test]
fn an_assault_needs_a_gun_on_the_spot_or_a_ship_and_happens_once() {
    assert_eq!(may_assault(false, false, false).unwrap_err(), "M-siege-24");
    assert_eq!(may_assault(false, true, false), Ok(()));
    assert_eq!(may_assault(false, false, true), Ok(()));
    assert_eq!(may_assault(true, true, true).unwrap_err(), "M-siege-24");
}

fn assault<'a>(attackers: &'a [Stack], garrison: &'a Stack, level: u8) -> Battle<'a> {
    Battle { site: Site { works: Works::Garrison(level), ..Site::CLEAR }, ..battle(attackers, garrison) }
}

// proves M-siege-26, M-siege-25, M-siege-28
#[test]
fn the_french_assault_three_portuguese() {
    let french = stack(FRANCE, guns(5), &[3]);
    let portuguese = infantry(PORTUGAL, 3, &[]);
    let outlook = assault(std::slice::from_ref(&french), &portuguese, 1).outlook();
    assert_eq!(outlook.exchange.attack_value, 6, "without the leader");
    assert_eq!((outlook.exchange.attack, outlook.exchange.counterattack), (2 - 1, 1));
    assert_eq!((outlook.defender.lost, outlook.defender.casualties), (1, 1), "a casualty, not disrupted");
    assert_eq!((outlook.attackers.lost, outlook.attackers.casualties), (1, 0), "disrupted");
    assert!(!outlook.verdict.retreat);
    assert_eq!(outlook.defender.stacks[0].all(), Factors::infantry(2));
}

// proves M-siege-26
#[test]
fn leader_and_gun_count_in_an_assault_if_the_switches_say_so() {
    let french = stack(FRANCE, guns(5), &[3]);
    let portuguese = infantry(PORTUGAL, 4, &[]);
    let mut both = assault(std::slice::from_ref(&french), &portuguese, 1);
    both.assault = AssaultRules { leaders: true, guns: true };
    let outlook = both.outlook();
    assert_eq!((outlook.exchange.attack_value, outlook.exchange.attack), (9, 4 - 1));
    assert_eq!(outlook.defender.lost, 3 + 1);
}

// proves M-siege-25
#[test]
fn horse_does_not_ride_down_a_garrison() {
    let french = stack(FRANCE, Factors::new(15, 3, 1), &[5, 5]);
    let garrison = infantry(AUSTRIA, 2, &[]);
    let outlook = assault(std::slice::from_ref(&french), &garrison, 1).outlook();
    assert_eq!((outlook.verdict.victor, outlook.verdict.retreat), (Role::Attacker, false));
    assert_eq!(outlook.defender.tolls[0].outright, Factors::NONE);
}

// proves M-siege-27
#[test]
fn hits_on_a_fort_of_level_2_go_round() {
    let led = |hits| rotation(hits, 4, 2);
    assert_eq!(led(2), Rotation { fort: 1, leaders: 1, factors: 0 });
    assert_eq!(led(3), Rotation { fort: 1, leaders: 1, factors: 1 });
    assert_eq!(led(6), Rotation { fort: 2, leaders: 2, factors: 2 });
    assert_eq!(led(8), Rotation { fort: 3, leaders: 2, factors: 3 }, "the leader is used up");
    assert_eq!(
        rotation(2, 4, 0),
        Rotation { fort: 1, leaders: 0, factors: 1 },
        "without a leader the second hit kills"
    );
    assert_eq!(rotation(99, 4, 2), Rotation { fort: 4, leaders: 2, factors: 4 });
}

// proves M-siege-27
#[test]
fn the_rotation_replaces_the_reduction_of_2() {
    let french = stack(FRANCE, guns(19), &[]);
    let garrison = infantry(AUSTRIA, 6, &[2]);
    let outlook = assault(std::slice::from_ref(&french), &garrison, 2).outlook();
    assert_eq!(outlook.exchange.attack, 8);
    assert_eq!(outlook.defender.lost, 3, "fort, leader, factor; fort, leader, factor; fort, factor");
}

// proves M-combat-31
#[test]
fn what_the_fort_absorbs_counts_as_suffered() {
    let french = infantry(FRANCE, 20, &[]);
    let site = Site { works: Works::Garrison(2), ..Site::CLEAR };
    let hits =
        |garrison: &Stack| exchange(&[open(&french)], garrison.strength(), site, AssaultRules::default());
    assert_eq!(hits(&infantry(AUSTRIA, 4, &[])).excess, 0, "4 and 4 for the fort");
    assert_eq!(hits(&infantry(AUSTRIA, 3, &[])).excess, 2);
    assert_eq!(hits(&infantry(AUSTRIA, 3, &[2])).excess, 0);
}

#[test]
fn rotated_hits_add_up() {
    for (hits, factors, absorbs) in
        (0..30).flat_map(|a| (0..=6).flat_map(move |b| (0..=b).map(move |c| (a, b, c))))
    {
        let Rotation { fort, leaders, factors: fallen } = rotation(hits, factors, absorbs);
        assert_eq!(fort + leaders + fallen, hits.min(2 * factors + absorbs));
        assert!(fallen <= fort && fallen <= factors && leaders <= absorbs);
    }
}

#[test]
fn at_cadiz_the_beaten_need_not_retreat() {
    let french = stack(FRANCE, Factors::new(9, 1, 0), &[5, 5]);
    let spaniards = infantry(SPAIN, 12, &[1]);
    let mut cadiz = battle(std::slice::from_ref(&french), &spaniards);
    assert!(cadiz.outlook().verdict.retreat);
    cadiz.stands = true;
    let outlook = cadiz.outlook();
    assert_eq!((outlook.verdict.victor, outlook.verdict.retreat), (Role::Attacker, false));
    assert_eq!(outlook.defender.tolls[0].outright, Factors::NONE, "and are not pursued");
}

#[test]
fn at_cadiz_even_a_force_without_a_leader_may_hold() {
    let french = infantry(FRANCE, 8, &[5]);
    let spaniards = infantry(SPAIN, 16, &[]);
    let mut cadiz = battle(std::slice::from_ref(&french), &spaniards);
    assert_eq!(cadiz.outlook().verdict.victor, Role::Attacker);
    cadiz.stands = true;
    assert_eq!(cadiz.outlook().verdict.victor, Role::Defender);
}

#[test]
fn a_garrison_without_supply_suffers_half_as_much_again() {
    let french = infantry(FRANCE, 20, &[]);
    let garrison = infantry(AUSTRIA, 6, &[]);
    let site = Site { works: Works::Garrison(1), supply: Supply::None, ..Site::CLEAR };
    assert_eq!(
        exchange(&[open(&french)], garrison.strength(), site, AssaultRules::default()).attack,
        7 * 3 / 2
    );
}
