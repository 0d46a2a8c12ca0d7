//! Bots by name.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use engine::Game;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::clock::{Clock, processor_clock};
use crate::{Bot, Greedy, Random, Search, Style};

/// How far a beginner and somebody who plays for fun misjudge moves, in standard deviations of what moves are worth.
const NOVICE: f32 = 1.2;
const CASUAL: f32 = 0.35;

/// A bot in a word: how well it plays and in which style, as written in `--bots greedy,search:500ms+bold`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Level {
    /// How well.
    pub skill: Skill,
    /// How.
    pub style: Style,
}

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Skill {
    /// Anything legal.
    Random,
    /// The best next action as far as a beginner can tell: often a worse one.
    Novice,
    /// The best next action, with a slip now and then.
    Casual,
    /// The best next action.
    Greedy,
    /// A planned turn.
    Search(Budget),
}

/// What a bot may spend on a turn: on all the decisions of its seat until hands change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Budget {
    /// So long. How well it plays depends on the machine.
    Time(Duration),
    /// So many times through the tree. The same seed plays the same game.
    Iterations(u32),
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::Time(Duration::from_millis(500))
    }
}

impl From<Skill> for Level {
    fn from(skill: Skill) -> Level {
        Level { skill, style: Style::Plain }
    }
}

impl Level {
    /// Anything legal.
    pub const RANDOM: Level = Level { skill: Skill::Random, style: Style::Plain };
    /// The best next action.
    pub const GREEDY: Level = Level { skill: Skill::Greedy, style: Style::Plain };

    /// What can be written, for help texts and messages.
    pub const KNOWN: &'static str = "random, novice, casual, greedy, search, search:500ms (time for a turn), search:2000 (iterations \
         for a turn), each with a style if you like: +cautious, +bold, +faithful, +treacherous (greedy+bold)";

    /// A planned turn.
    pub fn search(budget: Budget) -> Level {
        Skill::Search(budget).into()
    }

    /// A bot of this level that draws from the stream of `seed`.
    pub fn build<G: Game>(self, seed: u64) -> Box<dyn Bot<G>> {
        self.build_with(seed, Means::default())
    }

    /// The same with other means.
    pub fn build_with<G: Game>(self, seed: u64, means: Means) -> Box<dyn Bot<G>> {
        let greedy =
            |temperature| Box::new(Greedy::new(seed).at_temperature(temperature).in_style(self.style));
        match self.skill {
            Skill::Random => Box::new(Random::new(seed)),
            Skill::Novice => greedy(NOVICE),
            Skill::Casual => greedy(CASUAL),
            Skill::Greedy => greedy(0.0),
            Skill::Search(budget) => {
                let search = Search::new(budget, seed).timed_by(means.clock).within(means.longest);
                Box::new(search.in_style(self.style).on_threads(means.threads))
            }
        }
    }
}

/// What a bot may use of the machine.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// No turn takes longer than this, whatever the budget.
    pub longest: Duration,
    /// By which clock.
    pub clock: Clock,
    /// On how many threads a search thinks.
    pub threads: usize,
}

impl Default for Means {
    fn default() -> Means {
        Means { longest: Duration::MAX, clock: Instant::now, threads: 1 }
    }
}

impl Means {
    /// No turn takes longer than this, whatever the budget.
    pub fn within(longest: Duration) -> Means {
        Means { longest, ..Means::default() }
    }

    /// By the processor time of the thread, so that it does not matter what else the machine does.
    pub fn by_processor_time() -> Means {
        Means { clock: processor_clock, ..Means::default() }
    }
}

/// A level that does not exist.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no bot \"{0}\"; there are {known}", known = Level::KNOWN)]
pub struct LevelError(String);

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let read = || {
            let (skill, style) = match text.split_once('+') {
                None => (text, Style::Plain),
                Some((skill, style)) => (skill, Style::NAMES.iter().find(|(name, _)| *name == style)?.1),
            };
            Some(Level { skill: Skill::read(skill)?, style })
        };
        read().ok_or_else(|| LevelError(text.to_owned()))
    }
}

impl Skill {
    fn read(text: &str) -> Option<Skill> {
        match text.split_once(':') {
            None => match text {
                "random" => Some(Skill::Random),
                "novice" => Some(Skill::Novice),
                "casual" => Some(Skill::Casual),
                "greedy" => Some(Skill::Greedy),
                "search" => Some(Skill::Search(Budget::default())),
                _ => None,
            },
            Some(("search", budget)) => Budget::read(budget).map(Skill::Search),
            Some(_) => None,
        }
    }
}

impl Budget {
    fn read(text: &str) -> Option<Budget> {
        // Digits alone: a sign or a space is no number here.
        let number = |digits: &str| -> Option<u32> {
            digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
        };
        if let Some(millis) = text.strip_suffix("ms") {
            Some(Budget::Time(Duration::from_millis(number(millis)?.into())))
        } else if let Some(seconds) = text.strip_suffix('s') {
            Some(Budget::Time(Duration::from_secs(number(seconds)?.into())))
        } else {
            number(text).map(Budget::Iterations)
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Time(time) => write!(f, "{}ms", time.as_millis()),
            Budget::Iterations(count) => write!(f, "{count}"),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.skill {
            Skill::Random => f.write_str("random")?,
            Skill::Novice => f.write_str("novice")?,
            Skill::Casual => f.write_str("casual")?,
            Skill::Greedy => f.write_str("greedy")?,
            Skill::Search(budget) => write!(f, "search:{budget}")?,
        }
        match Style::NAMES.iter().find(|(_, style)| *style == self.style) {
            Some((name, _)) => write!(f, "+{name}"),
            None => Ok(()),
        }
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_reads_back_as_written() {
        let levels =
            ["random", "novice", "casual+bold", "greedy", "greedy+faithful", "search:500ms", "search:2000"];
        for text in levels.into_iter().chain(["search:0", "search:0ms+treacherous"]) {
            let level: Level = text.parse().unwrap();
            assert_eq!(level.to_string(), text);
            let json = serde_json::to_string(&level).unwrap();
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<Level>(&json).unwrap(), level);
        }
        assert_eq!("search".parse(), Ok(Level::search(Budget::default())));
        assert_eq!("search:2s".parse(), Ok(Level::search(Budget::Time(Duration::from_secs(2)))));
    }

    #[test]
    fn an_unknown_level_is_told_what_there_is() {
        for text in [
            "",
            "Greedy",
            "search:",
            "search:-1",
            "search:+1",
            "search:ms",
            "search:1h",
            "random:3",
            "greedy+",
            "greedy+mad",
            "+bold",
        ] {
            let error = text.parse::<Level>().unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("there is no bot \"{text}\"; there are random, novice, casual,")),
                "{error}"
            );
        }
    }
}
