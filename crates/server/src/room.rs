//! A game that is being played here: the session, who holds its seats, and whoever waits for news.
//!
//! Everything that changes the session goes through [`Room::change`]: it is locked, changed, written to disk and only
//! then shown to anybody. If the disk fails, the room is closed and the game is read from its journal again.

mod back;
mod bots;
mod once;
mod resign;

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use engine::{AnySession, Outcome, Raw, Refusal, Seat, Seats, Values, Viewer};
use futures_util::FutureExt;
use serde_json::Value as Json;
use tokio::sync::{MutexGuard, watch};

use crate::hall::Hall;
use crate::letter::{Letter, Mail, Undeliverable};
use crate::metrics::Actor;
use crate::player::{Player, split};
use crate::store::{Advance, Standing, StoreError};
use crate::token::{Token, TokenHash};
use crate::view::{Look, Update, View};
pub use back::Request;
pub use once::Attempt;
pub use resign::{Resignation, ended, seated};

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
    humans: Seats,
    bots: Seats,
    tokens: HashMap<TokenHash, Seats>,
    sitting: tokio::sync::Mutex<Option<Sitting>>,
    /// What was done lately by requests with a retry key.
    recent: tokio::sync::Mutex<once::Recent>,
    news: watch::Sender<News>,
    used: Mutex<Instant>,
}

/// The part of a room that changes.
pub struct Sitting {
    /// The game.
    pub session: Box<dyn AnySession>,
    /// What was ordered ahead, for each seat.
    pub orders: Vec<Orders>,
    /// What somebody asks of the others.
    pub request: Option<Request>,
    /// What people have written to each other.
    pub mail: Mail,
    /// Who has given up.
    pub resigned: Vec<Resignation>,
    /// Whether a task plays for the bots.
    driven: bool,
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
}

impl News {
    /// How `sitting` stands.
    pub fn of(sitting: &Sitting) -> News {
        News {
            number: sitting.session.entries(),
            to_act: sitting.session.to_act(),
            outcome: sitting.session.outcome().map(Arc::new),
            request: sitting.request,
            resigned: sitting.resigned.len(),
            letters: sitting.mail.counts(),
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
    /// The retry key came with another request before.
    KeyReused,
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

/// What came of a deed.
#[derive(Debug)]
pub struct Performed {
    /// The table after it.
    pub view: View,
    /// How many actions were carried out.
    pub done: usize,
    /// Whether that was before: it is asked for again.
    pub repeated: bool,
}

/// What a room is made of.
pub struct Furniture {
    /// The game's id.
    pub id: String,
    /// Who sits where.
    pub players: Vec<Player>,
    /// When it was made.
    pub created: i64,
    /// Who may act for which seats.
    pub tokens: Vec<(TokenHash, Vec<Seat>)>,
    /// What was ordered ahead, for each seat.
    pub orders: Vec<Orders>,
    /// What somebody asks of the others.
    pub request: Option<Request>,
    /// What people have written to each other.
    pub mail: Mail,
    /// Who has given up.
    pub resigned: Vec<Resignation>,
    /// The game.
    pub session: Box<dyn AnySession>,
}

impl Room {
    /// A room with all that belongs into it.
    pub fn new(furniture: Furniture) -> Room {
        let Furniture { id, players, created, tokens, orders, request, mail, resigned, session } = furniture;
        let (humans, bots) = split(&players);
        let (game, setup) = (session.info().id, session.setup());
        let options = session.info().resolve(setup).map(|settings| settings.values).unwrap_or_default();
        let tokens = tokens.into_iter().map(|(hash, seats)| (hash, seats.into_iter().collect())).collect();
        let sitting = Sitting { session, orders, request, mail, resigned, driven: false, chosen: 0 };
        Room {
            id,
            game,
            players,
            created,
            options: Arc::new(options),
            humans,
            bots,
            tokens,
            news: watch::Sender::new(News::of(&sitting)),
            sitting: tokio::sync::Mutex::new(Some(sitting)),
            recent: tokio::sync::Mutex::default(),
            used: Mutex::new(Instant::now()),
        }
    }

    /// The seats a token holds; nothing if it is not of this game.
    pub fn seats_of(&self, token: &Token) -> Option<Seats> {
        self.tokens.get(&token.hash()).copied()
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
    ) -> Result<Performed, Trouble> {
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
    ) -> Result<Performed, Trouble> {
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
        let mut done = 0;
        match deed {
            Deed::Act(action, then) => {
                is_listed(&*sitting.session, seat, &action, &then)?;
                sitting.session.act(seat, &action)?;
                // What cannot follow is left: all that was done stands by itself.
                let followed =
                    then.iter().take_while(|action| sitting.session.act(seat, action).is_ok()).count();
                done = 1 + followed;
                sitting.chosen = done;
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
                let number = sitting.mail.len();
                letter.check(self.humans, number).map_err(Trouble::Undeliverable)?;
                hall.store.letter(&self.id, number, &letter).await.map_err(Trouble::Store)?;
                sitting.mail.add(letter);
            }
        }
        self.keep(hall, &mut guard, from).await?;
        let sitting = guard.as_mut().ok_or(Trouble::Closed)?;
        self.wake(hall, sitting);
        Ok(Performed { view: View::of(self, sitting, look), done, repeated: false })
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
    let entries = (number + 1..=session.entries()).filter_map(|number| session.entry(number)).collect();
    let snapshot = (session.to_act() != to_act).then(|| session.position());
    Advance { game: id.to_owned(), entries, standing: standing(session), snapshot }
}

/// What follows an action is taken only as it is listed with it.
fn is_listed(session: &dyn AnySession, seat: Seat, action: &Raw, then: &[Raw]) -> Result<(), Refusal> {
    let read = |action: &Raw| action.read::<Json>().ok();
    let same = |a: &[Raw], b: &[Raw]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| read(a) == read(b));
    if then.is_empty()
        || session
            .choices(seat)
            .iter()
            .any(|choice| same(&choice.then, then) && read(&choice.action) == read(action))
    {
        return Ok(());
    }
    Err(Refusal::BadAction("what follows must be as it is listed".to_owned()))
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
