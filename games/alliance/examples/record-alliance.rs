//! Records a game for every way in which one can end into `tests/fixtures`, where `tests/fixtures.rs` replays them.
//!
//! To be run whenever the rules play differently. Games are played at random, as a sensible player might, until one has
//! ended as wanted. The solo player takes what is best at first sight.

use std::path::Path;

use alliance::{Action, Alliance};
use engine::{Chance, Game, Outcome, Seat, Seed, Session, Setup, Silent, Stream};

/// How many games are tried for one.
const TRIED: u64 = 4_000;

/// A way to end.
struct Wanted {
    file: &'static str,
    setup: Setup,
    /// Whether players may give in.
    yielding: bool,
    is_it: fn(&Outcome) -> bool,
}

fn main() -> std::io::Result<()> {
    let start = |scenario, seats| Setup::new(scenario, seats, Seed::from_number(0));
    let wanted = |file, setup, yielding, is_it| Wanted { file, setup, yielding, is_it };
    let games = [
        wanted("years", start("1804", 3), false, |end| end.reason == "years" && end.winners.len() == 1),
        wanted("shared", start("1808", 4), false, |end| end.reason == "years" && end.winners.len() > 1),
        wanted("defeat", start("1812", 3), false, |end| end.reason == "defeat"),
        wanted("surrender", start("1804", 4), true, |end| end.reason == "defeat"),
        wanted("napoleon", start("1812", 2), false, |end| end.reason == "napoleon"),
        wanted("solitaire-won", start("solitaire", 1), false, |end| !end.winners.is_empty()),
        wanted("solitaire-lost", start("solitaire", 1), false, |end| end.winners.is_empty()),
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
        let session = if alone { play_alone(setup, seed) } else { play(setup, seed, wanted.yielding)? };
        (wanted.is_it)(&session.outcome()?).then_some((seed, session))
    });
    let (seed, session) = games.next().unwrap_or_else(|| panic!("no game ends with {}", wanted.file));
    println!("{}: seed {seed}, {} entries, {:?}", wanted.file, session.entries().len(), session.outcome());
    serde_json::to_string(&session.save()).expect("a saved game is plain data")
}

/// A game at random, mostly by likely actions. Where players may give in, one that somebody's surrender ends.
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
        let action = pick(session.state(), seat, &actions, &mut chance);
        offered |= action == Action::Surrender;
        session.act(seat, &action).expect("listed actions are legal");
    }
    (offered == yielding).then_some(session)
}

fn pick(state: &Alliance, seat: Seat, actions: &[Action], chance: &mut Stream) -> Action {
    let priors: Vec<f32> = actions.iter().map(|action| state.prior(seat, action)).collect();
    let mut left = chance.fraction() * priors.iter().sum::<f32>();
    let drawn = priors.iter().position(|prior| {
        left -= prior;
        left < 0.0
    });
    actions[drawn.unwrap_or(0)]
}

/// The solitaire game, by what looks best; a group is worth what the best of its moves is.
fn play_alone(setup: Setup, seed: u64) -> Session<Alliance> {
    let mut chance = Stream::from_number(seed);
    let mut session = Session::<Alliance>::start(setup).expect("the set-up is sound");
    let mut actions = Vec::new();
    while session.outcome().is_none() {
        actions.clear();
        session.state().actions(Seat(0), &mut actions);
        chance.shuffle(&mut actions);
        let worth = |action: &Action| promise(session.state(), action, 2);
        let best =
            actions.iter().max_by(|a, b| worth(a).total_cmp(&worth(b))).expect("something can be done");
        let best = *best;
        session.act(Seat(0), &best).expect("listed actions are legal");
    }
    session
}

/// How good it looks after an action, and after the best that can follow on opening a group.
fn promise(state: &Alliance, action: &Action, depth: u8) -> f32 {
    let mut after = state.clone();
    if after.apply(Seat(0), action, &mut Silent).is_err() {
        return 0.0;
    }
    let now = after.appraise(Seat(0)) - if matches!(action, Action::Hold(_)) { 0.01 } else { 0.0 };
    if depth == 0 || !matches!(action, Action::Group(_) | Action::Step { .. }) {
        return now;
    }
    let mut next = Vec::new();
    after.actions(Seat(0), &mut next);
    let steps = next.iter().filter(|action| matches!(action, Action::Step { .. }));
    steps.map(|step| promise(&after, step, depth - 1)).fold(now, f32::max)
}
