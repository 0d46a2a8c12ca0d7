//! Questions to one nation with one list of answers.

use engine::{Choice, Denied, Recorder, Target, Values};

use super::{Asked, Next, Question};
use crate::action::Action;
use crate::event::Event;
use crate::nations::Nation;
use crate::state::Conquests;

/// A question that is answered by naming one of a list. Where there is but one, or none, nobody is asked.
///
/// The counterpart of [`engine::steps::OneOf`] for an [`Asked`].
pub(crate) trait AskedForOne: Copy + Into<Question> {
    /// What is named.
    type Item: Copy;

    /// Who decides; nobody only where there is nothing to name.
    fn decider(&self, game: &Conquests) -> Option<Nation>;

    /// Everything that can be named, in the order in which it is listed.
    fn candidates(&self, game: &Conquests) -> impl Iterator<Item = Self::Item>;

    /// The action that names it.
    fn action(&self, item: Self::Item) -> Action;

    /// The refusal of an action that names no candidate.
    fn refuse(&self, game: &Conquests, action: Action) -> Denied;

    /// It is named, or the only one there is.
    fn chosen(self, game: &mut Conquests, item: Self::Item, log: &mut Recorder<Event>) -> Next;

    /// There is nothing to name.
    fn without(self, game: &mut Conquests, log: &mut Recorder<Event>) -> Next;

    /// Whether it comes to the same whatever is named, so that the first is taken without a question.
    fn is_idle(&self, _game: &Conquests) -> bool {
        false
    }

    /// Which question it is, for clients.
    fn key(&self) -> &'static str;

    /// What is asked, in a sentence.
    fn question(&self, game: &Conquests) -> String;

    /// How naming it shows.
    fn show(&self, game: &Conquests, own: Nation, item: Self::Item) -> Choice;

    /// A legal action with what was clicked in the place of what it is about.
    fn aimed(&self, _action: Action, _target: &Target) -> Option<Action> {
        None
    }

    /// The answer that standing orders give.
    fn ordered(&self, _game: &Conquests, _nation: Nation, _orders: &Values) -> Option<Action> {
        None
    }
}

/// The candidate that an action names.
fn named<Q: AskedForOne>(question: &Q, game: &Conquests, action: Action) -> Option<Q::Item> {
    question.candidates(game).find(|item| question.action(*item) == action)
}

impl<Q: AskedForOne> Asked for Q {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        AskedForOne::decider(self, game)
    }

    fn list(&self, game: &Conquests, _nation: Nation, out: &mut Vec<Action>) {
        out.extend(self.candidates(game).map(|item| self.action(item)));
    }

    fn act(
        self,
        game: &mut Conquests,
        _nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        match named(&self, game, action) {
            Some(item) => Ok(self.chosen(game, item, log)),
            None => Err(self.refuse(game, action)),
        }
    }

    fn settle(self, game: &mut Conquests, log: &mut Recorder<Event>) -> Option<Next> {
        let mut candidates = self.candidates(game);
        let (first, second) = (candidates.next(), candidates.next());
        drop(candidates);
        match (first, second) {
            (None, _) => Some(self.without(game, log)),
            (Some(only), None) => Some(self.chosen(game, only, log)),
            (Some(any), Some(_)) if self.is_idle(game) => Some(self.chosen(game, any, log)),
            (Some(_), Some(_)) => None,
        }
    }

    fn key(&self, _game: &Conquests, _nation: Nation) -> &'static str {
        AskedForOne::key(self)
    }

    fn question(&self, game: &Conquests, _nation: Nation) -> String {
        AskedForOne::question(self, game)
    }

    fn choice(&self, game: &Conquests, own: Nation, action: Action) -> Choice {
        let item = named(self, game, action).expect("a choice is a legal action");
        self.show(game, own, item)
    }

    fn aimed(&self, action: Action, target: &Target) -> Option<Action> {
        AskedForOne::aimed(self, action, target)
    }

    fn ordered(&self, game: &Conquests, nation: Nation, orders: &Values) -> Option<Action> {
        AskedForOne::ordered(self, game, nation, orders)
    }
}
