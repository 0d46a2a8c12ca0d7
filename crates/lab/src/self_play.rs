//! Self-play: many games at once, and their statistics.

use std::collections::BTreeMap;
use std::time::Instant;

use bots::{Bot, Level, Observation};
use engine::{Chance, Denied, Game, Outcome, Recorder, Seat, Seed, Setup, SetupError, Stream};
use rayon::prelude::*;
use serde::Serialize;
use thiserror::Error;

/// What is played, by whom, how often.
#[derive(Debug)]
pub struct Series<'a, G> {
    /// Scenario, options and seats; its seed is where the seeds of all games come from.
    pub setup: Setup,
    /// Where each game starts, if not where the set-up puts it.
    pub position: Option<&'a G>,
    /// Who sits where.
    pub bots: Vec<Level>,
    /// How many games.
    pub games: u32,
    /// How many at once; 0 for as many as there are cores.
    pub jobs: usize,
    /// A game is broken off after so many actions.
    pub limit: u64,
    /// Whether the state is checked after each action.
    pub check: bool,
}

/// Why a series cannot be played to its end.
#[derive(Debug, Error)]
pub enum SeriesError {
    /// A game went wrong.
    #[error("game {number}, seed {seed}: {error}")]
    Game {
        /// Which, counted from 1.
        number: usize,
        /// Its seed, to repeat it.
        seed: Seed,
        /// What went wrong.
        error: Box<GameError>,
    },
    /// The machine gives no threads.
    #[error("no threads can be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// What can go wrong in a game.
#[derive(Debug, Error)]
pub enum GameError {
    /// The set-up is not sound.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A bot chose what is not legal.
    #[error("action {action}: {bot} at {seat} chose {choice}: {denied}")]
    Illegal {
        /// Which action, counted from 1.
        action: u64,
        /// Who chose.
        bot: String,
        /// For which seat.
        seat: Seat,
        /// What.
        choice: String,
        /// The rule against it.
        denied: Denied,
    },
    /// A state that cannot be.
    #[error("after action {action}, {choice} of {seat}: {why}")]
    Unsound {
        /// After which action, counted from 1.
        action: u64,
        /// Whose it was.
        seat: Seat,
        /// What was done.
        choice: String,
        /// What is wrong.
        why: String,
    },
}

/// One game of a series.
#[derive(Clone, PartialEq, Debug)]
pub struct SeriesGame {
    /// How it ended; nothing if it was broken off.
    pub outcome: Option<Outcome>,
    /// How many actions it took.
    pub actions: u64,
}

impl<G: Game> Series<'_, G> {
    /// Plays all games, in any order, and lists them in theirs. `watch` is called as each ends.
    ///
    /// # Errors
    /// If the set-up is not sound, or a check fails.
    pub fn play(&self, watch: impl Fn() + Sync) -> Result<Vec<SeriesGame>, SeriesError> {
        let mut seeds = Stream::new(self.setup.seed);
        let seeds: Vec<Seed> = (0..self.games).map(|_| draw_seed(&mut seeds)).collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs).build()?;
        let play = |(number, seed): (usize, &Seed)| {
            let failed = |error| SeriesError::Game { number: number + 1, seed: *seed, error };
            let played = self.play_one(*seed).map_err(failed);
            watch();
            played
        };
        pool.install(|| seeds.par_iter().enumerate().map(play).collect())
    }

    fn play_one(&self, seed: Seed) -> Result<SeriesGame, Box<GameError>> {
        let mut chance = Stream::new(seed);
        let mut state = self.begin(seed, &mut chance).map_err(GameError::from)?;
        let mut bots: Vec<Box<dyn Bot<G>>> = self
            .bots
            .iter()
            .map(|level| level.build(u64::from(chance.word()) << 32 | u64::from(chance.word())))
            .collect();
        let mut actions = 0;
        while actions < self.limit {
            let Some(seat) = state.to_act().iter().next() else { break };
            let bot = &mut bots[seat.index()];
            let action = bot.choose(&Observation::new(&state, seat, actions as usize));
            let choice = || format!("{action:?}");
            state.apply(seat, &action, &mut Recorder::silent()).map_err(|denied| GameError::Illegal {
                action: actions + 1,
                bot: bot.name(),
                seat,
                choice: choice(),
                denied,
            })?;
            actions += 1;
            if self.check {
                let unsound = |why| GameError::Unsound { action: actions, seat, choice: choice(), why };
                state.check().map_err(unsound)?;
            }
        }
        Ok(SeriesGame { outcome: state.outcome(), actions })
    }

    /// The state a game starts from. From a given position, what is to come is drawn anew, as whoever is to act
    /// knows it.
    fn begin(&self, seed: Seed, chance: &mut Stream) -> Result<G, SetupError> {
        match self.position {
            Some(position) => {
                let seat = position.to_act().iter().next().unwrap_or(Seat(0));
                Ok(position.determinize(seat, chance))
            }
            None => G::new(&Setup { seed, ..self.setup.clone() }, &mut Recorder::silent()),
        }
    }
}

fn draw_seed(stream: &mut Stream) -> Seed {
    let mut seed = Seed([0; 32]);
    for bytes in seed.0.chunks_exact_mut(4) {
        bytes.copy_from_slice(&stream.word().to_le_bytes());
    }
    seed
}

/// The statistics of a series.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Statistics {
    /// Games played.
    pub games: u64,
    /// Games that came to an end.
    pub finished: u64,
    /// Actions in all games.
    pub actions: u64,
    /// How long it took.
    pub seconds: f64,
    /// How fast it went.
    pub actions_per_second: f64,
    /// What each seat won; a shared victory counts as a fraction.
    pub wins: Vec<f64>,
    /// Games that nobody won.
    pub draws: u64,
    /// How often games ended for each reason.
    pub ends: BTreeMap<String, u64>,
    /// Actions in a game on average.
    pub length_mean: f64,
    /// Actions in the shortest.
    pub length_min: u64,
    /// Actions in the middle one.
    pub length_median: u64,
    /// Actions in the longest.
    pub length_max: u64,
}

impl Statistics {
    /// Counts the games of a series that began at `start`.
    pub fn of(games: &[SeriesGame], seats: u8, start: Instant) -> Statistics {
        let seconds = start.elapsed().as_secs_f64();
        let mut lengths: Vec<u64> = games.iter().map(|game| game.actions).collect();
        lengths.sort_unstable();
        let actions: u64 = lengths.iter().sum();
        let outcomes = || games.iter().filter_map(|game| game.outcome.as_ref());
        let mut ends = BTreeMap::new();
        for outcome in outcomes() {
            *ends.entry(outcome.reason.to_string()).or_default() += 1;
        }
        Statistics {
            games: games.len() as u64,
            finished: outcomes().count() as u64,
            actions,
            seconds,
            actions_per_second: actions as f64 / seconds.max(1e-9),
            wins: Seat::first(seats)
                .map(|seat| outcomes().fold(0.0, |sum, outcome| sum + f64::from(outcome.share(seat))))
                .collect(),
            draws: outcomes().filter(|outcome| outcome.winners.is_empty()).count() as u64,
            ends,
            length_mean: actions as f64 / games.len().max(1) as f64,
            length_min: lengths.first().copied().unwrap_or(0),
            length_median: lengths.get(lengths.len() / 2).copied().unwrap_or(0),
            length_max: lengths.last().copied().unwrap_or(0),
        }
    }
}

/// The standard error of a share of `games` games.
pub fn standard_error(share: f64, games: u64) -> f64 {
    (share * (1.0 - share) / games.max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use engine::toy::Skirmish;

    use super::*;

    fn series(jobs: usize) -> Series<'static, Skirmish> {
        Series {
            setup: Setup::new("field", 3, Seed::from_number(1)),
            position: None,
            bots: vec![Level::GREEDY, Level::RANDOM, Level::RANDOM],
            games: 40,
            jobs,
            limit: 1000,
            check: true,
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_games_however_many_run_at_once() {
        let one = series(1).play(|| {}).unwrap();
        assert_eq!(one, series(3).play(|| {}).unwrap());
        let statistics = Statistics::of(&one, 3, Instant::now());
        assert_eq!((statistics.games, statistics.finished), (40, 40));
        let won: f64 = statistics.wins.iter().sum();
        assert!((won + statistics.draws as f64 - 40.0).abs() < 1e-3, "{statistics:?}");
        assert_eq!(statistics.ends.values().sum::<u64>(), 40);
    }

    #[test]
    fn a_game_that_is_too_long_is_broken_off() {
        let games = Series { limit: 2, ..series(1) }.play(|| {}).unwrap();
        assert!(games.iter().all(|game| *game == SeriesGame { outcome: None, actions: 2 }));
    }

    #[test]
    fn games_from_a_position_differ_by_their_dice() {
        let position = Skirmish::new(&series(1).setup, &mut Recorder::silent()).unwrap();
        let games = Series { position: Some(&position), ..series(1) }.play(|| {}).unwrap();
        assert!(games.iter().any(|game| game != &games[0]));
    }
}
