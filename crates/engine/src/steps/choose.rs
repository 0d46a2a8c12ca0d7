//! "Choose k of n": picked and put back one at a time.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::{Flow, List, Step, Stepped};
use crate::{Choice, Denied, Prompt, Recorder, RuleId, Seat, Seats, Target, Viewer};

/// One click of a choice of several.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pick<T> {
    /// Take this one too.
    Take(T),
    /// Put this one back.
    PutBack(T),
    /// That is all.
    Done,
}

/// A question that is answered by choosing several things.
pub trait Selection<G: Stepped>: Copy {
    /// What is chosen.
    type Item: Copy + Ord;

    /// Who chooses.
    fn decider(&self, game: &G) -> Seat;

    /// The fewest and the most that are chosen. With the most the choice is made; between the two somebody says when.
    fn count(&self, game: &G) -> RangeInclusive<u8>;

    /// The rule that says how many.
    fn rule(&self, game: &G) -> RuleId;

    /// Adds everything that there is to choose from, in the order in which it is listed.
    fn candidates(&self, game: &G, out: &mut Vec<Self::Item>);

    /// What stands against choosing a candidate beside those already chosen. Whatever is no candidate is refused here as well.
    ///
    /// # Errors
    /// The rule that stands against it.
    fn may_choose(&self, game: &G, item: Self::Item, chosen: &[Self::Item]) -> Result<(), Denied>;

    /// The action that makes a pick.
    fn action(&self, pick: Pick<Self::Item>) -> G::Action;

    /// The pick that an action makes, if it makes one.
    fn pick(&self, action: &G::Action) -> Option<Pick<Self::Item>>;

    /// The choice is made: `chosen` are in ascending order, however they were picked.
    fn chosen(self, game: &mut G, chosen: &[Self::Item], log: &mut Recorder<G::Event>) -> Flow<G::Step>;

    /// What to do now, as `viewer` reads it.
    fn prompt(&self, game: &G, viewer: Viewer, chosen: &[Self::Item]) -> Prompt;

    /// How a pick shows at the table.
    fn choice(&self, game: &G, seat: Seat, pick: Pick<Self::Item>) -> Choice;

    /// What somebody who clicks on `target` would choose.
    fn attempts(&self, _game: &G, _seat: Seat, _target: &Target) -> Vec<Self::Item> {
        Vec::new()
    }
}

/// A [`Selection`] with what has been picked so far, at most `N`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "Q: Serialize, T: Copy + Serialize",
    deserialize = "Q: Deserialize<'de>, T: Copy + Deserialize<'de>"
))]
pub struct Choose<Q, T: Copy, const N: usize> {
    question: Q,
    /// In ascending order: whoever has picked the same is in the same state.
    chosen: List<T, N>,
}

impl<Q: Copy, T: Copy + Ord, const N: usize> Choose<Q, T, N> {
    /// Asks, with nothing picked yet.
    pub fn new(question: Q) -> Choose<Q, T, N> {
        Choose { question, chosen: List::new() }
    }

    /// What is asked.
    pub fn question(&self) -> Q {
        self.question
    }

    /// What has been picked so far.
    pub fn picked(&self) -> impl Iterator<Item = T> + '_ {
        self.chosen.iter()
    }

    fn has(&self, item: T) -> bool {
        self.picked().any(|other| other == item)
    }

    /// The fewest that must be chosen: no more than there are.
    fn least<G: Stepped>(&self, game: &G) -> usize
    where
        Q: Selection<G, Item = T>,
    {
        let mut candidates = Vec::new();
        self.question.candidates(game, &mut candidates);
        usize::from(*self.question.count(game).start()).min(candidates.len())
    }

    pub(super) fn add(&mut self, item: T) {
        let mut items: Vec<T> = self.picked().chain([item]).collect();
        items.sort_unstable();
        self.chosen = items.into_iter().collect();
    }
}

impl<G: Stepped, Q: Selection<G>, const N: usize> Step<G> for Choose<Q, Q::Item, N>
where
    Choose<Q, Q::Item, N>: Into<G::Step>,
{
    fn deciders(&self, game: &G) -> Seats {
        self.question.decider(game).into()
    }

    fn list(&self, game: &G, _seat: Seat, out: &mut Vec<G::Action>) {
        let chosen: Vec<Q::Item> = self.picked().collect();
        let mut candidates = Vec::new();
        self.question.candidates(game, &mut candidates);
        for item in candidates {
            let pick = if self.has(item) { Pick::PutBack(item) } else { Pick::Take(item) };
            if self.has(item) || self.question.may_choose(game, item, &chosen).is_ok() {
                out.push(self.question.action(pick));
            }
        }
        if chosen.len() >= self.least(game) {
            out.push(self.question.action(Pick::Done));
        }
    }

    fn act(
        mut self,
        game: &mut G,
        _seat: Seat,
        action: &G::Action,
        log: &mut Recorder<G::Event>,
    ) -> Result<Flow<G::Step>, Denied> {
        let denied = |why: String| Err(Denied::new(self.question.rule(game), why));
        let (least, most) = (self.least(game), *self.question.count(game).end());
        let chosen: Vec<Q::Item> = self.picked().collect();
        match self.question.pick(action).ok_or_else(|| self.not_now(game))? {
            Pick::Take(item) if self.has(item) => return denied("it is chosen already".to_owned()),
            Pick::Take(item) => {
                self.question.may_choose(game, item, &chosen)?;
                self.add(item);
                if self.chosen.len() < usize::from(most) {
                    return Ok(Flow::stay(self));
                }
            }
            Pick::PutBack(item) if !self.has(item) => return denied("it is not chosen".to_owned()),
            Pick::PutBack(item) => {
                self.chosen.retain(|other| *other != item);
                return Ok(Flow::stay(self));
            }
            Pick::Done if chosen.len() < least => {
                return denied(format!("at least {least} must be chosen; {} are", chosen.len()));
            }
            Pick::Done => {}
        }
        let chosen: Vec<Q::Item> = self.picked().collect();
        Ok(self.question.chosen(game, &chosen, log))
    }

    /// Where there is nothing to choose from, nothing is asked.
    fn settle(self, game: &mut G, log: &mut Recorder<G::Event>) -> Option<Flow<G::Step>> {
        let mut candidates = Vec::new();
        self.question.candidates(game, &mut candidates);
        let nothing = candidates.is_empty() || *self.question.count(game).end() == 0;
        nothing.then(|| self.question.chosen(game, &[], log))
    }

    fn prompt(&self, game: &G, viewer: Viewer) -> Prompt {
        let chosen: Vec<Q::Item> = self.picked().collect();
        self.question.prompt(game, viewer, &chosen)
    }

    fn choice(&self, game: &G, seat: Seat, action: &G::Action) -> Choice {
        let pick = self.question.pick(action).expect("every choice of several is a pick");
        self.question.choice(game, seat, pick)
    }

    fn attempts(&self, game: &G, seat: Seat, target: &Target) -> Vec<G::Action> {
        let items = self.question.attempts(game, seat, target);
        items.into_iter().map(|item| self.question.action(Pick::Take(item))).collect()
    }
}
