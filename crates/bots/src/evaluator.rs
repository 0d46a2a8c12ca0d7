//! How positions are judged.

use engine::{Game, Outcome, Seat};

/// Judges positions for a search. Two evaluators can play each other in one build ([`Search::evaluated_by`]); any function of
/// a state and a seat is one.
///
/// [`Search::evaluated_by`]: crate::Search::evaluated_by
pub trait Evaluator<G: Game>: Send + Sync {
    /// How good a game that goes on looks for `seat`, from 0 (lost) to 1 (won).
    fn evaluate(&self, state: &G, seat: Seat) -> f32;
}

/// The game's own evaluation ([`Game::appraise`]).
#[derive(Clone, Copy, Default, Debug)]
pub struct Appraisal;

impl<G: Game> Evaluator<G> for Appraisal {
    fn evaluate(&self, state: &G, seat: Seat) -> f32 {
        state.appraise(seat)
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

/// What the end is worth to `seat`. A draw is worth as much to everybody as if all had won it together.
pub(crate) fn share(outcome: &Outcome, seat: Seat) -> f32 {
    if outcome.winners.is_empty() { 1.0 / outcome.scores.len().max(1) as f32 } else { outcome.share(seat) }
}
