//! Who may stand where, and whose the ground is, worked out from the rulebook: Stacking, Zone of Control, Control, Sieges.

use atlas::topology::HexId;

use crate::field::{Force, Stance};
use crate::ground::{LandId, ways};
use crate::ids::NationId;
use crate::map::{MAP, Weather};
use crate::nations::Side;
use crate::questions::Question;
use crate::scenarios::Part;
use crate::staff::Post;
use crate::state::Marshals;

pub(super) fn check(game: &Marshals) -> Result<(), String> {
    check_garrisons(game)?;
    // While stacks march or fight, what they take is settled step by step.
    if matches!(game.steps.top(), Some(Question::Campaign(_))) && game.battle.is_none() {
        check_company(game)?;
    }
    Ok(())
}

fn fights(force: &&Force) -> bool {
    !force.factors.is_empty()
}

/// A fort of level 1 holds four factors, one of level 2 six, and no horse (M-fort-4, M-siege-1). Nobody is inside where there is none.
fn check_garrisons(game: &Marshals) -> Result<(), String> {
    let mut last = None;
    for force in game.forces.iter().filter(|force| force.muster.stance == Stance::Inside) {
        let hex = force.muster.hex;
        if last.replace(hex) == Some(hex) {
            continue;
        }
        let room = match game.fort(hex) {
            0 => return Err(format!("hex {} has no fort, and somebody is inside", MAP.grid.name(hex))),
            1 => 4,
            _ => 6,
        };
        let here = game.forces.at(hex).iter().filter(|force| force.muster.stance == Stance::Inside);
        let (mut foot, mut horse) = (0, 0);
        for force in here {
            foot += force.factors.infantry + force.factors.artillery;
            horse += force.factors.cavalry + force.factors.cossacks;
        }
        if foot > room || horse > 0 {
            let name = MAP.grid.name(hex);
            return Err(format!("{foot} factors and {horse} of horse are inside the fort of hex {name}"));
        }
    }
    Ok(())
}

/// French troops stand with nobody of Spain (M-stack-7), nobody with troops of nations that are not of his side (M-stack-12), and
/// nobody on the land of neutrals but they themselves (M-lead-35).
fn check_company(game: &Marshals) -> Result<(), String> {
    for force in game.forces.iter().filter(fights) {
        let (hex, nation) = (force.muster.hex, force.muster.nation);
        let name = MAP.grid.name(hex);
        let side = game.side(nation);
        for other in game.forces.at(hex).iter().filter(fights) {
            let stranger = other.muster.nation;
            if stranger != nation && side != game.side(stranger) && other.muster.stance == force.muster.stance
            {
                return Err(format!(
                    "{} and {} stand together in hex {name}",
                    nation.name(),
                    stranger.name()
                ));
            }
        }
        let realm = game.realm(nation);
        if side.is_some() && matches!(realm.part, Some(Part::Closed | Part::Neutral)) {
            return Err(format!("{} is at war and at peace", nation.name()));
        }
    }
    Ok(())
}

/// The factors in the open in a hex that a leader may command there, and of these foot and guns.
fn led(game: &Marshals, leader: crate::ids::LeaderId, hex: HexId, side: Side) -> (u16, u16, u16) {
    let (mut all, mut foot, mut guns) = (0, 0, 0);
    for force in game.forces.at(hex).iter().filter(|force| force.muster.stance == Stance::Open) {
        let nation = force.muster.nation;
        if game.side(nation) == Some(side) && game.leads(leader, nation) {
            all += force.factors.total();
            foot += u16::from(force.factors.infantry);
            guns += u16::from(force.factors.artillery);
        }
    }
    (all, foot, guns)
}

/// Every land hex that a zone of control of a side covers: four factors under a leader make one, and for a leader of cavalry one to
/// three with no more than two of foot and no gun (M-zoc-1, M-zoc-2, M-lead-20). It reaches the six hexes around, but not over a full
/// lake or sea hexside that is not frozen, nor into land that is not at war (M-zoc-3).
fn covered(game: &Marshals, side: Side) -> Vec<bool> {
    let mut covered = vec![false; crate::ground::LANDS];
    for (leader, post) in game.staff.in_play() {
        let Post::Open(hex) = post else { continue };
        let line = leader.get();
        if line.is_admiral() || game.side(line.nation) != Some(side) {
            continue;
        }
        let (all, foot, guns) = led(game, leader, hex, side);
        let raids = line.is_cavalry && (1..=3).contains(&all) && foot <= 2 && guns == 0;
        if all < 4 && !raids {
            continue;
        }
        for way in ways(hex) {
            let frozen =
                game.date.is_frozen() && [hex, way.to].iter().all(|end| MAP.weather(*end) >= Weather::North);
            let holder = game.control.get(way.to);
            let at_war = holder
                .is_some_and(|holder| matches!(game.realm(holder).part, Some(Part::On(_) | Part::Open)));
            if let Some(land) = LandId::of(way.to).filter(|_| at_war && (!way.side.lake || frozen)) {
                covered[atlas::topology::Id::index(land)] = true;
            }
        }
    }
    covered
}

/// An uncontested zone captures what it covers (M-control-4); whoever stands in a hex holds it, and cancels the zones of his enemies
/// there (M-control-2, M-control-8); a hex in the zones of both sides stays as it is (M-control-5).
pub(super) fn check_zones(game: &Marshals) -> Result<(), String> {
    let zones = Side::ALL.map(|side| covered(game, side));
    for land in LandId::all() {
        let number = atlas::topology::Id::index(land);
        let taker = match (zones[0][number], zones[1][number]) {
            (true, false) => Side::ALL[0],
            (false, true) => Side::ALL[1],
            _ => continue,
        };
        let hex = land.hex();
        let enemy_stands = game
            .forces
            .at(hex)
            .iter()
            .filter(fights)
            .any(|force| game.side(force.muster.nation).is_some_and(|side| side != taker));
        let holder = game.control.get(hex);
        let held = holder.and_then(|holder| game.side(holder));
        if !enemy_stands && held != Some(taker) {
            let holder = holder.map_or("nobody", NationId::name);
            let (name, side) = (MAP.grid.name(hex), taker.name());
            return Err(format!("{side} covers hex {name} alone, and {holder} controls it"));
        }
    }
    Ok(())
}
