//! A game that is being played here: the session, who holds its seats, and whoever waits for news.
//!
//! Everything that changes the session goes through [`Room::change`]: it is locked, changed, written to disk and only
//! then shown to anybody. If the disk fails, the room is closed and the game is read from its journal again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use engine::{AnySession, Raw, Refusal, Seat, Seats, Viewer};
use tokio::sync::{MutexGuard, watch};

use crate::hall::Hall;
use crate::metrics::Actor;
use crate::player::{Player, split};
use crate::store::{Advance, Standing, StoreError};
use crate::thinkers::Question;
use crate::token::{Token, TokenHash, random};
use crate::view::{Look, View};

/// More forced moves in a row than this are no game's intention.
const MOST_FORCED: usize = 1000;

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
    /// Whether forced moves are played for people.
    auto: bool,
    humans: Seats,
    bots: Seats,
    tokens: HashMap<TokenHash, Seats>,
    sitting: tokio::sync::Mutex<Option<Sitting>>,
    number: watch::Sender<usize>,
    used: Mutex<Instant>,
}

/// The part of a room that changes.
pub struct Sitting {
    /// The game.
    pub session: Box<dyn AnySession>,
    /// Whether a task plays for the bots.
    driven: bool,
    /// Whether the last entry is a person's own decision, so that before it there was a choice.
    chosen: bool,
}

/// Why a room does not do what it was asked.
#[derive(Debug)]
pub enum Trouble {
    /// Others were faster.
    Stale(Box<View>),
    /// The game stands against it.
    Refused(Refusal),
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
    /// An action.
    Act(Raw),
    /// The last one is taken back.
    Undo,
}

impl Room {
    /// A room around `session`.
    pub fn new(
        id: String,
        players: Vec<Player>,
        created: i64,
        auto: bool,
        tokens: Vec<(TokenHash, Vec<Seat>)>,
        session: Box<dyn AnySession>,
    ) -> Room {
        let (humans, bots) = split(&players);
        let game = session.info().id;
        let number = watch::Sender::new(session.entries());
        let tokens = tokens.into_iter().map(|(hash, seats)| (hash, seats.into_iter().collect())).collect();
        let sitting = tokio::sync::Mutex::new(Some(Sitting { session, driven: false, chosen: false }));
        let used = Mutex::new(Instant::now());
        Room { id, game, players, created, auto, humans, bots, tokens, sitting, number, used }
    }

    /// The seats a token holds; nothing if it is not of this game.
    pub fn seats_of(&self, token: &Token) -> Option<Seats> {
        self.tokens.get(&token.hash()).copied()
    }

    /// The seats of bots.
    pub fn bots(&self) -> Seats {
        self.bots
    }

    /// The number of entries, as it changes.
    pub fn news(&self) -> watch::Receiver<usize> {
        self.number.subscribe()
    }

    /// Notes that the room is in use.
    pub fn touch(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Whether nobody has used it since `then`, nor listens.
    pub fn is_idle_since(&self, then: Instant) -> bool {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) < then && self.number.receiver_count() == 0
    }

    /// Looks at the session, or does anything with it that changes nothing.
    ///
    /// # Errors
    /// If the room is closed.
    pub async fn read<T>(&self, read: impl FnOnce(&Room, &Sitting) -> T) -> Result<T, Trouble> {
        let sitting = self.sitting.lock().await;
        sitting.as_ref().map(|sitting| read(self, sitting)).ok_or(Trouble::Closed)
    }

    /// Does what a person in `seat` wants, if the game has `number` entries, and shows the table after it.
    ///
    /// It runs in a task of its own: somebody who hangs up does not stop it half-way.
    ///
    /// # Errors
    /// If it cannot be done; then nothing has changed.
    pub async fn perform(
        self: &Arc<Room>,
        hall: &Arc<Hall>,
        seat: Seat,
        number: usize,
        deed: Deed,
        look: Look,
    ) -> Result<View, Trouble> {
        let (room, hall) = (self.clone(), hall.clone());
        let task = tokio::spawn(async move {
            let mut guard = room.sitting.lock().await;
            let sitting = guard.as_mut().ok_or(Trouble::Closed)?;
            if sitting.session.entries() != number {
                return Err(Trouble::Stale(Box::new(View::of(&room, sitting, look))));
            }
            let from = (number, sitting.session.to_act());
            match deed {
                Deed::Act(action) => {
                    sitting.session.act(seat, &action)?;
                    hall.metrics.entered(Actor::Human);
                    sitting.chosen = true;
                    room.play_forced(&hall, sitting);
                }
                Deed::Undo => {
                    let steps = room.way_back(sitting, seat)?;
                    for _ in 0..steps {
                        sitting.session.undo(seat)?;
                        hall.metrics.entered(Actor::Undo);
                    }
                    sitting.chosen = false;
                }
            }
            room.keep(&hall, &mut guard, from).await?;
            let sitting = guard.as_mut().ok_or(Trouble::Closed)?;
            room.wake(&hall, sitting);
            Ok(View::of(&room, sitting, look))
        });
        task.await.unwrap_or(Err(Trouble::Closed))
    }

    /// Plays what must be played anyway, and sees to it that bots play: when the room opens.
    ///
    /// # Errors
    /// If it cannot be written down.
    pub async fn settle(self: &Arc<Room>, hall: &Arc<Hall>) -> Result<(), Trouble> {
        let mut guard = self.sitting.lock().await;
        let sitting = guard.as_mut().ok_or(Trouble::Closed)?;
        let from = (sitting.session.entries(), sitting.session.to_act());
        // After an undo there is a choice, so this does not redo what was taken back.
        self.play_forced(hall, sitting);
        self.keep(hall, &mut guard, from).await?;
        self.wake(hall, guard.as_mut().ok_or(Trouble::Closed)?);
        Ok(())
    }

    /// How many steps back an undo by `seat` takes: one, and as many more as were not its own choice, which would be
    /// played again at once.
    pub fn way_back(&self, sitting: &Sitting, seat: Seat) -> Result<usize, Refusal> {
        sitting.session.can_undo(seat)?;
        if !self.auto || sitting.chosen {
            return Ok(1);
        }
        let mut trial = sitting.session.boxed_clone();
        for steps in 1.. {
            trial.undo(seat)?;
            if trial.forced(seat).is_none() {
                return Ok(steps);
            }
        }
        Err(Refusal::NothingToUndo)
    }

    /// Plays for every person who must decide and has no choice.
    fn play_forced(&self, hall: &Hall, sitting: &mut Sitting) {
        for _ in 0..if self.auto { MOST_FORCED } else { 0 } {
            let session = &mut sitting.session;
            let mut people = session.to_act().iter().filter(|&seat| self.humans.contains(seat));
            let forced = people.find_map(|seat| Some((seat, session.forced(seat)?)));
            let Some((seat, action)) = forced else { return };
            if session.act(seat, &action).is_err() {
                return;
            }
            sitting.chosen = false;
            hall.metrics.entered(Actor::Forced);
        }
    }

    /// Writes down what has happened since `from`, and tells whoever waits.
    async fn keep(
        self: &Arc<Room>,
        hall: &Arc<Hall>,
        guard: &mut MutexGuard<'_, Option<Sitting>>,
        (number, to_act): (usize, Seats),
    ) -> Result<(), Trouble> {
        let sitting = guard.as_mut().ok_or(Trouble::Closed)?;
        let advance = advance(&self.id, &*sitting.session, number, to_act);
        let now = advance.standing.number;
        if now != number
            && let Err(error) = hall.store.advance(advance).await
        {
            tracing::error!(game = self.id, %error, "an action cannot be kept: the game is read again");
            **guard = None;
            hall.forget(&self.id);
            return Err(Trouble::Store(error));
        }
        self.number.send_replace(now);
        Ok(())
    }

    /// Sees to it that somebody plays for the bots, if one must decide.
    fn wake(self: &Arc<Room>, hall: &Arc<Hall>, sitting: &mut Sitting) {
        let waiting = sitting.session.to_act().iter().any(|seat| self.bots.contains(seat));
        if waiting && !sitting.driven {
            sitting.driven = true;
            tokio::spawn(self.clone().drive(hall.clone()));
        }
    }

    /// Plays for the bots until people must decide or the game is over.
    async fn drive(self: Arc<Room>, hall: Arc<Hall>) {
        let mut bots = HashMap::new();
        loop {
            let (seat, ply, state) = {
                let mut guard = self.sitting.lock().await;
                let Some(sitting) = guard.as_mut() else { return };
                let session = &sitting.session;
                let Some(seat) = session.to_act().iter().find(|&seat| self.bots.contains(seat)) else {
                    sitting.driven = false;
                    return;
                };
                (seat, session.entries(), session.state_any())
            };
            self.touch();
            let bot = bots.remove(&seat).or_else(|| self.bot(seat));
            let mut decided = None;
            if let Some(bot) = bot
                && let Some((bot, action)) = hall.thinkers.ask(Question { bot, state, seat, ply }).await
            {
                bots.insert(seat, bot);
                decided = action;
            }
            let mut guard = self.sitting.lock().await;
            let Some(sitting) = guard.as_mut() else { return };
            // Somebody has interjected: the bot thinks again.
            if sitting.session.entries() != ply {
                continue;
            }
            let from = (ply, sitting.session.to_act());
            if !self.play_bot(sitting, seat, decided) {
                tracing::error!(game = self.id, %seat, ply, "a bot finds nothing to do: it is left alone");
                sitting.driven = false;
                return;
            }
            hall.metrics.entered(Actor::Bot);
            sitting.chosen = false;
            self.play_forced(&hall, sitting);
            if self.keep(&hall, &mut guard, from).await.is_err() {
                return;
            }
        }
    }

    fn bot(&self, seat: Seat) -> Option<Box<dyn bots::AnyBot>> {
        let level = self.players[seat.index()].level()?;
        let seed = u64::from_le_bytes(random().ok()?);
        registry::bot(self.game, level, seed).ok()
    }

    /// Does what a bot decided, or anything at all if it has not.
    fn play_bot(&self, sitting: &mut Sitting, seat: Seat, decided: Option<Raw>) -> bool {
        if let Some(action) = decided {
            match sitting.session.act(seat, &action) {
                Ok(_) => return true,
                Err(why) => tracing::error!(game = self.id, %seat, %why, "a bot chose what is not legal"),
            }
        } else {
            tracing::warn!(game = self.id, %seat, "a bot has not decided in time");
        }
        let choices = sitting.session.choices(seat);
        let draw = random().map_or(0, usize::from_le_bytes);
        let any = choices.get(draw % choices.len().max(1));
        any.is_some_and(|choice| sitting.session.act(seat, &choice.action).is_ok())
    }
}

/// How a session stands.
pub fn standing(session: &dyn AnySession) -> Standing {
    Standing {
        number: session.entries(),
        to_act: session.to_act().iter().collect(),
        outcome: session.outcome(),
    }
}

/// What happened in a session since it had `number` entries and `to_act` had to decide.
pub fn advance(id: &str, session: &dyn AnySession, number: usize, to_act: Seats) -> Advance {
    let entries = (number + 1..=session.entries()).filter_map(|number| session.entry(number)).collect();
    let snapshot = (session.to_act() != to_act).then(|| session.position());
    Advance { game: id.to_owned(), entries, standing: standing(session), snapshot }
}

/// Who looks, as the engine says it.
pub fn viewer(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Spectator, Viewer::Seat)
}
