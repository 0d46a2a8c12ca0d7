//! Taking actions back.

use anyhow::Result;
use engine::{Game, Seat, Seats, Session, What};

use super::words::Understood;
use super::{Play, Reply};
use crate::style::KEY;

impl<G: Game> Play<'_, G> {
    /// Takes back the last action that `seat` decided; what the program did by itself after it goes back with it.
    pub(super) fn undo(&mut self, seat: Seat, anyway: bool) -> Result<Understood> {
        let done = match self.undone_freely(seat) {
            Err(_) if anyway => match self.before_last_of(seat) {
                Some(entry) => {
                    let others = Seats::first(self.session.setup().seats).without(seat);
                    self.session.undo_by_consent(seat, entry, others)
                }
                None => Err(engine::Refusal::NothingToUndo),
            },
            done => done.map(|session| self.session = session),
        };
        match done {
            Ok(()) => Ok(Understood::Reply(Reply::Again)),
            Err(refusal) => {
                writeln!(self.console.out, "{refusal}.")?;
                if !anyway && !matches!(refusal, engine::Refusal::NothingToUndo) {
                    writeln!(self.console.out, "If all at the table agree: {KEY}undo anyway{KEY:#}")?;
                }
                Ok(Understood::Told)
            }
        }
    }

    /// The game without the last action that `seat` decided, if the way back is free as far as that.
    pub(super) fn undone_freely(&self, seat: Seat) -> Result<Session<G>, engine::Refusal> {
        self.session.can_undo(seat)?;
        let mut session = self.session.clone();
        loop {
            let last = last_standing(&session);
            session.undo(seat)?;
            if !last.is_some_and(|entry| self.was_forced(seat, entry)) {
                return Ok(session);
            }
        }
    }

    /// How many entries stood before the last decision of `seat` that still stands.
    pub(super) fn before_last_of(&self, seat: Seat) -> Option<usize> {
        let origin = self.session.origin();
        let mut count = self.session.len();
        while count > origin {
            let entry = &self.session.entries()[count - origin - 1];
            match entry.what {
                What::Undo { to, .. } => count = to,
                What::Act(_) if entry.seat == seat && !self.was_forced(seat, count) => {
                    return Some(count - 1);
                }
                What::Act(_) => count -= 1,
            }
        }
        None
    }

    /// Whether the program made an entry of `seat` by itself. Of a game taken up again that is not known: there, it is
    /// what left no choice.
    pub(super) fn was_forced(&self, seat: Seat, entry: usize) -> bool {
        self.forced.contains(&entry) || entry <= self.loaded && !self.had_a_choice(seat, entry - 1)
    }

    pub(super) fn had_a_choice(&self, seat: Seat, entries: usize) -> bool {
        let mut actions = Vec::new();
        if let Some(state) = self.session.at(entries) {
            state.actions(seat, &mut actions);
        }
        actions.len() > 1
    }
}

/// The last entry that led to the state of `session`.
fn last_standing<G: Game>(session: &Session<G>) -> Option<usize> {
    let origin = session.origin();
    let mut count = session.len();
    while count > origin {
        match session.entries()[count - origin - 1].what {
            What::Undo { to, .. } => count = to,
            What::Act(_) => return Some(count),
        }
    }
    None
}
