//! A bot that looks one action ahead.

use engine::{Chance, Game, Stream};

use crate::sight::{self, Look, TIE, WORLDS};
use crate::{Bot, Glimpse};

/// Does what makes the position look best right away.
#[derive(Clone, Debug)]
pub struct Greedy {
    chance: Stream,
}

impl Greedy {
    /// Draws from the stream of `seed`.
    pub fn new(seed: u64) -> Greedy {
        Greedy { chance: Stream::from_number(seed) }
    }
}

impl<G: Game> Bot<G> for Greedy {
    fn choose(&mut self, glimpse: &Glimpse<G>) -> G::Action {
        let mut actions = glimpse.actions();
        let index = match actions.len() {
            1 => 0,
            _ => {
                let stopped = || glimpse.is_stopped();
                let looks = sight::survey(glimpse, &actions, WORLDS, &mut self.chance, stopped);
                best(&looks, &mut self.chance)
            }
        };
        actions.swap_remove(index)
    }

    fn name(&self) -> String {
        "greedy".to_owned()
    }
}

/// The action that looks best; among equals, the likelier the more often.
pub(crate) fn best(looks: &[Look], chance: &mut impl Chance) -> usize {
    let top = looks.iter().map(|look| look.value).fold(f32::NEG_INFINITY, f32::max);
    let equals: Vec<&Look> = looks.iter().filter(|look| look.value >= top - TIE).collect();
    let priors: Vec<f32> = equals.iter().map(|look| look.prior).collect();
    equals[sight::draw(&priors, chance)].index
}
