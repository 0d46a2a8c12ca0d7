//! One request, made up.

use std::fmt;

use engine::{Chance, Stream};
use reqwest::Method;
use serde_json::{Value as Json, json};

use super::Known;
use super::values::{Maker, anything, spoiled, text};
use crate::description::{Description, Operation};
use crate::server::{TestServer, leaked};

/// Larger than any body may be.
const HUGE: usize = 65 * 1024;

/// Where it can tell early what is wrong, the server may hang up on a body longer than this rather than hear it all.
const LONG: usize = 1000;

/// One request, made up.
pub struct Request {
    method: Method,
    address: String,
    token: Option<String>,
    kind: &'static str,
    body: Option<Vec<u8>>,
    /// What the description says against the body, if anything.
    fault: Option<String>,
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Request { method, address, token, kind, body, .. } = self;
        let body = body.as_ref().map(|body| String::from_utf8_lossy(body));
        write!(f, "{method} {address} with token {token:?} and {kind:?} {body:?}")
    }
}

/// What is known of the first tile of a map by the name of a field.
fn tile(name: &str) -> Option<Json> {
    let map = registry::CHARTS[1].id;
    match name {
        "game" => Some(json!(map)),
        "board" | "level" | "x" | "y" => Some(json!("0")),
        "version" => registry::boards(map).unwrap()[0].picture.as_ref().map(|picture| json!(picture.version)),
        _ => None,
    }
}

/// What is known of a game by the name of a field.
fn known(known: &Known, name: &str, chance: &mut Stream) -> Option<Json> {
    let view = &known.view;
    let choice = view["table"]["choices"].as_array().and_then(|all| chance.pick(all)).unwrap_or(&Json::Null);
    let last = view["number"].as_u64().unwrap_or(0) as u32;
    match name {
        "at" | "log_from" => Some(json!(chance.below(last + 1))),
        "action" if chance.below(4) == 0 => chance.pick(&known.actions).cloned(),
        "request" => view["request"].get("id").cloned(),
        "text" => Some(json!("Will you make peace?")),
        "to" if chance.below(4) == 0 => Some(json!([u8::from(view["seat"] == 0)])),
        _ => view.get(name).or_else(|| choice.get(name)).filter(|value| !value.is_null()).cloned(),
    }
}

fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric();
    let one = |byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") };
    text.bytes().map(one).collect()
}

fn written(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl Request {
    /// A request for `operation`, about `game`. Half of them are as the description wants them.
    pub fn new(
        description: &Description,
        operation: Operation<'_>,
        game: &Known,
        chance: &mut Stream,
    ) -> Request {
        let spoil = chance.below(2) == 0;
        let bad = |chance: &mut Stream| spoil && chance.below(3) == 0;
        let schemas = &description.json["components"]["schemas"];
        let of_tile = operation.path.contains("/tiles/");
        let answers = operation.path.ends_with("/answer");
        let by_name = |name: &str, chance: &mut Stream| match name {
            _ if of_tile => tile(name),
            "to" if answers => game.view["request"].get(name).cloned(),
            _ => known(game, name, chance),
        };
        let mut address = operation.path.to_owned();
        let mut query = Vec::new();
        for parameter in operation.said["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            let mut value =
                written(&Maker { schemas, known: &by_name, chance }.field(name, &parameter["schema"]));
            if bad(chance) {
                value = [written(&anything(chance)), text(8, chance), String::new()][chance.index(3)].clone();
            }
            let value = if bad(chance) && chance.below(4) == 0 { "%ff".to_owned() } else { escaped(&value) };
            let left_out = if parameter["required"] == true { bad(chance) } else { chance.below(2) == 0 };
            match parameter["in"].as_str() {
                Some("path") => address = address.replace(&format!("{{{name}}}"), &value),
                Some("query") if !left_out => query.push(format!("{name}={value}")),
                _ => {}
            }
        }
        if bad(chance) {
            query.push(format!("{}={}", escaped(&text(3, chance)), escaped(&text(3, chance))));
        }
        if bad(chance) {
            query.extend(query.last().cloned());
        }
        if !query.is_empty() {
            address = format!("{address}?{}", query.join("&"));
        }
        let method = operation.method.to_uppercase().parse().unwrap();
        let mut request =
            Request { method, address, token: None, kind: "application/json", body: None, fault: None };
        let schema = &operation.said["requestBody"]["content"]["application/json"]["schema"];
        let mut seat = None;
        if !schema.is_null() {
            let mut body = Maker { schemas, known: &by_name, chance }.value(schema);
            seat = body["seat"].as_u64();
            // What to do is said by an action or by a route, seldom by both.
            if let Some(fields) = body.as_object_mut().filter(|fields| fields.contains_key("route"))
                && fields.contains_key("action")
                && chance.below(16) > 0
            {
                fields.remove(if chance.below(4) == 0 { "action" } else { "route" });
            }
            if spoil {
                body = spoiled(&body, chance);
            }
            request.fault = description.fault(schema, &body);
            request.body = Some(body.to_string().into_bytes());
            if spoil {
                request.spoil_body(chance);
            }
        }
        let links = &game.made.links;
        // Whoever has come with a link holds its seat alone.
        let own = seat.and_then(|seat| links.get(seat as usize)).filter(|_| chance.below(8) > 0);
        let link = own.or(links.first()).unwrap_or(&game.made.host);
        request.token = match chance.below(8) {
            0 => None,
            1 if spoil => Some("forged".to_owned()),
            2 if spoil => Some(text(5, chance).replace(['\0', '\n'], "é")),
            3 => Some(game.made.host.clone()),
            _ => Some(link.clone()),
        };
        if spoil && chance.below(12) == 0 {
            request.method = [Method::PUT, Method::PATCH, Method::DELETE, Method::POST, Method::GET]
                [chance.index(5)]
            .clone();
            request.fault = None;
        }
        request
    }

    fn spoil_body(&mut self, chance: &mut Stream) {
        let body = self.body.as_mut().unwrap();
        let whole = body.len();
        match chance.below(24) {
            0 => body.truncate(chance.index(whole)),
            1 => body.extend(b"}"),
            2 => *body = vec![b'['; 20_000],
            3 => body.insert(chance.index(whole), 0xff),
            4 => body.resize(HUGE, b' '),
            5 => self.kind = "text/plain",
            6 => self.kind = "application/json; charset=utf-8",
            7 => self.kind = "",
            _ => return,
        }
        self.fault = None;
    }

    /// Whether it is still what it set out to be.
    pub fn is_of(&self, operation: &Operation<'_>) -> bool {
        self.method.as_str().eq_ignore_ascii_case(operation.method)
    }

    /// Whether it deletes something.
    pub fn deletes(&self) -> bool {
        self.method == Method::DELETE
    }

    /// Sends it and looks at the answer; gives nothing if the server hung up on a long body.
    pub async fn send(&self, server: &TestServer) -> Option<(u16, Json)> {
        let mut request = server.request(self.method.clone(), &self.address);
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}").into_bytes());
        }
        if let Some(body) = &self.body {
            request = request.header("content-type", self.kind).body(body.clone());
            if body.len() > LONG {
                request = request.header("connection", "close");
            }
        }
        let response = match request.send().await {
            Ok(response) => response,
            Err(_) if self.body.as_ref().is_some_and(|body| body.len() > LONG) => return None,
            Err(error) => panic!("{error:?} for {self}"),
        };
        let status = response.status().as_u16();
        let kind =
            response.headers().get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.to_owned();
        // A stream does not end; whoever looks in elsewhere gets the client's page.
        let is_json = kind == "application/json";
        let body = if is_json { response.json().await.unwrap() } else { Json::Null };
        let checked =
            server.description().check(&self.method, &self.address, status, &kind, is_json.then_some(&body));
        if let Err(fault) = checked {
            panic!("{fault}: {body} for {self}");
        }
        assert!(status < 500, "{status}: {body} for {self}");
        let word = body["error"].as_str().filter(|_| status == 400).and_then(leaked);
        assert_eq!(word, None, "{body} for {self}");
        if let (200 | 201, Some(fault)) = (status, &self.fault) {
            panic!("{status} although {fault}: for {self}");
        }
        Some((status, body))
    }
}
