//! The board: that of Napoleon and his Marshals.

use std::sync::LazyLock;

use engine::{Board, Ground, Layout, SpaceRef};
use serde::{Deserialize, Serialize};

/// How many hexes there are.
pub const HEXES: usize = 8_372;

/// A hex, by its number on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct Hex(pub u16);

static BOARDS: LazyLock<[Board; 1]> = LazyLock::new(|| [atlas::board::board(&marshals::sheet())]);

/// The land next to each hex.
static NEIGHBOURS: LazyLock<Vec<Vec<Hex>>> = LazyLock::new(|| {
    let board = &BOARDS[0];
    let Layout::Hexes { pitch, .. } = board.layout else { panic!("the map is made of hexes") };
    // Hexes by squares of one pitch: neighbours are at most one square away.
    let square = |(x, y): (f32, f32)| ((x / pitch).floor() as i32, (y / pitch).floor() as i32);
    let mut squares = std::collections::HashMap::<(i32, i32), Vec<Hex>>::new();
    for hex in all().filter(|hex| is_land(*hex)) {
        squares.entry(square(centre(hex))).or_default().push(hex);
    }
    let around = |hex: Hex| {
        let ((x, y), (column, row)) = (centre(hex), square(centre(hex)));
        let near = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (column + dx, row + dy)));
        let mut near: Vec<Hex> = near.filter_map(|at| squares.get(&at)).flatten().copied().collect();
        near.retain(|&other| other != hex && (centre(other).0 - x).hypot(centre(other).1 - y) < 1.2 * pitch);
        near.sort_unstable();
        near
    };
    all().map(around).collect()
});

fn all() -> impl Iterator<Item = Hex> {
    (0..BOARDS[0].spaces.len() as u16).map(Hex)
}

fn centre(hex: Hex) -> (f32, f32) {
    BOARDS[0].spaces[usize::from(hex.0)].centre
}

fn is_land(hex: Hex) -> bool {
    BOARDS[0].spaces.get(usize::from(hex.0)).is_some_and(|space| space.ground != Ground::Sea)
}

pub(crate) fn boards() -> &'static [Board] {
    &*BOARDS
}

/// Every hex of land.
pub(crate) fn land() -> impl Iterator<Item = Hex> {
    all().filter(|hex| is_land(*hex))
}

/// The land next to a hex; none if there is no such hex.
pub(crate) fn neighbours(hex: Hex) -> &'static [Hex] {
    NEIGHBOURS.get(usize::from(hex.0)).map_or(&[], Vec::as_slice)
}

/// A hex as a space of the board.
pub(crate) fn space(hex: Hex) -> SpaceRef {
    SpaceRef { board: 0, space: hex.0 }
}

/// What people call a hex.
pub(crate) fn name(hex: u16) -> &'static str {
    BOARDS[0].spaces.get(usize::from(hex)).map_or("", |space| &space.name)
}
