//! Retreats. Rulebook 11.4.

use super::super::field::{at, units};
use super::{battlefield, lose, retreat};
use crate::action::Action;
use crate::combat::Verdict;
use crate::nations::Nation;
use crate::state::FrigateId;
use crate::tests::field::Field;
use crate::troops::{Kind, Troops};

use Kind::{Cannon, Cavalry, Infantry};
use Nation::{Austria, England, France, Prussia, Russia};

/// Prussian units in Saxony that a French host has beaten tactically.
fn beaten(troops: Troops) -> Field {
    battlefield().put(Prussia, troops, "saxony")
}

// proves N-11.4-where, N-11.4-not-garrison
#[test]
fn a_retreat_goes_to_the_open_land_closest_to_the_capital() {
    let field = beaten(units(2, 0, 0))
        .put(France, units(4, 0, 0), "saxony")
        .put(Russia, units(1, 0, 0), "berlin")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    let to = |id: &str| retreat(Prussia, Infantry, id);
    assert!(field.actions().contains(&to("silesia")) && field.actions().contains(&to("hanover")));
    assert_eq!(field.refused(to("berlin")), "N-11.4-where", "a stranger is in the capital");
    assert_eq!(field.refused(to("bavaria")), "N-11.4-where", "others are closer");
    assert_eq!(field.refused(to("paris")), "N-11.4-where", "it is not beside");
}

// proves N-11.4-not-garrison
#[test]
fn no_retreat_goes_into_a_garrison_or_a_combat() {
    let field = battlefield()
        .put(Austria, units(2, 0, 0), "lombardy")
        .put(France, units(4, 0, 0), "lombardy")
        .put(Russia, units(1, 0, 0), "tyrol")
        .put(Prussia, units(1, 0, 0), "tyrol")
        .attack(France, "lombardy")
        .attack(Russia, "tyrol")
        .garrison("rome")
        .rolls(2)
        .combats();
    assert_eq!(field.commands(), Some(Austria));
    assert_eq!(field.refused(retreat(Austria, Infantry, "rome")), "N-11.4-not-garrison");
    assert_eq!(field.refused(retreat(Austria, Infantry, "tyrol")), "N-11.4-not-garrison");
    assert!(field.actions().contains(&retreat(Austria, Infantry, "venetia")));
}

// proves N-11.4-split
#[test]
fn a_retreat_may_be_split_among_equally_close_lands() {
    let mut field = beaten(units(2, 0, 0))
        .put(France, units(4, 0, 0), "saxony")
        .put(Russia, units(1, 0, 0), "berlin")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    field.act(retreat(Prussia, Infantry, "silesia")).act(retreat(Prussia, Infantry, "hanover"));
    assert_eq!(field.troops(Prussia, "silesia") + field.troops(Prussia, "hanover"), units(2, 0, 0));
    assert_eq!(field.purse(Prussia), 8);
    assert!(field.is_over());
}

// proves N-11.4-cost
#[test]
fn units_pay_as_they_march_together_or_alone() {
    let start = |points: u16| {
        beaten(units(1, 1, 1))
            .points(Prussia, points)
            .put(France, units(7, 0, 0), "saxony")
            .attack(France, "saxony")
            .rolls(2)
            .combats()
    };
    let mut field = start(10);
    assert_eq!(field.fought(), (7, 5, Verdict::Tactical));
    field.act(lose(Prussia, Infantry)).act(Action::RetreatAll { nation: Prussia, to: at("berlin") });
    assert_eq!(field.purse(Prussia), 8, "a cavalry and a cannon go for 2");
    let mut field = start(10);
    field.act(lose(Prussia, Cannon)).act(retreat(Prussia, Cavalry, "berlin"));
    assert_eq!(field.game.treasury.points[Prussia], 19, "a cavalry for half a point");
    field.act(retreat(Prussia, Infantry, "berlin"));
    assert_eq!(field.game.treasury.points[Prussia], 16, "the other half is lost when it is over");
    let mut field = start(2);
    field.act(lose(Prussia, Infantry)).act(retreat(Prussia, Cannon, "berlin"));
    assert_eq!(field.purse(Prussia), 0);
    field.act(retreat(Prussia, Cavalry, "berlin"));
    assert_eq!(field.troops(Prussia, "berlin"), units(0, 1, 1), "it joins the cannon for nothing");
    let mut field = start(1);
    field.act(lose(Prussia, Infantry));
    assert_eq!(field.refused(retreat(Prussia, Cannon, "berlin")), "N-11.4-cost");
}

// proves N-11.3.2-b-retreat
#[test]
fn who_is_not_paid_for_is_lost() {
    let mut field = beaten(units(2, 0, 0))
        .put(France, units(4, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    field.act(retreat(Prussia, Infantry, "berlin"));
    assert_eq!(field.refused(Action::Sacrifice), "N-11.3.2-b-retreat", "it is one or the other");
    field.done();
    assert_eq!(field.game.forces.on_map(Prussia), units(1, 0, 0));
}

// proves N-11.4-frigate, N-11.4-none, N-10.3-no-both
#[test]
fn a_failed_landing_goes_aboard_again_or_is_lost() {
    let landed = |points: u16| {
        battlefield()
            .points(France, points)
            .put(France, units(2, 0, 0), "malta")
            .put(England, units(1, 0, 0), "malta")
            .ship(France, "malta_channel", units(2, 0, 0))
            .attack(France, "malta")
            .rolls(4)
            .combats()
    };
    let mut field = landed(10);
    field.act(Action::Support(1));
    assert_eq!(field.fought(), (4, 4, Verdict::Uncertain));
    let board = Action::Board { nation: France, kind: Infantry, frigate: FrigateId(0) };
    assert_eq!(field.actions(), [board, Action::Done]);
    field.act(board);
    assert_eq!((field.purse(France), field.game.forces.frigates[FrigateId(0)].cargo), (9, units(3, 0, 0)));
    assert!(field.troops(France, "malta").is_empty(), "the frigate is full: the other is lost");
    let mut field = landed(0);
    field.act(Action::Support(1));
    assert!(field.troops(France, "malta").is_empty(), "without MP all are lost");
}

// proves N-11.4-encircled, N-11.4-encircled-losses
#[test]
fn an_encircled_force_breaks_out_past_others() {
    let ring = |free: bool| {
        let mut field = battlefield().points(England, 10).put(England, units(5, 0, 0), "scotland");
        field = field.put(Russia, units(2, 0, 0), "northern_england");
        let french = if free { 8 } else { 11 };
        field.put(France, units(french, 0, 0), "scotland").attack(France, "scotland").rolls(2).combats()
    };
    let mut field = ring(true);
    assert_eq!(field.fought(), (8, 5, Verdict::Tactical));
    // A third of 5 is 1; the other 4 must pass the two Russians on their way to London.
    assert_eq!(field.commands(), Some(England));
    assert_eq!(field.actions(), [Action::Sacrifice, Action::Flee(at("london")), Action::Done]);
    assert_eq!(field.refused(Action::Flee(at("ireland"))), "N-11.4-encircled");
    field.act(Action::Flee(at("london")));
    assert_eq!(field.troops(England, "scotland"), units(2, 0, 0), "two are lost on the way");
    field.act(Action::RetreatAll { nation: England, to: at("london") });
    assert_eq!(field.troops(England, "london"), units(2, 0, 0));
    assert_eq!(field.purse(England), 6, "two lands entered by two infantry");
}

// proves N-11.4-encircled
#[test]
fn an_encircled_force_may_pay_with_a_unit_for_each_land() {
    let mut field = battlefield()
        .points(England, 0)
        .put(England, units(8, 0, 0), "scotland")
        .put(Russia, units(1, 0, 0), "northern_england")
        .put(France, units(15, 1, 1), "scotland")
        .attack(France, "scotland")
        .rolls(2)
        .combats();
    assert_eq!(field.fought(), (19, 8, Verdict::Strategic));
    assert_eq!(field.troops(England, "scotland"), units(4, 0, 0), "half, with the one that was recruited");
    field.act(Action::Sacrifice);
    assert_eq!(field.troops(England, "london"), units(1, 0, 0), "two for two lands, one for the Russian");
}

// proves N-11.4-encircled-free
#[test]
fn a_free_retreat_out_of_an_encirclement_costs_only_what_the_strangers_take() {
    let field = battlefield()
        .points(England, 0)
        .put(England, units(4, 0, 0), "scotland")
        .put(Russia, units(2, 0, 0), "northern_england")
        .put(France, units(4, 0, 0), "scotland")
        .attack(England, "scotland")
        .rolls(2)
        .combats();
    assert_eq!(field.fought(), (4, 4, Verdict::Uncertain));
    assert_eq!(field.troops(England, "london"), units(2, 0, 0));
    assert!(field.is_over());
}

// proves N-11.5-forced, N-11.4-cost
#[test]
fn each_nation_pays_for_its_own_retreat() {
    let mut field = battlefield()
        .allied(Austria, &[Prussia])
        .points(Prussia, 0)
        .put(Austria, units(1, 0, 0), "saxony")
        .put(Prussia, units(1, 0, 0), "saxony")
        .put(France, units(4, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(field.commands(), Some(Austria), "whose Morale suffers");
    field.act(Action::Choose(Austria));
    assert_eq!(field.refused(retreat(Prussia, Infantry, "berlin")), "N-11.4-cost");
    field.act(retreat(Austria, Infantry, "bohemia"));
    assert_eq!((field.purse(Austria), field.game.forces.on_map(Prussia)), (9, Troops::NONE));
}

// proves N-11.4-none
#[test]
fn nobody_is_given_up_for_a_retreat_that_leads_nowhere() {
    let field = battlefield()
        .put(Russia, units(1, 0, 1), "malta")
        .put(France, units(5, 0, 0), "malta")
        .attack(France, "malta")
        .rolls(2)
        .combats();
    assert_eq!(field.fought(), (5, 3, Verdict::Tactical));
    assert!(field.is_over(), "an island without a frigate: nobody is asked");
    assert_eq!(field.game.forces.on_map(Russia), Troops::NONE);
    let mut field = battlefield()
        .put(Russia, units(1, 0, 1), "malta")
        .ship(Russia, "malta_channel", Troops::NONE)
        .put(France, units(5, 0, 0), "malta")
        .attack(France, "malta")
        .rolls(2)
        .combats();
    field.done();
    assert_eq!(field.refused(Action::Sacrifice), "N-11.3.2-b-retreat", "going aboard always costs MP");
}

// proves N-11.4-encircled-losses, N-11.4-none
#[test]
fn a_way_on_which_all_would_be_lost_is_none() {
    let ring = |english: u8, russians: u8| {
        let field = battlefield().put(England, units(english, 0, 0), "scotland").put(
            Russia,
            units(russians, 0, 0),
            "northern_england",
        );
        field.put(France, units(2 * english, 0, 0), "scotland").attack(France, "scotland").rolls(2).combats()
    };
    assert!(ring(2, 2).is_over(), "two do not get past two");
    let field = ring(2, 1);
    assert_eq!(field.fought(), (4, 2, Verdict::Tactical));
    assert_eq!(
        field.actions(),
        [Action::Flee(at("london")), Action::Done],
        "one is left who pays for himself"
    );
    assert_eq!(field.refused(Action::Sacrifice), "N-11.3.2-b-retreat", "given up one, nobody would be left");
    let field = ring(3, 1);
    assert_eq!(field.fought(), (6, 3, Verdict::Tactical));
    assert!(!field.actions().contains(&Action::Sacrifice), "one of three was lost, two are left");
}

// proves N-11.4-encircled, N-11.3.2-a-retreat
#[test]
fn whoever_cannot_pay_for_his_way_out_is_not_asked_for_it() {
    let ring = |points: u16| {
        let field = battlefield()
            .points(England, points)
            .put(England, units(3, 0, 0), "scotland")
            .put(Russia, units(1, 0, 0), "northern_england")
            .put(France, units(9, 0, 0), "scotland");
        field.attack(France, "scotland").rolls(2).combats()
    };
    assert!(ring(1).is_over(), "London is two lands away");
    let fewer = battlefield()
        .points(England, 2)
        .put(England, units(5, 0, 0), "scotland")
        .put(Russia, units(1, 0, 0), "northern_england")
        .put(France, units(11, 0, 0), "scotland")
        .attack(France, "scotland")
        .rolls(2)
        .combats();
    assert_eq!(fewer.troops(England, "scotland"), units(2, 0, 0));
    assert_eq!(fewer.actions(), [Action::Flee(at("london")), Action::Done]);
}
