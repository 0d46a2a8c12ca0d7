//! What nations fight with on land: combat factors of four arms. Rulebook "Counter Types", "Artillery and Cavalry in Combat".
//!
//! Counters of 5, 4, 3, 2 and 1 can be changed at any time (M-leadsum-5), so factors are only counted.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Index, IndexMut, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// An arm of the land forces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    /// Infantry.
    Infantry,
    /// Cavalry.
    Cavalry,
    /// Artillery.
    Artillery,
    /// Cossacks: cavalry with habits of guerrillas (M-arms-7).
    Cossack,
}

impl Arm {
    /// All of them.
    pub const ALL: [Arm; 4] = [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::Cossack];

    /// Whether it pursues, and may not be inside a fort (M-arms-7, M-siege-1).
    #[inline]
    pub fn is_mounted(self) -> bool {
        matches!(self, Arm::Cavalry | Arm::Cossack)
    }

    /// "infantry", "Cossacks".
    pub fn name(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
            Arm::Cossack => "Cossacks",
        }
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Combat factors by arm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Factors {
    /// Factors of infantry.
    pub infantry: u8,
    /// Factors of cavalry.
    pub cavalry: u8,
    /// Factors of artillery.
    pub artillery: u8,
    /// Factors of Cossacks.
    pub cossacks: u8,
}

impl Factors {
    /// None.
    pub const NONE: Factors = Factors { infantry: 0, cavalry: 0, artillery: 0, cossacks: 0 };

    /// Infantry, cavalry and artillery.
    pub const fn new(infantry: u8, cavalry: u8, artillery: u8) -> Factors {
        Factors { infantry, cavalry, artillery, cossacks: 0 }
    }

    /// Infantry alone.
    pub const fn infantry(infantry: u8) -> Factors {
        Factors::new(infantry, 0, 0)
    }

    /// So many of one arm.
    pub fn of(arm: Arm, count: u8) -> Factors {
        let mut factors = Factors::NONE;
        factors[arm] = count;
        factors
    }

    /// All arms together.
    #[inline]
    pub fn total(self) -> u16 {
        u16::from(self.infantry)
            + u16::from(self.cavalry)
            + u16::from(self.artillery)
            + u16::from(self.cossacks)
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Factors::NONE
    }

    /// Cavalry and Cossacks.
    #[inline]
    pub fn mounted(self) -> u16 {
        u16::from(self.cavalry) + u16::from(self.cossacks)
    }

    /// The arms of which there are any, with their numbers.
    #[inline]
    pub fn arms(self) -> impl Iterator<Item = (Arm, u8)> {
        Arm::ALL.into_iter().map(move |arm| (arm, self[arm])).filter(|(_, count)| *count > 0)
    }

    /// Whether there are as many of each arm, or more.
    #[inline]
    pub fn contains(self, other: Factors) -> bool {
        Arm::ALL.into_iter().all(|arm| self[arm] >= other[arm])
    }

    /// What is left, or nothing if there are too few of an arm.
    #[inline]
    pub fn checked_sub(self, other: Factors) -> Option<Factors> {
        self.contains(other).then(|| self.each(other, |own, taken| own - taken))
    }

    /// As many of each arm, but no more than there are in `other`.
    #[inline]
    #[must_use]
    pub fn at_most(self, other: Factors) -> Factors {
        self.each(other, u8::min)
    }

    #[inline]
    fn each(self, other: Factors, with: impl Fn(u8, u8) -> u8) -> Factors {
        Factors {
            infantry: with(self.infantry, other.infantry),
            cavalry: with(self.cavalry, other.cavalry),
            artillery: with(self.artillery, other.artillery),
            cossacks: with(self.cossacks, other.cossacks),
        }
    }
}

impl Index<Arm> for Factors {
    type Output = u8;

    #[inline]
    fn index(&self, arm: Arm) -> &u8 {
        match arm {
            Arm::Infantry => &self.infantry,
            Arm::Cavalry => &self.cavalry,
            Arm::Artillery => &self.artillery,
            Arm::Cossack => &self.cossacks,
        }
    }
}

impl IndexMut<Arm> for Factors {
    #[inline]
    fn index_mut(&mut self, arm: Arm) -> &mut u8 {
        match arm {
            Arm::Infantry => &mut self.infantry,
            Arm::Cavalry => &mut self.cavalry,
            Arm::Artillery => &mut self.artillery,
            Arm::Cossack => &mut self.cossacks,
        }
    }
}

impl Add for Factors {
    type Output = Factors;

    #[inline]
    fn add(self, other: Factors) -> Factors {
        self.each(other, |a, b| a + b)
    }
}

impl Sub for Factors {
    type Output = Factors;

    /// What is left; there must be enough of each arm.
    #[inline]
    fn sub(self, other: Factors) -> Factors {
        self.each(other, |a, b| a - b)
    }
}

impl AddAssign for Factors {
    #[inline]
    fn add_assign(&mut self, other: Factors) {
        *self = *self + other;
    }
}

impl SubAssign for Factors {
    #[inline]
    fn sub_assign(&mut self, other: Factors) {
        *self = *self - other;
    }
}

impl Sum for Factors {
    fn sum<I: Iterator<Item = Factors>>(all: I) -> Factors {
        all.fold(Factors::NONE, Add::add)
    }
}

impl fmt::Display for Factors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        for (place, (arm, count)) in self.arms().enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            write!(f, "{comma}{count} {arm}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_can_be_taken_away() {
        let (corps, guns) = (Factors::new(4, 1, 0), Factors::of(Arm::Artillery, 1));
        assert_eq!((corps + guns).total(), 6);
        assert_eq!((corps + guns) - guns, corps);
        assert_eq!(corps.checked_sub(guns), None);
        assert_eq!([corps, guns].into_iter().sum::<Factors>(), Factors::new(4, 1, 1));
    }

    #[test]
    fn factors_are_told_in_words() {
        assert_eq!(Factors::new(4, 1, 0).to_string(), "4 infantry, 1 cavalry");
        assert_eq!(Factors::of(Arm::Cossack, 2).to_string(), "2 Cossacks");
        assert_eq!(Factors::NONE.to_string(), "nothing");
    }

    // proves M-arms-7
    #[test]
    fn cossacks_are_mounted() {
        assert_eq!((Factors::new(9, 1, 1) + Factors::of(Arm::Cossack, 2)).mounted(), 3);
        assert!(Arm::Cossack.is_mounted() && !Arm::Artillery.is_mounted());
    }
}
