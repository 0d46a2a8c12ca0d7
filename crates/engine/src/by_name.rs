//! Things of which a game has a fixed list, each with a name of its own: written by name for people and programs (JSON), by
//! number in compact forms, so that neither journals are hard to read nor states dear to hash.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Has a numbered thing be written by name for people, by number for hashing.
///
/// The type wraps a `u8` or a `u16`, and its `all` gives every one in the order of their numbers. What such a thing is called in
/// general is told to whoever names one that does not exist.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// struct Town(u8);
///
/// impl Town {
///     fn all() -> impl Iterator<Item = Town> {
///         (0..2).map(Town)
///     }
///
///     fn name(self) -> &'static str {
///         ["Paris", "Vienna"][usize::from(self.0)]
///     }
/// }
///
/// engine::by_name!(Town, "town", Town::name);
/// assert_eq!(serde_json::to_string(&Town(1)).unwrap(), "\"Vienna\"");
/// ```
#[macro_export]
macro_rules! by_name {
    ($thing:ident, $what:literal, $name:expr) => {
        impl ::serde::Serialize for $thing {
            /// By name for people, by number for hashing.
            fn serialize<S: ::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                $crate::by_name::write(serializer, ($name)(*self), self.0)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $thing {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<$thing, D::Error> {
                static INDEX: ::std::sync::LazyLock<$crate::by_name::Index<$thing>> =
                    ::std::sync::LazyLock::new(|| $crate::by_name::Index::new($thing::all(), $name));
                $crate::by_name::read(deserializer, $what, &INDEX, |thing| thing.0)
            }
        }

        $crate::describe! { $thing, $crate::describe::listed(concat!("One ", $what, ", by name."), $thing::all()) }
    };
}

/// Gives a type a JSON schema, if the engine is built with the feature `describe`; otherwise it does nothing.
///
/// ```
/// struct Month;
/// engine::describe! { Month, engine::describe::ranged("A month.", 1, 12) }
/// ```
#[cfg(feature = "describe")]
#[macro_export]
macro_rules! describe {
    ($thing:ident, $schema:expr) => {
        impl $crate::schemars::JsonSchema for $thing {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($thing).into()
            }

            fn json_schema(_: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                $schema
            }
        }
    };
}

/// Gives a type a JSON schema, if the engine is built with the feature `describe`; otherwise it does nothing.
#[cfg(not(feature = "describe"))]
#[macro_export]
macro_rules! describe {
    ($thing:ident, $schema:expr) => {};
}

/// All things of a kind, found by name.
#[derive(Debug)]
pub struct Index<T> {
    /// In the order of their numbers.
    all: Vec<T>,
    /// In the order of their names.
    names: Vec<(String, T)>,
}

impl<T: Copy> Index<T> {
    /// The index of `all`, which come in the order of their numbers.
    pub fn new<N: AsRef<str>>(all: impl Iterator<Item = T>, name_of: impl Fn(T) -> N) -> Index<T> {
        let all: Vec<T> = all.collect();
        let mut names: Vec<(String, T)> =
            all.iter().map(|&one| (name_of(one).as_ref().to_owned(), one)).collect();
        names.sort_by(|(a, _), (b, _)| a.cmp(b));
        Index { all, names }
    }

    /// The one of this name.
    pub fn find(&self, name: &str) -> Option<T> {
        let found = self.names.binary_search_by(|(other, _)| other.as_str().cmp(name));
        found.ok().map(|at| self.names[at].1)
    }
}

/// Writes a name or a number, as the form asks for.
///
/// # Errors
/// Whatever the form says.
pub fn write<S: Serializer>(
    serializer: S,
    name: impl AsRef<str>,
    number: impl Serialize,
) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.serialize_str(name.as_ref())
    } else {
        number.serialize(serializer)
    }
}

/// Reads what [`write()`] wrote of one of all these.
///
/// # Errors
/// If there is none of this name or number.
pub fn read<
    'de,
    D: Deserializer<'de>,
    T: Copy,
    N: DeserializeOwned + Copy + Into<usize> + std::fmt::Display,
>(
    deserializer: D,
    what: &str,
    index: &Index<T>,
    _number_of: impl Fn(T) -> N,
) -> Result<T, D::Error> {
    if !deserializer.is_human_readable() {
        let number = N::deserialize(deserializer)?;
        let found = index.all.get(number.into()).copied();
        return found.ok_or_else(|| D::Error::custom(format_args!("there is no {what} {number}")));
    }
    let name = String::deserialize(deserializer)?;
    index.find(&name).ok_or_else(|| D::Error::custom(format_args!("there is no {what} called \"{name}\"")))
}

#[cfg(test)]
mod tests {
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Piece(u8);

    impl Piece {
        fn all() -> impl Iterator<Item = Piece> {
            (0..3).map(Piece)
        }
    }

    by_name!(Piece, "piece", |piece: Piece| format!("infantry {}", piece.0 + 1));

    #[test]
    fn a_thing_is_a_name_for_people_and_a_number_for_machines() {
        assert_eq!(serde_json::to_string(&Piece(2)).unwrap(), "\"infantry 3\"");
        assert_eq!(serde_json::from_str::<Piece>("\"infantry 3\"").unwrap(), Piece(2));
        assert_eq!(postcard::to_allocvec(&Piece(2)).unwrap(), [2]);
        assert_eq!(postcard::from_bytes::<Piece>(&[2]).unwrap(), Piece(2));
    }

    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Hex(u16);

    impl Hex {
        fn all() -> impl Iterator<Item = Hex> {
            (0..8372).map(Hex)
        }
    }

    by_name!(Hex, "hex", |hex: Hex| format!("{:02}{:02}", hex.0 / 91, hex.0 % 91));

    #[test]
    fn there_can_be_thousands() {
        assert_eq!(serde_json::to_string(&Hex(8371)).unwrap(), "\"9190\"");
        assert!(Hex::all().all(|hex| {
            let text = serde_json::to_string(&hex).unwrap();
            serde_json::from_str::<Hex>(&text).unwrap() == hex
        }));
        let packed = postcard::to_allocvec(&Hex(8371)).unwrap();
        assert_eq!(postcard::from_bytes::<Hex>(&packed).unwrap(), Hex(8371));
    }

    #[test]
    fn what_there_is_not_is_refused() {
        let error = serde_json::from_str::<Piece>("\"infantry 4\"").unwrap_err().to_string();
        assert!(error.starts_with("there is no piece called \"infantry 4\""), "{error}");
        assert!(serde_json::from_str::<Piece>("2").is_err());
        assert!(postcard::from_bytes::<Piece>(&[3]).is_err());
    }
}
