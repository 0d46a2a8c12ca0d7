//! Plans: a whole group goes somewhere at one go. Rulebook 4.3.
//!
//! A group attacks what stands next to it, helps in a battle that has been opened, or marches nearer to what others hold: with
//! all of its blocks, as many as can cross the border and have room. People make such a plan with one click; bots have it as one
//! move among the single steps. Plans are found with nothing but what their player knows.

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::{Choice, Plans, Seat, Target};

use crate::action::Action;
use crate::appraisal::nearness;
use crate::blocks::{BlockId, BlockSet};
use crate::event::space;
use crate::movement::{Arrival, Ground, Step, halts};
use crate::places::{Crossing, Link, Place, Room};
use crate::state::{Alliance, PLAYERS, Phase};

/// The most plans that are offered.
const PLANS: usize = 12;

/// The most blocks that go together.
const COLUMN: usize = 4;

/// Blocks that go together, the strongest first.
type Column = ArrayVec<BlockId, COLUMN>;

/// A group with what it could do.
struct Plan {
    from: Place,
    /// One region or sea, or two.
    way: ArrayVec<Place, 2>,
    column: Column,
    /// How much a player would want it, against 1 for an ordinary action.
    urge: f32,
}

impl Plan {
    fn actions(&self, open: bool) -> impl Iterator<Item = Action> {
        let group = (!open).then_some(Action::Group(self.from));
        let steps = self.column.iter().flat_map(|block| self.way.iter().map(|to| (*block, *to)));
        group.into_iter().chain(steps.map(|(block, to)| Action::Step { block, to }))
    }
}

/// Adds what the groups of a player can do at one go.
pub(crate) fn plans(game: &Alliance, seat: Seat, out: &mut Plans<Action>) {
    let moving = game.phase == Phase::Actions && game.turn.seat == seat && game.ended.is_none();
    let interrupted = game.fight.is_some() || game.talk.proposal.is_some() || !game.urgent.is_empty();
    if !moving || interrupted || game.must_go_on().is_some() {
        return;
    }
    let lay = game.lay(seat);
    let mut plans = Vec::new();
    game.ground(&lay).find_plans(&mut plans);
    plans.sort_by(|a, b| b.urge.total_cmp(&a.urge));
    for plan in plans.iter().take(PLANS) {
        out.push(plan.actions(game.turn.group == Some(plan.from)));
    }
}

/// How likely a sensible player is to carry out such a plan, against 1 for an ordinary action.
pub(crate) fn plan_prior(game: &Alliance, seat: Seat, plan: &[Action]) -> f32 {
    let Some((_, blocks, way)) = parts(game, plan) else { return 0.0 };
    let step = Action::Step { block: blocks[0], to: way[way.len() - 1] };
    // Two steps, a point for the group, and more blocks than one.
    game.urge(seat).prior(step) * (1.0 + 0.25 * blocks.len() as f32)
}

/// How such a plan shows: where the group stands, with what all of it does.
pub(crate) fn plan_choices(game: &Alliance, seat: Seat, plan: &[Action]) -> Vec<Choice> {
    let Some((from, blocks, way)) = parts(game, plan) else { return Vec::new() };
    let choices = game.choices(seat);
    let Some(route) = choices.march_along(&blocks, from, &way) else { return Vec::new() };
    // A click on a region shows what its group can do.
    let target = match plan.first() {
        Some(Action::Group(_)) => Target::Space(space(from)),
        _ => Target::Button,
    };
    let label = format!("{}, from {from}", route.choice.label).into();
    vec![Choice { target, label, ..route.choice }]
}

/// From where a plan leads which blocks, and over which places.
fn parts(game: &Alliance, plan: &[Action]) -> Option<(Place, Vec<BlockId>, ArrayVec<Place, 3>)> {
    let (mut blocks, mut way) = (Vec::new(), ArrayVec::new());
    for action in plan {
        match *action {
            Action::Group(_) => {}
            Action::Step { block, to } => {
                if !blocks.contains(&block) {
                    blocks.push(block);
                }
                if blocks.len() == 1 && !way.is_full() {
                    way.push(to);
                }
            }
            _ => return None,
        }
    }
    let from = game.place(*blocks.first()?)?;
    Some((from, blocks, way))
}

impl Ground<'_> {
    /// Everything that the player's groups can do together.
    fn find_plans(&self, out: &mut Vec<Plan>) {
        let own = self.blocks_in(self.lay.circle.own);
        let idle = own - BlockId::fortresses() - self.turn.moved - self.turn.levied;
        let mut seen = BlockSet::EMPTY;
        for block in idle.iter().filter(|block| self.place(*block).is_some()) {
            if !seen.insert(block) {
                continue;
            }
            let Some(from) = self.place(block) else { continue };
            let here = self.blocks_at(from) & idle;
            seen.unite(&here);
            if self.turn.group != Some(from) && self.budget() == 0 {
                continue;
            }
            let mut group: ArrayVec<BlockId, 16> = here.iter().take(16).collect();
            group.retain(|block| self.unit(*block).may_stir().is_ok());
            group.sort_by_key(|block| std::cmp::Reverse(self.weight(*block)));
            for link in from.links() {
                self.plan_over(&group, from, *link, out);
            }
        }
    }

    /// How much a block brings into battle.
    fn weight(&self, block: BlockId) -> u8 {
        self.strength(block) * block.printed().fire.number
    }

    /// What a group can do over one border: attack or help in full strength, or march, one place or two.
    fn plan_over(&self, group: &[BlockId], from: Place, link: Link, out: &mut Vec<Plan>) {
        let mut column = Column::new();
        let mut first: Option<Step> = None;
        let room = self.room_over(link).min(self.free_to_go(group, from)).min(COLUMN);
        for block in group {
            if column.len() >= room {
                break;
            }
            let Ok(step) = self.may_step(*block, link) else { continue };
            // Dice and events end a plan.
            if step.widens || first.is_some_and(|first| first.arrival != step.arrival) {
                continue;
            }
            first.get_or_insert(step);
            column.push(*block);
            if !step.rouses.is_empty() {
                break;
            }
        }
        let Some(step) = first else { return };
        let open = self.turn.group == Some(from);
        if column.len() + usize::from(!open) < 2 {
            return;
        }
        let to = link.to;
        let value = f32::from(to.value());
        let way: ArrayVec<Place, 2> = [to].into_iter().collect();
        match step.arrival {
            Arrival::Attack | Arrival::Join { .. } => {
                let joins = matches!(step.arrival, Arrival::Join { .. });
                let urge = 1.5 + value + 0.5 * column.len() as f32 + if joins { 1.0 } else { 0.0 };
                // Whoever rouses an empire has it against him.
                let calm = step.rouses.iter().all(|state| !self.head(state).is_empire());
                if calm {
                    out.push(Plan { from, way, column, urge });
                }
            }
            Arrival::Quiet if step.rouses.is_empty() => {
                let fleets = column[0].is_fleet();
                let near = |place: Place| self.promise(place, fleets);
                let here = near(from);
                let count = column.len() as f32;
                let taken = if self.is_theirs(to) { 3.0 * value } else { 0.0 };
                let gain = count * (near(to) - here) + taken;
                if gain > 0.05 {
                    out.push(Plan { from, way, column: column.clone(), urge: gain });
                }
                if !fleets && !halts(link.crossing) && !self.tells_of_an_ally(to) {
                    self.plan_farther(from, to, &column, here, out);
                }
            }
            Arrival::Quiet => {}
        }
    }

    /// The best second step of armies, if it leads nearer than the first.
    fn plan_farther(&self, from: Place, over: Place, column: &Column, here: f32, out: &mut Vec<Plan>) {
        let mut best: Option<(f32, Place, usize)> = None;
        for link in over.links().iter().filter(|link| link.to != from) {
            let to = link.to;
            let Crossing::Land(_) = link.crossing else { continue };
            let room = self.room_over(*link).min(column.len());
            if room == 0 || self.lets_by(false, None, *link).is_err() {
                continue;
            }
            let quiet = |block: &BlockId| matches!(self.arrival(*block, to), Ok((Arrival::Quiet, rouses)) if rouses.is_empty());
            if self.is_embattled(to) || !column.iter().all(quiet) {
                continue;
            }
            let taken = if self.is_theirs(to) { 3.0 * f32::from(to.value()) } else { 0.0 };
            let gain = room as f32 * (self.promise(to, false) - here) + taken;
            let nearer = room as f32 * (self.promise(over, false) - here);
            if gain > nearer.max(0.05) && best.is_none_or(|(most, ..)| gain > most) {
                best = Some((gain, to, room));
            }
        }
        if let Some((urge, to, room)) = best {
            let way = [over, to].into_iter().collect();
            let column = column.iter().copied().take(room).collect();
            out.push(Plan { from, way, column, urge });
        }
    }

    /// How many of a group can leave together: not the last fleet of a sea that an army has crossed, nor more than one from a battle,
    /// where each that leaves may pin the others (A-8.4-pin, A-4.33-pin).
    fn free_to_go(&self, group: &[BlockId], from: Place) -> usize {
        match from {
            from if self.is_embattled(from) => 1,
            from if self.turn.held.contains(from) => group.len().saturating_sub(1),
            _ => group.len(),
        }
    }

    /// How many blocks can go over a border and stay: into battle by its limit, else as there is room.
    fn room_over(&self, link: Link) -> usize {
        let to = link.to;
        if to.room() == Room::Island || self.tells_of_an_ally(to) {
            return 1;
        }
        let there = self.lay.at(to);
        let friends = there.iter().all(|state| self.lay.circle.friends().contains(state));
        if friends && !self.is_embattled(to) {
            return match to.room() {
                Room::Blocks(most) => usize::from(most.saturating_sub(self.lay.count[to.index()])),
                Room::Island | Room::Sea => COLUMN,
            };
        }
        let (limit, _) = self.limit(link.crossing, false);
        let (crossed, _) = self.crossed(link.border);
        usize::from(limit.saturating_sub(crossed))
    }

    /// Whether everybody would see by a block's going there with whom its player is secretly allied (A-6.2-secret).
    fn tells_of_an_ally(&self, place: Place) -> bool {
        self.rules.secret_alliances && self.lay.at(place).meets(self.lay.circle.allies)
    }

    /// Whether a place counts for a player who is no friend.
    fn is_theirs(&self, place: Place) -> bool {
        let there = self.lay.at(place);
        let holder = match there.iter().next() {
            Some(state) => self.led_by(state),
            None => place.home().and_then(|home| self.led_by(home)),
        };
        holder.is_some_and(|holder| {
            usize::from(holder.0) < PLAYERS && !self.are_allied(holder, self.lay.circle.seat)
        })
    }

    /// How much others hold around a place, or nobody does.
    fn promise(&self, place: Place, fleets: bool) -> f32 {
        nearness(place, fleets)
            .filter(|(prize, _)| self.is_theirs(*prize) || (prize.is_sea() && self.lay.at(*prize).is_empty()))
            .map(|(prize, felt)| felt * f32::from(prize.value()))
            .sum()
    }
}
