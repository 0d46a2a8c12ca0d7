//! The cards. Rulebook 3.

use std::fmt;
use std::sync::LazyLock;

use atlas::topology::{ArraySet, Id};
use serde::{Deserialize, Serialize};

use crate::states::State;

/// Cards in the deck.
pub(crate) const CARDS: u8 = 42;

atlas::numbered! {
    /// A campaign card, by its printed number: the higher moves first.
    pub struct Card(u8, 1..=CARDS);
}

/// Any number of cards.
pub type Cards = ArraySet<Card, 1>;

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

impl Leader {
    /// The name of the event: "Grand Battery".
    pub(crate) fn name(self) -> &'static str {
        match self {
            Leader::AlpineGuide => "Alpine Guide",
            Leader::ReverseSlope => "Reverse Slope",
            Leader::GrandBattery => "Grand Battery",
            Leader::Talleyrand => "Talleyrand",
            Leader::Panic => "Panic",
            Leader::BridgeCapture => "Bridge Capture",
            Leader::BayonetCharge => "Bayonet Charge",
            Leader::CavalryCharge => "Cavalry Charge",
        }
    }
}

impl fmt::Display for Leader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
    let File { card } = engine::data::read(include_str!("../data/cards.toml")).expect("the cards are sound");
    assert!(card.iter().zip(1..=CARDS).all(|(face, number)| face.number == number), "cards are in order");
    card
});

impl Card {
    /// What is printed on it.
    #[inline]
    pub fn face(self) -> &'static Face {
        &DECK[self.index()]
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
        write!(f, "{} ({})", self.number(), self.face().name)
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
