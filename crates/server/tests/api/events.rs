//! Live updates.

use engine::Seed;
use reqwest::{Method, Response};
use std::time::Duration;

use crate::house::{House, choices};

/// The number in the next event.
async fn next(stream: &mut Response) -> u64 {
    let mut text = String::new();
    loop {
        let chunk = tokio::time::timeout(Duration::from_secs(10), stream.chunk()).await;
        text += std::str::from_utf8(&chunk.expect("an event comes").unwrap().expect("the stream goes on"))
            .unwrap();
        if let Some((event, _)) = text.split_once("\n\n") {
            let id = event.lines().find_map(|line| line.strip_prefix("id: ")).unwrap();
            assert!(
                event.contains("event: view")
                    && event.contains(&format!("data: {{\"number\":{id},\"stamp\":\"{id}\"}}")),
                "{event}"
            );
            return id.parse().unwrap();
        }
    }
}

#[tokio::test]
async fn a_stream_tells_of_every_change_and_resumes_after_a_break() {
    let house = House::open().await;
    let made = house.game(&["human", "human"], Seed::from_number(6), false).await;
    let path = format!("/api/games/{}/events?token={}", made.id, made.links[0]);
    let mut stream = house.send(Method::GET, &path, "", None).await.unwrap();
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    assert_eq!(next(&mut stream).await, 0);
    for number in 1..=5 {
        let view = house.view(&made, &made.host).await;
        house.act(&made, &made.host, &view, &choices(&view)[0]["action"]).await.ok();
        assert_eq!(next(&mut stream).await, number);
    }
    drop(stream);
    let resume = |seen: &str| {
        let request = house.request(Method::GET, &path);
        request.header("last-event-id", seen.to_owned()).send()
    };
    // Whoever missed something is told at once; whoever has seen all waits for the next.
    assert_eq!(next(&mut resume("3").await.unwrap()).await, 5);
    assert_eq!(next(&mut resume("garbage").await.unwrap()).await, 5);
    assert_eq!(next(&mut resume("99").await.unwrap()).await, 5);
    let mut waiting = resume("5").await.unwrap();
    let view = house.view(&made, &made.host).await;
    house.act(&made, &made.host, &view, &choices(&view)[0]["action"]).await.ok();
    assert_eq!(next(&mut waiting).await, 6);
}
