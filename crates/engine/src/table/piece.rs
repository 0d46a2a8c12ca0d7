//! Pieces: where they are and how they look.

use serde::Serialize;

use super::{Gauge, SpaceRef, Text};

/// A piece, by a number that stays with it for the whole game as far as the viewer can follow it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct PieceRef(pub u16);

/// A piece on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Piece {
    /// Its number.
    pub id: PieceRef,
    /// Where it is.
    pub at: Spot,
    /// What it is called ("French Guard infantry").
    pub name: Text,
    /// How it looks.
    pub look: Look,
}

/// Where a piece is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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
}

/// How a piece looks. The client draws it; a game only says what is to be seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Look {
    /// Its form.
    pub form: Form,
    /// Colour key.
    pub tint: &'static str,
    /// A letter that doubles the colour.
    pub letter: char,
    /// A key for the drawing (`infantry`, `cavalry`, `general`), none on a hidden face.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<&'static str>,
    /// Figures on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Gauge>,
    /// Its strength, if it is counted in steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Steps>,
    /// Lettering on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Text>,
    /// What is written on it, in a sentence or two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// What is written on it in parts: the tabs of a card.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tabs: Vec<Tab>,
    /// How it stands.
    pub facing: Facing,
    /// Extra marks (`guard`, `moved`, `defeated`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<&'static str>,
}

impl Look {
    /// A piece without anything on it, open to all.
    pub fn plain(form: Form, tint: &'static str, letter: char) -> Look {
        Look {
            form,
            tint,
            letter,
            symbol: None,
            figures: Vec::new(),
            steps: None,
            label: None,
            text: None,
            tabs: Vec::new(),
            facing: Facing::Open,
            badges: Vec::new(),
        }
    }

    /// Those of the marks that it bears.
    pub fn badges<const N: usize>(marks: [(bool, &'static str); N]) -> Vec<&'static str> {
        marks.into_iter().filter(|(borne, _)| *borne).map(|(_, badge)| badge).collect()
    }
}

/// A part of what is written on a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Tab {
    /// What it is about ("Finance").
    pub title: Text,
    /// Colour key.
    pub tint: &'static str,
    /// A key for the drawing that doubles the colour.
    pub symbol: &'static str,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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
    use super::*;

    #[test]
    fn a_plain_piece_tells_its_colour_and_no_more() {
        let look = Look::plain(Form::Block, "blue", 'F');
        let told = serde_json::json!({ "form": "block", "tint": "blue", "letter": "F", "facing": "open" });
        assert_eq!(serde_json::to_value(look).unwrap(), told);
        assert_eq!(Look::badges([(true, "guard"), (false, "moved"), (true, "beaten")]), ["guard", "beaten"]);
    }
}
