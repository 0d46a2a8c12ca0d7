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
    /// A rollout ends when hands have changed so often since the root; with 0 as soon as the position is quiet.
    pub horizon: u32,
    /// A rollout ends after so many moves. A plan is one.
    pub rollout_depth: u32,
    /// How many likely moves a rollout compares for each that it makes: with enough of them it plays nearly as
    /// [`Greedy`](crate::Greedy) does, so that a search is one step better than that (a rollout policy). With 1 it makes whatever is
    /// likely.
    pub rollout_candidates: u32,
    /// How many moves are in question at the root, at most.
    pub contenders: usize,
    /// How much more than its equal share of what is left for the turn a decision may use. What is found out early serves the
    /// later ones, too.
    pub haste: f32,
    /// Whether plans are moves, or single actions alone.
    pub plans: bool,
    /// Whether rollouts make plans from the start, not only where single actions do not lead far enough.
    pub rollout_plans: bool,
    /// Re-determinization: whether whoever moves in a rollout judges his moves in a world of his own, drawn from what his seat knows.
    /// Otherwise a rollout attacks where its world happens to be weak, and everything looks better than it is.
    pub redeterminize: bool,
}

/// Where rollouts go farther than this, or until the position is quiet, they compare no more moves than so few for each that they
/// make: many of them tell more than careful ones.
const FAR: u32 = 8;
const FEW: u32 = 6;

impl SearchParameters {
    /// The parameters for a game.
    pub fn of<G: Game>() -> SearchParameters {
        let (horizon, usual) = (G::horizon(), SearchParameters::default());
        // Until it is quiet a whole round of turns may pass.
        let whole = horizon == 0;
        let rollout_candidates = if whole || horizon > FAR { FEW } else { usual.rollout_candidates };
        SearchParameters { horizon, rollout_candidates, rollout_plans: whole, redeterminize: whole, ..usual }
    }
}

impl Default for SearchParameters {
    fn default() -> SearchParameters {
        SearchParameters {
            exploration: 1.5,
            inverse_temperature: 0.7,
            prior_visits: 4.0,
            expansion_threshold: 12,
            horizon: 2,
            rollout_depth: 80,
            rollout_candidates: 14,
            contenders: 8,
            haste: 1.5,
            plans: true,
            rollout_plans: false,
            redeterminize: false,
        }
    }
}
