//! A plan that is being carried out.

use engine::{Game, Seat};

use crate::Observation;

/// What is still to be done of a plan, and what is expected meanwhile: nothing. Whatever somebody else does, and whatever chance
/// decides, ends it.
#[derive(Clone, Debug)]
pub(crate) struct Course<A> {
    /// The next action last.
    rest: Vec<A>,
    seat: Seat,
    ply: usize,
    /// How much chance had been used.
    drawn: u64,
}

impl<A: Clone + Eq> Course<A> {
    pub fn new() -> Course<A> {
        Course { rest: Vec::new(), seat: Seat(0), ply: 0, drawn: 0 }
    }

    /// Whether there is nothing left of it.
    pub fn is_over(&self) -> bool {
        self.rest.is_empty()
    }

    /// Begins to carry out a move: its first action.
    pub fn begin<G: Game<Action = A>>(&mut self, observation: &Observation<G>, actions: &[A]) -> A {
        (self.seat, self.ply, self.drawn) = (observation.seat(), observation.ply(), observation.drawn());
        self.rest.clear();
        self.rest.extend(actions.iter().rev().cloned());
        self.rest.pop().expect("a move has an action")
    }

    /// The next action, unless something unexpected has happened since: somebody else acted, chance was used, or the action is
    /// not legal after all. Then the rest is given up.
    pub fn next<G: Game<Action = A>>(&mut self, observation: &Observation<G>, legal: &[A]) -> Option<A> {
        let next = self.rest.pop()?;
        let expected = self.seat == observation.seat() && self.ply + 1 == observation.ply();
        if expected && self.drawn == observation.drawn() && legal.contains(&next) {
            self.ply = observation.ply();
            return Some(next);
        }
        self.rest.clear();
        None
    }

    /// What is left of it, in its order.
    pub fn rest(&self) -> Vec<A> {
        self.rest.iter().rev().cloned().collect()
    }
}
