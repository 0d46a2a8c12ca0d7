//! Games: the lobby, the table, and what one does there.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderName, StatusCode, header};
use engine::describe::AnyAction;
use engine::{Denied, Forecast, Outcome, Raw, SavedGame, Seat, Seats, Seed, Setup, Table, Target, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::App;
use super::describe::Fresh;
use super::input::{Asked, Bearer, Input, Named, RetryKey, whole};
use super::problem::{ErrorCode, Problem};
use super::repeats::Repeat;
use crate::player::{Player, given, is_allowed};
use crate::room::{Attempt, Deed, Performed, Room, Sitting, Trouble, viewer};
use crate::token::{Token, fresh_seed};
use crate::view::{Look, View};

/// The longest name of a person.
pub(super) const NAME: usize = 40;

/// So many actions can follow the first in one request: more than any game offers with one click.
pub(super) const MOST_AT_ONCE: usize = 100;

/// The largest number that every language reads from JSON as it is.
pub(super) const LARGEST: u64 = (1 << 53) - 1;

/// The game of this id.
pub(super) async fn find(app: &App, id: &str) -> Result<Arc<Room>, Problem> {
    let room = app.hall.room(id).await?;
    room.ok_or_else(|| Problem::not_found(ErrorCode::NoSuchGame, "There is no such game."))
}

/// Looks at the game of this id. One that is just being read again is waited for.
pub(super) async fn read<T>(
    app: &App,
    id: &str,
    read: impl Fn(&Room, &Sitting) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let mut read_again = find(app, id).await?.read(&read).await;
    if let Err(Trouble::Closed) = read_again {
        read_again = find(app, id).await?.read(&read).await;
    }
    read_again?
}

/// The seats the token holds: none without a token.
pub(super) fn held(room: &Room, token: Option<&Token>) -> Result<Seats, Problem> {
    let Some(token) = token else { return Ok(Seats::NONE) };
    let forged = || Problem::forbidden(ErrorCode::BadToken, "This link does not belong to this game.");
    room.seats_of(token).ok_or_else(forged)
}

/// The same, if `seat` is among them.
pub(super) fn holding(room: &Room, token: Option<&Token>, seat: Seat) -> Result<Seats, Problem> {
    let held = held(room, token)?;
    if held.contains(seat) {
        return Ok(held);
    }
    Err(Problem::forbidden(ErrorCode::NotYourSeat, format!("You do not hold {seat}.")))
}

/// A game to be made.
#[derive(Serialize, Deserialize, JsonSchema)]
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
    /// Where chance starts; if none is given, nobody can know it.
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
#[derive(Clone, Serialize, JsonSchema)]
pub struct Created {
    /// Its id.
    pub(super) id: String,
    /// The token that holds the seats of all people.
    pub(super) host: String,
    /// One for each seat of a person.
    pub(super) links: Vec<Link>,
}

/// What a person needs to take a seat.
#[derive(Clone, Serialize, JsonSchema)]
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
    RetryKey(key): RetryKey,
    Input(new): Input<NewGame>,
) -> Result<Fresh<Created>, Problem> {
    let Some(key) = key else { return make(&app, from, new).await.map(Fresh) };
    let tasks = app.hall.tasks.clone();
    // In a task of its own: whoever hangs up comes again, and must find what was made.
    let task = tasks.spawn(async move {
        match app.made.repeat(from.ip(), key, fingerprint(&new)).await {
            Repeat::First(reserved) => {
                let created = make(&app, from, new).await?;
                reserved.put(created.clone());
                Ok(Fresh(created))
            }
            Repeat::Answer(created) => Ok(Fresh(created)),
            Repeat::Forgotten(id) => {
                let sentence =
                    format!("The game {id} was made with this key; its links can no longer be told.");
                Err(Problem::new(StatusCode::CONFLICT, ErrorCode::AnsweredBefore, sentence))
            }
            Repeat::Reused => Err(Problem::refused(
                ErrorCode::KeyReused,
                "This retry key was sent with another game before.",
            )),
        }
    });
    task.await.map_err(|error| Problem::internal(&error))?
}

/// What tells a request from another.
fn fingerprint(request: &impl Serialize) -> blake3::Hash {
    blake3::hash(&serde_json::to_vec(request).unwrap_or_default())
}

async fn make(app: &App, from: SocketAddr, new: NewGame) -> Result<Created, Problem> {
    let bad = |error: String| Problem::refused(ErrorCode::BadSetup, error);
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
    if let Err(wait) = app.gate.game(from.ip()) {
        let sentence = "That is many games at once; please wait a little.";
        return Err(Problem::too_many(ErrorCode::TooManyGames, sentence, wait));
    }
    let seed = new.seed.map_or_else(fresh_seed, Ok)?;
    let setup = Setup { scenario: new.scenario, options: new.options, seats: new.seats.len() as u8, seed };
    let made = app.hall.create(&new.game, setup, new.seats, new.auto).await?;
    let link = |(seat, token): (Seat, Token)| Link {
        seat,
        path: format!("/play/{}#{}", made.id, token.0),
        token: token.0,
    };
    let links = made.links.into_iter().map(link).collect();
    Ok(Created { host: made.host.0, links, id: made.id })
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
    #[schemars(with = "Option<Seat>")]
    pub(super) seat: Option<u8>,
    /// The first entry of the log that is wanted.
    #[serde(default)]
    #[schemars(range(max = "LARGEST"))]
    pub(super) log_from: usize,
}

impl Wanted {
    /// The look a token allows: its own seats, and any seat once the game is over.
    pub(super) fn look(&self, room: &Room, token: Option<&Token>, over: bool) -> Result<Look, Problem> {
        let held = held(room, token)?;
        let seat = self.seat.map(Seat);
        if let Some(seat) = seat
            && !(held.contains(seat) || over && seat.index() < room.players.len())
        {
            return Err(Problem::forbidden(ErrorCode::NotYourSeat, format!("You do not hold {seat}.")));
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
    let view = read(&app, &id, |room, sitting| {
        let look = wanted.look(room, token.as_ref(), sitting.session.outcome().is_some())?;
        Ok(View::of(room, sitting, look))
    });
    view.await.map(Json)
}

/// Something a seat wants to do.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// How many entries the journal had when this was decided. More may have come since if others decide at the same time.
    #[schemars(range(max = "LARGEST"))]
    number: usize,
    /// The seat.
    seat: Seat,
    /// What, exactly as it was listed among the choices.
    #[schemars(with = "AnyAction")]
    action: Raw,
    /// What follows, where one choice makes several actions: the `then` of the choice, as it was listed.
    #[serde(default)]
    #[schemars(with = "Vec<AnyAction>", length(max = "MOST_AT_ONCE"))]
    then: Vec<Raw>,
}

/// The table after something was done.
#[derive(Serialize, JsonSchema)]
pub struct Acted {
    /// How many actions were carried out: the first, and those of `then` that could follow.
    done: usize,
    /// Whether that was before: a request with this retry key had been carried out, and nothing was done now.
    repeated: bool,
    #[serde(flatten)]
    view: View,
}

/// `POST /api/games/{id}/actions`
pub async fn act(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    RetryKey(key): RetryKey,
    Asked(wanted): Asked<Wanted>,
    Input(act): Input<Act>,
) -> Result<Json<Acted>, Problem> {
    if act.then.len() > MOST_AT_ONCE {
        return Err(Problem::malformed(format!("At most {MOST_AT_ONCE} actions can follow the first.")));
    }
    let token = token.as_ref();
    let attempt = key.zip(token).map(|(key, token)| {
        let fingerprint = fingerprint(&act);
        Attempt { token: token.hash(), key, fingerprint }
    });
    let Act { number, seat, action, then } = act;
    let deed = Deed::Act(action, then);
    let asked = Request { wanted: &wanted, seat, number: Some(number), attempt };
    let Performed { view, done, repeated } = carry_out(&app, &id, token, asked, deed).await?;
    Ok(Json(Acted { done, repeated, view }))
}

/// What is asked for besides the deed itself.
struct Request<'a> {
    wanted: &'a Wanted,
    seat: Seat,
    number: Option<usize>,
    /// Given if it may come again.
    attempt: Option<Attempt>,
}

async fn carry_out(
    app: &App,
    id: &str,
    token: Option<&Token>,
    asked: Request<'_>,
    deed: Deed,
) -> Result<Performed, Problem> {
    let room = find(app, id).await?;
    match asked.perform(app, &room, token, deed.clone()).await? {
        // Nothing was done in a room that was closed before. Another may have other seats.
        Err(Trouble::Closed) => {
            let room = find(app, id).await?;
            Ok(asked.perform(app, &room, token, deed).await??)
        }
        performed => Ok(performed?),
    }
}

impl Request<'_> {
    async fn perform(
        &self,
        app: &App,
        room: &Arc<Room>,
        token: Option<&Token>,
        deed: Deed,
    ) -> Result<Result<Performed, Trouble>, Problem> {
        let Request { wanted, seat, number, ref attempt } = *self;
        holding(room, token, seat)?;
        let look = wanted.look(room, token, false)?;
        Ok(match attempt.clone() {
            Some(attempt) => room.perform_once(&app.hall, attempt, seat, number, deed, look).await,
            None => room.perform(&app.hall, seat, number, deed, look).await,
        })
    }
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
    let asked = Request { wanted, seat, number, attempt: None };
    carry_out(app, id, token, asked, deed).await.map(|performed| Json(performed.view))
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
    let reasons = read(&app, &id, |room, sitting| {
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
    let forecast = read(&app, &id, |room, sitting| {
        holding(room, token.as_ref(), seat)?;
        Ok(sitting.session.forecast(seat, &target))
    });
    Ok(Json(Foretold { forecast: forecast.await? }))
}

/// A moment to look back at.
#[derive(Deserialize, JsonSchema)]
pub struct At {
    /// After how many entries.
    #[schemars(range(max = "LARGEST"))]
    at: usize,
    /// The seat to look from; if none is given, one that is held and must decide.
    #[schemars(with = "Option<Seat>")]
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
    let replayed = read(&app, &id, |room, sitting| {
        let session = &sitting.session;
        let wanted = Wanted { seat, log_from: 0 };
        let look = wanted.look(room, token.as_ref(), session.outcome().is_some())?;
        let table = session.table_at(at, viewer(look.shown(session.to_act())));
        let missing = || {
            let (first, last) = (session.origin(), session.entries());
            Problem::not_found(
                ErrorCode::NoSuchEntry,
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
    read(&app, &id, |room, sitting| {
        if sitting.session.outcome().is_none() {
            let sentence = "The journal holds the dice to come: it can be had when the game is over.";
            return Err(Problem::forbidden(ErrorCode::NotOver, sentence));
        }
        let name = format!("attachment; filename=\"{}-{}.json\"", room.game, room.id);
        Ok(([(header::CONTENT_DISPOSITION, name)], Json(sitting.session.save())))
    })
    .await
}
