//! What a turn may cost, and how it is shared out among the turn's decisions.
//!
//! Whoever waits for a bot waits no longer than its budget, plus at most a tenth. So the time of a decision runs from when it
//! is asked for, whatever is done is done in small pieces with a look at the clock in between, and a part of the turn's time
//! is kept back for the decisions to come: however many there are, each can be taken by one-ply evaluation. A budget in iterations
//! can be bounded by time as well: then whichever is used up first ends the thinking.

use std::time::{Duration, Instant};

use super::LONG_TURN;
use crate::clock::Clock;
use crate::{Budget, StopFlag};

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

/// How many decisions turns take, by experience: those that begin with many choices, and mere answers. What a turn's time is shared
/// out by.
#[derive(Clone, Debug)]
pub(super) struct Paces {
    answers: Pace,
    turns: Pace,
    /// The turn under way is more than an answer.
    wide: bool,
}

impl Paces {
    pub fn new() -> Paces {
        Paces { answers: Pace::new(), turns: Pace::new(), wide: true }
    }

    /// A turn of so many decisions is over, and another begins, with many choices or not.
    pub fn begin(&mut self, decisions: u32, wide: bool) {
        match self.wide {
            true => self.turns.learn(decisions),
            false => self.answers.learn(decisions),
        }
        self.wide = wide;
    }

    /// How many decisions the turn under way has left after so many, the next included.
    pub fn left(&self, decisions: u32) -> f32 {
        if self.wide { self.turns.left(decisions) } else { self.answers.left(decisions) }
    }
}

/// How many decisions turns of a kind take.
#[derive(Clone, Debug)]
struct Pace {
    /// How many turns had more decisions than so many.
    longer: [f32; Pace::LONGEST],
}

impl Pace {
    const LONGEST: usize = 48;
    /// How many turns of four decisions on average one seems to have seen before the first.
    const BEFORE: f32 = 3.0;
    /// Old turns count less and less.
    const FADING: f32 = 0.95;

    fn new() -> Pace {
        let mut share = Pace::BEFORE;
        let longer = std::array::from_fn(|_| {
            let now = share;
            share *= 0.75;
            now
        });
        Pace { longer }
    }

    /// A turn of so many decisions is over.
    fn learn(&mut self, decisions: u32) {
        if decisions == 0 {
            return;
        }
        for (nth, longer) in self.longer.iter_mut().enumerate() {
            *longer = *longer * Pace::FADING + f32::from(u8::from(nth < decisions as usize));
        }
    }

    /// How many decisions a turn has left after so many, the next included.
    fn left(&self, decisions: u32) -> f32 {
        let rest = &self.longer[(decisions as usize).min(Pace::LONGEST - 1)..];
        (rest.iter().sum::<f32>() / rest[0].max(0.05)).max(1.0)
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

    /// How much of it is used, from 0 to 1 and beyond.
    pub fn used(&self) -> f32 {
        if self.stop.is_some_and(StopFlag::is_set) {
            return 1.0;
        }
        let by_count = self.most.iterations.map_or(0.0, |most| self.iterations as f32 / most.max(1) as f32);
        let by_time =
            self.most.time.map_or(0.0, |most| self.elapsed().as_secs_f32() / most.as_secs_f32().max(1e-9));
        by_count.max(by_time)
    }

    /// The same for one of several threads that share the work. Each of them has all of the time, and its part of the iterations;
    /// to be called on that thread, whose clock may be its own.
    pub fn on_thread(&self, part: u32, parts: u32) -> DecisionBudget<'_> {
        let share = |count: u32| count / parts + u32::from(part < count % parts);
        let time = self.most.time.map(|most| most.saturating_sub(self.elapsed()));
        let iterations = self.most.iterations.map(|most| share(most.saturating_sub(self.iterations)));
        DecisionBudget { start: (self.clock)(), most: Limits { time, iterations }, iterations: 0, ..*self }
    }

    /// Whether there is anything left to use.
    pub fn goes_on(&self) -> bool {
        self.most.iterations.is_none_or(|most| self.iterations < most) && !self.is_late()
    }
}
