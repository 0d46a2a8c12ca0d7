//! Live updates: server-sent events that say that a game has changed, who must decide now, and how it ended. A client that
//! missed some asks for the table; so nothing is lost by a break, and nothing is told to whom it does not concern.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::time::Duration;

use axum::extract::{ConnectInfo, FromRequestParts, State};
use axum::http::request::Parts;
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Response, Sse};
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use serde_json::json;

use super::App;
use super::describe::{Answers, Asks, Operation};
use super::games::{find, held};
use super::input::{Bearer, Named};
use super::problem::{ErrorCode, Problem};
use crate::permits::Permit;
use crate::view::Update;

/// What every event is called.
const NAME: &str = "view";

/// A silent stream says that it is alive this often.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(15);

/// Where too many listen, it is worth trying again after so long.
const CROWDED: Duration = Duration::from_secs(5);

/// What a client must know of the stream, for the description of the API.
pub const ABOUT: &str = "The stream never ends by itself. Every event is called `view`; its data is an `Update` as JSON, in \
    one line; its id is the stamp. The first comes at once, unless `Last-Event-ID` is the stamp that the game has: so \
    whoever comes back after a break is told at once if he has missed something, and of that only the newest. What has \
    changed is not in the event; ask for the game, or for the choices alone. A comment (a line that begins with a colon) \
    comes every 15 seconds in which nothing else does. The server closes the stream when it stops, and, at once, when \
    one of your seats is no longer yours: its link was revoked, or somebody has taken it. Open it again. An open stream takes one of the permits of your address.";

/// The id of the last event the client has seen, if it can be read.
pub struct Seen(pub(super) Option<String>);

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
) -> Result<Events<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let room = find(&app, &id, token.as_ref()).await?;
    let held = held(&room, token.as_ref())?;
    let open = open_permit(&app, from)?;
    let news = room.news();
    let lost = room.until_lost(token, held);
    let mut gone = false;
    // Of a game that was deleted nothing more will be heard.
    let stream = WatchStream::new(news).take_while(move |news| !std::mem::replace(&mut gone, news.deleted));
    let stream = stream.filter_map(move |news| {
        let _held_as_long_as_the_stream = &open;
        if news.deleted {
            return Some(Ok(Event::default().event("deleted").data("{}")));
        }
        let update = news.update(held);
        let new = seen.as_ref() != Some(&update.stamp);
        seen = Some(update.stamp.clone());
        new.then(|| {
            let data = serde_json::to_string(&update).unwrap_or_default();
            Ok(Event::default().event(NAME).id(update.stamp).data(data))
        })
    });
    // A server that stops does not wait for those who only listen.
    let stream = futures_util::StreamExt::take_until(stream, app.games.closing.clone().cancelled_owned());
    let stream = futures_util::StreamExt::take_until(stream, Box::pin(lost));
    Ok(Events(Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT))))
}

/// A place for somebody who listens or waits, as long as it is held.
pub(super) fn open_permit(app: &App, from: SocketAddr) -> Result<Permit, Problem> {
    let sentence = "Too many live updates are open; please close some.";
    let place = app.streams.take(from.ip());
    place.ok_or_else(|| Problem::too_many(ErrorCode::TooManyStreams, sentence, CROWDED))
}

/// A stream of updates.
pub struct Events<S>(Sse<S>);

impl<S> IntoResponse for Events<S>
where
    Sse<S>: IntoResponse,
{
    fn into_response(self) -> Response {
        self.0.into_response()
    }
}

impl<S> Answers for Events<S> {
    fn answer(operation: &mut Operation<'_>) {
        operation.events::<Update>(NAME);
    }
}
