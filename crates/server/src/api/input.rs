//! What comes in: JSON bodies, queries and tokens, with problems a person understands.

use axum::body::{Bytes, HttpBody};
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use engine::plain;
use schemars::JsonSchema;
use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value as Json, json};

use super::App;
use super::describe::{Asks, Operation};
use super::problem::{ErrorCode, Problem};
use crate::token::Token;

/// A JSON body.
pub struct Input<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Input<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &App) -> Result<Input<T>, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let is_json = kind.is_some_and(|kind| {
            kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
        });
        if !is_json {
            let sentence = "The body must be JSON, sent with the content type application/json.";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorCode::NotJson, sentence));
        }
        let most = state.games.config.limits.body;
        let too_large = || {
            let sentence = format!("The body is too large: at most {most} bytes are taken.");
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::TooLarge, sentence)
        };
        // Who says beforehand that it is need not send it.
        if request.body().size_hint().lower() > most as u64 {
            return Err(too_large());
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                too_large()
            } else {
                Problem::malformed("The body did not arrive in full.")
            }
        })?;
        // A list in the order of the fields would be read as well.
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return Err(Problem::malformed("The body must be a JSON object."));
        }
        let read = plain::read(&bytes);
        read.map(Input)
            .map_err(|fault| Problem::malformed(format!("The body is not as it should be: {fault}.")))
    }
}

impl<T: JsonSchema> Asks for Input<T> {
    fn ask(operation: &mut Operation<'_>) {
        operation.body::<T>();
        operation.problem(StatusCode::BAD_REQUEST);
        operation.problem(StatusCode::PAYLOAD_TOO_LARGE);
        operation.problem(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
}

/// For fields of types that do not refuse what they do not know: all that was sent must be understood.
pub fn whole<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned + Serialize,
{
    let sent = Json::deserialize(deserializer)?;
    let read = T::deserialize(&sent).map_err(de::Error::custom)?;
    if serde_json::to_value(&read).is_ok_and(|understood| understood == sent) {
        return Ok(read);
    }
    Err(de::Error::custom("there is more in it than there should be"))
}

/// The id in the address.
pub struct Named(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named, Problem> {
        let read = Path::from_request_parts(parts, state).await;
        read.map(|Path(id)| Named(id)).map_err(|_| Problem::malformed("The address cannot be read."))
    }
}

impl Asks for Named {
    fn ask(operation: &mut Operation<'_>) {
        operation.problem(StatusCode::BAD_REQUEST);
        operation.problem(StatusCode::NOT_FOUND);
    }
}

/// What stands behind the question mark.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Asked<T>, Problem> {
        let read = Query::try_from_uri(&parts.uri);
        let wrong = "The part of the address behind the question mark is not as it should be";
        read.map(|Query(asked)| Asked(asked))
            .map_err(|error| Problem::malformed(format!("{wrong}: {}.", query_fault(&error))))
    }
}

/// What is wrong with a query, in plain words.
fn query_fault(error: &QueryRejection) -> String {
    let text = error.body_text();
    let told = text.split_once("query string: ").map_or(&*text, |(_, told)| told);
    match told.split_once(": ") {
        Some((field, message)) if !field.contains(' ') => plain::words(field, message),
        _ => plain::words("", told),
    }
}

impl<T: JsonSchema> Asks for Asked<T> {
    fn ask(operation: &mut Operation<'_>) {
        operation.query::<T>();
        operation.problem(StatusCode::BAD_REQUEST);
    }
}

/// Who asks: a token, or none for a spectator.
pub struct Bearer(pub Option<Token>);

impl<S: Send + Sync> FromRequestParts<S> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Bearer, Problem> {
        bearer(&parts.headers, &parts.uri).map(Bearer)
    }
}

impl Asks for Bearer {
    fn ask(operation: &mut Operation<'_>) {
        operation.token();
        operation.problem(StatusCode::FORBIDDEN);
    }
}

/// What a client gives along with a request that it may have to repeat: its answer can get lost on the way.
pub struct RetryKey(pub Option<String>);

impl RetryKey {
    const HEADER: &str = "idempotency-key";

    /// The longest.
    pub const LONGEST: usize = 100;
}

impl<S: Send + Sync> FromRequestParts<S> for RetryKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<RetryKey, Problem> {
        let Some(value) = parts.headers.get(RetryKey::HEADER) else { return Ok(RetryKey(None)) };
        let key = value.to_str().ok().map(str::trim);
        match key.filter(|key| (1..=RetryKey::LONGEST).contains(&key.len())) {
            Some(key) => Ok(RetryKey(Some(key.to_owned()))),
            None => Err(Problem::malformed(format!(
                "The header Idempotency-Key has from 1 to {} plain characters.",
                RetryKey::LONGEST
            ))),
        }
    }
}

impl Asks for RetryKey {
    fn ask(operation: &mut Operation<'_>) {
        let key = json!({
            "description": "Any text that no other request has, such as a UUID. A request that is repeated with the same \
                key and the same body is not carried out twice.",
            "type": "string",
            "minLength": 1,
            "maxLength": RetryKey::LONGEST,
        });
        operation.parameter("header", "Idempotency-Key", false, key);
        operation.problem(StatusCode::BAD_REQUEST);
    }
}

/// The token in the header, or, for browsers' event sources that cannot set one, in the address.
pub fn bearer(headers: &HeaderMap, uri: &Uri) -> Result<Option<Token>, Problem> {
    let Some(header) = headers.get(header::AUTHORIZATION) else {
        let pairs = uri.query().into_iter().flat_map(|query| query.split('&'));
        let token = pairs.filter_map(|pair| pair.strip_prefix("token=")).find(|token| !token.is_empty());
        return Ok(token.map(|token| Token(token.to_owned())));
    };
    let text = header.to_str().unwrap_or_default();
    let token =
        text.get(..7).filter(|scheme| scheme.eq_ignore_ascii_case("bearer ")).map(|_| text[7..].trim());
    match token {
        Some(token) if !token.is_empty() => Ok(Some(Token(token.to_owned()))),
        _ => Err(Problem::forbidden(ErrorCode::BadToken, "The authorization must read: Bearer TOKEN.")),
    }
}
