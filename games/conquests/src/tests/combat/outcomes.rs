//! Combats that move the tracks, and what the tracks give. Rulebook 8.3, 8.4, 11.3, 11.8.

use super::super::field::{at, card, units};
use super::{battlefield, lose, retreat};
use crate::action::Action;
use crate::by::By;
use crate::combat::Verdict;
use crate::event::Event;
use crate::nations::{Nation, Side};
use crate::position;
use crate::tests::field::Field;
use crate::troops::{Kind, Troops};

use Kind::{Cannon, Cavalry, Infantry};
use Nation::{Austria, England, France, Prussia, Russia};

fn place(kind: Kind, land: &str) -> Action {
    Action::Place { kind, at: at(land) }
}

/// The battlefield with every bonus of the tracks still to be had.
fn bounty() -> Field {
    let mut field = battlefield();
    field.game.tracks.earned_morale = By::all(0);
    field.game.tracks.earned_society = By::all(0);
    field
}

/// France stands at Society 6: the next level brings infantry.
fn before_seven() -> Field {
    bounty().society(Side::France, 6).morale(France, 6)
}

fn forfeits(field: &Field) -> usize {
    field.log.events.iter().filter(|event| matches!(event, Event::Forfeited { .. })).count()
}

// proves N-8.3-unit-place, N-8.4-any-source, N-11.8-society
#[test]
fn infantry_won_by_taking_vienna_can_be_placed_in_vienna() {
    let mut field = before_seven()
        .put(France, units(12, 0, 0), "vienna")
        .put(Austria, units(3, 0, 0), "vienna")
        .attack(France, "vienna")
        .rolls(4)
        .combats();
    assert_eq!(field.fought(), (13, 9, Verdict::Tactical));
    field.act(Action::Sacrifice);
    field.play_out();
    assert_eq!((field.game.tracks.society[Side::France], field.asked()), (7, France));
    assert_eq!(field.actions(), [place(Infantry, "vienna")], "it is all that he has");
    field.act(place(Infantry, "vienna"));
    assert_eq!((field.troops(France, "vienna"), forfeits(&field)), (units(13, 0, 0), 0));
}

// proves N-8.3-unit-place, N-8.4-any-source, N-11.8-captured
#[test]
fn infantry_won_by_entering_an_empty_capital_is_not_forfeited() {
    let mut field = before_seven().put(France, units(1, 0, 0), "berlin").attack(France, "berlin").combats();
    assert_eq!(
        (field.game.tracks.society[Side::France], field.actions()),
        (7, vec![place(Infantry, "berlin")])
    );
    field.act(place(Infantry, "berlin"));
    assert_eq!((field.troops(France, "berlin"), forfeits(&field)), (units(2, 0, 0), 0));
    let elsewhere = before_seven()
        .put(France, units(1, 0, 0), "berlin")
        .put(France, units(1, 0, 0), "paris")
        .attack(France, "berlin")
        .combats();
    assert_eq!(elsewhere.actions().len(), 2, "here or at home");
}

// proves N-8.3-unit-place, N-8.3-track-bonus
#[test]
fn what_morale_brings_appears_where_the_combat_was_won() {
    let mut field = bounty()
        .morale(France, 8)
        .morale(Prussia, 8)
        .put(France, units(3, 0, 0), "saxony")
        .put(Prussia, units(2, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!((field.fought(), field.level(France)), ((3, 2, Verdict::Minor), 9));
    assert_eq!(field.asked(), Prussia, "the beaten go before anything is placed");
    field.act(Action::RetreatAll { nation: Prussia, to: at("berlin") });
    assert_eq!((field.asked(), field.actions()), (France, vec![place(Cavalry, "saxony")]));
    let mut city = bounty()
        .morale(France, 8)
        .put(France, units(3, 0, 0), "rome")
        .garrison("rome")
        .attack(France, "rome")
        .rolls(2)
        .combats();
    assert_eq!(city.fought().2, Verdict::Taken);
    assert_eq!(city.actions(), [place(Cavalry, "rome")]);
    city.act(place(Cavalry, "rome"));
    assert!(!city.game.control.is_garrisoned(at("rome")) && position::check(&city.game).is_ok());
}

// proves N-8.3-unit-place, N-11.6-who
#[test]
fn cavalry_won_by_a_victory_does_not_follow_it_up() {
    let mut field = bounty()
        .morale(France, 8)
        .put(France, units(6, 0, 0), "saxony")
        .put(Prussia, units(2, 0, 1), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!((field.fought(), field.level(France)), ((6, 4, Verdict::Tactical), 9));
    field.act(lose(Prussia, Infantry)).act(Action::RetreatAll { nation: Prussia, to: at("berlin") });
    assert_eq!(field.actions(), [place(Cavalry, "saxony")], "no cavalry was left to advance or pursue");
    field.act(place(Cavalry, "saxony"));
    assert!(field.is_over());
}

// proves N-8.3-unit-place, N-8.3-low-levels
#[test]
fn the_levy_of_a_beaten_nation_appears_where_it_has_gone() {
    let mut field = bounty()
        .morale(Prussia, 3)
        .morale(France, 5)
        .put(Prussia, units(3, 0, 0), "saxony")
        .put(France, units(3, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(4);
    field.game.rules.low_levies = true;
    let mut field = field.combats();
    assert_eq!((field.fought(), field.level(Prussia)), ((5, 3, Verdict::Tactical), 2));
    field.act(Action::RetreatAll { nation: Prussia, to: at("berlin") });
    assert_eq!((field.asked(), field.actions()), (Prussia, vec![place(Cavalry, "berlin")]));
    assert_eq!(forfeits(&field), 0);
}

// proves N-15-old-guard-track, N-17.2.4-convert
#[test]
fn the_old_guard_forms_among_the_victors_when_the_combat_is_over() {
    let mut field = bounty()
        .morale(France, 12)
        .morale(Prussia, 12)
        .put(France, units(3, 0, 0), "saxony")
        .put(Prussia, units(2, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!((field.fought().2, field.level(France)), (Verdict::Minor, 13));
    field.act(Action::RetreatAll { nation: Prussia, to: at("berlin") });
    assert_eq!(field.actions(), [Action::Convert { kind: Infantry, at: at("saxony") }]);
}

// proves N-8.4-prussia, N-8.4-any-source
#[test]
fn prussia_echoes_the_infantry_that_russia_wins_in_paris() {
    let mut field = bounty()
        .society(Side::Coalition, 8)
        .put(Russia, units(1, 0, 0), "paris")
        .put(Prussia, units(1, 0, 0), "berlin")
        .put(France, units(1, 0, 0), "brittany")
        .attack(Russia, "paris")
        .combats();
    assert_eq!((field.game.tracks.society, field.asked()), ([4, 9].into(), Russia));
    field.act(place(Infantry, "paris"));
    assert_eq!((field.asked(), field.actions()), (Prussia, vec![place(Infantry, "berlin")]));
}

// proves N-8.3-unit-place, N-11.3.1-card-kinds
#[test]
fn what_a_victors_card_brings_waits_for_the_end_of_the_combat() {
    let mut field = bounty()
        .society(Side::France, 6)
        .morale(France, 6)
        .morale(Prussia, 6)
        .hand(France, &[4])
        .put(France, units(6, 0, 0), "saxony")
        .put(Prussia, units(2, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(field.fought().2, Verdict::Strategic);
    let reward = field.actions().into_iter().find(|way| matches!(way, Action::Reward { .. }));
    field.act(reward.expect("a card for Society"));
    assert!(field.game.tracks.society[Side::France] > 6);
    assert!(field.game.battle.is_none() || !field.actions().contains(&place(Infantry, "saxony")));
    field.play_out();
    assert!(field.actions().contains(&place(Infantry, "saxony")), "Prussia has left it");
}

// proves N-8.3-unit-place, N-17.3-disputed
#[test]
fn no_unit_appears_where_another_combat_is_pending() {
    let field = before_seven()
        .put(France, units(1, 0, 0), "berlin")
        .attack(France, "berlin")
        .put(France, units(2, 0, 0), "saxony")
        .put(Russia, units(2, 0, 0), "saxony")
        .attack(Russia, "saxony")
        .combats();
    assert_eq!(field.actions(), [place(Infantry, "berlin")]);
    assert_eq!(field.refused(place(Infantry, "saxony")), "N-8.3-unit-place");
}

// proves N-8.3-unit-place, N-11.8-captured, N-11.8-society
#[test]
fn two_capitals_taken_in_a_turn_pay_one_after_the_other() {
    let mut field = bounty()
        .society(Side::France, 4)
        .morale(France, 6)
        .put(France, units(1, 0, 0), "vienna")
        .attack(France, "vienna")
        .put(France, units(1, 0, 0), "berlin")
        .attack(France, "berlin")
        .combats();
    field.act(Action::Fight(at("vienna")));
    assert_eq!(
        (field.game.tracks.society, field.actions()),
        ([5, 4].into(), vec![place(Infantry, "vienna")])
    );
    field.act(place(Infantry, "vienna"));
    assert_eq!(
        (field.game.tracks.society, forfeits(&field)),
        ([6, 3].into(), 0),
        "level 6 brings France nothing"
    );
    assert!(field.is_over() && field.game.controls(France, at("berlin")));
}

// proves N-8.3-unit-nowhere
#[test]
fn a_nation_that_a_combat_leaves_without_land_forfeits_what_it_wins() {
    let mut field = bounty()
        .morale(Prussia, 3)
        .points(Prussia, 0)
        .put(Prussia, units(1, 0, 0), "saxony")
        .put(France, units(6, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2);
    field.game.rules.low_levies = true;
    let mut field = field.combats();
    assert_eq!((field.fought().2, field.level(Prussia)), (Verdict::Strategic, 2));
    field.act(place(Cavalry, "saxony"));
    assert_eq!((field.game.forces.on_map(Prussia), forfeits(&field)), (Troops::NONE, 1));
}

// proves N-8.3-track-bonus, N-8.4-any-source
#[test]
fn an_outcome_may_set_off_another_outcome() {
    // Paris falls: Society 8 cheers Russia and Prussia, and their new levels of Morale pay.
    let mut field = bounty()
        .society(Side::Coalition, 7)
        .morale(Russia, 5)
        .morale(Prussia, 5)
        .put(Russia, units(1, 0, 0), "paris")
        .put(Prussia, units(1, 0, 0), "berlin")
        .put(France, units(1, 0, 0), "brittany")
        .attack(Russia, "paris")
        .combats();
    assert_eq!(
        (field.game.tracks.society[Side::Coalition], field.level(Russia), field.level(Prussia)),
        (8, 6, 6)
    );
    assert_eq!(field.purse(Russia), 14, "4 MP at Morale 6");
    assert_eq!((field.asked(), field.actions()), (Prussia, vec![place(Infantry, "berlin")]));
    field.act(place(Infantry, "berlin"));
    assert_eq!(position::check(&field.game), Ok(()));
}

/// Prussian units beaten narrowly in Saxony: none is lost, and all of them must go.
fn narrowly_beaten(prussians: Troops, french: u8, points: u16) -> Field {
    let field = battlefield()
        .points(Prussia, points)
        .put(Prussia, prussians, "saxony")
        .put(France, units(french, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(field.fought().2, Verdict::Minor);
    field
}

/// Every order in which these units can go.
fn orders(units: &[Kind]) -> Vec<Vec<Kind>> {
    if units.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (number, kind) in units.iter().enumerate() {
        let rest: Vec<Kind> = [&units[..number], &units[number + 1..]].concat();
        for mut order in orders(&rest) {
            order.insert(0, *kind);
            if !all.contains(&order) {
                all.push(order);
            }
        }
    }
    all
}

// proves N-11.4-cost, N-10.1-corps, N-10.1-cav-can
#[test]
fn a_corps_that_retreats_unit_by_unit_pays_for_a_corps_in_every_order() {
    let spent = |kinds: &[Kind], french: u8| {
        let troops: Troops = kinds.iter().copied().collect();
        let all: Vec<(Vec<Kind>, u16)> = orders(kinds)
            .into_iter()
            .map(|order| {
                let mut field = narrowly_beaten(troops, french, 10);
                for kind in &order {
                    field.act(retreat(Prussia, *kind, "berlin"));
                }
                assert_eq!(field.troops(Prussia, "berlin"), troops);
                (order, 10 - field.purse(Prussia))
            })
            .collect();
        all
    };
    let corps = spent(&[Infantry, Cavalry, Cannon], 6);
    assert_eq!(corps.len(), 6);
    for (order, points) in corps {
        assert_eq!(points, 2, "{order:?}");
    }
    let and_more = spent(&[Infantry, Infantry, Cavalry, Cannon], 7);
    assert_eq!(and_more.len(), 12);
    for (order, points) in and_more {
        assert_eq!(points, 3, "{order:?}");
    }
    // Half a point that is left is lost with the end of the combat.
    let parts: [(&[Kind], u8, u16); 4] = [
        (&[Infantry, Cannon], 4, 3),
        (&[Cavalry, Cannon], 4, 2),
        (&[Infantry, Cavalry], 3, 2),
        (&[Cavalry, Cavalry], 3, 1),
    ];
    for (kinds, french, price) in parts {
        for (order, points) in spent(kinds, french) {
            assert_eq!(points, price, "{order:?}");
        }
    }
}

// proves N-11.4-cost
#[test]
fn two_movement_points_take_a_corps_home_whoever_goes_first() {
    for first in [Infantry, Cavalry, Cannon] {
        let mut field = narrowly_beaten(units(1, 1, 1), 6, 2);
        field.act(retreat(Prussia, first, "berlin"));
        while field.asked() == Prussia {
            let next = field.actions().into_iter().find(|way| matches!(way, Action::Retreat { .. }));
            field.act(next.expect("somebody can still go"));
        }
        assert_eq!(field.troops(Prussia, "berlin"), units(1, 1, 1), "{first:?}");
    }
    let mut field = narrowly_beaten(units(1, 1, 1), 6, 2);
    field.act(retreat(Prussia, Infantry, "berlin"));
    assert_eq!(field.refused(retreat(Prussia, Cannon, "berlin")), "N-11.4-cost", "not before the cavalry");
    assert_eq!(field.reason(retreat(Prussia, Cannon, "berlin")), "that costs 2 MP; Prussia has 1");
}

// proves N-11.4-cost
#[test]
fn the_cavalry_that_completes_a_corps_says_what_it_brings_back() {
    let mut field = narrowly_beaten(units(1, 1, 1), 6, 10);
    field.act(retreat(Prussia, Infantry, "berlin")).act(retreat(Prussia, Cannon, "berlin"));
    assert_eq!(field.purse(Prussia), 7);
    let rider = retreat(Prussia, Cavalry, "berlin");
    assert_eq!(field.label(rider), "Retreat Prussian cavalry to Brandenburg");
    assert_eq!(field.words(rider), "brings Prussia 1 MP back");
    field.act(rider);
    assert_eq!(field.purse(Prussia), 8);
}

// proves N-11.6-target
#[test]
fn a_pursuit_into_a_capital_is_refused_for_what_it_is() {
    let mut field = battlefield()
        .put(France, units(4, 2, 0), "saxony")
        .put(Prussia, units(3, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(field.fought().2, Verdict::Tactical);
    while field.asked() == Prussia || field.troops(Prussia, "berlin").is_empty() {
        let home = Action::RetreatAll { nation: Prussia, to: at("berlin") };
        let next = field.actions().into_iter().find(|way| *way == home).unwrap_or(field.actions()[0]);
        field.act(next);
    }
    assert_eq!(field.asked(), France);
    let berlin = Action::Pursue(at("berlin"));
    assert_eq!(field.refused(berlin), "N-11.6-target");
    assert_eq!(field.reason(berlin), "no pursuit goes into a capital: this is that of Prussia");
    let rider = Action::Advance { nation: France, kind: Cavalry, to: at("berlin") };
    assert_eq!(field.reason(rider), "no pursuit goes into a capital: this is that of Prussia");
    assert_eq!(field.reason(Action::Pursue(at("bavaria"))), "none of the beaten has retreated there");
}

// proves N-2-multi-separate
#[test]
fn a_victors_card_comes_from_his_own_nations_hand() {
    let mut field = Field::of("short", 2);
    let setting = battlefield().game;
    (field.game.tracks.morale, field.game.tracks.earned_morale) =
        (setting.tracks.morale, setting.tracks.earned_morale);
    (field.game.forces.reserves, field.game.tracks.earned_society) =
        (setting.forces.reserves, setting.tracks.earned_society);
    let field = field
        .hand(Austria, &[12])
        .hand(England, &[46])
        .put(Austria, units(6, 0, 0), "saxony")
        .put(France, units(3, 0, 0), "saxony")
        .attack(Austria, "saxony")
        .rolls(2)
        .combats();
    let society =
        |number| Action::Reward { card: card(number), domain: crate::effects::Domain::Society, on: None };
    assert_eq!((field.asked(), field.actions().contains(&society(12))), (Austria, true));
    assert_eq!(field.refused(society(46)), "N-2-multi-separate");
    let diplomacy = Action::Reward { card: card(46), domain: crate::effects::Domain::Diplomacy, on: None };
    assert_eq!(field.refused(diplomacy), "N-2-multi-separate");
    assert_eq!(field.refused(society(4)), "N-3.6-when", "nobody of his holds that one");
}
