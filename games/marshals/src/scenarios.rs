//! The scenarios, as `data/scenarios/` has them: who is at war, with what, where, and what wins.
//!
//! A scenario is checked when it is read (`check`): the file names nothing that does not exist, no leader is out of his time or in
//! two places, counters suffice, forts hold what is in them, and every condition of victory can be read and can come true.

mod check;
pub mod conditions;
pub mod land;
pub mod special;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use self::conditions::{Condition, Score};
use self::land::{Holdings, Land};
use self::special::Special;
use crate::calendar::Date;
use crate::counters::{mix, shown_by};
use crate::ids::{LeaderId, NationId, PlaceId, SeaBoxId};
use crate::map::Class;
use crate::nations::Side;

/// The files, in the order of their years.
const FILES: [&str; 8] = [
    include_str!("../data/scenarios/ulm-1805.toml"),
    include_str!("../data/scenarios/jena-1806.toml"),
    include_str!("../data/scenarios/eylau-1807.toml"),
    include_str!("../data/scenarios/wagram-1809.toml"),
    include_str!("../data/scenarios/russia-1812.toml"),
    include_str!("../data/scenarios/leipzig-1813.toml"),
    include_str!("../data/scenarios/france-1814.toml"),
    include_str!("../data/scenarios/hundred-days-1815.toml"),
];

/// The powers in the order in which they move if they have been at war for the same time (M-turn-2).
const ORDER: [NationId; 5] =
    [NationId::FRANCE, NationId::BRITAIN, NationId::AUSTRIA, NationId::RUSSIA, NationId::PRUSSIA];

/// Every scenario, in the order of their years.
pub static SCENARIOS: LazyLock<Vec<Scenario>> = LazyLock::new(|| {
    FILES.iter().map(|text| Scenario::read(text).unwrap_or_else(|error| panic!("{error}"))).collect()
});

/// A scenario.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// "ulm-1805".
    pub id: String,
    /// "Ulm and Austerlitz 1805".
    pub name: String,
    /// The first operational turn.
    pub first_turn: Date,
    /// The last.
    pub last_turn: Date,
    /// Whose side takes each turn first (M-turn-1).
    pub moves_first: NationId,
    /// Who fights beside France.
    pub french: Vec<NationId>,
    /// Who fights against France.
    pub coalition: Vec<NationId>,
    /// Who stands aside.
    pub neutral: Vec<NationId>,
    /// Who takes no part; nobody enters what they control.
    pub closed: Vec<NationId>,
    /// Who has completed Army Reform.
    pub reformed: Vec<NationId>,
    /// For each number of players, the nations of each of them, clients left out.
    pub seats: Vec<Vec<Vec<NationId>>>,
    /// The powers.
    pub power: Vec<Power>,
    /// The Coalition military leaders.
    #[serde(default)]
    pub chief: Vec<Chief>,
    /// Who controls a client that is not under whom it was in 1805; itself, if nobody does.
    #[serde(default)]
    pub under: BTreeMap<NationId, NationId>,
    /// Land that is not as in 1805.
    pub land: Vec<Land>,
    /// What stands on the map at first.
    pub setup: Vec<Force>,
    /// What waits to be mobilized.
    #[serde(default)]
    pub mobilization_box: Vec<Waiting>,
    /// What comes later, in order (M-reinf-1).
    pub reinforcements: Vec<Force>,
    /// Leaders who go, in order.
    #[serde(default)]
    pub withdrawals: Vec<Withdrawal>,
    /// What only this scenario knows.
    pub special: Vec<Special>,
    /// The levels of victory in the order in which they are tested.
    pub victory: Vec<Victory>,
    /// What earns victory points.
    pub points: Vec<Score>,
    /// Whose every hex is.
    #[serde(skip)]
    holdings: Holdings,
    /// The powers in the order in which they move.
    #[serde(skip)]
    order: Vec<NationId>,
}

/// What a power has at first.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Power {
    /// Which.
    pub nation: NationId,
    /// Its national morale.
    pub morale: u8,
    /// Its balance of production points.
    pub balance: u8,
    /// Its command points in each operational turn, until the season ends.
    pub command: u8,
    /// Since when it is at war, or will be, where powers that move one after the other entered it at different times (M-turn-2).
    pub since: Option<Date>,
}

/// A Coalition military leader (M-lead-8).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chief {
    /// Who.
    pub leader: LeaderId,
    /// Whose troops he commands.
    pub over: Vec<NationId>,
    /// He waits until this leader is out of play.
    pub after: Option<LeaderId>,
    /// From when.
    pub from: Option<Date>,
    /// Until when.
    pub until: Option<Date>,
}

/// Where a force stands in the hex of a fort.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stands {
    /// In the open, whether there is a fort or not.
    #[default]
    Open,
    /// Inside the fort.
    Fort,
    /// Before the fort, with enemies inside.
    Besieging,
}

/// Factors and counters of a nation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Troops {
    /// Factors of infantry.
    pub infantry: u8,
    /// Factors of cavalry.
    pub cavalry: u8,
    /// Factors of artillery.
    pub artillery: u8,
    /// Cossacks.
    pub cossacks: u8,
    /// Factors of ships.
    pub ships: u8,
    /// Supply units.
    pub supply: u8,
    /// Depots.
    pub depots: u8,
}

impl Troops {
    /// All that fights on land.
    pub fn factors(self) -> u8 {
        [self.cavalry, self.artillery, self.cossacks].into_iter().fold(self.infantry, u8::saturating_add)
    }

    /// Both together.
    pub fn plus(self, other: Troops) -> Troops {
        Troops {
            infantry: self.infantry.saturating_add(other.infantry),
            cavalry: self.cavalry.saturating_add(other.cavalry),
            artillery: self.artillery.saturating_add(other.artillery),
            cossacks: self.cossacks.saturating_add(other.cossacks),
            ships: self.ships.saturating_add(other.ships),
            supply: self.supply.saturating_add(other.supply),
            depots: self.depots.saturating_add(other.depots),
        }
    }
}

/// Where a force is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// In the hex of a place.
    Land(PlaceId, Stands),
    /// In a sea box.
    Sea(SeaBoxId),
}

/// What a nation has in one hex or sea box.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Row")]
pub struct Force {
    /// When it comes; none of what is there at first.
    pub date: Option<Date>,
    /// Whose it is.
    pub nation: NationId,
    /// Where.
    pub spot: Spot,
    /// Its leaders and admirals.
    pub leaders: Vec<LeaderId>,
    /// What they lead.
    pub troops: Troops,
}

/// A force as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    date: Option<Date>,
    nation: NationId,
    place: Option<PlaceId>,
    sea_box: Option<SeaBoxId>,
    #[serde(default)]
    stands: Stands,
    #[serde(default)]
    leaders: Vec<LeaderId>,
    #[serde(default)]
    infantry: u8,
    #[serde(default)]
    cavalry: u8,
    #[serde(default)]
    artillery: u8,
    #[serde(default)]
    cossacks: u8,
    #[serde(default)]
    ships: u8,
    #[serde(default)]
    supply: u8,
    #[serde(default)]
    depots: u8,
}

impl TryFrom<Row> for Force {
    type Error = &'static str;

    fn try_from(row: Row) -> Result<Force, &'static str> {
        let spot = match (row.place, row.sea_box) {
            (Some(place), None) => Spot::Land(place, row.stands),
            (None, Some(sea)) if row.stands == Stands::Open => Spot::Sea(sea),
            _ => return Err("a force is at one place or in one sea box"),
        };
        let Row {
            date, nation, leaders, infantry, cavalry, artillery, cossacks, ships, supply, depots, ..
        } = row;
        let troops = Troops { infantry, cavalry, artillery, cossacks, ships, supply, depots };
        Ok(Force { date, nation, spot, leaders, troops })
    }
}

/// What waits to be mobilized.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waiting {
    /// Whose.
    pub nation: NationId,
    /// Factors of infantry.
    pub infantry: u8,
}

/// A leader goes (M-reinf-2).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// When at the latest.
    pub date: Date,
    /// Who.
    pub leader: LeaderId,
    /// Whether he dies, which the option of wounds leaves to the dice (M-opt-5).
    #[serde(default)]
    pub dies: bool,
    /// He goes at once if his nation loses a stack of so many factors.
    pub or_when_lost: Option<LostStack>,
}

/// A stack that is lost.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LostStack {
    /// Whose.
    pub nation: NationId,
    /// How many factors it had at least.
    pub factors: u8,
}

/// How a scenario can end, in the order in which it is tested (M-players-4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// A decisive victory of the French Alliance.
    FrenchDecisive,
    /// A decisive victory of the Coalition.
    CoalitionDecisive,
    /// A marginal victory of the French Alliance.
    FrenchMarginal,
    /// A marginal victory of the Coalition.
    CoalitionMarginal,
}

impl Level {
    /// Whose victory it is.
    pub fn side(self) -> Side {
        match self {
            Level::FrenchDecisive | Level::FrenchMarginal => Side::French,
            Level::CoalitionDecisive | Level::CoalitionMarginal => Side::Coalition,
        }
    }

    /// Whether it is decisive.
    pub fn is_decisive(self) -> bool {
        matches!(self, Level::FrenchDecisive | Level::CoalitionDecisive)
    }

    /// "french-decisive".
    pub fn key(self) -> &'static str {
        match self {
            Level::FrenchDecisive => "french-decisive",
            Level::CoalitionDecisive => "coalition-decisive",
            Level::FrenchMarginal => "french-marginal",
            Level::CoalitionMarginal => "coalition-marginal",
        }
    }

    /// "A decisive victory of the French Alliance".
    pub fn name(self) -> &'static str {
        match self {
            Level::FrenchDecisive => "A decisive victory of the French Alliance",
            Level::CoalitionDecisive => "A decisive victory of the Coalition",
            Level::FrenchMarginal => "A marginal victory of the French Alliance",
            Level::CoalitionMarginal => "A marginal victory of the Coalition",
        }
    }
}

/// What a level of victory takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// Which.
    pub level: Level,
    /// What must hold.
    pub when: Condition,
}

/// What part a nation takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// It is on a side.
    On(Side),
    /// It stands aside.
    Neutral,
    /// It takes no part, and nobody enters what it controls.
    Closed,
    /// It is no state: whoever likes enters it.
    Open,
}

impl Scenario {
    /// Reads a scenario and checks it.
    ///
    /// # Errors
    /// If it is no scenario, or if anything in it is wrong; all that is wrong, a line each.
    pub fn read(text: &str) -> Result<Scenario, String> {
        let mut scenario: Scenario = engine::data::read(text)?;
        scenario.holdings = Holdings::new(&scenario.land);
        scenario.order = scenario.powers_in_order();
        let wrong = check::faults(&scenario);
        if wrong.is_empty() { Ok(scenario) } else { Err(format!("{}: {}", scenario.id, wrong.join("\n"))) }
    }

    /// The scenario of this id.
    pub fn find(id: &str) -> Option<&'static Scenario> {
        SCENARIOS.iter().find(|scenario| scenario.id == id)
    }

    /// The powers in the order in which they move: those of the side that moves first before the others, on each side France and
    /// Britain, then whoever has been at war longest (M-turn-1, M-turn-2).
    pub fn order(&self) -> &[NationId] {
        &self.order
    }

    fn powers_in_order(&self) -> Vec<NationId> {
        let leads = self.side(self.moves_first) == Some(Side::French);
        let mut order = ORDER.to_vec();
        order.sort_by_key(|nation| {
            let is_behind = (*nation == NationId::FRANCE) != leads;
            let is_late = ![NationId::FRANCE, NationId::BRITAIN].contains(nation);
            (is_behind, is_late, self.at_war_since(*nation))
        });
        order
    }

    /// Since when a nation is at war, as far as the scenario tells: from the beginning, unless it enters later.
    pub fn at_war_since(&self, nation: NationId) -> Date {
        if let Some(since) = self.power(nation).and_then(|power| power.since) {
            return since;
        }
        let enters = |special: &Special| match special {
            Special::Entry { nation: other, at, .. } if *other == nation => Some(*at),
            _ => None,
        };
        self.special.iter().find_map(enters).unwrap_or(self.first_turn)
    }

    /// Whose every hex is at first.
    pub fn holdings(&self) -> &Holdings {
        &self.holdings
    }

    /// Who controls a nation at first, if somebody does.
    pub fn patron(&self, nation: NationId) -> Option<NationId> {
        self.under.get(&nation).copied().or_else(|| nation.under()).filter(|patron| *patron != nation)
    }

    /// What part a nation takes at first: its own, else that of its patron. None of those that are nowhere.
    pub fn part(&self, nation: NationId) -> Option<Part> {
        let lists = [
            (&self.french, Part::On(Side::French)),
            (&self.coalition, Part::On(Side::Coalition)),
            (&self.neutral, Part::Neutral),
            (&self.closed, Part::Closed),
        ];
        let own = lists.into_iter().find(|(list, _)| list.contains(&nation)).map(|(_, part)| part);
        let of_patron = || self.patron(nation).and_then(|patron| self.part(patron));
        own.or_else(of_patron).or((nation.class() == Class::Open).then_some(Part::Open))
    }

    /// The side a nation is on at first, if it is on one.
    pub fn side(&self, nation: NationId) -> Option<Side> {
        match self.part(nation)? {
            Part::On(side) => Some(side),
            _ => None,
        }
    }

    /// What a power has at first.
    pub fn power(&self, nation: NationId) -> Option<&Power> {
        self.power.iter().find(|power| power.nation == nation)
    }

    /// Everything that comes into play, with its date.
    pub fn arrivals(&self) -> impl Iterator<Item = (Date, &Force)> {
        let date = |force: &Force| force.date.unwrap_or(self.first_turn);
        self.setup.iter().chain(&self.reinforcements).map(move |force| (date(force), force))
    }

    /// What a nation's counters show of all that comes into play or waits, its own and what is shown by them.
    fn shown(&self, nation: NationId) -> Troops {
        let forces = self.arrivals().filter(|(_, force)| shown_by(force.nation) == nation);
        let waiting = self.mobilization_box.iter().filter(|waiting| shown_by(waiting.nation) == nation);
        let waiting = waiting.map(|waiting| Troops { infantry: waiting.infantry, ..Troops::default() });
        forces.map(|(_, force)| force.troops).chain(waiting).fold(Troops::default(), Troops::plus)
    }

    /// What a nation has yet to build: its counters, less all that comes into play or waits (M-turn-18). Depots are supply units.
    pub fn unbuilt(&self, nation: NationId) -> Troops {
        let (shown, Some(mix)) = (self.shown(nation), mix(nation)) else { return Troops::default() };
        Troops {
            infantry: mix.infantry().saturating_sub(shown.infantry),
            cavalry: mix.cavalry.saturating_sub(shown.cavalry),
            artillery: mix.artillery.saturating_sub(shown.artillery),
            cossacks: mix.cossacks.saturating_sub(shown.cossacks),
            ships: mix.ships.saturating_sub(shown.ships),
            supply: mix.supply.saturating_sub(shown.supply.saturating_add(shown.depots)),
            depots: 0,
        }
    }

    /// How many players there can be.
    pub fn players(&self) -> impl Iterator<Item = usize> {
        self.seats.iter().map(Vec::len)
    }

    /// The seat of a nation at a table of so many players: its own, else that of its patron.
    pub fn seat(&self, players: usize, nation: NationId) -> Option<usize> {
        let seats = self.seats.iter().find(|seats| seats.len() == players)?;
        let own = seats.iter().position(|nations| nations.contains(&nation));
        own.or_else(|| self.seat(players, self.patron(nation)?))
    }
}
