//! Seats at the table, and sets of them.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A place at the table, counted from 0. Who sits there (a person, a bot) is not the game's business.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into per-seat arrays.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The first `count` seats, in order.
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..count).map(Seat)
    }
}

impl fmt::Display for Seat {
    /// People count from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", u16::from(self.0) + 1)
    }
}

/// A set of seats. No game has more than eight.
///
/// For people and programs (JSON) it is written as a list of seats, in compact forms as one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Seats(u8);

impl Seats {
    /// No seat at all.
    pub const NONE: Seats = Seats(0);
    /// The most seats a table can have.
    pub const MAX: u8 = 8;

    /// The first `count` seats.
    pub fn first(count: u8) -> Seats {
        debug_assert!(count <= Self::MAX);
        Seats(((1u16 << count) - 1) as u8)
    }

    /// Whether `seat` is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        seat.0 < Self::MAX && self.0 & (1 << seat.0) != 0
    }

    /// Adds `seat`.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes `seat` out, if it is in.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The set with `seat` in it.
    #[must_use]
    pub fn with(mut self, seat: Seat) -> Seats {
        self.insert(seat);
        self
    }

    /// The set without `seat`.
    #[must_use]
    pub fn without(mut self, seat: Seat) -> Seats {
        self.remove(seat);
        self
    }

    /// Seats in either set.
    #[must_use]
    pub fn union(self, other: Seats) -> Seats {
        Seats(self.0 | other.0)
    }

    /// Seats of this set that are not in the other.
    #[must_use]
    pub fn minus(self, other: Seats) -> Seats {
        Seats(self.0 & !other.0)
    }

    /// Whether no seat is in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in it.
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The seats, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let seat = Seat(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                seat
            })
        })
    }
}

impl From<Seat> for Seats {
    fn from(seat: Seat) -> Seats {
        Seats::NONE.with(seat)
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, Seats::with)
    }
}

impl Serialize for Seats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_seq(self.iter())
        } else {
            serializer.serialize_u8(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seats, D::Error> {
        if !deserializer.is_human_readable() {
            return u8::deserialize(deserializer).map(Seats);
        }
        let mut seats = Seats::NONE;
        for seat in Vec::<Seat>::deserialize(deserializer)? {
            if seat.0 >= Seats::MAX {
                return Err(de::Error::custom(format!("there is no {seat}")));
            }
            if seats.contains(seat) {
                return Err(de::Error::custom(format!("{seat} is named twice")));
            }
            seats.insert(seat);
        }
        Ok(seats)
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|seat| seat.0)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_seats_in_order() {
        let mut seats: Seats = [Seat(4), Seat(0), Seat(7)].into_iter().collect();
        assert_eq!(seats.iter().collect::<Vec<_>>(), [Seat(0), Seat(4), Seat(7)]);
        seats.remove(Seat(4));
        assert_eq!((seats.len(), seats.contains(Seat(4)), seats.contains(Seat(200))), (2, false, false));
        assert_eq!(Seats::first(8).len(), 8);
    }

    #[test]
    fn a_set_is_a_list_for_people_and_a_byte_for_machines() {
        let seats: Seats = [Seat(4), Seat(0)].into_iter().collect();
        assert_eq!(serde_json::to_string(&seats).unwrap(), "[0,4]");
        assert_eq!(serde_json::from_str::<Seats>("[4,0]").unwrap(), seats);
        assert_eq!(
            serde_json::from_str::<Seats>("[4,0,4]").unwrap_err().to_string(),
            "seat 5 is named twice"
        );
        assert_eq!(serde_json::from_str::<Seats>("[8]").unwrap_err().to_string(), "there is no seat 9");
        assert_eq!(postcard::to_allocvec(&seats).unwrap(), [0b10001]);
        assert_eq!(postcard::from_bytes::<Seats>(&[0b10001]).unwrap(), seats);
    }
}
