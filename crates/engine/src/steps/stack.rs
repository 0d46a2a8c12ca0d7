//! The stack of steps.

use serde::{Deserialize, Serialize};

use super::List;

/// How many steps can be under way at a time: a retreat in a battle in an interception in a march is four.
pub const DEPTH: usize = 8;

/// The steps that are under way, the one that is asked on top. Written as a list, the lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[serde(bound(serialize = "S: Copy + Serialize", deserialize = "S: Copy + Deserialize<'de>"))]
pub struct Stack<S: Copy>(List<S, DEPTH>);

impl<S: Copy> Stack<S> {
    /// No step at all.
    pub const fn new() -> Stack<S> {
        Stack(List::new())
    }

    /// This step alone.
    pub fn of(step: impl Into<S>) -> Stack<S> {
        let mut stack = Stack::new();
        stack.push(step);
        stack
    }

    /// The step that is asked.
    #[inline]
    pub fn top(&self) -> Option<S> {
        self.0.last()
    }

    /// Puts a step on top.
    ///
    /// # Panics
    /// If more than [`DEPTH`] would be under way.
    pub fn push(&mut self, step: impl Into<S>) {
        self.0.push(step.into());
    }

    /// Takes the top away.
    pub fn pop(&mut self) -> Option<S> {
        self.0.pop()
    }

    /// Has `step` on top instead of what is there; on an empty stack it is the first.
    pub fn replace(&mut self, step: impl Into<S>) {
        match self.0.is_empty() {
            true => self.push(step),
            false => self.0.replace_last(step.into()),
        }
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        self.0 = List::new();
    }

    /// How many steps are under way.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All steps under way, the lowest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = S> + '_ {
        self.0.iter()
    }
}

impl<S: Copy> Default for Stack<S> {
    fn default() -> Stack<S> {
        Stack::new()
    }
}
