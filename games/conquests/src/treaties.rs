//! Who is with whom. Rulebook 9.2, 9.4, 11.8.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::nations::{Nation, Nations};
use crate::state::{Bond, TREATIES, Treaty};

/// Alliances of this turn and the last one, in the order in which they were made; those of the turn before until former Allies
/// have parted.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Treaties {
    pub(crate) list: ArrayVec<Treaty, TREATIES>,
}

impl Treaties {
    /// The Alliances in force.
    pub(crate) fn bonds(&self) -> impl Iterator<Item = &Treaty> {
        self.list.iter().filter(|treaty| treaty.is_in_force())
    }

    /// The Alliance a nation is in: one at a time (N-9.2-one-at-a-time).
    pub(crate) fn bond(&self, nation: Nation) -> Option<&Treaty> {
        self.bonds().find(|treaty| treaty.members.contains(nation))
    }

    /// A nation and its Allies. A forced Ally whose place another has taken in this turn's combats is still one of
    /// Napoleon's (N-11.8-old-forced).
    #[inline]
    pub fn friends(&self, nation: Nation) -> Nations {
        let friends = self.bond(nation).map_or(Nations::from(nation), |treaty| treaty.members);
        let fading = self.list.iter().filter(|treaty| treaty.state == Bond::Fading);
        let fading = fading.fold(Nations::NONE, |all, treaty| all | treaty.members);
        match fading.is_empty() || (friends & fading).is_empty() {
            true => friends,
            false => {
                friends | fading | self.bond(Nation::France).map_or(Nations::NONE, |treaty| treaty.members)
            }
        }
    }

    /// Whether two nations are Allies, or the same.
    pub(crate) fn allied(&self, a: Nation, b: Nation) -> bool {
        self.friends(a).contains(b)
    }

    /// Whether not all of these nations are Allies.
    pub(crate) fn are_hostile(&self, nations: Nations) -> bool {
        nations.iter().any(|nation| !(nations - self.friends(nation)).is_empty())
    }

    /// The nation that Napoleon has forced into an Alliance (N-9.4-single).
    pub(crate) fn forced_ally(&self) -> Option<Nation> {
        self.bond(Nation::France).and_then(|treaty| treaty.members.without(Nation::France).only())
    }
}
