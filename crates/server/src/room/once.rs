//! Deeds with a retry key: whoever sends one again, because the answer got lost, does nothing twice.
//!
//! What was done is remembered as long as the room is open, a few commands for each token. After that, and after a restart, the
//! number of entries that comes with every action stands in: a request that was carried out is then out of date.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::{CommandOutcome, CommandRequest, News, Room, RoomError, RoomState};
use crate::games::GameRegistry;
use crate::token::TokenHash;
use crate::view::View;

/// So many commands of each token are remembered.
const MOST: usize = 16;

/// A request that may come again.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// Of whom.
    pub token: TokenHash,
    /// What he calls it.
    pub key: String,
    /// Of all that was asked for.
    pub fingerprint: blake3::Hash,
}

/// What was done lately.
#[derive(Debug, Default)]
pub struct Recent(HashMap<TokenHash, VecDeque<(String, blake3::Hash, usize)>>);

impl Recent {
    /// How many actions were carried out when this was tried before; nothing if it was not.
    fn find(&self, attempt: &Attempt) -> Result<Option<usize>, RoomError> {
        let mut own = self.0.get(&attempt.token).into_iter().flatten();
        match own.find(|(key, ..)| *key == attempt.key) {
            Some((_, fingerprint, done)) if *fingerprint == attempt.fingerprint => Ok(Some(*done)),
            Some(_) => Err(RoomError::KeyReused),
            None => Ok(None),
        }
    }

    fn remember(&mut self, attempt: Attempt, done: usize) {
        let own = self.0.entry(attempt.token).or_default();
        if own.len() == MOST {
            own.pop_front();
        }
        own.push_back((attempt.key, attempt.fingerprint, done));
    }
}

impl Room {
    /// [`Room::perform`], but only once for each key.
    ///
    /// # Errors
    /// If it cannot be done, or the key came with another request.
    pub async fn perform_once(
        self: &Arc<Room>,
        games: &Arc<GameRegistry>,
        attempt: Attempt,
        wish: CommandRequest,
    ) -> Result<CommandOutcome, RoomError> {
        let (room, tasks, games) = (self.clone(), games.tasks.clone(), games.clone());
        // In a task of its own: whoever hangs up comes again, and must find what was done.
        let task = tasks.spawn(async move {
            let mut recent = room.recent.lock().await;
            if let Some(done) = recent.find(&attempt)? {
                let CommandRequest { look, show, .. } = wish;
                let shown = |room: &Room, state: &RoomState| {
                    (show.then(|| View::of(room, state, look)), News::of(state))
                };
                let (view, news) = room.read(shown).await?;
                return Ok(CommandOutcome { view, news, done, repeated: true });
            }
            let performed = room.perform(&games, wish).await?;
            recent.remember(attempt, performed.done);
            Ok(performed)
        });
        task.await.unwrap_or(Err(RoomError::Closed))
    }
}
