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
mod plans;
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
    Chance, Choice, Denied, Dice, Game, Info, Layer, Line, Motive, Outcome, Overlay, PieceKey, Plans,
    Recorder, Route, Seat, Seats, Setup, SetupError, SpaceRef, Table, Target, Temper, Values, Viewer,
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

    fn new(setup: &Setup, log: &mut Recorder<Event>) -> Result<Campaign, SetupError> {
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

    fn apply(&mut self, seat: Seat, action: &Action, log: &mut Recorder<Event>) -> Result<(), Denied> {
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
        reach::layer(self, viewer, layer)
    }

    fn routes(&self, seat: Seat, pieces: &[PieceKey], via: &[SpaceRef]) -> Vec<Route<Action>> {
        reach::routes(self, seat, pieces, via)
    }

    fn plans(&self, seat: Seat, out: &mut Plans<Action>) {
        engine::steps::plans(self, seat, out);
    }

    fn plan_choices(&self, seat: Seat, plan: &[Action]) -> Vec<Choice> {
        engine::steps::plan_choices(self, seat, plan)
    }

    fn plan_prior(&self, seat: Seat, plan: &[Action]) -> f32 {
        self.planner().plan_prior(seat, plan)
    }

    fn tell(event: &Event, _viewer: Viewer) -> Option<Line> {
        Some(event.tell())
    }

    /// Nothing is hidden but the dice.
    fn openly_forced(&self, _seat: Seat) -> bool {
        true
    }

    fn ordered(&self, seat: Seat, orders: &Values) -> Option<Action> {
        orders::ordered(self, seat, orders)
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
        self.judge().appraise(seat)
    }

    fn appraise_each(&self, seats: Seats) -> [f32; Seats::MAX as usize] {
        let prospects = self.judge().appraise_each();
        let mut values = [0.0; Seats::MAX as usize];
        seats.iter().for_each(|seat| values[seat.index()] = prospects[seat.index()]);
        values
    }

    fn is_quiet(&self) -> bool {
        self.judge().is_quiet()
    }

    fn motives(&self, seat: Seat) -> Vec<Motive> {
        self.judge().motives(seat)
    }

    fn temper(&self, seat: Seat, action: &Action) -> Temper {
        self.judge().temper(seat, *action)
    }

    fn prior(&self, seat: Seat, action: &Action) -> f32 {
        self.judge().prior(seat, *action)
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn restore(state: &serde_json::Value, _revision: u32) -> Result<Campaign, String> {
        position::restore(state)
    }

    fn check(&self) -> Result<(), String> {
        position::check(self)
    }
}
