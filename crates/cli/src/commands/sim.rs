//! `grognard sim`: self-play and its figures.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use bots::Level;
use engine::{Game, Recorder, Seed, Setup};
use indicatif::{ProgressBar, ProgressStyle};
use lab::self_play::{Series, Statistics, standard_error};
use registry::Visitor;
use serde::Serialize;

use super::write_json;
use crate::args::{SimArgs, threads};
use crate::mistake::Mistake;
use crate::setup::{Position, build, names, read_position, with_game, wrong};
use crate::style::{BAD, BOLD, DIM};

/// Where chance starts if no seed is given: a measurement is worth most when it can be repeated.
pub const DEFAULT_SEED: u64 = 1805;

/// Plays many games and prints what came of them.
pub fn sim(args: &SimArgs, out: &mut dyn Write) -> Result<()> {
    with_game(&args.game, Sim { args, out })
}

struct Sim<'a> {
    args: &'a SimArgs,
    out: &'a mut dyn Write,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'static str,
    setup: &'a Setup,
    scenario: &'a str,
    seats: Vec<String>,
    bots: &'a [Level],
    #[serde(flatten)]
    statistics: &'a Statistics,
}

impl Visitor for Sim<'_> {
    type Out = Result<()>;

    fn visit<G: Game>(self) -> Result<()> {
        let Sim { args, out } = self;
        let info = G::info();
        let seed = Seed::from_number(DEFAULT_SEED);
        let (setup, position) = match &args.position {
            Some(path) => {
                let Position { state, setup } = read_position::<G>(path)?;
                (Setup { seed: args.setup.seed.unwrap_or(seed), ..setup }, Some(state))
            }
            None => {
                let named = (args.bots.len() > 1).then_some(args.bots.len() as u8);
                (build(info, &args.setup, args.seats.or(named), seed)?, None)
            }
        };
        let bots = seated(&args.bots, setup.seats)?;
        let start = match &position {
            Some(position) => position.clone(),
            None => G::new(&setup, &mut Recorder::silent()).map_err(|error| wrong(info, error))?,
        };
        let series = Series {
            setup,
            position: position.as_ref(),
            bots,
            games: args.games,
            jobs: threads(args.jobs, args.games),
            limit: args.limit,
            check: args.check,
        };
        let bar = progress(args.games);
        let begun = Instant::now();
        let games = series.play(|| bar.inc(1));
        bar.finish_and_clear();
        let statistics = Statistics::of(&games?, series.setup.seats, begun);
        let report = Report {
            game: info.id,
            setup: &series.setup,
            scenario: &series.setup.scenario,
            seats: names(&start),
            bots: &series.bots,
            statistics: &statistics,
        };
        if args.json {
            write_json(out, &report)?;
        } else {
            report.print(info.title, out)?;
        }
        Ok(())
    }
}

impl Report<'_> {
    fn print(&self, title: &str, out: &mut dyn Write) -> Result<()> {
        let statistics = self.statistics;
        writeln!(
            out,
            "{BOLD}{title}{BOLD:#}, {}, {} players: {} games in {:.1} s, {} actions a second",
            self.scenario,
            self.seats.len(),
            statistics.games,
            statistics.seconds,
            grouped(statistics.actions_per_second as u64)
        )?;
        if statistics.finished < statistics.games {
            writeln!(out, "{BAD}{} games were broken off{BAD:#}", statistics.games - statistics.finished)?;
        }
        if statistics.finished == 0 {
            writeln!(
                out,
                "No game came to its end, so there is nothing to count; --limit sets how long they may be."
            )?;
            return Ok(());
        }
        let width = self.seats.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
        writeln!(
            out,
            "\n  {DIM}seat  {:<width$}  {:<14} {:>8}  {:>14}{DIM:#}",
            "who", "bot", "wins", "share"
        )?;
        for (number, ((name, bot), wins)) in
            self.seats.iter().zip(self.bots).zip(&statistics.wins).enumerate()
        {
            let share = wins / statistics.games.max(1) as f64;
            let error = standard_error(share, statistics.games);
            let bot = bot.to_string();
            let share = format!("{:.1} % ± {:.1}", 100.0 * share, 100.0 * error);
            writeln!(out, "  {:>4}  {name:<width$}  {bot:<14} {wins:>8.1}  {share:>14}", number + 1)?;
        }
        if statistics.draws > 0 {
            writeln!(out, "        {:<width$}  {:<14} {:>8}", "nobody", "", statistics.draws)?;
        }
        writeln!(out, "\n  {DIM}ended by{DIM:#}")?;
        for (reason, count) in &statistics.ends {
            let share = 100.0 * *count as f64 / statistics.games.max(1) as f64;
            writeln!(out, "  {reason:<24} {count:>8}  {share:>5.1} %")?;
        }
        writeln!(
            out,
            "\n  {DIM}length{DIM:#}  {:.0} actions on average; shortest {}, middle {}, longest {}",
            statistics.length_mean, statistics.length_min, statistics.length_median, statistics.length_max
        )?;
        Ok(())
    }
}

/// Who sits where: the last named takes all further seats.
fn seated(bots: &[Level], seats: u8) -> Result<Vec<Level>, Mistake> {
    if bots.len() > usize::from(seats) {
        let what = format!("{} bots are named, but {seats} play", bots.len());
        return Err(Mistake::new(what, "name at most one bot for each seat, or raise --seats"));
    }
    let last = bots.last().copied().unwrap_or(Level::RANDOM);
    Ok((0..usize::from(seats)).map(|seat| bots.get(seat).copied().unwrap_or(last)).collect())
}

/// A bar on stderr that only shows on a terminal.
pub fn progress(games: u32) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} to go").expect("a sound template");
    ProgressBar::new(games.into()).with_style(style)
}

/// A number with its thousands set apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bot_fills_the_table() {
        assert_eq!(seated(&[Level::GREEDY], 3).unwrap(), [Level::GREEDY; 3]);
        assert_eq!(seated(&[Level::GREEDY, Level::RANDOM], 3).unwrap()[1..], [Level::RANDOM; 2]);
        assert!(seated(&[Level::GREEDY; 3], 2).is_err());
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
