//! How cards are written down, and what is wrong with one that says what no rule can carry out.
//!
//! The build reads `data/cards.toml` with this file, too: a card that the grammar cannot express is not built. The keys are
//! explained at the head of the data.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use toml::{Table, Value};

use crate::areas::{Area, AreaSet};
use crate::effects::{
    Age, Condition, Domain, Effect, Face, Gift, Ground, Main, Military, Peek, Role, Tab, Target,
};
use crate::nations::{Nation, Nations, Side};
use crate::troops::{Kind, Troops};

/// How many cards there are (N-3.6-count).
pub(crate) const CARDS: usize = 237;

/// How many cards each deck has, by Age and side.
const DECKS: [(Age, Side, usize); 4] = [
    (Age::First, Side::France, 56),
    (Age::First, Side::Coalition, 62),
    (Age::Second, Side::France, 56),
    (Age::Second, Side::Coalition, 63),
];

/// How many stripes of each domain the first hands of the Coalition are made of (N-4.1-pool).
pub(crate) const POOL: [(Domain, usize); 5] = [
    (Domain::Military, 5),
    (Domain::Morale, 3),
    (Domain::Finance, 2),
    (Domain::Society, 3),
    (Domain::Diplomacy, 3),
];

/// How many stripes of each domain Napoleon's decks need, so that eight cards soon show all five (N-4.1-napoleon-hand).
const NAPOLEONS_STRIPES: usize = 5;

/// The faces of the cards by number, or all that is wrong with them.
pub(crate) fn cards(text: &str) -> Result<Vec<Face>, Vec<String>> {
    let mut faces = BTreeMap::new();
    let mut faults = Vec::new();
    for (name, table) in entries(text, "card", "number").map_err(|fault| vec![fault])? {
        match read(table).and_then(|entry: CardEntry| Ok((entry.number, face(entry)?))) {
            Ok((number, _)) if number == 0 || usize::from(number) > CARDS => {
                faults.push(format!("{name}: cards are numbered from 1 to {CARDS}"));
            }
            Ok((number, face)) => {
                if faces.insert(number, face).is_some() {
                    faults.push(format!("{name}: there are two cards of this number"));
                }
            }
            Err(fault) => faults.push(format!("{name}: {fault}")),
        }
    }
    let faces: Vec<Face> = faces.into_values().collect();
    if faults.is_empty() {
        faults = decks(&faces);
    }
    if faults.is_empty() { Ok(faces) } else { Err(faults) }
}

/// The tables of a file under a heading, each with what to call it.
pub(crate) fn entries(text: &str, heading: &str, key: &str) -> Result<Vec<(String, Table)>, String> {
    let mut file: Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let format = file.remove("format");
    if format != Some(Value::Integer(1)) {
        return Err(format!("the {heading}s are not written in format 1"));
    }
    let Some(Value::Array(list)) = file.remove(heading) else { return Err(format!("there is no {heading}")) };
    if let Some(other) = file.keys().next() {
        return Err(format!("nobody knows what \"{other}\" is"));
    }
    let named = list.into_iter().map(|entry| match entry {
        Value::Table(table) => match table.get(key) {
            Some(Value::String(id)) => Ok((format!("{heading} {id}"), table)),
            Some(number) => Ok((format!("{heading} {number}"), table)),
            None => Err(format!("a {heading} has no {key}")),
        },
        _ => Err(format!("a {heading} is not a table")),
    });
    named.collect()
}

pub(crate) fn read<T: DeserializeOwned>(table: Table) -> Result<T, String> {
    table.try_into().map_err(|error| error.message().to_owned())
}

/// What is wrong with the cards as decks, each of them being sound.
fn decks(faces: &[Face]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut titles = BTreeMap::new();
    for face in faces {
        if titles.insert(&face.title, ()).is_some() {
            faults.push(format!("two cards are called \"{}\"", face.title));
        }
    }
    for (age, side, count) in DECKS {
        let deck: Vec<&Face> = faces.iter().filter(|face| (face.age, face.side) == (age, side)).collect();
        let name = format!("the deck of {side:?}, {age:?} Age");
        if deck.len() != count {
            faults.push(format!("{name}, has {} cards instead of {count}", deck.len()));
        }
        for (domain, pool) in POOL {
            let needed = if side == Side::France { NAPOLEONS_STRIPES } else { pool };
            let stripes = deck.iter().filter(|face| face.stripe == domain).count();
            if stripes < needed {
                faults.push(format!("{name}, has {stripes} stripes of {domain}; a deal takes {needed}"));
            }
        }
    }
    faults
}

/// A card as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardEntry {
    number: u16,
    title: String,
    year: u16,
    set: Set,
    stripe: Domain,
    symbol: Side,
    tabs: Vec<TabEntry>,
    note: String,
}

/// A deck as it is written.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Set {
    Age1Napoleon,
    Age1Coalition,
    Age2Napoleon,
    Age2Coalition,
}

impl Set {
    fn deck(self) -> (Age, Side) {
        match self {
            Set::Age1Napoleon => (Age::First, Side::France),
            Set::Age1Coalition => (Age::First, Side::Coalition),
            Set::Age2Napoleon => (Age::Second, Side::France),
            Set::Age2Coalition => (Age::Second, Side::Coalition),
        }
    }
}

/// A tab as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TabEntry {
    domain: Domain,
    fg: Option<i8>,
    morale: Option<i8>,
    society: Option<i8>,
    points: Option<u8>,
    peek_hand: Option<Yes>,
    peek_objective: Option<Yes>,
    mp: Option<u8>,
    units: Option<Vec<UnitsEntry>>,
    enlist: Option<Kinds>,
    cost: Option<u8>,
    grognard: Option<GuardEntry>,
    lose_unit: Option<LossEntry>,
    combat: Option<Yes>,
    sp: Option<u8>,
    division: Option<DivisionEntry>,
    retreat_before: Option<Yes>,
    force_retreat: Option<Yes>,
    or_mp: Option<u8>,
    or_grognard: Option<GuardEntry>,
    cost_mp: Option<u8>,
    cond: Option<ConditionEntry>,
    target: Option<TargetEntry>,
    by: Option<Named>,
}

/// `true`; what does not hold is not written.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "bool")]
struct Yes;

impl TryFrom<bool> for Yes {
    type Error = &'static str;
    fn try_from(said: bool) -> Result<Yes, &'static str> {
        said.then_some(Yes).ok_or("what does not hold is left out, not called false")
    }
}

/// A list of kinds, none of them Guard.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "Vec<Kind>")]
struct Kinds(Troops);

impl TryFrom<Vec<Kind>> for Kinds {
    type Error = String;
    fn try_from(kinds: Vec<Kind>) -> Result<Kinds, String> {
        if kinds.is_empty() {
            return Err("a list of kinds is empty".to_owned());
        }
        let mut troops = Troops::NONE;
        for kind in kinds {
            if kind.is_guard() {
                return Err(format!("a card does not speak of {kind}, but of a grognard"));
            }
            if troops.count(kind) > 0 {
                return Err(format!("{kind} is listed twice"));
            }
            troops += Troops::one(kind);
        }
        Ok(Kinds(troops))
    }
}

/// A list of nations.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "Vec<Nation>")]
struct Named(Nations);

impl TryFrom<Vec<Nation>> for Named {
    type Error = String;
    fn try_from(list: Vec<Nation>) -> Result<Named, String> {
        let nations: Nations = list.iter().copied().collect();
        match list.len() {
            0 => Err("a list of nations is empty".to_owned()),
            many if many != usize::from(nations.len()) => Err("a nation is listed twice".to_owned()),
            _ => Ok(Named(nations)),
        }
    }
}

pub(crate) fn places<'de, D: Deserializer<'de>>(deserializer: D) -> Result<AreaSet, D::Error> {
    let ids = Vec::<String>::deserialize(deserializer)?;
    if ids.is_empty() {
        return Err(D::Error::custom("a list of places is empty"));
    }
    Area::listed(&ids).map_err(D::Error::custom)
}

pub(crate) fn some_places<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<AreaSet>, D::Error> {
    places(deserializer).map(Some)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitsEntry {
    kind: Kind,
    count: u8,
    #[serde(rename = "where", default, deserialize_with = "some_places")]
    places: Option<AreaSet>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct GuardEntry {
    kind: Kind,
    count: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LossEntry {
    kind: Kinds,
    nation: Named,
    #[serde(rename = "where", default, deserialize_with = "some_places")]
    places: Option<AreaSet>,
    count: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DivisionEntry {
    min_morale: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConditionEntry {
    battle: Option<Ground>,
    role: Option<Role>,
    against: Option<Named>,
    #[serde(rename = "in", default, deserialize_with = "some_places")]
    places: Option<AreaSet>,
    with: Option<Kinds>,
    own_home: Option<Yes>,
    allied: Option<Yes>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum TargetEntry {
    OneCoalition,
    Coalition,
    Napoleon,
    England,
    Prussia,
    Austria,
    Russia,
}

impl TargetEntry {
    fn target(self) -> Target {
        match self {
            TargetEntry::OneCoalition => Target::OneCoalition,
            TargetEntry::Coalition => Target::Coalition,
            TargetEntry::Napoleon => Target::Nation(Nation::France),
            TargetEntry::England => Target::Nation(Nation::England),
            TargetEntry::Prussia => Target::Nation(Nation::Prussia),
            TargetEntry::Austria => Target::Nation(Nation::Austria),
            TargetEntry::Russia => Target::Nation(Nation::Russia),
        }
    }
}

/// An error unless this holds.
pub(crate) fn must(holds: bool, fault: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(fault()) }
}

/// The number, which must be in the range.
pub(crate) fn within(what: &str, number: u8, most: u8) -> Result<u8, String> {
    must((1..=most).contains(&number), || format!("{what} is {number}, not 1 to {most}"))?;
    Ok(number)
}

fn face(entry: CardEntry) -> Result<Face, String> {
    let (age, side) = entry.set.deck();
    must(!entry.title.is_empty() && !entry.note.is_empty(), || "it has no title or no note".to_owned())?;
    let years = match age {
        Age::First => 1795..=1804,
        Age::Second => 1805..=1812,
    };
    must(years.contains(&entry.year), || format!("{} is not in the {age:?} Age", entry.year))?;
    let number = entry.tabs.len();
    let card = Deck { age, side, symbol: entry.symbol };
    let tabs = entry.tabs.into_iter().map(|tab| {
        let domain = tab.domain;
        card.tab(tab).map_err(|fault| format!("{domain} tab: {fault}"))
    });
    let tabs = tabs.collect::<Result<Vec<Tab>, String>>()?;
    let tabs: [Tab; 3] = tabs.try_into().map_err(|_| format!("it has {number} tabs, not three"))?;
    let domains = tabs.each_ref().map(|tab| tab.domain);
    must(domains[0] != domains[1] && domains[0] != domains[2] && domains[1] != domains[2], || {
        "two of its tabs are of one domain".to_owned()
    })?;
    must(domains.contains(&entry.stripe), || {
        format!("its stripe is {}, which is none of its tabs", entry.stripe)
    })?;
    let CardEntry { title, year, stripe, symbol, note, .. } = entry;
    Ok(Face { title, year, age, side, stripe, symbol, tabs, note })
}

/// Where a tab is read: some effects are for one side, one Age, or for cards against the other side.
struct Deck {
    age: Age,
    side: Side,
    symbol: Side,
}

impl Deck {
    fn tab(&self, entry: TabEntry) -> Result<Tab, String> {
        for domain in Domain::all() {
            must(domain == entry.domain || !entry.speaks_of(domain), || format!("it speaks of {domain}"))?;
        }
        let by = entry.by.map_or(Nations::ALL, |by| by.0);
        must(
            entry.by.is_none() || self.side == Side::Coalition && (by - Nations::COALITION).is_empty(),
            || "only nations of the Coalition can be named as its users".to_owned(),
        )?;
        let target = entry.target.map(TargetEntry::target);
        let (domain, effect) = (entry.domain, self.effect(entry)?);
        self.check_target(&effect, target)?;
        Ok(Tab { domain, effect, target, by })
    }

    fn effect(&self, entry: TabEntry) -> Result<Effect, String> {
        let amount = |what: Option<i8>, most: i8| match what {
            None => Err("its number is missing".to_owned()),
            Some(amount) if amount == 0 || amount.abs() > most => {
                Err(format!("it moves by {amount}, not by 1 to {most}"))
            }
            Some(amount) => Ok(amount),
        };
        Ok(match entry.domain {
            Domain::Finance => Effect::Money(amount(entry.fg, 5)?),
            Domain::Morale => Effect::Morale(amount(entry.morale, 3)?),
            Domain::Society => Effect::Society(amount(entry.society, 3)?),
            Domain::Diplomacy => {
                let points =
                    within("its number of points", entry.points.ok_or("its points are missing")?, 2)?;
                let peek = match (entry.peek_hand, entry.peek_objective) {
                    (None, None) => None,
                    (None, Some(_)) => Some(Peek::Objective),
                    (Some(_), None) if self.side == Side::Coalition => Some(Peek::Hand),
                    (Some(_), None) => return Err("Napoleon need not look at his own hand".to_owned()),
                    (Some(_), Some(_)) => return Err("it shows both a hand and an objective".to_owned()),
                };
                Effect::Diplomacy { points, peek }
            }
            Domain::Military => Effect::Military(self.military(entry)?),
        })
    }

    /// A loss names who loses, and is on a card against the other side; nothing else names anybody.
    fn check_target(&self, effect: &Effect, target: Option<Target>) -> Result<(), String> {
        let against = self.symbol != self.side;
        let lost = match effect {
            Effect::Money(amount) | Effect::Morale(amount) | Effect::Society(amount) => *amount < 0,
            Effect::Military(Military { main: Main::Lose { nations, .. }, .. }) => {
                must(against, || "a unit is lost by a card against the other side only".to_owned())?;
                must((*nations - self.symbol.nations()).is_empty(), || {
                    "a unit is lost by a nation of the other side only".to_owned()
                })?;
                false
            }
            _ => false,
        };
        let Some(target) = target else {
            return must(!lost, || "nobody is named who loses".to_owned());
        };
        must(lost, || "somebody is named who loses, but there is no loss".to_owned())?;
        must(against, || "a loss is on a card against the other side only".to_owned())?;
        let fits = match (self.symbol, target) {
            (Side::France, target) => target == Target::Nation(Nation::France),
            (Side::Coalition, Target::Coalition) => matches!(effect, Effect::Society(_)),
            (Side::Coalition, Target::OneCoalition) => !matches!(effect, Effect::Society(_)),
            (Side::Coalition, Target::Nation(nation)) => {
                nation.is_coalition() && !matches!(effect, Effect::Society(_))
            }
        };
        must(fits, || "this cannot be lost by whom it names".to_owned())
    }

    fn military(&self, mut entry: TabEntry) -> Result<Military, String> {
        let main = self.main(&mut entry)?;
        let is_combat = main.is_combat();
        must(is_combat == entry.combat.is_some(), || match is_combat {
            true => "an effect in combat is not marked as one".to_owned(),
            false => "it is marked as an effect in combat and is none".to_owned(),
        })?;
        let is_enlistment = matches!(main, Main::Enlist(_));
        must(is_enlistment == entry.cost.is_some(), || match is_enlistment {
            true => "units are enlisted, but at no price".to_owned(),
            false => "it has a price in FG, but enlists nobody".to_owned(),
        })?;
        must(entry.or_mp.is_none() || !matches!(main, Main::Mp(_)), || "MP instead of MP".to_owned())?;
        let or_mp = entry.or_mp.map(|mp| within("the MP instead", mp, 10)).transpose()?;
        must(entry.or_grognard.is_none() || is_combat, || {
            "grognards instead are for effects in combat only".to_owned()
        })?;
        let or_guard = entry.or_grognard.map(|guard| self.guard(guard)).transpose()?;
        let cost_mp = entry.cost_mp.map_or(Ok(0), |mp| within("its price in MP", mp, 10))?;
        let cost = entry.cost.map_or(Ok(0), |fg| within("its price in FG", fg, 15))?;
        must(entry.cond.is_none() || is_combat, || "conditions are for effects in combat only".to_owned())?;
        let mut cond = entry.cond.map_or(Ok(Condition::default()), |cond| self.condition(cond))?;
        if cond.battle.is_none() && matches!(main, Main::Strength(_) | Main::Division { .. }) {
            cond.battle = Some(Ground::Land);
        }
        if let (Some(battle), Some(places)) = (cond.battle, &cond.places) {
            must(places.iter().all(|area| area.is_sea() == (battle == Ground::Sea)), || {
                format!("there is no combat at {battle:?} in all of these places").to_lowercase()
            })?;
        }
        Ok(Military { main, or_mp, or_guard, cost_mp, cost, cond })
    }

    /// The one thing that the tab does first of all.
    fn main(&self, entry: &mut TabEntry) -> Result<Main, String> {
        let mut all = Vec::new();
        if let Some(mp) = entry.mp {
            all.push(Main::Mp(within("its MP", mp, 10)?));
        }
        if let Some(units) = entry.units.take() {
            must(!units.is_empty(), || "a list of units is empty".to_owned())?;
            all.push(Main::Units(units.into_iter().map(gift).collect::<Result<_, _>>()?));
        }
        if let Some(Kinds(kinds)) = entry.enlist {
            must(kinds.count(Kind::Frigate) == 0, || "no card enlists a frigate".to_owned())?;
            all.push(Main::Enlist(kinds));
        }
        if let Some(guard) = entry.grognard {
            let (kind, count) = self.guard(guard)?;
            all.push(Main::Guard { kind, count });
        }
        if let Some(loss) = entry.lose_unit.take() {
            let LossEntry { kind: Kinds(kinds), nation: Named(nations), places, count } = loss;
            must(kinds.kinds().all(|kind| fits(kind, &places)), || {
                "a kind cannot be in its places".to_owned()
            })?;
            all.push(Main::Lose { kinds, nations, places, count: within("the units lost", count, 3)? });
        }
        if let Some(sp) = entry.sp {
            all.push(Main::Strength(within("its SP", sp, 5)?));
        }
        if let Some(DivisionEntry { min_morale: above }) = entry.division {
            must(self.side == Side::France, || "only Napoleon divides his enemies".to_owned())?;
            all.push(Main::Division { above: within("the Morale to exceed", above, 15)? });
        }
        all.extend(entry.retreat_before.map(|_| Main::RetreatBefore));
        all.extend(entry.force_retreat.map(|_| Main::PushBack));
        let number = all.len();
        let [main] = <[Main; 1]>::try_from(all).map_err(|_| format!("it does {number} things, not one"))?;
        Ok(main)
    }

    /// Guards are Napoleon's; in the first Age cards make no cavalry of them (N-15-grognard-age1).
    fn guard(&self, GuardEntry { kind, count }: GuardEntry) -> Result<(Kind, u8), String> {
        must(self.side == Side::France, || "only Napoleon has grognards".to_owned())?;
        let most = match kind {
            Kind::Infantry => 5,
            Kind::Cavalry if self.age == Age::Second => 2,
            Kind::Cavalry => return Err("no cavalry joins the Guard in the first Age".to_owned()),
            _ => return Err(format!("no {kind} joins the Guard")),
        };
        Ok((kind, within("the number of grognards", count, most)?))
    }

    fn condition(&self, entry: ConditionEntry) -> Result<Condition, String> {
        let against = entry.against.map_or(Nations::NONE, |named| named.0);
        must(self.side == Side::Coalition || !against.contains(Nation::France), || {
            "Napoleon does not fight himself".to_owned()
        })?;
        let cond = Condition {
            battle: entry.battle,
            role: entry.role,
            against,
            places: entry.places,
            with: entry.with.map_or(Troops::NONE, |kinds| kinds.0),
            own_home: entry.own_home.is_some(),
            allied: entry.allied.is_some(),
        };
        must(cond != Condition::default(), || "its condition says nothing".to_owned())?;
        Ok(cond)
    }
}

impl TabEntry {
    /// Whether it has a key that belongs to this domain.
    fn speaks_of(&self, domain: Domain) -> bool {
        match domain {
            Domain::Finance => self.fg.is_some(),
            Domain::Morale => self.morale.is_some(),
            Domain::Society => self.society.is_some(),
            Domain::Diplomacy => {
                self.points.is_some() || self.peek_hand.is_some() || self.peek_objective.is_some()
            }
            Domain::Military => {
                let numbers = [self.mp, self.cost, self.sp, self.or_mp, self.cost_mp];
                let marks = [self.combat, self.retreat_before, self.force_retreat];
                let guards = [self.grognard, self.or_grognard];
                numbers.iter().any(Option::is_some)
                    || marks.iter().any(Option::is_some)
                    || guards.iter().any(Option::is_some)
                    || self.units.is_some()
                    || self.enlist.is_some()
                    || self.lose_unit.is_some()
                    || self.division.is_some()
                    || self.cond.is_some()
            }
        }
    }
}

/// Whether a kind of unit can be in one of the places at all.
pub(crate) fn fits(kind: Kind, places: &Option<AreaSet>) -> bool {
    let Some(places) = places else { return true };
    places.iter().any(|area| area.is_sea() == (kind == Kind::Frigate))
}

fn gift(UnitsEntry { kind, count, places }: UnitsEntry) -> Result<Gift, String> {
    must(!kind.is_guard(), || format!("a card grants no {kind}, but a grognard"))?;
    let count = within("the number of units", count, 4)?;
    if let Some(places) = &places {
        must(places.iter().all(|area| area.is_sea() == (kind == Kind::Frigate)), || {
            format!("{kind} cannot be in all of its places")
        })?;
    }
    Ok(Gift { kind, count, places })
}

#[cfg(test)]
#[path = "grammar/tests.rs"]
mod tests;
