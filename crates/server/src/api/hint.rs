//! What a bot would do in a person's place, and why.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use bots::{Budget, Level, Means, StopFlag};
use engine::{Raw, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::App;
use super::games::{calculated, holding, read};
use super::input::{Bearer, Input, Named};
use super::limits::price;
use super::problem::Problem;

/// How long a bot thinks about a hint.
const THOUGHT: Duration = Duration::from_millis(700);

/// The question what to do.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskHint {
    /// The seat that wants to know.
    seat: Seat,
}

/// A hint, if there is anything to decide.
#[derive(Serialize, JsonSchema)]
pub struct Hinted {
    /// The hint; nothing if the seat has nothing to decide now.
    hint: Option<Hint>,
}

/// What a bot would do.
#[derive(Serialize, JsonSchema)]
pub struct Hint {
    /// The actions, in their order: the next one, and those that belong to it.
    #[schemars(with = "Vec<serde_json::Value>")]
    actions: Vec<Raw>,
    /// What each of them does, in words.
    labels: Vec<String>,
    /// Why, as half a sentence ("for the hold on Vienna, at the cost of gold in hand"); nothing if there is nothing to say.
    why: Option<String>,
}

/// `POST /api/games/{id}/hint`
pub async fn hint(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Named(id): Named,
    Bearer(token): Bearer,
    Input(AskHint { seat }): Input<AskHint>,
) -> Result<Json<Hinted>, Problem> {
    let hash = token.as_ref().map(|token| token.hash());
    app.limiter.charge(from.ip().into(), hash, price::HINT).map_err(Problem::too_often)?;
    let (game, state, number) = read(&app, &id, token.as_ref(), |room, state| {
        holding(room, token.as_ref(), seat)?;
        Ok((room.game, state.session.state_any(), state.session.entries()))
    })
    .await?;
    let hint = calculated(&app, from, move || {
        let level = Level::search(Budget::Time(THOUGHT));
        let mut bot = registry::bot(game, level, number as u64, Means::within(THOUGHT)).ok()?;
        bot.hint(&*state, seat, number, &StopFlag::default())
    });
    let hint = hint.await?.map(|bots::AnyHint { actions, labels, why }| Hint { actions, labels, why });
    Ok(Json(Hinted { hint }))
}
