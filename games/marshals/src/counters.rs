//! The counters in the box: how much of each arm a nation can ever have on the map. Rulebook: Counter Types, Production Limits.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::ids::NationId;

/// The counters of a nation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mix {
    /// Whose they are.
    pub nation: NationId,
    /// Infantry of 5 factors.
    #[serde(default)]
    pub five: u8,
    /// Infantry of 4.
    #[serde(default)]
    pub four: u8,
    /// Infantry of 3.
    #[serde(default)]
    pub three: u8,
    /// Infantry of 2 on one side and 1 on the other.
    #[serde(default)]
    pub small: u8,
    /// Cavalry, a factor each.
    #[serde(default)]
    pub cavalry: u8,
    /// Artillery, a factor each.
    #[serde(default)]
    pub artillery: u8,
    /// Cossacks.
    #[serde(default)]
    pub cossacks: u8,
    /// Factors of ships.
    #[serde(default)]
    pub ships: u8,
    /// Supply units, with depots on their backs.
    #[serde(default)]
    pub supply: u8,
    /// The most infantry factors, if the counters could show more.
    pub most: Option<u8>,
}

impl Mix {
    /// How many infantry factors the counters show at most.
    pub fn infantry(&self) -> u8 {
        let shown = 5 * self.five + 4 * self.four + 3 * self.three + 2 * self.small;
        self.most.map_or(shown, |most| most.min(shown))
    }

    /// The sum of the larger infantry counters, which the rulebook gives as a guide (M-limits-10).
    pub fn guide(&self) -> u8 {
        5 * self.five + 4 * self.four + 3 * self.three
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counters {
    mix: Vec<Mix>,
    shown_by: Vec<ShownBy>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShownBy {
    nation: NationId,
    by: NationId,
}

static COUNTERS: LazyLock<Counters> = LazyLock::new(|| {
    engine::data::read(include_str!("../data/counters.toml"))
        .unwrap_or_else(|error| panic!("the counters: {error}"))
});

/// The counters of a nation, if it has some of its own.
pub fn mix(nation: NationId) -> Option<&'static Mix> {
    COUNTERS.mix.iter().find(|mix| mix.nation == nation)
}

/// Whose counters show the troops of a nation: its own, or those of another.
pub fn shown_by(nation: NationId) -> NationId {
    COUNTERS.shown_by.iter().find(|line| line.nation == nation).map_or(nation, |line| line.by)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str) -> &'static Mix {
        mix(NationId::find(name).unwrap()).unwrap_or_else(|| panic!("{name} has counters"))
    }

    #[test]
    fn the_larger_counters_add_up_to_the_guide_totals() {
        let guide = [("France", 100), ("Austria", 70), ("Russia", 70), ("Prussia", 67), ("Britain", 44)];
        for (nation, factors) in guide {
            assert_eq!(of(nation).guide(), factors, "{nation}");
        }
        assert_eq!((of("France").infantry(), of("Russia").infantry()), (148, 102));
    }

    #[test]
    fn small_armies_and_navies() {
        assert_eq!((of("Portugal").infantry(), of("Portugal").small), (6, 6));
        assert_eq!((of("Denmark").infantry(), of("Denmark").ships), (0, 10));
        assert_eq!(of("Russia").cossacks, 6);
        let others = NationId::all().filter(|nation| *nation != NationId::RUSSIA).filter_map(mix);
        assert!(others.map(|mix| mix.cossacks).all(|cossacks| cossacks == 0));
    }

    #[test]
    fn troops_without_counters_are_shown_by_another_nation() {
        let by = |name| shown_by(NationId::find(name).unwrap()).name();
        assert_eq!(
            (by("Netherlands"), by("Kingdom of Italy"), by("Saxony")),
            ("Britain", "France", "Saxony")
        );
        let borrowed = COUNTERS.shown_by.iter();
        assert!(borrowed.clone().all(|line| mix(line.nation).is_none() && mix(line.by).is_some()));
    }
}
