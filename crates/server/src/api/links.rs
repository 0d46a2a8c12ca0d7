//! Fresh links for a seat.

use axum::Json;
use axum::extract::State;
use engine::Seat;
use schemars::JsonSchema;
use serde::Deserialize;

use super::App;
use super::games::{Link, find, holding};
use super::input::{Bearer, Input, Named};
use super::problem::{ErrorCode, Problem};
use crate::room::MOST_LINKS;

/// What a client must know of it, for the description of the API.
pub const ABOUT: &str = "Whoever holds a seat can make more links for it: to sit there on another device, or, if he made the \
    game and nobody has taken the seat yet, to invite somebody (`guest`). As soon as somebody comes with a link for guests, \
    the seat is his alone: the token of whoever made the game no longer holds it, nor do the links he has made to sit there \
    himself. With `revoke` all older links of the seat hold nothing any more, the asker's own among them; the token of whoever \
    made the game stays as it is.";

/// A link that is wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLink {
    /// For which seat.
    seat: Seat,
    /// Whether it is for somebody else.
    #[serde(default)]
    guest: bool,
    /// Whether older links of the seat hold nothing any more.
    #[serde(default)]
    revoke: bool,
}

/// `POST /api/games/{id}/links`
pub async fn link(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Input(NewLink { seat, guest, revoke }): Input<NewLink>,
) -> Result<Json<Link>, Problem> {
    let room = find(&app, &id, token.as_ref()).await?;
    holding(&room, token.as_ref(), seat)?;
    let Some(token) = token else { return Err(Problem::internal(&"nobody holds a seat without a token")) };
    if !revoke && room.links_of(seat) >= MOST_LINKS {
        let sentence = format!(
            "There are {MOST_LINKS} links to this seat already. Make a new one that takes the place of the old ones."
        );
        return Err(Problem::refused(ErrorCode::TooManyLinks, sentence));
    }
    let fresh = room.link(&app.games, &token, seat, guest, revoke).await?;
    Ok(Json(Link::new(&id, seat, fresh)))
}
