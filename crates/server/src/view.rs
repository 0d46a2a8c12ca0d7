//! What a client is shown of a game.

use std::sync::Arc;

use engine::{LegalChoice, Line, Outcome, Seat, Seats, Seed, Table, Values};
use schemars::JsonSchema;
use serde::Serialize;

use crate::player::Player;
use crate::room::{News, Request, Room, Sitting, viewer};
use crate::store::Repair;

/// Who looks at a game, and how much of it he wants.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The seats held.
    pub held: Seats,
    /// The seat asked for; if none was, one that must decide.
    pub seat: Option<Seat>,
    /// The first entry of the log that is wanted.
    pub log_from: usize,
}

/// How a game stands, in few bytes: enough to know whether it is one's turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Update {
    /// How many entries the journal has.
    pub number: usize,
    /// Another whenever something has changed that whoever asks may see.
    pub stamp: String,
    /// Who must decide.
    pub to_act: Seats,
    /// How it ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Arc<Outcome>>,
}

/// A game as one viewer sees it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    /// Its id.
    id: String,
    /// Which game it is of.
    game: &'static str,
    /// The name of that game.
    title: &'static str,
    /// The scenario's id.
    scenario: String,
    /// The value of every option.
    options: Arc<Values>,
    /// When it was made, in milliseconds since 1970.
    created: i64,
    /// What the seed will have to fit.
    commitment: String,
    /// Whether whoever made the game has chosen its seed: then everybody may know the dice to come, as he does.
    seed_chosen: bool,
    /// Where chance started; only when the game is over, or if the seed was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<Seed>,
    /// How many entries the journal has.
    number: usize,
    /// Another whenever something has changed that whoever asks may see.
    stamp: String,
    /// The earliest number that can be replayed.
    origin: usize,
    /// The seats held.
    you: Vec<Seat>,
    /// Of those, the seats for which one answers when somebody asks to go back: not those whose own links were used.
    answers_for: Vec<Seat>,
    /// The seat shown; none for a spectator.
    seat: Option<Seat>,
    /// Who sits where.
    seats: Vec<Player>,
    /// Who must decide.
    to_act: Vec<Seat>,
    /// Whether a bot must decide.
    thinking: bool,
    /// The table as that seat sees it.
    table: Table,
    /// What that seat may do, if it is held.
    choices: Vec<LegalChoice>,
    /// Whether that seat may take back its last action.
    undo: bool,
    /// What somebody asks of the others, if anybody does.
    request: Option<Request>,
    /// Whether moves are played for that seat where it has no choice.
    auto: bool,
    /// The standing orders of that seat, if it is held.
    orders: Option<Values>,
    /// How many letters that seat has written or received, if it is held.
    letters: usize,
    /// What happened, as that seat may read it.
    log: Vec<Told>,
    /// How it ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
}

/// A line of the log.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LogLine")]
struct Told {
    /// The entry it belongs to; 0 is the opening.
    entry: usize,
    /// Whether it was taken back.
    undone: bool,
    #[serde(flatten)]
    line: Line,
}

impl Told {
    /// That the game was damaged, and how it went on.
    fn of_repair(repair: &Repair) -> Told {
        Told { entry: repair.at, undone: false, line: Line::new(repair.note.clone(), None, Vec::new()) }
    }
}

impl Look {
    /// The seat that is shown.
    pub fn shown(&self, to_act: Seats) -> Option<Seat> {
        let held = || self.held.iter();
        self.seat.or_else(|| held().find(|&seat| to_act.contains(seat))).or_else(|| held().next())
    }
}

impl View {
    /// The game as `look` sees it.
    pub fn of(room: &Room, sitting: &Sitting, look: Look) -> View {
        let session = &*sitting.session;
        let (info, setup, outcome) = (session.info(), session.setup(), session.outcome());
        let to_act = session.to_act();
        let seat = look.shown(to_act);
        let own = seat.filter(|&seat| look.held.contains(seat));
        let orders = own.and_then(|seat| sitting.orders.get(seat.index()));
        let table = session.table(viewer(seat));
        let log = session.log(viewer(seat), look.log_from).into_iter();
        let log = log.map(|line| Told { entry: line.entry, undone: line.undone, line: line.line });
        let repairs = room.repairs.iter().filter(|repair| repair.at >= look.log_from).map(Told::of_repair);
        let resigned = sitting.resigned.iter().filter(|resignation| resignation.number >= look.log_from);
        let resigned = resigned.map(|resignation| Told {
            entry: resignation.number,
            undone: false,
            line: resignation.line(&table),
        });
        let mut log: Vec<Told> = log.chain(repairs).chain(resigned).collect();
        log.sort_by_key(|told| told.entry);
        View {
            id: room.id.clone(),
            game: info.id,
            title: info.title,
            scenario: setup.scenario.clone(),
            options: room.options.clone(),
            created: room.created,
            commitment: setup.seed.commitment(),
            seed_chosen: room.seed_chosen,
            seed: (outcome.is_some() || room.seed_chosen).then_some(setup.seed),
            number: session.entries(),
            stamp: News::of(sitting).stamp(look.held),
            origin: room.first_shown,
            you: look.held.iter().collect(),
            answers_for: room.answers_for(look.held).iter().collect(),
            seat,
            seats: room.players.clone(),
            to_act: to_act.iter().collect(),
            thinking: to_act.iter().any(|seat| room.bots().contains(seat)),
            table,
            choices: own.map(|seat| session.choices(seat)).unwrap_or_default(),
            undo: own.is_some_and(|seat| room.way_back(sitting, seat).is_ok()),
            request: sitting.request,
            auto: orders.is_some_and(|orders| orders.auto),
            orders: orders.map(|orders| orders.values.clone()),
            letters: own.map_or(0, |seat| sitting.mail.counts()[seat.index()]),
            log,
            outcome,
        }
    }
}
