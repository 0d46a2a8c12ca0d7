//! Bots think for those who play and watch, and nobody takes them from the others.

use engine::Seed;
use reqwest::Method;
use serde_json::{Value as Json, json};
use server::{BotLimits, BotLoad, Limits, Rate};
use std::time::Duration;

use crate::server::TestServer;

fn table(levels: &[&str]) -> Json {
    let info = registry::infos()[0];
    let seats: Vec<Json> = levels.iter().map(|level| json!({ "kind": "bot", "level": level })).collect();
    json!({ "game": info.id, "scenario": info.scenarios[0].id, "seats": seats })
}

#[tokio::test]
async fn an_address_has_so_many_bots_thinking_and_no_more() {
    let few = BotLoad { games: 3, time: Duration::from_secs(22) };
    let bots = BotLimits { per_address: few, most: few };
    let server = TestServer::with(Limits { bots, ..Limits::default().without_rates() }).await;
    let long = table(&["search:5s", "search:5s"]);
    let first = server.made(&server.post("/api/games", "", &long).await.ok());
    server.made(&server.post("/api/games", "", &long).await.ok());
    server.post("/api/games", "", &long).await.is(429, "too-many-bots");
    let refused = server.send(Method::POST, "/api/games", "", Some(&long)).await.unwrap();
    assert_eq!((refused.status().as_u16(), &refused.headers()["retry-after"]), (429, &"10".parse().unwrap()));
    // People may still play with each other, and a game that is gone makes room.
    server.game(&["human", "human"], Seed::from_number(1), true).await;
    server.delete(&first, &first.host).await.ok();
    server.made(&server.post("/api/games", "", &long).await.ok());
}

#[tokio::test]
async fn an_address_makes_so_many_games_a_day_and_all_together_so_many() {
    let rates = Limits::default().without_rates();
    let human = json!({ "kind": "human" });
    let info = registry::infos()[0];
    let new = json!({ "game": info.id, "scenario": info.scenarios[0].id, "seats": [human, human] });
    let a_day = Limits { games_a_day: Rate::a_day(2), ..rates.clone() };
    let in_all = Limits { games_a_day_in_all: Rate::a_day(2), ..rates };
    for limits in [a_day, in_all] {
        let server = TestServer::with(limits).await;
        server.post("/api/games", "", &new).await.ok();
        server.post("/api/games", "", &new).await.ok();
        let refused = server.post("/api/games", "", &new).await;
        refused.is(429, "too-many-games");
        let refused = server.send(Method::POST, "/api/games", "", Some(&new)).await.unwrap();
        let wait: u64 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((40_000..=43_200).contains(&wait), "{wait}");
    }
}
