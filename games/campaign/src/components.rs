//! What is in the box: powers, countries, pieces. Rulebook, contents and board.

use std::fmt;

use atlas::topology::ArraySet;
use engine::{Key, Keyed};
use serde::{Deserialize, Serialize};

/// A power with an army of its own. Italy has none (C-0.2-italy).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub enum Power {
    /// France, blue.
    France,
    /// Prussia, blue, or black where it plays beside France.
    Prussia,
    /// Russia, green.
    Russia,
    /// Austria, white.
    Austria,
    /// Spain: Iberia and the British there, red.
    Spain,
}

impl Key for Power {
    #[inline]
    fn place(self) -> usize {
        self.index()
    }

    fn at(place: usize) -> Power {
        Power::ALL[place]
    }
}

impl Power {
    /// All five.
    pub const ALL: [Power; 5] = [Power::France, Power::Prussia, Power::Russia, Power::Austria, Power::Spain];

    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// The country it is based in.
    pub fn home(self) -> Country {
        match self {
            Power::France => Country::France,
            Power::Prussia => Country::Prussia,
            Power::Russia => Country::Russia,
            Power::Austria => Country::Austria,
            Power::Spain => Country::Spain,
        }
    }

    /// "French", "Prussian".
    pub(crate) fn adjective(self) -> &'static str {
        match self {
            Power::France => "French",
            Power::Prussia => "Prussian",
            Power::Russia => "Russian",
            Power::Austria => "Austrian",
            Power::Spain => "Spanish",
        }
    }

    pub(crate) fn letter(self) -> char {
        match self {
            Power::France => 'F',
            Power::Prussia => 'P',
            Power::Russia => 'R',
            Power::Austria => 'A',
            Power::Spain => 'S',
        }
    }
}

impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.home().fmt(f)
    }
}

/// A country on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Country {
    /// France.
    France,
    /// Prussia, that is Germany.
    Prussia,
    /// Russia.
    Russia,
    /// Austria.
    Austria,
    /// Italy.
    Italy,
    /// Spain, that is Iberia.
    Spain,
}

impl Country {
    /// All six.
    pub const ALL: [Country; 6] = [
        Country::France,
        Country::Prussia,
        Country::Russia,
        Country::Austria,
        Country::Italy,
        Country::Spain,
    ];

    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// The power based there, if any.
    pub fn power(self) -> Option<Power> {
        Power::ALL.into_iter().find(|power| power.home() == self)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Country::France => "France",
            Country::Prussia => "Prussia",
            Country::Russia => "Russia",
            Country::Austria => "Austria",
            Country::Italy => "Italy",
            Country::Spain => "Spain",
        }
    }
}

impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The kinds of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One square in any direction; the only one who captures towns.
    General,
    /// One square, diagonally.
    Infantry,
    /// Two squares, along rows and columns.
    Cavalry,
}

impl Kind {
    /// Infantry and cavalry: the kinds that count as troops.
    pub const TROOPS: [Kind; 2] = [Kind::Infantry, Kind::Cavalry];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::General => "General",
            Kind::Infantry => "infantry",
            Kind::Cavalry => "cavalry",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

atlas::id! {
    /// A piece. Each power has twenty numbers: its General, a second General (Napoleon, Wellington), nine infantry and
    /// nine cavalry; after the five powers come the four infantry of the minor powers (17.8).
    pub struct PieceId(u8): Display;
}

/// Pieces of one power.
pub(crate) const SET: u8 = 20;
/// Infantry or cavalry of one power (C-0.1-limit).
pub(crate) const TROOPS_OF_A_KIND: u8 = 9;
/// The neutral infantry of the minor powers.
pub(crate) const MINORS: u8 = 4;
/// All pieces there are.
pub(crate) const PIECES: usize = SET as usize * 5 + MINORS as usize;

impl Key for PieceId {
    #[inline]
    fn place(self) -> usize {
        self.0.into()
    }

    fn at(place: usize) -> PieceId {
        PieceId(place as u8)
    }
}

impl PieceId {
    /// The General of a power.
    pub(crate) fn general(power: Power) -> PieceId {
        PieceId(power as u8 * SET)
    }

    /// The second General: Napoleon for France, Wellington for Spain.
    pub(crate) fn second(power: Power) -> PieceId {
        PieceId(power as u8 * SET + 1)
    }

    /// The `number`th troop piece of a kind, from 0.
    pub(crate) fn troop(power: Power, kind: Kind, number: u8) -> PieceId {
        debug_assert!(number < TROOPS_OF_A_KIND && kind != Kind::General);
        PieceId(power as u8 * SET + if kind == Kind::Infantry { 2 } else { 11 } + number)
    }

    /// The infantry that is marked as Guard where 17.3.2 is in force.
    pub(crate) fn guard(power: Power) -> PieceId {
        PieceId::troop(power, Kind::Infantry, 0)
    }

    /// The neutral infantry number `number`.
    pub(crate) fn minor(number: u8) -> PieceId {
        PieceId(5 * SET + number)
    }

    /// Its number among the minor powers' infantry, if it is one.
    pub(crate) fn as_minor(self) -> Option<usize> {
        (self.0 >= 5 * SET).then(|| usize::from(self.0 - 5 * SET))
    }

    /// The pieces of a power's own set, Generals first.
    pub(crate) fn set(power: Power) -> impl DoubleEndedIterator<Item = PieceId> + Clone {
        (power as u8 * SET..(power as u8 + 1) * SET).map(PieceId)
    }

    /// The troops of one kind in a power's own set.
    pub(crate) fn troops(power: Power, kind: Kind) -> impl DoubleEndedIterator<Item = PieceId> + Clone {
        (0..TROOPS_OF_A_KIND).map(move |number| PieceId::troop(power, kind, number))
    }

    /// Every piece.
    pub(crate) fn all() -> impl Iterator<Item = PieceId> {
        (0..PIECES as u8).map(PieceId)
    }

    /// What kind of piece it is.
    pub fn kind(self) -> Kind {
        if self.as_minor().is_some() {
            return Kind::Infantry;
        }
        match self.0 % SET {
            0 | 1 => Kind::General,
            2..=10 => Kind::Infantry,
            _ => Kind::Cavalry,
        }
    }

    /// The power whose set it belongs to; none for the minor powers' infantry.
    pub(crate) fn set_owner(self) -> Option<Power> {
        Power::ALL.get(usize::from(self.0 / SET)).copied()
    }

    /// Whether it is the second General of his power.
    pub(crate) fn is_second(self) -> bool {
        self.as_minor().is_none() && self.0 % SET == 1
    }
}

/// What a counter shows, whoever it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Face {
    General,
    /// Napoleon or Wellington.
    Second,
    Infantry,
    Guard,
    Cavalry,
}

impl Face {
    pub(crate) const ALL: [Face; 5] =
        [Face::General, Face::Second, Face::Infantry, Face::Guard, Face::Cavalry];

    /// The face of a piece, which may be marked as Guard.
    pub(crate) fn of(piece: PieceId, guard: bool) -> Face {
        match piece.kind() {
            Kind::General if piece.is_second() => Face::Second,
            Kind::General => Face::General,
            Kind::Infantry if guard => Face::Guard,
            Kind::Infantry => Face::Infantry,
            Kind::Cavalry => Face::Cavalry,
        }
    }
}

impl Keyed for PieceId {
    const FAMILY: u8 = 0;

    fn number(&self) -> u32 {
        self.0.into()
    }

    fn numbered(number: u32) -> Option<PieceId> {
        u8::try_from(number).ok().filter(|&number| usize::from(number) < PIECES).map(PieceId)
    }
}

impl fmt::Display for PieceId {
    /// A name that reads back: `France General`, `Spain second General`, `Russia infantry 3`, `neutral infantry 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.set_owner(), self.0 % SET) {
            (None, _) => write!(f, "neutral infantry {}", self.0 - 5 * SET + 1),
            (Some(power), 0) => write!(f, "{power} General"),
            (Some(power), 1) => write!(f, "{power} second General"),
            (Some(power), number @ 2..=10) => write!(f, "{power} infantry {}", number - 1),
            (Some(power), number) => write!(f, "{power} cavalry {}", number - 10),
        }
    }
}

engine::by_name!(PieceId, "piece", |piece: PieceId| piece.to_string());

/// A set of pieces.
pub(crate) type PieceSet = ArraySet<PieceId, 2>;
