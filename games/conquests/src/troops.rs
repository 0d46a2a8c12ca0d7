//! Units: kinds, and how many of each. Rulebook 3.1, 15.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::nations::Nation;

/// A kind of unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Kind {
    /// Infantry.
    #[serde(rename = "INF")]
    Infantry,
    /// Cavalry.
    #[serde(rename = "CAV")]
    Cavalry,
    /// A cannon.
    #[serde(rename = "CAN")]
    Cannon,
    /// A frigate.
    #[serde(rename = "FRG")]
    Frigate,
    /// Infantry of the Imperial Guard.
    #[serde(rename = "GUARD-INF")]
    GuardInfantry,
    /// Cavalry of the Imperial Guard.
    #[serde(rename = "GUARD-CAV")]
    GuardCavalry,
}

/// How many kinds there are.
pub(crate) const KINDS: usize = 6;

const ALL: [Kind; KINDS] =
    [Kind::Infantry, Kind::Cavalry, Kind::Cannon, Kind::Frigate, Kind::GuardInfantry, Kind::GuardCavalry];

impl Kind {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Kind> {
        ALL.into_iter()
    }

    /// All but frigates.
    pub fn ground() -> impl Iterator<Item = Kind> {
        ALL.into_iter().filter(|kind| *kind != Kind::Frigate)
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// What it counts as: a unit of the Guard as one of its type (N-15-grognard-sp).
    #[inline]
    pub(crate) fn arm(self) -> Kind {
        match self {
            Kind::GuardInfantry => Kind::Infantry,
            Kind::GuardCavalry => Kind::Cavalry,
            plain => plain,
        }
    }

    #[inline]
    pub(crate) fn is_guard(self) -> bool {
        matches!(self, Kind::GuardInfantry | Kind::GuardCavalry)
    }

    /// The unit of the Guard that it can become.
    pub(crate) fn guard(self) -> Option<Kind> {
        match self {
            Kind::Infantry => Some(Kind::GuardInfantry),
            Kind::Cavalry => Some(Kind::GuardCavalry),
            _ => None,
        }
    }

    /// "infantry", "Guard cavalry".
    pub fn name(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Cavalry => "cavalry",
            Kind::Cannon => "cannon",
            Kind::Frigate => "frigate",
            Kind::GuardInfantry => "Guard infantry",
            Kind::GuardCavalry => "Guard cavalry",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How many units of each kind one nation has somewhere: four bits a kind, more than any nation has counters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Troops(u32);

impl Troops {
    /// None.
    pub const NONE: Troops = Troops(0);

    /// One unit.
    #[inline]
    pub(crate) fn one(kind: Kind) -> Troops {
        Troops(1 << (4 * kind as u32))
    }

    /// So many infantry, cavalry, cannon and frigates.
    pub(crate) fn of([infantry, cavalry, cannon, frigates]: [u8; 4]) -> Troops {
        let counts = [infantry, cavalry, cannon, frigates].map(u32::from);
        debug_assert!(counts.iter().all(|count| *count < 16));
        Troops(counts[0] | counts[1] << 4 | counts[2] << 8 | counts[3] << 12)
    }

    /// Infantry, cavalry and cannon, then the Guard: all that there is of ground units.
    #[inline]
    pub(crate) fn packed(self) -> (u16, u8) {
        debug_assert!(self.count(Kind::Frigate) == 0);
        (self.0 as u16, (self.0 >> 16) as u8)
    }

    /// The same again.
    #[inline]
    pub(crate) fn unpacked(stack: u16, guard: u8) -> Troops {
        Troops(u32::from(stack) | u32::from(guard) << 16)
    }

    /// How many of a kind.
    #[inline]
    pub(crate) fn count(self, kind: Kind) -> u8 {
        (self.0 >> (4 * kind as u32) & 15) as u8
    }

    /// How many of an arm, the Guard included.
    #[inline]
    pub(crate) fn arm(self, arm: Kind) -> u8 {
        self.count(arm) + arm.guard().map_or(0, |guard| self.count(guard))
    }

    /// How many in all.
    #[inline]
    pub(crate) fn len(self) -> u8 {
        let pairs = (self.0 & 0x0f0f0f) + (self.0 >> 4 & 0x0f0f0f);
        (pairs + (pairs >> 8) + (pairs >> 16)) as u8
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of `part` is among them.
    pub(crate) fn includes(self, part: Troops) -> bool {
        ALL.into_iter().all(|kind| self.count(kind) >= part.count(kind))
    }

    /// The kinds there are.
    #[inline]
    pub(crate) fn kinds(self) -> impl Iterator<Item = Kind> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let kind = *ALL.get(left.trailing_zeros() as usize / 4)?;
            left &= !(15 << (4 * kind as u32));
            Some(kind)
        })
    }

    /// Each unit.
    pub(crate) fn units(self) -> impl Iterator<Item = Kind> {
        ALL.into_iter().flat_map(move |kind| std::iter::repeat_n(kind, self.count(kind).into()))
    }

    /// What of these there is not among `others`.
    pub(crate) fn missing_in(self, others: Troops) -> Troops {
        let missing = |kind: Kind| u32::from(self.count(kind).saturating_sub(others.count(kind)));
        Troops(ALL.into_iter().map(|kind| missing(kind) << (4 * kind as u32)).sum())
    }

    /// Together with others, unless they are more of a kind than can be counted.
    #[inline]
    pub(crate) fn checked_add(self, other: Troops) -> Option<Troops> {
        let fit = ALL.into_iter().all(|kind| self.count(kind) + other.count(kind) < 16);
        fit.then(|| Troops(self.0 + other.0))
    }

    /// What is left without `part`, which is among them.
    pub(crate) fn without(self, kind: Kind) -> Troops {
        debug_assert!(self.count(kind) > 0);
        Troops(self.0 - (1 << (4 * kind as u32)))
    }
}

impl Add for Troops {
    type Output = Troops;
    #[inline]
    fn add(self, other: Troops) -> Troops {
        debug_assert!(self.checked_add(other).is_some());
        Troops(self.0 + other.0)
    }
}

impl AddAssign for Troops {
    fn add_assign(&mut self, other: Troops) {
        *self = *self + other;
    }
}

impl Sub for Troops {
    type Output = Troops;
    #[inline]
    fn sub(self, other: Troops) -> Troops {
        debug_assert!(self.includes(other));
        Troops(self.0 - other.0)
    }
}

impl SubAssign for Troops {
    fn sub_assign(&mut self, other: Troops) {
        *self = *self - other;
    }
}

impl FromIterator<Kind> for Troops {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Troops {
        kinds.into_iter().fold(Troops::NONE, |troops, kind| troops + Troops::one(kind))
    }
}

impl fmt::Debug for Troops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.kinds().map(|kind| (kind, self.count(kind)))).finish()
    }
}

impl Troops {
    /// "2 French infantry and 1 cannon".
    pub(crate) fn named(&self, nation: Nation) -> String {
        let words = self.to_string();
        let words = match words.rsplit_once(", ") {
            Some((first, last)) => format!("{first} and {last}"),
            None => words,
        };
        match words.split_once(' ') {
            Some((count, kinds)) => format!("{count} {} {kinds}", nation.adjective()),
            None => words,
        }
    }
}

impl fmt::Display for Troops {
    /// "2 infantry, 1 cannon".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, kind) in self.kinds().enumerate() {
            let joint = if number == 0 { "" } else { ", " };
            let plural = if kind == Kind::Frigate && self.count(kind) > 1 { "s" } else { "" };
            write!(f, "{joint}{} {kind}{plural}", self.count(kind))?;
        }
        Ok(())
    }
}

impl Serialize for Troops {
    /// A number for each kind there is, for people; one number for hashing.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_map(self.kinds().map(|kind| (kind, self.count(kind))))
        } else {
            serializer.serialize_u32(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Troops {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Troops, D::Error> {
        if !deserializer.is_human_readable() {
            return u32::deserialize(deserializer).map(|bits| Troops(bits & 0xff_ffff));
        }
        let mut troops = Troops::NONE;
        for (kind, count) in std::collections::BTreeMap::<Kind, u8>::deserialize(deserializer)? {
            if count > 15 {
                return Err(de::Error::custom(format!("nobody has {count} {kind}")));
            }
            troops.0 |= u32::from(count) << (4 * kind as u32);
        }
        Ok(troops)
    }
}

/// All counters of a nation (N-3.1-counters-coalition, N-3.1-counters-france).
pub(crate) fn counters(nation: Nation) -> Troops {
    match nation {
        Nation::France => {
            let guard = [(Kind::GuardInfantry, 5), (Kind::GuardCavalry, 2)];
            let guard = guard.into_iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count));
            Troops::of([15, 10, 10, 10]) + guard.collect()
        }
        Nation::England => Troops::of([12, 6, 5, 10]),
        Nation::Prussia | Nation::Austria | Nation::Russia => Troops::of([12, 6, 5, 4]),
    }
}

/// Corps a nation can have (N-3.1-corps-limit).
pub(crate) fn most_corps(nation: Nation) -> u8 {
    if nation == Nation::France { 7 } else { 5 }
}

/// Units of any nations that march or fight together, by arm: what their corps, strength and price are counted from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Arms {
    pub(crate) infantry: u8,
    pub(crate) cavalry: u8,
    pub(crate) cannon: u8,
    /// How many of the infantry and cavalry are of the Guard.
    pub(crate) guard: u8,
    /// Corps that the counters of their nations allow.
    pub(crate) most_corps: u8,
}

impl Arms {
    /// Together with troops of a nation.
    #[inline]
    #[must_use]
    pub(crate) fn with(self, nation: Nation, troops: Troops) -> Arms {
        if troops.is_empty() {
            return self;
        }
        Arms {
            infantry: self.infantry + troops.arm(Kind::Infantry),
            cavalry: self.cavalry + troops.arm(Kind::Cavalry),
            cannon: self.cannon + troops.count(Kind::Cannon),
            guard: self.guard + troops.count(Kind::GuardInfantry) + troops.count(Kind::GuardCavalry),
            most_corps: self.most_corps + most_corps(nation),
        }
    }

    /// How many units.
    #[inline]
    pub(crate) fn len(self) -> u8 {
        self.infantry + self.cavalry + self.cannon
    }

    /// How many corps they make (N-3.1-corps-limit, N-11.2-corps).
    #[inline]
    pub(crate) fn corps(self) -> u8 {
        self.infantry.min(self.cavalry).min(self.cannon).min(self.most_corps)
    }

    /// Their strength on land, with that of corps (N-11.2-basic, N-11.2-corps, N-15-grognard-sp).
    #[inline]
    pub(crate) fn strength(self) -> u8 {
        self.len() + self.cannon + self.guard + self.corps()
    }

    /// What it costs to march into a land together, in halves of a movement point: every cannon takes a cavalry along, and
    /// both of them an infantry (N-10.1-costs, N-10.1-cav-can, N-10.1-corps).
    #[inline]
    pub(crate) fn price(self) -> u16 {
        let alone = self.cavalry.saturating_sub(self.cannon);
        4 * u16::from(self.cannon) + 2 * u16::from(self.infantry - self.corps()) + u16::from(alone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn troops_are_counted_by_kind_and_in_all() {
        let troops =
            Troops::of([15, 10, 10, 10]) + [Kind::GuardInfantry, Kind::GuardCavalry].into_iter().collect();
        assert_eq!((troops.len(), troops.arm(Kind::Infantry), troops.arm(Kind::Cannon)), (47, 16, 10));
        assert_eq!((troops - Troops::of([15, 10, 10, 10])).units().count(), 2);
        assert!(troops.includes(Troops::one(Kind::GuardCavalry)));
        assert_eq!(Troops::of([2, 1, 0, 3]).missing_in(Troops::of([1, 4, 0, 0])), Troops::of([1, 0, 0, 3]));
        assert!(!Troops::of([1, 1, 1, 1]).includes(Troops::of([2, 0, 0, 0])));
        let many = Troops::of([9, 0, 0, 0]);
        assert_eq!(
            (many.checked_add(many), many.checked_add(Troops::of([6, 1, 0, 0]))),
            (None, Some(Troops::of([15, 1, 0, 0])))
        );
        assert_eq!(Troops::of([2, 0, 1, 2]).to_string(), "2 infantry, 1 cannon, 2 frigates");
    }

    #[test]
    fn troops_are_written_by_kind() {
        let troops = Troops::of([2, 0, 1, 0]);
        let text = serde_json::to_string(&troops).unwrap();
        assert_eq!(text, r#"{"INF":2,"CAN":1}"#);
        assert_eq!(serde_json::from_str::<Troops>(&text).unwrap(), troops);
        assert!(serde_json::from_str::<Troops>(r#"{"INF":16}"#).is_err());
    }

    // proves N-3.1-counters-coalition, N-3.1-counters-france
    #[test]
    fn nations_have_so_many_counters() {
        let count = |nation| Kind::all().map(|kind| counters(nation).count(kind)).collect::<Vec<_>>();
        assert_eq!(count(Nation::France), [15, 10, 10, 10, 5, 2]);
        assert_eq!(count(Nation::England), [12, 6, 5, 10, 0, 0]);
        for nation in [Nation::Prussia, Nation::Austria, Nation::Russia] {
            assert_eq!(count(nation), [12, 6, 5, 4, 0, 0]);
        }
        assert_eq!(Nation::all().map(most_corps).collect::<Vec<_>>(), [7, 5, 5, 5, 5]);
    }
}
