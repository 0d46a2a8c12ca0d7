//! A game that is being played here: the session, who holds its seats, and whoever waits for news.
//!
//! Everything that changes the session goes through [`Room::change`]: it is locked, changed, written to disk and only
//! then shown to anybody. If the disk fails, the room is closed and the game is read from its journal again.

mod back;
mod bots;
mod tokens;

use std::panic::AssertUnwindSafe;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use engine::{AnySession, Entry, Raw, Refusal, Seat, Seats, Values, Viewer, What};
use futures_util::FutureExt;
use tokio::sync::{MutexGuard, watch};
use tokio_util::sync::DropGuard;

use self::bots::Attendance;
use crate::account::Account;
use crate::hall::{Hall, now};
use crate::letter::{Letter, Mail, Undeliverable};
use crate::load::Hold;
use crate::metrics::Actor;
use crate::player::{Player, split};
use crate::store::{Advance, SeatToken, Standing, StoreError};
use crate::token::{Token, TokenHash};
use crate::view::{Look, View};
pub use back::Request;
use tokens::Tokens;
pub use tokens::Undeletable;

/// More foregone decisions in a row than this are no game's intention.
const MOST_FOREGONE: usize = 1000;

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
    tokens: Tokens,
    sitting: tokio::sync::Mutex<Option<Sitting>>,
    news: watch::Sender<News>,
    used: Mutex<Instant>,
    attendance: Mutex<Attendance>,
    /// Whether bots wait for somebody to come.
    parked: AtomicBool,
}

/// The part of a room that changes.
pub struct Sitting {
    /// The game.
    pub session: Box<dyn AnySession>,
    /// What was ordered ahead, for each seat.
    pub orders: Vec<Orders>,
    /// What somebody asks of the others.
    pub request: Option<Request>,
    /// Who has written to whom.
    pub mail: Mail,
    /// Whether a task plays for the bots.
    driven: bool,
    /// Counts the game among those whose bots think, or are about to.
    load: Option<Hold>,
    /// Dropped when what a bot thinks about is out of date: then it stops.
    thinking: Option<DropGuard>,
    /// How many of the last entries are one decision of a person, so that before them there was a choice; 0 if they are not.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct News {
    /// How many entries it has.
    pub number: usize,
    request: Option<Request>,
    /// How many letters each seat has written or received.
    letters: [usize; Seats::MAX as usize],
    /// Whether it was deleted.
    pub deleted: bool,
}

impl News {
    /// How `sitting` stands.
    pub fn of(sitting: &Sitting) -> News {
        let letters = sitting.mail.counts();
        News { number: sitting.session.entries(), request: sitting.request, letters, deleted: false }
    }

    /// Another for every change that whoever holds these seats may see: of the letters of others he learns nothing.
    pub fn stamp(self, held: Seats) -> String {
        let News { number, request, letters, deleted: _ } = self;
        let mut stamp = number.to_string();
        if let Some(Request { seat, to, agreed, .. }) = request {
            stamp += &format!("-{}-{to}-{}", seat.0, agreed.len());
        }
        match held.iter().map(|seat| letters[seat.index()]).sum() {
            0 => stamp,
            letters => format!("{stamp}~{letters}"),
        }
    }
}

/// Why a room does not do what it was asked.
#[derive(Debug)]
pub enum Trouble {
    /// Others were faster.
    Stale(Box<View>),
    /// The game stands against it.
    Refused(Refusal),
    /// Nobody asks to go back.
    NothingAsked,
    /// A letter cannot be delivered.
    Undeliverable(Undeliverable),
    /// It cannot be written down.
    Store(StoreError),
    /// It was closed because of earlier trouble.
    Closed,
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        Trouble::Refused(refusal)
    }
}

/// What a person does to a game.
#[derive(Clone, Debug)]
pub enum Deed {
    /// An action, and those that one click makes along with it.
    Act(Raw, Vec<Raw>),
    /// The last one is taken back.
    Undo,
    /// The others are asked to go back.
    AskBack {
        /// To after how many entries.
        to: usize,
    },
    /// Such a request is answered.
    AnswerBack {
        /// How.
        agree: bool,
    },
    /// Orders for the seat are given.
    Order(Orders),
    /// A letter is sent.
    Write(Letter),
}

/// What a room is made of.
pub struct Furniture {
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
    /// Who may act for which seats.
    pub tokens: Vec<SeatToken>,
    /// What was ordered ahead, for each seat.
    pub orders: Vec<Orders>,
    /// What somebody asks of the others.
    pub request: Option<Request>,
    /// Who has written to whom.
    pub mail: Mail,
    /// The game.
    pub session: Box<dyn AnySession>,
}

impl Room {
    /// A room with all that belongs into it.
    pub fn new(furniture: Furniture) -> Room {
        let Furniture { id, players, created, account, load, tokens, orders, request, mail, session } =
            furniture;
        let (humans, bots) = split(&players);
        let (game, setup) = (session.info().id, session.setup());
        let options = session.info().resolve(setup).map(|settings| settings.values).unwrap_or_default();
        let sitting =
            Sitting { session, orders, request, mail, driven: false, load, thinking: None, chosen: 0 };
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
            tokens: Tokens::new(tokens),
            news: watch::Sender::new(News::of(&sitting)),
            sitting: tokio::sync::Mutex::new(Some(sitting)),
            used: Mutex::new(Instant::now()),
            attendance: Mutex::default(),
            parked: AtomicBool::new(false),
        }
    }

    /// The seats a token holds; nothing if it is not of this game.
    pub fn seats_of(&self, token: &Token) -> Option<Seats> {
        self.tokens.seats_of(token, now())
    }

    /// Whether whoever has this token may delete the game.
    ///
    /// # Errors
    /// Why not.
    pub fn may_delete(&self, token: Option<&Token>, over: bool) -> Result<(), Undeletable> {
        self.tokens.may_delete(token, over, now())
    }

    /// When tokens were used, as far as that is not on disk yet.
    pub fn uses_to_keep(&self) -> Vec<(TokenHash, i64)> {
        self.tokens.uses_to_keep()
    }

    /// The seats of bots.
    pub fn bots(&self) -> Seats {
        self.bots
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
    pub async fn read<T>(&self, read: impl FnOnce(&Room, &Sitting) -> T) -> Result<T, Trouble> {
        let sitting = self.sitting.lock().await;
        sitting.as_ref().map(|sitting| read(self, sitting)).ok_or(Trouble::Closed)
    }

    /// Does what a person in `seat` wants, if the game has `number` entries or that does not matter, and shows the table
    /// after it. It does not matter for an action if only those who decide at the same time have done so since.
    ///
    /// It runs in a task of its own: somebody who hangs up does not stop it half-way.
    ///
    /// # Errors
    /// If it cannot be done; then nothing has changed.
    pub async fn perform(
        self: &Arc<Room>,
        hall: &Arc<Hall>,
        seat: Seat,
        number: Option<usize>,
        deed: Deed,
        look: Look,
    ) -> Result<View, Trouble> {
        let (room, hall) = (self.clone(), hall.clone());
        let tasks = hall.tasks.clone();
        let task = tasks.spawn(async move {
            let changed = room.safely(&hall, room.change(&hall, seat, number, deed, look)).await;
            changed.unwrap_or(Err(Trouble::Closed))
        });
        task.await.unwrap_or(Err(Trouble::Closed))
    }

    async fn change(
        self: &Arc<Room>,
        hall: &Arc<Hall>,
        seat: Seat,
        number: Option<usize>,
        deed: Deed,
        look: Look,
    ) -> Result<View, Trouble> {
        let mut guard = self.sitting.lock().await;
        let sitting = guard.as_mut().ok_or(Trouble::Closed)?;
        let in_time = |number| match deed {
            Deed::Act(..) => sitting.session.still_decides(seat, number),
            _ => sitting.session.entries() == number,
        };
        if !number.is_none_or(in_time) {
            return Err(Trouble::Stale(Box::new(View::of(self, sitting, look))));
        }
        let from = (News::of(sitting), sitting.session.to_act());
        match deed {
            Deed::Act(action, then) => {
                sitting.session.act(seat, &action)?;
                // What cannot follow is left: all that was done stands by itself.
                let followed =
                    then.iter().take_while(|action| sitting.session.act(seat, action).is_ok()).count();
                sitting.chosen = 1 + followed;
                (0..sitting.chosen).for_each(|_| hall.metrics.entered(Actor::Human));
                sitting.request = None;
                self.play_foregone(hall, sitting);
            }
            Deed::Undo => self.undo(hall, sitting, seat)?,
            Deed::AskBack { to } => self.ask_back(hall, sitting, seat, look.held, to)?,
            Deed::AnswerBack { agree } => self.answer_back(hall, sitting, seat, look.held, agree)?,
            Deed::Order(orders) => {
                hall.store.order(&self.id, seat, &orders).await.map_err(Trouble::Store)?;
                sitting.orders[seat.index()] = orders;
                self.play_foregone(hall, sitting);
            }
            Deed::Write(letter) => {
                sitting.mail.check(&letter, self.humans).map_err(Trouble::Undeliverable)?;
                let number = sitting.mail.len();
                hall.store.letter(&self.id, number, &letter).await.map_err(Trouble::Store)?;
                sitting.mail.add((&letter).into());
            }
        }
        self.keep(hall, &mut guard, from).await?;
        let sitting = guard.as_mut().ok_or(Trouble::Closed)?;
        self.wake(hall, sitting);
        Ok(View::of(self, sitting, look))
    }

    /// Does something that changes the session; nothing if it stumbles. Then what is in memory may not be what is on
    /// disk: the room is closed, and the game is read again.
    async fn safely<T>(&self, hall: &Arc<Hall>, change: impl Future<Output = T>) -> Option<T> {
        let changed = AssertUnwindSafe(change).catch_unwind().await;
        if changed.is_err() {
            tracing::error!(game = self.id, "something stumbles: the game is read again");
            *self.sitting.lock().await = None;
            hall.forget(&self.id);
        }
        changed.ok()
    }

    /// Plays what must be played anyway, and sees to it that bots play: when the room opens.
    ///
    /// # Errors
    /// If it cannot be written down.
    pub async fn settle(self: &Arc<Room>, hall: &Arc<Hall>) -> Result<(), Trouble> {
        self.safely(hall, self.begin(hall)).await.unwrap_or(Err(Trouble::Closed))
    }

    /// Deletes the game for good, and ends all that waits for it. `agreed` is asked at the last moment.
    ///
    /// # Errors
    /// If it is closed, is not to be deleted, or cannot be; then nothing has changed.
    pub async fn delete<E>(
        &self,
        hall: &Arc<Hall>,
        agreed: impl FnOnce(&Room, &Sitting) -> Result<(), E>,
    ) -> Result<Result<(), E>, Trouble> {
        let mut guard = self.sitting.lock().await;
        let sitting = guard.as_ref().ok_or(Trouble::Closed)?;
        if let Err(refused) = agreed(self, sitting) {
            return Ok(Err(refused));
        }
        hall.store.delete(&self.id).await.map_err(Trouble::Store)?;
        // Whoever finds the room closed looks for it again, and finds nothing.
        hall.drop_room(&self.id);
        *guard = None;
        self.news.send_modify(|news| news.deleted = true);
        Ok(Ok(()))
    }

    async fn begin(self: &Arc<Room>, hall: &Arc<Hall>) -> Result<(), Trouble> {
        let mut guard = self.sitting.lock().await;
        let sitting = guard.as_mut().ok_or(Trouble::Closed)?;
        let from = (News::of(sitting), sitting.session.to_act());
        // After an undo there is a choice, so this does not redo what was taken back.
        self.play_foregone(hall, sitting);
        self.keep(hall, &mut guard, from).await?;
        self.wake(hall, guard.as_mut().ok_or(Trouble::Closed)?);
        Ok(())
    }

    /// What `seat` will do in any case: the only thing it can, or what it has ordered.
    fn foregone(&self, sitting: &Sitting, session: &dyn AnySession, seat: Seat) -> Option<Raw> {
        let orders = sitting.orders.get(seat.index())?;
        let forced = if orders.auto { session.forced(seat) } else { None };
        forced.or_else(|| session.ordered(seat, &orders.values))
    }

    /// Plays for every person whose decision is foregone.
    fn play_foregone(&self, hall: &Hall, sitting: &mut Sitting) {
        for _ in 0..MOST_FOREGONE {
            let mut people = sitting.session.to_act().iter().filter(|&seat| self.humans.contains(seat));
            let foregone =
                people.find_map(|seat| Some((seat, self.foregone(sitting, &*sitting.session, seat)?)));
            let Some((seat, action)) = foregone else { return };
            if sitting.session.act(seat, &action).is_err() {
                return;
            }
            sitting.chosen = 0;
            sitting.request = None;
            hall.metrics.entered(Actor::Forced);
        }
    }

    /// Writes down what has happened since `from`, and tells whoever waits.
    async fn keep(
        self: &Arc<Room>,
        hall: &Arc<Hall>,
        guard: &mut MutexGuard<'_, Option<Sitting>>,
        (before, to_act): (News, Seats),
    ) -> Result<(), Trouble> {
        let sitting = guard.as_mut().ok_or(Trouble::Closed)?;
        let now = News::of(sitting);
        let mut advance = advance(&self.id, &*sitting.session, before.number, to_act);
        advance.standing.request = sitting.request;
        if now != before
            && let Err(error) = hall.store.advance(advance).await
        {
            tracing::error!(game = self.id, %error, "an action cannot be kept: the game is read again");
            **guard = None;
            hall.forget(&self.id);
            return Err(Trouble::Store(error));
        }
        if now.number != before.number {
            sitting.thinking = None;
        }
        self.news.send_replace(now);
        Ok(())
    }
}

/// How a session stands.
pub fn standing(session: &dyn AnySession) -> Standing {
    Standing {
        number: session.entries(),
        to_act: session.to_act().iter().collect(),
        outcome: session.outcome(),
        request: None,
    }
}

/// What happened in a session since it had `number` entries and `to_act` had to decide.
pub fn advance(id: &str, session: &dyn AnySession, number: usize, to_act: Seats) -> Advance {
    let entries: Vec<Entry<Raw>> =
        (number + 1..=session.entries()).filter_map(|number| session.entry(number)).collect();
    let agreed = |entry: &Entry<Raw>| matches!(entry.what, What::Undo { consent, .. } if !consent.is_empty());
    let snapshot = session.to_act() != to_act || entries.iter().any(agreed);
    let snapshot = snapshot.then(|| session.position());
    // Before the first entry there is the opening to tell.
    let first = if session.entries() == 0 { 0 } else { number + 1 };
    let told = (first..=session.entries()).map(|number| session.told(number)).collect();
    let revision = session.info().revision;
    Advance { game: id.to_owned(), entries, standing: standing(session), told, snapshot, revision }
}

/// Who looks, as the engine says it.
pub fn viewer(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Spectator, Viewer::Seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_room_in_which_something_stumbles_is_closed_and_the_game_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let hall = Hall::scratch(folder.path()).await;
        let id = hall.scratch_game().await;
        let room = hall.room(&id).await.unwrap().unwrap();
        let half_way = async {
            let mut guard = room.sitting.lock().await;
            let session = &mut guard.as_mut().unwrap().session;
            let seat = session.to_act().iter().next().unwrap();
            let action = session.choices(seat)[0].action.clone();
            session.act(seat, &action).unwrap();
            panic!("before it is written down");
        };
        assert_eq!(room.safely(&hall, half_way).await, None::<()>);
        assert!(matches!(room.read(|_, _| ()).await, Err(Trouble::Closed)));
        let again = hall.room(&id).await.unwrap().unwrap();
        assert_eq!(again.read(|_, sitting| sitting.session.entries()).await.unwrap(), 0);
    }
}
