//! JSON schemas of what writes itself as JSON in its own way; all others are derived.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{Raw, Seat, Seats, Seed, StateHash};

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
