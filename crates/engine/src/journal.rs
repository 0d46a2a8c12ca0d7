//! The journal: what was decided, in order, and what a saved game keeps of it.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::{Line, Refusal, Seat, Seats, Setup, SetupError, Viewer};

/// One entry of the journal. Entries are counted from 1: entry 1 leads from the start to "after 1 entry".
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "describe", schemars(rename = "Entry"))]
pub struct Entry<A> {
    /// Whose doing it was.
    pub seat: Seat,
    /// What was done.
    #[serde(flatten)]
    pub what: What<A>,
    /// The state after it.
    pub hash: StateHash,
}

impl<A> Entry<A> {
    /// The same with its action in another form.
    pub fn map<B>(&self, form: impl FnOnce(&A) -> B) -> Entry<B> {
        let what = match &self.what {
            What::Act(action) => What::Act(form(action)),
            What::Undo { to, consent } => What::Undo { to: *to, consent: *consent },
        };
        Entry { seat: self.seat, what, hash: self.hash }
    }
}

/// What an entry does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum What<A> {
    /// An action of the game.
    Act(A),
    /// A step back: the state is again what it was after the first `to` entries. Nothing is erased.
    Undo {
        /// How many entries stand.
        to: usize,
        /// Who agreed to it; nobody needs to where the way back is free.
        consent: Seats,
    },
}

/// A short fingerprint of a state, written as 16 hexadecimal digits: XXH3 over what the state feeds to a [`Hasher`], field by
/// field, in the byte order of small numbers first.
///
/// Entries of older games have that of the first edition: the first 8 bytes of BLAKE3 over the postcard form of the state.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct StateHash(u64);

impl StateHash {
    /// The fingerprint of `state`.
    pub fn of(state: &impl Hash) -> StateHash {
        let mut fed = Fed(Vec::with_capacity(4096));
        state.hash(&mut fed);
        StateHash(xxh3_64(&fed.0))
    }

    /// The fingerprint of the first edition.
    ///
    /// # Panics
    /// If the state is not plain data that postcard can write: the game's own mistake.
    pub fn of_first_edition(state: &impl Serialize) -> StateHash {
        let bytes = postcard::to_allocvec(state).expect("a state is plain data");
        let hash = blake3::hash(&bytes);
        let (first, _) = hash.as_bytes().split_first_chunk().expect("a hash has 32 bytes");
        StateHash(u64::from_be_bytes(*first))
    }

    /// Whether this was recorded of `state`, in either edition.
    pub fn is_of(self, state: &(impl Hash + Serialize)) -> bool {
        self == StateHash::of(state) || self == StateHash::of_first_edition(state)
    }

    /// Reads 16 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<StateHash> {
        let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        digits.then(|| u64::from_str_radix(text, 16).ok().map(StateHash)).flatten()
    }
}

/// Takes down what it is fed, alike on every platform.
struct Fed(Vec<u8>);

impl Hasher for Fed {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn write_u8(&mut self, number: u8) {
        self.0.push(number);
    }

    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        xxh3_64(&self.0)
    }
}

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for StateHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StateHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StateHash, D::Error> {
        let text = String::deserialize(deserializer)?;
        StateHash::from_hex(&text).ok_or_else(|| de::Error::custom("a state hash is 16 hexadecimal digits"))
    }
}

/// A game as saved: one JSON document.
///
/// Actions and states are kept as plain JSON, so that the document can be read before it is known which game it is
/// of, and even if the game's present rules know some of them no more.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// The game's id.
    pub game: String,
    /// Version of the engine it was saved by; for people.
    pub engine: String,
    /// Revision of the rules it was recorded under.
    pub revision: u32,
    /// What it started from.
    pub setup: Setup,
    /// Who plays, seat by seat, as whoever saved it writes that ("human", "greedy"). Means nothing to a replay.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// Where the entries start from, if not where the set-up puts it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<serde_json::Value>,
    /// Earlier parts, recorded under rules that play them differently from today's. For the record only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Stretch>,
    /// What was decided since.
    pub entries: Vec<Entry<serde_json::Value>>,
    /// What players have read of these entries, should later rules no longer tell it. May be left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<Told>,
    /// The state at the last change of hands.
    pub snapshot: Snapshot,
    /// The state after the last entry.
    pub hash: StateHash,
}

impl SavedGame {
    /// Reads a document as saved.
    ///
    /// # Errors
    /// If it is none.
    pub fn parse(text: &str) -> Result<SavedGame, LoadError> {
        serde_json::from_str(text).map_err(|error| LoadError::Malformed(error.to_string()))
    }
}

/// A part of a game that was recorded under older rules and ends in a snapshot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    /// Revision of the rules.
    pub revision: u32,
    /// Where the entries start from, if not where the set-up, or the stretch before, puts it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<serde_json::Value>,
    /// What was decided.
    pub entries: Vec<Entry<serde_json::Value>>,
    /// How many entries that followed them were never found, if the record is damaged.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub missing: u32,
    /// What was decided after the snapshot and does not stand under the newer rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<Entry<serde_json::Value>>,
    /// What players have read of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<Told>,
}

/// A line of the log as it was told, with whoever read it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Told {
    /// The entry it belongs to; 0 is the opening.
    pub entry: usize,
    /// The seats that read it.
    pub seats: Seats,
    /// Whether spectators read it as well.
    pub spectators: bool,
    /// The line.
    #[serde(flatten)]
    pub line: Line,
}

impl Told {
    /// Whether `viewer` read it.
    pub fn is_for(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => self.seats.contains(seat),
            Viewer::Spectator => self.spectators,
        }
    }
}

/// Which of the states that entries lead to still stand after the last of them; the first is the state before all.
pub(crate) fn standing<A>(origin: usize, entries: &[Entry<A>]) -> Vec<bool> {
    // The number of the state after each entry, and of the state before it.
    let (mut after, mut before) = (vec![0], vec![0]);
    for (index, entry) in entries.iter().enumerate() {
        before.push(after[index]);
        let back = match entry.what {
            What::Act(_) => None,
            What::Undo { to, .. } => to.checked_sub(origin).and_then(|to| after.get(to)).copied(),
        };
        after.push(back.unwrap_or(index + 1));
    }
    let mut standing = vec![false; after.len()];
    let mut node = after[entries.len()];
    while node > 0 {
        standing[node] = true;
        node = before[node];
    }
    standing[0] = true;
    standing
}

impl Stretch {
    /// How many entries it stands for, those that are missing included.
    pub fn span(&self) -> usize {
        self.entries.len() + self.missing as usize
    }
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// The state after so many entries.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// After how many entries, those of the history included.
    pub at: usize,
    /// The state.
    pub state: serde_json::Value,
}

/// How a saved game came back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// Revision of the rules it was recorded under.
    pub revision: u32,
    /// Given if the rules have changed so that it could not be replayed: it goes on from its last snapshot.
    pub resumed: Option<Resumed>,
}

/// A game that goes on from its last snapshot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resumed {
    /// After how many entries the snapshot was taken. What came before is history only.
    pub at: usize,
    /// How many of the entries after the snapshot do not stand under today's rules, and must be decided anew.
    pub dropped: usize,
    /// What the replay stumbled over.
    pub because: String,
}

/// Why a saved game or a position cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LoadError {
    /// Not a saved game at all.
    #[error("this is not a saved game: {0}")]
    Malformed(String),
    /// It belongs to another game.
    #[error("this is a game of \"{found}\", not of \"{expected}\"")]
    WrongGame {
        /// The game it was to be.
        expected: String,
        /// The game it is.
        found: String,
    },
    /// It was recorded under rules that this program does not know yet.
    #[error(
        "it was made by a newer version: it follows revision {found} of the rules, and this program knows {known}"
    )]
    Newer {
        /// The revision it follows.
        found: u32,
        /// The latest that is known.
        known: u32,
    },
    /// Its set-up is not sound.
    #[error("the set-up is not sound: {0}")]
    Setup(SetupError),
    /// The position cannot be.
    #[error("the position cannot be: {0}")]
    BadPosition(String),
    /// An entry that is no action of this game.
    #[error("entry {entry} cannot be read: {why}")]
    Unreadable {
        /// Which, counted from 1.
        entry: usize,
        /// What is wrong.
        why: String,
    },
    /// An entry that was not allowed.
    #[error("entry {entry} is not allowed: {why}")]
    Illegal {
        /// Which, counted from 1.
        entry: usize,
        /// The refusal.
        why: Refusal,
    },
    /// The replay leads to another state than the recorded one.
    #[error("entry {entry} leads to state {found}, but {recorded} was recorded")]
    Drift {
        /// Which, counted from 1.
        entry: usize,
        /// What was recorded.
        recorded: StateHash,
        /// What the replay gives.
        found: StateHash,
    },
    /// The entries fit, but the final hash is not that of the last.
    #[error("the game ends in state {found}, but {recorded} was recorded as its last")]
    WrongEnd {
        /// What was recorded.
        recorded: StateHash,
        /// What the replay gives.
        found: StateHash,
    },
    /// The rules have changed, and the snapshot does not help.
    #[error("the rules have changed ({because}), and the last snapshot cannot be used: {why}")]
    Stranded {
        /// What the replay stumbled over.
        because: String,
        /// What is wrong with the snapshot.
        why: String,
    },
}

/// The message says it all: there is no further source to name.
impl From<SetupError> for LoadError {
    fn from(error: SetupError) -> LoadError {
        LoadError::Setup(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded games depend on these.
    #[test]
    fn fingerprints_never_change() {
        let state = ([1_u8, 2, 3], 515_u16, Some(-7_i32), vec![true, false], "Ulm");
        assert_eq!(StateHash::of(&state).to_string(), "b8c28f07448f7f9a");
        assert_eq!(StateHash::of_first_edition(&state).to_string(), "46604c196089ac97");
        assert!(StateHash::of(&state).is_of(&state) && StateHash::of_first_edition(&state).is_of(&state));
        assert!(!StateHash::of(&state).is_of(&(
            [1_u8, 2, 4],
            515_u16,
            Some(-7_i32),
            vec![true, false],
            "Ulm"
        )));
    }
}
