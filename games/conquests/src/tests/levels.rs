//! Morale and Society: levels and what they bring. 8.3, 8.4.

use engine::{Recorder, steps};

use super::field::{Field, at, card, units};
use crate::action::Action;
use crate::areas::Area;
use crate::errands::Errand;
use crate::event::Event;
use crate::nations::Nation::{Austria, England, France, Prussia, Russia};
use crate::nations::Side;
use crate::state::Phase;
use crate::tables::Zone;
use crate::troops::Kind;

fn place(kind: Kind, land: &str) -> Action {
    Action::Place { kind, at: at(land) }
}

// proves N-8.3-effect, N-8.3-track-bonus, N-8.3-unit-place, N-3.1-contingent-use
#[test]
fn napoleon_goes_from_seven_to_nine() {
    let field = Field::new().put(France, units(1, 0, 0), "paris").put(France, units(1, 0, 0), "alsace");
    let field =
        field.put(Prussia, units(1, 0, 0), "alsace").morale(France, 7).money(France, 0).hand(France, &[15]);
    let mut field = field.advisor(France, Zone::Morale, 2).resolve();
    let (reserve, contingent) = (field.game.forces.reserves[France], field.game.forces.contingent(France));
    field.act(Action::Play(card(15)));
    assert_eq!((field.game.tracks.morale[France], field.game.treasury.money[France]), (9, 4));
    // The cavalry goes to a land that he alone is in, and not to sea.
    assert_eq!(field.actions(), [place(Kind::Cavalry, "paris")]);
    for elsewhere in ["alsace", "burgundy", "ligurian_sea"] {
        assert_eq!(field.refused(place(Kind::Cavalry, elsewhere)), "N-8.3-unit-place");
    }
    field.act(place(Kind::Cavalry, "paris"));
    assert_eq!(field.game.forces.troops(France, at("paris")), units(1, 1, 0));
    assert_eq!(field.game.forces.reserves[France], reserve);
    assert_eq!(contingent - field.game.forces.contingent(France), units(0, 1, 0));
}

// proves N-8.3-track-once
#[test]
fn a_level_pays_once() {
    let mut field = Field::new().put(France, units(1, 0, 0), "paris").morale(France, 7);
    field.game.shift_morale(France, 3, &mut Recorder::silent());
    assert_eq!(
        (field.game.treasury.money[France], field.game.treasury.points[France], field.game.errands.len()),
        (14, 28, 1)
    );
    field.game.shift_morale(France, -3, &mut Recorder::silent());
    field.game.shift_morale(France, 3, &mut Recorder::silent());
    assert_eq!(
        (field.game.treasury.money[France], field.game.treasury.points[France], field.game.errands.len()),
        (14, 28, 1)
    );
}

// proves N-8.3-low-levels
#[test]
fn the_lowest_levels_raise_units_when_morale_falls() {
    let raised = |low_levies| {
        let mut field = Field::new().put(Russia, units(1, 0, 0), "moscow");
        field.game.rules.low_levies = low_levies;
        field.game.shift_morale(England, -1, &mut Recorder::silent());
        field.game.shift_morale(Russia, -3, &mut Recorder::silent());
        let fallen = (field.game.errands.len(), field.game.treasury.points[England]);
        field.game.shift_morale(Russia, 2, &mut Recorder::silent());
        assert_eq!(field.game.errands.len(), fallen.0, "climbing back brings nothing");
        fallen
    };
    assert_eq!((raised(true), raised(false)), ((2, 28), (0, 20)));
}

// proves N-8.3-unit-nowhere, N-3.1-contingent-empty
#[test]
fn a_unit_that_finds_no_land_or_counter_is_forfeited() {
    let forfeits = |field: &Field| {
        field.log.events.iter().filter(|event| matches!(event, Event::Forfeited { .. })).count()
    };
    let mut field = Field::new().morale(France, 8);
    field.game.shift_morale(France, 1, &mut field.log);
    assert_eq!((field.game.errands.len(), forfeits(&field)), (0, 1));
    let mut field = field.put(France, units(1, 0, 0), "paris");
    field.game.shift_morale(France, -1, &mut Recorder::silent());
    field.game.shift_morale(France, 1, &mut Recorder::silent());
    assert!(field.game.errands.is_empty(), "the bonus counts as earned");

    let mut field = Field::new().put(France, units(1, 0, 0), "paris").put(France, units(0, 5, 0), "alsace");
    assert_eq!(field.game.forces.contingent(France).count(Kind::Cavalry), 0);
    field.game.tracks.morale[France] = 8;
    field.game.shift_morale(France, 1, &mut field.log);
    assert_eq!((field.game.errands.len(), forfeits(&field)), (0, 1));
    assert_eq!(field.game.forces.reserves[France].count(Kind::Cavalry), 5);
}

// proves N-8.3-bounds, N-8.4-bounds
#[test]
fn markers_stay_on_their_tracks() {
    let mut field = Field::new().morale(France, 15).morale(Austria, 1);
    field.game.tracks.society = [13, 1].into();
    field.game.shift_morale(France, 3, &mut Recorder::silent());
    field.game.shift_morale(Austria, -3, &mut Recorder::silent());
    field.game.shift_society(Side::France, 3, Some(France), &mut Recorder::silent());
    field.game.shift_society(Side::Coalition, -3, None, &mut Recorder::silent());
    assert_eq!(
        (field.game.tracks.morale[France], field.game.tracks.morale[Austria], field.game.tracks.society),
        (16, 0, [14, 0].into())
    );

    let field =
        Field::new().morale(France, 16).hand(France, &[15, 4]).advisor(France, Zone::Morale, 3).resolve();
    assert_eq!(field.refused(Action::Play(card(15))), "N-17.2.1-partial");
    let mut field = Field::new().hand(France, &[4]).advisor(France, Zone::Society, 3);
    field.game.tracks.society[Side::France] = 14;
    assert_eq!(field.resolve().refused(Action::Play(card(4))), "N-17.2.1-partial");
}

// proves N-8.4-effect, N-8.4-bonus-owner, N-8.4-prussia, N-8.4-track-once, N-3.3-society-shared
#[test]
fn prussia_echoes_what_others_earn() {
    let society = |nation, earned| {
        let mut field = Field::new().put(France, units(1, 0, 0), "norway").hand(nation, &[12]).advisor(
            nation,
            Zone::Society,
            3,
        );
        field.game.tracks.society[Side::Coalition] = 5;
        field.game.tracks.earned_society[Side::Coalition] = earned;
        let mut field = field.resolve();
        field.act(Action::Play(card(12)));
        assert_eq!(field.game.tracks.society, [1, 7].into());
        field.game.treasury.money
    };
    // The space itself brings 1 FG.
    assert_eq!(society(Austria, 0), [10, 10, 12, 13, 10].into());
    assert_eq!(society(Prussia, 0), [10, 10, 13, 10, 10].into());
    assert_eq!(society(Austria, 1 << 6), [10, 10, 10, 11, 10].into());
}

// proves N-8.4-prussia
#[test]
fn the_surrender_of_kythera_cheers_russia_and_prussia() {
    let mut field = Field::new().put(Prussia, units(1, 0, 0), "berlin").hand(Russia, &[46]);
    field = field.morale(Russia, 5).morale(Prussia, 5).advisor(Russia, Zone::Society, 3);
    field.game.tracks.society[Side::Coalition] = 7;
    let mut field = field.resolve();
    field.act(Action::Play(card(46)));
    assert_eq!(
        (field.game.tracks.society[Side::Coalition], field.game.tracks.morale),
        (8, [6, 5, 6, 4, 6].into())
    );
    // The levels they reach pay in the same step: 4 MP to Russia, infantry to Prussia.
    assert_eq!(field.game.treasury.points[Russia], 28);
    assert_eq!(field.actions(), [place(Kind::Infantry, "berlin")]);
    assert_eq!(field.game.decider(), Some(Prussia));
}

// proves N-16-powers-persist
#[test]
fn forced_allies_keep_their_powers() {
    for players in [2, 5] {
        let field = Field::of("short", players).put(Prussia, units(1, 0, 0), "berlin").hand(Austria, &[12]);
        let mut field = field.allied(France, &[Prussia]).advisor(Austria, Zone::Society, 3);
        field.game.tracks.society[Side::Coalition] = 5;
        let mut field = field.resolve();
        field.act(Action::Play(card(12)));
        assert_eq!(
            field.game.treasury.money,
            [10, 10, 12, 13, 10].into(),
            "what Austria earns Prussia earns"
        );
        let first = [Russia, Prussia, Austria, England, France];
        let field = Field::of("short", players).order(first).allied(France, &[Russia]).resolve();
        let moscow = |nation| field.game.forces.troops(nation, Area::capital(Russia)).len();
        assert_eq!((moscow(Russia), moscow(France)), (1, 0));
    }
}

// proves N-8.4-any-source
#[test]
fn the_society_of_rome_earns_bonuses_too() {
    let mut field = Field::new().put(France, units(1, 0, 0), "rome").hand(France, &[4]);
    field.game.tracks.society[Side::France] = 7;
    let mut field = field.resolve();
    assert_eq!(field.game.phase, Phase::Powers(1));
    field.act(Action::Play(card(4)));
    assert_eq!((field.game.tracks.society[Side::France], field.game.treasury.money[France]), (9, 14));
}

// proves N-15-old-guard-track
#[test]
fn the_old_guard_forms_at_thirteen_and_sixteen() {
    let field = Field::new().put(France, units(2, 1, 0), "paris").put(France, units(1, 0, 0), "alsace");
    let mut field = field.put(Prussia, units(1, 0, 0), "alsace").morale(France, 12);
    field.game.control.attackers[at("alsace")] = Some(Prussia);
    field.game.shift_morale(France, 1, &mut field.log);
    steps::settle(&mut field.game, &mut field.log);
    let convert = |kind: Kind, land: &str| Action::Convert { kind, at: at(land) };
    assert_eq!(field.actions(), [convert(Kind::Infantry, "paris")]);
    assert_eq!(field.refused(convert(Kind::Infantry, "alsace")), "N-17.2.4-convert");
    field.act(convert(Kind::Infantry, "paris"));
    field.game.shift_morale(France, 3, &mut field.log);
    steps::settle(&mut field.game, &mut field.log);
    assert_eq!(field.actions(), [convert(Kind::Cavalry, "paris")]);
    field.act(convert(Kind::Cavalry, "paris"));
    let paris = field.game.forces.troops(France, Area::capital(France));
    assert_eq!((paris.count(Kind::GuardInfantry), paris.count(Kind::GuardCavalry), paris.len()), (1, 1, 3));
}

#[test]
fn what_is_won_is_settled_before_the_next_advisor_acts() {
    let mut field = Field::new().put(France, units(1, 0, 0), "paris").morale(France, 8).hand(France, &[4]);
    field = field.advisor(France, Zone::Morale, 1).advisor(Austria, Zone::Morale, 3).resolve();
    assert_eq!(field.game.errands[..], [Errand::Place { nation: France, kind: Kind::Cavalry }]);
    assert_eq!(field.game.treasury.money[Austria], 10);
    field.act(place(Kind::Cavalry, "paris")).done();
    assert_eq!((field.game.treasury.money[Austria], field.game.decider()), (11, Some(Austria)));
}
