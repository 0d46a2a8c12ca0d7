//! How often a client may ask.
//!
//! Token buckets by token and by address, and one for all together. A bucket that is full again is as good as none, but
//! when many are in use at once none is: so there is a bound to how many are kept, and the ones longest unused are
//! forgotten first. Whoever has more addresses than that meets the bucket of all.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::address::ClientAddress;
use crate::config::{Limits, Rate};
use crate::token::TokenHash;

/// So many buckets are kept in one generation; there are two.
const GENERATION: usize = 20_000;

/// Nobody is asked to wait longer.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 3600);

/// What a request costs.
pub mod price {
    /// A forecast, which may try out thousands of battles.
    pub const FORECAST: u32 = 5;
    /// A hint, for which a bot thinks.
    pub const HINT: u32 = 10;
    /// A tile that must be drawn. One that is there already costs as much as any request.
    pub const TILE: u32 = 10;
}

/// How long to wait until it may be tried again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wait(Duration);

impl Wait {
    /// In whole seconds, as `Retry-After` says it.
    pub fn seconds(self) -> u64 {
        self.0.as_secs() + u64::from(self.0.subsec_nanos() > 0)
    }
}

impl From<Wait> for Duration {
    fn from(wait: Wait) -> Duration {
        wait.0
    }
}

/// What was left in a bucket, and when.
type Level = (f64, Instant);

/// Token buckets, one for each key.
#[derive(Debug)]
struct Buckets<K> {
    rate: Rate,
    levels: Mutex<Generations<K>>,
}

/// The buckets used last, in two generations: when the younger has its number, it becomes the older, and what was that
/// is forgotten. So nothing is ever searched, and no more than two generations are kept.
#[derive(Debug)]
struct Generations<K> {
    young: HashMap<K, Level>,
    old: HashMap<K, Level>,
}

impl<K: Hash + Eq> Generations<K> {
    fn get(&self, key: &K) -> Option<Level> {
        self.young.get(key).or_else(|| self.old.get(key)).copied()
    }

    fn put(&mut self, key: K, level: Level) {
        if self.young.len() >= GENERATION && !self.young.contains_key(&key) {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, level);
    }
}

impl<K: Hash + Eq> Buckets<K> {
    fn new(rate: Rate) -> Buckets<K> {
        Buckets { rate, levels: Mutex::new(Generations { young: HashMap::new(), old: HashMap::new() }) }
    }

    /// Takes `price` out of the bucket of `key`, if there is so much in it. What costs more than a bucket holds takes a
    /// full one.
    fn take(&self, key: K, price: u32, now: Instant) -> Result<(), Wait> {
        let Rate { burst, per_second } = self.rate;
        if burst == f64::INFINITY {
            return Ok(());
        }
        let price = f64::from(price).min(burst);
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        let (left, since) = levels.get(&key).unwrap_or((burst, now));
        let left = (left + now.saturating_duration_since(since).as_secs_f64() * per_second).min(burst);
        let enough = left >= price;
        levels.put(key, (if enough { left - price } else { left }, now));
        if enough {
            return Ok(());
        }
        let wait = Duration::try_from_secs_f64((price - left) / per_second).unwrap_or(LONGEST_WAIT);
        Err(Wait(wait.min(LONGEST_WAIT)))
    }
}

/// How often something may happen: by one token, from one address, in all.
#[derive(Debug)]
struct Shares {
    token: Buckets<TokenHash>,
    address: Buckets<ClientAddress>,
    all: Buckets<()>,
}

impl Shares {
    fn new(token: Rate, address: Rate, all: Rate) -> Shares {
        Shares { token: Buckets::new(token), address: Buckets::new(address), all: Buckets::new(all) }
    }

    /// A forged token gets nobody past the limit of his address, and who is past that takes nothing from the others.
    fn take(
        &self,
        address: ClientAddress,
        token: Option<TokenHash>,
        price: u32,
        now: Instant,
    ) -> Result<(), Wait> {
        self.address.take(address, price, now)?;
        token.map_or(Ok(()), |token| self.token.take(token, price, now))?;
        self.all.take((), price, now)
    }
}

/// Who asks how often.
#[derive(Debug)]
pub struct RateLimiter {
    requests: Shares,
    games: Shares,
    games_a_day: Shares,
    letters: Shares,
}

impl RateLimiter {
    /// A rate limiter with these limits.
    pub fn new(limits: &Limits) -> RateLimiter {
        RateLimiter {
            requests: Shares::new(limits.token, limits.address, limits.all),
            games: Shares::new(Rate::ANY, limits.games, limits.games_in_all),
            games_a_day: Shares::new(Rate::ANY, limits.games_a_day, limits.games_a_day_in_all),
            letters: Shares::new(limits.letters, limits.letters_per_address, limits.letters_in_all),
        }
    }

    /// Lets a request pass.
    ///
    /// # Errors
    /// If there were too many.
    pub fn request(&self, address: ClientAddress, token: Option<TokenHash>) -> Result<(), Wait> {
        self.requests.take(address, token, 1, Instant::now())
    }

    /// Takes what a request costs in all, if that is more than others do: `price`.
    ///
    /// # Errors
    /// If there were too many.
    pub fn charge(&self, address: ClientAddress, token: Option<TokenHash>, price: u32) -> Result<(), Wait> {
        self.requests.take(address, token, price - 1, Instant::now())
    }

    /// Lets a game be made.
    ///
    /// # Errors
    /// If there were too many.
    pub fn game(&self, address: ClientAddress) -> Result<(), Wait> {
        let now = Instant::now();
        self.games.take(address, None, 1, now)?;
        self.games_a_day.take(address, None, 1, now)
    }

    /// Lets a letter be sent.
    ///
    /// # Errors
    /// If there were too many.
    pub fn letter(&self, address: ClientAddress, token: Option<TokenHash>) -> Result<(), Wait> {
        self.letters.take(address, token, 1, Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv6Addr};

    use super::*;

    #[test]
    fn a_bucket_runs_dry_and_fills_again() {
        let buckets = Buckets::new(Rate { burst: 3.0, per_second: 2.0 });
        let start = Instant::now();
        let taken = |at: f64| buckets.take("key", 1, start + Duration::from_secs_f64(at)).is_ok();
        assert!(taken(0.0) && taken(0.0) && taken(0.0) && !taken(0.0));
        assert!(!taken(0.4) && taken(0.5) && !taken(0.5));
        assert!(taken(100.0) && taken(100.0) && taken(100.0) && !taken(100.0));
        assert!(buckets.take("another", 1, start).is_ok());
    }

    #[test]
    fn what_costs_more_takes_more_and_one_is_told_how_long_to_wait() {
        let buckets = Buckets::new(Rate { burst: 10.0, per_second: 2.0 });
        let now = Instant::now();
        assert_eq!(buckets.take("key", 8, now), Ok(()));
        let wait = buckets.take("key", 7, now).unwrap_err();
        assert_eq!((wait, wait.seconds()), (Wait(Duration::from_millis(2500)), 3));
        assert_eq!(buckets.take("key", 7, now + Duration::from_millis(2500)), Ok(()));
        // What no bucket can hold costs a full one.
        assert_eq!(buckets.take("another", 1000, now), Ok(()));
        assert!(buckets.take("another", 1, now).is_err());
        let never = Buckets::new(Rate { burst: 1.0, per_second: 0.0 });
        assert_eq!(never.take("key", 1, now), Ok(()));
        assert_eq!(never.take("key", 1, now), Err(Wait(LONGEST_WAIT)));
    }

    #[test]
    fn there_is_a_bound_to_what_is_kept_however_many_are_in_use() {
        let buckets = Buckets::new(Rate { burst: 1.0, per_second: 0.0 });
        let now = Instant::now();
        for key in 0..10 * GENERATION {
            assert!(buckets.take(key, 1, now).is_ok());
            // Somebody who keeps asking is not forgotten among all the others.
            assert!(buckets.take(0, 1, now).is_err(), "{key}");
            let levels = buckets.levels.lock().unwrap();
            assert!(levels.young.len() <= GENERATION && levels.old.len() <= GENERATION, "{key}");
        }
    }

    #[test]
    fn a_network_shares_a_bucket_and_all_share_one() {
        let rate = |burst| Rate { burst, per_second: 0.0 };
        let shares = Shares::new(Rate::ANY, rate(2.0), rate(5.0));
        let now = Instant::now();
        let take = |network: u16, host: u16| {
            let address = IpAddr::from(Ipv6Addr::new(0x2001, 0xdb8, 0, network, 0, 0, 0, host));
            shares.take(address.into(), None, 1, now).is_ok()
        };
        assert!(take(1, 1) && take(1, 2) && !take(1, 3));
        // Who is refused takes nothing from the others.
        assert!((0..10).all(|host| !take(1, host)));
        assert!(take(2, 1) && take(3, 1) && take(4, 1) && !take(5, 1));
    }
}
