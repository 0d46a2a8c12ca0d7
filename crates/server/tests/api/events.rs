//! Live updates.

use std::time::Duration;

use engine::Seed;
use reqwest::{Method, Response};
use serde_json::{Value as Json, json};

use crate::server::{TestServer, choices};

/// The data of the next event, which is as it is described.
async fn next_event(server: &TestServer, stream: &mut Response) -> Json {
    let mut text = String::new();
    loop {
        let chunk = tokio::time::timeout(Duration::from_secs(10), stream.chunk()).await;
        text += std::str::from_utf8(&chunk.expect("an event comes").unwrap().expect("the stream goes on"))
            .unwrap();
        if let Some((event, _)) = text.split_once("\n\n") {
            let line = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            assert_eq!(line("event: "), "view");
            let data: Json = serde_json::from_str(line("data: ")).unwrap();
            let update = json!({ "$ref": "#/components/schemas/Update" });
            assert_eq!(server.description().fault(&update, &data), None, "{event}");
            assert_eq!(data["stamp"], line("id: "));
            return data;
        }
    }
}

/// The number in the next event.
async fn next(server: &TestServer, stream: &mut Response) -> u64 {
    next_event(server, stream).await["number"].as_u64().unwrap()
}

#[tokio::test]
async fn a_stream_tells_of_every_change_and_resumes_after_a_break() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(6), false).await;
    let path = format!("/api/games/{}/events?token={}", made.id, made.links[0]);
    let mut stream = server.send(Method::GET, &path, "", None).await.unwrap();
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    assert_eq!(next(&server, &mut stream).await, 0);
    for number in 1..=5 {
        server.go_on(&made).await;
        assert_eq!(next(&server, &mut stream).await, number);
    }
    drop(stream);
    let resume = |seen: &str| {
        let request = server.request(Method::GET, &path);
        request.header("last-event-id", seen.to_owned()).send()
    };
    // Whoever missed something is told at once; whoever has seen all waits for the next.
    assert_eq!(next(&server, &mut resume("3").await.unwrap()).await, 5);
    assert_eq!(next(&server, &mut resume("garbage").await.unwrap()).await, 5);
    assert_eq!(next(&server, &mut resume("99").await.unwrap()).await, 5);
    let mut waiting = resume("5").await.unwrap();
    server.go_on(&made).await;
    assert_eq!(next(&server, &mut waiting).await, 6);
}

#[tokio::test]
async fn every_event_says_who_must_decide_and_the_last_how_it_ended() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(6), false).await;
    let path = format!("/api/games/{}/events?token={}", made.id, made.links[0]);
    let mut stream = server.send(Method::GET, &path, "", None).await.unwrap();
    let mut event = next_event(&server, &mut stream).await;
    let mut deciders = std::collections::BTreeSet::new();
    loop {
        let view = server.view(&made, &made.host).await;
        assert_eq!((&event["number"], &event["to_act"]), (&view["number"], &view["to_act"]));
        assert_eq!(event.get("outcome"), view.get("outcome"));
        assert_eq!(event["stamp"], server.view(&made, &made.links[0]).await["stamp"]);
        deciders.insert(event["to_act"].to_string());
        if event.get("outcome").is_some() {
            break;
        }
        // The last choice ends a part of the turn, mostly.
        let token = server.who_acts(&made).await;
        let view = server.view(&made, token).await;
        server.act(&made, token, &view, &choices(&view).last().unwrap()["action"]).await.ok();
        event = next_event(&server, &mut stream).await;
    }
    assert!(deciders.len() >= 3, "{deciders:?}");
    let said = &server.description().json["paths"]["/api/games/{id}/events"]["get"];
    assert_eq!(said["responses"]["200"]["x-events"]["view"]["data"]["$ref"], "#/components/schemas/Update");
    for word in ["Last-Event-ID", "15 seconds", "stamp"] {
        assert!(said["description"].as_str().unwrap().contains(word), "{word}");
    }
}
