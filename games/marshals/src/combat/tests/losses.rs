//! Where losses go: "How to Conduct Combat" 6 and 8.

use super::*;
use crate::combat::losses::{Fate, Toll, casualties, disrupted, place, usual};

fn toll(nation: NationId, melee: Factors, outright: Factors) -> Toll {
    Toll { nation, guerrillas: false, melee, outright }
}

// proves M-combat-43
#[test]
fn half_are_disrupted_and_an_odd_one_too() {
    for (lost, rally, dead) in [(0, 0, 0), (1, 1, 0), (7, 4, 3), (9, 5, 4), (8, 4, 4)] {
        let tolls = [toll(FRANCE, Factors::infantry(lost), Factors::NONE)];
        assert_eq!(
            (disrupted(&tolls, Fate::Halved), casualties(&tolls, Fate::Halved)),
            (rally, dead),
            "{lost} lost"
        );
    }
}

// proves M-arms-3, M-combat-43
#[test]
fn fire_and_pursuit_are_casualties_and_not_halved() {
    let tolls = [toll(FRANCE, Factors::infantry(4), Factors::new(1, 1, 0))];
    assert_eq!((disrupted(&tolls, Fate::Halved), casualties(&tolls, Fate::Halved)), (2, 4));
}

// proves M-combat-43
#[test]
fn the_owner_chooses_what_is_disrupted() {
    let tolls = [toll(AUSTRIA, Factors::new(8, 0, 1), Factors::new(0, 1, 0))];
    assert_eq!(usual(&tolls, Fate::Halved).as_slice(), [Factors::new(4, 0, 1)], "the gun first");
    let infantry = place(&tolls, Fate::Halved, &[Factors::infantry(5)]).expect("any five");
    assert_eq!(infantry[0].casualties, Factors::new(3, 1, 1));
    assert_eq!(place(&tolls, Fate::Halved, &[Factors::infantry(4)]).unwrap_err(), "M-combat-43");
    assert_eq!(
        place(&tolls, Fate::Halved, &[Factors::new(4, 1, 0)]).unwrap_err(),
        "M-combat-43",
        "the horse was shot"
    );
    assert_eq!(place(&tolls, Fate::Halved, &[]).unwrap_err(), "M-combat-43");
}

// proves M-combat-39
#[test]
fn a_surrounded_force_is_all_casualties() {
    let tolls = [toll(AUSTRIA, Factors::infantry(6), Factors::infantry(3))];
    assert_eq!((disrupted(&tolls, Fate::Casualties), casualties(&tolls, Fate::Casualties)), (0, 9));
    let austrians = infantry(AUSTRIA, 9, &[2]);
    let french = stack(FRANCE, Factors::new(6, 1, 0), &[5, 2]);
    let mut surrounded = battle(std::slice::from_ref(&french), &austrians);
    surrounded.surrounded = true;
    let outlook = surrounded.outlook();
    assert_eq!((outlook.defender.lost, outlook.defender.casualties), (9, 9));
    surrounded.surrounded = false;
    let outlook = surrounded.outlook();
    assert_eq!((outlook.defender.lost, outlook.defender.casualties), (6 + 1, 3 + 1));
}

// proves M-guer-15
#[test]
fn cossacks_are_never_disrupted() {
    let tolls = [toll(RUSSIA, Factors { infantry: 2, cossacks: 1, ..Factors::NONE }, Factors::NONE)];
    assert_eq!(usual(&tolls, Fate::Halved).as_slice(), [Factors::infantry(2)]);
    let with_cossack = Factors { infantry: 1, cossacks: 1, ..Factors::NONE };
    assert_eq!(place(&tolls, Fate::Halved, &[with_cossack]).unwrap_err(), "M-guer-15");
    let alone = [toll(RUSSIA, Factors { cossacks: 1, ..Factors::NONE }, Factors::NONE)];
    assert_eq!((disrupted(&alone, Fate::Halved), casualties(&alone, Fate::Halved)), (0, 1));
}

// proves M-guer-10
#[test]
fn guerrillas_are_eliminated() {
    let band = Toll { guerrillas: true, ..toll(SPAIN, Factors::infantry(1), Factors::NONE) };
    assert_eq!((disrupted(&[band], Fate::Halved), casualties(&[band], Fate::Halved)), (0, 1));
}

#[test]
fn the_losses_of_allies_are_halved_together_and_shared_out() {
    let tolls = [
        toll(AUSTRIA, Factors::new(4, 1, 0), Factors::NONE),
        toll(RUSSIA, Factors::new(3, 0, 1), Factors::NONE),
    ];
    assert_eq!(disrupted(&tolls, Fate::Halved), 5);
    assert_eq!(usual(&tolls, Fate::Halved).as_slice(), [Factors::new(2, 1, 0), Factors::new(1, 0, 1)]);
}

#[test]
fn no_factor_is_lost_on_the_way_to_the_boxes() {
    for (infantry, cavalry, cossacks) in
        (0..6).flat_map(|a| (0..3).flat_map(move |b| (0..4).map(move |c| (a, b, c))))
    {
        let melee = Factors { infantry, cavalry, artillery: 1, cossacks };
        let tolls =
            [toll(RUSSIA, melee, Factors::infantry(1)), toll(PRUSSIA, Factors::infantry(2), Factors::NONE)];
        for fate in [Fate::Halved, Fate::Casualties] {
            let boxes = place(&tolls, fate, &usual(&tolls, fate)).expect("the usual choice is legal");
            for (toll, boxes) in tolls.iter().zip(boxes) {
                assert_eq!(boxes.disrupted + boxes.casualties, toll.all());
            }
        }
    }
}
