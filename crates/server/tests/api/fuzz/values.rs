//! Values that fit a schema, and values that fit nothing.

use engine::{Chance, Stream};
use serde_json::{Map, Value as Json, json};

/// Makes values up. What it knows by name it takes from there, mostly.
pub struct Maker<'a> {
    pub schemas: &'a Json,
    pub known: &'a dyn Fn(&str, &mut Stream) -> Option<Json>,
    pub chance: &'a mut Stream,
}

impl Maker<'_> {
    /// A value for the field `name` of this schema.
    pub fn field(&mut self, name: &str, schema: &Json) -> Json {
        if self.chance.below(4) > 0
            && let Some(known) = (self.known)(name, self.chance)
        {
            return known;
        }
        self.value(schema)
    }

    /// A value of this schema.
    pub fn value(&mut self, schema: &Json) -> Json {
        if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
            return self.value(&self.schemas[name]);
        }
        if let Some(one) = schema.get("const") {
            return one.clone();
        }
        if let Some(one) = schema["enum"].as_array().and_then(|all| self.chance.pick(all)) {
            return one.clone();
        }
        if let Some(one) = schema["examples"].as_array().and_then(|all| self.chance.pick(all)) {
            return one.clone();
        }
        let either = ["oneOf", "anyOf"].iter().find_map(|key| schema[*key].as_array());
        let mixed_in = either.and_then(|all| self.chance.pick(all)).map(|one| self.value(one));
        match (schema["type"].as_str(), mixed_in) {
            (Some("object"), mixed_in) => self.object(schema, mixed_in),
            (_, Some(one)) => one,
            (Some("array"), _) => self.array(schema),
            (Some("string"), _) => {
                let length = schema["minLength"].as_u64().unwrap_or(0) as usize;
                json!(text(length + self.chance.index(12), self.chance))
            }
            (Some("integer"), _) => self.integer(schema),
            (Some("number"), _) => json!(self.chance.fraction()),
            (Some("boolean"), _) => json!(self.chance.below(2) == 0),
            (Some("null"), _) => Json::Null,
            _ => anything(self.chance),
        }
    }

    fn object(&mut self, schema: &Json, mixed_in: Option<Json>) -> Json {
        let mut made = mixed_in.and_then(|one| one.as_object().cloned()).unwrap_or_default();
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let required = schema["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
            if required || self.chance.below(2) == 0 {
                made.insert(name.clone(), self.field(name, field));
            }
        }
        if schema["additionalProperties"].is_object() {
            for _ in 0..self.chance.below(3) {
                made.insert(text(5, self.chance), self.value(&schema["additionalProperties"]));
            }
        }
        made.into()
    }

    fn array(&mut self, schema: &Json) -> Json {
        if let Some(items) = schema["prefixItems"].as_array() {
            return items.iter().map(|item| self.value(item)).collect();
        }
        let least = schema["minItems"].as_u64().unwrap_or(0);
        let most = schema["maxItems"].as_u64().unwrap_or(least + 3);
        let length = least + u64::from(self.chance.below((most - least) as u32 + 1));
        (0..length).map(|_| self.value(&schema["items"])).collect()
    }

    fn integer(&mut self, schema: &Json) -> Json {
        let least = schema["minimum"].as_i64().unwrap_or(i64::from(i32::MIN));
        let most = schema["maximum"].as_i64().unwrap_or(i64::from(i32::MAX));
        let small = least.max(0) + i64::from(self.chance.below(4));
        json!([least, most, small, small, small][self.chance.index(5)].min(most))
    }
}

/// Letters, signs and worse.
pub fn text(length: usize, chance: &mut Stream) -> String {
    const LETTERS: [char; 14] =
        ['a', 'Z', '0', ' ', '-', '"', '\\', '/', '\0', '\n', 'é', '\u{202e}', '𝔸', '\u{10ffff}'];
    (0..length).map(|_| LETTERS[chance.index(LETTERS.len())]).collect()
}

/// Any JSON at all.
pub fn anything(chance: &mut Stream) -> Json {
    match chance.below(14) {
        0 => json!(null),
        1 => json!(true),
        2 => json!(-1),
        3 => json!(0),
        4 => json!(255 + i64::from(chance.below(3))),
        5 => json!(65_535 + i64::from(chance.below(3))),
        6 => json!(u64::MAX),
        7 => json!(1e300),
        8 => json!(0.5),
        9 => json!(text(chance.index(20), chance)),
        10 => json!("x".repeat(5000)),
        11 => json!([]),
        12 => json!({}),
        _ => json!([anything(chance), { "kind": anything(chance) }]),
    }
}

/// The value with something in it changed, left out or added.
pub fn spoiled(value: &Json, chance: &mut Stream) -> Json {
    if chance.below(4) == 0 {
        return anything(chance);
    }
    match value {
        Json::Object(map) if !map.is_empty() => {
            let mut map: Map<String, Json> = map.clone();
            let key = map.keys().nth(chance.index(map.len())).unwrap().clone();
            match chance.below(4) {
                0 => drop(map.remove(&key)),
                1 => drop(map.insert(text(3, chance), anything(chance))),
                _ => drop(map.insert(key.clone(), spoiled(&map[&key], chance))),
            }
            map.into()
        }
        Json::Array(list) if !list.is_empty() => {
            let mut list = list.clone();
            let index = chance.index(list.len());
            match chance.below(4) {
                0 => drop(list.remove(index)),
                1 => list.extend(std::iter::repeat_n(list[index].clone(), 300)),
                _ => list[index] = spoiled(&list[index], chance),
            }
            list.into()
        }
        Json::String(text) => json!(format!("{text}x")),
        Json::Number(number) => json!(number.as_i64().unwrap_or(0) + i64::from(chance.below(9)) - 4),
        _ => anything(chance),
    }
}
