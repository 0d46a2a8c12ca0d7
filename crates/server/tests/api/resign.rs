//! Giving up.

use std::time::{Duration, Instant};

use engine::{SavedGame, Seed};
use reqwest::Method;
use serde_json::{Value as Json, json};

use crate::server::{Answer, Made, TestServer, choices};

impl TestServer {
    async fn resign(&self, made: &Made, token: &str, seat: u8) -> Answer {
        self.post(&format!("/api/games/{}/resign", made.id), token, &json!({ "seat": seat })).await
    }

    async fn listed(&self, made: &Made) -> Json {
        let lobby = self.get("/api/games", "").await.ok();
        let found = lobby.as_array().unwrap().iter().find(|game| game["id"] == made.id.as_str());
        found.unwrap().clone()
    }
}

fn last_line(view: &Json) -> String {
    view["log"].as_array().unwrap().last().unwrap()["text"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn at_a_table_of_two_the_other_has_won() {
    let mut server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(2), false).await;
    server.view(&made, &made.links[1]).await;
    let view = server.view(&made, &made.host).await;
    let view = server.act(&made, &made.host, &view, &choices(&view)[0]["action"]).await.ok();
    server.resign(&made, &made.links[1], 0).await.is(403, "not-your-seat");
    server.resign(&made, "", 0).await.is(403, "not-your-seat");
    assert_eq!(server.view(&made, &made.host).await, view_of(&view));

    let theirs = server.view(&made, &made.links[1]).await;
    let stamp = theirs["stamp"].clone();
    let over = server.resign(&made, &made.links[0], 0).await.ok();
    let outcome = json!({ "winners": [1], "reason": "resigned", "scores": [] });
    assert_eq!(
        (&over["outcome"], &over["to_act"], &over["table"]["choices"]),
        (&outcome, &json!([]), &json!([]))
    );
    assert_eq!((&over["table"]["outcome"], &over["table"]["to_act"]), (&outcome, &json!([])));
    assert_eq!(over["number"], view["number"], "it is no move");
    let names: Vec<&str> = over["table"]["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["name"].as_str().unwrap())
        .collect();
    assert_eq!(last_line(&over), format!("{} resigns. {} wins", names[0], names[1]));

    for _ in 0..2 {
        let seen = server.view(&made, &made.links[1]).await;
        assert_ne!(seen["stamp"], stamp);
        assert_eq!((&seen["outcome"], last_line(&seen)), (&outcome, last_line(&over)));
        assert_eq!(server.listed(&made).await["outcome"], outcome);
        // Nothing can be done any more.
        let act = json!({ "number": view["number"], "seat": 1, "action": choices(&theirs)[0]["action"] });
        let path = format!("/api/games/{}", made.id);
        server.post(&format!("{path}/actions"), &made.links[1], &act).await.is(422, "game-over");
        let undo = json!({ "number": view["number"], "seat": 0 });
        server.post(&format!("{path}/undo"), &made.links[0], &undo).await.is(422, "game-over");
        let ask = json!({ "number": view["number"], "seat": 0, "to": 0 });
        server.post(&format!("{path}/undo/ask"), &made.links[0], &ask).await.is(422, "game-over");
        server.resign(&made, &made.links[1], 1).await.is(422, "game-over");
        // All is shown: the dice, the journal, what the other saw.
        assert!(seen["seed"].is_string());
        let journal = server.get(&format!("{path}/journal"), "").await.ok();
        registry::games()[0].load(SavedGame::parse(&journal.to_string()).unwrap()).unwrap();
        server.get(&format!("{path}/replay?at=0&seat=0"), &made.links[1]).await.ok();
        server.kill().await;
        server.start().await;
    }
}

/// A view without what only the answer to an action has.
fn view_of(acted: &Json) -> Json {
    let mut view = acted.clone();
    let fields = view.as_object_mut().unwrap();
    fields.remove("done");
    fields.remove("repeated");
    view
}

#[tokio::test]
async fn at_a_larger_table_a_bot_plays_on_until_nobody_is_left() {
    let mut server = TestServer::open().await;
    let made = server.game(&["human", "human", "human"], Seed::from_number(2), false).await;
    let path = format!("/api/games/{}", made.id);
    let bad = json!({ "seat": 0, "level": "search:1000s" });
    server.post(&format!("{path}/resign"), &made.links[0], &bad).await.is(422, "bad-setup");
    let left = json!({ "seat": 0, "level": "random" });
    let left = server.post(&format!("{path}/resign?seat=0"), &made.links[0], &left).await.ok();
    assert_eq!(
        (&left["seats"][0], left.get("outcome")),
        (&json!({ "kind": "bot", "level": "random" }), None)
    );
    assert_eq!(
        (&left["you"], &left["seat"], &left["table"]["choices"]),
        (&json!([]), &Json::Null, &json!([]))
    );
    let told = |text: &str| text.ends_with("resigns. A bot (random) plays on");
    let mut log = left["log"].as_array().unwrap().iter();
    assert!(log.any(|line| told(line["text"].as_str().unwrap())), "{}", left["log"]);
    server.kill().await;
    server.start().await;

    // The seat is nobody's any more, and the bot plays it.
    assert_eq!(server.view(&made, &made.host).await["you"], json!([1, 2]));
    server.resign(&made, &made.links[0], 0).await.is(403, "not-your-seat");
    server.resign(&made, &made.host, 0).await.is(403, "not-your-seat");
    assert_eq!(server.listed(&made).await["seats"][0]["kind"], "bot");
    let begun = Instant::now();
    let mut played = false;
    while !played {
        let view = server.view(&made, &made.host).await;
        played = view["log"].as_array().unwrap().iter().any(|line| line["seat"] == 0 && line["entry"] != 0);
        if view["to_act"].as_array().unwrap().iter().all(|seat| *seat != json!(0)) {
            server.act(&made, &made.host, &view, &choices(&view)[0]["action"]).await;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "nobody plays: {view}");
    }
    let ahead = server.resign(&made, &made.links[1], 1).await.ok();
    assert_eq!(
        (&ahead["seats"][1], ahead.get("outcome")),
        (&json!({ "kind": "bot", "level": "greedy" }), None)
    );
    let over = server.resign(&made, &made.links[2], 2).await.ok();
    let outcome = json!({ "winners": [], "reason": "abandoned", "scores": [] });
    assert_eq!((&over["outcome"], &over["thinking"]), (&outcome, &json!(false)));
    // Nobody thinks on.
    let number = over["number"].clone();
    server.kill().await;
    server.start().await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let after = server.view(&made, "").await;
    assert_eq!((&after["number"], &after["outcome"]), (&number, &outcome));
    assert_eq!(server.listed(&made).await["outcome"], outcome);
}

#[tokio::test]
async fn whoever_listens_hears_of_it() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human", "human"], Seed::from_number(2), false).await;
    let path = format!("/api/games/{}/wait?after=0", made.id);
    let waiting = tokio::spawn(server.request(Method::GET, &path).bearer_auth(&made.links[1]).send());
    while !server.metrics().await.contains("grognard_streams 1") {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    server.resign(&made, &made.links[0], 0).await.ok();
    let heard = tokio::time::timeout(Duration::from_secs(20), waiting).await.unwrap().unwrap().unwrap();
    let heard = server.answer(Method::GET, &path, heard).await.ok();
    assert_ne!(heard["stamp"], "0");
    assert_eq!(heard.get("outcome"), None);
}
