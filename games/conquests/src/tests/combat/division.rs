//! Division. Rulebook 17.2.4.

use engine::Viewer;

use super::super::field::{at, card, units};
use super::{battlefield, retreat};
use crate::action::Action;
use crate::combat::Verdict;
use crate::nations::Nation;
use crate::position;
use crate::tables::Zone;
use crate::tests::field::Field;
use crate::troops::{Kind, Troops};

use Kind::{Cavalry, Infantry};
use Nation::{Austria, France, Prussia, Russia};

/// Napoleon in Saxony with 3 infantry and a cavalry, Morale 10, an advisor and a card of Division above 8, against
/// Prussia and Russia, which are Allies, with 2 infantry each.
fn odds(napoleon: Troops) -> Field {
    battlefield()
        .allied(Prussia, &[Russia])
        .morale(France, 10)
        .advisor(France, Zone::Military, 1)
        .hand(France, &[13])
        .put(France, napoleon, "saxony")
        .put(Prussia, units(2, 0, 0), "saxony")
        .put(Russia, units(2, 0, 0), "saxony")
}

fn divide(nation: Nation) -> Action {
    Action::PlayOn { card: card(13), nation }
}

// proves N-17.2.4-division-who, N-17.2.4-division-needs, N-17.2.4-division-combat
#[test]
fn a_division_takes_allies_to_divide_cavalry_and_morale() {
    let field = odds(units(3, 1, 0)).attack(France, "saxony").combats();
    assert_eq!(field.actions(), [divide(Prussia), divide(Russia), Action::Done]);
    assert_eq!(field.refused(divide(Austria)), "N-17.2.4-division-combat", "it is not there");
    assert_eq!(field.refused(Action::Play(card(13))), "N-17.2.4-division-combat", "one must be named");
    let field = odds(units(3, 0, 0)).attack(France, "saxony").combats();
    assert_eq!(field.refused(divide(Prussia)), "N-17.2.4-division-needs", "no cavalry");
    let field = odds(units(3, 1, 0)).morale(France, 8).attack(France, "saxony").combats();
    assert_eq!(field.refused(divide(Prussia)), "N-17.2.4-division-needs", "8 is not above 8");
    let field = battlefield()
        .morale(France, 10)
        .advisor(France, Zone::Military, 1)
        .hand(France, &[13])
        .put(France, units(3, 1, 0), "saxony")
        .put(Prussia, units(2, 0, 0), "saxony")
        .attack(France, "saxony")
        .combats();
    assert_eq!(field.refused(divide(Prussia)), "N-17.2.4-division-who", "one enemy cannot be divided");
}

// proves N-17.2.4-division-price
#[test]
fn a_division_costs_two_points_and_one_morale_before_strength_is_counted() {
    let mut field = odds(units(3, 1, 0)).morale(Prussia, 7).attack(France, "saxony").rolls(2).combats();
    field.act(divide(Prussia));
    assert_eq!(
        (field.purse(France), field.fought().0),
        (8, 5),
        "Morale 9 against 7: 1 SP; 10 would be worth 2"
    );
    let told = field.log.events.iter().filter_map(|event| event.tell(Viewer::Spectator));
    assert_eq!(told.filter(|line| line.text == "France pays 2 MP").count(), 1);
    let field = odds(units(3, 1, 0)).points(France, 1).attack(France, "saxony").combats();
    assert_eq!(field.refused(divide(Prussia)), "N-17.2.4-division-price");
}

// proves N-17.2.4-division-combat, N-11.2-allies
#[test]
fn the_target_defends_alone_with_its_own_morale() {
    let mut field = battlefield()
        .allied(Austria, &[Russia])
        .morale(Austria, 4)
        .morale(Russia, 9)
        .morale(France, 10)
        .advisor(France, Zone::Military, 1)
        .hand(France, &[13])
        .put(France, units(3, 1, 0), "saxony")
        .put(Austria, units(2, 0, 0), "saxony")
        .put(Russia, units(2, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    field.act(divide(Austria));
    assert_eq!(field.fought(), (6, 2, Verdict::Strategic), "now 9, a lead of 5: 2 SP");
}

// proves N-17.2.4-division-after, N-17.2.4-division-result
#[test]
fn as_attacker_napoleon_beats_one_and_the_other_chooses() {
    let mut field = odds(units(3, 1, 0)).attack(France, "saxony").rolls(2).combats();
    field.act(divide(Prussia));
    assert_eq!(field.fought(), (5, 2, Verdict::Strategic));
    assert_eq!((field.level(France), field.level(Prussia), field.level(Russia)), (10, 7, 8));
    // One infantry was recruited, the other may retreat.
    assert_eq!(field.commands(), Some(Prussia));
    field.act(retreat(Prussia, Infantry, "berlin"));
    assert_eq!(field.commands(), Some(Russia), "no pursuit, no advance: the rest of the Allies decide");
    assert_eq!(field.actions(), [Action::Fight(at("saxony")), Action::Withdraw]);
    let mut fights = field.clone().rolls(2);
    fights.act(Action::Fight(at("saxony")));
    assert_eq!(
        fights.fought(),
        (6, 2, Verdict::Strategic),
        "France attacks again, 5 units and Morale 10 to 8"
    );
    field.act(Action::Withdraw);
    while field.commands() == Some(Russia) && field.game.battle.is_some() {
        let next = field.actions()[0];
        field.act(next);
    }
    assert_eq!((field.combats_fought(), field.purse(Russia)), (1, 10), "it goes without MP");
    assert_eq!(field.game.forces.on_map(Russia), units(2, 0, 0));
    assert!(field.is_over());
}

// proves N-17.2.4-division-result, N-17.2.4-division-after
#[test]
fn as_defender_napoleon_attacks_first_and_never_retreats() {
    let mut field = odds(units(1, 1, 0)).put(Prussia, units(2, 0, 0), "saxony");
    field = field.attack(Prussia, "saxony").rolls(2).combats();
    assert_eq!(field.commands(), Some(France), "before it begins");
    field.done();
    field.act(divide(Prussia));
    assert_eq!(field.fought(), (3, 4, Verdict::Uncertain), "he attacks four with two and Morale 9 to 8");
    assert_eq!(field.troops(France, "saxony"), units(1, 1, 0), "the result says retreat, but he stays");
    assert_eq!(field.level(Prussia), 9);
    assert_eq!(field.commands(), Some(Prussia), "the initiator decides for the Allies");
    let mut field = field.rolls(2);
    field.act(Action::Fight(at("saxony")));
    assert_eq!(
        field.fought(),
        (6, 2, Verdict::Strategic),
        "the first attackers attack again, Prussia unbeaten"
    );
}

// proves N-17.2.4-division-result
#[test]
fn a_lost_division_costs_units_but_no_ground() {
    let mut field = odds(units(1, 1, 0)).morale(France, 9).put(Prussia, units(4, 0, 0), "saxony");
    field = field.attack(Prussia, "saxony").rolls(2).combats();
    field.done().act(divide(Prussia));
    assert_eq!(field.fought(), (2, 6, Verdict::Trap));
    assert_eq!(field.commands(), Some(Prussia));
    field.act(Action::Recruit { nation: France, kind: Cavalry, to: Prussia });
    assert_eq!(field.troops(France, "saxony"), units(1, 0, 0));
    assert_eq!(field.level(France), 7, "one for the Division, one for the defeat");
    assert_eq!(field.commands(), Some(Prussia));
    field.act(Action::Fight(at("saxony")));
    assert_eq!(field.combats_fought(), 2);
}

// proves N-17.2.4-division-after
#[test]
fn without_french_units_there_is_no_further_combat() {
    let mut field = odds(units(0, 1, 0)).morale(France, 9).put(Prussia, units(4, 0, 0), "saxony");
    field = field.attack(Prussia, "saxony").rolls(1).combats();
    field.done().act(divide(Prussia));
    assert_eq!(field.fought().2, Verdict::Trap);
    assert!(field.is_over(), "the only unit was recruited: the Allies keep the land");
    assert_eq!(field.troops(Prussia, "saxony"), units(6, 1, 0));
}

// proves N-17.2.4-division-after
#[test]
fn a_forced_ally_left_alone_by_a_division_is_fought_or_let_be() {
    for attacker in [France, Prussia, Austria] {
        let field = battlefield()
            .allied(France, &[Prussia])
            .allied(Austria, &[Russia])
            .morale(France, 9)
            .advisor(France, Zone::Military, 1)
            .hand(France, &[13])
            .put(France, units(0, 1, 0), "saxony")
            .put(Prussia, units(2, 0, 0), "saxony")
            .put(Austria, units(7, 0, 0), "saxony")
            .put(Russia, units(1, 0, 0), "saxony");
        let mut field = field.attack(attacker, "saxony").rolls(2).combats();
        while !field.actions().contains(&divide(Austria)) {
            field.done();
        }
        field.act(divide(Austria));
        assert_eq!(field.fought().2, Verdict::Trap);
        field.act(Action::Recruit { nation: France, kind: Cavalry, to: Austria });
        while field.commands() == Some(France) {
            let next = field.actions()[0];
            field.act(next);
        }
        assert_eq!(field.troops(Prussia, "saxony"), units(1, 0, 0), "no French unit is left");
        assert_eq!(field.commands(), Some(Austria));
        assert_eq!(field.actions(), [Action::Fight(at("saxony")), Action::Withdraw]);
        let mut gone = field.clone();
        gone.act(Action::Withdraw);
        gone.play_out();
        assert!(gone.game.controls(Prussia, at("saxony")));
        field.act(Action::Fight(at("saxony")));
        assert_eq!(field.combats_fought(), 2);
        field.play_out();
        assert_eq!(position::check(&field.game), Ok(()));
    }
}

// proves N-11.1-single-combat
#[test]
fn an_effect_declared_for_the_combat_waits_until_the_division_is_over() {
    let mut field = odds(units(2, 2, 0))
        .advisor(Prussia, Zone::Military, 2)
        .hand(Prussia, &[53])
        .attack(Prussia, "saxony")
        .rolls(2)
        .combats();
    field.done();
    assert_eq!(field.commands(), Some(Prussia));
    field.act(Action::Play(card(53)));
    field.act(divide(Russia));
    assert_eq!(field.fought(), (5, 2, Verdict::Strategic), "Russia stands without it");
    while field.commands() != Some(Prussia) {
        let next = field.actions()[0];
        field.act(next);
    }
    let mut field = field.rolls(2);
    field.act(Action::Fight(at("saxony")));
    assert_eq!(field.fought().0, 4, "two infantry and the 2 SP of the card");
}

// proves N-17.2.4-division-who
#[test]
fn only_napoleon_divides_whoever_holds_the_card() {
    let ally = |field: Field| {
        field
            .allied(Austria, &[Russia])
            .advisor(Prussia, Zone::Military, 1)
            .hand(Prussia, &[13])
            .morale(France, 10)
            .points(Prussia, 0)
            .put(Prussia, units(1, 1, 0), "saxony")
            .put(France, units(1, 1, 0), "saxony")
    };
    let both = ally(battlefield().allied(France, &[Prussia]));
    let both = both.put(Austria, units(1, 0, 0), "saxony").put(Russia, units(1, 0, 0), "saxony");
    let both = both.attack(France, "saxony").combats();
    assert_eq!((both.commands(), both.actions()), (Some(Prussia), vec![Action::Done]), "his forced Ally");
    assert_eq!(both.refused(divide(Austria)), "N-17.2.4-division-who");
    // Nor is the card turned against him and his Ally.
    let against = battlefield()
        .allied(France, &[Austria])
        .advisor(Prussia, Zone::Military, 1)
        .hand(Prussia, &[13])
        .morale(France, 10)
        .put(Prussia, units(1, 1, 0), "saxony")
        .put(France, units(1, 1, 0), "saxony")
        .put(Austria, units(1, 0, 0), "saxony")
        .attack(Prussia, "saxony")
        .combats();
    assert_eq!(against.refused(divide(France)), "N-17.2.4-division-who");
}

// proves N-17.2.4-before-combat, N-17.2.4-division-combat
#[test]
fn the_target_of_a_division_may_go_before_it_begins() {
    let mut field = odds(units(1, 1, 0)).advisor(Prussia, Zone::Military, 2).hand(Prussia, &[73]);
    field = field.attack(Prussia, "saxony").combats();
    field.done();
    assert_eq!(field.refused(Action::Play(card(73))), "N-17.2.4-before-combat", "an attacker cannot go");
    field.done().act(divide(Prussia));
    assert_eq!(field.commands(), Some(Prussia), "now it defends");
    field.act(Action::Play(card(73)));
    field.act(Action::RetreatAll { nation: Prussia, to: at("berlin") });
    assert_eq!((field.purse(Prussia), field.combats_fought()), (8, 0));
    assert_eq!(field.level(France), 9, "he has paid for it");
    assert_eq!(field.commands(), Some(Russia), "it is left");
    assert_eq!(field.actions(), [Action::Fight(at("saxony")), Action::Withdraw]);
}

// proves N-17.2.4-division-after, N-11.8-captured, N-11.8-society
#[test]
fn a_capital_falls_when_a_division_has_rid_it_of_its_defenders() {
    let field = battlefield()
        .allied(Austria, &[Russia])
        .morale(France, 12)
        .advisor(France, Zone::Military, 1)
        .hand(France, &[13])
        .put(France, units(12, 2, 0), "vienna")
        .put(Austria, units(2, 0, 0), "vienna")
        .put(Russia, units(1, 0, 0), "vienna");
    let mut field = field.attack(France, "vienna").rolls(2).combats();
    field.act(divide(Austria));
    assert_eq!(field.fought().2, Verdict::Strategic, "5 SP of the capital included");
    while !field.actions().contains(&Action::Withdraw) {
        let next = field.actions()[0];
        field.act(next);
    }
    assert_eq!(
        (field.game.tracks.society, field.game.treaties.forced_ally()),
        ([5, 5].into(), None),
        "Russia still stands in it"
    );
    field.act(Action::Withdraw);
    field.play_out();
    assert_eq!(
        (field.game.tracks.society, field.game.control.captors[Austria]),
        ([6, 4].into(), Some(France))
    );
    assert_eq!((field.game.treaties.forced_ally(), field.combats_fought()), (Some(Austria), 1));
    assert!(field.game.controls(France, at("vienna")));
}

// proves N-17.2.4-division-after, N-11.8-society
#[test]
fn a_captured_capital_lost_by_a_division_costs_napoleon_society() {
    let mut field = odds(units(0, 0, 0))
        .morale(France, 9)
        .put(France, units(0, 1, 0), "vienna")
        .put(Prussia, units(6, 0, 0), "vienna")
        .put(Russia, units(2, 0, 0), "vienna");
    for nation in [Prussia, Russia] {
        field.game.take(nation, units(2, 0, 0), at("saxony"));
    }
    field.game.control.captors[Austria] = Some(France);
    let mut field = field.attack(Prussia, "vienna").rolls(1).combats();
    field.done().act(divide(Prussia));
    assert_eq!((field.fought().2, field.troops(France, "vienna")), (Verdict::Trap, Troops::NONE));
    assert_eq!(field.commands(), Some(Prussia), "who counts as captor");
    field.act(Action::Choose(Russia));
    assert_eq!(
        (field.game.tracks.society, field.game.control.captors[Austria]),
        ([4, 6].into(), Some(Russia))
    );
}

// proves N-17.2.4-division-combat, N-11.2-naval-support
#[test]
fn no_frigate_of_an_ally_helps_the_target_of_a_division() {
    let fight = || {
        let field = battlefield()
            .allied(Prussia, &[Russia])
            .morale(France, 9)
            .advisor(France, Zone::Military, 1)
            .hand(France, &[13])
            .put(France, units(3, 1, 0), "naples")
            .put(Prussia, units(2, 0, 0), "naples")
            .put(Russia, units(2, 0, 0), "naples");
        field.ship(Russia, "ionian_sea", Troops::NONE).attack(France, "naples").rolls(2)
    };
    let mut alone = fight().combats();
    alone.act(divide(Prussia));
    assert_eq!(alone.fought(), (4, 2, Verdict::Tactical), "Russia is not asked: Prussia stands alone");
    let mut own = fight().ship(Prussia, "ionian_sea", Troops::NONE).combats();
    own.act(divide(Prussia));
    assert_eq!((own.commands(), own.actions()), (Some(Prussia), vec![Action::Support(1), Action::Done]));
    while !alone.actions().contains(&Action::Withdraw) {
        let next = alone.actions()[0];
        alone.act(next);
    }
    alone.act(Action::Fight(at("naples")));
    assert_eq!(alone.commands(), Some(Russia), "in the combat after it Russia supports itself");
    assert_eq!(alone.actions(), [Action::Support(1), Action::Done]);
}

// proves N-17.2.4-division-after, N-17.2.4-before-combat
#[test]
fn napoleon_may_go_before_the_combat_that_follows_if_he_defends_in_it() {
    let start = |attacker: Nation| {
        let field = odds(units(1, 1, 0)).advisor(France, Zone::Military, 2).hand(France, &[236]);
        let mut field =
            field.put(Prussia, units(2, 0, 0), "saxony").attack(attacker, "saxony").rolls(2).combats();
        while !field.actions().contains(&divide(Prussia)) {
            field.done();
        }
        field.act(divide(Prussia)).act(Action::Done);
        assert_eq!(field.fought(), (3, 4, Verdict::Uncertain));
        field.act(Action::Fight(at("saxony")));
        field
    };
    let mut field = start(Prussia);
    assert_eq!(field.commands(), Some(France), "the Allies attack, and he has another card");
    field.act(Action::Play(card(236)));
    field.act(Action::RetreatAll { nation: France, to: at("rhineland") });
    assert_eq!((field.combats_fought(), field.level(France)), (1, 9), "he has gone without a second combat");
    assert!(field.is_over());
    let field = start(France);
    assert_eq!(field.refused(Action::Play(card(236))), "N-17.2.4-before-combat", "an attacker cannot go");
}
