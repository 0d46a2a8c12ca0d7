//! How often a client may ask.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

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

    /// Whether a request may pass. A forged token gets nobody past the limit of his address.
    pub fn request(&self, address: IpAddr, token: Option<TokenHash>) -> bool {
        let now = Instant::now();
        self.addresses.take(address, now) && token.is_none_or(|token| self.tokens.take(token, now))
    }

    /// Whether a game may be made.
    pub fn game(&self, address: IpAddr) -> bool {
        self.games.take(address, Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

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
