//! What never changes and is needed a million times a second: blocks by the number, and how far it is.

use std::sync::LazyLock;

use atlas::topology::Id;

use crate::blocks::{BLOCKS, BlockId, Kind, Letter};
use crate::places::{Crossing, PLACES, Place};
use crate::states::State;

/// What a block is, in figures.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub(super) state: usize,
    pub(super) kind: Kind,
    /// Hits that a step scores in a round, on land and at sea.
    pub(super) land: f32,
    pub(super) sea: f32,
    /// Hits that a step takes.
    pub(super) hits: f32,
    /// A fleet sinks one hit after its last step (8.2).
    pub(super) spare: f32,
    /// What a step is worth, in victory points.
    pub(super) step: f32,
    /// What it is worth that the block is there at all.
    pub(super) body: f32,
    /// Napoléon, with whom France falls (10.3).
    pub(super) is_napoleon: bool,
}

/// A place that counts for gold and victory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prize {
    pub(super) place: Place,
    pub(super) value: f32,
    pub(super) home: Option<State>,
}

/// All of it.
pub(super) struct Facts {
    pub(super) blocks: [Fact; BLOCKS],
    pub(super) prizes: Vec<Prize>,
    /// Which of the prizes a place is.
    pub(super) prize_at: [Option<u8>; PLACES],
    /// How much of a goal's worth is left in each place: to each prize, from each place.
    pub(super) fading: Vec<[f32; PLACES]>,
}

/// What a step is worth for each point of firepower.
const STEP: f32 = 0.035;
/// What a block is worth for being there.
const BODY: f32 = 0.08;
/// How much of a goal's worth is left one step farther away.
const FADING: f32 = 0.72;
/// So many steps take an army over sea.
const VOYAGE: u8 = 3;

pub(super) static FACTS: LazyLock<Facts> = LazyLock::new(|| {
    let prizes: Vec<Prize> = Place::all()
        .filter(|place| place.value() > 0)
        .map(|place| Prize { place, value: place.value().into(), home: place.home() })
        .collect();
    let fading = prizes.iter().map(|prize| marches_to(prize.place).map(fade)).collect();
    let mut prize_at = [None; PLACES];
    for (prize, number) in prizes.iter().zip(0..) {
        prize_at[prize.place.index()] = Some(number);
    }
    let blocks = std::array::from_fn(|number| fact(BlockId::from_index(number)));
    Facts { blocks, prizes, prize_at, fading }
});

fn fact(block: BlockId) -> Fact {
    let printed = block.printed();
    let number = f32::from(printed.fire.number);
    let fleet = block.is_fleet();
    let early = match printed.fire.letter {
        Letter::A => 1.3,
        Letter::B => 1.15,
        Letter::C | Letter::D => 1.0,
    };
    let is_napoleon = printed.kind == Kind::Hq && printed.state == State::France;
    let body = match printed.kind {
        Kind::Hq => BODY + 0.25,
        Kind::Fleet => BODY + 0.06,
        Kind::Fortress => 0.5 * BODY,
        _ => BODY,
    };
    Fact {
        state: printed.state.index(),
        kind: printed.kind,
        land: (if fleet { number - 1.0 } else { number }) / 6.0,
        sea: number / 6.0,
        hits: if block.is_fortress() { 2.0 } else { 1.0 },
        spare: if fleet { 1.0 } else { 0.0 },
        step: STEP * number * early,
        body,
        is_napoleon,
    }
}

fn fade(steps: u8) -> f32 {
    if steps > 12 { 0.0 } else { FADING.powi(steps.into()) }
}

/// Steps to a place: of armies to a region, over land and, slower, over sea; of fleets to a sea.
fn marches_to(goal: Place) -> [u8; PLACES] {
    let mut steps = [u8::MAX; PLACES];
    steps[goal.index()] = 0;
    let mut open = vec![goal];
    // So few places and steps that each is looked at as often as it gets nearer.
    while let Some(place) = open.pop() {
        for (near, cost) in neighbours(place, goal.is_sea()) {
            let way = steps[place.index()].saturating_add(cost);
            if way < steps[near.index()] {
                steps[near.index()] = way;
                open.push(near);
            }
        }
    }
    steps
}

/// What lies a step away, and what a voyage away.
fn neighbours(place: Place, fleets: bool) -> Vec<(Place, u8)> {
    let mut found = Vec::new();
    for link in place.links() {
        match link.crossing {
            Crossing::Land(_) if !fleets => found.push((link.to, 1)),
            Crossing::Sea | Crossing::Narrows(_) if fleets => found.push((link.to, 1)),
            Crossing::Coast { base: true } if fleets => found.push((link.to, 1)),
            Crossing::Coast { .. } if !fleets && !place.is_sea() => {
                let coasts =
                    link.to.links().iter().filter(|far| far.crossing == Crossing::Coast { base: true });
                found.extend(coasts.filter(|far| far.to != place).map(|far| (far.to, VOYAGE)));
            }
            _ => {}
        }
    }
    found
}
