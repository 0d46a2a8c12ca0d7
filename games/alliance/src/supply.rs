//! Supply. Rulebook 4.4, 8.2, 8.32.
//!
//! Blockade needs no rule of its own: no line runs through a sea that holds enemy fleets (A-8.32-supply).

use crate::control::homes;
use crate::movement::Ground;
use crate::places::{Place, PlaceSet};
use crate::state::Alliance;

/// Where a player's blocks are in supply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Supply {
    /// Armies.
    pub(crate) armies: PlaceSet,
    /// Fleets, for which the line may also end at a naval base of the homeland (A-8.2-levy).
    pub(crate) fleets: PlaceSet,
}

impl Alliance {
    /// Everything that can be reached from these places through open ones.
    fn flood(&self, from: PlaceSet, open: PlaceSet) -> PlaceSet {
        let winter = self.is_winter();
        let mut reached = from;
        let mut fresh = from;
        while !fresh.is_empty() {
            let next = fresh.iter().fold(PlaceSet::EMPTY, |next, place| next | place.supplies(winter));
            fresh = (next & open) - reached;
            reached.unite(&fresh);
        }
        reached
    }

    /// The last game turn of a year (A-3.5-which).
    #[inline]
    pub(crate) fn is_winter(&self) -> bool {
        self.game_turn == 4 && !self.rules.solitaire
    }
}

impl Ground<'_> {
    /// Where a player's blocks are in supply: chains of friendly and neutral places back to a friendly city of his homeland, or
    /// of a state he leads (A-4.4-chain, A-4.4-blocked).
    pub(crate) fn supply(&self) -> Supply {
        let open = self.lay.friendly | self.lay.neutral;
        let sources = homes(self.lay.circle.own) & self.lay.friendly;
        let armies = self.flood(sources & Place::cities(), open);
        // Naval bases that are reached anyway add nothing.
        let bases = (sources & Place::bases()) - armies;
        let fleets = if bases.is_empty() { armies } else { armies | self.flood(bases, open) };
        Supply { armies, fleets }
    }
}
