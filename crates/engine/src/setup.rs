//! What a game offers (scenarios, options, presets) and what a table chose of it.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Denied, Layer, Ledger, RuleId, Seed};

/// All that is known of a game before it is played.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Info {
    /// Short id, as in `grognard play campaign`.
    pub id: &'static str,
    /// Name on the box.
    pub title: &'static str,
    /// One or two sentences.
    pub blurb: &'static str,
    /// Raised whenever a recorded journal could play differently.
    pub revision: u32,
    /// Fewest and most seats.
    pub seats: SeatRange,
    /// The scenarios; the first is the one to begin with.
    pub scenarios: Vec<Scenario>,
    /// Everything a table may choose.
    pub options: Vec<OptionSpec>,
    /// Sensible sets of choices.
    pub presets: Vec<Preset>,
    /// Standing orders: decisions a seat may take ahead, each off by default.
    pub orders: Vec<OptionSpec>,
    /// What can be laid over the map on demand.
    pub layers: Vec<Layer>,
    /// Words and abbreviations that players meet at the table, and what they mean.
    pub glossary: Vec<Term>,
    /// The rules.
    #[serde(skip)]
    pub ledger: &'static Ledger,
}

/// A word or abbreviation that players meet at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Term {
    /// As it is written.
    pub term: &'static str,
    /// What it means, in a sentence.
    pub meaning: &'static str,
}

/// Fewest and most seats, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct SeatRange {
    /// Fewest.
    pub min: u8,
    /// Most.
    pub max: u8,
}

impl SeatRange {
    /// From `min` to `max`.
    pub const fn new(min: u8, max: u8) -> SeatRange {
        SeatRange { min, max }
    }

    /// Whether so many may play.
    pub fn contains(self, seats: u8) -> bool {
        (self.min..=self.max).contains(&seats)
    }

    /// Every number of seats.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        self.min..=self.max
    }
}

impl fmt::Display for SeatRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.min == self.max {
            write!(f, "{}", self.min)
        } else {
            write!(f, "{} to {}", self.min, self.max)
        }
    }
}

/// A scenario.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Scenario {
    /// Short id.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// One sentence.
    pub blurb: &'static str,
    /// How many may play it.
    pub seats: SeatRange,
    /// Where it differs from the options' own defaults.
    pub defaults: Vec<(&'static str, Value)>,
}

/// Something a table may choose.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct OptionSpec {
    /// Short id.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// What it does, in a sentence or two.
    pub help: &'static str,
    /// Heading it is listed under.
    pub group: &'static str,
    /// The rule it switches.
    pub rule: Option<RuleId>,
    /// What values it takes.
    #[serde(flatten)]
    pub kind: OptionKind,
    /// Its value where neither the scenario nor the table says otherwise.
    pub default: Value,
    /// Options that must be on for this one to be on.
    pub needs: Vec<&'static str>,
    /// Options that must be off for this one to be on.
    pub excludes: Vec<&'static str>,
}

impl OptionSpec {
    /// A rule that is off until a table switches it on.
    pub fn flag(
        group: &'static str,
        id: &'static str,
        title: &'static str,
        rule: RuleId,
        help: &'static str,
    ) -> OptionSpec {
        OptionSpec {
            id,
            title,
            help,
            group,
            rule: Some(rule),
            kind: OptionKind::Flag,
            default: false.into(),
            needs: vec![],
            excludes: vec![],
        }
    }

    /// The same, on until a table switches it off.
    #[must_use]
    pub fn starting_on(self) -> OptionSpec {
        OptionSpec { default: true.into(), ..self }
    }

    /// The same with one of these to choose, by id and title, instead of on and off; the first unless a table says otherwise.
    ///
    /// # Panics
    /// If there is nothing to choose.
    #[must_use]
    pub fn choosing(self, alternatives: &[(&'static str, &'static str)]) -> OptionSpec {
        let choices = alternatives.iter().map(|&(id, title)| Alternative { id, title }).collect();
        OptionSpec { kind: OptionKind::Choice { choices }, default: alternatives[0].0.into(), ..self }
    }

    /// A standing order: to be asked, or one of these answers by id and title.
    pub fn order(
        id: &'static str,
        title: &'static str,
        help: &'static str,
        group: &'static str,
        rule: RuleId,
        answers: &[(&'static str, &'static str)],
    ) -> OptionSpec {
        let answers = [&[("ask", "Ask me")], answers].concat();
        OptionSpec::flag(group, id, title, rule, help).choosing(&answers)
    }
}

/// What values an option takes.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum OptionKind {
    /// On or off.
    Flag,
    /// A whole number.
    Number {
        /// Least.
        min: i32,
        /// Most.
        max: i32,
    },
    /// One of a list.
    Choice {
        /// What can be chosen; the first counts as "off".
        choices: Vec<Alternative>,
    },
}

/// One of the values of an option that is chosen from a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Alternative {
    /// Short id.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Value {
    /// On or off.
    Flag(bool),
    /// A whole number.
    Number(i32),
    /// One of a list.
    Choice(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Flag(on) => f.write_str(if *on { "on" } else { "off" }),
            Value::Number(number) => write!(f, "{number}"),
            Value::Choice(choice) => f.write_str(choice),
        }
    }
}

impl From<bool> for Value {
    fn from(on: bool) -> Value {
        Value::Flag(on)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Value {
        Value::Number(number)
    }
}

impl From<&str> for Value {
    fn from(choice: &str) -> Value {
        Value::Choice(choice.to_owned())
    }
}

impl OptionSpec {
    /// Reads a value as typed by a person: `on`, `off`, a number, or the id of an alternative.
    ///
    /// # Errors
    /// If the option takes no such value.
    pub fn read(&self, text: &str) -> Result<Value, SetupError> {
        let value = match (&self.kind, text) {
            (OptionKind::Flag, "on" | "true" | "yes") => Value::Flag(true),
            (OptionKind::Flag, "off" | "false" | "no") => Value::Flag(false),
            (OptionKind::Number { .. }, _) if text.parse::<i32>().is_ok() => {
                Value::Number(text.parse().unwrap_or(0))
            }
            _ => Value::Choice(text.to_owned()),
        };
        self.accept(&value)?;
        Ok(value)
    }

    /// Whether the option takes this value.
    fn accept(&self, value: &Value) -> Result<(), SetupError> {
        let fits = match (&self.kind, value) {
            (OptionKind::Flag, Value::Flag(_)) => true,
            (OptionKind::Number { min, max }, Value::Number(number)) => (min..=max).contains(&number),
            (OptionKind::Choice { choices }, Value::Choice(choice)) => choices.iter().any(|c| c.id == choice),
            _ => false,
        };
        if fits {
            return Ok(());
        }
        Err(SetupError::BadValue { option: self.id, value: value.to_string(), takes: self.takes() })
    }

    /// What the option takes, for a person.
    pub fn takes(&self) -> String {
        match &self.kind {
            OptionKind::Flag => "on or off".to_owned(),
            OptionKind::Number { min, max } => format!("a whole number from {min} to {max}"),
            OptionKind::Choice { choices } => choices.iter().map(|c| c.id).collect::<Vec<_>>().join(", "),
        }
    }

    /// Whether `value` means that the option is in force.
    pub fn is_on(&self, value: &Value) -> bool {
        match (&self.kind, value) {
            (_, Value::Flag(on)) => *on,
            (_, Value::Number(number)) => *number != 0,
            (OptionKind::Choice { choices }, Value::Choice(choice)) => {
                choices.first().is_none_or(|c| c.id != choice)
            }
            (_, Value::Choice(_)) => true,
        }
    }
}

/// A sensible set of choices with a name.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Preset {
    /// Short id.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// The scenario it is for.
    pub scenario: &'static str,
    /// How many may play it.
    pub seats: SeatRange,
    /// What it sets.
    pub options: Vec<(&'static str, Value)>,
}

/// All that a game starts from: with the journal, all that a game is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The scenario's id.
    pub scenario: String,
    /// Options that differ from the scenario's defaults.
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
    /// How many seats.
    pub seats: u8,
    /// Where chance starts.
    pub seed: Seed,
}

impl Setup {
    /// A scenario with its default options.
    pub fn new(scenario: &str, seats: u8, seed: Seed) -> Setup {
        Setup { scenario: scenario.to_owned(), options: BTreeMap::new(), seats, seed }
    }

    /// The same with one option set.
    #[must_use]
    pub fn with(mut self, option: &str, value: impl Into<Value>) -> Setup {
        self.options.insert(option.to_owned(), value.into());
        self
    }
}

/// A set-up that was found good, with every option's value.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The scenario's id.
    pub scenario: &'static str,
    /// How many seats.
    pub seats: u8,
    /// Where chance starts.
    pub seed: Seed,
    /// Every option's value.
    pub values: Values,
}

/// The values of all options, or of all standing orders.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Values(BTreeMap<&'static str, Value>);

impl Values {
    /// The value of an option.
    ///
    /// # Panics
    /// If the game has no such option: the game's own mistake, not the user's.
    pub fn value(&self, option: &str) -> &Value {
        self.0.get(option).unwrap_or_else(|| panic!("the game has no option {option}"))
    }

    /// Whether a flag is on.
    pub fn flag(&self, option: &str) -> bool {
        self.value(option) == &Value::Flag(true)
    }

    /// The value of a number.
    pub fn number(&self, option: &str) -> i32 {
        match self.value(option) {
            Value::Number(number) => *number,
            other => panic!("{option} is {other}, not a number"),
        }
    }

    /// The chosen alternative.
    pub fn choice(&self, option: &str) -> &str {
        match self.value(option) {
            Value::Choice(choice) => choice,
            other => panic!("{option} is {other}, not a choice"),
        }
    }

    /// Every option with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(id, value)| (*id, value))
    }
}

/// Why a game cannot be set up so.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SetupError {
    /// No such scenario.
    #[error("{game} has no scenario \"{scenario}\"; it has {known}")]
    UnknownScenario {
        /// The game.
        game: &'static str,
        /// What was asked for.
        scenario: String,
        /// What there is.
        known: String,
    },
    /// No such standing order.
    #[error("{game} has no standing order \"{order}\"; it has {known}")]
    UnknownOrder {
        /// The game.
        game: &'static str,
        /// What was asked for.
        order: String,
        /// What there is.
        known: String,
    },
    /// No such option.
    #[error("{game} has no option \"{option}\"; it has {known}")]
    UnknownOption {
        /// The game.
        game: &'static str,
        /// What was asked for.
        option: String,
        /// What there is.
        known: String,
    },
    /// The option takes no such value.
    #[error("option {option} takes {takes}, not \"{value}\"")]
    BadValue {
        /// The option.
        option: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        takes: String,
    },
    /// Too few or too many seats.
    #[error("{scenario} is for {allowed} players, not {seats}")]
    WrongSeats {
        /// The scenario's name.
        scenario: &'static str,
        /// How many may play.
        allowed: SeatRange,
        /// How many were given.
        seats: u8,
    },
    /// An option without another that it builds on.
    #[error("option {option} needs option {needs}: turn {needs} on, or {option} off")]
    Needs {
        /// The option that is on.
        option: &'static str,
        /// The one that is off.
        needs: &'static str,
    },
    /// Two options that contradict each other.
    #[error("options {option} and {other} contradict each other: turn one of them off")]
    Contradiction {
        /// One.
        option: &'static str,
        /// The other.
        other: &'static str,
    },
    /// A rule of the game stands against it.
    #[error("{0}")]
    Denied(#[from] Denied),
}

impl Info {
    /// The scenario with this id.
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|scenario| scenario.id == id)
    }

    /// The option with this id.
    ///
    /// # Errors
    /// If there is none; the message lists those there are.
    pub fn option(&self, id: &str) -> Result<&OptionSpec, SetupError> {
        self.options.iter().find(|option| option.id == id).ok_or_else(|| SetupError::UnknownOption {
            game: self.id,
            option: id.to_owned(),
            known: list(self.options.iter().map(|option| option.id)),
        })
    }

    /// Every option's value under `setup`, if the set-up is sound.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn resolve(&self, setup: &Setup) -> Result<Settings, SetupError> {
        let scenario = self.scenario(&setup.scenario).ok_or_else(|| SetupError::UnknownScenario {
            game: self.id,
            scenario: setup.scenario.clone(),
            known: list(self.scenarios.iter().map(|scenario| scenario.id)),
        })?;
        if !scenario.seats.contains(setup.seats) {
            let (scenario, allowed) = (scenario.title, scenario.seats);
            return Err(SetupError::WrongSeats { scenario, allowed, seats: setup.seats });
        }
        let mut values: BTreeMap<&'static str, Value> =
            self.options.iter().map(|option| (option.id, option.default.clone())).collect();
        values.extend(scenario.defaults.iter().cloned());
        for (id, value) in &setup.options {
            let option = self.option(id)?;
            option.accept(value)?;
            values.insert(option.id, value.clone());
        }
        let is_on = |id: &str| self.option(id).is_ok_and(|option| option.is_on(&values[option.id]));
        for option in self.options.iter().filter(|option| is_on(option.id)) {
            if let Some(needs) = option.needs.iter().find(|id| !is_on(id)) {
                return Err(SetupError::Needs { option: option.id, needs });
            }
            if let Some(other) = option.excludes.iter().find(|id| is_on(id)) {
                return Err(SetupError::Contradiction { option: option.id, other });
            }
        }
        let values = Values(values);
        Ok(Settings { scenario: scenario.id, seats: setup.seats, seed: setup.seed, values })
    }

    /// Every standing order's value, those that were not given being off.
    ///
    /// # Errors
    /// If there is no such order, or it takes no such value.
    pub fn ordered(&self, given: &BTreeMap<String, Value>) -> Result<Values, SetupError> {
        let mut values: BTreeMap<_, _> =
            self.orders.iter().map(|order| (order.id, order.default.clone())).collect();
        for (id, value) in given {
            let order = self.orders.iter().find(|order| order.id == id);
            let order = order.ok_or_else(|| SetupError::UnknownOrder {
                game: self.id,
                order: id.clone(),
                known: list(self.orders.iter().map(|order| order.id)),
            })?;
            order.accept(value)?;
            values.insert(order.id, value.clone());
        }
        Ok(Values(values))
    }
}

fn list<'a>(ids: impl Iterator<Item = &'a str>) -> String {
    ids.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    static LEDGER: LazyLock<Ledger> = LazyLock::new(|| Ledger::parse("rule = []").unwrap());

    fn info() -> Info {
        let flag = |id, needs, excludes| OptionSpec {
            id,
            title: id,
            help: "",
            group: "",
            rule: None,
            kind: OptionKind::Flag,
            default: false.into(),
            needs,
            excludes,
        };
        Info {
            id: "toy",
            title: "Toy",
            blurb: "",
            revision: 1,
            seats: SeatRange::new(2, 4),
            scenarios: vec![Scenario {
                id: "short",
                title: "The short game",
                blurb: "",
                seats: SeatRange::new(2, 3),
                defaults: vec![("rounds", 9.into())],
            }],
            options: vec![
                flag("fog", vec![], vec!["open"]),
                flag("scouts", vec!["fog"], vec![]),
                flag("open", vec![], vec![]),
                OptionSpec {
                    kind: OptionKind::Number { min: 1, max: 20 },
                    default: 5.into(),
                    ..flag("rounds", vec![], vec![])
                },
            ],
            presets: vec![],
            orders: vec![flag("surrender", vec![], vec![])],
            layers: vec![],
            glossary: vec![],
            ledger: &LEDGER,
        }
    }

    fn error(setup: Setup) -> String {
        info().resolve(&setup).unwrap_err().to_string()
    }

    fn short() -> Setup {
        Setup::new("short", 2, Seed([0; 32]))
    }

    #[test]
    fn every_mistake_in_a_setup_gets_its_own_sentence() {
        assert_eq!(error(Setup::new("long", 2, Seed([0; 32]))), "toy has no scenario \"long\"; it has short");
        assert_eq!(error(Setup { seats: 4, ..short() }), "The short game is for 2 to 3 players, not 4");
        assert_eq!(
            error(short().with("mud", true)),
            "toy has no option \"mud\"; it has fog, scouts, open, rounds"
        );
        assert_eq!(error(short().with("fog", 3)), "option fog takes on or off, not \"3\"");
        assert_eq!(
            error(short().with("rounds", 21)),
            "option rounds takes a whole number from 1 to 20, not \"21\""
        );
        assert_eq!(
            error(short().with("scouts", true)),
            "option scouts needs option fog: turn fog on, or scouts off"
        );
        assert_eq!(
            error(short().with("fog", true).with("open", true)),
            "options fog and open contradict each other: turn one of them off"
        );
    }

    #[test]
    fn the_table_overrides_the_scenario_and_the_scenario_the_option() {
        let values = |setup| info().resolve(&setup).unwrap().values;
        assert_eq!(values(short()).number("rounds"), 9);
        assert_eq!(values(short().with("rounds", 3)).number("rounds"), 3);
        assert!(!values(short()).flag("fog"));
    }

    #[test]
    fn an_option_is_off_unless_it_starts_on_or_is_a_choice() {
        let option = || OptionSpec::flag("Rules", "fog", "Fog", crate::rule!("K-1-turn"), "Nobody sees far.");
        assert_eq!((option().default, option().takes().as_str()), (false.into(), "on or off"));
        assert_eq!(option().starting_on().default, true.into());
        let choice = option().choosing(&[("thin", "Thin"), ("thick", "Thick")]);
        assert_eq!((&choice.default, choice.takes().as_str()), (&"thin".into(), "thin, thick"));
        assert!(!choice.is_on(&"thin".into()) && choice.is_on(&"thick".into()));
        let order =
            OptionSpec::order("duck", "Duck", "", "", crate::rule!("K-1-turn"), &[("never", "Never")]);
        assert_eq!((&order.default, order.takes().as_str()), (&"ask".into(), "ask, never"));
    }

    #[test]
    fn standing_orders_are_off_unless_they_are_given() {
        let given = |id: &str, value: Value| info().ordered(&BTreeMap::from([(id.to_owned(), value)]));
        assert!(!info().ordered(&BTreeMap::new()).unwrap().flag("surrender"));
        assert!(given("surrender", true.into()).unwrap().flag("surrender"));
        let error = given("fog", true.into()).unwrap_err().to_string();
        assert_eq!(error, "toy has no standing order \"fog\"; it has surrender");
        assert!(matches!(given("surrender", 1.into()), Err(SetupError::BadValue { .. })));
    }
}
