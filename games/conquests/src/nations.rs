//! The five nations and sets of them. Rulebook 1, 2.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A nation. "Napoleon" in the rulebook is France.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Nation {
    /// Blue: Napoleon.
    France,
    /// Red.
    England,
    /// Black.
    Prussia,
    /// White.
    Austria,
    /// Green.
    Russia,
}

/// How many nations there are.
pub(crate) const NATIONS: usize = 5;

pub(crate) const ALL: [Nation; NATIONS] =
    [Nation::France, Nation::England, Nation::Prussia, Nation::Austria, Nation::Russia];

impl Nation {
    /// All of them, France first.
    pub fn all() -> impl Iterator<Item = Nation> {
        ALL.into_iter()
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// Whether it is one of the four nations of the Coalition (N-1-sides).
    #[inline]
    pub fn is_coalition(self) -> bool {
        self != Nation::France
    }

    /// The side it is on.
    #[inline]
    pub fn side(self) -> Side {
        if self.is_coalition() { Side::Coalition } else { Side::France }
    }

    /// "France".
    pub fn name(self) -> &'static str {
        match self {
            Nation::France => "France",
            Nation::England => "England",
            Nation::Prussia => "Prussia",
            Nation::Austria => "Austria",
            Nation::Russia => "Russia",
        }
    }

    /// "French".
    pub fn adjective(self) -> &'static str {
        match self {
            Nation::France => "French",
            Nation::England => "English",
            Nation::Prussia => "Prussian",
            Nation::Austria => "Austrian",
            Nation::Russia => "Russian",
        }
    }
}

impl fmt::Display for Nation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A side: each has its own cards and its own marker of Society (N-1-sides).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Side {
    /// Napoleon, as the cards call him.
    #[serde(alias = "napoleon")]
    France,
    /// England, Prussia, Austria and Russia.
    Coalition,
}

impl Side {
    /// Both.
    pub fn all() -> [Side; 2] {
        [Side::France, Side::Coalition]
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// The nations on it.
    pub fn nations(self) -> Nations {
        match self {
            Side::France => Nations::from(Nation::France),
            Side::Coalition => Nations::COALITION,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::France => "France",
            Side::Coalition => "the Coalition",
        })
    }
}

/// A set of nations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Nations(u8);

impl Nations {
    /// None of them.
    pub const NONE: Nations = Nations(0);
    /// All five.
    pub const ALL: Nations = Nations(0b1_1111);
    /// The four of the Coalition.
    pub const COALITION: Nations = Nations(0b1_1110);

    /// Whether `nation` is in it.
    #[inline]
    pub fn contains(self, nation: Nation) -> bool {
        self.0 & (1 << nation as u8) != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, nation: Nation) {
        self.0 |= 1 << nation as u8;
    }

    #[inline]
    pub(crate) fn remove(&mut self, nation: Nation) {
        self.0 &= !(1 << nation as u8);
    }

    /// The set with `nation` in it.
    #[inline]
    #[must_use]
    pub(crate) fn with(self, nation: Nation) -> Nations {
        Nations(self.0 | 1 << nation as u8)
    }

    /// The set without `nation`.
    #[inline]
    #[must_use]
    pub(crate) fn without(self, nation: Nation) -> Nations {
        Nations(self.0 & !(1 << nation as u8))
    }

    /// Whether nobody is in it.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many are in it.
    #[inline]
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The only one in it, if there is exactly one.
    #[inline]
    pub(crate) fn only(self) -> Option<Nation> {
        (self.len() == 1).then(|| ALL[self.0.trailing_zeros() as usize])
    }

    /// The nations, France first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Nation> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = *ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(next)
        })
    }
}

impl std::ops::BitOr for Nations {
    type Output = Nations;
    #[inline]
    fn bitor(self, other: Nations) -> Nations {
        Nations(self.0 | other.0)
    }
}

impl std::ops::BitAnd for Nations {
    type Output = Nations;
    #[inline]
    fn bitand(self, other: Nations) -> Nations {
        Nations(self.0 & other.0)
    }
}

impl std::ops::Sub for Nations {
    type Output = Nations;
    #[inline]
    fn sub(self, other: Nations) -> Nations {
        Nations(self.0 & !other.0)
    }
}

impl From<Nation> for Nations {
    #[inline]
    fn from(nation: Nation) -> Nations {
        Nations::NONE.with(nation)
    }
}

impl FromIterator<Nation> for Nations {
    fn from_iter<I: IntoIterator<Item = Nation>>(nations: I) -> Nations {
        nations.into_iter().fold(Nations::NONE, Nations::with)
    }
}

impl fmt::Debug for Nations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for Nations {
    /// "Prussia, Austria and Russia".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = usize::from(self.len()).saturating_sub(1);
        for (number, nation) in self.iter().enumerate() {
            let joint = match number {
                0 => "",
                _ if number == last => " and ",
                _ => ", ",
            };
            write!(f, "{joint}{nation}")?;
        }
        Ok(())
    }
}

impl Serialize for Nations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_seq(self.iter())
        } else {
            serializer.serialize_u8(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Nations {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Nations, D::Error> {
        if !deserializer.is_human_readable() {
            return u8::deserialize(deserializer).map(|bits| Nations(bits & Nations::ALL.0));
        }
        Ok(Vec::<Nation>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves N-1-sides
    #[test]
    fn five_nations_are_in_play_and_four_of_them_are_the_coalition() {
        assert!(Nation::all().zip(0..).all(|(nation, number)| nation.index() == number));
        assert_eq!(Nation::all().collect::<Nations>(), Nations::ALL);
        assert_eq!(Nations::ALL.without(Nation::France), Nations::COALITION);
        assert!(Nations::COALITION.iter().all(Nation::is_coalition) && !Nation::France.is_coalition());
    }

    #[test]
    fn a_set_is_told_in_words() {
        let set = |nations: &[Nation]| nations.iter().copied().collect::<Nations>().to_string();
        assert_eq!(set(&[Nation::Prussia]), "Prussia");
        assert_eq!(set(&[Nation::Russia, Nation::Prussia, Nation::Austria]), "Prussia, Austria and Russia");
        assert_eq!(Nations::from(Nation::Austria).only(), Some(Nation::Austria));
        assert_eq!((Nations::NONE.only(), Nations::COALITION.only()), (None, None));
    }
}
