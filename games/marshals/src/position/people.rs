//! Where leaders can be, and what they can have done, worked out from the rulebook: Leaders, Command Points.

use crate::field::Stance;
use crate::map::MAP;
use crate::questions::Question;
use crate::staff::Post;
use crate::state::Marshals;

pub(super) fn check(game: &Marshals) -> Result<(), String> {
    let staff = &game.staff;
    let quiet = matches!(game.steps.top(), Some(Question::Campaign(_))) && game.battle.is_none();
    for (leader, post) in staff.in_play() {
        let name = leader.name();
        match post {
            Post::Inside(hex) if game.fort(hex) == 0 => {
                return Err(format!("{name} is inside a fort that does not exist"));
            }
            Post::Open(hex) if quiet => {
                let nation = leader.get().nation;
                let here = || game.forces.at(hex).iter().filter(|force| force.is_in_the_open());
                let friends = here().any(|force| game.are_friends(force.muster.nation, nation));
                let enemies = here().any(|force| game.are_enemies(force.muster.nation, nation));
                if enemies && !friends {
                    let place = MAP.grid.name(hex);
                    return Err(format!("{name} stands alone among enemies in hex {place} (M-lead-25)"));
                }
            }
            _ => {}
        }
        if staff.resting.contains(leader) {
            return Err(format!("{name} is in play and is not paid (M-prod-4)"));
        }
        if staff.spent.contains(leader) && !staff.fought.contains(leader) {
            return Err(format!("{name} has fought twice and not once"));
        }
    }
    for leader in staff.marching.iter() {
        if !matches!(staff.post(leader), Post::Open(_) | Post::Inside(_)) {
            return Err(format!("{} is on the march and not on the map", leader.name()));
        }
    }
    for (leader, holder) in staff.captives() {
        let nation = leader.get().nation;
        if game.scenario().side(nation).is_some()
            && game.scenario().side(nation) == game.scenario().side(holder)
            && game.side(nation) == game.side(holder)
        {
            return Err(format!("{} is a prisoner of his friends", leader.name()));
        }
    }
    check_forts(game)
}

/// No power has more command points in a turn than it has bought, but for two of Berthier and one of Wellington (M-command-1, M-lead-50,
/// M-lead-53).
pub(super) fn check_command(game: &Marshals) -> Result<(), String> {
    for power in &game.scenario().power {
        let realm = game.realm(power.nation);
        let most = realm.command
            + match power.nation {
                crate::ids::NationId::FRANCE => 2,
                crate::ids::NationId::BRITAIN => 1,
                _ => 0,
            };
        // In the strategic turn the points of the turn before are still there.
        let deciding = game.steps.iter().any(|step| matches!(step, Question::Council(_)));
        if realm.points > most && !deciding {
            let (name, points, bought) = (power.nation.name(), realm.points, realm.command);
            return Err(format!("{name} has {points} command points and has bought {bought}"));
        }
    }
    Ok(())
}

/// Enemies do not share a fort (M-stack-5).
fn check_forts(game: &Marshals) -> Result<(), String> {
    for force in game.forces.iter().filter(|force| force.muster.stance == Stance::Inside) {
        let here =
            game.forces.at(force.muster.hex).iter().filter(|other| other.muster.stance == Stance::Inside);
        let mut others = here.map(|other| other.muster.nation);
        if others.any(|other| game.are_enemies(other, force.muster.nation)) {
            return Err(format!("enemies share the fort of hex {}", MAP.grid.name(force.muster.hex)));
        }
    }
    Ok(())
}
