//! Living off the land. Rulebook "Movement Supply Sources" 4.

use atlas::topology::{HexId, Set, Words};
use engine::{Denied, rule};

use super::needs::Area;
use crate::map::{MAP, Terrain};
use crate::march::Ground;

/// Whether a hex can be foraged.
///
/// # Errors
/// If it is not clear, if no combat unit of the forager is there, or if it or a hex near it is depleted: next to it, or within two
/// hexes in a remote area (M-supply-8, M-supply-12).
pub fn may_forage<W: Words, V: Words>(
    hex: HexId,
    units: &Set<HexId, W>,
    depleted: &Set<HexId, V>,
) -> Result<(), Denied> {
    if MAP.terrain(hex) != Terrain::Clear {
        return Err(Denied::new(rule!("M-supply-8"), "Only clear hexes can be foraged."));
    }
    if !units.contains(hex) {
        return Err(Denied::new(rule!("M-supply-8"), "No combat unit is there to forage."));
    }
    let exhausts = |other: &HexId| depleted.contains(*other) && MAP.grid.distance(hex, *other) <= ban(*other);
    if MAP.grid.within(hex, 2).any(|other| exhausts(&other)) {
        return Err(Denied::new(rule!("M-supply-12"), "The land is eaten bare this year, here or too near."));
    }
    Ok(())
}

/// How far around a depleted hex nobody forages.
fn ban(depleted: HexId) -> u16 {
    if Area::of(depleted) == Area::Developed { 1 } else { 2 }
}

/// Whether units in a hex can draw on a foraged hex: in it, or in a clear hex next to it by land (M-supply-9).
///
/// # Errors
/// If they cannot.
pub fn may_draw(hex: HexId, foraged: HexId, ground: &Ground) -> Result<(), Denied> {
    let side = MAP.grid.side_between(hex, foraged);
    let is_next = side.is_some_and(|side| ground.passes(hex, foraged, side));
    if hex == foraged || is_next && MAP.terrain(hex) == Terrain::Clear {
        return Ok(());
    }
    let why = "Units live on a foraged hex in it, or in a clear hex next to it.";
    Err(Denied::new(rule!("M-supply-9"), why))
}

/// At the beginning of the owner's turn: what he has foraged is depleted (M-supply-10).
pub fn deplete<W: Words, V: Words>(active: &mut Set<HexId, W>, depleted: &mut Set<HexId, V>) {
    depleted.unite(active);
    active.clear();
}
