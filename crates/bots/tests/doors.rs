//! A hall with two doors, behind one of which is a prize: nobody walks up and down for ever, and nobody counts on what he cannot know.

use std::sync::LazyLock;

use bots::{Bot, Budget, Greedy, Observation, Search, SearchParameters};
use engine::*;
use serde::{Deserialize, Serialize};

/// The first seat can pace, leave, or go to the doors and open one; the second knows which is the right one, and only watches.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Doors {
    at: At,
    facing: bool,
    prize_is_left: bool,
    /// What it is worth to leave, in tenths, and whether there is a way to the doors.
    leaving: u8,
    open: bool,
    dice: Dice,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum At {
    Hall,
    Doors,
    Out(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Step {
    Pace,
    Leave,
    Approach,
    Left,
    Right,
}

static LEDGER: LazyLock<Ledger> = LazyLock::new(|| Ledger::parse("rule = []").unwrap());
static INFO: LazyLock<Info> = LazyLock::new(|| Info {
    id: "doors",
    title: "Doors",
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

impl Doors {
    fn hall(leaving: u8, open: bool) -> Doors {
        let dice = Dice::new(Seed::from_number(1));
        Doors { at: At::Hall, facing: true, prize_is_left: true, leaving, open, dice }
    }
}

impl Game for Doors {
    type Action = Step;
    type Event = ();

    fn info() -> &'static Info {
        &INFO
    }

    fn boards() -> &'static [Board] {
        &[]
    }

    fn new(_setup: &Setup, _log: &mut Recorder<()>) -> Result<Doors, SetupError> {
        Ok(Doors::hall(6, true))
    }

    fn to_act(&self) -> Seats {
        if matches!(self.at, At::Out(_)) { Seats::NONE } else { Seat(0).into() }
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Step>) {
        if self.to_act().contains(seat) {
            match self.at {
                At::Hall => out.extend([Step::Pace, Step::Leave]),
                _ => out.extend([Step::Left, Step::Right]),
            }
            out.extend((self.at == At::Hall && self.open).then_some(Step::Approach));
        }
    }

    fn apply(&mut self, _seat: Seat, step: &Step, _log: &mut Recorder<()>) -> Result<(), Denied> {
        match step {
            Step::Pace => self.facing = !self.facing,
            Step::Leave => self.at = At::Out(self.leaving),
            Step::Approach => self.at = At::Doors,
            Step::Left | Step::Right => {
                let right = (*step == Step::Left) == self.prize_is_left;
                self.at = At::Out(if right { 8 } else { 1 });
            }
        }
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn appraise(&self, _seat: Seat) -> f32 {
        match self.at {
            At::Out(worth) => f32::from(worth) / 10.0,
            At::Hall | At::Doors => 0.58,
        }
    }

    fn determinize(&self, seat: Seat, chance: &mut impl Chance) -> Doors {
        let mut world = self.clone();
        if seat == Seat(0) {
            world.prize_is_left = chance.below(2) == 0;
        }
        world.dice.reseed(chance);
        world
    }

    fn horizon() -> u32 {
        0
    }

    fn is_quiet(&self) -> bool {
        matches!(self.at, At::Out(_))
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

    fn choice(&self, _seat: Seat, _step: &Step) -> Choice {
        unreachable!("nobody watches")
    }

    fn tell(_event: &(), _viewer: Viewer) -> Option<Line> {
        None
    }

    fn explain(&self, _seat: Seat, _target: &Target) -> Vec<Denied> {
        vec![]
    }
}

/// What a bot does until it is out, ten steps at most.
fn steps(mut hall: Doors, bot: &mut dyn Bot<Doors>) -> Vec<Step> {
    let mut steps = Vec::new();
    while hall.to_act().contains(Seat(0)) && steps.len() < 10 {
        let step = bot.choose(&Observation::new(&hall, Seat(0), steps.len()));
        hall.apply(Seat(0), &step, &mut Recorder::silent()).unwrap();
        steps.push(step);
    }
    steps
}

/// To leave is worse than the hall, and pacing costs nothing.
#[test]
fn nobody_does_and_undoes_the_same_thing_in_a_turn() {
    for seed in 0..20 {
        let bots: [Box<dyn Bot<Doors>>; 2] =
            [Box::new(Greedy::new(seed)), Box::new(Search::new(Budget::Iterations(50), seed))];
        for mut bot in bots {
            let steps = steps(Doors::hall(4, false), &mut *bot);
            assert!(steps.len() <= 2 && steps.last() == Some(&Step::Leave), "{}: {steps:?}", bot.name());
        }
    }
}

/// In every world it is plain which door is the right one, but nobody can tell which world it is.
#[test]
fn a_rollout_does_not_know_what_its_seat_cannot_know() {
    let approaches = |redeterminize: bool| {
        let parameters = SearchParameters { redeterminize, ..SearchParameters::of::<Doors>() };
        let approaches = |seed: &u64| {
            let mut search = Search::with(Budget::Iterations(24), parameters, *seed);
            search.choose(&Observation::new(&Doors::hall(6, true), Seat(0), 0)) == Step::Approach
        };
        (0..40).filter(approaches).count()
    };
    assert!(approaches(true) < 10, "{}", approaches(true));
    assert!(approaches(false) > 30, "{}", approaches(false));
}
