//! One iteration after the other: selection, expansion, rollout, backpropagation.

use engine::{Chance, Game, Seat, Seats, Stream};

use super::budget::DecisionBudget;
use super::halving::Contender;
use super::parameters::SearchParameters;
use super::tree::{NONE, Tree};
use crate::Observation;
use crate::evaluator::{Evaluator, value_each};
use crate::greedy::gumbel;
use crate::moves::{self, Ahead, Moves};
use crate::one_ply::{self, Estimate, LEAST_PRIOR, TIE};

/// The tree stops growing at so many edges.
const FULL: usize = 1 << 20;

/// Below the root a node has no more moves than this in a world, the likeliest.
const BREADTH: usize = 40;

/// A move that is hardly thinkable is not evaluated, but taken to be so much worse than to do nothing.
const UNTHINKABLE: f32 = 0.05;

/// A one-ply value never counts for more virtual visits than this.
const MOST_PRIOR_VISITS: f32 = 200.0;

/// One-ply values are never taken to lie closer together than this.
const LEAST_SPREAD: f32 = 1e-3;

/// Rollouts make plans where one in so many rollouts of single actions is cut short.
const SELDOM: u64 = 4;

/// A rollout does not look at moves that are less likely than this share of the likeliest.
const FARFETCHED: f32 = 0.01;

/// Results are never taken to lie closer together than this.
const LEAST_DEVIATION: f32 = 0.02;

/// A tree and all that is needed to search it; buffers are kept from one iteration to the next.
#[derive(Clone, Debug)]
pub(super) struct Mcts<G: Game, E> {
    pub root: u32,
    pub chance: Stream,
    pub evaluator: E,
    /// How many rollouts there were.
    pub rollouts: u64,
    /// How many of them ended at the rollout depth, short of their horizon.
    pub cut: u64,
    /// The same of rollouts of single actions.
    single: (u64, u64),
    parameters: SearchParameters,
    tree: Tree<G::Action>,
    results: Spread,
    /// What worlds were worth to each seat before anything was done in them, on average.
    worlds: [Mean; Seats::MAX as usize],
    /// What the world under way was worth to each seat before, against that average; not a number if nobody has asked.
    baseline: [f32; Seats::MAX as usize],
    /// What the movers' own worlds are drawn from in the world under way: common random numbers.
    common: u64,
    /// The edges of the moves at the root.
    root_edges: Vec<u32>,
    moves: Moves<G::Action>,
    slots: Vec<u32>,
    priors: Vec<f32>,
    estimates: Vec<Estimate>,
    path: Vec<u32>,
}

/// Where an iteration stands.
struct Simulation<G> {
    world: G,
    /// Who acted last.
    mover: Seat,
    /// How often hands have changed since the root.
    hands: u32,
    /// Who could have acted instead of him. They decide at the same time and must not know what he did.
    waiting: Seats,
}

/// The world in which whoever moves in a rollout judges his moves: one that he cannot tell from the rollout's own.
struct OwnWorld<G> {
    drawn: Option<(Seat, G)>,
    /// What it is drawn from: the same for all moves that are compared.
    seed: u64,
}

impl<G: Game> OwnWorld<G> {
    fn new(seed: u64) -> OwnWorld<G> {
        OwnWorld { drawn: None, seed }
    }

    /// That of `seat`, drawn anew if another has moved.
    fn of(&mut self, world: &G, seat: Seat) -> &G {
        if self.drawn.as_ref().is_none_or(|(of, _)| *of != seat) {
            self.seed = self.seed.wrapping_add(1);
            self.drawn = Some((seat, world.determinize(seat, &mut Stream::from_number(self.seed))));
        }
        &self.drawn.as_ref().expect("a world has been drawn").1
    }

    /// It goes on with what came of the move there.
    fn go_on(&mut self, next: G) {
        if let Some((_, world)) = &mut self.drawn {
            *world = next;
        }
    }

    fn forget(&mut self) {
        self.drawn = None;
    }
}

impl<G: Game> Simulation<G> {
    /// Who acts now, if anybody does. Of several the lowest goes first.
    fn next(&self) -> Option<Seat> {
        self.world.to_act().iter().next()
    }

    /// Gives the hand to `seat`, and says whether it decides without knowing what was done last.
    fn pass_to(&mut self, seat: Seat) -> bool {
        let blind = self.waiting.contains(seat);
        self.hands += u32::from(seat != self.mover);
        self.mover = seat;
        self.waiting = self.world.to_act().without(seat);
        blind
    }
}

impl<G: Game, E: Evaluator<G>> Mcts<G, E> {
    pub fn new(parameters: SearchParameters, evaluator: E, chance: Stream) -> Mcts<G, E> {
        let mut tree = Tree::new();
        Mcts {
            root: tree.restart(),
            chance,
            evaluator,
            rollouts: 0,
            cut: 0,
            single: (0, 0),
            parameters,
            tree,
            results: Spread::default(),
            worlds: [Mean::default(); Seats::MAX as usize],
            baseline: [f32::NAN; Seats::MAX as usize],
            common: 0,
            root_edges: Vec::new(),
            moves: Moves::new(),
            slots: Vec::new(),
            priors: Vec::new(),
            estimates: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Forgets the tree.
    pub fn restart(&mut self) {
        self.root = self.tree.restart();
        self.results = Spread::default();
        self.worlds = [Mean::default(); Seats::MAX as usize];
    }

    /// Whether the root has edges.
    pub fn is_expanded(&self) -> bool {
        self.tree.is_expanded(self.root)
    }

    /// Whether the root is about these moves, at least for the most part.
    pub fn knows(&mut self, seat: Seat, moves: &Moves<G::Action>) -> bool {
        self.tree.find_all(self.root, seat, moves.iter(), &mut self.slots);
        let known = self.slots.iter().filter(|&&slot| slot != NONE).count();
        !self.is_expanded() || 2 * known >= moves.len()
    }

    /// Expands the root by what the moves lead to at once.
    pub fn expand_root(&mut self, seat: Seat, moves: &Moves<G::Action>, estimates: &[Estimate]) {
        self.estimates.clear();
        self.estimates.extend_from_slice(estimates);
        self.weigh(self.root);
        for estimate in &self.estimates {
            let actions = moves.get(estimate.index);
            self.tree.add_edge(self.root, seat, actions, estimate.prior, estimate.value);
        }
    }

    /// Where the move leads from the root, if that is known.
    pub fn child(&self, seat: Seat, actions: &[G::Action]) -> u32 {
        match self.tree.find(self.root, seat, actions) {
            NONE => NONE,
            edge => self.tree.edge(edge).child,
        }
    }

    /// The moves in question at the root: no more than `most`, those that promise most by what is known of them so far.
    /// What was thought of them before they were tried counts for so many `worlds`.
    pub fn contenders(
        &mut self,
        seat: Seat,
        moves: &Moves<G::Action>,
        most: usize,
        worlds: f32,
    ) -> Vec<Contender> {
        self.find_moves(seat, moves);
        let known = |(index, &slot): (usize, &u32)| (slot != NONE).then_some((index, slot));
        let known: Vec<(usize, u32)> = self.slots.iter().enumerate().filter_map(known).collect();
        let (visits, total) = known.iter().fold((0, 0.0), |(visits, total), &(_, slot)| {
            let edge = self.tree.edge(slot);
            (visits + edge.visits, total + edge.total)
        });
        let mean = if visits > 0 { total / visits as f32 } else { 0.0 };
        let weight = worlds.max(1.0);
        let contender = |&(index, slot): &(usize, u32)| {
            let edge = self.tree.edge(slot);
            let found = edge.total - mean * edge.visits as f32;
            let heuristic = (found + weight * edge.heuristic) / (edge.visits as f32 + weight);
            Contender { index, heuristic, bias: 0.0, results: Vec::new() }
        };
        let mut contenders: Vec<Contender> = known.iter().map(contender).collect();
        contenders.sort_by(|a, b| b.heuristic.total_cmp(&a.heuristic));
        contenders.truncate(most);
        contenders
    }

    /// Takes over from another tree what is known of the contenders before the search.
    pub fn adopt(
        &mut self,
        other: &Mcts<G, E>,
        seat: Seat,
        moves: &Moves<G::Action>,
        contenders: &[Contender],
    ) {
        self.find_moves(seat, moves);
        for contender in
            contenders.iter().filter(|one| self.root_edges[one.index] == NONE).collect::<Vec<_>>()
        {
            let known = other.tree.edge(other.root_edges[contender.index]);
            let actions = moves.get(contender.index);
            self.root_edges[contender.index] =
                self.tree.add_edge(self.root, seat, actions, known.prior, known.heuristic);
        }
    }

    /// Looks up the edges of all moves at the root.
    pub fn find_moves(&mut self, seat: Seat, moves: &Moves<G::Action>) {
        self.tree.find_all(self.root, seat, moves.iter(), &mut self.slots);
        self.root_edges.clone_from(&self.slots);
    }

    /// Tries every contender once in the same new world, down the tree and back, and adds what became of each to `out`. What is
    /// not done in time comes to nothing.
    pub fn try_all(
        &mut self,
        observation: &Observation<G>,
        contenders: &[Contender],
        budget: &mut DecisionBudget<'_>,
        out: &mut Vec<f32>,
    ) {
        let world = observation.world(&mut self.chance);
        if self.parameters.redeterminize {
            self.common = u64::from(self.chance.word()) << 32;
        }
        self.baseline = [f32::NAN; Seats::MAX as usize];
        let before = out.len();
        for contender in contenders {
            if !budget.goes_on() {
                return out.truncate(before);
            }
            budget.iterations += 1;
            match self.iterate(&world, observation.seat(), self.root_edges[contender.index], budget) {
                Some(result) => out.push(result),
                None => return out.truncate(before),
            }
        }
    }

    /// Once down the tree from a move at the root, and back: what became of it for its seat.
    fn iterate(&mut self, start: &G, seat: Seat, edge: u32, budget: &DecisionBudget<'_>) -> Option<f32> {
        let mut simulation = Simulation { world: start.clone(), mover: seat, hands: 0, waiting: Seats::NONE };
        self.path.clear();
        simulation.pass_to(seat);
        self.tree.node(self.root).visits += 1;
        self.tree.edge_mut(edge).availability += 1;
        moves::apply(&mut simulation.world, seat, self.tree.actions(edge));
        self.path.push(edge);
        let node = self.follow(self.root, self.root, edge);
        self.descend(&mut simulation, node, budget);
        self.rollout(&mut simulation, budget);
        if budget.is_late() {
            return None;
        }
        Some(self.backpropagate(start, &simulation.world, seat))
    }

    /// Follows the tree policy to a leaf, and expands it if it was visited often enough.
    fn descend(&mut self, simulation: &mut Simulation<G>, mut node: u32, budget: &DecisionBudget<'_>) {
        // Seats that decide at the same time do so without knowing of each other: what a seat has learned of its
        // moves belongs to the node where it began to wait, whatever others have chosen since.
        let mut since = [self.root; Seats::MAX as usize];
        while !budget.is_late() {
            let reached = self.tree.node(node);
            reached.visits += 1;
            let fresh = reached.visits <= self.parameters.expansion_threshold || self.tree.size() >= FULL;
            if !self.tree.is_expanded(node) && fresh {
                return;
            }
            let Some(seat) = simulation.next() else { return };
            let deciders = simulation.world.to_act();
            for begins in deciders.iter().filter(|&seat| !simulation.waiting.contains(seat)) {
                since[begins.index()] = node;
            }
            let about = since[seat.index()];
            let blind = simulation.pass_to(seat);
            self.list(&simulation.world, seat, self.parameters.plans);
            self.narrow(&simulation.world, seat);
            if !self.expand(about, seat, &simulation.world, blind, budget) {
                return;
            }
            let Some(index) = self.select(about, blind) else { return };
            moves::apply(&mut simulation.world, seat, self.moves.get(index));
            let edge = self.slots[index];
            self.path.push(edge);
            node = self.follow(node, about, edge);
        }
    }

    /// Lists the moves of a seat. Where there is but one action there is nothing to plan.
    fn list(&mut self, world: &G, seat: Seat, plans: bool) {
        self.moves.clear();
        world.actions(seat, &mut self.moves.actions);
        if plans && self.moves.actions.len() > 1 {
            world.plans(seat, &mut self.moves.plans);
        }
    }

    /// Keeps the likeliest of many moves, in their order.
    fn narrow(&mut self, world: &G, seat: Seat) {
        if self.moves.len() <= BREADTH {
            return;
        }
        self.priors.clear();
        self.priors.extend(self.moves.iter().map(|actions| moves::prior(world, seat, actions)));
        let mut sorted = self.priors.clone();
        sorted.sort_unstable_by(|a, b| b.total_cmp(a));
        let bar = sorted[BREADTH - 1];
        let mut priors = self.priors.iter();
        let mut equal = BREADTH - sorted.iter().take_while(|prior| **prior > bar).count();
        self.moves.retain(|| {
            let prior = *priors.next().expect("every move has a prior");
            let keep = prior > bar || (prior == bar && equal > 0);
            equal -= usize::from(keep && prior == bar);
            keep
        });
    }

    /// Finds the edges of the moves at the node, with new ones for those that it does not know yet. Gives up when it is late,
    /// and says whether it was done.
    fn expand(&mut self, node: u32, seat: Seat, world: &G, blind: bool, budget: &DecisionBudget<'_>) -> bool {
        self.tree.find_all(node, seat, self.moves.iter(), &mut self.slots);
        if !self.slots.contains(&NONE) {
            return true;
        }
        self.estimates.clear();
        let mut ahead = Ahead::new(world, seat, &self.evaluator);
        for (index, actions) in self.moves.iter().enumerate().filter(|&(index, _)| self.slots[index] == NONE)
        {
            // Plans may be long.
            if actions.len() > 1 && budget.is_late() {
                return false;
            }
            let prior = moves::prior(world, seat, actions);
            let value = match prior {
                _ if blind => 0.5,
                prior if prior < LEAST_PRIOR => ahead.before() - UNTHINKABLE,
                _ => ahead.look(actions).1,
            };
            self.estimates.push(Estimate { index, prior, value });
        }
        self.weigh(node);
        for estimate in &self.estimates {
            let actions = self.moves.get(estimate.index);
            self.slots[estimate.index] =
                self.tree.add_edge(node, seat, actions, estimate.prior, estimate.value);
        }
        true
    }

    /// Sharpens the priors of new moves by their one-ply values (softmax), and turns the values into differences from the
    /// mean of the node when it was expanded.
    fn weigh(&mut self, node: u32) {
        let expanded = self.tree.is_expanded(node);
        let node = self.tree.node(node);
        if !expanded {
            let total: f32 = self.estimates.iter().map(|one| one.prior).sum();
            node.mean = self.estimates.iter().map(|one| one.prior * one.value).sum::<f32>() / total;
            let square = |one: &Estimate| one.prior * (one.value - node.mean).powi(2);
            node.deviation =
                (self.estimates.iter().map(square).sum::<f32>() / total).sqrt().max(LEAST_SPREAD);
        }
        for one in &mut self.estimates {
            one.value -= node.mean;
            let exponent = self.parameters.inverse_temperature * one.value / node.deviation;
            one.prior *= exponent.clamp(-8.0, 8.0).exp();
        }
    }

    /// Which of the moves to try, by PUCT: a good one, or one that nobody knows yet to be bad. Who chooses blind
    /// makes it a matter of chance (Gumbel noise: each as often as e to the power of its score), or the two sides
    /// would fall into step and answer each other after all.
    fn select(&mut self, node: u32, blind: bool) -> Option<usize> {
        let (mut visits, mut total, mut priors) = (0, 0.0, 0.0);
        for &slot in &self.slots {
            let edge = self.tree.edge_mut(slot);
            edge.availability += 1;
            visits += edge.visits;
            total += edge.total;
            priors += edge.prior;
        }
        let mean = if visits > 0 { total / visits as f32 } else { 0.5 };
        let deviation = self.results.deviation();
        let exploration = self.parameters.exploration * deviation / priors;
        // The farther results lie apart, against how far one-ply values do, the more of them it takes to know better.
        let noise = deviation / self.tree.node(node).deviation.max(LEAST_SPREAD);
        let virtual_visits = (noise * noise).min(MOST_PRIOR_VISITS).max(self.parameters.prior_visits);
        let mut best = None;
        let mut top = f32::NEG_INFINITY;
        for (index, &slot) in self.slots.iter().enumerate() {
            let edge = self.tree.edge(slot);
            let visits = edge.visits as f32;
            let first_play = (mean + edge.heuristic).clamp(0.0, 1.0);
            let value = (edge.total + virtual_visits * first_play) / (visits + virtual_visits);
            let mut score =
                value + exploration * edge.prior * (edge.availability as f32).sqrt() / (1.0 + visits);
            if blind {
                score += 0.5 * deviation * gumbel(&mut self.chance);
            }
            if score > top {
                (best, top) = (Some(index), score);
            }
        }
        best
    }

    /// Where a move leads from `node`, when what is known of it is kept at the node `about`.
    fn follow(&mut self, node: u32, about: u32, edge: u32) -> u32 {
        let step = if node == about { edge } else { self.tree.copy_edge(node, edge) };
        if self.tree.edge(step).child == NONE {
            self.tree.edge_mut(step).child = self.tree.add_node();
        }
        self.tree.edge(step).child
    }

    /// Plays on quickly until the turn is over, or the answer to it, and whatever is under way then has been seen through. Plans
    /// take time to find: where single actions lead to the horizon anyway, it does without.
    fn rollout(&mut self, simulation: &mut Simulation<G>, budget: &DecisionBudget<'_>) {
        let end = match self.parameters.horizon {
            0 => 0,
            horizon => horizon.max(simulation.hands + 1),
        };
        let (singles, cut) = self.single;
        let short = cut > 0 && SELDOM * cut >= singles;
        let plans = self.parameters.plans && (self.parameters.rollout_plans || short);
        self.rollouts += 1;
        self.single.0 += u64::from(!plans);
        let mut own = OwnWorld::new(self.common);
        for _ in 0..self.parameters.rollout_depth {
            if budget.is_late() {
                return;
            }
            let Some(seat) = simulation.next() else { return };
            let blind = simulation.pass_to(seat);
            if simulation.hands >= end && simulation.world.is_quiet() {
                return;
            }
            self.list(&simulation.world, seat, plans);
            let drawn = simulation.world.dice().drawn();
            match self.moves.len() {
                0 => return,
                1 => {
                    moves::apply(&mut simulation.world, seat, self.moves.get(0));
                    own.forget();
                }
                _ if self.parameters.redeterminize && !blind => {
                    let (index, next) =
                        self.rollout_move(own.of(&simulation.world, seat), seat, false, budget);
                    moves::apply(&mut simulation.world, seat, self.moves.get(index));
                    own.go_on(next);
                }
                _ => simulation.world = self.rollout_move(&simulation.world, seat, blind, budget).1,
            }
            // Dice have fallen otherwise there, and may have revealed something.
            if simulation.world.dice().drawn() != drawn {
                own.forget();
            }
        }
        self.cut += 1;
        self.single.1 += u64::from(!plans);
    }

    /// The best of the likely moves by one-ply value, or just a likely one if nothing may be known of what it leads to; and the world
    /// after it.
    fn rollout_move(
        &mut self,
        world: &G,
        seat: Seat,
        blind: bool,
        budget: &DecisionBudget<'_>,
    ) -> (usize, G) {
        self.priors.clear();
        self.priors.extend(self.moves.iter().map(|actions| moves::prior(world, seat, actions)));
        let mut best: Option<(usize, G, f32)> = None;
        if !blind && self.parameters.rollout_candidates > 1 {
            let most = self.parameters.rollout_candidates as usize;
            let likeliest = self.priors.iter().copied().fold(0.0, f32::max);
            let mut least = LEAST_PRIOR.max(FARFETCHED * likeliest);
            if self.priors.len() > most {
                let mut sorted = self.priors.clone();
                least = least.max(*sorted.select_nth_unstable_by(most - 1, |a, b| b.total_cmp(a)).1);
            }
            let mut ahead = Ahead::new(world, seat, &self.evaluator);
            for (index, prior) in self.priors.iter().enumerate().filter(|(_, prior)| **prior >= least) {
                if best.is_some() && budget.is_late() {
                    break;
                }
                let (next, value) = ahead.look(self.moves.get(index));
                // Of equals the likelier.
                let value = value + TIE * prior.min(10.0);
                if best.as_ref().is_none_or(|(.., top)| value > *top) {
                    best = Some((index, next, value));
                }
            }
        }
        match best {
            Some((index, next, _)) => (index, next),
            None => {
                let index = one_ply::draw(&self.priors, &mut self.chance);
                let mut next = world.clone();
                moves::apply(&mut next, seat, self.moves.get(index));
                (index, next)
            }
        }
    }

    /// Takes what came of it back to every edge on the way, and says what that is to `seat`. Worlds differ in what they are
    /// worth whatever is done in them, so what counts is what became of this one, against what worlds are worth on average.
    fn backpropagate(&mut self, start: &G, end: &G, seat: Seat) -> f32 {
        let seats: Seats = self.path.iter().map(|&edge| self.tree.edge(edge).seat).collect();
        let unknown: Seats = seats.iter().filter(|seat| self.baseline[seat.index()].is_nan()).collect();
        if !unknown.is_empty() {
            let before = value_each(&self.evaluator, start, unknown);
            for seat in unknown.iter() {
                let average = self.worlds[seat.index()].add(before[seat.index()]);
                self.baseline[seat.index()] = before[seat.index()] - average;
            }
        }
        let mut values = value_each(&self.evaluator, end, seats);
        for (value, baseline) in values.iter_mut().zip(self.baseline) {
            *value = (*value - baseline).clamp(0.0, 1.0);
        }
        self.results.add(values[seat.index()]);
        for &edge in &self.path {
            let edge = self.tree.edge_mut(edge);
            edge.visits += 1;
            edge.total += values[edge.seat.index()];
        }
        values[seat.index()]
    }
}

/// How far results lie apart.
#[derive(Clone, Copy, Default, Debug)]
struct Spread {
    count: f32,
    mean: f32,
    squares: f32,
}

impl Spread {
    fn add(&mut self, value: f32) {
        self.count += 1.0;
        let delta = value - self.mean;
        self.mean += delta / self.count;
        self.squares += delta * (value - self.mean);
    }

    /// The standard deviation, as if a few results had been a tenth apart before.
    fn deviation(&self) -> f32 {
        const BEFORE: f32 = 4.0;
        ((self.squares + BEFORE * 0.01) / (self.count + BEFORE)).sqrt().max(LEAST_DEVIATION)
    }
}

/// An average that goes on.
#[derive(Clone, Copy, Default, Debug)]
struct Mean {
    count: f32,
    mean: f32,
}

impl Mean {
    /// The average with one more.
    fn add(&mut self, value: f32) -> f32 {
        self.count += 1.0;
        self.mean += (value - self.mean) / self.count;
        self.mean
    }
}
