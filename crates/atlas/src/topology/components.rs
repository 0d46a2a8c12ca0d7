//! Which spaces hang together.

use std::marker::PhantomData;

use super::{Graph, Id};

const NONE: u16 = u16::MAX;

/// The parts of a map that hang together, numbered by their lowest space. Ways that go one way only join both ends.
///
/// For set-up and checks: making it allocates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Components<I> {
    of: Box<[u16]>,
    count: u16,
    ids: PhantomData<fn() -> I>,
}

impl<I: Id> Components<I> {
    /// The parts into which a map falls if only ways that `pass` count.
    pub fn new<G: Graph<Id = I>>(graph: &G, mut pass: impl FnMut(I, I, G::Over) -> bool) -> Self {
        let mut of = vec![NONE; graph.spaces()];
        let mut count = 0;
        let mut open = Vec::new();
        for first in 0..graph.spaces() {
            if of[first] != NONE || !graph.exists(I::from_index(first)) {
                continue;
            }
            of[first] = count;
            open.push(I::from_index(first));
            while let Some(here) = open.pop() {
                let mut join = |there: I| {
                    if of[there.index()] == NONE {
                        of[there.index()] = count;
                        open.push(there);
                    }
                };
                graph.leaving(here).filter(|(to, over)| pass(here, *to, *over)).for_each(|(to, _)| join(to));
                graph
                    .entering(here)
                    .filter(|(from, over)| pass(*from, here, *over))
                    .for_each(|(from, _)| join(from));
            }
            count += 1;
        }
        Components { of: of.into(), count, ids: PhantomData }
    }

    /// How many parts there are.
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// The number of the part that `space` belongs to, if the space exists.
    pub fn of(&self, space: I) -> Option<usize> {
        let part = self.of[space.index()];
        (part != NONE).then_some(usize::from(part))
    }

    /// Whether two spaces hang together.
    pub fn joined(&self, a: I, b: I) -> bool {
        self.of(a).is_some() && self.of(a) == self.of(b)
    }

    /// The spaces of one part, lowest first.
    pub fn members(&self, part: usize) -> impl Iterator<Item = I> {
        (0..self.of.len()).filter(move |space| usize::from(self.of[*space]) == part).map(I::from_index)
    }
}
