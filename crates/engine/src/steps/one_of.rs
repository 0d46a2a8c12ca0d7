//! "Name one of these": a question with one list of answers.

use super::{Flow, Step, Stepped, Untimely};
use crate::{Choice, Denied, Game, Prompt, Recorder, Seat, Seats, Target, Viewer};

/// A question that one seat answers by naming one thing of a list: a square, a piece, a nation; or nothing, where that is one
/// of the things listed.
///
/// What is on the list is legal and nothing else is, so that a step says in one place what can be named
/// ([`OneOf::candidates`]), and what comes of it ([`OneOf::chosen`]). Whatever is a `OneOf` is a [`Step`].
pub trait OneOf: Copy + Into<<Self::Game as Stepped>::Step> {
    /// The game that asks.
    type Game: Stepped;

    /// What is named.
    type Item: Copy;

    /// Who decides.
    fn decider(&self, game: &Self::Game) -> Seat;

    /// Everything that can be named now, in the order in which it is listed.
    fn candidates(&self, game: &Self::Game) -> impl Iterator<Item = Self::Item>;

    /// The action that names an item.
    fn action(&self, item: Self::Item) -> <Self::Game as Game>::Action;

    /// A candidate has been named.
    fn chosen(
        self,
        game: &mut Self::Game,
        item: Self::Item,
        log: &mut Recorder<<Self::Game as Game>::Event>,
    ) -> Flow<<Self::Game as Stepped>::Step>;

    /// What to do now, as `viewer` reads it.
    fn ask(&self, game: &Self::Game, viewer: Viewer) -> Prompt;

    /// How naming a candidate shows at the table.
    fn show(&self, game: &Self::Game, item: Self::Item) -> Choice;

    /// What a click on `target` would have named, candidate or not.
    fn clicked(&self, _game: &Self::Game, _target: &Target) -> Option<Self::Item> {
        None
    }

    /// The refusal of an action that names no candidate: the rule that stands against it.
    fn refuse(&self, game: &Self::Game, _action: &<Self::Game as Game>::Action) -> Denied {
        self.insist(game)
    }

    /// What must be answered before anything else.
    fn insist(&self, game: &Self::Game) -> Denied {
        game.refuse(Untimely::NotNow)
    }

    /// How it goes on when a step that [`OneOf::chosen`] has called has ended.
    fn after(
        self,
        _game: &mut Self::Game,
        _log: &mut Recorder<<Self::Game as Game>::Event>,
    ) -> Flow<<Self::Game as Stepped>::Step> {
        Flow::stay(self)
    }
}

/// The candidate that an action names.
fn named<Q: OneOf>(question: &Q, game: &Q::Game, action: &<Q::Game as Game>::Action) -> Option<Q::Item> {
    question.candidates(game).find(|item| question.action(*item) == *action)
}

impl<Q: OneOf> Step<Q::Game> for Q {
    fn deciders(&self, game: &Q::Game) -> Seats {
        self.decider(game).into()
    }

    fn list(&self, game: &Q::Game, _seat: Seat, out: &mut Vec<<Q::Game as Game>::Action>) {
        out.extend(self.candidates(game).map(|item| self.action(item)));
    }

    fn act(
        self,
        game: &mut Q::Game,
        _seat: Seat,
        action: &<Q::Game as Game>::Action,
        log: &mut Recorder<<Q::Game as Game>::Event>,
    ) -> Result<Flow<<Q::Game as Stepped>::Step>, Denied> {
        match named(&self, game, action) {
            Some(item) => Ok(self.chosen(game, item, log)),
            None => Err(self.refuse(game, action)),
        }
    }

    fn prompt(&self, game: &Q::Game, viewer: Viewer) -> Prompt {
        self.ask(game, viewer)
    }

    fn choice(&self, game: &Q::Game, _seat: Seat, action: &<Q::Game as Game>::Action) -> Choice {
        let item = named(self, game, action).expect("a choice is a legal action");
        self.show(game, item)
    }

    fn attempts(&self, game: &Q::Game, _seat: Seat, target: &Target) -> Vec<<Q::Game as Game>::Action> {
        self.clicked(game, target).map(|item| self.action(item)).into_iter().collect()
    }

    fn not_now(&self, game: &Q::Game) -> Denied {
        self.insist(game)
    }

    fn resume(
        self,
        game: &mut Q::Game,
        log: &mut Recorder<<Q::Game as Game>::Event>,
    ) -> Flow<<Q::Game as Stepped>::Step> {
        self.after(game, log)
    }
}
