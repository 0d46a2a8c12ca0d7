//! The positions a seat has visited in its turn: nobody does and undoes the same thing for ever.

use std::hash::{DefaultHasher, Hasher};

use engine::{Game, Seat, Stream};

use crate::{Observation, moves};

/// The positions that a seat has met in the turn under way, as far as it can tell them apart.
#[derive(Clone, Debug)]
pub(crate) struct Visited {
    seat: Seat,
    ply: usize,
    keys: Vec<u64>,
}

impl Visited {
    pub fn new() -> Visited {
        Visited { seat: Seat(0), ply: 0, keys: Vec::new() }
    }

    /// The seat decides again: in this turn, or in another, where nothing of this one counts any more.
    pub fn go_on<G: Game>(&mut self, observation: &Observation<G>) {
        if self.seat != observation.seat() || self.ply + 1 != observation.ply() {
            self.keys.clear();
        }
        (self.seat, self.ply) = (observation.seat(), observation.ply());
    }

    /// Notes the position that the seat is in.
    pub fn note<G: Game>(&mut self, observation: &Observation<G>) {
        let key = key(&imagined(observation), self.seat);
        self.keys.push(key);
    }

    /// Whether a move leads to where the seat has been before in this turn. Not if chance decides what comes of it.
    pub fn leads_back<G: Game>(&self, observation: &Observation<G>, actions: &[G::Action]) -> bool {
        if self.keys.len() < 2 {
            return false;
        }
        let mut world = imagined(observation);
        let drawn = world.dice().drawn();
        moves::apply(&mut world, self.seat, actions);
        world.dice().drawn() == drawn && self.keys.contains(&key(&world, self.seat))
    }
}

/// The one world that is made of all that the seat knows and of nothing else.
fn imagined<G: Game>(observation: &Observation<G>) -> G {
    observation.world(&mut Stream::from_number(0))
}

/// The same number for all worlds that the seat cannot tell apart.
fn key<G: Game>(world: &G, seat: Seat) -> u64 {
    let mut hasher = DefaultHasher::new();
    world.determinize(seat, &mut Stream::from_number(0)).hash(&mut hasher);
    hasher.finish()
}
