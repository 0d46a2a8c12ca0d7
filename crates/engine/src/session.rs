//! A game being played: the state, the journal that led to it, and the ways back.
//!
//! **Undo.** An undo is an entry like any other; the entries it takes back stay in the journal. The way back is free
//! for a seat's own actions, one at a time or several at once, until the last die, reveal or change of hands: an action
//! that used chance, showed something hidden or changed who must decide is not taken back freely, nor is anything that
//! lies behind another seat's action. Beyond that, every other seat of the set-up must consent. The whole way is looked
//! at before anything changes.
//!
//! **Log.** What was taken back stays in [`Session::full_log`], marked as undone; [`Session::log`] leaves it out. In
//! both a line says that something was taken back.

mod log;
mod refusal;
mod saving;
#[cfg(test)]
mod tests;
mod undo;

pub use log::LogLine;
pub use refusal::{Refusal, Seal};
#[cfg(any(test, feature = "kit"))]
pub(crate) use saving::json;

use std::collections::BTreeMap;

use crate::journal::{Entry, LoadError, StateHash, Stretch, What};
use crate::{
    Game, Outcome, PieceKey, Plans, Recorder, Seat, Seats, Setup, SetupError, SpaceRef, Values, Viewer,
};

/// The longest way from a snapshot to any state.
const SNAPSHOT_EVERY: usize = 64;

/// A game being played.
///
/// States are numbered by how many entries led to them. An undo leads to a state that has a number already, so the
/// states that differ form a tree; `origin` is its root.
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    setup: Setup,
    /// Given if the entries do not start where the set-up puts it.
    position: Option<G>,
    /// Parts recorded under older rules.
    history: Vec<Stretch>,
    /// How many entries the history holds.
    origin: usize,
    opening: Vec<G::Event>,
    entries: Vec<Entry<G::Action>>,
    /// As many as there are entries.
    steps: Vec<Step<G::Event>>,
    state: G,
    hash: StateHash,
    snapshots: BTreeMap<usize, G>,
    /// After how many entries the hands last changed.
    hands: usize,
    /// How it ended by something that is no move.
    concluded: Option<Outcome>,
}

/// What an entry did.
#[derive(Clone, Debug)]
struct Step<E> {
    /// The number of the state before it.
    from: usize,
    /// The number of the state after it: its own, or the one an undo goes back to.
    to: usize,
    /// What stands against taking it back freely.
    seal: Option<Seal>,
    events: Vec<E>,
}

/// Every legal action of `seat` in a state.
pub(crate) fn legal<G: Game>(state: &G, seat: Seat) -> Vec<G::Action> {
    let mut actions = Vec::new();
    if state.to_act().union(state.may_interject()).contains(seat) {
        state.actions(seat, &mut actions);
    }
    actions
}

/// What closes the way back behind an action, which led to `state` from where `to_act` decided and so much was `drawn`.
fn seal<G: Game>(to_act: Seats, drawn: u64, state: &G, log: &Recorder<G::Event>) -> Option<Seal> {
    if state.dice().drawn() != drawn {
        Some(Seal::Chance)
    } else if log.revealed {
        Some(Seal::Reveal)
    } else if state.to_act() != to_act {
        Some(Seal::Hands)
    } else {
        None
    }
}

/// The only thing that `seat` can do in a state, unless that would close its way back, if it `can_undo`.
pub(crate) fn only_way<G: Game>(state: &G, seat: Seat, can_undo: bool) -> Option<G::Action> {
    let [only] = &legal(state, seat)[..] else { return None };
    let closes = can_undo && would_seal(state, seat, only);
    (!closes).then(|| only.clone())
}

/// What is done for `seat` in a state, as everybody can tell that it has no choice.
pub(crate) fn forced<G: Game>(state: &G, seat: Seat, can_undo: bool) -> Option<G::Action> {
    only_way(state, seat, can_undo).filter(|_| state.openly_forced(seat))
}

/// Whether an action of `seat` would close the way back behind it.
fn would_seal<G: Game>(state: &G, seat: Seat, action: &G::Action) -> bool {
    let (mut after, mut log) = (state.clone(), Recorder::default());
    let done = after.apply(seat, action, &mut log).is_ok();
    done && seal(state.to_act(), state.dice().drawn(), &after, &log).is_some()
}

impl<G: Game> Session<G> {
    /// A new game.
    ///
    /// # Errors
    /// If the set-up is not sound.
    pub fn start(setup: Setup) -> Result<Session<G>, SetupError> {
        let mut log = Recorder::default();
        let state = G::new(&setup, &mut log)?;
        Ok(Session { opening: log.events, ..Session::around(setup, state) })
    }

    /// A game that goes on from a given position.
    ///
    /// # Errors
    /// If the set-up is not sound or the position cannot be.
    pub fn from_position(setup: Setup, position: G) -> Result<Session<G>, LoadError> {
        G::info().resolve(&setup)?;
        position.check().map_err(LoadError::BadPosition)?;
        let seats = position.view(Viewer::Spectator).seats.len();
        if seats != usize::from(setup.seats) {
            let why = format!("it has {seats} seats, and the set-up {}", setup.seats);
            return Err(LoadError::BadPosition(why));
        }
        Ok(Session { position: Some(position.clone()), ..Session::around(setup, position) })
    }

    fn around(setup: Setup, state: G) -> Session<G> {
        Session {
            setup,
            position: None,
            history: Vec::new(),
            origin: 0,
            opening: Vec::new(),
            entries: Vec::new(),
            steps: Vec::new(),
            hash: StateHash::of(&state),
            snapshots: BTreeMap::from([(0, state.clone())]),
            state,
            hands: 0,
            concluded: None,
        }
    }

    /// What comes before the first entry.
    fn after(mut self, history: Vec<Stretch>) -> Session<G> {
        self.origin = history.iter().map(Stretch::span).sum();
        self.hands = self.origin;
        self.snapshots = BTreeMap::from([(self.origin, self.state.clone())]);
        self.history = history;
        self
    }

    /// The state now.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// What it started from.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What was decided, in order; not what lies in [`Session::history`].
    pub fn entries(&self) -> &[Entry<G::Action>] {
        &self.entries
    }

    /// Parts recorded under older rules, before the first of [`Session::entries`].
    pub fn history(&self) -> &[Stretch] {
        &self.history
    }

    /// How many entries there are, those of the history included.
    pub fn len(&self) -> usize {
        self.origin + self.entries.len()
    }

    /// Whether nothing was decided yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The earliest state that [`Session::at`] can give: 0 unless there is a history.
    pub fn origin(&self) -> usize {
        self.origin
    }

    /// Who must decide.
    pub fn to_act(&self) -> Seats {
        if self.concluded.is_some() { Seats::NONE } else { self.state.to_act() }
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome().or_else(|| self.concluded.clone())
    }

    /// Ends it by something that is no move: somebody gave up, or all have left. From then on nobody decides anything and
    /// nothing is taken back. The journal knows nothing of it.
    pub fn conclude(&mut self, outcome: Outcome) {
        self.concluded = Some(outcome);
    }

    /// How it ended by something that is no move, if it did.
    pub fn concluded(&self) -> Option<&Outcome> {
        self.concluded.as_ref()
    }

    /// The fingerprint of the state now.
    pub fn hash(&self) -> StateHash {
        self.hash
    }

    /// Every legal action of `seat`.
    pub fn legal(&self, seat: Seat) -> Vec<G::Action> {
        if self.concluded.is_some() { Vec::new() } else { legal(&self.state, seat) }
    }

    /// Whether `seat` still decides what it decided after the first `entries` entries: nothing has happened since, or others
    /// who decided at the same time have done so, and the seat may do the very same as before.
    pub fn still_decides(&self, seat: Seat, entries: usize) -> bool {
        if entries == self.len() {
            return true;
        }
        let (Some(then), Some(first)) = (self.at(entries), entries.checked_sub(self.origin)) else {
            return false;
        };
        let done = then.to_act().minus(self.to_act());
        let by_the_others =
            |entry: &Entry<G::Action>| matches!(entry.what, What::Act(_)) && done.contains(entry.seat);
        self.to_act().contains(seat)
            && then.to_act().contains(seat)
            && self.entries[first..].iter().all(by_the_others)
            && legal(&then, seat) == self.legal(seat)
    }

    /// Carries out an action and returns what happened.
    ///
    /// # Errors
    /// If it is not legal; nothing has changed then.
    pub fn act(&mut self, seat: Seat, action: &G::Action) -> Result<&[G::Event], Refusal> {
        let to_act = self.deciding(seat)?;
        let drawn = self.state.dice().drawn();
        let mut log = Recorder::default();
        self.state.apply(seat, action, &mut log)?;
        let seal = seal(to_act, drawn, &self.state, &log);
        let step = Step { from: self.node(), to: self.len() + 1, seal, events: log.events };
        self.enter(seat, What::Act(action.clone()), step, self.state.to_act() != to_act);
        Ok(self.steps.last().map_or(&[], |step| &step.events))
    }

    /// Carries out an action, or all actions of a plan, and returns how many. What cannot follow is left with all
    /// that comes after it: what was done before stands by itself, and may have thrown dice.
    ///
    /// # Errors
    /// If several are no plan of the seat ([`Game::plans`]) or the first is not legal; nothing has changed then.
    pub fn act_together(&mut self, seat: Seat, actions: &[G::Action]) -> Result<usize, Refusal> {
        self.deciding(seat)?;
        let [first, rest @ ..] = actions else { return Err(Refusal::NotOffered) };
        if !rest.is_empty() {
            let mut plans = Plans::new();
            self.state.plans(seat, &mut plans);
            if !plans.iter().any(|plan| plan == actions) {
                return Err(Refusal::NotOffered);
            }
        }
        self.act(seat, first)?;
        Ok(1 + rest.iter().take_while(|action| self.act(seat, action).is_ok()).count())
    }

    /// Carries out the actions of a route that leads `pieces` over `way` ([`Game::routes`]), and returns how many. What cannot
    /// follow is left, as in [`Session::act_together`].
    ///
    /// # Errors
    /// If there is no such route; nothing has changed then.
    pub fn act_route(&mut self, seat: Seat, pieces: &[PieceKey], way: &[SpaceRef]) -> Result<usize, Refusal> {
        self.deciding(seat)?;
        let (to, via) = way.split_last().ok_or(Refusal::NotOffered)?;
        // Whoever has chosen no spaces on the way takes that which costs least.
        let offered = [&[], via].into_iter().find_map(|via| {
            let routes = self.state.routes(seat, pieces, via);
            routes.into_iter().find(|route| route.way.last() == Some(to) && route.way == way)
        });
        let actions = offered.ok_or(Refusal::NotOffered)?.actions;
        let [first, rest @ ..] = &actions[..] else { return Err(Refusal::NotOffered) };
        self.act(seat, first)?;
        Ok(1 + rest.iter().take_while(|action| self.act(seat, action).is_ok()).count())
    }

    /// Who must decide, if `seat` may act.
    fn deciding(&self, seat: Seat) -> Result<Seats, Refusal> {
        self.seated(seat)?;
        let to_act = self.to_act();
        if to_act.is_empty() {
            return Err(Refusal::GameOver);
        }
        if !to_act.union(self.state.may_interject()).contains(seat) {
            return Err(Refusal::NotYourDecision { seat, to_act });
        }
        Ok(to_act)
    }

    /// The only thing that `seat` can do, if there is but one: then it can be done for it. Not if it could take back what it has
    /// done before, and could no longer do so afterwards: it may want to. Nor if the others cannot tell that there is but one
    /// ([`Game::openly_forced`]): they would learn it.
    pub fn forced(&self, seat: Seat) -> Option<G::Action> {
        forced(&self.state, seat, self.can_undo(seat).is_ok())
    }

    /// What `seat` would do in any case, were its last `back` actions taken back: the only thing it could, if that is done
    /// for it (`auto`), or what it has ordered.
    pub fn foregone(&self, seat: Seat, back: usize, auto: bool, orders: &Values) -> Option<G::Action> {
        let node = self.way_back(seat, back).ok()?;
        let past = if back == 0 { None } else { Some(self.at(node)?) };
        let state = past.as_ref().unwrap_or(&self.state);
        let forced = if auto { forced(state, seat, self.step_back(node, seat).is_ok()) } else { None };
        let ordered = || state.to_act().contains(seat).then(|| state.ordered(seat, orders)).flatten();
        forced.or_else(ordered)
    }

    fn enter(&mut self, seat: Seat, what: What<G::Action>, step: Step<G::Event>, hands_changed: bool) {
        self.hash = StateHash::of(&self.state);
        self.entries.push(Entry { seat, what, hash: self.hash });
        let node = step.to;
        self.steps.push(step);
        if hands_changed {
            self.hands = self.len();
        }
        let latest = self.snapshots.last_key_value().map_or(self.origin, |(&at, _)| at);
        if hands_changed || node >= latest + SNAPSHOT_EVERY {
            self.snapshots.entry(node).or_insert_with(|| self.state.clone());
        }
    }

    fn seated(&self, seat: Seat) -> Result<(), Refusal> {
        let seats = self.setup.seats;
        if seat.0 < seats { Ok(()) } else { Err(Refusal::NoSuchSeat { seat, seats }) }
    }

    fn going_on(&self) -> Result<(), Refusal> {
        if self.concluded.is_some() { Err(Refusal::GameOver) } else { Ok(()) }
    }

    /// The number of the state after `entries` entries, which an undo shares with an earlier one.
    fn node_after(&self, entries: usize) -> Option<usize> {
        match entries.checked_sub(self.origin)? {
            0 => Some(self.origin),
            count => self.steps.get(count - 1).map(|step| step.to),
        }
    }

    /// The number of the state now.
    fn node(&self) -> usize {
        self.steps.last().map_or(self.origin, |step| step.to)
    }

    /// The index of the entry that first led to state `node`; none for the first state.
    fn made(&self, node: usize) -> Option<usize> {
        node.checked_sub(self.origin + 1)
    }

    /// The numbers of the states that stand before state `node`, the latest first, itself included.
    fn line_to(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(node), |&node| self.made(node).map(|index| self.steps[index].from))
    }

    /// The state after the first `entries` entries, if there are so many and today's rules can still give it.
    pub fn at(&self, entries: usize) -> Option<G> {
        let node = self.node_after(entries)?;
        let mut way = Vec::new();
        for node in self.line_to(node) {
            if let Some(snapshot) = self.snapshots.get(&node) {
                let mut state = snapshot.clone();
                for index in way.into_iter().rev().filter_map(|node| self.made(node)) {
                    if let Entry { seat, what: What::Act(action), .. } = &self.entries[index] {
                        state.apply(*seat, action, &mut Recorder::silent()).ok()?;
                    }
                }
                return Some(state);
            }
            way.push(node);
        }
        None
    }

    /// The states from after the first `from` entries to after the first `to`, or the last; nothing if today's rules cannot give
    /// the first of them.
    pub fn past(&self, from: usize, to: usize) -> Option<Vec<G>> {
        let mut states = vec![self.at(from)?];
        for entries in from + 1..=to.min(self.len()) {
            let index = entries.checked_sub(self.origin + 1)?;
            let state = match (&self.entries.get(index)?.what, states.last()?) {
                (What::Act(action), before) => {
                    let mut state = before.clone();
                    state.apply(self.entries[index].seat, action, &mut Recorder::silent()).ok()?;
                    state
                }
                (What::Undo { .. }, _) => self.at(entries)?,
            };
            states.push(state);
        }
        Some(states)
    }
}
