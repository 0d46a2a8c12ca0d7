//! Choices made at the same time, in the smallest game that has one.

use std::sync::LazyLock;

use bots::{Bot, Budget, Observation, Search};
use engine::*;
use serde::{Deserialize, Serialize};

/// The first seat hides a penny or pockets it; the second calls heads or tails without seeing it, and wins if the
/// call is right. A pocketed penny is worth less than an even chance.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Pennies {
    chosen: [Option<Call>; 2],
    dice: Dice,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Call {
    Heads,
    Tails,
    Pocket,
}

static LEDGER: LazyLock<Ledger> = LazyLock::new(|| Ledger::parse("rule = []").unwrap());
static INFO: LazyLock<Info> = LazyLock::new(|| Info {
    id: "pennies",
    title: "Pennies",
    blurb: "",
    revision: 1,
    seats: SeatRange::new(2, 2),
    scenarios: vec![],
    options: vec![],
    presets: vec![],
    orders: vec![],
    layers: vec![],
    glossary: vec![],
    ledger: &LEDGER,
});

impl Game for Pennies {
    type Action = Call;
    type Event = ();

    fn info() -> &'static Info {
        &INFO
    }

    fn boards() -> &'static [Board] {
        &[]
    }

    fn new(setup: &Setup, _log: &mut Recorder<()>) -> Result<Pennies, SetupError> {
        Ok(Pennies { chosen: [None; 2], dice: Dice::new(setup.seed) })
    }

    fn to_act(&self) -> Seats {
        Seat::first(2).filter(|seat| self.chosen[seat.index()].is_none()).collect()
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Call>) {
        if self.to_act().contains(seat) {
            out.extend([Call::Heads, Call::Tails]);
            out.extend((seat == Seat(0)).then_some(Call::Pocket));
        }
    }

    fn apply(&mut self, seat: Seat, call: &Call, _log: &mut Recorder<()>) -> Result<(), Denied> {
        self.chosen[seat.index()] = Some(*call);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn appraise(&self, seat: Seat) -> f32 {
        let first = match self.chosen {
            [Some(Call::Pocket), _] => 0.3,
            [Some(hidden), Some(called)] if hidden == called => 0.0,
            [Some(_), Some(_)] => 1.0,
            _ => 0.5,
        };
        if seat == Seat(0) { first } else { 1.0 - first }
    }

    fn determinize(&self, seat: Seat, chance: &mut impl Chance) -> Pennies {
        let mut world = self.clone();
        let other = &mut world.chosen[1 - seat.index()];
        if other.is_some() {
            *other = chance.pick(&[Call::Heads, Call::Tails]).copied();
        }
        world.dice.reseed(chance);
        world
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    fn view(&self, _viewer: Viewer) -> Table {
        unreachable!("nobody watches")
    }

    fn choice(&self, _seat: Seat, _call: &Call) -> Choice {
        unreachable!("nobody watches")
    }

    fn tell(_event: &(), _viewer: Viewer) -> Option<Line> {
        None
    }

    fn explain(&self, _seat: Seat, _target: &Target) -> Vec<Denied> {
        vec![]
    }
}

/// If the search let the second seat know what the first had hidden, hiding would look hopeless.
#[test]
fn seats_that_choose_together_do_not_know_of_each_other() {
    let setup = Setup::new("", 2, Seed::from_number(1));
    let state = Pennies::new(&setup, &mut Recorder::silent()).unwrap();
    for seed in 0..20 {
        let mut search = Search::new(Budget::Iterations(2000), seed);
        assert_ne!(search.choose(&Observation::new(&state, Seat(0), 0)), Call::Pocket);
    }
}
