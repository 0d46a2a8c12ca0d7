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
mod by;
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
mod plans;
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
    Board, Chance, Choice, Denied, Dice, Forecast, Game, Info, Layer, Line, Motive, Outcome, Overlay,
    PieceKey, Plans, Recorder, Route, Seat, Seats, Setup, SetupError, SpaceRef, Table, Target, Temper,
    Values, Viewer,
};

pub use action::{Action, Item};
pub use blocks::{Block, BlockId, BlockSet, Fire, Kind, Letter};
pub use cards::{Card, Cards, Leader};
pub use event::{Event, Party};
pub use places::{BorderId, Crossing, Link, Place, PlaceSet, Room};
pub use sheet::sheet;
use state::Phase;
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

    fn new(setup: &Setup, log: &mut Recorder<Event>) -> Result<Alliance, SetupError> {
        Alliance::prepare(setup, log)
    }

    fn to_act(&self) -> Seats {
        self.deciders()
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        self.list(seat, out);
    }

    fn apply(&mut self, seat: Seat, action: &Action, log: &mut Recorder<Event>) -> Result<(), Denied> {
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
        self.choices(seat).choice(*action)
    }

    fn tell(event: &Event, viewer: Viewer) -> Option<Line> {
        event.tell(viewer)
    }

    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        self.reasons(seat).explain(target)
    }

    fn forecast(&self, seat: Seat, target: &Target) -> Option<Forecast> {
        self.forecaster(seat).forecast(target)
    }

    fn routes(&self, seat: Seat, pieces: &[PieceKey], via: &[SpaceRef]) -> Vec<Route<Action>> {
        self.choices(seat).routes(pieces, via)
    }

    fn layer(&self, viewer: Viewer, layer: Layer) -> Vec<Overlay> {
        self.seen(viewer).layer(layer)
    }

    fn determinize(&self, seat: Seat, chance: &mut impl Chance) -> Alliance {
        self.player(seat).determinize(chance)
    }

    fn appraise(&self, seat: Seat) -> f32 {
        appraisal::appraise_each(self)[seat.index()]
    }

    fn appraise_each(&self, seats: Seats) -> [f32; Seats::MAX as usize] {
        let mut values = appraisal::appraise_each(self);
        let others = values.iter_mut().zip(0..).filter(|(_, seat)| !seats.contains(Seat(*seat)));
        others.for_each(|(value, _)| *value = 0.0);
        values
    }

    fn motives(&self, seat: Seat) -> Vec<Motive> {
        appraisal::motives(self, seat)
    }

    /// Turns are seen through until all have moved, and battles to their end; what battles will bring is judged beforehand.
    fn is_quiet(&self) -> bool {
        let moving = match self.phase {
            Phase::Cards => self.hands.iter().any(|hand| hand.played.is_some()),
            Phase::Decided | Phase::Actions => true,
            _ => false,
        };
        let asked = self.talk.proposal.is_some() || matches!(self.phase, Phase::Bid | Phase::Match(_));
        !moving && self.fight.is_none() && self.urgent.is_empty() && !asked
    }

    fn temper(&self, seat: Seat, action: &Action) -> Temper {
        self.urge(seat).temper(*action)
    }

    fn plans(&self, seat: Seat, out: &mut Plans<Action>) {
        plans::plans(self, seat, out);
    }

    fn plan_prior(&self, seat: Seat, plan: &[Action]) -> f32 {
        plans::plan_prior(self, seat, plan)
    }

    fn plan_choices(&self, seat: Seat, plan: &[Action]) -> Vec<Choice> {
        plans::plan_choices(self, seat, plan)
    }

    /// Until all have moved, or the battle is over.
    fn horizon() -> u32 {
        0
    }

    fn prior(&self, seat: Seat, action: &Action) -> f32 {
        self.urge(seat).prior(*action)
    }

    fn openly_forced(&self, _seat: Seat) -> bool {
        hidden::openly_forced(self)
    }

    fn ordered(&self, seat: Seat, orders: &Values) -> Option<Action> {
        self.player(seat).ordered(orders)
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn restore(state: &serde_json::Value, _revision: u32) -> Result<Alliance, String> {
        position::restore(state)
    }

    fn check(&self) -> Result<(), String> {
        self.auditor().audit()
    }
}
