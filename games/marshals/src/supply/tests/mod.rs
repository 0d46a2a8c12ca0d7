//! Supply on the real map. Leipzig lies in developed country, Madrid in Iberia, Smolensk in the north; round each of them there is
//! land on all sides.

mod at_hand;
mod communications;
mod land;
mod needs;
mod sharing;
mod trace;

use atlas::topology::{Barriers, BoxSet, Direction, HexId};

use super::{Found, Kind, Obstacles, Stack, Store, Tracer, within_reach};
use crate::calendar::Date;
use crate::map::MAP;
use crate::march::Ground;

const SUMMER: &str = "1812 Jul-Aug 1";
const WINTER: &str = "1812 Nov-Dec 1";

fn hex(name: &str) -> HexId {
    MAP.hex(name).unwrap_or_else(|| panic!("{name} is on the map"))
}

fn set(hexes: impl IntoIterator<Item = HexId>) -> BoxSet<HexId> {
    let mut set = BoxSet::with_room(MAP.grid.len());
    set.extend(hexes);
    set
}

fn around(name: &str, radius: u16) -> BoxSet<HexId> {
    set(MAP.grid.within(hex(name), radius))
}

/// The hexes straight east of a place, itself included.
fn eastwards(name: &str, steps: usize) -> Vec<HexId> {
    let next = |here: &HexId| MAP.grid.neighbour(*here, Direction::East);
    std::iter::successors(Some(hex(name)), next).take(steps + 1).collect()
}

fn ground() -> &'static Ground {
    Ground::on(SUMMER.parse::<Date>().unwrap())
}

/// A position: nobody is anywhere at first.
struct Position {
    enemy: BoxSet<HexId>,
    zones: BoxSet<HexId>,
    friends: BoxSet<HexId>,
    taken: BoxSet<HexId>,
    cossacks: Vec<HexId>,
    tracer: Tracer,
}

impl Position {
    fn empty() -> Position {
        let none = || set([]);
        Position {
            enemy: none(),
            zones: none(),
            friends: none(),
            taken: none(),
            cossacks: Vec::new(),
            tracer: Tracer::default(),
        }
    }

    /// The enemy stands everywhere near a place but in these hexes.
    fn corridor(name: &str, hexes: &[HexId]) -> Position {
        let mut enemy = around(name, 9);
        enemy.subtract(&set(hexes.iter().copied()));
        Position { enemy, ..Position::empty() }
    }

    fn both(&mut self) -> (&mut Tracer, Obstacles<'_, Box<[u64]>>) {
        let obstacles = Obstacles {
            ground: ground(),
            barriers: Barriers { enemy: &self.enemy, controlled: &self.zones, friends: &self.friends },
            cossacks: &self.cossacks,
            taken: Some(&self.taken),
        };
        (&mut self.tracer, obstacles)
    }

    fn line(&mut self, from: HexId, goals: &BoxSet<HexId>) -> Option<super::Line> {
        let (tracer, obstacles) = self.both();
        tracer.line(&obstacles, from, goals, super::RANGE)
    }

    fn found(&mut self, stack: Stack, stores: &[Store]) -> Vec<Found> {
        let (tracer, obstacles) = self.both();
        within_reach(tracer, &obstacles, stack, stores).into_iter().collect()
    }
}

fn store(kind: Kind, hex: HexId, count: u8) -> Store {
    Store { kind, hex, count }
}

/// A stack abroad.
fn stack(name: &str, factors: u16) -> Stack {
    Stack { hex: hex(name), factors, at_home: false }
}
