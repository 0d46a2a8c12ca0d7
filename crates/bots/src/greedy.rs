//! A bot that looks one action ahead.

use engine::{Chance, Game, Stream};

use crate::moves::Moves;
use crate::one_ply::{self, Estimate, TIE, WORLDS};
use crate::{Appraisal, Bot, Observation};

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
    fn choose(&mut self, observation: &Observation<G>) -> G::Action {
        let mut moves = Moves::new();
        observation.list(&mut moves.actions);
        let index = match moves.len() {
            1 => 0,
            _ => {
                let stopped = || observation.is_stopped();
                let chance = &mut self.chance;
                let estimates = one_ply::evaluate(observation, &moves, &Appraisal, WORLDS, chance, stopped);
                best(&estimates, chance)
            }
        };
        moves.actions.swap_remove(index)
    }

    fn name(&self) -> String {
        "greedy".to_owned()
    }
}

/// The move with the highest estimate; among equals, the likelier the more often.
pub(crate) fn best(estimates: &[Estimate], chance: &mut impl Chance) -> usize {
    let top = estimates.iter().map(|estimate| estimate.value).fold(f32::NEG_INFINITY, f32::max);
    let equals: Vec<&Estimate> = estimates.iter().filter(|estimate| estimate.value >= top - TIE).collect();
    let priors: Vec<f32> = equals.iter().map(|estimate| estimate.prior).collect();
    equals[one_ply::draw(&priors, chance)].index
}
