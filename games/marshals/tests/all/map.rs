//! The map against the facts of the rulebook and of geography.

mod ground;
mod places;
mod realms;
mod sea;
mod weather;
mod works;

use atlas::topology::{HexId, Id, SideId};
use marshals::map::MAP;

fn hex(name: &str) -> HexId {
    MAP.site(name).unwrap_or_else(|| panic!("{name} is on the map"))
}

fn distance(a: &str, b: &str) -> u16 {
    MAP.distance(a, b).unwrap_or_else(|| panic!("{a} and {b} are on the map"))
}

fn row(name: &str) -> u16 {
    MAP.grid.name(hex(name)).row
}

fn land_sides() -> impl Iterator<Item = SideId> {
    (0..MAP.grid.side_count()).map(SideId::from_index).filter(|side| {
        let (a, b) = MAP.grid.hexes_at(*side);
        MAP.is_land(a) && b.is_some_and(|b| MAP.is_land(b))
    })
}
