//! Units that one click takes along: a whole corps, or all that can go. Rulebook 10.1.
//!
//! They join the group one by one like any others (`land`); here it is only said which, and what the group costs then.

use engine::{Choice, Effect, EffectKind, Plans, Seat, Target, Verb};

use super::Mover;
use crate::action::Action;
use crate::areas::{Area, AreaSet};
use crate::by::ByNation;
use crate::nations::Nation;
use crate::state::{Conquests, Phase};
use crate::troops::{Kind, Troops};
use crate::view::{keys, points, space};

/// Units in the order in which they join: first the cavalry, which makes the others cheaper.
const JOINING: [Kind; 3] = [Kind::Cavalry, Kind::Infantry, Kind::Cannon];

/// The movement of the nation that a seat decides for, if it moves units now.
fn mover_of(game: &Conquests, seat: Seat) -> Option<Mover> {
    let nation = game.decider().filter(|nation| game.seat(*nation) == seat && is_moving(game))?;
    Some(game.moves_of(nation))
}

/// The units that can be taken along by one click, where a seat moves.
pub(crate) fn plans(game: &Conquests, seat: Seat, out: &mut Plans<Action>) {
    let Some(mover) = mover_of(game, seat) else { return };
    if mover.points == 0 && game.movement.group.is_none() {
        return;
    }
    let mut scratch = game.clone();
    let near = |land: &Area| game.movement.group.is_none_or(|group| group.at == *land);
    let manned = mover.own.iter().fold(AreaSet::EMPTY, |all, own| all | game.forces.lands.places(own));
    for land in manned.iter().filter(near) {
        let first = out.len();
        for own in mover.own.iter().filter(|own| game.forces.stands_in(*own, land)) {
            if let Some(corps) = mover.corps_together(game, &mut scratch, own, land) {
                out.push(corps);
            }
        }
        if let Some(all) = mover.all_together(game, &mut scratch, land)
            && out.iter().skip(first).all(|corps| corps != all)
        {
            out.push(all);
        }
    }
}

/// How units that are taken along together show: as a corps, as all that can go, or as both.
pub(crate) fn plan_choices(game: &Conquests, seat: Seat, plan: &[Action]) -> Vec<Choice> {
    let Some(mover) = mover_of(game, seat) else { return Vec::new() };
    let Some(&Action::Pick { at: land, nation: owner, .. }) = plan.first() else { return Vec::new() };
    let mut after = game.clone();
    let mut taken = ByNation::all(Troops::NONE);
    for action in plan {
        let &Action::Pick { nation, kind, at } = action else { return Vec::new() };
        if mover.join(&mut after, nation, kind, at).is_none() {
            return Vec::new();
        }
        taken[nation] += Troops::one(kind);
    }
    let (mut choices, mut scratch) = (Vec::new(), game.clone());
    if mover.corps_together(game, &mut scratch, owner, land).is_some_and(|corps| corps == plan) {
        let label = format!("Take a {} corps along from {land}", owner.adjective());
        let target = Target::Piece { piece: keys::corps(owner, land) };
        choices.push(mover.priced(&after, label, target));
    }
    if mover.all_together(game, &mut scratch, land).is_some_and(|all| all == plan) {
        let left = |own: Nation| in_order(at_rest(game, own, land)).len();
        let whole = mover.own.iter().all(|own| usize::from(taken[own].len()) == left(own));
        let what = if whole { "all" } else { "all that can go" };
        let names = mover.own.iter().map(|own| (own, taken[own]));
        let named: Vec<String> =
            names.filter(|(_, units)| !units.is_empty()).map(|(own, units)| units.named(own)).collect();
        let taken = named.join(", ");
        let (label, target) = match game.movement.group {
            None => (format!("Take {what} along from {land}: {taken}"), Target::Space(space(land))),
            Some(_) => (format!("Take {what} along: {taken}"), Target::Button),
        };
        choices.push(mover.priced(&after, label, target));
    }
    choices
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
    /// One more corps of a nation: what the group lacks to have it (N-10.1-corps). Tried on a copy of the game, where only the
    /// group may be another.
    fn corps_together(
        &self,
        game: &Conquests,
        scratch: &mut Conquests,
        nation: Nation,
        land: Area,
    ) -> Option<Vec<Action>> {
        let group = game.movement.group.map_or(Troops::NONE, |group| group.troops[nation]);
        let corps = JOINING.into_iter().map(|arm| group.arm(arm)).min().unwrap_or(0);
        let rest = at_rest(game, nation, land);
        let lacking = || JOINING.into_iter().filter(|arm| group.arm(*arm) == corps);
        if lacking().count() < 2 || lacking().any(|arm| rest.kinds().all(|kind| kind.arm() != arm)) {
            return None;
        }
        scratch.movement.group = game.movement.group;
        lacking()
            .map(|arm| {
                let kind = rest.kinds().find(|kind| kind.arm() == arm)?;
                self.join(scratch, nation, kind, land)
            })
            .collect()
    }

    /// All units of a land that can go together, corps before the rest; tried on a copy as well.
    fn all_together(&self, game: &Conquests, scratch: &mut Conquests, land: Area) -> Option<Vec<Action>> {
        let rest = |nation| at_rest(game, nation, land);
        if self.own.iter().map(|nation| usize::from(rest(nation).len())).sum::<usize>() < 2 {
            return None;
        }
        scratch.movement.group = game.movement.group;
        let mut actions = Vec::new();
        for nation in self.own.iter() {
            let units = in_order(rest(nation)).into_iter();
            actions.extend(units.filter_map(|kind| self.join(scratch, nation, kind, land)));
        }
        (actions.len() >= 2).then_some(actions)
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
