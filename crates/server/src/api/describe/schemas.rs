//! The schemas of everything that is sent, read off the types that are sent.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value as Json, json};

/// The schemas of what is taken and of what is given: a field with a default may be missing in the one, but never is
/// in the other.
pub struct Schemas {
    taken: SchemaGenerator,
    given: SchemaGenerator,
}

impl Schemas {
    /// None yet.
    pub fn new() -> Schemas {
        Schemas {
            taken: settings().for_deserialize().into_generator(),
            given: settings().for_serialize().into_generator(),
        }
    }

    /// Refers to what a client must send for a `T`.
    pub fn taken<T: JsonSchema>(&mut self) -> Json {
        self.taken.subschema_for::<T>().to_value()
    }

    /// Refers to what a client gets for a `T`.
    pub fn given<T: JsonSchema>(&mut self) -> Json {
        self.given.subschema_for::<T>().to_value()
    }

    /// The fields of `T` as a client must send them, and which of them are required.
    pub fn fields<T: JsonSchema>(&mut self) -> (Map<String, Json>, Vec<String>) {
        let mut schema = T::json_schema(&mut self.taken);
        Strict { all: &Map::new() }.transform(&mut schema);
        let required = required(&schema);
        let fields = schema.remove("properties").and_then(|fields| fields.as_object().cloned());
        (fields.unwrap_or_default(), required)
    }

    /// All that were referred to, by name.
    ///
    /// # Panics
    /// If one type is taken and given in different forms under the same name: our own mistake.
    pub fn finish(mut self) -> Map<String, Json> {
        let mut all = strict(self.given.take_definitions(true));
        for (name, taken) in strict(self.taken.take_definitions(true)) {
            let given = all.entry(&name).or_insert_with(|| taken.clone());
            assert_eq!(*given, taken, "{name} is given in another form than it is taken");
        }
        add_actions(&mut all);
        all
    }
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    })
}

/// Adds the actions of every game. Games call different things by the same name, so each has its own before it. An action is
/// taken exactly as it is given.
fn add_actions(all: &mut Map<String, Json>) {
    let mut each = Vec::new();
    for (info, _, mut generator) in registry::actions(|| settings().for_serialize().into_generator()) {
        let own = strict(generator.take_definitions(true));
        let shared: Vec<&String> = own.keys().filter(|name| all.get(*name) == own.get(*name)).collect();
        let renamed = |name: &str| match shared.iter().any(|shared| *shared == name) {
            true => name.to_owned(),
            false => format!("{}{name}", capitalised(info.id)),
        };
        let mut described: Vec<(String, Json)> = Vec::new();
        for (name, schema) in &own {
            let mut schema = schema.clone();
            rename_references(&mut schema, &renamed);
            if name == "Action" {
                schema["title"] = format!("An action of {}", info.title).into();
            }
            // A client that knows no game passes over them.
            if renamed(name) != *name {
                schema["x-game"] = info.id.into();
            }
            described.push((renamed(name), schema));
        }
        each.push(json!({ "$ref": format!("#/components/schemas/{}", renamed("Action")) }));
        all.extend(described);
    }
    all["Action"]["anyOf"] = each.into();
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn rename_references(schema: &mut Json, renamed: &dyn Fn(&str) -> String) {
    match schema {
        Json::Object(map) => {
            if let Some(Json::String(reference)) = map.get_mut("$ref")
                && let Some((path, name)) = reference.rsplit_once('/')
            {
                *reference = format!("{path}/{}", renamed(name));
            }
            map.values_mut().for_each(|value| rename_references(value, renamed));
        }
        Json::Array(list) => list.iter_mut().for_each(|value| rename_references(value, renamed)),
        _ => {}
    }
}

fn strict(mut all: Map<String, Json>) -> Map<String, Json> {
    let as_derived = all.clone();
    for schema in all.values_mut() {
        if let Ok(schema) = schema.try_into() {
            Strict { all: &as_derived }.transform(schema);
        }
    }
    all
}

fn required(schema: &Schema) -> Vec<String> {
    let names = schema.get("required").and_then(Json::as_array).into_iter().flatten();
    names.filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

/// Says all that is true of our types and that a derived schema leaves open: there are no other fields than those
/// listed, and a field that may be missing is never null.
struct Strict<'a> {
    all: &'a Map<String, Json>,
}

impl Transform for Strict<'_> {
    fn transform(&mut self, schema: &mut Schema) {
        self.merge(schema);
        transform_subschemas(self, schema);
        plain_words(schema);
        never_null(schema);
        close(schema);
    }
}

impl Strict<'_> {
    /// Takes the fields of what is referred to into a schema that has fields of its own, as a tagged variant has that
    /// holds a struct.
    fn merge(&self, schema: &mut Schema) {
        if schema.get("properties").is_none() {
            return;
        }
        let Some(Json::String(reference)) = schema.remove("$ref") else { return };
        let name = reference.rsplit('/').next().unwrap_or_default();
        let Some(other) = self.all.get(name) else { return };
        for key in ["properties", "required"] {
            match (schema.get_mut(key), &other[key]) {
                (Some(Json::Object(own)), Json::Object(more)) => own.extend(more.clone()),
                (Some(Json::Array(own)), Json::Array(more)) => own.extend(more.clone()),
                _ => {}
            }
        }
    }
}

/// A reader of the schema follows no links into our code, and what comes after the first paragraph is for whoever changes it.
fn plain_words(schema: &mut Schema) {
    if let Some(Json::String(description)) = schema.get_mut("description") {
        let first = description.split("\n\n").next().unwrap_or_default();
        *description = first.replace("[`", "`").replace("`]", "`");
    }
}

/// What is nothing is left out.
fn never_null(schema: &mut Schema) {
    let required = required(schema);
    let Some(Json::Object(fields)) = schema.get_mut("properties") else { return };
    for (_, field) in fields.iter_mut().filter(|(name, _)| !required.contains(name)) {
        let Some(field) = field.as_object_mut() else { continue };
        if field.get("default") == Some(&Json::Null) {
            field.remove("default");
        }
        let mut lone = None;
        if let Some(Json::Array(types)) = field.get_mut("type") {
            types.retain(|kind| kind != "null");
            lone = (types.len() == 1).then(|| types.remove(0));
        }
        if let Some(kind) = lone {
            field.insert("type".to_owned(), kind);
        }
        if let Some(Json::Array(mut either)) = field.remove("anyOf") {
            either.retain(|one| *one != json!({ "type": "null" }));
            match (either.len(), either.pop()) {
                (1, Some(Json::Object(only))) => field.extend(only),
                (_, last) => {
                    either.extend(last);
                    field.insert("anyOf".to_owned(), either.into());
                }
            }
        }
    }
}

/// There are no other fields than those listed, here or in the variant that is mixed in.
fn close(schema: &mut Schema) {
    if schema.get("properties").is_none() {
        return;
    }
    let Some(Json::Array(variants)) = schema.get_mut("oneOf") else {
        schema.insert("additionalProperties".to_owned(), false.into());
        return;
    };
    for variant in variants.iter_mut().filter_map(Json::as_object_mut) {
        variant.remove("additionalProperties");
    }
    schema.insert("unevaluatedProperties".to_owned(), false.into());
}
