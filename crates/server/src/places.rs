//! Places: how many may hold something open at once, a stream or a connection.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use prometheus_client::metrics::gauge::Gauge;

/// How many may be held at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capacity {
    /// In all.
    pub most: usize,
    /// By one address.
    pub per_address: usize,
}

/// Who holds how many places.
#[derive(Debug)]
pub struct Places {
    capacity: Capacity,
    held: Mutex<Held>,
    gauge: Gauge,
}

#[derive(Debug, Default)]
struct Held {
    all: usize,
    by: HashMap<IpAddr, usize>,
}

/// A place that is held. Free again when dropped.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    address: IpAddr,
}

impl Places {
    /// As many as there is room for; `gauge` shows how many are held.
    pub fn new(capacity: Capacity, gauge: Gauge) -> Arc<Places> {
        Arc::new(Places { capacity, held: Mutex::default(), gauge })
    }

    /// Takes one for `address`, if there is room.
    pub fn take(self: &Arc<Places>, address: IpAddr) -> Option<Place> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let here = held.by.get(&address).copied().unwrap_or(0);
        if here >= self.capacity.per_address || held.all >= self.capacity.most {
            return None;
        }
        held.all += 1;
        held.by.insert(address, here + 1);
        self.gauge.inc();
        Some(Place { places: self.clone(), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut held = self.places.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.all -= 1;
        if let Some(count) = held.by.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                held.by.remove(&self.address);
            }
        }
        self.places.gauge.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_is_left_is_free_again() {
        let gauge = Gauge::default();
        let places = Places::new(Capacity { most: 3, per_address: 2 }, gauge.clone());
        let (one, two) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let first = places.take(one).unwrap();
        let _second = places.take(one).unwrap();
        assert!(places.take(one).is_none());
        let _third = places.take(two).unwrap();
        assert!(places.take(two).is_none());
        assert_eq!(gauge.get(), 3);
        drop(first);
        assert!(places.take(two).is_some());
        assert_eq!(gauge.get(), 2);
    }
}
