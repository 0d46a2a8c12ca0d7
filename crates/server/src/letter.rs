//! Letters between the people at a table: what one says to another that is no move.
//!
//! What they say stays on disk and is read page by page; a room only knows who has written to whom, and how much.

use engine::{Seat, Seats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::text::{self, BadCharacter};

/// The longest letter, in bytes.
pub const LONGEST: usize = 8 * 1024;

/// The most letters of a game. Each person at the table may write his share of them.
pub const MOST: usize = 4000;

/// The most bytes of all letters of a game. Each person at the table may write his share of them.
pub const MOST_BYTES: usize = 1024 * 1024;

/// The most letters of a page.
pub const PAGE: usize = 50;

/// The most bytes of the letters of a page, unless there is but one.
pub const PAGE_BYTES: usize = 64 * 1024;

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
pub enum LetterError {
    /// There is nobody to read it.
    #[error("A letter goes to at least one other person at the table.")]
    Nobody,
    /// It says nothing.
    #[error("A letter says something; this one is blank.")]
    Blank,
    /// It says too much.
    #[error("A letter may have {LONGEST} bytes; this one has {0}.")]
    TooLong(usize),
    /// It holds something that cannot be read.
    #[error("The letter cannot be sent: {0}.")]
    Character(#[from] BadCharacter),
    /// The seat has written too many.
    #[error("This seat has written {written} letters; in a game of {people} people each may write {most}.")]
    TooMany {
        /// How many.
        written: usize,
        /// How many it may write.
        most: usize,
        /// How many people are at the table.
        people: usize,
    },
    /// The seat has written too much.
    #[error(
        "This seat has written {written} bytes, and this letter has {bytes} more; in a game of {people} people each may \
         write {most}."
    )]
    TooMuch {
        /// How many bytes.
        written: usize,
        /// How many this letter has.
        bytes: usize,
        /// How many it may write.
        most: usize,
        /// How many people are at the table.
        people: usize,
    },
    /// All together have written too much, before there was a limit. How much is not told: it is of others.
    #[error("This game has no room for more letters: it keeps {MOST}, of {MOST_BYTES} bytes in all.")]
    Full,
}

/// What is known of a letter without reading it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Envelope {
    from: Seat,
    to: Seats,
    bytes: u32,
}

/// Who has written to whom in a game, in the order in which it was written.
#[derive(Clone, Default, Debug)]
pub struct Mail {
    envelopes: Vec<Envelope>,
    /// How many each seat has written or received: asked with every action, so it is not counted anew.
    counts: [usize; Seats::MAX as usize],
    /// How many each seat has written, and of how many bytes.
    written: [(usize, usize); Seats::MAX as usize],
}

/// Letters of a seat that stand together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// How many letters of the seat come before them.
    pub before: usize,
    /// Their numbers among all letters of the game.
    pub numbers: Vec<usize>,
}

impl Mail {
    /// Adds a letter.
    pub fn add(&mut self, envelope: Envelope) {
        for seat in envelope.to.with(envelope.from).iter() {
            self.counts[seat.index()] += 1;
        }
        let (letters, bytes) = &mut self.written[envelope.from.index()];
        (*letters, *bytes) = (*letters + 1, *bytes + envelope.bytes as usize);
        self.envelopes.push(envelope);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.envelopes.len()
    }

    /// How many each seat has written or received.
    pub fn counts(&self) -> [usize; Seats::MAX as usize] {
        self.counts
    }

    /// The last letters that a seat has written or received before its own `before`th, or the last of all: at most
    /// `limit`, and no more than a page takes.
    pub fn page(&self, seat: Seat, before: Option<usize>, limit: usize) -> Page {
        let count = self.counts.get(seat.index()).copied().unwrap_or(0);
        let before = before.map_or(count, |before| before.saturating_sub(1)).min(count);
        let of_seat = self.envelopes.iter().enumerate().filter(|(_, envelope)| envelope.is_for(seat));
        let earlier: Vec<(usize, &Envelope)> = of_seat.take(before).collect();
        let mut bytes = 0;
        let fits = |(_, envelope): &&(usize, &Envelope)| {
            let first = bytes == 0;
            bytes += envelope.bytes as usize;
            first || bytes <= PAGE_BYTES
        };
        let mut numbers: Vec<usize> = earlier
            .iter()
            .rev()
            .take(limit.clamp(1, PAGE))
            .take_while(fits)
            .map(|&(number, _)| number)
            .collect();
        numbers.reverse();
        Page { before: before - numbers.len(), numbers }
    }

    /// What keeps a letter from being delivered to these people.
    ///
    /// # Errors
    /// If something does.
    pub fn check(&self, letter: &Letter, people: Seats) -> Result<(), LetterError> {
        if letter.to.is_empty() || letter.to.contains(letter.from) || !letter.to.minus(people).is_empty() {
            return Err(LetterError::Nobody);
        }
        let bytes = letter.text.len();
        if bytes > LONGEST {
            return Err(LetterError::TooLong(bytes));
        }
        if letter.text.trim().is_empty() {
            return Err(LetterError::Blank);
        }
        text::lines(&letter.text)?;
        let people = usize::from(people.len());
        let (written, written_bytes) = self.written[letter.from.index()];
        let (most, most_bytes) = (MOST / people, MOST_BYTES / people);
        if written >= most {
            return Err(LetterError::TooMany { written, most, people });
        }
        if written_bytes + bytes > most_bytes {
            return Err(LetterError::TooMuch { written: written_bytes, bytes, most: most_bytes, people });
        }
        let all: usize = self.written.iter().map(|(_, bytes)| bytes).sum();
        if self.len() >= MOST || all + bytes > MOST_BYTES {
            return Err(LetterError::Full);
        }
        Ok(())
    }
}

impl FromIterator<Envelope> for Mail {
    fn from_iter<I: IntoIterator<Item = Envelope>>(envelopes: I) -> Mail {
        let mut mail = Mail::default();
        envelopes.into_iter().for_each(|envelope| mail.add(envelope));
        mail
    }
}

impl Envelope {
    /// Whether a seat may read the letter.
    fn is_for(&self, seat: Seat) -> bool {
        self.from == seat || self.to.contains(seat)
    }
}

impl From<&Letter> for Envelope {
    fn from(letter: &Letter) -> Envelope {
        let bytes = u32::try_from(letter.text.len()).unwrap_or(u32::MAX);
        Envelope { from: letter.from, to: letter.to, bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(from: u8, to: u8, text: &str) -> Letter {
        Letter { from: Seat(from), to: Seat(to).into(), text: text.to_owned(), written: 0 }
    }

    fn people(count: u8) -> Seats {
        Seat::first(count).collect()
    }

    fn send(mail: &mut Mail, letter: &Letter, people: Seats) -> Result<(), LetterError> {
        mail.check(letter, people)?;
        mail.add(letter.into());
        Ok(())
    }

    #[test]
    fn a_letter_is_measured_in_bytes() {
        let mail = Mail::default();
        let check = |text: &str| mail.check(&letter(0, 1, text), people(2));
        assert_eq!(check(&"x".repeat(LONGEST)), Ok(()));
        assert_eq!(check(&"x".repeat(LONGEST + 1)), Err(LetterError::TooLong(LONGEST + 1)));
        // 4000 characters, as many as a letter could have before, but four bytes each.
        let wide = "𝔸".repeat(4000);
        assert_eq!(check(&wide), Err(LetterError::TooLong(16_000)));
        assert_eq!(
            check(&wide).unwrap_err().to_string(),
            "A letter may have 8192 bytes; this one has 16000."
        );
        assert_eq!(check("\n \u{3000}"), Err(LetterError::Blank));
        assert!(check("a\u{202e}b").unwrap_err().to_string().contains("U+202E"));
    }

    #[test]
    fn nobody_uses_up_the_room_of_the_others() {
        for (text, count) in [("x".to_owned(), MOST / 4), ("x".repeat(LONGEST), MOST_BYTES / 4 / LONGEST)] {
            let mut mail = Mail::default();
            for _ in 0..count {
                send(&mut mail, &letter(0, 1, &text), people(4)).unwrap();
            }
            let refusal = send(&mut mail, &letter(0, 1, &text), people(4)).unwrap_err().to_string();
            assert!(refusal.contains("4 people"), "{refusal}");
            for seat in 1..4 {
                for _ in 0..count {
                    send(&mut mail, &letter(seat, 0, &text), people(4)).unwrap();
                }
            }
            assert!(
                (0..4).all(|seat| send(&mut mail, &letter(seat, (seat + 1) % 4, "?"), people(4)).is_err())
            );
        }
    }

    #[test]
    fn what_was_written_before_there_was_a_limit_counts() {
        let long = Envelope { from: Seat(0), to: Seat(1).into(), bytes: MOST_BYTES as u32 };
        let mail: Mail = [long].into_iter().collect();
        let refused = mail.check(&letter(1, 0, "?"), people(2));
        assert_eq!(refused, Err(LetterError::Full));
    }

    #[test]
    fn pages_meet_without_gap_and_tell_nothing_of_the_letters_of_others() {
        let mut mail = Mail::default();
        for number in 0..300 {
            let (from, to) = if number % 3 == 0 { (1, 2) } else { (0, 1) };
            mail.add((&letter(from, to, "x")).into());
        }
        assert_eq!((mail.counts()[0], mail.counts()[1]), (200, 300));
        let (mut before, mut all) = (None, Vec::new());
        loop {
            let page = mail.page(Seat(0), before, 64);
            assert!(page.numbers.len() <= PAGE);
            all.splice(0..0, page.numbers);
            before = Some(page.before + 1);
            if page.before == 0 {
                break;
            }
        }
        assert_eq!(all, (0..300).filter(|number| number % 3 != 0).collect::<Vec<_>>());
        assert_eq!(mail.page(Seat(0), Some(4), 2), Page { before: 1, numbers: vec![2, 4] });
        assert_eq!(mail.page(Seat(0), Some(1), 9), Page { before: 0, numbers: vec![] });
        assert_eq!(mail.page(Seat(0), Some(999), 1), Page { before: 199, numbers: vec![299] });
        assert_eq!(mail.page(Seat(5), None, 9), Page { before: 0, numbers: vec![] });
    }

    #[test]
    fn a_page_has_its_bytes() {
        let envelope = |bytes| Envelope { from: Seat(0), to: Seat(1).into(), bytes };
        let mail: Mail = [100, 40_000, 20_000, 6_000, 90_000_000].map(envelope).into_iter().collect();
        let numbers = |before| mail.page(Seat(1), before, PAGE).numbers;
        // An overlong one, of former times, comes alone.
        assert_eq!((numbers(None), numbers(Some(5))), (vec![4], vec![2, 3]));
        assert_eq!(numbers(Some(3)), vec![0, 1]);
    }
}
