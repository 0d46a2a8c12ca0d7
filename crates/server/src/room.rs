//! A game that is being played here: the session, who holds its seats, and whoever waits for news.
//!
//! Everything that changes the session goes through [`Room::perform`]: it is locked, changed, written to disk in one piece
//! and only then shown to anybody. What is refused has changed nothing: every command is checked as a whole before it does
//! anything. Whenever memory may not be what is on disk, because the disk fails or for any other reason, the room is
//! closed and the game is read from its journal again.

mod back;
mod bots;
mod command;
mod links;
mod news;
mod once;
mod progress;
mod resign;
mod subscribers;
#[cfg(test)]
mod tests;
mod tokens;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use engine::{AnySession, Seat, Seats, Target, Told, Values, Viewer};
use tokio::sync::watch;
use tokio_util::sync::DropGuard;

use self::bots::Attendance;
use self::subscribers::{Change, Subscribers};
use crate::account::Account;
use crate::frame::EventFrame;
use crate::games::{GameRegistry, now};
use crate::letter::Mail;
use crate::load::Hold;
use crate::player::{Player, split};
use crate::store::{Repair, SeatToken};
use crate::view::{View, ViewOptions};
pub use back::Request;
pub use command::{Command, CommandOutcome, CommandRequest, RoomError};
pub use links::MOST_LINKS;
pub use news::News;
pub use once::Attempt;
pub use progress::{advance, standing, told_from};
pub use resign::{Resignation, ended, seated};
pub use subscribers::{LiveUpdate, Perspective, SeatStatus, StreamPosition};
pub use tokens::DeleteError;
use tokens::Tokens;

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
