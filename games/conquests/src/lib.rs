//! Napoleon's Conquests: advisors, cards and campaigns from 1795 to 1812.
//!
//! The modules follow the chapters of the rulebook: `areas` and `map` (3.4, 17.1), `troops` (3.1, 15), `cards` and `objectives`
//! (3.6, 13.1, 17.2), `tables` (the board), `setup` and `deploy` (4), `turn` (5, 6, 12), `advisors` (7), `resolution`,
//! `tracks`, `military`, `play` and `gifts` (8, 17.2), `parley` (9), `movement` (10), `combat` (11), `victory` (13) and `ages` (14).
//!
//! `data/map.toml` says what the map is; `cargo run --release -p conquests --example survey-conquests` draws the outlines of lands and
//! seas from it into `data/outlines.bin`.

mod action;
mod advisors;
mod ages;
mod appraisal;
mod areas;
mod ashore;
mod cards;
mod combat;
mod deploy;
mod effects;
mod errands;
mod event;
mod explain;
mod forces;
mod gifts;
mod grammar;
mod hidden;
pub mod map;
mod military;
mod movement;
mod nations;
mod objectives;
mod odds;
mod options;
mod orders;
mod parley;
mod play;
mod position;
mod resolution;
mod retreat;
mod setup;
mod sheet;
mod state;
mod survey;
pub mod tables;
mod tracks;
mod troops;
mod turn;
mod victory;
mod view;
mod wishes;
mod words;

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use engine::{
    Board, Chance, Choice, Denied, Dice, Forecast, Game, Info, Layer, Line, Outcome, Overlay, PieceKey,
    Plans, Recorder, Route, Seat, Seats, Setup, SetupError, SpaceRef, Table, Target, Values, Viewer,
};

pub use action::Action;
pub use areas::{Area, AreaSet};
pub use cards::{Card, Cards};
pub use combat::Verdict;
pub use effects::{
    Age, Condition, Domain, Effect, Face, Gift, Ground, Length, Main, Military, Peek, Role, Tab,
    Target as Aimed,
};
pub use event::{Event, Party};
pub use nations::{Nation, Nations, Side};
pub use objectives::{Aim, Objective, Wish};
pub use sheet::sheet;
pub use state::{Conquests, EndReason, FrigateId};
pub use survey::OUTLINES;
pub use troops::{Kind, Troops};

static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| vec![atlas::board::board(&sheet()), view::mat()]);

impl Game for Conquests {
    type Action = Action;
    type Event = Event;

    fn info() -> &'static Info {
        &options::INFO
    }

    fn boards() -> &'static [Board] {
        &BOARDS
    }

    fn new(setup: &Setup, log: &mut impl Recorder<Event>) -> Result<Conquests, SetupError> {
        Conquests::prepare(setup, log)
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
        self.result()
    }

    fn view(&self, viewer: Viewer) -> Table {
        self.table(viewer)
    }

    fn choice(&self, seat: Seat, action: &Action) -> Choice {
        self.present_choice(seat, *action)
    }

    fn tell(event: &Event, viewer: Viewer) -> Option<Line> {
        event.tell(viewer)
    }

    fn plans(&self, seat: Seat, out: &mut Plans<Action>) {
        self.marching_plans(seat, out);
    }

    fn plan_choices(&self, seat: Seat, plan: &[Action]) -> Vec<Choice> {
        self.marching_plan_choices(seat, plan)
    }

    fn routes(&self, seat: Seat, pieces: &[PieceKey], via: &[SpaceRef]) -> Vec<Route<Action>> {
        self.routes_of(seat, pieces, via)
    }

    fn layer(&self, viewer: Viewer, layer: Layer) -> Vec<Overlay> {
        self.laid_over(viewer, layer)
    }

    fn openly_forced(&self, _seat: Seat) -> bool {
        self.is_openly_forced()
    }

    fn ordered(&self, seat: Seat, orders: &Values) -> Option<Action> {
        self.standing_answer(seat, orders)
    }

    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        self.reasons(seat, target)
    }

    fn forecast(&self, seat: Seat, target: &Target) -> Option<Forecast> {
        self.foretell(seat, target)
    }

    fn determinize(&self, seat: Seat, chance: &mut impl Chance) -> Conquests {
        self.imagine(seat, chance)
    }

    fn appraise(&self, seat: Seat) -> f32 {
        self.prospects(seat)
    }

    fn prior(&self, seat: Seat, action: &Action) -> f32 {
        self.inclination(seat, *action)
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn check(&self) -> Result<(), String> {
        self.audit()
    }
}
