//! What the usual arguments and results say of themselves.

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{Answers, Asks, Operation};
use crate::api::problem::Problem;

impl<S> Asks for State<S> {
    fn ask(_: &mut Operation<'_>) {}
}

impl<A> Asks for ConnectInfo<A> {
    fn ask(_: &mut Operation<'_>) {}
}

impl<T: JsonSchema> Answers for Json<T> {
    fn answer(operation: &mut Operation<'_>) {
        operation.json::<T>(StatusCode::OK);
    }
}

impl<V, T: Answers> Answers for ([(HeaderName, V); 1], T) {
    fn answer(operation: &mut Operation<'_>) {
        T::answer(operation);
    }
}

impl Answers for &'static str {
    fn answer(operation: &mut Operation<'_>) {
        operation.content(StatusCode::OK, "text/plain", json!({ "type": "string" }));
    }
}

impl<T: Answers> Answers for Result<T, Problem> {
    fn answer(operation: &mut Operation<'_>) {
        T::answer(operation);
        operation.problem(StatusCode::INTERNAL_SERVER_ERROR);
        operation.problem(StatusCode::SERVICE_UNAVAILABLE);
    }
}

/// Something that was not there before.
pub struct Fresh<T>(pub T);

impl<T: Serialize> IntoResponse for Fresh<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

impl<T: JsonSchema> Answers for Fresh<T> {
    fn answer(operation: &mut Operation<'_>) {
        operation.json::<T>(StatusCode::CREATED);
    }
}
