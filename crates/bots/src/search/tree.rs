//! The tree: what was tried from where, and how it went.
//!
//! A node stands for a series of actions from the root, not for a state: the worlds that pass through it differ in
//! dice and in what is hidden, and so may what is legal in them. A node therefore keeps every action that was ever
//! legal there, and each action how often it could have been chosen, so that one that is seldom legal is not taken
//! for one that was seldom wanted.

use engine::Seat;

/// An index into the tree that points nowhere.
pub(super) const NONE: u32 = u32::MAX;

/// A series of actions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    first: u32,
    last: u32,
    /// How often it was reached.
    pub visits: u32,
    /// What its actions were worth at first sight: on average, and how far apart.
    pub base: f32,
    pub spread: f32,
}

/// An action that was legal at a node for a seat.
#[derive(Clone, Debug)]
pub(super) struct Edge<A> {
    pub action: A,
    pub seat: Seat,
    next: u32,
    /// Where it leads, once it was tried.
    pub child: u32,
    /// How promising it is, against the others of the node.
    pub weight: f32,
    /// How much better than the average of the node it looked at first sight.
    pub hint: f32,
    /// How often it was chosen.
    pub visits: u32,
    /// How often it was legal.
    pub legal: u32,
    /// What that brought the seat, added up.
    pub sum: f32,
}

#[derive(Clone, Debug)]
pub(super) struct Tree<A> {
    nodes: Vec<Node>,
    edges: Vec<Edge<A>>,
}

impl<A: Clone + Eq> Tree<A> {
    pub fn new() -> Tree<A> {
        Tree { nodes: Vec::new(), edges: Vec::new() }
    }

    /// Forgets everything and starts with a bare root.
    pub fn restart(&mut self) -> u32 {
        self.nodes.clear();
        self.edges.clear();
        self.sprout()
    }

    /// A new, bare node.
    pub fn sprout(&mut self) -> u32 {
        self.nodes.push(Node { first: NONE, last: NONE, visits: 0, base: 0.0, spread: 0.0 });
        (self.nodes.len() - 1) as u32
    }

    pub fn node(&mut self, node: u32) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    pub fn edge(&mut self, edge: u32) -> &mut Edge<A> {
        &mut self.edges[edge as usize]
    }

    pub fn peek(&self, edge: u32) -> &Edge<A> {
        &self.edges[edge as usize]
    }

    /// How often the two most visited actions of the node were chosen.
    pub fn podium(&self, node: u32) -> (u32, u32) {
        let (mut first, mut second) = (0, 0);
        let mut at = self.nodes[node as usize].first;
        while at != NONE {
            let edge = &self.edges[at as usize];
            if edge.visits > first {
                (first, second) = (edge.visits, first);
            } else {
                second = second.max(edge.visits);
            }
            at = edge.next;
        }
        (first, second)
    }

    /// How many actions are kept in all.
    pub fn size(&self) -> usize {
        self.edges.len()
    }

    /// Whether nothing is known yet of what can be done at the node.
    pub fn is_bare(&self, node: u32) -> bool {
        self.nodes[node as usize].first == NONE
    }

    /// Adds an action to a node.
    pub fn grow(&mut self, node: u32, seat: Seat, action: A, weight: f32, hint: f32) -> u32 {
        let edge = self.edges.len() as u32;
        self.edges.push(Edge {
            action,
            seat,
            next: NONE,
            child: NONE,
            weight,
            hint,
            visits: 0,
            legal: 0,
            sum: 0.0,
        });
        let node = &mut self.nodes[node as usize];
        match node.last {
            NONE => node.first = edge,
            last => self.edges[last as usize].next = edge,
        }
        node.last = edge;
        edge
    }

    /// Where the node keeps this action of the seat, if it does.
    pub fn find(&self, node: u32, seat: Seat, action: &A) -> u32 {
        self.find_from(self.nodes[node as usize].first, NONE, seat, action)
    }

    /// Where the node keeps each of the actions, [`NONE`] for those it does not know. Lists come in much the same
    /// order every time, so each search begins where the last one ended.
    pub fn find_all(&self, node: u32, seat: Seat, actions: &[A], out: &mut Vec<u32>) {
        out.clear();
        let first = self.nodes[node as usize].first;
        let mut cursor = first;
        for action in actions {
            let mut found = self.find_from(cursor, NONE, seat, action);
            if found == NONE && cursor != first {
                found = self.find_from(first, cursor, seat, action);
            }
            if found != NONE {
                cursor = self.edges[found as usize].next;
            }
            out.push(found);
        }
    }

    /// The same action at another node, where it is only a step on the way.
    pub fn mirror(&mut self, node: u32, edge: u32) -> u32 {
        let Edge { action, seat, weight, hint, .. } = self.edges[edge as usize].clone();
        match self.find(node, seat, &action) {
            NONE => self.grow(node, seat, action, weight, hint),
            step => step,
        }
    }

    fn find_from(&self, start: u32, end: u32, seat: Seat, action: &A) -> u32 {
        let mut at = start;
        while at != end {
            let edge = &self.edges[at as usize];
            if edge.seat == seat && edge.action == *action {
                return at;
            }
            at = edge.next;
        }
        NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_found_in_any_order_and_by_seat() {
        let mut tree = Tree::new();
        let root = tree.restart();
        assert!(tree.is_bare(root));
        let kept: Vec<u32> = ["a", "b", "c", "d"].map(|a| tree.grow(root, Seat(0), a, 1.0, 0.0)).into();
        let other = tree.grow(root, Seat(1), "b", 1.0, 0.0);
        let mut found = Vec::new();
        tree.find_all(root, Seat(0), &["c", "x", "d", "a", "b"], &mut found);
        assert_eq!(found, [kept[2], NONE, kept[3], kept[0], kept[1]]);
        assert_eq!(tree.find(root, Seat(1), &"b"), other);
        assert_eq!(tree.find(root, Seat(1), &"a"), NONE);
        tree.restart();
        assert_eq!(tree.size(), 0);
    }
}
