//! Whole stacks to far places in one go. Rulebook 4.3, 8.4, 8.5.
//!
//! A route is found by going it on a copy, so that what is offered is what is legal.

use arrayvec::ArrayVec;
use engine::{Choice, Cost, Currency, Effect, PieceKey, Recorder, Route, SpaceRef, Target, Text, Verb};

use super::choices::Choices;
use super::name_of;
use crate::action::Action;
use crate::blocks::{BlockId, BlockSet};
use crate::control::{Lay, States};
use crate::event::space;
use crate::movement::{Arrival, MARCH, SAIL, Step, halts};
use crate::places::{Place, PlaceSet};
use crate::state::{Alliance, March, Phase};
use crate::states::State;

/// The places that a block passes on its way, the last of which is where it stays.
type Steps = ArrayVec<Place, 3>;

impl Alliance {
    fn search(
        &mut self,
        lay: &Lay,
        block: BlockId,
        at: Place,
        steps: u8,
        so_far: &mut Steps,
        ways: &mut Vec<Steps>,
    ) {
        if steps >= if block.is_fleet() { SAIL } else { MARCH } {
            return;
        }
        let before = (self.blocks.spots[block], self.turn.march, self.turn.moved);
        self.blocks.spots[block] = at.into();
        if !so_far.is_empty() {
            self.turn.march = Some(March { block, steps, halted: false });
            self.turn.moved.insert(block);
        }
        for link in at.links() {
            let Ok(step) = self.ground(lay).may_step(block, *link) else { continue };
            // Nothing is gained by coming back.
            if so_far.contains(&link.to) {
                continue;
            }
            so_far.push(link.to);
            ways.push(so_far.clone());
            let halts = !block.is_fleet() && halts(link.crossing);
            if step.arrival == Arrival::Quiet && step.rouses.is_empty() && !halts {
                self.search(lay, block, link.to, steps + 1, so_far, ways);
            }
            so_far.pop();
        }
        (self.blocks.spots[block], self.turn.march, self.turn.moved) = before;
    }
}

impl Choices<'_> {
    /// Where blocks that stand in one place can go together, step by step or by sea.
    pub(crate) fn routes(&self, pieces: &[PieceKey], via: &[SpaceRef]) -> Vec<Route<Action>> {
        let marching = self.phase == Phase::Actions
            && self.turn.seat == self.seat
            && self.deciders().contains(self.seat);
        let interrupted = self.fight.is_some() || self.talk.proposal.is_some() || !self.urgent.is_empty();
        let Some((blocks, from)) = self.stack(pieces).filter(|_| marching && !interrupted) else {
            return Vec::new();
        };
        let mut routes = self.marches(&blocks, from, via);
        let mut reached: PlaceSet =
            routes.iter().filter_map(|route| self.place_at(*route.way.last()?)).collect();
        reached.insert(from);
        routes.extend(self.voyages(&blocks, from, via, reached));
        routes
    }

    /// The blocks behind these keys, the one on the march first, and the place where all of them stand. Nothing if any of them
    /// cannot stir, or if fleets and armies are mixed, which never go the same way.
    fn stack(&self, pieces: &[PieceKey]) -> Option<(Vec<BlockId>, Place)> {
        let mut blocks = pieces.iter().map(|key| key.get()).collect::<Option<Vec<BlockId>>>()?;
        let from = self.place(*blocks.first()?)?;
        let fleet = blocks[0].is_fleet();
        let fits = |block: &BlockId| {
            self.place(*block) == Some(from)
                && block.is_fleet() == fleet
                && self.unit(*block).may_stir().is_ok()
        };
        let distinct: BlockSet = blocks.iter().copied().collect();
        if distinct.len() != blocks.len() || !blocks.iter().all(fits) {
            return None;
        }
        blocks.sort_by_key(|block| self.turn.march.is_none_or(|march| march.block != *block));
        Some((blocks, from))
    }

    /// Every place that all these blocks can reach step by step.
    fn marches(&self, blocks: &[BlockId], from: Place, via: &[SpaceRef]) -> Vec<Route<Action>> {
        let mut ways = self.steps_of(blocks[0], from);
        ways.retain(|way| leads_over(way, via));
        // The shortest way to each place that all of them can go.
        ways.sort_by_key(|way| way.len());
        let mut found = PlaceSet::EMPTY;
        let mut routes = Vec::new();
        for way in ways {
            let to = way[way.len() - 1];
            if !found.contains(to)
                && let Some(route) = self.march_along(blocks, from, &way)
            {
                found.insert(to);
                routes.push(route);
            }
        }
        routes
    }

    /// Every way that a block could go step by step, if its group were open.
    fn steps_of(&self, block: BlockId, from: Place) -> Vec<Steps> {
        let mut world = self.game.clone();
        let begun = world.turn.march.filter(|march| march.block == block).map_or(0, |march| march.steps);
        if begun == 0 && world.turn.group != Some(from) && world.open_group(from).is_err() {
            return Vec::new();
        }
        let lay = world.lay(self.seat);
        let mut ways = Vec::new();
        world.search(&lay, block, from, begun, &mut Steps::new(), &mut ways);
        ways
    }

    /// The march of all these blocks along a way, if it can be made.
    pub(crate) fn march_along(&self, blocks: &[BlockId], from: Place, way: &Steps) -> Option<Route<Action>> {
        let mut world = self.game.clone();
        let mut actions = Vec::with_capacity(1 + blocks.len() * way.len());
        let mut effect: Option<Effect> = None;
        let (mut seals, mut uses_event) = (false, false);
        for (nth, &block) in blocks.iter().enumerate() {
            let on_the_march = world.turn.march.is_some_and(|march| march.block == block);
            if !on_the_march && world.turn.group != Some(from) {
                world.act(self.seat, Action::Group(from), &mut Recorder::silent()).ok()?;
                actions.push(Action::Group(from));
            }
            for (left, &to) in (0..way.len()).rev().zip(way) {
                let action = Action::Step { block, to };
                if left == 0 {
                    let step = world.choices(self.seat).step_of(block, world.place(block)?.link(to)?)?;
                    if nth + 1 < blocks.len() && !world.choices(self.seat).stays_calm(step.rouses, to) {
                        return None;
                    }
                    seals |= world.choices(self.seat).seals(action);
                    uses_event |= step.widens;
                    // What the first opens the others join.
                    effect.get_or_insert_with(|| {
                        world.choices(self.seat).effect_of_step(block, Step { widens: false, ..step })
                    });
                }
                world.act(self.seat, action, &mut Recorder::silent()).ok()?;
                actions.push(action);
            }
        }
        if let Some(effect) = effect.as_mut().filter(|_| uses_event) {
            effect.words.to_mut().push_str("; uses your leader's event");
        }
        let to = *way.last()?;
        let attacks = effect.as_ref().is_some_and(|effect| effect.kind == engine::EffectKind::Attack);
        let fleet = blocks[0].is_fleet();
        let (verb, label): (Verb, Text) = match (attacks, blocks) {
            (true, [block]) => (Verb::Attack, format!("Attack {to} with {}", name_of(*block)).into()),
            (true, _) => (Verb::Attack, format!("Attack {to} with {} blocks", blocks.len()).into()),
            (false, [block]) if fleet => (Verb::Sail, format!("Sail {} to {to}", name_of(*block)).into()),
            (false, _) if fleet => (Verb::Sail, format!("Sail {} fleets to {to}", blocks.len()).into()),
            (false, [block]) => (Verb::Move, format!("Move {} to {to}", name_of(*block)).into()),
            (false, _) => (Verb::Move, format!("Move {} blocks to {to}", blocks.len()).into()),
        };
        let target = Target::Space(space(to));
        let choice =
            Choice { cost: self.spent_on(&world), effect, seals, ..Choice::new(verb, label, target) };
        let way = way.iter().map(|place| space(*place)).collect();
        Some(Route { way, actions, choice })
    }

    /// Every place to which all these armies can be carried, or where they can land.
    fn voyages(
        &self,
        blocks: &[BlockId],
        from: Place,
        via: &[SpaceRef],
        reached: PlaceSet,
    ) -> Vec<Route<Action>> {
        if blocks[0].is_fleet() || !from.is_base() || self.budget() == 0 {
            return Vec::new();
        }
        let mut all = Vec::new();
        self.ground(&self.lay(self.seat)).list_voyages_of(BlockSet::EMPTY.with(blocks[0]), &mut all);
        let sails = all.into_iter().filter_map(|action| match action {
            Action::Ship { to, .. } => Some((to, false)),
            Action::Invade { to, .. } => Some((to, true)),
            _ => None,
        });
        let open = sails.filter(|(to, _)| !reached.contains(*to) && leads_over(&[*to], via));
        open.filter_map(|(to, lands)| self.voyage_to(blocks, to, lands)).collect()
    }

    fn voyage_to(&self, blocks: &[BlockId], to: Place, lands: bool) -> Option<Route<Action>> {
        let mut world = self.game.clone();
        let mut actions = Vec::with_capacity(blocks.len());
        let mut effect = None;
        let mut seals = false;
        for (nth, &block) in blocks.iter().enumerate() {
            let action = if lands { Action::Invade { block, to } } else { Action::Ship { block, to } };
            let rouses = if lands { world.choices(self.seat).roused_by(block, to) } else { States::NONE };
            if nth + 1 < blocks.len() && !world.choices(self.seat).stays_calm(rouses, to) {
                return None;
            }
            seals |= world.choices(self.seat).seals(action);
            effect = effect.or_else(|| world.choices(self.seat).effect(action));
            world.act(self.seat, action, &mut Recorder::silent()).ok()?;
            actions.push(action);
        }
        let (verb, order, joins) =
            if lands { (Verb::Land, "Land", "in") } else { (Verb::Sail, "Ship", "to") };
        let label = match blocks {
            [block] => format!("{order} {} {joins} {to}", name_of(*block)),
            _ => format!("{order} {} blocks {joins} {to}", blocks.len()),
        };
        let target = Target::Space(space(to));
        let choice =
            Choice { cost: self.spent_on(&world), effect, seals, ..Choice::new(verb, label, target) };
        Some(Route { way: vec![space(to)], actions, choice })
    }

    /// What has been spent by the time the world has become another: points while there are any, then gold. What takes some of
    /// both is told in points, which gold stands in for.
    fn spent_on(&self, after: &Alliance) -> Option<Cost> {
        let points = self.turn.points - after.turn.points;
        let gold = after.turn.spent - self.turn.spent;
        match (points, gold) {
            (0, 0) => None,
            (0, gold) => Some(Cost::of(gold.into(), Currency::Gold)),
            (points, gold) => Some(Cost::of(u16::from(points + gold), Currency::ActionPoint)),
        }
    }

    /// Whether the turn goes on whatever becomes of these states when they are roused: their blocks share no place with others,
    /// but for the one that is entered.
    fn stays_calm(&self, rouses: States, entered: Place) -> bool {
        if rouses.is_empty() {
            return true;
        }
        let heads: States = rouses.iter().map(|state| self.head(state)).collect();
        let turned = |state: State| heads.contains(self.head(state));
        BlockId::all().filter(|block| turned(block.state())).all(|block| match self.place(block) {
            Some(place) if place != entered => self.states_at(place).iter().all(turned),
            _ => true,
        })
    }
}

/// Whether a way leads over these spaces in their order.
fn leads_over(way: &[Place], via: &[SpaceRef]) -> bool {
    let mut way = way.iter().map(|place| space(*place));
    via.iter().all(|via| way.any(|at| at == *via))
}
