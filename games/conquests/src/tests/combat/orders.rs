//! Standing orders in combats.

use super::super::field::{at, card, units};
use super::super::orders::answer;
use super::{battlefield, lose};
use crate::action::Action;
use crate::nations::Nation;
use crate::tables::Zone;
use crate::troops::{Kind, Troops};

use Nation::{Austria, England, France};

#[test]
fn whoever_keeps_his_effects_is_not_asked_for_them() {
    let mut field = battlefield()
        .advisor(France, Zone::Military, 1)
        .advisor(Austria, Zone::Military, 2)
        .put(France, units(3, 0, 0), "saxony")
        .put(Austria, units(3, 0, 0), "saxony")
        .attack(France, "saxony")
        .hand(France, &[18])
        .hand(Austria, &[53])
        .combats();
    assert_eq!(field.commands(), Some(Austria), "whether to go before it begins");
    assert_eq!(answer(&field, Austria, "effects", "never"), Some(Action::Done));
    field.done();
    assert_eq!(answer(&field, France, "effects", "ask"), None);
    assert_eq!(answer(&field, France, "effects", "never"), Some(Action::Done));
    field.act(Action::Play(card(18)));
    assert_eq!(answer(&field, Austria, "effects", "never"), Some(Action::Done));
}

#[test]
fn frigates_support_a_combat_all_or_none() {
    let field = battlefield()
        .allied(Austria, &[England])
        .put(France, units(1, 0, 0), "naples")
        .put(Austria, units(3, 0, 0), "naples")
        .ship(England, "ionian_sea", Troops::NONE)
        .ship(England, "tyrrhenian_sea", Troops::NONE)
        .attack(France, "naples")
        .combats();
    assert_eq!(field.commands(), Some(England));
    assert_eq!(answer(&field, England, "support", "ask"), None);
    assert_eq!(answer(&field, England, "support", "all"), Some(Action::Support(2)));
    assert_eq!(answer(&field, England, "support", "never"), Some(Action::Done));
}

#[test]
fn losses_leave_most_strength_where_they_are_ones_own_to_pick() {
    let mut field = battlefield()
        .put(France, units(12, 2, 2), "saxony")
        .put(Austria, units(2, 1, 1), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(field.commands(), Some(France));
    assert_eq!(answer(&field, France, "losses", "weakest"), None, "the victor recruits");
    field.act(Action::Recruit { nation: Austria, kind: Kind::Cavalry, to: France });
    while field.commands() == Some(France) {
        field.done();
    }
    assert_eq!(field.commands(), Some(Austria));
    assert_eq!(field.troops(Austria, "saxony"), units(2, 0, 1));
    assert_eq!(answer(&field, Austria, "losses", "ask"), None);
    assert_eq!(answer(&field, Austria, "losses", "weakest"), Some(lose(Austria, Kind::Infantry)));
    assert_eq!(answer(&field, France, "losses", "weakest"), None, "they are not French");
    assert_eq!(field.game.battle.map(|battle| battle.area), Some(at("saxony")));
}
