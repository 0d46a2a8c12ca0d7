//! What happened, and how it is told.

use engine::{Line, Seat, SpaceRef, Text};
use serde::{Deserialize, Serialize};

use crate::battle::Shortfall;
use crate::board::{BOARD, Town};
use crate::components::{Kind, PieceId, Power};
use crate::square::Square;
use crate::state::{Campaign, EndReason};

/// A piece as people speak of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tag {
    owner: Option<Power>,
    piece: PieceId,
    guard: bool,
}

impl Tag {
    pub(crate) fn name(self) -> Text {
        let second = self.piece.is_second();
        match self.owner {
            None => "the neutral infantry".into(),
            Some(Power::France) if second => "Napoleon".into(),
            Some(Power::Spain) if second => "Wellington".into(),
            Some(power) if self.guard => format!("the {} Guard", power.adjective()).into(),
            Some(power) => format!("the {} {}", power.adjective(), self.piece.kind()).into(),
        }
    }
}

/// A player as people speak of him: by what he leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Party {
    seat: Seat,
    leads: Vec<Power>,
}

impl Party {
    pub(crate) fn name(&self) -> String {
        let powers: Vec<String> = self.leads.iter().map(Power::to_string).collect();
        if powers.is_empty() { self.seat.to_string() } else { powers.join(" and ") }
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is told in one sentence below")]
pub enum Event {
    Base { seat: Seat, power: Power },
    Neutral { power: Power },
    First { party: Party },
    Placed { piece: Tag, at: Square },
    Round { round: u16 },
    Missed { power: Power },
    Thrown { power: Power, dice: [u8; 2] },
    Named { by: Power, piece: Tag, at: Square },
    Moved { piece: Tag, from: Square, to: Square },
    Embarked { piece: Tag, from: Square },
    Landed { piece: Tag, to: Square },
    Invaded,
    Taken { by: Power, piece: Tag, at: Square },
    Failed { by: Power, piece: Tag, at: Square, lacks: Shortfall },
    SetAside { piece: Tag },
    Parley { power: Power, town: Town, die: u8, joins: bool },
    Defected { piece: Tag, to: Power },
    TownTaken { by: Power, town: Town, from: Option<Power> },
    Lost { piece: Tag, town: Town, at: Option<Square> },
    Gained { piece: Tag, town: Town, at: Square },
    Plunder { power: Power, town: Town, die: u8 },
    CapitalTaken { by: Power, power: Power },
    LisbonDie { die: u8 },
    Eliminated { power: Power },
    Expelled { piece: Tag, to: Square },
    Returned { power: Power, leader: Tag },
    Enlisted { power: Power, leader: Tag },
    Recruited { piece: Tag },
    Mobilised { power: Power },
    Offered { by: Party, to: Party },
    Allied { by: Party, with: Party },
    Broken { by: Party, with: Party },
    Consent { by: Party, whom: Party, admit: bool },
    Lent { piece: Tag, to: Power, at: Square },
    Recalled { piece: Tag, at: Square },
    Guerrillas { dice: [u8; 2] },
    Ambushed { piece: Tag, at: Square },
    Redeployment { power: Power, die: u8 },
    Redeployed { piece: Tag, from: Square, to: Square },
    Ended { winners: Vec<Party>, reason: EndReason },
}

impl Campaign {
    /// A player, by what he leads or led.
    pub(crate) fn party(&self, seat: Seat) -> Party {
        let leads = Power::ALL.into_iter().filter(|power| self.power(*power).seat == Some(seat)).collect();
        Party { seat, leads }
    }

    pub(crate) fn tag(&self, piece: PieceId) -> Tag {
        Tag { owner: self.owner(piece), piece, guard: self.is_guard(piece) }
    }
}

/// A square as a space of the table.
pub(crate) fn space(square: Square) -> SpaceRef {
    SpaceRef { board: 0, space: square.space() }
}

impl Event {
    /// The event in a sentence. Nothing in this game is hidden, so everybody reads the same (C-1.3-open).
    pub(crate) fn tell(&self) -> Line {
        let name = |square: &Square| BOARD.name(*square);
        let mut spaces: Vec<SpaceRef> = Vec::new();
        let mut seat = None;
        let mut at = |squares: &[&Square]| spaces.extend(squares.iter().map(|square| space(**square)));
        let text: String = match self {
            Event::Base { seat: by, power } => {
                seat = Some(*by);
                format!("{power} is led from {by}.")
            }
            Event::Neutral { power } => format!("{power} is neutral and inviolate."),
            Event::First { party } => {
                seat = Some(party.seat);
                format!("The dice decide who begins: {}.", party.name())
            }
            Event::Placed { piece, at: square } => {
                at(&[square]);
                format!("{} is placed on {}.", capital(piece.name()), name(square))
            }
            Event::Round { round } => format!("Round {round}."),
            Event::Missed { power } => format!("{power} misses this turn."),
            Event::Thrown { power, dice: [a, b] } => format!("{power} throws {a} and {b}: {} pips.", a + b),
            Event::Named { by, piece, at: square } => {
                at(&[square]);
                format!("{by} means to attack {} on {}.", piece.name(), name(square))
            }
            Event::Moved { piece, from, to } => {
                at(&[from, to]);
                format!("{} moves from {} to {}.", capital(piece.name()), name(from), name(to))
            }
            Event::Embarked { piece, from } => {
                at(&[from]);
                format!("{} puts to sea from {}.", capital(piece.name()), name(from))
            }
            Event::Landed { piece, to } => {
                at(&[to]);
                format!("{} lands on {}.", capital(piece.name()), name(to))
            }
            Event::Invaded => "Spain is invaded: its whole army stands at Lisbon.".to_owned(),
            Event::Taken { by, piece, at: square } => {
                at(&[square]);
                let how = if piece.piece.kind() == Kind::General { "captures" } else { "takes" };
                format!("{by} {how} {} on {}.", piece.name(), name(square))
            }
            Event::Failed { by, piece, at: square, lacks } => {
                at(&[square]);
                format!("{by} cannot take {} on {}: {lacks}.", piece.name(), name(square))
            }
            Event::SetAside { piece } => format!("{} is set aside.", capital(piece.name())),
            Event::Parley { power, town, die, joins } => {
                at(&[&town.square()]);
                let result = if *joins { "it joins" } else { "it stays neutral" };
                format!("{power} treats with the infantry of {town} and throws {die}: {result}.")
            }
            Event::Defected { piece, to } => format!("{} changes sides to {to}.", capital(piece.name())),
            Event::TownTaken { by, town, from } => {
                at(&[&town.square()]);
                let from = from.map_or(String::new(), |power| format!(" from {power}"));
                format!("{by} captures {town}{from}.")
            }
            Event::Lost { piece, town, at: square } => {
                square.iter().for_each(|square| at(&[square]));
                format!("{} is lost with {town}.", capital(piece.name()))
            }
            Event::Gained { piece, town, at: square } => {
                at(&[square]);
                format!("{} is raised in {town} and stands on {}.", capital(piece.name()), name(square))
            }
            Event::Plunder { power, town, die } => {
                let result = if *die == 6 { "a free infantry" } else { "nothing" };
                format!("{power} plunders {town} and throws {die}: {result}.")
            }
            Event::CapitalTaken { by, power } => {
                at(&[&BOARD.base(*power).capital.general]);
                format!("{by} captures {}, the Capital of {power}.", BOARD.base(*power).name)
            }
            Event::LisbonDie { die } => {
                let result = if *die == 6 { "Spain fights on from the sea" } else { "Spain is lost" };
                format!("A die for Spain: {die}; {result}.")
            }
            Event::Eliminated { power } => format!("{power} is out of the game."),
            Event::Expelled { piece, to } => {
                at(&[to]);
                format!("{} is moved out to {}.", capital(piece.name()), name(to))
            }
            Event::Returned { power, leader } => {
                format!(
                    "{} and all troops of {power} go back to their starting squares.",
                    capital(leader.name())
                )
            }
            Event::Enlisted { power, leader } => {
                format!("{} and all troops of {power} go to the Enlistment area.", capital(leader.name()))
            }
            Event::Recruited { piece } => format!("{} is recruited.", capital(piece.name())),
            Event::Mobilised { power } => format!("{power} has mobilised."),
            Event::Offered { by, to } => {
                seat = Some(by.seat);
                format!("{} offers {} an alliance.", capital(by.name()), to.name())
            }
            Event::Allied { by, with } => {
                seat = Some(by.seat);
                format!("{} accepts: allied with {}.", capital(by.name()), with.name())
            }
            Event::Broken { by, with } => {
                seat = Some(by.seat);
                format!("{} breaks the alliance with {}.", capital(by.name()), with.name())
            }
            Event::Consent { by, whom, admit } => {
                seat = Some(by.seat);
                let what = if *admit { "lets" } else { "no longer lets" };
                format!("{} {what} {} in.", capital(by.name()), whom.name())
            }
            Event::Lent { piece, to, at: square } => {
                at(&[square]);
                format!("Control of {} passes to {to}.", piece.name())
            }
            Event::Recalled { piece, at: square } => {
                at(&[square]);
                format!("Control of {} is taken back.", piece.name())
            }
            Event::Guerrillas { dice: [a, b] } => format!("The guerrillas throw {a} and {b}."),
            Event::Ambushed { piece, at: square } => {
                at(&[square]);
                format!("Guerrillas destroy {} on {}.", piece.name(), name(square))
            }
            Event::Redeployment { power, die } => format!("{power} may redeploy {die}."),
            Event::Redeployed { piece, from, to } => {
                at(&[from, to]);
                format!("{} redeploys from {} to {}.", capital(piece.name()), name(from), name(to))
            }
            Event::Ended { winners, reason } => {
                let names: Vec<String> = winners.iter().map(Party::name).collect();
                let who = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
                let how = match reason {
                    EndReason::Capitals => "all enemy Capitals have fallen",
                    EndReason::Towns => "enough towns are captured",
                    EndReason::LastLeft => "nobody else is left",
                    EndReason::TimeLimit => "the time is up",
                };
                if names.len() > 1 {
                    format!("The game is over: {how}. {who} share the victory.")
                } else {
                    format!("The game is over: {how}. Victory for {who}.")
                }
            }
        };
        Line::new(text, seat, spaces)
    }
}

/// The text with a capital letter.
pub(crate) fn capital(text: impl Into<Text>) -> String {
    let text = text.into();
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
