//! A server that is stopped without notice goes on where it was.

use std::time::{Duration, Instant};

use engine::{Chance, SavedGame, Seed, Stream};
use serde_json::{Value as Json, json};
use sqlx::sqlite::SqlitePoolOptions;

use crate::server::{Made, TestServer, choices};

/// The table of a view as it is shown to whoever looks back.
fn without_choices(view: &Json) -> Json {
    let mut table = view["table"].clone();
    table["choices"] = json!([]);
    table
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_and_the_game_goes_on() {
    let mut server = TestServer::open().await;
    let mut chance = Stream::from_number(12);
    let mut games = Vec::new();
    for seed in 0..4 {
        games.push(server.game(&["human", "greedy", "random"], Seed::from_number(seed), true).await);
    }
    let mut acknowledged: Vec<Json> = vec![Json::Null; games.len()];
    let mut kills = 0;
    let mut over = vec![false; games.len()];
    while over.contains(&false) {
        for _ in 0..chance.index(6) {
            let index = chance.index(games.len());
            let made = &games[index];
            let view = server.view(made, &made.host).await;
            over[index] |= view.get("outcome").is_some();
            if let Some(choice) = chance.pick(choices(&view)) {
                let answer = server.act(made, &made.host, &view, &choice["action"]).await;
                // An interjection may come too late while the bots play.
                if answer.status != 409 {
                    acknowledged[index] = answer.ok();
                }
            }
        }
        if kills == 15 {
            continue;
        }
        kills += 1;
        tokio::time::sleep(Duration::from_millis(u64::from(chance.below(8)))).await;
        server.kill().await;
        server.start().await;
        for (made, before) in games.iter().zip(&acknowledged) {
            let after = server.view(made, &made.host).await;
            assert!(after["number"].as_u64() >= before["number"].as_u64());
            if let Some(number) = before["number"].as_u64() {
                let seat = &before["seat"];
                let path = format!("/api/games/{}/replay?at={number}&seat={seat}", made.id);
                assert_eq!(server.get(&path, &made.host).await.ok()["table"], without_choices(before));
            }
        }
    }
    for made in &games {
        let journal = server.get(&format!("/api/games/{}/journal", made.id), "").await.ok();
        let saved = SavedGame::parse(&journal.to_string()).unwrap();
        registry::games()[0].load(saved).unwrap();
    }
}

#[tokio::test]
async fn bots_go_on_by_themselves() {
    let mut server = TestServer::open().await;
    let made = server.game(&["random", "random"], Seed::from_number(8), true).await;
    let over = |lobby: Json| lobby[0].get("outcome").is_some();
    let mut kills = 0;
    let begun = Instant::now();
    // The lobby is read from disk: once somebody has looked at the game, it goes on without him.
    while !over(server.get("/api/games", "").await.ok()) {
        if kills < 5 {
            kills += 1;
            server.kill().await;
            server.start().await;
            server.view(&made, "").await;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "the bots do not go on");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    server.get(&format!("/api/games/{}/journal", made.id), "").await.ok();
}

#[tokio::test]
async fn whoever_comes_back_finds_that_it_is_his_turn() {
    let mut server = TestServer::open().await;
    let mut chance = Stream::from_number(9);
    let made = server.game(&["human", "greedy", "random"], Seed::from_number(9), true).await;
    for _ in 0..8 {
        let view = server.my_turn(&made, &made.host).await;
        let Some(choice) = chance.pick(choices(&view)) else { break };
        server.act(&made, &made.host, &view, &choice["action"]).await.ok();
        server.kill().await;
        server.start().await;
        // Nobody opens the game but the server itself.
        let begun = Instant::now();
        loop {
            let lobby = server.get("/api/games", "").await.ok();
            if lobby[0].get("outcome").is_some() || lobby[0]["to_act"] == json!([0]) {
                break;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "the bots do not go on: {lobby}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

#[tokio::test]
async fn a_game_survives_a_change_of_the_rules() {
    let mut server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(5), true).await;
    let mut chance = Stream::from_number(5);
    // Plans are left out: with as many of them as there are, a random game is soon over.
    let single = |view: &Json| -> Vec<Json> {
        choices(view).iter().filter(|choice| choice.get("then").is_none()).cloned().collect()
    };
    for _ in 0..30 {
        let view = server.view(&made, &made.host).await;
        let Some(choice) = chance.pick(&single(&view)).cloned() else { break };
        server.act(&made, &made.host, &view, &choice["action"]).await.ok();
    }
    let before = server.view(&made, &made.host).await;
    server.kill().await;
    // As if it had been recorded under rules that played the first entry differently.
    let pool =
        SqlitePoolOptions::new().connect(&format!("sqlite://{}", server.database().display())).await.unwrap();
    sqlx::query("UPDATE games SET revision = 0").execute(&pool).await.unwrap();
    sqlx::query("UPDATE entries SET entry = REPLACE(entry, '\"hash\":\"', '\"hash\":\"0') WHERE number = 1")
        .execute(&pool)
        .await
        .unwrap();
    sqlx::query("UPDATE entries SET entry = SUBSTR(entry, 1, LENGTH(entry) - 3) || '\"}' WHERE number = 1")
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
    server.start().await;
    let after = server.view(&made, &made.host).await;
    assert_eq!(&after["table"], &before["table"]);
    assert_eq!(after["number"], before["number"]);
    for _ in 0..2 {
        let view = server.view(&made, &made.host).await;
        let choice = chance.pick(&single(&view)).cloned().unwrap();
        let acted = server.act(&made, &made.host, &view, &choice["action"]).await.ok();
        server.kill().await;
        server.start().await;
        assert_eq!(server.view(&made, &made.host).await["table"], acted["table"]);
    }
    // From before the change there is what was kept at changes of hands.
    let replayed = server.get(&format!("/api/games/{}/replay?at=0", made.id), "").await.ok();
    assert_eq!(replayed["number"], 0);
    assert_eq!(server.get("/api/games", "").await.ok()[0]["id"], json!(made.id));
}

/// A game of two people after some random decisions, and how the host sees it.
async fn played(server: &TestServer, seed: u64, decisions: usize) -> (Made, Json) {
    let made = server.game(&["human", "human"], Seed::from_number(seed), false).await;
    let mut chance = Stream::from_number(seed);
    for _ in 0..decisions {
        let view = server.view(&made, &made.host).await;
        let choice = chance.pick(choices(&view)).unwrap();
        server.act(&made, &made.host, &view, &choice["action"]).await.ok();
    }
    let view = server.view(&made, &made.host).await;
    (made, view)
}

/// Does something to the database of a server that has been killed.
async fn damage(server: &TestServer, statements: &[String]) {
    let pool =
        SqlitePoolOptions::new().connect(&format!("sqlite://{}", server.database().display())).await.unwrap();
    for statement in statements {
        sqlx::query(statement).execute(&pool).await.unwrap();
    }
    pool.close().await;
}

/// The lines of the log that tell of damage.
fn told_of_damage(view: &Json) -> Vec<&Json> {
    let log = view["log"].as_array().unwrap().iter();
    log.filter(|line| line["text"].as_str().unwrap().contains("record of this game")).collect()
}

/// Plays on, and sees that the game is still there after another crash.
async fn goes_on(server: &mut TestServer, made: &Made, lines: usize) {
    for _ in 0..4 {
        let view = server.view(made, &made.host).await;
        let acted = server.act(made, &made.host, &view, &choices(&view)[0]["action"]).await.ok();
        server.kill().await;
        server.start().await;
        let after = server.view(made, &made.host).await;
        assert_eq!((&after["table"], &after["number"]), (&acted["table"], &acted["number"]));
        assert_eq!(told_of_damage(&after).len(), lines, "it is told once, and for good");
    }
}

/// As older versions left it: entries after one that was never written.
#[tokio::test]
async fn a_journal_with_a_gap_is_read_as_far_as_it_is_sound() {
    let mut server = TestServer::open().await;
    let (made, before) = played(&server, 5, 30).await;
    let last = before["number"].as_u64().unwrap();
    server.kill().await;
    // Without a later snapshot there is nothing to be had beyond the gap.
    let gap = last - 4;
    damage(
        &server,
        &[format!("DELETE FROM entries WHERE number = {gap}"), "DELETE FROM snapshots".to_owned()],
    )
    .await;
    server.start().await;
    let replayed = server.get(&format!("/api/games/{}", made.id), &made.host).await.ok();
    assert_eq!(replayed["number"], gap - 1);
    let at = server.get(&format!("/api/games/{}/replay?at={}", made.id, gap - 1), &made.host).await.ok();
    assert_eq!(without_choices(&at), without_choices(&replayed));
    let told = told_of_damage(&replayed);
    assert_eq!((told.len(), &told[0]["entry"]), (1, &json!(gap - 1)));
    assert!(told[0]["text"].as_str().unwrap().contains("4 later entries"), "{told:?}");
    assert_eq!(told_of_damage(&server.view(&made, "").await).len(), 1, "everybody is told");
    assert_eq!(server.get("/api/games", "").await.ok()[0]["number"], gap - 1);
    assert_eq!(set_aside(&server).await, Vec::from_iter(gap + 1..=last), "nothing is erased");
    goes_on(&mut server, &made, 1).await;
    let again = server.view(&made, &made.host).await;
    server
        .ask_back(&made, &made.host, &again["number"], again["seat"].as_u64().unwrap() as u8, gap - 2)
        .await
        .ok();
}

/// What was shown to the players beyond the gap is not lost if a state beyond it was kept.
#[tokio::test]
async fn a_game_goes_on_behind_a_gap_from_a_snapshot_that_is_proved() {
    let mut server = TestServer::open().await;
    let (made, before) = played(&server, 5, 30).await;
    let last = before["number"].as_u64().unwrap();
    server.kill().await;
    damage(&server, &["DELETE FROM entries WHERE number = 3".to_owned()]).await;
    server.start().await;
    let after = server.get(&format!("/api/games/{}", made.id), &made.host).await.ok();
    assert_eq!((&after["number"], &after["table"]), (&before["number"], &before["table"]));
    assert_eq!(after["table"]["choices"], before["table"]["choices"]);
    let told = told_of_damage(&after);
    assert!(told.len() == 1 && told[0]["entry"].as_u64() > Some(3), "{told:?}");
    assert_eq!(set_aside(&server).await, Vec::from_iter((1..=last).filter(|number| *number != 3)));
    goes_on(&mut server, &made, 1).await;
}

#[tokio::test]
async fn an_entry_that_does_not_replay_or_cannot_be_read_ends_what_is_sound() {
    for spoiled in ["{\"seat\":1", "{\"seat\":1,\"act\":\"fly\",\"hash\":\"0123456789abcdef\"}"] {
        let mut server = TestServer::open().await;
        let (made, before) = played(&server, 6, 20).await;
        let last = before["number"].as_u64().unwrap();
        server.kill().await;
        let spoil = format!("UPDATE entries SET entry = '{spoiled}' WHERE number = {}", last - 2);
        damage(&server, &[spoil, "UPDATE snapshots SET state = '{'".to_owned()]).await;
        server.start().await;
        let after = server.get(&format!("/api/games/{}", made.id), &made.host).await.ok();
        assert_eq!(after["number"], last - 3);
        assert_eq!(told_of_damage(&after).len(), 1);
        assert_eq!(set_aside(&server).await, Vec::from_iter(last - 2..=last));
        goes_on(&mut server, &made, 1).await;
    }
}

/// The numbers of the entries that could not be used.
async fn set_aside(server: &TestServer) -> Vec<u64> {
    let file = format!("sqlite://{}", server.database().display());
    let pool = SqlitePoolOptions::new().connect(&file).await.unwrap();
    let numbers: Vec<i64> =
        sqlx::query_scalar("SELECT number FROM set_aside ORDER BY number").fetch_all(&pool).await.unwrap();
    pool.close().await;
    numbers.into_iter().map(|number| number as u64).collect()
}
