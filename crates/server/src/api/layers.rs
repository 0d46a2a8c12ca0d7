//! What is laid over the map on demand: worked out when somebody asks, on a copy of the state.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use engine::{Layer, Overlay, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::App;
use super::games::{Wanted, calculated, read};
use super::input::{Asked, Bearer, Named};
use super::problem::{ErrorCode, Problem};
use crate::room::viewer;

/// What is wanted, and by whom.
#[derive(Deserialize, JsonSchema)]
pub struct LayerQuery {
    /// Which of the game's layers.
    layer: Layer,
    /// The seat to look from; if none is given, one that is held.
    #[schemars(with = "Option<Seat>")]
    seat: Option<u8>,
}

/// Something laid over the map.
#[derive(Serialize, JsonSchema)]
pub struct LayerAnswer {
    /// After how many entries.
    number: usize,
    /// What is laid over the map.
    overlays: Vec<Overlay>,
}

/// `GET /api/games/{id}/layer?layer=LAYER&seat=N`
pub async fn layer(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(LayerQuery { layer, seat }): Asked<LayerQuery>,
) -> Result<Json<LayerAnswer>, Problem> {
    let no_such = || {
        Problem::not_found(ErrorCode::NoSuchLayer, format!("This game has no layer \"{}\".", layer.title()))
    };
    let (position, number, viewer) = read(&app, &id, token.as_ref(), |room, state| {
        let session = &state.session;
        if !session.info().layers.contains(&layer) {
            return Err(no_such());
        }
        let look = Wanted::from_seat(seat).look(room, token.as_ref(), session.outcome().is_some())?;
        Ok((session.moment(), session.entries(), viewer(look.shown(session.to_act()))))
    })
    .await?;
    let overlays = calculated(&app, from, move || position.layer(viewer, layer)).await?;
    Ok(Json(LayerAnswer { number, overlays }))
}
