//! What pieces are known by at the table.

use atlas::topology::{HexId, Id};
use engine::Keyed;

use crate::field::Stance;
use crate::forces::Arm;
use crate::ids::{LeaderId, NationId};
use crate::map::MAP;
use crate::nations::Side;
use crate::state::Party;

/// A stack: what a side has in a hex, in the open or inside the fort; or what a nation has that is on no side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct StackKey {
    pub(crate) hex: HexId,
    /// The side by its number, or two more than the number of the nation.
    whose: u8,
    pub(crate) stance: Stance,
}

impl StackKey {
    pub(crate) fn new(hex: HexId, party: Party, stance: Stance) -> StackKey {
        let whose = match party {
            Party::On(Side::French) => 0,
            Party::On(Side::Coalition) => 1,
            Party::Apart(nation) => 2 + nation.0,
        };
        StackKey { hex, whose, stance }
    }

    /// Whether it belongs to a side of the war.
    pub(crate) fn is_on_a_side(self) -> bool {
        self.whose < 2
    }
}

/// The factors of a nation and an arm in a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Units {
    pub(crate) hex: HexId,
    pub(crate) nation: NationId,
    pub(crate) arm: Arm,
    pub(crate) stance: Stance,
}

/// The supply units of a nation in a hex, or its depots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stores {
    pub(crate) hex: HexId,
    pub(crate) nation: NationId,
    pub(crate) stance: Stance,
    pub(crate) is_depot: bool,
}

/// How many numbers there are for whose a piece is.
const OWNERS: u32 = 128;

fn hex_of(number: u32) -> Option<HexId> {
    let hex = usize::try_from(number).ok()?;
    (hex < MAP.grid.len()).then(|| HexId::from_index(hex))
}

fn stance_of(number: u32) -> Stance {
    if number == 0 { Stance::Open } else { Stance::Inside }
}

fn nation_of(number: u32) -> Option<NationId> {
    NationId::all().nth(number as usize)
}

impl Keyed for LeaderId {
    const FAMILY: u8 = 0;

    fn number(&self) -> u32 {
        self.0.into()
    }

    fn numbered(number: u32) -> Option<LeaderId> {
        LeaderId::all().nth(number as usize)
    }
}

impl Keyed for StackKey {
    const FAMILY: u8 = 1;

    fn number(&self) -> u32 {
        (self.hex.index() as u32 * OWNERS + u32::from(self.whose)) * 2 + self.stance as u32
    }

    fn numbered(number: u32) -> Option<StackKey> {
        let (stance, rest) = (stance_of(number % 2), number / 2);
        Some(StackKey { hex: hex_of(rest / OWNERS)?, whose: (rest % OWNERS) as u8, stance })
    }
}

impl Keyed for Units {
    const FAMILY: u8 = 2;

    fn number(&self) -> u32 {
        let place = self.hex.index() as u32 * 64 + u32::from(self.nation.0);
        (place * 4 + self.arm as u32) * 2 + self.stance as u32
    }

    fn numbered(number: u32) -> Option<Units> {
        let (stance, rest) = (stance_of(number % 2), number / 2);
        let (arm, place) = (Arm::ALL[(rest % 4) as usize], rest / 4);
        Some(Units { hex: hex_of(place / 64)?, nation: nation_of(place % 64)?, arm, stance })
    }
}

impl Keyed for Stores {
    const FAMILY: u8 = 3;

    fn number(&self) -> u32 {
        let place = self.hex.index() as u32 * 64 + u32::from(self.nation.0);
        (place * 2 + u32::from(self.is_depot)) * 2 + self.stance as u32
    }

    fn numbered(number: u32) -> Option<Stores> {
        let (stance, rest) = (stance_of(number % 2), number / 2);
        let place = rest / 2;
        let (hex, nation) = (hex_of(place / 64)?, nation_of(place % 64)?);
        Some(Stores { hex, nation, stance, is_depot: rest % 2 == 1 })
    }
}

#[cfg(test)]
mod tests {
    use engine::PieceKey;

    use super::*;

    #[test]
    fn keys_lead_back_to_what_they_stand_for() {
        let (hex, nation) = (MAP.site("Ulm").unwrap(), NationId::AUSTRIA);
        let units = Units { hex, nation, arm: Arm::Cavalry, stance: Stance::Inside };
        assert_eq!(PieceKey::of(&units).get::<Units>(), Some(units));
        let stores = Stores { hex, nation, stance: Stance::Open, is_depot: true };
        assert_eq!(PieceKey::of(&stores).get::<Stores>(), Some(stores));
        let stack = StackKey::new(hex, Party::Apart(nation), Stance::Open);
        assert_eq!(PieceKey::of(&stack).get::<StackKey>(), Some(stack));
        assert!(PieceKey::of(&stack).get::<Units>().is_none());
    }
}
