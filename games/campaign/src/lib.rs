//! Campaign, with its house rules.
//!
//! The modules follow the chapters of the rulebook: square and board, preparation (1), movement (2, 4, 12), towns (5, 6,
//! 13), alliances (7), battle (9, 10, 14), defeat (11, 15, 16), and of section 17 sea, minors and redeployment; `turn`
//! is the sequence of play, `steps` what is asked in it. What a client shows is made in `prints`, `view`, `choices`, `reach` (routes and layers),
//! `reasons` (why not?) and `event` (the log). `NOTES.md` in this folder holds the rulings and how the board came about.

mod action;
mod alliances;
mod appraisal;
mod battle;
mod board;
mod choices;
mod components;
mod defeat;
mod event;
mod minors;
mod movement;
mod options;
mod orders;
mod position;
mod preparation;
mod prints;
mod reach;
mod reasons;
mod redeployment;
mod sea;
mod sheet;
mod square;
mod state;
mod steps;
mod towns;
mod turn;
mod view;

#[cfg(test)]
mod tests;

use engine::{
    Chance, Choice, Denied, Dice, Game, Info, Layer, Line, Outcome, Overlay, PieceKey, Recorder, Route, Seat,
    Seats, Setup, SetupError, SpaceRef, Table, Target, Values, Viewer,
};

pub use action::Action;
pub use battle::Shortfall;
pub use board::Town;
pub use components::{Country, Kind, PieceId, Power};
pub use event::{Event, Party, Tag};
pub use sheet::sheet;
pub use square::{COLUMNS, ROWS, Square};
pub use state::{Campaign, EndReason};

impl Game for Campaign {
    type Action = Action;
    type Event = Event;

    fn info() -> &'static Info {
        &options::INFO
    }

    fn boards() -> &'static [engine::Board] {
        &prints::BOARDS[..]
    }

    fn new(setup: &Setup, log: &mut impl Recorder<Event>) -> Result<Campaign, SetupError> {
        Campaign::prepare(setup, log)
    }

    fn to_act(&self) -> Seats {
        engine::steps::to_act(self)
    }

    fn may_interject(&self) -> Seats {
        engine::steps::may_interject(self)
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        engine::steps::actions(self, seat, out);
    }

    fn apply(&mut self, seat: Seat, action: &Action, log: &mut impl Recorder<Event>) -> Result<(), Denied> {
        engine::steps::apply(self, seat, action, log)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.map(|end| Outcome {
            winners: end.winners,
            reason: end.reason.key().into(),
            scores: Seat::first(self.seats).map(|seat| self.town_cards(seat) as i32).collect(),
        })
    }

    fn view(&self, viewer: Viewer) -> Table {
        self.table(viewer)
    }

    fn choice(&self, seat: Seat, action: &Action) -> Choice {
        engine::steps::choice(self, seat, action)
    }

    fn layer(&self, viewer: Viewer, layer: Layer) -> Vec<Overlay> {
        self.laid_over(viewer, layer)
    }

    fn routes(&self, seat: Seat, pieces: &[PieceKey], via: &[SpaceRef]) -> Vec<Route<Action>> {
        self.piece_routes(seat, pieces, via)
    }

    fn tell(event: &Event, _viewer: Viewer) -> Option<Line> {
        Some(event.tell())
    }

    /// Nothing is hidden but the dice.
    fn openly_forced(&self, _seat: Seat) -> bool {
        true
    }

    fn ordered(&self, seat: Seat, orders: &Values) -> Option<Action> {
        self.standing_answer(seat, orders)
    }

    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        engine::steps::explain(self, seat, target)
    }

    /// Only the dice to come are hidden (C-1.3-open).
    fn determinize(&self, _seat: Seat, chance: &mut impl Chance) -> Campaign {
        let mut world = self.clone();
        world.dice.reseed(chance);
        world
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
