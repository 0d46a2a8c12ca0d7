//! The contract: what a game is to the rest of the world.

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{
    Board, Chance, Choice, Denied, Dice, Forecast, Info, Layer, Line, Overlay, PieceKey, Plans, Seat, Seats,
    Setup, SetupError, SpaceRef, Table, Target, Values,
};

/// A game in progress: the whole state, hidden parts included.
///
/// The state is plain data. Everything that happens to it goes through [`Game::apply`]; everything that may happen
/// is listed by [`Game::actions`]. Everything else (sessions, server, bots, simulation, tests) knows nothing
/// of a game but this trait.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + Serialize + DeserializeOwned + 'static {
    /// One small decision.
    type Action: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// Something that happened, with all that is needed to tell it, hidden parts included.
    type Event: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// What is known of the game before it is played.
    fn info() -> &'static Info;

    /// The boards, which never change.
    fn boards() -> &'static [Board];

    /// The state at the start.
    ///
    /// # Errors
    /// If the set-up is not sound.
    fn new(setup: &Setup, log: &mut Recorder<Self::Event>) -> Result<Self, SetupError>;

    /// Who must decide now. Several seats decide at the same time and in any order; a choice that is secret stays
    /// hidden in the state until the last has made his. Empty only when the game is over.
    fn to_act(&self) -> Seats;

    /// Adds every legal action of `seat` to `out`. Lists something for each seat of [`Game::to_act`] and of
    /// [`Game::may_interject`], and nothing for any other.
    fn actions(&self, seat: Seat, out: &mut Vec<Self::Action>);

    /// Carries out `action`, or refuses it and leaves the state as it was. Accepts exactly what [`Game::actions`]
    /// lists.
    ///
    /// # Errors
    /// The rule that stands against it.
    fn apply(
        &mut self,
        seat: Seat,
        action: &Self::Action,
        log: &mut Recorder<Self::Event>,
    ) -> Result<(), Denied>;

    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The table as `viewer` sees it, without his choices. Only built from what that viewer knows.
    fn view(&self, viewer: Viewer) -> Table;

    /// How a legal action of `seat` shows at the table.
    fn choice(&self, seat: Seat, action: &Self::Action) -> Choice;

    /// What happened, as `viewer` may read it; nothing if it is not for him at all.
    fn tell(event: &Self::Event, viewer: Viewer) -> Option<Line>;

    /// Everything that stops `seat` from doing anything with `target` now. Empty if nothing does.
    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied>;

    /// A world that fits all that `seat` knows, with everything hidden from him, the dice to come included, drawn
    /// anew from `chance`.
    fn determinize(&self, seat: Seat, chance: &mut impl Chance) -> Self;

    /// How good it looks for `seat`, from 0 (lost) to 1 (won). For bots.
    fn appraise(&self, seat: Seat) -> f32;

    /// The generator inside the state.
    fn dice(&self) -> &Dice;

    /// Whether the state is one that can be. For tests, fuzzing and loaded positions.
    ///
    /// # Errors
    /// What is wrong.
    fn check(&self) -> Result<(), String>;

    /// Reads a state that was written under `revision` of the rules. A game whose state has another shape since then brings
    /// it into today's here, so that running games survive the change.
    ///
    /// # Errors
    /// If it cannot be read.
    fn restore(state: &serde_json::Value, _revision: u32) -> Result<Self, String> {
        Self::deserialize(state).map_err(|error| error.to_string())
    }

    /// Seats that may act now although nobody waits for them (breaking an alliance between turns, say).
    fn may_interject(&self) -> Seats {
        Seats::NONE
    }

    /// Adds to `out` the plans of `seat`: several small actions that are offered as one, beside those that are listed one by
    /// one (a stack to a far place, an activation, a purchase). A person makes one with a click and takes it back with one
    /// undo; a search has them as edges of its tree. Cheap: a search asks at every node.
    ///
    /// The actions of a plan are legal one after the other and all decided by `seat`; only the last may throw dice, reveal
    /// something or pass the decision on. Plans are found with nothing but what the seat knows.
    fn plans(&self, _seat: Seat, _out: &mut Plans<Self::Action>) {}

    /// How a plan of `seat` shows at the table: one choice for each thing that one can click for it, at least one. By default
    /// it shows as its last action does once the others are done.
    fn plan_choices(&self, seat: Seat, plan: &[Self::Action]) -> Vec<Choice> {
        crate::plans::last_choice(self, seat, plan).into_iter().collect()
    }

    /// Where `pieces` of `seat` can go together now, over the spaces of `via` in their order: each place once, by the way that
    /// costs least. Asked when somebody has taken pieces in hand, so that one click moves a whole stack to a far place.
    ///
    /// The actions of a route are legal one after the other. When they are done the pieces are where it leads, under their own
    /// keys; or, where a piece is known by the place it stands on, what lies there counts for as many more of the same print.
    /// Those of a route that attacks (`Verb::Attack`) may stand one space before where it leads, and fight from there.
    fn routes(&self, _seat: Seat, _pieces: &[PieceKey], _via: &[SpaceRef]) -> Vec<Route<Self::Action>> {
        Vec::new()
    }

    /// What `seat`, who must decide, has decided ahead by its standing orders ([`Info::orders`]); nothing if they do not
    /// cover this decision. Always a legal action, found with nothing but what the seat knows.
    fn ordered(&self, _seat: Seat, _orders: &Values) -> Option<Self::Action> {
        None
    }

    /// Whether everybody who looks at the table can tell, by what he knows, that `seat` has no choice. Asked where it has but
    /// one legal action: that is played for it at once ([`Session::forced`](crate::Session::forced)) only if this holds.
    /// Otherwise the haste would tell the others that there was no choice, which may give away what is hidden from them.
    ///
    /// Holds, then, in every world that another seat cannot tell from the true one, or in none. By default nothing is plain, and
    /// everybody is asked.
    fn openly_forced(&self, _seat: Seat) -> bool {
        false
    }

    /// What would probably come of doing something with `target` now, a battle mostly; nothing if there is nothing to
    /// foretell. Only built from what `seat` knows.
    fn forecast(&self, _seat: Seat, _target: &Target) -> Option<Forecast> {
        None
    }

    /// What is laid over the map for a viewer who asks for one of [`Info::layers`]. Only built from what he knows.
    fn layer(&self, _viewer: Viewer, _layer: Layer) -> Vec<Overlay> {
        Vec::new()
    }

    /// How often hands change until it can be judged what came of a plan. By default after the turn and the answer to it; a
    /// game whose [`Game::appraise`] sees threats by itself can do with the turn alone (1), and one that also sees what the turn
    /// under way will still bring, without knowing what is hidden, with what is to be seen through at once (0). For bots.
    fn horizon() -> u32 {
        2
    }

    /// Whether the position can be judged as it stands. Not while something is under way that has to be seen through first: a
    /// battle, a bid, an answer. Rollouts of bots go on until it is quiet.
    fn is_quiet(&self) -> bool {
        true
    }

    /// What [`Game::appraise`] says to each of `seats`; 0 for all others. A game that works out everybody's at once does it here.
    fn appraise_each(&self, seats: Seats) -> [f32; Seats::MAX as usize] {
        let mut values = [0.0; Seats::MAX as usize];
        seats.iter().for_each(|seat| values[seat.index()] = self.appraise(seat));
        values
    }

    /// What the worth of the position to `seat` is made of, as far as the seat knows: for telling why a bot would do something.
    /// The same things go by the same words before and after an action, so that two positions can be compared.
    fn motives(&self, _seat: Seat) -> Vec<Motive> {
        Vec::new()
    }

    /// What doing this says about a player's character. For bots with a style, and cheap.
    fn temper(&self, _seat: Seat, _action: &Self::Action) -> Temper {
        Temper::default()
    }

    /// How likely a sensible player is to do this, against 1 for an ordinary action. Cheap: it guides bots through
    /// long turns and rollouts.
    fn prior(&self, _seat: Seat, _action: &Self::Action) -> f32 {
        1.0
    }

    /// How likely a sensible player is to carry out this plan, on the scale of [`Game::prior`]; by default as likely as its
    /// first action. Cheap, too.
    fn plan_prior(&self, seat: Seat, plan: &[Self::Action]) -> f32 {
        plan.first().map_or(0.0, |action| self.prior(seat, action))
    }
}

/// A part of what a position is worth to a seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Motive {
    /// What it is, as it stands after "for" or "at the cost of": "the hold on Vienna", "gold in hand", "the safety of Paris".
    pub about: Cow<'static, str>,
    /// What it is worth, in whatever unit the game counts its positions; negative for what is feared.
    pub worth: f32,
}

/// What an action says about whoever takes it. Both from -1 to 1, 0 for most.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Temper {
    /// 1 for seeking a fight or staking something, -1 for avoiding one or covering what is one's own.
    pub boldness: f32,
    /// 1 for offering, accepting or keeping friendship, -1 for breaking it or turning on a friend.
    pub loyalty: f32,
}

/// A way for pieces that go somewhere together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Route<A> {
    /// The spaces it leads over, the last of which is where the pieces stay; not where they come from.
    pub way: Vec<SpaceRef>,
    /// The actions that make it, at least one.
    pub actions: Vec<A>,
    /// How it shows at the table, with what all of it costs. Its target is the last space of the way.
    pub choice: Choice,
}

/// Who looks at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Somebody who only watches.
    Spectator,
}

impl Viewer {
    /// Whether this is `seat`.
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// Who won; several share it; nobody in a draw.
    pub winners: Seats,
    /// How, as a short key ("towns", "time-limit").
    pub reason: Cow<'static, str>,
    /// The score of each seat, as the game counts it.
    pub scores: Vec<i32>,
}

impl Outcome {
    /// What the end is worth to `seat`: 1 for a win, shared among the winners, 0 for a defeat.
    pub fn share(&self, seat: Seat) -> f32 {
        if self.winners.contains(seat) { 1.0 / f32::from(self.winners.len()) } else { 0.0 }
    }
}

/// Takes down what happens; or, for bots and simulation, nothing of it.
///
/// One type for both, so that the rules of a game are compiled once, in its own crate, and not again wherever it is played.
#[derive(Clone, Debug)]
pub struct Recorder<E> {
    /// What happened, in order.
    pub events: Vec<E>,
    /// Whether anything hidden became known, other than by dice: the way back is no longer free.
    pub revealed: bool,
    silent: bool,
}

impl<E> Default for Recorder<E> {
    fn default() -> Recorder<E> {
        Recorder { events: Vec::new(), revealed: false, silent: false }
    }
}

impl<E> Recorder<E> {
    /// One that takes down no events.
    #[inline]
    pub fn silent() -> Recorder<E> {
        Recorder { silent: true, ..Recorder::default() }
    }

    /// Something happened. The closure is not called by one that is silent.
    #[inline]
    pub fn record(&mut self, event: impl FnOnce() -> E) {
        if !self.silent {
            self.events.push(event());
        }
    }

    /// Somebody has learned something hidden, other than by dice.
    #[inline]
    pub fn reveal(&mut self) {
        self.revealed = true;
    }
}
