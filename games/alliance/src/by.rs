//! Tables by the keys of this game: `treasuries[seat]`, `spots[block]`.

use atlas::topology::Id;
use engine::{By, Key, Seat};

use crate::blocks::{BLOCKS, BlockId};
use crate::state::PLAYERS;
use crate::states::{EMPIRES, STATES, State};

/// A table by seat.
pub(crate) type BySeat<T> = By<Seat, T, PLAYERS>;

/// A table by state.
pub(crate) type ByState<T> = By<State, T, STATES>;

/// A table by empire: the states that come first.
pub(crate) type ByEmpire<T> = By<State, T, { EMPIRES.len() }>;

/// A table by block.
pub(crate) type ByBlock<T> = By<BlockId, T, BLOCKS>;

impl Key for State {
    #[inline]
    fn place(self) -> usize {
        self.index()
    }

    fn at(place: usize) -> State {
        State::from_index(place)
    }
}

impl Key for BlockId {
    #[inline]
    fn place(self) -> usize {
        Id::index(self)
    }

    fn at(place: usize) -> BlockId {
        BlockId::from_index(place)
    }
}
