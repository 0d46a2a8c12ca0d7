//! The web client: installing, checking, building it, and people at the table in a real browser.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// How long the server may take to answer after it was started.
const PATIENCE: Duration = Duration::from_secs(20);

fn folder(root: &Path) -> PathBuf {
    root.join("web")
}

/// Whether the client can be built here.
pub fn has_node() -> bool {
    Command::new("npm").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Installs what the client needs, exactly as its lock file says, unless that is there already.
pub fn install(root: &Path) -> Result<()> {
    let web = folder(root);
    let changed = |path: PathBuf| path.metadata().and_then(|meta| meta.modified()).ok();
    let installed = changed(web.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= changed(web.join("package-lock.json")) {
        return Ok(());
    }
    npm(root, &["ci", "--no-audit", "--no-fund"])
}

/// Builds the client into `web/dist`, from where it goes into the program.
pub fn build(root: &Path) -> Result<()> {
    install(root)?;
    npm(root, &["run", "--silent", "build"])
}

/// Writes the client's types from the description of the API.
pub fn types(root: &Path) -> Result<()> {
    install(root)?;
    npm(root, &["run", "--silent", "types"])
}

/// Types, templates and pure logic of the client.
pub fn check(root: &Path) -> Result<()> {
    npm(root, &["run", "--silent", "check"])?;
    npm(root, &["test", "--silent"])
}

/// Lets people play in Chromium, with the program in the folder `built`, or, with `promises`, measures how long they wait and
/// holds the program to that. In `parts` parts at the same time, each with a server and a browser of its own.
pub fn browse(root: &Path, built: &Path, promises: bool, parts: usize) -> Result<()> {
    let chromium = chromium()?;
    let program = built.join(format!("grognard{}", std::env::consts::EXE_SUFFIX));
    let stories = Stories { root, program: &program, chromium: &chromium, promises };
    let all_told = std::thread::scope(|scope| {
        let told: Vec<_> = (0..parts).map(|part| scope.spawn(move || stories.tell(part, parts))).collect();
        told.into_iter().map(|part| part.join().expect("a part does not panic")).collect::<Result<Vec<_>>>()
    })?;
    if all_told.contains(&false) {
        bail!("the stories in the browser did not go well");
    }
    Ok(())
}

/// What the stories in the browser are told with.
#[derive(Clone, Copy)]
struct Stories<'a> {
    root: &'a Path,
    program: &'a Path,
    chromium: &'a Path,
    promises: bool,
}

impl Stories<'_> {
    /// Tells one part of the stories, and says whether they went well. Chance is the same each time, so that what happens depends on
    /// the clicks alone.
    fn tell(self, part: usize, parts: usize) -> Result<bool> {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr())?.port();
        let games = std::env::temp_dir().join(format!("grognard-browser-{}-{part}", std::process::id()));
        std::fs::create_dir_all(&games)?;
        let log = std::fs::File::create(games.join("server.log"))?;
        let server = Command::new(self.program)
            .args(["serve", "--preview", "--fixed-seed", "1805", "--port", &port.to_string(), "--database"])
            .arg(games.join("games.db"))
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .with_context(|| format!("cannot start {}", self.program.display()))?;
        let mut server = Running(server);
        server.answers(port)?;
        let mut node = Command::new("node");
        node.arg("tests/browser/run.mjs")
            .env("GROGNARD_URL", format!("http://127.0.0.1:{port}"))
            .env("GROGNARD_PROGRAM", self.program)
            .env("CHROMIUM", self.chromium)
            .env("GROGNARD_PROMISES", if self.promises { "1" } else { "0" })
            .env("GROGNARD_PART", format!("{part}/{parts}"));
        let well = node.current_dir(folder(self.root)).status().context("cannot start node")?.success();
        drop(server);
        if well {
            std::fs::remove_dir_all(&games).ok();
        } else {
            println!("what the server said is in {}", games.join("server.log").display());
        }
        Ok(well)
    }
}

/// A server that is stopped when it goes out of sight.
struct Running(Child);

impl Running {
    fn answers(&mut self, port: u16) -> Result<()> {
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if let Some(status) = self.0.try_wait()? {
                bail!("the server stopped at once: {status}");
            }
            if start.elapsed() > PATIENCE {
                bail!("the server does not answer");
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// The browser: the one `CHROMIUM` names, or Debian's, which is installed if it is missing.
fn chromium() -> Result<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let known =
        ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].map(PathBuf::from);
    let find = || named.iter().chain(&known).find(|path| path.exists()).cloned();
    if let Some(path) = find() {
        return Ok(path);
    }
    println!("Chromium is missing: installing it.");
    run("apt-get", &["update", "--quiet=2"])?;
    run("apt-get", &["install", "--yes", "--quiet=2", "--no-install-recommends", "chromium"])?;
    find().context("Chromium is missing: install it, or name it in CHROMIUM")
}

fn run(program: &str, args: &[&str]) -> Result<()> {
    let status = Command::new(program).args(args).env("DEBIAN_FRONTEND", "noninteractive").status();
    let status = status.with_context(|| format!("cannot start {program}"))?;
    if !status.success() {
        bail!("`{program} {}` did not succeed", args.join(" "));
    }
    Ok(())
}

fn npm(root: &Path, args: &[&str]) -> Result<()> {
    let status = Command::new("npm").args(args).current_dir(folder(root)).status();
    let status = status.context("cannot start npm: the client needs Node 20 or later")?;
    if !status.success() {
        bail!("`npm {}` did not succeed", args.join(" "));
    }
    Ok(())
}
