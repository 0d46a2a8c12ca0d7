//! Small numbers with a name: areas, hexes, hexsides.

use std::fmt;
use std::hash::Hash;

/// A small number that stands for one space of a map, or for anything else a map has many of. They are counted from 0
/// without gaps, so that tables by id are plain arrays.
///
/// A game declares its own with [`id!`](crate::id).
pub trait Id: Copy + Ord + Hash + fmt::Debug + 'static {
    /// How many there can be at most.
    const ROOM: usize;

    /// The one with this number, which is less than [`Self::ROOM`].
    fn from_index(index: usize) -> Self;

    /// Its number.
    fn index(self) -> usize;
}

/// Declares an [`Id`](crate::topology::Id) over `u8` or `u16`.
///
/// ```
/// atlas::id! {
///     /// A region of the map.
///     pub struct RegionId(u8);
/// }
/// use atlas::topology::Id;
/// assert_eq!(RegionId::from_index(7), RegionId(7));
/// ```
#[macro_export]
macro_rules! id {
    ($(#[$attribute:meta])* $vis:vis struct $name:ident($number:ty);) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis struct $name(pub $number);

        impl $crate::topology::Id for $name {
            const ROOM: usize = <$number>::MAX as usize + 1;

            #[inline]
            fn from_index(index: usize) -> $name {
                debug_assert!(index < Self::ROOM);
                $name(index as $number)
            }

            #[inline]
            fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    };
}
