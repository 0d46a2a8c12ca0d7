//! Requests made up from the server's own description, valid and spoiled. Whatever comes, the server answers as it says
//! it does.
//!
//! A fixed number of them is sent among the tests; `cargo xtask fuzz` goes on for as long as it is told to. So it is with
//! [hostile] requests, which are meant to do harm and must all be refused.

mod hostile;
mod request;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use engine::{Chance, Raw, Refusal, Seat, Seed, Setup, Stream};
use reqwest::Method;
use serde_json::{Value as Json, json};

use crate::server::{Made, TestServer, choices};
use request::Request;

/// So many requests are sent if no time is given.
const REQUESTS: usize = 14_000;

/// What cannot be provoked from outside, or only by the rates, which are off here.
const BEYOND_REACH: [&str; 3] = ["429", "500", "503"];

/// What is answered only to who asks again after a long time, or very often.
const MUCH_LATER: [(&str, u16); 2] = [("create", 409), ("link", 422)];

/// Who sits at the tables that requests are about. The last is there to be deleted: nobody else ever comes to it.
const TABLES: [&[&str]; 4] =
    [&["human", "human"], &["human", "greedy"], &["random", "random"], &["human", "greedy"]];

/// A game that requests are about, and how it was last seen.
pub struct Known {
    made: Made,
    view: Json,
    /// What could be done at some time.
    actions: Vec<Json>,
}

impl Known {
    /// A new game at one of the tables.
    async fn make(server: &TestServer, table: usize, seed: u64) -> Known {
        let made = server.game(TABLES[table], Seed::from_number(seed), table != 0).await;
        let view = server.my_turn(&made, &made.host).await;
        Known::new(made, view)
    }

    fn new(made: Made, view: Json) -> Known {
        let mut known = Known { made, view: Json::Null, actions: Vec::new() };
        known.see(view);
        known
    }

    /// The game has gone on: the next requests are about how it stands now.
    fn see(&mut self, view: Json) {
        self.actions.extend(choices(&view).iter().take(1).map(|choice| choice["action"].clone()));
        self.view = view;
    }

    /// So that there is something to answer. It may be refused.
    async fn somebody_asks_to_go_back(&mut self, server: &TestServer) {
        let ask = json!({ "number": self.view["number"], "seat": 0, "to": 0 });
        let path = format!("/api/games/{}/undo/ask", self.made.id);
        let asked = server.post(&path, &self.made.links[0], &ask).await;
        if asked.status == 200 {
            let view = server.view(&self.made, &self.made.host).await;
            self.see(view);
        }
    }
}

/// Somebody acts and takes it back; says how that is answered.
async fn acts_and_takes_it_back(server: &TestServer) -> u16 {
    let made = server.game(&["human", "human"], Seed::from_number(7), false).await;
    let path = format!("/api/games/{}/undo", made.id);
    loop {
        let view = server.view(&made, &made.host).await;
        let acted = server.act(&made, &made.host, &view, &choices(&view)[0]["action"]).await.ok();
        if acted["undo"] == true {
            let undo = json!({ "number": acted["number"], "seat": acted["seat"] });
            return server.post(&path, &made.host, &undo).await.status;
        }
    }
}

/// Somebody is asked whether one may go back, and would rather not; says how that is answered.
async fn is_asked_and_answers(server: &TestServer) -> u16 {
    let made = server.game(&["human", "human"], Seed::from_number(9), false).await;
    let number = server.advance(&made, 2).await["number"].clone();
    server.ask_back(&made, &made.links[0], &number, 0, 0).await.ok();
    server.reply(&made, &made.links[1], &number, 1, false).await.status
}

/// How long to go on, if it is told.
fn time_given() -> Option<Duration> {
    let seconds = std::env::var("GROGNARD_FUZZ_SECONDS").ok()?;
    Some(Duration::from_secs(seconds.parse().expect("GROGNARD_FUZZ_SECONDS is a number of seconds")))
}

#[tokio::test]
async fn whatever_is_sent_is_answered_as_described() {
    let server = TestServer::open().await;
    let begun = Instant::now();
    let time = time_given();
    let seed = if time.is_some() { u64::from(std::process::id()) } else { 1805 };
    let mut chance = Stream::from_number(seed);
    let mut games = Vec::new();
    for number in 0..TABLES.len() {
        games.push(Known::make(&server, number, number as u64).await);
    }
    let operations: Vec<_> = server.description().operations().collect();
    let mut seen: BTreeMap<(&str, u16), usize> = BTreeMap::new();
    // Chance seldom acts so well that it can be taken back, or answers just what it was asked.
    *seen.entry(("undo", acts_and_takes_it_back(&server).await)).or_default() += 1;
    *seen.entry(("answer", is_asked_and_answers(&server).await)).or_default() += 1;
    let mut sent = 0;
    // Whoever has just acted mostly takes it back at once: later he seldom can.
    let undo = *operations.iter().find(|operation| operation.path.ends_with("/undo")).unwrap();
    let mut next = (undo, 0, 0);
    while time.map_or(sent < REQUESTS, |time| begun.elapsed() < time) {
        let mut operation = *chance.pick(&operations).unwrap();
        // More can go wrong where more is sent.
        for _ in 0..2 {
            // A game that is given up is of little use.
            let end = operation.path.ends_with("/resign") && chance.below(4) > 0;
            if operation.said.get("requestBody").is_none() || end {
                operation = *chance.pick(&operations).unwrap();
            }
        }
        if sent % 16 == 0 {
            games[0].somebody_asks_to_go_back(&server).await;
        }
        let last = games.len() - 1;
        let mut known = if operation.method == "delete" { last } else { [0, 0, 1, 1, 2][chance.index(5)] };
        if let (then, game, 1..) = next {
            (operation, known) = (then, game);
            next.2 -= 1;
        }
        let request = Request::new(server.description(), operation, &games[known], &mut chance);
        sent += 1;
        let Some((status, body)) = request.send(&server).await else { continue };
        if request.is_of(&operation) {
            *seen.entry((operation.said["operationId"].as_str().unwrap(), status)).or_default() += 1;
        }
        if status == 200 && operation.path.ends_with("/links") {
            // The new link may be the only one.
            let seat = body["seat"].as_u64().unwrap() as usize;
            games[known].made.links[seat] = body["token"].as_str().unwrap().to_owned();
        }
        if status == 200 && body["table"].get("choices").is_some() && body["id"] == games[known].view["id"] {
            games[known].see(body);
        } else if status == 200 && body.get("done").is_some() {
            // Whoever is answered in few bytes looks for himself.
            let view = server.view(&games[known].made, &games[known].made.host).await;
            games[known].see(view);
        }
        if status == 200 && operation.path.ends_with("/actions") && known < last && chance.below(8) > 0 {
            next = (undo, known, 4);
        }
        // Whoever has given up tries it again.
        if status == 200 && operation.path.ends_with("/resign") && known < last {
            next = (operation, known, 4);
        }
        let deleted = status == 200 && request.deletes();
        for (at, game) in games.iter_mut().enumerate() {
            // For a while there are requests about games that are over.
            let over = at < 2 && sent % 16 == 0 && game.view.get("outcome").is_some();
            if deleted && at == known || over {
                *game = Known::make(&server, at, sent as u64).await;
            }
        }
    }
    server.get("/api/games", "").await.ok();
    assert_eq!(server.send(Method::GET, "/healthz", "", None).await.unwrap().status(), 200);

    let described = operations.iter().flat_map(|operation| {
        let name = operation.said["operationId"].as_str().unwrap();
        let answers = operation.said["responses"].as_object().unwrap().keys();
        answers
            .filter(|status| !BEYOND_REACH.contains(&status.as_str()))
            .map(move |status| (name, status.parse().unwrap()))
            .filter(|answer| !MUCH_LATER.contains(answer))
    });
    let never: BTreeSet<(&str, u16)> = described.filter(|answer| !seen.contains_key(answer)).collect();
    println!("{sent} requests in {:.1} s, seed {seed}", begun.elapsed().as_secs_f32());
    for ((name, status), count) in &seen {
        println!("{name:>10} {status} {count:>8}");
    }
    assert!(never.is_empty(), "described, but never answered: {never:?}");
}

#[test]
fn what_fits_the_description_of_an_action_is_read_as_one() {
    let json = server::openapi();
    let schemas = &json["components"]["schemas"];
    let known = |_: &str, _: &mut Stream| None;
    for game in registry::games() {
        let info = game.info();
        let mut own = schemas.as_object().unwrap().iter().filter(|(_, schema)| schema["x-game"] == info.id);
        let name = own.find(|(name, _)| name.ends_with("Action")).unwrap().0;
        let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        let seats = info.scenarios[0].seats.min;
        let mut session = game.start(Setup::new(info.scenarios[0].id, seats, Seed::from_number(1))).unwrap();
        let mut chance = Stream::from_number(1815);
        let mut refused = BTreeMap::new();
        for _ in 0..3000 {
            let action = values::Maker { schemas, known: &known, chance: &mut chance }.value(&schema);
            match session.act(Seat(0), &Raw::of(&action)) {
                // A set can be written in any order, but is listed in one.
                Err(Refusal::BadAction(why)) if !why.contains("exactly") => {
                    panic!("{}: {why}: {action}", info.id)
                }
                done => *refused.entry(done.is_err()).or_insert(0) += 1,
            }
        }
        assert!(refused[&true] > 1000, "{refused:?}");
    }
}
