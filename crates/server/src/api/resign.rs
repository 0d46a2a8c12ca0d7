//! Giving up.

use axum::Json;
use axum::extract::State;
use bots::Level;
use engine::Seat;
use schemars::JsonSchema;
use serde::Deserialize;

use super::App;
use super::games::{Wanted, find, held, holding, read};
use super::input::{Asked, Bearer, Input, Named};
use super::problem::{ErrorCode, Problem};
use crate::player::is_allowed;
use crate::room::RoomError;
use crate::view::{View, ViewOptions};

/// What a client must know of it, for the description of the API.
pub const ABOUT: &str = "It cannot be taken back, and it can be done at any time, whoever must decide. At a table of two the \
    game is over and the other seat has won (`reason` is `resigned`). At a larger one a bot plays the seat from then on, \
    and the token no longer holds it; when the last person resigns, the game is over without a winner (`reason` is \
    `abandoned`).";

/// A seat that is given up.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Resign {
    /// The seat.
    seat: Seat,
    /// What plays on for it, where the others play on.
    #[serde(default = "greedy")]
    level: Level,
}

fn greedy() -> Level {
    Level::GREEDY
}

/// `POST /api/games/{id}/resign`
pub async fn resign(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(wanted): Asked<Wanted>,
    Input(Resign { seat, level }): Input<Resign>,
) -> Result<Json<View>, Problem> {
    if !is_allowed(level, app.games.config.bot_turn) {
        let most = app.games.config.bot_turn.as_secs();
        let sentence = format!("The bot {level} would think too long; here a turn may take {most} s.");
        return Err(Problem::refused(ErrorCode::BadSetup, sentence));
    }
    let room = find(&app, &id, token.as_ref()).await?;
    holding(&room, token.as_ref(), seat)?;
    wanted.look(&room, token.as_ref(), false)?;
    match room.resign(&app.games, seat, level).await {
        // Nothing was done in a room that was closed before.
        Err(RoomError::Closed) => {
            let room = find(&app, &id, token.as_ref()).await?;
            holding(&room, token.as_ref(), seat)?;
            room.resign(&app.games, seat, level).await?;
        }
        resigned => resigned?,
    }
    let view = read(&app, &id, token.as_ref(), |room, state| {
        let held = held(room, token.as_ref())?;
        let seat = wanted.seat.map(Seat).filter(|&seat| held.contains(seat));
        Ok(View::of(room, state, ViewOptions { held, seat, log_from: wanted.log_from }))
    });
    view.await.map(Json)
}
