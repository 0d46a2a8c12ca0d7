//! A game as a document, and back.

use serde_json::Value as Json;

use super::Session;
use crate::Game;
use crate::journal::{Entry, LoadError, Loaded, Resumed, SavedGame, Snapshot, StateHash, Stretch, What};

impl<G: Game> Session<G> {
    /// The game as a document.
    ///
    /// # Panics
    /// If the game's state or actions cannot be written as JSON: the game's own mistake.
    pub fn save(&self) -> SavedGame {
        let snapshot = self.at(self.hands).expect("the hands changed at an entry of the journal");
        SavedGame {
            game: G::info().id.to_owned(),
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            revision: G::info().revision,
            setup: self.setup.clone(),
            players: Vec::new(),
            position: self.position.as_ref().map(json),
            history: self.history.clone(),
            entries: self.entries.iter().map(|entry| entry.map(json)).collect(),
            told: Vec::new(),
            snapshot: Snapshot { at: self.hands, state: json(&snapshot) },
            hash: self.hash,
        }
    }

    /// Brings a saved game back.
    ///
    /// Under the rules it was recorded under, every entry is replayed and must lead to the recorded state. Under
    /// other rules the same is tried; if it fails, the game goes on from its last snapshot: what came before is
    /// history, and what came after is played again as far as it is still allowed.
    ///
    /// # Errors
    /// What is wrong with the document, and at which entry.
    pub fn load(saved: SavedGame) -> Result<(Session<G>, Loaded), LoadError> {
        let info = G::info();
        if saved.game != info.id {
            return Err(LoadError::WrongGame { expected: info.id.to_owned(), found: saved.game });
        }
        let revision = saved.revision;
        if revision > info.revision {
            return Err(LoadError::Newer { found: revision, known: info.revision });
        }
        match Session::replay(&saved) {
            Ok(session) => Ok((session, Loaded { revision, resumed: None })),
            Err(error) if revision == info.revision => Err(error),
            Err(error) => {
                let (session, resumed) = Session::revised(saved, error.to_string())?;
                Ok((session, Loaded { revision, resumed: Some(resumed) }))
            }
        }
    }

    /// Goes on from the snapshot, since the rules no longer lead there: that is what `because` says.
    ///
    /// # Errors
    /// If the snapshot cannot be used.
    pub fn revised(saved: SavedGame, because: String) -> Result<(Session<G>, Resumed), LoadError> {
        let (session, at, dropped) = Session::resume(saved)
            .map_err(|why| LoadError::Stranded { because: because.clone(), why: why.to_string() })?;
        Ok((session, Resumed { at, dropped, because }))
    }

    /// Plays every entry and compares every hash.
    fn replay(saved: &SavedGame) -> Result<Session<G>, LoadError> {
        let setup = saved.setup.clone();
        let session = match &saved.position {
            Some(position) => {
                let position = G::restore(position, saved.revision).map_err(LoadError::BadPosition)?;
                Session::from_position(setup, position)?
            }
            None => Session::start(setup)?,
        };
        let mut session = session.after(saved.history.clone());
        for recorded in &saved.entries {
            session.repeat(recorded)?;
            let (entry, found) = (session.len(), session.hash);
            if found != recorded.hash && !recorded.hash.is_of(&session.state) {
                return Err(LoadError::Drift { entry, recorded: recorded.hash, found });
            }
        }
        if session.hash != saved.hash && !saved.hash.is_of(&session.state) {
            return Err(LoadError::WrongEnd { recorded: saved.hash, found: session.hash });
        }
        Ok(session)
    }

    /// Brings back a damaged game from its snapshot, which must be the state that its entry says it led to. What came before
    /// is history; of what came after, as much stands as leads to the recorded states.
    ///
    /// # Errors
    /// If the snapshot proves nothing.
    pub fn salvage(mut saved: SavedGame) -> Result<Session<G>, LoadError> {
        let before: usize = saved.history.iter().map(Stretch::span).sum();
        let at = saved.snapshot.at;
        let proof = at.checked_sub(before + 1).and_then(|index| saved.entries.get(index));
        let recorded = proof.ok_or_else(|| LoadError::BadPosition(format!("there is no entry {at}")))?.hash;
        let kept = G::restore(&saved.snapshot.state, saved.revision).map_err(LoadError::BadPosition)?;
        if !recorded.is_of(&kept) {
            return Err(LoadError::Drift { entry: at, recorded, found: StateHash::of(&kept) });
        }
        let mut aside = Vec::new();
        loop {
            let (mut session, ..) = Session::<G>::resume(saved.clone())?;
            let later = saved.entries[at - before..].iter();
            let drift =
                session.entries.iter().zip(later).enumerate().position(|(index, (found, recorded))| {
                    let state = || session.at(at + index + 1);
                    found.hash != recorded.hash && !state().is_some_and(|state| recorded.hash.is_of(&state))
                });
            let Some(drift) = drift else {
                if let Some(last) = session.history.last_mut() {
                    last.dropped.append(&mut aside);
                }
                return Ok(session);
            };
            aside = saved.entries.split_off(at - before + drift).into_iter().chain(aside).collect();
        }
    }

    /// Goes on from the snapshot; returns after how many entries that was, and how many later ones do not stand.
    fn resume(saved: SavedGame) -> Result<(Session<G>, usize, usize), LoadError> {
        let SavedGame { revision, setup, position, mut history, mut entries, mut told, snapshot, .. } = saved;
        let before: usize = history.iter().map(Stretch::span).sum();
        let state = G::restore(&snapshot.state, revision).map_err(LoadError::BadPosition)?;
        let count = snapshot.at.checked_sub(before).filter(|&count| count <= entries.len());
        let count = count.ok_or_else(|| {
            LoadError::BadPosition(format!("it is said to follow entry {}, which is not there", snapshot.at))
        })?;
        let mut later = entries.split_off(count);
        told.retain(|told| told.entry <= snapshot.at);
        history.push(Stretch { revision, position, entries, missing: 0, dropped: Vec::new(), told });
        let mut session = Session::from_position(setup, state)?.after(history);
        let stand = later.iter().position(|entry| session.repeat(entry).is_err()).unwrap_or(later.len());
        let dropped = later.split_off(stand);
        let lost = dropped.len();
        if let Some(last) = session.history.last_mut() {
            last.dropped = dropped;
        }
        Ok((session, snapshot.at, lost))
    }

    /// Plays a recorded entry.
    fn repeat(&mut self, recorded: &Entry<Json>) -> Result<(), LoadError> {
        let entry = self.len() + 1;
        let done = match &recorded.what {
            What::Act(action) => {
                let action = read(action).map_err(|why| LoadError::Unreadable { entry, why })?;
                self.act(recorded.seat, &action).map(|_| ())
            }
            What::Undo { to, consent } => self.undo_by_consent(recorded.seat, *to, *consent),
        };
        done.map_err(|why| LoadError::Illegal { entry, why })
    }
}

/// As JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> Json {
    serde_json::to_value(value).expect("states and actions are plain data")
}

/// From JSON.
fn read<T: serde::de::DeserializeOwned>(value: &Json) -> Result<T, String> {
    T::deserialize(value).map_err(|error| error.to_string())
}
