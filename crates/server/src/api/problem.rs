//! What goes wrong, said so that a person understands it.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use engine::{Refusal, RuleId};
use schemars::JsonSchema;
use serde::Serialize;

use crate::hall::HallError;
use crate::room::Trouble;
use crate::store::StoreError;
use crate::token::NoChance;
use crate::view::View;

/// An answer that is not the one hoped for.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    body: Box<Body>,
}

/// What went wrong.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub struct Body {
    /// A sentence for people.
    error: String,
    /// A short key for programs.
    code: &'static str,
    /// The rule that stands against it, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<RuleId>,
    /// How the game stands now, if it was asked for something that is out of date.
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<Box<View>>,
}

impl Problem {
    /// A problem: the status, a short key for programs, a sentence for people.
    pub fn new(status: StatusCode, code: &'static str, error: impl Into<String>) -> Problem {
        Problem { status, body: Box::new(Body { error: error.into(), code, rule: None, view: None }) }
    }

    /// The request makes no sense.
    pub fn malformed(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "malformed", error)
    }

    /// Not for this client.
    pub fn forbidden(code: &'static str, error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, code, error)
    }

    /// There is no such thing.
    pub fn not_found(code: &'static str, error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, code, error)
    }

    /// Too much, too often.
    pub fn too_many(code: &'static str, error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, code, error)
    }

    /// Our own fault. The details go to the log only.
    pub fn internal(error: &dyn std::fmt::Display) -> Problem {
        tracing::error!(%error, "a request fails");
        let sentence = "The server has a problem; nothing was changed. Please try again in a moment.";
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", sentence)
    }

    /// It takes too long. What was begun goes on, so nobody is told that nothing has changed.
    pub fn too_slow() -> Problem {
        let sentence = "That took too long. Please look how the game stands before you try again.";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too-slow", sentence)
    }

    fn unavailable() -> Problem {
        let sentence = "This game is not available at the moment; nothing was changed. Please try again.";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", sentence)
    }
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
        StatusCode::UNPROCESSABLE_ENTITY => "The rules stand against it.",
        StatusCode::TOO_MANY_REQUESTS => "That is too much at once.",
        StatusCode::INTERNAL_SERVER_ERROR => "The server has a problem; nothing was changed.",
        StatusCode::SERVICE_UNAVAILABLE => "It cannot be had at the moment; nothing was changed.",
        _ => "It is done.",
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
        let (status, code) = match &refusal {
            Refusal::GameOver => (unprocessable, "game-over"),
            Refusal::NoSuchSeat { .. } => (StatusCode::FORBIDDEN, "not-your-seat"),
            Refusal::NotYourDecision { .. } => (StatusCode::FORBIDDEN, "not-your-decision"),
            Refusal::Denied(_) => (unprocessable, "illegal"),
            Refusal::BadAction(_) => (StatusCode::BAD_REQUEST, "not-an-action"),
            Refusal::NotOffered => (unprocessable, "not-offered"),
            Refusal::NothingToUndo => (unprocessable, "nothing-to-undo"),
            Refusal::TooLateToUndo(_) => (unprocessable, "too-late-to-undo"),
            Refusal::NoConsent { .. } => (unprocessable, "no-consent"),
            Refusal::NoSuchEntry { .. } => (unprocessable, "no-such-entry"),
        };
        let mut problem = Problem::new(status, code, refusal.to_string());
        if let Refusal::Denied(denied) = refusal {
            problem.body.error = denied.why.into_owned();
            problem.body.rule = Some(denied.rule);
        }
        problem
    }
}

impl From<Trouble> for Problem {
    fn from(trouble: Trouble) -> Problem {
        match trouble {
            Trouble::Stale(view) => {
                let sentence = "The game has gone on since; here is how it stands now.";
                let mut problem = Problem::new(StatusCode::CONFLICT, "stale", sentence);
                problem.body.view = Some(view);
                problem
            }
            Trouble::Refused(refusal) => refusal.into(),
            Trouble::Undeliverable(why) => {
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-letter", why.to_string())
            }
            Trouble::NothingAsked => {
                let sentence = "Nobody asks to go back any more.";
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "nothing-asked", sentence)
            }
            Trouble::NotYoursToAnswer(seat) => {
                let sentence = format!("Somebody else has taken {seat}, and answers for it.");
                Problem::forbidden("not-yours-to-answer", sentence)
            }
            Trouble::NoChance(error) => error.into(),
            Trouble::Store(error) => Problem::internal(&error),
            Trouble::Closed => Problem::unavailable(),
        }
    }
}

impl From<HallError> for Problem {
    fn from(error: HallError) -> Problem {
        match error {
            HallError::Setup(error) => {
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-setup", error.to_string())
            }
            HallError::UnknownGame(error) => {
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unknown-game", error.to_string())
            }
            HallError::Closed => Problem::unavailable(),
            error => Problem::internal(&error),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        Problem::internal(&error)
    }
}

impl From<NoChance> for Problem {
    fn from(error: NoChance) -> Problem {
        Problem::internal(&error)
    }
}
