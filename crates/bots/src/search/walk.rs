//! The way down the tree and back.

use engine::{Chance, Game, Seat, Seats, Silent, Stream};

use super::budget::Spell;
use super::tree::{NONE, Tree};
use super::tuning::Tuning;
use crate::sight::{self, Look, THINKABLE};
use crate::{Glimpse, greedy};

/// The tree stops growing at so many actions.
const FULL: usize = 1 << 20;

/// Below the root no more actions than this are laid out, the likeliest.
const BREADTH: usize = 40;

/// What is hardly thinkable is not looked at, but taken to be so much worse than to do nothing.
const UNTHINKABLE: f32 = 0.05;

/// First sight never weighs as much as more results than this.
const MOST_TRUST: f32 = 200.0;

/// Values at first sight are never taken to lie closer together than this.
const LEAST_SPREAD: f32 = 1e-3;

/// Results are never taken to lie closer together than this.
const LEAST_DEVIATION: f32 = 0.02;

/// A tree and all that is needed to walk it; buffers are kept from one iteration to the next.
#[derive(Clone, Debug)]
pub(super) struct Walk<G: Game> {
    pub root: u32,
    pub chance: Stream,
    tuning: Tuning,
    tree: Tree<G::Action>,
    results: Spread,
    /// What worlds were worth to each seat before anything was done in them, on average.
    worlds: [Mean; Seats::MAX as usize],
    actions: Vec<G::Action>,
    slots: Vec<u32>,
    weights: Vec<f32>,
    looks: Vec<Look>,
    path: Vec<u32>,
}

/// Where an iteration stands.
struct Place<G> {
    world: G,
    /// Who acted last.
    mover: Seat,
    /// How often hands have changed since the root.
    hands: u32,
    /// Who could have acted instead of him. They decide at the same time and must not know what he did.
    waiting: Seats,
}

impl<G: Game> Place<G> {
    /// Who acts now, if anybody does. Of several the lowest goes first.
    fn next(&self) -> Option<Seat> {
        self.world.to_act().iter().next()
    }

    /// Gives the hand to `seat`, and says whether it decides without knowing what was done last.
    fn pass_to(&mut self, seat: Seat) -> bool {
        let blind = self.waiting.contains(seat);
        self.hands += u32::from(seat != self.mover);
        self.mover = seat;
        self.waiting = self.world.to_act().without(seat);
        blind
    }
}

impl<G: Game> Walk<G> {
    pub fn new(tuning: Tuning, chance: Stream) -> Walk<G> {
        let mut tree = Tree::new();
        Walk {
            root: tree.restart(),
            chance,
            tuning,
            tree,
            results: Spread::default(),
            worlds: [Mean::default(); Seats::MAX as usize],
            actions: Vec::new(),
            slots: Vec::new(),
            weights: Vec::new(),
            looks: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Forgets the tree.
    pub fn restart(&mut self) {
        self.root = self.tree.restart();
        self.results = Spread::default();
        self.worlds = [Mean::default(); Seats::MAX as usize];
    }

    /// Whether the root's actions are still to be laid out.
    pub fn is_bare(&self) -> bool {
        self.tree.is_bare(self.root)
    }

    /// Whether the root is about these actions, at least for the most part.
    pub fn knows(&mut self, seat: Seat, actions: &[G::Action]) -> bool {
        self.tree.find_all(self.root, seat, actions, &mut self.slots);
        let known = self.slots.iter().filter(|&&slot| slot != NONE).count();
        self.is_bare() || 2 * known >= actions.len()
    }

    /// Lays out the root's actions as they look at first sight.
    pub fn plant(&mut self, seat: Seat, actions: &[G::Action], looks: &[Look]) {
        self.looks.clear();
        self.looks.extend_from_slice(looks);
        self.judge(self.root);
        for look in &self.looks {
            let (weight, hint) = (look.prior, look.value);
            self.tree.grow(self.root, seat, actions[look.index].clone(), weight, hint);
        }
    }

    /// Where the action leads from the root, if that is known.
    pub fn child(&mut self, seat: Seat, action: &G::Action) -> u32 {
        match self.tree.find(self.root, seat, action) {
            NONE => NONE,
            edge => self.tree.edge(edge).child,
        }
    }

    /// How many more visits the root's first action has than its second.
    pub fn lead(&mut self) -> u32 {
        let (first, second) = self.tree.podium(self.root);
        first - second
    }

    /// Which of the actions to take: the one that was tried most, as all others were found wanting. Without
    /// any trial, the one that looks best.
    pub fn verdict(&mut self, seat: Seat, actions: &[G::Action]) -> usize {
        self.tree.find_all(self.root, seat, actions, &mut self.slots);
        let known = |(index, &slot): (usize, &u32)| (slot != NONE).then_some((index, slot));
        let known: Vec<(usize, u32)> = self.slots.iter().enumerate().filter_map(known).collect();
        let best = known.iter().copied().max_by(|&(_, a), &(_, b)| {
            let (a, b) = (self.tree.peek(a), self.tree.peek(b));
            a.visits.cmp(&b.visits).then((a.sum + a.hint).total_cmp(&(b.sum + b.hint)))
        });
        match best {
            Some((index, slot)) if self.tree.peek(slot).visits > 0 => index,
            Some(_) => {
                let looks: Vec<Look> = known
                    .iter()
                    .map(|&(index, slot)| {
                        let edge = self.tree.peek(slot);
                        Look { index, prior: edge.weight, value: edge.hint }
                    })
                    .collect();
                greedy::best(&looks, &mut self.chance)
            }
            None => self.chance.index(actions.len()),
        }
    }

    /// Once down the tree with a new world, and back. What is not done in time comes to nothing.
    pub fn iterate(&mut self, glimpse: &Glimpse<G>, spell: &Spell<'_>) {
        let start = glimpse.world(&mut self.chance);
        let world = start.clone();
        let mut place = Place { world, mover: glimpse.seat(), hands: 0, waiting: Seats::NONE };
        self.path.clear();
        self.descend(&mut place, glimpse.seat(), spell);
        self.play_out(&mut place, spell);
        if spell.is_late() {
            return;
        }
        self.report(&start, &place.world, glimpse.seat());
    }

    /// Follows the tree to where it ends, and one action further.
    fn descend(&mut self, place: &mut Place<G>, first: Seat, spell: &Spell<'_>) {
        let mut node = self.root;
        // Seats that decide at the same time do so without knowing of each other: what a seat has learned of its
        // actions belongs to the node where it began to wait, whatever others have chosen since.
        let mut since = [node; Seats::MAX as usize];
        while !spell.is_late() {
            let reached = self.tree.node(node);
            reached.visits += 1;
            let fresh = reached.visits <= self.tuning.patience || self.tree.size() >= FULL;
            if node != self.root && self.tree.is_bare(node) && fresh {
                return;
            }
            let seat = if node == self.root { Some(first) } else { place.next() };
            let Some(seat) = seat else { return };
            for begins in place.world.to_act().iter().filter(|&seat| !place.waiting.contains(seat)) {
                since[begins.index()] = node;
            }
            let about = since[seat.index()];
            let blind = place.pass_to(seat);
            self.actions.clear();
            place.world.actions(seat, &mut self.actions);
            if node != self.root {
                self.narrow(&place.world, seat);
            }
            self.lay_out(about, seat, &place.world, blind);
            let Some(index) = self.select(about, blind) else { return };
            let done = place.world.apply(seat, &self.actions[index], &mut Silent);
            debug_assert!(done.is_ok(), "listed, yet refused: {done:?}");
            let edge = self.slots[index];
            self.path.push(edge);
            node = self.follow(node, about, edge);
        }
    }

    /// Keeps the likeliest of many actions, in their order.
    fn narrow(&mut self, world: &G, seat: Seat) {
        if self.actions.len() <= BREADTH {
            return;
        }
        self.weights.clear();
        self.weights.extend(self.actions.iter().map(|action| sight::prior(world, seat, action)));
        let mut sorted = self.weights.clone();
        sorted.sort_unstable_by(|a, b| b.total_cmp(a));
        let bar = sorted[BREADTH - 1];
        let mut weights = self.weights.iter();
        let mut equal = BREADTH - sorted.iter().take_while(|weight| **weight > bar).count();
        self.actions.retain(|_| {
            let weight = *weights.next().expect("every action has a weight");
            let keep = weight > bar || (weight == bar && equal > 0);
            equal -= usize::from(keep && weight == bar);
            keep
        });
    }

    /// Finds the slots of the actions at the node, with new ones for those that it does not know yet.
    fn lay_out(&mut self, node: u32, seat: Seat, world: &G, blind: bool) {
        self.tree.find_all(node, seat, &self.actions, &mut self.slots);
        if !self.slots.contains(&NONE) {
            return;
        }
        self.looks.clear();
        for (index, action) in self.actions.iter().enumerate().filter(|&(index, _)| self.slots[index] == NONE)
        {
            let prior = sight::prior(world, seat, action);
            let value = match prior {
                _ if blind => 0.5,
                prior if prior < THINKABLE => sight::worth(world, seat) - UNTHINKABLE,
                _ => first_sight(world, seat, action),
            };
            self.looks.push(Look { index, prior, value });
        }
        self.judge(node);
        for look in &self.looks {
            let action = self.actions[look.index].clone();
            self.slots[look.index] = self.tree.grow(node, seat, action, look.prior, look.value);
        }
    }

    /// Turns priors into weights and values into hints: how the looks compare with each other, or with those that
    /// the node had at first.
    fn judge(&mut self, node: u32) {
        let bare = self.tree.is_bare(node);
        let node = self.tree.node(node);
        if bare {
            let total: f32 = self.looks.iter().map(|look| look.prior).sum();
            node.base = self.looks.iter().map(|look| look.prior * look.value).sum::<f32>() / total;
            let square = |look: &Look| look.prior * (look.value - node.base).powi(2);
            node.spread = (self.looks.iter().map(square).sum::<f32>() / total).sqrt().max(LEAST_SPREAD);
        }
        for look in &mut self.looks {
            look.value -= node.base;
            look.prior *= (self.tuning.sharpness * look.value / node.spread).clamp(-8.0, 8.0).exp();
        }
    }

    /// Which of the laid out actions to try: a good one, or one that nobody knows yet to be bad. Who chooses blind
    /// makes it a matter of chance (Gumbel noise: each as often as e to the power of its score), or the two sides
    /// would fall into step and answer each other after all.
    fn select(&mut self, node: u32, blind: bool) -> Option<usize> {
        let (mut visits, mut sum, mut weights) = (0, 0.0, 0.0);
        for &slot in &self.slots {
            let edge = self.tree.edge(slot);
            edge.legal += 1;
            visits += edge.visits;
            sum += edge.sum;
            weights += edge.weight;
        }
        let mean = if visits > 0 { sum / visits as f32 } else { 0.5 };
        let deviation = self.results.deviation();
        let curiosity = self.tuning.curiosity * deviation / weights;
        // The farther results lie apart, against how far the actions do at first sight, the more of them it takes to know better.
        let noise = deviation / self.tree.node(node).spread.max(LEAST_SPREAD);
        let trust = (noise * noise).min(MOST_TRUST).max(self.tuning.trust);
        let mut best = None;
        let mut top = f32::NEG_INFINITY;
        for (index, &slot) in self.slots.iter().enumerate() {
            let edge = self.tree.peek(slot);
            let tried = edge.visits as f32;
            let guess = (mean + edge.hint).clamp(0.0, 1.0);
            let value = (edge.sum + trust * guess) / (tried + trust);
            let mut score = value + curiosity * edge.weight * (edge.legal as f32).sqrt() / (1.0 + tried);
            if blind {
                score -= 0.5 * deviation * (-(self.chance.fraction() + 1e-7).ln()).max(1e-7).ln();
            }
            if score > top {
                (best, top) = (Some(index), score);
            }
        }
        best
    }

    /// Where an action leads from `node`, when what is known of it is kept at the node `about`.
    fn follow(&mut self, node: u32, about: u32, edge: u32) -> u32 {
        let step = if node == about { edge } else { self.tree.mirror(node, edge) };
        if self.tree.edge(step).child == NONE {
            self.tree.edge(step).child = self.tree.sprout();
        }
        self.tree.edge(step).child
    }

    /// Plays on quickly until the turn is over, or the answer to it.
    fn play_out(&mut self, place: &mut Place<G>, spell: &Spell<'_>) {
        let end = self.tuning.hands.max(place.hands + 1);
        for _ in 0..self.tuning.steps {
            if spell.is_late() {
                return;
            }
            let Some(seat) = place.next() else { return };
            let blind = place.pass_to(seat);
            if place.hands >= end {
                return;
            }
            self.actions.clear();
            place.world.actions(seat, &mut self.actions);
            match self.actions.len() {
                0 => return,
                1 => _ = place.world.apply(seat, &self.actions[0], &mut Silent),
                _ => self.play_likely(place, seat, blind),
            }
        }
    }

    /// Takes the best of a few likely actions, or just a likely one if nothing may be known of what it leads to.
    fn play_likely(&mut self, place: &mut Place<G>, seat: Seat, blind: bool) {
        self.weights.clear();
        self.weights.extend(self.actions.iter().map(|action| sight::prior(&place.world, seat, action)));
        if blind || self.tuning.candidates <= 1 {
            let index = sight::draw(&self.weights, &mut self.chance);
            _ = place.world.apply(seat, &self.actions[index], &mut Silent);
            return;
        }
        let mut best: Option<(G, f32)> = None;
        for _ in 0..self.tuning.candidates {
            let index = sight::draw(&self.weights, &mut self.chance);
            if self.weights[index] == 0.0 {
                continue;
            }
            self.weights[index] = 0.0;
            let mut next = place.world.clone();
            _ = next.apply(seat, &self.actions[index], &mut Silent);
            // Nobody knows how the dice will fall.
            let lucky = next.dice().drawn() != place.world.dice().drawn();
            let value = sight::worth(if lucky { &place.world } else { &next }, seat);
            if best.as_ref().is_none_or(|(_, top)| value > *top) {
                best = Some((next, value));
            }
        }
        if let Some((next, _)) = best {
            place.world = next;
        }
    }

    /// Takes what came of it back to every action on the way. Worlds differ in what they are worth whatever is done in
    /// them, so what counts is what became of this one, against what worlds are worth on average.
    fn report(&mut self, start: &G, end: &G, seat: Seat) {
        let mut worth = [f32::NAN; Seats::MAX as usize];
        let worlds = &mut self.worlds;
        let mut worth_to = |seat: Seat| {
            let known = &mut worth[seat.index()];
            if known.is_nan() {
                let before = sight::worth(start, seat);
                let average = worlds[seat.index()].add(before);
                *known = (sight::worth(end, seat) - before + average).clamp(0.0, 1.0);
            }
            *known
        };
        self.results.add(worth_to(seat));
        for &edge in &self.path {
            let edge = self.tree.edge(edge);
            edge.visits += 1;
            edge.sum += worth_to(edge.seat);
        }
    }
}

/// What an action is worth at first sight, to who takes it. Where dice decide, no more than what there was before.
fn first_sight<G: Game>(world: &G, seat: Seat, action: &G::Action) -> f32 {
    let mut next = world.clone();
    let done = next.apply(seat, action, &mut Silent);
    let lucky = done.is_err() || next.dice().drawn() != world.dice().drawn();
    sight::worth(if lucky { world } else { &next }, seat)
}

/// How far results lie apart.
#[derive(Clone, Copy, Default, Debug)]
struct Spread {
    count: f32,
    mean: f32,
    squares: f32,
}

impl Spread {
    fn add(&mut self, value: f32) {
        self.count += 1.0;
        let delta = value - self.mean;
        self.mean += delta / self.count;
        self.squares += delta * (value - self.mean);
    }

    /// The standard deviation, as if a few results had been a tenth apart before.
    fn deviation(&self) -> f32 {
        const BEFORE: f32 = 4.0;
        ((self.squares + BEFORE * 0.01) / (self.count + BEFORE)).sqrt().max(LEAST_DEVIATION)
    }
}

/// An average that goes on.
#[derive(Clone, Copy, Default, Debug)]
struct Mean {
    count: f32,
    mean: f32,
}

impl Mean {
    /// The average with one more.
    fn add(&mut self, value: f32) -> f32 {
        self.count += 1.0;
        self.mean += (value - self.mean) / self.count;
        self.mean
    }
}
