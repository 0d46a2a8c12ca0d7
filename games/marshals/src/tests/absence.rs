//! Leaders who are away for a time, and those who never come back.

use engine::{Dice, Game, PieceKey, Recorder, Seat, Seed, Viewer};

use super::battle::{at_prague, near};
use super::field::{Field, hex, leader, nation};
use crate::field::Stance;
use crate::forces::{Arm, Factors};
use crate::staff::Post;
use crate::view::Units;
use crate::{Action, Event};

/// Davout has declared an attack on three Austrian leaders at Prague.
fn declared() -> Field {
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(6));
    for name in ["Hiller", "John"] {
        field = field.lead(name, "Prague");
    }
    field.game.optional.wounds = true;
    let mut field = field.fed().turn_of("France");
    field.attack("Davout", "Prague");
    field
}

// proves M-opt-2, M-opt-3
#[test]
fn one_leader_in_twelve_is_hit_and_one_in_six_of_those_is_killed() {
    let (mut wounds, mut deaths, mut rolls) = (0, 0, 0);
    let before = declared().game;
    for dice in 0..120 {
        let mut field = Field { game: before.clone(), log: Recorder::default() };
        field.game.dice = Dice::new(Seed([dice; 32]));
        field.fight();
        let hurt = std::mem::take(&mut field.log.events).into_iter();
        let hurt = hurt.filter(|event| matches!(event, Event::Wounded(..) | Event::Killed(_)));
        rolls += 4;
        for event in hurt {
            match event {
                Event::Wounded(who, turns) => {
                    wounds += 1;
                    assert!((1..=5).contains(&turns));
                    assert_eq!(field.game.staff.post(who), Post::Away);
                    let back = field.game.staff.missing.iter().find(|(other, _)| *other == who).unwrap().1;
                    assert_eq!(back.since(field.game.date), u16::from(turns) + 1);
                    let capital = who.get().nation.capitals().next().unwrap();
                    let mut later = field.game.clone();
                    later.date = back;
                    later.come_back(&mut Recorder::silent());
                    assert_eq!(later.staff.post(who), Post::Open(capital));
                }
                Event::Killed(who) => {
                    deaths += 1;
                    assert!(field.game.staff.dead.contains(who) && field.game.general(who).is_lost());
                    assert!(field.game.staff.resting.iter().all(|other| other != who));
                }
                other => panic!("{other:?}"),
            }
        }
    }
    // 3 in 36 are hit: about 40 of 480.
    let hit = wounds + deaths;
    assert!((20..=64).contains(&hit), "{hit} of {rolls}");
    assert!(deaths > 0 && deaths * 2 < wounds, "{deaths} of {hit} are killed");
}

// proves M-opt-2
#[test]
fn lannes_wounded_in_turn_3_with_a_2_is_back_in_turn_6() {
    let mut field = Field::bare("wagram-1809").lead("Lannes", "Ulm");
    field.game.date = "1809 Jul-Aug 3".parse().unwrap();
    field.game.hit(leader("Lannes"), 2, &mut field.log);
    for (turn, is_back) in [("1809 Jul-Aug 4", false), ("1809 Jul-Aug 5", false), ("1809 Jul-Aug 6", true)] {
        field.game.date = turn.parse().unwrap();
        field.game.come_back(&mut field.log);
        assert_eq!(field.post("Lannes") == Post::Open(hex("Paris")), is_back, "{turn}");
    }
}

// proves M-opt-3
#[test]
fn the_wounded_go_to_another_city_if_the_capital_is_lost() {
    let mut field = Field::bare("ulm-1805").put("Austria", Factors::infantry(2), "Vienna");
    field.give("Vienna", "France");
    field.game.staff.missing.push((leader("Hiller"), field.game.date));
    field.game.come_back(&mut field.log);
    let Post::Open(at) = field.game.staff.post(leader("Hiller")) else { panic!("he is back") };
    assert_ne!(at, hex("Vienna"));
    assert!(crate::map::MAP.place(at).is_some_and(|place| place.stars > 0));
    assert_eq!(field.game.home(at), Some(nation("Austria")));
}

// proves M-opt-4
#[test]
fn some_are_too_great_to_fall() {
    let mut field = Field::bare("ulm-1805").put("Austria", Factors::infantry(12), "Prague");
    for name in ["Charles", "Kutuzov", "Blucher", "Left", "Grand Vizier", "Wellesley"] {
        field = field.lead(name, "Prague");
    }
    field = field.put("France", Factors::infantry(6), near()).stored("France", 4, 0, near());
    field = field.lead("Napoleon (early)", near());
    field.game.optional.wounds = true;
    let mut field = field.fed().turn_of("France");
    let napoleon = leader("Napoleon (early)");
    field.act(Action::Activate(napoleon));
    if !field.actions().contains(&Action::March(napoleon)) {
        field.act(Action::Done);
    }
    field.act(Action::March(napoleon)).act(Action::Attack(hex("Prague"))).act(Action::Fight);
    field.until(|asked| matches!(asked, crate::questions::Question::Hitting(_)));
    for dice in 0..200 {
        let mut game = field.game.clone();
        game.dice = Dice::new(Seed([dice; 32]));
        let drawn = game.dice.drawn();
        game.roll_for_wounds(&mut Recorder::silent());
        assert_eq!(game.dice.drawn(), drawn, "nobody rolls");
    }
}

// proves M-opt-5, M-terms-3
#[test]
fn with_wounds_nobody_dies_as_in_history() {
    for wounds in [false, true] {
        let mut field = Field::of("wagram-1809");
        field.game.optional.wounds = wounds;
        let lannes = leader("Lannes");
        assert!(field.game.staff.hex(lannes).is_some());
        field.game.date = "1809 May-Jun 4".parse().unwrap();
        field.game.withdraw(&mut field.log);
        assert_eq!(field.game.staff.hex(lannes).is_some(), wounds);
    }
}

/// Klenau is taken by the French.
fn captured() -> Field {
    let mut field =
        Field::bare("ulm-1805").lead("Klenau", "Prague").put("Austria", Factors::infantry(9), "Vienna");
    field.game.capture(leader("Klenau"), nation("France"), &mut field.log);
    field
}

// proves M-opt-1
#[test]
fn prisoners_are_paroled_with_a_roll_in_certain_seasons() {
    let turns = [
        ("1805 Sep-Oct 3", 0),
        ("1805 Nov-Dec 1", 2),
        ("1806 Jan-Feb 1", 2),
        ("1806 Mar-Apr 1", 2),
        ("1806 May-Jun 1", 0),
        ("1806 Sep-Oct 1", 2),
        ("1806 Nov-Dec 1", 0),
        ("1807 Sep-Oct 1", 4),
        ("1808 Sep-Oct 1", 3),
        ("1809 Sep-Oct 1", 3),
        ("1810 Sep-Oct 1", 0),
    ];
    let mut prisoner = captured().game;
    prisoner.optional.paroles = true;
    for (turn, faces) in turns {
        let mut freed = 0;
        for dice in 0..120 {
            let mut game = prisoner.clone();
            game.date = turn.parse().unwrap();
            game.dice = Dice::new(Seed([dice; 32]));
            game.parole(&mut Recorder::silent());
            if game.staff.post(leader("Klenau")) == Post::Away {
                freed += 1;
                assert!(game.staff.resting.contains(leader("Klenau")));
            }
        }
        let about = 20 * faces;
        assert!((about - 18..=about + 18).contains(&freed), "{turn}: {freed} of 120");
        assert!(faces > 0 || freed == 0, "{turn}");
    }
    let mut field = captured();
    field.game.date = "1805 Nov-Dec 1".parse().unwrap();
    field.game.parole(&mut field.log);
    assert!(matches!(field.post("Klenau"), Post::Captive(_)), "without the option");
}

// proves M-lead-26
#[test]
fn leaders_of_equal_rank_are_exchanged_at_once() {
    let mut field =
        captured().lead("Ney", "Mainz").lead("Charles", "Prague").lead("Napoleon (early)", "Mainz");
    let (ney, klenau) = (leader("Ney"), leader("Klenau"));
    field.game.capture(leader("Napoleon (early)"), nation("Austria"), &mut field.log);
    assert!(matches!(field.post("Klenau"), Post::Captive(_)), "nobody is equal to Napoleon");
    field.game.capture(ney, nation("Russia"), &mut field.log);
    for who in [ney, klenau] {
        assert_eq!(field.game.staff.post(who), Post::Away);
        assert!(field.game.staff.resting.contains(who));
    }
    // A marshal is worth an army commander.
    let mut field = captured().lead("Charles", "Prague").lead("Ney", "Mainz");
    field.game.free_captives_of(nation("Austria"));
    field.game.capture(leader("Charles"), nation("France"), &mut field.log);
    field.game.capture(ney, nation("Austria"), &mut field.log);
    assert_eq!(field.post("Charles"), Post::Away);
}

// proves M-lead-27
#[test]
fn peace_sets_the_captives_free() {
    let mut field = captured().lead("Napoleon (early)", "Mainz").lead("Bagration", "Prague");
    field.game.capture(leader("Napoleon (early)"), nation("Austria"), &mut field.log);
    field.game.capture(leader("Bagration"), nation("France"), &mut field.log);
    field.game.sue(nation("Austria"), &mut field.log);
    assert_eq!((field.post("Klenau"), field.post("Napoleon (early)")), (Post::Away, Post::Away));
    assert!(matches!(field.post("Bagration"), Post::Captive(_)), "Russia fights on");
}

// proves M-lead-28, M-ottoman-14
#[test]
fn commanders_in_general_come_back_next_season() {
    let mut field = Field::of("france-1814");
    field.game.capture(leader("Centre"), nation("France"), &mut field.log);
    assert_eq!(field.post("Centre"), Post::Away);
    let back = field.game.staff.missing[0].1;
    assert_eq!(back.to_string(), "1814 Mar-Apr 1");
    field.game.control.set(hex("Madrid"), nation("Spain"));
    field.game.date = back;
    field.game.come_back(&mut field.log);
    assert!(matches!(field.post("Centre"), Post::Open(_)), "{:?}", field.post("Centre"));
    for name in ["Grand Vizier", "Pasha", "Khan", "Kapudan Pasha"] {
        assert!(leader(name).get().is_generic, "{name}");
        field.game.capture(leader(name), nation("France"), &mut field.log);
        assert_eq!(field.post(name), Post::Away, "{name}");
    }
}

// proves M-intel-11
#[test]
fn with_open_information_all_see_all() {
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(4));
    let austrian = Seat(1);
    let units =
        Units { hex: hex(near()), nation: nation("France"), arm: Arm::Infantry, stance: Stance::Open };
    let seen = |field: &Field, viewer| field.game.view(viewer).piece(PieceKey::of(&units)).is_some();
    assert!(!seen(&field, Viewer::Seat(austrian)) && !seen(&field, Viewer::Spectator));
    let points = |field: &Field| {
        let sheet = &field.game.view(Viewer::Seat(austrian)).seats[0];
        sheet.parts.iter().any(|part| part.gauges.iter().any(|gauge| gauge.name == "Production points"))
    };
    assert!(!points(&field));
    field.game.optional.open = true;
    assert!(seen(&field, Viewer::Seat(austrian)) && seen(&field, Viewer::Spectator) && points(&field));
}

// proves M-terms-2
#[test]
fn whoever_is_removed_comes_back_under_no_counter() {
    let massena = leader("Massena (army)");
    let comes = |dead: bool| {
        let mut field = Field::of("eylau-1807");
        if dead {
            field.game.staff.send(leader("Massena"), Post::Away);
            field.game.staff.dead.insert(leader("Massena"));
        }
        field.game.date = "1807 Mar-Apr 2".parse().unwrap();
        field.game.reinforce(&mut field.log);
        field.game.staff.hex(massena).is_some()
    };
    assert!(comes(false) && !comes(true));
    let mut field = Field::of("eylau-1807");
    field.game.staff.dead.insert(massena);
    assert!(field.game.general(massena).may_recall().is_err());
}

// proves M-terms-3, M-lead-57
#[test]
fn leaders_are_gone_from_their_date_on_and_only_those_whom_the_scenario_withdraws() {
    let mut field = Field::of("eylau-1807");
    let (corps, army) = (leader("Massena"), leader("Massena (army)"));
    assert!(field.game.staff.hex(corps).is_some() && field.game.staff.hex(army).is_none());
    field.game.date = "1807 Mar-Apr 1".parse().unwrap();
    field.game.withdraw(&mut field.log);
    assert!(field.game.staff.hex(corps).is_none(), "off the map");
    field.game.reinforce(&mut field.log);
    assert!(field.game.staff.hex(army).is_some(), "and back with his other side");
    // Brunswick dies of Auerstadt in history; here he stays as long as the dice of war let him.
    let mut field = Field::of("jena-1806");
    let brunswick = leader("Brunswick");
    field.game.date = field.game.scenario().last_turn;
    assert!(!brunswick.get().is_available(field.game.date));
    field.game.withdraw(&mut field.log);
    assert!(field.game.staff.hex(brunswick).is_some());
}
