//! Cards and secret objectives, where they lie and who has seen them. Rulebook 3.6, 12, 13.1.

use serde::{Deserialize, Serialize};

use crate::by::{ByNation, BySeat, BySide};
use crate::cards::{Card, Cards};
use crate::nations::Nations;
use crate::objectives::Objective;

/// Where the cards are.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CardTable {
    pub(crate) hands: ByNation<Cards>,
    /// Cards that have not been drawn, those on top of a deck included.
    pub(crate) deck: Cards,
    /// The cards on top of the decks of France and of the Coalition: their stripes are seen (N-3.6-stripe).
    pub(crate) tops: BySide<Option<Card>>,
    pub(crate) discards: Cards,
    /// Cards that were shuffled into a deck anew: what is left of such a deck is among them, as everybody knows.
    pub(crate) reshuffled: Cards,
    /// Cards of the first Age that the nation choosing now will keep (14).
    pub(crate) kept: Cards,
    /// Cards of which each seat knows where they are although they are hidden.
    pub(crate) known: BySeat<Cards>,
    /// The secret objective of each nation of the Coalition.
    pub(crate) objectives: ByNation<Option<Objective>>,
    /// Whose objectives each seat has looked at.
    pub(crate) seen: BySeat<Nations>,
}

impl CardTable {
    /// Every card in its deck.
    pub(crate) fn new() -> CardTable {
        CardTable {
            hands: ByNation::all(Cards::EMPTY),
            deck: Card::all().collect(),
            tops: BySide::all(None),
            discards: Cards::EMPTY,
            reshuffled: Cards::EMPTY,
            kept: Cards::EMPTY,
            known: BySeat::all(Cards::EMPTY),
            objectives: ByNation::all(None),
            seen: BySeat::all(Nations::NONE),
        }
    }
}
