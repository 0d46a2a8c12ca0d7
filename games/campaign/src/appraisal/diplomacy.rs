//! What alliances are worth (7).
//!
//! An ally does not strike, so whoever is behind does well to have one; but nobody wins together, and an ally who is about to
//! win cannot be robbed of his towns.

use engine::{Seat, Seats};

use super::{Judge, Outlook};
use crate::state::PLAYERS;

/// Rounds that an ally is worth who helps to keep the leader down.
const FRIEND: f32 = 0.5;
/// Rounds it costs to have one's hands tied against somebody who is ahead.
const TIED: f32 = 1.5;
/// So much of an alliance's worth is seen in an offer that may be accepted.
const HOPE: f32 = 0.2;
/// Rounds it costs to have broken an alliance, while the former ally has his clear turn (7.2).
const BROKEN: f32 = 0.6;

impl Judge<'_> {
    /// Adds what alliances, offers and broken alliances are worth to everybody.
    pub(super) fn add_alliances(&self, alive: Seats, outlooks: &mut [Outlook; PLAYERS]) {
        let rounds = outlooks.map(|outlook| outlook.rounds());
        for seat in alive.iter() {
            let mut cost = 0.0;
            for ally in self.diplomacy.allied[seat.index()].iter() {
                cost -= worth_of_ally(&rounds, alive, seat, ally);
            }
            for other in self.diplomacy.offered[seat.index()].iter() {
                cost -= HOPE * worth_of_ally(&rounds, alive, seat, other);
            }
            cost += BROKEN * f32::from(self.diplomacy.banned[seat.index()].len());
            outlooks[seat.index()].alliances = cost;
        }
    }
}

/// The rounds that an alliance brings `seat`, beyond not being attacked by `other`: he is a friend if a third player is ahead of
/// both, and a danger if he is ahead himself or the only opponent.
fn worth_of_ally(rounds: &[f32; PLAYERS], alive: Seats, seat: Seat, other: Seat) -> f32 {
    let third = alive.without(seat).without(other);
    let leader = third.iter().map(|seat| rounds[seat.index()]).fold(f32::INFINITY, f32::min);
    let ahead = leader - rounds[other.index()];
    if third.is_empty() || ahead > 0.0 {
        let pressing = ahead.min(3.0) / 3.0;
        return FRIEND - (FRIEND + TIED) * pressing;
    }
    FRIEND
}
