//! The ways back: freely, or with the consent of the others.

use axum::Json;
use axum::extract::State;
use engine::Seat;
use schemars::JsonSchema;
use serde::Deserialize;

use super::App;
use super::games::{LARGEST, Wanted, perform};
use super::input::{Asked, Bearer, Input, Named};
use super::problem::Problem;
use crate::room::Command;
use crate::view::View;

/// A step back.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// How many entries the journal had when this was decided.
    #[schemars(range(max = "LARGEST"))]
    number: usize,
    /// The seat that takes its last action back.
    seat: Seat,
}

/// `POST /api/games/{id}/undo`
pub async fn undo(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(wanted): Asked<Wanted>,
    Input(undo): Input<Undo>,
) -> Result<Json<View>, Problem> {
    perform(&app, &id, token.as_ref(), &wanted, undo.seat, Some(undo.number), Command::Undo).await
}

/// The wish to go back further than one may alone.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskBack {
    /// How many entries the journal had when this was decided.
    #[schemars(range(max = "LARGEST"))]
    number: usize,
    /// The seat that asks.
    seat: Seat,
    /// To after how many entries.
    #[schemars(range(max = "LARGEST"))]
    to: usize,
}

/// `POST /api/games/{id}/undo/ask`
pub async fn ask(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(wanted): Asked<Wanted>,
    Input(AskBack { number, seat, to }): Input<AskBack>,
) -> Result<Json<View>, Problem> {
    perform(&app, &id, token.as_ref(), &wanted, seat, Some(number), Command::AskBack { to }).await
}

/// The answer to such a wish.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerBack {
    /// How many entries the journal had when this was decided.
    #[schemars(range(max = "LARGEST"))]
    number: usize,
    /// The seat that answers.
    seat: Seat,
    /// To after how many entries the request goes.
    to: usize,
    /// The id of the request.
    request: u32,
    /// Whether it agrees. Whoever asked takes the wish back by not agreeing any more.
    agree: bool,
}

/// `POST /api/games/{id}/undo/answer`
pub async fn answer(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(wanted): Asked<Wanted>,
    Input(AnswerBack { number, seat, to, request, agree }): Input<AnswerBack>,
) -> Result<Json<View>, Problem> {
    let command = Command::AnswerBack { to, request, agree };
    perform(&app, &id, token.as_ref(), &wanted, seat, Some(number), command).await
}
