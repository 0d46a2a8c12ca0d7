//! Records a game for every way in which one can end into `tests/fixtures`, where `tests/fixtures.rs` replays them.
//!
//! To be run whenever the rules play differently. Games are played at random until one has ended as wanted; the solo player
//! tries many ways to go on and takes the best.

use std::path::Path;

use alliance::{Action, Alliance};
use engine::{Chance, Game, Outcome, Seat, Seed, Session, Setup, Silent, Stream};

/// How many games are tried for one.
const TRIED: u64 = 4_000;

/// How many actions the solo player looks ahead.
const AHEAD: usize = 14;

/// A way to end.
struct Wanted {
    file: &'static str,
    setup: Setup,
    /// Whether players may give in.
    yielding: bool,
    /// How many ways to go on the solo player tries.
    ways: u32,
    is_it: fn(&Outcome) -> bool,
}

fn main() -> std::io::Result<()> {
    let start = |scenario, seats| Setup::new(scenario, seats, Seed::from_number(0));
    let wanted = |file, setup, yielding, is_it| Wanted { file, setup, yielding, ways: 0, is_it };
    let alone = |file, ways, is_it| Wanted { ways, ..wanted(file, start("solitaire", 1), false, is_it) };
    let games = [
        wanted("years", start("1804", 3), false, |end| end.reason == "years" && end.winners.len() == 1),
        wanted("shared", start("1808", 4), false, |end| end.reason == "years" && end.winners.len() > 1),
        wanted("defeat", start("1812", 3), false, |end| end.reason == "defeat"),
        wanted("surrender", start("1804", 4), true, |end| end.reason == "defeat"),
        wanted("napoleon", start("1812", 2), false, |end| end.reason == "napoleon"),
        alone("solitaire-lost", 1, |end| end.winners.is_empty()),
        alone("solitaire-won", 3_000, |end| !end.winners.is_empty()),
    ];
    for game in games {
        let text = record(&game);
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(game.file);
        std::fs::write(file.with_extension("json"), text)?;
    }
    Ok(())
}

/// The first game that ends as wanted.
fn record(wanted: &Wanted) -> String {
    let alone = wanted.setup.scenario == "solitaire";
    let mut games = (0..TRIED).filter_map(|seed| {
        let setup = Setup { seed: Seed::from_number(seed), ..wanted.setup.clone() };
        let session =
            if alone { play_alone(setup, seed, wanted.ways) } else { play(setup, seed, wanted.yielding)? };
        (wanted.is_it)(&session.outcome()?).then_some((seed, session))
    });
    let (seed, session) = games.next().unwrap_or_else(|| panic!("no game ends with {}", wanted.file));
    println!("{}: seed {seed}, {} entries, {:?}", wanted.file, session.entries().len(), session.outcome());
    serde_json::to_string(&session.save()).expect("a saved game is plain data")
}

/// A game at random. Where players may give in, one that somebody's surrender ends.
fn play(setup: Setup, seed: u64, yielding: bool) -> Option<Session<Alliance>> {
    let mut chance = Stream::from_number(seed);
    let mut session = Session::<Alliance>::start(setup).expect("the set-up is sound");
    let mut actions = Vec::new();
    let mut offered = false;
    while session.outcome().is_none() {
        let seat = session.to_act().iter().next()?;
        actions.clear();
        session.state().actions(seat, &mut actions);
        if !yielding {
            actions.retain(|action| *action != Action::Surrender);
        }
        let action = *chance.pick(&actions).expect("something can be done");
        offered |= action == Action::Surrender;
        session.act(seat, &action).expect("listed actions are legal");
    }
    (offered == yielding).then_some(session)
}

/// The solitaire game: of so many ways to go on, each as a sensible player might, that which turns out best is played. The
/// dice are those that will fall, so this player is luckier than any other.
fn play_alone(setup: Setup, seed: u64, ways: u32) -> Session<Alliance> {
    let mut chance = Stream::from_number(seed);
    let mut session = Session::<Alliance>::start(setup).expect("the set-up is sound");
    while session.outcome().is_none() {
        let ways = (0..ways).map(|_| go_on(session.state().clone(), &mut chance));
        let best = ways.max_by(|(a, _), (b, _)| a.total_cmp(b)).expect("there is a way");
        for action in best.1 {
            session.act(Seat(0), &action).expect("it was legal when it was tried");
        }
    }
    session
}

/// A few actions, and how good it looks after them.
fn go_on(mut state: Alliance, chance: &mut Stream) -> (f32, Vec<Action>) {
    let (mut taken, mut actions) = (Vec::new(), Vec::new());
    while taken.len() < AHEAD && state.outcome().is_none() {
        actions.clear();
        state.actions(Seat(0), &mut actions);
        let action = pick(&state, &actions, chance);
        state.apply(Seat(0), &action, &mut Silent).expect("listed actions are legal");
        taken.push(action);
    }
    (state.appraise(Seat(0)), taken)
}

fn pick(state: &Alliance, actions: &[Action], chance: &mut Stream) -> Action {
    let priors: Vec<f32> = actions.iter().map(|action| state.prior(Seat(0), action)).collect();
    let mut left = chance.fraction() * priors.iter().sum::<f32>();
    let drawn = priors.iter().position(|prior| {
        left -= prior;
        left < 0.0
    });
    actions[drawn.unwrap_or(0)]
}
