//! Supply and blockade. Rulebook 4.4, 8.2, 8.32.

use atlas::topology::Id;
use engine::Seat;

use crate::control::{Circle, Control, States};
use crate::map::BorderKind;
use crate::places::{Crossing, PLACES, Place, PlaceSet};
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
    /// Where a player's blocks are in supply (A-4.4-chain).
    pub(crate) fn supply(&self, seat: Seat) -> Supply {
        let circle = self.circle(seat);
        let presence = self.presence();
        let mut open = PlaceSet::EMPTY;
        let (mut cities, mut bases) = (PlaceSet::EMPTY, PlaceSet::EMPTY);
        for place in Place::all() {
            let control = self.control_in(&circle, presence[place.index()], place);
            if !matches!(control, Control::Friendly | Control::Neutral) {
                continue;
            }
            open.insert(place);
            let home = place.home().is_some_and(|home| circle.own.contains(home));
            if home && control == Control::Friendly {
                if place.is_city() {
                    cities.insert(place);
                }
                if place.is_base() {
                    bases.insert(place);
                }
            }
        }
        let armies = self.flood(cities, open);
        let fleets = self.flood(cities | bases, open);
        Supply { armies, fleets }
    }

    /// Everything that can be reached from these places through open ones.
    fn flood(&self, from: PlaceSet, open: PlaceSet) -> PlaceSet {
        let mut reached = from;
        let mut queue = [Place(0); PLACES];
        let mut end = 0;
        for place in from.iter() {
            queue[end] = place;
            end += 1;
        }
        let mut next = 0;
        while next < end {
            for link in queue[next].links() {
                if open.contains(link.to) && self.carries_supply(link.crossing) && reached.insert(link.to) {
                    queue[end] = link.to;
                    end += 1;
                }
            }
            next += 1;
        }
        reached
    }

    /// Land and sea meet at naval bases alone (A-4.4-bases); a lake carries supply only when it is frozen.
    fn carries_supply(&self, crossing: Crossing) -> bool {
        match crossing {
            Crossing::Land(BorderKind::Lake) => self.is_winter(),
            Crossing::Coast { base } => base,
            Crossing::Land(_) | Crossing::Sea | Crossing::Narrows(_) => true,
        }
    }

    /// Whether every sea on which a naval base opens holds an enemy fleet (A-8.32-blockade). Supply needs no rule for it:
    /// no line runs through an enemy sea.
    pub(crate) fn is_blockaded(&self, seat: Seat, base: Place) -> bool {
        let circle = self.circle(seat);
        let closed = |sea: Place| {
            let there = self.states_at(sea);
            !there.is_empty() && self.has_enemy(&circle, there)
        };
        let mut seas =
            base.links().iter().filter(|link| link.crossing == Crossing::Coast { base: true }).peekable();
        seas.peek().is_some() && seas.all(|link| closed(link.to))
    }

    /// Whether somebody among these is neither with the player nor neutral.
    pub(crate) fn has_enemy(&self, circle: &Circle, there: States) -> bool {
        !there.within(circle.friends().union(circle.neutral))
    }

    /// The last game turn of a year (A-3.5-which).
    #[inline]
    pub(crate) fn is_winter(&self) -> bool {
        self.game_turn == 4 && !self.rules.solitaire
    }
}
