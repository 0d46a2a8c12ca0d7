//! No secret in a log: neither a token nor a seed nor a link, whatever happens and however much is logged.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::Seed;
use reqwest::{Client, Method};
use serde_json::{Value as Json, json};
use server::{Config, Limits};
use sqlx::SqlitePool;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::prelude::*;

/// Everything that was logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Logs everything of ours, and much of everybody else's.
fn listen() -> Log {
    let log = Log::default();
    let writer = log.clone();
    let ours = ["server", "engine", "bots", "registry", "campaign"].map(|ours| (ours, LevelFilter::TRACE));
    let written = tracing_subscriber::fmt::layer()
        .with_writer(move || writer.clone())
        .with_ansi(false)
        .with_span_events(FmtSpan::FULL)
        .with_filter(Targets::new().with_default(LevelFilter::DEBUG).with_targets(ours));
    tracing_subscriber::registry().with(written).init();
    log
}

struct Guest {
    http: Client,
    base: String,
}

impl Guest {
    async fn ask(&self, method: Method, path: &str, token: &str, body: Option<String>) -> (u16, Json) {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if !token.is_empty() {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body);
        }
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap_or_default())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn neither_token_nor_seed_is_ever_logged() {
    let log = listen();
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("games.db");
    let mut config = Config::new("127.0.0.1:0".parse().unwrap(), database.clone());
    config.limits = Limits::default().without_rates();
    let running = server::start(config).await.unwrap();
    let http = Client::builder().no_proxy().build().unwrap();
    let guest = Guest { http, base: format!("http://{}", running.address()) };

    let seed = Seed::from_number(1812).to_string();
    let forged = "f0f1f2f3f4f5f6f7".repeat(3);
    let info = registry::infos()[0];
    let seats = json!([{ "kind": "human" }, { "kind": "human" }, { "kind": "bot", "level": "greedy" }]);
    let new = json!({ "game": info.id, "scenario": info.scenarios[0].id, "seats": seats, "seed": seed });
    let (status, made) = guest.ask(Method::POST, "/api/games", "", Some(new.to_string())).await;
    assert_eq!(status, 201, "{made}");
    let text = |json: &Json| json.as_str().unwrap().to_owned();
    let (id, host) = (text(&made["id"]), text(&made["host"]));
    let links: Vec<String> =
        made["links"].as_array().unwrap().iter().map(|link| text(&link["token"])).collect();
    let game = format!("/api/games/{id}");

    // A game, by header and by query.
    for turn in 0..80 {
        let (_, view) = guest.ask(Method::GET, &game, &links[turn / 2 % 2], None).await;
        let Some(choice) = view["table"]["choices"].as_array().and_then(|choices| choices.first()) else {
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        };
        let act = json!({ "number": view["number"], "seat": view["seat"], "action": choice["action"] });
        let seat = view["seat"].as_u64().unwrap() as usize;
        let (path, token) = match turn % 2 {
            0 => (format!("{game}/actions"), links[seat].as_str()),
            _ => (format!("{game}/actions?token={}", links[seat]), ""),
        };
        let (status, answer) = guest.ask(Method::POST, &path, token, Some(act.to_string())).await;
        assert!(status == 200 || status == 409, "{status} {answer}");
    }
    let events = guest.http.get(format!("{}{game}/events?token={}", guest.base, links[0]));
    assert_eq!(events.send().await.unwrap().status(), 200);

    // Forged tokens, tokens where none belong, bad bodies full of secrets.
    for path in [
        format!("{game}?token={forged}"),
        format!("{game}?seat=x&token={host}"),
        format!("/play/{id}?token={host}"),
        format!("/api/games/{host}"),
        format!("/api/catalog/{forged}/rules"),
        format!("/api/nowhere/{host}?seed={seed}"),
    ] {
        guest.ask(Method::GET, &path, "", None).await;
        guest.ask(Method::GET, &path, &forged, None).await;
        guest.ask(Method::DELETE, &path, &host, None).await;
    }
    for body in [
        format!("{{\"seed\":\"{seed}0\"}}"),
        format!("{{\"{seed}\":\"{host}\"}}"),
        format!("[\"{host}\", {seed}"),
        new.to_string().replace(info.scenarios[0].id, &host),
        new.to_string().replace(info.id, &seed),
        json!({ "number": 0, "seat": 0, "action": { "seed": seed, "token": host } }).to_string(),
    ] {
        for path in ["/api/games".to_owned(), format!("{game}/actions"), format!("{game}/undo?token={host}")]
        {
            let (status, answer) = guest.ask(Method::POST, &path, &host, Some(body.clone())).await;
            assert!((400..500).contains(&status), "{status} {answer}");
        }
    }

    // A database that fails, and one that makes no sense.
    let pool = SqlitePool::connect(&format!("sqlite://{}", database.display())).await.unwrap();
    sqlx::query("ALTER TABLE entries RENAME TO gone").execute(&pool).await.unwrap();
    let mut broken = 0;
    for token in links.iter().cycle().take(200) {
        let (status, view) = guest.ask(Method::GET, &game, token, None).await;
        let choice = view["table"]["choices"].as_array().and_then(|choices| choices.first());
        let act = json!({ "number": view["number"], "seat": view["seat"], "action": choice.map(|it| &it["action"]) });
        let (acted, _) =
            guest.ask(Method::POST, &format!("{game}/actions"), token, Some(act.to_string())).await;
        broken += usize::from(status == 500 || acted == 500);
    }
    assert!(broken > 0, "the database does not fail");
    sqlx::query("ALTER TABLE gone RENAME TO entries").execute(&pool).await.unwrap();
    sqlx::query("UPDATE games SET setup = REPLACE(setup, '\"seed\":\"', '\"seed\":\"0')")
        .execute(&pool)
        .await
        .unwrap();
    let (status, _) = guest.ask(Method::GET, "/api/games", &host, None).await;
    assert_eq!(status, 500);
    running.stop().await.unwrap();

    let log = log.text();
    for expected in
        ["a game begins", "answered", "the database fails", "cannot be read", "INSERT INTO entries"]
    {
        assert!(log.contains(expected), "nothing is logged of \"{expected}\"");
    }
    let fits = |secret: &str| log.lines().find(|line| line.contains(secret)).map(str::to_owned);
    for secret in links.iter().chain([&host, &seed, &forged]) {
        // A part of it would be as bad.
        assert_eq!(fits(&secret[..16]), None);
    }
    assert_eq!(fits("token="), None);
    assert_eq!(fits(&format!("{id}#")), None);
}
