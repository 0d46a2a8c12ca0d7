//! Nobody sees what he may not.

use engine::{Chance, Raw, Seat, Seed, Stream, Viewer};
use serde_json::json;

use crate::server::{TestServer, choices, legal, mirror};

#[tokio::test]
async fn each_seat_sees_its_own_table_and_a_spectator_only_what_lies_open() {
    let server = TestServer::open().await;
    let seed = Seed::from_number(9);
    let made = server.game(&["human", "human", "human"], seed, false).await;
    let path = format!("/api/games/{}", made.id);
    let mut mirror = mirror(3, seed);
    let mut chance = Stream::from_number(1);
    for step in 0..60 {
        let mut viewers = vec![(String::new(), Viewer::Spectator)];
        viewers.extend((0..3).map(|seat| (made.links[seat].clone(), Viewer::Seat(Seat(seat as u8)))));
        for (token, viewer) in viewers {
            let view = server.view(&made, &token).await;
            assert_eq!(view["table"], json!(mirror.table(viewer)));
            let own: Vec<_> = match viewer {
                Viewer::Seat(seat) => mirror.choices(seat),
                Viewer::Spectator => Vec::new(),
            };
            assert_eq!(view["table"]["choices"], json!(own));
            assert_eq!(
                view["undo"],
                json!(matches!(viewer, Viewer::Seat(seat) if mirror.can_undo(seat).is_ok()))
            );
            assert_eq!(view["log"], json!(mirror.log(viewer, 0)));
            let at = step / 2;
            let replayed = server.get(&format!("{path}/replay?at={at}"), &token).await.ok();
            assert_eq!(replayed["table"], json!(mirror.table_at(at, viewer)));
        }
        let Some(seat) = mirror.to_act().iter().next() else { break };
        let action = chance.pick(&legal(&*mirror, seat)).unwrap().clone();
        let body = json!({ "number": mirror.entries(), "seat": seat, "action": action });
        server.post(&format!("{path}/actions"), &made.links[seat.index()], &body).await.ok();
        mirror.act(seat, &Raw::of(&action)).unwrap();
    }
    assert!(mirror.entries() > 10);
}

#[tokio::test]
async fn a_seat_is_not_lent_to_others() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(2), true).await;
    let other = server.game(&["human", "human"], Seed::from_number(2), true).await;
    let path = format!("/api/games/{}", made.id);
    let first = &made.links[0];
    server.get(&format!("{path}?seat=1"), first).await.is(403, "not-your-seat");
    server.get(&format!("{path}?seat=0"), "").await.is(403, "not-your-seat");
    server.get(&format!("{path}?seat=200"), &made.host).await.is(403, "not-your-seat");
    server.get(&format!("{path}/replay?at=0&seat=1"), first).await.is(403, "not-your-seat");
    server.get(&path, &other.host).await.is(403, "bad-token");
    server.get(&path, &"0".repeat(48)).await.is(403, "bad-token");
    server.get(&format!("{path}/events?token=forged"), "").await.is(403, "bad-token");
    server.get(&format!("{path}/journal"), &made.host).await.is(403, "not-over");
    let ask = json!({ "seat": 1, "target": { "kind": "button" } });
    server.post(&format!("{path}/explain"), first, &ask).await.is(403, "not-your-seat");
    server.post(&format!("{path}/explain"), &made.host, &ask).await.ok();
    // Nobody but its own link holds a seat that was taken.
    let host = server.view(&made, &made.host).await;
    assert_eq!((&host["you"], &host["seat"]), (&json!([1]), &json!(1)));
    server.get(&format!("{path}?seat=0"), &made.host).await.is(403, "not-your-seat");
    let own = server.view(&made, first).await;
    assert_eq!((&own["you"], &own["seat"]), (&json!([0]), &json!(0)));
    // A seat can be asked for by whoever holds it, and one that nobody has taken is the host's.
    let host = server.view(&other, &other.host).await;
    assert_eq!(host["you"], json!([0, 1]));
    for seat in [0, 1] {
        let path = format!("/api/games/{}?seat={seat}", other.id);
        assert_eq!(server.get(&path, &other.host).await.ok()["seat"], seat);
    }
    assert!(!choices(&host).is_empty());
}
