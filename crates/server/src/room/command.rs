//! What a person does to a game, and the one way to change it: checked as a whole, carried out in memory, written down, and
//! only then shown.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use engine::{PieceKey, Raw, Refusal, Seat, Seats, SpaceRef, What};
use futures_util::FutureExt;
use tokio::sync::MutexGuard;

use super::progress::advance;
use super::{News, Orders, Room, RoomState};
use crate::games::GameRegistry;
use crate::letter::{Letter, LetterError};
use crate::metrics::Actor;
use crate::store::StoreError;
use crate::token::NoRandomness;
use crate::view::{View, ViewOptions};

/// More foregone decisions in a row than this are no game's intention.
const MOST_FOREGONE: usize = 1000;

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

impl Room {
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
    pub(super) fn is_untouched(
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
    pub(super) fn close(&self, games: &Arc<GameRegistry>, guard: &mut MutexGuard<'_, Option<RoomState>>) {
        **guard = None;
        games.forget(&self.id);
    }

    /// Does something that changes the session; nothing if it stumbles. Then what is in memory may not be what is on
    /// disk: the room is closed, and the game is read again.
    pub(super) async fn safely<T>(
        &self,
        games: &Arc<GameRegistry>,
        change: impl Future<Output = T>,
    ) -> Option<T> {
        let changed = AssertUnwindSafe(change).catch_unwind().await;
        if changed.is_err() {
            tracing::error!(game = self.id, "something stumbles: the game is read again");
            self.close(games, &mut self.state.lock().await);
        }
        changed.ok()
    }

    /// What `seat` would do in any case, were its last `back` actions taken back: the only thing it could, or what it has
    /// ordered.
    pub(super) fn foregone(&self, state: &RoomState, seat: Seat, back: usize) -> Option<Raw> {
        let orders = state.orders.get(seat.index())?;
        state.session.foregone(seat, back, orders.auto, &orders.values)
    }

    /// Plays for every person whose decision is foregone.
    pub(super) fn play_foregone(&self, games: &GameRegistry, state: &mut RoomState) {
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
    pub(super) async fn keep(
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
