//! What nations earn, pay and may build in a year, as `data/production.toml` has it. Rulebook: Production Sources Chart, Production
//! Cost Chart, Production Limits.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::calendar::Date;
use crate::ids::NationId;

/// Where production points come from.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The nation that draws from it in the chart, or the part of Europe in which it is listed.
    pub of: String,
    /// Its city; of two, whoever holds one is paid, and only once.
    pub at: Vec<String>,
    /// Points in each strategic turn.
    pub stars: u8,
    /// What a French conqueror gets, if less.
    conquered: Option<u8>,
    /// What a blockade takes.
    #[serde(default)]
    pub blockade: u8,
    /// Whether a blockade takes nothing from an ally of Britain.
    #[serde(default)]
    pub ally_spared: bool,
    /// Whether it lies in no hex.
    #[serde(default)]
    pub off_map: bool,
}

impl Source {
    /// What it gives to a holder, unless it is blockaded.
    pub fn paid_to(&self, holder: NationId) -> u8 {
        self.conquered.filter(|_| holder == NationId::FRANCE).unwrap_or(self.stars)
    }
}

/// What a strategic turn of work on the lines of Torres Vedras costs (M-fort-7).
const WORKS: u8 = 1;

/// What points are spent on, a unit or a factor at a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Item {
    /// Moving a factor from the mobilization box to the map.
    Mobilizing,
    /// A new factor of infantry.
    Infantry,
    /// A factor of infantry lost in this strategic turn.
    Replacement,
    /// A leader kept in play.
    Leader,
    /// A command point for each operational turn of the season.
    Command,
    /// New cavalry.
    Cavalry,
    /// New artillery.
    Artillery,
    /// A supply unit.
    Supply,
    /// Making a depot of a supply unit.
    Depot,
    /// A point of sea lift.
    SeaLift,
    /// A factor of ships.
    Ship,
    /// A sixth of the works of Torres Vedras.
    Works,
    /// Army Reform.
    Reform,
}

impl Item {
    /// "a command point".
    pub fn name(self) -> &'static str {
        match self {
            Item::Mobilizing => "a factor from the mobilization box",
            Item::Infantry => "a factor of infantry",
            Item::Replacement => "a replacement point",
            Item::Leader => "the upkeep of a leader",
            Item::Command => "a command point for each turn",
            Item::Cavalry => "a factor of cavalry",
            Item::Artillery => "a factor of artillery",
            Item::Supply => "a supply unit",
            Item::Depot => "a depot",
            Item::SeaLift => "a point of sea lift",
            Item::Ship => "a factor of ships",
            Item::Works => "work on the lines of Torres Vedras",
            Item::Reform => "Army Reform",
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cost {
    points: u8,
    france: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Costs {
    mobilizing: Cost,
    infantry: Cost,
    replacement: Cost,
    leader: Cost,
    command: Cost,
    cavalry: Cost,
    artillery: Cost,
    supply: Cost,
    depot: Cost,
    sea_lift: Cost,
    ship: Cost,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cheaper {
    from: Date,
    points: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Limit {
    nation: NationId,
    factors: [u8; 11],
    reformed: Option<Reformed>,
    against_all: Option<u8>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reformed {
    year: u16,
    factors: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Production {
    source: Vec<Source>,
    british_sea_lift: Vec<Cheaper>,
    limit: Vec<Limit>,
    cost: Costs,
}

static PRODUCTION: LazyLock<Production> = LazyLock::new(|| {
    engine::data::read(include_str!("../data/production.toml"))
        .unwrap_or_else(|error| panic!("production: {error}"))
});

/// Every source of points, in the order of the chart.
pub fn sources() -> &'static [Source] {
    &PRODUCTION.source
}

/// What an item costs a nation; Army Reform has a price of its own ([`reform_cost`]).
pub fn cost(item: Item, nation: NationId, date: Date) -> u8 {
    let costs = &PRODUCTION.cost;
    let cost = match item {
        Item::Mobilizing => costs.mobilizing,
        Item::Infantry => costs.infantry,
        Item::Replacement => costs.replacement,
        Item::Leader => costs.leader,
        Item::Command => costs.command,
        Item::Cavalry => costs.cavalry,
        Item::Artillery => costs.artillery,
        Item::Supply => costs.supply,
        Item::Depot => costs.depot,
        Item::SeaLift if nation == NationId::BRITAIN => {
            let cheaper = PRODUCTION.british_sea_lift.iter().rfind(|cheaper| date >= cheaper.from);
            return cheaper.map_or(costs.sea_lift.points, |cheaper| cheaper.points);
        }
        Item::SeaLift => costs.sea_lift,
        Item::Ship => costs.ship,
        Item::Works => return WORKS,
        Item::Reform => return 0,
    };
    if nation == NationId::FRANCE { cost.france } else { cost.points }
}

/// What Army Reform costs a nation with this balance before production, and this production of the turn (M-cost-15).
pub fn reform_cost(balance: u16, production: u16) -> u16 {
    (balance / 2 + production).max(50)
}

/// What bears on the infantry that a nation may build in a year.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Standing {
    /// It has completed Army Reform.
    pub is_reformed: bool,
    /// It is France, at war with all four other major powers.
    pub is_against_all: bool,
    /// It is Russia, with enemies on its soil.
    pub is_invaded: bool,
}

/// How many infantry factors a nation builds and replaces in a year without harm to its morale, if there is a limit (M-limits-1).
pub fn annual_limit(nation: NationId, year: u16, standing: Standing) -> Option<u8> {
    let limit = PRODUCTION.limit.iter().find(|limit| limit.nation == nation)?;
    if nation == NationId::RUSSIA && standing.is_invaded {
        return None;
    }
    let reformed = limit.reformed.as_ref().filter(|reformed| standing.is_reformed && year == reformed.year);
    let usual = *limit.factors.get(usize::from(year.checked_sub(Date::FIRST.year())?))?;
    let against_all = limit.against_all.filter(|_| standing.is_against_all);
    against_all.or(reformed.map(|reformed| reformed.factors)).or(Some(usual))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::MAP;

    fn total(of: &str, take: impl Fn(&Source) -> u8) -> u8 {
        sources().iter().filter(|source| source.of == of).map(take).sum()
    }

    // proves M-sources-1, M-sources-4, M-sources-5, M-sources-6, M-sources-9
    #[test]
    fn the_powers_draw_what_the_chart_totals() {
        let stars = |of| total(of, |source| source.stars);
        let blockaded = |of| total(of, |source| source.stars - source.blockade);
        assert_eq!((stars("France"), blockaded("France")), (24, 18));
        assert_eq!((stars("Austria"), blockaded("Austria")), (16, 15));
        assert_eq!((stars("Prussia"), blockaded("Prussia")), (12, 9));
        assert_eq!((stars("Britain"), blockaded("Britain")), (22, 17));
        assert_eq!((stars("Russia"), blockaded("Russia")), (16, 12));
        let pairs: Vec<_> =
            sources().iter().filter(|source| source.at.len() > 1).map(|s| &s.at[..]).collect();
        assert_eq!(pairs, [["Bordeaux", "Antwerp"], ["Le Havre", "Nantes"]]);
        let off_map: Vec<_> = sources().iter().filter(|source| source.off_map).map(|s| &s.at[0]).collect();
        assert_eq!(off_map, ["Birmingham", "Manchester", "Empire", "Trade"]);
    }

    // proves M-sources-10
    #[test]
    fn cities_of_no_power_pay_two_to_whoever_holds_them() {
        let powers = ["France", "Austria", "Prussia", "Britain", "Russia"];
        let others: Vec<&Source> =
            sources().iter().filter(|source| !powers.contains(&source.of.as_str())).collect();
        let names: Vec<&str> =
            others.iter().flat_map(|source| source.at.iter().map(String::as_str)).collect();
        let listed = "Copenhagen Stockholm Hamburg Cassel Dresden Munich Warsaw Stuttgart Venice Milan Turin Rome Naples Madrid \
                      Cadiz Lisbon Barcelona Bucharest Salonica Constantinople Smyrna";
        assert_eq!(names, listed.split_whitespace().collect::<Vec<_>>());
        for holder in [NationId::FRANCE, NationId::AUSTRIA, NationId::PRUSSIA] {
            assert!(others.iter().all(|source| source.paid_to(holder) == 2));
        }
    }

    #[test]
    fn stars_of_the_chart_are_on_the_map() {
        let mut listed = 0;
        for source in sources().iter().filter(|source| !source.off_map) {
            for city in &source.at {
                let place = MAP.sources.places.iter().find(|place| place.name == *city);
                assert_eq!(place.map(|place| place.stars), Some(source.stars), "{city}");
                listed += 1;
            }
        }
        assert_eq!(MAP.sources.places.iter().filter(|place| place.stars > 0).count(), listed);
    }

    #[test]
    fn vienna_and_prague_pay_the_french_less() {
        let paid = |city: &str, holder| {
            sources().iter().find(|source| source.at[0] == city).unwrap().paid_to(holder)
        };
        for city in ["Vienna", "Prague"] {
            assert_eq!((paid(city, NationId::AUSTRIA), paid(city, NationId::FRANCE)), (4, 2));
        }
        assert_eq!(paid("Amsterdam", NationId::FRANCE), 4);
    }

    fn price(item: Item, nation: NationId, date: &str) -> u8 {
        cost(item, nation, date.parse().unwrap())
    }

    // proves M-cost-9, M-cost-10
    #[test]
    fn cavalry_is_dear_in_france_and_artillery_elsewhere() {
        for nation in NationId::all() {
            let prices = [Item::Cavalry, Item::Artillery].map(|item| price(item, nation, "1805 Jan-Feb 1"));
            assert_eq!(prices, if nation == NationId::FRANCE { [4, 2] } else { [2, 4] }, "{}", nation.name());
        }
    }

    // proves M-cost-13
    #[test]
    fn sea_lift_becomes_cheaper_for_britain() {
        let lift = |nation, date| price(Item::SeaLift, nation, date);
        let britain = ["1809 Jan-Feb 6", "1809 Mar-Apr 1", "1810 Jan-Feb 6", "1810 Mar-Apr 1"]
            .map(|date| lift(NationId::BRITAIN, date));
        assert_eq!(britain, [3, 2, 2, 1]);
        assert_eq!(lift(NationId::FRANCE, "1811 Jan-Feb 1"), 3);
    }

    #[test]
    fn whatever_costs_all_the_same() {
        let same = [
            (Item::Mobilizing, 1),
            (Item::Infantry, 2),
            (Item::Replacement, 1),
            (Item::Leader, 1),
            (Item::Command, 2),
            (Item::Supply, 2),
            (Item::Depot, 2),
            (Item::Ship, 8),
        ];
        for (item, points) in same {
            for nation in [NationId::FRANCE, NationId::AUSTRIA, NationId::BRITAIN] {
                assert_eq!(price(item, nation, "1805 Jan-Feb 1"), points, "{item:?}");
            }
        }
    }

    // proves M-cost-15
    #[test]
    fn army_reform_costs_fifty_or_more() {
        assert_eq!([reform_cost(12, 16), reform_cost(68, 16), reform_cost(69, 17)], [50, 50, 51]);
    }

    const PLAIN: Standing = Standing { is_reformed: false, is_against_all: false, is_invaded: false };

    // proves M-limits-3, M-limits-4, M-limits-6
    #[test]
    fn limits_of_a_year() {
        let limit = |nation, standing| annual_limit(nation, 1812, standing);
        assert_eq!(limit(NationId::FRANCE, PLAIN), Some(25));
        assert_eq!(limit(NationId::FRANCE, Standing { is_against_all: true, ..PLAIN }), Some(35));
        assert_eq!(limit(NationId::RUSSIA, PLAIN), Some(20));
        assert_eq!(limit(NationId::RUSSIA, Standing { is_invaded: true, ..PLAIN }), None);
        assert_eq!(limit(NationId::FRANCE, Standing { is_invaded: true, ..PLAIN }), Some(25));
        assert_eq!(limit(NationId::SWEDEN, PLAIN), None);
        let russian: Vec<_> =
            (1805..=1815).map(|year| annual_limit(NationId::RUSSIA, year, PLAIN).unwrap()).collect();
        assert_eq!(russian, [10, 11, 12, 13, 14, 15, 16, 20, 20, 20, 20]);
    }

    // proves M-limits-7
    #[test]
    fn reform_raises_a_limit_in_its_year() {
        let both = |nation, year| {
            [false, true]
                .map(|is_reformed| annual_limit(nation, year, Standing { is_reformed, ..PLAIN }).unwrap())
        };
        assert_eq!(both(NationId::AUSTRIA, 1807), [15, 15]);
        assert_eq!(both(NationId::AUSTRIA, 1808), [15, 20]);
        assert_eq!(both(NationId::AUSTRIA, 1809), [20, 20]);
        assert_eq!((both(NationId::PRUSSIA, 1809), both(NationId::PRUSSIA, 1810)), ([10, 15], [15, 15]));
    }
}
