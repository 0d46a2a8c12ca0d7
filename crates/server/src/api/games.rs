//! Games: the lobby, the table, and what one does there.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderName, StatusCode, header};
use engine::describe::AnyAction;
use engine::{
    AnyPosition, Denied, Forecast, Info, Patch, PieceKey, Raw, SavedGame, Seat, Seats, Seed, Setup, SpaceRef,
    Table, Target, Value, Viewer,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::App;
use super::describe::Fresh;
use super::input::{Asked, Bearer, Input, Named, RetryKey, whole};
use super::limits::price;
use super::problem::{ErrorCode, Problem};
use super::repeats::Repeat;
use super::routes::MOST;
use crate::account::Account;
use crate::calculator::Unfinished;
use crate::games::RegistryError;
use crate::load::{Full, Hold};
use crate::player::{Player, given, is_allowed, turn_time};
use crate::room::{
    Attempt, Command, CommandOutcome, CommandRequest, DeleteError, Room, RoomError, RoomState, viewer,
};
use crate::text;
use crate::token::Token;
use crate::view::{Update, View, ViewOptions};

/// After so long it is worth trying again to set bots to think.
const SOON: Duration = Duration::from_secs(10);

/// So many actions can follow the first in one request: more than any game offers with one click.
pub(super) const MOST_AT_ONCE: usize = 100;

/// The largest number that every language reads from JSON as it is.
pub(super) const LARGEST: u64 = (1 << 53) - 1;

/// The game of this id. Whoever comes with the link of a seat takes that seat.
pub(super) async fn find(app: &App, id: &str, token: Option<&Token>) -> Result<Arc<Room>, Problem> {
    let room = app.games.room(id).await?;
    let room = room.ok_or_else(|| Problem::not_found(ErrorCode::NoSuchGame, "There is no such game."))?;
    if let Some(token) = token {
        room.claim(&app.games, token).await;
    }
    Ok(room)
}

/// Looks at the game of this id. One that is just being read again is waited for.
pub(super) async fn read<T>(
    app: &App,
    id: &str,
    token: Option<&Token>,
    read: impl Fn(&Room, &RoomState) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let mut read_again = find(app, id, token).await?.read(&read).await;
    if let Err(RoomError::Closed) = read_again {
        read_again = find(app, id, token).await?.read(&read).await;
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

impl Link {
    /// The token stands behind the `#`, which browsers do not send: no server on the way keeps it.
    pub(super) fn new(game: &str, seat: Seat, token: Token) -> Link {
        Link { seat, path: format!("/play/{game}?seat={}#{}", seat.0, token.0), token: token.0 }
    }
}

/// `POST /api/games`
pub async fn create(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    RetryKey(key): RetryKey,
    Input(new): Input<NewGame>,
) -> Result<Fresh<Created>, Problem> {
    let Some(key) = key else { return make(&app, from, new).await.map(Fresh) };
    let tasks = app.games.tasks.clone();
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

async fn make(app: &App, from: SocketAddr, mut new: NewGame) -> Result<Created, Problem> {
    let bad = |error: String| Problem::refused(ErrorCode::BadSetup, error);
    if new.seats.is_empty() || new.seats.len() > usize::from(Seats::MAX) {
        return Err(bad(format!("A table has from 1 to {} seats.", Seats::MAX)));
    }
    for player in &mut new.seats {
        match player {
            Player::Human { name: Some(name) } => {
                *name = text::name(name).map_err(|error| bad(error.to_string()))?;
            }
            Player::Bot { level } if !is_allowed(*level, app.games.config.bot_turn) => {
                let most = app.games.config.bot_turn.as_secs();
                return Err(bad(format!(
                    "The bot {level} would think too long; here a turn may take {most} s."
                )));
            }
            _ => {}
        }
    }
    app.limiter.game(from.ip().into()).map_err(|wait| {
        let sentence = format!("That is many games at once; the next can be made in {} s.", wait.seconds());
        Problem::too_many(ErrorCode::TooManyGames, sentence, wait.into())
    })?;
    let account = app.games.accounts.of_address(from.ip().into());
    let load = seat_bots(app, account, &new.seats)?;
    let seed_chosen = new.seed.is_some();
    let seed = new.seed.map_or_else(|| app.games.seeds.game(), Ok)?;
    let setup = Setup { scenario: new.scenario, options: new.options, seats: new.seats.len() as u8, seed };
    let made = app.games.create(&new.game, setup, seed_chosen, new.seats, new.auto, (account, load)).await?;
    app.lobby.forget().await;
    let links = made.links.into_iter().map(|(seat, token)| Link::new(&made.id, seat, token)).collect();
    Ok(Created { host: made.host.0, links, id: made.id })
}

/// Counts a new game among those whose bots think, if it has any.
fn seat_bots(app: &App, account: Account, seats: &[Player]) -> Result<Option<Hold>, Problem> {
    let bots: Vec<_> = seats.iter().filter_map(Player::level).collect();
    if bots.is_empty() {
        return Ok(None);
    }
    let load = app.games.loads.reserve(account, bots.into_iter().map(turn_time).sum());
    let full = |full: Full| Problem::too_many(ErrorCode::TooManyBots, full.to_string(), SOON);
    load.map(Some).map_err(full)
}

/// A game that is no more.
#[derive(Serialize, JsonSchema)]
pub struct Deleted {
    /// The id it had.
    id: String,
}

/// `DELETE /api/games/{id}`
pub async fn delete(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
) -> Result<Json<Deleted>, Problem> {
    // Whoever is refused has not come to play.
    let room = find(&app, &id, None).await?;
    let operator = token.as_ref().is_some_and(|token| app.is_admin(token));
    let (games, deleting) = (app.games.clone(), room.clone());
    // In a task of its own: somebody who hangs up does not stop it half-way.
    let task = app.games.tasks.spawn(async move {
        let may = |room: &Room, state: &RoomState| match operator {
            true => Ok(()),
            false => room.may_delete(token.as_ref(), state.session.outcome().is_some()),
        };
        deleting.delete(&games, may).await
    });
    match task.await.unwrap_or(Err(RoomError::Closed))? {
        Ok(()) => {
            app.lobby.forget().await;
            tracing::info!(id = room.id, operator, "a game is deleted");
            Ok(Json(Deleted { id }))
        }
        Err(DeleteError::NotHost) => Err(Problem::forbidden(
            ErrorCode::NotHost,
            "Only who made the game can delete it, with his own link.",
        )),
        Err(DeleteError::OthersPlay) => Err(Problem::forbidden(
            ErrorCode::OthersPlay,
            "Others play in this game. You can delete it when it is over, or when they have not come for 30 days.",
        )),
    }
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
    /// From this seat, with all of the log.
    pub(super) fn from_seat(seat: Option<u8>) -> Wanted {
        Wanted { seat, log_from: 0 }
    }

    /// The look a token allows: its own seats, and any seat once the game is over.
    pub(super) fn look(
        &self,
        room: &Room,
        token: Option<&Token>,
        over: bool,
    ) -> Result<ViewOptions, Problem> {
        let held = held(room, token)?;
        let seat = self.seat.map(Seat);
        if let Some(seat) = seat
            && !(held.contains(seat) || over && seat.index() < room.players.len())
        {
            return Err(Problem::forbidden(ErrorCode::NotYourSeat, format!("You do not hold {seat}.")));
        }
        Ok(ViewOptions { held, seat, log_from: self.log_from })
    }
}

/// `GET /api/games/{id}`
pub async fn show(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(wanted): Asked<Wanted>,
) -> Result<Json<View>, Problem> {
    let view = read(&app, &id, token.as_ref(), |room, state| {
        let look = wanted.look(room, token.as_ref(), state.session.outcome().is_some())?;
        Ok(View::of(room, state, look))
    });
    view.await.map(Json)
}

/// Something a seat wants to do: an action, or a route.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// How many entries the journal had when this was decided. More may have come since if others decide at the same time.
    #[schemars(range(max = "LARGEST"))]
    number: usize,
    /// The seat.
    seat: Seat,
    /// What, exactly as it was listed among the choices.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[schemars(with = "Option<AnyAction>")]
    action: Option<Raw>,
    /// What follows, where one choice makes several actions: exactly as listed.
    #[serde(default)]
    #[schemars(with = "Vec<AnyAction>", length(max = "MOST_AT_ONCE"))]
    then: Vec<Raw>,
    /// Pieces that go somewhere together, instead of an action.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    route: Option<Going>,
}

/// Pieces that go somewhere together.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Going {
    /// Which.
    #[schemars(length(max = "MOST"))]
    pieces: Vec<PieceKey>,
    /// Over these spaces, exactly as the route was listed.
    #[schemars(length(max = "MOST"))]
    way: Vec<SpaceRef>,
}

impl Act {
    fn command(self) -> Result<(Seat, usize, Command), Problem> {
        let Act { number, seat, action, then, route } = self;
        if then.len() > MOST_AT_ONCE {
            return Err(Problem::malformed(format!("At most {MOST_AT_ONCE} actions can follow the first.")));
        }
        let command = match (action, route) {
            (Some(action), None) => Command::Act(action, then),
            (None, Some(Going { pieces, way })) if then.is_empty() => {
                if pieces.len() > MOST || way.len() > MOST {
                    return Err(Problem::malformed(format!(
                        "At most {MOST} pieces go over at most {MOST} spaces."
                    )));
                }
                Command::Go(pieces, way)
            }
            _ => {
                return Err(Problem::malformed("Either \"action\" or \"route\" says what to do.".to_owned()));
            }
        };
        Ok((seat, number, command))
    }
}

/// What was done, and the table after it.
#[derive(Serialize, JsonSchema)]
pub struct Acted {
    /// How many actions were carried out: the first, and those that could follow.
    done: usize,
    /// Whether that was before: a request with this retry key had been carried out, and nothing was done now.
    repeated: bool,
    #[serde(flatten)]
    view: View,
}

/// What was done.
#[derive(Serialize, JsonSchema)]
pub struct Acknowledged {
    /// How many actions were carried out: the first, and those that could follow.
    done: usize,
    /// Whether that was before: a request with this retry key had been carried out, and nothing was done now.
    repeated: bool,
    #[serde(flatten)]
    update: Update,
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
    let (CommandOutcome { view, done, repeated, .. }, _) =
        act_as(&app, &id, token, key, &wanted, act, true).await?;
    let view = view.ok_or_else(|| Problem::internal(&"there is no view"))?;
    Ok(Json(Acted { done, repeated, view }))
}

/// `POST /api/games/{id}/moves`
pub async fn moves(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
    RetryKey(key): RetryKey,
    Input(act): Input<Act>,
) -> Result<Json<Acknowledged>, Problem> {
    let wanted = Wanted::from_seat(Some(act.seat.0));
    let (CommandOutcome { done, repeated, news, .. }, held) =
        act_as(&app, &id, token, key, &wanted, act, false).await?;
    Ok(Json(Acknowledged { done, repeated, update: news.update(held) }))
}

/// Does something for a seat; gives the seats that are held, too.
async fn act_as(
    app: &App,
    id: &str,
    token: Option<Token>,
    key: Option<String>,
    wanted: &Wanted,
    act: Act,
    show: bool,
) -> Result<(CommandOutcome, Seats), Problem> {
    let attempt = key.zip(token.as_ref()).map(|(key, token)| {
        let fingerprint = fingerprint(&act);
        Attempt { token: token.hash(), key, fingerprint }
    });
    let (seat, number, command) = act.command()?;
    let asked = Request { wanted, seat, number: Some(number), attempt, show };
    carry_out(app, id, token.as_ref(), asked, command).await
}

/// What is asked for besides the command itself.
struct Request<'a> {
    wanted: &'a Wanted,
    seat: Seat,
    number: Option<usize>,
    /// Given if it may come again.
    attempt: Option<Attempt>,
    /// Whether the table after it is wanted.
    show: bool,
}

async fn carry_out(
    app: &App,
    id: &str,
    token: Option<&Token>,
    asked: Request<'_>,
    command: Command,
) -> Result<(CommandOutcome, Seats), Problem> {
    let room = find(app, id, token).await?;
    match asked.perform(app, &room, token, command.clone()).await? {
        // Nothing was done in a room that was closed before. Another may have other seats.
        (Err(RoomError::Closed), _) => {
            let room = find(app, id, token).await?;
            let (performed, held) = asked.perform(app, &room, token, command).await?;
            Ok((performed?, held))
        }
        (performed, held) => Ok((performed?, held)),
    }
}

impl Request<'_> {
    async fn perform(
        &self,
        app: &App,
        room: &Arc<Room>,
        token: Option<&Token>,
        command: Command,
    ) -> Result<(Result<CommandOutcome, RoomError>, Seats), Problem> {
        let Request { wanted, seat, number, ref attempt, show } = *self;
        let held = holding(room, token, seat)?;
        let look = wanted.look(room, token, false)?;
        let wish = CommandRequest { seat, number, command, look, show };
        let performed = match attempt.clone() {
            Some(attempt) => room.perform_once(&app.games, attempt, wish).await,
            None => room.perform(&app.games, wish).await,
        };
        Ok((performed, held))
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
    command: Command,
) -> Result<Json<View>, Problem> {
    let asked = Request { wanted, seat, number, attempt: None, show: true };
    let (performed, _) = carry_out(app, id, token, asked, command).await?;
    performed.view.map(Json).ok_or_else(|| Problem::internal(&"there is no view"))
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
    /// From which watcher's table the key of a piece is, for whoever follows the game: the `watcher` of the view.
    #[serde(default, deserialize_with = "given")]
    watcher: Option<u32>,
}

/// The result of something that takes a while, worked out on a thread for that.
pub(super) async fn calculated<T: Send + 'static>(
    app: &App,
    from: SocketAddr,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    app.calculator.run(from.ip().into(), work).await.map_err(|why| match why {
        Unfinished::Full(full) => Problem::busy(full),
        Unfinished::TooSlow => Problem::too_slow(),
        Unfinished::Broken => Problem::internal(&"a calculation broke down"),
    })
}

/// A copy of the state, for whoever holds `seat`, and what `target` is called there.
async fn copied(
    app: &App,
    id: &str,
    token: Option<&Token>,
    Explain { seat, target, watcher }: Explain,
) -> Result<(Box<dyn AnyPosition>, &'static Info, Target), Problem> {
    let (position, info) = read(app, id, token, |room, state| {
        holding(room, token, seat)?;
        Ok((state.session.moment(), state.session.info()))
    })
    .await?;
    let target = find(app, id, token).await?.resolve(seat, watcher, target).await;
    Ok((position, info, target))
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
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Named(id): Named,
    Bearer(token): Bearer,
    Input(asked): Input<Explain>,
) -> Result<Json<Explained>, Problem> {
    let seat = asked.seat;
    let (position, info, target) = copied(&app, &id, token.as_ref(), asked).await?;
    let reasons = calculated(&app, from, move || position.explain(seat, &target)).await?;
    let reason = |denied: Denied| {
        let text = info.ledger.get(denied.rule.as_str()).map_or_else(String::new, |rule| rule.text.clone());
        Reason { denied, text }
    };
    Ok(Json(Explained { reasons: reasons.into_iter().map(reason).collect() }))
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
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Named(id): Named,
    Bearer(token): Bearer,
    Input(asked): Input<Explain>,
) -> Result<Json<Foretold>, Problem> {
    let hash = token.as_ref().map(|token| token.hash());
    app.limiter.charge(from.ip().into(), hash, price::FORECAST).map_err(Problem::too_often)?;
    let seat = asked.seat;
    let (position, _, target) = copied(&app, &id, token.as_ref(), asked).await?;
    let forecast = calculated(&app, from, move || position.forecast(seat, &target)).await?;
    Ok(Json(Foretold { forecast }))
}

/// A moment to look back at.
#[derive(Deserialize, JsonSchema)]
pub struct At {
    /// After how many entries.
    #[schemars(range(max = "LARGEST"))]
    at: usize,
    /// What followed until after so many entries is wanted, too: as patches, one for each entry, at most 500 of them.
    #[serde(default)]
    #[schemars(range(max = "LARGEST"))]
    until: Option<usize>,
    /// The seat to look from; if none is given, one that is held and must decide.
    #[schemars(with = "Option<Seat>")]
    seat: Option<u8>,
}

/// The table as it was.
#[derive(Serialize, JsonSchema)]
pub struct Replayed {
    /// After how many entries. Earlier than was asked if the rules have changed since: then only some moments are known.
    number: usize,
    /// The table.
    table: Table,
    /// What changed with each of the entries after it, as far as that was asked for.
    #[schemars(with = "Vec<Patch<'_>>")]
    patches: Vec<Raw>,
}

/// So many patches are given at once.
const MOST_REPLAYED: usize = 500;

/// `GET /api/games/{id}/replay?at=N`
pub async fn replay(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Named(id): Named,
    Bearer(token): Bearer,
    Asked(At { at, until, seat }): Asked<At>,
) -> Result<Json<Replayed>, Problem> {
    let shown = |room: &Room, state: &RoomState| -> Result<Viewer, Problem> {
        let session = &state.session;
        let look = Wanted::from_seat(seat).look(room, token.as_ref(), session.outcome().is_some())?;
        Ok(viewer(look.shown(session.to_act())))
    };
    let last_wanted = until.unwrap_or(at).min(at.saturating_add(MOST_REPLAYED));
    let (past, viewer, first, last) = read(&app, &id, token.as_ref(), |room, state| {
        let past = state.session.past(at, last_wanted);
        Ok((past, shown(room, state)?, room.first_shown, state.session.entries()))
    })
    .await?;
    if let Some(past) = past {
        let replayed = calculated(&app, from, move || {
            let mut patches = Vec::new();
            let table = past.follow(viewer, &mut |patch| patches.push(Raw::of(patch)));
            Replayed { number: at, table, patches }
        });
        return replayed.await.map(Json);
    }
    // From before a change of the rules there is what was kept at changes of hands.
    if let Some(kept) = app.games.store.position(&id, at).await?.filter(|_| at <= last) {
        let table = read(&app, &id, token.as_ref(), |_, state| {
            Ok(state.session.table_of(&kept.state, kept.revision, viewer))
        });
        if let Some(table) = table.await? {
            return Ok(Json(Replayed { number: kept.number, table, patches: Vec::new() }));
        }
    }
    let sentence = format!("The game can be shown from entry {first} to {last}.");
    Err(Problem::not_found(ErrorCode::NoSuchEntry, sentence))
}

/// Something to be kept as a file.
type Download<T> = ([(HeaderName, String); 1], Json<T>);

/// `GET /api/games/{id}/journal`
pub async fn journal(
    State(app): State<App>,
    Named(id): Named,
    Bearer(token): Bearer,
) -> Result<Download<SavedGame>, Problem> {
    let attachment = |game: &str, id: &str| format!("attachment; filename=\"{game}-{id}.json\"");
    if let Some(token) = &token
        && let Err(RegistryError::Load(_) | RegistryError::UnknownGame(_)) = app.games.room(&id).await
        && let Some((game, saved)) = app.games.export(&id, token).await?
    {
        return Ok(([(header::CONTENT_DISPOSITION, attachment(&game, &id))], Json(saved)));
    }
    read(&app, &id, token.as_ref(), |room, state| {
        if state.session.outcome().is_none() {
            let sentence = "The journal holds the dice to come: it can be had when the game is over.";
            return Err(Problem::forbidden(ErrorCode::NotOver, sentence));
        }
        let name = attachment(room.game, &room.id);
        Ok(([(header::CONTENT_DISPOSITION, name)], Json(state.session.save())))
    })
    .await
}
