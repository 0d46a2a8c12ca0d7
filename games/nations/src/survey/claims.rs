//! Provinces and sea zones that grow until they meet.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use atlas::topology::{Graph, HexGrid, HexId, Id, SideId};

/// Where something starts to grow.
pub(super) struct Seed {
    /// What grows.
    pub(super) claimant: usize,
    /// From where.
    pub(super) hex: HexId,
    /// How many hexes it goes at most.
    pub(super) reach: Option<u16>,
}

/// Lets all seeds grow at once, from hex to hex at what `price` says, `None` where there is no way. Each hex goes to who gets there
/// first; of several at once, to the one listed first.
pub(super) fn grow(
    grid: &HexGrid,
    seeds: &[Seed],
    price: impl Fn(HexId, HexId, SideId) -> Option<u32>,
) -> Vec<Option<usize>> {
    let mut claims = vec![None; grid.len()];
    let mut heap = BinaryHeap::new();
    for seed in seeds {
        heap.push(Reverse((0, seed.claimant, seed.hex, seed.reach.unwrap_or(u16::MAX))));
    }
    while let Some(Reverse((cost, claimant, hex, reach))) = heap.pop() {
        if claims[hex.index()].is_some() {
            continue;
        }
        claims[hex.index()] = Some(claimant);
        if reach == 0 {
            continue;
        }
        for (next, side) in grid.leaving(hex).filter(|(next, _)| claims[next.index()].is_none()) {
            if let Some(price) = price(hex, next, side) {
                heap.push(Reverse((cost + price, claimant, next, reach - 1)));
            }
        }
    }
    claims
}
