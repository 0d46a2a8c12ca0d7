//! What there is to play. None of it changes while the server runs.

use std::collections::BTreeMap;

use axum::Json;
use axum::http::{HeaderName, header};
use engine::{
    AnyGame, Board, Info, Picture, Rule, Seats, Seed, Setup, SetupError, Text, Tint, Value, Viewer,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::{Input, Named};
use super::problem::{ErrorCode, Problem};
use crate::player::{OFFERS, Offer};

/// Everything there is to choose from.
#[derive(Serialize, JsonSchema)]
pub struct Catalog {
    /// The games.
    games: Vec<&'static Info>,
    /// The computer opponents.
    bots: [Offer; OFFERS.len()],
    /// The maps, of games whose rules are to come as well.
    maps: Vec<Map>,
}

/// The map of a game.
#[derive(Serialize, JsonSchema)]
pub struct Map {
    /// The game's id.
    id: &'static str,
    /// What the game is called.
    title: &'static str,
    /// Whether it can be played.
    playable: bool,
    /// How many spaces there are.
    spaces: usize,
    /// The picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<&'static Picture>,
}

type Cached<T> = ([(HeaderName, &'static str); 1], Json<T>);

fn cached<T>(value: T) -> Cached<T> {
    ([(header::CACHE_CONTROL, "public, max-age=300")], Json(value))
}

fn game(id: &str) -> Result<&'static dyn AnyGame, Problem> {
    registry::game(id).map_err(|error| Problem::not_found(ErrorCode::UnknownGame, error.to_string()))
}

/// `GET /api/catalog`
pub async fn catalog() -> Result<Cached<Catalog>, Problem> {
    let mut maps = Vec::new();
    for chart in &registry::CHARTS {
        let board = boards_of(chart.id).await?.first();
        maps.push(Map {
            id: chart.id,
            title: chart.title,
            playable: registry::is_playable(chart.id),
            spaces: board.map_or(0, |board| board.spaces.len()),
            picture: board.and_then(|board| board.picture.as_ref()),
        });
    }
    Ok(cached(Catalog { games: registry::infos(), bots: OFFERS, maps }))
}

/// The boards of a game. A map is laid out when it is first asked for, which takes a moment.
pub async fn boards_of(id: &str) -> Result<&'static [Board], Problem> {
    let id = id.to_owned();
    let laid_out = tokio::task::spawn_blocking(move || registry::boards(&id)).await;
    let boards = laid_out.map_err(|error| Problem::internal(&error))?;
    boards.map_err(|error| Problem::not_found(ErrorCode::UnknownGame, error.to_string()))
}

/// `GET /api/catalog/{game}/boards`
pub async fn boards(Named(id): Named) -> Result<Cached<&'static [Board]>, Problem> {
    Ok(cached(boards_of(&id).await?))
}

/// `GET /api/catalog/{game}/rules`
pub async fn rules(Named(id): Named) -> Result<Cached<&'static [Rule]>, Problem> {
    Ok(cached(game(&id)?.info().ledger.rules()))
}

/// What a table would choose.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Intended {
    /// Which scenario of the game.
    scenario: String,
    /// Options that differ from the scenario's defaults.
    #[serde(default)]
    options: BTreeMap<String, Value>,
    /// How many seats.
    #[schemars(range(min = 1, max = "Seats::MAX"))]
    seats: u8,
}

/// What a seat plays.
#[derive(PartialEq, Serialize, JsonSchema)]
pub struct Part {
    /// Its name ("France and Spain").
    name: Text,
    /// Colours of what it plays.
    tints: Vec<Tint>,
}

/// `POST /api/catalog/{game}/seats`
pub async fn seats(Named(id): Named, Input(intended): Input<Intended>) -> Result<Json<Vec<Part>>, Problem> {
    let game = game(&id)?;
    let parts = |deal| {
        let Intended { scenario, options, seats } = &intended;
        let seed = Seed::from_number(deal);
        parts(game, Setup { scenario: scenario.clone(), options: options.clone(), seats: *seats, seed })
    };
    let bad = |error: SetupError| Problem::refused(ErrorCode::BadSetup, error.to_string());
    let first = parts(0).map_err(bad)?;
    // Where chance decides who plays what, nobody knows it beforehand.
    let always = (1..DEALS).all(|deal| parts(deal).is_ok_and(|other| other == first));
    Ok(Json(if always { first } else { Vec::new() }))
}

/// So many deals are looked at to see whether chance decides who plays what.
const DEALS: u64 = 4;

fn parts(game: &dyn AnyGame, setup: Setup) -> Result<Vec<Part>, SetupError> {
    let sheets = game.start(setup)?.table(Viewer::Spectator).seats;
    Ok(sheets.into_iter().map(|sheet| Part { name: sheet.name, tints: sheet.tints }).collect())
}
