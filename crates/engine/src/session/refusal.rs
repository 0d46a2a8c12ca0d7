//! Why a session does not do what it was asked.

use thiserror::Error;

use crate::{Denied, Seat, Seats};

/// What ends the free way back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seal {
    /// Chance was used.
    Chance,
    /// Something hidden was shown.
    Reveal,
    /// Others decide since, or have acted.
    Hands,
}

impl std::fmt::Display for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Seal::Chance => "chance has decided since",
            Seal::Reveal => "something hidden was shown since",
            Seal::Hands => "the decision has passed on since",
        })
    }
}

/// Why a session does not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Nothing is decided any more.
    #[error("the game is over")]
    GameOver,
    /// Somebody who has no seat here.
    #[error("{seat} is not at this table, which has {seats}")]
    NoSuchSeat {
        /// Who asked.
        seat: Seat,
        /// How many there are.
        seats: u8,
    },
    /// It is for others to decide.
    #[error("{seat} has nothing to decide now; it is for {}", list(*.to_act))]
    NotYourDecision {
        /// Who asked.
        seat: Seat,
        /// Whose decision it is.
        to_act: Seats,
    },
    /// A rule of the game stands against it.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// Not an action of this game at all.
    #[error("that is not an action of this game: {0}")]
    BadAction(String),
    /// Several actions that are not offered as one choice.
    #[error("these actions are not offered together; send them one by one, or just as they are listed")]
    NotOffered,
    /// Nothing was done that could be taken back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// Not freely any more.
    #[error("too late to take that back: {0}; the others would have to consent")]
    TooLateToUndo(Seal),
    /// Not all have consented.
    #[error("taking that back needs the consent of {}", list(*.missing))]
    NoConsent {
        /// Who has not.
        missing: Seats,
    },
    /// No such entry.
    #[error("there is no way back to after entry {entry}: the journal goes from {first} to {last}")]
    NoSuchEntry {
        /// What was asked for.
        entry: usize,
        /// The first that can be gone back to.
        first: usize,
        /// The last.
        last: usize,
    },
}

pub(super) fn list(seats: Seats) -> String {
    let names: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
    if names.is_empty() { "nobody".to_owned() } else { names.join(", ") }
}
