//! A server with a life of its own, and a client.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::{AnySession, Seat, Seed, Setup};
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::{Value as Json, json};
use server::{Config, Limits, Patience};
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::description::Description;

/// A server that can be stopped without notice, and the file it keeps its games in.
pub struct TestServer {
    runtime: Option<Runtime>,
    running: Option<server::Running>,
    base: String,
    metrics: String,
    folder: TempDir,
    limits: Limits,
    patience: Patience,
    http: Client,
    description: Description,
}

/// The token of the operator.
pub const ADMIN: &str = "the operator and nobody else";

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Json,
}

impl Answer {
    /// The body of a good answer.
    #[track_caller]
    pub fn ok(self) -> Json {
        assert!(self.status == 200 || self.status == 201, "{self:?}");
        self.body
    }

    /// Whether it is a problem of this kind, said in a sentence.
    #[track_caller]
    pub fn is(&self, status: u16, code: &str) {
        assert_eq!((self.status, self.body["code"].as_str()), (status, Some(code)), "{self:?}");
        assert!(self.body["error"].as_str().is_some_and(|error| error.contains(' ')), "{self:?}");
    }
}

/// A game on the server.
pub struct Made {
    pub id: String,
    /// Holds the seats of all people.
    pub host: String,
    /// Hold one seat each, in order.
    pub links: Vec<String>,
}

impl TestServer {
    pub async fn open() -> TestServer {
        TestServer::with(Limits::default().without_rates()).await
    }

    pub async fn with(limits: Limits) -> TestServer {
        TestServer::run(limits, Patience::default()).await
    }

    pub async fn with_patience(patience: Patience) -> TestServer {
        TestServer::run(Limits::default().without_rates(), patience).await
    }

    async fn run(limits: Limits, patience: Patience) -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let http = Client::builder().no_proxy().build().unwrap();
        let description = Description::new(server::openapi());
        let (base, metrics) = (String::new(), String::new());
        let mut server = TestServer {
            runtime: None,
            running: None,
            base,
            metrics,
            folder,
            limits,
            patience,
            http,
            description,
        };
        server.start().await;
        server
    }

    /// A server on a copy of a database.
    pub async fn on_copy_of(database: &Path) -> TestServer {
        let mut server = TestServer::open().await;
        server.kill().await;
        for ending in ["-wal", "-shm"] {
            std::fs::remove_file(format!("{}{ending}", server.database().display())).ok();
        }
        std::fs::copy(database, server.database()).unwrap();
        server.start().await;
        server
    }

    /// Where it listens.
    pub fn address(&self) -> &str {
        self.base.trim_start_matches("http://")
    }

    pub fn database(&self) -> PathBuf {
        self.folder.path().join("games.db")
    }

    pub async fn start(&mut self) {
        let mut config = Config::new("127.0.0.1:0".parse().unwrap(), self.database());
        config.limits = self.limits.clone();
        config.patience = self.patience;
        config.metrics = Some("127.0.0.1:0".parse().unwrap());
        config.admin_token = Some(ADMIN.to_owned());
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let running = runtime.spawn(server::start(config)).await.unwrap().unwrap();
        self.base = format!("http://{}", running.address());
        self.metrics = format!("http://{}/metrics", running.metrics_address().unwrap());
        (self.running, self.runtime) = (Some(running), Some(runtime));
    }

    /// Stops it as an operator would.
    pub async fn stop(&mut self) {
        let (runtime, running) = (self.runtime.take().unwrap(), self.running.take().unwrap());
        // A connection that is kept open for the next request is waited for.
        self.http = Client::builder().no_proxy().build().unwrap();
        runtime.spawn(running.stop()).await.unwrap().unwrap();
        runtime.shutdown_background();
    }

    /// Stops everything where it is; nothing is finished or said goodbye to.
    pub async fn kill(&mut self) {
        let runtime = self.runtime.take().unwrap();
        // Not dropped before it is dead: that would be a farewell.
        let running = self.running.take();
        let dead = tokio::task::spawn_blocking(move || runtime.shutdown_timeout(Duration::from_secs(5)));
        dead.await.unwrap();
        drop(running);
        // The database has threads of its own, which a real crash would stop as well: they may have a commit to finish.
        let mut last =
            SqliteConnection::connect(&format!("sqlite://{}", self.database().display())).await.unwrap();
        sqlx::query("BEGIN IMMEDIATE").execute(&mut last).await.unwrap();
        sqlx::query("ROLLBACK").execute(&mut last).await.unwrap();
        last.close().await.unwrap();
    }

    pub async fn send(
        &self,
        method: Method,
        path: &str,
        token: &str,
        body: Option<&Json>,
    ) -> reqwest::Result<Response> {
        let mut request = self.request(method, path);
        if !token.is_empty() {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        request.send().await
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.base))
    }

    pub async fn raw(&self, path: &str, body: impl Into<reqwest::Body>) -> reqwest::Result<Answer> {
        let request = self.request(Method::POST, path);
        let response = request.header("content-type", "application/json").body(body).send().await?;
        Ok(self.answer(Method::POST, path, response).await)
    }

    pub async fn get(&self, path: &str, token: &str) -> Answer {
        let response = self.send(Method::GET, path, token, None).await.unwrap();
        self.answer(Method::GET, path, response).await
    }

    pub async fn post(&self, path: &str, token: &str, body: &Json) -> Answer {
        let response = self.send(Method::POST, path, token, Some(body)).await.unwrap();
        self.answer(Method::POST, path, response).await
    }

    pub async fn put(&self, path: &str, token: &str, body: &Json) -> Answer {
        let response = self.send(Method::PUT, path, token, Some(body)).await.unwrap();
        self.answer(Method::PUT, path, response).await
    }

    /// The figures of the server.
    pub async fn metrics(&self) -> String {
        self.http.get(&self.metrics).send().await.unwrap().text().await.unwrap()
    }

    /// One of the figures of the server.
    pub async fn figure(&self, name: &str) -> u64 {
        let metrics = self.metrics().await;
        let figure = metrics.lines().find_map(|line| line.strip_prefix(&format!("grognard_{name} ")));
        figure.unwrap_or_else(|| panic!("no {name} in {metrics}")).parse().unwrap()
    }

    pub async fn delete(&self, made: &Made, token: &str) -> Answer {
        let path = format!("/api/games/{}", made.id);
        let response = self.send(Method::DELETE, &path, token, None).await.unwrap();
        self.answer(Method::DELETE, &path, response).await
    }

    /// What the server says of itself.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The same, with a retry key.
    pub async fn post_once(&self, path: &str, token: &str, key: &str, body: &Json) -> Answer {
        let mut request = self.request(Method::POST, path).header("idempotency-key", key).json(body);
        if !token.is_empty() {
            request = request.bearer_auth(token);
        }
        self.answer(Method::POST, path, request.send().await.unwrap()).await
    }

    /// The answer, which is as the server describes it.
    pub async fn answer(&self, method: Method, path: &str, response: Response) -> Answer {
        let status = response.status().as_u16();
        let wait = response.headers().get("retry-after").map(|wait| wait.to_str().unwrap().parse().unwrap());
        assert_eq!(matches!(status, 429 | 503), wait.is_some_and(|wait: u32| wait > 0), "{status} {path}");
        let kind = response.headers()["content-type"].to_str().unwrap().to_owned();
        let text = response.text().await.unwrap();
        let body = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{status} without JSON: {text}"));
        if let Err(fault) = self.description.check(&method, path, status, &kind, Some(&body)) {
            panic!("{method} {path}: {fault}: {text}");
        }
        if status == 400 {
            assert_eq!(leaked(body["error"].as_str().unwrap()), None, "{text}");
        }
        Answer { status, body }
    }

    /// A game of the first one listed, of three rounds; seats as "human" or a bot's level.
    pub async fn game(&self, seats: &[&str], seed: Seed, auto: bool) -> Made {
        let game = registry::infos()[0];
        let seats: Vec<Json> = seats
            .iter()
            .map(|&seat| match seat {
                "human" => json!({ "kind": "human", "name": "Michel Ney" }),
                level => json!({ "kind": "bot", "level": level }),
            })
            .collect();
        let new = json!({
            "game": game.id, "scenario": game.scenarios[0].id, "options": { "time-limit": 3 },
            "seats": seats, "seed": seed.to_string(), "auto": auto,
        });
        self.made(&self.post("/api/games", "", &new).await.ok())
    }

    /// A game that was just made.
    pub fn made(&self, made: &Json) -> Made {
        let text = |json: &Json| json.as_str().unwrap().to_owned();
        let links = made["links"].as_array().unwrap().iter().map(|link| text(&link["token"]));
        Made { id: text(&made["id"]), host: text(&made["host"]), links: links.collect() }
    }

    pub async fn view(&self, made: &Made, token: &str) -> Json {
        self.get(&format!("/api/games/{}", made.id), token).await.ok()
    }

    /// Does something for the seat shown in `view`.
    pub async fn act(&self, made: &Made, token: &str, view: &Json, action: &Json) -> Answer {
        let body = json!({ "number": view["number"], "seat": view["seat"], "action": action });
        self.post(&format!("/api/games/{}/actions", made.id), token, &body).await
    }

    /// The token of somebody who may act now, at a table of people only: the host's as long as he holds the seat.
    pub async fn who_acts<'a>(&self, made: &'a Made) -> &'a str {
        let view = self.view(made, &made.host).await;
        let seat = &view["to_act"][0];
        let holds = view["you"].as_array().unwrap().contains(seat);
        if holds { &made.host } else { &made.links[seat.as_u64().unwrap() as usize] }
    }

    /// Somebody who must decide takes his first choice.
    pub async fn go_on(&self, made: &Made) {
        let token = self.who_acts(made).await;
        let view = self.view(made, token).await;
        self.act(made, token, &view, &choices(&view)[0]["action"]).await.ok();
    }

    /// Waits for the bots: until the token's seat must decide, or the game is over.
    pub async fn my_turn(&self, made: &Made, token: &str) -> Json {
        let begun = Instant::now();
        loop {
            let view = self.view(made, token).await;
            let mine = view["to_act"].as_array().unwrap().iter().any(|seat| *seat == view["seat"]);
            if mine || view.get("outcome").is_some() {
                return view;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "nobody plays: {view}");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
}

/// A word of the program in a sentence that is meant for people.
pub fn leaked(sentence: &str) -> Option<&'static str> {
    let words = [
        "::",
        "`",
        "struct",
        "enum ",
        "variant",
        "u8",
        "u16",
        "u32",
        "u64",
        "usize",
        "i32",
        "f64",
        "expected",
        "invalid type",
        "serde",
        "eserialize",
        "Raw",
        "NewGame",
        "field identifier",
    ];
    words.into_iter().find(|word| sentence.contains(word))
}

/// The same game, here.
pub fn mirror(seats: u8, seed: Seed) -> Box<dyn AnySession> {
    let game = registry::games()[0];
    let setup = Setup::new(game.info().scenarios[0].id, seats, seed).with("time-limit", 3);
    game.start(setup).unwrap()
}

/// The legal actions of a seat.
pub fn legal(session: &dyn AnySession, seat: Seat) -> Vec<Json> {
    session.choices(seat).iter().map(|choice| choice.action.read().unwrap()).collect()
}

/// The list of choices in a view.
pub fn choices(view: &Json) -> &Vec<Json> {
    view["table"]["choices"].as_array().unwrap()
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
