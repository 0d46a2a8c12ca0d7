//! Where pieces in hand can go together: worked out when somebody asks, on a copy of the state.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use engine::{LegalRoute, PieceKey, Seat, SpaceRef};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::App;
use super::games::{calculated, holding, read};
use super::input::{Bearer, Input, Named};
use super::problem::Problem;

/// So many pieces can be in hand, and so many spaces be chosen on the way.
pub(super) const MOST: usize = 100;

/// The question where pieces can go.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InHand {
    /// The seat.
    seat: Seat,
    /// The pieces that go together.
    #[schemars(length(max = "MOST"))]
    pieces: Vec<PieceKey>,
    /// Spaces that they go over, in this order.
    #[serde(default)]
    #[schemars(length(max = "MOST"))]
    via: Vec<SpaceRef>,
}

/// Where pieces can go.
#[derive(Serialize, JsonSchema)]
pub struct Found {
    /// After how many entries.
    number: usize,
    /// Every place that all of them can reach, with the way and what it costs.
    routes: Vec<LegalRoute>,
}

/// `POST /api/games/{id}/routes`
pub async fn routes(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Named(id): Named,
    Bearer(token): Bearer,
    Input(InHand { seat, pieces, via }): Input<InHand>,
) -> Result<Json<Found>, Problem> {
    if pieces.len() > MOST || via.len() > MOST {
        return Err(Problem::malformed(format!(
            "At most {MOST} pieces go together, over at most {MOST} spaces."
        )));
    }
    let (position, number) = read(&app, &id, token.as_ref(), |room, state| {
        holding(room, token.as_ref(), seat)?;
        Ok((state.session.moment(), state.session.entries()))
    })
    .await?;
    let routes = calculated(&app, from, move || position.routes(seat, &pieces, &via)).await?;
    Ok(Json(Found { number, routes }))
}
