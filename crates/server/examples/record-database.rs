//! Records a database of running games at today's revisions, as a fixture: later versions must go on with it.
//!
//! `cargo run --package server --example record-database -- FOLDER`
//!
//! Run it before a change that raises a game's revision. FOLDER gets `games.db` and `games.json`, which lists the games with
//! a token for each and how far it has come.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

use engine::{Chance, Seed, Stream};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value as Json, json};
use server::{Config, Limits};
use sqlx::{Connection, SqliteConnection};

type Failure = Box<dyn Error + Send + Sync>;

/// Choices made in each game.
const CHOICES: usize = 90;

/// A game over HTTP, all seats in one hand.
struct Player<'a> {
    http: &'a Client,
    game: String,
    token: String,
    chance: Stream,
}

impl Player<'_> {
    /// The answer to a request, or what it was refused with.
    async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<&Json>,
    ) -> Result<(StatusCode, Json), Failure> {
        let mut request = self.http.request(method, format!("{}{path}", self.game)).bearer_auth(&self.token);
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await?;
        Ok((answer.status(), answer.json().await?))
    }

    async fn view(&self) -> Result<Json, Failure> {
        Ok(self.ask(Method::GET, "", None).await?.1)
    }

    /// Plays at random, now and then taking something back or going back by consent.
    async fn play(&mut self) -> Result<Json, Failure> {
        let letter = json!({ "seat": 0, "to": [1], "text": "The Emperor expects an answer." });
        self.ask(Method::POST, "/letters", Some(&letter)).await?;
        let orders = json!({ "seat": 1, "auto": true, "orders": {} });
        self.ask(Method::PUT, "/orders", Some(&orders)).await?;
        for made in 0..CHOICES {
            let view = self.view().await?;
            let (number, seat) = (&view["number"], &view["seat"]);
            let choices = view["table"]["choices"].as_array().ok_or("no choices")?;
            let Some(choice) = self.chance.pick(choices).cloned() else { break };
            if view["undo"] == true && self.chance.below(8) == 0 {
                let undo = json!({ "number": number, "seat": seat });
                self.ask(Method::POST, "/undo", Some(&undo)).await?;
                continue;
            }
            if made == CHOICES / 2 {
                let back = json!({ "number": number, "seat": seat, "to": number.as_u64().unwrap_or(0) / 2 });
                self.ask(Method::POST, "/undo/ask", Some(&back)).await?;
                continue;
            }
            let act = json!({ "number": number, "seat": seat, "action": choice["action"] });
            let (status, answer) = self.ask(Method::POST, "/actions", Some(&act)).await?;
            if status != StatusCode::OK {
                return Err(format!("{status}: {answer}").into());
            }
        }
        self.view().await
    }
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let folder = std::env::args().nth(1).ok_or("give the folder to write to")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let database = folder.join("games.db");
    if database.exists() {
        return Err(format!("{} is there already", database.display()).into());
    }
    let mut config = Config::new("127.0.0.1:0".parse()?, database.clone());
    config.limits = Limits::default().without_rates();
    let running = server::start(config).await?;
    let base = format!("http://{}", running.address());
    let http = Client::builder().no_proxy().build()?;
    let mut recorded = Vec::new();
    for info in registry::infos() {
        for scenario in &info.scenarios {
            for seats in BTreeSet::from([scenario.seats.min, scenario.seats.max]) {
                let number = recorded.len() as u64;
                let human = json!({ "kind": "human" });
                let new = json!({
                    "game": info.id, "scenario": scenario.id, "seats": vec![human; usize::from(seats)],
                    "seed": Seed::from_number(1805 + number).to_string(),
                });
                let answer = http.post(format!("{base}/api/games")).json(&new).send().await?;
                // Some numbers of players need an option.
                if answer.status() == StatusCode::UNPROCESSABLE_ENTITY {
                    continue;
                }
                let made: Json = answer.json().await?;
                let text = |key: &str| made[key].as_str().map(str::to_owned).ok_or_else(|| made.to_string());
                let (id, token) = (text("id")?, text("host")?);
                let game = format!("{base}/api/games/{id}");
                let mut player = Player { http: &http, game, token, chance: Stream::from_number(number) };
                let view = player.play().await?;
                recorded.push(json!({
                    "id": id, "token": player.token, "game": info.id, "revision": info.revision,
                    "number": view["number"], "to_act": view["to_act"], "over": view.get("outcome").is_some(),
                }));
            }
        }
    }
    running.stop().await?;
    let mut file = SqliteConnection::connect(&format!("sqlite://{}", database.display())).await?;
    sqlx::query("PRAGMA journal_mode = DELETE").execute(&mut file).await?;
    sqlx::query("VACUUM").execute(&mut file).await?;
    file.close().await?;
    std::fs::write(folder.join("games.json"), format!("{:#}\n", Json::Array(recorded)))?;
    Ok(())
}
