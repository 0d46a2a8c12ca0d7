//! How often a client may ask.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::config::{Limits, Rate};
use crate::token::TokenHash;

/// Buckets are cleared out when there are so many.
const CROWD: usize = 10_000;

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

    /// Takes one out of the bucket of `key`, if there is one in it; else says when there will be one again.
    fn take(&self, key: K, now: Instant) -> Result<(), Duration> {
        if self.rate.burst == f64::INFINITY {
            return Ok(());
        }
        let mut buckets = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= CROWD {
            buckets.retain(|_, bucket| self.left(*bucket, now) < self.rate.burst);
        }
        let bucket = buckets.entry(key).or_insert((self.rate.burst, now));
        let left = self.left(*bucket, now);
        let missing = 1.0 - left;
        *bucket = (if missing <= 0.0 { left - 1.0 } else { left }, now);
        if missing <= 0.0 {
            return Ok(());
        }
        Err(Duration::try_from_secs_f64(missing / self.rate.per_second).unwrap_or(Duration::MAX))
    }
}

/// Who asks how often.
#[derive(Debug)]
pub struct Gate {
    tokens: Buckets<TokenHash>,
    addresses: Buckets<IpAddr>,
    games: Buckets<IpAddr>,
}

impl Gate {
    /// A gate with these limits.
    pub fn new(limits: &Limits) -> Gate {
        Gate {
            tokens: Buckets::new(limits.token),
            addresses: Buckets::new(limits.address),
            games: Buckets::new(limits.games),
        }
    }

    /// Lets a request pass. A forged token gets nobody past the limit of his address.
    ///
    /// # Errors
    /// How long to wait, if it may not pass.
    pub fn request(&self, address: IpAddr, token: Option<TokenHash>) -> Result<(), Duration> {
        let now = Instant::now();
        self.addresses.take(address, now)?;
        token.map_or(Ok(()), |token| self.tokens.take(token, now))
    }

    /// Lets a game be made.
    ///
    /// # Errors
    /// How long to wait, if it may not be made.
    pub fn game(&self, address: IpAddr) -> Result<(), Duration> {
        self.games.take(address, Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_runs_dry_and_fills_again() {
        let buckets = Buckets::new(Rate { burst: 3.0, per_second: 2.0 });
        let start = Instant::now();
        let taken = |at: f64| buckets.take("key", start + Duration::from_secs_f64(at)).is_ok();
        assert!(taken(0.0) && taken(0.0) && taken(0.0) && !taken(0.0));
        assert!(!taken(0.4) && taken(0.5) && !taken(0.5));
        assert!(taken(100.0) && taken(100.0) && taken(100.0) && !taken(100.0));
        assert!(buckets.take("another", start).is_ok());
    }

    #[test]
    fn an_empty_bucket_says_when_there_is_something_in_it_again() {
        let start = Instant::now();
        let wait = |per_second: f64, after: f64| {
            let buckets = Buckets::new(Rate { burst: 1.0, per_second });
            buckets.take("key", start).unwrap();
            buckets.take("key", start + Duration::from_secs_f64(after)).unwrap_err()
        };
        assert_eq!(wait(0.5, 0.0), Duration::from_secs(2));
        assert_eq!(wait(0.5, 0.5), Duration::from_millis(1500));
        assert_eq!(wait(4.0, 0.0), Duration::from_millis(250));
        assert_eq!(wait(0.0, 9.0), Duration::MAX);
    }
}
