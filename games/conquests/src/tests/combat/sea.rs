//! Combat at sea. Rulebook 11, 11.2, 11.4.

use super::super::field::{at, card, units};
use super::battlefield;
use crate::action::Action;
use crate::combat::Verdict;
use crate::nations::Nation;
use crate::state::FrigateId;
use crate::tables::Zone;
use crate::tests::field::Field;
use crate::troops::{Kind, Troops};

use Kind::Infantry;
use Nation::{Austria, England, France, Russia};

/// So many English frigates against so many French ones in the Gulf of Lion, England having declared it.
fn engagement(english: u8, french: u8) -> Field {
    let mut field = battlefield();
    for _ in 0..english {
        field = field.ship(England, "gulf_of_lion", Troops::NONE);
    }
    for _ in 0..french {
        field = field.ship(France, "gulf_of_lion", Troops::NONE);
    }
    field.declare(England, "gulf_of_lion", &[France])
}

// proves N-11.2-sea, N-11.3.1-no-sea-recruit
#[test]
fn frigates_count_two_and_none_is_recruited() {
    let mut field = engagement(3, 1).rolls(3).combats();
    assert_eq!(field.fought(), (6, 2, Verdict::Strategic));
    assert_eq!(field.game.forces.on_map(France), Troops::NONE, "half of 1 is 1, and it is destroyed");
    assert_eq!(field.game.forces.on_map(England), Troops::of([0, 0, 0, 3]));
    assert_eq!((field.level(England), field.level(France)), (9, 7));
    assert_eq!(field.game.feats.victories[England], 1);
    assert!(field.is_over());
    field.done();
}

// proves N-11.2-sea
#[test]
fn morale_counts_at_sea_but_no_land_and_no_support() {
    let field = battlefield()
        .morale(England, 9)
        .ship(England, "channel_east", Troops::NONE)
        .ship(France, "channel_east", Troops::NONE)
        .ship(France, "channel_west", Troops::NONE)
        .declare(France, "channel_east", &[England])
        .rolls(3)
        .combats();
    assert_eq!(field.fought(), (2, 3, Verdict::Uncertain));
}

// proves N-11.4-sea
#[test]
fn beaten_frigates_sail_to_the_open_sea_closest_to_their_capital() {
    let mut field = engagement(2, 1).rolls(3).combats();
    assert_eq!(field.fought(), (4, 2, Verdict::Tactical));
    let sail = |to: &str| Action::Sail { frigate: FrigateId(0), to: at(to) };
    assert_eq!(field.commands(), Some(France));
    assert_eq!(field.actions(), [sail("ligurian_sea"), Action::Done]);
    assert_eq!(field.refused(sail("balearic_sea")), "N-11.4-sea", "it is farther from Paris");
    field.act(sail("ligurian_sea"));
    assert_eq!(
        (field.purse(France), field.game.forces.frigates[FrigateId(0)].at),
        (8, Some(at("ligurian_sea")))
    );
    let field = engagement(2, 1).points(France, 1).rolls(3).combats();
    assert_eq!(field.game.forces.on_map(France), Troops::NONE, "without 2 MP it is lost");
}

// proves N-11.4-sea
#[test]
fn an_english_frigate_without_troops_leaves_for_one() {
    let cost = |cargo: Troops| {
        let mut field = battlefield()
            .ship(England, "irish_sea", cargo)
            .ship(France, "irish_sea", Troops::NONE)
            .ship(France, "irish_sea", Troops::NONE)
            .declare(France, "irish_sea", &[England])
            .rolls(3)
            .combats();
        let sail = field.actions().into_iter().find(|way| matches!(way, Action::Sail { .. }));
        field.act(sail.expect("there is a sea beside"));
        10 - field.purse(England)
    };
    assert_eq!((cost(Troops::NONE), cost(units(1, 0, 0))), (1, 2));
}

// proves N-11.4-sea, N-11.4-encircled-losses
#[test]
fn frigates_encircled_at_sea_break_out_past_others() {
    let mut field = battlefield()
        .ship(France, "black_sea", Troops::NONE)
        .ship(France, "black_sea", Troops::NONE)
        .ship(Russia, "black_sea", Troops::NONE)
        .ship(Russia, "black_sea", Troops::NONE)
        .ship(Russia, "black_sea", Troops::NONE)
        .ship(Austria, "bosphorus", Troops::NONE)
        .declare(Russia, "black_sea", &[France])
        .rolls(3)
        .combats();
    assert_eq!(field.fought(), (6, 4, Verdict::Tactical));
    assert_eq!(
        field.actions(),
        [Action::Flee(at("aegean_sea")), Action::Done],
        "one given up, none gets past"
    );
    field.act(Action::Flee(at("aegean_sea")));
    assert_eq!(field.game.forces.fleet(France, at("black_sea")).count(), 1, "one is lost to the Austrian");
    let sail = field.actions()[0];
    field.act(sail);
    assert_eq!(field.purse(France), 5, "two seas and 1 for the stranger");
    assert_eq!(field.game.forces.fleet(France, at("aegean_sea")).count(), 1);
}

/// A French frigate with 2 infantry is lost off Provence and Languedoc.
fn wreck(points: u16) -> Field {
    let mut field = battlefield().points(France, points);
    for _ in 0..3 {
        field = field.ship(England, "gulf_of_lion", Troops::NONE);
    }
    field
        .ship(France, "gulf_of_lion", units(2, 0, 0))
        .put(England, units(1, 0, 0), "languedoc")
        .declare(England, "gulf_of_lion", &[France])
        .rolls(3)
        .combats()
}

// proves N-11-cargo
#[test]
fn troops_of_a_lost_frigate_land_for_one_point_each_or_are_lost() {
    let mut field = wreck(10);
    assert_eq!(field.fought(), (6, 2, Verdict::Strategic), "troops aboard add nothing");
    assert_eq!(field.commands(), Some(France));
    let land = |to: &str| Action::Land { kind: Infantry, frigate: FrigateId(0), to: at(to) };
    assert_eq!(field.refused(land("languedoc")), "N-11-cargo", "the English hold it");
    field.act(land("provence")).act(land("catalonia"));
    assert_eq!(
        (field.troops(France, "provence"), field.troops(France, "catalonia")),
        (units(1, 0, 0), units(1, 0, 0))
    );
    assert_eq!((field.purse(France), field.game.forces.frigates[FrigateId(0)].at), (8, None));
    let field = wreck(0);
    assert_eq!(field.game.forces.on_map(France), Troops::NONE);
}

// proves N-11.2-naval-support
#[test]
fn a_frigate_that_has_been_sunk_supports_nothing() {
    let start = || {
        engagement(1, 3)
            .put(England, units(2, 0, 0), "provence")
            .put(France, units(2, 0, 0), "provence")
            .attack(England, "provence")
            .points(France, 0)
            .rolls(3)
            .combats()
    };
    let mut field = start();
    field.act(Action::Fight(at("gulf_of_lion")));
    assert_eq!(field.game.forces.on_map(England).count(Kind::Frigate), 0);
    assert_eq!(field.commands(), Some(France), "only French frigates are left to support");
    let mut field = start();
    field.act(Action::Fight(at("provence")));
    assert_eq!(field.commands(), Some(England), "in the other order it could, although engaged");
    field.act(Action::Support(1));
}

// proves N-11.1-sea-effects
#[test]
fn at_sea_only_naval_effects_and_retreats_are_played() {
    let field = engagement(1, 1)
        .advisor(England, Zone::Military, 1)
        .hand(England, &[22, 53, 82])
        .hand(France, &[18, 13])
        .advisor(France, Zone::Military, 2)
        .rolls(3);
    let mut field = field.combats();
    assert_eq!(field.commands(), Some(France));
    field.done();
    assert_eq!(field.commands(), Some(England));
    assert_eq!(field.refused(Action::Play(card(53))), "N-11.1-sea-effects");
    field.act(Action::Play(card(82)));
    assert_eq!(field.commands(), Some(France));
    assert_eq!(field.refused(Action::Play(card(18))), "N-11.1-sea-effects");
    assert_eq!(field.refused(Action::PlayForPoints(card(18))), "N-11.1-sea-effects");
    assert_eq!(field.refused(Action::PlayOn { card: card(13), nation: England }), "N-11.1-sea-effects");
    field.done();
    assert_eq!(field.fought().0, 4);
}

// proves N-11.1-sea-effects, N-17.2.4-before-combat, N-10.3-no-avoid
#[test]
fn a_defender_sails_off_before_a_combat_at_sea() {
    let mut field = engagement(1, 1)
        .advisor(England, Zone::Military, 1)
        .hand(England, &[82])
        .advisor(France, Zone::Military, 2)
        .hand(France, &[236])
        .combats();
    field.act(Action::Play(card(236)));
    field.act(Action::Sail { frigate: FrigateId(0), to: at("ligurian_sea") });
    assert!(field.is_over() && field.combats_fought() == 0);
    assert!(field.game.cards.hands[England].contains(card(82)), "the attacker's effect stays in hand");
    assert_eq!(field.purse(France), 8);
}

// proves N-15-sea-no-bar
#[test]
fn a_pending_combat_at_sea_bars_no_retreat_ashore() {
    let mut field = engagement(1, 1)
        .put(France, units(2, 0, 0), "provence")
        .put(England, units(4, 0, 0), "provence")
        .attack(England, "provence")
        .rolls(3)
        .combats();
    field.act(Action::Fight(at("provence"))).done().done();
    assert_eq!(field.fought(), (4, 2, Verdict::Tactical));
    let board = Action::Board { nation: France, kind: Infantry, frigate: FrigateId(0) };
    assert!(field.actions().contains(&board), "aboard a frigate that is engaged");
    let burgundy = Action::RetreatAll { nation: France, to: at("burgundy") };
    assert!(field.actions().contains(&burgundy));
}

// proves N-11.4-sea
#[test]
fn frigates_that_have_one_sea_to_go_to_leave_for_nothing_unasked() {
    let field = battlefield()
        .ship(France, "gulf_of_lion", Troops::NONE)
        .ship(France, "gulf_of_lion", units(1, 0, 0))
        .ship(England, "gulf_of_lion", Troops::NONE)
        .ship(England, "gulf_of_lion", Troops::NONE)
        .declare(France, "gulf_of_lion", &[England])
        .rolls(3)
        .combats();
    assert_eq!(field.fought(), (4, 4, Verdict::Uncertain));
    assert!(field.is_over(), "which of the two sails first makes no difference");
    assert_eq!(field.game.forces.fleet(France, at("ligurian_sea")).count(), 2);
}
