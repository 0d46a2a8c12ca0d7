//! A bot that plans its turn.
//!
//! Monte-Carlo tree search over worlds that fit what the seat knows. Each iteration draws such a world, walks down
//! the tree with it, lays out one new place, plays on quickly until the turn and the answer to it are over, and
//! takes what the position is then worth back up the way it came, to each seat its own worth. Chance and hidden
//! things are so averaged over: the tree holds what was decided, not what came of it.
//!
//! Turns here are long: a dozen small actions out of fifty each before anybody else does anything. Three things make
//! that bearable. Actions are tried in the order of how good they look at first sight, so the search starts as wise
//! as [`Greedy`](crate::Greedy) and only gets wiser. The budget is for the turn, not for the decision: the part of
//! the tree below the chosen action is kept, and each decision takes its share of what is left. And a decision that
//! cannot be overturned any more is not thought about any longer.

mod budget;
mod tree;
mod tuning;
mod walk;

use std::time::{Duration, Instant};

use engine::{Game, Seat, Stream};

use crate::{Bot, Budget, Glimpse, sight};
pub use budget::Clock;
use budget::{Purse, Spell};
use tree::NONE;
pub use tuning::Tuning;
use walk::Walk;

/// A seat that goes on acting for so many decisions gets a new budget, for solitary games and the like.
pub const LONG_TURN: u32 = 96;

/// How many iterations pass before it is asked again whether the decision can still change.
const BREATH: u32 = 8;

/// A decision between fewer actions than this takes less than its full share.
const WIDE: usize = 8;

/// Plans its turn with a tree of samples.
#[derive(Clone, Debug)]
pub struct Search<G: Game> {
    budget: Budget,
    longest: Duration,
    clock: Clock,
    tuning: Tuning,
    walk: Walk<G>,
    purse: Purse,
    last: Option<Last>,
    effort: Effort,
    actions: Vec<G::Action>,
}

/// The last decision, for seeing whether the next one belongs to the same turn.
#[derive(Clone, Copy, Debug)]
struct Last {
    seat: Seat,
    ply: usize,
    /// How much chance had been used.
    drawn: u64,
    /// Where in the tree the decision led, if the tree knows.
    child: u32,
}

/// How hard a search has worked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Turns begun.
    pub turns: u64,
    /// Decisions taken, those with no alternative included.
    pub decisions: u64,
    /// Iterations in all.
    pub iterations: u64,
    /// Iterations in this turn.
    pub turn: u64,
    /// Decisions for which the tree of the one before was of use.
    pub kept: u64,
}

impl<G: Game> Search<G> {
    /// Spends `budget` on each turn and draws from the stream of `seed`.
    pub fn new(budget: Budget, seed: u64) -> Search<G> {
        Search::with(budget, Tuning::of::<G>(), seed)
    }

    /// The same with other dials.
    pub fn with(budget: Budget, tuning: Tuning, seed: u64) -> Search<G> {
        Search {
            budget,
            longest: Duration::MAX,
            clock: Instant::now,
            tuning,
            walk: Walk::new(tuning, Stream::from_number(seed)),
            purse: Purse::new(budget, Duration::MAX, Instant::now),
            last: None,
            effort: Effort::default(),
            actions: Vec::new(),
        }
    }

    /// The same by another clock.
    #[must_use]
    pub fn timed_by(self, clock: Clock) -> Search<G> {
        Search { clock, purse: Purse::new(self.budget, self.longest, clock), ..self }
    }

    /// The same, but no turn takes longer than `longest`, whatever the budget.
    #[must_use]
    pub fn within(self, longest: Duration) -> Search<G> {
        Search { longest, purse: Purse::new(self.budget, longest, self.clock), ..self }
    }

    /// How hard it has worked so far.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Finds the place in the tree for this decision: below the last one if it belongs to the same turn and
    /// nothing new has become known, at the root of a new tree otherwise.
    fn take_up(&mut self, glimpse: &Glimpse<G>, drawn: u64) {
        let last = self.last.filter(|last| last.seat == glimpse.seat() && last.ply + 1 == glimpse.ply());
        if last.is_none() || self.purse.decisions >= LONG_TURN {
            self.purse = Purse::new(self.budget, self.longest, self.clock);
            self.effort.turns += u64::from(last.is_none());
            self.effort.turn = 0;
        }
        match last {
            // Dice that were rolled meanwhile fell in one way, while the tree has averaged over all.
            Some(last) if last.child != NONE && last.drawn == drawn => {
                self.walk.root = last.child;
                if self.walk.knows(glimpse.seat(), &self.actions) {
                    self.effort.kept += 1;
                } else {
                    self.walk.restart();
                }
            }
            _ => self.walk.restart(),
        }
    }

    /// Thinks for this decision's share of the turn: first about how the actions look, then further.
    fn think(&mut self, glimpse: &Glimpse<G>, spell: &mut Spell<'_>) {
        if self.walk.is_bare() {
            // A turn that has used up its time goes on at first sight.
            let worlds = if spell.goes_on() { sight::WORLDS } else { 1 };
            let late = || spell.is_late();
            let looks = sight::survey(glimpse, &self.actions, worlds, &mut self.walk.chance, late);
            self.walk.plant(glimpse.seat(), &self.actions, &looks);
        }
        while spell.goes_on() {
            self.walk.iterate(glimpse, spell);
            spell.iterations += 1;
            if spell.iterations.is_multiple_of(BREATH) && self.walk.lead() > spell.left() {
                break;
            }
        }
        self.effort.iterations += u64::from(spell.iterations);
        self.effort.turn += u64::from(spell.iterations);
    }
}

impl<G: Game> Bot<G> for Search<G> {
    fn choose(&mut self, glimpse: &Glimpse<G>) -> G::Action {
        let start = (self.clock)();
        self.actions.clear();
        glimpse.list(&mut self.actions);
        let drawn = glimpse.world(&mut self.walk.chance).dice().drawn();
        self.take_up(glimpse, drawn);
        self.effort.decisions += 1;
        let width = self.actions.len().min(WIDE) as f32 / WIDE as f32;
        let mut spell = self.purse.spell(start, self.tuning.share * width, glimpse.stop());
        let mut index = 0;
        if self.actions.len() > 1 {
            self.think(glimpse, &mut spell);
            index = self.walk.verdict(glimpse.seat(), &self.actions);
        }
        self.purse.pay(&spell);
        let action = self.actions.swap_remove(index);
        let child = self.walk.child(glimpse.seat(), &action);
        self.last = Some(Last { seat: glimpse.seat(), ply: glimpse.ply(), drawn, child });
        action
    }

    fn name(&self) -> String {
        format!("search:{}", self.budget)
    }
}
