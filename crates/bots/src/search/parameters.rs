//! How a search goes about it.

use engine::Game;

/// The parameters of [`Search`](crate::Search). The defaults were found by letting bots with different ones play each
/// other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchParameters {
    /// The exploration constant of PUCT, in units of the standard deviation of results: how much a move with a high prior and
    /// few visits is preferred to one that has proved itself.
    pub exploration: f32,
    /// The inverse temperature of the softmax that turns one-ply values into priors: each standard deviation above the mean
    /// multiplies the prior of a move by e to this power.
    pub inverse_temperature: f32,
    /// How many virtual visits the one-ply value of a move counts for.
    pub prior_visits: f32,
    /// How many visits a node needs before it is expanded.
    pub expansion_threshold: u32,
    /// A rollout ends when hands have changed so often since the root.
    pub horizon: u32,
    /// A rollout ends after so many moves. A plan is one.
    pub rollout_depth: u32,
    /// How many likely moves a rollout compares for each that it makes. With 1 it makes whatever is likely.
    pub rollout_candidates: u32,
    /// How much of what is left for the turn one decision may use.
    pub time_share: f32,
    /// Whether plans are moves, or single actions alone.
    pub plans: bool,
}

impl SearchParameters {
    /// The parameters for a game. Rollouts that end sooner need less care, and there can be more of them.
    pub fn of<G: Game>() -> SearchParameters {
        let horizon = G::horizon().max(1);
        SearchParameters { horizon, rollout_candidates: 3 * horizon, ..SearchParameters::default() }
    }
}

impl Default for SearchParameters {
    fn default() -> SearchParameters {
        SearchParameters {
            exploration: 1.5,
            inverse_temperature: 0.7,
            prior_visits: 4.0,
            expansion_threshold: 2,
            horizon: 2,
            rollout_depth: 80,
            rollout_candidates: 6,
            time_share: 0.4,
            plans: true,
        }
    }
}
