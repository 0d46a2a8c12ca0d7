//! The arithmetic of a battle, line by line, for whoever wants to see it. Bots work it out with `()` for a record, which costs
//! nothing.

use std::fmt;

use engine::{RuleId, rule};

use super::table::{self, Shelter};
use super::{Exchange, Role};
use crate::ids::LeaderId;

/// What a line of a reckoning is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// Factors that fight.
    Factors,
    /// What a leader adds.
    Leader(LeaderId),
    /// What a ship adds.
    Ship,
    /// The combat value.
    Value,
    /// The damage of a group of this combat value.
    Group(u16),
    /// What woods, hexside and landing take from a group.
    Terrain,
    /// What a fort takes from a group.
    Fort,
    /// The damage in all, before percentages.
    Damage,
    /// Percents more for poor weather.
    Weather,
    /// Percents more against a defender without supply.
    Unsupplied,
    /// Percents that a defender without supply does.
    Halved,
    /// The hits that are more than the defender can suffer: his own damage is less by them.
    Excess,
    /// The hits to take.
    Hits,
}

impl What {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            What::Factors => "combat factors",
            What::Leader(_) => "leader",
            What::Ship => "ship",
            What::Value => "combat value",
            What::Group(_) => "group",
            What::Terrain => "terrain",
            What::Fort => "fort",
            What::Damage => "damage",
            What::Weather => "poor weather",
            What::Unsupplied => "defender without supply",
            What::Halved => "counterattack without supply",
            What::Excess => "overwhelming offensive",
            What::Hits => "hits",
        }
    }
}

impl What {
    /// What it is called, with whom or what it is about.
    pub fn told(self) -> String {
        match self {
            What::Leader(leader) => leader.name().to_owned(),
            What::Group(value) => format!("damage of a group of {value}"),
            _ => self.name().to_owned(),
        }
    }

    /// Its number as it adds up: what is taken away is negative.
    pub fn signed(self, number: u16) -> i32 {
        match self {
            What::Terrain | What::Fort | What::Excess => -i32::from(number),
            What::Halved => -50,
            _ => i32::from(number),
        }
    }
}

/// A line: what it is about, its number and the rule that makes it so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it is about.
    pub what: What,
    /// A number to add, or a percentage; what is taken away is named so by [`What`].
    pub number: u16,
    /// The rule behind it.
    pub rule: RuleId,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line { what, number, rule } = self;
        match what {
            What::Terrain | What::Fort | What::Excess => write!(f, "{}: -{number} [{rule}]", what.name()),
            What::Weather | What::Unsupplied => write!(f, "{}: +{number}% [{rule}]", what.name()),
            What::Halved => write!(f, "{}: {number}% [{rule}]", what.name()),
            What::Group(value) => write!(f, "group of {value}: {number} [{rule}]"),
            _ => write!(f, "{}: {number} [{rule}]", what.name()),
        }
    }
}

/// Who is told the lines of a reckoning.
pub trait Record {
    /// Whether anybody listens: what is only worked out to be told can be left out otherwise.
    const LISTENS: bool;

    /// One more line.
    fn line(&mut self, what: What, number: u16, rule: RuleId);
}

impl Record for () {
    const LISTENS: bool = false;

    #[inline]
    fn line(&mut self, _: What, _: u16, _: RuleId) {}
}

/// All lines of a reckoning, in order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Reckoning {
    /// Its lines.
    pub lines: Vec<Line>,
}

impl Reckoning {
    /// The numbers of all lines about this.
    pub fn numbers(&self, what: What) -> impl Iterator<Item = u16> {
        self.lines.iter().filter(move |line| line.what == what).map(|line| line.number)
    }
}

impl Record for Reckoning {
    const LISTENS: bool = true;

    fn line(&mut self, what: What, number: u16, rule: RuleId) {
        self.lines.push(Line { what, number, rule });
    }
}

/// What both sides do to each other, each with its reckoning.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Account {
    /// The hits of both sides.
    pub exchange: Exchange,
    /// How the attacker's damage comes about.
    pub attack: Reckoning,
    /// How the defender's damage comes about.
    pub counterattack: Reckoning,
}

impl Account {
    /// The reckoning of this side's damage.
    pub fn of(&self, role: Role) -> &Reckoning {
        match role {
            Role::Attacker => &self.attack,
            Role::Defender => &self.counterattack,
        }
    }
}

/// The damage of a combat value, told group by group.
pub(super) fn damage(value: u16, shelter: Shelter, record: &mut impl Record) -> u16 {
    told(value, shelter, record);
    table::damage(value, shelter)
}

fn told<R: Record>(value: u16, shelter: Shelter, record: &mut R) {
    if !R::LISTENS {
        return;
    }
    for group in table::groups(value) {
        record.line(What::Group(group), table::plain(group), rule!("M-combat-15"));
        let terrain = u16::from(shelter.terrain) * table::terrain(group);
        if terrain > 0 {
            record.line(What::Terrain, terrain, rule!("M-crt-3"));
        }
        if shelter.fort > 0 {
            record.line(What::Fort, shelter.fort.into(), rule!("M-crt-5"));
        }
    }
}
