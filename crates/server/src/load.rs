//! How many games have bots that think, on each account and in all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use thiserror::Error;

use crate::account::Account;
use crate::config::{BotLimits, BotLoad};

/// How many games have bots that think at the moment.
#[derive(Debug)]
pub struct BotLoads {
    limits: BotLimits,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    all: BotLoad,
    by: HashMap<Account, BotLoad>,
}

/// One game that counts. It no longer does when this is dropped.
#[derive(Debug)]
pub struct Hold {
    loads: Arc<BotLoads>,
    account: Account,
    time: Duration,
}

/// Why no more bots can be set to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Full {
    /// By the same address.
    #[error(
        "The bots of {0} of your games are thinking already. \
         Please wait until some have decided, or delete a game you do not need."
    )]
    Yours(usize),
    /// By all together.
    #[error("So many bots are thinking here that no more can begin. Please try again in a minute.")]
    All,
}

impl BotLoads {
    /// None yet.
    pub fn new(limits: BotLimits) -> Arc<BotLoads> {
        Arc::new(BotLoads { limits, held: Mutex::default() })
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a game whose bots may think for `time` a round, if there is room for it.
    ///
    /// # Errors
    /// If there is none.
    pub fn reserve(self: &Arc<BotLoads>, account: Account, time: Duration) -> Result<Hold, Full> {
        let mut held = self.held();
        let yours = held.by.get(&account).copied().unwrap_or_default();
        if !self.limits.per_address.bears(yours, time) {
            return Err(Full::Yours(yours.games));
        }
        if !self.limits.most.bears(held.all, time) {
            return Err(Full::All);
        }
        Ok(self.add(&mut held, account, time))
    }

    /// Counts it in any case: a game that was made goes on.
    pub fn take(self: &Arc<BotLoads>, account: Account, time: Duration) -> Hold {
        self.add(&mut self.held(), account, time)
    }

    fn add(self: &Arc<BotLoads>, held: &mut Held, account: Account, time: Duration) -> Hold {
        for load in [&mut held.all, held.by.entry(account).or_default()] {
            (load.games, load.time) = (load.games + 1, load.time + time);
        }
        Hold { loads: self.clone(), account, time }
    }

    /// How many games count, in all.
    pub fn games(&self) -> usize {
        self.held().all.games
    }
}

impl BotLoad {
    /// Whether there is room within these limits for one more game beside the `held`. The first always finds it.
    fn bears(self, held: BotLoad, time: Duration) -> bool {
        held.games == 0 || held.games < self.games && held.time + time <= self.time
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let mut held = self.loads.held();
        let Held { all, by } = &mut *held;
        for load in [Some(all), by.get_mut(&self.account)].into_iter().flatten() {
            (load.games, load.time) = (load.games - 1, load.time.saturating_sub(self.time));
        }
        if by.get(&self.account).is_some_and(|load| load.games == 0) {
            by.remove(&self.account);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_their_time_are_counted_as_long_as_bots_think() {
        let seconds = Duration::from_secs;
        let per_address = BotLoad { games: 3, time: seconds(60) };
        let loads = BotLoads::new(BotLimits { per_address, most: BotLoad { games: 4, time: seconds(120) } });
        let (a, b) = (Account(1), Account(2));
        let first = loads.reserve(a, seconds(35)).unwrap();
        assert_eq!(loads.reserve(a, seconds(35)).unwrap_err(), Full::Yours(1));
        let _second = loads.reserve(a, seconds(5)).unwrap();
        let _third = loads.reserve(a, seconds(5)).unwrap();
        assert_eq!(loads.reserve(a, seconds(1)).unwrap_err(), Full::Yours(3));
        assert_eq!(loads.reserve(b, seconds(70)).map(|_| ()), Ok(()), "whoever has none may begin one");
        let _other = loads.reserve(b, seconds(35)).unwrap();
        assert_eq!(loads.reserve(b, seconds(5)).unwrap_err(), Full::All);
        // A game that was made goes on, whatever the limits.
        drop(loads.take(a, seconds(5)));
        assert_eq!(loads.games(), 4);
        drop(first);
        drop(loads.reserve(a, seconds(35)).unwrap());
        assert_eq!(loads.games(), 3);
    }
}
