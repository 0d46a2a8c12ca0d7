//! The ways back.

use super::{Refusal, Seal, Session, Step};
use crate::journal::What;
use crate::{Game, Seat, Seats};

impl<G: Game> Session<G> {
    /// Where `seat` comes to from state `node` by freely taking back the action that led there.
    pub(super) fn step_back(&self, node: usize, seat: Seat) -> Result<usize, Refusal> {
        self.seated(seat)?;
        self.going_on()?;
        let mut standing = self.line_to(node).filter_map(|node| self.made(node));
        let Some(last) = standing.next() else { return Err(Refusal::NothingToUndo) };
        if self.entries[last].seat != seat {
            let acted = standing.any(|index| self.entries[index].seat == seat);
            return Err(if acted { Refusal::TooLateToUndo(Seal::Hands) } else { Refusal::NothingToUndo });
        }
        match self.steps[last].seal {
            Some(seal) => Err(Refusal::TooLateToUndo(seal)),
            None => Ok(self.steps[last].from),
        }
    }

    /// Where `seat` comes to by freely taking back its last `count` actions.
    pub(super) fn way_back(&self, seat: Seat, count: usize) -> Result<usize, Refusal> {
        (0..count).try_fold(self.node(), |node, _| self.step_back(node, seat))
    }

    /// Whether the way back to state `to` is free for `seat`.
    fn is_free(&self, seat: Seat, to: usize) -> bool {
        let mut way = std::iter::successors(Some(self.node()), |&node| self.step_back(node, seat).ok());
        way.find(|&node| node <= to) == Some(to)
    }

    /// Whether `seat` may freely take back its last action.
    ///
    /// # Errors
    /// Why not.
    pub fn can_undo(&self, seat: Seat) -> Result<(), Refusal> {
        self.can_take_back(seat, 1)
    }

    /// Whether `seat` may freely take back its last `count` actions.
    ///
    /// # Errors
    /// Why not.
    pub fn can_take_back(&self, seat: Seat, count: usize) -> Result<(), Refusal> {
        if count == 0 {
            return Err(Refusal::NothingToUndo);
        }
        self.way_back(seat, count).map(|_| ())
    }

    /// Takes back the last action of `seat`, if the way back is free.
    ///
    /// # Errors
    /// If it is not; nothing has changed then.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.take_back(seat, 1)
    }

    /// Takes back the last `count` actions of `seat` in one entry, if the whole way back is free.
    ///
    /// # Errors
    /// If it is not; nothing has changed then.
    pub fn take_back(&mut self, seat: Seat, count: usize) -> Result<(), Refusal> {
        self.can_take_back(seat, count)?;
        let to = self.way_back(seat, count)?;
        self.undo_by_consent(seat, to, Seats::NONE)
    }

    /// Whether `seat` may go back to the state after the first `to` entries, if `consent` agree.
    ///
    /// # Errors
    /// Why not.
    pub fn can_undo_by_consent(&self, seat: Seat, to: usize, consent: Seats) -> Result<(), Refusal> {
        self.way_to(seat, to, consent).map(|_| ())
    }

    /// The number of the state after the first `to` entries, if `seat` may go back there, and who of `consent` is asked.
    fn way_to(&self, seat: Seat, to: usize, consent: Seats) -> Result<(usize, Seats), Refusal> {
        self.seated(seat)?;
        self.going_on()?;
        let node = self.node_after(to).ok_or_else(|| self.no_such_entry(to))?;
        if node == self.node() {
            return Err(Refusal::NothingToUndo);
        }
        let others = Seats::first(self.setup.seats).without(seat);
        let missing = others.minus(consent);
        if !missing.is_empty() && !self.is_free(seat, node) {
            return Err(Refusal::NoConsent { missing });
        }
        Ok((node, others.minus(missing)))
    }

    fn no_such_entry(&self, entry: usize) -> Refusal {
        Refusal::NoSuchEntry { entry, first: self.origin, last: self.len() }
    }

    /// Goes back to the state after the first `to` entries, with the consent of every other seat.
    ///
    /// # Errors
    /// If somebody has not consented and the way is not free, or there is nothing to go back to; nothing has changed then.
    pub fn undo_by_consent(&mut self, seat: Seat, to: usize, consent: Seats) -> Result<(), Refusal> {
        let (node, consent) = self.way_to(seat, to, consent)?;
        let from = self.node();
        let hands = !consent.is_empty() || !self.is_free(seat, node);
        self.state = self.at(to).ok_or_else(|| self.no_such_entry(to))?;
        let step = Step { from, to: node, seal: None, events: Vec::new() };
        self.enter(seat, What::Undo { to, consent }, step, hands);
        Ok(())
    }
}
