//! Moves: what a bot chooses from. A move is a single action or a plan.

use engine::{Game, Plans, Seat, Silent};

use crate::evaluator::{Evaluator, value};

/// The moves of a seat, single actions before plans; a buffer that is filled again and again.
#[derive(Clone, Debug)]
pub(crate) struct Moves<A> {
    pub actions: Vec<A>,
    pub plans: Plans<A>,
}

impl<A> Moves<A> {
    pub fn new() -> Moves<A> {
        Moves { actions: Vec::new(), plans: Plans::new() }
    }

    pub fn clear(&mut self) {
        self.actions.clear();
        self.plans.clear();
    }

    pub fn len(&self) -> usize {
        self.actions.len() + self.plans.len()
    }

    /// The actions of a move, by its number.
    pub fn get(&self, number: usize) -> &[A] {
        match number.checked_sub(self.actions.len()) {
            None => std::slice::from_ref(&self.actions[number]),
            Some(plan) => self.plans.get(plan).unwrap_or_default(),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &[A]> {
        self.actions.iter().map(std::slice::from_ref).chain(self.plans.iter())
    }

    /// Keeps those for which `keep` holds, in their order. Asked for each once, from the first to the last.
    pub fn retain(&mut self, mut keep: impl FnMut() -> bool) {
        self.actions.retain(|_| keep());
        self.plans.retain(|_| keep());
    }
}

/// How likely the move is, never quite impossible.
pub(crate) fn prior<G: Game>(state: &G, seat: Seat, actions: &[G::Action]) -> f32 {
    let prior = match actions {
        [action] => state.prior(seat, action),
        plan => state.plan_prior(seat, plan),
    };
    prior.clamp(1e-3, 1e6)
}

/// Carries out a move. Where a later action of a plan is not legal, as hidden things differ, the rest is dropped.
pub(crate) fn apply<G: Game>(world: &mut G, seat: Seat, actions: &[G::Action]) {
    for (nth, action) in actions.iter().enumerate() {
        if let Err(denied) = world.apply(seat, action, &mut Silent) {
            debug_assert!(nth > 0, "listed, yet refused: {denied}");
            return;
        }
    }
}

/// The state after a move, and what it is worth to whoever makes it. As nobody knows how dice will fall, a move that throws
/// them is worth what there was just before.
pub(crate) fn look_ahead<G: Game>(
    world: &G,
    seat: Seat,
    actions: &[G::Action],
    evaluator: &impl Evaluator<G>,
) -> (G, f32) {
    let mut next = world.clone();
    let (last, before) = actions.split_last().expect("a move has an action");
    apply(&mut next, seat, before);
    let settled = (!before.is_empty()).then(|| next.clone());
    let done = next.apply(seat, last, &mut Silent);
    let lucky = done.is_err() || next.dice().drawn() != world.dice().drawn();
    let judged = if lucky { settled.as_ref().unwrap_or(world) } else { &next };
    let value = value(evaluator, judged, seat);
    (next, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_single_actions_before_plans() {
        let mut moves = Moves { actions: vec![1, 2, 3], plans: Plans::new() };
        moves.plans.push([1, 4]);
        moves.plans.push([2, 5, 6]);
        assert_eq!((moves.len(), moves.get(2), moves.get(4)), (5, &[3][..], &[2, 5, 6][..]));
        let mut kept = [false, true, false, false, true].into_iter();
        moves.retain(|| kept.next().unwrap());
        assert_eq!(moves.iter().collect::<Vec<_>>(), [&[2][..], &[2, 5, 6]]);
    }
}
