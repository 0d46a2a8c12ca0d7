//! The ways back: freely, or with the consent of the others.

use std::sync::Arc;

use engine::{AnySession, Refusal, Seat, Seats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Room, Sitting, Trouble};
use crate::hall::Hall;
use crate::metrics::Actor;

/// Somebody asks the others to go back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// Who asks.
    pub seat: Seat,
    /// To after how many entries.
    pub to: usize,
    /// Who has agreed.
    pub agreed: Seats,
    /// Who has not answered.
    pub missing: Seats,
}

impl Room {
    /// How many steps back a free undo by `seat` takes: as many as one choice made, and as many more as were not its own
    /// choice, which would be played again at once.
    pub fn way_back(&self, sitting: &Sitting, seat: Seat) -> Result<usize, Refusal> {
        sitting.session.can_undo(seat)?;
        if sitting.chosen > 0 {
            return Ok(sitting.chosen);
        }
        let mut trial = sitting.session.boxed_clone();
        for steps in 1.. {
            trial.undo(seat)?;
            if self.foregone(sitting, &*trial, seat).is_none() {
                return Ok(steps);
            }
        }
        Err(Refusal::NothingToUndo)
    }

    /// Takes back the last choice of `seat`.
    pub(super) fn undo(&self, hall: &Hall, sitting: &mut Sitting, seat: Seat) -> Result<(), Refusal> {
        for _ in 0..self.way_back(sitting, seat)? {
            sitting.session.undo(seat)?;
            hall.metrics.entered(Actor::Undo);
        }
        sitting.chosen = 0;
        sitting.request = None;
        Ok(())
    }

    /// `seat` asks to go back to after the first `to` entries. Bots agree to anything, and so do the other seats in the
    /// same hands; if nobody else is left to ask, it is done at once.
    pub(super) fn ask_back(
        self: &Arc<Room>,
        hall: &Hall,
        sitting: &mut Sitting,
        seat: Seat,
        held: Seats,
        to: usize,
    ) -> Result<(), Trouble> {
        let all = self.humans.union(self.bots);
        can_go_back(&*sitting.session, seat, all, to)?;
        let others = all.without(seat);
        let agreed = others.minus(self.humans.minus(held));
        sitting.request = Some(Request { seat, to, agreed, missing: others.minus(agreed) });
        self.go_back_if_all_agree(hall, sitting)
    }

    /// `seat` answers for itself and the other seats in the same hands. Who declines ends the matter; so does who asked.
    pub(super) fn answer_back(
        self: &Arc<Room>,
        hall: &Hall,
        sitting: &mut Sitting,
        seat: Seat,
        held: Seats,
        agree: bool,
    ) -> Result<(), Trouble> {
        let Some(request) = &mut sitting.request else { return Err(Trouble::NothingAsked) };
        if !agree {
            sitting.request = None;
            return Ok(());
        }
        let answered = held.with(seat).without(request.seat);
        request.agreed = request.agreed.union(answered);
        request.missing = request.missing.minus(answered);
        self.go_back_if_all_agree(hall, sitting)
    }

    fn go_back_if_all_agree(self: &Arc<Room>, hall: &Hall, sitting: &mut Sitting) -> Result<(), Trouble> {
        let Some(request) = sitting.request.filter(|request| request.missing.is_empty()) else {
            return Ok(());
        };
        sitting.request = None;
        sitting.session.undo_by_consent(request.seat, request.to, request.agreed)?;
        hall.metrics.entered(Actor::Undo);
        sitting.chosen = 0;
        self.play_foregone(hall, sitting);
        Ok(())
    }
}

/// Whether all together could go back. Not once the game is over: then everybody knows the dice.
fn can_go_back(session: &dyn AnySession, seat: Seat, all: Seats, to: usize) -> Result<(), Refusal> {
    if session.outcome().is_some() {
        return Err(Refusal::GameOver);
    }
    session.boxed_clone().undo_by_consent(seat, to, all.without(seat))
}
