//! The hall: every game of this server, in memory or on disk.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use engine::{AnySession, Info, LoadError, SavedGame, Seat, Seats, Setup, SetupError, Snapshot, Value};
use serde_json::Value as Json;
use thiserror::Error;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config::Config;
use crate::letter::Mail;
use crate::metrics::Metrics;
use crate::player::{Player, split};
use crate::room::{Furniture, Orders, Room, Trouble, advance, ended, standing};
use crate::store::{Base, Kept, NewGame, Rebase, Store, StoreError};
use crate::thinkers::Thinkers;
use crate::token::{NoChance, Token, fresh_id};

/// A game nobody looks at is kept in memory for so long.
const IDLE: Duration = Duration::from_secs(15 * 60);

/// After so long a game that could not be written is read again.
const BREATHER: Duration = Duration::from_secs(5);

/// So many games are read at once for people.
const READERS: usize = 4;

/// Every game of this server.
pub struct Hall {
    /// What is on disk.
    pub store: Store,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Where bots think.
    pub thinkers: Thinkers,
    /// Limits.
    pub config: Config,
    /// Set when the server stops.
    pub closing: CancellationToken,
    /// What must come to an end before it stops.
    pub tasks: TaskTracker,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// The games that are being read, so that none is read twice.
    reading: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    /// How many are read at once for people, and how many because the server itself goes on with them.
    for_people: Semaphore,
    for_bots: Semaphore,
}

/// Why a game cannot be made or opened.
#[derive(Debug, Error)]
pub enum HallError {
    /// The set-up is not sound.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// The store fails.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// What is kept cannot be played.
    #[error("the game cannot be played on: {0}")]
    Load(#[from] LoadError),
    /// It is of a game that is no more.
    #[error("{0}")]
    UnknownGame(#[from] registry::UnknownGame),
    /// No tokens.
    #[error("{0}")]
    NoChance(#[from] NoChance),
    /// Something stops half-way.
    #[error("the game is closed")]
    Closed,
}

impl From<Trouble> for HallError {
    fn from(trouble: Trouble) -> HallError {
        match trouble {
            Trouble::Store(error) => HallError::Store(error),
            _ => HallError::Closed,
        }
    }
}

/// A game that was just made.
#[derive(Debug)]
pub struct Made {
    /// Its id.
    pub id: String,
    /// Holds the seats of all people.
    pub host: Token,
    /// Holds one seat each.
    pub links: Vec<(Seat, Token)>,
}

impl Hall {
    /// A hall around a store.
    pub fn new(store: Store, metrics: Arc<Metrics>, thinkers: Thinkers, config: Config) -> Hall {
        Hall {
            store,
            metrics,
            thinkers,
            config,
            closing: CancellationToken::new(),
            tasks: TaskTracker::new(),
            rooms: Mutex::default(),
            reading: Mutex::default(),
            for_people: Semaphore::new(READERS),
            for_bots: Semaphore::new(1),
        }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reading(&self) -> MutexGuard<'_, HashMap<String, Arc<tokio::sync::Mutex<()>>>> {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self, id: &str) -> Option<Arc<Room>> {
        let room = self.rooms().get(id).cloned();
        room.inspect(|room| room.touch())
    }

    /// Puts a room where its game is found, in place of an older one.
    pub fn enter(&self, room: Room) -> Arc<Room> {
        let room = Arc::new(room);
        let mut rooms = self.rooms();
        rooms.insert(room.id.clone(), room.clone());
        self.metrics.rooms.set(rooms.len() as i64);
        room
    }

    /// Starts a game.
    ///
    /// # Errors
    /// If the set-up is not sound or the game cannot be written down.
    pub async fn create(
        self: &Arc<Hall>,
        game: &str,
        setup: Setup,
        players: Vec<Player>,
        auto: bool,
    ) -> Result<Made, HallError> {
        let session = registry::game(game)?.start(setup.clone())?;
        let (humans, _) = split(&players);
        let id = fresh_id()?;
        let host = Token::fresh()?;
        let mut links = Vec::new();
        for seat in humans.iter() {
            links.push((seat, Token::fresh()?));
        }
        let mut tokens = vec![(host.hash(), humans.iter().collect())];
        tokens.extend(links.iter().map(|(seat, token)| (token.hash(), vec![*seat])));
        let created = now();
        let new = NewGame {
            id: id.clone(),
            game: game.to_owned(),
            revision: session.info().revision,
            setup,
            seats: players.clone(),
            auto,
            created,
            tokens: tokens.clone(),
        };
        let start = advance(&id, &*session, session.entries(), Seats::NONE);
        self.store.create(new, start).await?;
        let orders = orders_of(session.info(), players.len(), auto, &[]);
        let id_of_room = id.clone();
        let room = self.enter(Room::new(Furniture {
            id: id_of_room,
            players,
            created,
            tokens,
            orders,
            request: None,
            mail: Mail::default(),
            resigned: Vec::new(),
            session,
        }));
        room.settle(self).await?;
        tracing::info!(id, game, "a game begins");
        Ok(Made { id, host, links })
    }

    /// The game of this id, read from its journal if it is not in memory; nothing if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn room(self: &Arc<Hall>, id: &str) -> Result<Option<Arc<Room>>, HallError> {
        if let Some(room) = self.known(id) {
            return Ok(Some(room));
        }
        if id.len() > 32 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Ok(None);
        }
        // In a task of its own: somebody who hangs up does not stop it half-way.
        let (hall, id) = (self.clone(), id.to_owned());
        let task = self.tasks.spawn(async move { hall.read(&id, &hall.for_people).await });
        task.await.unwrap_or(Err(HallError::Closed))
    }

    /// Reads a game when it is its turn, unless somebody else has just done so.
    async fn read(self: &Arc<Hall>, id: &str, turns: &Semaphore) -> Result<Option<Arc<Room>>, HallError> {
        let reading = self.reading().entry(id.to_owned()).or_default().clone();
        let held = reading.lock().await;
        let room = match self.known(id) {
            Some(room) => Ok(Some(room)),
            None => {
                let _turn = turns.acquire().await;
                self.open(id).await
            }
        };
        drop(held);
        // Held by the list and by us: nobody else waits.
        let mut all = self.reading();
        if Arc::strong_count(&reading) <= 2 {
            all.remove(id);
        }
        room
    }

    async fn open(self: &Arc<Hall>, id: &str) -> Result<Option<Arc<Room>>, HallError> {
        let Some(kept) = self.store.load(id).await? else { return Ok(None) };
        let room = self.enter(self.reopen(kept).await?);
        room.settle(self).await?;
        Ok(Some(room))
    }

    async fn reopen(&self, kept: Kept) -> Result<Room, HallError> {
        let Kept { listed, revision, auto, base, entries, snapshot, tokens, orders, letters } = kept;
        let game = registry::game(&listed.game)?;
        let setup = listed.setup;
        let begun = Instant::now();
        let count = entries.len();
        let play = move || -> Result<_, LoadError> {
            let hash = entries.last().map(|entry| entry.hash).or(base.as_ref().map(|base| base.hash));
            let Some(hash) = hash else { return Ok((game.start(setup)?, None)) };
            let (position, history) = base.map_or((None, Vec::new()), |base| (base.position, base.history));
            let saved = SavedGame {
                players: Vec::new(),
                game: game.info().id.to_owned(),
                engine: env!("CARGO_PKG_VERSION").to_owned(),
                revision,
                setup,
                position,
                history,
                entries,
                snapshot: snapshot.unwrap_or(Snapshot { at: 0, state: Json::Null }),
                hash,
            };
            game.load(saved).map(|(session, loaded)| (session, loaded.resumed))
        };
        let (mut session, resumed) =
            tokio::task::spawn_blocking(play).await.map_err(|_| HallError::Closed)??;
        let resigned = listed.resigned;
        if let Some(outcome) = ended(&resigned, listed.seats.len()) {
            session.conclude(outcome);
        }
        tracing::info!(id = listed.id, entries = count, took = ?begun.elapsed(), "a game is read from its journal");
        if let Some(resumed) = resumed {
            tracing::warn!(
                id = listed.id,
                at = resumed.at,
                dropped = resumed.dropped,
                because = resumed.because,
                "the rules have changed: the game goes on from its last snapshot"
            );
            self.store.rebase(rebased(&listed.id, &*session)).await?;
        }
        let orders = orders_of(session.info(), listed.seats.len(), auto, &orders);
        let request = listed.standing.request.filter(|_| listed.standing.number == session.entries());
        let (id, players, created) = (listed.id, listed.seats, listed.created);
        let mail = letters.into_iter().collect();
        // Whoever has given a seat up does not hold it any more.
        let (humans, _) = split(&players);
        let kept = |seats: Vec<Seat>| seats.into_iter().filter(|&seat| humans.contains(seat)).collect();
        let tokens = tokens.into_iter().map(|(hash, seats)| (hash, kept(seats))).collect();
        Ok(Room::new(Furniture { id, players, created, tokens, orders, request, mail, resigned, session }))
    }

    /// Drops a game that could not be written down, and reads it again after a while.
    pub fn forget(self: &Arc<Hall>, id: &str) {
        self.rooms().remove(id);
        let (hall, id) = (Arc::downgrade(self), id.to_owned());
        tokio::spawn(async move {
            tokio::time::sleep(BREATHER).await;
            if let Some(hall) = hall.upgrade()
                && let Err(error) = hall.room(&id).await
            {
                tracing::error!(id, %error, "a game cannot be read again");
            }
        });
    }

    /// Opens every game in which a bot must decide, so that it goes on: one after the other, so that there is time for
    /// people in between.
    ///
    /// # Errors
    /// If the store fails. A single game that cannot be read is only logged.
    pub async fn resume(self: &Arc<Hall>) -> Result<(), StoreError> {
        for listed in self.store.unfinished().await? {
            let (_, bots) = split(&listed.seats);
            if listed.standing.to_act.iter().any(|&seat| bots.contains(seat))
                && let Err(error) = self.read(&listed.id, &self.for_bots).await
            {
                tracing::error!(id = listed.id, %error, "a game cannot be read");
            }
        }
        Ok(())
    }

    /// Drops games from memory that nobody uses. They are read again when somebody does.
    pub fn sweep(&self) {
        let Some(then) = Instant::now().checked_sub(IDLE) else { return };
        let mut rooms = self.rooms();
        // Whoever uses a room holds it; and nobody gets hold of it while the list is locked.
        rooms.retain(|_, room| Arc::strong_count(room) > 1 || !room.is_idle_since(then));
        self.metrics.rooms.set(rooms.len() as i64);
    }
}

/// The time, in milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_millis() as i64
}

/// The orders of every seat: what was kept of them, as far as the game still knows it.
fn orders_of(
    info: &Info,
    seats: usize,
    auto: bool,
    kept: &[(Seat, bool, BTreeMap<String, Value>)],
) -> Vec<Orders> {
    let given = |seat: Seat| kept.iter().find(|(of, ..)| *of == seat);
    let orders = |seat| {
        let (_, auto, values) = given(seat).cloned().unwrap_or((seat, auto, BTreeMap::new()));
        let known = values.into_iter().filter(|(id, value)| {
            let alone = BTreeMap::from([(id.clone(), value.clone())]);
            info.ordered(&alone).is_ok()
        });
        Orders { auto, values: info.ordered(&known.collect()).unwrap_or_default() }
    };
    Seat::first(seats as u8).map(orders).collect()
}

/// A game that goes on under newer rules, as it is kept.
fn rebased(id: &str, session: &dyn AnySession) -> Rebase {
    let saved = session.save();
    let origin = session.origin();
    Rebase {
        game: id.to_owned(),
        revision: saved.revision,
        base: Base { position: saved.position, history: saved.history, hash: saved.hash },
        first: origin + 1,
        entries: saved.entries,
        standing: standing(session),
    }
}

#[cfg(test)]
impl Hall {
    /// A hall around an empty store.
    pub async fn scratch(folder: &std::path::Path) -> Arc<Hall> {
        let file = folder.join("games.db");
        let metrics = Arc::<Metrics>::default();
        let store = Store::open(&file, metrics.clone()).await.unwrap();
        let thinkers = Thinkers::start(1, Duration::from_secs(9), &metrics).unwrap();
        let config = Config::new("127.0.0.1:0".parse().unwrap(), file);
        Arc::new(Hall::new(store, metrics, thinkers, config))
    }

    /// The id of a new game of two people.
    pub async fn scratch_game(self: &Arc<Hall>) -> String {
        let info = registry::infos()[0];
        let setup = Setup::new(info.scenarios[0].id, 2, engine::Seed::from_number(1));
        let players = vec![Player::Human { name: None }; 2];
        self.create(info.id, setup, players, false).await.unwrap().id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nobody_waits_while_the_games_of_others_are_read_and_none_is_read_twice() {
        let folder = tempfile::tempdir().unwrap();
        let hall = Hall::scratch(folder.path()).await;
        let (slow, quick) = (hall.scratch_game().await, hall.scratch_game().await);
        hall.rooms().clear();
        let reading = hall.reading().entry(slow.clone()).or_default().clone();
        let held = reading.lock_owned().await;
        let ask = || {
            let (hall, id) = (hall.clone(), slow.clone());
            tokio::spawn(async move { hall.room(&id).await.unwrap().unwrap() })
        };
        let waiting: Vec<_> = (0..2 * READERS).map(|_| ask()).collect();
        let soon = tokio::time::timeout(Duration::from_secs(9), hall.room(&quick)).await;
        assert!(soon.expect("it waits for another game").unwrap().is_some());
        assert!(waiting.iter().all(|asked| !asked.is_finished()));
        drop(held);
        let room = hall.room(&slow).await.unwrap().unwrap();
        for asked in waiting {
            assert!(Arc::ptr_eq(&asked.await.unwrap(), &room));
        }
        assert!(hall.reading().is_empty(), "what has been read is still noted as being read");
    }
}
