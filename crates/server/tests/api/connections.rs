//! Nobody holds a connection for nothing, and nobody waits for ever.

use std::time::{Duration, Instant};

use engine::Seed;
use reqwest::Method;
use serde_json::Value as Json;
use server::{Capacity, Limits, Patience};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::server::{TestServer, choices};

/// Long enough for anything that should happen, and far shorter than the usual patience.
const SOON: Duration = Duration::from_secs(10);

const SHORT: Duration = Duration::from_secs(1);

fn impatient() -> Patience {
    Patience { asked: SHORT, answered: SHORT, taken: SHORT, ..Patience::default() }
}

/// What comes until the server hangs up.
async fn rest(stream: &mut TcpStream) -> String {
    let mut all = Vec::new();
    // A reset is a way to hang up, too.
    let _ = timeout(SOON, stream.read_to_end(&mut all)).await.expect("the server does not hang up");
    String::from_utf8(all).unwrap()
}

#[tokio::test]
async fn who_does_not_say_what_he_wants_is_shown_out() {
    let server = TestServer::with_patience(impatient()).await;
    for half in ["", "GET /healthz HT", "GET /healthz HTTP/1.1\r\nhost: here\r\nx-slow: "] {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(half.as_bytes()).await.unwrap();
        assert!(!rest(&mut stream).await.contains("200 OK"), "{half:?}");
    }
    // Nor does it help to go on byte by byte.
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nx-slow: ").await.unwrap();
    let begun = Instant::now();
    while timeout(Duration::from_millis(20), stream.readable()).await.is_err() {
        assert!(begun.elapsed() < SOON, "the server is still waiting");
        let _ = stream.write_all(b"z").await;
    }
}

#[tokio::test]
async fn who_asks_again_in_time_stays_connected_and_a_stream_stays_open() {
    let server = TestServer::with_patience(impatient()).await;
    let made = server.game(&["human", "human"], Seed::from_number(6), false).await;
    let path = format!("/api/games/{}/events", made.id);
    let mut events = server.send(Method::GET, &path, "", None).await.unwrap();
    events.chunk().await.unwrap().unwrap();

    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    for _ in 0..6 {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n").await.unwrap();
        let mut answer = [0; 4096];
        let count = timeout(SOON, stream.read(&mut answer)).await.unwrap().unwrap();
        assert!(answer[..count].starts_with(b"HTTP/1.1 200 OK"));
        tokio::time::sleep(SHORT / 2).await;
    }
    assert_eq!(rest(&mut stream).await, "");

    let view = server.view(&made, &made.host).await;
    server.act(&made, &made.host, &view, &choices(&view)[0]["action"]).await.ok();
    let event = timeout(SOON, events.chunk()).await.unwrap().unwrap().expect("the stream goes on");
    assert!(std::str::from_utf8(&event).unwrap().contains("\"number\":1"));
}

#[tokio::test]
async fn who_does_not_take_his_answers_is_shown_out() {
    let server = TestServer::with_patience(impatient()).await;
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let ask = b"GET /api/catalog HTTP/1.1\r\nhost: here\r\n\r\n".repeat(100);
    // Until it asks no more, because nobody takes the answers.
    while timeout(SHORT / 3, stream.write_all(&ask)).await.is_ok_and(|written| written.is_ok()) {}
    let begun = Instant::now();
    while server.figure("connections").await > 0 {
        assert!(begun.elapsed() < SOON, "the server is still waiting");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_request_that_takes_too_long_is_answered_all_the_same() {
    let server = TestServer::with_patience(Patience { answered: SHORT, ..Patience::default() }).await;
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let head = "POST /api/games HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.unwrap();
    let answer = rest(&mut stream).await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 503") && head.contains("content-type: application/json"), "{head}");
    let body: Json = serde_json::from_str(body).unwrap();
    assert_eq!(body["code"], "too-slow");
}

#[tokio::test]
async fn connections_are_counted() {
    let connections = Capacity { most: 3, per_address: 2 };
    let server = TestServer::with(Limits { connections, ..Limits::default().without_rates() }).await;
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n").await.unwrap();
        let mut answer = [0; 12];
        timeout(SOON, stream.read_exact(&mut answer)).await.unwrap().unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
        held.push(stream);
    }
    let mut third = TcpStream::connect(server.address()).await.unwrap();
    let answer = rest(&mut third).await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 503 Service Unavailable"), "{head}");
    let body: Json = serde_json::from_str(body).unwrap();
    assert_eq!(body["code"], "too-many-connections");
    held.pop();
    let begun = Instant::now();
    while server.send(Method::GET, "/healthz", "", None).await.map_or(0, |answer| answer.status().as_u16())
        != 200
    {
        assert!(begun.elapsed() < SOON, "a closed connection makes no room");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn large_answers_are_compressed_for_whoever_takes_that() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(6), false).await;
    let get = async |path: &str, accepted: &'static str| {
        let request = server.request(Method::GET, path).header("accept-encoding", accepted);
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 200);
        answer
    };
    let encoding = |answer: &reqwest::Response| {
        answer.headers().get("content-encoding").map(|encoding| encoding.to_str().unwrap().to_owned())
    };
    let game = format!("/api/games/{}", made.id);
    let plain = get(&game, "identity").await;
    assert_eq!(encoding(&plain), None);
    let plain = plain.bytes().await.unwrap();
    for (accepted, expected) in [("gzip", "gzip"), ("gzip, deflate, br", "br"), ("br", "br")] {
        let answer = get(&game, accepted).await;
        assert_eq!(encoding(&answer).as_deref(), Some(expected), "{accepted}");
        assert_eq!(answer.headers()["vary"], "accept-encoding");
        let bytes = answer.bytes().await.unwrap();
        assert!(bytes.len() * 3 < plain.len(), "{} of {} bytes", bytes.len(), plain.len());
    }
    assert_eq!(encoding(&get("/healthz", "gzip").await), None);
    let mut events = get(&format!("{game}/events"), "gzip").await;
    assert_eq!(encoding(&events), None);
    assert!(events.chunk().await.unwrap().unwrap().starts_with(b"event: view"));
}

/// The head of the next answer; its body is read as well.
async fn head(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
            if body.len() >= length.parse().unwrap() {
                return head.to_owned();
            }
        }
        let mut more = [0; 4096];
        let count = timeout(SOON, stream.read(&mut more)).await.unwrap().unwrap();
        assert!(count > 0, "the server hangs up: {text}");
        bytes.extend(&more[..count]);
    }
}

#[tokio::test]
async fn who_was_not_heard_to_the_end_is_told_that_the_connection_closes() {
    let server = TestServer::open().await;
    let ask = async |path: &str, more: &str, length: usize, body: &str| {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let ask =
            format!("POST {path} HTTP/1.1\r\nhost: here\r\n{more}content-length: {length}\r\n\r\n{body}");
        stream.write_all(ask.as_bytes()).await.unwrap();
        let head = head(&mut stream).await;
        (head, stream)
    };
    let json = "content-type: application/json\r\n";
    let stranger = format!("{json}authorization: Basic me\r\n");
    let unheard = [
        ("/api/games", "content-type: text/plain\r\n", 5000, "415"),
        ("/api/games", json, 70_000, "413"),
        ("/api/games/abcdefghij/actions", stranger.as_str(), 5000, "403"),
        ("/api/nowhere", json, 5000, "404"),
        ("/api/catalog", json, 5000, "405"),
    ];
    for (path, more, length, status) in unheard {
        let (head, mut stream) = ask(path, more, length, "{").await;
        assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{head}");
        assert!(head.contains("connection: close"), "{head}");
        assert_eq!(rest(&mut stream).await, "");
    }
    // Whoever was heard to the end may ask again, whatever the answer.
    let (head, mut stream) = ask("/api/games", json, 2, "{}").await;
    assert!(head.starts_with("HTTP/1.1 400") && !head.contains("connection:"), "{head}");
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n").await.unwrap();
    let mut answer = [0; 12];
    timeout(SOON, stream.read_exact(&mut answer)).await.unwrap().unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200");
}

#[tokio::test]
async fn who_asks_too_often_is_not_left_in_the_middle_of_a_body() {
    let address = server::Rate { burst: 1.0, per_second: 0.0 };
    let server = TestServer::with(Limits { address, ..Limits::default().without_rates() }).await;
    for (status, closes) in [("404", true), ("429", true)] {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(b"POST /api/x HTTP/1.1\r\nhost: here\r\ncontent-length: 99\r\n\r\n{").await.unwrap();
        let head = head(&mut stream).await;
        assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{head}");
        assert_eq!(head.contains("connection: close"), closes, "{head}");
    }
}
