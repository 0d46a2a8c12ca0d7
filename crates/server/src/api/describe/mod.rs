//! The API describes itself, in OpenAPI 3.1.
//!
//! A route is added to [`Routes`] and to nothing else, and what it asks for and answers is read off the types of its
//! handler: each argument [asks](Asks) for something, the result [answers](Answers). So the description cannot say
//! anything else than the program does.

mod answers;
pub mod guide;
mod schemas;

use std::any::type_name;

use axum::Router;
use axum::handler::Handler;
use axum::http::StatusCode;
use axum::routing::{MethodFilter, on};
use schemars::JsonSchema;
use serde_json::{Map, Value as Json, json};

use super::App;
use super::problem::{Body, meaning};
pub use answers::Fresh;
use schemas::Schemas;

/// A part of a request, as a handler's argument.
pub trait Asks {
    /// Says what it asks for, and what the answer is if it does not get it.
    fn ask(operation: &mut Operation<'_>);
}

/// The result of a handler.
pub trait Answers {
    /// Says what it can be.
    fn answer(operation: &mut Operation<'_>);
}

/// A handler whose arguments and result describe themselves.
pub trait Described<Arguments> {
    /// Describes them.
    fn describe(operation: &mut Operation<'_>);
}

macro_rules! described {
    ($($argument:ident)*) => {
        impl<Function, Answer, $($argument),*> Described<($($argument,)*)> for Function
        where
            Function: Fn($($argument),*) -> Answer,
            Answer: Future<Output: Answers>,
            $($argument: Asks,)*
        {
            fn describe(operation: &mut Operation<'_>) {
                $($argument::ask(operation);)*
                Answer::Output::answer(operation);
            }
        }
    };
}

described!();
described!(A);
described!(A B);
described!(A B C);
described!(A B C D);
described!(A B C D E);
described!(A B C D E F);

/// The routes of the API, and the description of each.
pub struct Routes {
    router: Router<App>,
    paths: Map<String, Json>,
    /// Path and method of the newest.
    newest: (String, String),
    schemas: Schemas,
}

impl Routes {
    /// None yet.
    pub fn new() -> Routes {
        let (router, paths, newest) = (Router::new(), Map::new(), Default::default());
        Routes { router, paths, newest, schemas: Schemas::new() }
    }

    /// `GET path`. `problems` are those that arguments and result do not tell of.
    pub fn get<H, T, D>(self, path: &str, handler: H, summary: &str, problems: &[StatusCode]) -> Routes
    where
        H: Handler<T, App> + Described<D>,
        T: 'static,
    {
        self.add(MethodFilter::GET, "get", path, handler, summary, problems)
    }

    /// `POST path`. `problems` are those that arguments and result do not tell of.
    pub fn post<H, T, D>(self, path: &str, handler: H, summary: &str, problems: &[StatusCode]) -> Routes
    where
        H: Handler<T, App> + Described<D>,
        T: 'static,
    {
        self.add(MethodFilter::POST, "post", path, handler, summary, problems)
    }

    /// `PUT path`. `problems` are those that arguments and result do not tell of.
    pub fn put<H, T, D>(self, path: &str, handler: H, summary: &str, problems: &[StatusCode]) -> Routes
    where
        H: Handler<T, App> + Described<D>,
        T: 'static,
    {
        self.add(MethodFilter::PUT, "put", path, handler, summary, problems)
    }

    /// `DELETE path`. `problems` are those that arguments and result do not tell of.
    pub fn delete<H, T, D>(self, path: &str, handler: H, summary: &str, problems: &[StatusCode]) -> Routes
    where
        H: Handler<T, App> + Described<D>,
        T: 'static,
    {
        self.add(MethodFilter::DELETE, "delete", path, handler, summary, problems)
    }

    fn add<H, T, D>(
        mut self,
        filter: MethodFilter,
        method: &str,
        path: &str,
        handler: H,
        summary: &str,
        problems: &[StatusCode],
    ) -> Routes
    where
        H: Handler<T, App> + Described<D>,
        T: 'static,
    {
        let mut operation = Operation { schemas: &mut self.schemas, said: Map::new() };
        // A handler's own name is its last word.
        let name = type_name::<H>().rsplit("::").next().unwrap_or_default();
        operation.said.insert("operationId".to_owned(), name.into());
        operation.said.insert("summary".to_owned(), summary.into());
        for name in path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
            operation.parameter("path", name, true, json!({ "type": "string", "minLength": 1 }));
        }
        H::describe(&mut operation);
        operation.problem(StatusCode::TOO_MANY_REQUESTS);
        operation.problem(StatusCode::SERVICE_UNAVAILABLE);
        for &status in problems {
            operation.problem(status);
        }
        let said = operation.said.into();
        let methods = self.paths.entry(path).or_insert_with(|| json!({}));
        methods[method] = said;
        self.newest = (path.to_owned(), method.to_owned());
        self.router = self.router.route(path, on(filter, handler));
        self
    }

    /// Says more of the route that was added last.
    #[must_use]
    pub fn about(mut self, text: &str) -> Routes {
        let (path, method) = &self.newest;
        if let Some(methods) = self.paths.get_mut(path) {
            methods[method.as_str()]["description"] = text.into();
        }
        self
    }

    /// The routes, and the description of them all.
    pub fn finish(self) -> (Router<App>, Json) {
        let description = json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Grognard",
                "summary": "Napoleonic board games, rules enforced.",
                "description": guide::text(),
                "version": env!("CARGO_PKG_VERSION"),
                "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
            },
            "x-limits": guide::limits(),
            "servers": [{ "url": "/" }],
            "paths": self.paths,
            "components": {
                "schemas": self.schemas.finish(),
                "securitySchemes": {
                    "token": {
                        "type": "http",
                        "scheme": "bearer",
                        "description": "The token of a seat, or of the host, who holds the seats of all people.",
                    },
                    "tokenInAddress": {
                        "type": "apiKey",
                        "in": "query",
                        "name": "token",
                        "description": "The same, for event sources of browsers, which cannot send headers.",
                    },
                },
            },
        });
        (self.router, description)
    }
}

/// What is said of one method of one path.
pub struct Operation<'a> {
    schemas: &'a mut Schemas,
    said: Map<String, Json>,
}

impl Operation<'_> {
    /// It takes a parameter from `place`: path, query or header.
    pub fn parameter(&mut self, place: &str, name: &str, required: bool, mut schema: Json) {
        let mut parameter = json!({ "in": place, "name": name, "required": required });
        if let Some(description) = schema.as_object_mut().and_then(|schema| schema.remove("description")) {
            parameter["description"] = description;
        }
        parameter["schema"] = schema;
        let parameters = self.said.entry("parameters").or_insert_with(|| json!([]));
        if let Some(parameters) = parameters.as_array_mut() {
            parameters.push(parameter);
        }
    }

    /// It takes every field of `T` from the query.
    pub fn query<T: JsonSchema>(&mut self) {
        let (fields, required) = self.schemas.fields::<T>();
        for (name, schema) in fields {
            self.parameter("query", &name, required.contains(&name), schema);
        }
    }

    /// It takes a `T` as JSON.
    pub fn body<T: JsonSchema>(&mut self) {
        let content = json!({ "application/json": { "schema": self.schemas.taken::<T>() } });
        self.said.insert("requestBody".to_owned(), json!({ "required": true, "content": content }));
    }

    /// It can be sent with a token.
    pub fn token(&mut self) {
        let either = json!([{}, { "token": [] }, { "tokenInAddress": [] }]);
        self.said.insert("security".to_owned(), either);
    }

    /// It answers `T` as JSON.
    pub fn json<T: JsonSchema>(&mut self, status: StatusCode) {
        let schema = self.schemas.given::<T>();
        self.content(status, "application/json", schema);
    }

    /// It answers with a content of this kind.
    pub fn content(&mut self, status: StatusCode, kind: &str, schema: Json) {
        let responses = self.said.entry("responses").or_insert_with(|| json!({}));
        responses[status.as_str()] =
            json!({ "description": meaning(status), "content": { kind: { "schema": schema } } });
    }

    /// It answers with a stream of events of this name, each with a `T` as JSON.
    pub fn events<T: JsonSchema>(&mut self, name: &str) {
        let data = self.schemas.given::<T>();
        if self.said["responses"]["200"]["x-events"].is_null() {
            let lines = json!({ "type": "string", "contentMediaType": "text/event-stream" });
            self.content(StatusCode::OK, "text/event-stream", lines);
        }
        self.said["responses"]["200"]["x-events"][name] = json!({ "data": data });
    }

    /// It can fail with this status.
    pub fn problem(&mut self, status: StatusCode) {
        self.json::<Body>(status);
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            let wait = json!({
                "description": "So many seconds later it is worth trying again.",
                "required": true,
                "schema": { "type": "integer", "minimum": 1 },
            });
            self.said["responses"][status.as_str()]["headers"] = json!({ "Retry-After": wait });
        }
    }
}
