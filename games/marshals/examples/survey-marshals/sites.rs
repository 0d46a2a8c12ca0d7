//! A hex for every place, and no two in the same: the least moving about that does it.

use std::collections::VecDeque;

use atlas::projection::Conic;
use atlas::topology::{HexGrid, HexId, Id};
use marshals::map::Sources;
use marshals::map::grid::PITCH;

use crate::land::{Ground, Lands};

/// How far from home a place may be put, in hexes.
const AWAY: u16 = 2;

/// A hex must have this much of the land of the place.
const FOOTHOLD: f64 = 0.08;

/// What it costs to leave a port without a shore, as if it were moved by a hex.
const DRY_PORT: f64 = 1.0;

/// Where each place is.
pub fn sites(grid: &HexGrid, conic: &Conic, lands: &Lands, sources: &Sources) -> Vec<HexId> {
    let wishes: Vec<Vec<(HexId, f64)>> =
        (0..sources.places.len()).map(|place| wishes(grid, conic, lands, sources, place)).collect();
    assign(grid, &wishes)
}

/// The hexes a place could be in, and at what cost.
fn wishes(
    grid: &HexGrid,
    conic: &Conic,
    lands: &Lands,
    sources: &Sources,
    number: usize,
) -> Vec<(HexId, f64)> {
    let place = &sources.places[number];
    if let Some(moved) = sources.corrections.places.iter().find(|moved| moved.place == place.name) {
        return vec![(grid.find(&moved.hex).expect("a place is moved to a hex"), 0.0)];
    }
    let at = conic.forward(place.lon, place.lat);
    let home = grid.hex_at(at).expect("every place is on the map");
    let land = lands.of(place.lon, place.lat).expect("every place is near land");
    let weight = 1.0 + f64::from(place.stars);
    let cost = |hex: HexId| {
        let (x, y) = grid.centre(hex);
        let moved = if hex == home { 0.0 } else { ((x - at.0).hypot(y - at.1) / PITCH).powi(2) };
        let dry = sources.is_port(&place.name) && !lands.has_shore(hex);
        moved * weight + if dry { DRY_PORT } else { 0.0 }
    };
    let stands = |hex: &HexId| *hex == home || lands.share(*hex, Ground::Land(land)) >= FOOTHOLD;
    grid.within(home, AWAY).filter(stands).map(|hex| (hex, cost(hex))).collect()
}

/// Gives each place one of the hexes it wishes for so that all costs together are least: places come one by one, each by
/// the cheapest chain of changes that makes room for it.
fn assign(grid: &HexGrid, wishes: &[Vec<(HexId, f64)>]) -> Vec<HexId> {
    let mut holder: Vec<Option<usize>> = vec![None; grid.len()];
    let mut site: Vec<Option<HexId>> = vec![None; wishes.len()];
    for newcomer in 0..wishes.len() {
        let mut price = vec![f64::INFINITY; grid.len()];
        let mut by: Vec<Option<usize>> = vec![None; grid.len()];
        let mut open = VecDeque::from([(newcomer, 0.0)]);
        while let Some((place, paid)) = open.pop_front() {
            for &(hex, cost) in &wishes[place] {
                let total = paid + cost;
                if site[place] != Some(hex) && total + 1e-9 < price[hex.index()] {
                    price[hex.index()] = total;
                    by[hex.index()] = Some(place);
                    if let Some(other) = holder[hex.index()] {
                        let own =
                            wishes[other].iter().find(|(wish, _)| *wish == hex).map_or(0.0, |wish| wish.1);
                        open.push_back((other, total - own));
                    }
                }
            }
        }
        let free = grid.hexes().filter(|hex| holder[hex.index()].is_none());
        let end = free.min_by(|a, b| price[a.index()].total_cmp(&price[b.index()]));
        let mut hex =
            end.filter(|hex| price[hex.index()].is_finite()).expect("there is room for every place");
        loop {
            let place = by[hex.index()].expect("a chain of changes");
            holder[hex.index()] = Some(place);
            let Some(left) = site[place].replace(hex) else { break };
            hex = left;
        }
    }
    site.into_iter().map(|site| site.expect("every place has come")).collect()
}
