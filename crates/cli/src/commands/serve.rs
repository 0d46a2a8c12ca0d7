//! `grognard serve`: games for browsers and programs.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use server::{Config, Proxies};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::args::ServeArgs;
use crate::mistake::Mistake;
use crate::style::{BOLD, DIM};

/// A shorter token for the operator could be guessed.
const TOKEN: usize = 16;

/// Hosts games until it is stopped.
pub fn serve(args: &ServeArgs, out: &mut dyn Write) -> Result<()> {
    let level = if args.verbose { LevelFilter::DEBUG } else { LevelFilter::INFO };
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr);
    // What the library that fills shapes warns of (a line has no inside) is nothing to whoever hosts games.
    let wanted = Targets::new().with_default(level).with_target("tiny_skia", LevelFilter::ERROR);
    // Whoever has set up a log already keeps it.
    let _ = match args.json_log {
        true => log.json().finish().with(wanted).try_init(),
        false => {
            log.with_ansi(std::io::stderr().is_terminal()).with_target(false).finish().with(wanted).try_init()
        }
    };
    #[cfg(feature = "manoeuvres")]
    if args.manoeuvres {
        registry::admit::<manoeuvres::Manoeuvres>(Some("marshals"));
    }
    let mut config = Config::new(SocketAddr::new(args.bind, args.port), args.database.clone());
    config.proxies = match args.behind_proxy.clone() {
        None => Proxies::None,
        Some(listed) if listed.is_empty() => Proxies::Nearby,
        Some(listed) => Proxies::Listed(listed),
    };
    config.metrics = args.metrics;
    config.fixed_seed = args.fixed_seed;
    config.admin_token = args.admin_token_file.as_deref().map(admin_token).transpose()?;
    let runtime = tokio::runtime::Runtime::new().context("cannot start the server's threads")?;
    runtime.block_on(async {
        let mut running = server::start(config).await?;
        let address = format!("http://{}", visited(running.address()));
        writeln!(out, "Grognard is at {BOLD}{address}{BOLD:#}")?;
        writeln!(out, "{DIM}Games are kept in {}; Ctrl-C ends the server.{DIM:#}", args.database.display())?;
        if let Some(metrics) = running.metrics_address() {
            writeln!(out, "{DIM}Figures for Prometheus are at http://{metrics}/metrics.{DIM:#}")?;
        }
        out.flush()?;
        if args.open {
            open(&address);
        }
        tokio::select! {
            broken = running.wait() => Ok(broken?),
            () = told_to_stop() => Ok(running.stop().await?),
        }
    })
}

/// The operator's token, as it stands in a file.
fn admin_token(path: &Path) -> Result<String, Mistake> {
    let text = std::fs::read_to_string(path).map_err(|error| Mistake::file("read", path, &error))?;
    let token = text.trim();
    if token.len() < TOKEN || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        let what = format!("{} does not hold a token of {TOKEN} letters and digits or more", path.display());
        return Err(Mistake::failure(what, "make one with `openssl rand -hex 24`"));
    }
    Ok(token.to_owned())
}

/// Waits for Ctrl-C, or for the system to ask the program to end.
async fn told_to_stop() {
    #[cfg(unix)]
    let terminated = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut asked) => drop(asked.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        Ok(()) = tokio::signal::ctrl_c() => {}
        () = terminated => {}
    }
}

/// The address as typed into a browser on this machine.
fn visited(address: SocketAddr) -> String {
    if address.ip().is_unspecified() || address.ip().is_loopback() {
        return format!("localhost:{}", address.port());
    }
    address.to_string()
}

/// Opens a browser, if there is one; whoever has none types the address.
fn open(address: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let quiet = Command::new(program).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Err(error) = quiet {
        anstream::eprintln!("no browser to open: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_that_can_be_guessed_is_none() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for (text, good) in [("too short", false), ("0123456789abcdef\n", true), ("0123456789 abcdef", false)]
        {
            std::fs::write(file.path(), text).unwrap();
            assert_eq!(admin_token(file.path()).is_ok(), good, "{text}");
        }
        assert!(admin_token(Path::new("no such file")).is_err());
    }

    #[test]
    fn an_address_can_be_typed_into_a_browser() {
        assert_eq!(visited("0.0.0.0:1805".parse().unwrap()), "localhost:1805");
        assert_eq!(visited("127.0.0.1:80".parse().unwrap()), "localhost:80");
        assert_eq!(visited("192.168.1.7:1805".parse().unwrap()), "192.168.1.7:1805");
    }
}
