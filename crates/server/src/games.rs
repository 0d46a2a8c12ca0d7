//! The registry of games: every game of this server, in memory or on disk.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use engine::{AnySession, Info, LoadError, SavedGame, Seat, Seats, Setup, SetupError, Value};
use thiserror::Error;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::account::{Account, AccountKey};
use crate::bot_pool::BotPool;
#[cfg(test)]
use crate::bot_pool::Times;
use crate::config::Config;
use crate::letter::Mail;
use crate::load::{BotLoads, Hold};
use crate::metrics::Metrics;
use crate::player::{Player, split};
use crate::recovery::{self, Damage, Opened, Stored};
use crate::room::{Orders, Room, RoomError, RoomParts, advance, ended, standing, told_from};
use crate::seeds::SeedSource;
use crate::store::{Base, NewGame, Rebase, Repaired, SeatToken, Store, StoreError, StoredGame};
use crate::token::{NoRandomness, Token, fresh_id};

/// A game nobody looks at is kept in memory for so long.
const IDLE: Duration = Duration::from_secs(15 * 60);

/// After so long a game that could not be written is read again; if that fails, too, after twice as long, and so on.
const BREATHER: Duration = Duration::from_secs(1);

/// But after so long at most.
const LONGEST_BREATHER: Duration = Duration::from_secs(30);

/// So many games are gone on with at once when the server starts, and how long until there may be room for the next.
const RESUMED: usize = 32;
const PAUSE: Duration = Duration::from_millis(100);

/// So many games are read at once for people.
const READERS: usize = 4;

/// Every game of this server.
pub struct GameRegistry {
    /// What is on disk.
    pub store: Store,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Where bots think.
    pub bot_pool: BotPool,
    /// How many games have bots that think.
    pub loads: Arc<BotLoads>,
    /// Makes accounts of addresses.
    pub accounts: AccountKey,
    /// Where seeds come from that nobody has chosen.
    pub seeds: SeedSource,
    /// Limits.
    pub config: Config,
    /// Set when the server stops.
    pub closing: CancellationToken,
    /// What must come to an end before it stops.
    pub tasks: TaskTracker,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// The games that are being read or made, so that none has two rooms.
    reading: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    /// The games that could not be written, until they are read again.
    recovering: Mutex<HashSet<String>>,
    /// How many are read at once for people, and how many because the server itself goes on with them.
    for_people: Semaphore,
    for_bots: Semaphore,
}

/// Why a game cannot be made or opened.
#[derive(Debug, Error)]
pub enum RegistryError {
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
    NoRandomness(#[from] NoRandomness),
    /// Something stops half-way.
    #[error("the game is closed")]
    Closed,
}

impl From<RoomError> for RegistryError {
    fn from(error: RoomError) -> RegistryError {
        match error {
            RoomError::Store(error) => RegistryError::Store(error),
            _ => RegistryError::Closed,
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

impl GameRegistry {
    /// A registry around a store.
    pub fn new(
        store: Store,
        metrics: Arc<Metrics>,
        bot_pool: BotPool,
        accounts: AccountKey,
        config: Config,
    ) -> GameRegistry {
        GameRegistry {
            loads: BotLoads::new(config.limits.bots),
            accounts,
            seeds: SeedSource::new(config.fixed_seed),
            store,
            metrics,
            bot_pool,
            config,
            closing: CancellationToken::new(),
            tasks: TaskTracker::new(),
            rooms: Mutex::default(),
            reading: Mutex::default(),
            recovering: Mutex::default(),
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

    fn recovering(&self) -> MutexGuard<'_, HashSet<String>> {
        self.recovering.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Starts a game. `load` counts it among those whose bots think, if it has any.
    ///
    /// # Errors
    /// If the set-up is not sound or the game cannot be written down.
    pub async fn create(
        self: &Arc<GameRegistry>,
        game: &str,
        setup: Setup,
        seed_chosen: bool,
        players: Vec<Player>,
        auto: bool,
        (account, load): (Account, Option<Hold>),
    ) -> Result<Made, RegistryError> {
        let session = registry::game(game)?.start(setup.clone())?;
        let (humans, _) = split(&players);
        let id = fresh_id()?;
        let host = Token::fresh()?;
        let mut links = Vec::new();
        for seat in humans.iter() {
            links.push((seat, Token::fresh()?));
        }
        let token = |token: &Token, seats, host| SeatToken {
            hash: token.hash(),
            seats,
            host,
            lent: false,
            used: None,
        };
        let mut tokens = vec![token(&host, humans.iter().collect(), true)];
        tokens.extend(links.iter().map(|(seat, link)| token(link, vec![*seat], false)));
        let created = now();
        let new = NewGame {
            id: id.clone(),
            game: game.to_owned(),
            revision: session.info().revision,
            setup,
            seats: players.clone(),
            auto,
            created,
            account,
            seed_chosen,
            tokens: tokens.clone(),
        };
        let start = advance(&id, &*session, session.entries(), Seats::NONE);
        let orders = orders_of(session.info(), players.len(), auto, &[]);
        let parts = RoomParts {
            id: id.clone(),
            players,
            created,
            account,
            load,
            seed_chosen,
            repairs: Vec::new(),
            first_shown: 0,
            tokens,
            claimed: Seats::NONE,
            orders,
            request: None,
            mail: Mail::default(),
            resigned: Vec::new(),
            session,
        };
        // It is listed as soon as it is on disk, and whoever then asks for it must find this room.
        let made = self.alone(&id, async {
            self.store.create(new, start).await?;
            Ok::<_, StoreError>(self.enter(Room::new(parts)))
        });
        let room = made.await?;
        room.visit(self);
        room.settle(self).await?;
        tracing::info!(id, game, "a game begins");
        Ok(Made { id, host, links })
    }

    /// The game of this id, for somebody who comes to it; read from its journal if it is not in memory; nothing if there
    /// is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn room(self: &Arc<GameRegistry>, id: &str) -> Result<Option<Arc<Room>>, RegistryError> {
        let room = match self.known(id) {
            Some(room) => Some(room),
            None => self.read_for_people(id).await?,
        };
        Ok(room.inspect(|room| room.visit(self)))
    }

    async fn read_for_people(self: &Arc<GameRegistry>, id: &str) -> Result<Option<Arc<Room>>, RegistryError> {
        if id.len() > 32 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Ok(None);
        }
        // In a task of its own: somebody who hangs up does not stop it half-way.
        let (games, id) = (self.clone(), id.to_owned());
        let task = self.tasks.spawn(async move { games.read(&id, &games.for_people).await });
        task.await.unwrap_or(Err(RegistryError::Closed))
    }

    /// Reads a game when it is its turn, unless somebody else has just done so.
    async fn read(
        self: &Arc<GameRegistry>,
        id: &str,
        turns: &Semaphore,
    ) -> Result<Option<Arc<Room>>, RegistryError> {
        let read = async {
            if let Some(room) = self.known(id) {
                return Ok(Some(room));
            }
            let _turn = turns.acquire().await;
            self.open(id).await
        };
        self.alone(id, read).await
    }

    /// Does something while nobody else reads or makes the game, so that there is never more than one room for it.
    async fn alone<T>(&self, id: &str, work: impl Future<Output = T>) -> T {
        let reading = self.reading().entry(id.to_owned()).or_default().clone();
        let held = reading.lock().await;
        let done = work.await;
        drop(held);
        // Held by the list and by us: nobody else waits.
        let mut all = self.reading();
        if Arc::strong_count(&reading) <= 2 {
            all.remove(id);
        }
        done
    }

    async fn open(self: &Arc<GameRegistry>, id: &str) -> Result<Option<Arc<Room>>, RegistryError> {
        let Some(kept) = self.store.load(id).await? else { return Ok(None) };
        let room = self.enter(self.reopen(kept).await?);
        room.settle(self).await?;
        Ok(Some(room))
    }

    async fn reopen(&self, kept: StoredGame) -> Result<Room, RegistryError> {
        let StoredGame { listed, revision, auto, base, seed_chosen, entries, snapshot, .. } = kept;
        let StoredGame { mut repairs, tokens, claimed, orders, letters, told, first_position, .. } = kept;
        let game = registry::game(&listed.game)?;
        let mut stored = Stored { setup: listed.setup, revision, base, entries, told: Vec::new(), snapshot };
        let begun = Instant::now();
        let count = stored.entries.len();
        let open = async |stored: Stored| -> Result<Opened, RegistryError> {
            let opened = tokio::task::spawn_blocking(move || recovery::open(game, stored)).await;
            Ok(opened.map_err(|_| RegistryError::Closed)??)
        };
        let mut opened = open(stored.clone()).await?;
        if opened.has_new_history() && told.is_some() {
            stored.told = self.store.told(&listed.id).await?;
            opened = open(stored).await?;
        }
        let Opened { mut session, resumed, damage } = opened;
        let resigned = listed.resigned;
        if let Some(outcome) = ended(&resigned, listed.seats.len()) {
            session.conclude(outcome);
        }
        tracing::info!(id = listed.id, entries = count, took = ?begun.elapsed(), "a game is read from its journal");
        if let Some(resumed) = &resumed {
            tracing::warn!(
                id = listed.id,
                at = resumed.at,
                dropped = resumed.dropped,
                because = resumed.because,
                "the rules have changed: the game goes on from its last snapshot"
            );
        }
        if let Some(Damage { repair, because, sound, rebased: moved }) = damage {
            tracing::error!(id = listed.id, because, repair.note, "a journal is damaged");
            let rebase = moved.then(|| rebased(&listed.id, &*session));
            let (game, standing) = (listed.id.clone(), standing(&*session));
            let snapshot = session.position();
            repairs.push(repair.clone());
            self.store.repair(Repaired { game, repair, sound, rebase, standing, snapshot }).await?;
        } else if resumed.is_some() {
            self.store.rebase(rebased(&listed.id, &*session)).await?;
        } else {
            // Older versions kept nothing of what was told.
            let opening = if session.origin() == 0 { 0 } else { session.origin() + 1 };
            let first = told.map_or(opening, |last| last + 1);
            if first <= session.entries() {
                self.store.tell(&listed.id, first, told_from(&*session, first)).await?;
            }
        }
        let first_shown = first_position.unwrap_or(session.origin()).min(session.origin());
        let orders = orders_of(session.info(), listed.seats.len(), auto, &orders);
        let request = listed.standing.request.filter(|_| listed.standing.number == session.entries());
        let account = listed.account.unwrap_or_else(|| self.accounts.of_game(&listed.id));
        let (id, players, created, load) = (listed.id, listed.seats, listed.created, None);
        let mail = letters.into_iter().collect();
        // Whoever has given a seat up does not hold it any more.
        let (humans, _) = split(&players);
        let tokens = tokens.into_iter().map(|mut token| {
            token.seats.retain(|&seat| humans.contains(seat));
            token
        });
        Ok(Room::new(RoomParts {
            id,
            players,
            created,
            account,
            load,
            seed_chosen,
            repairs,
            first_shown,
            tokens: tokens.collect(),
            claimed,
            orders,
            request,
            mail,
            resigned,
            session,
        }))
    }

    /// All that is kept of a game which cannot be opened, for whoever holds one of its tokens, and which game it is of.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn export(&self, id: &str, token: &Token) -> Result<Option<(String, SavedGame)>, StoreError> {
        let Some(kept) = self.store.load(id).await? else { return Ok(None) };
        if !kept.tokens.iter().any(|held| held.hash == token.hash()) {
            return Ok(None);
        }
        let told = self.store.told(id).await?;
        let StoredGame { listed, revision, base, entries, snapshot, .. } = kept;
        let stored = Stored { setup: listed.setup, revision, base, entries, told, snapshot };
        Ok(Some((listed.game.clone(), recovery::export(&listed.game, &stored))))
    }

    /// Drops a game that could not be written down, and reads it again after a while: as often as it takes, so that its
    /// bots go on by themselves.
    pub fn forget(self: &Arc<GameRegistry>, id: &str) {
        self.rooms().remove(id);
        if !self.recovering().insert(id.to_owned()) {
            return;
        }
        let (games, id) = (Arc::downgrade(self), id.to_owned());
        tokio::spawn(async move {
            let mut breather = BREATHER;
            loop {
                tokio::time::sleep(breather).await;
                let Some(games) = games.upgrade().filter(|games| !games.closing.is_cancelled()) else {
                    return;
                };
                breather = LONGEST_BREATHER.min(2 * breather);
                // As long as nothing can be written, nothing would come of it.
                if games.store.ping().await.is_err() {
                    continue;
                }
                games.recovering().remove(&id);
                match games.read(&id, &games.for_bots).await {
                    // Unless it could be read and not be written again, which has called this once more.
                    Err(RegistryError::Store(_)) if games.recovering().insert(id.clone()) => continue,
                    Err(error) => tracing::error!(id, %error, "a game cannot be read again"),
                    Ok(_) => {}
                }
                return;
            }
        });
    }

    /// A game that was deleted is no more.
    pub fn drop_room(&self, id: &str) {
        let mut rooms = self.rooms();
        rooms.remove(id);
        self.metrics.rooms.set(rooms.len() as i64);
    }

    /// Keeps when tokens were last used. That they are is never waited for; what cannot be kept is only logged.
    pub async fn keep_uses(&self) {
        let uses: Vec<_> = self.rooms().values().flat_map(|room| room.uses_to_keep()).collect();
        if !uses.is_empty()
            && let Err(error) = self.store.used(uses).await
        {
            tracing::error!(%error, "when tokens were last used cannot be kept");
        }
    }

    /// Opens every game in which people play and a bot must decide, so that it goes on: one after the other and not too
    /// many at once, so that there is time for people in between. Where nobody plays but bots, they wait for somebody to
    /// look.
    ///
    /// # Errors
    /// If the store fails. A single game that cannot be read is only logged.
    pub async fn resume(self: &Arc<GameRegistry>) -> Result<(), StoreError> {
        for listed in self.store.unfinished().await? {
            let (humans, bots) = split(&listed.seats);
            if humans.is_empty() || !listed.standing.to_act.iter().any(|&seat| bots.contains(seat)) {
                continue;
            }
            while self.loads.games() >= RESUMED {
                tokio::time::sleep(PAUSE).await;
            }
            if let Err(error) = self.read(&listed.id, &self.for_bots).await {
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
        told: told_from(session, origin + 1),
        standing: standing(session),
        snapshot: session.position(),
    }
}

#[cfg(test)]
impl GameRegistry {
    /// A registry around a store in `folder`.
    pub async fn scratch(folder: &std::path::Path) -> Arc<GameRegistry> {
        GameRegistry::scratch_with(GameRegistry::scratch_config(folder)).await
    }

    fn scratch_config(folder: &std::path::Path) -> Config {
        Config::new("127.0.0.1:0".parse().unwrap(), folder.join("games.db"))
    }

    async fn scratch_with(config: Config) -> Arc<GameRegistry> {
        let metrics = Arc::<Metrics>::default();
        let store = Store::open(&config.database, metrics.clone()).await.unwrap();
        let long = Duration::from_secs(9);
        let bot_pool = BotPool::new(1, Times { turn: long, grace: long }, &metrics);
        let accounts = store.account_key().await.unwrap();
        Arc::new(GameRegistry::new(store, metrics, bot_pool, accounts, config))
    }

    /// The id of a new game of two people.
    pub async fn scratch_game(self: &Arc<GameRegistry>) -> String {
        self.scratch_table(vec![Player::Human { name: None }; 2]).await
    }

    /// The id of a new game of these players.
    pub async fn scratch_table(self: &Arc<GameRegistry>, players: Vec<Player>) -> String {
        let info = registry::infos()[0];
        let seats = players.len() as u8;
        let setup = Setup::new(info.scenarios[0].id, seats, engine::Seed::from_number(1));
        self.create(info.id, setup, true, players, false, (Account(1), None)).await.unwrap().id
    }
}

#[cfg(test)]
mod tests {
    use std::task::Poll;

    use bots::Level;

    use super::*;

    const HUMAN: Player = Player::Human { name: None };
    const GREEDY: Player = Player::Bot { level: Level::GREEDY };

    /// Waits until something is so.
    async fn until(so: impl Fn() -> bool) {
        for _ in 0..4000 {
            if so() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("it never is");
    }

    #[tokio::test]
    async fn a_server_that_starts_goes_on_with_the_games_of_people_alone() {
        let folder = tempfile::tempdir().unwrap();
        let games = GameRegistry::scratch(folder.path()).await;
        // No bot decides any more.
        games.closing.cancel();
        let mut made = Vec::new();
        for players in [vec![GREEDY, HUMAN], vec![HUMAN, GREEDY], vec![GREEDY, GREEDY]] {
            made.push(games.scratch_table(players).await);
        }
        games.store.close().await;
        let games = GameRegistry::scratch(folder.path()).await;
        games.resume().await.unwrap();
        let opened: Vec<_> = games.rooms().keys().cloned().collect();
        assert_eq!(opened.len(), 1, "in one of the games of people it is the bot's turn");
        assert_ne!(opened[0], made[2], "nobody watches it");
    }

    #[tokio::test]
    async fn bots_alone_wait_until_somebody_comes() {
        let folder = tempfile::tempdir().unwrap();
        let mut config = GameRegistry::scratch_config(folder.path());
        config.attention = Duration::ZERO;
        let games = GameRegistry::scratch_with(config).await;
        let id = games.scratch_table(vec![GREEDY, GREEDY]).await;
        let room = games.rooms()[&id].clone();
        let number = async || room.read(|_, state| state.session.entries()).await.unwrap();
        until(|| games.loads.games() == 0).await;
        assert_eq!(number().await, 0);
        // Somebody listens, and comes to see.
        let mut news = room.news();
        games.room(&id).await.unwrap().unwrap();
        while news.borrow_and_update().number < 3 {
            tokio::time::timeout(Duration::from_secs(20), news.changed()).await.unwrap().unwrap();
        }
        drop(news);
        until(|| games.loads.games() == 0).await;
        assert!(number().await >= 3);
    }

    #[tokio::test]
    async fn a_game_that_is_deleted_is_gone_and_whoever_waits_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let games = GameRegistry::scratch(folder.path()).await;
        let thinks = Player::Bot { level: Level::search(bots::Budget::Time(Duration::from_secs(3600))) };
        let (id, other) = (games.scratch_table(vec![thinks; 2]).await, games.scratch_game().await);
        let room = games.room(&id).await.unwrap().unwrap();
        let mut news = room.news();
        let refused = room.delete(&games, |_, _| Err("no")).await.unwrap();
        assert_eq!((refused, games.loads.games()), (Err("no"), 1));
        room.delete(&games, |_, _| Ok::<_, ()>(())).await.unwrap().unwrap();
        assert!(news.borrow_and_update().deleted);
        assert!(games.room(&id).await.unwrap().is_none() && games.room(&other).await.unwrap().is_some());
        assert!(matches!(room.read(|_, _| ()).await, Err(RoomError::Closed)));
        // The bot is told to stop, and its game does not count any more.
        until(|| games.loads.games() == 0).await;
        games.tasks.close();
        games.tasks.wait().await;
    }

    #[tokio::test]
    async fn nobody_waits_while_the_games_of_others_are_read_and_none_is_read_twice() {
        let folder = tempfile::tempdir().unwrap();
        let games = GameRegistry::scratch(folder.path()).await;
        let (slow, quick) = (games.scratch_game().await, games.scratch_game().await);
        games.rooms().clear();
        let reading = games.reading().entry(slow.clone()).or_default().clone();
        let held = reading.lock_owned().await;
        let ask = || {
            let (games, id) = (games.clone(), slow.clone());
            tokio::spawn(async move { games.room(&id).await.unwrap().unwrap() })
        };
        let waiting: Vec<_> = (0..2 * READERS).map(|_| ask()).collect();
        let soon = tokio::time::timeout(Duration::from_secs(9), games.room(&quick)).await;
        assert!(soon.expect("it waits for another game").unwrap().is_some());
        assert!(waiting.iter().all(|asked| !asked.is_finished()));
        drop(held);
        let room = games.room(&slow).await.unwrap().unwrap();
        for asked in waiting {
            assert!(Arc::ptr_eq(&asked.await.unwrap(), &room));
        }
        assert!(games.reading().is_empty(), "what has been read is still noted as being read");
    }

    #[tokio::test]
    async fn a_game_that_is_being_made_has_one_room_even_if_somebody_finds_it_in_the_lobby() {
        let folder = tempfile::tempdir().unwrap();
        let games = GameRegistry::scratch(folder.path()).await;
        // Begun, and then left alone until it is on disk.
        let mut making = std::pin::pin!(games.scratch_game());
        let begun = std::future::poll_fn(|context| Poll::Ready(making.as_mut().poll(context).is_pending()));
        assert!(begun.await);
        let id = loop {
            if let [listed] = &games.store.newest(1).await.unwrap()[..] {
                break listed.id.clone();
            }
        };
        let (eager, wanted) = (games.clone(), id.clone());
        let visitor = tokio::spawn(async move { eager.room(&wanted).await.unwrap().unwrap() });
        let waits = || games.reading().get(&id).is_some_and(|reading| Arc::strong_count(reading) > 2);
        while !visitor.is_finished() && !waits() {
            tokio::task::yield_now().await;
        }
        assert_eq!(making.await, id);
        assert!(
            Arc::ptr_eq(&visitor.await.unwrap(), &games.rooms()[&id]),
            "there are two rooms for one game"
        );
    }
}
