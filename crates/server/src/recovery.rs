//! Opens a game from what is on disk of it, be it damaged.
//!
//! Older versions could leave a gap in a journal; a disk can spoil an entry. Such a game goes on from its last sound entry:
//! the last one that a replay from the start leads to, or, if that is further, the last that a replay leads to from a kept
//! state which its own entry proves. The players are told; what cannot be used is set aside.

use engine::{
    AnyGame, AnySession, Entry, LoadError, Resumed, SavedGame, Setup, Snapshot, StateHash, Stretch, Told,
};
use serde_json::Value as Json;

use crate::store::{Base, Repair, StoredEntry};

/// What is on disk of a game.
#[derive(Clone)]
pub struct Stored {
    /// What it started from.
    pub setup: Setup,
    /// Revision of the rules it was recorded under.
    pub revision: u32,
    /// Where its entries start from, if not from the set-up.
    pub base: Option<Base>,
    /// Its entries, in order of their numbers.
    pub entries: Vec<StoredEntry>,
    /// What was told of them; only needed where they become history.
    pub told: Vec<Told>,
    /// A state that was kept.
    pub snapshot: Option<Snapshot>,
}

/// A game that can be played on.
pub struct Opened {
    /// The game.
    pub session: Box<dyn AnySession>,
    /// Given if the rules have changed so that it could not be replayed.
    pub resumed: Option<Resumed>,
    /// Given if it was damaged.
    pub damage: Option<Damage>,
}

impl Opened {
    /// Whether entries have become history by this.
    pub fn has_new_history(&self) -> bool {
        self.resumed.is_some() || self.damage.as_ref().is_some_and(|damage| damage.rebased)
    }
}

/// What was wrong, and how the game goes on.
#[derive(Debug)]
pub struct Damage {
    /// What the players are told.
    pub repair: Repair,
    /// What the replay stumbled over.
    pub because: String,
    /// How many entries stay where they are.
    pub sound: usize,
    /// Whether the entries start from another position now.
    pub rebased: bool,
}

/// Entries that follow each other without a gap.
struct Run {
    /// The number of the first.
    first: usize,
    entries: Vec<Entry<Json>>,
}

impl Run {
    /// The number that would come next.
    fn next(&self) -> usize {
        self.first + self.entries.len()
    }
}

/// Opens a game.
///
/// # Errors
/// If not even its start can be played.
pub fn open(game: &dyn AnyGame, stored: Stored) -> Result<Opened, LoadError> {
    let runs = stored.runs();
    let whole = runs.len() == 1 && runs[0].entries.len() == stored.entries.len();
    let mut because = None;
    if whole {
        match stored.replay(game, &runs[0]) {
            Ok((session, resumed)) => return Ok(Opened { session, resumed, damage: None }),
            // Under other rules there are other ways, which have been tried.
            Err(error) if stored.revision != game.info().revision => return Err(error),
            Err(error) => because = Some(error.to_string()),
        }
    }
    let because = because.unwrap_or_else(|| format!("entry {} is missing or cannot be read", runs[0].next()));
    let replayed = stored.replay_what_is_sound(game, &runs[0]);
    let salvaged = stored.salvage(game, &runs);
    let lost = |session: &dyn AnySession| {
        let lost = stored.entries.iter().filter(|entry| entry.number > session.entries()).count();
        match lost {
            0 => String::new(),
            1 => " 1 later entry could not be used and was set aside.".to_owned(),
            lost => format!(" {lost} later entries could not be used and were set aside."),
        }
    };
    // Nothing proves the kept state, but nothing else is wrong with the record either: somebody has changed the rules, or the
    // shape of the state, and not said so.
    if salvaged.is_none()
        && whole
        && let Some(snapshot) = &stored.snapshot
        && replayed.as_ref().map_or(0, |(it, _)| it.entries()) < snapshot.at
        && let Some(hash) = runs[0].entries.last().map(|entry| entry.hash)
        && let Ok((session, resumed)) =
            game.resume(stored.saved(game.info().id, runs[0].entries.clone(), hash), because.clone())
    {
        return Ok(Opened { session, resumed: Some(resumed), damage: None });
    }
    match (replayed, salvaged) {
        (replayed, Some(session))
            if replayed.as_ref().map_or(0, |(it, _)| it.entries()) < session.entries() =>
        {
            let (at, lost) = (session.origin(), lost(&*session));
            let note = format!(
                "The record of this game was found damaged before entry {at}. Play goes on, but what came before can no longer be replayed.{lost}"
            );
            let damage = Damage { repair: Repair { at, note }, because, sound: 0, rebased: true };
            Ok(Opened { session, resumed: None, damage: Some(damage) })
        }
        (Ok((session, resumed)), _) => {
            let (at, lost) = (session.entries(), lost(&*session));
            let note = format!(
                "The record of this game was found damaged after entry {at}. Play goes on from here.{lost}"
            );
            let rebased = resumed.is_some();
            let sound = if rebased { 0 } else { at };
            let damage = Damage { repair: Repair { at, note }, because, sound, rebased };
            Ok(Opened { session, resumed, damage: Some(damage) })
        }
        (Err(error), _) => Err(error),
    }
}

/// The document of a game that cannot be opened: all of it that can be read, for whoever wants to mend it.
pub fn export(game: &str, stored: &Stored) -> SavedGame {
    let entries: Vec<Entry<Json>> =
        stored.entries.iter().filter_map(|entry| serde_json::from_str(&entry.text).ok()).collect();
    let hash = entries.last().map(|entry| entry.hash).or(stored.base.as_ref().map(|base| base.hash));
    stored.saved(game, entries, hash.unwrap_or(StateHash::of(&())))
}

impl Stored {
    /// How many entries lie before the first of its own.
    fn before(&self) -> usize {
        self.base.iter().flat_map(|base| &base.history).map(Stretch::span).sum()
    }

    /// The entries that can be read, cut at every gap. The first run starts where it should, and may be empty.
    fn runs(&self) -> Vec<Run> {
        let mut runs = vec![Run { first: self.before() + 1, entries: Vec::new() }];
        for stored in &self.entries {
            let Ok(entry) = serde_json::from_str(&stored.text) else { continue };
            if runs.last().is_none_or(|run| run.next() != stored.number) {
                runs.push(Run { first: stored.number, entries: Vec::new() });
            }
            if let Some(run) = runs.last_mut() {
                run.entries.push(entry);
            }
        }
        runs
    }

    fn saved(&self, game: &str, entries: Vec<Entry<Json>>, hash: StateHash) -> SavedGame {
        let (position, history) =
            self.base.clone().map_or((None, Vec::new()), |base| (base.position, base.history));
        let end = self.before() + entries.len();
        let snapshot = self.snapshot.clone().filter(|snapshot| snapshot.at <= end);
        SavedGame {
            players: Vec::new(),
            game: game.to_owned(),
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            revision: self.revision,
            setup: self.setup.clone(),
            position,
            history,
            entries,
            told: self.told.clone(),
            snapshot: snapshot.unwrap_or(Snapshot { at: 0, state: Json::Null }),
            hash,
        }
    }

    fn replay(
        &self,
        game: &dyn AnyGame,
        run: &Run,
    ) -> Result<(Box<dyn AnySession>, Option<Resumed>), LoadError> {
        let hash = run.entries.last().map(|entry| entry.hash).or(self.base.as_ref().map(|base| base.hash));
        let Some(hash) = hash else { return Ok((game.start(self.setup.clone())?, None)) };
        let (session, loaded) = game.load(self.saved(game.info().id, run.entries.clone(), hash))?;
        Ok((session, loaded.resumed))
    }

    /// Replays a run up to the first entry that does not lead where it says.
    fn replay_what_is_sound(
        &self,
        game: &dyn AnyGame,
        run: &Run,
    ) -> Result<(Box<dyn AnySession>, Option<Resumed>), LoadError> {
        let mut run = Run { first: run.first, entries: run.entries.clone() };
        loop {
            match self.replay(game, &run) {
                Err(
                    LoadError::Unreadable { entry, .. }
                    | LoadError::Illegal { entry, .. }
                    | LoadError::Drift { entry, .. },
                ) if (run.first..run.next()).contains(&entry) => run.entries.truncate(entry - run.first),
                replayed => return replayed,
            }
        }
    }

    /// Goes on from the kept state, if the entry that led to it proves it.
    fn salvage(&self, game: &dyn AnyGame, runs: &[Run]) -> Option<Box<dyn AnySession>> {
        let snapshot = self.snapshot.clone()?;
        let index = runs.iter().position(|run| (run.first..run.next()).contains(&snapshot.at))?;
        let run = &runs[index];
        let mut saved = self.saved(game.info().id, run.entries.clone(), run.entries.last()?.hash);
        for (earlier, later) in runs[..index].iter().zip(&runs[1..]) {
            saved.history.push(Stretch {
                revision: self.revision,
                position: saved.position.take(),
                entries: earlier.entries.clone(),
                missing: u32::try_from(later.first.checked_sub(earlier.next())?).ok()?,
                dropped: Vec::new(),
                told: self.told.iter().filter(|told| told.entry < later.first).cloned().collect(),
            });
            saved.told.retain(|told| told.entry >= later.first);
        }
        saved.snapshot = snapshot;
        game.salvage(saved).ok()
    }
}
