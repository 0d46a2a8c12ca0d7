//! What follows from a scenario alone and is asked all the time: who sits where, and what is whose home.

use std::sync::LazyLock;

use atlas::topology::{BoxSet, HexId, Id};
use engine::Seat;

use crate::ground::LandId;
use crate::ids::{NationId, PlaceId};
use crate::map::MAP;
use crate::nations::Side;
use crate::scenarios::{SCENARIOS, Scenario};
use crate::state::{Country, Marshals};
use crate::turn::Order;

/// How many nations there can be.
const NATIONS: usize = 64;

/// How many seats there can be.
const SEATS: usize = 6;

/// What a place at home is good for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HomePlace {
    pub(crate) place: PlaceId,
    pub(crate) hex: HexId,
    /// Whether it produces.
    pub(crate) is_city: bool,
    /// Whether it feeds armies: a city or a fort, not a construction port alone.
    pub(crate) feeds: bool,
}

/// What follows for one number of players.
#[derive(Debug, Default)]
struct Table {
    /// Whose own seat it is, nation by nation.
    seats: Vec<Option<Seat>>,
    /// The order in which the seats move.
    order: Order,
    /// The sides of the seats at first.
    camps: [Option<Side>; SEATS],
}

/// What follows from a scenario.
#[derive(Debug)]
pub(crate) struct Digest {
    tables: [Table; SEATS],
    places: Vec<Vec<HomePlace>>,
    land: Vec<BoxSet<HexId>>,
}

static DIGESTS: LazyLock<Vec<Digest>> = LazyLock::new(|| SCENARIOS.iter().map(Digest::of).collect());

impl Digest {
    fn of(scenario: &Scenario) -> Digest {
        let home = |hex: HexId| scenario.holdings().get(hex).map(|holding| holding.home);
        let place = |place: PlaceId| {
            let line = place.get();
            let (is_city, feeds) = (line.stars > 0, line.stars > 0 || line.fort > 0);
            (feeds || line.builds_ships).then(|| HomePlace { place, hex: place.hex(), is_city, feeds })
        };
        let places_of = |nation: NationId| {
            let own = PlaceId::all().filter(|place| home(place.hex()) == Some(nation));
            own.filter_map(place).collect()
        };
        let land_of = |nation: NationId| {
            let mut land: BoxSet<HexId> = BoxSet::with_room(MAP.grid.len());
            land.extend(LandId::all().map(LandId::hex).filter(|hex| home(*hex) == Some(nation)));
            land
        };
        Digest {
            tables: std::array::from_fn(|players| Table::of(scenario, players)),
            places: NationId::all().map(places_of).collect(),
            land: NationId::all().map(land_of).collect(),
        }
    }
}

impl Table {
    fn of(scenario: &Scenario, players: usize) -> Table {
        let Some(seats) = scenario.seats.iter().find(|seats| seats.len() == players) else {
            return Table::default();
        };
        let seat = |nation: NationId| {
            let number = seats.iter().position(|nations| nations.contains(&nation));
            number.map(|number| Seat(number as u8))
        };
        let mut camps = [None; SEATS];
        for power in scenario.power.iter().rev() {
            if let Some(seat) = seat(power.nation) {
                camps[seat.index()] = scenario.side(power.nation).or(camps[seat.index()]);
            }
        }
        let mut table = Table { seats: NationId::all().map(seat).collect(), order: Order::new(), camps };
        table.seats.resize(NATIONS, None);
        let mut order = Order::new();
        for seat in scenario.order().iter().copied().filter_map(seat) {
            if !order.contains(&seat) {
                order.push(seat);
            }
        }
        Table { order, ..table }
    }
}

impl Marshals {
    /// Who plays a nation: its own seat, or that of its patron.
    #[inline]
    pub fn seat(&self, nation: NationId) -> Option<Seat> {
        let seats = &table(self).seats;
        let of = |nation: NationId| seats.get(nation.index()).copied().flatten();
        of(nation).or_else(|| of(self.realm(nation).patron?))
    }

    /// The order of the seats in an operational turn: the side that moves first in the scenario before the other (M-turn-1).
    pub(crate) fn order(&self) -> Order {
        table(self).order.clone()
    }

    /// The side of which a seat has been from the beginning, though its nations may have left the war.
    pub(crate) fn camp(&self, seat: Seat) -> Option<Side> {
        table(self).camps.get(seat.index()).copied().flatten()
    }
}

impl Country<'_> {
    /// The cities, forts and construction ports at home of a nation, whoever holds them.
    pub(crate) fn home_places(self) -> &'static [HomePlace] {
        &digest(self.game).places[self.nation.index()]
    }

    /// The land at home of a nation.
    pub(crate) fn home_land(self) -> &'static BoxSet<HexId> {
        &digest(self.game).land[self.nation.index()]
    }
}

fn digest(game: &Marshals) -> &'static Digest {
    &DIGESTS[game.scenario.index()]
}

fn table(game: &Marshals) -> &'static Table {
    &digest(game).tables[usize::from(game.players).min(SEATS - 1)]
}
