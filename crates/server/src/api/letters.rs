//! Letters between the people at a table.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use engine::{Seat, Seats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::App;
use super::games::{Wanted, holding, perform, read};
use super::input::{Asked, Bearer, Input, Named};
use super::problem::{ErrorCode, Problem};
use crate::games::now;
use crate::letter::{LONGEST, Letter, PAGE};
use crate::room::Command;
use crate::view::View;

/// A letter to be sent.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLetter {
    /// Who writes.
    seat: Seat,
    /// To whom: other people at the table.
    to: Seats,
    /// What it says, in at most 8192 bytes of UTF-8, without invisible characters.
    #[schemars(length(min = 1, max = "LONGEST"))]
    text: String,
}

/// `POST /api/games/{id}/letters`
pub async fn send(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(wanted): Asked<Wanted>,
    Input(NewLetter { seat, to, text }): Input<NewLetter>,
) -> Result<Json<View>, Problem> {
    let hash = token.as_ref().map(|token| token.hash());
    app.limiter.letter(from.ip().into(), hash).map_err(|wait| {
        let sentence = format!("That is many letters at once; the next can go in {} s.", wait.seconds());
        Problem::too_many(ErrorCode::TooManyLetters, sentence, wait.into())
    })?;
    let letter = Letter { from: seat, to, text, written: now() };
    perform(&app, &id, token.as_ref(), &wanted, seat, None, Command::Write(letter)).await
}

/// Which letters are wanted.
#[derive(Deserialize, JsonSchema)]
pub struct Reader {
    /// The seat that has written or received them.
    #[schemars(with = "Seat")]
    seat: u8,
    /// Only letters before the one of this number; if none is given, the last ones.
    before: Option<usize>,
    /// How many at most: up to 50. Fewer come if they are long.
    limit: Option<usize>,
}

/// Letters of a seat that stand together, in the order in which they were written.
#[derive(Serialize, JsonSchema)]
pub struct LetterPage {
    /// The letters.
    letters: Vec<NumberedLetter>,
    /// Whether there are others before them.
    earlier: bool,
}

/// A letter, and which it is.
#[derive(Serialize, JsonSchema)]
pub struct NumberedLetter {
    /// Its number among those that the seat has written or received, counted from 1.
    number: usize,
    #[serde(flatten)]
    letter: Letter,
}

/// `GET /api/games/{id}/letters?seat=N`
pub async fn letters(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(Reader { seat, before, limit }): Asked<Reader>,
) -> Result<Json<LetterPage>, Problem> {
    let seat = Seat(seat);
    let page = read(&app, &id, token.as_ref(), |room, state| {
        holding(room, token.as_ref(), seat)?;
        Ok(state.mail.page(seat, before, limit.unwrap_or(PAGE)))
    });
    let page = page.await?;
    let letters = app.games.store.letters(&id, &page.numbers).await?;
    let numbered = (page.before + 1..).zip(letters).map(|(number, letter)| NumberedLetter { number, letter });
    Ok(Json(LetterPage { letters: numbered.collect(), earlier: page.before > 0 }))
}
