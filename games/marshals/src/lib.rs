//! Napoleon and his Marshals: armies and marshals from 1805 to 1815, as far as the rules are built.
//!
//! `data/` says what the map is. The files in `data/board/` are drawn from it and from the atlas by
//! `cargo run --release -p marshals --example survey-marshals`; whoever wants a hex otherwise writes a correction with a reason and
//! draws them anew.
//!
//! The modules follow the chapters of the rulebook: `setup` and `turn` (Turn Sequence), `command` (Command Points, Leaders),
//! `movement` and `ride` (Land Movement), `zones`, `control`, `garrison` (Sieges). The state has parts with types of their own:
//! `field` has the forces, `staff` the leaders, `control` the hexes. What is asked of a seat, a nation, a leader or a battle is asked of a
//! view over the game (`game.country(nation).funds()`), as its chapter says. `forces` counts combat factors. `combat` works out battles, which
//! `battle` and `siege` fight in the game; `march` knows what steps cost, `supply` who is fed by what.

use std::sync::LazyLock;

use engine::{
    Board, Chance, Choice, Denied, Dice, Forecast, Game, Info, Layer, Ledger, Line, Motive, Outcome, Overlay,
    PieceKey, Plans, Recorder, Route, Seat, Seats, Setup, SetupError, SpaceRef, Table, Target, Temper,
    Viewer, steps,
};

mod absence;
mod action;
mod appraisal;
mod battle;
mod boxes;
mod britain;
pub mod calendar;
pub mod combat;
mod command;
mod control;
pub mod counters;
mod digest;
mod event;
mod field;
pub mod forces;
mod garrison;
pub mod ground;
mod hidden;
pub mod ids;
mod intrinsic;
pub mod leaders;
pub mod map;
pub mod march;
mod morale;
mod movement;
pub mod nations;
mod options;
mod outlook;
mod peace;
mod position;
pub mod production;
mod questions;
mod ride;
pub mod scenarios;
mod season;
mod setup;
mod sheet;
mod siege;
mod specials;
mod spelling;
mod stacking;
mod staff;
mod state;
mod strategy;
pub mod supply;
mod treasury;
mod turn;
mod victory;
mod view;
mod wording;
mod works;
mod zones;

#[cfg(test)]
mod tests;

use self::wording::unread;

pub use action::Action;
pub use event::{Event, Mover};
pub use sheet::sheet;
pub use state::Marshals;

/// The rules as small testable statements. Many are not built yet: see its open layers.
pub static LEDGER: LazyLock<Ledger> =
    LazyLock::new(|| Ledger::parse(include_str!("../rules.toml")).expect("the ledger is sound"));

static BOARDS: LazyLock<[Board; 1]> = LazyLock::new(|| [atlas::board::board(&sheet())]);

impl Game for Marshals {
    type Action = Action;
    type Event = Event;

    fn info() -> &'static Info {
        &options::INFO
    }

    fn boards() -> &'static [Board] {
        &*BOARDS
    }

    fn new(setup: &Setup, log: &mut Recorder<Event>) -> Result<Marshals, SetupError> {
        setup::new(setup, log)
    }

    fn to_act(&self) -> Seats {
        steps::to_act(self)
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        unread(|| steps::actions(self, seat, out));
    }

    fn apply(&mut self, seat: Seat, action: &Action, log: &mut Recorder<Event>) -> Result<(), Denied> {
        // What is refused has changed nothing: it is refused once more, in words.
        unread(|| steps::apply(self, seat, action, log)).or_else(|_| steps::apply(self, seat, action, log))
    }

    fn outcome(&self) -> Option<Outcome> {
        appraisal::outcome(self)
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
        unread(|| steps::plans(self, seat, out));
    }

    fn plan_choices(&self, seat: Seat, plan: &[Action]) -> Vec<Choice> {
        steps::plan_choices(self, seat, plan)
    }

    fn plan_prior(&self, _seat: Seat, plan: &[Action]) -> f32 {
        movement::plans::prior(plan)
    }

    fn routes(&self, seat: Seat, pieces: &[PieceKey], via: &[SpaceRef]) -> Vec<Route<Action>> {
        movement::routes::routes(self, seat, pieces, via)
    }

    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        steps::explain(self, seat, target)
    }

    fn layer(&self, viewer: Viewer, layer: Layer) -> Vec<Overlay> {
        view::layer(self, viewer, layer)
    }

    fn forecast(&self, seat: Seat, target: &Target) -> Option<Forecast> {
        outlook::forecast(self, seat, target)
    }

    fn determinize(&self, seat: Seat, chance: &mut impl Chance) -> Marshals {
        hidden::determinize(self, seat, chance)
    }

    fn appraise(&self, seat: Seat) -> f32 {
        appraisal::appraise(self, seat)
    }

    fn is_quiet(&self) -> bool {
        self.battle.is_none()
    }

    fn motives(&self, seat: Seat) -> Vec<Motive> {
        appraisal::motives(self, seat)
    }

    fn temper(&self, _seat: Seat, action: &Action) -> Temper {
        appraisal::temper(self, action)
    }

    fn prior(&self, seat: Seat, action: &Action) -> f32 {
        appraisal::prior(self, seat, action)
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn check(&self) -> Result<(), String> {
        position::check(self)
    }
}

impl Marshals {
    /// The same as [`Game::check`], and what holds only in games that were played from their beginning: control by zones, and command
    /// points.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check_as_played(&self) -> Result<(), String> {
        position::check_as_played(self)
    }
}
