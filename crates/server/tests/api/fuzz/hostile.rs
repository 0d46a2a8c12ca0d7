//! Hostile requests of every kind we know, in every game there is: all are refused, and nothing changes.
//!
//! The games are played on meanwhile, here and on the server. After each request the journal is as long as before, after
//! each position the table is the same to the letter, and when the server has been killed it goes on with the same games.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::AddAssign;
use std::time::Instant;

use engine::{AnySession, Chance, Info, Raw, Seat, Seed, Setup, Stream, Viewer};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::adversary::mutated;
use crate::server::{Made, TestServer};

/// So many are sent if no number is given.
const REQUESTS: usize = 3_000;

/// So many are sent at the same time, each about another game.
const AT_ONCE: usize = 6;

/// So many are sent in one position of a game.
const PER_POSITION: usize = 24;

/// So many positions of a game are looked at.
const POSITIONS: usize = 40;

/// After so many actions at most: what can be done later in a game is tried as well.
const QUIET: usize = 80;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    ForgedToken,
    ForeignToken,
    NoToken,
    SeatNotHeld,
    NoSuchSeat,
    NotToMove,
    NotNow,
    Mutated,
    OfAnotherGame,
    UnlistedThen,
    WrongNumber,
    Replayed,
    TooLarge,
    Malformed,
    BadConsent,
    UndoOfOthers,
    BadLetter,
    BadOrders,
    BadSetup,
    BadQuery,
    UnknownGame,
    PathTrick,
    WrongMethod,
}

impl Kind {
    const ALL: [Kind; 23] = [
        Kind::ForgedToken,
        Kind::ForeignToken,
        Kind::NoToken,
        Kind::SeatNotHeld,
        Kind::NoSuchSeat,
        Kind::NotToMove,
        Kind::NotNow,
        Kind::Mutated,
        Kind::OfAnotherGame,
        Kind::UnlistedThen,
        Kind::WrongNumber,
        Kind::Replayed,
        Kind::TooLarge,
        Kind::Malformed,
        Kind::BadConsent,
        Kind::UndoOfOthers,
        Kind::BadLetter,
        Kind::BadOrders,
        Kind::BadSetup,
        Kind::BadQuery,
        Kind::UnknownGame,
        Kind::PathTrick,
        Kind::WrongMethod,
    ];

    fn name(self) -> &'static str {
        match self {
            Kind::ForgedToken => "forged token",
            Kind::ForeignToken => "token of another game",
            Kind::NoToken => "no token",
            Kind::SeatNotHeld => "seat not held",
            Kind::NoSuchSeat => "no such seat",
            Kind::NotToMove => "seat not to move",
            Kind::NotNow => "action of another position",
            Kind::Mutated => "mutated action",
            Kind::OfAnotherGame => "action of another game",
            Kind::UnlistedThen => "unlisted `then`",
            Kind::WrongNumber => "stale or future number",
            Kind::Replayed => "sent a second time",
            Kind::TooLarge => "body too large",
            Kind::Malformed => "malformed body",
            Kind::BadConsent => "consent to nothing",
            Kind::UndoOfOthers => "undo not allowed",
            Kind::BadLetter => "bad letter",
            Kind::BadOrders => "bad orders",
            Kind::BadSetup => "bad set-up",
            Kind::BadQuery => "bad query",
            Kind::UnknownGame => "unknown game",
            Kind::PathTrick => "path trick",
            Kind::WrongMethod => "wrong method",
        }
    }

    /// What it may be refused with.
    fn refusals(self) -> &'static [u16] {
        match self {
            Kind::ForgedToken | Kind::ForeignToken | Kind::NoToken | Kind::SeatNotHeld => &[403],
            Kind::NoSuchSeat => &[400, 403],
            Kind::NotToMove => &[403],
            Kind::NotNow | Kind::Mutated | Kind::OfAnotherGame | Kind::UnlistedThen => &[400, 403, 422],
            Kind::WrongNumber => &[400, 409],
            Kind::Replayed => &[403, 409, 422],
            Kind::TooLarge => &[413],
            Kind::Malformed => &[400, 415],
            Kind::BadConsent => &[400, 403, 409, 422],
            Kind::UndoOfOthers => &[403, 422],
            Kind::BadLetter | Kind::BadSetup => &[400, 422],
            Kind::BadOrders => &[400, 403, 422],
            Kind::BadQuery => &[400, 403, 404],
            Kind::UnknownGame => &[404],
            Kind::PathTrick => &[400, 404],
            Kind::WrongMethod => &[405],
        }
    }
}

/// What became of the requests of a kind.
#[derive(Clone, Copy, Default)]
struct Fate {
    sent: usize,
    refused: usize,
    /// Of those refused, how many by hanging up on a body that is too large.
    cut_off: usize,
    accepted: usize,
    failed: usize,
    unanswered: usize,
}

type Tally = BTreeMap<Kind, Fate>;

impl AddAssign for Fate {
    fn add_assign(&mut self, other: Fate) {
        self.sent += other.sent;
        self.refused += other.refused;
        self.cut_off += other.cut_off;
        self.accepted += other.accepted;
        self.failed += other.failed;
        self.unanswered += other.unanswered;
    }
}

/// One hostile request.
struct Attack {
    method: Method,
    path: String,
    authorization: Option<String>,
    content: &'static str,
    body: Option<Vec<u8>>,
    /// Sent as it is: a client would tidy it up.
    raw: bool,
}

impl Attack {
    fn get(path: impl Into<String>, token: &str) -> Attack {
        Attack {
            method: Method::GET,
            path: path.into(),
            authorization: (!token.is_empty()).then(|| format!("Bearer {token}")),
            content: "application/json",
            body: None,
            raw: false,
        }
    }

    fn post(path: impl Into<String>, token: &str, body: &Json) -> Attack {
        Attack { method: Method::POST, body: Some(body.to_string().into()), ..Attack::get(path, token) }
    }

    /// The status of the answer and its text, if there is one.
    async fn send(&self, server: &TestServer) -> Option<(u16, String)> {
        if self.raw {
            return self.send_raw(server).await;
        }
        let mut request = server.request(self.method.clone(), &self.path);
        if let Some(authorization) = &self.authorization {
            request = request.header("authorization", authorization);
        }
        if let Some(body) = &self.body {
            request = request.header("content-type", self.content).body(body.clone());
            if body.len() > 1000 {
                // The server may hang up before it has heard everything.
                request = request.header("connection", "close");
            }
        }
        let response = request.send().await.ok()?;
        let status = response.status().as_u16();
        Some((status, response.text().await.ok()?))
    }

    async fn send_raw(&self, server: &TestServer) -> Option<(u16, String)> {
        let mut stream = TcpStream::connect(server.address()).await.ok()?;
        let request = format!("GET {} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n", self.path);
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.ok()?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1)?.parse().ok()?;
        Some((status, answer))
    }
}

/// A game on the server, and the same game here.
struct Play {
    info: &'static Info,
    made: Made,
    mirror: Box<dyn AnySession>,
    /// What could be done at some time, and by whom.
    seen: Vec<(Seat, Json)>,
    /// The last action that was accepted, and the token it came with.
    last: Option<(String, Json)>,
}

/// A game to compare with when all is over.
struct Left {
    id: String,
    host: String,
    view: String,
}

/// What one position offers.
struct Position {
    number: usize,
    /// The legal actions of each seat.
    lists: Vec<Vec<Json>>,
    mover: Seat,
    /// One of the mover's.
    good: Json,
    /// What follows it, if that is one click.
    then: Vec<Json>,
}

impl Play {
    async fn begin(server: &TestServer, chance: &mut Stream) -> Play {
        let infos = registry::infos();
        let info = infos[chance.index(infos.len())];
        // Not every number of seats goes with every scenario as it stands.
        let (setup, mirror) = loop {
            let scenario = &info.scenarios[chance.index(info.scenarios.len())];
            let more = u32::from(scenario.seats.max - scenario.seats.min);
            let seats = scenario.seats.min + chance.below(more + 1) as u8;
            let seed = Seed::from_number(u64::from(chance.below(u32::MAX)));
            let setup = Setup::new(scenario.id, seats, seed);
            if let Ok(mirror) = registry::game(info.id).unwrap().start(setup.clone()) {
                break (setup, mirror);
            }
        };
        let people = vec![json!({ "kind": "human" }); usize::from(setup.seats)];
        let new = json!({
            "game": info.id, "scenario": setup.scenario, "seats": people, "seed": setup.seed.to_string(),
            "auto": false,
        });
        let response = server.send(Method::POST, "/api/games", "", Some(&new)).await.unwrap();
        assert_eq!(response.status(), 201, "{new}");
        let made = server.made(&response.json().await.unwrap());
        // Everybody has taken his seat: nothing changes when somebody comes with a link once more.
        for link in &made.links {
            server.view(&made, link).await;
        }
        Play { info, made, mirror, seen: Vec::new(), last: None }
    }

    fn path(&self, what: &str) -> String {
        format!("/api/games/{}{what}", self.made.id)
    }

    fn seats(&self) -> u8 {
        self.mirror.setup().seats
    }

    fn position(&mut self, chance: &mut Stream) -> Position {
        let choices: Vec<_> = Seat::first(self.seats()).map(|seat| self.mirror.choices(seat)).collect();
        let movers: Vec<Seat> = self.mirror.to_act().iter().collect();
        let mover = *chance.pick(&movers).unwrap();
        let chosen = chance.pick(&choices[mover.index()]).unwrap();
        let read = |raw: &Raw| raw.read::<Json>().unwrap();
        let (good, then) = (read(&chosen.action), chosen.then.iter().map(read).collect());
        let lists: Vec<Vec<Json>> =
            choices.iter().map(|all| all.iter().map(|choice| read(&choice.action)).collect()).collect();
        for (seat, list) in Seat::first(self.seats()).zip(&lists) {
            self.seen.extend(chance.pick(list).map(|action| (seat, action.clone())));
        }
        Position { number: self.mirror.entries(), lists, mover, good, then }
    }

    /// Does what is listed, here and on the server.
    async fn go_on(&mut self, server: &TestServer, at: Position) {
        let body = json!({ "number": at.number, "seat": at.mover, "action": at.good, "then": at.then });
        let token = self.made.links[at.mover.index()].clone();
        for action in std::iter::once(&at.good).chain(&at.then) {
            self.mirror.act(at.mover, &Raw::of(action)).unwrap();
        }
        let answer = server.send(Method::POST, &self.path("/actions"), &token, Some(&body)).await.unwrap();
        assert_eq!(answer.status(), 200, "{body}");
        let view: Json = answer.json().await.unwrap();
        assert_eq!(view["number"], self.mirror.entries(), "{body}");
        self.last = Some((token, body));
    }

    /// Whether an action is one of the list, if need be in another spelling.
    fn is_listed(&self, position: &Position, seat: Seat, action: &Json) -> bool {
        let Some(list) = position.lists.get(seat.index()) else { return false };
        let mut trial = self.mirror.boxed_clone();
        list.contains(action)
            || trial.act(seat, &Raw::of(action)).is_ok_and(|number| {
                let engine::Entry { what, .. } = trial.entry(number).unwrap();
                matches!(what, engine::What::Act(raw) if list.contains(&raw.read().unwrap()))
            })
    }

    /// A request of this kind, if there can be one in this position.
    fn attack(&self, kind: Kind, at: &Position, foreign: &Play, chance: &mut Stream) -> Option<Attack> {
        let act = |number: Json, seat: Json, action: &Json| json!({ "number": number, "seat": seat, "action": action });
        let (number, mover) = (json!(at.number), json!(at.mover));
        let right = &self.made.links[at.mover.index()];
        let good = act(number.clone(), mover.clone(), &at.good);
        let actions = self.path("/actions");
        let other = Seat::first(self.seats()).find(|&seat| seat != at.mover);
        let sent = |token: &str, body: &Json| Some(Attack::post(actions.clone(), token, body));
        match kind {
            Kind::ForgedToken => {
                let forged = match chance.below(5) {
                    0 => "f".repeat(48),
                    1 => right[1..].to_owned(),
                    2 => format!("{right}0"),
                    3 => right.to_uppercase() + "!",
                    _ => (0..48).map(|_| char::from(b"0123456789abcdef"[chance.index(16)])).collect(),
                };
                Some(self.with_token(&forged, at, chance))
            }
            Kind::ForeignToken => Some(self.with_token(&foreign.made.host, at, chance)),
            Kind::NoToken => match chance.below(3) {
                0 => sent("", &good),
                1 => Some(Attack {
                    authorization: Some("Basic Zm9vOmJhcg==".to_owned()),
                    ..sent(right, &good)?
                }),
                _ => Some(Attack { authorization: Some("Bearer ".to_owned()), ..sent(right, &good)? }),
            },
            Kind::SeatNotHeld => {
                // All seats have left the host.
                let host = chance.below(3) == 0;
                let token = if host { &self.made.host } else { &self.made.links[other?.index()] };
                Some(self.with_token(token, at, chance))
            }
            Kind::NoSuchSeat => {
                let seat = [json!(self.seats()), json!(7 + self.seats()), json!(255), json!(256), json!(-1)];
                sent(right, &act(number, seat[chance.index(5)].clone(), &at.good))
            }
            Kind::NotToMove => {
                let idle: Vec<Seat> =
                    Seat::first(self.seats()).filter(|seat| at.lists[seat.index()].is_empty()).collect();
                let idle = *chance.pick(&idle)?;
                sent(&self.made.links[idle.index()], &act(number, json!(idle), &at.good))
            }
            Kind::NotNow => {
                let (seat, action) = chance.pick(&self.seen)?;
                let unlisted = !self.is_listed(at, *seat, action);
                unlisted.then(|| sent(&self.made.links[seat.index()], &act(number, json!(seat), action)))?
            }
            Kind::Mutated => {
                let action = mutated(chance.pick(&at.lists[at.mover.index()])?, chance);
                let unlisted = !self.is_listed(at, at.mover, &action);
                unlisted.then(|| sent(right, &act(number, mover, &action)))?
            }
            Kind::OfAnotherGame => {
                let (_, action) = chance.pick(&foreign.seen)?;
                let unlisted = foreign.info.id != self.info.id && !self.is_listed(at, at.mover, action);
                unlisted.then(|| sent(right, &act(number, mover, action)))?
            }
            Kind::UnlistedThen => {
                let mut trial = self.mirror.boxed_clone();
                trial.act(at.mover, &Raw::of(&at.good)).unwrap();
                let action = match chance.below(3) {
                    0 => chance.pick(&self.seen)?.1.clone(),
                    1 => json!(null),
                    _ => mutated(&at.good, chance),
                };
                let unlisted = trial.act(at.mover, &Raw::of(&action)).is_err();
                let mut body = good;
                body["then"] = json!([action, at.good]);
                unlisted.then(|| sent(right, &body))?
            }
            Kind::WrongNumber => {
                let wrong = match chance.below(4) {
                    0 => at.number + 1 + chance.index(100),
                    1 => usize::MAX,
                    _ => chance.index(at.number + 1),
                };
                let wrong = (!self.mirror.still_decides(at.mover, wrong)).then_some(wrong)?;
                sent(right, &act(json!(wrong), mover, &at.good))
            }
            Kind::Replayed => {
                let (token, body) = self.last.as_ref()?;
                let before = usize::try_from(body["number"].as_u64()?).ok()?;
                let seat = Seat(body["seat"].as_u64()? as u8);
                (!self.mirror.still_decides(seat, before)).then(|| sent(token, body))?
            }
            Kind::TooLarge => {
                let mut body = good.to_string().into_bytes();
                body.resize(65 * 1024 + chance.index(100_000), b' ');
                Some(Attack { body: Some(body), ..sent(right, &good)? })
            }
            Kind::Malformed => self.malformed(&good, right, chance),
            Kind::BadConsent => self.bad_consent(at, chance),
            Kind::UndoOfOthers => {
                let seat = Seat(chance.below(u32::from(self.seats())) as u8);
                self.mirror.can_undo(seat).is_err().then(|| {
                    let body = json!({ "number": at.number, "seat": seat });
                    Attack::post(self.path("/undo"), &self.made.links[seat.index()], &body)
                })
            }
            Kind::BadLetter => {
                let bad = ["", " \n", "a\u{202e}b", "\u{200b}", "a\u{0}", "\u{e0041}", "a\r", "\u{10ffff}"];
                let long = ["x".repeat(8193), "𝔸".repeat(3000), "x".repeat(60_000)];
                let (to, text) = match chance.below(4) {
                    0 => (json!([other?]), long[chance.index(3)].as_str()),
                    1 => (
                        [json!([]), json!([mover]), json!([7]), json!([99]), json!("all")][chance.index(5)]
                            .clone(),
                        "?",
                    ),
                    _ => (json!([other?]), bad[chance.index(bad.len())]),
                };
                let letter = json!({ "seat": mover, "to": to, "text": text });
                // A table of eight has a seat 7.
                (self.seats() < 8).then(|| Attack::post(self.path("/letters"), right, &letter))
            }
            Kind::BadOrders => {
                let (seat, orders) = match chance.below(3) {
                    0 => (json!(other?), json!({})),
                    1 => (mover, json!({ "no-such-order": true })),
                    _ => (mover, json!({ "": 1e300 })),
                };
                let body = json!({ "seat": seat, "auto": false, "orders": orders });
                Some(Attack { method: Method::PUT, ..Attack::post(self.path("/orders"), right, &body) })
            }
            Kind::BadSetup => Some(self.bad_setup(chance)),
            Kind::BadQuery => {
                let other = self.made.links.get(other?.index())?;
                let queries = [
                    ("?seat=-1".to_owned(), right),
                    ("?seat=300".to_owned(), right),
                    ("?log_from=-1".to_owned(), right),
                    ("?seat=0&seat=1".to_owned(), right),
                    (format!("?seat={}", at.mover.0), other),
                    (format!("/replay?at=0&seat={}", at.mover.0), other),
                    (format!("/letters?seat={}", at.mover.0), other),
                    ("/letters?seat=0&before=-1".to_owned(), &self.made.links[0]),
                    ("/letters?seat=0&limit=x".to_owned(), &self.made.links[0]),
                    (format!("/replay?at={}", at.number + 1), right),
                    (format!("/replay?at={}", u64::MAX), right),
                    ("/replay".to_owned(), right),
                    ("/journal".to_owned(), right),
                ];
                let (query, token) = &queries[chance.index(queries.len())];
                Some(Attack::get(self.path(query), token))
            }
            Kind::UnknownGame => {
                let ids = ["abcdefghij", "0", "games", &self.made.id[1..], &self.made.id.to_uppercase()]
                    .map(str::to_owned);
                let id = &ids[chance.index(ids.len())];
                match chance.below(3) {
                    0 => Some(Attack::get(format!("/api/games/{id}"), right)),
                    1 => Some(Attack::get(format!("/api/games/{id}/events"), right)),
                    _ => Some(Attack::post(format!("/api/games/{id}/actions"), right, &good)),
                }
            }
            Kind::PathTrick => {
                let id = &self.made.id;
                let tricks = [
                    "/api/games/%00".to_owned(),
                    "/api/games/..%2f..".to_owned(),
                    "/api/games/%ff".to_owned(),
                    "/api/games/'--".to_owned(),
                    "/api/games/..".to_owned(),
                    "/api/games/../games".to_owned(),
                    "/api/games/../../etc/passwd".to_owned(),
                    format!("/api/games/{id}/../{id}/journal"),
                    format!("/api/games/{id}%00"),
                    format!("/api/games/{id}%20"),
                    format!("/api/games//{id}"),
                    format!("/api/games/{id}/"),
                    "/api/games/%2e%2e/%2e%2e/grognard.db".to_owned(),
                    "/api/catalog/../games".to_owned(),
                    "/api/catalog/x%2f..%2fcampaign/rules".to_owned(),
                    "/api/catalog/campaign/boards/0/tiles/x/-1/0/0".to_owned(),
                    "/metrics".to_owned(),
                ];
                let path = tricks[chance.index(tricks.len())].clone();
                Some(Attack { raw: true, ..Attack::get(path, "") })
            }
            Kind::WrongMethod => {
                let method = [Method::DELETE, Method::PATCH, Method::PUT][chance.index(3)].clone();
                let path = [
                    self.path("/actions"),
                    self.path("/undo"),
                    self.path("/letters"),
                    "/api/games".to_owned(),
                ];
                Some(Attack { method, ..Attack::post(path[chance.index(4)].clone(), right, &good) })
            }
        }
    }

    /// Something that this token has no right to: a command for the mover's seat, or a look at what is his.
    fn with_token(&self, token: &str, at: &Position, chance: &mut Stream) -> Attack {
        let (number, seat) = (at.number, at.mover);
        let target = json!({ "kind": "space", "board": 0, "space": 0 });
        match chance.below(9) {
            0 => Attack::post(self.path("/undo"), token, &json!({ "number": number, "seat": seat })),
            1 => Attack::post(
                self.path("/undo/ask"),
                token,
                &json!({ "number": number, "seat": seat, "to": 0 }),
            ),
            2 => Attack::post(self.path("/letters"), token, &json!({ "seat": seat, "to": [0], "text": "?" })),
            3 => Attack::get(self.path(&format!("/letters?seat={}", seat.0)), token),
            4 => Attack::get(self.path(&format!("?seat={}", seat.0)), token),
            5 => Attack::post(self.path("/explain"), token, &json!({ "seat": seat, "target": target })),
            6 => {
                let body = json!({ "seat": seat, "auto": true, "orders": {} });
                Attack { method: Method::PUT, ..Attack::post(self.path("/orders"), token, &body) }
            }
            _ => {
                let body = json!({ "number": number, "seat": seat, "action": at.good });
                Attack::post(self.path("/actions"), token, &body)
            }
        }
    }

    fn malformed(&self, good: &Json, token: &str, chance: &mut Stream) -> Option<Attack> {
        let mut attack = Attack::post(self.path("/actions"), token, good);
        let whole = good.to_string().into_bytes();
        let with = |key: &str, value: Json| {
            let mut body = good.clone();
            body[key] = value;
            body.to_string().into_bytes()
        };
        let without = |key: &str| {
            let mut body = good.clone();
            body.as_object_mut().unwrap().remove(key);
            body.to_string().into_bytes()
        };
        attack.body = Some(match chance.below(14) {
            0 => whole[..chance.index(whole.len())].to_vec(),
            1 => [&whole[..], b"}"].concat(),
            2 => vec![b'['; 20_000],
            3 => b"{\"a\":".repeat(5_000),
            4 => [&whole[..1], &[0xff], &whole[1..]].concat(),
            5 => format!("[{good}]").into_bytes(),
            6 => with("dice", json!([6, 6])),
            7 => with(
                "number",
                [json!(-1), json!("0"), json!(0.5), json!(null), json!(1e300)][chance.index(5)].clone(),
            ),
            8 => with("seat", [json!("0"), json!(null), json!([0])][chance.index(3)].clone()),
            9 => with("then", [json!(null), json!({}), json!("x")][chance.index(3)].clone()),
            10 => without(["number", "seat", "action"][chance.index(3)]),
            11 => (0..chance.index(300)).map(|_| chance.below(256) as u8).collect(),
            _ => {
                attack.content =
                    ["text/plain", "", "application/xml", "multipart/form-data"][chance.index(4)];
                whole
            }
        });
        Some(attack)
    }

    fn bad_consent(&self, at: &Position, chance: &mut Stream) -> Option<Attack> {
        let seat = Seat(chance.below(u32::from(self.seats())) as u8);
        let own = &self.made.links[seat.index()];
        let other = &self.made.links[Seat::first(self.seats()).find(|&other| other != seat)?.index()];
        let agree = chance.below(2) == 0;
        let answer = |number: usize| json!({ "number": number, "seat": seat, "agree": agree });
        let ask = |to: Json| json!({ "number": at.number, "seat": seat, "to": to });
        let (path, token, body) = match chance.below(6) {
            0 => ("/undo/answer", own, answer(at.number)),
            1 => ("/undo/answer", other, answer(at.number)),
            2 => ("/undo/answer", own, answer(at.number + 1)),
            3 => ("/undo/ask", own, ask(json!(at.number + chance.index(9)))),
            4 => ("/undo/ask", own, ask([json!(-1), json!(u64::MAX), json!(null)][chance.index(3)].clone())),
            _ => ("/undo/ask", other, ask(json!(0))),
        };
        Some(Attack::post(self.path(path), token, &body))
    }

    fn bad_setup(&self, chance: &mut Stream) -> Attack {
        let human = json!({ "kind": "human" });
        let mut new = json!({
            "game": self.info.id, "scenario": self.info.scenarios[0].id,
            "seats": vec![human.clone(); usize::from(self.info.scenarios[0].seats.max)],
        });
        let named = |name: &str| json!([{ "kind": "human", "name": name }, human]);
        let (key, value) = match chance.below(12) {
            0 => ("game", json!("chess")),
            1 => ("scenario", json!("1066")),
            2 => ("options", json!({ "no-such-option": 1 })),
            3 => ("seats", json!([])),
            4 => ("seats", json!(vec![human.clone(); 9])),
            5 => ("seats", named("Ney\u{202e}")),
            6 => ("seats", named(" ")),
            7 => ("seats", named(&"x".repeat(41))),
            8 => ("seats", json!([{ "kind": "bot", "level": "search:1000s" }, human])),
            9 => ("seats", json!([{ "kind": "bot", "level": "" }, human])),
            10 => ("seed", json!("chosen")),
            _ => ("host", json!("me")),
        };
        new[key] = value;
        Attack::post("/api/games", "", &new)
    }
}

/// How many requests to send, if it is told.
fn number_given() -> usize {
    let number = std::env::var("GROGNARD_FUZZ_REQUESTS").ok();
    number.map_or(REQUESTS, |number| number.parse().expect("GROGNARD_FUZZ_REQUESTS is a number of requests"))
}

async fn text(server: &TestServer, path: &str, token: &str) -> String {
    let response = server.send(Method::GET, path, token, None).await.unwrap();
    assert_eq!(response.status(), 200, "{path}");
    response.text().await.unwrap()
}

/// Whether the journal of a game has exactly so many entries: there is no table after one more.
async fn has_entries(server: &TestServer, play: &Play, number: usize) -> bool {
    let path = play.path(&format!("/replay?at={}", number + 1));
    server.send(Method::GET, &path, "", None).await.unwrap().status() == 404
}

/// Plays a game on the server and here, and attacks it in every position.
async fn besiege(server: &TestServer, chance: &mut Stream, left: &Cell<usize>, tally: &mut Tally) -> Left {
    let mut play = Play::begin(server, chance).await;
    let mut foreign = Play::begin(server, chance).await;
    foreign.position(chance);
    for _ in 0..chance.index(QUIET) {
        if play.mirror.outcome().is_none() {
            let at = play.position(chance);
            play.go_on(server, at).await;
        }
    }
    for _ in 0..POSITIONS {
        if left.get() == 0 || play.mirror.outcome().is_some() {
            break;
        }
        let at = play.position(chance);
        let before = text(server, &play.path(""), &play.made.host).await;
        for _ in 0..PER_POSITION {
            if left.get() == 0 {
                break;
            }
            let kind = Kind::ALL[chance.index(Kind::ALL.len())];
            let Some(attack) = play.attack(kind, &at, &foreign, chance) else { continue };
            left.set(left.get() - 1);
            let answer = attack.send(server).await;
            let fate = tally.entry(kind).or_default();
            fate.sent += 1;
            let told = || {
                let body = attack.body.as_deref().map(String::from_utf8_lossy);
                let body = body.map(|body| body.chars().take(500).collect::<String>());
                format!("{} {} {} {body:?}: {answer:?}", kind.name(), attack.method, attack.path)
            };
            match &answer {
                Some((status, _)) if kind.refusals().contains(status) => fate.refused += 1,
                Some((status, _)) if *status >= 500 => {
                    fate.failed += 1;
                    println!("FAILED {}", told());
                }
                Some(_) => {
                    fate.accepted += 1;
                    println!("ACCEPTED {}", told());
                }
                None if kind == Kind::TooLarge => {
                    fate.refused += 1;
                    fate.cut_off += 1;
                }
                None => {
                    fate.unanswered += 1;
                    println!("LOST {}", told());
                }
            }
            assert!(has_entries(server, &play, at.number).await, "{}", told());
        }
        assert_eq!(text(server, &play.path(""), &play.made.host).await, before, "{}", play.made.id);
        // What was refused has changed nothing: the game goes on as it does here.
        play.go_on(server, at).await;
    }
    for seat in Seat::first(play.seats()) {
        let path = play.path(&format!("?seat={}", seat.0));
        let shown = text(server, &path, &play.made.links[seat.index()]).await;
        let shown: Json = serde_json::from_str(&shown).unwrap();
        assert_eq!(shown["number"], play.mirror.entries());
        assert_eq!(shown["table"], json!(play.mirror.table(Viewer::Seat(seat))), "{}", play.info.id);
    }
    let view = text(server, &play.path(""), &play.made.host).await;
    Left { id: play.made.id, host: play.made.host, view }
}

fn table(tally: &Tally) -> String {
    let mut text = format!(
        "{:<28}{:>9}{:>9}{:>10}{:>6}{:>12}\n",
        "kind", "sent", "refused", "accepted", "5xx", "no answer"
    );
    let mut line = |name: &str, fate: &Fate| {
        let Fate { sent, refused, accepted, failed, unanswered, .. } = fate;
        let _ = writeln!(text, "{name:<28}{sent:>9}{refused:>9}{accepted:>10}{failed:>6}{unanswered:>12}");
    };
    let mut all = Fate::default();
    for (kind, fate) in tally {
        line(kind.name(), fate);
        all += *fate;
    }
    line("all", &all);
    let _ = writeln!(text, "Of the bodies that were too large, {} were not heard to the end.", all.cut_off);
    text
}

#[tokio::test]
async fn hostile_requests_are_refused_and_change_nothing() {
    let mut server = TestServer::open().await;
    let begun = Instant::now();
    let number = number_given();
    let (left, one) = (Cell::new(number), &server);
    let sieges = (0..AT_ONCE as u64).map(|worker| {
        let left = &left;
        async move {
            let (mut chance, mut tally, mut games) = (Stream::from_number(worker), Tally::new(), Vec::new());
            while left.get() > 0 {
                games.push(besiege(one, &mut chance, left, &mut tally).await);
            }
            (tally, games)
        }
    });
    let (mut tally, mut games) = (Tally::new(), Vec::new());
    for (part, more) in join_all(sieges).await {
        games.extend(more);
        for (kind, fate) in part {
            *tally.entry(kind).or_default() += fate;
        }
    }
    println!("{number} hostile requests to {} games in {:.1} s", games.len(), begun.elapsed().as_secs_f32());
    println!("{}", table(&tally));
    // Nothing is lost: the journals on disk lead to the same tables.
    server.kill().await;
    server.start().await;
    for Left { id, host, view } in &games {
        assert_eq!(text(&server, &format!("/api/games/{id}"), host).await, *view, "{id}");
    }
    for kind in Kind::ALL {
        let fate = tally.get(&kind).copied().unwrap_or_default();
        assert!(fate.sent > 0, "{} was never tried", kind.name());
        assert_eq!(fate.refused, fate.sent, "{}", kind.name());
    }
}
