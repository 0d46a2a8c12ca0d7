//! What there is to play. None of it changes while the server runs.

use axum::Json;
use axum::http::{HeaderName, header};
use engine::{AnyGame, Board, Info, Rule};
use schemars::JsonSchema;
use serde::Serialize;

use super::input::Named;
use super::problem::Problem;
use crate::player::{OFFERS, Offer};

/// Everything there is to choose from.
#[derive(Serialize, JsonSchema)]
pub struct Catalog {
    /// The games.
    games: Vec<&'static Info>,
    /// The computer opponents.
    bots: [Offer; OFFERS.len()],
}

type Cached<T> = ([(HeaderName, &'static str); 1], Json<T>);

fn cached<T>(value: T) -> Cached<T> {
    ([(header::CACHE_CONTROL, "public, max-age=300")], Json(value))
}

fn game(id: &str) -> Result<&'static dyn AnyGame, Problem> {
    registry::game(id).map_err(|error| Problem::not_found("unknown-game", error.to_string()))
}

/// `GET /api/catalog`
pub async fn catalog() -> Cached<Catalog> {
    cached(Catalog { games: registry::infos(), bots: OFFERS })
}

/// `GET /api/catalog/{game}/boards`
pub async fn boards(Named(id): Named) -> Result<Cached<&'static [Board]>, Problem> {
    Ok(cached(game(&id)?.boards()))
}

/// `GET /api/catalog/{game}/rules`
pub async fn rules(Named(id): Named) -> Result<Cached<&'static [Rule]>, Problem> {
    Ok(cached(game(&id)?.info().ledger.rules()))
}
