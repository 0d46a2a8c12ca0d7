//! What a bot observes.

use engine::{Chance, Game, Plans, Seat, Temper};

use crate::StopFlag;

/// A game as one seat knows it. The true state stays out of reach: all that comes out is what the seat may do, and
/// worlds that fit what it knows.
#[derive(Debug)]
pub struct Observation<'a, G> {
    state: &'a G,
    seat: Seat,
    ply: usize,
    stop: Option<&'a StopFlag>,
}

impl<'a, G: Game> Observation<'a, G> {
    /// What `seat` knows of `state`, after `ply` entries of the journal.
    pub fn new(state: &'a G, seat: Seat, ply: usize) -> Observation<'a, G> {
        Observation { state, seat, ply, stop: None }
    }

    /// The same, for a decision that nobody wants any more once `stop` is set.
    #[must_use]
    pub fn stopped_by(self, stop: &'a StopFlag) -> Observation<'a, G> {
        Observation { stop: Some(stop), ..self }
    }

    pub(crate) fn stop(&self) -> Option<&'a StopFlag> {
        self.stop
    }

    /// Whether the bot shall come to an end: what it thinks from now on is of no use to anybody.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(StopFlag::is_set)
    }

    /// Who is to decide.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many entries the journal has. One more than at the last decision means that nothing else has happened
    /// since.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Every legal action of the seat.
    pub fn actions(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.list(&mut actions);
        actions
    }

    /// Adds every legal action of the seat to `out`.
    pub fn list(&self, out: &mut Vec<G::Action>) {
        self.state.actions(self.seat, out);
    }

    /// Adds every plan of the seat to `out`.
    pub fn plans(&self, out: &mut Plans<G::Action>) {
        self.state.plans(self.seat, out);
    }

    /// What an action of the seat says about a player's character.
    pub(crate) fn temper(&self, action: &G::Action) -> Temper {
        self.state.temper(self.seat, action)
    }

    /// How much chance has been used so far.
    pub(crate) fn drawn(&self) -> u64 {
        self.state.dice().drawn()
    }

    /// A world that fits all that the seat knows, the rest drawn from `chance`.
    pub fn world(&self, chance: &mut impl Chance) -> G {
        self.state.determinize(self.seat, chance)
    }
}
