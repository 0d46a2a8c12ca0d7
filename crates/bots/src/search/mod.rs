//! A bot that plans its turn.
//!
//! Information set Monte-Carlo tree search over worlds that fit what the seat knows. Each iteration takes such a world, follows
//! the tree policy (PUCT) down to a leaf, expands it, plays a rollout until the turn and the answer to it are over and the
//! position is quiet, and propagates what it is then worth back to the root, to each seat its own value (max-n). Chance and
//! hidden things are so averaged over: the tree holds what was decided, not what came of it. At the root, the moves in question
//! are compared in the same worlds, and the worse ones drop out one by one ([`halving`]).
//!
//! Turns here are long: up to a hundred small actions out of fifty each before anybody else does anything. Four things
//! make that bearable. Plans ([`Game::plans`]) are edges beside single actions, so that a turn is a dozen moves; a plan
//! that was chosen is carried out without thinking again. Moves are tried in the order of their one-ply values, so the
//! search starts as wise as [`Greedy`](crate::Greedy) and only gets wiser. The budget is for the turn, not for the
//! decision: the part of the tree below the chosen move is kept (not with
//! [`SearchParameters::redeterminize`]), and each decision takes its share of what is left, by how many decisions turns have had so
//! far. And a decision that is beyond doubt is not thought about any longer.
//!
//! Several threads grow a tree each and compare the same moves in worlds of their own (root parallelisation).

mod budget;
mod halving;
mod mcts;
mod parameters;
mod tree;

use std::thread;
use std::time::{Duration, Instant};

use engine::{Chance, Game, Seat, Stream};

use crate::clock::Clock;
use crate::course::Course;
use crate::moves::Moves;
use crate::visited::Visited;
use crate::{Appraisal, Bot, Budget, Evaluator, Observation, Style, greedy, one_ply};
use budget::{DecisionBudget, Paces, TurnBudget};
use halving::{Contender, Field, Trust};
use mcts::Mcts;
pub use parameters::SearchParameters;
use tree::NONE;

/// A seat that takes so many decisions in a row gets a new budget, for solitary games and the like. Only decisions that are
/// thought about count: not those with no alternative, and a plan is one.
const LONG_TURN: u32 = 96;

/// A decision between fewer actions than this takes less than its full share.
const WIDE: usize = 6;

/// How often the field is looked at in each of its phases.
const LOOKS: f32 = 3.0;

/// Plans its turn with a tree of samples. Positions are judged by `E`.
#[derive(Clone, Debug)]
pub struct Search<G: Game, E = Appraisal> {
    budget: Budget,
    longest: Duration,
    clock: Clock,
    parameters: SearchParameters,
    style: Style,
    /// One tree for each thread.
    trees: Vec<Mcts<G, E>>,
    turn: TurnBudget,
    paces: Paces,
    trust: Trust,
    last: Option<Last>,
    course: Course<G::Action>,
    visited: Visited,
    effort: Effort,
    moves: Moves<G::Action>,
}

/// The last decision, for seeing whether the next one belongs to the same turn.
#[derive(Clone, Debug)]
struct Last {
    seat: Seat,
    ply: usize,
    /// How much chance had been used.
    drawn: u64,
    /// Where in each tree the move led, if that is known. A plan leads there with its last action.
    children: Vec<u32>,
}

/// How hard a search has worked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Turns begun.
    pub turns: u64,
    /// Budgets begun: one a turn, more if it is very long.
    pub budgets: u64,
    /// Decisions taken, those with no alternative included.
    pub decisions: u64,
    /// Decisions that a plan had taken already.
    pub planned: u64,
    /// Iterations in all.
    pub iterations: u64,
    /// Iterations in this turn.
    pub turn: u64,
    /// Decisions for which the tree of the one before was of use.
    pub kept: u64,
    /// Rollouts in all.
    pub rollouts: u64,
    /// Rollouts that ended at the rollout depth, short of the horizon.
    pub cut: u64,
}

impl<G: Game> Search<G> {
    /// Spends `budget` on each turn and draws from the stream of `seed`.
    pub fn new(budget: Budget, seed: u64) -> Search<G> {
        Search::with(budget, SearchParameters::of::<G>(), seed)
    }

    /// The same with other parameters.
    pub fn with(budget: Budget, parameters: SearchParameters, seed: u64) -> Search<G> {
        Search::of_trees(
            budget,
            parameters,
            vec![Mcts::new(parameters, Appraisal, Stream::from_number(seed))],
        )
    }

    /// The same with another evaluation than the game's own.
    #[must_use]
    pub fn evaluated_by<E: Evaluator<G> + Clone>(self, evaluator: E) -> Search<G, E> {
        let Search { budget, longest, clock, parameters, style, turn, trees, .. } = self;
        let tree = |tree: Mcts<G, Appraisal>| Mcts::new(parameters, evaluator.clone(), tree.chance);
        let trees = trees.into_iter().map(tree).collect();
        Search { longest, clock, style, turn, ..Search::of_trees(budget, parameters, trees) }
    }
}

impl<G: Game, E: Evaluator<G> + Clone> Search<G, E> {
    /// A search that has not decided anything yet.
    fn of_trees(budget: Budget, parameters: SearchParameters, trees: Vec<Mcts<G, E>>) -> Search<G, E> {
        Search {
            budget,
            longest: Duration::MAX,
            clock: Instant::now,
            parameters,
            style: Style::default(),
            trees,
            turn: TurnBudget::new(budget, Duration::MAX, Instant::now),
            paces: Paces::new(),
            trust: Trust::new(),
            last: None,
            course: Course::new(),
            visited: Visited::new(),
            effort: Effort::default(),
            moves: Moves::new(),
        }
    }

    /// The same by another clock.
    #[must_use]
    pub fn timed_by(self, clock: Clock) -> Search<G, E> {
        Search { clock, turn: TurnBudget::new(self.budget, self.longest, clock), ..self }
    }

    /// The same, but no turn takes longer than `longest`, whatever the budget.
    #[must_use]
    pub fn within(self, longest: Duration) -> Search<G, E> {
        Search { longest, turn: TurnBudget::new(self.budget, longest, self.clock), ..self }
    }

    /// The same in a style.
    #[must_use]
    pub fn in_style(self, style: Style) -> Search<G, E> {
        Search { style, ..self }
    }

    /// The same on so many threads, at least one. On one thread the same seed and budget of iterations play the same game.
    #[must_use]
    pub fn on_threads(mut self, threads: usize) -> Search<G, E> {
        while self.trees.len() < threads {
            let Mcts { evaluator, chance, .. } = &mut self.trees[0];
            let seed = u64::from(chance.word()) << 32 | u64::from(chance.word());
            let tree = Mcts::new(self.parameters, evaluator.clone(), Stream::from_number(seed));
            self.trees.push(tree);
        }
        self
    }

    /// How hard it has worked so far.
    pub fn effort(&self) -> Effort {
        let (rollouts, cut) =
            self.trees.iter().fold((0, 0), |(all, cut), tree| (all + tree.rollouts, cut + tree.cut));
        Effort { rollouts, cut, ..self.effort }
    }

    /// Finds the node for this decision: below the last one if it belongs to the same turn and nothing new has become known,
    /// at the root of a new tree otherwise.
    fn take_up(&mut self, observation: &Observation<G>, drawn: u64) {
        let (seat, ply) = (observation.seat(), observation.ply());
        let last = self.last.take().filter(|last| last.seat == seat && last.ply + 1 == ply);
        if last.is_none() || self.turn.decisions >= LONG_TURN {
            self.paces.begin(self.turn.decisions, self.moves.actions.len() >= WIDE);
            self.turn = TurnBudget::new(self.budget, self.longest, self.clock);
            self.effort.turns += u64::from(last.is_none());
            self.effort.budgets += 1;
            self.effort.turn = 0;
        }
        // Dice that were rolled meanwhile fell in one way, while the tree has averaged over all.
        let children = last.filter(|last| last.drawn == drawn).map(|last| last.children).unwrap_or_default();
        let children = children.into_iter().chain(std::iter::repeat(NONE));
        for (nth, (tree, child)) in self.trees.iter_mut().zip(children).enumerate() {
            if child != NONE {
                tree.root = child;
            }
            // A kept tree has seen its moves in a single world at first: where much is hidden, it is better to look again.
            let keeps = child != NONE && !self.parameters.redeterminize;
            if keeps && tree.knows(seat, &self.moves) {
                self.effort.kept += u64::from(nth == 0);
            } else {
                tree.restart();
            }
        }
    }

    /// Thinks for this decision's share of the turn, first one ply ahead, then further, and says which move to make.
    fn think(&mut self, observation: &Observation<G>, budget: &mut DecisionBudget<'_>) -> usize {
        let seat = observation.seat();
        if budget.goes_on() {
            self.visited.note(observation);
        }
        if !self.trees[0].is_expanded() {
            // A turn that has used up its time goes on by one-ply evaluation.
            let worlds = if budget.goes_on() { one_ply::WORLDS } else { 1 };
            let late = || budget.is_late();
            let Mcts { evaluator, chance, .. } = &mut self.trees[0];
            let mut estimates = one_ply::evaluate(observation, &self.moves, evaluator, worlds, chance, late);
            if !budget.goes_on() {
                self.style.sway(observation, &self.moves, &mut estimates);
                return greedy::best(&estimates, chance);
            }
            self.trees[0].expand_root(seat, &self.moves, &estimates);
        }
        let mut contenders =
            self.trees[0].contenders(seat, &self.moves, self.parameters.contenders, self.trust.worlds());
        let is_new = |one: &&Contender| {
            budget.is_late() || !self.visited.leads_back(observation, self.moves.get(one.index))
        };
        let new: Vec<Contender> = contenders.iter().filter(is_new).cloned().collect();
        if !new.is_empty() {
            contenders = new;
        }
        if contenders.is_empty() {
            return self.trees[0].chance.index(self.moves.len());
        }
        let values: Vec<(usize, f32)> = contenders.iter().map(|one| (one.index, one.heuristic)).collect();
        let biases = self.style.biases(observation, &self.moves, &values);
        contenders.iter_mut().zip(biases).for_each(|(one, bias)| one.bias = bias);
        if let [first, others @ ..] = &mut self.trees[..] {
            others.iter_mut().for_each(|tree| tree.adopt(first, seat, &self.moves, &contenders));
        }
        let mut field = Field::new(contenders, self.trust);
        while !field.is_decided() && budget.goes_on() {
            let until = field.until().min(budget.used() + field.until() / LOOKS);
            let results = self.try_until(until, observation, &field.contenders, budget);
            field.add(&results);
            field.narrow(budget.used());
        }
        self.trust.learn(field.lesson());
        self.effort.iterations += u64::from(budget.iterations);
        self.effort.turn += u64::from(budget.iterations);
        field.best()
    }

    /// Tries the contenders in world after world until so much of the budget is used, on all threads.
    fn try_until(
        &mut self,
        until: f32,
        observation: &Observation<G>,
        contenders: &[Contender],
        budget: &mut DecisionBudget<'_>,
    ) -> Vec<f32> {
        let mut results = Vec::new();
        if let [tree] = &mut self.trees[..] {
            while budget.goes_on() && budget.used() < until {
                tree.try_all(observation, contenders, budget, &mut results);
            }
            return results;
        }
        let parts = self.trees.len() as u32;
        let part = (until - budget.used()) / (1.0 - budget.used()).max(f32::EPSILON);
        let shared = *budget;
        let rounds = |(nth, tree): (u32, &mut Mcts<G, E>)| {
            let mut budget = shared.on_thread(nth, parts);
            let mut results = Vec::new();
            while budget.goes_on() && budget.used() < part {
                tree.try_all(observation, contenders, &mut budget, &mut results);
            }
            (results, budget.iterations)
        };
        thread::scope(|scope| {
            let rounds = &rounds;
            let (first, others) = self.trees.split_first_mut().expect("there is a tree");
            let others: Vec<_> = (1..).zip(others).map(|other| scope.spawn(move || rounds(other))).collect();
            let first = rounds((0, first));
            let others = others.into_iter().map(|other| other.join().expect("a search does not panic"));
            for (found, iterations) in std::iter::once(first).chain(others) {
                results.extend(found);
                budget.iterations += iterations;
            }
        });
        results
    }
}

impl<G: Game, E: Evaluator<G> + Clone> Bot<G> for Search<G, E> {
    fn choose(&mut self, observation: &Observation<G>) -> G::Action {
        let start = (self.clock)();
        let (seat, ply) = (observation.seat(), observation.ply());
        self.moves.clear();
        observation.list(&mut self.moves.actions);
        self.visited.go_on(observation);
        let drawn = observation.drawn();
        self.effort.decisions += 1;
        let goes_on = !self.course.is_over();
        let planned = self.course.next(observation, &self.moves.actions);
        if let Some(last) = self.last.as_mut().filter(|_| goes_on) {
            match planned {
                Some(_) => last.ply = ply,
                None => last.children.fill(NONE),
            }
        }
        if let Some(action) = planned {
            self.effort.planned += 1;
            self.turn.pay(&self.turn.for_decision(start, 0.0, None), false);
            return action;
        }
        let choices = self.moves.actions.len();
        if self.parameters.plans && choices > 1 {
            observation.plans(&mut self.moves.plans);
        }
        self.take_up(observation, drawn);
        let width = choices.min(WIDE) as f32 / WIDE as f32;
        let share = (self.parameters.haste / self.paces.left(self.turn.decisions)).min(0.9);
        let mut budget = self.turn.for_decision(start, share * width, observation.stop());
        let index = if choices > 1 { self.think(observation, &mut budget) } else { 0 };
        self.turn.pay(&budget, choices > 1);
        let actions = self.moves.get(index);
        let children = self.trees.iter().map(|tree| tree.child(seat, actions)).collect();
        self.last = Some(Last { seat, ply, drawn, children });
        self.course.begin(observation, actions)
    }

    fn intended(&self) -> Vec<G::Action> {
        self.course.rest()
    }

    fn name(&self) -> String {
        format!("search:{}", self.budget)
    }

    fn budgets(&self) -> u64 {
        self.effort.budgets
    }
}
