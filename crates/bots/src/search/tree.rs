//! The tree: what was tried from where, and how it went.
//!
//! A node stands for a series of moves from the root, not for a state: the worlds that pass through it differ in dice and in
//! what is hidden, and so may what is legal in them (information set MCTS). A node therefore keeps every move that was ever
//! legal there, and each edge its availability count, so that a move that is seldom legal is not taken for one that was
//! seldom wanted.

use engine::{Plans, Seat};

/// An index into the tree that points nowhere.
pub(super) const NONE: u32 = u32::MAX;

/// A series of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    first: u32,
    last: u32,
    /// How often it was reached.
    pub visits: u32,
    /// The one-ply values of its moves when it was expanded: their mean, and how far apart they lay.
    pub mean: f32,
    pub deviation: f32,
}

/// A move that was legal at a node for a seat: one action, or the first of a plan.
#[derive(Clone, Debug)]
pub(super) struct Edge<A> {
    pub action: A,
    /// Which of the tree's plans it is; [`NONE`] for a single action.
    plan: u32,
    pub seat: Seat,
    next: u32,
    /// Where it leads, once it was tried.
    pub child: u32,
    /// How promising it is, against the others of the node.
    pub prior: f32,
    /// Its one-ply value, against the mean of the node: what it is taken for before its first visit.
    pub heuristic: f32,
    /// How often it was chosen.
    pub visits: u32,
    /// How often it was available: legal when the node was reached.
    pub availability: u32,
    /// The values that came back, added up, for the seat.
    pub total: f32,
}

#[derive(Clone, Debug)]
pub(super) struct Tree<A> {
    nodes: Vec<Node>,
    edges: Vec<Edge<A>>,
    plans: Plans<A>,
}

impl<A: Clone + Eq> Tree<A> {
    pub fn new() -> Tree<A> {
        Tree { nodes: Vec::new(), edges: Vec::new(), plans: Plans::new() }
    }

    /// Forgets everything and starts with an unexpanded root.
    pub fn restart(&mut self) -> u32 {
        self.nodes.clear();
        self.edges.clear();
        self.plans.clear();
        self.add_node()
    }

    /// A new, unexpanded node.
    pub fn add_node(&mut self) -> u32 {
        self.nodes.push(Node { first: NONE, last: NONE, visits: 0, mean: 0.0, deviation: 0.0 });
        (self.nodes.len() - 1) as u32
    }

    pub fn node(&mut self, node: u32) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    pub fn edge(&self, edge: u32) -> &Edge<A> {
        &self.edges[edge as usize]
    }

    pub fn edge_mut(&mut self, edge: u32) -> &mut Edge<A> {
        &mut self.edges[edge as usize]
    }

    /// How many edges there are in all.
    pub fn size(&self) -> usize {
        self.edges.len()
    }

    /// Whether the node has edges.
    pub fn is_expanded(&self, node: u32) -> bool {
        self.nodes[node as usize].first != NONE
    }

    /// Adds a move to a node.
    pub fn add_edge(&mut self, node: u32, seat: Seat, actions: &[A], prior: f32, heuristic: f32) -> u32 {
        let mut plan = NONE;
        if actions.len() > 1 {
            plan = self.plans.len() as u32;
            self.plans.push(actions.iter().cloned());
        }
        self.attach(node, seat, actions[0].clone(), plan, prior, heuristic)
    }

    fn attach(&mut self, node: u32, seat: Seat, action: A, plan: u32, prior: f32, heuristic: f32) -> u32 {
        let edge = self.edges.len() as u32;
        let (next, child, visits, availability, total) = (NONE, NONE, 0, 0, 0.0);
        self.edges.push(Edge {
            action,
            plan,
            seat,
            next,
            child,
            prior,
            heuristic,
            visits,
            availability,
            total,
        });
        let node = &mut self.nodes[node as usize];
        match node.last {
            NONE => node.first = edge,
            last => self.edges[last as usize].next = edge,
        }
        node.last = edge;
        edge
    }

    /// Where the node keeps this move of the seat, if it does.
    pub fn find(&self, node: u32, seat: Seat, actions: &[A]) -> u32 {
        self.find_from(self.nodes[node as usize].first, NONE, seat, actions)
    }

    /// Where the node keeps each of the moves, [`NONE`] for those it does not know. Lists come in much the same
    /// order every time, so each search begins where the last one ended.
    pub fn find_all<'a>(
        &self,
        node: u32,
        seat: Seat,
        moves: impl Iterator<Item = &'a [A]>,
        out: &mut Vec<u32>,
    ) where
        A: 'a,
    {
        out.clear();
        let first = self.nodes[node as usize].first;
        let mut cursor = first;
        for actions in moves {
            let mut found = self.find_from(cursor, NONE, seat, actions);
            if found == NONE && cursor != first {
                found = self.find_from(first, cursor, seat, actions);
            }
            if found != NONE {
                cursor = self.edges[found as usize].next;
            }
            out.push(found);
        }
    }

    /// The same move at another node, where it is only a step on the way.
    pub fn copy_edge(&mut self, node: u32, edge: u32) -> u32 {
        let Edge { action, plan, seat, prior, heuristic, .. } = self.edges[edge as usize].clone();
        let known = match plan {
            NONE => self.find(node, seat, std::slice::from_ref(&action)),
            _ => self.find(node, seat, self.actions(edge)),
        };
        match known {
            NONE => self.attach(node, seat, action, plan, prior, heuristic),
            step => step,
        }
    }

    /// All actions of an edge.
    pub fn actions(&self, edge: u32) -> &[A] {
        let edge = &self.edges[edge as usize];
        self.plans.get(edge.plan as usize).unwrap_or_else(|| std::slice::from_ref(&edge.action))
    }

    fn find_from(&self, start: u32, end: u32, seat: Seat, actions: &[A]) -> u32 {
        let mut at = start;
        while at != end {
            let edge = &self.edges[at as usize];
            if edge.seat == seat && edge.action == actions[0] && self.is_rest(edge.plan, actions) {
                return at;
            }
            at = edge.next;
        }
        NONE
    }

    fn is_rest(&self, plan: u32, actions: &[A]) -> bool {
        match plan {
            NONE => actions.len() == 1,
            plan => actions.len() > 1 && self.plans.get(plan as usize) == Some(actions),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_in_any_order_and_by_seat() {
        let mut tree = Tree::new();
        let root = tree.restart();
        assert!(!tree.is_expanded(root));
        let moves: [&[&str]; 5] = [&["a"], &["b"], &["c"], &["d"], &["b", "c"]];
        let kept: Vec<u32> = moves.map(|actions| tree.add_edge(root, Seat(0), actions, 1.0, 0.0)).into();
        let other = tree.add_edge(root, Seat(1), &["b"], 1.0, 0.0);
        let mut found = Vec::new();
        let asked: [&[&str]; 7] = [&["c"], &["x"], &["d"], &["a"], &["b"], &["b", "d"], &["b", "c"]];
        tree.find_all(root, Seat(0), asked.into_iter(), &mut found);
        assert_eq!(found, [kept[2], NONE, kept[3], kept[0], kept[1], NONE, kept[4]]);
        assert_eq!(tree.find(root, Seat(1), &["b"]), other);
        assert_eq!(tree.find(root, Seat(1), &["b", "c"]), NONE);
        let node = tree.add_node();
        let copy = tree.copy_edge(node, kept[4]);
        assert_eq!(tree.copy_edge(node, kept[4]), copy);
        assert_eq!(tree.actions(copy), ["b", "c"]);
        tree.restart();
        assert_eq!(tree.size(), 0);
    }
}
