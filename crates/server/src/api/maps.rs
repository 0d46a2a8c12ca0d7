//! Pictures of boards, in tiles.

use std::net::SocketAddr;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::App;
use super::describe::{Answers, Asks, Operation};
use super::limits::price;
use super::problem::{ErrorCode, Problem};
use crate::tile_renderer::{Tile, TileError};

/// Which tile, as the address says it.
pub struct Asked {
    game: String,
    board: String,
    version: String,
    level: String,
    x: String,
    y: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked, Problem> {
        let read = Path::from_request_parts(parts, state).await;
        read.map(|Path((game, board, version, level, x, y))| Asked { game, board, version, level, x, y })
            .map_err(|_| Problem::malformed("The address cannot be read."))
    }
}

impl Asks for Asked {
    fn ask(operation: &mut Operation<'_>) {
        operation.problem(StatusCode::BAD_REQUEST);
        operation.problem(StatusCode::NOT_FOUND);
    }
}

/// Behind the version: the same picture by night.
const NIGHT: &str = "-night";

/// A printed tile.
pub struct Printed(Bytes);

impl IntoResponse for Printed {
    fn into_response(self) -> Response {
        let forever = "public, max-age=31536000, immutable";
        ([(header::CONTENT_TYPE, "image/jpeg"), (header::CACHE_CONTROL, forever)], self.0).into_response()
    }
}

impl Answers for Printed {
    fn answer(operation: &mut Operation<'_>) {
        operation.content(StatusCode::OK, "image/jpeg", json!({ "type": "string", "format": "binary" }));
    }
}

/// `GET /api/catalog/{game}/boards/{board}/tiles/{version}/{level}/{x}/{y}`; the version can have `-night` behind it.
pub async fn tile(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    asked: Asked,
) -> Result<Printed, Problem> {
    let boards = super::catalog::boards_of(&asked.game).await?;
    let chart = registry::chart(&asked.game);
    // Only the first board of a game is a map.
    let board = boards.first().filter(|_| asked.board == "0");
    let Some((chart, picture)) = chart.zip(board.and_then(|board| board.picture.as_ref())) else {
        return Err(Problem::not_found(ErrorCode::NoPicture, "There is no picture of this board."));
    };
    let (version, night) =
        asked.version.strip_suffix(NIGHT).map_or((&*asked.version, false), |day| (day, true));
    if version != picture.version {
        let sentence = format!("This picture has been drawn anew; it is now version {}.", picture.version);
        return Err(Problem::not_found(ErrorCode::NoSuchVersion, sentence));
    }
    let none = || {
        let sentence = format!("The picture has no tile {} {} on level {}.", asked.x, asked.y, asked.level);
        Problem::not_found(ErrorCode::NoSuchTile, sentence)
    };
    let (level, x, y) = (asked.level.parse(), asked.x.parse(), asked.y.parse());
    let (Ok(level), Ok(x), Ok(y)) = (level, x, y) else { return Err(none()) };
    let tile = Tile { game: chart.id, level, x, y, night };
    if !app.tile_renderer.has(&tile) {
        app.limiter.charge(from.ip().into(), None, price::TILE).map_err(Problem::too_often)?;
    }
    let printed = app
        .tile_renderer
        .tile(chart, picture, tile)
        .await
        .map_err(|error: TileError| Problem::internal(&error))?;
    printed.map(Printed).ok_or_else(none)
}
