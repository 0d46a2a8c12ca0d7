//! What wins: every level of every scenario comes true on some position, and the first that holds is the result.

use engine::{Game, Seat};

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::forces::Factors;
use crate::ids::{LeaderId, PlaceId};
use crate::nations::Side;
use crate::scenarios::conditions::{Condition, Holds};
use crate::scenarios::{Level, SCENARIOS};
use crate::staff::Post;

/// The nation that takes places for a side in the tests.
fn taker(field: &Field, side: Side) -> crate::ids::NationId {
    let powers = field.game.scenario().power.iter().map(|power| power.nation);
    powers.into_iter().find(|power| field.game.side(*power) == Some(side)).unwrap()
}

/// Makes a condition true or false by changing what it speaks of.
fn make(field: &mut Field, condition: &Condition, wanted: bool) {
    match condition {
        Condition::All(parts) if wanted => parts.iter().for_each(|part| make(field, part, true)),
        Condition::All(parts) => make(field, &parts[0], false),
        Condition::Any(parts) if wanted => make(field, &parts[0], true),
        Condition::Any(parts) => parts.iter().for_each(|part| make(field, part, false)),
        Condition::Not(part) => make(field, part, !wanted),
        Condition::Sued { nation, by } => {
            let when = by.unwrap_or(field.game.scenario().last_turn);
            field.game.realm_mut(*nation).sued = wanted.then_some(when);
        }
        Condition::Holds(holds) => hold(field, holds, wanted),
        Condition::Morale(bounds) => {
            let (inside, outside) = match (bounds.at_least, bounds.at_most) {
                (Some(least), _) => (least, least - 1),
                (_, Some(most)) => (most, most + 1),
                _ => panic!("a bound of morale"),
            };
            field.game.realm_mut(bounds.nation).morale = if wanted { inside } else { outside };
        }
        Condition::PointsLead { side, points } => {
            let lead = field.game.points(*side) - field.game.points(side.enemy());
            let missing = i32::from(*points) - lead - i32::from(!wanted);
            field.game.awards[*side as usize] += i16::try_from(missing).unwrap();
        }
        Condition::NoStack { side, area, .. } | Condition::FactorsBelow { side, area, .. } => {
            let holdings = field.game.scenario().holdings();
            let there: Vec<_> = field
                .game
                .forces
                .iter()
                .filter(|force| field.game.side(force.muster.nation) == Some(*side))
                .filter(|force| area.contains(force.muster.hex, holdings))
                .map(|force| force.muster)
                .collect();
            there.into_iter().for_each(|muster| field.game.forces.remove(muster));
            if !wanted {
                let nation = taker(field, *side);
                let inside = |hex: &atlas::topology::HexId| {
                    area.contains(*hex, holdings) && field.game.forces.at(*hex).is_empty()
                };
                let here = crate::ground::LandId::all().map(crate::ground::LandId::hex).find(inside).unwrap();
                let muster = crate::field::Muster::fresh(here, nation);
                field.game.forces.put(muster, Factors::infantry(30));
                field.game.forces.store(muster, 1, 0);
                let leader = LeaderId::all().find(|leader| leader.get().nation == nation).unwrap();
                field.game.staff.send(leader, Post::Open(here));
            }
        }
        Condition::LeaderAt { leader, place } => {
            let post = if wanted { Post::Open(place.hex()) } else { Post::Away };
            field.game.staff.send(*leader, post);
        }
        Condition::Entered { side, place } => {
            let nation = taker(field, *side);
            let muster = crate::field::Muster::fresh(place.hex(), nation);
            field.game.forces.remove(muster);
            if wanted {
                field.game.forces.put(muster, Factors::infantry(1));
            }
        }
    }
}

fn hold(field: &mut Field, holds: &Holds, wanted: bool) {
    let whose = holds.nation.or(holds.side.map(|side| taker(field, side))).unwrap();
    let other = taker(field, field.game.scenario().side(whose).unwrap().enemy());
    for place in &holds.places {
        field.game.control.set(place.hex(), if wanted { whose } else { other });
        if holds.in_supply && wanted {
            let muster = crate::field::Muster::fresh(place.hex(), whose);
            field.game.forces.put(muster, Factors::infantry(1));
            field.game.forces.store(muster, 1, 0);
        }
    }
}

// proves M-players-2, M-players-4
#[test]
fn every_level_of_every_scenario_can_be_reached_and_missed() {
    for scenario in SCENARIOS.iter() {
        for victory in &scenario.victory {
            let mut field = Field::of(&scenario.id);
            make(&mut field, &victory.when, true);
            assert!(victory.when.is_so(&field.game), "{}: {}", scenario.id, victory.when);
            // A level before it in the order can hold on the same position; no later one is the result.
            let reached = field.game.level().unwrap();
            assert!(reached <= victory.level, "{}: {}", scenario.id, victory.when);
            let mut missed = Field::of(&scenario.id);
            make(&mut missed, &victory.when, false);
            assert!(!victory.when.is_so(&missed.game), "{}: not {}", scenario.id, victory.when);
        }
    }
}

// proves M-players-4
#[test]
fn levels_are_tried_in_order_and_none_is_a_draw() {
    let mut field = Field::of("jena-1806");
    field.game.realm_mut(nation("Prussia")).morale = 1;
    field.game.realm_mut(nation("France")).morale = 3;
    assert_eq!(field.game.level(), Some(Level::FrenchDecisive));
    field.game.realm_mut(nation("Prussia")).morale = 2;
    assert_eq!(field.game.level(), Some(Level::CoalitionDecisive));
    field.game.realm_mut(nation("France")).morale = 4;
    assert_eq!(field.game.level(), Some(Level::CoalitionMarginal));
    field.give("Magdeburg", "France");
    assert_eq!(field.game.level(), None);
    field.game.date = field.game.scenario().last_turn;
    while !field.game.is_over {
        field.act(Action::Done);
    }
    let outcome = field.game.outcome().unwrap();
    assert!(outcome.winners.is_empty());
    assert_eq!(outcome.reason, "draw");
}

#[test]
fn dated_conditions_are_held_against_the_date_of_the_surrender() {
    let mut field = Field::of("hundred-days-1815");
    let sued = |field: &mut Field, date: &str| {
        field.game.realm_mut(nation("France")).sued = Some(date.parse().unwrap());
        field.game.control.set(hex("Brussels"), nation("Britain"));
        field.game.level()
    };
    assert_eq!(sued(&mut field, "1815 Jul-Aug 1"), Some(Level::CoalitionDecisive));
    assert_eq!(sued(&mut field, "1815 Jul-Aug 2"), Some(Level::CoalitionMarginal));
}

// proves M-players-3
#[test]
fn a_decisive_victory_ends_the_game_before_production() {
    let end_of_season = |morale| {
        let mut field = Field::of("jena-1806");
        field.game.date = "1806 Sep-Oct 6".parse().unwrap();
        field.game.realm_mut(nation("France")).morale = morale;
        field.act(Action::Done).act(Action::Done);
        field
    };
    let won = end_of_season(3);
    let outcome = won.game.outcome().unwrap();
    assert_eq!((outcome.reason.as_ref(), outcome.winners), ("coalition-decisive", Seat(1).into()));
    assert_eq!(won.game.realm(nation("France")).balance, 26, "nothing was collected");
    // A marginal victory waits for the end.
    let open = end_of_season(5);
    assert_eq!(open.game.level(), Some(Level::CoalitionMarginal));
    assert!(!open.game.is_over);
}

#[test]
fn the_log_says_who_has_won_and_why() {
    let mut field = Field::of("wagram-1809");
    field.game.date = field.game.scenario().last_turn;
    while !field.game.is_over {
        field.act(Action::Done);
    }
    let told = field.log.events.last().unwrap().tell(engine::Viewer::Spectator).unwrap();
    assert_eq!(
        told.text,
        "A marginal victory of the Coalition: it is not so that Austria has sued for peace"
    );
    assert_eq!(field.game.outcome().unwrap().reason, "coalition-marginal");
}

#[test]
fn points_count_stars_surrenders_prisoners_and_morale() {
    let mut field = Field::of("ulm-1805");
    let (french, coalition) = (Side::French, Side::Coalition);
    // Morale above 3: France has 5; Britain 5, Austria 4, Russia 4.
    assert_eq!((field.game.points(french), field.game.points(coalition)), (2, 4));
    field.game.control.set(hex("Vienna"), nation("France"));
    assert_eq!(field.game.points(french), 6);
    field.game.staff.send(leader("Mack"), Post::Captive(nation("France")));
    assert_eq!(field.game.points(french), 8, "an army commander");
    field.game.realm_mut(nation("Austria")).sued = Some(field.game.date);
    assert_eq!(field.game.points(french), 18);
}

#[test]
fn points_count_factors_and_forts() {
    let mut field = Field::of("russia-1812");
    let before = field.game.points(Side::French);
    let tens = field.game.strength(Side::French) / 10;
    field.game.forces.put(crate::field::Muster::fresh(hex("Paris"), nation("France")), Factors::infantry(10));
    assert_eq!(field.game.points(Side::French), before + 1);
    assert!(tens > 0);
    let forts = |field: &Field| field.game.points(Side::French);
    let mut field = Field::of("france-1814");
    let before = forts(&field);
    let outside = PlaceId::all().find(|place| {
        place.get().fort > 0
            && field.game.controls(place.hex()) == Some(Side::Coalition)
            && field.game.home(place.hex()) != Some(nation("France"))
    });
    field.game.control.set(outside.unwrap().hex(), nation("France"));
    assert_eq!(forts(&field), before + 1);
}

#[test]
fn points_are_awarded_at_their_date() {
    let award = |vienna: &str| {
        let mut field = Field::of("ulm-1805");
        field.game.date = "1805 Nov-Dec 5".parse().unwrap();
        field.give("Vienna", vienna);
        field.act(Action::Done).act(Action::Done);
        field.game.awards[Side::Coalition as usize]
    };
    assert_eq!((award("Austria"), award("France")), (5, 0));
}
