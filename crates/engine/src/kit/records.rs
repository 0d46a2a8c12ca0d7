//! Whole games, recorded: found by playing until one has ended as wanted, kept as tests, replayed to the very hashes.
//!
//! A game's example names the games that are [`Wanted`] and calls [`record`]; its tests call [`replay`] on each.

use std::path::Path;

use super::likely;
use crate::{Chance, Game, Recorder, SavedGame, Seed, Session, Setup, Stream, What};

/// Whether a game that is over is one that is wanted.
pub type Check<G> = Box<dyn Fn(&Session<G>) -> bool>;

/// A way to end of which there shall be a game.
pub struct Wanted<G: Game> {
    /// What the file is called, without its ending.
    pub file: &'static str,
    /// What the game starts from, but for its seed.
    pub setup: Setup,
    /// How the players come to decide.
    pub drive: Drive<G>,
    /// Whether a game that is over is such a game.
    pub is_it: Check<G>,
    /// How many games are tried.
    pub tried: u64,
}

/// How players come to decide.
pub enum Drive<G: Game> {
    /// Each does anything of which this holds.
    Random(fn(&G::Action) -> bool),
    /// All seats want the same.
    Together(Pull<G>),
}

/// What all seats want: of so many ways to go on, that which looks best at its end is gone. The dice are those that will
/// fall, so these players are luckier than any others.
pub struct Pull<G: Game> {
    /// How near a state is to what is wanted.
    pub hope: Box<dyn Fn(&G) -> f32>,
    /// How many ways are tried at a time.
    pub ways: u32,
    /// How many actions each goes.
    pub ahead: usize,
    /// One way in so many is gone blindly, the others as a sensible player might; 0 if none is.
    pub blind: u32,
}

/// Writes a game of each kind that is wanted into a folder, and says on standard output which it was.
///
/// # Errors
/// If a file cannot be written.
///
/// # Panics
/// If no game ends as wanted.
pub fn record<G: Game>(folder: &Path, wanted: &[Wanted<G>]) -> std::io::Result<()> {
    for game in wanted {
        let (seed, session) = game.find().unwrap_or_else(|| panic!("no game ends with {}", game.file));
        let (entries, outcome) = (session.entries().len(), session.outcome());
        println!("{}: seed {seed}, {entries} entries, {outcome:?}", game.file);
        std::fs::write(folder.join(game.file).with_extension("json"), text(&session))?;
    }
    Ok(())
}

/// Plays a recorded game again: every entry must lead to the hash that was recorded with it, in either edition, and the game,
/// saved once more, read the same.
///
/// # Panics
/// If it does not.
pub fn replay<G: Game>(recorded: &str) -> Session<G> {
    let saved = SavedGame::parse(recorded).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(saved.revision, G::info().revision, "recorded under other rules");
    let mut expected = saved.clone();
    let (session, loaded) = Session::<G>::load(saved).unwrap_or_else(|error| panic!("{error}"));
    assert!(loaded.resumed.is_none(), "not every entry was replayed");
    assert!(session.outcome().is_some(), "the game was not played to the end");
    // What was recorded of the states was compared when it was loaded.
    for (entry, played) in expected.entries.iter_mut().zip(session.entries()) {
        entry.hash = played.hash;
    }
    expected.hash = session.hash();
    let expected = serde_json::to_string(&expected).expect("a saved game is plain data");
    assert_eq!(text(&session), expected, "the game is written differently today");
    session
}

/// The check behind [`replay`]: the recorded game without one of its actions does not pass.
///
/// # Panics
/// If it does.
pub fn notices_a_touched_journal<G: Game>(recorded: &str) {
    let mut saved = SavedGame::parse(recorded).unwrap_or_else(|error| panic!("{error}"));
    let last = saved.entries.iter().rposition(|entry| matches!(entry.what, What::Act(_)));
    saved.entries.remove(last.expect("something was done") / 2);
    assert!(Session::<G>::load(saved).is_err(), "a missing action is not noticed");
}

/// A game as it is recorded.
fn text<G: Game>(session: &Session<G>) -> String {
    serde_json::to_string(&session.save()).expect("a saved game is plain data")
}

impl<G: Game> Wanted<G> {
    /// The first game that ends as wanted, with the number of its seed.
    pub fn find(&self) -> Option<(u64, Session<G>)> {
        let mut games = (0..self.tried).map(|seed| (seed, self.play(seed)));
        games.find(|(_, session)| (self.is_it)(session))
    }

    /// A game to its end.
    fn play(&self, seed: u64) -> Session<G> {
        let mut chance = Stream::from_number(seed);
        let setup = Setup { seed: Seed::from_number(seed), ..self.setup.clone() };
        let mut session = Session::<G>::start(setup).expect("the set-up is sound");
        while session.outcome().is_none() {
            let actions = match &self.drive {
                Drive::Random(allowed) => vec![any(session.state(), *allowed, &mut chance)],
                Drive::Together(pull) => pull.best_way(session.state(), &mut chance),
            };
            for action in actions {
                let seat = session.to_act().iter().next().expect("somebody decides");
                session.act(seat, &action).expect("it was legal when it was chosen");
            }
        }
        session
    }
}

/// Any of the allowed actions.
fn any<G: Game>(state: &G, allowed: fn(&G::Action) -> bool, chance: &mut Stream) -> G::Action {
    let seat = state.to_act().iter().next().expect("somebody decides");
    let mut actions = Vec::new();
    state.actions(seat, &mut actions);
    actions.retain(allowed);
    chance.pick(&actions).expect("something can be done").clone()
}

impl<G: Game> Pull<G> {
    fn best_way(&self, state: &G, chance: &mut Stream) -> Vec<G::Action> {
        let ways = (0..self.ways).map(|way| {
            let blind = self.blind > 0 && way % self.blind == 0;
            self.go_on(state.clone(), blind, chance)
        });
        ways.max_by(|(a, _), (b, _)| a.total_cmp(b)).expect("there is a way").1
    }

    /// A few actions, and how good it looks after them.
    fn go_on(&self, mut state: G, blind: bool, chance: &mut Stream) -> (f32, Vec<G::Action>) {
        let (mut taken, mut actions) = (Vec::new(), Vec::new());
        while taken.len() < self.ahead && state.outcome().is_none() {
            let seat = state.to_act().iter().next().expect("somebody decides");
            actions.clear();
            state.actions(seat, &mut actions);
            let action = match blind {
                true => chance.pick(&actions),
                false => likely(&state, seat, &actions, chance),
            };
            let action = action.expect("something can be done").clone();
            state.apply(seat, &action, &mut Recorder::silent()).expect("listed actions are legal");
            taken.push(action);
        }
        ((self.hope)(&state), taken)
    }
}
