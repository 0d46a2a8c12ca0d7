//! Frigates and what they carry (10.3, 16).

use super::field::{Field, at, units};
use super::moving::{embark, frigate, land, march, pick, sail};
use crate::action::Action;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::state::FrigateId;
use crate::troops::Kind::{Cannon, Cavalry, Frigate, Infantry};
use crate::troops::Troops;

const EMPTY: Troops = Troops::NONE;

/// What a frigate pays from the Ligurian into the Tyrrhenian Sea, among so many Spanish frigates there.
fn price(nation: Nation, cargo: Troops, strangers: usize) -> f32 {
    let other = if nation == Russia { Prussia } else { Russia };
    let mut field = Field::new().ship(nation, "ligurian_sea", cargo);
    for _ in 0..strangers {
        field = field.ship(other, "tyrrhenian_sea", EMPTY);
    }
    let mut field = field.moves(nation);
    field.act(sail(frigate(nation, 0), "tyrrhenian_sea"));
    10.0 - field.mp(nation)
}

// proves N-10.3-cost
#[test]
fn a_frigate_pays_by_the_sea_and_for_every_strange_frigate_in_it() {
    assert_eq!([EMPTY, units(1, 0, 0), units(3, 0, 0)].map(|cargo| price(France, cargo, 0)), [2.0; 3]);
    assert_eq!([1, 2, 4].map(|strangers| price(France, EMPTY, strangers)), [3.0, 4.0, 6.0]);
    let mut field = Field::new()
        .ship(Prussia, "ligurian_sea", EMPTY)
        .ship(Prussia, "tyrrhenian_sea", EMPTY)
        .ship(Russia, "tyrrhenian_sea", EMPTY)
        .allied(Prussia, &[Russia])
        .moves(Prussia);
    field.act(sail(frigate(Prussia, 0), "tyrrhenian_sea"));
    assert_eq!(field.mp(Prussia), 8.0, "Allies cost nothing");
}

// proves N-10.3-england
#[test]
fn an_english_frigate_without_cargo_pays_one_point() {
    assert_eq!([0, 1, 3].map(|strangers| price(England, EMPTY, strangers)), [1.0, 2.0, 4.0]);
    assert_eq!([0, 1].map(|strangers| price(England, units(1, 0, 0), strangers)), [2.0, 3.0]);
}

// proves N-16-powers-persist
#[test]
fn england_sails_lightly_whoever_plays_it_and_nobody_else_does() {
    for (scenario, players) in [("short", 2), ("campaign", 2), ("campaign", 4), ("short", 5)] {
        let fleet = |nation| Field::of(scenario, players).ship(nation, "channel_east", EMPTY).moves(nation);
        for (nation, price) in [(England, 1.0), (Prussia, 2.0), (Austria, 2.0), (Russia, 2.0), (France, 2.0)]
        {
            let mut field = fleet(nation);
            field.act(sail(frigate(nation, 0), "channel_west"));
            assert_eq!(10.0 - field.mp(nation), price, "{nation} of {players}");
        }
    }
}

/// England is about to land at Rome, which one French infantry holds.
fn off_rome() -> Field {
    Field::new()
        .order([England, France, Prussia, Austria, Russia])
        .put(France, units(1, 0, 0), "rome")
        .ship(France, "tyrrhenian_sea", EMPTY)
        .ship(France, "ligurian_sea", EMPTY)
        .ship(England, "malta_channel", units(2, 0, 0))
        .moves(England)
}

// proves N-10.3-embark, N-10.3-transit, N-10.3-land-after
#[test]
fn england_lands_at_rome_for_five_points() {
    let mut field = off_rome();
    let ship = frigate(England, 0);
    field.act(sail(ship, "tyrrhenian_sea"));
    assert_eq!(field.mp(England), 7.0, "2 for the sea and 1 for the French frigate");
    field.act(land(Infantry, ship, "rome")).act(land(Infantry, ship, "rome"));
    assert_eq!((field.mp(England), field.attacker("rome")), (5.0, Some(England)));
    assert_eq!(field.troops(England, "rome"), units(2, 0, 0));
    assert_eq!(field.refused(pick(England, Infantry, "rome")), "N-10.1-stop", "it stays to fight");
    assert_eq!(field.attacker("tyrrhenian_sea"), None, "coming by is no combat");
    field.act(sail(ship, "malta_channel")).done();
    assert_eq!(field.game.decider(), Some(France), "and none can be declared where it has left");
    field.act(sail(frigate(France, 1), "tyrrhenian_sea"));
    assert_eq!(field.mp(France), 8.0, "now the sea is free of strangers");
}

// proves N-10.3-embark
#[test]
fn any_unit_goes_aboard_or_ashore_for_a_point() {
    for kind in [Infantry, Cavalry, Cannon] {
        let mut field = Field::new()
            .put(France, units(1, 1, 1), "provence")
            .ship(France, "ligurian_sea", EMPTY)
            .ship(France, "ligurian_sea", Troops::one(kind))
            .moves(France);
        field.act(embark(kind, "provence", frigate(France, 0)));
        assert_eq!(
            (field.mp(France), field.game.forces.frigate(frigate(France, 0)).cargo),
            (9.0, Troops::one(kind))
        );
        field.act(land(kind, frigate(France, 1), "corsica"));
        assert_eq!((field.mp(France), field.troops(France, "corsica")), (8.0, Troops::one(kind)));
        assert_eq!(field.refused(embark(kind, "artois", frigate(France, 0))), "N-17.3-adjacent");
        assert_eq!(field.refused(land(kind, frigate(France, 1), "corsica")), "N-10.3-embark", "it is empty");
    }
}

// proves N-10.3-capacity
#[test]
fn a_frigate_carries_three_units_of_its_nation() {
    let mut field = Field::new()
        .put(Austria, units(4, 0, 0), "naples")
        .put(Prussia, units(1, 0, 0), "naples")
        .ship(Austria, "tyrrhenian_sea", EMPTY)
        .ship(Prussia, "ionian_sea", EMPTY)
        .allied(Austria, &[Prussia])
        .moves(Prussia);
    field.act(embark(Infantry, "naples", frigate(Prussia, 0)));
    assert_eq!(field.refused(embark(Infantry, "naples", frigate(Prussia, 0))), "N-10.3-capacity");
    assert_eq!(field.refused(embark(Frigate, "naples", frigate(Prussia, 0))), "N-10.3-capacity");
    let mut field = field.moves(Austria);
    for _ in 0..3 {
        field.act(embark(Infantry, "naples", frigate(Austria, 0)));
    }
    assert_eq!(field.refused(embark(Infantry, "naples", frigate(Austria, 0))), "N-10.3-capacity");
}

// proves N-10.3-no-both
#[test]
fn a_frigate_does_not_take_aboard_and_put_ashore_in_one_turn() {
    let mut field = Field::new()
        .put(France, units(2, 0, 0), "provence")
        .ship(France, "ligurian_sea", EMPTY)
        .ship(France, "ligurian_sea", units(2, 0, 0))
        .moves(France);
    let (first, second) = (frigate(France, 0), frigate(France, 1));
    field.act(embark(Infantry, "provence", first));
    assert_eq!(field.refused(land(Infantry, first, "corsica")), "N-10.3-no-both");
    field.act(embark(Infantry, "provence", first)).act(land(Infantry, second, "corsica"));
    assert_eq!(field.refused(embark(Infantry, "corsica", second)), "N-10.3-no-both");
    field.act(land(Infantry, second, "corsica"));
    field.game.begin_turn(&mut field.log);
    let mut field = field.moves(France);
    field.act(land(Infantry, first, "corsica"));
    assert_eq!(field.troops(France, "corsica"), units(3, 0, 0), "a new turn");
}

// proves N-10.3-land-after
#[test]
fn units_walk_to_the_shore_and_on_from_it() {
    let mut field = Field::new()
        .put(France, units(1, 0, 0), "burgundy")
        .ship(France, "gulf_of_lion", EMPTY)
        .ship(France, "gulf_of_lion", units(1, 0, 0))
        .moves(France);
    field.gather(France, units(1, 0, 0), "burgundy").march("provence").done();
    field.act(embark(Infantry, "provence", frigate(France, 0)));
    field.act(land(Infantry, frigate(France, 1), "languedoc"));
    field.gather(France, units(1, 0, 0), "languedoc").march("aquitaine");
    assert_eq!((field.mp(France), field.troops(France, "aquitaine")), (6.0, units(1, 0, 0)));
}

// proves N-10.3-transit
#[test]
fn frigates_cross_and_stay_among_strangers_in_peace() {
    let mut field = Field::new()
        .ship(France, "ligurian_sea", EMPTY)
        .ship(France, "ligurian_sea", units(1, 0, 0))
        .ship(England, "tyrrhenian_sea", EMPTY)
        .moves(France);
    field.act(sail(frigate(France, 0), "tyrrhenian_sea")).act(sail(frigate(France, 0), "malta_channel"));
    field.act(sail(frigate(France, 1), "tyrrhenian_sea")).done();
    assert_eq!(field.game.decider(), Some(France), "it may declare a combat there");
    field.done();
    assert_eq!((field.game.decider(), field.attacker("tyrrhenian_sea")), (Some(England), None));
}

#[test]
fn frigates_that_are_alike_are_listed_once() {
    let mut field = Field::new()
        .ship(France, "ligurian_sea", EMPTY)
        .ship(France, "ligurian_sea", EMPTY)
        .put(France, units(1, 0, 0), "corsica")
        .moves(France);
    let sailing = |field: &Field, frigate: FrigateId| {
        field
            .actions()
            .iter()
            .filter(|action| matches!(action, Action::Sail { frigate: own, .. } if *own == frigate))
            .count()
    };
    let (first, second) = (frigate(France, 0), frigate(France, 1));
    assert_eq!(
        (sailing(&field, first), sailing(&field, second)),
        (at("ligurian_sea").seas_beside().len(), 0)
    );
    assert_eq!(field.refused(sail(second, "tyrrhenian_sea")), "N-10.1-owner-moves");
    field.act(embark(Infantry, "corsica", first));
    assert!(sailing(&field, first) > 0 && sailing(&field, second) > 0, "now they differ");
}

// proves N-10.1-owner-moves
#[test]
fn a_nation_moves_its_own_frigates_only() {
    let mut field = Field::new()
        .ship(France, "ligurian_sea", EMPTY)
        .ship(England, "ligurian_sea", EMPTY)
        .put(France, units(1, 0, 0), "provence")
        .moves(France);
    assert_eq!(field.refused(sail(frigate(England, 0), "tyrrhenian_sea")), "N-10.1-owner-moves");
    assert_eq!(field.refused(sail(frigate(France, 1), "tyrrhenian_sea")), "N-10.1-owner-moves", "in no sea");
    assert_eq!(field.refused(sail(FrigateId(255), "tyrrhenian_sea")), "N-10.1-owner-moves");
    assert_eq!(field.refused(sail(frigate(France, 0), "provence")), "N-17.3-adjacent");
    assert_eq!(field.refused(sail(frigate(France, 0), "black_sea")), "N-17.3-adjacent");
    field.gather(France, units(1, 0, 0), "provence");
    assert_eq!(field.refused(sail(frigate(France, 0), "tyrrhenian_sea")), "N-10.1-regroup");
    assert_eq!(field.refused(march("ligurian_sea")), "N-17.3-adjacent");
}
