//! Supply lines, and the chains of depots that carry them on.

use super::{Allowance, BoxSet, Graph, Id, Paths, Set, Step, Way, Words};

/// What bars a line: a space held by the enemy always, one that he merely controls unless a friend stands in it.
pub struct Barriers<'s, I, W> {
    /// Spaces held by the enemy.
    pub enemy: &'s Set<I, W>,
    /// Spaces the enemy controls, as by his zones of control.
    pub controlled: &'s Set<I, W>,
    /// Spaces where a friend stands.
    pub friends: &'s Set<I, W>,
}

impl<I: Id, W: Words> Barriers<'_, I, W> {
    /// Whether a line may run through `space`.
    #[inline]
    pub fn open(&self, space: I) -> bool {
        !self.enemy.contains(space) && (!self.controlled.contains(space) || self.friends.contains(space))
    }
}

impl<I: Id> Paths<I> {
    /// The cheapest line from `from` to the nearest of the `sources` that is not barred. `cost` says what a step towards
    /// the source counts, if the ground lets a line pass at all.
    ///
    /// Where the line begins is not asked about: whoever asks for supply stands there.
    pub fn supply_line<G: Graph<Id = I>, W: Words, V: Words>(
        &mut self,
        graph: &G,
        from: I,
        sources: &Set<I, V>,
        barriers: &Barriers<'_, I, W>,
        allowance: Allowance,
        mut cost: impl FnMut(I, I, G::Over) -> Option<u8>,
    ) -> Option<Way<'_, I>> {
        self.nearest(
            graph,
            from,
            allowance,
            |space| sources.contains(space),
            |from, to, over| barriers.open(to).then(|| cost(from, to, over)).flatten(),
        )
    }
}

/// Depots, fortresses and the like that pass supply on: each is linked to a source directly or through others, by
/// lines of limited length.
///
/// Like [`Paths`] it is made once and used again and again. It sets aside room for lines that together are as long as the
/// map has spaces; should they once be longer, it takes more and keeps it.
#[derive(Clone)]
pub struct Chain<I> {
    /// Sources and linked links.
    linked: BoxSet<I>,
    /// Those that were linked last, and those that are found from them.
    last: BoxSet<I>,
    found: BoxSet<I>,
    /// For each link, where its line begins and ends in `lines`; nothing for sources.
    spans: Box<[(u32, u32)]>,
    lines: Vec<I>,
}

impl<I: Id> Chain<I> {
    /// For maps of so many spaces.
    pub fn new(spaces: usize) -> Chain<I> {
        Chain {
            linked: BoxSet::with_room(spaces),
            last: BoxSet::with_room(spaces),
            found: BoxSet::with_room(spaces),
            spans: vec![(0, 0); spaces].into(),
            lines: Vec::with_capacity(spaces),
        }
    }

    /// Works out which of the `links` are linked to a source, and by which lines: through as few others as possible, then
    /// as cheaply as possible. `step` says what a step towards the source counts.
    pub fn link<G: Graph<Id = I>, V: Words, S: Into<Step>>(
        &mut self,
        paths: &mut Paths<I>,
        graph: &G,
        sources: &Set<I, V>,
        links: &Set<I, V>,
        allowance: Allowance,
        mut step: impl FnMut(I, I, G::Over) -> S,
    ) {
        self.lines.clear();
        self.linked.clear();
        self.linked.unite(sources);
        self.last.clear();
        self.last.unite(sources);
        sources.iter().for_each(|source| self.spans[source.index()] = (0, 0));
        while !self.last.is_empty() {
            let reach = paths.flood_towards(graph, self.last.iter(), allowance, &mut step);
            self.found.clear();
            self.found.unite(links);
            self.found.intersect(reach.spaces());
            self.found.subtract(&self.linked);
            for link in self.found.iter() {
                let start = self.lines.len() as u32;
                self.lines.extend(reach.back(link));
                self.spans[link.index()] = (start, self.lines.len() as u32);
            }
            self.linked.unite(&self.found);
            std::mem::swap(&mut self.last, &mut self.found);
        }
    }

    /// The sources, and the links that are linked to one: the goals of a [supply line](Paths::supply_line).
    pub fn linked(&self) -> &BoxSet<I> {
        &self.linked
    }

    /// The line from a link to the next link or source, both included; nothing for a source and for what is not linked.
    pub fn line(&self, link: I) -> &[I] {
        if !self.linked.contains(link) {
            return &[];
        }
        let (start, end) = self.spans[link.index()];
        &self.lines[start as usize..end as usize]
    }

    /// The lines from a link all the way to its source.
    pub fn lines(&self, link: I) -> impl Iterator<Item = &[I]> {
        let mut next = self.line(link);
        std::iter::from_fn(move || {
            let line = next;
            let end = *line.last()?;
            next = self.line(end);
            Some(line)
        })
    }
}
