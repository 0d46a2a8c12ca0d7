//! What never changes and is needed a million times a second: blocks by the number, and how far it is.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use atlas::topology::Id;

use crate::blocks::{BLOCKS, BlockId, Kind, Letter};
use crate::places::{Crossing, PLACES, Place};
use crate::states::State;

/// What a block is, in figures.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub(super) state: u8,
    pub(super) kind: Kind,
    /// Hits that a step scores in a round: on land, and at sea.
    pub(super) fire: [f32; 2],
    /// What a step adds to the power of an army or a fleet: on land, and at sea.
    pub(super) power: [f32; 2],
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
    /// It can land on a hostile coast (8.5).
    pub(super) lands: bool,
}

/// A place that counts for gold and victory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prize {
    pub(super) place: Place,
    pub(super) value: f32,
    pub(super) home: Option<State>,
}

/// A prize in the neighbourhood of a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) prize: u8,
    /// How much of an army's power is felt there.
    pub(super) felt: f32,
    /// How many blocks can cross the border at a time, if it touches.
    pub(super) limit: u8,
}

/// So many prizes around a place matter.
const AROUND: usize = 14;

/// The prizes around a place, the nearest first.
pub(super) type Around = ArrayVec<Near, AROUND>;

/// All of it.
pub(super) struct Facts {
    pub(super) blocks: [Fact; BLOCKS],
    pub(super) prizes: Vec<Prize>,
    /// Which of the prizes a place is.
    pub(super) prize_at: [Option<u8>; PLACES],
    /// The prizes that armies can make for, and fleets.
    pub(super) near_armies: Vec<Around>,
    pub(super) near_fleets: Vec<Around>,
    /// How much of the power in each place is felt at each prize.
    pub(super) felt: Vec<[f32; PLACES]>,
    /// The prizes on the coasts of each sea.
    pub(super) coasts: Vec<ArrayVec<u8, 16>>,
    /// The cities of each empire.
    pub(super) cities: [ArrayVec<u8, 4>; 7],
}

/// The most cities and stars there are.
pub(super) const PRIZES: usize = 48;

/// What a step is worth for each point of firepower.
const STEP: f32 = 0.014;
/// What a block is worth for being there.
const BODY: f32 = 0.032;
/// How much of an army's power is felt one step farther away.
const FADING: f32 = 0.62;
/// So many steps away an army is not felt any more.
const FAR: u8 = 6;
/// So many steps take an army over sea.
const VOYAGE: u8 = 3;
/// How much of the power near a city helps those who defend it.
pub(super) const RELIEF: f32 = 0.4;
/// So much better is a city guarded by whoever stands in it than by whoever is a step away.
const GARRISON: f32 = 1.0 / RELIEF;

pub(super) static FACTS: LazyLock<Facts> = LazyLock::new(|| {
    let prizes: Vec<Prize> = Place::all()
        .filter(|place| place.value() > 0)
        .map(|place| Prize { place, value: place.value().into(), home: place.home() })
        .collect();
    assert!(prizes.len() <= PRIZES, "there is room for all cities and stars");
    let mut prize_at = [None; PLACES];
    for (prize, number) in prizes.iter().zip(0..) {
        prize_at[prize.place.index()] = Some(number);
    }
    let number = |place: Place| prize_at[place.index()];
    let coasts = Place::all().map(|place| match place.is_sea() {
        true => place.coasts().iter().filter_map(number).collect(),
        false => ArrayVec::new(),
    });
    let cities = std::array::from_fn(|empire| {
        let own = |(prize, _): &(&Prize, u8)| prize.home.is_some_and(|home| home.index() == empire);
        prizes.iter().zip(0..).filter(own).map(|(_, number)| number).collect()
    });
    let blocks = std::array::from_fn(|number| fact(BlockId::from_index(number)));
    let felt: Vec<_> = prizes.iter().map(|prize| marches_to(prize.place).map(felt)).collect();
    let [near_armies, near_fleets] = [false, true].map(|fleets| around(&prizes, &felt, fleets));
    Facts { blocks, coasts: coasts.collect(), cities, prizes, prize_at, near_armies, near_fleets, felt }
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
    let is_napoleon = block.is_napoleon();
    let body = match printed.kind {
        Kind::Hq => BODY + 0.1,
        Kind::Fleet => BODY + 0.08,
        Kind::Fortress => 0.5 * BODY,
        _ => BODY,
    };
    let hits = if block.is_fortress() { 2.0 } else { 1.0 };
    // Fleets fire worse in coastal regions (8.3).
    let fire = [(if fleet { number - 1.0 } else { number }) / 6.0, number / 6.0];
    Fact {
        state: printed.state.index() as u8,
        kind: printed.kind,
        fire,
        power: fire.map(|fire| early * (fire * hits).sqrt()),
        hits,
        spare: if fleet { 1.0 } else { 0.0 },
        step: STEP * number * early,
        body,
        is_napoleon,
        lands: matches!(printed.kind, Kind::Hq | Kind::Infantry),
    }
}

/// The prizes around each place: cities for armies, stars for fleets.
fn around(prizes: &[Prize], felt: &[[f32; PLACES]], fleets: bool) -> Vec<Around> {
    let near = |place: Place| {
        let mut near: Vec<Near> = Vec::new();
        for ((prize, felt), number) in prizes.iter().zip(felt).zip(0..) {
            let felt = felt[place.index()];
            if prize.place.is_sea() == fleets && felt > 0.0 {
                let limit = place.link(prize.place).map_or(u8::MAX, |link| width(link.crossing));
                near.push(Near { prize: number, felt, limit });
            }
        }
        near.sort_by(|a, b| b.felt.total_cmp(&a.felt));
        near.into_iter().take(AROUND).collect()
    };
    Place::all().map(near).collect()
}

/// How much of an army's power is felt so many steps away.
fn felt(steps: u8) -> f32 {
    match steps {
        0 => GARRISON,
        steps if steps < FAR => FADING.powi(i32::from(steps) - 1),
        _ => 0.0,
    }
}

/// How many blocks cross such a border into battle, out of Winter (4.2).
fn width(crossing: Crossing) -> u8 {
    use crate::map::BorderKind::{Clear, Forest, Lake, Marsh, Mountain, Narrow, River, RiverFrozen, Strait};
    match crossing {
        Crossing::Land(Clear) => 4,
        Crossing::Land(River | RiverFrozen | Forest) => 3,
        Crossing::Land(Mountain | Marsh | Strait) | Crossing::Coast { .. } => 2,
        Crossing::Land(Narrow) => 1,
        Crossing::Land(Lake) => 0,
        Crossing::Sea | Crossing::Narrows(_) => u8::MAX,
    }
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
