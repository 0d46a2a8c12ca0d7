//! What a turn may cost, and how it is shared out among the turn's decisions.
//!
//! Whoever waits for a bot waits no longer than its budget, plus at most a tenth. So the time of a decision runs from when it
//! is asked for, whatever is done is done in small pieces with a look at the clock in between, and a part of the turn's time
//! is kept back for the decisions to come: however many there are, each can be taken at first sight.

use std::time::{Duration, Instant};

use super::LONG_TURN;
use crate::Budget;

/// Tells the time.
pub type Clock = fn() -> Instant;

/// Of the time of a turn, one part in so many is kept back for first sights.
const RESERVE: u32 = 10;

/// What is left for a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Purse {
    left: Budget,
    /// What is kept back of the time for each decision to come.
    kept: Duration,
    clock: Clock,
    /// Decisions it has paid for.
    pub decisions: u32,
}

/// What one decision may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spell {
    clock: Clock,
    start: Instant,
    most: Budget,
    /// How often through the tree so far.
    pub iterations: u32,
}

impl Purse {
    pub fn new(budget: Budget, clock: Clock) -> Purse {
        let kept = match budget {
            Budget::Time(time) => time / RESERVE / LONG_TURN,
            Budget::Iterations(_) => Duration::ZERO,
        };
        Purse { left: budget, kept, clock, decisions: 0 }
    }

    /// What a decision that was asked for at `start` may use: its share of what is left, as far as later decisions can spare
    /// it, or at least as much as each of them.
    pub fn spell(&self, start: Instant, share: f32) -> Spell {
        let most = match self.left {
            Budget::Time(left) => {
                let later = LONG_TURN.saturating_sub(self.decisions).max(1);
                let spare = left.saturating_sub(self.kept * later);
                Budget::Time(spare.mul_f32(share).max(left / later))
            }
            Budget::Iterations(left) => Budget::Iterations((left as f32 * share).ceil() as u32),
        };
        Spell { clock: self.clock, start, most, iterations: 0 }
    }

    /// Pays for what was used.
    pub fn pay(&mut self, spell: &Spell) {
        self.decisions += 1;
        match &mut self.left {
            Budget::Time(left) => *left = left.saturating_sub(spell.elapsed()),
            Budget::Iterations(left) => *left = left.saturating_sub(spell.iterations),
        }
    }
}

impl Spell {
    fn elapsed(&self) -> Duration {
        (self.clock)().duration_since(self.start)
    }

    /// Whether its time is up, if it has any.
    pub fn is_late(&self) -> bool {
        matches!(self.most, Budget::Time(most) if self.elapsed() >= most)
    }

    /// Whether there is anything left to use.
    pub fn goes_on(&self) -> bool {
        match self.most {
            Budget::Time(_) => !self.is_late(),
            Budget::Iterations(most) => self.iterations < most,
        }
    }

    /// How many more iterations there will be, as far as can be told.
    pub fn left(&self) -> u32 {
        match self.most {
            Budget::Time(most) => {
                let used = self.elapsed().as_secs_f64().max(1e-9);
                let left = most.as_secs_f64() - used;
                (f64::from(self.iterations) * left / used).max(0.0) as u32
            }
            Budget::Iterations(most) => most.saturating_sub(self.iterations),
        }
    }
}
