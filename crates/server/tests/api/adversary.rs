//! A client that tries everything that is not allowed.

use std::collections::BTreeMap;

use engine::{Chance, Raw, SavedGame, Seat, Seed, Stream};
use serde_json::{Value as Json, json};

use crate::server::{TestServer, legal, mirror};

/// Something a little different from `json`.
pub fn mutated(json: &Json, chance: &mut Stream) -> Json {
    match (json, chance.below(5)) {
        (_, 0) => [json!(null), json!([]), json!({}), json!(-1), json!("\u{0}"), json!(1e300)]
            [chance.index(6)]
        .clone(),
        (_, 1) => json!([json]),
        (Json::Object(map), _) if !map.is_empty() => {
            let mut map = map.clone();
            let key = map.keys().nth(chance.index(map.len())).unwrap().clone();
            let value = map.remove(&key).unwrap();
            match chance.below(3) {
                0 => drop(map.insert(format!("{key}s"), value)),
                _ => drop(map.insert(key, mutated(&value, chance))),
            }
            Json::Object(map)
        }
        (Json::Array(list), _) if !list.is_empty() => {
            let mut list = list.clone();
            let index = chance.index(list.len());
            list[index] = mutated(&list[index], chance);
            Json::Array(list)
        }
        (Json::Number(number), _) => json!(number.as_i64().unwrap_or(0) + i64::from(chance.below(9)) - 4),
        (Json::String(text), _) => json!(format!("{text}x")),
        _ => json!({ "act": json }),
    }
}

#[tokio::test]
async fn nothing_that_is_not_legal_is_accepted() {
    let server = TestServer::open().await;
    let mut tally: BTreeMap<(&str, u16), usize> = BTreeMap::new();
    let mut tried = 0;
    for seed in 0..3 {
        let mut chance = Stream::from_number(seed);
        let seed = Seed::from_number(seed);
        let made = server.game(&["human", "human"], seed, false).await;
        let path = format!("/api/games/{}/actions", made.id);
        let mut mirror = mirror(2, seed);
        let mut seen: Vec<Json> = Vec::new();
        while mirror.outcome().is_none() {
            let number = mirror.entries();
            let lists = [legal(&*mirror, Seat(0)), legal(&*mirror, Seat(1))];
            let mover = mirror.to_act().iter().next().unwrap();
            let right = &made.links[mover.index()];
            let other = Seat(1 - mover.0);
            let wrong = &made.links[other.index()];
            let good = chance.pick(&lists[mover.index()]).unwrap().clone();
            seen.extend(
                lists.iter().flatten().filter(|action| chance.below(8) == 0 || **action == good).cloned(),
            );

            let send = |number: Json, seat: Seat, action: Json| json!({ "number": number, "seat": seat, "action": action });
            let mut bad: Vec<(&str, &str, Json)> = Vec::new();
            for _ in 0..4 {
                let seat = *chance.pick(&[mover, other]).unwrap();
                let action = chance.pick(&seen).unwrap().clone();
                if !lists[seat.index()].contains(&action) {
                    bad.push(("of another position", &made.host, send(json!(number), seat, action)));
                }
                let action = mutated(&good, &mut chance);
                if !lists[mover.index()].contains(&action) {
                    bad.push(("mutated", right, send(json!(number), mover, action)));
                }
            }
            let guessed = "f".repeat(48);
            for token in [wrong.as_str(), "", "forged", &guessed, &right[1..]] {
                bad.push(("with a wrong token", token, send(json!(number), mover, good.clone())));
            }
            if lists[other.index()].is_empty() {
                bad.push(("of a seat that is not to move", wrong, send(json!(number), other, good.clone())));
            }
            bad.push(("of a seat that is not there", &made.host, send(json!(number), Seat(9), good.clone())));
            for stale in [json!(number + 1), json!(number.wrapping_sub(1) as u32), json!(u64::MAX)] {
                bad.push(("stale", right, send(stale, mover, good.clone())));
            }
            for number in [json!(-1), json!("0"), json!(0.5), json!(null)] {
                bad.push(("without a number", right, send(number, mover, good.clone())));
            }
            bad.push(("incomplete", right, json!({ "number": number, "action": good })));
            bad.push((
                "overdone",
                right,
                json!({ "number": number, "seat": mover, "action": good, "dice": [6, 6] }),
            ));

            for (kind, token, body) in bad {
                let answer = server.post(&path, token, &body).await;
                let allowed: &[u16] = match kind {
                    "of another position" => &[403, 422],
                    "mutated" => &[400, 403, 422],
                    "with a wrong token"
                    | "of a seat that is not to move"
                    | "of a seat that is not there" => &[403],
                    "stale" => &[409],
                    _ => &[400],
                };
                assert!(allowed.contains(&answer.status), "{kind}: {body} got {answer:?}");
                assert!(answer.body["error"].is_string(), "{answer:?}");
                *tally.entry((kind, answer.status)).or_default() += 1;
                if answer.status == 422 {
                    let rule = answer.body["rule"].as_str().unwrap();
                    assert!(mirror.info().ledger.get(rule).is_some(), "{rule} is in no ledger");
                }
                tried += 1;
            }
            // What was refused has changed nothing: the game goes on as it does here.
            let body = send(json!(number), mover, good.clone());
            mirror.act(mover, &Raw::of(&good)).unwrap();
            let view = server.post(&path, right, &body).await.ok();
            assert_eq!(view["number"], mirror.entries());
            assert_eq!(view["table"], json!(mirror.table(engine::Viewer::Seat(mover))));
            if chance.below(4) == 0 {
                let again = server.post(&path, right, &body).await;
                again.is(409, "stale");
                assert_eq!(again.body["view"]["number"], mirror.entries());
            }
        }
        let journal = server.get(&format!("/api/games/{}/journal", made.id), "").await.ok();
        let saved = SavedGame::parse(&journal.to_string()).unwrap();
        assert_eq!((saved.hash, saved.entries), (mirror.hash(), mirror.save().entries));
    }
    assert!(tried > 1000, "{tried} {tally:?}");
}

#[tokio::test]
async fn garbage_gets_a_sentence_and_does_no_harm() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(1), true).await;
    let before = server.view(&made, &made.host).await;
    let mut chance = Stream::from_number(7);
    let paths = ["actions", "undo", "explain"].map(|what| format!("/api/games/{}/{what}", made.id));
    for path in paths.iter().map(String::as_str).chain(["/api/games"]) {
        for text in
            ["", "{", "null", "[]", "0", "\"\"", "{\"number\":", "{\"number\":0,\"seat\":0,\"action\":NaN}"]
        {
            server.raw(path, text).await.unwrap().is(400, "malformed");
        }
        server.raw(path, "[".repeat(20_000)).await.unwrap().is(400, "malformed");
        for _ in 0..20 {
            let bytes: Vec<u8> = (0..chance.index(300)).map(|_| chance.below(256) as u8).collect();
            server.raw(path, bytes).await.unwrap().is(400, "malformed");
        }
        // The server may hang up before it has heard everything.
        for size in [65 * 1024, 8 * 1024 * 1024] {
            if let Ok(answer) = server.raw(path, vec![b' '; size]).await {
                answer.is(413, "too-large");
            }
        }
    }
    for path in
        ["/api/games/%00", "/api/games/..%2f..", "/api/games/x?seat=-1", "/api/games/%ff", "/api/games/'--"]
    {
        let answer = server.get(path, "").await;
        assert!(matches!(answer.status, 400 | 404), "{path}: {answer:?}");
    }
    assert_eq!(server.view(&made, &made.host).await, before);
}
