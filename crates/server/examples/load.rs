//! How much the server bears: many games at once, played over HTTP, and many open streams. Server and clients share the
//! machine.
//!
//! `cargo xtask load [GAMES] [SECONDS] [STREAMS]`

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::{Chance, Raw, Seat, Stream};
use mimalloc::MiMalloc;
use reqwest::{Client, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::json;
use server::{Config, Limits};
use tokio::task::JoinSet;

type Failure = Box<dyn Error + Send + Sync>;

/// As in the program itself.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

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
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    action: Raw,
}

#[derive(Serialize)]
struct Act<'a> {
    number: usize,
    seat: Option<Seat>,
    action: &'a Raw,
}

/// Plays two-handed games one after the other until told to stop; gives how long each answer took.
async fn play(
    http: Client,
    base: String,
    seed: u64,
    stop: Arc<AtomicBool>,
) -> Result<Vec<Duration>, Failure> {
    let info = registry::infos()[0];
    let human = json!({ "kind": "human" });
    let new = json!({ "game": info.id, "scenario": info.scenarios[0].id, "seats": [human, human] });
    let mut chance = Stream::from_number(seed);
    let mut times = Vec::new();
    // Nobody needs the whole story with every answer.
    let tail = "log_from=4000000000";
    while !stop.load(Ordering::Relaxed) {
        let made: Made = http.post(format!("{base}/api/games")).json(&new).send().await?.json().await?;
        let game = format!("{base}/api/games/{}", made.id);
        let shown = http.get(format!("{game}?{tail}")).bearer_auth(&made.host).send().await?;
        let mut view: View = shown.json().await?;
        while let Some(Choice { action }) = chance.pick(&view.choices)
            && !stop.load(Ordering::Relaxed)
        {
            let act = Act { number: view.number, seat: view.seat, action };
            let request = http.post(format!("{game}/actions?{tail}")).bearer_auth(&made.host).json(&act);
            let begun = Instant::now();
            let answer = request.send().await?;
            let status = answer.status();
            let bytes = answer.bytes().await?;
            times.push(begun.elapsed());
            if status != StatusCode::OK {
                return Err(format!("{status}: {}", String::from_utf8_lossy(&bytes)).into());
            }
            view = serde_json::from_slice(&bytes)?;
        }
    }
    Ok(times)
}

/// Memory in use by this program, in megabytes, where the system tells.
fn memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<f64>().ok()? / 1024.0)
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>());
    let games = args.next().transpose()?.unwrap_or(64);
    let seconds = args.next().transpose()?.unwrap_or(10);
    let streams = args.next().transpose()?.unwrap_or(1000);

    let folder = tempfile::tempdir()?;
    let mut config = Config::new("127.0.0.1:0".parse()?, folder.path().join("load.db"));
    config.limits = Limits::default().without_rates();
    let running = server::start(config).await?;
    let base = format!("http://{}", running.address());
    let http = Client::builder().no_proxy().tcp_nodelay(true).build()?;

    let stop = Arc::new(AtomicBool::new(false));
    let mut players = JoinSet::new();
    let begun = Instant::now();
    for seed in 0..games {
        players.spawn(play(http.clone(), base.clone(), seed, stop.clone()));
    }
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    stop.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    while let Some(played) = players.join_next().await {
        times.extend(played??);
    }
    let took = begun.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    println!("{games} games at once for {took:.1} s:");
    println!("  {:.0} acknowledged actions per second", times.len() as f64 / took);
    println!(
        "  {:.1} ms at the median, {:.1} ms at the 99th percentile, {:.1} ms at most",
        at(0.5),
        at(0.99),
        at(1.0)
    );

    let before = memory();
    let info = registry::infos()[0];
    let human = json!({ "kind": "human" });
    let new = json!({ "game": info.id, "scenario": info.scenarios[0].id, "seats": [human, human] });
    let made: Made = http.post(format!("{base}/api/games")).json(&new).send().await?.json().await?;
    let mut open = Vec::new();
    for _ in 0..streams {
        let mut stream = http.get(format!("{base}/api/games/{}/events", made.id)).send().await?;
        stream.chunk().await?.ok_or("a stream ends at once")?;
        open.push(stream);
    }
    if let (Some(before), Some(after)) = (before, memory()) {
        println!("{streams} open streams, both ends: {before:.0} MB before, {after:.0} MB with them");
    }
    Ok(())
}
