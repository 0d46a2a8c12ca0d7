//! The table, live: a stream that begins with the whole table and goes on with what has changed.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Weak};

use axum::extract::{ConnectInfo, State};
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Response, Sse};
use engine::{Seat, Seats};
use futures_util::stream;
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::watch;
use tokio_stream::Stream;

use super::App;
use super::describe::{Answers, Operation};
use super::events::{HEARTBEAT, Seen, open_place};
use super::games::{Wanted, find};
use super::input::{Asked, Bearer, Named};
use super::problem::Problem;
use crate::room::{LiveUpdate, News, Place, Room};
use crate::token::Token;
use crate::view::{Look, View};

/// What a client must know of the stream, for the description of the API.
pub const ABOUT: &str = "The stream never ends by itself. Its first event is called `table`, and its data is the whole `View`. \
    From then on every change is an event called `update` whose data is a `LiveUpdate`: the patch in it leads from the table \
    one has to the new one. Whoever comes back with the `Last-Event-ID` he has seen goes on from there, if the server still \
    knows what came since; else he gets the whole `table` again. When the game is deleted, an event called `deleted` is the \
    last. A comment comes every 15 seconds in which nothing else does. The server closes the stream when it stops, and when \
    seats change hands: open it again. An open stream takes one of the places of your address.";

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
    Seen(seen): Seen,
    Asked(Followed { seat }): Asked<Followed>,
) -> Result<Live<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let room = find(&app, &id, token.as_ref()).await?;
    let open = open_place(&app, from)?;
    let over = room.read(|_, sitting| sitting.session.outcome().is_some()).await?;
    let look = Wanted { seat, log_from: 0 }.look(&room, token.as_ref(), over)?;
    let look = Look { seat: look.seat.or_else(|| look.held.iter().next()), ..look };
    let before = seen.as_deref().and_then(Place::parse);
    let (view, place, newest) = room.join(look, before).await?;
    let first = view.map(|view| event("table", place, &serde_json::to_string(&view).unwrap_or_default()));
    let (news, room) = (room.news(), Arc::downgrade(&room));
    let following = Following { room, token, look, place, newest, news, over: false, _open: open };
    let rest = stream::unfold(following, Following::next);
    let rest = futures_util::StreamExt::flat_map(rest, stream::iter);
    let all = futures_util::StreamExt::chain(stream::iter(first), rest);
    let all = futures_util::StreamExt::map(all, Ok);
    // A server that stops does not wait for those who only listen.
    let all = futures_util::StreamExt::take_until(all, app.hall.closing.clone().cancelled_owned());
    Ok(Live(Sse::new(all).keep_alive(KeepAlive::new().interval(HEARTBEAT))))
}

fn event(name: &str, place: Place, data: &str) -> Event {
    Event::default().event(name).id(place.to_string()).data(data)
}

/// A stream on its way. It keeps no room open that is to be opened anew.
struct Following {
    room: Weak<Room>,
    token: Option<Token>,
    look: Look,
    place: Place,
    newest: watch::Receiver<u64>,
    news: watch::Receiver<News>,
    over: bool,
    _open: crate::places::Place,
}

impl Following {
    /// The next events, and what comes after them; nothing if the client must open another stream.
    async fn next(mut self) -> Option<(Vec<Event>, Following)> {
        loop {
            if self.over {
                return None;
            }
            if self.news.borrow_and_update().deleted {
                self.over = true;
                return Some((vec![Event::default().event("deleted").data("{}")], self));
            }
            if *self.newest.borrow_and_update() > self.place.update {
                let room = self.room.upgrade()?;
                // A seat may have left whoever made the game since.
                let held = self.token.as_ref().and_then(|token| room.seats_of(token)).unwrap_or(Seats::NONE);
                if self.look.eyes().own && !self.look.seat.is_some_and(|seat| held.contains(seat)) {
                    return None;
                }
                let updates = room.updates_since(self.look, self.place).await?;
                let mut events = Vec::with_capacity(updates.len());
                for (number, text) in updates {
                    self.place.update = number;
                    events.push(event("update", self.place, &text));
                }
                return Some((events, self));
            }
            tokio::select! {
                changed = self.newest.changed() => changed.ok()?,
                changed = self.news.changed() => changed.ok()?,
            }
        }
    }
}

/// A stream of tables and updates.
pub struct Live<S>(Sse<S>);

impl<S> IntoResponse for Live<S>
where
    Sse<S>: IntoResponse,
{
    fn into_response(self) -> Response {
        self.0.into_response()
    }
}

impl<S> Answers for Live<S> {
    fn answer(operation: &mut Operation<'_>) {
        operation.events::<View>("table");
        operation.events::<LiveUpdate>("update");
    }
}
