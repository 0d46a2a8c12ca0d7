//! What pieces of the table are known by.
//!
//! Units of a kind that a nation has in one land are one piece, and so are its corps there: nobody can tell them apart.

use engine::{Keyed, PieceKey};

use crate::areas::{AREAS, Area};
use crate::cards::Card;
use crate::nations::{Nation, Side};
use crate::state::FrigateId;
use crate::tables::{SPACES, Zone};
use crate::troops::{KINDS, Kind};

/// The units of a kind that a nation has in a land.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Units {
    pub(crate) nation: Nation,
    pub(crate) kind: Kind,
    pub(crate) at: Area,
}

/// The corps that a nation has in a land.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Corps {
    pub(crate) nation: Nation,
    pub(crate) at: Area,
}

/// The units of a kind aboard a frigate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cargo {
    pub(crate) frigate: FrigateId,
    pub(crate) kind: Kind,
}

/// The advisor on a space of an action zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Advisor {
    pub(crate) zone: Zone,
    pub(crate) space: u8,
}

/// The garrison of a neutral capital, by its place on the track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Garrison(pub(crate) u8);

/// The card on top of a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Top(pub(crate) Side);

/// The discards of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Discards(pub(crate) Side);

/// The secret objective of a nation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Secret(pub(crate) Nation);

fn nth<T>(mut all: impl Iterator<Item = T>, number: usize) -> Option<T> {
    all.nth(number)
}

/// The parts of a number whose lowest digit counts to `base`.
fn split(number: u32, base: usize) -> (usize, usize) {
    let number = number as usize;
    (number / base, number % base)
}

impl Keyed for Units {
    const FAMILY: u8 = 0;

    fn number(&self) -> u32 {
        Corps { nation: self.nation, at: self.at }.number() * KINDS as u32 + self.kind.index() as u32
    }

    fn numbered(number: u32) -> Option<Units> {
        let (place, kind) = split(number, KINDS);
        let Corps { nation, at } = Corps::numbered(place as u32)?;
        Some(Units { nation, kind: nth(Kind::all(), kind)?, at })
    }
}

impl Keyed for Corps {
    const FAMILY: u8 = 1;

    fn number(&self) -> u32 {
        (self.nation.index() * AREAS) as u32 + u32::from(self.at.0)
    }

    fn numbered(number: u32) -> Option<Corps> {
        let (nation, at) = split(number, AREAS);
        Some(Corps { nation: nth(Nation::all(), nation)?, at: nth(Area::all(), at)? })
    }
}

impl Keyed for FrigateId {
    const FAMILY: u8 = 2;

    fn number(&self) -> u32 {
        self.0.into()
    }

    fn numbered(number: u32) -> Option<FrigateId> {
        nth(Nation::all().flat_map(FrigateId::of), number as usize)
    }
}

impl Keyed for Cargo {
    const FAMILY: u8 = 3;

    fn number(&self) -> u32 {
        Keyed::number(&self.frigate) * KINDS as u32 + self.kind.index() as u32
    }

    fn numbered(number: u32) -> Option<Cargo> {
        let (frigate, kind) = split(number, KINDS);
        Some(Cargo { frigate: FrigateId::numbered(frigate as u32)?, kind: nth(Kind::all(), kind)? })
    }
}

impl Keyed for Advisor {
    const FAMILY: u8 = 4;

    fn number(&self) -> u32 {
        self.zone.first() as u32 + u32::from(self.space)
    }

    fn numbered(number: u32) -> Option<Advisor> {
        let number = ((number as usize) < SPACES).then_some(number as usize)?;
        let zone = Zone::all().into_iter().rev().find(|zone| zone.first() <= number)?;
        Some(Advisor { zone, space: (number - zone.first()) as u8 })
    }
}

impl Keyed for Garrison {
    const FAMILY: u8 = 5;

    fn number(&self) -> u32 {
        self.0.into()
    }

    fn numbered(number: u32) -> Option<Garrison> {
        let capitals = Area::neutral_capitals().len() as u32;
        (number < capitals).then_some(Garrison(number as u8))
    }
}

impl Keyed for Top {
    const FAMILY: u8 = 6;

    fn number(&self) -> u32 {
        self.0.index() as u32
    }

    fn numbered(number: u32) -> Option<Top> {
        Side::all().get(number as usize).copied().map(Top)
    }
}

impl Keyed for Discards {
    const FAMILY: u8 = 7;

    fn number(&self) -> u32 {
        self.0.index() as u32
    }

    fn numbered(number: u32) -> Option<Discards> {
        Side::all().get(number as usize).copied().map(Discards)
    }
}

impl Keyed for Secret {
    const FAMILY: u8 = 8;

    fn number(&self) -> u32 {
        self.0.index() as u32
    }

    fn numbered(number: u32) -> Option<Secret> {
        nth(Nation::all(), number as usize).map(Secret)
    }
}

impl Keyed for Card {
    const FAMILY: u8 = 9;

    fn number(&self) -> u32 {
        Card::number(*self).into()
    }

    fn numbered(number: u32) -> Option<Card> {
        u8::try_from(number).ok().and_then(Card::numbered)
    }
}

/// The piece of the units of a kind that a nation has in a land.
pub(crate) fn units(nation: Nation, kind: Kind, at: Area) -> PieceKey {
    PieceKey::of(&Units { nation, kind, at })
}

/// The piece of the corps that a nation has in a land.
pub(crate) fn corps(nation: Nation, at: Area) -> PieceKey {
    PieceKey::of(&Corps { nation, at })
}

/// The piece of the garrison of a neutral capital.
pub(super) fn garrison(capital: Area) -> Option<PieceKey> {
    let number = Area::neutral_capitals().iter().position(|other| *other == capital)?;
    Some(PieceKey::of(&Garrison(number as u8)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fmt::Debug;

    use super::*;

    /// Numbers of a kind, up to the first that there is nothing behind.
    fn all<T: Keyed + PartialEq + Debug>(keys: &mut HashSet<PieceKey>) -> usize {
        let things = (0..).map_while(T::numbered);
        things
            .map(|thing| {
                let key = PieceKey::of(&thing);
                assert!(keys.insert(key), "{thing:?} has the key of something else");
                assert_eq!(key.get::<T>().as_ref(), Some(&thing));
            })
            .count()
    }

    #[test]
    fn everything_on_the_table_has_a_key_of_its_own() {
        let mut keys = HashSet::new();
        assert_eq!(all::<Units>(&mut keys), 5 * AREAS * KINDS);
        assert_eq!(all::<Corps>(&mut keys), 5 * AREAS);
        assert_eq!((all::<FrigateId>(&mut keys), all::<Cargo>(&mut keys)), (32, 32 * KINDS));
        assert_eq!((all::<Advisor>(&mut keys), all::<Garrison>(&mut keys)), (23, 4));
        assert_eq!((all::<Top>(&mut keys), all::<Discards>(&mut keys), all::<Secret>(&mut keys)), (2, 2, 5));
        assert!(Card::all().all(|card| PieceKey::of(&card).get::<Card>() == Some(card)));
    }
}
