//! Mountain hexsides: where the ground rises between two hexes.

use atlas::geography::europe;
use atlas::projection::Conic;
use atlas::topology::{HexGrid, HexId, SideId};
use marshals::map::grid::PITCH;

/// How far one must climb from the lower of two hexes, in metres, for the side between them to be mountains.
const CLIMB: f64 = 270.0;

/// The passes of a side: this share of it is lower.
const PASS: f64 = 0.35;

/// The valleys of a hex: this share of it is lower.
const VALLEY: f64 = 0.25;

/// Whether a side is mountains.
pub fn is_mountain(grid: &HexGrid, conic: &Conic, side: SideId) -> bool {
    let (a, Some(b)) = grid.hexes_at(side) else { return false };
    let [from, to] = grid.ends(side);
    let along = (0..=20).map(|sample| {
        let share = f64::from(sample) / 20.0;
        height(conic, (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share))
    });
    let valley = valley(grid, conic, a).min(valley(grid, conic, b));
    quantile(along.collect(), PASS) - valley >= CLIMB
}

fn valley(grid: &HexGrid, conic: &Conic, hex: HexId) -> f64 {
    let (x, y) = grid.centre(hex);
    let offsets = (-4..=4).flat_map(|dx| (-4..=4).map(move |dy| (f64::from(dx), f64::from(dy))));
    let inside = offsets.map(|(dx, dy)| (x + dx * PITCH / 9.0, y + dy * PITCH / 9.0));
    quantile(inside.map(|point| height(conic, point)).collect(), VALLEY)
}

fn height(conic: &Conic, (x, y): (f64, f64)) -> f64 {
    let (lon, lat) = conic.inverse(x, y);
    europe().height(lon, lat)
}

fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values[((values.len() - 1) as f64 * share).round() as usize]
}
