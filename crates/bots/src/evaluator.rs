//! How positions are judged.

use engine::{Game, Outcome, Seat, Seats};

/// Judges positions for a search. Two evaluators can play each other in one build ([`Search::evaluated_by`]); any function of
/// a state and a seat is one.
///
/// [`Search::evaluated_by`]: crate::Search::evaluated_by
pub trait Evaluator<G: Game>: Send + Sync {
    /// How good a game that goes on looks for `seat`, from 0 (lost) to 1 (won).
    fn evaluate(&self, state: &G, seat: Seat) -> f32;

    /// The same for several seats at once; 0 for all others.
    fn evaluate_each(&self, state: &G, seats: Seats) -> [f32; Seats::MAX as usize] {
        let mut values = [0.0; Seats::MAX as usize];
        seats.iter().for_each(|seat| values[seat.index()] = self.evaluate(state, seat));
        values
    }
}

/// The game's own evaluation ([`Game::appraise`]).
#[derive(Clone, Copy, Default, Debug)]
pub struct Appraisal;

impl<G: Game> Evaluator<G> for Appraisal {
    fn evaluate(&self, state: &G, seat: Seat) -> f32 {
        state.appraise(seat)
    }

    fn evaluate_each(&self, state: &G, seats: Seats) -> [f32; Seats::MAX as usize] {
        state.appraise_each(seats)
    }
}

impl<G: Game, F: Fn(&G, Seat) -> f32 + Send + Sync> Evaluator<G> for F {
    fn evaluate(&self, state: &G, seat: Seat) -> f32 {
        self(state, seat)
    }
}

/// What the state is worth to `seat`, from 0 to 1: how the game ended, or else what the evaluator says.
pub(crate) fn value<G: Game>(evaluator: &impl Evaluator<G>, state: &G, seat: Seat) -> f32 {
    match state.outcome() {
        Some(outcome) => share(&outcome, seat),
        None => evaluator.evaluate(state, seat).clamp(0.0, 1.0),
    }
}

/// What the state is worth to each of `seats`; 0 for all others.
pub(crate) fn value_each<G: Game>(
    evaluator: &impl Evaluator<G>,
    state: &G,
    seats: Seats,
) -> [f32; Seats::MAX as usize] {
    let Some(outcome) = state.outcome() else {
        return evaluator.evaluate_each(state, seats).map(|value| value.clamp(0.0, 1.0));
    };
    let mut values = [0.0; Seats::MAX as usize];
    seats.iter().for_each(|seat| values[seat.index()] = share(&outcome, seat));
    values
}

/// What the end is worth to `seat`. A draw is worth as much to everybody as if all had won it together.
pub(crate) fn share(outcome: &Outcome, seat: Seat) -> f32 {
    if outcome.winners.is_empty() { 1.0 / outcome.scores.len().max(1) as f32 } else { outcome.share(seat) }
}
