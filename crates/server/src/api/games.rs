//! Games: the lobby, the table, and what one does there.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderName, StatusCode, header};
use engine::{Denied, Forecast, Outcome, Raw, SavedGame, Seat, Seats, Seed, Setup, Table, Target, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::App;
use super::describe::Fresh;
use super::input::{Asked, Bearer, Input, Named, whole};
use super::problem::Problem;
use crate::player::{Player, given, is_allowed};
use crate::room::{Deed, Performed, Room, Sitting, Trouble, viewer};
use crate::token::{Token, fresh_seed};
use crate::view::{Look, View};

/// The longest name of a person.
const NAME: usize = 40;

/// The game of this id. Whoever comes with the link of a seat takes that seat.
pub(super) async fn find(app: &App, id: &str, token: Option<&Token>) -> Result<Arc<Room>, Problem> {
    let room = app.hall.room(id).await?;
    let room = room.ok_or_else(|| Problem::not_found("no-such-game", "There is no such game."))?;
    if let Some(token) = token {
        room.claim(&app.hall, token).await;
    }
    Ok(room)
}

/// Looks at the game of this id. One that is just being read again is waited for.
pub(super) async fn read<T>(
    app: &App,
    id: &str,
    token: Option<&Token>,
    read: impl Fn(&Room, &Sitting) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let mut read_again = find(app, id, token).await?.read(&read).await;
    if let Err(Trouble::Closed) = read_again {
        read_again = find(app, id, token).await?.read(&read).await;
    }
    read_again?
}

/// The seats the token holds: none without a token.
pub(super) fn held(room: &Room, token: Option<&Token>) -> Result<Seats, Problem> {
    let Some(token) = token else { return Ok(Seats::NONE) };
    let forged = || Problem::forbidden("bad-token", "This link does not belong to this game.");
    room.seats_of(token).ok_or_else(forged)
}

/// The same, if `seat` is among them.
pub(super) fn holding(room: &Room, token: Option<&Token>, seat: Seat) -> Result<Seats, Problem> {
    let held = held(room, token)?;
    if held.contains(seat) {
        return Ok(held);
    }
    Err(Problem::forbidden("not-your-seat", format!("You do not hold {seat}.")))
}

/// A game to be made.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Which game of the catalog.
    game: String,
    /// Which of its scenarios.
    scenario: String,
    /// Options that differ from the scenario's defaults.
    #[serde(default)]
    options: BTreeMap<String, Value>,
    /// Who sits where.
    #[schemars(length(min = 1, max = "Seats::MAX"))]
    seats: Vec<Player>,
    /// Where chance starts. If none is given, nobody can know it; if one is, all who look at the game are shown it.
    #[serde(default, deserialize_with = "given")]
    seed: Option<Seed>,
    /// Whether forced moves are played for people.
    #[serde(default = "yes")]
    auto: bool,
}

fn yes() -> bool {
    true
}

/// A game that was made.
#[derive(Serialize, JsonSchema)]
pub struct Created {
    /// Its id.
    id: String,
    /// The token that holds the seats of all people.
    host: String,
    /// One for each seat of a person.
    links: Vec<Link>,
}

/// What a person needs to take a seat.
#[derive(Serialize, JsonSchema)]
pub struct Link {
    /// The seat.
    seat: Seat,
    /// The token that holds it.
    token: String,
    /// The address of the table, the token included.
    path: String,
}

/// `POST /api/games`
pub async fn create(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Input(new): Input<NewGame>,
) -> Result<Fresh<Created>, Problem> {
    let bad = |error: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-setup", error);
    if new.seats.is_empty() || new.seats.len() > usize::from(Seats::MAX) {
        return Err(bad(format!("A table has from 1 to {} seats.", Seats::MAX)));
    }
    for player in &new.seats {
        match player {
            Player::Human { name: Some(name) } => {
                let fits = (1..=NAME).contains(&name.chars().count());
                if !fits || name.trim() != name || name.chars().any(char::is_control) {
                    return Err(bad(format!(
                        "A name has from 1 to {NAME} characters, without blanks around."
                    )));
                }
            }
            Player::Bot { level } if !is_allowed(*level, app.hall.config.bot_turn.as_millis() as u64) => {
                let most = app.hall.config.bot_turn.as_secs();
                return Err(bad(format!(
                    "The bot {level} would think too long; here a turn may take {most} s."
                )));
            }
            _ => {}
        }
    }
    if !app.gate.game(from.ip()) {
        return Err(Problem::too_many("too-many-games", "That is many games at once; please wait a little."));
    }
    let seed_chosen = new.seed.is_some();
    let seed = new.seed.map_or_else(fresh_seed, Ok)?;
    let setup = Setup { scenario: new.scenario, options: new.options, seats: new.seats.len() as u8, seed };
    let made = app.hall.create(&new.game, setup, seed_chosen, new.seats, new.auto).await?;
    let link = |(seat, token): (Seat, Token)| Link {
        seat,
        path: format!("/play/{}#{}", made.id, token.0),
        token: token.0,
    };
    let links = made.links.into_iter().map(link).collect();
    Ok(Fresh(Created { host: made.host.0, links, id: made.id }))
}

/// A game in the lobby.
#[derive(Serialize, JsonSchema)]
pub struct Listed {
    /// Its id.
    id: String,
    /// Which game it is of.
    game: String,
    /// The name of that game.
    title: &'static str,
    /// The scenario's id.
    scenario: String,
    /// When it was made, in milliseconds since 1970.
    created: i64,
    /// How many entries the journal has.
    number: usize,
    /// Who must decide.
    to_act: Vec<Seat>,
    /// Who sits where.
    seats: Vec<Player>,
    /// How it ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
}

/// `GET /api/games`
pub async fn lobby(State(app): State<App>) -> Result<Json<Vec<Listed>>, Problem> {
    let newest = app.hall.store.newest(app.hall.config.limits.lobby).await?;
    let listed = newest.into_iter().map(|listed| Listed {
        id: listed.id,
        title: registry::info(&listed.game).map_or("", |info| info.title),
        game: listed.game,
        scenario: listed.setup.scenario,
        created: listed.created,
        number: listed.standing.number,
        to_act: listed.standing.to_act,
        seats: listed.seats,
        outcome: listed.standing.outcome,
    });
    Ok(Json(listed.collect()))
}

/// How a client wants to see the table.
#[derive(Deserialize, JsonSchema)]
pub struct Wanted {
    /// The seat to look from; if none is given, one that is held and must decide.
    seat: Option<u8>,
    /// The first entry of the log that is wanted.
    #[serde(default)]
    log_from: usize,
}

impl Wanted {
    /// The look a token allows: its own seats, and any seat once the game is over.
    fn look(&self, room: &Room, token: Option<&Token>, over: bool) -> Result<Look, Problem> {
        let held = held(room, token)?;
        let seat = self.seat.map(Seat);
        if let Some(seat) = seat
            && !(held.contains(seat) || over && seat.index() < room.players.len())
        {
            return Err(Problem::forbidden("not-your-seat", format!("You do not hold {seat}.")));
        }
        Ok(Look { held, seat, log_from: self.log_from })
    }
}

/// `GET /api/games/{id}`
pub async fn show(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(wanted): Asked<Wanted>,
) -> Result<Json<View>, Problem> {
    let view = read(&app, &id, token.as_ref(), |room, sitting| {
        let look = wanted.look(room, token.as_ref(), sitting.session.outcome().is_some())?;
        Ok(View::of(room, sitting, look))
    });
    view.await.map(Json)
}

/// Something a seat wants to do.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// How many entries the journal had when this was decided. More may have come since if others decide at the same time.
    number: usize,
    /// The seat.
    seat: Seat,
    /// What, exactly as it was listed among the choices.
    action: Raw,
    /// What follows, where one choice makes several actions: exactly as listed.
    #[serde(default)]
    then: Vec<Raw>,
}

/// `POST /api/games/{id}/actions`
pub async fn act(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(wanted): Asked<Wanted>,
    Input(act): Input<Act>,
) -> Result<Json<View>, Problem> {
    perform(&app, &id, token.as_ref(), &wanted, act.seat, Some(act.number), Deed::Act(act.action, act.then))
        .await
}

/// Does what a person wants.
pub(super) async fn perform(
    app: &App,
    id: &str,
    token: Option<&Token>,
    wanted: &Wanted,
    seat: Seat,
    number: Option<usize>,
    deed: Deed,
) -> Result<Json<View>, Problem> {
    let room = find(app, id, token).await?;
    holding(&room, token, seat)?;
    let look = wanted.look(&room, token, false)?;
    let mut performed = room.perform(&app.hall, seat, number, deed.clone(), look).await;
    // Nothing was done in a room that was closed before.
    if let Err(Trouble::Closed) = performed {
        performed = find(app, id, token).await?.perform(&app.hall, seat, number, deed, look).await;
    }
    let Performed { view, done } = performed?;
    tracing::debug!(game = id, %seat, done, "a deed is done");
    Ok(Json(view))
}

/// The question why something cannot be done.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explain {
    /// The seat that wants to know.
    seat: Seat,
    /// With what.
    #[serde(deserialize_with = "whole")]
    target: Target,
}

/// All that stands against it.
#[derive(Serialize, JsonSchema)]
pub struct Explained {
    /// Why not; nothing if nothing does.
    reasons: Vec<Reason>,
}

/// Why not, and the rule in full.
#[derive(Serialize, JsonSchema)]
pub struct Reason {
    #[serde(flatten)]
    denied: Denied,
    /// The rule.
    text: String,
}

/// `POST /api/games/{id}/explain`
pub async fn explain(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Input(Explain { seat, target }): Input<Explain>,
) -> Result<Json<Explained>, Problem> {
    let reasons = read(&app, &id, token.as_ref(), |room, sitting| {
        holding(room, token.as_ref(), seat)?;
        let ledger = sitting.session.info().ledger;
        let reason = |denied: Denied| {
            let text = ledger.get(denied.rule.as_str()).map_or_else(String::new, |rule| rule.text.clone());
            Reason { denied, text }
        };
        Ok(sitting.session.explain(seat, &target).into_iter().map(reason).collect())
    });
    Ok(Json(Explained { reasons: reasons.await? }))
}

/// What is to be expected of something.
#[derive(Serialize, JsonSchema)]
pub struct Foretold {
    /// The forecast; nothing if there is nothing to foretell.
    forecast: Option<Forecast>,
}

/// `POST /api/games/{id}/forecast`
pub async fn forecast(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Input(Explain { seat, target }): Input<Explain>,
) -> Result<Json<Foretold>, Problem> {
    let forecast = read(&app, &id, token.as_ref(), |room, sitting| {
        holding(room, token.as_ref(), seat)?;
        Ok(sitting.session.forecast(seat, &target))
    });
    Ok(Json(Foretold { forecast: forecast.await? }))
}

/// A moment to look back at.
#[derive(Deserialize, JsonSchema)]
pub struct At {
    /// After how many entries.
    at: usize,
    /// The seat to look from; if none is given, one that is held and must decide.
    seat: Option<u8>,
}

/// The table as it was.
#[derive(Serialize, JsonSchema)]
pub struct Replayed {
    /// After how many entries.
    number: usize,
    /// The table.
    table: Table,
}

/// `GET /api/games/{id}/replay?at=N`
pub async fn replay(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(At { at, seat }): Asked<At>,
) -> Result<Json<Replayed>, Problem> {
    let replayed = read(&app, &id, token.as_ref(), |room, sitting| {
        let session = &sitting.session;
        let wanted = Wanted { seat, log_from: 0 };
        let look = wanted.look(room, token.as_ref(), session.outcome().is_some())?;
        let table = session.table_at(at, viewer(look.shown(session.to_act())));
        let missing = || {
            let (first, last) = (session.origin(), session.entries());
            Problem::not_found(
                "no-such-entry",
                format!("The game can be shown from entry {first} to {last}."),
            )
        };
        Ok(Json(Replayed { number: at, table: table.ok_or_else(missing)? }))
    });
    replayed.await
}

/// Something to be kept as a file.
type Download<T> = ([(HeaderName, String); 1], Json<T>);

/// `GET /api/games/{id}/journal`
pub async fn journal(State(app): State<App>, Named(id): Named) -> Result<Download<SavedGame>, Problem> {
    read(&app, &id, None, |room, sitting| {
        if sitting.session.outcome().is_none() {
            let sentence = "The journal holds the dice to come: it can be had when the game is over.";
            return Err(Problem::forbidden("not-over", sentence));
        }
        let name = format!("attachment; filename=\"{}-{}.json\"", room.game, room.id);
        Ok(([(header::CONTENT_DISPOSITION, name)], Json(sitting.session.save())))
    })
    .await
}
