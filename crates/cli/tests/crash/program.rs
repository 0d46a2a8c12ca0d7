//! The program itself, in a process of its own, to be killed at will.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use reqwest::Client;
use tokio::sync::oneshot;

/// How long anything may take before it counts as hanging.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// `grognard serve`, running.
pub struct Program {
    child: Child,
    pub started: Instant,
    address: Option<oneshot::Receiver<String>>,
    log: Option<JoinHandle<Vec<String>>>,
}

impl Program {
    /// Starts it on a port of its own choice. What it logs is added to `log`.
    pub fn start(database: &Path, log: &Path) -> Program {
        let mut log = OpenOptions::new().create(true).append(true).open(log).unwrap();
        let started = Instant::now();
        let program = env!("CARGO_BIN_EXE_grognard");
        // A limit on the size of its files must be an error to it, not its death.
        let mut command = Command::new(if cfg!(unix) { "sh" } else { program });
        if cfg!(unix) {
            command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", program]);
        }
        let mut child = command
            .args(["serve", "--port", "0", "--database"])
            .arg(database)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (found, address) = oneshot::channel();
        std::thread::spawn(move || {
            let mut lines = out.lines().map_while(Result::ok);
            if let Some(line) = lines.find(|line| line.contains("http://")) {
                let _ = found.send(line[line.find("http://").unwrap_or(0)..].trim().to_owned());
            }
            // Read on, or the program would be stopped by a pipe that nobody empties.
            lines.for_each(drop);
        });
        // We write the log for it: whatever keeps it from writing files, it can still say so.
        let said = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let log = std::thread::spawn(move || {
            said.inspect(|line| writeln!(log, "{line}").expect("there is room for the log")).collect()
        });
        Program { child, started, address: Some(address), log: Some(log) }
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for its first answer; gives where it is and how long that took since it was started.
    pub async fn first_answer(&mut self, http: &Client) -> (String, Duration) {
        let address = self.address.take().expect("asked once");
        let address = tokio::time::timeout(PATIENCE, address).await;
        let base = address.expect("the server does not say where it is").expect("the server has ended");
        let answer = http.get(format!("{base}/healthz")).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        (base, self.started.elapsed())
    }

    /// Kills it without notice; gives what it has logged. It must have been alive until then.
    pub fn kill(mut self) -> Vec<String> {
        if let Some(status) = self.child.try_wait().unwrap() {
            panic!("the server has ended by itself: {status}");
        }
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.logged()
    }

    /// Asks it to end, and waits until it has; gives what it has logged, too.
    pub fn stop(mut self) -> (ExitStatus, Vec<String>) {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(asked.success());
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status, self.logged());
            }
            assert!(begun.elapsed() < PATIENCE, "the server does not stop");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn logged(&mut self) -> Vec<String> {
        self.log.take().and_then(|log| log.join().ok()).unwrap_or_default()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
