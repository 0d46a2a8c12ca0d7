//! The bots at a small table with hidden cards, dice, simultaneous choices and interjections.

use std::time::Duration;

use bots::*;
use engine::toy::{Action, Skirmish};
use engine::{Chance, Game, Recorder, Seat, Seed, Setup, Stream};

fn field(seats: u8, number: u64) -> Setup {
    Setup::new("field", seats, Seed::from_number(number)).with("gambles", true)
}

fn new(setup: &Setup) -> Skirmish {
    Skirmish::new(setup, &mut Recorder::silent()).unwrap()
}

fn level(text: &str) -> Level {
    text.parse().unwrap()
}

fn table(levels: &[&str], seed: u64) -> Vec<Box<dyn Bot<Skirmish>>> {
    levels.iter().zip(seed..).map(|(text, seed)| level(text).build(seed)).collect()
}

#[test]
fn every_level_plays_every_table_to_the_end() {
    let levels = ["random", "novice", "casual+bold", "greedy", "search:30", "search:1ms+cautious"];
    for seats in 2..=4 {
        for number in 0..20 {
            let at = |seat: usize| levels[(number as usize + seat) % levels.len()];
            let mut bots = table(&[at(0), at(1), at(2), at(3)][..usize::from(seats)], number);
            let conduct = Conduct { interject: 0.2, seed: number, ..Conduct::default() };
            let played = play_game(&field(seats, number), &mut bots, conduct).unwrap();
            assert!(played.outcome.is_some());
            assert!(played.decisions.iter().sum::<u64>() <= played.actions);
        }
    }
}

#[test]
fn the_smallest_budgets_still_make_a_choice() {
    for budget in ["search:0", "search:1", "search:2", "search:0ms"] {
        for number in 0..10 {
            let mut bots = table(&[budget, budget], number);
            assert!(
                play_game(&field(2, number), &mut bots, Conduct::default()).unwrap().outcome.is_some(),
                "{budget}"
            );
        }
    }
}

#[test]
fn a_game_is_broken_off_at_the_limit() {
    let conduct = Conduct { limit: 3, ..Conduct::default() };
    let played = play_game(&field(2, 1), &mut table(&["random", "greedy"], 1), conduct).unwrap();
    assert_eq!((played.outcome, played.actions, played.decisions.iter().sum()), (None, 3, 3));
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for text in ["random", "greedy", "search:60"] {
        let game = |seed| {
            let mut bots = table(&[text, text], seed);
            let mut state = new(&field(2, 7));
            play_on(&mut state, &mut bots, Conduct::default());
            state
        };
        assert_eq!(game(1), game(1), "{text}");
        assert!((2..20).any(|seed| game(seed) != game(1)), "{text}");
    }
}

/// The same state with other dice to come.
fn other_dice(state: &Skirmish) -> Skirmish {
    let mut json = serde_json::to_value(state).unwrap();
    json["dice"]["key"] = Seed::from_number(999).to_string().into();
    serde_json::from_value(json).unwrap()
}

/// Two states that only differ in what the seat cannot know, with the same bot: the same choice.
#[test]
fn what_is_hidden_does_not_change_a_choice() {
    for text in ["random", "greedy", "search:80"] {
        for number in 0..30 {
            let mut state = new(&field(3, number));
            random_playout(&mut state, &mut Stream::from_number(number), &mut vec![], number % 9);
            let other = other_dice(&state);
            assert_ne!(state, other);
            for seat in state.to_act().iter() {
                let choice = |state| level(text).build(5).choose(&Observation::new(state, seat, 0));
                assert_eq!(choice(&state), choice(&other), "{text}");
            }
        }
    }
}

#[test]
fn one_turn_costs_one_budget() {
    for number in 0..10 {
        let mut state = new(&field(2, number));
        let mut search = Search::<Skirmish>::new(Budget::Iterations(400), number);
        let mut chance = Stream::from_number(number);
        let mut ply = 0;
        let mut last = None;
        while let Some(seat) = state.to_act().iter().next() {
            let action = if seat == Seat(0) {
                let before = search.effort();
                let action = search.choose(&Observation::new(&state, seat, ply));
                let after = search.effort();
                assert_eq!(after.turns - before.turns, u64::from(last != Some(seat)));
                assert!(after.turn <= 400);
                action
            } else {
                *chance.pick(&Observation::new(&state, seat, ply).actions()).unwrap()
            };
            state.apply(seat, &action, &mut Recorder::silent()).unwrap();
            (last, ply) = (Some(seat), ply + 1);
        }
        let effort = search.effort();
        assert!(effort.iterations <= 400 * effort.turns);
    }
}

/// A march of three steps without dice: the later steps build on what the first one found out.
#[test]
fn the_tree_is_kept_within_a_turn() {
    let mut search = Search::<Skirmish>::new(Budget::Iterations(300), 1);
    let mut kept = 0;
    for number in 0..10 {
        let mut state = new(&Setup::new("field", 2, Seed::from_number(number)));
        let mut ply = 100 * number as usize;
        while let Some(seat) = state.to_act().iter().next() {
            let action = search.choose(&Observation::new(&state, seat, ply));
            state.apply(seat, &action, &mut Recorder::silent()).unwrap();
            ply += 1;
        }
        kept = search.effort().kept;
    }
    assert!(kept >= 10, "{kept}");
}

#[test]
fn a_time_budget_lets_it_think() {
    let state = new(&field(4, 1));
    let mut search = Search::<Skirmish>::new(Budget::Time(Duration::from_millis(40)), 1);
    search.choose(&Observation::new(&state, Seat(0), 0));
    assert!(search.effort().iterations > 0);
}

fn meet(level: &str, against: &str, seats: u8, games: u32) -> ContestResult {
    let contest = Contest {
        subject: self::level(level),
        opponent: self::level(against),
        setup: field(seats, 1805),
        games,
        jobs: 2,
        limit: 10_000,
    };
    bots::contest::<Skirmish>(&contest, |_, _| {}).unwrap()
}

#[test]
fn greedy_beats_random() {
    let standing = meet("greedy", "random", 2, 200);
    assert!(standing.share > 0.8, "{standing:?}");
}

#[test]
fn search_beats_random_and_greedy() {
    let standing = meet("search:200", "random", 2, 60);
    assert!(standing.share > 0.85, "{standing:?}");
    let standing = meet("search:200", "greedy", 2, 200);
    assert!(standing.share > 0.5 + standing.error, "{standing:?}");
}

/// A game that sees the rest of a turn by itself has positions judged as soon as they are quiet.
#[test]
fn without_a_horizon_positions_are_judged_at_once() {
    let search = |horizon: u32| {
        let parameters = SearchParameters { horizon, ..SearchParameters::of::<Skirmish>() };
        move |seed: u64| -> Box<dyn Bot<Skirmish>> {
            Box::new(Search::with(Budget::Iterations(60), parameters, seed))
        }
    };
    let random = |seed: u64| -> Box<dyn Bot<Skirmish>> { Box::new(Random::new(seed)) };
    for horizon in [0, 3] {
        let order = Contest {
            subject: search(horizon),
            opponent: random,
            setup: field(2, 4),
            games: 60,
            jobs: 0,
            limit: 10_000,
        };
        let standing = contest::<Skirmish>(&order, |_, _| {}).unwrap();
        assert!(standing.share > 0.75 && standing.unfinished == 0, "{horizon}: {standing:?}");
    }
}

#[test]
fn a_contest_is_fair_and_repeats() {
    let standing = meet("random", "random", 2, 401);
    assert_eq!((standing.games, standing.unfinished, standing.fair), (402, 0, 0.5));
    // Each round is the same game twice when both play alike.
    assert_eq!((standing.share, standing.error), (0.5, 0.0));
    let standing = meet("greedy", "random", 2, 40);
    assert_eq!(standing, meet("greedy", "random", 2, 40));
    // Two and two share a victory: a good player wins half of half.
    let standing = meet("greedy", "random", 4, 200);
    assert!(standing.share > 0.3 && standing.fair == 0.25, "{standing:?}");
}

/// Two searches of the same strength that want different things: one to win, one nothing in particular.
#[test]
fn two_evaluations_can_be_played_against_each_other() {
    fn search(seed: u64) -> Search<Skirmish> {
        Search::new(Budget::Iterations(60), seed)
    }
    let wants_to_win = |seed| -> Box<dyn Bot<Skirmish>> { Box::new(search(seed)) };
    let wants_nothing =
        |seed| -> Box<dyn Bot<Skirmish>> { Box::new(search(seed).evaluated_by(|_: &Skirmish, _: Seat| 0.5)) };
    let setup = field(2, 1805);
    let contest = Contest {
        subject: wants_to_win,
        opponent: wants_nothing,
        setup: setup.clone(),
        games: 60,
        jobs: 2,
        limit: 10_000,
    };
    let standing = bots::contest::<Skirmish>(&contest, |_, _| {}).unwrap();
    assert!(standing.share > 0.6 + standing.error, "{standing:?}");
    // By the game's own evaluation, said in other words, they play the same games.
    let same = |seed| -> Box<dyn Bot<Skirmish>> {
        Box::new(search(seed).evaluated_by(|state: &Skirmish, seat: Seat| state.appraise(seat)))
    };
    let contest = Contest { subject: same, opponent: wants_to_win, setup, games: 20, jobs: 2, limit: 10_000 };
    let standing = bots::contest::<Skirmish>(&contest, |_, _| {}).unwrap();
    assert_eq!((standing.share, standing.error), (0.5, 0.0));
}

/// Between random and greedy there is something for everybody.
#[test]
fn each_level_beats_the_one_below_it() {
    for (better, worse) in [("novice", "random"), ("casual", "novice"), ("greedy", "novice")] {
        let result = meet(better, worse, 2, 400);
        assert!(result.share > 0.5 + result.error, "{better} against {worse}: {result:?}");
    }
}

/// How often a bot gambles when it could.
fn gambles(text: &str) -> f32 {
    let (mut asked, mut taken) = (0.0, 0.0);
    for number in 0..60 {
        let mut bots = table(&[text, text], number);
        let mut state = new(&field(2, number));
        let mut ply = 0;
        while let Some(seat) = state.to_act().iter().next() {
            let observation = Observation::new(&state, seat, ply);
            let could = observation.actions().contains(&Action::Gamble);
            let action = bots[seat.index()].choose(&observation);
            asked += f32::from(u8::from(could));
            taken += f32::from(u8::from(action == Action::Gamble));
            state.apply(seat, &action, &mut Recorder::silent()).unwrap();
            ply += 1;
        }
    }
    taken / asked
}

#[test]
fn a_style_changes_what_is_decided() {
    for skill in ["greedy", "search:40"] {
        let [cautious, plain, bold] =
            ["+cautious", "", "+bold"].map(|style| gambles(&format!("{skill}{style}")));
        assert!(cautious <= plain && plain < bold, "{skill}: {cautious} {plain} {bold}");
    }
}

#[test]
fn several_threads_play_as_well_as_one() {
    let on_two = |seed| -> Box<dyn Bot<Skirmish>> {
        Box::new(Search::<Skirmish>::new(Budget::Iterations(200), seed).on_threads(2))
    };
    let contest = Contest {
        subject: on_two,
        opponent: level("greedy"),
        setup: field(2, 1805),
        games: 100,
        jobs: 2,
        limit: 10_000,
    };
    let result = bots::contest::<Skirmish>(&contest, |_, _| {}).unwrap();
    assert!(result.share > 0.5, "{result:?}");
    let mut search = Search::<Skirmish>::new(Budget::Iterations(201), 1).on_threads(3);
    search.choose(&Observation::new(&new(&field(2, 1)), Seat(0), 0));
    assert!((1..=201).contains(&search.effort().iterations), "{:?}", search.effort());
}

#[test]
fn a_hint_says_why() {
    let mut told = 0;
    for number in 0..20 {
        let mut state = new(&field(2, number));
        let mut chance = Stream::from_number(number);
        while let Some(seat) = state.to_act().iter().next() {
            let observation = Observation::new(&state, seat, 0);
            let hint = hint(&mut *level("search:60").build::<Skirmish>(number), &observation, number);
            assert!(observation.actions().contains(&hint.actions[0]));
            if let Some(why) = hint.why() {
                assert!(why.contains("ground won") || why.contains("the token"), "{why}");
                told += 1;
            }
            state.apply(seat, chance.pick(&observation.actions()).unwrap(), &mut Recorder::silent()).unwrap();
        }
    }
    assert!(told > 20, "{told}");
}
