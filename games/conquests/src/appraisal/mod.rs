//! How good a position looks, for computer players.
//!
//! The unit is one victory point (13.2.3). A nation is worth what it would count if the game ended now, and what its lands,
//! units, money, cards and advisors will still bring (`worth`, `stakes`); how combats will go is foreseen at a glance (`clash`),
//! and a condition of victory counts the more the nearer it is (`goals`). The chance of a nation follows from how far it is ahead
//! of the others; that of a player is the sum over the nations that he plays, and nearly as much for others of the Coalition.

pub(crate) mod clash;
mod facts;
mod goals;
pub(crate) mod stakes;
pub(crate) mod urge;
mod worth;

use engine::{Game, Seat, Silent};

use crate::action::Action;
use crate::areas::Area;
use crate::by::{By, ByLand, ByNation};
use crate::nations::{Nation, Nations};
use crate::state::{Conquests, Pace, Phase};
use crate::troops::Kind;
use crate::victory;

/// What the victory of another nation of the Coalition is worth to one of them, against 1 for its own: a little less, or each
/// for itself lets Napoleon take them one by one.
const COMMON_CAUSE: f32 = 0.95;

/// What everybody is worth, and what that is seen from.
struct Outlook<'a> {
    game: &'a Conquests,
    /// The nations whose player looks on: of them more is known.
    own: Nations,
    /// Turns that will still begin.
    left: f32,
    /// What is left of this turn, from 1 to 0.
    rest: f32,
    worth: ByNation<f32>,
    /// The strength that each nation can bring to each land.
    pressure: ByNation<ByLand<f32>>,
}

/// From 0 (lost) to 1 (won).
pub(crate) fn appraise(game: &Conquests, seat: Seat) -> f32 {
    match victory::outcome(game) {
        Some(outcome) => outcome.share(seat),
        None => best_march(game, seat).unwrap_or_else(|| outlook(game, seat)),
    }
}

/// What a seat may expect of the position as it stands.
fn outlook(game: &Conquests, seat: Seat) -> f32 {
    let outlook = Outlook::of(game, game.nations(seat));
    let scale = 4.5 + 2.75 * (outlook.left + outlook.rest);
    let best = game.order.iter().map(|nation| outlook.worth[*nation]).fold(f32::MIN, f32::max);
    let chance = |nation: Nation| ((outlook.worth[nation] - best) / scale).exp();
    let (mut all, mut good) = (0.0, 0.0);
    for nation in game.order.iter().copied() {
        all += chance(nation);
        good += outlook.sympathy(nation) * chance(nation);
    }
    if all > 0.0 { (good / all).clamp(0.0, 1.0) } else { 0.0 }
}

/// A group that is being formed is worth what its best march leads to, as it is or with all but one unit of its land.
fn best_march(game: &Conquests, seat: Seat) -> Option<f32> {
    let group = game.movement.group.filter(|group| group.pace == Pace::Forming)?;
    let Phase::Move(place) = game.phase else { return None };
    if game.movement.asked.is_some() || game.seat(game.order[usize::from(place)]) != seat {
        return None;
    }
    let mut actions = Vec::with_capacity(24);
    let as_it_is = after_marches(game, seat, &mut actions);
    let full = filled_up(game, seat, group.at, &mut actions);
    let with_all = full.and_then(|full| after_marches(&full, seat, &mut actions));
    match (as_it_is, with_all) {
        (Some(one), Some(other)) => Some(one.max(other)),
        (one, other) => one.or(other),
    }
}

/// The best outlook after a march of the group.
fn after_marches(game: &Conquests, seat: Seat, actions: &mut Vec<Action>) -> Option<f32> {
    actions.clear();
    game.actions(seat, actions);
    let marches = actions.iter().filter(|action| matches!(action, Action::March(_)));
    let after = |action: &Action| {
        let mut next = game.clone();
        next.apply(seat, action, &mut Silent).ok()?;
        Some(outlook(&next, seat))
    };
    marches.filter_map(after).reduce(f32::max)
}

/// The game with a group of all units but one, as far as they can be paid for; nothing if none can join.
fn filled_up(game: &Conquests, seat: Seat, at: Area, actions: &mut Vec<Action>) -> Option<Conquests> {
    let mut full: Option<Conquests> = None;
    loop {
        let now = full.as_ref().unwrap_or(game);
        let group = now.movement.group.as_ref()?;
        let staying: u8 =
            Nation::all().map(|nation| (now.forces.troops(nation, at) - group.troops[nation]).len()).sum();
        if staying <= 1 {
            return full;
        }
        actions.clear();
        now.actions(seat, actions);
        let rank = |action: &&Action| match action {
            Action::Pick { kind, .. } if kind.arm() == Kind::Cannon => 3,
            Action::Pick { kind, .. } if kind.arm() == Kind::Cavalry => 2,
            Action::Pick { .. } => 1,
            _ => 0,
        };
        let pick = actions.iter().max_by_key(rank).filter(|action| rank(action) > 0).copied();
        let Some(pick) = pick else { return full };
        let mut next = now.clone();
        if next.apply(seat, &pick, &mut Silent).is_err() {
            return full;
        }
        full = Some(next);
    }
}

impl<'a> Outlook<'a> {
    fn of(game: &'a Conquests, own: Nations) -> Outlook<'a> {
        let left = f32::from(game.last_turn().saturating_sub(game.turn));
        let rest = match game.phase {
            Phase::Deploy(_) | Phase::Advisors(_) => 1.0,
            Phase::Resolve(..) | Phase::Powers(_) => 0.8,
            Phase::Exchange { .. } | Phase::Separate => 0.6,
            Phase::Move(_) | Phase::Challenge(_) => 0.5,
            Phase::Combat(_) => 0.2,
            Phase::Idle(_) | Phase::Keep(_) => 0.0,
        };
        let mut outlook =
            Outlook { game, own, left, rest, worth: By::all(0.0), pressure: By::all(By::all(0.0)) };
        outlook.count_pressure();
        outlook.count_lands();
        outlook.count_seas();
        for nation in game.order.iter().copied() {
            let stakes = outlook.stakes(nation);
            let worth = outlook.means(nation) + outlook.record(nation) + outlook.goals(nation) + stakes;
            outlook.worth[nation] += worth;
        }
        for nation in own.iter() {
            let reach = outlook.reach(nation);
            outlook.worth[nation] += reach;
        }
        outlook
    }

    /// How glad the player who looks on would be of a nation's victory: nations of the Coalition want Napoleon beaten first,
    /// by themselves if possible.
    fn sympathy(&self, nation: Nation) -> f32 {
        match self.own.contains(nation) {
            true => 1.0,
            false if self.own.with(nation).contains(Nation::France) => 0.0,
            false => COMMON_CAUSE,
        }
    }

    /// How much units are still good for, from 1 to 0.
    fn life(&self) -> f32 {
        ((self.left + self.rest) / 2.0).min(1.0)
    }

    /// What 1 FG is worth: what it buys, as long as something can be bought.
    fn coin(&self) -> f32 {
        if self.left > 0.0 { 0.3 } else { 0.2 + 0.08 * self.rest }
    }

    /// Whether a nation has still to move in this turn.
    fn will_move(&self, nation: Nation) -> bool {
        let place = self.game.order.iter().position(|other| *other == nation);
        match (self.game.phase, place) {
            (Phase::Move(now), Some(place)) => usize::from(now) <= place,
            (Phase::Challenge(now), Some(place)) => usize::from(now) < place,
            (Phase::Combat(_) | Phase::Idle(_) | Phase::Keep(_), _) => false,
            _ => true,
        }
    }
}
