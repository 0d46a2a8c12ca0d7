//! How often a client may ask, and how many streams it may hold.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::Metrics;
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

/// Who holds how many streams.
#[derive(Debug)]
pub struct Streams {
    most: usize,
    most_per_address: usize,
    open: Mutex<HashMap<IpAddr, usize>>,
    metrics: Arc<Metrics>,
}

/// An open stream. Closed when dropped.
#[derive(Debug)]
pub struct Open {
    streams: Arc<Streams>,
    address: IpAddr,
}

impl Streams {
    /// As many as the limits allow.
    pub fn new(limits: &Limits, metrics: Arc<Metrics>) -> Streams {
        let (most, most_per_address) = (limits.streams, limits.streams_per_address);
        Streams { most, most_per_address, open: Mutex::default(), metrics }
    }

    /// Opens one to `address`, if there is room.
    pub fn open(self: &Arc<Streams>, address: IpAddr) -> Option<Open> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let here = open.get(&address).copied().unwrap_or(0);
        if here >= self.most_per_address || open.values().sum::<usize>() >= self.most {
            return None;
        }
        open.insert(address, here + 1);
        self.metrics.streams.inc();
        Some(Open { streams: self.clone(), address })
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut open = self.streams.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
        self.streams.metrics.streams.dec();
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

    #[test]
    fn a_stream_that_is_closed_makes_room() {
        let limits = Limits { streams: 3, streams_per_address: 2, ..Limits::default() };
        let streams = Arc::new(Streams::new(&limits, Arc::default()));
        let (one, two) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let first = streams.open(one).unwrap();
        let _second = streams.open(one).unwrap();
        assert!(streams.open(one).is_none());
        let _third = streams.open(two).unwrap();
        assert!(streams.open(two).is_none());
        drop(first);
        assert!(streams.open(two).is_some());
    }
}
