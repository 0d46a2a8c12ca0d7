//! Bots by name.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use engine::Game;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::{Bot, Greedy, Random, Search};

/// How well a bot plays, as written in `--bots greedy,search:500ms`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// Anything legal.
    Random,
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

impl Level {
    /// What can be written, for help texts and messages.
    pub const KNOWN: &'static str =
        "random, greedy, search, search:500ms (time for a turn), search:2000 (iterations for a turn)";

    /// A bot of this level that draws from the stream of `seed`.
    pub fn build<G: Game>(self, seed: u64) -> Box<dyn Bot<G>> {
        self.build_within(seed, Duration::MAX)
    }

    /// The same, but whatever its budget says, it takes no longer than `longest` for a turn.
    pub fn build_within<G: Game>(self, seed: u64, longest: Duration) -> Box<dyn Bot<G>> {
        match self {
            Level::Random => Box::new(Random::new(seed)),
            Level::Greedy => Box::new(Greedy::new(seed)),
            Level::Search(budget) => Box::new(Search::new(budget, seed).within(longest)),
        }
    }
}

/// A level that does not exist.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no bot \"{0}\"; there are {known}", known = Level::KNOWN)]
pub struct LevelError(String);

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let budget = match text.split_once(':') {
            None => match text {
                "random" => return Ok(Level::Random),
                "greedy" => return Ok(Level::Greedy),
                "search" => Some(Budget::default()),
                _ => None,
            },
            Some(("search", budget)) => Budget::read(budget),
            Some(_) => None,
        };
        budget.map(Level::Search).ok_or_else(|| LevelError(text.to_owned()))
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
        match self {
            Level::Random => f.write_str("random"),
            Level::Greedy => f.write_str("greedy"),
            Level::Search(budget) => write!(f, "search:{budget}"),
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
        for text in ["random", "greedy", "search:500ms", "search:2000", "search:0", "search:0ms"] {
            let level: Level = text.parse().unwrap();
            assert_eq!(level.to_string(), text);
            let json = serde_json::to_string(&level).unwrap();
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<Level>(&json).unwrap(), level);
        }
        assert_eq!("search".parse(), Ok(Level::Search(Budget::default())));
        assert_eq!("search:2s".parse(), Ok(Level::Search(Budget::Time(Duration::from_secs(2)))));
    }

    #[test]
    fn an_unknown_level_is_told_what_there_is() {
        for text in ["", "Greedy", "search:", "search:-1", "search:+1", "search:ms", "search:1h", "random:3"]
        {
            let error = text.parse::<Level>().unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("there is no bot \"{text}\"; there are random, greedy,")),
                "{error}"
            );
        }
    }
}
