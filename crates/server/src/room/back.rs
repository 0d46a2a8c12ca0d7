//! The ways back: freely, or with the consent of the others.

use std::sync::Arc;

use engine::{Refusal, Seat, Seats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Room, RoomError, RoomState};
use crate::games::GameRegistry;
use crate::metrics::Actor;
use crate::token::random;
use crate::view::{View, ViewOptions};

/// Somebody asks the others to go back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// Which request it is: whoever answers names it, so that nobody agrees to another than he has read.
    #[serde(default)]
    pub id: u32,
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
    /// choice, which would be played again at once. If the way is not free as far as that, one step, and such more.
    pub fn way_back(&self, state: &RoomState, seat: Seat) -> Result<usize, Refusal> {
        let session = &*state.session;
        session.can_undo(seat)?;
        if state.chosen > 0 && session.can_take_back(seat, state.chosen).is_ok() {
            return Ok(state.chosen);
        }
        let mut steps = 1;
        while self.foregone(state, seat, steps).is_some() {
            steps += 1;
            session.can_take_back(seat, steps)?;
        }
        Ok(steps)
    }

    /// Takes back the last choice of `seat`, as one.
    pub(super) fn undo(
        &self,
        games: &GameRegistry,
        state: &mut RoomState,
        seat: Seat,
    ) -> Result<(), Refusal> {
        let steps = self.way_back(state, seat)?;
        state.session.take_back(seat, steps)?;
        games.metrics.entered(Actor::Undo);
        state.chosen = 0;
        state.request = None;
        Ok(())
    }

    /// `seat` asks to go back to after the first `to` entries. Bots agree to anything, and so does whoever asks for the
    /// other seats he speaks for; if nobody else is left to ask, it is done at once.
    pub(super) fn ask_back(
        self: &Arc<Room>,
        games: &GameRegistry,
        state: &mut RoomState,
        seat: Seat,
        held: Seats,
        to: usize,
    ) -> Result<(), RoomError> {
        let others = self.humans.union(self.bots).without(seat);
        // Not once the game is over: then everybody knows the dice.
        if state.session.outcome().is_some() {
            return Err(Refusal::GameOver.into());
        }
        state.session.can_undo_by_consent(seat, to, others)?;
        let agreed = others.minus(self.humans.minus(held));
        let id = u32::from_le_bytes(random().map_err(RoomError::NoRandomness)?);
        self.agree(games, state, Request { id, seat, to, agreed, missing: others.minus(agreed) })
    }

    /// Whoever looks so answers the request that is named by where it goes and its id, for all seats he holds. Who declines ends the matter; so does who asked.
    pub(super) fn answer_back(
        self: &Arc<Room>,
        games: &GameRegistry,
        state: &mut RoomState,
        named: (usize, u32),
        agree: bool,
        look: ViewOptions,
    ) -> Result<(), RoomError> {
        let Some(mut request) = state.request else { return Err(RoomError::NothingAsked) };
        if (request.to, request.id) != named {
            return Err(RoomError::Stale(Box::new(View::of(self, state, look))));
        }
        if !agree {
            state.request = None;
            return Ok(());
        }
        let answered = look.held.without(request.seat);
        request.agreed = request.agreed.union(answered);
        request.missing = request.missing.minus(answered);
        self.agree(games, state, request)
    }

    /// Keeps a request as it stands now; goes back if all have agreed.
    fn agree(
        self: &Arc<Room>,
        games: &GameRegistry,
        state: &mut RoomState,
        request: Request,
    ) -> Result<(), RoomError> {
        if !request.missing.is_empty() {
            state.request = Some(request);
            return Ok(());
        }
        state.session.undo_by_consent(request.seat, request.to, request.agreed)?;
        state.request = None;
        games.metrics.entered(Actor::Undo);
        state.chosen = 0;
        self.play_foregone(games, state);
        Ok(())
    }
}
