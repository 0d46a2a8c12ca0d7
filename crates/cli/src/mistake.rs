//! What a user asked for that cannot be.

use std::error::Error;
use std::fmt;

/// A mistake on the command line: told in one sentence, with a way out. The program ends with code 2.
#[derive(Debug)]
pub struct Mistake {
    what: String,
    hint: String,
}

impl Mistake {
    /// What is wrong, and what to try instead.
    pub fn new(what: impl fmt::Display, hint: impl Into<String>) -> Mistake {
        Mistake { what: what.to_string(), hint: hint.into() }
    }

    /// What to try instead.
    pub fn hint(&self) -> &str {
        &self.hint
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl Error for Mistake {}

/// Of `known`, the one that was probably meant.
pub fn nearest<'a>(asked: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let asked = asked.to_lowercase();
    let distances = known.into_iter().map(|id| (strsim::damerau_levenshtein(&id.to_lowercase(), &asked), id));
    let (distance, id) = distances.min()?;
    (distance <= id.len() / 2).then_some(id)
}
