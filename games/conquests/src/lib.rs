//! Napoleon's Conquests: advisors, cards and campaigns from 1795 to 1812.
//!
//! The modules follow the chapters of the rulebook: `areas` and `map` (3.4, 17.1), `troops` (3.1, 15), `cards` and `objectives`
//! (3.6, 13.1, 17.2), `tables` (the board), `setup` and `deploy` (4), `turn` (5, 6, 12), `advisors` (7), `resolution`,
//! `tracks`, `military`, `play` and `gifts` (8, 17.2), `parley` (9), `movement` (10), `combat` (11), `victory` (13) and `ages` (14).
//!
//! The state (`state`) has parts with types of their own: `forces`, `treasury`, `tracks`, `card_table`, `treaties`, `control`. What is
//! asked lies on a stack of questions (`questions`), each with all that belongs to it: who decides, what is legal, what it does,
//! what the prompt and the choices say. The combat's losses, say, are read in `combat/losses.rs`. What only shows, appraises or
//! imagines a game are functions over it: `view`, `words`, `odds`, `appraisal`, `hidden`.
//!
//! `data/map.toml` says what the map is; `cargo run --release -p conquests --example survey-conquests` draws the outlines of lands and
//! seas from it into `data/outlines.bin`.

mod action;
mod advisors;
mod ages;
mod appraisal;
mod areas;
mod ashore;
mod by;
mod card_table;
mod cards;
mod combat;
mod control;
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
mod questions;
mod refusal;
mod resolution;
mod retreat;
mod setup;
mod sheet;
mod state;
mod survey;
pub mod tables;
mod tracks;
mod treasury;
mod treaties;
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
    Board, Chance, Choice, Denied, Dice, Forecast, Game, Info, Layer, Line, Motive, Outcome, Overlay,
    PieceKey, Plans, Recorder, Route, Seat, Seats, Setup, SetupError, SpaceRef, Table, Target, Temper,
    Values, Viewer, steps,
};

use crate::appraisal::{character, motives, urge};
use crate::movement::routes;
use crate::view::layers;

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
pub use victory::points::units_in;

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

    fn new(setup: &Setup, log: &mut Recorder<Event>) -> Result<Conquests, SetupError> {
        setup::new(setup, log)
    }

    fn restore(state: &serde_json::Value, _revision: u32) -> Result<Conquests, String> {
        position::restore(state)
    }

    fn to_act(&self) -> Seats {
        steps::to_act(self)
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        steps::actions(self, seat, out);
    }

    fn apply(&mut self, seat: Seat, action: &Action, log: &mut Recorder<Event>) -> Result<(), Denied> {
        steps::apply(self, seat, action, log)
    }

    fn outcome(&self) -> Option<Outcome> {
        victory::outcome(self)
    }

    fn view(&self, viewer: Viewer) -> Table {
        view::view(self, viewer)
    }

    fn choice(&self, seat: Seat, action: &Action) -> Choice {
        steps::choice(self, seat, action)
    }

    fn tell(event: &Event, viewer: Viewer) -> Option<Line> {
        event.tell(viewer)
    }

    fn plans(&self, seat: Seat, out: &mut Plans<Action>) {
        steps::plans(self, seat, out);
    }

    fn plan_choices(&self, seat: Seat, plan: &[Action]) -> Vec<Choice> {
        steps::plan_choices(self, seat, plan)
    }

    fn routes(&self, seat: Seat, pieces: &[PieceKey], via: &[SpaceRef]) -> Vec<Route<Action>> {
        routes::routes(self, seat, pieces, via)
    }

    fn layer(&self, viewer: Viewer, layer: Layer) -> Vec<Overlay> {
        layers::layer(self, viewer, layer)
    }

    fn openly_forced(&self, _seat: Seat) -> bool {
        questions::openly_forced(self)
    }

    fn ordered(&self, seat: Seat, orders: &Values) -> Option<Action> {
        questions::ordered(self, seat, orders)
    }

    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        steps::explain(self, seat, target)
    }

    fn forecast(&self, seat: Seat, target: &Target) -> Option<Forecast> {
        odds::forecast(self, seat, target)
    }

    fn determinize(&self, seat: Seat, chance: &mut impl Chance) -> Conquests {
        hidden::determinize(self, seat, chance)
    }

    fn appraise(&self, seat: Seat) -> f32 {
        appraisal::appraise(self, seat)
    }

    fn appraise_each(&self, seats: Seats) -> [f32; Seats::MAX as usize] {
        appraisal::appraise_each(self, seats)
    }

    fn is_quiet(&self) -> bool {
        character::is_quiet(self)
    }

    fn motives(&self, seat: Seat) -> Vec<Motive> {
        motives::motives(self, seat)
    }

    fn temper(&self, seat: Seat, action: &Action) -> Temper {
        character::temper(self, seat, *action)
    }

    /// What an advisor brings, and what a march leads to, shows only when the others have had their say.
    fn horizon() -> u32 {
        16
    }

    fn prior(&self, seat: Seat, action: &Action) -> f32 {
        urge::prior(self, seat, *action)
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn check(&self) -> Result<(), String> {
        position::check(self)
    }
}
