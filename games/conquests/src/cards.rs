//! The action cards. Rulebook 3.6, 17.2.
//!
//! `data/cards.toml` says what is printed on each; a card in play is its number.

use std::sync::LazyLock;

use atlas::topology::{ArraySet, Id};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::effects::{Age, DOMAINS, Domain, Effect, Face, Tab};
use crate::grammar::{self, CARDS};
use crate::nations::Side;

atlas::id! {
    /// A card.
    pub struct Card(u8);
}

/// Any number of cards.
pub type Cards = ArraySet<Card, 4>;

/// What is printed, and the sets that follow from it.
struct Printed {
    faces: Vec<Face>,
    /// By side and Age.
    decks: [[Cards; 2]; 2],
    striped: [Cards; DOMAINS],
    with_tab: [Cards; DOMAINS],
    combat: Cards,
}

static PRINTED: LazyLock<Printed> = LazyLock::new(|| {
    let faces = grammar::cards(include_str!("../data/cards.toml")).expect("the build has read the cards");
    let such = |holds: &dyn Fn(&Face) -> bool| {
        faces
            .iter()
            .zip(0..)
            .filter(|(face, _)| holds(face))
            .map(|(_, number)| Card(number))
            .collect::<Cards>()
    };
    let decks = Side::all()
        .map(|side| [Age::First, Age::Second].map(|age| such(&|face| (face.side, face.age) == (side, age))));
    let striped = Domain::all().map(|domain| such(&|face| face.stripe == domain));
    let with_tab = Domain::all().map(|domain| such(&|face| face.tabs.iter().any(|tab| tab.domain == domain)));
    let combat = such(&|face| {
        face.tabs.iter().any(|tab| matches!(&tab.effect, Effect::Military(military) if military.is_combat()))
    });
    Printed { decks, striped, with_tab, combat, faces }
});

impl Card {
    /// All of them, by number.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..CARDS).map(Card::from_index)
    }

    /// The card of this printed number.
    pub fn numbered(number: u8) -> Option<Card> {
        let card = Card(number.checked_sub(1)?);
        (card.index() < CARDS).then_some(card)
    }

    /// The printed number.
    #[inline]
    pub fn number(self) -> u8 {
        self.0 + 1
    }

    /// What is printed on it.
    #[inline]
    pub fn face(self) -> &'static Face {
        &PRINTED.faces[self.index()]
    }

    /// What it does in a domain.
    #[inline]
    pub fn tab(self, domain: Domain) -> Option<&'static Tab> {
        self.face().tabs.iter().find(|tab| tab.domain == domain)
    }

    /// The colour on its back (N-3.6-stripe).
    #[inline]
    pub fn stripe(self) -> Domain {
        self.face().stripe
    }

    /// The printed points of Diplomacy; 0, if it has none.
    pub fn points(self) -> u8 {
        match self.tab(Domain::Diplomacy).map(|tab| &tab.effect) {
            Some(Effect::Diplomacy { points, .. }) => *points,
            _ => 0,
        }
    }

    /// Whether its Military effect is for combat.
    #[inline]
    pub fn is_combat_effect(self) -> bool {
        PRINTED.combat.contains(self)
    }

    /// The cards of a side in an Age.
    pub fn deck(side: Side, age: Age) -> Cards {
        PRINTED.decks[side.index()][age.index()]
    }

    /// The cards with this colour on the back.
    pub fn striped(domain: Domain) -> Cards {
        PRINTED.striped[domain.index()]
    }

    /// The cards with an effect in this domain.
    pub fn with_tab(domain: Domain) -> Cards {
        PRINTED.with_tab[domain.index()]
    }
}

impl Serialize for Card {
    /// By the printed number.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Card::numbered(number).ok_or_else(|| de::Error::custom(format!("there is no card {number}")))
    }
}
