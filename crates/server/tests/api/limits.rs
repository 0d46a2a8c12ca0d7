//! One client does not take the server from the others.

use engine::Seed;
use reqwest::Method;
use serde_json::json;
use server::{Capacity, Limits, Rate};

use crate::house::House;

#[tokio::test]
async fn who_asks_too_often_is_asked_to_wait() {
    let limits = Limits { address: Rate { burst: 5.0, per_second: 0.0 }, ..Limits::default() };
    let house = House::with(limits).await;
    for _ in 0..5 {
        house.get("/api/games", "").await.ok();
    }
    house.get("/api/games", "").await.is(429, "too-often");
    // New tokens do not help.
    house.get("/api/games", "another").await.is(429, "too-often");
}

#[tokio::test]
async fn who_is_asked_to_wait_is_told_for_how_long() {
    let (slow, quick) = (Rate { burst: 1.0, per_second: 0.01 }, Rate { burst: 9.0, per_second: 0.5 });
    let limits = Limits { games: slow, address: quick, ..Limits::default() };
    let house = House::with(limits).await;
    let wait = |response: &reqwest::Response| {
        let wait = response.headers()["retry-after"].to_str().unwrap();
        wait.parse::<u32>().unwrap()
    };
    house.game(&["human", "human"], Seed::from_number(1), true).await;
    let info = registry::infos()[0];
    let human = json!({ "kind": "human" });
    let new = json!({ "game": info.id, "scenario": info.scenarios[0].id, "seats": [human, human] });
    let second = house.send(Method::POST, "/api/games", "", Some(&new)).await.unwrap();
    assert_eq!(second.status(), 429);
    assert!((50..=100).contains(&wait(&second)), "{second:?}");
    loop {
        let response = house.send(Method::GET, "/healthz", "", None).await.unwrap();
        if response.status() == 429 {
            assert!((1..=2).contains(&wait(&response)), "{response:?}");
            break;
        }
    }
    let said = &house.description().json["paths"]["/api/games"]["post"]["responses"];
    for status in ["429", "503"] {
        assert_eq!(said[status]["headers"]["Retry-After"]["schema"]["minimum"], 1);
    }
}

#[tokio::test]
async fn one_token_does_not_use_up_the_share_of_another() {
    let limits = Limits { token: Rate { burst: 3.0, per_second: 0.0 }, ..Limits::default() };
    let house = House::with(limits).await;
    let made = house.game(&["human", "human"], Seed::from_number(1), true).await;
    for _ in 0..3 {
        house.view(&made, &made.links[0]).await;
    }
    house.get(&format!("/api/games/{}", made.id), &made.links[0]).await.is(429, "too-often");
    house.view(&made, &made.links[1]).await;
}

#[tokio::test]
async fn games_and_streams_are_counted() {
    let rates = Limits::default().without_rates();
    let games = Rate { burst: 2.0, per_second: 0.0 };
    let house = House::with(Limits { games, streams: Capacity { most: 2, per_address: 2 }, ..rates }).await;
    let made = house.game(&["human", "human"], Seed::from_number(1), true).await;
    house.game(&["human", "human"], Seed::from_number(1), true).await;
    let info = registry::infos()[0];
    let human = json!({ "kind": "human" });
    let new = json!({ "game": info.id, "scenario": info.scenarios[0].id, "seats": [human, human] });
    house.post("/api/games", "", &new).await.is(429, "too-many-games");

    let path = format!("/api/games/{}/events", made.id);
    let first = house.send(Method::GET, &path, "", None).await.unwrap();
    let _second = house.send(Method::GET, &path, "", None).await.unwrap();
    house.get(&path, "").await.is(429, "too-many-streams");
    // To wait is to listen.
    house.get(&format!("/api/games/{}/wait", made.id), "").await.is(429, "too-many-streams");
    drop(first);
    for attempt in 0.. {
        let status = house.send(Method::GET, &path, "", None).await.unwrap().status();
        if status == 200 {
            break;
        }
        assert!(attempt < 1000, "a closed stream makes no room");
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn every_answer_is_safe_and_every_error_is_json() {
    let house = House::open().await;
    for path in ["/", "/play/abc", "/healthz", "/metrics", "/api/games", "/api/nowhere", "/favicon.ico"] {
        let response = house.send(Method::GET, path, "", None).await.unwrap();
        let headers = response.headers();
        assert!(
            headers["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'"),
            "{path}"
        );
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
    }
    house.get("/api/nowhere", "").await.is(404, "no-such-address");
    house.get("/api/games/abcdefghij", "").await.is(404, "no-such-game");
    house.get("/api/catalog/go/rules", "").await.is(404, "unknown-game");
    let answer = house.send(Method::DELETE, "/api/games", "", None).await.unwrap();
    assert_eq!(
        (answer.status(), answer.headers()["content-type"].to_str().unwrap()),
        (405.try_into().unwrap(), "application/json")
    );
    let form = house.send(Method::POST, "/api/games", "", None).await.unwrap();
    assert_eq!(form.status(), 415);
    let metrics = house.send(Method::GET, "/metrics", "", None).await.unwrap().text().await.unwrap();
    assert!(metrics.contains("grognard_requests_total{status=\"404\"}"), "{metrics}");
    assert!(metrics.trim_end().ends_with("# EOF"));
}
