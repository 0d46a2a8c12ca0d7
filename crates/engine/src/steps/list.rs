//! A short list in place: `Copy`, of fixed capacity, written like any other list.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A list of up to `N` things that can be copied with the state it is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct List<T, const N: usize> {
    len: u8,
    /// Nothing behind the last, so that equal lists are equal.
    items: [Option<T>; N],
}

impl<T: Copy, const N: usize> List<T, N> {
    /// Nothing.
    pub const fn new() -> List<T, N> {
        const { assert!(N <= u8::MAX as usize) };
        List { len: 0, items: [None; N] }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = T> + '_ {
        self.items[..self.len()].iter().flatten().copied()
    }

    /// The last.
    pub fn last(&self) -> Option<T> {
        self.items[..self.len()].last().copied().flatten()
    }

    /// Adds one at the end.
    ///
    /// # Panics
    /// If there is no room.
    pub fn push(&mut self, item: T) {
        assert!(self.len() < N, "there is room for {N}, and no more");
        self.items[self.len()] = Some(item);
        self.len += 1;
    }

    /// Takes the last away.
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        self.items[self.len()].take()
    }

    /// Has `item` instead of the last; with an empty list, nothing changes.
    pub fn replace_last(&mut self, item: T) {
        if let Some(last) = self.len().checked_sub(1) {
            self.items[last] = Some(item);
        }
    }

    /// Keeps those for which `keep` holds.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        *self = self.iter().filter(keep).collect();
    }
}

impl<T: Copy, const N: usize> Default for List<T, N> {
    fn default() -> List<T, N> {
        List::new()
    }
}

impl<T: Copy, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> List<T, N> {
        let mut list = List::new();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}

impl<T: Copy + Hash, const N: usize> Hash for List<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        self.iter().for_each(|item| item.hash(state));
    }
}

impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Copy + Serialize, const N: usize> Serialize for List<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().collect::<Vec<T>>())
    }
}

impl<'de, T: Copy + Deserialize<'de>, const N: usize> Deserialize<'de> for List<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<List<T, N>, D::Error> {
        let items = Vec::<T>::deserialize(deserializer)?;
        if items.len() > N {
            return Err(de::Error::custom(format!("{} of at most {N}", items.len())));
        }
        Ok(items.into_iter().collect())
    }
}
