//! The JSON schema of what names a bot.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::Level;

impl JsonSchema for Level {
    fn schema_name() -> Cow<'static, str> {
        "Level".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": format!("How well a bot plays: {}.", Level::KNOWN),
            "type": "string",
            "pattern": "^(random|novice|casual|greedy|search(:[0-9]{1,9}(ms|s)?)?)(\\+(cautious|bold|faithful|treacherous))?$",
            "examples": ["greedy", "search:500ms+bold"],
        })
    }
}
