//! What one can click, and what comes of it.

use std::fmt;

use serde::Serialize;

use super::{Currency, EffectKind, PieceKey, SpaceRef, Text, Verb};
use crate::Raw;

/// Something one can click, or ask about.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Target {
    /// A space.
    Space(SpaceRef),
    /// A piece.
    Piece {
        /// Which.
        piece: PieceKey,
    },
    /// A piece on its way to a space: "why can't this go there?"
    Move {
        /// Which piece.
        piece: PieceKey,
        /// Where to.
        to: SpaceRef,
    },
    /// A button beside the board.
    Button,
}

/// How a legal action shows at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Choice {
    /// What whoever makes it does.
    pub verb: Verb,
    /// What one clicks for it.
    pub target: Target,
    /// What it says, as an order ("Move French Inf #1 to Saxony").
    pub label: Text,
    /// What it costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// What comes of it, where that is more than its label says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// How likely it is to succeed, where dice decide and whoever chooses can know the odds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
    /// Which of the tabs of the piece that one clicks it is about, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<u8>,
    /// Whether dice are thrown or something hidden is shown, so that it cannot be taken back freely.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "describe", schemars(default))]
    pub seals: bool,
}

impl Choice {
    /// A choice of which nothing more is to be said.
    pub fn new(verb: Verb, label: impl Into<Text>, target: Target) -> Choice {
        Choice {
            verb,
            target,
            label: label.into(),
            cost: None,
            effect: None,
            odds: None,
            tab: None,
            seals: false,
        }
    }

    /// A choice on a button.
    pub fn button(verb: Verb, label: impl Into<Text>) -> Choice {
        Choice::new(verb, label, Target::Button)
    }

    /// One that cannot be taken back freely.
    pub fn sealing(self) -> Choice {
        Choice { seals: true, ..self }
    }

    /// With the chance of its success.
    pub fn at_odds(self, odds: Odds) -> Choice {
        Choice { odds: Some(odds), ..self }
    }

    /// With its price.
    pub fn costing(self, amount: u16, currency: Currency) -> Choice {
        Choice { cost: Some(Cost::of(amount, currency)), ..self }
    }
}

/// A price.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Cost {
    /// How much, counted in halves.
    pub halves: u16,
    /// Of what.
    pub currency: Currency,
}

impl Cost {
    /// A price in whole pieces.
    pub fn of(amount: u16, currency: Currency) -> Cost {
        Cost { halves: 2 * amount, currency }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cost { halves, currency } = *self;
        let name = if halves == 2 { currency.title() } else { currency.plural() };
        match (halves / 2, halves % 2) {
            (whole, 0) => write!(f, "{whole} {name}"),
            (0, _) => write!(f, "½ {name}"),
            (whole, _) => write!(f, "{whole}½ {name}"),
        }
    }
}

/// The chance that something succeeds, exactly: so many of so many throws that are equally likely.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Odds {
    /// How many throws bring it about.
    pub hits: u64,
    /// How many throws there are.
    pub of: u64,
    /// What it is the chance of, in a few words that follow the figure ("to win Spain over, if nobody matches the bid").
    pub goal: Text,
}

impl Odds {
    /// How often it happens if so many six-sided dice are thrown.
    pub fn of_dice(dice: u32, goal: impl Into<Text>, mut happens: impl FnMut(&[u8]) -> bool) -> Odds {
        let of = 6_u64.pow(dice);
        let mut faces = vec![0; dice as usize];
        let hits = (0..of).filter(|throw| {
            let mut rest = *throw;
            for face in &mut faces {
                *face = 1 + (rest % 6) as u8;
                rest /= 6;
            }
            happens(&faces)
        });
        Odds { hits: hits.count() as u64, of, goal: goal.into() }
    }

    /// In whole percent; never none or all of them where something else may happen.
    pub fn percent(&self) -> u32 {
        match self.hits {
            0 => 0,
            hits if hits >= self.of => 100,
            hits => ((200 * hits + self.of) / (2 * self.of)).clamp(1, 99) as u32,
        }
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} % {}", self.percent(), self.goal)
    }
}

/// What comes of a choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Effect {
    /// What kind of thing, which says how it is shown.
    pub kind: EffectKind,
    /// In a few words ("attacks over the river").
    pub words: Text,
    /// How much of the way has been used by others, where that is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub way: Option<Way>,
}

impl Effect {
    /// What comes of it, in words.
    pub fn new(kind: EffectKind, words: impl Into<Text>) -> Effect {
        Effect { kind, words: words.into(), way: None }
    }
}

/// How many may go over a border, and how many have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Way {
    /// Where it begins.
    pub from: SpaceRef,
    /// How many have gone over it.
    pub used: u8,
    /// How many may.
    pub most: u8,
}

/// A legal action and how it shows at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct LegalChoice {
    /// The action, to be sent back as it is.
    #[cfg_attr(feature = "describe", schemars(with = "crate::describe::AnyAction"))]
    pub action: Raw,
    /// The actions that follow it, if one click makes several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "describe", schemars(with = "Vec<crate::describe::AnyAction>"))]
    pub then: Vec<Raw>,
    /// What it says and what one clicks for it.
    #[serde(flatten)]
    pub choice: Choice,
}

/// Somewhere that pieces can go together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct LegalRoute {
    /// The spaces it leads over, the last of which is where the pieces stay.
    pub way: Vec<SpaceRef>,
    /// How many actions it takes.
    pub actions: usize,
    /// What it says, what it costs and what comes of it.
    #[serde(flatten)]
    pub choice: Choice,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_exact_and_said_in_percent() {
        let seven = Odds::of_dice(2, "to throw 7 or more", |dice| dice.iter().sum::<u8>() >= 7);
        assert_eq!((seven.hits, seven.of), (21, 36));
        assert_eq!(seven.to_string(), "58 % to throw 7 or more");
        let percent = |hits, of| Odds { hits, of, goal: "".into() }.percent();
        assert_eq!(
            [percent(0, 36), percent(36, 36), percent(1, 6), percent(1, 1296), percent(1295, 1296)],
            [0, 100, 17, 1, 99]
        );
        assert_eq!(Odds::of_dice(0, "", |_| true).percent(), 100, "nobody throws");
    }

    #[test]
    fn a_price_is_counted_in_halves_and_said_in_words() {
        let said = |halves, currency| Cost { halves, currency }.to_string();
        assert_eq!(Cost::of(1, Currency::ActionPoint).to_string(), "1 action point");
        assert_eq!(Cost::of(2, Currency::ActionPoint).to_string(), "2 action points");
        assert_eq!([said(1, Currency::Mp), said(5, Currency::Mp)], ["½ MP", "2½ MP"]);
    }
}
