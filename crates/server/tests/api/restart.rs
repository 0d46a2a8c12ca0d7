//! A server that is stopped without notice goes on where it was.

use std::time::{Duration, Instant};

use engine::{Chance, SavedGame, Seed, Stream};
use serde_json::{Value as Json, json};
use sqlx::sqlite::SqlitePoolOptions;

use crate::house::{House, choices};

#[tokio::test]
async fn nothing_acknowledged_is_lost_and_the_game_goes_on() {
    let mut house = House::open().await;
    let mut chance = Stream::from_number(12);
    let mut games = Vec::new();
    for seed in 0..4 {
        games.push(house.game(&["human", "greedy", "random"], Seed::from_number(seed), true).await);
    }
    let mut acknowledged: Vec<Json> = vec![Json::Null; games.len()];
    let mut kills = 0;
    let mut over = vec![false; games.len()];
    while over.contains(&false) {
        for _ in 0..chance.index(6) {
            let index = chance.index(games.len());
            let made = &games[index];
            let view = house.view(made, &made.host).await;
            over[index] |= view.get("outcome").is_some();
            if let Some(choice) = chance.pick(choices(&view)) {
                let answer = house.act(made, &made.host, &view, &choice["action"]).await;
                // An interjection may come too late while the bots play.
                if answer.status != 409 {
                    acknowledged[index] = answer.ok();
                }
            }
        }
        if kills == 15 {
            continue;
        }
        kills += 1;
        tokio::time::sleep(Duration::from_millis(u64::from(chance.below(8)))).await;
        house.kill().await;
        house.start().await;
        for (made, before) in games.iter().zip(&acknowledged) {
            let after = house.view(made, &made.host).await;
            assert!(after["number"].as_u64() >= before["number"].as_u64());
            if let Some(number) = before["number"].as_u64() {
                let seat = &before["seat"];
                let path = format!("/api/games/{}/replay?at={number}&seat={seat}", made.id);
                assert_eq!(house.get(&path, &made.host).await.ok()["table"], before["table"]);
            }
        }
    }
    for made in &games {
        let journal = house.get(&format!("/api/games/{}/journal", made.id), "").await.ok();
        let saved = SavedGame::parse(&journal.to_string()).unwrap();
        registry::games()[0].load(saved).unwrap();
    }
}

#[tokio::test]
async fn bots_go_on_by_themselves() {
    let mut house = House::open().await;
    let made = house.game(&["random", "random"], Seed::from_number(8), true).await;
    let over = |lobby: Json| lobby[0].get("outcome").is_some();
    let mut kills = 0;
    let begun = Instant::now();
    // The lobby is read from disk: once somebody has looked at the game, it goes on without him.
    while !over(house.get("/api/games", "").await.ok()) {
        if kills < 5 {
            kills += 1;
            house.kill().await;
            house.start().await;
            house.view(&made, "").await;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "the bots do not go on");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    house.get(&format!("/api/games/{}/journal", made.id), "").await.ok();
}

#[tokio::test]
async fn whoever_comes_back_finds_that_it_is_his_turn() {
    let mut house = House::open().await;
    let mut chance = Stream::from_number(9);
    let made = house.game(&["human", "greedy", "random"], Seed::from_number(9), true).await;
    for _ in 0..8 {
        let view = house.my_turn(&made, &made.host).await;
        let Some(choice) = chance.pick(choices(&view)) else { break };
        house.act(&made, &made.host, &view, &choice["action"]).await.ok();
        house.kill().await;
        house.start().await;
        // Nobody opens the game but the server itself.
        let begun = Instant::now();
        loop {
            let lobby = house.get("/api/games", "").await.ok();
            if lobby[0].get("outcome").is_some() || lobby[0]["to_act"] == json!([0]) {
                break;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "the bots do not go on: {lobby}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

#[tokio::test]
async fn a_game_survives_a_change_of_the_rules() {
    let mut house = House::open().await;
    let made = house.game(&["human", "human"], Seed::from_number(5), true).await;
    let mut chance = Stream::from_number(5);
    for _ in 0..30 {
        let view = house.view(&made, &made.host).await;
        let Some(choice) = chance.pick(choices(&view)) else { break };
        house.act(&made, &made.host, &view, &choice["action"]).await.ok();
    }
    let before = house.view(&made, &made.host).await;
    house.kill().await;
    // As if it had been recorded under rules that played the first entry differently.
    let pool =
        SqlitePoolOptions::new().connect(&format!("sqlite://{}", house.database().display())).await.unwrap();
    sqlx::query("UPDATE games SET revision = 0").execute(&pool).await.unwrap();
    sqlx::query("UPDATE entries SET entry = REPLACE(entry, '\"hash\":\"', '\"hash\":\"0') WHERE number = 1")
        .execute(&pool)
        .await
        .unwrap();
    sqlx::query("UPDATE entries SET entry = SUBSTR(entry, 1, LENGTH(entry) - 3) || '\"}' WHERE number = 1")
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
    house.start().await;
    let after = house.view(&made, &made.host).await;
    assert_eq!((&after["table"], &after["choices"]), (&before["table"], &before["choices"]));
    assert_eq!(after["number"], before["number"]);
    assert!(after["origin"].as_u64() > Some(0));
    for _ in 0..2 {
        let view = house.view(&made, &made.host).await;
        let choice = chance.pick(choices(&view)).unwrap();
        let acted = house.act(&made, &made.host, &view, &choice["action"]).await.ok();
        house.kill().await;
        house.start().await;
        assert_eq!(house.view(&made, &made.host).await["table"], acted["table"]);
    }
    house.get(&format!("/api/games/{}/replay?at=0", made.id), "").await.is(404, "no-such-entry");
    assert_eq!(house.get("/api/games", "").await.ok()[0]["id"], json!(made.id));
}
