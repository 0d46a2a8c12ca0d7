//! What a combat tells those who have to leave before they decide. Rulebook 11.4.

use engine::Silent;

use super::super::field::{at, units, wander};
use super::{battlefield, lose, retreat};
use crate::action::Action;
use crate::combat::Verdict;
use crate::nations::Nation::{England, France, Prussia, Russia};
use crate::troops::Kind::{Cannon, Cavalry, Infantry};

// proves N-11.4-cost, N-11.4-frigate, N-11.4-sea
#[test]
fn every_retreat_costs_what_it_says() {
    let mut told = [0; 4];
    for seed in 1..=6 {
        wander("campaign", 5, seed, |game, seat, actions| {
            let Some(battle) = &game.battle else { return };
            for action in actions {
                let Some((payer, toll)) = game.toll_of_retreat(battle, *action) else { continue };
                let mut after = game.clone();
                after.act(seat, *action, &mut Silent).expect("it is listed");
                // Halves are lost and points are won after a combat.
                if after.battle.is_none_or(|later| later.stage != battle.stage || later.area != battle.area) {
                    continue;
                }
                told[match action {
                    Action::Retreat { .. } => 0,
                    Action::RetreatAll { .. } => 1,
                    Action::Board { .. } => 2,
                    _ => 3,
                }] += 1;
                assert_eq!(after.points[payer.index()] + toll, game.points[payer.index()], "{action:?}");
            }
        });
    }
    assert!(told[0] > 0 && told[2] > 0, "{told:?}");
}

// proves N-11.4-cost
#[test]
fn a_retreat_says_what_it_costs_and_on_which_terms() {
    let mut field = battlefield()
        .put(Prussia, units(1, 1, 1), "saxony")
        .put(France, units(7, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(field.fought(), (7, 5, Verdict::Tactical));
    field.act(lose(Prussia, Infantry));
    assert_eq!(
        field.question(Prussia),
        "Retreat from Saxony. Pay for each unit, or give one up and go for nothing. Prussia has 10 MP."
    );
    let all = Action::RetreatAll { nation: Prussia, to: at("berlin") };
    assert_eq!(field.label(all), "All Prussian units retreat to Brandenburg (2 MP)");
    assert_eq!(field.words(all), "8 MP left");
    let rider = retreat(Prussia, Cavalry, "berlin");
    assert_eq!(field.label(rider), "Prussian cavalry retreats to Brandenburg (0.5 MP)");
    assert_eq!(field.words(rider), "9.5 MP left");
    assert_eq!(field.label(Action::Sacrifice), "Give up a unit to retreat without MP");
    field.act(retreat(Prussia, Cannon, "berlin"));
    assert_eq!(
        field.label(rider),
        "Prussian cavalry retreats to Brandenburg (0 MP)",
        "the cannon has paid for it"
    );
    assert_eq!(field.label(Action::Done), "Give up all that are left");
}

// proves N-11.4-encircled, N-11.4-encircled-losses
#[test]
fn a_way_out_of_an_encirclement_says_what_is_lost_on_it() {
    let field = battlefield()
        .points(England, 10)
        .put(England, units(5, 0, 0), "scotland")
        .put(Russia, units(2, 0, 0), "northern_england")
        .put(France, units(8, 0, 0), "scotland")
        .attack(France, "scotland")
        .rolls(2)
        .combats();
    assert_eq!(
        field.label(Action::Flee(at("london"))),
        "Break out to London and the South, 2 areas away: 2 units are lost on the way"
    );
    assert_eq!(field.label(Action::Sacrifice), "Give up a unit to retreat without MP");
}
