//! People who play at random and remember every word the server gave them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use engine::{Chance, Seat, Stream};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value as Json, json};

/// A moment's wait, for bots or for the limits.
const WAIT: Duration = Duration::from_millis(20);

/// Whoever cannot have a game waits longer.
const LONG_WAIT: Duration = Duration::from_millis(250);

/// Who sits at the tables, in turn.
const TABLES: [&[&str]; 4] = [
    &["human", "human"],
    &["human", "greedy"],
    &["random", "human", "greedy"],
    &["human", "human", "random"],
];

/// The server, as long as it lives.
#[derive(Clone)]
pub struct Host {
    pub http: Client,
    pub base: String,
    /// Set right before it is killed or stopped.
    pub killed: Arc<AtomicBool>,
    /// Set while something is wrong with its disk: then it may refuse what it cannot write.
    pub troubled: Arc<AtomicBool>,
    /// How often it has refused something because of that.
    pub refused: Arc<AtomicUsize>,
    /// How many actions it has acknowledged.
    pub acknowledged: Arc<AtomicUsize>,
}

/// An answer, or nothing from a server that was killed.
pub type Heard = Option<(StatusCode, Json)>;

impl Host {
    pub fn new(http: Client, base: String) -> Host {
        Host {
            http,
            base,
            killed: Arc::default(),
            troubled: Arc::default(),
            refused: Arc::default(),
            acknowledged: Arc::default(),
        }
    }

    fn is_excused(&self) -> bool {
        self.killed.load(Ordering::SeqCst) || self.troubled.load(Ordering::SeqCst)
    }

    /// Asks; it is a failure if a living server does not answer, or says that it cannot although nothing is wrong.
    pub async fn ask(
        &self,
        method: Method,
        path: &str,
        token: &str,
        body: Option<&Json>,
    ) -> Result<Heard, String> {
        let excused = self.is_excused();
        let request = self.http.request(method, format!("{}{path}", self.base)).bearer_auth(token);
        let request = if let Some(body) = body { request.json(body) } else { request };
        let gone = |error: reqwest::Error| {
            let excused = self.killed.load(Ordering::SeqCst) && !error.is_timeout();
            if excused { Ok(None) } else { Err(format!("{path} is not answered: {error:?}")) }
        };
        let answer = match request.send().await {
            Ok(answer) => answer,
            Err(error) => return gone(error),
        };
        let status = answer.status();
        let body = match answer.json().await {
            Ok(body) => body,
            // The promise was made all the same.
            Err(error) => gone(error).map(|_| Json::Null)?,
        };
        if status.is_server_error() {
            if !excused && !self.is_excused() {
                return Err(format!("{path} fails: {status} {body}"));
            }
            self.refused.fetch_add(1, Ordering::SeqCst);
        }
        Ok(Some((status, body)))
    }

    /// Makes a game; `time_limit` in rounds.
    pub async fn make(&self, seats: &[&str], time_limit: u32, auto: bool) -> Result<Option<Game>, String> {
        let info = registry::infos()[0];
        let seat = |&seat: &&str| match seat {
            "human" => json!({ "kind": "human" }),
            level => json!({ "kind": "bot", "level": level }),
        };
        let new = json!({
            "game": info.id, "scenario": info.scenarios[0].id, "options": { "time-limit": time_limit },
            "seats": seats.iter().map(seat).collect::<Vec<_>>(), "auto": auto,
        });
        let text = |json: &Json| json.as_str().unwrap_or_default().to_owned();
        match self.ask(Method::POST, "/api/games", "none", Some(&new)).await? {
            // What nobody could read of the answer, nobody can hold the server to.
            Some((StatusCode::CREATED, made)) if !made.is_null() => {
                let links = made["links"].as_array().into_iter().flatten().map(|link| text(&link["token"]));
                let (id, host, links) = (text(&made["id"]), text(&made["host"]), links.collect());
                Ok(Some(Game { id, host, links, shown: 0, promised: Vec::new(), pending: None, over: false }))
            }
            Some((StatusCode::CREATED | StatusCode::TOO_MANY_REQUESTS, _)) | None => Ok(None),
            Some((status, _)) if status.is_server_error() => Ok(None),
            Some((status, body)) => Err(format!("a game is not made: {status} {body}")),
        }
    }
}

/// A game that the server has promised to keep.
pub struct Game {
    pub id: String,
    /// Holds the seats of all people.
    pub host: String,
    /// Hold one seat each.
    pub links: Vec<String>,
    /// The highest number of entries that anybody was shown.
    pub shown: usize,
    /// Every entry that was acknowledged.
    pub promised: Vec<Sent>,
    /// What was sent and not answered when the server was killed.
    pub pending: Option<Sent>,
    pub over: bool,
}

/// What somebody did.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The number of its entry.
    pub number: usize,
    pub seat: Seat,
    /// Nothing for an undo.
    pub action: Option<Json>,
}

/// Somebody who plays one game after the other.
pub struct Player {
    chance: Stream,
    tables: usize,
    pub games: Vec<Game>,
}

impl Player {
    pub fn new(number: usize) -> Player {
        Player { chance: Stream::from_number(number as u64), tables: number, games: Vec::new() }
    }

    /// Plays until the server is gone.
    pub async fn play(mut self, host: Host) -> Result<Player, String> {
        while self.has_a_game(&host).await? && self.play_on(&host).await? {}
        Ok(self)
    }

    async fn has_a_game(&mut self, host: &Host) -> Result<bool, String> {
        while self.games.last().is_none_or(|game| game.over) {
            let seats = TABLES[self.tables % TABLES.len()];
            match host.make(seats, 3, !self.tables.is_multiple_of(3)).await? {
                Some(game) => {
                    self.tables += 1;
                    self.games.push(game);
                }
                None if host.killed.load(Ordering::SeqCst) => return Ok(false),
                // So many may be made from one address. All of them asking at once would leave nothing for the others.
                None => tokio::time::sleep(LONG_WAIT).await,
            }
        }
        Ok(true)
    }

    /// Plays the latest game; false if the server is gone.
    async fn play_on(&mut self, host: &Host) -> Result<bool, String> {
        let Some(game) = self.games.last_mut() else { return Ok(true) };
        let path = format!("/api/games/{}", game.id);
        // Nobody needs the whole story with every answer.
        let tail = "log_from=4000000000";
        let mut view = Json::Null;
        loop {
            if view.is_null() {
                let Some((status, shown)) =
                    host.ask(Method::GET, &format!("{path}?{tail}"), &game.host, None).await?
                else {
                    return Ok(false);
                };
                match status {
                    StatusCode::OK => view = shown,
                    status if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
                        tokio::time::sleep(WAIT).await;
                        continue;
                    }
                    _ => return Err(format!("{path} is not shown: {status} {shown}")),
                }
            }
            game.shown = game.shown.max(number(&view));
            if view.get("outcome").is_some() {
                game.over = true;
                return Ok(true);
            }
            let seat = view["seat"].as_u64().map(|seat| Seat(seat as u8));
            let choices = view["table"]["choices"].as_array().map_or(&[][..], Vec::as_slice);
            let undo = view["undo"] == true && self.chance.below(6) == 0;
            let choice = self.chance.pick(choices).map(|choice| choice["action"].clone());
            let (Some(seat), true) = (seat, undo || choice.is_some()) else {
                tokio::time::sleep(WAIT).await;
                view = Json::Null;
                continue;
            };
            let action = choice.filter(|_| !undo);
            let mut body = json!({ "number": view["number"], "seat": seat });
            let mut to = format!("{path}/undo?{tail}");
            if let Some(action) = &action {
                body["action"] = action.clone();
                to = format!("{path}/actions?{tail}");
            }
            let sent = Sent { number: number(&view) + 1, seat, action };
            game.pending = Some(sent.clone());
            let Some((status, answer)) = host.ask(Method::POST, &to, &game.host, Some(&body)).await? else {
                return Ok(false);
            };
            game.pending = None;
            view = match status {
                StatusCode::OK => {
                    game.shown = game.shown.max(sent.number);
                    game.promised.push(sent);
                    host.acknowledged.fetch_add(1, Ordering::SeqCst);
                    answer
                }
                // A bot was faster.
                StatusCode::CONFLICT => answer["view"].clone(),
                StatusCode::TOO_MANY_REQUESTS => {
                    tokio::time::sleep(WAIT).await;
                    view
                }
                status if status.is_server_error() => {
                    tokio::time::sleep(WAIT).await;
                    Json::Null
                }
                _ => return Err(format!("{to} fails: {status} {answer}")),
            };
        }
    }
}

fn number(view: &Json) -> usize {
    view["number"].as_u64().map_or(0, |number| number as usize)
}
