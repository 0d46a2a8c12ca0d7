//! Random games over the API, played by people who take every undo on offer and try much that is refused.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::{Duration, Instant};

use engine::{Chance, Seat, SeatRange, Seed, Stream};
use futures_util::{StreamExt, stream};
use reqwest::Method;
use serde_json::{Value as Json, json};

use super::disk::Disk;
use super::sealed_then_free;
use crate::server::{Made, TestServer, choices};

/// So many games are played if no number is given.
const GAMES: u64 = 18;

/// So many decisions are taken in a game, undos and what follows them aside.
const DECISIONS: usize = 30;

/// At most so many are taken before that, so that not all games are young.
const BEFORE: u32 = 200;

/// After so many games the figures until then are shown, so that a run that is broken off leaves some.
const STRETCH: usize = 100;

/// Games that are played at the same time.
const AT_ONCE: usize = 6;

/// Nobody needs the log with every answer.
const TAIL: &str = "log_from=4000000000";

/// What happened in all games.
#[derive(Default)]
pub struct Tally {
    games: usize,
    entries: usize,
    /// By the people, apart from undos.
    decisions: usize,
    /// Of them, those of several actions.
    together: usize,
    /// Undos that a view offered, each with another position or seat behind it.
    offered: usize,
    /// Of them, those that were taken.
    taken: usize,
    /// Ways back that others had to agree to, and to which they have.
    by_consent: usize,
    /// By what was tried and what was answered.
    refused: BTreeMap<(&'static str, u16, String), usize>,
    /// How often memory was compared with a replay of what is on disk.
    compared: usize,
    /// Games that were the same after the server had been killed.
    reopened: usize,
    seconds: f32,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.entries += other.entries;
        self.decisions += other.decisions;
        self.together += other.together;
        self.offered += other.offered;
        self.taken += other.taken;
        self.by_consent += other.by_consent;
        self.compared += other.compared;
        for (kind, count) in other.refused {
            *self.refused.entry(kind).or_default() += count;
        }
    }

    /// Whether there was enough of everything to prove something.
    pub fn is_broad(&self) {
        assert_eq!(self.offered, self.taken);
        assert!(self.offered > 5 * self.games, "{} undos on offer", self.offered);
        let tried: BTreeSet<&str> = self.refused.keys().map(|(kind, ..)| *kind).collect();
        // A few games may offer nothing of three actions.
        let common = |kind: &&str| self.games > 100 || *kind != "then cut short";
        let missing: Vec<&str> =
            KINDS.into_iter().filter(common).filter(|kind| !tried.contains(kind)).collect();
        assert!(missing.is_empty(), "never refused: {missing:?}");
        assert!(self.by_consent > 0 && self.together > 0 && self.compared > 10 * self.games);
        assert_eq!(self.reopened, self.games);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let refused: usize = self.refused.values().sum();
        writeln!(f, "{:>8} games in {:.0} s", self.games, self.seconds)?;
        for (count, what) in [
            (self.entries, "entries"),
            (self.decisions, "decisions"),
            (self.together, "of them of several actions"),
            (self.offered, "undos on offer"),
            (self.taken, "of them taken"),
            (self.by_consent, "ways back by consent"),
            (refused, "refused commands"),
            (self.compared, "comparisons of memory and disk, no difference"),
            (self.reopened, "games the same after the server was killed"),
        ] {
            writeln!(f, "{count:>8} {what}")?;
        }
        for ((kind, status, code), count) in &self.refused {
            writeln!(f, "{count:>8} {kind}: {status} {code}")?;
        }
        Ok(())
    }
}

/// What is tried that must be refused.
const KINDS: [&str; 13] = [
    "sealed, then free",
    "then extended",
    "then repeated",
    "then cut short",
    "then of another choice",
    "illegal",
    "out of date",
    "of another seat",
    "undo not on offer",
    "asked to go nowhere",
    "answer to nothing",
    "letter to nobody",
    "orders that are none",
];

/// What is tried more often where a choice of several actions is on offer.
const OF_SEVERAL: [&str; 2] = ["then cut short", "then of another choice"];

/// Plays as many games as the environment says, and looks at all of them again after the server was killed.
pub async fn games() -> Tally {
    let given = std::env::var("GROGNARD_UNDO_GAMES").ok();
    let games = given.map_or(GAMES, |games| games.parse().expect("GROGNARD_UNDO_GAMES is a number of games"));
    let begun = Instant::now();
    let mut server = TestServer::open().await;
    let mut tally = Tally::default();
    let mut played = Vec::new();
    let mut running =
        stream::iter(0..games).map(|number| Player::play(&server, number)).buffer_unordered(AT_ONCE);
    while let Some((made, of_one)) = running.next().await {
        tally.add(of_one);
        played.push(made);
        if tally.games.is_multiple_of(STRETCH) {
            tally.seconds = begun.elapsed().as_secs_f32();
            println!("{tally}");
        }
    }
    drop(running);
    server.kill().await;
    server.start().await;
    for made in &played {
        let mut disk = Disk::open(&server, &made.id).await;
        let (_, mut view) =
            ask(&server, Method::GET, &format!("/api/games/{}?{TAIL}", made.id), &made.host, None).await;
        while view["thinking"] == true {
            (_, view) =
                ask(&server, Method::GET, &format!("/api/games/{}?{TAIL}", made.id), &made.host, None).await;
        }
        disk.holds(&view).await;
        tally.reopened += 1;
    }
    tally.seconds = begun.elapsed().as_secs_f32();
    tally
}

/// An answer, which is none of the server's own faults.
async fn ask(
    server: &TestServer,
    method: Method,
    path: &str,
    token: &str,
    body: Option<&Json>,
) -> (u16, Json) {
    let answer = server.send(method, path, token, body).await.unwrap();
    let status = answer.status().as_u16();
    let text = answer.text().await.unwrap();
    assert!(status < 500, "{status} {text} for {path} {body:?}");
    (status, serde_json::from_str(&text).unwrap_or_else(|_| panic!("{status} {text}")))
}

/// All people of one game.
struct Player<'a> {
    server: &'a TestServer,
    made: Made,
    people: Vec<Seat>,
    /// Whether each uses a link of his own.
    apart: bool,
    bots: bool,
    chance: Stream,
    disk: Disk,
    tally: Tally,
    /// Actions that were legal at some time.
    seen: Vec<Json>,
    /// Undos that were on offer.
    offers: BTreeSet<(String, u8)>,
}

/// The choices that make several actions.
fn several(view: &Json) -> Vec<&Json> {
    choices(view).iter().filter(|choice| choice.get("then").is_some()).collect()
}

/// A table of any game.
fn table(number: u64, chance: &mut Stream) -> (Json, Vec<Seat>, bool) {
    let games = registry::infos();
    let info = games[number as usize % games.len()];
    let scenario = chance.pick(&info.scenarios).unwrap();
    let SeatRange { min, max, .. } = scenario.seats;
    let seats = min + chance.below(u32::from(max - min) + 1) as u8;
    let bots = seats > 1 && chance.below(4) == 0;
    let player = |seat: u8| match bots && seat + 1 == seats {
        true => json!({ "kind": "bot", "level": "random" }),
        false => json!({ "kind": "human" }),
    };
    let new = json!({
        "game": info.id, "scenario": scenario.id, "seats": (0..seats).map(player).collect::<Vec<_>>(),
        "auto": chance.below(2) == 0, "seed": Seed::from_number(number).to_string(),
    });
    (new, Seat::first(seats - u8::from(bots)).collect(), bots)
}

impl<'a> Player<'a> {
    async fn play(server: &'a TestServer, number: u64) -> (Made, Tally) {
        let mut chance = Stream::from_number(number);
        let (made, people, bots) = loop {
            let (new, people, bots) = table(number, &mut chance);
            match ask(server, Method::POST, "/api/games", "", Some(&new)).await {
                (201, made) => break (made, people, bots),
                // Not every number of seats goes with the defaults.
                (status, refused) => assert_eq!(status, 422, "{refused} for {new}"),
            }
        };
        let made = server.made(&made);
        let disk = Disk::open(server, &made.id).await;
        let apart = chance.below(2) == 0;
        let (tally, seen, offers) = (Tally::default(), Vec::new(), BTreeSet::new());
        let mut player = Player { server, made, people, apart, bots, chance, disk, tally, seen, offers };
        player.grow_old().await;
        for _ in 0..DECISIONS {
            if !player.decide().await {
                break;
            }
        }
        player.tally.games = 1;
        player.tally.entries = player.disk.read_on().await.entries();
        (player.made, player.tally)
    }

    fn token(&self, seat: Seat) -> &str {
        if self.apart { &self.made.links[seat.index()] } else { &self.made.host }
    }

    async fn view(&self, seat: Seat) -> Json {
        let path = format!("/api/games/{}?seat={}&{TAIL}", self.made.id, seat.0);
        let (status, view) = ask(self.server, Method::GET, &path, self.token(seat), None).await;
        assert_eq!(status, 200, "{view}");
        view
    }

    async fn post(&self, what: &str, seat: Seat, token: &str, body: &Json) -> (u16, Json) {
        let path = format!("/api/games/{}/{what}?seat={}&{TAIL}", self.made.id, seat.0);
        let method = if what == "orders" { Method::PUT } else { Method::POST };
        ask(self.server, method, &path, token, Some(body)).await
    }

    /// The table as somebody sees it who has a choice, once no bot thinks; nothing if the game is over.
    async fn turn(&mut self) -> Option<(Seat, Json)> {
        let begun = Instant::now();
        loop {
            let mut view = self.view(self.people[0]).await;
            if view.get("outcome").is_some() {
                return None;
            }
            if view["thinking"] == false {
                let start = self.chance.index(self.people.len());
                for index in 0..self.people.len() {
                    let seat = self.people[(start + index) % self.people.len()];
                    view = self.view(seat).await;
                    if !choices(&view).is_empty() {
                        return Some((seat, view));
                    }
                }
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "nobody plays: {view}");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Plays on without looking left or right, at most until something of several actions is on offer.
    async fn grow_old(&mut self) {
        for _ in 0..self.chance.below(BEFORE) {
            let Some((seat, view)) = self.turn().await else { return };
            if !several(&view).is_empty() {
                return;
            }
            let choice = self.chance.pick(choices(&view)).unwrap().clone();
            self.act(seat, &view, &choice).await;
        }
    }

    /// Somebody decides, after much that is refused, and takes it back if he may.
    async fn decide(&mut self) -> bool {
        let Some((seat, view)) = self.turn().await else { return false };
        self.see(&view);
        for _ in 0..self.chance.below(3) {
            self.try_what_is_refused(seat, &view).await;
        }
        if self.chance.below(10) == 0 {
            self.go_back_by_consent(seat, &view).await;
            return true;
        }
        if self.chance.below(16) == 0 {
            let orders = json!({ "seat": seat, "auto": view["auto"] != true, "orders": {} });
            let (status, ordered) = self.post("orders", seat, self.token(seat), &orders).await;
            assert_eq!(status, 200, "{ordered}");
            self.compare(&ordered).await;
            return true;
        }
        let several = several(&view);
        let choice = match several.is_empty() || self.chance.below(2) == 0 {
            true => self.chance.pick(choices(&view)),
            false => self.chance.pick(&several).copied(),
        };
        let choice = choice.unwrap().clone();
        let acted = self.act(seat, &view, &choice).await;
        let offer = (self.disk.read_on().await.hash().to_string(), seat.0);
        if acted["undo"] == true && self.offers.insert(offer) {
            self.tally.offered += 1;
            let undo = json!({ "number": acted["number"], "seat": seat });
            let (status, back) = self.post("undo", seat, self.token(seat), &undo).await;
            assert_eq!(status, 200, "an undo was on offer: {back}");
            self.tally.taken += 1;
            self.compare(&back).await;
            if !self.bots {
                assert_eq!(&back["table"], &view["table"]);
            }
            self.act(seat, &back, &choice).await;
        }
        true
    }

    async fn act(&mut self, seat: Seat, view: &Json, choice: &Json) -> Json {
        let then = choice.get("then").cloned().unwrap_or(json!([]));
        let several = then != json!([]);
        let act = json!({ "number": view["number"], "seat": seat, "action": choice["action"], "then": then });
        let (status, acted) = self.post("actions", seat, self.token(seat), &act).await;
        assert_eq!(status, 200, "{act} was on offer: {acted}");
        self.tally.decisions += 1;
        self.tally.together += usize::from(several);
        acted
    }

    fn see(&mut self, view: &Json) {
        let action = self.chance.pick(choices(view)).map(|choice| choice["action"].clone());
        self.seen.extend(action.filter(|_| self.seen.len() < 200));
    }

    /// Whether what the server holds in memory, as somebody was shown it, is what it has on disk.
    async fn compare(&mut self, view: &Json) {
        if view["thinking"] == false {
            self.disk.holds(view).await;
            self.tally.compared += 1;
        }
    }

    /// Tries one of the things that are refused, if there is a way to try it here.
    async fn try_what_is_refused(&mut self, seat: Seat, view: &Json) {
        let several = several(view);
        let kinds = if several.is_empty() || self.chance.below(2) == 0 { &KINDS[..] } else { &OF_SEVERAL };
        let kind = *self.chance.pick(kinds).unwrap();
        let number = &view["number"];
        let token = self.token(seat).to_owned();
        let list = choices(view);
        let choice = self.chance.pick(list).unwrap().clone();
        let action = choice["action"].clone();
        let then: Vec<Json> = choice.get("then").and_then(Json::as_array).cloned().unwrap_or_default();
        let act = |action: Json, then: Vec<Json>| {
            let listed = list.iter().any(|choice| {
                let follows = choice.get("then").cloned().unwrap_or(json!([]));
                choice["action"] == action && follows == json!(then)
            });
            let act = json!({ "number": number, "seat": seat, "action": action, "then": then });
            (!listed).then_some(("actions", token.clone(), act))
        };
        let tried = match kind {
            "sealed, then free" => {
                let found = sealed_then_free(self.disk.read_on().await, seat);
                found.and_then(|(first, second)| act(first, vec![second]))
            }
            "then extended" => {
                let mut longer = then;
                longer.push(self.chance.pick(list).unwrap()["action"].clone());
                act(action, longer)
            }
            "then repeated" => act(action.clone(), vec![action; 1 + self.chance.index(3)]),
            "then cut short" => several
                .iter()
                .max_by_key(|choice| choice["then"].as_array().map(Vec::len))
                .and_then(|choice| {
                    let mut shorter = choice["then"].as_array().unwrap().clone();
                    shorter.pop();
                    // One action alone is nobody's mistake.
                    if shorter.is_empty() { None } else { act(choice["action"].clone(), shorter) }
                }),
            "then of another choice" => self
                .chance
                .pick(&several)
                .and_then(|choice| act(action, choice["then"].as_array().unwrap().clone())),
            "illegal" => {
                let stray = self.chance.pick(&self.seen).unwrap();
                let listed = list.iter().any(|choice| choice["action"] == *stray);
                if listed { None } else { act(stray.clone(), Vec::new()) }
            }
            "out of date" => {
                let later = number.as_u64().unwrap() + 1;
                Some(("actions", token, json!({ "number": later, "seat": seat, "action": action })))
            }
            "of another seat" => {
                // Whoever comes with a link takes the seat from the host.
                let others =
                    self.people.iter().filter(|other| self.apart && **other != seat).collect::<Vec<_>>();
                self.chance.pick(&others).map(|other| {
                    let link = self.made.links[other.index()].clone();
                    ("actions", link, json!({ "number": number, "seat": seat, "action": action }))
                })
            }
            "undo not on offer" => {
                let undo = json!({ "number": number, "seat": seat });
                (view["undo"] == false).then_some(("undo", token, undo))
            }
            "asked to go nowhere" => {
                let to = number.as_u64().unwrap() + u64::from(self.chance.below(2));
                Some(("undo/ask", token, json!({ "number": number, "seat": seat, "to": to })))
            }
            "answer to nothing" => {
                let answer = json!({ "number": number, "seat": seat, "agree": true, "to": 0, "request": 1 });
                view["request"].is_null().then_some(("undo/answer", token, answer))
            }
            "letter to nobody" => {
                Some(("letters", token, json!({ "seat": seat, "to": [], "text": "Who is there?" })))
            }
            _ => {
                let orders = json!({ "seat": seat, "auto": true, "orders": { "surrender": true } });
                Some(("orders", token, orders))
            }
        };
        let Some((what, token, body)) = tried else { return };
        let (status, answer) = self.post(what, seat, &token, &body).await;
        assert!((400..500).contains(&status), "{kind}: {body} got {status}");
        let code = answer["code"].as_str().unwrap().to_owned();
        *self.tally.refused.entry((kind, status, code)).or_default() += 1;
        let after = self.view(seat).await;
        self.compare(&after).await;
    }

    /// Somebody asks to go back, and the others agree; what answers another question is refused.
    async fn go_back_by_consent(&mut self, seat: Seat, view: &Json) {
        let number = view["number"].as_u64().unwrap();
        let to = number.saturating_sub(u64::from(self.chance.below(12)));
        let ask = json!({ "number": number, "seat": seat, "to": to });
        let (status, mut asked) = self.post("undo/ask", seat, self.token(seat), &ask).await;
        if status != 200 {
            assert!((400..500).contains(&status), "{asked}");
            let code = asked["code"].as_str().unwrap().to_owned();
            *self.tally.refused.entry(("asked to go nowhere", status, code)).or_default() += 1;
            let after = self.view(seat).await;
            return self.compare(&after).await;
        }
        while let Some(other) = asked["request"]["missing"].get(0).and_then(Json::as_u64) {
            let other = Seat(other as u8);
            let link = self.made.links[other.index()].clone();
            let request = &asked["request"];
            let answer = |to: &Json, id: u64| json!({ "number": number, "seat": other, "agree": true, "to": to, "request": id });
            let id = request["id"].as_u64().unwrap();
            let wrong = answer(&request["to"], id ^ 1);
            let (status, refused) = self.post("undo/answer", other, &link, &wrong).await;
            assert_eq!(status, 409, "{refused}");
            *self
                .tally
                .refused
                .entry(("answer to another request", status, "stale".to_owned()))
                .or_default() += 1;
            let right = answer(&request["to"], id);
            let (status, agreed) = self.post("undo/answer", other, &link, &right).await;
            assert_eq!(status, 200, "{agreed}");
            asked = agreed;
        }
        self.tally.by_consent += 1;
        let after = self.view(seat).await;
        self.compare(&after).await;
    }
}
