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

/// Declares an [`Id`](crate::topology::Id) over `u8` or `u16`. With `: Display` it is debugged as it is displayed, so that whoever
/// prints a state reads names.
///
/// ```
/// atlas::id! {
///     /// A region of the map.
///     pub struct RegionId(u8): Display;
/// }
/// impl std::fmt::Display for RegionId {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         f.write_str(["Saxony", "Bavaria"][usize::from(self.0)])
///     }
/// }
/// use atlas::topology::Id;
/// assert_eq!(RegionId::from_index(1), RegionId(1));
/// assert_eq!(format!("{:?}", Some(RegionId(1))), "Some(Bavaria)");
/// ```
#[macro_export]
macro_rules! id {
    ($(#[$attribute:meta])* $vis:vis struct $name:ident($number:ty);) => {
        $crate::id! {
            @plain
            $(#[$attribute])*
            #[derive(Debug)]
            $vis struct $name($number);
        }
    };
    ($(#[$attribute:meta])* $vis:vis struct $name:ident($number:ty): Display;) => {
        $crate::id! {
            @plain
            $(#[$attribute])*
            $vis struct $name($number);
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        }
    };
    (@plain $(#[$attribute:meta])* $vis:vis struct $name:ident($number:ty);) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// Declares an [`Id`](crate::topology::Id) over `u8` or `u16` for things that bear printed numbers from 1 on, such as cards: by those
/// they are named, and written in every form. Whatever it is displayed as, it is debugged as.
///
/// ```
/// atlas::numbered! {
///     /// A card.
///     pub struct Card(u8, 1..=42);
/// }
/// impl std::fmt::Display for Card {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         write!(f, "card {}", self.number())
///     }
/// }
/// use atlas::topology::Id;
/// let card = Card::numbered(7).unwrap();
/// assert_eq!((card.index(), card.number(), Card::all().count()), (6, 7, 42));
/// assert_eq!(serde_json::to_string(&card).unwrap(), "7");
/// assert!(Card::numbered(43).is_none() && serde_json::from_str::<Card>("0").is_err());
/// ```
#[macro_export]
macro_rules! numbered {
    ($(#[$attribute:meta])* $vis:vis struct $name:ident($number:ty, 1..=$last:expr);) => {
        $crate::id! {
            $(#[$attribute])*
            $vis struct $name($number): Display;
        }

        impl $name {
            /// All of them, by number.
            $vis fn all() -> impl Iterator<Item = $name> {
                (1..=$last as $number).map(|number| $name(number - 1))
            }

            /// The one of this printed number.
            $vis fn numbered(number: $number) -> ::std::option::Option<$name> {
                (1..=$last as $number).contains(&number).then(|| $name(number - 1))
            }

            /// The printed number.
            #[inline]
            $vis fn number(self) -> $number {
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

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                ::serde::Serialize::serialize(&self.number(), serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<$name, D::Error> {
                let number = <$number as ::serde::Deserialize>::deserialize(deserializer)?;
                $name::numbered(number).ok_or_else(|| {
                    let what = stringify!($name).to_lowercase();
                    ::serde::de::Error::custom(::std::format_args!("there is no {what} {number}"))
                })
            }
        }
    };
}
