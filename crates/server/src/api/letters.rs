//! Letters between the people at a table.

use axum::Json;
use axum::extract::State;
use engine::{Seat, Seats};
use schemars::JsonSchema;
use serde::Deserialize;

use super::App;
use super::games::{Wanted, holding, perform, read};
use super::input::{Asked, Bearer, Input, Named};
use super::problem::Problem;
use crate::hall::now;
use crate::letter::{LONGEST, Letter};
use crate::room::Deed;
use crate::view::View;

/// A letter to be sent.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLetter {
    /// Who writes.
    seat: Seat,
    /// To whom: other people at the table.
    to: Seats,
    /// What it says.
    #[schemars(length(min = 1, max = "LONGEST"))]
    text: String,
}

/// `POST /api/games/{id}/letters`
pub async fn send(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(wanted): Asked<Wanted>,
    Input(NewLetter { seat, to, text }): Input<NewLetter>,
) -> Result<Json<View>, Problem> {
    let letter = Letter { from: seat, to, text, written: now() };
    perform(&app, &id, token.as_ref(), &wanted, seat, None, Deed::Write(letter)).await
}

/// Whose letters are wanted.
#[derive(Deserialize, JsonSchema)]
pub struct Reader {
    /// The seat.
    #[schemars(with = "Seat")]
    seat: u8,
}

/// `GET /api/games/{id}/letters?seat=N`
pub async fn letters(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(Reader { seat }): Asked<Reader>,
) -> Result<Json<Vec<Letter>>, Problem> {
    let seat = Seat(seat);
    let letters = read(&app, &id, |room, sitting| {
        holding(room, token.as_ref(), seat)?;
        Ok(sitting.mail.of(seat).cloned().collect())
    });
    letters.await.map(Json)
}
