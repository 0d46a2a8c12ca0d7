//! Everything that can be asked, and the stack that questions lie on.
//!
//! At any time exactly one nation decides, and the question on top of the stack says what: lowest is the turn, whose phase asks
//! or sets a combat or a parley in motion; an errand (a unit to be placed, say) comes before whatever else is asked. A question
//! stands beside its chapter, as an [`Asked`] with everything that belongs to it; [`one_of`] is for those with one list of answers.

pub(crate) mod one_of;
mod question;

use std::borrow::Cow;

use engine::steps::{Flow, Stack, Step, Stepped, Untimely};
use engine::{Choice, Denied, Plans, Prompt, Recorder, RuleId, Seat, Seats, Target, Values, Viewer, rule};

use crate::action::Action;
use crate::combat::{
    Aftermath, Avoid, Captor, Cheer, Effects, Follow, Grieve, Losses, Recruit, Retreat, Reward, Support,
    WhoPlays,
};
use crate::errands::{self, Due};
use crate::event::Event;
use crate::explain;
use crate::nations::Nation;
use crate::parley::{Draft, Help, Join, Object};
use crate::state::Conquests;
use crate::turn::Turn;
use crate::view::{choices, prompts};

pub(crate) use question::Question;

/// The same of whichever question it is.
macro_rules! each {
    ($question:expr, $step:ident => $answer:expr) => {
        match $question {
            Question::Turn => {
                let $step = Turn;
                $answer
            }
            Question::Errand($step) => $answer,
            Question::Draft => {
                let $step = Draft;
                $answer
            }
            Question::Join => {
                let $step = Join;
                $answer
            }
            Question::Help => {
                let $step = Help;
                $answer
            }
            Question::Object => {
                let $step = Object;
                $answer
            }
            Question::Avoid => {
                let $step = Avoid;
                $answer
            }
            Question::Effects($step) => $answer,
            Question::Support($step) => $answer,
            Question::Recruit => {
                let $step = Recruit;
                $answer
            }
            Question::WhoPlays => {
                let $step = WhoPlays;
                $answer
            }
            Question::Reward($step) => $answer,
            Question::Cheer => {
                let $step = Cheer;
                $answer
            }
            Question::Losses($step) => $answer,
            Question::Grieve => {
                let $step = Grieve;
                $answer
            }
            Question::Retreat => {
                let $step = Retreat;
                $answer
            }
            Question::Captor => {
                let $step = Captor;
                $answer
            }
            Question::Follow => {
                let $step = Follow;
                $answer
            }
            Question::Aftermath => {
                let $step = Aftermath;
                $answer
            }
        }
    };
}

/// What follows of an action, or by itself.
pub(crate) type Next = Flow<Question>;

/// A question to one nation.
pub(crate) trait Asked: Copy + Into<Question> {
    /// Who decides; nobody only where [`Asked::settle`] goes on.
    fn decider(&self, game: &Conquests) -> Option<Nation>;

    /// Adds every legal action of whoever decides.
    fn list(&self, game: &Conquests, nation: Nation, out: &mut Vec<Action>);

    /// Carries out an action of whoever decides, and says how it goes on.
    fn act(
        self,
        game: &mut Conquests,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Next, Denied>;

    /// What follows without a decision, no errand being due; nothing once somebody must decide.
    fn settle(self, game: &mut Conquests, log: &mut Recorder<Event>) -> Option<Next>;

    /// What comes before it: whoever has an errand settles that first.
    fn interrupted(self, game: &mut Conquests, log: &mut Recorder<Event>) -> Option<Next> {
        errands::first(self, game, log)
    }

    /// Which question it is, for clients.
    fn key(&self, game: &Conquests, nation: Nation) -> &'static str;

    /// What is asked, in a sentence.
    fn question(&self, game: &Conquests, nation: Nation) -> String;

    /// What it is about, for those who wait.
    fn matter(&self, _game: &Conquests) -> Cow<'static, str> {
        "a combat".into()
    }

    /// How a legal action of whoever decides shows.
    fn choice(&self, game: &Conquests, own: Nation, action: Action) -> Choice;

    /// Adds what can be done at one go.
    fn plans(&self, _game: &Conquests, _seat: Seat, _out: &mut Plans<Action>) {}

    /// How that shows.
    fn plan_choices(&self, _game: &Conquests, _seat: Seat, _plan: &[Action]) -> Vec<Choice> {
        Vec::new()
    }

    /// A legal action with what was clicked in the place of what it is about.
    fn aimed(&self, _action: Action, _target: &Target) -> Option<Action> {
        None
    }

    /// What a click would have meant.
    fn attempts(&self, game: &Conquests, nation: Nation, target: &Target) -> Vec<Action> {
        explain::aimed_anew(self, game, nation, target)
    }

    /// Whether everybody can tell that there is no choice, if there is none: not where it hangs on cards in hand.
    fn openly_forced(&self, _game: &Conquests) -> bool {
        true
    }

    /// The answer that standing orders give.
    fn ordered(&self, _game: &Conquests, _nation: Nation, _orders: &Values) -> Option<Action> {
        None
    }
}

macro_rules! asked {
    ($($step:ty),+ $(,)?) => {$(
        impl Step<Conquests> for $step {
            fn deciders(&self, game: &Conquests) -> Seats {
                self.decider(game).map(|nation| game.seat(nation).into()).unwrap_or_default()
            }

            fn list(&self, game: &Conquests, _seat: Seat, out: &mut Vec<Action>) {
                if let Some(nation) = self.decider(game) {
                    Asked::list(self, game, nation, out);
                }
            }

            fn act(
                self,
                game: &mut Conquests,
                _seat: Seat,
                action: &Action,
                log: &mut Recorder<Event>,
            ) -> Result<Next, Denied> {
                let nation = self.decider(game).ok_or_else(|| self.not_now(game))?;
                Asked::act(self, game, nation, *action, log)
            }

            fn prompt(&self, game: &Conquests, viewer: Viewer) -> Prompt {
                prompts::prompt(self, game, viewer)
            }

            fn choice(&self, game: &Conquests, seat: Seat, action: &Action) -> Choice {
                let own = self.decider(game).unwrap_or(Nation::France);
                choices::finished(game, seat, *action, Asked::choice(self, game, own, *action))
            }

            fn plans(&self, game: &Conquests, seat: Seat, out: &mut Plans<Action>) {
                Asked::plans(self, game, seat, out);
            }

            fn plan_choices(&self, game: &Conquests, seat: Seat, plan: &[Action]) -> Vec<Choice> {
                Asked::plan_choices(self, game, seat, plan)
            }

            fn attempts(&self, game: &Conquests, _seat: Seat, target: &Target) -> Vec<Action> {
                match self.decider(game) {
                    Some(nation) => Asked::attempts(self, game, nation, target),
                    None => Vec::new(),
                }
            }

            fn settle(self, game: &mut Conquests, log: &mut Recorder<Event>) -> Option<Next> {
                self.interrupted(game, log).or_else(|| Asked::settle(self, game, log))
            }
        }
    )+};
}

asked! {
    Turn, Due, Draft, Join, Help, Object, Avoid, Effects, Support, Recruit, WhoPlays, Reward, Cheer, Losses, Grieve, Retreat,
    Captor, Follow, Aftermath,
}

impl Stepped for Conquests {
    type Step = Question;

    const SEQUENCE: RuleId = rule!("N-5-phases");

    fn stack(&self) -> &Stack<Question> {
        &self.stack
    }

    fn stack_mut(&mut self) -> &mut Stack<Question> {
        &mut self.stack
    }

    fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    fn refuse(&self, untimely: Untimely) -> Denied {
        let why = match untimely {
            Untimely::Over => "the game is over",
            Untimely::NotYours => "it is not your turn to decide",
            Untimely::NotNow => "this is not the time for that",
        };
        Denied::new(Self::SEQUENCE, why)
    }
}

impl Question {
    /// Whether it belongs to a combat.
    pub(crate) fn is_of_combat(self) -> bool {
        !self.is_of_parley() && !matches!(self, Question::Turn | Question::Errand(_))
    }

    /// Whether it belongs to a parley.
    pub(crate) fn is_of_parley(self) -> bool {
        matches!(self, Question::Draft | Question::Join | Question::Help | Question::Object)
    }
}

impl Conquests {
    /// What is asked now.
    pub(crate) fn asked(&self) -> Option<Question> {
        self.stack.top().filter(|_| self.ended.is_none())
    }

    /// What the combat stands at, be it that an errand is settled first.
    pub(crate) fn asked_in_combat(&self) -> Option<Question> {
        self.stack.iter().rev().find(|question| question.is_of_combat())
    }

    /// The nation that must decide now.
    pub(crate) fn decider(&self) -> Option<Nation> {
        each!(self.asked()?, step => step.decider(self))
    }
}

/// Whether everybody can tell that whoever decides has no choice, if he has none.
pub(crate) fn openly_forced(game: &Conquests) -> bool {
    game.asked().is_some_and(|question| each!(question, step => step.openly_forced(game)))
}

/// The answer of `seat` to what it has to decide, if its orders say.
pub(crate) fn ordered(game: &Conquests, seat: Seat, orders: &Values) -> Option<Action> {
    let nation = game.decider().filter(|nation| game.seat(*nation) == seat)?;
    let wanted = each!(game.asked()?, step => step.ordered(game, nation, orders))?;
    let mut answers = Vec::new();
    engine::steps::actions(game, seat, &mut answers);
    answers.contains(&wanted).then_some(wanted)
}
