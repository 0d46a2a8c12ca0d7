//! The choices alone, for programs that need neither table nor log.

use axum::Json;
use axum::extract::State;
use engine::{LegalChoice, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::App;
use super::games::{holding, read};
use super::input::{Asked, Bearer, Named};
use super::problem::Problem;
use crate::room::News;
use crate::view::Update;

/// Whose choices are wanted.
#[derive(Deserialize, JsonSchema)]
pub struct Chooser {
    /// The seat.
    #[schemars(with = "Seat")]
    seat: u8,
}

/// What a seat may do.
#[derive(Serialize, JsonSchema)]
pub struct Choices {
    #[serde(flatten)]
    update: Update,
    /// The seat.
    seat: Seat,
    /// What it may do; nothing if others must decide.
    choices: Vec<LegalChoice>,
}

/// `GET /api/games/{id}/choices?seat=N`
pub async fn choices(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(Chooser { seat }): Asked<Chooser>,
) -> Result<Json<Choices>, Problem> {
    let seat = Seat(seat);
    let choices = read(&app, &id, token.as_ref(), |room, state| {
        let held = holding(room, token.as_ref(), seat)?;
        let update = News::of(state).update(held);
        Ok(Choices { update, seat, choices: state.session.choices(seat) })
    });
    choices.await.map(Json)
}
