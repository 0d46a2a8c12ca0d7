//! Actions with every id there is: what a game calls its pieces and places is put wherever it fits in an action's JSON.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value as Json;

use crate::session::json;
use crate::{Chance, Game, Stream};

/// Numbers from 0 to here are tried as ids.
const NUMBERS: u16 = 511;
/// How many actions of a kind are kept to look around.
const KEPT: usize = 6;
/// How many actions around one have all of their ids changed.
const STRANGERS: usize = 32;

/// The kind of an action that has nothing to say but its name.
const BARE: &str = "";

/// What actions can be made of, and what was made of it.
pub(super) struct Ids<A> {
    words: BTreeSet<String>,
    /// What fits at each place in an action.
    fitting: HashMap<String, Vec<Json>>,
    /// Of each kind of action, the neighbours of some.
    around: BTreeMap<String, Vec<Vec<A>>>,
}

impl<A: Clone + serde::Serialize + serde::de::DeserializeOwned> Ids<A> {
    /// The ids that a game names: on its boards, in a state, and when it complains of one that it does not know.
    pub(super) fn of<G: Game<Action = A>>(state: &G) -> Ids<A> {
        let mut words = BTreeSet::new();
        words.extend(G::boards().iter().flat_map(|board| &board.spaces).map(|space| space.name.clone()));
        collect(&json(state), &mut words);
        let mut ids = Ids { words, fitting: HashMap::new(), around: BTreeMap::new() };
        ids.heed::<A>(&"no such action".into());
        ids
    }

    /// Reads an action, or learns from the complaint what words there are.
    fn heed<T: serde::de::DeserializeOwned>(&mut self, json: &Json) -> Option<T> {
        match T::deserialize(json) {
            Ok(action) => Some(action),
            Err(error) => {
                let complaint = error.to_string();
                self.words.extend(complaint.split('`').skip(1).step_by(2).map(str::to_owned));
                None
            }
        }
    }

    /// Looks around an action that was seen, unless enough of its kind were.
    pub(super) fn learn(&mut self, action: &A, chance: &mut Stream) {
        let written = json(action);
        let known = self.around.get(&kind(&written)).map_or(0, Vec::len);
        let place = match known {
            KEPT if chance.below(32) == 0 => chance.index(KEPT),
            KEPT => return,
            _ => known,
        };
        let around = self.neighbours(action, chance);
        let all = self.around.entry(kind(&written)).or_default();
        if place == all.len() {
            all.push(around)
        } else {
            all[place] = around
        }
        // What has the same shape is another kind of action, which may never be seen.
        if let Json::Object(fields) = &written
            && let Some((name, value)) = fields.iter().next()
        {
            for word in self.words.clone() {
                if word != *name && !self.around.contains_key(&word) {
                    let renamed = Json::Object([(word, value.clone())].into_iter().collect());
                    if let Ok(other) = A::deserialize(&renamed) {
                        self.learn(&other, chance);
                    }
                }
            }
        }
    }

    /// Every action that differs from this one in a single id, and some that differ in all.
    pub(super) fn neighbours(&mut self, action: &A, chance: &mut Stream) -> Vec<A> {
        let mut written = json(action);
        let mut places = Vec::new();
        leaves(&written, "", &mut places);
        let mut found = Vec::new();
        for place in &places {
            self.try_all(&written, place);
            let was = written.pointer(place).cloned().unwrap_or_default();
            for value in &self.fitting[place] {
                put(&mut written, place, value.clone());
                found.extend(A::deserialize(&written));
            }
            put(&mut written, place, was);
        }
        for _ in 0..if places.len() > 1 { STRANGERS } else { 0 } {
            for place in &places {
                if let Some(value) = chance.pick(&self.fitting[place]) {
                    put(&mut written, place, value.clone());
                }
            }
            found.extend(A::deserialize(&written));
        }
        found
    }

    /// Finds out what fits at a place in an action.
    fn try_all(&mut self, written: &Json, place: &str) {
        if self.fitting.contains_key(place) {
            return;
        }
        let mut tried = written.clone();
        put(&mut tried, place, "no such name".into());
        self.heed::<A>(&tried);
        let words = self.words.iter().map(|word| Json::from(word.as_str()));
        let others = [Json::Null, true.into(), false.into()];
        let candidates = words.chain((0..=NUMBERS).map(Json::from)).chain(others);
        let fits = |value: &Json| {
            put(&mut tried, place, value.clone());
            A::deserialize(&tried).is_ok()
        };
        let fitting = candidates.filter(fits).collect();
        self.fitting.insert(place.to_owned(), fitting);
    }

    /// Of every kind of action the neighbours of one.
    pub(super) fn draw(&self, chance: &mut Stream) -> Vec<&A> {
        let drawn = self.around.values().filter_map(|some| some.get(chance.index(some.len())));
        drawn.flatten().collect()
    }

    /// The kinds of actions that were seen or made up; those that are but a name count as one.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &str> {
        self.around.keys().map(String::as_str)
    }
}

fn collect(json: &Json, words: &mut BTreeSet<String>) {
    match json {
        Json::String(word) => _ = words.insert(word.clone()),
        Json::Array(items) => items.iter().for_each(|item| collect(item, words)),
        Json::Object(fields) => {
            words.extend(fields.keys().cloned());
            fields.values().for_each(|value| collect(value, words));
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

/// What an action is called, if it says more than that.
pub(super) fn kind(written: &Json) -> String {
    match written {
        Json::Object(fields) => fields.keys().next().cloned().unwrap_or_default(),
        _ => BARE.to_owned(),
    }
}

/// Where in an action its ids are, as JSON pointers.
fn leaves(json: &Json, place: &str, found: &mut Vec<String>) {
    match json {
        Json::Array(items) => {
            items.iter().enumerate().for_each(|(nth, item)| leaves(item, &format!("{place}/{nth}"), found));
        }
        Json::Object(fields) => {
            for (name, value) in fields {
                let name = name.replace('~', "~0").replace('/', "~1");
                leaves(value, &format!("{place}/{name}"), found);
            }
        }
        _ => found.push(place.to_owned()),
    }
}

fn put(json: &mut Json, place: &str, value: Json) {
    if let Some(there) = json.pointer_mut(place) {
        *there = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Action, Skirmish};
    use crate::{Recorder, Seed, Setup};

    #[test]
    fn every_id_is_put_wherever_it_fits() {
        let state =
            Skirmish::new(&Setup::new("field", 2, Seed::from_number(1)), &mut Recorder::silent()).unwrap();
        let (mut ids, mut chance) = (Ids::of(&state), Stream::from_number(1));
        let cards = ids.neighbours(&Action::Commit(3), &mut chance);
        assert!((0..=u8::MAX).all(|card| cards.contains(&Action::Commit(card))) && cards.len() == 256);
        let bare = ids.neighbours(&Action::West, &mut chance);
        let all = [Action::West, Action::East, Action::Gamble, Action::Halt, Action::Harass];
        assert!(all.iter().all(|action| bare.contains(action)) && bare.len() == all.len(), "{bare:?}");
        ids.learn(&Action::Commit(3), &mut chance);
        ids.learn(&Action::West, &mut chance);
        assert_eq!(ids.kinds().collect::<Vec<_>>(), [BARE, "commit"]);
        assert_eq!(ids.draw(&mut chance).len(), 256 + 5);
    }
}
