//! What comes in: JSON bodies, queries and tokens, with problems a person understands.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use schemars::JsonSchema;
use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value as Json;

use super::describe::{Asks, Operation};
use super::problem::Problem;
use crate::token::Token;

/// A JSON body.
pub struct Input<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Input<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Input<T>, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let is_json = kind.is_some_and(|kind| {
            kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
        });
        if !is_json {
            let sentence = "The body must be JSON, sent with the content type application/json.";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", sentence));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "The body is too large.")
            } else {
                Problem::malformed("The body did not arrive in full.")
            }
        })?;
        // A list in the order of the fields would be read as well.
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return Err(Problem::malformed("The body must be a JSON object."));
        }
        let read = serde_json::from_slice(&bytes);
        read.map(Input)
            .map_err(|error| Problem::malformed(format!("The body is not as it should be: {error}.")))
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
            .map_err(|error| Problem::malformed(format!("{wrong}: {error}.")))
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
        _ => Err(Problem::forbidden("bad-token", "The authorization must read: Bearer TOKEN.")),
    }
}
