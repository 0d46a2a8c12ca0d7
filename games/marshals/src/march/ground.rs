//! The ground in all weathers. Rulebook "Terrain Effects", "Weather and Remote Areas".

use std::sync::LazyLock;

use atlas::topology::{Graph, HexId, Id, SideId};

use crate::calendar::{Date, Poor, Season};
use crate::map::{MAP, Terrain, Weather};

/// What a side costs that nobody crosses: no step is free.
const CLOSED: u8 = 0;

/// What every step costs in one kind of weather. The calendar knows four: summer, the months in which only the south is fair,
/// winter, and winter with frost.
#[derive(Debug)]
pub struct Ground {
    date: Date,
    /// Twice for each side: the step to the lower hex, then that to the higher.
    prices: Box<[u8]>,
}

static GROUNDS: LazyLock<[Ground; 4]> = LazyLock::new(|| {
    let date = |season, turn| Date::new(1805, season, turn).expect("a turn of 1805");
    [
        Ground::new(date(Season::JulAug, 1)),
        Ground::new(date(Season::SepOct, 4)),
        Ground::new(date(Season::NovDec, 1)),
        Ground::new(date(Season::JanFeb, 4)),
    ]
});

impl Ground {
    /// The ground on a date.
    pub fn on(date: Date) -> &'static Ground {
        let poor = |weather| usize::from(date.weather(weather) != Poor::Nowhere);
        let kind = poor(Weather::Middle) + poor(Weather::South) + usize::from(date.is_frozen());
        &GROUNDS[kind]
    }

    fn new(date: Date) -> Ground {
        let mut ground = Ground { date, prices: vec![CLOSED; 2 * MAP.grid.side_count()].into() };
        for from in MAP.grid.hexes() {
            for (to, over) in MAP.grid.leaving(from) {
                ground.prices[place(from, to, over)] = ground.work_out(from, to, over).unwrap_or(CLOSED);
            }
        }
        ground
    }

    fn work_out(&self, from: HexId, to: HexId, over: SideId) -> Option<u8> {
        let side = MAP.side(over);
        let frozen = self.is_frozen(over);
        if !self.bears(from) || !self.bears(to) || side.sea && !(side.lake && frozen) {
            return None;
        }
        let woods = u8::from(MAP.terrain(to) == Terrain::Woods);
        let river = u8::from(side.river && !frozen);
        let poor = [from, to].iter().any(|hex| self.date.weather(MAP.weather(*hex)) != Poor::Nowhere);
        let mountain = if side.mountain { 1 + u8::from(poor) } else { 0 };
        Some(1 + woods + river + mountain)
    }

    /// What the step from one hex to the next costs, if armies can take it (M-move-7, M-terrain-5 to M-terrain-8).
    #[inline]
    pub fn price(&self, from: HexId, to: HexId, over: SideId) -> Option<u8> {
        let price = self.prices[place(from, to, over)];
        (price != CLOSED).then_some(price)
    }

    /// Whether armies, zones of control and supply get from one hex to the next.
    #[inline]
    pub fn passes(&self, from: HexId, to: HexId, over: SideId) -> bool {
        self.prices[place(from, to, over)] != CLOSED
    }

    /// What landing from the sea in a hex costs: as much as coming over a river (M-terrain-6).
    pub fn landing(&self, hex: HexId) -> u8 {
        2 + u8::from(MAP.terrain(hex) == Terrain::Woods)
    }

    /// Whether armies can be in a hex: on land, or on ice.
    pub fn bears(&self, hex: HexId) -> bool {
        MAP.is_land(hex) || self.is_ice(hex)
    }

    /// Whether a hex is frozen water (M-weather-9, M-weather-10).
    pub fn is_ice(&self, hex: HexId) -> bool {
        let weather = MAP.weather(hex);
        let freezes = if MAP.is_lake(hex) { weather >= Weather::North } else { weather == Weather::Ice };
        self.date.is_frozen() && freezes && MAP.terrain(hex) == Terrain::Sea
    }

    /// Whether the waters at a side are frozen (M-weather-9): it is beyond weather line 2 if both its hexes are.
    pub fn is_frozen(&self, side: SideId) -> bool {
        let (a, b) = MAP.grid.hexes_at(side);
        let northern = |hex| MAP.weather(hex) >= Weather::North;
        self.date.is_frozen() && northern(a) && b.is_none_or(northern)
    }

    /// Whether the weather in the whole hex is poor, which it is in the north only (M-weather-4).
    #[inline]
    pub fn is_snowbound(&self, hex: HexId) -> bool {
        self.date.weather(MAP.weather(hex)) == Poor::Everywhere
    }
}

/// Where the price of a step stands.
#[inline]
fn place(from: HexId, to: HexId, over: SideId) -> usize {
    2 * over.index() + usize::from(to > from)
}
