//! The end of a game before its time.

use engine::Seed;
use reqwest::{Method, Response};
use serde_json::json;
use sqlx::{Connection, Row, SqliteConnection};
use std::time::Duration;

use crate::house::{ADMIN, House, choices};

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
    let house = House::open().await;
    let made = house.game(&["human", "greedy"], Seed::from_number(1), false).await;
    let kept = house.game(&["human", "human"], Seed::from_number(1), false).await;
    let path = format!("/api/games/{}", made.id);
    let view = house.my_turn(&made, &made.host).await;
    house.act(&made, &made.host, &view, &choices(&view)[0]["action"]).await.ok();
    let orders = json!({ "seat": 0, "auto": true, "orders": {} });
    house.put(&format!("{path}/orders"), &made.host, &orders).await.ok();
    let mut watching = house.send(Method::GET, &format!("{path}/events"), "", None).await.unwrap();

    for stranger in ["", "forged", kept.host.as_str(), made.links[0].as_str()] {
        house.delete(&made, stranger).await.is(403, "not-host");
    }
    let nowhere = house.send(Method::DELETE, "/api/games/abcdefghij", &made.host, None).await.unwrap();
    assert_eq!(nowhere.status(), 404);
    assert_eq!(house.delete(&made, &made.host).await.ok(), json!({ "id": made.id }));

    let last = rest(&mut watching).await;
    assert!(last.ends_with("event: deleted\ndata: {}\n\n"), "{last}");
    house.get(&path, &made.host).await.is(404, "no-such-game");
    house.delete(&made, &made.host).await.is(404, "no-such-game");
    house.act(&made, &made.host, &view, &choices(&view)[0]["action"]).await.is(404, "no-such-game");
    let lobby = house.get("/api/games", "").await.ok();
    assert_eq!((lobby.as_array().unwrap().len(), &lobby[0]["id"]), (1, &json!(kept.id)));
    house.view(&kept, &kept.host).await;

    let mut disk =
        SqliteConnection::connect(&format!("sqlite://{}", house.database().display())).await.unwrap();
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
    let mut house = House::open().await;
    let made = house.game(&["human", "human"], Seed::from_number(2), false).await;
    house.view(&made, &made.host).await;
    let friend = &made.links[1];
    house.view(&made, friend).await;
    house.delete(&made, &made.host).await.is(403, "others-play");
    house.delete(&made, friend).await.is(403, "not-host");
    // That somebody came is remembered.
    house.stop().await;
    house.start().await;
    house.delete(&made, &made.host).await.is(403, "others-play");
    // The operator may.
    house.delete(&made, ADMIN).await.ok();
    house.get(&format!("/api/games/{}", made.id), friend).await.is(404, "no-such-game");
}

#[tokio::test]
async fn what_is_over_can_be_deleted_and_so_can_a_game_of_bots() {
    let house = House::open().await;
    let made = house.game(&["human", "greedy"], Seed::from_number(3), true).await;
    loop {
        let view = house.my_turn(&made, &made.links[0]).await;
        let Some(choice) = choices(&view).first() else { break };
        house.act(&made, &made.links[0], &view, &choice["action"]).await.ok();
    }
    house.delete(&made, &made.host).await.ok();
    let thinking = house.game(&["search:5s", "search:5s"], Seed::from_number(3), true).await;
    house.delete(&thinking, &thinking.host).await.ok();
    assert_eq!(house.get("/api/games", "").await.ok(), json!([]));
}
