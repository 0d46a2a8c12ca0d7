//! The checks every game gets for free.
//!
//! A game's tests say `Kit::<MyGame>::new().soak()`: every scenario, number of seats and value of an option is played
//! at random to the end, half of the games as a sensible player might, and on the way the whole contract of [`Game`] is put to the test. A failure
//! prints the set-up, from which [`Kit::run`] repeats it exactly.
//!
//! What is checked, after every action:
//! - the state can be; somebody decides until the game is over; who decides has something to choose, nobody else has;
//!   standing orders give nothing but legal actions;
//! - what each viewer is sent makes of the table he had the one he should have: after every action in one game of four, in the
//!   others now and then, so that what he is sent tells of several.
//!
//! And after one action in [`Kit::every`]:
//! - all that is listed is accepted, and nothing else is, by whatever seat; a refusal changes nothing and cites a rule
//!   of the ledger;
//! - what was done can be undone; a state survives being written and read;
//! - every world a bot may be given looks the same to its seat as the true one, lists the same actions, refuses others with
//!   the same words, tells and foretells the same, and has other dice; spectators see nothing that any seat does not know;
//! - what is played for somebody at once, because he has no choice, is so in every world that another seat might be in;
//! - actions that look the same to somebody read the same to him in the log;
//! - the table refers to nothing that is not there, and "why not?" is never answered for what is allowed.
//!
//! And at the end, that the saved game comes back the same, entry by entry.
//!
//! [`Kit::secrets`] looks closer at what refusals and forced moves tell: it tries every id there is.

mod checks;
mod ids;
mod mutants;
pub mod records;
mod secrets;
mod setups;
mod trial;

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::{
    Chance, Follower, Game, Outcome, SavedGame, Seat, Seed, Session, Setup, Stream, Value, Values, Viewer,
};
use mutants::Pool;
pub use secrets::{Secrets, Telltale};
pub use trial::{attempt, loaded, play_to, set_up, told, wander};

/// How many of the last actions a failure shows.
const SHOWN: usize = 12;
/// In one game of so many, everybody looks at the table after every action.
const CLOSELY: u8 = 4;
/// In the others, after so many: a patch then tells of several actions, as it does to whoever was away.
const BLINK: usize = 7;

/// What to check, and how hard.
#[derive(Debug)]
pub struct Kit<G: Game> {
    mixes: usize,
    games: u32,
    cap: usize,
    every: u32,
    hides: bool,
    limits: Vec<(String, Value)>,
    adjust: fn(&mut Setup, Option<&str>),
    endless: fn(&Setup) -> bool,
    game: PhantomData<fn() -> G>,
}

/// What a soak has seen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Soaked {
    /// How many set-ups.
    pub setups: usize,
    /// How many games.
    pub games: usize,
    /// How many actions in all.
    pub actions: usize,
    /// The longest game.
    pub longest: usize,
    /// How often each end was seen, by its reason; `""` stands for games that were broken off.
    pub ends: BTreeMap<String, usize>,
    /// How often a world that a seat might be in differed for somebody else from the true one.
    pub secrets: usize,
}

impl<G: Game> Default for Kit<G> {
    fn default() -> Kit<G> {
        Kit::new()
    }
}

impl<G: Game> Kit<G> {
    /// The usual amount.
    pub fn new() -> Kit<G> {
        Kit {
            mixes: 16,
            games: 1,
            cap: 20_000,
            every: 32,
            hides: false,
            limits: Vec::new(),
            adjust: |_, _| (),
            endless: |_| false,
            game: PhantomData,
        }
    }

    /// How many random mixes of options are played beside each option alone.
    #[must_use]
    pub fn mixes(self, mixes: usize) -> Kit<G> {
        Kit { mixes, ..self }
    }

    /// How many games are played with each set-up.
    #[must_use]
    pub fn games(self, games: u32) -> Kit<G> {
        Kit { games, ..self }
    }

    /// How many actions a game may take before it counts as endless.
    #[must_use]
    pub fn cap(self, cap: usize) -> Kit<G> {
        Kit { cap, ..self }
    }

    /// The costly checks are made after one action in so many.
    #[must_use]
    pub fn every(self, every: u32) -> Kit<G> {
        Kit { every: every.max(1), ..self }
    }

    /// Says that the game has hidden information: a soak then fails if no world a bot was given ever differed from the
    /// true one.
    #[must_use]
    pub fn hides(self) -> Kit<G> {
        Kit { hides: true, ..self }
    }

    /// Sets an option in every set-up but those that put this very option to the test: a time limit, say.
    #[must_use]
    pub fn limit(mut self, option: &str, value: impl Into<Value>) -> Kit<G> {
        self.limits.push((option.to_owned(), value.into()));
        self
    }

    /// Changes each set-up before it is tried. The second argument is the option under test, if it is one alone.
    #[must_use]
    pub fn adjust(self, adjust: fn(&mut Setup, Option<&str>)) -> Kit<G> {
        Kit { adjust, ..self }
    }

    /// Set-ups for which a game need not end: it is broken off at the cap.
    #[must_use]
    pub fn endless(self, endless: fn(&Setup) -> bool) -> Kit<G> {
        Kit { endless, ..self }
    }

    /// Plays every set-up with all checks.
    ///
    /// # Panics
    /// If a check fails.
    pub fn soak(&self) -> Soaked {
        self.try_soak().unwrap_or_else(|failure| panic!("{failure}"))
    }

    /// The same; the failure comes back as text.
    ///
    /// # Errors
    /// The first check that failed, and how to repeat it.
    pub fn try_soak(&self) -> Result<Soaked, String> {
        checks::boards::<G>()?;
        let setups = self.setups()?;
        let seeded =
            setups.iter().flat_map(|setup| (0..self.games).map(move |game| self.seeded(setup, game)));
        let mut soaked = Soaked { setups: setups.len(), ..Soaked::default() };
        in_parallel(&seeded.collect::<Vec<_>>(), |setup| self.run(setup), |played| soaked.add(played))?;
        if self.hides && soaked.secrets == 0 {
            return Err(format!("{}: determinize never draws anything hidden anew", G::info().id));
        }
        Ok(soaked)
    }

    /// The set-up with a seed of its own, the same on every run.
    fn seeded(&self, setup: &Setup, game: u32) -> Setup {
        let unseeded = Setup { seed: Seed([0; 32]), ..setup.clone() };
        let mut hasher = blake3::Hasher::new();
        hasher.update(crate::session::json(&unseeded).to_string().as_bytes());
        hasher.update(&game.to_le_bytes());
        Setup { seed: Seed(*hasher.finalize().as_bytes()), ..unseeded }
    }

    /// Plays one set-up with all checks. All chance comes from the set-up's seed.
    ///
    /// # Errors
    /// The first check that failed, and how to repeat it.
    pub fn run(&self, setup: &Setup) -> Result<GameRun, String> {
        self.watched(setup, "Kit::run", |walk| walk.walk())
    }

    /// Does something with a set-up; whatever goes wrong comes back as text that says how to repeat it.
    fn watched<T>(
        &self,
        setup: &Setup,
        repeat: &str,
        work: impl FnOnce(Walk<'_, G>) -> Result<T, String>,
    ) -> Result<T, String> {
        let trail = RefCell::new(Trail::default());
        let run = || work(Walk::<G>::new(self, setup, &trail)?);
        let result = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("something");
            Err(format!("panicked while {}: {text}", trail.borrow().doing))
        });
        result.map_err(|failure| {
            let trail = trail.borrow();
            let (game, setup) = (G::info().id, crate::session::json(setup));
            let last: Vec<&str> = trail.last.iter().map(String::as_str).collect();
            format!(
                "{game}: {failure}\n  set-up: {setup}\n  after {} actions, the last of them:\n    {}\n  \
                 to repeat it, give the set-up to {repeat}",
                trail.actions,
                last.join("\n    ")
            )
        })
    }
}

/// Does something with every job, on all processors, and adds up what comes of it until something fails.
fn in_parallel<J: Sync, T: Send>(
    jobs: &[J],
    work: impl Fn(&J) -> Result<T, String> + Sync,
    add: impl FnMut(T) + Send,
) -> Result<(), String> {
    let total = Mutex::new((add, Ok(())));
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let labour = || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if failed.load(Ordering::Relaxed) {
                return;
            }
            let done = work(job);
            let (add, total) = &mut *total.lock().expect("no thread panics while it holds the lock");
            match done {
                Ok(done) => add(done),
                Err(failure) if total.is_ok() => {
                    failed.store(true, Ordering::Relaxed);
                    *total = Err(failure);
                }
                Err(_) => {}
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(labour);
        }
    });
    total.into_inner().expect("no thread panics while it holds the lock").1
}

/// How one game went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRun {
    /// How many actions it took.
    pub actions: usize,
    /// How it ended, unless it was broken off.
    pub outcome: Option<Outcome>,
    /// How often a world that a seat might be in differed for somebody else from the true one.
    pub secrets: usize,
}

impl Soaked {
    fn add(&mut self, played: GameRun) {
        self.games += 1;
        self.actions += played.actions;
        self.longest = self.longest.max(played.actions);
        self.secrets += played.secrets;
        let reason = played.outcome.map_or_else(String::new, |outcome| outcome.reason.into_owned());
        *self.ends.entry(reason).or_default() += 1;
    }
}

/// What a failure tells of the way to it.
#[derive(Default)]
struct Trail {
    actions: usize,
    last: VecDeque<String>,
    doing: &'static str,
}

/// One random game.
struct Walk<'a, G: Game> {
    kit: &'a Kit<G>,
    session: Session<G>,
    chance: Stream,
    /// Whether mostly likely actions are taken.
    sensible: bool,
    pool: Pool<G::Action>,
    /// What a seat has ordered ahead, were it asked.
    orders: Values,
    trail: &'a RefCell<Trail>,
    secrets: usize,
    /// Everybody who looks on.
    followers: Vec<(Viewer, Follower)>,
    /// Whether they look after every action, or now and then: views for everybody are what costs a walk most.
    watches_closely: bool,
}

impl<'a, G: Game> Walk<'a, G> {
    fn new(kit: &'a Kit<G>, setup: &Setup, trail: &'a RefCell<Trail>) -> Result<Walk<'a, G>, String> {
        trail.borrow_mut().doing = "setting up";
        let session = Session::start(setup.clone()).map_err(|error| error.to_string())?;
        let mut hasher = blake3::Hasher::new_derive_key("grognard 2026 kit");
        hasher.update(&setup.seed.0);
        let mut chance = Stream::new(Seed(*hasher.finalize().as_bytes()));
        let sensible = chance.below(2) == 0;
        let orders = setups::orders(G::info(), &mut chance)?;
        let (pool, followers) = (Pool::new(), Vec::new());
        let watches_closely = setup.seed.0[0].is_multiple_of(CLOSELY);
        Ok(Walk {
            kit,
            session,
            chance,
            sensible,
            pool,
            orders,
            trail,
            secrets: 0,
            followers,
            watches_closely,
        })
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        Seat::first(self.session.setup().seats)
    }

    fn viewers(&self) -> impl Iterator<Item = Viewer> + use<G> {
        self.seats().map(Viewer::Seat).chain([Viewer::Spectator])
    }

    /// Says what is being checked, should it panic.
    fn doing(&self, what: &'static str) {
        self.trail.borrow_mut().doing = what;
    }

    fn walk(mut self) -> Result<GameRun, String> {
        let mut actions = 0;
        loop {
            let lists = self.stands()?;
            let over = self.session.outcome().is_some();
            let costly = actions == 0 || over || self.chance.below(self.kit.every) == 0;
            if self.watches_closely || costly || actions % BLINK == 0 {
                self.patches_hold()?;
            }
            if costly {
                self.costly(&lists)?;
            }
            if over || (actions == self.kit.cap && (self.kit.endless)(self.session.setup())) {
                break;
            }
            if actions == self.kit.cap {
                return Err(format!("still not over after {actions} actions"));
            }
            self.step(&lists, costly)?;
            actions += 1;
        }
        self.comes_back()?;
        Ok(GameRun { actions, outcome: self.session.outcome(), secrets: self.secrets })
    }

    /// Somebody does something at random; where the way back is free, it is taken once and gone again.
    fn step(&mut self, lists: &[Vec<G::Action>], costly: bool) -> Result<(), String> {
        self.doing("acting");
        let (to_act, may) = (self.session.to_act(), self.session.state().may_interject());
        let interjects = !may.is_empty() && self.chance.below(16) == 0;
        let seats: Vec<Seat> = if interjects { may } else { to_act }.iter().collect();
        let seat = *self.chance.pick(&seats).ok_or("nobody to act")?;
        let action = self.pick(seat, &lists[seat.index()]).ok_or("nothing to do")?;
        self.pool.remember(&action, &mut self.chance);
        {
            let mut trail = self.trail.borrow_mut();
            trail.actions += 1;
            if trail.last.len() == SHOWN {
                trail.last.pop_front();
            }
            trail.last.push_back(format!("{seat}: {action:?}"));
        }
        let before = costly.then(|| self.session.state().clone());
        let act = |session: &mut Session<G>| match session.act(seat, &action) {
            Ok(_) => Ok(()),
            Err(error) => Err(format!("the last action is listed but refused: {error}")),
        };
        act(&mut self.session)?;
        let Some(before) = before.filter(|_| self.session.can_undo(seat).is_ok()) else { return Ok(()) };
        self.doing("undoing");
        let after = self.session.state().clone();
        self.session.undo(seat).map_err(|error| format!("the last action cannot be undone: {error}"))?;
        if self.session.state() != &before {
            return Err("undoing the last action does not lead back to the state before it".to_owned());
        }
        act(&mut self.session)?;
        if self.session.state() != &after {
            return Err("the last action, undone and done again, leads to another state".to_owned());
        }
        Ok(())
    }

    /// One of the actions: any, or in half of the games mostly a likely one, so that play also gets to where blind
    /// chance never leads.
    fn pick(&mut self, seat: Seat, actions: &[G::Action]) -> Option<G::Action> {
        if !self.sensible || self.chance.below(4) == 0 {
            return self.chance.pick(actions).cloned();
        }
        likely(self.session.state(), seat, actions, &mut self.chance).cloned()
    }

    /// The saved game is the same game.
    fn comes_back(&mut self) -> Result<(), String> {
        self.doing("saving and loading");
        let text = crate::session::json(&self.session.save()).to_string();
        let saved: SavedGame = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let (again, _) =
            Session::<G>::load(saved).map_err(|error| format!("the saved game is lost: {error}"))?;
        if again.state() != self.session.state() || again.entries() != self.session.entries() {
            return Err("the saved game comes back as another".to_owned());
        }
        for viewer in self.viewers() {
            if again.log(viewer) != self.session.log(viewer) {
                return Err(format!("the saved game reads differently to {viewer:?}"));
            }
        }
        Ok(())
    }
}

/// One of the actions, as often as a sensible player might take it; nothing if there are none.
fn likely<'a, G: Game>(
    state: &G,
    seat: Seat,
    actions: &'a [G::Action],
    chance: &mut Stream,
) -> Option<&'a G::Action> {
    let priors: Vec<f32> = actions.iter().map(|action| state.prior(seat, action)).collect();
    let mut left = chance.fraction() * priors.iter().sum::<f32>();
    let drawn = priors.iter().position(|prior| {
        left -= prior;
        left < 0.0
    });
    actions.get(drawn.unwrap_or(0))
}
