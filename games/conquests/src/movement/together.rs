//! Units that one click takes along: a whole corps, or all that can go. Rulebook 10.1.
//!
//! They join the group one by one like any others (`land`); here it is only said which, and what the group costs then.

use engine::{Choice, Effect, EffectKind, Seat, Shortcut, Target, Verb};

use super::Mover;
use crate::action::Action;
use crate::areas::Area;
use crate::nations::Nation;
use crate::state::{Conquests, Phase};
use crate::troops::{Kind, Troops};
use crate::view::{keys, points, space};

/// Units in the order in which they join: first the cavalry, which makes the others cheaper.
const JOINING: [Kind; 3] = [Kind::Cavalry, Kind::Infantry, Kind::Cannon];

/// What one click takes along, where a seat moves.
pub(crate) fn shortcuts(game: &Conquests, seat: Seat) -> Vec<Shortcut<Action>> {
    let Some(nation) = game.decider().filter(|nation| game.seat(*nation) == seat && is_moving(game)) else {
        return Vec::new();
    };
    let mover = game.moves_of(nation);
    let mut shortcuts = Vec::new();
    let near = |land: &Area| game.movement.group.is_none_or(|group| group.at == *land);
    let manned = |land: &Area| !(game.forces.present(*land) & mover.own).is_empty();
    for land in Area::lands().filter(near).filter(manned) {
        for own in mover.own.iter().filter(|own| game.forces.stands_in(*own, land)) {
            shortcuts.extend(mover.corps_together(game, own, land));
        }
        shortcuts.extend(mover.all_together(game, land));
    }
    shortcuts
}

/// Whether a nation is moving units now, and nothing else is to be settled.
pub(crate) fn is_moving(game: &Conquests) -> bool {
    let settled = game.errands.is_empty() && game.parley.is_none() && game.battle.is_none();
    settled && matches!(game.phase, Phase::Move(_)) && game.movement.asked.is_none()
}

/// The units of a nation in a land that are not in the group.
fn at_rest(game: &Conquests, nation: Nation, land: Area) -> Troops {
    let group = game.movement.group.filter(|group| group.at == land);
    game.forces.troops(nation, land) - group.map_or(Troops::NONE, |group| group.troops[nation])
}

/// Units as they join: corps by corps, then the rest, the Guard last.
pub(super) fn in_order(troops: Troops) -> Vec<Kind> {
    let mut arms =
        JOINING.map(|arm| troops.units().filter(move |kind| kind.arm() == arm).collect::<Vec<_>>());
    let corps = arms.iter().map(Vec::len).min().unwrap_or(0);
    let mut order = Vec::new();
    for _ in 0..corps {
        order.extend(arms.iter_mut().map(|arm| arm.remove(0)));
    }
    order.extend(arms.into_iter().flatten());
    order
}

impl Mover {
    /// One more corps of a nation: what the group lacks to have it (N-10.1-corps).
    fn corps_together(&self, game: &Conquests, nation: Nation, land: Area) -> Option<Shortcut<Action>> {
        let group = game.movement.group.map_or(Troops::NONE, |group| group.troops[nation]);
        let corps = JOINING.into_iter().map(|arm| group.arm(arm)).min().unwrap_or(0);
        let mut after = game.clone();
        let mut actions = Vec::new();
        for arm in JOINING.into_iter().filter(|arm| group.arm(*arm) == corps) {
            let kind = at_rest(game, nation, land).kinds().find(|kind| kind.arm() == arm)?;
            actions.push(self.join(&mut after, nation, kind, land)?);
        }
        if actions.len() < 2 {
            return None;
        }
        let label = format!("Take a {} corps along from {land}", nation.adjective());
        let target = Target::Piece { piece: keys::corps(nation, land) };
        Some(Shortcut { actions, choice: self.priced(&after, label, target) })
    }

    /// All units of a land that can go together, corps before the rest.
    fn all_together(&self, game: &Conquests, land: Area) -> Option<Shortcut<Action>> {
        let mut after = game.clone();
        let mut actions = Vec::new();
        let mut taken = Vec::new();
        let mut whole = true;
        for nation in self.own.iter() {
            let units = in_order(at_rest(game, nation, land));
            let joined = units.iter().filter_map(|kind| {
                actions.push(self.join(&mut after, nation, *kind, land)?);
                Some(*kind)
            });
            let joined: Troops = joined.collect();
            whole &= usize::from(joined.len()) == units.len();
            if !joined.is_empty() {
                taken.push(joined.named(nation));
            }
        }
        if actions.len() < 2 {
            return None;
        }
        let what = if whole { "all" } else { "all that can go" };
        let taken = taken.join(", ");
        let (label, target) = match game.movement.group {
            None => (format!("Take {what} along from {land}: {taken}"), Target::Space(space(land))),
            Some(_) => (format!("Take {what} along: {taken}"), Target::Button),
        };
        Some(Shortcut { actions, choice: self.priced(&after, label, target) })
    }

    /// Has a unit join the group, if it can.
    fn join(&self, game: &mut Conquests, nation: Nation, kind: Kind, at: Area) -> Option<Action> {
        self.pick(game, nation, kind, at).ok()?;
        Some(Action::Pick { nation, kind, at })
    }

    /// A choice with what the group costs after it.
    fn priced(&self, game: &Conquests, label: String, target: Target) -> Choice {
        let price = game.price_of_group(self.nation);
        let effect = price.map(|price| {
            let words = format!("the next land costs {} of {} MP", points(price), points(self.points));
            Effect::new(EffectKind::Plain, words)
        });
        Choice { effect, ..Choice::new(Verb::Select, label, target) }
    }
}
