//! The worked battle of "How to Conduct Combat": Napoleon, Ney and Davout against Charles, in 1805.

use super::*;
use crate::combat::{
    Factor, Mark, Melee, Role, Run, Side, Target, What, account, destroy, exchange, fires, losses, morale,
    pursues, verdict,
};
use crate::forces::Arm;

const NAPOLEON: u8 = 0;
const DAVOUT: u8 = 1;
const NEY: u8 = 2;
const CHARLES: u8 = 0;

fn french() -> Stack {
    stack(FRANCE, Factors::new(13, 1, 1), &[5, 5, 2])
}

fn austrians() -> Stack {
    stack(AUSTRIA, Factors::new(16, 1, 1), &[3, 3, 2, 2])
}

fn on(leader: u8, hits: u8, layout: &LayOut) -> Run {
    let group = layout.groups.iter().position(|group| group.leader == leader).expect("he leads") as u8;
    Run { target: Target::Group { stack: 0, group }, hits }
}

fn factor(arm: Arm) -> Factor {
    Factor { stack: 0, contingent: 0, arm, idle: false }
}

fn leaderless(hits: u8) -> Run {
    Run { target: Target::Leaderless(factor(Arm::Infantry)), hits }
}

fn after(stack: &Stack, hits: u16, runs: impl Fn(&LayOut) -> Vec<Run>) -> Side {
    let layout = LayOut::canonical(stack);
    let side = std::slice::from_ref(stack);
    let mut melee = Melee::new(side, std::slice::from_ref(&layout), hits);
    for run in runs(&layout) {
        melee.spend(run).unwrap_or_else(|denied| panic!("{run:?}: {denied}"));
    }
    assert_eq!(melee.left(), 0);
    melee.survivors(side)
}

// proves M-combat-10, M-combat-11
#[test]
fn the_french_are_worth_27_and_the_austrians_26() {
    assert_eq!((value(&french()), value(&austrians())), (27, 26));
    let layout = LayOut::canonical(&austrians());
    assert!(layout.groups.iter().all(|group| group.led.len() == 2), "four leaders count 2 each");
    assert_eq!(austrians().strength().factors - austrians().strength().leaders, 10, "leaderless");
}

// proves M-combat-15, M-combat-18
#[test]
fn the_french_do_11_and_the_austrians_10() {
    let told = account(&[open(&french())], austrians().strength(), Site::CLEAR, AssaultRules::default());
    assert_eq!((told.exchange.attack, told.exchange.counterattack), (11, 10));
    let groups: Vec<u16> = [What::Group(20), What::Group(7), What::Group(6)]
        .into_iter()
        .flat_map(|group| {
            told.of(Role::Attacker).numbers(group).chain(told.of(Role::Defender).numbers(group))
        })
        .collect();
    assert_eq!(groups, [8, 8, 3, 2]);
}

// proves M-combat-26, M-combat-27, M-combat-28, M-combat-33, M-arms-2, M-arms-3
#[test]
fn the_battle_ends_16_to_16() {
    let (french, austrians) = (french(), austrians());
    let mut defender = after(&austrians, 11, |layout| vec![on(CHARLES, 4, layout), leaderless(7)]);
    assert_eq!(defender[0].all(), Factors::new(8, 1, 0), "Charles' infantry and gun are gone");
    assert_eq!(value(&defender[0]), 17);

    let attackers =
        after(&french, 10, |layout| vec![leaderless(3), on(NEY, 4, layout), on(DAVOUT, 3, layout)]);
    assert_eq!(attackers[0].all(), Factors::new(6, 1, 1));
    assert_eq!(value(&attackers[0]), 16, "Napoleon 5 and 5, Davout 3 and 3, Ney nothing");

    assert!(!fires(&defender) && fires(&attackers));
    let melee = defender.clone();
    destroy(&mut defender, Mark::Factor(factor(Arm::Cavalry))).expect("the cavalry is there");
    assert_eq!(value(&defender[0]), 16);

    let end = verdict(&attackers, &defender[0], false);
    assert_eq!((end.attack_value, end.defence_value), (16, 16));
    assert_eq!((end.victor, end.retreat), (Role::Defender, false), "a tie goes to the defender");

    let own = losses::tolls(std::slice::from_ref(&austrians), &melee, &defender);
    assert_eq!((own[0].melee, own[0].outright), (Factors::new(8, 0, 1), Factors::new(0, 1, 0)));
    let fate = losses::Fate::Halved;
    assert_eq!((losses::disrupted(&own, fate), losses::casualties(&own, fate)), (5, 4 + 1));
    let boxes = losses::place(&own, fate, &losses::usual(&own, fate)).expect("the usual choice is legal");
    assert_eq!(boxes[0].disrupted, Factors::new(4, 0, 1), "the gun is disrupted");
    assert_eq!(boxes[0].casualties, Factors::new(4, 1, 0));

    let theirs = losses::tolls(std::slice::from_ref(&french), &attackers, &attackers);
    assert_eq!((losses::disrupted(&theirs, fate), losses::casualties(&theirs, fate)), (4, 3));

    let parties = |before: &Stack, after: &[Stack]| morale::parties(std::slice::from_ref(before), after);
    let (mine, his) = (parties(&french, &attackers), parties(&austrians, &defender));
    assert_eq!(morale::changes(end.victor, &mine, &his).as_slice(), [(FRANCE, -1), (AUSTRIA, 1)]);
}

// proves M-combat-29, M-arms-4
#[test]
fn had_the_french_hit_unled_austrians_they_would_have_won() {
    let (french, austrians) = (french(), austrians());
    let mut defender = after(&austrians, 11, |layout| vec![leaderless(10), on(2, 1, layout)]);
    let mut attackers =
        after(&french, 10, |layout| vec![leaderless(3), on(NEY, 4, layout), on(DAVOUT, 3, layout)]);
    assert!(fires(&defender) && fires(&attackers), "both still have their gun");
    for side in [&mut defender, &mut attackers] {
        destroy(side, Mark::Factor(factor(Arm::Artillery))).expect("the guns shoot each other");
    }
    let end = verdict(&attackers, &defender[0], false);
    assert_eq!((end.attack_value, end.defence_value), (14, 12));
    assert_eq!((end.victor, end.retreat), (Role::Attacker, true));
    assert!(pursues(&attackers));
}

// proves M-combat-22
#[test]
fn napoleons_gun_falls_after_his_infantry() {
    let french = french();
    let with = |hits| after(&french, u16::from(hits), |layout| vec![on(NAPOLEON, hits, layout)])[0].all();
    assert_eq!(with(8), Factors::new(9, 1, 1));
    assert_eq!(with(10), Factors::new(9, 1, 0));
}

// proves M-combat-23
#[test]
fn the_austrians_could_have_ruined_napoleons_corps() {
    let french = french();
    let attackers = after(&french, 10, |layout| vec![on(NAPOLEON, 10, layout)]);
    assert_eq!(attackers[0].all().total(), 10);
    assert_eq!(
        value(&attackers[0]),
        20,
        "the book's 17 leaves Napoleon alone: he may lead the three leaderless ones now"
    );
}

// proves M-combat-18
#[test]
fn the_counterattack_counts_the_value_before_losses() {
    let same = exchange(&[open(&french())], austrians().strength(), Site::CLEAR, AssaultRules::default());
    assert_eq!(same.defence_value, 26);
}
