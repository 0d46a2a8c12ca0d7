//! Which set-ups are played: every scenario, number of seats, and value of an option alone, and some mixes.

use std::collections::{BTreeMap, HashSet};

use super::Kit;
use crate::{Chance, Game, Info, OptionKind, OptionSpec, Recorder, Seed, Setup, Stream, Value, Values};

/// How often a mix is tried anew that the game refuses, or that is there already.
const TRIES: usize = 20;

impl<G: Game> Kit<G> {
    /// Every set-up a soak plays, without seeds.
    ///
    /// # Errors
    /// If a value of some option can be played in no scenario, or a limit names no option.
    pub fn setups(&self) -> Result<Vec<Setup>, String> {
        let info = G::info();
        for (option, _) in &self.limits {
            info.option(option).map_err(|error| error.to_string())?;
        }
        // A layer under construction may speak of what is not offered yet.
        for rule in info.ledger.rules().iter().filter(|rule| !info.ledger.is_open(&rule.id)) {
            let unknown =
                |what: &str| format!("{}: rule {} names {what}, which is not there", info.id, rule.id);
            if let Some(option) = rule.option.as_deref().filter(|id| info.option(id).is_err()) {
                return Err(unknown(option));
            }
            let scenario =
                rule.scenarios.iter().find(|&id| info.scenarios.iter().all(|known| known.id != id));
            if let Some(scenario) = scenario {
                return Err(unknown(scenario));
            }
        }
        let mut setups = Found::default();
        let mut unseen: BTreeMap<(&str, String), String> = BTreeMap::new();
        let mut refused: Vec<String> = Vec::new();
        for scenario in &info.scenarios {
            for seats in scenario.seats.iter() {
                let plain = Setup::new(scenario.id, seats, Seed([0; 32]));
                if let Err(error) = setups.add::<G>(self.finished(plain.clone(), None)) {
                    refused.push(format!("{} with {seats} seats: {error}", scenario.id));
                }
                for option in &info.options {
                    for value in values(option) {
                        let mut setup = plain.clone();
                        switch(info, &mut setup, option.id, value.clone());
                        let tried = setups.add::<G>(self.finished(setup, Some(option.id)));
                        let seen = unseen.entry((option.id, value.to_string())).or_insert_with(|| "".into());
                        match tried {
                            Ok(_) => *seen = "played".to_owned(),
                            Err(error) if seen != "played" => *seen = error,
                            Err(_) => {}
                        }
                    }
                }
            }
        }
        if let Some(refused) = refused.first() {
            return Err(format!("{}: a scenario cannot be played as it is: {refused}", info.id));
        }
        if let Some(((option, value), error)) = unseen.iter().find(|(_, seen)| *seen != "played") {
            return Err(format!("{}: option {option} can be {value} in no scenario: {error}", info.id));
        }
        let mut chance = Stream::from_number(1805);
        for _ in 0..self.mixes {
            for _ in 0..TRIES {
                let mix = mix(info, &mut chance);
                if setups.add::<G>(self.finished(mix, None)) == Ok(true) {
                    break;
                }
            }
        }
        Ok(setups.list)
    }

    /// With the limits and the game's own adjustments.
    fn finished(&self, mut setup: Setup, tested: Option<&str>) -> Setup {
        for (option, value) in &self.limits {
            if tested != Some(option) {
                switch(G::info(), &mut setup, option, value.clone());
            }
        }
        (self.adjust)(&mut setup, tested);
        setup
    }
}

/// Sound set-ups, each once.
#[derive(Default)]
struct Found {
    list: Vec<Setup>,
    known: HashSet<String>,
}

impl Found {
    /// Adds a set-up, if it is sound. Whether it is new.
    fn add<G: Game>(&mut self, setup: Setup) -> Result<bool, String> {
        let settings = G::info().resolve(&setup).map_err(|error| error.to_string())?;
        G::new(&setup, &mut Recorder::silent()).map_err(|error| error.to_string())?;
        let values: Vec<String> = settings.values.iter().map(|(id, value)| format!("{id}={value}")).collect();
        let new = self.known.insert(format!("{} {} {}", setup.scenario, setup.seats, values.join(" ")));
        if new {
            self.list.push(setup);
        }
        Ok(new)
    }
}

/// The values of an option that are tried: all, or the ends and the default of a number.
fn values(option: &OptionSpec) -> Vec<Value> {
    match &option.kind {
        OptionKind::Flag => vec![false.into(), true.into()],
        OptionKind::Number { min, max } => {
            let mut values = vec![Value::Number(*min), option.default.clone(), Value::Number(*max)];
            values.dedup();
            values
        }
        OptionKind::Choice { choices } => choices.iter().map(|choice| choice.id.into()).collect(),
    }
}

/// Standing orders at random.
pub(super) fn orders(info: &Info, chance: &mut Stream) -> Result<Values, String> {
    let drawn = info.orders.iter().filter_map(|order| {
        let value = chance.pick(&values(order)).cloned()?;
        Some((order.id.to_owned(), value))
    });
    info.ordered(&drawn.collect()).map_err(|error| error.to_string())
}

/// A random scenario with about a third of the options changed.
fn mix(info: &Info, chance: &mut Stream) -> Setup {
    let scenario = &info.scenarios[chance.index(info.scenarios.len())];
    let range = u32::from(scenario.seats.max - scenario.seats.min) + 1;
    let seats = scenario.seats.min + chance.below(range) as u8;
    let mut setup = Setup::new(scenario.id, seats, Seed([0; 32]));
    let mut options: Vec<&OptionSpec> = info.options.iter().collect();
    chance.shuffle(&mut options);
    for option in options {
        let values = values(option);
        if chance.below(3) == 0 {
            switch(info, &mut setup, option.id, values[chance.index(values.len())].clone());
        }
    }
    setup
}

/// The value an option has in `setup`.
fn value_in(info: &Info, setup: &Setup, option: &OptionSpec) -> Value {
    let scenario = info.scenario(&setup.scenario);
    let default = scenario.and_then(|scenario| scenario.defaults.iter().find(|(id, _)| *id == option.id));
    let default = default.map_or(&option.default, |(_, value)| value);
    setup.options.get(option.id).unwrap_or(default).clone()
}

/// Sets an option, and with it whatever it needs, excludes, or is needed for.
fn switch(info: &Info, setup: &mut Setup, id: &str, value: Value) {
    let Ok(option) = info.option(id) else { return };
    let on = option.is_on(&value);
    setup.options.insert(id.to_owned(), value);
    for other in info.options.iter().filter(|other| other.id != id) {
        let other_on = other.is_on(&value_in(info, setup, other));
        let clash = option.excludes.contains(&other.id) || other.excludes.contains(&option.id);
        let set = match on {
            true if !other_on && option.needs.contains(&other.id) => on_value(other),
            true if other_on && clash => off_value(other),
            false if other_on && other.needs.contains(&option.id) => off_value(other),
            _ => None,
        };
        if let Some(set) = set {
            switch(info, setup, other.id, set);
        }
    }
}

fn on_value(option: &OptionSpec) -> Option<Value> {
    if option.is_on(&option.default) {
        return Some(option.default.clone());
    }
    values(option).into_iter().rev().find(|value| option.is_on(value))
}

fn off_value(option: &OptionSpec) -> Option<Value> {
    match &option.kind {
        OptionKind::Number { min, max } => (min..=max).contains(&&0).then_some(Value::Number(0)),
        _ => values(option).into_iter().find(|value| !option.is_on(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Skirmish;

    #[test]
    fn every_value_of_every_option_is_played_and_limits_hold_elsewhere() {
        let kit = Kit::<Skirmish>::new().limit("rounds", 3).mixes(5);
        let setups = kit.setups().unwrap();
        let rounds = |value: i32| setups.iter().filter(|s| s.options["rounds"] == value.into()).count();
        assert!([1, 4, 5].iter().all(|&number| rounds(number) >= 4));
        assert!(setups.iter().any(|s| s.seats == 4 && s.options.get("gambles") == Some(&true.into())));
        assert_eq!(setups.iter().filter(|s| s.scenario == "bridge").map(|s| s.seats).max(), Some(2));
        let wrong = Kit::<Skirmish>::new().limit("mud", true).setups().unwrap_err();
        assert_eq!(wrong, "skirmish has no option \"mud\"; it has gambles, rounds");
    }

    #[test]
    fn an_option_that_can_be_played_nowhere_is_a_failure() {
        let forced = |setup: &mut Setup, _: Option<&str>| {
            if setup.options.get("rounds") == Some(&5.into()) {
                setup.seats = 9;
            }
        };
        let failure = Kit::<Skirmish>::new().adjust(forced).setups().unwrap_err();
        assert!(failure.starts_with("skirmish: option rounds can be 5 in no scenario: "), "{failure}");
    }

    #[test]
    fn an_option_brings_along_what_it_needs_and_drops_what_it_excludes() {
        let flag = |id, default: bool, needs, excludes| OptionSpec {
            id,
            title: id,
            help: "",
            group: "",
            rule: None,
            kind: OptionKind::Flag,
            default: default.into(),
            needs,
            excludes,
        };
        let ledger = Skirmish::info().ledger;
        let scenario = crate::Scenario {
            id: "a",
            title: "a",
            blurb: "",
            seats: crate::SeatRange::new(2, 2),
            defaults: vec![("open", true.into())],
        };
        let options = vec![
            flag("fog", false, vec![], vec!["open"]),
            flag("scouts", false, vec!["fog"], vec![]),
            flag("open", false, vec![], vec![]),
            flag("flags", true, vec!["open"], vec![]),
        ];
        let seats = crate::SeatRange::new(2, 2);
        let (id, title, blurb, scenarios, presets, orders) = ("x", "", "", vec![scenario], vec![], vec![]);
        let (layers, glossary) = (vec![], vec![]);
        let info = Info {
            id,
            title,
            blurb,
            revision: 1,
            seats,
            scenarios,
            options,
            presets,
            orders,
            layers,
            glossary,
            ledger,
        };
        let mut setup = Setup::new("a", 2, Seed([0; 32]));
        info.resolve(&setup).unwrap();
        switch(&info, &mut setup, "scouts", true.into());
        let settings = info.resolve(&setup).unwrap();
        assert_eq!(
            ["fog", "scouts", "open", "flags"].map(|id| settings.values.flag(id)),
            [true, true, false, false]
        );
        switch(&info, &mut setup, "fog", false.into());
        assert!(!info.resolve(&setup).unwrap().values.flag("scouts"));
    }
}
