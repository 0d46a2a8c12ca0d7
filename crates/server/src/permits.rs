//! PermitPool: how much may be held at once, by one address and in all: streams, connections, bytes of answers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prometheus_client::metrics::gauge::Gauge;

use crate::address::ClientAddress;

/// How much may be held at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capacity {
    /// In all.
    pub most: usize,
    /// By one address.
    pub per_address: usize,
}

/// Why there is no place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Full {
    /// The address holds as many as it may.
    Address,
    /// All together hold as many as there are.
    All,
}

/// Who holds how many places.
#[derive(Debug)]
pub struct PermitPool {
    capacity: Capacity,
    held: Mutex<Held>,
    gauge: Gauge,
}

#[derive(Debug, Default)]
struct Held {
    all: usize,
    by: HashMap<ClientAddress, usize>,
}

/// PermitPool that are held. Free again when dropped.
#[derive(Debug)]
pub struct Permit {
    permits: Arc<PermitPool>,
    /// Whose share they are taken from; nobody's if they only count in all.
    address: Option<ClientAddress>,
    count: usize,
}

impl PermitPool {
    /// As many as there is room for; `gauge` shows how many are held.
    pub fn new(capacity: Capacity, gauge: Gauge) -> Arc<PermitPool> {
        Arc::new(PermitPool { capacity, held: Mutex::default(), gauge })
    }

    /// Takes one for `address`, if there is room.
    pub fn take(self: &Arc<PermitPool>, address: impl Into<ClientAddress>) -> Option<Permit> {
        self.reserve(Some(address.into()), 1).ok()
    }

    /// Takes `count`, if there is room. Without an address they only count in all.
    ///
    /// # Errors
    /// If there is none.
    pub fn reserve(
        self: &Arc<PermitPool>,
        address: Option<ClientAddress>,
        count: usize,
    ) -> Result<Permit, Full> {
        let mut place = Permit { permits: self.clone(), address, count: 0 };
        place.resize(count)?;
        Ok(place)
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit {
    /// Holds `count` instead, if there is room. What is alone under way may be larger than its share.
    ///
    /// # Errors
    /// If there is none: then it holds as many as before.
    pub fn resize(&mut self, count: usize) -> Result<(), Full> {
        let permits = self.permits.clone();
        let mut held = permits.held();
        let fits = |held: usize, most: usize| {
            let others = held - self.count;
            count <= self.count || others + count <= most || others == 0 && self.count > 0
        };
        if let Some(address) = self.address
            && !fits(held.by.get(&address).copied().unwrap_or(0), permits.capacity.per_address)
        {
            return Err(Full::Address);
        }
        if !fits(held.all, permits.capacity.most) {
            return Err(Full::All);
        }
        self.change(&mut held, count);
        Ok(())
    }

    /// Holds `count` instead, whether there is room or not.
    pub fn set(&mut self, count: usize) {
        let permits = self.permits.clone();
        self.change(&mut permits.held(), count);
    }

    fn change(&mut self, held: &mut Held, count: usize) {
        held.all = held.all - self.count + count;
        if let Some(address) = self.address {
            let here = held.by.entry(address).or_insert(0);
            *here = *here - self.count + count;
            if *here == 0 {
                held.by.remove(&address);
            }
        }
        self.permits.gauge.inc_by(count as i64 - self.count as i64);
        self.count = count;
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.set(0);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const TWO: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    #[test]
    fn a_place_that_is_left_is_free_again() {
        let gauge = Gauge::default();
        let permits = PermitPool::new(Capacity { most: 3, per_address: 2 }, gauge.clone());
        let first = permits.take(ONE).unwrap();
        let _second = permits.take(ONE).unwrap();
        assert!(permits.take(ONE).is_none());
        let _third = permits.take(TWO).unwrap();
        assert!(permits.take(TWO).is_none());
        assert_eq!(gauge.get(), 3);
        drop(first);
        assert!(permits.take(TWO).is_some());
        assert_eq!(gauge.get(), 2);
    }

    #[test]
    fn a_network_holds_as_many_as_one_address() {
        let permits = PermitPool::new(Capacity { most: 9, per_address: 1 }, Gauge::default());
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let _held = permits.take(ip("2001:db8::1")).unwrap();
        assert!(permits.take(ip("2001:db8::2")).is_none());
        assert!(permits.take(ip("2001:db8:0:1::1")).is_some());
    }

    #[test]
    fn places_are_weighed() {
        let gauge = Gauge::default();
        let permits = PermitPool::new(Capacity { most: 100, per_address: 60 }, gauge.clone());
        let reserve = |address: IpAddr, count| permits.reserve(Some(address.into()), count);
        let mut first = reserve(ONE, 10).unwrap();
        assert_eq!(first.resize(50), Ok(()));
        assert_eq!(reserve(ONE, 20).err(), Some(Full::Address));
        let mut other = reserve(TWO, 40).unwrap();
        assert_eq!(other.resize(51), Err(Full::All));
        assert_eq!(gauge.get(), 90);
        // To the whole there must be an end, but what is done must be answered.
        other.set(70);
        assert_eq!((gauge.get(), other.resize(60)), (120, Ok(())));
        drop((first, other));
        assert_eq!(gauge.get(), 0);
        // Alone, an answer may be larger than its share: else it could never be had.
        let mut alone = reserve(ONE, 10).unwrap();
        assert_eq!((alone.resize(500), reserve(TWO, 10).err()), (Ok(()), Some(Full::All)));
    }

    #[test]
    fn without_an_address_only_the_whole_counts() {
        let permits = PermitPool::new(Capacity { most: 2, per_address: 1 }, Gauge::default());
        let held = [permits.reserve(None, 1).unwrap(), permits.reserve(None, 1).unwrap()];
        assert_eq!(permits.reserve(None, 1).err(), Some(Full::All));
        drop(held);
        assert!(permits.held().by.is_empty());
    }
}
