//! Why not? Answered by the code that decides what is legal.

use super::{Step, Stepped, Untimely};
use crate::{Denied, Game, Recorder, Seat, Target};

/// The most reasons that are told.
const REASONS: usize = 3;

/// Everything that stops `seat` from doing anything with `target` now: [`Game::explain`] of a game of steps.
///
/// What a click there would have meant ([`Step::attempts`]) is tried on a copy, and each refusal is told once.
pub fn explain<G: Stepped>(game: &G, seat: Seat, target: &Target) -> Vec<Denied> {
    let step = match game.stack().top() {
        Some(step) if !game.is_over() => step,
        _ => return vec![game.refuse(Untimely::Over)],
    };
    if is_open(game, seat, target) {
        return Vec::new();
    }
    if !step.deciders(game).contains(seat) {
        return vec![game.refuse(Untimely::NotYours)];
    }
    if step.by_several(game, seat, target) {
        return Vec::new();
    }
    let Some(mut reasons) = refusals(game, seat, &step.attempts(game, seat, target)) else {
        return Vec::new();
    };
    for denied in step.obstacles(game, seat, target) {
        if !reasons.contains(&denied) {
            reasons.push(denied);
        }
    }
    reasons.truncate(REASONS);
    if reasons.is_empty() {
        reasons.push(step.not_now(game));
    }
    reasons
}

/// Whether a click of `seat` on `target` leads to a legal action.
pub fn is_open<G: Game>(game: &G, seat: Seat, target: &Target) -> bool {
    let mut listed = Vec::new();
    game.actions(seat, &mut listed);
    listed.iter().any(|action| leads_to(&game.choice(seat, action).target, target))
}

/// Why these actions of `seat` are refused, each reason once; nothing at all if one of them is legal.
pub fn refusals<G: Game>(game: &G, seat: Seat, attempts: &[G::Action]) -> Option<Vec<Denied>> {
    let mut reasons: Vec<Denied> = Vec::new();
    // Whoever is refused has changed nothing, so that one copy serves all.
    let mut copy = game.clone();
    for action in attempts {
        match copy.apply(seat, action, &mut Recorder::silent()) {
            Ok(()) => return None,
            Err(denied) if reasons.contains(&denied) => {}
            Err(denied) => reasons.push(denied),
        }
    }
    Some(reasons)
}

/// Whether a click on `clicked` leads to a choice that is tied to `target`: a piece that moves is clicked first, a space that
/// it goes to is clicked last.
fn leads_to(target: &Target, clicked: &Target) -> bool {
    match (target, clicked) {
        (Target::Move { piece, .. }, Target::Piece { piece: other }) => piece == other,
        (Target::Move { to, .. }, Target::Space(other)) => to == other,
        _ => target == clicked,
    }
}
