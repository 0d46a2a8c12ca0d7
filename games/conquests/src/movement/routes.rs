//! Whole stacks to far places by one click. Rulebook 10.1, 10.3.
//!
//! A route is the same small actions that could be made one by one, tried on a copy, land by land and sea by sea, cheapest first.
//! What may come of dice is never looked at: a route that would end the movement with combats still to be fought is not offered.

use engine::{
    Choice, Cost, Currency, Effect, EffectKind, Game, PieceKey, Recorder, Route, Seat, SpaceRef, Target, Verb,
};

use super::together::in_order;
use crate::action::Action;
use crate::areas::{Area, AreaSet};
use crate::by::ByArea;
use crate::forces::Force;
use crate::movement::together;
use crate::nations::Nation;
use crate::state::{Conquests, FrigateId, Phase};
use crate::troops::{Kind, Troops};
use crate::view::keys::{Corps, Units};
use crate::view::{area_at, choices, space};

/// A way that has been gone, and the game after it.
#[derive(Clone)]
struct Leg {
    after: Conquests,
    actions: Vec<Action>,
    way: Vec<Area>,
    at: Area,
    /// Halves of movement points.
    spent: u16,
    /// Where it has provoked a combat last.
    attacked: Option<Area>,
}

/// What moves together.
enum Stack {
    /// Ground units in a land.
    Force(Area, Force),
    /// Frigates in a sea.
    Fleet(Area, Vec<FrigateId>),
}

pub(crate) fn routes(
    game: &Conquests,
    seat: Seat,
    pieces: &[PieceKey],
    via: &[SpaceRef],
) -> Vec<Route<Action>> {
    let Some(nation) =
        game.decider().filter(|nation| game.seat(*nation) == seat && together::is_moving(game))
    else {
        return Vec::new();
    };
    let via: Option<Vec<Area>> = via.iter().map(|at| area_at(*at)).collect();
    let (Some(via), Some(stack)) = (via, stack_of(game, pieces)) else { return Vec::new() };
    let Some(start) = set_out(game, nation, &stack) else { return Vec::new() };
    let step = |leg: &Leg, to: Area, dearest: u16| leg.step(nation, &stack, to, dearest);
    let beside = |at: Area| match stack {
        Stack::Force(..) => at.lands_beside(),
        Stack::Fleet(..) => at.seas_beside(),
    };
    let mut start = Some(start);
    for stop in via {
        let legs = start.map(|start| spread(start, &beside, &step)).unwrap_or_default();
        start = legs.into_iter().find(|leg| leg.at == stop);
    }
    let Some(start) = start else { return Vec::new() };
    let stop = (!start.way.is_empty()).then(|| start.clone());
    let legs = spread(start, &beside, &step).into_iter().chain(stop);
    legs.filter_map(|leg| finish(game, nation, seat, leg)).collect()
}

/// What these pieces are, if they stand together and can move together.
fn stack_of(game: &Conquests, pieces: &[PieceKey]) -> Option<Stack> {
    if let Some(mut frigates) = pieces.iter().map(|piece| piece.get()).collect::<Option<Vec<FrigateId>>>() {
        frigates.sort_unstable();
        let sea = game.forces.frigate(*frigates.first()?).at?;
        let together = frigates.iter().all(|frigate| game.forces.frigate(*frigate).at == Some(sea));
        return together.then_some(Stack::Fleet(sea, frigates));
    }
    let place = |piece: &PieceKey| {
        let units = piece.get().map(|Units { at, .. }| at);
        units.or_else(|| piece.get().map(|Corps { at, .. }| at)).filter(|at| !at.is_sea())
    };
    let at = place(pieces.first()?)?;
    if pieces.iter().any(|piece| place(piece) != Some(at)) {
        return None;
    }
    let mut force = Force::all(Troops::NONE);
    for Units { nation, kind, .. } in pieces.iter().filter_map(|piece| piece.get()) {
        let count = game.forces.troops(nation, at).count(kind);
        let lack = count - force[nation].count(kind);
        force[nation] += std::iter::repeat_n(kind, lack.into()).collect();
    }
    for Corps { nation, .. } in pieces.iter().filter_map(|piece| piece.get()) {
        let taken = &mut force[nation];
        for arm in [Kind::Infantry, Kind::Cavalry, Kind::Cannon] {
            let lack = game.forces.arms(nation.into(), at).corps().saturating_sub(taken.arm(arm));
            let rest = game.forces.troops(nation, at) - *taken;
            *taken += rest.units().filter(|kind| kind.arm() == arm).take(lack.into()).collect();
        }
    }
    let there = force.iter().any(|troops| !troops.is_empty());
    there.then_some(Stack::Force(at, force))
}

/// Everybody is taken along who goes.
fn set_out(game: &Conquests, nation: Nation, stack: &Stack) -> Option<Leg> {
    let (Stack::Force(at, _) | Stack::Fleet(at, _)) = *stack;
    let (mut after, mut actions) = (game.clone(), Vec::new());
    let part_of = |whole: &Force, part: &Force| whole.iter().zip(part).all(|(all, some)| all.includes(*some));
    if let Some(group) = &game.movement.group {
        let grows =
            matches!(stack, Stack::Force(from, force) if *from == group.at && part_of(force, &group.troops));
        if !grows {
            // The group that has arrived somewhere stays there.
            game.may_rest().ok()?;
            after.movement.group = None;
            actions.push(Action::Done);
        }
    }
    if let Stack::Force(_, force) = stack {
        let mover = after.moves_of(nation);
        let taken = after.movement.group.map_or(Force::all(Troops::NONE), |group| group.troops);
        let friends = (mover.own | mover.lent).iter().filter(|other| *other != nation);
        for of in [nation].into_iter().chain(friends) {
            let rest = force[of] - taken[of];
            for kind in in_order(rest) {
                mover.pick(&mut after, of, kind, at).ok()?;
                actions.push(Action::Pick { nation: of, kind, at });
            }
        }
        if after.movement.group?.troops != *force {
            return None;
        }
    }
    Some(Leg { after, actions, way: Vec::new(), at, spent: 0, attacked: None })
}

/// What a way comes to, if it may end there.
fn finish(game: &Conquests, nation: Nation, seat: Seat, leg: Leg) -> Option<Route<Action>> {
    let Leg { mut after, mut actions, way, at, spent, attacked } = leg;
    let Phase::Move(place) = after.phase else { return None };
    if after.movement.group.take().is_some() {
        actions.push(Action::Done);
    }
    let mut seals = false;
    if after.mover(place) != Some(nation) {
        if Area::all().any(|area| after.control.is_disputed(area)) {
            return None;
        }
        let (last, before) = actions.split_last()?;
        let mut game = game.clone();
        for action in before {
            game.apply(seat, action, &mut Recorder::silent()).ok()?;
        }
        seals = choices::is_sealed_by(&game, seat, *last);
    }
    let verb = match (attacked == Some(at), at.is_sea()) {
        (true, _) => Verb::Attack,
        (false, true) => Verb::Sail,
        (false, false) => Verb::Move,
    };
    let label = match verb {
        Verb::Sail => format!("Sail to {at}"),
        Verb::Attack => format!("Attack in {at}"),
        _ => format!("March to {at}"),
    };
    let words = attacked.map(|land| choices::attack_in_words(game, nation, land));
    let choice = Choice {
        cost: Some(Cost { halves: spent, currency: Currency::Mp }),
        effect: words.map(|words| Effect::new(EffectKind::Attack, words)),
        seals,
        ..Choice::new(verb, label, Target::Space(space(at)))
    };
    Some(Route { way: way.into_iter().map(space).collect(), actions, choice })
}

impl Leg {
    /// One area further, if that costs less in all than `dearest`.
    fn step(&self, nation: Nation, stack: &Stack, to: Area, dearest: u16) -> Option<Leg> {
        let purse = |game: &Conquests| game.treasury.points[nation];
        let mut leg = match stack {
            Stack::Force(..) => {
                let price = self.after.price_of_group(nation)?;
                if self.spent + price >= dearest {
                    return None;
                }
                self.clone()
            }
            Stack::Fleet(..) => self.clone(),
        };
        let mover = leg.after.moves_of(nation);
        match stack {
            Stack::Force(..) => {
                if leg.after.provokes(nation, to) {
                    leg.attacked = Some(to);
                }
                mover.march(&mut leg.after, to, &mut Recorder::silent()).ok()?;
                leg.actions.push(Action::March(to));
            }
            Stack::Fleet(_, frigates) => {
                for &frigate in frigates {
                    let mover = leg.after.moves_of(nation);
                    mover.sail(&mut leg.after, frigate, to, &mut Recorder::silent()).ok()?;
                    leg.actions.push(Action::Sail { frigate, to });
                }
            }
        }
        leg.spent += purse(&self.after) - purse(&leg.after);
        leg.way.push(to);
        leg.at = to;
        (leg.spent < dearest).then_some(leg)
    }
}

/// Everywhere that one gets from somewhere, each place by the way that costs least; not where one comes from.
fn spread(
    start: Leg,
    beside: &impl Fn(Area) -> AreaSet,
    step: &impl Fn(&Leg, Area, u16) -> Option<Leg>,
) -> Vec<Leg> {
    let mut cheapest = ByArea::all(u16::MAX);
    cheapest[start.at] = start.spent;
    let (mut open, mut settled) = (vec![start], Vec::new());
    while let Some(next) = (0..open.len()).min_by_key(|nth| open[*nth].spent) {
        let leg = open.remove(next);
        if leg.spent > cheapest[leg.at] {
            continue;
        }
        for to in beside(leg.at).iter() {
            if let Some(further) = step(&leg, to, cheapest[to]) {
                cheapest[to] = further.spent;
                open.push(further);
            }
        }
        settled.push(leg);
    }
    settled.remove(0);
    settled
}
