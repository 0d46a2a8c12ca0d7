//! Moves: what a bot chooses from. A move is a single action or a plan.

use engine::{Game, Plans, Recorder, Seat};

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
    let done = try_apply(world, seat, actions);
    debug_assert!(done > 0 || actions.is_empty(), "listed, yet refused: {:?}", actions.first());
}

/// The same in a world that may differ in what was listed; how many of the actions were legal.
fn try_apply<G: Game>(world: &mut G, seat: Seat, actions: &[G::Action]) -> usize {
    let mut legal = |action: &&G::Action| world.apply(seat, action, &mut Recorder::silent()).is_ok();
    actions.iter().take_while(|action| legal(action)).count()
}

/// Looks a move ahead from a world, again and again.
pub(crate) struct Ahead<'a, G, E> {
    world: &'a G,
    seat: Seat,
    evaluator: &'a E,
    /// What the world is worth as it is, once somebody has asked.
    before: Option<f32>,
}

impl<'a, G: Game, E: Evaluator<G>> Ahead<'a, G, E> {
    pub fn new(world: &'a G, seat: Seat, evaluator: &'a E) -> Ahead<'a, G, E> {
        Ahead { world, seat, evaluator, before: None }
    }

    /// What the world is worth as it is.
    pub fn before(&mut self) -> f32 {
        *self.before.get_or_insert_with(|| value(self.evaluator, self.world, self.seat))
    }

    /// The state after a move, and what it is worth to whoever makes it. As nobody knows how dice will fall, a move that throws
    /// them is worth what there was just before.
    pub fn look(&mut self, actions: &[G::Action]) -> (G, f32) {
        let mut next = self.world.clone();
        let (last, before) = actions.split_last().expect("a move has an action");
        try_apply(&mut next, self.seat, before);
        let settled = (!before.is_empty()).then(|| next.clone());
        let done = next.apply(self.seat, last, &mut Recorder::silent());
        let lucky = done.is_err() || next.dice().drawn() != self.world.dice().drawn();
        let value = match (lucky, settled) {
            (true, None) => self.before(),
            (true, Some(settled)) => value(self.evaluator, &settled, self.seat),
            (false, _) => value(self.evaluator, &next, self.seat),
        };
        (next, value)
    }
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
