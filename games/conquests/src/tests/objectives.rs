//! Secret objectives: who has which, and when it is met. Rulebook 4.1, 13.1.

use engine::{Recorder, Seed, Setup};

use super::field::{Field, at, units};
use crate::areas::Area;
use crate::effects::Length;
use crate::nations::{Nation, Nations, Side};
use crate::objectives::Objective;
use crate::state::EndReason;
use crate::troops::Troops;
use crate::victory::points;

use Nation::{Austria, England, France, Prussia, Russia};

fn objective(id: &str) -> Option<Objective> {
    let found = Objective::all().find(|objective| objective.id() == id);
    assert!(found.is_some(), "there is no objective {id}");
    found
}

/// Whether a nation that holds this objective has met it.
fn met(field: &Field, nation: Nation, id: &str) -> bool {
    let mut game = field.game.clone();
    game.cards.objectives[nation] = objective(id);
    points::has_met_objective(&game, nation)
}

// proves N-4.1-objective, N-13.1-sorting
#[test]
fn every_nation_of_the_coalition_has_an_objective_of_its_game() {
    for (scenario, length) in [("short", Length::Short), ("campaign", Length::Campaign)] {
        for players in 2..=5 {
            let setup = Setup::new(scenario, players, Seed::from_number(7));
            let game = crate::setup::new(&setup, &mut Recorder::silent()).expect("the set-up is sound");
            assert_eq!(game.cards.objectives[France], None);
            let mut dealt: Vec<Objective> =
                Nations::COALITION.iter().filter_map(|nation| game.cards.objectives[nation]).collect();
            assert!(dealt.iter().all(|objective| objective.aim().game == length));
            dealt.sort();
            dealt.dedup();
            assert_eq!(dealt.len(), 4);
        }
    }
}

// proves N-13.1-main-or-second
#[test]
fn the_nation_on_the_card_has_the_main_objective_and_others_the_second() {
    // Main, for Austria: Lombardy and Venetia with Morale 6. Second: a neutral capital with Morale 7.
    let po = |nation| {
        let field =
            Field::new().put(nation, units(1, 0, 0), "lombardy").put(nation, units(1, 0, 0), "venetia");
        field.morale(nation, 7)
    };
    assert!(met(&po(Austria), Austria, "S01"));
    assert!(!met(&po(Russia), Russia, "S01"));
    let rome = |nation| Field::new().put(nation, units(1, 0, 0), "rome").morale(nation, 7);
    assert!(met(&rome(Russia), Russia, "S01"));
    assert!(!met(&rome(Austria), Austria, "S01"));
    assert!(!met(&rome(Russia).morale(Russia, 6), Russia, "S01"));
}

#[test]
fn places_are_wished_for_in_several_ways() {
    // Malta and two seas of the Mediterranean.
    let sea = || Field::new().put(England, units(1, 0, 0), "malta").ship(England, "ionian_sea", Troops::NONE);
    assert!(!met(&sea(), England, "S04"));
    let two = sea().ship(England, "aegean_sea", Troops::NONE);
    assert!(met(&two, England, "S04"));
    assert!(!met(&two.ship(France, "aegean_sea", Troops::NONE), England, "S04"), "a shared sea is nobody's");
    // Seven territories; four at home and a corps.
    let lands = ["bohemia", "moravia", "tyrol", "styria", "saxony", "bavaria", "swabia"];
    let at_home = |count: usize| {
        lands[..count].iter().fold(Field::new(), |field, land| field.put(Austria, units(1, 1, 1), land))
    };
    assert!(met(&at_home(7), Austria, "S05") && !met(&at_home(6), Austria, "S05"));
    let russia = |count| {
        let lands = ["moscow", "ukraine", "smolensk", "livonia"];
        lands[..count].iter().fold(Field::new(), |field, land| field.put(Russia, units(1, 1, 1), land))
    };
    assert!(met(&russia(4), Russia, "S03") && !met(&russia(3), Russia, "S03"));
    // A unit in Paris, with Allies or without, and two victories.
    let mut paris = Field::of("campaign", 5).put(Russia, units(1, 0, 0), "paris").allied(Russia, &[Austria]);
    paris.game.feats.victories[Russia] = 2;
    let paris = paris.put(Austria, units(1, 0, 0), "paris");
    assert!(met(&paris, Russia, "C11"));
    // Napoleon controls nothing in three homes.
    let steppe = Field::new().put(Russia, units(6, 0, 0), "ukraine");
    assert!(met(&steppe, Russia, "S12"));
    assert!(!met(&steppe.clone().put(France, units(1, 0, 0), "tyrol"), Russia, "S12"));
    assert!(!met(&Field::new().put(Russia, units(5, 0, 0), "ukraine"), Russia, "S12"));
}

// proves N-13.1-main-or-second
#[test]
fn every_land_that_touches_the_baltic_is_on_its_shores() {
    let shores = ["baltic_west", "baltic_east"].map(|sea| at(sea).lands_beside());
    let shores: Vec<Area> = (shores[0] | shores[1]).iter().collect();
    let sea = || Field::of("campaign", 5).ship(Prussia, "baltic_west", Troops::NONE);
    for skipped in &shores {
        let four = shores.iter().filter(|land| *land != skipped).take(4);
        let four = four.fold(sea(), |field, land| field.put(Prussia, units(1, 0, 0), land.id()));
        assert!(!met(&four, Prussia, "C09"));
        assert!(met(&four.put(Prussia, units(1, 0, 0), skipped.id()), Prussia, "C09"), "{skipped}");
    }
}

#[test]
fn levels_money_and_records_are_wished_for() {
    let mut field = Field::new().society(Side::Coalition, 9).morale(Prussia, 7).money(Austria, 8);
    assert!(met(&field, Prussia, "S08"));
    assert!(!met(&field.clone().society(Side::Coalition, 8), Prussia, "S08"));
    assert!(!met(&field.clone().morale(Prussia, 6), Prussia, "S08"));
    assert!(!met(&field, Prussia, "S02"));
    field.game.feats.successes[Prussia] = 1;
    assert!(met(&field.clone().money(Prussia, 8), Prussia, "S02"));
    assert!(!met(&field.clone().money(Prussia, 7), Prussia, "S02"));
    field.game.feats.victories[Austria] = 2;
    assert!(met(&field, Austria, "S09"));
    field.game.feats.victories[Austria] = 1;
    assert!(!met(&field, Austria, "S09"));
    let afloat = Field::new().ship(Russia, "black_sea", Troops::NONE).morale(Russia, 7);
    assert!(met(&afloat, Russia, "S04") && !met(&Field::new().morale(Russia, 7), Russia, "S04"));
}

/// The Coalition has won with Austria and Russia in Paris.
fn coalition_won() -> Field {
    let field =
        Field::new().peopled().put(Austria, units(1, 0, 0), "paris").put(Russia, units(1, 0, 0), "paris");
    let field = field.allied(Austria, &[Russia]).society(Side::Coalition, 8);
    let mut field =
        Nations::COALITION.iter().fold(field, |field, nation| field.morale(nation, 7).money(nation, 0));
    field.game.cards.objectives =
        [None, objective("S01"), objective("S02"), objective("S05"), objective("S10")].into();
    field
}

// proves N-13.1-winners
#[test]
fn those_who_met_their_objectives_win_among_the_coalition() {
    // Nobody has: all win. England holds a neutral capital: England alone wins.
    assert_eq!(coalition_won().verdict(), Some((Nations::COALITION, EndReason::CoalitionStrategic)));
    let mut field = coalition_won().put(England, units(1, 0, 0), "rome");
    assert_eq!(field.verdict(), Some((England.into(), EndReason::CoalitionStrategic)));
    let mut two = coalition_won().put(England, units(1, 0, 0), "rome").money(Prussia, 8);
    two.game.feats.successes[Prussia] = 1;
    assert_eq!(two.verdict(), Some((Nations::from(England).with(Prussia), EndReason::CoalitionStrategic)));
    // One that is out has no share in it.
    let mut out = coalition_won().put(England, units(1, 0, 0), "rome").morale(England, 0);
    assert_eq!(out.verdict(), Some((Nations::COALITION.without(England), EndReason::CoalitionStrategic)));
    // All objectives are revealed.
    let told: Vec<String> = field.log.events.iter().map(|event| format!("{event:?}")).collect();
    assert_eq!(told.iter().filter(|event| event.starts_with("ObjectiveShown")).count(), 4);
    assert_eq!(field.game.controller(at("paris")), None);
}
