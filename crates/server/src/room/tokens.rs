//! Who holds seats, and who may delete the game.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use engine::{Seat, Seats};

use crate::store::SeatToken;
use crate::token::{Token, TokenHash};

/// A day, in milliseconds. It is of no interest when on a day somebody was here.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Whoever has not come for so many days is taken to have left.
const LEFT: i64 = 30;

/// The tokens of a game.
#[derive(Debug)]
pub(super) struct Tokens {
    held: RwLock<HashMap<TokenHash, Held>>,
    /// When those who are not the host were here.
    used: Mutex<HashMap<TokenHash, Use>>,
}

#[derive(Clone, Debug)]
struct Held {
    seats: Seats,
    host: bool,
    lent: bool,
}

#[derive(Debug)]
struct Use {
    at: i64,
    /// Whether that is on disk.
    kept: bool,
}

/// Why a game stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeleteError {
    /// Only who made it may delete it.
    NotHost,
    /// Others play.
    OthersPlay,
}

impl Tokens {
    pub fn new(tokens: Vec<SeatToken>) -> Tokens {
        let used = tokens.iter().filter(|token| !token.host);
        let used = used.filter_map(|token| Some((token.hash.clone(), Use { at: token.used?, kept: true })));
        let used = Mutex::new(used.collect());
        let held = tokens.into_iter().map(|SeatToken { hash, seats, host, lent, .. }| {
            let seats = seats.into_iter().collect();
            (hash, Held { seats, host, lent })
        });
        Tokens { held: RwLock::new(held.collect()), used }
    }

    fn held(&self) -> RwLockReadGuard<'_, HashMap<TokenHash, Held>> {
        self.held.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Links of a seat that are not the host's own: all of them, or those with which the host sits there himself.
    pub fn links_of(&self, seat: Seat, lent: bool) -> Vec<TokenHash> {
        let held = self.held();
        let links =
            held.iter().filter(|(_, held)| !held.host && held.seats == seat.into() && (held.lent || !lent));
        links.map(|(hash, _)| hash.clone()).collect()
    }

    /// Whether whoever has this token opens a table that he was invited to, and so takes its seat from whoever made it.
    pub fn invited(&self, token: &TokenHash) -> Option<Seats> {
        let held = self.held();
        held.get(token)
            .filter(|held| !held.host && !held.lent && held.seats.len() == 1)
            .map(|held| held.seats)
    }

    /// Takes in a fresh link.
    pub fn add(&self, token: SeatToken) {
        let seats = token.seats.into_iter().collect();
        let mut held = self.held.write().unwrap_or_else(PoisonError::into_inner);
        held.insert(token.hash, Held { seats, host: token.host, lent: token.lent });
    }

    /// These hold nothing any more.
    pub fn forget(&self, gone: &[TokenHash]) {
        let mut held = self.held.write().unwrap_or_else(PoisonError::into_inner);
        held.retain(|hash, _| !gone.contains(hash));
        self.used().retain(|hash, _| !gone.contains(hash));
    }

    /// Whether this is the token of whoever made the game.
    pub fn is_host(&self, token: &Token) -> bool {
        self.held().get(&token.hash()).is_some_and(|held| held.host)
    }

    /// All of them, as they are kept.
    pub fn all(&self) -> Vec<SeatToken> {
        self.without_seats(Seats::NONE)
    }

    /// The same, once a seat was given up.
    pub fn without(&self, seat: Seat) -> Vec<SeatToken> {
        self.without_seats(seat.into())
    }

    fn without_seats(&self, gone: Seats) -> Vec<SeatToken> {
        let used = self.used();
        let token = |(hash, held): (&TokenHash, &Held)| SeatToken {
            hash: hash.clone(),
            seats: held.seats.minus(gone).iter().collect(),
            host: held.host,
            lent: held.lent,
            used: used.get(hash).map(|last| last.at),
        };
        self.held().iter().map(token).collect()
    }

    fn used(&self) -> MutexGuard<'_, HashMap<TokenHash, Use>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The seats a token holds; nothing if it is not of this game. Whoever made the game does not hold the seats that others
    /// have taken. It is noted that somebody came with it.
    pub fn seats_of(&self, token: &Token, taken: Seats, now: i64) -> Option<Seats> {
        let hash = token.hash();
        let held = self.held().get(&hash)?.clone();
        if held.host || held.lent {
            return Some(held.seats.minus(taken));
        }
        let mut used = self.used();
        if used.get(&hash).is_none_or(|last| now - last.at >= DAY) {
            used.insert(hash, Use { at: now, kept: false });
        }
        Some(held.seats)
    }

    /// When tokens were used, as far as that is not on disk yet.
    pub fn uses_to_keep(&self) -> Vec<(TokenHash, i64)> {
        let mut used = self.used();
        let new = used.iter_mut().filter(|(_, last)| !last.kept);
        new.map(|(hash, last)| {
            last.kept = true;
            (hash.clone(), last.at)
        })
        .collect()
    }

    /// Whether whoever has this token may delete the game. That is who made it, and only as long as it takes nothing from
    /// anybody else: nobody has come with one of the links, or the game is over, or the others have not come for 30 days.
    pub fn may_delete(&self, token: Option<&Token>, over: bool, now: i64) -> Result<(), DeleteError> {
        if !token.is_some_and(|token| self.is_host(token)) {
            return Err(DeleteError::NotHost);
        }
        let recent = |last: &Use| now - last.at < LEFT * DAY;
        if !over && self.used().values().any(recent) {
            return Err(DeleteError::OthersPlay);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use engine::Seat;

    use super::*;

    #[test]
    fn the_host_may_delete_what_nobody_else_plays() {
        let [host, one, two] = [(); 3].map(|()| Token::fresh().unwrap());
        let token = |token: &Token, seats: &[u8], host| {
            let seats = seats.iter().map(|&seat| Seat(seat)).collect();
            SeatToken { hash: token.hash(), seats, host, lent: false, used: None }
        };
        let tokens = Tokens::new(vec![
            token(&host, &[0, 1], true),
            token(&one, &[0], false),
            token(&two, &[1], false),
        ]);
        let may = |token: &Token, over, day: i64| tokens.may_delete(Some(token), over, day * DAY);
        assert_eq!(tokens.seats_of(&host, Seats::NONE, 0), Some(Seat::first(2).collect()));
        assert_eq!((may(&host, false, 0), may(&one, true, 0)), (Ok(()), Err(DeleteError::NotHost)));
        assert_eq!(tokens.may_delete(None, true, 0), Err(DeleteError::NotHost));
        assert_eq!(tokens.seats_of(&Token::fresh().unwrap(), Seats::NONE, 0), None);
        assert!(tokens.uses_to_keep().is_empty());

        assert_eq!(tokens.seats_of(&two, Seats::NONE, 5 * DAY), Some(Seat(1).into()));
        assert_eq!((may(&host, false, 5), may(&host, true, 5)), (Err(DeleteError::OthersPlay), Ok(())));
        assert_eq!(tokens.uses_to_keep(), [(two.hash(), 5 * DAY)]);
        // Once a day is enough.
        tokens.seats_of(&two, Seats::NONE, 5 * DAY + 1);
        assert!(tokens.uses_to_keep().is_empty());
        assert_eq!((may(&host, false, 34), may(&host, false, 35)), (Err(DeleteError::OthersPlay), Ok(())));
    }
}
