//! When things can be: the calendar, reinforcements, boxes of lost factors. Rulebook: Turn Sequence, Production.

use atlas::topology::Id;

use crate::boxes::Case;
use crate::forces::Arm;
use crate::questions::Question;
use crate::state::{EntryId, Marshals};

pub(super) fn check(game: &Marshals) -> Result<(), String> {
    let scenario = game.scenario();
    for (number, force) in scenario.reinforcements.iter().enumerate() {
        let early = force.date.is_some_and(|date| date > game.date);
        if early && game.arrived.contains(EntryId::from_index(number)) {
            return Err(format!("troops of {} have come before their date", force.nation.name()));
        }
    }
    if game.verdict.is_some() && !game.is_over {
        return Err("a level of victory is reached, and the game goes on".into());
    }
    check_boxes(game)
}

/// Cossacks are never disrupted, and of earlier casualties only infantry waits for replacement (M-arms-8); a strategic turn begins a
/// season (M-turn-4).
fn check_boxes(game: &Marshals) -> Result<(), String> {
    for lot in game.boxes.iter() {
        let name = lot.nation.name();
        if lot.factors.is_empty() {
            return Err(format!("an empty lot of {name} is in a box"));
        }
        if lot.case.is_disrupted() && lot.factors[Arm::Cossack] > 0 {
            return Err(format!("Cossacks of {name} are disrupted"));
        }
        if matches!(lot.case, Case::Mourned(_)) && u16::from(lot.factors.infantry) != lot.factors.total() {
            return Err(format!("{name} has {} among its earlier casualties", lot.factors));
        }
    }
    let decides = game.steps.iter().any(|step| matches!(step, Question::Council(_)));
    if decides && !game.date.begins_season() {
        return Err(format!("there is a strategic turn in {}", game.date));
    }
    Ok(())
}
