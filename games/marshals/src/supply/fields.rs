//! The mere yes or no of supply, for all hexes at once.

use atlas::topology::{BoxSet, HexId, Words};

use super::needs::{Event, Kind, Store};
use super::trace::{Obstacles, RANGE, Tracer};
use crate::map::MAP;

/// From where a nation can trace to its sources. Made once, laid anew whenever something has changed; then each question is a bit.
#[derive(Clone)]
pub struct Fields {
    home: BoxSet<HexId>,
    lasting: BoxSet<HexId>,
    spent: BoxSet<HexId>,
    /// For the work: the sources of one kind.
    goals: BoxSet<HexId>,
}

impl Default for Fields {
    fn default() -> Self {
        let none = BoxSet::with_room(MAP.grid.len());
        Fields { home: none.clone(), lasting: none.clone(), spent: none.clone(), goals: none }
    }
}

impl Fields {
    /// Works out the fields of these sources.
    pub fn lay<W: Words>(&mut self, tracer: &mut Tracer, obstacles: &Obstacles<'_, W>, stores: &[Store]) {
        let goals = &mut self.goals;
        let mut fill = |field: &mut BoxSet<HexId>, is: fn(Kind) -> bool| {
            goals.clear();
            goals.extend(
                stores.iter().filter(|store| store.count > 0 && is(store.kind)).map(|store| store.hex),
            );
            tracer.fill(obstacles, goals, RANGE, field);
        };
        fill(&mut self.home, |kind| kind == Kind::Home);
        fill(&mut self.lasting, |kind| matches!(kind, Kind::Linked | Kind::Cut | Kind::Unit));
        fill(&mut self.spent, |kind| kind == Kind::Spent);
    }

    /// Whether a unit in a hex has any supply for an event; in remote country perhaps not for all of a stack.
    #[inline]
    pub fn reach(&self, event: Event, hex: HexId, at_home: bool) -> bool {
        self.lasting.contains(hex)
            || event != Event::Move && self.spent.contains(hex)
            || event != Event::Attack && at_home && self.home.contains(hex)
    }
}
