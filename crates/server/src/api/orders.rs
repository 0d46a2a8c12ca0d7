//! GameProgress orders.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use engine::{Seat, Value};
use schemars::JsonSchema;
use serde::Deserialize;

use super::App;
use super::games::{Wanted, find, perform};
use super::input::{Asked, Bearer, Input, Named};
use super::problem::{ErrorCode, Problem};
use crate::room::{Command, Orders};
use crate::view::View;

/// What a person orders ahead for a seat, in place of all that was ordered before.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewOrders {
    /// The seat.
    seat: Seat,
    /// Whether moves are played for it where it has no choice.
    auto: bool,
    /// The game's standing orders; those that are not given are off.
    orders: BTreeMap<String, Value>,
}

/// `PUT /api/games/{id}/orders`
pub async fn order(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(wanted): Asked<Wanted>,
    Input(NewOrders { seat, auto, orders }): Input<NewOrders>,
) -> Result<Json<View>, Problem> {
    let room = find(&app, &id, token.as_ref()).await?;
    let values = registry::info(room.game).map_err(|error| Problem::internal(&error))?.ordered(&orders);
    let values = values.map_err(|error| Problem::refused(ErrorCode::BadOrders, error.to_string()))?;
    let command = Command::Order(Orders { auto, values });
    perform(&app, &id, token.as_ref(), &wanted, seat, None, command).await
}
