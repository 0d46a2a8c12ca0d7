//! `grognard serve` as its operator sees it: what it prints, what it logs, what it asks of the system.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use reqwest::{Client, StatusCode};
use serde_json::{Value as Json, json};

/// How long anything may take before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program, started by a shell that may set limits first.
struct Server {
    child: Child,
    printed: Receiver<String>,
    http: Client,
    base: String,
}

impl Server {
    async fn start(database: &Path, limits: &str, more: &[&str]) -> Server {
        let mut child = Command::new("sh")
            .args(["-c", &format!("{limits}exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_grognard")])
            .args(["serve", "--port", "0", "--database"])
            .arg(database)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (say, printed) = channel();
        let out = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || out.lines().map_while(Result::ok).for_each(|line| drop(say.send(line))));
        let http = Client::builder().no_proxy().timeout(PATIENCE).build().unwrap();
        let mut server = Server { child, printed, http, base: String::new() };
        server.base = server.address("Grognard is at ");
        server
    }

    /// The address that is printed after these words.
    fn address(&self, words: &str) -> String {
        loop {
            let line = self.printed.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no \"{words}\""));
            if let Some(address) = line.strip_prefix(words) {
                return address.trim_end_matches('.').to_owned();
            }
        }
    }

    async fn get(&self, address: &str) -> (StatusCode, String) {
        let answer = self.http.get(address).send().await.unwrap();
        (answer.status(), answer.text().await.unwrap())
    }

    async fn post(&self, path: &str, token: &str, body: &Json) -> Json {
        let request = self.http.post(format!("{}{path}", self.base)).bearer_auth(token).json(body);
        let answer = request.send().await.unwrap();
        assert!(answer.status().is_success(), "{path}: {answer:?}");
        answer.json().await.unwrap()
    }

    /// Kills it without notice; gives what it has logged.
    fn kill(mut self) -> String {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        log
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[tokio::test]
async fn figures_are_shown_on_an_address_of_their_own_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("games.db");
    let server = Server::start(&database, "", &["--metrics", "127.0.0.1:0"]).await;
    let metrics = server.address("Figures for Prometheus are at ");
    assert_ne!(metrics.trim_end_matches("/metrics"), server.base.replace("localhost", "127.0.0.1"));
    let (status, figures) = server.get(&metrics).await;
    assert_eq!(status, StatusCode::OK);
    assert!(figures.contains("grognard_") && figures.trim_end().ends_with("# EOF"), "{figures}");
    for path in ["/metrics", "/api/metrics"] {
        let (status, shown) = server.get(&format!("{}{path}", server.base)).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{shown}");
    }
    // Nor is anything else shown there.
    let games = metrics.replace("/metrics", "/api/games");
    assert_eq!(server.get(&games).await.0, StatusCode::NOT_FOUND);
    server.kill();

    // Without the option they are not shown at all.
    let server = Server::start(&database, "", &[]).await;
    assert_eq!(server.get(&format!("{}/metrics", server.base)).await.0, StatusCode::NOT_FOUND);
    let printed: Vec<String> = server.printed.try_iter().collect();
    assert!(printed.iter().all(|line| !line.contains("Figures")), "{printed:?}");
}

#[tokio::test]
async fn an_address_for_figures_that_cannot_be_had_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let ended = Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(["serve", "--port", "0", "--metrics", &address, "--database"])
        .arg(folder.path().join("games.db"))
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(1));
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(said.contains(&format!("cannot listen on {address}")), "{said}");
}

/// The soft and the hard limit of open files of a process.
#[cfg(target_os = "linux")]
fn open_files(process: &str) -> [usize; 2] {
    let limits = fs::read_to_string(format!("/proc/{process}/limits")).unwrap();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
    let mut numbers = line.split_whitespace().map(|number| number.parse().unwrap_or(usize::MAX));
    [numbers.next().unwrap(), numbers.next().unwrap()]
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_limit_of_open_files_is_raised_to_what_the_connections_need() {
    let folder = tempfile::tempdir().unwrap();
    let [_, hard] = open_files("self");
    let server = Server::start(&folder.path().join("games.db"), "ulimit -Sn 64 && ", &[]).await;
    // 8192 connections, and 128 files for everything else.
    assert_eq!(open_files(&server.child.id().to_string()), [hard.min(8320), hard]);
    assert_eq!(server.kill().contains("too few open files"), hard < 8320);
}

/// Clients beyond what the system allows are turned away, and the server goes on.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn where_the_system_allows_few_open_files_fewer_clients_are_let_in() {
    use tokio::net::TcpStream;

    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("games.db"), "ulimit -n 300 && ", &[]).await;
    assert_eq!(open_files(&server.child.id().to_string()), [300, 300]);
    let address = server.base.trim_start_matches("http://").replace("localhost", "127.0.0.1");
    let mut held = Vec::new();
    for _ in 0..400 {
        held.push(TcpStream::connect(&address).await.unwrap());
    }
    let health = format!("{}/healthz", server.base);
    // The last of them may not have been let in yet.
    let begun = Instant::now();
    while server.http.get(&health).send().await.map(|answer| answer.status()).ok() == Some(StatusCode::OK) {
        assert!(begun.elapsed() < PATIENCE, "more are let in than there is room for");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    drop(held);
    let begun = Instant::now();
    while server.http.get(&health).send().await.map(|answer| answer.status()).ok() != Some(StatusCode::OK) {
        assert!(begun.elapsed() < PATIENCE, "nobody is let in any more");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let log = server.kill();
    assert!(log.contains("too few open files") && log.contains("connections=172"), "{log}");
    // It has not even come to the limit.
    assert!(!log.contains("ERROR"), "{log}");
}

/// Damage that SQLite takes for the end of the log is found, and the operator is told which entries are gone.
#[cfg(unix)]
#[tokio::test]
async fn what_is_lost_with_a_damaged_log_is_said_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("games.db");
    let server = Server::start(&database, "", &[]).await;
    let human = json!({ "kind": "human" });
    let new = json!({ "game": "campaign", "scenario": "standard", "seats": [human, human], "auto": false });
    let made = server.post("/api/games", "", &new).await;
    let (id, host) = (made["id"].as_str().unwrap(), made["host"].as_str().unwrap());
    let path = format!("/api/games/{id}");
    let log = folder.path().join("games.db-wal");
    let shown = server.http.get(format!("{}{path}", server.base)).bearer_auth(host).send().await.unwrap();
    let mut view: Json = shown.json().await.unwrap();
    let mut lengths = Vec::new();
    for _ in 0..10 {
        lengths.push(log.metadata().unwrap().len());
        let act = json!({ "number": view["number"], "seat": view["seat"], "action": view["table"]["choices"][0]["action"] });
        view = server.post(&format!("{path}/actions"), host, &act).await;
    }
    assert_eq!(view["number"], 10);
    let first = server.kill();
    assert!(!first.contains("WARN"), "{first}");

    // A byte of what was written with the seventh entry.
    let mut bytes = fs::read(&log).unwrap();
    bytes[lengths[6] as usize + 1000] ^= 0x40;
    fs::write(&log, bytes).unwrap();
    let server = Server::start(&database, "", &[]).await;
    let said = server.kill();
    let warned: Vec<&str> = said.lines().filter(|line| line.contains("WARN")).collect();
    assert!(warned.iter().any(|line| line.contains("games.db-wal is damaged from byte")), "{said}");
    assert!(warned.iter().any(|line| line.contains(id) && line.contains("entries 7 to 10")), "{said}");
    assert!(folder.path().join("games.db-wal.damaged-1").exists());

    // What is gone is gone: it is said once.
    let again = Server::start(&database, "", &[]).await.kill();
    assert!(!again.contains("WARN"), "{again}");
}
