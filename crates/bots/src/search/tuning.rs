//! How a search goes about it.

use engine::Game;

/// The dials of [`Search`](crate::Search). The defaults were found by letting bots with different ones play each
/// other; whoever wants to try others finds here what each does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tuning {
    /// How much a promising action that was seldom tried is preferred to one that has proved itself, in units of how
    /// far results lie apart.
    pub curiosity: f32,
    /// How much better an action that looks better at first sight is thought to be: each standard deviation above
    /// the others multiplies its prior by e to this power.
    pub sharpness: f32,
    /// How many results the first sight of an action weighs as much as.
    pub trust: f32,
    /// How often a place in the tree is reached before its own actions are laid out.
    pub patience: u32,
    /// A playout ends when hands have changed so often since the root.
    pub hands: u32,
    /// A playout ends after so many actions.
    pub steps: u32,
    /// How many likely actions a playout compares for each it takes. With 1 it takes whatever is likely.
    pub candidates: u32,
    /// How much of what is left for the turn one decision may use.
    pub share: f32,
}

impl Tuning {
    /// The dials for a game. Playouts that end sooner need less care, and there can be more of them.
    pub fn of<G: Game>() -> Tuning {
        let hands = G::horizon().max(1);
        Tuning { hands, candidates: 3 * hands, ..Tuning::default() }
    }
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            curiosity: 1.5,
            sharpness: 0.7,
            trust: 4.0,
            patience: 2,
            hands: 2,
            steps: 80,
            candidates: 6,
            share: 0.4,
        }
    }
}
