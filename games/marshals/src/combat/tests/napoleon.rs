//! What only Napoleon can do: "Other Leader Abilities".

use super::*;
use crate::combat::napoleon::{Detachment, fought_on, may_fight_on, may_split};
use crate::combat::{NATIONS, Role};

fn detachment(factors: u8) -> Detachment {
    let mut detachment = Detachment { leaders: 1 << 4, factors: [Factors::NONE; NATIONS] };
    detachment.factors[0] = Factors::infantry(factors);
    detachment
}

// proves M-lead-47
#[test]
fn napoleon_splits_two_nations_until_1812() {
    assert_eq!(may_split(1812, 2, &detachment(4)), Ok(()));
    assert_eq!(may_split(1813, 2, &detachment(4)).unwrap_err(), "M-lead-47");
    assert_eq!(may_split(1812, 1, &detachment(4)).unwrap_err(), "M-lead-47");
    assert_eq!(may_split(1812, 2, &detachment(3)).unwrap_err(), "M-lead-47");
    assert_eq!(may_split(1812, 2, &Detachment { leaders: 0, ..detachment(4) }).unwrap_err(), "M-lead-47");
}

// proves M-lead-47, M-nm-19
#[test]
fn oudinot_holds_the_russians_while_napoleon_beats_the_austrians() {
    let french = infantry(FRANCE, 20, &[5, 5, 4, 2, 4]);
    let contingents =
        [Contingent::new(AUSTRIA, Factors::infantry(10)), Contingent::new(RUSSIA, Factors::infantry(12))];
    let mut generals = leaders(AUSTRIA, false, &[2, 2]);
    generals.extend(leaders(RUSSIA, false, &[2, 2, 2]));
    let coalition = Stack::new(&contingents, &generals);

    let (oudinot, napoleon) = detachment(4).from(&french).expect("there are enough");
    assert_eq!((value(&oudinot), value(&napoleon)), (8, 16 + 16));
    let (russians, austrians) =
        Detachment::of_nation(&coalition, RUSSIA).from(&coalition).expect("all of them");
    assert_eq!((value(&russians), value(&austrians)), (12 + 6, 10 + 4));

    let held = battle(std::slice::from_ref(&oudinot), &russians).outlook();
    let won = battle(std::slice::from_ref(&napoleon), &austrians).outlook();
    assert_eq!((held.exchange.attack, held.exchange.counterattack), (3, 7));
    assert_eq!((won.exchange.attack, won.exchange.counterattack), (13, 6));
    assert_eq!((held.verdict.victor, won.verdict.victor), (Role::Defender, Role::Attacker));
    assert_eq!(won.morale.as_slice(), [(FRANCE, 1), (AUSTRIA, -1)]);
    assert_eq!(held.morale.as_slice(), [], "four French and three Russians");
}

#[test]
fn clients_go_with_their_power_and_ship_and_onlookers_stay() {
    let bavarians = Contingent { under: AUSTRIA, ..Contingent::new(BAVARIA, Factors::infantry(2)) };
    let mut austrians = Contingent::new(AUSTRIA, Factors::infantry(3));
    austrians.idle = Factors::infantry(1);
    let russians = Contingent::new(RUSSIA, Factors::infantry(5));
    let mut coalition = Stack::new(&[russians, bavarians, austrians], &leaders(AUSTRIA, false, &[2]));
    coalition.ship = true;
    let (apart, rest) = Detachment::of_nation(&coalition, AUSTRIA).from(&coalition).expect("all of them");
    assert_eq!((apart.all(), rest.all()), (Factors::infantry(5), Factors::infantry(5 + 1)));
    assert_eq!((apart.leaders.len(), rest.leaders.len()), (1, 0));
    assert_eq!((apart.ship, rest.ship), (false, true));
}

#[test]
fn what_is_not_there_cannot_be_split_off() {
    let french = infantry(FRANCE, 3, &[5]);
    assert_eq!(detachment(4).from(&french).unwrap_err(), "M-lead-47");
}

// proves M-lead-48
#[test]
fn napoleon_fights_on_from_1813_with_two_marshals_on_french_ground() {
    assert_eq!(may_fight_on(1814, true, true, 2), Ok(()));
    assert_eq!(may_fight_on(1814, true, true, 3).unwrap_err(), "M-lead-48", "a third stays out");
    assert_eq!(may_fight_on(1812, true, true, 0).unwrap_err(), "M-lead-48");
    assert_eq!(may_fight_on(1814, false, true, 1).unwrap_err(), "M-lead-48");
    assert_eq!(may_fight_on(1814, true, false, 1).unwrap_err(), "M-lead-48");
}

// proves M-lead-49
#[test]
fn a_victory_over_a_leader_brings_1_and_not_2() {
    assert_eq!(fought_on(0, true, true), 1);
    assert_eq!(fought_on(1, true, true), 1);
    assert_eq!(fought_on(0, true, false), 0);
    assert_eq!(fought_on(-1, false, true), -1);
}

// proves M-lead-48, M-combat-25
#[test]
fn in_1814_napoleon_attacks_at_morale_2_and_nobody_saves_his_men() {
    let mut french = infantry(FRANCE, 8, &[5, 3]);
    french.contingents[0].steady = false;
    for leader in &mut french.leaders {
        leader.steady = false;
    }
    let prussians = infantry(PRUSSIA, 4, &[2]);
    let outlook = battle(std::slice::from_ref(&french), &prussians).outlook();
    assert_eq!((outlook.exchange.attack_value, outlook.exchange.attack), (16, 6));
    assert_eq!(outlook.exchange.counterattack, 2);
    assert_eq!(outlook.attackers.lost, 2, "both hits kill");
    assert_eq!(outlook.verdict.victor, Role::Attacker);
}
