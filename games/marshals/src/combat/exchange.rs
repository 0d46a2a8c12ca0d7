//! The damage that both sides do to each other. Rulebook "How to Conduct Combat" 2 to 4.

use engine::{RuleId, rule};
use serde::{Deserialize, Serialize};

use super::reckoning::{self, Account, Record, What};
use super::stack::Strength;
use super::table::Shelter;

/// The hexside over which a stack attacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hexside {
    /// Nothing in the way; also out of a fort and into one.
    #[default]
    Open,
    /// A river.
    River,
    /// Mountains, a river in them or not (M-crt-8), or the works of Torres Vedras and Lisbon (M-fort-9).
    Mountain,
}

/// How a stack comes at the defender.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Approach {
    /// The hexside it crosses.
    pub hexside: Hexside,
    /// Whether it lands from the sea.
    pub landing: bool,
}

/// What shelters the defender besides terrain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Works {
    /// Nothing: there is no fort, or he is besieging it (M-siege-21).
    #[default]
    None,
    /// He stands in the hex of a fort of this level, and outside enemies attack the hex (M-fort-2).
    Fort(u8),
    /// He is inside a fort of this level, and it is assaulted.
    Garrison(u8),
}

impl Works {
    /// Whether the units inside a fort are assaulted.
    #[inline]
    pub fn is_assault(self) -> bool {
        matches!(self, Works::Garrison(_))
    }

    /// What the table takes off each group: a fort of level 2 absorbs its hits in rotation instead (M-siege-27).
    #[inline]
    fn reduction(self) -> u8 {
        match self {
            Works::None => 0,
            Works::Fort(level) => level,
            Works::Garrison(level) => u8::from(level == 1),
        }
    }
}

/// Where the defender stands, and how he is off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Site {
    /// Whether the hex is woods.
    pub woods: bool,
    /// What else shelters him.
    pub works: Works,
    /// Whether he is in supply, or at least part of his factors are.
    pub supply: Supply,
    /// The weather in the hex.
    pub weather: Weather,
}

impl Site {
    /// A clear hex in fine weather, the defender in supply.
    pub const CLEAR: Site = Site {
        woods: false,
        works: Works::None,
        supply: Supply::Full,
        weather: Weather { northern: false, mountains: false },
    };
}

/// How well a defender is supplied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Supply {
    /// All factors are in supply.
    Full,
    /// In a remote area some have no supply: they are idle, and losses grow as if there were none at all (M-supply-26).
    Partial,
    /// No supply at all (M-combat-18).
    None,
}

/// Where poor weather makes losses larger (M-terrain-10, M-terrain-11).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Weather {
    /// In the hex, which lies in a northern remote area.
    pub northern: bool,
    /// Across mountain hexsides.
    pub mountains: bool,
}

impl Weather {
    #[inline]
    fn strikes(self, approach: Approach) -> bool {
        self.northern || (self.mountains && approach.hexside == Hexside::Mountain)
    }

    /// Whether the counterattack does more: in the north, or if all attackers cross mountains.
    #[inline]
    fn strikes_back(self, onsets: &[Onset]) -> bool {
        self.northern || (!onsets.is_empty() && onsets.iter().all(|onset| self.strikes(onset.approach)))
    }

    fn rule(self) -> RuleId {
        if self.northern { rule!("M-terrain-11") } else { rule!("M-terrain-10") }
    }
}

/// A stack that attacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Onset {
    /// What it is worth.
    pub strength: Strength,
    /// How it comes.
    pub approach: Approach,
}

/// The hits that each side has to take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Exchange {
    /// The combat value of the attackers.
    pub attack_value: u16,
    /// The combat value of the defender.
    pub defence_value: u16,
    /// The hits on the defender.
    pub attack: u16,
    /// The hits on the attackers.
    pub counterattack: u16,
    /// How many hits on the defender are more than he can suffer (M-combat-31).
    pub excess: u16,
}

/// How many ways there are to approach.
const WAYS: usize = 6;

/// How the value of an assault is made up (M-siege-26): the book's only example counts neither.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct AssaultRules {
    /// Whether leaders of those who assault add their values.
    pub leaders: bool,
    /// Whether their artillery has its bonus.
    pub guns: bool,
}

/// What both sides do to each other.
#[inline]
pub fn exchange(onsets: &[Onset], defence: Strength, site: Site, assault: AssaultRules) -> Exchange {
    work_out(onsets, defence, site, assault, (&mut (), &mut ()))
}

/// What both sides do to each other, line by line.
pub fn account(onsets: &[Onset], defence: Strength, site: Site, assault: AssaultRules) -> Account {
    let mut account = Account::default();
    let records = (&mut account.attack, &mut account.counterattack);
    account.exchange = work_out(onsets, defence, site, assault, records);
    account
}

fn work_out<R: Record>(
    onsets: &[Onset],
    defence: Strength,
    site: Site,
    assault: AssaultRules,
    (attack, counterattack): (&mut R, &mut R),
) -> Exchange {
    let unsupplied = site.supply != Supply::Full;
    let mut ways = [0; WAYS];
    for onset in onsets {
        ways[way(onset.approach)] += value(onset.strength, site, assault);
    }
    let mut halves = 0;
    for approach in APPROACHES {
        let value = ways[way(approach)];
        if value == 0 {
            continue;
        }
        let columns = [site.woods, approach.hexside != Hexside::Open, approach.landing];
        let terrain = columns.into_iter().map(u8::from).sum();
        attack.line(What::Value, value, rule!("M-combat-16"));
        let shelter = Shelter { terrain, fort: site.works.reduction() };
        let damage = reckoning::damage(value, shelter, attack);
        attack.line(What::Damage, damage, rule!("M-combat-3"));
        let weather = site.weather.strikes(approach);
        if weather {
            attack.line(What::Weather, 50, site.weather.rule());
        }
        halves += damage * (2 + u16::from(weather) + u16::from(unsupplied));
    }
    if unsupplied {
        attack.line(What::Unsupplied, 50, rule!("M-combat-18"));
    }
    let hits = halves / 2;
    attack.line(What::Hits, hits, rule!("M-round-1"));

    let stormy = site.weather.strikes_back(onsets);
    let excess = hits.saturating_sub(endurance(defence, site.works));
    let defence_value = defence.value();
    counterattack.line(What::Value, defence_value, rule!("M-combat-18"));
    let mut back = reckoning::damage(defence_value, Shelter::default(), counterattack);
    counterattack.line(What::Damage, back, rule!("M-combat-3"));
    if stormy {
        counterattack.line(What::Weather, 50, site.weather.rule());
    }
    back *= 2 + u16::from(stormy);
    if site.supply == Supply::None {
        counterattack.line(What::Halved, 50, rule!("M-combat-18"));
        back /= 2;
    }
    back /= 2;
    if excess > 0 {
        counterattack.line(What::Excess, excess, rule!("M-combat-31"));
        back = back.saturating_sub(excess);
    }
    counterattack.line(What::Hits, back, rule!("M-round-1"));
    Exchange { attack_value: ways.iter().sum(), defence_value, attack: hits, counterattack: back, excess }
}

/// The combat value of a stack, which in an assault is that of its factors alone (M-siege-26).
#[inline]
fn value(strength: Strength, site: Site, assault: AssaultRules) -> u16 {
    match site.works.is_assault() && !assault.leaders {
        true => strength.factors + strength.ship.min(1),
        false => strength.value(),
    }
}

/// The hits that the defender can suffer; inside a fort of level 2 one for the fort comes before each factor (M-combat-31).
#[inline]
fn endurance(defence: Strength, works: Works) -> u16 {
    let fort = match works {
        Works::Garrison(2..) => defence.factors + defence.idle,
        _ => 0,
    };
    defence.endurance() + fort
}

const APPROACHES: [Approach; WAYS] = [
    Approach { hexside: Hexside::Open, landing: false },
    Approach { hexside: Hexside::River, landing: false },
    Approach { hexside: Hexside::Mountain, landing: false },
    Approach { hexside: Hexside::Open, landing: true },
    Approach { hexside: Hexside::River, landing: true },
    Approach { hexside: Hexside::Mountain, landing: true },
];

#[inline]
fn way(approach: Approach) -> usize {
    approach.hexside as usize + if approach.landing { 3 } else { 0 }
}
