//! Games that were made with a retry key: whoever asks for one again gets the same answer.
//!
//! An answer holds tokens, of which only hashes are kept elsewhere. So it is remembered for a few minutes, in memory alone;
//! the key itself for longer, so that nobody makes a second game where he wanted one.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

use super::games::Created;

/// So long the tokens can be told again.
const TOLD_FOR: Duration = Duration::from_secs(10 * 60);

/// So many keys are remembered; the oldest is forgotten first.
const MOST: usize = 4096;

type Key = (IpAddr, String);
type Slot = Arc<AsyncMutex<Option<MadeGame>>>;

/// A game that was made.
#[derive(Clone)]
pub struct MadeGame {
    /// Of what was asked for.
    fingerprint: blake3::Hash,
    id: String,
    /// Until it may no longer be told.
    answer: Option<Created>,
    at: Instant,
}

/// What becomes of a request with a key.
pub enum Repeat {
    /// It is the first: it is to be carried out, and the answer put down.
    First(Reserved),
    /// It was carried out: this was the answer.
    Answer(Created),
    /// It was carried out so long ago that the answer can no longer be told. This is the game.
    Forgotten(String),
    /// The key came with another request.
    Reused,
}

/// A key that is being used: others who bring it wait.
pub struct Reserved {
    slot: OwnedMutexGuard<Option<MadeGame>>,
    fingerprint: blake3::Hash,
}

impl Reserved {
    /// Puts the answer down for whoever asks again.
    pub fn put(mut self, answer: Created) {
        let (fingerprint, id) = (self.fingerprint, answer.id.clone());
        *self.slot = Some(MadeGame { fingerprint, id, answer: Some(answer), at: Instant::now() });
    }
}

/// Games that were made with a key.
#[derive(Default)]
pub struct MadeBefore {
    keys: Mutex<Keys>,
}

#[derive(Default)]
struct Keys {
    slots: HashMap<Key, Slot>,
    /// The oldest first.
    order: VecDeque<(Key, Instant)>,
}

impl MadeBefore {
    /// What becomes of a request from `address` with this key.
    pub async fn repeat(&self, address: IpAddr, key: String, fingerprint: blake3::Hash) -> Repeat {
        let slot = self.slot((address, key), Instant::now());
        let slot = slot.lock_owned().await;
        let Some(made) = &*slot else { return Repeat::First(Reserved { slot, fingerprint }) };
        if made.fingerprint != fingerprint {
            return Repeat::Reused;
        }
        match made.answer.clone().filter(|_| made.at.elapsed() < TOLD_FOR) {
            Some(answer) => Repeat::Answer(answer),
            None => Repeat::Forgotten(made.id.clone()),
        }
    }

    fn slot(&self, key: Key, now: Instant) -> Slot {
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        let Keys { slots, order } = &mut *keys;
        // No token is kept for longer than it can be told.
        for (old, _) in order.iter().take_while(|(_, since)| now - *since >= TOLD_FOR) {
            if let Some(mut made) = slots.get(old).and_then(|slot| slot.try_lock().ok())
                && let Some(made) = made.as_mut()
            {
                made.answer = None;
            }
        }
        if let Some(slot) = slots.get(&key) {
            return slot.clone();
        }
        while order.len() >= MOST {
            if let Some((oldest, _)) = order.pop_front() {
                slots.remove(&oldest);
            }
        }
        order.push_back((key.clone(), now));
        slots.entry(key).or_default().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(id: &str) -> Created {
        Created { id: id.to_owned(), host: "secret".to_owned(), links: Vec::new() }
    }

    #[tokio::test]
    async fn tokens_are_told_again_for_a_while_and_then_forgotten() {
        let (made, address) = (MadeBefore::default(), IpAddr::from([10, 0, 0, 1]));
        let body = blake3::hash(b"campaign");
        let ask = |address, body| made.repeat(address, "key".to_owned(), body);
        let Repeat::First(reserved) = ask(address, body).await else { panic!("it is the first") };
        reserved.put(answer("abc"));
        assert!(matches!(ask(address, body).await, Repeat::Answer(answer) if answer.id == "abc"));
        assert!(matches!(ask(address, blake3::hash(b"alliance")).await, Repeat::Reused));
        assert!(matches!(ask(IpAddr::from([10, 0, 0, 2]), body).await, Repeat::First(_)));
        // Later somebody comes along with another key.
        drop(made.slot((address, "another".to_owned()), Instant::now() + TOLD_FOR));
        assert!(matches!(ask(address, body).await, Repeat::Forgotten(id) if id == "abc"));
    }

    #[tokio::test]
    async fn what_fails_can_be_tried_again_and_only_so_many_keys_are_kept() {
        let (made, address) = (MadeBefore::default(), IpAddr::from([10, 0, 0, 1]));
        let body = blake3::hash(b"campaign");
        for _ in 0..2 {
            assert!(matches!(made.repeat(address, "key".to_owned(), body).await, Repeat::First(_)));
        }
        for number in 0..2 * MOST {
            made.slot((address, number.to_string()), Instant::now());
        }
        let keys = made.keys.lock().unwrap();
        assert_eq!((keys.slots.len(), keys.order.len()), (MOST, MOST));
    }
}
