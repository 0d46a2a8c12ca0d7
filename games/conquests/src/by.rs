//! Tables by the keys of this game: `money[nation]`, `holders[land]`.

use atlas::topology::Id;
use engine::Seat;
pub(crate) use engine::by::sparse;
pub(crate) use engine::{By, Key};

use crate::areas::{AREAS, Area, LANDS};
use crate::effects::Role;
use crate::nations::{ALL, NATIONS, Nation, Side};
use crate::state::PLAYERS;

/// A table by nation.
pub type ByNation<T> = By<Nation, T, NATIONS>;

/// A table by side: France, then the Coalition.
pub(crate) type BySide<T> = By<Side, T, 2>;

/// A table by side of a combat: the attacker, then the defender.
pub(crate) type ByRole<T> = By<Role, T, 2>;

/// A table by seat.
pub(crate) type BySeat<T> = By<Seat, T, PLAYERS>;

/// A table by land.
pub(crate) type ByLand<T> = By<Area, T, LANDS>;

/// A table by land or sea.
pub(crate) type ByArea<T> = By<Area, T, AREAS>;

impl Key for Nation {
    #[inline]
    fn place(self) -> usize {
        self.index()
    }

    fn at(place: usize) -> Nation {
        ALL[place]
    }
}

impl Key for Side {
    #[inline]
    fn place(self) -> usize {
        self.index()
    }

    fn at(place: usize) -> Side {
        Side::all()[place]
    }
}

impl Key for Role {
    #[inline]
    fn place(self) -> usize {
        self.index()
    }

    fn at(place: usize) -> Role {
        [Role::Attacker, Role::Defender][place]
    }
}

impl Key for Area {
    #[inline]
    fn place(self) -> usize {
        Id::index(self)
    }

    fn at(place: usize) -> Area {
        Area::from_index(place)
    }
}
