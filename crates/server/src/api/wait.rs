//! The long poll: for clients that cannot read a stream of events.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use schemars::JsonSchema;
use serde::Deserialize;

use super::App;
use super::events::open_permit;
use super::games::{find, held};
use super::input::{Asked, Bearer, Named};
use super::problem::Problem;
use crate::view::Update;

/// The longest that anybody may wait, in seconds.
pub const LONGEST: u8 = 25;

/// What is waited for.
#[derive(Deserialize, JsonSchema)]
pub struct Awaited {
    /// The stamp last seen. The answer comes when the game has another; at once if none is given.
    after: Option<String>,
    /// How many seconds to wait at most.
    #[serde(default = "longest")]
    #[schemars(range(max = LONGEST))]
    seconds: u8,
}

fn longest() -> u8 {
    LONGEST
}

/// `GET /api/games/{id}/wait?after=STAMP&seconds=N`
pub async fn wait(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(Awaited { after, seconds }): Asked<Awaited>,
) -> Result<Json<Update>, Problem> {
    if seconds > LONGEST {
        return Err(Problem::malformed(format!(
            "One can wait for at most {LONGEST} seconds, not {seconds}."
        )));
    }
    let _held_as_long_as_it_waits = open_permit(&app, from)?;
    // An answer that comes in time, whatever the server's patience.
    let longest = app.games.config.patience.answered * 9 / 10;
    let time = tokio::time::sleep(Duration::from_secs(seconds.into()).min(longest));
    tokio::pin!(time);
    loop {
        let room = find(&app, &id, token.as_ref()).await?;
        let held = held(&room, token.as_ref())?;
        let mut news = room.news();
        // Nobody keeps a room open that is to be opened anew.
        drop(room);
        loop {
            let update = news.borrow_and_update().update(held);
            if after.as_ref() != Some(&update.stamp) {
                return Ok(Json(update));
            }
            tokio::select! {
                () = &mut time => return Ok(Json(update)),
                () = app.games.closing.cancelled() => return Ok(Json(update)),
                changed = news.changed() => if changed.is_err() { break },
            }
        }
    }
}
