//! Letters between the people at a table: what one says to another that is no move.

use engine::{Seat, Seats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The longest letter, in characters.
pub const LONGEST: usize = 4000;

/// The most letters of a game.
pub const MOST: usize = 5000;

/// A letter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Letter {
    /// Who wrote it.
    pub from: Seat,
    /// To whom.
    pub to: Seats,
    /// What it says.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub written: i64,
}

/// Why a letter is not delivered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Undeliverable {
    /// There is nobody to read it.
    #[error("A letter goes to at least one other person at the table.")]
    Nobody,
    /// It says nothing, or too much.
    #[error("A letter has from 1 to {LONGEST} characters.")]
    Length,
    /// There have been too many.
    #[error("There are {MOST} letters in this game; there is no room for more.")]
    TooMany,
}

/// The letters of a game, in the order in which they were written.
#[derive(Clone, Default, Debug)]
pub struct Mail {
    letters: Vec<Letter>,
    /// How many each seat has written or received: asked with every action, so it is not counted anew.
    counts: [usize; Seats::MAX as usize],
}

impl Mail {
    /// Adds a letter.
    pub fn add(&mut self, letter: Letter) {
        for seat in letter.to.with(letter.from).iter() {
            self.counts[seat.index()] += 1;
        }
        self.letters.push(letter);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// How many each seat has written or received.
    pub fn counts(&self) -> [usize; Seats::MAX as usize] {
        self.counts
    }

    /// What a seat has written or received.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = &Letter> {
        self.letters.iter().filter(move |letter| letter.is_for(seat))
    }
}

impl FromIterator<Letter> for Mail {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Mail {
        let mut mail = Mail::default();
        letters.into_iter().for_each(|letter| mail.add(letter));
        mail
    }
}

impl Letter {
    /// Whether a seat may read it.
    fn is_for(&self, seat: Seat) -> bool {
        self.from == seat || self.to.contains(seat)
    }

    /// What keeps it from being delivered to these people, after so many others.
    ///
    /// # Errors
    /// If something does.
    pub fn check(&self, people: Seats, others: usize) -> Result<(), Undeliverable> {
        if self.to.is_empty() || self.to.contains(self.from) || !self.to.minus(people).is_empty() {
            return Err(Undeliverable::Nobody);
        }
        if self.text.trim().is_empty() || self.text.chars().count() > LONGEST {
            return Err(Undeliverable::Length);
        }
        if others >= MOST {
            return Err(Undeliverable::TooMany);
        }
        Ok(())
    }
}
