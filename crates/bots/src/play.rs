//! Whole games between bots, on the bare state.

use std::time::Duration;

use engine::{Chance, Game, Outcome, Recorder, Seat, Setup, SetupError, Stream};

use crate::{Bot, Observation, processor_clock};

/// How a game between bots is run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Conduct {
    /// The game is broken off after so many actions.
    pub limit: u64,
    /// How often, before an action, a seat that may interject does something at random. 0 for never, as in every
    /// game that is to measure how well bots play.
    pub interject: f32,
    /// Where the chance of interjections starts.
    pub seed: u64,
}

impl Default for Conduct {
    fn default() -> Conduct {
        Conduct { limit: 1_000_000, interject: 0.0, seed: 0 }
    }
}

/// How a game between bots went.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// How it ended; nothing if it was broken off.
    pub outcome: Option<Outcome>,
    /// Actions in all, interjections included.
    pub actions: u64,
    /// How often hands changed.
    pub hands: u64,
    /// How many actions each seat took.
    pub decisions: Vec<u64>,
    /// How long each seat thought, in processor time.
    pub thought: Vec<Duration>,
    /// How long each seat thought on the turn that took it longest. Where a turn is so long that the bot
    /// has begun another budget ([`Bot::budgets`]), each counts by itself.
    pub longest: Vec<Duration>,
}

/// Plays a game from its set-up, one bot for each seat.
///
/// # Errors
/// If the set-up is not sound.
///
/// # Panics
/// If there are fewer bots than seats, or a bot does what is not legal.
pub fn play_game<G: Game>(
    setup: &Setup,
    bots: &mut [Box<dyn Bot<G>>],
    conduct: Conduct,
) -> Result<Played, SetupError> {
    let mut state = G::new(setup, &mut Recorder::silent())?;
    Ok(play_on(&mut state, bots, conduct))
}

/// Plays a game on from where it stands, one bot for each seat.
///
/// # Panics
/// If there are fewer bots than seats, or a bot does what is not legal.
pub fn play_on<G: Game>(state: &mut G, bots: &mut [Box<dyn Bot<G>>], conduct: Conduct) -> Played {
    let mut played = Played {
        outcome: None,
        actions: 0,
        hands: 0,
        decisions: vec![0; bots.len()],
        thought: vec![Duration::ZERO; bots.len()],
        longest: vec![Duration::ZERO; bots.len()],
    };
    let mut chance = Stream::from_number(conduct.seed);
    let mut last = None;
    let mut turn = Duration::ZERO;
    while played.actions < conduct.limit {
        if conduct.interject > 0.0 && chance.fraction() < conduct.interject {
            played.actions += u64::from(interject(state, &mut chance));
        }
        let Some(seat) = state.to_act().iter().next() else { break };
        let observation = Observation::new(state, seat, played.actions as usize);
        let bot = &mut bots[seat.index()];
        let (budgets, start) = (bot.budgets(), processor_clock());
        let action = bot.choose(&observation);
        let thought = processor_clock().duration_since(start);
        if last != Some(seat) || bot.budgets() != budgets {
            turn = Duration::ZERO;
        }
        turn += thought;
        played.thought[seat.index()] += thought;
        played.longest[seat.index()] = played.longest[seat.index()].max(turn);
        if let Err(denied) = state.apply(seat, &action, &mut Recorder::silent()) {
            panic!("{} at {seat} chose {action:?}, which is not legal: {denied}", bots[seat.index()].name());
        }
        played.actions += 1;
        played.decisions[seat.index()] += 1;
        played.hands += u64::from(last.is_some_and(|last| last != seat));
        last = Some(seat);
    }
    played.outcome = state.outcome();
    played
}

/// Lets a seat that may interject do something at random, if there is one.
fn interject<G: Game>(state: &mut G, chance: &mut impl Chance) -> bool {
    let waiting = state.to_act();
    let seats: Vec<Seat> = state.may_interject().iter().filter(|&seat| !waiting.contains(seat)).collect();
    let Some(&seat) = chance.pick(&seats) else { return false };
    let mut actions = Vec::new();
    state.actions(seat, &mut actions);
    let Some(action) = chance.pick(&actions) else { return false };
    state.apply(seat, action, &mut Recorder::silent()).is_ok()
}

/// Plays at random until the game is over or `limit` actions were taken, and says how many. The fastest way through
/// a game: nothing is asked, nothing is allocated once `actions` has grown.
///
/// # Panics
/// If the game lists nothing for a seat that must act, or refuses what it lists.
pub fn random_playout<G: Game>(
    state: &mut G,
    chance: &mut Stream,
    actions: &mut Vec<G::Action>,
    limit: u64,
) -> u64 {
    for taken in 0..limit {
        let Some(seat) = state.to_act().iter().next() else { return taken };
        actions.clear();
        state.actions(seat, actions);
        let action = &actions[chance.index(actions.len())];
        if let Err(denied) = state.apply(seat, action, &mut Recorder::silent()) {
            panic!("{seat} is offered {action:?}, yet refused it: {denied}");
        }
    }
    limit
}
