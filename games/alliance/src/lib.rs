//! Alliance: hidden blocks, cards and diplomacy from 1804 to 1815.
//!
//! The modules follow the chapters of the rulebook: `places` and `map` (1, 11), `blocks` (2), `cards` and `turn` (3), `control`,
//! `movement` and `supply` (4), `levies` (5), `diplomacy`, `pacts` and `talks` (6), `battle` (7), `fleets` (8), `defeat` (9),
//! `victory` (10), `scenarios` and `solitaire` (12) and `winter` (3.5).
//!
//! `data/map.toml` says what the map is; `cargo run --release -p alliance --example survey-alliance` draws the outlines of regions and
//! seas from it into `data/outlines.bin`.

mod action;
mod appraisal;
mod audit;
mod battle;
mod blocks;
mod cards;
mod control;
mod defeat;
mod diplomacy;
mod event;
mod explain;
mod fleets;
mod hidden;
mod levies;
pub mod map;
mod movement;
mod odds;
mod options;
mod orders;
pub mod outlines;
mod pacts;
mod places;
mod position;
mod scenarios;
mod setup;
mod sheet;
mod solitaire;
mod state;
mod states;
mod supply;
mod survey;
mod talks;
mod turn;
mod victory;
mod view;
mod winter;

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use engine::{
    Board, Chance, Choice, Denied, Dice, Forecast, Game, Info, Layer, Line, Outcome, Overlay, PieceKey,
    Recorder, Route, Seat, Seats, Setup, SetupError, SpaceRef, Table, Target, Values, Viewer,
};

pub use action::{Action, Item};
pub use blocks::{Block, BlockId, BlockSet, Fire, Kind, Letter};
pub use cards::{Card, Cards, Leader};
pub use event::{Event, Party};
pub use places::{BorderId, Crossing, Link, Place, PlaceSet, Room};
pub use sheet::sheet;
pub use state::{Alliance, EndReason};
pub use states::{EMPIRES, State};

static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| vec![atlas::board::board(&sheet())]);

impl Game for Alliance {
    type Action = Action;
    type Event = Event;

    fn info() -> &'static Info {
        &options::INFO
    }

    fn boards() -> &'static [Board] {
        &BOARDS
    }

    fn new(setup: &Setup, log: &mut impl Recorder<Event>) -> Result<Alliance, SetupError> {
        Alliance::prepare(setup, log)
    }

    fn to_act(&self) -> Seats {
        self.deciders()
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        self.list(seat, out);
    }

    fn apply(&mut self, seat: Seat, action: &Action, log: &mut impl Recorder<Event>) -> Result<(), Denied> {
        self.act(seat, *action, log)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.map(|end| Outcome {
            winners: end.winners,
            reason: end.reason.key().into(),
            scores: end.scores[..usize::from(self.players())].iter().map(|score| i32::from(*score)).collect(),
        })
    }

    fn view(&self, viewer: Viewer) -> Table {
        self.seen(viewer).table()
    }

    fn choice(&self, seat: Seat, action: &Action) -> Choice {
        self.choices(seat).present(*action)
    }

    fn tell(event: &Event, viewer: Viewer) -> Option<Line> {
        event.tell(viewer)
    }

    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        self.reasons_of(seat).reasons(target)
    }

    fn forecast(&self, seat: Seat, target: &Target) -> Option<Forecast> {
        self.forecaster(seat).foretell(target)
    }

    fn routes(&self, seat: Seat, pieces: &[PieceKey], via: &[SpaceRef]) -> Vec<Route<Action>> {
        self.choices(seat).ways_for(pieces, via)
    }

    fn layer(&self, viewer: Viewer, layer: Layer) -> Vec<Overlay> {
        self.seen(viewer).overlay(layer)
    }

    fn determinize(&self, seat: Seat, chance: &mut impl Chance) -> Alliance {
        self.player(seat).imagine(chance)
    }

    fn appraise(&self, seat: Seat) -> f32 {
        self.prospects(seat)
    }

    fn horizon() -> u32 {
        1
    }

    fn prior(&self, seat: Seat, action: &Action) -> f32 {
        self.urge(seat).inclination(*action)
    }

    fn openly_forced(&self, _seat: Seat) -> bool {
        self.is_openly_forced()
    }

    fn ordered(&self, seat: Seat, orders: &Values) -> Option<Action> {
        self.player(seat).standing_answer(orders)
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn check(&self) -> Result<(), String> {
        self.auditor().audit()
    }
}
