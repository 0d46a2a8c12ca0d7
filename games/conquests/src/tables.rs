//! What is printed on the boards. Rulebook 3.4, 4, 8.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::effects::Domain;
use crate::nations::{NATIONS, Nation, Side};
use crate::troops::{Kind, Troops};

/// The highest level of Morale.
pub const MORALE_TOP: u8 = 16;

/// The highest level of Society.
pub const SOCIETY_TOP: u8 = 14;

/// Where advisors are placed (N-1-zones).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Zone {
    /// Sets the order of the next turn.
    Initiative,
    /// Finance.
    Finance,
    /// Morale.
    Morale,
    /// Society.
    Society,
    /// Enlists units and buys MP.
    Military,
    /// Makes and breaks Alliances.
    Diplomacy,
}

/// How many zones there are.
pub(crate) const ZONES: usize = 6;

/// The spaces of all zones.
pub(crate) const SPACES: usize = 23;

impl Zone {
    /// All of them, in the order in which their advisors are used.
    pub fn all() -> [Zone; ZONES] {
        [Zone::Initiative, Zone::Finance, Zone::Morale, Zone::Society, Zone::Military, Zone::Diplomacy]
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// Where its first space stands among all.
    #[inline]
    pub(crate) fn first(self) -> usize {
        match self {
            Zone::Initiative => 0,
            Zone::Finance => 5,
            Zone::Morale => 8,
            Zone::Society => 11,
            Zone::Military => 14,
            Zone::Diplomacy => 20,
        }
    }

    /// How many spaces it has (N-7-spaces).
    #[inline]
    pub fn spaces(self) -> u8 {
        match self {
            Zone::Initiative => 5,
            Zone::Finance | Zone::Morale | Zone::Society | Zone::Diplomacy => 3,
            Zone::Military => 6,
        }
    }

    /// What its space of this number, from 1, pays an advisor.
    pub fn space(self, number: u8) -> Space {
        let spaces = match self {
            Zone::Initiative => BOARD.zones.initiative.as_slice(),
            Zone::Finance => &BOARD.zones.finance,
            Zone::Morale => &BOARD.zones.morale,
            Zone::Society => &BOARD.zones.society,
            Zone::Diplomacy => &BOARD.zones.diplomacy,
            Zone::Military => return Space::default(),
        };
        spaces[usize::from(number) - 1]
    }

    /// The domain of the cards played there.
    #[inline]
    pub fn domain(self) -> Option<Domain> {
        match self {
            Zone::Initiative => None,
            Zone::Finance => Some(Domain::Finance),
            Zone::Morale => Some(Domain::Morale),
            Zone::Society => Some(Domain::Society),
            Zone::Military => Some(Domain::Military),
            Zone::Diplomacy => Some(Domain::Diplomacy),
        }
    }

    /// "Initiative".
    pub fn name(self) -> &'static str {
        self.domain().map_or("Initiative", Domain::name)
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a space pays its advisor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Space {
    /// Cards to draw.
    pub cards: u8,
    /// Money.
    pub fg: u8,
    /// Movement points.
    pub mp: u8,
    /// Levels of Morale.
    pub morale: u8,
}

/// What an advisor in a space of the Military zone can buy (N-8.6.2-mp-caps).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MilitarySpace {
    /// MP that can be bought, if no unit is.
    pub ceiling: u8,
    /// Units that can be enlisted in all.
    pub units: u8,
    /// One of each kind that can be enlisted.
    #[serde(deserialize_with = "kinds")]
    pub kinds: Troops,
}

fn kinds<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Troops, D::Error> {
    Ok(Vec::<Kind>::deserialize(deserializer)?.into_iter().collect())
}

impl MilitarySpace {
    /// The space of this number, from 1.
    pub fn numbered(number: u8) -> MilitarySpace {
        BOARD.zones.military[usize::from(number) - 1]
    }
}

/// What a level of Morale or Society pays, once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bonus {
    /// A unit from the National Contingent.
    Unit(Kind),
    /// A unit of this arm becomes Guard.
    Guard(Kind),
    /// Money.
    #[serde(rename = "fg")]
    Money(u8),
    /// Movement points.
    Mp(u8),
    /// Levels of Morale.
    Morale(u8),
}

/// What the level of a nation's Morale pays (N-8.3-table-france, N-8.3-table-coalition, N-8.3-table-low).
#[inline]
pub fn morale_bonus(nation: Nation, level: u8) -> Option<Bonus> {
    BOARD.morale[nation.index()][usize::from(level)]
}

/// What a side's level of Society pays (N-8.4-table).
#[inline]
pub fn society_bonus(side: Side, level: u8) -> Option<Bonus> {
    BOARD.society[side.index()][usize::from(level)]
}

/// Where the Morale of a nation starts (N-4.2-morale-start).
pub fn morale_start(nation: Nation) -> u8 {
    BOARD.nations[nation.index()].morale
}

/// How much higher Napoleon's Morale starts against one player with all of the Coalition, if that is agreed.
pub fn head_start() -> u8 {
    BOARD.head_start
}

/// Where the Society of a side starts (N-4.2-society-start).
pub fn society_start(side: Side) -> u8 {
    BOARD.societies[side.index()].start
}

/// The Enlistment Reserve of a nation at the start (N-4.1-prussia, N-4.1-reserve-others).
pub fn reserve(nation: Nation) -> Troops {
    BOARD.nations[nation.index()].reserve
}

/// The units of a nation on the map at the start (N-4.2-france, N-4.2-england, N-4.2-continental).
pub fn start(nation: Nation) -> Troops {
    BOARD.nations[nation.index()].start
}

/// FG and MP of a nation at the start (N-4.1-prussia, N-4.1-chest-others).
pub fn purse(nation: Nation) -> (u8, u8) {
    let board = &BOARD.nations[nation.index()];
    (board.fg, board.mp)
}

/// What things cost.
#[inline]
pub fn prices() -> &'static Prices {
    &BOARD.prices
}

/// What things cost, in FG.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// To enlist a unit of each kind.
    units: Troops,
    /// How many MP one FG buys.
    pub mp_per_fg: u8,
    /// A card from the deck.
    pub card: u8,
    /// Each nation in an Alliance.
    pub alliance: u8,
    /// A Forced Alliance.
    pub forced_alliance: u8,
    /// Napoleon cancels an Alliance, for each nation in it.
    pub cancel_by_napoleon: u8,
    /// A nation of the Coalition cancels a Forced Alliance.
    pub cancel_by_coalition: u8,
}

impl Prices {
    /// To enlist a unit (N-8.6.3-costs).
    #[inline]
    pub fn unit(&self, kind: Kind) -> u8 {
        self.units.count(kind)
    }
}

/// The boards as they are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    head_start: u8,
    zones: Zones,
    nations: BTreeMap<Nation, NationBoard>,
    society: BTreeMap<Side, Track>,
    prices: Prices,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Zones {
    initiative: [Space; 5],
    finance: [Space; 3],
    morale: [Space; 3],
    society: [Space; 3],
    diplomacy: [Space; 3],
    military: [MilitarySpace; 6],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NationBoard {
    start: Troops,
    reserve: Troops,
    fg: u8,
    mp: u8,
    morale: u8,
    bonuses: Vec<(u8, Bonus)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Track {
    start: u8,
    bonuses: Vec<(u8, Bonus)>,
}

/// The boards, and the tracks by level.
struct Board {
    head_start: u8,
    zones: Zones,
    nations: [NationBoard; NATIONS],
    societies: [Track; 2],
    morale: [[Option<Bonus>; MORALE_TOP as usize + 1]; NATIONS],
    society: [[Option<Bonus>; SOCIETY_TOP as usize + 1]; 2],
    prices: Prices,
}

static BOARD: LazyLock<Board> = LazyLock::new(|| {
    let written = engine::data::read(include_str!("../data/board.toml")).expect("the boards are sound");
    let Written { head_start, zones, mut nations, mut society, prices } = written;
    let nations = Nation::all().map(|nation| nations.remove(&nation).expect("every nation has a board"));
    let nations: Vec<NationBoard> = nations.collect();
    let societies = Side::all().map(|side| society.remove(&side).expect("every side has a track"));
    Board {
        head_start,
        zones,
        morale: std::array::from_fn(|nation| levels(&nations[nation].bonuses)),
        society: std::array::from_fn(|side| levels(&societies[side].bonuses)),
        nations: nations.try_into().unwrap_or_else(|_| unreachable!("there are five nations")),
        societies,
        prices,
    }
});

/// The bonuses by level.
fn levels<const LEVELS: usize>(bonuses: &[(u8, Bonus)]) -> [Option<Bonus>; LEVELS] {
    let mut levels = [None; LEVELS];
    for (level, bonus) in bonuses {
        let earlier = levels[usize::from(*level)].replace(*bonus);
        assert!(earlier.is_none(), "level {level} pays one bonus");
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::troops::counters;

    fn space(cards: u8, fg: u8, mp: u8, morale: u8) -> Space {
        Space { cards, fg, mp, morale }
    }

    /// What the spaces of a zone pay, in order.
    fn spaces(zone: Zone) -> Vec<Space> {
        (1..=zone.spaces()).map(|number| zone.space(number)).collect()
    }

    /// The levels of a nation's Morale that pay something, with what.
    fn morale(nation: Nation) -> Vec<(u8, Bonus)> {
        (0..=MORALE_TOP).filter_map(|level| Some((level, morale_bonus(nation, level)?))).collect()
    }

    // proves N-1-zones, N-7-spaces
    #[test]
    fn six_zones_take_advisors() {
        let zones = Zone::all().map(|zone| (zone.name(), zone.spaces()));
        let printed = [
            ("Initiative", 5),
            ("Finance", 3),
            ("Morale", 3),
            ("Society", 3),
            ("Military", 6),
            ("Diplomacy", 3),
        ];
        assert_eq!(zones, printed);
        assert_eq!(zones.iter().map(|(_, spaces)| spaces).sum::<u8>(), 23);
        assert_eq!(Zone::Initiative.domain(), None);
        for domain in Domain::all() {
            let played = Zone::all().into_iter().filter(|zone| zone.domain() == Some(domain));
            assert_eq!(played.count(), 1, "{domain}");
        }
        assert!(Zone::all().into_iter().zip(0..).all(|(zone, number)| zone.index() == number));
    }

    // proves N-8.1-spaces-2-3, N-8.1-spaces-others
    #[test]
    fn initiative_pays_those_who_wait() {
        let printed =
            [space(1, 0, 0, 0), space(1, 2, 2, 0), space(1, 0, 0, 1), space(2, 0, 0, 0), space(2, 2, 0, 0)];
        assert_eq!(spaces(Zone::Initiative), printed);
    }

    // proves N-8.2-spaces
    #[test]
    fn finance_pays() {
        assert_eq!(spaces(Zone::Finance), [space(0, 2, 0, 0), space(0, 1, 0, 0), space(1, 0, 0, 0)]);
    }

    // proves N-8.3-space-1, N-8.3-spaces-others
    #[test]
    fn morale_pays() {
        assert_eq!(spaces(Zone::Morale), [space(0, 0, 0, 1), space(1, 0, 0, 0), space(0, 1, 0, 0)]);
    }

    // proves N-8.4-spaces
    #[test]
    fn society_pays() {
        assert_eq!(spaces(Zone::Society), [space(1, 0, 0, 0), space(0, 2, 0, 0), space(0, 1, 0, 0)]);
    }

    // proves N-8.7-space-2, N-8.7-spaces-others
    #[test]
    fn diplomacy_pays_all_but_the_last() {
        assert_eq!(spaces(Zone::Diplomacy), [space(1, 2, 0, 0), space(1, 1, 0, 0), space(0, 0, 0, 0)]);
    }

    // proves N-8.6.2-mp-caps, N-8.6.2-space-1, N-8.6.2-space-2, N-8.6.2-space-3, N-8.6.2-space-4,
    // N-8.6.2-spaces-5-6
    #[test]
    fn military_spaces_sell_units_and_movement() {
        let printed = [
            (10, 4, [1, 1, 1, 1]),
            (8, 3, [1, 1, 1, 0]),
            (8, 1, [0, 1, 1, 0]),
            (6, 2, [1, 0, 0, 1]),
            (6, 2, [1, 0, 0, 0]),
            (4, 1, [1, 0, 0, 0]),
        ];
        for (number, (ceiling, units, kinds)) in (1..).zip(printed) {
            let listed = MilitarySpace { ceiling, units, kinds: Troops::of(kinds) };
            assert_eq!(MilitarySpace::numbered(number), listed, "space {number}");
            assert_eq!(Zone::Military.space(number), Space::default());
            assert!(ceiling - 2 * units >= 2, "some movement is left to buy");
        }
    }

    // proves N-4.1-prussia, N-4.1-reserve-others
    #[test]
    fn nations_have_so_many_units_in_reserve() {
        let printed = [[7, 5, 5, 4], [4, 2, 2, 5], [5, 3, 3, 2], [5, 3, 3, 1], [6, 3, 3, 2]];
        let contingents = [[4, 3, 3, 4], [5, 4, 3, 3], [4, 2, 1, 2], [3, 2, 1, 3], [4, 2, 1, 2]];
        for (nation, (listed, contingent)) in Nation::all().zip(printed.into_iter().zip(contingents)) {
            assert_eq!(reserve(nation), Troops::of(listed), "{nation}");
            let rest = counters(nation) - reserve(nation) - start(nation);
            let plain =
                [Kind::Infantry, Kind::Cavalry, Kind::Cannon, Kind::Frigate].map(|kind| rest.count(kind));
            assert_eq!(plain, contingent, "the Contingent of {nation}");
        }
        assert_eq!(purse(Nation::Prussia), (4, 4));
    }

    // proves N-4.1-chest-others
    #[test]
    fn nations_open_with_money_and_movement() {
        assert_eq!(Nation::all().map(purse).collect::<Vec<_>>(), [(8, 8), (8, 6), (4, 4), (5, 4), (4, 4)]);
    }

    #[test]
    fn nations_start_with_so_many_units_on_the_map() {
        let printed = [[4, 2, 2, 2], [3, 0, 0, 2], [3, 1, 1, 0], [4, 1, 1, 0], [2, 1, 1, 0]];
        assert_eq!(Nation::all().map(start).collect::<Vec<_>>(), printed.map(Troops::of));
    }

    // proves N-4.2-morale-start
    #[test]
    fn morale_starts_where_1795_is_printed() {
        assert_eq!(Nation::all().map(morale_start).collect::<Vec<_>>(), [6, 5, 4, 4, 4]);
    }

    // proves N-4.2-society-start
    #[test]
    fn society_starts_at_the_foot_of_the_track() {
        assert_eq!(Side::all().map(society_start), [1, 1]);
    }

    // proves N-8.3-table-france
    #[test]
    fn morale_pays_france() {
        let printed = [
            (8, Bonus::Money(4)),
            (9, Bonus::Unit(Kind::Cavalry)),
            (10, Bonus::Mp(4)),
            (12, Bonus::Money(6)),
            (13, Bonus::Guard(Kind::Infantry)),
            (14, Bonus::Mp(8)),
            (16, Bonus::Guard(Kind::Cavalry)),
        ];
        assert_eq!(morale(Nation::France), printed);
    }

    // proves N-8.3-table-coalition
    #[test]
    fn morale_pays_the_coalition_above_its_start() {
        let (infantry, cavalry) = (Bonus::Unit(Kind::Infantry), Bonus::Unit(Kind::Cavalry));
        let (fg, mp) = (Bonus::Money(4), Bonus::Mp(4));
        let above = |nation| {
            let bonuses = morale(nation).into_iter();
            bonuses.filter(|(level, _)| *level > morale_start(nation)).collect::<Vec<_>>()
        };
        assert_eq!(above(Nation::England), [(8, infantry), (9, fg), (13, infantry), (14, mp), (16, cavalry)]);
        assert_eq!(above(Nation::Austria), [(6, mp), (11, fg), (13, infantry), (16, cavalry)]);
        assert_eq!(above(Nation::Prussia), [(6, infantry), (8, mp), (10, infantry), (13, fg), (16, cavalry)]);
        assert_eq!(above(Nation::Russia), [(6, mp), (8, cavalry), (10, fg), (13, mp), (16, cavalry)]);
    }

    // proves N-8.3-table-low
    #[test]
    fn morale_raises_levies_below_its_start() {
        let (infantry, cavalry) = (Bonus::Unit(Kind::Infantry), Bonus::Unit(Kind::Cavalry));
        let below = |nation| {
            let bonuses = morale(nation).into_iter();
            bonuses.filter(|(level, _)| *level <= morale_start(nation)).collect::<Vec<_>>()
        };
        assert_eq!(below(Nation::England), [(1, infantry), (2, infantry), (4, Bonus::Mp(4))]);
        assert_eq!(below(Nation::Russia), [(1, infantry), (2, infantry)]);
        for nation in [Nation::Prussia, Nation::Austria] {
            assert_eq!(below(nation), [(1, infantry), (2, cavalry)]);
        }
        assert!(below(Nation::France).is_empty());
    }

    // proves N-8.4-table
    #[test]
    fn society_pays_each_side() {
        let (infantry, cavalry) = (Bonus::Unit(Kind::Infantry), Bonus::Unit(Kind::Cavalry));
        let paid = |side| {
            (0..=SOCIETY_TOP)
                .filter_map(|level| Some((level, society_bonus(side, level)?)))
                .collect::<Vec<_>>()
        };
        let coalition = [
            (4, infantry),
            (6, Bonus::Money(2)),
            (8, Bonus::Morale(1)),
            (9, infantry),
            (12, Bonus::Money(6)),
            (14, infantry),
        ];
        assert_eq!(paid(Side::Coalition), coalition);
        let france = [(5, infantry), (7, infantry), (8, Bonus::Money(4)), (10, Bonus::Mp(4)), (11, cavalry)];
        assert_eq!(paid(Side::France), france);
    }

    // proves N-8.6.3-costs
    #[test]
    fn things_have_their_prices() {
        let units =
            [Kind::Infantry, Kind::Cavalry, Kind::Cannon, Kind::Frigate].map(|kind| prices().unit(kind));
        assert_eq!((units, prices().mp_per_fg, prices().card), ([2, 3, 3, 4], 2, 1));
        assert_eq!((prices().alliance, prices().forced_alliance), (3, 5));
        assert_eq!((prices().cancel_by_napoleon, prices().cancel_by_coalition), (2, 4));
    }
}
