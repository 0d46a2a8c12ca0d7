//! Maps: what they are, and their pictures in tiles.

use reqwest::Method;
use serde_json::Value as Json;

use crate::server::TestServer;

/// The addresses of the tiles of a map, without level and place.
fn tiles(map: &Json) -> String {
    let text = |json: &Json| json.as_str().unwrap().to_owned();
    format!("/api/catalog/{}/boards/0/tiles/{}", text(&map["id"]), text(&map["picture"]["version"]))
}

async fn maps(server: &TestServer) -> Vec<Json> {
    let catalog = server.get("/api/catalog", "").await.ok();
    catalog["maps"].as_array().unwrap().clone()
}

/// A tile's bytes, how it may be kept, and its width and height.
async fn tile(server: &TestServer, address: &str) -> (Vec<u8>, String, (u16, u16)) {
    let response = server.send(Method::GET, address, "", None).await.unwrap();
    assert_eq!(response.status(), 200, "{address}");
    let kind = response.headers()["content-type"].to_str().unwrap().to_owned();
    server.description().check(&Method::GET, address, 200, &kind, None).unwrap();
    let kept = response.headers()["cache-control"].to_str().unwrap().to_owned();
    let bytes = response.bytes().await.unwrap().to_vec();
    // The frame header of a JPEG: height and width follow its mark, length and precision.
    let frame = bytes.windows(2).position(|two| matches!(two, [0xff, 0xc0..=0xc2])).unwrap();
    let number = |at: usize| u16::from_be_bytes([bytes[frame + at], bytes[frame + at + 1]]);
    let size = (number(7), number(5));
    (bytes, kept, size)
}

#[tokio::test]
async fn every_map_has_a_board_and_a_picture() {
    let server = TestServer::open().await;
    let maps = maps(&server).await;
    assert_eq!(maps.len(), registry::CHARTS.len());
    for map in maps {
        let id = map["id"].as_str().unwrap();
        let boards = server.get(&format!("/api/catalog/{id}/boards"), "").await.ok();
        assert_eq!(boards[0]["picture"], map["picture"], "{id}");
        assert_eq!(boards[0]["spaces"].as_array().map(Vec::len), map["spaces"].as_u64().map(|n| n as usize));
        assert_eq!(map["playable"], registry::is_playable(id));
    }
}

#[tokio::test]
async fn a_map_is_printed_in_tiles_that_never_change() {
    let server = TestServer::open().await;
    let map = &maps(&server).await[0];
    let side = map["picture"]["tile"].as_u64().unwrap() as u16;
    let level = &map["picture"]["levels"][1];
    let number = |key: &str| level[key].as_u64().unwrap() as u16;
    let (width, height) = (number("width"), number("height"));
    let address = |x: u16, y: u16| format!("{}/1/{x}/{y}", tiles(map));
    let (first, kept, size) = tile(&server, &address(0, 0)).await;
    assert_eq!((kept.as_str(), size), ("public, max-age=31536000, immutable", (side, side)));
    // The last ones are as large as what is left.
    let (columns, rows) = (width.div_ceil(side), height.div_ceil(side));
    let (_, _, last) = tile(&server, &address(columns - 1, rows - 1)).await;
    assert_eq!(last, (width - (columns - 1) * side, height - (rows - 1) * side));
    let (again, ..) = tile(&server, &address(0, 0)).await;
    assert_eq!(again, first);
    for (x, y) in [(columns, 0), (0, rows)] {
        server.get(&address(x, y), "").await.is(404, "no-such-tile");
    }
}

#[tokio::test]
async fn by_night_the_same_tile_is_another_picture() {
    let server = TestServer::open().await;
    let map = &maps(&server).await[0];
    let (day, _, size) = tile(&server, &format!("{}/0/0/0", tiles(map))).await;
    let (night, kept, same) = tile(&server, &format!("{}-night/0/0/0", tiles(map))).await;
    assert!(day != night && size == same && kept.ends_with("immutable"));
    server.get(&format!("{}-dusk/0/0/0", tiles(map)), "").await.is(404, "no-such-version");
}

#[tokio::test]
async fn many_who_ask_for_a_tile_get_the_same() {
    let server = TestServer::open().await;
    let map = &maps(&server).await[0];
    let address = format!("{}/0/0/0", tiles(map));
    let all = futures_util::future::join_all((0..20).map(|_| tile(&server, &address))).await;
    assert!(all.iter().all(|(bytes, ..)| *bytes == all[0].0));
}

#[tokio::test]
async fn what_is_not_there_is_said_to_be_missing() {
    let server = TestServer::open().await;
    let map = &maps(&server).await[0];
    let tiles = tiles(map);
    for wrong in ["99/0/0", "-1/0/0", "one/0/0", "0/x/0", "0/0/4294967295", "0/0/99999999999", "0/0/-1"] {
        server.get(&format!("{tiles}/{wrong}"), "").await.is(404, "no-such-tile");
    }
    let id = map["id"].as_str().unwrap();
    let at = |board: &str, version: &str| format!("/api/catalog/{id}/boards/{board}/tiles/{version}/0/0/0");
    let version = map["picture"]["version"].as_str().unwrap();
    server.get(&at("0", "0000000000000000"), "").await.is(404, "no-such-version");
    server.get(&at("1", version), "").await.is(404, "no-picture");
    server.get(&at("first", version), "").await.is(404, "no-picture");
    server.get(&format!("/api/catalog/go/boards/0/tiles/{version}/0/0/0"), "").await.is(404, "unknown-game");
    server.get("/api/catalog/go/boards", "").await.is(404, "unknown-game");
}
