//! The log, page by page from the last.

use axum::Json;
use axum::extract::State;
use engine::{LogLine, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::App;
use super::games::{LARGEST, Wanted, read};
use super::input::{Asked, Bearer, Named};
use super::problem::Problem;
use crate::room::viewer;
use crate::view::{TAIL, log as lines, tail};

/// Which part of the log is wanted.
#[derive(Deserialize, JsonSchema)]
pub struct Before {
    /// The seat to read it as; if none is given, one that is held.
    #[schemars(with = "Option<Seat>")]
    seat: Option<u8>,
    /// Entries before this one; the last ones if none is given.
    #[schemars(range(max = "LARGEST"))]
    before: Option<usize>,
}

/// A part of the log.
#[derive(Serialize, JsonSchema)]
pub struct Page {
    /// What happened, as that seat may read it.
    log: Vec<LogLine>,
    /// The first entry of which it tells; 0 if there is nothing before it.
    log_from: usize,
}

/// `GET /api/games/{id}/log?before=N`
pub async fn log(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(Before { seat, before }): Asked<Before>,
) -> Result<Json<Page>, Problem> {
    let page = read(&app, &id, token.as_ref(), |room, state| {
        let session = &state.session;
        let wanted = Wanted::from_seat(seat);
        let look = wanted.look(room, token.as_ref(), session.outcome().is_some())?;
        let seat = look.shown(session.to_act());
        let mut log = lines(room, state, seat, 0, &session.table(viewer(seat)));
        log.retain(|line| before.is_none_or(|before| line.entry < before));
        let (log, log_from) = tail(log, 0, TAIL);
        Ok(Page { log, log_from })
    });
    page.await.map(Json)
}
