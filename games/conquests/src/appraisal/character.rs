//! What an action says about whoever takes it: how bold and how loyal he is; and when a position can be judged.

use engine::{Seat, Temper};

use crate::action::Action;
use crate::areas::Area;
use crate::nations::Nation;
use crate::parley::Matter;
use crate::state::{Conquests, Phase};
use crate::troops::Arms;

/// Whether nothing is under way that has to be seen through first: a combat, a parley, an errand, an answer, a group that has
/// been formed and must march, a purchase.
pub(crate) fn is_quiet(game: &Conquests) -> bool {
    let settled = game.battle.is_none() && game.parley.is_none() && game.errands.is_empty();
    let halted = game.movement.group.is_none() && game.movement.asked.is_none();
    let peaceful = !matches!(game.phase, Phase::Combat(_) | Phase::Separate | Phase::Exchange { .. });
    settled && halted && peaceful
}

/// How bold and how loyal it is to do this.
pub(crate) fn temper(game: &Conquests, seat: Seat, action: Action) -> Temper {
    let Some(nation) = game.decider().filter(|nation| game.seat(*nation) == seat) else {
        return Temper::default();
    };
    let bold = |boldness| Temper { boldness, ..Temper::default() };
    let loyal = |loyalty| Temper { loyalty, ..Temper::default() };
    match action {
        Action::March(to) | Action::Land { to, .. } => onset(game, nation, to),
        Action::Challenge { nation: enemy, .. } => {
            Temper { boldness: 0.8, loyalty: loyalty_to(nation, enemy) }
        }
        Action::Pick { nation: whose, at, .. } => bold(baring(game, whose, at)),
        Action::Pursue(_) => bold(0.6),
        Action::Advance { .. } | Action::AdvanceAll(_) => bold(0.4),
        Action::Withdraw | Action::Flee(_) => bold(-0.8),
        Action::Play(_) if game.battle.is_some_and(|battle| battle.verdict.is_none()) => bold(0.3),
        Action::Ally(_) => loyal(0.8),
        Action::Offer | Action::Sponsor { .. } | Action::Give { .. } => loyal(0.6),
        Action::Show { .. } | Action::Subsidise(_) | Action::AskUnits(_) => loyal(0.3),
        Action::Accept => loyal(if is_friendly(game) { 1.0 } else { 0.3 }),
        Action::Refuse => loyal(if is_friendly(game) { -1.0 } else { -0.3 }),
        Action::Force(_) => Temper { boldness: 0.5, loyalty: -0.3 },
        _ => Temper::default(),
    }
}

/// Whether what is asked is an Alliance, or a favour for an Ally.
fn is_friendly(game: &Conquests) -> bool {
    match game.parley {
        Some(parley) => parley.matter == Matter::Alliance,
        None => game.movement.asked.is_some(),
    }
}

/// Coming into a land: an attack, or not.
fn onset(game: &Conquests, nation: Nation, to: Area) -> Temper {
    if !game.provokes(nation, to) {
        return Temper::default();
    }
    let enemies = game.forces.present(to) - game.treaties.friends(nation);
    let force = game.movement.group.map_or(1, |group| {
        let arms = Nation::all().fold(Arms::default(), |arms, who| arms.with(who, group.troops[who]));
        arms.strength()
    });
    let defence = i16::from(game.forces.arms(enemies, to).strength()) + game.works_strength(enemies, to);
    let odds = f32::from(i16::from(force) - defence);
    Temper {
        boldness: (0.7 - 0.1 * odds).clamp(0.2, 1.0),
        loyalty: enemies.iter().map(|enemy| loyalty_to(nation, enemy)).fold(0.0, f32::min),
    }
}

/// Turning on another nation of the Coalition.
fn loyalty_to(nation: Nation, enemy: Nation) -> f32 {
    if nation.is_coalition() && enemy.is_coalition() { -1.0 } else { 0.0 }
}

/// Taking the last units away from a land.
fn baring(game: &Conquests, whose: Nation, at: Area) -> f32 {
    let picked = game.movement.group.map_or(0, |group| group.troops[whose].len());
    match (game.forces.troops(whose, at).len().saturating_sub(picked + 1), at.capital_of() == Some(whose)) {
        (0, true) => 1.0,
        (0, false) => 0.3,
        (1, true) => 0.4,
        _ => 0.0,
    }
}
