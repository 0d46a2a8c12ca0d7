//! Whether one visitor can take the bots from the others: while one address makes as many games of thinking bots as it may
//! and watches them all, a person on another plays against a greedy bot, and against one that searches.
//!
//! `cargo xtask starve [SECONDS]`. Fails if the greedy bot ever takes longer than a second. Two addresses on one machine
//! need a system where all of 127.0.0.0/8 is this machine, such as Linux.

use std::error::Error;
use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use engine::{Chance, Raw, Seat, Stream};
use mimalloc::MiMalloc;
use reqwest::{Client, Response};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use server::Config;

type Failure = Box<dyn Error + Send + Sync>;

/// As in the program itself.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// What a person is promised.
const PROMISE: Duration = Duration::from_secs(1);

/// A person asks no more often than the limits allow.
const BREATH: Duration = Duration::from_millis(25);

/// The game with the most seats.
const CROWDED: (&str, &str, usize) = ("alliance", "1804", 7);

#[derive(Deserialize)]
struct Made {
    id: String,
    host: String,
}

/// As much of a view as a hasty player reads.
#[derive(Deserialize)]
struct View {
    number: usize,
    seat: Option<Seat>,
    thinking: bool,
    table: Table,
}

#[derive(Deserialize)]
struct Table {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    action: Raw,
}

fn client(last: u8) -> Result<Client, Failure> {
    let address = IpAddr::from(Ipv4Addr::new(127, 0, 0, last));
    Ok(Client::builder().no_proxy().tcp_nodelay(true).local_address(address).build()?)
}

/// Makes as many games of the most demanding bots as the server lets it, and watches them.
async fn hog(http: &Client, base: &str) -> Result<Vec<Response>, Failure> {
    let (game, scenario, seats) = CROWDED;
    let bots = vec![json!({ "kind": "bot", "level": "search:5s" }); seats];
    let new = json!({ "game": game, "scenario": scenario, "seats": bots });
    let mut watched = Vec::new();
    loop {
        let answer = http.post(format!("{base}/api/games")).json(&new).send().await?;
        let status = answer.status();
        if !status.is_success() {
            let body: Json = answer.json().await?;
            println!(
                "One address has {} games of {seats} bots search:5s, then: {}",
                watched.len(),
                body["error"]
            );
            return Ok(watched);
        }
        let made: Made = answer.json().await?;
        watched.push(http.get(format!("{base}/api/games/{}/events", made.id)).send().await?);
    }
}

/// Plays against a bot for as long as told; gives how long it took each time until it was the person's turn again.
async fn play(http: &Client, base: &str, level: &str, time: Duration) -> Result<Vec<Duration>, Failure> {
    let info = registry::infos()[0];
    let seats = json!([{ "kind": "human" }, { "kind": "bot", "level": level }]);
    let new = json!({ "game": info.id, "scenario": info.scenarios[0].id, "seats": seats });
    let mut chance = Stream::from_number(1805);
    let (mut times, begun) = (Vec::new(), Instant::now());
    let tail = "log_from=4000000000";
    while begun.elapsed() < time {
        let made: Made = http.post(format!("{base}/api/games")).json(&new).send().await?.json().await?;
        let game = format!("{base}/api/games/{}", made.id);
        let look = async || -> Result<View, Failure> {
            Ok(http.get(format!("{game}?{tail}")).bearer_auth(&made.host).send().await?.json().await?)
        };
        let mut view = look().await?;
        let mut asked = Instant::now();
        while begun.elapsed() < time {
            tokio::time::sleep(BREATH).await;
            if view.thinking {
                view = look().await?;
                if !view.thinking {
                    times.push(asked.elapsed());
                }
                continue;
            }
            let Some(Choice { action }) = chance.pick(&view.table.choices) else { break };
            let act = json!({ "number": view.number, "seat": view.seat, "action": action });
            asked = Instant::now();
            let request = http.post(format!("{game}/actions?{tail}")).bearer_auth(&made.host).json(&act);
            view = request.send().await?.error_for_status()?.json().await?;
        }
    }
    times.sort_unstable();
    Ok(times)
}

fn report(level: &str, times: &[Duration]) -> Result<Duration, Failure> {
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    let longest = *times.last().ok_or("the bot has never answered")?;
    println!(
        "  {level}: {} answers, {:.0} ms at the median, {:.0} ms at the 99th percentile, {:.0} ms at most",
        times.len(),
        at(0.5),
        at(0.99),
        longest.as_secs_f64() * 1000.0
    );
    Ok(longest)
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let seconds = std::env::args().nth(1).map_or(Ok(20), |text| text.parse())?;
    let folder = tempfile::tempdir()?;
    let mut config = Config::new("127.0.0.1:0".parse()?, folder.path().join("starve.db"));
    let threads = std::env::args().nth(2).map(|text| text.parse()).transpose()?;
    config.bot_threads = threads.unwrap_or(config.bot_threads);
    println!("{} threads for bots", config.bot_threads);
    let running = server::start(config).await?;
    let base = format!("http://{}", running.address());
    let time = Duration::from_secs(seconds);
    let person = client(2)?;
    println!("Nobody else is here:");
    report("greedy", &play(&person, &base, "greedy", time / 4).await?)?;
    let _watched = hog(&client(1)?, &base).await?;
    println!("A person on another address:");
    let longest = report("greedy", &play(&person, &base, "greedy", time).await?)?;
    report("search:500ms", &play(&person, &base, "search:500ms", time).await?)?;
    running.stop().await?;
    if longest > PROMISE {
        return Err(format!("the greedy bot took {longest:?}; {PROMISE:?} is promised").into());
    }
    Ok(())
}
