//! Who sits where.

use std::time::Duration;

use bots::{Budget, Level, Skill};
use engine::{Seat, Seats};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// Who plays a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Player {
    /// A person.
    Human {
        /// What the person wants to be called.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[schemars(length(min = 1, max = 40))]
        name: Option<String>,
    },
    /// The computer.
    Bot {
        /// How well it plays.
        level: Level,
    },
}

impl Player {
    /// The bot's level, if it is one.
    pub fn level(&self) -> Option<Level> {
        match self {
            Player::Human { .. } => None,
            Player::Bot { level } => Some(*level),
        }
    }
}

/// What may be left out, but is no null if it is there.
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// The seats of people, and those of bots.
pub fn split(players: &[Player]) -> (Seats, Seats) {
    let all = Seat::first(players.len() as u8);
    let bots: Seats = all.clone().filter(|seat| players[seat.index()].level().is_some()).collect();
    (all.collect::<Seats>().minus(bots), bots)
}

/// About how long a bot of this level takes for a turn.
pub fn turn_time(level: Level) -> Duration {
    match level.skill {
        Skill::Random => Duration::from_millis(1),
        Skill::Novice | Skill::Casual | Skill::Greedy => Duration::from_millis(20),
        Skill::Search(Budget::Time(time)) => time,
        Skill::Search(Budget::Iterations(count)) => Duration::from_millis(u64::from(count) / 4),
    }
}

/// Whether a bot of this level may play here: it is not meant to take longer than `longest` for a turn. Iterations take as
/// long as they take; whatever is asked for, no turn gets more than `longest`.
pub fn is_allowed(level: Level, longest: Duration) -> bool {
    turn_time(level) <= longest
}

/// Whether a bot of this level answers in no time.
pub fn is_quick(level: Level) -> bool {
    !matches!(level.skill, Skill::Search(_))
}

/// A bot, as a person chooses it.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Offer {
    /// How it is written.
    pub level: &'static str,
    /// Its name.
    pub title: &'static str,
    /// One sentence.
    pub help: &'static str,
}

/// The bots to choose from. Others can be named as well: any [`Level`] within the limits.
pub const OFFERS: [Offer; 11] = [
    Offer { level: "random", title: "Recruit", help: "Does anything that is legal." },
    Offer { level: "novice", title: "Conscript", help: "Knows what is good, and often does something else." },
    Offer { level: "casual", title: "Corporal", help: "Takes what looks good, with a slip now and then." },
    Offer {
        level: "greedy",
        title: "Sergeant",
        help: "Takes what looks best at the moment. Answers at once.",
    },
    Offer { level: "search:300ms", title: "Colonel", help: "Plans its turn in a third of a second." },
    Offer { level: "search:1000ms", title: "General", help: "Plans its turn for a second." },
    Offer {
        level: "search:3000ms",
        title: "Marshal",
        help: "Plans its turn with care, for up to three seconds.",
    },
    Offer {
        level: "search:1000ms+cautious",
        title: "Cautious general",
        help: "Plans for a second; covers what it has before it stakes anything.",
    },
    Offer {
        level: "search:1000ms+bold",
        title: "Bold general",
        help: "Plans for a second; seeks the fight.",
    },
    Offer {
        level: "search:1000ms+faithful",
        title: "Faithful general",
        help: "Plans for a second; offers friendship and keeps it.",
    },
    Offer {
        level: "search:1000ms+treacherous",
        title: "Treacherous general",
        help: "Plans for a second; breaks its word when that pays.",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_on_offer_exists_and_is_allowed() {
        for offer in OFFERS {
            let level: Level = offer.level.parse().unwrap();
            assert!(is_allowed(level, Duration::from_secs(5)), "{level}");
            assert_eq!(level.to_string(), offer.level);
        }
        for level in ["search:1000s", "search:5001ms", "search:20004", "search:4000000000"] {
            assert!(!is_allowed(level.parse().unwrap(), Duration::from_secs(5)), "{level}");
        }
    }

    #[test]
    fn seats_are_told_apart() {
        let players = [Player::Human { name: None }, Player::Bot { level: Level::GREEDY }];
        assert_eq!(split(&players), (Seat(0).into(), Seat(1).into()));
    }
}
