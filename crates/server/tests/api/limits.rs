//! One client does not take the server from the others.

use engine::Seed;
use reqwest::Method;
use serde_json::json;
use server::{Capacity, Limits, Rate};

use crate::server::TestServer;

#[tokio::test]
async fn who_asks_too_often_is_asked_to_wait() {
    let limits = Limits { address: Rate { burst: 5.0, per_second: 0.0 }, ..Limits::default() };
    let server = TestServer::with(limits).await;
    for _ in 0..5 {
        server.get("/api/games", "").await.ok();
    }
    server.get("/api/games", "").await.is(429, "too-often");
    // New tokens do not help.
    server.get("/api/games", "another").await.is(429, "too-often");
}

#[tokio::test]
async fn who_is_asked_to_wait_is_told_for_how_long() {
    let (slow, quick) = (Rate { burst: 1.0, per_second: 0.01 }, Rate { burst: 9.0, per_second: 0.5 });
    let limits = Limits { games: slow, address: quick, ..Limits::default() };
    let server = TestServer::with(limits).await;
    let wait = |response: &reqwest::Response| {
        let wait = response.headers()["retry-after"].to_str().unwrap();
        wait.parse::<u32>().unwrap()
    };
    server.game(&["human", "human"], Seed::from_number(1), true).await;
    let info = registry::infos()[0];
    let human = json!({ "kind": "human" });
    let new = json!({ "game": info.id, "scenario": info.scenarios[0].id, "seats": [human, human] });
    let second = server.send(Method::POST, "/api/games", "", Some(&new)).await.unwrap();
    assert_eq!(second.status(), 429);
    assert!((50..=100).contains(&wait(&second)), "{second:?}");
    loop {
        let response = server.send(Method::GET, "/healthz", "", None).await.unwrap();
        if response.status() == 429 {
            assert!((1..=2).contains(&wait(&response)), "{response:?}");
            break;
        }
    }
    let said = &server.description().json["paths"]["/api/games"]["post"]["responses"];
    for status in ["429", "503"] {
        assert_eq!(said[status]["headers"]["Retry-After"]["schema"]["minimum"], 1);
    }
}

#[tokio::test]
async fn one_is_told_how_long_to_wait() {
    let limits = Limits { address: Rate { burst: 1.0, per_second: 0.001 }, ..Limits::default() };
    let server = TestServer::with(limits).await;
    server.get("/api/games", "").await.ok();
    let response = server.send(Method::GET, "/api/games", "", None).await.unwrap();
    let seconds: u32 = response.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    // A thousand seconds for the next, less those that the test has taken.
    assert!((500..=1000).contains(&seconds), "{seconds}");
}

#[tokio::test]
async fn all_together_may_ask_so_often_and_no_more() {
    let limits = Limits { all: Rate { burst: 5.0, per_second: 0.0 }, ..Limits::default().without_rates() };
    let server = TestServer::with(limits).await;
    for _ in 0..5 {
        server.get("/api/games", "").await.ok();
    }
    server.get("/api/games", "").await.is(429, "too-often");
}

#[tokio::test]
async fn a_forecast_and_a_new_tile_cost_more_than_other_requests() {
    let limits =
        Limits { address: Rate { burst: 10.0, per_second: 0.0 }, ..Limits::default().without_rates() };
    let server = TestServer::with(limits.clone()).await;
    let made = server.game(&["human", "human"], Seed::from_number(1), true).await;
    let ask = json!({ "seat": 0, "target": { "kind": "space", "board": 0, "space": 0 } });
    let path = format!("/api/games/{}/forecast", made.id);
    server.post(&path, &made.host, &ask).await.ok();
    // 10 - 1 for the game - 5 for the forecast: what is left does not pay for another.
    server.post(&path, &made.host, &ask).await.is(429, "too-often");
    for _ in 0..3 {
        server.view(&made, &made.host).await;
    }
    server.get(&format!("/api/games/{}", made.id), "").await.is(429, "too-often");

    let server = TestServer::with(limits).await;
    let map = registry::CHARTS[1].id;
    let version = &registry::boards(map).unwrap()[0].picture.as_ref().unwrap().version;
    let tile = format!("/api/catalog/{map}/boards/0/tiles/{version}/0/0/0");
    let status = async || server.send(Method::GET, &tile, "", None).await.unwrap().status().as_u16();
    assert_eq!((status().await, status().await), (200, 429));
}

#[tokio::test]
async fn who_does_not_take_his_answers_is_sent_no_more() {
    use tokio::io::AsyncWriteExt;
    let answers = Capacity { most: 1_000_000, per_address: 1_000_000 };
    let server = TestServer::with(Limits { answers, ..Limits::default().without_rates() }).await;
    let catalog = server.get("/api/catalog", "").await.ok().to_string().len();
    // The system takes in some megabytes before a connection stands still; then one answer waits in each.
    let ask = b"GET /api/catalog HTTP/1.1\r\nhost: here\r\n\r\n".repeat(10_000_000 / catalog + 10);
    let mut slow = Vec::new();
    let waiting = std::time::Duration::from_secs(30);
    let refused = tokio::time::timeout(waiting, async {
        loop {
            let mut stream = tokio::net::TcpStream::connect(server.address()).await.unwrap();
            let _ = tokio::time::timeout(std::time::Duration::from_millis(100), stream.write_all(&ask)).await;
            slow.push(stream);
            let answer = server.send(Method::GET, "/api/catalog", "", None).await.unwrap();
            if answer.status() != 200 {
                return (answer.status().as_u16(), answer.headers()["retry-after"].clone());
            }
        }
    });
    let (status, later) = refused.await.expect("everybody is answered");
    assert_eq!((status, later.to_str().unwrap()), (429, "1"));
    assert!(server.figure("answer_bytes").await > 500_000);
    drop(slow);
    let begun = std::time::Instant::now();
    while server.send(Method::GET, "/api/catalog", "", None).await.unwrap().status() != 200 {
        assert!(begun.elapsed() < waiting, "nobody is answered any more");
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn names_that_hide_something_are_refused() {
    let server = TestServer::open().await;
    let info = registry::infos()[0];
    let make = async |name: &str| {
        let (named, human) = (json!({ "kind": "human", "name": name }), json!({ "kind": "human" }));
        let new = json!({ "game": info.id, "scenario": info.scenarios[0].id, "seats": [named, human] });
        server.post("/api/games", "", &new).await
    };
    for (name, why) in [("Ney\u{202e}", "U+202E"), ("\u{200b}", "U+200B"), (" Ney", "blank"), ("", "has 0")] {
        let refused = make(name).await;
        refused.is(422, "bad-setup");
        assert!(refused.body["error"].as_str().unwrap().contains(why), "{refused:?}");
    }
    // The same name, however it was typed.
    let made = server.made(&make("Rene\u{301}").await.ok());
    assert_eq!(server.view(&made, "").await["seats"][0]["name"], "René");
}

#[tokio::test]
async fn the_lobby_shows_a_new_game_at_once() {
    let server = TestServer::open().await;
    for count in 1..4 {
        server.game(&["human", "human"], Seed::from_number(count), true).await;
        assert_eq!(server.get("/api/games", "").await.ok().as_array().unwrap().len() as u64, count);
    }
}

#[tokio::test]
async fn one_token_does_not_use_up_the_share_of_another() {
    let limits = Limits { token: Rate { burst: 3.0, per_second: 0.0 }, ..Limits::default() };
    let server = TestServer::with(limits).await;
    let made = server.game(&["human", "human"], Seed::from_number(1), true).await;
    for _ in 0..3 {
        server.view(&made, &made.links[0]).await;
    }
    server.get(&format!("/api/games/{}", made.id), &made.links[0]).await.is(429, "too-often");
    server.view(&made, &made.links[1]).await;
}

#[tokio::test]
async fn games_and_streams_are_counted() {
    let rates = Limits::default().without_rates();
    let games = Rate { burst: 2.0, per_second: 0.0 };
    let server =
        TestServer::with(Limits { games, streams: Capacity { most: 2, per_address: 2 }, ..rates }).await;
    let made = server.game(&["human", "human"], Seed::from_number(1), true).await;
    server.game(&["human", "human"], Seed::from_number(1), true).await;
    let info = registry::infos()[0];
    let human = json!({ "kind": "human" });
    let new = json!({ "game": info.id, "scenario": info.scenarios[0].id, "seats": [human, human] });
    server.post("/api/games", "", &new).await.is(429, "too-many-games");

    let path = format!("/api/games/{}/events", made.id);
    let first = server.send(Method::GET, &path, "", None).await.unwrap();
    let _second = server.send(Method::GET, &path, "", None).await.unwrap();
    server.get(&path, "").await.is(429, "too-many-streams");
    // To wait is to listen.
    server.get(&format!("/api/games/{}/wait", made.id), "").await.is(429, "too-many-streams");
    drop(first);
    for attempt in 0.. {
        let status = server.send(Method::GET, &path, "", None).await.unwrap().status();
        if status == 200 {
            break;
        }
        assert!(attempt < 1000, "a closed stream makes no room");
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn every_answer_is_safe_and_every_error_is_json() {
    let server = TestServer::open().await;
    for path in ["/", "/play/abc", "/healthz", "/api/games", "/api/nowhere", "/favicon.ico"] {
        let response = server.send(Method::GET, path, "", None).await.unwrap();
        let headers = response.headers();
        assert!(
            headers["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'"),
            "{path}"
        );
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
    }
    server.get("/api/nowhere", "").await.is(404, "no-such-address");
    server.get("/api/games/abcdefghij", "").await.is(404, "no-such-game");
    server.get("/api/catalog/go/rules", "").await.is(404, "unknown-game");
    let answer = server.send(Method::DELETE, "/api/games", "", None).await.unwrap();
    assert_eq!(
        (answer.status(), answer.headers()["content-type"].to_str().unwrap()),
        (405.try_into().unwrap(), "application/json")
    );
    let form = server.send(Method::POST, "/api/games", "", None).await.unwrap();
    assert_eq!(form.status(), 415);
    server.get("/metrics", "").await.is(404, "no-such-address");
    let metrics = server.metrics().await;
    assert!(metrics.contains("grognard_requests_total{status=\"404\"}"), "{metrics}");
    assert!(metrics.trim_end().ends_with("# EOF"));
}
