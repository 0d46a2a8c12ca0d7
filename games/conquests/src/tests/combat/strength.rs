//! How strong both sides are. Rulebook 11.2.

use super::super::field::{at, units};
use super::{battlefield, guard};
use crate::action::Action;
use crate::combat::{Support, Verdict};
use crate::effects::Role;
use crate::forces::morale_edge;
use crate::nations::Nation;
use crate::questions::Asked;
use crate::troops::{Kind, Troops};
use engine::Recorder;

use Nation::{Austria, England, France, Prussia, Russia};

// proves N-11.2-basic, N-11.2-corps
#[test]
fn infantry_and_cavalry_count_one_a_cannon_two_and_a_corps_one_more() {
    let strength = |troops: Troops| {
        let field = battlefield().put(France, troops, "saxony").put(Prussia, units(1, 0, 0), "saxony");
        field.attack(France, "saxony").rolls(2).combats().fought().0
    };
    assert_eq!(strength(units(3, 0, 0)), 3);
    assert_eq!(strength(units(0, 2, 0)), 2);
    assert_eq!(strength(units(0, 0, 2)), 4);
    assert_eq!(strength(units(1, 1, 1)), 5);
    assert_eq!(strength(units(3, 1, 1)), 7, "1 corps and 2 infantry are worth 5 + 2");
    assert_eq!(strength(units(2, 3, 2)), 11);
}

// proves N-11.2-allies, N-11.2-corps
#[test]
fn allies_add_up_and_make_corps_together() {
    let field = battlefield()
        .allied(Austria, &[Russia])
        .put(Austria, units(1, 0, 1), "bavaria")
        .put(Russia, units(0, 1, 0), "bavaria")
        .put(France, units(1, 0, 0), "bavaria")
        .attack(France, "bavaria")
        .rolls(2)
        .combats();
    assert_eq!(field.fought().1, 5);
}

// proves N-15-grognard-sp
#[test]
fn the_guard_counts_one_more() {
    let field = battlefield()
        .put(France, units(0, 1, 1) + guard(Kind::GuardInfantry), "saxony")
        .put(Prussia, units(1, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(field.fought().0, 6, "a corps with one infantry of the Guard");
}

// proves N-11.2-morale
#[test]
fn a_lead_in_morale_is_worth_one_two_or_three() {
    let leads = |napoleon: u8, other: u8| {
        let field = battlefield()
            .morale(France, napoleon)
            .morale(Austria, other)
            .put(France, units(1, 0, 0), "saxony")
            .put(Austria, units(1, 0, 0), "saxony");
        let (attack, defence, _) = field.attack(France, "saxony").rolls(2).combats().fought();
        (attack - 1, defence - 1)
    };
    assert_eq!([leads(12, 9), leads(12, 10), leads(12, 3)], [(2, 0), (1, 0), (3, 0)], "the printed example");
    assert_eq!([leads(8, 8), leads(8, 7), leads(8, 6), leads(8, 5)], [(0, 0), (1, 0), (1, 0), (2, 0)]);
    assert_eq!([leads(8, 3), leads(8, 2), leads(2, 8)], [(2, 0), (3, 0), (0, 3)]);
    assert_eq!((morale_edge(16, 0), morale_edge(3, 9)), (3, 0));
}

// proves N-11.2-allies
#[test]
fn the_highest_morale_among_allies_in_the_combat_counts() {
    let field = |russians: &str| {
        battlefield()
            .allied(Austria, &[Russia])
            .morale(Austria, 4)
            .morale(Russia, 9)
            .morale(France, 10)
            .put(France, units(3, 0, 0), "bavaria")
            .put(Austria, units(1, 0, 0), "bavaria")
            .put(Russia, units(1, 0, 0), russians)
            .attack(France, "bavaria")
            .rolls(2)
            .combats()
    };
    assert_eq!(field("bavaria").fought().0, 4, "a lead of 1, not of 6");
    assert_eq!(field("galicia").fought().0, 6, "an Ally elsewhere lends no Morale");
}

// proves N-11.2-capital
#[test]
fn a_capital_helps_those_whose_capital_it_is() {
    let defence = |defenders: &[Nation]| {
        let mut field = battlefield().allied(Austria, &[Russia]).put(France, units(1, 0, 0), "vienna");
        for nation in defenders {
            field = field.put(*nation, units(1, 0, 0), "vienna");
        }
        field.attack(France, "vienna").rolls(2).combats().fought().1
    };
    assert_eq!(defence(&[Austria]), 6);
    assert_eq!(defence(&[Austria, Russia]), 7, "once for all of them");
    assert_eq!(defence(&[Russia]), 1, "not without a unit of the home nation");
    let occupied = battlefield()
        .put(France, units(2, 0, 0), "vienna")
        .put(Austria, units(1, 0, 0), "vienna")
        .attack(Austria, "vienna")
        .rolls(2)
        .combats();
    assert_eq!(occupied.fought().1, 2, "an occupier gets nothing");
}

// proves N-11.2-malta
#[test]
fn malta_helps_english_defenders_only() {
    let defence = |defender: Nation| {
        let field = battlefield().put(defender, units(1, 0, 0), "malta").put(France, units(1, 0, 0), "malta");
        field.attack(France, "malta").rolls(2).combats().fought()
    };
    assert_eq!(defence(England), (1, 4, Verdict::Trap));
    assert_eq!(defence(Russia), (1, 1, Verdict::Uncertain));
}

// proves N-11.2-die-land, N-11.2-die-sea
#[test]
fn the_die_changes_the_attackers_strength_only() {
    let rolled = |value: u8| {
        let land = battlefield().put(France, units(4, 0, 0), "saxony").put(Prussia, units(4, 0, 0), "saxony");
        let (attack, defence, _) = land.attack(France, "saxony").rolls(value).combats().fought();
        let sea = battlefield()
            .ship(France, "channel_west", Troops::NONE)
            .ship(England, "channel_west", Troops::NONE)
            .declare(France, "channel_west", &[England]);
        let (afloat, against, _) = sea.rolls(value).combats().fought();
        assert_eq!((defence, against), (4, 2));
        (attack - 4, afloat - 2)
    };
    let all: Vec<(i16, i16)> = (1..=6).map(rolled).collect();
    assert_eq!(all, [(-1, -1), (0, -1), (0, 0), (1, 0), (1, 1), (2, 1)]);
}

// proves N-11.2-naval-support, N-11.2-die-last
#[test]
fn frigates_beside_support_one_combat_each_attackers_first() {
    let mut field = battlefield()
        .points(France, 0)
        .put(France, units(1, 0, 0), "rome")
        .put(France, units(2, 0, 0), "naples")
        .put(Austria, units(2, 0, 0), "naples")
        .put(France, units(2, 0, 0), "tuscany")
        .put(Austria, units(2, 0, 0), "tuscany")
        .ship(France, "tyrrhenian_sea", Troops::NONE)
        .ship(France, "adriatic_sea", Troops::NONE)
        .ship(Austria, "ionian_sea", Troops::NONE)
        .ship(Russia, "ionian_sea", Troops::NONE)
        .attack(France, "naples")
        .attack(France, "tuscany")
        .rolls(2)
        .combats();
    field.act(Action::Fight(at("naples")));
    assert_eq!(field.commands(), Some(France));
    assert_eq!(field.actions(), [Action::Support(1), Action::Support(2), Action::Done]);
    assert_eq!(field.refused(Action::Support(3)), "N-11.2-naval-support");
    field.act(Action::Support(1));
    assert_eq!(field.commands(), Some(Austria), "Russia is no Ally");
    assert_eq!(field.combats_fought(), 0, "the die comes last");
    field.act(Action::Support(1));
    assert_eq!(field.fought(), (3, 3, Verdict::Uncertain));
    // The one in the Adriatic has supported; the one in the Tyrrhenian, which lies off Tuscany, too, has been spared.
    assert_eq!(field.actions(), [Action::Support(1), Action::Done]);
    field.game.control.supported |= 1;
    let asked = Support { role: Role::Attacker };
    let denied = asked.act(&mut field.game, France, Action::Support(1), &mut Recorder::silent()).unwrap_err();
    assert_eq!(denied.rule.as_str(), "N-11.2-naval-support");
}

// proves N-11.2-naval-support
#[test]
fn an_ally_without_units_there_supports_and_is_no_party_to_it() {
    let mut field = battlefield()
        .allied(Austria, &[England])
        .put(France, units(1, 0, 0), "naples")
        .put(Austria, units(3, 0, 0), "naples")
        .ship(England, "ionian_sea", Troops::NONE)
        .attack(France, "naples")
        .rolls(2)
        .combats();
    assert_eq!(field.commands(), Some(England));
    field.act(Action::Support(1));
    assert_eq!(field.fought(), (1, 4, Verdict::Trap));
    assert_eq!((field.game.feats.victories[Austria], field.game.feats.victories[England]), (1, 0));
    assert_eq!((field.level(Austria), field.level(England)), (9, 8), "its Morale is not asked about");
    assert_eq!(field.game.forces.fleet(England, at("ionian_sea")).count(), 1);
}

#[test]
fn what_counts_is_told_line_by_line() {
    let field = battlefield()
        .morale(France, 12)
        .put(France, units(2, 1, 1), "london")
        .put(England, units(1, 0, 0), "london")
        .ship(France, "channel_west", Troops::NONE)
        .attack(France, "london")
        .combats();
    let battle = field.game.battle.expect("a combat is being fought");
    let told = |role: Role| {
        let factors = battle.strength(&field.game, role);
        factors.iter().map(|factor| (factor.what, factor.points, factor.rule.as_str())).collect::<Vec<_>>()
    };
    assert_eq!(
        told(Role::Attacker),
        [("units", 5, "N-11.2-basic"), ("corps", 1, "N-11.2-corps"), ("Morale", 2, "N-11.2-morale")]
    );
    assert_eq!(told(Role::Defender), [("units", 1, "N-11.2-basic"), ("own capital", 5, "N-11.2-capital")]);
}
