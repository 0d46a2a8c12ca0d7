//! Live updates: server-sent events that say how many entries a game has. A client that missed some asks for the
//! table; so nothing is lost by a break, and nothing is told to whom it does not concern.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::time::Duration;

use axum::extract::{ConnectInfo, FromRequestParts, State};
use axum::http::request::Parts;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use serde_json::json;

use super::App;
use super::describe::{Asks, Operation};
use super::games::{find, held};
use super::input::{Bearer, Named};
use super::problem::Problem;

/// A silent stream says that it is alive this often.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The number in the last event the client has seen, if it can be read.
pub struct Seen(Option<usize>);

impl<S: Send + Sync> FromRequestParts<S> for Seen {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Seen, Infallible> {
        let last = parts.headers.get("last-event-id");
        Ok(Seen(last.and_then(|id| id.to_str().ok()?.parse().ok())))
    }
}

impl Asks for Seen {
    fn ask(operation: &mut Operation<'_>) {
        let id = json!({ "description": "The id of the last event seen.", "type": "string" });
        operation.parameter("header", "Last-Event-ID", false, id);
    }
}

/// `GET /api/games/{id}/events`
pub async fn events(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Named(id): Named,
    Bearer(token): Bearer,
    Seen(seen): Seen,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let room = find(&app, &id).await?;
    held(&room, token.as_ref())?;
    let open = app.streams.open(from.ip());
    let open =
        open.ok_or_else(|| Problem::too_many("too-many-streams", "Too many live updates are open."))?;
    let news = room.news();
    let now = *news.borrow();
    // Nobody can have seen what is not there: after a restart under newer rules a game may have fewer entries.
    let mut seen = seen.filter(|&seen| seen <= now);
    let stream = WatchStream::new(news).filter_map(move |number| {
        let _held_as_long_as_the_stream = &open;
        let new = seen.is_none_or(|seen| number > seen);
        seen = Some(number);
        new.then(|| {
            let event = Event::default().event("view").id(number.to_string());
            Ok(event.data(format!("{{\"number\":{number}}}")))
        })
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}
