//! How a server is run.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

pub use crate::address::Proxies;
pub use crate::permits::Capacity;

const MIB: usize = 1024 * 1024;

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens. Port 0 takes any that is free.
    pub listen: SocketAddr,
    /// The SQLite file.
    pub database: PathBuf,
    /// Threads on which bots think.
    pub bot_threads: usize,
    /// The longest turn of a bot that may be asked for.
    pub bot_turn: Duration,
    /// What seeds follow from that nobody has chosen, of games and of bots, instead of the machine's random numbers: for tests.
    pub fixed_seed: Option<u64>,
    /// The bots of a game without people think for so long after somebody has last looked at it.
    pub attention: Duration,
    /// Who sends this token is the operator and may delete any game. Nobody is, if there is none.
    pub admin_token: Option<String>,
    /// Through which proxies clients come, which say in `X-Forwarded-For` where from.
    pub proxies: Proxies,
    /// Where the figures of the server can be read, if anywhere: an address for the operator alone.
    pub metrics: Option<SocketAddr>,
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
    /// Requests from all together.
    pub all: Rate,
    /// Games made from one address.
    pub games: Rate,
    /// Games made by all together.
    pub games_in_all: Rate,
    /// Games made from one address, in the long run.
    pub games_a_day: Rate,
    /// Games made by all together, in the long run.
    pub games_a_day_in_all: Rate,
    /// Games whose bots think at the same time.
    pub bots: BotLimits,
    /// Letters sent with one token.
    pub letters: Rate,
    /// Letters sent from one address.
    pub letters_per_address: Rate,
    /// Letters sent by all together.
    pub letters_in_all: Rate,
    /// Open streams.
    pub streams: Capacity,
    /// Open connections, those that carry streams included.
    pub connections: Capacity,
    /// Bytes of answers on their way to clients who may be slow to take them.
    pub answers: Capacity,
    /// Forecasts under way or waiting.
    pub forecasts: Capacity,
    /// Games listed in the lobby.
    pub lobby: u32,
    /// How old the list may be that the lobby shows.
    pub lobby_age: Duration,
    /// Printed tiles of maps that are kept, in bytes.
    pub tiles: u64,
}

/// How many games may have bots that think at the same time. No new one can be made beyond that; those that there are go
/// on, and take turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotLimits {
    /// From one address.
    pub per_address: BotLoad,
    /// In all.
    pub most: BotLoad,
}

/// Games whose bots think.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BotLoad {
    /// How many.
    pub games: usize,
    /// How long their bots may take together, each for a turn: a table of seven `search:5s` counts for 35 s.
    pub time: Duration,
}

/// How often something may happen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// So often at once.
    pub burst: f64,
    /// So often per second in the long run.
    pub per_second: f64,
}

impl Rate {
    /// As often as one likes.
    pub const ANY: Rate = Rate { burst: f64::INFINITY, per_second: 0.0 };
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

impl Rate {
    /// So often in 24 hours, all of them at once if need be.
    pub fn a_day(count: u32) -> Rate {
        let burst = f64::from(count);
        Rate { burst, per_second: burst / 86_400.0 }
    }
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
            bot_threads: cores,
            bot_turn: Duration::from_secs(5),
            fixed_seed: None,
            attention: Duration::from_secs(10 * 60),
            admin_token: None,
            proxies: Proxies::None,
            metrics: None,
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
            all: Rate { burst: 20_000.0, per_second: 5000.0 },
            games: Rate { burst: 30.0, per_second: 0.5 },
            games_in_all: Rate { burst: 300.0, per_second: 5.0 },
            games_a_day: Rate::a_day(500),
            games_a_day_in_all: Rate::a_day(20_000),
            bots: BotLimits {
                per_address: BotLoad { games: 50, time: Duration::from_secs(10 * 60) },
                most: BotLoad { games: 1000, time: Duration::from_secs(200 * 60) },
            },
            letters: Rate { burst: 20.0, per_second: 0.2 },
            letters_per_address: Rate { burst: 60.0, per_second: 1.0 },
            letters_in_all: Rate { burst: 600.0, per_second: 20.0 },
            streams: Capacity { most: 4096, per_address: 256 },
            connections: Capacity { most: 8192, per_address: 1024 },
            answers: Capacity { most: 256 * MIB, per_address: 32 * MIB },
            forecasts: Capacity { most: 64, per_address: 8 },
            lobby: 200,
            lobby_age: Duration::from_secs(1),
            tiles: 128 * MIB as u64,
        }
    }
}

impl Limits {
    /// No limit on how often: for measuring and for tests.
    #[must_use]
    pub fn without_rates(mut self) -> Limits {
        (self.token, self.address, self.all) = (Rate::ANY, Rate::ANY, Rate::ANY);
        (self.games, self.games_in_all) = (Rate::ANY, Rate::ANY);
        (self.games_a_day, self.games_a_day_in_all) = (Rate::ANY, Rate::ANY);
        (self.letters, self.letters_per_address, self.letters_in_all) = (Rate::ANY, Rate::ANY, Rate::ANY);
        let all = BotLoad { games: usize::MAX, time: Duration::MAX };
        self.bots = BotLimits { per_address: all, most: all };
        let many = Capacity { most: 100_000, per_address: 100_000 };
        (self.streams, self.connections, self.forecasts) = (many, many, many);
        self.answers.per_address = self.answers.most;
        self
    }
}
