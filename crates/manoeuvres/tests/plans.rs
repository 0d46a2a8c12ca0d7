//! A turn of a hundred actions, planned to its end.

use bots::{Bot, Budget, Observation, Search, SearchParameters};
use engine::{Game, Plans, Recorder, Seat, Seed, Setup};
use manoeuvres::{ACTIONS, Action, Manoeuvres};

const BUDGET: u32 = 40;

fn new(number: u64) -> Manoeuvres {
    Manoeuvres::new(&Setup::new("field", 2, Seed::from_number(number)), &mut Recorder::silent()).unwrap()
}

fn search(plans: bool) -> Search<Manoeuvres> {
    let parameters = SearchParameters { plans, ..SearchParameters::of::<Manoeuvres>() };
    Search::with(Budget::Iterations(BUDGET), parameters, 1)
}

/// What is counted is how often it thinks, and how far it sees; not how long it takes.
#[test]
fn a_turn_of_a_hundred_actions_is_planned_to_its_end() {
    let (mut state, mut bot) = (new(1), search(true));
    let mut actions = 0;
    while state.to_act().contains(Seat(0)) {
        let action = bot.choose(&Observation::new(&state, Seat(0), actions));
        state.apply(Seat(0), &action, &mut Recorder::silent()).unwrap();
        actions += 1;
    }
    let effort = bot.effort();
    println!("{actions} actions, {effort:?}");
    assert_eq!(actions, usize::from(ACTIONS), "the turn is as long as a turn can be");
    // One turn has one budget, although it has more than 96 decisions.
    assert_eq!((effort.turns, effort.budgets), (1, 1));
    assert!(effort.iterations <= u64::from(BUDGET));
    // Most of them are taken as parts of a plan.
    assert!(effort.planned >= 60, "{effort:?}");
    // Every rollout has come to the end of the turn and of the answer to it, but for the one which found out that single
    // actions do not lead there.
    assert!(effort.rollouts >= u64::from(BUDGET) / 2 && effort.cut <= 1, "{effort:?}");
}

#[test]
fn without_plans_most_rollouts_are_cut_short() {
    let mut bot = search(false);
    bot.choose(&Observation::new(&new(1), Seat(0), 0));
    let effort = bot.effort();
    assert!(effort.rollouts > 0 && 2 * effort.cut > effort.rollouts, "{effort:?}");
}

/// A bot that has chosen a plan of three actions or more, after the first of them.
fn in_a_plan() -> (Manoeuvres, Search<Manoeuvres>) {
    (1..20)
        .find_map(|number| {
            let (mut state, mut bot) = (new(number), search(true));
            let action = bot.choose(&Observation::new(&state, Seat(0), 0));
            state.apply(Seat(0), &action, &mut Recorder::silent()).unwrap();
            let mut copy = (state.clone(), bot.clone());
            for ply in 1..3 {
                let action = copy.1.choose(&Observation::new(&copy.0, Seat(0), ply));
                copy.0.apply(Seat(0), &action, &mut Recorder::silent()).unwrap();
            }
            (copy.1.effort().planned == 2).then_some((state, bot))
        })
        .expect("plans are chosen")
}

#[test]
fn a_plan_is_carried_out_without_thinking_again() {
    let (state, mut bot) = in_a_plan();
    let before = bot.effort();
    let action = bot.choose(&Observation::new(&state, Seat(0), 1));
    let after = bot.effort();
    assert!(matches!(action, Action::Step(_)), "{action:?}");
    assert_eq!((after.iterations, after.planned), (before.iterations, before.planned + 1));
}

#[test]
fn a_plan_is_given_up_when_something_unexpected_happens() {
    let (state, bot) = in_a_plan();
    let planned = |state: &Manoeuvres, ply: usize| {
        let mut bot = bot.clone();
        bot.choose(&Observation::new(state, Seat(0), ply));
        bot.effort().planned
    };
    assert_eq!(planned(&state, 1), 1);
    // Somebody else has done something meanwhile.
    assert_eq!(planned(&state, 2), 0);
    // Dice were thrown.
    let mut json = serde_json::to_value(&state).unwrap();
    json["dice"]["drawn"] = (json["dice"]["drawn"].as_u64().unwrap() + 1).into();
    assert_eq!(planned(&serde_json::from_value(json).unwrap(), 1), 0);
    // The stack is no longer in hand.
    let mut halted = state.clone();
    halted.apply(Seat(0), &Action::Halt, &mut Recorder::silent()).unwrap();
    assert_eq!(planned(&halted, 1), 0);
}

#[test]
fn a_stack_goes_to_the_nearest_enemies() {
    let state = new(1);
    let mut plans = Plans::new();
    state.plans(Seat(0), &mut plans);
    let lengths: Vec<usize> = plans.iter().map(<[Action]>::len).collect();
    assert!(plans.len() >= 30 && lengths.iter().all(|length| (2..=8).contains(length)), "{lengths:?}");
    for plan in plans.iter() {
        assert!(matches!(plan[0], Action::Take(_)) && state.plan_choices(Seat(0), plan).len() == 1);
    }
    let attacks = plans.iter().filter(|plan| plan.last() != Some(&Action::Halt)).count();
    assert!((5..plans.len()).contains(&attacks), "{attacks} of {}", plans.len());
    plans.clear();
    state.plans(Seat(1), &mut plans);
    assert!(plans.is_empty(), "it is not his turn");
}
