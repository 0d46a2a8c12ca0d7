//! What a client is shown of a game.

use std::sync::Arc;

use engine::{Line, LogLine, Outcome, Seat, Seats, Seed, Table, Values};
use schemars::JsonSchema;
use serde::Serialize;

use crate::player::Player;
use crate::room::{News, Perspective, Room, RoomState, SeatStatus, viewer};
use crate::store::Repair;

/// Who looks at a game, and how much of it he wants.
#[derive(Clone, Copy, Debug)]
pub struct ViewOptions {
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
    /// What changes beside the table for that seat, if it is held.
    #[serde(flatten)]
    status: SeatStatus,
    /// The standing orders of that seat, if it is held.
    orders: Option<Values>,
    /// What happened lately, as that seat may read it.
    log: Vec<LogLine>,
    /// The first entry of which the log tells; what came before is to be had page by page.
    log_from: usize,
    /// Which watcher this is, for whoever follows the game: named when asking about pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    watcher: Option<u32>,
    /// How it ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
}

/// So many lines of the log are sent with a view.
pub const TAIL: usize = 200;

/// That the game was damaged, and how it went on.
fn of_repair(repair: &Repair) -> LogLine {
    LogLine { entry: repair.at, undone: false, line: Line::new(repair.note.clone(), None, Vec::new()) }
}

/// What happened from entry `from` on, as the viewer in `seat` may read it: what the game tells, repairs and resignations.
pub fn log(room: &Room, state: &RoomState, seat: Option<Seat>, from: usize, table: &Table) -> Vec<LogLine> {
    let repairs = room.repairs.iter().filter(|repair| repair.at >= from).map(of_repair);
    let resigned = state.resigned.iter().filter(|resignation| resignation.number >= from);
    let resigned = resigned.map(|resignation| LogLine {
        entry: resignation.number,
        undone: false,
        line: resignation.line(table),
    });
    let mut log = state.session.log(viewer(seat), from);
    log.extend(repairs.chain(resigned));
    log.sort_by_key(|line| line.entry);
    log
}

/// The last of these lines, with all of their entries, and the first entry of which they tell all.
pub fn tail(mut log: Vec<LogLine>, from: usize, most: usize) -> (Vec<LogLine>, usize) {
    if log.len() <= most {
        return (log, from);
    }
    // An entry is told as a whole, or not at all.
    let cut = log[log.len() - most].entry;
    let first = log.partition_point(|line| line.entry < cut);
    log.drain(..first);
    (log, cut)
}

impl ViewOptions {
    /// From which perspective.
    pub fn perspective(&self) -> Perspective {
        Perspective { seat: self.seat, own: self.seat.is_some_and(|seat| self.held.contains(seat)) }
    }

    /// The seat that is shown.
    pub fn shown(&self, to_act: Seats) -> Option<Seat> {
        let held = || self.held.iter();
        self.seat.or_else(|| held().find(|&seat| to_act.contains(seat))).or_else(|| held().next())
    }
}

impl View {
    /// The game as `look` sees it.
    pub fn of(room: &Room, state: &RoomState, look: ViewOptions) -> View {
        let seat = look.shown(state.session.to_act());
        View::with(room, state, ViewOptions { seat, ..look }, state.session.table(viewer(seat)), None)
    }

    /// The same with the table that somebody who follows the game has.
    pub fn with(
        room: &Room,
        state: &RoomState,
        look: ViewOptions,
        mut table: Table,
        watcher: Option<u32>,
    ) -> View {
        let session = &*state.session;
        let (info, setup, outcome) = (session.info(), session.setup(), session.outcome());
        let (to_act, seat) = (session.to_act(), look.seat);
        let own = seat.filter(|&seat| look.held.contains(seat));
        let orders = own.and_then(|seat| state.orders.get(seat.index()));
        let (log, log_from) = tail(log(room, state, seat, look.log_from, &table), look.log_from, TAIL);
        if own.is_none() {
            table.choices.clear();
        }
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
            stamp: News::of(state).stamp(look.held),
            origin: room.first_shown,
            you: look.held.iter().collect(),
            seat,
            seats: room.players.clone(),
            to_act: to_act.iter().collect(),
            thinking: to_act.iter().any(|seat| room.bots().contains(seat)),
            table,
            status: room.status(state, look.perspective()),
            orders: orders.map(|orders| orders.values.clone()),
            log,
            log_from,
            watcher,
            outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_tells_its_first_entry_as_a_whole() {
        let line = |entry| LogLine { entry, undone: false, line: Line::new("", None, Vec::new()) };
        let log: Vec<LogLine> = [0, 1, 1, 1, 2, 3].map(line).into();
        assert_eq!(tail(log.clone(), 0, 6), (log.clone(), 0));
        assert_eq!(tail(log.clone(), 0, 4), (log[1..].to_vec(), 1));
        assert_eq!(tail(log.clone(), 0, 2), (log[4..].to_vec(), 2));
    }
}
