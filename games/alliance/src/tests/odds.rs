//! The odds of battles, exact and at a glance.

use std::time::Instant;

use engine::{Game, Seat, SpaceRef, Stream, Target};
use lab::odds::{Method, Odds};

use super::field::{Field, at, block};
use crate::appraisal::glance;
use crate::odds::{Battle, Ending, Fighter};
use crate::state::Alliance;
use crate::states::State;

fn fighter(name: &str, strength: u8, attacks: bool) -> Fighter {
    Fighter::new(block(name), strength, false, attacks, false)
}

fn solve(fighters: Vec<Fighter>) -> Odds<Ending> {
    lab::odds::exact(Battle::new(fighters), 100_000).expect("few things can happen").map(Battle::result)
}

fn near(value: f64, wanted: f64) {
    assert!((value - wanted).abs() < 1e-9, "{value} is not {wanted}");
}

fn space(name: &str) -> Target {
    Target::Space(SpaceRef { board: 0, space: at(name).0.into() })
}

// A step that hits on 1 to 3 against one that hits on 1 and 2, the defender first, for three rounds and the defender's shot
// in the fourth: worked out by hand.
#[test]
fn a_duel_of_two_steps_is_as_by_hand() {
    let odds = solve(vec![fighter("France Inf #1", 1, true), fighter("Britain Inf #4", 1, false)]);
    assert_eq!(odds.method, Method::Exact);
    // In each round the defender kills with 1/3, else the attacker with 1/2: 1/3 each, and 1/3 that nothing happens.
    let win: f64 = (0..3).map(|round| (1.0f64 / 3.0).powi(round) / 3.0).sum();
    near(odds.chance(|end| end.won), win);
    // In round 4 the defender fires at one who leaves after him.
    let dies = win + (1.0f64 / 3.0).powi(3) / 3.0;
    near(odds.chance(|end| end.blocks[0] == 0), dies);
    near(odds.chance(|end| !end.won), 1.0 - win);
}

#[test]
fn artillery_fires_before_infantry_and_defenders_before_attackers() {
    let first = |attacker: &str, defender: &str| {
        solve(vec![fighter(attacker, 1, true), fighter(defender, 1, false)]).chance(|end| end.won)
    };
    // Each kills with 1/2, so that both are left after a round with 1/4; three rounds.
    let rounds = 1.0 + 0.25 + 0.0625;
    near(first("France Art #1", "Britain Inf #1"), 0.5 * rounds);
    near(first("France Inf #1", "Britain Art #1"), 0.25 * rounds);
    // Of the same letter the defender is first.
    near(first("France Inf #1", "Britain Inf #1"), 0.25 * rounds);
}

#[test]
fn a_fortress_takes_two_hits_for_a_step() {
    let against = |name: &str| solve(vec![fighter("France Inf #1", 4, true), fighter(name, 3, false)]);
    let (fort, foot) = (against("Britain Fort (Cork)"), against("Britain Inf #4"));
    assert!(fort.chance(|end| end.won) < foot.chance(|end| end.won) - 0.1);
    assert!(fort.mean(|end| end.steps[0].into()) < foot.mean(|end| end.steps[0].into()));
}

#[test]
fn reserves_come_in_round_2_and_too_late_if_nobody_is_left() {
    let reserve = |name: &str, attacks: bool| Fighter::new(block(name), 4, false, attacks, true);
    // The defender is gone after round 1, or the attacker is: nobody else can be there.
    let late = solve(vec![
        fighter("France Inf #1", 4, true),
        fighter("Britain Inf #4", 1, false),
        reserve("Britain Inf #1", false),
    ]);
    // The one who comes too late loses a step at once: he has all four only if his friend has held, 1/12.
    let held = 2.0 / 3.0 / 16.0 + 1.0 / 3.0 / 8.0;
    let whole = late.chance(|end| end.steps[1] >= 4);
    assert!(whole > 0.0 && whole <= held, "{whole} of {held}");
    let sum: f64 = late.ends.iter().map(|(_, chance)| chance).sum();
    near(sum, 1.0);
}

// Exact odds of four against four within 50 ms; printed with --nocapture.
#[test]
fn four_against_four_is_quick() {
    let attackers = ["France Inf #1", "France Inf #2", "France Garde", "France Art #1"];
    let defenders = ["Austria Inf #1", "Austria Inf #2", "Austria Gärd", "Austria Art #1"];
    let full = |name: &str, attacks: bool| fighter(name, block(name).printed().steps, attacks);
    let all: Vec<Fighter> = attackers
        .iter()
        .map(|name| full(name, true))
        .chain(defenders.iter().map(|name| full(name, false)))
        .collect();
    let begun = Instant::now();
    let odds = solve(all);
    let took = begun.elapsed();
    println!("4 against 4, exactly: {took:?}, {:.3}", odds.chance(|end| end.won));
    assert_eq!(odds.method, Method::Exact);
    // Without optimisation it takes longer, on a busy machine much longer.
    assert!(took.as_millis() < if cfg!(debug_assertions) { 2000 } else { 50 }, "{took:?}");
    assert!((0.5..0.99).contains(&odds.chance(|end| end.won)));
}

#[test]
fn what_is_seen_at_a_glance_is_not_far_off() {
    let names = ["Inf #1", "Inf #2", "Inf #3", "Inf #4"];
    let mut worst: f64 = 0.0;
    for attackers in 1..=4 {
        for defenders in 1..=4 {
            for strength in 2..=3 {
                let all: Vec<Fighter> = (0..attackers)
                    .map(|number| fighter(&format!("France {}", names[number]), 4, true))
                    .chain(
                        (0..defenders)
                            .map(|number| fighter(&format!("Austria {}", names[number]), strength, false)),
                    )
                    .collect();
                let exact = solve(all.clone());
                let (win, left) = glance(&all);
                let off = (f64::from(win) - exact.chance(|end| end.won)).abs();
                worst = worst.max(off);
                assert!(
                    off < 0.2,
                    "{attackers} against {defenders}: {win} for {}",
                    exact.chance(|end| end.won)
                );
                let share = exact.mean(|end| end.steps[0].into()) / (4.0 * attackers as f64);
                assert!(
                    (f64::from(left) - share).abs() < 0.2,
                    "{attackers} against {defenders}: {left} for {share}"
                );
            }
        }
    }
    println!("off by {worst:.3} at most");
}

fn facing() -> Field {
    Field::duel()
        .put(State::France, ["Inf #1", "Inf #2"], "Burgundy")
        .put(State::France, ["Inf #3"], "Champagne")
        .put(State::Britain, ["Inf #1", "Inf #2", "Inf #3"], "Rhineland")
        .turn_of(State::France, 3)
}

#[test]
fn an_attacker_is_told_the_odds_against_what_he_cannot_see() {
    let field = facing();
    let game = &field.game;
    let france = game.forecast(Seat(0), &space("Rhineland")).expect("an attack is possible");
    assert!(france.samples.is_some(), "hidden blocks are sampled");
    let chance = |key: &str| france.figures.iter().find(|figure| figure.key == key).unwrap().value;
    near(chance("attackers-win") + chance("defenders-hold"), 1.0);
    assert!(france.lines[0].starts_with("In Rhineland the attackers win with"));
    // Nobody is asked to attack himself, or an empty region.
    assert_eq!(game.forecast(Seat(0), &space("Burgundy")), None);
    assert_eq!(game.forecast(Seat(0), &space("Vienna")), None);
}

#[test]
fn a_forecast_tells_nothing_that_is_hidden() {
    let field = facing();
    let target = space("Rhineland");
    let told = field.game.forecast(Seat(0), &target);
    assert!(told.is_some());
    // Other blocks at other strengths might stand there: the answer is the same.
    let mut chance = Stream::from_number(5);
    for _ in 0..10 {
        let world: Alliance = field.game.determinize(Seat(0), &mut chance);
        assert_eq!(world.forecast(Seat(0), &target), told);
    }
}

#[test]
fn neutral_blocks_lie_open_and_give_exact_odds() {
    let field = Field::duel()
        .neutral(State::Bavaria)
        .put(State::Bavaria, ["Infantry (Munich)"], "Bavaria")
        .put(State::France, ["Inf #1", "Inf #2"], "Rhineland")
        .turn_of(State::France, 3);
    let told = field.game.forecast(Seat(0), &space("Bavaria")).expect("an attack is possible");
    assert_eq!(told.samples, None);
    assert!(told.figures[0].value > 0.8, "{told:?}");
}
