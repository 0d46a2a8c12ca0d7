//! What searches need to know of a map.

use super::Id;

/// Spaces and the ways between them.
pub trait Graph {
    /// The number of a space.
    type Id: Id;
    /// What lies between two spaces: a border, a hexside.
    type Over: Copy;

    /// How many ids there are, for tables by space.
    fn spaces(&self) -> usize;

    /// Whether there is a space of this id. One that does not exist has no ways to others.
    fn exists(&self, id: Self::Id) -> bool;

    /// Where one can go from `from`, and over what.
    fn leaving(&self, from: Self::Id) -> impl Iterator<Item = (Self::Id, Self::Over)>;

    /// From where one can come to `to`, and over what. The same as [`Self::leaving`] unless some ways go one way only.
    fn entering(&self, to: Self::Id) -> impl Iterator<Item = (Self::Id, Self::Over)>;
}

impl<G: Graph> Graph for &G {
    type Id = G::Id;
    type Over = G::Over;

    fn spaces(&self) -> usize {
        (**self).spaces()
    }

    fn exists(&self, id: Self::Id) -> bool {
        (**self).exists(id)
    }

    fn leaving(&self, from: Self::Id) -> impl Iterator<Item = (Self::Id, Self::Over)> {
        (**self).leaving(from)
    }

    fn entering(&self, to: Self::Id) -> impl Iterator<Item = (Self::Id, Self::Over)> {
        (**self).entering(to)
    }
}

/// A graph with every way turned round.
pub(super) struct Backwards<G>(pub(super) G);

impl<G: Graph> Graph for Backwards<G> {
    type Id = G::Id;
    type Over = G::Over;

    fn spaces(&self) -> usize {
        self.0.spaces()
    }

    fn exists(&self, id: Self::Id) -> bool {
        self.0.exists(id)
    }

    fn leaving(&self, from: Self::Id) -> impl Iterator<Item = (Self::Id, Self::Over)> {
        self.0.entering(from)
    }

    fn entering(&self, to: Self::Id) -> impl Iterator<Item = (Self::Id, Self::Over)> {
        self.0.leaving(to)
    }
}

/// What a step from one space to the next means for whoever takes it. Steps are cheap, so that searches are quick; only
/// their sum is counted in more than a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It cannot be taken.
    Closed,
    /// It costs so many points, and one may go on.
    Go(u8),
    /// It costs so many points, and one must stop there: at a zone of control, a strait, an enemy.
    Stop(u8),
}

impl From<Option<u8>> for Step {
    /// The cost, if the step can be taken.
    fn from(cost: Option<u8>) -> Step {
        cost.map_or(Step::Closed, Step::Go)
    }
}

impl From<bool> for Step {
    /// One point, if the step can be taken.
    fn from(open: bool) -> Step {
        if open { Step::Go(1) } else { Step::Closed }
    }
}
