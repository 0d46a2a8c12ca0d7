//! JSON that is passed on as it is.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use serde_json::value::RawValue;

use crate::plain;

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
    /// If it does not stand for one: what is wrong with it, in plain words.
    pub fn read<T: serde::de::DeserializeOwned>(&self) -> Result<T, String> {
        plain::read(self.text().as_bytes())
    }

    /// The value it stands for, if that would be written in the same way: with no more fields, and in no other form.
    ///
    /// # Errors
    /// If it does not stand for one, or is written in another way.
    pub fn read_exactly<T: Serialize + serde::de::DeserializeOwned>(&self) -> Result<T, String> {
        let value: T = self.read()?;
        let written: Json = self.read()?;
        if serde_json::to_value(&value).is_ok_and(|same| same == written) {
            return Ok(value);
        }
        Err("it must be written exactly as it is listed".to_owned())
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
        assert!(Raw::of("west").read::<u8>().unwrap_err().contains("must be a whole number"));
    }

    #[test]
    fn an_action_is_read_only_as_it_is_written() {
        #[derive(PartialEq, Debug, Serialize, Deserialize)]
        enum Order {
            Halt,
            Step { by: u8 },
        }
        let read = |json: &str| serde_json::from_str::<Raw>(json).unwrap().read_exactly::<Order>();
        assert_eq!(
            (read(r#""Halt""#), read(r#" {"Step":{"by": 2}}"#)),
            (Ok(Order::Halt), Ok(Order::Step { by: 2 }))
        );
        for other in [r#"{"Halt":null}"#, r#"{"Step":[2]}"#, r#"{"Step":{"by":2,"far":true}}"#] {
            assert_eq!(read(other).unwrap_err(), "it must be written exactly as it is listed", "{other}");
        }
    }
}
