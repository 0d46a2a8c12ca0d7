//! Automatic victories. Rulebook 13.2.1, 13.2.2.
//!
//! All levels asked for are exceeded, not only reached (N-13.2-strict).

use crate::areas::{Area, AreaSet};
use crate::nations::{Nation, Nations, Side};
use crate::state::{Conquests, EndReason};

fn paris() -> Area {
    Area::capital(Nation::France)
}

fn is_above(game: &Conquests, side: Side, society: u8) -> bool {
    game.tracks.society_of(side) > society
}

fn has_morale_above(game: &Conquests, nations: Nations, level: u8) -> bool {
    nations.iter().all(|nation| game.tracks.morale[nation] > level)
}

fn controls_all(game: &Conquests, nation: Nation, areas: impl IntoIterator<Item = Area>) -> bool {
    areas.into_iter().all(|area| game.controls(nation, area))
}

/// How many neutral capitals such nations control.
pub(crate) fn neutral_capitals_of(game: &Conquests, nations: Nations) -> u8 {
    let held = |area: &Area| game.controller(*area).is_some_and(|nation| nations.contains(nation));
    Area::neutral_capitals().iter().filter(|area| held(area)).count() as u8
}

/// The nations of the Coalition in Paris; none counts while the French are there, nor one that is Napoleon's Ally.
fn in_paris(game: &Conquests) -> Nations {
    let present = game.forces.present(paris());
    match present.contains(Nation::France) {
        true => Nations::NONE,
        false => present - game.treaties.friends(Nation::France),
    }
}

/// Whether one nation of the Coalition has won by itself.
pub(super) fn wins_alone(game: &Conquests, nation: Nation) -> bool {
    if !nation.is_coalition() {
        return false;
    }
    let (society, morale, capitals) = if game.rules.campaign { (8, 7, 4) } else { (6, 5, 3) };
    // N-13.2.1-single-paris; N-13.2.2-single-paris asks for the check before, too.
    let held = !game.rules.campaign || game.control.paris_held == Some(nation);
    let in_paris = game.controls(nation, paris())
        && held
        && is_above(game, Side::Coalition, society)
        && has_morale_above(game, nation.into(), morale);
    // N-13.2.1-single-neutral, N-13.2.2-single-neutral.
    in_paris || neutral_capitals_of(game, nation.into()) >= capitals
}

/// How the Coalition has won together, if it has.
pub(super) fn coalition_victory(game: &Conquests) -> Option<EndReason> {
    let strategic = if game.rules.campaign { many_in_paris(game) } else { several_in_paris(game) };
    // N-13.2.1-coalition-neutral, N-13.2.2-coalition-neutral.
    let (capitals, society, morale) = if game.rules.campaign { (4, 10, 8) } else { (3, 7, 6) };
    let tactical = neutral_capitals_of(game, Nations::COALITION) >= capitals
        && is_above(game, Side::Coalition, society)
        && has_morale_above(game, game.in_play() & Nations::COALITION, morale);
    match (strategic, tactical) {
        (true, _) => Some(EndReason::CoalitionStrategic),
        (false, true) => Some(EndReason::CoalitionTactical),
        (false, false) => None,
    }
}

/// N-13.2.1-coalition-paris.
fn several_in_paris(game: &Conquests) -> bool {
    in_paris(game).len() >= 2
        && is_above(game, Side::Coalition, 7)
        && has_morale_above(game, game.in_play() & Nations::COALITION, 6)
}

/// The fewer nations of good Morale stand in Paris, the more is asked of Society (N-13.2.2-four-paris,
/// N-13.2.2-three-paris, N-13.2.2-two-paris).
fn many_in_paris(game: &Conquests) -> bool {
    let ready = |morale: u8| {
        in_paris(game).iter().filter(|nation| game.tracks.morale[*nation] > morale).count() as u8
    };
    [(4, 8, 7), (3, 9, 8), (2, 10, 9)].into_iter().any(|(nations, society, morale)| {
        is_above(game, Side::Coalition, society) && ready(morale) >= nations
    })
}

/// How Napoleon has won, if he has.
pub(super) fn french_victory(game: &Conquests) -> Option<EndReason> {
    let (strategic, tactical) = match game.rules.campaign {
        true => (conquers_europe(game), holds_france(game, 11, 12) || rules_neutrals(game, 4)),
        false => (takes_a_capital(game), holds_france(game, 6, 9) || rules_neutrals(game, 3)),
    };
    match (strategic, tactical) {
        (true, _) => Some(EndReason::NapoleonStrategic),
        (false, true) => Some(EndReason::NapoleonTactical),
        (false, false) => None,
    }
}

fn is_french(game: &Conquests, areas: impl IntoIterator<Item = Area>) -> bool {
    controls_all(game, Nation::France, areas)
}

fn has_french_levels(game: &Conquests, society: u8, morale: u8) -> bool {
    is_above(game, Side::France, society) && has_morale_above(game, Nation::France.into(), morale)
}

/// N-13.2.1-nap-capital, N-13.2.1-nap-london.
fn takes_a_capital(game: &Conquests) -> bool {
    let [madrid, rome, ..] = Area::neutral_capitals();
    let french = |area: Area| game.controls(Nation::France, area);
    let one = Nations::COALITION.iter().any(|nation| french(Area::capital(nation)));
    let south = one && (french(madrid) || french(rome)) && has_french_levels(game, 7, 9);
    let north = french(Area::capital(Nation::England)) && is_above(game, Side::France, 7);
    french(paris()) && (south || north)
}

/// N-13.2.2-nap-moscow, N-13.2.2-nap-german, N-13.2.2-nap-england.
fn conquers_europe(game: &Conquests) -> bool {
    let [madrid, rome, ..] = Area::neutral_capitals();
    let [berlin, vienna, moscow] = [Nation::Prussia, Nation::Austria, Nation::Russia].map(Area::capital);
    let east = is_french(game, [moscow]) && (is_french(game, [berlin]) || is_french(game, [vienna]));
    let german = is_french(game, [berlin, vienna, rome, madrid]);
    let british = is_french(game, Area::great_britain().iter());
    is_french(game, [paris()]) && (east || german || british) && is_above(game, Side::France, 7)
}

/// N-13.2.1-nap-france, N-13.2.2-nap-france.
fn holds_france(game: &Conquests, society: u8, morale: u8) -> bool {
    let france = Area::homeland(Nation::France) - AreaSet::from(Area::corsica());
    is_french(game, france.iter()) && has_french_levels(game, society, morale)
}

/// N-13.2.1-nap-neutral, N-13.2.2-nap-neutral.
fn rules_neutrals(game: &Conquests, capitals: u8) -> bool {
    is_french(game, [paris()])
        && neutral_capitals_of(game, Nation::France.into()) >= capitals
        && has_french_levels(game, 7, 9)
}
