//! Who is out of the game, and what becomes of what he had. Rulebook 13.

use engine::{Game, Viewer, steps};

use super::field::{Field, at, card, units};
use crate::areas::Area;
use crate::by::By;
use crate::cards::Cards;
use crate::nations::{Nation, Nations, Side};
use crate::objectives::Objective;
use crate::state::{Bond, EndReason, Phase};
use crate::troops::Troops;
use crate::victory::points;
use crate::{gifts, position, victory};

use Nation::{Austria, England, France, Prussia, Russia};

// proves N-13-eliminated
#[test]
fn a_nation_without_land_or_morale_is_out_at_the_check() {
    let mut field = Field::new().peopled();
    assert_eq!(field.verdict(), None);
    assert_eq!(field.game.in_play(), Nations::ALL);
    // A frigate is no land.
    let mut afloat = field.clone().ship(England, "irish_sea", units(1, 0, 0));
    afloat.game.take(England, units(1, 0, 0), at("ireland"));
    assert_eq!(afloat.game.in_play(), Nations::ALL, "nothing happens before the check");
    assert_eq!(afloat.verdict(), None);
    assert_eq!(afloat.game.in_play(), Nations::ALL.without(England));
    let mut broken = field.clone().morale(Russia, 0);
    assert_eq!(broken.verdict(), None);
    assert_eq!(broken.game.in_play(), Nations::ALL.without(Russia));
    let mut low = field.morale(Russia, 1);
    assert_eq!(low.verdict(), None);
    assert_eq!(low.game.in_play(), Nations::ALL);
}

// proves N-13-eliminated
#[test]
fn lands_shared_with_allies_save_a_nation_or_not() {
    let mut field = Field::new();
    for (nation, home) in [(France, "paris"), (Prussia, "poland"), (Austria, "galicia"), (Russia, "ukraine")]
    {
        field = field.put(nation, units(1, 0, 0), home);
    }
    let field = field.put(England, units(1, 0, 0), "london").put(Austria, units(1, 0, 0), "london");
    let field = field.allied(England, &[Austria]);
    let mut kind = field.clone();
    kind.game.rules.shared_lands_save = true;
    kind.verdict();
    assert_eq!(kind.game.in_play(), Nations::ALL);
    let mut strict = field;
    strict.game.rules.shared_lands_save = false;
    strict.verdict();
    assert_eq!(strict.game.in_play(), Nations::ALL.without(England));
}

// proves N-13-eliminated-effects
#[test]
fn an_eliminated_nation_takes_all_it_has_with_it() {
    let mut field = Field::new()
        .peopled()
        .put(Prussia, units(2, 1, 0), "rome")
        .ship(Prussia, "baltic_east", units(1, 0, 0))
        .allied(Prussia, &[Austria, Russia])
        .hand(Prussia, &[57, 58])
        .morale(Prussia, 0);
    assert_eq!(field.verdict(), None);
    let game = &field.game;
    assert_eq!(game.forces.on_map(Prussia), Troops::NONE);
    assert!(game.control.is_garrisoned(at("rome")));
    assert_eq!((game.treasury.money[Prussia], game.treasury.points[Prussia]), (0, 0));
    assert!(game.cards.hands[Prussia].is_empty());
    assert!([57, 58].iter().all(|number| game.cards.discards.contains(card(*number))));
    assert_eq!(game.order.as_slice(), [France, England, Austria, Russia]);
    // The Alliance goes on under the next in the order.
    let treaty = game.treaties.bond(Austria).expect("two members remain");
    assert_eq!((game.spokesman(treaty), treaty.members), (Austria, Nations::from(Austria).with(Russia)));
    assert_eq!(position::check(game), Ok(()));
    // It scores nothing and wins nothing.
    assert_eq!(game.scores()[Prussia], 0);
}

// proves N-13-eliminated-effects
#[test]
fn an_alliance_of_two_ends_with_one_of_them() {
    let mut field = Field::new().peopled().allied(Austria, &[Russia]).morale(Russia, 0);
    field.verdict();
    assert!(field.game.treaties.bond(Austria).is_none());
    assert_eq!(field.game.treaties.list[0].state, Bond::Over);
    // Nor is it Napoleon's any longer if another took its place in the last combats.
    let mut field = Field::new().peopled().allied(France, &[Russia]).morale(Russia, 0);
    field.game.treaties.list[0].state = Bond::Fading;
    field.verdict();
    assert_eq!(field.game.treaties.friends(France), France.into());
}

// proves N-13-eliminated-effects
#[test]
fn an_eliminated_nation_has_no_objective_any_more() {
    let mut field = Field::new().peopled();
    field.game.cards.objectives[Austria] = Objective::all().find(|objective| objective.id() == "S09");
    field.game.feats.victories[Austria] = 2;
    let told = |field: &Field| {
        let table = field.game.view(Viewer::Seat(field.game.seat(Austria)));
        let card =
            table.pieces.into_iter().find(|piece| piece.print.name.starts_with("Objective of Austria"));
        card.and_then(|card| card.text).expect("its own objective is shown").to_string()
    };
    assert!(
        points::has_met_objective(&field.game, Austria)
            && told(&field).ends_with("As things stand, it is met.")
    );
    let mut field = field.morale(Austria, 0);
    field.verdict();
    assert!(!points::has_met_objective(&field.game, Austria));
    assert!(told(&field).ends_with("its nation is out of the game."));
}

/// How the end of the game is told.
fn epilogue(field: &Field) -> String {
    let last = field.log.events.last().expect("something has happened");
    last.tell(Viewer::Spectator).expect("everybody hears of it").text.to_string()
}

// proves N-13-eliminated-capital
#[test]
fn the_capital_of_an_eliminated_nation_still_counts_for_control() {
    let mut field = Field::new().peopled().put(France, units(1, 0, 0), "berlin").morale(Prussia, 0);
    field.game.control.captors[Prussia] = Some(France);
    field.verdict();
    assert_eq!(field.game.control.captors[Prussia], None);
    assert!(field.game.controls(France, Area::capital(Prussia)));
    // Normandy and Berlin: 1 FG and 5 FG; 2 territories and a capital.
    assert_eq!(field.game.revenue(France), 6);
    let merits = points::merits(&field.game, France);
    let points = |what: &str| merits.iter().find(|merit| merit.what == what).map(|merit| merit.points);
    assert_eq!((points("Capitals"), points("Territories")), (Some(10), Some(2)));
}

// proves N-13-eliminated-capital
#[test]
fn the_capital_of_an_eliminated_nation_falls_without_effects() {
    let into_berlin = |morale: u8| {
        let mut field = Field::new().peopled().morale(Prussia, morale).turn(1);
        assert_eq!(field.verdict(), None);
        let mut field = field.put(France, units(1, 0, 0), "berlin");
        field.game.control.attackers[at("berlin")] = Some(France);
        field.game.phase = crate::state::Phase::Combat(0);
        steps::settle(&mut field.game, &mut field.log);
        field.game
    };
    let taken = into_berlin(4);
    assert_eq!((taken.control.captors[Prussia], taken.tracks.society), (Some(France), [2, 0].into()));
    let empty = into_berlin(0);
    assert_eq!((empty.control.captors[Prussia], empty.tracks.society), (None, [1, 1].into()));
    assert!(empty.controls(France, at("berlin")));
    // Nothing is taken by coming into it: it is open like any other land.
    let mut field = Field::new().peopled().turn(1).morale(England, 0);
    assert!(!gifts::is_open_to(&field.game, France, at("london")));
    field.verdict();
    assert!(gifts::is_open_to(&field.game, France, at("london")));
}

// proves N-13-napoleon-out
#[test]
fn without_napoleon_the_coalition_has_won() {
    let mut field = Field::new().peopled().morale(France, 0).morale(England, 0);
    field.game.cards.objectives = By::all(None);
    let rest = Nations::COALITION.without(England);
    assert_eq!(field.verdict(), Some((rest, EndReason::NapoleonOut)));
    let outcome = victory::outcome(&field.game).expect("it is over");
    assert_eq!(outcome.reason, "napoleon-eliminated");
    assert_eq!(outcome.winners, field.game.seats(rest));
    let told = "The game is over: Napoleon is eliminated. Prussia, Austria and Russia win";
    assert_eq!(epilogue(&field), told);
}

// proves N-13-coalition-out
#[test]
fn without_the_coalition_napoleon_has_won() {
    let field = Field::new().peopled();
    let mut field = Nations::COALITION.iter().fold(field, |field, nation| field.morale(nation, 0));
    assert_eq!(field.verdict(), Some((France.into(), EndReason::CoalitionOut)));
    assert_eq!(epilogue(&field), "The game is over: the Coalition is eliminated. France wins");
    let mut ruin = Field::new();
    assert_eq!(ruin.verdict(), Some((Nations::NONE, EndReason::NapoleonOut)), "nobody is left to win");
    assert_eq!(epilogue(&ruin), "The game is over: Napoleon is eliminated. Nobody wins");
}

// proves N-12-draw
#[test]
fn napoleon_draws_four_cards_and_the_others_two() {
    let deck = |side| crate::Card::deck(side, crate::Age::First);
    let held: Vec<u8> = deck(Side::France).iter().take(30).map(crate::Card::number).collect();
    let mut field = Field::new().peopled().hand(France, &held).turn(1);
    field.game.phase = crate::state::Phase::Idle(4);
    steps::settle(&mut field.game, &mut field.log);
    let counts: Vec<usize> = Nation::all().map(|nation| field.game.cards.hands[nation].len()).collect();
    assert_eq!(counts, [34, 2, 2, 2, 2]);
    assert_eq!(field.game.turn, 2);
    for nation in Nation::all() {
        assert!(field.game.cards.hands[nation].is_within(&deck(nation.side())));
    }
}

// proves N-12-reshuffle
#[test]
fn an_empty_deck_is_made_anew_from_its_own_discards() {
    let mut field = Field::new().peopled();
    let deck = crate::Card::deck(Side::France, crate::Age::First);
    field.game.cards.deck = field.game.cards.deck - deck;
    field.game.uncover(Side::France);
    assert_eq!(field.game.draw(France, &mut field.log), None, "nothing to draw, nothing discarded");
    field.game.cards.discards = deck | crate::Card::deck(Side::Coalition, crate::Age::First);
    field.game.cards.deck = Cards::EMPTY;
    field.game.uncover(Side::Coalition);
    let drawn = field.game.draw(France, &mut field.log).expect("the discards are shuffled");
    assert!(deck.contains(drawn));
    assert_eq!(field.game.deck_of(Side::France).len(), deck.len() - 1);
    assert_eq!(field.game.cards.discards, crate::Card::deck(Side::Coalition, crate::Age::First));
    assert_eq!(position::check(&field.game), Ok(()));
}

// proves N-13-eliminated-effects
#[test]
fn a_game_that_napoleons_elimination_has_ended_can_be_kept() {
    let mut field = Field::new()
        .allied(France, &[Prussia])
        .allied(France, &[Austria])
        .peopled()
        .put(Prussia, units(1, 0, 0), "corsica")
        .put(Austria, units(1, 0, 0), "corsica");
    field.game.treaties.list[0].state = Bond::Fading;
    field.game.take(France, units(1, 0, 0), at("normandy"));
    field.game.phase = Phase::Idle(0);
    assert_eq!(position::check(&field.game), Ok(()), "both are his Allies, and so each other's");
    assert_eq!(field.verdict().map(|(_, reason)| reason), Some(EndReason::NapoleonOut));
    assert_eq!(position::check(&field.game), Ok(()), "nobody fights or parts any more");
}
