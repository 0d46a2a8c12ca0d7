//! Zone of Control, and Control.

use super::field::{Field, hex, nation};
use crate::Action;
use crate::field::Force;
use crate::forces::{Arm, Factors};
use crate::ground::LandId;
use crate::map::MAP;
use crate::nations::Side;
use crate::supply::Commissariat;
use crate::zones::makes_zone;

// proves M-zoc-1, M-zoc-2
#[test]
fn four_factors_make_a_zone_and_fewer_under_a_leader_of_cavalry() {
    let cossacks = Factors::of(Arm::Cossack, 1);
    for (factors, usual, cavalry) in [
        (Factors::NONE, false, false),
        (Factors::infantry(4), true, true),
        (Factors::new(2, 1, 1), true, true),
        (Factors::infantry(3), false, false),
        (Factors::infantry(2), false, true),
        (Factors::new(2, 1, 0), false, true),
        (Factors::new(0, 3, 0), false, true),
        (Factors::new(0, 1, 1), false, false),
        (cossacks, false, true),
    ] {
        assert_eq!((makes_zone(false, factors), makes_zone(true, factors)), (usual, cavalry), "{factors}");
    }
}

#[test]
fn a_zone_takes_a_leader_of_those_troops() {
    let field = Field::bare("ulm-1805").put("Austria", Factors::infantry(6), "Prague");
    assert!(!field.zone(Side::Coalition, "Prague"));
    assert!(field.lead("Hiller", "Prague").zone(Side::Coalition, "Prague"));
    let field = Field::bare("ulm-1805").put("Austria", Factors::infantry(3), "Prague");
    let field = field.put("Russia", Factors::infantry(3), "Prague").lead("Hiller", "Prague");
    assert!(!field.zone(Side::Coalition, "Prague"), "he leads three");
}

// proves M-zoc-3
#[test]
fn zones_end_at_the_sea_and_at_the_border_of_a_neutral() {
    let field =
        Field::bare("ulm-1805").put("France", Factors::infantry(6), "Calais").lead("Davout", "Calais");
    assert!(!field.game.is_in_zone(Side::French, hex("Dover")));
    let near = MAP.grid.neighbours(hex("Calais")).filter(|hex| MAP.is_land(*hex));
    assert!(near.filter(|hex| field.game.is_in_zone(Side::French, *hex)).count() >= 2);
    let field = Field::bare("ulm-1805").put("Austria", Factors::infantry(4), "5148").lead("Hiller", "5148");
    let prussian = MAP
        .grid
        .neighbours(hex("5148"))
        .find(|hex| field.game.control.get(*hex).is_some_and(|holder| holder.name() == "Prussia"));
    assert!(!field.game.is_in_zone(Side::Coalition, prussian.expect("Silesia is near")));
}

// proves M-zoc-4
#[test]
fn a_garrison_has_no_zone() {
    let field = Field::bare("ulm-1805")
        .garrison("Austria", Factors::infantry(4), "Josephstadt")
        .lead("Hiller", "Josephstadt");
    assert!(!field.zone(Side::Coalition, "Josephstadt"));
}

fn before_a_zone() -> Field {
    Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(4), "2550")
        .lead("Hiller", "2550")
        .put("France", Factors::infantry(6), "Orleans")
        .lead("Davout", "Orleans")
        .turn_of("France")
}

// proves M-zoc-6, M-move-13
#[test]
fn entering_a_zone_costs_one_more_and_stops_the_march() {
    let mut field = before_a_zone();
    field.march("Davout").step("2652").step("2552");
    assert_eq!(field.gauge("movement left"), "3", "two hexes out of the zone");
    field.step("2651");
    assert_eq!(field.gauge("movement left"), "0", "woods and a zone");
    assert_eq!(field.refused(Action::Step(hex("2652"))), "M-move-13");
    let mut field = before_a_zone().put("France", Factors::infantry(1), "2650");
    field.march("Davout").step("2751").step("2650");
    assert_eq!(field.gauge("movement left"), "2", "friends do not change the price");
    assert_eq!(field.refused(Action::Step(hex("2750"))), "M-move-13");
}

// proves M-move-14
#[test]
fn a_stack_leaves_a_zone_and_steps_into_another() {
    let mut field = before_a_zone().put("France", Factors::infantry(4), "2651").lead("Ney", "2651");
    field.march("Ney").step("2551");
    assert_eq!(field.refused(Action::Step(hex("2552"))), "M-move-13");
    let mut field = before_a_zone().put("France", Factors::infantry(4), "2651").lead("Ney", "2651");
    field.march("Ney").step("2652").step("2753");
}

// proves M-control-1, M-control-4, M-control-5
#[test]
fn prague_goes_to_whose_zone_is_alone() {
    let mut field =
        Field::bare("ulm-1805").put("Austria", Factors::infantry(4), "4648").lead("Hiller", "4648");
    assert_eq!(field.holder("Prague"), "Austria");
    field = field.put("France", Factors::new(0, 2, 0), "4949").lead("Murat", "4949");
    assert_eq!(field.holder("Prague"), "France", "Murat's zone takes it");
    field = field.turn_of("Austria");
    field.march("Hiller").step("4748").act(Action::Halt).act(Action::Done);
    assert_eq!(field.holder("Prague"), "France", "Hiller's zone is contested");
    field = field.turn_of("France");
    field.march("Murat").step("4950").step("5051").act(Action::Halt);
    assert_eq!(field.holder("Prague"), "Austria", "Murat is gone, and Hiller's zone takes it");
    assert_eq!(field.holder("Iglau"), "France", "Murat's zone had it, and it stays his");
}

// proves M-control-2
#[test]
fn who_comes_into_a_hex_controls_it_after_he_has_left() {
    let mut field = Field::bare("ulm-1805").put("France", Factors::infantry(3), "4849").lead("Ney", "4849");
    field = field.stored("France", 1, 0, "4849").turn_of("France");
    field.march("Ney").step("Prague");
    assert_eq!(field.holder("Prague"), "France");
    field.step("4748");
    assert_eq!((field.holder("Prague"), field.holder("4748")), ("France", "France"));
    let field = Field::bare("ulm-1805").lead("Ney", "Prague");
    assert_eq!(field.holder("Prague"), "Austria", "a leader takes nothing");
}

// proves M-control-6
#[test]
fn russian_land_goes_back_when_the_enemy_has_left() {
    let mut field =
        Field::bare("russia-1812").put("France", Factors::infantry(3), "7333").lead("Ney", "7333");
    field = field.turn_of("France");
    assert_eq!(field.holder("7333"), "France");
    field.march("Ney").step("Smolensk");
    assert_eq!((field.holder("7333"), field.holder("Smolensk")), ("Russia", "France"));
    field.step("7432");
    assert_eq!(field.holder("Smolensk"), "Russia");
    let mut field =
        Field::bare("russia-1812").put("France", Factors::infantry(6), "7333").lead("Ney", "7333");
    field = field.turn_of("France");
    field.march("Ney").step("Smolensk");
    assert_eq!(field.holder("7333"), "France", "his zone holds it");
}

// proves M-control-3
#[test]
fn a_garrison_keeps_its_hex() {
    let mut field = Field::bare("ulm-1805")
        .garrison("Austria", Factors::infantry(2), "Josephstadt")
        .put("France", Factors::infantry(6), "4949")
        .lead("Davout", "4949")
        .turn_of("France");
    field.march("Davout").step("5049");
    assert_eq!((field.holder("5049"), field.holder("Josephstadt")), ("France", "Austria"));
}

#[test]
fn zones_are_the_same_hex_by_hex_and_all_at_once() {
    for scenario in ["ulm-1805", "russia-1812", "france-1814"] {
        let game = Field::of(scenario).game;
        for side in Side::ALL {
            let all = game.zones_of(side);
            assert!(LandId::all().all(|land| all.contains(land) == game.is_in_zone(side, land.hex())));
            assert!(!all.is_empty());
        }
    }
}

// proves M-control-7, M-control-6
#[test]
fn a_line_of_communications_holds_russian_land() {
    let march_off = |has_depots: bool| {
        let depots: Vec<Force> =
            Field::of("russia-1812").game.forces.iter().filter(|force| force.depots > 0).copied().collect();
        let mut field = Field::bare("russia-1812")
            .on("1812 Jul-Aug 2")
            .put("France", Factors::new(0, 4, 0), "Vilna")
            .lead("Murat", "Vilna")
            .fed();
        if has_depots {
            field = field.stored("France", 0, 1, "Kovno");
            depots.iter().for_each(|force| field.game.forces.store(force.muster, 0, force.depots));
        }
        let mut field = field.turn_of("France");
        field.march("Murat");
        let mut at = hex("Vilna");
        for _ in 0..2 {
            at = MAP.grid.neighbour(at, atlas::topology::Direction::West).unwrap();
            field.act(Action::Step(at));
        }
        field.act(Action::Halt);
        field
    };
    assert_eq!(march_off(false).holder("Vilna"), "Russia");
    let mut field = march_off(true);
    assert!(Commissariat::of(&field.game, nation("France")).communications().linked().contains(hex("Kovno")));
    assert_eq!(field.holder("Vilna"), "France");
    // When the line is lost, so is the land.
    let depots: Vec<Force> = field.game.forces.iter().filter(|force| force.depots > 0).copied().collect();
    depots.iter().for_each(|force| field.game.scrap_stores(force.muster, 0, force.depots));
    field.act(Action::Done);
    assert_eq!(field.holder("Vilna"), "Russia");
}

// proves M-control-4
#[test]
fn a_zone_that_has_taken_nothing_is_noticed() {
    let mut field = Field::bare("ulm-1805")
        .put("France", Factors::infantry(4), "4949")
        .lead("Ney", "4949")
        .turn_of("France");
    field.reconcile();
    assert_eq!(field.game.check_as_played(), Ok(()));
    field.game.control.set(hex("4950"), nation("Austria"));
    assert!(field.game.check_as_played().is_err_and(|why| why.contains("covers hex")));
}
