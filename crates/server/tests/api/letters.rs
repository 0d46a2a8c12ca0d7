//! Letters between the people at a table.

use engine::Seed;
use serde_json::{Value as Json, json};
use server::{Limits, Rate};

use crate::server::{Answer, Made, TestServer};

impl TestServer {
    async fn write(&self, made: &Made, token: &str, seat: u8, to: &[u8], text: &str) -> Answer {
        let letter = json!({ "seat": seat, "to": to, "text": text });
        self.post(&format!("/api/games/{}/letters", made.id), token, &letter).await
    }

    async fn letters(&self, made: &Made, token: &str, seat: u8) -> Answer {
        self.page(made, token, seat, "").await
    }

    async fn page(&self, made: &Made, token: &str, seat: u8, more: &str) -> Answer {
        self.get(&format!("/api/games/{}/letters?seat={seat}{more}", made.id), token).await
    }
}

fn texts(page: &Json) -> Vec<&str> {
    page["letters"].as_array().unwrap().iter().map(|letter| letter["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_letter_reaches_whom_it_is_for_and_nobody_else_hears_of_it() {
    let mut server = TestServer::open().await;
    let made = server.game(&["human", "human", "human"], Seed::from_number(4), false).await;
    let [france, britain, russia] = [&made.links[0], &made.links[1], &made.links[2]];
    // All have come: who has is for everybody to see.
    for link in [france, britain] {
        server.view(&made, link).await;
    }
    let before = server.view(&made, russia).await;
    let sent = server.write(&made, france, 0, &[1], "Leave me Hanover, and Malta is yours.").await.ok();
    assert_eq!((&sent["letters"], &sent["number"]), (&json!(1), &before["number"]));

    let page = server.letters(&made, britain, 1).await.ok();
    assert_eq!(texts(&page), ["Leave me Hanover, and Malta is yours."]);
    let letter = &page["letters"][0];
    assert_eq!((&letter["number"], &letter["from"], &letter["to"]), (&json!(1), &json!(0), &json!([1])));
    assert_eq!(server.view(&made, britain).await["letters"], 1);

    // The third sees nothing: neither letter, nor count, nor that anything has happened.
    assert_eq!(server.letters(&made, russia, 2).await.ok(), json!({ "letters": [], "earlier": false }));
    assert_eq!(server.view(&made, russia).await, before);
    server.letters(&made, russia, 1).await.is(403, "not-your-seat");
    server.letters(&made, "", 1).await.is(403, "not-your-seat");

    // Letters outlive the server.
    server.write(&made, britain, 1, &[0, 2], "To all: no.").await.ok();
    server.kill().await;
    server.start().await;
    assert_eq!(texts(&server.letters(&made, france, 0).await.ok()).len(), 2);
    // Nor does a number tell how many letters others have written.
    let page = server.letters(&made, russia, 2).await.ok();
    assert_eq!((texts(&page), &page["letters"][0]["number"]), (vec!["To all: no."], &json!(1)));
}

#[tokio::test]
async fn a_letter_without_reader_or_text_is_not_delivered() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human", "random"], Seed::from_number(4), false).await;
    let france = &made.links[0];
    let long = "x".repeat(8193);
    // As many characters as a letter could have before, but of four bytes each.
    let wide = "𝔸".repeat(4000);
    for (to, text) in
        [(&[][..], "?"), (&[0], "?"), (&[2], "?"), (&[7], "?"), (&[1], " "), (&[1], &long), (&[1], &wide)]
    {
        server.write(&made, france, 0, to, text).await.is(422, "bad-letter");
    }
    let refused = server.write(&made, france, 0, &[1], "Malta\u{202e}revoreh").await;
    refused.is(422, "bad-letter");
    assert!(refused.body["error"].as_str().unwrap().contains("U+202E"), "{refused:?}");
    server.write(&made, france, 0, &[200], "Beyond any table?").await.is(400, "malformed");
    server.write(&made, france, 1, &[0], "As you?").await.is(403, "not-your-seat");
    server.write(&made, "", 0, &[1], "As nobody?").await.is(403, "not-your-seat");
    assert_eq!(texts(&server.letters(&made, france, 0).await.ok()).len(), 0);
    server.write(&made, france, 0, &[1], &long[1..]).await.ok();
}

#[tokio::test]
async fn letters_come_in_pages_from_the_last() {
    let mut server = TestServer::open().await;
    let made = server.game(&["human", "human", "human"], Seed::from_number(4), false).await;
    let [france, britain, russia] = [&made.links[0], &made.links[1], &made.links[2]];
    for number in 1..=60 {
        server.write(&made, france, 0, &[1], &format!("to Britain {number}")).await.ok();
        server.write(&made, russia, 2, &[0], &format!("to France {number}")).await.ok();
    }
    for restarted in [false, true] {
        if restarted {
            server.kill().await;
            server.start().await;
        }
        let last = server.letters(&made, britain, 1).await.ok();
        assert_eq!(
            (texts(&last).len(), texts(&last)[49], &last["earlier"]),
            (50, "to Britain 60", &json!(true))
        );
        let before = format!("&before={}", last["letters"][0]["number"]);
        let first = server.page(&made, britain, 1, &before).await.ok();
        assert_eq!(
            (texts(&first).len(), texts(&first)[0], &first["earlier"]),
            (10, "to Britain 1", &json!(false))
        );
        let some = server.page(&made, france, 0, "&before=4&limit=2").await.ok();
        assert_eq!(texts(&some), ["to France 1", "to Britain 2"]);
        assert_eq!(texts(&server.page(&made, france, 0, "&limit=5000").await.ok()).len(), 50);
    }
    // No page is long, however long the letters are.
    for _ in 0..20 {
        server.write(&made, france, 0, &[1], &"é".repeat(4096)).await.ok();
    }
    assert_eq!(texts(&server.letters(&made, britain, 1).await.ok()).len(), 8);
}

#[tokio::test]
async fn one_seat_does_not_use_up_the_room_of_the_others() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human", "human", "human"], Seed::from_number(4), false).await;
    let long = "x".repeat(8192);
    for _ in 0..32 {
        server.write(&made, &made.links[0], 0, &[1], &long).await.ok();
    }
    let refused = server.write(&made, &made.links[0], 0, &[1], "?").await;
    refused.is(422, "bad-letter");
    assert!(refused.body["error"].as_str().unwrap().contains("262144"), "{refused:?}");
    server.write(&made, &made.links[1], 1, &[0], &long).await.ok();
}

#[tokio::test]
async fn letters_are_counted_by_token_and_by_address() {
    let rate = |burst| Rate { burst, per_second: 0.0 };
    let (letters, letters_per_address) = (rate(2.0), rate(3.0));
    let limits = Limits { letters, letters_per_address, ..Limits::default().without_rates() };
    let server = TestServer::with(limits).await;
    let made = server.game(&["human", "human"], Seed::from_number(4), false).await;
    for _ in 0..2 {
        server.write(&made, &made.links[0], 0, &[1], "?").await.ok();
    }
    server.write(&made, &made.links[0], 0, &[1], "?").await.is(429, "too-many-letters");
    server.write(&made, &made.links[1], 1, &[0], "!").await.is(429, "too-many-letters");
    assert_eq!(texts(&server.letters(&made, &made.links[0], 0).await.ok()).len(), 2);
}
