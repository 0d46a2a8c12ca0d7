//! Victory on points. Rulebook 13.2.3.

use super::field::{Field, units};
use crate::by::By;
use crate::nations::{Nation, Nations, Side};
use crate::objectives::Objective;
use crate::state::EndReason;
use crate::troops::{Kind, Troops};
use crate::victory;
use crate::victory::points;

use Nation::{Austria, England, France, Prussia, Russia};

/// What a nation has for one line of the count.
fn merit(field: &Field, nation: Nation, what: &str) -> i16 {
    let merits = points::merits(&field.game, nation);
    merits.iter().find(|merit| merit.what == what).unwrap_or_else(|| panic!("there is no line {what}")).points
}

// proves N-13.2.3-capitals
#[test]
fn capitals_are_worth_ten_and_neutral_ones_five() {
    let mut field = Field::new();
    for land in ["paris", "vienna", "rome", "stockholm"] {
        field = field.put(France, units(1, 0, 0), land);
    }
    assert_eq!((merit(&field, France, "Capitals"), merit(&field, France, "Neutral capitals")), (20, 10));
    field.game.rules.own_capital_scores = false;
    assert_eq!(merit(&field, France, "Capitals"), 10);
    // A capital that is shared is nobody's.
    let shared = field.allied(France, &[Austria]).put(Austria, units(1, 0, 0), "vienna");
    assert_eq!((merit(&shared, France, "Capitals"), merit(&shared, Austria, "Capitals")), (0, 0));
}

// proves N-13.2.3-territories
#[test]
fn every_land_controlled_is_worth_one_capitals_too_but_no_sea() {
    let field = Field::new()
        .put(England, units(1, 0, 0), "london")
        .put(England, units(2, 0, 0), "rome")
        .put(England, units(1, 0, 0), "malta")
        .ship(England, "malta_channel", Troops::NONE);
    assert_eq!(merit(&field, England, "Territories"), 3);
}

// proves N-13.2.3-alliances, N-13.2.3-battles, N-13.2.3-morale
#[test]
fn alliances_and_combats_are_worth_three_and_levels_of_morale_one() {
    let mut field = Field::new().morale(Austria, 11);
    field.game.feats.successes[Austria] = 2;
    field.game.feats.victories[Austria] = 3;
    assert_eq!(merit(&field, Austria, "Alliances"), 6);
    assert_eq!(merit(&field, Austria, "Combats won"), 9);
    assert_eq!(merit(&field, Austria, "Morale"), 11);
    assert_eq!((merit(&field, Russia, "Alliances"), merit(&field, Russia, "Combats won")), (0, 0));
}

// proves N-13.2.3-society
#[test]
fn napoleon_alone_scores_the_difference_of_society() {
    let field = Field::new().society(Side::France, 6).society(Side::Coalition, 9);
    assert_eq!(merit(&field, France, "Society"), -9);
    assert!(Nations::COALITION.iter().all(|nation| merit(&field, nation, "Society") == 0));
    let ahead = field.society(Side::France, 11);
    assert_eq!(merit(&ahead, France, "Society"), 6);
}

// proves N-13.2.3-corps
#[test]
fn corps_in_one_land_and_frigates_score() {
    let field = Field::new()
        .put(Prussia, units(3, 2, 2), "berlin")
        .put(Prussia, units(1, 0, 1), "saxony")
        .put(Austria, units(0, 1, 0), "saxony")
        .allied(Prussia, &[Austria])
        .ship(Prussia, "baltic_east", units(1, 1, 1))
        .ship(Prussia, "baltic_west", Troops::NONE);
    // The mixed corps in Saxony and the one aboard score nothing.
    assert_eq!((merit(&field, Prussia, "Corps"), merit(&field, Prussia, "Frigates")), (2, 2));
    assert_eq!(merit(&field, Austria, "Corps"), 0);
    let mut guard = Field::new().put(France, units(0, 1, 1), "paris");
    guard.game.put(France, Troops::one(Kind::GuardInfantry), super::field::at("paris"));
    assert_eq!(merit(&guard, France, "Corps"), 1);
}

// proves N-13.2.3-money
#[test]
fn five_coins_are_a_point() {
    let points = |money| merit(&Field::new().money(Russia, money), Russia, "Money");
    assert_eq!([4, 5, 9, 10, 23].map(points), [0, 1, 1, 2, 4]);
}

// proves N-13.2.3-objective
#[test]
fn a_secret_objective_that_was_met_is_worth_ten() {
    let mut field = Field::new().peopled().money(England, 12);
    let paymaster = Objective::all().find(|objective| objective.id() == "S06");
    field.game.cards.objectives[England] = paymaster;
    assert_eq!(points::score(&field.game, England), points::open_score(&field.game, England));
    field.game.feats.successes[England] = 1;
    assert_eq!(points::score(&field.game, England), points::open_score(&field.game, England) + 10);
    assert_eq!(points::score(&field.game, France), points::open_score(&field.game, France));
}

/// Everybody has a unit at home; only Morale makes a difference.
fn tame(scenario: &'static str, turn: u8) -> Field {
    let mut field = Field::of(scenario, 5).peopled().turn(turn);
    field.game.cards.objectives = By::all(None);
    Nation::all().fold(field, |field, nation| field.money(nation, 0).morale(nation, 4))
}

// proves N-13-points-last, N-13.2.3-each-nation, N-13.2.3-tie
#[test]
fn after_the_last_turn_the_most_points_win() {
    for (scenario, last) in [("short", 3), ("campaign", 6)] {
        assert_eq!(tame(scenario, last - 1).morale(Russia, 9).verdict(), None);
        let mut field = tame(scenario, last).morale(Russia, 9);
        assert_eq!(field.verdict(), Some((Russia.into(), EndReason::Points)));
        assert_eq!(field.game.ended.map(|end| end.scores[Russia]), Some(10));
        let mut tie = tame(scenario, last).morale(Russia, 9).morale(England, 9);
        assert_eq!(tie.verdict(), Some((Nations::from(Russia).with(England), EndReason::Points)));
    }
    // An automatic victory goes before points.
    let mut field = tame("short", 3).morale(Russia, 9).put(France, units(1, 0, 0), "paris");
    field = field.put(France, units(1, 0, 0), "london").society(Side::France, 8);
    assert_eq!(field.verdict(), Some((France.into(), EndReason::NapoleonStrategic)));
}

// proves N-4.1-objective
#[test]
fn a_seat_with_several_nations_wins_with_any_of_them() {
    let mut field = Field::of("short", 2).peopled().turn(3).morale(Russia, 16);
    field.game.cards.objectives = By::all(None);
    field.verdict();
    let outcome = victory::outcome(&field.game).expect("it is over");
    assert_eq!(outcome.winners, field.game.seats(Russia.into()));
    assert_eq!(outcome.scores[1], i32::from(points::score(&field.game, Russia)));
    assert_eq!(outcome.scores.len(), 2);
}
