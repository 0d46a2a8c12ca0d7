//! What a program needs that plays: to wait, to choose, to act.

use std::time::Duration;

use engine::{Chance, Seed, Stream};
use reqwest::Method;
use serde_json::{Value as Json, json};
use server::Patience;

use crate::server::{TestServer, choices};

#[tokio::test]
async fn a_game_is_played_with_waiting_and_choices_alone() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "greedy"], Seed::from_number(12), true).await;
    let path = format!("/api/games/{}", made.id);
    let mut chance = Stream::from_number(12);
    let mut update = server.get(&format!("{path}/wait"), &made.host).await.ok();
    let mut done = 0;
    while update.get("outcome").is_none() {
        if update["to_act"].as_array().unwrap().contains(&json!(0)) {
            let listed = server.get(&format!("{path}/choices?seat=0"), &made.host).await.ok();
            assert!(listed.get("table").is_none() && listed.get("log").is_none());
            assert_eq!((&listed["seat"], &listed["number"]), (&json!(0), &update["number"]));
            let choice = chance.pick(listed["choices"].as_array().unwrap()).unwrap();
            let mut act = json!({ "number": listed["number"], "seat": 0, "action": choice["action"] });
            if let Some(then) = choice.get("then") {
                act["then"] = then.clone();
            }
            let acted = server.post(&format!("{path}/actions"), &made.host, &act).await.ok();
            let sent = 1 + choice["then"].as_array().map_or(0, Vec::len);
            assert_eq!((&acted["done"], &acted["repeated"]), (&json!(sent), &json!(false)));
            done += sent;
        }
        let stamp = update["stamp"].as_str().unwrap().to_owned();
        update = server.get(&format!("{path}/wait?after={stamp}"), &made.host).await.ok();
        assert_ne!(update["stamp"], stamp);
    }
    assert!(done > 10);
    let view = server.view(&made, &made.host).await;
    assert_eq!((&update["outcome"], &update["stamp"]), (&view["outcome"], &view["stamp"]));
    let over = server.get(&format!("{path}/choices?seat=0"), &made.host).await.ok();
    assert_eq!((&over["choices"], &over["outcome"]), (&json!([]), &view["outcome"]));
}

#[tokio::test]
async fn who_waits_is_answered_when_something_happens_or_the_time_is_over() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(3), false).await;
    let path = format!("/api/games/{}/wait", made.id);
    let now = server.get(&path, &made.links[0]).await.ok();
    assert_eq!((&now["number"], &now["stamp"]), (&json!(0), &json!("0")));
    // Whoever has seen something else is answered at once.
    assert_eq!(server.get(&format!("{path}?after=garbage"), &made.links[0]).await.ok(), now);
    assert_eq!(server.get(&format!("{path}?after=0&seconds=0"), &made.links[0]).await.ok(), now);
    assert_eq!(server.get(&format!("{path}?after=0&seconds=1"), &made.links[0]).await.ok(), now);
    server.get(&format!("{path}?after=0&seconds=26"), &made.links[0]).await.is(400, "malformed");
    server.get(&format!("{path}?after=0"), "forged").await.is(403, "bad-token");

    let waiting = server.request(Method::GET, &format!("{path}?after=0")).bearer_auth(&made.links[1]).send();
    let waiting = tokio::spawn(waiting);
    // It takes a place like a stream.
    while !server.metrics().await.contains("grognard_streams 1") {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    server.go_on(&made).await;
    let answered = tokio::time::timeout(Duration::from_secs(20), waiting).await.unwrap().unwrap().unwrap();
    let answered = server.answer(Method::GET, &path, answered).await.ok();
    assert_eq!(answered["number"], 1);
    while !server.metrics().await.contains("grognard_streams 0") {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test]
async fn a_letter_to_others_wakes_nobody() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human", "human"], Seed::from_number(3), false).await;
    let path = format!("/api/games/{}/wait", made.id);
    let letter = json!({ "seat": 0, "to": [1], "text": "Vienna is yours." });
    server.post(&format!("/api/games/{}/letters", made.id), &made.links[0], &letter).await.ok();
    assert_eq!(server.get(&format!("{path}?after=0&seconds=0"), &made.links[2]).await.ok()["stamp"], "0");
    assert_ne!(server.get(&format!("{path}?after=0&seconds=0"), &made.links[1]).await.ok()["stamp"], "0");
}

#[tokio::test]
async fn an_impatient_server_answers_who_waits_in_time() {
    let server =
        TestServer::with_patience(Patience { answered: Duration::from_secs(1), ..Patience::default() }).await;
    let made = server.game(&["human", "human"], Seed::from_number(3), false).await;
    let update = server.get(&format!("/api/games/{}/wait?after=0", made.id), "").await.ok();
    assert_eq!(update["stamp"], "0");
}

#[tokio::test]
async fn choices_are_for_whoever_holds_the_seat() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(3), false).await;
    let path = format!("/api/games/{}/choices", made.id);
    let listed = async |seat: u8, token: &str| server.get(&format!("{path}?seat={seat}"), token).await;
    let view = server.view(&made, &made.host).await;
    let seat = view["seat"].as_u64().unwrap() as u8;
    let own = listed(seat, &made.links[usize::from(seat)]).await.ok();
    assert_eq!((&own["choices"], &own["stamp"]), (&view["table"]["choices"], &view["stamp"]));
    listed(seat, &made.links[usize::from(1 - seat)]).await.is(403, "not-your-seat");
    listed(seat, "").await.is(403, "not-your-seat");
    listed(200, &made.host).await.is(403, "not-your-seat");
    let other: Json = listed(1 - seat, &made.links[usize::from(1 - seat)]).await.ok();
    assert_eq!(other["choices"], json!([]));
    server.get(&path, &made.host).await.is(400, "malformed");
}

#[tokio::test]
async fn it_is_told_how_many_actions_were_done() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(3), false).await;
    let view = server.view(&made, &made.host).await;
    let acted = server.act(&made, &made.host, &view, &choices(&view)[0]["action"]).await.ok();
    assert_eq!((&acted["done"], &acted["number"]), (&json!(1), &json!(1)));
    // What follows is taken only as it was listed.
    let made_up = json!({
        "number": 1, "seat": acted["seat"], "action": choices(&acted)[0]["action"], "then": ["fly"],
    });
    let refused = server.post(&format!("/api/games/{}/actions", made.id), &made.host, &made_up).await;
    assert!(matches!(refused.status, 400 | 422), "{refused:?}");
    assert_eq!(server.view(&made, &made.host).await["number"], 1);
    let many = json!({
        "number": 1, "seat": acted["seat"], "action": choices(&acted)[0]["action"],
        "then": vec![choices(&acted)[0]["action"].clone(); 101],
    });
    server.post(&format!("/api/games/{}/actions", made.id), &made.host, &many).await.is(400, "malformed");
}
