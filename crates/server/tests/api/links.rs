//! Seats that leave whoever made the game, and fresh links for them.

use std::time::Duration;

use axum::http::Method;
use engine::Seed;
use serde_json::{Value as Json, json};

use super::server::{Made, TestServer};

impl TestServer {
    async fn link(&self, made: &Made, token: &str, body: &Json) -> super::server::Answer {
        self.post(&format!("/api/games/{}/links", made.id), token, body).await
    }

    /// The token of a fresh link.
    async fn fresh(&self, made: &Made, token: &str, body: &Json) -> String {
        self.link(made, token, body).await.ok()["token"].as_str().unwrap().to_owned()
    }

    async fn held(&self, made: &Made, token: &str) -> Json {
        self.view(made, token).await["you"].clone()
    }
}

#[tokio::test]
async fn a_seat_that_was_taken_has_left_the_host_for_good() {
    let mut server = TestServer::open().await;
    let made = server.game(&["human", "human", "human"], Seed::from_number(2), false).await;
    assert_eq!(server.held(&made, &made.host).await, json!([0, 1, 2]));
    let before = server.view(&made, &made.host).await;
    assert_eq!(before["unclaimed"], json!([0, 1, 2]));
    assert_eq!(server.held(&made, &made.links[1]).await, json!([1]));
    for _ in 0..2 {
        let view = server.view(&made, &made.host).await;
        assert_eq!((&view["you"], &view["unclaimed"]), (&json!([0, 2]), &json!([0, 2])));
        let path = format!("/api/games/{}", made.id);
        for forbidden in ["", "/replay?at=0", "/choices", "/letters", "/log", "/live"] {
            let mark = if forbidden.contains('?') { '&' } else { '?' };
            let asked = format!("{path}{forbidden}{mark}seat=1");
            let refused = server.send(Method::GET, &asked, &made.host, None).await.unwrap();
            assert_eq!(refused.status(), 403, "{forbidden}");
        }
        let act = json!({ "number": view["number"], "seat": 1, "action": "pass" });
        for (what, body) in [
            ("actions", act.clone()),
            ("moves", act),
            ("undo", json!({ "number": view["number"], "seat": 1 })),
            ("explain", json!({ "seat": 1, "target": { "kind": "button" } })),
            ("resign", json!({ "seat": 1 })),
            ("links", json!({ "seat": 1 })),
            ("letters", json!({ "seat": 1, "to": [0], "text": "I am not who I seem." })),
        ] {
            server.post(&format!("{path}/{what}"), &made.host, &body).await.is(403, "not-your-seat");
        }
        // It is known after a crash, too.
        server.kill().await;
        server.start().await;
    }
}

#[tokio::test]
async fn whoever_holds_a_seat_can_sit_there_on_another_device() {
    let mut server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(2), false).await;
    let guest = &made.links[1];
    server.view(&made, guest).await;
    let phone = server.fresh(&made, guest, &json!({ "seat": 1 })).await;
    for token in [guest, &phone] {
        assert_eq!(server.held(&made, token).await, json!([1]));
    }
    // The new one takes the place of the others, and the seat does not go back to the host.
    let only = server.fresh(&made, &phone, &json!({ "seat": 1, "revoke": true })).await;
    for _ in 0..2 {
        for gone in [guest, &phone] {
            server.get(&format!("/api/games/{}", made.id), gone).await.is(403, "bad-token");
        }
        assert_eq!(server.held(&made, &only).await, json!([1]));
        assert_eq!(server.held(&made, &made.host).await, json!([0]));
        server.kill().await;
        server.start().await;
    }
    // Nobody makes links to what he does not hold.
    server.link(&made, &only, &json!({ "seat": 0 })).await.is(403, "not-your-seat");
    server.link(&made, "", &json!({ "seat": 0 })).await.is(403, "not-your-seat");
    server.link(&made, &made.host, &json!({ "seat": 1, "guest": true })).await.is(403, "not-your-seat");
}

/// Whether a stream ends, long before its next heartbeat, and without telling anything more.
async fn ends(stream: &mut reqwest::Response) -> bool {
    let next = tokio::time::timeout(Duration::from_secs(8), stream.chunk()).await;
    matches!(next, Ok(Ok(None)))
}

#[tokio::test]
async fn the_open_streams_of_a_revoked_link_end_at_once() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(2), false).await;
    let guest = &made.links[1];
    server.view(&made, guest).await;
    let path = format!("/api/games/{}", made.id);
    let open = async |what: &str, token: &str| {
        let mut stream = server.send(Method::GET, &format!("{path}/{what}"), token, None).await.unwrap();
        assert!(stream.chunk().await.unwrap().is_some(), "the first event comes at once");
        stream
    };
    let mut lost = [open("live?seat=1", guest).await, open("events", guest).await];
    let mut others = [open("live?seat=0", &made.host).await, open("events", &made.host).await];
    let mut spectator = open("live", "").await;
    // A link more takes nothing from anybody.
    server.fresh(&made, guest, &json!({ "seat": 1 })).await;
    let new = server.fresh(&made, guest, &json!({ "seat": 1, "revoke": true })).await;
    for stream in &mut lost {
        assert!(ends(stream).await, "nobody follows the game with a link that holds nothing");
    }
    let mut fresh = open("live?seat=1", &new).await;
    for stream in others.iter_mut().chain([&mut spectator, &mut fresh]) {
        let more = tokio::time::timeout(Duration::from_millis(300), stream.chunk()).await;
        assert!(more.is_err(), "the streams of others go on: {more:?}");
    }
}

#[tokio::test]
async fn the_streams_of_the_host_end_when_somebody_takes_their_seat() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(2), false).await;
    let path = format!("/api/games/{}/live?seat=1", made.id);
    let mut stream = server.send(Method::GET, &path, &made.host, None).await.unwrap();
    assert!(stream.chunk().await.unwrap().is_some());
    server.view(&made, &made.links[1]).await;
    assert!(ends(&mut stream).await);
}

#[tokio::test]
async fn what_the_host_lends_himself_goes_when_somebody_takes_the_seat() {
    let mut server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(2), false).await;
    let own = server.fresh(&made, &made.host, &json!({ "seat": 1 })).await;
    // To sit there on another device takes nothing from anybody.
    assert_eq!(server.held(&made, &own).await, json!([1]));
    assert_eq!(server.held(&made, &made.host).await, json!([0, 1]));
    let invitation =
        server.fresh(&made, &made.host, &json!({ "seat": 1, "guest": true, "revoke": true })).await;
    server.get(&format!("/api/games/{}", made.id), &made.links[1]).await.is(403, "bad-token");
    let own = server.fresh(&made, &made.host, &json!({ "seat": 1 })).await;
    assert_eq!(server.held(&made, &invitation).await, json!([1]));
    for _ in 0..2 {
        assert_eq!(server.held(&made, &made.host).await, json!([0]));
        server.get(&format!("/api/games/{}", made.id), &own).await.is(403, "bad-token");
        server.kill().await;
        server.start().await;
    }
}

#[tokio::test]
async fn a_seat_has_so_many_links_and_no_more() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(2), false).await;
    for _ in 1..20 {
        server.fresh(&made, &made.host, &json!({ "seat": 0 })).await;
    }
    server.link(&made, &made.host, &json!({ "seat": 0 })).await.is(422, "too-many-links");
    server.fresh(&made, &made.host, &json!({ "seat": 0, "revoke": true })).await;
    server.fresh(&made, &made.host, &json!({ "seat": 0 })).await;
    server.link(&made, &made.host, &json!({ "seat": 7 })).await.is(403, "not-your-seat");
    server.link(&made, &made.host, &json!({ "seat": 0, "revoke": null })).await.is(400, "malformed");
}

#[tokio::test]
async fn an_address_that_is_sent_to_somebody_says_what_it_is() {
    let server = TestServer::open().await;
    let seats = json!([{ "kind": "human", "name": "Ney & <sons>" }, { "kind": "human" }]);
    let new = json!({ "game": "alliance", "scenario": "1804", "seats": seats });
    let created = server.post("/api/games", "", &new).await.ok();
    let path = created["links"][1]["path"].as_str().unwrap();
    let (path, token) = path.split_once('#').unwrap();
    assert_eq!((path.ends_with("?seat=1"), token), (true, created["links"][1]["token"].as_str().unwrap()));
    let page = async |path: &str| {
        let page = server.send(Method::GET, path, "", None).await.unwrap();
        (page.headers()["cache-control"].clone(), page.text().await.unwrap())
    };
    let (cache, card) = page(path).await;
    assert_eq!(cache, "no-cache");
    // The plain page of a server without a client has no card.
    if card.contains("id=\"app\"") {
        let part = server.view(&server.made(&created), token).await["table"]["seats"][1]["name"].clone();
        let title = format!("content=\"Alliance: your seat is {}\"", part.as_str().unwrap());
        assert!(card.contains(&title), "{card}");
        assert!(card.contains("You play with Ney &amp; &lt;sons&gt;.") && !card.contains("<sons>"));
        assert!(card.contains("/thumbs/alliance.webp") && !card.contains(token));
        for elsewhere in ["/play/nowhere", "/"] {
            assert!(!page(elsewhere).await.1.contains("og:"), "{elsewhere}");
        }
    }
}

#[tokio::test]
async fn lists_of_games_say_where_each_stands_and_since_when() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(2), false).await;
    let listed = async || server.get("/api/games", "").await.ok()[0].clone();
    let first = listed().await;
    assert!(first["moved"].as_i64().unwrap() >= first["created"].as_i64().unwrap());
    let view = server.view(&made, &made.host).await;
    let parts: Vec<&Json> =
        view["table"]["seats"].as_array().unwrap().iter().map(|seat| &seat["name"]).collect();
    assert_eq!(first["parts"], json!(parts));
    assert!(first["stage"].as_str().unwrap().starts_with("Round "), "{first}");
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    server.go_on(&made).await;
    let later = listed().await;
    assert!(later["moved"].as_i64() > first["moved"].as_i64());
}
