//! What the ground of a hex is like, by the share of it that is water, rough or steep.

use super::ground::{Ground, Water};
use crate::map::{Land, Terrain};
use atlas::topology::HexId;

/// Less land than this is sea.
const SEA: f64 = 0.12;

/// More land than this is not a coast.
const INLAND: f64 = 0.97;

/// Metres up and down that make rough ground.
const ROUGH: f64 = 170.0;

/// Metres up and down that make steep ground.
const STEEP: f64 = 450.0;

/// What is in a hex, and whether the sea is. A hex of the text is land in any case, and a town stands in mountains only if they
/// leave it little else.
pub(super) fn survey(ground: &Ground, hex: HexId, is_town: bool, is_printed: bool) -> Land {
    let share = |of: &dyn Fn(Water, f64) -> bool, among: &dyn Fn(Water) -> bool| {
        let (mut all, mut counted) = (0, 0);
        for cell in ground.cells(hex).filter(|cell| among(cell.water)) {
            all += 1;
            counted += usize::from(of(cell.water, cell.relief));
        }
        if all == 0 { 0.0 } else { f64::from(counted as u32) / f64::from(all as u32) }
    };
    let any = |_: Water| true;
    let dry = |water: Water| water == Water::Dry;
    let sea = share(&|water, _| water == Water::Sea, &any);
    let lake = share(&|water, _| water == Water::Lake, &any);
    let land = 1.0 - sea - lake;
    if !is_printed && !is_town {
        if lake > 0.5 {
            return Land { terrain: Terrain::Lake, coastal: false };
        }
        if land < SEA {
            return Land { terrain: Terrain::Sea, coastal: false };
        }
    }
    let steep = share(&|_, relief| relief > STEEP, &dry);
    let rough = share(&|_, relief| relief > ROUGH, &dry);
    let terrain = if steep >= if is_town { 0.75 } else { 0.5 } {
        Terrain::Mountain
    } else if rough >= 0.5 || steep >= 0.3 {
        Terrain::Hill
    } else {
        Terrain::Clear
    };
    Land { terrain, coastal: sea > 1.0 - INLAND }
}
