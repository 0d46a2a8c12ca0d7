//! The end of a game before its time.

use engine::Seed;
use reqwest::{Method, Response};
use serde_json::json;
use sqlx::{Connection, Row, SqliteConnection};
use std::time::Duration;

use crate::server::{ADMIN, TestServer, choices};

/// All that a stream still says.
async fn rest(stream: &mut Response) -> String {
    let mut text = String::new();
    while let Some(chunk) =
        tokio::time::timeout(Duration::from_secs(10), stream.chunk()).await.unwrap().unwrap()
    {
        text += std::str::from_utf8(&chunk).unwrap();
    }
    text
}

#[tokio::test]
async fn a_host_deletes_his_game_and_nothing_is_left_of_it() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "greedy"], Seed::from_number(1), false).await;
    let kept = server.game(&["human", "human"], Seed::from_number(1), false).await;
    let path = format!("/api/games/{}", made.id);
    let view = server.my_turn(&made, &made.host).await;
    server.act(&made, &made.host, &view, &choices(&view)[0]["action"]).await.ok();
    let orders = json!({ "seat": 0, "auto": true, "orders": {} });
    server.put(&format!("{path}/orders"), &made.host, &orders).await.ok();
    let mut watching = server.send(Method::GET, &format!("{path}/events"), "", None).await.unwrap();

    for stranger in ["", "forged", kept.host.as_str(), made.links[0].as_str()] {
        server.delete(&made, stranger).await.is(403, "not-host");
    }
    let nowhere = server.send(Method::DELETE, "/api/games/abcdefghij", &made.host, None).await.unwrap();
    assert_eq!(nowhere.status(), 404);
    assert_eq!(server.delete(&made, &made.host).await.ok(), json!({ "id": made.id }));

    let last = rest(&mut watching).await;
    assert!(last.ends_with("event: deleted\ndata: {}\n\n"), "{last}");
    server.get(&path, &made.host).await.is(404, "no-such-game");
    server.delete(&made, &made.host).await.is(404, "no-such-game");
    server.act(&made, &made.host, &view, &choices(&view)[0]["action"]).await.is(404, "no-such-game");
    let lobby = server.get("/api/games", "").await.ok();
    assert_eq!((lobby.as_array().unwrap().len(), &lobby[0]["id"]), (1, &json!(kept.id)));
    server.view(&kept, &kept.host).await;

    let mut disk =
        SqliteConnection::connect(&format!("sqlite://{}", server.database().display())).await.unwrap();
    let tables = "SELECT m.name AS name, c.name AS place FROM sqlite_master m, pragma_table_info(m.name) c \
                  WHERE m.type = 'table' AND c.name IN ('game', 'game_id', 'id')";
    let mut looked = 0;
    for row in sqlx::query(tables).fetch_all(&mut disk).await.unwrap() {
        let (table, column): (String, String) = (row.get("name"), row.get("place"));
        let left = format!("SELECT COUNT(*) FROM {table} WHERE {column} = $1");
        let left: i64 = sqlx::query_scalar(&left).bind(&made.id).fetch_one(&mut disk).await.unwrap();
        assert_eq!(left, 0, "{table}.{column}");
        looked += 1;
    }
    assert!(looked >= 7);
}

#[tokio::test]
async fn nobody_loses_a_game_that_he_plays() {
    let mut server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(2), false).await;
    server.view(&made, &made.host).await;
    let friend = &made.links[1];
    server.view(&made, friend).await;
    server.delete(&made, &made.host).await.is(403, "others-play");
    server.delete(&made, friend).await.is(403, "not-host");
    // That somebody came is remembered.
    server.stop().await;
    server.start().await;
    server.delete(&made, &made.host).await.is(403, "others-play");
    // The operator may.
    server.delete(&made, ADMIN).await.ok();
    server.get(&format!("/api/games/{}", made.id), friend).await.is(404, "no-such-game");
}

#[tokio::test]
async fn what_is_over_can_be_deleted_and_so_can_a_game_of_bots() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "greedy"], Seed::from_number(3), true).await;
    loop {
        let view = server.my_turn(&made, &made.links[0]).await;
        let Some(choice) = choices(&view).first() else { break };
        server.act(&made, &made.links[0], &view, &choice["action"]).await.ok();
    }
    server.delete(&made, &made.host).await.ok();
    let thinking = server.game(&["search:5s", "search:5s"], Seed::from_number(3), true).await;
    server.delete(&thinking, &thinking.host).await.ok();
    assert_eq!(server.get("/api/games", "").await.ok(), json!([]));
}
