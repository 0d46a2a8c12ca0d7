//! The server is killed again and again while people and bots play on it: nothing that was acknowledged is lost, and it
//! goes on where it was. `cargo xtask crash` does the same for longer, with the optimised program.

mod disk;
mod player;
mod program;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::{Chance, Stream};
use reqwest::{Client, Method, StatusCode};
use tempfile::TempDir;
use tokio::task::JoinSet;

use disk::Disk;
use player::{Game, House, Player};
use program::{PATIENCE, Program};

/// People at the tables.
const PLAYERS: usize = 16;

/// The server is left alone for so long at most, in microseconds.
const LONGEST: u32 = 1_500_000;

/// After so many kills, bots must be seen to go on in a game that nobody plays, once somebody has looked at it.
const LOOK: usize = 4;

/// Everything that goes on beside the server.
struct Trial {
    folder: TempDir,
    chance: Stream,
    players: Vec<Player>,
    /// Games of bots alone.
    alone: Vec<Game>,
    tally: Tally,
}

/// What has happened.
#[derive(Default)]
struct Tally {
    kills: usize,
    /// Killed before the first answer.
    unborn: usize,
    recovered: usize,
    lost_in_flight: usize,
    went_on: usize,
    first_answers: Vec<Duration>,
}

fn client() -> Client {
    Client::builder().no_proxy().tcp_nodelay(true).timeout(PATIENCE).build().unwrap()
}

impl Trial {
    fn new(seed: u64) -> Trial {
        Trial {
            folder: tempfile::tempdir().unwrap(),
            chance: Stream::from_number(seed),
            players: (0..PLAYERS).map(Player::new).collect(),
            alone: Vec::new(),
            tally: Tally::default(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn start(&self) -> Program {
        Program::start(&self.path("games.db"), &self.path("log"))
    }

    /// A moment to kill at: any, and as often one of the first.
    fn moment(&mut self) -> Duration {
        let any = self.chance.below(LONGEST);
        let early = self.chance.below(2) == 0;
        Duration::from_micros(u64::from(if early { any >> self.chance.below(16) } else { any }))
    }

    /// One life of the server.
    async fn live(&mut self) -> Result<(), String> {
        let moment = self.moment();
        let mut program = self.start();
        if self.chance.below(4) == 0 {
            // In the cradle.
            tokio::time::sleep(moment / 8).await;
            program.kill();
            self.tally.unborn += 1;
            return Ok(());
        }
        let http = client();
        let (base, took) = program.first_answer(&http).await;
        self.tally.first_answers.push(took);
        let house = House { http, base, killed: Arc::new(AtomicBool::new(false)) };
        if self.tally.kills % LOOK == LOOK - 1 {
            self.see_bots_go_on(&house).await?;
        }
        let mut playing = JoinSet::new();
        for player in self.players.drain(..) {
            playing.spawn(player.play(house.clone()));
        }
        tokio::time::sleep(moment).await;
        house.killed.store(true, Ordering::SeqCst);
        program.kill();
        while let Some(played) = playing.join_next().await {
            self.players.push(played.map_err(|error| error.to_string())??);
        }
        Ok(())
    }

    /// Waits until a game that somebody has looked at goes on by itself; sees to it that there is one the next time.
    async fn see_bots_go_on(&mut self, house: &House) -> Result<(), String> {
        let mut seen = None;
        let begun = Instant::now();
        if let Some(game) = self.alone.last() {
            house.ask(Method::GET, &format!("/api/games/{}", game.id), &game.host, None).await?;
        }
        while let Some(game) = self.alone.last().filter(|game| !game.over) {
            let Some((StatusCode::OK, lobby)) = house.ask(Method::GET, "/api/games", "none", None).await?
            else {
                return Err("the lobby is closed".to_owned());
            };
            let mut lobby = lobby.as_array().into_iter().flatten();
            let listed = lobby.find(|listed| listed["id"] == game.id.as_str());
            // Only the newest games are listed.
            let Some(number) = listed.and_then(|listed| listed["number"].as_u64()) else { break };
            if *seen.get_or_insert(number) < number {
                self.tally.went_on += 1;
                break;
            }
            if begun.elapsed() > PATIENCE {
                return Err(format!("the bots of {} do not go on", game.id));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let game = house.make(&["search:100ms", "greedy"], 30, true).await?;
        self.alone.push(game.ok_or("no game for the bots")?);
        Ok(())
    }

    /// Compares what the server has said with what is on disk. `since` is how much of it was compared before.
    async fn compare(&mut self, since: &mut HashMap<String, usize>) -> Result<(), String> {
        let disk = Disk::copy(&self.path("games.db"), &self.path("copy.db")).await?;
        for game in self.players.iter_mut().flat_map(|player| &mut player.games) {
            let checked = since.entry(game.id.clone()).or_default();
            disk.keeps(game, *checked).await?;
            *checked = game.promised.len();
            if let Some(deed) = game.pending.take() {
                let arrived = disk.has(game, &deed).await?;
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

    /// After the last kill: every link still works, no game stands still, every journal replays.
    async fn finish(&mut self) -> Result<(), String> {
        let mut program = self.start();
        let http = client();
        let (base, _) = program.first_answer(&http).await;
        let house = House { http, base, killed: Arc::default() };
        for game in self.players.iter().flat_map(|player| &player.games) {
            let path = format!("/api/games/{}?log_from=4000000000", game.id);
            for token in game.links.iter().chain([&game.host]) {
                wait_for_people(&house, &path, token).await?;
            }
        }
        program.kill();
        self.compare(&mut HashMap::new()).await?;
        let disk = Disk::copy(&self.path("games.db"), &self.path("copy.db")).await?;
        let entries = disk.replay().await?;
        let (made, on_disk) = (self.games(), disk.games.len());
        disk.close().await;
        let log = std::fs::read_to_string(self.path("log")).map_err(|error| error.to_string())?;
        if let Some(line) = log.lines().find(|line| line.contains("ERROR") || line.contains("panicked")) {
            return Err(format!("the server complains: {line}"));
        }
        self.tally.report(self.promised(), made, on_disk, entries);
        Ok(())
    }

    fn games(&self) -> usize {
        self.players.iter().map(|player| player.games.len()).sum::<usize>() + self.alone.len()
    }

    fn promised(&self) -> usize {
        self.players.iter().flat_map(|player| &player.games).map(|game| game.promised.len()).sum()
    }
}

/// Waits until people must decide, or the game is over.
async fn wait_for_people(house: &House, path: &str, token: &str) -> Result<(), String> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        match house.ask(Method::GET, path, token, None).await? {
            Some((StatusCode::OK, view)) if view["thinking"] == false => return Ok(()),
            Some((StatusCode::OK | StatusCode::TOO_MANY_REQUESTS, _)) => {}
            other => return Err(format!("{path} is not shown: {other:?}")),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Err(format!("the bots of {path} do not go on"))
}

impl Tally {
    fn report(&mut self, promised: usize, made: usize, on_disk: usize, entries: usize) {
        self.first_answers.sort_unstable();
        let at =
            |share: usize| self.first_answers[(self.first_answers.len() - 1) * share / 100].as_secs_f64();
        println!("{} kills, {} of them before the first answer:", self.kills, self.unborn);
        println!("  {promised} acknowledged actions in {made} games: none lost");
        println!(
            "  {} actions in flight: {} were on disk, {} were not",
            self.recovered + self.lost_in_flight,
            self.recovered,
            self.lost_in_flight
        );
        println!("  {on_disk} games on disk, {entries} entries: all replay, every hash as recorded");
        println!("  bots seen to go on by themselves {} times", self.went_on);
        println!("  first answer after {:.3} s at the median, {:.3} s at most", at(50), at(100));
    }
}

/// How often to kill: `GROGNARD_KILLS`, or a few times.
fn kills() -> usize {
    std::env::var("GROGNARD_KILLS").map_or(12, |kills| kills.parse().expect("GROGNARD_KILLS is a number"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_whenever_the_server_is_killed() {
    let mut trial = Trial::new(1805);
    let mut compared = HashMap::new();
    let mut run = async || {
        while trial.tally.kills < kills() {
            trial.live().await?;
            trial.tally.kills += 1;
            trial.compare(&mut compared).await?;
        }
        trial.finish().await
    };
    if let Err(error) = run().await {
        let log = std::fs::read_to_string(trial.path("log")).unwrap_or_default();
        let tail: Vec<&str> = log.lines().rev().take(10).collect();
        panic!(
            "after {} kills: {error}\nThe log ends, latest first:\n{}",
            trial.tally.kills,
            tail.join("\n")
        );
    }
    assert!(trial.promised() > 0, "nobody has played");
    assert!(trial.tally.went_on > 0, "no bot was seen to go on by itself");
}

#[cfg(unix)]
#[tokio::test]
async fn asked_to_stop_the_server_says_goodbye_and_puts_its_books_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let (database, log) = (folder.path().join("games.db"), folder.path().join("log"));
    let mut program = Program::start(&database, &log);
    let http = client();
    let (base, _) = program.first_answer(&http).await;
    let house = House { http: http.clone(), base: base.clone(), killed: Arc::default() };
    let game = house.make(&["human", "search:3000ms"], 3, false).await.unwrap().unwrap();
    house.make(&["search:3000ms", "search:3000ms"], 3, false).await.unwrap().unwrap();
    let mut stream = http.get(format!("{base}/api/games/{}/events", game.id)).send().await.unwrap();
    stream.chunk().await.unwrap().unwrap();
    let begun = Instant::now();
    let status = tokio::task::spawn_blocking(|| program.stop()).await.unwrap();
    assert!(status.success(), "{status}");
    assert!(begun.elapsed() < Duration::from_secs(5), "it took {:?}", begun.elapsed());
    while stream.chunk().await.expect("the stream ends as it should").is_some() {}
    let beside = |ending: &str| Path::new(&format!("{}{ending}", database.display())).exists();
    assert!(beside("") && !beside("-wal"), "the database was not closed");
    let log = std::fs::read_to_string(&log).unwrap();
    assert!(log.contains("the server has stopped") && !log.contains("ERROR"), "{log}");
}
