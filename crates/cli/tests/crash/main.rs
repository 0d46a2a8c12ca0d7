//! Something goes wrong again and again while people and bots play: the server is killed, its disk is full, its files cannot
//! be written, another process holds the lock. Nothing that was acknowledged is lost, and it goes on where it was.
//! `cargo xtask crash` does the same for longer, with the optimised program.

mod disk;
mod fault;
mod player;
mod program;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use engine::{Chance, Stream};
use reqwest::{Client, Method, StatusCode};
use tempfile::TempDir;
use tokio::task::JoinSet;

use disk::Disk;
use fault::{Fault, Figures, Kind, Means, SmallDisk};
use player::{Game, Host, Player};
use program::{PATIENCE, Program};

/// People at the tables.
const PLAYERS: usize = 16;

/// The server is left alone for so long at most, in microseconds.
const LONGEST: u32 = 1_500_000;

/// Longer than the server waits for a lock.
const LONG_LOCK: Duration = Duration::from_secs(7);

/// After so many lives, bots must be seen to go on in a game that nobody plays, once somebody has looked at it.
const LOOK: usize = 5;

/// When a fault is over, so many actions must be acknowledged before anything else goes wrong.
const GOES_ON: usize = 4;

/// Everything that goes on beside the server.
struct Trial {
    folder: TempDir,
    means: BTreeMap<Kind, Means>,
    chance: Stream,
    players: Vec<Player>,
    /// Games of bots alone.
    alone: Vec<Game>,
    tally: Tally,
}

/// What has happened.
#[derive(Default)]
struct Tally {
    faults: usize,
    kinds: BTreeMap<Kind, Figures>,
    /// Killed before the first answer.
    unborn: usize,
    recovered: usize,
    lost_in_flight: usize,
    first_answers: Vec<Duration>,
}

fn client() -> Client {
    Client::builder().no_proxy().tcp_nodelay(true).timeout(PATIENCE).build().unwrap()
}

impl Trial {
    fn new(seed: u64, privileged: bool) -> Trial {
        let folder = tempfile::tempdir().unwrap();
        let means =
            Kind::ALL.iter().filter_map(|&kind| Some((kind, Means::of(kind, privileged, folder.path())?)));
        Trial {
            means: means.collect(),
            folder,
            chance: Stream::from_number(seed),
            players: (0..PLAYERS).map(Player::new).collect(),
            alone: Vec::new(),
            tally: Tally::default(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn database(&self) -> PathBuf {
        self.path("games.db")
    }

    /// A moment for something to happen: any, and as often one of the first.
    fn moment(&mut self) -> Duration {
        let any = self.chance.below(LONGEST);
        let early = self.chance.below(2) == 0;
        Duration::from_micros(u64::from(if early { any >> self.chance.below(16) } else { any }))
    }

    /// One life of the server, and what goes wrong in it.
    async fn live(&mut self, kind: Kind) -> Result<(), String> {
        let kind = if self.means.contains_key(&kind) { kind } else { Kind::Kill };
        self.tally.kinds.entry(kind).or_default().faults += 1;
        if kind == Kind::Kill && self.chance.below(4) == 0 {
            // In the cradle.
            let moment = self.moment();
            let program = Program::start(&self.database(), &self.path("log"));
            tokio::time::sleep(moment / 8).await;
            self.tally.unborn += 1;
            return no_complaints(&program.kill(), kind);
        }
        if self.means[&kind] != Means::SmallDisk {
            return self.play(kind, &self.database()).await;
        }
        // The database moves to a disk of its own for as long as it takes.
        let disk = SmallDisk::mount(&self.path("small")).ok_or("no disk of our own")?;
        let moved = disk.folder.join("games.db");
        Disk::transfer(&self.database(), &moved)?;
        let played = self.play(kind, &moved).await;
        Disk::transfer(&moved, &self.database())?;
        played
    }

    async fn play(&mut self, kind: Kind, database: &Path) -> Result<(), String> {
        let (moment, later) = (self.moment(), self.moment());
        let mut program = Program::start(database, &self.path("log"));
        let http = client();
        let (base, took) = program.first_answer(&http).await;
        self.tally.first_answers.push(took);
        let host = Host::new(http, base);
        if self.tally.faults % LOOK == LOOK - 1 {
            self.see_bots_go_on(&host, kind).await?;
        }
        let mut playing = JoinSet::new();
        for player in self.players.drain(..) {
            playing.spawn(player.play(host.clone()));
        }
        tokio::time::sleep(moment).await;
        if kind != Kind::Kill {
            self.go_wrong(kind, &program, &host, database).await?;
            tokio::time::sleep(later).await;
        }
        host.killed.store(true, Ordering::SeqCst);
        // Even who is asked politely to end must not lose anything.
        let said = if kind != Kind::Kill && self.chance.below(2) == 0 {
            let (status, said) = tokio::task::block_in_place(|| program.stop());
            if !status.success() {
                return Err(format!("the server does not end well: {status}"));
            }
            said
        } else {
            program.kill()
        };
        while let Some(played) = playing.join_next().await {
            self.players.push(played.map_err(|error| error.to_string())??);
        }
        let figures = self.tally.kinds.entry(kind).or_default();
        figures.acknowledged += host.acknowledged.load(Ordering::SeqCst);
        figures.refused += host.refused.load(Ordering::SeqCst);
        no_complaints(&said, kind)
    }

    /// Something goes wrong for a while; then the server must go on by itself.
    async fn go_wrong(
        &mut self,
        kind: Kind,
        program: &Program,
        host: &Host,
        database: &Path,
    ) -> Result<(), String> {
        let mut length = self.moment();
        if kind == Kind::Locked && self.tally.kinds[&kind].faults % 4 == 2 {
            length = LONG_LOCK;
        }
        let room = 4096 * u64::from(1 + self.chance.below(256));
        host.troubled.store(true, Ordering::SeqCst);
        let fault = Fault::inflict(kind, self.means[&kind], program, database, room).await?;
        // A lock is only waited for: whoever is patient enough does not feel it.
        let felt = match kind {
            Kind::Locked => Ok(false),
            _ => wait_for_health(host, false, Duration::from_secs(5)).await,
        };
        tokio::time::sleep(length).await;
        fault.lift().await?;
        let felt = felt?;
        let over = Instant::now();
        if !wait_for_health(host, true, PATIENCE).await? {
            return Err(format!("{kind}: the fault is over, and the server still does not write"));
        }
        host.troubled.store(false, Ordering::SeqCst);
        let felt = felt || host.refused.load(Ordering::SeqCst) > 0;
        let figures = self.tally.kinds.entry(kind).or_default();
        figures.felt += usize::from(felt);
        figures.recoveries.push(over.elapsed());
        let before = host.acknowledged.load(Ordering::SeqCst);
        while host.acknowledged.load(Ordering::SeqCst) < before + GOES_ON {
            if over.elapsed() > PATIENCE {
                return Err(format!("{kind}: the fault is over, and nobody can play on"));
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        self.see_bots_go_on(host, kind).await
    }

    /// Waits until a game that somebody has looked at goes on by itself; sees to it that there is one the next time.
    async fn see_bots_go_on(&mut self, host: &Host, kind: Kind) -> Result<(), String> {
        let mut seen = None;
        let begun = Instant::now();
        let mut visited = None;
        while let Some(game) = self.alone.last().filter(|game| !game.over) {
            // Whoever asks too often is not let in.
            if visited != Some(StatusCode::OK) {
                let path = format!("/api/games/{}", game.id);
                let heard = host.ask(Method::GET, &path, &game.host, None).await?;
                visited = heard.map(|(status, _)| status);
            }
            let Some((StatusCode::OK, lobby)) = host.ask(Method::GET, "/api/games", "lobby", None).await?
            else {
                // Too many ask at once.
                if begun.elapsed() > PATIENCE {
                    return Err(format!("the lobby is closed, visited: {visited:?}"));
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let mut lobby = lobby.as_array().into_iter().flatten();
            let listed = lobby.find(|listed| listed["id"] == game.id.as_str());
            // Only the newest games are listed.
            let Some(listed) = listed else { break };
            let (number, over) = (listed["number"].as_u64().unwrap_or(0), listed.get("outcome").is_some());
            if *seen.get_or_insert(number) < number || over {
                self.tally.kinds.entry(kind).or_default().went_on += 1;
                break;
            }
            if begun.elapsed() > PATIENCE {
                return Err(format!("{kind}: the bots of {} do not go on, visited: {visited:?}", game.id));
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        if let Some(game) = host.make(&["search:100ms", "greedy"], 30, true).await? {
            self.alone.push(game);
        }
        Ok(())
    }

    /// Compares what the server has said with what is on disk. `since` is how much of it was compared before.
    async fn compare(&mut self, since: &mut HashMap<String, usize>) -> Result<(), String> {
        let disk = Disk::copy(&self.database(), &self.path("copy.db")).await?;
        for game in self.players.iter_mut().flat_map(|player| &mut player.games) {
            let checked = since.entry(game.id.clone()).or_default();
            disk.keeps(game, *checked).await?;
            *checked = game.promised.len();
            if let Some(sent) = game.pending.take() {
                let arrived = disk.has(game, &sent).await?;
                let count = if arrived { &mut self.tally.recovered } else { &mut self.tally.lost_in_flight };
                *count += 1;
            }
        }
        for game in &mut self.alone {
            disk.keeps(game, 0).await?;
            (game.shown, game.over) = disk.games[&game.id];
        }
        disk.close().await;
        Ok(())
    }

    /// After the last fault: every link still works, no game stands still, every journal replays.
    async fn finish(&mut self) -> Result<(), String> {
        let mut program = Program::start(&self.database(), &self.path("log"));
        let http = client();
        let (base, _) = program.first_answer(&http).await;
        let host = Host::new(http, base);
        for game in self.players.iter().flat_map(|player| &player.games) {
            let path = format!("/api/games/{}?log_from=4000000000", game.id);
            for token in game.links.iter().chain([&game.host]) {
                wait_for_people(&host, &path, token).await?;
            }
        }
        no_complaints(&program.kill(), Kind::Kill)?;
        self.compare(&mut HashMap::new()).await?;
        let disk = Disk::copy(&self.database(), &self.path("copy.db")).await?;
        let entries = disk.replay().await?;
        let (made, on_disk) = (self.games(), disk.games.len());
        disk.close().await;
        self.tally.report(&self.means, self.promised(), made, on_disk, entries);
        Ok(())
    }

    fn games(&self) -> usize {
        self.players.iter().map(|player| player.games.len()).sum::<usize>() + self.alone.len()
    }

    fn promised(&self) -> usize {
        self.players.iter().flat_map(|player| &player.games).map(|game| game.promised.len()).sum()
    }
}

/// A server may complain of what really goes wrong, and of nothing else.
fn no_complaints(log: &[String], kind: Kind) -> Result<(), String> {
    let excused = |line: &String| {
        let of_the_disk = [
            "the database cannot be written",
            "an action cannot be kept",
            "a game cannot be read again",
            "a request fails error=the database fails",
            "a game cannot be read",
        ];
        kind != Kind::Kill && of_the_disk.iter().any(|complaint| line.contains(complaint))
    };
    // No fault of these damages what was written: a server that finds damage is mistaken.
    let mistaken = |line: &String| line.contains("is damaged") || line.contains("is not whole");
    let complaint = |line: &&String| {
        line.contains("panicked") || mistaken(line) || line.contains("ERROR") && !excused(line)
    };
    log.iter().find(complaint).map_or(Ok(()), |line| Err(format!("the server complains: {line}")))
}

/// Waits until the server says of itself that it is well, or that it is not; whether it did in time.
async fn wait_for_health(host: &Host, well: bool, patience: Duration) -> Result<bool, String> {
    let begun = Instant::now();
    while begun.elapsed() < patience {
        let answer = host.http.get(format!("{}/healthz", host.base)).send().await;
        let status = answer.map_err(|error| format!("no word of its health: {error}"))?.status();
        match status {
            StatusCode::OK if well => return Ok(true),
            StatusCode::SERVICE_UNAVAILABLE if !well => return Ok(true),
            StatusCode::OK | StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => {}
            other => return Err(format!("its health is {other}")),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(false)
}

/// Waits until people must decide, or the game is over.
async fn wait_for_people(host: &Host, path: &str, token: &str) -> Result<(), String> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        match host.ask(Method::GET, path, token, None).await? {
            Some((StatusCode::OK, view)) if view["thinking"] == false => return Ok(()),
            Some((StatusCode::OK | StatusCode::TOO_MANY_REQUESTS, _)) => {}
            other => return Err(format!("{path} is not shown: {other:?}")),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Err(format!("the bots of {path} do not go on"))
}

/// The median and the longest, in seconds.
fn spread(times: &mut [Duration]) -> (f64, f64) {
    times.sort();
    let at = |share: usize| {
        times.get(times.len().saturating_sub(1) * share / 100).map_or(0.0, Duration::as_secs_f64)
    };
    (at(50), at(100))
}

impl Tally {
    fn report(
        &mut self,
        means: &BTreeMap<Kind, Means>,
        promised: usize,
        made: usize,
        on_disk: usize,
        entries: usize,
    ) {
        println!("{} faults, of the kills {} before the first answer:", self.faults, self.unborn);
        for kind in Kind::ALL {
            let Some(means) = means.get(&kind) else {
                println!("  {kind:<16}  not possible on this machine");
                continue;
            };
            let figures = self.kinds.entry(kind).or_default();
            let (median, longest) = spread(&mut figures.recoveries);
            print!(
                "  {kind:<16}  {:>3} ({means}): {} acknowledged, none lost",
                figures.faults, figures.acknowledged
            );
            if kind != Kind::Kill {
                print!("; {} felt, {} requests refused", figures.felt, figures.refused);
                print!(
                    "; writes again {median:.3} s after it was over at the median, {longest:.3} s at most"
                );
            }
            println!("; bots seen to go on by themselves {} times", figures.went_on);
        }
        println!("  {promised} acknowledged actions in {made} games: none lost, none wrong");
        println!(
            "  {} actions in flight: {} were on disk, {} were not",
            self.recovered + self.lost_in_flight,
            self.recovered,
            self.lost_in_flight
        );
        println!("  {on_disk} games on disk, {entries} entries: all replay, every hash as recorded");
        let (median, longest) = spread(&mut self.first_answers);
        println!("  first answer after {median:.3} s at the median, {longest:.3} s at most");
    }
}

/// How many faults: `GROGNARD_FAULTS`, or nothing if only a few are wanted.
fn asked_for() -> Option<usize> {
    let asked = std::env::var("GROGNARD_FAULTS").ok();
    asked.map(|faults| faults.parse().expect("GROGNARD_FAULTS is a number"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_whatever_goes_wrong() {
    let asked = asked_for();
    let mut trial = Trial::new(1805, asked.is_some());
    let mut compared = HashMap::new();
    let mut run = async || {
        while trial.tally.faults < asked.unwrap_or(12) {
            let number = trial.tally.faults;
            // In a long run as many of each kind; in a short one each once between kills.
            let kind = match asked {
                Some(_) => Kind::ALL[number % Kind::ALL.len()],
                None if number % 3 == 2 => Kind::ALL[(1 + number / 3) % Kind::ALL.len()],
                None => Kind::Kill,
            };
            trial.live(kind).await.map_err(|error| format!("{kind}: {error}"))?;
            trial.tally.faults += 1;
            trial.compare(&mut compared).await.map_err(|error| format!("{kind}: {error}"))?;
        }
        trial.finish().await
    };
    if let Err(error) = run().await {
        let log = std::fs::read_to_string(trial.path("log")).unwrap_or_default();
        let tail: Vec<&str> = log.lines().rev().take(10).collect();
        panic!(
            "after {} faults: {error}\nThe log ends, latest first:\n{}",
            trial.tally.faults,
            tail.join("\n")
        );
    }
    assert!(trial.promised() > 0, "nobody has played");
    assert!(
        trial.tally.kinds.values().any(|figures| figures.went_on > 0),
        "no bot was seen to go on by itself"
    );
    for kind in [Kind::Full, Kind::Unwritable].iter().filter(|kind| trial.means.contains_key(kind)) {
        assert!(trial.tally.kinds[kind].felt > 0, "{kind}: nobody has felt it");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn asked_to_stop_the_server_says_goodbye_and_puts_its_books_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let (database, log) = (folder.path().join("games.db"), folder.path().join("log"));
    let mut program = Program::start(&database, &log);
    let http = client();
    let (base, _) = program.first_answer(&http).await;
    let host = Host::new(http.clone(), base.clone());
    let game = host.make(&["human", "search:3000ms"], 3, false).await.unwrap().unwrap();
    host.make(&["search:3000ms", "search:3000ms"], 3, false).await.unwrap().unwrap();
    let mut stream = http.get(format!("{base}/api/games/{}/events", game.id)).send().await.unwrap();
    stream.chunk().await.unwrap().unwrap();
    let (status, _) = tokio::task::spawn_blocking(|| program.stop()).await.unwrap();
    assert!(status.success(), "{status}");
    while stream.chunk().await.expect("the stream ends as it should").is_some() {}
    let beside = |ending: &str| Path::new(&format!("{}{ending}", database.display())).exists();
    assert!(beside("") && !beside("-wal"), "the database was not closed");
    let log = std::fs::read_to_string(&log).unwrap();
    assert!(log.contains("the server has stopped") && !log.contains("ERROR"), "{log}");
}

#[tokio::test]
async fn a_backup_is_taken_while_the_server_runs_and_another_goes_on_from_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut program = Program::start(&path("games.db"), &path("log"));
    let http = client();
    let (base, _) = program.first_answer(&http).await;
    let host = Host::new(http.clone(), base);
    let game = host.make(&["human", "human"], 3, false).await.unwrap().unwrap();
    let taken = std::process::Command::new(env!("CARGO_BIN_EXE_grognard"))
        .arg("backup")
        .arg("--database")
        .args([path("games.db"), path("copy.db")])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&taken.stdout);
    assert!(taken.status.success() && said.contains("1 games with 0 entries"), "{taken:?}");
    let mut second = Program::start(&path("copy.db"), &path("log"));
    let (base, _) = second.first_answer(&http).await;
    let copy = Host::new(http, base);
    for host in [host, copy] {
        wait_for_people(&host, &format!("/api/games/{}", game.id), &game.host).await.unwrap();
    }
}
