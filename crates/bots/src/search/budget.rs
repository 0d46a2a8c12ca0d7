//! What a turn may cost, and how it is shared out among the turn's decisions.
//!
//! Whoever waits for a bot waits no longer than its budget, plus at most a tenth. So the time of a decision runs from when it
//! is asked for, whatever is done is done in small pieces with a look at the clock in between, and a part of the turn's time
//! is kept back for the decisions to come: however many there are, each can be taken by one-ply evaluation. A budget in iterations
//! can be bounded by time as well: then whichever is used up first ends the thinking.

use std::time::{Duration, Instant};

use super::LONG_TURN;
use crate::{Budget, StopFlag};

/// Tells the time.
pub type Clock = fn() -> Instant;

/// Of the time of a turn, one part in so many is kept back for one-ply decisions.
const RESERVE: u32 = 10;

/// What a turn, or a decision of it, may use. What is not named is without bounds.
#[derive(Clone, Copy, Debug)]
struct Limits {
    time: Option<Duration>,
    iterations: Option<u32>,
}

/// What is left for a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnBudget {
    left: Limits,
    /// What is kept back of the time for each decision to come.
    kept: Duration,
    clock: Clock,
    /// Decisions that were thought about. A plan is one, however many actions it has.
    pub decisions: u32,
}

/// What one decision may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct DecisionBudget<'a> {
    clock: Clock,
    start: Instant,
    most: Limits,
    stop: Option<&'a StopFlag>,
    /// How often through the tree so far.
    pub iterations: u32,
}

impl TurnBudget {
    /// For a turn that may cost `budget`, but takes no longer than `longest` whatever the budget.
    pub fn new(budget: Budget, longest: Duration, clock: Clock) -> TurnBudget {
        let bound = (longest < Duration::MAX).then_some(longest);
        let left = match budget {
            Budget::Time(time) => Limits { time: Some(time.min(longest)), iterations: None },
            Budget::Iterations(count) => Limits { time: bound, iterations: Some(count) },
        };
        let kept = left.time.map_or(Duration::ZERO, |time| time / RESERVE / LONG_TURN);
        TurnBudget { left, kept, clock, decisions: 0 }
    }

    /// What a decision that was asked for at `start` may use: its share of what is left, as far as later decisions can spare
    /// it, or at least as much as each of them. It ends at once when it is told to stop.
    pub fn for_decision<'a>(
        &self,
        start: Instant,
        share: f32,
        stop: Option<&'a StopFlag>,
    ) -> DecisionBudget<'a> {
        let later = LONG_TURN.saturating_sub(self.decisions).max(1);
        let time = self.left.time.map(|left| {
            let spare = left.saturating_sub(self.kept * later);
            spare.mul_f32(share).max(left / later)
        });
        let iterations = self.left.iterations.map(|left| (left as f32 * share).ceil() as u32);
        DecisionBudget { clock: self.clock, start, most: Limits { time, iterations }, stop, iterations: 0 }
    }

    /// Pays for what a decision used that was thought about, or that went without saying.
    pub fn pay(&mut self, decision: &DecisionBudget<'_>, thought: bool) {
        self.decisions += u32::from(thought);
        if let Some(left) = &mut self.left.time {
            *left = left.saturating_sub(decision.elapsed());
        }
        if let Some(left) = &mut self.left.iterations {
            *left = left.saturating_sub(decision.iterations);
        }
    }
}

impl DecisionBudget<'_> {
    fn elapsed(&self) -> Duration {
        (self.clock)().duration_since(self.start)
    }

    /// Whether its time is up, if it has any, or it was told to stop.
    pub fn is_late(&self) -> bool {
        self.stop.is_some_and(StopFlag::is_set) || self.most.time.is_some_and(|most| self.elapsed() >= most)
    }

    /// Whether there is anything left to use.
    pub fn goes_on(&self) -> bool {
        self.most.iterations.is_none_or(|most| self.iterations < most) && !self.is_late()
    }

    /// How many more iterations there will be, as far as can be told.
    pub fn left(&self) -> u32 {
        let by_count = self.most.iterations.map_or(u32::MAX, |most| most.saturating_sub(self.iterations));
        let by_time = self.most.time.map_or(u32::MAX, |most| {
            let used = self.elapsed().as_secs_f64().max(1e-9);
            let left = most.as_secs_f64() - used;
            (f64::from(self.iterations) * left / used).max(0.0) as u32
        });
        by_count.min(by_time)
    }
}
