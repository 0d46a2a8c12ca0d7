//! The table, live: a stream that begins with the whole table and goes on with what has changed.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Weak};

use axum::body::Body;
use axum::extract::{ConnectInfo, FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use engine::{Seat, Seats};
use futures_util::{StreamExt, stream};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::watch;

use super::App;
use super::describe::{Answers, Asks, Operation};
use super::events::{HEARTBEAT, Seen, open_permit};
use super::games::{Wanted, find};
use super::input::{Asked, Bearer, Named};
use super::problem::Problem;
use crate::frame::{EventFrame, gzip};
use crate::room::{LiveUpdate, News, Room, StreamPosition};
use crate::token::Token;
use crate::view::{View, ViewOptions};

/// What a client must know of the stream, for the description of the API.
pub const ABOUT: &str = "The stream never ends by itself. Its first event is called `table`, and its data is the whole `View`. \
    From then on every change is an event called `update` whose data is a `LiveUpdate`: the patch in it leads from the table \
    one has to the new one. Whoever comes back with the `Last-Event-ID` he has seen goes on from there, if the server still \
    knows what came since; else he gets the whole `table` again. When the game is deleted, an event called `deleted` is the \
    last. A comment comes every 15 seconds in which nothing else does. The server closes the stream when it stops, and, at \
    once, when the seat is no longer yours: its link was revoked, or somebody has taken it. Open it again. An open stream takes one of the permits of your address.";

/// How a client wants to follow the game.
#[derive(Deserialize, JsonSchema)]
pub struct Followed {
    /// The seat to look from; if none is given, the first that is held, or as a spectator.
    #[schemars(with = "Option<Seat>")]
    seat: Option<u8>,
}

/// `GET /api/games/{id}/live?seat=N`
pub async fn live(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Named(id): Named,
    Bearer(token): Bearer,
    Listener { seen: Seen(seen), packed }: Listener,
    Asked(Followed { seat }): Asked<Followed>,
) -> Result<Live, Problem> {
    let room = find(&app, &id, token.as_ref()).await?;
    let open = open_permit(&app, from)?;
    let over = room.read(|_, state| state.session.outcome().is_some()).await?;
    let look = Wanted { seat, log_from: 0 }.look(&room, token.as_ref(), over)?;
    let look = ViewOptions { seat: look.seat.or_else(|| look.held.iter().next()), ..look };
    let before = seen.as_deref().and_then(StreamPosition::parse);
    let (view, place, newest) = room.join(look, before).await?;
    let first = view.map(|view| Arc::new(EventFrame::new("table", place, &view)));
    let own = look.seat.filter(|_| look.perspective().own).map_or(Seats::NONE, Seats::from);
    let lost = room.until_lost(token.clone(), own);
    let (news, room) = (room.news(), Arc::downgrade(&room));
    let following = Following { room, token, look, place, newest, news, over: false, _open: open };
    let rest = stream::unfold(following, Following::next).flat_map(stream::iter);
    // A server that stops does not wait for those who only listen.
    let all = stream::iter(first).chain(rest).take_until(app.games.closing.clone().cancelled_owned());
    let all = all.take_until(Box::pin(lost));
    let body = match packed {
        true => Body::from_stream(gzip(all).map(Ok::<_, Infallible>)),
        false => Body::from_stream(all.map(|frame| Ok::<_, Infallible>(frame.plain().clone()))),
    };
    Ok(Live { body, packed })
}

/// What the client has seen, and whether it takes what is compressed by gzip.
pub struct Listener {
    seen: Seen,
    packed: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for Listener {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Listener, Infallible> {
        let packed = takes_gzip(&parts.headers);
        Ok(Listener { seen: Seen::from_request_parts(parts, state).await?, packed })
    }
}

impl Asks for Listener {
    fn ask(operation: &mut Operation<'_>) {
        Seen::ask(operation);
    }
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let listed = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    listed.flat_map(|list| list.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Some(1.0), |weight| weight.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_some_and(|weight| weight > 0.0)
    })
}

/// A stream on its way. It keeps no room open that is to be opened anew.
struct Following {
    room: Weak<Room>,
    token: Option<Token>,
    look: ViewOptions,
    place: StreamPosition,
    newest: watch::Receiver<u64>,
    news: watch::Receiver<News>,
    over: bool,
    _open: crate::permits::Permit,
}

impl Following {
    /// The next events, and what comes after them; nothing if the client must open another stream.
    async fn next(mut self) -> Option<(Vec<Arc<EventFrame>>, Following)> {
        loop {
            if self.over {
                return None;
            }
            if self.news.borrow_and_update().deleted {
                self.over = true;
                return Some((vec![Arc::new(EventFrame::bare("deleted"))], self));
            }
            if *self.newest.borrow_and_update() > self.place.update {
                let room = self.room.upgrade()?;
                // A seat may have left whoever made the game since.
                let held = self.token.as_ref().and_then(|token| room.seats_of(token)).unwrap_or(Seats::NONE);
                if self.look.perspective().own && !self.look.seat.is_some_and(|seat| held.contains(seat)) {
                    return None;
                }
                let updates = room.updates_since(self.look, self.place).await?;
                self.place.update = updates.last().map_or(self.place.update, |(number, _)| *number);
                return Some((updates.into_iter().map(|(_, frame)| frame).collect(), self));
            }
            tokio::select! {
                // The room may be gone because the game is: that is said first.
                changed = self.newest.changed() => if changed.is_err() && !self.news.borrow().deleted { return None },
                changed = self.news.changed() => if changed.is_err() && !self.news.borrow().deleted { return None },
                () = tokio::time::sleep(HEARTBEAT) => return Some((vec![EventFrame::heartbeat()], self)),
            }
        }
    }
}

/// A stream of tables and updates.
pub struct Live {
    body: Body,
    packed: bool,
}

impl IntoResponse for Live {
    fn into_response(self) -> Response {
        let mut response = self.body.into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if self.packed {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

impl Answers for Live {
    fn answer(operation: &mut Operation<'_>) {
        operation.events::<View>("table");
        operation.events::<LiveUpdate<'_>>("update");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_takes_gzip_says_so() {
        let takes = |list: &'static str| {
            takes_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(list))]))
        };
        for list in ["gzip", "br, GZIP;q=0.5", "deflate,gzip ; q=1"] {
            assert!(takes(list), "{list}");
        }
        for list in ["", "br", "identity, gzip;q=0", "gzip;q=0.0", "x-gzip"] {
            assert!(!takes(list), "{list}");
        }
    }
}
