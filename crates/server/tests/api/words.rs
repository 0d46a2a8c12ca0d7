//! What is wrong is said so that a person understands it who has never seen the program.

use engine::Seed;
use serde_json::{Value as Json, json};

use crate::server::{TestServer, choices};

#[tokio::test]
async fn what_is_wrong_with_a_request_is_said_in_plain_words() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(1), false).await;
    let view = server.view(&made, &made.host).await;
    let action = &choices(&view)[0]["action"];
    let (verb, choice) = action.as_object().unwrap().iter().next().unwrap();
    let path = format!("/api/games/{}", made.id);
    let good = json!({ "number": 0, "seat": view["seat"], "action": action });
    let with = |field: &str, value: Json| {
        let mut body = good.clone();
        body[field] = value;
        body
    };
    let actions = [
        (with("number", json!("0")), "\"number\" must be a whole number of 0 or more, not the text \"0\""),
        (with("seat", json!(-1)), "\"seat\" must be a whole number from 0 to 255, not -1"),
        (with("seat", json!({})), "\"seat\" must be a whole number from 0 to 255, not an object"),
        (with("dice", json!([6])), "there is no field \"dice\""),
        (with("then", json!(null)), "\"then\" must be a list, not null"),
        (with("action", json!("fly")), "the name \"fly\" is not known"),
        (with("action", json!({ verb.as_str(): "Narnia" })), "the name \"Narnia\" is not known"),
        (with("action", json!({ verb.as_str(): [1] })), "is none of what can stand there"),
        (with("action", json!({ verb.as_str(): choice, "fly": 1 })), "is none of what can stand there"),
        (json!({ "number": 0, "seat": 0 }), "Either \"action\" or \"route\" says what to do"),
    ];
    for (body, words) in actions {
        let answer = server.post(&format!("{path}/actions"), &made.host, &body).await;
        assert_eq!(answer.status, 400, "{answer:?}");
        assert!(answer.body["error"].as_str().unwrap().contains(words), "{words}: {answer:?}");
    }
    let human = json!({ "kind": "human" });
    let info = registry::infos()[0];
    let new = |seats: Json| json!({ "game": info.id, "scenario": info.scenarios[0].id, "seats": seats });
    for (body, words) in [
        (new(json!([human, { "kind": "cat" }])), "in \"seats[1].kind\", the name \"cat\" is not known"),
        (new(json!([human, { "kind": "human", "age": 7 }])), "in \"seats[1]\", there is no field \"age\""),
        (new(json!([human, { "kind": "bot", "level": "genius" }])), "\"seats[1]"),
        (json!({ "game": 7 }), "\"game\" must be a text, not 7"),
    ] {
        let answer = server.post("/api/games", "", &body).await;
        assert_eq!(answer.status, 400, "{answer:?}");
        assert!(answer.body["error"].as_str().unwrap().contains(words), "{words}: {answer:?}");
    }
    for (query, words) in [
        ("?seat=x", "\"seat\" must be a whole number"),
        ("?seat=", "\"seat\" must be a number, and is empty"),
        ("?seat=999", "\"seat\" is a number that is out of range"),
        ("?log_from=-1", "\"log_from\" must be a whole number"),
        ("?seat=0&seat=1", "the field \"seat\" is given twice"),
        ("/replay", "the field \"at\" is missing"),
    ] {
        let answer = server.get(&format!("{path}{query}"), &made.host).await;
        assert_eq!(answer.status, 400, "{query}: {answer:?}");
        assert!(answer.body["error"].as_str().unwrap().contains(words), "{words}: {answer:?}");
    }
}

#[test]
fn no_word_of_the_program_is_in_the_sentences_of_the_description() {
    let json = server::openapi();
    let mut open = vec![&json];
    let mut seen = 0;
    while let Some(value) = open.pop() {
        match value {
            Json::Object(fields) => {
                for (key, value) in fields {
                    let sentence =
                        value.as_str().filter(|_| matches!(key.as_str(), "description" | "summary"));
                    let word = ["::", "crate", "usize", "serde", "struct", "[`"]
                        .into_iter()
                        .find(|word| sentence.is_some_and(|text| text.contains(word)));
                    assert_eq!(word, None, "{value}");
                    seen += usize::from(sentence.is_some());
                    open.push(value);
                }
            }
            Json::Array(list) => open.extend(list),
            _ => {}
        }
    }
    assert!(seen > 100, "{seen}");
}
