//! What comes of a combat. Rulebook 11.3.

use super::super::field::{at, card, units};
use super::{battlefield, guard, lose, retreat};
use crate::action::Action;
use crate::combat::Verdict;
use crate::effects::Domain;
use crate::nations::Nation;
use crate::position;
use crate::tests::field::Field;
use crate::troops::{Kind, Troops};

use Kind::{Cannon, Cavalry, Infantry};
use Nation::{Austria, England, France, Prussia, Russia};
use Verdict::{Heroic, Minor, Strategic, Tactical, Trap, Uncertain};

// proves N-11.3.1-first-case, N-11.3.2-a-test, N-11.3.2-b-test, N-11.3.2-d-test, N-11.3.2-e-test
#[test]
fn the_first_case_that_fits_applies() {
    let printed = [
        ((8, 4), Tactical),
        ((9, 4), Strategic),
        ((4, 8), Trap),
        ((5, 8), Heroic),
        ((7, 8), Uncertain),
        ((8, 8), Uncertain),
        ((2, 1), Minor),
        ((3, 1), Strategic),
        ((1, 2), Trap),
        ((9, 7), Tactical),
        ((14, 7), Tactical),
        ((15, 7), Strategic),
        ((3, 5), Heroic),
        ((2, 4), Trap),
        ((0, 1), Trap),
        ((-1, 3), Trap),
        ((1, 1), Uncertain),
        ((90, 70), Tactical),
        ((70, 90), Heroic),
    ];
    for ((attack, defence), verdict) in printed {
        assert_eq!(Verdict::of(attack, defence), verdict, "{attack} against {defence}");
    }
}

// proves N-11.3.1-first-case, N-11.2-corps
#[test]
fn all_units_there_are_can_fight_in_one_land() {
    let coalition = [England, Prussia, Austria, Russia];
    let field = coalition
        .iter()
        .fold(battlefield(), |field, nation| field.put(*nation, units(12, 6, 5), "saxony"))
        .put(France, units(15, 10, 10), "saxony")
        .allied(Prussia, &[England, Austria, Russia]);
    // Four times 28 SP and 5 corps against 45 SP and 7 corps.
    let attack = field.clone().attack(Prussia, "saxony").rolls(2).combats();
    assert_eq!(attack.fought(), (132, 52, Strategic));
    let defence = field.attack(France, "saxony").rolls(2).combats();
    assert_eq!(defence.fought(), (52, 132, Trap));
}

/// The printed example: a corps and 2 infantry with 1 MP in Saxony, attacked by so many infantry.
fn example(attackers: u8, cannon: u8) -> Field {
    battlefield()
        .points(Prussia, 1)
        .put(France, units(attackers, 0, cannon), "saxony")
        .put(Prussia, units(3, 1, 1), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats()
}

// proves N-11.3.2-a-effects, N-11.3.2-a-retreat, N-11.3.1-recruit, N-3.1-losses, N-11.3-units-counted
#[test]
fn a_strategic_victory_as_printed() {
    let mut field = example(15, 0);
    assert_eq!(field.fought(), (15, 7, Strategic));
    assert_eq!(field.commands(), Some(France));
    assert_eq!(field.refused(Action::Done), "N-5-phases");
    field.act(Action::Recruit { nation: Prussia, kind: Cannon, to: France });
    assert_eq!(field.troops(France, "saxony"), units(15, 0, 1));
    assert_eq!(field.commands(), Some(Prussia), "the rest of the lost is the loser's choice");
    assert_eq!(field.refused(lose(France, Infantry)), "N-11.3-units-counted");
    let reserve = field.game.forces.reserves[Prussia];
    let contingent = field.game.forces.contingent(Prussia);
    field.act(lose(Prussia, Infantry)).act(lose(Prussia, Infantry));
    assert_eq!(field.game.forces.contingent(Prussia), contingent + units(2, 0, 0));
    assert_eq!(field.game.forces.reserves[Prussia], reserve);
    assert_eq!(field.troops(Prussia, "saxony"), units(1, 1, 0));
    assert_eq!((field.level(France), field.level(Prussia)), (9, 7));
    assert_eq!(field.refused(Action::Sacrifice), "N-11.3.2-a-retreat");
    field.act(retreat(Prussia, Cavalry, "berlin"));
    assert_eq!(field.troops(Prussia, "berlin"), units(0, 1, 0), "half an MP: the other is too little");
    assert!(field.troops(Prussia, "saxony").is_empty(), "the infantry is lost");
    assert_eq!(field.purse(Prussia), 0);
    assert!(field.is_over());
    assert_eq!(field.game.feats.victories[France], 1);
    assert_eq!(position::check(&field.game), Ok(()));
}

// proves N-11.3.2-b-effects, N-11.3.2-b-retreat
#[test]
fn a_tactical_victory_as_printed() {
    let mut field = example(9, 0);
    assert_eq!(field.fought(), (9, 7, Tactical));
    assert_eq!(field.commands(), Some(France), "one third of 5 is 1, and the victor picks it");
    field.act(lose(Prussia, Cannon));
    assert_eq!(field.commands(), Some(Prussia));
    field.act(Action::Sacrifice).act(lose(Prussia, Infantry));
    assert_eq!(field.troops(Prussia, "berlin"), units(2, 1, 0), "they retreat without MP");
    assert_eq!(field.purse(Prussia), 1);
    assert_eq!((field.level(France), field.level(Prussia)), (9, 7));
    assert_eq!(field.game.feats.victories[France], 1);
}

// proves N-11.3.2-b-effects
#[test]
fn a_third_of_one_or_two_units_is_none() {
    let field = battlefield()
        .put(France, units(4, 0, 0), "saxony")
        .put(Prussia, units(2, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(field.fought(), (4, 2, Tactical));
    assert_eq!(field.commands(), Some(Prussia));
    assert!(field.actions().contains(&Action::Sacrifice), "nothing is lost but by choice");
    assert_eq!(field.troops(Prussia, "saxony"), units(2, 0, 0));
}

// proves N-11.3.2-c, N-11.3.2-c-money
#[test]
fn a_minor_victory_brings_morale_and_money() {
    let after = |money: u16| {
        let mut field = battlefield()
            .money(Prussia, money)
            .hand(France, &[8])
            .put(France, units(2, 0, 0), "saxony")
            .put(Prussia, units(1, 0, 0), "saxony")
            .attack(France, "saxony")
            .rolls(2)
            .combats();
        assert_eq!(field.fought(), (2, 1, Minor));
        assert_eq!(field.commands(), Some(Prussia), "no card is played");
        field.act(retreat(Prussia, Infantry, "berlin"));
        assert_eq!((field.level(France), field.level(Prussia)), (9, 7));
        assert_eq!((field.game.feats.victories[France], field.purse(Prussia)), (0, 9));
        (field.game.treasury.money[France], field.game.treasury.money[Prussia])
    };
    assert_eq!(after(10), (12, 8));
    assert_eq!(after(1), (12, 0), "the bank makes up for the rest");
}

// proves N-11.3.2-d-effects, N-11.3.2-d-test
#[test]
fn a_trap_turns_on_the_attacker() {
    let mut field = battlefield()
        .points(France, 0)
        .put(France, units(1, 1, 0), "saxony")
        .put(Prussia, units(4, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(field.fought(), (2, 4, Trap));
    assert_eq!(field.commands(), Some(Prussia));
    field.act(Action::Recruit { nation: France, kind: Infantry, to: Prussia });
    assert_eq!(field.troops(Prussia, "saxony"), units(5, 0, 0));
    assert_eq!(field.game.forces.on_map(France), Troops::NONE, "without MP the cavalry is lost");
    assert_eq!((field.level(Prussia), field.level(France)), (9, 7));
    assert_eq!(field.game.feats.victories[Prussia], 1);
}

// proves N-11.3.2-d-test
#[test]
fn strength_nothing_is_a_trap() {
    let field = battlefield()
        .put(France, units(1, 0, 0), "saxony")
        .put(Prussia, units(1, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(1)
        .combats();
    assert_eq!(field.fought(), (0, 1, Trap));
}

/// Three infantry and a cavalry that lose to so many.
fn repulse(loser_picks: bool) -> Field {
    let mut field = battlefield()
        .put(France, units(3, 1, 0), "saxony")
        .put(Prussia, units(6, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2);
    field.game.rules.loser_picks = loser_picks;
    field.combats()
}

// proves N-11.3.2-e-effects, N-11.3.2-e-retreat
#[test]
fn after_a_heroic_defence_the_victor_picks_what_is_given_up() {
    let mut field = repulse(false);
    assert_eq!(field.fought(), (4, 6, Heroic));
    assert_eq!(field.commands(), Some(Prussia));
    field.act(lose(France, Infantry));
    assert_eq!((field.level(Prussia), field.level(France)), (9, 7));
    assert_eq!(field.commands(), Some(France));
    field.act(Action::Sacrifice);
    assert_eq!(field.commands(), Some(Prussia), "as printed: the defender picks");
    field.act(lose(France, Cavalry));
    assert_eq!(field.game.forces.on_map(France), units(2, 0, 0));
    assert_eq!((field.purse(France), field.game.feats.victories[Prussia]), (10, 1));
    let mut field = repulse(true);
    field.act(lose(France, Infantry)).act(Action::Sacrifice);
    assert_eq!(field.commands(), Some(France), "the option lets the loser pick");
}

// proves N-11.3.2-f, N-11.3.3-vp
#[test]
fn an_uncertain_combat_sends_the_attacker_back_for_nothing() {
    let field = battlefield()
        .points(France, 0)
        .put(France, units(3, 0, 0), "saxony")
        .put(Prussia, units(4, 0, 0), "saxony")
        .put(France, units(1, 0, 0), "rhineland")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(field.fought(), (3, 4, Uncertain));
    assert_eq!(field.troops(France, "rhineland"), units(4, 0, 0));
    assert_eq!((field.level(Prussia), field.level(France)), (9, 8));
    assert_eq!(field.game.feats.victories, [0; 5].into());
    assert!(field.is_over());
}

// proves N-11.3.1-recruit-none
#[test]
fn a_recruit_without_a_counter_is_lost_to_both() {
    let mut field =
        battlefield().put(France, units(0, 0, 1), "saxony").put(Austria, units(5, 0, 0), "saxony");
    field.game.forces.reserves[Austria] = Troops::of([0, 0, 5, 0]);
    let field = field.attack(Austria, "saxony").rolls(2).combats();
    assert_eq!(field.fought(), (5, 2, Strategic));
    assert_eq!(field.game.forces.on_map(Austria), units(5, 0, 0), "its five cannon are in the Reserve");
    assert_eq!(field.game.forces.on_map(France), Troops::NONE);
}

// proves N-11.3.1-recruit-none
#[test]
fn a_recruited_grognard_is_an_ordinary_unit() {
    let field = battlefield()
        .put(France, guard(Kind::GuardInfantry), "saxony")
        .put(Austria, units(5, 0, 0), "saxony")
        .attack(Austria, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(field.troops(Austria, "saxony"), units(6, 0, 0));
    assert_eq!(field.game.forces.contingent(France).count(Kind::GuardInfantry), 5);
}

// proves N-11.3.1-card-kinds, N-9.1-mp, N-11.3.2-a-effects
#[test]
fn a_victor_plays_a_card_for_society_finance_or_movement() {
    let won = || {
        battlefield()
            .hand(Prussia, &[2, 10])
            .put(Prussia, units(4, 0, 0), "saxony")
            .put(France, units(2, 0, 0), "saxony")
            .attack(Prussia, "saxony")
            .rolls(2)
            .combats()
    };
    let field = won();
    assert_eq!((field.fought().2, field.commands()), (Tactical, Some(Prussia)));
    let reward = |number: u8, domain| Action::Reward { card: card(number), domain, on: None };
    assert!(field.actions().contains(&Action::Done), "it is voluntary");
    for number in [2, 10] {
        for tab in &card(number).face().tabs {
            let allowed = matches!(tab.domain, Domain::Finance | Domain::Society | Domain::Diplomacy);
            assert_eq!(field.actions().contains(&reward(number, tab.domain)), allowed, "{:?}", tab.domain);
            if !allowed {
                assert_eq!(field.refused(reward(number, tab.domain)), "N-11.3.1-card-kinds");
            }
        }
    }
    assert_eq!(card(10).points(), 2);
    assert_eq!(field.label(reward(10, Domain::Diplomacy)), format!("Play {} for Diplomacy", card(10)));
    assert_eq!(field.words(reward(10, Domain::Diplomacy)), "4 MP");
    let mut field = won();
    field.act(reward(10, Domain::Diplomacy));
    assert_eq!(field.purse(Prussia), 14, "2 MP a printed point, for Prussia, too");
    assert!(field.game.cards.discards.contains(card(10)));
    assert_eq!(field.refused(reward(2, Domain::Finance)), "N-5-phases");
}

// proves N-11.3.3-track
#[test]
fn victories_count_on_beyond_the_track() {
    let mut field = battlefield()
        .put(France, units(4, 0, 0), "saxony")
        .put(Prussia, units(2, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2);
    field.game.feats.victories[France] = 10;
    assert_eq!(field.combats().game.feats.victories[France], 11);
}

// proves N-8.3-unit-place
#[test]
fn a_bonus_won_in_combat_is_placed_when_it_is_over() {
    let mut field = battlefield()
        .put(France, units(4, 0, 0), "saxony")
        .put(Prussia, units(2, 0, 0), "saxony")
        .put(France, units(1, 0, 0), "alsace")
        .ship(France, "channel_west", Troops::NONE)
        .attack(France, "saxony")
        .rolls(2);
    field.game.tracks.earned_morale[France] = 0;
    let mut field = field.combats();
    assert_eq!((field.level(France), field.commands()), (9, Some(Prussia)), "the combat goes on");
    field.act(Action::RetreatAll { nation: Prussia, to: at("berlin") });
    let place = |id: &str| Action::Place { kind: Cavalry, at: at(id) };
    assert_eq!(field.actions(), [place("alsace"), place("saxony")], "the field is won; none goes aboard");
    assert_eq!(field.refused(place("berlin")), "N-8.3-unit-place");
}

// proves N-11.3.1-recruit-none, N-11.5-recruit-owner
#[test]
fn a_unit_that_none_of_the_victors_can_take_on_is_lost_whoever_is_named() {
    let mut field = battlefield()
        .allied(Prussia, &[Austria])
        .put(France, units(1, 0, 1), "saxony")
        .put(Prussia, units(6, 0, 0), "saxony")
        .put(Austria, units(4, 0, 0), "saxony");
    field.game.forces.reserves[Austria] = Troops::of([0, 0, 5, 0]);
    let recruit = |kind, to| Action::Recruit { nation: France, kind, to };
    let one = field.clone().attack(Prussia, "saxony").rolls(2).combats();
    assert_eq!(one.fought(), (10, 3, Strategic));
    assert_eq!(one.words(recruit(Cannon, Austria)), "it is lost: Austria has no cannon left to replace it");
    assert_eq!(one.label(recruit(Cannon, Prussia)), "Recruit French cannon for Prussia");
    field.game.forces.reserves[Prussia] = Troops::of([0, 0, 5, 0]);
    let none = field.attack(Prussia, "saxony").rolls(2).combats();
    assert_eq!(
        none.actions(),
        [recruit(Infantry, Prussia), recruit(Infantry, Austria), recruit(Cannon, Prussia)],
        "it makes no difference who is named for the cannon"
    );
    assert_eq!(none.refused(recruit(Cannon, Austria)), "N-11.3.1-recruit-none");
}

// proves N-11.3.2-a-retreat
#[test]
fn nobody_is_asked_which_units_are_lost_if_all_will_be() {
    let beaten = |points: u16| {
        let field = battlefield().points(Prussia, points).put(Prussia, units(3, 1, 0), "saxony");
        let mut field =
            field.put(France, units(9, 0, 0), "saxony").attack(France, "saxony").rolls(2).combats();
        field.act(Action::Recruit { nation: Prussia, kind: Infantry, to: France });
        field
    };
    assert!(beaten(0).is_over(), "without MP nobody gets away");
    assert_eq!(beaten(0).game.forces.on_map(Prussia), Troops::NONE);
    let field = beaten(1);
    assert_eq!(field.actions(), [lose(Prussia, Infantry), lose(Prussia, Cavalry)]);
    // Falling to 4 England is paid 4 MP, which it can retreat with.
    let mut field = battlefield()
        .points(England, 0)
        .morale(England, 5)
        .put(England, units(3, 1, 0), "saxony")
        .put(France, units(9, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2);
    field.game.tracks.earned_morale[England] = 0;
    let mut field = field.combats();
    field.act(Action::Recruit { nation: England, kind: Infantry, to: France });
    field.act(lose(England, Infantry));
    assert_eq!((field.level(England), field.purse(England)), (4, 4));
    assert!(field.actions().iter().any(|way| matches!(way, Action::RetreatAll { nation: England, .. })));
}
