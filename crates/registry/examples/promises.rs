//! Promises about time that concern no server and no browser, each with what was measured: `cargo xtask promises`.
//!
//! A tick says that a promise is kept; if one is not, the program fails. What is measured is the best of several tries, since the
//! machine may be busy with other things in some of them.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use atlas::draw::{Detail, svg};
use atlas::geography::europe;
use bots::{Bot, Budget, Observation, Search};
use engine::{Game, Recorder, Seed, Setup};
use registry::{CHARTS, Visitor};

const TRIES: u32 = 5;

/// The longest time to draw a map in one detail.
const DRAWING: Duration = Duration::from_millis(300);

/// The longest time to ask whether a point is land.
const QUESTION: Duration = Duration::from_micros(2);

/// The time a bot is given for a decision, of which it may take a tenth more.
const THOUGHT: Duration = Duration::from_millis(200);

fn main() -> ExitCode {
    let mut kept = true;
    let mut print = |what: &str, took: Duration, promised: Duration| {
        let mark = if took <= promised { '✓' } else { '✗' };
        kept &= took <= promised;
        println!("{mark} {what:<48} {took:>10.1?}, promised {promised:?}");
    };
    print("Europe: land or sea at one point", asking(), QUESTION);
    for chart in &CHARTS {
        let sheet = (chart.sheet)();
        for detail in Detail::ALL {
            let took = best(|| {
                svg(&sheet, europe(), detail);
            });
            print(&format!("{}: drawn in detail {detail:?}", chart.title), took, DRAWING);
        }
    }
    for id in registry::ids() {
        let took = registry::visit(id, Thinking).unwrap_or(Duration::MAX);
        print(&format!("{id}: a decision by search:{}ms", THOUGHT.as_millis()), took, THOUGHT * 11 / 10);
    }
    if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The shortest of several tries.
fn best(mut work: impl FnMut()) -> Duration {
    let once = |_| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    (0..TRIES).map(once).min().unwrap_or(Duration::MAX)
}

fn asking() -> Duration {
    let points =
        || (0..40_000).map(|nth| (-12.9 + f64::from(nth / 200) * 0.3, 27.1 + f64::from(nth % 200) * 0.19));
    let took = best(|| {
        std::hint::black_box(points().filter(|&(lon, lat)| europe().is_land(lon, lat)).count());
    });
    took / points().count() as u32
}

/// How long a bot takes for the first decision of a game.
struct Thinking;

impl Visitor for Thinking {
    type Out = Duration;

    fn visit<G: Game>(self) -> Duration {
        let scenario = &G::info().scenarios[0];
        let setup = Setup::new(scenario.id, scenario.seats.min.max(2), Seed::from_number(1));
        let Ok(state) = G::new(&setup, &mut Recorder::silent()) else { return Duration::MAX };
        let Some(seat) = state.to_act().iter().next() else { return Duration::MAX };
        best(|| {
            Search::<G>::new(Budget::Time(THOUGHT), 1).choose(&Observation::new(&state, seat, 0));
        })
    }
}
