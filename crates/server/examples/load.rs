//! How much the server bears: many games at once, played over HTTP. The server is a process of its own, so that its work can be
//! told from that of the clients; both share the machine.
//!
//! `cargo xtask load [--game GAME] [--games N] [--seconds N] [--streams N] [--json]`
//!
//! Two styles of play are measured. `host`: one client holds all seats and gets the whole table with every answer. `seats`: every
//! seat is a client of its own that follows the game through a stream, compressed as for a browser, and gets what has changed.

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::{Chance, Raw, Seat, Stream};
use flate2::{Decompress, FlushDecompress};
use mimalloc::MiMalloc;
use reqwest::{Client, Response, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;
use server::{Config, Limits};
use tokio::task::JoinSet;

type Failure = Box<dyn Error + Send + Sync>;

/// As in the program itself.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// What is measured of one game in one style.
#[derive(Serialize)]
struct Figures {
    game: &'static str,
    games: u64,
    style: &'static str,
    acks_per_second: f64,
    p50_ms: f64,
    p99_ms: f64,
    /// All that the server has sent, headers included.
    bytes_per_ack: f64,
    server_cpu_us_per_ack: f64,
}

#[derive(Deserialize)]
struct Made {
    id: String,
    host: String,
    links: Vec<Link>,
}

#[derive(Deserialize)]
struct Link {
    seat: Seat,
    token: String,
}

#[derive(Deserialize)]
struct Choice {
    action: Raw,
}

/// As much of a view as a hasty player reads.
#[derive(Deserialize)]
struct View {
    number: usize,
    seat: Option<Seat>,
    table: Table,
}

#[derive(Deserialize)]
struct Table {
    to_act: Vec<Seat>,
    choices: Vec<Choice>,
}

/// The same for one who follows the game.
#[derive(Deserialize)]
struct First {
    number: usize,
    table: FirstTable,
}

#[derive(Deserialize)]
struct FirstTable {
    to_act: Vec<Seat>,
    choices: Vec<Box<RawValue>>,
    outcome: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
struct Update {
    number: usize,
    #[serde(default)]
    patch: Patch,
}

#[derive(Deserialize, Default)]
struct Patch {
    to_act: Option<Vec<Seat>>,
    choices: Option<Vec<Box<RawValue>>>,
    outcome: Option<Box<RawValue>>,
}

/// As much of the answer to a move as matters to one who follows the game, or of a refusal that shows how it stands.
#[derive(Deserialize)]
struct Done {
    number: Option<usize>,
    view: Option<Current>,
}

#[derive(Deserialize)]
struct Current {
    number: usize,
}

#[derive(Serialize)]
struct Act<'a> {
    number: usize,
    seat: Option<Seat>,
    action: &'a Raw,
}

/// What all clients share.
#[derive(Clone)]
struct LoadTest {
    http: Client,
    base: String,
    game: &'static str,
    stop: Arc<AtomicBool>,
    bytes: Arc<AtomicU64>,
    /// How long each answer took.
    times: Arc<Mutex<Vec<Duration>>>,
}

impl LoadTest {
    fn acknowledged(&self, time: Duration) {
        self.times.lock().unwrap_or_else(PoisonError::into_inner).push(time);
    }

    /// Counts the head of an answer, and its body if that is known.
    fn count(&self, answer: &Response, body: usize) {
        let head: usize =
            answer.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
        self.bytes.fetch_add((head + body + 19) as u64, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    async fn make(&self) -> Result<Made, Failure> {
        let info = registry::infos().into_iter().find(|info| info.id == self.game).ok_or("no such game")?;
        let scenario = &info.scenarios[0];
        let seats = vec![json!({ "kind": "human" }); usize::from(scenario.seats.min.max(2))];
        let new = json!({ "game": info.id, "scenario": scenario.id, "seats": seats });
        Ok(self.http.post(format!("{}/api/games", self.base)).json(&new).send().await?.json().await?)
    }

    /// One client for all seats, until told to stop.
    async fn play_as_host(self, seed: u64) -> Result<(), Failure> {
        let mut chance = Stream::from_number(seed);
        // Nobody needs the whole story with every answer.
        let tail = "log_from=4000000000";
        while !self.is_over() {
            let made = self.make().await?;
            let game = format!("{}/api/games/{}", self.base, made.id);
            let shown = self.http.get(format!("{game}?{tail}")).bearer_auth(&made.host).send().await?;
            let mut view: View = shown.json().await?;
            while let Some(Choice { action }) = chance.pick(&view.table.choices)
                && !view.table.to_act.is_empty()
                && !self.is_over()
            {
                let act = Act { number: view.number, seat: view.seat, action };
                let request =
                    self.http.post(format!("{game}/actions?{tail}")).bearer_auth(&made.host).json(&act);
                let begun = Instant::now();
                let answer = request.send().await?;
                let status = answer.status();
                let length = answer.content_length().unwrap_or(0) as usize;
                self.count(&answer, length);
                let bytes = answer.bytes().await?;
                self.acknowledged(begun.elapsed());
                if status != StatusCode::OK {
                    return Err(format!("{status}: {}", String::from_utf8_lossy(&bytes)).into());
                }
                view = serde_json::from_slice(&bytes)?;
            }
        }
        Ok(())
    }

    /// A client for every seat, each of which follows the game, until told to stop.
    async fn play_as_seats(self, seed: u64) -> Result<(), Failure> {
        let mut round = 0;
        while !self.is_over() {
            let made = self.make().await?;
            let mut seats = JoinSet::new();
            for Link { seat, token } in made.links {
                let game = format!("{}/api/games/{}", self.base, made.id);
                round += 1;
                seats.spawn(self.clone().play_seat(game, seat, token, seed << 20 | round));
            }
            while let Some(played) = seats.join_next().await {
                played??;
            }
        }
        Ok(())
    }

    async fn play_seat(self, game: String, seat: Seat, token: String, seed: u64) -> Result<(), Failure> {
        let mut chance = Stream::from_number(seed);
        let request = self.http.get(format!("{game}/live?seat={}", seat.0)).bearer_auth(&token);
        let mut stream = request.header("accept-encoding", "gzip").send().await?;
        self.count(&stream, 0);
        let mut unpacking = stream.headers().contains_key("content-encoding").then(Unpacking::default);
        let mut buffer: Vec<u8> = Vec::new();
        // What was done is known before the stream tells of it.
        let mut known = 0;
        let (mut to_act, mut choices): (Vec<Seat>, Vec<Box<RawValue>>) = Default::default();
        loop {
            // The end of an event is an empty line.
            while let Some(end) = buffer.windows(2).position(|pair| pair == b"\n\n") {
                let event: Vec<u8> = buffer.drain(..end + 2).collect();
                let event = std::str::from_utf8(&event)?;
                let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
                let Some(data) = field("data: ").or_else(|| field("data:")) else { continue };
                let is_first = event.contains("event: table") || event.contains("event:table");
                let (number, ended) = if is_first {
                    let first: First = serde_json::from_str(data)?;
                    (to_act, choices) = (first.table.to_act, first.table.choices);
                    (first.number, first.table.outcome.is_some())
                } else {
                    let update: Update = serde_json::from_str(data)?;
                    to_act = update.patch.to_act.unwrap_or(to_act);
                    if let Some(runs) = update.patch.choices {
                        choices = follow(choices, runs)?;
                    }
                    (update.number, update.patch.outcome.is_some())
                };
                if ended || self.is_over() {
                    return Ok(());
                }
                if !to_act.contains(&seat) || !buffer.is_empty() || number < known {
                    continue;
                }
                let Some(choice) = chance.pick(&choices) else { continue };
                let choice: Choice = serde_json::from_str(choice.get())?;
                let act = Act { number, seat: Some(seat), action: &choice.action };
                let begun = Instant::now();
                let request = self.http.post(format!("{game}/moves")).bearer_auth(&token).json(&act);
                let answer = request.send().await?;
                let status = answer.status();
                let length = answer.content_length().unwrap_or(0) as usize;
                self.count(&answer, length);
                let bytes = answer.bytes().await?;
                match status {
                    StatusCode::OK => self.acknowledged(begun.elapsed()),
                    // Others who decide at the same time were faster; the stream tells more.
                    StatusCode::CONFLICT => {}
                    _ => return Err(format!("{status}: {}", String::from_utf8_lossy(&bytes)).into()),
                }
                let Done { number, view } = serde_json::from_slice(&bytes)?;
                known = number.or(view.map(|view| view.number)).unwrap_or(known);
            }
            let Some(chunk) = stream.chunk().await? else { return Ok(()) };
            self.bytes.fetch_add(chunk.len() as u64, Ordering::Relaxed);
            match &mut unpacking {
                Some(unpacking) => unpacking.unpack(&chunk, &mut buffer)?,
                None => buffer.extend_from_slice(&chunk),
            }
        }
    }
}

/// A gzip file on its way.
struct Unpacking {
    /// So many bytes of its head are still to come.
    head: usize,
    decompress: Decompress,
}

impl Default for Unpacking {
    fn default() -> Unpacking {
        Unpacking { head: 10, decompress: Decompress::new(false) }
    }
}

impl Unpacking {
    fn unpack(&mut self, chunk: &[u8], out: &mut Vec<u8>) -> Result<(), Failure> {
        let mut rest = &chunk[self.head.min(chunk.len())..];
        self.head -= self.head.min(chunk.len());
        loop {
            out.reserve(4 * rest.len() + 256);
            let (read, room) = (self.decompress.total_in(), out.capacity() - out.len());
            let before = out.len();
            self.decompress.decompress_vec(rest, out, FlushDecompress::Sync)?;
            rest = &rest[(self.decompress.total_in() - read) as usize..];
            if rest.is_empty() && out.len() - before < room {
                return Ok(());
            }
        }
    }
}

/// Makes a new list of the old one: a pair of numbers stands for so many items of it.
fn follow(old: Vec<Box<RawValue>>, runs: Vec<Box<RawValue>>) -> Result<Vec<Box<RawValue>>, Failure> {
    let mut new = Vec::with_capacity(runs.len());
    for run in runs {
        if run.get().starts_with('[') {
            let (first, count): (usize, usize) = serde_json::from_str(run.get())?;
            new.extend(old[first..first + count].iter().cloned());
        } else {
            new.push(run);
        }
    }
    Ok(new)
}

/// Time that a process has worked, where the system tells.
fn worked(process: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 10))
}

/// Memory in use by a process, in megabytes, where the system tells.
fn memory(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<f64>().ok()? / 1024.0)
}

/// The server in a process of its own; ends with this one.
struct Server {
    child: Child,
    base: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start() -> Result<Server, Failure> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("--serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let out = child.stdout.take().ok_or("the server says nothing")?;
        let mut base = String::new();
        BufReader::new(out).read_line(&mut base)?;
        Ok(Server { child, base: base.trim().to_owned() })
    }

    /// Waits until it has done what it does once after it has started: it lays out the maps.
    async fn settle(&self) {
        let mut before = worked(self.child.id());
        for _ in 0..SETTLE {
            tokio::time::sleep(Duration::from_millis(250)).await;
            let now = worked(self.child.id());
            if now == before {
                return;
            }
            before = now;
        }
    }
}

/// So many quarters of a second a server is given to settle.
const SETTLE: u32 = 240;

/// Serves until its parent has gone.
async fn serve() -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let mut config = Config::new("127.0.0.1:0".parse()?, folder.path().join("load.db"));
    config.limits = Limits::default().without_rates();
    let running = server::start(config).await?;
    println!("http://{}", running.address());
    tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new())).await??;
    Ok(())
}

struct Args {
    game: Option<String>,
    games: u64,
    seconds: u64,
    streams: u64,
    json: bool,
}

fn args() -> Result<Args, Failure> {
    let mut args = Args { game: None, games: 32, seconds: 10, streams: 0, json: false };
    let mut given = std::env::args().skip(1);
    while let Some(arg) = given.next() {
        let mut value = || given.next().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--game" => args.game = Some(value()?),
            "--games" => args.games = value()?.parse()?,
            "--seconds" => args.seconds = value()?.parse()?,
            "--streams" => args.streams = value()?.parse()?,
            "--json" => args.json = true,
            other => return Err(format!("{other} is not known").into()),
        }
    }
    Ok(args)
}

async fn measure(game: &'static str, style: &'static str, args: &Args) -> Result<Figures, Failure> {
    let server = Server::start()?;
    server.settle().await;
    let http = Client::builder().no_proxy().tcp_nodelay(true).build()?;
    let load = LoadTest {
        http,
        base: server.base.clone(),
        game,
        stop: Arc::default(),
        bytes: Arc::default(),
        times: Arc::default(),
    };
    let mut players = JoinSet::new();
    let begun = Instant::now();
    let before = worked(server.child.id()).unwrap_or_default();
    for seed in 0..args.games {
        let load = load.clone();
        match style {
            "host" => players.spawn(load.play_as_host(seed)),
            _ => players.spawn(load.play_as_seats(seed)),
        };
    }
    tokio::time::sleep(Duration::from_secs(args.seconds)).await;
    let (took, cpu) = (begun.elapsed().as_secs_f64(), worked(server.child.id()).unwrap_or_default() - before);
    let bytes = load.bytes.load(Ordering::Relaxed) as f64;
    load.stop.store(true, Ordering::Relaxed);
    // Whoever waits for a move of somebody who has stopped is not waited for.
    while let Ok(Some(played)) = tokio::time::timeout(Duration::from_millis(500), players.join_next()).await {
        played??;
    }
    let mut times = std::mem::take(&mut *load.times.lock().unwrap_or_else(PoisonError::into_inner));
    if times.is_empty() {
        return Err("nothing was acknowledged".into());
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    let acks = times.len() as f64;
    Ok(Figures {
        game,
        games: args.games,
        style,
        acks_per_second: acks / took,
        p50_ms: at(0.5),
        p99_ms: at(0.99),
        bytes_per_ack: bytes / acks,
        server_cpu_us_per_ack: cpu.as_secs_f64() * 1e6 / acks,
    })
}

/// What so many open streams cost.
async fn streams(game: &'static str, count: u64) -> Result<(), Failure> {
    let server = Server::start()?;
    let http = Client::builder().no_proxy().build()?;
    let load = LoadTest {
        http,
        base: server.base.clone(),
        game,
        stop: Arc::default(),
        bytes: Arc::default(),
        times: Arc::default(),
    };
    let made = load.make().await?;
    let before = memory(server.child.id());
    let mut open = Vec::new();
    for _ in 0..count {
        let mut stream = load.http.get(format!("{}/api/games/{}/live", load.base, made.id)).send().await?;
        stream.chunk().await?.ok_or("a stream ends at once")?;
        open.push(stream);
    }
    if let (Some(before), Some(after)) = (before, memory(server.child.id())) {
        println!("{count} open streams: the server has {before:.0} MB before, {after:.0} MB with them");
    }
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    if std::env::args().any(|arg| arg == "--serve") {
        return serve().await;
    }
    let args = args()?;
    for info in registry::infos() {
        if args.game.as_deref().is_some_and(|game| game != info.id) {
            continue;
        }
        for style in ["host", "seats"] {
            let figures = measure(info.id, style, &args).await?;
            if args.json {
                println!("{}", serde_json::to_string(&figures)?);
                continue;
            }
            println!("{}, {} games at once, {style}:", figures.game, figures.games);
            println!("  {:.0} acknowledged actions a second", figures.acks_per_second);
            println!(
                "  {:.1} ms at the median, {:.1} ms at the 99th percentile",
                figures.p50_ms, figures.p99_ms
            );
            println!("  {:.0} bytes sent for each", figures.bytes_per_ack);
            println!("  {:.0} µs of the server's time for each", figures.server_cpu_us_per_ack);
        }
        if args.streams > 0 {
            streams(info.id, args.streams).await?;
        }
    }
    Ok(())
}
