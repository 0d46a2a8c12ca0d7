//! The calendar: years, seasons of two months, operational turns, and the weather they bring. Rulebook: Turn Sequence, Weather and
//! Remote Areas.

use std::fmt;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::map::Weather;

/// The first year of the game.
const FIRST_YEAR: u16 = 1805;

/// The last.
const LAST_YEAR: u16 = 1815;

/// Operational turns in a season.
const TURNS: u16 = 6;

/// Operational turns in a year.
const YEAR: u16 = 6 * TURNS;

/// Two months, with a strategic turn at their beginning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Season {
    /// January and February.
    JanFeb,
    /// March and April.
    MarApr,
    /// May and June.
    MayJun,
    /// July and August.
    JulAug,
    /// September and October.
    SepOct,
    /// November and December.
    NovDec,
}

impl Season {
    /// All six, in order.
    pub const ALL: [Season; 6] =
        [Season::JanFeb, Season::MarApr, Season::MayJun, Season::JulAug, Season::SepOct, Season::NovDec];

    /// "Jan-Feb".
    pub fn name(self) -> &'static str {
        ["Jan-Feb", "Mar-Apr", "May-Jun", "Jul-Aug", "Sep-Oct", "Nov-Dec"][self as usize]
    }
}

/// A month; January is 1.
pub type Month = u8;

/// An operational turn of the years 1805 to 1815, about ten days.
///
/// Written `1805 Sep-Oct 3` for people, in compact forms as its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(u16);

impl Date {
    /// The first of the game.
    pub const FIRST: Date = Date(0);

    /// The last of the game.
    pub const LAST: Date = Date((LAST_YEAR - FIRST_YEAR + 1) * YEAR - 1);

    /// An operational turn, from 1 to 6, of a season, if the game goes so far.
    pub fn new(year: u16, season: Season, turn: u8) -> Option<Date> {
        let fits = (FIRST_YEAR..=LAST_YEAR).contains(&year) && (1..=TURNS).contains(&turn.into());
        fits.then(|| Date((year - FIRST_YEAR) * YEAR + season as u16 * TURNS + u16::from(turn) - 1))
    }

    /// The year.
    pub fn year(self) -> u16 {
        FIRST_YEAR + self.0 / YEAR
    }

    /// The season.
    pub fn season(self) -> Season {
        Season::ALL[usize::from(self.0 % YEAR / TURNS)]
    }

    /// The operational turn of the season, from 1.
    pub fn turn(self) -> u8 {
        (self.0 % TURNS) as u8 + 1
    }

    /// The month: the first three turns of a season belong to its first (M-turn-17).
    pub fn month(self) -> Month {
        (self.0 % YEAR / (TURNS / 2)) as Month + 1
    }

    /// Whether a season begins, with its strategic turn.
    pub fn begins_season(self) -> bool {
        self.0.is_multiple_of(TURNS)
    }

    /// Whether a season ends.
    pub fn ends_season(self) -> bool {
        self.turn() == TURNS as u8
    }

    /// The turn after this one, if the game goes on.
    pub fn next(self) -> Option<Date> {
        (self < Date::LAST).then_some(Date(self.0 + 1))
    }

    /// How many turns after `earlier` this one is; 0 if it is not later.
    pub fn since(self, earlier: Date) -> u16 {
        self.0.saturating_sub(earlier.0)
    }

    /// How many seasons after that of `earlier` this one is; 0 if it is not later.
    pub fn seasons_since(self, earlier: Date) -> u16 {
        (self.0 / TURNS).saturating_sub(earlier.0 / TURNS)
    }

    /// All turns of the game.
    pub fn all() -> impl DoubleEndedIterator<Item = Date> {
        (0..=Date::LAST.0).map(Date)
    }

    /// Where the weather is poor in hexes of this kind (M-weather-2, M-weather-3, M-weather-4).
    pub fn weather(self, hex: Weather) -> Poor {
        let (first, last) = if hex == Weather::South { (11, 4) } else { (10, 5) };
        let is_poor = self.month() >= first || self.month() <= last;
        match hex {
            _ if !is_poor => Poor::Nowhere,
            Weather::South | Weather::Middle => Poor::InMountains,
            Weather::North | Weather::Ice => Poor::Everywhere,
        }
    }

    /// Whether the waters of the north are frozen: rivers and lakes beyond weather line 2, the sea beyond line 3 (M-weather-9,
    /// M-weather-10).
    pub fn is_frozen(self) -> bool {
        matches!(self.month(), 2 | 3)
    }
}

/// Where in a hex the weather is poor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Poor {
    /// It is fair.
    Nowhere,
    /// At its mountain sides.
    InMountains,
    /// In the whole hex.
    Everywhere,
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.year(), self.season().name(), self.turn())
    }
}

impl fmt::Debug for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Date, String> {
        let read = || {
            let mut words = text.split(' ');
            let (year, season, turn) = (words.next()?, words.next()?, words.next()?);
            let season = Season::ALL.into_iter().find(|one| one.name() == season)?;
            Date::new(year.parse().ok()?, season, turn.parse().ok()?).filter(|_| words.next().is_none())
        };
        read().ok_or_else(|| format!("\"{text}\" is no operational turn like \"1805 Sep-Oct 3\""))
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
        if deserializer.is_human_readable() {
            return String::deserialize(deserializer)?.parse().map_err(D::Error::custom);
        }
        let number = u16::deserialize(deserializer)?;
        (number <= Date::LAST.0).then_some(Date(number)).ok_or_else(|| D::Error::custom("after the game"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn eleven_years_have_396_turns() {
        assert_eq!(Date::all().count(), 396);
        for date in Date::all() {
            assert_eq!(date.to_string().parse(), Ok(date));
            assert_eq!(Date::new(date.year(), date.season(), date.turn()), Some(date));
            assert_eq!((date.begins_season(), date.ends_season()), (date.turn() == 1, date.turn() == 6));
            assert_eq!(date.next().map_or(1, |next| next.since(date)), 1);
        }
        assert_eq!((Date::FIRST, Date::LAST), (date("1805 Jan-Feb 1"), date("1815 Nov-Dec 6")));
        assert_eq!(Date::LAST.next(), None);
        assert_eq!(date("1805 Nov-Dec 6").next(), Some(date("1806 Jan-Feb 1")));
    }

    #[test]
    fn what_is_no_turn_is_refused() {
        let wrong = [
            "1804 Sep-Oct 3",
            "1816 Jan-Feb 1",
            "1805 Sep-Oct 0",
            "1805 Sep-Oct 7",
            "1805 Oct 3",
            "1805 Sep-Oct 3 1",
        ];
        for text in wrong {
            let error = text.parse::<Date>().unwrap_err();
            assert!(error.starts_with(&format!("\"{text}\" is no operational turn")), "{error}");
        }
        assert_eq!(serde_json::to_string(&date("1807 May-Jun 5")).unwrap(), "\"1807 May-Jun 5\"");
        assert_eq!(serde_json::from_str::<Date>("\"1807 May-Jun 5\"").unwrap(), date("1807 May-Jun 5"));
    }

    // proves M-turn-3
    #[test]
    fn a_year_has_six_strategic_turns() {
        let begins = Date::all().filter(|date| date.year() == 1809 && date.begins_season());
        let names: Vec<&str> = begins.map(|date| date.season().name()).collect();
        assert_eq!(names, ["Jan-Feb", "Mar-Apr", "May-Jun", "Jul-Aug", "Sep-Oct", "Nov-Dec"]);
        assert_eq!(date("1806 Nov-Dec 1").seasons_since(date("1805 Nov-Dec 4")), 6);
        assert_eq!(date("1806 Sep-Oct 6").seasons_since(date("1805 Nov-Dec 1")), 5);
    }

    // proves M-turn-17
    #[test]
    fn three_turns_are_a_month() {
        let months = |from: &str, count| {
            let from = date(from);
            Vec::from_iter(Date::all().filter(|date| *date >= from).take(count).map(Date::month))
        };
        assert_eq!(months("1805 Jan-Feb 1", 6), [1, 1, 1, 2, 2, 2]);
        assert_eq!(months("1805 Sep-Oct 3", 4), [9, 10, 10, 10]);
        // Austerlitz, Friedland, the abdication of Charles IV, the fall of Paris.
        let dated =
            [("1805 Nov-Dec 4", 12), ("1807 May-Jun 5", 6), ("1808 Mar-Apr 2", 3), ("1814 Mar-Apr 3", 3)];
        for (turn, month) in dated {
            assert_eq!(date(turn).month(), month, "{turn}");
        }
    }

    fn first_and_last(year: u16, hex: Weather) -> (Date, Date) {
        let poor = |date: &Date| date.weather(hex) != Poor::Nowhere;
        let mut winter = Date::all()
            .skip_while(|date| *date < Date::new(year, Season::JulAug, 1).unwrap())
            .skip_while(|date| !poor(date))
            .take_while(poor);
        (winter.next().unwrap(), winter.last().unwrap())
    }

    // proves M-weather-2, M-weather-3, M-weather-4
    #[test]
    fn winter_is_longer_in_the_north_and_hard_only_there() {
        let north = (date("1806 Sep-Oct 4"), date("1807 May-Jun 3"));
        assert_eq!(first_and_last(1806, Weather::North), north);
        assert_eq!(first_and_last(1806, Weather::Middle), north);
        assert_eq!(first_and_last(1806, Weather::South), (date("1806 Nov-Dec 1"), date("1807 Mar-Apr 6")));
        let january = date("1807 Jan-Feb 1");
        assert_eq!(january.weather(Weather::North), Poor::Everywhere);
        for hex in [Weather::Middle, Weather::South] {
            assert_eq!(january.weather(hex), Poor::InMountains);
        }
    }

    #[test]
    fn the_waters_of_the_north_freeze_in_february_and_march() {
        let frozen: Vec<String> = Date::all()
            .filter(|date| date.year() == 1813 && date.is_frozen())
            .map(|d| d.to_string())
            .collect();
        assert_eq!(frozen.first().map(String::as_str), Some("1813 Jan-Feb 4"));
        assert_eq!((frozen.last().map(String::as_str), frozen.len()), (Some("1813 Mar-Apr 3"), 6));
    }
}
