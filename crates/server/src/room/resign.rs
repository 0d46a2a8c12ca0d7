//! Giving up.
//!
//! With one other seat at the table the game is over, and the other has won. With more, a bot plays on, so that the others
//! keep their game; only when the last person leaves is it over, without a winner. The journal knows nothing of it, since the
//! rules of no game do.

use std::sync::Arc;

use bots::Level;
use engine::{Line, Outcome, Refusal, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use super::{News, Room, RoomError, RoomParts, standing};
use crate::games::GameRegistry;
use crate::player::Player;

/// Somebody has given up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resignation {
    /// Whose seat it was.
    pub seat: Seat,
    /// After how many entries.
    pub number: usize,
    /// What plays on; nothing if the game was over with that.
    pub bot: Option<Level>,
}

impl Resignation {
    /// What the log says of it.
    pub fn line(&self, table: &Table) -> Line {
        let name = |seat: Seat| match table.seats.get(seat.index()) {
            Some(sheet) => sheet.name.to_string(),
            None => seat.to_string(),
        };
        let other = Seats::first(table.seats.len() as u8).without(self.seat);
        let comes_of_it = match (self.bot, other.iter().next()) {
            (Some(level), _) => format!("A bot ({level}) plays on"),
            (None, Some(winner)) if other.len() == 1 => format!("{} wins", name(winner)),
            (None, Some(_)) => "Nobody is left to play, and the game is over without a winner".to_owned(),
            (None, None) => "The game is over".to_owned(),
        };
        Line::new(format!("{} resigns. {comes_of_it}", name(self.seat)), Some(self.seat), Vec::new())
    }
}

/// How a game of so many seats has ended by resignation, if it has.
pub fn ended(resigned: &[Resignation], seats: usize) -> Option<Outcome> {
    let last = resigned.iter().find(|resignation| resignation.bot.is_none())?;
    let (winners, reason) = match seats {
        0..=2 => (Seats::first(seats as u8).without(last.seat), "resigned"),
        _ => (Seats::NONE, "abandoned"),
    };
    Some(Outcome { winners, reason: reason.into(), scores: Vec::new() })
}

/// Who sits where after that.
pub fn seated(mut players: Vec<Player>, resigned: &[Resignation]) -> Vec<Player> {
    for Resignation { seat, bot, .. } in resigned {
        if let (Some(player), Some(level)) = (players.get_mut(seat.index()), *bot) {
            *player = Player::Bot { level };
        }
    }
    players
}

impl Room {
    /// The person in `seat` gives up; where the game goes on, a bot of this level takes the seat. Since seats change hands,
    /// another room takes the place of this one.
    ///
    /// It runs in a task of its own: somebody who hangs up does not stop it half-way.
    ///
    /// # Errors
    /// If the game is over, or it cannot be written down.
    pub async fn resign(
        self: &Arc<Room>,
        games: &Arc<GameRegistry>,
        seat: Seat,
        level: Level,
    ) -> Result<(), RoomError> {
        let (room, games) = (self.clone(), games.clone());
        let tasks = games.tasks.clone();
        let task = tasks.spawn(async move {
            let successor = room.safely(&games, room.give_up(&games, seat, level)).await;
            successor.unwrap_or(Err(RoomError::Closed))?.settle(&games).await
        });
        task.await.unwrap_or(Err(RoomError::Closed))
    }

    async fn give_up(
        &self,
        games: &Arc<GameRegistry>,
        seat: Seat,
        level: Level,
    ) -> Result<Arc<Room>, RoomError> {
        let mut guard = self.state.lock().await;
        let state = guard.as_mut().ok_or(RoomError::Closed)?;
        if state.session.outcome().is_some() {
            return Err(Refusal::GameOver.into());
        }
        let goes_on = self.players.len() > 2 && !self.humans.without(seat).is_empty();
        let number = state.session.entries();
        let mut resigned = state.resigned.clone();
        resigned.push(Resignation { seat, number, bot: goes_on.then_some(level) });
        let outcome = ended(&resigned, self.players.len());
        let mut after = standing(&*state.session);
        if outcome.is_some() {
            (after.outcome, after.to_act) = (outcome.clone(), Vec::new());
        }
        if let Err(error) = games.store.resign(&self.id, &resigned, after).await {
            tracing::error!(game = self.id, %error, "a resignation cannot be kept: the game is read again");
            self.close(games, &mut guard);
            return Err(RoomError::Store(error));
        }
        let mut state = guard.take().ok_or(RoomError::Closed)?;
        if let Some(outcome) = outcome {
            state.session.conclude(outcome);
        }
        (state.resigned, state.request) = (resigned, None);
        // Whoever listens asks again, and finds the other room.
        self.news.send_replace(News::of(&state));
        let tokens = if goes_on { self.tokens.without(seat) } else { self.tokens.all() };
        tracing::info!(game = self.id, %seat, goes_on, "somebody has resigned");
        Ok(games.enter(Room::new(RoomParts {
            id: self.id.clone(),
            players: seated(self.players.clone(), &state.resigned),
            created: self.created,
            account: self.account,
            load: state.load,
            seed_chosen: self.seed_chosen,
            repairs: self.repairs.clone(),
            first_shown: self.first_shown,
            tokens,
            claimed: self.claimed(),
            orders: state.orders,
            request: None,
            mail: state.mail,
            resigned: state.resigned,
            session: state.session,
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given_up(seat: u8, bot: Option<Level>) -> Resignation {
        Resignation { seat: Seat(seat), number: 7, bot }
    }

    #[test]
    fn the_other_of_two_wins_and_of_more_nobody() {
        let winners = |seats| ended(&[given_up(0, None)], seats).map(|outcome| outcome.winners);
        assert_eq!(winners(1), Some(Seats::NONE));
        assert_eq!(winners(2), Some(Seat(1).into()));
        assert_eq!(winners(3), Some(Seats::NONE));
        assert_eq!(ended(&[given_up(0, Some(Level::GREEDY))], 3), None);
        assert_eq!(ended(&[], 2), None);
    }

    #[test]
    fn a_bot_takes_a_seat_that_was_given_up_while_others_play() {
        let human = Player::Human { name: None };
        let players = seated(vec![human.clone(); 3], &[given_up(1, Some(Level::GREEDY))]);
        assert_eq!(players, [human.clone(), Player::Bot { level: Level::GREEDY }, human.clone()]);
        assert_eq!(seated(vec![human.clone(); 2], &[given_up(1, None)]), [human.clone(), human]);
    }
}
