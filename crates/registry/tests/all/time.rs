//! A bot answers within its budget, plus a tenth at most, in every game.
//!
//! How fast a machine is must not decide whether this holds, so time is counted here by what is asked of the game: whatever
//! it is asked takes as long as on a very slow machine, and the clock goes on by that. What the clock on the wall says,
//! `grognard ladder` tells at the end of every contest.

use std::cell::{Cell, RefCell};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use bots::{Bot, Budget, Conduct, Level, Observation, Search, Skill, StopFlag, play_on, random_playout};
use engine::{
    Board, Chance, Choice, Denied, Dice, Game, Info, Line, Outcome, Plans, Recorder, Seat, Seats, Seed,
    Setup, SetupError, Stream, Table, Target, Viewer,
};
use registry::Visitor;
use serde::{Deserialize, Serialize};

/// What it takes to list actions, to carry one out, to look at a position, to make up a world.
const WORK: Duration = Duration::from_micros(20);

/// What it takes to say how likely an action is.
const GUESS: Duration = Duration::from_nanos(500);

thread_local! {
    static SPENT: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    /// A flag to set once so much has been spent.
    static STOP: RefCell<Option<(Duration, StopFlag)>> = const { RefCell::new(None) };
}

fn take(time: Duration) {
    SPENT.set(SPENT.get() + time);
    STOP.with_borrow(|stop| {
        if let Some((_, flag)) = stop.as_ref().filter(|(at, _)| *at <= SPENT.get()) {
            flag.set();
        }
    });
}

fn clock() -> Instant {
    static DAWN: LazyLock<Instant> = LazyLock::new(Instant::now);
    *DAWN + SPENT.get()
}

/// A game on a slow machine.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent, bound = "")]
struct Slow<G: Game>(G);

impl<G: Game> Game for Slow<G> {
    type Action = G::Action;
    type Event = G::Event;

    fn info() -> &'static Info {
        G::info()
    }

    fn boards() -> &'static [Board] {
        G::boards()
    }

    fn new(setup: &Setup, log: &mut Recorder<G::Event>) -> Result<Slow<G>, SetupError> {
        G::new(setup, log).map(Slow)
    }

    fn to_act(&self) -> Seats {
        self.0.to_act()
    }

    fn actions(&self, seat: Seat, out: &mut Vec<G::Action>) {
        take(WORK);
        self.0.actions(seat, out);
    }

    fn apply(&mut self, seat: Seat, action: &G::Action, log: &mut Recorder<G::Event>) -> Result<(), Denied> {
        take(WORK);
        self.0.apply(seat, action, log)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn view(&self, viewer: Viewer) -> Table {
        self.0.view(viewer)
    }

    fn choice(&self, seat: Seat, action: &G::Action) -> Choice {
        self.0.choice(seat, action)
    }

    fn tell(event: &G::Event, viewer: Viewer) -> Option<Line> {
        G::tell(event, viewer)
    }

    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        self.0.explain(seat, target)
    }

    fn determinize(&self, seat: Seat, chance: &mut impl Chance) -> Slow<G> {
        take(WORK);
        Slow(self.0.determinize(seat, chance))
    }

    fn appraise(&self, seat: Seat) -> f32 {
        take(WORK);
        self.0.appraise(seat)
    }

    fn dice(&self) -> &Dice {
        self.0.dice()
    }

    fn check(&self) -> Result<(), String> {
        self.0.check()
    }

    fn is_quiet(&self) -> bool {
        self.0.is_quiet()
    }

    fn horizon() -> u32 {
        G::horizon()
    }

    fn prior(&self, seat: Seat, action: &G::Action) -> f32 {
        take(GUESS);
        self.0.prior(seat, action)
    }

    fn plans(&self, seat: Seat, out: &mut Plans<G::Action>) {
        take(WORK);
        self.0.plans(seat, out);
    }

    fn plan_choices(&self, seat: Seat, plan: &[G::Action]) -> Vec<Choice> {
        self.0.plan_choices(seat, plan)
    }

    fn plan_prior(&self, seat: Seat, plan: &[G::Action]) -> f32 {
        take(GUESS);
        self.0.plan_prior(seat, plan)
    }
}

/// What came of watching bots think.
#[derive(Default, Debug)]
struct Watched {
    turns: u32,
    /// Decisions in the midst of a battle.
    battles: u32,
    /// The most that a turn took of its budget.
    most: f32,
}

/// Lets searches of one budget play on from positions that random and greedy players have come to.
struct Watch {
    seats: u8,
    budget: Budget,
    /// What a turn may take.
    longest: Duration,
    positions: u64,
    decisions: u32,
}

/// The state after some play, by random and greedy players in turn.
fn position<G: Game>(seats: u8, number: u64) -> Slow<G> {
    let setup = Setup::new(G::info().scenarios[0].id, seats, Seed::from_number(number));
    let mut state = Slow::<G>::new(&setup, &mut Recorder::silent()).expect("the scenario is for so many");
    let far = 41 * number % 400;
    if number.is_multiple_of(2) {
        random_playout(&mut state, &mut Stream::from_number(number), &mut Vec::new(), far);
    } else {
        let mut bots: Vec<_> = (0..seats).map(|_| Level::GREEDY.build(number)).collect();
        play_on(&mut state, &mut bots, Conduct { limit: far, ..Conduct::default() });
    }
    state
}

impl Visitor for Watch {
    type Out = Watched;

    fn visit<G: Game>(self) -> Watched {
        let mut watched = Watched::default();
        for number in 0..self.positions {
            let mut state = position::<G>(self.seats, number);
            self.play(&mut state, number, &mut watched);
        }
        watched
    }
}

impl Watch {
    fn play<G: Game>(&self, state: &mut Slow<G>, seed: u64, watched: &mut Watched) {
        let search = |_| Search::new(self.budget, seed).timed_by(clock).within(self.longest);
        let mut bots: Vec<Search<Slow<G>>> = (0..self.seats).map(search).collect();
        let (mut last, mut turn) = (None, Duration::ZERO);
        for ply in 0..self.decisions {
            let Some(seat) = state.to_act().iter().next() else { return };
            let bot = &mut bots[seat.index()];
            let (budgets, start) = (bot.budgets(), clock());
            let action = bot.choose(&Observation::new(state, seat, ply as usize));
            if last != Some(seat) || bot.budgets() != budgets {
                turn = Duration::ZERO;
                watched.turns += 1;
            }
            turn += clock() - start;
            last = Some(seat);
            watched.battles += u32::from(state.view(Viewer::Spectator).battle.is_some());
            watched.most = watched.most.max(turn.as_secs_f32() / self.longest.as_secs_f32());
            state.apply(seat, &action, &mut Recorder::silent()).expect("bots do what is legal");
        }
        let effort = bots.iter().map(|bot| bot.effort().iterations).sum::<u64>();
        assert!(effort > 0, "nobody has thought");
    }
}

fn watch(game: &str, seats: u8, millis: u64, positions: u64, decisions: u32) -> Watched {
    let longest = Duration::from_millis(millis);
    watch_budget(game, Watch { seats, budget: Budget::Time(longest), longest, positions, decisions })
}

fn watch_budget(game: &str, watch: Watch) -> Watched {
    let Watch { seats, budget, longest, positions, .. } = watch;
    let watched = registry::visit(game, watch).expect("a game");
    let told = format!("{game}, {seats} players, {budget} in {longest:?}: {watched:?}");
    println!("{told}");
    assert!(watched.most <= 1.1, "{told}");
    assert!(watched.turns > positions as u32 / 2);
    watched
}

/// A game, the numbers of players to watch, from how many positions with the least budget, and how many decisions at least shall
/// then have been taken in the midst of a battle.
const GAMES: [(&str, [u8; 2], u64, u32); 3] =
    [("campaign", [2, 4], 10, 0), ("alliance", [2, 7], 12, 21), ("conquests", [2, 5], 10, 0)];

#[test]
fn bots_keep_to_the_time() {
    for (game, seats, positions, battles) in GAMES {
        for seats in seats {
            let watched = watch(game, seats, 50, positions, 40);
            assert!(watched.battles >= battles, "{game}, {seats} players: {watched:?}");
            watch(game, seats, 200, 3, 30);
            watch(game, seats, 1000, 1, 20);
        }
    }
}

#[test]
fn bots_that_count_iterations_keep_to_the_time_they_are_given() {
    for (game, [seats, _], ..) in GAMES {
        let (budget, longest) = (Budget::Iterations(20_000), Duration::from_millis(200));
        watch_budget(game, Watch { seats, budget, longest, positions: 3, decisions: 20 });
    }
}

/// Tells a bot to stop long before its time is up; gives how long it took to obey.
struct Interrupt {
    seats: u8,
    level: Level,
    /// After how long.
    after: Duration,
}

impl Visitor for Interrupt {
    type Out = Duration;

    fn visit<G: Game>(self) -> Duration {
        let late = (0..8).filter_map(|number| {
            let state = position::<G>(self.seats, number);
            let seat = state.to_act().iter().next()?;
            let mut bot: Box<dyn Bot<Slow<G>>> = match self.level.skill {
                Skill::Search(budget) => Box::new(Search::new(budget, number).timed_by(clock)),
                _ => self.level.build(number),
            };
            let (stop, at) = (StopFlag::default(), SPENT.get() + self.after);
            STOP.set(Some((at, stop.clone())));
            bot.choose(&Observation::new(&state, seat, 0).stopped_by(&stop));
            STOP.set(None);
            stop.is_set().then(|| SPENT.get() - at)
        });
        late.max().expect("nobody has thought for long enough to be stopped")
    }
}

#[test]
fn a_bot_that_is_told_to_stop_stops() {
    for (game, [_, seats], ..) in GAMES {
        // At first sight, and in mid-search.
        for (level, micros) in
            [("greedy", 300), ("search:10s", 300), ("search:10s", 50_000), ("search:20000", 50_000)]
        {
            let (level, after) = (level.parse().unwrap(), Duration::from_micros(micros));
            let late = registry::visit(game, Interrupt { seats, level, after }).unwrap();
            println!("{game}, {seats} players, {level} stopped after {after:?}: takes {late:?}");
            assert!(late <= Duration::from_millis(10), "{game}, {level}: {late:?}");
        }
    }
}
