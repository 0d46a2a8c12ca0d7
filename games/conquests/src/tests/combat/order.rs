//! Which combats there are, and in which order they are fought. Rulebook 11.

use super::super::field::{at, units};
use super::{battlefield, retreat};
use crate::action::Action;
use crate::event::Event;
use crate::nations::Nation;
use crate::troops::{Kind, Troops};

use Kind::Infantry;
use Nation::{Austria, England, France, Prussia, Russia};

// proves N-11-order, N-11-land-automatic
#[test]
fn combats_follow_the_order_of_their_attackers_who_choose_among_their_own() {
    let mut field = battlefield()
        .order([Russia, France, England, Prussia, Austria])
        .put(France, units(2, 0, 0), "saxony")
        .put(Prussia, units(2, 0, 0), "saxony")
        .put(Russia, units(2, 0, 0), "galicia")
        .put(Austria, units(2, 0, 0), "galicia")
        .ship(France, "channel_west", Troops::NONE)
        .ship(England, "channel_west", Troops::NONE)
        .attack(France, "saxony")
        .attack(Russia, "galicia")
        .declare(France, "channel_west", &[England])
        .rolls(2)
        .combats();
    let begun = |field: &crate::tests::field::Field| {
        let begun = field.log.events.iter().filter_map(|event| match event {
            Event::CombatBegins { area, .. } => Some(area.id()),
            _ => None,
        });
        begun.collect::<Vec<_>>()
    };
    assert_eq!(begun(&field), ["galicia"], "Russia comes first, and its only combat begins by itself");
    while field.commands() != Some(France) {
        let next = field.actions()[0];
        field.act(next);
    }
    assert_eq!(field.actions(), [Action::Fight(at("saxony")), Action::Fight(at("channel_west"))]);
    assert_eq!(field.refused(Action::Done), "N-11-land-automatic", "none can be left out");
    assert_eq!(field.refused(Action::Fight(at("galicia"))), "N-11-order");
    field.act(Action::Fight(at("channel_west")));
    assert_eq!(begun(&field)[..2], ["galicia", "channel_west"]);
}

// proves N-11-land-automatic
#[test]
fn a_combat_without_a_choice_is_fought_at_once() {
    let mut field = battlefield()
        .put(France, units(4, 0, 0), "saxony")
        .put(Prussia, units(2, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(field.combats_fought(), 1);
    field.act(retreat(Prussia, Infantry, "berlin")).act(retreat(Prussia, Infantry, "berlin"));
    assert!(field.is_over());
}
