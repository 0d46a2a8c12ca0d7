//! Sets of areas, hexes or hexsides: one bit each.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Sub};

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Id;

/// How many words a set needs for so many ids.
pub const fn words_for(ids: usize) -> usize {
    ids.div_ceil(64)
}

/// Where a set keeps its bits.
pub trait Words: Clone + AsRef<[u64]> + AsMut<[u64]> {}

impl<W: Clone + AsRef<[u64]> + AsMut<[u64]>> Words for W {}

/// A set of ids that lives where it is declared, for the state of a game: a clone is a copy.
///
/// As JSON it is written as a list of ids, in compact forms as its words.
pub type ArraySet<I, const WORDS: usize> = Set<I, [u64; WORDS]>;

/// A set of ids whose size is known only when the map is read.
pub type BoxSet<I> = Set<I, Box<[u64]>>;

/// A set of ids, with its bits in `W`: see [`ArraySet`] and [`BoxSet`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Set<I, W> {
    words: W,
    ids: PhantomData<fn() -> I>,
}

impl<I, W: Hash> Hash for Set<I, W> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.words.hash(hasher);
    }
}

impl<I, const WORDS: usize> ArraySet<I, WORDS> {
    /// Nothing.
    pub const EMPTY: Self = Set { words: [0; WORDS], ids: PhantomData };

    /// The ids whose bits are set: id 0 is the lowest bit of the first word.
    #[inline]
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        Set { words, ids: PhantomData }
    }
}

impl<I: Id> BoxSet<I> {
    /// An empty set with room for the first `count` ids.
    pub fn with_room(count: usize) -> BoxSet<I> {
        Set { words: vec![0; words_for(count)].into(), ids: PhantomData }
    }
}

impl<I: Id, W: Words> Set<I, W> {
    /// Whether `id` is in the set.
    #[inline]
    pub fn contains(&self, id: I) -> bool {
        self.words.as_ref().get(id.index() / 64).is_some_and(|word| word & bit(id) != 0)
    }

    /// Adds `id`; says whether it is new.
    ///
    /// # Panics
    /// If the set has no room for it.
    #[inline]
    pub fn insert(&mut self, id: I) -> bool {
        let word = &mut self.words.as_mut()[id.index() / 64];
        let new = *word & bit(id) == 0;
        *word |= bit(id);
        new
    }

    /// Takes `id` out; says whether it was in.
    #[inline]
    pub fn remove(&mut self, id: I) -> bool {
        let Some(word) = self.words.as_mut().get_mut(id.index() / 64) else { return false };
        let old = *word & bit(id) != 0;
        *word &= !bit(id);
        old
    }

    /// The set with `id` in it.
    #[must_use]
    #[inline]
    pub fn with(mut self, id: I) -> Self {
        self.insert(id);
        self
    }

    /// Takes everything out.
    #[inline]
    pub fn clear(&mut self) {
        self.words.as_mut().fill(0);
    }

    /// Whether nothing is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.as_ref().iter().all(|word| *word == 0)
    }

    /// How many ids are in it.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.as_ref().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The lowest id in it.
    #[inline]
    pub fn first(&self) -> Option<I> {
        self.iter().next()
    }

    /// The ids in it, lowest first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = I> {
        let words = self.words.as_ref();
        let (mut index, mut rest) = (0, words.first().copied().unwrap_or(0));
        std::iter::from_fn(move || {
            while rest == 0 {
                index += 1;
                rest = *words.get(index)?;
            }
            let id = I::from_index(index * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
            Some(id)
        })
    }

    /// Adds everything that is in `other`.
    ///
    /// # Panics
    /// If the set has no room for it.
    #[inline]
    pub fn unite<V: Words>(&mut self, other: &Set<I, V>) {
        let (mine, others) = (self.words.as_mut(), other.words.as_ref());
        let common = mine.len().min(others.len());
        assert!(others[common..].iter().all(|word| *word == 0), "no room for all of the other set");
        mine.iter_mut().zip(others).for_each(|(mine, other)| *mine |= other);
    }

    /// Keeps only what is in `other` too.
    #[inline]
    pub fn intersect<V: Words>(&mut self, other: &Set<I, V>) {
        let others = other.words.as_ref().iter().copied().chain(std::iter::repeat(0));
        self.words.as_mut().iter_mut().zip(others).for_each(|(mine, other)| *mine &= other);
    }

    /// Takes out everything that is in `other`.
    #[inline]
    pub fn subtract<V: Words>(&mut self, other: &Set<I, V>) {
        self.words.as_mut().iter_mut().zip(other.words.as_ref()).for_each(|(mine, other)| *mine &= !other);
    }

    /// Whether something is in both.
    #[inline]
    pub fn meets<V: Words>(&self, other: &Set<I, V>) -> bool {
        self.words.as_ref().iter().zip(other.words.as_ref()).any(|(mine, other)| mine & other != 0)
    }

    /// Whether all of it is in `other`.
    #[inline]
    pub fn is_within<V: Words>(&self, other: &Set<I, V>) -> bool {
        let others = other.words.as_ref().iter().copied().chain(std::iter::repeat(0));
        self.words.as_ref().iter().zip(others).all(|(mine, other)| mine & !other == 0)
    }
}

#[inline]
fn bit<I: Id>(id: I) -> u64 {
    1 << (id.index() % 64)
}

impl<I: Id, W: Words> Extend<I> for Set<I, W> {
    fn extend<T: IntoIterator<Item = I>>(&mut self, ids: T) {
        ids.into_iter().for_each(|id| {
            self.insert(id);
        });
    }
}

impl<I, const WORDS: usize> Default for ArraySet<I, WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<I: Id, const WORDS: usize> From<I> for ArraySet<I, WORDS> {
    #[inline]
    fn from(id: I) -> Self {
        Self::EMPTY.with(id)
    }
}

impl<I: Id, const WORDS: usize> FromIterator<I> for ArraySet<I, WORDS> {
    #[inline]
    fn from_iter<T: IntoIterator<Item = I>>(ids: T) -> Self {
        let mut set = Self::EMPTY;
        set.extend(ids);
        set
    }
}

impl<I: Id, const WORDS: usize> BitOr for ArraySet<I, WORDS> {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self.unite(&other);
        self
    }
}

impl<I: Id, const WORDS: usize> BitAnd for ArraySet<I, WORDS> {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self.intersect(&other);
        self
    }
}

impl<I: Id, const WORDS: usize> Sub for ArraySet<I, WORDS> {
    type Output = Self;

    #[inline]
    fn sub(mut self, other: Self) -> Self {
        self.subtract(&other);
        self
    }
}

impl<I: Id, W: Words> fmt::Debug for Set<I, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<I: Id + Serialize, const WORDS: usize> Serialize for ArraySet<I, WORDS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_seq(self.iter())
        } else {
            serializer.collect_seq(self.words)
        }
    }
}

impl<'de, I: Id + Deserialize<'de>, const WORDS: usize> Deserialize<'de> for ArraySet<I, WORDS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_seq(IdsVisitor(PhantomData))
        } else {
            deserializer.deserialize_seq(WordsVisitor(PhantomData))
        }
    }
}

/// A set that is written as a list of its ids in compact forms, too, for states that were hashed so: to be named in
/// `#[serde(with = "...")]`.
pub mod as_list {
    use serde::ser::SerializeSeq;

    use super::{ArraySet, Deserialize, Deserializer, Id, IdsVisitor, PhantomData, Serialize, Serializer};

    /// Writes the list.
    ///
    /// # Errors
    /// Whatever the form says.
    pub fn serialize<I: Id + Serialize, S: Serializer, const WORDS: usize>(
        set: &ArraySet<I, WORDS>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(set.len()))?;
        set.iter().try_for_each(|id| list.serialize_element(&id))?;
        list.end()
    }

    /// Reads the list.
    ///
    /// # Errors
    /// If it is none, or names what the set has no room for.
    pub fn deserialize<'de, I: Id + Deserialize<'de>, D: Deserializer<'de>, const WORDS: usize>(
        deserializer: D,
    ) -> Result<ArraySet<I, WORDS>, D::Error> {
        deserializer.deserialize_seq(IdsVisitor(PhantomData))
    }
}

struct IdsVisitor<I, const WORDS: usize>(PhantomData<fn() -> I>);

impl<'de, I: Id + Deserialize<'de>, const WORDS: usize> Visitor<'de> for IdsVisitor<I, WORDS> {
    type Value = ArraySet<I, WORDS>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of ids below {}", WORDS * 64)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut ids: A) -> Result<Self::Value, A::Error> {
        let mut set = ArraySet::EMPTY;
        while let Some(id) = ids.next_element::<I>()? {
            if id.index() >= WORDS * 64 {
                return Err(de::Error::custom(format_args!("{id:?} is too high")));
            }
            set.insert(id);
        }
        Ok(set)
    }
}

struct WordsVisitor<I, const WORDS: usize>(PhantomData<fn() -> I>);

impl<'de, I: Id, const WORDS: usize> Visitor<'de> for WordsVisitor<I, WORDS> {
    type Value = ArraySet<I, WORDS>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{WORDS} words")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut words: A) -> Result<Self::Value, A::Error> {
        let mut set = ArraySet::EMPTY;
        for (index, word) in set.words.iter_mut().enumerate() {
            *word = words.next_element()?.ok_or_else(|| de::Error::invalid_length(index, &self))?;
        }
        if words.next_element::<u64>()?.is_some() {
            return Err(de::Error::invalid_length(WORDS + 1, &self));
        }
        Ok(set)
    }
}
