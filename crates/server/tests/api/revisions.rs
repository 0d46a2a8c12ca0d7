//! Running games go on under newer rules: databases recorded by earlier versions are played on.

use std::path::{Path, PathBuf};

use engine::{Chance, Stream};
use serde_json::{Value as Json, json};
use sqlx::{Connection, SqliteConnection};

use crate::server::{Made, TestServer, choices};

/// Every database that an earlier version has recorded, with the list of its games.
fn recorded() -> Vec<(PathBuf, Vec<Json>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/databases");
    let mut folders: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let read = |folder: PathBuf| {
        let list = std::fs::read_to_string(folder.join("games.json")).unwrap();
        (folder.join("games.db"), serde_json::from_str(&list).unwrap())
    };
    folders.into_iter().map(read).collect()
}

fn made(game: &Json) -> Made {
    let text = |key: &str| game[key].as_str().unwrap().to_owned();
    Made { id: text("id"), host: text("token"), links: Vec::new() }
}

/// Lines of the log that stand at or before an entry.
fn lines_up_to(view: &Json, entry: u64) -> usize {
    view["log"].as_array().unwrap().iter().filter(|line| line["entry"].as_u64().unwrap() <= entry).count()
}

async fn play(server: &TestServer, made: &Made, chance: &mut Stream, count: usize) -> Json {
    for _ in 0..count {
        let view = server.view(made, &made.host).await;
        let Some(choice) = chance.pick(choices(&view)) else { break };
        server.act(made, &made.host, &view, &choice["action"]).await.ok();
    }
    server.view(made, &made.host).await
}

async fn alter(server: &TestServer, statements: &[&str]) {
    let mut file =
        SqliteConnection::connect(&format!("sqlite://{}", server.database().display())).await.unwrap();
    for statement in statements {
        sqlx::query(statement).execute(&mut file).await.unwrap();
    }
    file.close().await.unwrap();
}

#[tokio::test]
async fn games_recorded_by_earlier_versions_go_on() {
    let recorded = recorded();
    assert!(recorded.iter().any(|(_, games)| games.len() >= registry::infos().len()));
    for (database, games) in recorded {
        let mut server = TestServer::on_copy_of(&database).await;
        let mut chance = Stream::from_number(1815);
        for game in games {
            let (made, before) = (made(&game), game["number"].as_u64().unwrap());
            let view = server.view(&made, &made.host).await;
            let number = view["number"].as_u64().unwrap();
            // Under newer rules the last actions may have to be decided again, back to the last change of hands.
            assert!(number <= before && before - number < 40, "{game}: {number} of {before} entries stand");
            assert_eq!(view.get("outcome").is_some(), game["over"] == json!(true), "{game}");
            let played = play(&server, &made, &mut chance, 12).await;
            assert!(played["number"].as_u64() > Some(number) || played.get("outcome").is_some());
            let lines = lines_up_to(&played, number);
            assert!(lines > 0, "{game}: nothing can be read");
        }
        // All of it is there the next time.
        let list = server.get("/api/games", "").await.ok();
        server.kill().await;
        server.start().await;
        for game in list.as_array().unwrap() {
            let path = format!("/api/games/{}", game["id"].as_str().unwrap());
            assert_eq!(server.get(&path, "").await.ok()["number"], game["number"]);
        }
    }
}

/// As if the rules that played the first entries had been changed, with or without another revision; or as if the state had
/// another shape since, and so another hash everywhere.
#[tokio::test]
async fn log_and_positions_from_before_a_change_of_the_rules_can_be_read() {
    let (first, all) = ("WHERE number = 1", "WHERE number > 0");
    for (revised, drifting) in [("0", first), ("revision", first), ("0", all), ("revision", all)] {
        let mut server = TestServer::open().await;
        let made = server.game(&["human", "human"], engine::Seed::from_number(5), true).await;
        let mut chance = Stream::from_number(5);
        let before = play(&server, &made, &mut chance, 40).await;
        server.kill().await;
        let revision = format!("UPDATE games SET revision = {revised}");
        let drift =
            format!("UPDATE entries SET entry = REPLACE(entry, '\"hash\":\"', '\"hash\":\"f') {drifting}");
        let cut =
            format!("UPDATE entries SET entry = SUBSTR(entry, 1, LENGTH(entry) - 3) || '\"}}' {drifting}");
        alter(&server, &[&revision, &drift, &cut]).await;
        server.start().await;
        let after = server.view(&made, &made.host).await;
        assert_eq!(&after["table"], &before["table"]);
        let entries = before["log"].as_array().unwrap();
        let old = |line: &&Json| line["text"].as_str().is_some_and(|text| !text.contains("revise"));
        let read: Vec<_> = after["log"].as_array().unwrap().iter().filter(old).collect();
        for line in entries {
            assert!(read.iter().any(|kept| kept["text"] == line["text"]), "{revised}: {line} is lost");
        }
        let first = after["origin"].as_u64().unwrap();
        assert_eq!(first, 0, "{revised}");
        let at = |number: u64| format!("/api/games/{}/replay?at={number}", made.id);
        let shown = server.get(&at(6), &made.host).await.ok();
        assert!(shown["number"].as_u64() <= Some(6) && shown["table"]["pieces"].is_array());
    }
}

/// A game that nothing can be made of says what is wrong, and whoever holds a seat can take it home.
#[tokio::test]
async fn what_cannot_be_opened_says_why_and_can_be_exported() {
    let mut server = TestServer::open().await;
    let made = server.game(&["human", "human"], engine::Seed::from_number(5), true).await;
    let before = play(&server, &made, &mut Stream::from_number(5), 10).await;
    server.kill().await;
    alter(&server, &["UPDATE games SET revision = 99"]).await;
    server.start().await;
    let refused = server.get(&format!("/api/games/{}", made.id), &made.host).await;
    refused.is(500, "cannot-be-opened");
    let why = refused.body["error"].as_str().unwrap();
    assert!(why.contains("newer version") && why.contains("export"), "{why}");
    let path = format!("/api/games/{}/journal", made.id);
    assert_eq!(server.get(&path, "").await.status, 500);
    let journal = server.get(&path, &made.host).await.ok();
    assert_eq!(journal["entries"].as_array().map(Vec::len), before["number"].as_u64().map(|it| it as usize));
    let lobby = server.get("/api/games", "").await.ok();
    assert_eq!(lobby[0]["id"], json!(made.id), "it is still listed");
}
