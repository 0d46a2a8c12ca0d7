//! The HTTP API. Everything is JSON, and everything but the client itself lies under `/api`.

mod back;
mod catalog;
mod choices;
mod describe;
mod events;
mod games;
mod input;
mod letters;
mod limits;
mod maps;
mod orders;
mod problem;
mod repeats;
mod resign;
mod unread;
mod wait;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tower::ServiceExt;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::Compression;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::hall::Hall;
use crate::places::Places;
use crate::press::Press;
use describe::{Answers, Operation, Routes, guide};
use limits::Gate;
pub use problem::crowded;
use problem::{ErrorCode, Problem};

/// What every handler can reach.
#[derive(Clone)]
pub struct App {
    hall: Arc<Hall>,
    gate: Arc<Gate>,
    streams: Arc<Places>,
    press: Arc<Press>,
    made: Arc<repeats::MadeBefore>,
    /// Of the API, as JSON.
    description: Bytes,
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
            "A tile of the picture of a board, which never changes.",
            &[],
        )
        .get("/api/games", games::lobby, "The newest games.", &[])
        .post("/api/games", games::create, "Makes a game.", &refused)
        .about(guide::CREATE)
        .get("/api/games/{id}", games::show, "The game as the holder of the token sees it.", &[])
        .get("/api/games/{id}/choices", choices::choices, "What a seat may do, without table and log.", &[])
        .get("/api/games/{id}/wait", wait::wait, "Answers when something has changed.", &[])
        .about(guide::WAIT)
        .post("/api/games/{id}/actions", games::act, "Does something for a seat.", &refused)
        .about(guide::ACT)
        .post("/api/games/{id}/resign", resign::resign, "Gives a seat up.", &[unprocessable])
        .about(resign::ABOUT)
        .post("/api/games/{id}/undo", back::undo, "Takes back the last action of a seat.", &refused)
        .post("/api/games/{id}/undo/ask", back::ask, "Asks the others to go back further.", &refused)
        .post("/api/games/{id}/undo/answer", back::answer, "Answers such a request.", &refused)
        .put("/api/games/{id}/orders", orders::order, "Sets the standing orders of a seat.", &[unprocessable])
        .get("/api/games/{id}/letters", letters::letters, "The letters a seat has written or received.", &[])
        .post(
            "/api/games/{id}/letters",
            letters::send,
            "Sends a letter to other people at the table.",
            &[unprocessable],
        )
        .post("/api/games/{id}/explain", games::explain, "Why something cannot be done now.", &[])
        .post("/api/games/{id}/forecast", games::forecast, "What would probably come of something.", &[])
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
        .get("/healthz", healthz, "Whether the server does its work.", &[])
        .get("/metrics", metrics, "Figures of the server, for Prometheus.", &[])
}

/// The routes, with all that stands around them.
pub fn router(hall: Arc<Hall>) -> Router {
    let limits = &hall.config.limits;
    let gate = Arc::new(Gate::new(limits));
    let streams = Places::new(limits.streams, hall.metrics.streams.clone());
    let body = DefaultBodyLimit::max(limits.body);
    let (routes, description) = routes().finish();
    let description = description.to_string().into();
    let press = Arc::new(Press::new(limits.tiles, hall.config.thinkers));
    let made = Arc::default();
    let app = App { hall, gate, streams, press, made, description };
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

/// Where a request comes from, if it came through a proxy of ours. What others say in that header counts for nothing.
async fn trace_back(
    State(app): State<App>,
    ConnectInfo(proxy): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    if app.hall.config.behind_proxy
        && let Some(from) = forwarded(request.headers())
    {
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(from, proxy.port())));
    }
    next.run(request).await
}

/// The address that the nearest proxy has added.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let all = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    all.rsplit(',').next()?.trim().parse().ok()
}

/// Nobody asks too often, and nobody waits for ever: neither we for the rest of a request, nor a client for its answer.
async fn guard(
    State(app): State<App>,
    from: ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let token = input::bearer(request.headers(), request.uri()).ok().flatten().map(|token| token.hash());
    if let Err(wait) = app.gate.request(from.0.ip(), token) {
        let sentence = "That is too many requests at once; please wait a moment.";
        return Problem::too_many(ErrorCode::TooOften, sentence, wait).into_response();
    }
    let answered = tokio::time::timeout(app.hall.config.patience.answered, next.run(request));
    answered.await.unwrap_or_else(|_| Problem::too_slow().into_response())
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
    app.hall.metrics.answered(status, begun.elapsed());
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

async fn healthz(State(app): State<App>) -> Result<&'static str, Problem> {
    app.hall.store.ping().await?;
    Ok("ok\n")
}

async fn metrics(State(app): State<App>) -> Figures {
    Figures(app.hall.metrics.text())
}

/// Figures as Prometheus reads them.
struct Figures(String);

impl IntoResponse for Figures {
    fn into_response(self) -> Response {
        let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
        ([(header::CONTENT_TYPE, kind)], self.0).into_response()
    }
}

impl Answers for Figures {
    fn answer(operation: &mut Operation<'_>) {
        operation.content(StatusCode::OK, "application/openmetrics-text", json!({ "type": "string" }));
    }
}

async fn openapi(State(app): State<App>) -> Description {
    Description(app.description)
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

async fn elsewhere(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method == Method::GET && !uri.path().starts_with("/api/") {
        return crate::web::page(uri.path(), &headers);
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

    use axum::routing::get;
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
    fn only_what_the_nearest_proxy_has_added_counts() {
        let headers = |values: &[&'static str]| {
            let all = values
                .iter()
                .map(|&value| ("x-forwarded-for".parse().unwrap(), HeaderValue::from_static(value)));
            all.collect::<HeaderMap>()
        };
        let from = |values: &[&'static str]| forwarded(&headers(values)).map(|from| from.to_string());
        assert_eq!(from(&["10.0.0.9, 192.0.2.7"]).as_deref(), Some("192.0.2.7"));
        assert_eq!(from(&["10.0.0.9", "2001:db8::7"]).as_deref(), Some("2001:db8::7"));
        assert_eq!((from(&[]), from(&["nobody"])), (None, None));
    }

    #[test]
    fn what_is_too_long_for_a_name_is_not_logged() {
        assert_eq!(discreet("/api/games/abcdefghij/actions"), "/api/games/abcdefghij/actions");
        assert_eq!(discreet(&format!("/api/games/{}", "0".repeat(48))), "/api/games/..");
    }
}
