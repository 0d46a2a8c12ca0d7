//! Groups on land: prices, steps and what they enter (10, 10.1, 17.3).

use super::field::{Field, at, units};
use super::moving::{march, pick};
use crate::action::Action;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::troops::Kind::{Cannon, Cavalry, Infantry};
use crate::troops::{Kind, Troops};

/// What French troops pay from Paris to Burgundy.
fn price(troops: Troops) -> f32 {
    let mut field = Field::new().put(France, troops, "paris").points(France, 40).moves(France);
    field.gather(France, troops, "paris").march("burgundy");
    40.0 - field.mp(France)
}

// proves N-10.1-costs, N-10.1-cav-can, N-10.1-corps
#[test]
fn a_group_pays_by_what_it_is_made_of() {
    assert_eq!([units(1, 0, 0), units(0, 1, 0), units(0, 0, 1)].map(price), [1.0, 0.5, 2.0]);
    assert_eq!((price(units(0, 1, 1)), price(units(1, 1, 1))), (2.0, 2.0));
    assert_eq!((price(units(1, 0, 1)), price(units(1, 1, 0))), (3.0, 1.5));
    assert_eq!((price(units(3, 3, 3)), price(units(2, 3, 1))), (6.0, 4.0));
    let guard: Troops = [Kind::GuardInfantry, Kind::GuardCavalry, Cannon].into_iter().collect();
    assert_eq!(price(guard), 2.0);
}

// proves N-3.1-corps-limit
#[test]
fn napoleon_has_counters_for_seven_corps() {
    assert_eq!((price(units(7, 7, 7)), price(units(8, 8, 8))), (14.0, 17.0));
}

// proves N-10.1-half, N-10.1-regroup
#[test]
fn a_russian_corps_gathers_on_the_way_to_constantinople() {
    let mut field = Field::new()
        .order([Russia, France, England, Prussia, Austria])
        .put(Russia, units(0, 1, 0), "moldavia")
        .put(Russia, units(0, 0, 1), "wallachia")
        .put(Russia, units(1, 0, 0), "bulgaria")
        .put(Russia, units(0, 1, 0), "moscow")
        .put(France, units(1, 0, 0), "paris")
        .points(Russia, 5)
        .moves(Russia);
    field.gather(Russia, units(0, 1, 0), "moldavia").march("wallachia");
    assert_eq!(field.mp(Russia), 4.5);
    field.gather(Russia, units(0, 0, 1), "wallachia").march("bulgaria");
    assert_eq!(field.mp(Russia), 2.5);
    field.gather(Russia, units(1, 0, 0), "bulgaria").march("european_turkey");
    assert_eq!((field.mp(Russia), field.troops(Russia, "european_turkey")), (0.5, units(1, 1, 1)));
    assert_eq!(field.attacker("european_turkey"), Some(Russia));
    field.done();
    assert_eq!((field.mp(Russia), field.game.decider()), (0.0, Some(France)));
}

// proves N-10.1-regroup
#[test]
fn groups_are_formed_and_split_between_steps() {
    let mut field = Field::new().put(France, units(2, 1, 1), "paris").put(France, units(1, 0, 0), "burgundy");
    field = field.moves(France);
    assert_eq!(field.refused(march("burgundy")), "N-10.1-regroup", "nothing has been formed");
    field.gather(France, units(1, 1, 1), "paris");
    assert_eq!(field.refused(Action::Done), "N-10.1-regroup", "it marches first");
    assert_eq!(field.refused(Action::Drop { nation: France, kind: Infantry }), "N-10.1-regroup");
    assert_eq!(field.refused(pick(France, Infantry, "burgundy")), "N-10.1-regroup", "that is elsewhere");
    field.march("burgundy").leave(France, units(0, 0, 1));
    field.gather(France, units(1, 0, 0), "burgundy");
    assert_eq!(field.refused(Action::Drop { nation: France, kind: Cavalry }), "N-10.1-regroup");
    field.march("alsace").done();
    assert_eq!(field.troops(France, "alsace"), units(2, 1, 0));
    assert_eq!((field.troops(France, "burgundy"), field.mp(France)), (units(0, 0, 1), 10.0 - 2.0 - 2.5));
}

#[test]
fn units_join_as_long_as_the_group_can_be_paid_for_in_the_end() {
    let mut field = Field::new().put(France, units(2, 1, 1), "paris").points(France, 2).moves(France);
    field.gather(France, units(1, 0, 0), "paris").act(pick(France, Cannon, "paris"));
    assert_eq!(field.actions(), [pick(France, Cavalry, "paris")], "3 MP until they are a corps");
    assert_eq!(field.refused(march("burgundy")), "N-10-free-range");
    field.act(pick(France, Cavalry, "paris")).march("burgundy");
    assert_eq!((field.troops(France, "burgundy"), field.mp(France)), (units(1, 1, 1), 0.0));
}

// proves N-10-order
#[test]
fn nations_move_one_after_the_other() {
    let mut field = Field::new().order([Prussia, France, England, Austria, Russia]);
    for (nation, land) in [(Prussia, "berlin"), (France, "paris"), (Russia, "moscow")] {
        field = field.put(nation, units(1, 0, 0), land);
    }
    let mut field = field.moves(Prussia);
    field.gather(Prussia, units(1, 0, 0), "berlin").march("saxony").done();
    assert_eq!(field.game.decider(), Some(Prussia), "it goes on until it says so");
    assert_eq!(field.refused(pick(France, Infantry, "paris")), "N-10.1-owner-moves");
    field.done();
    assert_eq!(field.game.decider(), Some(France));
    assert_eq!(field.refused(pick(Prussia, Infantry, "saxony")), "N-10.1-owner-moves");
    field.done();
    assert_eq!(field.game.decider(), Some(Russia), "England and Austria have nothing to move");
}

// proves N-10-free-range
#[test]
fn a_unit_goes_as_far_as_it_is_paid_for_and_lands_hold_any_number() {
    let mut field = Field::new().put(France, units(15, 9, 10), "saxony").put(France, units(0, 1, 0), "paris");
    field = field.points(France, 3).moves(France);
    field.gather(France, units(0, 1, 0), "paris");
    for land in ["alsace", "rhineland", "saxony", "bohemia", "bavaria"] {
        field.march(land);
    }
    assert_eq!((field.mp(France), field.troops(France, "saxony").len()), (0.5, 34));
    assert_eq!(field.refused(Action::Pick { nation: France, kind: Infantry, at: at("saxony") }), {
        "N-10.1-regroup"
    });
    field.done();
    assert_eq!(field.refused(pick(France, Infantry, "saxony")), "N-10-free-range");
    field.gather(France, units(0, 1, 0), "bavaria").march("saxony");
    assert_eq!(field.troops(France, "saxony"), units(15, 10, 10));
}

// proves N-10-store
#[test]
fn ten_movement_points_are_carried_over() {
    let mut field = Field::new();
    for nation in Nation::all() {
        field = field.put(nation, units(1, 0, 0), crate::areas::Area::capital(nation).id());
    }
    field.game.treasury.points = [27, 20, 20, 13, 2].into();
    let mut field = field.moves(France);
    field.done();
    assert_eq!((field.mp(France), field.game.decider()), (13.0, Some(England)), "they last through combat");
    while matches!(field.game.phase, crate::state::Phase::Move(_)) {
        field.done();
    }
    assert_eq!(field.game.treasury.points, [20, 20, 20, 12, 2].into());
}

// proves N-10.1-stop, N-10.1-attacker, N-17.3-disputed
#[test]
fn whoever_comes_among_strangers_stops_and_attacks() {
    let mut field = Field::new()
        .put(France, units(2, 0, 0), "bavaria")
        .put(Austria, units(1, 0, 0), "saxony")
        .put(Austria, units(1, 0, 0), "bohemia")
        .put(Russia, units(1, 0, 0), "moscow")
        .moves(France);
    assert_eq!(field.game.controller(at("saxony")), Some(Austria));
    field.gather(France, units(2, 0, 0), "bavaria").march("saxony");
    assert_eq!(field.attacker("saxony"), Some(France));
    assert_eq!(field.game.controller(at("saxony")), None, "nobody controls what is fought for");
    let ended = field.game.decider();
    assert_eq!(ended, Some(Austria), "two units cannot go on, and nothing else can move");
    field.gather(Austria, units(1, 0, 0), "bohemia").march("saxony");
    assert_eq!(field.attacker("saxony"), Some(France), "a defender who reinforces does not attack");
}

// proves N-10.1-stop
#[test]
fn two_units_that_have_come_to_fight_do_not_go_on() {
    let mut field = Field::new()
        .put(France, units(2, 0, 0), "bavaria")
        .put(France, units(1, 0, 0), "paris")
        .put(Austria, units(1, 0, 0), "saxony")
        .moves(France);
    field.gather(France, units(2, 0, 0), "bavaria").march("saxony");
    assert_eq!(field.refused(pick(France, Infantry, "saxony")), "N-10.1-stop");
    assert_eq!(field.refused(march("berlin")), "N-10.1-regroup");
}

// proves N-10.1-no-third
#[test]
fn only_allies_of_one_side_come_to_a_fight_of_two() {
    let saxony = || {
        Field::new()
            .order([Prussia, Austria, France, England, Russia])
            .put(France, units(1, 0, 0), "saxony")
            .put(Prussia, units(1, 0, 0), "berlin")
            .put(Austria, units(1, 0, 0), "bohemia")
    };
    let attack = |field: &mut Field| {
        field.gather(Prussia, units(1, 0, 0), "berlin").march("saxony");
    };
    let mut field = saxony().moves(Prussia);
    attack(&mut field);
    field.gather(Austria, units(1, 0, 0), "bohemia");
    assert_eq!(field.refused(march("saxony")), "N-10.1-no-third");
    for (initiator, ally) in [(Prussia, Austria), (France, Austria)] {
        let mut field = saxony().allied(initiator, &[ally]).moves(Prussia);
        attack(&mut field);
        field.gather(Austria, units(1, 0, 0), "bohemia").march("saxony");
        assert_eq!(field.attacker("saxony"), Some(Prussia), "{initiator} is joined");
    }
}

// proves N-10.1-owner-moves
#[test]
fn a_nation_moves_its_own_units_only() {
    let field = Field::new()
        .put(Austria, units(1, 0, 0), "vienna")
        .put(Prussia, units(1, 0, 0), "vienna")
        .put(Russia, units(1, 0, 0), "moscow")
        .allied(Austria, &[Prussia])
        .moves(Austria);
    assert_eq!(field.refused(pick(Prussia, Infantry, "vienna")), "N-10.1-owner-moves");
    assert_eq!(field.refused(pick(Russia, Infantry, "moscow")), "N-10.1-owner-moves");
    assert_eq!(field.refused(pick(Austria, Cannon, "vienna")), "N-10.1-owner-moves");
    assert_eq!(field.refused(pick(Austria, Infantry, "irish_sea")), "N-10.1-owner-moves");
}

// proves N-17.3-adjacent
#[test]
fn a_group_marches_into_a_land_that_touches_its_own() {
    let mut field = Field::new().put(France, units(1, 0, 0), "paris").put(France, units(1, 0, 0), "corsica");
    field = field.moves(France);
    assert_eq!(field.refused(pick(France, Infantry, "corsica")), "N-17.3-adjacent");
    field.gather(France, units(1, 0, 0), "paris");
    for away in ["saxony", "channel_east", "paris"] {
        assert_eq!(field.refused(march(away)), "N-17.3-adjacent");
    }
}
