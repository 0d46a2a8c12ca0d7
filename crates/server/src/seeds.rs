//! Where seeds come from that nobody has chosen: those of games, and of bots.

use std::sync::atomic::{AtomicU64, Ordering};

use engine::{Seat, Seed};

use crate::token::{NoRandomness, random};

/// Makes seeds of the machine's random numbers; or of one number that is given, for tests that want the same clicks to lead to
/// the same game.
#[derive(Debug)]
pub struct SeedSource {
    fixed: Option<u64>,
    /// How many games have got one that follows from the fixed number.
    games: AtomicU64,
}

impl SeedSource {
    /// Whatever `fixed` is, tokens cannot be guessed.
    pub fn new(fixed: Option<u64>) -> SeedSource {
        SeedSource { fixed, games: AtomicU64::new(0) }
    }

    /// For a new game.
    ///
    /// # Errors
    /// If the machine gives no random numbers.
    pub fn game(&self) -> Result<Seed, NoRandomness> {
        let Some(fixed) = self.fixed else { return random().map(Seed) };
        let count = self.games.fetch_add(1, Ordering::Relaxed);
        Ok(Seed(*digest(fixed, &[&count.to_le_bytes()]).as_bytes()))
    }

    /// For the bot in a seat of a game with this seed that begins to think after so many entries.
    ///
    /// # Errors
    /// If the machine gives no random numbers.
    pub fn bot(&self, game: &Seed, seat: Seat, ply: usize) -> Result<u64, NoRandomness> {
        let Some(fixed) = self.fixed else { return random().map(u64::from_le_bytes) };
        let hash = digest(fixed, &[&game.0, &[seat.0], &(ply as u64).to_le_bytes()]);
        let (first, _) = hash.as_bytes().split_first_chunk().expect("a hash has 32 bytes");
        Ok(u64::from_le_bytes(*first))
    }
}

fn digest(fixed: u64, parts: &[&[u8]]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&fixed.to_le_bytes());
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_that_follow_from_a_number_are_the_same_each_time_and_differ_from_each_other() {
        let source = || SeedSource::new(Some(7));
        let (one, other) = (source(), source());
        let games = [one.game().unwrap(), one.game().unwrap()];
        assert_eq!(games, [other.game().unwrap(), other.game().unwrap()]);
        assert_ne!(games[0], games[1]);
        let bot = |game: &Seed, seat, ply| source().bot(game, Seat(seat), ply).unwrap();
        assert_eq!(bot(&games[0], 0, 1), bot(&games[0], 0, 1));
        let others = [bot(&games[1], 0, 1), bot(&games[0], 1, 1), bot(&games[0], 0, 2)];
        assert!(!others.contains(&bot(&games[0], 0, 1)));
    }

    #[test]
    fn otherwise_nobody_knows_them() {
        let source = SeedSource::new(None);
        assert_ne!(source.game().unwrap(), source.game().unwrap());
        let game = source.game().unwrap();
        assert_ne!(source.bot(&game, Seat(0), 1).unwrap(), source.bot(&game, Seat(0), 1).unwrap());
    }
}
