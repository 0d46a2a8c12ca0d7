//! What a stack is worth: "Leaders' Effects on Combat", "Stacking".

use super::*;
use crate::forces::Arm;

// proves M-lead-44, M-combat-1
#[test]
fn lannes_with_five_is_worth_10_and_an_austrian_of_1_with_five_6() {
    assert_eq!(value(&infantry(FRANCE, 5, &[5])), 10);
    assert_eq!(value(&infantry(AUSTRIA, 5, &[1])), 6);
}

// proves M-lead-43
#[test]
fn davout_with_three_adds_three() {
    assert_eq!(value(&infantry(FRANCE, 3, &[5])), 6);
    assert_eq!(value(&infantry(FRANCE, 1, &[5])), 2, "after two of them are lost");
}

// proves M-lead-31, M-lead-45, M-combat-11, M-reform-3
#[test]
fn bagration_counts_2_before_army_reform_and_5_after_it() {
    let with = |reformed| {
        let contingent = Contingent::new(RUSSIA, Factors::infantry(5));
        value(&Stack::new(&[contingent], &leaders(RUSSIA, reformed, &[5])))
    };
    assert_eq!((with(false), with(true)), (7, 10));
    assert_eq!(value(&infantry(AUSTRIA, 5, &[1])), 6, "a value below 2 stays as it is");
}

// proves M-lead-46
#[test]
fn several_leaders_add_their_values() {
    assert_eq!(value(&infantry(FRANCE, 12, &[5, 2, 3])), 22);
    assert_eq!(value(&infantry(FRANCE, 8, &[5, 2, 3])), 16, "no more than the factors");
}

#[test]
fn leaderless_factors_are_worth_1_each() {
    assert_eq!(value(&infantry(RUSSIA, 4, &[])), 4);
    assert_eq!(value(&Stack::default()), 0);
}

// proves M-stack-20
#[test]
fn before_army_reform_five_leaders_count_and_six_of_two_nations() {
    let austrian = infantry(AUSTRIA, 20, &[2; 7]);
    assert_eq!(value(&austrian), 30);

    let contingents =
        [Contingent::new(AUSTRIA, Factors::infantry(20)), Contingent::new(RUSSIA, Factors::infantry(5))];
    let mut generals = leaders(AUSTRIA, false, &[2; 7]);
    generals.extend(leaders(RUSSIA, false, &[2, 2]));
    assert_eq!(
        value(&Stack::new(&contingents, &generals)),
        25 + 12,
        "five Austrians and a Russian, or four and two"
    );
    assert_eq!(value(&infantry(FRANCE, 20, &[2; 7])), 34, "any number of French");

    let reformed = Stack::new(&contingents[..1], &leaders(AUSTRIA, true, &[2; 7]));
    assert_eq!(value(&reformed), 34);
}

// proves M-lead-10, M-stack-20
#[test]
fn charles_with_five_subordinates_is_one_too_many() {
    assert_eq!(value(&infantry(AUSTRIA, 10, &[3, 2, 2, 2, 2, 2])), 20, "five fill ten factors");
    assert_eq!(value(&infantry(AUSTRIA, 12, &[3, 2, 2, 2, 2, 2])), 22, "the sixth does not count");
    assert_eq!(value(&infantry(AUSTRIA, 12, &[3, 1, 2, 2, 2, 2])), 22, "the weakest is left out");
}

// proves M-stack-20
#[test]
fn a_leader_without_factors_takes_no_place_of_the_five() {
    let contingents = [Contingent::new(RUSSIA, Factors::infantry(10))];
    let mut generals = leaders(PRUSSIA, false, &[2; 6]);
    generals.extend(leaders(RUSSIA, false, &[2, 1, 2]));
    assert_eq!(value(&Stack::new(&contingents, &generals)), 10 + 5);
}

#[test]
fn of_more_leaders_than_a_stack_has_room_for_the_weakest_are_left_out() {
    let mut generals = leaders(FRANCE, true, &[3; 16]);
    generals.extend(leaders(FRANCE, true, &[5, 1]));
    let army = Stack::new(&[Contingent::new(FRANCE, Factors::infantry(90))], &generals);
    assert_eq!(value(&army), 90 + 15 * 3 + 5);
}

// proves M-combat-12, M-stack-10
#[test]
fn a_leader_leads_his_own_nation_only() {
    let contingents =
        [Contingent::new(AUSTRIA, Factors::infantry(1)), Contingent::new(RUSSIA, Factors::infantry(6))];
    let austrian = leaders(AUSTRIA, true, &[5]);
    assert_eq!(value(&Stack::new(&contingents, &austrian)), 8);

    let mut coalition = austrian.clone();
    coalition[0].coalition = true;
    assert_eq!(
        value(&Stack::new(&contingents, &coalition)),
        12,
        "the Coalition Military Leader leads them all"
    );
}

// proves M-combat-12
#[test]
fn a_power_leads_its_clients_and_not_the_reverse() {
    let client =
        |bavarians| Contingent { under: FRANCE, ..Contingent::new(BAVARIA, Factors::infantry(bavarians)) };
    let allied = Stack::new(&[client(4)], &leaders(FRANCE, true, &[5]));
    assert_eq!(value(&allied), 8);
    let french = Contingent::new(FRANCE, Factors::infantry(4));
    assert_eq!(value(&Stack::new(&[french, client(0)], &leaders(BAVARIA, false, &[2]))), 4);
}

// proves M-stack-14, M-stack-15
#[test]
fn a_british_leader_leads_one_spaniard_and_later_as_many_as_there_are_others() {
    let with = |lent| {
        let british = Contingent::new(BRITAIN, Factors::infantry(2));
        let spanish = Contingent { under: BRITAIN, lent, ..Contingent::new(SPAIN, Factors::infantry(4)) };
        value(&Stack::new(&[british, spanish], &leaders(BRITAIN, true, &[5])))
    };
    assert_eq!((with(1), with(2)), (6 + 3, 6 + 4));
}

// proves M-stack-16
#[test]
fn spanish_leaders_lead_spaniards_without_that_limit() {
    let british = Contingent::new(BRITAIN, Factors::infantry(2));
    let spanish = Contingent { under: BRITAIN, lent: 1, ..Contingent::new(SPAIN, Factors::infantry(4)) };
    let mut generals = leaders(BRITAIN, true, &[5]);
    generals.extend(leaders(SPAIN, false, &[2]));
    assert_eq!(value(&Stack::new(&[british, spanish], &generals)), 6 + 3 + 2);
}

// proves M-stack-19
#[test]
fn beresford_alone_leads_portuguese_beyond_parity() {
    let british = Contingent::new(BRITAIN, Factors::infantry(1));
    let portuguese =
        Contingent { under: BRITAIN, lent: 1, ..Contingent::new(PORTUGAL, Factors::infantry(4)) };
    let mut general = leaders(BRITAIN, true, &[3]);
    assert_eq!(value(&Stack::new(&[british, portuguese], &general)), 5 + 2);
    general[0].trainer = true;
    assert_eq!(value(&Stack::new(&[british, portuguese], &general)), 5 + 3);
}

// proves M-bombard-1, M-bombard-3
#[test]
fn a_ship_adds_1_and_1_more_if_a_leader_has_room_for_it() {
    let mut spare = infantry(FRANCE, 3, &[5]);
    spare.ship = true;
    assert_eq!(value(&spare), 3 + 3 + 2);
    let mut full = infantry(FRANCE, 5, &[5]);
    full.ship = true;
    assert_eq!(value(&full), 5 + 5 + 1);
}

// proves M-combat-6
#[test]
fn who_is_left_out_of_an_attack_does_not_count() {
    let mut attack = infantry(FRANCE, 4, &[5]);
    attack.contingents[0].idle = Factors::infantry(3);
    assert_eq!((value(&attack), attack.strength().endurance()), (8, 4 + 4 + 3));
    assert_eq!(attack.final_value(crate::combat::Role::Attacker), 8, "nor when the victor is determined");
}

// proves M-combat-13
#[test]
fn without_a_leader_there_is_no_attack() {
    assert_eq!(infantry(RUSSIA, 4, &[]).may_attack(false).unwrap_err(), "M-combat-13");
    assert_eq!(infantry(RUSSIA, 4, &[1]).may_attack(false), Ok(()));
}

// proves M-lead-17, M-stack-21, M-reform-5
#[test]
fn a_corps_commander_attacks_with_five_and_after_reform_with_six() {
    assert_eq!(infantry(AUSTRIA, 6, &[2]).may_attack(false).unwrap_err(), "M-lead-17");
    assert_eq!(infantry(AUSTRIA, 5, &[2]).may_attack(false), Ok(()));
    assert_eq!(infantry(FRANCE, 7, &[5]).may_attack(false).unwrap_err(), "M-lead-17");
    assert_eq!(infantry(FRANCE, 6, &[5]).may_attack(false), Ok(()));
}

// proves M-lead-17, M-stack-22
#[test]
fn an_army_commander_attacks_with_15_and_his_subordinates_with_theirs() {
    let mut army = infantry(AUSTRIA, 16, &[2]);
    army.leaders[0].limit = 15;
    assert_eq!(army.may_attack(false).unwrap_err(), "M-lead-17");
    army.join(Commander::new(LeaderId(9), AUSTRIA, 2, false));
    assert_eq!((army.commanded(), army.may_attack(false)), (16, Ok(())));
}

// proves M-combat-32
#[test]
fn a_nation_at_morale_2_does_not_attack_unless_napoleon_fights_on() {
    let mut low = infantry(FRANCE, 5, &[5]);
    low.contingents[0].steady = false;
    low.leaders[0].steady = false;
    assert_eq!(low.may_attack(false).unwrap_err(), "M-combat-32");
    assert_eq!(low.may_attack(true), Ok(()));
}

// proves M-combat-25
#[test]
fn at_low_morale_leaders_add_to_the_value_and_absorb_nothing() {
    let mut low = infantry(FRANCE, 5, &[5]);
    low.contingents[0].steady = false;
    low.leaders[0].steady = false;
    assert_eq!((value(&low), low.strength().endurance()), (10, 5));
    assert_eq!(infantry(FRANCE, 5, &[5]).strength().endurance(), 10);
}

// proves M-guer-9
#[test]
fn guerrillas_are_not_led_and_do_not_attack() {
    let band = Contingent { guerrillas: true, ..Contingent::new(SPAIN, Factors::infantry(1)) };
    let stack = Stack::new(&[band], &leaders(SPAIN, false, &[2]));
    assert_eq!(value(&stack), 1);
    assert_eq!(stack.may_attack(false).unwrap_err(), "M-guer-9");
}

/// The most that leaders can add, by trying every way to give each factor a leader.
fn most(stack: &Stack, place: usize, room: &mut [u8], lent: &mut [u8]) -> u16 {
    let factor = |place: usize| {
        let counts = stack.contingents.iter().map(|contingent| usize::from(contingent.fights.infantry));
        let ends = counts.scan(0, |sum, count| {
            *sum += count;
            Some(*sum)
        });
        ends.take_while(|end| *end <= place).count()
    };
    let contingent = factor(place);
    if contingent == stack.contingents.len() {
        return 0;
    }
    let mut best = most(stack, place + 1, room, lent);
    for (number, leader) in stack.leaders.iter().enumerate() {
        let borrows = leader.borrows(&stack.contingents[contingent]);
        if room[number] > 0
            && leader.leads(&stack.contingents[contingent])
            && (!borrows || lent[contingent] > 0)
        {
            room[number] -= 1;
            lent[contingent] -= u8::from(borrows);
            best = best.max(1 + most(stack, place + 1, room, lent));
            room[number] += 1;
            lent[contingent] += u8::from(borrows);
        }
    }
    best
}

#[test]
fn the_canonical_lay_out_makes_the_most_of_two_nations() {
    for (own, lent_out, lent) in
        (0..=3).flat_map(|a| (0..=3).flat_map(move |b| (0..=2).map(move |c| (a, b, c))))
    {
        for (first, second, third) in [(2, 2, 0), (1, 3, 1), (3, 1, 2), (0, 2, 2), (4, 0, 1)] {
            let british = Contingent::new(BRITAIN, Factors::infantry(own));
            let portuguese =
                Contingent { under: BRITAIN, lent, ..Contingent::new(PORTUGAL, Factors::infantry(lent_out)) };
            let mut generals = leaders(BRITAIN, true, &[first, second]);
            generals[1].trainer = true;
            generals.extend(leaders(PORTUGAL, true, &[third]));
            let stack = Stack::new(&[british, portuguese], &generals);
            let mut room: Vec<u8> = stack.leaders.iter().map(|leader| leader.value).collect();
            let best = most(&stack, 0, &mut room, &mut [u8::MAX, lent]);
            let layout = LayOut::canonical(&stack);
            assert_eq!(stack.strength().leaders, best, "{stack:?}");
            assert_eq!(layout.strength(&stack), stack.strength());
            assert_eq!(layout.check(&stack), Ok(()));
        }
    }
}

#[test]
fn the_quick_way_to_a_value_agrees_with_the_lay_out() {
    for factors in 0..=12 {
        for printed in [&[][..], &[5], &[2, 2], &[5, 1, 3], &[6, 6, 1, 0]] {
            for nation in [FRANCE, RUSSIA] {
                let cavalry = factors / 4;
                let mut stack = stack(nation, Factors::new(factors - cavalry, cavalry, 0), printed);
                assert_eq!(LayOut::canonical(&stack).strength(&stack), stack.strength());
                stack.contingents.push(Contingent::new(NationId(40), Factors::of(Arm::Cossack, 0)));
                assert_eq!(
                    LayOut::canonical(&stack).strength(&stack),
                    stack.strength(),
                    "without pooling leaders"
                );
            }
        }
    }
}
