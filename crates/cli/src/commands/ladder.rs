//! `grognard ladder`: one bot measured against another, or several rated. All by processor time, so that it does not matter what else
//! the machine does.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Result, bail};
use bots::{Budget, Contest, ContestResult, Level, Skill, contest};
use engine::{Game, Info, Seed, Setup};
use registry::Visitor;
use serde::Serialize;

use super::sim::{DEFAULT_SEED, progress};
use super::write_json;
use crate::args::{LadderArgs, threads};
use crate::setup::{build, with_game, wrong};
use crate::style::{BAD, BOLD, DIM, GOOD};

/// The bots that are rated if none are named, from the weakest to the strongest.
const STEPS: [&str; 7] = ["random", "novice", "casual", "greedy", "search:300ms", "search:1s", "search:3s"];

/// What the bot with the rating that all others are counted from has.
const ANCHOR: f64 = 1500.0;

/// Plays the contest and prints the share with its error.
pub fn ladder(args: &LadderArgs, out: &mut dyn Write) -> Result<()> {
    with_game(&args.game, Climb { args, out })
}

struct Climb<'a> {
    args: &'a LadderArgs,
    out: &'a mut dyn Write,
}

/// A contest that was played.
struct Meeting {
    result: ContestResult,
    seconds: f64,
    /// How long A thought on the turn that took it longest.
    longest_turn_ms: f64,
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
    fair: f64,
    by_seat: &'a [f64],
    actions: u64,
    seconds: f64,
    /// How long A thought on the turn that took it longest.
    longest_turn_ms: f64,
    /// Whether the share asked for was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    met: Option<bool>,
}

#[derive(Serialize)]
struct Ratings<'a> {
    game: &'static str,
    scenario: &'a str,
    seats: u8,
    /// How many games each two neighbours played.
    games: u32,
    ratings: Vec<Rating>,
}

/// How strong a bot is, on the scale of chess: 400 points more win ten times as often.
#[derive(Serialize)]
struct Rating {
    level: Level,
    rating: f64,
    /// The standard error of the difference to the bot before it.
    error: f64,
}

impl Visitor for Climb<'_> {
    type Out = Result<()>;

    fn visit<G: Game>(self) -> Result<()> {
        let Climb { args, out } = self;
        let info = G::info();
        let setup = build(info, &args.setup, args.seats, Seed::from_number(DEFAULT_SEED))?;
        if let Some(levels) = &args.ratings {
            return rate::<G>(args, levels, &setup, out);
        }
        let (Some(a), Some(b)) = (args.a, args.b) else { bail!("--a and --b name the bots") };
        let Meeting { result, seconds, longest_turn_ms } = meet::<G>(args, a, b, &setup)?;
        let ContestResult { games, unfinished, share, error, fair, by_seat, actions } = result;
        let least = match args.in_each_seat {
            true => by_seat.iter().copied().fold(f64::INFINITY, f64::min),
            false => share,
        };
        let met = args.at_least.map(|percent| 100.0 * least >= percent);
        let report = Report {
            game: info.id,
            scenario: &setup.scenario,
            seats: setup.seats,
            a,
            b,
            games,
            unfinished,
            share,
            error,
            fair,
            by_seat: &by_seat[..usize::from(setup.seats)],
            actions,
            seconds,
            longest_turn_ms,
            met,
        };
        if args.json {
            write_json(out, &report)?;
        } else {
            report.print(info.title, args.at_least, out)?;
        }
        if met == Some(false) {
            bail!("{a} wins {:.1} % against {b}, less than asked for", 100.0 * least);
        }
        Ok(())
    }
}

/// Lets A meet B.
fn meet<G: Game>(args: &LadderArgs, a: Level, b: Level, setup: &Setup) -> Result<Meeting> {
    let games = args.games.next_multiple_of(u32::from(setup.seats));
    let order = Contest {
        subject: a,
        opponent: b,
        setup: setup.clone(),
        games,
        jobs: threads(args.jobs, games),
        limit: args.limit,
    };
    let bar = progress(games);
    let begun = Instant::now();
    let longest = AtomicU64::new(0);
    let result = contest::<G>(&order, |seat, played| {
        longest.fetch_max(played.longest[seat.index()].as_micros() as u64, Ordering::Relaxed);
        bar.inc(1);
    });
    bar.finish_and_clear();
    Ok(Meeting {
        result: result.map_err(|error| wrong(G::info(), error))?,
        seconds: begun.elapsed().as_secs_f64(),
        longest_turn_ms: longest.into_inner() as f64 / 1e3,
    })
}

/// Lets each bot meet the one before it, and adds the differences up.
fn rate<G: Game>(args: &LadderArgs, levels: &[Level], setup: &Setup, out: &mut dyn Write) -> Result<()> {
    let usual = || STEPS.iter().map(|step| step.parse()).collect::<Result<Vec<Level>, _>>();
    let levels = if levels.is_empty() { usual()? } else { levels.to_vec() };
    let Some(first) = levels.first() else { return Ok(()) };
    let mut ratings = vec![Rating { level: *first, rating: 0.0, error: 0.0 }];
    for pair in levels.windows(2) {
        let [weaker, stronger] = pair else { continue };
        let meeting = meet::<G>(args, *stronger, *weaker, setup)?;
        let (difference, error) = elo(&meeting.result, setup.seats);
        let below = ratings.last().map_or(0.0, |rating| rating.rating);
        ratings.push(Rating { level: *stronger, rating: below + difference, error });
    }
    let greedy = ratings.iter().find(|rating| rating.level == Level::GREEDY).unwrap_or(&ratings[0]);
    let shift = ANCHOR - greedy.rating;
    ratings.iter_mut().for_each(|rating| rating.rating += shift);
    let info: &Info = G::info();
    let (games, seats) = (args.games.next_multiple_of(u32::from(setup.seats)), setup.seats);
    let report = Ratings { game: info.id, scenario: &setup.scenario, seats, games, ratings };
    if args.json {
        return Ok(write_json(out, &report)?);
    }
    let (title, scenario) = (info.title, report.scenario);
    writeln!(out, "{BOLD}{title}{BOLD:#}, {scenario}, {seats} players, {games} games between neighbours")?;
    for Rating { level, rating, error } in &report.ratings {
        writeln!(out, "  {:<24} {BOLD}{rating:>5.0}{BOLD:#} {DIM}± {error:.0}{DIM:#}", level.to_string())?;
    }
    Ok(())
}

/// How many points the subject of a contest is better than its opponents, and the standard error of that: as often as it wins,
/// against what each of the others wins.
fn elo(result: &ContestResult, seats: u8) -> (f64, f64) {
    let others = f64::from(seats.max(2)) - 1.0;
    // Who wins every game is taken to have lost half of one.
    let most = 1.0 - 0.5 / f64::from(result.games.max(1));
    let share = result.share.clamp(1.0 - most, most);
    let points = 400.0 * (share * others / (1.0 - share)).log10();
    let slope = 400.0 / std::f64::consts::LN_10 / (share * (1.0 - share));
    (points, slope * result.error)
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
            "  won        {BOLD}{} ± {:.1}{BOLD:#} {DIM}(fair: {}){DIM:#}",
            percent(self.share),
            100.0 * self.error,
            percent(self.fair)
        )?;
        for (seat, share) in self.by_seat.iter().enumerate() {
            writeln!(out, "  as seat {}  {}", seat + 1, percent(*share))?;
        }
        write!(out, "  longest turn  {:.1} ms", self.longest_turn_ms)?;
        if let Skill::Search(Budget::Time(time)) = self.a.skill {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn result(share: f64, games: u32) -> ContestResult {
        ContestResult { games, unfinished: 0, share, error: 0.05, fair: 0.5, by_seat: vec![], actions: 0 }
    }

    #[test]
    fn four_hundred_points_win_ten_times_as_often() {
        assert!((elo(&result(10.0 / 11.0, 100), 2).0 - 400.0).abs() < 0.1);
        assert!(elo(&result(0.5, 100), 2).0.abs() < 0.1);
        // Among five, a fair share is a fifth.
        assert!(elo(&result(0.2, 100), 5).0.abs() < 0.1);
        assert!(elo(&result(1.0, 100), 2).0 < 1000.0);
    }
}
