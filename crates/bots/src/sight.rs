//! How positions and actions look to a bot.

use engine::{Chance, Game, Outcome, Seat, Silent};

use crate::Glimpse;

/// The longest list of actions that is looked at one by one; of a longer one only the most promising.
const FIELD: usize = 64;

/// How many worlds an action is tried in where they differ.
pub(crate) const WORLDS: usize = 8;

/// How many actions stay in question after one world, and after two; of the others enough is known.
const CONTENDERS: [usize; 2] = [24, 10];

/// Two values nearer than this are the same.
pub(crate) const TIE: f32 = 1e-6;

/// What an action changes is taken as known if it differs by less than this between two worlds.
const STEADY: f32 = 1e-3;

/// What is less likely than this is not even thought of.
pub(crate) const THINKABLE: f32 = 5e-3;

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

/// Looks one action ahead: at every thinkable action if there are not too many, in as many worlds as it takes to know what
/// it leads to, `worlds` at most. The likeliest are looked at first: once it is `late`, what has not been looked at is left out.
pub(crate) fn survey<G: Game>(
    glimpse: &Glimpse<G>,
    actions: &[G::Action],
    worlds: usize,
    chance: &mut impl Chance,
    late: impl Fn() -> bool,
) -> Vec<Look> {
    let seat = glimpse.seat();
    let mut world = glimpse.world(chance);
    let mut looks: Vec<Look> = actions
        .iter()
        .enumerate()
        .map(|(index, action)| Look { index, prior: prior(&world, seat, action), value: 0.0 })
        .collect();
    if looks.iter().any(|look| look.prior >= THINKABLE) {
        looks.retain(|look| look.prior >= THINKABLE);
    }
    if looks.len() > FIELD {
        chance.shuffle(&mut looks);
        looks.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        looks.truncate(FIELD);
    }
    // Worlds differ in what they are worth whatever is done, so each action is measured by what it changes.
    let mut open = vec![true; looks.len()];
    let mut order: Vec<usize> = (0..looks.len()).collect();
    order.sort_by(|&a, &b| looks[b].prior.total_cmp(&looks[a].prior));
    let mut looked = 0;
    let (mut before, mut seen) = (0.0, 0.0);
    for tried in 0..worlds.max(1) {
        let base = worth(&world, seat);
        for &at in &order {
            if !open[at] {
                continue;
            }
            if looked > 0 && late() {
                break;
            }
            let look = &mut looks[at];
            let mut next = world.clone();
            let done = next.apply(seat, &actions[look.index], &mut Silent);
            debug_assert!(done.is_ok(), "listed, yet refused: {done:?}");
            let change = worth(&next, seat) - base;
            let lucky = next.dice().drawn() != world.dice().drawn();
            open[at] = tried != 1 || lucky || (look.value - change).abs() > STEADY;
            look.value += (change - look.value) / (tried + 1) as f32;
            looked += 1;
        }
        (before, seen) = (before + base, seen + 1.0);
        if let Some(&most) = CONTENDERS.get(tried) {
            narrow(&looks, &mut open, most);
        }
        if tried + 1 >= worlds || !open.contains(&true) || late() {
            break;
        }
        world = glimpse.world(chance);
    }
    looks.iter_mut().for_each(|look| look.value += before / seen);
    if looked < looks.len() {
        order.truncate(looked);
        order.sort_unstable();
        looks = order.into_iter().map(|at| looks[at]).collect();
    }
    looks
}

/// Leaves no more in question than so many, the best.
fn narrow(looks: &[Look], open: &mut [bool], most: usize) {
    if looks.len() <= most {
        return;
    }
    let mut values: Vec<f32> = looks.iter().map(|look| look.value).collect();
    values.sort_unstable_by(|a, b| b.total_cmp(a));
    let bar = values[most - 1];
    looks.iter().zip(open).for_each(|(look, open)| *open &= look.value >= bar);
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
