//! What is told of what happened, or would.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use super::{SpaceRef, Text, Tint};
use crate::Seat;

/// A line of the log, as one viewer may read it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Line {
    /// What happened, in a sentence.
    pub text: Text,
    /// Whose doing it was.
    pub seat: Option<Seat>,
    /// The spaces it speaks of.
    pub spaces: Vec<SpaceRef>,
    /// The dice that were thrown, if any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Die>,
    /// What they were thrown for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throw: Option<Throw>,
    /// What kind of line it is.
    #[serde(
        default,
        skip_serializing_if = "LineKind::is_plain",
        alias = "heading",
        deserialize_with = "LineKind::read"
    )]
    pub kind: LineKind,
    /// The way it tells of, if it is about a step of a march: steps that follow each other read as one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub march: Option<March>,
    /// If something was taken back: to after which entry. All that were made since do not stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back_to: Option<usize>,
    /// What a battle has cost both sides, if it is the line with which that ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<BattleResult>,
    /// What it means for a battle, from which the session adds up [`battle`](Line::battle). Nobody is sent this.
    #[serde(skip)]
    pub mark: Option<BattleMark>,
}

/// What a line of the log is to whoever reads it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LineKind {
    /// Something that happened.
    #[default]
    Plain,
    /// Something of its own begins: a year, a turn, a battle.
    Heading,
    /// How something ended that was thrown or fought for.
    Result,
    /// What nobody should miss: a power won or lost, a leader fallen, a capital taken.
    Great,
    /// Something was taken back.
    Undo,
}

impl LineKind {
    fn is_plain(&self) -> bool {
        *self == LineKind::Plain
    }

    /// Logs that were kept before there were kinds only say whether a line is a heading.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<LineKind, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Kept {
            Heading(bool),
            Kind(LineKind),
        }
        Ok(match Kept::deserialize(deserializer)? {
            Kept::Heading(false) => LineKind::Plain,
            Kept::Heading(true) => LineKind::Heading,
            Kept::Kind(kind) => kind,
        })
    }
}

/// A step of a march.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct March {
    /// Who marches, as the line calls him: "An Austrian block".
    pub who: Text,
    /// From where.
    pub from: SpaceRef,
    /// To where.
    pub to: SpaceRef,
}

impl Line {
    /// A plain line.
    pub fn new(text: impl Into<Text>, seat: Option<Seat>, spaces: Vec<SpaceRef>) -> Line {
        Line {
            text: text.into(),
            seat,
            spaces,
            dice: Vec::new(),
            throw: None,
            kind: LineKind::Plain,
            march: None,
            back_to: None,
            battle: None,
            mark: None,
        }
    }

    /// All of it in words, for whoever is shown nothing but words: with what the dice had to show, and what a battle has cost.
    pub fn in_full(&self) -> Text {
        let needed =
            self.throw.and_then(|throw| throw.needed).filter(|needed| matches!(needed, Needed::Total { .. }));
        let needed = needed.map(|needed| format!("{needed} needed"));
        let more: Vec<String> =
            needed.into_iter().chain(self.battle.as_ref().map(BattleResult::to_string)).collect();
        if more.is_empty() {
            self.text.clone()
        } else {
            format!("{} ({})", self.text, more.join("; ")).into()
        }
    }

    /// The same as a heading.
    #[must_use]
    pub fn heading(self) -> Line {
        Line { kind: LineKind::Heading, ..self }
    }

    /// The same as a result.
    #[must_use]
    pub fn result(self) -> Line {
        Line { kind: LineKind::Result, ..self }
    }

    /// The same as something that nobody should miss.
    #[must_use]
    pub fn great(self) -> Line {
        Line { kind: LineKind::Great, ..self }
    }

    /// The same with dice that were thrown for something; all of them are good if it succeeded.
    #[must_use]
    pub fn thrown(self, faces: &[u8], throw: Throw) -> Line {
        let dice = faces.iter().map(|&face| Die { face, good: throw.success }).collect();
        Line { dice, throw: Some(throw), ..self }
    }

    /// The same with what it means for a battle.
    #[must_use]
    pub fn marked(self, mark: BattleMark) -> Line {
        Line { mark: Some(mark), ..self }
    }

    /// The same as the line that something was taken back, to after entry `to`.
    #[must_use]
    pub fn undo(self, to: usize) -> Line {
        Line { kind: LineKind::Undo, back_to: Some(to), ..self }
    }

    /// The same as a step of a march of `who`, between the two spaces it speaks of.
    #[must_use]
    pub fn march(self, who: impl Into<Text>) -> Line {
        let march = match self.spaces[..] {
            [from, to] => Some(March { who: who.into(), from, to }),
            _ => None,
        };
        Line { march, ..self }
    }
}

/// A die that was thrown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Die {
    /// What it shows.
    pub face: u8,
    /// Whether that was good for whoever threw it.
    pub good: bool,
}

/// What dice were thrown for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Throw {
    /// What is added to the sum of the dice.
    #[serde(default)]
    pub bonus: i16,
    /// What they had to show; nothing if any throw would have done, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needed: Option<Needed>,
    /// Whether whoever threw them got what he threw for.
    pub success: bool,
}

impl Throw {
    /// One that needs so much in all.
    pub fn for_total(bonus: i16, least: i16, success: bool) -> Throw {
        Throw { bonus, needed: Some(Needed::Total { least }), success }
    }
}

/// What dice must show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Needed {
    /// Together, with what is added to them, at least so much.
    Total {
        /// How much.
        least: i16,
    },
    /// One of them at most so much.
    Each {
        /// How much.
        most: u8,
    },
}

impl fmt::Display for Needed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Needed::Total { least } => write!(f, "{least} or more"),
            Needed::Each { most } => write!(f, "{most} or less"),
        }
    }
}

/// What a battle has cost those who fought it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct BattleResult {
    /// What it is called.
    pub title: Text,
    /// Where it was fought.
    pub at: SpaceRef,
    /// The sides, the attackers first.
    pub sides: Vec<BattleSide>,
}

/// A side of a battle that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct BattleSide {
    /// Who it is ("France and Spain").
    pub title: Text,
    /// The colours of those on it.
    pub tints: Vec<Tint>,
    /// How many pieces it has lost.
    #[serde(default)]
    pub pieces: u16,
    /// How many steps it has lost, those of the pieces included, where strength is counted in steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u16>,
    /// Those on it, by numbers of the game's own.
    #[serde(skip)]
    pub members: Vec<u8>,
}

impl BattleSide {
    /// A side that has lost nothing yet, with steps to be counted or not.
    pub fn new(title: impl Into<Text>, tints: Vec<Tint>, in_steps: bool, members: Vec<u8>) -> BattleSide {
        BattleSide { title: title.into(), tints, pieces: 0, steps: in_steps.then_some(0), members }
    }
}

impl fmt::Display for BattleResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, side) in self.sides.iter().enumerate() {
            let (pieces, several) = (side.pieces, if side.pieces == 1 { "" } else { "s" });
            write!(f, "{}{} lost {pieces} piece{several}", if nth == 0 { "" } else { ", " }, side.title)?;
            match side.steps {
                Some(1) => f.write_str(" (1 step)")?,
                Some(steps) => write!(f, " ({steps} steps)")?,
                None => {}
            }
        }
        Ok(())
    }
}

/// What a line means for a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BattleMark {
    /// One begins, between these sides.
    Begins(BattleResult),
    /// One of those who fight loses something.
    Costs {
        /// Who, by the number that the game has given him.
        member: u8,
        /// How many pieces.
        pieces: u16,
        /// How many steps.
        steps: u16,
    },
    /// It is over.
    Ends,
}

impl BattleMark {
    /// What a battle has cost, from what is marked before its end, the latest first; nothing if it never began.
    pub(crate) fn add_up(marks: impl Iterator<Item = BattleMark>) -> Option<BattleResult> {
        let mut costs = Vec::new();
        for mark in marks {
            match mark {
                BattleMark::Begins(mut result) => {
                    for (member, pieces, steps) in costs {
                        let side = result.sides.iter_mut().find(|side| side.members.contains(&member));
                        if let Some(side) = side {
                            side.pieces += pieces;
                            side.steps = side.steps.map(|lost| lost + steps);
                        }
                    }
                    return Some(result);
                }
                BattleMark::Costs { member, pieces, steps } => costs.push((member, pieces, steps)),
                BattleMark::Ends => return None,
            }
        }
        None
    }
}

/// What would probably come of something, as one seat knows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Forecast {
    /// In sentences.
    pub lines: Vec<Text>,
    /// In figures.
    pub figures: Vec<Figure>,
    /// From how many samples; nothing if it is exact.
    pub samples: Option<u32>,
}

/// A figure of a forecast.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Figure {
    /// What it is, as a short key ("attackers-win"): a chance from 0 to 1, or a number to be expected.
    pub key: Text,
    /// How much.
    pub value: f64,
}

impl Figure {
    /// A figure.
    pub fn new(key: impl Into<Text>, value: f64) -> Figure {
        Figure { key: key.into(), value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begins() -> BattleMark {
        let side = |title: &'static str, tint, member| BattleSide::new(title, vec![tint], true, vec![member]);
        let at = SpaceRef { board: 0, space: 4 };
        let sides = vec![side("France", Tint::Blue, 0), side("Prussia", Tint::Black, 3)];
        BattleMark::Begins(BattleResult { title: "Battle of Saxony".into(), at, sides })
    }

    fn costs(member: u8, pieces: u16, steps: u16) -> BattleMark {
        BattleMark::Costs { member, pieces, steps }
    }

    #[test]
    fn a_battle_is_added_up_from_its_end_to_its_beginning() {
        let marks =
            [costs(3, 1, 1), costs(0, 0, 1), costs(3, 0, 1), costs(9, 5, 5), begins(), costs(3, 7, 7)];
        let result = BattleMark::add_up(marks.into_iter()).expect("it has begun");
        assert_eq!(result.to_string(), "France lost 0 pieces (1 step), Prussia lost 1 piece (2 steps)");
        assert_eq!(BattleMark::add_up([costs(3, 1, 1)].into_iter()), None, "it never began");
        assert_eq!(BattleMark::add_up([BattleMark::Ends, begins()].into_iter()), None, "that was another");
    }

    #[test]
    fn a_line_reads_back_without_its_mark() {
        let throw = Throw::for_total(1, 7, true);
        let line = Line::new("France rolls 8", None, Vec::new()).thrown(&[4, 3], throw);
        assert!(line.dice.iter().all(|die| die.good));
        let read: Line =
            serde_json::from_str(&serde_json::to_string(&line.clone().marked(begins())).unwrap()).unwrap();
        assert_eq!(read, line);
        assert_eq!(line.in_full(), "France rolls 8 (7 or more needed)");
        let old: Line =
            serde_json::from_str(r#"{"text":"x","seat":null,"spaces":[],"heading":true}"#).unwrap();
        assert_eq!((old.kind, old.throw, old.back_to), (LineKind::Heading, None, None));
    }
}
