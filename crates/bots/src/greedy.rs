//! A bot that looks one move ahead.

use engine::{Chance, Game, Stream};

use crate::course::Course;
use crate::moves::Moves;
use crate::one_ply::{self, Estimate, TIE, WORLDS};
use crate::visited::Visited;
use crate::{Appraisal, Bot, Observation, Style};

/// Makes the move that makes the position look best right away, be it a single action or a plan.
#[derive(Clone, Debug)]
pub struct Greedy<G: Game> {
    chance: Stream,
    temperature: f32,
    style: Style,
    course: Course<G::Action>,
    visited: Visited,
}

impl<G: Game> Greedy<G> {
    /// Draws from the stream of `seed`.
    pub fn new(seed: u64) -> Greedy<G> {
        Greedy {
            chance: Stream::from_number(seed),
            temperature: 0.0,
            style: Style::Plain,
            course: Course::new(),
            visited: Visited::new(),
        }
    }

    /// The same, but it misjudges every move by so many standard deviations of what moves are worth (Gumbel noise, so that it
    /// chooses by a softmax at this temperature).
    #[must_use]
    pub fn at_temperature(self, temperature: f32) -> Greedy<G> {
        Greedy { temperature, ..self }
    }

    /// The same in a style.
    #[must_use]
    pub fn in_style(self, style: Style) -> Greedy<G> {
        Greedy { style, ..self }
    }

    fn misjudge(&mut self, estimates: &mut [Estimate]) {
        let spread = one_ply::spread(estimates.iter().map(|one| one.value));
        for one in estimates {
            one.value += self.temperature * spread * gumbel(&mut self.chance);
        }
    }
}

/// A number of the Gumbel distribution: whoever adds one to each of several scores and takes the highest chooses by a softmax.
pub(crate) fn gumbel(chance: &mut impl Chance) -> f32 {
    -(-(chance.fraction() + 1e-7).ln()).max(1e-7).ln()
}

impl<G: Game> Bot<G> for Greedy<G> {
    fn choose(&mut self, observation: &Observation<G>) -> G::Action {
        self.visited.go_on(observation);
        let mut moves = Moves::new();
        observation.list(&mut moves.actions);
        if let Some(action) = self.course.next(observation, &moves.actions) {
            return action;
        }
        let index = match moves.len() {
            1 => 0,
            _ => {
                self.visited.note(observation);
                observation.plans(&mut moves.plans);
                let stopped = || observation.is_stopped();
                let chance = &mut self.chance;
                let mut estimates =
                    one_ply::evaluate(observation, &moves, &Appraisal, WORLDS, chance, stopped);
                self.style.sway(observation, &moves, &mut estimates);
                if self.temperature > 0.0 {
                    self.misjudge(&mut estimates);
                }
                best_unvisited(observation, &moves, &self.visited, estimates, &mut self.chance)
            }
        };
        self.course.begin(observation, moves.get(index))
    }

    fn intended(&self) -> Vec<G::Action> {
        self.course.rest()
    }

    fn name(&self) -> String {
        "greedy".to_owned()
    }
}

/// The move with the highest estimate that does not lead back to where the seat has been in its turn, if there is another.
fn best_unvisited<G: Game>(
    observation: &Observation<G>,
    moves: &Moves<G::Action>,
    visited: &Visited,
    mut estimates: Vec<Estimate>,
    chance: &mut impl Chance,
) -> usize {
    loop {
        let index = best(&estimates, chance);
        if estimates.len() == 1 || !visited.leads_back(observation, moves.get(index)) {
            return index;
        }
        estimates.retain(|one| one.index != index);
    }
}

/// The move with the highest estimate; among equals, the likelier the more often.
pub(crate) fn best(estimates: &[Estimate], chance: &mut impl Chance) -> usize {
    let top = estimates.iter().map(|estimate| estimate.value).fold(f32::NEG_INFINITY, f32::max);
    let equals: Vec<&Estimate> = estimates.iter().filter(|estimate| estimate.value >= top - TIE).collect();
    let priors: Vec<f32> = equals.iter().map(|estimate| estimate.prior).collect();
    equals[one_ply::draw(&priors, chance)].index
}
