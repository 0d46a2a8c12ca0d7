//! Letters between the people at a table.

use engine::Seed;
use serde_json::{Value as Json, json};

use crate::house::{Answer, House, Made};

impl House {
    async fn write(&self, made: &Made, token: &str, seat: u8, to: &[u8], text: &str) -> Answer {
        let letter = json!({ "seat": seat, "to": to, "text": text });
        self.post(&format!("/api/games/{}/letters", made.id), token, &letter).await
    }

    async fn letters(&self, made: &Made, token: &str, seat: u8) -> Answer {
        self.get(&format!("/api/games/{}/letters?seat={seat}", made.id), token).await
    }
}

fn texts(letters: &Json) -> Vec<&str> {
    letters.as_array().unwrap().iter().map(|letter| letter["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_letter_reaches_whom_it_is_for_and_nobody_else_hears_of_it() {
    let mut house = House::open().await;
    let made = house.game(&["human", "human", "human"], Seed::from_number(4), false).await;
    let [france, britain, russia] = [&made.links[0], &made.links[1], &made.links[2]];
    let before = house.view(&made, russia).await;
    let sent = house.write(&made, france, 0, &[1], "Leave me Hanover, and Malta is yours.").await.ok();
    assert_eq!((&sent["letters"], &sent["number"]), (&json!(1), &before["number"]));

    let letters = house.letters(&made, britain, 1).await.ok();
    assert_eq!(texts(&letters), ["Leave me Hanover, and Malta is yours."]);
    assert_eq!((&letters[0]["from"], &letters[0]["to"]), (&json!(0), &json!([1])));
    assert_eq!(house.view(&made, britain).await["letters"], 1);

    // The third sees nothing: neither letter, nor count, nor that anything has happened.
    assert_eq!(house.letters(&made, russia, 2).await.ok(), json!([]));
    assert_eq!(house.view(&made, russia).await, before);
    house.letters(&made, russia, 1).await.is(403, "not-your-seat");
    house.letters(&made, "", 1).await.is(403, "not-your-seat");

    // Letters outlive the server.
    house.write(&made, britain, 1, &[0, 2], "To all: no.").await.ok();
    house.kill().await;
    house.start().await;
    assert_eq!(texts(&house.letters(&made, france, 0).await.ok()).len(), 2);
    assert_eq!(texts(&house.letters(&made, russia, 2).await.ok()), ["To all: no."]);
}

#[tokio::test]
async fn a_letter_without_reader_or_text_is_not_delivered() {
    let house = House::open().await;
    let made = house.game(&["human", "human", "random"], Seed::from_number(4), false).await;
    let france = &made.links[0];
    let long = "x".repeat(4001);
    for (to, text) in [(&[][..], "?"), (&[0], "?"), (&[2], "?"), (&[7], "?"), (&[1], " "), (&[1], &long)] {
        house.write(&made, france, 0, to, text).await.is(422, "bad-letter");
    }
    house.write(&made, france, 0, &[200], "Beyond any table?").await.is(400, "malformed");
    house.write(&made, france, 1, &[0], "As you?").await.is(403, "not-your-seat");
    house.write(&made, "", 0, &[1], "As nobody?").await.is(403, "not-your-seat");
    assert_eq!(house.letters(&made, france, 0).await.ok(), json!([]));
    house.write(&made, france, 0, &[1], &long[1..]).await.ok();
}
