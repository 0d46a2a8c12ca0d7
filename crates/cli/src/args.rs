//! What can be typed after `grognard`.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use bots::Level;
use clap::builder::RangedI64ValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use engine::Seed;

const EXAMPLES: &str = "\
Examples:
  grognard games                                     what there is to play
  grognard play campaign                             you against three bots
  grognard play campaign --seats human,search:1s     you against one that thinks a second a turn
  grognard play campaign --seats human,human         two friends at one keyboard
  grognard serve --open                              in the browser
  grognard backup monday.db                          copy the games of a server while it runs
  grognard sim campaign --games 1000 --bots greedy   let the computer play
  grognard rules campaign C-9.3-one                  look a rule up
  grognard map campaign -o europe.svg                draw the board

Each command explains itself: grognard play --help";

/// Napoleonic board games with their rules enforced: play, simulate, replay, draw and look up.
#[derive(Parser, Debug)]
#[command(name = "grognard", version, after_help = EXAMPLES)]
pub struct Grognard {
    /// Also offer games that can be tried although they are not finished.
    #[arg(long, global = true)]
    pub preview: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the games with their scenarios, options and presets.
    Games(GamesArgs),
    /// Play in the terminal, against the computer or with friends at one keyboard.
    Play(PlayArgs),
    /// Host games for browsers and programs.
    Serve(ServeArgs),
    /// Copy the database of a server, even while it runs.
    Backup(BackupArgs),
    /// Let bots play many games and count how they end.
    Sim(SimArgs),
    /// Run a saved game from its journal and check that it plays as recorded.
    Replay(ReplayArgs),
    /// Look the rules up: what they say, how we read them, which tests prove them.
    Rules(RulesArgs),
    /// Draw the board with its pieces.
    Map(MapArgs),
    /// Measure how fast the games run on one core.
    Bench(BenchArgs),
    /// Measure one bot against another.
    Ladder(LadderArgs),
}

/// What is played: scenario, options, chance.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Set-up")]
pub struct SetupArgs {
    /// Scenario; the game's first if not given.
    #[arg(long, value_name = "ID")]
    pub scenario: Option<String>,
    /// A named set of options that goes well together.
    #[arg(long, value_name = "ID")]
    pub preset: Option<String>,
    /// An option of the game, such as `time-limit=20`; just its name turns it on. May be given several times.
    #[arg(long = "option", value_name = "ID=VALUE")]
    pub options: Vec<String>,
    /// Where chance starts: a number, or the 64 digits of a seed.
    #[arg(long, value_name = "N", value_parser = seed)]
    pub seed: Option<Seed>,
}

/// Arguments of `games`.
#[derive(Args, Debug)]
pub struct GamesArgs {
    /// Only this game, with all its options.
    pub game: Option<String>,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `play`.
#[derive(Args, Debug)]
#[command(after_help = "\
Bots: random, greedy, search (500 ms a turn), search:2s, search:500ms, search:2000 (so many tries a turn).
Seats may all be bots, to watch them. A saved game remembers who plays; --seats names others.
While you play, type `help` for what you can type.

Examples:
  grognard play campaign
  grognard play campaign --seats human,greedy,greedy --option time-limit=15
  grognard play campaign --scenario advanced --seats human,search:1s
  grognard play campaign --seats greedy,greedy
  grognard play campaign --load friday.json")]
pub struct PlayArgs {
    /// Which game.
    pub game: String,
    /// Who plays, seat by seat: `human` or a bot. If not given: whoever played a saved game, or else one human
    /// against greedy bots.
    #[arg(long, value_name = "WHO,WHO,..", value_delimiter = ',', value_parser = player)]
    pub seats: Option<Vec<Who>>,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// Go on with a saved game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "scenario", "preset", "options", "seed"])]
    pub load: Option<PathBuf>,
    /// Start from a position: a state, or a saved game as it stands. It brings its own scenario and options.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "preset", "options"])]
    pub position: Option<PathBuf>,
}

/// Arguments of `serve`.
#[derive(Args, Debug)]
#[command(after_help = "\
Everything that happens is on disk before anybody is told, so the server can be stopped at any moment and goes on where
it was. Seats are held by secret links; whoever has a link plays the seat.

Examples:
  grognard serve --open                               on this machine alone
  grognard serve --bind 0.0.0.0 --database club.db    for a club")]
pub struct ServeArgs {
    /// The port to listen on; 0 for any that is free.
    #[arg(long, value_name = "PORT", default_value_t = 1805)]
    pub port: u16,
    /// The address to listen on; 0.0.0.0 to be reached from elsewhere.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::from([127, 0, 0, 1]))]
    pub bind: IpAddr,
    /// Where the games are kept.
    #[arg(long, value_name = "FILE", default_value = "grognard.db")]
    pub database: PathBuf,
    /// Open a browser.
    #[arg(long)]
    pub open: bool,
    /// Also log every request.
    #[arg(long, short)]
    pub verbose: bool,
    /// Log in JSON, a line for each event.
    #[arg(long)]
    pub json_log: bool,
    /// Let whoever sends the token in this file, at least 16 characters, delete any game: DELETE /api/games/ID.
    #[arg(long, value_name = "FILE")]
    pub admin_token_file: Option<PathBuf>,
    /// Behind a proxy: take a client's address from the last entry of X-Forwarded-For.
    ///
    /// Only proxies on this machine or in its private network are believed; if addresses are given, only those.
    #[arg(long, value_name = "ADDRESS,..", value_delimiter = ',', num_args = 0.., require_equals = true)]
    pub behind_proxy: Option<Vec<IpAddr>>,
    /// Where to show the server's figures for Prometheus, at /metrics: an address that only you can reach. They are
    /// shown nowhere if not given.
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub metrics: Option<SocketAddr>,
    /// Let the seeds that nobody chooses, of games and of bots, follow from this number: for tests.
    #[arg(long, value_name = "N", hide = true)]
    pub fixed_seed: Option<u64>,
    /// Also host the manoeuvres, a game for tests only.
    #[cfg(feature = "manoeuvres")]
    #[arg(long, hide = true)]
    pub manoeuvres: bool,
}

/// Arguments of `backup`.
#[derive(Args, Debug)]
#[command(after_help = "\
The copy holds everything that was acknowledged before, as of one moment, and is checked before it gets its name. Copying
the file of a running server with other tools saves nothing: what was written last is in another file beside it.
To restore it: stop the server, put the copy in the place of the database, remove the files beside it that end in
`-wal` and `-shm`, and start the server.

Examples:
  grognard backup monday.db
  grognard backup --database club.db /backups/club-monday.db")]
pub struct BackupArgs {
    /// Where the games are kept.
    #[arg(long, value_name = "FILE", default_value = "grognard.db")]
    pub database: PathBuf,
    /// Where the copy goes: a file that does not exist yet.
    #[arg(value_name = "TARGET")]
    pub target: PathBuf,
}

/// Arguments of `sim`.
#[derive(Args, Debug)]
#[command(after_help = "\
The same seed gives the same games, whatever the number of jobs, unless a bot thinks by the clock (search:500ms).

Examples:
  grognard sim campaign --games 1000
  grognard sim campaign --bots greedy,random --games 100 --json
  grognard sim campaign --seats 3 --bots greedy --option time-limit=10 --check")]
pub struct SimArgs {
    /// Which game.
    pub game: String,
    /// How many players; as many as bots are named, or else four if the game allows.
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
    /// Who plays, seat by seat; the last named takes all further seats.
    #[arg(long, value_name = "BOT,BOT,..", value_delimiter = ',', default_value = "random")]
    pub bots: Vec<Level>,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// Start every game from a position, with fresh dice. It brings its own scenario, options and seats.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "preset", "options", "seats"])]
    pub position: Option<PathBuf>,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = at_least_one())]
    pub games: u32,
    /// How many at once; as many as there are cores if not given.
    #[arg(long, value_name = "N", value_parser = at_least_one())]
    pub jobs: Option<u32>,
    /// Break a game off after so many actions.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub limit: u64,
    /// Check that the state is sound after each action.
    #[arg(long)]
    pub check: bool,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `replay`.
#[derive(Args, Debug)]
#[command(after_help = "\
The journal is run entry by entry, and every state is compared with the recorded one. If one differs, the entry is
named and the program ends with code 1.

Examples:
  grognard replay friday.json              the whole story
  grognard replay friday.json --verify     only whether it holds")]
pub struct ReplayArgs {
    /// A game saved by `play`.
    pub file: PathBuf,
    /// Only check it, and say how it stands.
    #[arg(long)]
    pub verify: bool,
    /// Also write the last position to a file, for `--position`.
    #[arg(long, value_name = "FILE")]
    pub position: Option<PathBuf>,
}

/// Arguments of `rules`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  grognard rules campaign                  all of them, a line each; piped, with their whole text
  grognard rules campaign --full           all of them, with every word
  grognard rules campaign 9.3              those of a section
  grognard rules campaign C-9.3-one        one, with the tests that prove it")]
pub struct RulesArgs {
    /// Which game.
    pub game: String,
    /// A rule's id, or a section of the rulebook.
    pub id: Option<String>,
    /// Every rule with its whole text, its examples and its tests.
    #[arg(long, conflicts_with = "json")]
    pub full: bool,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `map`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  grognard map campaign -o start.svg
  grognard map campaign --scenario advanced --seats 5 --option five-players -o five.svg
  grognard map campaign --position friday.json -o friday.svg")]
pub struct MapArgs {
    /// Which game.
    pub game: String,
    /// Where to: a file that ends in `.svg` or `.png`, or `-` for SVG to the terminal.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// How wide a PNG is, in dots.
    #[arg(long, value_name = "DOTS", default_value_t = 2400, value_parser = clap::value_parser!(u32).range(100..=12_000))]
    pub width: u32,
    /// How closely a map is looked at, and so what is lettered on it.
    #[arg(long, value_enum, default_value_t = Detail::Table)]
    pub detail: Detail,
    /// How many players; four if the game allows.
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// Draw this position: a state, or a saved game as it stands.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "preset", "options", "seats", "seed"])]
    pub position: Option<PathBuf>,
    /// As this seat sees it, counted from 1; as a spectator if not given.
    #[arg(long, value_name = "SEAT", value_parser = clap::value_parser!(u8).range(1..))]
    pub viewer: Option<u8>,
}

/// How closely a map is looked at.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// From across the room.
    Overview,
    /// At the table.
    Table,
    /// With a glass.
    Close,
}

impl From<Detail> for atlas::draw::Detail {
    fn from(detail: Detail) -> atlas::draw::Detail {
        match detail {
            Detail::Overview => atlas::draw::Detail::Overview,
            Detail::Table => atlas::draw::Detail::Table,
            Detail::Close => atlas::draw::Detail::Close,
        }
    }
}

/// Arguments of `bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Which game; all of them if not given.
    pub game: Option<String>,
    /// How many players; four if the game allows.
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
    /// How long to measure each figure.
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    pub seconds: f64,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `ladder`.
#[derive(Args, Debug)]
#[command(after_help = "\
Bot A sits in one seat, each in turn, and bot B in all others; games of one round start from the same seed.

Examples:
  grognard ladder campaign --a greedy --b random --seats 2
  grognard ladder campaign --a search:500ms --b greedy --seats 2 --games 60 --at-least 65")]
pub struct LadderArgs {
    /// Which game.
    pub game: String,
    /// The bot that is measured.
    #[arg(long, value_name = "BOT", required_unless_present = "ratings")]
    pub a: Option<Level>,
    /// The bot it is measured against.
    #[arg(long, value_name = "BOT", required_unless_present = "ratings")]
    pub b: Option<Level>,
    /// Rate these bots, from the weakest to the strongest, each by contests with its neighbours; without a list, those that
    /// a person can choose from.
    #[arg(long, value_name = "BOTS", value_delimiter = ',', num_args = 0.., conflicts_with_all = ["a", "b", "at_least"])]
    pub ratings: Option<Vec<Level>>,
    /// How many players; four if the game allows.
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// How many games, rounded up so that A sits in every seat equally often.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = at_least_one())]
    pub games: u32,
    /// How many at once; as many as there are cores if not given.
    #[arg(long, value_name = "N", value_parser = at_least_one())]
    pub jobs: Option<u32>,
    /// Break a game off after so many actions; it counts as a draw.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub limit: u64,
    /// Fail if A wins less than this share of its games.
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub at_least: Option<f64>,
    /// Ask that share of every seat, not of all together.
    #[arg(long, requires = "at_least")]
    pub in_each_seat: bool,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

/// Who plays a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person at the keyboard.
    Human,
    /// A bot.
    Bot(Level),
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Human => f.write_str("human"),
            Who::Bot(level) => level.fmt(f),
        }
    }
}

/// Reads who plays a seat.
///
/// # Errors
/// What there is, if it is none of that.
pub fn player(text: &str) -> Result<Who, String> {
    if text == "human" {
        return Ok(Who::Human);
    }
    text.parse().map(Who::Bot).map_err(|error: bots::LevelError| format!("{error}; or human"))
}

/// How many threads play `games` games: never more than there is work for, nor than any machine has use for. 0 is for
/// as many as there are cores.
pub fn threads(jobs: Option<u32>, games: u32) -> usize {
    const MOST: u32 = 256;
    jobs.map_or(0, |jobs| jobs.min(games).min(MOST) as usize)
}

fn at_least_one() -> RangedI64ValueParser<u32> {
    RangedI64ValueParser::new().range(1..)
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
    number.ok_or_else(|| "a percentage goes from 0 to 100".to_owned())
}

fn seed(text: &str) -> Result<Seed, String> {
    let number = text.parse().ok().map(Seed::from_number);
    number
        .or_else(|| Seed::from_hex(text))
        .ok_or_else(|| "a seed is a whole number or 64 hexadecimal digits".to_owned())
}

fn seconds(text: &str) -> Result<f64, String> {
    let range = 0.01..=3600.0;
    text.parse()
        .ok()
        .filter(|seconds| range.contains(seconds))
        .ok_or_else(|| "a number from 0.01 to 3600".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        Grognard::command().debug_assert();
    }

    #[test]
    fn threads_are_no_more_than_there_is_work_for() {
        assert_eq!(
            [(None, 9), (Some(100_000), 3), (Some(2), 9)].map(|(jobs, games)| threads(jobs, games)),
            [0, 3, 2]
        );
        assert_eq!(threads(Some(u32::MAX), u32::MAX), 256);
    }

    #[test]
    fn proxies_may_be_named() {
        let behind = |args: &[&str]| {
            let all = ["grognard", "serve"].iter().chain(args);
            match Grognard::try_parse_from(all).unwrap().command {
                Command::Serve(serve) => serve.behind_proxy,
                _ => unreachable!(),
            }
        };
        assert_eq!(behind(&[]), None);
        assert_eq!(behind(&["--behind-proxy", "--open"]), Some(Vec::new()));
        let listed = ["10.0.0.1", "2001:db8::1"].map(|address| address.parse().unwrap());
        assert_eq!(behind(&["--behind-proxy=10.0.0.1,2001:db8::1"]), Some(listed.to_vec()));
    }

    #[test]
    fn seeds_are_numbers_or_digits() {
        assert_eq!(seed("7"), Ok(Seed::from_number(7)));
        assert_eq!(seed(&Seed::from_number(7).to_string()), Ok(Seed::from_number(7)));
        assert!(seed("seven").is_err() && seed("-1").is_err());
    }
}
