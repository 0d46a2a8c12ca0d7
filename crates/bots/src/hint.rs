//! Hints: what a bot would do for a person, and why.
//!
//! Why is told by comparing what the position is made of ([`Game::motives`]) at the end of the turn with what it would be made of
//! after another move: what is more is what the move is for, what is less is what it costs.

use std::borrow::Cow;

use engine::{Game, Seat, Stream};

use crate::moves::{self, Moves};
use crate::{Appraisal, Bot, Observation, greedy, one_ply};

/// What a bot would do, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint<A> {
    /// The actions, in their order, at least one: the next one, and those that belong to it.
    pub actions: Vec<A>,
    /// What it is for, the most important first.
    pub gains: Vec<Cow<'static, str>>,
    /// What it costs, the most important first.
    pub costs: Vec<Cow<'static, str>>,
}

/// In so many worlds it is tried out what the move leads to.
const WORLDS: u64 = 6;
/// No turn is followed further than this.
const TURN: usize = 24;
/// No more reasons than so many, for and against.
const GAINS: usize = 3;
const COSTS: usize = 2;
/// What matters less than this share of the most important is not worth a word.
const WORTH_A_WORD: f32 = 0.2;

impl<A> Hint<A> {
    /// The reasons as half a sentence: "for the hold on Vienna and gold in hand, at the cost of the safety of Paris"; nothing if
    /// there are none.
    pub fn why(&self) -> Option<String> {
        let gains = (!self.gains.is_empty()).then(|| format!("for {}", listed(&self.gains)));
        let costs = (!self.costs.is_empty()).then(|| format!("at the cost of {}", listed(&self.costs)));
        match (gains, costs) {
            (Some(gains), Some(costs)) => Some(format!("{gains}, {costs}")),
            (gains, costs) => gains.or(costs),
        }
    }
}

fn listed(words: &[Cow<'static, str>]) -> String {
    match words {
        [] => String::new(),
        [one] => one.to_string(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// What `bot` would do in the place of the observation's seat, and why. The reasons are drawn from the stream of `seed`.
pub fn hint<G: Game>(bot: &mut dyn Bot<G>, observation: &Observation<G>, seed: u64) -> Hint<G::Action> {
    let seat = observation.seat();
    let mut actions = vec![bot.choose(observation)];
    actions.extend(bot.intended());
    let mut others = observation.actions();
    others.retain(|other| *other != actions[0]);
    let mut chance = Stream::from_number(seed);
    let mut changes: Vec<(Cow<'static, str>, f32)> = Vec::new();
    for _ in 0..WORLDS {
        let world = observation.world(&mut chance);
        let (mut after, mut instead) = (world.clone(), world.clone());
        moves::apply(&mut after, seat, &actions);
        finish_turn(&mut after, seat, &mut chance);
        if !others.is_empty() {
            let priors: Vec<f32> = others.iter().map(|other| world.prior(seat, other).max(0.0)).collect();
            let other = one_ply::draw(&priors, &mut chance);
            moves::apply(&mut instead, seat, &others[other..=other]);
            finish_turn(&mut instead, seat, &mut chance);
        }
        let mut change = |about: Cow<'static, str>, worth: f32| match changes
            .iter_mut()
            .find(|(known, _)| *known == about)
        {
            Some((_, sum)) => *sum += worth,
            None => changes.push((about, worth)),
        };
        instead.motives(seat).into_iter().for_each(|motive| change(motive.about, -motive.worth));
        after.motives(seat).into_iter().for_each(|motive| change(motive.about, motive.worth));
    }
    changes.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let least = changes.first().map_or(0.0, |(_, most)| WORTH_A_WORD * most.abs()).max(f32::EPSILON);
    changes.retain(|(_, change)| change.abs() >= least);
    let (gains, costs): (Vec<_>, Vec<_>) = changes.into_iter().partition(|(_, change)| *change > 0.0);
    let words = |reasons: Vec<(Cow<'static, str>, f32)>, most| {
        reasons.into_iter().map(|(about, _)| about).take(most).collect()
    };
    Hint { actions, gains: words(gains, GAINS), costs: words(costs, COSTS) }
}

/// Plays the turn of `seat` to its end, one ply at a time.
fn finish_turn<G: Game>(world: &mut G, seat: Seat, chance: &mut Stream) {
    for _ in 0..TURN {
        if !world.to_act().contains(seat) {
            return;
        }
        let mut moves = Moves::new();
        let observation = Observation::new(world, seat, 0);
        observation.list(&mut moves.actions);
        let estimates = one_ply::evaluate(&observation, &moves, &Appraisal, 1, chance, || false);
        let index = greedy::best(&estimates, chance);
        moves::apply(world, seat, moves.get(index));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_make_half_a_sentence() {
        let hint = |gains: &[&'static str], costs: &[&'static str]| {
            let words = |words: &[&'static str]| words.iter().map(|word| Cow::Borrowed(*word)).collect();
            Hint { actions: vec![()], gains: words(gains), costs: words(costs) }.why()
        };
        assert_eq!(hint(&[], &[]), None);
        assert_eq!(hint(&["Vienna"], &[]).unwrap(), "for Vienna");
        assert_eq!(
            hint(&["Vienna", "Ulm", "gold"], &["Paris"]).unwrap(),
            "for Vienna, Ulm and gold, at the cost of Paris"
        );
        assert_eq!(hint(&[], &["gold"]).unwrap(), "at the cost of gold");
    }
}
