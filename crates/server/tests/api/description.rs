//! The description of the API, and whether what is said of an answer is true.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use engine::Seed;
use jsonschema::Validator;
use reqwest::Method;
use serde_json::{Map, Value as Json, json};

use crate::server::{TestServer, choices};

/// The served description.
pub struct Description {
    pub json: Json,
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

/// A method of a path.
#[derive(Clone, Copy)]
pub struct Operation<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub said: &'a Json,
}

impl Description {
    pub fn new(json: Json) -> Description {
        Description { json, validators: Mutex::default() }
    }

    /// Every method of every path.
    pub fn operations(&self) -> impl Iterator<Item = Operation<'_>> {
        let paths = self.json["paths"].as_object().into_iter().flatten();
        paths.flat_map(|(path, methods)| {
            let methods = methods.as_object().into_iter().flatten();
            methods.map(move |(method, said)| Operation { method, path, said })
        })
    }

    /// The operation an address belongs to.
    fn operation(&self, method: &Method, address: &str) -> Option<Operation<'_>> {
        let asked: Vec<&str> = address.split('?').next().unwrap_or_default().split('/').collect();
        self.operations().find(|operation| {
            let known: Vec<&str> = operation.path.split('/').collect();
            let fits = |(known, asked): (&&str, &&str)| known == asked || known.starts_with('{');
            operation.method.eq_ignore_ascii_case(method.as_str())
                && known.len() == asked.len()
                && known.iter().zip(&asked).all(fits)
                && asked.last() != Some(&"")
        })
    }

    fn validator(&self, schema: &Json) -> Arc<Validator> {
        let mut validators = self.validators.lock().unwrap();
        let validator = validators.entry(schema.to_string()).or_insert_with(|| {
            let whole = json!({ "allOf": [schema], "components": self.json["components"] });
            Arc::new(jsonschema::draft202012::new(&whole).unwrap())
        });
        validator.clone()
    }

    /// What is wrong with a value, by a schema.
    pub fn fault(&self, schema: &Json, value: &Json) -> Option<String> {
        self.validator(schema)
            .iter_errors(value)
            .next()
            .map(|error| format!("{error} at {}", error.instance_path()))
    }

    /// Whether an answer is one of those that are described for the request. A request that is not described at all
    /// gets a problem.
    pub fn check(
        &self,
        method: &Method,
        address: &str,
        status: u16,
        kind: &str,
        body: Option<&Json>,
    ) -> Result<(), String> {
        let problem = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } });
        let content = match self.operation(method, address) {
            None if matches!(status, 404 | 405) => &problem,
            None => return Err(format!("{status} for what is not described")),
            Some(operation) => {
                let answer = &operation.said["responses"][status.to_string()];
                if answer.is_null() {
                    return Err(format!("{status} is not described"));
                }
                &answer["content"]
            }
        };
        let kind = kind.split(';').next().unwrap_or_default();
        let schema = &content[kind]["schema"];
        if schema.is_null() {
            return Err(format!("{status} is not described as {kind}"));
        }
        match body.and_then(|body| self.fault(schema, body)) {
            Some(fault) => Err(format!("{status} is not as described: {fault}")),
            None => Ok(()),
        }
    }
}

#[test]
fn the_description_in_the_docs_is_the_one_that_is_served() {
    let kept: Json = serde_json::from_str(include_str!("../../../../docs/openapi.json")).unwrap();
    assert!(
        kept == server::openapi(),
        "docs/openapi.json is not what the server says: run `cargo xtask types`"
    );
}

#[tokio::test]
async fn every_route_is_described_and_everything_described_is_there() {
    let server = TestServer::open().await;
    let description = server.description();
    assert_eq!(server.get("/api/openapi.json", "").await.ok(), description.json);
    assert_eq!(description.json["openapi"], "3.1.0");
    let made = server.game(&["human", "human"], Seed::from_number(1), true).await;
    let mut names = Vec::new();
    for (path, methods) in description.json["paths"].as_object().unwrap() {
        let tile = path.contains("/tiles/");
        let game = if tile { registry::CHARTS[1].id } else { registry::infos()[0].id };
        let board = &registry::boards(game).unwrap()[0];
        let version = board.picture.as_ref().map_or("", |picture| picture.version.as_str());
        let address = path.replace("{id}", &made.id).replace("{game}", game).replace("{version}", version);
        let address =
            ["{board}", "{level}", "{x}", "{y}"].iter().fold(address, |text, name| text.replace(name, "0"));
        for method in [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
            let operation = &methods[method.as_str().to_lowercase()];
            let response = server.send(method.clone(), &address, "", None).await.unwrap();
            assert_eq!(operation.is_null(), response.status() == 405, "{method} {path}");
            assert_ne!(response.status(), 404, "{method} {path}");
            if !operation.is_null() {
                names.push(operation["operationId"].as_str().unwrap());
                assert!(operation["summary"].as_str().is_some_and(|text| text.ends_with('.')), "{path}");
                let parameters = operation["parameters"].as_array().into_iter().flatten();
                let in_path = parameters.filter(|parameter| parameter["in"] == "path").count();
                assert_eq!(in_path, path.matches('{').count(), "{path}");
            }
        }
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert!(names.len() == count && count > 10, "{names:?}");
}

/// Every object in `json` but those a game writes in its own way, with the way to it.
fn objects(json: &Json, way: &str, found: &mut Vec<(String, Map<String, Json>)>) {
    match json {
        Json::Object(map) => {
            found.push((way.to_owned(), map.clone()));
            let known =
                map.iter().filter(|(key, _)| !matches!(key.as_str(), "action" | "options" | "orders"));
            known.for_each(|(key, value)| objects(value, &format!("{way}/{key}"), found));
        }
        Json::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(index, value)| objects(value, &format!("{way}/{index}"), found));
        }
        _ => {}
    }
}

#[tokio::test]
async fn the_schemas_notice_what_is_missing_and_what_is_too_much() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "greedy"], Seed::from_number(3), true).await;
    let view = server.my_turn(&made, &made.host).await;
    server.act(&made, &made.host, &view, &choices(&view)[0]["action"]).await.ok();
    let view = server.my_turn(&made, &made.host).await;
    let description = server.description();
    let schema = json!({ "$ref": "#/components/schemas/View" });
    assert_eq!(description.fault(&schema, &view), None);
    let mut found = Vec::new();
    objects(&view, "", &mut found);
    let (mut kinds, mut optional) = (BTreeSet::new(), BTreeSet::new());
    for (way, map) in found {
        if !kinds.insert(map.keys().cloned().collect::<Vec<_>>()) {
            continue;
        }
        let spoiled = |map: Map<String, Json>| {
            let mut view = view.clone();
            *view.pointer_mut(&way).unwrap() = map.into();
            description.fault(&schema, &view)
        };
        let mut more = map.clone();
        more.insert("surplus".to_owned(), json!(1));
        assert!(spoiled(more).is_some(), "{way} may hold anything");
        for key in map.keys() {
            let mut less = map.clone();
            less.remove(key);
            if spoiled(less).is_none() {
                optional.insert(key.clone());
            }
            let mut wrong = map.clone();
            wrong.insert(key.clone(), json!({ "neither": "this" }));
            assert!(
                ["action", "options", "orders"].contains(&key.as_str()) || spoiled(wrong).is_some(),
                "{way}/{key} may be anything"
            );
        }
    }
    // Nothing may be missing but what a piece, a mark, a choice, a line, a sheet or a player need not have, and the seed of a
    // game that is not over.
    let known = [
        "badges", "cost", "dice", "effect", "figures", "gauges", "kind", "label", "march", "name", "notes",
        "parts", "rank", "seals", "seed", "steps", "strength", "symbol", "tabs", "text", "tint",
    ];
    assert!(
        kinds.len() > 10 && optional.iter().all(|key| known.contains(&key.as_str())),
        "{kinds:?} {optional:?}"
    );
}
