//! How a server is run.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

pub use crate::places::Capacity;

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens. Port 0 takes any that is free.
    pub listen: SocketAddr,
    /// The SQLite file.
    pub database: PathBuf,
    /// Threads on which bots think.
    pub thinkers: usize,
    /// The longest turn of a bot that may be asked for.
    pub bot_turn: Duration,
    /// Whether clients come through a proxy that says in `X-Forwarded-For` where from.
    pub behind_proxy: bool,
    /// What is asked of whom how often.
    pub limits: Limits,
    /// Who is waited for how long.
    pub patience: Patience,
}

/// Limits that keep one client from taking the server from the others.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The largest body of a request, in bytes.
    pub body: usize,
    /// Requests of one token.
    pub token: Rate,
    /// Requests from one address, with or without tokens.
    pub address: Rate,
    /// Games made from one address.
    pub games: Rate,
    /// Open streams.
    pub streams: Capacity,
    /// Open connections, those that carry streams included.
    pub connections: Capacity,
    /// Games listed in the lobby.
    pub lobby: u32,
    /// Printed tiles of maps that are kept, in bytes.
    pub tiles: u64,
}

/// How often something may happen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// So often at once.
    pub burst: f64,
    /// So often per second in the long run.
    pub per_second: f64,
}

/// How long somebody is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// A client, until it has said what it wants: the head of its first request, or of the next.
    pub asked: Duration,
    /// A request, its body included, until it is answered. Streams go on for ever once they have begun.
    pub answered: Duration,
    /// A client, until it takes more of its answer.
    pub taken: Duration,
    /// Everybody, when the server stops.
    pub farewell: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            asked: Duration::from_secs(30),
            answered: Duration::from_secs(30),
            taken: Duration::from_secs(30),
            farewell: Duration::from_secs(10),
        }
    }
}

impl Config {
    /// The usual: limits that no person at a table meets.
    pub fn new(listen: SocketAddr, database: PathBuf) -> Config {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            listen,
            database,
            thinkers: cores,
            bot_turn: Duration::from_secs(5),
            behind_proxy: false,
            limits: Limits::default(),
            patience: Patience::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 64 * 1024,
            token: Rate { burst: 200.0, per_second: 50.0 },
            address: Rate { burst: 1000.0, per_second: 250.0 },
            games: Rate { burst: 30.0, per_second: 0.5 },
            streams: Capacity { most: 4096, per_address: 256 },
            connections: Capacity { most: 8192, per_address: 1024 },
            lobby: 200,
            tiles: 128 * 1024 * 1024,
        }
    }
}

impl Limits {
    /// No limit on how often: for measuring and for tests.
    #[must_use]
    pub fn without_rates(mut self) -> Limits {
        let any = Rate { burst: f64::INFINITY, per_second: 0.0 };
        (self.token, self.address, self.games) = (any, any, any);
        let many = Capacity { most: 100_000, per_address: 100_000 };
        (self.streams, self.connections) = (many, many);
        self
    }
}
