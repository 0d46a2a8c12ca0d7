//! Intrinsic defences.

use engine::Game;

use super::field::{Field, hex, leader, nation};
use super::losses::next_to;
use crate::Action;
use crate::field::Stance;
use crate::forces::{Arm, Factors};
use crate::map::MAP;

/// From where nobody marches.
const SEA: &str = "the sea";

fn call(place: &str) -> Action {
    Action::StandUp { hex: hex(place), arm: Arm::Infantry }
}

/// The places where something can be called now.
fn callable(field: &Field) -> Vec<&'static str> {
    let mut names: Vec<&str> = field
        .actions()
        .into_iter()
        .filter_map(|action| match action {
            Action::StandUp { hex, arm: Arm::Infantry } => MAP.place(hex).map(|place| place.name.as_str()),
            _ => None,
        })
        .collect();
    names.sort_unstable();
    names
}

/// Troops march from one place to another, or come from the sea.
fn come(field: &mut Field, whose: &str, from: &str, to: &str) {
    let from = Some(from).filter(|from| *from != SEA).map(hex);
    field.game.alarm(nation(whose), from, hex(to));
    engine::steps::settle(&mut field.game, &mut field.log);
}

/// The British have landed between Le Havre and Dieppe.
fn landed(scenario: &'static str) -> Field {
    let beach = beach();
    let mut field = Field::bare(scenario).put("France", Factors::infantry(40), "Lyon");
    field = field.put("Britain", Factors::infantry(4), beach).fed().campaign_of("Britain");
    come(&mut field, "Britain", SEA, beach);
    field
}

/// The hex between Le Havre and Dieppe.
fn beach() -> &'static str {
    let between = |hex: &atlas::topology::HexId| {
        MAP.is_coastal(*hex) && MAP.grid.adjacent(*hex, self::hex("Dieppe")) && MAP.place(*hex).is_none()
    };
    let beach = MAP.grid.neighbours(hex("Le Havre")).find(between);
    MAP.grid.name(beach.expect("there is a beach")).to_string().leak()
}

// proves M-intrinsic-3, M-intrinsic-4
#[test]
fn the_coast_round_a_landing_stands_up() {
    let field = landed("france-1814");
    let expected = ["Abbeville", "Boulogne", "Caen", "Calais", "Cherbourg", "Dieppe", "Le Havre", "St. Lo"];
    assert_eq!(callable(&field), expected, "Rouen lies inland, Dunkirk is too far");
    let mut field = field;
    let france = field.game.seat(nation("France")).unwrap();
    assert_eq!(field.asked(), france, "they are called in the turn of others");
    for place in ["Le Havre", "Cherbourg"] {
        field.act(call(place)).act(call(place));
        assert_eq!(field.refused(call(place)), "M-intrinsic-1", "{place} has two");
    }
    for place in ["Dieppe", "Caen", "Calais"] {
        field.act(call(place));
        assert_eq!(field.refused(call(place)), "M-intrinsic-1", "{place} has one");
    }
    assert_eq!(field.refused(call("Rouen")), "M-intrinsic-3");
    assert_eq!(field.refused(call("Dunkirk")), "M-intrinsic-3");
    assert_eq!(field.game.forces.inside(hex("Cherbourg"), |_| true), Factors::infantry(2), "it has a fort");
    assert_eq!(field.open("France", "Le Havre"), Factors::infantry(2));
    assert_eq!(crate::position::check(&field.game), Ok(()));
}

// proves M-intrinsic-3
#[test]
fn holland_and_the_north_of_the_kingdom_of_italy_have_defences_too() {
    let near = |scenario, whose: &str, from: &str, to: &str| {
        let mut field = Field::bare(scenario).put(whose, Factors::infantry(4), to).campaign_of(whose);
        come(&mut field, whose, from, to);
        callable(&field)
    };
    let dutch = near("ulm-1805", "Austria", "Berlin", next_to("Amsterdam"));
    assert!(dutch.contains(&"Amsterdam") && dutch.contains(&"Antwerp"), "{dutch:?}");
    let venetian = near("wagram-1809", "Austria", "Vienna", next_to("Palmanova"));
    assert!(venetian.contains(&"Venice"), "{venetian:?}");
    // In 1805 Venice is Austrian; Naples is no part of the Kingdom of Italy.
    let others = near("ulm-1805", "Austria", "Vienna", next_to("Palmanova"));
    assert!(!others.contains(&"Venice"), "{others:?}");
    assert_eq!(near("wagram-1809", "Austria", "Vienna", next_to("Naples")), Vec::<&str>::new());
}

// proves M-intrinsic-5
#[test]
fn troops_of_a_place_are_reinforced_if_its_owner_likes() {
    let beach = beach();
    let start = || {
        let mut field = Field::bare("wagram-1809")
            .put("France", Factors::infantry(3), "Le Havre")
            .put("Britain", Factors::infantry(4), beach)
            .campaign_of("Britain");
        come(&mut field, "Britain", SEA, beach);
        field
    };
    let mut field = start();
    field.act(call("Le Havre"));
    assert_eq!(field.open("France", "Le Havre"), Factors::infantry(4));
    let mut declined = start();
    declined.act(Action::Done);
    assert_eq!(declined.open("France", "Le Havre"), Factors::infantry(3));
    // Only as far as there are counters.
    let mut field = start();
    let france = nation("France");
    let treasury = field.game.treasury_mut(france);
    (treasury.ready, treasury.unbuilt.infantry) = (Factors::infantry(treasury.unbuilt.infantry - 1), 1);
    let seat = field.asked();
    let mut actions = Vec::new();
    field.game.actions(seat, &mut actions);
    engine::kit::attempt(&mut field.game, seat, &call("Dieppe"), &mut field.log).unwrap();
    assert_eq!(field.game.treasury(france).unbuilt.infantry, 0);
    assert_ne!(field.asked(), seat, "nothing is left to call");
}

// proves M-intrinsic-2
#[test]
fn they_count_as_infantry_of_the_year() {
    let mut field = landed("wagram-1809");
    let france = nation("France");
    field.game.treasury_mut(france).raised = 24;
    let morale = field.game.realm(france).morale;
    field.act(call("Dieppe"));
    assert_eq!((field.game.treasury(france).raised, field.game.realm(france).morale), (25, morale));
    field.act(call("Caen"));
    assert_eq!((field.game.treasury(france).raised, field.game.realm(france).morale), (26, morale - 1));
}

// proves M-intrinsic-9
#[test]
fn france_raises_ten_in_a_year_from_1812_on() {
    let mut field = landed("france-1814");
    field.game.treasury_mut(nation("France")).levied = 8;
    field.act(call("Le Havre")).act(call("Le Havre"));
    assert_eq!(callable(&field), Vec::<&str>::new());
    assert_ne!(field.game.seat(nation("France")), Some(field.asked()));
    let mut field = landed("wagram-1809");
    field.game.treasury_mut(nation("France")).levied = 30;
    field.act(call("Le Havre"));
    let mut field = field;
    field.game.date = "1810 Jan-Feb 1".parse().unwrap();
    field.game.open_season();
    assert_eq!(field.game.treasury(nation("France")).levied, 0);
}

// proves M-intrinsic-7
#[test]
fn who_marches_on_wakes_other_ports() {
    let mut field = Field::bare("france-1814")
        .put("France", Factors::infantry(40), "Lyon")
        .put("Russia", Factors::infantry(5), "Brussels")
        .lead("Wintzingerode", "Brussels")
        .fed()
        .campaign_of("Russia")
        .points("Russia", 2);
    field.march("Wintzingerode").step("Ghent");
    let france = field.game.seat(nation("France"));
    assert_eq!(Some(field.asked()), france, "in the middle of the march");
    let awake = callable(&field);
    assert!(awake.contains(&"Dunkirk") && awake.contains(&"Calais"), "{awake:?}");
    field.act(call("Dunkirk")).act(Action::Done);
    assert_ne!(Some(field.asked()), france, "the march goes on");
    // What was not called is not asked about again in this turn, farther ports are.
    let next = next_to("Dunkirk");
    come(&mut field, "Russia", "Ghent", next);
    let awake = if Some(field.asked()) == france { callable(&field) } else { Vec::new() };
    assert!(!awake.contains(&"Calais") && !awake.contains(&"Dunkirk"), "{awake:?}");
}

// proves M-intrinsic-1, M-intrinsic-8, M-intrinsic-22
#[test]
fn a_defence_is_called_again_when_as_much_has_gone_back() {
    let mut field = landed("wagram-1809");
    let france = nation("France");
    field.act(call("Le Havre")).act(call("Le Havre")).act(Action::Done);
    let beach = beach();
    // They are gone from Le Havre, but its defence stays called.
    come(&mut field, "Britain", SEA, beach);
    assert!(!callable(&field).contains(&"Le Havre"));
    while field.game.levies.is_alarmed() {
        field.act(Action::Done);
    }
    let mut field = field.on("1809 May-Jun 3").campaign_of("France");
    let restore = |place: &str| Action::Restore { hex: hex(place), nation: france, arm: Arm::Infantry };
    // While the invader is near nothing goes back.
    field.act(Action::Reduce(france));
    assert_eq!(field.refused(restore("Lyon")), "M-intrinsic-8");
    field.act(Action::Done);
    field
        .game
        .forces
        .rewrite(|force| force.muster.nation == nation("Britain"), |muster| muster.hex = hex("London"));
    field.game.settle_control([hex(beach)], &mut field.log);
    field.game.control.set(hex(beach), france);
    let there = field.open("France", "Lyon");
    let morale = field.game.realm(france).morale;
    field.act(Action::Reduce(france)).act(restore("Lyon"));
    field.game.alarm(nation("Britain"), None, hex(beach));
    engine::steps::settle(&mut field.game, &mut field.log);
    assert!(!callable(&field).contains(&"Le Havre"), "one is owed");
    while field.game.levies.is_alarmed() {
        field.act(Action::Done);
    }
    let mut field = field.on("1809 May-Jun 4").campaign_of("France");
    field.act(Action::Reduce(france));
    let unbuilt = field.game.treasury(france).unbuilt;
    field.act(restore("Lyon"));
    assert_eq!(field.open("France", "Lyon").total(), there.total() - 2);
    assert_eq!(field.game.treasury(france).unbuilt, unbuilt + Factors::infantry(1));
    assert_eq!(field.game.realm(france).morale, morale);
    assert_eq!(field.game.treasury(france).disbanded, 0, "that is no disbanding");
    field.act(Action::Reduce(france));
    assert_eq!(field.refused(restore("Lyon")), "M-intrinsic-22");
    field.act(Action::Done);
    let mut field = field.put("Britain", Factors::infantry(4), beach).campaign_of("Britain");
    come(&mut field, "Britain", SEA, beach);
    assert!(callable(&field).contains(&"Le Havre"));
}

// proves M-intrinsic-19
#[test]
fn british_rocks_and_sicily_defend_themselves() {
    let crossing = |scenario, year: &str| {
        let mut field = Field::bare(scenario).put("France", Factors::infantry(4), "Reggio");
        for place in ["Messina", "Palermo", "Syracuse", "Trapani"] {
            if MAP.hex(place).is_some() {
                field.game.control.set(hex(place), nation("Britain"));
            }
        }
        field.game.date = year.parse().unwrap();
        let mut field = field.campaign_of("France");
        come(&mut field, "France", "Naples", "Reggio");
        let mut called = 0;
        while field.game.seat(nation("Britain")) == Some(field.asked())
            && field.actions().contains(&call("Messina"))
        {
            field.act(call("Messina"));
            called += 1;
        }
        called
    };
    assert_eq!(crossing("ulm-1805", "1805 Nov-Dec 2"), 0);
    assert_eq!(crossing("jena-1806", "1806 Nov-Dec 2"), 1);
    assert_eq!(crossing("eylau-1807", "1807 May-Jun 2"), 2);
    assert_eq!(crossing("wagram-1809", "1809 May-Jun 2"), 3);
    let mut field =
        Field::bare("leipzig-1813").put("France", Factors::infantry(3), "Seville").campaign_of("France");
    come(&mut field, "France", "Madrid", next_to("Gibraltar"));
    field.act(call("Gibraltar"));
    assert_eq!(field.game.forces.inside(hex("Gibraltar"), |_| true), Factors::infantry(1));
}

// proves M-intrinsic-20
#[test]
fn a_gun_may_stand_up_at_gibraltar() {
    let gun = |place: &str| Action::StandUp { hex: hex(place), arm: Arm::Artillery };
    let mut field =
        Field::bare("leipzig-1813").put("France", Factors::infantry(3), "Seville").campaign_of("France");
    come(&mut field, "France", "Madrid", next_to("Gibraltar"));
    field.act(gun("Gibraltar"));
    assert_eq!(field.game.forces.inside(hex("Gibraltar"), |_| true), Factors::new(0, 0, 1));
    assert_ne!(field.game.seat(nation("Britain")), Some(field.asked()), "one is all it has");
    let field = landed("france-1814");
    assert_eq!(field.refused(gun("Le Havre")), "M-intrinsic-20");
    let inside =
        field.game.forces.at(hex("Le Havre")).iter().any(|force| force.muster.stance == Stance::Inside);
    assert!(!inside && field.game.staff.hex(leader("Wellington")).is_none());
}
