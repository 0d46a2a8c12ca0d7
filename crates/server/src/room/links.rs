//! Who holds which seat: the links to a game, made, taken up and revoked.

use std::sync::{Arc, PoisonError};

use engine::{Seat, Seats};

use super::{DeleteError, Room, RoomError};
use crate::games::{GameRegistry, now};
use crate::store::SeatToken;
use crate::token::{Token, TokenHash};

/// So many links there are to a seat at most.
pub const MOST_LINKS: usize = 20;

impl Room {
    /// The seats a token holds; nothing if it is not of this game. A seat that somebody has taken with its link is no longer
    /// held by whoever made the game.
    pub fn seats_of(&self, token: &Token) -> Option<Seats> {
        self.tokens.seats_of(token, self.claimed(), now())
    }

    /// Whether whoever has this token may delete the game.
    ///
    /// # Errors
    /// Why not.
    pub fn may_delete(&self, token: Option<&Token>, over: bool) -> Result<(), DeleteError> {
        self.tokens.may_delete(token, over, now())
    }

    /// When tokens were used, as far as that is not on disk yet.
    pub fn uses_to_keep(&self) -> Vec<(TokenHash, i64)> {
        self.tokens.uses_to_keep()
    }

    /// Notes that somebody uses a link, if `token` is that of a seat at a table with others: from then on nobody else speaks
    /// for that seat. Written down before it counts; if that fails, it is tried again when the link is next used.
    pub async fn claim(&self, games: &GameRegistry, token: &Token) {
        let hash = token.hash();
        let Some(seat) = self.tokens.invited(&hash) else { return };
        if self.humans.len() < 2 || seat.minus(self.claimed()).is_empty() {
            return;
        }
        let gone = seat.iter().flat_map(|seat| self.tokens.links_of(seat, true)).collect::<Vec<_>>();
        match games.store.claim(&hash, gone.clone()).await {
            Ok(()) => {
                {
                    let mut claimed = self.claimed.lock().unwrap_or_else(PoisonError::into_inner);
                    *claimed = claimed.union(seat);
                }
                self.tokens.forget(&gone);
                self.holders.send_replace(());
                // Those who wait for him see that he has come.
                if let Some(state) = &*self.state.lock().await {
                    let number = state.session.entries();
                    self.show(state, (number, number), Vec::new(), false).await;
                }
            }
            Err(error) => tracing::error!(game = self.id, %error, "that a seat is taken cannot be kept"),
        }
    }

    pub(super) fn claimed(&self) -> Seats {
        *self.claimed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many links there are for a seat.
    pub fn links_of(&self, seat: Seat) -> usize {
        self.tokens.links_of(seat, false).len()
    }

    /// Makes a fresh link for a seat, of which `token` holds it; with `revoke` all older links of that seat hold nothing any
    /// more. With a link for a `guest` somebody else takes the seat from whoever made the game.
    ///
    /// # Errors
    /// If there is no chance to be had, or it cannot be written down.
    pub async fn link(
        &self,
        games: &GameRegistry,
        token: &Token,
        seat: Seat,
        guest: bool,
        revoke: bool,
    ) -> Result<Token, RoomError> {
        let fresh = Token::fresh().map_err(RoomError::NoRandomness)?;
        let lent = self.tokens.is_host(token) && !guest;
        let gone = if revoke { self.tokens.links_of(seat, false) } else { Vec::new() };
        let kept = SeatToken { hash: fresh.hash(), seats: vec![seat], host: false, lent, used: None };
        let claimed = self.claimed().contains(seat);
        games.store.link(&self.id, kept.clone(), claimed, gone.clone()).await.map_err(RoomError::Store)?;
        self.tokens.add(kept);
        self.tokens.forget(&gone);
        self.holders.send_replace(());
        Ok(fresh)
    }

    /// Waits until a token no longer holds all of these seats: its link was revoked, or somebody else has taken one of them. Then
    /// whatever was opened with it ends. The room is not kept open meanwhile; once it is closed there is nothing to wait for.
    pub fn until_lost(
        self: &Arc<Room>,
        token: Option<Token>,
        held: Seats,
    ) -> impl Future<Output = ()> + use<> {
        let (mut holders, room) = (self.holders.subscribe(), Arc::downgrade(self));
        async move {
            let Some(token) = token.filter(|_| !held.is_empty()) else { return std::future::pending().await };
            // The first look is for what has changed since the seats were read.
            while let Some(room) = room.upgrade() {
                if !held.minus(room.seats_of(&token).unwrap_or(Seats::NONE)).is_empty() {
                    return;
                }
                drop(room);
                if holders.changed().await.is_err() {
                    break;
                }
            }
            std::future::pending().await
        }
    }

    /// The seats of people whose own links nobody has used yet, at a table for several.
    pub(super) fn unclaimed(&self) -> Seats {
        if self.humans.len() < 2 { Seats::NONE } else { self.humans.minus(self.claimed()) }
    }
}
