//! The HTTP API. Everything is JSON, and everything but the client itself lies under `/api`.

mod back;
mod budget;
mod card;
mod catalog;
mod choices;
mod describe;
mod events;
mod games;
mod hint;
mod input;
mod layers;
mod letters;
mod limits;
mod links;
mod live;
mod lobby;
mod log;
mod maps;
mod orders;
mod problem;
mod repeats;
mod resign;
mod routes;
mod unread;
mod wait;

use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::json;
use tower::ServiceExt;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::Compression;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::address::ClientAddress;
use crate::calculator::Calculator;
use crate::games::GameRegistry;
use crate::permits::PermitPool;
use crate::tile_renderer::TileRenderer;
use crate::token::{Token, TokenHash};
use describe::{Answers, Operation, Routes, guide};
use limits::RateLimiter;
use lobby::{Cached, Lobby};
pub use problem::crowded;
use problem::{ErrorCode, Problem};

/// What every handler can reach. It is cloned several times for every request.
#[derive(Clone)]
pub struct App(Arc<Shared>);

/// What all handlers share.
pub struct Shared {
    games: Arc<GameRegistry>,
    limiter: Arc<RateLimiter>,
    streams: Arc<PermitPool>,
    /// Bytes of answers on their way.
    answers: Arc<PermitPool>,
    lobby: Lobby,
    calculator: Arc<Calculator>,
    tile_renderer: Arc<TileRenderer>,
    /// Who has it is the operator of the server.
    admin: Option<TokenHash>,
    made: Arc<repeats::MadeBefore>,
    /// Of the API, as JSON.
    description: Bytes,
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    /// Whether whoever has this token is the operator of the server.
    fn is_admin(&self, token: &Token) -> bool {
        self.admin.as_ref() == Some(&token.hash())
    }
}

/// Nothing but what comes from here, no frames, no guessing, no traces of where one came from.
const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
             connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=()"),
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
];

/// No part of an address of ours is longer.
const LONG: usize = 40;

/// A database that takes no write for so long is not healthy.
const HEALTHY: Duration = Duration::from_secs(3);
/// Nobody waits longer for a forecast.
const FORECAST: Duration = Duration::from_secs(10);

/// Smaller answers are not worth the work of compressing them.
const SMALL: u64 = 1024;

/// Every route there is, with its description.
pub fn routes() -> Routes {
    let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
    let refused = [StatusCode::CONFLICT, unprocessable];
    Routes::new()
        .get("/api/openapi.json", openapi, "This description.", &[])
        .get("/api/catalog", catalog::catalog, "Everything there is to choose from.", &[])
        .get("/api/catalog/{game}/boards", catalog::boards, "The boards of a game, which never change.", &[])
        .get("/api/catalog/{game}/rules", catalog::rules, "The rules of a game.", &[])
        .post(
            "/api/catalog/{game}/seats",
            catalog::seats,
            "What each seat of such a table would play; nothing if chance decides it.",
            &[unprocessable],
        )
        .get(
            "/api/catalog/{game}/boards/{board}/tiles/{version}/{level}/{x}/{y}",
            maps::tile,
            "A tile of the picture of a board, which never changes. With `-night` behind the version it is printed for dark screens.",
            &[],
        )
        .get("/api/games", lobby::lobby, "The newest games.", &[])
        .post("/api/games", games::create, "Makes a game.", &refused)
        .about(guide::CREATE)
        .get("/api/games/{id}", games::show, "The game as the holder of the token sees it.", &[])
        .delete(
            "/api/games/{id}",
            games::delete,
            "Deletes a game for good: by its host, as long as nobody else plays in it, or by the operator.",
            &[],
        )
        .get("/api/games/{id}/choices", choices::choices, "What a seat may do, without table and log.", &[])
        .get("/api/games/{id}/wait", wait::wait, "Answers when something has changed.", &[])
        .about(guide::WAIT)
        .post("/api/games/{id}/actions", games::act, "Does something for a seat.", &refused)
        .about(guide::ACT)
        .post(
            "/api/games/{id}/moves",
            games::moves,
            "The same, for whoever follows the game: answers in few bytes.",
            &refused,
        )
        .post("/api/games/{id}/resign", resign::resign, "Gives a seat up.", &[unprocessable])
        .about(resign::ABOUT)
        .post(
            "/api/games/{id}/links",
            links::link,
            "Makes a fresh link for a seat one holds.",
            &[StatusCode::FORBIDDEN, unprocessable],
        )
        .about(links::ABOUT)
        .post("/api/games/{id}/undo", back::undo, "Takes back the last action of a seat.", &refused)
        .post("/api/games/{id}/undo/ask", back::ask, "Asks the others to go back further.", &refused)
        .post("/api/games/{id}/undo/answer", back::answer, "Answers such a request.", &refused)
        .put("/api/games/{id}/orders", orders::order, "Sets the standing orders of a seat.", &[unprocessable])
        .get(
            "/api/games/{id}/letters",
            letters::letters,
            "The letters a seat has written or received, page by page from the last.",
            &[],
        )
        .post(
            "/api/games/{id}/letters",
            letters::send,
            "Sends a letter to other people at the table.",
            &[unprocessable],
        )
        .post("/api/games/{id}/explain", games::explain, "Why something cannot be done now.", &[])
        .post("/api/games/{id}/forecast", games::forecast, "What would probably come of something.", &[])
        .post("/api/games/{id}/hint", hint::hint, "What a bot would do in a person's place, and why.", &[])
        .get("/api/games/{id}/replay", games::replay, "The table as it was.", &[])
        .get(
            "/api/games/{id}/journal",
            games::journal,
            "The whole game as a document, once it is over.",
            &[StatusCode::FORBIDDEN],
        )
        .get(
            "/api/games/{id}/events",
            events::events,
            "Says whenever something has changed, who must decide now, and how the game ended.",
            &[],
        )
        .about(events::ABOUT)
        .get("/api/games/{id}/live", live::live, "The table, and then everything that changes at it.", &[])
        .about(live::ABOUT)
        .get("/api/games/{id}/log", log::log, "What happened, page by page from the last.", &[])
        .get("/api/games/{id}/layer", layers::layer, "What is laid over the map on demand.", &[])
        .post(
            "/api/games/{id}/routes",
            routes::routes,
            "Where pieces can go together, and what that costs.",
            &[],
        )
        .get("/healthz", healthz, "Whether the server does its work.", &[])
}

/// The routes, with all that stands around them.
pub fn router(games: Arc<GameRegistry>) -> Router {
    let limits = &games.config.limits;
    let limiter = Arc::new(RateLimiter::new(limits));
    let streams = PermitPool::new(limits.streams, games.metrics.streams.clone());
    let body = DefaultBodyLimit::max(limits.body);
    let (routes, description) = routes().finish();
    let description = description.to_string().into();
    let answers = PermitPool::new(limits.answers, games.metrics.answers.clone());
    let lobby = Arc::new(Cached::new(limits.lobby_age));
    let gauge = games.metrics.forecasts.clone();
    let calculator = Arc::new(Calculator::new(limits.forecasts, gauge, games.config.bot_threads, FORECAST));
    let tile_renderer = Arc::new(TileRenderer::new(limits.tiles, games.config.bot_threads));
    let admin = games.config.admin_token.as_ref().map(|token| Token(token.clone()).hash());
    let made = Arc::default();
    let shared = Shared {
        games,
        limiter,
        streams,
        answers,
        lobby,
        calculator,
        tile_renderer,
        admin,
        made,
        description,
    };
    let app = App(Arc::new(shared));
    routes
        .fallback(elsewhere)
        .method_not_allowed_fallback(wrong_method)
        .layer(body)
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .layer(CatchPanicLayer::custom(stumbled))
        .layer(middleware::from_fn_with_state(app.clone(), observe))
        .layer(middleware::from_fn_with_state(app.clone(), trace_back))
        .layer(middleware::from_fn(unread::hang_up))
        .with_state(app)
}

/// What the operator is shown, at an address of its own.
pub fn operator(games: Arc<GameRegistry>) -> Router {
    Router::new().route("/metrics", get(async move || Figures(games.metrics.text())))
}

/// Where a request comes from, if it came through a proxy of ours. What others say in that header counts for nothing.
async fn trace_back(
    State(app): State<App>,
    ConnectInfo(proxy): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let from = app.games.config.proxies.client(proxy.ip(), request.headers());
    request.extensions_mut().insert(ConnectInfo(SocketAddr::new(from, proxy.port())));
    next.run(request).await
}

/// Nobody asks too often or for more than he takes, and nobody waits for ever: neither we for the rest of a request, nor
/// a client for its answer.
async fn guard(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let from = ClientAddress::from(from.ip());
    let token = input::bearer(request.headers(), request.uri()).ok().flatten().map(|token| token.hash());
    if let Err(wait) = app.limiter.request(from, token) {
        return Problem::too_often(wait).into_response();
    }
    let place = match app.answers.reserve(Some(from), budget::RESERVE) {
        Ok(place) => place,
        Err(full) => return Problem::busy(full).into_response(),
    };
    let method = request.method().clone();
    let answered = tokio::time::timeout(app.games.config.patience.answered, next.run(request));
    let answer = answered.await.unwrap_or_else(|_| Problem::too_slow().into_response());
    budget::charge(&method, answer, place)
}

/// Every answer is counted, logged without its query (which may hold a token), and carries the safe headers.
async fn observe(State(app): State<App>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let mut response = match request.headers().contains_key(header::ACCEPT_ENCODING) {
        true => compressed(request, next).await,
        false => next.run(request).await,
    };
    let status = response.status().as_u16();
    app.games.metrics.answered(status, begun.elapsed());
    tracing::debug!(%method, path = discreet(uri.path()), status, took = ?begun.elapsed(), "answered");
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, value);
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// The answer, compressed if that is worth it. Live updates must not wait in a compressor; images are compressed already.
async fn compressed(request: Request, next: Next) -> Response {
    let worth_it = SizeAbove::new(SMALL).and(NotForContentType::SSE).and(NotForContentType::IMAGES);
    let Ok(response) = Compression::new(next).compress_when(worth_it).oneshot(request).await;
    response.map(Body::new)
}

/// A path for the log. What is too long for any name of ours may be a token that somebody has put there.
fn discreet(path: &str) -> String {
    let parts = path.split('/').map(|part| if part.len() > LONG { ".." } else { part });
    parts.collect::<Vec<_>>().join("/")
}

fn stumbled(panic: Box<dyn std::any::Any + Send>) -> Response {
    let what = panic.downcast_ref::<String>().map(String::as_str);
    let what = what.or(panic.downcast_ref::<&str>().copied()).unwrap_or("something unknown");
    Problem::internal(&what).into_response()
}

/// A server that cannot write cannot play: so it writes.
async fn healthz(State(app): State<App>) -> Result<&'static str, Problem> {
    let written = tokio::time::timeout(HEALTHY, app.games.store.ping()).await;
    let why = match written {
        Ok(Ok(())) => return Ok("ok\n"),
        Ok(Err(error)) => error.to_string(),
        Err(_) => format!("it has taken no write for {} s", HEALTHY.as_secs()),
    };
    tracing::warn!(why, "the database cannot be written");
    let sentence = "The database cannot be written; the server's log says why.";
    Err(Problem::unavailable_because(sentence))
}

/// Figures as Prometheus reads them.
struct Figures(String);

impl IntoResponse for Figures {
    fn into_response(self) -> Response {
        let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
        ([(header::CONTENT_TYPE, kind)], self.0).into_response()
    }
}

async fn openapi(State(app): State<App>) -> Description {
    Description(app.description.clone())
}

/// The description of the API.
struct Description(Bytes);

impl IntoResponse for Description {
    fn into_response(self) -> Response {
        let headers =
            [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "public, max-age=300")];
        (headers, self.0).into_response()
    }
}

impl Answers for Description {
    fn answer(operation: &mut Operation<'_>) {
        operation.content(StatusCode::OK, "application/json", json!({ "type": "object" }));
    }
}

async fn elsewhere(State(app): State<App>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    // The figures are not for everybody: they have an address of their own.
    let is_page = !uri.path().starts_with("/api/") && uri.path() != "/metrics";
    if method == Method::GET && is_page {
        let card = card::card(&app, &uri, &headers).await;
        return crate::web::page(uri.path(), card.as_deref(), &headers);
    }
    Problem::not_found(ErrorCode::NoSuchAddress, "There is nothing at this address.").into_response()
}

async fn wrong_method() -> Problem {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::WrongMethod,
        "This address does not take that method.",
    )
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::Mutex;

    use engine::{Seed, Setup};

    use super::*;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_panic_tells_no_secrets() {
        let (token, seed) = ("0123456789abcdef".repeat(3), Seed::from_number(1809));
        let stumble = move |input::Bearer(token): input::Bearer| async move {
            let setup = Setup::new("x", 2, seed);
            if token.is_some() {
                panic!("{token:?} and {setup:?}");
            }
        };
        let app = Router::<()>::new().route("/", get(stumble)).layer(CatchPanicLayer::custom(stumbled));
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt().with_writer(move || writer.clone()).finish();
        let _listening = tracing::subscriber::set_default(subscriber);
        let request = Request::get("/").header("authorization", format!("Bearer {token}"));
        let answer = app.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.status(), 500);
        let body = axum::body::to_bytes(answer.into_body(), 10_000).await.unwrap();
        let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        assert!(log.contains("Token(..)") && log.contains("Seed(..)"), "{log}");
        for told in [log, String::from_utf8(body.to_vec()).unwrap()] {
            assert!(!told.contains(&token) && !told.contains(&seed.to_string()), "{told}");
        }
    }

    #[test]
    fn what_is_too_long_for_a_name_is_not_logged() {
        assert_eq!(discreet("/api/games/abcdefghij/actions"), "/api/games/abcdefghij/actions");
        assert_eq!(discreet(&format!("/api/games/{}", "0".repeat(48))), "/api/games/..");
    }
}
