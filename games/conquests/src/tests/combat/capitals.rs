//! Neutral and major capitals. Rulebook 11.7, 11.8.

use super::super::field::{at, card, units};
use super::{battlefield, lose, retreat};
use crate::action::Action;
use crate::areas::Area;
use crate::combat::Verdict;
use crate::nations::{Nation, Nations};
use crate::state::Phase;
use crate::troops::{Kind, Troops};

use Kind::Infantry;
use Nation::{Austria, England, France, Prussia, Russia};

// proves N-11.7-garrison-combat, N-11.7-win
#[test]
fn a_garrison_is_beaten_with_one_more() {
    let field = battlefield()
        .morale(France, 1)
        .hand(France, &[8])
        .put(France, units(1, 1, 0), "rome")
        .garrison("rome")
        .attack(France, "rome")
        .rolls(4)
        .combats();
    assert_eq!(field.fought(), (3, 2, Verdict::Taken), "its Morale does not matter");
    assert_eq!(
        (field.level(France), field.game.feats.victories),
        (2, [0; 5].into()),
        "1 Morale and nothing else"
    );
    assert!(field.game.cards.hands[France].len() == 1 && field.is_over(), "no card, no advance");
    assert!(!field.game.control.is_garrisoned(at("rome")) && field.game.controls(France, at("rome")));
}

// proves N-8.5-next-turn
#[test]
fn a_captured_city_serves_its_captor_from_the_next_turn_on() {
    let mut field = battlefield()
        .peopled()
        .hand(France, &[15])
        .put(France, units(3, 0, 0), "madrid")
        .garrison("madrid")
        .attack(France, "madrid")
        .rolls(2)
        .combats();
    assert_eq!((field.fought().2, field.game.turn, field.level(France)), (Verdict::Taken, 2, 9));
    assert_eq!(field.commands(), Some(Russia), "the turn goes on without a card for Madrid");
    field.done();
    assert_eq!((field.game.turn, field.game.phase), (3, Phase::Advisors(0)));
    let mut field = field.resolve();
    assert_eq!((field.game.phase, field.commands()), (Phase::Powers(0), Some(France)));
    field.act(Action::Play(card(15)));
    assert_eq!(field.level(France), 11);
}

// proves N-11.7-lose
#[test]
fn a_garrison_that_holds_keeps_the_city_neutral() {
    let attack = |troops: Troops, points: u16| {
        battlefield()
            .points(France, points)
            .put(France, troops, "rome")
            .garrison("rome")
            .attack(France, "rome")
            .rolls(2)
            .combats()
    };
    let mut field = attack(units(2, 0, 0), 0);
    assert_eq!(field.fought(), (2, 2, Verdict::Uncertain));
    field.play_out();
    assert_eq!(field.game.forces.on_map(France), units(2, 0, 0), "a free retreat");
    assert!(field.troops(France, "rome").is_empty() && field.game.control.is_garrisoned(at("rome")));
    assert_eq!(field.level(France), 8);
    let field = attack(units(1, 0, 0), 10);
    assert_eq!(field.fought(), (1, 2, Verdict::Trap));
    assert_eq!((field.level(France), field.game.forces.on_map(France)), (7, Troops::NONE), "half of 1 is 1");
    let mut field = battlefield()
        .put(France, units(1, 1, 0), "rome")
        .garrison("rome")
        .attack(France, "rome")
        .rolls(1)
        .combats();
    assert_eq!(field.fought(), (1, 2, Verdict::Trap));
    assert_eq!(field.commands(), Some(France), "nobody is recruited: the attacker picks what is lost");
    field.act(lose(France, Infantry));
    assert_eq!(field.game.forces.contingent(France).count(Infantry), 15);
}

// proves N-11.7-dissolved, N-11.7-revert
#[test]
fn a_held_city_has_no_garrison_until_it_is_left() {
    let mut field = battlefield()
        .put(Austria, units(1, 0, 0), "rome")
        .put(France, units(1, 0, 0), "rome")
        .attack(France, "rome")
        .rolls(2)
        .combats();
    assert_eq!(field.fought(), (1, 1, Verdict::Uncertain), "no 2 SP for the occupier");
    field.play_out();
    assert!(!field.game.control.is_garrisoned(at("rome")));
    field.game.take(Austria, units(1, 0, 0), at("rome"));
    assert!(field.game.control.is_garrisoned(at("rome")));
}

#[test]
fn what_a_garrison_counts_is_said_with_the_rule_for_it() {
    let field = battlefield();
    let cited = |defenders: Nations| {
        field.game.works(defenders, at("rome")).map(|works| works.rule.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(cited(Nations::NONE), ["N-11.7-garrison-combat"]);
    assert_eq!(cited(France.into()), ["N-11.7-contest"]);
}

// proves N-11.7-contest
#[test]
fn a_contested_city_is_fought_for_in_full() {
    let mut field = battlefield()
        .put(Russia, units(4, 0, 0), "european_turkey")
        .put(France, units(2, 0, 0), "european_turkey")
        .garrison("european_turkey")
        .attack(Russia, "european_turkey")
        .rolls(6)
        .combats();
    assert_eq!(field.fought(), (6, 4, Verdict::Tactical), "Napoleon came second, with 2 SP of the garrison");
    assert_eq!((field.level(Russia), field.game.feats.victories[Russia]), (9, 1), "full results");
    field.act(Action::Sacrifice);
    assert!(field.game.controls(Russia, at("european_turkey")));
    assert!(!field.game.control.is_garrisoned(at("european_turkey")));
    let field = battlefield()
        .put(Russia, units(3, 0, 0), "european_turkey")
        .put(France, units(2, 0, 0), "european_turkey")
        .garrison("european_turkey")
        .attack(Russia, "european_turkey")
        .rolls(2)
        .combats();
    assert_eq!(field.fought(), (3, 4, Verdict::Uncertain));
    assert!(!field.game.control.is_garrisoned(at("european_turkey")), "the winner takes the city");
}

// proves N-11.8-captured, N-11.8-society, N-11.8-forced
#[test]
fn a_captured_capital_moves_society_and_binds_its_nation() {
    let mut field = battlefield()
        .put(France, units(12, 0, 0), "vienna")
        .put(Austria, units(3, 0, 0), "vienna")
        .attack(France, "vienna")
        .rolls(2)
        .combats();
    assert_eq!(field.fought(), (12, 8, Verdict::Tactical));
    field.act(Action::Sacrifice);
    field.play_out();
    assert_eq!(
        (field.game.tracks.society, field.game.control.captors[Austria]),
        ([6, 4].into(), Some(France))
    );
    assert_eq!(field.game.treaties.forced_ally(), Some(Austria));
    assert_eq!(
        field.game.treaties.bond(Austria).map(|treaty| treaty.made),
        Some(2),
        "this turn and the next"
    );
    assert_eq!(field.game.feats.successes, [0; 5].into());
}

// proves N-11.8-captured
#[test]
fn an_empty_capital_falls_at_the_attackers_place_in_the_order() {
    let field = battlefield().put(France, units(1, 0, 0), "berlin").attack(France, "berlin").combats();
    assert_eq!((field.combats_fought(), field.game.tracks.society), (0, [6, 4].into()));
    assert!(field.is_over() && field.game.controls(France, at("berlin")));
    assert_eq!(field.game.treaties.forced_ally(), Some(Prussia));
    assert_eq!(field.level(France), 8, "without a combat there is no victory");
}

// proves N-11.8-captured, N-11.8-society, N-11.8-forced
#[test]
fn an_empty_capital_that_two_come_into_falls_to_whoever_wins_there() {
    let race = |russians: u8, french: u8| {
        let mut field = battlefield()
            .put(Austria, units(1, 0, 0), "vienna")
            .attack(Russia, "vienna")
            .put(Russia, units(russians, 0, 0), "vienna")
            .put(France, units(french, 0, 0), "vienna")
            .rolls(2);
        field.game.take(Austria, units(1, 0, 0), at("vienna"));
        let mut field = field.combats();
        field.play_out();
        field.game
    };
    let defended = race(2, 5);
    assert_eq!((defended.tracks.society, defended.control.captors[Austria]), ([6, 4].into(), Some(France)));
    assert_eq!(defended.treaties.forced_ally(), Some(Austria), "he came second, and he has taken it");
    let attacked = race(7, 2);
    assert_eq!((attacked.tracks.society, attacked.control.captors[Austria]), ([5, 5].into(), Some(Russia)));
    assert_eq!(attacked.treaties.forced_ally(), None, "it was never French: Napoleon has lost no capital");
}

// proves N-11.8-society
#[test]
fn a_capital_taken_from_an_occupier_costs_his_side_society() {
    let mut field = battlefield()
        .put(France, units(1, 0, 0), "vienna")
        .put(Russia, units(5, 0, 0), "vienna")
        .attack(Russia, "vienna")
        .rolls(2);
    field.game.control.captors[Austria] = Some(France);
    let mut field = field.combats();
    field.play_out();
    assert_eq!(
        (field.game.tracks.society, field.game.control.captors[Austria]),
        ([4, 6].into(), Some(Russia))
    );
    let mut field = battlefield()
        .put(France, units(5, 0, 0), "vienna")
        .put(Russia, units(1, 0, 0), "vienna")
        .attack(Russia, "vienna")
        .rolls(2)
        .combats();
    field.play_out();
    assert_eq!(
        (field.game.tracks.society, field.game.treaties.bond(Austria).is_none()),
        ([5, 5].into(), true),
        "he holds it already"
    );
}

// proves N-11.8-society
#[test]
fn between_two_nations_of_the_coalition_society_does_not_move() {
    let field = battlefield().put(Prussia, units(1, 0, 0), "vienna").attack(Prussia, "vienna").combats();
    assert_eq!(
        (field.game.tracks.society, field.game.control.captors[Austria]),
        ([5, 5].into(), Some(Prussia))
    );
    assert!(field.game.treaties.bond(Austria).is_none());
}

// proves N-11.8-ally-no-capture
#[test]
fn an_ally_alone_in_a_capital_has_not_captured_it() {
    let field = battlefield()
        .allied(France, &[Prussia])
        .put(France, units(1, 0, 0), "berlin")
        .attack(France, "berlin")
        .combats();
    assert_eq!((field.game.tracks.society, field.game.control.captors[Prussia]), ([5, 5].into(), None));
    assert!(field.game.controls(France, at("berlin")), "it controls it all the same");
}

// proves N-11.8-liberate
#[test]
fn a_nation_that_retakes_its_capital_moves_nothing() {
    let mut field = battlefield()
        .put(Austria, units(9, 0, 0), "vienna")
        .put(France, units(1, 0, 0), "vienna")
        .attack(Austria, "vienna")
        .rolls(2);
    field.game.control.captors[Austria] = Some(France);
    let field = field.combats();
    assert_eq!((field.game.tracks.society, field.game.control.captors[Austria]), ([5, 5].into(), None));
    assert!(field.game.controls(Austria, at("vienna")));
}

// proves N-11.8-forced-england
#[test]
fn london_falls_without_a_forced_alliance() {
    let field = battlefield().put(France, units(1, 0, 0), "london").attack(France, "london").combats();
    assert_eq!(
        (field.game.tracks.society, field.game.control.captors[England]),
        ([6, 4].into(), Some(France))
    );
    assert_eq!((field.game.treaties.forced_ally(), field.game.revenue(France)), (None, 5));
}

// proves N-11.8-shared-capture
#[test]
fn a_capital_taken_together_falls_once_and_the_initiator_names_the_captor() {
    let mut field = battlefield()
        .allied(Russia, &[Austria])
        .put(Russia, units(6, 0, 0), "paris")
        .put(Austria, units(6, 0, 0), "paris")
        .put(France, units(1, 0, 0), "paris")
        .attack(Austria, "paris")
        .rolls(2)
        .combats();
    assert_eq!(field.fought(), (12, 6, Verdict::Tactical));
    field.act(Action::Choose(Russia));
    field.act(retreat(France, Infantry, "burgundy"));
    assert_eq!(field.commands(), Some(Russia));
    assert_eq!(field.actions(), [Action::Choose(Austria), Action::Choose(Russia)]);
    assert_eq!(field.refused(Action::Choose(France)), "N-11.8-shared-capture");
    field.act(Action::Choose(Austria));
    assert_eq!(
        (field.game.tracks.society, field.game.control.captors[France]),
        ([4, 6].into(), Some(Austria))
    );
    assert_eq!(field.game.controller(Area::capital(France)), None, "two stand in it: no revenue, no levy");
    assert!(field.is_over());
}

// proves N-11.8-shared-capture, N-11.8-society, N-11.8-forced
#[test]
fn beside_napoleon_his_forced_ally_is_no_captor() {
    let mut field = battlefield()
        .allied(France, &[Prussia])
        .put(France, units(6, 0, 0), "vienna")
        .put(Prussia, units(6, 0, 0), "vienna")
        .put(Austria, units(1, 0, 0), "vienna")
        .attack(Prussia, "vienna")
        .rolls(2)
        .combats();
    assert_eq!(field.fought(), (12, 6, Verdict::Tactical));
    field.act(Action::Choose(Prussia)).act(retreat(Austria, Infantry, "moravia"));
    assert!(field.is_over(), "nobody is asked whose the capital is");
    assert_eq!(
        (field.game.tracks.society, field.game.control.captors[Austria]),
        ([6, 4].into(), Some(France))
    );
    assert_eq!(field.game.treaties.forced_ally(), Some(Austria));
}

// proves N-11.8-income, N-11.8-levy
#[test]
fn a_captured_capital_pays_five_once_and_its_nation_two_points() {
    let mut field = battlefield().put(France, units(1, 0, 0), "berlin").attack(France, "berlin").combats();
    assert_eq!(field.game.revenue(France), 5, "the capital is all it has: 5, not 5 and 5");
    field.game.put(France, units(1, 0, 0), at("saxony"));
    assert_eq!(field.game.revenue(France), 6);
    let mut levied = |points: u16| {
        field.game.treasury.points[Prussia] = 2 * points;
        let mut next = field.clone();
        next.game.begin_turn(&mut next.log);
        (next.purse(France) - field.purse(France), next.purse(Prussia))
    };
    assert_eq!([levied(5), levied(1), levied(0)], [(2, 3), (1, 0), (0, 0)]);
}

#[test]
fn a_capital_shared_with_an_ally_has_still_been_captured() {
    let mut field = battlefield().put(France, units(1, 0, 0), "berlin").attack(France, "berlin").combats();
    assert_eq!(field.game.treaties.forced_ally(), Some(Prussia));
    field.game.put(Prussia, units(1, 0, 0), at("berlin"));
    assert_eq!(
        field.game.control.captors[Prussia],
        Some(France),
        "an Ally beside the captor changes nothing"
    );
    field.game.take(France, units(1, 0, 0), at("berlin"));
    assert_eq!(field.game.control.captors[Prussia], None, "alone in it, its nation has it back");
}
