//! Going back with the consent of the others, and standing orders.

use std::collections::BTreeMap;

use engine::{Chance, OptionKind, Raw, SavedGame, Seat, Seed, Stream, Value, What};
use reqwest::Method;
use serde_json::{Value as Json, json};

use crate::server::{Answer, Made, TestServer, choices};

impl TestServer {
    pub async fn ask_back(&self, made: &Made, token: &str, number: &Json, seat: u8, to: u64) -> Answer {
        let ask = json!({ "number": number, "seat": seat, "to": to });
        self.post(&format!("/api/games/{}/undo/ask", made.id), token, &ask).await
    }

    /// Answers the request that everybody sees.
    pub async fn reply(&self, made: &Made, token: &str, number: &Json, seat: u8, agree: bool) -> Answer {
        let request = self.view(made, "").await["request"].clone();
        self.reply_to(made, token, number, seat, agree, &request).await
    }

    async fn reply_to(
        &self,
        made: &Made,
        token: &str,
        number: &Json,
        seat: u8,
        agree: bool,
        request: &Json,
    ) -> Answer {
        let (to, id) = (request["to"].as_u64().unwrap_or(0), request["id"].as_u64().unwrap_or(0));
        let answer = json!({ "number": number, "seat": seat, "agree": agree, "to": to, "request": id });
        self.post(&format!("/api/games/{}/undo/answer", made.id), token, &answer).await
    }

    async fn order(&self, made: &Made, token: &str, orders: &Json) -> Answer {
        self.put(&format!("/api/games/{}/orders", made.id), token, orders).await
    }

    /// Makes so many entries, at random.
    pub async fn advance(&self, made: &Made, entries: usize) -> Json {
        let mut chance = Stream::from_number(8);
        for _ in 0..entries {
            let token = self.who_acts(made).await;
            let view = self.view(made, token).await;
            let choice = chance.pick(choices(&view)).unwrap();
            self.act(made, token, &view, &choice["action"]).await.ok();
        }
        self.view(made, &made.host).await
    }
}

#[tokio::test]
async fn the_way_back_is_open_when_all_agree_and_only_then() {
    let mut server = TestServer::open().await;
    let made = server.game(&["human", "human", "human"], Seed::from_number(2), false).await;
    let [asker, first, second] = [&made.links[0], &made.links[1], &made.links[2]];
    let start = server.view(&made, asker).await;
    let view = server.advance(&made, 3).await;
    let number = &view["number"];
    let stamp = |view: &Json| view["stamp"].as_str().unwrap().to_owned();
    server.ask_back(&made, asker, number, 0, 4000).await.is(422, "no-such-entry");
    server.ask_back(&made, asker, number, 0, number.as_u64().unwrap()).await.is(422, "nothing-to-undo");
    server.ask_back(&made, asker, number, 1, 0).await.is(403, "not-your-seat");
    server.ask_back(&made, asker, &json!(0), 0, 0).await.is(409, "stale");
    server.reply(&made, first, number, 1, true).await.is(422, "nothing-asked");

    let asked = server.ask_back(&made, asker, number, 0, 0).await.ok();
    let id = &asked["request"]["id"];
    assert_eq!(asked["request"], json!({ "id": id, "seat": 0, "to": 0, "agreed": [], "missing": [1, 2] }));
    assert_ne!(stamp(&asked), stamp(&view));
    let agreed = server.reply(&made, first, number, 1, true).await.ok();
    assert_eq!(agreed["request"]["missing"], json!([2]));
    // It does not matter when the last one answers.
    server.kill().await;
    server.start().await;
    let seen = server.view(&made, second).await;
    assert_eq!(seen["request"], agreed["request"]);
    let back = server.reply(&made, second, number, 2, true).await.ok();
    assert_eq!(back["request"], Json::Null);
    assert_eq!(back["number"].as_u64(), number.as_u64().map(|number| number + 1));
    assert_eq!(server.view(&made, asker).await["table"], start["table"]);

    for by in [(0, asker), (2, second)] {
        let view = server.advance(&made, 2).await;
        let number = &view["number"];
        server.ask_back(&made, asker, number, 0, 0).await.ok();
        let declined = server.reply(&made, by.1, number, by.0, false).await.ok();
        assert_eq!((&declined["request"], &declined["number"]), (&Json::Null, number), "{by:?}");
        server.reply(&made, first, number, 1, true).await.is(422, "nothing-asked");
    }
    let view = server.view(&made, asker).await;
    server.ask_back(&made, asker, &view["number"], 0, 0).await.ok();
    let view = server.advance(&made, 1).await;
    assert_eq!(view["request"], Json::Null, "play has gone on");
}

#[tokio::test]
async fn who_plays_against_bots_alone_goes_back_at_once_until_the_game_is_over() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "greedy"], Seed::from_number(9), true).await;
    let mut chance = Stream::from_number(9);
    let mut backs = 0;
    loop {
        let view = server.my_turn(&made, &made.host).await;
        let number = view["number"].as_u64().unwrap();
        if view.get("outcome").is_some() {
            server.ask_back(&made, &made.host, &view["number"], 0, 0).await.is(422, "game-over");
            break;
        }
        if chance.below(20) == 0 && backs < 5 && number > 4 {
            let back = server.ask_back(&made, &made.host, &view["number"], 0, number - 4).await;
            backs += usize::from(back.status == 200);
            continue;
        }
        let choice = chance.pick(choices(&view)).unwrap();
        server.act(&made, &made.host, &view, &choice["action"]).await;
    }
    assert!(backs > 0);
    let journal = server.get(&format!("/api/games/{}/journal", made.id), "").await.ok();
    let saved = SavedGame::parse(&journal.to_string()).unwrap();
    registry::games()[0].load(saved).unwrap();
}

#[tokio::test]
async fn nobody_consents_for_who_has_taken_his_seat() {
    let mut server = TestServer::open().await;
    let made = server.game(&["human", "human", "human"], Seed::from_number(2), false).await;
    let view = server.advance(&made, 3).await;
    let number = &view["number"];
    // Nobody has used a link so far: one person plays all seats, and need not ask himself.
    assert_eq!(view["you"], json!([0, 1, 2]));
    let back = server.ask_back(&made, &made.host, number, 0, 0).await.ok();
    assert_eq!((&back["request"], back["number"].as_u64()), (&Json::Null, number.as_u64().map(|it| it + 1)));

    // Somebody looks at the table through the link of seat 2. That is known after a crash, too.
    let link = &made.links[1];
    assert_eq!(server.view(&made, link).await["you"], json!([1]));
    server.kill().await;
    server.start().await;
    let view = server.advance(&made, 3).await;
    let number = &view["number"];
    assert_eq!(view["you"], json!([0, 2]));
    let asked = server.ask_back(&made, &made.host, number, 0, 0).await.ok();
    assert_eq!((&asked["request"]["agreed"], &asked["request"]["missing"]), (&json!([2]), &json!([1])));
    assert_eq!(asked["number"], *number);
    // The host can neither answer for that seat nor ask in its name.
    server.reply(&made, &made.host, number, 1, true).await.is(403, "not-your-seat");
    server.reply(&made, &made.host, number, 1, false).await.is(403, "not-your-seat");
    server.ask_back(&made, &made.host, number, 1, 0).await.is(403, "not-your-seat");
    let again = server.reply(&made, &made.host, number, 2, true).await.ok();
    assert_eq!(again["request"], asked["request"]);
    let back = server.reply(&made, link, number, 1, true).await.ok();
    assert_eq!((&back["request"], back["number"].as_u64()), (&Json::Null, number.as_u64().map(|it| it + 1)));
}

#[tokio::test]
async fn consent_is_to_one_request_and_to_no_other() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(2), false).await;
    let [asker, other] = [&made.links[0], &made.links[1]];
    server.view(&made, asker).await;
    server.view(&made, other).await;
    let view = server.advance(&made, 4).await;
    let number = &view["number"];
    let first = server.ask_back(&made, asker, number, 0, 3).await.ok()["request"].clone();
    // While the other reads, another wish takes its place.
    let second = server.ask_back(&made, asker, number, 0, 0).await.ok()["request"].clone();
    let stale = server.reply_to(&made, other, number, 1, true, &first).await;
    stale.is(409, "stale");
    assert_eq!((&stale.body["view"]["request"], &stale.body["view"]["number"]), (&second, number));
    let mixed = json!({ "id": second["id"], "to": first["to"] });
    server.reply_to(&made, other, number, 1, true, &mixed).await.is(409, "stale");
    server.reply_to(&made, other, number, 1, false, &first).await.is(409, "stale");
    // The same wish once more is another one.
    server.reply(&made, asker, number, 0, false).await.ok();
    let third = server.ask_back(&made, asker, number, 0, 0).await.ok()["request"].clone();
    server.reply_to(&made, other, number, 1, true, &second).await.is(409, "stale");
    let back = server.reply_to(&made, other, number, 1, true, &third).await.ok();
    assert_eq!(back["number"].as_u64(), number.as_u64().map(|number| number + 1));
}

#[tokio::test]
async fn that_a_seed_was_chosen_is_shown_to_all() {
    let mut server = TestServer::open().await;
    let seed = Seed::from_number(1805);
    let chosen = server.game(&["human", "human"], seed, false).await;
    let info = registry::infos()[0];
    let seats = json!([{ "kind": "human" }, { "kind": "human" }]);
    let new = json!({ "game": info.id, "scenario": info.scenarios[0].id, "seats": seats });
    let by_chance = server.made(&server.post("/api/games", "", &new).await.ok());
    for _ in 0..2 {
        for token in ["", &chosen.host, &chosen.links[1]] {
            let view = server.view(&chosen, token).await;
            assert_eq!((&view["seed_chosen"], &view["seed"]), (&json!(true), &json!(seed.to_string())));
        }
        for token in ["", &by_chance.host, &by_chance.links[1]] {
            let view = server.view(&by_chance, token).await;
            assert_eq!((&view["seed_chosen"], view.get("seed")), (&json!(false), None));
        }
        server.kill().await;
        server.start().await;
    }
}

/// Every order with a value that is not "off".
fn all_orders() -> BTreeMap<String, Value> {
    let on = |order: &engine::OptionSpec| match &order.kind {
        OptionKind::Flag => Value::Flag(true),
        OptionKind::Number { max, .. } => Value::Number(*max),
        OptionKind::Choice { choices } => Value::Choice(choices.last().unwrap().id.to_owned()),
    };
    registry::infos()[0].orders.iter().map(|order| (order.id.to_owned(), on(order))).collect()
}

#[tokio::test]
async fn standing_orders_are_followed_and_kept() {
    let mut server = TestServer::open().await;
    let game = registry::games()[0];
    let orders = all_orders();
    let values = game.info().ordered(&orders).unwrap();
    let mut followed = 0;
    for seed in 0..12 {
        let seats = json!([{ "kind": "human" }, { "kind": "bot", "level": "greedy" }]);
        let new = json!({
            "game": game.info().id, "scenario": game.info().scenarios[0].id, "seats": seats,
            "options": { "time-limit": 20 }, "seed": Seed::from_number(seed).to_string(),
        });
        let made = server.made(&server.post("/api/games", "", &new).await.ok());
        let ordered = json!({ "seat": 0, "auto": false, "orders": orders });
        let told = server.order(&made, &made.host, &ordered).await.ok();
        assert_eq!((&told["orders"], &told["auto"]), (&json!(orders), &json!(false)));
        if seed == 0 {
            server.kill().await;
            server.start().await;
            let after = server.view(&made, &made.host).await;
            assert_eq!((&after["orders"], &after["auto"]), (&told["orders"], &told["auto"]));
            assert_eq!(server.view(&made, "").await["orders"], Json::Null, "nobody else sees them");
        }
        let mut chance = Stream::from_number(seed);
        loop {
            let view = server.my_turn(&made, &made.host).await;
            if view.get("outcome").is_some() {
                break;
            }
            let choice = chance.pick(choices(&view)).unwrap();
            server.act(&made, &made.host, &view, &choice["action"]).await;
        }
        let journal = server.get(&format!("/api/games/{}/journal", made.id), "").await.ok();
        let saved = SavedGame::parse(&journal.to_string()).unwrap();
        let mut session = game.start(saved.setup.clone()).unwrap();
        for entry in &saved.entries {
            let What::Act(action) = &entry.what else { panic!("nobody went back") };
            if let Some(ordered) = session.ordered(Seat(0), &values) {
                assert_eq!((entry.seat, action), (Seat(0), &ordered.read::<Json>().unwrap()));
                followed += 1;
            }
            session.act(entry.seat, &Raw::of(action)).unwrap();
        }
        if followed > 0 {
            break;
        }
    }
    assert!(followed > 0);
}

#[tokio::test]
async fn orders_that_cannot_be_are_refused() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human", "greedy"], Seed::from_number(1), true).await;
    let orders = |seat: u8, orders: Json| json!({ "seat": seat, "auto": true, "orders": orders });
    let link = &made.links[0];
    server.order(&made, link, &orders(0, json!({ "surrender": true }))).await.is(422, "bad-orders");
    server.order(&made, link, &orders(1, json!({}))).await.is(403, "not-your-seat");
    server.order(&made, &made.host, &orders(2, json!({}))).await.is(403, "not-your-seat");
    server.order(&made, "", &orders(0, json!({}))).await.is(403, "not-your-seat");
    server.order(&made, link, &json!({ "seat": 0 })).await.is(400, "malformed");
    let path = format!("/api/games/{}/orders", made.id);
    let wrong = server.send(Method::POST, &path, link, Some(&orders(0, json!({})))).await.unwrap();
    assert_eq!(wrong.status(), 405);
}

#[tokio::test]
async fn a_snapshot_is_kept_when_all_have_agreed_to_go_back() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(4), false).await;
    let mut chance = Stream::from_number(4);
    // Back to where the same hands decide, so that they do not change.
    let mut decided = Vec::new();
    let (view, to) = loop {
        let view = server.view(&made, &made.host).await;
        let earlier = decided.iter().position(|to_act| *to_act == view["to_act"]);
        if let Some(to) = earlier.filter(|to| to + 3 < decided.len()) {
            break (view, to as u64);
        }
        decided.push(view["to_act"].clone());
        let choice = chance.pick(choices(&view)).unwrap();
        server.act(&made, &made.host, &view, &choice["action"]).await.ok();
    };
    server.ask_back(&made, &made.links[0], &view["number"], 0, to).await.ok();
    let back = server.reply(&made, &made.links[1], &view["number"], 1, true).await.ok();
    assert_eq!((&back["to_act"], &back["request"]), (&view["to_act"], &Json::Null));
    let snapshot = sqlx::query_scalar::<_, i64>("SELECT number FROM snapshots WHERE game = $1")
        .bind(&made.id)
        .fetch_one(&mut server.intruder().await)
        .await;
    assert_eq!(Some(snapshot.unwrap().unsigned_abs()), back["number"].as_u64());
}
