//! What goes wrong, said so that a person understands it.

use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Refusal, RuleId};
use schemars::JsonSchema;
use serde::Serialize;

use super::limits::Wait;
use crate::games::RegistryError;
use crate::permits::Full;
use crate::room::RoomError;
use crate::store::StoreError;
use crate::token::NoRandomness;
use crate::view::View;

/// Who is asked to wait, and could wait for ever, is asked to wait so long.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 3600);

/// When what is broken at the moment is probably mended.
const MENDED: Duration = Duration::from_secs(5);

/// An answer that is not the one hoped for.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    retry_after: Option<Duration>,
    body: Box<Body>,
}

/// What went wrong.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub struct Body {
    /// A sentence for people.
    error: String,
    /// What is wrong, for programs.
    code: ErrorCode,
    /// The rule that stands against it, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<RuleId>,
    /// How the game stands now, if it was asked for something that is out of date.
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<Box<View>>,
}

/// What is wrong, for programs. More may be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// The request cannot be understood: the address, the query or the JSON of the body is wrong.
    Malformed,
    /// The body is not sent as `application/json`.
    NotJson,
    /// The body is too large.
    TooLarge,
    /// There is nothing at this address.
    NoSuchAddress,
    /// The address does not take this method.
    WrongMethod,
    /// There is no game with this id.
    NoSuchGame,
    /// The catalog has no such game.
    UnknownGame,
    /// The journal has no such entry.
    NoSuchEntry,
    /// The game has no such layer.
    NoSuchLayer,
    /// The board has no picture.
    NoPicture,
    /// The picture has another version by now.
    NoSuchVersion,
    /// The picture has no such tile.
    NoSuchTile,
    /// The token is of another game, or of none.
    BadToken,
    /// The token does not hold this seat.
    NotYourSeat,
    /// It is for another seat to decide.
    NotYourDecision,
    /// It can be had when the game is over.
    NotOver,
    /// The game has gone on since; `view` shows how it stands.
    Stale,
    /// The game with this retry key was made before, and its tokens can no longer be told.
    AnsweredBefore,
    /// This retry key was sent with another request.
    KeyReused,
    /// Such a game cannot be made.
    BadSetup,
    /// The game has no such standing orders.
    BadOrders,
    /// The letter cannot be delivered.
    BadLetter,
    /// The game is over.
    GameOver,
    /// A rule of the game stands against it; `rule` says which.
    Illegal,
    /// This is no action of the game.
    NotAnAction,
    /// These actions are not offered together.
    NotOffered,
    /// There is nothing to take back.
    NothingToUndo,
    /// It can be taken back only if the others agree.
    TooLateToUndo,
    /// Not all have agreed.
    NoConsent,
    /// Nobody asks to go back any more.
    NothingAsked,
    /// Only whoever made the game can do this.
    NotHost,
    /// Others play in this game.
    OthersPlay,
    /// Too many requests; `Retry-After` says when the next will be answered.
    TooOften,
    /// Too many games; `Retry-After` says when the next can be made.
    TooManyGames,
    /// Too many games whose bots think; `Retry-After` says when to try again.
    TooManyBots,
    /// A seat has as many links as it may have.
    TooManyLinks,
    /// Too many letters; `Retry-After` says when the next can be sent.
    TooManyLetters,
    /// More was asked for than was taken; `Retry-After` says when to try again.
    TooMuchAtOnce,
    /// Too many streams and long polls are open.
    TooManyStreams,
    /// Too many connections are open.
    TooManyConnections,
    /// The server has a problem; nothing was changed.
    Internal,
    /// It took too long. It may have been done.
    TooSlow,
    /// The server has too much to do; nothing was begun.
    Busy,
    /// The game cannot be had at the moment; nothing was changed.
    Unavailable,
    /// The game cannot be opened, and trying again does not help; whoever holds a seat can export it.
    CannotBeOpened,
}

impl Problem {
    /// A problem: the status, what is wrong, a sentence for people.
    pub fn new(status: StatusCode, code: ErrorCode, error: impl Into<String>) -> Problem {
        let body = Body { error: error.into(), code, rule: None, view: None };
        Problem { status, retry_after: None, body: Box::new(body) }
    }

    /// The request makes no sense.
    pub fn malformed(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, ErrorCode::Malformed, error)
    }

    /// Not for this client.
    pub fn forbidden(code: ErrorCode, error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, code, error)
    }

    /// There is no such thing.
    pub fn not_found(code: ErrorCode, error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, code, error)
    }

    /// It is understood, but cannot be done.
    pub fn refused(code: ErrorCode, error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, error)
    }

    /// Too much, too often. It may be tried again after so long.
    pub fn too_many(code: ErrorCode, error: impl Into<String>, wait: Duration) -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, code, error).after(wait)
    }

    /// It may be tried again after so long.
    fn after(mut self, wait: Duration) -> Problem {
        self.retry_after = Some(wait);
        self
    }

    /// Our own fault. The details go to the log only.
    pub fn internal(error: &dyn std::fmt::Display) -> Problem {
        tracing::error!(%error, "a request fails");
        let sentence = "The server has a problem; nothing was changed. Please try again in a moment.";
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::Internal, sentence)
    }

    /// It takes too long. What was begun goes on, so nobody is told that nothing has changed.
    pub fn too_slow() -> Problem {
        let sentence = "That took too long. Please look how the game stands before you try again.";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::TooSlow, sentence).after(MENDED)
    }

    /// A client asks more often than it may.
    pub fn too_often(wait: Wait) -> Problem {
        let sentence = format!("That is too many requests at once; please wait {} s.", wait.seconds());
        Problem::too_many(ErrorCode::TooOften, sentence, wait.into())
    }

    /// There is too much to do, by this client alone or by all. Nothing was begun.
    pub fn busy(full: Full) -> Problem {
        let (status, code, sentence) = match full {
            Full::Address => (
                StatusCode::TOO_MANY_REQUESTS,
                ErrorCode::TooMuchAtOnce,
                "You ask for more than you take; please wait until the last answers have arrived.",
            ),
            Full::All => (
                StatusCode::SERVICE_UNAVAILABLE,
                ErrorCode::Busy,
                "The server has too much to do at the moment; please try again.",
            ),
        };
        Problem::new(status, code, sentence).after(Duration::from_secs(1))
    }

    fn unavailable() -> Problem {
        let sentence = "This game is not available at the moment; nothing was changed. Please try again.";
        Problem::unavailable_because(sentence)
    }

    /// It cannot be had at the moment.
    pub fn unavailable_because(sentence: &str) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Unavailable, sentence).after(MENDED)
    }
}

/// What somebody hears for whom there is no connection, as JSON.
pub fn crowded() -> String {
    let error = "Too many connections are open; please try again in a moment.".to_owned();
    let body = Body { error, code: ErrorCode::TooManyConnections, rule: None, view: None };
    serde_json::to_string(&body).unwrap_or_default()
}

/// A wait in whole seconds, as `Retry-After` says it.
fn seconds(wait: Duration) -> u64 {
    wait.min(LONGEST_WAIT).as_secs_f64().ceil().max(1.0) as u64
}

/// What an answer of this status means.
pub fn meaning(status: StatusCode) -> &'static str {
    match status {
        StatusCode::BAD_REQUEST => "The request makes no sense.",
        StatusCode::FORBIDDEN => "This is not for whoever asked.",
        StatusCode::NOT_FOUND => "There is no such thing.",
        StatusCode::CONFLICT => "The game has gone on since.",
        StatusCode::PAYLOAD_TOO_LARGE => "The body is too large.",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "The body is not sent as JSON.",
        StatusCode::UNPROCESSABLE_ENTITY => "It is understood, but cannot be done.",
        StatusCode::TOO_MANY_REQUESTS => "That is too much at once; `Retry-After` says when to try again.",
        StatusCode::INTERNAL_SERVER_ERROR => "The server has a problem; nothing was changed.",
        StatusCode::SERVICE_UNAVAILABLE => {
            "It cannot be had at the moment; `Retry-After` says when to try again."
        }
        _ => "It is done.",
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body)).into_response();
        if let Some(wait) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds(wait)));
        }
        response
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
        let (status, code) = match &refusal {
            Refusal::GameOver => (unprocessable, ErrorCode::GameOver),
            Refusal::NoSuchSeat { .. } => (StatusCode::FORBIDDEN, ErrorCode::NotYourSeat),
            Refusal::NotYourDecision { .. } => (StatusCode::FORBIDDEN, ErrorCode::NotYourDecision),
            Refusal::Denied(_) => (unprocessable, ErrorCode::Illegal),
            Refusal::BadAction(_) => (StatusCode::BAD_REQUEST, ErrorCode::NotAnAction),
            Refusal::NotOffered => (unprocessable, ErrorCode::NotOffered),
            Refusal::NothingToUndo => (unprocessable, ErrorCode::NothingToUndo),
            Refusal::TooLateToUndo(_) => (unprocessable, ErrorCode::TooLateToUndo),
            Refusal::NoConsent { .. } => (unprocessable, ErrorCode::NoConsent),
            Refusal::NoSuchEntry { .. } => (unprocessable, ErrorCode::NoSuchEntry),
        };
        let mut problem = Problem::new(status, code, refusal.to_string());
        if let Refusal::Denied(denied) = refusal {
            problem.body.error = denied.why.into_owned();
            problem.body.rule = Some(denied.rule);
        }
        problem
    }
}

impl From<RoomError> for Problem {
    fn from(error: RoomError) -> Problem {
        match error {
            RoomError::Stale(view) => {
                let sentence = "The game has gone on since; here is how it stands now.";
                let mut problem = Problem::new(StatusCode::CONFLICT, ErrorCode::Stale, sentence);
                problem.body.view = Some(view);
                problem
            }
            RoomError::Refused(refusal) => refusal.into(),
            RoomError::LetterError(why) => Problem::refused(ErrorCode::BadLetter, why.to_string()),
            RoomError::NothingAsked => {
                Problem::refused(ErrorCode::NothingAsked, "Nobody asks to go back any more.")
            }
            RoomError::KeyReused => {
                Problem::refused(ErrorCode::KeyReused, "This retry key was sent with another action before.")
            }
            RoomError::NoRandomness(error) => error.into(),
            RoomError::Store(error) => Problem::internal(&error),
            RoomError::Closed => Problem::unavailable(),
        }
    }
}

impl From<RegistryError> for Problem {
    fn from(error: RegistryError) -> Problem {
        match error {
            RegistryError::Setup(error) => Problem::refused(ErrorCode::BadSetup, error.to_string()),
            RegistryError::UnknownGame(error) => Problem::refused(ErrorCode::UnknownGame, error.to_string()),
            RegistryError::Closed => Problem::unavailable(),
            RegistryError::Load(error) => {
                tracing::error!(%error, "a game cannot be opened");
                let sentence = format!(
                    "This game cannot be opened: {error}. Nothing of it is lost, and trying again does not help; \
                     whoever holds a seat can export it."
                );
                Problem::new(StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::CannotBeOpened, sentence)
            }
            error => Problem::internal(&error),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        Problem::internal(&error)
    }
}

impl From<NoRandomness> for Problem {
    fn from(error: NoRandomness) -> Problem {
        Problem::internal(&error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_whole_seconds_and_never_none() {
        let waits = [0.0, 0.02, 1.0, 1.2, 1e9].map(|wait| seconds(Duration::from_secs_f64(wait)));
        assert_eq!(waits, [1, 1, 1, 2, 86_400]);
        let problem = Problem::too_many(ErrorCode::TooOften, "Too often.", Duration::from_millis(1500));
        assert_eq!(problem.into_response().headers()[header::RETRY_AFTER], "2");
        assert_eq!(Problem::too_slow().into_response().headers()[header::RETRY_AFTER], "5");
    }
}
