//! What a combat tells those who have to leave before they decide. Rulebook 11.4.

use super::super::field::{Field, at, units};
use super::{battlefield, lose, retreat};
use crate::action::Action;
use crate::combat::Verdict;
use crate::nations::Nation::{England, France, Prussia, Russia};
use crate::troops::Kind::{Cannon, Cavalry, Infantry};

/// Prussia has lost a combat in Saxony and its infantry, and can go to Brandenburg.
fn beaten() -> Field {
    let mut field = battlefield()
        .put(Prussia, units(1, 1, 1), "saxony")
        .put(France, units(7, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(field.fought(), (7, 5, Verdict::Tactical));
    field.act(lose(Prussia, Infantry));
    field
}

/// A French landing on Malta has failed, and a frigate lies beside it.
fn repelled() -> Field {
    let mut field = battlefield()
        .put(France, units(2, 0, 0), "malta")
        .put(England, units(1, 0, 0), "malta")
        .ship(France, "malta_channel", units(2, 0, 0))
        .attack(France, "malta")
        .rolls(4)
        .combats();
    field.act(Action::Support(1));
    field
}

// proves N-11.4-cost, N-11.4-frigate
#[test]
fn every_retreat_costs_what_it_says() {
    let mut told = 0;
    for field in [beaten(), repelled()] {
        let battle = field.game.battle.expect("a combat is being fought");
        for action in field.actions() {
            let Some((payer, toll)) = battle.toll_of_retreat(&field.game, action) else { continue };
            told += 1;
            let before = field.game.treasury.points[payer] as i16;
            let mut after = field.clone();
            after.act(action);
            // The half of a point that is left when a combat is over is lost.
            let left = [before - toll, (before - toll) / 2 * 2];
            assert!(left.contains(&(after.game.treasury.points[payer] as i16)), "{action:?}");
        }
    }
    assert_eq!(told, 4, "a cavalry, a cannon, both together; an infantry aboard");
}

// proves N-11.4-cost
#[test]
fn a_retreat_says_what_it_costs_and_on_which_terms() {
    let mut field = beaten();
    assert_eq!(
        field.question(Prussia),
        "Retreat from Saxony. Pay for each unit, or give one up and go for nothing. Prussia has 10 MP."
    );
    let all = Action::RetreatAll { nation: Prussia, to: at("berlin") };
    assert_eq!(field.label(all), "Retreat all Prussian units to Brandenburg");
    assert_eq!(field.price(all), "2 MP");
    let rider = retreat(Prussia, Cavalry, "berlin");
    assert_eq!(field.label(rider), "Retreat Prussian cavalry to Brandenburg");
    assert_eq!(field.price(rider), "½ MP");
    assert_eq!(field.label(Action::Sacrifice), "Give up units to retreat without MP");
    assert_eq!(field.price(Action::Sacrifice), "1 unit");
    field.act(retreat(Prussia, Cannon, "berlin"));
    assert_eq!(field.price(rider), "0 MP", "the cannon has paid for it");
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
    let out = Action::Flee(at("london"));
    assert_eq!(field.label(out), "Break out to London and the South");
    assert_eq!(
        (field.words(out), field.price(out)),
        ("2 areas away; units are lost on the way".into(), "2 units".into())
    );
    assert_eq!(field.label(Action::Sacrifice), "Give up units to retreat without MP");
    assert_eq!(field.price(Action::Sacrifice), "1 unit");
}
