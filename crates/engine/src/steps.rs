//! Steps: a game as a stack of questions.
//!
//! A [`Step`] is one kind of question: who decides, what can be chosen, what choosing does, what the prompt and the choices
//! say, and what a click would have meant where nothing is legal. The steps that are under way lie on a [`Stack`] inside the
//! state, and are saved and hashed with it. The one on top is asked. What comes of an answer is a [`Flow`]: the same step
//! again, another on top of it, another in its place, or back to the one below.
//!
//! A game whose decisions are steps is [`Stepped`], and leaves the loop to this module:
//!
//! ```ignore
//! fn to_act(&self) -> Seats { steps::to_act(self) }
//! fn may_interject(&self) -> Seats { steps::may_interject(self) }
//! fn actions(&self, seat: Seat, out: &mut Vec<Action>) { steps::actions(self, seat, out) }
//! fn apply(&mut self, seat: Seat, action: &Action, log: &mut Recorder<Event>) -> Result<(), Denied> {
//!     steps::apply(self, seat, action, log)
//! }
//! fn choice(&self, seat: Seat, action: &Action) -> Choice { steps::choice(self, seat, action) }
//! fn plans(&self, seat: Seat, out: &mut Plans<Action>) { steps::plans(self, seat, out); }
//! fn plan_choices(&self, seat: Seat, plan: &[Action]) -> Vec<Choice> { steps::plan_choices(self, seat, plan) }
//! fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied> { steps::explain(self, seat, target) }
//! ```
//!
//! Three kinds of question are ready-made, for a game to use with its own data: [`OneOf`] (one thing of a list is named),
//! [`Choose`] (k of n, picked one at a time) and [`Simultaneous`] (each of several seats decides once, in secret until the last
//! has). A step at which nobody decides has no more than [`nobody_decides!`](crate::nobody_decides!) and what happens there.
//! `docs/writing-a-game.md` shows a step from end to end.

mod choose;
mod explain;
mod list;
mod one_of;
mod simultaneous;
mod stack;
#[cfg(test)]
mod tests;

pub use choose::{Choose, Pick, Selection};
pub use explain::{explain, is_open, refusals};
pub use list::List;
pub use one_of::OneOf;
pub use simultaneous::{Answers, Secret, Simultaneous};
pub use stack::{DEPTH, Stack};

use crate::{Choice, Denied, Game, Plans, Prompt, Recorder, RuleId, Seat, Seats, Target, Viewer, plans};

/// One kind of question.
///
/// A step is a small value: it holds what only it needs (who marches, with how many points), and everything else stays in the
/// game. The methods are asked of the step on top of the stack.
pub trait Step<G: Stepped>: Copy + Into<G::Step> {
    /// Who must decide. Nobody only where [`Step::settle`] goes on by itself.
    fn deciders(&self, game: &G) -> Seats;

    /// Adds every legal action of `seat`, which is one of the deciders or of those who may interject.
    fn list(&self, game: &G, seat: Seat, out: &mut Vec<G::Action>);

    /// Carries out an action of a seat that may act, and says how it goes on.
    ///
    /// Checks first, then changes: whoever refuses has changed nothing. There is no copy to fall back on, for a clone per
    /// action would cost a simulation more than the action.
    ///
    /// # Errors
    /// The rule that stands against it; [`Step::not_now`] for what is no answer to this question.
    fn act(
        self,
        game: &mut G,
        seat: Seat,
        action: &G::Action,
        log: &mut Recorder<G::Event>,
    ) -> Result<Flow<G::Step>, Denied>;

    /// What to do now, as `viewer` reads it.
    fn prompt(&self, game: &G, viewer: Viewer) -> Prompt;

    /// How a legal action of `seat` shows at the table.
    fn choice(&self, game: &G, seat: Seat, action: &G::Action) -> Choice;

    /// Adds what `seat` can do at one go: plans, which begin with an action of this step ([`Game::plans`]).
    fn plans(&self, _game: &G, _seat: Seat, _out: &mut Plans<G::Action>) {}

    /// How a plan shows at the table ([`Game::plan_choices`]). By default as its last action does once the others are done.
    fn plan_choices(&self, game: &G, seat: Seat, plan: &[G::Action]) -> Vec<Choice> {
        plans::last_choice(game, seat, plan).into_iter().collect()
    }

    /// What a click of `seat` on `target` would have meant: the engine tries each and tells why it is refused. What cannot be
    /// meant at all is left out.
    fn attempts(&self, _game: &G, _seat: Seat, _target: &Target) -> Vec<G::Action> {
        Vec::new()
    }

    /// What stands against a click on `target` that no single action shows: a piece that can go nowhere, a space that nobody
    /// reaches. Told after the refusals of what was tried.
    fn obstacles(&self, _game: &G, _seat: Seat, _target: &Target) -> Vec<Denied> {
        Vec::new()
    }

    /// What happens without a decision, whenever this step comes to the top or has been acted upon; `None` once somebody must
    /// decide.
    fn settle(self, _game: &mut G, _log: &mut Recorder<G::Event>) -> Option<Flow<G::Step>> {
        None
    }

    /// How it goes on when the step that this one called has ended.
    fn resume(self, _game: &mut G, _log: &mut Recorder<G::Event>) -> Flow<G::Step> {
        Flow::stay(self)
    }

    /// Seats that may act although nobody waits for them.
    fn may_interject(&self, _game: &G) -> Seats {
        Seats::NONE
    }

    /// The refusal of whatever this step does not ask for, and the answer to a click that means nothing.
    fn not_now(&self, game: &G) -> Denied {
        game.refuse(Untimely::NotNow)
    }

    /// Whether several actions in a row do something with `target`, so that nothing stands against it. By default those of
    /// the game's plans and routes.
    fn by_several(&self, game: &G, seat: Seat, target: &Target) -> bool {
        let mut plans = Plans::new();
        game.plans(seat, &mut plans);
        let mut shown = plans.iter().flat_map(|plan| game.plan_choices(seat, plan));
        if shown.any(|choice| choice.target == *target) {
            return true;
        }
        match target {
            Target::Move { piece, to } => {
                game.routes(seat, &[*piece], &[]).iter().any(|route| route.way.last() == Some(to))
            }
            Target::Space(_) | Target::Piece { .. } | Target::Button => false,
        }
    }
}

/// A game whose decisions are steps on a stack.
pub trait Stepped: Game {
    /// Its steps: an enum, mostly of one type per step, made by [`steps!`](crate::steps!).
    type Step: Step<Self>;

    /// The rule of its ledger that says who decides when.
    const SEQUENCE: RuleId;

    /// The steps under way.
    fn stack(&self) -> &Stack<Self::Step>;

    /// The steps under way, for the engine to change.
    fn stack_mut(&mut self) -> &mut Stack<Self::Step>;

    /// Whether the game is over: nobody is asked any more, whatever lies on the stack.
    fn is_over(&self) -> bool {
        self.stack().is_empty()
    }

    /// How it refuses what comes at the wrong time, or from the wrong seat.
    fn refuse(&self, untimely: Untimely) -> Denied {
        Denied::new(Self::SEQUENCE, untimely.sentence())
    }
}

/// What is refused before any rule of a step is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Untimely {
    /// The game is over.
    Over,
    /// Somebody else decides.
    NotYours,
    /// It is no answer to what is asked.
    NotNow,
}

impl Untimely {
    fn sentence(self) -> &'static str {
        match self {
            Untimely::Over => "the game is over",
            Untimely::NotYours => "another player decides now",
            Untimely::NotNow => "that cannot be done now",
        }
    }
}

/// How it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Flow<S> {
    /// The same question again, or what has become of it.
    Stay(S),
    /// Another question first; this one waits below, and goes on with [`Step::resume`] when that has ended.
    Call {
        /// What waits.
        from: S,
        /// What is asked meanwhile.
        to: S,
    },
    /// This question is settled, and another takes its place.
    Goto(S),
    /// This question is settled, and the one below goes on.
    End,
}

impl<S> Flow<S> {
    /// The same question again, or what has become of it.
    pub fn stay(step: impl Into<S>) -> Flow<S> {
        Flow::Stay(step.into())
    }

    /// Asks `to` first, while `from` waits below.
    pub fn call(from: impl Into<S>, to: impl Into<S>) -> Flow<S> {
        Flow::Call { from: from.into(), to: to.into() }
    }

    /// Asks `step` instead.
    pub fn goto(step: impl Into<S>) -> Flow<S> {
        Flow::Goto(step.into())
    }
}

/// Who must decide: [`Game::to_act`] of a game of steps.
pub fn to_act<G: Stepped>(game: &G) -> Seats {
    match game.stack().top() {
        Some(step) if !game.is_over() => step.deciders(game),
        _ => Seats::NONE,
    }
}

/// Who may act although nobody waits for him: [`Game::may_interject`] of a game of steps.
pub fn may_interject<G: Stepped>(game: &G) -> Seats {
    match game.stack().top() {
        Some(step) if !game.is_over() => step.may_interject(game).minus(step.deciders(game)),
        _ => Seats::NONE,
    }
}

/// Adds every legal action of `seat`: [`Game::actions`] of a game of steps.
pub fn actions<G: Stepped>(game: &G, seat: Seat, out: &mut Vec<G::Action>) {
    if let Ok(step) = turn_of(game, seat) {
        step.list(game, seat, out);
    }
}

/// Carries out an action, and whatever follows without a decision: [`Game::apply`] of a game of steps.
///
/// # Errors
/// The rule that stands against it.
pub fn apply<G: Stepped>(
    game: &mut G,
    seat: Seat,
    action: &G::Action,
    log: &mut Recorder<G::Event>,
) -> Result<(), Denied> {
    let step = turn_of(game, seat)?;
    let flow = step.act(game, seat, action, log)?;
    follow(game, flow, log);
    Ok(())
}

/// Goes on with everything that needs no decision, up to the next one that does. [`apply`] does so by itself; a game calls it
/// at the end of [`Game::new`], or when it has put a step on its stack by hand.
pub fn settle<G: Stepped>(game: &mut G, log: &mut Recorder<G::Event>) {
    while !game.is_over() {
        let Some(step) = game.stack().top() else { return };
        let Some(flow) = step.settle(game, log) else { return };
        turn_to(game, flow, log);
    }
}

/// What to do now: the prompt of [`Game::view`] of a game of steps.
pub fn prompt<G: Stepped>(game: &G, viewer: Viewer) -> Prompt {
    match game.stack().top() {
        Some(step) if !game.is_over() => step.prompt(game, viewer),
        _ => Prompt::new("over", "The game is over"),
    }
}

/// How a legal action shows at the table: [`Game::choice`] of a game of steps.
///
/// # Panics
/// If nothing is asked: a choice is a legal action, and there is none.
pub fn choice<G: Stepped>(game: &G, seat: Seat, action: &G::Action) -> Choice {
    game.stack().top().expect("something is asked as long as something is legal").choice(game, seat, action)
}

/// Adds what can be done at one go: [`Game::plans`] of a game of steps.
pub fn plans<G: Stepped>(game: &G, seat: Seat, out: &mut Plans<G::Action>) {
    if let Ok(step) = turn_of(game, seat) {
        step.plans(game, seat, out);
    }
}

/// How a plan shows at the table: [`Game::plan_choices`] of a game of steps.
pub fn plan_choices<G: Stepped>(game: &G, seat: Seat, plan: &[G::Action]) -> Vec<Choice> {
    turn_of(game, seat).map(|step| step.plan_choices(game, seat, plan)).unwrap_or_default()
}

/// The step that `seat` may act on.
fn turn_of<G: Stepped>(game: &G, seat: Seat) -> Result<G::Step, Denied> {
    let step = match game.stack().top() {
        Some(step) if !game.is_over() => step,
        _ => return Err(game.refuse(Untimely::Over)),
    };
    if step.deciders(game).contains(seat) || step.may_interject(game).contains(seat) {
        return Ok(step);
    }
    Err(game.refuse(Untimely::NotYours))
}

/// Goes on as `flow` says, and with everything that then needs no decision. [`apply`] does so by itself.
pub fn follow<G: Stepped>(game: &mut G, flow: Flow<G::Step>, log: &mut Recorder<G::Event>) {
    turn_to(game, flow, log);
    settle(game, log);
}

/// Changes the stack as `flow` says, back through all that end.
fn turn_to<G: Stepped>(game: &mut G, mut flow: Flow<G::Step>, log: &mut Recorder<G::Event>) {
    loop {
        let stack = game.stack_mut();
        match flow {
            Flow::Stay(step) | Flow::Goto(step) => stack.replace(step),
            Flow::Call { from, to } => {
                stack.replace(from);
                stack.push(to);
            }
            Flow::End => {
                stack.pop();
                match stack.top() {
                    Some(below) if !game.is_over() => {
                        flow = below.resume(game, log);
                        continue;
                    }
                    _ => {}
                }
            }
        }
        return;
    }
}

/// Makes one enum of the steps of a game: each variant holds a type that is a [`Step`](crate::steps::Step), and hands every
/// question on to it.
///
/// ```ignore
/// engine::steps! {
///     /// What a skirmish asks.
///     pub enum Question for Skirmish { Lay(Lay), March(March) }
/// }
/// ```
///
/// The enum is `Copy`, hashed and saved (`{"march": {..}}`), and each of the types can be turned into it. A step that holds
/// nothing is named alone (`Night`), and saved by its name.
#[macro_export]
macro_rules! steps {
    (@pattern $name:ident $variant:ident $held:ident ($step:ty)) => { $name::$variant($held) };
    (@pattern $name:ident $variant:ident $held:ident) => { $name::$variant };
    (@step $variant:ident $held:ident ($step:ty)) => { $held };
    (@step $variant:ident $held:ident) => { $variant };
    (@from $name:ident $variant:ident ($step:ty)) => {
        impl ::std::convert::From<$step> for $name {
            fn from(step: $step) -> $name {
                $name::$variant(step)
            }
        }
    };
    (@from $name:ident $variant:ident) => {
        impl ::std::convert::From<$variant> for $name {
            fn from(_: $variant) -> $name {
                $name::$variant
            }
        }
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident for $game:ty { $($variant:ident $(($step:ty))?),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        $vis enum $name {
            $(#[doc = concat!("The step `", stringify!($variant), "`.")] $variant $(($step))?),+
        }

        $($crate::steps! { @from $name $variant $(($step))? })+

        impl $crate::steps::Step<$game> for $name {
            fn deciders(&self, game: &$game) -> $crate::Seats {
                match self {
                    $($crate::steps!(@pattern $name $variant step $(($step))?) =>
                        $crate::steps!(@step $variant step $(($step))?).deciders(game)),+
                }
            }

            fn list(
                &self,
                game: &$game,
                seat: $crate::Seat,
                out: &mut ::std::vec::Vec<<$game as $crate::Game>::Action>,
            ) {
                match self {
                    $($crate::steps!(@pattern $name $variant step $(($step))?) =>
                        $crate::steps!(@step $variant step $(($step))?).list(game, seat, out)),+
                }
            }

            fn act(
                self,
                game: &mut $game,
                seat: $crate::Seat,
                action: &<$game as $crate::Game>::Action,
                log: &mut $crate::Recorder<<$game as $crate::Game>::Event>,
            ) -> ::std::result::Result<$crate::steps::Flow<$name>, $crate::Denied> {
                match self {
                    $($crate::steps!(@pattern $name $variant step $(($step))?) =>
                        $crate::steps!(@step $variant step $(($step))?).act(game, seat, action, log)),+
                }
            }

            fn prompt(&self, game: &$game, viewer: $crate::Viewer) -> $crate::Prompt {
                match self {
                    $($crate::steps!(@pattern $name $variant step $(($step))?) =>
                        $crate::steps!(@step $variant step $(($step))?).prompt(game, viewer)),+
                }
            }

            fn choice(
                &self,
                game: &$game,
                seat: $crate::Seat,
                action: &<$game as $crate::Game>::Action,
            ) -> $crate::Choice {
                match self {
                    $($crate::steps!(@pattern $name $variant step $(($step))?) =>
                        $crate::steps!(@step $variant step $(($step))?).choice(game, seat, action)),+
                }
            }

            fn plans(
                &self,
                game: &$game,
                seat: $crate::Seat,
                out: &mut $crate::Plans<<$game as $crate::Game>::Action>,
            ) {
                match self {
                    $($crate::steps!(@pattern $name $variant step $(($step))?) =>
                        $crate::steps!(@step $variant step $(($step))?).plans(game, seat, out)),+
                }
            }

            fn plan_choices(
                &self,
                game: &$game,
                seat: $crate::Seat,
                plan: &[<$game as $crate::Game>::Action],
            ) -> ::std::vec::Vec<$crate::Choice> {
                match self {
                    $($crate::steps!(@pattern $name $variant step $(($step))?) =>
                        $crate::steps!(@step $variant step $(($step))?).plan_choices(game, seat, plan)),+
                }
            }

            fn attempts(
                &self,
                game: &$game,
                seat: $crate::Seat,
                target: &$crate::Target,
            ) -> ::std::vec::Vec<<$game as $crate::Game>::Action> {
                match self {
                    $($crate::steps!(@pattern $name $variant step $(($step))?) =>
                        $crate::steps!(@step $variant step $(($step))?).attempts(game, seat, target)),+
                }
            }

            fn obstacles(
                &self,
                game: &$game,
                seat: $crate::Seat,
                target: &$crate::Target,
            ) -> ::std::vec::Vec<$crate::Denied> {
                match self {
                    $($crate::steps!(@pattern $name $variant step $(($step))?) =>
                        $crate::steps!(@step $variant step $(($step))?).obstacles(game, seat, target)),+
                }
            }

            fn settle(
                self,
                game: &mut $game,
                log: &mut $crate::Recorder<<$game as $crate::Game>::Event>,
            ) -> ::std::option::Option<$crate::steps::Flow<$name>> {
                match self {
                    $($crate::steps!(@pattern $name $variant step $(($step))?) =>
                        $crate::steps!(@step $variant step $(($step))?).settle(game, log)),+
                }
            }

            fn resume(
                self,
                game: &mut $game,
                log: &mut $crate::Recorder<<$game as $crate::Game>::Event>,
            ) -> $crate::steps::Flow<$name> {
                match self {
                    $($crate::steps!(@pattern $name $variant step $(($step))?) =>
                        $crate::steps!(@step $variant step $(($step))?).resume(game, log)),+
                }
            }

            fn may_interject(&self, game: &$game) -> $crate::Seats {
                match self {
                    $($crate::steps!(@pattern $name $variant step $(($step))?) =>
                        $crate::steps!(@step $variant step $(($step))?).may_interject(game)),+
                }
            }

            fn not_now(&self, game: &$game) -> $crate::Denied {
                match self {
                    $($crate::steps!(@pattern $name $variant step $(($step))?) =>
                        $crate::steps!(@step $variant step $(($step))?).not_now(game)),+
                }
            }

            fn by_several(&self, game: &$game, seat: $crate::Seat, target: &$crate::Target) -> bool {
                match self {
                    $($crate::steps!(@pattern $name $variant step $(($step))?) =>
                        $crate::steps!(@step $variant step $(($step))?).by_several(game, seat, target)),+
                }
            }
        }
    };
}

/// What a [`Step`](crate::steps::Step) at which nobody decides has to say of decisions: nothing. Only
/// [`Step::settle`](crate::steps::Step::settle) is left to write, and [`Step::resume`](crate::steps::Step::resume) if it calls others.
///
/// ```ignore
/// impl Step<Skirmish> for Night {
///     engine::nobody_decides!(Skirmish);
///
///     fn settle(self, game: &mut Skirmish, log: &mut Recorder<Event>) -> Option<Flow<Question>> { ... }
/// }
/// ```
#[macro_export]
macro_rules! nobody_decides {
    ($game:ty) => {
        fn deciders(&self, _game: &$game) -> $crate::Seats {
            $crate::Seats::NONE
        }

        fn list(
            &self,
            _game: &$game,
            _seat: $crate::Seat,
            _out: &mut ::std::vec::Vec<<$game as $crate::Game>::Action>,
        ) {
        }

        fn act(
            self,
            game: &mut $game,
            _seat: $crate::Seat,
            _action: &<$game as $crate::Game>::Action,
            _log: &mut $crate::Recorder<<$game as $crate::Game>::Event>,
        ) -> ::std::result::Result<
            $crate::steps::Flow<<$game as $crate::steps::Stepped>::Step>,
            $crate::Denied,
        > {
            ::std::result::Result::Err($crate::steps::Step::not_now(&self, game))
        }

        fn prompt(&self, _game: &$game, _viewer: $crate::Viewer) -> $crate::Prompt {
            $crate::Prompt::default()
        }

        fn choice(
            &self,
            _game: &$game,
            _seat: $crate::Seat,
            _action: &<$game as $crate::Game>::Action,
        ) -> $crate::Choice {
            $crate::Choice::button($crate::Verb::Done, "Go on")
        }
    };
}
