//! Whole games.

use engine::{Chance, SavedGame, Seed, Stream};
use serde_json::json;

use crate::server::{TestServer, choices};

#[tokio::test]
async fn a_game_against_bots_is_played_from_the_catalog_to_the_exported_journal() {
    let server = TestServer::open().await;
    let catalog = server.get("/api/catalog", "").await.ok();
    let info = registry::infos()[0];
    assert_eq!(catalog["games"][0]["id"], info.id);
    assert!(catalog["bots"].as_array().is_some_and(|bots| bots.len() >= 3));
    let boards = server.get(&format!("/api/catalog/{}/boards", info.id), "").await.ok();
    assert!(boards[0]["spaces"].as_array().is_some_and(|spaces| spaces.len() > 10));
    let rules = server.get(&format!("/api/catalog/{}/rules", info.id), "").await.ok();
    assert_eq!(rules.as_array().unwrap().len(), info.ledger.rules().len());

    let seed = Seed::from_number(1805);
    let made = server.game(&["human", "greedy", "random"], seed, true).await;
    let path = format!("/api/games/{}", made.id);
    let mut chance = Stream::from_number(3);
    let (mut undone, mut explained) = (0, 0);
    let last = loop {
        let view = server.my_turn(&made, &made.host).await;
        if view.get("outcome").is_some() {
            break view;
        }
        assert_eq!(view["commitment"], seed.commitment());
        assert_eq!((&view["seed"], &view["seed_chosen"]), (&json!(seed.to_string()), &json!(true)));
        // With one choice there would have been nothing to ask, unless what was done before can be taken back.
        assert!(choices(&view).len() > 1 || view["undo"] == true, "{view}");
        let choice = chance.pick(choices(&view)).unwrap();
        let ask = json!({ "seat": 0, "target": choice["target"] });
        let why = server.post(&format!("{path}/explain"), &made.host, &ask).await.ok();
        assert!(why["reasons"].is_array());
        explained += 1;
        let acted = server.act(&made, &made.host, &view, &choice["action"]).await.ok();
        assert!(acted["number"].as_u64() > view["number"].as_u64());
        if acted["undo"] == true {
            let undo = json!({ "number": acted["number"], "seat": 0 });
            let back = server.post(&format!("{path}/undo"), &made.host, &undo).await.ok();
            assert_eq!(&back["table"], &view["table"]);
            undone += 1;
            let again = chance.pick(choices(&back)).unwrap();
            server.act(&made, &made.host, &back, &again["action"]).await.ok();
        } else {
            let undo = json!({ "number": acted["number"], "seat": 0 });
            let refused = server.post(&format!("{path}/undo"), &made.host, &undo).await;
            assert!(matches!(refused.status, 409 | 422), "{refused:?}");
        }
    };
    assert!(undone > 0 && explained > 0);
    assert_eq!(last["seed"], seed.to_string());
    let from_ten = server.get(&format!("{path}?log_from=10"), &made.host).await.ok();
    let later = last["log"].as_array().unwrap().iter().filter(|told| told["entry"].as_u64() >= Some(10));
    assert_eq!(from_ten["log"], json!(later.collect::<Vec<_>>()));
    server.act(&made, &made.host, &last, &"anything".into()).await.is(400, "not-an-action");

    let lobby = server.get("/api/games", "").await.ok();
    assert_eq!((&lobby[0]["id"], &lobby[0]["outcome"]), (&json!(made.id), &last["outcome"]));
    for at in 0..=last["number"].as_u64().unwrap() {
        let replayed = server.get(&format!("{path}/replay?at={at}&seat=1"), "").await.ok();
        assert_eq!(replayed["number"], at);
    }
    server.get(&format!("{path}/replay?at=100000"), "").await.is(404, "no-such-entry");
    let journal = server.get(&format!("{path}/journal"), "").await.ok();
    let saved = SavedGame::parse(&journal.to_string()).unwrap();
    let (session, loaded) = registry::game(info.id).unwrap().load(saved).unwrap();
    assert_eq!((loaded.resumed, json!(session.outcome())), (None, last["outcome"].clone()));
    assert_eq!(json!(session.entries()), last["number"]);
}

#[tokio::test]
async fn bots_play_among_themselves_and_a_spectator_watches() {
    let server = TestServer::open().await;
    let made = server.game(&["greedy", "random"], Seed::from_number(4), true).await;
    assert!(made.links.is_empty());
    let path = format!("/api/games/{}", made.id);
    let view = server.view(&made, "").await;
    assert_eq!((&view["seat"], &view["you"], choices(&view).len()), (&json!(null), &json!([]), 0));
    server.my_turn(&made, "").await;
    server.get(&format!("{path}/journal"), "").await.ok();
}

#[tokio::test]
async fn without_auto_even_forced_moves_wait_for_the_player() {
    let server = TestServer::open().await;
    let mut forced = 0;
    for seed in 0..10 {
        let made = server.game(&["human", "human"], Seed::from_number(seed), false).await;
        let mut chance = Stream::from_number(seed);
        for _ in 0..40 {
            let view = server.view(&made, &made.host).await;
            let Some(choice) = chance.pick(choices(&view)) else { break };
            forced += usize::from(choices(&view).len() == 1);
            let acted = server.act(&made, &made.host, &view, &choice["action"]).await.ok();
            assert_eq!(acted["number"].as_u64(), view["number"].as_u64().map(|number| number + 1));
        }
    }
    assert!(forced > 0);
}

#[tokio::test]
async fn a_bad_set_up_is_refused_with_a_sentence() {
    let server = TestServer::open().await;
    let info = registry::infos()[0];
    let (game, scenario) = (info.id, info.scenarios[0].id);
    let human = json!({ "kind": "human" });
    let two = json!([human, human]);
    let bad = |game: &str, scenario: &str, options: serde_json::Value, seats: &serde_json::Value| json!({ "game": game, "scenario": scenario, "options": options, "seats": seats });
    for (new, code) in [
        (bad("go", scenario, json!({}), &two), "unknown-game"),
        (bad(game, "1066", json!({}), &two), "bad-setup"),
        (bad(game, scenario, json!({ "nukes": true }), &two), "bad-setup"),
        (bad(game, scenario, json!({ "time-limit": -1 }), &two), "bad-setup"),
        (bad(game, scenario, json!({}), &json!([])), "bad-setup"),
        (bad(game, scenario, json!({}), &json!([human])), "bad-setup"),
        (bad(game, scenario, json!({}), &json!(vec![human.clone(); 9])), "bad-setup"),
        (
            bad(game, scenario, json!({}), &json!([human, { "kind": "bot", "level": "search:9999s" }])),
            "bad-setup",
        ),
        (bad(game, scenario, json!({}), &json!([human, { "kind": "human", "name": "\u{7}" }])), "bad-setup"),
        (bad(game, scenario, json!({}), &json!([human, { "kind": "human", "name": "" }])), "bad-setup"),
    ] {
        server.post("/api/games", "", &new).await.is(422, code);
    }
    for new in [
        bad(game, scenario, json!([]), &two),
        bad(game, scenario, json!({}), &json!([human, { "kind": "bot", "level": "genius" }])),
        bad(game, scenario, json!({}), &json!([human, { "kind": "ghost" }])),
        json!({ "game": game }),
        json!([]),
    ] {
        server.post("/api/games", "", &new).await.is(400, "malformed");
    }
    assert_eq!(server.get("/api/games", "").await.ok(), json!([]));
}

#[tokio::test]
async fn those_who_decide_at_the_same_time_do_not_get_in_each_others_way() {
    let server = TestServer::open().await;
    let human = json!({ "kind": "human", "name": "Michel Ney" });
    let new = json!({ "game": "alliance", "scenario": "1804", "seats": [human, human], "seed": Seed::from_number(7).to_string() });
    let made = server.made(&server.post("/api/games", "", &new).await.ok());
    let [one, two] = [&made.links[0], &made.links[1]];
    let (first, second) = (server.view(&made, one).await, server.view(&made, two).await);
    assert_eq!((&first["to_act"], &first["number"]), (&json!([0, 1]), &second["number"]));
    let card = |view| choices(view)[0]["action"].clone();
    server.act(&made, one, &first, &card(&first)).await.ok();
    // The other has not heard of it, and need not; but nobody plays twice, and what is old is not taken back.
    server.act(&made, one, &first, &card(&first)).await.is(409, "stale");
    let undo = json!({ "number": second["number"], "seat": 1 });
    server.post(&format!("/api/games/{}/undo", made.id), two, &undo).await.is(409, "stale");
    let played = server.act(&made, two, &second, &card(&second)).await.ok();
    assert!(played["number"].as_u64() >= second["number"].as_u64().map(|number| number + 2));
}

#[tokio::test]
async fn who_would_play_what_is_told_before_a_game_is_made() {
    let server = TestServer::open().await;
    let ask = async |game: &str, intended: serde_json::Value| {
        server.post(&format!("/api/catalog/{game}/seats"), "", &intended).await
    };
    let names = |parts: serde_json::Value| -> Vec<String> {
        parts.as_array().unwrap().iter().map(|part| part["name"].as_str().unwrap().to_owned()).collect()
    };
    let five = ask("conquests", json!({ "scenario": "short", "seats": 5 })).await.ok();
    assert_eq!(names(five), ["France", "England", "Prussia", "Austria", "Russia"]);
    let two = ask("conquests", json!({ "scenario": "short", "seats": 2 })).await.ok();
    assert_eq!(names(two), ["France", "England, Prussia, Austria and Russia"]);
    ask("conquests", json!({ "scenario": "short", "seats": 6 })).await.is(422, "bad-setup");
    ask("conquests", json!({ "scenario": "short", "options": { "no": true }, "seats": 2 }))
        .await
        .is(422, "bad-setup");
    ask("whist", json!({ "scenario": "short", "seats": 2 })).await.is(404, "unknown-game");
    for info in registry::infos() {
        let scenario = &info.scenarios[0];
        let parts = ask(info.id, json!({ "scenario": scenario.id, "seats": scenario.seats.min })).await.ok();
        let told = parts.as_array().unwrap().len();
        assert!(told == 0 || told == usize::from(scenario.seats.min), "{parts}");
    }
}
