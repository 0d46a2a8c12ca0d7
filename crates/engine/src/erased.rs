//! Any game, without its type: what a server or a command line holds.
//!
//! [`AnyGame`] stands for a game, [`AnySession`] for one being played. Actions and positions go in and out as JSON.

use std::any::Any;
use std::marker::PhantomData;

use crate::session::legal;
use crate::{
    Board, Denied, Entry, Follower, Forecast, Game, Info, Layer, LegalChoice, LegalRoute, LoadError, Loaded,
    LogLine, Outcome, Overlay, Patch, PieceKey, Plans, Raw, Refusal, Resumed, Route, SavedGame, Seat, Seats,
    Session, Setup, SetupError, SpaceRef, StateHash, Table, Target, Told, Values, Viewer,
};

/// A game, without its type.
pub trait AnyGame: Send + Sync {
    /// What is known of it before it is played.
    fn info(&self) -> &'static Info;

    /// Its boards.
    fn boards(&self) -> &'static [Board];

    /// A new game.
    ///
    /// # Errors
    /// If the set-up is not sound.
    fn start(&self, setup: Setup) -> Result<Box<dyn AnySession>, SetupError>;

    /// A game that goes on from a position, given as JSON.
    ///
    /// # Errors
    /// If the set-up is not sound or the position cannot be.
    fn start_from(&self, setup: Setup, position: &Raw) -> Result<Box<dyn AnySession>, LoadError>;

    /// Brings a saved game back.
    ///
    /// # Errors
    /// What is wrong with it, and at which entry.
    fn load(&self, saved: SavedGame) -> Result<(Box<dyn AnySession>, Loaded), LoadError>;

    /// Brings a damaged game back from its snapshot ([`Session::salvage`]).
    ///
    /// # Errors
    /// If the snapshot proves nothing.
    fn salvage(&self, saved: SavedGame) -> Result<Box<dyn AnySession>, LoadError>;

    /// Goes on from the snapshot of a saved game whose rules have changed.
    ///
    /// # Errors
    /// If the snapshot cannot be used.
    fn resume(&self, saved: SavedGame, because: String) -> Result<(Box<dyn AnySession>, Resumed), LoadError>;
}

/// A game being played, without its type.
pub trait AnySession: Send + Sync {
    /// What is known of the game before it is played.
    fn info(&self) -> &'static Info;

    /// Its boards.
    fn boards(&self) -> &'static [Board];

    /// What it started from.
    fn setup(&self) -> &Setup;

    /// How many entries the journal has.
    fn entries(&self) -> usize;

    /// Entry `number` of the journal, counted from 1; nothing if there is none or it is history.
    fn entry(&self, number: usize) -> Option<Entry<Raw>>;

    /// The earliest number that [`AnySession::table_at`] can show: 0 unless the rules have changed since.
    fn origin(&self) -> usize;

    /// Who must decide.
    fn to_act(&self) -> Seats;

    /// Who may act although nobody waits for him.
    fn may_interject(&self) -> Seats;

    /// Whether a seat still decides what it decided after so many entries ([`Session::still_decides`]).
    fn still_decides(&self, seat: Seat, entries: usize) -> bool;

    /// Every legal action of `seat`, as it shows at the table, then its plans.
    fn choices(&self, seat: Seat) -> Vec<LegalChoice>;

    /// What `seat` must do, if it can be done for it ([`Session::forced`]).
    fn forced(&self, seat: Seat) -> Option<Raw>;

    /// What `seat` must decide and has decided ahead by its standing orders.
    fn ordered(&self, seat: Seat, orders: &Values) -> Option<Raw>;

    /// Carries out an action; returns the number of its entry.
    ///
    /// # Errors
    /// If it is not legal or no action at all; nothing has changed then.
    fn act(&mut self, seat: Seat, action: &Raw) -> Result<usize, Refusal>;

    /// Carries out an action and the rest of its plan, if it begins one; returns how many ([`Session::act_together`]).
    ///
    /// # Errors
    /// If they are not offered together or no actions at all; nothing has changed then.
    fn act_together(&mut self, seat: Seat, action: &Raw, then: &[Raw]) -> Result<usize, Refusal>;

    /// Carries out the actions of a route, and returns how many ([`Session::act_route`]).
    ///
    /// # Errors
    /// If there is no such route; nothing has changed then.
    fn act_route(&mut self, seat: Seat, pieces: &[PieceKey], way: &[SpaceRef]) -> Result<usize, Refusal>;

    /// What `seat` would do in any case, were its last `back` actions taken back ([`Session::foregone`]).
    fn foregone(&self, seat: Seat, back: usize, auto: bool, orders: &Values) -> Option<Raw>;

    /// Whether `seat` may freely take back its last action.
    ///
    /// # Errors
    /// Why not.
    fn can_undo(&self, seat: Seat) -> Result<(), Refusal>;

    /// Whether `seat` may freely take back its last `count` actions.
    ///
    /// # Errors
    /// Why not.
    fn can_take_back(&self, seat: Seat, count: usize) -> Result<(), Refusal>;

    /// Takes back the last action of `seat`, if the way back is free.
    ///
    /// # Errors
    /// If it is not; nothing has changed then.
    fn undo(&mut self, seat: Seat) -> Result<(), Refusal>;

    /// Takes back the last `count` actions of `seat` in one entry, if the whole way back is free.
    ///
    /// # Errors
    /// If it is not; nothing has changed then.
    fn take_back(&mut self, seat: Seat, count: usize) -> Result<(), Refusal>;

    /// Whether `seat` may go back to the state after the first `to` entries, if `consent` agree.
    ///
    /// # Errors
    /// Why not.
    fn can_undo_by_consent(&self, seat: Seat, to: usize, consent: Seats) -> Result<(), Refusal>;

    /// Goes back to the state after the first `to` entries, with the consent of every other seat.
    ///
    /// # Errors
    /// If somebody has not consented, or there is nothing to go back to; nothing has changed then.
    fn undo_by_consent(&mut self, seat: Seat, to: usize, consent: Seats) -> Result<(), Refusal>;

    /// The table as `viewer` sees it, with his choices.
    fn table(&self, viewer: Viewer) -> Table;

    /// A copy of the state to be looked at, without the journal.
    fn moment(&self) -> Box<dyn AnyPosition>;

    /// The same for the state after the first `entries` entries, if today's rules can still give it.
    fn moment_at(&self, entries: usize) -> Option<Box<dyn AnyPosition>>;

    /// The states from after the first `from` entries to after the first `to`, or the last; nothing if today's rules cannot give
    /// the first of them.
    fn past(&self, from: usize, to: usize) -> Option<Box<dyn AnyPast>>;

    /// The table as it was after the first `entries` entries, without choices.
    fn table_at(&self, entries: usize, viewer: Viewer) -> Option<Table>;

    /// The table of a state that was written under `revision` of the rules; nothing if it cannot be read.
    fn table_of(&self, state: &serde_json::Value, revision: u32, viewer: Viewer) -> Option<Table>;

    /// Everything that stops `seat` from doing anything with `target` now.
    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied>;

    /// See [`Game::forecast`](crate::Game::forecast).
    fn forecast(&self, seat: Seat, target: &Target) -> Option<Forecast>;

    /// What happened from entry `from` on, as `viewer` may read it, what was taken back included and marked.
    fn log(&self, viewer: Viewer, from: usize) -> Vec<LogLine>;

    /// The entries that were taken back ([`Session::undone`]).
    fn undone(&self) -> Vec<(usize, usize)>;

    /// What is told of one entry, and to whom.
    fn told(&self, entry: usize) -> Vec<Told>;

    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Ends it by something that is no move ([`Session::conclude`]).
    fn conclude(&mut self, outcome: Outcome);

    /// The fingerprint of the state.
    fn hash(&self) -> StateHash;

    /// The game as a document.
    fn save(&self) -> SavedGame;

    /// The whole state, hidden parts included, as JSON: a position to go on from elsewhere.
    fn position(&self) -> Raw;

    /// A copy of the state with its type, without the journal: for a bot that thinks while the game goes on.
    fn state_any(&self) -> Box<dyn Any + Send>;

    /// The [`Session`] with its type, for whoever knows it.
    fn as_any(&self) -> &dyn Any;

    /// The same, to be changed.
    fn as_any_mut(&mut self) -> &mut dyn Any;

    /// A copy to try things on.
    fn boxed_clone(&self) -> Box<dyn AnySession>;
}

/// One moment of a game, without its type: to be looked at while the game goes on.
pub trait AnyPosition: Send + Sync {
    /// The table as `viewer` sees it, with his choices.
    fn table(&self, viewer: Viewer) -> Table;

    /// Everything that stops `seat` from doing anything with `target`.
    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied>;

    /// See [`Game::forecast`](crate::Game::forecast).
    fn forecast(&self, seat: Seat, target: &Target) -> Option<Forecast>;

    /// See [`Game::layer`](crate::Game::layer).
    fn layer(&self, viewer: Viewer, layer: Layer) -> Vec<Overlay>;

    /// Where pieces of `seat` can go together ([`Game::routes`](crate::Game::routes)).
    fn routes(&self, seat: Seat, pieces: &[PieceKey], via: &[SpaceRef]) -> Vec<LegalRoute>;
}

/// A part of a game that is over, without its type: to be looked at while the game goes on.
pub trait AnyPast: Send {
    /// The table at its beginning as `viewer` saw it, without choices; what changed with each entry is told to `each`.
    fn follow(self: Box<Self>, viewer: Viewer, each: &mut dyn FnMut(&Patch<'_>)) -> Table;
}

/// A part of a game: a state, and the states after each entry that follows.
struct Past<G> {
    states: Vec<G>,
    seats: u8,
}

impl<G: Game> AnyPast for Past<G> {
    fn follow(self: Box<Self>, viewer: Viewer, each: &mut dyn FnMut(&Patch<'_>)) -> Table {
        let viewer = match viewer {
            Viewer::Seat(seat) if seat.0 >= self.seats => Viewer::Spectator,
            viewer => viewer,
        };
        let mut states = self.states.iter();
        let first = states.next().map_or_else(|| Table::of(Vec::new()), |state| state.view(viewer));
        let mut follower = Follower::new(first.clone());
        states.for_each(|state| each(&follower.look(state.view(viewer))));
        first
    }
}

/// One moment of a game.
#[derive(Clone, Debug)]
pub struct Position<G> {
    state: G,
    seats: u8,
    /// How it ended by something that is no move.
    concluded: Option<Outcome>,
}

impl<G: Game> Position<G> {
    /// Whoever has no seat at this table only watches.
    fn seated_or_watching(&self, viewer: Viewer) -> Viewer {
        match viewer {
            Viewer::Seat(seat) if seat.0 >= self.seats => Viewer::Spectator,
            viewer => viewer,
        }
    }
}

impl<G: Game> AnyPosition for Position<G> {
    fn table(&self, viewer: Viewer) -> Table {
        table(&self.state, self.concluded.as_ref(), self.seated_or_watching(viewer))
    }

    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        if seat.0 < self.seats { self.state.explain(seat, target) } else { Vec::new() }
    }

    fn forecast(&self, seat: Seat, target: &Target) -> Option<Forecast> {
        (seat.0 < self.seats).then(|| self.state.forecast(seat, target)).flatten()
    }

    fn layer(&self, viewer: Viewer, layer: Layer) -> Vec<Overlay> {
        let offered = G::info().layers.contains(&layer);
        if offered { self.state.layer(self.seated_or_watching(viewer), layer) } else { Vec::new() }
    }

    fn routes(&self, seat: Seat, pieces: &[PieceKey], via: &[SpaceRef]) -> Vec<LegalRoute> {
        let legal = |Route { way, actions, choice }: Route<G::Action>| LegalRoute {
            way,
            actions: actions.len(),
            choice,
        };
        if self.concluded.is_some() || !self.state.to_act().union(self.state.may_interject()).contains(seat) {
            return Vec::new();
        }
        self.state.routes(seat, pieces, via).into_iter().map(legal).collect()
    }
}

/// The table of a state as `viewer` sees it, with his choices.
fn table<G: Game>(state: &G, concluded: Option<&Outcome>, viewer: Viewer) -> Table {
    let mut table = state.view(viewer);
    if let Some(outcome) = concluded {
        table.outcome = Some(outcome.clone());
        table.to_act = Seats::NONE;
    } else if let Viewer::Seat(seat) = viewer {
        table.choices = choices(state, seat);
    }
    table
}

/// Every legal action of `seat`, as it shows at the table, then its plans.
fn choices<G: Game>(state: &G, seat: Seat) -> Vec<LegalChoice> {
    let single = |action| LegalChoice {
        action: Raw::of(action),
        then: Vec::new(),
        choice: state.choice(seat, action),
    };
    let mut choices: Vec<LegalChoice> = legal(state, seat).iter().map(single).collect();
    if choices.is_empty() {
        return choices;
    }
    let mut plans = Plans::new();
    state.plans(seat, &mut plans);
    for plan in plans.iter() {
        let Some((action, then)) = plan.split_first() else { continue };
        let (action, then) = (Raw::of(action), then.iter().map(Raw::of).collect::<Vec<Raw>>());
        let shown = state.plan_choices(seat, plan).into_iter();
        choices.extend(shown.map(|choice| LegalChoice {
            action: action.clone(),
            then: then.clone(),
            choice,
        }));
    }
    choices
}

/// Stands for the game `G`: `&Erased::<Skirmish>::GAME` is a `&'static dyn AnyGame`.
#[derive(Debug)]
pub struct Erased<G>(PhantomData<fn() -> G>);

impl<G: Game> Erased<G> {
    /// The game.
    pub const GAME: Erased<G> = Erased(PhantomData);
}

impl<G: Game> AnyGame for Erased<G> {
    fn info(&self) -> &'static Info {
        G::info()
    }

    fn boards(&self) -> &'static [Board] {
        G::boards()
    }

    fn start(&self, setup: Setup) -> Result<Box<dyn AnySession>, SetupError> {
        Ok(Box::new(Session::<G>::start(setup)?))
    }

    fn start_from(&self, setup: Setup, position: &Raw) -> Result<Box<dyn AnySession>, LoadError> {
        let position = position.read::<G>().map_err(LoadError::BadPosition)?;
        Ok(Box::new(Session::from_position(setup, position)?))
    }

    fn load(&self, saved: SavedGame) -> Result<(Box<dyn AnySession>, Loaded), LoadError> {
        let (session, loaded) = Session::<G>::load(saved)?;
        Ok((Box::new(session), loaded))
    }

    fn salvage(&self, saved: SavedGame) -> Result<Box<dyn AnySession>, LoadError> {
        Ok(Box::new(Session::<G>::salvage(saved)?))
    }

    fn resume(&self, saved: SavedGame, because: String) -> Result<(Box<dyn AnySession>, Resumed), LoadError> {
        let (session, resumed) = Session::<G>::revised(saved, because)?;
        Ok((Box::new(session), resumed))
    }
}

impl<G: Game> AnySession for Session<G> {
    fn info(&self) -> &'static Info {
        G::info()
    }

    fn boards(&self) -> &'static [Board] {
        G::boards()
    }

    fn setup(&self) -> &Setup {
        Session::setup(self)
    }

    fn entries(&self) -> usize {
        self.len()
    }

    fn entry(&self, number: usize) -> Option<Entry<Raw>> {
        let index = number.checked_sub(Session::origin(self) + 1)?;
        Session::entries(self).get(index).map(|entry| entry.map(Raw::of))
    }

    fn origin(&self) -> usize {
        Session::origin(self)
    }

    fn to_act(&self) -> Seats {
        Session::to_act(self)
    }

    fn may_interject(&self) -> Seats {
        if Session::to_act(self).is_empty() { Seats::NONE } else { self.state().may_interject() }
    }

    fn still_decides(&self, seat: Seat, entries: usize) -> bool {
        self.still_decides(seat, entries)
    }

    fn choices(&self, seat: Seat) -> Vec<LegalChoice> {
        if self.concluded().is_some() { Vec::new() } else { choices(self.state(), seat) }
    }

    fn forced(&self, seat: Seat) -> Option<Raw> {
        Session::forced(self, seat).as_ref().map(Raw::of)
    }

    fn ordered(&self, seat: Seat, orders: &Values) -> Option<Raw> {
        let decides = Session::to_act(self).contains(seat);
        decides.then(|| self.state().ordered(seat, orders)).flatten().map(|action| Raw::of(&action))
    }

    fn act(&mut self, seat: Seat, action: &Raw) -> Result<usize, Refusal> {
        let action = action.read_exactly().map_err(Refusal::BadAction)?;
        Session::act(self, seat, &action)?;
        Ok(self.len())
    }

    fn act_together(&mut self, seat: Seat, action: &Raw, then: &[Raw]) -> Result<usize, Refusal> {
        let actions = std::iter::once(action).chain(then).map(Raw::read_exactly);
        let actions = actions.collect::<Result<Vec<G::Action>, _>>().map_err(Refusal::BadAction)?;
        Session::act_together(self, seat, &actions)
    }

    fn act_route(&mut self, seat: Seat, pieces: &[PieceKey], way: &[SpaceRef]) -> Result<usize, Refusal> {
        Session::act_route(self, seat, pieces, way)
    }

    fn foregone(&self, seat: Seat, back: usize, auto: bool, orders: &Values) -> Option<Raw> {
        Session::foregone(self, seat, back, auto, orders).as_ref().map(Raw::of)
    }

    fn can_undo(&self, seat: Seat) -> Result<(), Refusal> {
        Session::can_undo(self, seat)
    }

    fn can_take_back(&self, seat: Seat, count: usize) -> Result<(), Refusal> {
        Session::can_take_back(self, seat, count)
    }

    fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        Session::undo(self, seat)
    }

    fn take_back(&mut self, seat: Seat, count: usize) -> Result<(), Refusal> {
        Session::take_back(self, seat, count)
    }

    fn can_undo_by_consent(&self, seat: Seat, to: usize, consent: Seats) -> Result<(), Refusal> {
        Session::can_undo_by_consent(self, seat, to, consent)
    }

    fn undo_by_consent(&mut self, seat: Seat, to: usize, consent: Seats) -> Result<(), Refusal> {
        Session::undo_by_consent(self, seat, to, consent)
    }

    fn table(&self, viewer: Viewer) -> Table {
        table(self.state(), self.concluded(), self.seated_or_watching(viewer))
    }

    fn moment(&self) -> Box<dyn AnyPosition> {
        let seats = Session::setup(self).seats;
        Box::new(Position { state: self.state().clone(), seats, concluded: self.concluded().cloned() })
    }

    fn moment_at(&self, entries: usize) -> Option<Box<dyn AnyPosition>> {
        let seats = Session::setup(self).seats;
        Some(Box::new(Position { state: self.at(entries)?, seats, concluded: None }))
    }

    fn past(&self, from: usize, to: usize) -> Option<Box<dyn AnyPast>> {
        let seats = Session::setup(self).seats;
        Some(Box::new(Past { states: Session::past(self, from, to)?, seats }))
    }

    fn table_at(&self, entries: usize, viewer: Viewer) -> Option<Table> {
        Some(self.at(entries)?.view(self.seated_or_watching(viewer)))
    }

    fn table_of(&self, state: &serde_json::Value, revision: u32, viewer: Viewer) -> Option<Table> {
        let state = G::restore(state, revision).ok().filter(|state| state.check().is_ok())?;
        Some(state.view(self.seated_or_watching(viewer)))
    }

    fn undone(&self) -> Vec<(usize, usize)> {
        Session::undone(self)
    }

    fn told(&self, entry: usize) -> Vec<Told> {
        Session::told(self, entry)
    }

    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        if seat.0 < Session::setup(self).seats { self.state().explain(seat, target) } else { Vec::new() }
    }

    fn forecast(&self, seat: Seat, target: &Target) -> Option<Forecast> {
        (seat.0 < Session::setup(self).seats).then(|| self.state().forecast(seat, target)).flatten()
    }

    fn log(&self, viewer: Viewer, from: usize) -> Vec<LogLine> {
        self.full_log(self.seated_or_watching(viewer), from)
    }

    fn outcome(&self) -> Option<Outcome> {
        Session::outcome(self)
    }

    fn conclude(&mut self, outcome: Outcome) {
        Session::conclude(self, outcome);
    }

    fn hash(&self) -> StateHash {
        Session::hash(self)
    }

    fn save(&self) -> SavedGame {
        Session::save(self)
    }

    fn position(&self) -> Raw {
        Raw::of(self.state())
    }

    fn state_any(&self) -> Box<dyn Any + Send> {
        Box::new(self.state().clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn boxed_clone(&self) -> Box<dyn AnySession> {
        Box::new(self.clone())
    }
}

impl<G: Game> Session<G> {
    /// Whoever has no seat at this table only watches.
    fn seated_or_watching(&self, viewer: Viewer) -> Viewer {
        match viewer {
            Viewer::Seat(seat) if seat.0 >= Session::setup(self).seats => Viewer::Spectator,
            _ => viewer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use crate::toy::{Marker, Skirmish};

    const GAMES: [&dyn AnyGame; 1] = [&Erased::<Skirmish>::GAME];

    fn marching() -> (Seat, Box<dyn AnySession>) {
        let mut game = GAMES[0].start(Setup::new("field", 2, Seed::from_number(1))).unwrap();
        for seat in [Seat(0), Seat(1)] {
            let action = game.choices(seat)[0].action.clone();
            game.act(seat, &action).unwrap();
        }
        (game.to_act().iter().next().unwrap(), game)
    }

    #[test]
    fn a_game_is_played_to_the_end_without_its_type() {
        let (_, mut game) = marching();
        while let Some(seat) = game.to_act().iter().next() {
            let choices = game.choices(seat);
            assert!(choices.iter().all(|choice| !choice.choice.label.is_empty()));
            let entry = game.act(seat, &choices[0].action).unwrap();
            assert_eq!(entry, game.entries());
        }
        assert_eq!(game.table(Viewer::Spectator).outcome, game.outcome());
        let plain = |entry: Entry<Raw>| entry.map(|action| action.read().unwrap());
        let entries: Vec<_> =
            (1..=game.entries()).map_while(|number| game.entry(number)).map(plain).collect();
        assert_eq!(entries, game.save().entries);
        assert_eq!((game.entry(0), game.entry(game.entries() + 1)), (None, None));
        let text = serde_json::to_string(&game.save()).unwrap();
        let (again, loaded) = GAMES[0].load(SavedGame::parse(&text).unwrap()).unwrap();
        assert_eq!((again.hash(), loaded.resumed), (game.hash(), None));
        assert_eq!(again.log(Viewer::Spectator, 3), game.log(Viewer::Spectator, 3));
        assert!(matches!(SavedGame::parse("{}"), Err(LoadError::Malformed(_))));
    }

    #[test]
    fn what_is_no_action_is_refused_like_what_is_no_legal_one() {
        let (seat, mut game) = marching();
        let before = game.hash();
        assert!(matches!(game.act(seat, &Raw::of("fly")), Err(Refusal::BadAction(_))));
        assert!(matches!(game.act(seat, &Raw::of("gamble")), Err(Refusal::Denied(_))));
        assert!(matches!(game.act(Seat(9), &Raw::of("west")), Err(Refusal::NoSuchSeat { .. })));
        assert_eq!(game.hash(), before);
        assert!(game.choices(Seat(9)).is_empty());
        assert_eq!(game.table(Viewer::Seat(Seat(9))), game.table(Viewer::Spectator));
    }

    #[test]
    fn a_game_that_was_given_up_is_over_for_everybody() {
        let (seat, mut game) = marching();
        let (hash, entries, other) = (game.hash(), game.entries(), Seat(1 - seat.0));
        let outcome = Outcome { winners: other.into(), reason: "resigned".into(), scores: Vec::new() };
        game.conclude(outcome.clone());
        assert_eq!((game.outcome(), game.to_act()), (Some(outcome.clone()), Seats::NONE));
        assert_eq!(
            (game.forced(seat), game.choices(seat), game.may_interject()),
            (None, Vec::new(), Seats::NONE)
        );
        assert_eq!(game.act(seat, &Raw::of("west")), Err(Refusal::GameOver));
        assert_eq!(game.can_undo(seat), Err(Refusal::GameOver));
        assert_eq!(game.undo_by_consent(seat, 0, other.into()), Err(Refusal::GameOver));
        let table = game.table(Viewer::Spectator);
        assert_eq!((table.outcome, table.to_act), (Some(outcome), Seats::NONE));
        // The journal knows nothing of it.
        assert_eq!((game.hash(), game.entries()), (hash, entries));
        assert!(GAMES[0].load(game.save()).unwrap().0.outcome().is_none());
    }

    #[test]
    fn one_can_go_back_and_ask_why() {
        let (seat, mut game) = marching();
        let other = Seat(1 - seat.0);
        let before = game.table(Viewer::Seat(seat));
        game.act(seat, &Raw::of("west")).unwrap();
        game.undo(seat).unwrap();
        assert_eq!(game.table(Viewer::Seat(seat)), before);
        assert!(matches!(game.undo(seat), Err(Refusal::TooLateToUndo(_))));
        game.undo_by_consent(seat, 0, other.into()).unwrap();
        assert_eq!(game.table_at(0, Viewer::Spectator), Some(game.table(Viewer::Spectator)));
        let seen = crate::Table { choices: Vec::new(), ..before };
        assert_eq!(game.table_at(2, Viewer::Seat(seat)), Some(seen));
        let state = game.position().read().unwrap();
        assert_eq!(game.table_of(&state, 0, Viewer::Spectator), Some(game.table(Viewer::Spectator)));
        assert_eq!(game.table_of(&serde_json::Value::Null, 0, Viewer::Spectator), None);
        let target = Target::Move { piece: PieceKey::of(&Marker), to: SpaceRef { board: 0, space: 3 } };
        assert_eq!(game.explain(seat, &target)[0].rule, "K-1-turn");
    }

    #[test]
    fn a_position_goes_on_elsewhere_and_the_type_is_still_there() {
        let (_, game) = marching();
        let what_if = GAMES[0].start_from(game.setup().clone(), &game.position()).unwrap();
        assert_eq!((what_if.hash(), what_if.entries()), (game.hash(), 0));
        let typed = what_if.as_any().downcast_ref::<Session<Skirmish>>().unwrap();
        assert_eq!(typed.state().marker(), 4);
        assert_eq!(what_if.state_any().downcast_ref(), Some(typed.state()));
        assert!(GAMES[0].start_from(game.setup().clone(), &Raw::of("nowhere")).is_err());
    }
}
