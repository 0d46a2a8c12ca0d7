//! How often a client may ask.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::address::ClientAddress;
use crate::config::{Limits, Rate};
use crate::token::TokenHash;

/// Buckets are cleared out when there are so many.
const CROWD: usize = 10_000;

/// Nobody is told to wait longer.
const LONGEST: Duration = Duration::from_secs(86_400);

/// Token buckets, one for each key.
#[derive(Debug)]
struct Buckets<K> {
    rate: Rate,
    left: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Hash + Eq> Buckets<K> {
    fn new(rate: Rate) -> Buckets<K> {
        Buckets { rate, left: Mutex::default() }
    }

    fn left(&self, (left, since): (f64, Instant), now: Instant) -> f64 {
        (left + (now - since).as_secs_f64() * self.rate.per_second).min(self.rate.burst)
    }

    /// Takes one out of the bucket of `key`, if there is one in it.
    fn take(&self, key: K, now: Instant) -> bool {
        if self.rate.burst == f64::INFINITY {
            return true;
        }
        let mut buckets = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= CROWD {
            buckets.retain(|_, bucket| self.left(*bucket, now) < self.rate.burst);
        }
        let bucket = buckets.entry(key).or_insert((self.rate.burst, now));
        let left = self.left(*bucket, now);
        let enough = left >= 1.0;
        *bucket = (if enough { left - 1.0 } else { left }, now);
        enough
    }
}

impl<K: Hash + Eq> Buckets<K> {
    /// Takes one, or says how long it takes until there is one.
    fn take_or_wait(&self, key: K, now: Instant) -> Result<(), Duration>
    where
        K: Clone,
    {
        if self.take(key.clone(), now) {
            return Ok(());
        }
        let buckets = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let left = buckets.get(&key).map_or(self.rate.burst, |bucket| self.left(*bucket, now));
        let seconds = (1.0 - left).max(0.0) / self.rate.per_second;
        Err(Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST).min(LONGEST))
    }
}

/// Who asks how often.
#[derive(Debug)]
pub struct Gate {
    tokens: Buckets<TokenHash>,
    addresses: Buckets<IpAddr>,
    games: Buckets<IpAddr>,
    games_a_day: Buckets<ClientAddress>,
    games_in_all: Buckets<()>,
}

impl Gate {
    /// A gate with these limits.
    pub fn new(limits: &Limits) -> Gate {
        Gate {
            tokens: Buckets::new(limits.token),
            addresses: Buckets::new(limits.address),
            games: Buckets::new(limits.games),
            games_a_day: Buckets::new(limits.games_a_day),
            games_in_all: Buckets::new(limits.games_in_all),
        }
    }

    /// Whether a request may pass. A forged token gets nobody past the limit of his address.
    pub fn request(&self, address: IpAddr, token: Option<TokenHash>) -> bool {
        let now = Instant::now();
        self.addresses.take(address, now) && token.is_none_or(|token| self.tokens.take(token, now))
    }

    /// Whether a game may be made.
    ///
    /// # Errors
    /// If not, whether too many have come from this address or from everywhere, and how long until the next may be made.
    pub fn game(&self, address: IpAddr) -> Result<(), (Crowd, Duration)> {
        let now = Instant::now();
        self.games.take_or_wait(address, now).map_err(|wait| (Crowd::Hurry, wait))?;
        let today = self.games_a_day.take_or_wait(address.into(), now);
        today.map_err(|wait| (Crowd::Today, wait))?;
        self.games_in_all.take_or_wait((), now).map_err(|wait| (Crowd::All, wait))
    }
}

/// Why no game can be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crowd {
    /// Too many at once.
    Hurry,
    /// Too many in a day.
    Today,
    /// Too many, by all together.
    All,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_must_wait_is_told_for_how_long() {
        let buckets = Buckets::new(Rate { burst: 1.0, per_second: 0.1 });
        let start = Instant::now();
        let taken = |at| {
            buckets
                .take_or_wait("key", start + Duration::from_secs(at))
                .map_err(|wait| wait.as_secs_f64().round())
        };
        assert_eq!((taken(0), taken(0), taken(4), taken(10)), (Ok(()), Err(10.0), Err(6.0), Ok(())));
        let never = Buckets::new(Rate { burst: 0.0, per_second: 0.0 });
        assert_eq!(never.take_or_wait("key", start), Err(LONGEST));
    }

    #[test]
    fn a_bucket_runs_dry_and_fills_again() {
        let buckets = Buckets::new(Rate { burst: 3.0, per_second: 2.0 });
        let start = Instant::now();
        let taken = |at: f64| buckets.take("key", start + Duration::from_secs_f64(at));
        assert!(taken(0.0) && taken(0.0) && taken(0.0) && !taken(0.0));
        assert!(!taken(0.4) && taken(0.5) && !taken(0.5));
        assert!(taken(100.0) && taken(100.0) && taken(100.0) && !taken(100.0));
        assert!(buckets.take("another", start));
    }
}
