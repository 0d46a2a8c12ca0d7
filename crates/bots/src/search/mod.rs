//! A bot that plans its turn.
//!
//! Information set Monte-Carlo tree search over worlds that fit what the seat knows. Each iteration draws such a world,
//! follows the tree policy (PUCT) down to a leaf, expands it, plays a rollout until the turn and the answer to it are
//! over, and propagates what the position is then worth back to the root, to each seat its own value. Chance and hidden
//! things are so averaged over: the tree holds what was decided, not what came of it.
//!
//! Turns here are long: up to a hundred small actions out of fifty each before anybody else does anything. Four things
//! make that bearable. Plans ([`Game::plans`]) are edges beside single actions, so that a turn is a dozen moves; a plan
//! that was chosen is carried out without thinking again. Moves are tried in the order of their one-ply values, so the
//! search starts as wise as [`Greedy`](crate::Greedy) and only gets wiser. The budget is for the turn, not for the
//! decision: the part of the tree below the chosen move is kept, and each decision takes its share of what is left. And
//! a decision that cannot be overturned any more is not thought about any longer.

mod budget;
mod mcts;
mod parameters;
mod tree;

use std::time::{Duration, Instant};

use engine::{Game, Seat, Stream};

use crate::moves::Moves;
use crate::{Appraisal, Bot, Budget, Evaluator, Observation, one_ply};
pub use budget::Clock;
use budget::{DecisionBudget, TurnBudget};
use mcts::Mcts;
pub use parameters::SearchParameters;
use tree::NONE;

/// A seat that takes so many decisions in a row gets a new budget, for solitary games and the like. Only decisions that are
/// thought about count: not those with no alternative, and a plan is one.
const LONG_TURN: u32 = 96;

/// How many iterations pass before it is asked again whether the decision can still change.
const BREATH: u32 = 8;

/// A decision between fewer actions than this takes less than its full share.
const WIDE: usize = 8;

/// Plans its turn with a tree of samples. Positions are judged by `E`.
#[derive(Clone, Debug)]
pub struct Search<G: Game, E = Appraisal> {
    budget: Budget,
    longest: Duration,
    clock: Clock,
    parameters: SearchParameters,
    mcts: Mcts<G, E>,
    turn: TurnBudget,
    last: Option<Last>,
    /// What is still to be done of the plan that was chosen, the next action last.
    plan: Vec<G::Action>,
    effort: Effort,
    moves: Moves<G::Action>,
}

/// The last decision, for seeing whether the next one belongs to the same turn.
#[derive(Clone, Copy, Debug)]
struct Last {
    seat: Seat,
    ply: usize,
    /// How much chance had been used.
    drawn: u64,
    /// Where in the tree the move led, if the tree knows. A plan leads there with its last action.
    child: u32,
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
        Search {
            budget,
            longest: Duration::MAX,
            clock: Instant::now,
            parameters,
            mcts: Mcts::new(parameters, Appraisal, Stream::from_number(seed)),
            turn: TurnBudget::new(budget, Duration::MAX, Instant::now),
            last: None,
            plan: Vec::new(),
            effort: Effort::default(),
            moves: Moves::new(),
        }
    }

    /// The same with another evaluation than the game's own.
    #[must_use]
    pub fn evaluated_by<E: Evaluator<G>>(self, evaluator: E) -> Search<G, E> {
        let Search { budget, longest, clock, parameters, mcts, turn, last, plan, effort, moves } = self;
        let mcts = Mcts::new(parameters, evaluator, mcts.chance);
        Search { budget, longest, clock, parameters, mcts, turn, last, plan, effort, moves }
    }
}

impl<G: Game, E: Evaluator<G>> Search<G, E> {
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

    /// How hard it has worked so far.
    pub fn effort(&self) -> Effort {
        Effort { rollouts: self.mcts.rollouts, cut: self.mcts.cut, ..self.effort }
    }

    /// The next action of the plan that is being carried out, unless something unexpected has happened since: somebody else
    /// acted, chance was used, or the action is not legal after all.
    fn next_of_plan(&mut self, observation: &Observation<G>, drawn: u64) -> Option<G::Action> {
        let next = self.plan.pop()?;
        let last = self.last.as_mut()?;
        let expected = last.seat == observation.seat() && last.ply + 1 == observation.ply();
        if expected && last.drawn == drawn && self.moves.actions.contains(&next) {
            last.ply = observation.ply();
            return Some(next);
        }
        self.plan.clear();
        last.child = NONE;
        None
    }

    /// Finds the node for this decision: below the last one if it belongs to the same turn and nothing new has become known,
    /// at the root of a new tree otherwise.
    fn take_up(&mut self, observation: &Observation<G>, drawn: u64) {
        let (seat, ply) = (observation.seat(), observation.ply());
        let last = self.last.filter(|last| last.seat == seat && last.ply + 1 == ply);
        if last.is_none() || self.turn.decisions >= LONG_TURN {
            self.turn = TurnBudget::new(self.budget, self.longest, self.clock);
            self.effort.turns += u64::from(last.is_none());
            self.effort.budgets += 1;
            self.effort.turn = 0;
        }
        match last {
            // Dice that were rolled meanwhile fell in one way, while the tree has averaged over all.
            Some(last) if last.child != NONE && last.drawn == drawn => {
                self.mcts.root = last.child;
                if self.mcts.knows(seat, &self.moves) {
                    self.effort.kept += 1;
                } else {
                    self.mcts.restart();
                }
            }
            _ => self.mcts.restart(),
        }
    }

    /// Thinks for this decision's share of the turn: first one ply ahead, then further.
    fn think(&mut self, observation: &Observation<G>, budget: &mut DecisionBudget<'_>) {
        if !self.mcts.is_expanded() {
            // A turn that has used up its time goes on by one-ply evaluation.
            let worlds = if budget.goes_on() { one_ply::WORLDS } else { 1 };
            let late = || budget.is_late();
            let Mcts { evaluator, chance, .. } = &mut self.mcts;
            let estimates = one_ply::evaluate(observation, &self.moves, evaluator, worlds, chance, late);
            self.mcts.expand_root(observation.seat(), &self.moves, &estimates);
        }
        while budget.goes_on() {
            self.mcts.iterate(observation, budget);
            budget.iterations += 1;
            if budget.iterations.is_multiple_of(BREATH) && self.mcts.lead() > budget.left() {
                break;
            }
        }
        self.effort.iterations += u64::from(budget.iterations);
        self.effort.turn += u64::from(budget.iterations);
    }
}

impl<G: Game, E: Evaluator<G>> Bot<G> for Search<G, E> {
    fn choose(&mut self, observation: &Observation<G>) -> G::Action {
        let start = (self.clock)();
        let (seat, ply) = (observation.seat(), observation.ply());
        self.moves.clear();
        observation.list(&mut self.moves.actions);
        let drawn = observation.world(&mut self.mcts.chance).dice().drawn();
        self.effort.decisions += 1;
        if let Some(action) = self.next_of_plan(observation, drawn) {
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
        let mut budget =
            self.turn.for_decision(start, self.parameters.time_share * width, observation.stop());
        let mut index = 0;
        if choices > 1 {
            self.think(observation, &mut budget);
            index = self.mcts.best_move(seat, &self.moves);
        }
        self.turn.pay(&budget, choices > 1);
        let actions = self.moves.get(index);
        let child = self.mcts.child(seat, actions);
        self.last = Some(Last { seat, ply, drawn, child });
        self.plan.extend(actions.iter().rev().cloned());
        self.plan.pop().expect("a move has an action")
    }

    fn name(&self) -> String {
        format!("search:{}", self.budget)
    }

    fn budgets(&self) -> u64 {
        self.effort.budgets
    }
}
