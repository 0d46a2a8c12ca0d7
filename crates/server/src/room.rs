//! A game that is being played here: the session, who holds its seats, and whoever waits for news.
//!
//! Everything that changes the session goes through [`Room::change`]: it is locked, changed, written to disk in one piece
//! and only then shown to anybody. What is refused has changed nothing: every command is checked as a whole before it does
//! anything. Whenever memory may not be what is on disk, because the disk fails or for any other reason, the room is
//! closed and the game is read from its journal again.

mod back;
mod bots;
mod once;
mod resign;
mod subscribers;
mod tokens;

use std::panic::AssertUnwindSafe;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use engine::{
    AnySession, Entry, Outcome, PieceKey, Raw, Refusal, Seat, Seats, SpaceRef, Target, Told, Values, Viewer,
    What,
};
use futures_util::FutureExt;
use tokio::sync::{MutexGuard, watch};
use tokio_util::sync::DropGuard;

use self::bots::Attendance;
use self::subscribers::{Change, Subscribers};
use crate::account::Account;
use crate::frame::EventFrame;
use crate::games::{GameRegistry, now};
use crate::letter::{Letter, LetterError, Mail};
use crate::load::Hold;
use crate::metrics::Actor;
use crate::player::{Player, split};
use crate::store::{Advance, GameHeadline, GameProgress, Repair, SeatToken, StoreError};
use crate::token::{NoRandomness, Token, TokenHash};
use crate::view::{Update, View, ViewOptions};
pub use back::Request;
pub use once::Attempt;
pub use resign::{Resignation, ended, seated};
pub use subscribers::{LiveUpdate, Perspective, SeatStatus, StreamPosition};
pub use tokens::DeleteError;
use tokens::Tokens;

/// More foregone decisions in a row than this are no game's intention.
const MOST_FOREGONE: usize = 1000;

/// So many links there are to a seat at most.
pub const MOST_LINKS: usize = 20;

/// A game that is being played here.
pub struct Room {
    /// Its id.
    pub id: String,
    /// Which game it is of.
    pub game: &'static str,
    /// Who sits where.
    pub players: Vec<Player>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// The value of every option.
    pub options: Arc<Values>,
    /// The id once more, for the queue of the bots.
    name: Arc<str>,
    /// On whose account its bots think.
    account: Account,
    humans: Seats,
    bots: Seats,
    /// Whether whoever made the game has chosen its seed, and so knows its dice.
    pub seed_chosen: bool,
    /// What was found damaged, and how the game went on.
    pub repairs: Vec<Repair>,
    /// The earliest number that can be shown.
    pub first_shown: usize,
    tokens: Tokens,
    /// The seats whose own links have been used.
    claimed: Mutex<Seats>,
    state: tokio::sync::Mutex<Option<RoomState>>,
    /// What was done lately by requests with a retry key.
    recent: tokio::sync::Mutex<once::Recent>,
    news: watch::Sender<News>,
    /// Told whenever a token may hold less than before.
    holders: watch::Sender<()>,
    /// Those who follow it.
    subscribers: Arc<tokio::sync::Mutex<Subscribers>>,
    used: Mutex<Instant>,
    attendance: Mutex<Attendance>,
    /// Whether bots wait for somebody to come.
    parked: AtomicBool,
}

/// The part of a room that changes.
pub struct RoomState {
    /// The game.
    pub session: Box<dyn AnySession>,
    /// What was ordered ahead, for each seat.
    pub orders: Vec<Orders>,
    /// What somebody asks of the others.
    pub request: Option<Request>,
    /// Who has written to whom.
    pub mail: Mail,
    /// Who has given up.
    pub resigned: Vec<Resignation>,
    /// Whether a task plays for the bots.
    driven: bool,
    /// Counts the game among those whose bots think, or are about to.
    load: Option<Hold>,
    /// Dropped when what a bot thinks about is out of date: then it stops.
    thinking: Option<DropGuard>,
    /// How many of the last entries are one decision of a person and what was foregone after it, so that before them there was
    /// a choice; 0 if that is not known.
    chosen: usize,
}

/// What a person has ordered ahead for a seat.
#[derive(Clone, Debug)]
pub struct Orders {
    /// Whether forced moves are played for it.
    pub auto: bool,
    /// The game's standing orders.
    pub values: Values,
}

/// How a game stands, for whoever waits for it to go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// How many entries it has.
    pub number: usize,
    to_act: Seats,
    outcome: Option<Arc<Outcome>>,
    request: Option<Request>,
    /// How many have given up.
    resigned: usize,
    /// How many letters each seat has written or received.
    letters: [usize; Seats::MAX as usize],
    /// Whether it was deleted.
    pub deleted: bool,
}

impl News {
    /// How a room stands.
    pub fn of(state: &RoomState) -> News {
        News {
            number: state.session.entries(),
            to_act: state.session.to_act(),
            outcome: state.session.outcome().map(Arc::new),
            request: state.request,
            resigned: state.resigned.len(),
            letters: state.mail.counts(),
            deleted: false,
        }
    }

    /// The same for whoever holds these seats.
    pub fn update(&self, held: Seats) -> Update {
        let News { number, to_act, ref outcome, .. } = *self;
        Update { number, stamp: self.stamp(held), to_act, outcome: outcome.clone() }
    }

    /// Another for every change that whoever holds these seats may see: of the letters of others he learns nothing.
    pub fn stamp(&self, held: Seats) -> String {
        let News { number, request, resigned, letters, .. } = *self;
        let mut stamp = number.to_string();
        if resigned > 0 {
            stamp += &format!("!{resigned}");
        }
        if let Some(Request { id, seat, to, agreed, .. }) = request {
            stamp += &format!("-{id}-{}-{to}-{}", seat.0, agreed.len());
        }
        match held.iter().map(|seat| letters[seat.index()]).sum() {
            0 => stamp,
            letters => format!("{stamp}~{letters}"),
        }
    }
}

/// Why a room does not do what it was asked.
#[derive(Debug)]
pub enum RoomError {
    /// Others were faster.
    Stale(Box<View>),
    /// The game stands against it.
    Refused(Refusal),
    /// Nobody asks to go back.
    NothingAsked,
    /// The machine gives no random numbers.
    NoRandomness(NoRandomness),
    /// A letter cannot be delivered.
    LetterError(LetterError),
    /// The retry key came with another request before.
    KeyReused,
    /// It cannot be written down.
    Store(StoreError),
    /// It was closed because of an earlier failure.
    Closed,
}

impl From<Refusal> for RoomError {
    fn from(refusal: Refusal) -> RoomError {
        RoomError::Refused(refusal)
    }
}

/// What a person does to a game.
#[derive(Clone, Debug)]
pub enum Command {
    /// An action, and those that one click makes along with it.
    Act(Raw, Vec<Raw>),
    /// Pieces go somewhere together, over these spaces.
    Go(Vec<PieceKey>, Vec<SpaceRef>),
    /// The last one is taken back.
    Undo,
    /// The others are asked to go back.
    AskBack {
        /// To after how many entries.
        to: usize,
    },
    /// Such a request is answered.
    AnswerBack {
        /// To after how many entries it goes.
        to: usize,
        /// Its id.
        request: u32,
        /// How.
        agree: bool,
    },
    /// Orders for the seat are given.
    Order(Orders),
    /// A letter is sent.
    Write(Letter),
}

/// What somebody wants done, and how he wants to hear of it.
#[derive(Clone, Debug)]
pub struct CommandRequest {
    /// For which seat.
    pub seat: Seat,
    /// How many entries the game had when he decided, if that matters.
    pub number: Option<usize>,
    /// What.
    pub command: Command,
    /// How he looks at the game.
    pub look: ViewOptions,
    /// Whether he wants to see the table after it: not if he follows the game anyway.
    pub show: bool,
}

/// What came of a command.
#[derive(Debug)]
pub struct CommandOutcome {
    /// The table after it, if that was wanted.
    pub view: Option<View>,
    /// How the game stands after it.
    pub news: News,
    /// How many actions were carried out. Of a choice that makes several, those that cannot follow are left.
    pub done: usize,
    /// Whether that was before: it is asked for again.
    pub repeated: bool,
}

/// What is written down along with the entries of a command.
enum AlsoStored {
    Nothing,
    Orders(Seat, Orders),
    /// A letter, after so many others.
    Letter(usize, Letter),
}

/// What a room is made of.
pub struct RoomParts {
    /// The game's id.
    pub id: String,
    /// Who sits where.
    pub players: Vec<Player>,
    /// When it was made.
    pub created: i64,
    /// On whose account its bots think.
    pub account: Account,
    /// Counts it among the games whose bots think, if that was reserved.
    pub load: Option<Hold>,
    /// Whether its seed was chosen.
    pub seed_chosen: bool,
    /// What was found damaged.
    pub repairs: Vec<Repair>,
    /// The earliest number that can be shown.
    pub first_shown: usize,
    /// Who may act for which seats.
    pub tokens: Vec<SeatToken>,
    /// The seats whose own links have been used.
    pub claimed: Seats,
    /// What was ordered ahead, for each seat.
    pub orders: Vec<Orders>,
    /// What somebody asks of the others.
    pub request: Option<Request>,
    /// Who has written to whom.
    pub mail: Mail,
    /// Who has given up.
    pub resigned: Vec<Resignation>,
    /// The game.
    pub session: Box<dyn AnySession>,
}

impl Room {
    /// A room with all that belongs into it.
    pub fn new(parts: RoomParts) -> Room {
        let RoomParts { id, players, created, account, load, seed_chosen, repairs, first_shown, .. } = parts;
        let RoomParts { tokens, claimed, orders, request, mail, resigned, session, .. } = parts;
        let (humans, bots) = split(&players);
        let (game, setup) = (session.info().id, session.setup());
        let options = session.info().resolve(setup).map(|settings| settings.values).unwrap_or_default();
        let state = RoomState {
            session,
            orders,
            request,
            mail,
            resigned,
            driven: false,
            load,
            thinking: None,
            chosen: 0,
        };
        Room {
            name: id.as_str().into(),
            id,
            account,
            game,
            players,
            created,
            options: Arc::new(options),
            humans,
            bots,
            seed_chosen,
            repairs,
            first_shown,
            tokens: Tokens::new(tokens),
            claimed: Mutex::new(claimed),
            news: watch::Sender::new(News::of(&state)),
            state: tokio::sync::Mutex::new(Some(state)),
            holders: watch::Sender::new(()),
            recent: tokio::sync::Mutex::default(),
            // Whoever has followed the game in an earlier room has lost the thread.
            subscribers: Arc::new(tokio::sync::Mutex::new(Subscribers::new(first_watcher()))),
            used: Mutex::new(Instant::now()),
            attendance: Mutex::default(),
            parked: AtomicBool::new(false),
        }
    }

    /// The seats a token holds; nothing if it is not of this game. A seat that somebody has taken with its link is no longer
    /// held by whoever made the game.
    pub fn seats_of(&self, token: &Token) -> Option<Seats> {
        self.tokens.seats_of(token, self.claimed(), now())
    }

    /// Whether whoever has this token may delete the game.
    ///
    /// # Errors
    /// Why not.
    pub fn may_delete(&self, token: Option<&Token>, over: bool) -> Result<(), DeleteError> {
        self.tokens.may_delete(token, over, now())
    }

    /// When tokens were used, as far as that is not on disk yet.
    pub fn uses_to_keep(&self) -> Vec<(TokenHash, i64)> {
        self.tokens.uses_to_keep()
    }

    /// Notes that somebody uses a link, if `token` is that of a seat at a table with others: from then on nobody else speaks
    /// for that seat. Written down before it counts; if that fails, it is tried again when the link is next used.
    pub async fn claim(&self, games: &GameRegistry, token: &Token) {
        let hash = token.hash();
        let Some(seat) = self.tokens.invited(&hash) else { return };
        if self.humans.len() < 2 || seat.minus(self.claimed()).is_empty() {
            return;
        }
        let gone = seat.iter().flat_map(|seat| self.tokens.links_of(seat, true)).collect::<Vec<_>>();
        match games.store.claim(&hash, gone.clone()).await {
            Ok(()) => {
                {
                    let mut claimed = self.claimed.lock().unwrap_or_else(PoisonError::into_inner);
                    *claimed = claimed.union(seat);
                }
                self.tokens.forget(&gone);
                self.holders.send_replace(());
                // Those who wait for him see that he has come.
                if let Some(state) = &*self.state.lock().await {
                    let number = state.session.entries();
                    self.show(state, (number, number), Vec::new(), false).await;
                }
            }
            Err(error) => tracing::error!(game = self.id, %error, "that a seat is taken cannot be kept"),
        }
    }

    fn claimed(&self) -> Seats {
        *self.claimed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many links there are for a seat.
    pub fn links_of(&self, seat: Seat) -> usize {
        self.tokens.links_of(seat, false).len()
    }

    /// Makes a fresh link for a seat, of which `token` holds it; with `revoke` all older links of that seat hold nothing any
    /// more. With a link for a `guest` somebody else takes the seat from whoever made the game.
    ///
    /// # Errors
    /// If there is no chance to be had, or it cannot be written down.
    pub async fn link(
        &self,
        games: &GameRegistry,
        token: &Token,
        seat: Seat,
        guest: bool,
        revoke: bool,
    ) -> Result<Token, RoomError> {
        let fresh = Token::fresh().map_err(RoomError::NoRandomness)?;
        let lent = self.tokens.is_host(token) && !guest;
        let gone = if revoke { self.tokens.links_of(seat, false) } else { Vec::new() };
        let kept = SeatToken { hash: fresh.hash(), seats: vec![seat], host: false, lent, used: None };
        let claimed = self.claimed().contains(seat);
        games.store.link(&self.id, kept.clone(), claimed, gone.clone()).await.map_err(RoomError::Store)?;
        self.tokens.add(kept);
        self.tokens.forget(&gone);
        self.holders.send_replace(());
        Ok(fresh)
    }

    /// Waits until a token no longer holds all of these seats: its link was revoked, or somebody else has taken one of them. Then
    /// whatever was opened with it ends. The room is not kept open meanwhile; once it is closed there is nothing to wait for.
    pub fn until_lost(
        self: &Arc<Room>,
        token: Option<Token>,
        held: Seats,
    ) -> impl Future<Output = ()> + use<> {
        let (mut holders, room) = (self.holders.subscribe(), Arc::downgrade(self));
        async move {
            let Some(token) = token.filter(|_| !held.is_empty()) else { return std::future::pending().await };
            // The first look is for what has changed since the seats were read.
            while let Some(room) = room.upgrade() {
                if !held.minus(room.seats_of(&token).unwrap_or(Seats::NONE)).is_empty() {
                    return;
                }
                drop(room);
                if holders.changed().await.is_err() {
                    break;
                }
            }
            std::future::pending().await
        }
    }

    /// The seats of bots.
    pub fn bots(&self) -> Seats {
        self.bots
    }

    /// Somebody follows the game, or comes back to where he was: gives him the whole table if he needs it, and where he is.
    ///
    /// # Errors
    /// If the room is closed.
    pub async fn join(
        &self,
        look: ViewOptions,
        before: Option<StreamPosition>,
    ) -> Result<(Option<View>, StreamPosition, watch::Receiver<u64>), RoomError> {
        let state = self.state.lock().await;
        let state = state.as_ref().ok_or(RoomError::Closed)?;
        let perspective = look.perspective();
        let status = self.status(state, perspective);
        let mut subscribers = self.subscribers.lock().await;
        let number = state.session.entries();
        let joined = subscribers.join(perspective, number, status, before, || state.session.moment());
        let view = joined.table.map(|table| View::with(self, state, look, table, Some(joined.place.watcher)));
        Ok((view, joined.place, joined.newest))
    }

    /// What has changed for whoever looks so since he was at `place`; nothing if he has lost the thread.
    pub async fn updates_since(
        &self,
        look: ViewOptions,
        place: StreamPosition,
    ) -> Option<Vec<(u64, Arc<EventFrame>)>> {
        self.subscribers.lock().await.since(look.perspective(), place)
    }

    /// What a target is called by the game, for somebody who follows it as `watcher`.
    pub async fn resolve(&self, seat: Seat, watcher: Option<u32>, target: Target) -> Target {
        match watcher {
            Some(watcher) => self.subscribers.lock().await.resolve(seat, watcher, &target),
            None => target,
        }
    }

    /// What changes for somebody beside the table.
    pub fn status(&self, state: &RoomState, perspective: Perspective) -> SeatStatus {
        let own = perspective.seat.filter(|&seat| perspective.own && self.humans.contains(seat));
        SeatStatus {
            undo: own.is_some_and(|seat| self.way_back(state, seat).is_ok()),
            request: state.request,
            letters: own.map_or(0, |seat| state.mail.counts()[seat.index()]),
            auto: own.and_then(|seat| state.orders.get(seat.index())).is_some_and(|orders| orders.auto),
            unclaimed: self.unclaimed(),
        }
    }

    /// The seats of people whose own links nobody has used yet, at a table for several.
    fn unclaimed(&self) -> Seats {
        if self.humans.len() < 2 { Seats::NONE } else { self.humans.minus(self.claimed()) }
    }

    /// Shows those who follow the game what has changed. Where that takes long it is done on a thread of its own, in order.
    async fn show(&self, state: &RoomState, numbers: (usize, usize), told: Vec<Vec<Told>>, back: bool) {
        let mut subscribers = self.subscribers.clone().lock_owned().await;
        subscribers.forget(Instant::now());
        if subscribers.is_empty() {
            return;
        }
        let session = &*state.session;
        let change = Change {
            numbers,
            position: session.moment(),
            told: told.into_iter().flatten().collect(),
            undone: back.then(|| session.undone()),
            thinking: session.to_act().iter().any(|seat| self.bots.contains(seat)),
            statuses: subscribers
                .perspective()
                .map(|perspective| (perspective, self.status(state, perspective)))
                .collect(),
        };
        if subscribers.is_slow() {
            tokio::task::spawn_blocking(move || subscribers.show(&change));
        } else {
            subscribers.show(&change);
        }
    }

    /// How the game stands, as it changes.
    pub fn news(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// Notes that the room is in use.
    pub fn touch(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Whether nobody has used it since `then`, nor listens.
    pub fn is_idle_since(&self, then: Instant) -> bool {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) < then && self.news.receiver_count() == 0
    }

    /// Looks at the session, or does anything with it that changes nothing.
    ///
    /// # Errors
    /// If the room is closed.
    pub async fn read<T>(&self, read: impl FnOnce(&Room, &RoomState) -> T) -> Result<T, RoomError> {
        let state = self.state.lock().await;
        state.as_ref().map(|state| read(self, state)).ok_or(RoomError::Closed)
    }

    /// Does what a person wants, if the game is where he thinks it is or that does not matter. It does not matter for an action
    /// if only those who decide at the same time have done so since.
    ///
    /// It runs in a task of its own: somebody who hangs up does not stop it half-way.
    ///
    /// # Errors
    /// If it cannot be done; then nothing has changed.
    pub async fn perform(
        self: &Arc<Room>,
        games: &Arc<GameRegistry>,
        wish: CommandRequest,
    ) -> Result<CommandOutcome, RoomError> {
        let (room, games) = (self.clone(), games.clone());
        let tasks = games.tasks.clone();
        let task = tasks.spawn(async move {
            let changed = room.safely(&games, room.change(&games, wish)).await;
            changed.unwrap_or(Err(RoomError::Closed))
        });
        task.await.unwrap_or(Err(RoomError::Closed))
    }

    async fn change(
        self: &Arc<Room>,
        games: &Arc<GameRegistry>,
        CommandRequest { seat, number, command, look, show }: CommandRequest,
    ) -> Result<CommandOutcome, RoomError> {
        let mut guard = self.state.lock().await;
        let state = guard.as_mut().ok_or(RoomError::Closed)?;
        let in_time = |number| match command {
            Command::Act(..) | Command::Go(..) => state.session.still_decides(seat, number),
            _ => state.session.entries() == number,
        };
        if !number.is_none_or(in_time) {
            return Err(RoomError::Stale(Box::new(View::of(self, state, look))));
        }
        let from = (News::of(state), state.session.to_act());
        let (done, also) = match self.carry_out(games, state, seat, command, look) {
            Ok(carried_out) => carried_out,
            Err(error) => {
                self.is_untouched(games, &mut guard, &from.0);
                return Err(error);
            }
        };
        self.keep_with(games, &mut guard, from, also).await?;
        let state = guard.as_mut().ok_or(RoomError::Closed)?;
        self.wake(games, state);
        let view = show.then(|| View::of(self, state, look));
        Ok(CommandOutcome { view, news: News::of(state), done, repeated: false })
    }

    /// Does it in memory; gives how many actions that were, and what is to be written down beside them. Whatever stands
    /// against it is found before anything has changed.
    fn carry_out(
        self: &Arc<Room>,
        games: &GameRegistry,
        state: &mut RoomState,
        seat: Seat,
        command: Command,
        look: ViewOptions,
    ) -> Result<(usize, AlsoStored), RoomError> {
        let mut done = 0;
        let mut also = AlsoStored::Nothing;
        match command {
            Command::Act(..) | Command::Go(..) => {
                done = match command {
                    Command::Go(pieces, way) => state.session.act_route(seat, &pieces, &way)?,
                    Command::Act(action, then) => state.session.act_together(seat, &action, &then)?,
                    _ => 0,
                };
                (0..done).for_each(|_| games.metrics.entered(Actor::Human));
                state.chosen = done;
                state.request = None;
                self.play_foregone(games, state);
            }
            Command::Undo => self.undo(games, state, seat)?,
            Command::AskBack { to } => self.ask_back(games, state, seat, look.held, to)?,
            Command::AnswerBack { to, request, agree } => {
                self.answer_back(games, state, (to, request), agree, look)?;
            }
            Command::Order(orders) => {
                state.orders[seat.index()] = orders.clone();
                also = AlsoStored::Orders(seat, orders);
                self.play_foregone(games, state);
            }
            Command::Write(letter) => {
                state.mail.check(&letter, self.humans).map_err(RoomError::LetterError)?;
                let number = state.mail.len();
                state.mail.add((&letter).into());
                also = AlsoStored::Letter(number, letter);
            }
        }
        Ok((done, also))
    }

    /// Sees to it that what was refused has left no trace. Should it have, the game is read again.
    fn is_untouched(
        &self,
        games: &Arc<GameRegistry>,
        guard: &mut MutexGuard<'_, Option<RoomState>>,
        before: &News,
    ) -> bool {
        let untouched = guard.as_ref().is_some_and(|state| News::of(state) == *before);
        if !untouched {
            tracing::error!(game = self.id, "what was refused has left a trace: the game is read again");
            self.close(games, guard);
        }
        untouched
    }

    /// Drops what is in memory: it may not be what is on disk.
    fn close(&self, games: &Arc<GameRegistry>, guard: &mut MutexGuard<'_, Option<RoomState>>) {
        **guard = None;
        games.forget(&self.id);
    }

    /// Does something that changes the session; nothing if it stumbles. Then what is in memory may not be what is on
    /// disk: the room is closed, and the game is read again.
    async fn safely<T>(&self, games: &Arc<GameRegistry>, change: impl Future<Output = T>) -> Option<T> {
        let changed = AssertUnwindSafe(change).catch_unwind().await;
        if changed.is_err() {
            tracing::error!(game = self.id, "something stumbles: the game is read again");
            self.close(games, &mut self.state.lock().await);
        }
        changed.ok()
    }

    /// Plays what must be played anyway, and sees to it that bots play: when the room opens.
    ///
    /// # Errors
    /// If it cannot be written down.
    pub async fn settle(self: &Arc<Room>, games: &Arc<GameRegistry>) -> Result<(), RoomError> {
        self.safely(games, self.begin(games)).await.unwrap_or(Err(RoomError::Closed))
    }

    /// Deletes the game for good, and ends all that waits for it. `agreed` is asked at the last moment.
    ///
    /// # Errors
    /// If it is closed, is not to be deleted, or cannot be; then nothing has changed.
    pub async fn delete<E>(
        &self,
        games: &Arc<GameRegistry>,
        agreed: impl FnOnce(&Room, &RoomState) -> Result<(), E>,
    ) -> Result<Result<(), E>, RoomError> {
        let mut guard = self.state.lock().await;
        let state = guard.as_ref().ok_or(RoomError::Closed)?;
        if let Err(refused) = agreed(self, state) {
            return Ok(Err(refused));
        }
        games.store.delete(&self.id).await.map_err(RoomError::Store)?;
        // Whoever finds the room closed looks for it again, and finds nothing.
        games.drop_room(&self.id);
        *guard = None;
        self.news.send_modify(|news| news.deleted = true);
        Ok(Ok(()))
    }

    async fn begin(self: &Arc<Room>, games: &Arc<GameRegistry>) -> Result<(), RoomError> {
        let mut guard = self.state.lock().await;
        let state = guard.as_mut().ok_or(RoomError::Closed)?;
        let from = (News::of(state), state.session.to_act());
        // After an undo there is a choice, so this does not redo what was taken back.
        self.play_foregone(games, state);
        self.keep(games, &mut guard, from).await?;
        self.wake(games, guard.as_mut().ok_or(RoomError::Closed)?);
        Ok(())
    }

    /// What `seat` would do in any case, were its last `back` actions taken back: the only thing it could, or what it has
    /// ordered.
    fn foregone(&self, state: &RoomState, seat: Seat, back: usize) -> Option<Raw> {
        let orders = state.orders.get(seat.index())?;
        state.session.foregone(seat, back, orders.auto, &orders.values)
    }

    /// Plays for every person whose decision is foregone.
    fn play_foregone(&self, games: &GameRegistry, state: &mut RoomState) {
        for _ in 0..MOST_FOREGONE {
            let mut people = state.session.to_act().iter().filter(|&seat| self.humans.contains(seat));
            let foregone = people.find_map(|seat| Some((seat, self.foregone(state, seat, 0)?)));
            let Some((seat, action)) = foregone else { return };
            if state.session.act(seat, &action).is_err() {
                return;
            }
            state.chosen += usize::from(state.chosen > 0);
            state.request = None;
            games.metrics.entered(Actor::Forced);
        }
    }

    /// Writes down what has happened since `from`, and tells whoever waits.
    async fn keep(
        self: &Arc<Room>,
        games: &Arc<GameRegistry>,
        guard: &mut MutexGuard<'_, Option<RoomState>>,
        from: (News, Seats),
    ) -> Result<(), RoomError> {
        self.keep_with(games, guard, from, AlsoStored::Nothing).await
    }

    /// The same, and what belongs to it, all or nothing.
    async fn keep_with(
        self: &Arc<Room>,
        games: &Arc<GameRegistry>,
        guard: &mut MutexGuard<'_, Option<RoomState>>,
        (before, to_act): (News, Seats),
        also: AlsoStored,
    ) -> Result<(), RoomError> {
        let state = guard.as_mut().ok_or(RoomError::Closed)?;
        let now = News::of(state);
        let (mut told, mut back) = (Vec::new(), false);
        let mut advance = || {
            let mut advance = advance(&self.id, &*state.session, before.number, to_act);
            advance.standing.request = state.request;
            back = advance.entries.iter().any(|entry| matches!(entry.what, What::Undo { .. }));
            told = if advance.entries.is_empty() { Vec::new() } else { advance.told.clone() };
            advance
        };
        let moved = now.number != before.number || now.request != before.request;
        let kept = match also {
            AlsoStored::Orders(seat, orders) => games.store.order(seat, orders, advance()).await,
            AlsoStored::Letter(number, letter) => games.store.letter(&self.id, number, &letter).await,
            AlsoStored::Nothing if moved => games.store.advance(advance()).await,
            AlsoStored::Nothing => Ok(()),
        };
        if let Err(error) = kept {
            tracing::error!(game = self.id, %error, "an action cannot be kept: the game is read again");
            self.close(games, guard);
            return Err(RoomError::Store(error));
        }
        if now.number != before.number {
            state.thinking = None;
        }
        self.show(state, (before.number, now.number), told, back).await;
        self.news.send_replace(now);
        Ok(())
    }
}

/// How a session stands.
pub fn standing(session: &dyn AnySession) -> GameProgress {
    GameProgress {
        number: session.entries(),
        to_act: session.to_act().iter().collect(),
        outcome: session.outcome(),
        request: None,
        moved: Some(now()),
        sight: None,
    }
}

/// What everybody sees of a session at a glance.
fn sight(session: &dyn AnySession) -> GameHeadline {
    let table = session.table(Viewer::Spectator);
    let alone = table.tracks.iter().filter(|track| track.marker.is_none());
    let words = alone.take(2).enumerate().map(|(nth, track)| {
        let title = if nth == 0 { track.title.to_string() } else { track.title.to_lowercase() };
        let end = track.end.map(|end| format!(" of {end}")).unwrap_or_default();
        format!("{title} {}{end}", track.at)
    });
    let stage: Vec<String> = words.collect();
    GameHeadline {
        stage: stage.join(", "),
        parts: table.seats.iter().map(|sheet| sheet.name.to_string()).collect(),
    }
}

/// What happened in a session since it had `number` entries and `to_act` had to decide.
pub fn advance(id: &str, session: &dyn AnySession, number: usize, to_act: Seats) -> Advance {
    let entries = (number + 1..=session.entries()).filter_map(|number| session.entry(number));
    let entries: Vec<_> = entries.collect();
    let by_consent =
        |entry: &Entry<Raw>| matches!(&entry.what, What::Undo { consent, .. } if !consent.is_empty());
    let hands = session.to_act() != to_act || entries.iter().any(by_consent);
    let snapshot = hands.then(|| session.position());
    // Before the first entry there is the opening to tell.
    let first = if session.entries() == 0 { 0 } else { number + 1 };
    let told = told_from(session, first);
    let revision = session.info().revision;
    let sight = hands.then(|| sight(session));
    let standing = GameProgress { sight, ..standing(session) };
    Advance { game: id.to_owned(), entries, standing, told, snapshot, revision }
}

/// What is told of a session's entries from number `first` on.
pub fn told_from(session: &dyn AnySession, first: usize) -> Vec<Vec<Told>> {
    (first..=session.entries()).map(|number| session.told(number)).collect()
}

/// A number from which watchers are counted, another in every room.
fn first_watcher() -> u32 {
    // Where there is no chance, nobody who followed an earlier room is likely to come back within the same microsecond.
    crate::token::random().map_or(now() as u32, u32::from_le_bytes)
}

/// Who looks, as the engine says it.
pub fn viewer(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Spectator, Viewer::Seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(held: Seats) -> ViewOptions {
        ViewOptions { held, seat: None, log_from: 0 }
    }

    /// An action that closes the way back, and one that can follow it freely; after others that lead there.
    fn go_to_a_seal(session: &mut dyn AnySession) -> (Seat, Raw) {
        loop {
            let seat = session.to_act().iter().next().unwrap();
            let choices = session.choices(seat);
            for choice in &choices {
                let mut sealed = session.boxed_clone();
                sealed.act(seat, &choice.action).unwrap();
                let free = sealed.choices(seat).into_iter().find(|next| {
                    let mut free = sealed.boxed_clone();
                    free.act(seat, &next.action).is_ok() && free.can_undo(seat).is_ok()
                });
                if let (Err(_), Some(free)) = (sealed.can_undo(seat), free) {
                    session.act(seat, &choice.action).unwrap();
                    return (seat, free.action);
                }
            }
            session.act(seat, &choices[0].action).unwrap();
        }
    }

    #[tokio::test]
    async fn of_a_decision_that_cannot_be_taken_back_as_a_whole_the_last_action_is() {
        let folder = tempfile::tempdir().unwrap();
        let games = GameRegistry::scratch(folder.path()).await;
        let id = games.scratch_game().await;
        let room = games.room(&id).await.unwrap().unwrap();
        let mut guard = room.state.lock().await;
        let state = guard.as_mut().unwrap();
        let (seat, free) = go_to_a_seal(&mut *state.session);
        let sealed = (state.session.hash(), state.session.entries());
        state.session.act(seat, &free).unwrap();
        state.chosen = 2;
        assert_eq!(room.way_back(state, seat), Ok(1));
        room.undo(&games, state, seat).unwrap();
        assert_eq!((state.session.hash(), state.session.entries()), (sealed.0, sealed.1 + 2));
        let before = News::of(state);
        assert!(matches!(room.undo(&games, state, seat), Err(Refusal::TooLateToUndo(_))));
        assert!(room.is_untouched(&games, &mut guard, &before));
    }

    #[tokio::test]
    async fn what_is_refused_and_has_left_a_trace_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let games = GameRegistry::scratch(folder.path()).await;
        let id = games.scratch_game().await;
        let room = games.room(&id).await.unwrap().unwrap();
        let mut guard = room.state.lock().await;
        let session = &mut guard.as_mut().unwrap().session;
        let seat = session.to_act().iter().next().unwrap();
        let action = session.choices(seat)[0].action.clone();
        let before = News::of(guard.as_ref().unwrap());
        guard.as_mut().unwrap().session.act(seat, &action).unwrap();
        assert!(!room.is_untouched(&games, &mut guard, &before));
        drop(guard);
        let again = games.room(&id).await.unwrap().unwrap();
        assert_eq!(again.read(|_, state| state.session.entries()).await.unwrap(), 0);
    }

    /// A letter is one write, and orders are one with the moves that follow from them: neither is there by half.
    #[tokio::test]
    async fn what_cannot_be_written_is_neither_in_memory_nor_on_disk() {
        let folder = tempfile::tempdir().unwrap();
        let games = GameRegistry::scratch(folder.path()).await;
        let id = games.scratch_game().await;
        let both = Seats::first(2);
        let letter = Letter { from: Seat(0), to: Seat(1).into(), text: "Peace?".to_owned(), written: 0 };
        let orders = Orders { auto: true, values: Values::default() };
        let room = async || games.room(&id).await.unwrap().unwrap();
        for command in [Command::Write(letter), Command::Order(orders)] {
            games.store.break_table(&games.config.database, "standings").await;
            let wish = CommandRequest {
                seat: Seat(0),
                number: None,
                command: command.clone(),
                look: look(both),
                show: true,
            };
            let refused = room().await.perform(&games, wish).await;
            match command {
                // It does not move the game, so it does not need what is broken.
                Command::Write(_) => assert!(refused.is_ok()),
                _ => assert!(matches!(refused, Err(RoomError::Store(_))), "{refused:?}"),
            }
            games.store.mend_table(&games.config.database, "standings").await;
            let letters = room().await.read(|_, state| state.mail.len()).await.unwrap();
            let auto = room().await.read(|_, state| state.orders[0].auto).await.unwrap();
            assert_eq!((letters, auto), (1, false));
        }
    }

    #[tokio::test]
    async fn a_room_in_which_something_stumbles_is_closed_and_the_game_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let games = GameRegistry::scratch(folder.path()).await;
        let id = games.scratch_game().await;
        let room = games.room(&id).await.unwrap().unwrap();
        let half_way = async {
            let mut guard = room.state.lock().await;
            let session = &mut guard.as_mut().unwrap().session;
            let seat = session.to_act().iter().next().unwrap();
            let action = session.choices(seat)[0].action.clone();
            session.act(seat, &action).unwrap();
            panic!("before it is written down");
        };
        assert_eq!(room.safely(&games, half_way).await, None::<()>);
        assert!(matches!(room.read(|_, _| ()).await, Err(RoomError::Closed)));
        let again = games.room(&id).await.unwrap().unwrap();
        assert_eq!(again.read(|_, state| state.session.entries()).await.unwrap(), 0);
    }
}
