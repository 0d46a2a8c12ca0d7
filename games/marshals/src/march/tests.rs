//! Prices of the terrain chart over real ground.

use atlas::topology::{Graph, HexId, SideId};

use super::Ground;
use crate::calendar::Date;
use crate::map::{MAP, Side, Terrain, Weather};

const SUMMER: &str = "1812 Jul-Aug 1";
const AUTUMN: &str = "1812 Sep-Oct 4";
const WINTER: &str = "1812 Nov-Dec 1";
const FROST: &str = "1813 Jan-Feb 4";
const DATES: [&str; 4] = [SUMMER, AUTUMN, WINTER, FROST];

fn ground(date: &str) -> &'static Ground {
    Ground::on(date.parse::<Date>().unwrap())
}

fn hex(name: &str) -> HexId {
    MAP.hex(name).unwrap_or_else(|| panic!("{name} is on the map"))
}

/// A side of the kind asked for that leads to such ground, both its hexes in the same zone of the weather.
fn step(weather: Weather, to: Terrain, is: impl Fn(Side) -> bool) -> (HexId, HexId, SideId) {
    let steps =
        MAP.grid.hexes().flat_map(|from| MAP.grid.leaving(from).map(move |(to, over)| (from, to, over)));
    let mut fits = steps.filter(|(from, end, over)| {
        MAP.can_cross(*over)
            && [from, end].iter().all(|hex| MAP.weather(**hex) == weather)
            && MAP.terrain(*end) == to
            && is(MAP.side(*over))
    });
    fits.next().expect("a side of this kind")
}

fn price(date: &str, (from, to, over): (HexId, HexId, SideId)) -> Option<u8> {
    ground(date).price(from, to, over)
}

fn plain(side: Side) -> bool {
    !side.river && !side.mountain
}

fn river(side: Side) -> bool {
    side.river && !side.mountain
}

fn mountain(side: Side) -> bool {
    side.mountain && !side.river
}

// proves M-move-7, M-terrain-1, M-terrain-5, M-terrain-6, M-terrain-7
#[test]
fn ground_and_side_add_up() {
    let at = |to, is: fn(Side) -> bool| price(SUMMER, step(Weather::Middle, to, is)).unwrap();
    assert_eq!((at(Terrain::Clear, plain), at(Terrain::Woods, plain)), (1, 2));
    assert_eq!((at(Terrain::Clear, river), at(Terrain::Woods, river)), (2, 3));
    assert_eq!((at(Terrain::Clear, mountain), at(Terrain::Woods, mountain)), (2, 3));
    let woods = step(Weather::Middle, Terrain::Woods, plain).1;
    assert_eq!((ground(SUMMER).landing(hex("Boulogne")), ground(SUMMER).landing(woods)), (2, 3));
}

// proves M-terrain-7, M-terrain-8
#[test]
fn mountains_cost_two_in_poor_weather() {
    let woods = step(Weather::Middle, Terrain::Woods, mountain);
    assert_eq!(DATES.map(|date| price(date, woods)), [Some(3), Some(4), Some(4), Some(4)]);
    let south = step(Weather::South, Terrain::Clear, mountain);
    assert_eq!(DATES.map(|date| price(date, south)), [Some(2), Some(2), Some(3), Some(3)]);
    let north = step(Weather::North, Terrain::Clear, mountain);
    assert_eq!(DATES.map(|date| price(date, north)), [Some(2), Some(3), Some(3), Some(3)]);
}

#[test]
fn rivers_and_lakes_of_the_north_freeze() {
    let north = step(Weather::North, Terrain::Clear, river);
    assert_eq!(DATES.map(|date| price(date, north)), [Some(2), Some(2), Some(2), Some(1)]);
    let middle = step(Weather::Middle, Terrain::Clear, river);
    assert_eq!(price(FROST, middle), Some(2));
    assert!(ground(FROST).is_frozen(north.2) && !ground(FROST).is_frozen(middle.2));
    let steps =
        MAP.grid.hexes().flat_map(|from| MAP.grid.leaving(from).map(move |(to, over)| (from, to, over)));
    let lakes: Vec<_> = steps.filter(|(.., over)| MAP.side(*over).lake).collect();
    assert_eq!(lakes.len(), 2 * 17);
    for lake in lakes {
        assert_eq!(price(WINTER, lake), None);
        assert!(price(FROST, lake).is_some_and(|price| price <= 2));
    }
}

#[test]
fn the_sea_bears_armies_beyond_the_third_line() {
    for hex in MAP.grid.hexes().filter(|hex| MAP.terrain(*hex) == Terrain::Sea) {
        assert!(!ground(WINTER).bears(hex));
        let freezes = MAP.weather(hex) == Weather::Ice || MAP.is_lake(hex);
        assert_eq!(ground(FROST).bears(hex), freezes, "{}", MAP.grid.name(hex));
        let onto = MAP.grid.leaving(hex).find(|(from, _)| MAP.is_land(*from)).filter(|_| freezes);
        if let Some((land, over)) = onto {
            assert_eq!(ground(FROST).price(land, hex, over), Some(1), "{}", MAP.grid.name(hex));
        }
    }
}

// proves M-map-3
#[test]
fn nobody_crosses_a_side_of_the_sea() {
    let sides =
        MAP.grid.hexes().flat_map(|from| MAP.grid.leaving(from).map(move |(to, over)| (from, to, over)));
    let closed = |side: &(HexId, HexId, SideId)| {
        MAP.is_land(side.0) && MAP.is_land(side.1) && MAP.side(side.2).sea && !MAP.side(side.2).lake
    };
    let mut seen = 0;
    for side in sides.filter(closed) {
        seen += 1;
        assert!(DATES.iter().all(|date| price(date, side).is_none()));
    }
    assert!(seen > 10);
    let strait = MAP.sources.straits.iter().flat_map(|strait| &strait.crossings).next().unwrap();
    let (a, b) = (hex(&strait[0]), hex(&strait[1]));
    assert!(ground(SUMMER).passes(a, b, MAP.grid.side_between(a, b).unwrap()));
}
