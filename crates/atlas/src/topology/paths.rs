//! Who can get where, at what cost, and which way.
//!
//! One search does it all: from one or more spaces outwards, cheapest first, until the points run out or a goal is found.
//! A space can be reached in two manners: on the march, so that one may go on, or by a step after which one must stop.
//! The second can be the cheaper one, so both are kept; but nothing goes on from it, so only the first is searched from.

mod queue;

use std::cmp::Ordering;

use self::queue::Queue;
use super::graph::Backwards;
use super::{BoxSet, Graph, Id, Step};

/// How far a search may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    points: u16,
    first_step: bool,
}

impl Allowance {
    /// As far as it goes. The greatest cost a search can count.
    pub const UNLIMITED: Allowance = Allowance::points(u16::MAX - 1);

    /// So many points; [`u16::MAX`] counts as one less.
    pub const fn points(points: u16) -> Allowance {
        Allowance { points: if points == u16::MAX { points - 1 } else { points }, first_step: false }
    }

    /// The same, but a single step can always be taken: one that costs more takes all points.
    #[must_use]
    pub const fn or_one_step(self) -> Allowance {
        Allowance { first_step: true, ..self }
    }
}

const NEVER: u16 = u16::MAX;

/// What a search found out about a space. Numbers of spaces as they are in ids.
#[derive(Clone, Copy)]
struct Label {
    /// The search it belongs to; of an older one it means nothing.
    search: u32,
    /// Cheapest cost on the march.
    cost: u16,
    /// The space before, on the march; itself where a search began.
    from: u16,
    /// Where that way began.
    source: u16,
    /// Cheapest cost by a step after which one must stop.
    stop_cost: u16,
    /// The space before that step.
    stop_from: u16,
    /// Whether its cost on the march is final.
    settled: bool,
}

impl Label {
    const UNKNOWN: Label =
        Label { search: 0, cost: NEVER, from: 0, source: 0, stop_cost: NEVER, stop_from: 0, settled: false };

    fn cheapest(&self) -> u16 {
        self.cost.min(self.stop_cost)
    }

    /// The space before, on the cheapest way; if both are equal, on the march.
    fn before(&self) -> u16 {
        if self.stop_cost < self.cost { self.stop_from } else { self.from }
    }
}

/// The desk on which ways are worked out: make it once for a map, use it for every search.
///
/// Of equally cheap ways into a space, the one that began at the lowest source is kept, and of those the one through the
/// lowest neighbour; steps that cost nothing are the only exception, they are only certain to give the same way every time.
#[derive(Clone)]
pub struct Paths<I> {
    search: u32,
    points: u16,
    labels: Box<[Label]>,
    queue: Queue,
    reached: BoxSet<I>,
    way: Box<[I]>,
}

impl<I: Id> Paths<I> {
    /// For maps of so many spaces.
    ///
    /// # Panics
    /// If there are more than 65,535.
    pub fn new(spaces: usize) -> Paths<I> {
        assert!(spaces <= usize::from(u16::MAX), "{spaces} spaces are too many");
        Paths {
            search: 0,
            points: 0,
            labels: vec![Label::UNKNOWN; spaces].into(),
            queue: Queue::new(spaces),
            reached: BoxSet::with_room(spaces),
            way: vec![I::from_index(0); spaces].into(),
        }
    }

    /// Everywhere an army can get from `from`, itself included. `step` says what a step from the first space to the
    /// second means.
    pub fn reach<G: Graph<Id = I>, S: Into<Step>>(
        &mut self,
        graph: &G,
        from: I,
        allowance: Allowance,
        step: impl FnMut(I, I, G::Over) -> S,
    ) -> Reach<'_, I> {
        self.flood(graph, [from], allowance, step)
    }

    /// Everywhere one can get from any of the `sources`, each space from the nearest.
    pub fn flood<G: Graph<Id = I>, S: Into<Step>>(
        &mut self,
        graph: &G,
        sources: impl IntoIterator<Item = I>,
        allowance: Allowance,
        mut step: impl FnMut(I, I, G::Over) -> S,
    ) -> Reach<'_, I> {
        self.begin(sources, allowance);
        self.search(graph, allowance, |_, from, to, over| step(from, to, over).into(), |_| false);
        Reach { paths: self }
    }

    /// Everywhere from where one can get to any of the `goals`, each space to the nearest. Steps are asked for as they
    /// are taken, towards the goal; one after which one must stop has to end at a goal.
    pub fn flood_towards<G: Graph<Id = I>, S: Into<Step>>(
        &mut self,
        graph: &G,
        goals: impl IntoIterator<Item = I>,
        allowance: Allowance,
        mut step: impl FnMut(I, I, G::Over) -> S,
    ) -> Reach<'_, I> {
        self.begin(goals, allowance);
        let backwards = |at_goal: bool, to, from, over| match step(from, to, over).into() {
            Step::Stop(cost) if at_goal => Step::Go(cost),
            Step::Stop(_) => Step::Closed,
            step => step,
        };
        self.search(&Backwards(graph), allowance, backwards, |_| false);
        Reach { paths: self }
    }

    /// The cheapest way from `from` to `to`.
    pub fn way<G: Graph<Id = I>, S: Into<Step>>(
        &mut self,
        graph: &G,
        from: I,
        to: I,
        allowance: Allowance,
        step: impl FnMut(I, I, G::Over) -> S,
    ) -> Option<Way<'_, I>> {
        self.nearest(graph, from, allowance, |space| space == to, step)
    }

    /// The cheapest way from `from` to the nearest `goal`, which may be `from` itself; of several, the lowest.
    pub fn nearest<G: Graph<Id = I>, S: Into<Step>>(
        &mut self,
        graph: &G,
        from: I,
        allowance: Allowance,
        goal: impl FnMut(I) -> bool,
        mut step: impl FnMut(I, I, G::Over) -> S,
    ) -> Option<Way<'_, I>> {
        self.begin([from], allowance);
        let found = self.search(graph, allowance, |_, from, to, over| step(from, to, over).into(), goal)?;
        Some(self.write_way(found))
    }

    /// Forgets the last search and puts the sources of the next on the desk.
    fn begin(&mut self, sources: impl IntoIterator<Item = I>, allowance: Allowance) {
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.labels.fill(Label::UNKNOWN);
            1
        });
        self.points = allowance.points;
        self.queue.clear();
        self.reached.clear();
        for source in sources {
            if self.reached.insert(source) {
                let number = source.index() as u16;
                // Settled at once: a source stays one, even if a step that costs nothing leads to it from another.
                self.labels[source.index()] = Label {
                    search: self.search,
                    cost: 0,
                    from: number,
                    source: number,
                    settled: true,
                    ..Label::UNKNOWN
                };
                self.queue.push(number, 0);
            }
        }
    }

    /// Searches outwards until nothing is left or the nearest `goal` is known. `step` is also told whether the space it
    /// starts from is a source.
    #[inline]
    fn search<G: Graph<Id = I>>(
        &mut self,
        graph: &G,
        allowance: Allowance,
        mut step: impl FnMut(bool, I, I, G::Over) -> Step,
        mut goal: impl FnMut(I) -> bool,
    ) -> Option<I> {
        let limit = u32::from(allowance.points);
        let mut found: Option<(u16, I)> = None;
        while let Some(here) = self.queue.pop() {
            let label = &mut self.labels[usize::from(here)];
            label.settled = true;
            let Label { cost: at, source, from: before, .. } = *label;
            if found.is_some_and(|(cost, _)| cost < at) {
                break;
            }
            let is_source = before == here;
            let from = I::from_index(usize::from(here));
            if goal(from) {
                found = nearer(found, (at, from));
            }
            for (to, over) in graph.leaving(from) {
                let (points, mut stops) = match step(is_source, from, to, over) {
                    Step::Closed => continue,
                    Step::Go(points) => (points, false),
                    Step::Stop(points) => (points, true),
                };
                let mut cost = u32::from(at) + u32::from(points);
                if cost > limit {
                    if !(allowance.first_step && is_source) {
                        continue;
                    }
                    (cost, stops) = (limit, true);
                }
                let cost = cost as u16;
                if stops {
                    if self.stop_at(to, cost, here, source) && goal(to) {
                        found = nearer(found, (cost, to));
                    }
                } else {
                    self.march_to(to, cost, here, source);
                }
            }
        }
        found.map(|(_, space)| space)
    }

    /// Takes down that `to` can be reached on the march, if this way is better than any known.
    #[inline]
    fn march_to(&mut self, to: I, cost: u16, from: u16, source: u16) {
        let label = self.label(to);
        if label.settled || (label.cost, label.source, label.from) <= (cost, source, from) {
            return;
        }
        let old = std::mem::replace(&mut label.cost, cost);
        (label.source, label.from) = (source, from);
        if old != cost {
            let number = to.index() as u16;
            if old != NEVER {
                self.queue.remove(number, old);
            }
            self.queue.push(number, cost);
        }
    }

    /// Takes down that `to` can be reached by a step that ends there, if this way is better than any known; says whether
    /// it is.
    #[inline]
    fn stop_at(&mut self, to: I, cost: u16, from: u16, source: u16) -> bool {
        let known = *self.label(to);
        let better = match cost.cmp(&known.stop_cost) {
            Ordering::Less => true,
            Ordering::Equal => {
                (source, from) < (self.labels[usize::from(known.stop_from)].source, known.stop_from)
            }
            Ordering::Greater => false,
        };
        if better {
            let label = self.label(to);
            (label.stop_cost, label.stop_from) = (cost, from);
        }
        better
    }

    /// The label of a space in this search.
    #[inline]
    fn label(&mut self, space: I) -> &mut Label {
        let label = &mut self.labels[space.index()];
        if label.search != self.search {
            *label = Label { search: self.search, ..Label::UNKNOWN };
            self.reached.insert(space);
        }
        label
    }

    /// The label of a space, if the last search came there.
    fn known(&self, space: I) -> Option<&Label> {
        self.labels.get(space.index()).filter(|label| label.search == self.search)
    }

    /// Writes down the way the last search found to `to`.
    fn write_way(&mut self, to: I) -> Way<'_, I> {
        let mut start = self.way.len();
        for space in back(&self.labels, to) {
            start -= 1;
            self.way[start] = space;
        }
        Way { cost: self.labels[to.index()].cheapest(), spaces: &self.way[start..] }
    }
}

/// The cheaper of two finds, or the lower space.
fn nearer<I: Id>(known: Option<(u16, I)>, new: (u16, I)) -> Option<(u16, I)> {
    Some(known.map_or(new, |known| known.min(new)))
}

/// From `to` back to where its way began, both included.
fn back<I: Id>(labels: &[Label], to: I) -> impl Iterator<Item = I> {
    let mut next = Some((to.index(), labels[to.index()].before()));
    std::iter::from_fn(move || {
        let (here, before) = next?;
        let before = usize::from(before);
        next = (before != here).then(|| (before, labels[before].from));
        Some(I::from_index(here))
    })
}

/// What a search reached.
pub struct Reach<'p, I> {
    paths: &'p mut Paths<I>,
}

impl<I: Id> Reach<'_, I> {
    /// All spaces that were reached.
    pub fn spaces(&self) -> &BoxSet<I> {
        &self.paths.reached
    }

    /// Whether `space` was reached.
    pub fn contains(&self, space: I) -> bool {
        self.paths.reached.contains(space)
    }

    /// What the cheapest way costs.
    pub fn cost(&self, space: I) -> Option<u16> {
        self.paths.known(space).map(Label::cheapest)
    }

    /// How many points are left after the cheapest way.
    pub fn left(&self, space: I) -> Option<u16> {
        self.cost(space).map(|cost| self.paths.points - cost)
    }

    /// How many points are left to go on with, unless every way ends there. Less than [`Self::left`] if the cheapest way
    /// ends there.
    pub fn left_to_go_on(&self, space: I) -> Option<u16> {
        let label = self.paths.known(space).filter(|label| label.cost != NEVER)?;
        Some(self.paths.points - label.cost)
    }

    /// The space before, on the cheapest way; nothing where a way begins. After [`Paths::flood_towards`], the next space
    /// on the way to the goal.
    pub fn before(&self, space: I) -> Option<I> {
        self.back(space).nth(1)
    }

    /// The source from which the cheapest way came, or the goal to which it goes.
    pub fn source(&self, space: I) -> Option<I> {
        let label = self.paths.known(space)?;
        let on_the_march = &self.paths.labels[usize::from(label.before())];
        let source = if label.stop_cost < label.cost { on_the_march.source } else { label.source };
        Some(I::from_index(usize::from(source)))
    }

    /// The cheapest way backwards, from `space` to where it began, both included; nothing if it was not reached.
    pub fn back(&self, space: I) -> impl Iterator<Item = I> {
        self.paths.known(space).into_iter().flat_map(move |_| back(&self.paths.labels, space))
    }

    /// The cheapest way to `space`, from where it began.
    pub fn way(&mut self, space: I) -> Option<Way<'_, I>> {
        self.paths.known(space)?;
        Some(self.paths.write_way(space))
    }

    /// The last space on the cheapest way to `space` that so many points bring one to.
    pub fn farthest(&self, space: I, points: u16) -> Option<I> {
        self.back(space).enumerate().find_map(|(steps, here)| {
            let label = &self.paths.labels[here.index()];
            let cost = if steps == 0 { label.cheapest() } else { label.cost };
            (cost <= points).then_some(here)
        })
    }
}

/// A way from one space to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way<'p, I> {
    /// What it costs.
    pub cost: u16,
    /// Its spaces, both ends included.
    pub spaces: &'p [I],
}

impl<I: Id> Way<'_, I> {
    /// Where it ends.
    pub fn end(&self) -> I {
        self.spaces[self.spaces.len() - 1]
    }

    /// How many steps it takes.
    pub fn steps(&self) -> usize {
        self.spaces.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::super::HexId;
    use super::*;

    /// Two spaces, and a step from the first to the second.
    struct Pair;

    impl Graph for Pair {
        type Id = HexId;
        type Over = ();

        fn spaces(&self) -> usize {
            2
        }

        fn exists(&self, _: HexId) -> bool {
            true
        }

        fn leaving(&self, from: HexId) -> impl Iterator<Item = (HexId, ())> {
            (from == HexId(0)).then_some((HexId(1), ())).into_iter()
        }

        fn entering(&self, to: HexId) -> impl Iterator<Item = (HexId, ())> {
            (to == HexId(1)).then_some((HexId(0), ())).into_iter()
        }
    }

    #[test]
    fn when_searches_are_counted_from_the_start_again_old_ones_are_forgotten() {
        let mut paths = Paths::new(2);
        assert!(paths.reach(&Pair, HexId(0), Allowance::UNLIMITED, |_, _, ()| true).contains(HexId(1)));
        assert_eq!(paths.search, 1);
        paths.search = u32::MAX;
        let reach = paths.reach(&Pair, HexId(0), Allowance::UNLIMITED, |_, _, ()| false);
        assert_eq!(reach.paths.search, 1);
        assert_eq!(reach.cost(HexId(1)), None);
    }
}
