//! Actions that may or may not be legal: remembered from other positions, and changed through their JSON.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::{Chance, Stream};

/// How many actions and words are remembered.
const ROOM: usize = 256;

/// Actions seen, and the words their JSON is made of.
pub(super) struct Pool<A> {
    actions: Vec<A>,
    words: Vec<String>,
    numbers: Vec<i64>,
}

/// Adds `item`, or puts it in the place of another when there is no room.
fn keep<T: PartialEq>(items: &mut Vec<T>, item: T, chance: &mut Stream) {
    if items.contains(&item) {
    } else if items.len() < ROOM {
        items.push(item);
    } else {
        let place = chance.index(ROOM);
        items[place] = item;
    }
}

impl<A: Clone + Eq + Serialize + DeserializeOwned> Pool<A> {
    /// Nothing but the kinds of actions there are.
    pub(super) fn new() -> Pool<A> {
        let mut pool = Pool { actions: Vec::new(), words: Vec::new(), numbers: Vec::new() };
        pool.read("no such action".into());
        pool
    }

    pub(super) fn remember(&mut self, action: &A, chance: &mut Stream) {
        self.collect(&crate::session::json(action), chance);
        keep(&mut self.actions, action.clone(), chance);
    }

    fn collect(&mut self, json: &Json, chance: &mut Stream) {
        match json {
            Json::String(word) => keep(&mut self.words, word.clone(), chance),
            Json::Number(number) => keep(&mut self.numbers, number.as_i64().unwrap_or(0), chance),
            Json::Array(items) => items.iter().for_each(|item| self.collect(item, chance)),
            Json::Object(fields) => {
                for (word, value) in fields {
                    keep(&mut self.words, word.clone(), chance);
                    self.collect(value, chance);
                }
            }
            Json::Null | Json::Bool(_) => {}
        }
    }

    /// Reads an action, or learns from the complaint what words there are: "expected one of `west`, `east`".
    fn read(&mut self, json: Json) -> Option<A> {
        let error = match A::deserialize(json) {
            Ok(action) => return Some(action),
            Err(error) => error.to_string(),
        };
        for word in error.split('`').skip(1).step_by(2) {
            if self.words.len() < ROOM && !self.words.iter().any(|known| known == word) {
                self.words.push(word.to_owned());
            }
        }
        None
    }

    /// Some remembered actions and some mutants of them and of `listed`.
    pub(super) fn draw(&mut self, listed: &[A], count: usize, chance: &mut Stream) -> Vec<A> {
        let mut drawn = Vec::new();
        for _ in 0..count {
            drawn.extend(chance.pick(&self.actions).cloned());
            let parent = if chance.below(2) == 0 { listed } else { &self.actions };
            if let Some(parent) = chance.pick(parent) {
                let mut json = crate::session::json(parent);
                self.mutate(&mut json, chance);
                drawn.extend(self.read(json));
            }
        }
        drawn
    }

    /// Changes one thing somewhere in `json`.
    fn mutate(&self, json: &mut Json, chance: &mut Stream) {
        match json {
            Json::Null => {
                if let Some(&number) = chance.pick(&self.numbers) {
                    *json = number.into();
                }
            }
            Json::Bool(flag) => *flag = !*flag,
            Json::Number(number) => {
                let now = number.as_i64().unwrap_or(0);
                *json = match chance.below(5) {
                    0 => now.saturating_add(1).into(),
                    1 => now.saturating_sub(1).into(),
                    2 => chance.below(1000).into(),
                    3 if now == 0 => Json::Null,
                    _ => chance.pick(&self.numbers).copied().unwrap_or(255).into(),
                };
            }
            Json::String(word) => {
                if let Some(other) = chance.pick(&self.words) {
                    word.clone_from(other);
                }
            }
            Json::Array(items) => {
                let (len, way) = (items.len(), chance.below(6));
                match (len, way) {
                    (0, _) => {}
                    (_, 0) => drop(items.pop()),
                    (_, 1) => items.push(items[len - 1].clone()),
                    (_, 2) => items.swap(0, len - 1),
                    _ => self.mutate(&mut items[chance.index(len)], chance),
                }
            }
            Json::Object(fields) => {
                let Some(nth) = (!fields.is_empty()).then(|| chance.index(fields.len())) else { return };
                let Some(name) = fields.keys().nth(nth).cloned() else { return };
                match chance.pick(&self.words) {
                    Some(other) if chance.below(4) == 0 => {
                        let value = fields.remove(&name).unwrap_or(Json::Null);
                        fields.insert(other.clone(), value);
                    }
                    _ => self.mutate(&mut fields[&name], chance),
                }
            }
        }
    }
}
