//! `grognard ladder`: one bot measured against another.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Result, bail};
use bots::{Budget, Contest, Level, Standing, contest};
use engine::{Game, Seed};
use registry::Visitor;
use serde::Serialize;

use super::sim::{DEFAULT_SEED, progress};
use super::write_json;
use crate::args::{LadderArgs, threads};
use crate::setup::{build, with_game, wrong};
use crate::style::{BAD, BOLD, DIM, GOOD};

/// Plays the contest and prints the share with its error.
pub fn ladder(args: &LadderArgs, out: &mut dyn Write) -> Result<()> {
    with_game(&args.game, Climb { args, out })
}

struct Climb<'a> {
    args: &'a LadderArgs,
    out: &'a mut dyn Write,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'static str,
    scenario: &'a str,
    seats: u8,
    a: Level,
    b: Level,
    games: u32,
    unfinished: u32,
    /// What A won of a game on average.
    share: f64,
    /// The standard error of the share.
    error: f64,
    /// What it would win if both were equally good.
    even: f64,
    by_seat: &'a [f64],
    actions: u64,
    seconds: f64,
    /// How long A thought on the turn that took it longest.
    longest_turn_ms: f64,
    /// Whether the share asked for was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    met: Option<bool>,
}

impl Visitor for Climb<'_> {
    type Out = Result<()>;

    fn visit<G: Game>(self) -> Result<()> {
        let Climb { args, out } = self;
        let info = G::info();
        let setup = build(info, &args.setup, args.seats, Seed::from_number(DEFAULT_SEED))?;
        let seats = setup.seats;
        let order = Contest {
            subject: args.a,
            opponent: args.b,
            setup: setup.clone(),
            games: args.games,
            jobs: threads(args.jobs, args.games.next_multiple_of(u32::from(seats))),
            limit: args.limit,
        };
        let bar = progress(args.games.next_multiple_of(u32::from(seats)));
        let begun = Instant::now();
        let longest = AtomicU64::new(0);
        let standing = contest::<G>(&order, |seat, played| {
            longest.fetch_max(played.longest[seat.index()].as_micros() as u64, Ordering::Relaxed);
            bar.inc(1);
        });
        bar.finish_and_clear();
        let Standing { games, unfinished, share, error, even, by_seat, actions } =
            standing.map_err(|error| wrong(info, error))?;
        let least = match args.in_each_seat {
            true => by_seat.iter().copied().fold(f64::INFINITY, f64::min),
            false => share,
        };
        let met = args.at_least.map(|percent| 100.0 * least >= percent);
        let report = Report {
            game: info.id,
            scenario: &setup.scenario,
            seats,
            a: args.a,
            b: args.b,
            games,
            unfinished,
            share,
            error,
            even,
            by_seat: &by_seat[..usize::from(seats)],
            actions,
            seconds: begun.elapsed().as_secs_f64(),
            longest_turn_ms: longest.into_inner() as f64 / 1e3,
            met,
        };
        if args.json {
            write_json(out, &report)?;
        } else {
            report.print(info.title, args.at_least, out)?;
        }
        if met == Some(false) {
            bail!("{} wins {:.1} % against {}, less than asked for", args.a, 100.0 * least, args.b);
        }
        Ok(())
    }
}

impl Report<'_> {
    fn print(&self, title: &str, bar: Option<f64>, out: &mut dyn Write) -> Result<()> {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        writeln!(
            out,
            "{BOLD}{} against {}{BOLD:#} at {title}, {}, {} players: {} games in {:.1} s",
            self.a, self.b, self.scenario, self.seats, self.games, self.seconds
        )?;
        writeln!(
            out,
            "  won        {BOLD}{} ± {:.1}{BOLD:#} {DIM}(even play gives {}){DIM:#}",
            percent(self.share),
            100.0 * self.error,
            percent(self.even)
        )?;
        for (seat, share) in self.by_seat.iter().enumerate() {
            writeln!(out, "  as seat {}  {}", seat + 1, percent(*share))?;
        }
        write!(out, "  longest turn  {:.1} ms", self.longest_turn_ms)?;
        if let Level::Search(Budget::Time(time)) = self.a {
            let used = self.longest_turn_ms / time.as_secs_f64() / 1e3;
            write!(out, " {DIM}({} of its budget){DIM:#}", percent(used))?;
        }
        writeln!(out)?;
        if self.unfinished > 0 {
            writeln!(out, "  {BAD}{} games were broken off{BAD:#}", self.unfinished)?;
        }
        match (bar, self.met) {
            (Some(bar), Some(true)) => writeln!(out, "  {GOOD}at least {bar} %: met{GOOD:#}")?,
            (Some(bar), _) => writeln!(out, "  {BAD}at least {bar} %: not met{BAD:#}")?,
            (None, _) => {}
        }
        Ok(())
    }
}
