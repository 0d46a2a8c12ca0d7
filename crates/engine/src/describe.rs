//! JSON schemas of what writes itself as JSON in its own way; all others are derived.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use crate::{Raw, Seat, Seats, Seed, StateHash};

/// Stands in a schema for an action of any game. Only who knows the games can say what those look like.
#[derive(Debug)]
pub struct AnyAction;

impl JsonSchema for AnyAction {
    fn schema_name() -> Cow<'static, str> {
        "Action".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "One small decision in a game, exactly as the game lists it." })
    }
}

/// Stands in a schema for a `T` that may be null.
#[derive(Debug)]
pub struct Nullable<T>(std::marker::PhantomData<T>);

impl<T: JsonSchema> JsonSchema for Nullable<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Nullable{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [generator.subschema_for::<T>(), { "type": "null" }] })
    }
}

/// The schema of something of which there is a fixed list: all of them, as they are written.
pub fn listed<T: Serialize>(description: &str, all: impl Iterator<Item = T>) -> Schema {
    let names: Vec<serde_json::Value> = all.filter_map(|one| serde_json::to_value(one).ok()).collect();
    json_schema!({ "description": description, "enum": names })
}

/// The schema of a number from a range.
pub fn ranged(description: &str, first: usize, last: usize) -> Schema {
    json_schema!({ "description": description, "type": "integer", "minimum": first, "maximum": last })
}

impl JsonSchema for Seat {
    fn schema_name() -> Cow<'static, str> {
        "Seat".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        ranged("A place at the table, counted from 0.", 0, usize::from(Seats::MAX) - 1)
    }
}

impl JsonSchema for Seats {
    fn schema_name() -> Cow<'static, str> {
        "Seats".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A set of seats, lowest first.",
            "type": "array",
            "items": generator.subschema_for::<Seat>(),
            "maxItems": Seats::MAX,
            "uniqueItems": true,
        })
    }
}

impl JsonSchema for Seed {
    fn schema_name() -> Cow<'static, str> {
        "Seed".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Where a game's chance starts from: 32 bytes, written as 64 hexadecimal digits.",
            "type": "string",
            "pattern": "^[0-9a-fA-F]{64}$",
            "examples": [Seed::from_number(1805)],
        })
    }
}

impl JsonSchema for StateHash {
    fn schema_name() -> Cow<'static, str> {
        "StateHash".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A short fingerprint of a state: 16 hexadecimal digits.",
            "type": "string",
            "pattern": "^[0-9a-fA-F]{16}$",
        })
    }
}

impl JsonSchema for Raw {
    fn schema_name() -> Cow<'static, str> {
        "Raw".into()
    }

    fn inline_schema() -> bool {
        true
    }

    /// Anything: only the game knows.
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!(true)
    }
}
