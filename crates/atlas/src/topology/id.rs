//! Small numbers with a name: areas, hexes, hexsides, cards.

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

/// Declares an [`Id`](crate::topology::Id) over `u8` for things that bear printed numbers from 1 on, such as cards: by those they
/// are named, and written in every form.
///
/// ```
/// atlas::numbered! {
///     /// A card.
///     pub struct Card(1..=42);
/// }
/// use atlas::topology::Id;
/// let card = Card::numbered(7).unwrap();
/// assert_eq!((card.index(), card.number(), Card::all().count()), (6, 7, 42));
/// assert_eq!(serde_json::to_string(&card).unwrap(), "7");
/// assert!(Card::numbered(43).is_none() && serde_json::from_str::<Card>("0").is_err());
/// ```
#[macro_export]
macro_rules! numbered {
    ($(#[$attribute:meta])* $vis:vis struct $name:ident(1..=$last:expr);) => {
        $crate::id! {
            $(#[$attribute])*
            #[derive(::serde::Serialize, ::serde::Deserialize)]
            #[serde(try_from = "u8", into = "u8")]
            $vis struct $name(u8);
        }

        impl $name {
            /// All of them, by number.
            $vis fn all() -> impl Iterator<Item = $name> {
                (1..=$last as u8).map(|number| $name(number - 1))
            }

            /// The one of this printed number.
            $vis fn numbered(number: u8) -> ::std::option::Option<$name> {
                (1..=$last as u8).contains(&number).then(|| $name(number - 1))
            }

            /// The printed number.
            #[inline]
            $vis fn number(self) -> u8 {
                self.0 + 1
            }
        }

        $crate::topology::describe! {
            $name,
            $crate::topology::describe::ranged(
                &::std::format!("The printed number of a {}.", stringify!($name).to_lowercase()),
                1,
                $last as usize,
            )
        }

        impl ::std::convert::From<$name> for u8 {
            fn from(one: $name) -> u8 {
                one.number()
            }
        }

        impl ::std::convert::TryFrom<u8> for $name {
            type Error = ::std::string::String;

            fn try_from(number: u8) -> ::std::result::Result<$name, ::std::string::String> {
                let none = || ::std::format!("there is no {} {number}", stringify!($name).to_lowercase());
                $name::numbered(number).ok_or_else(none)
            }
        }
    };
}
