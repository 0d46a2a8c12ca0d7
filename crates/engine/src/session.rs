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

use std::collections::BTreeMap;

use serde_json::Value as Json;
use thiserror::Error;

use crate::journal::{
    Entry, LoadError, Loaded, Resumed, SavedGame, Snapshot, StateHash, Stretch, Told, What, standing,
};
use crate::{
    BattleMark, Chronicle, Denied, Game, Line, Outcome, PieceKey, Plans, Seat, Seats, Setup, SetupError,
    Silent, SpaceRef, Values, Viewer,
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

/// What ends the free way back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seal {
    /// Chance was used.
    Chance,
    /// Something hidden was shown.
    Reveal,
    /// Others decide since, or have acted.
    Hands,
}

impl std::fmt::Display for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Seal::Chance => "chance has decided since",
            Seal::Reveal => "something hidden was shown since",
            Seal::Hands => "the decision has passed on since",
        })
    }
}

/// Why a session does not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Nothing is decided any more.
    #[error("the game is over")]
    GameOver,
    /// Somebody who has no seat here.
    #[error("{seat} is not at this table, which has {seats}")]
    NoSuchSeat {
        /// Who asked.
        seat: Seat,
        /// How many there are.
        seats: u8,
    },
    /// It is for others to decide.
    #[error("{seat} has nothing to decide now; it is for {}", list(*.to_act))]
    NotYourDecision {
        /// Who asked.
        seat: Seat,
        /// Whose decision it is.
        to_act: Seats,
    },
    /// A rule of the game stands against it.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// Not an action of this game at all.
    #[error("that is not an action of this game: {0}")]
    BadAction(String),
    /// Several actions that are not offered as one choice.
    #[error("these actions are not offered together; send them one by one, or just as they are listed")]
    NotOffered,
    /// Nothing was done that could be taken back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// Not freely any more.
    #[error("too late to take that back: {0}; the others would have to consent")]
    TooLateToUndo(Seal),
    /// Not all have consented.
    #[error("taking that back needs the consent of {}", list(*.missing))]
    NoConsent {
        /// Who has not.
        missing: Seats,
    },
    /// No such entry.
    #[error("there is no way back to after entry {entry}: the journal goes from {first} to {last}")]
    NoSuchEntry {
        /// What was asked for.
        entry: usize,
        /// The first that can be gone back to.
        first: usize,
        /// The last.
        last: usize,
    },
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
fn seal<G: Game>(to_act: Seats, drawn: u64, state: &G, log: &Chronicle<G::Event>) -> Option<Seal> {
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
    let (mut after, mut log) = (state.clone(), Chronicle::default());
    let done = after.apply(seat, action, &mut log).is_ok();
    done && seal(state.to_act(), state.dice().drawn(), &after, &log).is_some()
}

fn list(seats: Seats) -> String {
    let names: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
    if names.is_empty() { "nobody".to_owned() } else { names.join(", ") }
}

/// A line of the whole log.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct LogLine {
    /// The entry it belongs to, counted from 1; 0 is the opening.
    pub entry: usize,
    /// Whether it was taken back.
    pub undone: bool,
    /// The line.
    #[serde(flatten)]
    pub line: Line,
}

impl<G: Game> Session<G> {
    /// A new game.
    ///
    /// # Errors
    /// If the set-up is not sound.
    pub fn start(setup: Setup) -> Result<Session<G>, SetupError> {
        let mut log = Chronicle::default();
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
        let mut log = Chronicle::default();
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
                        state.apply(*seat, action, &mut Silent).ok()?;
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
                    state.apply(self.entries[index].seat, action, &mut Silent).ok()?;
                    state
                }
                (What::Undo { .. }, _) => self.at(entries)?,
            };
            states.push(state);
        }
        Some(states)
    }

    /// Where `seat` comes to from state `node` by freely taking back the action that led there.
    fn step_back(&self, node: usize, seat: Seat) -> Result<usize, Refusal> {
        self.seated(seat)?;
        self.going_on()?;
        let mut standing = self.line_to(node).filter_map(|node| self.made(node));
        let Some(last) = standing.next() else { return Err(Refusal::NothingToUndo) };
        if self.entries[last].seat != seat {
            let acted = standing.any(|index| self.entries[index].seat == seat);
            return Err(if acted { Refusal::TooLateToUndo(Seal::Hands) } else { Refusal::NothingToUndo });
        }
        match self.steps[last].seal {
            Some(seal) => Err(Refusal::TooLateToUndo(seal)),
            None => Ok(self.steps[last].from),
        }
    }

    /// Where `seat` comes to by freely taking back its last `count` actions.
    fn way_back(&self, seat: Seat, count: usize) -> Result<usize, Refusal> {
        (0..count).try_fold(self.node(), |node, _| self.step_back(node, seat))
    }

    /// Whether the way back to state `to` is free for `seat`.
    fn is_free(&self, seat: Seat, to: usize) -> bool {
        let mut way = std::iter::successors(Some(self.node()), |&node| self.step_back(node, seat).ok());
        way.find(|&node| node <= to) == Some(to)
    }

    /// Whether `seat` may freely take back its last action.
    ///
    /// # Errors
    /// Why not.
    pub fn can_undo(&self, seat: Seat) -> Result<(), Refusal> {
        self.can_take_back(seat, 1)
    }

    /// Whether `seat` may freely take back its last `count` actions.
    ///
    /// # Errors
    /// Why not.
    pub fn can_take_back(&self, seat: Seat, count: usize) -> Result<(), Refusal> {
        if count == 0 {
            return Err(Refusal::NothingToUndo);
        }
        self.way_back(seat, count).map(|_| ())
    }

    /// Takes back the last action of `seat`, if the way back is free.
    ///
    /// # Errors
    /// If it is not; nothing has changed then.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.take_back(seat, 1)
    }

    /// Takes back the last `count` actions of `seat` in one entry, if the whole way back is free.
    ///
    /// # Errors
    /// If it is not; nothing has changed then.
    pub fn take_back(&mut self, seat: Seat, count: usize) -> Result<(), Refusal> {
        self.can_take_back(seat, count)?;
        let to = self.way_back(seat, count)?;
        self.undo_by_consent(seat, to, Seats::NONE)
    }

    /// Whether `seat` may go back to the state after the first `to` entries, if `consent` agree.
    ///
    /// # Errors
    /// Why not.
    pub fn can_undo_by_consent(&self, seat: Seat, to: usize, consent: Seats) -> Result<(), Refusal> {
        self.way_to(seat, to, consent).map(|_| ())
    }

    /// The number of the state after the first `to` entries, if `seat` may go back there, and who of `consent` is asked.
    fn way_to(&self, seat: Seat, to: usize, consent: Seats) -> Result<(usize, Seats), Refusal> {
        self.seated(seat)?;
        self.going_on()?;
        let node = self.node_after(to).ok_or_else(|| self.no_such_entry(to))?;
        if node == self.node() {
            return Err(Refusal::NothingToUndo);
        }
        let others = Seats::first(self.setup.seats).without(seat);
        let missing = others.minus(consent);
        if !missing.is_empty() && !self.is_free(seat, node) {
            return Err(Refusal::NoConsent { missing });
        }
        Ok((node, others.minus(missing)))
    }

    fn no_such_entry(&self, entry: usize) -> Refusal {
        Refusal::NoSuchEntry { entry, first: self.origin, last: self.len() }
    }

    /// Goes back to the state after the first `to` entries, with the consent of every other seat.
    ///
    /// # Errors
    /// If somebody has not consented and the way is not free, or there is nothing to go back to; nothing has changed then.
    pub fn undo_by_consent(&mut self, seat: Seat, to: usize, consent: Seats) -> Result<(), Refusal> {
        let (node, consent) = self.way_to(seat, to, consent)?;
        let from = self.node();
        let hands = !consent.is_empty() || !self.is_free(seat, node);
        self.state = self.at(to).ok_or_else(|| self.no_such_entry(to))?;
        let step = Step { from, to: node, seal: None, events: Vec::new() };
        self.enter(seat, What::Undo { to, consent }, step, hands);
        Ok(())
    }

    /// What happened in entry `entry`, counted from 1; 0 is the opening.
    pub fn events(&self, entry: usize) -> &[G::Event] {
        match entry.checked_sub(self.origin) {
            Some(0) => &self.opening,
            Some(count) => self.steps.get(count - 1).map_or(&[], |step| &step.events),
            None => &[],
        }
    }

    /// What happened, as `viewer` may read it, without what was taken back.
    pub fn log(&self, viewer: Viewer) -> Vec<Line> {
        self.full_log(viewer, 0).into_iter().filter(|line| !line.undone).map(|line| line.line).collect()
    }

    /// What happened from entry `from` on, as `viewer` may read it, what was taken back included. Of the history it is what was
    /// told then.
    pub fn full_log(&self, viewer: Viewer, from: usize) -> Vec<LogLine> {
        let mut lines = self.old_log(viewer, from);
        if from > self.len() {
            return lines;
        }
        let standing = standing(self.origin, &self.entries);
        for entry in from.max(self.origin)..=self.len() {
            let undone = !standing[entry - self.origin];
            let back =
                self.made(entry).is_some_and(|made| matches!(self.entries[made].what, What::Undo { .. }));
            let told = self.lines(entry, viewer).into_iter();
            lines.extend(told.map(|line| LogLine { entry, undone: undone && !back, line }));
        }
        lines
    }

    /// The entries that were taken back, as runs: the first and the last of each. Undos themselves are not among them.
    pub fn undone(&self) -> Vec<(usize, usize)> {
        let standing = standing(self.origin, &self.entries);
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for (index, entry) in self.entries.iter().enumerate() {
            let number = self.origin + index + 1;
            match runs.last_mut() {
                _ if standing[index + 1] || matches!(entry.what, What::Undo { .. }) => {}
                Some((_, last)) if *last + 1 == number => *last = number,
                _ => runs.push((number, number)),
            }
        }
        runs
    }

    /// The log of the history, and where it ends.
    fn old_log(&self, viewer: Viewer, from: usize) -> Vec<LogLine> {
        let (mut lines, mut origin) = (Vec::new(), 0);
        for stretch in &self.history {
            let Stretch { revision, entries, missing, dropped, told, .. } = stretch;
            let (standing, end) = (standing(origin, entries), origin + stretch.span());
            let back_to = |entry: usize| {
                let index = entry.checked_sub(origin + 1);
                index.and_then(|index| entries.get(index)).and_then(|it| match it.what {
                    What::Undo { to, .. } => Some(to),
                    What::Act(_) => None,
                })
            };
            let read = told.iter().filter(|told| (from..=end).contains(&told.entry) && told.is_for(viewer));
            lines.extend(read.map(|told| {
                let stands = told.entry.checked_sub(origin).and_then(|at| standing.get(at)) != Some(&false);
                let (back, line) = (back_to(told.entry), told.line.clone());
                // Logs that were kept before there was this kind do not say so.
                let line = back.map_or(line.clone(), |to| line.undo(to));
                LogLine { entry: told.entry, undone: !stands && back.is_none(), line }
            }));
            // Where entries are missing, whoever found that out says so.
            if from <= end && *missing == 0 {
                let mut text =
                    format!("The rules were revised here. What came before followed revision {revision}");
                if told.is_empty() && !entries.is_empty() {
                    text += ", and its log was not kept";
                }
                match dropped.len() {
                    0 => {}
                    1 => text += "; the last action does not fit the new rules and is decided again",
                    count => {
                        text += &format!(
                            "; the last {count} actions do not fit the new rules and are decided again"
                        )
                    }
                }
                let line = Line::new(text, None, Vec::new()).heading();
                lines.push(LogLine { entry: end, undone: false, line });
            }
            origin = end;
        }
        lines
    }

    /// What is told of one entry to `viewer`.
    fn lines(&self, entry: usize, viewer: Viewer) -> Vec<Line> {
        let mut lines: Vec<Line> =
            self.events(entry).iter().filter_map(|event| G::tell(event, viewer)).collect();
        for at in 0..lines.len() {
            if lines[at].mark == Some(BattleMark::Ends) {
                let here = lines[..at].iter().rev().filter_map(|line| line.mark.clone());
                let before = self.line_to(entry).skip(1).flat_map(|node| self.events(node).iter().rev());
                let marks = here.chain(before.filter_map(|event| G::tell(event, viewer)?.mark));
                lines[at].battle = BattleMark::add_up(marks);
            }
        }
        let recorded = self.made(entry).and_then(|index| self.entries.get(index));
        if let Some(Entry { seat, what: What::Undo { to, consent }, .. }) = recorded {
            let (actions, back) = self.taken_back(entry, viewer);
            let mut text = match (consent.is_empty(), actions) {
                (true, 0 | 1) => "Takes the last action back".to_owned(),
                (true, actions) => format!("Takes the last {actions} actions back"),
                _ => format!("Goes back to after entry {to}, with the consent of {}", list(*consent)),
            };
            if !back.is_empty() {
                text += &format!(" ({})", back.join("; "));
            }
            lines.push(Line::new(text, Some(*seat), Vec::new()).undo(*to));
        }
        lines
    }

    /// What is told of one entry, and to whom: to be kept, since rules to come may not tell it again.
    pub fn told(&self, entry: usize) -> Vec<Told> {
        let mut told: Vec<Told> = Vec::new();
        let viewers = Seat::first(self.setup.seats).map(Viewer::Seat).chain([Viewer::Spectator]);
        for viewer in viewers {
            // Each viewer reads his lines in the order in which they are kept.
            let mut next = 0;
            for line in self.lines(entry, viewer) {
                let same = told[next..].iter().position(|told| told.line == line);
                let at = same.map_or(told.len(), |offset| next + offset);
                if at == told.len() {
                    told.push(Told { entry, seats: Seats::NONE, spectators: false, line });
                }
                match viewer {
                    Viewer::Seat(seat) => told[at].seats = told[at].seats.with(seat),
                    Viewer::Spectator => told[at].spectators = true,
                }
                next = at + 1;
            }
        }
        told
    }

    /// How many actions entry `entry` took back, and what they were, as `viewer` may read it.
    fn taken_back(&self, entry: usize, viewer: Viewer) -> (usize, Vec<String>) {
        let Some(step) = self.made(entry).and_then(|index| self.steps.get(index)) else {
            return (0, Vec::new());
        };
        let mut nodes: Vec<usize> = self.line_to(step.from).take_while(|&node| node > step.to).collect();
        nodes.reverse();
        let events = nodes.iter().flat_map(|&node| self.events(node));
        let told = events.filter_map(|event| G::tell(event, viewer)).map(|line| line.text.to_string());
        (nodes.len(), told.collect())
    }

    /// The game as a document.
    ///
    /// # Panics
    /// If the game's state or actions cannot be written as JSON: the game's own mistake.
    pub fn save(&self) -> SavedGame {
        let snapshot = self.at(self.hands).expect("the hands changed at an entry of the journal");
        SavedGame {
            game: G::info().id.to_owned(),
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            revision: G::info().revision,
            setup: self.setup.clone(),
            players: Vec::new(),
            position: self.position.as_ref().map(json),
            history: self.history.clone(),
            entries: self.entries.iter().map(|entry| entry.map(json)).collect(),
            told: Vec::new(),
            snapshot: Snapshot { at: self.hands, state: json(&snapshot) },
            hash: self.hash,
        }
    }

    /// Brings a saved game back.
    ///
    /// Under the rules it was recorded under, every entry is replayed and must lead to the recorded state. Under
    /// other rules the same is tried; if it fails, the game goes on from its last snapshot: what came before is
    /// history, and what came after is played again as far as it is still allowed.
    ///
    /// # Errors
    /// What is wrong with the document, and at which entry.
    pub fn load(saved: SavedGame) -> Result<(Session<G>, Loaded), LoadError> {
        let info = G::info();
        if saved.game != info.id {
            return Err(LoadError::WrongGame { expected: info.id.to_owned(), found: saved.game });
        }
        let revision = saved.revision;
        if revision > info.revision {
            return Err(LoadError::Newer { found: revision, known: info.revision });
        }
        match Session::replay(&saved) {
            Ok(session) => Ok((session, Loaded { revision, resumed: None })),
            Err(error) if revision == info.revision => Err(error),
            Err(error) => {
                let (session, resumed) = Session::revised(saved, error.to_string())?;
                Ok((session, Loaded { revision, resumed: Some(resumed) }))
            }
        }
    }

    /// Goes on from the snapshot, since the rules no longer lead there: that is what `because` says.
    ///
    /// # Errors
    /// If the snapshot cannot be used.
    pub fn revised(saved: SavedGame, because: String) -> Result<(Session<G>, Resumed), LoadError> {
        let (session, at, dropped) = Session::resume(saved)
            .map_err(|why| LoadError::Stranded { because: because.clone(), why: why.to_string() })?;
        Ok((session, Resumed { at, dropped, because }))
    }

    /// Plays every entry and compares every hash.
    fn replay(saved: &SavedGame) -> Result<Session<G>, LoadError> {
        let setup = saved.setup.clone();
        let session = match &saved.position {
            Some(position) => {
                let position = G::restore(position, saved.revision).map_err(LoadError::BadPosition)?;
                Session::from_position(setup, position)?
            }
            None => Session::start(setup)?,
        };
        let mut session = session.after(saved.history.clone());
        for recorded in &saved.entries {
            session.repeat(recorded)?;
            let (entry, found) = (session.len(), session.hash);
            if found != recorded.hash && !recorded.hash.is_of(&session.state) {
                return Err(LoadError::Drift { entry, recorded: recorded.hash, found });
            }
        }
        if session.hash != saved.hash && !saved.hash.is_of(&session.state) {
            return Err(LoadError::WrongEnd { recorded: saved.hash, found: session.hash });
        }
        Ok(session)
    }

    /// Brings back a damaged game from its snapshot, which must be the state that its entry says it led to. What came before
    /// is history; of what came after, as much stands as leads to the recorded states.
    ///
    /// # Errors
    /// If the snapshot proves nothing.
    pub fn salvage(mut saved: SavedGame) -> Result<Session<G>, LoadError> {
        let before: usize = saved.history.iter().map(Stretch::span).sum();
        let at = saved.snapshot.at;
        let proof = at.checked_sub(before + 1).and_then(|index| saved.entries.get(index));
        let recorded = proof.ok_or_else(|| LoadError::BadPosition(format!("there is no entry {at}")))?.hash;
        let kept = read::<G>(&saved.snapshot.state).map_err(LoadError::BadPosition)?;
        if !recorded.is_of(&kept) {
            return Err(LoadError::Drift { entry: at, recorded, found: StateHash::of(&kept) });
        }
        let mut aside = Vec::new();
        loop {
            let (mut session, ..) = Session::<G>::resume(saved.clone())?;
            let later = saved.entries[at - before..].iter();
            let drift =
                session.entries.iter().zip(later).enumerate().position(|(index, (found, recorded))| {
                    let state = || session.at(at + index + 1);
                    found.hash != recorded.hash && !state().is_some_and(|state| recorded.hash.is_of(&state))
                });
            let Some(drift) = drift else {
                if let Some(last) = session.history.last_mut() {
                    last.dropped.append(&mut aside);
                }
                return Ok(session);
            };
            aside = saved.entries.split_off(at - before + drift).into_iter().chain(aside).collect();
        }
    }

    /// Goes on from the snapshot; returns after how many entries that was, and how many later ones do not stand.
    fn resume(saved: SavedGame) -> Result<(Session<G>, usize, usize), LoadError> {
        let SavedGame { revision, setup, position, mut history, mut entries, mut told, snapshot, .. } = saved;
        let before: usize = history.iter().map(Stretch::span).sum();
        let state = G::restore(&snapshot.state, revision).map_err(LoadError::BadPosition)?;
        let count = snapshot.at.checked_sub(before).filter(|&count| count <= entries.len());
        let count = count.ok_or_else(|| {
            LoadError::BadPosition(format!("it is said to follow entry {}, which is not there", snapshot.at))
        })?;
        let mut later = entries.split_off(count);
        told.retain(|told| told.entry <= snapshot.at);
        history.push(Stretch { revision, position, entries, missing: 0, dropped: Vec::new(), told });
        let mut session = Session::from_position(setup, state)?.after(history);
        let stand = later.iter().position(|entry| session.repeat(entry).is_err()).unwrap_or(later.len());
        let dropped = later.split_off(stand);
        let lost = dropped.len();
        if let Some(last) = session.history.last_mut() {
            last.dropped = dropped;
        }
        Ok((session, snapshot.at, lost))
    }

    /// Plays a recorded entry.
    fn repeat(&mut self, recorded: &Entry<Json>) -> Result<(), LoadError> {
        let entry = self.len() + 1;
        let done = match &recorded.what {
            What::Act(action) => {
                let action = read(action).map_err(|why| LoadError::Unreadable { entry, why })?;
                self.act(recorded.seat, &action).map(|_| ())
            }
            What::Undo { to, consent } => self.undo_by_consent(recorded.seat, *to, *consent),
        };
        done.map_err(|why| LoadError::Illegal { entry, why })
    }
}

/// As JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> Json {
    serde_json::to_value(value).expect("states and actions are plain data")
}

/// From JSON.
pub(crate) fn read<T: serde::de::DeserializeOwned>(value: &Json) -> Result<T, String> {
    T::deserialize(value).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
