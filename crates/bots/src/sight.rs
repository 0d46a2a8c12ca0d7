//! How positions and actions look to a bot.

use engine::{Chance, Game, Outcome, Seat, Silent};

use crate::Glimpse;

/// The longest list of actions that is looked at one by one; of a longer one only the most promising.
const FIELD: usize = 64;

/// How many worlds an action is tried in where they differ.
const WORLDS: usize = 8;

/// Two values nearer than this are the same.
pub(crate) const TIE: f32 = 1e-6;

/// What the state is worth to `seat`, from 0 to 1.
pub(crate) fn worth<G: Game>(state: &G, seat: Seat) -> f32 {
    match state.outcome() {
        Some(outcome) => share(&outcome, seat),
        None => state.appraise(seat).clamp(0.0, 1.0),
    }
}

/// What the end is worth to `seat`. A draw is worth as much to everybody as if all had won it together.
pub(crate) fn share(outcome: &Outcome, seat: Seat) -> f32 {
    if outcome.winners.is_empty() { 1.0 / outcome.scores.len().max(1) as f32 } else { outcome.share(seat) }
}

/// How likely the action is, never quite impossible.
pub(crate) fn prior<G: Game>(state: &G, seat: Seat, action: &G::Action) -> f32 {
    state.prior(seat, action).clamp(1e-3, 1e6)
}

/// What one action looks like from before it is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// Which of the actions.
    pub index: usize,
    /// How likely it is.
    pub prior: f32,
    /// What the state after it is worth to who does it.
    pub value: f32,
}

/// Looks one action ahead: at every action if there are not too many, in as many worlds as it takes to know what it
/// leads to.
pub(crate) fn survey<G: Game>(
    glimpse: &Glimpse<G>,
    actions: &[G::Action],
    chance: &mut impl Chance,
) -> Vec<Look> {
    let seat = glimpse.seat();
    let mut world = glimpse.world(chance);
    let mut looks: Vec<Look> = actions
        .iter()
        .enumerate()
        .map(|(index, action)| Look { index, prior: prior(&world, seat, action), value: 0.0 })
        .collect();
    if looks.len() > FIELD {
        chance.shuffle(&mut looks);
        looks.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        looks.truncate(FIELD);
    }
    // What came out the same in two worlds without dice is taken as known; the rest is averaged.
    let mut open = vec![true; looks.len()];
    for tried in 0..WORLDS {
        for (look, open) in looks.iter_mut().zip(&mut open).filter(|(_, open)| **open) {
            let mut next = world.clone();
            let done = next.apply(seat, &actions[look.index], &mut Silent);
            debug_assert!(done.is_ok(), "listed, yet refused: {done:?}");
            let value = worth(&next, seat);
            let lucky = next.dice().drawn() != world.dice().drawn();
            *open = tried != 1 || lucky || (look.value - value).abs() > TIE;
            look.value += (value - look.value) / (tried + 1) as f32;
        }
        if !open.contains(&true) {
            break;
        }
        world = glimpse.world(chance);
    }
    looks
}

/// One of several, as often as its weight says.
pub(crate) fn draw(weights: &[f32], chance: &mut impl Chance) -> usize {
    let total: f32 = weights.iter().sum();
    let mut left = chance.fraction() * total;
    for (index, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return index;
        }
    }
    weights.len() - 1
}
