//! Plans: several small actions that are offered as one.

use std::ops::Range;

use crate::{Choice, Game, Recorder, Seat};

/// A list of plans, each a series of actions. All of them lie in one buffer, so that a list which is filled again and again
/// allocates nothing once it has grown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plans<A> {
    actions: Vec<A>,
    /// Where each plan ends among the actions.
    ends: Vec<usize>,
}

impl<A> Default for Plans<A> {
    fn default() -> Plans<A> {
        Plans { actions: Vec::new(), ends: Vec::new() }
    }
}

impl<A> Plans<A> {
    /// No plans.
    pub fn new() -> Plans<A> {
        Plans::default()
    }

    /// Adds a plan.
    pub fn push(&mut self, actions: impl IntoIterator<Item = A>) {
        self.actions.extend(actions);
        self.ends.push(self.actions.len());
    }

    /// Takes back the plan that was added last.
    pub fn pop(&mut self) {
        self.ends.pop();
        self.actions.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Forgets all plans and keeps the room.
    pub fn clear(&mut self) {
        self.actions.clear();
        self.ends.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// One of them, by its number.
    pub fn get(&self, number: usize) -> Option<&[A]> {
        (number < self.len()).then(|| &self.actions[self.range(number)])
    }

    /// All of them, in the order in which they were added.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[A]> {
        (0..self.len()).map(|number| &self.actions[self.range(number)])
    }

    /// Keeps those for whose number `keep` holds, in their order. Asked for each once, from the first to the last.
    pub fn retain(&mut self, mut keep: impl FnMut(usize) -> bool) {
        let (mut plans, mut actions, mut start) = (0, 0, 0);
        for number in 0..self.ends.len() {
            let end = self.ends[number];
            if keep(number) {
                for at in start..end {
                    self.actions.swap(actions, at);
                    actions += 1;
                }
                self.ends[plans] = actions;
                plans += 1;
            }
            start = end;
        }
        self.ends.truncate(plans);
        self.actions.truncate(actions);
    }

    fn range(&self, number: usize) -> Range<usize> {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[number]
    }
}

/// How a plan shows that shows as its last action does once the others are done.
pub fn last_choice<G: Game>(game: &G, seat: Seat, plan: &[G::Action]) -> Option<Choice> {
    let (last, others) = plan.split_last()?;
    let mut before = game.clone();
    let done = others.iter().try_for_each(|action| before.apply(seat, action, &mut Recorder::silent()));
    done.is_ok().then(|| before.choice(seat, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(plans: &Plans<u8>) -> Vec<&[u8]> {
        plans.iter().collect()
    }

    #[test]
    fn plans_keep_their_order_and_their_bounds() {
        let mut plans = Plans::new();
        for plan in [&[1, 2][..], &[3, 4, 5], &[6, 7], &[8, 9, 10, 11]] {
            plans.push(plan.iter().copied());
        }
        assert_eq!((plans.len(), plans.get(1), plans.get(4)), (4, Some(&[3, 4, 5][..]), None));
        plans.retain(|number| number % 2 == 1);
        assert_eq!(listed(&plans), [&[3, 4, 5][..], &[8, 9, 10, 11]]);
        plans.pop();
        assert_eq!(listed(&plans), [&[3, 4, 5][..]]);
        plans.push([12, 13]);
        assert_eq!(listed(&plans), [&[3, 4, 5][..], &[12, 13]]);
        plans.clear();
        plans.pop();
        assert!(plans.is_empty());
    }
}
