//! What happened, and how it is told.

use std::sync::LazyLock;

use engine::{BattleResult, BattleSide, Die, Line, LineKind, Seat, SpaceRef, Text, Throw, Tint};
use serde::{Deserialize, Serialize};

use crate::battle::Shortfall;
use crate::board::{BOARD, Town};
use crate::components::{Face, Kind, PieceId, Power};
use crate::minors::PARLEY;
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
    /// "the French infantry", "Napoleon".
    pub(crate) fn name(self) -> &'static str {
        piece_name(self.owner, Face::of(self.piece, self.guard))
    }
}

/// What people call a piece of `owner`.
pub(crate) fn piece_name(owner: Option<Power>, face: Face) -> &'static str {
    &PIECE_NAMES[owner.map_or(0, |power| power.index() + 1)][face as usize]
}

/// What people call pieces, by their owner (nobody's first) and face.
static PIECE_NAMES: LazyLock<[[String; 5]; 6]> = LazyLock::new(|| {
    let owners: [Option<Power>; 6] = std::array::from_fn(|n| n.checked_sub(1).map(|n| Power::ALL[n]));
    owners.map(|owner| {
        let army = owner.map_or("neutral", Power::adjective);
        Face::ALL.map(|face| match (face, owner) {
            (Face::Second, Some(Power::France)) => "Napoleon".to_owned(),
            (Face::Second, Some(Power::Spain)) => "Wellington".to_owned(),
            (Face::General | Face::Second, _) => format!("the {army} General"),
            (Face::Infantry, _) => format!("the {army} infantry"),
            (Face::Guard, _) => format!("the {army} Guard"),
            (Face::Cavalry, _) => format!("the {army} cavalry"),
        })
    })
});

/// A player as people speak of him: by what he leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Party {
    seat: Seat,
    leads: Vec<Power>,
}

impl Party {
    pub(crate) fn name(&self) -> &'static str {
        party_words(self.seat, self.leads.iter().copied()).name.as_str()
    }

    /// The form of a verb that goes with the name.
    fn verb<'a>(&self, one: &'a str, several: &'a str) -> &'a str {
        if self.leads.len() > 1 { several } else { one }
    }
}

/// What is said of whoever leads certain powers.
pub(crate) struct PartyWords {
    /// "France and Spain".
    pub(crate) name: String,
    /// The title of his cards.
    pub(crate) cards: String,
    /// What the others are told while he decides.
    pub(crate) waiting: String,
}

/// By the powers that somebody leads, as bits; then by seat, for those who lead none yet.
static PARTIES: LazyLock<Vec<PartyWords>> = LazyLock::new(|| {
    let led = (0..1 << Power::ALL.len()).map(|bits: u8| {
        let powers = Power::ALL.into_iter().filter(|power| bits & (1 << power.index()) != 0);
        let name = listed(&powers.map(|power| power.home().name()).collect::<Vec<_>>());
        PartyWords { cards: format!("Cards of {name}"), waiting: format!("Waiting for {name}."), name }
    });
    let unled = ["first", "second", "third", "fourth", "fifth"].map(|nth| PartyWords {
        name: capital(format!("{nth} player")),
        cards: format!("Cards of the {nth} player"),
        waiting: format!("Waiting for the {nth} player."),
    });
    led.chain(unled).collect()
});

/// The words for whoever plays a seat and leads these powers.
pub(crate) fn party_words(seat: Seat, leads: impl Iterator<Item = Power>) -> &'static PartyWords {
    let bits = leads.fold(0, |bits, power| bits | 1 << power.index());
    &PARTIES[if bits == 0 { (1 << Power::ALL.len()) + seat.index() } else { bits }]
}

/// "France", "France and Spain", "France, Russia and Spain".
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
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
    Taken { by: Power, piece: Tag, at: Square, tints: [Option<Tint>; 2] },
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
        let place = |square: &Square| BOARD.place(*square);
        let piece = |piece: &Tag| piece.name();
        let subject = |piece: &Tag| capital(piece.name());
        let mut line = Line::new("", self.seat(), self.squares());
        let die = |face, good| Die { face, good };
        let text: String = match self {
            Event::Base { power, .. } => format!("A player takes {power}."),
            Event::Neutral { power } => format!("{power} is neutral: nobody may enter or attack it."),
            Event::First { party } => {
                format!("{} threw highest and {}.", party.name(), party.verb("begins", "begin"))
            }
            Event::Placed { piece, at } => format!("{} is placed {}.", subject(piece), place(at)),
            Event::Round { round } => {
                line.kind = LineKind::Heading;
                format!("Round {round} begins.")
            }
            Event::Missed { power } => format!("{power} misses its turn."),
            Event::Thrown { power, dice: [a, b] } => {
                line.kind = LineKind::Heading;
                line.dice = vec![die(*a, true), die(*b, true)];
                format!("{power} throws {a} and {b}: {} pips.", a + b)
            }
            Event::Named { by, piece: target, at } => {
                format!("{by} announces an attack on {} {}.", piece(target), place(at))
            }
            Event::Moved { piece, from, to } => {
                format!("{} moves from {} to {}.", subject(piece), name(from), name(to))
            }
            Event::Embarked { piece, from } => format!("{} puts to sea from {}.", subject(piece), name(from)),
            Event::Landed { piece, to } => format!("{} lands {}.", subject(piece), place(to)),
            Event::Invaded => "Spain is invaded: its whole army takes the field at Lisbon.".to_owned(),
            Event::Taken { by, piece: taken, at, .. } => {
                let how = if taken.piece.kind() == Kind::General { "captures" } else { "takes" };
                format!("{by} {how} {} {}.", piece(taken), place(at))
            }
            Event::Failed { by, piece: target, at, lacks } => {
                format!("{by} cannot take {} {}: {lacks}.", piece(target), place(at))
            }
            Event::SetAside { piece } => format!("{} is captured and set aside.", subject(piece)),
            Event::Parley { power, town, die: face, joins } => {
                line = line.thrown(&[*face], Throw::for_total(0, PARLEY.into(), *joins));
                let result = if *joins { "it joins" } else { "it stays neutral" };
                format!("{power} courts the infantry of {town} and throws {face}: {result}.")
            }
            Event::Defected { piece, to } => format!("{} changes sides and joins {to}.", subject(piece)),
            Event::TownTaken { by, town, from: None } => format!("{by} captures {town}."),
            Event::TownTaken { by, town, from: Some(from) } => format!("{by} captures {town} from {from}."),
            Event::Lost { piece, town, .. } => format!("{} is lost with {town}.", subject(piece)),
            Event::Gained { piece, town, at } => {
                format!("{} is raised by {town} and stands {}.", subject(piece), place(at))
            }
            Event::Plunder { power, town, die: face } => {
                line = line.thrown(&[*face], Throw::for_total(0, 6, *face == 6));
                let result = if *face == 6 { "a free infantry" } else { "nothing" };
                format!("{power} plunders {town} and throws {face}: {result}.")
            }
            Event::CapitalTaken { by, power } => {
                format!("{by} captures {}, the Capital of {power}.", BOARD.base(*power).name)
            }
            Event::LisbonDie { die: face } => {
                line = line.thrown(&[*face], Throw::for_total(0, 6, *face == 6));
                let result = if *face == 6 { "it fights on from the sea" } else { "not enough" };
                format!("Spain throws {face} for its survival: {result}.")
            }
            Event::Eliminated { power } => format!("{power} is out of the game."),
            Event::Expelled { piece, to } => {
                format!("{} makes way and goes to {}.", subject(piece), name(to))
            }
            Event::Returned { power, leader } => {
                format!("{} and all troops of {power} return to their starting squares.", subject(leader))
            }
            Event::Enlisted { power, leader } => {
                format!("{} and all troops of {power} gather in the Enlistment area.", subject(leader))
            }
            Event::Recruited { piece } => format!("{} is recruited.", subject(piece)),
            Event::Mobilised { power } => format!("{power} has mobilised."),
            Event::Offered { by, to } => {
                format!("{} {} {} an alliance.", by.name(), by.verb("offers", "offer"), to.name())
            }
            Event::Allied { by, with } => {
                format!("{} {} the alliance with {}.", by.name(), by.verb("accepts", "accept"), with.name())
            }
            Event::Broken { by, with } => {
                format!("{} {} the alliance with {}.", by.name(), by.verb("breaks", "break"), with.name())
            }
            Event::Consent { by, whom, admit } => {
                let lets =
                    if *admit { by.verb("lets", "let") } else { by.verb("no longer lets", "no longer let") };
                let country = by.verb("its country", "their countries");
                format!("{} {lets} {} into {country}.", by.name(), whom.name())
            }
            Event::Lent { piece: lent, to, at } => {
                format!("{to} takes control of {} {}.", piece(lent), place(at))
            }
            Event::Recalled { piece: lent, at } => match lent.owner {
                Some(owner) => format!("{owner} takes back control of {} {}.", piece(lent), place(at)),
                None => format!("Control of {} {} is taken back.", piece(lent), place(at)),
            },
            Event::Guerrillas { dice: [a, b] } => {
                line = line.thrown(&[*a, *b], Throw::for_total(0, 12, a + b == 12));
                match a + b {
                    12 => "The guerrillas throw 6 and 6: they may strike.".to_owned(),
                    _ => format!("The guerrillas throw {a} and {b}: they do not strike."),
                }
            }
            Event::Ambushed { piece: prey, at } => {
                format!("Guerrillas destroy {} {}.", piece(prey), place(at))
            }
            Event::Redeployment { power, die: face } => {
                line.dice = vec![die(*face, true)];
                let pieces = if *face == 1 { "piece" } else { "pieces" };
                format!("{power} throws {face} and may redeploy {face} {pieces}.")
            }
            Event::Redeployed { piece, from, to } => {
                format!("{} redeploys from {} to {}.", subject(piece), name(from), name(to))
            }
            Event::Ended { winners, reason } => {
                let how = match reason {
                    EndReason::Capitals => "all enemy Capitals have fallen",
                    EndReason::Towns => "enough foreign towns are taken",
                    EndReason::LastLeft => "nobody else is left",
                    EndReason::TimeLimit => "the time is up",
                };
                match winners.as_slice() {
                    [] => format!("The game is over: {how}. Nobody wins."),
                    [one] => {
                        format!("The game is over: {how}. {} {}.", one.name(), one.verb("wins", "win"))
                    }
                    several => {
                        let names: Vec<&str> = several.iter().map(Party::name).collect();
                        format!("The game is over: {how}. {} share the victory.", listed(&names))
                    }
                }
            }
        };
        let line = Line { text: text.into(), battle: self.battle(), ..line };
        match self {
            Event::Moved { piece, .. } => line.march(subject(piece)),
            Event::Taken { piece: taken, .. } if taken.piece.kind() != Kind::General => line.result(),
            Event::Failed { .. } | Event::Parley { .. } | Event::Plunder { .. } => line.result(),
            Event::Taken { .. }
            | Event::SetAside { .. }
            | Event::CapitalTaken { .. }
            | Event::Invaded
            | Event::LisbonDie { .. }
            | Event::Eliminated { .. }
            | Event::Ended { .. } => line.great(),
            _ => line,
        }
    }

    /// An attack that has taken a piece, as a battle: it is over as soon as it is fought.
    fn battle(&self) -> Option<BattleResult> {
        let Event::Taken { by, piece, at, tints: [attack, defence] } = self else { return None };
        let side = |name: &'static str, tint: Option<Tint>, pieces| BattleSide {
            pieces,
            ..BattleSide::new(name, tint.into_iter().collect(), false, Vec::new())
        };
        let title = format!("Attack on {} {}", piece.name(), BOARD.place(*at)).into();
        let owner = piece.owner.map_or("Nobody", |power| power.home().name());
        let sides = vec![side(by.home().name(), *attack, 0), side(owner, *defence, 1)];
        Some(BattleResult { title, at: space(*at), sides })
    }

    /// Whose doing it was, where that is known by his seat.
    fn seat(&self) -> Option<Seat> {
        match self {
            Event::Base { seat, .. } => Some(*seat),
            Event::First { party: by }
            | Event::Offered { by, .. }
            | Event::Allied { by, .. }
            | Event::Broken { by, .. }
            | Event::Consent { by, .. } => Some(by.seat),
            _ => None,
        }
    }

    /// The spaces it speaks of.
    fn squares(&self) -> Vec<SpaceRef> {
        let [first, second] = match self {
            Event::Moved { from, to, .. } | Event::Redeployed { from, to, .. } => [Some(*from), Some(*to)],
            Event::Placed { at, .. }
            | Event::Named { at, .. }
            | Event::Taken { at, .. }
            | Event::Failed { at, .. }
            | Event::Gained { at, .. }
            | Event::Lent { at, .. }
            | Event::Recalled { at, .. }
            | Event::Ambushed { at, .. }
            | Event::Embarked { from: at, .. }
            | Event::Landed { to: at, .. }
            | Event::Expelled { to: at, .. } => [Some(*at), None],
            Event::Lost { at, .. } => [*at, None],
            Event::Parley { town, .. } | Event::TownTaken { town, .. } | Event::Plunder { town, .. } => {
                [Some(town.square()), None]
            }
            Event::CapitalTaken { power, .. } => [Some(BOARD.base(*power).capital.general), None],
            _ => [None, None],
        };
        first.into_iter().chain(second).map(space).collect()
    }
}

/// The text with a capital letter.
pub(crate) fn capital(text: impl Into<Text>) -> String {
    let text = text.into();
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
