//! Tables with an entry for each of a few keys: `money[nation]`, `holders[land]`.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::areas::{AREAS, Area, LANDS};
use crate::effects::Role;
use crate::nations::{ALL, NATIONS, Nation, Side};
use crate::state::PLAYERS;

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

/// A table by nation.
pub type ByNation<T> = By<Nation, T, NATIONS>;

/// A table by side: France, then the Coalition.
pub(crate) type BySide<T> = By<Side, T, 2>;

/// A table by side of a combat: the attacker, then the defender.
pub(crate) type ByRole<T> = By<Role, T, 2>;

/// A table by seat.
pub(crate) type BySeat<T> = By<Seat, T, PLAYERS>;

/// A table by land.
pub(crate) type ByLand<T> = By<Area, T, LANDS>;

/// A table by land or sea.
pub(crate) type ByArea<T> = By<Area, T, AREAS>;

impl<K: Key, T, const N: usize> By<K, T, N> {
    /// The same entry for every key.
    pub(crate) const fn all(entry: T) -> By<K, T, N>
    where
        T: Copy,
    {
        By { entries: [entry; N], key: PhantomData }
    }

    /// For every key what `entry` says.
    pub(crate) fn from_fn(mut entry: impl FnMut(K) -> T) -> By<K, T, N> {
        By { entries: std::array::from_fn(|place| entry(K::at(place))), key: PhantomData }
    }

    /// Every entry, in the order of the keys.
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.entries.iter()
    }

    /// The same, to be changed.
    pub(crate) fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.entries.iter_mut()
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
                let mut entries = ArrayVec::<T, N>::new();
                while entries.len() < N {
                    let entry = list.next_element()?;
                    entries.push(entry.ok_or_else(|| de::Error::invalid_length(entries.len(), &self))?);
                }
                let entries =
                    entries.into_inner().map_err(|few| de::Error::invalid_length(few.len(), &self))?;
                Ok(By { entries, key: PhantomData })
            }
        }

        deserializer.deserialize_tuple(N, Entries(PhantomData))
    }
}

impl Key for Nation {
    #[inline]
    fn place(self) -> usize {
        self.index()
    }

    fn at(place: usize) -> Nation {
        ALL[place]
    }
}

impl Key for Side {
    #[inline]
    fn place(self) -> usize {
        self.index()
    }

    fn at(place: usize) -> Side {
        Side::all()[place]
    }
}

impl Key for Role {
    #[inline]
    fn place(self) -> usize {
        self.index()
    }

    fn at(place: usize) -> Role {
        [Role::Attacker, Role::Defender][place]
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

impl Key for Area {
    #[inline]
    fn place(self) -> usize {
        Id::index(self)
    }

    fn at(place: usize) -> Area {
        Area::from_index(place)
    }
}

/// A table of which most entries are empty, written as a map of the others: `{"saxony": "prussia"}`.
pub(crate) mod sparse {
    use super::*;

    pub(crate) fn serialize<K, T, const N: usize, S>(
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

    pub(crate) fn deserialize<'de, K, T, const N: usize, D>(
        deserializer: D,
    ) -> Result<By<K, Option<T>, N>, D::Error>
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_written_as_an_array_and_a_sparse_one_as_a_map() {
        #[derive(PartialEq, Debug, Serialize, Deserialize)]
        struct Held {
            money: ByNation<u16>,
            #[serde(with = "sparse")]
            holders: ByLand<Option<Nation>>,
        }

        let paris = Area::capital(Nation::France);
        let mut held =
            Held { money: ByNation::from_fn(|nation| nation.index() as u16), holders: By::all(None) };
        held.holders[paris] = Some(Nation::Russia);
        let written = serde_json::to_value(&held).unwrap();
        assert_eq!(
            written,
            serde_json::json!({ "money": [0, 1, 2, 3, 4], "holders": { "paris": "russia" } })
        );
        assert_eq!(Held::deserialize(written).unwrap(), held);
        let sea = serde_json::json!({ "money": [0, 1, 2, 3, 4], "holders": { "irish_sea": "russia" } });
        assert!(Held::deserialize(sea).is_err());
        let few = serde_json::json!({ "money": [0, 1, 2, 3], "holders": {} });
        assert!(Held::deserialize(few).is_err());
    }
}
