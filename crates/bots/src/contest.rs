//! Two bots measured against each other.

use engine::{Chance, Game, Seat, Seed, Setup, SetupError, Stream};
use rayon::prelude::*;

use crate::{Bot, Conduct, Level, Means, Played, evaluator, play_game};

/// Makes the bots of a contest: a [`Level`], or a function of a seed.
pub trait BotFactory<G: Game>: Sync {
    /// A bot that draws from the stream of `seed`.
    fn build(&self, seed: u64) -> Box<dyn Bot<G>>;
}

impl<G: Game> BotFactory<G> for Level {
    fn build(&self, seed: u64) -> Box<dyn Bot<G>> {
        self.build_with(seed, Means::by_processor_time())
    }
}

impl<G: Game, F: Fn(u64) -> Box<dyn Bot<G>> + Sync> BotFactory<G> for F {
    fn build(&self, seed: u64) -> Box<dyn Bot<G>> {
        self(seed)
    }
}

/// Who meets whom, where and how often.
#[derive(Clone, Debug)]
pub struct Contest<A = Level, B = Level> {
    /// The one that is measured. It sits in one seat, each in turn.
    pub subject: A,
    /// The one in all other seats.
    pub opponent: B,
    /// Scenario, options and seats; its seed is where the seeds of all games come from.
    pub setup: Setup,
    /// How many games, rounded up so that every seat is taken equally often.
    pub games: u32,
    /// How many games at once; 0 for as many as the machine has cores.
    pub jobs: usize,
    /// A game is broken off after so many actions and counts as a draw.
    pub limit: u64,
}

/// How a contest went.
#[derive(Clone, PartialEq, Debug)]
pub struct ContestResult {
    /// Games played.
    pub games: u32,
    /// Games that were broken off.
    pub unfinished: u32,
    /// What the subject won of a game on average. A victory that is shared, and a draw, count as a fraction.
    pub share: f64,
    /// The standard error of that share; after a single round, the most it can be.
    pub error: f64,
    /// What it would win if all were equally good.
    pub fair: f64,
    /// The share seat by seat, from when the subject sat there.
    pub by_seat: Vec<f64>,
    /// Actions in all games.
    pub actions: u64,
}

/// One game of a contest.
struct Bout {
    seat: Seat,
    share: f64,
    played: Played,
}

/// Plays the contest. Rounds of one game per seat start from the same seed, so that luck of the set-up evens out;
/// the same contest gives the same result wherever bots do not depend on time. `watch` is told of each game as
/// it ends, and where the subject sat.
///
/// # Errors
/// If the set-up is not sound.
pub fn contest<G: Game>(
    contest: &Contest<impl BotFactory<G>, impl BotFactory<G>>,
    watch: impl Fn(Seat, &Played) + Sync,
) -> Result<ContestResult, SetupError> {
    let seats = u32::from(contest.setup.seats.max(1));
    let mut seeds = Stream::new(contest.setup.seed);
    let mut number = || u64::from(seeds.word()) << 32 | u64::from(seeds.word());
    let pairings: Vec<(Seat, u64, u64)> = (0..contest.games.div_ceil(seats))
        .flat_map(|_| {
            let (table, bots) = (number(), number());
            Seat::first(contest.setup.seats).map(move |seat| (seat, table, bots))
        })
        .collect();
    let play = |&(seat, table, bots): &(Seat, u64, u64)| -> Result<Bout, SetupError> {
        let setup = Setup { seed: Seed::from_number(table), ..contest.setup.clone() };
        let mut bots: Vec<Box<dyn Bot<G>>> = Seat::first(setup.seats)
            .map(|at| {
                let seed = bots.wrapping_add(u64::from(at.0));
                if at == seat { contest.subject.build(seed) } else { contest.opponent.build(seed) }
            })
            .collect();
        let played = play_game(&setup, &mut bots, Conduct { limit: contest.limit, ..Conduct::default() })?;
        watch(seat, &played);
        let share = match &played.outcome {
            Some(outcome) => f64::from(evaluator::share(outcome, seat)),
            None => 1.0 / f64::from(seats),
        };
        Ok(Bout { seat, share, played })
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(contest.jobs).build();
    let pool = pool.expect("threads can be started");
    let games = pool.install(|| pairings.par_iter().map(play).collect::<Result<Vec<Bout>, SetupError>>())?;
    Ok(add_up(&games, seats))
}

/// Adds the games up. What is independent, and so what the error is worked out from, are the rounds.
fn add_up(games: &[Bout], seats: u32) -> ContestResult {
    let rounds: Vec<f64> = games
        .chunks(seats as usize)
        .map(|round| round.iter().map(|game| game.share).sum::<f64>() / f64::from(seats))
        .collect();
    let count = rounds.len().max(1) as f64;
    let share = rounds.iter().sum::<f64>() / count;
    let spread: f64 = rounds.iter().map(|round| (round - share).powi(2)).sum();
    let mut by_seat = vec![0.0; seats as usize];
    for game in games {
        by_seat[game.seat.index()] += game.share;
    }
    by_seat.iter_mut().for_each(|share| *share /= count);
    ContestResult {
        games: games.len() as u32,
        unfinished: games.iter().filter(|game| game.played.outcome.is_none()).count() as u32,
        share,
        error: if rounds.len() > 1 { (spread / (count - 1.0) / count).sqrt() } else { 0.5 },
        fair: 1.0 / f64::from(seats),
        by_seat,
        actions: games.iter().map(|game| game.played.actions).sum(),
    }
}
