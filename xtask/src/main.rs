//! What a developer runs: `cargo xtask play`, `terminal`, `test`, `rules`, `bench`, `load`, `types`, `geo`,
//! `fuzz`, `undo`, `crash`, `starve`, `secrets`, `ladder`, `promises`.

mod dependencies;
mod ledger;
mod rules;
mod web;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};

/// What a developer runs.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build everything and open the game in the browser, at http://localhost:1805.
    ///
    /// Games are kept in `grognard.db`. Whatever follows goes to `grognard serve`.
    Play {
        /// Arguments for `grognard serve`, such as `--port 8080`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        rest: Vec<String>,
    },
    /// Play in the terminal against the computer.
    ///
    /// Whatever follows goes to `grognard play`: the game, and for example `--seats human,search:500ms`. Without anything, the
    /// games are listed.
    Terminal {
        /// Arguments for `grognard play`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        rest: Vec<String>,
    },
    /// Everything that must hold before a change goes in: format, dependencies, the client, lints, tests, people at the table
    /// in a browser, proved rules.
    Test,
    /// Count which rules of the ledgers are proved by tests.
    ///
    /// Fails if a test or the code names a rule that is in no ledger.
    Rules {
        /// Only this game.
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
        /// Also fail if a rule is not proved.
        #[arg(long)]
        strict: bool,
    },
    /// Measure the speed of each game, with optimisation, on one core.
    Bench {
        /// Arguments for `grognard bench`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        rest: Vec<String>,
    },
    /// Measure what the server bears, with optimisation: acknowledged actions per second, latency, open streams.
    Load {
        /// Such as `--game alliance --games 32 --seconds 10 --streams 1000 --json`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        rest: Vec<String>,
    },
    /// Write the description of the API to docs/openapi.json, and the client's types that follow from it; and the words and
    /// drawings of the table to web/src/api/vocabulary.ts.
    Types,
    /// Make the atlas' base geography from public map data: `crates/atlas/data`.
    ///
    /// Fetches two Debian packages into `target/geo` if they are not there. Nothing else ever needs them.
    Geo,
    /// Send the server requests made up from its own description, valid and spoiled, and see that it answers as it says;
    /// then hostile ones of every kind, and see that all are refused and nothing is lost. Both are counted.
    Fuzz {
        /// For how long the first.
        #[arg(default_value_t = 60)]
        seconds: u64,
        /// How many hostile ones.
        #[arg(long, value_name = "N", default_value_t = 200_000)]
        requests: usize,
    },
    /// Play random games over the API with every undo on offer taken, and see that nothing refused leaves a trace in memory
    /// or on disk.
    Undo {
        /// How many games.
        #[arg(default_value_t = 2000)]
        games: u32,
    },
    /// Let things go wrong with the server again and again under load, and see that nothing acknowledged is lost.
    ///
    /// It is built with optimisation. In turn it is killed, its disk is full, its files cannot be written, and another
    /// process holds the write lock. As root, the disk is one that becomes too small and the files are made immutable;
    /// otherwise the system limits their size.
    Crash {
        /// How often.
        #[arg(default_value_t = 200)]
        faults: u32,
    },
    /// See whether one visitor can take the bots from the others, with optimisation: how long a person waits for a bot while
    /// another address makes as many games of bots as it may. Fails if a greedy bot ever takes longer than a second.
    Starve {
        /// Seconds to play, threads for bots.
        #[arg(trailing_var_arg = true)]
        rest: Vec<String>,
    },
    /// Try everything that is not allowed in states of every game, and see that neither refusals nor forced moves tell what
    /// is hidden.
    Secrets {
        /// How many states of each game.
        #[arg(default_value_t = 10_000)]
        states: usize,
    },
    /// Measure what is promised about time, with optimisation, and fail if a promise is broken: drawing, bots, and what a person
    /// waits for in the browser. Best on a machine that does nothing else.
    Promises,
    /// Let the bots play each other, seats swapped, and see whether each beats the one below it.
    Ladder {
        /// Which game.
        game: String,
        /// Further arguments for `grognard ladder`, such as `--jobs 4`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        rest: Vec<String>,
    },
}

/// A step of a ladder: who must beat whom.
struct Rung {
    a: &'static str,
    b: &'static str,
    /// Over how many games, half of them in each seat.
    games: &'static str,
    /// How much of them he must win, in percent.
    share: &'static str,
    /// Whether he must in either seat.
    each: bool,
}

/// The steps of every game's ladder. Seats may play very different games, so chance must be beaten in each.
const RUNGS: [Rung; 2] = [
    Rung { a: "greedy", b: "random", games: "200", share: "95", each: true },
    Rung { a: "search:1s", b: "greedy", games: "60", share: "60", each: false },
];

/// How many browsers the stories are shared out to.
const BROWSERS: usize = 2;

fn main() -> ExitCode {
    match run(Args::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<()> {
    match task {
        Task::Play { rest } => play(&rest),
        Task::Terminal { rest } if rest.is_empty() => grognard(&["games"], &[]),
        Task::Terminal { rest } => grognard(&["play"], &rest),
        Task::Test => test(),
        Task::Rules { game, strict } => rules::report(&root(), game.as_deref(), strict),
        Task::Bench { rest } => grognard(&["bench"], &rest),
        Task::Load { rest } => example("load", &rest),
        Task::Types => types(),
        Task::Geo => cargo(&["run", "--quiet", "--release", "--package", "groundwork"]),
        Task::Fuzz { seconds, requests } => fuzz(seconds, requests),
        Task::Undo { games } => undo(games),
        Task::Crash { faults } => crash(faults),
        Task::Starve { rest } => example("starve", &rest),
        Task::Secrets { states } => secrets(states),
        Task::Promises => promises(),
        Task::Ladder { game, rest } => ladder(&game, &rest),
    }
}

/// Builds client and server and opens the game in the browser.
fn play(rest: &[String]) -> Result<()> {
    if !web::has_node() {
        bail!(
            "the client for the browser needs Node 20 or later; in the terminal, `cargo xtask terminal GAME` plays without it"
        );
    }
    web::build(&root())?;
    let run = ["run", "--quiet", "--release", "--package", "cli", "--features", "client", "--"];
    let mut all = run.to_vec();
    all.extend(["serve", "--open"]);
    all.extend(rest.iter().map(String::as_str));
    cargo(&all)
}

/// Everything is built once: lints and tests with the same features, so that they share what they can, and examples by the lints
/// alone. The client is a work for one core, and what people do in the browser is half waiting, so that something else goes on
/// beside each; but the client is there before the program is built that shows it.
fn test() -> Result<()> {
    step("format", || cargo(&["fmt", "--all", "--check"]))?;
    step("dependencies", || dependencies::check(&root()))?;
    both(
        || step("client", || web::build(&root()).and_then(|()| web::check(&root()))),
        || step("lints", || cargo_for_all("clippy", &["--all-targets", "--", "-D", "warnings"])),
    )?;
    step("build", || cargo_for_all("test", &["--tests", "--no-run"]))?;
    both(
        || step("browser", || web::browse(&root(), &root().join("target/debug"), false, BROWSERS)),
        || step("tests", || tests("--tests").and_then(|()| tests("--doc"))),
    )?;
    step("rules", || rules::report(&root(), None, true))?;
    println!("\nAll is well.");
    Ok(())
}

/// Runs tests of all crates. They take what the people in the browsers leave of the processor, whose patience has limits.
fn tests(which: &str) -> Result<()> {
    let (cargo, all) = (program(), for_all("test", &[which]));
    let line = [cargo.as_os_str()].into_iter().chain(all.iter().map(OsStr::new));
    let line: Vec<&OsStr> =
        if cfg!(unix) { ["nice".as_ref()].into_iter().chain(line).collect() } else { line.collect() };
    succeed(Command::new(line[0]).args(&line[1..]))
}

/// Does two things at the same time, to the end even if one fails.
fn both(one: impl FnOnce() -> Result<()> + Send, other: impl FnOnce() -> Result<()>) -> Result<()> {
    std::thread::scope(|scope| {
        let one = scope.spawn(one);
        other().and(one.join().expect("a step does not panic"))
    })
}

/// Runs cargo for all crates with all their features.
fn cargo_for_all(command: &str, rest: &[&str]) -> Result<()> {
    cargo(&for_all(command, rest))
}

/// What cargo is told for all crates with all their features.
fn for_all<'a>(command: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
    [&[command, "--quiet", "--locked", "--workspace", "--all-features"], rest].concat()
}

/// Writes what is generated from the types that the server sends. Tests say when it is out of date.
fn types() -> Result<()> {
    write_printed("server", "openapi", "docs/openapi.json")?;
    write_printed("engine", "vocabulary", "web/src/api/vocabulary.ts")?;
    web::types(&root())
}

/// Writes what an example prints to a file.
fn write_printed(package: &str, name: &str, file: &str) -> Result<()> {
    let mut printing = Command::new(program());
    printing.args(["run", "--quiet", "--package", package, "--example", name]).current_dir(root());
    let output = printing.stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("the example {name} of {package} fails");
    }
    let path = root().join(file);
    std::fs::write(&path, output.stdout).with_context(|| format!("cannot write {}", path.display()))
}

/// The same tests as among the others, for longer, one after the other.
fn fuzz(seconds: u64, requests: usize) -> Result<()> {
    let test = ["test", "--quiet", "--package", "server", "--test", "api", "fuzz", "--"];
    succeed(
        Command::new(program())
            .args(test)
            .args(["--nocapture", "--test-threads", "1"])
            .env("GROGNARD_FUZZ_SECONDS", seconds.to_string())
            .env("GROGNARD_FUZZ_REQUESTS", requests.to_string()),
    )
}

/// The same test that `cargo test` runs for a few games.
fn undo(games: u32) -> Result<()> {
    let test =
        ["test", "--quiet", "--package", "server", "--test", "api", "random_games", "--", "--nocapture"];
    succeed(Command::new(program()).args(test).env("GROGNARD_UNDO_GAMES", games.to_string()))
}

/// The same test that `cargo test` runs for a few faults.
fn crash(faults: u32) -> Result<()> {
    let test = ["test", "--quiet", "--release", "--package", "cli", "--test", "crash"];
    succeed(
        Command::new(program())
            .args(test)
            .args(["--", "--nocapture", "lost"])
            .env("GROGNARD_FAULTS", faults.to_string()),
    )
}

/// The same tests that `cargo test` runs for a few states.
fn secrets(states: usize) -> Result<()> {
    let test = ["test", "--quiet", "--workspace", "--test", "all", "--no-fail-fast"];
    succeed(
        Command::new(program())
            .args(test)
            .args(["--", "--nocapture", "tell_nothing"])
            .env("GROGNARD_STATES", states.to_string()),
    )
}

/// Goes through all of them even if one is broken, so that one run tells all.
fn promises() -> Result<()> {
    web::build(&root())?;
    cargo(&["build", "--quiet", "--release", "--package", "cli", "--features", "client,manoeuvres"])?;
    let drawing = step("drawing and bots", || {
        cargo(&["run", "--quiet", "--release", "--package", "registry", "--example", "promises"])
    });
    let browser = step("browser", || web::browse(&root(), &root().join("target/release"), true, 1));
    drawing.and(browser)
}

/// Climbs every step even if one fails, so that one run tells all.
fn ladder(game: &str, rest: &[String]) -> Result<()> {
    let mut failed = Vec::new();
    for Rung { a, b, games, share, each } in RUNGS {
        let mut ladder =
            vec!["ladder", game, "--a", a, "--b", b, "--seats", "2", "--games", games, "--at-least", share];
        ladder.extend(each.then_some("--in-each-seat"));
        if let Err(error) = step(&format!("{a} against {b}"), || grognard(&ladder, rest)) {
            eprintln!("{error:#}");
            failed.push(format!("{a} against {b}"));
        }
    }
    if !failed.is_empty() {
        bail!("the ladder of {game} does not stand: {}", failed.join(", "));
    }
    Ok(())
}

/// Runs one part under a heading, with its time.
fn step(name: &str, part: impl FnOnce() -> Result<()>) -> Result<()> {
    println!("\n== {name}");
    let start = Instant::now();
    let done = part();
    let word = if done.is_ok() { "done" } else { "failed" };
    println!("== {name}: {word} after {:.1} s", start.elapsed().as_secs_f32());
    done.with_context(|| format!("step \"{name}\" failed"))
}

/// A program that measures the server, built with optimisation.
fn example(name: &str, rest: &[String]) -> Result<()> {
    let mut all = vec!["run", "--quiet", "--release", "--package", "server", "--example", name, "--"];
    all.extend(rest.iter().map(String::as_str));
    cargo(&all)
}

/// The game itself, built with optimisation.
fn grognard(args: &[&str], rest: &[String]) -> Result<()> {
    let mut all = vec!["run", "--quiet", "--release", "--package", "cli", "--bin", "grognard", "--"];
    all.extend_from_slice(args);
    all.extend(rest.iter().map(String::as_str));
    cargo(&all)
}

fn cargo(args: &[&str]) -> Result<()> {
    succeed(Command::new(program()).args(args))
}

/// Cargo itself.
fn program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn succeed(command: &mut Command) -> Result<()> {
    let status = command.current_dir(root()).status().context("cannot start cargo")?;
    if !status.success() {
        let args: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
        bail!("`cargo {}` did not succeed", args.join(" "));
    }
    Ok(())
}

/// The root of the source tree.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_path_buf()
}
