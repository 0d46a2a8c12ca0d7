//! The cards. Rulebook 3.

use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::states::State;

/// Cards in the deck.
pub(crate) const CARDS: u8 = 42;

/// A campaign card, by its printed number, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Card(u8);

impl TryFrom<u8> for Card {
    type Error = String;

    fn try_from(number: u8) -> Result<Card, String> {
        Card::numbered(number).ok_or_else(|| format!("there is no card {number}"))
    }
}

/// What a leader card can do beside its action points (3.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leader {
    /// Charles: one mountain border takes a block more.
    AlpineGuide,
    /// Wellington: an enemy artillery block fires worse in round 1.
    ReverseSlope,
    /// Napoléon: an artillery block fires better in round 1.
    GrandBattery,
    /// Talleyrand: 2 more on a diplomatic roll.
    Talleyrand,
    /// Selim III: an enemy infantry block does not fire in round 1.
    Panic,
    /// Blücher: one river border takes a block more.
    BridgeCapture,
    /// Alexander: an infantry block fires better in round 1.
    BayonetCharge,
    /// Cuesta: a cavalry block fires better in round 1.
    CavalryCharge,
}

impl fmt::Display for Leader {
    /// The name of the event: "Grand Battery".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Leader::AlpineGuide => "Alpine Guide",
            Leader::ReverseSlope => "Reverse Slope",
            Leader::GrandBattery => "Grand Battery",
            Leader::Talleyrand => "Talleyrand",
            Leader::Panic => "Panic",
            Leader::BridgeCapture => "Bridge Capture",
            Leader::BayonetCharge => "Bayonet Charge",
            Leader::CavalryCharge => "Cavalry Charge",
        })
    }
}

/// A card as it is printed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    number: u8,
    /// Whose colour it has.
    pub empire: State,
    /// What it is called.
    pub name: String,
    /// What a leader card can do.
    #[serde(default)]
    pub leader: Option<Leader>,
}

static DECK: LazyLock<Vec<Face>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct File {
        card: Vec<Face>,
    }
    let File { card } = toml::from_str(include_str!("../data/cards.toml")).expect("the cards are sound");
    assert!(card.iter().zip(1..=CARDS).all(|(face, number)| face.number == number), "cards are in order");
    card
});

impl Card {
    /// The whole deck.
    pub fn all() -> impl Iterator<Item = Card> {
        (1..=CARDS).map(Card)
    }

    /// The card of this number.
    pub fn numbered(number: u8) -> Option<Card> {
        (1..=CARDS).contains(&number).then_some(Card(number))
    }

    /// Its number: the higher moves first.
    #[inline]
    pub fn number(self) -> u8 {
        self.0
    }

    /// What is printed on it.
    #[inline]
    pub fn face(self) -> &'static Face {
        &DECK[usize::from(self.0) - 1]
    }

    /// What it can do, if it is a leader card.
    #[inline]
    pub fn leader(self) -> Option<Leader> {
        self.face().leader
    }
}

impl fmt::Display for Card {
    /// "28 (Old Guard)".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.0, self.face().name)
    }
}

/// Any number of cards: one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Vec<Card>", from = "Vec<Card>")]
pub struct Cards(u64);

impl Cards {
    /// None.
    pub const NONE: Cards = Cards(0);

    #[inline]
    pub(crate) fn contains(self, card: Card) -> bool {
        card.0 <= CARDS && self.0 >> card.0 & 1 == 1
    }

    pub(crate) fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    pub(crate) fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// How many.
    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Lowest first.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let card = Card(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                card
            })
        })
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        let mut set = Cards::NONE;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl From<Vec<Card>> for Cards {
    fn from(cards: Vec<Card>) -> Cards {
        cards.into_iter().collect()
    }
}

impl From<Cards> for Vec<Card> {
    fn from(cards: Cards) -> Vec<Card> {
        cards.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::states::EMPIRES;

    // proves A-3.0-deck
    #[test]
    fn the_deck_has_forty_two_cards_each_of_one_empire() {
        assert_eq!(DECK.len(), usize::from(CARDS));
        for empire in EMPIRES {
            let own: Vec<Card> = Card::all().filter(|card| card.face().empire == empire).collect();
            assert_eq!(own.len(), 6, "{empire}");
            assert_eq!(own.iter().map(|card| u32::from(card.number())).sum::<u32>(), 129, "{empire}");
        }
    }

    // proves A-3.3-eight
    #[test]
    fn eight_leaders_one_of_each_empire_and_two_of_france() {
        let leaders: Vec<_> =
            Card::all().filter_map(|card| Some((card.leader()?, card.face().empire))).collect();
        let expected = [
            (Leader::AlpineGuide, State::Austria),
            (Leader::ReverseSlope, State::Britain),
            (Leader::GrandBattery, State::France),
            (Leader::Talleyrand, State::France),
            (Leader::Panic, State::Turkey),
            (Leader::BridgeCapture, State::Prussia),
            (Leader::BayonetCharge, State::Russia),
            (Leader::CavalryCharge, State::Spain),
        ];
        assert_eq!(leaders.len(), expected.len());
        assert!(expected.iter().all(|leader| leaders.contains(leader)));
    }

    #[test]
    fn a_hand_is_written_as_a_list() {
        let hand: Cards = [12, 42, 1].into_iter().filter_map(Card::numbered).collect();
        assert_eq!(serde_json::to_string(&hand).unwrap(), "[1,12,42]");
        assert_eq!(serde_json::from_str::<Cards>("[42,1,12,12]").unwrap(), hand);
        assert!(serde_json::from_str::<Cards>("[43]").is_err() && serde_json::from_str::<Card>("0").is_err());
    }
}
