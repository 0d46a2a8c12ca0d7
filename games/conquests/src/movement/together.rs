//! Units that one click takes along: a whole corps, or all that can go. Rulebook 10.1.
//!
//! They join the group one by one like any others (`land`); here it is only said which, and what the group costs then.

use engine::{Choice, Effect, EffectKind, Plans, Seat, Target, Verb};

use super::Mover;
use crate::action::Action;
use crate::areas::Area;
use crate::nations::{NATIONS, Nation};
use crate::state::{Conquests, Phase};
use crate::troops::{Kind, Troops};
use crate::view::{keys, points, space};

/// Units in the order in which they join: first the cavalry, which makes the others cheaper.
const JOINING: [Kind; 3] = [Kind::Cavalry, Kind::Infantry, Kind::Cannon];

impl Conquests {
    /// The units that can be taken along by one click, where a seat moves.
    pub(crate) fn marching_plans(&self, seat: Seat, out: &mut Plans<Action>) {
        let Some(nation) = self.decider().filter(|nation| self.seat(*nation) == seat && self.is_moving())
        else {
            return;
        };
        let mover = self.moves_of(nation);
        if mover.points == 0 && self.movement.group.is_none() {
            return;
        }
        let mut scratch = self.clone();
        let near = |land: &Area| self.movement.group.is_none_or(|group| group.at == *land);
        let manned = |land: &Area| !(self.present(*land) & mover.own).is_empty();
        for land in Area::lands().filter(near).filter(manned) {
            let first = out.len();
            for own in mover.own.iter().filter(|own| self.stands_in(*own, land)) {
                if let Some(corps) = self.corps_together(&mut scratch, &mover, own, land) {
                    out.push(corps);
                }
            }
            if let Some(all) = self.all_together(&mut scratch, &mover, land)
                && out.iter().skip(first).all(|corps| corps != all)
            {
                out.push(all);
            }
        }
    }

    /// How units that are taken along together show: as a corps, as all that can go, or as both.
    pub(crate) fn marching_plan_choices(&self, seat: Seat, plan: &[Action]) -> Vec<Choice> {
        let Some(nation) = self.decider().filter(|nation| self.seat(*nation) == seat && self.is_moving())
        else {
            return Vec::new();
        };
        let Some(&Action::Pick { at: land, nation: owner, .. }) = plan.first() else { return Vec::new() };
        let mover = self.moves_of(nation);
        let mut after = self.clone();
        let mut taken = [Troops::NONE; NATIONS];
        for action in plan {
            let &Action::Pick { nation, kind, at } = action else { return Vec::new() };
            if after.join(&mover, nation, kind, at).is_none() {
                return Vec::new();
            }
            taken[nation.index()] += Troops::one(kind);
        }
        let (mut choices, mut scratch) = (Vec::new(), self.clone());
        if self.corps_together(&mut scratch, &mover, owner, land).is_some_and(|corps| corps == plan) {
            let label = format!("Take a {} corps along from {land}", owner.adjective());
            let target = Target::Piece { piece: keys::corps(owner, land) };
            choices.push(after.priced(&mover, label, target));
        }
        if self.all_together(&mut scratch, &mover, land).is_some_and(|all| all == plan) {
            let left = |own: Nation| in_order(self.at_rest(own, land)).len();
            let whole = mover.own.iter().all(|own| usize::from(taken[own.index()].len()) == left(own));
            let what = if whole { "all" } else { "all that can go" };
            let names = mover.own.iter().map(|own| (own, taken[own.index()]));
            let named: Vec<String> =
                names.filter(|(_, units)| !units.is_empty()).map(|(own, units)| units.named(own)).collect();
            let taken = named.join(", ");
            let (label, target) = match self.movement.group {
                None => (format!("Take {what} along from {land}: {taken}"), Target::Space(space(land))),
                Some(_) => (format!("Take {what} along: {taken}"), Target::Button),
            };
            choices.push(after.priced(&mover, label, target));
        }
        choices
    }

    /// Whether a click on `target` takes units along together.
    pub(crate) fn makes_a_plan(&self, seat: Seat, target: &Target) -> bool {
        let mut plans = Plans::new();
        self.marching_plans(seat, &mut plans);
        let mut choices = plans.iter().flat_map(|plan| self.marching_plan_choices(seat, plan));
        choices.any(|choice| choice.target == *target)
    }

    /// Whether a nation is moving units now, and nothing else is to be settled.
    pub(crate) fn is_moving(&self) -> bool {
        let settled = self.errands.is_empty() && self.parley.is_none() && self.battle.is_none();
        settled && matches!(self.phase, Phase::Move(_)) && self.movement.asked.is_none()
    }

    /// The units of a nation in a land that are not in the group.
    fn at_rest(&self, nation: Nation, land: Area) -> Troops {
        let group = self.movement.group.filter(|group| group.at == land);
        self.troops(nation, land) - group.map_or(Troops::NONE, |group| group.troops[nation.index()])
    }

    /// One more corps of a nation: what the group lacks to have it (N-10.1-corps). Tried on a copy of this state, where only
    /// the group may be another.
    fn corps_together(
        &self,
        scratch: &mut Conquests,
        mover: &Mover,
        nation: Nation,
        land: Area,
    ) -> Option<Vec<Action>> {
        let group = self.movement.group.map_or(Troops::NONE, |group| group.troops[nation.index()]);
        let corps = JOINING.into_iter().map(|arm| group.arm(arm)).min().unwrap_or(0);
        let rest = self.at_rest(nation, land);
        let lacking = || JOINING.into_iter().filter(|arm| group.arm(*arm) == corps);
        if lacking().count() < 2 || lacking().any(|arm| rest.kinds().all(|kind| kind.arm() != arm)) {
            return None;
        }
        scratch.movement.group = self.movement.group;
        lacking()
            .map(|arm| {
                let kind = rest.kinds().find(|kind| kind.arm() == arm)?;
                scratch.join(mover, nation, kind, land)
            })
            .collect()
    }

    /// All units of a land that can go together, corps before the rest; tried on a copy as well.
    fn all_together(&self, scratch: &mut Conquests, mover: &Mover, land: Area) -> Option<Vec<Action>> {
        let rest = |nation| self.at_rest(nation, land);
        if mover.own.iter().map(|nation| usize::from(rest(nation).len())).sum::<usize>() < 2 {
            return None;
        }
        scratch.movement.group = self.movement.group;
        let mut actions = Vec::new();
        for nation in mover.own.iter() {
            let units = in_order(rest(nation)).into_iter();
            actions.extend(units.filter_map(|kind| scratch.join(mover, nation, kind, land)));
        }
        (actions.len() >= 2).then_some(actions)
    }

    /// Has a unit join the group, if it can.
    fn join(&mut self, mover: &Mover, nation: Nation, kind: Kind, at: Area) -> Option<Action> {
        self.pick(mover, nation, kind, at).ok()?;
        Some(Action::Pick { nation, kind, at })
    }

    /// A choice with what the group costs after it.
    fn priced(&self, mover: &Mover, label: String, target: Target) -> Choice {
        let price = self.price_of_group(mover.nation);
        let effect = price.map(|price| {
            let words = format!("the next land costs {} of {} MP", points(price), points(mover.points));
            Effect::new(EffectKind::Plain, words)
        });
        Choice { effect, ..Choice::new(Verb::Select, label, target) }
    }
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
