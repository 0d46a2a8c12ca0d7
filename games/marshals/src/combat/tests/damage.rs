//! Damage with terrain, weather and supply: "How to Conduct Combat" 2 to 4, "Terrain Effects", "Weather and Remote Areas".

use super::*;
use crate::combat::losses::{Fate, casualties, disrupted, tolls};
use crate::combat::{Melee, Role, Run, Supply, Target, Weather, What, Works, account, exchange};

fn rules() -> AssaultRules {
    AssaultRules::default()
}

const NORTH: Weather = Weather { northern: true, mountains: true };
const PASSES: Weather = Weather { northern: false, mountains: true };

/// A defender who can take a great deal and does nothing.
fn wall() -> crate::combat::Strength {
    crate::combat::Strength { idle: 100, ..Default::default() }
}

// proves M-combat-16, M-terrain-3
#[test]
fn stacks_over_different_hexsides_are_read_by_themselves() {
    let ten = infantry(FRANCE, 5, &[5]);
    let attack = |onsets: &[Onset]| exchange(onsets, wall(), Site::CLEAR, rules()).attack;
    assert_eq!(attack(&[open(&ten), across(&ten, Hexside::River)]), 4 + 3);
    assert_eq!(attack(&[open(&ten), open(&ten)]), 8, "over open sides they make one group of 20");
}

// proves M-combat-16
#[test]
fn rivers_and_mountains_are_not_pooled_but_two_rivers_are() {
    let six = infantry(FRANCE, 3, &[3]);
    let attack = |onsets: &[Onset]| exchange(onsets, wall(), Site::CLEAR, rules()).attack;
    assert_eq!(attack(&[across(&six, Hexside::River), across(&six, Hexside::Mountain)]), 1 + 1);
    assert_eq!(attack(&[across(&six, Hexside::River), across(&six, Hexside::River)]), 5 - 2);
}

// proves M-combat-16, M-combat-17
#[test]
fn woods_and_a_fort_of_level_2_against_20_and_20_over_a_river() {
    let twenty = infantry(FRANCE, 10, &[5, 5]);
    let site = Site { woods: true, works: Works::Fort(2), ..Site::CLEAR };
    let told = account(&[open(&twenty), across(&twenty, Hexside::River)], wall(), site, rules());
    assert_eq!(told.exchange.attack, 6);
    let attack = told.of(Role::Attacker);
    assert_eq!(attack.numbers(What::Damage).collect::<Vec<_>>(), [4, 2]);
    assert_eq!(attack.numbers(What::Terrain).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(attack.numbers(What::Fort).collect::<Vec<_>>(), [2, 2]);
}

// proves M-terrain-3
#[test]
fn soult_lannes_and_napoleon_against_woods() {
    let corps = infantry(FRANCE, 10, &[5, 5]);
    let site = Site { woods: true, ..Site::CLEAR };
    let onsets = [across(&corps, Hexside::River), across(&corps, Hexside::Mountain), open(&corps)];
    let told = account(&onsets, wall(), site, rules());
    assert_eq!(told.attack.numbers(What::Terrain).collect::<Vec<_>>(), [2, 4, 4]);
    assert_eq!(told.exchange.attack, 6 + 4 + 4);
}

// proves M-crt-8, M-crt-3
#[test]
fn river_and_mountain_share_a_column_and_a_landing_has_its_own() {
    let twenty = infantry(FRANCE, 10, &[5, 5]);
    let hits = |hexside, landing| {
        let onset = Onset { approach: Approach { hexside, landing }, ..open(&twenty) };
        exchange(&[onset], wall(), Site::CLEAR, rules()).attack
    };
    assert_eq!((hits(Hexside::River, false), hits(Hexside::Mountain, false)), (6, 6));
    assert_eq!((hits(Hexside::Open, true), hits(Hexside::River, true)), (6, 4));
}

// proves M-round-1, M-terrain-10
#[test]
fn seven_factors_across_mountains_in_winter_owe_4() {
    let seven = infantry(AUSTRIA, 7, &[]);
    let french = infantry(FRANCE, 5, &[5]);
    let site = Site { weather: PASSES, ..Site::CLEAR };
    let told = account(&[across(&french, Hexside::Mountain)], seven.strength(), site, rules());
    assert_eq!(told.counterattack.numbers(What::Damage).collect::<Vec<_>>(), [3]);
    assert_eq!(told.exchange.counterattack, 4, "3 and half as much again");
    assert_eq!(told.exchange.attack, (4 - 1) * 3 / 2);
    let river = exchange(&[across(&french, Hexside::River)], seven.strength(), site, rules());
    assert_eq!((river.attack, river.counterattack), (3, 3), "weather at mountains only");
}

#[test]
fn poor_weather_at_mountains_strikes_only_those_who_cross_them() {
    let corps = infantry(FRANCE, 5, &[5]);
    let site = Site { weather: PASSES, ..Site::CLEAR };
    let defence = infantry(AUSTRIA, 10, &[]).strength();
    let both = exchange(&[open(&corps), across(&corps, Hexside::Mountain)], defence, site, rules());
    assert_eq!((both.attack, both.counterattack), ((4 * 2 + 3 * 3) / 2, 4));
}

// proves M-terrain-11
#[test]
fn weather_in_the_north_counts_once() {
    let french = infantry(FRANCE, 5, &[5]);
    let site = Site { weather: NORTH, ..Site::CLEAR };
    let defence = infantry(RUSSIA, 10, &[]).strength();
    let told = exchange(&[across(&french, Hexside::Mountain)], defence, site, rules());
    assert_eq!((told.attack, told.counterattack), (3 * 3 / 2, 4 * 3 / 2));
}

// proves M-terrain-11
#[test]
fn smolensk_in_december() {
    let (french, russians) = (infantry(FRANCE, 5, &[2]), infantry(RUSSIA, 4, &[]));
    let site = Site { woods: true, weather: NORTH, ..Site::CLEAR };
    let told = account(&[open(&french)], russians.strength(), site, rules());
    assert_eq!((told.exchange.attack_value, told.exchange.defence_value), (7, 4));
    assert_eq!(told.attack.numbers(What::Damage).collect::<Vec<_>>(), [3 - 1]);
    assert_eq!((told.exchange.attack, told.exchange.counterattack), (3, 3));

    let side = std::slice::from_ref(&french);
    let mut melee = Melee::new(side, &[LayOut::canonical(&french)], told.exchange.counterattack);
    melee.spend(Run { target: Target::Group { stack: 0, group: 0 }, hits: 3 }).expect("the led are hit");
    let after = melee.survivors(side);
    let lost = tolls(side, &after, &after);
    assert_eq!(
        (disrupted(&lost, Fate::Halved), casualties(&lost, Fate::Halved)),
        (1, 1),
        "the leader stops the third"
    );
}

// proves M-lead-44
#[test]
fn lannes_does_4_and_suffers_2() {
    let (lannes, austrians) = (infantry(FRANCE, 5, &[5]), infantry(AUSTRIA, 5, &[1]));
    let told = exchange(&[open(&lannes)], austrians.strength(), Site::CLEAR, rules());
    assert_eq!((told.attack, told.counterattack), (4, 2));
}

// proves M-round-1, M-combat-18
#[test]
fn weather_and_lack_of_supply_add_up_and_are_rounded_once() {
    let french = infantry(FRANCE, 7, &[6]);
    let defence = infantry(AUSTRIA, 14, &[]).strength();
    let site = |supply, weather| Site { supply, weather, ..Site::CLEAR };
    let fought = |site| {
        let told = exchange(&[open(&french)], defence, site, rules());
        (told.attack, told.counterattack)
    };
    assert_eq!(fought(Site::CLEAR), (5, 6));
    assert_eq!(fought(site(Supply::Full, NORTH)), (7, 9));
    assert_eq!(fought(site(Supply::None, Weather::default())), (7, 3));
    assert_eq!(fought(site(Supply::None, NORTH)), (10, 4), "5 and twice 2.5; 6 by a half by one and a half");

    let seventeen = infantry(FRANCE, 11, &[6]);
    let wall = crate::combat::Strength { idle: 100, ..defence };
    let hits = exchange(&[open(&seventeen)], wall, site(Supply::None, NORTH), rules()).attack;
    assert_eq!(hits, 14, "7 and twice 3.5, not 10 and half as much again");
}

// proves M-round-1
#[test]
fn a_halved_counterattack_is_not_rounded_before_weather() {
    let french = infantry(FRANCE, 7, &[6]);
    let defence = crate::combat::Strength { factors: 7, ..wall() };
    let site = Site { supply: Supply::None, weather: NORTH, ..Site::CLEAR };
    assert_eq!(
        exchange(&[open(&french)], defence, site, rules()).counterattack,
        2,
        "3 x 3/4 = 2.25, not 1 x 3/2"
    );
}

// proves M-supply-26
#[test]
fn davout_and_ney_with_one_depot() {
    let mut french = infantry(FRANCE, 5, &[5, 2]);
    french.contingents[0].idle = Factors::infantry(7);
    let russians = infantry(RUSSIA, 20, &[]);
    let site = Site { supply: Supply::Partial, ..Site::CLEAR };
    let told = exchange(&[open(&russians)], french.strength(), site, rules());
    assert_eq!(told.defence_value, 10, "five infantry and Davout; Ney adds nothing");
    assert_eq!((told.attack, told.counterattack), (12, 4));
}

// proves M-combat-31
#[test]
fn an_overwhelming_offensive_lessens_the_counterattack() {
    let french = infantry(FRANCE, 6, &[6]);
    let defender = infantry(AUSTRIA, 2, &[2]);
    let told = account(&[open(&french)], defender.strength(), Site::CLEAR, rules());
    assert_eq!((told.exchange.attack, told.exchange.excess), (5, 1));
    assert_eq!(told.exchange.counterattack, 2 - 1);
    assert_eq!(told.counterattack.numbers(What::Excess).collect::<Vec<_>>(), [1]);
}

// proves M-combat-31, M-combat-25
#[test]
fn at_low_morale_a_defender_can_suffer_less() {
    let french = infantry(FRANCE, 6, &[6]);
    let mut defender = infantry(AUSTRIA, 2, &[2]);
    defender.contingents[0].steady = false;
    defender.leaders[0].steady = false;
    let told = exchange(&[open(&french)], defender.strength(), Site::CLEAR, rules());
    assert_eq!((told.excess, told.counterattack), (3, 0), "never below nothing");
}

// proves M-fort-2, M-fort-3, M-siege-21
#[test]
fn a_fort_shelters_who_stands_at_it_but_not_his_attacks_nor_besiegers() {
    let twenty = infantry(FRANCE, 10, &[5, 5]);
    let at_fort = Site { works: Works::Fort(2), ..Site::CLEAR };
    let defence = infantry(AUSTRIA, 20, &[]).strength();
    let told = exchange(&[open(&twenty)], defence, at_fort, rules());
    assert_eq!((told.attack, told.counterattack), (6, 8), "the counterattack is not reduced");
    let besiegers = Site { woods: true, works: Works::None, ..Site::CLEAR };
    assert_eq!(exchange(&[open(&twenty)], defence, besiegers, rules()).attack, 6, "woods alone");
}

// proves M-siege-23
#[test]
fn a_sortie_and_a_relief_force_attack_together() {
    let (sortie, relief) = (infantry(AUSTRIA, 4, &[2]), infantry(AUSTRIA, 8, &[2]));
    let besiegers = infantry(FRANCE, 9, &[]);
    let onsets = [open(&sortie), across(&relief, Hexside::River)];
    let told = exchange(&onsets, besiegers.strength(), Site::CLEAR, rules());
    assert_eq!((told.attack, told.counterattack), (2 + 4 - 1, 4), "one counterattack against both");
}

#[test]
fn the_account_says_the_same_as_the_quick_way() {
    for (attack, defence) in (0..=45).step_by(3).flat_map(|a| (0..=45).step_by(4).map(move |d| (a, d))) {
        let (attackers, defender) = (infantry(FRANCE, attack, &[5, 3]), infantry(AUSTRIA, defence, &[2, 2]));
        for works in [Works::None, Works::Fort(1), Works::Garrison(1), Works::Garrison(2)] {
            for (supply, weather) in
                [(Supply::Full, PASSES), (Supply::None, NORTH), (Supply::Partial, PASSES)]
            {
                let site = Site { woods: attack % 2 == 0, works, supply, weather };
                let onsets = [open(&attackers), across(&attackers, Hexside::Mountain)];
                let told = account(&onsets, defender.strength(), site, rules());
                assert_eq!(told.exchange, exchange(&onsets, defender.strength(), site, rules()));
                let hits = |role| told.of(role).numbers(What::Hits).last();
                assert_eq!(hits(Role::Attacker), Some(told.exchange.attack));
                assert_eq!(hits(Role::Defender), Some(told.exchange.counterattack));
            }
        }
    }
}

#[test]
fn damage_in_the_open_never_falls_with_the_combat_value() {
    let defence = infantry(AUSTRIA, 30, &[2]).strength();
    for weather in [Weather::default(), NORTH] {
        let site = Site { weather, ..Site::CLEAR };
        let hits = |value| {
            let strength = crate::combat::Strength { factors: value, ..Default::default() };
            let onset = Onset { strength, approach: Approach::default() };
            exchange(&[onset], defence, site, rules())
        };
        for value in 0..150 {
            let (less, more) = (hits(value), hits(value + 1));
            assert!(less.attack <= more.attack && less.counterattack >= more.counterattack);
        }
    }
}
