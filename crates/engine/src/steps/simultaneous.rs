//! Decisions that several seats take at the same time.

use serde::{Deserialize, Serialize};

use super::{Flow, Step, Stepped};
use crate::{Choice, Denied, Prompt, Recorder, Seat, Seats, Target, Viewer};

/// A question that is put to several seats at once. What each has answered stays hidden until the last has.
pub trait Secret<G: Stepped>: Copy {
    /// What is kept of an answer until all are in.
    type Answer: Copy;

    /// Adds every answer that `seat` may give.
    fn list(&self, game: &G, seat: Seat, out: &mut Vec<G::Action>);

    /// Reads an answer of `seat`, who has not answered yet.
    ///
    /// # Errors
    /// The rule that stands against it, or nothing if this is no answer at all.
    fn read(&self, game: &G, seat: Seat, action: &G::Action) -> Result<Self::Answer, Option<Denied>>;

    /// `seat` has answered: for the log, which must not tell others what.
    fn answered(&self, _game: &G, _seat: Seat, _answer: Self::Answer, _log: &mut Recorder<G::Event>) {}

    /// All have answered, and what they have is open now.
    fn reveal(
        self,
        game: &mut G,
        answers: Answers<Self::Answer>,
        log: &mut Recorder<G::Event>,
    ) -> Flow<G::Step>;

    /// What to do now, as `viewer` reads it: `asked` says whether he has answered, and what.
    fn prompt(&self, game: &G, viewer: Viewer, asked: &Simultaneous<Self, Self::Answer>) -> Prompt;

    /// How an answer of `seat` shows at the table.
    fn choice(&self, game: &G, seat: Seat, action: &G::Action) -> Choice;

    /// What a click would have meant.
    fn attempts(&self, _game: &G, _seat: Seat, _target: &Target) -> Vec<G::Action> {
        Vec::new()
    }
}

/// Answers by seat. They lie in the state in the open: a game's view shows a viewer his own alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Answers<A>([Option<A>; Seats::MAX as usize]);

impl<A: Copy> Answers<A> {
    /// What `seat` has answered, if he has.
    pub fn of(&self, seat: Seat) -> Option<A> {
        self.0.get(seat.index()).copied().flatten()
    }

    /// All answers, in the order of seats.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, A)> + '_ {
        Seat::first(Seats::MAX).filter_map(|seat| Some((seat, self.of(seat)?)))
    }
}

/// A [`Secret`] question with the answers that are in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Simultaneous<Q, A> {
    question: Q,
    waiting: Seats,
    answers: Answers<A>,
}

impl<Q: Copy, A: Copy> Simultaneous<Q, A> {
    /// Asks all of `seats`.
    pub fn new(question: Q, seats: Seats) -> Simultaneous<Q, A> {
        Simultaneous { question, waiting: seats, answers: Answers([None; Seats::MAX as usize]) }
    }

    /// What is asked.
    pub fn question(&self) -> Q {
        self.question
    }

    /// Who has not answered yet.
    pub fn waiting(&self) -> Seats {
        self.waiting
    }

    /// Whether this is a seat that has not answered yet.
    pub fn waits_for(&self, viewer: Viewer) -> bool {
        matches!(viewer, Viewer::Seat(seat) if self.waiting.contains(seat))
    }

    /// What `seat` has answered, if he has.
    pub fn answer(&self, seat: Seat) -> Option<A> {
        self.answers.of(seat)
    }

    /// The same with other answers of those whose answers `seat` does not know: for [`Game::determinize`].
    ///
    /// [`Game::determinize`]: crate::Game::determinize
    #[must_use]
    pub fn redrawn(mut self, seat: Seat, mut draw: impl FnMut(Seat) -> A) -> Simultaneous<Q, A> {
        for (other, answer) in Seat::first(Seats::MAX).zip(&mut self.answers.0) {
            if other != seat && answer.is_some() {
                *answer = Some(draw(other));
            }
        }
        self
    }
}

impl<G: Stepped, Q: Secret<G>> Step<G> for Simultaneous<Q, Q::Answer>
where
    Simultaneous<Q, Q::Answer>: Into<G::Step>,
{
    fn deciders(&self, _game: &G) -> Seats {
        self.waiting
    }

    fn list(&self, game: &G, seat: Seat, out: &mut Vec<G::Action>) {
        self.question.list(game, seat, out);
    }

    fn act(
        mut self,
        game: &mut G,
        seat: Seat,
        action: &G::Action,
        log: &mut Recorder<G::Event>,
    ) -> Result<Flow<G::Step>, Denied> {
        let read = self.question.read(game, seat, action);
        let answer = read.map_err(|denied| denied.unwrap_or_else(|| self.not_now(game)))?;
        self.answers.0[seat.index()] = Some(answer);
        self.waiting.remove(seat);
        self.question.answered(game, seat, answer, log);
        if !self.waiting.is_empty() {
            return Ok(Flow::stay(self));
        }
        log.reveal();
        Ok(self.question.reveal(game, self.answers, log))
    }

    fn prompt(&self, game: &G, viewer: Viewer) -> Prompt {
        self.question.prompt(game, viewer, self)
    }

    fn choice(&self, game: &G, seat: Seat, action: &G::Action) -> Choice {
        let choice = self.question.choice(game, seat, action);
        // The last to answer shows what all have.
        if self.waiting == Seats::from(seat) { choice.sealing() } else { choice }
    }

    fn attempts(&self, game: &G, seat: Seat, target: &Target) -> Vec<G::Action> {
        self.question.attempts(game, seat, target)
    }
}
