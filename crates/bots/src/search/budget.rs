//! What a turn may cost, and how it is shared out among the turn's decisions.

use std::time::{Duration, Instant};

use crate::Budget;

/// What is left for a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Purse {
    left: Budget,
    /// Decisions it has paid for.
    pub decisions: u32,
}

/// What one decision may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spell {
    start: Instant,
    most: Budget,
    /// How often through the tree so far.
    pub iterations: u32,
}

impl Purse {
    pub fn new(budget: Budget) -> Purse {
        Purse { left: budget, decisions: 0 }
    }

    /// A decision's share.
    pub fn spell(&self, share: f32) -> Spell {
        let most = match self.left {
            Budget::Time(left) => Budget::Time(left.mul_f32(share)),
            Budget::Iterations(left) => Budget::Iterations((left as f32 * share).ceil() as u32),
        };
        Spell { start: Instant::now(), most, iterations: 0 }
    }

    /// Pays for what was used.
    pub fn pay(&mut self, spell: &Spell) {
        self.decisions += 1;
        match &mut self.left {
            Budget::Time(left) => *left = left.saturating_sub(spell.start.elapsed()),
            Budget::Iterations(left) => *left = left.saturating_sub(spell.iterations),
        }
    }
}

impl Spell {
    /// Whether there is anything left to use.
    pub fn goes_on(&self) -> bool {
        match self.most {
            Budget::Time(most) => most > Duration::ZERO && self.start.elapsed() < most,
            Budget::Iterations(most) => self.iterations < most,
        }
    }

    /// How many more iterations there will be, as far as can be told.
    pub fn left(&self) -> u32 {
        match self.most {
            Budget::Time(most) => {
                let used = self.start.elapsed().as_secs_f64().max(1e-9);
                let left = most.as_secs_f64() - used;
                (f64::from(self.iterations) * left / used).max(0.0) as u32
            }
            Budget::Iterations(most) => most.saturating_sub(self.iterations),
        }
    }
}
