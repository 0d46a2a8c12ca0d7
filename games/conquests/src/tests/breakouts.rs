//! Former Allies break out of an encirclement. Rulebook 9.7, 11.4.

use super::field::{Field, at, units};
use super::parting::{asked_of, ended, implemented};
use crate::action::Action;
use crate::by::ByNation;
use crate::nations::Nation::{Austria, England, France, Prussia, Russia};
use crate::retreat::Escape;
use crate::state::{Bond, FrigateId, Phase};
use crate::troops::{Kind, Troops};

/// France in Berlin among Prussians on all sides.
fn encircled(troops: Troops) -> Field {
    let around = ["hanover", "mecklenburg", "saxony", "pomerania", "silesia", "poland", "west_prussia"];
    let field = around.iter().fold(Field::new(), |field, land| field.put(Prussia, units(1, 0, 0), land));
    let field = field.put(Prussia, units(1, 0, 0), "berlin").put(France, troops, "berlin");
    field.allied(France, &[Prussia])
}

// proves N-11.4-encircled, N-11.4-encircled-losses, N-11.4-encircled-free
#[test]
fn an_encircled_force_passes_strangers_and_loses_a_unit_for_each() {
    let mut field = ended(encircled(units(2, 1, 0)).points(France, 0));
    let escapes = field.game.escapes(France, at("berlin"));
    assert!(escapes.iter().all(|escape| (escape.entered, escape.losses) == (2, 1)));
    let rhineland = Escape { to: at("rhineland"), entered: 2, losses: 1 };
    assert!(escapes.contains(&rhineland), "{escapes:?}");
    let lose = |kind| Action::Lose { nation: France, kind };
    assert_eq!((field.asked(), field.actions()), (France, vec![lose(Kind::Infantry), lose(Kind::Cavalry)]));
    assert_eq!(field.refused(lose(Kind::Cannon)), "N-11.4-encircled-losses");
    field.act(lose(Kind::Cavalry));
    assert_eq!(field.troops(France, "rhineland"), units(2, 0, 0), "closest to Paris, without MP");
    assert_eq!(field.game.forces.present(at("berlin")), Prussia.into());
    // Of one kind, there is nothing to choose; a single unit does not get through.
    assert_eq!(ended(encircled(units(3, 0, 0))).troops(France, "rhineland"), units(2, 0, 0));
    let lost = ended(encircled(units(0, 1, 0)));
    assert_eq!(lost.game.forces.on_map(France), Troops::NONE);
    let before = encircled(units(0, 1, 0)).game.forces.contingent(France);
    assert_eq!(
        lost.game.forces.contingent(France),
        before + units(0, 1, 0),
        "what is lost is in the Contingent"
    );
}

// proves N-11.4-encircled-losses
#[test]
fn the_way_out_leads_past_as_few_strangers_as_possible() {
    let field = encircled(units(3, 0, 0)).put(Prussia, units(2, 0, 0), "saxony");
    let field = field.put(Prussia, units(1, 0, 0), "hanover");
    let mut over = field.clone();
    over.game.treaties.list[0].state = Bond::Over;
    let losses = |to: &str| {
        let escapes = over.game.escapes(France, at("berlin"));
        escapes.iter().find(|escape| escape.to == at(to)).map(|escape| escape.losses)
    };
    assert_eq!((losses("rhineland"), losses("holland"), losses("bohemia")), (Some(3), Some(2), Some(1)));
    let mut field = ended(field);
    let to = |land: &str| Action::Part { nation: France, to: at(land) };
    assert_eq!(field.actions(), [to("bohemia"), to("denmark")], "four steps from Paris");
    assert_eq!(field.refused(to("rhineland")), "N-11.4-where");
    let one = Action::Retreat { nation: France, kind: Kind::Infantry, to: at("bohemia") };
    assert_eq!(field.refused(one), "N-11.4-encircled");
    field.act(to("bohemia"));
    assert_eq!(field.troops(France, "bohemia"), units(2, 0, 0));
}

/// The same in Pomerania, on the coast, where two strangers are in every way.
fn in_pomerania(troops: Troops) -> Field {
    let around = ["mecklenburg", "berlin", "west_prussia"];
    let field = around.iter().fold(Field::new(), |field, land| field.put(Prussia, units(1, 0, 0), land));
    let field = field.put(Prussia, units(1, 0, 0), "pomerania").put(France, troops, "pomerania");
    field.allied(France, &[Prussia])
}

/// Russia's old Alliance with Prussia and Austria is over in Berlin, amid Prussians, and Russia and Austria have a new one.
fn both_encircled(russian: Troops, austrian: Troops) -> Field {
    let field = encircled(Troops::NONE).put(Russia, russian, "berlin").put(Austria, austrian, "berlin");
    let mut field = field.everybody_somewhere();
    field.game.forces.reserves = ByNation::all(Troops::NONE);
    field.game.treaties.list.clear();
    let mut field = field.allied(Prussia, &[Russia, Austria]);
    field.game.treaties.list[0].state = Bond::Over;
    field.allied(Russia, &[Austria])
}

// proves N-11.4-encircled-losses, N-9.7-separate
#[test]
fn allies_break_out_together_and_suffer_the_crossing_once() {
    let mut field = implemented(both_encircled(units(2, 0, 0), units(1, 1, 0)));
    let part = |land: &str| Action::Part { nation: Austria, to: at(land) };
    assert_eq!(field.asked(), Prussia, "the initiator of what is over chooses");
    let escapes = field.game.escapes(Austria, at("berlin"));
    assert!(escapes.iter().all(|escape| (escape.entered, escape.losses) == (2, 1)));
    let near_vienna = ["bohemia", "moravia", "bavaria"];
    let near_moscow = ["lithuania", "volhynia"];
    assert!(near_vienna.iter().chain(&near_moscow).all(|land| field.actions().contains(&part(land))));
    assert_eq!(
        field.actions().len(),
        near_vienna.len() + near_moscow.len(),
        "closest to one of the capitals"
    );
    assert_eq!(field.refused(part("rhineland")), "N-11.4-where");
    assert_eq!(
        asked_of(&field, Prussia),
        "Former Allies part in Brandenburg: say where Austria and Russia go together."
    );
    field.act(part("moravia"));
    assert_eq!(field.asked(), Russia, "the initiator of what holds names the losses");
    let lose = |nation, kind| Action::Lose { nation, kind };
    let losses = [lose(Austria, Kind::Infantry), lose(Austria, Kind::Cavalry), lose(Russia, Kind::Infantry)];
    assert_eq!(field.actions(), losses);
    assert_eq!(field.refused(lose(Prussia, Kind::Infantry)), "N-11.4-encircled-losses");
    field.act(lose(Austria, Kind::Infantry));
    assert_eq!(field.troops(Russia, "moravia"), units(2, 0, 0));
    assert_eq!(field.troops(Austria, "moravia"), units(0, 1, 0));
    assert_eq!(field.game.forces.present(at("berlin")), Prussia.into());
    assert_eq!(field.game.phase, Phase::Move(0));
    // One who began their Alliance decides for them from afar.
    let mut afar = both_encircled(units(2, 0, 0), units(1, 1, 0));
    afar.game.treaties.list[1].initiator = England;
    afar.game.treaties.list[1].members.insert(England);
    let mut afar = implemented(afar);
    afar.act(part("moravia"));
    assert_eq!((afar.asked(), afar.actions()), (England, losses.to_vec()));
}

// proves N-11.4-none, N-11.4-frigate
#[test]
fn those_whom_the_crossing_would_destroy_can_board_frigates() {
    let frigate = FrigateId::of(France).next().unwrap();
    let board = |kind| Action::Board { nation: France, kind, frigate };
    let field = in_pomerania(units(1, 0, 0)).ship(France, "baltic_west", Troops::NONE);
    let mut field = ended(field);
    assert_eq!((field.asked(), field.actions()), (France, vec![board(Kind::Infantry), Action::Done]));
    field.act(board(Kind::Infantry));
    assert_eq!(field.game.forces.frigate(frigate).cargo, units(1, 0, 0));
    // Whoever gets through by land goes by land.
    let field = in_pomerania(units(5, 0, 0)).ship(France, "baltic_west", Troops::NONE);
    assert_eq!(ended(field).game.forces.on_map(France), units(4, 0, 0) + Troops::one(Kind::Frigate));
}
