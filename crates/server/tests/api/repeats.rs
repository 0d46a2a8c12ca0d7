//! Requests that come again because their answer was lost.

use engine::Seed;
use serde_json::{Value as Json, json};

use crate::server::{Made, TestServer, choices};

fn act(view: &Json, choice: usize) -> Json {
    json!({ "number": view["number"], "seat": view["seat"], "action": choices(view)[choice]["action"] })
}

async fn entries(server: &TestServer, made: &Made) -> u64 {
    server.view(made, "").await["number"].as_u64().unwrap()
}

#[tokio::test]
async fn an_action_with_a_key_is_done_once() {
    let mut server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(21), false).await;
    let path = format!("/api/games/{}/actions", made.id);
    let view = server.view(&made, &made.host).await;
    let body = act(&view, 0);
    let first = server.post_once(&path, &made.host, "first", &body).await.ok();
    assert_eq!((&first["repeated"], &first["done"]), (&json!(false), &json!(1)));
    let again = server.post_once(&path, &made.host, "first", &body).await.ok();
    assert_eq!(
        (&again["repeated"], &again["done"], &again["number"]),
        (&json!(true), &json!(1), &first["number"])
    );
    assert_eq!(entries(&server, &made).await, 1);
    // The game goes on; what is repeated shows it as it is now.
    let second = server.post_once(&path, &made.host, "second", &act(&first, 0)).await.ok();
    let again = server.post_once(&path, &made.host, "first", &body).await.ok();
    assert_eq!((&again["repeated"], &again["number"]), (&json!(true), &second["number"]));
    // Another action with the same key is a mistake, and so is a key that is none.
    server.post_once(&path, &made.host, "first", &act(&second, 0)).await.is(422, "key-reused");
    server.post_once(&path, &made.host, &"k".repeat(101), &act(&second, 0)).await.is(400, "malformed");
    server.post_once(&path, &made.host, "", &act(&second, 0)).await.is(400, "malformed");
    assert_eq!(entries(&server, &made).await, 2);
    // Everybody has keys of his own.
    let seat = second["seat"].as_u64().unwrap() as usize;
    let own = server.post_once(&path, &made.links[seat], "first", &act(&second, 0)).await.ok();
    assert_eq!((&own["repeated"], entries(&server, &made).await), (&json!(false), 3));

    // After a restart the number stands in for the key: nothing is done twice.
    server.kill().await;
    server.start().await;
    server.post_once(&path, &made.host, "first", &body).await.is(409, "stale");
    server.post_once(&path, &made.links[seat], "first", &act(&second, 0)).await.is(409, "stale");
    assert_eq!(entries(&server, &made).await, 3);
}

#[tokio::test]
async fn what_was_refused_can_be_tried_again_with_the_same_key() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(21), false).await;
    let path = format!("/api/games/{}/actions", made.id);
    let view = server.view(&made, &made.host).await;
    let mut stale = act(&view, 0);
    stale["number"] = json!(9);
    server.post_once(&path, &made.host, "key", &stale).await.is(409, "stale");
    let done = server.post_once(&path, &made.host, "key", &act(&view, 0)).await.ok();
    assert_eq!((&done["repeated"], &done["number"]), (&json!(false), &json!(1)));
}

#[tokio::test]
async fn many_at_once_with_one_key_do_it_once() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(21), false).await;
    let path = format!("/api/games/{}/actions", made.id);
    let view = server.view(&made, &made.host).await;
    let body = act(&view, 0);
    let all =
        futures_util::future::join_all((0..8).map(|_| server.post_once(&path, &made.host, "one", &body)));
    let repeated: Vec<bool> = all.await.into_iter().map(|answer| answer.ok()["repeated"] == true).collect();
    assert_eq!(repeated.iter().filter(|repeated| !**repeated).count(), 1, "{repeated:?}");
    assert_eq!(entries(&server, &made).await, 1);
}

#[tokio::test]
async fn a_game_with_a_key_is_made_once() {
    let server = TestServer::open().await;
    let info = registry::infos()[0];
    let human = json!({ "kind": "human" });
    let new = json!({ "game": info.id, "scenario": info.scenarios[0].id, "seats": [human, human] });
    let all =
        futures_util::future::join_all((0..6).map(|_| server.post_once("/api/games", "", "mine", &new)));
    let made: Vec<Json> = all.await.into_iter().map(|answer| answer.ok()).collect();
    assert!(made.iter().all(|other| *other == made[0]), "{made:?}");
    assert_eq!(server.get("/api/games", "").await.ok().as_array().unwrap().len(), 1);
    // The tokens are good.
    let first = server.made(&made[0]);
    assert_eq!(server.view(&first, &first.host).await["you"], json!([0, 1]));

    let mut other = new.clone();
    other["auto"] = json!(false);
    server.post_once("/api/games", "", "mine", &other).await.is(422, "key-reused");
    let second = server.post_once("/api/games", "", "another", &new).await.ok();
    assert_ne!(second["id"], made[0]["id"]);
    // What was refused was not made.
    let mut bad = new.clone();
    bad["scenario"] = json!("the-moon");
    server.post_once("/api/games", "", "third", &bad).await.is(422, "bad-setup");
    server.post_once("/api/games", "", "third", &new).await.ok();
}
