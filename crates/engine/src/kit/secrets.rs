//! What refusals and haste tell. In states of many games, every seat tries what is not listed, with every id there is, and asks
//! "why not?" of everything: in each world that it cannot tell from the true one it must be told the same. And what is played
//! for a seat at once, because it has no choice, must be played at once in every world that another seat might be in.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use super::ids::{Ids, kind};
use super::{Kit, Walk, in_parallel};
use crate::session::{forced, json, legal, only_way};
use crate::{Chance, Denied, Game, PieceKey, Recorder, Seat, Seats, SpaceRef, Stream, Target, Viewer};

/// How many states of each game are looked at.
const LOOKS: usize = 20;
/// How many worlds each seat is given in a state.
const WORLDS: usize = 3;
/// Around how many of a seat's legal actions one looks.
const AROUND: usize = 3;
/// How many strays and mutants each seat tries beside.
const STRAYS: usize = 16;
/// How many moves of pieces each seat asks about.
const MOVES: usize = 64;

/// What a comparison of worlds has seen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Secrets {
    /// How many games were played.
    pub games: usize,
    /// In how many states worlds were compared.
    pub states: usize,
    /// How often a seat was given worlds.
    pub seats: usize,
    /// How many worlds were compared with the true one.
    pub worlds: usize,
    /// How many refusals, each in one world.
    pub refusals: usize,
    /// How many answers to "why not?", each in one world.
    pub answers: usize,
    /// How many decisions of others, each in one world of somebody who looks on.
    pub decisions: usize,
    /// How many of these were forced in the true state.
    pub forced: usize,
    /// Kinds of actions that were tried.
    pub kinds: HashSet<String>,
    /// Decisions in all games.
    pub taken: usize,
    /// Those without a choice.
    pub single: usize,
    /// Those without a choice that everybody can tell to be so, which are played at once.
    pub at_once: usize,
    /// What tells worlds apart.
    pub telltales: BTreeMap<String, Telltale>,
}

/// Something that tells worlds apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Telltale {
    /// How often it did.
    pub times: usize,
    /// Where it first did.
    pub example: String,
}

impl Secrets {
    /// How often worlds were told apart.
    pub fn differences(&self) -> usize {
        self.telltales.values().map(|telltale| telltale.times).sum()
    }

    fn tells(&mut self, what: String, example: impl FnOnce() -> String) {
        let first = || Telltale { times: 0, example: example() };
        self.telltales.entry(what).or_insert_with(first).times += 1;
    }

    fn add(&mut self, other: Secrets) {
        self.games += other.games;
        self.states += other.states;
        self.seats += other.seats;
        self.worlds += other.worlds;
        self.refusals += other.refusals;
        self.answers += other.answers;
        self.decisions += other.decisions;
        self.forced += other.forced;
        self.kinds.extend(other.kinds);
        self.taken += other.taken;
        self.single += other.single;
        self.at_once += other.at_once;
        for (what, Telltale { times, example }) in other.telltales {
            let known = self.telltales.entry(what).or_insert(Telltale { times: 0, example });
            known.times += times;
        }
    }
}

impl fmt::Display for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let a_game = |count: usize| count as f64 / self.games.max(1) as f64;
        writeln!(
            f,
            "{} states of {} games, {} seats, {} worlds: {} refusals ({} kinds of actions), {} answers, {} decisions of \
             others ({} forced), {} differences",
            self.states,
            self.games,
            self.seats,
            self.worlds,
            self.refusals,
            self.kinds.len(),
            self.answers,
            self.decisions,
            self.forced,
            self.differences()
        )?;
        write!(
            f,
            "{:.1} decisions a game, {:.1} without a choice, {:.1} of these played at once",
            a_game(self.taken),
            a_game(self.single),
            a_game(self.at_once)
        )?;
        for (what, Telltale { times, example }) in &self.telltales {
            write!(f, "\n  {times} times {what}\n    {example}")?;
        }
        Ok(())
    }
}

/// Says how many states are looked at, instead of as many as a test asks for.
const STATES: &str = "GROGNARD_STATES";

impl<G: Game> Kit<G> {
    /// Sees that no secret is told, in so many states of random games, or in as many as the environment variable
    /// `GROGNARD_STATES` says. Prints what was compared.
    ///
    /// # Panics
    /// If something tells worlds apart.
    pub fn keeps_secrets(&self, states: usize) -> Secrets {
        let states = std::env::var(STATES).ok().and_then(|states| states.parse().ok()).unwrap_or(states);
        let found = self.secrets(states).unwrap_or_else(|failure| panic!("{failure}"));
        println!("{}: {found}", G::info().title);
        assert_eq!(found.differences(), 0, "worlds can be told apart");
        found
    }

    /// Compares the worlds that seats might be in, in so many states of random games.
    ///
    /// # Errors
    /// If a game cannot be played at all; what tells worlds apart is told in the answer.
    pub fn secrets(&self, states: usize) -> Result<Secrets, String> {
        let setups = self.setups()?;
        let games = states.div_ceil(LOOKS);
        // A few games are spread over all set-ups, many go through them again and again.
        let nth = |game: usize| if games < setups.len() { game * setups.len() / games } else { game };
        let jobs: Vec<_> = (0..games)
            .map(|game| {
                let setup = &setups[nth(game) % setups.len()];
                let round = u32::try_from(nth(game) / setups.len()).unwrap_or(u32::MAX);
                (self.seeded(setup, round), LOOKS.min(states - game * LOOKS))
            })
            .collect();
        let mut found = Secrets::default();
        let look = |(setup, looks): &_| self.watched(setup, "Kit::secrets", |walk| walk.secrets(*looks));
        in_parallel(&jobs, look, |of_one| found.add(of_one))?;
        Ok(found)
    }
}

impl<G: Game> Walk<'_, G> {
    /// Plays a game to its end, then looks at some of its states.
    fn secrets(mut self, looks: usize) -> Result<Secrets, String> {
        let mut found = Secrets { games: 1, ..Secrets::default() };
        let mut ids = Ids::of(self.session.state());
        let mut chance = Stream::from_number(u64::from(self.chance.clone().word()));
        let mut ways_back: Vec<Seats> = Vec::new();
        while self.session.outcome().is_none() && ways_back.len() < self.kit.cap {
            let lists = self.stands()?;
            let can_undo: Seats = self.seats().filter(|seat| self.session.can_undo(*seat).is_ok()).collect();
            for list in &lists {
                if let Some(action) = chance.pick(list) {
                    ids.learn(action, &mut chance);
                }
            }
            let (state, to_act) = (self.session.state(), self.session.to_act());
            let only = |seat: &Seat| only_way(state, *seat, can_undo.contains(*seat)).is_some();
            let single: Seats = to_act.iter().filter(only).collect();
            let at_once: Seats = single.iter().filter(|seat| state.openly_forced(*seat)).collect();
            // What is forced is rare, and looked at wherever it is.
            for seat in single.iter() {
                let others = self.seats().filter(|viewer| *viewer != seat);
                for viewer in others.flat_map(|viewer| [viewer; WORLDS]) {
                    let world = state.determinize(viewer, &mut chance);
                    self.compare_haste([state, &world], viewer, seat, can_undo, ways_back.len(), &mut found);
                }
            }
            self.step(&lists, false)?;
            if let Some(seat) = self.session.entries().last().map(|entry| entry.seat) {
                found.taken += 1;
                found.single += usize::from(single.contains(seat));
                found.at_once += usize::from(at_once.contains(seat));
            }
            ways_back.push(can_undo);
        }
        let mut order: Vec<usize> = (0..ways_back.len()).collect();
        chance.shuffle(&mut order);
        for &entries in order.iter().take(looks) {
            let state = self.session.at(entries).ok_or("a state of the game is lost")?;
            self.compare(&state, entries, ways_back[entries], &mut ids, &mut chance, &mut found);
        }
        found.kinds.extend(ids.kinds().map(str::to_owned));
        Ok(found)
    }

    /// Compares a state with worlds that each seat cannot tell from it.
    fn compare(
        &mut self,
        state: &G,
        entries: usize,
        can_undo: Seats,
        ids: &mut Ids<G::Action>,
        chance: &mut Stream,
        found: &mut Secrets,
    ) {
        found.states += 1;
        let setup = json(self.session.setup()).to_string();
        for seat in self.seats() {
            found.seats += 1;
            let tried = self.unlisted(state, seat, ids, chance);
            let targets = self.all_targets(state, seat, chance);
            self.doing("trying what is not listed");
            let truths = refusals(state, seat, &tried);
            let others: Vec<Seat> = state.to_act().without(seat).iter().collect();
            for _ in 0..WORLDS {
                found.worlds += 1;
                self.doing("drawing a world");
                let world = state.determinize(seat, chance);
                let example =
                    |what: &dyn fmt::Debug| format!("{seat}, {what:?} after {entries} entries of {setup}");
                self.doing("comparing refusals");
                found.refusals += tried.len();
                for ((action, truth), there) in tried.iter().zip(&truths).zip(refusals(&world, seat, &tried))
                {
                    if *truth != there {
                        let what = format!(
                            "{} gets {}, in a world {}",
                            kind(&json(action)),
                            said(truth),
                            said(&there)
                        );
                        found.tells(what, || example(action));
                    }
                }
                self.doing("comparing answers");
                found.answers += targets.len();
                for target in &targets {
                    let (truth, there) = (state.explain(seat, target), world.explain(seat, target));
                    if truth != there {
                        let what = format!("\"why not?\" is answered {truth:?}, in a world {there:?}");
                        found.tells(what, || example(target));
                    }
                }
                for &other in &others {
                    self.compare_haste([state, &world], seat, other, can_undo, entries, found);
                }
            }
        }
    }

    /// Compares whether a seat's decision is made at once in the true state and in a world that another seat might be in.
    fn compare_haste(
        &self,
        [state, world]: [&G; 2],
        viewer: Seat,
        seat: Seat,
        can_undo: Seats,
        entries: usize,
        found: &mut Secrets,
    ) {
        self.doing("comparing decisions of others");
        let can_undo = can_undo.contains(seat);
        found.decisions += 1;
        found.forced += usize::from(only_way(state, seat, can_undo).is_some());
        let [truth, there] = [state, world].map(|state| forced(state, seat, can_undo).is_some());
        if truth != there {
            let what = match truth {
                true => "a decision is made at once that need not be in a world",
                false => "a decision is waited for that would be made at once in a world",
            };
            let (only, setup) = (legal(state, seat), json(self.session.setup()));
            found.tells(what.to_owned(), || {
                format!("{seat} before {viewer}, {:?} after {entries} entries of {setup}", only.first())
            });
        }
    }

    /// What a seat may try that is not listed: of every kind, and around what is.
    fn unlisted(
        &mut self,
        state: &G,
        seat: Seat,
        ids: &mut Ids<G::Action>,
        chance: &mut Stream,
    ) -> Vec<G::Action> {
        self.doing("making up actions");
        let list = legal(state, seat);
        let mut tried: Vec<G::Action> = ids.draw(chance).into_iter().cloned().collect();
        for _ in 0..AROUND.min(list.len()) {
            if let Some(action) = chance.pick(&list) {
                tried.extend(ids.neighbours(action, chance));
            }
        }
        tried.extend(self.pool.draw(&list, STRAYS, chance));
        let listed: HashSet<G::Action> = list.into_iter().collect();
        tried.retain(|action| !listed.contains(action));
        tried
    }

    /// Everything one can point at, and some moves.
    fn all_targets(&self, state: &G, seat: Seat, chance: &mut Stream) -> Vec<Target> {
        self.doing("pointing at everything");
        let pieces: Vec<PieceKey> =
            state.view(Viewer::Seat(seat)).pieces.iter().map(|piece| piece.key).collect();
        let spaces = G::boards().iter().zip(0..).flat_map(|(board, number)| {
            (0..board.spaces.len()).map(move |space| SpaceRef { board: number, space: space as u16 })
        });
        let spaces: Vec<SpaceRef> = spaces.collect();
        let mut targets: Vec<Target> = spaces.iter().copied().map(Target::Space).collect();
        targets.extend(pieces.iter().map(|&piece| Target::Piece { piece }));
        for _ in 0..MOVES {
            if let (Some(&piece), Some(&to)) = (chance.pick(&pieces), chance.pick(&spaces)) {
                targets.push(Target::Move { piece, to });
            }
        }
        targets
    }
}

/// How a seat is refused each of these.
fn refusals<G: Game>(state: &G, seat: Seat, tried: &[G::Action]) -> Vec<Option<Denied>> {
    let mut trial = state.clone();
    let refuse = |action: &G::Action| {
        let refusal = trial.apply(seat, action, &mut Recorder::silent()).err();
        if refusal.is_none() {
            trial.clone_from(state);
        }
        refusal
    };
    tried.iter().map(refuse).collect()
}

fn said(refusal: &Option<Denied>) -> String {
    refusal.as_ref().map_or_else(|| "accepted".to_owned(), |denied| format!("\"{denied}\""))
}
