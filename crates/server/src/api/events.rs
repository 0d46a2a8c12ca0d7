//! Live updates: server-sent events that say that a game has changed. A client that missed some asks for the table; so nothing is lost by a break, and nothing is told to whom it does not concern.

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

/// The id of the last event the client has seen, if it can be read.
pub struct Seen(Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Seen {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Seen, Infallible> {
        let last = parts.headers.get("last-event-id");
        Ok(Seen(last.and_then(|id| Some(id.to_str().ok()?.to_owned()))))
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
    Seen(mut seen): Seen,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let room = find(&app, &id, token.as_ref()).await?;
    let held = held(&room, token.as_ref())?;
    let open = app.streams.take(from.ip());
    let open =
        open.ok_or_else(|| Problem::too_many("too-many-streams", "Too many live updates are open."))?;
    let news = room.news();
    let stream = WatchStream::new(news).filter_map(move |news| {
        let _held_as_long_as_the_stream = &open;
        let stamp = news.stamp(held);
        let new = seen.as_ref() != Some(&stamp);
        seen = Some(stamp.clone());
        new.then(|| {
            let data = json!({ "number": news.number, "stamp": stamp });
            Ok(Event::default().event("view").id(stamp).data(data.to_string()))
        })
    });
    // A server that stops does not wait for those who only listen.
    let stream = futures_util::StreamExt::take_until(stream, app.hall.closing.clone().cancelled_owned());
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}
