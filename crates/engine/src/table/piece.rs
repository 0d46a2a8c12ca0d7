//! Pieces: their keys, where they are and how they look.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};

use super::{Badges, Gauge, SpaceRef, Symbol, Text, Tint};

/// What a piece is known by at the table of one viewer. It stays with the piece for as long as the viewer can follow it.
///
/// A piece that the viewer can tell from all others has the key that its game makes for it ([`PieceKey::of`]). Those that he
/// cannot are numbered ([`PieceKey::unseen`]) in an order that tells nothing; whoever follows a game from action to action
/// keeps these numbers with the pieces ([`Follower`](crate::Follower)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct PieceKey(u32);

/// A kind of thing that a game lays on the table as pieces, each with a number of its own.
pub trait Keyed: Sized {
    /// Tells the kind from the other kinds of the game; less than 255.
    const FAMILY: u8;

    /// Its number among those of its kind; less than 2^24.
    fn number(&self) -> u32;

    /// The one with this number, if there is one.
    fn numbered(number: u32) -> Option<Self>;
}

const NUMBERS: u32 = 1 << 24;
const UNSEEN: u8 = u8::MAX;

impl PieceKey {
    const fn new(family: u8, number: u32) -> PieceKey {
        PieceKey(((family as u32) << 24) | (number % NUMBERS))
    }

    /// The key of a thing that the viewer can tell from all others.
    pub fn of<T: Keyed>(thing: &T) -> PieceKey {
        PieceKey::new(T::FAMILY, thing.number())
    }

    /// The key of the `nth` piece that the viewer cannot tell from others.
    pub const fn unseen(nth: u32) -> PieceKey {
        PieceKey::new(UNSEEN, nth)
    }

    /// Whether the viewer cannot tell the piece from others.
    pub const fn is_unseen(self) -> bool {
        self.0 >> 24 == UNSEEN as u32
    }

    /// The thing behind the key, if it is one of this kind.
    pub fn get<T: Keyed>(self) -> Option<T> {
        (self.0 >> 24 == u32::from(T::FAMILY)).then(|| T::numbered(self.number())).flatten()
    }

    /// The number within its family.
    pub const fn number(self) -> u32 {
        self.0 % NUMBERS
    }

    /// Any key at all: for tests that ask about pieces which are not there.
    pub const fn from_bits(bits: u32) -> PieceKey {
        PieceKey(bits)
    }
}

/// A piece on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Piece {
    /// What it is known by.
    pub key: PieceKey,
    /// Where it is.
    pub at: Spot,
    /// What is printed on it, as far as the viewer sees it.
    #[cfg_attr(feature = "describe", schemars(with = "Print"))]
    pub print: Printed,
    /// How it stands.
    pub facing: Facing,
    /// Marks that it bears for the moment.
    #[serde(skip_serializing_if = "Badges::is_empty")]
    #[cfg_attr(feature = "describe", schemars(with = "Vec<super::Badge>"), schemars(default))]
    pub badges: Badges,
    /// Its strength, if it is counted in steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Steps>,
    /// How many of its kind it stands for, if that is not one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u16>,
    /// Figures that change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Gauge>,
    /// What is to be said of it for the moment, in a sentence or two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
}

impl Piece {
    /// A piece that shows what is printed on it and no more.
    pub fn new(key: PieceKey, at: Spot, print: impl Into<Printed>) -> Piece {
        Piece {
            key,
            at,
            print: print.into(),
            facing: Facing::Open,
            badges: Badges::NONE,
            steps: None,
            count: None,
            figures: Vec::new(),
            text: None,
        }
    }

    /// What people call it: "3 French infantry".
    pub fn name(&self) -> Text {
        match self.count {
            None | Some(1) => self.print.name.clone(),
            Some(count) => format!("{count} {}", self.print.name).into(),
        }
    }

    /// How strong it is, as far as the viewer knows.
    pub fn strength(&self) -> Option<u32> {
        let steps = self.steps.map(|steps| u32::from(steps.now));
        steps.or_else(|| Some(u32::from(self.print.strength?) * u32::from(self.count.unwrap_or(1))))
    }
}

/// Where each piece comes to lie when they are in the order of their keys.
pub(super) fn places(pieces: &[Piece]) -> Vec<u32> {
    let mut order: Vec<(PieceKey, u32)> = pieces.iter().map(|piece| piece.key).zip(0..).collect();
    // Games list them in a few runs, which a stable sort only has to merge.
    order.sort_by_key(|(key, _)| *key);
    let mut places = vec![0; pieces.len()];
    for (place, (_, piece)) in (0..).zip(order) {
        places[piece as usize] = place;
    }
    places
}

/// Puts each piece in its place. A piece is large, so that it is moved as little as possible.
pub(super) fn put(pieces: &mut [Piece], places: &mut [u32]) {
    for at in 0..pieces.len() {
        while places[at] as usize != at {
            let to = places[at] as usize;
            pieces.swap(at, to);
            places.swap(at, to);
        }
    }
}

/// Puts pieces in the order of their keys.
pub(super) fn sort(pieces: &mut [Piece]) {
    if !pieces.is_sorted_by_key(|piece| piece.key) {
        put(pieces, &mut places(pieces));
    }
}

/// Where a piece is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Spot {
    /// On a board.
    Space(SpaceRef),
    /// In one of the hands of the table, by number.
    Hand {
        /// Which.
        hand: u8,
    },
    /// Inside another piece: in an army, aboard a ship, in a fortress.
    Inside {
        /// Which.
        piece: PieceKey,
    },
}

/// What is printed on a piece, or on the back of it. The client draws it; a game only says what is to be seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Print {
    /// What it is called ("French infantry").
    pub name: Text,
    /// Its form.
    pub form: Form,
    /// Whose it is.
    pub tint: Tint,
    /// A letter that doubles the colour.
    pub letter: char,
    /// What is drawn on it; nothing on a hidden face.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<Symbol>,
    /// Figures on it.
    #[serde(skip_serializing_if = "<[Gauge]>::is_empty")]
    pub figures: Cow<'static, [Gauge]>,
    /// How strong it is, if that does not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<u16>,
    /// Whether it commands what stands with it, and before whom: the highest does.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "describe", schemars(default))]
    pub rank: u8,
    /// Lettering on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Text>,
    /// What is written on it, in a sentence or two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// What is written on it in parts: the tabs of a card.
    #[serde(skip_serializing_if = "<[Tab]>::is_empty")]
    pub tabs: Cow<'static, [Tab]>,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl Print {
    /// A piece without anything on it but a colour.
    pub fn plain(name: impl Into<Text>, form: Form, tint: Tint, letter: char) -> Print {
        Print {
            name: name.into(),
            form,
            tint,
            letter,
            symbol: None,
            figures: Cow::Borrowed(&[]),
            strength: None,
            rank: 0,
            label: None,
            text: None,
            tabs: Cow::Borrowed(&[]),
        }
    }
}

/// A [`Print`] that is shared: most are made once and for all.
#[derive(Clone, Debug)]
pub enum Printed {
    /// Of which there is one for good.
    Fixed(&'static Print),
    /// Made for the moment.
    Made(Arc<Print>),
}

impl Deref for Printed {
    type Target = Print;

    fn deref(&self) -> &Print {
        match self {
            Printed::Fixed(print) => print,
            Printed::Made(print) => print,
        }
    }
}

impl PartialEq for Printed {
    fn eq(&self, other: &Printed) -> bool {
        std::ptr::eq::<Print>(&**self, &**other) || **self == **other
    }
}

impl Eq for Printed {}

impl From<&'static Print> for Printed {
    fn from(print: &'static Print) -> Printed {
        Printed::Fixed(print)
    }
}

impl From<Print> for Printed {
    fn from(print: Print) -> Printed {
        Printed::Made(Arc::new(print))
    }
}

impl Serialize for Printed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

/// A part of what is written on a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Tab {
    /// What it is about ("Finance").
    pub title: Text,
    /// Its colour.
    pub tint: Tint,
    /// What is drawn on it, and doubles the colour.
    pub symbol: Symbol,
    /// What it says.
    pub text: Text,
}

/// The strength of a piece: a block has its steps on its edges, and that which counts is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Steps {
    /// What it has.
    pub now: u8,
    /// The least with which it is in play.
    pub least: u8,
    /// What it has at full strength.
    pub most: u8,
}

/// The form of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A wooden block that stands with its face to the owner.
    Block,
    /// A flat counter.
    Counter,
    /// A card.
    Card,
    /// A token or marker.
    Token,
}

/// How a piece stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Facing {
    /// Face up for all.
    Open,
    /// Face down, or standing with its face to somebody else.
    Hidden,
    /// Standing with its face to the viewer; others see its back.
    Upright,
}

#[cfg(test)]
mod tests {
    use super::super::Badge;
    use super::*;

    struct Regiment(u32);

    impl Keyed for Regiment {
        const FAMILY: u8 = 3;

        fn number(&self) -> u32 {
            self.0
        }

        fn numbered(number: u32) -> Option<Regiment> {
            (number < 10).then_some(Regiment(number))
        }
    }

    struct Ship;

    impl Keyed for Ship {
        const FAMILY: u8 = 4;

        fn number(&self) -> u32 {
            0
        }

        fn numbered(_: u32) -> Option<Ship> {
            Some(Ship)
        }
    }

    #[test]
    fn a_key_leads_back_to_its_thing_and_to_no_other() {
        let key = PieceKey::of(&Regiment(7));
        assert_eq!(key.get::<Regiment>().map(|regiment| regiment.0), Some(7));
        assert!(key.get::<Ship>().is_none() && PieceKey::of(&Regiment(10)).get::<Regiment>().is_none());
        assert!(PieceKey::of(&Ship).get::<Ship>().is_some());
        assert!(PieceKey::unseen(7).is_unseen() && !key.is_unseen());
        assert_eq!(PieceKey::unseen(7).number(), 7);
    }

    #[test]
    fn a_plain_piece_tells_its_colour_and_no_more() {
        let print = Print::plain("Block", Form::Block, Tint::Blue, 'F');
        let at = Spot::Hand { hand: 2 };
        let piece = Piece::new(PieceKey::unseen(1), at, print);
        let told = serde_json::json!({
            "key": 0xff00_0001_u32, "at": { "kind": "hand", "hand": 2 }, "facing": "open",
            "print": { "name": "Block", "form": "block", "tint": "blue", "letter": "F" },
        });
        assert_eq!(serde_json::to_value(&piece).unwrap(), told);
        let piece = Piece { badges: Badges::NONE.with(Badge::Moved), count: Some(3), ..piece };
        assert_eq!(serde_json::to_value(&piece).unwrap()["badges"], serde_json::json!(["moved"]));
        assert_eq!((piece.name().as_ref(), piece.strength()), ("3 Block", None));
    }
}
