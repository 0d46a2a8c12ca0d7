//! What can be wrong with a scenario. Each check gives a line for each fault.

use std::collections::BTreeMap;

use super::conditions::{Area, Condition, Holds};
use super::special::Special;
use super::{Force, Level, Part, Scenario, Spot, Stands, Troops};
use crate::calendar::Date;
use crate::counters::mix;
use crate::ids::{LeaderId, NationId, PlaceId};
use crate::leaders::PersonId;
use crate::map::{Class, MAP};
use crate::nations::Side;

/// All that is wrong with a scenario.
pub(super) fn faults(scenario: &Scenario) -> Vec<String> {
    let patrons = patrons(scenario);
    // Whoever follows his patron would walk in circles.
    if !patrons.is_empty() {
        return patrons;
    }
    let checks = [
        dates,
        parts,
        seats,
        powers,
        chiefs,
        forces,
        forts,
        leaders,
        withdrawals,
        counters,
        conditions,
        specials,
    ];
    checks.iter().flat_map(|check| check(scenario)).collect()
}

fn patrons(scenario: &Scenario) -> Vec<String> {
    let wrong = |nation: NationId| {
        let patron = scenario.patron(nation)?;
        let above = scenario.patron(patron)?;
        Some(format!("{} is under {}, which is under {}", nation.key(), patron.key(), above.key()))
    };
    NationId::all().filter_map(wrong).collect()
}

impl Scenario {
    /// Whether something is so at a date within the scenario.
    fn lasts(&self, date: Date) -> bool {
        (self.first_turn..=self.last_turn).contains(&date)
    }

    /// The side a nation is on at a date, by what is written down.
    fn side_on(&self, nation: NationId, date: Date) -> Option<Side> {
        let entered = self.special.iter().find_map(|special| match special {
            Special::Entry { nation: other, side, at } if *other == nation && *at <= date => Some(*side),
            _ => None,
        });
        entered.or_else(|| self.side(nation))
    }

    /// The side a nation is on sooner or later.
    fn side_at_last(&self, nation: NationId) -> Option<Side> {
        self.side_on(nation, self.last_turn)
    }

    /// Whether a leader comes into play.
    fn has(&self, leader: LeaderId) -> bool {
        self.arrivals().any(|(_, force)| force.leaders.contains(&leader))
    }
}

fn dates(scenario: &Scenario) -> Vec<String> {
    let mut wrong = Vec::new();
    if scenario.first_turn >= scenario.last_turn {
        wrong.push(format!("{} is not before {}", scenario.first_turn, scenario.last_turn));
    }
    wrong.extend(
        scenario.setup.iter().filter_map(|force| Some(format!("{} stands in the set-up", force.date?))),
    );
    let arrivals: Vec<Option<Date>> = scenario.reinforcements.iter().map(|force| force.date).collect();
    if !arrivals.is_sorted() || arrivals.contains(&None) {
        wrong.push("reinforcements are not in order".to_owned());
    }
    let arrivals = arrivals.into_iter().flatten().filter(|date| *date > scenario.first_turn);
    let withdrawals = scenario.withdrawals.iter().map(|withdrawal| withdrawal.date);
    let special = scenario.special.iter().flat_map(Special::dates);
    let late = arrivals.chain(withdrawals).chain(special).filter(|date| !scenario.lasts(*date));
    wrong.extend(late.map(|date| format!("{date} is not within the scenario")));
    wrong
}

fn parts(scenario: &Scenario) -> Vec<String> {
    let mut wrong = Vec::new();
    let lists = [&scenario.french, &scenario.coalition, &scenario.neutral, &scenario.closed];
    for nation in NationId::all() {
        let name = nation.key();
        let listed = lists.iter().flat_map(|list| list.iter()).filter(|other| **other == nation).count();
        if listed > 1 {
            wrong.push(format!("{name} takes more than one part"));
        }
        let patron = scenario.patron(nation).map(|patron| (patron.key(), scenario.part(patron)));
        if let Some((patron, part)) = patron
            && part != scenario.part(nation)
        {
            wrong.push(format!("{name} is under {patron}, but does not stand where it does"));
        }
        let controls = || scenario.holdings().iter().any(|(_, holding)| holding.control == nation);
        if scenario.part(nation).is_none() && controls() {
            wrong.push(format!("{name} controls land and takes no part"));
        }
    }
    if scenario.side(scenario.moves_first).is_none() {
        wrong.push(format!("{} is at peace and cannot move first", scenario.moves_first.key()));
    }
    let empty = scenario.land.iter().filter(|land| {
        land.home.is_none() && land.control.is_none() || land.regions.is_empty() && land.places.is_empty()
    });
    wrong.extend(empty.map(|land| format!("a change of land that changes nothing: {land:?}")));
    wrong
}

fn seats(scenario: &Scenario) -> Vec<String> {
    let mut wrong = Vec::new();
    if !scenario.seats.is_sorted_by_key(Vec::len) || scenario.seats.is_empty() {
        wrong.push("tables are not in order of their players".to_owned());
    }
    for seats in &scenario.seats {
        let players = seats.len();
        for nation in NationId::all() {
            let name = nation.key();
            let own = seats.iter().flatten().filter(|other| **other == nation).count();
            let plays = scenario.side_at_last(nation).is_some();
            if own > 1 || own == 1 && !plays {
                wrong.push(format!("{name} sits in {own} seats of {players}"));
            }
            if plays && scenario.seat(players, nation).is_none() {
                wrong.push(format!("{name} has no seat among {players}"));
            }
        }
        for seat in seats {
            let side = |nation: &NationId| scenario.side_at_last(*nation);
            if seat.is_empty() || seat.iter().any(|nation| side(nation) != side(&seat[0])) {
                wrong.push(format!("a seat among {players} is on no side, or on two"));
            }
        }
    }
    wrong
}

fn powers(scenario: &Scenario) -> Vec<String> {
    let mut wrong = Vec::new();
    for nation in NationId::all() {
        let name = nation.key();
        let listed: Vec<_> = scenario.power.iter().filter(|power| power.nation == nation).collect();
        let plays = scenario.side_at_last(nation).is_some();
        if listed.len() > 1 || listed.len() == 1 && !plays {
            wrong.push(format!("{name} stands {} times among the powers", listed.len()));
        }
        if nation.class() == Class::Major && plays && listed.is_empty() {
            wrong.push(format!("{name} has no morale, balance and command points"));
        }
        if listed.iter().any(|power| !(1..=6).contains(&power.morale)) {
            wrong.push(format!("the morale of {name} is not from 1 to 6"));
        }
    }
    wrong
}

fn chiefs(scenario: &Scenario) -> Vec<String> {
    let mut wrong = Vec::new();
    for chief in &scenario.chief {
        let name = chief.leader.key();
        for leader in [Some(chief.leader), chief.after].into_iter().flatten() {
            if !scenario.has(leader) {
                wrong.push(format!("{} is not in play and cannot command the Coalition", leader.key()));
            }
        }
        let foreign = |nation: &&NationId| scenario.side_at_last(**nation) != Some(Side::Coalition);
        wrong.extend(
            chief.over.iter().filter(foreign).map(|nation| format!("{name} cannot command {}", nation.key())),
        );
        if [chief.from, chief.until].into_iter().flatten().any(|date| !scenario.lasts(date)) {
            wrong.push(format!("{name} commands the Coalition outside the scenario"));
        }
    }
    wrong
}

/// Forces are of nations at war, on land that their side controls, and enemies share a hex only at a fort.
fn forces(scenario: &Scenario) -> Vec<String> {
    let mut wrong = Vec::new();
    for (date, force) in scenario.arrivals() {
        let name = force.nation.key();
        if scenario.side_on(force.nation, date).is_none() {
            wrong.push(format!("{name} has a force, but is at peace"));
        }
        if force.troops == Troops::default() && force.leaders.is_empty() {
            wrong.push(format!("a force of {name} is empty"));
        }
    }
    for force in &scenario.setup {
        let Spot::Land(place, stands) = force.spot else { continue };
        let own = scenario.side(force.nation);
        let holder = scenario.holdings().get(place.hex()).and_then(|holding| scenario.part(holding.control));
        let may_stand = holder == Some(Part::Open) || holder == own.map(Part::On);
        if stands != Stands::Besieging && !may_stand {
            wrong.push(format!("{} stands at {}, which is not its side's", force.nation.key(), place.key()));
        }
        let enemies = |other: &&Force| {
            scenario.side(other.nation) != own && matches!(other.spot, Spot::Land(at, _) if at == place)
        };
        let mut enemies = scenario.setup.iter().filter(enemies).peekable();
        if (stands == Stands::Besieging) != enemies.peek().is_some() && stands != Stands::Fort {
            wrong.push(format!("at {} enemies stand in the open, or nobody is besieged", place.key()));
        }
        let outside = Spot::Land(place, Stands::Open);
        if stands == Stands::Fort && enemies.any(|other| other.spot == outside) {
            wrong.push(format!("enemies stand before {} and do not besiege it", place.key()));
        }
    }
    wrong
}

/// Forts hold what is in them (M-fort-4).
fn forts(scenario: &Scenario) -> Vec<String> {
    let mut inside: BTreeMap<PlaceId, Troops> = BTreeMap::new();
    for force in &scenario.setup {
        if let Spot::Land(place, Stands::Fort) = force.spot {
            let troops = inside.entry(place).or_default();
            *troops = troops.plus(force.troops);
        }
    }
    let overfull = |(place, troops): (&PlaceId, &Troops)| {
        let factors = troops.factors();
        let room = place.get().fort_room();
        let name = place.key();
        let fault = match (factors > room, troops.cavalry > 0 || troops.cossacks > 0) {
            (true, _) => format!("the fort of {name} holds {room} factors, not {factors}"),
            (_, true) => format!("there is cavalry in the fort of {name}"),
            _ => return None,
        };
        Some(fault)
    };
    inside.iter().filter_map(overfull).collect()
}

/// Leaders serve their nation, in their time, and no man is in two places (M-lead-55).
fn leaders(scenario: &Scenario) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut in_play: BTreeMap<PersonId, LeaderId> = BTreeMap::new();
    for (date, force) in scenario.arrivals() {
        for &id in &force.leaders {
            let leader = id.get();
            let name = leader.key;
            if leader.nation != force.nation {
                wrong.push(format!("{name} does not serve {}", force.nation.key()));
            }
            if !leader.is_available(date) || leader.by_reform && !scenario.reformed.contains(&leader.nation) {
                wrong.push(format!("{name} is not there at {date}"));
            }
            if leader.is_admiral() && force.troops.ships == 0 {
                wrong.push(format!("{name} has no ships"));
            }
            let gone = |other: LeaderId| {
                scenario
                    .withdrawals
                    .iter()
                    .any(|withdrawal| withdrawal.leader == other && withdrawal.date <= date)
            };
            if let Some(other) = in_play.insert(leader.person, id)
                && !gone(other)
            {
                wrong.push(format!("{name} comes while {} is in play", other.key()));
            }
        }
    }
    wrong
}

fn withdrawals(scenario: &Scenario) -> Vec<String> {
    let mut wrong = Vec::new();
    if !scenario.withdrawals.is_sorted_by_key(|withdrawal| withdrawal.date) {
        wrong.push("withdrawals are not in order".to_owned());
    }
    let absent = |leader: &LeaderId| !scenario.has(*leader);
    let leaders = scenario.withdrawals.iter().map(|withdrawal| withdrawal.leader).filter(absent);
    wrong.extend(leaders.map(|leader| format!("{} goes, but never came", leader.key())));
    wrong
}

/// The counters of each nation show all that it ever has (M-limits-8).
fn counters(scenario: &Scenario) -> Vec<String> {
    let lacking = |nation: NationId| {
        let sum = scenario.shown(nation);
        if sum == Troops::default() {
            return Vec::new();
        }
        let Some(mix) = mix(nation) else { return vec![format!("{} has no counters", nation.key())] };
        let kinds = [
            (sum.infantry, mix.infantry(), "infantry"),
            (sum.cavalry, mix.cavalry, "cavalry"),
            (sum.artillery, mix.artillery, "artillery"),
            (sum.cossacks, mix.cossacks, "Cossacks"),
            (sum.ships, mix.ships, "ships"),
            (sum.supply.saturating_add(sum.depots), mix.supply, "supply units and depots"),
        ];
        let short = kinds.into_iter().filter(|(needed, there, _)| needed > there);
        short
            .map(|(needed, there, what)| format!("{} has {there} {what}, not {needed}", nation.key()))
            .collect()
    };
    NationId::all().flat_map(lacking).collect()
}

/// Victory is decided level by level, and every condition is about what there is.
fn conditions(scenario: &Scenario) -> Vec<String> {
    let mut wrong = Vec::new();
    let levels: Vec<Level> = scenario.victory.iter().map(|victory| victory.level).collect();
    if levels.len() != 4 || !levels.is_sorted_by(|a, b| a < b) {
        wrong.push("there are four levels of victory, in their order".to_owned());
    }
    let victory = scenario.victory.iter().map(|victory| &victory.when);
    let all = victory.chain(scenario.special.iter().filter_map(Special::when));
    for part in all.flat_map(Condition::parts) {
        wrong.extend(condition(scenario, part));
    }
    wrong.extend(scenario.special.iter().filter_map(Special::area).filter_map(|part| area(scenario, part)));
    wrong
}

/// What is wrong with a condition, apart from those within it.
fn condition(scenario: &Scenario, condition: &Condition) -> Option<String> {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            (parts.len() < 2).then(|| "a choice of one condition".to_owned())
        }
        Condition::Not(_) => None,
        Condition::Sued { nation, by } => {
            if by.is_some_and(|by| !scenario.lasts(by)) {
                return Some(format!("{} cannot sue for peace outside the scenario", nation.key()));
            }
            let plays = scenario.side_at_last(*nation).is_some() && nation.class() == Class::Major;
            (!plays).then(|| format!("{} cannot sue for peace", nation.key()))
        }
        Condition::Holds(wanted) => holds(scenario, wanted),
        Condition::Morale(morale) => {
            let bounds: Vec<u8> = [morale.at_least, morale.at_most].into_iter().flatten().collect();
            let fits = bounds.len() == 1 && bounds.iter().all(|bound| (1..=6).contains(bound));
            let known = scenario.power(morale.nation).is_some();
            (!fits || !known).then(|| format!("the morale of {} cannot be that", morale.nation.key()))
        }
        Condition::PointsLead { points, .. } => (*points == 0).then(|| "a lead of no points".to_owned()),
        Condition::NoStack { area: part, .. } => area(scenario, part),
        Condition::FactorsBelow { area: part, factors, .. } => {
            area(scenario, part).or_else(|| (*factors == 0).then(|| "fewer than no factors".to_owned()))
        }
        Condition::LeaderAt { leader, .. } => {
            (!scenario.has(*leader)).then(|| format!("{} is never in play", leader.key()))
        }
        Condition::Entered { side, place } => {
            let holder =
                scenario.holdings().get(place.hex()).and_then(|holding| scenario.side(holding.control));
            (holder == Some(*side)).then(|| format!("{} is its own side's already", place.key()))
        }
    }
}

fn holds(scenario: &Scenario, wanted: &Holds) -> Option<String> {
    let places = &wanted.places;
    let doubled = places.iter().enumerate().any(|(index, place)| places[..index].contains(place));
    let fits = wanted.at_least.is_none_or(|least| (1..=places.len()).contains(&usize::from(least)));
    if places.is_empty() || doubled || !fits || wanted.nation.is_some() == wanted.side.is_some() {
        return Some(format!("nobody can hold that: {wanted:?}"));
    }
    let nation = wanted.nation.filter(|nation| scenario.side_at_last(*nation).is_none());
    nation.map(|nation| format!("{} is at peace and takes nothing", nation.key()))
}

fn area(scenario: &Scenario, area: &Area) -> Option<String> {
    let holdings = scenario.holdings();
    let is_nowhere = || !holdings.iter().any(|(hex, _)| area.contains(hex, holdings));
    match area {
        Area::EastOfRiver(river) | Area::WestOfRiver(river)
            if !MAP.rivers.iter().any(|other| other.name == *river) =>
        {
            Some(format!("there is no river {river}"))
        }
        _ => is_nowhere().then(|| format!("an area without hexes: {area:?}")),
    }
}

fn specials(scenario: &Scenario) -> Vec<String> {
    scenario.special.iter().filter_map(|special| special_fault(scenario, special)).collect()
}

/// What is wrong with a special rule, apart from its dates, its condition and its area.
fn special_fault(scenario: &Scenario, special: &Special) -> Option<String> {
    let fights = |nation: NationId| scenario.side_at_last(nation).is_some();
    let neutral = |nation: NationId| scenario.part(nation) == Some(Part::Neutral);
    let home = |nation: NationId, place: &PlaceId| {
        scenario.holdings().get(place.hex()).is_some_and(|holding| holding.home == nation)
    };
    let stands_at = |leader: &LeaderId, place: PlaceId| {
        let at = |force: &Force| matches!(force.spot, Spot::Land(there, _) if there == place);
        scenario.setup.iter().any(|force| at(force) && force.leaders.contains(leader))
    };
    let fits = match special {
        Special::NoShips | Special::SiegesAtStart | Special::Award { .. } => true,
        Special::SeaControl { boxes, .. } => !boxes.is_empty(),
        Special::Passage { regions, .. } => !regions.is_empty(),
        Special::Trespass { nation, .. } | Special::Entry { nation, .. } => neutral(*nation),
        Special::Bar { nation, within, .. } => fights(*nation) && fights(*within),
        Special::Defection { nation, under, .. } => {
            let (from, to) = (scenario.side(*nation), scenario.side_at_last(*under));
            from.is_some() && to == from.map(Side::enemy)
        }
        Special::Armistice { after, until } => after < until,
        Special::Builds { nation, places, .. } => places.iter().all(|place| home(*nation, place)),
        Special::FreeMobilization { nation, .. } => {
            scenario.mobilization_box.iter().any(|waiting| waiting.nation == *nation)
        }
        Special::Rising { nation, places, .. } => fights(*nation) && !places.is_empty(),
        Special::Ride { place, leaders, .. } => leaders.iter().all(|leader| stands_at(leader, *place)),
        Special::Expedition { nation, leader, from, .. } => {
            let who = leader.get();
            neutral(*nation) && who.nation == *nation && who.is_available(*from) && !scenario.has(*leader)
        }
        Special::Recall { leaders, .. } => leaders.iter().all(|leader| scenario.has(*leader)),
        Special::Leave { leader, .. } => scenario.has(*leader),
        Special::NoClientLimits { nation } => {
            NationId::all().any(|client| scenario.patron(client) == Some(*nation))
        }
        Special::FightsOnHolding { nation, places } => {
            fights(*nation) && places.iter().all(|place| home(*nation, place))
        }
        Special::Dissolution { nation, .. }
        | Special::Resistance { nation, .. }
        | Special::LastSurrender { nation } => fights(*nation),
    };
    (!fits).then(|| format!("a special rule that does not fit: {special:?}"))
}
