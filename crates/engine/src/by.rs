//! Tables with an entry for each of a few keys: `money[nation]`, `holders[land]`.
//!
//! As `enum-map` has them, for keys that are numbers as well as for enums. But these are hashed and written as the arrays that they
//! are, on which the state hashes of recorded games depend.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::Seat;

/// What entries of a table are found by.
pub trait Key: Copy {
    /// Its place among all keys.
    fn place(self) -> usize;

    /// The key at a place.
    fn at(place: usize) -> Self;
}

/// An entry for each key, in their order. It is hashed and written as the array that it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct By<K, T, const N: usize> {
    entries: [T; N],
    key: PhantomData<K>,
}

impl<K: Key, T, const N: usize> By<K, T, N> {
    /// The same entry for every key.
    pub const fn all(entry: T) -> By<K, T, N>
    where
        T: Copy,
    {
        By { entries: [entry; N], key: PhantomData }
    }

    /// For every key what `entry` says.
    pub fn from_fn(mut entry: impl FnMut(K) -> T) -> By<K, T, N> {
        By { entries: std::array::from_fn(|place| entry(K::at(place))), key: PhantomData }
    }

    /// The array that it is.
    #[inline]
    pub const fn as_array(&self) -> &[T; N] {
        &self.entries
    }

    /// Every entry, in the order of the keys.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.entries.iter()
    }

    /// The same, to be changed.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.entries.iter_mut()
    }
}

impl<K: Key, T: Copy + Default, const N: usize> Default for By<K, T, N> {
    fn default() -> By<K, T, N> {
        By::all(T::default())
    }
}

impl<K, T, const N: usize> From<[T; N]> for By<K, T, N> {
    fn from(entries: [T; N]) -> By<K, T, N> {
        By { entries, key: PhantomData }
    }
}

impl<K: Key, T, const N: usize> Index<K> for By<K, T, N> {
    type Output = T;

    #[inline]
    fn index(&self, key: K) -> &T {
        &self.entries[key.place()]
    }
}

impl<K: Key, T, const N: usize> IndexMut<K> for By<K, T, N> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut T {
        &mut self.entries[key.place()]
    }
}

impl<'a, K, T, const N: usize> IntoIterator for &'a By<K, T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> std::slice::Iter<'a, T> {
        self.entries.iter()
    }
}

impl<'a, K, T, const N: usize> IntoIterator for &'a mut By<K, T, N> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> std::slice::IterMut<'a, T> {
        self.entries.iter_mut()
    }
}

impl<K, T, const N: usize> IntoIterator for By<K, T, N> {
    type Item = T;
    type IntoIter = std::array::IntoIter<T, N>;

    fn into_iter(self) -> std::array::IntoIter<T, N> {
        self.entries.into_iter()
    }
}

impl<K, T: fmt::Debug, const N: usize> fmt::Debug for By<K, T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entries.fmt(f)
    }
}

impl<K, T: Serialize, const N: usize> Serialize for By<K, T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeTuple;

        let mut tuple = serializer.serialize_tuple(N)?;
        for entry in &self.entries {
            tuple.serialize_element(entry)?;
        }
        tuple.end()
    }
}

impl<'de, K, T: Deserialize<'de>, const N: usize> Deserialize<'de> for By<K, T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<By<K, T, N>, D::Error> {
        struct Entries<K, T, const N: usize>(PhantomData<(K, T)>);

        impl<'de, K, T: Deserialize<'de>, const N: usize> de::Visitor<'de> for Entries<K, T, N> {
            type Value = By<K, T, N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{N} entries")
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<By<K, T, N>, A::Error> {
                let mut entries = Vec::with_capacity(N);
                while entries.len() < N {
                    let entry = list.next_element()?;
                    entries.push(entry.ok_or_else(|| de::Error::invalid_length(entries.len(), &self))?);
                }
                let entries =
                    <[T; N]>::try_from(entries).map_err(|few| de::Error::invalid_length(few.len(), &self))?;
                Ok(By { entries, key: PhantomData })
            }
        }

        deserializer.deserialize_tuple(N, Entries(PhantomData))
    }
}

impl Key for Seat {
    #[inline]
    fn place(self) -> usize {
        self.index()
    }

    fn at(place: usize) -> Seat {
        Seat(place as u8)
    }
}

/// A table of which most entries are empty, written as a map of the others: `{"saxony": "prussia"}`.
pub mod sparse {
    use super::*;

    /// Writes what is not empty.
    ///
    /// # Errors
    /// If the serializer has any.
    pub fn serialize<K, T, const N: usize, S>(
        table: &By<K, Option<T>, N>,
        serializer: S,
    ) -> Result<S::Ok, S::Error>
    where
        K: Key + Ord + Serialize,
        T: Serialize,
        S: Serializer,
    {
        let entries =
            table.iter().enumerate().filter_map(|(place, entry)| Some((K::at(place), entry.as_ref()?)));
        entries.collect::<BTreeMap<K, &T>>().serialize(serializer)
    }

    /// Reads what is not empty.
    ///
    /// # Errors
    /// If a key has no place in the table.
    pub fn deserialize<'de, K, T, const N: usize, D>(deserializer: D) -> Result<By<K, Option<T>, N>, D::Error>
    where
        K: Key + Ord + Deserialize<'de> + fmt::Display,
        T: Copy + Deserialize<'de>,
        D: Deserializer<'de>,
    {
        let mut table = By::all(None);
        for (key, entry) in BTreeMap::<K, T>::deserialize(deserializer)? {
            let place = table.entries.get_mut(key.place());
            *place.ok_or_else(|| de::Error::custom(format!("{key} has no place here")))? = Some(entry);
        }
        Ok(table)
    }
}

/// A table that is written as a map of all its keys: `{"saxony": ..., "bavaria": ...}`.
pub mod whole {
    use super::*;

    /// Writes every entry.
    ///
    /// # Errors
    /// If the serializer has any.
    pub fn serialize<K, T, const N: usize, S>(table: &By<K, T, N>, serializer: S) -> Result<S::Ok, S::Error>
    where
        K: Key + Ord + Serialize,
        T: Serialize,
        S: Serializer,
    {
        let entries = table.iter().enumerate().map(|(place, entry)| (K::at(place), entry));
        entries.collect::<BTreeMap<K, &T>>().serialize(serializer)
    }

    /// Reads an entry for every key.
    ///
    /// # Errors
    /// If a key is missing, or has no place in the table.
    pub fn deserialize<'de, K, T, const N: usize, D>(deserializer: D) -> Result<By<K, T, N>, D::Error>
    where
        K: Key + Ord + Deserialize<'de> + fmt::Display,
        T: Copy + Deserialize<'de>,
        D: Deserializer<'de>,
    {
        let table: By<K, Option<T>, N> = sparse::deserialize(deserializer)?;
        let missing = table.iter().position(Option::is_none);
        match missing {
            Some(place) => Err(de::Error::custom(format!("{} is missing", K::at(place)))),
            None => Ok(By::from_fn(|key| table[key].expect("nothing is missing"))),
        }
    }
}

/// A table of which most entries are the default, written as a map of the others.
pub mod unusual {
    use super::*;

    /// Writes what is not the default.
    ///
    /// # Errors
    /// If the serializer has any.
    pub fn serialize<K, T, const N: usize, S>(table: &By<K, T, N>, serializer: S) -> Result<S::Ok, S::Error>
    where
        K: Key + Ord + Serialize,
        T: Copy + Default + PartialEq + Serialize,
        S: Serializer,
    {
        let unusual = |entry: &T| (*entry != T::default()).then_some(*entry);
        sparse::serialize(&By::<K, Option<T>, N>::from_fn(|key| unusual(&table[key])), serializer)
    }

    /// Reads what is not the default.
    ///
    /// # Errors
    /// If a key has no place in the table.
    pub fn deserialize<'de, K, T, const N: usize, D>(deserializer: D) -> Result<By<K, T, N>, D::Error>
    where
        K: Key + Ord + Deserialize<'de> + fmt::Display,
        T: Copy + Default + Deserialize<'de>,
        D: Deserializer<'de>,
    {
        let table: By<K, Option<T>, N> = sparse::deserialize(deserializer)?;
        Ok(By::from_fn(|key| table[key].unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
    struct Hill(u8);

    impl Key for Hill {
        fn place(self) -> usize {
            self.0.into()
        }

        fn at(place: usize) -> Hill {
            Hill(place as u8)
        }
    }

    impl fmt::Display for Hill {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "hill {}", self.0)
        }
    }

    #[test]
    fn a_table_is_written_as_an_array_and_a_sparse_one_as_a_map() {
        #[derive(PartialEq, Debug, Serialize, Deserialize)]
        struct Held {
            money: By<Seat, u16, 3>,
            #[serde(with = "sparse")]
            holders: By<Hill, Option<Seat>, 4>,
        }

        let mut held = Held { money: By::from_fn(|seat: Seat| u16::from(seat.0)), holders: By::all(None) };
        held.holders[Hill(2)] = Some(Seat(1));
        let written = serde_json::to_value(&held).unwrap();
        assert_eq!(written, serde_json::json!({ "money": [0, 1, 2], "holders": { "2": 1 } }));
        assert_eq!(Held::deserialize(written).unwrap(), held);
        let beyond = serde_json::json!({ "money": [0, 1, 2], "holders": { "4": 1 } });
        assert!(Held::deserialize(beyond).unwrap_err().to_string().contains("hill 4"));
        let few = serde_json::json!({ "money": [0, 1], "holders": {} });
        assert!(Held::deserialize(few).is_err());
    }

    #[test]
    fn a_table_can_be_written_as_a_map_of_all_keys_or_of_the_unusual() {
        #[derive(PartialEq, Debug, Serialize, Deserialize)]
        struct Held {
            #[serde(with = "whole")]
            heights: By<Hill, u16, 2>,
            #[serde(with = "unusual")]
            trees: By<Hill, u16, 3>,
        }

        let held = Held { heights: [70, 80].into(), trees: [0, 9, 0].into() };
        let written = serde_json::to_value(&held).unwrap();
        assert_eq!(written, serde_json::json!({ "heights": { "0": 70, "1": 80 }, "trees": { "1": 9 } }));
        assert_eq!(Held::deserialize(written).unwrap(), held);
        let few = serde_json::json!({ "heights": { "0": 70 }, "trees": {} });
        assert!(Held::deserialize(few).unwrap_err().to_string().contains("hill 1 is missing"));
        let beyond = serde_json::json!({ "heights": { "0": 70, "1": 80 }, "trees": { "3": 1 } });
        assert!(Held::deserialize(beyond).unwrap_err().to_string().contains("hill 3"));
    }

    #[test]
    fn a_table_is_hashed_as_its_array() {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let table: By<Seat, u16, 3> = [7, 8, 9].into();
        assert_eq!(hasher.hash_one(table), hasher.hash_one([7u16, 8, 9]));
    }
}
