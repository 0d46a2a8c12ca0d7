//! One-ply evaluation: what each move leads to right away.

use engine::{Chance, Game};

use crate::Observation;
use crate::evaluator::{Evaluator, value};
use crate::moves::{self, Moves};

/// At most so many moves are evaluated, the likeliest.
const BREADTH: usize = 64;

/// How many worlds a move is tried in where they differ.
pub(crate) const WORLDS: usize = 8;

/// How many moves stay in question after one world, and after two; of the others enough is known.
const CONTENDERS: [usize; 2] = [24, 10];

/// Two values nearer than this are the same.
pub(crate) const TIE: f32 = 1e-6;

/// What a move changes is taken as known if it differs by less than this between two worlds.
const STEADY: f32 = 1e-3;

/// A move with a smaller prior is not even considered.
pub(crate) const LEAST_PRIOR: f32 = 5e-3;

/// What is known of a move before the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimate {
    /// Which of the moves.
    pub index: usize,
    /// How likely it is.
    pub prior: f32,
    /// What the state after it is worth to whoever makes it.
    pub value: f32,
}

/// Evaluates what every likely move leads to if there are not too many, in as many worlds as it takes to know, `worlds` at
/// most. The likeliest come first: once it is `late`, what has not been evaluated is left out.
pub(crate) fn evaluate<G: Game>(
    observation: &Observation<G>,
    moves: &Moves<G::Action>,
    evaluator: &impl Evaluator<G>,
    worlds: usize,
    chance: &mut impl Chance,
    late: impl Fn() -> bool,
) -> Vec<Estimate> {
    let seat = observation.seat();
    let mut world = observation.world(chance);
    let mut estimates: Vec<Estimate> = moves
        .iter()
        .enumerate()
        .map(|(index, actions)| Estimate { index, prior: moves::prior(&world, seat, actions), value: 0.0 })
        .collect();
    if estimates.iter().any(|estimate| estimate.prior >= LEAST_PRIOR) {
        estimates.retain(|estimate| estimate.prior >= LEAST_PRIOR);
    }
    if estimates.len() > BREADTH {
        chance.shuffle(&mut estimates);
        estimates.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        estimates.truncate(BREADTH);
    }
    // Worlds differ in what they are worth whatever is done, so each move is measured by what it changes.
    let mut open = vec![true; estimates.len()];
    let mut order: Vec<usize> = (0..estimates.len()).collect();
    order.sort_by(|&a, &b| estimates[b].prior.total_cmp(&estimates[a].prior));
    let mut looked = 0;
    let (mut before, mut seen) = (0.0, 0.0);
    for tried in 0..worlds.max(1) {
        let base = value(evaluator, &world, seat);
        for &at in &order {
            if !open[at] {
                continue;
            }
            if looked > 0 && late() {
                break;
            }
            let estimate = &mut estimates[at];
            let mut next = world.clone();
            moves::apply(&mut next, seat, moves.get(estimate.index));
            let change = value(evaluator, &next, seat) - base;
            let lucky = next.dice().drawn() != world.dice().drawn();
            open[at] = tried != 1 || lucky || (estimate.value - change).abs() > STEADY;
            estimate.value += (change - estimate.value) / (tried + 1) as f32;
            looked += 1;
        }
        (before, seen) = (before + base, seen + 1.0);
        if let Some(&most) = CONTENDERS.get(tried) {
            narrow(&estimates, &mut open, most);
        }
        if tried + 1 >= worlds || !open.contains(&true) || late() {
            break;
        }
        world = observation.world(chance);
    }
    estimates.iter_mut().for_each(|estimate| estimate.value += before / seen);
    if looked < estimates.len() {
        order.truncate(looked);
        order.sort_unstable();
        estimates = order.into_iter().map(|at| estimates[at]).collect();
    }
    estimates
}

/// Leaves no more in question than so many, the best.
fn narrow(estimates: &[Estimate], open: &mut [bool], most: usize) {
    if estimates.len() <= most {
        return;
    }
    let mut values: Vec<f32> = estimates.iter().map(|estimate| estimate.value).collect();
    values.sort_unstable_by(|a, b| b.total_cmp(a));
    let bar = values[most - 1];
    estimates.iter().zip(open).for_each(|(estimate, open)| *open &= estimate.value >= bar);
}

/// How far values lie apart: their standard deviation.
pub(crate) fn spread(values: impl Iterator<Item = f32> + Clone) -> f32 {
    let count = values.clone().count().max(1) as f32;
    let mean = values.clone().sum::<f32>() / count;
    (values.map(|value| (value - mean).powi(2)).sum::<f32>() / count).sqrt()
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
