//! A game as large as the largest, over HTTP: what a turn of a hundred actions costs those who follow it.

#[path = "../common/patches.rs"]
mod patches;

use std::time::Duration;

use engine::{Chance, Stream};
use manoeuvres::Manoeuvres;
use reqwest::{Client, Response};
use serde_json::{Value as Json, json};
use server::{Config, Limits};

/// Somebody who follows the game.
struct Follower {
    stream: Response,
    buffer: String,
    table: Json,
    number: u64,
    /// How large the updates were.
    bytes: Vec<usize>,
}

impl Follower {
    async fn next(&mut self) {
        let event = loop {
            if let Some((event, rest)) = self.buffer.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.buffer = rest;
                break event;
            }
            let chunk = tokio::time::timeout(Duration::from_secs(60), self.stream.chunk()).await;
            let chunk = chunk.expect("an event comes").unwrap().expect("the stream goes on");
            self.buffer += std::str::from_utf8(&chunk).unwrap();
        };
        let line = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        let data: Json = serde_json::from_str(line("data: ")).unwrap();
        self.number = data["number"].as_u64().unwrap();
        if line("event: ") == "table" {
            self.table = data["table"].clone();
            return;
        }
        self.bytes.push(event.len() + 2);
        if let Some(patch) = data.get("patch") {
            patches::apply(&mut self.table, patch);
        }
    }

    async fn until(&mut self, number: u64) {
        while self.number < number || self.table.is_null() {
            self.next().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_of_a_hundred_actions_is_cheap_to_follow() {
    registry::admit::<Manoeuvres>(Some("marshals"));
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::new("127.0.0.1:0".parse().unwrap(), folder.path().join("games.db"));
    config.limits = Limits::default().without_rates();
    let server = server::start(config).await.unwrap();
    let base = format!("http://{}/api/games", server.address());
    let http = Client::builder().no_proxy().build().unwrap();
    let people = vec![json!({ "kind": "human" }); 5];
    let new = json!({ "game": "manoeuvres", "scenario": "field", "seats": people, "auto": false });
    let made: Json = http.post(&base).json(&new).send().await.unwrap().json().await.unwrap();
    let path = format!("{base}/{}", made["id"].as_str().unwrap());
    let tokens: Vec<&str> =
        made["links"].as_array().unwrap().iter().map(|link| link["token"].as_str().unwrap()).collect();
    let mut followers = Vec::new();
    for token in &tokens {
        let stream = http.get(format!("{path}/live?token={token}")).send().await.unwrap();
        let (buffer, bytes) = (String::new(), Vec::new());
        let mut follower = Follower { stream, buffer, table: Json::Null, number: 0, bytes };
        follower.until(0).await;
        // Who comes later is told to those who are here.
        followers.push(follower);
    }
    let pieces = followers[0].table["pieces"].as_array().unwrap().len();
    assert_eq!(pieces, 5 * manoeuvres::COUNTERS);

    let mut chance = Stream::from_number(1812);
    let mut number = 0;
    while followers[0].table["to_act"] == json!([0]) {
        let choices = followers[0].table["choices"].as_array().unwrap();
        // Nobody ends his turn, and few halt, before the hundred actions are over.
        let is = |choice: &Json, action: &str| choice["action"] == action;
        let kept: Vec<&Json> = choices.iter().filter(|one| !is(one, "end-turn")).collect();
        let marches: Vec<&Json> = kept.iter().filter(|one| !is(one, "halt")).copied().collect();
        let from = if marches.is_empty() || chance.below(6) == 0 { &kept } else { &marches };
        let action = &chance.pick(from).unwrap()["action"];
        let body = json!({ "number": number, "seat": 0, "action": action });
        let act = http.post(format!("{path}/moves")).bearer_auth(tokens[0]).json(&body);
        let answer = act.send().await.unwrap();
        assert_eq!(answer.status(), 200, "{}", answer.text().await.unwrap());
        number += 1;
        for follower in &mut followers {
            follower.until(number).await;
        }
    }
    assert_eq!(number, u64::from(manoeuvres::ACTIONS));
    for (follower, token) in followers.iter().zip(&tokens) {
        let view: Json = http.get(&path).bearer_auth(token).send().await.unwrap().json().await.unwrap();
        assert_eq!(follower.table, view["table"]);
    }

    let mut bytes: Vec<usize> = followers.iter().flat_map(|follower| follower.bytes.clone()).collect();
    bytes.sort_unstable();
    let at = |percent: usize| bytes[bytes.len() * percent / 100];
    let (median, most, all) = (at(50), at(95), bytes.iter().sum::<usize>());
    println!("{} updates: {median} bytes at the median, {most} at 95 of 100, {all} in all", bytes.len());
    assert!(median <= 1024 && most <= 8 * 1024 && all <= 2 * 1024 * 1024, "{median} {most} {all}");
    server.stop().await.unwrap();
}
