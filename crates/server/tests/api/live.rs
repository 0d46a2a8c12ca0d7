//! The table, live: patches lead from the first table to every later one, for whoever follows the game.

use std::time::Duration;

use engine::{Chance, Seat, Seed, Stream, Viewer};
use reqwest::{Method, Response};
use serde_json::{Value as Json, json};

use crate::patches::apply;
use crate::server::{Made, TestServer, mirror};

/// A client that follows a game as the description of the API says.
struct Follower {
    stream: Response,
    buffer: String,
    table: Json,
    number: u64,
    /// The id of the last event.
    seen: String,
    /// How many whole tables it was sent.
    tables: usize,
}

impl Follower {
    async fn open(server: &TestServer, made: &Made, token: &str, seen: &str) -> Follower {
        let path = format!("/api/games/{}/live?token={token}", made.id);
        let mut request = server.request(Method::GET, &path);
        if !seen.is_empty() {
            request = request.header("last-event-id", seen);
        }
        let stream = request.send().await.unwrap();
        assert_eq!(stream.headers()["content-type"], "text/event-stream");
        let (buffer, table, seen) = (String::new(), Json::Null, seen.to_owned());
        Follower { stream, buffer, table, number: 0, seen, tables: 0 }
    }

    /// Takes in the next event; gives its name.
    async fn next(&mut self, server: &TestServer) -> String {
        let event = loop {
            if let Some((event, rest)) = self.buffer.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.buffer = rest;
                break event;
            }
            let chunk = tokio::time::timeout(Duration::from_secs(10), self.stream.chunk()).await;
            let chunk = chunk.expect("an event comes").unwrap().expect("the stream goes on");
            self.buffer += std::str::from_utf8(&chunk).unwrap();
        };
        let line = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        let (name, data) = (line("event: "), serde_json::from_str::<Json>(line("data: ")).unwrap());
        self.seen = line("id: ").to_owned();
        let schema = if name == "table" { "View" } else { "LiveUpdate" };
        let said = json!({ "$ref": format!("#/components/schemas/{schema}") });
        assert_eq!(server.description().fault(&said, &data), None, "{event}");
        self.number = data["number"].as_u64().unwrap();
        if name == "table" {
            self.table = data["table"].clone();
            self.tables += 1;
        } else if let Some(patch) = data.get("patch") {
            apply(&mut self.table, patch);
        }
        name.to_owned()
    }

    /// Follows until the game has so many entries.
    async fn until(&mut self, server: &TestServer, number: u64) {
        while self.number < number || self.table.is_null() {
            self.next(server).await;
        }
    }
}

#[tokio::test]
async fn patches_lead_to_the_table_there_is_for_everybody_who_follows() {
    let server = TestServer::open().await;
    let seed = Seed::from_number(11);
    let made = server.game(&["human", "human"], seed, false).await;
    let mut mirror = mirror(2, seed);
    let mut chance = Stream::from_number(4);
    let tokens = [made.links[0].as_str(), made.links[1].as_str(), ""];
    let viewers = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator];
    let mut followers = Vec::new();
    for token in tokens {
        followers.push(Follower::open(&server, &made, token, "").await);
    }
    for number in 1..=120 {
        let Some(seat) = mirror.to_act().iter().next() else { break };
        let choices = mirror.choices(seat);
        let choice = chance.pick(&choices).unwrap();
        let act = json!({ "number": number - 1, "seat": seat, "action": choice.action });
        let path = format!("/api/games/{}/moves", made.id);
        let done = server.post(&path, &made.links[seat.index()], &act).await.ok();
        assert_eq!((&done["done"], &done["number"]), (&json!(1), &json!(number)));
        mirror.act(seat, &choice.action).unwrap();
        for (follower, viewer) in followers.iter_mut().zip(viewers) {
            follower.until(&server, number).await;
            assert_eq!(follower.table, json!(mirror.table(viewer)), "{viewer:?} after {number}");
        }
    }
    assert!(followers.iter().all(|follower| follower.tables == 1), "whole tables are for newcomers alone");
}

#[tokio::test]
async fn whoever_comes_back_goes_on_where_he_was_and_else_gets_the_whole_table() {
    let mut server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(6), false).await;
    let act = async |server: &TestServer| server.go_on(&made).await;
    let mut first = Follower::open(&server, &made, &made.links[0], "").await;
    assert_eq!(first.next(&server).await, "table");
    act(&server).await;
    assert_eq!(first.next(&server).await, "update");
    let (seen, table) = (first.seen.clone(), first.table.clone());
    drop(first);
    act(&server).await;
    let mut again = Follower::open(&server, &made, &made.links[0], &seen).await;
    again.table = table;
    assert_eq!(again.next(&server).await, "update");
    let view = server.view(&made, &made.links[0]).await;
    assert_eq!((&again.table, again.number), (&view["table"], 2));
    for lost in ["garbage", "ffffffff-1", ""] {
        let mut lost = Follower::open(&server, &made, &made.links[0], lost).await;
        assert_eq!(lost.next(&server).await, "table");
        assert_eq!(lost.table, view["table"]);
    }
    // After a restart nobody can be where he was.
    let seen = again.seen.clone();
    server.stop().await;
    server.start().await;
    let mut after = Follower::open(&server, &made, &made.links[0], &seen).await;
    assert_eq!(after.next(&server).await, "table");
}

#[tokio::test]
async fn the_past_is_a_table_and_patches() {
    let server = TestServer::open().await;
    let seed = Seed::from_number(8);
    let made = server.game(&["human", "human"], seed, false).await;
    let mut mirror = mirror(2, seed);
    for number in 0..20 {
        let seat = mirror.to_act().iter().next().unwrap();
        let action = mirror.choices(seat)[0].action.clone();
        let act = json!({ "number": number, "seat": seat, "action": action });
        server.post(&format!("/api/games/{}/actions", made.id), &made.links[seat.index()], &act).await.ok();
        mirror.act(seat, &action).unwrap();
    }
    let path = format!("/api/games/{}/replay?at=3&until=17", made.id);
    let replayed = server.get(&path, "").await.ok();
    let mut table = replayed["table"].clone();
    let patches = replayed["patches"].as_array().unwrap();
    assert_eq!(patches.len(), 14);
    for (number, patch) in (4..).zip(patches) {
        apply(&mut table, patch);
        assert_eq!(table, json!(mirror.table_at(number, Viewer::Spectator)), "after {number}");
    }
}

#[tokio::test]
async fn layers_routes_and_the_log_are_had_on_demand() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(3), false).await;
    let path = format!("/api/games/{}", made.id);
    let log = server.get(&format!("{path}/log"), &made.links[0]).await.ok();
    let view = server.view(&made, &made.links[0]).await;
    assert_eq!((&log["log"], &log["log_from"]), (&view["log"], &view["log_from"]));
    server.get(&format!("{path}/log?before=0"), "").await.ok();
    server.get(&format!("{path}/layer?layer=no-such-thing"), "").await.is(400, "malformed");
    server.get(&format!("{path}/layer"), "").await.is(400, "malformed");
    let pieces = json!({ "seat": 0, "pieces": [0] });
    server.post(&format!("{path}/routes"), &made.links[1], &pieces).await.is(403, "not-your-seat");
    let found = server.post(&format!("{path}/routes"), &made.links[0], &pieces).await.ok();
    assert_eq!(found["number"], 0);
    let many = json!({ "seat": 0, "pieces": vec![0; 101] });
    server.post(&format!("{path}/routes"), &made.links[0], &many).await.is(400, "malformed");
    for nothing in [
        json!({ "number": 0, "seat": 0 }),
        json!({ "number": 0, "seat": 0, "route": { "pieces": [], "way": [] }, "action": "throw" }),
    ] {
        server.post(&format!("{path}/moves"), &made.links[0], &nothing).await.is(400, "malformed");
    }
}
