//! Combats declared at sea (10.3, 11).

use super::field::{Field, at, units};
use super::moving::{challenge, embark, frigate, land, sail};
use crate::action::Action;
use crate::nations::Nation::{Austria, England, France, Prussia, Russia};
use crate::nations::Nations;
use crate::state::Phase;
use crate::troops::Kind::Infantry;
use crate::troops::Troops;

const EMPTY: Troops = Troops::NONE;

/// Against whom a combat is declared in the Tyrrhenian Sea.
fn challenged(field: &Field) -> Nations {
    field.game.control.challenged(at("tyrrhenian_sea"))
}

// proves N-10.3-cost, N-10.3-declare
#[test]
fn napoleon_answers_the_landing_at_rome() {
    let mut field = Field::new()
        .order([England, France, Prussia, Austria, Russia])
        .put(France, units(1, 0, 0), "rome")
        .ship(France, "tyrrhenian_sea", EMPTY)
        .ship(France, "ligurian_sea", EMPTY)
        .ship(England, "malta_channel", units(2, 0, 0))
        .put(Russia, units(1, 0, 0), "moscow")
        .moves(England);
    let ship = frigate(England, 0);
    field
        .act(sail(ship, "tyrrhenian_sea"))
        .act(land(Infantry, ship, "rome"))
        .act(land(Infantry, ship, "rome"));
    assert_eq!(field.mp(England), 5.0);
    field.done();
    assert_eq!(field.actions(), [challenge("tyrrhenian_sea", France, false), Action::Done]);
    field.done();
    field.act(sail(frigate(France, 1), "tyrrhenian_sea"));
    assert_eq!(field.mp(France), 7.0, "3 MP");
    field.done().act(challenge("tyrrhenian_sea", England, false));
    assert_eq!(
        (field.attacker("tyrrhenian_sea"), challenged(&field)),
        (Some(France), Nations::from(England))
    );
    assert_eq!(field.game.decider(), Some(Russia), "there is nobody else to challenge");
}

// proves N-10.3-declare
#[test]
fn only_a_frigate_that_has_come_gives_the_right_to_a_combat() {
    let sea = || {
        Field::new()
            .ship(France, "tyrrhenian_sea", EMPTY)
            .ship(France, "ligurian_sea", units(1, 0, 0))
            .ship(England, "tyrrhenian_sea", EMPTY)
            .ship(England, "ligurian_sea", EMPTY)
            .moves(France)
    };
    let mut field = sea();
    field.done();
    assert_eq!(field.game.decider(), Some(England), "whoever stays cannot declare anything");
    let mut field = sea();
    field
        .act(sail(frigate(France, 1), "tyrrhenian_sea"))
        .act(sail(frigate(France, 1), "malta_channel"))
        .done();
    assert_eq!(field.game.decider(), Some(England), "nor can whoever came by");
    let mut field = sea();
    field.act(sail(frigate(France, 1), "tyrrhenian_sea")).done();
    assert_eq!(field.refused(challenge("ligurian_sea", England, false)), "N-10.3-declare");
    assert_eq!(field.refused(challenge("tyrrhenian_sea", Russia, false)), "N-10.3-declare", "not there");
    assert_eq!(field.refused(challenge("tyrrhenian_sea", England, true)), "N-10.3-declare", "it is alone");
    assert_eq!(field.refused(challenge("tyrrhenian_sea", France, false)), "N-9.3-no-combat");
    field.act(challenge("tyrrhenian_sea", England, false));
    assert_eq!(field.game.decider(), Some(England));
}

// proves N-10.3-declare
#[test]
fn a_combat_is_against_one_nation_or_all_of_its_alliance() {
    let sea = || {
        let mut field = Field::new()
            .ship(France, "ligurian_sea", EMPTY)
            .ship(England, "tyrrhenian_sea", EMPTY)
            .ship(Prussia, "tyrrhenian_sea", EMPTY)
            .ship(Russia, "tyrrhenian_sea", EMPTY)
            .allied(England, &[Prussia, Austria])
            .moves(France);
        field.act(sail(frigate(France, 0), "tyrrhenian_sea")).done();
        field
    };
    let options = [(England, false), (England, true), (Prussia, false), (Russia, false)];
    let listed = options.map(|(nation, all)| challenge("tyrrhenian_sea", nation, all));
    assert_eq!(sea().actions(), [listed.as_slice(), &[Action::Done]].concat());
    assert_eq!(sea().refused(challenge("tyrrhenian_sea", Prussia, true)), "N-10.3-declare");
    let both = Nations::from(England).with(Prussia);
    for ((nation, all), targets) in
        options.into_iter().zip([England.into(), both, Prussia.into(), Russia.into()])
    {
        let mut field = sea();
        field.act(challenge("tyrrhenian_sea", nation, all));
        assert_eq!(challenged(&field), targets);
        assert!(matches!(field.game.phase, Phase::Move(_)), "one combat in a sea");
    }
}

/// France has challenged England in the Tyrrhenian Sea, and the next nation moves.
fn engaged() -> Field {
    let mut field = Field::new()
        .ship(France, "ligurian_sea", EMPTY)
        .ship(England, "tyrrhenian_sea", units(2, 0, 0))
        .ship(England, "malta_channel", units(1, 0, 0))
        .ship(Prussia, "ionian_sea", EMPTY)
        .ship(Russia, "malta_channel", EMPTY)
        .put(England, units(1, 0, 0), "naples")
        .put(France, units(1, 0, 0), "paris")
        .allied(England, &[Prussia])
        .moves(France);
    field.act(sail(frigate(France, 0), "tyrrhenian_sea")).done();
    field.act(challenge("tyrrhenian_sea", England, false));
    assert_eq!(field.game.decider(), Some(England));
    field
}

// proves N-10.3-engaged, N-10.3-no-avoid
#[test]
fn an_engaged_frigate_lands_its_cargo_but_does_not_leave() {
    let mut field = engaged();
    let (pinned, free) = (frigate(England, 0), frigate(England, 1));
    assert_eq!(field.refused(sail(pinned, "ligurian_sea")), "N-10.3-engaged");
    assert_eq!(field.refused(embark(Infantry, "naples", pinned)), "N-10.3-engaged");
    field.act(land(Infantry, pinned, "corsica"));
    assert_eq!((field.mp(England), field.troops(England, "corsica")), (9.0, units(1, 0, 0)));
    field.act(sail(free, "tyrrhenian_sea")).act(sail(free, "ionian_sea"));
    assert_eq!(field.mp(England), 9.0 - 3.0 - 2.0, "a frigate that is not engaged goes as it likes");
    field.done();
    assert_eq!(field.attacker("tyrrhenian_sea"), Some(France), "the combat still has to be fought");
    field = field.moves(France);
    assert_eq!(field.game.decider(), Some(France));
    assert_eq!(
        field.refused(sail(frigate(France, 0), "ligurian_sea")),
        "N-10.3-engaged",
        "the Attacker neither"
    );
}

// proves N-10.3-one-engagement
#[test]
fn nobody_is_engaged_twice_in_one_sea() {
    let mut field = engaged();
    field.act(sail(frigate(England, 1), "tyrrhenian_sea")).done();
    assert_eq!(field.game.decider(), Some(Prussia), "England fights there already");
    let mut field =
        engaged().ship(Austria, "ionian_sea", EMPTY).ship(Russia, "malta_channel", units(1, 0, 0));
    field = field.moves(Russia);
    field.act(sail(frigate(Russia, 0), "tyrrhenian_sea")).act(sail(frigate(Russia, 1), "ionian_sea")).done();
    assert_eq!(field.refused(challenge("tyrrhenian_sea", England, false)), "N-10.3-one-engagement");
    assert_eq!(field.refused(challenge("tyrrhenian_sea", France, false)), "N-10.3-one-engagement");
    let elsewhere = [Prussia, Austria].map(|nation| challenge("ionian_sea", nation, false));
    assert_eq!(field.actions(), [elsewhere.as_slice(), &[Action::Done]].concat());
}

// proves N-10.3-who-fights
#[test]
fn allies_that_come_later_fight_too() {
    let mut field = engaged().moves(Prussia);
    field.act(sail(frigate(Prussia, 0), "tyrrhenian_sea")).act(sail(frigate(Prussia, 0), "malta_channel"));
    assert_eq!(challenged(&field), Nations::from(England));
    field.act(sail(frigate(Prussia, 0), "tyrrhenian_sea"));
    let fights = |mut field: Field| {
        field.game.end_movement(2, &mut engine::Recorder::silent());
        challenged(&field)
    };
    assert_eq!(fights(field), Nations::from(England).with(Prussia));
    let mut field = engaged().moves(Russia);
    field.act(sail(frigate(Russia, 0), "tyrrhenian_sea"));
    assert_eq!(fights(field), Nations::from(England), "Russia is nobody's Ally");
}
