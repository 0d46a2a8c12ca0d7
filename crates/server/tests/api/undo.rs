//! Whole decisions and the way back from them: what is offered is accepted, and what is refused changes nothing, neither in
//! memory nor on disk.
//!
//! A few random games are played among the tests; `cargo xtask undo` plays as many as it is told to.

mod disk;
mod wild;

use engine::{AnySession, Chance, Raw, Seat, Seed, Stream};
use serde_json::{Value as Json, json};

use crate::server::{Made, TestServer, choices, legal, mirror};
use disk::Disk;

/// An action of `seat` that closes the way back behind it, and one that can follow and be taken back.
pub fn sealed_then_free(session: &dyn AnySession, seat: Seat) -> Option<(Json, Json)> {
    legal(session, seat).into_iter().find_map(|first| {
        let mut sealed = session.boxed_clone();
        sealed.act(seat, &Raw::of(&first)).ok()?;
        if sealed.can_undo(seat).is_ok() {
            return None;
        }
        let second = legal(&*sealed, seat).into_iter().find(|second| {
            let mut free = sealed.boxed_clone();
            free.act(seat, &Raw::of(second)).is_ok() && free.can_undo(seat).is_ok()
        });
        Some((first, second?))
    })
}

/// Plays a game of two at random, here and there, until somebody can seal the way back and go on freely.
async fn at_a_seal(server: &TestServer, seed: u64) -> (Made, Box<dyn AnySession>, Seat, (Json, Json)) {
    let mut chance = Stream::from_number(seed);
    let made = server.game(&["human", "human"], Seed::from_number(seed), false).await;
    let mut mirror = mirror(2, Seed::from_number(seed));
    loop {
        let seat = mirror.to_act().iter().next().expect("nobody could seal anything");
        if let Some(found) = sealed_then_free(&*mirror, seat) {
            return (made, mirror, seat, found);
        }
        let action = chance.pick(&legal(&*mirror, seat)).unwrap().clone();
        let view = json!({ "number": mirror.entries(), "seat": seat });
        server.act(&made, &made.host, &view, &action).await.ok();
        mirror.act(seat, &Raw::of(&action)).unwrap();
    }
}

#[tokio::test]
async fn what_follows_an_action_must_be_offered_with_it() {
    let server = TestServer::open().await;
    let (made, mirror, seat, (first, second)) = at_a_seal(&server, 3).await;
    let path = format!("/api/games/{}/actions", made.id);
    let mut disk = Disk::open(&server, &made.id).await;
    let before = server.view(&made, &made.host).await;
    for then in [json!([second]), json!([first]), json!([second, second])] {
        let act = json!({ "number": mirror.entries(), "seat": seat, "action": first, "then": then });
        server.post(&path, &made.host, &act).await.is(422, "not-offered");
        let stray = json!({ "number": mirror.entries(), "seat": seat, "action": first, "then": ["fly"] });
        server.post(&path, &made.host, &stray).await.is(400, "not-an-action");
    }
    assert_eq!(server.view(&made, &made.host).await, before);
    disk.holds(&before).await;
}

/// Before undos were decided over their whole way, this left the game unreadable.
#[tokio::test]
async fn no_undo_goes_half_way() {
    let mut server = TestServer::open().await;
    let (made, mirror, seat, (first, second)) = at_a_seal(&server, 3).await;
    let path = format!("/api/games/{}", made.id);
    let act = json!({ "number": mirror.entries(), "seat": seat, "action": first, "then": [second] });
    server.post(&format!("{path}/actions"), &made.host, &act).await;
    // One by one, if not together.
    let mut view = server.view(&made, &made.host).await;
    for action in
        [&first, &second].into_iter().skip(view["number"].as_u64().unwrap() as usize - mirror.entries())
    {
        view = server.act(&made, &made.host, &view, action).await.ok();
    }
    assert_eq!(view["undo"], true);
    let undo = json!({ "number": view["number"], "seat": seat });
    let back = server.post(&format!("{path}/undo"), &made.host, &undo).await.ok();
    let undo = json!({ "number": back["number"], "seat": seat });
    assert_eq!(back["undo"], false);
    server.post(&format!("{path}/undo"), &made.host, &undo).await.is(422, "too-late-to-undo");
    let went_on = server.act(&made, &made.host, &back, &choices(&back)[0]["action"]).await.ok();
    server.kill().await;
    server.start().await;
    let after = server.view(&made, &made.host).await;
    assert_eq!((&after["number"], &after["table"]), (&went_on["number"], &went_on["table"]));
    Disk::open(&server, &made.id).await.holds(&after).await;
}

#[tokio::test]
async fn in_random_games_every_undo_on_offer_is_taken_and_nothing_refused_leaves_a_trace() {
    let tally = wild::games().await;
    println!("{tally}");
    tally.is_broad();
}
