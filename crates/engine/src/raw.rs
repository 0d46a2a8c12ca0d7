//! JSON that is passed on as it is.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// JSON as text: an action or a position of a game whose type nobody here knows. Written and read without taking it
/// apart.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Raw(Box<RawValue>);

impl Raw {
    /// A value as JSON.
    ///
    /// # Panics
    /// If it is not plain data: the game's own mistake.
    pub fn of(value: &(impl Serialize + ?Sized)) -> Raw {
        Raw(serde_json::value::to_raw_value(value).expect("states and actions are plain data"))
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// The value it stands for.
    ///
    /// # Errors
    /// If it does not stand for one.
    pub fn read<T: serde::de::DeserializeOwned>(&self) -> Result<T, String> {
        serde_json::from_str(self.text()).map_err(|error| error.to_string())
    }
}

impl PartialEq for Raw {
    fn eq(&self, other: &Raw) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Raw {}

impl fmt::Debug for Raw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_passed_on_as_it_is() {
        let raw: Raw = serde_json::from_str(r#" {"b": [1,  2.50], "a":null} "#).unwrap();
        assert_eq!(serde_json::to_string(&[&raw]).unwrap(), r#"[{"b": [1,  2.50], "a":null}]"#);
        assert_eq!(Raw::of("west").read::<String>().unwrap(), "west");
        assert!(Raw::of("west").read::<u8>().unwrap_err().contains("invalid type"));
    }
}
