//! Styles: what a bot does where several moves are nearly as good.

use engine::{Game, Temper};

use crate::Observation;
use crate::moves::Moves;
use crate::one_ply::{self, Estimate};

/// How a bot likes to play. A style decides only between moves that are close; it is not meant to make a bot weaker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Style {
    /// By worth alone.
    #[default]
    Plain,
    /// Covers what it has before it stakes anything.
    Cautious,
    /// Seeks the fight.
    Bold,
    /// Offers friendship and keeps it.
    Faithful,
    /// Breaks friendship when that pays, or nearly does.
    Treacherous,
}

/// How much a style sways, in standard deviations of what moves are worth.
const SWAY: f32 = 0.6;

impl Style {
    /// All but the plain one, as they are written.
    pub const NAMES: [(&'static str, Style); 4] = [
        ("cautious", Style::Cautious),
        ("bold", Style::Bold),
        ("faithful", Style::Faithful),
        ("treacherous", Style::Treacherous),
    ];

    /// How much it likes what an action says about a player, from -1 to 1.
    fn liking(self, temper: Temper) -> f32 {
        match self {
            Style::Plain => 0.0,
            Style::Cautious => -temper.boldness,
            Style::Bold => temper.boldness,
            Style::Faithful => temper.loyalty,
            Style::Treacherous => -temper.loyalty,
        }
    }

    /// What the style adds to what moves are worth: for each of `values` (which move, and what it is thought to be worth), in units of
    /// how far they lie apart.
    pub(crate) fn biases<G: Game>(
        self,
        observation: &Observation<G>,
        moves: &Moves<G::Action>,
        values: &[(usize, f32)],
    ) -> Vec<f32> {
        if self == Style::Plain {
            return vec![0.0; values.len()];
        }
        let spread = one_ply::spread(values.iter().map(|(_, value)| *value));
        let liking = |&(index, _): &(usize, f32)| {
            let likings = moves.get(index).iter().map(|action| self.liking(observation.temper(action)));
            likings.fold(0.0, |most: f32, next| if next.abs() > most.abs() { next } else { most })
        };
        values.iter().map(|value| SWAY * spread * liking(value)).collect()
    }

    /// Adds what the style likes to one-ply values.
    pub(crate) fn sway<G: Game>(
        self,
        observation: &Observation<G>,
        moves: &Moves<G::Action>,
        estimates: &mut [Estimate],
    ) {
        let values: Vec<(usize, f32)> = estimates.iter().map(|one| (one.index, one.value)).collect();
        let biases = self.biases(observation, moves, &values);
        estimates.iter_mut().zip(biases).for_each(|(one, bias)| one.value += bias);
    }
}
